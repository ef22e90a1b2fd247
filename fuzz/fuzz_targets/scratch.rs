//! The fuzz target `scratch`: see `fuzz::scratch`.
#![no_main]

fuzz::fuzz_program!(scratch, Program);
