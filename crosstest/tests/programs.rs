//! Programs do what lies beside them says, in the interpreter and on every target, and agree in
//! everything else: ours and, where they are, the SDK's.

use std::path::{Path, PathBuf};

use crosstest::matrix::{self, Entry, Execution, Settings, Source};
use crosstest::report::{self, Report, Style};
use crosstest::suites;

#[test]
fn programs_agree_on_every_target_and_with_what_is_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = suites::programs(root).expect("the programs are part of the repository");
    files.push(root.join("../translator/bench/everything.pexe"));
    let expected: Vec<PathBuf> = files.iter().filter(|file| file.with_extension("stdout").is_file()).cloned().collect();
    println!("{} programs, {} with an expected output", files.len(), expected.len());
    let settings = Settings::new(Execution::all_plain(), 2_000_000_000);
    let entries: Vec<Entry> = Source::files(&files).into_iter().map(Entry::from).collect();
    let matrix = matrix::run(&entries, &settings, &()).unwrap();
    assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
    for (file, row) in files.iter().zip(&matrix.rows) {
        let compared = row.reference.extent.compared > 0;
        assert_eq!(compared, expected.contains(file), "{}: the expected output was not looked at", row.name);
    }
}
