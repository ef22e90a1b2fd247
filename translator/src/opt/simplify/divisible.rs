//! Remainders that are only compared with a constant, without dividing: whether `x % d` is `r`.
//!
//! Modulo 2^w, multiplying by the inverse of an odd `d` takes the multiples `d * q` to the `q`, from 0 on, and everything else beyond
//! them. So `x % d == r` is `(x - r) * inverse <= limit`, with `limit` the greatest `q` for which `d * q + r` is a number of the type; of signed
//! numbers, whose quotients lie on both sides of zero, `x % d == 0` is `x * inverse + limit <= 2 * limit`. Comparisons are unsigned, and
//! `(x - r) * inverse` is made as `x * inverse - r * inverse`. Source: [GRANLUND-1994] section 9.
//!
//! Even divisors would need a rotation; they are left alone, and so are negative remainders.

use super::super::facts::all_ones;
use super::super::fold;
use super::{Cx, INNER, Step, binary};
use crate::ice::{BinOp, InstData, IntCond, Type, Value};

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
    let is_word = matches!(ty, Type::I32 | Type::I64);
    let ones = all_ones(ty);
    // The sign of a divisor changes no remainder.
    let divisor = if signed { fold::signed(ty, divisor).unsigned_abs() & ones } else { divisor };
    let greatest = if signed { ones >> 1 } else { ones };
    if !is_word || divisor < 3 || divisor.is_multiple_of(2) || wanted >= divisor {
        return None;
    }
    let factor = inverse(divisor) & ones;
    let quotients = (greatest - wanted) / divisor + u64::from(fault!(SimplifyDivisibleLimit));
    let (added, limit) = match signed && wanted == 0 {
        true if fault!(SimplifyDivisibleSign) => (0, quotients),
        true => (quotients, 2 * quotients),
        false => (wanted.wrapping_mul(factor).wrapping_neg() & ones, quotients),
    };
    let product = binary(BinOp::Mul, x, cx.int(ty, factor));
    let cond = if cond == IntCond::Eq { IntCond::Ule } else { IntCond::Ugt };
    let outer = InstData::Icmp { cond, lhs: INNER, rhs: cx.int(ty, limit) };
    Some(match added {
        0 => Step::Pair { inner: product, ty, outer },
        _ => Step::Chain { inner: [product, binary(BinOp::Add, INNER, cx.int(ty, added))], ty, outer },
    })
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: `d` is its own modulo 8, and each step doubles the bits.
fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
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
}
