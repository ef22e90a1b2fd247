//! How many threads translate.

use std::{fs, thread};

use super::args::{Invocation, Program};
use super::input::Input;

/// Bytes of an input from which on several threads pay: some milliseconds of work.
const WORTH_THREADS: u64 = 64 << 10;

/// So many threads may be started on any machine, and as many as it has processors. More are no
/// faster, and each takes about 2 MB.
const ANYWHERE: usize = 4;

/// How many worker threads a run has on this machine; 0 for none.
pub fn of(invocation: &Invocation) -> usize {
    let size = || match &invocation.program {
        Program::Input(Input::File(path)) => {
            fs::metadata(path).map_or(u64::MAX, |file| if file.is_file() { file.len() } else { u64::MAX })
        }
        // Nobody knows how much will come.
        Program::Input(Input::Stdin) => u64::MAX,
        Program::Runtime => 0,
    };
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    workers(invocation.threads, size, processors)
}

fn workers(asked_for: Option<usize>, size: impl Fn() -> u64, processors: impl Fn() -> usize) -> usize {
    match asked_for {
        Some(few @ 0..=ANYWHERE) => few,
        Some(many) => many.min(processors().max(ANYWHERE)),
        None if size() < WORTH_THREADS => 0,
        // One processor does as well without threads.
        None => Some(processors()).filter(|&processors| processors > 1).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_asked_for_but_not_more_than_help() {
        let workers = |asked_for, size, processors| workers(asked_for, || size, || processors);
        for asked_for in 0..=4 {
            assert_eq!(workers(Some(asked_for), 0, 1), asked_for);
        }
        assert_eq!((workers(Some(64), 0, 2), workers(Some(7), 0, 8), workers(Some(64), 0, 16)), (4, 7, 16));
        assert_eq!((workers(None, WORTH_THREADS - 1, 8), workers(None, WORTH_THREADS, 8), workers(None, u64::MAX, 1)), (0, 8, 0));
    }
}
