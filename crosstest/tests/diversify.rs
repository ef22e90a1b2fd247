//! Code that is another with every seed does what it did: each axis alone, and all of them. The long
//! form is the matrix that `translator/docs/diversification.md`, "How it is tested" names.

use std::path::Path;

use crosstest::axes::AXES;
use crosstest::exec::execution::Execution;
use crosstest::matrix::{self, Entry, Settings, Source};
use crosstest::report::{self, Report, Style};
use translator::options::{Diversity, OptLevel};

#[track_caller]
fn check(files: &[&str], executions: Vec<Execution>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests: Vec<Entry> = files.iter().map(|file| Entry::from(Source::File(dir.join(file)))).collect();
    let matrix = matrix::run(&tests, &Settings::new(executions, 200_000_000), &()).unwrap();
    assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
}

#[test]
fn each_axis_changes_nothing_but_the_code() {
    let with = |plain: &Execution, axis: usize| {
        let mut diversity = Diversity { threshold: 0x100, nop_percentage: 50, ..Diversity::default() };
        (AXES[axis].switch_on)(&mut diversity);
        Execution { seed: Some(axis as u64), diversity, ..plain.clone() }
    };
    let plain: Vec<Execution> = Execution::all_plain().into_iter().filter(|it| it.target.opt == OptLevel::O2).collect();
    let executions = (0..AXES.len()).flat_map(|axis| plain.iter().map(move |plain| with(plain, axis)));
    check(&["corpus/control.ll", "corpus/globals.ll", "corpus/phi.ll", "corpus/switch_forms.ll"], executions.collect());
}

#[test]
fn all_of_them_change_nothing_but_the_code() {
    let files = [
        "corpus/atomic_i16.ll",
        "corpus/atomic_i64.ll",
        "corpus/calls.ll",
        "corpus/control.ll",
        "corpus/frames.ll",
        "corpus/globals.ll",
        "corpus/memory_float.ll",
        "corpus/setjmp.ll",
        "corpus/unseen_index_lsr.ll",
        "programs/machine.pexe",
    ];
    check(&files, [1, 2].into_iter().flat_map(Execution::all_diversified).collect());
}

#[test]
fn what_answers_a_comparison_does_so_in_every_form() {
    let diversity = Diversity { selection: true, ..Diversity::default() };
    let plain: Vec<Execution> = Execution::all_plain().into_iter().filter(|it| it.target.opt == OptLevel::O2).collect();
    let with = |plain: &Execution, seed| {
        let mut execution = Execution { seed: Some(seed), diversity, ..plain.clone() };
        execution.features.sandbox = seed % 2 == 1;
        execution
    };
    let executions = (0..8).flat_map(|seed| plain.iter().map(move |plain| with(plain, seed)));
    check(&["filetests/pass/answered_in_frame.ll", "filetests/pass/zero_compare.ll"], executions.collect());
}
