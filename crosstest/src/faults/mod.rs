//! What finds the translator's seeded faults, and after how long: the proof that the tests are
//! worth something.
//!
//! In: faults of the catalogue ([`translator::faults`]), a time. Out: a [`Record`] for each, a
//! table, a score.
//!
//! ```text
//! fault ─► measure: a child process for each detector ─┬─► probe "suites": corpus, file tests, what is made, shared programs ─► events
//!                                                      ├─► probe "generator": generated modules, one by one ───────────────► events
//!                                                      ├─► probe "abi": calls between C and translated code ────────────────► events
//!                                                      ├─► probe "links": programs linked by gcc and run ───────────────────► events
//!                                                      └─► probe "threads": objects of several threads and of one ──────────► events
//!                                          events, signals, silence ─► Record ─► report: measured/faults.md, the score
//! ```
//!
//! A probe puts the fault in force on its thread and runs what the tests and the campaign run, on
//! every target, until something is wrong. What is wrong is told apart: an outcome that differs, an
//! error or panic of the translator, a crash of the process, a hang ([`crate::probes`]). Before any
//! fault, all probes run without one for the same time and have to find nothing.
//!
//! [`probe`]: the child's side. [`measure`]: the parent's. [`records`]: a file of them, to go on
//! from. [`report`]: the table and the score.

pub mod measure;
pub mod probe;
pub mod records;
pub mod report;

use std::time::Duration;

use translator::faults::{Count, Fault};

use crate::probes::Finding;

/// What is known of one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The fault; `None` for the run without one.
    pub fault: Option<Fault>,
    /// How often its place was met, by all probes.
    pub count: Count,
    /// What each detector found, in the order of [`probe::Detector::ALL`].
    pub findings: Vec<Option<Finding>>,
    /// What could not be tried, because tools are not installed.
    pub skipped: Vec<String>,
    /// Tests and generated modules that were run, by all probes.
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
