//! A hash table from hashes to `u32` payloads that is emptied in constant time and never degenerates.
//!
//! What two entries being equal means is the caller's: it hashes, and compares payloads. Emptying starts a new generation, so that a
//! table which once served a huge function costs a small one nothing. A search gives up after [`MAX_PROBES`] slots: an input made to
//! collide loses optimisations, not time. Growth is amortised; a table keeps its memory.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// How many slots a search looks at.
const MAX_PROBES: usize = 16;

#[derive(Copy, Clone, Default, Debug)]
struct Slot {
    generation: u32,
    hash: u32,
    payload: u32,
}

/// A multiset of payloads by hash.
#[derive(Clone, Default, Debug)]
pub struct Table {
    slots: Vec<Slot>,
    generation: u32,
    len: usize,
}

/// A deterministic hash.
pub fn hash_of(key: impl Hash) -> u32 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    // The high half of a product depends on all bits below.
    (hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl Table {
    /// Empties the table.
    pub fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
    }

    fn probes(&self, hash: u32) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len().wrapping_sub(1);
        let count = MAX_PROBES.min(self.slots.len());
        (0..count).map(move |step| (hash as usize).wrapping_add(step) & mask)
    }

    /// The payload with this hash that `is_equal` accepts.
    #[inline]
    pub fn find(&self, hash: u32, mut is_equal: impl FnMut(u32) -> bool) -> Option<u32> {
        for index in self.probes(hash) {
            let slot = self.slots[index];
            if slot.generation != self.generation {
                return None;
            }
            if slot.hash == hash && is_equal(slot.payload) {
                return Some(slot.payload);
            }
        }
        None
    }

    /// Adds a payload; where `replaces` accepts one with the same hash, instead of that.
    pub fn insert(&mut self, hash: u32, payload: u32, mut replaces: impl FnMut(u32) -> bool) {
        if self.generation == 0 {
            self.generation = 1;
        }
        if 2 * (self.len + 1) > self.slots.len() {
            self.grow();
        }
        for index in self.probes(hash) {
            let slot = &mut self.slots[index];
            let is_free = slot.generation != self.generation;
            if is_free || (slot.hash == hash && replaces(slot.payload)) {
                *slot = Slot { generation: self.generation, hash, payload };
                self.len += usize::from(is_free);
                return;
            }
        }
    }

    fn grow(&mut self) {
        let slots = vec![Slot::default(); (2 * self.slots.len()).max(64)];
        let old = std::mem::replace(&mut self.slots, slots);
        self.len = 0;
        let live = old.into_iter().filter(|slot| slot.generation == self.generation);
        let live: Vec<_> = live.collect();
        for slot in live {
            self.insert(slot.hash, slot.payload, |_| false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_until_the_table_is_cleared() {
        let mut table = Table::default();
        assert_eq!(table.find(3, |_| true), None);
        for round in 0..3 {
            table.clear();
            for payload in 0..1000u32 {
                table.insert(hash_of(payload), payload, |_| false);
            }
            let found = (0..1000u32).filter(|&payload| table.find(hash_of(payload), |found| found == payload).is_some()).count();
            assert!(found > 990, "round {round}: only {found} found");
        }
        table.clear();
        assert_eq!((0..1000u32).find_map(|payload| table.find(hash_of(payload), |_| true)), None);
    }

    #[test]
    fn an_entry_can_be_replaced() {
        let mut table = Table::default();
        table.insert(7, 1, |_| false);
        table.insert(7, 2, |old| old == 1);
        assert_eq!(table.find(7, |_| true), Some(2));
    }

    #[test]
    fn collisions_cost_entries_not_time() {
        let mut table = Table::default();
        for payload in 0..100_000 {
            table.insert(7, payload, |_| false);
        }
        assert_eq!(table.find(7, |payload| payload == 3), Some(3));
        assert!(table.slots.len() < 1000);
    }
}
