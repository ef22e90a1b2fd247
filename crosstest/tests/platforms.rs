//! What the size of a function or a call makes hard on some target, and what differs from platform
//! to platform: branches over more code than they reach, more arguments than a displacement
//! reaches, lock-free queries. Against the interpreter, on every built target.

use crosstest::exec::emulate;
use crosstest::exec::link::{self, Runtimes};
use crosstest::job::{Entry, Job, Target};
use crosstest::process;
use crosstest::subject::Subject;
use crosstest::value::Value as Arg;
use translator::ice::{
    BinOp, CastOp, FloatCond, FuncId, Function, FunctionBuilder, IntCond, Intrinsic, Linkage, Module, Type, Value,
};
use translator::options::Isa;

/// Rounds of computation that are more than 128 KiB of code on every target.
const ROUNDS: i32 = 20_000;

/// What calls of a function return in the interpreter and on every target.
struct Results {
    interpreted: Vec<Option<Arg>>,
    translated: Vec<(Isa, Vec<Option<Arg>>)>,
}

fn run(subject: &Subject, func: FuncId, calls: &[Vec<Arg>]) -> Results {
    let options = || process::Options { fuel: 100_000_000, ..subject.options() };
    let entries: Vec<Entry> = calls.iter().map(|args| Entry::Call(func, args.clone())).collect();
    let interpret = |entry: &Entry| subject.interpret(entry, options(), 0).expect("the interpreter starts").result;
    let targets = Target::all();
    let runtimes = Runtimes::new(&targets).expect("the runtimes translate");
    let translated = targets.iter().map(|&target| {
        let image = link::translated(subject, target, &runtimes).unwrap_or_else(|why| panic!("{target}: {why}"));
        let jobs = entries.iter().map(|entry| Job { entry: entry.clone(), options: options(), memory: &[] });
        let mut results = Vec::new();
        emulate::plainly(subject, target.isa, &image, jobs, |outcome| {
            results.push(outcome.unwrap_or_else(|why| panic!("{target}: {why}")).result);
            true
        });
        (target.isa, results)
    });
    Results { translated: translated.collect(), interpreted: entries.iter().map(interpret).collect() }
}

fn i32s(values: &[i32]) -> Vec<Arg> {
    values.iter().map(|&value| Arg::new(Type::I32, u128::from(value as u32))).collect()
}

/// `f(n, x)`: a loop whose body is skipped where `x` is odd, left half-way where a float is large,
/// and jumped over where `n` is 0.
fn far(module: &mut Module, callee: Option<FuncId>) -> Function {
    let id = module.define_func("", Linkage::External, Type::I32, &[Type::I32, Type::I32]);
    let mut b = FunctionBuilder::new(module, id);
    let (n, x) = (b.arg(0), b.arg(1));
    let [entry, head, body, more, skip, latch, exit] = [(); 7].map(|()| b.block());
    let [zero, one] = [0, 1].map(|number| b.i32(number));
    b.br(entry);
    b.switch_to(entry);
    let nothing = b.icmp(IntCond::Eq, n, zero);
    b.cond_br(nothing, exit, head);

    b.switch_to(head);
    let (left, sum) = (b.phi(Type::I32, &[]), b.phi(Type::I32, &[]));
    let odd = b.cast(CastOp::Trunc, sum, Type::I1);
    b.cond_br(odd, skip, body);

    b.switch_to(body);
    let half = rounds(&mut b, sum, 0..ROUNDS / 2);
    let float = b.cast(CastOp::SiToFp, half, Type::F64);
    let bound = b.f64(1e9);
    let large = b.fcmp(FloatCond::Ogt, float, bound);
    b.cond_br(large, latch, more);

    b.switch_to(more);
    let half_again = match callee {
        Some(callee) => b.call(callee, &[half]).expect("it has a result"),
        None => half,
    };
    let whole = rounds(&mut b, half_again, ROUNDS / 2..ROUNDS);
    b.br(latch);

    b.switch_to(skip);
    let odd_sum = b.binary(BinOp::Add, sum, left);
    b.br(latch);

    b.switch_to(latch);
    let next_sum = b.phi(Type::I32, &[(body, half), (more, whole), (skip, odd_sum)]);
    let next_left = b.binary(BinOp::Sub, left, one);
    b.switch(next_left, head, &[(0, exit)]);
    b.set_phi(left, &[(entry, n), (latch, next_left)]);
    b.set_phi(sum, &[(entry, x), (latch, next_sum)]);

    b.switch_to(exit);
    let result = b.phi(Type::I32, &[(entry, x), (latch, next_sum)]);
    b.ret(Some(result));
    b.finish()
}

fn rounds(b: &mut FunctionBuilder<'_>, start: Value, numbers: std::ops::Range<i32>) -> Value {
    numbers.fold(start, |value, number| {
        let op = if number % 2 == 0 { BinOp::Xor } else { BinOp::Add };
        let (number, doubled) = (b.i32(number), b.binary(BinOp::Add, value, value));
        b.binary(op, doubled, number)
    })
}

fn negate(module: &mut Module) -> Function {
    let id = module.define_func("", Linkage::External, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(module, id);
    let (zero, x) = (b.i32(0), b.arg(0));
    let negative = b.binary(BinOp::Sub, zero, x);
    b.ret(Some(negative));
    b.finish()
}

#[test]
fn branches_reach_over_any_amount_of_code() {
    let mut module = Module::new();
    let callee = negate(&mut module);
    let bodies = [far(&mut module, None), far(&mut module, Some(callee.id))];
    let funcs = [bodies[0].id, bodies[1].id];
    let subject = Subject::new(module, [vec![callee], bodies.to_vec()].concat()).expect("the functions can be run");
    for target in Target::all() {
        let size = subject.translate(target).expect("the functions translate").len();
        assert!(size > 2 * (128 << 10), "{target}: two functions of more than 128 KiB fit {size} bytes");
    }
    let inputs = [[0, 5], [1, 2], [1, 3], [2, 7], [5, -8], [9, 123_456_789], [4, i32::MAX], [3, 1 << 20]];
    let calls = inputs.map(|input| i32s(&input));
    for func in funcs {
        let Results { interpreted, translated } = run(&subject, func, &calls);
        assert!(interpreted.iter().all(Option::is_some), "{interpreted:?}");
        for (isa, results) in translated {
            assert_eq!(results, interpreted, "{isa}");
        }
    }
}

/// A function with more arguments than a displacement reaches on any target: the sum of every
/// hundredth and of the last.
#[test]
fn arguments_lie_beyond_any_displacement() {
    const COUNT: usize = 9000;
    let mut module = Module::new();
    let types: Vec<Type> = (0..COUNT).map(|index| if index % 7 == 3 { Type::F64 } else { Type::I32 }).collect();
    let id = module.define_func("", Linkage::External, Type::I32, &types);
    let mut b = FunctionBuilder::new(&mut module, id);
    let mut sum = b.i32(0);
    for index in (0..COUNT).step_by(100).chain([COUNT - 1]) {
        let arg = b.arg(index);
        let arg = if types[index] == Type::F64 { b.cast(CastOp::FpToSi, arg, Type::I32) } else { arg };
        let doubled = b.binary(BinOp::Add, sum, sum);
        sum = b.binary(BinOp::Xor, doubled, arg);
    }
    b.ret(Some(sum));
    let callee = b.finish();

    let caller = module.define_func("", Linkage::External, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, caller);
    let args: Vec<Value> = (0..COUNT)
        .map(|index| {
            let number = b.i32(3 * index as i32);
            let number = if index % 2 == 0 { b.binary(BinOp::Add, b.arg(0), number) } else { number };
            if types[index] == Type::F64 { b.cast(CastOp::SiToFp, number, Type::F64) } else { number }
        })
        .collect();
    let result = b.call(id, &args);
    b.ret(result);
    let caller_body = b.finish();

    let subject = Subject::new(module, vec![callee, caller_body]).expect("the functions can be run");
    let Results { interpreted, translated } = run(&subject, caller, &[i32s(&[0]), i32s(&[77])]);
    assert!(interpreted.iter().all(Option::is_some) && interpreted[0] != interpreted[1], "{interpreted:?}");
    for (isa, results) in translated {
        assert_eq!(results, interpreted, "{isa}");
    }
}

/// "The `is_lock_free` methods will return the current platform's implementation at translation
/// time" (PNaCl C/C++ language support).
#[test]
fn programs_are_told_which_atomics_take_a_lock() {
    let mut module = Module::new();
    let id = module.define_func("", Linkage::External, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let mut answers = b.i32(0);
    for size in [1, 2, 4, 8, 16] {
        let (size, shift) = (b.i32(size), b.i32(size));
        let free = b.intrinsic(Intrinsic::AtomicIsLockFree, &[size, b.arg(0)]).expect("it has a result");
        let free = b.cast(CastOp::ZExt, free, Type::I32);
        let free = b.binary(BinOp::Shl, free, shift);
        answers = b.binary(BinOp::Or, answers, free);
    }
    b.ret(Some(answers));
    let body = b.finish();
    let subject = Subject::new(module, vec![body]).expect("the function can be run");
    for (isa, results) in run(&subject, id, &[i32s(&[0])]).translated {
        // 64 bits take two instructions on MIPS32, and so a lock.
        let wide = u128::from(isa != Isa::Mips32) << 8;
        assert_eq!(results, [Some(Arg::new(Type::I32, 1 << 1 | 1 << 2 | 1 << 4 | wide))], "{isa}");
    }
}
