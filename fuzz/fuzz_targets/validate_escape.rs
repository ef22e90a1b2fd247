//! The fuzz target `validate_escape`: see `fuzz::validate_escape`.
#![no_main]

fuzz::fuzz_program!(validate_escape);
