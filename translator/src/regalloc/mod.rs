//! Register allocation. Knows no ISA: a target hands it a table of register classes and lowered code with an operand visitor.
//!
//! Om1 uses the infinite-weight-only mode ([`minimal`]).

pub mod minimal;
#[cfg(test)]
mod tests;
