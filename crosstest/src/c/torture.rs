//! The suite `torture`: gcc's C torture programs, `gcc.c-torture/execute` of Debian's package
//! gcc-12-source, unpacked where they are needed. Each exits with 0 if all is well.
//!
//! What its `dg-options` line says about the language goes to the compiler. [`LEFT_OUT`] are the
//! programs that no translation of them could have right, with the reason.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::compiler::output_of;
use super::{Expects, Library, Program};
use crate::repository;

/// The suite's name.
pub const NAME: &str = "torture";

/// What it is about.
pub const ABOUT: &str = "gcc's C torture programs (package gcc-12-source); run by `crosstest c torture`";

/// Where Debian's package has gcc's source.
const ARCHIVE_DIR: &str = "/usr/src/gcc-12";

/// The programs' place in it, behind the folder of the version.
const PLACE: &str = "gcc/testsuite/gcc.c-torture/execute";

/// C of all ages: what newer compilers take for an error. What gcc 12 is called with is its default.
const FLAGS: [&str; 7] = [
    "-std=gnu17",
    "-Wno-return-type",
    "-Wno-implicit-int",
    "-Wno-implicit-function-declaration",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    // gcc's name of one of them; clang's is of any type.
    "-D__builtin_isinff=__builtin_isinf",
];

/// Programs that cannot come out as gcc has them, and why.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("20021127-1", "it takes a name of the C library for something else"),
    ("20030404-1", UNWRITTEN),
    ("20031003-1", "it converts floating point that is out of range"),
    ("20090527-1", UNWRITTEN),
    ("20101011-1", "it waits for a signal"),
    ("921202-1", UNWRITTEN),
    ("alloca-1", "it has alloca align to 16, where the target's largest alignment is 8"),
    ("bcp-1", "it looks at something outside of its memory, and clang reads it"),
    ("bitfld-3", WIDTHS),
    ("bitfld-5", WIDTHS),
    ("eeprof-1", "it has gcc report every call (-finstrument-functions)"),
    ("fprintf-2", WRITES),
    ("frame-address", ADDRESSES),
    ("pr32244-1", WIDTHS),
    ("pr34099-2", UNWRITTEN),
    ("pr34971", WIDTHS),
    ("printf-2", WRITES),
    ("return-addr", ADDRESSES),
    ("stkalign", ADDRESSES),
    ("string-opt-18", UNWRITTEN),
    ("user-printf", WRITES),
];

const UNWRITTEN: &str = "it decides by something that it has not written";
const WRITES: &str = "it writes a file, where tests have no directory (`pnacl-run --dir` gives it one)";
const WIDTHS: &str = "it computes with wide bit fields in their own width, as only gcc does";
const ADDRESSES: &str = "it asks where frames lie or calls return to";

/// The folder of the programs: the one that is named, or the package's, unpacked to `dir` once.
///
/// # Errors
/// If there is none.
pub fn sources(named: Option<&Path>, dir: &Path) -> Result<PathBuf, String> {
    if let Some(named) = named {
        return Ok(named.into());
    }
    let unpacked = dir.join("gcc");
    let found = |dir: &Path| {
        let versions = std::fs::read_dir(dir).ok()?;
        versions.filter_map(|entry| Some(entry.ok()?.path().join(PLACE))).find(|path| path.is_dir())
    };
    if let Some(path) = found(&unpacked) {
        return Ok(path);
    }
    let missing = || format!("gcc's programs are missing: `apt-get install gcc-12-source` (or name them: --sources {PLACE})");
    let archives = repository::list(Path::new(ARCHIVE_DIR), "xz").map_err(|_| missing())?;
    let archive = archives.first().ok_or_else(missing)?;
    std::fs::create_dir_all(&unpacked).map_err(|error| format!("{}: {error}", unpacked.display()))?;
    let mut tar = Command::new("tar");
    tar.arg("-xJf").arg(archive).arg("-C").arg(&unpacked).args(["--wildcards", &format!("*/{PLACE}/*")]);
    output_of(&mut tar)?;
    found(&unpacked).ok_or_else(|| format!("{} has no {PLACE}", archive.display()))
}

/// All programs of the folder, sorted by name.
///
/// # Errors
/// If a file cannot be read.
pub fn programs(dir: &Path) -> Result<Vec<Program>, String> {
    let files = repository::list(dir, "c")?;
    if files.is_empty() {
        return Err(format!("{}: there are no programs", dir.display()));
    }
    files.iter().map(|path| program(path)).collect()
}

fn program(path: &Path) -> Result<Program, String> {
    // Not all of them are UTF-8.
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let known = LEFT_OUT.iter().find(|(known, _)| *known == name);
    let mut flags: Vec<String> = FLAGS.map(String::from).into();
    flags.extend(language_options(&String::from_utf8_lossy(&text)));
    Ok(Program {
        suite: NAME,
        name,
        source: path.into(),
        flags,
        library: Library::Either,
        expects: Expects::Success,
        left_out: known.map(|(_, why)| (*why).into()),
    })
}

/// The options of a program that change what its text means.
fn language_options(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains("dg-options") || line.contains("dg-additional-options"));
    let words = lines.flat_map(|line| line.split(['"', ' ', '}', '{']));
    words.filter(|word| ["-fwrapv", "-fgnu89-inline"].contains(word) || word.starts_with("-std=")).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_sorted_and_named_once() {
        assert!(LEFT_OUT.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn options_of_the_language_are_passed_on() {
        let text =
            "/* { dg-options \"-O2 -fwrapv\" } */\n/* { dg-additional-options \"-std=gnu99 -g\" { target *-*-* } } */\n-std=c89";
        assert_eq!(language_options(text), ["-fwrapv", "-std=gnu99"]);
    }
}
