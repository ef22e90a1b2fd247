//! Tests of the simplification rules on every pair of operations: what a rule sees is an
//! instruction and the definition of an operand.
//!
//! Each function computes `inner(a, c)` and from that `outer(.., d)`, with `c` and `d` constants or
//! arguments on either side; before and after the pass it must give the same for a few arguments.
//! The evaluator is the one of [`testing`](super::super::testing).

use super::super::testing::{Rng, agree, evaluate, verify};
use super::*;
use crate::ice::{CastOp, FunctionBuilder, IntCond, Linkage, print};

const INTS: [Type; 5] = [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64];

/// Simplifies `f(i32, i64, i32)`, whose result `build` makes from a value of type `ty`, and
/// compares.
fn check(ty: Type, build: impl Fn(&mut FunctionBuilder<'_>, Value, Value) -> Value) {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let wide = b.arg(1);
    let (narrow, shift) = (b.arg(0), b.i64(32));
    let high = b.binary(BinOp::LShr, wide, shift);
    let cut = |b: &mut FunctionBuilder<'_>, value| if ty == Type::I64 { value } else { b.cast(CastOp::Trunc, value, ty) };
    let (x, y) = (cut(&mut b, wide), cut(&mut b, high));
    let result = build(&mut b, x, y);
    let result = if b.func().ty(result) == Type::I64 { result } else { b.cast(CastOp::ZExt, result, Type::I64) };
    b.binary(BinOp::Add, narrow, narrow);
    b.ret(Some(result));
    let before = b.finish();
    let mut after = before.clone();
    Simplify::default().run(&module, &mut after, &mut Fuel::unlimited());
    verify(&module, &after);
    let mut rng = Rng(7);
    for _ in 0..6 {
        let args = [0, rng.interesting() ^ rng.interesting() << 32, 0];
        let (old, new) = (evaluate(&before, &args), evaluate(&after, &args));
        let text = |func: &Function| print::function(func, Some(&module)).to_string();
        assert!(agree(&old, &new), "{args:x?}: {old:?}, then {new:?}\n{}\n{}", text(&before), text(&after));
    }
}

fn ops(ty: Type) -> impl Iterator<Item = BinOp> {
    BinOp::ALL.iter().copied().filter(move |op| op.accepts(ty))
}

/// Constants that rules ask for, and others.
fn constants(ty: Type) -> Vec<i64> {
    let width = i64::from(ty.bits());
    if ty == Type::I1 { vec![0, 1] } else { vec![0, 1, -1, 3, 7, width / 2, width - 1, width, 64, 1 << (width - 1), 0x35] }
}

/// `op` on two values, one of which may be put on either side.
fn either(b: &mut FunctionBuilder<'_>, op: BinOp, x: Value, y: Value, swapped: bool) -> Value {
    if swapped { b.binary(op, y, x) } else { b.binary(op, x, y) }
}

#[test]
fn every_operator_on_every_operator() {
    for ty in [Type::I1, Type::I8, Type::I64] {
        for inner in ops(ty) {
            for outer in ops(ty) {
                for (sides, c) in (0..4).flat_map(|sides| constants(ty).into_iter().map(move |c| (sides, c))) {
                    let inner_value = |b: &mut FunctionBuilder<'_>, x| {
                        let c = b.int(ty, c);
                        either(b, inner, x, c, sides & 1 != 0)
                    };
                    for d in constants(ty) {
                        check(ty, |b, x, _| {
                            let value = inner_value(b, x);
                            let d = b.int(ty, d);
                            either(b, outer, value, d, sides & 2 != 0)
                        });
                    }
                    check(ty, |b, x, y| {
                        let value = inner_value(b, x);
                        either(b, outer, value, y, sides & 2 != 0)
                    });
                    check(ty, |b, x, _| {
                        let value = inner_value(b, x);
                        either(b, outer, value, x, sides & 2 != 0)
                    });
                }
            }
        }
    }
}

#[test]
fn every_comparison_of_every_operator() {
    for ty in INTS {
        for inner in ops(ty) {
            for &cond in IntCond::ALL {
                for c in constants(ty) {
                    for d in constants(ty) {
                        check(ty, |b, x, _| {
                            let (c, d) = (b.int(ty, c), b.int(ty, d));
                            let value = b.binary(inner, x, c);
                            b.icmp(cond, value, d)
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn every_chain_of_conversions() {
    let casts = [CastOp::Trunc, CastOp::ZExt, CastOp::SExt];
    let each =
        |from: Type| casts.into_iter().flat_map(move |op| INTS.map(|to| (op, to))).filter(move |&(op, to)| op.accepts(from, to));
    for first in INTS {
        for (inner, middle) in each(first) {
            for (outer, last) in each(middle) {
                check(first, |b, x, _| {
                    let value = b.cast(inner, x, middle);
                    b.cast(outer, value, last)
                });
            }
            for c in constants(middle) {
                for &cond in IntCond::ALL {
                    check(first, |b, x, _| {
                        let (value, c) = (b.cast(inner, x, middle), b.int(middle, c));
                        b.icmp(cond, c, value)
                    });
                }
                let ops = [BinOp::And, BinOp::Shl, BinOp::Xor, BinOp::LShr, BinOp::AShr];
                for (op, last) in ops.into_iter().flat_map(|op| INTS.map(|last| (op, last))).filter(|(op, _)| op.accepts(middle))
                {
                    check(first, |b, x, _| {
                        let (value, c) = (b.cast(inner, x, middle), b.int(middle, c));
                        let masked = b.binary(op, value, c);
                        if last.bits() < middle.bits() { b.cast(CastOp::Trunc, masked, last) } else { masked }
                    });
                }
            }
        }
    }
}

#[test]
fn every_select_of_constants() {
    for ty in INTS {
        for a in constants(ty) {
            for c in constants(ty) {
                check(ty, |b, x, y| {
                    let (a, c) = (b.int(ty, a), b.int(ty, c));
                    let (cond, on) = (b.icmp(IntCond::Ult, x, y), b.int(Type::I1, 1));
                    let not = b.binary(BinOp::Xor, cond, on);
                    let first = b.select(cond, a, c);
                    let second = b.select(not, first, x);
                    b.select(cond, second, c)
                });
            }
        }
    }
}
