//! Floating-point operations on partly specified values.
//!
//! Specified operands give the result of [IEEE-754] 5.4, rounded to nearest even; `frem` is C's
//! `fmod`, exact. A NaN that arithmetic yields has an Unspecified sign and payload ([`nan`]); one
//! that is only moved keeps its bits. An operand that is not wholly specified makes the result
//! Unspecified, unless an operand is a NaN whatever its Unspecified bits are. Constant time.

use translator::ice::{BinOp, FloatCond};

use super::Halt;
use crate::interp::bits::{Bits, mask};

/// The two interchange formats.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// binary32.
    Single,
    /// binary64.
    Double,
}

impl Format {
    /// Width in bits.
    #[inline]
    pub const fn width(self) -> u32 {
        match self {
            Format::Single => 32,
            Format::Double => 64,
        }
    }

    /// Width of the fraction.
    const fn fraction_width(self) -> u32 {
        match self {
            Format::Single => 23,
            Format::Double => 52,
        }
    }

    /// The sign bit.
    const fn sign(self) -> u64 {
        1 << (self.width() - 1)
    }

    /// The fraction's bits.
    const fn fraction(self) -> u64 {
        mask(self.fraction_width())
    }

    /// The exponent's bits.
    const fn exponent(self) -> u64 {
        mask(self.width()) & !self.sign() & !self.fraction()
    }

    /// The fraction's highest bit, which tells a quiet NaN.
    const fn quiet(self) -> u64 {
        1 << (self.fraction_width() - 1)
    }
}

/// The NaN that arithmetic yields: neither its sign nor its payload is specified. See [`Bits`] for
/// the quiet bit.
#[inline]
pub const fn nan(format: Format) -> Bits {
    Bits { v: format.exponent() | format.quiet(), u: format.sign() | format.fraction() }
}

/// Whether a value is a NaN, where all completions agree on it.
pub const fn is_nan(format: Format, x: Bits) -> Option<bool> {
    let exponent = format.exponent();
    if x.max() & exponent != exponent || x.max() & format.fraction() == 0 {
        Some(false)
    } else if x.min() & exponent == exponent && (x.min() & format.fraction() != 0 || x.v & x.u & format.quiet() != 0) {
        Some(true)
    } else {
        None
    }
}

/// Whether a value is specified and denormal.
pub const fn is_denormal(format: Format, x: Bits) -> bool {
    x.is_known() && x.v & format.exponent() == 0 && x.v & format.fraction() != 0
}

/// A result with its NaN canonicalised.
#[inline]
pub const fn from_f32(x: f32) -> Bits {
    if x.is_nan() { nan(Format::Single) } else { Bits::known(x.to_bits() as u64) }
}

/// A result with its NaN canonicalised.
#[inline]
pub const fn from_f64(x: f64) -> Bits {
    if x.is_nan() { nan(Format::Double) } else { Bits::known(x.to_bits()) }
}

/// The binary32 with these bits.
#[inline]
pub const fn f32_of(v: u64) -> f32 {
    f32::from_bits(v as u32)
}

/// `a op b` for a floating-point operator.
#[inline]
pub fn binary(op: BinOp, format: Format, a: Bits, b: Bits) -> Result<Bits, Halt> {
    if !(a.is_known() && b.is_known()) {
        return Ok(unknown_result(format, &[a, b]));
    }
    macro_rules! apply {
        ($a:expr, $b:expr) => {
            match op {
                BinOp::FAdd => $a + $b,
                BinOp::FSub => $a - $b,
                BinOp::FMul => $a * $b,
                BinOp::FDiv => $a / $b,
                BinOp::FRem => $a % $b,
                _ => return Err(Halt::undefined("integer operator on floating-point values")),
            }
        };
    }
    Ok(match format {
        Format::Single => from_f32(apply!(f32_of(a.v), f32_of(b.v))),
        Format::Double => from_f64(apply!(f64::from_bits(a.v), f64::from_bits(b.v))),
    })
}

/// The result of arithmetic on operands that are not all specified: a NaN in, a NaN out.
fn unknown_result(format: Format, operands: &[Bits]) -> Bits {
    if operands.iter().any(|&x| is_nan(format, x) == Some(true)) { nan(format) } else { Bits::unspecified(format.width()) }
}

/// Square root.
pub fn square_root(format: Format, x: Bits) -> Bits {
    match (x.get(), format) {
        (None, _) => unknown_result(format, &[x]),
        (Some(v), Format::Single) => from_f32(f32_of(v).sqrt()),
        (Some(v), Format::Double) => from_f64(f64::from_bits(v).sqrt()),
    }
}

/// Absolute value: clears the sign, which for a NaN means nothing.
pub fn absolute(format: Format, x: Bits) -> Bits {
    let sign = format.sign();
    match is_nan(format, x) {
        Some(false) => Bits { v: x.v & !sign, u: x.u & !sign },
        _ => Bits { v: x.v & !sign, u: x.u | sign },
    }
}

/// A value on its way through a function's result: i386 returns floats in an x87 register, which
/// makes a signalling NaN quiet.
#[inline]
pub const fn through_result(format: Format, x: Bits) -> Bits {
    match is_nan(format, x) {
        Some(false) => x,
        _ if x.min() & format.quiet() != 0 => x,
        _ => Bits { v: x.v, u: x.u | format.quiet() },
    }
}

/// `a cond b`, as an i1.
#[inline]
pub fn compare(cond: FloatCond, format: Format, a: Bits, b: Bits) -> Bits {
    if !(a.is_known() && b.is_known()) {
        return unknown_compare(cond, is_nan(format, a), is_nan(format, b)).map_or(Bits::unspecified(1), Bits::bool);
    }
    // Widening is exact and keeps the order, so one comparison serves both formats.
    let widen = |v| match format {
        Format::Single => f64::from(f32_of(v)),
        Format::Double => f64::from_bits(v),
    };
    Bits::bool(holds(cond, widen(a.v).partial_cmp(&widen(b.v))))
}

/// Whether a predicate holds of operands so ordered; `None` is unordered.
fn holds(cond: FloatCond, order: Option<std::cmp::Ordering>) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    // Each predicate is a set of outcomes, as [LLVM-REF-3-3] "fcmp" lists them.
    let outcomes: &[Option<std::cmp::Ordering>] = match cond {
        FloatCond::False => &[],
        FloatCond::Oeq => &[Some(Equal)],
        FloatCond::Ogt => &[Some(Greater)],
        FloatCond::Oge => &[Some(Greater), Some(Equal)],
        FloatCond::Olt => &[Some(Less)],
        FloatCond::Ole => &[Some(Less), Some(Equal)],
        FloatCond::One => &[Some(Less), Some(Greater)],
        FloatCond::Ord => &[Some(Less), Some(Equal), Some(Greater)],
        FloatCond::Uno => &[None],
        FloatCond::Ueq => &[None, Some(Equal)],
        FloatCond::Ugt => &[None, Some(Greater)],
        FloatCond::Uge => &[None, Some(Greater), Some(Equal)],
        FloatCond::Ult => &[None, Some(Less)],
        FloatCond::Ule => &[None, Some(Less), Some(Equal)],
        FloatCond::Une => &[None, Some(Less), Some(Greater)],
        FloatCond::True => &[None, Some(Less), Some(Equal), Some(Greater)],
    };
    outcomes.contains(&order)
}

/// The outcome where it follows from which operands are NaNs.
fn unknown_compare(cond: FloatCond, a_nan: Option<bool>, b_nan: Option<bool>) -> Option<bool> {
    match (cond, a_nan, b_nan) {
        (FloatCond::False, ..) => Some(false),
        (FloatCond::True, ..) => Some(true),
        (_, Some(true), _) | (_, _, Some(true)) => Some(holds(cond, None)),
        (FloatCond::Ord, Some(false), Some(false)) => Some(true),
        (FloatCond::Uno, Some(false), Some(false)) => Some(false),
        _ => None,
    }
}
