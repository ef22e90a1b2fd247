//! Conversions of scalars, and bitcasts of everything.
//!
//! A conversion between floating point and a narrow integer goes through the 32-bit one; out of
//! range the result is unspecified, so that nothing need be clamped. An unsigned word becomes a
//! double by converting it as signed and adding 2³² if that was negative; doubles hold every word,
//! so that a float made from one is rounded once. The other direction subtracts 2³¹ where the value
//! does not fit a signed word. 64-bit conversions are helpers.

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{FloatCond, Type, Value};
use crate::isa::common::helpers;
use crate::isa::common::lower::operations::pick;
use crate::isa::common::lower::{CastCode, ValueCode};
use crate::lir::Var;

impl CastCode for Lower<'_> {
    fn truncate(&mut self, result: Value, from: Type, src: Value) {
        let operand = if from == Type::I64 { self.pair(src).0 } else { self.operand(src) };
        let home = self.home(result);
        self.copy_word(home, operand);
    }

    fn extend(&mut self, result: Value, _to: Type, src: Value, signed: bool) {
        if !self.share_extension(result, src, signed) {
            let operand = self.extended(src, signed);
            let home = self.home(result);
            self.copy_word(home, operand);
        }
    }

    fn convert_float(&mut self, result: Value, to: Type, src: Value) {
        let (source, temp) = (self.fpr_of(src), self.fpr());
        self.op(pick(to, Op::CvtSD, Op::CvtDS), temp, source, Opnd::None);
        self.define(result, temp);
    }

    fn int_to_float(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool) {
        if from == Type::I64 {
            return self.helper_call(helpers::int_to_float(to, signed), &[src], Some(result));
        }
        let int = self.extended_word(src, signed);
        let unsigned_word = from == Type::I32 && !signed;
        let temp = self.word_to_float(to, int, unsigned_word);
        self.define(result, temp);
    }

    fn float_to_int(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool) {
        if to == Type::I64 {
            return self.helper_call(helpers::float_to_int(from, signed), &[src], Some(result));
        }
        let float = self.fpr_of(src);
        let int = self.float_to_word(from, float, to == Type::I32 && !signed);
        self.define(result, int);
    }

    fn bitcast(&mut self, result: Value, to: Type, from: Type, src: Value) {
        if from.is_bool_or_bool_vector() != to.is_bool_or_bool_vector() {
            return self.mask_bitcast(result, to, src);
        }
        match (from, to) {
            (Type::F32, Type::I32) => {
                let float = self.fpr_of(src);
                let temp = self.new_op(Op::Mfc1, float, Opnd::None);
                self.define(result, temp);
            }
            (Type::I32, Type::F32) => {
                let int = self.word_of(src);
                let temp = self.fpr();
                self.op(Op::Mtc1, temp, int, Opnd::None);
                self.define(result, temp);
            }
            (Type::F64, Type::I64) => {
                let float = self.fpr_of(src);
                let low = self.new_op(Op::Mfc1, float, Opnd::None);
                let high = self.gpr();
                self.read_upper(high, float);
                self.define_pair(result, low, high);
            }
            (Type::I64, Type::F64) => {
                let temp = self.fpr();
                if let Some(bits) = self.func.int_const(src).filter(|_| self.for_allocation) {
                    self.float_constant(temp, bits, to);
                } else {
                    let (low, high) = self.load_pair(src);
                    self.op(Op::Mtc1, temp, low, Opnd::None);
                    self.write_upper(temp, high);
                }
                self.define(result, temp);
            }
            _ => {
                let home = self.home(result);
                self.copy_value(to, home, src);
            }
        }
    }
}

impl Lower<'_> {
    /// A word in a register as a float or double.
    pub(super) fn word_to_float(&mut self, to: Type, int: Var, unsigned: bool) -> Var {
        let temp = self.fpr();
        self.op(Op::Mtc1, temp, int, Opnd::None);
        if !unsigned || fault!(Mips32UnsignedToFloat) {
            self.op(pick(to, Op::CvtSW, Op::CvtDW), temp, temp, Opnd::None);
            return temp;
        }
        let positive = self.code.make_label();
        self.op(Op::CvtDW, temp, temp, Opnd::None);
        self.branch_if(Op::Bgez, int, Opnd::None, positive);
        let range = self.fpr();
        self.float_constant(range, f64::to_bits(4_294_967_296.0), Type::F64);
        self.op(Op::AddD, temp, temp, range);
        self.bind(positive);
        if to == Type::F32 {
            self.op(Op::CvtSD, temp, temp, Opnd::None);
        }
        temp
    }

    /// A float or double in a register as a word. Changes the register.
    pub(super) fn float_to_word(&mut self, from: Type, float: Var, unsigned: bool) -> Var {
        let truncate = pick(from, Op::TruncWS, Op::TruncWD);
        let int = self.gpr();
        if !unsigned {
            let truncated = self.fpr();
            self.op(truncate, truncated, float, Opnd::None);
            self.op(Op::Mfc1, int, truncated, Opnd::None);
            return int;
        }
        // The top bit if the value is 2³¹ or more, which is then subtracted.
        let bits = if from == Type::F64 { f64::to_bits(2_147_483_648.0) } else { u64::from(f32::to_bits(2_147_483_648.0)) };
        let (limit, small) = (self.fpr(), self.code.make_label());
        self.float_constant(limit, bits, from);
        let top = self.float_compare(from, FloatCond::Oge, float, limit, i32::MIN);
        self.branch_if(Op::Beq, top, Opnd::Imm(0), small);
        self.op(pick(from, Op::SubS, Op::SubD), float, float, limit);
        self.bind(small);
        self.op(truncate, float, float, Opnd::None);
        self.op(Op::Mfc1, int, float, Opnd::None);
        self.op(Op::Xor, int, int, top);
        int
    }

    /// Bitcasts between an `i1` vector and an integer with as many bits: lane `n` is bit `n`.
    fn mask_bitcast(&mut self, result: Value, to: Type, src: Value) {
        if to.is_vector() {
            let bits = self.word_of(src);
            let home = self.home(result);
            for lane in 0..to.lanes() {
                // The bit moves to the top, and from there into all bits.
                let mask = self.new_op(Op::Sll, bits, Opnd::Imm(31 - lane as i32));
                self.op(Op::Sra, mask, mask, Opnd::Imm(31));
                self.store_lane(to, home, lane, mask);
            }
        } else {
            let lanes = self.lanes(src);
            let from = self.func.ty(src);
            let bits = self.load_gpr(Opnd::Imm(0));
            for lane in 0..from.lanes() {
                let mask = self.load_lane(from, lanes, lane, false);
                self.op(Op::Andi, mask, mask, Opnd::Imm(1));
                self.op(Op::Sll, mask, mask, Opnd::Imm(lane as i32));
                self.op(Op::Or, bits, bits, mask);
            }
            self.define(result, bits);
        }
    }
}
