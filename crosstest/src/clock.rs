//! Processor time: what another program does at the same time makes no difference to it.

use std::time::Duration;

/// What this process has taken so far.
pub fn own() -> Duration {
    usage(libc::RUSAGE_SELF)
}

/// What the processes which this one has waited for have taken.
pub fn of_children() -> Duration {
    usage(libc::RUSAGE_CHILDREN)
}

/// Both together.
pub fn with_children() -> Duration {
    own() + of_children()
}

/// What another process has taken so far; `None` if there is no such process.
pub fn of_process(process: libc::pid_t) -> Option<Duration> {
    let mut clock: libc::clockid_t = 0;
    // SAFETY: `clock` is valid for writing; a number that is no process's is refused.
    let found = unsafe { libc::clock_getcpuclockid(process, &raw mut clock) } == 0;
    found.then(|| read(clock)).flatten()
}

fn read(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for writing; a clock whose process has ended meanwhile is refused.
    let is_read = unsafe { libc::clock_gettime(clock, &raw mut time) } == 0;
    is_read.then(|| Duration::from_secs(time.tv_sec as u64) + Duration::from_nanos(time.tv_nsec as u64))
}

/// What this thread has taken so far.
pub fn of_thread() -> Duration {
    usage(libc::RUSAGE_THREAD)
}

/// What this thread has taken so far, to the nanosecond, not to the microsecond.
pub fn of_thread_exactly() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID).unwrap_or_else(of_thread)
}

fn usage(of: libc::c_int) -> Duration {
    // SAFETY: all zeros is a value of this C struct, which consists of numbers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is valid for writing. The call only fails for a wrong `of` or address; the
    // zeros stay then.
    unsafe { libc::getrusage(of, &raw mut usage) };
    let duration = |time: libc::timeval| Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64);
    duration(usage.ru_utime) + duration(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_process_can_be_asked_for() {
        assert!(of_process(std::process::id() as libc::pid_t).is_some());
        // Beyond the highest number that Linux gives to processes.
        assert_eq!(of_process(1 << 25), None);
    }

    #[test]
    fn time_passes_with_work() {
        let start = own();
        std::thread::sleep(Duration::from_millis(50));
        let slept = own();
        // Other tests work at the same time, in the same process: how little may pass is not known.
        assert!(slept >= start);
        while own() < slept + Duration::from_millis(30) {
            std::hint::black_box(0);
        }
    }
}
