//! `pnacl-translate` as its users see it: real programs become executables that print what they
//! should, for this machine and for others; objects, assembly and other inputs; what is refused, in
//! one line, and that nothing is left behind then. Says what it skipped where a compiler is missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use translator::testing::{self, KnownProgram, skipped};

const TRANSLATE: &str = env!("CARGO_BIN_EXE_pnacl-translate");

/// An architecture by the SDK's name, the compiler, and what runs programs.
const PLATFORMS: [(&str, &str, Option<&str>); 4] = [
    ("x86-32", "gcc", None),
    ("x86-64", "gcc", None),
    ("arm", "arm-linux-gnueabihf-gcc", Some("qemu-arm")),
    ("mips", "mipsel-linux-gnu-gcc", Some("qemu-mipsel")),
];

fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The platforms that can be tried here; says so of the others.
fn platforms() -> Vec<(&'static str, Option<&'static str>)> {
    let there = |&(arch, gcc, runner): &(&str, &str, Option<&str>)| {
        let there = answers(gcc) && runner.map_or(cfg!(target_arch = "x86_64"), answers);
        if !there {
            skipped(format_args!("programs for {arch}, which need {gcc} and {}", runner.unwrap_or("an x86-64 machine")));
        }
        there
    };
    PLATFORMS.iter().filter(|platform| there(platform)).map(|&(arch, _, runner)| (arch, runner)).collect()
}

fn translate(dir: &Path, args: &[&str]) -> Output {
    Command::new(TRANSLATE).args(args).current_dir(dir).stdin(Stdio::null()).output().unwrap()
}

#[track_caller]
fn done(output: &Output) {
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs a program that was made, under the name that its expected output has.
fn start(program: &Path, runner: Option<&str>, name: &str, args: &[&str]) -> Output {
    let mut command = Command::new(runner.map_or(program, Path::new));
    match runner {
        Some(_) => command.args(["-0", name]).arg(program),
        None => std::os::unix::process::CommandExt::arg0(&mut command, name),
    };
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn programs_become_executables() {
    let (dir, programs) = (tempfile::tempdir().unwrap(), testing::known_programs());
    let mut runs = 0;
    for (arch, runner) in platforms() {
        for (number, KnownProgram { path, name, args, stdout, status }) in programs.iter().enumerate() {
            let recipe = if number % 2 == 0 { "-O2" } else { "-O0" };
            done(&translate(dir.path(), &["-arch", arch, recipe, &path.to_string_lossy(), "-o", "program"]));
            let output = start(&dir.path().join("program"), runner, name, args);
            assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(stdout), "{arch} {name}");
            assert_eq!(output.status.code(), Some(*status), "{arch} {name}: {}", output.status);
            runs += 1;
        }
    }
    println!("{runs} programs");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), usize::from(runs > 0));
}

/// Adds what an object beside it says, and what is asked of the system.
const PROGRAM: &str = "\
declare i32 @beside(i32)
define void @_start(i32 %info) {
  %argc.p = add i32 %info, 8
  %argc.q = inttoptr i32 %argc.p to i32*
  %argc = load i32* %argc.q, align 1
  %status = call i32 @beside(i32 %argc)
  %code = call i32 @leave(i32 %status)
  ret void
}
declare i32 @leave(i32)
";

#[test]
fn objects_are_linked_with_it() {
    if !cfg!(target_arch = "x86_64") || !answers("gcc") {
        return skipped("objects beside a program: there is no gcc on an x86-64 machine");
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("program.ll"), PROGRAM).unwrap();
    fs::write(dir.join("beside.c"), "int beside(int x) { return x + 40; }\n").unwrap();
    let leave = "void _exit_(int x) { __asm__ volatile(\"syscall\" : : \"a\"(231L), \"D\"((long)x)); }\nint leave(int x) { _exit_(x); return 0; }\n";
    fs::write(dir.join("leave.c"), leave).unwrap();
    for (source, model) in [("beside", "-m64"), ("leave", "-mx32")] {
        let output = Command::new("gcc").args([model, "-O1", "-fno-pic", "-c", &format!("{source}.c")]).current_dir(dir).output();
        done(&output.unwrap());
    }
    for compiler in ["gcc", "clang-14"] {
        if !answers(compiler) {
            skipped(format_args!("programs that {compiler} links: it is not installed"));
            continue;
        }
        let args = ["-arch", "x86-64", "program.ll", "beside.o", "leave.o", "-cc", compiler, "-Wl,-Map,map", "-o", "program"];
        done(&translate(dir, &args));
        assert_eq!(start(&dir.join("program"), None, "program", &["a"]).status.code(), Some(42));
        assert!(fs::read_to_string(dir.join("map")).unwrap().contains("irt_entry"));
    }
    let args = ["-arch", "x86-64", "program.ll", "-cc", "gcc", "-o", "none"];
    let output = translate(dir, &args);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("undefined reference to `beside'"), "{message}");
    assert!(message.lines().last().unwrap().starts_with("pnacl-translate: gcc refuses it"), "{message}");
    assert!(!dir.join("none").exists());
}

#[test]
fn it_stops_where_it_is_told_to() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/gcd.ll");
    let example = example.to_str().unwrap();
    done(&translate(dir, &["-c", "-arch", "mips", example, "-o", "a.o", "-threads=2"]));
    done(&translate(dir, &["-S", "-arch", "mips32", "-Om1", example, "-o", "a.s"]));
    let sz = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args(args).output().unwrap().stdout;
    assert!(fs::read(dir.join("a.o")).unwrap() == sz(&["-target=mips32", "-O2", example, "-o", "-"]));
    assert!(fs::read(dir.join("a.s")).unwrap() == sz(&["-target=mips32", "-Om1", "-filetype=asm", example, "-o", "-"]));
}

/// What clang makes of `int answer(int x) { return x * 2; }`.
const IR: &str = "\
source_filename = \"x.c\"
target datalayout = \"e-p:32:32-i64:64\"
target triple = \"le32-unknown-nacl\"
define i32 @answer(i32 %x) {
  %y = mul nsw i32 %x, 2
  ret i32 %y
}
";

#[test]
fn llvm_input_is_taken_if_it_may_be() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.ll"), IR).unwrap();
    let mut inputs = vec!["x.ll"];
    match Command::new("llvm-as-14").args(["x.ll", "-o", "x.bc"]).current_dir(dir).output() {
        Ok(output) => {
            done(&output);
            let refused = translate(dir, &["-c", "-arch", "arm", "x.bc", "-o", "x.o"]);
            let message = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(message.contains("--allow-llvm-bitcode-input") && message.lines().count() == 1, "{message}");
            inputs.push("x.bc");
        }
        Err(_) => skipped("LLVM bitcode: llvm-as-14 is not installed"),
    }
    for input in inputs {
        done(&translate(dir, &["-c", "--allow-llvm-bitcode-input", "-arch", "arm", input, "-o", "x.o"]));
        let object = fs::read(dir.join("x.o")).unwrap();
        assert!(object.windows(7).any(|name| name == b"answer\0"), "{input}");
    }
}

/// `crosstest/tests/nexe.rs` runs such programs.
#[test]
fn a_sandboxed_program_is_linked_as_by_hand() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("program.ll"), "define void @_start(i32 %info) {\n  ret void\n}\n").unwrap();
    for (arch, target, ld, format) in [
        ("x86-32", "x8632", "ld", "elf_i386"),
        ("x86-64", "x8664", "ld", "elf32_x86_64"),
        ("arm", "arm32", "arm-linux-gnueabihf-ld", "armelf_linux_eabi"),
        ("mips", "mips32", "mipsel-linux-gnu-ld", "elf32ltsmip"),
    ] {
        if !answers(ld) || !(cfg!(target_arch = "x86_64") || ld != "ld") {
            skipped(format_args!("a sandboxed program for {arch}: there is no {ld} for it"));
            continue;
        }
        done(&translate(dir, &["-arch", arch, "program.ll", "-o", "one.nexe"]));
        done(&translate(dir, &["-arch", arch, "-emit-start", "-o", "start.o"]));
        let script = translate(dir, &["-print-script", "-arch", arch]);
        fs::write(dir.join("script.ld"), &script.stdout).unwrap();
        let sz = |args: &[&str]| {
            let target = format!("-target={target}");
            let mut command = Command::new(env!("CARGO_BIN_EXE_pnacl-sz"));
            done(&command.args([&target, "-O2", "-sandbox"]).args(args).current_dir(dir).output().unwrap());
        };
        sz(&["program.ll", "-o", "program.o"]);
        sz(&["-emit-runtime", "-o", "runtime.o"]);
        let mut command = Command::new(ld);
        command.args(["-m", format, "-z", "max-page-size=0x10000", "-T", "script.ld", "program.o", "start.o", "runtime.o"]);
        done(&command.args(["-o", "two.nexe"]).current_dir(dir).output().unwrap());
        let (one, two) = (fs::read(dir.join("one.nexe")).unwrap(), fs::read(dir.join("two.nexe")).unwrap());
        // But for the header's system and flags.
        assert!(one[..7] == two[..7] && one[9..36] == two[9..36] && one[0x1_0000..0x1_0040] == two[0x1_0000..0x1_0040], "{arch}");
        assert_eq!(one.len(), two.len(), "{arch}");
    }
}

#[test]
fn refusals_are_one_line_and_leave_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("bad.pexe"), b"PEXE\x01\0").unwrap();
    fs::write(dir.join("x.o"), b"\x7fELF\x01").unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/gcd.ll");
    let example = example.to_str().unwrap();
    let before = fs::read_dir(dir).unwrap().count();
    for (args, status, expected) in [
        (&[example, "x.o", "-o", "a.nexe"][..], 1, "x.o: its code is not sandboxed (it has no note .note.NaCl.ABI)"),
        (&[example, "-emit-start", "-o", "a"], 2, "-emit-start translates no input"),
        (&["bad.pexe", "-o", "a", "-arch", "arm", "-c"], 1, "bad.pexe: 6:0: header: "),
        (&["x.o", "-o", "a"], 2, "no program to translate"),
        (&[example, example, "-o", "a"], 2, "two programs, "),
        (&[example, "x.o", "-c", "-o", "a"], 2, "nothing is linked, but there is more than one input"),
        (&["missing.pexe", "-o", "a"], 1, "missing.pexe: No such file"),
        (&[example, "-o", "a", "-cc", "no-such-compiler"], 1, "the compiler no-such-compiler is not there"),
        (&[example, "-o", "a", "-frobnicate"], 2, "unknown option -frobnicate (see -help)"),
        (&[example], 2, "no output: name a file with -o"),
    ] {
        let output = translate(dir, args);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), message.lines().count()), (Some(status), 1), "{args:?}: {message}");
        assert!(message.starts_with("pnacl-translate: ") && message.contains(expected), "{args:?}: {message}");
        assert_eq!(fs::read_dir(dir).unwrap().count(), before, "{args:?}");
    }
    let nowhere = Command::new(TRANSLATE).args([example, "-arch", "mips", "-o", "a"]).env("PATH", "").current_dir(dir).output();
    let message = String::from_utf8(nowhere.unwrap().stderr).unwrap();
    assert!(message.contains("nothing links programs for mips32: `apt-get install gcc-mipsel-linux-gnu`"), "{message}");
    let nowhere =
        Command::new(TRANSLATE).args([example, "-arch", "arm", "-o", "a.nexe"]).env("PATH", "").current_dir(dir).output();
    let message = String::from_utf8(nowhere.unwrap().stderr).unwrap();
    let missing = "nothing links sandboxed programs for arm32: `apt-get install binutils-arm-linux-gnueabihf`, or lld";
    assert!(message.contains(missing) && message.lines().count() == 1, "{message}");
    let help = Command::new(TRANSLATE).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("Usage: pnacl-translate ") && help.lines().all(|line| line.len() <= 130), "{help}");
}
