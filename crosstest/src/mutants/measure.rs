//! Measures mutants: probes for each channel, in processes of their own, so many at a time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use translator::options::Isa;

use super::baseline::Baseline;
use super::channels::Channel;
use super::own_tests::Test;
use super::probe::{Try, print};
use super::records::{Changed, File, Found, Outcome, Record};
use crate::campaign::crashes::crashed;
use crate::probes::How;
use crate::probes::event::Event;
use crate::probes::watch::{Ending, Limits, Watched};

/// How much processor time may pass without news: no item takes that without a mutant.
const SILENCE: Duration = Duration::from_secs(10);

/// Whether to end early.
pub type Stop<'s> = &'s (dyn Fn() -> bool + Sync);

/// What a measurement is about.
pub struct Measurement {
    /// The mutated program.
    pub program: PathBuf,
    /// The copy of the workspace, in which probes run.
    pub workspace: PathBuf,
    /// Seconds of processor time for each channel.
    pub seconds: u64,
    /// Architectures.
    pub isas: Vec<Isa>,
    /// The channels with their baselines.
    pub channels: Vec<(Channel, Baseline)>,
}

impl Measurement {
    /// A command of the mutated program.
    pub fn command(program: &Path, workspace: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(workspace).env_remove("PNACL_MUTANT").env_remove("PNACL_MUTANTS_REACHED");
        if let Some(shared) =
            crate::repository::shared_dir().and_then(|pexe| pexe.parent().and_then(|dir| dir.canonicalize().ok()))
        {
            command.env("CROSSTEST_SHARED", shared);
        }
        command
    }

    /// Measures mutants, `jobs` at a time, and adds what is found to a file; `each` learns of each
    /// record. Ends early when it is told to stop.
    pub fn run(
        &self,
        mutants: &[u32],
        jobs: usize,
        file: &Mutex<File>,
        stop: Stop<'_>,
        each: &(dyn Fn(&Record) + Sync),
    ) -> Result<(), String> {
        let (next, error, failed) = (AtomicUsize::new(0), Mutex::new(None), AtomicBool::new(false));
        let stop = &|| stop() || failed.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while !stop() {
                        let Some(&mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                        let known = lock(file).known(mutant, self.seconds);
                        let added = self.measure(known, stop).and_then(|record| {
                            let Some(record) = record else { return Ok(()) };
                            each(&record);
                            lock(file).add(record)
                        });
                        if let Err(why) = added {
                            *lock(&error) = Some(why);
                            failed.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Measures one mutant in the channels that nothing is known of yet; nothing if it was told to
    /// stop.
    fn measure(&self, mut record: Record, stop: Stop<'_>) -> Result<Option<Record>, String> {
        let mutant = record.mutant;
        for (channel, baseline) in &self.channels {
            if record.has(&[channel.name()]) {
                continue;
            }
            let outcome = match channel {
                Channel::Tests => self.own_tests(mutant, baseline, stop)?,
                _ => self.probe(mutant, *channel, baseline, stop)?,
            };
            let Some(outcome) = outcome else { return Ok(None) };
            record.outcomes.insert(channel.name().into(), outcome);
        }
        Ok(Some(record))
    }

    /// The items that reach a mutant: the runtime, then the others, cheap ones first.
    fn tries(&self, mutant: u32, channel: Channel, baseline: &Baseline) -> Vec<Try> {
        let Some((runtime, items)) = baseline.items.split_first() else { return Vec::new() };
        let runtime_groups = runtime.groups(mutant);
        let mut tries: Vec<(u64, Try)> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            // What the runtime reaches changes what every module runs.
            let groups = item.groups(mutant) | runtime_groups & !1;
            if item.groups(mutant) != 0 || runtime_groups != 0 {
                tries.push((item.micros, Try { item: Some(index), groups, trace: item.trace.clone() }));
            }
        }
        if channel == Channel::Suites {
            tries.sort_by_key(|(micros, _)| *micros);
        }
        let first = Try { item: None, groups: runtime_groups, trace: runtime.trace.clone() };
        std::iter::once(first).chain(tries.into_iter().map(|(_, it)| it)).collect()
    }

    /// Runs the translator's own tests that reach a mutant, quick ones first, until one fails.
    fn own_tests(&self, mutant: u32, baseline: &Baseline, stop: Stop<'_>) -> Result<Option<Outcome>, String> {
        let mut tests: Vec<(u64, Test)> = baseline
            .items
            .iter()
            .filter(|item| item.groups(mutant) != 0)
            .filter_map(|item| Some((item.micros, Test::parse(&item.name)?)))
            .collect();
        tests.sort_by_key(|(micros, _)| *micros);
        let mut outcome = Outcome { reached: tests.len() as u64, ..Outcome::default() };
        for (micros, test) in &tests {
            if stop() {
                return Ok(None);
            }
            let time = Duration::from_secs(self.seconds).saturating_sub(Duration::from_millis(outcome.millis));
            if time.is_zero() {
                break;
            }
            let (ending, took) = test.run(mutant, &self.workspace, Limits { time, silence: SILENCE })?;
            outcome.tried += 1;
            outcome.millis += took.max(Duration::from_micros(*micros)).as_millis() as u64;
            let how = match ending {
                Ending::Exited(status) if status.success() => continue,
                Ending::Exited(status) if crashed(status) => How::Crash,
                Ending::Exited(_) => How::Differs,
                Ending::Hung => How::Hang,
                Ending::Stopped => return Ok(None),
            };
            outcome.found = Some(Found { how: how.name().into(), by: test.title(), millis: outcome.millis });
            break;
        }
        Ok(Some(outcome))
    }

    fn probe(&self, mutant: u32, channel: Channel, baseline: &Baseline, stop: Stop<'_>) -> Result<Option<Outcome>, String> {
        let tries = self.tries(mutant, channel, baseline);
        let mut outcome = Outcome { reached: tries.len() as u64 - 1, ..Outcome::default() };
        if outcome.reached == 0 {
            return Ok(Some(outcome));
        }
        let mut command = Self::command(&self.program, &self.workspace);
        let isas: Vec<&str> = self.isas.iter().map(|isa| isa.name()).collect();
        command.args(["mutants", "--probe", channel.name(), "--only", &mutant.to_string()]);
        command.args(["--seconds", &self.seconds.to_string(), "--isa", &isas.join(",")]);
        let limits = Limits { time: Duration::from_secs(self.seconds), silence: SILENCE };
        let mut probe = Watched::start(command, &print(&tries), limits)?;
        let ending = loop {
            match probe.next(Duration::from_millis(500)) {
                Ok(Some(event)) => note(&mut outcome, event, probe.progress.time),
                Ok(None) if stop() => return Ok(None),
                Ok(None) => {}
                Err(ending) => break ending,
            }
        };
        outcome.tried = probe.progress.items;
        outcome.changed_items = probe.progress.counts[0];
        outcome.millis = probe.progress.time.as_millis() as u64;
        if let Some(found) = probe.verdict(&ending) {
            outcome.found_on = isas.iter().map(|isa| isa.to_string()).collect();
            let found = Found { how: found.how.name().into(), by: found.by, millis: outcome.millis };
            outcome.found.get_or_insert(found);
        } else if let Ending::Exited(status) = ending
            && !status.success()
            && outcome.found.is_none()
        {
            if status.code().is_none() {
                // It was ended from outside. It is measured again the next time.
                return Ok(None);
            }
            return Err(format!("the probe for mutant {mutant} ({}) ended with {status} at {}", channel.name(), probe.at));
        }
        Ok(Some(outcome))
    }
}

fn note(outcome: &mut Outcome, event: Event, time: Duration) {
    match event {
        Event::Found(how, by) => {
            let found = Found { how: how.name().into(), by, millis: time.as_millis() as u64 };
            outcome.found.get_or_insert(found);
        }
        Event::Note(fields) => match fields.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["found", isas] => outcome.found_on.extend(isas.split(' ').map(String::from)),
            ["changed", item, name, executions @ ..] => {
                let isa = |execution: &&str| execution.split('/').next().unwrap_or_default().to_string();
                for isa in executions.iter().map(isa) {
                    if !outcome.changed_on.contains(&isa) {
                        outcome.changed_on.push(isa);
                    }
                }
                let executions = executions.iter().map(|it| it.to_string()).collect();
                outcome.changed.push(Changed { item: item.parse().unwrap_or(0), name: name.to_string(), executions });
            }
            _ => {}
        },
        Event::At(..) | Event::Done => {}
    }
}

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
