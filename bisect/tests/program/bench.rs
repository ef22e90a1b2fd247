//! What the tests of the program `bisect` share: a directory, a translator with deliberate faults,
//! a module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A translator that is wrong where the variable FAULTS says so: an example of this package, which
/// `cargo test` builds.
pub fn faulty_sz() -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_bisect")).with_file_name("examples").join("faulty_sz");
    assert!(path.exists(), "build it: cargo build -p bisect --examples");
    path
}

/// A directory to run `bisect` in.
pub struct Bench {
    pub dir: tempfile::TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        Bench { dir: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn run(&self, faults: &str, args: &[&str]) -> (i32, String) {
        let Output { status, stdout, stderr } =
            Command::new(env!("CARGO_BIN_EXE_bisect")).args(args).current_dir(&self.dir).env("FAULTS", faults).output().unwrap();
        let text = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        (status.code().unwrap_or(-1), text)
    }

    /// Bisects a module against a translator with these faults.
    pub fn pexe(&self, faults: &str, more: &[&str]) -> (i32, String) {
        let bad = faulty_sz().display().to_string();
        self.run(faults, &[&["pexe", "module.ll", "--bad-translator", &bad, "--out", "out"], more].concat())
    }
}

/// `one` and `two` show by themselves what they compute; `left` and `right` only when both are
/// wrong.
pub const MODULE: &str = "\
; run: @main(i32 9, i32 4)
; run: @main(i32 -3, i32 1000)
@log = internal global [8 x i8] zeroinitializer
define i32 @main(i32 %a, i32 %b) {
  %d = call i32 @one(i32 %a, i32 %b)
  %e = call i32 @two(i32 %b, i32 %a)
  %l = call i32 @left(i32 %a, i32 %b)
  %r = call i32 @right(i32 %a, i32 %b)
  %same = sub i32 %a, %b
  %u = xor i32 %l, %same
  %v = xor i32 %r, %same
  %w = and i32 %u, %v
  %o = call i32 @other(i32 %w)
  %s = mul i32 %d, 31
  %t = add i32 %s, %e
  %x = add i32 %t, %o
  ret i32 %x
}
define internal i32 @one(i32 %a, i32 %b) {
  %x = add i32 %a, %b
  %y = shl i32 %b, 1
  %z = sub i32 %x, %y
  ret i32 %z
}
define internal i32 @two(i32 %a, i32 %b) {
  %x = xor i32 %a, %b
  %c = icmp slt i32 %x, 5
  br i1 %c, label %small, label %large
small:
  ret i32 %x
large:
  %y = sub i32 %x, %a
  ret i32 %y
}
define internal i32 @left(i32 %a, i32 %b) {
  %x = sub i32 %a, %b
  ret i32 %x
}
define internal i32 @right(i32 %a, i32 %b) {
  %x = sub i32 %a, %b
  ret i32 %x
}
define internal i32 @other(i32 %a) {
  %x = or i32 %a, 64
  %p = ptrtoint [8 x i8]* @log to i32
  %q = inttoptr i32 %p to i32*
  store i32 %x, i32* %q, align 1
  ret i32 %x
}
";
