//! Generated modules as items: the cases of a campaign.

use std::panic::{AssertUnwindSafe, catch_unwind};

use translator::options::{Controls, Features, Options};
use translator::{bitcode, text};

use super::items::{Items, Trace, Wrong, caught, hash, object_hash};
use super::{How, first_words};
use crate::axes;
use crate::campaign;
use crate::campaign::examine::{End, Examiner};
use crate::exec;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::job::Target;
use crate::subject::Subject;

/// The seed of the generated modules: that of a campaign without options.
pub const SEED: u64 = 1;

/// The modules of a campaign.
pub struct Modules<'r> {
    count: usize,
    executions: Vec<Execution>,
    examiner: Examiner<'r>,
}

impl<'r> Modules<'r> {
    /// The first ones of the seed. What is random is as in the first execution.
    pub fn new(count: usize, executions: Vec<Execution>, targets: &'r [Target], runtimes: &'r Runtimes) -> Modules<'r> {
        let mut examiner = Examiner::new(targets, runtimes);
        if let Some(Execution { seed, diversity, plan, .. }) = executions.first().filter(|first| first.is_plain_or_random()) {
            examiner.set_controls(Controls { plan: plan.clone(), ..axes::controls(*seed, *diversity) });
        }
        Modules { count, executions, examiner }
    }

    fn symptoms(&mut self, item: usize, targets: &[Target]) -> Vec<Wrong> {
        let generated = campaign::generated(SEED, item as u64);
        let (features, is_sandboxed) = (campaign::features(item as u64), self.executions.iter().any(|it| it.features.sandbox));
        self.examiner.set_features(Features { sandbox: features.sandbox || is_sandboxed, ..features });
        let verdict = self.examiner.examine_on(&generated.module, &generated.bodies, generated.entry, targets);
        if verdict.end == End::Invalid {
            return vec![(How::Error, format!("invalid: {}", first_words(&verdict.reference)), None)];
        }
        let wrong = verdict.symptoms.iter().map(|symptom| {
            let how = if is_error(&symptom.kind) { How::Error } else { How::Differs };
            let isa = (symptom.kind != "bitcode").then_some(symptom.target.isa);
            (how, format!("{}: {}", symptom.target, first_words(&symptom.kind)), isa)
        });
        wrong.collect()
    }
}

impl Items for Modules<'_> {
    fn count(&self) -> usize {
        self.count
    }

    fn name(&self, item: usize) -> String {
        format!("case {item}")
    }

    fn trace(&mut self, item: usize, executions: &[usize], part: &mut dyn FnMut(usize)) -> Trace {
        let mut trace = vec![0; self.executions.len() + 1];
        let mut subject = None;
        trace[0] = caught(|| {
            let generated = campaign::generated(SEED, item as u64);
            let printed = text::print_module(&generated.module, &generated.bodies);
            let written = bitcode::write_module(&generated.module, &generated.bodies).map_err(|error| error.to_string());
            let read = written.as_ref().ok().map(|bytes| bitcode::read_module(bytes).map_err(|error| error.to_string()));
            let reprinted = match read {
                Some(Ok((module, bodies))) => {
                    let printed = text::print_module(&module, &bodies);
                    subject = Subject::new(module, bodies).ok();
                    printed
                }
                Some(Err(why)) => why,
                None => String::new(),
            };
            hash((printed, written, reprinted))
        });
        part(0);
        if let Some(mut subject) = subject {
            subject.features = campaign::features(item as u64);
            for &index in executions.iter().filter(|&&index| self.executions[index].is_plain_or_random()) {
                trace[index + 1] = object_hash(exec::run::object(&subject, &self.executions[index]));
                part(index + 1);
            }
        }
        trace
    }

    fn run(&mut self, item: usize, executions: &[usize]) -> Vec<Wrong> {
        let plain = executions.iter().map(|&index| &self.executions[index]).filter(|it| it.is_plain_or_random());
        let mut targets: Vec<Target> = plain.map(|it| it.target).collect();
        if targets.is_empty() {
            // The way through bitcode is looked at for any.
            targets.push(self.executions[0].target);
        }
        catch_unwind(AssertUnwindSafe(|| self.symptoms(item, &targets)))
            .unwrap_or_else(|_| vec![(How::Error, "panic".into(), None)])
    }

    fn subject(&self, item: usize, execution: usize) -> Result<(Subject, Options), String> {
        let generated = campaign::generated(SEED, item as u64);
        let mut subject = Subject::new(generated.module, generated.bodies)?;
        subject.features = campaign::features(item as u64);
        let options = self.executions[execution].options(subject.features);
        Ok((subject, options))
    }
}

/// Whether a campaign's kind of symptom is an error rather than a difference of outcomes.
pub fn is_error(kind: &str) -> bool {
    const DIFFERENCES: [&str; 6] = ["traps", "ends otherwise", "result", "call", "memory", "ran out of fuel"];
    !DIFFERENCES.contains(&kind) && !kind.starts_with("output to") && kind != "bitcode"
}
