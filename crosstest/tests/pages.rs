//! The examples of pages that run `crosstest`. How a page marks one is said in
//! `translator::testing::pages`.

use translator::testing::pages::{Program, run_examples, unknown_options};

const PROGRAMS: [Program; 3] = [
    Program { name: "crosstest", path: env!("CARGO_BIN_EXE_crosstest") },
    Program { name: "pnacl-run", path: env!("CARGO_BIN_EXE_pnacl-run") },
    Program { name: "pnacl-validate", path: env!("CARGO_BIN_EXE_pnacl-validate") },
];

#[test]
fn examples_do_what_the_pages_say() {
    let dir = tempfile::tempdir().unwrap();
    let (count, problems) = run_examples(&PROGRAMS, dir.path());
    assert!(count >= 6, "only {count} examples");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn options_that_pages_name_are_there() {
    let (count, problems) = unknown_options(&PROGRAMS);
    assert!(count >= 20, "only {count} commands");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
