//! Times at which nobody else computes on the core that this thread runs on.
//!
//! Processors of virtual machines are often threads of cores whose other thread is somebody else's. While that one computes, code
//! that waits for itself (a chain of multiplications) takes as long as otherwise, and code that fills the core takes up to twice as long:
//! so the clock shows nothing of it, processor time does, and a comparison of two programs is decided by which of them had company.
//! Measured on the machine that the figures come from: 20.4 ms for a chain of 20 million multiplications at all times; 16.7 ms, or
//! 26 to 31, for as many rounds of eight additions.
//!
//! So both are timed, and their quotient is the witness: a core is quiet where it is near the least that was seen.

use std::time::{Duration, Instant};

use crate::clock;

/// The processors that this process may use, and what the witness said on them.
///
/// Threads and processes that are started later stay on the processor that was found last, so that what is measured runs where the
/// witness looked.
#[derive(Debug)]
pub struct Quiet {
    processors: Vec<usize>,
    /// Which of them is in use.
    current: usize,
    /// The least quotient seen.
    least: f64,
}

/// By how much the quotient of a quiet core may lie above the least.
const TOLERANCE: f64 = 1.08;
/// Rounds of each of the witness's loops: some 0.2 ms.
const ROUNDS: u32 = 200_000;
/// How often each is timed: the least counts, so that an interrupt makes no core look quieter than it is.
const TIMES: u32 = 4;
/// How long to wait before a core is looked at again.
const PAUSE: Duration = Duration::from_millis(10);
/// How long each processor is looked at first.
const FIRST_LOOK: Duration = Duration::from_millis(1500);

impl Quiet {
    /// Looks at all processors for a while, to know the least quotient. Keeps this thread on the last one.
    pub fn new() -> Quiet {
        let mut quiet = Quiet { processors: processors(), current: 0, least: f64::INFINITY };
        for _ in 0..quiet.processors.len() {
            quiet.turn();
            let start = Instant::now();
            while quiet.least > 0.0 && start.elapsed() < FIRST_LOOK {
                quiet.is_now();
            }
        }
        quiet
    }

    /// Whether the core is quiet now. Where there is no witness (on other machines than x86-64), every core is.
    pub fn is_now(&mut self) -> bool {
        let quotient = quotient();
        self.least = self.least.min(quotient);
        quotient <= self.least * TOLERANCE
    }

    /// Waits until a core is quiet, and goes there; for `patience` at most. Whether there was one.
    pub fn wait(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        loop {
            for _ in 0..self.processors.len() {
                if self.is_now() {
                    return true;
                }
                self.turn();
            }
            if start.elapsed() > patience {
                return false;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Goes to the next processor.
    fn turn(&mut self) {
        self.current = (self.current + 1) % self.processors.len().max(1);
        if let Some(&processor) = self.processors.get(self.current) {
            stay_on(&[processor]);
        }
    }
}

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet::new()
    }
}

impl Drop for Quiet {
    /// Gives the thread back all its processors.
    fn drop(&mut self) {
        stay_on(&self.processors);
    }
}

/// The processors that this thread may use; none if the system does not say.
fn processors() -> Vec<usize> {
    // SAFETY: all zeros is a value of this C struct, which is a set of bits.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    let size = size_of::<libc::cpu_set_t>();
    // SAFETY: `set` is valid for writing `size` bytes.
    let known = unsafe { libc::sched_getaffinity(0, size, &raw mut set) } == 0;
    // SAFETY: the numbers are below the set's size.
    (0..size * 8).filter(|&number| known && unsafe { libc::CPU_ISSET(number, &set) }).collect()
}

/// Keeps this thread, and what it starts, on some processors. Where the system refuses, it stays where it is allowed to be.
fn stay_on(processors: &[usize]) {
    // SAFETY: all zeros is a value of this C struct, which is a set of bits.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for &number in processors {
        // SAFETY: the number came out of such a set, and is below its size.
        unsafe { libc::CPU_SET(number, &mut set) };
    }
    // SAFETY: `set` is valid for reading.
    unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) };
}

/// What additions that fill the core take, in terms of a chain of multiplications; 0 where neither is written.
#[cfg(target_arch = "x86_64")]
fn quotient() -> f64 {
    let least = |run: fn()| {
        let times = (0..TIMES).map(|_| {
            let start = clock::of_thread_exactly();
            run();
            clock::of_thread_exactly() - start
        });
        times.min().unwrap_or_default().as_secs_f64()
    };
    least(additions) / least(chain).max(1e-9)
}

#[cfg(target_arch = "x86_64")]
fn chain() {
    let mut product = 1_u64;
    for _ in 0..ROUNDS {
        // SAFETY: an instruction on a register, which it names.
        unsafe { std::arch::asm!("imul {0}, {0}", inout(reg) product, options(nomem, nostack, pure)) };
    }
    std::hint::black_box(product);
}

#[cfg(target_arch = "x86_64")]
fn additions() {
    let [mut a, mut b, mut c, mut d] = [0_u64; 4];
    for _ in 0..ROUNDS {
        // SAFETY: instructions on registers, which they name.
        unsafe {
            std::arch::asm!(
                "add {0}, 1", "add {1}, 1", "add {2}, 1", "add {3}, 1", "add {0}, 1", "add {1}, 1", "add {2}, 1", "add {3}, 1",
                inout(reg) a, inout(reg) b, inout(reg) c, inout(reg) d, options(nomem, nostack, pure)
            );
        }
    }
    std::hint::black_box([a, b, c, d]);
}

/// See the other.
#[cfg(not(target_arch = "x86_64"))]
fn quotient() -> f64 {
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_stays_where_it_is_told_and_comes_back() {
        let all = processors();
        assert!(!all.is_empty());
        {
            let mut quiet = Quiet::new();
            assert_eq!(processors().len(), 1);
            // How it comes out depends on what else the machine does.
            let _ = quiet.wait(Duration::from_millis(1));
            assert_eq!(processors().len(), 1);
        }
        assert_eq!(processors(), all);
    }

    #[test]
    fn what_takes_longer_than_the_least_is_not_quiet() {
        // A core is never quieter than ever.
        let mut quiet = Quiet { processors: Vec::new(), current: 0, least: 1e-6 };
        assert!(!quiet.is_now() || cfg!(not(target_arch = "x86_64")));
        assert!(!quiet.wait(Duration::ZERO) || cfg!(not(target_arch = "x86_64")));
        quiet.least = f64::INFINITY;
        assert!(quiet.is_now(), "the first is the least");
    }
}
