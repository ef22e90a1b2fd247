//! The bits of a value that are known to be clear, as far as its definition and a few more below it tell: masks that take nothing
//! away and bits that are set where none was are found by them. What clang has unrolled sets the low bits of a counter that steps by
//! a power of two.

use super::super::facts::all_ones;
use super::Cx;
use crate::ice::{BinOp, BlockCall, CastOp, InstData, Value};

/// How many definitions one below the other are looked at.
const DEPTH: u32 = 3;

/// The most edges over which a phi is looked through.
const MOST_EDGES: usize = 4;

/// The bits that may be set in a scalar integer; the others are clear, whenever it is computed.
pub(super) fn possible_bits(cx: &Cx<'_>, operand: Value) -> u64 {
    down_to(cx, operand, DEPTH)
}

fn down_to(cx: &Cx<'_>, operand: Value, depth: u32) -> u64 {
    let ty = cx.func.ty(operand);
    let ones = all_ones(ty);
    if let Some(bits) = cx.func.int_const(operand) {
        return bits;
    }
    if depth == 0 {
        return ones;
    }
    let below = |value| down_to(cx, value, depth - 1);
    let shift = |amount| cx.func.int_const(amount).filter(|&by| by < u64::from(ty.bits()));
    match cx.inst_of(operand) {
        Some(&InstData::Cast { op: CastOp::ZExt, src }) => below(src),
        Some(&InstData::Cast { op: CastOp::Trunc, src }) if cx.func.ty(src).is_scalar_int() => below(src) & ones,
        Some(&InstData::Binary { op, lhs, rhs }) => match (op, shift(rhs)) {
            (BinOp::And, _) => below(lhs) & below(rhs),
            (BinOp::Or | BinOp::Xor, _) => below(lhs) | below(rhs),
            (BinOp::Shl, Some(by)) => below(lhs) << by & ones,
            (BinOp::LShr, Some(by)) => below(lhs) >> by,
            (BinOp::Add, _) => sum(below(lhs), below(rhs)) & ones,
            _ => ones,
        },
        Some(&InstData::Phi { args }) => match cx.func.phi_args(args) {
            edges if edges.len() <= MOST_EDGES => {
                edges.iter().fold(0, |bits, edge| bits | over_edge(cx, operand, edge, below)) & ones
            }
            _ => ones,
        },
        _ => ones,
    }
}

/// The bits of a sum: below the lowest bit that both may have nothing is carried.
fn sum(a: u64, b: u64) -> u64 {
    let carried = if fault!(SimplifyCarry) { 0 } else { from_bit((a & b).trailing_zeros()) };
    a | b | carried
}

/// All bits from one on.
fn from_bit(lowest: u32) -> u64 {
    u64::MAX.checked_shl(lowest).unwrap_or(0)
}

/// What an edge adds to the bits of a phi. A step by a constant changes bits from that constant's lowest on, and leaves those below it as
/// other edges have made them.
fn over_edge(cx: &Cx<'_>, phi: Value, edge: &BlockCall, below: impl Fn(Value) -> u64) -> u64 {
    match cx.with_constant(edge.value, BinOp::Add) {
        Some((counter, step)) if counter == phi => from_bit(step.trailing_zeros() + u32::from(fault!(SimplifyLoopBits))),
        _ if edge.value == phi => 0,
        _ => below(edge.value),
    }
}
