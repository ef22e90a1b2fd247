//! The fuzz target `differential`: see `fuzz::differential`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(differential, Program);
