//! The fuzz target `read`: see `fuzz::read`.
#![no_main]

fuzz::fuzz_program!(read, Bitcode);
