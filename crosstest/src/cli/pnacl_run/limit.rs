//! `--timeout`: what a program may take, translating and all.
//!
//! In: the limit, and what is done under it. Out: nothing, or the end of the process with a message and status 124. A thread waits for each
//! part: that of translating is over before the wall is built, so that behind it no thread has more rights than the program.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::complain;

/// It took too long, as with `timeout`.
const TIMEOUT: i32 = 124;

/// When a program has to have ended, if there is a limit.
pub struct Limit {
    began: Instant,
    limit: Option<Duration>,
    file: String,
}

/// What is being waited for, from [`Limit::watch`] on; over when this is dropped.
pub struct Watch(Option<(Sender<()>, JoinHandle<()>)>);

impl Limit {
    /// A limit that counts from now on, for the program of this name.
    pub fn new(limit: Option<Duration>, file: String) -> Limit {
        Limit { began: Instant::now(), limit, file }
    }

    /// Ends the process when the time is over while the [`Watch`] lives; `what` says what is being done then, up to the amount.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn watch(&self, what: &str) -> Result<Watch, String> {
        let Some(limit) = self.limit else { return Ok(Watch(None)) };
        let message = format!("{}: {what} longer than {} s (--timeout)", self.file, limit.as_secs_f64());
        let left = limit.saturating_sub(self.began.elapsed());
        let end = move || {
            complain(&message);
            std::process::exit(TIMEOUT);
        };
        if left.is_zero() {
            end();
        }
        let (done, waits) = channel::<()>();
        let watcher = move || {
            if waits.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                end();
            }
        };
        let thread = std::thread::Builder::new().spawn(watcher).map_err(|error| error.to_string())?;
        Ok(Watch(Some((done, thread))))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.0.take() {
            drop(done);
            // It ends at once, or the process does.
            let _ = thread.join();
        }
    }
}
