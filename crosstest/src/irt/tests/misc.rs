//! Time, random numbers, and the rest of `basic`.

use super::super::abi::Errno;
use super::{BAD, D, OUT, OUT_ADDR, fails, ok};
use crate::process::Options;
use crate::process::fake::{Cpu, DATA, options, run, run_with};

/// The time of a clock in nanoseconds.
fn time(cpu: &Cpu, clock: u64) -> u64 {
    ok(cpu, "clock.clock_gettime", &[clock, OUT]);
    cpu.get64(OUT_ADDR) * 1_000_000_000 + u64::from(cpu.get(OUT_ADDR + 8))
}

fn sleep(cpu: &Cpu, seconds: i64, nanos: u32) -> u32 {
    cpu.write(DATA, &seconds.to_le_bytes());
    cpu.put(DATA + 8, nanos);
    cpu.call("basic.nanosleep", &[D, 0])
}

#[test]
fn time_is_virtual_and_goes_on() {
    run(|cpu| {
        let start = time(cpu, 0);
        assert_eq!(start, 1_451_606_400_000_001_000, "one call later than the start of 2016");
        assert_eq!(time(cpu, 0), start + 1000);
        assert_eq!(time(cpu, 1), 3000);
        ok(cpu, "basic.gettod", &[OUT]);
        assert_eq!((cpu.get64(OUT_ADDR), cpu.get(OUT_ADDR + 8)), (1_451_606_400, 4));
        ok(cpu, "basic.clock", &[OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 5);
        ok(cpu, "clock.clock_getres", &[3, OUT]);
        assert_eq!((cpu.get64(OUT_ADDR), cpu.get(OUT_ADDR + 8)), (0, 1000));
        ok(cpu, "clock.clock_getres", &[0, 0]);
    });
}

#[test]
fn sleeping_takes_virtual_time_only() {
    run(|cpu| {
        let start = time(cpu, 1);
        assert_eq!(sleep(cpu, 3_000_000, 500), 0);
        assert_eq!(time(cpu, 1) - start, 3_000_000_000_002_500, "the time, and two calls");
        assert_eq!(sleep(cpu, 0, 0), 0);
        assert_eq!(sleep(cpu, -1, 0), Errno::EINVAL.0);
        assert_eq!(sleep(cpu, 0, 1_000_000_000), Errno::EINVAL.0);
        fails(cpu, Errno::EFAULT, "basic.nanosleep", &[BAD, 0]);
        assert_eq!(sleep(cpu, i64::MAX, 0), 0);
        assert!(time(cpu, 0) >= u64::MAX / 2, "the end of time does not wrap");
    });
}

#[test]
fn random_numbers_depend_on_the_seed_only() {
    let numbers = |seed| {
        let options = Options { seed, ..options() };
        run_with(options, |cpu| {
            ok(cpu, "random.get_random_bytes", &[D, 20, OUT]);
            assert_eq!(cpu.get(OUT_ADDR), 20);
            ok(cpu, "fdio.write", &[1, D, 32, OUT]);
        })
        .stdout
    };
    let first = numbers(1);
    assert_eq!(first, numbers(1));
    assert_ne!(first, numbers(2));
    assert_eq!(first[20..], [0; 12], "no more than asked for");
    // SplitMix64's published first number for seed 0.
    assert_eq!(numbers(0)[..8], 0xe220_a839_7b1d_cdaf_u64.to_le_bytes());
}

#[test]
fn bad_pointers_and_numbers() {
    run(|cpu| {
        for name in ["basic.gettod", "basic.clock", "getpid.getpid"] {
            fails(cpu, Errno::EFAULT, name, &[BAD]);
            fails(cpu, Errno::EFAULT, name, &[0]);
        }
        fails(cpu, Errno::EFAULT, "clock.clock_gettime", &[0, 0]);
        fails(cpu, Errno::EFAULT, "clock.clock_getres", &[0, BAD]);
        fails(cpu, Errno::EINVAL, "clock.clock_gettime", &[4, OUT]);
        fails(cpu, Errno::EINVAL, "clock.clock_getres", &[0xffff_ffff, 0]);
        fails(cpu, Errno::EFAULT, "random.get_random_bytes", &[BAD, 1, OUT]);
        fails(cpu, Errno::EFAULT, "random.get_random_bytes", &[D, 1, BAD]);
        ok(cpu, "random.get_random_bytes", &[0, 0, OUT]);
    });
}

#[test]
fn sysconf_and_the_rest() {
    run(|cpu| {
        for (name, value) in [(1, 1), (2, 0x1_0000)] {
            ok(cpu, "basic.sysconf", &[name, OUT]);
            assert_eq!(cpu.get(OUT_ADDR), value);
        }
        fails(cpu, Errno::EINVAL, "basic.sysconf", &[0, OUT]);
        fails(cpu, Errno::EFAULT, "basic.sysconf", &[2, BAD]);
        ok(cpu, "getpid.getpid", &[OUT]);
        assert_eq!(cpu.get(OUT_ADDR), 1);
        ok(cpu, "thread.thread_nice", &[5]);
        ok(cpu, "basic.sched_yield", &[]);
    });
}
