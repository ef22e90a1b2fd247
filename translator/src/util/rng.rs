//! Random numbers from a seed: the same on every host, for choices that options ask to be random.
//! Not for secrets.
//!
//! Source: SplitMix64 of [STEELE-2014]: a counter and a mixing function.

/// A generator.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that is determined by its seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is not zero. Small bounds are hit evenly enough: by 2^-64 of
    /// their share.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_numbers() {
        let draw = |seed| {
            let mut rng = Rng::new(seed);
            [(); 4].map(|()| rng.next_u64())
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        // The first number of the reference implementation for seed 0.
        assert_eq!(draw(0)[0], 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn every_order_comes_up() {
        let mut rng = Rng::new(1);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [1, 2, 3];
            rng.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    }
}
