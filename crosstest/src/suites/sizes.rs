//! How much code the suites' tests become: bytes, of each suite for each target that users start with. Written down in
//! `crosstest/code_sizes.txt`.

use object::{Object, ObjectSection, SectionKind};

use super::sums::Figure;
use crate::case::{Case, Plan};
use crate::exec;
use crate::exec::execution::Execution;
use crate::job::Target;

/// Bytes of code, at Om1 and O2.
pub fn figure() -> Figure {
    Figure { unit: "bytes", targets: Target::all() }
}

/// Bytes of code that a test becomes for a target as it comes; 0 if it is not for that target, or
/// has nothing to translate.
///
/// # Errors
/// If its object cannot be read.
pub fn of(case: &Case, target: Target) -> Result<u64, String> {
    let execution = Execution::plain(target);
    if case.plan == Plan::Read || !case.directives.wants(target) {
        return Ok(0);
    }
    match exec::run::object(&case.subject, &execution) {
        Ok(object) => code_bytes(&object).map_err(|error| format!("{}: {target}: {error}", case.name)),
        // A test that expects that the translator refuses something.
        Err(_) => Ok(0),
    }
}

/// Bytes in the sections of an object that hold code.
fn code_bytes(object: &[u8]) -> Result<u64, object::Error> {
    let file = object::File::parse(object)?;
    Ok(file.sections().filter(|section| section.kind() == SectionKind::Text).map(|section| section.size()).sum())
}
