//! The product of translating one function: everything that the object writer needs to know about
//! it.

use super::buffer::Reloc;
use super::pool::PoolConst;
use super::tables::JumpTables;

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
}

impl FuncCode {
    /// Empties it, keeping every allocation.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.relocs.clear();
        self.pool.clear();
        self.tables.clear();
    }
}
