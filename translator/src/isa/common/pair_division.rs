//! Signed quotients and remainders of 64-bit numbers in pairs of 32-bit registers, with powers of
//! two: no call of a helper.
//!
//! In: a pair and the plan ([`SignedDivision::Power`](super::strength::SignedDivision::Power)).
//! Out: a pair. Constant time.

use super::strength_code::StrengthCode;
use crate::ice::BinOp;

/// Low half first.
pub type Pair<V> = (V, V);

/// What is added to a pair or taken from it. Without an upper half, that is zero: no register is
/// needed for it.
pub type Operand<V> = (V, Option<V>);

/// What a target can do with pairs, over and above words. The halves of the dividend may be in the
/// frame; results are in registers.
pub trait PairCode: StrengthCode {
    /// A register with the value of a half of the dividend.
    fn in_register(&mut self, half: Self::Value) -> Self::Value {
        half
    }

    /// A register with zero.
    fn zero(&mut self) -> Self::Value;

    /// The sum.
    fn add_pair(&mut self, a: Pair<Self::Value>, b: Operand<Self::Value>) -> Pair<Self::Value>;

    /// `a - b`.
    fn subtract_pair(&mut self, a: Pair<Self::Value>, b: Operand<Self::Value>) -> Pair<Self::Value>;

    /// `0 - a`.
    fn negated_pair(&mut self, (low, high): Pair<Self::Value>) -> Pair<Self::Value> {
        let zero = self.zero();
        self.subtract_pair((zero, zero), (low, Some(high)))
    }
}

/// Writes the quotient with 2 to the power of `shift`, 1 to 63, rounded toward zero, and negated if
/// `negate`; or the remainder, which has the sign of the dividend. Where the dividend is in the
/// frame, no more than three registers are in use at a time.
pub fn write_pair_division<C: PairCode>(
    remainder: bool,
    dividend: Pair<C::Value>,
    shift: u8,
    negate: bool,
    code: &mut C,
) -> Pair<C::Value> {
    let result =
        if shift > 32 { by_upper(remainder, dividend, shift - 32, code) } else { by_lower(remainder, dividend, shift, code) };
    if negate && !remainder { code.negated_pair(result) } else { result }
}

/// With a power of 1 to 32.
fn by_lower<C: PairCode>(remainder: bool, (low, high): Pair<C::Value>, shift: u8, code: &mut C) -> Pair<C::Value> {
    let sign = code.shift(BinOp::AShr, high, 31);
    // The divisor less one, if the dividend is negative.
    let bias = if shift < 32 { code.shift(BinOp::LShr, sign, 32 - shift) } else { sign };
    let biased = code.add_pair((low, high), (bias, None));
    if remainder {
        let rest = if shift < 32 { code.low_bits(biased.0, shift) } else { biased.0 };
        let zero = code.zero();
        return code.subtract_pair((rest, zero), (bias, None));
    }
    if shift == 32 {
        return (biased.1, code.shift(BinOp::AShr, biased.1, 31));
    }
    // The bits of the two parts do not meet.
    let lower = code.shift(BinOp::LShr, biased.0, shift);
    (code.add(lower, biased.1, 32 - shift), code.shift(BinOp::AShr, biased.1, shift))
}

/// With 2 to the power of 32 plus `shift`, 1 to 31. All that matters of the lower half is whether
/// the bias carries out of it.
fn by_upper<C: PairCode>(remainder: bool, (low, high): Pair<C::Value>, shift: u8, code: &mut C) -> Pair<C::Value> {
    let sign = code.shift(BinOp::AShr, high, 31);
    let upper = code.shift(BinOp::LShr, sign, 32 - shift);
    let (_, bias) = code.add_pair((low, upper), (sign, None));
    let biased = code.add(high, bias, 0);
    if remainder {
        let rest = code.low_bits(biased, shift);
        return (code.in_register(low), code.subtract_from(rest, 0, bias));
    }
    (code.shift(BinOp::AShr, biased, shift), code.shift(BinOp::AShr, biased, 31))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::common::strength_code::testing::Machine;
    use proptest::prelude::*;

    fn join((low, high): Pair<u64>) -> i64 {
        (high << 32 | low) as i64
    }

    fn split(value: i64) -> Pair<u64> {
        (value as u64 & 0xffff_ffff, value as u64 >> 32)
    }

    impl PairCode for Machine {
        fn in_register(&mut self, half: u64) -> u64 {
            half
        }

        fn zero(&mut self) -> u64 {
            0
        }

        fn add_pair(&mut self, a: Pair<u64>, b: Operand<u64>) -> Pair<u64> {
            split(join(a).wrapping_add(join((b.0, b.1.unwrap_or(0)))))
        }

        fn subtract_pair(&mut self, a: Pair<u64>, b: Operand<u64>) -> Pair<u64> {
            split(join(a).wrapping_sub(join((b.0, b.1.unwrap_or(0)))))
        }

        fn negated_pair(&mut self, a: Pair<u64>) -> Pair<u64> {
            split(join(a).wrapping_neg())
        }
    }

    fn check(x: i64, shift: u8) {
        let divisor = 1i128 << shift;
        let mut machine = Machine(32);
        for negate in [false, true] {
            let divisor = if negate { -divisor } else { divisor };
            let quotient = join(write_pair_division(false, split(x), shift, negate, &mut machine));
            assert_eq!(quotient, (i128::from(x) / divisor) as i64, "{x} / {divisor}");
            let remainder = join(write_pair_division(true, split(x), shift, negate, &mut machine));
            assert_eq!(remainder, (i128::from(x) % divisor) as i64, "{x} % {divisor}");
        }
    }

    proptest! {
        #[test]
        fn quotients_and_remainders(x in any::<i64>(), near in -3i64..4, power in 0u32..64, shift in 1u8..64) {
            check(x, shift);
            check((1i64 << power).wrapping_add(near), shift);
            check((-1i64 << power).wrapping_add(near), shift);
        }
    }
}
