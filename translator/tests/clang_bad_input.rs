//! `pnacl-clang` and what can go wrong: one clear line with the place, exit status 1, and no output
//! that is half there. No clang is needed: scripts stand in for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a script in the place of clang.
struct Place {
    dir: tempfile::TempDir,
    clang: PathBuf,
}

impl Place {
    fn new(script: &str) -> Place {
        let dir = tempfile::tempdir().unwrap();
        let clang = dir.path().join("clang");
        // By another process: what this one has open to write, a program that another thread starts would have open, too, for a while, and
        // a file that is open to write cannot be run.
        let mut shell = Command::new("sh");
        shell.args(["-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod 755 \"$0\""]).arg(&clang).arg(script);
        assert!(shell.status().unwrap().success());
        Place { dir, clang }
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.dir.path().join(name), text).unwrap();
        name.into()
    }

    fn compile(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pnacl-clang"));
        // The user's C library is not the test's affair.
        command.env("PNACL_CLANG", &self.clang).env("PNACL_SYSROOT", self.dir.path().join("none"));
        command.current_dir(self.dir.path()).args(args).output().unwrap()
    }

    /// Fails with exactly this on standard error, and leaves an older output as it was.
    #[track_caller]
    fn refused(&self, args: &[&str], expected: &str) {
        self.file("old.pexe", "older");
        let output = self.compile(&[args, &["-o", "old.pexe"]].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("pnacl-clang: {expected}\n"));
        assert!(output.stdout.is_empty());
        assert_eq!(fs::read_to_string(self.dir.path().join("old.pexe")).unwrap(), "older");
        let names = fs::read_dir(self.dir.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let left: Vec<String> =
            names.filter(|name| !["clang", "old.pexe"].contains(&&**name) && !Path::new(name).has_root()).collect();
        assert!(left.iter().all(|name| name.contains(".ll") || name.contains(".c")), "{left:?}");
    }
}

const START: &str = "define void @_start(i32 %info) {\n  call void @f()\n  ret void\n}\n";

#[test]
fn ir_that_is_broken_or_newer() {
    let place = Place::new("exit 1");
    let newer = place.file("newer.ll", "define void @_start(i32 %0) {\n  %2 = ponder i32 1\n  ret void\n}\n");
    place.refused(&["-nostdlib", &newer], "newer.ll:2: unknown instruction 'ponder'");
    let odd = "define void @_start(i32 %0) {\n  %2 = zext i32 %0 to i37\n  %3 = add i64 %2, 1\n  ret void\n}\n";
    place.refused(
        &["-nostdlib", &place.file("odd.ll", odd)],
        "odd.ll:3: function _start: a value is used as i64, which it is not",
    );
    let cut = place.file("cut.ll", "define void @_start(i32 %0) {\n  ret");
    let output = place.compile(&["-nostdlib", &cut, "-o", "x.pexe"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("pnacl-clang: cut.ll:2: ") && said.lines().count() == 1, "{said}");
    assert!(!place.dir.path().join("x.pexe").exists());
}

#[test]
fn symbols_that_are_missing_or_there_twice() {
    let place = Place::new("exit 1");
    let start = place.file("start.ll", &format!("{START}declare void @f()\n"));
    place.refused(&["-nostdlib", &start], "start.ll:2: function _start: the symbol f is not defined");
    let [one, two] = ["one.ll", "two.ll"].map(|name| place.file(name, "define void @f() {\n  ret void\n}\n"));
    let output = place.compile(&["-nostdlib", &start, &one, &two, "-o", "x.pexe"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("two.ll") && said.contains("one.ll") && said.contains(" f "), "{said}");
    assert!(!place.dir.path().join("x.pexe").exists());
}

#[test]
fn a_disk_that_is_full_and_a_folder_that_is_not_there() {
    let place = Place::new("exit 1");
    let whole = place.file("whole.ll", &format!("{START}define void @f() {{\n  ret void\n}}\n"));
    for (out, expected) in [
        ("/dev/full", "pnacl-clang: /dev/full: No space left on device (os error 28)\n"),
        ("nowhere/x.pexe", "pnacl-clang: nowhere/x.pexe: No such file or directory (os error 2)\n"),
    ] {
        let output = place.compile(&["-nostdlib", &whole, "-o", out]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
    assert!(place.compile(&["-nostdlib", &whole, "-o", "x.pexe"]).status.success());
}

#[test]
fn a_clang_that_crashes_refuses_or_lies() {
    Place::new("kill -SEGV $$").refused(&["x.c"], "x.c: clang crashed (signal: 11 (SIGSEGV))");
    Place::new("exit 139").refused(&["x.c"], "x.c: clang crashed (signal: 11)");
    Place::new("exit 3").refused(&["x.c"], "x.c: clang refuses it (exit status 3)");
    let loud = Place::new("echo no >&2; exit 3").compile(&["x.c"]);
    assert_eq!(String::from_utf8_lossy(&loud.stderr), "no\npnacl-clang: x.c: clang refuses it (exit status 3), as said above\n");
    Place::new("echo 'define void @f() {'").refused(&["-nostdlib", "x.c"], "x.c:2: expected '}' at the end of a function");
    Place::new("printf '\\377'").refused(&["-nostdlib", "x.c"], "x.c: 0:0: IR that is not UTF-8");
    let place = Place { clang: "/nowhere/clang".into(), ..Place::new("") };
    place.refused(&["x.c"], "/nowhere/clang, which PNACL_CLANG names, is not there");
}
