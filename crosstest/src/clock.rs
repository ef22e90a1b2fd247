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

fn usage(of: libc::c_int) -> Duration {
    // SAFETY: all zeros is a value of this C struct, which consists of numbers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is valid for writing. The call only fails for a wrong `of` or address; the zeros stay then.
    unsafe { libc::getrusage(of, &raw mut usage) };
    let duration = |time: libc::timeval| Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64);
    duration(usage.ru_utime) + duration(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use super::*;

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
