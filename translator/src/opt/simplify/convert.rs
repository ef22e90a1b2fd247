//! Rules for conversions: constants, and chains of two that are one or none.
//!
//! The integer rules hold for vectors lane by lane. Extending what was truncated from the same type
//! is a mask, which needs a constant and therefore a scalar; so does dropping a mask that only
//! clears bits which a truncation drops.

use super::super::facts::all_ones;
use super::super::fold;
use super::{Cx, Step, binary};
use crate::ice::{BinOp, CastOp, InstData, Type, Value};

/// How many users an extension may have that are thought to be parts of it.
const MAX_USERS: u32 = 2;

/// The first rule that applies to the conversion of `src` to `to`.
pub(super) fn cast(cx: &mut Cx<'_>, op: CastOp, src: Value, to: Type) -> Option<Step> {
    let from = cx.func.ty(src);
    if let Some(def) = cx.constant_def(src) {
        let folded = fold::cast(op, from, to, def)?;
        return Some(Step::Value(cx.constant(to, folded)));
    }
    if op == CastOp::Bitcast && from == to {
        return Some(Step::Value(src));
    }
    match *cx.inst_of(src)? {
        InstData::Cast { op: inner, src: x } => chain(cx, inner, op, src, x, to),
        InstData::Binary { op: BinOp::And, lhs, rhs } if op == CastOp::Trunc && to.is_scalar_int() => {
            let mask = cx.func.int_const(rhs)?;
            (!mask & all_ones(to) == 0).then_some(Step::Inst(InstData::Cast { op, src: lhs }))
        }
        InstData::Binary { op: shift @ (BinOp::LShr | BinOp::AShr), lhs, rhs } if op == CastOp::Trunc && to.is_scalar_int() => {
            signs(cx, shift, (lhs, cx.func.int_const(rhs)?), src, to)
        }
        _ => None,
    }
}

/// What is cut out of an integer that was extended with its sign, if that is nothing but signs: the last ones of what was extended. Where
/// the extension is needed otherwise, it is in the upper half of a pair, and stays.
fn signs(cx: &mut Cx<'_>, shift: BinOp, (extended, by): (Value, u64), shifted: Value, to: Type) -> Option<Step> {
    let InstData::Cast { op: CastOp::SExt, src: x } = *cx.inst_of(extended)? else { return None };
    let (from, wide) = (cx.func.ty(x), cx.func.ty(extended));
    // A larger shift has no result.
    let by = u32::try_from(by).ok().filter(|&by| by < wide.bits())?;
    let is_sign = by + 1 >= from.bits();
    let is_whole = by + to.bits() <= wide.bits() || shift == BinOp::AShr;
    if !is_sign || !is_whole || from.bits() > to.bits() || !cx.is_single(shifted) || cx.uses.count(extended) > MAX_USERS {
        return None;
    }
    let last = cx.int(to, u64::from(to.bits()) - 1);
    if from == to {
        return Some(Step::Inst(binary(BinOp::AShr, x, last)));
    }
    let inner = InstData::Cast { op: CastOp::SExt, src: x };
    Some(Step::Pair { inner, ty: to, outer: binary(BinOp::AShr, super::INNER, last) })
}

/// `x` converted by `inner` to `middle`, and that by `outer` to `to`.
fn chain(cx: &mut Cx<'_>, inner: CastOp, outer: CastOp, middle: Value, x: Value, to: Type) -> Option<Step> {
    use CastOp::{Bitcast, FpExt, FpTrunc, SExt, Trunc, ZExt};
    let from = cx.func.ty(x);
    let become_ = |op| Some(Step::Inst(InstData::Cast { op, src: x }));
    match (inner, outer) {
        (ZExt | SExt, Trunc) if from == to => Some(Step::Value(x)),
        (ZExt | SExt, Trunc) if from.element().bits() > to.element().bits() => become_(Trunc),
        (ZExt | SExt, Trunc) => become_(inner),
        (Trunc, Trunc) => become_(Trunc),
        // A zero-extended number has no sign left to extend.
        (ZExt, ZExt | SExt) => become_(ZExt),
        (SExt, SExt) => become_(SExt),
        (Trunc, ZExt) if from == to && to.is_scalar_int() && cx.is_single(middle) => {
            let mask = cx.int(to, all_ones(cx.func.ty(middle)));
            Some(Step::Inst(binary(BinOp::And, x, mask)))
        }
        (Trunc, ZExt) if to.is_scalar_int() && from.bits() < to.bits() && cx.is_single(middle) => {
            let mask = cx.int(from, all_ones(cx.func.ty(middle)));
            let outer = InstData::Cast { op: ZExt, src: super::INNER };
            Some(Step::Pair { inner: binary(BinOp::And, x, mask), ty: from, outer })
        }
        (FpExt, FpTrunc) => Some(Step::Value(x)),
        (Bitcast, Bitcast) if from == to => Some(Step::Value(x)),
        (Bitcast, Bitcast) => become_(Bitcast),
        _ => None,
    }
}
