//! Jump tables: lists of places in a function's code, each entry an address of 32 bits, that lie in read-only data.
//!
//! In: lists of labels, while the code is written. Out, once the labels have their final places: lists of offsets, which the object writer
//! turns into relocations. Linear in the entries.

use super::buffer::Label;

crate::entities! {
    /// A jump table of a function.
    pub TableId = "jt";
}

/// Lists that lie one after the other, by [`TableId`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lists<T> {
    entries: Vec<T>,
    /// Where each list ends.
    ends: Vec<u32>,
}

/// The tables of a function whose code is being written.
pub type LabelTables = Lists<Label>;

/// The tables of finished code: offsets from the function's start.
pub type JumpTables = Lists<u32>;

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Removes all lists, keeping the allocations.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// Appends a list.
    pub fn add(&mut self, entries: impl IntoIterator<Item = T>) -> TableId {
        self.entries.extend(entries);
        self.ends.push(self.entries.len() as u32);
        TableId::from_u32(self.ends.len() as u32 - 1)
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
    pub fn get(&self, table: TableId) -> &[T] {
        let end = self.ends[table.as_u32() as usize] as usize;
        &self.entries[self.start(table)..end]
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, table: TableId) -> &mut [T] {
        let (start, end) = (self.start(table), self.ends[table.as_u32() as usize] as usize);
        &mut self.entries[start..end]
    }

    fn start(&self, table: TableId) -> usize {
        (table.as_u32() as usize).checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    /// The entries of all lists.
    pub fn all(&self) -> &[T] {
        &self.entries
    }

    /// All lists.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len() as u32).map(|table| self.get(TableId::from_u32(table)))
    }

    /// Makes these the lists of another with each entry translated.
    pub fn set_mapped<S>(&mut self, other: &Lists<S>, map: impl FnMut(&S) -> T) {
        self.clear();
        self.entries.extend(other.entries.iter().map(map));
        self.ends.extend_from_slice(&other.ends);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_own_entries() {
        let mut lists = Lists::default();
        let first = lists.add([1, 2]);
        let (empty, last) = (lists.add([]), lists.add([3]));
        assert_eq!((lists.get(first), lists.get(empty), lists.get(last)), (&[1, 2][..], &[][..], &[3][..]));
        lists.get_mut(last)[0] = 4;
        let mut doubled = Lists::default();
        doubled.set_mapped(&lists, |entry| 2 * entry);
        assert_eq!(doubled.iter().collect::<Vec<_>>(), [&[2, 4][..], &[], &[8]]);
    }
}
