//! The suite `csmith`: programs that Debian's `csmith` makes of numbers, with its default options.

use std::path::Path;
use std::process::Command;

use super::compiler::output_of;
use super::{Expects, Library, Program};
use crate::files;

/// The suite's name.
pub const NAME: &str = "csmith";

/// What it is about.
pub const ABOUT: &str = "generated programs (packages csmith and libcsmith-dev); run by `crosstest c csmith`";

/// Where the headers of Debian's package libcsmith-dev are.
const HEADERS: &str = "/usr/include/csmith";

/// The programs of these numbers, written to a folder.
///
/// # Errors
/// If csmith is not installed, or fails.
pub fn programs(seeds: impl Iterator<Item = u64>, dir: &Path) -> Result<Vec<Program>, String> {
    if !Path::new(HEADERS).join("csmith.h").is_file() {
        return Err(format!("{HEADERS}/csmith.h is missing: `apt-get install csmith libcsmith-dev`"));
    }
    seeds.map(|seed| program(seed, dir)).collect()
}

fn program(seed: u64, dir: &Path) -> Result<Program, String> {
    let name = format!("seed{seed}");
    let source = dir.join(format!("{name}.c"));
    // It leaves a file of its own where it runs.
    let text = output_of(Command::new("csmith").args(["--seed", &seed.to_string()]).current_dir(dir))
        .map_err(|why| format!("csmith: {why} (`apt-get install csmith libcsmith-dev`)"))?;
    files::replace(&source, text)?;
    let (flags, library) = (vec![format!("-I{HEADERS}")], Library::Small);
    Ok(Program { suite: NAME, name, source, flags, library, expects: Expects::Host, left_out: None })
}
