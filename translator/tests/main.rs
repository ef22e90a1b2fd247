//! What a user of the translator's programs sees, and what holds of the whole crate. One program, so that it is linked once and all tests
//! run beside each other; `cargo test -p translator --test all NAME::` runs those of one file. What counts allocations is a program of its own
//! (`allocations.rs`): it replaces the allocator.

mod assembly;
mod bad_input;
mod c_driver;
mod checked_allocation;
mod clang_bad_input;
mod cli;
mod compressed;
mod diversify;
mod faults;
mod house_rules;
mod link_gcc;
mod link_programs;
mod lower_everything;
mod options_are_heard;
mod original_options;
mod own_sections;
mod pass_knobs;
mod plans;
mod programs;
mod readme;
mod recipe;
mod run_pnacl_sz;
mod simple_loop;
mod smoke_input;
mod text_llvm;
mod tools;
mod translate_command;
mod used_scratch;
mod write_bitcode;
mod write_random;
