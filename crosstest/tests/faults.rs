//! Seeded faults: every place is reached by the suites, and a sample is found in seconds. Needs the feature `faults`.
#![cfg(feature = "faults")]

use crosstest::case::{Overrides, Test};
use crosstest::faults::probe::tests;
use crosstest::subject::Target;
use translator::faults::{Count, Fault, Plan};

/// Translates every test of the suites for every target, without running any, and counts where faults would be made.
#[test]
fn every_place_is_reached_by_the_suites() {
    let plan = Plan::observing();
    let _in_force = plan.enter();
    for (_, path) in tests().unwrap() {
        let Ok(Test::Case(case)) = Test::load(&path, &Overrides::default()) else { continue };
        for target in Target::all() {
            // What is refused on purpose is refused with an error.
            let _ = case.subject.translate(target);
        }
    }
    let counts: Vec<(Fault, Count)> = Fault::all().map(|fault| (fault, plan.count(fault))).collect();
    let missing: Vec<String> = counts
        .iter()
        .filter(|(_, count)| count.triggered == 0)
        .map(|(fault, count)| format!("{fault} (reached {} times)", count.reached))
        .collect();
    assert!(missing.is_empty(), "no test of the suites would show these faults:\n  {}", missing.join("\n  "));
}
