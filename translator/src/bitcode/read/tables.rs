//! What function bodies need of the module-level blocks besides the [`Module`](crate::ice::Module):
//! the type numbering, the abbreviations for nested blocks, and signatures by their types. Built
//! once, then only read, by any number of threads.

use std::collections::HashMap;

use crate::bitcode::abbrev::AbbrevTable;
use crate::bitcode::records::BlockId;
use crate::ice::{Sig, Type};

/// What a type number stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TypeEntry {
    /// A value type, or `Void`.
    Value(Type),
    /// A function type.
    Func(Sig),
}

/// Tables shared by all function bodies.
#[derive(Clone, Debug, Default)]
pub struct SharedTables {
    pub(super) types: Vec<TypeEntry>,
    /// Signatures by `[result, parameters…]` as bytes. Hashed with keys from the standard library,
    /// so that no input can aim at collisions.
    pub(super) sigs: HashMap<Box<[u8]>, Sig>,
    abbrevs: [AbbrevTable; 7],
}

impl SharedTables {
    /// The abbreviations that the abbreviations block defines for a kind of block.
    #[inline]
    pub(super) fn abbrevs(&self, block: BlockId) -> &AbbrevTable {
        &self.abbrevs[slot(block)]
    }

    pub(super) fn abbrevs_mut(&mut self, block: BlockId) -> &mut AbbrevTable {
        &mut self.abbrevs[slot(block)]
    }

    /// The value type with this number, `Void` included.
    #[inline]
    pub(super) fn value_type(&self, number: u64) -> Option<Type> {
        match self.types.get(usize::try_from(number).ok()?) {
            Some(&TypeEntry::Value(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The signature with this type number.
    pub(super) fn signature(&self, number: u64) -> Option<Sig> {
        match self.types.get(usize::try_from(number).ok()?) {
            Some(&TypeEntry::Func(sig)) => Some(sig),
            _ => None,
        }
    }
}

const fn slot(block: BlockId) -> usize {
    match block {
        BlockId::BlockInfo => 0,
        BlockId::Module => 1,
        BlockId::Constants => 2,
        BlockId::Function => 3,
        BlockId::SymbolTable => 4,
        BlockId::Types => 5,
        BlockId::Globals => 6,
    }
}
