//! What a platform's tools and a second thread make of objects, as items: calls between C and translated code, programs that are linked by
//! gcc and run, translations on several threads.
//!
//! Which of them there are depends on what is installed; [`Links::skipped`] says what is not.
//!
//! [`abi`]: C in the emulator. `native`: programs on the kernel, or under qemu's user mode. `threads`: objects compared.

pub mod abi;
mod native;
mod threads;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use translator::options::{Isa, Options};

use super::How;
use super::items::{Items, Trace, Wrong, caught, hash};
use crate::cli::run::{list, shared_dir};
use crate::exec::execution::Execution;
use crate::subject::{Subject, Target};

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

/// An item: a check, and the target that it is about.
struct Link {
    name: String,
    target: Target,
    check: Check,
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
    /// All items of these kinds, for the targets of the executions, as far as tools are installed.
    pub fn new(executions: Vec<Execution>, kinds: &[Kind]) -> Result<Links, String> {
        let targets = super::items::targets(&executions);
        let mut made = Links { links: Vec::new(), executions, skipped: Vec::new() };
        let programs = programs()?;
        if programs.is_empty() {
            made.skipped.push("the shared programs, which are not there".into());
        }
        for &kind in kinds {
            match kind {
                Kind::Abi => made.add_abi(&targets),
                Kind::Program => made.add_programs(&targets, &programs),
                Kind::Threads => {
                    let of = |path: &PathBuf, target: Target| Link {
                        name: format!("threads: {}", stem(path)),
                        target,
                        check: Check::Threads(path.clone()),
                    };
                    made.links.extend(programs.iter().flat_map(|path| targets.iter().map(move |&target| of(path, target))));
                }
            }
        }
        Ok(made)
    }

    /// What is not installed, in words.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    fn add_abi(&mut self, targets: &[Target]) {
        for isa in Isa::ALL {
            for compiler in abi::compilers(isa) {
                match abi::Driver::new(isa, compiler) {
                    Ok(driver) => self.links.extend(targets.iter().filter(|target| target.isa == isa).map(|&target| Link {
                        name: format!("calls with {}", compiler.name()),
                        target,
                        check: Check::Abi(driver.clone()),
                    })),
                    Err(why) => self.skipped.push(format!("calls with {} for {isa}: {why}", compiler.name())),
                }
            }
        }
    }

    fn add_programs(&mut self, targets: &[Target], programs: &[PathBuf]) {
        for isa in Isa::ALL {
            let platform = match native::Platform::new(isa) {
                Ok(platform) => platform,
                Err(why) => {
                    self.skipped.push(format!("programs linked for {isa}: {why}"));
                    continue;
                }
            };
            for path in programs {
                let Some(program) = native::Program::new(&platform, path) else { continue };
                self.links.extend(targets.iter().filter(|target| target.isa == isa).map(|&target| Link {
                    name: format!("linked: {}", stem(path)),
                    target,
                    check: Check::Native(program.clone()),
                }));
            }
        }
    }

    fn execution(&self, link: &Link) -> Option<usize> {
        self.executions.iter().position(|execution| execution.is_plain() && execution.target == link.target)
    }
}

/// The shared programs, small ones first.
fn programs() -> Result<Vec<PathBuf>, String> {
    let Some(shared) = shared_dir() else { return Ok(Vec::new()) };
    let mut programs = list(&shared, "pexe")?;
    programs.extend(list(&shared.join("programs"), "pexe").unwrap_or_default());
    programs.sort_by_cached_key(|path| (path.metadata().map_or(0, |metadata| metadata.len()), path.clone()));
    Ok(programs)
}

fn stem(path: &std::path::Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
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
        let Some(index) = self.execution(link).filter(|index| executions.contains(index)) else { return trace };
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
        let Some(index) = self.execution(link).filter(|index| executions.contains(index)) else { return Vec::new() };
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
