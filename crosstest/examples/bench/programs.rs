//! What is translated.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crosstest::repository;

/// A program.
pub struct Program {
    /// Its name: the file's, without the extension.
    pub name: String,
    /// The bitcode.
    pub path: PathBuf,
    /// Bytes of it.
    pub bytes: u64,
    /// Its C, if that lies beside it.
    pub source: Option<PathBuf>,
    /// What it is run with.
    pub arguments: &'static [&'static str],
    /// The module as LLVM reads it, written down when it is asked for.
    pub ll: OnceLock<Result<PathBuf, String>>,
}

/// The programs in these files; without any, those of the repository.
///
/// # Errors
/// If a file is not there.
pub fn programs(files: &[PathBuf]) -> Result<Vec<Program>, String> {
    if !files.is_empty() {
        return files.iter().map(|path| program(path, &[])).collect();
    }
    let root = repository::root().ok_or("there is no crosstest/corpus here: run inside the repository")?;
    let mut files = repository::list(&root.join("programs"), "pexe")?;
    // All of them in one module.
    files.push(root.join("../translator/bench/everything.pexe"));
    // Most of them do their work as often as an argument says.
    files.iter().map(|path| program(path, &["20"])).collect()
}

fn program(path: &Path, arguments: &'static [&'static str]) -> Result<Program, String> {
    let meta = std::fs::metadata(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let dir = path.parent().unwrap_or(Path::new("."));
    let source = ["c", "src"].map(|below| dir.join(below).join(format!("{name}.c"))).into_iter().find(|file| file.is_file());
    Ok(Program { name, path: path.into(), bytes: meta.len(), source, arguments, ll: OnceLock::new() })
}
