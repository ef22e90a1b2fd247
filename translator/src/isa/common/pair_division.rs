//! Signed quotients and remainders of 64-bit numbers in pairs of 32-bit registers, with powers of
//! two: no call of a helper.
//!
//! In: a pair and the plan ([`SignedDivision::Power`](super::strength::SignedDivision::Power)).
//! Out: a pair. Constant time.

use super::strength_code::{StrengthCode, write_remainder};
use crate::ice::BinOp;

/// Low half first.
pub type Pair<V> = (V, V);

/// What is added to a pair or taken from it. Without an upper half, that is zero: no register is
/// needed for it.
pub type Operand<V> = (V, Option<V>);

/// What a dividend gets added before it is shifted right, so that it is rounded toward zero: the divisor less one, if
/// it is negative. The sign, 0 or all ones (or for the divisor 2 what has that bit), is shifted right by so much.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bias {
    /// In the lower half; 0 to 31. The upper half is zero.
    Lower(u8),
    /// In the upper half; 1 to 31. The lower half is the sign.
    Upper(u8),
}

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

    /// The sum with a bias.
    fn add_bias(&mut self, a: Pair<Self::Value>, sign: Self::Value, bias: Bias) -> Pair<Self::Value> {
        match bias {
            Bias::Lower(0) => self.add_pair(a, (sign, None)),
            Bias::Lower(by) => {
                let bias = self.shift(BinOp::LShr, sign, by);
                self.add_pair(a, (bias, None))
            }
            // Nobody else reads what is shifted here: it becomes the sum where that is made in an operand's register.
            Bias::Upper(by) => {
                let upper = self.shift(BinOp::LShr, sign, by);
                self.add_pair((a.0, upper), (sign, Some(a.1)))
            }
        }
    }

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
    // Of two, one bit of the sign is enough.
    let sign = if shift == 1 { high } else { code.shift(BinOp::AShr, high, 31) };
    if remainder && shift < 32 {
        // It fits the lower half, with its sign.
        let rest = write_remainder(code, low, sign, shift, 32);
        return (rest, code.shift(BinOp::AShr, rest, 31));
    }
    let biased = code.add_bias((low, high), sign, Bias::Lower(32 - shift));
    if remainder {
        let zero = code.zero();
        return code.subtract_pair((biased.0, zero), (sign, None));
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
    let (_, biased) = code.add_bias((low, high), sign, Bias::Upper(32 - shift));
    if remainder {
        let quotient = code.shift(BinOp::LShr, biased, shift);
        return (code.in_register(low), code.subtract_shifted(high, BinOp::Shl, quotient, shift));
    }
    let upper = code.shift(BinOp::AShr, biased, 31);
    (code.shift(BinOp::AShr, biased, shift), upper)
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

    impl<const SHIFTS: bool> PairCode for Machine<SHIFTS> {
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
        check_on(Machine::<false>(32), x, shift);
        check_on(Machine::<true>(32), x, shift);
    }

    fn check_on<const SHIFTS: bool>(mut machine: Machine<SHIFTS>, x: i64, shift: u8) {
        let divisor = 1i128 << shift;
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
