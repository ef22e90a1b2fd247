//! 64-bit integers: two 32-bit variables, low half first.
//!
//! Addition and subtraction chain the carry; multiplication drops the high cross products; division
//! calls the helpers. A shift by a register takes the low byte of the amount, and gives zero (or
//! signs) from 32 on: so parts that an amount does not call for vanish by themselves.

use super::super::op::{Cond, Op, Shift};
use super::arith::{condition, shift_op};
use super::{Inst, Int, Lower, Opcode, Opnd, next_var};
use crate::ice::{BinOp, IntCond, Value};
use crate::lir::Var;
use crate::target::common::helpers;

impl Lower<'_> {
    /// The halves in register temporaries.
    pub(super) fn load_pair(&mut self, value: Value) -> (Var, Var) {
        let (low, high) = self.pair(value);
        (self.load_int(low), self.load_int(high))
    }

    pub(super) fn define_pair(&mut self, result: Value, low: Var, high: Var) {
        let home = self.home(result);
        self.mov(home, low);
        self.mov(next_var(home), high);
    }

    pub(super) fn pair_binary(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        if matches!(op, BinOp::SDiv | BinOp::SRem)
            && let Some((low, high)) = self.cheap_pair_division(op, lhs, rhs)
        {
            return self.define_pair(result, low, high);
        }
        match op {
            BinOp::Add => self.pair_halfwise(result, (Op::Adds, Op::Adc), lhs, rhs),
            BinOp::Sub => self.pair_halfwise(result, (Op::Subs, Op::Sbc), lhs, rhs),
            BinOp::And => self.pair_halfwise(result, (Op::And, Op::And), lhs, rhs),
            BinOp::Or => self.pair_halfwise(result, (Op::Orr, Op::Orr), lhs, rhs),
            BinOp::Xor => self.pair_halfwise(result, (Op::Eor, Op::Eor), lhs, rhs),
            BinOp::Mul => self.pair_multiply(result, lhs, rhs),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.pair_shift(result, op, lhs, rhs),
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => self.pair_divide(result, op, lhs, rhs),
            _ => unreachable!("{op} is not an integer operator"),
        }
    }

    /// Low half with the first operation, then high half with the second, which may use the carry
    /// of the first.
    fn pair_halfwise(&mut self, result: Value, ops: (Op, Op), lhs: Value, rhs: Value) {
        let (low, high) = self.load_pair(lhs);
        let (rhs_low, rhs_high) = self.pair(rhs);
        let (rhs_low, rhs_high) = (self.flexible(rhs_low), self.flexible(rhs_high));
        let halves = (self.core(), self.core());
        self.op3(ops.0, halves.0, low, rhs_low);
        self.op3(ops.1, halves.1, high, rhs_high);
        self.define_pair(result, halves.0, halves.1);
    }

    /// `(ah·2³² + al)(bh·2³² + bl) = al·bl + 2³²(ah·bl + al·bh)` modulo 2⁶⁴.
    fn pair_multiply(&mut self, result: Value, lhs: Value, rhs: Value) {
        let (lhs_low, lhs_high) = self.load_pair(lhs);
        let (rhs_low, rhs_high) = self.load_pair(rhs);
        let (low, high) = (self.core(), self.core());
        self.op4(Op::Umull, low, high, lhs_low, rhs_low);
        self.op4(Op::Mla, high, lhs_high, rhs_low, high);
        self.op4(Op::Mla, high, lhs_low, if fault!(Arm32CrossProduct) { rhs_low } else { rhs_high }, high);
        self.define_pair(result, low, high);
    }

    /// The platform's helpers do not trap on zero; ours do, but the link may take the platform's.
    fn pair_divide(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        if self.func.int_const(rhs).is_none_or(|divisor| divisor == 0) {
            let (low, high) = self.load_pair(rhs);
            self.op3(Op::Orr, low, low, high);
            self.trap_if_zero(low);
        }
        self.helper_call(helpers::divide(op, true), &[lhs, rhs], Some(result));
    }

    fn pair_shift(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let (low, high) = self.load_pair(lhs);
        let (low, high) = match self.pair(rhs).0 {
            Int::Number(amount) => self.pair_shift_constant(op, low, high, amount & 63),
            amount => {
                let amount = self.load_int(amount);
                self.pair_shift_variable(op, low, high, amount)
            }
        };
        self.define_pair(result, low, high);
    }

    fn pair_shift_constant(&mut self, op: BinOp, low: Var, high: Var, amount: u32) -> (Var, Var) {
        // The half that bits come out of, and the one that they go into.
        let (source, target) = if op == BinOp::Shl { (low, high) } else { (high, low) };
        if amount == 0 {
            return (low, high);
        }
        if amount < 32 {
            let across = 32 - amount as u8 - u8::from(fault!(Arm32ShiftCrossing, amount < 31));
            let crossing = if op == BinOp::Shl { Shift::lsr(across) } else { Shift::lsl(across) };
            self.shift_constant(if op == BinOp::Shl { op } else { BinOp::LShr }, target, amount);
            self.op3_shifted(Op::Orr, target, target, source, crossing);
            self.shift_constant(op, source, amount);
        } else {
            self.mov(target, source);
            self.shift_constant(op, target, amount - 32);
            match op {
                BinOp::AShr => self.op3(Op::AsrImm, source, source, Opnd::Imm(31)),
                _ => self.number(source, 0),
            }
        }
        (low, high)
    }

    fn pair_shift_variable(&mut self, op: BinOp, low: Var, high: Var, amount: Var) -> (Var, Var) {
        let (source, target) = if op == BinOp::Shl { (low, high) } else { (high, low) };
        let (within, crossing) = if op == BinOp::Shl { (Op::Lsl, Op::Lsr) } else { (Op::Lsr, Op::Lsl) };
        // target = target << n | source >> 32 - n | source << n - 32, and the other way round.
        let (part, distance) = (self.core(), self.core());
        self.op3(Op::Rsb, distance, amount, Opnd::Imm(32));
        self.op3(within, target, target, amount);
        self.op3(crossing, part, source, distance);
        self.op3(Op::Orr, target, target, part);
        self.op3(if fault!(Arm32ShiftSign, op == BinOp::AShr) { Op::Sub } else { Op::Subs }, distance, amount, Opnd::Imm(32));
        if op == BinOp::AShr {
            // Signs would not vanish: they count from 32 on alone.
            let signs = Inst::new(Opcode::Real(Op::Asr), Opnd::Var(target), Opnd::Var(source));
            self.push(signs.third(Opnd::Var(distance)).when(Cond::Pl));
        } else {
            self.op3(within, part, source, distance);
            self.op3(Op::Orr, target, target, part);
        }
        self.op3(shift_op(op), source, source, amount);
        (low, high)
    }

    /// Sets the flags for a comparison of pairs; returns the condition that then holds.
    ///
    /// Where the order is unsigned, the low halves decide if the high ones are equal. Where it is
    /// signed, the flags of the 64-bit subtraction are right for less and its opposite; the others
    /// swap the operands.
    pub(super) fn pair_compare(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> Cond {
        if matches!(cond, IntCond::Sgt | IntCond::Sle) {
            return self.pair_compare(cond.swap_operands(), rhs, lhs);
        }
        let (low, high) = self.load_pair(lhs);
        let (rhs_low, rhs_high) = self.pair(rhs);
        let (rhs_low, rhs_high) = (self.flexible(rhs_low), self.flexible(rhs_high));
        if cond.is_signed() {
            let difference = self.core();
            self.op2(Op::Cmp, low, rhs_low);
            self.op3(Op::Sbcs, difference, high, rhs_high);
        } else {
            self.op2(Op::Cmp, high, rhs_high);
            self.push(Inst::new(Opcode::Real(Op::Cmp), Opnd::Var(low), rhs_low).when(if fault!(Arm32PairCompare) {
                Cond::Al
            } else {
                Cond::Eq
            }));
        }
        condition(cond)
    }

    pub(super) fn pair_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        let (low, high) = self.load_pair(on_false);
        let (true_low, true_high) = self.load_pair(on_true);
        let holds = self.test_bit(cond);
        self.move_if(holds, low, true_low);
        self.move_if(holds, high, true_high);
        self.define_pair(result, low, high);
    }

    /// Widens an integer to a pair.
    pub(super) fn extend_to_pair(&mut self, result: Value, src: Value, signed: bool) {
        let low = self.extended_core(src, signed);
        let high = self.core();
        if signed {
            self.op3(Op::AsrImm, high, low, Opnd::Imm(31));
        } else {
            self.number(high, 0);
        }
        self.define_pair(result, low, high);
    }
}
