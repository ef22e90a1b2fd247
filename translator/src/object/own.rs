//! Which section a function, a variable or a jump table is in, and what that is called: decided here, for
//! object files and for text.
//!
//! In: what gets sections of its own. Out: names. With sections of their own these are `.text.NAME`,
//! `.rodata.NAME`, `.data.NAME`, `.bss.NAME`, as gcc and clang have them and linker scripts expect them, so that
//! `ld --gc-sections` drops what nothing refers to. A function's jump tables, which refer to it, get one
//! with it; its name has two dots, as no variable's has. Merged constants refer to nothing: they stay together.

use std::borrow::Cow;

use super::data::DataSection;
use super::pool::TABLES_NAME;
use crate::error::TranslateError;
use crate::options::OwnSections;

/// The section of a function's code.
pub fn code(own: OwnSections, function: &str) -> Cow<'static, str> {
    if own.has_functions() { format!(".text.{function}").into() } else { ".text".into() }
}

/// The section of a function's jump tables.
pub fn tables(own: OwnSections, function: &str) -> Cow<'static, str> {
    if own.has_functions() {
        return format!(".rodata..tables.{function}").into();
    }
    if own.has_data() { ".rodata..tables".into() } else { TABLES_NAME.into() }
}

/// A section of variables: of all of a kind, or of this one.
pub fn data(kind: DataSection, variable: Option<&str>) -> Cow<'static, str> {
    match variable {
        Some(variable) if cfg!(feature = "dumps") => format!("{}.{variable}", kind.name()).into(),
        _ => kind.name().into(),
    }
}

/// The highest number that a section can have: those above mean something else. Source: [SYSV-GABI]
/// "Special Section Indexes".
const MAX_SECTIONS: usize = 0xfeff;

/// Checks that so many sections can be numbered.
pub fn check_count(count: usize) -> Result<(), TranslateError> {
    if !cfg!(feature = "dumps") || count <= MAX_SECTIONS {
        return Ok(());
    }
    let message = format!(
        "{count} sections are more than the {MAX_SECTIONS} that an object file can have: \
         leave out -ffunction-sections or -fdata-sections"
    );
    Err(TranslateError::limit("", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_linker_scripts_expect() {
        let (shared, own) = (OwnSections::default(), OwnSections { functions: true, data: true });
        assert_eq!((&*code(shared, "f"), &*code(own, "f")), (".text", ".text.f"));
        assert_eq!((&*tables(shared, "f"), &*tables(own, "f")), (".rodata.tables", ".rodata..tables.f"));
        assert_eq!(tables(OwnSections { data: true, ..shared }, "f"), ".rodata..tables");
        let of = |variable| DataSection::ALL.map(|kind| data(kind, variable));
        assert_eq!(of(None), [".rodata", ".data", ".bss"]);
        assert_eq!(of(Some("v")), [".rodata.v", ".data.v", ".bss.v"]);
    }

    #[test]
    fn more_sections_than_can_be_numbered_are_refused() {
        assert!(check_count(0xfeff).is_ok());
        let error = check_count(0xff00).unwrap_err().to_string();
        assert!(error.contains("65280 sections") && error.contains("leave out -ffunction-sections"), "{error}");
    }
}
