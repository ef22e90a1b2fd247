//! Jump tables: lists of places in a function's code, each entry an address of 32 bits, that lie in
//! read-only data.
//!
//! In: lists of labels, while the code is written. Out, once the labels have their final places:
//! lists of offsets, which the object writer turns into relocations. Linear in the entries.

use super::buffer::Label;
use crate::util::lists::Lists;

crate::entities! {
    /// A jump table of a function.
    pub TableId = "jt";
}

/// The tables of a function whose code is being written.
pub type LabelTables = Lists<TableId, Label>;

/// The tables of finished code: offsets from the function's start.
pub type JumpTables = Lists<TableId, u32>;
