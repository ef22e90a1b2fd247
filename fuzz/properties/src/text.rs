//! The parsers of text on any text: of the IR, and of records. They answer with a module or one
//! error. What parses and verifies is printed, parsed again to an equal module, and printed the
//! same.
//!
//! Bytes that are no UTF-8 become text with replacement characters. Text whose first visible
//! character is a digit is records.

use translator::bitcode::text_records::assemble;
use translator::bitcode::{self};
use translator::ice::equality;
use translator::ice::verify::{Level, Verifier};
use translator::ice::{Function, Module};
use translator::text::{parse_module, print_module};

/// A text.
pub struct TestCase(String);

impl TestCase {
    /// All bytes are a case.
    pub fn new(data: &[u8]) -> Option<Self> {
        Some(Self(String::from_utf8_lossy(data).into_owned()))
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let is_records = case.0.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if is_records {
        if let Ok(assembled) = assemble(&case.0) {
            // Any answer will do.
            let _ = bitcode::read_module(&assembled.bytes).map_err(|error| error.to_string());
        }
        return;
    }
    match parse_module(&case.0, "text") {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok((module, bodies)) => {
            if verifies(&module, &bodies) && has_distinct_names(&module) {
                check_printing(&module, &bodies);
            }
        }
    }
}

fn verifies(module: &Module, bodies: &[Function]) -> bool {
    let mut verifier = Verifier::default();
    verifier.module(module, Level::Structure).is_ok()
        && bodies.iter().all(|body| verifier.function(module, body, Level::Structure).is_ok())
}

/// Symbols that share a name cannot be told apart in text.
pub(crate) fn has_distinct_names(module: &Module) -> bool {
    let funcs = module.funcs.keys().map(|func| module.func_symbol(func));
    let globals = module.globals.keys().map(|global| module.global_symbol(global));
    let mut names: Vec<_> = funcs.chain(globals).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    names.len() == count
}

/// Prints and parses a verified module with distinct names.
pub(crate) fn check_printing(module: &Module, bodies: &[Function]) {
    let printed = print_module(module, bodies);
    let (again, again_bodies) =
        parse_module(&printed, "printed").unwrap_or_else(|error| panic!("what was printed does not parse: {error}"));
    let printed_again = print_module(&again, &again_bodies);
    assert_eq!(printed, printed_again, "the text after parsing what was printed");
    // A symbol without a name gets one by being printed.
    let named =
        module.funcs.values().all(|decl| !decl.name.is_empty()) && module.globals.values().all(|var| !var.name.is_empty());
    if named {
        let difference = equality::difference((module, bodies), (&again, &again_bodies));
        assert_eq!(difference, None, "the module after printing and parsing");
    }
}
