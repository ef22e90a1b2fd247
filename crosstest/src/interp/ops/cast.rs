//! Conversions between scalar types, and between the lanes of vectors.
//!
//! In: an operand of element type `from`. Out: a value of element type `to`. Float to integer is
//! Unspecified out of range and for a NaN; integer to float rounds once, to nearest even. Constant
//! time.

use translator::ice::{CastOp, Type};

use super::Halt;
use super::float::{self, Format};
use super::int;
use crate::interp::bits::{Bits, mask, signed};

/// The format of a scalar floating-point type.
#[inline]
pub const fn format_of(ty: Type) -> Option<Format> {
    match ty {
        Type::F32 => Some(Format::Single),
        Type::F64 => Some(Format::Double),
        _ => None,
    }
}

/// Converts one scalar or lane.
#[inline]
pub fn cast(op: CastOp, from: Type, to: Type, x: Bits) -> Result<Bits, Halt> {
    let mismatch = || Halt::undefined(format!("{op} from {from} to {to}"));
    Ok(match op {
        CastOp::Trunc => x.clean().low(to.bits()),
        CastOp::ZExt => x.clean(),
        CastOp::SExt => int::sign_extend(x.clean(), from.bits(), to.bits()),
        CastOp::Bitcast => x,
        CastOp::FpToUi | CastOp::FpToSi => {
            let format = format_of(from).ok_or_else(mismatch)?;
            float_to_int(op == CastOp::FpToSi, format, to.bits(), x)
        }
        CastOp::UiToFp | CastOp::SiToFp => {
            let format = format_of(to).ok_or_else(mismatch)?;
            int_to_float(op == CastOp::SiToFp, from.bits(), format, x)
        }
        CastOp::FpTrunc => match x.get() {
            Some(v) => float::from_f32(f64::from_bits(v) as f32),
            None => convert_unknown(Format::Double, Format::Single, x),
        },
        CastOp::FpExt => match x.get() {
            Some(v) => float::from_f64(f64::from(float::f32_of(v))),
            None => convert_unknown(Format::Single, Format::Double, x),
        },
    })
}

fn convert_unknown(from: Format, to: Format, x: Bits) -> Bits {
    if float::is_nan(from, x) == Some(true) { float::nan(to) } else { Bits::unspecified(to.width()) }
}

/// Truncates toward zero; Unspecified where the truncated number does not fit.
fn float_to_int(is_signed: bool, format: Format, width: u32, x: Bits) -> Bits {
    let Some(v) = x.get() else { return Bits::unspecified(width) };
    let number = match format {
        Format::Single => f64::from(float::f32_of(v)),
        Format::Double => f64::from_bits(v),
    };
    // Both limits are powers of two or zero and exact; a NaN lies between no two numbers.
    let (low, high) = match is_signed {
        true => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
        false => (0.0, 2f64.powi(width as i32)),
    };
    let whole = number.trunc();
    if whole >= low && whole < high { Bits::known(whole as i128 as u64 & mask(width)) } else { Bits::unspecified(width) }
}

fn int_to_float(is_signed: bool, width: u32, format: Format, x: Bits) -> Bits {
    let Some(v) = x.get() else { return Bits::unspecified(format.width()) };
    match (is_signed, format) {
        (true, Format::Single) => float::from_f32(signed(v, width) as f32),
        (true, Format::Double) => float::from_f64(signed(v, width) as f64),
        (false, Format::Single) => float::from_f32(v as f32),
        (false, Format::Double) => float::from_f64(v as f64),
    }
}
