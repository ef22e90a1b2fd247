//! The fuzz target `parallel_moves`: see `fuzz::parallel_moves`.
#![no_main]

fuzz::fuzz_program!(parallel_moves);
