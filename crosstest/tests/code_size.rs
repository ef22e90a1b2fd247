//! How much code the suites' tests become, and how many instructions that executes, against what is written down: an optimisation that
//! is lost changes no answer.

use std::path::Path;

use crosstest::exec::execution::Execution;
use crosstest::exec::link::Runtimes;
use crosstest::exec::run;
use crosstest::suites::sums::{Figure, Sums};
use crosstest::suites::{executed, sizes};

#[test]
fn code_is_as_long_as_is_written_down() {
    compare("code_sizes.txt", &sizes::figure(), Sums::measure(sizes::figure(), sizes::of));
}

#[test]
fn code_executes_as_many_instructions_as_are_written_down() {
    let runtimes = Runtimes::new(&executed::figure().targets).unwrap();
    let now = Sums::measure(executed::figure(), |case, target| {
        if !executed::is_for(case, target) {
            return Ok(0);
        }
        match run::object(&case.subject, &Execution::plain(target)) {
            Ok(object) => executed::of(case, target, &object, &runtimes),
            // A test that expects that the translator refuses something.
            Err(_) => Ok(0),
        }
    });
    compare("executed.txt", &executed::figure(), now);
}

/// Compares sums with those that a file has for a translator of this source, which were looked at whenever they changed.
fn compare(file: &str, figure: &Figure, now: Result<Sums, String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let now = now.unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, now.table()).unwrap();
        return;
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let before = Sums::parse(figure.clone(), &text).expect("a table of all targets; BLESS=1 writes one");
    let changes = now.changes(&before);
    assert!(
        changes.is_empty(),
        "other code than {} says; if that is meant, and worth it: BLESS=1 cargo test -p crosstest --test code_size\n{}",
        path.display(),
        changes.join("\n")
    );
}
