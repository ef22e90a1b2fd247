//! Translations on several threads: the same object as on one.

use std::path::Path;

use translator::driver::frontend::Session;
use translator::driver::report::Report;
use translator::driver::{Pipeline, translate};
use translator::options::Options;

use super::Verdict;
use crate::probes::How;

/// More than most machines of a CI have.
const THREADS: usize = 4;

/// The object of a program translated on several threads, or why there is none.
pub fn objects(path: &Path, options: &Options) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let pipeline = Pipeline::new(options).map_err(|error| error.to_string())?;
    let session = Session { threads: THREADS, ..Session::sequential(&pipeline, options) };
    let file = session.translate_bytes(&bytes, "the program", &mut Report::default()).map_err(|error| error.to_string())?;
    file.into_bytes().map_err(|error| error.to_string())
}

/// Compares it with the object of one thread.
pub fn check(path: &Path, options: &Options) -> Verdict {
    let bytes = std::fs::read(path).map_err(|error| (How::Error, error.to_string()))?;
    let alone = translate(&bytes, options).map_err(|error| (How::Error, error.to_string()))?;
    let together = objects(path, options).map_err(|why| (How::Error, why))?;
    if alone == together { Ok(()) } else { Err((How::Differs, format!("another object with {THREADS} threads"))) }
}
