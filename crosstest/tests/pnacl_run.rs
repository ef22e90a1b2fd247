//! `pnacl-run`: programs run on this machine's processor as they do elsewhere, and end as they do elsewhere; what they may see and do is
//! bounded.
#![cfg(all(feature = "emulator", target_arch = "x86_64", target_os = "linux"))]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use super::shared::{program, said, text};
use crosstest::exec::llvm;
use crosstest::repository;
use translator::options::Isa;
use translator::testing::{KnownProgram, known_programs, skipped};

/// Whether this system has what the wall is made of; if not, says so.
static HAS_WALL: LazyLock<bool> = LazyLock::new(|| {
    let (_dir, path) = start("  ret void\n");
    let output = Command::new(env!("CARGO_BIN_EXE_pnacl-run")).arg(path).output().expect("it starts");
    let has_wall = !said(&output).contains("cannot bound what the program does");
    if !has_wall {
        skipped(format_args!("the wall around native programs: {}", said(&output)));
    }
    has_wall
});

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
    command.args(["--no-wall"].iter().filter(|_| !*HAS_WALL)).args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("it starts")
}

/// A program whose `_start` does this.
fn start(body: &str) -> (tempfile::TempDir, String) {
    program(&format!("declare void @llvm.trap()\ndefine void @_start(i32 %info) {{\n{body}}}\n"))
}

#[test]
fn programs_print_what_they_print_elsewhere() {
    for KnownProgram { path, name, args, stdout, status } in known_programs() {
        for opt in ["O2", "O3", "O0", "Om1"] {
            let output = run(&[&["--opt", opt, text(&path)], args].concat());
            assert!(output.stdout == stdout, "{name} {opt}: {}", said(&output));
            assert_eq!(output.status.code(), Some(status), "{name} {opt}: {}", said(&output));
        }
    }
}

#[test]
fn faults_are_told_with_the_calls_that_led_there() {
    let functions =
        "define internal void @inner(i32 %a) {\n  %p = inttoptr i32 %a to i32*\n  store i32 1, i32* %p, align 1\n  ret void\n}\n";
    let call = "define void @_start(i32 %info) {\n  call void @inner(i32 20)\n  call void @inner(i32 24)\n  ret void\n}\n";
    let (_dir, path) = program(&format!("{functions}{call}"));
    let output = run(&["--opt", "Om1", &path]);
    assert_eq!(output.status.code(), Some(134));
    let said = said(&output);
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[0].contains("trapped: write of unmapped or protected address 0x00000014 at ") && lines[0].contains("(inner+"),
        "{said}"
    );
    assert!(lines[1].contains("called from ") && lines[1].contains("(_start+"), "{said}");
}

/// `pick` faults in the block that its second argument chooses; `joined` in the second of two blocks that passes make one; `fill` in a
/// loop that O3 unrolls.
const BLOCKS: &str = "
define internal i32 @pick(i32 %a, i32 %n) {
  %c = icmp ult i32 %n, 3
  %p = inttoptr i32 %a to i32*
  br i1 %c, label %writes, label %reads
writes:
  store i32 %n, i32* %p, align 1
  br label %end
reads:
  %v = load i32, i32* %p, align 1
  br label %end
end:
  %r = phi i32 [ %n, %writes ], [ %v, %reads ]
  ret i32 %r
}
define internal i32 @joined(i32 %a, i32 %n) {
  %m = mul i32 %n, %n
  br label %next
next:
  %p = inttoptr i32 %a to i32*
  store i32 %m, i32* %p, align 1
  ret i32 %m
}
define internal i32 @fill(i32 %a, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %o = mul i32 %i, 4
  %w = add i32 %a, %o
  %p = inttoptr i32 %w to i32*
  store i32 %i, i32* %p, align 1
  %next = add i32 %i, 1
  %c = icmp ne i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %next
}
define void @_start(i32 %info) {
  br label %calls
calls:
  %i = phi i32 [ 0, %0 ], [ %j, %calls ]
  %v = call i32 @pick(i32 %info, i32 %i)
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, 6
  br i1 %c, label %fault, label %calls
fault:
  %r = call i32 @FUNCTION(i32 20, i32 NUMBER)
  %p = inttoptr i32 %info to i32*
  store i32 %r, i32* %p, align 1
  ret void
}
";

#[test]
fn faults_are_told_with_their_blocks() {
    let cases: [(&str, &str, &[&str]); 4] = [
        // O3 copies the return into one of its ways.
        ("pick", "1", &["b1", "b1+b3"]),
        ("pick", "7", &["b2", "b2+b3"]),
        ("joined", "7", &["b1", "b0+b1"]),
        ("fill", "999", &["b1", "before b1"]),
    ];
    for (function, number, names) in cases {
        let (_dir, path) = program(&BLOCKS.replace("FUNCTION", function).replace("NUMBER", number));
        let cache = tempfile::tempdir().expect("a directory");
        for opt in ["Om1", "O0", "O2", "O3"] {
            // The last one takes the code from the cache.
            for options in [&["--no-sandbox"][..], &["--cache", text(cache.path())], &["--cache", text(cache.path())]] {
                let output = run(&[&["--opt", opt], options, &[&path]].concat());
                let said = said(&output);
                let blocks: Vec<&str> =
                    said.lines().filter_map(|line| line.split_once(", block ")?.1.strip_suffix(')')).collect();
                assert!(names.contains(&blocks[0]) && blocks[1..] == ["b2"], "{function} {number} {opt} {options:?}: {said}");
                assert!(opt != "Om1" || blocks[0] == names[0], "{said}");
            }
        }
    }
}

#[test]
fn calls_that_have_returned_are_not_told() {
    // `before` leaves return addresses where `outer` has memory that nobody writes; `saves` keeps values of its caller; `grows` moves
    // its stack pointer by what it is told.
    let fault =
        "define internal void @fault(i32 %a) {\n  %p = inttoptr i32 %a to i32*\n  store i32 1, i32* %p, align 1\n  ret void\n}\n";
    let leaf = "define internal i32 @leaf(i32 %a) {\n  %r = xor i32 %a, 5\n  ret i32 %r\n}\n";
    let before = "define internal i32 @before(i32 %a) {\n  %s = alloca i8, i32 64, align 8\n  %p = ptrtoint i8* %s to i32\n  \
                  %f = ptrtoint i32 (i32)* @leaf to i32\n  %g = inttoptr i32 %f to i32 (i32)*\n  %r = call i32 %g(i32 %p)\n  \
                  %t = call i32 @leaf(i32 %r)\n  ret i32 %t\n}\n";
    let saves =
        "define internal i32 @saves(i32 %a, i32 %b) {\n  call void @fault(i32 20)\n  %c = add i32 %a, %b\n  ret i32 %c\n}\n";
    let grows = "define internal i32 @grows(i32 %n, i32 %b) {\n  %s = alloca i8, i32 %n, align 8\n  %p = ptrtoint i8* %s to i32\n  \
                 %r = call i32 @saves(i32 %p, i32 %b)\n  %q = add i32 %r, %b\n  ret i32 %q\n}\n";
    let outer = "define internal i32 @outer(i32 %a, i32 %b) {\n  %s = alloca i8, i32 256, align 8\n  %p = ptrtoint i8* %s to i32\n  \
                 %f = ptrtoint i32 (i32, i32)* @grows to i32\n  %g = inttoptr i32 %f to i32 (i32, i32)*\n  \
                 %r = call i32 %g(i32 %b, i32 %p)\n  %q = add i32 %r, %a\n  ret i32 %q\n}\n";
    let begin = "define void @_start(i32 %info) {\n  %b = call i32 @before(i32 %info)\n  %n = and i32 %info, 63\n  \
                 %r = call i32 @outer(i32 %b, i32 %n)\n  %p = inttoptr i32 %info to i32*\n  store i32 %r, i32* %p, align 1\n  ret void\n}\n";
    let (_dir, path) = program(&[fault, leaf, before, saves, grows, outer, begin].concat());
    for options in [&["--opt", "Om1"][..], &["--opt", "O2"], &["--opt", "O0"], &["--no-sandbox"]] {
        let output = run(&[options, &[&path]].concat());
        assert_eq!(output.status.code(), Some(134));
        let said = said(&output);
        let names: Vec<&str> =
            said.lines().filter_map(|line| line.rsplit_once('(')?.1.split_once(['+', ','])).map(|(name, _)| name).collect();
        assert_eq!(names, ["fault", "saves", "grows", "outer", "_start"], "{options:?}: {said}");
    }
}

#[test]
fn every_end_has_its_status() {
    let read = "  %p = inttoptr i32 -16 to i32*\n  %v = load i32, i32* %p, align 1\n  %c = icmp eq i32 %v, 7\n  br i1 %c, label %x, label %y\n\
                x:\n  unreachable\ny:\n  ret void\n";
    let divide = "  %z = sub i32 %info, %info\n  %q = sdiv i32 %info, %z\n  %p = inttoptr i32 %q to i32*\n  store i32 %q, i32* %p, align 1\n  ret void\n";
    for (body, status, part) in [
        ("  ret void\n", 0, ""),
        ("  call void @llvm.trap()\n  unreachable\n", 134, "invalid or trapping instruction"),
        (read, 134, "read of unmapped or protected address 0xfffffff0"),
        (divide, 134, "division by zero"),
    ] {
        let (_dir, path) = start(body);
        let output = run(&[&path]);
        assert_eq!(output.status.code(), Some(status), "{body}: {}", said(&output));
        assert!(said(&output).contains(part), "{body}: {}", said(&output));
    }
    let jump = "  %f = inttoptr i32 4660 to void ()*\n  call void %f()\n  ret void\n";
    let (_dir, path) = start(jump);
    // A sandbox goes to the beginning of the bundle.
    for (options, address) in [(&[][..], "0x00001220"), (&["--no-sandbox"], "0x00001234")] {
        let said = said(&run(&[options, &[&path]].concat()));
        assert!(said.contains(&format!("execution of unmapped or protected address {address}")), "{said}");
    }
    let (_dir, path) = start("  br label %l\nl:\n  br label %l\n");
    for options in [&[][..], &["--interp"], &["--emulate", "arm32"]] {
        let output = run(&[options, &["--timeout", "0.2", &path]].concat());
        assert_eq!(output.status.code(), Some(124), "{options:?}");
        let told = said(&output);
        assert!(told.starts_with("pnacl-run: ") && told.contains("longer than 0.2 s"), "{options:?}: {told}");
    }
}

#[test]
fn whatever_runs_a_program_speaks_in_the_name_of_the_command() {
    let (_dir, path) = start("  call void @llvm.trap()\n  unreachable\n");
    for options in [&[][..], &["--interp"], &["--emulate", "mips32"]] {
        let output = run(&[options, &[&path]].concat());
        assert_eq!(output.status.code(), Some(134), "{options:?}: {}", said(&output));
        assert!(said(&output).starts_with("pnacl-run: "), "{options:?}: {}", said(&output));
    }
}

#[test]
fn a_stack_that_is_full_is_a_fault() {
    let (_dir, path) = program(
        "define internal i32 @deeper(i32 %n) {\n  %a = alloca i8, i32 4096, align 16\n  %p = ptrtoint i8* %a to i32\n  \
         %q = inttoptr i32 %p to i32*\n  store i32 %n, i32* %q, align 1\n  %m = add i32 %n, 1\n  %r = call i32 @deeper(i32 %m)\n  \
         %w = load i32, i32* %q, align 1\n  %s = add i32 %r, %w\n  ret i32 %s\n}\n\
         define void @_start(i32 %info) {\n  %r = call i32 @deeper(i32 1)\n  ret void\n}\n",
    );
    let output = run(&[&path]);
    assert_eq!(output.status.code(), Some(134));
    let said = said(&output);
    assert!(said.contains("(deeper+") && said.contains("the stack is full") && said.contains("called from"), "{said}");
}

#[test]
fn a_thread_needs_a_stack() {
    // Asks for `nacl-irt-thread-0.1` and starts a thread on a stack that is not there.
    let (_dir, path) = program(
        "@name = internal constant [20 x i8] c\"nacl-irt-thread-0.1\\00\", align 1\n\
         @table = internal global [12 x i8] zeroinitializer, align 4\n\
         define internal void @f() {\n  ret void\n}\n\
         define void @_start(i32 %info) {\n  %a = add i32 %info, 28\n  %p = inttoptr i32 %a to i32*\n  \
         %q = load i32, i32* %p, align 1\n  %g = inttoptr i32 %q to i32 (i32, i32, i32)*\n  \
         %n = ptrtoint [20 x i8]* @name to i32\n  %t = ptrtoint [12 x i8]* @table to i32\n  \
         %r = call i32 %g(i32 %n, i32 %t, i32 12)\n  %tp = bitcast [12 x i8]* @table to i32*\n  \
         %c = load i32, i32* %tp, align 1\n  %create = inttoptr i32 %c to i32 (i32, i32, i32)*\n  \
         %e = ptrtoint void ()* @f to i32\n  %s = call i32 %create(i32 %e, i32 4096, i32 0)\n  ret void\n}\n",
    );
    let output = run(&[&path]);
    assert_eq!(output.status.code(), Some(134), "{}", said(&output));
    assert!(said(&output).contains("a thread's stack at 0x00001000 is not mapped"), "{}", said(&output));
}

#[test]
fn what_cannot_be_started_is_told_apart() {
    let output = run(&["/nonexistent.pexe"]);
    assert_eq!((output.status.code(), said(&output).lines().count()), (Some(126), 1));
    let (_dir, path) = program("define internal i32 @f(i32 %a) {\n  ret i32 %a\n}\n");
    let output = run(&[&path]);
    assert!(output.status.code() == Some(126) && said(&output).contains("_start"), "{}", said(&output));
    let (_dir, path) = start("  ret void\n");
    let output = run(&["--max-memory", "1M", &path]);
    assert!(output.status.code() == Some(126) && said(&output).contains("memory"), "{}", said(&output));
    let broken = Path::new(&path).with_extension("pexe");
    fs::write(&broken, b"PEXE\x00\x01").expect("it is written");
    assert_eq!(run(&[text(&broken)]).status.code(), Some(126));
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(run(&["--max-memory", "many", &path]).status.code(), Some(2));
    assert_eq!(run(&["--tme", &path]).status.code(), Some(2));
    // What follows the program is its own, whatever it is called.
    assert_eq!(run(&[&path, "--tme", "--max-memory"]).status.code(), Some(0));
    for option in ["--time", "--max-memory=64M", "--cache=."] {
        assert_eq!(run(&["--interp", option, &path]).status.code(), Some(2), "{option}");
    }
}

#[test]
fn programs_for_the_browser_are_told_what_they_are() {
    // The query function is what the auxiliary vector has for 32; with no environment it lies 8 words behind the start of the structure.
    let (_dir, path) = program(
        "@name = internal constant [23 x i8] c\"nacl-irt-ppapihook-0.1\\00\", align 1\n\
         define void @_start(i32 %info) {\n  %a = add i32 %info, 28\n  %p = inttoptr i32 %a to i32*\n  \
         %q = load i32, i32* %p, align 1\n  %f = inttoptr i32 %q to i32 (i32, i32, i32)*\n  %n = ptrtoint [23 x i8]* @name to i32\n  \
         %r = call i32 %f(i32 %n, i32 %n, i32 0)\n  ret void\n}\n",
    );
    let output = run(&[&path]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("a program for the browser"), "{}", said(&output));
}

#[test]
fn other_engines_run_the_same_program() {
    let lines = repository::root().expect("inside the repository").join("programs/lines.pexe");
    for engine in [&[][..], &["--interp"], &["--emulate", "arm32"], &["--emulate", "x8632", "--opt", "Om1"]] {
        let output = run(&[engine, &[text(&lines), "2"]].concat());
        assert_eq!(String::from_utf8_lossy(&output.stdout), "line 1\nline 2\n", "{engine:?}: {}", said(&output));
    }
}

#[test]
fn translated_code_is_kept() {
    let lines = repository::root().expect("inside the repository").join("programs/lines.pexe");
    let dir = tempfile::tempdir().expect("a directory");
    let cache = dir.path().join("cache");
    for whence in ["translated in ", "taken from the cache in "] {
        let output = run(&["--cache", text(&cache), "--time", text(&lines), "1"]);
        assert!(output.stdout == b"line 1\n" && said(&output).contains(whence), "{}", said(&output));
    }
    assert_eq!(fs::read_dir(&cache).expect("it is there").count(), 1);
}

/// Changes the only file of a directory: these bytes, the first time they are there, to those.
fn tamper(dir: &Path, from: &[u8], to: &[u8]) {
    let file = fs::read_dir(dir).expect("it is there").next().expect("a file").expect("a file").path();
    let mut content = fs::read(&file).expect("it is read");
    let at = content.windows(from.len()).position(|bytes| bytes == from).expect("the code has it");
    content[at..at + to.len()].copy_from_slice(to);
    fs::write(&file, content).expect("it is written");
}

#[test]
fn code_that_leaves_its_sandbox_does_not_run() {
    let lines = repository::root().expect("inside the repository").join("programs/lines.pexe");
    let (mask, none) = ([0x41, 0x83, 0xe3, 0xe0], [0x41, 0x83, 0xe3, 0xff]);
    let base = ([0x4d, 0x01, 0xfb], [0x4d, 0x01, 0xf3]);
    let nop_to_syscall = ([0x66, 0x90], [0x0f, 0x05]);
    for (from, to) in [(&mask[..], &none[..]), (&base.0, &base.1), (&nop_to_syscall.0, &nop_to_syscall.1)] {
        let dir = tempfile::tempdir().expect("a directory");
        let cache = dir.path().join("cache");
        // The recipe that fills gaps with nothing but nops.
        let args = ["--opt", "Om1", "--cache", text(&cache), text(&lines), "1"];
        assert_eq!(run(&args).stdout, b"line 1\n");
        tamper(&cache, from, to);
        let output = run(&args);
        assert_eq!((output.status.code(), &*output.stdout), (Some(126), &b""[..]), "{}", said(&output));
        assert!(said(&output).contains("breaks the sandbox's rules in 1 places, first in "), "{}", said(&output));
    }
}

#[test]
fn without_a_sandbox_programs_do_the_same() {
    let lines = repository::root().expect("inside the repository").join("programs/lines.pexe");
    for option in ["--no-sandbox", "--no-wall", "--unsafe-native"] {
        let output = run(&[option, text(&lines), "1"]);
        assert!(output.status.success() && output.stdout == b"line 1\n", "{option}: {}", said(&output));
    }
}

#[test]
fn another_translator_makes_the_code_if_asked() {
    let lines = repository::root().unwrap().join("programs/lines.pexe");
    let lines = text(&lines);
    let expected = run(&[lines, "3"]);
    // Nobody sandboxes that code.
    let refused = run(&["--translator", "llvm", lines, "3"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("--unsafe-native"), "{}", said(&refused));
    for none in ["unicorn", "llvm-odd", "=x", "gcc"] {
        assert_eq!(run(&["--unsafe-native", "--translator", none, lines]).status.code(), Some(2), "{none}");
    }
    let broken = run(&["--unsafe-native", "--translator", "broken=false {in} {out}", lines, "3"]);
    assert_eq!(broken.status.code(), Some(126));
    assert!(said(&broken).contains("broken exited with status 1"), "{}", said(&broken));
    for (isa, target) in [(Isa::X8664, "x8664"), (Isa::X8632, "x8632")] {
        if let Some(why) = llvm::missing(isa) {
            skipped(format_args!("LLVM's code of programs for {target}: {why}"));
            continue;
        }
        let dir = tempfile::tempdir().unwrap();
        // The second time it comes from the cache, which has ours apart.
        for _ in 0..2 {
            let args = ["--unsafe-native", "--target", target, "--cache", text(dir.path())];
            let output = run(&[&args, &["--translator", "llvm", lines, "3"][..]].concat());
            assert!(output == expected, "{target}: {}", said(&output));
            assert!(run(&[&args, &[lines, "3"][..]].concat()) == expected, "{target}");
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "{target}");
    }
}

#[test]
fn a_program_reads_its_input_and_may_end_before_it() {
    let everything = "declare void @llvm.trap()\n";
    let (_dir, path) = program(&format!("{everything}define void @_start(i32 %info) {{\n  ret void\n}}\n"));
    let mut child = command(&[&path]).stdin(Stdio::piped()).spawn().expect("it starts");
    // It may have ended before this is written.
    let _ = child.stdin.take().expect("a pipe").write_all(b"nobody reads this");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
