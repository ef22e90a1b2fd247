//! The smallest module that still fails.
//!
//! In: a module, and an [`Oracle`] that says whether a module still shows what is looked for. Out:
//! [`Reduced`]: a smaller module that does. Greedy: for each kind of change (`list`), all changes
//! of the module are tried together, then halves of them, and so on down to single ones; what keeps
//! the failure stays. When no kind helps any more, nor dropping two instructions together, it ends.
//! Functions and variables that nothing names leave in between (`compact`). Several candidates are
//! tried at the same time; the first in their order wins, so that the result does not depend on
//! threads.
//!
//! Every candidate passes the verifier before the oracle sees it, at the level that the original
//! passed. That it stays well defined is for the oracle to check: all there are do, with the
//! interpreter. What is kept is a text in the end, so a module counts only if that which its text
//! says shows the failure, too.

pub mod calls;
pub mod change;
pub mod compact;
mod list;
mod retype;
#[cfg(test)]
mod tests;

use rayon::prelude::*;
use translator::ice::Function;
use translator::ice::verify::{Level, Verifier};
use translator::text::print_module;

use change::{Candidate, Change};
use list::LISTS;

/// In how small modules pairs of instructions are tried.
const SMALL: usize = 24;

/// Says whether a module still shows what is looked for.
pub trait Oracle {
    /// Whether this module, which is valid, does.
    fn shows(&self, candidate: &Candidate) -> bool;

    /// The first of some modules that does, with its index. [`first_of`] asks for all of them at
    /// the same time.
    fn first(&self, candidates: Vec<Candidate>) -> Option<(usize, Candidate)> {
        candidates.into_iter().enumerate().find(|(_, candidate)| self.shows(candidate))
    }

    /// The functions that are called from outside, by name: they stay, with their parameters.
    fn roots(&self) -> Vec<String>;
}

/// [`Oracle::first`] on all processors, for an oracle that threads may share.
pub fn first_of(oracle: &(impl Oracle + Sync), candidates: Vec<Candidate>) -> Option<(usize, Candidate)> {
    let shows: Vec<bool> = candidates.par_iter().map(|candidate| oracle.shows(candidate)).collect();
    candidates.into_iter().enumerate().zip(shows).find_map(|(found, shows)| shows.then_some(found))
}

/// How far a reduction is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Status<'s> {
    /// What is being tried.
    pub phase: &'s str,
    /// Instructions that are left.
    pub instructions: usize,
    /// Functions that are left.
    pub functions: usize,
    /// Candidates that were tried.
    pub tests: u64,
}

/// How to reduce.
pub struct Settings<'s> {
    /// How many candidates are tried at the same time.
    pub jobs: usize,
    /// Hears how far it is; saying `false` ends it.
    pub watch: &'s (dyn Fn(Status<'_>) -> bool + Sync),
    /// Gets each module that is smaller than all before and shows what is looked for, as soon as it
    /// is known; the first one is the original with names. An error ends the reduction.
    pub keep: &'s dyn Fn(&Candidate) -> Result<(), String>,
}

/// A reduced module.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The module.
    pub candidate: Candidate,
    /// Candidates that were tried.
    pub tests: u64,
    /// Whether nothing helps any more; otherwise it was ended.
    pub finished: bool,
}

impl Candidate {
    /// Instructions in all bodies.
    pub fn instructions(&self) -> usize {
        let of = |body: &Function| body.block_order().iter().map(|&block| body.block_insts(block).count()).sum::<usize>();
        self.bodies.iter().map(of).sum()
    }

    /// What is to become less: functions, blocks and instructions, then operands that say
    /// something, then variables.
    fn weight(&self) -> (usize, usize) {
        let blocks: usize = self.bodies.iter().map(|body| body.block_order().len()).sum();
        let text = print_module(&self.module, &self.bodies).len();
        (self.instructions() + blocks + self.bodies.len() + self.module.globals.len(), text)
    }

    /// Whether it is valid.
    pub fn verify(&self, level: Level) -> Result<(), String> {
        let mut verifier = Verifier::default();
        verifier.module(&self.module, level).map_err(|errors| errors.to_string())?;
        let mut check = |body| verifier.function(&self.module, body, level).map_err(|errors| errors.to_string());
        self.bodies.iter().try_for_each(&mut check)
    }
}

struct Reducer<'s> {
    best: Candidate,
    oracle: &'s dyn Oracle,
    roots: Vec<String>,
    level: Level,
    /// What the text of the best module says, if that shows it, too. Values may have other numbers
    /// there, which changes that are listed for the best module could not be applied to.
    text: Option<Candidate>,
    settings: &'s Settings<'s>,
    tests: u64,
}

/// Why a reduction goes no further.
enum Stop {
    /// It was told to.
    Asked,
    /// What was found could not be kept.
    Failed(String),
}

/// Reduces a module that shows what is looked for; the error says why it cannot be.
pub fn reduce(original: Candidate, oracle: &dyn Oracle, settings: &Settings<'_>) -> Result<Reduced, String> {
    let level = if original.verify(Level::PnaclAbi).is_ok() { Level::PnaclAbi } else { Level::Structure };
    original.verify(level).map_err(|why| format!("the module is not valid: {why}"))?;
    // From here on every function and variable has a name.
    let normal = compact::normal(&original)?;
    let text = oracle.shows(&normal).then_some(normal);
    let best = text.clone().unwrap_or_else(|| compact::named(&original));
    if text.is_none() && !oracle.shows(&best) {
        return Err("the module does not fail as it is: nothing to reduce".into());
    }
    (settings.keep)(&best)?;
    let roots = oracle.roots();
    let mut reducer = Reducer { best, oracle, roots, level, text, settings, tests: 1 };
    let finished = match reducer.run() {
        Ok(()) => true,
        Err(Stop::Asked) => false,
        Err(Stop::Failed(why)) => return Err(why),
    };
    reducer.settle();
    Ok(Reduced { candidate: reducer.best, tests: reducer.tests, finished })
}

impl Reducer<'_> {
    /// Goes on until nothing helps any more.
    fn run(&mut self) -> Result<(), Stop> {
        self.drop_unused()?;
        loop {
            let before = self.best.weight();
            for &(phase, list, most) in LISTS {
                if self.best.instructions() > most {
                    continue;
                }
                self.settle();
                let changes = list(&self.best, &self.roots);
                self.sweep(phase, changes)?;
                if phase == "functions" || phase == "calls" {
                    self.drop_unused()?;
                }
            }
            self.drop_unused()?;
            if self.best.weight() >= before && !self.drop_two()? {
                return Ok(());
            }
        }
    }

    /// Drops two instructions of a small module that can only go together; whether there were any.
    fn drop_two(&mut self) -> Result<bool, Stop> {
        if self.best.instructions() > SMALL {
            return Ok(false);
        }
        self.settle();
        let single = list::instructions(&self.best, &self.roots);
        let pairs =
            single.iter().enumerate().flat_map(|(index, &one)| single[index + 1..].iter().map(move |&other| [one, other]));
        let changes: Vec<Change> = pairs.flatten().collect();
        let pieces: Vec<(usize, usize)> = (0..changes.len()).step_by(2).map(|start| (start, start + 2)).collect();
        for pieces in pieces.chunks(self.settings.jobs.max(1)) {
            self.go_on("two instructions")?;
            if self.attempt(&changes, pieces)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn go_on(&self, phase: &str) -> Result<(), Stop> {
        let status =
            Status { phase, instructions: self.best.instructions(), functions: self.best.bodies.len(), tests: self.tests };
        if (self.settings.watch)(status) { Ok(()) } else { Err(Stop::Asked) }
    }

    /// Tries changes, many together first.
    fn sweep(&mut self, phase: &str, mut changes: Vec<Change>) -> Result<(), Stop> {
        let mut size = changes.len();
        while size > 0 {
            let mut start = 0;
            while start < changes.len() {
                self.go_on(phase)?;
                // The next few pieces, each on its own.
                let pieces: Vec<(usize, usize)> = (0..self.settings.jobs.max(1))
                    .map(|number| (start + number * size, (start + (number + 1) * size).min(changes.len())))
                    .filter(|(from, to)| from < to)
                    .collect();
                match self.attempt(&changes, &pieces)? {
                    Some((from, to)) => {
                        changes.drain(from..to);
                        start = from;
                    }
                    None => start = pieces[pieces.len() - 1].1,
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(())
    }

    /// Makes the changes of the first piece that leaves the module valid and showing it; that
    /// piece.
    fn attempt(&mut self, changes: &[Change], pieces: &[(usize, usize)]) -> Result<Option<(usize, usize)>, Stop> {
        let (best, level) = (&self.best, self.level);
        let make = |&(from, to): &(usize, usize)| {
            let mut candidate = best.clone();
            change::apply(&mut candidate, &changes[from..to]);
            candidate.verify(level).is_ok().then_some((candidate, (from, to)))
        };
        let made: Vec<Option<(Candidate, (usize, usize))>> = pieces.par_iter().map(make).collect();
        let (candidates, pieces): (Vec<Candidate>, Vec<(usize, usize)>) = made.into_iter().flatten().unzip();
        self.tests += candidates.len() as u64;
        let Some((index, candidate)) = self.oracle.first(candidates) else { return Ok(None) };
        Ok(self.accept(candidate)?.then_some(pieces[index]))
    }

    /// Whether a module that shows it is the best one from now on: if what its text says shows it,
    /// too.
    fn accept(&mut self, candidate: Candidate) -> Result<bool, Stop> {
        let text = compact::normal(&candidate).ok().filter(|text| text.verify(self.level).is_ok());
        self.tests += 1;
        let text = text.filter(|text| self.oracle.shows(text));
        if text.is_none() && self.text.is_some() {
            return Ok(false);
        }
        (self.settings.keep)(text.as_ref().unwrap_or(&candidate)).map_err(Stop::Failed)?;
        (self.best, self.text) = (candidate, text);
        Ok(true)
    }

    /// Makes the best module what its text says, if that shows it: no changes must be waiting.
    fn settle(&mut self) {
        if let Some(text) = &self.text {
            self.best.clone_from(text);
        }
    }

    /// Drops functions and variables that nothing names: all of them, or else in pieces, for an
    /// oracle that wants to see one of them.
    fn drop_unused(&mut self) -> Result<(), Stop> {
        let mut unused = compact::unused(&self.best, &self.roots);
        let mut size = unused.len();
        while size > 0 {
            let mut start = 0;
            while start < unused.len() {
                self.go_on("what is not used")?;
                let end = (start + size).min(unused.len());
                let smaller = compact::without(&self.best, &unused[start..end]);
                let valid = smaller.filter(|smaller| smaller.verify(self.level).is_ok());
                self.tests += u64::from(valid.is_some());
                if valid.filter(|valid| self.oracle.shows(valid)).map_or(Ok(false), |valid| self.accept(valid))? {
                    unused.drain(start..end);
                } else {
                    start = end;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(())
    }
}
