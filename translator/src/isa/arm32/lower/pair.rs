//! 64-bit integers: two 32-bit variables, low half first.
//!
//! Addition and subtraction chain the carry; multiplication drops the high cross products; division
//! calls the helpers. A shift by a register takes the low byte of the amount, and gives zero (or
//! signs) from 32 on: so parts that an amount does not call for vanish by themselves.

use super::super::op::{Cond, Op, Shift};
use super::arith::{condition, shift_op};
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, IntCond, Value};
use crate::isa::common::lower::PairOps;
use crate::isa::common::pair_division::write_pair_division;
use crate::lir::Var;

impl PairOps for Lower<'_> {
    fn pair_halfwise(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let ops = match op {
            BinOp::Add => (Op::Adds, Op::Adc),
            BinOp::Sub => (Op::Subs, Op::Sbc),
            BinOp::And => (Op::And, Op::And),
            BinOp::Or => (Op::Orr, Op::Orr),
            _ => (Op::Eor, Op::Eor),
        };
        let (low, high) = self.load_pair(lhs);
        let (rhs_low, rhs_high) = self.pair(rhs);
        let mut half = |op: Op, half: Var, other: Opnd| {
            if other == Opnd::Imm(0) && matches!(op, Op::Orr | Op::Eor) {
                return half;
            }
            let (other, temp) = (self.flexible(other), self.core());
            self.op3(op, temp, half, other);
            temp
        };
        let (low, high) = (half(ops.0, low, rhs_low), half(ops.1, high, rhs_high));
        self.define_pair(result, low, high);
    }

    fn pair_multiply(&mut self, result: Value, lhs: Value, rhs: Value) {
        let (lhs_low, lhs_high) = self.load_pair(lhs);
        let is_known_zero = |(_, high): (Opnd, Opnd)| high == Opnd::Imm(0);
        let (is_lhs_short, is_rhs_short) = (is_known_zero(self.pair(lhs)), is_known_zero(self.pair(rhs)));
        let (rhs_low, rhs_high) = self.load_pair(rhs);
        let (low, high) = (self.core(), self.core());
        self.op4(Op::Umull, low, high, lhs_low, rhs_low);
        if !is_lhs_short {
            self.op4(Op::Mla, high, lhs_high, rhs_low, high);
        }
        if !is_rhs_short {
            self.op4(Op::Mla, high, lhs_low, if fault!(Arm32CrossProduct) { rhs_low } else { rhs_high }, high);
        }
        self.define_pair(result, low, high);
    }

    fn pair_shift(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let (low, high) = self.load_pair(lhs);
        let (low, high) = match self.pair(rhs).0 {
            Opnd::Imm(amount) => self.pair_shift_constant(op, low, high, amount & 63),
            amount => {
                let amount = self.load_int(amount);
                self.pair_shift_variable(op, low, high, amount)
            }
        };
        self.define_pair(result, low, high);
    }

    fn extend_to_pair(&mut self, result: Value, src: Value, signed: bool) {
        let low = self.extended_word(src, signed);
        let high = self.core();
        if signed {
            self.op3(Op::AsrImm, high, low, Opnd::Imm(31));
        } else {
            self.number(high, 0);
        }
        self.define_pair(result, low, high);
    }

    fn divide_by_power(&mut self, op: BinOp, lhs: Value, shift: u8, negate: bool) -> (Var, Var) {
        let dividend = self.load_pair(lhs);
        write_pair_division(op == BinOp::SRem, dividend, shift, negate, self)
    }

    /// The platform's helpers do not trap on zero; ours do, but the link may take the platform's.
    fn check_divisor(&mut self, divisor: Value) {
        if self.func.int_const(divisor).is_none_or(|divisor| divisor == 0) {
            let (low, high) = self.load_pair(divisor);
            self.op3(Op::Orr, low, low, high);
            self.trap_if_zero(low);
        }
    }
}

impl Lower<'_> {
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
}
