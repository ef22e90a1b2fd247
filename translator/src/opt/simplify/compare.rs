//! Rules for comparisons and selects: constants, a comparison with itself, booleans that took a
//! detour through integers.
//!
//! A comparison of extended integers with a constant that fits becomes one of the integers
//! themselves if the extended value has no other use. Only scalar results can be constants.

use super::super::facts::all_ones;
use super::super::fold;
use super::{Cx, INNER, Step, binary, divisible};
use crate::ice::{BinOp, CastOp, FloatCond, InstData, IntCond, Type, Value, ValueDef};

fn truth(cx: &mut Cx<'_>, holds: bool) -> Option<Step> {
    Some(Step::Value(cx.int(Type::I1, u64::from(holds))))
}

/// The first rule that applies to an integer comparison.
pub(super) fn icmp(cx: &mut Cx<'_>, cond: IntCond, lhs: Value, rhs: Value) -> Option<Step> {
    let ty = cx.func.ty(lhs);
    if !ty.is_scalar_int() {
        return None;
    }
    if lhs == rhs {
        return truth(cx, fold::int_compare(cond, ty, 0, 0));
    }
    match (cx.func.int_const(lhs), cx.func.int_const(rhs)) {
        (Some(a), Some(b)) => truth(cx, fold::int_compare(cond, ty, a, b)),
        (Some(_), None) => Some(Step::Inst(InstData::Icmp { cond: cond.swap_operands(), lhs: rhs, rhs: lhs })),
        (None, Some(bits)) => with_constant(cx, cond, ty, lhs, rhs, bits),
        (None, None) => None,
    }
}

fn with_constant(cx: &mut Cx<'_>, cond: IntCond, ty: Type, lhs: Value, rhs: Value, bits: u64) -> Option<Step> {
    let ones = all_ones(ty);
    let become_ = |cond| Some(Step::Inst(InstData::Icmp { cond, lhs, rhs }));
    match cond {
        IntCond::Ult if bits == 0 => return truth(cx, false),
        IntCond::Uge if bits == 0 => return truth(cx, true),
        IntCond::Ugt if bits == ones => return truth(cx, false),
        IntCond::Ule if bits == ones => return truth(cx, true),
        IntCond::Ugt if bits == 0 => return become_(IntCond::Ne),
        IntCond::Ule if bits == 0 => return become_(IntCond::Eq),
        IntCond::Ult | IntCond::Uge if bits == 1 && ty != Type::I1 => {
            let zero = cx.int(ty, 0);
            let cond = if cond == IntCond::Ult { IntCond::Eq } else { IntCond::Ne };
            return Some(Step::Inst(InstData::Icmp { cond, lhs, rhs: zero }));
        }
        _ => {}
    }
    if ty == Type::I1 {
        return boolean(cond, lhs, rhs, bits);
    }
    match *cx.inst_of(lhs)? {
        InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), src } => extended(cx, op, cond, ty, lhs, src, bits),
        InstData::Binary { op, lhs: x, rhs: y } if matches!(cond, IntCond::Eq | IntCond::Ne) => {
            equality(cx, op, cond, ty, lhs, x, y, bits)
        }
        _ => None,
    }
}

/// A truth value compared with a constant for equality.
fn boolean(cond: IntCond, lhs: Value, rhs: Value, bits: u64) -> Option<Step> {
    match (cond, bits) {
        (IntCond::Eq, 1) | (IntCond::Ne, 0) => Some(Step::Value(lhs)),
        // One of both operands is the constant `true`.
        (IntCond::Ne, 1) => Some(Step::Inst(binary(BinOp::Xor, lhs, rhs))),
        _ => None,
    }
}

/// An extended integer compared with a constant.
fn extended(cx: &mut Cx<'_>, op: CastOp, cond: IntCond, ty: Type, lhs: Value, src: Value, bits: u64) -> Option<Step> {
    let narrow = cx.func.ty(src);
    let cut = bits & all_ones(narrow);
    let equality = matches!(cond, IntCond::Eq | IntCond::Ne);
    // Sign extension keeps the unsigned order, too: it moves the upper half of the range to the
    // top.
    let (fits, keeps_order) = match op {
        CastOp::ZExt => (cut == bits, !cond.is_signed() || fault!(SimplifyExtendedCompare)),
        _ => (fold::signed(narrow, cut) == fold::signed(ty, bits), true),
    };
    if !fits {
        // No extended value equals the constant.
        return if equality { truth(cx, cond == IntCond::Ne) } else { None };
    }
    if narrow == Type::I1 && equality {
        // The condition itself or its negation, whatever else uses the number.
        let wants = (cond == IntCond::Eq) == (cut == 1);
        let on = cx.int(Type::I1, 1);
        return Some(if wants { Step::Value(src) } else { Step::Inst(binary(BinOp::Xor, src, on)) });
    }
    if !(equality || keeps_order) || !cx.is_single(lhs) || narrow == Type::I1 {
        return None;
    }
    let constant = cx.int(narrow, cut);
    Some(Step::Inst(InstData::Icmp { cond, lhs: src, rhs: constant }))
}

/// `x op y` compared with a constant for equality.
#[expect(clippy::too_many_arguments, reason = "a pattern taken apart")]
fn equality(cx: &mut Cx<'_>, op: BinOp, cond: IntCond, ty: Type, lhs: Value, x: Value, y: Value, bits: u64) -> Option<Step> {
    if !cx.is_single(lhs) {
        return None;
    }
    if matches!(op, BinOp::Sub | BinOp::Xor) && bits == 0 {
        return Some(Step::Inst(InstData::Icmp { cond, lhs: x, rhs: y }));
    }
    let inner = cx.func.int_const(y)?;
    if matches!(op, BinOp::URem | BinOp::SRem) {
        return divisible::remainder(cx, op == BinOp::SRem, cond, ty, x, inner, bits);
    }
    let wanted = match op {
        BinOp::Add => bits.wrapping_sub(inner),
        BinOp::Xor => bits ^ inner,
        _ => return None,
    };
    let wanted = cx.int(ty, wanted);
    Some(Step::Inst(InstData::Icmp { cond, lhs: x, rhs: wanted }))
}

/// The first rule that applies to a floating-point comparison.
pub(super) fn fcmp(cx: &mut Cx<'_>, cond: FloatCond, lhs: Value, rhs: Value) -> Option<Step> {
    if !cx.func.ty(lhs).is_scalar_float() {
        return None;
    }
    match cond {
        FloatCond::False => return truth(cx, false),
        FloatCond::True => return truth(cx, true),
        _ => {}
    }
    if let (Some(a), Some(b)) = (cx.constant_def(lhs), cx.constant_def(rhs)) {
        return fold::float_compare(cond, a, b).and_then(|holds| truth(cx, holds));
    }
    match (without_sign(cx, lhs), without_sign(cx, rhs)) {
        (None, None) => None,
        (left, right) => Some(Step::Inst(InstData::Fcmp { cond, lhs: left.unwrap_or(lhs), rhs: right.unwrap_or(rhs) })),
    }
}

/// Zero, if a value is negative zero, which compares as zero does ([IEEE-754] 5.11): targets have that one at hand.
fn without_sign(cx: &mut Cx<'_>, value: Value) -> Option<Value> {
    let zero = match cx.constant_def(value)? {
        ValueDef::F32(bits) if bits << 1 == 0 && bits != 0 => ValueDef::F32(0),
        ValueDef::F64(bits) if bits << 1 == 0 && bits != 0 => ValueDef::F64(0),
        _ => return None,
    };
    let ty = cx.func.ty(value);
    Some(cx.constant(ty, zero))
}

/// The first rule that applies to a select.
pub(super) fn select(cx: &mut Cx<'_>, cond: Value, on_true: Value, on_false: Value) -> Option<Step> {
    if on_true == on_false {
        return Some(Step::Value(on_true));
    }
    if let Some(bits) = cx.func.int_const(cond) {
        return Some(Step::Value(if bits == 1 { on_true } else { on_false }));
    }
    if let Some((negated, 1)) = cx.with_constant(cond, BinOp::Xor) {
        let (on_true, on_false) = if fault!(SimplifyNegatedSelect) { (on_false, on_true) } else { (on_true, on_false) };
        return Some(Step::Inst(InstData::Select { cond: negated, on_true: on_false, on_false: on_true }));
    }
    let ty = cx.func.ty(on_true);
    match (cx.func.int_const(on_true), cx.func.int_const(on_false)) {
        (Some(1), Some(0)) if ty == Type::I1 => Some(Step::Value(cond)),
        (Some(0), Some(1)) if ty == Type::I1 => {
            let on = cx.int(ty, 1);
            Some(Step::Inst(binary(BinOp::Xor, cond, on)))
        }
        (Some(1), None) if ty == Type::I1 => Some(Step::Inst(binary(BinOp::Or, cond, on_false))),
        (None, Some(0)) if ty == Type::I1 => Some(Step::Inst(binary(BinOp::And, cond, on_true))),
        (Some(1), Some(0)) => Some(Step::Inst(InstData::Cast { op: CastOp::ZExt, src: cond })),
        (Some(ones), Some(0)) if ones == all_ones(ty) => Some(Step::Inst(InstData::Cast { op: CastOp::SExt, src: cond })),
        (Some(0), Some(1)) => {
            let on = cx.int(Type::I1, 1);
            let outer = InstData::Cast { op: CastOp::ZExt, src: INNER };
            Some(Step::Pair { inner: binary(BinOp::Xor, cond, on), ty: Type::I1, outer })
        }
        _ => None,
    }
}
