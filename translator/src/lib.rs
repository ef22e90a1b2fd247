//! Translates PNaCl bitcode to machine code.
#[macro_use]
pub mod util;
pub mod analysis;
pub mod bitcode;
pub mod driver;
pub mod error;
pub mod ice;
pub mod lir;
pub mod mc;
pub mod object;
pub mod options;
pub mod pipeline;
pub mod regalloc;
pub mod target;
pub mod text;
