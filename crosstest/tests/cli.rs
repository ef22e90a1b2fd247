//! The program `crosstest`: exit statuses, messages, and streams.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use translator::options::{Isa, OptLevel};

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosstest"));
    command.env_remove("CROSSTEST_CORPUS").env_remove("CROSSTEST_SHARED");
    // What fails here fails on purpose: its bundles are of no use.
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

fn run(args: &[&str]) -> Output {
    command().args(args).stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

struct Dir(tempfile::TempDir);

impl Dir {
    fn new() -> Self {
        Dir(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

fn program() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/program.ll").display().to_string()
}

const GOOD: &str = "
; run: @f(i32 2) -> i32 6
; edges: @f
define i32 @f(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
";

const WRONG: &str = "
; run: @f(i32 2) -> i32 7
define i32 @f(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
";

#[test]
fn a_passing_test_is_a_row_of_the_matrix_and_status_0() {
    let dir = Dir::new();
    let output = run(&["run", "-v", &dir.file("good.ll", GOOD)]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    let columns: Vec<_> = Isa::ALL.iter().flat_map(|isa| OptLevel::USUAL.map(|opt| format!("{isa}/{opt}"))).collect();
    assert!(out(&output).lines().next().unwrap().ends_with(&format!("interp  {}", columns.join("  "))), "{}", out(&output));
    assert!(out(&output).contains("\n1 test passed\n"), "{}", out(&output));
    for column in &columns {
        assert!(out(&output).contains(&format!("  {column:<10}  1 passed\n")), "{}", out(&output));
    }
    assert!(!out(&output).contains('\x1b'), "no colours but at a terminal");
    assert_eq!(err(&output), "", "no progress bar but at a terminal");
    // But for when it was, and how long it took.
    let lasting = |output: &Output| {
        let text = out(output);
        let lines = text.lines().filter(|line| !line.starts_with("started") && !line.starts_with("duration"));
        lines.map(String::from).collect::<Vec<_>>()
    };
    let again = run(&["run", "-v", &dir.file("good.ll", GOOD)]);
    assert_eq!(lasting(&again), lasting(&output));
}

#[test]
fn a_run_is_quiet_about_what_passed_and_v_shows_the_matrix() {
    let dir = Dir::new();
    let (good, wrong) = (dir.file("good.ll", GOOD), dir.file("wrong.ll", WRONG));
    let rows = |args: &[&str]| {
        let text = out(&run(&[&["run", &good, &wrong, "--target", "x8632"], args].concat()));
        let rows = text.lines().filter(|line| line.contains(".ll  ")).map(|line| line.rsplit('/').next().unwrap().to_string());
        rows.collect::<Vec<String>>()
    };
    assert_eq!(rows(&["-v"]).len(), 2, "{:?}", rows(&["-v"]));
    for args in [&[][..], &["--quiet"]] {
        let rows = rows(args);
        assert!(rows.len() == 1 && rows[0].starts_with("wrong.ll"), "{rows:?}");
    }
    let output = run(&["run", &good, "--target", "x8632"]);
    assert!(out(&output).starts_with("1 test passed\n"), "{}", out(&output));
}

#[test]
fn a_run_without_a_comparison_is_an_error() {
    let dir = Dir::new();
    let good = dir.file("good.ll", GOOD);
    // No engine that was asked for runs code for the target.
    let output = run(&["run", &good, "--engine", "native", "--target", "arm32"]);
    assert_eq!(output.status.code(), Some(2), "{}", out(&output));
    assert!(err(&output).contains("there is nothing to run: native runs x8632, x8664, and not arm32"), "{}", err(&output));
    assert_eq!(out(&output), "");
    // The test is not about the target.
    let other = dir.file("other.ll", &format!("; targets: x8664\n{GOOD}"));
    let output = run(&["run", &other, "--target", "x8632"]);
    assert_eq!(output.status.code(), Some(2), "{}", out(&output));
    assert!(err(&output).contains("nothing was compared with anything"), "{}", err(&output));
    assert!(out(&output).starts_with("0 tests passed, 1 were not compared\n"), "{}", out(&output));
    // A test that is about no run needs no target.
    let text = dir.file("text.ll", "; error: 2:13: expected a name or a number after this\ndefine void @( {\n");
    assert_eq!(run(&["run", &text, "--target", "x8632"]).status.code(), Some(0));
    // Nor does one that is compared somewhere.
    assert_eq!(run(&["run", &other, &good, "--target", "x8632"]).status.code(), Some(0));
}

#[test]
fn registers_that_no_chosen_target_has_are_not_ignored() {
    let dir = Dir::new();
    let good = dir.file("good.ll", GOOD);
    for (args, expected) in [
        (&["--reg-use", "foo"][..], "no architecture has a register foo"),
        (&["--reg-use", "eax:ecx:edx", "--target", "arm32"], "--reg-use eax:ecx:edx: no chosen target has these registers"),
        (&["--execution", "x8632/O2+use=foo"], "-reg-use=foo: no such register"),
        (&["--execution", "x8632/O9"], "there is no recipe O9; there are Om1, O0, O2, O3"),
    ] {
        let output = run(&[&["run", &good], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", out(&output));
        assert!(err(&output).contains(expected), "{args:?}: {}", err(&output));
    }
    assert_eq!(run(&["run", &good, "--reg-use", "eax:ecx:edx", "--target", "x8632", "--opt", "O2"]).status.code(), Some(0));
}

#[test]
fn a_disagreement_is_status_1_and_its_replay_command_shows_it_again() {
    let dir = Dir::new();
    let file = dir.file("wrong.ll", WRONG);
    let output = run(&["run", &file]);
    assert_eq!(output.status.code(), Some(1));
    let report = out(&output);
    assert!(report.contains("expected     i32 7\n") && report.contains("interpreter  i32 6\n"), "{report}");
    let replay = report.lines().find_map(|line| line.trim().strip_prefix("replay ")).unwrap().trim();
    assert_eq!(replay, format!("crosstest run {file} --call '@f(i32 2) -> i32 7'"));
    let replayed = run(&["run", &file, "--call", "@f(i32 2) -> i32 7"]);
    assert_eq!(replayed.status.code(), Some(1));
    assert!(out(&replayed).contains("i32 7"));
}

#[test]
fn what_makes_no_sense_is_status_2_with_a_message() {
    for (args, expected) in [
        (&["--opt", "O9"][..], "O9"),
        (&["run", "--target", "z80", "x.ll"], "z80"),
        (&["run"], "FILE"),
        (&["run", "/no/such/file.ll"], "/no/such/file.ll"),
        (&["exec", "--engine", "qemu", "x"], "qemu"),
        (&["frobnicate"], "frobnicate"),
        (&["exec", "--dir", "nonsense", "x"], "HOST:GUEST"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(expected), "{args:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{args:?}");
    }
}

#[test]
fn a_file_that_is_no_test_is_an_error_in_the_matrix() {
    let dir = Dir::new();
    let cases = [
        ("nothing.ll", "define void @f(i32 %a) {\n  ret void\n}\n", "nothing to run"),
        ("syntax.ll", "define void @f( {\n", "syntax.ll:2:1: expected a type"),
        ("directive.ll", "; run: @g()\ndefine void @f() {\n  ret void\n}\n", "no function @g is defined"),
        ("slip.ll", "; RUN: @f()\ndefine void @f() {\n  ret void\n}\n", "line 1: unknown directive"),
        ("empty.ll", "", "the input is empty"),
    ];
    for (name, text, expected) in cases {
        let output = run(&["run", &dir.file(name, text)]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(out(&output).contains(expected) && out(&output).contains("ERROR"), "{name}: {}", out(&output));
    }
}

#[test]
fn file_tests_of_every_kind_are_run() {
    let dir = Dir::new();
    let good = [
        ("error.ll", "; error: 2:13: expected a name or a number after this\ndefine void @( {\n"),
        (
            "records.ll",
            "; input: records\n; error: 6: types block: record 1: type count record has 0 values; expected 1\n\
             65535,8,2;\n1,1; ; version\n65535,17,2;\n1;\n65534;\n65534;\n",
        ),
        ("bits.ll", "; input: bits\n; error: 4:0: header: the file ends within the header\n\"PEXE\"\n"),
        (
            "dump.ll",
            "; do: read\n; dump @f:\n;| function @f() {\n;| b0:\n;|   ret void\n;| }\ndefine void @f() {\n  ret void\n}\n",
        ),
        ("code.ll", "; do: translate\n; check x8632 @f: ret\ndefine void @f() {\n  ret void\n}\n"),
    ];
    for (name, text) in good {
        let output = run(&["run", &dir.file(name, text)]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", out(&output));
        let wrong = text.replace("error: ", "error: no ").replace("ret void\n;|", "ret\n;|").replace("@f: ret", "@f: nothing");
        let output = run(&["run", &dir.file(name, &wrong)]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", out(&output));
        assert!(out(&output).contains("(- expected, + found)"), "{name}: {}", out(&output));
    }
}

#[test]
fn a_test_that_does_not_end_or_says_nothing_does_not_pass() {
    let dir = Dir::new();
    let endless = dir.file("endless.ll", "define void @f() {\nentry:\n  br label %entry2\nentry2:\n  br label %entry2\n}\n");
    let output = run(&["run", &endless, "--fuel", "1000000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("ran out of fuel"), "{}", out(&output));
    let vague = dir.file("vague.ll", "define i32 @f() {\n  ret i32 undef\n}\n");
    let output = run(&["run", &vague]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("32 bits were Unspecified"), "{}", out(&output));
}

#[test]
fn a_corpus_directory_is_run_without_a_command() {
    let dir = Dir::new();
    dir.file("good.ll", GOOD);
    dir.file("notes.txt", "not a test");
    let mut command = command();
    command.env("CROSSTEST_CORPUS", dir.0.path()).env("CROSSTEST_SHARED", "/no/such/directory");
    let output = command.args(["--target", "x8632"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("1 test passed\n  x8632/Om1  1 passed\n  x8632/O2   1 passed\n"), "{}", out(&output));
    assert!(err(&output).contains("the programs there are not run"), "{}", err(&output));
    dir.file("wrong.ll", WRONG);
    assert_eq!(command.output().unwrap().status.code(), Some(1));
}

#[test]
fn a_program_runs_as_a_user_would_run_it() {
    for engine in [&["--engine", "interp"][..], &["--target", "x8632"], &["--target", "x8664"]] {
        let output = run(&[&["exec"], engine, &[&program(), "one", "-two", "--target"]].concat());
        assert_eq!(out(&output), "program.ll\none\n-two\n--target\n", "{engine:?}");
        assert_eq!(output.status.code(), Some(4), "{engine:?}");
        assert_eq!(err(&output), "");
    }
}

const START: &str = "define void @_start(i32 %info) {\n";

#[test]
fn a_program_that_does_not_end_well_has_a_status_and_a_message() {
    let dir = Dir::new();
    let cases = [
        ("trap.ll", "  %r = udiv i32 1, 0\n  ret void\n}\n", 134, "trapped"),
        ("loop.ll", "  br label %l\nl:\n  br label %l\n}\n", 124, "ran out of fuel"),
        ("return.ll", "  ret void\n}\n", 0, ""),
    ];
    for (name, body, status, message) in cases {
        let file = dir.file(name, &format!("{START}{body}"));
        for engine in ["interp", "unicorn"] {
            let output = run(&["exec", "--engine", engine, "--fuel", "100000", &file]);
            assert_eq!(output.status.code(), Some(status), "{name} {engine}: {}", err(&output));
            assert!(err(&output).contains(message), "{name} {engine}: {}", err(&output));
        }
    }
    let trap = run(&["exec", &dir.file("t.ll", &format!("{START}  unreachable\n}}\n"))]);
    assert!(err(&trap).contains("x8632/Om1 on unicorn"), "{}", err(&trap));
    let undefined =
        format!("{START}  %c = trunc i32 undef to i1\n  br i1 %c, label %a, label %b\na:\n  ret void\nb:\n  ret void\n}}\n");
    let output = run(&["exec", "--engine", "interp", &dir.file("undefined.ll", &undefined)]);
    assert_eq!(output.status.code(), Some(125), "{}", err(&output));
}

#[test]
fn what_is_no_program_is_status_126() {
    let dir = Dir::new();
    for (file, expected) in [
        (dir.file("good.ll", GOOD), "defines no function _start"),
        (dir.file("broken.ll", "define"), "broken.ll:1:"),
        (dir.file("elf", "\u{7f}ELF\u{1}"), "no ELF file that can be read"),
        ("/no/such/file".into(), "No such file"),
    ] {
        let output = run(&["exec", &file]);
        assert_eq!(output.status.code(), Some(126), "{file}");
        assert!(err(&output).contains(expected), "{file}: {}", err(&output));
    }
}

/// A program that prints numbered lines, three if it is told nothing else.
fn lines() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/lines.pexe")
}

#[test]
fn output_appears_while_the_program_runs() {
    let mut child =
        command().args(["exec".as_ref(), lines().as_os_str(), "100000000".as_ref()]).stdout(Stdio::piped()).spawn().unwrap();
    let mut start = [0; 64];
    child.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
    assert!(start.starts_with(b"line 1\nline 2\nline 3\n"));
    // The reader goes away, and so does the program.
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

#[test]
fn a_programs_other_arguments_void_its_expectations() {
    let path = lines().display().to_string();
    assert_eq!(run(&["run", "--target", "x8632", &path, "--args", "3"]).status.code(), Some(0));
    assert_eq!(run(&["run", "--target", "x8632", &path, "--args", "5"]).status.code(), Some(0));
}

const COPY: &str = r#"
; Copies standard input to standard output.
@fdio = internal constant [18 x i8] c"nacl-irt-fdio-0.1\00", align 1
@table = internal global [32 x i8] zeroinitializer, align 4
@buffer = internal global [64 x i8] zeroinitializer, align 4
@count = internal global [4 x i8] zeroinitializer, align 4
define internal i32 @word(i32 %base, i32 %index) {
  %o = shl i32 %index, 2
  %a = add i32 %base, %o
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define void @_start(i32 %info) {
entry:
  %envc = call i32 @word(i32 %info, i32 1)
  %argc = call i32 @word(i32 %info, i32 2)
  %both = add i32 %envc, %argc
  %at = add i32 %both, 6
  %q = call i32 @word(i32 %info, i32 %at)
  %query = inttoptr i32 %q to i32 (i32, i32, i32)*
  %name = ptrtoint [18 x i8]* @fdio to i32
  %t = ptrtoint [32 x i8]* @table to i32
  %size = call i32 %query(i32 %name, i32 %t, i32 32)
  %r = call i32 @word(i32 %t, i32 3)
  %read = inttoptr i32 %r to i32 (i32, i32, i32, i32)*
  %w = call i32 @word(i32 %t, i32 4)
  %write = inttoptr i32 %w to i32 (i32, i32, i32, i32)*
  %b = ptrtoint [64 x i8]* @buffer to i32
  %c = ptrtoint [4 x i8]* @count to i32
  br label %loop
loop:
  %e1 = call i32 %read(i32 0, i32 %b, i32 64, i32 %c)
  %n = call i32 @word(i32 %c, i32 0)
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  %e2 = call i32 %write(i32 1, i32 %b, i32 %n, i32 %c)
  br label %loop
done:
  ret void
}
"#;

#[test]
fn standard_input_is_the_programs() {
    let dir = Dir::new();
    let file = dir.file("copy.ll", COPY);
    for engine in ["interp", "unicorn"] {
        let mut child =
            command().args(["exec", "--engine", engine, &file]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let text: Vec<u8> = (0..1000u32).flat_map(|number| number.to_le_bytes()).collect();
        child.stdin.take().unwrap().write_all(&text).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(0), text), "{engine}");
    }
}

#[test]
fn help_has_examples() {
    let help = out(&run(&["--help"]));
    assert!(help.contains("Recipes to test: Om1, O0, O2, O3 [default: Om1, O2]"), "{help}");
    for word in ["run every suite", "crosstest exec", "crosstest replay", "Exit status", "CROSSTEST_CORPUS"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(out(&run(&["run", "--help"])).contains("; edges:"));
    assert!(out(&run(&["exec", "--help"])).contains("134 if it traps"));
}

#[test]
fn a_campaign_is_continued_and_leaves_a_table() {
    let dir = Dir::new();
    let place = dir.0.path().join("campaign").display().to_string();
    let campaign = |cases: &str, seed: &str| {
        run(&["campaign", "--cases", cases, "--seed", seed, "--jobs", "1", "--target", "x8632", "--dir", &place])
    };
    let first = campaign("40", "5");
    assert_eq!(first.status.code(), Some(0), "{}{}", out(&first), err(&first));
    assert!(out(&first).contains("valid 100.000 %"), "{}", out(&first));
    // Cases are counted in chunks of 32.
    let second = campaign("24", "5");
    assert!(out(&second).starts_with("96 cases of seed 5 in all, 32 of them now"), "{}", out(&second));
    let table = fs::read_to_string(dir.0.path().join("campaign/coverage.txt")).unwrap();
    assert!(table.contains("never produced:"));
    // What so few cases cannot have is missed on request.
    let required =
        run(&["campaign", "--cases", "1", "--seed", "5", "--target", "x8632", "--require-combinations", "--dir", &place]);
    assert_eq!(required.status.code(), Some(1), "{}", err(&required));
    assert!(err(&required).contains("never run on every target: more than 10000 instructions in a loop"), "{}", err(&required));
    let merged = run(&["campaign", "merge", &place, &place, "--out", &dir.0.path().join("merged").display().to_string()]);
    assert_eq!(merged.status.code(), Some(0), "{}", err(&merged));
    assert!(out(&merged).starts_with("1 campaigns: 128 cases"), "{}", out(&merged));
    let other = campaign("1", "6");
    assert_eq!(other.status.code(), Some(2), "another seed needs another directory");
    assert!(err(&other).contains("--seed 5"), "{}", err(&other));
}

#[test]
fn a_case_of_a_campaign_can_be_shown() {
    let output = run(&["campaign", "--seed", "5", "--case", "3", "--target", "x8632"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("define internal"), "{}", out(&output));
    assert!(out(&output).contains("@main("), "{}", out(&output));
}
