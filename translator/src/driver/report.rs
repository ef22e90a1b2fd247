//! What a run did and how long it took: the lines of `-stats` and `-timing`.

use std::fmt::{self, Write};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::functions::{self, FunctionReport, millis};
use crate::options::{Functions, Pass};
use crate::pipeline::{Notes, PassNote};

/// Counts of a run; they depend on the input and the options only, not on threads or time.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Bytes of input.
    pub input_bytes: u64,
    /// Functions with a body.
    pub functions: u64,
    /// Global variables.
    pub globals: u64,
    /// ICE instructions as read.
    pub instructions: u64,
    /// Bytes of machine code, without padding.
    pub code_bytes: u64,
    /// Relocations of the code.
    pub relocations: u64,
    /// Bytes of the object file.
    pub object_bytes: u64,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in [
            ("input bytes", self.input_bytes),
            ("functions", self.functions),
            ("globals", self.globals),
            ("ICE instructions", self.instructions),
            ("code bytes", self.code_bytes),
            ("relocations of code", self.relocations),
            ("object bytes", self.object_bytes),
        ] {
            writeln!(f, "{count:>12}  {what}")?;
        }
        Ok(())
    }
}

/// Where the time went. The stages that worker threads share are sums over the threads.
#[derive(Copy, Clone, Default, Debug)]
pub struct Times {
    /// Opening the input and reading everything but function bodies.
    pub read: Duration,
    /// Reading function bodies.
    pub decode: Duration,
    /// Verifying what has been read.
    pub verify: Duration,
    /// Translating.
    pub translate: Duration,
    /// Putting the object file together.
    pub object: Duration,
    /// Writing it.
    pub write: Duration,
    /// The whole run, as the clock on the wall saw it.
    pub total: Duration,
    /// When the last byte of an input arrived that is read while it is translated, in nanoseconds of
    /// [`nanoseconds`].
    pub last_byte: Option<u64>,
    /// From then on to the end.
    pub after_input: Duration,
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (stage, time) in [
            ("read module", self.read),
            ("read bodies", self.decode),
            ("verify", self.verify),
            ("translate", self.translate),
            ("object", self.object),
            ("write", self.write),
            ("total (wall clock)", self.total),
        ] {
            writeln!(f, "{} ms  {stage}", millis(time))?;
        }
        if self.last_byte.is_some() {
            writeln!(f, "{} ms  after the last byte of the input", millis(self.after_input))?;
        }
        Ok(())
    }
}

/// A clock that is looked at only if somebody asked for times: looking costs more than reading a
/// small function.
#[derive(Copy, Clone, Debug)]
pub struct Clock {
    /// Whether times are wanted.
    pub enabled: bool,
}

impl Clock {
    /// Does something and adds the time that it took to `total`.
    #[inline]
    pub fn time<T>(self, total: &mut Duration, run: impl FnOnce() -> T) -> T {
        if !self.enabled {
            return run();
        }
        let start = Instant::now();
        let result = run();
        *total += start.elapsed();
        result
    }
}

/// What is known about a run.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// Counts.
    pub stats: Stats,
    /// Times.
    pub times: Times,
    /// What the passes did.
    pub notes: Notes,
    /// The functions one by one, if somebody wants to know.
    pub each: Option<Vec<FunctionReport>>,
    /// The names of functions and variables, if somebody wants to know.
    pub strings: Option<Vec<String>>,
    /// The functions that times are of; of all, if it is not said.
    pub focus: Option<Functions>,
}

impl Report {
    /// The text for standard error.
    pub fn text(&self, stats: bool, timing: bool) -> String {
        let mut text = String::new();
        if stats {
            let _ = write!(text, "{}", self.stats); // Writing to a String cannot fail.
            self.passes(|pass, note| {
                if pass.is_optional() {
                    let _ = writeln!(text, "{:>12}  transformations by {pass}", note.changes);
                }
            });
            if self.notes.borrowed > 0 {
                let _ = writeln!(text, "{:>12}  values in registers that the options exclude", self.notes.borrowed);
            }
        }
        if timing {
            let _ = write!(text, "{}", self.times);
            self.passes(|pass, note| {
                if pass.is_step() {
                    let _ = writeln!(text, "{} ms  pass {pass}", millis(Duration::from_nanos(note.nanos)));
                }
            });
        }
        text
    }
}

impl Report {
    /// What is to be said of each function.
    pub fn functions(&self, sizes: bool, times: bool) -> String {
        let Some(each) = self.each.as_ref().filter(|_| cfg!(feature = "dumps")) else { return String::new() };
        let sizes = if sizes { functions::sizes(each) } else { String::new() };
        sizes + &if times { functions::times(each) } else { String::new() }
    }

    /// Whether times are to be taken of the function of this name and number.
    pub fn is_timed(&self, name: impl FnOnce() -> String, number: u32) -> bool {
        self.focus.as_ref().is_none_or(|focus| focus.contains(&name(), number))
    }

    /// Calls `each` with the passes that ran, or whose step ran.
    fn passes(&self, mut each: impl FnMut(Pass, &PassNote)) {
        for (pass, note) in Pass::all().zip(&self.notes.passes).filter(|(_, note)| note.runs + note.changes > 0) {
            each(pass, note);
        }
    }

    /// How the fuel was spent, for `-pass-fuel`.
    pub fn fuel(&self) -> String {
        let spent = self.notes.fuel_spent;
        match &self.notes.last_step {
            Some(step) => format!("pass-fuel: {spent} transformations; the last: {step}\n"),
            None => format!("pass-fuel: {spent} transformations; there are no more\n"),
        }
    }
}

/// Nanoseconds since the first call, for the clock of the pipeline.
pub fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_off_measures_nothing() {
        let sleep = || std::thread::sleep(Duration::from_millis(2));
        let mut total = Duration::ZERO;
        Clock { enabled: false }.time(&mut total, sleep);
        assert_eq!(total, Duration::ZERO);
        Clock { enabled: true }.time(&mut total, sleep);
        assert!(total >= Duration::from_millis(2));
    }

    #[test]
    fn the_text_has_what_was_asked_for() {
        let report = Report { stats: Stats { functions: 7, ..Stats::default() }, ..Report::default() };
        assert_eq!(report.text(false, false), "");
        assert!(report.text(true, false).contains("           7  functions\n"));
        assert!(report.text(false, true).contains("       0.000 ms  total"));
    }
}
