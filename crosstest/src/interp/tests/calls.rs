//! Calls: direct, indirect, recursive, to the outside world, with too few arguments.

use super::*;
use translator::ice::{BinOp, IntCond};

#[test]
fn arguments_and_results_of_every_type_arrive() {
    for ty in Type::ALL.into_iter().filter(|ty| ty.is_argument() && !ty.is_bool_or_bool_vector()) {
        let mut unit = Unit::default();
        let params = [Type::I64, ty, Type::V4I32, ty, Type::F32, Type::I32, Type::V16I8, Type::F64, Type::I64, ty];
        let callee = unit.define("callee", ty, &params, |b| b.ret(Some(b.arg(9))));
        let caller = unit.define("caller", ty, &[ty], |b| {
            let args = params.map(|param| if param == ty { b.arg(0) } else { b.undef(param) });
            let result = b.call(callee, &args);
            b.ret(result);
        });
        let pattern = 0x0123_4567_89ab_cdef_1122_3344_3577_8899;
        let value = Value { unspecified: 0x0f0, bits: Value::new(ty, pattern).bits & !0x0f0, ty };
        assert_eq!(unit.run(caller, &[value]), (Stop::Returned, Some(value)), "{ty}");
    }
}

#[test]
fn recursion_is_bounded_by_a_trap() {
    let mut unit = Unit::default();
    let id = unit.declare("down", Type::I32, &[Type::I32]);
    unit.body(id, |b| {
        let (again, done) = (b.block(), b.block());
        let (zero, one) = (b.i32(0), b.i32(1));
        let end = b.icmp(IntCond::Eq, b.arg(0), zero);
        b.cond_br(end, done, again);
        b.switch_to(again);
        let less = b.binary(BinOp::Sub, b.arg(0), one);
        let below = b.call(id, &[less]).unwrap();
        let sum = b.binary(BinOp::Add, below, b.arg(0));
        b.ret(Some(sum));
        b.switch_to(done);
        b.ret(Some(zero));
    });
    let (_, result) = unit.run(id, &[Value::new(Type::I32, 10_000)]);
    assert_eq!(result, Some(Value::new(Type::I32, 50_005_000)));
    assert_trapped(&unit.run(id, &[Value::new(Type::I32, 200_000)]).0, "stack overflow");
}

#[test]
fn addresses_call_functions_and_nothing_else() {
    let mut unit = Unit::default();
    let seven = unit.define("seven", Type::I32, &[], |b| {
        let value = b.i32(7);
        b.ret(Some(value));
    });
    let sig = unit.module.intern_sig(Type::I32, &[]);
    let through = unit.define("through", Type::I32, &[Type::I32], |b| {
        let result = b.call_indirect(b.arg(0), sig, &[]);
        b.ret(result);
    });
    let addr = u128::from(unit.interp().func_address(seven));
    let call = |addr: Value| unit.run(through, &[addr]);
    assert_eq!(call(Value::new(Type::I32, addr)).1, Some(Value::new(Type::I32, 7)));
    assert_trapped(&call(Value::new(Type::I32, addr + 4)).0, "no function");
    assert_trapped(&call(Value::new(Type::I32, 0x1000_0000)).0, "no function");
    assert_undefined(&call(Value::unspecified(Type::I32)).0, &["through", "address"]);
}

#[test]
fn missing_arguments_and_results_are_unspecified_and_types_must_agree() {
    let mut unit = Unit::default();
    let second = unit.define("second", Type::I32, &[Type::I32, Type::I32], |b| b.ret(Some(b.arg(1))));
    let nothing = unit.define("nothing", Type::Void, &[], |b| b.ret(None));
    let one = unit.module.intern_sig(Type::I32, &[Type::I32]);
    let three = unit.module.intern_sig(Type::I32, &[Type::I32; 3]);
    let wrong = unit.module.intern_sig(Type::I32, &[Type::I64]);
    let none = unit.module.intern_sig(Type::I32, &[]);
    let mut call = |name: &str, callee: FuncId, sig, args: &[i64]| {
        let id = unit.define(name, Type::I32, &[], |b| {
            let ty = if sig == wrong { Type::I64 } else { Type::I32 };
            let args: Vec<_> = args.iter().map(|&arg| b.int(ty, arg)).collect();
            let result = b.call_indirect(Operand::func(callee), sig, &args);
            b.ret(result);
        });
        unit.run(id, &[])
    };
    assert_eq!(call("few", second, one, &[1]).1, Some(Value::unspecified(Type::I32)));
    assert_eq!(call("many", second, three, &[1, 2, 3]).1, Some(Value::new(Type::I32, 2)));
    assert_eq!(call("void", nothing, none, &[]).1, Some(Value::unspecified(Type::I32)));
    assert_undefined(&call("wrong", second, wrong, &[1]).0, &["wrong", "argument of type i64"]);
}

#[test]
fn host_calls_stop_the_thread_and_give_their_result() {
    let mut unit = Unit::default();
    let host = unit.module.declare_func("host5", Type::V4I32, &[Type::I32, Type::V4I32]);
    let id = unit.define("f", Type::V4I32, &[Type::V4I32], |b| {
        let number = b.i32(9);
        let result = b.call(host, &[number, b.arg(0)]);
        b.ret(result);
    });
    let by_address = unit.define("g", Type::I32, &[], |b| {
        let (sig, addr) = (b.module().intern_sig(Type::I32, &[]), b.i32(HostFunc(3).address() as i32));
        let result = b.call_indirect(addr, sig, &[]);
        b.ret(result);
    });
    let mut interp = unit.interp();
    assert_eq!(interp.func_address(host), HostFunc(5).address());
    let vector = Value::new(Type::V4I32, 0x4_0000_0003_0000_0002_0000_0001);
    let mut thread = interp.spawn(interp.func_address(id), &[vector], Type::V4I32).unwrap();
    for _ in 0..2 {
        assert_eq!(interp.run(&mut thread, &mut 100), Stop::HostCall(HostFunc(5)), "until it is served");
    }
    let args = interp.call_args(&thread, &[Type::I32, Type::V4I32, Type::I64]).unwrap();
    assert_eq!(args, [Value::new(Type::I32, 9), vector, Value::unspecified(Type::I64)]);
    let answer = Value { unspecified: 1 << 100, ..vector };
    interp.finish_call(&mut thread, Some(answer));
    assert_eq!(interp.run(&mut thread, &mut 100), Stop::Returned);
    assert_eq!(interp.result(&thread), Some(answer));

    let mut thread = interp.spawn(interp.func_address(by_address), &[], Type::I32).unwrap();
    assert_eq!(interp.run(&mut thread, &mut 100), Stop::HostCall(HostFunc(3)));
    interp.finish_call(&mut thread, None);
    assert_eq!(interp.run(&mut thread, &mut 100), Stop::Returned);
    assert_eq!(interp.result(&thread), Some(Value::unspecified(Type::I32)));
}

#[test]
fn what_nobody_provides_cannot_be_called() {
    let mut unit = Unit::default();
    let lost = unit.module.declare_func("lost", Type::Void, &[]);
    let id = unit.define("f", Type::Void, &[], |b| {
        b.call(lost, &[]);
        b.ret(None);
    });
    assert_undefined(&unit.run(id, &[]).0, &["f: b0: i0", "lost"]);
}

#[test]
fn a_signalling_nan_loses_its_certainty_in_a_result_only() {
    let mut unit = Unit::default();
    let id = unit.define("id", Type::F32, &[Type::F32], |b| b.ret(Some(b.arg(0))));
    let signalling = Value::new(Type::F32, 0x7f80_0001);
    let expected = Value { unspecified: 0x0040_0000, ..signalling };
    assert_eq!(unit.run(id, &[signalling]).1, Some(expected));
    let quiet = Value::new(Type::F32, 0xffc0_1234);
    assert_eq!(unit.run(id, &[quiet]).1, Some(quiet));
}
