//! Bit counting and byte swapping on scalars.

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{Type, Value};
use crate::isa::common::lower::{BitCode, ValueCode};
use crate::lir::Var;

impl BitCode for Lower<'_> {
    fn bswap(&mut self, result: Value, ty: Type, src: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(src);
            self.swap_word(low);
            self.swap_word(high);
            return self.define_pair(result, high, low);
        }
        let temp = self.word_of(src);
        if ty == Type::I16 {
            self.op(Op::Wsbh, temp, temp, Opnd::None);
        } else {
            self.swap_word(temp);
        }
        self.define(result, temp);
    }

    fn ctlz(&mut self, result: Value, ty: Type, src: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(src);
            // The low half counts only where the high half is zero; its count then starts at 32.
            let count = self.new_op(Op::Clz, low, Opnd::None);
            self.op(Op::Addiu, count, count, Opnd::Imm(32));
            let upper = self.new_op(Op::Clz, high, Opnd::None);
            self.op(Op::Movn, count, upper, high);
            self.define_count(result, count);
        } else {
            let temp = self.word_of(src);
            self.op(Op::Clz, temp, temp, Opnd::None);
            self.define(result, temp);
        }
    }

    fn cttz(&mut self, result: Value, ty: Type, src: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(src);
            let count = self.trailing_zeros(high);
            self.op(Op::Addiu, count, count, Opnd::Imm(32));
            let lower = self.trailing_zeros(low);
            self.op(Op::Movn, count, lower, low);
            self.define_count(result, count);
        } else {
            let temp = self.word_of(src);
            let count = self.trailing_zeros(temp);
            self.define(result, count);
        }
    }

    fn ctpop(&mut self, result: Value, ty: Type, src: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(src);
            self.ones(low);
            self.ones(high);
            self.op(Op::Addu, low, low, high);
            self.define_count(result, low);
        } else {
            let temp = self.word_of(src);
            self.ones(temp);
            self.define(result, temp);
        }
    }
}

impl Lower<'_> {
    /// Bytes within halfwords, then the halfwords.
    fn swap_word(&mut self, temp: Var) {
        self.op(Op::Wsbh, temp, temp, Opnd::None);
        self.op(Op::Rotr, temp, temp, Opnd::Imm(16));
    }

    /// `~x & (x - 1)` has ones exactly where x has its trailing zeros; their number is 32 less the
    /// leading zeros.
    fn trailing_zeros(&mut self, value: Var) -> Var {
        let below = self.new_op(Op::Addiu, value, Opnd::Imm(-1));
        let inverted = self.new_op(Op::Nor, value, Opnd::Imm(0));
        self.op(Op::And, below, below, inverted);
        self.op(Op::Clz, below, below, Opnd::None);
        let count = self.load_gpr(Opnd::Imm(32));
        self.op(Op::Subu, count, count, below);
        count
    }

    /// Ones in a register, by adding fields of doubling width ([WARREN-2012] 5-1). Changes the
    /// register to their number.
    fn ones(&mut self, value: Var) {
        let fields = |byte: u8| Opnd::Imm(i32::from_le_bytes([byte; 4]));
        // Pairs: x - (x >> 1 & 01…).
        let mask = self.load_gpr(fields(0x55));
        let half = self.new_op(Op::Srl, value, Opnd::Imm(1));
        self.op(Op::And, half, half, mask);
        self.op(Op::Subu, value, value, half);
        // Nibbles: (x & 0011…) + (x >> 2 & 0011…).
        let mask = self.load_gpr(fields(0x33));
        self.op(Op::Srl, half, value, Opnd::Imm(2));
        self.op(Op::And, half, half, mask);
        self.op(Op::And, value, value, mask);
        self.op(Op::Addu, value, value, half);
        // Bytes: x + (x >> 4) & 00001111….
        let mask = self.load_gpr(fields(0x0f));
        self.op(Op::Srl, half, value, Opnd::Imm(4));
        self.op(Op::Addu, value, value, half);
        self.op(Op::And, value, value, mask);
        // The sum of the bytes ends up in the highest one.
        let ones = self.load_gpr(fields(0x01));
        self.op(Op::Mul, value, value, ones);
        self.op(Op::Srl, value, value, Opnd::Imm(24));
    }

    /// Defines a 64-bit count: its high half is zero.
    fn define_count(&mut self, result: Value, count: Var) {
        let (low, high) = self.home_pair(result);
        self.move_operand(low, count);
        self.move_operand(high, Opnd::Imm(0));
    }
}
