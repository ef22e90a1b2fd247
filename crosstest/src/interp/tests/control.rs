//! Branches, switches, phis, fuel, and how runs end.

use super::*;
use crate::guest::Memory;
use translator::ice::{BinOp, IntCond, Intrinsic};

/// The sum of 1 to n, and the number of rounds, by phis that feed each other.
fn sum_unit() -> (Unit, FuncId) {
    let mut unit = Unit::default();
    let id = unit.define("sum", Type::I32, &[Type::I32], |b| {
        let (entry, head, done) = (b.current(), b.block(), b.block());
        let (zero, one) = (b.i32(0), b.i32(1));
        b.br(head);
        b.switch_to(head);
        let i = b.phi(Type::I32, &[]);
        let sum = b.phi(Type::I32, &[]);
        let next = b.binary(BinOp::Add, i, one);
        let total = b.binary(BinOp::Add, sum, next);
        b.set_phi(i, &[(entry, zero), (head, next)]);
        b.set_phi(sum, &[(entry, zero), (head, total)]);
        let more = b.icmp(IntCond::Ult, next, b.arg(0));
        b.cond_br(more, head, done);
        b.switch_to(done);
        b.ret(Some(total));
    });
    (unit, id)
}

#[test]
fn loops_carry_values_in_phis() {
    let (unit, id) = sum_unit();
    let (stop, result) = unit.run(id, &[Value::new(Type::I32, 100)]);
    assert_eq!((stop, result), (Stop::Returned, Some(Value::new(Type::I32, 5050))));
}

#[test]
fn phis_of_one_edge_are_copied_at_once() {
    // Rotates three values n times: a, b, c = b, c, a.
    for (rounds, expected) in [(1, 0x1_02_03), (2, 0x2_03_01), (3, 0x3_01_02), (4, 0x1_02_03)] {
        let mut unit = Unit::default();
        let id = unit.define("rotate", Type::I32, &[Type::I32], |b| {
            let (entry, head, done) = (b.current(), b.block(), b.block());
            let (zero, one, two, three) = (b.i32(0), b.i32(1), b.i32(2), b.i32(3));
            b.br(head);
            b.switch_to(head);
            let n = b.phi(Type::I32, &[]);
            let (x, y, z) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
            let next = b.binary(BinOp::Add, n, one);
            b.set_phi(n, &[(entry, zero), (head, next)]);
            b.set_phi(x, &[(entry, one), (head, y)]);
            b.set_phi(y, &[(entry, two), (head, z)]);
            b.set_phi(z, &[(entry, three), (head, x)]);
            let more = b.icmp(IntCond::Ult, next, b.arg(0));
            b.cond_br(more, head, done);
            b.switch_to(done);
            let (sixteen, eight) = (b.i32(16), b.i32(8));
            let x = b.binary(BinOp::Shl, x, sixteen);
            let y = b.binary(BinOp::Shl, y, eight);
            let xy = b.binary(BinOp::Or, x, y);
            let xyz = b.binary(BinOp::Or, xy, z);
            b.ret(Some(xyz));
        });
        let (_, result) = unit.run(id, &[Value::new(Type::I32, rounds)]);
        assert_eq!(result, Some(Value::new(Type::I32, expected)), "{rounds} rounds");
    }
}

#[test]
fn switches_choose_by_the_whole_value() {
    let mut unit = Unit::default();
    let id = unit.define("choose", Type::I32, &[Type::I64], |b| {
        let (one, two, other) = (b.block(), b.block(), b.block());
        b.switch(b.arg(0), other, &[(u64::MAX, two), (1, one), (1 << 40, two)]);
        for (block, value) in [(one, 11), (two, 22), (other, 33)] {
            b.switch_to(block);
            let value = b.i32(value);
            b.ret(Some(value));
        }
    });
    for (value, expected) in [(1, 11), (u64::MAX, 22), (1 << 40, 22), (0, 33), (1 << 32 | 1, 33)] {
        let (_, result) = unit.run(id, &[Value::new(Type::I64, u128::from(value))]);
        assert_eq!(result, Some(Value::new(Type::I32, expected)), "{value:#x}");
    }
    assert_undefined(&unit.run(id, &[Value::unspecified(Type::I64)]).0, &["choose", "b0", "switch", "branched on Unspecified"]);
}

#[test]
fn branching_on_unspecified_names_the_place() {
    let (unit, id) = sum_unit();
    let (stop, result) = unit.run(id, &[Value::unspecified(Type::I32)]);
    assert_undefined(&stop, &["sum: b1: i6", "branched on Unspecified"]);
    assert_eq!(result, None);
}

#[test]
fn fuel_is_one_instruction_and_runs_resume() {
    let (unit, id) = sum_unit();
    let mut interp = unit.interp();
    let mut thread = interp.spawn(interp.func_address(id), &[Value::new(Type::I32, 10)], Type::I32).unwrap();
    let mut spent = 0;
    while interp.run(&mut thread, &mut 1) == Stop::OutOfFuel {
        spent += 1;
        assert!(spent < 1000);
    }
    // One unit at a time the phis are free: entry's branch, ten rounds of four instructions, the
    // return.
    assert_eq!(spent + 1, 42);
    assert_eq!(interp.result(&thread), Some(Value::new(Type::I32, 55)));
    let (mut fuel, mut thread) = (1000, interp.spawn(interp.func_address(id), &[Value::new(Type::I32, 10)], Type::I32).unwrap());
    assert_eq!(interp.run(&mut thread, &mut fuel), Stop::Returned);
    assert_eq!(1000 - fuel, 42 + 20, "with two phis a round");
    assert_eq!(interp.run(&mut thread, &mut fuel), Stop::Returned, "an ended thread stays so");
}

#[test]
fn large_objects_cost_fuel() {
    let mut unit = Unit::default();
    let id = unit.define("f", Type::Void, &[], |b| {
        let size = b.i32(6400);
        b.alloca(size, 4);
        b.ret(None);
    });
    let mut interp = unit.interp();
    let (mut fuel, mut thread) = (1000, interp.spawn(interp.func_address(id), &[], Type::Void).unwrap());
    assert_eq!(interp.run(&mut thread, &mut fuel), Stop::Returned);
    assert_eq!(1000 - fuel, 2 + 6400 / 64);
}

#[test]
fn traps_end_a_run() {
    let ended = |build: &dyn Fn(&mut FunctionBuilder<'_>)| {
        let mut unit = Unit::default();
        let id = unit.define("f", Type::Void, &[], build);
        unit.run(id, &[]).0
    };
    assert_trapped(&ended(&|b| b.unreachable()), "unreachable");
    let trap = ended(&|b| {
        b.intrinsic(Intrinsic::Trap, &[]);
        b.ret(None);
    });
    assert_trapped(&trap, "f: b0: i0");
    for op in [BinOp::UDiv, BinOp::URem, BinOp::SDiv, BinOp::SRem] {
        let stop = ended(&|b| {
            let (x, zero) = (b.i64(5), b.i64(0));
            b.binary(op, x, zero);
            b.ret(None);
        });
        assert_trapped(&stop, "division by zero");
    }
    let stop = ended(&|b| {
        let addr = b.i32(0x1234);
        b.load(Type::I32, addr);
        b.ret(None);
    });
    assert_trapped(&stop, "0x00001234");
    let stop = ended(&|b| {
        let addr = b.undef(Type::I32);
        b.load(Type::I32, addr);
        b.ret(None);
    });
    assert_undefined(&stop, &["load", "address"]);
}

#[test]
fn a_stray_write_of_the_outside_world_ends_the_run() {
    let mut unit = Unit::default();
    unit.module.globals.push(translator::ice::GlobalVar {
        name: "g".into(),
        linkage: Linkage::Internal,
        constant: false,
        align: 1,
        init: vec![translator::ice::GlobalInit::Zero(4)],
    });
    let id = unit.define("f", Type::Void, &[], |b| b.ret(None));
    let mut interp = unit.interp();
    let addr = interp.layout().globals[0];
    interp.write(addr, &[1; 4]).unwrap();
    assert_eq!(run(&mut interp, id, &[]).0, Stop::Returned);
    interp.write(addr, &[1; 5]).unwrap();
    assert_undefined(&run(&mut interp, id, &[]).0, &["outside world"]);
}
