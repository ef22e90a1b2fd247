//! Which accesses are joined, and which are not; random functions do what they did.

use std::borrow::Cow;

use proptest::prelude::*;

use super::super::testing::{self, Shape};
use super::*;
use crate::ice::{BinOp, CastOp, FunctionBuilder, GlobalInit, GlobalVar, Inst, InstData, Linkage, Type, Value};

/// How many bytes the loads and stores move that the pass leaves of a function, in order; stores as negative numbers. `build` gets an
/// object of 16 bytes and returns what the function returns.
fn left(build: impl FnOnce(&mut FunctionBuilder<'_>, Value) -> Value) -> Vec<i32> {
    left_with(false, build)
}

/// The same in a module that has declarations of what the pass calls, or has none; a call moves 100 bytes.
fn left_with(callees: bool, build: impl FnOnce(&mut FunctionBuilder<'_>, Value) -> Value) -> Vec<i32> {
    let mut module = Module::new();
    let init = vec![GlobalInit::Zero(16)];
    let room = GlobalVar { name: "room".into(), linkage: Linkage::Internal, constant: false, align: 8, init };
    let room = Value::global(module.globals.push(room));
    let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let result = build(&mut b, room);
    b.ret(Some(result));
    let mut func = b.finish();
    testing::verify(&module, &func);
    let module = if callees { CoalesceMemory::with_callees(&module) } else { Cow::Owned(module) };
    let mut pass = CoalesceMemory::default();
    pass.begin_module(&module);
    pass.run(&module, &mut func, &mut Fuel::unlimited());
    testing::verify(&module, &func);
    let bytes = |ty: Type| ty.memory_bytes().unwrap() as i32;
    let moved = |inst: Inst| match *func.inst(inst) {
        InstData::Load { .. } => Some(bytes(func.ty(func.result(inst).unwrap()))),
        InstData::Store { value, .. } => Some(-bytes(func.ty(value))),
        InstData::Call { .. } => Some(100),
        _ => None,
    };
    func.block_order().iter().flat_map(|&block| func.block_insts(block)).filter_map(moved).collect()
}

fn at(b: &mut FunctionBuilder<'_>, base: Value, offset: i32) -> Value {
    let offset = b.i32(offset);
    b.binary(BinOp::Add, base, offset)
}

/// A byte of memory as bits of a number, from one on.
fn byte(b: &mut FunctionBuilder<'_>, base: Value, offset: i32, shift: i32) -> Value {
    let addr = at(b, base, offset);
    let byte = b.load(Type::I8, addr);
    let wide = b.cast(CastOp::ZExt, byte, Type::I32);
    let shift = b.i32(shift);
    b.binary(BinOp::Shl, wide, shift)
}

/// Stores bits of a number, from one on.
fn store_byte(b: &mut FunctionBuilder<'_>, of: Value, shift: i32, base: Value, offset: i32) {
    let addr = at(b, base, offset);
    let shift = b.i32(shift);
    let shifted = b.binary(BinOp::LShr, of, shift);
    let byte = b.cast(CastOp::Trunc, shifted, Type::I8);
    b.store(byte, addr);
}

fn sum(b: &mut FunctionBuilder<'_>, parts: &[Value]) -> Value {
    parts.iter().copied().reduce(|lhs, rhs| b.binary(BinOp::Or, lhs, rhs)).unwrap()
}

#[test]
fn bytes_that_make_a_number_are_loaded_at_once() {
    let number = |order: [(i32, i32); 4]| {
        left(|b, _| {
            let p = b.arg(0);
            let parts = order.map(|(offset, shift)| byte(b, p, offset, shift));
            sum(b, &parts)
        })
    };
    assert_eq!(number([(4, 0), (5, 8), (6, 16), (7, 24)]), [4], "in any place");
    assert_eq!(number([(7, 24), (5, 8), (4, 0), (6, 16)]), [4], "in any order");
    assert_eq!(number([(7, 24), (6, 16), (5, 8), (4, 0)]), [4], "the highest first");
    let halves = left(|b, _| {
        let p = b.arg(0);
        let [low, high] = [0, 2].map(|first| {
            let parts = [first, first + 1].map(|offset| byte(b, p, offset, 8 * offset));
            sum(b, &parts)
        });
        sum(b, &[low, high])
    });
    assert_eq!(halves, [4], "of two halves");
    assert_eq!(number([(-1, 0), (0, 8), (1, 16), (2, 24)]), [4], "addresses wrap");
    assert_eq!(number([(4, 0), (5, 8), (6, 16), (8, 24)]), [2, 1, 1], "two of them");
    for apart in [[(4, 8), (5, 0), (6, 16), (7, 24)], [(7, 0), (6, 8), (5, 16), (4, 24)]] {
        assert_eq!(number(apart).len(), 4, "{apart:?}");
    }
}

#[test]
fn bytes_in_the_other_order_are_loaded_and_turned_round() {
    let number = |callees, parts: &[(i32, i32)]| {
        left_with(callees, |b, _| {
            let p = b.arg(0);
            let parts: Vec<Value> = parts.iter().map(|&(offset, shift)| byte(b, p, offset, shift)).collect();
            sum(b, &parts)
        })
    };
    let word = [(7, 0), (6, 8), (5, 16), (4, 24)];
    assert_eq!(number(true, &word), [4, 100]);
    assert_eq!(number(true, &[word[2], word[0], word[3], word[1]]), [4, 100], "in any order");
    assert_eq!(number(true, &[(1, 0), (0, 8), (-1, 16), (-2, 24)]), [4, 100], "addresses wrap");
    assert_eq!(number(false, &word), [1; 4], "nothing turns it round");
    assert_eq!(number(true, &[(1, 0), (0, 8)]), [1, 1], "two bytes");
    assert_eq!(number(true, &[(7, 0), (5, 8), (6, 16), (4, 24)]).len(), 4, "neither order");
    assert_eq!(number(true, &[(4, 0), (5, 8), (6, 16), (7, 24)]), [4], "as it is loaded");
    let halves = left_with(true, |b, _| {
        let p = b.arg(0);
        let parts = [(2, 0), (0, 16)].map(|(offset, shift)| {
            let (addr, shift) = (at(b, p, offset), b.i32(shift));
            let half = b.load(Type::I16, addr);
            let wide = b.cast(CastOp::ZExt, half, Type::I32);
            b.binary(BinOp::Shl, wide, shift)
        });
        sum(b, &parts)
    });
    assert_eq!(halves, [2, 2], "of halves that are not turned round themselves");
}

#[test]
fn what_else_is_used_or_lies_past_a_store_is_loaded_as_before() {
    let used = left(|b, _| {
        let p = b.arg(0);
        let parts = [byte(b, p, 0, 0), byte(b, p, 1, 8)];
        let number = sum(b, &parts);
        b.binary(BinOp::Sub, number, parts[0])
    });
    assert_eq!(used, [1, 1]);
    let stored = |offset: i32| {
        left(|b, room| {
            let (p, x) = (b.arg(0), b.arg(1));
            let low = byte(b, p, 0, 0);
            let addr = at(b, room, offset);
            b.store(x, addr);
            let high = byte(b, p, 1, 8);
            sum(b, &[low, high])
        })
    };
    assert_eq!(stored(0), [1, -4, 1]);
}

#[test]
fn stores_side_by_side_in_an_object_are_one() {
    let stores = |offsets: [(i32, i32); 4], base: bool| {
        left(|b, room| {
            let (p, x) = (b.arg(0), b.arg(1));
            offsets.iter().for_each(|&(offset, shift)| store_byte(b, x, shift, if base { p } else { room }, offset));
            x
        })
    };
    assert_eq!(stores([(4, 0), (5, 8), (6, 16), (7, 24)], false), [-4]);
    assert_eq!(stores([(7, 24), (5, 8), (4, 0), (6, 16)], false), [-4], "in any order");
    assert_eq!(stores([(4, 0), (5, 8), (6, 8), (7, 16)], false), [-2, -2], "two halves");
    assert_eq!(stores([(4, 0), (5, 8), (6, 16), (7, 24)], true).len(), 4, "one of them may trap");
    assert_eq!(stores([(14, 0), (15, 8), (16, 16), (17, 24)], false), [-2, -1, -1], "outside, too");
    assert_eq!(stores([(5, 0), (6, 8), (7, 16), (8, 24)], false), [-1, -2, -1], "no multiple of four");
    assert_eq!(stores([(4, 24), (5, 16), (6, 8), (7, 0)], false).len(), 4, "the other way round");
}

#[test]
fn stores_to_two_objects_are_two() {
    for offsets in [(4, 0), (0, 4)] {
        let halves = left(|b, room| {
            let (x, size) = (b.arg(1), b.i32(16));
            let object = b.alloca(size, 8);
            for (base, offset) in [(room, offsets.0), (object, offsets.1)] {
                store_byte(b, x, 0, base, offset);
                store_byte(b, x, 8, base, offset + 1);
            }
            x
        });
        assert_eq!(halves, [-2, -2], "{offsets:?}");
    }
}

#[test]
fn constants_are_joined_until_somebody_may_look() {
    let constants = |read: Option<i32>, parts: [i32; 2]| {
        left(|b, room| {
            let p = b.arg(0);
            let [low, high] = parts.map(|part| b.i32(part));
            let other = at(b, room, 4);
            b.store(low, room);
            if let Some(offset) = read {
                let addr = if offset < 0 { p } else { at(b, room, offset) };
                b.load(Type::I32, addr);
            }
            b.store(high, other);
            low
        })
    };
    assert_eq!(constants(None, [7, 0]), [-8]);
    assert_eq!(constants(None, [-7, -1]), [-8], "as an instruction has room for it");
    assert_eq!(constants(None, [7, 1]), [-4, -4], "as none has");
    assert_eq!(constants(Some(8), [7, 0]), [4, -8], "elsewhere");
    assert_eq!(constants(Some(0), [7, 0]), [-4, 4, -4]);
    assert_eq!(constants(Some(-1), [7, 0]), [-4, 4, -4], "it may trap");
    let divided = left(|b, room| {
        let (p, x, zero) = (b.arg(0), b.arg(1), b.i32(0));
        let other = at(b, room, 4);
        b.store(zero, room);
        let quotient = b.binary(BinOp::UDiv, p, x);
        b.store(zero, other);
        quotient
    });
    assert_eq!(divided, [-4, -4], "a division may, too");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
        let mut pass = CoalesceMemory::default();
        testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
    }
}
