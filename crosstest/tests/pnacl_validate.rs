//! The command `pnacl-validate`: what it prints, and its exit statuses.
#![cfg(feature = "emulator")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use translator::testing::skipped;

fn validate(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pnacl-validate")).args(args).output().expect("it starts")
}

/// Its exit status, standard output and standard error.
fn said(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = validate(args);
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Assembles x86-64 code to a file in `dir`; `None` if there is no assembler.
fn assemble(dir: &Path, name: &str, text: &str) -> Option<PathBuf> {
    let path = dir.join(name);
    let mut command = Command::new("llvm-mc-14");
    command.args(["-triple=x86_64-nacl", "-filetype=obj", "-o"]).arg(&path).stdin(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        skipped("llvm-mc-14 is missing: nothing is assembled for pnacl-validate");
        return None;
    };
    child.stdin.take().unwrap().write_all(format!(".text\n.p2align 5\n{text}").as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    Some(path)
}

#[test]
fn it_says_what_is_wrong_where() {
    let dir = tempfile::tempdir().unwrap();
    let Some(bad) = assemble(dir.path(), "bad.o", "mov (%r15), %eax\nmov %eax, (%rdi)\njmp . + 3\nnop\n") else { return };
    let Some(good) = assemble(dir.path(), "good.o", "mov (%r15), %eax\ncall elsewhere\n.p2align 5, 0x90") else { return };
    let (bad, good) = (bad.to_str().unwrap(), good.to_str().unwrap());

    let (status, stdout, stderr) = said(&[bad]);
    assert_eq!((status, stderr.as_str()), (Some(1), ""));
    let expected = [
        format!("{bad}: .text: 00000003: 89 07: mov [rdi],eax: x64-8a: the base of a memory operand is r15, rip, rsp or rbp"),
        format!("{bad}: .text: not valid: 1 violation"),
    ];
    assert_eq!(stdout.lines().collect::<Vec<_>>(), expected);

    // The call is not where its bundle ends.
    let (status, stdout, _) = said(&[good]);
    assert!(status == Some(1) && stdout.contains("x64-6: a call ends where its bundle does"), "{stdout}");

    // The worst of several files counts.
    let missing = dir.path().join("missing.o");
    let (status, stdout, stderr) = said(&[bad, missing.to_str().unwrap()]);
    assert_eq!(status, Some(2));
    assert!(stdout.contains("not valid") && stderr.contains("missing.o: No such file"), "{stdout}{stderr}");
}

#[test]
fn valid_code_is_summed_up() {
    let dir = tempfile::tempdir().unwrap();
    let text = ".fill 27, 1, 0x90\ncall elsewhere\nmov %eax, %eax\nmov (%r15,%rax), %eax\n";
    let Some(good) = assemble(dir.path(), "good.o", text) else { return };
    let good = good.to_str().unwrap();
    let (status, stdout, stderr) = said(&["--isa", "x86-64", good]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    let expected = "2 bundles, 56 instructions, 1 guarded by the one before, 1 direct branches, 1 branches to other objects";
    assert_eq!(stdout, format!("{good}: .text: valid: {expected}\n"));

    let (status, _, stderr) = said(&["--isa", "arm32", good]);
    assert_eq!((status, stderr), (Some(2), format!("pnacl-validate: {good}: it is for x8664, not arm32\n")));
}

#[test]
fn rules_are_listed_and_nonsense_is_refused() {
    let (status, stdout, _) = said(&["--rules"]);
    assert!(
        status == Some(0) && ["x86-C1 ", "x64-12 ", "arm-3 ", "mips-9 "].iter().all(|rule| stdout.contains(rule)),
        "{stdout}"
    );
    let (_, of_arm, _) = said(&["--rules", "--isa", "arm32"]);
    assert!(of_arm.lines().all(|line| line.starts_with("arm-")) && of_arm.lines().count() > 10, "{of_arm}");
    for nonsense in [&[][..], &["--isa", "vax", "x.o"], &["--nonsense"]] {
        assert_eq!(said(nonsense).0, Some(2), "{nonsense:?}");
    }
    let (status, stdout, _) = said(&["--help"]);
    assert!(status == Some(0) && stdout.contains("Exit status"), "{stdout}");
}
