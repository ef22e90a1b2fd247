//! Conversions of scalars, and bitcasts of everything.
//!
//! A conversion between floating point and a narrow integer goes through the 32-bit one; out of
//! range the result is unspecified, so that nothing need be clamped. 64-bit conversions are
//! helpers.

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{BinOp, Type, Value};
use crate::isa::common::helpers;
use crate::isa::common::lower::operations::pick;
use crate::isa::common::lower::{CastCode, FloatCode, ValueCode};
use crate::lir::Var;
use crate::mc::SymbolRef;

impl CastCode for Lower<'_> {
    fn truncate(&mut self, result: Value, from: Type, src: Value) {
        let source = if from == Type::I64 { self.pair(src).0 } else { self.operand(src) };
        let temp = self.load_int(source);
        self.define(result, temp);
    }

    fn extend(&mut self, result: Value, _to: Type, src: Value, signed: bool) {
        if !self.share_extension(result, src, signed) {
            let temp = self.extended_word(src, signed);
            self.define(result, temp);
        }
    }

    fn convert_float(&mut self, result: Value, to: Type, src: Value) {
        let (source, temp) = (self.value(src), self.temp_for(to));
        self.op2(pick(to, Op::VcvtF32F64, Op::VcvtF64F32), temp, source);
        self.define(result, temp);
    }

    fn int_to_float(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool) {
        if from == Type::I64 {
            return self.soft_call(SymbolRef::Helper(helpers::int_to_float(to, signed)), src, result);
        }
        let op = match signed || fault!(Arm32UnsignedToFloat, from == Type::I32) {
            true => pick(to, Op::VcvtF32S32, Op::VcvtF64S32),
            false => pick(to, Op::VcvtF32U32, Op::VcvtF64U32),
        };
        let int = self.extended(src, signed);
        let int = self.load_int(int);
        let (bits, temp) = (self.single(), self.temp_for(to));
        self.mov(bits, int);
        self.op2(op, temp, bits);
        self.define(result, temp);
    }

    fn float_to_int(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool) {
        if to == Type::I64 {
            return self.soft_call(SymbolRef::Helper(helpers::float_to_int(from, signed)), src, result);
        }
        let op = match signed {
            true => pick(from, Op::VcvtS32F32, Op::VcvtS32F64),
            false => pick(from, Op::VcvtU32F32, Op::VcvtU32F64),
        };
        let (float, bits, temp) = (self.value(src), self.single(), self.core());
        self.op2(op, bits, float);
        self.mov(temp, bits);
        self.define(result, temp);
    }

    fn bitcast(&mut self, result: Value, to: Type, from: Type, src: Value) {
        if from.is_bool_or_bool_vector() != to.is_bool_or_bool_vector() {
            return if to.is_vector() { self.bits_to_mask(result, to, src) } else { self.mask_to_bits(result, from, src) };
        }
        match (from, to) {
            (Type::I64, Type::F64) => {
                let temp = self.double();
                if let Some(bits) = self.func.int_const(src).filter(|_| self.for_allocation) {
                    self.put_f64(temp, bits);
                } else {
                    let (low, high) = self.load_pair(src);
                    self.op3(Op::VmovFromPair, temp, low, high);
                }
                self.define(result, temp);
            }
            (Type::F64, Type::I64) => {
                let temp = self.value(src);
                let (low, high) = (self.core(), self.core());
                self.op3(Op::VmovToPair, low, high, temp);
                self.define_pair(result, low, high);
            }
            (Type::I64, _) => {
                let (low, high) = self.load_pair(src);
                self.define_pair(result, low, high);
            }
            (Type::F32, _) => {
                let temp = self.float_bits(src);
                self.define(result, temp);
            }
            _ => {
                let temp = self.value(src);
                self.define(result, temp);
            }
        }
    }
}

impl Lower<'_> {
    /// Bit `n` of every lane `n`: of 16 byte lanes modulo 8, of 8 half-word lanes.
    fn lane_bits_mask(&mut self, ty: Type) -> Var {
        let words: [u32; 4] = if ty == Type::V16I1 {
            [0x0804_0201, 0x8040_2010, 0x0804_0201, 0x8040_2010]
        } else {
            [0x0002_0001, 0x0008_0004, 0x0020_0010, 0x0080_0040]
        };
        let mask = self.quad();
        self.fake_def(mask);
        for (lane, word) in words.into_iter().enumerate() {
            let word = self.load_int(Opnd::Imm(word));
            self.insert_lane(Op::VinsertI32, mask, word, lane as u8);
        }
        mask
    }

    /// An integer becomes an `i1` vector with as many lanes as it has bits: lane `n` is bit `n`.
    fn bits_to_mask(&mut self, result: Value, to: Type, src: Value) {
        let int = self.word_of(src);
        let temp = self.quad();
        let equal = if to == Type::V16I1 {
            // The low byte in the lower half's lanes, the high byte in the upper half's.
            self.op2(Op::Vdup8, temp, int);
            self.op3(Op::LsrImm, int, int, Opnd::Imm(8));
            self.op2(Op::Uxtb, int, int);
            let ones = self.load_int(Opnd::Imm(0x0101_0101));
            self.op3(Op::Mul, int, int, ones);
            self.insert_lane(Op::VinsertI32, temp, int, 2);
            self.insert_lane(Op::VinsertI32, temp, int, 3);
            Op::VceqI8
        } else {
            self.op2(Op::Vdup16, temp, int);
            Op::VceqI16
        };
        let mask = self.lane_bits_mask(to);
        self.op3(Op::Vand, temp, temp, mask);
        self.op3(equal, temp, temp, mask);
        self.define(result, temp);
    }

    /// The reverse: each lane's bit, added up within the halves, which are then put together.
    fn mask_to_bits(&mut self, result: Value, from: Type, src: Value) {
        let temp = self.value(src);
        let mask = self.lane_bits_mask(from);
        self.op3(Op::Vand, temp, temp, mask);
        if from == Type::V16I1 {
            self.op2(Op::VpaddlU8, temp, temp);
        }
        self.op2(Op::VpaddlU16, temp, temp);
        self.op2(Op::VpaddlU32, temp, temp);
        let (low, high) = (self.core(), self.core());
        self.extract_lane(Op::VextractI32, low, temp, 0);
        self.extract_lane(Op::VextractI32, high, temp, 2);
        if from == Type::V16I1 {
            self.shift_constant(BinOp::Shl, high, 8);
        }
        self.op3(Op::Orr, low, low, high);
        self.define(result, low);
    }
}
