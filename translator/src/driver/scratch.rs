//! A directory for files that other programs read and write; gone when it is dropped.

use std::io;
use std::path::{Path, PathBuf};

/// See the module.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes a directory of its own among the system's temporary ones.
    pub fn new() -> io::Result<Self> {
        let (dir, process) = (std::env::temp_dir(), std::process::id());
        let mut attempt = 0;
        loop {
            let path = dir.join(format!("pnacl-{process}-{attempt}"));
            match std::fs::create_dir(&path) {
                // Another thread's, or left behind by a killed process that had our number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 1000 => attempt += 1,
                result => return result.map(|()| Scratch(path)),
            }
        }
    }

    /// Where a file in it is.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file in it.
    pub fn file(&self, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let path = self.path(name);
        std::fs::write(&path, bytes)?;
        Ok(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is the system's to clean up.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
