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

/// The clang to use: the one that the variable names, or the newest of those installed that have the most
/// beside them. It does not depend on what is compiled, so that all bitcode of a program is one LLVM's.
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
    let installed = VERSIONS.filter_map(|version| {
        let name = format!("clang-{version}");
        in_path(name.as_ref()).map(|path| Clang { name, path })
    });
    // The last of equal ones is the newest.
    installed.max_by_key(Clang::completeness).ok_or_else(|| {
        Error::NotBuilt(format!(
            "no clang from {} to {} is installed: `apt-get install clang-14 llvm-14`, or name one in the variable {VARIABLE}",
            VERSIONS.start(),
            VERSIONS.end()
        ))
    })
}

/// The program with a name, in the directories of `PATH`.
pub fn in_path(name: &OsStr) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|path| path.is_file())
}

impl Clang {
    /// How much of its LLVM is installed beside it: the headers of libc++ and the tools. Two packages more each.
    fn completeness(&self) -> usize {
        usize::from(self.cplusplus_headers().is_some()) + usize::from(self.tool("llvm-dis").is_ok())
    }

    /// The folder of libc++'s headers, if they are installed beside it.
    pub fn cplusplus_headers(&self) -> Option<PathBuf> {
        let real = std::fs::canonicalize(&self.path).ok()?;
        let dir = real.ancestors().nth(2)?.join("include/c++/v1");
        dir.join("__config").is_file().then_some(dir)
    }

    /// What to do about headers of libc++ that are missing.
    pub fn how_to_get_cplusplus_headers(&self) -> String {
        let version = self.name.strip_prefix("clang").unwrap_or("");
        format!(
            "libc++ is not installed beside {}: `apt-get install libc++{version}-dev`, or name another clang in {VARIABLE}",
            self.name
        )
    }

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
    fn a_clang_with_more_beside_it_goes_before_a_newer_one() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let clang = |version: u32| {
            let path = root.join(format!("llvm-{version}/bin/clang"));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "").unwrap();
            Clang { name: format!("clang-{version}"), path }
        };
        let (old, new) = (clang(14), clang(19));
        assert_eq!(old.cplusplus_headers(), None);
        assert_eq!(old.completeness(), new.completeness());
        let headers = root.join("llvm-14/include/c++/v1");
        std::fs::create_dir_all(&headers).unwrap();
        std::fs::write(headers.join("__config"), "").unwrap();
        assert_eq!(old.cplusplus_headers(), Some(headers));
        assert!(old.completeness() > new.completeness());
    }

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
