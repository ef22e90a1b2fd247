//! A hash table from hashes to `u32` payloads that is emptied in constant time and never
//! degenerates.
//!
//! What two entries being equal means is the caller's: it hashes, and compares payloads. Emptying
//! starts a new generation, so that a table which once served a huge function costs a small one
//! nothing. A search gives up after [`MAX_PROBES`] slots: an input made to collide loses
//! optimisations, not time. What is lost depends on how many slots there are; so that the same
//! function is always translated to the same code, that is decided by what was put in since the
//! table was emptied, and by nothing before: memory is kept, its use is not.

/// How many slots a search looks at.
const MAX_PROBES: usize = 16;

#[derive(Copy, Clone, Default, Debug)]
struct Slot {
    generation: u32,
    hash: u32,
    payload: u32,
}

/// How many slots an empty table has: a power of two.
const FIRST_SLOTS: usize = 512;

/// A multiset of payloads by hash.
#[derive(Clone, Default, Debug)]
pub struct Table {
    /// Memory, of which the first `used` slots are the table.
    slots: Vec<Slot>,
    used: usize,
    generation: u32,
    len: usize,
    /// What moves to other slots when the table grows.
    moving: Vec<Slot>,
}

/// A deterministic hash of two words.
#[inline]
pub fn hash_of_words([first, second]: [u64; 2]) -> u32 {
    let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ second.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl Table {
    /// Empties the table, and makes room for about so many entries, which its user knows from what
    /// it will put in.
    pub fn clear_for(&mut self, entries: usize) {
        self.len = 0;
        self.used = 0;
        self.new_generation();
        if entries > FIRST_SLOTS / 2 {
            self.take((2 * entries).next_power_of_two());
        }
    }

    /// Makes the table so many slots large.
    fn take(&mut self, slots: usize) {
        self.used = slots;
        if self.slots.len() < slots {
            self.slots.resize(slots, Slot::default());
        }
    }

    /// Frees all slots.
    fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
    }

    fn probes(&self, hash: u32) -> impl Iterator<Item = usize> + use<> {
        let mask = self.used.wrapping_sub(1);
        let count = MAX_PROBES.min(self.used);
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
        if 2 * (self.len + 1) > self.used {
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
        let live = self.slots[..self.used].iter().filter(|slot| slot.generation == self.generation);
        self.moving.clear();
        self.moving.extend(live);
        self.new_generation();
        self.len = 0;
        self.take((2 * self.used).max(FIRST_SLOTS));
        for index in 0..self.moving.len() {
            let Slot { hash, payload, .. } = self.moving[index];
            self.insert(hash, payload, |_| false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(payload: u32) -> u32 {
        hash_of_words([payload.into(), 0])
    }

    #[test]
    fn what_was_put_in_is_found_until_the_table_is_cleared() {
        let mut table = Table::default();
        assert_eq!(table.find(3, |_| true), None);
        for round in 0..3 {
            table.clear_for(0);
            for payload in 0..1000u32 {
                table.insert(hash_of(payload), payload, |_| false);
            }
            let found = (0..1000u32).filter(|&payload| table.find(hash_of(payload), |found| found == payload).is_some()).count();
            assert!(found > 990, "round {round}: only {found} found");
        }
        table.clear_for(0);
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

    #[test]
    fn what_a_table_held_before_changes_nothing() {
        let fill = |table: &mut Table| -> Vec<u32> {
            table.clear_for(0);
            // Hashes that lie close together, so that some entries are lost.
            (0..6000u32).for_each(|payload| table.insert(hash_of(payload) & 0x7ff, payload, |_| false));
            (0..6000).filter(|&payload| table.find(hash_of(payload) & 0x7ff, |found| found == payload).is_some()).collect()
        };
        let (mut new, mut old) = (Table::default(), Table::default());
        (0..100_000).for_each(|payload| old.insert(hash_of(payload), payload, |_| false));
        let kept = fill(&mut new);
        assert!(kept.len() < 6000, "the test loses none");
        assert_eq!(kept, fill(&mut old));
        assert_eq!(kept, fill(&mut old));
    }
}
