//! The fuzz target `roundtrip`: see `fuzz::roundtrip`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(roundtrip, Program);
