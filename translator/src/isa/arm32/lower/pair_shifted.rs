//! 64-bit operands that are shifts by constants: the operations on halves shift them.
//!
//! In: `a op (x << n)`, where nobody else reads the shift. Out: each half of `a` with the parts of `x` that fall into
//! it. What falls into one half from two does not overlap, so that one part after the other can be joined, and added,
//! too, if that carries nothing from half to half: a right shift's parts meet in the low half, whose carry is read.

use super::super::op::{Op, Shift};
use super::{Lower, Opnd};
use crate::ice::{BinOp, Value};
use crate::lir::Var;
use crate::options::Pass;

/// A shift of a pair by a constant, for one user.
#[derive(Copy, Clone, Debug)]
struct PairShift {
    op: BinOp,
    /// The half that bits come out of, and the one that they go into; `None` if it is zero.
    source: Var,
    target: Option<Var>,
    amount: u8,
}

impl PairShift {
    fn is_left(self) -> bool {
        self.op == BinOp::Shl
    }

    /// What stays in its half, but for the sign.
    fn within(self, by: u8) -> Shift {
        if self.is_left() { Shift::lsl(by) } else { Shift::lsr(by) }
    }

    /// What the half that bits come out of is shifted by.
    fn outer(self) -> Shift {
        if self.op == BinOp::AShr { Shift::asr(self.amount) } else { self.within(self.amount) }
    }

    /// What crosses to the other half.
    fn crossing(self) -> Shift {
        let across = 32 - self.amount;
        if self.is_left() { Shift::lsr(across) } else { Shift::lsl(across) }
    }
}

impl Lower<'_> {
    /// `lhs op rhs`, where one of the two is a shift by a constant; `None` if neither is, or nothing is gained.
    pub(super) fn pair_with_shift(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Option<(Var, Var)> {
        let (shift, other) = match self.pair_shift_of(op, rhs, lhs) {
            Some(shift) => (shift, lhs),
            None if op.is_commutative() => (self.pair_shift_of(op, lhs, rhs)?, rhs),
            None => return None,
        };
        let homes = self.pair(other);
        let (low, high) = self.load_pair(other);
        let mut in_register = |part: Var| match Opnd::Var(part) {
            part if part == homes.0 => low,
            part if part == homes.1 => high,
            part => self.load_int(part),
        };
        let shift = PairShift { source: in_register(shift.source), target: shift.target.map(&mut in_register), ..shift };
        Some(match op {
            BinOp::Add => self.sum_with_shift((Op::Adds, Op::Adc, Op::Add), (low, high), shift),
            BinOp::Sub => self.sum_with_shift((Op::Subs, Op::Sbc, Op::Sub), (low, high), shift),
            _ => {
                let op = if op == BinOp::Or { Op::Orr } else { Op::Eor };
                let (outer, inner) = if shift.is_left() { (low, high) } else { (high, low) };
                let (outer, inner) = self.joined_with_shift(op, (outer, inner), shift);
                if shift.is_left() { (outer, inner) } else { (inner, outer) }
            }
        })
    }

    /// What a value is a shift of, if it can be joined with another one.
    fn pair_shift_of(&mut self, user: BinOp, value: Value, other: Value) -> Option<PairShift> {
        let (op, shifted, amount) = self.binary_here(value, 1)?;
        let is_left = op == BinOp::Shl;
        let joins = matches!(user, BinOp::Or | BinOp::Xor) || is_left && matches!(user, BinOp::Add | BinOp::Sub);
        if !joins || !matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) {
            return None;
        }
        let amount = self.func.int_const(amount)? as u8;
        let fits = (1..32).contains(&amount) || (33..64).contains(&amount) && op != BinOp::AShr && op_joins_bits(user);
        let (Opnd::Var(_), Opnd::Var(_)) = self.pair(other) else { return None };
        let (low, high) = self.pair(shifted);
        let (source, target) = if is_left { (low, high) } else { (high, low) };
        let Opnd::Var(source) = source else { return None };
        let target = match target {
            Opnd::Var(target) => Some(target),
            _ => None,
        };
        (fits && self.may_fold(Pass::ShiftedOperands, value)).then_some(PairShift { op, source, target, amount })
    }

    /// The half that bits come out of, and the one that they go into.
    fn joined_with_shift(&mut self, op: Op, (outer, inner): (Var, Var), shift: PairShift) -> (Var, Var) {
        let source = shift.source;
        if shift.amount > 32 {
            return (outer, self.with_part(op, inner, source, shift.within(shift.amount - 32)));
        }
        let mut joined = self.with_part(op, inner, source, shift.crossing());
        if let Some(target) = shift.target {
            joined = self.with_part(op, joined, target, shift.within(shift.amount));
        }
        (self.with_part(op, outer, source, shift.outer()), joined)
    }

    /// The halves of a sum or difference with a left shift, low half first.
    fn sum_with_shift(
        &mut self,
        (low_op, high_op, rest_op): (Op, Op, Op),
        (low, high): (Var, Var),
        shift: PairShift,
    ) -> (Var, Var) {
        let source = shift.source;
        let low = self.with_part(low_op, low, source, shift.outer());
        let Some(target) = shift.target else {
            return (low, self.with_part(high_op, high, source, shift.crossing()));
        };
        let high = self.with_part(high_op, high, target, shift.within(shift.amount));
        (low, self.with_part(if fault!(Arm32PairPart) { high_op } else { rest_op }, high, source, shift.crossing()))
    }

    fn with_part(&mut self, op: Op, word: Var, part: Var, shift: Shift) -> Var {
        let result = self.core();
        self.op3_shifted(op, result, word, part, shift);
        result
    }
}

/// Whether an operation treats each bit alone.
fn op_joins_bits(op: BinOp) -> bool {
    matches!(op, BinOp::Or | BinOp::Xor)
}
