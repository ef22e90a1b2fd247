//! Tests of strength reduction, on loops made for it and on random functions.

use super::super::testing::{self, Shape};
use super::*;
use crate::ice::{CastOp, FunctionBuilder, Global, GlobalInit, GlobalVar, IntCond, Linkage};
use proptest::prelude::*;

fn pass(adds: Adds) -> StrengthReduce {
    StrengthReduce { machine: Some(Machine { adds, registers: 12 }), ..StrengthReduce::default() }
}

/// A loop over records of twelve bytes in a global: loads a field of each, and stores the sum in another one. `calls` has it call something.
fn records(calls: bool) -> (Module, Function) {
    let mut module = Module::new();
    let init = vec![GlobalInit::Zero(400)];
    module.globals.push(GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: false, align: 4, init });
    let callee = module.define_func("h", Linkage::Internal, Type::Void, &[]);
    let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (entry, head, exit) = (b.current(), b.block(), b.block());
    let [n, zero, one, two, eight, size] = [b.arg(0), b.i32(0), b.i32(1), b.i32(2), b.i32(8), b.i32(12)];
    let global = Value::global(Global::from_u32(0));
    b.br(head);
    b.switch_to(head);
    let (i, sum) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
    let offset = b.binary(BinOp::Mul, i, size);
    let record = b.binary(BinOp::Add, offset, global);
    let field = b.load(Type::I32, record);
    let next_sum = b.binary(BinOp::Add, sum, field);
    let other = b.binary(BinOp::Add, i, two);
    let other = b.binary(BinOp::Mul, other, size);
    let other = b.binary(BinOp::Add, other, global);
    let other = b.binary(BinOp::Add, other, eight);
    b.store(i, other);
    if calls {
        b.call(callee, &[]);
    }
    let next = b.binary(BinOp::Add, i, one);
    let more = b.icmp(IntCond::Ult, next, n);
    b.set_phi(i, &[(entry, zero), (head, next)]);
    b.set_phi(sum, &[(entry, n), (head, next_sum)]);
    b.cond_br(more, head, exit);
    b.switch_to(exit);
    b.ret(Some(next_sum));
    let func = b.finish();
    testing::verify(&module, &func);
    (module, func)
}

/// The addresses of a loop: what each adds, if it is a sum with a constant.
fn addresses(func: &Function) -> Vec<Option<u64>> {
    let added = |addr: Value| match func.def(addr) {
        Some(ValueDef::Inst(sum)) => match *func.inst(sum) {
            InstData::Binary { op: BinOp::Add, rhs, .. } => func.int_const(rhs),
            _ => None,
        },
        _ => None,
    };
    let in_order = func.block_order().iter().flat_map(|&block| func.block_insts(block));
    let addr = |inst: Inst| match *func.inst(inst) {
        InstData::Load { addr, .. } | InstData::Store { addr, .. } => Some(addr),
        _ => None,
    };
    in_order.filter_map(addr).map(added).collect()
}

#[test]
fn addresses_a_constant_apart_are_one_pointer() {
    for adds in [Adds::Constant, Adds::Register] {
        let (module, mut func) = records(false);
        let mut fuel = Fuel::unlimited();
        assert!(pass(adds).run(&module, &mut func, &mut fuel));
        testing::verify(&module, &func);
        assert_eq!((fuel.spent(), addresses(&func)), (1, vec![Some(0), Some(32)]), "{adds:?}");
        assert!(!pass(adds).run(&module, &mut func, &mut fuel), "nothing is left to do");
    }
}

#[test]
fn symbols_stay_in_addresses_that_take_them() {
    let (module, mut func) = records(false);
    assert!(pass(Adds::All).run(&module, &mut func, &mut Fuel::unlimited()));
    testing::verify(&module, &func);
    // `(pointer + 32) + g`, and `pointer + g`.
    assert_eq!(addresses(&func), [None, None]);
}

#[test]
fn loops_without_registers_stay_and_calls_take_half_of_them() {
    for (calls, registers, expected) in [(false, 3, false), (false, 4, true), (true, 4, false), (true, 6, true)] {
        let (module, mut func) = records(calls);
        let machine = Some(Machine { adds: Adds::Constant, registers });
        let mut pass = StrengthReduce { machine, ..StrengthReduce::default() };
        assert_eq!(pass.run(&module, &mut func, &mut Fuel::unlimited()), expected, "{calls} {registers}");
        testing::verify(&module, &func);
    }
}

#[test]
fn forms_are_sums_modulo_the_size_of_memory() {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let [x, y, three, seven] = [b.arg(0), b.arg(1), b.i32(3), b.i32(7)];
    // ((x - y) * 7 << 3) - ((x + 3) - x).
    let value = b.binary(BinOp::Sub, x, y);
    let value = b.binary(BinOp::Mul, value, seven);
    let value = b.binary(BinOp::Shl, value, three);
    let sum = b.binary(BinOp::Add, x, three);
    let difference = b.binary(BinOp::Sub, sum, x);
    let value = b.binary(BinOp::Sub, value, difference);
    b.ret(Some(value));
    let func = b.finish();
    let form = Form::of(&func, value, |_| true).expect("few terms");
    assert_eq!((form.terms(), form.constant), (&[(x, 56), (y, 56u32.wrapping_neg())][..], 3u32.wrapping_neg()));
    let form = Form::of(&func, value, |_| false).expect("one term");
    assert_eq!((form.terms(), form.constant), (&[(value, 1)][..], 0));
}

#[test]
fn sums_that_are_no_addresses_step_through_the_loop_too() {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (entry, head, exit) = (b.current(), b.block(), b.block());
    let [n, zero, one, seven] = [b.arg(0), b.i32(0), b.i32(1), b.i32(7)];
    b.br(head);
    b.switch_to(head);
    let (i, mixed) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
    let product = b.binary(BinOp::Mul, i, seven);
    let sum = b.binary(BinOp::Add, product, n);
    let next_mixed = b.binary(BinOp::Xor, mixed, sum);
    let next = b.binary(BinOp::Add, i, one);
    let more = b.icmp(IntCond::Ult, next, n);
    b.set_phi(i, &[(entry, zero), (head, next)]);
    b.set_phi(mixed, &[(entry, zero), (head, next_mixed)]);
    b.cond_br(more, head, exit);
    b.switch_to(exit);
    b.ret(Some(next_mixed));
    let before = b.finish();
    for adds in [Adds::Constant, Adds::Register] {
        let mut after = before.clone();
        assert!(pass(adds).run(&module, &mut after, &mut Fuel::unlimited()), "{adds:?}");
        testing::verify(&module, &after);
        let is_xor_of_phis = |inst: Inst| match *after.inst(inst) {
            InstData::Binary { op: BinOp::Xor, lhs, rhs } => {
                [lhs, rhs].iter().all(|&value| matches!(after.def(value), Some(ValueDef::Inst(def)) if after.inst(def).is_phi()))
            }
            _ => false,
        };
        assert!(after.block_insts(head).any(is_xor_of_phis), "{adds:?}: what is mixed in is a phi");
        for n in [1, 2, 9] {
            assert!(testing::agree(&testing::evaluate(&before, &[n]), &testing::evaluate(&after, &[n])));
        }
    }
}

/// What a random loop does with addresses.
#[derive(Copy, Clone, Debug)]
struct Walk {
    start: i32,
    step: i32,
    factors: [i32; 2],
    offsets: [i32; 3],
    /// Whether the first address is added up, and the last one returned.
    sums: bool,
    returns: bool,
}

fn walk() -> impl Strategy<Value = Walk> {
    let small = -2..6i32;
    let parts = (small, -2..4i32, [0..7i32, 0..3i32], [0..60i32, 0..60i32, -9..9i32], any::<bool>(), any::<bool>());
    parts.prop_map(|(start, step, factors, offsets, sums, returns)| Walk { start, step, factors, offsets, sums, returns })
}

/// Six rounds of loads and stores of bytes at three addresses.
fn walking(walk: Walk) -> (Module, Function) {
    let (mut module, _) = records(false);
    let id = module.define_func("w", Linkage::Internal, Type::I64, &[Type::I32, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (entry, head, exit) = (b.current(), b.block(), b.block());
    let global = Value::global(Global::from_u32(0));
    let [inside, by, start, step, one, end] = [b.arg(0), b.arg(1), b.i32(walk.start), b.i32(walk.step), b.i32(1), b.i32(6)];
    let first = b.binary(BinOp::Add, start, by);
    b.br(head);
    b.switch_to(head);
    let [rounds, i, sum] = [0; 3].map(|_| b.phi(Type::I32, &[]));
    let mut next_sum = sum;
    let addresses = walk.offsets.map(|offset| {
        let [factor, other, offset] = [walk.factors[0], walk.factors[1], offset].map(|number| b.i32(number));
        let product = b.binary(BinOp::Mul, i, factor);
        let shifted = b.binary(BinOp::Shl, rounds, other);
        let address = b.binary(BinOp::Add, product, global);
        let address = b.binary(BinOp::Sub, address, inside);
        let address = b.binary(BinOp::Add, address, shifted);
        b.binary(BinOp::Add, address, offset)
    });
    for address in addresses {
        let loaded = b.load(Type::I8, address);
        let wide = b.cast(CastOp::ZExt, loaded, Type::I32);
        next_sum = b.binary(BinOp::Add, next_sum, wide);
        let low = b.cast(CastOp::Trunc, i, Type::I8);
        b.store(low, address);
    }
    if walk.sums {
        next_sum = b.binary(BinOp::Xor, next_sum, addresses[0]);
    }
    let next = b.binary(BinOp::Add, i, step);
    let next_round = b.binary(BinOp::Add, rounds, one);
    let more = b.icmp(IntCond::Ult, next_round, end);
    let zero = b.i32(0);
    b.set_phi(rounds, &[(entry, zero), (head, next_round)]);
    b.set_phi(i, &[(entry, first), (head, next)]);
    b.set_phi(sum, &[(entry, inside), (head, next_sum)]);
    b.cond_br(more, head, exit);
    b.switch_to(exit);
    let result = if walk.returns { b.binary(BinOp::Xor, next_sum, addresses[2]) } else { next_sum };
    let wide = b.cast(CastOp::ZExt, result, Type::I64);
    b.ret(Some(wide));
    let func = b.finish();
    testing::verify(&module, &func);
    (module, func)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn addresses_are_what_they_were(walk in walk(), inside in 0..9u64, by in 0..5u64) {
        let (module, before) = walking(walk);
        let expected = testing::evaluate(&before, &[inside, by]);
        for adds in [Adds::Constant, Adds::Register, Adds::All] {
            let mut after = before.clone();
            pass(adds).run(&module, &mut after, &mut Fuel::unlimited());
            testing::verify(&module, &after);
            let found = testing::evaluate(&after, &[inside, by]);
            prop_assert!(testing::agree(&expected, &found), "{:?}: {:?} {:?}", adds, expected, found);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
    #[test]
    fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
        for adds in [Adds::Constant, Adds::Register, Adds::All] {
            let mut pass = pass(adds);
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}
