//! The programs of `crosstest/programs` are what its `make` makes of their C, and print what gcc's
//! code prints: nobody has to believe a binary file.

use std::path::Path;
use std::process::Command;

use translator::testing::{self, skipped};

/// The clang whose output `make` was written for; another one prints other code.
const CLANG: &str = "clang version 14.0.6";

#[test]
fn our_programs_are_what_make_makes() {
    let version = Command::new("clang-14").arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    if !String::from_utf8_lossy(&version).contains(CLANG) {
        return skipped(format_args!("making the programs again: {CLANG} is not installed (Debian 12: clang-14)"));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut make = Command::new(root.join("../crosstest/programs/make"));
    let output = make.arg(dir.path()).env("PNACL_CC", env!("CARGO_BIN_EXE_pnacl-clang")).output().expect("make starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made: Vec<_> = ["pexe", "stdout", "rc"].iter().flat_map(|extension| testing::files(dir.path(), extension)).collect();
    assert!(made.len() >= 27, "{made:?}");
    for path in made {
        let name = path.file_name().expect("a name");
        let everything = path.file_stem().is_some_and(|stem| stem == "everything");
        let folder = if everything { root.join("bench") } else { root.join("../crosstest/programs") };
        let kept = std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{}: {error}", name.display()));
        assert!(std::fs::read(&path).expect("just made") == kept, "{}: another file", name.display());
    }
}
