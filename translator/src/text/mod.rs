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

pub use crate::error::{ParseError, ParseErrorData};
pub use parse::parse_module;
pub use print::print_module;

/// How deep types and constants may nest.
pub const MAX_NESTING: u32 = 64;

#[cfg(test)]
mod tests;
