//! 64-bit integers: two 32-bit variables, low half first.
//!
//! There is no carry flag: the carry of a sum is whether it is less than an operand. Multiplication
//! drops the high cross products; shifts combine the halves and then move them over when bit 5 of
//! the amount is set; division calls the helpers.

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{BinOp, IntCond, Value};
use crate::isa::common::lower::PairOps;
use crate::isa::common::pair_division::write_pair_division;
use crate::lir::Var;

impl PairOps for Lower<'_> {
    fn pair_halfwise(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let (low, high) = self.load_pair(lhs);
        let rhs = self.read_pair(rhs);
        let (low, high) = self.pair_simple(op, (low, high), rhs);
        self.define_pair(result, low, high);
    }

    /// `(ah·2³² + al)(bh·2³² + bl) = al·bl + 2³²(ah·bl + al·bh)` modulo 2⁶⁴.
    fn pair_multiply(&mut self, result: Value, lhs: Value, rhs: Value) {
        let (low, high) = self.read_pair(lhs);
        let (rhs_low, rhs_high) = self.read_pair(rhs);
        // The single products first: they overwrite HI and LO.
        let cross = self.new_op(Op::Mul, high, rhs_low);
        let other = self.new_op(Op::Mul, low, rhs_high);
        self.op(Op::Addu, cross, cross, other);
        self.effect_op(Op::Multu, low, rhs_low);
        let product = self.new_op(Op::Mflo, Opnd::None, Opnd::None);
        let upper = self.new_op(Op::Mfhi, Opnd::None, Opnd::None);
        self.op(Op::Addu, upper, upper, cross);
        self.define_pair(result, product, upper);
    }

    fn pair_shift(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let (low, high) = self.load_pair(lhs);
        let rhs = self.shift_amount(rhs, 64);
        let (low, high) = match self.pair(rhs).0 {
            Opnd::Imm(amount) => self.pair_shift_constant(op, (low, high), amount & 63),
            amount => {
                let amount = self.load_gpr(amount);
                self.pair_shift_variable(op, (low, high), amount)
            }
        };
        self.define_pair(result, low, high);
    }

    fn extend_to_pair(&mut self, result: Value, src: Value, signed: bool) {
        let low = self.extended_word(src, signed);
        let (low_home, high_home) = self.home_pair(result);
        self.move_operand(low_home, low);
        if signed {
            let signs = self.new_op(Op::Sra, low, Opnd::Imm(31));
            self.move_operand(high_home, signs);
        } else {
            self.move_operand(high_home, Opnd::Imm(0));
        }
    }

    fn divide_by_power(&mut self, op: BinOp, lhs: Value, shift: u8, negate: bool) -> (Var, Var) {
        let dividend = self.load_pair(lhs);
        write_pair_division(op == BinOp::SRem, dividend, shift, negate, self)
    }
}

impl Lower<'_> {
    /// The halves as register operands that are only read.
    fn read_pair(&mut self, value: Value) -> (Opnd, Opnd) {
        let (low, high) = self.pair(value);
        (self.register(low), self.register(high))
    }

    /// `left op right` for addition, subtraction and the logical operators; `right` in registers.
    pub(super) fn pair_simple(&mut self, op: BinOp, (low, high): (Var, Var), right: (Opnd, Opnd)) -> (Var, Var) {
        match op {
            BinOp::Add => {
                let sum = self.new_op(Op::Addu, low, right.0);
                let carry = self.new_op(Op::Sltu, sum, right.0);
                let upper = self.new_op(Op::Addu, high, right.1);
                (sum, if fault!(Mips32CarryLost) { upper } else { self.new_op(Op::Addu, upper, carry) })
            }
            BinOp::Sub => {
                let borrow = self.new_op(Op::Sltu, low, right.0);
                let difference = self.new_op(Op::Subu, low, right.0);
                let upper = self.new_op(Op::Subu, high, right.1);
                (difference, self.new_op(Op::Subu, upper, borrow))
            }
            _ => {
                let op = match op {
                    BinOp::And => Op::And,
                    BinOp::Or => Op::Or,
                    _ => Op::Xor,
                };
                (self.new_op(op, low, right.0), self.new_op(op, high, right.1))
            }
        }
    }

    /// Shifts by a constant. What is shifted is only read: its variables may be read again.
    fn pair_shift_constant(&mut self, op: BinOp, (low, high): (Var, Var), amount: i32) -> (Var, Var) {
        let (within, rest) = (Opnd::Imm(amount & 31), Opnd::Imm(32 - (amount & 31)));
        let zero = |lower: &mut Self| lower.load_gpr(Opnd::Imm(0));
        match (op, amount) {
            (_, 0) => (low, high),
            (BinOp::Shl, 1..32) => {
                let crossing = self.new_op(Op::Srl, low, rest);
                let upper = self.new_op(Op::Sll, high, within);
                self.op(Op::Or, upper, upper, crossing);
                (self.new_op(Op::Sll, low, within), upper)
            }
            (_, 1..32) => {
                let crossing = self.new_op(Op::Sll, high, rest);
                let lower = self.new_op(Op::Srl, low, within);
                self.op(Op::Or, lower, lower, crossing);
                (lower, self.new_op(if op == BinOp::LShr { Op::Srl } else { Op::Sra }, high, within))
            }
            (BinOp::Shl, _) => (zero(self), self.new_op(Op::Sll, low, within)),
            (BinOp::LShr, _) => (self.new_op(Op::Srl, high, within), zero(self)),
            _ => (self.new_op(Op::Sra, high, within), self.new_op(Op::Sra, high, Opnd::Imm(31))),
        }
    }

    /// What crosses from one half to the other is shifted by 1 and then by 31 - amount, so that an
    /// amount of 0 moves nothing.
    fn pair_shift_variable(&mut self, op: BinOp, (low, high): (Var, Var), amount: Var) -> (Var, Var) {
        let complement = self.new_op(Op::Nor, amount, Opnd::Imm(0));
        let beyond = self.new_op(Op::Andi, amount, Opnd::Imm(32));
        if op == BinOp::Shl {
            let crossing = self.new_op(Op::Srl, low, Opnd::Imm(1));
            self.op(Op::Srlv, crossing, crossing, complement);
            let upper = self.new_op(Op::Sllv, high, amount);
            self.op(Op::Or, upper, upper, crossing);
            let lower = self.new_op(Op::Sllv, low, amount);
            self.op(Op::Movn, upper, lower, beyond);
            self.op(Op::Movn, lower, if fault!(Mips32ShiftBeyond) { Opnd::Var(lower) } else { Opnd::Imm(0) }, beyond);
            return (lower, upper);
        }
        let crossing = self.new_op(Op::Sll, high, Opnd::Imm(1));
        self.op(Op::Sllv, crossing, crossing, complement);
        let lower = self.new_op(Op::Srlv, low, amount);
        self.op(Op::Or, lower, lower, crossing);
        let upper = self.new_op(if op == BinOp::LShr { Op::Srlv } else { Op::Srav }, high, amount);
        self.op(Op::Movn, lower, upper, beyond);
        if op == BinOp::LShr {
            self.op(Op::Movn, upper, Opnd::Imm(0), beyond);
        } else {
            let signs = self.new_op(Op::Sra, upper, Opnd::Imm(31));
            self.op(Op::Movn, upper, signs, beyond);
        }
        (lower, upper)
    }

    /// A temporary that is 1 if a predicate holds for two pairs, 0 if not.
    ///
    /// The high halves decide unless they are equal; then the low halves do, unsigned.
    pub(super) fn pair_compare(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> Var {
        let (left, right) = (self.read_pair(lhs), self.read_pair(rhs));
        let (left, right, negated) = match cond {
            IntCond::Eq | IntCond::Ne => {
                let low = self.new_op(Op::Xor, left.0, right.0);
                let high = self.new_op(Op::Xor, left.1, right.1);
                self.op(Op::Or, low, low, high);
                return self.word_compare(cond, low.into(), Opnd::Imm(0));
            }
            IntCond::Slt | IntCond::Ult => (left, right, false),
            IntCond::Sgt | IntCond::Ugt => (right, left, false),
            IntCond::Sge | IntCond::Uge => (left, right, true),
            IntCond::Sle | IntCond::Ule => (right, left, true),
        };
        let high = self.new_op(if cond.is_signed() { Op::Slt } else { Op::Sltu }, left.1, right.1);
        let unequal = self.new_op(Op::Xor, left.1, right.1);
        let truth = self.new_op(Op::Sltu, left.0, right.0);
        self.op(Op::Movn, truth, if fault!(Mips32PairCompare) { truth } else { high }, unequal);
        if negated {
            self.op(Op::Xori, truth, truth, Opnd::Imm(1));
        }
        truth
    }
}
