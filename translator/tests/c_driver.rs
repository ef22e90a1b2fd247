//! `pnacl-clang` as a compiler, without the C library: its inputs, its outputs, what it refuses. Where
//! clang is not installed the tests say so.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use translator::testing::skipped;

/// Whether there is a clang.
fn has_clang() -> bool {
    let found = Command::new("clang-14").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        skipped(format_args!("the compiler's command line: clang-14 is not installed"));
    }
    found
}

/// What a command in a directory prints; there is no C library.
fn run(program: &str, dir: &Path, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(dir).env("PNACL_SYSROOT", dir.join("none"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // A program that reads nothing may have ended.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn clang(dir: &Path, args: &[&str], input: &str) -> Output {
    run(env!("CARGO_BIN_EXE_pnacl-clang"), dir, args, input)
}

/// The one line on standard error of a command that fails.
#[track_caller]
fn refusal(output: &Output) -> String {
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_string()
}

/// A line without the version of the C library.
fn without_version(line: &str) -> String {
    let is_version = |word: &&str| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts = line.split("libc-").map(|part| match part.get(..16).filter(is_version) {
        Some(_) => format!("*{}", &part[16..]),
        None => part.to_string(),
    });
    parts.collect::<Vec<_>>().join("libc-")
}

const MAIN: &str = "int write(int, const void *, unsigned); int f(void);\nint main(void) { return write(1, \"x\", 1) + f(); }\n";

#[test]
fn objects_and_archives_are_linked() {
    if !has_clang() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    std::fs::write(dir.join("main.c"), MAIN).unwrap();
    for (name, text) in
        [("f.c", "int f(void) { return 1; }\n"), ("unused.c", "int missing(void); int g(void) { return missing(); }\n")]
    {
        std::fs::write(dir.join(name), text).unwrap();
    }
    let done = |output: Output| assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    done(clang(dir, &["-O2", "-g", "-c", "main.c", "f.c", "unused.c", "-MD"], ""));
    assert!(std::fs::read_to_string(dir.join("f.d")).unwrap().starts_with("f.o: f.c"));
    done(run(env!("CARGO_BIN_EXE_pnacl-ar"), dir, &["rcs", "liball.a", "f.o", "unused.o"], ""));
    done(clang(dir, &["main.o", "-L.", "-lall", "-o", "all.pexe", "-Wl,--gc-sections", "-s"], ""));
    assert!(std::fs::read(dir.join("all.pexe")).unwrap().starts_with(b"PEXE"));
    // Without the archive's index every member is looked at.
    done(run(env!("CARGO_BIN_EXE_pnacl-ar"), dir, &["rcS", "libplain.a", "f.o", "unused.o"], ""));
    done(clang(dir, &["main.o", "libplain.a", "-o", "plain.pexe"], ""));
    assert_eq!(std::fs::read(dir.join("all.pexe")).unwrap(), std::fs::read(dir.join("plain.pexe")).unwrap());
    let names = run(env!("CARGO_BIN_EXE_pnacl-nm"), dir, &["f.o"], "");
    assert!(String::from_utf8_lossy(&names.stdout).contains(" T f"));
    let error = refusal(&clang(dir, &["main.o", "-o", "none.pexe"], ""));
    assert!(error.contains("the symbol f is not defined"), "{error}");
    assert!(!dir.join("none.pexe").exists());
}

/// A process for each member would take most of the time of linking. What is wrong with one is said of it alone.
#[test]
fn members_that_are_asked_for_together_are_read_together() {
    if !has_clang() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let main = "int a(void); int b(void); int c(void);\nint main(void) { return a() + b() + c(); }\n";
    let files = ["a", "b", "c"].map(|name| (format!("{name}.c"), format!("int {name}(void) {{ return 1; }}\n")));
    for (name, text) in files.iter().chain([&("main.c".to_string(), main.to_string())]) {
        std::fs::write(dir.join(name), text).unwrap();
    }
    let done = |output: &Output| assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    done(&clang(dir, &["-O2", "-c", "main.c", "a.c", "b.c", "c.c"], ""));
    let archive = |name| done(&run(env!("CARGO_BIN_EXE_pnacl-ar"), dir, &["rcs", name, "a.o", "b.o", "c.o"], ""));
    archive("liball.a");
    let output = clang(dir, &["-v", "main.o", "liball.a", "-o", "all.pexe"], "");
    done(&output);
    // One for `main.o`, one for the archive.
    assert_eq!(String::from_utf8_lossy(&output.stderr).matches("llvm-dis").count(), 2, "{output:?}");
    done(&clang(dir, &["main.o", "a.o", "b.o", "c.o", "-o", "apart.pexe"], ""));
    assert_eq!(std::fs::read(dir.join("all.pexe")).unwrap(), std::fs::read(dir.join("apart.pexe")).unwrap());
    let mut broken = std::fs::read(dir.join("liball.a")).unwrap();
    let places: Vec<usize> = (0..broken.len() - 4).filter(|&at| broken[at..].starts_with(b"BC\xc0\xde")).collect();
    broken[places[1] + 4..places[1] + 40].fill(0);
    std::fs::write(dir.join("libbroken.a"), broken).unwrap();
    let output = clang(dir, &["main.o", "libbroken.a", "-o", "broken.pexe"], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.lines().count() <= 2 && said.contains("llvm-dis"), "{said}");
}

#[test]
fn languages_and_standard_input() {
    if !has_clang() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let output = clang(dir.path(), &["-x", "c", "-S", "-emit-llvm", "-o", "-", "-"], "int f(void) { return 7; }\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("ret i32 7"));
    let output = clang(dir.path(), &["-E", "-"], "#define X 1\nX\n");
    assert!(String::from_utf8_lossy(&output.stdout).lines().any(|line| line == "1"));
    let output = clang(
        dir.path(),
        &["-xc++", "-S", "-emit-llvm", "-o", "-", "-"],
        "template <class T> T f(T x) { return x; } int g() { return f(1); }\n",
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("@_Z1gv"));
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    if !has_clang() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let root = dir.join("none");
    let not_built =
        format!("the C library is not built: there is no {}/libc-* (`pnacl-clang --build-libc` builds it)", root.display());
    std::fs::write(dir.join("hello.c"), "#include <stdio.h>\nint main(void) { return puts(\"x\"); }\n").unwrap();
    std::fs::write(dir.join("call.c"), "int puts(const char *);\nint main(void) { return puts(\"x\"); }\n").unwrap();
    std::fs::write(dir.join("sum.c"), "int main(int argc, char **argv) { return argc + 1; }\n").unwrap();
    std::fs::write(dir.join("begin.c"), "void _start(unsigned *info) { *info = 0; }\n").unwrap();
    std::fs::write(dir.join("code.s"), "nop\n").unwrap();
    std::fs::write(dir.join("code.o"), b"\x7fELF").unwrap();
    for (args, expected) in [
        (&["hello.c"][..], format!("pnacl-clang: hello.c: <stdio.h> is missing; {not_built}")),
        (&["call.c"], format!("pnacl-clang: call.c: function main: the symbol puts is not defined; {not_built}")),
        (&["-g", "call.c"], format!("pnacl-clang: call.c:2: function main: the symbol puts is not defined; {not_built}")),
        (&["-e", "start", "call.c"], format!("pnacl-clang: call.c: function main: the symbol puts is not defined; {not_built}")),
        (&["call.c", "-lm"], format!("pnacl-clang: the library libm.a is in none of the directories that -L names; {not_built}")),
        (&["code.s"], "pnacl-clang: code.s: assembly is for one processor, and cannot become a portable program".into()),
        (
            &["code.o"],
            "pnacl-clang: code.o: machine code cannot become a portable program: compile its source with pnacl-clang".into(),
        ),
        (
            &["-fsanitize=undefined", "sum.c"],
            "pnacl-clang: sum.c: function main: the symbol __ubsan_handle_add_overflow is not defined: there is no runtime of -fsanitize \
             (with -fsanitize-trap=all it needs none)"
                .into(),
        ),
        (
            &["-nostdlib", "-pg", "begin.c"],
            "pnacl-clang: begin.c: function _start: the symbol mcount is not defined: there is no runtime of -pg".into(),
        ),
        (&["-shared", "call.c"], "pnacl-clang: -shared: a program is one piece, and there are no shared libraries".into()),
        (&["--build-libc=nowhere"], "pnacl-clang: nowhere: there is no such archive or directory".into()),
    ] {
        assert_eq!(without_version(&refusal(&clang(dir, args, ""))), expected, "{args:?}");
    }
    std::fs::create_dir_all(root.join("libc-old")).unwrap();
    let said = without_version(&refusal(&clang(dir, &["hello.c"], "")));
    assert!(said.contains("is missing; the C library of this version is not built: "), "{said}");
    assert!(
        said.contains("/none has libc-old, of other versions, and no libc-* (`pnacl-clang --build-libc` builds it)"),
        "{said}"
    );
}

#[test]
fn build_files_can_ask() {
    if !has_clang() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let answer = |option: &str| String::from_utf8_lossy(&clang(dir.path(), &[option], "").stdout).trim_end().to_string();
    assert_eq!(answer("-dumpmachine"), "le32-unknown-nacl");
    assert_eq!(answer("-print-prog-name=ar"), "pnacl-ar");
    assert_eq!(answer("-print-file-name=libc.a"), "libc.a");
    assert!(answer("--version").contains("(clang: "));
}
