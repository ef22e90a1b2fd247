//! Tests of store promotion: what becomes a value and what does not, and random loops that do the same before and after.

use super::super::testing::{self, Rng, Shape};
use super::*;
use crate::ice::{FuncId, FunctionBuilder, GlobalInit, GlobalVar, IntCond, Intrinsic, Linkage};
use proptest::prelude::*;

/// The module of these tests: `g`, of 32 bytes as the evaluator has it, a constant one, and what observes.
fn module() -> (Module, [Value; 2], FuncId) {
    let mut module = Module::new();
    let globals = [("g", false), ("c", true)].map(|(name, constant)| {
        let init = vec![GlobalInit::Zero(32)];
        Value::global(module.globals.push(GlobalVar { name: name.into(), linkage: Linkage::Internal, constant, align: 1, init }))
    });
    let observer = module.declare_func("observe", Type::Void, &[Type::I64]);
    (module, globals, observer)
}

/// What a loop of one block is made with.
struct Site {
    globals: [Value; 2],
    observer: FuncId,
    alloca: Value,
    counter: Value,
}

/// How many loads and stores the loop has after the pass; it counts up as long as `cond` holds of the counter and the last argument.
fn left(cond: IntCond, body: impl FnOnce(&mut FunctionBuilder<'_>, Site)) -> usize {
    let (mut module, globals, observer) = module();
    let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (entry, head, exit) = (b.current(), b.block(), b.block());
    let [zero, one, size, bound] = [b.i32(0), b.i32(1), b.i32(16), b.arg(2)];
    let alloca = b.alloca(size, 4);
    b.br(head);
    b.switch_to(head);
    let counter = b.phi(Type::I32, &[]);
    body(&mut b, Site { globals, observer, alloca, counter });
    let next = b.binary(BinOp::Add, counter, one);
    let more = b.icmp(cond, next, bound);
    b.set_phi(counter, &[(entry, zero), (head, next)]);
    b.cond_br(more, head, exit);
    b.switch_to(exit);
    b.ret(None);
    let mut func = b.finish();
    testing::verify(&module, &func);
    PromoteStores::default().run(&module, &mut func, &mut Fuel::unlimited());
    testing::verify(&module, &func);
    func.block_insts(head).filter(|&inst| access(&func, inst).is_some()).count()
}

/// Adds one to what is at an address.
fn count(b: &mut FunctionBuilder<'_>, addr: Value) {
    let (old, one) = (b.load(Type::I32, addr), b.i32(1));
    let new = b.binary(BinOp::Add, old, one);
    b.store(new, addr);
}

fn at(b: &mut FunctionBuilder<'_>, base: Value, offset: i32) -> Value {
    let offset = b.i32(offset);
    b.binary(BinOp::Add, base, offset)
}

#[test]
fn places_of_loops_that_end_become_values() {
    let four = |b: &mut FunctionBuilder<'_>, Site { globals: [g, _], .. }: Site| {
        for offset in 0..4 {
            let addr = at(b, g, offset * 4);
            count(b, addr);
        }
    };
    assert_eq!(left(IntCond::Ult, four), 0);
    assert_eq!(left(IntCond::Ule, four), 8, "it may run for ever, and another thread wait for what it stores");
    let pointer = |b: &mut FunctionBuilder<'_>, _: Site| {
        let arg = b.arg(0);
        count(b, arg);
    };
    assert_eq!(left(IntCond::Ne, pointer), 0, "it traps before the loop if it traps in it");
}

#[test]
fn what_others_see_stays_in_memory() {
    let with = |also: fn(&mut FunctionBuilder<'_>, &Site)| {
        left(IntCond::Ult, |b, site| {
            also(b, &site);
            count(b, site.globals[0]);
        })
    };
    let call = |b: &mut FunctionBuilder<'_>, site: &Site| {
        let value = b.int(Type::I64, 1);
        b.call(site.observer, &[value]);
    };
    let divide = |b: &mut FunctionBuilder<'_>, site: &Site| {
        b.binary(BinOp::UDiv, site.counter, site.counter);
    };
    let load = |b: &mut FunctionBuilder<'_>, _: &Site| {
        let arg = b.arg(0);
        b.load(Type::I8, arg);
    };
    let store = |b: &mut FunctionBuilder<'_>, site: &Site| {
        let arg = b.arg(0);
        b.store(site.counter, arg);
    };
    let overlap = |b: &mut FunctionBuilder<'_>, site: &Site| {
        let addr = at(b, site.globals[0], 3);
        b.load(Type::I16, addr);
    };
    let constant = |b: &mut FunctionBuilder<'_>, site: &Site| count(b, site.globals[1]);
    let undef = |b: &mut FunctionBuilder<'_>, site: &Site| {
        let value = b.undef(Type::I32);
        b.store(value, site.globals[0]);
    };
    assert_eq!([call, divide].map(with), [2, 2]);
    assert_eq!([load, store, overlap, undef].map(with), [3, 3, 3, 3]);
    assert_eq!(with(constant), 4, "what is stored before the trap would not be there");
    let beside = |b: &mut FunctionBuilder<'_>, site: &Site| {
        let addr = at(b, site.globals[0], 4);
        count(b, addr);
    };
    assert_eq!(with(beside), 0);
}

#[test]
fn own_objects_of_the_stack_are_seen_by_nobody() {
    let with = |also: fn(&mut FunctionBuilder<'_>, &Site)| {
        left(IntCond::Ule, |b, site| {
            also(b, &site);
            let (arg, addr) = (b.arg(0), at(b, site.alloca, 4));
            count(b, addr);
            b.store(site.counter, arg);
            let value = b.int(Type::I64, 1);
            b.call(site.observer, &[value]);
        })
    };
    // The store through the argument stays.
    assert_eq!(with(|_, _| {}), 1);
    assert_eq!(with(|b, site| count(b, site.alloca)), 1);
    let overlap = |b: &mut FunctionBuilder<'_>, site: &Site| {
        let addr = at(b, site.alloca, 6);
        count(b, addr);
    };
    assert_eq!(with(overlap), 5, "both overlap");
    let indexed = |b: &mut FunctionBuilder<'_>, site: &Site| {
        let addr = b.binary(BinOp::Add, site.alloca, site.counter);
        count(b, addr);
    };
    assert_eq!(with(indexed), 5, "some element may be the place");
    assert_eq!(with(|b, site| b.store(site.alloca, site.globals[0])), 4, "the address is stored");
    let restore = |b: &mut FunctionBuilder<'_>, _: &Site| {
        let top = b.intrinsic(Intrinsic::StackSave, &[]).expect("a result");
        b.intrinsic(Intrinsic::StackRestore, &[top]);
    };
    assert_eq!(with(restore), 3);
}

/// A loop of four blocks in which random accesses to few places are made, and all of memory observed behind it.
fn random(seed: u64) -> (Module, Function) {
    let mut rng = Rng(seed);
    let (mut module, [g, _], observer) = module();
    let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let entry = b.current();
    let [head, left, right, join, out] = [(); 5].map(|()| b.block());
    let [zero, one, bound, a, c] = [b.i32(0), b.i32(1), b.i32(5), b.arg(0), b.arg(2)];
    let enters = b.icmp(IntCond::Ne, c, one);
    if rng.below(2) == 0 {
        b.cond_br(enters, head, out);
    } else {
        b.br(head);
    }
    let leaves_early = rng.below(3) == 0;
    let pointer = if rng.below(4) == 0 { a } else { g };
    let (count, early) = (rng.below(3), rng.below(4));
    let accesses = |b: &mut FunctionBuilder<'_>, rng: &mut Rng, known: &mut Vec<Value>| {
        for _ in 0..rng.below(count + 2) {
            let ty = [Type::I32, Type::I32, Type::I32, Type::I32, Type::I8][rng.below(5)];
            let base = if rng.below(6) == 0 { pointer } else { g };
            let offset = [0, 0, 4, 4, 8, if early == 0 { 30 } else { 6 }][rng.below(6)];
            let addr = if offset == 0 { base } else { at(b, base, offset) };
            let value = known[rng.below(known.len())];
            match rng.below(2) {
                0 if ty == Type::I32 => b.store(value, addr),
                _ if ty == Type::I32 => {
                    let loaded = b.load(ty, addr);
                    known.push(b.binary(BinOp::Add, loaded, value));
                }
                _ => {
                    let loaded = b.load(ty, addr);
                    known.push(b.cast(crate::ice::CastOp::ZExt, loaded, Type::I32));
                }
            }
        }
    };
    b.switch_to(head);
    let i = b.phi(Type::I32, &[]);
    let mut known = vec![a, c, i];
    accesses(&mut b, &mut rng, &mut known);
    let odd = b.binary(BinOp::And, known[rng.below(known.len())], one);
    let odd = b.icmp(IntCond::Eq, odd, one);
    b.cond_br(odd, left, right);
    for block in [left, right] {
        b.switch_to(block);
        accesses(&mut b, &mut rng, &mut known.clone());
        if leaves_early && block == left {
            let four = b.icmp(IntCond::Eq, i, one);
            b.cond_br(four, out, join);
        } else {
            b.br(join);
        }
    }
    b.switch_to(join);
    accesses(&mut b, &mut rng, &mut known);
    let next = b.binary(BinOp::Add, i, one);
    let more = b.icmp(IntCond::Ult, next, bound);
    b.set_phi(i, &[(entry, zero), (join, next)]);
    b.cond_br(more, head, out);
    b.switch_to(out);
    for offset in [0, 8, 16, 24] {
        let addr = at(&mut b, g, offset);
        let value = b.load(Type::I64, addr);
        b.call(observer, &[value]);
    }
    let result = b.arg(1);
    b.ret(Some(result));
    let func = b.finish();
    testing::verify(&module, &func);
    (module, func)
}

#[test]
fn random_loops_do_the_same() {
    let (mut pass, mut spent) = (PromoteStores::default(), 0);
    for seed in 0..6000 {
        let (module, before) = random(seed);
        let mut after = before.clone();
        let mut fuel = Fuel::limited(if seed % 5 == 0 { 1 } else { u64::MAX });
        pass.run(&module, &mut after, &mut fuel);
        testing::verify(&module, &after);
        spent += fuel.spent();
        for args in [[0x1000, 1, 7], [0x1004, 1, 2], [0x1008, 2, 3], [0x101e, 2, 5], [0x500, 3, 1], [0x1002, 3, 6]] {
            testing::assert_agree(&before, &after, &args, &seed);
        }
    }
    assert!(spent > 600, "{spent} places became values");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
    #[test]
    fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
        let mut pass = PromoteStores::default();
        testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
    }
}
