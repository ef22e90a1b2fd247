//! Translates PNaCl bitcode to machine code.
#[macro_use]
pub mod util;
pub mod error;
pub mod ice;
pub mod mc;
pub mod options;
pub mod runtime;
pub mod target;
pub mod text;
