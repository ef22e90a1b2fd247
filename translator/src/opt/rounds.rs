//! How many rounds a loop of one block is sure to go, as values before it: what passes ask that run several rounds at once.
//!
//! In: a loop that ends in the comparison of a counter with a value that the loop does not change. Out: the [`Rounds`], if something is
//! sure of them; and before the loop the [`Distance`] that the counter has to go, whether it is that of enough rounds, and where the
//! counter is after the largest multiple of several rounds that is sure. One round at least is left behind it: nothing is known of the exit.
//!
//! What is sure (*s* is the step, *n* the bound, *b* what the first round compares with it): of `b != n` with
//! a step of 1 or -1, `n - b` rounds or `b - n`, which is right for every *b* and *n*, as both go round at the
//! width of their type; of `b < n` and its kin with a step that leads to the bound, `(n - b - 1) / s`, rounded down, and one
//! more if `b < n` holds at all, and of `b <= n`, `(n - b) / s`; the sums on the way stay below *n* then, so that
//! none goes round. The step has to be a power of two: nothing is divided.
//!
//! Constant time.

use std::ops::RangeInclusive;

use super::counters::{Counter, in_type};
use super::loop_edit::{Frame, Maker, is_outside};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Block, Function, InstData, IntCond, Type, Value, ValueDef};

/// A counter that decides on going round.
#[derive(Copy, Clone, Debug)]
pub struct Rounds {
    pub counter: Counter,
    /// Whether what is compared is the counter of the next round.
    pub compares_next: bool,
    /// The comparison sends control back if it holds of counter and bound.
    pub cond: IntCond,
    pub bound: Value,
}

impl Rounds {
    /// Those that the end of a loop of one block may say something about: its comparison either way round.
    pub fn of(flow: &ControlFlow, func: &Function, frame: &Frame) -> [Option<Rounds>; 2] {
        let Some((lhs, cond, rhs)) = comparison(func, frame.header) else { return [None; 2] };
        let of = |compared: Value, bound: Value, cond: IntCond| {
            let (counter, compares_next) = Counter::with(flow, func, frame, compared)?;
            let is_word = counter.ty.bits() <= 32 && is_outside(flow, func, frame.which, bound);
            is_word.then_some(Rounds { counter, compares_next, cond, bound })
        };
        [of(lhs, rhs, cond), of(rhs, lhs, cond.swap_operands())]
    }

    /// The step without its sign, and whether it is upwards.
    pub fn magnitude(&self) -> (u64, bool) {
        let Counter { step, ty, .. } = self.counter;
        let is_up = step >> (ty.bits() - 1) & 1 == 0;
        (if is_up { step } else { in_type(ty, step.wrapping_neg()) }, is_up)
    }

    /// Whether a number of rounds can be computed from the condition, of which `fewest` are worth it.
    pub fn are_sure(&self, fewest: u64) -> bool {
        let (step, is_up) = self.magnitude();
        // The rounds that are worth it have to be a number of the type.
        if step >= (1 << (self.counter.ty.bits() - 1)) / fewest {
            return false;
        }
        match self.cond {
            IntCond::Eq => false,
            IntCond::Ne => step == 1,
            IntCond::Ult | IntCond::Ule | IntCond::Slt | IntCond::Sle => is_up && step.is_power_of_two(),
            IntCond::Ugt | IntCond::Uge | IntCond::Sgt | IntCond::Sge => !is_up && step.is_power_of_two(),
        }
    }

    /// Whether the numbers that are known leave fewer rounds, if the loop is what it looks like.
    pub fn are_few(&self, func: &Function, fewest: u64) -> bool {
        let (size, is_up) = self.magnitude();
        let far_end = func.int_const(if is_up { self.bound } else { self.counter.start });
        far_end.is_some_and(|end| end < fewest * size)
    }

    /// How many steps the bound is away in the first round, if that is a number.
    pub fn known(&self, func: &Function) -> Option<u64> {
        let Counter { start, step, ty, .. } = self.counter;
        let (size, is_up) = self.magnitude();
        let first = func.int_const(start)?.wrapping_add(if self.compares_next { step } else { 0 });
        let way = func.int_const(self.bound)?.wrapping_sub(first);
        Some(in_type(ty, if is_up { way } else { way.wrapping_neg() }) / size.max(1))
    }
}

/// What decides that a loop of one block goes round: the comparison and its operands.
fn comparison(func: &Function, header: Block) -> Option<(Value, IntCond, Value)> {
    let InstData::CondBr { cond, on_true, on_false } = *func.inst(func.last_inst(header)?) else { return None };
    let Some(ValueDef::Inst(compare)) = func.def(cond) else { return None };
    let InstData::Icmp { cond, lhs, rhs } = *func.inst(compare) else { return None };
    let is_here = func.inst_block(compare) == Some(header) && on_true != on_false;
    is_here.then(|| (lhs, if on_true == header { cond } else { cond.negate() }, rhs))
}

/// How far a loop has to go, as values of a block before it.
pub struct Distance {
    rounds: Rounds,
    /// What the first round compares with the bound.
    first: Value,
    /// From there to the bound, in the direction of the steps.
    way: Value,
    /// Whether that is as far as a number of rounds that is worth it, if the condition holds at first.
    pub is_far: Value,
}

impl Distance {
    /// Makes it at the end of a block. `worth` are the numbers of rounds that are worth it; if the last is no number of the counter's
    /// type, there is none that is too many.
    pub fn make(func: &mut Function, block: Block, rounds: Rounds, worth: RangeInclusive<u64>) -> Self {
        let Rounds { counter, compares_next, bound, .. } = rounds;
        let mut maker = Maker::at_end(func, block, counter.ty);
        let (size, is_up) = rounds.magnitude();
        let first = if compares_next { maker.with(BinOp::Add, counter.start, counter.step) } else { counter.start };
        let (low, high) = if is_up { (first, bound) } else { (bound, first) };
        let way = maker.binary(BinOp::Sub, high, low);
        let nearest = worth.start() * size;
        // More rounds than these are a step more at least.
        let farthest = worth.end().saturating_mul(size).saturating_add(size - 1);
        let (cond, lhs, limit) = if farthest >= in_type(counter.ty, u64::MAX) {
            (IntCond::Uge, way, nearest)
        } else {
            (IntCond::Ule, maker.with(BinOp::Sub, way, nearest), farthest - nearest)
        };
        let rhs = maker.constant(limit);
        let is_far = maker.inst(InstData::Icmp { cond, lhs, rhs }, Type::I1);
        Distance { rounds, first, way, is_far }
    }

    /// The counter after those rounds that are sure, and a multiple of `factor`, which is a power of two.
    pub fn limit(&self, func: &mut Function, block: Block, factor: u32) -> Value {
        let Rounds { counter, cond, .. } = self.rounds;
        let mut maker = Maker::at_end(func, block, counter.ty);
        let (size, is_up) = self.rounds.magnitude();
        let is_strict = matches!(cond, IntCond::Ult | IntCond::Ugt | IntCond::Slt | IntCond::Sgt);
        let mut way = self.way;
        if size > 1 && is_strict {
            way = maker.with(BinOp::Add, way, u64::MAX);
        }
        if fault!(UnrollTooFar) {
            way = maker.with(BinOp::Add, way, size * u64::from(factor));
        }
        let whole = maker.with(BinOp::And, way, !(size * u64::from(factor) - 1));
        maker.binary(if is_up { BinOp::Add } else { BinOp::Sub }, counter.start, whole)
    }

    /// Whether the condition holds at first, without which the distance says nothing; `None` if it says the same in any case.
    pub fn holds(&self, func: &mut Function, block: Block) -> Option<Value> {
        let Rounds { counter, cond, bound, .. } = self.rounds;
        let mut maker = Maker::at_end(func, block, counter.ty);
        (cond != IntCond::Ne).then(|| maker.inst(InstData::Icmp { cond, lhs: self.first, rhs: bound }, Type::I1))
    }
}
