//! Bitcode spelled out as text: one record a line, `abbreviation, code, values…;`. In: such a text
//! ([`assemble`]) or a `.pexe` ([`disassemble`]). Out: the other one. For tests, for bug reports
//! and for editing a file by hand below the level of the language.
//!
//! ```text
//! 1,65535,8,2;            enter block 8 (module), abbreviation indices of 2 bits
//! 3,1,1;                  without abbreviation: code 1, value 1
//! 1,65535,17,3;
//! 2,65533,2,1,21,0,1,1;   define an abbreviation of 2 encodings: the literal 21, fixed (1) of 1 bit
//! 4,21,0;                 code 21, value 0, packed by the first abbreviation
//! 0,65534;                end of the block
//! 0,65534;
//! ```
//!
//! The codes from 65532 on stand for what is no record in the bits: 65535 enters a block, 65534
//! ends one, 65533 defines an abbreviation (for each encoding `1,literal`, or `0,number` and for
//! fixed and vbr the width). The file header is not written down.
//!
//! The SDK's tools (`pnacl-bcfuzz -convert-to-text`, `-bitcode-as-text`) write this without the
//! first column and without abbreviations: `65535,8,2;`. Both are accepted; the first record tells
//! them apart, because it has to enter the module block, by 65535 in the first or the second place.
//! Blanks around numbers, blank lines and a missing newline at the end do not matter.
//!
//! What the bits can express is written, however wrong, so that the reader gives its verdict; what
//! they cannot is a [`RecordTextError`] with its line. [`Assembled::line_of`] gives the line for
//! the place of a reader's error. For every file that a bitcode writer wrote (the shortest form of
//! each number, zeros for padding), `assemble(disassemble(file))` is the file again, up to zeros
//! after the module. Time and memory are linear in the input.
//!
//! Source: [PNACL-MANUAL] "Abbreviations"; the codes from 65532 on are those of [NACL-CODES]
//! throughout.

mod assemble;
mod disassemble;
mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

pub use assemble::{Assembled, assemble};
pub use disassemble::{Visited, disassemble, disassemble_plain, visit};

/// The code of a line that enters a block.
pub(super) const ENTER: u64 = 65535;
/// The code of a line that ends a block.
pub(super) const END: u64 = 65534;
/// The code of a line that defines an abbreviation.
pub(super) const DEFINE: u64 = 65533;
/// The code that the SDK's tools give the file header.
const HEADER: u64 = 65532;

/// The only file header that there is: PNaCl version 2.
const FILE_HEADER: &[u8; 16] = b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0";

/// Why a text is not a sequence of records, or one that bits cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordTextError {
    /// Line, from 1.
    pub line: u32,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for RecordTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordTextError {}
