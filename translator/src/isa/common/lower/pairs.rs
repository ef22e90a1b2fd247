//! 64-bit integers in pairs of words: which operations there are.

use super::calls::CallCode;
use super::values::ValueCode;
use super::{Backend, Lower};
use crate::ice::{BinOp, Value};
use crate::isa::common::helpers;
use crate::isa::common::operand::Opnd;
use crate::isa::common::strength::{SignedDivision, signed_division};
use crate::lir::Var;
use crate::options::Pass;

/// What an architecture does with pairs.
pub trait PairOps {
    /// Sums, differences and the logical operators: the low halves, then the high ones with the
    /// carry.
    fn pair_halfwise(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value);

    /// A product modulo 2^64: `(ah·2³² + al)(bh·2³² + bl) = al·bl + 2³²(ah·bl + al·bh)`.
    fn pair_multiply(&mut self, result: Value, lhs: Value, rhs: Value);

    /// A shift; amounts of 64 and more are undefined.
    fn pair_shift(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value);

    /// A signed quotient or remainder with a power of two, without a call.
    fn divide_by_power(&mut self, op: BinOp, lhs: Value, shift: u8, negate: bool) -> (Var, Var);

    /// A narrower integer with more bits, as a pair.
    fn extend_to_pair(&mut self, result: Value, src: Value, signed: bool);

    /// Traps if a divisor may be zero and is, where the helpers do not.
    fn check_divisor(&mut self, _divisor: Value) {}
}

impl<B: Backend> Lower<'_, B>
where
    Self: ValueCode<B> + CallCode<B> + PairOps,
{
    pub(in crate::isa) fn pair_binary(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        match op {
            BinOp::Add | BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor => {
                // A half that is known stands better on the right.
                let swaps = op.is_commutative() && matches!(self.pair(lhs), (Opnd::Imm(_), _) | (_, Opnd::Imm(_)));
                let (lhs, rhs) = if swaps { (rhs, lhs) } else { (lhs, rhs) };
                self.pair_halfwise(result, op, lhs, rhs)
            }
            BinOp::Mul => self.pair_multiply(result, lhs, rhs),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.pair_shift(result, op, lhs, rhs),
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => self.pair_divide(result, op, lhs, rhs),
            _ => unreachable!("{op} is not an integer operator"),
        }
    }

    fn pair_divide(&mut self, result: Value, op: BinOp, lhs: Value, rhs: Value) {
        if matches!(op, BinOp::SDiv | BinOp::SRem)
            && let Some(SignedDivision::Power { shift, negate }) =
                self.func.int_const(rhs).and_then(|divisor| signed_division(divisor, 64))
            && self.may_reduce(rhs)
        {
            let (low, high) = self.divide_by_power(op, lhs, shift, negate);
            return self.define_pair(result, low, high);
        }
        self.check_divisor(rhs);
        self.helper_call(helpers::divide(op, true), &[lhs, rhs], Some(result));
    }
}

impl<B: Backend> Lower<'_, B> {
    /// Whether an operation with a constant may be replaced by cheaper ones.
    pub(in crate::isa) fn may_reduce(&mut self, constant: Value) -> bool {
        self.may_transform(Pass::Strength, || format!("an operation with {constant}"))
    }
}
