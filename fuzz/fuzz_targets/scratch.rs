//! The fuzz target `scratch`: see `fuzz::scratch`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(scratch, Program);
