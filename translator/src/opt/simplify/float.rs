//! Rules for floating-point arithmetic: only what is exact for every operand but the payload of a
//! NaN.
//!
//! `x * 1`, `x / 1`, `x - 0` and `x + -0` are `x`, and `x * 2` is `x + x`, which needs no constant; division by a
//! power of two is multiplication by its exact inverse. `x + 0` is not `x` for negative zero, `x - x` is not zero for infinities, and
//! nothing re-associates. Source: [IEEE-754] 5.4.1; `translator/docs/meaning.md`, "NaNs".

use super::super::fold;
use super::{Cx, Step, binary as make};
use crate::ice::{BinOp, Type, Value, ValueDef};

/// The first rule that applies to `lhs op rhs`.
pub(super) fn binary(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, rhs: Value) -> Option<Step> {
    match (cx.constant_def(lhs), cx.constant_def(rhs)) {
        (Some(a), Some(b)) => {
            let result = fold::float_binary(op, a, b)?;
            Some(Step::Value(cx.constant(ty, result)))
        }
        (Some(_), None) if op.is_commutative() => Some(Step::Inst(make(op, rhs, lhs))),
        (None, Some(constant)) => right_constant(cx, op, ty, lhs, constant),
        _ => None,
    }
}

fn right_constant(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, constant: ValueDef) -> Option<Step> {
    let number = match constant {
        ValueDef::F32(bits) => f64::from(f32::from_bits(bits)),
        ValueDef::F64(bits) => f64::from_bits(bits),
        _ => return None,
    };
    let is_identity = match op {
        BinOp::FMul | BinOp::FDiv => number == 1.0,
        BinOp::FAdd => number == 0.0 && number.is_sign_negative(),
        BinOp::FSub => number == 0.0 && number.is_sign_positive(),
        _ => false,
    };
    if is_identity {
        return Some(Step::Value(lhs));
    }
    if op == BinOp::FMul && number == 2.0 {
        return Some(Step::Inst(make(BinOp::FAdd, lhs, lhs)));
    }
    if op == BinOp::FDiv {
        let inverse = exact_inverse(constant)?;
        let inverse = cx.constant(ty, inverse);
        return Some(Step::Inst(make(BinOp::FMul, lhs, inverse)));
    }
    None
}

/// The inverse of a power of two, if both are normal numbers.
fn exact_inverse(constant: ValueDef) -> Option<ValueDef> {
    match constant {
        ValueDef::F32(bits) => {
            let number = f32::from_bits(bits);
            let is_power = bits & 0x7f_ffff == 0 && number.is_normal() && number.recip().is_normal();
            is_power.then(|| ValueDef::F32(number.recip().to_bits()))
        }
        ValueDef::F64(bits) => {
            let number = f64::from_bits(bits);
            let is_power = bits & 0xf_ffff_ffff_ffff == 0 && number.is_normal() && number.recip().is_normal();
            is_power.then(|| ValueDef::F64(number.recip().to_bits()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_powers_of_two_have_exact_inverses() {
        let inverse = |x: f64| exact_inverse(ValueDef::F64(x.to_bits()));
        let def = |x: f64| Some(ValueDef::F64(x.to_bits()));
        assert_eq!(inverse(4.0), def(0.25));
        assert_eq!(inverse(-0.5), def(-2.0));
        for x in [3.0, 0.0, f64::INFINITY, f64::NAN, 5e-324, f64::MAX, 2f64.powi(1023)] {
            assert_eq!(inverse(x), None, "{x}");
        }
        assert_eq!(exact_inverse(ValueDef::F32(8f32.to_bits())), Some(ValueDef::F32(0.125f32.to_bits())));
    }
}
