//! The fuzz target `parallel_moves`: see `fuzz::parallel_moves`.
#![cfg_attr(fuzzing, no_main)]

fuzz::fuzz_program!(parallel_moves);
