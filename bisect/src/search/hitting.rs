//! The minimal hitting sets of a growing family of sets: sets that have an element in common with
//! each of the family.
//!
//! In: sets, one by one. Out: the hitting sets that have not been closed yet, smallest first.
//! Berge's multiplication ([BERGE-1989]): the minimal hitting sets of a family and one more set are
//! those that hit the new set already, and the others with one of its elements added, without those
//! that contain another. There can be exponentially many, so that their number is limited.

use rustc_hash::FxHashSet;

use super::Set;

/// See the module.
pub struct HittingSets {
    open: Vec<Set>,
    closed: Vec<Set>,
    limit: usize,
}

fn is_subset(a: &[u32], b: &[u32]) -> bool {
    a.len() <= b.len() && a.iter().all(|element| b.binary_search(element).is_ok())
}

impl HittingSets {
    /// Of the empty family: the empty set hits all of it. At most `limit` are kept.
    pub fn new(limit: usize) -> Self {
        Self { open: vec![Vec::new()], closed: Vec::new(), limit }
    }

    /// Adds a set to the family; fails beyond the limit. An empty one cannot be hit: there is
    /// nothing left then.
    pub fn multiply(&mut self, set: &[u32]) -> Result<(), ()> {
        let mut hits: Vec<Set> = Vec::new();
        let mut grown: FxHashSet<Set> = FxHashSet::default();
        // A closed one hits a new set, too, if the test is monotone; if it is not, it grows like
        // any other.
        let is_hit = |hitting: &Set| hitting.iter().any(|element| set.contains(element));
        self.closed.retain(is_hit);
        for hitting in std::mem::take(&mut self.open) {
            if is_hit(&hitting) {
                hits.push(hitting);
                continue;
            }
            for &element in set {
                let mut larger = hitting.clone();
                larger.push(element);
                larger.sort_unstable();
                grown.insert(larger);
                if grown.len() > self.limit {
                    return Err(());
                }
            }
        }
        let mut grown: Vec<Set> = grown.into_iter().collect();
        // One that is contained in another grown one: both came from sets of which neither contains
        // the other, and added elements.
        grown.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        for larger in grown {
            if !hits.iter().chain(&self.closed).any(|known| is_subset(known, &larger)) {
                hits.push(larger);
            }
        }
        if hits.len() > self.limit {
            return Err(());
        }
        hits.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        self.open = hits;
        Ok(())
    }

    /// The first one that is open.
    pub fn next_open(&self) -> Option<Set> {
        self.open.first().cloned()
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Nothing more is to be expected of this one.
    pub fn close(&mut self, hitting: &Set) {
        self.open.retain(|open| open != hitting);
        self.closed.push(hitting.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hitting_sets_are_minimal_and_all_there() {
        let mut hitting = HittingSets::new(100);
        hitting.multiply(&[1, 2]).unwrap();
        hitting.multiply(&[2, 3]).unwrap();
        hitting.multiply(&[4]).unwrap();
        assert_eq!(hitting.open, [vec![2, 4], vec![1, 3, 4]]);
        hitting.close(&vec![2, 4]);
        assert_eq!((hitting.open(), hitting.next_open()), (1, Some(vec![1, 3, 4])));
        hitting.multiply(&[]).unwrap();
        assert_eq!(hitting.open(), 0);
    }

    #[test]
    fn too_many_are_refused() {
        let mut hitting = HittingSets::new(100);
        for set in 0..6 {
            hitting.multiply(&[set * 2, set * 2 + 1]).unwrap();
        }
        assert_eq!(hitting.open(), 64);
        assert!(hitting.multiply(&[12, 13]).is_err());
    }
}
