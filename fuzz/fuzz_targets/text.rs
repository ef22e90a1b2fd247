//! The fuzz target `text`: see `fuzz::text`.
#![no_main]

fuzz::fuzz_program!(text);
