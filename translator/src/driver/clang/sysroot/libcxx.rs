//! The compiled part of libc++, from LLVM's sources: streams, locales, regular expressions, threads, the file system, and what the types of
//! objects are at run time. Debian has these sources in no package but LLVM's own, of 130 MB, so that they are named by whoever wants them;
//! without them there are libc++'s headers, and of the rest what the glue has (`glue/cxx.cc`).
//!
//! In: a directory or an archive with `libcxx` and `libcxxabi`, of the version whose headers lie beside clang. Out: what is to be compiled.
//! No source of libc++ is in this repository.

use std::path::{Path, PathBuf};

use super::build::{Unit, about, unpack};
use super::recipe::{COMPILED_CPLUSPLUS_OPTIONS, LIBCXX_LEFT_OUT, LIBCXXABI, Library};
use crate::driver::error::Error;

/// What is unpacked of an archive: it has all of LLVM.
const UNPACKED: [&str; 4] = ["*/libcxx/src", "*/libcxx/include/__config", "*/libcxxabi/src", "*/libcxxabi/include"];

/// The directory that has `libcxx` and `libcxxabi`, unpacked below `work` if an archive is given.
///
/// # Errors
/// If it cannot be unpacked, is something else, or of another version than the headers in `headers`.
pub fn find(work: &Path, given: &Path, headers: &Path) -> Result<PathBuf, Error> {
    if !given.exists() {
        return Err(Error::NotBuilt(format!("{}: there is no such archive or directory", given.display())));
    }
    let mut unpacked = given.to_path_buf();
    if given.is_file() {
        unpacked = work.join("llvm");
        unpack(given, &unpacked, &UNPACKED)?;
    }
    let is_it = |dir: &PathBuf| dir.join("libcxx/src").is_dir() && dir.join("libcxxabi/src").is_dir();
    let deeper = std::fs::read_dir(&unpacked).into_iter().flatten().flatten().map(|entry| entry.path());
    let root = std::iter::once(unpacked.clone()).chain(deeper).find(is_it).ok_or_else(|| {
        Error::NotBuilt(format!("{}: these are not LLVM's sources (no libcxx/src and libcxxabi/src)", given.display()))
    })?;
    let (sources, installed) = (version(&root.join("libcxx/include"))?, version(headers)?);
    if sources == installed {
        return Ok(root);
    }
    Err(Error::NotBuilt(format!(
        "{}: this is libc++ {sources}, and the headers in {} are those of libc++ {installed}",
        given.display(),
        headers.display()
    )))
}

/// The major version of headers: what they and the sources share changes with it alone.
fn version(headers: &Path) -> Result<u32, Error> {
    let path = headers.join("__config");
    let text = std::fs::read_to_string(&path).map_err(about(&path))?;
    let number = text.lines().find_map(|line| line.trim_start_matches(['#', ' ']).strip_prefix("define _LIBCPP_VERSION "));
    number
        .and_then(|number| number.trim().parse::<u32>().ok())
        .map(|number| number / 1000)
        .ok_or_else(|| Error::NotBuilt(format!("{}: it names no version of libc++", path.display())))
}

/// What is to be compiled, of the directory that [`find`] found.
///
/// # Errors
/// If a directory cannot be read.
pub fn units(root: &Path) -> Result<Vec<Unit>, Error> {
    let (libcxx, libcxxabi) = (root.join("libcxx/src"), root.join("libcxxabi/src"));
    let mut units = Vec::new();
    for (dir, prefix) in [("", "cxx"), ("ryu", "ryu"), ("filesystem", "filesystem"), ("experimental", "experimental")] {
        let dir = libcxx.join(dir);
        // Not every version has all of them.
        let names = if dir.is_dir() { sources(&dir)? } else { Vec::new() };
        for name in names.iter().filter(|name| !LIBCXX_LEFT_OUT.contains(&name.as_str())) {
            let source = dir.join(format!("{name}.cpp"));
            units.push(unit(root, format!("{prefix}_{name}.o"), Library::CPlusPlus, source));
        }
    }
    for name in sources(&libcxxabi)?.iter().filter(|name| LIBCXXABI.contains(&name.as_str())) {
        units.push(unit(root, format!("abi_{name}.o"), Library::CPlusPlusTypes, libcxxabi.join(format!("{name}.cpp"))));
    }
    Ok(units)
}

/// The names of the sources in a directory, without `.cpp`.
fn sources(dir: &Path) -> Result<Vec<String>, Error> {
    let entries = std::fs::read_dir(dir).map_err(about(dir))?;
    let name = |entry: std::fs::DirEntry| Some(entry.file_name().to_str()?.strip_suffix(".cpp")?.to_string());
    let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
    names.sort();
    Ok(names)
}

fn unit(root: &Path, name: String, library: Library, source: PathBuf) -> Unit {
    let dirs = ["libcxx/src", "libcxxabi/include", "libcxxabi/src"].map(|dir| format!("-I{}", root.join(dir).display()));
    let options = COMPILED_CPLUSPLUS_OPTIONS.iter().map(|&option| option.into()).chain(dirs).collect();
    Unit { name, library, source, options }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Files below a directory, with a text each.
    fn write(root: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }

    /// What LLVM's sources look like.
    const SOURCES: [(&str, &str); 8] = [
        ("llvm-x/libcxx/src/ios.cpp", ""),
        ("llvm-x/libcxx/src/format.cpp", ""),
        ("llvm-x/libcxx/src/filesystem/operations.cpp", ""),
        ("llvm-x/libcxx/include/__config", "#ifdef __cplusplus\n#  define _LIBCPP_VERSION 14000\n"),
        ("llvm-x/libcxxabi/include/cxxabi.h", ""),
        ("llvm-x/libcxxabi/src/private_typeinfo.cpp", ""),
        ("llvm-x/libcxxabi/src/cxa_personality.cpp", ""),
        ("llvm-x/llvm/lib/large.cpp", ""),
    ];

    #[test]
    fn what_is_compiled_is_found_in_directories_and_archives() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &SOURCES);
        write(dir.path(), &[("headers/__config", "#  define _LIBCPP_VERSION 14000")]);
        let (archive, headers) = (dir.path().join("llvm.tar"), dir.path().join("headers"));
        assert!(Command::new("tar").arg("-cf").arg(&archive).arg("-C").arg(dir.path()).arg("llvm-x").status().unwrap().success());
        for given in [dir.path().join("llvm-x"), dir.path().to_path_buf(), archive] {
            let work = tempfile::tempdir().unwrap();
            let root = find(work.path(), &given, &headers).unwrap();
            let units = units(&root).unwrap();
            let names: Vec<_> = units.iter().map(|unit| unit.name.as_str()).collect();
            assert_eq!(names, ["cxx_ios.o", "filesystem_operations.o", "abi_private_typeinfo.o"], "{given:?}");
            assert!(!root.join("llvm").exists() || !root.starts_with(work.path()), "no more is unpacked than is needed");
        }
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &SOURCES);
        write(
            dir.path(),
            &[("headers/__config", "#define _LIBCPP_VERSION 15007"), ("other.tar", "no archive"), ("empty/file", "")],
        );
        let said = |given: &str| {
            let work = tempfile::tempdir().unwrap();
            let error = find(work.path(), &dir.path().join(given), &dir.path().join("headers")).unwrap_err();
            error.to_string().replace(&format!("{}/", dir.path().display()), "")
        };
        assert!(said("nowhere").ends_with("nowhere: there is no such archive or directory"), "{}", said("nowhere"));
        assert!(
            said("empty").ends_with("empty: these are not LLVM's sources (no libcxx/src and libcxxabi/src)"),
            "{}",
            said("empty")
        );
        assert!(said("other.tar").contains("other.tar: tar cannot unpack it (tar: "), "{}", said("other.tar"));
        let expected = "llvm-x: this is libc++ 14, and the headers in headers are those of libc++ 15";
        assert!(said("llvm-x").ends_with(expected), "{}", said("llvm-x"));
    }
}
