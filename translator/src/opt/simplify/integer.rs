//! Rules for integer arithmetic on scalars: identities, constants gathered, multiplications and
//! unsigned divisions by powers of two.
//!
//! The rules keep to wrapping arithmetic modulo the width, which makes sums and products
//! re-associate freely. A shift by a constant as large as the width or larger is left alone: its
//! result is unspecified. Source: `translator/docs/meaning.md`, "Integers", "Shifts".

use super::super::facts::all_ones;
use super::super::fold;
use super::bits::possible_bits;
use super::{Cx, INNER, Step, binary as make};
use crate::ice::{BinOp, InstData, Type, Value};

/// The first rule that applies to `lhs op rhs`.
pub(super) fn binary(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, rhs: Value) -> Option<Step> {
    match (cx.func.int_const(lhs), cx.func.int_const(rhs)) {
        (Some(a), Some(b)) => {
            let bits = fold::int_binary(op, ty, a, b)?;
            Some(Step::Value(cx.int(ty, bits)))
        }
        (Some(_), None) if op.is_commutative() => Some(Step::Inst(make(op, rhs, lhs))),
        (Some(a), None) => left_constant(cx, op, ty, a, rhs),
        (None, Some(b)) => right_constant(cx, op, ty, lhs, b),
        (None, None) => no_constant(cx, op, ty, lhs, rhs),
    }
}

fn value(value: Value) -> Option<Step> {
    Some(Step::Value(value))
}

/// What every target's accesses can add to an address.
const GREATEST_DISPLACEMENT: u64 = 0xfff;

/// `x op c` with a new constant.
fn inst(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, bits: u64) -> Option<Step> {
    let constant = cx.int(ty, bits);
    Some(Step::Inst(make(op, lhs, constant)))
}

/// `c op x` for the operators that do not commute.
fn left_constant(cx: &mut Cx<'_>, op: BinOp, ty: Type, bits: u64, rhs: Value) -> Option<Step> {
    match op {
        // c1 - (x + c2) is (c1-c2) - x.
        BinOp::Sub => {
            let (x, inner) = cx.with_constant(rhs, BinOp::Add).filter(|_| cx.is_single(rhs))?;
            let constant = cx.int(ty, bits.wrapping_sub(inner));
            Some(Step::Inst(make(BinOp::Sub, constant, x)))
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr if bits == 0 => value(cx.int(ty, 0)),
        BinOp::AShr if bits == all_ones(ty) => value(cx.int(ty, bits)),
        _ => None,
    }
}

/// `x op c`.
fn right_constant(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, bits: u64) -> Option<Step> {
    match op {
        BinOp::Add => add_constant(cx, ty, lhs, bits),
        BinOp::Sub => inst(cx, BinOp::Add, ty, lhs, bits.wrapping_neg()),
        BinOp::Mul => multiply(cx, ty, lhs, bits),
        BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => divide(cx, op, ty, lhs, bits),
        BinOp::And | BinOp::Or | BinOp::Xor => bitwise(cx, op, ty, lhs, bits),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if bits == 0 => value(lhs),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if bits < u64::from(ty.bits()) => shift(cx, op, ty, lhs, bits),
        _ => None,
    }
}

/// Whether adding a constant to a value costs nothing wherever the sum is used: the address of a
/// symbol or of a stack object.
fn is_address(cx: &Cx<'_>, base: Value) -> bool {
    base.local_index().is_none() || matches!(cx.inst_of(base), Some(InstData::Alloca { .. }))
}

fn add_constant(cx: &mut Cx<'_>, ty: Type, lhs: Value, bits: u64) -> Option<Step> {
    if bits == 0 {
        return value(lhs);
    }
    if let Some((x, inner)) = cx.with_constant(lhs, BinOp::Add)
        && (cx.is_single(lhs) || is_address(cx, x))
    {
        return inst(cx, BinOp::Add, ty, x, inner.wrapping_add(bits));
    }
    // (c1 - x) + c2 is (c1+c2) - x.
    match *cx.inst_of(lhs)? {
        InstData::Binary { op: BinOp::Sub, lhs: constant, rhs: x } if cx.is_single(lhs) => {
            let constant = cx.func.int_const(constant)?;
            let constant = cx.int(ty, constant.wrapping_add(bits));
            Some(Step::Inst(make(BinOp::Sub, constant, x)))
        }
        _ => None,
    }
}

fn multiply(cx: &mut Cx<'_>, ty: Type, lhs: Value, bits: u64) -> Option<Step> {
    if bits == 0 {
        return value(cx.int(ty, 0));
    }
    if bits == 1 {
        return value(lhs);
    }
    if bits == all_ones(ty) {
        let zero = cx.int(ty, 0);
        return Some(Step::Inst(make(BinOp::Sub, zero, lhs)));
    }
    if bits.is_power_of_two() {
        return inst(cx, BinOp::Shl, ty, lhs, u64::from(bits.trailing_zeros()));
    }
    if !cx.is_single(lhs) {
        return None;
    }
    if let Some((x, inner)) = cx.with_constant(lhs, BinOp::Mul) {
        return inst(cx, BinOp::Mul, ty, x, inner.wrapping_mul(bits));
    }
    if let Some((x, inner)) = cx.with_constant(lhs, BinOp::Shl)
        && inner < u64::from(ty.bits())
    {
        return inst(cx, BinOp::Mul, ty, x, bits << inner);
    }
    // (x + c1) * c2 is x*c2 + c1*c2.
    let (x, inner) = cx.with_constant(lhs, BinOp::Add)?;
    let (factor, sum) = (cx.int(ty, bits), cx.int(ty, inner.wrapping_mul(bits)));
    Some(Step::Pair { inner: make(BinOp::Mul, x, factor), ty, outer: make(BinOp::Add, INNER, sum) })
}

fn divide(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, bits: u64) -> Option<Step> {
    let is_remainder = matches!(op, BinOp::URem | BinOp::SRem);
    let is_signed = matches!(op, BinOp::SDiv | BinOp::SRem);
    match bits {
        0 => None,
        1 if is_remainder => value(cx.int(ty, 0)),
        1 => value(lhs),
        // The least number divided by -1 may give anything.
        _ if is_signed && bits == all_ones(ty) && is_remainder => value(cx.int(ty, 0)),
        _ if is_signed && bits == all_ones(ty) => {
            let zero = cx.int(ty, 0);
            Some(Step::Inst(make(BinOp::Sub, zero, lhs)))
        }
        _ if !bits.is_power_of_two() || is_signed && !fault!(SimplifySignedDivision) => None,
        _ if is_remainder => inst(cx, BinOp::And, ty, lhs, bits - u64::from(!fault!(SimplifyRemainderMask))),
        _ => inst(cx, BinOp::LShr, ty, lhs, u64::from(bits.trailing_zeros())),
    }
}

fn bitwise(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, bits: u64) -> Option<Step> {
    let ones = all_ones(ty);
    match op {
        BinOp::And if bits == 0 => return value(cx.int(ty, 0)),
        BinOp::And if bits == ones || possible_bits(cx, lhs) & !bits == 0 => return value(lhs),
        BinOp::Or if bits == ones => return value(cx.int(ty, ones)),
        BinOp::Or | BinOp::Xor if bits == 0 => return value(lhs),
        BinOp::Xor if ty == Type::I1 => return negate(cx, lhs),
        _ => {}
    }
    // (x & c) ^ c is ~x & c: others can take the complement, or the mask, in.
    if op == BinOp::Xor
        && let Some((x, _)) = cx.with_constant(lhs, BinOp::And).filter(|&(_, mask)| mask == bits && cx.is_single(lhs))
    {
        let (ones, mask) = (cx.int(ty, ones), cx.int(ty, bits));
        return Some(Step::Pair { inner: make(BinOp::Xor, x, ones), ty, outer: make(BinOp::And, INNER, mask) });
    }
    if let Some((x, inner)) = cx.with_constant(lhs, op).filter(|_| cx.is_single(lhs)) {
        let merged = match op {
            BinOp::And => inner & bits,
            BinOp::Or => inner | bits,
            _ => inner ^ bits,
        };
        return inst(cx, op, ty, x, merged);
    }
    // Bits that are clear are set by a sum, too: an access takes it in as part of its address, and `lea` computes it.
    let is_sum = op != BinOp::And && ty == Type::I32 && bits <= GREATEST_DISPLACEMENT;
    if is_sum && (possible_bits(cx, lhs) & bits == 0 || fault!(SimplifySetBits)) {
        inst(cx, BinOp::Add, ty, lhs, bits)
    } else {
        None
    }
}

/// `x xor true`.
fn negate(cx: &mut Cx<'_>, operand: Value) -> Option<Step> {
    match *cx.inst_of(operand)? {
        InstData::Icmp { cond, lhs, rhs } if cx.is_single(operand) => {
            Some(Step::Inst(InstData::Icmp { cond: cond.negate(), lhs, rhs }))
        }
        InstData::Fcmp { cond, lhs, rhs } if cx.is_single(operand) => {
            Some(Step::Inst(InstData::Fcmp { cond: fold::negate_float(cond), lhs, rhs }))
        }
        InstData::Binary { op: BinOp::Xor, lhs, rhs } if cx.func.int_const(rhs) == Some(1) => value(lhs),
        _ => None,
    }
}

fn shift(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, by: u64) -> Option<Step> {
    let InstData::Binary { op: inner_op, lhs: x, rhs: inner } = *cx.inst_of(lhs)? else { return None };
    // Two shifts as one are no more work, whoever else uses the first.
    let is_one = inner_op == op && matches!(op, BinOp::Shl | BinOp::LShr);
    if !(is_one || cx.is_single(lhs)) {
        return None;
    }
    let inner = cx.func.int_const(inner)?;
    let width = u64::from(ty.bits());
    match (inner_op, op) {
        (BinOp::Add, BinOp::Shl) => {
            let (amount, sum) = (cx.int(ty, by), cx.int(ty, inner << by));
            Some(Step::Pair { inner: make(BinOp::Shl, x, amount), ty, outer: make(BinOp::Add, INNER, sum) })
        }
        (BinOp::Mul, BinOp::Shl) => inst(cx, BinOp::Mul, ty, x, inner << by),
        _ if inner >= width => None,
        (BinOp::AShr, BinOp::AShr) if fault!(SimplifyShiftSum, inner + by >= width) => inst(cx, op, ty, x, (inner + by) % width),
        (BinOp::AShr, BinOp::AShr) => inst(cx, op, ty, x, (inner + by).min(width - 1)),
        (BinOp::Shl, BinOp::Shl) | (BinOp::LShr, BinOp::LShr) if inner + by >= width => value(cx.int(ty, 0)),
        (BinOp::Shl, BinOp::Shl) | (BinOp::LShr, BinOp::LShr) => inst(cx, op, ty, x, inner + by),
        (BinOp::Shl, BinOp::LShr) if inner == by => inst(cx, BinOp::And, ty, x, all_ones(ty) >> by),
        (BinOp::LShr | BinOp::AShr, BinOp::Shl) if inner == by => inst(cx, BinOp::And, ty, x, all_ones(ty) << by),
        _ => None,
    }
}

fn no_constant(cx: &mut Cx<'_>, op: BinOp, ty: Type, lhs: Value, rhs: Value) -> Option<Step> {
    if lhs == rhs {
        match op {
            BinOp::Sub | BinOp::Xor => return value(cx.int(ty, 0)),
            BinOp::And | BinOp::Or => return value(lhs),
            _ => {}
        }
    }
    match op {
        BinOp::Add => {
            if let Some(step) = constant_last(cx, op, ty, lhs, rhs).or_else(|| constant_last(cx, op, ty, rhs, lhs)) {
                return Some(step);
            }
            subtract_negated(cx, lhs, rhs).or_else(|| subtract_negated(cx, rhs, lhs))
        }
        BinOp::Sub => difference(cx, ty, lhs, rhs),
        BinOp::And => mask_last(cx, ty, lhs, rhs).or_else(|| mask_last(cx, ty, rhs, lhs)),
        _ => None,
    }
}

/// `x & (y & c)` is `(x & y) & c`, which may be a test of bits; not so a mask that extends `y`, which costs nothing there.
fn mask_last(cx: &mut Cx<'_>, ty: Type, x: Value, masked: Value) -> Option<Step> {
    let (y, bits) = cx.with_constant(masked, BinOp::And).filter(|&(_, bits)| cx.is_single(masked) && bits > 0xffff)?;
    let constant = cx.int(ty, bits);
    Some(Step::Pair { inner: make(BinOp::And, x, y), ty, outer: make(BinOp::And, INNER, constant) })
}

/// `x + (y + c)` is `(x + y) + c`.
fn constant_last(cx: &mut Cx<'_>, op: BinOp, ty: Type, x: Value, sum: Value) -> Option<Step> {
    let (y, bits) = cx.with_constant(sum, BinOp::Add)?;
    if !cx.is_single(sum) && !is_address(cx, y) {
        return None;
    }
    let constant = cx.int(ty, bits);
    Some(Step::Pair { inner: make(op, x, y), ty, outer: make(BinOp::Add, INNER, constant) })
}

/// `x + (0 - y)` is `x - y`.
fn subtract_negated(cx: &Cx<'_>, x: Value, negated: Value) -> Option<Step> {
    match *cx.inst_of(negated)? {
        InstData::Binary { op: BinOp::Sub, lhs, rhs } if cx.func.int_const(lhs) == Some(0) => {
            Some(Step::Inst(make(BinOp::Sub, x, rhs)))
        }
        _ => None,
    }
}

fn difference(cx: &mut Cx<'_>, ty: Type, lhs: Value, rhs: Value) -> Option<Step> {
    // (x + y) - y is x.
    if let Some(&InstData::Binary { op: BinOp::Add, lhs: x, rhs: y }) = cx.inst_of(lhs) {
        if y == rhs {
            return value(x);
        }
        if x == rhs {
            return value(y);
        }
    }
    // (x + c) - y is (x - y) + c, and x - (y + c) is (x - y) + -c.
    let moved = |cx: &mut Cx<'_>, x: Value, y: Value, bits: u64| {
        let constant = cx.int(ty, bits);
        Some(Step::Pair { inner: make(BinOp::Sub, x, y), ty, outer: make(BinOp::Add, INNER, constant) })
    };
    if let Some((x, bits)) = cx.with_constant(lhs, BinOp::Add).filter(|_| cx.is_single(lhs)) {
        return moved(cx, x, rhs, bits);
    }
    let (y, bits) = cx.with_constant(rhs, BinOp::Add).filter(|_| cx.is_single(rhs))?;
    moved(cx, lhs, y, bits.wrapping_neg())
}
