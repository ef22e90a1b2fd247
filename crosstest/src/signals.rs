//! Requests to end: what SIGINT (Ctrl-C) and SIGTERM ask of a program that has something to write
//! down first.
//!
//! In: nothing. Out: [`Requests`], which tells whether one has come. The first one is only noted,
//! for the program to look at when it can stop; the second one ends the process at once. Handlers
//! are those of the crate `signal-hook`, which do nothing but set numbers.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Exit status of what was interrupted, as of a process that gets SIGINT.
pub const INTERRUPTED: u8 = 128 + 2;

/// Whether the program was asked to end.
#[derive(Clone, Debug, Default)]
pub struct Requests(Arc<AtomicBool>);

impl Requests {
    /// Listens from now on, until the process ends.
    ///
    /// # Errors
    /// If the system does not let the process handle these signals.
    pub fn listen() -> io::Result<Requests> {
        let requests = Requests::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag unset, and sets it for the second.
            flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&requests.0))?;
            flag::register(signal, Arc::clone(&requests.0))?;
        }
        Ok(requests)
    }

    /// Whether one has come.
    pub fn have_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
