//! The suite `c`: this project's own programs, one area each.
//!
//! Files of `programs/areas`. `// flags: ...` in the first line are options that a program needs;
//! `// newlib: ...` says why it needs the C library.

use std::path::Path;

use super::{Expects, Library, Program};
use crate::repository;

/// The suite's name.
pub const NAME: &str = "c";

/// What it is about.
pub const ABOUT: &str = "programs in C and C++, one area each, compared with the host's; run by `crosstest c`";

/// All programs, sorted by name.
///
/// # Errors
/// If a file cannot be read.
pub fn programs(root: &Path) -> Result<Vec<Program>, String> {
    let dir = root.join("programs/areas");
    let mut files = repository::list(&dir, "c")?;
    files.extend(repository::list(&dir, "cc")?);
    files.sort();
    files.iter().map(|path| program(path)).collect()
}

fn program(path: &Path) -> Result<Program, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let line = text.lines().next().unwrap_or_default();
    let flags = line.strip_prefix("// flags: ").unwrap_or_default().split_whitespace().map(String::from);
    let mut all = vec!["-ffp-contract=off".to_string()];
    if path.extension().is_some_and(|extension| extension == "cc") {
        all.extend(["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"].map(String::from));
    }
    all.extend(flags);
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let library = if line.starts_with("// newlib: ") { Library::Newlib } else { Library::Small };
    Ok(Program { suite: NAME, name, source: path.into(), flags: all, library, expects: Expects::Host, left_out: None })
}
