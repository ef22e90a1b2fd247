//! Atomic accesses on real processors: `programs/library/litmus.c` tries what the memory model of C11 forbids, natively, at each recipe, in
//! the sandbox and without it. On x86-64 only one such thing could happen by a barrier that is missing (a load that overtakes a store);
//! what other processors need is held by `filetests/lower/atomic_orders.ll`. Without the C library that the tests of `c_library` build, the
//! test says so.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::path::Path;
use std::process::Command;

use crosstest::repository;
use translator::testing::skipped;

/// Each is 256 cells.
const ROUNDS: &str = "100";

#[test]
fn nothing_forbidden_is_seen() {
    let sysroot = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sysroot");
    let dir = tempfile::tempdir().expect("a directory");
    let product = dir.path().join("litmus.pexe");
    let mut build = Command::new(env!("CARGO_BIN_EXE_crosstest"));
    build.args(["pnacl-clang", "-O2", "-w", "--sysroot"]).arg(&sysroot);
    build.arg(repository::root().expect("inside the repository").join("programs/library/litmus.c")).arg("-o").arg(&product);
    if !sysroot.is_dir() || !build.output().is_ok_and(|output| output.status.success()) {
        skipped("litmus tests: the C library is not built (the tests of c_library build it)");
        return;
    }
    for recipe in ["O2", "O3", "O0", "Om1"] {
        for options in [&[][..], &["--no-sandbox"], &["--target", "x8632"], &["--target", "x8632", "--no-sandbox"]] {
            let mut run = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
            run.args(["--no-wall", "--timeout", "300", "--opt", recipe]).args(options).arg(&product).arg(ROUNDS);
            let output = run.output().expect("it starts");
            let said = String::from_utf8_lossy(&output.stdout);
            let why = String::from_utf8_lossy(&output.stderr);
            if why.contains("runs no code of 32 bits") {
                skipped(format_args!("litmus tests of 32-bit programs: {why}"));
                continue;
            }
            assert_eq!(output.status.code(), Some(0), "{recipe} {options:?}: {why}\n{said}");
            assert_eq!(said.lines().count(), 15, "{recipe} {options:?}: {said}");
        }
    }
}
