//! Which clang there is, and the tools of the same LLVM.

use std::ffi::OsStr;
use std::path::PathBuf;

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
        // Without a version in its name it is of this LLVM only where nothing else lies: in the folder
        // that a link leads to, or beside a clang that has no version in its name either.
        let own = real.parent().filter(|dir| suffix.is_empty() || self.path.parent() != Some(dir));
        let versioned = [real.parent(), self.path.parent()].into_iter().flatten().map(|dir| dir.join(format!("{name}{suffix}")));
        let beside: Vec<PathBuf> = versioned.chain(own.map(|dir| dir.join(name))).collect();
        beside.into_iter().find(|path| path.is_file()).or_else(|| in_path(format!("{name}{suffix}").as_ref())).ok_or_else(|| {
            Error::NotBuilt(format!("{name} is not installed beside {}: `apt-get install llvm{suffix}`", self.name))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_of_the_same_version() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let (bin, own) = (root.join("bin"), root.join("llvm-19/bin"));
        std::fs::create_dir_all(&bin).unwrap();
        std::fs::create_dir_all(&own).unwrap();
        for file in [bin.join("llvm-dis"), own.join("clang")] {
            std::fs::write(file, "").unwrap();
        }
        std::os::unix::fs::symlink(own.join("clang"), bin.join("clang-19")).unwrap();
        let clang = Clang { name: "clang-19".into(), path: bin.join("clang-19") };
        // What lies in `bin` is another LLVM's.
        assert!(clang.tool("llvm-dis").unwrap_err().to_string().contains("apt-get install llvm-19"));
        std::fs::write(own.join("llvm-dis"), "").unwrap();
        assert_eq!(clang.tool("llvm-dis").unwrap(), own.join("llvm-dis"));
        std::fs::write(bin.join("llvm-dis-19"), "").unwrap();
        assert_eq!(clang.tool("llvm-dis").unwrap(), bin.join("llvm-dis-19"));
        let plain = Clang { name: "clang".into(), path: bin.join("clang") };
        assert_eq!(plain.tool("llvm-dis").unwrap(), bin.join("llvm-dis"));
    }
}
