//! The fuzz target `encode`: see `fuzz::encode`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(encode);
