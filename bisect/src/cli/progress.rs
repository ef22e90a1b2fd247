//! Progress on standard error: a line that is rewritten at a terminal, else a line every ten
//! seconds, nothing in the first two.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::reduce;

/// See the module.
pub struct Line {
    start: Instant,
    state: Mutex<State>,
}

struct State {
    last: Option<Instant>,
    shown: bool,
}

impl Line {
    pub fn new() -> Line {
        Line { start: Instant::now(), state: Mutex::new(State { last: None, shown: false }) }
    }

    /// Shows a text, if it is time to.
    pub fn show(&self, text: impl FnOnce() -> String) {
        let terminal = io::stderr().is_terminal();
        let pause = if terminal { Duration::from_millis(200) } else { Duration::from_secs(10) };
        let Ok(mut state) = self.state.lock() else { return };
        if self.start.elapsed() < Duration::from_secs(2) || state.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        state.last = Some(Instant::now());
        state.shown = true;
        // With standard error closed there is nobody left to tell.
        let _ = match terminal {
            true => write!(io::stderr(), "\r\x1b[K{}", text()),
            false => writeln!(io::stderr(), "{}", text()),
        };
    }

    /// Shows how far a reduction is.
    pub fn reduction(&self, status: reduce::Status<'_>) {
        let reduce::Status { phase, instructions, functions, tests } = status;
        self.show(|| {
            format!("reducing {phase}: {instructions} instructions in {functions} functions left, {tests} candidates tried")
        });
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if let Ok(state) = self.state.lock()
            && state.shown
            && io::stderr().is_terminal()
        {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
