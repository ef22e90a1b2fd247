//! 128-bit vectors and their truth masks, with NEON.
//!
//! A mask has lanes of all zeros or all ones. What NEON has no instruction for (division,
//! remainder, lanes by a variable index) goes lane by lane: floats by the scalar unit, whose
//! registers overlap, the rest through memory ([`super::lanes`]). NEON flushes denormals to zero,
//! which is allowed (`translator/docs/meaning.md`, "Denormals").

use super::super::classes;
use super::super::op::Op;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, CastOp, FloatCond, IntCond, Type, Value};
use crate::isa::common::lower::operations::{by_lane, lane_bits};
use crate::isa::common::lower::{ValueCode, VectorCode};
use crate::lir::{Var, VarKind};

impl VectorCode for Lower<'_> {
    fn vector_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let machine_op = match op {
            BinOp::Add => by_lane(ty, [Op::VaddI8, Op::VaddI16, Op::VaddI32]),
            BinOp::Sub => by_lane(ty, [Op::VsubI8, Op::VsubI16, Op::VsubI32]),
            BinOp::Mul => by_lane(ty, [Op::VmulI8, Op::VmulI16, Op::VmulI32]),
            BinOp::And => Op::Vand,
            BinOp::Or => Op::Vorr,
            BinOp::Xor => Op::Veor,
            BinOp::FAdd => Op::VqaddF32,
            BinOp::FSub => Op::VqsubF32,
            BinOp::FMul => Op::VqmulF32,
            BinOp::FDiv => return self.vector_float_divide(result, lhs, rhs),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => return self.vector_shift(result, ty, op, lhs, rhs),
            BinOp::FRem => return self.lanes_frem(result, lhs, rhs),
            _ => return self.lanes_divide(result, ty, op, lhs, rhs),
        };
        let (left, right, temp) = (self.value(lhs), self.value(rhs), self.quad());
        self.op3(machine_op, temp, left, right);
        self.define(result, temp);
    }

    fn vector_icmp(&mut self, result: Value, ty: Type, cond: IntCond, lhs: Value, rhs: Value) {
        use IntCond::*;
        let swapped = matches!(cond, Slt | Sle | Ult | Ule);
        let (left, right) = (self.value(lhs), self.value(rhs));
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        let machine_op = match cond {
            Eq | Ne => by_lane(ty, [Op::VceqI8, Op::VceqI16, Op::VceqI32]),
            Sgt | Slt => by_lane(ty, [Op::VcgtS8, Op::VcgtS16, Op::VcgtS32]),
            Sge | Sle => by_lane(ty, [Op::VcgeS8, Op::VcgeS16, Op::VcgeS32]),
            Ugt | Ult if fault!(Arm32VectorCompareSigned) => by_lane(ty, [Op::VcgtS8, Op::VcgtS16, Op::VcgtS32]),
            Ugt | Ult => by_lane(ty, [Op::VcgtU8, Op::VcgtU16, Op::VcgtU32]),
            Uge | Ule => by_lane(ty, [Op::VcgeU8, Op::VcgeU16, Op::VcgeU32]),
        };
        self.op3(machine_op, left, left, right);
        if cond == Ne {
            self.op2(Op::Vmvn, left, left);
        }
        self.define(result, left);
    }

    fn vector_fcmp(&mut self, result: Value, cond: FloatCond, lhs: Value, rhs: Value) {
        use FloatCond::*;
        let (left, right) = (self.value(lhs), self.value(rhs));
        // An ordered predicate, and whether its answer is negated.
        let (ordered, negated) = match cond {
            Une => (Oeq, true),
            Ule => (Ogt, true),
            Ult => (Oge, true),
            Uge => (Olt, true),
            Ugt => (Ole, true),
            Ueq => (One, true),
            Uno => (Ord, true),
            True => (False, true),
            other => (other, false),
        };
        match ordered {
            Oeq => self.op3(Op::VceqF32, left, left, right),
            Ogt => self.op3(Op::VcgtF32, left, left, right),
            Oge => self.op3(Op::VcgeF32, left, left, right),
            Olt => self.op3(Op::VcgtF32, left, right, left),
            Ole => self.op3(Op::VcgeF32, left, right, left),
            // One or the other order holds, strictly; or one of them at all.
            One | Ord => {
                let less = self.quad();
                self.op3(Op::VcgtF32, less, right, left);
                self.op3(if ordered == One { Op::VcgtF32 } else { Op::VcgeF32 }, left, left, right);
                self.op3(Op::Vorr, left, left, less);
            }
            _ => self.op2(Op::VmovI32, left, Opnd::Imm(0)),
        }
        if negated {
            self.op2(Op::Vmvn, left, left);
        }
        self.define(result, left);
    }

    fn vector_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        let mask = self.value(cond);
        self.blend(result, mask, on_true, on_false);
    }

    fn vector_cast(&mut self, result: Value, to: Type, from: Type, op: CastOp, src: Value) {
        let temp = self.value(src);
        match op {
            CastOp::Trunc => self.lanes_to_mask(temp, from),
            CastOp::SExt => {}
            CastOp::ZExt => self.keep_lowest_bit(temp, to),
            // A mask is an integer vector of zeros and minus ones.
            CastOp::SiToFp => self.op2(Op::VqcvtF32S32, temp, temp),
            CastOp::UiToFp => {
                if from == Type::V4I1 {
                    self.keep_lowest_bit(temp, from);
                }
                self.op2(Op::VqcvtF32U32, temp, temp);
            }
            CastOp::FpToSi => self.op2(Op::VqcvtS32F32, temp, temp),
            CastOp::FpToUi => self.op2(Op::VqcvtU32F32, temp, temp),
            CastOp::FpTrunc | CastOp::FpExt | CastOp::Bitcast => unreachable!("{op} has no vector form here"),
        }
        if to == Type::V4I1 && matches!(op, CastOp::FpToSi | CastOp::FpToUi) {
            self.lanes_to_mask(temp, Type::V4I32);
        }
        self.define(result, temp);
    }

    fn insert_element(&mut self, result: Value, ty: Type, vector: Value, element: Value, lane: u8) {
        let temp = self.value(vector);
        let value = self.element_register(ty, element);
        self.insert_lane(by_lane(ty, [Op::VinsertI8, Op::VinsertI16, Op::VinsertI32]), temp, value, lane);
        self.define(result, temp);
    }

    fn extract_element(&mut self, result: Value, ty: Type, vector: Value, lane: u8) {
        let source = self.value(vector);
        let temp = self.core();
        self.extract_lane(by_lane(ty, [Op::VextractU8, Op::VextractU16, Op::VextractI32]), temp, source, lane);
        self.define(result, temp);
    }
}

impl Lower<'_> {
    /// Lane by lane in the scalar unit: NEON can only estimate a quotient.
    fn vector_float_divide(&mut self, result: Value, lhs: Value, rhs: Value) {
        let low_quad = |lower: &mut Self, value| {
            let temp = lower.code.make_var(classes::QUAD_OF_SINGLES, 16, VarKind::Register);
            lower.put_value(temp, value);
            temp
        };
        let (left, right) = (low_quad(self, lhs), low_quad(self, rhs));
        for lane in 0..4 {
            self.push(Inst::new(Opcode::DivideLane, Opnd::Var(left), Opnd::Var(right)).control(lane));
        }
        self.define(result, left);
    }

    /// The hardware shifts left by signed amounts, so that negative ones shift right.
    fn vector_shift(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let (left, amounts) = (self.value(lhs), self.value(rhs));
        if op != BinOp::Shl {
            self.op2(by_lane(ty, [Op::VnegS8, Op::VnegS16, Op::VnegS32]), amounts, amounts);
        }
        let machine_op = match op {
            BinOp::AShr => by_lane(ty, [Op::VshlS8, Op::VshlS16, Op::VshlS32]),
            _ => by_lane(ty, [Op::VshlU8, Op::VshlU16, Op::VshlU32]),
        };
        self.op3(machine_op, left, left, amounts);
        self.define(result, left);
    }

    /// A select of a whole vector: its mask has the truth value in all bits.
    pub(super) fn whole_vector_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        let truth = self.extended_word(cond, true);
        let mask = self.quad();
        self.op2(Op::Vdup32, mask, truth);
        self.blend(result, mask, on_true, on_false);
    }

    fn blend(&mut self, result: Value, mask: Var, on_true: Value, on_false: Value) {
        let (chosen, other) = (self.value(on_true), self.value(on_false));
        self.op3(Op::Vbsl, mask, chosen, other);
        self.define(result, mask);
    }

    pub(super) fn vector_with_sign(&mut self, result: Value, op: Op, src: Value) {
        let temp = self.value(src);
        self.op2(op, temp, temp);
        self.define(result, temp);
    }

    /// Clears all bits of each lane but the lowest.
    fn keep_lowest_bit(&mut self, temp: Var, ty: Type) {
        let one = self.quad();
        self.op2(by_lane(ty, [Op::VmovI8, Op::VmovI16, Op::VmovI32]), one, Opnd::Imm(1));
        self.op3(Op::Vand, temp, temp, one);
    }

    /// Makes lanes all ones where bit 0 is set, all zeros elsewhere.
    fn lanes_to_mask(&mut self, temp: Var, ty: Type) {
        let top = Opnd::Imm(lane_bits(ty) - 1);
        self.op3(by_lane(ty, [Op::VshlI8, Op::VshlI16, Op::VshlI32]), temp, temp, top);
        self.op3(by_lane(ty, [Op::VshrS8, Op::VshrS16, Op::VshrS32]), temp, temp, top);
    }

    /// Writes a lane.
    pub(super) fn insert_lane(&mut self, op: Op, vector: Var, value: Var, lane: u8) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(vector), Opnd::Var(value)).control(lane));
    }

    /// Reads a lane.
    pub(super) fn extract_lane(&mut self, op: Op, to: Var, vector: Var, lane: u8) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(to), Opnd::Var(vector)).control(lane));
    }
}
