//! A probe: tries a mutant on the items that reach it, in a process of its own.
//!
//! In: a mutant, a channel, the processor time that it may take; on standard input the items with
//! what they are without the mutant. Out: events. The mutant is on from the beginning, as a mistake
//! would be. An item whose trace is as it was is done with; one whose trace differs is run, and if
//! nothing is wrong, translated once more with the translator's own checks.
//!
//! It ends when something was found and every architecture on which something changed has found it,
//! or when its time is up.

use std::collections::BTreeMap;
use std::io::Read;
use std::time::Duration;

use translator::driver;
use translator::options::Isa;

use super::baseline::{Baseline, GROUPS, group};
use super::channels::{self, Channel};
use super::{hooks, sums};
use crate::clock;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::probes::event::{Event, Progress};
use crate::probes::figures::Figures;
use crate::probes::items::{self, Items, Wrong};
use crate::probes::links::{Kind, Links};
use crate::probes::modules::Modules;
use crate::probes::suites::Suites;
use crate::probes::{How, first_words};
use crate::suites::executed::Instructions;
use crate::suites::sizes::CodeBytes;

/// How many items whose translation changed are checked by the translator, too: checks are slow.
const MOST_CHECKS: usize = 5;
/// Every group.
const ALL_GROUPS: u8 = (1 << GROUPS) - 1;

/// An item to try: its number, the groups that reach the mutant, and what its trace is without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The item; `None` is the runtime.
    pub item: Option<usize>,
    /// The groups, a bit each.
    pub groups: u8,
    /// The trace.
    pub trace: Vec<u64>,
}

/// Items as a probe reads them, a line each.
pub fn print(tries: &[Try]) -> String {
    let line = |it: &Try| {
        let trace: Vec<String> = it.trace.iter().map(|value| format!("{value:x}")).collect();
        format!("{} {} {}\n", it.item.map_or(-1, |item| item as i64), it.groups, trace.join(" "))
    };
    tries.iter().map(line).collect()
}

fn parse(line: &str) -> Option<Try> {
    let mut words = line.split(' ');
    let item: i64 = words.next()?.parse().ok()?;
    let groups = words.next()?.parse().ok()?;
    let trace = words.map(|word| u64::from_str_radix(word, 16).ok()).collect::<Option<Vec<_>>>()?;
    Some(Try { item: usize::try_from(item).ok(), groups, trace })
}

/// How many generated modules there are: about as many as a campaign runs in twenty seconds on one
/// core.
pub const MODULES: usize = 4000;

/// Runs a probe in this process, which is for nothing else.
pub fn run(mutant: u32, channel: Channel, time: Duration, isas: &[Isa]) -> Result<(), String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
    let tries: Vec<Try> = text.lines().filter_map(parse).collect();
    in_one_thread(move || {
        let executions = channels::executions();
        let targets = items::targets(&executions);
        Event::At("the runtime".into(), Progress::default()).say();
        hooks::choose(mutant);
        let runtimes = match Runtimes::new(&targets) {
            Ok(runtimes) => runtimes,
            Err(why) => {
                Event::Found(How::Error, format!("the runtime: {}", first_words(&why))).say();
                return Ok(());
            }
        };
        let runtime_trace = items::runtime_trace(&executions, &runtimes);
        let mut prober = Prober { executions: executions.clone(), isas: isas.to_vec(), time, ..Prober::default() };
        match channel {
            Channel::Suites => prober.probe(&mut Suites::new(executions, runtimes)?, &tries, &runtime_trace),
            Channel::Links => prober.probe(&mut Links::new(executions, &Kind::ALL)?, &tries, &runtime_trace),
            Channel::Size => {
                let mut items = Figures::new(executions.clone(), CodeBytes::default())?;
                sums::probe(&mut items, How::Larger, &tries, &executions, isas, time);
            }
            Channel::Executed => {
                let mut items = Figures::new(executions.clone(), Instructions::new()?)?;
                sums::probe(&mut items, How::Slower, &tries, &executions, isas, time);
            }
            _ => prober.probe(&mut Modules::new(MODULES, executions, &targets, &runtimes), &tries, &runtime_trace),
        }
        Event::At("the end".into(), prober.progress()).say();
        Event::Done.say();
        Ok(())
    })
}

/// Records the baseline of a channel.
pub fn record(channel: Channel, path: &std::path::Path) -> Result<(), String> {
    let path = path.to_path_buf();
    in_one_thread(move || {
        let executions = channels::executions();
        let targets = items::targets(&executions);
        let runtimes = Runtimes::new(&targets)?;
        let runtime = |part: &mut dyn FnMut(usize)| {
            for (index, execution) in executions.iter().enumerate().filter(|(_, it)| it.is_plain()) {
                // That it can be translated was seen a moment ago.
                drop(driver::translate_runtime(&execution.options(Default::default())));
                part(index + 1);
            }
            hooks::choose(0);
            items::runtime_trace(&executions, &runtimes)
        };
        let baseline = match channel {
            Channel::Suites => {
                let mut items = Suites::new(executions.clone(), Runtimes::new(&targets)?)?;
                Baseline::record(&mut items, &executions, runtime)
            }
            Channel::Links => {
                let mut items = Links::new(executions.clone(), &Kind::ALL)?;
                items.leave_out_missing();
                Baseline::record(&mut items, &executions, runtime)
            }
            Channel::Size => {
                let mut items = Figures::new(executions.clone(), CodeBytes::default())?;
                Baseline::record(&mut items, &executions, runtime)
            }
            Channel::Executed => {
                let mut items = Figures::new(executions.clone(), Instructions::new()?)?;
                Baseline::record(&mut items, &executions, runtime)
            }
            _ => Baseline::record(&mut Modules::new(MODULES, executions.clone(), &targets, &runtimes), &executions, runtime),
        };
        baseline.save(&path)
    })
}

/// The tests of a matrix run on the threads of a pool: one, so that processor time is one thread's.
fn in_one_thread(run: impl FnOnce() -> Result<(), String> + Send) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    pool.install(run)
}

#[derive(Default)]
struct Prober {
    executions: Vec<Execution>,
    isas: Vec<Isa>,
    time: Duration,
    items: u64,
    /// Items whose translation changed.
    changed_items: u64,
    /// Of each architecture on which something changed, whether that was found.
    changed: BTreeMap<Isa, bool>,
    any_found: bool,
    checks: usize,
}

impl Prober {
    fn progress(&self) -> Progress {
        Progress { items: self.items, counts: [self.changed_items, 0], time: clock::with_children() }
    }

    fn at(&self, item: &str) {
        Event::At(item.into(), self.progress()).say();
    }

    fn probe(&mut self, items: &mut dyn Items, tries: &[Try], runtime: &[u64]) {
        // Where the runtime is another one, every module runs other code.
        let mut runs_other = vec![false; self.executions.len()];
        for it in tries {
            let Some(item) = it.item else {
                runs_other = it.trace.iter().zip(runtime).map(|(before, now)| before != now).collect();
                continue;
            };
            if clock::with_children() >= self.time || self.is_done() {
                return;
            }
            let name = items.name(item);
            self.at(&name);
            self.items += 1;
            self.item(items, item, it, &runs_other, &name);
        }
    }

    fn is_done(&self) -> bool {
        self.any_found && self.changed.values().all(|found| *found)
    }

    fn item(&mut self, items: &mut dyn Items, number: usize, it: &Try, runs_other: &[bool], name: &str) {
        let groups = if it.groups & 1 != 0 { ALL_GROUPS } else { it.groups };
        let chosen: Vec<usize> = (0..self.executions.len())
            .filter(|&index| groups >> group(&self.executions, index + 1) & 1 == 1 || runs_other[index])
            .filter(|&index| self.isas.contains(&self.executions[index].target.isa))
            .collect();
        let trace = items.trace(number, &chosen, &mut |_| {});
        let reads_other = trace[0] != it.trace[0];
        let changed: Vec<usize> = chosen.iter().copied().filter(|&index| trace[index + 1] != it.trace[index + 1]).collect();
        let other: Vec<usize> = chosen.iter().copied().filter(|index| changed.contains(index) || runs_other[*index]).collect();
        if !reads_other && other.is_empty() {
            return;
        }
        self.changed_items += 1;
        let fresh: Vec<usize> = other.iter().copied().filter(|&index| !self.changed.contains_key(&self.isa(index))).collect();
        if !fresh.is_empty() || reads_other && self.changed.is_empty() && !self.any_found {
            let mut note = vec!["changed".to_string(), number.to_string(), name.to_string()];
            note.extend(fresh.iter().map(|&index| self.executions[index].to_string()));
            Event::Note(note).say();
        }
        for &index in &other {
            let isa = self.isa(index);
            self.changed.entry(isa).or_insert(false);
        }
        // What is known need not be found again.
        let to_run: Vec<usize> = other.into_iter().filter(|&index| self.changed.get(&self.isa(index)) == Some(&false)).collect();
        let wrong = items.run(number, &to_run);
        let is_right = wrong.is_empty();
        wrong.into_iter().for_each(|wrong| self.found(name, wrong));
        if is_right && self.checks < MOST_CHECKS {
            self.checks += 1;
            for &index in changed.iter().filter(|index| to_run.contains(index)) {
                self.at(&format!("{name}, checked"));
                if let Some(why) = items.check(number, index) {
                    let place = format!("{}: {}", self.executions[index], first_words(&why));
                    self.found(name, (How::Check, place, Some(self.isa(index))));
                }
            }
        }
    }

    fn isa(&self, execution: usize) -> Isa {
        self.executions[execution].target.isa
    }

    fn found(&mut self, name: &str, (how, place, isa): Wrong) {
        // What is wrong before any architecture is found for all.
        let isas: Vec<Isa> = isa.map_or_else(|| self.isas.clone(), |isa| vec![isa]);
        let fresh = isas.iter().any(|isa| self.changed.get(isa) != Some(&true));
        self.changed.extend(isas.iter().map(|&isa| (isa, true)));
        self.any_found = true;
        if fresh {
            let names: Vec<&str> = isas.iter().map(|isa| isa.name()).collect();
            Event::At(name.into(), self.progress()).say();
            Event::Note(vec!["found".into(), names.join(" ")]).say();
            Event::Found(how, format!("{name}: {place}")).say();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_tried_reads_as_it_was_written() {
        let tries =
            [Try { item: None, groups: 31, trace: vec![1, 2] }, Try { item: Some(7), groups: 1, trace: vec![u64::MAX, 0, 3] }];
        let read: Vec<Try> = print(&tries).lines().filter_map(parse).collect();
        assert_eq!(read, tries);
    }
}
