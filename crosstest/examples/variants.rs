//! The whole matrix for every way of translating that may change nothing but the code: the fewest
//! registers, 20 random orders of registers, each pass switched off in turn.
//!
//!     cargo run --release -p crosstest --example variants [-- FILE...]
//!
//! In: tests as `crosstest run` takes them; without any, the corpus and the shared programs. Out: a
//! line for each variant, and the report of those that failed. The exit status is 1 if one did.

use std::path::PathBuf;
use std::process::ExitCode;

use crosstest::exec::execution::Execution;
use crosstest::matrix::variants::{Variant, run};
use crosstest::matrix::{Settings, Source};
use crosstest::report::progress::Progress;
use crosstest::report::{self, Report, Style};
use crosstest::repository::{list, root};
use crosstest::suites;

/// The corpus and the programs.
fn tests() -> Result<Vec<Source>, String> {
    let root = root().ok_or("there is no crosstest/corpus here: run inside the repository")?;
    let mut files = list(&root.join("corpus"), "ll")?;
    files.extend(suites::programs(&root)?);
    let enumerated = suites::enumerated().into_iter().map(|entry| entry.source);
    Ok(Source::files(&files).into_iter().chain(enumerated).collect())
}

/// The orders of registers that are tried.
const SEEDS: u64 = 20;

fn main() -> ExitCode {
    match variants() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("variants: {message}");
            ExitCode::from(2)
        }
    }
}

fn variants() -> Result<bool, String> {
    let named: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let tests = if named.is_empty() { tests()? } else { Source::files(&named) };
    let settings = Settings::new(Execution::all_plain(), 2_000_000_000);
    let variants = Variant::all(SEEDS);
    // Panics are caught and reported in their cells.
    std::panic::set_hook(Box::new(|_| {}));
    let progress = Progress::new(tests.len() * variants.len() * settings.executions.len());
    let matrices = run(&tests, &variants, &settings, &|| progress.step());
    progress.finish();
    let mut passed = true;
    for (variant, matrix) in variants.iter().zip(matrices?) {
        let executions: u64 = matrix.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.executions).sum();
        println!("{}  {:>9} runs  {}", if matrix.passed() { "passed" } else { "FAILED" }, executions, variant.name);
        if !matrix.passed() {
            passed = false;
            println!("{}", report::text(&Report::of(&matrix), Style::default()));
        }
    }
    Ok(passed)
}
