//! Translates PNaCl bitcode to machine code.
#[macro_use]
pub mod util;
pub mod error;
pub mod options;

pub mod ice;

pub mod bitcode;

pub mod text;

pub mod analysis;

pub mod lir;

pub mod regalloc;

pub mod mc;

pub mod target;

pub mod runtime;

pub mod object;

pub mod pipeline;
