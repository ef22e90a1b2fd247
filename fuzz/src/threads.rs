//! The same object for any number of threads: bitcode translated without worker threads, and with four. The case is a [`Program`].

use translator::driver::frontend::Session;
use translator::driver::report::Report;
use translator::driver::{Pipeline, translate};
use translator::options::{Controls, Options};

use crate::program::{Program, any_controls, any_options};

/// A program and options.
pub struct TestCase {
    program: Program,
    options: Options,
}

impl TestCase {
    /// `None` for damaged bitcode.
    pub fn new(data: &[u8]) -> Option<Self> {
        let program = Program::new(data)?;
        let mut rng = program.rng();
        let options = any_options(&mut rng);
        // Fuel counts functions in order, on one thread.
        let controls = Controls { fuel: None, ..any_controls(&mut rng) };
        Some(Self { program, options: Options { controls, ..options } })
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let TestCase { program, options } = case;
    let bitcode = program.bitcode();
    let pipeline = Pipeline::new(options).unwrap_or_else(|error| panic!("{error}"));
    let session = Session { threads: 4, ..Session::sequential(&pipeline, options) };
    let alone = translate(&bitcode, options).map_err(|error| error.to_string());
    let together = session.translate_bytes(&bitcode, "the program", &mut Report::default()).map_err(|error| error.to_string());
    assert!(alone == together, "with 4 threads: {}; without: {}", show(&together), show(&alone));
}

fn show(result: &Result<Vec<u8>, String>) -> String {
    match result {
        Ok(bytes) => format!("{} bytes", bytes.len()),
        Err(error) => error.clone(),
    }
}
