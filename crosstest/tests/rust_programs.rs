//! A program in Rust: rustc's LLVM IR of it, of `core` and of `alloc` becomes a frozen program (`programs/rust/build`), which prints in
//! every execution what the same program prints on the host. Where the sources of `core` or the C library are missing the test says so.
#![cfg(feature = "emulator")]

use std::path::Path;
use std::process::Command;

use crosstest::repository;
use translator::testing::skipped;

/// The executions, as options of `crosstest exec`.
const EXECUTIONS: [&[&str]; 5] = [
    &["--engine", "interp"],
    &["--target", "x8632", "--opt", "O2"],
    &["--target", "x8664", "--opt", "Om1"],
    &["--target", "arm32", "--opt", "O2"],
    &["--target", "mips32", "--opt", "O2"],
];

/// What is missing, if anything is.
fn missing(sysroot: &Path) -> Option<&'static str> {
    let rustc = Command::new("rustc").args(["--print", "sysroot"]).output().ok().filter(|output| output.status.success());
    let Some(rustc) = rustc else { return Some("rustc is not installed") };
    let root = String::from_utf8_lossy(&rustc.stdout).trim().to_string();
    if !Path::new(&root).join("lib/rustlib/src/rust/library/core/src").is_dir() {
        return Some("the sources of core are not installed (rustup component add rust-src)");
    }
    (!sysroot.is_dir()).then_some("the C library is not built (the tests of c_library build it)")
}

#[test]
fn a_program_in_rust_is_right_everywhere() {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let sysroot = tmp.join("sysroot");
    if let Some(missing) = missing(&sysroot) {
        skipped(format_args!("a program in Rust: {missing}"));
        return;
    }
    let programs = repository::root().expect("inside the repository").join("programs/rust");
    // Taken from the same program built for i686-unknown-linux-gnu.
    let expected = std::fs::read_to_string(programs.join("words.stdout")).expect("it is recorded");
    let dir = tempfile::tempdir().expect("a directory");
    let product = dir.path().join("words.pexe");
    let crosstest = env!("CARGO_BIN_EXE_crosstest");
    for options in [&["-O"][..], &["-Cdebug-assertions=on"]] {
        let mut build = Command::new(programs.join("build"));
        build.arg(programs.join("words.rs")).arg(&product).args(options);
        build.env("PNACL_CLANG_COMMAND", format!("{crosstest} pnacl-clang --sysroot {}", sysroot.display()));
        let output = build.env("RUST_IR", tmp.join("rust-ir")).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for execution in EXECUTIONS {
            let output = Command::new(crosstest).arg("exec").args(execution).arg(&product).output().expect("it starts");
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{options:?} {execution:?}");
            // A panic ends the program.
            assert_eq!(output.status.code(), Some(3), "{options:?} {execution:?}");
        }
    }
}
