//! What finds the translator's seeded faults, and after how long: the proof that the tests are worth something.
//!
//! In: faults of the catalogue ([`translator::faults`]), a time. Out: a [`Record`] for each, a table, a score.
//!
//! ```text
//! fault ─► measure: two child processes, a core each ─┬─► probe "suites": corpus, file tests, shared programs ─► events
//!                                                     └─► probe "generator": generated modules, one by one ────► events
//!                                          events, signals, silence ─► Record ─► report: FAULTS.md, the score
//! ```
//!
//! A probe puts the fault in force on its only thread and runs what the tests and the campaign run, on every target, until something is
//! wrong. What is wrong is told apart: an outcome that differs, an error or panic of the translator, a crash of the process, silence.
//! Before any fault, both probes run without one for the same time and have to find nothing.
//!
//! [`probe`]: the child's side. [`measure`]: the parent's. [`records`]: a file of them, to go on from. [`report`]: the table and the score.

pub mod measure;
pub mod probe;
pub mod records;
pub mod report;

use std::time::Duration;

use translator::faults::{Count, Fault};

/// How a fault gave itself away.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// An outcome, or a text that a test expects, is not the right one.
    Differs,
    /// The translator, the linker or the emulator reported an error, or panicked.
    Error,
    /// The process was killed by a signal of its own making.
    Crash,
    /// Nothing came for a long time.
    Hang,
}

impl How {
    const ALL: [How; 4] = [How::Differs, How::Error, How::Crash, How::Hang];

    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            How::Differs => "differs",
            How::Error => "error",
            How::Crash => "crash",
            How::Hang => "hang",
        }
    }

    fn from_name(name: &str) -> Option<How> {
        How::ALL.into_iter().find(|how| how.name() == name)
    }
}

/// That something found a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Processor time that the process which found it had taken.
    pub after: Duration,
    /// In what way.
    pub how: How,
    /// The test or generated module, and the target.
    pub by: String,
}

/// What is known of one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The fault; `None` for the run without one.
    pub fault: Option<Fault>,
    /// How often its place was met, by both probes.
    pub count: Count,
    /// What the suites found, and what the generator did.
    pub findings: [Option<Finding>; 2],
    /// Tests and generated modules that were run, by both probes.
    pub items: u64,
    /// Processor time that each probe might have taken.
    pub time: Duration,
}

impl Record {
    /// The earlier finding.
    pub fn first(&self) -> Option<&Finding> {
        self.findings.iter().flatten().min_by_key(|finding| finding.after)
    }
}
