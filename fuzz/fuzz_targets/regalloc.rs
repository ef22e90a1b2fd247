//! The fuzz target `regalloc`: see `fuzz::regalloc`.
#![no_main]

fuzz::fuzz_program!(regalloc);
