//! Functions with more variables than an instruction's offset reaches: frames beyond 4 KiB and 64
//! KiB, floats beyond 1020 bytes, and a large object behind all of them, with and without a stack
//! that moves. Against the interpreter, on every built target.

use std::sync::Arc;

use crosstest::exec::unicorn::{Arm32, Executor, Isa as Unicorn, Mips32, X8632, X8664};
use crosstest::exec::{Config, builtin};
use crosstest::guest::{Stop, VirtualMachine};
use crosstest::interp::{self, Interp};
use crosstest::layout::Layout;
use crosstest::load::{Bases, Input, link};
use crosstest::value::Value as Arg;
use translator::driver::{translate_module, translate_runtime};
use translator::ice::{BinOp, Function, FunctionBuilder, Global, GlobalInit, GlobalVar, Linkage, Module, Type, Value};
use translator::options::{Isa, OptLevel, Options};

const TYPES: [Type; 6] = [Type::I32, Type::F64, Type::F32, Type::V4I32, Type::I64, Type::I8];
/// Bytes between operands in the buffer.
const STRIDE: u32 = 16;

/// A function that loads `count` values of each type from `memory`, then stores them back, last
/// first, each plus itself. With `moving`, the stack pointer moves in between.
fn many_values(module: &mut Module, count: u32, moving: bool) -> Function {
    let id = module.define_func("", Linkage::External, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(module, id);
    let (size, memory) = (b.i32(5000), b.arg(0));
    let object = b.alloca(size, 8);
    let address = |b: &mut FunctionBuilder<'_>, base: Value, index: u32| {
        let offset = b.i32((index * STRIDE) as i32);
        b.binary(BinOp::Add, base, offset)
    };
    let mut values = Vec::new();
    for index in 0..count * TYPES.len() as u32 {
        let from = address(&mut b, memory, index);
        values.push(b.load(TYPES[index as usize % TYPES.len()], from));
    }
    if moving {
        let small = b.load(Type::I32, memory);
        let mask = b.i32(63);
        let small = b.binary(BinOp::And, small, mask);
        let dynamic = b.alloca(small, 16);
        let far = address(&mut b, object, 200);
        b.store(dynamic, far);
    }
    let seven = b.i32(7);
    let far = address(&mut b, object, 300);
    b.store(seven, far);
    for (index, &value) in values.iter().enumerate().rev() {
        let to = address(&mut b, memory, index as u32);
        let op = if matches!(TYPES[index % TYPES.len()], Type::F32 | Type::F64) { BinOp::FAdd } else { BinOp::Add };
        let sum = b.binary(op, value, value);
        b.store(sum, to);
    }
    let result = b.load(Type::I32, far);
    b.ret(Some(result));
    b.finish()
}

fn run<E: VirtualMachine>(engine: &mut E, entry: u32, buffer: u32, bytes: &mut [u8]) -> Option<Arg> {
    engine.write(buffer, bytes).expect("the buffer is mapped");
    let mut thread = engine.spawn(entry, &[Arg::new(Type::I32, u128::from(buffer))], Type::I32).expect("a thread");
    assert_eq!(engine.run(&mut thread, &mut 10_000_000), Stop::Returned);
    engine.read(buffer, bytes).expect("the buffer is mapped");
    engine.result(&thread)
}

fn check<I: Unicorn>(isa: Isa) {
    OptLevel::ALL.into_iter().for_each(|opt| check_at::<I>(isa, opt));
}

fn check_at<I: Unicorn>(isa: Isa, opt: OptLevel) {
    let mut module = Module::new();
    let counts = [10, 60, 300, 2500];
    let len = counts[counts.len() - 1] * TYPES.len() as u32 * STRIDE;
    let init = vec![GlobalInit::Zero(len)];
    module.globals.push(GlobalVar { name: "memory".into(), linkage: Linkage::Internal, constant: false, align: 16, init });
    let bodies: Vec<Function> =
        counts.into_iter().flat_map(|count| [false, true].map(|moving| many_values(&mut module, count, moving))).collect();
    let options = Options::new(isa, opt);
    let object = translate_module(&module, &bodies, &options).expect("the functions translate");
    let runtime = translate_runtime(&options).expect("the runtime translates");
    let layout = Layout::of(&module).expect("the buffer is small");
    let (text, other) = (crosstest::layout::TEXT_BASE, 0x0800_0000);
    let bases = Bases { text, rodata: layout.rodata.start, data: layout.data.start, bss: layout.bss.start, other };
    let inputs = [Input { name: "module.o", bytes: &object }, Input { name: "rt.o", bytes: &runtime }];
    let image = Arc::new(link(isa, &inputs, &bases, &builtin).expect("the objects link"));
    let mut engine = Executor::<I>::new(image.clone(), Config::default()).expect("the emulator starts");
    let mut oracle =
        Interp::new(&module, &bodies, layout.clone(), interp::Config::default(), |_| None).expect("the interpreter starts");
    let buffer = layout.address(Global::from_u32(0));
    // Small exponents: nothing overflows, and no float is denormal.
    let input: Vec<u8> = (0..len).map(|at| if at % 4 == 3 { 0x40 } else { ((at * 7) >> 3) as u8 }).collect();
    for body in &bodies {
        let (mut expected, mut actual) = (input.clone(), input.clone());
        let entry = oracle.func_address(body.id);
        let wanted = run(&mut oracle, entry, buffer, &mut expected);
        let entry = image.symbol(&module.func_symbol(body.id)).expect("every function has a symbol");
        assert_eq!(run(&mut engine, entry, buffer, &mut actual), wanted, "{isa} {opt} {}", body.id);
        assert!(expected == actual, "{isa} {}: the buffers differ", body.id);
        assert!(expected != input, "{isa} {}: nothing was done", body.id);
    }
}

#[test]
fn x8632_frames_of_all_sizes() {
    check::<X8632>(Isa::X8632);
}

#[test]
fn x8664_frames_of_all_sizes() {
    check::<X8664>(Isa::X8664);
}

#[test]
fn arm32_frames_of_all_sizes() {
    check::<Arm32>(Isa::Arm32);
}

#[test]
fn mips32_frames_of_all_sizes() {
    check::<Mips32>(Isa::Mips32);
}
