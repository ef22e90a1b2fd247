//! Writes the product of a run: all of it or nothing.
//!
//! A regular file is written under a temporary name in the same directory and renamed when it is
//! complete, so that half of it is never seen, and a failed run leaves whatever was there before.
//! Devices and pipes (`/dev/null`) are written directly.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::object::{Contents, ObjectFile};

/// Where the product goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

/// Whether standard output is a terminal, on which an object file would be noise.
pub fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

impl Output {
    /// Writes the product.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.write_by(&mut |out| out.write_all(bytes))
    }

    /// Writes a program, which those who may read it may run.
    #[cfg(feature = "tools")]
    pub fn write_program(&self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).and_then(|()| make_executable(self))
    }

    /// Writes a finished file. Its small parts are written together.
    pub fn write_file(&self, file: &ObjectFile) -> io::Result<()> {
        self.write_by(&mut |out| {
            let mut out = BufWriter::new(out);
            file.write_to(&mut out)?;
            out.flush()
        })
    }

    /// Writes something that need not be in memory.
    pub fn write_contents(&self, contents: &dyn Contents) -> io::Result<()> {
        self.write_by(&mut |out| contents.write_to(out))
    }

    fn write_by(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        match self {
            Output::Stdout => {
                let mut stdout = io::stdout().lock();
                write(&mut stdout)?;
                stdout.flush()
            }
            Output::File(path) => match fs::metadata(path) {
                Ok(metadata) if !metadata.is_file() => write(&mut OpenOptions::new().write(true).open(path)?),
                // Through symbolic links, so that the rename replaces the file and not the link.
                Ok(_) => replace(&fs::canonicalize(path)?, write),
                Err(_) => replace(path, write),
            },
        }
    }

    /// How messages name it.
    pub fn name(&self) -> String {
        match self {
            Output::Stdout => "standard output".into(),
            Output::File(path) => path.display().to_string(),
        }
    }
}

fn replace(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let (mut file, temporary) = create_beside(path)?;
    let written = write(&mut file).and_then(|()| {
        drop(file);
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        // Nothing more can be done about a temporary file that cannot be removed; the first error
        // is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Makes a new file in the directory of `path`.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file"))?;
    create_temporary(path.parent().unwrap_or(Path::new("")), name)
}

/// Makes a new file in a directory, to be read and written, with a hidden name that nobody else uses;
/// `name` is part of it.
pub(super) fn create_temporary(dir: &Path, name: &OsStr) -> io::Result<(File, PathBuf)> {
    let process = std::process::id();
    let mut attempt = 0;
    loop {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{process}.{attempt}.tmp"));
        let temporary = dir.join(temporary);
        match OpenOptions::new().read(true).write(true).create_new(true).open(&temporary) {
            // Another thread's, or left behind by a killed process that had our number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            result => return result.map(|file| (file, temporary)),
        }
    }
}

/// Lets those who may read an output run it. Build files, too, look for programs by this bit.
#[cfg(all(unix, feature = "tools"))]
fn make_executable(output: &Output) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let Output::File(path) = output else { return Ok(()) };
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Ok(());
    }
    let mode = metadata.permissions().mode();
    // Who may read it may run it.
    fs::set_permissions(path, fs::Permissions::from_mode(mode | (mode & 0o444) >> 2))
}

#[cfg(all(not(unix), feature = "tools"))]
fn make_executable(_: &Output) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(dir: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.o");
        for content in ["first", "second"] {
            Output::File(path.clone()).write(content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(entries(dir.path()), ["out.o"]);
        }
    }

    #[test]
    fn a_directory_in_the_way_is_an_error_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Output::File(dir.path().to_path_buf()).write(b"x").is_err());
        assert!(Output::File(dir.path().join("missing/out.o")).write(b"x").is_err());
        assert_eq!(entries(dir.path()), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_stays_a_link_and_a_device_stays_a_device() {
        let dir = tempfile::tempdir().unwrap();
        let (target, link) = (dir.path().join("target"), dir.path().join("link"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink("target", &link).unwrap();
        Output::File(link.clone()).write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        Output::File("/dev/null".into()).write(b"new").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
