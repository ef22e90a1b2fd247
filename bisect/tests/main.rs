//! What a user of the programs of this crate sees. One program, so that it is linked once and all tests run beside each other;
//! `cargo test -p bisect --test all NAME::` runs those of one file.

mod faults;
mod mixes;
mod pages;
mod program;
mod szbuild;
