//! The fuzz target `threads`: see `fuzz::threads`.
#![no_main]

fuzz::fuzz_program!(threads, Program);
