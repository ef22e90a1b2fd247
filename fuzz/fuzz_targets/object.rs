//! The fuzz target `object`: see `fuzz::object`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(object, Program);
