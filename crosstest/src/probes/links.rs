//! What a platform's tools and a second thread make of objects, as items: calls between C and
//! translated code, programs that are linked by gcc and run, translations on several threads.
//!
//! Which of them there are depends on what is installed; [`Links::skipped`] says what is not.
//!
//! [`abi`]: C in the emulator. `native`: programs on the kernel, or under qemu's user mode.
//! `threads`: objects compared.

pub mod abi;
mod native;
mod threads;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use translator::options::{Isa, Options};

use super::How;
use super::items::{Items, Trace, Wrong, caught, hash};
use crate::exec::execution::Execution;
use crate::job::Target;
use crate::repository::root;
use crate::subject::Subject;
use crate::suites;

/// Kinds of items.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Calls between C and translated code.
    Abi,
    /// Programs that gcc links.
    Program,
    /// Translations on several threads.
    Threads,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Abi, Kind::Program, Kind::Threads];
}

/// An item: a check, and the target that it is about.
struct Link {
    name: String,
    target: Target,
    check: Check,
    /// Whether what it needs is missing.
    is_left_out: bool,
}

enum Check {
    Abi(abi::Driver),
    Native(native::Program),
    Threads(PathBuf),
}

/// The items.
pub struct Links {
    links: Vec<Link>,
    executions: Vec<Execution>,
    skipped: Vec<String>,
}

impl Links {
    /// All items of these kinds, for the targets of the executions. Whether what they need is there
    /// is seen when they are run, or by [`leave_out_missing`](Self::leave_out_missing).
    pub fn new(executions: Vec<Execution>, kinds: &[Kind]) -> Result<Links, String> {
        let targets = super::items::targets(&executions);
        let mut made = Links { links: Vec::new(), executions, skipped: Vec::new() };
        let programs = programs()?;
        let mut add =
            |name: String, target: Target, check: Check| made.links.push(Link { name, target, check, is_left_out: false });
        for &kind in kinds {
            for isa in Isa::ALL {
                let of_isa = || targets.iter().copied().filter(move |target| target.isa == isa);
                match kind {
                    Kind::Abi => {
                        for driver in abi::compilers(isa).map(|compiler| abi::Driver::new(isa, compiler)) {
                            let name = format!("calls with {}", driver.name());
                            of_isa().for_each(|target| add(name.clone(), target, Check::Abi(driver.clone())));
                        }
                    }
                    Kind::Program => {
                        let platform = native::Platform::new(isa);
                        for program in programs.iter().filter_map(|path| native::Program::new(&platform, path)) {
                            let name = format!("linked: {}", program.name());
                            of_isa().for_each(|target| add(name.clone(), target, Check::Native(program.clone())));
                        }
                    }
                    Kind::Threads => {
                        for path in &programs {
                            let name = format!("threads: {}", path.file_stem().unwrap_or_default().display());
                            of_isa().for_each(|target| add(name.clone(), target, Check::Threads(path.clone())));
                        }
                    }
                }
            }
        }
        Ok(made)
    }

    /// Leaves out what cannot be run here, and notes it.
    pub fn leave_out_missing(&mut self) {
        for link in &mut self.links {
            let isa = link.target.isa;
            let missing = match &link.check {
                Check::Abi(driver) => driver.missing().map(|why| format!("{} for {isa}: {why}", link.name)),
                Check::Native(program) => program.missing().map(|why| format!("programs linked for {isa}: {why}")),
                Check::Threads(_) => None,
            };
            link.is_left_out = missing.is_some();
            if let Some(missing) = missing.filter(|missing| !self.skipped.contains(missing)) {
                self.skipped.push(missing);
            }
        }
    }

    /// What is not there, in words.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// The execution that an item is about, if it is one of these.
    fn execution(&self, link: &Link, chosen: &[usize]) -> Option<usize> {
        let is_its = |index: &usize| self.executions[*index].is_plain() && self.executions[*index].target == link.target;
        chosen.iter().copied().find(is_its).filter(|_| !link.is_left_out)
    }
}

/// The frozen programs, small ones first.
fn programs() -> Result<Vec<PathBuf>, String> {
    let root = root().ok_or("there is no crosstest/programs here")?;
    let mut programs = suites::programs(&root)?;
    programs.sort_by_cached_key(|path| (path.metadata().map_or(0, |metadata| metadata.len()), path.clone()));
    Ok(programs)
}

/// What is wrong with an object, and in what way.
type Verdict = Result<(), (How, String)>;

impl Items for Links {
    fn count(&self) -> usize {
        self.links.len()
    }

    fn name(&self, item: usize) -> String {
        format!("{} {}", self.links[item].name, self.links[item].target)
    }

    fn trace(&mut self, item: usize, executions: &[usize], part: &mut dyn FnMut(usize)) -> Trace {
        let mut trace = vec![0; self.executions.len() + 1];
        let link = &self.links[item];
        let Some(index) = self.execution(link, executions) else { return trace };
        let options = self.executions[index].options(Default::default());
        trace[index + 1] = caught(|| match &link.check {
            Check::Abi(_) => hash(abi::objects(&options)),
            Check::Native(program) => hash(program.objects(&options)),
            Check::Threads(path) => hash(threads::objects(path, &options)),
        });
        part(index + 1);
        trace
    }

    fn run(&mut self, item: usize, executions: &[usize]) -> Vec<Wrong> {
        let link = &self.links[item];
        let Some(index) = self.execution(link, executions) else { return Vec::new() };
        let options = self.executions[index].options(Default::default());
        let check = || match &link.check {
            Check::Abi(driver) => driver.check(&options),
            Check::Native(program) => program.check(&options),
            Check::Threads(path) => threads::check(path, &options),
        };
        let verdict: Verdict = catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| Err((How::Error, "panic".into())));
        verdict.err().map(|(how, why)| (how, super::first_words(&why), Some(link.target.isa))).into_iter().collect()
    }

    fn subject(&self, _: usize, _: usize) -> Result<(Subject, Options), String> {
        Err("no module of its own".into())
    }
}
