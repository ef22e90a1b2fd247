//! Products, quotients and remainders with constants: shifted operands and long multiplications in
//! place of `mul` and calls of division helpers ([`crate::isa::common::strength`]).

use super::super::encode::modified_immediate;
use super::super::op::{Cond, Op, Shift};
use super::{Lower, Opnd};
use crate::ice::{BinOp, Value};
use crate::isa::common::pair_division::{Bias, Operand, Pair, PairCode};
use crate::isa::common::strength::{self, MulCosts, Product};
use crate::isa::common::strength_code::{StrengthCode, Width, write_division, write_product};
use crate::lir::Var;

/// What a product costs whose factor takes so many instructions to make.
const fn costs(instructions: u32) -> MulCosts {
    MulCosts { shift: 1, add: 1, free_shift_add: 31, free_shift_sub: 31, multiply: instructions + 2 }
}

impl Lower<'_> {
    /// A product with a constant, if there is anything better than multiplying.
    pub(super) fn cheap_product(&mut self, lhs: Value, rhs: Value) -> Option<Var> {
        let plan = self.plan_of_product(lhs, rhs, 0).filter(|_| self.may_reduce(rhs))?;
        let x = self.word_of(lhs);
        Some(write_product(&plan, x, self))
    }

    /// Whether there is.
    pub(super) fn has_cheap_product(&self, lhs: Value, rhs: Value) -> bool {
        self.plan_of_product(lhs, rhs, 0).is_some()
    }

    /// How to multiply by a number without its lowest bits.
    pub(super) fn plan_of_product(&self, lhs: Value, rhs: Value, without: u8) -> Option<Product> {
        let factor = self.func.int_const(rhs)? >> without;
        let number = factor as u32;
        let is_short = number <= 0xffff || modified_immediate(number).is_some() || modified_immediate(!number).is_some();
        let costs = costs(if is_short { 1 } else { 2 });
        strength::multiply(factor, self.func.ty(lhs).bits(), &costs)
    }

    /// A quotient or remainder with a constant other than zero.
    pub(super) fn cheap_division(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Option<Var> {
        let divisor = self.func.int_const(rhs).filter(|&divisor| divisor != 0 && self.may_reduce(rhs))?;
        let x = self.extended_word(lhs, matches!(op, BinOp::SDiv | BinOp::SRem));
        let width = Width { value: self.func.ty(lhs).bits(), word: 32 };
        Some(write_division(op, x, divisor, width, &costs(1), self))
    }
}

impl StrengthCode for Lower<'_> {
    type Value = Var;

    const SHIFTS_OPERANDS: bool = true;

    fn shift(&mut self, op: BinOp, a: Var, by: u8) -> Var {
        let result = self.core();
        self.op3(super::arith::constant_shift_op(op), result, a, Opnd::Imm(by.into()));
        result
    }

    fn add(&mut self, a: Var, b: Var, by: u8) -> Var {
        let result = self.core();
        self.op3_shifted(Op::Add, result, a, b, Shift::lsl(by));
        result
    }

    fn subtract_from(&mut self, b: Var, by: u8, a: Var) -> Var {
        let result = self.core();
        if by == 0 {
            self.op3(Op::Sub, result, b, a);
        } else {
            self.op3_shifted(Op::Rsb, result, a, b, Shift::lsl(by));
        }
        result
    }

    fn add_shifted(&mut self, a: Var, op: BinOp, b: Var, by: u8) -> Var {
        let result = self.core();
        self.op3_shifted(Op::Add, result, a, b, shift_of(op, by));
        result
    }

    fn subtract_shifted(&mut self, a: Var, op: BinOp, b: Var, by: u8) -> Var {
        let result = self.core();
        self.op3_shifted(Op::Sub, result, a, b, shift_of(op, by));
        result
    }

    fn low_bits(&mut self, a: Var, bits: u8) -> Var {
        let result = self.core();
        let (op, mask) = self.with_inverse(Op::And, Opnd::Imm((1 << bits) - 1));
        self.op3(op, result, a, mask);
        result
    }

    fn times(&mut self, a: Var, factor: u64) -> Var {
        let (number, result) = (self.core(), self.core());
        self.number(number, factor as u32);
        self.op3(Op::Mul, result, a, number);
        result
    }

    fn subtract_product(&mut self, x: Var, a: Var, factor: u64) -> Var {
        let (number, result) = (self.core(), self.core());
        self.number(number, factor as u32);
        self.op4(Op::Mls, result, a, number, x);
        result
    }

    fn upper_product(&mut self, a: Var, factor: u64, signed: bool) -> Var {
        let (number, low, high) = (self.core(), self.core(), self.core());
        self.number(number, factor as u32);
        self.op4(if signed { Op::Smull } else { Op::Umull }, low, high, a, number);
        high
    }

    fn is_at_least(&mut self, a: Var, number: u64) -> Var {
        let result = self.core();
        self.compare(a, Opnd::Imm(number as u32));
        self.number(result, 0);
        self.number_if(Cond::Hs, result, 1);
        result
    }

    fn negated(&mut self, a: Var) -> Var {
        let result = self.core();
        self.op3(Op::Rsb, result, a, Opnd::Imm(0));
        result
    }
}

impl PairCode for Lower<'_> {
    fn zero(&mut self) -> Var {
        self.load_int(Opnd::Imm(0))
    }

    fn add_pair(&mut self, a: Pair<Var>, b: Operand<Var>) -> Pair<Var> {
        let (low, high) = (self.core(), self.core());
        self.op3(Op::Adds, low, a.0, b.0);
        self.op3(Op::Adc, high, a.1, upper_half(b));
        (low, high)
    }

    fn add_bias(&mut self, a: Pair<Var>, sign: Var, bias: Bias) -> Pair<Var> {
        let (low, high) = (self.core(), self.core());
        let (lower, upper) = match bias {
            Bias::Lower(0) => (Shift::NONE, None),
            Bias::Lower(by) => (Shift::lsr(by), None),
            Bias::Upper(by) => (Shift::NONE, Some(Shift::lsr(by))),
        };
        self.op3_shifted(Op::Adds, low, a.0, sign, lower);
        match upper {
            Some(shift) => self.op3_shifted(Op::Adc, high, a.1, sign, shift),
            None => self.op3(Op::Adc, high, a.1, Opnd::Imm(0)),
        }
        (low, high)
    }

    fn subtract_pair(&mut self, a: Pair<Var>, b: Operand<Var>) -> Pair<Var> {
        let (low, high) = (self.core(), self.core());
        self.op3(Op::Subs, low, a.0, b.0);
        self.op3(Op::Sbc, high, a.1, upper_half(b));
        (low, high)
    }
}

/// An operand's shift by 1 to 31: `op` is a shift.
fn shift_of(op: BinOp, by: u8) -> Shift {
    match op {
        BinOp::Shl => Shift::lsl(by),
        BinOp::LShr => Shift::lsr(by),
        _ => Shift::asr(by),
    }
}

/// The upper half of what is added or subtracted.
fn upper_half(operand: Operand<Var>) -> Opnd {
    operand.1.map_or(Opnd::Imm(0), Opnd::Var)
}
