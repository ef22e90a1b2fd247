//! Products, quotients and remainders with constants: shifts, sums and multiplications in place of
//! `mul` and `div` ([`crate::isa::common::strength`]).

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{BinOp, Type, Value};
use crate::isa::common::pair_division::{Operand, Pair, PairCode};
use crate::isa::common::strength::{self, MulCosts};
use crate::isa::common::strength_code::{StrengthCode, Width, write_division, write_product};
use crate::lir::Var;

/// What a product costs whose factor takes so many instructions to make.
const fn costs(instructions: u32) -> MulCosts {
    MulCosts { shift: 1, add: 1, free_shift_add: 0, free_shift_sub: 0, multiply: instructions + 2 }
}

impl Lower<'_> {
    /// A product with a constant, if there is anything better than multiplying.
    pub(super) fn cheap_product(&mut self, ty: Type, lhs: Var, rhs: Value) -> Option<Var> {
        let factor = self.func.int_const(rhs)?;
        let is_short = factor <= 0xffff || factor as i32 >= -0x8000 && (factor as i32) < 0;
        let costs = costs(if is_short { 1 } else { 2 });
        let plan = strength::multiply(factor, ty.bits(), &costs).filter(|_| self.may_reduce(rhs))?;
        Some(write_product(&plan, lhs, self))
    }

    /// A quotient or remainder with a constant other than zero.
    pub(super) fn cheap_division(&mut self, ty: Type, op: BinOp, lhs: Var, rhs: Value) -> Option<Var> {
        let divisor = self.func.int_const(rhs).filter(|&divisor| divisor != 0 && self.may_reduce(rhs))?;
        let x = self.extend_register(ty, lhs, matches!(op, BinOp::SDiv | BinOp::SRem));
        let width = Width { value: ty.bits(), word: 32 };
        Some(write_division(op, x, divisor, width, &costs(1), self))
    }
}

impl StrengthCode for Lower<'_> {
    type Value = Var;

    fn shift(&mut self, op: BinOp, a: Var, by: u8) -> Var {
        let op = match op {
            BinOp::Shl => Op::Sll,
            BinOp::LShr => Op::Srl,
            _ => Op::Sra,
        };
        self.new_op(op, a, Opnd::Imm(by.into()))
    }

    fn add(&mut self, a: Var, b: Var, by: u8) -> Var {
        let b = if by == 0 { b } else { self.shift(BinOp::Shl, b, by) };
        self.new_op(Op::Addu, a, b)
    }

    fn subtract_from(&mut self, b: Var, by: u8, a: Var) -> Var {
        let b = if by == 0 { b } else { self.shift(BinOp::Shl, b, by) };
        self.new_op(Op::Subu, b, a)
    }

    fn low_bits(&mut self, a: Var, bits: u8) -> Var {
        if bits <= 16 {
            return self.new_op(Op::Andi, a, Opnd::Imm((1 << bits) - 1));
        }
        let above = self.shift(BinOp::Shl, a, 32 - bits);
        self.shift(BinOp::LShr, above, 32 - bits)
    }

    fn times(&mut self, a: Var, factor: u64) -> Var {
        let number = self.register(Opnd::Imm(factor as i32));
        self.new_op(Op::Mul, a, number)
    }

    fn upper_product(&mut self, a: Var, factor: u64, signed: bool) -> Var {
        let number = self.register(Opnd::Imm(factor as i32));
        self.effect_op(if signed { Op::Mult } else { Op::Multu }, a, number);
        self.new_op(Op::Mfhi, Opnd::None, Opnd::None)
    }

    fn is_at_least(&mut self, a: Var, number: u64) -> Var {
        let number = self.register(Opnd::Imm(number as i32));
        let is_below = self.new_op(Op::Sltu, a, number);
        self.new_op(Op::Xori, is_below, Opnd::Imm(1))
    }

    fn negated(&mut self, a: Var) -> Var {
        self.new_op(Op::Subu, Opnd::Imm(0), a)
    }
}

impl PairCode for Lower<'_> {
    fn zero(&mut self) -> Var {
        self.load_gpr(Opnd::Imm(0))
    }

    fn add_pair(&mut self, (low, high): Pair<Var>, b: Operand<Var>) -> Pair<Var> {
        let Some(upper) = b.1 else {
            let sum = self.new_op(Op::Addu, low, b.0);
            let carry = self.new_op(Op::Sltu, sum, b.0);
            return (sum, self.new_op(Op::Addu, high, carry));
        };
        self.pair_simple(BinOp::Add, (low, high), (b.0.into(), upper.into()))
    }

    fn subtract_pair(&mut self, (low, high): Pair<Var>, b: Operand<Var>) -> Pair<Var> {
        let Some(upper) = b.1 else {
            let borrow = self.new_op(Op::Sltu, low, b.0);
            return (self.new_op(Op::Subu, low, b.0), self.new_op(Op::Subu, high, borrow));
        };
        self.pair_simple(BinOp::Sub, (low, high), (b.0.into(), upper.into()))
    }
}
