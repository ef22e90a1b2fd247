//! The values of the record that is being read.

use std::ops::{Deref, DerefMut};

/// A vector that is overwritten rather than emptied and filled: behind its values stay those of
/// records before, so that room for new ones costs nothing.
#[derive(Clone, Default, Debug)]
pub struct Values {
    /// The values, and what is left of older ones.
    items: Vec<u64>,
    len: usize,
}

impl Values {
    /// No values.
    pub const fn new() -> Self {
        Self { items: Vec::new(), len: 0 }
    }

    /// Removes all values.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: u64) {
        self.add(1)[0] = value;
    }

    /// Appends `count` values, to be overwritten by the caller: they may be anything.
    #[inline]
    pub fn add(&mut self, count: usize) -> &mut [u64] {
        let (start, end) = (self.len, self.len + count);
        if end > self.items.len() {
            self.grow(end);
        }
        self.len = end;
        &mut self.items[start..end]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, len: usize) {
        self.items.resize(len.max(64), 0);
    }
}

impl Extend<u64> for Values {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl Deref for Values {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.items[..self.len]
    }
}

impl DerefMut for Values {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.items[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_older_records_left_does_not_show() {
        let mut values = Values::new();
        values.extend(1..=100);
        values.clear();
        assert!(values.is_empty());
        values.push(7);
        values.add(2).copy_from_slice(&[8, 9]);
        assert_eq!(*values, [7, 8, 9]);
        values.add(200).fill(5);
        assert_eq!((values.len(), values[0], values[202]), (203, 7, 5));
    }
}
