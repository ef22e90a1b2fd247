//! A progress bar on standard error, when that is a terminal and the work takes longer than two
//! seconds.
//!
//! The bar is removed before anything else is printed; an interrupted run leaves at most its line.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Progress of a known amount of work.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    terminal: bool,
    shown: AtomicBool,
}

impl Progress {
    /// Starts.
    pub fn new(steps: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}  {elapsed}, {eta} left") {
            bar.set_style(style);
        }
        Progress { bar, started: Instant::now(), terminal: std::io::stderr().is_terminal(), shown: AtomicBool::new(false) }
    }

    /// One step is done.
    pub fn step(&self) {
        if self.terminal && self.started.elapsed() > PATIENCE && !self.shown.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    /// All is done: the bar disappears.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
