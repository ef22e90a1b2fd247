//! What is translated with the fewest registers, with registers in a random order or without a pass
//! does the same: a short form of `cargo run --release -p crosstest --example variants`.

use std::path::Path;

use crosstest::exec::execution::Execution;
use crosstest::matrix::variants::{Variant, run};
use crosstest::matrix::{Matrix, Settings, Source};
use crosstest::report::{self, Report, Style};
use crosstest::suites;
use translator::options::{OptLevel, PassSet};

/// Tests of the corpus: files, or what a loop writes.
fn corpus(names: &[&str]) -> Vec<Source> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let enumerated = suites::enumerated();
    let made = |name: &str| {
        let entry = enumerated.iter().find(|entry| entry.source.name().ends_with(&format!("/{name}")));
        entry.map(|entry| entry.source.clone())
    };
    names.iter().map(|name| made(name).unwrap_or_else(|| Source::File(dir.join(name).with_extension("ll")))).collect()
}

#[track_caller]
fn check(tests: &[Source], variants: &[Variant]) -> Vec<Matrix> {
    let mut executions = Execution::all_plain();
    executions.retain(|execution| execution.target.opt == OptLevel::O2);
    let settings = Settings::new(executions, 200_000_000);
    let matrices = run(tests, variants, &settings, &|| ()).unwrap();
    for matrix in &matrices {
        assert!(matrix.passed(), "{}", report::text(&Report::of(matrix), Style::default()));
    }
    matrices
}

/// What has the most operands, and what needs registers that it cannot choose.
#[test]
fn the_fewest_registers_are_enough() {
    let names = [
        "atomic_i8",
        "atomic_i64",
        "int_i64",
        "icmp_i64",
        "int_const_i64",
        "bits",
        "select",
        "pressure",
        "phi",
        "phi_vector",
        "vec_pressure",
        "calls",
        "frames",
        "switch_other",
        "memory_int",
        "cast_fp_to_int",
        "setjmp",
    ];
    let variants = [Variant::fewest(), Variant::split(true), Variant::split(false)];
    let matrices = check(&corpus(&names), &variants);
    let executions: u64 = matrices.iter().flat_map(Matrix::cells).map(|cell| cell.executions).sum();
    assert!(executions > 10_000, "only {executions} executions");
}

#[test]
fn any_order_of_registers_and_any_pass_less_will_do() {
    let mut variants: Vec<Variant> = Variant::all(20);
    variants.push(Variant::random(20, true));
    assert!(variants.iter().any(|variant| variant.controls.disabled == PassSet::optional()) && variants.len() > 30);
    check(&corpus(&["control", "phi", "memory_float"]), &variants);
}

#[test]
fn a_real_program_runs_in_the_fewest_registers() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/machine.pexe");
    check(&[Source::File(program)], &[Variant::fewest(), Variant::random(1, true)]);
}
