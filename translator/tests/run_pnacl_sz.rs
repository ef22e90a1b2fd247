//! `run-pnacl-sz` as the RUN lines of the original's tests call it: texts, objects, what objdump says of
//! them, expected failures. Says what it skipped where the platform's tools are missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use translator::testing::skipped;

const ADD: &str =
    "define i32 @add(i32 %a, i32 %b) {\nentry:\n  %sum = add i32 %a, %b\n  ret i32 %sum\n}\ndeclare void @outside()\n";

fn run(dir: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_run-pnacl-sz")).args(line.split_whitespace()).current_dir(dir).output().unwrap()
}

#[track_caller]
fn prints(dir: &Path, line: &str) -> String {
    let output = run(dir, line);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "{line}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn lines_of_the_originals_tests() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("add.ll"), ADD).unwrap();
    assert!(prints(dir, "-i add.ll --filetype=asm --args -O2").contains("add eax, "));
    assert!(prints(dir, "--input=add.ll --no-local-syms").contains(".byte"));
    assert!(prints(dir, "-i add.ll --insts").contains("add i32"));
    assert!(prints(dir, "-i add.ll --echo-cmd --args -Om1").starts_with("[cmd] pnacl-sz -target=x8632 -filetype=iasm -Om1 -o "));
    assert_eq!(prints(dir, "-i add.ll --filetype=obj -o add.o --args -O2"), "");
    let sz = Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args(["-O2", "add.ll", "-o", "-"]).current_dir(dir).output().unwrap();
    assert!(fs::read(dir.join("add.o")).unwrap() == sz.stdout);
    let gcd = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crosstest/programs/digests.pexe");
    let records = Command::new(env!("CARGO_BIN_EXE_pnacl-dis")).arg("-records").arg(gcd).output().unwrap().stdout;
    fs::write(dir.join("digests.tbc"), records).unwrap();
    assert!(prints(dir, "-i digests.tbc --tbc --filetype=asm").contains("_start:"));
    // Another build of the translator: a program that makes nothing is found out.
    assert!(run(dir, "-i add.ll --pnacl-sz=false").stderr.starts_with(b"run-pnacl-sz: false ends with "));
}

#[test]
fn objects_are_disassembled() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("add.ll"), ADD).unwrap();
    for (target, tool, instruction) in [
        ("x8632", "objdump", "add    eax,"),
        ("x8664", "objdump", "add "),
        ("arm32", "arm-linux-gnueabihf-objdump", "add\tr0, r0, r1"),
        ("mips32", "mipsel-linux-gnu-objdump", "addu\tv0,a0,a1"),
    ] {
        if Command::new(tool).arg("--version").output().is_err() {
            skipped(format_args!("disassembly for {target}: there is no {tool}"));
            continue;
        }
        for how in ["--filetype=obj", "--filetype=asm --assemble", "", "--filetype=obj --forceasm"] {
            let line = format!("-i add.ll --target {target} {how} --disassemble --dis-flags=--no-show-raw-insn --args -O2");
            let text = prints(dir, &line);
            assert!(text.contains("<add>:") && text.contains(instruction), "{line}\n{text}");
        }
    }
}

#[test]
fn failures_are_expected_or_not() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("add.ll"), ADD).unwrap();
    fs::write(dir.join("bad.ll"), "define i33 @f() {\n").unwrap();
    let status = |line: &str| {
        let output = run(dir, line);
        assert!(output.stdout.is_empty(), "{line}");
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = status("-i bad.ll --expect-fail");
    assert!(code == 0 && said.starts_with("pnacl-sz: bad.ll:1:8: `i33`"), "{said}");
    assert_eq!(status("-i bad.ll").0, 1);
    let (code, said) = status("-i add.ll --expect-fail --filetype=obj");
    assert_eq!((code, said.as_str()), (1, "run-pnacl-sz: pnacl-sz succeeded, and was expected to fail\n"));
    for (line, code, expected) in [
        ("-i add.ll --args -o x", 2, "run-pnacl-sz: -o behind --args: it is an option of run-pnacl-sz itself\n"),
        ("--disassemble", 2, "run-pnacl-sz: no input: name a file with -i (see -help)\n"),
        ("-i add.ll --sandbox", 1, "run-pnacl-sz: --sandbox: code is not sandboxed\n"),
        ("-i add.ll --disasemble", 2, "run-pnacl-sz: unknown option --disasemble; did you mean -disassemble? (see -help)\n"),
        ("add.ll", 2, "run-pnacl-sz: add.ll: the input is named by -i, and options of pnacl-sz stand behind --args\n"),
        ("-i add.ll --expect-fail --args -frobnicate", 2, "run-pnacl-sz: unknown option -frobnicate (see -help)\n"),
    ] {
        assert_eq!(status(line), (code, expected.into()), "{line}");
    }
}
