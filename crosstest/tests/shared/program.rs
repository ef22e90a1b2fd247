//! Programs as files, for tests that run them.

use std::fs;
use std::path::Path;

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A program in a directory of its own.
pub fn program(source: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("program.ll");
    fs::write(&path, source).expect("it is written");
    let path = text(&path).to_string();
    (dir, path)
}
