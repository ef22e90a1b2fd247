//! What the platforms' tools make of objects, and what threads make of translations: everything
//! that is installed is tried.

use crosstest::exec::execution::Execution;
use crosstest::probes::items::Items;
use crosstest::probes::links::{Kind, Links};
use translator::testing::skipped;

fn all_are_right(kind: Kind) {
    let executions = Execution::all_plain();
    let all: Vec<usize> = (0..executions.len()).collect();
    let mut links = Links::new(executions, &[kind]).expect("the programs can be listed");
    links.leave_out_missing();
    links.skipped().iter().for_each(skipped);
    for item in 0..links.count() {
        let wrong = links.run(item, &all);
        assert!(wrong.is_empty(), "{}: {wrong:?}", links.name(item));
    }
}

#[test]
fn programs_that_gcc_links_run() {
    all_are_right(Kind::Program);
}

#[test]
fn several_threads_make_the_same_object() {
    all_are_right(Kind::Threads);
}

#[test]
fn a_link_is_about_one_target() {
    let executions = Execution::all_plain();
    let mut links = Links::new(executions.clone(), &[Kind::Threads]).expect("the programs can be listed");
    for item in 0..links.count().min(8) {
        let mut parts = Vec::new();
        let trace = links.trace(item, &(0..executions.len()).collect::<Vec<_>>(), &mut |part| parts.push(part));
        assert_eq!(trace.iter().filter(|hash| **hash != 0).count(), 1);
        assert!(links.name(item).ends_with(&executions[parts[0] - 1].to_string()), "{} {parts:?}", links.name(item));
    }
}
