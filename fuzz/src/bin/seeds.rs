//! The command that makes seed corpora: see `fuzz::seeds::command`.
#![cfg_attr(fuzzing, no_main)]

// cargo-fuzz builds every program of the package with its instrumentation, which only a fuzz target links: so this is one that does nothing.
#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|_data: &[u8]| {});

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    fuzz::seeds::command::main()
}
