//! How much code the suites' tests become, and how many instructions that executes, against what is written down: an optimisation that
//! is lost changes no answer.

use std::path::Path;

use crosstest::suites::executed::Instructions;
use crosstest::suites::sizes::CodeBytes;
use crosstest::suites::sums::{Measure, Sums};

#[test]
fn code_is_as_long_as_is_written_down() {
    compare("code_sizes.txt", &CodeBytes::default());
}

#[test]
fn code_executes_as_many_instructions_as_are_written_down() {
    compare("executed.txt", &Instructions::new().unwrap());
}

/// Compares sums with those that a file has for a translator of this source, which were looked at whenever they changed.
fn compare(file: &str, measure: &impl Measure) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let now = Sums::measure(measure).unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, now.table()).unwrap();
        return;
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let before = Sums::parse(measure.figure().clone(), &text).expect("a table of all targets; BLESS=1 writes one");
    let changes = now.changes(&before);
    assert!(
        changes.is_empty(),
        "other code than {} says; if that is meant, and worth it: BLESS=1 cargo test -p crosstest --test all code_size::\n{}",
        path.display(),
        changes.join("\n")
    );
}
