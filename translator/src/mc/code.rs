//! The product of translating one function: everything that the object writer needs to know about
//! it.

use super::buffer::Reloc;
use super::pool::PoolConst;
use super::tables::JumpTables;

/// What a listing says beside the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Where: an offset into the code.
    pub offset: u32,
    /// Where a listing has it.
    pub place: CommentPlace,
    /// What.
    pub text: String,
}

/// Where a listing has a comment that is about an offset.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CommentPlace {
    /// Behind the instruction that ends there.
    Behind,
    /// On a line before the label that is there.
    Above,
    /// On a line after it.
    Below,
}

/// One function's machine code.
///
/// Made to be cleared and refilled: a worker or the sequencer keeps a few of these and reuses their
/// allocations.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FuncCode {
    /// The code.
    pub bytes: Vec<u8>,
    /// References to symbols, by offset. A [`Pool`](super::SymbolRef::Pool) target is an index into
    /// `pool`, a [`Table`](super::SymbolRef::Table) one into `tables`.
    pub relocs: Vec<Reloc>,
    /// The constants that the code loads from memory.
    pub pool: Vec<PoolConst>,
    /// The jump tables: offsets into `bytes`.
    pub tables: JumpTables,
    /// What a listing says besides: by offset, and of one offset by place.
    pub comments: Vec<Comment>,
}

impl FuncCode {
    /// Empties it, keeping every allocation.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.relocs.clear();
        self.pool.clear();
        self.tables.clear();
        self.comments.clear();
    }
}
