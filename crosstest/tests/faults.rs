//! Seeded faults: every place is reached by the suites, and a sample is found in seconds. Without
//! the feature `faults`, that the command says what it needs.

use std::process::Command;

#[cfg(not(feature = "faults"))]
#[test]
fn a_normal_build_says_how_to_build_one_with_faults() {
    let output = Command::new(env!("CARGO_BIN_EXE_crosstest")).arg("faults").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cargo run --release -p crosstest --features faults -- faults"));
}

#[cfg(feature = "faults")]
mod with_faults {
    use super::Command;

    use crosstest::exec::execution::Execution;
    use crosstest::exec::link::Runtimes;
    use crosstest::job::Target;
    use crosstest::probes::items::Items;
    use crosstest::probes::suites::Suites;
    use translator::faults::{Count, Fault, Plan};
    use translator::options::{Isa, OptLevel, Pass};

    /// Runs `crosstest faults` on a few faults that show at once.
    #[test]
    fn a_sample_is_found_in_seconds_and_the_score_is_printed() {
        let dir = tempfile::tempdir().unwrap();
        let records = dir.path().join("records");
        let faults = [Fault::ReadSubAsAdd, Fault::Mips32CarryLost, Fault::X86DivideSign];
        let run = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_crosstest"));
            command.args(["faults", "--seconds", "5", "--records"]).arg(&records).arg("--fault");
            command.args(faults.map(Fault::name)).output().unwrap()
        };
        let output = run();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.starts_with("(no fault)") && text.lines().count() == 2 + faults.len(), "{text}");
        let score = text.lines().last().unwrap();
        assert!(score.starts_with("3 faults: 3 reached, 3 triggered, 3 detected (100.0 %;"), "{text}");
        let again = run();
        assert_eq!(String::from_utf8_lossy(&again.stdout), text, "nothing is measured twice");
    }

    #[test]
    fn a_fault_that_is_not_there_is_refused() {
        let output = Command::new(env!("CARGO_BIN_EXE_crosstest")).args(["faults", "--fault", "sub-as-add"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("there is no fault sub-as-add"));
    }

    /// Translates every test of the suites for every target, without running any, and counts where
    /// faults would be made.
    #[test]
    fn every_place_is_reached_by_the_suites() {
        let plan = Plan::observing();
        let _in_force = plan.enter();
        let mut executions = Execution::all_plain();
        executions.extend(Execution::all_diversified(1));
        let order = || Some([Pass::KnownBranches, Pass::Memory, Pass::Dce].into_iter().collect());
        for plain in Isa::ALL.map(|isa| Execution::plain(Target { isa, opt: OptLevel::O3 })) {
            executions.extend([Execution { plan: order(), ..plain.clone() }, plain]);
        }
        executions.extend(Execution::all_sandboxed());
        let all: Vec<usize> = (0..executions.len()).collect();
        let mut suites = Suites::new(executions, Runtimes::new(&[]).unwrap()).unwrap();
        for item in 0..suites.count() {
            suites.trace(item, &all, &mut |_| {});
        }
        let counts: Vec<(Fault, Count)> = Fault::all().map(|fault| (fault, plan.count(fault))).collect();
        let missing: Vec<String> = counts
            .iter()
            .filter(|(_, count)| count.triggered == 0)
            .map(|(fault, count)| format!("{fault} (reached {} times)", count.reached))
            .collect();
        assert!(missing.is_empty(), "no test of the suites would show these faults:\n  {}", missing.join("\n  "));
    }
}
