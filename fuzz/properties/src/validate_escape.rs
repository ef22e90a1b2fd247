//! Code that the validator accepts does not leave Native Client's sandbox: it is drawn and mutated by decisions, and run in an emulator.
//!
//! All of it is `crosstest::validate::escape`, which `crosstest/tests/validate_escape.rs` runs, too.

use arbitrary::Unstructured;
use crosstest::validate::escape;
use translator::options::Isa;

/// Decisions.
pub struct TestCase<'a>(&'a [u8]);

impl<'a> TestCase<'a> {
    /// `None` if there are no decisions.
    pub fn new(data: &'a [u8]) -> Option<Self> {
        (!data.is_empty()).then_some(Self(data))
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With how the code got out.
pub fn check(case: &TestCase<'_>) {
    let mut bytes = Unstructured::new(case.0);
    let mut spent = 0_usize;
    let below = &mut |limit: usize| {
        spent += 1;
        let number = bytes.int_in_range(0..=limit.max(1) - 1).unwrap_or(0);
        // When decisions run out, they still differ.
        if bytes.is_empty() { spent.wrapping_mul(0x9E37_79B9) % limit.max(1) } else { number }
    };
    let isa = Isa::ALL[below(Isa::ALL.len())];
    if let Err(why) = escape::case(isa, below) {
        panic!("{why}");
    }
}
