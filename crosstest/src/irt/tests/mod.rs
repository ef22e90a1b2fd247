//! Every interface function, called by guest code on the fake engine.

mod fdio;
mod files;
mod memory;
mod misc;
mod names;
mod sync;

use crate::process::fake::{Cpu, DATA};

use super::abi::Errno;

/// The page where guests keep what they pass by pointer, as an argument.
const D: u64 = DATA as u64;
/// A scratch word in it, for results.
const OUT: u64 = D + 0x8000;
/// The address of [`OUT`].
const OUT_ADDR: u32 = OUT as u32;
/// An address that is not mapped.
const BAD: u64 = D + 0x1_0000;

/// Calls, and expects this error number (0 for success).
#[track_caller]
fn expect(cpu: &Cpu, errno: u32, name: &str, args: &[u64]) {
    assert_eq!(cpu.call(name, args), errno, "{name}{args:?}");
}

/// Calls, and expects success.
#[track_caller]
fn ok(cpu: &Cpu, name: &str, args: &[u64]) {
    expect(cpu, 0, name, args);
}

/// Calls, and expects this error.
#[track_caller]
fn fails(cpu: &Cpu, errno: Errno, name: &str, args: &[u64]) {
    expect(cpu, errno.0, name, args);
}
