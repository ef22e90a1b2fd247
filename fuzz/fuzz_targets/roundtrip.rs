//! The fuzz target `roundtrip`: see `fuzz::roundtrip`.
#![no_main]

fuzz::fuzz_program!(roundtrip, Program);
