//! Integer operations on partly specified values of 1 to 64 bits.
//!
//! In: operands whose bits above `width` are zero. Out: the result, with a bit called specified
//! only if it is the same for every completion of the operands (see [`Bits`]); or [`Halt`] where
//! execution ends. The fully specified case comes first in each function and is plain wrapping
//! arithmetic; it is written against [LLVM-REF-3-3] "Instruction Reference", not against the
//! translator's constant folder. Constant time, except shifts by a partly specified amount (at most
//! 64 steps).

use translator::ice::{BinOp, IntCond};

use super::Halt;
use crate::interp::bits::{Bits, mask, signed};

/// `a op b` for an integer operator.
#[inline]
pub fn binary(op: BinOp, width: u32, a: Bits, b: Bits) -> Result<Bits, Halt> {
    if a.is_known() && b.is_known() {
        return known_binary(op, width, a.v, b.v).map(|value| value.low(width));
    }
    partial_binary(op, width, a.clean(), b.clean()).map(|value| value.low(width))
}

#[inline]
fn known_binary(op: BinOp, width: u32, a: u64, b: u64) -> Result<Bits, Halt> {
    let value = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl | BinOp::LShr | BinOp::AShr => {
            return Ok(if b < u64::from(width) { shift(op, width, Bits::known(a), b as u32) } else { Bits::unspecified(width) });
        }
        BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => return divide(op, width, a, b).map(Bits::known),
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            return Err(Halt::undefined("floating-point operator on integers"));
        }
    };
    Ok(Bits::known(value))
}

/// Division and remainder of specified numbers.
fn divide(op: BinOp, width: u32, a: u64, b: u64) -> Result<u64, Halt> {
    if b == 0 {
        return Err(Halt::trap("division by zero"));
    }
    let (sa, sb) = (signed(a, width), signed(b, width));
    match op {
        BinOp::UDiv => Ok(a / b),
        BinOp::URem => Ok(a % b),
        _ if sb == -1 && sa == signed(1 << (width - 1), width) => Err(overflow()),
        BinOp::SDiv => Ok((sa / sb) as u64),
        _ => Ok((sa % sb) as u64),
    }
}

/// It is open whether this traps, so nothing after it can be compared
/// (`translator/docs/meaning.md`, "Division").
fn overflow() -> Halt {
    Halt::undefined("the least integer divided by -1")
}

/// A shift by a specified amount below `width`. Both parts of the value move alike, the sign's
/// being copied by `ashr`.
#[inline]
fn shift(op: BinOp, width: u32, a: Bits, amount: u32) -> Bits {
    match op {
        BinOp::Shl => Bits { v: a.v << amount, u: a.u << amount },
        BinOp::LShr => Bits { v: a.v >> amount, u: a.u >> amount },
        _ => Bits { v: (signed(a.v, width) >> amount) as u64, u: (signed(a.u, width) >> amount) as u64 },
    }
}

fn partial_binary(op: BinOp, width: u32, a: Bits, b: Bits) -> Result<Bits, Halt> {
    Ok(match op {
        BinOp::Add => add(a, b),
        BinOp::Sub => sub(a, b),
        BinOp::Mul => mul(width, a, b),
        BinOp::And => Bits { v: a.v & b.v, u: a.max() & b.max() & (a.u | b.u) },
        BinOp::Or => Bits { v: a.v | b.v, u: (a.u | b.u) & !(a.v | b.v) },
        BinOp::Xor => Bits { v: a.v ^ b.v, u: a.u | b.u }.clean(),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => partial_shift(op, width, a, b),
        BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => return partial_division(op, width, a, b),
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            return Err(Halt::undefined("floating-point operator on integers"));
        }
    })
}

/// The carry into each bit grows with either operand, so it is specified where the least and the
/// greatest sum agree on it; a bit of the sum is specified where both operands and the carry are.
fn add(a: Bits, b: Bits) -> Bits {
    let low = a.min().wrapping_add(b.min());
    let high = a.max().wrapping_add(b.max());
    let (low_carry, high_carry) = (low ^ a.min() ^ b.min(), high ^ a.max() ^ b.max());
    Bits { v: low, u: a.u | b.u | (low_carry ^ high_carry) }.clean()
}

/// As [`add`]: the borrow grows as the left operand shrinks and the right one grows.
fn sub(a: Bits, b: Bits) -> Bits {
    let least_borrow = a.max().wrapping_sub(b.min());
    let most_borrow = a.min().wrapping_sub(b.max());
    let changes = least_borrow ^ a.max() ^ b.min() ^ most_borrow ^ a.min() ^ b.max();
    Bits { v: a.v.wrapping_sub(b.v), u: a.u | b.u | changes }.clean()
}

/// Low bits: with `a = 2^za * a'` and `b = 2^zb * b'`, the product of the specified low parts of
/// `a'` and `b'` is specified. High bits: zero above the greatest product.
fn mul(width: u32, a: Bits, b: Bits) -> Bits {
    let low_known = (a.low_known(width) + b.low_zeros()).min(b.low_known(width) + a.low_zeros()).min(width);
    let unknown = if low_known == 64 { 0 } else { u64::MAX << low_known };
    let greatest = u128::from(a.max()) * u128::from(b.max());
    let bound = if greatest > u128::from(mask(width)) { mask(width) } else { Bits::range(0, greatest as u64).u };
    Bits { v: a.v.wrapping_mul(b.v) & bound, u: unknown & bound }.clean()
}

fn partial_shift(op: BinOp, width: u32, a: Bits, amount: Bits) -> Bits {
    if amount.max() >= u64::from(width) {
        return Bits::unspecified(width);
    }
    let joined = amount.join_over(u64::from(width), |n| shift(op, width, a, n as u32).low(width));
    joined.unwrap_or(Bits::unspecified(width))
}

fn partial_division(op: BinOp, width: u32, a: Bits, b: Bits) -> Result<Bits, Halt> {
    if b.max() == 0 {
        return Err(Halt::trap("division by zero"));
    }
    if b.min() == 0 {
        return Err(Halt::undefined("division by Unspecified"));
    }
    match op {
        BinOp::UDiv => Ok(Bits::range(a.min() / b.max(), a.max() / b.min())),
        BinOp::URem => Ok(unsigned_remainder(a, b)),
        _ if a.may_be(1 << (width - 1)) && b.may_be(mask(width)) => Err(overflow()),
        _ => Ok(Bits::unspecified(width)),
    }
}

fn unsigned_remainder(a: Bits, b: Bits) -> Bits {
    match b.get() {
        Some(divisor) if divisor.is_power_of_two() => Bits { v: a.v & (divisor - 1), u: a.u & (divisor - 1) },
        _ => Bits::range(0, a.max().min(b.max() - 1)),
    }
}

/// `a cond b`, as an i1.
#[inline]
pub fn compare(cond: IntCond, width: u32, a: Bits, b: Bits) -> Bits {
    if a.is_known() && b.is_known() {
        return Bits::bool(known_compare(cond, width, a.v, b.v));
    }
    partial_compare(cond, width, a.clean(), b.clean()).map_or(Bits::unspecified(1), Bits::bool)
}

#[inline]
fn known_compare(cond: IntCond, width: u32, a: u64, b: u64) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match cond {
        IntCond::Eq => a == b,
        IntCond::Ne => a != b,
        IntCond::Ugt => a > b,
        IntCond::Uge => a >= b,
        IntCond::Ult => a < b,
        IntCond::Ule => a <= b,
        IntCond::Sgt => sa > sb,
        IntCond::Sge => sa >= sb,
        IntCond::Slt => sa < sb,
        IntCond::Sle => sa <= sb,
    }
}

/// The outcome if it is the same for all completions: unequal where a specified bit differs,
/// ordered where the ranges do not overlap.
fn partial_compare(cond: IntCond, width: u32, a: Bits, b: Bits) -> Option<bool> {
    let differ = (a.v ^ b.v) & !(a.u | b.u) != 0;
    // Flipping the sign bit turns signed order into unsigned order; an Unspecified sign bit stays
    // what it is.
    let flip = |value: Bits| if cond.is_signed() { Bits { v: value.v ^ (1 << (width - 1)), u: value.u }.clean() } else { value };
    let (fa, fb) = (flip(a), flip(b));
    let (below, at_most) = (fa.max() < fb.min(), fa.max() <= fb.min());
    let (above, at_least) = (fa.min() > fb.max(), fa.min() >= fb.max());
    let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    match cond {
        IntCond::Eq => decide(false, differ),
        IntCond::Ne => decide(differ, false),
        IntCond::Ugt | IntCond::Sgt => decide(above, at_most),
        IntCond::Uge | IntCond::Sge => decide(at_least, below),
        IntCond::Ult | IntCond::Slt => decide(below, at_least),
        IntCond::Ule | IntCond::Sle => decide(at_most, above),
    }
}

/// `cond ? a : b`.
#[inline]
pub fn select(cond: Bits, a: Bits, b: Bits) -> Bits {
    match cond.get() {
        Some(0) => b,
        Some(_) => a,
        None => a.join(b),
    }
}

/// The low `from` bits with the highest of them copied upward, to `to` bits.
#[inline]
pub fn sign_extend(value: Bits, from: u32, to: u32) -> Bits {
    Bits { v: signed(value.v, from) as u64, u: signed(value.u, from) as u64 }.low(to)
}

/// The bytes of a value of `width` bits in reverse order.
pub fn byte_swap(width: u32, value: Bits) -> Bits {
    let swap = |bits: u64| bits.swap_bytes() >> (64 - width);
    Bits { v: swap(value.v), u: swap(value.u) }
}

/// Number of zeros above the highest one.
pub fn leading_zeros(width: u32, value: Bits, zero_is_undef: bool) -> Bits {
    let count = |v: u64| u64::from(v.leading_zeros() - (64 - width));
    if zero_is_undef && value.min() == 0 {
        return Bits::unspecified(width);
    }
    Bits::range(count(value.max()), count(value.min()))
}

/// Number of zeros below the lowest one.
pub fn trailing_zeros(width: u32, value: Bits, zero_is_undef: bool) -> Bits {
    let count = |v: u64| u64::from(v.trailing_zeros().min(width));
    if zero_is_undef && value.min() == 0 {
        return Bits::unspecified(width);
    }
    Bits::range(count(value.max()), count(value.min()))
}

/// Number of ones.
pub fn count_ones(value: Bits) -> Bits {
    Bits::range(u64::from(value.min().count_ones()), u64::from(value.max().count_ones()))
}
