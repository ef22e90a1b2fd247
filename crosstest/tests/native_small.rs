//! `pnacl-run --target x8632`: code of 32 bits in a process of 64. Programs do as they do elsewhere, and their segments bound them.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::fs;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use super::shared::{program, said, text};
use crosstest::repository;
use rayon::prelude::*;
use translator::driver;
use translator::driver::executable::{link_nexe, nexe};
use translator::options::{Features, Isa, OptLevel, Options};
use translator::testing::{KnownProgram, known_programs, skipped};

/// Whether this system runs such code; if not, says so.
static RUNS: LazyLock<bool> = LazyLock::new(|| {
    let (_dir, path) = program("define void @_start(i32 %info) {\n  ret void\n}\n");
    let output = start(&[&path]);
    let runs = !said(&output).contains("runs no code of 32 bits");
    if !runs {
        assert_eq!((output.status.code(), said(&output).lines().count()), (Some(126), 1), "{}", said(&output));
        skipped(format_args!("32-bit programs on this processor: {}", said(&output)));
    }
    runs
});

/// Not every system has the wall, and it has tests of its own.
fn start(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
    command.args(["--no-wall", "--target", "x8632"]).args(args).stdin(Stdio::null()).output().expect("it starts")
}

/// What comes of it; nothing if this system does not run such code.
fn run(args: &[&str]) -> Option<Output> {
    RUNS.then(|| start(args))
}

fn lines() -> String {
    text(&repository::root().expect("inside the repository").join("programs/lines.pexe")).to_string()
}

#[test]
fn programs_print_what_they_print_elsewhere() {
    let ways: [&[&str]; 6] = [
        &["--opt", "O2"],
        &["--opt", "O3"],
        &["--opt", "O0"],
        &["--opt", "Om1"],
        &["--opt", "O2", "--no-sandbox"],
        &["--opt", "Om1", "--no-sandbox"],
    ];
    known_programs().par_iter().for_each(|KnownProgram { path, name, args, stdout, status }| {
        for way in ways {
            let Some(output) = run(&[way, &[text(path)], *args].concat()) else { return };
            assert!(output.stdout == *stdout, "{name} {way:?}: {}", said(&output));
            assert_eq!(output.status.code(), Some(*status), "{name} {way:?}: {}", said(&output));
        }
    });
}

#[test]
fn faults_are_told_with_their_blocks_and_the_calls_that_led_there() {
    // A store through the number that `_start` passes on.
    const SOURCE: &str = "
define internal void @inner(i32 %a, i32 %b) {
  %c = icmp ult i32 %b, 3
  br i1 %c, label %writes, label %end
writes:
  %p = inttoptr i32 %a to i32*
  store i32 %b, i32* %p, align 1
  br label %end
end:
  ret void
}
define internal i32 @outer(i32 %n, i32 %a) {
  %s = alloca i8, i32 %n, align 8
  %p = ptrtoint i8* %s to i32
  call void @inner(i32 %p, i32 1)
  call void @inner(i32 %a, i32 2)
  ret i32 %p
}
define void @_start(i32 %info) {
  %n = and i32 %info, 64
  %m = or i32 %n, 32
  %r = call i32 @outer(i32 %m, i32 ADDRESS)
  %p = inttoptr i32 %info to i32*
  store i32 %r, i32* %p, align 1
  ret void
}
";
    // An address that nothing is mapped at, and some beyond the segments of a sandbox.
    for address in [24_u32, 0x3e00_0000, 0x7000_0000, 0xffff_fffe] {
        let (_dir, path) = program(&SOURCE.replace("ADDRESS", &(address as i32).to_string()));
        for opt in ["Om1", "O0", "O2", "O3"] {
            for sandbox in [&[][..], &["--no-sandbox"]] {
                let Some(output) = run(&[&["--opt", opt], sandbox, &[&path]].concat()) else { return };
                assert_eq!(output.status.code(), Some(134), "{}", said(&output));
                let said = said(&output);
                let wanted = format!("trapped: write of unmapped or protected address {address:#010x} at ");
                // Where there are no segments, a page decides: an access begins on one and ends on the next.
                assert!(said.contains(&wanted) || address > 0xffff_0000, "{opt} {sandbox:?} {address:#x}: {said}");
                let names: Vec<&str> =
                    said.lines().filter_map(|line| Some(line.rsplit_once('(')?.1.split_once('+')?.0)).collect();
                let blocks: Vec<&str> =
                    said.lines().filter_map(|line| line.split_once(", block ")?.1.strip_suffix(')')).collect();
                assert_eq!((&names[..], &blocks[1..]), (&["inner", "outer", "_start"][..], &["b0", "b0"][..]), "{opt}: {said}");
            }
        }
    }
}

#[test]
fn every_end_has_its_status() {
    let read = "  %p = inttoptr i32 -16 to i32*\n  %v = load i32, i32* %p, align 1\n  %c = icmp eq i32 %v, 7\n  br i1 %c, label %x, label %y\n\
                x:\n  unreachable\ny:\n  ret void\n";
    let divide = "  %z = sub i32 %info, %info\n  %q = sdiv i32 %info, %z\n  %p = inttoptr i32 %q to i32*\n  store i32 %q, i32* %p, align 1\n  ret void\n";
    let jump = |address: u32| format!("  %f = inttoptr i32 {} to void ()*\n  call void %f()\n  ret void\n", address as i32);
    let execution = "execution of unmapped or protected address";
    for (body, status, part) in [
        ("  ret void\n", 0, ""),
        ("  call void @llvm.trap()\n  unreachable\n", 134, "invalid or trapping instruction"),
        (read, 134, "read of unmapped or protected address 0xfffffff0"),
        (divide, 134, "division by zero"),
        (&jump(4660), 134, &format!("{execution} 0x00001220")),
        // Beyond the segments of data, where the host's own code lies and contexts of threads, and behind the stubs.
        (&jump(0x7000_0001), 134, &format!("{execution} 0x70000000")),
        (&jump(0x3e00_0010), 134, &format!("{execution} 0x3e000000")),
        (&jump(0x3e00_0030), 134, &format!("{execution} 0x3e000020")),
        (&jump(0x3e00_0ff0), 134, &format!("{execution} 0x3e000fe0")),
        (&jump(0x3e01_0000), 134, &format!("{execution} 0x3e010000")),
        (&jump(0xffff_fff0), 134, &format!("{execution} 0xffffffe0")),
        (&jump(0x0d01_0000), 134, &format!("{execution} 0x0d010000")),
    ] {
        let (_dir, path) = program(&format!("declare void @llvm.trap()\ndefine void @_start(i32 %info) {{\n{body}}}\n"));
        let Some(output) = run(&[&path]) else { return };
        assert_eq!(output.status.code(), Some(status), "{body}: {}", said(&output));
        assert!(said(&output).contains(part), "{body}: {}", said(&output));
    }
    let (_dir, path) = program("define void @_start(i32 %info) {\n  br label %l\nl:\n  br label %l\n}\n");
    let Some(output) = run(&["--timeout", "0.2", &path]) else { return };
    assert_eq!(output.status.code(), Some(124));
    assert!(said(&output).contains("longer than 0.2 s"), "{}", said(&output));
}

#[test]
fn a_stack_that_is_full_is_a_fault() {
    let (_dir, path) = program(
        "define internal i32 @deeper(i32 %n) {\n  %a = alloca i8, i32 4096, align 16\n  %p = ptrtoint i8* %a to i32\n  \
         %q = inttoptr i32 %p to i32*\n  store i32 %n, i32* %q, align 1\n  %m = add i32 %n, 1\n  %r = call i32 @deeper(i32 %m)\n  \
         %w = load i32, i32* %q, align 1\n  %s = add i32 %r, %w\n  ret i32 %s\n}\n\
         define void @_start(i32 %info) {\n  %r = call i32 @deeper(i32 1)\n  ret void\n}\n",
    );
    let Some(output) = run(&[&path]) else { return };
    assert_eq!(output.status.code(), Some(134));
    let said = said(&output);
    assert!(said.contains("(deeper+") && said.contains("the stack is full") && said.contains("called from"), "{said}");
}

#[test]
fn code_is_kept_and_timed_and_walled_in() {
    let dir = tempfile::tempdir().expect("a directory");
    let lines = lines();
    for whence in ["translated in ", "taken from the cache in "] {
        let Some(output) = run(&["--cache", text(dir.path()), "--time", &lines, "1"]) else { return };
        assert!(output.stdout == b"line 1\n" && said(&output).contains(whence), "{}", said(&output));
    }
    // The other kind of code is another file.
    let mut wide = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
    let output = wide.args(["--no-wall", "--cache", text(dir.path()), &lines, "1"]).output().expect("it starts");
    assert_eq!((output.stdout, fs::read_dir(dir.path()).expect("it is there").count()), (b"line 1\n".to_vec(), 2));
    let mut behind = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
    let output = behind.args(["--target", "x8632", &lines, "1"]).output().expect("it starts");
    assert!(output.stdout == b"line 1\n" || said(&output).contains("cannot bound what the program does"), "{}", said(&output));
}

#[test]
fn other_targets_are_refused() {
    for (args, part) in [
        (&["--target", "arm32", "p.pexe"][..], "x8664 and x8632"),
        (&["--target", "x8632", "--interp", "p.pexe"], "--interp"),
        (&["--target", "x8632", "--emulate", "arm32", "p.pexe"], "--emulate"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_pnacl-run")).args(args).output().expect("it starts");
        assert!(output.status.code() == Some(2) && said(&output).contains(part), "{}", said(&output));
    }
}

/// A file of machine code: an ELF header, one segment of code, and these instructions at its beginning.
fn machine_code(code: &[u8]) -> Vec<u8> {
    let word = |value: u32| value.to_le_bytes();
    let halves = |low: u16, high: u16| word(u32::from(low) | u32::from(high) << 16);
    let identity = *b"\x7fELF\x01\x01\x01\x7b\x07\0\0\0\0\0\0\0";
    let size = code.len() as u32;
    let header = [
        // An executable for machine 3, of version 1, which begins at 0x20000. Its program headers follow this one, and it has no sections.
        halves(2, 3),
        word(1),
        word(0x2_0000),
        word(52),
        word(0),
        word(0),
        halves(52, 32),
        halves(1, 40),
        halves(0, 0),
        // To load, from offset 84, at 0x20000; to read and execute.
        word(1),
        word(84),
        word(0x2_0000),
        word(0x2_0000),
        word(size),
        word(size),
        word(5),
        word(0x1_0000),
    ];
    [&identity[..], header.as_flattened(), code].concat()
}

#[test]
fn machine_code_of_other_tools_finds_its_thread_pointer() {
    if !*RUNS {
        return;
    }
    // What an SDK's code does: mov eax, gs:0. Nobody has set it, nor the word behind it. Then, with a bit to be masked:
    // mov ecx, gs:4; or eax, ecx; jnz to the hlt; pop ecx; and ecx, -32; jmp ecx; hlt
    let mut code = vec![0x65, 0xa1, 0, 0, 0, 0, 0x65, 0x8b, 0x0d, 4, 0, 0, 0, 0x09, 0xc8, 0x75, 0x06];
    code.extend([0x59, 0x83, 0xe1, 0xe0, 0xff, 0xe1, 0xf4]);
    code.resize(32, 0xf4);
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("program.nexe");
    fs::write(&path, machine_code(&code)).expect("it is written");
    let run =
        |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_pnacl-run")).arg("--no-wall").args(args).output().expect("it starts");
    // It runs as what it is, and on the processor: no emulator tells the time.
    let output = run(&["--time", text(&path)]);
    assert!(output.status.success() && said(&output).contains("ran for"), "{}", said(&output));
    assert!(run(&["--target", "x8632", text(&path)]).status.success());
    let output = run(&["--target", "x8664", text(&path)]);
    assert_eq!(output.status.code(), Some(126));
    assert!(said(&output).contains("it is machine code for x8632"), "{}", said(&output));
}

#[test]
fn linked_programs_run_natively() {
    let features = Features { sandbox: true, ..Features::default() };
    let options = Options { features, ..Options::new(Isa::X8632, OptLevel::O2) };
    if let Err(why) = nexe::Linker::find(options.isa) {
        skipped(format_args!("sandboxed programs for {}: {why}", options.isa));
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    for KnownProgram { path, name, args, stdout, status } in known_programs() {
        let object = driver::translate(&fs::read(path).expect("it is there"), &options).expect("it is translated");
        let linked = dir.path().join(&name);
        fs::write(&linked, link_nexe(&object, &options).expect("it is linked")).expect("it is written");
        let Some(output) = run(&[&[text(&linked)], args].concat()) else { return };
        assert!(output.stdout == stdout, "{name}: {}", said(&output));
        assert_eq!(output.status.code(), Some(status), "{name}: {}", said(&output));
    }
}
