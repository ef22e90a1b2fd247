//! The remainder that a division leaves beside its quotient, where the processor gives both at once.
//!
//! In: a quotient that is about to be computed. Out: the difference further down in its block that is what the quotient leaves of the
//! dividend, as the pass `lcse` writes remainders of what was divided already; it is defined with the quotient, and neither it nor its product
//! gets code of its own. Whoever folds a difference into what uses it wants its first operand to have no other use, and the dividend has one: so
//! nobody asks for the product in its place. Not for divisors that are numbers, by which nobody divides. Looks at [`REACH`] instructions behind a division.

use super::{Backend, Lower};
use crate::ice::{BinOp, Inst, InstData, Value, ValueDef};
use crate::options::Pass;

/// How many instructions behind a division are looked at.
const REACH: usize = 32;

impl<B: Backend> Lower<'_, B> {
    /// The difference that is the remainder beside `quotient`, which the current instruction computes. It has to be defined now.
    pub(in crate::isa) fn remainder_beside(&mut self, quotient: Value, op: BinOp, lhs: Value, rhs: Value) -> Option<Value> {
        let is_sought = self.for_allocation
            && matches!(op, BinOp::UDiv | BinOp::SDiv)
            && self.func.int_const(rhs).is_none()
            && !B::uses(self.scratch).is_single(quotient);
        let mut inst = self.inst.filter(|_| is_sought);
        let (difference, product) = (0..REACH).find_map(|_| {
            inst = self.func.next_inst(inst?);
            self.remainder(inst?, quotient, lhs, rhs)
        })?;
        if !self.may_transform(Pass::Strength, || format!("the remainder beside {quotient}, {difference}")) {
            return None;
        }
        self.scratch.made.extend([difference, product]);
        Some(difference)
    }

    /// If an instruction is a dividend less the product of its quotient and the divisor: its result, and the product, which nobody else needs.
    fn remainder(&self, inst: Inst, quotient: Value, dividend: Value, divisor: Value) -> Option<(Value, Value)> {
        let InstData::Binary { op: BinOp::Sub, lhs, rhs: product } = *self.func.inst(inst) else { return None };
        let Some(ValueDef::Inst(made)) = self.func.def(product) else { return None };
        let InstData::Binary { op: BinOp::Mul, lhs: a, rhs: b } = *self.func.inst(made) else { return None };
        let is_divisors =
            (a, b) == (quotient, divisor) || (b, a) == (quotient, divisor) || fault!(RemainderOfOther, a == quotient);
        // What is multiplied in another block may be needed where the difference is not.
        let is_here = self.func.inst_block(made) == self.block;
        let is_alone = B::uses(self.scratch).is_single(product) || fault!(RemainderKeepsNoProduct);
        (lhs == dividend && is_divisors && is_here && is_alone).then(|| self.func.result(inst).map(|result| (result, product)))?
    }

    /// Whether a value was defined before its instruction came: it is not asked again.
    #[inline]
    pub(super) fn is_made(&mut self, result: Value) -> bool {
        let made = &mut self.scratch.made;
        if made.is_empty() {
            return false;
        }
        let found = made.iter().position(|&value| value == result);
        found.map(|index| made.swap_remove(index)).is_some()
    }
}
