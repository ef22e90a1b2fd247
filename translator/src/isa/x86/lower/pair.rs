//! 64-bit integers in 32-bit mode: two 32-bit variables, low half first.
//!
//! Addition and subtraction chain the carry; multiplication drops the high cross products; shifts
//! use the double shifts and then move the halves over when the amount is 32 or more (bit 5 of the
//! amount); division calls the helpers. Moves between the halves of a chain do not touch the flags.

use super::super::op::{Cc, Op, Size};
use super::super::regs::gpr;
use super::arith::condition;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, IntCond, Type, Value};
use crate::isa::common::lower::PairOps;
use crate::isa::common::pair_division::write_pair_division;
use crate::lir::Var;

const B4: Size = Size::B4;

impl PairOps for Lower<'_> {
    fn pair_halfwise(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let ops = match op {
            BinOp::Add => (Op::Add, if fault!(X8632CarryLost) { Op::Add } else { Op::Adc }),
            BinOp::Sub => (Op::Sub, Op::Sbb),
            BinOp::And => (Op::And, Op::And),
            BinOp::Or => (Op::Or, Op::Or),
            _ => (Op::Xor, Op::Xor),
        };
        let (low, high) = self.load_pair(lhs);
        let (rhs_low, rhs_high) = self.pair(rhs);
        for (op, half, other) in [(ops.0, low, rhs_low), (ops.1, high, rhs_high)] {
            if other != Opnd::Imm(0) || !matches!(op, Op::Or | Op::Xor) {
                self.op(op, B4, half, other);
            }
        }
        self.define_pair(result, low, high);
    }

    fn pair_multiply(&mut self, result: Value, lhs: Value, rhs: Value) {
        let (lhs_low, lhs_high) = self.pair(lhs);
        let (rhs_low, rhs_high) = self.pair(rhs);
        // The cross products are added up first: one register for their sum, and the two that `mul`
        // prescribes, are enough.
        let crosses = [self.cross_product(lhs_high, rhs_low), self.cross_product(rhs_high, lhs_low)];
        let mut crosses = crosses.into_iter().flatten();
        let sum = crosses.next();
        if let (Some(sum), Some(other)) = (sum, crosses.next()) {
            self.op(Op::Add, B4, sum, if fault!(X8632CrossProduct) { sum } else { other });
        }
        let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
        self.op(Op::Mov, B4, eax, lhs_low);
        let factor = match rhs_low {
            Opnd::Imm(_) => {
                self.op(Op::Mov, B4, edx, rhs_low);
                Opnd::Var(edx)
            }
            operand => operand,
        };
        self.push(Inst::new(Opcode::Real(Op::Mul), B4, factor, Opnd::Var(eax)).with(Opnd::Var(edx)));
        if let Some(sum) = sum {
            self.op(Op::Add, B4, edx, sum);
        }
        self.define_pair(result, eax, edx);
    }

    fn pair_shift(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        let rhs = self.shift_amount(rhs, 64);
        match self.pair(rhs).0 {
            Opnd::Imm(amount) => self.pair_shift_constant(result, op, lhs, amount as u8 & 63),
            amount => self.pair_shift_variable(result, op, lhs, amount),
        }
    }

    fn extend_to_pair(&mut self, result: Value, src: Value, signed: bool) {
        let low = self.extended_word(src, signed);
        let (low_home, high_home) = self.home_pair(result);
        self.op(Op::Mov, B4, low_home, low);
        if !signed {
            self.op(Op::Mov, B4, high_home, Opnd::Imm(0));
        } else {
            self.op(Op::Sar, B4, low, Opnd::Imm(31));
            self.op(Op::Mov, B4, high_home, low);
        }
        debug_assert_eq!(self.func.ty(result), Type::I64);
    }

    fn divide_by_power(&mut self, op: BinOp, lhs: Value, shift: u8, negate: bool) -> (Var, Var) {
        let (low, high) = self.pair(lhs);
        let mut half = |operand| {
            let var = if let Opnd::Var(home) = operand { home } else { self.load_gpr(Size::B4, operand) };
            super::strength::Sized { var, size: Size::B4 }
        };
        let dividend = (half(low), half(high));
        let (low, high) = write_pair_division(op == BinOp::SRem, dividend, shift, negate, self);
        (low.var, high.var)
    }
}

impl Lower<'_> {
    /// The low half of a product, in a temporary; `None` if it is known to be zero.
    fn cross_product(&mut self, left: Opnd, right: Opnd) -> Option<Var> {
        let (source, factor) = if let Opnd::Imm(_) = left { (right, left) } else { (left, right) };
        if let Opnd::Imm(0) = factor {
            return None;
        }
        let temp = self.load_gpr(B4, source);
        match factor {
            Opnd::Imm(1) => {}
            Opnd::Imm(_) => self.push(Inst::new(Opcode::Real(Op::ImulImm), B4, Opnd::Var(temp), Opnd::Var(temp)).with(factor)),
            _ => self.op(Op::Imul, B4, temp, factor),
        }
        Some(temp)
    }

    fn pair_shift_constant(&mut self, result: Value, op: BinOp, lhs: Value, amount: u8) {
        let (low, high) = self.pair(lhs);
        let within = Opnd::Imm(i32::from(amount & 31));
        if amount < 32 {
            let (low, high) = (self.load_gpr(B4, low), self.load_gpr(B4, high));
            if amount != 0 {
                // The double shift first: it needs the bits that the single shift then drops.
                match op {
                    BinOp::Shl => {
                        self.double_shift(Op::Shld, high, low, amount);
                        self.op(Op::Shl, B4, low, within);
                    }
                    _ => {
                        self.double_shift(Op::Shrd, low, high, amount);
                        self.op(if op == BinOp::LShr { Op::Shr } else { Op::Sar }, B4, high, within);
                    }
                }
            }
            return self.define_pair(result, low, high);
        }
        // One half is all that is left.
        let half = if op == BinOp::Shl { low } else { high };
        let (half, other) = (self.load_gpr(B4, half), self.gpr());
        match op {
            BinOp::Shl | BinOp::LShr => {
                if within != Opnd::Imm(0) {
                    self.op(if op == BinOp::Shl { Op::Shl } else { Op::Shr }, B4, half, within);
                }
                self.op(Op::Mov, B4, other, Opnd::Imm(0));
            }
            _ => {
                self.op(Op::Mov, B4, other, half);
                self.op(Op::Sar, B4, other, within);
                self.op(Op::Sar, B4, half, Opnd::Imm(31));
            }
        }
        match op {
            BinOp::LShr => self.define_pair(result, half, other),
            _ => self.define_pair(result, other, half),
        }
    }

    fn double_shift(&mut self, op: Op, dst: Var, src: Var, amount: u8) {
        self.push(Inst::new(Opcode::Real(op), B4, Opnd::Var(dst), Opnd::Var(src)).control(amount));
    }

    /// The hardware takes amounts modulo 32; bit 5 then decides whether the halves move over.
    fn pair_shift_variable(&mut self, result: Value, op: BinOp, lhs: Value, amount: Opnd) {
        let (low, high) = self.load_pair(lhs);
        let ecx = self.fixed(gpr::ECX);
        self.op(Op::Mov, B4, ecx, amount);
        let by_ecx = |lower: &mut Self, op, dst, src| {
            lower.push(Inst::new(Opcode::Real(op), B4, Opnd::Var(dst), Opnd::Var(src)).with(Opnd::Var(ecx)));
        };
        // (half that keeps a sum of both, half that only shifts, what the latter becomes beyond 32)
        let (mixed, single) = if op == BinOp::Shl { (high, low) } else { (low, high) };
        match op {
            BinOp::Shl => {
                by_ecx(self, Op::Shld, mixed, single);
                self.op(Op::Shl, B4, single, ecx);
            }
            BinOp::LShr => {
                by_ecx(self, Op::Shrd, mixed, single);
                self.op(Op::Shr, B4, single, ecx);
            }
            _ => {
                by_ecx(self, Op::Shrd, mixed, single);
                self.op(Op::Sar, B4, single, ecx);
            }
        }
        let done = self.code.make_label();
        self.op(Op::Test, B4, ecx, Opnd::Imm(32));
        self.jump_if(Cc::E, done);
        self.op(Op::Mov, B4, mixed, single);
        if op == BinOp::AShr && !fault!(X8632ShiftSign) {
            self.op(Op::Sar, B4, single, Opnd::Imm(31));
        } else {
            self.op(Op::Mov, B4, single, Opnd::Imm(0));
        }
        self.bind(done);
        self.define_pair(result, low, high);
    }

    /// Sets the flags for a comparison of pairs; returns the condition code that then holds.
    ///
    /// Equality ors the differences of the halves. The ordered predicates subtract with borrow:
    /// after `cmp low; sbb high` the flags of the 64-bit subtraction are right for below and less,
    /// and their opposites; the others swap the operands.
    pub(super) fn pair_compare(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> Cc {
        if let Some((value, mask)) = self.folded_mask(lhs) {
            self.test_half(value, mask);
            return condition(cond);
        }
        match cond {
            IntCond::Eq | IntCond::Ne => {
                let (lhs_low, lhs_high) = self.pair(lhs);
                let (rhs_low, rhs_high) = self.pair(rhs);
                if let (Opnd::Var(home), Opnd::Imm(0), Opnd::Imm(0)) = (lhs_low, lhs_high, rhs_high) {
                    // One of two may be in memory, and only one.
                    let is_constant = matches!(rhs_low, Opnd::Imm(_));
                    let left = if is_constant { home } else { self.load_gpr(B4, lhs_low) };
                    self.op_any(Op::Cmp, B4, Opnd::Var(left), rhs_low);
                    return condition(cond);
                }
                let low = self.load_gpr(B4, lhs_low);
                if rhs_low != Opnd::Imm(0) {
                    self.op(Op::Xor, B4, low, rhs_low);
                }
                let mut high = lhs_high;
                if rhs_high != Opnd::Imm(0) {
                    let difference = self.load_gpr(B4, lhs_high);
                    self.op(Op::Xor, B4, difference, rhs_high);
                    high = Opnd::Var(difference);
                }
                self.op(Op::Or, B4, low, high);
                condition(cond)
            }
            IntCond::Ugt | IntCond::Ule | IntCond::Sgt | IntCond::Sle => self.pair_compare(cond.swap_operands(), rhs, lhs),
            _ => {
                let (lhs_low, lhs_high) = self.pair(lhs);
                let (rhs_low, rhs_high) = self.pair(rhs);
                match (lhs_low, rhs_low) {
                    // One of two may be in memory, and only one.
                    (Opnd::Var(home), Opnd::Imm(_)) if self.for_allocation => self.op(Op::Cmp, B4, home, rhs_low),
                    _ => {
                        let low = self.load_gpr(B4, lhs_low);
                        self.op(Op::Cmp, B4, low, rhs_low);
                    }
                }
                let high = self.load_gpr(B4, lhs_high);
                self.op(if fault!(X8632CompareBorrow) { Op::Cmp } else { Op::Sbb }, B4, high, rhs_high);
                condition(cond)
            }
        }
    }

    /// Asks for bits of one half of a pair; the mask has none in the other.
    fn test_half(&mut self, value: Value, mask: Value) {
        let (low, high) = self.pair(value);
        let (half, bits) = match self.pair(mask) {
            (Opnd::Imm(0), bits) if !fault!(X8632TestHalf) => (high, bits),
            (bits, _) => (low, bits),
        };
        let half = if matches!(half, Opnd::Imm(_)) { Opnd::Var(self.load_gpr(B4, half)) } else { half };
        self.op_any(Op::Test, B4, half, bits);
    }

    /// The condition first, then one half after the other: moves leave the flags alone, and two
    /// registers are enough.
    pub(super) fn pair_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        let (on_true, on_false) = if self.is_conjunction(cond) { (on_false, on_true) } else { (on_true, on_false) };
        let decision = self.decision(cond);
        let ((true_low, true_high), (false_low, false_high)) = (self.pair(on_true), self.pair(on_false));
        let (low_home, high_home) = self.home_pair(result);
        let mut last = None;
        for (home, on_true, on_false) in [(low_home, true_low, false_low), (high_home, true_high, false_high)] {
            let half = self.load_gpr(B4, on_false);
            // Both halves of zero are one number.
            let source = match last {
                Some((constant, source)) if constant == on_true && self.for_allocation => source,
                _ => self.cmov_source(B4, on_true),
            };
            last = matches!(on_true, Opnd::Imm(_)).then_some((on_true, source));
            for cc in self.alternatives(decision) {
                self.move_if(cc, B4, half, source);
            }
            self.op(Op::Mov, B4, home, half);
        }
    }
}
