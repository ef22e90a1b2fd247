//! LLVM IR in, a finalised PNaCl module out: the front door.
//!
//! ```text
//!  text ─► parse (one ast::Module a file) ─► link::Program ─► lower ─► ice::Module and bodies
//! ```
//!
//! [`parse`] reads what clang prints, whole and as it is; [`Linker`] says which definition each
//! symbol of each module means, without changing the modules; [`lower()`] maps every LLVM value to a
//! list of values that PNaCl has (its *parts*) and every instruction to instructions on parts. What
//! is reachable from `_start` is lowered, the rest is not looked at.
//!
//! | LLVM | parts |
//! |---|---|
//! | `ptr` | an i32 |
//! | `iN`, N up to 64 | one i1, i8, i16, i32 or i64, whose bits above N are zero |
//! | `iN`, N above 64 | i64s, the lowest first, whose bits above N are zero |
//! | `<4 x i32>` and the other vectors of PNaCl | the vector |
//! | any other vector | the parts of its lanes |
//! | structures, arrays | the parts of their elements |
//!
//! Functions take and return what PNaCl's calls can carry: parts narrower than 32 bits widened,
//! several results through an address passed first, the arguments behind `...` in a buffer whose
//! address is passed last. `poison` and `undef` are zeros.
//!
//! What PNaCl cannot say (inline assembly, x87, thrown exceptions) is an [`Error`] that names the
//! construct, the function and, with `-g`, the line of the source.
//!
//! Source: [LLVM-REF-14] throughout; [PNACL-ABI] throughout for what may come out.

pub mod ast;
mod layout;
mod lex;
mod link;
mod lower;
mod parse;
mod reachable;
pub mod types;

pub use link::{Linker, Program};
pub use lower::{Exports, lower};
pub use parse::parse;

use std::fmt;

/// Why LLVM IR is refused: one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file of the IR, or of its source if that is known; empty if it is about none.
    pub file: String,
    /// The line in that file, if one is known.
    pub line: Option<u32>,
    /// The function, if it is in one.
    pub function: Option<String>,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Error {
    /// An error at a line of a text.
    fn at(file: &str, line: u32, message: String) -> Self {
        Self { file: file.into(), line: Some(line), function: None, message }
    }

    /// An error about the whole program.
    fn program(message: String) -> Self {
        Self { file: String::new(), line: None, function: None, message }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            f.write_str(&self.file)?;
            if let Some(line) = self.line {
                write!(f, ":{line}")?;
            }
            f.write_str(": ")?;
        }
        if let Some(function) = &self.function {
            write!(f, "function {}: ", one_line(function))?;
        }
        f.write_str(&one_line(&self.message))
    }
}

/// A text in one line, whatever characters a name in it has.
fn one_line(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect::<String>().into()
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests;
