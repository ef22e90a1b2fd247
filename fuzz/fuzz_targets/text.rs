//! The fuzz target `text`: see `fuzz::text`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(text);
