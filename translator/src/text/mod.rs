//! The `.ll` form of the PNaCl subset: LLVM assembly in, ICE out ([`parse_module`]), and back
//! ([`print_module`]).
//!
//! Accepted are the spelling of LLVM 3.x (`load i32* %p`), that of later versions
//! (`load i32, i32* %p`) and opaque pointers (`load i32, ptr %p`), of modules in the finalised
//! form: no structs, no `getelementptr`, every pointer an `i32` that `inttoptr`, `ptrtoint` and
//! `bitcast` turn into a pointer where an instruction wants one. Those three produce no code: their
//! result *is* their operand. Whatever carries no meaning here (metadata, attributes, `nsw`,
//! fast-math flags, `target` lines, visibility, calls of `llvm.dbg.*` and other hints) is skipped;
//! what would carry meaning that ICE cannot hold (sections, address spaces, weak linkage,
//! big-endian layouts, `musttail`, …) is an error that names it, and so is a word that nothing
//! knows.
//!
//! Beyond the bitcode's own forms, vector constants, address arithmetic in operands and `fneg` are
//! accepted and expanded into instructions. `poison` reads as `undef`: what may be anything may be
//! unspecified. `freeze`, which would have to pick one value for all uses, is refused with all
//! other instructions that PNaCl does not have.
//!
//! # Identity
//! Printing is a normal form: for every verified module with distinct symbol names,
//! `print(parse(print(m))) == print(m)`, and the parsed module has the same functions, globals,
//! blocks, instructions and constants in the same order. Only the numbering of values, blocks,
//! signatures and the sharing of equal constants may differ, and an alloca's alignment 0 becomes 1.
//!
//! # Robustness
//! The parser takes time linear in the text, nests at most [`MAX_NESTING`] levels, and answers
//! every text with a module or one [`ParseError`]. It checks what the grammar and the types of
//! operands say; the rest is left to [`crate::ice::verify`].
//!
//! Source: [LLVM-REF-3-3] throughout and [LLVM-REF-14] throughout; [PNACL-ABI] throughout for the
//! subset.

mod lexer;
mod parse;
mod print;

pub use parse::parse_module;
pub use print::print_module;

use std::fmt;

/// How deep types and constants may nest.
pub const MAX_NESTING: u32 = 64;

/// The longest stretch of a source line that an error quotes, in characters.
const MAX_QUOTED: usize = 120;

/// Why a text is not a module: one line with file, line and column, the source line, and a caret
/// under the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(Box<ParseErrorData>);

/// The parts of a [`ParseError`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseErrorData {
    /// The name under which the text was given.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What was found and what was expected.
    pub message: String,
    /// The source line, shortened around the place if it is long.
    pub quoted: String,
    /// Number of characters of `quoted` before the place.
    pub caret: u32,
}

impl ParseError {
    /// An error at a byte offset of the source.
    #[cold]
    fn new(source: &str, file: &str, offset: usize, message: String) -> Self {
        let offset = (0..=offset.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0);
        let line_start = source[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = source[offset..].find('\n').map_or(source.len(), |length| offset + length);
        let line = source[..offset].bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
        let before = source[line_start..offset].chars().count();
        let skipped = before.saturating_sub(MAX_QUOTED / 2);
        let quoted = source[line_start..line_end].chars().skip(skipped).take(MAX_QUOTED);
        let quoted = quoted.map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
        let caret = (before - skipped) as u32;
        let (column, quoted) = (before as u32 + 1, quoted.trim_end().into());
        Self(Box::new(ParseErrorData { file: file.into(), line, column, message, quoted, caret }))
    }

    /// The parts.
    pub fn data(&self) -> &ParseErrorData {
        &self.0
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseErrorData { file, line, column, message, quoted, caret } = &*self.0;
        writeln!(f, "{file}:{line}:{column}: {message}")?;
        writeln!(f, "  {quoted}")?;
        write!(f, "  {:width$}^", "", width = *caret as usize)
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests;
