//! The fuzz target `llvm_ir`: see `fuzz::llvm_ir`.
#![no_main]

fuzz::fuzz_program!(llvm_ir);
