//! Remainders that are only compared with a constant, without dividing: whether `x % d` is `r`.
//!
//! Modulo 2^w, multiplying by the inverse of an odd `d` takes the multiples `d * q` to the `q`, from 0 on, and everything else beyond
//! them. So `x % d == r` is `(x - r) * inverse <= limit`, with `limit` the greatest `q` for which `d * q + r` is a number of the type; of signed
//! numbers, whose quotients lie on both sides of zero, `x % d == 0` is `x * inverse + limit <= 2 * limit`. With an even divisor, `d * 2^k`, the
//! inverse of its odd part takes multiples to `q * 2^k`, which a rotation by `k` takes to `q`, and everything else beyond them. Comparisons are
//! unsigned, and `(x - r) * inverse` is made as `x * inverse - r * inverse`. Source: [GRANLUND-1994] section 9.
//!
//! Powers of two have masks, and negative remainders are left alone; so are even divisors of 64 bits, as few targets have the rotation.

use super::super::facts::all_ones;
use super::super::fold;
use super::{Cx, EARLIER, INNER, Step, binary};
use crate::ice::{BinOp, InstData, IntCond, Type, Value};

/// How to see whether a number has a remainder: `((x * factor + added) ror rotated) <= limit`, unsigned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Test {
    factor: u64,
    added: u64,
    rotated: u32,
    limit: u64,
}

/// The test for a remainder by a divisor, both without a sign, of numbers whose bits are `ones` and which have signs or not.
fn test(signed: bool, ones: u64, divisor: u64, remainder: u64) -> Option<Test> {
    if divisor.is_power_of_two() || divisor == 0 || remainder >= divisor {
        return None;
    }
    let rotated = divisor.trailing_zeros();
    let odd = divisor >> rotated;
    let greatest = if signed { ones >> 1 } else { ones };
    let factor = inverse(odd) & ones;
    if signed && remainder == 0 {
        let multiples = (greatest / odd) >> rotated << rotated;
        let added = if fault!(SimplifyDivisibleSign) { 0 } else { multiples };
        return Some(Test { factor, added, rotated, limit: (multiples >> rotated) << 1 });
    }
    let added = remainder.wrapping_mul(factor).wrapping_neg() & ones;
    let limit = (greatest - remainder) / divisor + u64::from(fault!(SimplifyDivisibleLimit));
    Some(Test { factor, added, rotated, limit })
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: `d` is its own modulo 8, and each step doubles the bits.
fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// `x % divisor` compared with a constant for equality.
pub(super) fn remainder(
    cx: &mut Cx<'_>,
    signed: bool,
    cond: IntCond,
    ty: Type,
    x: Value,
    divisor: u64,
    wanted: u64,
) -> Option<Step> {
    let ones = all_ones(ty);
    // The sign of a divisor changes no remainder.
    let divisor = if signed { fold::signed(ty, divisor).unsigned_abs() & ones } else { divisor };
    let fits = ty == Type::I32 || (ty == Type::I64 && !divisor.is_multiple_of(2));
    let Test { factor, added, rotated, limit } = test(signed, ones, divisor, wanted).filter(|_| fits)?;
    let product = binary(BinOp::Mul, x, cx.int(ty, factor));
    let sum = (added != 0).then(|| binary(BinOp::Add, INNER, cx.int(ty, added)));
    let rotation = (rotated > 0).then(|| {
        let left = binary(BinOp::Shl, INNER, cx.int(ty, u64::from(ty.bits() - rotated)));
        [left, binary(BinOp::LShr, EARLIER, cx.int(ty, u64::from(rotated))), binary(BinOp::Or, EARLIER, INNER)]
    });
    let [left, right, both] = rotation.map_or([None; 3], |rotation| rotation.map(Some));
    let cond = if cond == IntCond::Eq { IntCond::Ule } else { IntCond::Ugt };
    let outer = InstData::Icmp { cond, lhs: INNER, rhs: cx.int(ty, limit) };
    Some(Step::Chain { inner: [Some(product), sum, left, right, both], ty, outer })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_are_inverse() {
        for odd in (1..2000).step_by(2).chain([u64::MAX, 0x8000_0001, 6_700_417]) {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1, "{odd}");
        }
    }

    /// Of all numbers of eight bits, by all divisors, whether they have each remainder.
    #[test]
    fn who_has_a_remainder_passes_its_test() {
        let passes = |Test { factor, added, rotated, limit }: Test, x: u64| {
            let moved = (x.wrapping_mul(factor) as u8).wrapping_add(added as u8);
            u64::from(moved.rotate_right(rotated)) <= limit
        };
        for signed in [false, true] {
            for divisor in 1..if signed { 128 } else { 256 } {
                for remainder in 0..divisor {
                    let Some(test) = test(signed, 0xff, divisor, remainder) else { continue };
                    for x in 0..256u64 {
                        let has = match signed {
                            true => i64::from(x as u8 as i8) % divisor as i64 == remainder as i64,
                            false => x % divisor == remainder,
                        };
                        assert_eq!(passes(test, x), has, "{x} % {divisor} == {remainder}, {test:?}");
                    }
                }
            }
        }
    }
}
