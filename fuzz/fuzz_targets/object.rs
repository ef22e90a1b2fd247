//! The fuzz target `object`: see `fuzz::object`.
#![no_main]

fuzz::fuzz_program!(object, Program);
