//! Whole runs on the fake engine: startup, ends, threads, the trace, imports, observed memory.

use std::sync::Arc;

use translator::ice::Type;

use super::fake::{Code, Cpu, DATA, ENTRY, HEAP, HEAP_END, STACK, engine, options, run, run_threads, run_with};
use super::{Import, Options, TraceLimits, import_address, run_function, run_program};
use crate::guest::{HostFunc, PAGE_SIZE};
use crate::irt::Sink;
use crate::irt::abi::Errno;
use crate::irt::table;
use crate::layout::Span;
use crate::outcome::{End, Outcome};
use crate::value::Value;

type Guest = Box<dyn Fn(&Cpu) + Send + Sync>;

const D: u64 = DATA as u64;

fn span(start: u32, len: u32) -> Span {
    Span { start, end: start + len }
}

fn word(value: u32) -> Value {
    Value::new(Type::I32, value.into())
}

/// Starts thread number `number`.
fn spawn(cpu: &Cpu, number: u32) {
    let entry = u64::from(ENTRY + 16 * number);
    assert_eq!(cpu.call("thread.thread_create", &[entry, STACK.into(), u64::from(number) * 100]), 0);
}

fn threads(functions: Vec<Guest>) -> Outcome {
    run_threads(functions.into_iter().map(Code::from).collect())
}

fn names(outcome: &Outcome) -> Vec<&str> {
    outcome.calls.iter().map(|call| call.name.as_str()).collect()
}

#[test]
fn startup_structure_lists_arguments_environment_and_the_query_function() {
    let mut options = options();
    options.argv = vec![b"prog".to_vec(), b"two".to_vec()];
    options.env = vec![b"A=b".to_vec()];
    let outcome = run_with(options, |cpu| {
        let info = cpu.args[0].bits as u32;
        assert_eq!(info, HEAP_END - PAGE_SIZE, "at the end of the heap");
        let words: Vec<u32> = (0..12).map(|index| cpu.get(info + index * 4)).collect();
        let strings = info + 4 * 12;
        assert_eq!(words[..3], [0, 1, 2], "fini, envc, argc");
        assert_eq!(words[3..6], [strings, strings + 5, 0], "argv");
        assert_eq!(words[6..8], [strings + 9, 0], "envp");
        assert_eq!(words[8..], [32, HostFunc(0).address(), 0, 0], "auxiliary vector");
        assert_eq!(cpu.read(strings, 13), b"prog\0two\0A=b\0");
    });
    assert_eq!(outcome.end, End::Returned);
}

#[test]
fn startup_that_does_not_fit_is_an_error() {
    let start = |options: Options| run_program(&mut engine(vec![Arc::new(|_: &Cpu| ())]), ENTRY, options);
    assert!(start(Options { argv: vec![vec![b'x'; 2 << 20]], ..options() }).is_err());
    assert!(start(Options { argv: vec![b"a\0b".to_vec()], ..options() }).is_err());
    let mut tiny = options();
    tiny.space.heap = span(HEAP, 100);
    assert!(start(tiny).is_err(), "no page for it");
    assert!(run_program(&mut engine(vec![]), ENTRY, options()).is_err(), "no such function");
}

#[test]
fn query_writes_the_table_or_returns_zero() {
    run(|cpu| {
        let name = cpu.text(DATA, "nacl-irt-fdio-0.1");
        assert_eq!(cpu.call("irt.query", &[name, D + 0x100, 31]), 0, "too small");
        assert_eq!(cpu.get(DATA + 0x100), 0, "nothing written");
        assert_eq!(cpu.call("irt.query", &[name, D + 0x100, 100]), 32);
        for (index, function) in ["close", "dup", "dup2", "read", "write", "seek", "fstat", "getdents"].iter().enumerate() {
            let address = table::function(&format!("fdio.{function}")).map(HostFunc::address);
            assert_eq!(Some(cpu.get(DATA + 0x100 + 4 * index as u32)), address, "{function}");
        }
        assert_eq!(cpu.call("irt.query", &[name, D + 0x1_0000, 32]), 0, "unmapped table");
        assert_eq!(cpu.call("irt.query", &[0, D, 32]), 0, "unmapped name");
        let unknown = cpu.text(DATA, "nacl-irt-dyncode-0.1");
        assert_eq!(cpu.call("irt.query", &[unknown, D + 0x100, 32]), 0);
    });
}

#[test]
fn ends() {
    let end = |code: fn(&Cpu)| run(code).end;
    assert_eq!(end(|cpu| _ = cpu.call("basic.exit", &[42])), End::Exited(42));
    assert_eq!(end(|cpu| _ = cpu.call("basic.exit", &[0xffff_ffff])), End::Exited(-1));
    assert_eq!(end(|_| ()), End::Returned);
    assert!(matches!(end(Cpu::trap), End::Trapped(_)));
    assert!(matches!(end(|cpu| _ = cpu.call_values(HostFunc(900), vec![])), End::Trapped(_)), "no function there");
    assert_eq!(end(|cpu| _ = cpu.call("thread.thread_exit", &[0])), End::Deadlock, "nobody is left");
    let unspecified = End::Undefined("argument 0 of basic.exit is Unspecified".into());
    let exit = |cpu: &Cpu| _ = cpu.call_values(HostFunc(1), vec![Value::unspecified(Type::I32)]);
    assert_eq!(run(exit).end, unspecified);
}

#[test]
fn calls_cost_fuel_so_that_a_loop_of_calls_ends() {
    let outcome = run(|cpu| {
        loop {
            cpu.call("thread.thread_nice", &[0]);
        }
    });
    assert_eq!(outcome.end, End::OutOfFuel);
    assert_eq!(outcome.calls.len(), 100_000);
}

#[test]
fn calls_that_move_much_cost_more() {
    let calls = |count: u64| {
        let outcome = run(move |cpu| {
            loop {
                cpu.call("random.get_random_bytes", &[D, count, D]);
            }
        });
        assert_eq!(outcome.end, End::OutOfFuel);
        outcome.calls.len()
    };
    assert_eq!(calls(64 * 99), 1000);
    assert_eq!(calls(0x1_0000), 98, "1025 units a call");
}

#[test]
fn run_function_passes_arguments_and_results() {
    let check = |cpu: &Cpu| assert_eq!(cpu.args, [Value::new(Type::F64, 5), word(6)]);
    let mut engine = engine(vec![Arc::new(check)]);
    let args = [Value::new(Type::F64, 5), word(6)];
    let outcome = run_function(&mut engine, ENTRY, &args, Type::I32, options()).expect("it starts");
    assert_eq!((outcome.end, outcome.result), (End::Returned, Some(word(77))));
}

#[test]
fn imports_are_traced_and_answered() {
    let mut options = options();
    let import = |name: &str, result| Import { name: name.into(), params: vec![Type::I32, Type::F64], result };
    options.imports = vec![import("first", Type::Void), import("second", Type::I64)];
    let args = vec![word(STACK + 8), Value::new(Type::F64, 3)];
    let passed = args.clone();
    let outcome = run_with(options, move |cpu| {
        let call = |index| cpu.call_values(HostFunc::at(import_address(index).unwrap()).unwrap(), passed.clone());
        assert_eq!(call(0), None);
        assert_ne!(call(1), call(1));
        call(2);
    });
    assert!(matches!(outcome.end, End::Trapped(_)), "there are two");
    assert_eq!(names(&outcome), ["first", "second", "second"]);
    assert_eq!(outcome.calls[1].args, [Value::unspecified(Type::I32), args[1]], "a stack address is some pointer");
    assert!(outcome.calls[1].result.is_some_and(|result| result.ty == Type::I64));
}

#[test]
fn trace_keeps_what_engines_agree_on() {
    let outcome = run(|cpu| {
        cpu.write(DATA, b"hello");
        cpu.write(STACK, b"there");
        cpu.call("fdio.write", &[1, D, 5, u64::from(STACK) + 64]);
        cpu.call("fdio.write", &[2, STACK.into(), 5, D + 64]);
        cpu.call("fdio.seek", &[1, u64::MAX, 0, D]);
    });
    let some_pointer = Value::unspecified(Type::I32);
    let [first, second, third] = &outcome.calls[..] else { panic!("three calls") };
    assert_eq!(first.args, [word(1), word(DATA), word(5), some_pointer]);
    assert_eq!(second.args, [word(2), some_pointer, word(5), word(DATA + 64)]);
    assert_eq!((&first.sent[..], first.result), (&b"hello"[..], Some(word(0))));
    assert_eq!(third.args[1], Value::new(Type::I64, u64::MAX.into()));
    assert_eq!(third.result, Some(word(Errno::ESPIPE.0)));
    assert_eq!((&outcome.stdout[..], &outcome.stderr[..]), (&b"hello"[..], &b"there"[..]));
}

#[test]
fn trace_has_limits() {
    let limited = |limits| {
        let options = Options { trace: limits, ..options() };
        run_with(options, |cpu| (0..4).for_each(|_| cpu.print("abcd"))).calls
    };
    let calls = limited(TraceLimits { events: 3, bytes: 6 });
    let sent: Vec<&[u8]> = calls.iter().map(|call| &call.sent[..]).collect();
    assert_eq!(sent, [&b"abcd"[..], b"ab", b"", b""]);
    assert_eq!((calls[3].name.as_str(), calls[3].args[0].bits), ("(more)", 1));
    assert_eq!(limited(TraceLimits::NONE).len(), 1);
}

#[test]
fn heap_pointers_are_not_traced_as_numbers_once_there_are_threads() {
    let outcome = threads(vec![
        Box::new(|cpu| {
            cpu.call("memory.munmap", &[HEAP.into(), 1]);
            spawn(cpu, 1);
            cpu.call("memory.munmap", &[HEAP.into(), 1]);
        }),
        Box::new(|_| ()),
    ]);
    assert_eq!(outcome.calls[0].args[0], word(HEAP));
    assert_eq!(outcome.calls[1].args[0], Value::unspecified(Type::I32), "code");
    assert_eq!(outcome.calls[2].args[0], Value::unspecified(Type::I32));
}

#[test]
fn observed_memory_masks_pointers_that_differ() {
    let mut options = options();
    options.observe = vec![("g".into(), span(DATA, 10)), ("gone".into(), span(DATA + PAGE_SIZE, 4))];
    options.observe_heap = true;
    options.argv.clear();
    let outcome = run_with(options, |cpu| {
        cpu.put(DATA, 7);
        cpu.put(DATA + 4, STACK + 4);
        cpu.put(DATA + 16, 0);
        assert_eq!(cpu.call("memory.mmap", &[D + 16, 1, 3, 0x22, 0, 0]), 0);
        cpu.put(cpu.get(DATA + 16), 9);
    });
    let [g, heap] = &outcome.memory[..] else { panic!("an unmapped region is left out") };
    assert_eq!(g.bytes, [7, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(g.unspecified, [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0]);
    assert_eq!((heap.name.as_str(), heap.addr, heap.bytes.len()), ("heap", HEAP_END - 2 * PAGE_SIZE, 2 * PAGE_SIZE as usize));
    assert_eq!((heap.bytes[0], heap.unspecified.len()), (9, 0));
}

#[test]
fn threads_run_round_robin_and_switch_at_yields_only() {
    let worker = |name: &'static str| -> Guest {
        Box::new(move |cpu| {
            for _ in 0..3 {
                cpu.print(name);
                cpu.print(name);
                cpu.call("basic.sched_yield", &[]);
            }
            cpu.call("thread.thread_exit", &[0]);
        })
    };
    let outcome = threads(vec![
        Box::new(|cpu| {
            spawn(cpu, 1);
            spawn(cpu, 2);
            cpu.print("m");
            cpu.call("thread.thread_exit", &[0]);
        }),
        worker("a"),
        worker("b"),
    ]);
    assert_eq!(outcome.stdout, b"maabbaabbaabb");
    assert_eq!(outcome.end, End::Deadlock, "nobody called exit");
}

#[test]
fn exit_and_traps_of_any_thread_end_the_process() {
    let with = |second: fn(&Cpu)| {
        let main = |cpu: &Cpu| {
            spawn(cpu, 1);
            cpu.call("futex.futex_wait_abs", &[D, 0, 0]);
        };
        threads(vec![Box::new(main), Box::new(second)]).end
    };
    assert_eq!(with(|cpu| _ = cpu.call("basic.exit", &[3])), End::Exited(3));
    assert!(matches!(with(Cpu::trap), End::Trapped(_)));
    assert!(matches!(with(|_| ()), End::Trapped(_)), "a thread may not return");
    assert_eq!(with(|cpu| _ = cpu.call("thread.thread_exit", &[0])), End::Deadlock);
}

#[test]
fn too_many_threads_are_refused() {
    let outcome = threads(vec![
        Box::new(|cpu| {
            (1..256).for_each(|_| spawn(cpu, 1));
            assert_eq!(cpu.call("thread.thread_create", &[u64::from(ENTRY) + 16, 0, 0]), Errno::EAGAIN.0);
            cpu.call("basic.exit", &[0]);
        }),
        Box::new(|_| ()),
    ]);
    assert_eq!(outcome.end, End::Exited(0));
}

#[test]
fn thread_pointers_belong_to_threads() {
    let outcome = threads(vec![
        Box::new(|cpu| {
            assert_eq!(cpu.call("tls.tls_get", &[]), 0);
            assert_eq!(cpu.call("tls.tls_init", &[5]), 0);
            spawn(cpu, 1);
            cpu.call("basic.sched_yield", &[]);
            assert_eq!(cpu.call("tls.tls_get", &[]), 5);
            cpu.call("basic.exit", &[0]);
        }),
        Box::new(|cpu| {
            assert_eq!(cpu.call("tls.tls_get", &[]), 100);
            assert_eq!(cpu.call("tls.tls_init", &[6]), 0);
            assert_eq!(cpu.call("tls.tls_get", &[]), 6);
            cpu.put(DATA, 1);
            cpu.call("thread.thread_exit", &[D]);
        }),
    ]);
    assert_eq!(outcome.end, End::Exited(0));
}

#[test]
fn output_beyond_its_limit_fails_and_live_output_is_passed_on() {
    let mut limited = options();
    limited.stdout = Sink::Capture(6);
    let outcome = run_with(limited, |cpu| {
        cpu.print("abcd");
        assert_eq!(cpu.call("fdio.write", &[1, D, 3, D + 64]), Errno::ENOSPC.0);
        assert_eq!(cpu.call("fdio.write", &[1, D, 2, D + 64]), 0);
    });
    assert_eq!(outcome.stdout, b"abcd\0\0");

    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let mut live = options();
    live.stdout = Sink::Live(Box::new(file.reopen().expect("it opens again")));
    let outcome = run_with(live, |cpu| cpu.print("live"));
    assert_eq!(std::fs::read(file.path()).expect("it is there"), b"live");
    assert_eq!(outcome.stdout, b"");
}
