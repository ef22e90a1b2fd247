//! Instrumentation: programs that watch themselves, made before any pass runs.
//!
//! In: a module with the bodies of its functions, as read, and what is asked for. Out: the same program with more
//! instructions, functions and variables, in the IR: every architecture, recipe and engine gets it from here, and the
//! reference interpreter runs it as well. What a program needs of its platform (to write, to end) it asks
//! for by the interfaces of PNaCl, so that it needs nothing at the linker.
//!
//! Linear in the program.

mod bounds;
mod link;
pub mod profile;
mod revision;
mod sanitize;

use crate::ice::{Function, Module};
use crate::options::Instruments;

/// Whether this build can do any of it.
pub const IS_BUILT: bool = true;

/// Instruments a program as options ask for. Fails on one that cannot be.
pub fn apply(module: &mut Module, bodies: &mut Vec<Function>, wanted: Instruments) -> Result<(), String> {
    let own = bodies.len();
    if wanted.sanitize_address {
        sanitize::instrument(module, bodies)?;
    }
    if wanted.block_profile {
        profile::instrument(module, bodies, own, true);
    }
    if wanted.revision {
        revision::add(module)?;
    }
    // Last, as it makes blocks.
    if wanted.mock_bounds_check {
        bodies[..own].iter_mut().for_each(bounds::instrument);
    }
    Ok(())
}
