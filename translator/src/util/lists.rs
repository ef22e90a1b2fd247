//! Lists of one vector, by typed indices.
//!
//! In: lists, one after the other. Out: slices of them. No list has an allocation of its own.

use std::marker::PhantomData;
use std::ops::Range;

use super::entity::Entity;

/// Lists that lie one after the other, by `K`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lists<K, T> {
    entries: Vec<T>,
    /// Where each list ends.
    ends: Vec<u32>,
    key: PhantomData<fn(K) -> K>,
}

impl<K, T> Default for Lists<K, T> {
    fn default() -> Self {
        Self { entries: Vec::new(), ends: Vec::new(), key: PhantomData }
    }
}

impl<K: Entity, T> Lists<K, T> {
    /// Removes all lists, keeping the allocations.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// Appends a list.
    pub fn add(&mut self, entries: impl IntoIterator<Item = T>) -> K {
        self.entries.extend(entries);
        self.ends.push(self.entries.len() as u32);
        K::from_index(self.ends.len() - 1)
    }

    /// Number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no list.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The entries of one list.
    pub fn get(&self, list: K) -> &[T] {
        &self.entries[self.range(list)]
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, list: K) -> &mut [T] {
        let range = self.range(list);
        &mut self.entries[range]
    }

    /// Appends a copy of a list with each entry translated.
    pub fn add_mapped(&mut self, list: K, mut map: impl FnMut(&T) -> T) -> K {
        for index in self.range(list) {
            let entry = map(&self.entries[index]);
            self.entries.push(entry);
        }
        self.add([])
    }

    fn range(&self, list: K) -> Range<usize> {
        let start = list.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[list.index()] as usize
    }

    /// The entries of all lists.
    pub fn all(&self) -> &[T] {
        &self.entries
    }

    /// All lists.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|list| self.get(K::from_index(list)))
    }

    /// Makes these the lists of another with each entry translated.
    pub fn set_mapped<S>(&mut self, other: &Lists<K, S>, map: impl FnMut(&S) -> T) {
        self.clear();
        self.entries.extend(other.entries.iter().map(map));
        self.ends.extend_from_slice(&other.ends);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::entities! {
        /// A list.
        pub ListId = "list";
    }

    #[test]
    fn lists_keep_their_own_entries() {
        let mut lists: Lists<ListId, i32> = Lists::default();
        let first = lists.add([1, 2]);
        let (empty, last) = (lists.add([]), lists.add([3]));
        assert_eq!((lists.get(first), lists.get(empty), lists.get(last)), (&[1, 2][..], &[][..], &[3][..]));
        assert_eq!((first.as_u32(), last), (0, ListId::from_u32(2)));
        lists.get_mut(last)[0] = 4;
        let mut doubled: Lists<ListId, i32> = Lists::default();
        doubled.set_mapped(&lists, |entry| 2 * entry);
        assert_eq!(doubled.iter().collect::<Vec<_>>(), [&[2, 4][..], &[], &[8]]);
        let more = doubled.add_mapped(first, |entry| entry + 1);
        assert_eq!((doubled.get(first), doubled.get(more)), (&[2, 4][..], &[3, 5][..]));
    }
}
