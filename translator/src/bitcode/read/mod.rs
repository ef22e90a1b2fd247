//! Gives the records their meaning: a byte source in, a [`Module`] and then one function body at a
//! time out.
//!
//! ```text
//! ModuleReader::from_bytes / from_stream     types, function declarations, globals, symbols   (module, types, globals, symtab)
//!        └─ next_body ─► FunctionBody        a span of bytes, not decoded
//!                            └─ decode_body ─► ice::Function                 on any thread    (function, constants, insts, calls,
//!                                                                                              forward, phis)
//! ```
//!
//! What is checked: the format; that every operand exists, in the reading order, and has the type
//! its instruction asks for; the PNaCl ABI's rules on types, alignments, linkage, intrinsics and
//! constants; that blocks end in terminators and that phis match their predecessors. Not checked:
//! dominance. The limits of our own are stated as constants ([`types::MAX_PARAMS`],
//! [`globals::MAX_DATA`], [`MAX_LOG_ALIGN`]).
//!
//! Work and memory are linear in the size of the input. A function's decoding reuses its
//! [`ReadScratch`] and its output and allocates nothing once those have grown.

mod calls;
mod constants;
mod forward;
mod function;
pub mod globals;
mod insts;
mod module;
mod phis;
mod source;
mod symtab;
mod tables;
pub mod types;

use std::borrow::Cow;
use std::{fmt, io};

pub use function::{ReadScratch, announced_blocks, decode_body};
pub use module::ModuleReader;
pub use tables::SharedTables;

use crate::error::DecodeError;
use crate::ice::{FuncId, Function, Module, Value};

/// The greatest alignment, as the bitcode encodes it: the logarithm plus one. 2^29 bytes, as in
/// LLVM.
pub const MAX_LOG_ALIGN: u64 = 30;

/// Functions and globals must stay distinguishable in a [`Value`].
const MAX_SYMBOLS: u64 = Value::LIMIT as u64;

/// An alignment in bytes from its encoding: logarithm plus one, 0 for none.
fn alignment(encoded: u64) -> Option<u32> {
    (encoded <= MAX_LOG_ALIGN).then(|| (1_u32 << encoded) >> 1)
}

/// Why reading stopped.
#[derive(Debug)]
pub enum ReadError {
    /// The input could not be read.
    Io(io::Error),
    /// The input is not a valid PNaCl executable.
    Decode(DecodeError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => write!(f, "cannot read the input: {error}"),
            ReadError::Decode(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        ReadError::Io(error)
    }
}

impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        ReadError::Decode(error)
    }
}

impl ReadError {
    /// The decode error, for a source that cannot fail.
    fn expect_decode(self) -> DecodeError {
        match self {
            ReadError::Decode(error) => error,
            ReadError::Io(error) => DecodeError::new(0, "", None, error.to_string()),
        }
    }
}

/// What to accept beyond the stable ABI.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// Accept external definitions besides `_start`, and declarations of external functions that
    /// are not intrinsics: what a linkable object needs, and an executable must not have.
    pub externals: bool,
}

/// A function body that has been found but not decoded.
#[derive(Clone, Debug)]
pub struct FunctionBody<'a> {
    /// Which function of the module.
    pub id: FuncId,
    /// Which function block of the module, from 0.
    pub index: u32,
    /// The block's contents, its end included.
    pub bytes: Cow<'a, [u8]>,
    /// Absolute bit offset of the contents.
    pub offset: u64,
    /// Bits of an abbreviation index.
    pub width: u32,
}

/// Reads a whole module from memory.
pub fn read_module(bytes: &[u8]) -> Result<(Module, Vec<Function>), DecodeError> {
    read_module_with(bytes, ReadOptions::default())
}

/// Reads a whole module from memory.
pub fn read_module_with(bytes: &[u8], options: ReadOptions) -> Result<(Module, Vec<Function>), DecodeError> {
    let mut reader = ModuleReader::from_bytes_with(bytes, options)?;
    let (mut scratch, mut functions) = (ReadScratch::default(), Vec::new());
    while let Some(body) = reader.next_body().map_err(ReadError::expect_decode)? {
        let mut function = Function::default();
        decode_body(reader.shared(), reader.module(), &body, &mut scratch, &mut function)?;
        functions.push(function);
    }
    Ok((Module::clone(reader.module()), functions))
}
