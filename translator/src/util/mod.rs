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

/// Makes room for `len` items in an empty vector. To let the vector itself grow would copy what it
/// held before.
pub fn make_room<T>(vec: &mut Vec<T>, len: usize) {
    debug_assert!(vec.is_empty());
    if vec.capacity() < len {
        *vec = Vec::with_capacity(len.max(2 * vec.capacity()));
    }
}
