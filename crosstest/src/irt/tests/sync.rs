//! Waiting: futexes, and the mutexes, condition variables and semaphores of old newlibs.

use super::super::abi::Errno;
use super::{BAD, D, OUT, OUT_ADDR, fails, ok};
use crate::outcome::{End, Outcome};
use crate::process::fake::{Code, Cpu, DATA, ENTRY, STACK, run, run_threads};

/// What the main thread waits for with its futex until all others ended.
const DONE: u64 = D + 0x7000;

type Guest = Box<dyn Fn(&Cpu) + Send + Sync>;

/// Runs a main thread and others, which start in order when the main one is through and waits for
/// them; the last one ends the run.
fn threads(main: impl Fn(&Cpu) + Send + Sync + 'static, others: Vec<Guest>) -> Outcome {
    let count = others.len() as u32;
    let main = move |cpu: &Cpu| {
        for number in 1..=count {
            ok(cpu, "thread.thread_create", &[u64::from(ENTRY + 16 * number), STACK.into(), 0]);
        }
        main(cpu);
        cpu.call("thread.thread_exit", &[0]);
    };
    let wrap = |guest: Guest| -> Code {
        std::sync::Arc::new(move |cpu: &Cpu| {
            guest(cpu);
            let done = cpu.get(DONE as u32) + 1;
            cpu.put(DONE as u32, done);
            if done == count {
                cpu.call("basic.exit", &[0]);
            }
            cpu.call("thread.thread_exit", &[0]);
        })
    };
    run_threads(std::iter::once(Box::new(main) as Guest).map(Code::from).chain(others.into_iter().map(wrap)).collect())
}

/// Writes an absolute time, a number of seconds after the start; its address.
fn at(cpu: &Cpu, seconds: u64) -> u64 {
    cpu.write(DATA + 0x6000, &(1_451_606_400 + seconds).to_le_bytes());
    cpu.put(DATA + 0x6008, 0);
    D + 0x6000
}

fn yield_now(cpu: &Cpu) {
    ok(cpu, "basic.sched_yield", &[]);
}

fn create(cpu: &Cpu, name: &str, more: &[u64]) -> u64 {
    let args: Vec<u64> = std::iter::once(OUT).chain(more.iter().copied()).collect();
    ok(cpu, name, &args);
    cpu.get(OUT_ADDR).into()
}

/// Handles are numbered in order, so that threads know them without being told.
const FIRST: u64 = 0x10_0000;

#[test]
fn futex_wakes_in_order_of_arrival() {
    let waiter = |name: &'static str| -> Guest {
        Box::new(move |cpu| {
            ok(cpu, "futex.futex_wait_abs", &[D, 7, 0]);
            cpu.print(name);
        })
    };
    let outcome = threads(
        |cpu| cpu.put(DATA, 7),
        vec![
            waiter("a"),
            waiter("b"),
            waiter("c"),
            Box::new(|cpu| {
                ok(cpu, "futex.futex_wake", &[D + 4, 100, OUT]);
                assert_eq!(cpu.get(OUT_ADDR), 0, "another address");
                ok(cpu, "futex.futex_wake", &[D, 0, OUT]);
                ok(cpu, "futex.futex_wake", &[D, u32::MAX.into(), OUT]);
                assert_eq!(cpu.get(OUT_ADDR), 0, "a negative number");
                ok(cpu, "futex.futex_wake", &[D, 2, OUT]);
                assert_eq!(cpu.get(OUT_ADDR), 2);
                cpu.print("w");
                yield_now(cpu);
                ok(cpu, "futex.futex_wake", &[D, 0x7fff_ffff, OUT]);
                assert_eq!(cpu.get(OUT_ADDR), 1);
            }),
        ],
    );
    assert_eq!(outcome.stdout, b"wabc");
    assert_eq!(outcome.end, End::Exited(0));
}

#[test]
fn futex_does_not_wait_for_nothing() {
    run(|cpu| {
        cpu.put(DATA, 7);
        fails(cpu, Errno::EAGAIN, "futex.futex_wait_abs", &[D, 8, 0]);
        fails(cpu, Errno::EFAULT, "futex.futex_wait_abs", &[BAD, 7, 0]);
        fails(cpu, Errno::EFAULT, "futex.futex_wait_abs", &[D, 7, BAD]);
        fails(cpu, Errno::EFAULT, "futex.futex_wake", &[D, 1, BAD]);
        fails(cpu, Errno::ETIMEDOUT, "futex.futex_wait_abs", &[D, 7, at(cpu, 0)]);
        cpu.write(DATA + 0x6000, &[0xff; 8]);
        fails(cpu, Errno::ETIMEDOUT, "futex.futex_wait_abs", &[D, 7, D + 0x6000]);
        cpu.put(DATA + 0x6008, 1_000_000_000);
        fails(cpu, Errno::EINVAL, "futex.futex_wait_abs", &[D, 7, D + 0x6000]);
    });
}

#[test]
fn futex_times_out_in_order_of_the_deadlines() {
    let waiter = |name: &'static str, seconds: u64, errno: Errno| -> Guest {
        Box::new(move |cpu| {
            let deadline = at(cpu, seconds);
            fails(cpu, errno, "futex.futex_wait_abs", &[D, 0, deadline]);
            cpu.print(name);
        })
    };
    let outcome = threads(
        |_| (),
        vec![
            waiter("c", 30, Errno(0)),
            waiter("b", 20, Errno::ETIMEDOUT),
            waiter("a", 10, Errno::ETIMEDOUT),
            Box::new(|cpu| {
                cpu.write(DATA + 0x5000, &25u64.to_le_bytes());
                ok(cpu, "basic.nanosleep", &[D + 0x5000, 0]);
                cpu.print("s");
                ok(cpu, "futex.futex_wake", &[D, 9, OUT]);
                assert_eq!(cpu.get(OUT_ADDR), 1, "two have timed out");
                ok(cpu, "clock.clock_gettime", &[1, OUT]);
                assert_eq!(cpu.get64(OUT_ADDR), 25);
            }),
        ],
    );
    assert_eq!(outcome.stdout, b"absc");
    assert_eq!(outcome.end, End::Exited(0));
}

#[test]
fn a_spinning_thread_lets_sleepers_wake() {
    let outcome = threads(
        |_| (),
        vec![
            Box::new(|cpu| {
                cpu.put(DATA + 0x5008, 50_000);
                ok(cpu, "basic.nanosleep", &[D + 0x5000, 0]);
                cpu.put(DATA, 1);
            }),
            Box::new(|cpu| {
                while cpu.get(DATA) == 0 {
                    yield_now(cpu);
                }
            }),
        ],
    );
    assert_eq!(outcome.end, End::Exited(0));
    assert!(outcome.calls.len() > 40, "a microsecond a call");
}

#[test]
fn waiting_for_ever_is_a_deadlock() {
    assert_eq!(run(|cpu| _ = cpu.call("futex.futex_wait_abs", &[D, 0, 0])).end, End::Deadlock);
    let outcome = threads(
        |_| (),
        vec![
            Box::new(|cpu| ok(cpu, "futex.futex_wait_abs", &[D, 0, 0])),
            Box::new(|cpu| ok(cpu, "futex.futex_wait_abs", &[D + 4, 0, 0])),
        ],
    );
    assert_eq!(outcome.end, End::Deadlock);
    assert_eq!(outcome.calls.last().and_then(|call| call.result), None, "the call never returned");
}

#[test]
fn mutexes_exclude_and_are_handed_over() {
    let user = |name: &'static str| -> Guest {
        Box::new(move |cpu| {
            ok(cpu, "mutex.mutex_lock", &[FIRST]);
            cpu.print(name);
            yield_now(cpu);
            cpu.print(name);
            ok(cpu, "mutex.mutex_unlock", &[FIRST]);
        })
    };
    let outcome = threads(
        |cpu| {
            assert_eq!(create(cpu, "mutex.mutex_create", &[]), FIRST);
            assert_eq!(create(cpu, "mutex.mutex_create", &[]), FIRST + 1);
            ok(cpu, "mutex.mutex_lock", &[FIRST]);
            fails(cpu, Errno::EDEADLK, "mutex.mutex_lock", &[FIRST]);
            fails(cpu, Errno::EBUSY, "mutex.mutex_trylock", &[FIRST]);
            yield_now(cpu);
            fails(cpu, Errno::EBUSY, "mutex.mutex_destroy", &[FIRST]);
            ok(cpu, "mutex.mutex_unlock", &[FIRST]);
            fails(cpu, Errno::EPERM, "mutex.mutex_unlock", &[FIRST]);
            fails(cpu, Errno::EBUSY, "mutex.mutex_trylock", &[FIRST]);
        },
        vec![user("a"), user("b"), user("c")],
    );
    assert_eq!(outcome.stdout, b"aabbcc");
    assert_eq!(outcome.end, End::Exited(0));
}

#[test]
fn conditions_release_and_reacquire_their_mutex() {
    let (mutex, cond) = (FIRST, FIRST + 1);
    let waiter = move |name: &'static str| -> Guest {
        Box::new(move |cpu| {
            ok(cpu, "mutex.mutex_lock", &[mutex]);
            ok(cpu, "cond.cond_wait", &[cond, mutex]);
            cpu.print(name);
            fails(cpu, Errno::EPERM, "cond.cond_wait", &[cond, mutex + 2]);
            ok(cpu, "mutex.mutex_unlock", &[mutex]);
        })
    };
    let outcome = threads(
        move |cpu| {
            create(cpu, "mutex.mutex_create", &[]);
            create(cpu, "cond.cond_create", &[]);
            create(cpu, "mutex.mutex_create", &[]);
            ok(cpu, "cond.cond_signal", &[cond]);
        },
        vec![
            waiter("a"),
            waiter("b"),
            waiter("c"),
            Box::new(move |cpu| {
                ok(cpu, "mutex.mutex_lock", &[mutex]);
                fails(cpu, Errno::EBUSY, "cond.cond_destroy", &[cond]);
                ok(cpu, "cond.cond_signal", &[cond]);
                yield_now(cpu);
                cpu.print("s");
                ok(cpu, "mutex.mutex_unlock", &[mutex]);
                yield_now(cpu);
                ok(cpu, "cond.cond_broadcast", &[cond]);
            }),
        ],
    );
    assert_eq!(outcome.stdout, b"sabc");
    assert_eq!(outcome.end, End::Exited(0));
}

#[test]
fn timed_waits_for_a_condition_own_the_mutex_afterwards() {
    let outcome = run(|cpu| {
        let mutex = create(cpu, "mutex.mutex_create", &[]);
        let cond = create(cpu, "cond.cond_create", &[]);
        ok(cpu, "mutex.mutex_lock", &[mutex]);
        fails(cpu, Errno::ETIMEDOUT, "cond.cond_timed_wait_abs", &[cond, mutex, at(cpu, 5)]);
        fails(cpu, Errno::ETIMEDOUT, "cond.cond_timed_wait_abs", &[cond, mutex, at(cpu, 0)]);
        fails(cpu, Errno::EFAULT, "cond.cond_timed_wait_abs", &[cond, mutex, BAD]);
        ok(cpu, "mutex.mutex_unlock", &[mutex]);
        ok(cpu, "cond.cond_destroy", &[cond]);
        ok(cpu, "mutex.mutex_destroy", &[mutex]);
        fails(cpu, Errno::EBADF, "mutex.mutex_lock", &[mutex]);
    });
    assert_eq!(outcome.end, End::Returned);
}

#[test]
fn semaphores_count() {
    let sem = FIRST;
    let waiter = move |name: &'static str| -> Guest {
        Box::new(move |cpu| {
            ok(cpu, "sem.sem_wait", &[sem]);
            cpu.print(name);
        })
    };
    let outcome = threads(
        |cpu| assert_eq!(create(cpu, "sem.sem_create", &[1]), FIRST),
        vec![
            waiter("a"),
            waiter("b"),
            waiter("c"),
            Box::new(move |cpu| {
                fails(cpu, Errno::EBUSY, "sem.sem_destroy", &[sem]);
                cpu.print("p");
                ok(cpu, "sem.sem_post", &[sem]);
                ok(cpu, "sem.sem_post", &[sem]);
                ok(cpu, "sem.sem_post", &[sem]);
                yield_now(cpu);
                ok(cpu, "sem.sem_wait", &[sem]);
                ok(cpu, "sem.sem_destroy", &[sem]);
            }),
        ],
    );
    assert_eq!(outcome.stdout, b"apbc");
    assert_eq!(outcome.end, End::Exited(0));
}

#[test]
fn handles_are_checked() {
    run(|cpu| {
        let sem = create(cpu, "sem.sem_create", &[0x7fff_ffff]);
        fails(cpu, Errno::EOVERFLOW, "sem.sem_post", &[sem]);
        fails(cpu, Errno::EINVAL, "sem.sem_create", &[OUT, 0x8000_0000]);
        for name in ["mutex.mutex_lock", "mutex.mutex_destroy", "cond.cond_signal", "cond.cond_broadcast"] {
            fails(cpu, Errno::EINVAL, name, &[sem]);
            fails(cpu, Errno::EBADF, name, &[0]);
            fails(cpu, Errno::EBADF, name, &[0xffff_ffff]);
        }
        let mutex = create(cpu, "mutex.mutex_create", &[]);
        fails(cpu, Errno::EINVAL, "sem.sem_wait", &[mutex]);
        fails(cpu, Errno::EINVAL, "sem.sem_post", &[mutex]);
        fails(cpu, Errno::EFAULT, "mutex.mutex_create", &[BAD]);
        fails(cpu, Errno::EFAULT, "cond.cond_create", &[BAD]);
        fails(cpu, Errno::EFAULT, "sem.sem_create", &[BAD, 0]);
    });
}
