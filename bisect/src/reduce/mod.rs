//! The smallest module that still fails: [`crosstest::reduce`], which the campaign uses, too, with
//! the oracles of bisections.

pub use crosstest::reduce::*;

pub mod oracle;
