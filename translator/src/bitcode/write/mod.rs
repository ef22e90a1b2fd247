//! ICE in, finalised PNaCl bitcode out: the reader's inverse.
//!
//! ```text
//! write_module ─► check     what the format cannot say, or the ABI forbids, is an error; nothing after this can fail
//!              └► module    header, types, declarations, globals, symbols
//!                  └► function ─► constants, insts     one block a body
//!                       └► blocks ─► abbrevs ─► bits   records, each by its shortest standard abbreviation
//! ```
//!
//! Contract, for every module that is written: the bytes are a function of the module's meaning
//! (not of how its tables are laid out); reading them gives a module that is
//! [equal](crate::ice::equality) to it, and writing that again gives the same bytes. What the
//! format has no place for and no meaning hangs on is normalised: equal constants become one,
//! unused constants, instructions and blocks that are not laid out, and repeated signatures are
//! dropped. Work and memory are linear in the module, sorting of constants aside.
//!
//! Source: [PNACL-MANUAL] throughout; [PNACL-ABI] throughout.

mod abbrevs;
pub(super) mod bits;
mod blocks;
mod check;
mod constants;
mod function;
mod globals;
mod insts;
mod module;
mod types;

use std::fmt;

use crate::ice::{Function, Module};

/// Why a module cannot be written: one line with what, where and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteError {
    message: String,
}

impl WriteError {
    /// An error with this text. Names can hold anything; what would break the line is escaped.
    #[cold]
    fn new(message: impl Into<String>) -> Self {
        let message: String = message.into();
        if !message.contains(char::is_control) {
            return Self { message };
        }
        let escape =
            |character: char| if character.is_control() { character.escape_default().collect() } else { character.to_string() };
        Self { message: message.chars().map(escape).collect() }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for WriteError {}

/// What to write beyond the stable ABI.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// Write external definitions besides `_start`, and declarations of external functions that are
    /// not intrinsics. Only a reader with [`ReadOptions::externals`](super::ReadOptions) accepts
    /// them.
    pub externals: bool,
}

/// Writes a module as a finalised PNaCl executable. `functions` are the bodies of its defined
/// functions, in any order.
///
/// # Errors
/// If the module is not valid, or cannot be represented in finalised PNaCl bitcode.
///
/// ```
/// use translator::{bitcode, ice::equality, text};
/// let (module, bodies) = text::parse_module("define void @_start(i32 %info) {\n  ret void\n}", "start.ll").unwrap();
/// let bytes = bitcode::write_module(&module, &bodies).unwrap();
/// let (again, read) = bitcode::read_module(&bytes).unwrap();
/// assert_eq!(equality::difference((&module, &bodies), (&again, &read)), None);
/// ```
pub fn write_module(module: &Module, functions: &[Function]) -> Result<Vec<u8>, WriteError> {
    write_module_with(module, functions, WriteOptions::default())
}

/// As [`write_module`], with options.
///
/// # Errors
/// If the module is not valid, or cannot be represented under these options.
pub fn write_module_with(module: &Module, functions: &[Function], options: WriteOptions) -> Result<Vec<u8>, WriteError> {
    let bodies = check::check(module, functions, options)?;
    module::write(module, &bodies)
}

/// The encoding of an alignment in bytes: its logarithm plus one, 0 for none.
fn alignment(bytes: u32) -> u64 {
    u64::from(u32::BITS - bytes.leading_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alignments_are_logarithms() {
        assert_eq!([0, 1, 2, 8, 1 << 29].map(alignment), [0, 1, 2, 4, 30]);
    }

    #[test]
    fn an_error_is_one_line() {
        assert_eq!(WriteError::new("a\nb é").to_string(), "a\\nb é");
    }
}
