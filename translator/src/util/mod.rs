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
