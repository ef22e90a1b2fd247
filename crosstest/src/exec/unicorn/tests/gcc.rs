//! Programs compiled by gcc: the calling conventions, checked against the platform's own compiler,
//! and the loader on its objects.
//!
//! Needs gcc with `-m32` and `-mx32` (Debian: gcc-12-multilib); without, each test says that it is
//! skipped.

use std::process::Command;

use translator::testing::skipped;

use super::*;
use crate::load::{Bases, Input, LoadError, link};

const BASES: Bases = Bases { text: TEXT, rodata: 0x1000_0000, data: DATA, bss: 0x1400_0000, other: 0x0800_0000 };

/// Vector types and the host functions, for all programs.
const PRELUDE: &str = "
typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef long long i64;
";

/// Compiles a program for an ISA; `None` if the compiler cannot.
fn compile<I: Isa>(source: &str) -> Option<Vec<u8>> {
    let mode = if I::NAME == options::Isa::X8664 { "-mx32" } else { "-m32" };
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("test.c"), dir.path().join("test.o"));
    let build = |source: &str| {
        std::fs::write(&input, source).unwrap();
        let flags = [
            mode,
            "-c",
            "-O1",
            "-ffreestanding",
            "-fno-pic",
            "-fno-asynchronous-unwind-tables",
            "-fno-stack-protector",
            "-msse2",
            "-mno-red-zone",
        ];
        Command::new("gcc").args(flags).arg(&input).arg("-o").arg(&output).output()
    };
    if !build("int x;").is_ok_and(|output| output.status.success()) {
        skipped(format_args!("calls of gcc's code: gcc {mode} is not installed (Debian: gcc-12-multilib)"));
        return None;
    }
    let built = build(&format!("{PRELUDE}{source}")).unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Some(std::fs::read(&output).unwrap())
}

/// Host functions are called `host0`, `host1`, ...
fn host(name: &str) -> Option<u32> {
    let number = name.strip_prefix("host").and_then(|number| number.parse().ok());
    number.map(|number| HostFunc(number).address()).or_else(|| crate::exec::builtin(name))
}

fn link_all<I: Isa>(objects: &[Vec<u8>]) -> Result<Arc<Image>, LoadError> {
    let names = ["module.o", "rt.o", "more.o"];
    let inputs: Vec<Input<'_>> = objects.iter().zip(names).map(|(bytes, name)| Input { name, bytes }).collect();
    link(I::NAME, &inputs, &BASES, &host).map(Arc::new)
}

/// An engine with programs, linked.
fn load<I: Isa>(sources: &[&str]) -> Option<Executor<I>> {
    let objects = sources.iter().map(|source| compile::<I>(source)).collect::<Option<Vec<_>>>()?;
    Some(executor(link_all::<I>(&objects).unwrap()))
}

fn symbol<I: Isa>(engine: &Executor<I>, name: &str) -> u32 {
    engine.image().symbol(name).unwrap_or_else(|| panic!("no symbol {name}"))
}

fn call_named<I: Isa>(engine: &mut Executor<I>, name: &str, args: &[Value], result: Type) -> Option<Value> {
    let entry = symbol(engine, name);
    call(engine, entry, args, result)
}

fn v4i(lanes: [i32; 4]) -> Value {
    let bits = lanes.iter().rev().fold(0, |bits, &lane| bits << 32 | u128::from(lane as u32));
    Value::new(Type::V4I32, bits)
}

fn v4f(lanes: [f32; 4]) -> Value {
    Value { ty: Type::V4F32, ..v4i(lanes.map(|lane| lane.to_bits() as i32)) }
}

#[test]
fn arguments_and_results_of_all_types() {
    fn check<I: Isa>() {
        let source = "
            int mix(int a, i64 b, double c, float d, int e, i64 f, double g, float h, int i, i64 j) {
                return a == 1 && b == -2 && c == 3.5 && d == 4.25f && e == -5 && f == 1LL << 40 && g == 7.5 && h == -8.5f && i == 9
                    && j == -(1LL << 50);
            }
            i64 wide(i64 a, i64 b) { return a - b; }
            double quarter(double x) { return x / 4; }
            float third(float x) { return x / 3; }
            v4i add(v4i a, v4i b, int n) { return a + b + n; }
            v4f scale(float x, v4f a, v4f b, v4f c) { return a * x + b - c; }
            double ninth(double a, double b, double c, double d, double e, double f, double g, double h, double i) { return i; }
        ";
        let Some(mut engine) = load::<I>(&[source]) else { return };
        let mixed = [i32(1), i64(-2), f64(3.5), f32(4.25), i32(-5), i64(1 << 40), f64(7.5), f32(-8.5), i32(9), i64(-(1 << 50))];
        assert_eq!(call_named(&mut engine, "mix", &mixed, Type::I32), Some(i32(1)));
        assert_eq!(call_named(&mut engine, "wide", &[i64(1), i64(1 << 40)], Type::I64), Some(i64(1 - (1 << 40))));
        assert_eq!(call_named(&mut engine, "quarter", &[f64(-1.0)], Type::F64), Some(f64(-0.25)));
        // gcc -m32 divides in x87 registers: the executor rounds what it finds there.
        assert_eq!(call_named(&mut engine, "third", &[f32(1.0)], Type::F32), Some(f32(1.0 / 3.0)));
        let sum = call_named(&mut engine, "add", &[v4i([1, 2, 3, 4]), v4i([10, 20, 30, -40]), i32(100)], Type::V4I32);
        assert_eq!(sum, Some(v4i([111, 122, 133, 64])));
        let vectors = [f32(2.0), v4f([1.0, 2.0, 3.0, 4.0]), v4f([0.5; 4]), v4f([0.0, 1.0, 2.0, 3.0])];
        assert_eq!(call_named(&mut engine, "scale", &vectors, Type::V4F32), Some(v4f([2.5, 3.5, 4.5, 5.5])));
        let doubles: Vec<Value> = (0..9).map(|n| f64(f64::from(n))).collect();
        assert_eq!(call_named(&mut engine, "ninth", &doubles, Type::F64), Some(f64(8.0)));
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn host_calls_of_all_types() {
    fn check<I: Isa>() {
        let source = "
            extern i64 host1(int, i64, double, float, v4i, int, i64, int, i64);
            extern double host2(double);
            extern float host3(void);
            extern v4i host4(v4i, v4i);
            extern int host5(const char *);
            static const char text[] = \"hello\";
            double all(int a, v4i v) {
                i64 one = host1(a, a * 2LL, a * 0.5, a * 0.25f, v, a + 5, a + 6LL, a + 7, (i64)a << 40);
                double two = host2((double)one) + host3();
                v = host4(v, v + 1);
                return two + v[0] + 100 * v[3] + host5(text);
            }
        ";
        let Some(mut engine) = load::<I>(&[source]) else { return };
        let entry = symbol(&engine, "all");
        let vector = v4i([1, 2, 3, 4]);
        let mut thread = engine.spawn(entry, &[i32(8), vector], Type::F64).unwrap();
        let mut serve = |number: u32, params: &[Type], args: &[Value], result: Value| {
            assert_eq!(engine.run(&mut thread, &mut 1000), Stop::HostCall(HostFunc(number)));
            assert_eq!(engine.call_args(&thread, params).unwrap(), args, "host{number}");
            engine.finish_call(&mut thread, Some(result));
        };
        let args = [i32(8), i64(16), f64(4.0), f32(2.0), vector, i32(13), i64(14), i32(15), i64(8 << 40)];
        serve(1, &args.map(|arg| arg.ty), &args, i64(-7));
        serve(2, &[Type::F64], &[f64(-7.0)], f64(0.5));
        serve(3, &[], &[], f32(0.25));
        serve(4, &[Type::V4I32, Type::V4I32], &[vector, v4i([2, 3, 4, 5])], v4i([10, 0, 0, 20]));
        assert_eq!(engine.run(&mut thread, &mut 1000), Stop::HostCall(HostFunc(5)));
        let text = engine.call_args(&thread, &[Type::I32]).unwrap()[0].bits as u32;
        assert_eq!(text, symbol(&engine, "text"));
        assert_eq!(engine.read_c_string(text, 100).unwrap(), b"hello");
        engine.finish_call(&mut thread, Some(i32(3)));
        assert_eq!(engine.run(&mut thread, &mut 1000), Stop::Returned);
        assert_eq!(engine.result(&thread), Some(f64(0.75 + 10.0 + 2000.0 + 3.0)));
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn sections_lie_where_the_layout_says() {
    fn check<I: Isa>() {
        let module = "
            extern int shared[4];
            extern int helper(int);
            int first = 7;
            int *second = &shared[2];
            const int table[3] = {1, 2, 3};
            int zeros[100];
            int (*pointer)(int) = helper;
            double half(double x) { return x * 0.4375; }
            int get(int i) { return first + *second + table[i] + zeros[i] + pointer(i) + helper(1); }
        ";
        let runtime = "int shared[4] = {0, 0, 30, 0}; int counter; int helper(int x) { return 1000 * ++counter * x; }";
        let Some(mut engine) = load::<I>(&[module, runtime]) else { return };
        assert_eq!(symbol(&engine, "table"), BASES.rodata);
        assert_eq!(symbol(&engine, "zeros"), BASES.bss);
        assert!((TEXT..TEXT + PAGE_SIZE).contains(&symbol(&engine, "get")));
        let data = [symbol(&engine, "first"), symbol(&engine, "second"), symbol(&engine, "pointer")];
        assert!(data.iter().all(|addr| (BASES.data..BASES.data + 12).contains(addr)), "{data:x?}");
        for name in ["shared", "counter", "helper"] {
            assert!(symbol(&engine, name) >= BASES.other && symbol(&engine, name) < BASES.rodata, "{name}");
        }
        assert_eq!(engine.read_u32(symbol(&engine, "second")), Ok(symbol(&engine, "shared") + 8));
        let sizes: Vec<(u32, usize)> =
            engine.image().symbols().iter().filter(|s| s.name == "zeros").map(|s| (s.size, s.object)).collect();
        assert_eq!(sizes, [(400, 0)]);
        assert_eq!(call_named(&mut engine, "get", &[i32(2)], Type::I32), Some(i32(7 + 30 + 3 + 2000 + 2000)));
        assert_eq!(call_named(&mut engine, "half", &[f64(16.0)], Type::F64), Some(f64(7.0)));
        assert!(engine.write_u32(BASES.rodata, 1).is_err() && engine.write_u32(BASES.data, 1).is_ok());
        assert!(engine.write_u32(TEXT, 1).is_err());
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn bad_programs_trap() {
    fn check<I: Isa>() {
        let source = "
            const int constant = 5;
            int divide(int a, int b) { return a / b; }
            int read(int *p) { return *p; }
            void write(int *p) { *p = 1; }
            void trap(void) { __builtin_trap(); }
            void execute(void (*f)(void)) { f(); }
            void clobber(void) { *(volatile int *)&constant = 6; }
            int deep(volatile int n) { volatile int x[1000]; x[n] = n; return deep(n + 1) + x[0]; }
        ";
        let Some(mut engine) = load::<I>(&[source]) else { return };
        let mut message = |name: &str, args: &[i32]| {
            let entry = symbol(&engine, name);
            let args: Vec<Value> = args.iter().map(|&arg| i32(arg)).collect();
            trap(&mut engine, entry, &args)
        };
        let divided = message("divide", &[1, 0]);
        assert!(divided.starts_with("divide error (0)") && divided.contains("(divide+0x"), "{divided}");
        assert!(message("divide", &[i32::MIN, -1]).starts_with("divide error"));
        assert!(message("read", &[0]).starts_with("read of unmapped address 0x00000000"));
        assert!(message("read", &[0x0d0f_0000]).starts_with("read of unmapped address 0x0d0f0000"));
        assert!(message("write", &[0x1234]).starts_with("write of unmapped address 0x00001234"));
        assert!(message("trap", &[]).starts_with("invalid or trapping instruction"));
        assert!(message("execute", &[BASES.rodata as i32]).starts_with("execution of protected"));
        assert!(message("execute", &[0]).starts_with("execution of unmapped address 0x00000000"));
        assert!(message("clobber", &[]).starts_with("write of protected address 0x10000000"));
        assert!(message("deep", &[0]).contains("unmapped address 0x3dfe"), "the page below the stack");
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn two_threads_take_turns() {
    fn check<I: Isa>() {
        let source = "
            extern void host0(void);
            extern int __nacl_read_tp(void);
            int turns[8], count;
            double work(int id, double x) {
                for (int i = 0; i < 4; i++) { turns[count++] = id + __nacl_read_tp(); x = x * 1.5 + id; host0(); }
                return x;
            }
        ";
        let Some(mut engine) = load::<I>(&[source]) else { return };
        let entry = symbol(&engine, "work");
        let mut spawn = |id: i32| {
            let mut thread = engine.spawn(entry, &[i32(id), f64(f64::from(id))], Type::F64).unwrap();
            engine.set_thread_pointer(&mut thread, id as u32 * 0x100);
            thread
        };
        let mut threads = [spawn(1), spawn(2)];
        for turn in 0..8 {
            let thread = &mut threads[turn % 2];
            assert_eq!(engine.run(thread, &mut 1000), Stop::HostCall(HostFunc(0)));
            engine.finish_call(thread, None);
        }
        for (thread, id) in threads.iter_mut().zip([1.0, 2.0]) {
            assert_eq!(engine.run(thread, &mut 1000), Stop::Returned);
            let expected = (0..4).fold(id, |x, _| x * 1.5 + id);
            assert_eq!(engine.result(thread), Some(f64(expected)));
        }
        let turns: Vec<u32> = (0..8).map(|n| engine.read_u32(symbol(&engine, "turns") + 4 * n).unwrap()).collect();
        assert_eq!(turns, [0x101, 0x202, 0x101, 0x202, 0x101, 0x202, 0x101, 0x202]);
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn undefined_and_duplicate_symbols_are_told() {
    fn check<I: Isa>() {
        let uses = compile::<I>("extern int foo(void), bar(void), host3(void); int f(void) { return foo() + bar() + host3(); }");
        let defines = compile::<I>("int f(void) { return 1; } int foo(void) { return 2; }");
        let weak = compile::<I>("__attribute__((weak)) int f(void) { return 3; } int bar(void) { return 4; }");
        let (Some(uses), Some(defines), Some(weak)) = (uses, defines, weak) else { return };
        let error = link_all::<I>(std::slice::from_ref(&uses)).unwrap_err().to_string();
        assert_eq!(error, "module.o: undefined: bar, foo");
        let error = link_all::<I>(&[uses.clone(), defines.clone()]).unwrap_err().to_string();
        assert_eq!(error, "rt.o: symbol f: already defined in module.o");
        let image = link_all::<I>(&[weak, defines]).unwrap();
        let mut engine = executor::<I>(image);
        assert_eq!(call_named(&mut engine, "f", &[], Type::I32), Some(i32(1)), "a weak symbol yields");
        let twice = [uses.clone(), uses];
        assert!(link_all::<I>(&twice).unwrap_err().to_string().contains("already defined"));
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn another_machines_object_is_refused() {
    let (Some(narrow), Some(wide)) = (compile::<X8632>("int x;"), compile::<X8664>("int x;")) else { return };
    assert_eq!(link_all::<X8632>(&[wide]).unwrap_err().to_string(), "module.o: machine 62 where x8632 needs 3");
    assert_eq!(link_all::<X8664>(&[narrow]).unwrap_err().to_string(), "module.o: machine 3 where x8664 needs 62");
}
