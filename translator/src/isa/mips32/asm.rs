//! What assembly text for MIPS has to say.

use super::encode::decode::Reader;
use super::sections;
use crate::mc::listing;
use crate::object::AsmTarget;

/// What assembly text needs.
pub fn target() -> AsmTarget {
    AsmTarget {
        header: sections::DIRECTIVES.into(),
        before_aliases: "",
        align_code: ".balign\t4",
        reserved: |_| false,
        form: listing::Form::Instructions,
        list: |code, name, form, out| listing::list(&Reader, code, name, form, out),
    }
}
