//! Register allocation. Knows no ISA: a target hands it a table of register classes and lowered
//! code with an operand visitor.
//!
//! Om1 uses the infinite-weight-only mode ([`minimal`]). O0 allocates block by block ([`local`]). O2 allocates by live ranges ([`linear`]),
//! on request splits variables before or after that ([`split`]), rematerialises constants
//! ([`constants`]), lets what stays in the frame share slots ([`slots`]), and then rewrites the
//! code: moves that became nothing go, so do loads of what a register still holds ([`reloads`]),
//! and the phis become moves on their edges ([`rewrite`], [`edge_moves`], [`parallel_moves`]; where
//! a bisection wants to know whether these are right, [`plain_moves`]).

pub mod checker;
pub mod constants;
pub mod edge_moves;
pub mod linear;
pub mod local;
#[cfg(feature = "o3")]
pub mod loop_constants;
pub mod minimal;
pub mod parallel_moves;
pub mod plain_moves;
pub mod reloads;
pub mod rewrite;
#[cfg(feature = "o3")]
pub mod schedule;
pub mod slots;
pub mod split;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
