//! The fuzz target `differential`: see `fuzz::differential`.
#![no_main]

fuzz::fuzz_program!(differential, Program);
