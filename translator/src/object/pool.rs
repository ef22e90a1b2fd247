//! The constants of all functions, merged: one section for each size, each constant once. Jump
//! tables are numbered with them and have a section of their own.
//!
//! Constants are equal if their bits and size are, so 0.0 and -0.0 stay apart. Order is that of
//! first use, so the output depends on the order of functions only. Complexity: one hash lookup for
//! each constant of each function's pool (not for each use).

use crate::mc::PoolConst;
use crate::util::rng::Rng;
use rustc_hash::FxHashMap;

/// The sizes of constants, in bytes; one section each.
pub const SIZES: [usize; 3] = [4, 8, 16];

/// The number of the section of jump tables, after those of constants.
pub const TABLES: usize = SIZES.len();

/// How many sections there can be.
pub const SECTIONS: usize = TABLES + 1;

/// The name of the section of jump tables.
pub const TABLES_NAME: &str = ".rodata.tables";

/// Where a merged constant lies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PoolPlace {
    /// Index into [`SIZES`], or [`TABLES`].
    pub class: u8,
    /// Bytes from the start of the section.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// The merged constants.
#[derive(Default, Debug)]
pub struct MergedPool {
    ids: FxHashMap<PoolConst, u32>,
    places: Vec<PoolPlace>,
    sections: [Vec<u8>; SECTIONS],
}

impl MergedPool {
    /// The number of a constant, counted from 0 in order of first use. Panics if its size is none
    /// of [`SIZES`].
    pub fn intern(&mut self, constant: PoolConst) -> u32 {
        *self.ids.entry(constant).or_insert_with(|| {
            let size = usize::from(constant.size);
            let class = SIZES.iter().position(|&other| other == size).expect("a constant of 4, 8 or 16 bytes");
            let section = &mut self.sections[class];
            // Cannot overflow: four billion bytes of distinct constants need more code than an
            // object can hold.
            self.places.push(PoolPlace { class: class as u8, offset: section.len() as u32, size: size as u32 });
            section.extend_from_slice(&constant.bits.to_le_bytes()[..size]);
            self.places.len() as u32 - 1
        })
    }

    /// The number of a new jump table with these words.
    pub fn add_table(&mut self, words: impl IntoIterator<Item = u32>) -> u32 {
        let section = &mut self.sections[TABLES];
        let offset = section.len();
        words.into_iter().for_each(|word| section.extend_from_slice(&word.to_le_bytes()));
        let size = (section.len() - offset) as u32;
        self.places.push(PoolPlace { class: TABLES as u8, offset: offset as u32, size });
        self.places.len() as u32 - 1
    }

    /// Puts the constants of each section in random order. Their numbers stay.
    pub fn reorder(&mut self, rng: &mut Rng) {
        for (class, size) in SIZES.into_iter().enumerate() {
            let of_class = |place: &&mut PoolPlace| usize::from(place.class) == class;
            let mut places: Vec<&mut PoolPlace> = self.places.iter_mut().filter(of_class).collect();
            rng.shuffle(&mut places);
            let old = std::mem::take(&mut self.sections[class]);
            for place in places {
                let from = place.offset as usize;
                if !fault!(PoolOrderContent, size == 8) {
                    place.offset = self.sections[class].len() as u32;
                }
                self.sections[class].extend_from_slice(&old[from..from + size]);
            }
        }
    }

    /// Where every constant lies, by number.
    pub fn places(&self) -> &[PoolPlace] {
        &self.places
    }

    /// The bytes of one section, by index into [`SIZES`] or [`TABLES`].
    pub fn section(&self, class: usize) -> &[u8] {
        &self.sections[class]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_told_apart_by_bits_and_size() {
        let mut pool = MergedPool::default();
        let zero = PoolConst { bits: 0.0f64.to_bits().into(), size: 8 };
        let minus_zero = PoolConst { bits: (-0.0f64).to_bits().into(), size: 8 };
        let small_zero = PoolConst { bits: 0, size: 4 };
        assert_eq!([zero, minus_zero, small_zero, zero, minus_zero].map(|c| pool.intern(c)), [0, 1, 2, 0, 1]);
        assert_eq!(pool.places()[1], PoolPlace { class: 1, offset: 8, size: 8 });
        assert_eq!(pool.section(1), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80]);
        assert_eq!(pool.section(0), [0; 4]);
        assert_eq!(pool.section(2), [0; 0]);
        assert_eq!((pool.add_table([1, 2]), pool.add_table([3])), (3, 4));
        assert_eq!(pool.places()[4], PoolPlace { class: TABLES as u8, offset: 8, size: 4 });
        assert_eq!(pool.section(TABLES), [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
    }

    #[test]
    fn in_another_order_a_number_means_the_same_constant() {
        let mut pool = MergedPool::default();
        let constants = (0..40).map(|n| PoolConst { bits: n * 77 + 1, size: if n % 3 == 0 { 4 } else { 8 } });
        constants.clone().for_each(|constant| _ = pool.intern(constant));
        pool.add_table([5, 6]);
        let before = pool.places().to_vec();
        pool.reorder(&mut Rng::new(1));
        assert_ne!(pool.places(), before);
        assert_eq!((pool.places()[40], pool.section(TABLES).len()), (before[40], 8), "tables stay");
        for (constant, place) in constants.zip(pool.places()) {
            let bytes = &pool.section(place.class.into())[place.offset as usize..][..place.size as usize];
            assert_eq!(bytes, &constant.bits.to_le_bytes()[..usize::from(constant.size)]);
        }
    }
}
