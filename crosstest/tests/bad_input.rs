//! What comes to `pnacl-run` and is no program, or one that asks for more than there is: it ends, says why, and not with 0; and what it was
//! run in is as before. The attacks on the sandbox itself are those of `validate` and `pnacl_run`.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::shared::said;
use crosstest::repository;

/// Runs a file. Not every system has the wall, which has tests of its own.
fn run(options: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
    command.arg("--no-wall").args(options).arg(file);
    command.stdin(Stdio::null()).output().expect("it starts")
}

/// What is not started: the status says so, and a line on standard error says why.
fn is_refused(output: &Output, what: &str) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(126), "{what}: {said}");
    assert!(said.starts_with("pnacl-run: ") && !said.contains("internal error"), "{what}: {said}");
    assert!(output.stdout.is_empty(), "{what}");
}

fn lines() -> Vec<u8> {
    fs::read(repository::root().expect("inside the repository").join("programs/lines.pexe")).expect("it is read")
}

#[test]
fn a_program_that_is_cut_off_is_refused_wherever_that_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("cut.pexe");
    let whole = lines();
    for len in (0..whole.len()).step_by(whole.len() / 40) {
        fs::write(&file, &whole[..len]).expect("it is written");
        is_refused(&run(&[], &file), &format!("the first {len} bytes"));
    }
}

/// What somebody changed may be refused or do something else: it does not go wrong in a way of its own.
#[test]
fn a_program_that_was_changed_ends_as_programs_end() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("changed.pexe");
    let whole = lines();
    for at in (8..whole.len()).step_by(whole.len() / 60) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&file, &changed).expect("it is written");
        // Whatever the program does now, it ends.
        let output = run(&["--timeout", "5"], &file);
        let said = said(&output);
        assert!(output.status.code().is_some() && !said.contains("internal error"), "byte {at}: {:?}: {said}", output.status);
    }
}

#[test]
fn files_of_others_are_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let own = fs::read(env!("CARGO_BIN_EXE_pnacl-run")).expect("it is read");
    for (name, bytes) in [
        ("empty.pexe", &b""[..]),
        ("text.txt", b"#!/bin/sh\necho hello\n"),
        ("llvm.bc", b"BC\xc0\xde\x35\x14\0\0\x05\0\0\0"),
        ("module.wasm", b"\0asm\x01\0\0\0"),
        ("zeros.pexe", &[0; 4096]),
        // An executable of this system, and the beginning of one.
        ("elf", &own),
        ("header.nexe", &own[..64]),
        ("half.nexe", &own[..own.len() / 2]),
    ] {
        let file = dir.path().join(name);
        fs::write(&file, bytes).expect("it is written");
        is_refused(&run(&[], &file), name);
    }
    let host = said(&run(&[], &dir.path().join("elf")));
    assert!(host.contains("an ELF executable of another system, such as this one's, and neither a .pexe nor"), "{host}");
    is_refused(&run(&[], dir.path()), "a directory");
    is_refused(&run(&[], &dir.path().join("missing")), "a file that is not there");
}

/// A program of these functions, which calls interfaces: `query` gives the address of the function in a table at an offset.
fn program(names: &[(&str, u32)], start: &str) -> String {
    let mut text = String::from("declare void @llvm.trap()\n");
    for (name, size) in names {
        let short: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        let len = name.len() + 1;
        text += &format!("@{short} = internal constant [{len} x i8] c\"{name}\\00\", align 1\n");
        text += &format!("@{short}table = internal global [{size} x i8] zeroinitializer, align 8\n");
    }
    // The query function is what the auxiliary vector has for 32; with no environment it lies 7 words behind the start of the structure.
    text + "define internal i32 @query(i32 %info, i32 %name, i32 %table, i32 %size) {\n  %a = add i32 %info, 28\n  \
            %p = inttoptr i32 %a to i32*\n  %q = load i32, i32* %p, align 1\n  %f = inttoptr i32 %q to i32 (i32, i32, i32)*\n  \
            %r = call i32 %f(i32 %name, i32 %table, i32 %size)\n  ret i32 %r\n}\n"
        + start
}

/// Runs a program that ends by `_exit` with what `body` computes as `%result`, having asked for one interface: its functions lie in `@table`.
fn with_interface(name: &str, size: u32, functions: &str, body: &str, options: &[&str]) -> Output {
    let short: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let begin = format!(
        "define void @_start(i32 %info) {{\n  %bn = ptrtoint [19 x i8]* @naclirtbasic to i32\n  \
         %bt = ptrtoint [24 x i8]* @naclirtbasictable to i32\n  %b = call i32 @query(i32 %info, i32 %bn, i32 %bt, i32 24)\n  \
         %n = ptrtoint [{} x i8]* @{short} to i32\n  %t = ptrtoint [{size} x i8]* @{short}table to i32\n  \
         %s = call i32 @query(i32 %info, i32 %n, i32 %t, i32 {size})\n{body}  \
         %ep = inttoptr i32 %bt to i32*\n  %ea = load i32, i32* %ep, align 1\n  %e = inttoptr i32 %ea to void (i32)*\n  \
         call void %e(i32 %result)\n  unreachable\n}}\n",
        name.len() + 1
    );
    let source = program(&[("nacl-irt-basic-0.1", 24), (name, size)], &format!("{functions}{begin}"));
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("program.ll");
    fs::write(&file, source).expect("it is written");
    run(options, &file)
}

#[test]
fn interfaces_that_are_not_there_are_not_given() {
    // It has a status for that: no bytes of a table.
    let output = with_interface("nacl-irt-unknown-9.9", 64, "", "  %result = add i32 %s, 42\n", &[]);
    assert_eq!(output.status.code(), Some(42), "{}", said(&output));
    // One that calls what it was not given goes where nothing is.
    let call = "  %fp = inttoptr i32 %t to i32*\n  %fa = load i32, i32* %fp, align 1\n  %f = inttoptr i32 %fa to i32 (i32)*\n  \
                %result = call i32 %f(i32 %s)\n";
    let output = with_interface("nacl-irt-unknown-9.9", 64, "", call, &[]);
    assert_eq!(output.status.code(), Some(134), "{}", said(&output));
    assert!(said(&output).contains("execution of unmapped or protected address 0x00000000"), "{}", said(&output));
}

/// Calls a function of a table until it fails, at most so often; `%result` is the error's number.
fn until_it_fails(offset: u32, arguments: &str, most: u32) -> (String, String) {
    let parameters =
        arguments.split(", ").map(|argument| argument.split(' ').next().expect("a type")).collect::<Vec<_>>().join(", ");
    let function = format!(
        "define internal i32 @failing(i32 %t) {{\n  %place = alloca i8, i32 16, align 16\n  %out = ptrtoint i8* %place to i32\n  \
         %fa = add i32 %t, {offset}\n  %fp = inttoptr i32 %fa to i32*\n  %fw = load i32, i32* %fp, align 1\n  \
         %f = inttoptr i32 %fw to i32 ({parameters})*\n  %op = inttoptr i32 %out to i32*\n  br label %next\nnext:\n  \
         %i = phi i32 [ 0, %0 ], [ %j, %next ]\n  store i32 0, i32* %op, align 1\n  %r = call i32 %f({arguments})\n  \
         %j = add i32 %i, 1\n  %failed = icmp ne i32 %r, 0\n  %many = icmp eq i32 %j, {most}\n  %end = or i1 %failed, %many\n  \
         br i1 %end, label %done, label %next\ndone:\n  ret i32 %r\n}}\n"
    );
    (function, "  %result = call i32 @failing(i32 %t)\n".into())
}

/// Numbers of errors, as the interfaces have them.
const EAGAIN: i32 = 11;
const ENOMEM: i32 = 12;
const EMFILE: i32 = 24;

#[test]
fn memory_descriptors_and_threads_come_to_an_end() {
    // mmap of 16 MB wherever it fits: reading and writing, private and anonymous.
    let (function, body) = until_it_fails(0, "i32 %out, i32 16777216, i32 3, i32 34, i32 -1, i64 0", 1000);
    for options in [&["--max-memory", "64M"][..], &[]] {
        let output = with_interface("nacl-irt-memory-0.3", 12, &function, &body, options);
        assert_eq!(output.status.code(), Some(ENOMEM), "{options:?}: {}", said(&output));
    }
    // dup of the standard output.
    let (function, body) = until_it_fails(4, "i32 1, i32 %out", 100_000);
    let output = with_interface("nacl-irt-fdio-0.1", 32, &function, &body, &[]);
    assert_eq!(output.status.code(), Some(EMFILE), "{}", said(&output));
    // Threads that do not end: all of them on the same stack, which they do not use.
    let spin = "@stack = internal global [4096 x i8] zeroinitializer, align 16\n\
                define internal void @spin() {\n  br label %l\nl:\n  br label %l\n}\n";
    let (function, body) = until_it_fails(0, "i32 ptrtoint (void ()* @spin to i32), i32 %top, i32 %top", 1000);
    let top = "%sp = ptrtoint [4096 x i8]* @stack to i32\n  %top = add i32 %sp, 4000\n  br label %next\nnext:";
    let function = function.replace("br label %next\nnext:", top).replace("ptrtoint (void ()* @spin to i32)", "%spin");
    let function = function.replace("%sp = ", "%spin = ptrtoint void ()* @spin to i32\n  %sp = ");
    let output = with_interface("nacl-irt-thread-0.1", 12, &format!("{spin}{function}"), &body, &[]);
    assert_eq!(output.status.code(), Some(EAGAIN), "{}", said(&output));
}

#[test]
fn what_does_not_end_is_ended() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("program.ll");
    fs::write(&file, "define void @_start(i32 %info) {\n  br label %l\nl:\n  br label %l\n}\n").expect("it is written");
    for options in [&[][..], &["--no-sandbox"]] {
        let output = run(&[&["--timeout", "0.3"], options].concat(), &file);
        assert_eq!(output.status.code(), Some(124), "{}", said(&output));
        assert!(said(&output).contains("longer than 0.3 s"), "{}", said(&output));
    }
}

#[test]
fn what_takes_too_long_to_translate_is_ended_before_it_begins() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("program.pexe");
    fs::write(&file, lines()).expect("it is written");
    for options in [&[][..], &["--no-sandbox"], &["--target", "x8632"], &["--interp"], &["--emulate", "mips32"]] {
        let output = run(&[&["--timeout", "0"], options].concat(), &file);
        assert_eq!(output.status.code(), Some(124), "{}", said(&output));
        assert!(output.stdout.is_empty() && said(&output).contains("longer than 0 s"), "{}", said(&output));
    }
}
