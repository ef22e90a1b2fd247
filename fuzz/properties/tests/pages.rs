//! The examples of pages that run the programs of `fuzz`. How a page marks one is said in
//! `translator::testing::pages`.

use translator::testing::pages::{Program, run_examples};

const PROGRAMS: [Program; 2] = [
    Program { name: "replay", path: env!("CARGO_BIN_EXE_replay") },
    Program { name: "seeds", path: env!("CARGO_BIN_EXE_seeds") },
];

#[test]
fn examples_do_what_the_pages_say() {
    let dir = tempfile::tempdir().unwrap();
    let (count, problems) = run_examples(&PROGRAMS, dir.path());
    assert!(count >= 2, "only {count} examples");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}
