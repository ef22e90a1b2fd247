//! Conversions of scalars, and bitcasts of everything.
//!
//! A conversion between floating point and a narrow integer goes through the 32-bit one; out of
//! range the result is unspecified, so that nothing need be clamped. Unsigned 32-bit conversions
//! use the signed 64-bit ones in 64-bit mode. In 32-bit mode an unsigned integer becomes a double
//! by pasting it into the mantissa of 2⁵² and subtracting 2⁵², which is exact; the other direction
//! subtracts 2³¹ where the value does not fit a signed integer. 64-bit conversions in 32-bit mode
//! are helpers.

use super::super::op::{Cc, Op, Size};
use super::{Lower, Opnd};
use crate::ice::{InstData, Type, Value, ValueDef};
use crate::isa::common::helpers;
use crate::isa::common::lower::operations::pick;
use crate::isa::common::lower::{CastCode, ValueCode};
use crate::lir::Var;

impl CastCode for Lower<'_> {
    fn truncate(&mut self, result: Value, from: Type, src: Value) {
        let operand = if self.is_pair(from) {
            self.pair(src).0
        } else {
            match self.func.int_const(src) {
                Some(bits) => Opnd::Imm(bits as i32),
                None => self.operand(src),
            }
        };
        let home = self.home(result);
        match operand {
            Opnd::Var(var) if from == Type::I64 && self.has_free_upper(result) => self.copy_half(home, var),
            Opnd::Var(_) if from == Type::I64 => {
                let temp = self.gpr();
                self.op(Op::Mov, Size::B4, temp, operand);
                self.op(Op::Mov, Size::B4, home, temp);
            }
            _ => self.copy_gpr(Size::B4, home, operand),
        }
    }

    fn extend(&mut self, result: Value, to: Type, src: Value, signed: bool) {
        if to == Type::I64 && signed {
            let operand = self.extended(src, true);
            let temp = self.gpr();
            match operand {
                Opnd::Var(_) => self.op(Op::Movsx32, Size::B8, temp, operand),
                _ => {
                    // A 32-bit immediate sign-extends by itself; an address is zero-extended first.
                    let narrow = self.load_gpr(Size::B4, operand);
                    self.op(Op::Movsx32, Size::B8, temp, narrow);
                }
            }
            self.define(result, temp);
        } else {
            if !signed && self.is_set_by_comparison(src) {
                let (operand, temp) = (self.operand(src), self.gpr());
                self.op(Op::Movzx8, Size::B4, temp, operand);
                return self.define(result, temp);
            }
            // 32-bit operations clear the upper half, but what is wider has a wider variable.
            if to == Type::I64 || !self.share_extension(result, src, signed) {
                let temp = self.extended_word(src, signed);
                self.define(result, temp);
            }
        }
    }

    fn convert_float(&mut self, result: Value, to: Type, src: Value) {
        let operand = self.operand(src);
        let temp = self.xmm();
        self.sse(pick(to, Op::Cvtsd2ss, Op::Cvtss2sd), temp, operand);
        self.define(result, temp);
    }

    fn int_to_float(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool) {
        let convert = pick(to, Op::Cvtsi2ss, Op::Cvtsi2sd);
        let temp = self.xmm();
        match (from, signed) {
            (Type::I64, _) if !self.isa.is_64 => {
                return self.helper_call(helpers::int_to_float(to, signed), &[src], Some(result));
            }
            (Type::I64, true) => {
                let int = self.word_of(src);
                self.op(convert, Size::B8, temp, int);
            }
            (Type::I64, false) => self.unsigned_wide_to_float(temp, to, src),
            (Type::I32, false) if self.isa.is_64 => {
                let int = self.word_of(src);
                self.op(convert, if fault!(X8664UnsignedToFloat) { Size::B4 } else { Size::B8 }, temp, int);
            }
            (Type::I32, false) => self.unsigned_to_float(temp, to, src),
            _ => {
                let int = self.extended_word(src, signed);
                self.op(convert, Size::B4, temp, int);
            }
        }
        self.define(result, temp);
    }

    fn float_to_int(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool) {
        let convert = pick(from, Op::Cvttss2si, Op::Cvttsd2si);
        if self.is_pair(to) {
            return self.helper_call(helpers::float_to_int(from, signed), &[src], Some(result));
        }
        let temp = match (to, signed) {
            (Type::I64, false) => self.float_to_unsigned(from, src, Size::B8),
            (Type::I32, false) if !self.isa.is_64 => self.float_to_unsigned(from, src, Size::B4),
            _ => {
                let size = if to == Type::I64 || (to == Type::I32 && !signed) { Size::B8 } else { Size::B4 };
                let operand = self.operand(src);
                let temp = self.gpr();
                self.op(convert, size, temp, operand);
                if size != self.int_size(to) {
                    // The upper half may hold bits of an integer out of range.
                    self.op(Op::Mov, Size::B4, temp, temp);
                }
                temp
            }
        };
        self.define(result, temp);
    }

    fn bitcast(&mut self, result: Value, to: Type, from: Type, src: Value) {
        let held_in_xmm = |ty: Type| !ty.is_scalar_int();
        if from.is_bool_or_bool_vector() != to.is_bool_or_bool_vector() {
            return self.mask_bitcast(result, to, src);
        }
        match (held_in_xmm(from), held_in_xmm(to)) {
            (true, true) => {
                let temp = self.xmm_of(src);
                self.define(result, temp);
            }
            (false, false) if self.is_pair(to) => {
                let (low, high) = self.load_pair(src);
                self.define_pair(result, low, high);
            }
            (false, false) => {
                let temp = self.word_of(src);
                self.define(result, temp);
            }
            (false, true) if self.is_pair(from) => {
                let (low, high) = self.pair(src);
                let (low, high) = if fault!(X8632BitcastHalves) { (high, low) } else { (low, high) };
                let (low, high) = (self.load_gpr(Size::B4, low), self.load_gpr(Size::B4, high));
                let (temp, upper) = (self.xmm(), self.xmm());
                self.op(Op::Movd, Size::B4, temp, low);
                self.op(Op::Movd, Size::B4, upper, high);
                self.sse(Op::Punpckldq, temp, upper);
                self.define(result, temp);
            }
            (false, true) => {
                let int = self.word_of(src);
                let temp = self.xmm();
                self.op(Op::Movd, self.int_size(from), temp, int);
                self.define(result, temp);
            }
            (true, false) if self.is_pair(to) => {
                let float = self.xmm_of(src);
                let (low, high) = (self.gpr(), self.gpr());
                self.op(Op::Movd, Size::B4, low, float);
                self.sse(Op::Psrlq, float, Opnd::Imm(32));
                self.op(Op::Movd, Size::B4, high, float);
                self.define_pair(result, low, high);
            }
            (true, false) => {
                let float = self.xmm_of(src);
                let temp = self.gpr();
                self.op(Op::Movd, self.int_size(to), temp, float);
                self.define(result, temp);
            }
        }
    }
}

impl Lower<'_> {
    /// Whether a truth value's lowest byte is zero or one, as `setcc` makes it.
    fn is_set_by_comparison(&self, value: Value) -> bool {
        let Some(ValueDef::Inst(inst)) = self.func.def(value) else { return false };
        matches!(self.func.inst(inst), InstData::Icmp { .. } | InstData::Fcmp { .. }) && self.func.ty(value) == Type::I1
    }

    /// 32-bit mode: pastes the integer below the exponent of 2⁵², subtracts 2⁵². Narrowing the
    /// exact double rounds once.
    fn unsigned_to_float(&mut self, temp: Var, to: Type, src: Value) {
        let two_to_52 = u128::from(0x4330_0000_0000_0000_u64);
        let int = self.word_of(src);
        self.op(Op::Movd, Size::B4, temp, int);
        self.mask(Op::Orps, temp, two_to_52);
        let bias = self.constant(two_to_52, 8);
        self.sse(Op::Subsd, temp, bias);
        if to == Type::F32 {
            self.sse(Op::Cvtsd2ss, temp, temp);
        }
    }

    /// 64-bit mode: a value with its top bit set is halved, keeping the lost bit sticky, converted,
    /// and doubled.
    fn unsigned_wide_to_float(&mut self, temp: Var, to: Type, src: Value) {
        let convert = pick(to, Op::Cvtsi2ss, Op::Cvtsi2sd);
        let (large, done) = (self.code.make_label(), self.code.make_label());
        let int = self.word_of(src);
        self.op(Op::Test, Size::B8, int, int);
        self.jump_if(Cc::S, large);
        self.op(convert, Size::B8, temp, int);
        self.jump(done);
        self.bind(large);
        let half = self.gpr();
        self.op(Op::Mov, Size::B8, half, int);
        self.op(Op::Shr, Size::B8, half, Opnd::Imm(1));
        self.op(Op::And, Size::B8, int, Opnd::Imm(1));
        self.op(Op::Or, Size::B8, half, int);
        self.op(convert, Size::B8, temp, half);
        self.sse(pick(to, Op::Addss, Op::Addsd), temp, temp);
        self.bind(done);
    }

    /// Values of half the range and more are reduced by it before the signed conversion, and the
    /// top bit is put back.
    fn float_to_unsigned(&mut self, from: Type, src: Value, size: Size) -> Var {
        let bits = size.bytes() * 8;
        let half_range = if from == Type::F64 {
            u128::from(f64::to_bits(2f64.powi(bits as i32 - 1)))
        } else {
            u128::from(f32::to_bits(2f32.powi(bits as i32 - 1)))
        };
        let limit = self.constant(half_range, if from == Type::F64 { 8 } else { 4 });
        let convert = pick(from, Op::Cvttss2si, Op::Cvttsd2si);
        let (large, done) = (self.code.make_label(), self.code.make_label());
        let float = self.xmm_of(src);
        let int = self.gpr();
        self.sse(pick(from, Op::Ucomiss, Op::Ucomisd), float, limit);
        self.jump_if(Cc::Ae, large);
        self.op(convert, size, int, float);
        self.jump(done);
        self.bind(large);
        self.sse(pick(from, Op::Subss, Op::Subsd), float, limit);
        self.op(convert, size, int, float);
        let top = self.gpr();
        self.op(Op::Mov, Size::B4, top, Opnd::Imm(1));
        self.op(Op::Shl, size, top, Opnd::Imm(bits as i32 - if fault!(X86FloatToUnsigned) { 2 } else { 1 }));
        self.op(Op::Xor, size, int, top);
        self.bind(done);
        int
    }

    /// Bitcasts between an `i1` vector and an integer with as many bits: lane `n` is bit `n`.
    fn mask_bitcast(&mut self, result: Value, to: Type, src: Value) {
        const BIT_OF_BYTE: u128 = 0x8040_2010_0804_0201_8040_2010_0804_0201;
        const BIT_OF_WORD: u128 = 0x0080_0040_0020_0010_0008_0004_0002_0001;
        if to.is_vector() {
            let int = self.word_of(src);
            let temp = self.xmm();
            self.op(Op::Movd, Size::B4, temp, int);
            if to == Type::V16I1 {
                // Bytes 0 to 7 become copies of the low byte, 8 to 15 of the high byte.
                self.sse(Op::Punpcklbw, temp, temp);
                self.sse_imm(Op::Pshuflw, temp, temp, 0x50);
                self.sse_imm(Op::Pshufd, temp, temp, 0x50);
                self.mask(Op::Pand, temp, BIT_OF_BYTE);
                self.mask(Op::Pcmpeqb, temp, BIT_OF_BYTE);
            } else {
                self.sse_imm(Op::Pshuflw, temp, temp, 0);
                self.sse_imm(Op::Pshufd, temp, temp, 0);
                self.mask(Op::Pand, temp, BIT_OF_WORD);
                self.mask(Op::Pcmpeqw, temp, BIT_OF_WORD);
            }
            self.define(result, temp);
        } else {
            let from = self.func.ty(src);
            let mask = self.xmm_of(src);
            if from == Type::V8I1 {
                self.sse(Op::Packsswb, mask, mask);
            }
            let temp = self.gpr();
            self.sse(Op::Pmovmskb, temp, mask);
            self.define(result, temp);
        }
    }
}
