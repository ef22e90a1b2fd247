//! Runs that may take their process down, each in a process of its own.
//!
//! In: what to run, and how much processor time it may take. Out: what it says, or how its process
//! ended: wild code crashes the emulator, not only itself. A bisection survives that, and so does
//! its journal.
//!
//! The child is a copy of this process (`fork`): whatever was read and translated is there already,
//! and a run costs about a millisecond more. It says what it found in a file without a name, and
//! ends without destructors, so that it touches nothing that it shares with its parent.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crosstest::clock;

/// How long to sleep between two looks at the child, at first and at most.
const NAPS: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(5)];
/// How many times its limit may pass for a child that waits instead of working, or that others keep
/// from working.
const PATIENCE: u32 = 20;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It said this.
    Said(Vec<u8>),
    /// Its process was ended by this signal, or ended without saying anything.
    Crashed(Option<i32>),
    /// Its time was up.
    TimedOut,
}

/// Runs something in a process of its own.
///
/// `run` must not take a lock that another thread may hold, but for the allocator's; printing and
/// rayon are out. It must not rely on other threads: there are none in the child.
pub fn run(limit: Duration, run: impl FnOnce() -> Vec<u8>) -> io::Result<Ended> {
    let mut said = tempfile::tempfile()?;
    // SAFETY: the child is a copy of this thread alone. It calls `run`, whose contract excludes
    // locks of other threads; the allocator's are made free in the child by the C library. It
    // leaves by `_exit`, so no destructor and no handler of its parent's runs.
    let child = unsafe { libc::fork() };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            // A panic's message would wait for standard error's lock, which a thread that draws
            // progress may have held at the fork.
            std::panic::set_hook(Box::new(|_| ()));
            // Unwind safety: nothing outlives this.
            let done = catch_unwind(AssertUnwindSafe(|| said.write_all(&run()).is_ok())).unwrap_or(false);
            // SAFETY: ends the process, which is this function's own child.
            unsafe { libc::_exit(if done { 0 } else { 1 }) }
        }
        child => watch(child, limit, said),
    }
}

/// Waits for a child, and ends it when its time is up.
fn watch(child: libc::pid_t, limit: Duration, mut said: File) -> io::Result<Ended> {
    let start = Instant::now();
    let mut nap = NAPS[0];
    let mut late = false;
    loop {
        let mut status = 0;
        // SAFETY: `status` is valid for writing; the child is this process's own, and nothing else
        // waits for it.
        match unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) } {
            0 => {}
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => continue,
            -1 => return Err(io::Error::last_os_error()),
            _ if late => return Ok(Ended::TimedOut),
            _ if libc::WIFSIGNALED(status) => return Ok(Ended::Crashed(Some(libc::WTERMSIG(status)))),
            _ if libc::WEXITSTATUS(status) != 0 => return Ok(Ended::Crashed(None)),
            _ => break,
        }
        let is_spent = clock::of_process(child).is_some_and(|taken| taken >= limit);
        if !late && (is_spent || start.elapsed() >= limit.saturating_mul(PATIENCE)) {
            late = true;
            // SAFETY: the child has not been waited for, so that no other process has its number.
            unsafe { libc::kill(child, libc::SIGKILL) };
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(NAPS[1]);
    }
    said.rewind()?;
    let mut bytes = Vec::new();
    said.read_to_end(&mut bytes)?;
    Ok(Ended::Said(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn what_a_run_says_comes_back() {
        let text = "b".repeat(100_000);
        assert_eq!(run(LONG, || text.clone().into_bytes()).unwrap(), Ended::Said(text.clone().into_bytes()));
    }

    #[test]
    fn a_crash_a_panic_and_a_hang_take_nobody_along() {
        assert_eq!(run(LONG, || std::process::abort()).unwrap(), Ended::Crashed(Some(libc::SIGABRT)));
        assert_eq!(run(LONG, || std::panic::resume_unwind(Box::new(()))).unwrap(), Ended::Crashed(None));
        let sleep = || loop {
            std::thread::sleep(LONG);
        };
        assert_eq!(run(Duration::from_millis(20), sleep).unwrap(), Ended::TimedOut);
        let work = || loop {
            std::hint::black_box(0);
        };
        assert_eq!(run(Duration::from_millis(50), work).unwrap(), Ended::TimedOut);
    }

    #[test]
    fn runs_of_several_threads_do_not_mix() {
        use rayon::prelude::*;
        let said: Vec<Ended> = (0..64u8).into_par_iter().map(|n| run(LONG, || vec![n; 10]).unwrap()).collect();
        assert!(said.into_iter().zip(0..).all(|(said, n)| said == Ended::Said(vec![n; 10])));
    }
}
