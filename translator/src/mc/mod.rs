//! Machine code under construction: a byte buffer with labels and branches ([`buffer`], [`label_use`]), for a sandbox in bundles (`bundle`, `pack`, [`groups`]), constants
//! it refers to ([`pool`]), its jump [`tables`], and the symbols it calls or addresses
//! ([`symbol`]); finished, it is a [`FuncCode`], which [`listing`] turns into text. Knows no ISA:
//! relocation types are the numbers of the target's ELF psABI.

pub mod buffer;
pub mod bundle;
#[cfg(test)]
mod bundle_tests;
pub mod code;
pub mod groups;
pub mod label_use;
#[cfg(feature = "asm")]
pub mod listing;
mod pack;
pub mod pool;
pub mod symbol;
pub mod tables;

pub use buffer::{BranchKind, CodeBuffer, Label, Reloc};
pub use bundle::Place;
pub use code::{Comment, CommentPlace, FuncCode};
pub use label_use::{LabelUse, Veneer, WordField};
#[cfg(feature = "asm")]
pub use listing::{Name, NameWriter};
pub use pool::{ConstPool, PoolConst, PoolId};
pub use symbol::{Helper, SymbolRef};
pub use tables::{JumpTables, LabelTables, TableId};
