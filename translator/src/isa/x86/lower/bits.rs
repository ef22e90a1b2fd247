//! Bit counting and byte swapping on scalars.
//!
//! `bsf` and `bsr` leave the destination alone when the source is zero (documented by AMD, true of
//! every Intel processor, but not of every emulator), so zero is told apart by a conditional move
//! on ZF, which they set.

use super::super::op::{Cc, Op, Size};
use super::{Lower, Opnd};
use crate::ice::{Type, Value};
use crate::isa::common::lower::{BitCode, ValueCode};
use crate::lir::Var;

const B4: Size = Size::B4;

impl BitCode for Lower<'_> {
    fn bswap(&mut self, result: Value, ty: Type, src: Value) {
        if self.is_pair(ty) {
            let (low, high) = self.load_pair(src);
            self.one(Op::Bswap, B4, low);
            self.one(Op::Bswap, B4, high);
            self.define_pair(result, high, low);
            return;
        }
        let temp = self.word_of(src);
        self.one(Op::Bswap, self.int_size(ty), temp);
        if ty == Type::I16 {
            self.op(Op::Shr, B4, temp, Opnd::Imm(16));
        }
        self.define(result, temp);
    }

    fn ctlz(&mut self, result: Value, ty: Type, src: Value) {
        if self.is_pair(ty) {
            let (low, high) = self.pair(src);
            // The low half counts only where the high half is zero; its count then starts at 32.
            let count = self.leading_zeros(B4, low, 32);
            self.op(Op::Add, B4, count, Opnd::Imm(32));
            let upper = self.leading_zeros(B4, high, 32);
            let tested = self.load_gpr(B4, if fault!(X8632CtlzHalf) { low } else { high });
            self.op(Op::Test, B4, tested, tested);
            self.move_if(Cc::Ne, B4, count, upper);
            self.define_count(result, count);
        } else {
            let size = self.int_size(ty);
            let temp = self.word_of(src);
            let count = self.leading_zeros(size, Opnd::Var(temp), size.bytes() as i32 * 8);
            self.define(result, count);
        }
    }

    fn cttz(&mut self, result: Value, ty: Type, src: Value) {
        if self.is_pair(ty) {
            let (low, high) = self.pair(src);
            let count = self.trailing_zeros(B4, high, 32);
            self.op(Op::Add, B4, count, Opnd::Imm(32));
            let lower = self.trailing_zeros(B4, low, 32);
            let low = self.load_gpr(B4, low);
            self.op(Op::Test, B4, low, low);
            self.move_if(Cc::Ne, B4, count, lower);
            self.define_count(result, count);
        } else {
            let size = self.int_size(ty);
            let temp = self.word_of(src);
            let count = self.trailing_zeros(size, Opnd::Var(temp), size.bytes() as i32 * 8);
            self.define(result, count);
        }
    }

    fn ctpop(&mut self, result: Value, ty: Type, src: Value) {
        if self.is_pair(ty) {
            let (low, high) = self.load_pair(src);
            let count = self.ones(B4, low);
            let upper = self.ones(B4, high);
            self.op(Op::Add, B4, count, upper);
            self.define_count(result, count);
        } else {
            let size = self.int_size(ty);
            let temp = self.word_of(src);
            let count = self.ones(size, temp);
            self.define(result, count);
        }
    }
}

impl Lower<'_> {
    /// Leading zeros of an operand: `bsr` gives the index of the highest one, which exclusive-or
    /// turns around; `2·width - 1` stands for the index of none, as `(2·width - 1) ^ (width - 1)`
    /// is `width`.
    fn leading_zeros(&mut self, size: Size, src: Opnd, width: i32) -> Var {
        let src = self.cmov_source(size, src);
        let (count, none) = (self.gpr(), self.gpr());
        self.op(Op::Mov, size, none, Opnd::Imm(2 * width - 1));
        self.op(Op::Bsr, size, count, src);
        self.move_if(Cc::E, size, count, none);
        self.op(Op::Xor, size, count, Opnd::Imm(width - 1));
        count
    }

    fn trailing_zeros(&mut self, size: Size, src: Opnd, width: i32) -> Var {
        let src = self.cmov_source(size, src);
        let (count, none) = (self.gpr(), self.gpr());
        self.op(Op::Mov, size, none, Opnd::Imm(width));
        self.op(Op::Bsf, size, count, src);
        self.move_if(Cc::E, size, count, none);
        count
    }

    /// Ones in a register, by adding fields of doubling width ([WARREN-2012] 5-1). Changes the
    /// register.
    fn ones(&mut self, size: Size, value: Var) -> Var {
        let half = self.gpr();
        let fields = |byte: u8| u64::from_le_bytes([byte; 8]);
        // Pairs: x - (x >> 1 & 01…).
        self.op(Op::Mov, size, half, value);
        self.op(Op::Shr, size, half, Opnd::Imm(1));
        self.and_constant(size, half, fields(0x55));
        self.op(Op::Sub, size, value, half);
        // Nibbles: (x & 0011…) + (x >> 2 & 0011…).
        self.op(Op::Mov, size, half, value);
        self.op(Op::Shr, size, half, Opnd::Imm(2));
        self.and_constant(size, half, fields(0x33));
        self.and_constant(size, value, fields(0x33));
        self.op(Op::Add, size, value, half);
        // Bytes: x + (x >> 4) & 00001111….
        self.op(Op::Mov, size, half, value);
        self.op(Op::Shr, size, half, Opnd::Imm(4));
        self.op(Op::Add, size, value, half);
        self.and_constant(size, value, fields(0x0f));
        // The sum of the bytes ends up in the highest one.
        let ones = self.width_constant(size, fields(0x01));
        self.multiply_by(size, value, ones);
        self.op(Op::Shr, size, value, Opnd::Imm(size.bytes() as i32 * 8 - 8));
        value
    }

    fn and_constant(&mut self, size: Size, temp: Var, bits: u64) {
        let operand = self.width_constant(size, bits);
        self.op(Op::And, size, temp, operand);
    }

    fn width_constant(&mut self, size: Size, bits: u64) -> Opnd {
        if size == Size::B8 { self.wide_constant(bits) } else { Opnd::Imm(bits as i32) }
    }

    /// Defines a 64-bit count in 32-bit mode: its high half is zero.
    fn define_count(&mut self, result: Value, count: Var) {
        let (low, high) = self.home_pair(result);
        self.op(Op::Mov, B4, low, count);
        self.op(Op::Mov, B4, high, Opnd::Imm(0));
    }
}
