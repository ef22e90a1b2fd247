//! Looks for a mutant in how much code the suites' tests become, and in how many instructions that executes: an optimisation that is
//! lost changes no answer.
//!
//! It is noticed where the sum of a suite on a target is more than without it, as the test
//! `code_size` notices it. Less is no mistake. Nothing is said before all tests that reach the
//! mutant have been translated: half a sum says nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use translator::options::Isa;

use super::baseline::group;
use super::probe::Try;
use crate::clock;
use crate::exec::execution::Execution;
use crate::probes::How;
use crate::probes::event::{Event, Progress};
use crate::probes::figures::{Figure, Figures};
use crate::probes::items::Items;
use crate::suites::sums::Measure;

/// By how much each suite has grown in each execution.
type Growth = BTreeMap<(&'static str, usize), i64>;

/// Tries the items, unless time is up before the last of them; says what has grown. `more` is what more is.
pub fn probe<M: Measure>(
    items: &mut Figures<M>,
    more: How,
    tries: &[Try],
    executions: &[Execution],
    isas: &[Isa],
    time: Duration,
) {
    let mut growth = Growth::new();
    let (mut tried, mut changed_items) = (0, 0);
    for it in tries {
        let Some(item) = it.item else { continue };
        let progress = Progress { items: tried, counts: [changed_items, 0], time: clock::with_children() };
        if progress.time >= time {
            return;
        }
        Event::At(items.name(item), progress).say();
        let all = it.groups & 1 != 0;
        let is_wanted = |index: &usize| {
            let execution = &executions[*index];
            (all || it.groups >> group(executions, index + 1) & 1 == 1) && isas.contains(&execution.target.isa)
        };
        let chosen: Vec<usize> = (0..executions.len()).filter(is_wanted).collect();
        let trace = items.figures(item, &chosen, &it.trace, &mut |_| {});
        let is_other = chosen.iter().any(|&index| trace[index + 1] != it.trace[index + 1]);
        changed_items += u64::from(is_other);
        for &index in &chosen {
            // What is refused now has not shrunk: it is not there.
            let Some(now) = Figure::unpack(trace[index + 1]) else { continue };
            let before = Figure::unpack(it.trace[index + 1]).map_or(0, |before| before.number);
            *growth.entry((items.suite(item), index)).or_default() += i64::from(now.number) - i64::from(before);
        }
        tried += 1;
    }
    Event::At("the sums".into(), Progress { items: tried, counts: [changed_items, 0], time: clock::with_children() }).say();
    report(&growth, (more, items.unit()), executions);
}

/// Says of each architecture that there is more of its code, or that it does more, and where first.
fn report(growth: &Growth, (how, unit): (How, &str), executions: &[Execution]) {
    for isa in Isa::ALL {
        let mut grown = growth.iter().filter(|((_, index), more)| executions[*index].target.isa == isa && **more > 0);
        if let Some(((suite, index), more)) = grown.next() {
            Event::Note(vec!["found".into(), isa.name().into()]).say();
            Event::Found(how, format!("{suite}: {}: {more} {unit} more", executions[*index])).say();
        }
    }
}
