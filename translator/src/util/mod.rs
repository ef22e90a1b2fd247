//! Small data structures that every room uses: typed indices ([`entity`]), interned names ([`names`]).
//!
//! Nothing here knows about compilers; `util` imports no other module of the crate.

pub mod entity;
