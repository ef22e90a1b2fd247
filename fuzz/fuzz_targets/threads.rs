//! The fuzz target `threads`: see `fuzz::threads`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(threads, Program);
