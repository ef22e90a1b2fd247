//! Tests of peeling: what is peeled, and random loops that do the same before and after.

use super::super::testing::{self, Rng, Shape};
use super::*;
use crate::ice::{BinOp, FunctionBuilder, Linkage};
use proptest::prelude::*;

/// A loop of four blocks whose phis, comparisons and exits are random, some of whose values are used behind it.
fn random(seed: u64) -> (Module, Function) {
    let mut rng = Rng(seed);
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let entry = b.current();
    let [head, left, right, join, out] = [(); 5].map(|()| b.block());
    let [zero, one, four, a, c] = [b.i32(0), b.i32(1), b.i32(4), b.arg(0), b.arg(2)];
    let start = [zero, a, four][rng.below(3)];
    let bound = b.binary(BinOp::Add, start, [four, c][rng.below(2)]);
    let is_entered_in_part = rng.below(2) == 0;
    if is_entered_in_part {
        let cond = b.icmp(IntCond::Ne, c, one);
        b.cond_br(cond, head, out);
    } else {
        b.br(head);
    }
    b.switch_to(head);
    let [i, p, q, acc] = [(); 4].map(|()| b.phi(Type::I32, &[]));
    let cond = [IntCond::Eq, IntCond::Ne][rng.below(2)];
    let asked = if rng.below(2) == 0 { (i, start) } else { (p, c) };
    let is_first = b.icmp(cond, asked.0, asked.1);
    let second = b.select(is_first, q, i);
    b.cond_br(is_first, left, right);
    b.switch_to(left);
    let from_left = b.binary(BinOp::Xor, acc, q);
    let leaves_early = rng.below(3) == 0;
    if leaves_early {
        let early = b.icmp(IntCond::Ugt, from_left, c);
        b.cond_br(early, out, join);
    } else {
        b.br(join);
    }
    b.switch_to(right);
    let from_right = b.binary(BinOp::Add, acc, second);
    let is_switch = rng.below(3) == 0;
    if is_switch {
        b.switch(p, join, &[(3, join)]);
    } else {
        b.br(join);
    }
    b.switch_to(join);
    let merged = match is_switch {
        true => b.phi(Type::I32, &[(left, from_left), (right, from_right), (right, from_right)]),
        false => b.phi(Type::I32, &[(left, from_left), (right, from_right)]),
    };
    let step = [one, one, b.i32(-1), b.i32(3)][rng.below(4)];
    let next = b.binary(BinOp::Add, i, step);
    let three = b.i32(3);
    let product = b.binary(BinOp::Mul, merged, three);
    let sum = b.binary(BinOp::Add, product, p);
    let stays = b.icmp([IntCond::Ne, IntCond::Ult, IntCond::Sgt][rng.below(3)], next, bound);
    b.set_phi(i, &[(entry, start), (join, next)]);
    b.set_phi(p, &[(entry, [c, one][rng.below(2)]), (join, [a, four][rng.below(2)])]);
    b.set_phi(q, &[(entry, a), (join, [i, merged, p][rng.below(3)])]);
    b.set_phi(acc, &[(entry, c), (join, sum)]);
    b.cond_br(stays, head, out);
    b.switch_to(out);
    let mut result = b.arg(1);
    if is_entered_in_part || leaves_early {
        let mut args = vec![(join, [sum, next][rng.below(2)])];
        args.extend(is_entered_in_part.then_some((entry, a)));
        args.extend(leaves_early.then_some((left, [from_left, q][rng.below(2)])));
        let phi = b.phi(Type::I32, &args);
        let wide = b.cast(crate::ice::CastOp::ZExt, phi, Type::I64);
        result = b.binary(BinOp::Add, result, wide);
    } else {
        for value in [i, q, merged, sum, second] {
            if rng.below(2) == 0 {
                let wide = b.cast(crate::ice::CastOp::ZExt, value, Type::I64);
                let eleven = b.int(Type::I64, 11);
                let product = b.binary(BinOp::Mul, result, eleven);
                result = b.binary(BinOp::Add, product, wide);
            }
        }
    }
    b.ret(Some(result));
    let func = b.finish();
    testing::verify(&module, &func);
    (module, func)
}

#[test]
fn random_loops_do_the_same() {
    let (mut pass, mut spent) = (Peel::default(), 0);
    for seed in 0..6000 {
        let (module, before) = random(seed);
        let mut after = before.clone();
        let mut fuel = Fuel::unlimited();
        pass.run(&module, &mut after, &mut fuel);
        testing::verify(&module, &after);
        spent += fuel.spent();
        for args in [[0, 1, 0], [1, 1, 1], [5, 2, 3], [3, 2, 5], [u64::from(u32::MAX), 3, 4], [9, 3, u64::from(u32::MAX) - 1]] {
            testing::assert_agree(&before, &after, &args, &seed);
        }
    }
    assert!(spent > 3000, "{spent} loops were peeled");
}

/// How often the pass peels a loop that counts from zero: `asks` whether the counter is this; its flag is one number, then another.
fn peels(cond: IntCond, asks: i32, step: i32, flags: [i32; 2]) -> u64 {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (entry, head, exit) = (b.current(), b.block(), b.block());
    let [zero, step, asks, bound] = [b.i32(0), b.i32(step), b.i32(asks), b.arg(2)];
    let flags = flags.map(|flag| b.i32(flag));
    let result = b.arg(1);
    b.br(head);
    b.switch_to(head);
    let (i, flag, acc) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
    let is_it = b.icmp(IntCond::Eq, i, asks);
    let one = b.select(is_it, flag, i);
    let sum = b.binary(BinOp::Add, acc, one);
    let next = b.binary(BinOp::Add, i, step);
    let more = b.icmp(cond, next, bound);
    b.set_phi(i, &[(entry, zero), (head, next)]);
    b.set_phi(flag, &[(entry, flags[0]), (head, flags[1])]);
    b.set_phi(acc, &[(entry, bound), (head, sum)]);
    b.cond_br(more, head, exit);
    b.switch_to(exit);
    let wide = b.cast(crate::ice::CastOp::ZExt, sum, Type::I64);
    let result = b.binary(BinOp::Add, wide, result);
    b.ret(Some(result));
    let mut func = b.finish();
    testing::verify(&module, &func);
    let mut fuel = Fuel::unlimited();
    Peel::default().run(&module, &mut func, &mut fuel);
    testing::verify(&module, &func);
    let once = fuel.spent();
    Peel::default().run(&module, &mut func, &mut fuel);
    assert_eq!(fuel.spent(), once, "the other rounds are all the same");
    once
}

#[test]
fn a_loop_is_peeled_if_its_other_rounds_are_simpler() {
    assert_eq!(peels(IntCond::Ult, 0, 1, [5, 5]), 1, "whether the counter is zero is known");
    assert_eq!(peels(IntCond::Ult, 1, 1, [5, 5]), 0, "whether it is one is not");
    assert_eq!(peels(IntCond::Ule, 0, 1, [5, 5]), 0, "it may come round");
    assert_eq!(peels(IntCond::Ne, 0, 3, [5, 5]), 1);
    assert_eq!(peels(IntCond::Ne, 0, 2, [5, 5]), 0);
    assert_eq!(peels(IntCond::Ule, 1, 1, [5, 6]), 1, "the flag is six in all rounds but the first");
}

#[test]
fn blocks_that_are_not_reached_do_not_use_what_a_loop_makes() {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (entry, [head, left, latch, exit, nowhere]) = (b.current(), [(); 5].map(|()| b.block()));
    let [zero, one, five, bound, other] = [b.i32(0), b.i32(1), b.i32(5), b.arg(0), b.arg(1)];
    b.br(head);
    b.switch_to(head);
    let (i, flag) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
    let is_other = b.icmp(IntCond::Ult, flag, other);
    b.cond_br(is_other, left, latch);
    b.switch_to(left);
    let square = b.binary(BinOp::Mul, i, i);
    b.br(latch);
    b.switch_to(latch);
    let next = b.binary(BinOp::Add, i, one);
    b.set_phi(i, &[(entry, zero), (latch, next)]);
    b.set_phi(flag, &[(entry, zero), (latch, five)]);
    let more = b.icmp(IntCond::Ult, next, bound);
    b.cond_br(more, head, exit);
    b.switch_to(exit);
    b.ret(Some(next));
    b.switch_to(nowhere);
    b.ret(Some(square));
    let mut func = b.finish();
    testing::verify(&module, &func);
    assert!(Peel::default().run(&module, &mut func, &mut Fuel::unlimited()));
    testing::verify(&module, &func);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]
    #[test]
    fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
        let mut pass = Peel::default();
        testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
    }
}
