//! Runs what an [`Execution`] asks for, whatever engine that is.

use std::sync::Arc;

use super::execution::{Engine, Execution};
use super::link::{self, Runtimes};
use super::{RunError, child, emulate, llvm, other};
use crate::job::{Job, Target};
use crate::load::Image;
use crate::outcome::Outcome;
use crate::subject::Subject;
use translator::options::Options;

/// What an execution needs and this machine lacks; `None` if nothing.
pub fn missing(execution: &Execution) -> Option<String> {
    match &execution.engine {
        Engine::Unicorn => None,
        Engine::Native | Engine::Qemu => child::missing(&execution.engine, execution.target.isa),
        Engine::Other(other) => other.missing(),
        Engine::Llvm(_) => llvm::missing(execution.target.isa),
    }
}

/// The code that an execution runs: the translator's object, LLVM's with its share of the functions, or
/// one that another translator's code was grafted on.
pub fn object(subject: &Subject, execution: &Execution) -> Result<Vec<u8>, RunError> {
    let options = execution.options(subject.features);
    match &execution.engine {
        Engine::Other(other) => other.translate(subject, (execution.target, execution.form), options.features),
        &Engine::Llvm(share) => llvm::compile(subject, (share, execution.form), execution.target, options.features),
        Engine::Unicorn | Engine::Native | Engine::Qemu => Ok(translated(subject, execution.target, &options)?),
    }
}

/// The translator's object of a module. Globals in another order than the module's are brought to where
/// the interpreter has them: the code is that of the object, and so is the content of its globals.
///
/// # Errors
/// If it cannot be translated, or a global has another content.
pub fn translated(subject: &Subject, target: Target, options: &Options) -> Result<Vec<u8>, String> {
    let object = subject.translate_as(options)?;
    match options.controls.diversity.globals {
        false => Ok(object),
        true => {
            let plain = Options { features: options.features, ..target.options() };
            other::graft(&subject.module, &plain, &other::symbols(&subject.module), &object)
        }
    }
}

/// Links an object that an execution runs, with what it needs besides: the runtime, and for LLVM's the functions that are not in its share.
///
/// # Errors
/// If it cannot be linked.
pub fn image(subject: &Subject, execution: &Execution, object: &[u8], runtimes: &Runtimes) -> Result<Arc<Image>, String> {
    match execution.engine {
        Engine::Llvm(share) => link::with_llvm(subject, share, execution, object, runtimes),
        _ => link::object(subject, execution.target, object, runtimes),
    }
}

/// Runs an object of a module, once for each job. `each` gets the outcomes in order, and tells
/// whether to go on.
pub fn jobs(
    subject: &Subject,
    execution: &Execution,
    object: &[u8],
    runtimes: &Runtimes,
    jobs: Vec<Job<'_>>,
    each: &mut dyn FnMut(Result<Outcome, RunError>) -> bool,
) -> Result<(), RunError> {
    if execution.options(subject.features).features.sandbox && !link::is_sandboxed(object) {
        return Err(RunError::Error("the object does not say that its code is sandboxed".into()));
    }
    let image = image(subject, execution, object, runtimes)?;
    match execution.engine {
        Engine::Unicorn | Engine::Other(_) => {
            emulate::jobs(subject, execution, &image, jobs.into_iter(), |outcome| each(outcome.map_err(RunError::Error)));
            Ok(())
        }
        Engine::Native | Engine::Qemu => child::run(subject, execution.target.isa, &image, &jobs, each),
        Engine::Llvm(share) => {
            let beyond = |job: &Job<'_>| llvm::beyond_it(subject, share, execution.target.isa, job);
            let (mut jobs, mut going) = (jobs.into_iter().peekable(), true);
            while going && jobs.peek().is_some() {
                let usual = std::iter::from_fn(|| jobs.next_if(|job| beyond(job).is_none()));
                emulate::jobs(subject, execution, &image, usual, |outcome| {
                    going = each(outcome.map_err(RunError::Error));
                    going
                });
                while going && let Some(why) = jobs.next_if(|job| beyond(job).is_some()).and_then(|job| beyond(&job)) {
                    going = each(Err(RunError::NotRun(why)));
                }
            }
            Ok(())
        }
    }
}
