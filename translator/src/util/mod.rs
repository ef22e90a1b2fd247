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
