//! The fuzz target `regalloc`: see `fuzz::regalloc`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(regalloc);
