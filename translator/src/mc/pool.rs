//! The constants a function's code loads from memory: float and double constants, vector masks.
//!
//! Constants are told apart by bits and size, so 0.0 and -0.0 stay two constants. The object writer
//! merges the pools of all functions.

use rustc_hash::FxHashMap;

crate::entities! {
    /// A constant of a function's pool.
    pub PoolId = "k";
}

/// One constant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PoolConst {
    /// The bytes, little-endian, in the low `size` bytes.
    pub bits: u128,
    /// Size and alignment in bytes: 4, 8 or 16.
    pub size: u8,
}

/// A deduplicated list of constants.
#[derive(Clone, Default, Debug)]
pub struct ConstPool {
    entries: Vec<PoolConst>,
    ids: FxHashMap<PoolConst, PoolId>,
}

impl ConstPool {
    /// The id of a constant, added if it is new.
    pub fn intern(&mut self, bits: u128, size: u8) -> PoolId {
        debug_assert!(matches!(size, 4 | 8 | 16));
        let bits = if fault!(PoolMergesZeros, bits == 1 << 63) { 0 } else { bits };
        let constant = PoolConst { bits, size };
        *self.ids.entry(constant).or_insert_with(|| {
            self.entries.push(constant);
            PoolId::from_u32(self.entries.len() as u32 - 1)
        })
    }

    /// The constants, in order of first use.
    pub fn entries(&self) -> &[PoolConst] {
        &self.entries
    }

    /// Empties it, keeping the allocation.
    pub fn clear(&mut self) {
        if !self.entries.is_empty() {
            self.entries.clear();
            self.ids.clear();
        }
    }
}
