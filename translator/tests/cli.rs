//! What a user of `pnacl-sz` sees: exit statuses, messages, and which files exist afterwards.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use translator::options::Isa;

const PROGRAM: &str = "\
@table = internal global [8 x i8] c\"ab\\00\\00cdef\", align 4
@zeros = internal global [64 x i8] zeroinitializer, align 16

define internal i32 @add(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}

define internal i32 @twice(i32 %a) {
  %sum = call i32 @add(i32 %a, i32 %a)
  ret i32 %sum
}

define void @_start(i32 %info) {
  %r = call i32 @twice(i32 %info)
  ret void
}
";

/// A directory to run in, with the program as `good.ll`.
fn workspace() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("good.ll"), PROGRAM).unwrap();
    dir
}

fn command(dir: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pnacl-sz"));
    command.current_dir(dir).args(args).stdin(Stdio::null());
    command
}

fn run(dir: &Path, line: &str) -> Output {
    command(dir, line.split_whitespace()).output().unwrap()
}

fn run_with_input(dir: &Path, line: &str, input: &[u8]) -> Output {
    let mut command = command(dir, line.split_whitespace());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its input early closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Checks that a run failed as stated, printed nothing to standard output, and that its message has
/// these parts.
#[track_caller]
fn assert_fails(output: &Output, status: i32, parts: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(status), "{message}");
    assert!(output.stdout.is_empty());
    assert!(message.starts_with("pnacl-sz: ") && message.ends_with('\n'), "{message:?}");
    for part in parts {
        assert!(message.contains(part), "no {part:?} in {message:?}");
    }
}

#[track_caller]
fn assert_is_object(bytes: &[u8]) {
    assert!(bytes.starts_with(b"\x7fELF\x01\x01"), "{} bytes: {:02x?}", bytes.len(), &bytes[..bytes.len().min(16)]);
}

fn files(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn help_and_version_go_to_standard_output() {
    let dir = workspace();
    for (line, text) in [("--help", "Usage: pnacl-sz"), ("-h", "Exit status"), ("-version", "pnacl-sz 0.")] {
        let output = run(dir.path(), line);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains(text), "{line}");
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn a_senseless_command_line_exits_with_2_and_a_hint() {
    let dir = workspace();
    assert_fails(&run(dir.path(), "-thread=2 good.ll -o x.o"), 2, &["unknown option -thread=2", "did you mean -threads?"]);
    assert_fails(&run(dir.path(), "-target=x86 good.ll -o x.o"), 2, &["-target=x86", "x8632, x8664"]);
    // Nothing is named: standard input, which is empty here.
    assert_fails(&run(dir.path(), ""), 1, &["<stdin>: the input is empty"]);
    assert_eq!(files(dir.path()), ["good.ll"]);
}

#[test]
fn what_is_not_built_is_refused_with_1() {
    let dir = workspace();
    assert_fails(&run(dir.path(), "-O1 good.ll -o x.o"), 1, &["-O1", "not built"]);
    assert_eq!(files(dir.path()), ["good.ll"]);
}

#[test]
fn a_bad_input_is_named_and_leaves_no_output() {
    let dir = workspace();
    let write = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
    write("elf", b"\x7fELF\x01\x01\x01\0");
    write("empty.pexe", b"");
    write("llvm.bc", b"BC\xc0\xde\x35\x14");
    write("short.pexe", b"PEXE\x01\0");
    write("junk.pexe", &[b"PEXE".as_slice(), &[0xa5; 200]].concat());
    write("bad.ll", b"define void @f() {\n  ret i33 0\n}\n");
    let before = files(dir.path());
    for (input, part) in [
        ("missing.pexe", "o such file"),
        (".", "directory"),
        ("elf", "neither frozen PNaCl bitcode"),
        ("empty.pexe", "empty"),
        ("llvm.bc", "pnacl-freeze"),
    ] {
        assert_fails(&run(dir.path(), &format!("{input} -o out.o")), 1, &[&format!("pnacl-sz: {input}: "), part]);
    }
    for input in ["short.pexe", "junk.pexe"] {
        let output = run(dir.path(), &format!("{input} -o out.o"));
        assert_fails(&output, 1, &[]);
        let message = stderr(&output);
        let position = message.strip_prefix(&format!("pnacl-sz: {input}: ")).expect("the file's name");
        let mut fields = position.split(':');
        for what in ["byte", "bit"] {
            assert!(fields.next().unwrap().trim().parse::<u64>().is_ok(), "{what} in {message}");
        }
    }
    assert_fails(&run(dir.path(), "bad.ll -o out.o"), 1, &["pnacl-sz: bad.ll:2:"]);
    assert_eq!(files(dir.path()), before);
}

#[test]
fn a_failing_run_keeps_the_old_output() {
    let dir = workspace();
    fs::write(dir.path().join("out.o"), "old").unwrap();
    fs::write(dir.path().join("bad.ll"), "define").unwrap();
    assert_fails(&run(dir.path(), "bad.ll -o out.o"), 1, &["bad.ll"]);
    assert_eq!(fs::read(dir.path().join("out.o")).unwrap(), b"old");
    assert_eq!(files(dir.path()), ["bad.ll", "good.ll", "out.o"]);
}

#[test]
fn the_object_is_the_same_by_every_way_in_and_out() {
    let dir = workspace();
    for target in ["x8632", "x8664"] {
        let line = format!("-target={target} -Om1 -o first.o good.ll");
        let output = run(dir.path(), &line);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
        let expected = fs::read(dir.path().join("first.o")).unwrap();
        assert_is_object(&expected);
        for options in ["--threads=1", "--threads 2", "-threads=7", "-verify-each", "-filetype=obj"] {
            assert_eq!(run(dir.path(), &format!("--target {target} {options} -o=other.o good.ll")).status.code(), Some(0));
            assert!(fs::read(dir.path().join("other.o")).unwrap() == expected, "{options}");
        }
        assert!(run(dir.path(), &format!("-target={target} good.ll -o -")).stdout == expected);
        assert!(run(dir.path(), &format!("-target={target} good.ll")).stdout == expected);
        assert!(run_with_input(dir.path(), &format!("-target={target} -"), PROGRAM.as_bytes()).stdout == expected);
        assert_eq!(files(dir.path()), ["first.o", "good.ll", "other.o"]);
    }
}

#[test]
fn assembly_text_is_the_same_for_every_number_of_threads() {
    let dir = workspace();
    for isa in Isa::ALL {
        let text = |options: &str| {
            let output = run(dir.path(), &format!("-target={isa} -filetype=asm {options} good.ll -o -"));
            assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{isa} {options}");
            String::from_utf8(output.stdout).unwrap()
        };
        let expected = text("");
        assert!(expected.contains("\t.text\n") && expected.contains("%function\n"), "{expected}");
        for options in ["-threads=1", "-threads=2", "-threads=7", "-verify-each"] {
            assert!(text(options) == expected, "{isa} {options}");
        }
    }
}

#[test]
fn errors_in_standard_input_name_it() {
    let dir = workspace();
    assert_fails(&run_with_input(dir.path(), "- -o out.o", b"PEXE junk, and then some more of it"), 1, &["pnacl-sz: <stdin>: "]);
    assert_fails(&run_with_input(dir.path(), "- -o out.o", b"not a program"), 1, &["pnacl-sz: <stdin>:1:"]);
    assert_fails(&run_with_input(dir.path(), "- -o out.o", b""), 1, &["pnacl-sz: <stdin>: the input is empty"]);
    assert_eq!(files(dir.path()), ["good.ll"]);
}

#[test]
fn what_the_verifier_finds_is_reported_line_by_line() {
    let dir = workspace();
    let text = "define internal i32 @f(i32 %c) {\n  %x = icmp eq i32 %c, 0\n  br i1 %x, label %a, label %b\na:\n  \
                %y = add i32 %c, 1\n  br label %b\nb:\n  ret i32 %y\n}\n";
    fs::write(dir.path().join("dominance.ll"), text).unwrap();
    assert_fails(&run(dir.path(), "dominance.ll -o out.o"), 1, &["pnacl-sz: dominance.ll: function f: "]);
    assert_eq!(files(dir.path()), ["dominance.ll", "good.ll"]);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_directly_and_failures_to_write_are_reported() {
    let dir = workspace();
    assert_eq!(run(dir.path(), "good.ll -o /dev/null").status.code(), Some(0));
    assert_fails(&run(dir.path(), "good.ll -o /dev/full"), 1, &["pnacl-sz: /dev/full: "]);
    assert_fails(&run(dir.path(), "good.ll -o no/such/place.o"), 1, &["pnacl-sz: no/such/place.o: "]);
    assert_fails(&run(dir.path(), "good.ll -o ."), 1, &["pnacl-sz: .: "]);
    assert_eq!(files(dir.path()), ["good.ll"]);
}

#[test]
fn statistics_and_times_go_to_standard_error() {
    let dir = workspace();
    let output = run(dir.path(), "-stats -timing good.ll -o out.o");
    assert_eq!(output.status.code(), Some(0));
    let text = stderr(&output);
    let count = |what: &str| {
        let line = text.lines().find(|line| line.trim_end().ends_with(what)).unwrap_or_else(|| panic!("{what} in {text}"));
        line.split_whitespace().next().unwrap().to_string()
    };
    assert_eq!(count("  functions"), "3");
    assert_eq!(count("  globals"), "2");
    assert_eq!(count("input bytes"), PROGRAM.len().to_string());
    assert_eq!(count("object bytes"), fs::metadata(dir.path().join("out.o")).unwrap().len().to_string());
    assert!(count("total (wall clock)").parse::<f64>().unwrap() > 0.0);
}

#[test]
fn bitcode_is_translated_while_it_arrives() {
    let dir = workspace();
    let bitcode = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/everything.pexe")).unwrap();
    let (most, last) = bitcode.split_at(bitcode.len() - 8);
    for threads in [0, 2] {
        let line = format!("-O2 -timing -print-after=frame -threads={threads} -o out.o -");
        let mut command = command(dir.path(), line.split_whitespace());
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), std::io::BufReader::new(child.stderr.take().unwrap()));
        // What is printed of its functions has to be read, or the program waits for us.
        let (sender, lines) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            while std::io::BufRead::read_line(&mut output, &mut text).unwrap() > 0 {
                let _ = sender.send(text.clone());
                text.clear();
            }
        });
        input.write_all(most).unwrap();
        // A function has been translated, although the end of the input has not come.
        // It takes milliseconds; to wait for ever would say nothing about what is wrong.
        let first = lines.recv_timeout(std::time::Duration::from_secs(120)).expect("a function is printed");
        input.write_all(last).unwrap();
        drop(input);
        let text: String = std::iter::once(first).chain(lines).collect();
        reader.join().unwrap();
        assert!(child.wait().unwrap().success(), "{text}");
        assert!(text.contains("ms  after the last byte of the input"), "{threads} threads");
    }
    fs::write(dir.path().join("all.pexe"), &bitcode).unwrap();
    assert_eq!(run(dir.path(), "-O2 -o all.o all.pexe").status.code(), Some(0));
    let objects = ["out.o", "all.o"].map(|name| fs::read(dir.path().join(name)).unwrap());
    assert!(objects[0] == objects[1], "the same input gives another object from a stream");
}

#[test]
fn the_runtime_is_translated_without_an_input() {
    let dir = workspace();
    for target in ["x8632", "x8664"] {
        let output = run(dir.path(), &format!("-emit-runtime -target={target} -o -"));
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
        assert_is_object(&output.stdout);
        assert!(output.stdout.windows(9).any(|name| name == b"__divdi3\0"));
    }
    assert_fails(&run(dir.path(), "-emit-runtime good.ll -o x.o"), 2, &["takes no input"]);
}

/// `void _start(i32)` that returns, a record a line: in the form of the SDK's tools, and with
/// abbreviations.
const RECORDS: [&str; 2] = [
    "65535,8,2;\n1,1;\n65535,17,2;\n1,3;\n7,32;\n2;\n21,0,1,0;\n65534;\n8,2,0,0,0;\n65535,19,2;\n5,0;\n65534;\n\
     65535,14,2;\n1,0,95,115,116,97,114,116;\n65534;\n65535,12,2;\n1,1;\n10;\n65534;\n65534;\n",
    "1,65535,8,2;\n3,1,1;\n1,65535,0,2;\n3,1,12;\n2,65533,1,1,10;\n0,65534;\n1,65535,17,2;\n3,1,3;\n3,7,32;\n3,2;\n\
     3,21,0,1,0;\n0,65534;\n3,8,2,0,0,0;\n1,65535,19,2;\n3,5,0;\n0,65534;\n1,65535,14,2;\n3,1,0,95,115,116,97,114,116;\n\
     0,65534;\n1,65535,12,3;\n3,1,1;\n4,10;\n0,65534;\n0,65534;\n",
];

#[test]
fn records_as_text_are_bitcode() {
    let dir = workspace();
    let expected = run_with_input(dir.path(), "- -o -", b"define void @_start(i32 %p) {\n  ret void\n}\n").stdout;
    assert_is_object(&expected);
    for (index, text) in RECORDS.into_iter().enumerate() {
        let name = format!("{index}.tbc");
        fs::write(dir.path().join(&name), text).unwrap();
        let output = run(dir.path(), &format!("-bitcode-as-text -verify-each {name} -o -"));
        assert_eq!((stderr(&output), output.stdout == expected), (String::new(), true));
        assert!(run_with_input(dir.path(), "--bitcode-as-text -threads=2 -", text.as_bytes()).stdout == expected);
    }
    assert_eq!(files(dir.path()), ["0.tbc", "1.tbc", "good.ll"]);
}

#[test]
fn malformed_records_are_refused_with_their_line() {
    let dir = workspace();
    for (from, to, message) in [
        ("10;", "10", "bad.tbc:18: no semicolon at the end of the record"),
        ("10;", "10,7;", "bad.tbc:18: function block 0: record 10: "),
        ("7,32;", "7,33;", "bad.tbc:5: types block: record 7: "),
        ("65534;\n65534;\n", "65534;\n", "bad.tbc:1: block 8 is entered here and never ends"),
    ] {
        fs::write(dir.path().join("bad.tbc"), RECORDS[0].replace(from, to)).unwrap();
        for threads in [0, 2] {
            let line = format!("-bitcode-as-text -threads={threads} bad.tbc -o out.o");
            assert_fails(&run(dir.path(), &line), 1, &[&format!("pnacl-sz: {message}")]);
        }
    }
    assert_fails(&run(dir.path(), "-bitcode-as-text good.ll"), 1, &["pnacl-sz: good.ll:1: `@` is neither a digit nor a comma"]);
    assert_fails(&run(dir.path(), "bad.tbc"), 1, &["pnacl-sz: bad.tbc: this begins with a number", "-bitcode-as-text"]);
    assert_fails(&run_with_input(dir.path(), "-bitcode-as-text -", b""), 1, &["pnacl-sz: <stdin>: the input is empty"]);
    assert_fails(&run_with_input(dir.path(), "-bitcode-as-text -", b"PEXE"), 1, &["leave out -bitcode-as-text"]);
    assert_eq!(files(dir.path()), ["bad.tbc", "good.ll"]);
}

/// Names of symbols, and statuses, as scripts for Google's translator ask for them.
#[test]
fn symbols_are_named_as_asked_and_failures_may_count_as_success() {
    let dir = tempfile::tempdir().unwrap();
    let text = "@0 = internal global [4 x i8] zeroinitializer, align 4\n@named = internal global [4 x i8] zeroinitializer, align 4\n\
                define internal i32 @0(i32 %a) {\n  %p = ptrtoint [4 x i8]* @0 to i32\n  %q = ptrtoint [4 x i8]* @named to i32\n\
                \x20 %x = add i32 %p, %q\n  %y = add i32 %x, %a\n  ret i32 %y\n}\n\
                define i32 @start(i32 %a) {\n  %x = call i32 @0(i32 %a)\n  ret i32 %x\n}\n";
    fs::write(dir.path().join("unnamed.ll"), text.replace("@0(", "@f(").replace("@0 ", "@g ")).unwrap();
    let symbols = |line: &str| {
        let output = run(dir.path(), &format!("{line} -filetype=asm unnamed.ll -o -"));
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let mut global: Vec<String> =
            text.lines().filter_map(|line| Some(line.trim().strip_prefix(".globl")?.trim().into())).collect();
        global.sort();
        global
    };
    assert_eq!(symbols(""), ["start"]);
    assert_eq!(symbols("-externalize=0"), ["start"]);
    assert_eq!(symbols("-externalize"), ["f", "g", "named", "start"]);
    fs::write(dir.path().join("bad.ll"), "define i32 @f() {\n  ret i32 %x\n}\n").unwrap();
    let output = run(dir.path(), "-exit-success bad.ll -o bad.o");
    assert!(output.status.success() && String::from_utf8(output.stderr).unwrap().contains("bad.ll"));
    assert!(!dir.path().join("bad.o").exists());
    // The input may come by standard input without being named.
    let output = run_with_input(dir.path(), "-o out.o", text.replace("@0(", "@f(").replace("@0 ", "@g ").as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
