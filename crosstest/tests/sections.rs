//! Functions and variables in sections of their own lie and do what they did without.

use std::path::Path;

use crosstest::exec::execution::Execution;
use crosstest::matrix::{self, Entry, Settings, Source};
use crosstest::report::{self, Report, Style};

#[test]
fn objects_with_many_sections_are_loaded_and_run() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [
        "corpus/calls.ll",
        "corpus/globals.ll",
        "corpus/memory_float.ll",
        "corpus/setjmp.ll",
        "corpus/switch_forms.ll",
        "programs/machine.pexe",
    ];
    let tests: Vec<Entry> = files.iter().map(|file| Entry::from(Source::File(dir.join(file)))).collect();
    let executions = Execution::all_plain().into_iter().map(|plain| Execution { sections: true, ..plain }).collect();
    let matrix = matrix::run(&tests, &Settings::new(executions, 200_000_000), &()).unwrap();
    assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
}
