//! PNaCl bitcode in, ICE out ([`read`]); and ICE in, PNaCl bitcode out ([`write`](mod@write)).
//!
//! The reader's layers, bottom to top: [`cursor`] reads bits; [`abbrev`] turns bits into records;
//! [`records`] walks the records of one block; [`header`] checks the file header; [`read`] gives
//! the records their meaning. Everything is bounded by the bits that are really there: an announced
//! count reserves no memory, nesting is at most three deep (module, function, constants), and the
//! total work is linear in the size of the file.
//!
//! Whatever leaves this module is well-typed ICE: the reader checks the format, the types of all
//! operands and the PNaCl ABI's rules. What needs a dominator tree (definitions dominate uses) is
//! the verifier's.
//!
//! Source: [PNACL-MANUAL] throughout; [PNACL-ABI] throughout.

pub mod abbrev;
#[cfg(feature = "text")]
pub mod analyze;
#[cfg(feature = "text")]
pub mod compress;
pub mod cursor;
pub mod header;
#[cfg(feature = "tools")]
pub mod listing;
#[cfg(feature = "tools")]
pub mod mutate;
pub mod read;
pub mod records;
#[cfg(test)]
mod testing;
#[cfg(feature = "text")]
pub mod text_records;
pub mod values;
pub mod write;

pub use read::{
    FunctionBody, ModuleReader, ReadError, ReadOptions, ReadScratch, SharedTables, announced_blocks, decode_body, read_module,
    read_module_with,
};
pub use write::{WriteError, WriteOptions, write_module, write_module_with};
