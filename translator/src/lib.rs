//! Translates PNaCl bitcode to machine code.
#[macro_use]
pub mod util;
pub mod error;
pub mod options;

pub mod ice;

pub mod bitcode;

pub mod analysis;

pub mod lir;

pub mod regalloc;

pub mod mc;

pub mod target;

pub mod object;

pub mod driver;

pub mod pipeline;
