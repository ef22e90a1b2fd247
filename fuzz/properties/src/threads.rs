//! The same object for any number of threads: bitcode translated without worker threads, and with
//! four. The case is a [`Translation`](crate::program::Translation).

use translator::driver::frontend::Session;
use translator::driver::report::Report;
use translator::driver::{Pipeline, translate};

pub use crate::program::Translation as TestCase;

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let (program, options) = (&case.program, &case.unlimited());
    let bitcode = program.bitcode();
    let pipeline = Pipeline::new(options).unwrap_or_else(|error| panic!("{error}"));
    let session = Session { threads: 4, ..Session::sequential(&pipeline, options) };
    let alone = translate(&bitcode, options).map_err(|error| error.to_string());
    let together = session.translate_bytes(&bitcode, "the program", &mut Report::default());
    let together = together.map(|file| file.into_bytes().expect("what was written is read")).map_err(|error| error.to_string());
    assert!(alone == together, "with 4 threads: {}; without: {}", show(&together), show(&alone));
}

fn show(result: &Result<Vec<u8>, String>) -> String {
    match result {
        Ok(bytes) => format!("{} bytes", bytes.len()),
        Err(error) => error.clone(),
    }
}
