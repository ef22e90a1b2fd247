//! Replays inputs without libFuzzer: `cargo run -p fuzz --bin replay -- TARGET FILE...`.
//!
//! In: a property's name and files. Out: a line for each and status 0; a panic with what went wrong
//! is status 101.

use std::process::ExitCode;

use crate::{TARGETS, target_named};

/// The program.
pub fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let name = args.next().unwrap_or_default();
    let files: Vec<_> = args.collect();
    let Some(target) = target_named(&name.to_string_lossy()).filter(|_| !files.is_empty()) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("usage: cargo run -p fuzz --bin replay -- TARGET FILE...   (to fuzz: cargo fuzz run TARGET --sanitizer none)");
        eprintln!("targets: {}", names.join(", "));
        return ExitCode::from(2);
    };
    for file in files {
        let name = file.display().to_string();
        match std::fs::read(&file) {
            Ok(bytes) => println!("{name}: {}", if (target.run)(&bytes) { "holds" } else { "is not a case of this property" }),
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}
