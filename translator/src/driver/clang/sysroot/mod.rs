//! The C library that programs get: where it lies, and how it is built.
//!
//! It is newlib from Debian's package `newlib-source`, and [`glue`] between it and the NaCl
//! interfaces: archives of LLVM IR as text, and headers; with LLVM's sources libc++ besides ([`libcxx`]). It is a cache, made once by
//! `pnacl-clang --build-libc` ([`build`]), whose name says what it was made from, so that a program
//! never meets the library of another version. No source of newlib is in this repository.

pub mod build;
mod glue;
mod libcxx;
mod recipe;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::driver::error::Error;

/// The variable that names the directory of built libraries.
const VARIABLE: &str = "PNACL_SYSROOT";

/// A library, built or not.
#[derive(Clone, Debug)]
pub struct Sysroot {
    dir: PathBuf,
    /// Whether the command line names the directory.
    is_given: bool,
}

impl Sysroot {
    /// The library of this version: in the directory that is named, or else in the variable's, or
    /// else among the user's cached files.
    pub fn locate(given: Option<&Path>) -> Result<Self, Error> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let root = given
            .map(Path::to_path_buf)
            .or_else(|| variable(VARIABLE))
            .or_else(|| variable("XDG_CACHE_HOME").map(|dir| dir.join("pnacl-sysroot")))
            .or_else(|| variable("HOME").map(|dir| dir.join(".cache/pnacl-sysroot")));
        let missing = || Error::NotBuilt(format!("no place for the C library: set HOME or {VARIABLE}, or give --sysroot"));
        Ok(Self { dir: root.ok_or_else(missing)?.join(version()), is_given: given.is_some() })
    }

    /// Whether it is there.
    pub fn is_built(&self) -> bool {
        // The directory appears as a whole.
        self.dir.is_dir()
    }

    /// What to say of a library that is not built, where something is missing that it would have.
    pub fn not_built(&self) -> String {
        let (root, name) = (self.dir.parent().unwrap_or(Path::new("")), self.dir.file_name().unwrap_or_default());
        let (root, name) = (root.display(), name.to_string_lossy());
        let mut others: Vec<String> = root_entries(&self.dir).filter(|other| other.starts_with(PREFIX)).collect();
        others.sort_unstable();
        let option = if self.is_given { format!(" --sysroot {root}") } else { String::new() };
        let how = format!("`pnacl-clang --build-libc{option}` builds it");
        if others.is_empty() {
            return format!("the C library is not built: there is no {root}/{name} ({how})");
        }
        let others = others.join(", ");
        format!("the C library of this version is not built: {root} has {others}, of other versions, and no {name} ({how})")
    }

    /// Options by which clang finds the headers.
    pub fn include_flags(&self) -> Vec<OsString> {
        ["include", "newlib"].iter().flat_map(|name| ["-isystem".into(), self.dir.join(name).into()]).collect()
    }

    /// Where the archives are.
    pub fn libraries(&self) -> PathBuf {
        self.dir.join("lib")
    }

    /// The archives that there are, in the order in which they are searched.
    pub fn archives(&self) -> impl Iterator<Item = PathBuf> {
        let dir = self.libraries();
        recipe::Library::ALL.into_iter().map(move |library| dir.join(library.file())).filter(|path| path.is_file())
    }

    /// Whether it has what tells the types of objects at run time.
    pub fn has_types(&self) -> bool {
        self.libraries().join(recipe::Library::CPlusPlusTypes.file()).is_file()
    }
}

/// Headers that programs include, for telling that it is the library that is missing.
const KNOWN: &[&str] = &[
    "assert.h",
    "ctype.h",
    "dirent.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "getopt.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "pthread.h",
    "regex.h",
    "setjmp.h",
    "signal.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "time.h",
    "unistd.h",
    "wchar.h",
    "wctype.h",
];

/// Whether a header is one of the library's.
pub fn has_header(name: &str) -> bool {
    KNOWN.contains(&name) || glue::HEADERS.iter().any(|header| header.name == name)
}

/// The names of what lies beside a library.
fn root_entries(dir: &Path) -> impl Iterator<Item = String> {
    let entries = dir.parent().and_then(|root| std::fs::read_dir(root).ok()).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
}

/// How the names of libraries begin.
const PREFIX: &str = "libc-";

/// Names what a library is made from: the recipe and the glue.
fn version() -> String {
    let mut hash = Hash::default();
    for source in glue::SOURCES {
        hash.add(source.name);
        hash.add(source.text);
    }
    for header in glue::PRIVATE_HEADERS.iter().chain(glue::HEADERS) {
        hash.add(header.name);
        hash.add(header.text);
    }
    hash.add(include_str!("recipe.rs"));
    hash.add(include_str!("build.rs"));
    hash.add(include_str!("libcxx.rs"));
    format!("{PREFIX}{:016x}", hash.0)
}

/// FNV-1a, whose values are the same on every machine.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, text: &str) {
        // The zero ends a text: moving a byte from one to the next is a change.
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_lies_where_it_is_asked_for() {
        let sysroot = Sysroot::locate(Some(Path::new("/nowhere"))).unwrap();
        assert!(!sysroot.is_built());
        assert!(sysroot.archives().next().is_none() && !sysroot.has_types());
        assert!(Path::new(&sysroot.include_flags()[1]).starts_with(Path::new("/nowhere").join(version())));
        assert_eq!(sysroot.include_flags().len(), 4);
    }

    #[test]
    fn archives_are_those_that_were_built() {
        let dir = tempfile::tempdir().unwrap();
        let sysroot = Sysroot::locate(Some(dir.path())).unwrap();
        std::fs::create_dir_all(sysroot.libraries()).unwrap();
        for (file, has_types) in [("libm.a", false), ("libc.a", false), ("libc++abi.a", true)] {
            std::fs::write(sysroot.libraries().join(file), "").unwrap();
            assert_eq!(sysroot.has_types(), has_types, "{file}");
        }
        let found: Vec<_> = sysroot.archives().map(|path| path.file_name().unwrap().to_owned()).collect();
        assert_eq!(found, ["libc.a", "libm.a", "libc++abi.a"]);
    }

    #[test]
    fn what_is_missing_is_said_with_what_is_there_instead() {
        let dir = tempfile::tempdir().unwrap();
        let (root, name) = (dir.path().display(), version());
        let sysroot = Sysroot::locate(Some(dir.path())).unwrap();
        let how = format!("`pnacl-clang --build-libc --sysroot {root}` builds it");
        assert_eq!(sysroot.not_built(), format!("the C library is not built: there is no {root}/{name} ({how})"));
        std::fs::create_dir(dir.path().join("libc-0123")).unwrap();
        let others = format!("{root} has libc-0123, of other versions, and no {name}");
        assert_eq!(sysroot.not_built(), format!("the C library of this version is not built: {others} ({how})"));
    }

    #[test]
    fn a_change_is_another_version() {
        let hash = |texts: &[&str]| {
            let mut hash = Hash::default();
            texts.iter().for_each(|text| hash.add(text));
            hash.0
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
    }
}
