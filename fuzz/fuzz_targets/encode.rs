//! The fuzz target `encode`: see `fuzz::encode`.
#![no_main]

fuzz::fuzz_program!(encode);
