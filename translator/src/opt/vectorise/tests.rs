//! Which loops become vectors, and which do not. That they do the same is asked of generated ones: `crosstest/tests/vectorised_loops.rs`.

use super::super::testing::{self, Shape};
use super::*;
use crate::ice::{CastOp, FunctionBuilder, GlobalInit, GlobalVar, Linkage};
use proptest::prelude::*;

fn pass() -> Vectorise {
    Vectorise { unit: Some(VectorUnit { floats: true, shifts: true }), ..Vectorise::default() }
}

/// A loop over the words of a global, while the test runs.
struct Sample<'m> {
    b: FunctionBuilder<'m>,
    counter: Value,
    /// Two globals of 256 bytes, a constant one, and what nobody knows.
    objects: [Value; 3],
    unknown: Value,
    sum: Value,
}

impl Sample<'_> {
    /// The element of `bytes` bytes of this round, so many bytes further on.
    fn place(&mut self, base: Value, bytes: i32, offset: i32) -> Value {
        let (scale, offset) = (self.b.i32(bytes), self.b.i32(offset));
        let scaled = self.b.binary(BinOp::Mul, self.counter, scale);
        let sum = self.b.binary(BinOp::Add, base, scaled);
        self.b.binary(BinOp::Add, sum, offset)
    }
}

/// What a loop of as many rounds as an argument says becomes; its body gives what the sum is in the next round.
fn vectorised_by(mut pass: Vectorise, body: impl FnOnce(&mut Sample<'_>) -> Value) -> Option<(Module, Function)> {
    let mut module = Module::new();
    let objects = [("a", false), ("b", false), ("c", true)].map(|(name, constant)| {
        let init = vec![GlobalInit::Zero(256)];
        Value::global(module.globals.push(GlobalVar { name: name.into(), linkage: Linkage::Internal, constant, align: 1, init }))
    });
    let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (entry, head, exit) = (b.current(), b.block(), b.block());
    let (rounds, unknown, zero, one) = (b.arg(0), b.arg(1), b.i32(0), b.i32(1));
    b.br(head);
    b.switch_to(head);
    let (counter, sum) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
    let mut sample = Sample { b, counter, objects, unknown, sum };
    let next_sum = body(&mut sample);
    let mut b = sample.b;
    let next = b.binary(BinOp::Add, counter, one);
    let more = b.icmp(IntCond::Ult, next, rounds);
    b.set_phi(counter, &[(entry, zero), (head, next)]);
    b.set_phi(sum, &[(entry, rounds), (head, next_sum)]);
    b.cond_br(more, head, exit);
    b.switch_to(exit);
    b.ret(Some(next_sum));
    let mut func = b.finish();
    testing::verify(&module, &func);
    let mut fuel = Fuel::unlimited();
    let changed = pass.run(&module, &mut func, &mut fuel);
    testing::verify(&module, &func);
    assert_eq!(fuel.spent(), u64::from(changed));
    changed.then_some((module, func))
}

fn is_vectorised(body: impl FnOnce(&mut Sample<'_>) -> Value) -> bool {
    vectorised_by(pass(), body).is_some()
}

/// Whether a round that loads a word at one place, stores it at another and adds it up is vectorised. The last object is what nobody knows.
fn adds(from: (usize, i32), to: (usize, i32)) -> bool {
    is_vectorised(|s| {
        let place = |s: &mut Sample<'_>, (object, offset): (usize, i32)| {
            let base = s.objects.get(object).copied().unwrap_or(s.unknown);
            s.place(base, 4, offset)
        };
        let (from, to) = (place(s, from), place(s, to));
        let value = s.b.load(Type::I32, from);
        s.b.store(value, to);
        s.b.binary(BinOp::Add, s.sum, value)
    })
}

#[test]
fn what_is_stored_is_apart_from_what_other_rounds_load() {
    assert!(adds((0, 0), (1, 0)) && adds((2, 0), (1, 0)), "two objects");
    assert!(adds((0, 0), (0, 0)), "the same place");
    assert!(adds((0, 4), (0, 0)) && adds((0, 3), (0, 0)), "what the next round stores");
    assert!(
        !adds((0, 0), (0, 4)) && !adds((0, 0), (0, 12)) && !adds((0, 0), (0, 15)) && !adds((0, 0), (0, 1)),
        "what the last one stored"
    );
    assert!(adds((0, 0), (0, 16)), "what one four rounds ago stored");
    assert!(!adds((3, 0), (0, 0)) && !adds((0, 0), (3, 0)), "an address that nobody knows");
    assert!(!adds((0, 0), (2, 0)), "what is stored to is constant");
    assert!(!adds((0, -4), (1, 0)) && !adds((0, 240), (1, 0)), "outside of the object, or nearly");
}

#[test]
fn loops_that_only_load_may_do_so_anywhere() {
    let sums = |op: BinOp, step: i32| {
        is_vectorised(|s| {
            let place = s.place(s.unknown, step, 2);
            let value = s.b.load(Type::I32, place);
            s.b.binary(op, s.sum, value)
        })
    };
    assert!([BinOp::Add, BinOp::Sub, BinOp::Xor, BinOp::And, BinOp::Or].into_iter().all(|op| sums(op, 4)));
    assert!(!sums(BinOp::Mul, 4) && !sums(BinOp::Add, 8) && !sums(BinOp::Add, 0) && !sums(BinOp::Add, -4));
}

#[test]
fn a_sum_that_the_loop_looks_at_is_none() {
    assert!(!is_vectorised(|s| {
        let place = s.place(s.objects[0], 4, 0);
        let value = s.b.load(Type::I32, place);
        let next = s.b.binary(BinOp::Add, s.sum, value);
        s.b.store(next, place);
        next
    }));
}

#[test]
fn elements_of_two_sizes_have_other_lanes() {
    let sums = |second: Type| {
        is_vectorised(|s| {
            let first = s.place(s.objects[0], 4, 0);
            let other = s.place(s.objects[1], second.bits() as i32 / 8, 0);
            let value = s.b.load(Type::I32, first);
            s.b.load(second, other);
            s.b.binary(BinOp::Add, s.sum, value)
        })
    };
    assert_eq!([Type::I32, Type::F32, Type::I16, Type::I64].map(sums), [true, true, false, false]);
}

#[test]
fn a_target_says_what_its_lanes_can_do() {
    let with = |unit: Option<VectorUnit>, ty: Type, op: BinOp| {
        let pass = Vectorise { unit, ..Vectorise::default() };
        let made = vectorised_by(pass, |s| {
            let place = s.place(s.objects[0], 4, 0);
            let value = s.b.load(ty, place);
            let by = if ty == Type::F32 { s.b.f32(1.5) } else { s.b.i32(3) };
            let value = s.b.binary(op, value, by);
            s.b.store(value, place);
            let bits = if ty == Type::F32 { s.b.cast(CastOp::Bitcast, value, Type::I32) } else { value };
            s.b.binary(BinOp::Xor, s.sum, bits)
        });
        made.is_some()
    };
    let unit = |floats: bool, shifts: bool| Some(VectorUnit { floats, shifts });
    assert!(with(unit(true, false), Type::F32, BinOp::FMul) && !with(unit(false, true), Type::F32, BinOp::FMul));
    assert!(with(unit(false, true), Type::I32, BinOp::AShr) && !with(unit(true, false), Type::I32, BinOp::AShr));
    assert!(!with(unit(true, true), Type::I32, BinOp::UDiv) && !with(unit(true, true), Type::F32, BinOp::FRem));
    assert!(!with(None, Type::I32, BinOp::Add));
}

#[test]
fn the_old_loop_runs_what_is_left() {
    let made = vectorised_by(pass(), |s| {
        let place = s.place(s.objects[0], 4, 0);
        let value = s.b.load(Type::I32, place);
        s.b.store(value, place);
        s.b.binary(BinOp::Xor, s.sum, s.unknown)
    });
    let (_, func) = made.expect("it becomes vectors");
    // Before both, whether there are enough rounds; the new loop and what is behind it; the old one.
    assert_eq!(func.block_order().len(), 7);
    let accesses = |&block: &Block| {
        let is_access = |&inst: &Inst| matches!(func.inst(inst), InstData::Load { .. } | InstData::Store { .. });
        func.block_insts(block).filter(is_access).count()
    };
    assert_eq!(func.block_order().iter().map(accesses).collect::<Vec<_>>(), [0, 0, 0, 2, 0, 2, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
    #[test]
    fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
        let mut pass = pass();
        testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
    }
}
