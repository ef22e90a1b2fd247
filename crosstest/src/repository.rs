//! Where files lie: the repository with the corpus and the file tests, and the shared programs
//! beside it.

use std::io;
use std::path::{Path, PathBuf};

use crate::files;

/// The directory of `crosstest`, relative to the current one if it lies below it.
pub fn root() -> Option<PathBuf> {
    let near = [PathBuf::from("crosstest"), PathBuf::from("."), PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    near.into_iter().find(|dir| dir.join("corpus").is_dir() && dir.join("filetests").is_dir())
}

/// The repository, if this runs inside of it or where it was built.
pub fn repository() -> Option<PathBuf> {
    root()?.canonicalize().ok()?.parent().map(PathBuf::from)
}

/// Writes the report of a measurement: below `measured/` in the repository that this was built in,
/// which is not under version control.
///
/// # Errors
/// If it cannot be written.
pub fn write_measured(name: &str, text: &str) -> Result<PathBuf, String> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../measured");
    std::fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let path = dir.join(name);
    files::replace(&path, text)?;
    Ok(path)
}

/// What reports call a file: its place in the repository, or beside it among the shared programs;
/// else its path as it was given. So the results of different checkouts have the same names.
pub fn name_of(path: &Path) -> String {
    let below = |path: &Path, root: Option<PathBuf>| Some(path.strip_prefix(root?).ok()?.display().to_string());
    let shared = || shared_dir()?.canonicalize().ok()?.ancestors().nth(2).map(PathBuf::from);
    let canonical = path.canonicalize().ok();
    let named = canonical.and_then(|path| below(&path, repository()).or_else(|| below(&path, shared())));
    named.unwrap_or_else(|| path.display().to_string())
}

/// The directory of the shared programs.
pub fn shared_dir() -> Option<PathBuf> {
    let named = std::env::var_os("CROSSTEST_SHARED").map(PathBuf::from);
    // Beside the repository, wherever in it (or in a worktree below it) this runs.
    let mut near = ["../shared", "../../shared", "../../../shared"].map(PathBuf::from).into_iter();
    let dir = named.or_else(|| near.find(|dir| dir.join("pexe").is_dir()))?;
    Some(dir.join("pexe")).filter(|dir| dir.is_dir())
}

/// The shared programs of a directory: those in it, then those of its `programs`.
///
/// # Errors
/// If the directory cannot be read.
pub fn shared_programs(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = list(dir, "pexe")?;
    files.extend(list(&dir.join("programs"), "pexe").unwrap_or_default());
    Ok(files)
}

/// The files of a directory with this extension, sorted by name.
///
/// # Errors
/// If the directory cannot be read.
pub fn list(dir: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let about = |error: io::Error| format!("{}: {error}", dir.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(about)? {
        let path = entry.map_err(about)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
