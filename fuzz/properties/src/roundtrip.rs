//! Writing and reading, printing and parsing are the identity. The case is a [`Program`].

use translator::bitcode::{read_module, write_module};
use translator::ice::equality;

use crate::program::Program;
use crate::text::{check_printing, has_distinct_names};

/// A program.
pub struct TestCase(Program);

impl TestCase {
    /// `None` for damaged bitcode.
    pub fn new(data: &[u8]) -> Option<Self> {
        Program::new(data).map(Self)
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let Program { module, bodies, .. } = &case.0;
    let bytes = case.0.bitcode();
    let (read, read_bodies) = read_module(&bytes).unwrap_or_else(|error| panic!("what was written is refused: {error}"));
    assert_eq!(equality::difference((module, bodies), (&read, &read_bodies)), None, "the module after writing and reading");
    let again = write_module(&read, &read_bodies).unwrap_or_else(|error| panic!("what was read is not written: {error}"));
    assert!(bytes == again, "what was read is written otherwise: {} bytes, then {}", bytes.len(), again.len());
    if has_distinct_names(module) {
        check_printing(module, bodies);
    }
}
