//! Which clang there is, and the tools of the same LLVM.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::driver::error::Error;

/// A clang that is installed.
#[derive(Clone, Debug)]
pub struct Clang {
    /// How messages name it.
    pub name: String,
    /// The program.
    pub path: PathBuf,
}

/// The versions whose IR is read, the newest first.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=19;

/// The variable that names another clang.
const VARIABLE: &str = "PNACL_CLANG";

/// The newest clang that is installed.
pub fn clang() -> Result<Clang, Error> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        let found =
            if path.components().count() > 1 { path.is_file().then_some(path.clone()) } else { in_path(path.as_os_str()) };
        let name = path.display().to_string();
        return match found {
            Some(path) => Ok(Clang { name, path }),
            None => Err(Error::NotBuilt(format!("{name}, which {VARIABLE} names, is not there"))),
        };
    }
    for version in VERSIONS.rev() {
        let name = format!("clang-{version}");
        if let Some(path) = in_path(name.as_ref()) {
            return Ok(Clang { name, path });
        }
    }
    Err(Error::NotBuilt(format!(
        "no clang from {} to {} is installed: `apt-get install clang-14 llvm-14`, or name one in the variable {VARIABLE}",
        VERSIONS.start(),
        VERSIONS.end()
    )))
}

/// The program with a name, in the directories of `PATH`.
pub fn in_path(name: &OsStr) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|path| path.is_file())
}

impl Clang {
    /// A tool of the same LLVM, such as `llvm-dis`.
    pub fn tool(&self, name: &str) -> Result<PathBuf, Error> {
        let real = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let suffix =
            self.path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix("clang")).unwrap_or("");
        let beside = [real.parent(), self.path.parent()]
            .into_iter()
            .flatten()
            .flat_map(|dir: &Path| [dir.join(format!("{name}{suffix}")), dir.join(name)]);
        beside.into_iter().find(|path| path.is_file()).or_else(|| in_path(format!("{name}{suffix}").as_ref())).ok_or_else(|| {
            Error::NotBuilt(format!("{name} is not installed beside {}: `apt-get install llvm{suffix}`", self.name))
        })
    }
}
