//! What several of these files need: programs as files, and what they said.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::fs;
use std::path::Path;
use std::process::Output;

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

/// A program's standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
