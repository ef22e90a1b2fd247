//! How much code the suites' tests become: bytes, of each suite for each target that users start with. Written down in
//! `crosstest/code_sizes.txt`.

use object::{Object, ObjectSection, SectionKind};

use super::sums::{Figure, Measure};
use crate::case::Case;
use crate::exec::emulate::Emulators;
use crate::job::Target;

/// Bytes of code, at Om1 and O2.
pub struct CodeBytes(Figure);

impl Default for CodeBytes {
    fn default() -> Self {
        CodeBytes(Figure { unit: "bytes", targets: Target::all() })
    }
}

impl Measure for CodeBytes {
    fn figure(&self) -> &Figure {
        &self.0
    }

    /// Bytes in the sections of an object that hold code.
    fn of(&self, _: &Case, _: Target, object: &[u8], _: &mut Emulators) -> Result<u64, String> {
        let file = object::File::parse(object).map_err(|error| error.to_string())?;
        Ok(file.sections().filter(|section| section.kind() == SectionKind::Text).map(|section| section.size()).sum())
    }
}
