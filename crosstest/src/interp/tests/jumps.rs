//! setjmp and longjmp.

use super::*;
use crate::guest::Memory;
use crate::outcome::Region;
use translator::ice::{BinOp, GlobalInit, GlobalVar, IntCond, Intrinsic};

fn buffer(unit: &mut Unit) -> Operand {
    zeros(unit, 1024)
}

fn zeros(unit: &mut Unit, bytes: u32) -> Operand {
    let global = GlobalVar {
        name: "buffer".into(),
        linkage: Linkage::Internal,
        constant: false,
        align: 8,
        init: vec![GlobalInit::Zero(bytes)],
    };
    Operand::global(unit.module.globals.push(global))
}

/// `thrower(n, v)` recurses n times and jumps; `catcher(n, v)` returns 1000 + what setjmp gave the
/// second time.
fn catcher() -> (Unit, FuncId) {
    let mut unit = Unit::default();
    let buffer = buffer(&mut unit);
    let thrower = unit.declare("thrower", Type::Void, &[Type::I32, Type::I32]);
    unit.body(thrower, |b| {
        let (jump, deeper) = (b.block(), b.block());
        let (zero, one, size) = (b.i32(0), b.i32(1), b.i32(64));
        let end = b.icmp(IntCond::Eq, b.arg(0), zero);
        b.cond_br(end, jump, deeper);
        b.switch_to(jump);
        b.intrinsic(Intrinsic::Longjmp, &[buffer, b.arg(1)]);
        b.unreachable();
        b.switch_to(deeper);
        b.alloca(size, 16);
        let less = b.binary(BinOp::Sub, b.arg(0), one);
        b.call(thrower, &[less, b.arg(1)]);
        b.ret(None);
    });
    let catcher = unit.define("catcher", Type::I32, &[Type::I32, Type::I32], |b| {
        let (first, second) = (b.block(), b.block());
        let (zero, base) = (b.i32(0), b.i32(1000));
        let result = b.intrinsic(Intrinsic::Setjmp, &[buffer]).unwrap();
        let direct = b.icmp(IntCond::Eq, result, zero);
        b.cond_br(direct, first, second);
        b.switch_to(first);
        b.call(thrower, &[b.arg(0), b.arg(1)]);
        b.ret(Some(zero));
        b.switch_to(second);
        let sum = b.binary(BinOp::Add, result, base);
        b.ret(Some(sum));
    });
    (unit, catcher)
}

#[test]
fn a_jump_unwinds_frames_and_zero_arrives_as_one() {
    let (unit, id) = catcher();
    for (depth, value, expected) in [(0, 5, 1005), (10, 7, 1007), (3, 0, 1001)] {
        let args = [Value::new(Type::I32, depth), Value::new(Type::I32, value)];
        assert_eq!(unit.run(id, &args), (Stop::Returned, Some(Value::new(Type::I32, expected))));
    }
}

#[test]
fn a_jump_gives_back_the_stack_memory_of_the_frames_it_leaves() {
    let (mut unit, _) = catcher();
    let (thrower, buffer) = (FuncId::from_u32(0), Operand::global(translator::ice::Global::from_u32(0)));
    let id = unit.define("growth", Type::I32, &[], |b| {
        let (first, second) = (b.block(), b.block());
        let (zero, depth, value) = (b.i32(0), b.i32(3), b.i32(1));
        let before = b.intrinsic(Intrinsic::StackSave, &[]).unwrap();
        let result = b.intrinsic(Intrinsic::Setjmp, &[buffer]).unwrap();
        let direct = b.icmp(IntCond::Eq, result, zero);
        b.cond_br(direct, first, second);
        b.switch_to(first);
        b.call(thrower, &[depth, value]);
        b.ret(Some(depth));
        b.switch_to(second);
        let after = b.intrinsic(Intrinsic::StackSave, &[]).unwrap();
        let growth = b.binary(BinOp::Sub, before, after);
        b.ret(Some(growth));
    });
    assert_eq!(unit.run(id, &[]).1, Some(Value::new(Type::I32, 0)));
}

#[test]
fn the_buffer_is_unspecified_to_everyone() {
    let (unit, id) = catcher();
    let mut interp = unit.interp();
    run(&mut interp, id, &[Value::new(Type::I32, 1); 2]);
    let expected = Region { name: "buffer".into(), addr: 0x1100_0000, bytes: vec![0; 1024], unspecified: vec![0xff; 1024] };
    assert_eq!(interp.snapshot(), [expected]);
}

#[test]
fn a_register_changed_since_setjmp_is_unspecified_and_memory_is_not() {
    // i counts in a phi, *p in memory, around a setjmp taken in the first round: the jump back sees
    // either i.
    let mut unit = Unit::default();
    let buffer = buffer(&mut unit);
    let mut build = |name: &str, from_memory: bool| {
        unit.define(name, Type::I32, &[], |b| {
            let (entry, head, caught, jump) = (b.current(), b.block(), b.block(), b.block());
            let (zero, one, three, four) = (b.i32(0), b.i32(1), b.i32(3), b.i32(4));
            let counter = b.alloca(four, 4);
            b.store(zero, counter);
            b.br(head);
            b.switch_to(head);
            let i = b.phi(Type::I32, &[]);
            let (take, next) = (b.block(), b.block());
            let is_first = b.icmp(IntCond::Eq, i, zero);
            b.cond_br(is_first, take, next);
            b.switch_to(take);
            let result = b.intrinsic(Intrinsic::Setjmp, &[buffer]).unwrap();
            let direct = b.icmp(IntCond::Eq, result, zero);
            b.cond_br(direct, next, caught);
            b.switch_to(next);
            let more = b.binary(BinOp::Add, i, one);
            b.store(more, counter);
            b.set_phi(i, &[(entry, zero), (next, more)]);
            let again = b.icmp(IntCond::Ult, more, three);
            b.cond_br(again, head, jump);
            b.switch_to(jump);
            b.intrinsic(Intrinsic::Longjmp, &[buffer, one]);
            b.unreachable();
            b.switch_to(caught);
            let kept = b.load(Type::I32, counter);
            b.ret(Some(if from_memory { kept } else { i }));
        })
    };
    let (register, memory) = (build("register", false), build("memory", true));
    assert_eq!(unit.run(memory, &[]).1, Some(Value::new(Type::I32, 3)));
    // The first round's 0 or the last one's 2.
    assert_eq!(unit.run(register, &[]).1, Some(Value { ty: Type::I32, bits: 0, unspecified: 2 }));
}

#[test]
fn jumps_to_nowhere_are_undefined() {
    let mut unit = Unit::default();
    let buffer = buffer(&mut unit);
    let setter = unit.define("setter", Type::I32, &[], |b| {
        let result = b.intrinsic(Intrinsic::Setjmp, &[buffer]);
        b.ret(result);
    });
    let late = unit.define("late", Type::Void, &[], |b| {
        let value = b.i32(1);
        b.call(setter, &[]);
        b.intrinsic(Intrinsic::Longjmp, &[buffer, value]);
        b.unreachable();
    });
    let never = unit.define("never", Type::Void, &[], |b| {
        let value = b.i32(1);
        b.intrinsic(Intrinsic::Longjmp, &[buffer, value]);
        b.unreachable();
    });
    assert_undefined(&unit.run(late, &[]).0, &["late", "frame that is gone"]);
    assert_undefined(&unit.run(never, &[]).0, &["never", "setjmp did not fill"]);
    let mut interp = unit.interp();
    assert_eq!(run(&mut interp, setter, &[]).1, Some(Value::new(Type::I32, 0)));
    assert_undefined(&run(&mut interp, never, &[]).0, &["frame that is gone"]);
    // A buffer that the program overwrote is no buffer any more.
    interp.write(0x1100_0000, &[0x31, 0x70, 0x6d, 0x6a]).unwrap();
    assert_undefined(&run(&mut interp, never, &[]).0, &["setjmp did not fill"]);
}

#[test]
fn buffers_lie_at_multiples_of_eight() {
    let mut unit = Unit::default();
    let buffer = zeros(&mut unit, 1028);
    let mut build = |name: &str, distance: i32| {
        unit.define(name, Type::I32, &[], |b| {
            let distance = b.i32(distance);
            let addr = b.binary(BinOp::Add, buffer, distance);
            let result = b.intrinsic(Intrinsic::Setjmp, &[addr]);
            b.ret(result);
        })
    };
    let (aligned, misaligned, nowhere) = (build("aligned", 0), build("misaligned", 4), build("nowhere", 0x0fff_fffc));
    assert_eq!(unit.run(aligned, &[]).1, Some(Value::new(Type::I32, 0)));
    assert_undefined(&unit.run(misaligned, &[]).0, &["misaligned", "no multiple of 8"]);
    assert!(matches!(unit.run(nowhere, &[]).0, Stop::Trapped(_)));
}

#[test]
fn a_copied_buffer_jumps_until_its_original_is_filled_again() {
    let mut unit = Unit::default();
    let (original, copy) = (buffer(&mut unit), buffer(&mut unit));
    let mut build = |name: &str, refill: bool| {
        unit.define(name, Type::I32, &[], |b| {
            let (once, again) = (b.block(), b.block());
            let (zero, size, align, plain) = (b.i32(0), b.i32(1024), b.i32(8), b.int(Type::I1, 0));
            let result = b.intrinsic(Intrinsic::Setjmp, &[original]).unwrap();
            let direct = b.icmp(IntCond::Eq, result, zero);
            b.cond_br(direct, once, again);
            b.switch_to(once);
            b.intrinsic(Intrinsic::Memcpy, &[copy, original, size, align, plain]);
            if refill {
                b.intrinsic(Intrinsic::Setjmp, &[original]);
            }
            let value = b.i32(6);
            b.intrinsic(Intrinsic::Longjmp, &[copy, value]);
            b.unreachable();
            b.switch_to(again);
            b.ret(Some(result));
        })
    };
    let (plain, refilled) = (build("plain", false), build("refilled", true));
    assert_eq!(unit.run(plain, &[]).1, Some(Value::new(Type::I32, 6)));
    assert_undefined(&unit.run(refilled, &[]).0, &["filled again"]);
}
