//! Signed quotients and remainders of 64-bit numbers in pairs of 32-bit registers, with powers of two: no call of a helper.
//!
//! In: a pair and the plan ([`SignedDivision::Power`](super::strength::SignedDivision::Power)). Out: a pair. Constant time.

use super::strength_code::StrengthCode;
use crate::ice::BinOp;

/// Low half first.
pub type Pair<V> = (V, V);

/// What a target can do with pairs, over and above words.
pub trait PairCode: StrengthCode {
    /// A register with a number.
    fn word(&mut self, number: u32) -> Self::Value;

    /// The sum.
    fn add_pair(&mut self, a: Pair<Self::Value>, b: Pair<Self::Value>) -> Pair<Self::Value>;

    /// `a - b`.
    fn subtract_pair(&mut self, a: Pair<Self::Value>, b: Pair<Self::Value>) -> Pair<Self::Value>;
}

/// Writes the quotient with 2 to the power of `shift`, 1 to 63, rounded toward zero, and negated if `negate`; or the remainder, which has the
/// sign of the dividend.
pub fn write_pair_division<C: PairCode>(
    remainder: bool,
    (low, high): Pair<C::Value>,
    shift: u8,
    negate: bool,
    code: &mut C,
) -> Pair<C::Value> {
    let sign = code.shift(BinOp::AShr, high, 31);
    // The divisor less one, if the dividend is negative.
    let bias = match shift {
        0..32 => (code.shift(BinOp::LShr, sign, 32 - shift), code.word(0)),
        32 => (sign, code.word(0)),
        _ => (sign, code.shift(BinOp::LShr, sign, 64 - shift)),
    };
    let biased = code.add_pair((low, high), bias);
    if remainder {
        let rest = match shift {
            0..32 => (code.low_bits(biased.0, shift), code.word(0)),
            32 => (biased.0, code.word(0)),
            _ => (biased.0, code.low_bits(biased.1, shift - 32)),
        };
        return code.subtract_pair(rest, bias);
    }
    let quotient = match shift {
        0..32 => {
            // The bits of the two parts do not meet.
            let lower = code.shift(BinOp::LShr, biased.0, shift);
            (code.add(lower, biased.1, 32 - shift), code.shift(BinOp::AShr, biased.1, shift))
        }
        32 => (biased.1, code.shift(BinOp::AShr, biased.1, 31)),
        _ => (code.shift(BinOp::AShr, biased.1, shift - 32), code.shift(BinOp::AShr, biased.1, 31)),
    };
    if negate {
        let zero = code.word(0);
        return code.subtract_pair((zero, zero), quotient);
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::common::strength_code::testing::Machine;
    use proptest::prelude::*;

    fn join((low, high): Pair<u64>) -> i64 {
        (high << 32 | low) as i64
    }

    fn split(value: i64) -> Pair<u64> {
        (value as u64 & 0xffff_ffff, value as u64 >> 32)
    }

    impl PairCode for Machine {
        fn word(&mut self, number: u32) -> u64 {
            number.into()
        }

        fn add_pair(&mut self, a: Pair<u64>, b: Pair<u64>) -> Pair<u64> {
            split(join(a).wrapping_add(join(b)))
        }

        fn subtract_pair(&mut self, a: Pair<u64>, b: Pair<u64>) -> Pair<u64> {
            split(join(a).wrapping_sub(join(b)))
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
