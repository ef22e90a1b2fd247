//! Programs do what lies beside them says, in the interpreter and on every target, and agree in
//! everything else: ours and, where they are, the SDK's.

use std::path::{Path, PathBuf};

use crosstest::job::Target;
use crosstest::matrix::{self, Entry, Execution, Settings, Source};
use crosstest::report::{self, Report, Style};
use crosstest::suites;
use translator::options::OptLevel;
use translator::testing::takes_turn;

#[test]
fn programs_agree_on_every_target_and_with_what_is_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = suites::programs(root).expect("the programs are part of the repository");
    files.push(root.join("../translator/bench/everything.pexe"));
    let expected: Vec<PathBuf> = files.iter().filter(|file| file.with_extension("stdout").is_file()).cloned().collect();
    println!("{} programs, {} with an expected output", files.len(), expected.len());
    // Each takes its time: one half of the programs runs on every second target, the other half on the others.
    for half in 0..2 {
        let files: Vec<PathBuf> = files.iter().skip(half).step_by(2).cloned().collect();
        let settings = Settings::new(executions(half), 2_000_000_000);
        let entries: Vec<Entry> = Source::files(&files).into_iter().map(Entry::from).collect();
        let matrix = matrix::run(&entries, &settings, &()).unwrap();
        assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
        for (file, row) in files.iter().zip(&matrix.rows) {
            let compared = row.reference.extent.compared > 0;
            assert_eq!(compared, expected.contains(file), "{}: the expected output was not looked at", row.name);
        }
    }
}

/// On each architecture one of two recipes, the other one on its neighbour.
fn executions(half: usize) -> Vec<Execution> {
    let place = |target: &Target| target.isa as usize + usize::from(target.opt == OptLevel::O2);
    Execution::all_plain().into_iter().filter(|execution| takes_turn(place(&execution.target), 2, half)).collect()
}
