//! Vector operations and their truth-value masks, lane by lane; the logical operators and selects
//! word by word.
//!
//! A result's home is never the home of an operand, so that lanes can be written while others are
//! still to be read.

use super::super::op::Op;
use super::float::float_op;
use super::{Lower, Opnd};
use crate::ice::{BinOp, CastOp, FloatCond, IntCond, Type, Value};
use crate::isa::common::lower::{LaneCode, ValueCode, VectorCode};
use crate::lir::Var;
use crate::mc::Helper;

impl VectorCode for Lower<'_> {
    fn vector_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        match op {
            BinOp::And => self.words_binary(result, Op::And, lhs, rhs),
            BinOp::Or => self.words_binary(result, Op::Or, lhs, rhs),
            BinOp::Xor => self.words_binary(result, Op::Xor, lhs, rhs),
            _ if op.is_float() => self.float_lanes_binary(result, op, lhs, rhs),
            _ => self.int_lanes_binary(result, ty, op, lhs, rhs),
        }
    }

    fn vector_icmp(&mut self, result: Value, ty: Type, cond: IntCond, lhs: Value, rhs: Value) {
        let (left, right, home) = (self.lanes(lhs), self.lanes(rhs), self.home(result));
        let signed = cond.is_signed();
        for lane in 0..ty.lanes() {
            let a = self.load_lane(ty, left, lane, signed);
            let b = self.load_lane(ty, right, lane, signed);
            let truth = self.word_compare(cond, a.into(), b.into());
            self.op(Op::Subu, truth, Opnd::Imm(0), truth);
            self.store_lane(ty, home, lane, truth);
        }
    }

    fn vector_fcmp(&mut self, result: Value, cond: FloatCond, lhs: Value, rhs: Value) {
        let (left, right, home) = (self.lanes(lhs), self.lanes(rhs), self.home(result));
        for lane in 0..4 {
            let (a, b) = (self.load_float_lane(left, lane), self.load_float_lane(right, lane));
            let mask = self.float_compare(Type::F32, cond, a, b, -1);
            self.store_lane(Type::V4I32, home, lane, mask);
        }
    }

    /// Word by word: the false value, with the bits flipped where the mask is set and the two values differ.
    fn vector_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        let (mask, chosen, other) = (self.lanes(cond), self.lanes(on_true), self.lanes(on_false));
        let home = self.home(result);
        for offset in (0..16).step_by(4) {
            let (yes, no) = (self.lane_word(chosen, offset), self.lane_word(other, offset));
            let bits = self.lane_word(mask, offset);
            let temp = self.new_op(Op::Xor, yes, no);
            self.op(Op::And, temp, temp, bits);
            self.op(Op::Xor, temp, temp, no);
            self.write_lane(home, (offset, 4), temp.into(), false);
        }
    }

    fn vector_cast(&mut self, result: Value, to: Type, from: Type, op: CastOp, src: Value) {
        let (lanes, home) = (self.lanes(src), self.home(result));
        for lane in 0..to.lanes() {
            match op {
                CastOp::Trunc => {
                    let temp = self.load_lane(from, lanes, lane, false);
                    self.store_truth(to, home, lane, temp);
                }
                CastOp::SExt => {
                    let temp = self.load_lane(from, lanes, lane, false);
                    self.store_lane(to, home, lane, temp);
                }
                CastOp::ZExt => {
                    let temp = self.load_lane(from, lanes, lane, false);
                    self.op(Op::Andi, temp, temp, Opnd::Imm(1));
                    self.store_lane(to, home, lane, temp);
                }
                CastOp::SiToFp | CastOp::UiToFp => {
                    let temp = self.load_lane(from, lanes, lane, false);
                    let unsigned = op == CastOp::UiToFp;
                    if unsigned && from == Type::V4I1 {
                        self.op(Op::Andi, temp, temp, Opnd::Imm(1));
                    }
                    let float = self.word_to_float(Type::F32, temp, unsigned);
                    self.store_float_lane(home, lane, float);
                }
                CastOp::FpToSi | CastOp::FpToUi => {
                    let float = self.load_float_lane(lanes, lane);
                    let word = self.float_to_word(Type::F32, float, op == CastOp::FpToUi);
                    if to == Type::V4I1 {
                        self.store_truth(to, home, lane, word);
                    } else {
                        self.store_lane(to, home, lane, word);
                    }
                }
                CastOp::FpTrunc | CastOp::FpExt | CastOp::Bitcast => unreachable!("{op} has no vector form here"),
            }
        }
    }

    fn insert_element(&mut self, result: Value, ty: Type, vector: Value, element: Value, lane: u8) {
        let (home, value) = self.copy_and_element(result, ty, vector, element);
        self.store_lane(ty, home, lane.into(), value);
    }

    fn extract_element(&mut self, result: Value, ty: Type, vector: Value, lane: u8) {
        let lanes = self.lanes(vector);
        let temp = self.load_lane(ty, lanes, lane.into(), false);
        self.define_element(result, ty, temp);
    }
}

impl LaneCode for Lower<'_> {
    fn insert_by_index(&mut self, result: Value, ty: Type, vector: Value, element: Value, index: Value) {
        let (home, value) = self.copy_and_element(result, ty, vector, element);
        let base = self.lane_address(ty, home, index);
        self.store_lane_at(ty, base, 0, value);
        self.forget_lanes(home);
        self.fake_use(home);
    }

    fn extract_by_index(&mut self, result: Value, ty: Type, vector: Value, index: Value) {
        let lanes = self.lanes(vector);
        let temp = match lanes {
            super::lanes::Lanes::Home(home) => {
                let base = self.lane_address(ty, home, index);
                self.load_lane_at(ty, base, 0, false)
            }
            // All of its lanes are unspecified.
            _ => self.load_lane(ty, lanes, 0, false),
        };
        self.define_element(result, ty, temp);
    }
}

impl Lower<'_> {
    /// The home of a result with a copy of a vector, and the element that will replace one.
    fn copy_and_element(&mut self, result: Value, ty: Type, vector: Value, element: Value) -> (Var, Var) {
        let (lanes, home) = (self.lanes(vector), self.home(result));
        self.copy_lanes(home, lanes);
        (home, self.element_register(ty, element))
    }

    /// Writes what a lane held to the home of a scalar.
    fn define_element(&mut self, result: Value, ty: Type, lane: Var) {
        if ty == Type::V4F32 {
            let float = self.fpr();
            self.op(Op::Mtc1, float, lane, Opnd::None);
            self.define(result, float);
        } else {
            self.define(result, lane);
        }
    }
}

impl Lower<'_> {
    fn words_binary(&mut self, result: Value, op: Op, lhs: Value, rhs: Value) {
        let (left, right, home) = (self.lanes(lhs), self.lanes(rhs), self.home(result));
        for offset in (0..16).step_by(4) {
            let (a, b) = (self.lane_word(left, offset), self.lane_word(right, offset));
            let temp = self.new_op(op, a, b);
            self.write_lane(home, (offset, 4), temp.into(), false);
        }
    }

    fn int_lanes_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let (left, right, home) = (self.lanes(lhs), self.lanes(rhs), self.home(result));
        for lane in 0..ty.lanes() {
            let a = self.load_lane(ty, left, lane, false);
            let b = self.load_lane(ty, right, lane, false);
            let value = self.int_binary(ty.element(), op, a, b.into());
            self.store_lane(ty, home, lane, value);
        }
    }

    fn float_lanes_binary(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let (left, right, home) = (self.lanes(lhs), self.lanes(rhs), self.home(result));
        for lane in 0..4 {
            let (a, b) = (self.load_float_lane(left, lane), self.load_float_lane(right, lane));
            let value = match float_op(Type::F32, op) {
                Some(machine_op) => {
                    self.op(machine_op, a, a, b);
                    a
                }
                None => self.call_fmodf(a, b),
            };
            self.store_float_lane(home, lane, value);
        }
    }

    /// The result is in a pre-coloured variable.
    fn call_fmodf(&mut self, a: Var, b: Var) -> Var {
        let (first, second, value) = (self.fixed_float(12), self.fixed_float(14), self.fixed_float(0));
        self.move_float(Type::F32, first, a);
        self.move_float(Type::F32, second, b);
        self.raw_call(Helper::Fmodf, &[first, second], &[value]);
        value
    }

    pub(super) fn lanes_with_sign(&mut self, result: Value, op: Op, src: Value) {
        let (lanes, home) = (self.lanes(src), self.home(result));
        for lane in 0..4 {
            let temp = self.load_float_lane(lanes, lane);
            self.op(op, temp, temp, Opnd::None);
            self.store_float_lane(home, lane, temp);
        }
    }

    /// Writes a lane of a mask: all ones where bit 0 is set, all zeros elsewhere.
    fn store_truth(&mut self, ty: Type, home: Var, lane: u32, truth: Var) {
        let mask = self.extend_register(Type::I1, truth, true);
        self.store_lane(ty, home, lane, mask);
    }
}
