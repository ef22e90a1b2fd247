//! The fuzz target `passes`: see `fuzz::passes`.
#![no_main]

fuzz::fuzz_program!(passes, Program);
