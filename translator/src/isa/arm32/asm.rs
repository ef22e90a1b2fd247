//! What assembly text for ARM has to say.

use super::attributes;
use super::description::NOTE;
use super::encode::decode::Reader;
use crate::isa::description::sandbox_note_directives;
use crate::mc::listing;
use crate::object::AsmTarget;
use crate::options::Features;

/// What assembly text needs.
pub fn target(features: Features) -> AsmTarget {
    let (note, align_code) = match features.is_sandboxed() {
        true => (sandbox_note_directives(&NOTE), ".balign\t16"),
        false => (String::new(), ".balign\t4"),
    };
    AsmTarget {
        header: attributes::directives(features) + &note,
        before_aliases: "",
        align_code,
        reserved: |_| false,
        form: listing::Form::Instructions,
        list: |code, name, form, out| listing::list(&Reader, code, name, form, out),
    }
}
