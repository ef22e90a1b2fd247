//! Instrumentation in a build without it: there is none.

use crate::ice::{Function, Module};
use crate::options::Instruments;

/// Whether this build can do any of it.
pub const IS_BUILT: bool = false;

/// Does nothing: options that ask for something are refused before.
pub fn apply(_: &mut Module, _: &mut Vec<Function>, _: Instruments) -> Result<(), String> {
    Ok(())
}
