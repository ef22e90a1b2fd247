//! What assembly text for ARM has to say.

use super::attributes;
use super::encode::decode::Reader;
use crate::mc::listing;
use crate::object::AsmTarget;
use crate::options::Features;

/// What assembly text needs.
pub fn target(features: Features) -> AsmTarget {
    AsmTarget {
        header: attributes::directives(features),
        before_aliases: "",
        align_code: ".balign\t4",
        reserved: |_| false,
        form: listing::Form::Instructions,
        list: |code, name, form, out| listing::list(&Reader, code, name, form, out),
    }
}
