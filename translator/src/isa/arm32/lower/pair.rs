//! 64-bit integers: two 32-bit variables, low half first.
//!
//! Addition and subtraction chain the carry; multiplication drops the high cross products; division
//! calls the helpers. A shift by a register takes the low byte of the amount, and gives zero (or
//! signs) from 32 on: so parts that an amount does not call for vanish by themselves. Halves are not changed in
//! place: a copy of what is read elsewhere, too, would have to be.

use super::super::encode::modified_immediate;
use super::super::op::{Cond, Op, Shift};
use super::arith::{condition, constant_shift_op, shift_op};
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, IntCond, Value};
use crate::isa::common::lower::PairOps;
use crate::isa::common::pair_division::write_pair_division;
use crate::lir::Var;

impl PairOps for Lower<'_> {
    fn pair_halfwise(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        if let Some((low, high)) = self.pair_with_shift(op, lhs, rhs) {
            return self.define_pair(result, low, high);
        }
        let ops = match op {
            BinOp::Add => (Op::Adds, Op::Adc),
            BinOp::Sub => (Op::Subs, Op::Sbc),
            BinOp::And => (Op::And, Op::And),
            BinOp::Or => (Op::Orr, Op::Orr),
            _ => (Op::Eor, Op::Eor),
        };
        if op == BinOp::Sub
            && let Some((low, high)) = self.subtracted_from_number(lhs, rhs)
        {
            return self.define_pair(result, low, high);
        }
        let (low, high) = self.load_pair(lhs);
        let (rhs_low, rhs_high) = self.pair(rhs);
        // Where both halves of a number are the same, one register has them.
        let is_twice = rhs_low == rhs_high;
        let rhs_low = self.flexible_half(ops.0, rhs_low);
        let low = self.half(ops.0, low, rhs_low);
        let rhs_high = if is_twice { rhs_low } else { self.flexible_half(ops.1, rhs_high) };
        let high = self.half(ops.1, high, rhs_high);
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
        let (low, high) = match self.pair(rhs).0 {
            Opnd::Imm(amount) => self.pair_shift_constant(op, lhs, amount & 63),
            amount => {
                let (low, high) = self.load_pair(lhs);
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
    /// One half of an operation on pairs.
    fn half(&mut self, op: Op, half: Var, other: Opnd) -> Var {
        match (op, other) {
            (Op::Orr | Op::Eor, Opnd::Imm(0)) | (Op::And, Opnd::Imm(u32::MAX)) => return half,
            _ => {}
        }
        let temp = self.core();
        match (op, other) {
            (Op::And, Opnd::Imm(0xffff)) => self.op2(Op::Uxth, temp, half),
            (Op::And, Opnd::Imm(0)) => self.number(temp, 0),
            _ => self.op3(op, temp, half, other),
        }
        temp
    }

    /// The second operand of one: a number that the instruction contains, or a register.
    fn flexible_half(&mut self, op: Op, other: Opnd) -> Opnd {
        match (op, other) {
            (Op::And, Opnd::Imm(0xffff | u32::MAX)) => other,
            _ => self.flexible(other),
        }
    }

    fn pair_shift_constant(&mut self, op: BinOp, lhs: Value, amount: u32) -> (Var, Var) {
        let is_left = op == BinOp::Shl;
        let (low, high) = self.pair(lhs);
        // The half that bits come out of, and the one that they go into.
        let (source, target) = if is_left { (low, high) } else { (high, low) };
        let (source, is_alone) = (self.load_int(source), target == Opnd::Imm(0));
        if amount == 0 {
            let target = self.load_int(target);
            return in_order(is_left, source, target);
        }
        if amount >= 32 {
            let target = if amount == 32 { source } else { self.shifted(op, source, amount - 32) };
            let emptied = self.core();
            match op {
                BinOp::AShr => self.op3(Op::AsrImm, emptied, source, Opnd::Imm(31)),
                _ => self.number(emptied, 0),
            }
            return in_order(is_left, emptied, target);
        }
        let across = 32 - amount - u32::from(fault!(Arm32ShiftCrossing, amount < 31));
        let target = if is_alone {
            self.shifted(if is_left { BinOp::LShr } else { BinOp::Shl }, source, across)
        } else {
            let target = self.load_int(target);
            let (kept, joined) = (self.shifted(if is_left { op } else { BinOp::LShr }, target, amount), self.core());
            let crossing = if is_left { Shift::lsr(across as u8) } else { Shift::lsl(across as u8) };
            self.op3_shifted(Op::Orr, joined, kept, source, crossing);
            joined
        };
        let source = self.shifted(op, source, amount);
        in_order(is_left, source, target)
    }

    /// A word shifted by 1 to 31, in a new variable.
    fn shifted(&mut self, op: BinOp, word: Var, amount: u32) -> Var {
        let result = self.core();
        self.op3(constant_shift_op(op), result, word, Opnd::Imm(amount));
        result
    }

    fn pair_shift_variable(&mut self, op: BinOp, low: Var, high: Var, amount: Var) -> (Var, Var) {
        let is_left = op == BinOp::Shl;
        let (source, target) = if is_left { (low, high) } else { (high, low) };
        let (within, crossing) = if is_left { (Op::Lsl, Op::OrrLsr) } else { (Op::Lsr, Op::OrrLsl) };
        // target << n | source >> 32 - n, or source << n - 32 from 32 on; and the other way round.
        let (distance, beyond) = (self.core(), self.core());
        let (kept, joined, emptied) = (self.core(), self.core(), self.core());
        self.op3(Op::Rsb, distance, amount, Opnd::Imm(32));
        self.op3(within, kept, target, amount);
        self.op4(crossing, joined, kept, source, distance);
        self.op3(if fault!(Arm32ShiftSign, op == BinOp::AShr) { Op::Sub } else { Op::Subs }, beyond, amount, Opnd::Imm(32));
        let far = Inst::new(Opcode::Real(shift_op(op)), Opnd::Var(joined), Opnd::Var(source));
        if !fault!(Arm32PairShiftFar, op != BinOp::AShr) {
            self.push(far.third(Opnd::Var(beyond)).when(Cond::Pl));
        }
        self.op3(shift_op(op), emptied, source, amount);
        in_order(is_left, emptied, joined)
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
        let ((low, high), (rhs_low, rhs_high)) = (self.pair(lhs), self.pair(rhs));
        if let Some(answer) = self.compare_short_pair(cond, (low, high), (rhs_low, rhs_high)) {
            return answer;
        }
        let (low, high) = (self.load_int(low), self.load_int(high));
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

    /// A comparison that one instruction decides: of the low halves, if the high ones are zero; with zero, by what both have, or by
    /// the sign.
    fn compare_short_pair(&mut self, cond: IntCond, (low, high): (Opnd, Opnd), rhs: (Opnd, Opnd)) -> Option<Cond> {
        const ZERO: Opnd = Opnd::Imm(0);
        match cond {
            _ if high == ZERO && rhs.1 == ZERO => {
                let (low, rhs_low) = (self.load_int(low), self.flexible(rhs.0));
                self.op2(Op::Cmp, low, rhs_low);
                // Neither is negative, whatever the low halves' upper bits are.
                return Some(match cond {
                    IntCond::Slt if !fault!(Arm32ShortCompareSigned) => Cond::Lo,
                    IntCond::Sge => Cond::Hs,
                    _ => condition(cond),
                });
            }
            IntCond::Eq | IntCond::Ne if rhs == (ZERO, ZERO) => {
                let (low, high, both) = (self.load_int(low), self.load_int(high), self.core());
                self.op3(Op::Orrs, both, low, high);
            }
            IntCond::Slt | IntCond::Sge if rhs == (ZERO, ZERO) => {
                let high = self.load_int(high);
                self.op2(Op::Cmp, high, ZERO);
            }
            _ => return None,
        }
        Some(condition(cond))
    }

    /// `lhs - rhs` where `lhs` is a number that instructions can contain.
    fn subtracted_from_number(&mut self, lhs: Value, rhs: Value) -> Option<(Var, Var)> {
        let (Opnd::Imm(low), Opnd::Imm(high)) = self.pair(lhs) else { return None };
        if modified_immediate(low).is_none() || modified_immediate(high).is_none() {
            return None;
        }
        let (rhs_low, rhs_high) = self.load_pair(rhs);
        let (low_result, high_result) = (self.core(), self.core());
        self.op3(Op::Rsbs, low_result, rhs_low, Opnd::Imm(low));
        self.op3(if fault!(Arm32BorrowLost) { Op::Rsb } else { Op::Rsc }, high_result, rhs_high, Opnd::Imm(high));
        Some((low_result, high_result))
    }

    pub(super) fn pair_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        // Pairs may be compared for it: what is chosen from is read behind that, when their registers are free, and leaves the flags alone.
        let holds = self.test_bit(cond);
        let (low, high) = self.load_pair(on_false);
        let (true_low, true_high) = self.pair(on_true);
        let (true_low, true_high) = (self.short_or_register(true_low), self.short_or_register(true_high));
        for (half, chosen) in [(low, true_low), (high, true_high)] {
            match chosen {
                Opnd::Imm(number) => self.number_if(holds, half, number),
                chosen => self.push(Inst::new(Opcode::Move, Opnd::Var(half), chosen).when(holds)),
            }
        }
        self.define_pair(result, low, high);
    }

    /// An operand, in a register unless it is a number that one instruction makes.
    fn short_or_register(&mut self, operand: Opnd) -> Opnd {
        match operand {
            Opnd::Imm(number) if modified_immediate(number).is_some() || modified_immediate(!number).is_some() => operand,
            operand => Opnd::Var(self.load_int(operand)),
        }
    }
}

/// The halves that a shift makes of the one that bits come out of and the one that they go into, low half first.
fn in_order(is_left: bool, source: Var, target: Var) -> (Var, Var) {
    if is_left { (source, target) } else { (target, source) }
}
