//! Replays inputs without libFuzzer: what a target's program does when it was not compiled by cargo-fuzz.
//!
//! In: files, as arguments. Out: a line for each and status 0; a panic with what went wrong is status 101.

use std::process::ExitCode;

/// Runs a property on every file that is named on the command line.
pub fn main(run: fn(&[u8]) -> bool) -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: cargo run -p fuzz --bin TARGET -- FILE...   (to fuzz: cargo fuzz run TARGET --sanitizer none)");
        return ExitCode::from(2);
    }
    for file in files {
        let name = file.display().to_string();
        match std::fs::read(&file) {
            Ok(bytes) => println!("{name}: {}", if run(&bytes) { "holds" } else { "is not a case of this property" }),
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}
