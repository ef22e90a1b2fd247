//! The fuzz target `passes`: see `fuzz::passes`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(passes, Program);
