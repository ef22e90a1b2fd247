//! Translates PNaCl bitcode to machine code.
#[macro_use]
pub mod util;
pub mod bitcode;
pub mod error;
pub mod ice;
pub mod mc;
pub mod options;
pub mod target;
