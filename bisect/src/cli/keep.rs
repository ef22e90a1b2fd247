//! The file of a reduction: the best module so far, on disk at all times, and what the journal says
//! of it.
//!
//! In: modules, each better than the one before. Out: a file that is replaced whole, and facts in
//! the journal: that the reduction has begun, was cut short, or has finished with this file. Given
//! again, it goes on from the file; what has finished is not done again. So a result is never
//! replaced by a worse one.

use std::fs;
use std::path::PathBuf;

use crosstest::files;
use translator::text::print_module;

use super::{identity, pexe};
use crate::journal::Journal;
use crate::reduce::change::Candidate;
use crate::reduce::oracle::Entries;
use crate::reduce::{Reduced, compact};

/// Where the best module of a reduction goes.
pub(super) struct Keeper {
    /// The file.
    pub(super) path: PathBuf,
    /// Comments that the file begins with.
    pub(super) header: String,
    /// What the journal calls the reduction.
    pub(super) name: String,
}

/// What an earlier run has left.
pub(super) struct Earlier {
    /// The module.
    pub(super) candidate: Candidate,
    /// What the file says to call, if it does.
    pub(super) entries: Option<Entries>,
    /// Candidates that had been tried when it finished; `None` if it has not.
    pub(super) finished: Option<u64>,
}

impl Keeper {
    /// The file's text with a module.
    pub(super) fn text(&self, directives: &str, candidate: &Candidate) -> String {
        format!("{}{directives}{}", self.header, print_module(&candidate.module, &candidate.bodies))
    }

    /// Writes the best module so far.
    pub(super) fn keep(&self, directives: &str, candidate: &Candidate) -> Result<(), String> {
        files::replace(&self.path, self.text(directives, candidate).as_bytes())
    }

    /// What the journal calls the file's present content.
    fn content(&self) -> Option<String> {
        fs::read(&self.path).ok().map(|bytes| identity(&[&bytes]))
    }

    /// What an earlier run has left; `None` if there was none, or if its file is gone or makes no
    /// sense.
    pub(super) fn earlier(&self, journal: &Journal) -> Option<Earlier> {
        let fact = journal.fact(&self.name)?;
        let words: Vec<&str> = fact.split(' ').collect();
        let finished = match words.as_slice() {
            ["finished", tests, content] if Some(*content) == self.content().as_deref() => tests.parse().ok(),
            _ => None,
        };
        let loaded = crosstest::case::read_module(&self.path).ok()?;
        let candidate = compact::normal(&Candidate { module: loaded.module, bodies: loaded.bodies }).ok()?;
        let is_call = fs::read_to_string(&self.path).is_ok_and(|text| text.lines().any(|line| line.starts_with("; run: ")));
        let case = if is_call { pexe::load(&self.path, &[], &[]).ok() } else { None };
        Some(Earlier { candidate, entries: case.as_ref().map(Entries::of), finished })
    }

    /// Says that there will be a file.
    pub(super) fn begin(&self, journal: &mut Journal) -> Result<(), String> {
        if journal.fact(&self.name).is_some() { Ok(()) } else { journal.state(&self.name, "begun") }
    }

    /// Says how it ended: the file is in its last form.
    pub(super) fn end(&self, journal: &mut Journal, reduced: &Reduced) -> Result<(), String> {
        match self.content().filter(|_| reduced.finished) {
            Some(content) => journal.state(&self.name, &format!("finished {} {content}", reduced.tests)),
            None => journal.state(&self.name, "cut short"),
        }
    }
}
