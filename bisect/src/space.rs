//! A space to search: elements, what a set of them does, and everything around a test: threads, the
//! journal, progress.
//!
//! In: a name for the journal, the number of elements, and a function that tests a set. Out: what
//! [`search`](crate::search) found.

use rayon::prelude::*;

use crate::journal::Journal;
use crate::search::{Answer, Found, Progress, Set, Settings, Stop, Test, search};

/// Hears how far a bisection is. Saying `false` ends it.
pub type Watch<'w> = dyn Fn(&str, Progress) -> bool + Sync + 'w;

/// What a bisection is run with.
pub struct Lab<'w> {
    /// What has been tested.
    pub journal: Journal,
    /// How to search.
    pub settings: Settings,
    /// How many sets are tested at the same time.
    pub jobs: usize,
    /// What is told of progress.
    pub watch: &'w Watch<'w>,
    /// Whether it was ended from outside: nothing more is tested then.
    pub ended: bool,
}

struct Space<'l, 'w, F> {
    name: &'l str,
    rule: F,
    journal: &'l mut Journal,
    width: usize,
    watch: &'w Watch<'w>,
    error: Option<String>,
}

impl<F: Fn(&Set) -> Answer + Sync> Test for Space<'_, '_, F> {
    fn test(&mut self, sets: &[Set]) -> Vec<Answer> {
        let answers: Vec<Answer> = match sets {
            [one] => vec![(self.rule)(one)],
            sets => sets.par_iter().map(&self.rule).collect(),
        };
        for (set, &answer) in sets.iter().zip(&answers) {
            if let Err(error) = self.journal.note(self.name, set, answer) {
                self.error.get_or_insert(error);
            }
        }
        answers
    }

    fn width(&self) -> usize {
        self.width
    }

    fn progress(&mut self, progress: Progress) -> bool {
        self.error.is_none() && (self.watch)(self.name, progress)
    }
}

impl Lab<'_> {
    /// Searches a space.
    pub fn search(&mut self, name: &str, count: usize, rule: impl Fn(&Set) -> Answer + Sync) -> Result<Found, String> {
        let known = self.journal.known(name);
        let mut space = Space { name, rule, journal: &mut self.journal, width: self.jobs, watch: self.watch, error: None };
        let found = search(&mut space, count, &self.settings, known);
        self.ended |= found.stopped == Some(Stop::Asked);
        space.error.map_or(Ok(found), Err)
    }

    /// Tests one set, unless it is known.
    pub fn ask(&mut self, name: &str, set: &Set, rule: impl FnOnce() -> Answer) -> Result<Answer, String> {
        if let Some(&known) = self.journal.known(name).get(set) {
            return Ok(known);
        }
        let answer = rule();
        self.journal.note(name, set, answer)?;
        Ok(answer)
    }

    /// A number up to `high` that fails while the one before it does not; `high` is known to fail
    /// and 0 is known not to. `None` if [`Lab::watch`] ends the search. What is unresolved counts
    /// as passed.
    pub fn first_failing(&mut self, name: &str, high: u64, rule: impl Fn(u64) -> Answer) -> Result<Option<u64>, String> {
        let (mut low, mut high) = (0, high);
        let mut tests = 0;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let to_go = u64::from(64 - (high - low).leading_zeros());
            if !(self.watch)(name, Progress { left: (high - low) as usize, tests, to_go, found: 0 }) {
                self.ended = true;
                return Ok(None);
            }
            tests += 1;
            match self.ask(name, &vec![middle as u32], || rule(middle))? {
                Answer::Fails => high = middle,
                Answer::Passes | Answer::Unresolved => low = middle,
            }
        }
        Ok(Some(high))
    }
}
