//! The fuzz target `read`: see `fuzz::read`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(read, Bitcode);
