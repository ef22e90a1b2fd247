//! Arithmetic on constants: what an operation on known operands gives.
//!
//! In: an operator, a scalar type, operands as bits (integers zero-extended to 64). Out: the
//! result's bits, or `None` where the operation must stay: a division by zero, which traps, and
//! results that are left open (shifts by the width or more, the least number divided by -1,
//! float-to-integer conversions out of range), which folding need not improve on. A NaN that
//! arithmetic makes is the canonical one of this host's Rust; any NaN equals any other.
//!
//! Source: [LLVM-REF-3-3] "Instruction Reference"; `translator/docs/meaning.md`, "Integers",
//! "Division", "Shifts", "Floating point", "NaNs", "Conversions". The reference interpreter has its
//! own arithmetic on purpose.

use std::cmp::Ordering;

use super::facts::all_ones;
use crate::ice::{BinOp, CastOp, FloatCond, IntCond, Intrinsic, Type, ValueDef};

/// An integer of type `ty`, sign-extended.
pub fn signed(ty: Type, bits: u64) -> i64 {
    let unused = 64 - ty.bits().clamp(1, 64);
    ((bits << unused) as i64) >> unused
}

/// `lhs op rhs` on integers of type `ty`.
pub fn int_binary(op: BinOp, ty: Type, lhs: u64, rhs: u64) -> Option<u64> {
    let width = u64::from(ty.bits());
    let wide = match op {
        BinOp::Add => lhs.wrapping_add(rhs),
        BinOp::Sub => lhs.wrapping_sub(rhs),
        BinOp::Mul => lhs.wrapping_mul(rhs),
        BinOp::UDiv => lhs.checked_div(rhs)?,
        BinOp::URem => lhs.checked_rem(rhs)?,
        BinOp::SDiv | BinOp::SRem => {
            let (dividend, divisor) = (signed(ty, lhs), signed(ty, rhs));
            if divisor == -1 && lhs == 1 << (width - 1) {
                return None;
            }
            let result = if op == BinOp::SDiv { dividend.checked_div(divisor)? } else { dividend.checked_rem(divisor)? };
            result as u64
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr if rhs >= width => return None,
        BinOp::Shl => lhs << rhs,
        BinOp::LShr => lhs >> rhs,
        BinOp::AShr if fault!(SimplifyFoldedShift, signed(ty, lhs) < 0) => lhs >> rhs,
        BinOp::AShr => (signed(ty, lhs) >> rhs) as u64,
        BinOp::And => lhs & rhs,
        BinOp::Or => lhs | rhs,
        BinOp::Xor => lhs ^ rhs,
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => return None,
    };
    Some(wide & all_ones(ty))
}

/// `lhs op rhs` on floating-point constants of one type.
pub fn float_binary(op: BinOp, lhs: ValueDef, rhs: ValueDef) -> Option<ValueDef> {
    macro_rules! apply {
        ($float:ty, $a:expr, $b:expr) => {{
            let (a, b) = (<$float>::from_bits($a), <$float>::from_bits($b));
            let result = match op {
                BinOp::FAdd => a + b,
                BinOp::FSub => a - b,
                BinOp::FMul => a * b,
                BinOp::FDiv => a / b,
                BinOp::FRem => a % b,
                _ => return None,
            };
            result.to_bits()
        }};
    }
    match (lhs, rhs) {
        (ValueDef::F32(a), ValueDef::F32(b)) => Some(ValueDef::F32(apply!(f32, a, b))),
        (ValueDef::F64(a), ValueDef::F64(b)) => Some(ValueDef::F64(apply!(f64, a, b))),
        _ => None,
    }
}

/// Whether `cond` holds of two integers of type `ty`.
pub fn int_compare(cond: IntCond, ty: Type, lhs: u64, rhs: u64) -> bool {
    let order = if cond.is_signed() { signed(ty, lhs).cmp(&signed(ty, rhs)) } else { lhs.cmp(&rhs) };
    match cond {
        IntCond::Eq => order.is_eq(),
        IntCond::Ne => order.is_ne(),
        IntCond::Ugt | IntCond::Sgt => order.is_gt(),
        IntCond::Uge | IntCond::Sge => order.is_ge(),
        IntCond::Ult | IntCond::Slt => order.is_lt(),
        IntCond::Ule | IntCond::Sle => order.is_le(),
    }
}

/// Whether `cond` holds of two floating-point constants.
pub fn float_compare(cond: FloatCond, lhs: ValueDef, rhs: ValueDef) -> Option<bool> {
    let order = float(lhs)?.partial_cmp(&float(rhs)?);
    let holds = cond.row();
    Some(match order {
        Some(Ordering::Less) => holds.less,
        Some(Ordering::Equal) => holds.equal,
        Some(Ordering::Greater) => holds.greater,
        None => holds.unordered,
    })
}

/// The predicate that holds of floating-point operands exactly when this one does not.
pub fn negate_float(cond: FloatCond) -> FloatCond {
    if fault!(SimplifyNegatedCompare, cond == FloatCond::Oge) {
        return FloatCond::Olt;
    }
    cond.negate()
}

/// A floating-point constant as a double, which holds every float exactly.
fn float(def: ValueDef) -> Option<f64> {
    match def {
        ValueDef::F32(bits) => Some(f64::from(f32::from_bits(bits))),
        ValueDef::F64(bits) => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// A constant of type `from` converted to `to`.
pub fn cast(op: CastOp, from: Type, to: Type, src: ValueDef) -> Option<ValueDef> {
    match (op, src) {
        (CastOp::Trunc | CastOp::ZExt, ValueDef::Int(bits)) => Some(ValueDef::Int(bits & all_ones(to))),
        (CastOp::SExt, ValueDef::Int(bits)) => Some(ValueDef::Int(signed(from, bits) as u64 & all_ones(to))),
        (CastOp::UiToFp, ValueDef::Int(bits)) => int_to_float(to, bits as f32, bits as f64),
        (CastOp::SiToFp, ValueDef::Int(bits)) => {
            let number = signed(from, bits);
            int_to_float(to, number as f32, number as f64)
        }
        (CastOp::FpToUi, _) => float_to_int(to, float(src)?, 0.0, 2f64.powi(to.bits() as i32)),
        (CastOp::FpToSi, _) => {
            let half = 2f64.powi(to.bits() as i32 - 1);
            float_to_int(to, float(src)?, -half, half)
        }
        (CastOp::FpTrunc, ValueDef::F64(bits)) => Some(ValueDef::F32((f64::from_bits(bits) as f32).to_bits())),
        (CastOp::FpExt, ValueDef::F32(bits)) => Some(ValueDef::F64(f64::from(f32::from_bits(bits)).to_bits())),
        (CastOp::Bitcast, _) => bitcast(to, src),
        _ => None,
    }
}

fn int_to_float(to: Type, single: f32, double: f64) -> Option<ValueDef> {
    match to {
        Type::F32 => Some(ValueDef::F32(single.to_bits())),
        Type::F64 => Some(ValueDef::F64(double.to_bits())),
        _ => None,
    }
}

/// The integer part of a number in `least..end`.
fn float_to_int(to: Type, number: f64, least: f64, end: f64) -> Option<ValueDef> {
    let whole = number.trunc();
    // A NaN is in no range.
    if !to.is_scalar_int() || !(least..end).contains(&whole) {
        return None;
    }
    let bits = if whole < 0.0 { whole as i64 as u64 } else { whole as u64 };
    Some(ValueDef::Int(bits & all_ones(to)))
}

fn bitcast(to: Type, src: ValueDef) -> Option<ValueDef> {
    let bits = match src {
        ValueDef::Int(bits) | ValueDef::F64(bits) => bits,
        ValueDef::F32(bits) => u64::from(bits),
        _ => return None,
    };
    match to {
        Type::F32 => Some(ValueDef::F32(bits as u32)),
        Type::F64 => Some(ValueDef::F64(bits)),
        _ if to.is_scalar_int() => Some(ValueDef::Int(bits)),
        _ => None,
    }
}

/// An intrinsic that computes an integer from integers; `arg` gives those that are constants.
/// Counting the zeros of zero stays.
pub fn intrinsic(intrinsic: Intrinsic, arg: impl Fn(usize) -> Option<u64>) -> Option<u64> {
    use Intrinsic::*;
    match intrinsic {
        Bswap(ty) => Some(arg(0)?.swap_bytes() >> (64 - ty.bits())),
        Ctpop(_) => Some(u64::from(arg(0)?.count_ones())),
        Ctlz(ty) => arg(0).filter(|&bits| bits != 0).map(|bits| u64::from(bits.leading_zeros() - (64 - ty.bits()))),
        Cttz(_) => arg(0).filter(|&bits| bits != 0).map(|bits| u64::from(bits.trailing_zeros())),
        // Rarely constant, or never.
        Sqrt(_) | Fabs(_) => None,
        // Known when the target is.
        AtomicIsLockFree => None,
        Memcpy | Memmove | Memset | StackSave | StackRestore | Trap | ReadTp | Longjmp | Setjmp => None,
        AtomicFence | AtomicFenceAll | AtomicLoad(_) | AtomicStore(_) | AtomicRmw(_) | AtomicCmpxchg(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_at_their_width() {
        assert_eq!(int_binary(BinOp::Add, Type::I8, 0xff, 2), Some(1));
        assert_eq!(int_binary(BinOp::Mul, Type::I16, 0x8000, 3), Some(0x8000));
        assert_eq!(int_binary(BinOp::AShr, Type::I8, 0x80, 3), Some(0xf0));
        assert_eq!(int_binary(BinOp::SDiv, Type::I32, 0xffff_fff9, 2), Some(0xffff_fffd));
        assert_eq!(int_binary(BinOp::SRem, Type::I64, -7i64 as u64, 2), Some(u64::MAX));
    }

    #[test]
    fn what_traps_or_is_unspecified_stays() {
        for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
            let (least, ones) = (1 << (ty.bits() - 1), all_ones(ty));
            for op in [BinOp::SDiv, BinOp::SRem] {
                assert_eq!(int_binary(op, ty, least, ones), None);
                assert_eq!(int_binary(op, ty, 5, 0), None);
            }
            assert_eq!(int_binary(BinOp::Shl, ty, 1, u64::from(ty.bits())), None);
        }
        let too_large = ValueDef::F64(3e9f64.to_bits());
        assert_eq!(cast(CastOp::FpToSi, Type::F64, Type::I32, too_large), None);
        assert_eq!(cast(CastOp::FpToUi, Type::F64, Type::I32, too_large), Some(ValueDef::Int(3_000_000_000)));
        assert_eq!(cast(CastOp::FpToUi, Type::F64, Type::I32, ValueDef::F64(f64::NAN.to_bits())), None);
        assert_eq!(cast(CastOp::FpToSi, Type::F64, Type::I8, ValueDef::F64((-128.9f64).to_bits())), Some(ValueDef::Int(0x80)));
    }

    #[test]
    fn float_predicates_and_their_negations() {
        let values = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NAN].map(|x: f64| ValueDef::F64(x.to_bits()));
        for a in values {
            for b in values {
                for &cond in FloatCond::ALL {
                    let holds = float_compare(cond, a, b).unwrap();
                    assert_eq!(float_compare(negate_float(cond), a, b), Some(!holds), "{cond}");
                }
            }
        }
        assert_eq!(float_compare(FloatCond::Oeq, values[0], values[1]), Some(true));
        assert_eq!(float_compare(FloatCond::Ult, values[2], values[5]), Some(true));
        assert_eq!(float_compare(FloatCond::One, values[2], values[5]), Some(false));
    }

    #[test]
    fn conversions_round_once() {
        // Not representable as a double, nor as a float; by way of the double it would round
        // differently.
        let number = 0x8000_0080_0000_0001u64;
        assert_eq!(
            cast(CastOp::UiToFp, Type::I64, Type::F32, ValueDef::Int(number)),
            Some(ValueDef::F32((number as f32).to_bits()))
        );
        assert_ne!((number as f64) as f32, number as f32);
        assert_eq!(intrinsic(Intrinsic::Bswap(Type::I16), |_| Some(0x1234)), Some(0x3412));
        assert_eq!(intrinsic(Intrinsic::Ctlz(Type::I32), |_| Some(1)), Some(31));
        assert_eq!(intrinsic(Intrinsic::Ctlz(Type::I32), |_| Some(0)), None);
    }
}
