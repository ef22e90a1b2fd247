//! From a failing program to the decision that broke it, without a person.
//!
//! This crate holds the design; it is built on the bundles that the cross-test runner writes for a disagreement.
//!
//! - `search`: given N elements and a test (fails, passes, cannot tell), one 1-minimal failing set, then all minimal failing sets by
//!   hitting-set enumeration, with a cache and a budget. Pure: no I/O, no clocks; property-tested against systems whose answer is known.
//! - `space`: what the elements are. Functions (each from the good or the bad translation), passes, transformations of a pass (its
//!   fuel), variables in allocation, blocks and instructions. Spaces chain: the function first, then the pass, then the transformation.
//! - `oracle`: what decides. Expected output, the reference interpreter, or the user's script with the exit codes of `git bisect run`.
//! - `mix`: a program whose functions come from two translations, made in memory for the emulator or by the user's link command for
//!   objects of any two compilers.
//! - `reduce`: the smallest module that still fails and is still well defined, which the interpreter's Unspecified bits tell.
//! - `journal` and `report`: an interrupted bisection goes on where it was; the result names the set, the pass, the transformation, and
//!   holds a regression test.
//!
//! Nothing depends on this crate.
pub mod cli;
pub mod dump;
pub mod elf;
pub mod journal;
pub mod locate;
pub mod mix;
pub mod objects;
pub mod program;
pub mod reduce;
pub mod report;
pub mod script;
pub mod search;
pub mod space;
pub mod translate;
