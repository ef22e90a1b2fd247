//! Small data structures that every room uses: typed indices ([`entity`]), lists by them
//! ([`lists`]), compressed graphs ([`graph`]) and their dominator trees ([`dominators`]), random
//! numbers from a seed ([`rng`]).
//!
//! Nothing here knows about compilers; `util` imports no other module of the crate.

pub mod dominators;
pub mod entity;
pub mod graph;
pub mod lists;
pub mod rng;

/// How many items there is room for at least: working memory grows in few steps.
const LEAST_ROOM: usize = 512;

/// Makes room for `len` items in an empty vector. To let the vector itself grow would copy what it
/// held before.
pub fn make_room<T>(vec: &mut Vec<T>, len: usize) {
    debug_assert!(vec.is_empty());
    if vec.capacity() < len {
        *vec = Vec::with_capacity(len.max(2 * vec.capacity()).max(LEAST_ROOM));
    }
}

/// Makes a vector so many copies of a value. What it held is forgotten first, so that it need not be
/// moved if the vector grows.
pub fn refill<T: Clone>(vec: &mut Vec<T>, len: usize, value: T) {
    vec.clear();
    make_room(vec, len);
    vec.resize(len, value);
}

/// The longest stretch of items that are moved one by one.
const SHORT_STRETCH: usize = 12;

/// Drops some items; their indices ascend. What stays moves a stretch at a time, item by item if it is short.
pub fn drop_from<T: Copy>(items: &mut Vec<T>, dropped: impl Iterator<Item = u32>) {
    let mut dropped = dropped.map(|index| index as usize).peekable();
    let Some(&(mut kept)) = dropped.peek() else { return };
    while let Some(index) = dropped.next() {
        let next = dropped.peek().copied().unwrap_or(items.len());
        let stays = index + 1..next;
        if stays.len() > SHORT_STRETCH {
            items.copy_within(stays.clone(), kept);
            kept += stays.len();
        } else {
            for from in stays {
                items[kept] = items[from];
                kept += 1;
            }
        }
    }
    items.truncate(kept);
}
