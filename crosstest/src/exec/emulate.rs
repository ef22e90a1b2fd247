//! Images run in the emulator, job by job.
//!
//! In: a [`Subject`], its linked [`Image`], [`Job`]s. Out: an [`Outcome`] or a [`Trace`] for each.
//! An emulator is set up once and forgets everything between two jobs; after an error it is not
//! trusted any more, and the next job gets a new one.

use std::sync::Arc;

use translator::options::{Isa, OptLevel};

use super::executed::Executed;
use super::execution::Execution;
use super::unicorn::{self, Emulator};
use super::{Config, Counting};
use crate::guest::Memory;
use crate::interp;
use crate::job::{Entry, Job, Target};
use crate::load::Image;
use crate::load::nexe::Nexe;
use crate::outcome::{End, Outcome, Region};
use crate::process::{self, Options};
use crate::subject::{Subject, guarded};
use crate::trace::Trace;

/// An emulator with how it was set up.
struct Kept {
    isa: Isa,
    config: Config,
    emulator: Box<dyn Emulator>,
}

/// Emulators that run one image after the other, one for each architecture. They stay on the
/// thread that made them.
#[derive(Default)]
pub struct Emulators(Vec<Kept>);

impl Emulators {
    /// Runs an image once, on an emulator that may have run other images before.
    pub fn run(&mut self, subject: &Subject, isa: Isa, image: &Arc<Image>, job: Job<'_>) -> Result<Outcome, String> {
        let config = config_for(subject, &job);
        guarded(|| {
            let mut emulator = self.take(isa, image, config)?;
            let outcome = run(subject, &mut *emulator, image, job)?;
            self.0.push(Kept { isa, config, emulator });
            Ok(outcome)
        })
    }

    /// Runs an image once for each job and counts the instructions that it executes in all runs. One whose fuel is used up, or in which
    /// the emulator fails, is the last, and is counted as far as it went.
    ///
    /// # Errors
    /// If there is no emulator to be had.
    pub fn count<'j>(
        &mut self,
        subject: &Subject,
        isa: Isa,
        image: &Arc<Image>,
        jobs: impl Iterator<Item = Job<'j>>,
    ) -> Result<u64, String> {
        let (mut total, mut idle) = (0, None);
        for job in jobs {
            // Others look whether what is read is right.
            let config = Config { counting: Counting::Instructions, check_reads: false, ..config_for(subject, &job) };
            let mut emulator = match idle.take().filter(|(_, known)| *known == config) {
                Some((emulator, _)) => emulator,
                None => self.take(isa, image, config)?,
            };
            let outcome = guarded(|| run(subject, &mut *emulator, image, job));
            total += emulator.take_count();
            // After an error an emulator is not trusted any more.
            let Ok(outcome) = outcome else { break };
            if guarded(|| emulator.rewind()).is_err() {
                break;
            }
            idle = Some((emulator, config));
            if outcome.end == End::OutOfFuel {
                break;
            }
        }
        self.0.extend(idle.map(|(emulator, config)| Kept { isa, config, emulator }));
        Ok(total)
    }

    /// An emulator with an image that has not run yet: the one that is kept for its architecture, if it is set up like this, or a new one.
    fn take(&mut self, isa: Isa, image: &Arc<Image>, config: Config) -> Result<Box<dyn Emulator>, String> {
        let kept = self.0.iter().position(|kept| kept.isa == isa).map(|index| self.0.swap_remove(index));
        match kept.filter(|kept| kept.config == config) {
            Some(Kept { mut emulator, .. }) => {
                emulator.reset(Arc::clone(image))?;
                Ok(emulator)
            }
            None => unicorn::emulator(isa, Arc::clone(image), config),
        }
    }
}

/// Runs an image once for each job, in the way that an execution asks for. `each` gets the outcomes
/// in order, and tells whether to go on.
pub fn jobs<'j>(
    subject: &Subject,
    execution: &Execution,
    image: &Arc<Image>,
    jobs: impl Iterator<Item = Job<'j>>,
    mut each: impl FnMut(Result<Outcome, String>) -> bool,
) {
    let (isa, fail_stores) = (execution.target.isa, execution.retry);
    let mut idle: Option<(Box<dyn Emulator>, Config)> = None;
    for job in jobs {
        let config = Config { fail_stores, ..config_for(subject, &job) };
        let usable = idle.take().filter(|(_, known)| *known == config);
        let outcome = guarded(|| {
            let mut emulator = match usable {
                Some((mut emulator, _)) => {
                    emulator.rewind()?;
                    emulator
                }
                None => unicorn::emulator(isa, Arc::clone(image), config)?,
            };
            let outcome = run(subject, &mut *emulator, image, job)?;
            idle = Some((emulator, config));
            Ok(outcome)
        });
        if !each(outcome) {
            break;
        }
    }
}

/// As [`jobs`], in the usual way on an architecture.
pub fn plainly<'j>(
    subject: &Subject,
    isa: Isa,
    image: &Arc<Image>,
    from: impl Iterator<Item = Job<'j>>,
    each: impl FnMut(Result<Outcome, String>) -> bool,
) {
    jobs(subject, &Execution::plain(Target { isa, opt: OptLevel::Om1 }), image, from, each);
}

/// Runs an image step by step.
pub fn trace(subject: &Subject, isa: Isa, image: &Arc<Image>, job: Job<'_>) -> Result<Trace<u32>, String> {
    guarded(|| {
        let mut emulator = unicorn::emulator(isa, Arc::clone(image), config_for(subject, &job))?;
        emulator.watch()?;
        run(subject, &mut *emulator, image, job)?;
        Ok(emulator.take_trace())
    })
}

/// Runs an image and counts the instructions that it executes.
pub fn count(subject: &Subject, isa: Isa, image: &Arc<Image>, job: Job<'_>) -> Result<(Outcome, u64), String> {
    guarded(|| {
        let config = Config { counting: Counting::Instructions, ..config_for(subject, &job) };
        let mut emulator = unicorn::emulator(isa, Arc::clone(image), config)?;
        let outcome = run(subject, &mut *emulator, image, job)?;
        Ok((outcome, emulator.take_count()))
    })
}

/// Runs an image and notes what it executes.
pub fn executed(subject: &Subject, isa: Isa, image: &Arc<Image>, job: Job<'_>) -> Result<(Outcome, Executed), String> {
    guarded(|| {
        let config = Config { counting: Counting::Ways, ..config_for(subject, &job) };
        let mut emulator = unicorn::emulator(isa, Arc::clone(image), config)?;
        let outcome = run(subject, &mut *emulator, image, job)?;
        Ok((outcome, emulator.take_executed()))
    })
}

/// Runs a sandboxed program.
///
/// # Errors
/// If it cannot be started.
pub fn nexe(nexe: &Nexe, options: Options) -> Result<Outcome, String> {
    guarded(|| {
        let config = Config {
            metered: options.fuel != u64::MAX,
            stack_size: interp::STACK_SIZE,
            check_stack: options.check_stack,
            check_reads: options.check_reads,
            ..Config::default()
        };
        let mut emulator = unicorn::emulator(nexe.isa, Arc::clone(&nexe.image), config)?;
        process::run_program(&mut *emulator, nexe.entry, options)
    })
}

/// How an emulator is set up for a job.
fn config_for(subject: &Subject, job: &Job<'_>) -> Config {
    let metered = job.options.fuel != u64::MAX;
    let stack_size = if matches!(job.entry, Entry::Program(_)) { interp::STACK_SIZE } else { subject.call_stack() };
    let Options { check_stack, check_reads, .. } = job.options;
    Config { metered, stack_size, check_stack, check_reads, ..Config::default() }
}

fn run(subject: &Subject, emulator: &mut dyn Emulator, image: &Image, job: Job<'_>) -> Result<Outcome, String> {
    let name = subject.module.func_symbol(job.entry.func());
    let addr = image.symbol(&name).ok_or_else(|| format!("the object has no symbol for function {name}"))?;
    let mut outcome = subject.run(emulator, addr, &job.entry, job.options)?;
    outcome.memory = job.memory.iter().filter_map(|region| read(emulator, region)).collect();
    Ok(outcome)
}

/// The same range in an emulator; nothing if it is not readable there.
fn read(memory: &dyn Memory, region: &Region) -> Option<Region> {
    let mut bytes = vec![0; region.bytes.len()];
    memory.read(region.addr, &mut bytes).ok()?;
    Some(Region { name: region.name.clone(), addr: region.addr, bytes, unspecified: Vec::new() })
}
