//! Every operation at every type, with operands from memory and constants on either side, over a
//! table of interesting values: the reference interpreter against the code of every built target
//! and feature level.
//!
//! Each operation is a function `(in, out)` that loads its operands from `in`, computes, and stores
//! the result to `out`. Truth values cannot be stored: they come from truncating and are widened
//! before the store.

use std::collections::HashSet;
use std::sync::Arc;

use crosstest::exec::unicorn::{Arm32, Executor, Isa as Unicorn, Mips32, X8632, X8664};
use crosstest::exec::{Config, builtin};
use crosstest::guest::{Stop, VirtualMachine};
use crosstest::interp::ops::vector::Denormals;
use crosstest::interp::{self, Interp};
use crosstest::layout::Layout;
use crosstest::load::{Bases, Chunk, Image, Input, link};
use crosstest::value::Value as Arg;
use translator::driver::{translate_module, translate_runtime};
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{
    BinOp, Block, CastOp, FloatCond, Function, FunctionBuilder, Global, GlobalInit, GlobalVar, IntCond, Intrinsic, Linkage,
    Module, Type, Value,
};
use translator::options::{Features, Isa, OptLevel, Options};
use translator::testing::is_thorough;

/// Where the operands lie in the buffer; each has room for a vector.
const OPERANDS: [i32; 3] = [0, 16, 32];
/// Where the result goes.
const RESULT: u32 = 64;
/// Size of the buffer that every engine starts an operation with.
const BUFFER: u32 = 128;

/// The number of the global at an odd address.
const ODD: u32 = 2;

struct Operations {
    module: Module,
    bodies: Vec<Function>,
    /// What each function does, and the types of its operands.
    names: Vec<(String, Vec<Type>)>,
}

/// Builds one operation.
struct Maker<'a> {
    b: FunctionBuilder<'a>,
    loaded: Vec<Type>,
}

impl Maker<'_> {
    fn address(&mut self, offset: i32) -> Value {
        let offset = self.b.i32(offset);
        self.b.binary(BinOp::Add, self.b.arg(0), offset)
    }

    /// The next operand, from memory.
    fn operand(&mut self, ty: Type) -> Value {
        let address = self.address(OPERANDS[self.loaded.len()]);
        self.loaded.push(ty);
        let wide = widened(ty);
        let value = self.b.load(wide, address);
        if wide == ty { value } else { self.b.cast(CastOp::Trunc, value, ty) }
    }

    fn finish(mut self, result: Option<Value>) -> (Function, Vec<Type>) {
        if let Some(result) = result {
            let ty = self.b.func().ty(result);
            let wide = widened(ty);
            let result = if wide == ty { result } else { self.b.cast(CastOp::ZExt, result, wide) };
            self.b.store(result, self.b.arg(1));
        }
        self.b.ret(None);
        (self.b.finish(), self.loaded)
    }
}

/// The type through which values of `ty` go to memory.
fn widened(ty: Type) -> Type {
    match ty {
        Type::I1 => Type::I8,
        Type::V4I1 => Type::V4I32,
        Type::V8I1 => Type::V8I16,
        Type::V16I1 => Type::V16I8,
        _ => ty,
    }
}

impl Operations {
    fn new() -> Self {
        let mut module = Module::new();
        // Number `ODD` lies at an odd address.
        for (name, size, align) in [("buffer", BUFFER, 16), ("byte", 1, 1), ("odd", 32, 1)] {
            let init = vec![GlobalInit::Zero(size)];
            module.globals.push(GlobalVar { name: name.into(), linkage: Linkage::Internal, constant: false, align, init });
        }
        Self { module, bodies: Vec::new(), names: Vec::new() }
    }

    fn add(&mut self, name: String, body: impl FnOnce(&mut Maker<'_>) -> Option<Value>) {
        let params = [Type::I32, Type::I32];
        let id = self.module.define_func(&format!("f{}", self.bodies.len()), Linkage::External, Type::Void, &params);
        let mut maker = Maker { b: FunctionBuilder::new(&mut self.module, id), loaded: Vec::new() };
        let result = body(&mut maker);
        let (func, loaded) = maker.finish(result);
        self.bodies.push(func);
        self.names.push((name, loaded));
    }

    /// A binary operation with both operands from memory, and with each integer or floating-point
    /// constant on either side.
    fn add_binary(&mut self, name: &str, ty: Type, op: impl Fn(&mut FunctionBuilder<'_>, Value, Value) -> Value) {
        self.add(format!("{name} {ty}"), |m| {
            let (lhs, rhs) = (m.operand(ty), m.operand(ty));
            Some(op(&mut m.b, lhs, rhs))
        });
        self.add(format!("{name} {ty} with itself"), |m| {
            let lhs = m.operand(ty);
            Some(op(&mut m.b, lhs, lhs))
        });
        if ty.is_vector() || ty == Type::I1 {
            return;
        }
        for bits in interesting(ty).into_iter().step_by(3) {
            let constant = move |b: &mut FunctionBuilder<'_>| match ty {
                Type::F32 => b.f32(f32::from_bits(bits as u32)),
                Type::F64 => b.f64(f64::from_bits(bits)),
                _ => b.int(ty, bits as i64),
            };
            self.add(format!("{name} {ty} by {bits:#x}"), |m| {
                let (lhs, rhs) = (m.operand(ty), constant(&mut m.b));
                Some(op(&mut m.b, lhs, rhs))
            });
            self.add(format!("{name} {ty} of {bits:#x}"), |m| {
                let (rhs, lhs) = (m.operand(ty), constant(&mut m.b));
                Some(op(&mut m.b, lhs, rhs))
            });
        }
    }

    fn arithmetic(&mut self) {
        for ty in Type::ALL {
            for &op in BinOp::ALL.iter().filter(|op| op.accepts(ty)) {
                self.add_binary(op.name(), ty, |b, lhs, rhs| b.binary(op, lhs, rhs));
            }
            for &cond in IntCond::ALL.iter().filter(|_| ty.is_int_or_int_vector()) {
                self.add_binary(&format!("icmp {cond}"), ty, |b, lhs, rhs| b.icmp(cond, lhs, rhs));
                self.add_branch(cond, ty);
            }
            for &cond in FloatCond::ALL.iter().filter(|_| ty.is_float_or_float_vector()) {
                self.add_binary(&format!("fcmp {cond}"), ty, |b, lhs, rhs| b.fcmp(cond, lhs, rhs));
            }
            for to in Type::ALL {
                for &op in CastOp::ALL.iter().filter(|op| op.accepts(ty, to)) {
                    self.add(format!("{op} {ty} to {to}"), |m| {
                        let source = m.operand(ty);
                        Some(m.b.cast(op, source, to))
                    });
                }
            }
            for cond in [Type::I1, ty.comparison_result()] {
                self.add(format!("select {cond} {ty}"), |m| {
                    let (cond, on_true, on_false) = (m.operand(cond), m.operand(ty), m.operand(ty));
                    Some(m.b.select(cond, on_true, on_false))
                });
            }
            if ty.is_vector() {
                self.lanes(ty);
            }
        }
    }

    /// A comparison that decides a branch over a phi.
    fn add_branch(&mut self, cond: IntCond, ty: Type) {
        if ty.is_vector() {
            return;
        }
        self.add(format!("branch on icmp {cond} {ty}"), |m| {
            let (lhs, rhs) = (m.operand(ty), m.operand(ty));
            let truth = m.b.icmp(cond, lhs, rhs);
            let (entry, then, join): (Block, Block, Block) = (m.b.current(), m.b.block(), m.b.block());
            m.b.cond_br(truth, then, join);
            m.b.switch_to(then);
            m.b.br(join);
            m.b.switch_to(join);
            Some(m.b.phi(ty, &[(then, lhs), (entry, rhs)]))
        });
    }

    fn lanes(&mut self, ty: Type) {
        for lane in 0..ty.lanes() as i32 {
            self.add(format!("insertelement {ty} {lane}"), |m| {
                let (vector, element, lane) = (m.operand(ty), m.operand(ty.element()), m.b.i32(lane));
                Some(m.b.insert_element(vector, element, lane))
            });
            self.add(format!("extractelement {ty} {lane}"), |m| {
                let (vector, lane) = (m.operand(ty), m.b.i32(lane));
                Some(m.b.extract_element(vector, lane))
            });
        }
        self.add(format!("insertelement {ty} anywhere"), |m| {
            let (vector, element, lane) = (m.operand(ty), m.operand(ty.element()), m.operand(Type::I32));
            let mask = m.b.i32(ty.lanes() as i32 - 1);
            let lane = m.b.binary(BinOp::And, lane, mask);
            Some(m.b.insert_element(vector, element, lane))
        });
        self.add(format!("extractelement {ty} anywhere"), |m| {
            let (vector, lane) = (m.operand(ty), m.operand(Type::I32));
            let mask = m.b.i32(ty.lanes() as i32 - 1);
            let lane = m.b.binary(BinOp::And, lane, mask);
            Some(m.b.extract_element(vector, lane))
        });
    }

    fn intrinsics(&mut self) {
        use Intrinsic::*;
        for intrinsic in Intrinsic::all() {
            let name = intrinsic.name();
            match intrinsic {
                _ if intrinsic.is_arithmetic() => self.add(name, |m| {
                    let params = intrinsic.signature().1;
                    // The only constant is a flag: zero is defined.
                    let is_constant = |index| intrinsic.constants().any(|(position, _)| position == index);
                    let arg = |(index, ty)| if is_constant(index) { m.b.int(ty, 0) } else { m.operand(ty) };
                    let args: Vec<Value> = params.into_iter().enumerate().map(arg).collect();
                    m.b.intrinsic(intrinsic, &args)
                }),
                AtomicLoad(_) => self.add(name, |m| {
                    let (address, order) = (m.address(OPERANDS[0]), m.b.i32(6));
                    m.loaded.push(Type::I64);
                    m.b.intrinsic(intrinsic, &[address, order])
                }),
                AtomicStore(ty) => self.add(name, |m| {
                    let (value, order) = (m.operand(ty), m.b.i32(6));
                    m.b.intrinsic(intrinsic, &[value, m.b.arg(1), order])
                }),
                AtomicRmw(ty) => {
                    for op in AtomicRmwOp::ALL {
                        self.add(format!("{name} {op:?}"), |m| {
                            let (value, address) = (m.operand(ty), m.address(OPERANDS[1]));
                            m.loaded.push(ty);
                            let (op, order) = (m.b.i32(op as i32), m.b.i32(6));
                            m.b.intrinsic(intrinsic, &[op, address, value, order])
                        });
                    }
                }
                AtomicCmpxchg(ty) => {
                    for equal in [false, true] {
                        self.add(format!("{name} equal {equal}"), |m| {
                            let (new, mut expected) = (m.operand(ty), m.operand(ty));
                            let address = m.address(OPERANDS[1]);
                            if !equal {
                                let one = m.b.int(ty, 1);
                                expected = m.b.binary(BinOp::Xor, expected, one);
                            }
                            let order = m.b.i32(6);
                            m.b.intrinsic(intrinsic, &[address, expected, new, order, order])
                        });
                    }
                }
                AtomicIsLockFree => {
                    for size in [0, 1, 2, 3, 4, 8, 16] {
                        self.add(format!("{name} {size}"), |m| {
                            let (size, address) = (m.b.i32(size), m.address(0));
                            m.b.intrinsic(intrinsic, &[size, address])
                        });
                    }
                }
                // They have functions of their own, or need one.
                Memcpy | Memmove | Memset | StackSave | StackRestore | Trap | ReadTp | Longjmp | Setjmp => {}
                AtomicFence | AtomicFenceAll => {}
                _ => panic!("nothing here runs {name}"),
            }
        }
    }

    /// Accesses at every alignment, of addresses that promise something and of such that do not:
    /// through a pointer, of a global that starts at an odd address, and of a stack object.
    fn alignments(&mut self) {
        let odd = Global::from_u32(ODD);
        for ty in Type::ALL.into_iter().filter(|ty| ty.memory_bytes().is_some()) {
            // Vectors are aligned to their lanes.
            let lane = if ty.is_vector() { ty.element().bits() as i32 / 8 } else { 1 };
            for offset in (0..9).step_by(lane as usize) {
                self.add(format!("unaligned {ty} at {offset}"), |m| {
                    let value = m.operand(ty);
                    m.loaded.extend([Type::V16I8; 2]);
                    let (from, to) = (m.address(OPERANDS[1] + offset), m.address(RESULT as i32 + 32 + offset));
                    m.b.store(value, to);
                    Some(m.b.load(ty, from))
                });
                if lane > 1 {
                    continue;
                }
                self.add(format!("unaligned {ty} in a global at {offset}"), |m| {
                    let (value, offset) = (m.operand(ty), m.b.i32(offset));
                    m.b.store(value, Value::global(odd));
                    let place = m.b.binary(BinOp::Add, Value::global(odd), offset);
                    m.b.store(value, place);
                    let loaded = m.b.load(ty, place);
                    let start = m.address(RESULT as i32 + 16);
                    m.b.store(loaded, start);
                    Some(m.b.load(ty, Value::global(odd)))
                });
                self.add(format!("unaligned {ty} on the stack at {offset}"), |m| {
                    let (value, offset, size) = (m.operand(ty), m.b.i32(offset), m.b.i32(32));
                    let object = m.b.alloca(size, 16);
                    let place = m.b.binary(BinOp::Or, object, offset);
                    m.b.store(value, object);
                    m.b.store(value, place);
                    let loaded = m.b.load(ty, object);
                    m.b.store(loaded, m.b.arg(1));
                    let start = m.address(RESULT as i32 + 16);
                    let again = m.b.load(ty, place);
                    m.b.store(again, start);
                    None
                });
            }
        }
    }

    fn memory(&mut self) {
        for (to, from) in (0..20).map(|n| (n % 5, n / 5)) {
            for length in [0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 33] {
                self.add(format!("memory intrinsics {to} {from} {length}"), |m| {
                    m.loaded.extend([Type::V16I8; 3]);
                    let (source, target) = (m.address(from), m.address(RESULT as i32 + to));
                    let overlapping = m.address(from + 3);
                    let (length, align, plain) = (m.b.i32(length), m.b.i32(1), m.b.int(Type::I1, 0));
                    m.b.intrinsic(Intrinsic::Memcpy, &[target, source, length, align, plain]);
                    m.b.intrinsic(Intrinsic::Memmove, &[overlapping, source, length, align, plain]);
                    m.b.intrinsic(Intrinsic::Memmove, &[source, overlapping, length, align, plain]);
                    let (end, byte) = (m.address(RESULT as i32 + 36), m.b.int(Type::I8, 0xa5));
                    let half = m.b.i32(1);
                    let half = m.b.binary(BinOp::LShr, length, half);
                    m.b.intrinsic(Intrinsic::Memset, &[end, byte, half, align, plain]);
                    None
                });
            }
        }
    }
}

/// The values that a type is tried with, by their bits.
fn interesting(ty: Type) -> Vec<u64> {
    match ty {
        Type::F32 => {
            let values =
                [0.0, -0.0, 1.0, -1.5, 0.5, 3.75, 127.0, 255.5, 32768.0, 65535.0, 2147483648.0, -2147483648.0, 4294967040.0];
            let wide =
                [9.223372e18, 1.8446743e19, -9.223372e18, f32::MAX, f32::MIN_POSITIVE, 1e-45, f32::INFINITY, f32::NEG_INFINITY];
            values.into_iter().chain(wide).chain([f32::NAN]).map(|value| u64::from(value.to_bits())).collect()
        }
        Type::F64 => {
            let values =
                [0.0, -0.0, 1.0, -1.5, 0.5, 3.75, 127.0, 255.5, 32768.0, 65535.0, 2147483647.0, -2147483648.0, 4294967295.0];
            // The largest below 2^63 and 2^64, and two that a float cannot hold.
            let (below_63, below_64) = (2f64.powi(63) - 1024.0, 2f64.powi(64) - 2048.0);
            let wide = [below_63, below_64, -(2f64.powi(63)), 1.0 + 2f64.powi(-24), 16777217.0];
            let edges = [f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
            values.into_iter().chain(wide).chain(edges).map(f64::to_bits).collect()
        }
        _ => {
            let bits = ty.element().bits().clamp(1, 64);
            let mask = u64::MAX >> (64 - bits);
            let edges =
                [0, 1, 2, 3, 7, 8, 10, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x1_0000];
            let wide = [0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 1 << 32, 0x1234_5678_9abc_def0, 1 << 52, (1 << 53) + 1, 1 << 63];
            let all =
                edges.into_iter().chain(wide).flat_map(|value: u64| [value, value.wrapping_neg(), !value & (1 << 63 | value)]);
            let mut values: Vec<u64> = all.map(|value| value & mask).collect();
            values.sort_unstable();
            values.dedup();
            values
        }
    }
}

/// A linear congruential generator: the same inputs on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33 ^ self.0 << 31
    }

    /// The bytes of an operand: table values, or random bits one time in four.
    fn operand(&mut self, ty: Type) -> [u8; 16] {
        let lanes = ty.lanes() as usize;
        let bytes = 16 / lanes.max(1);
        let table = interesting(if ty.is_vector() { widened(ty).element() } else { widened(ty) });
        let mut operand = [0; 16];
        for lane in operand.chunks_mut(bytes).take(lanes) {
            let value = if self.next().is_multiple_of(4) { self.next() } else { table[self.next() as usize % table.len()] };
            let count = bytes.min(8);
            lane[..count].copy_from_slice(&value.to_le_bytes()[..count]);
        }
        operand
    }
}

/// Runs one operation; the buffer's content afterwards, or why there is none.
fn run<E: VirtualMachine>(engine: &mut E, entry: u32, buffer: u32, input: &[u8]) -> Result<Vec<u8>, Stop> {
    engine.write(buffer, input).expect("the buffer is mapped");
    let args = [Arg::new(Type::I32, buffer.into()), Arg::new(Type::I32, (buffer + RESULT).into())];
    let mut thread = engine.spawn(entry, &args, Type::Void).expect("a thread can be made");
    match engine.run(&mut thread, &mut 1_000_000) {
        Stop::Returned => {
            let mut bytes = vec![0; BUFFER as usize];
            engine.read(buffer, &mut bytes).expect("the buffer is mapped");
            Ok(bytes)
        }
        other => Err(other),
    }
}

/// Inputs that each operation is tried with: at O2 half as many, for the time that it takes.
fn inputs_at(opt: OptLevel) -> usize {
    let all = match opt {
        OptLevel::Om1 => 40,
        OptLevel::O0 | OptLevel::O2 | OptLevel::O3 => 20,
    };
    if is_thorough() { all } else { all / 2 }
}

/// What has been compared already.
#[derive(Default)]
struct Known {
    /// What code reads.
    constants: Vec<Chunk>,
    /// What each operation does, and its code.
    code: HashSet<(String, Vec<u8>)>,
}

/// Compares at every recipe, with each of these features. Code that is another recipe's, or is the same without the features, is not run again.
fn compare<I: Unicorn>(isa: Isa, features: &[Features]) {
    let mut known = Known::default();
    for &features in features {
        OptLevel::ALL.into_iter().for_each(|opt| compare_at::<I>(isa, opt, features, &mut known));
    }
}

/// The bytes of the function at an address.
fn code_at<E: VirtualMachine>(engine: &mut E, image: &Image, entry: u32) -> Vec<u8> {
    let (symbol, _) = image.symbol_at(entry).expect("it was linked");
    assert!(symbol.addr == entry && symbol.size > 0, "{symbol:?}");
    let mut bytes = vec![0; symbol.size as usize];
    engine.read(entry, &mut bytes).expect("code can be read");
    bytes
}

fn compare_at<I: Unicorn>(isa: Isa, opt: OptLevel, features: Features, known: &mut Known) {
    let mut operations = Operations::new();
    operations.arithmetic();
    operations.intrinsics();
    operations.memory();
    operations.alignments();
    let Operations { module, bodies, names } = &operations;
    let options = Options { features, ..Options::new(isa, opt) };
    let object = translate_module(module, bodies, &options).expect("the operations translate");
    let runtime = translate_runtime(&options).expect("the runtime translates");
    let layout = Layout::of(module).expect("the buffer is small");
    let (text, other) = (crosstest::layout::TEXT_BASE, 0x0800_0000);
    let bases = Bases { text, rodata: layout.rodata.start, data: layout.data.start, bss: layout.bss.start, other };
    let inputs = [Input { name: "module.o", bytes: &object }, Input { name: "rt.o", bytes: &runtime }];
    let image = Arc::new(link(isa, &inputs, &bases, &builtin).expect("the objects link"));
    let mut engine = Executor::<I>::new(image.clone(), Config::default()).expect("the emulator starts");
    // NEON flushes denormals to zero, where the other ISAs' vectors keep them; either is right
    // (`translator/docs/meaning.md`, "Denormals").
    let denormals = if isa == Isa::Arm32 { Denormals::Unspecified } else { Denormals::Kept };
    let config = interp::Config { denormals, ..interp::Config::default() };
    let mut oracle = Interp::new(module, bodies, layout.clone(), config, |_| None).expect("the interpreter starts");
    let buffer = layout.address(Global::from_u32(0));

    let mut random = Random(1);
    let (mut compared, mut undefined, mut failures) = (0, 0, Vec::new());
    // What code reads: its constants.
    let constants: Vec<Chunk> = image.chunks.iter().filter(|chunk| chunk.addr >= layout.rodata.start).cloned().collect();
    if known.constants != constants {
        *known = Known { constants, code: HashSet::new() };
    }
    let mut asked = 0;
    for (body, (name, types)) in bodies.iter().zip(names) {
        let oracle_entry = oracle.func_address(body.id);
        let entry = image.symbol(&module.func_symbol(body.id)).expect("every operation has a symbol");
        if !known.code.insert((name.clone(), code_at(&mut engine, &image, entry))) {
            continue;
        }
        for _ in 0..inputs_at(opt) {
            asked += 1;
            let mut input = vec![0; BUFFER as usize];
            for (offset, &ty) in OPERANDS.iter().zip(types) {
                input[*offset as usize..][..16].copy_from_slice(&random.operand(ty));
            }
            let expected = run(&mut oracle, oracle_entry, buffer, &input);
            let (_, unspecified) = oracle.read_unspecified(buffer, BUFFER);
            if let Err(Stop::Undefined(_)) = expected {
                undefined += 1;
                continue;
            }
            let actual = run(&mut engine, entry, buffer, &input);
            compared += 1;
            let agree = match (&expected, &actual) {
                (Ok(expected), Ok(actual)) => expected
                    .iter()
                    .zip(actual)
                    .zip(&unspecified)
                    .all(|((expected, actual), mask)| (expected ^ actual) & !mask == 0),
                (Err(Stop::Trapped(_)), Err(Stop::Trapped(_))) => true,
                _ => false,
            };
            if !agree {
                failures
                    .push(format!("{name}: input {:02x?}\n  expected {expected:02x?}\n  got      {actual:02x?}", &input[..48]));
                break;
            }
        }
    }
    println!("{isa} {features:?}: {} operations, {compared} runs compared, {undefined} undefined", bodies.len());
    assert!(failures.is_empty(), "{isa}: {} operations differ:\n{}", failures.len(), failures.join("\n"));
    assert!(compared >= asked / 10 * 9, "{isa}: only {compared} of {asked} runs were defined");
}

const PLAIN: Features = Features { sse41: false, hwdiv_arm: false, sandbox: false };

#[test]
fn x8632_agrees_with_the_interpreter() {
    compare::<X8632>(Isa::X8632, &[PLAIN, Features { sse41: true, ..PLAIN }]);
}

#[test]
fn x8664_agrees_with_the_interpreter() {
    compare::<X8664>(Isa::X8664, &[PLAIN, Features { sse41: true, ..PLAIN }]);
}

#[test]
fn arm32_agrees_with_the_interpreter() {
    compare::<Arm32>(Isa::Arm32, &[PLAIN, Features { hwdiv_arm: true, ..PLAIN }]);
}

#[test]
fn mips32_agrees_with_the_interpreter() {
    compare::<Mips32>(Isa::Mips32, &[PLAIN]);
}
