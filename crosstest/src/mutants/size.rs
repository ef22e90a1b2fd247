//! Looks for a mutant in how much code the suites' tests become: an optimisation that is lost
//! changes no answer.
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
use crate::probes::items::Items;
use crate::probes::sizes::Sizes;

/// By how many bytes each suite has grown in each execution.
type Growth = BTreeMap<(&'static str, usize), i64>;

/// Tries the items, unless time is up before the last of them; says what has grown.
pub fn probe(sizes: &mut Sizes, tries: &[Try], executions: &[Execution], isas: &[Isa], time: Duration) {
    let mut growth = Growth::new();
    let (mut items, mut changed_items) = (0, 0);
    for it in tries {
        let Some(item) = it.item else { continue };
        let progress = Progress { items, counts: [changed_items, 0], time: clock::with_children() };
        if progress.time >= time {
            return;
        }
        Event::At(sizes.name(item), progress).say();
        let all = it.groups & 1 != 0;
        let is_wanted = |index: &usize| {
            let execution = &executions[*index];
            (all || it.groups >> group(executions, index + 1) & 1 == 1) && isas.contains(&execution.target.isa)
        };
        let chosen: Vec<usize> = (0..executions.len()).filter(is_wanted).collect();
        let trace = sizes.trace(item, &chosen, &mut |_| {});
        let is_other = chosen.iter().any(|&index| trace[index + 1] != it.trace[index + 1]);
        changed_items += u64::from(is_other);
        // What is refused now has not shrunk: it is not there.
        for &index in chosen.iter().filter(|&&index| trace[index + 1] != 0) {
            *growth.entry((sizes.suite(item), index)).or_default() += trace[index + 1] as i64 - it.trace[index + 1] as i64;
        }
        items += 1;
    }
    Event::At("the sums".into(), Progress { items, counts: [changed_items, 0], time: clock::with_children() }).say();
    report(&growth, executions);
}

/// Says of each architecture that code for it has grown, and where first.
fn report(growth: &Growth, executions: &[Execution]) {
    for isa in Isa::ALL {
        let mut grown = growth.iter().filter(|((_, index), bytes)| executions[*index].target.isa == isa && **bytes > 0);
        if let Some(((suite, index), bytes)) = grown.next() {
            Event::Note(vec!["found".into(), isa.name().into()]).say();
            Event::Found(How::Larger, format!("{suite}: {}: {bytes} bytes more", executions[*index])).say();
        }
    }
}
