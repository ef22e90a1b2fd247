//! Register allocation. Knows no ISA: a target hands it a table of register classes and lowered code with an operand visitor.
//!
//! Om1 uses the infinite-weight-only mode ([`minimal`]).

pub mod minimal;
#[cfg(test)]
mod tests;

use crate::lir::RegMask;

/// What the allocator knows of a target's registers.
#[derive(Clone, Debug)]
pub struct RegTable {
    /// The allocatable registers of each class.
    pub classes: Vec<RegMask>,
    /// The registers that a call preserves; using one costs a save and a restore, so the others are preferred.
    pub callee_saved: RegMask,
}
