//! Sandboxed code does what other code does, on every target. That it keeps to the sandbox's rules is checked when it is linked: code
//! that the validator refuses does not run.

use std::path::Path;

use crosstest::exec::execution::Execution;
use crosstest::matrix::{self, Entry, Settings, Source};
use crosstest::report::{self, Report, Style};
use crosstest::suites;

/// What code does that a sandbox looks at: accesses of every kind, calls and returns, tables of jumps, stack pointers that move, jump buffers.
const FILES: &[&str] = &[
    "corpus/alloca.ll",
    "corpus/atomic_i16.ll",
    "corpus/atomic_i64.ll",
    "corpus/calls_indirect.ll",
    "corpus/control.ll",
    "corpus/frames.ll",
    "corpus/imports.ll",
    "corpus/memory_float.ll",
    "corpus/memory_int.ll",
    "corpus/pressure.ll",
    "corpus/setjmp.ll",
    "corpus/switch_forms.ll",
    "corpus/thread_pointer.ll",
    "corpus/vec_v4i32.ll",
    "programs/machine.pexe",
];

/// The test with a function beyond the reach of MIPS's branches.
const FAR: &str = "unseen_large";

#[track_caller]
fn check(files: &[&str], more: Vec<Entry>, executions: Vec<Execution>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests: Vec<Entry> = files.iter().map(|file| Entry::from(Source::File(dir.join(file)))).chain(more).collect();
    let matrix = matrix::run(&tests, &Settings::new(executions, 200_000_000), &()).unwrap();
    assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
}

fn sandboxed(mut execution: Execution) -> Execution {
    execution.features.sandbox = true;
    execution
}

#[test]
fn it_does_what_other_code_does() {
    let far: Vec<Entry> = suites::enumerated().into_iter().filter(|entry| entry.source.name().ends_with(FAR)).collect();
    assert_eq!(far.len(), 1);
    check(FILES, far, Execution::all_plain().into_iter().map(sandboxed).collect());
}

#[test]
fn so_it_does_with_everything_random() {
    check(FILES, Vec::new(), Execution::all_diversified(1).into_iter().map(sandboxed).collect());
}
