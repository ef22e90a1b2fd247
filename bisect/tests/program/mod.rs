//! The program `bisect` as its users run it, on translators with deliberate faults and on objects
//! of a C compiler.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

mod bench;
mod reduction;

use bench::{Bench, MODULE, faulty_sz};

/// The sets of the summary.
fn sets(output: &str) -> Vec<&str> {
    let mut sets: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    sets.sort_unstable();
    sets
}

#[test]
fn independent_faults_faults_that_need_each_other_and_both_at_once_are_found_exactly() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    for (faults, expected) in [
        ("one:sub", &["one"][..]),
        ("one:sub,two:sub", &["one", "two"]),
        ("left:sub,right:sub", &["left + right"]),
        ("one:sub,left:sub,right:sub,two:sub", &["left + right", "one", "two"]),
    ] {
        let (status, output) = bench.pexe(faults, &["--fresh", "--reduce-seconds", "0"]);
        assert_eq!((status, sets(&output)), (0, expected.to_vec()), "{faults}: {output}");
        assert!(output.contains("There are no others."), "{output}");
        for set in expected {
            // Of those that are needed together, the last one completes it.
            let last = set.split(" + ").last().unwrap();
            assert!(output.contains(&format!("{set}: pass simplify; the transformation: pass simplify in {last}, ")), "{output}");
        }
    }
}

/// `caller` calls `callee`; `one` is on its own.
const CALLS: &str = "\
; run: @main(i32 9, i32 4)
; run: @main(i32 -3, i32 1000)
define i32 @main(i32 %a, i32 %b) {
  %c = call i32 @caller(i32 %b)
  %d = call i32 @one(i32 %a)
  %x = xor i32 %c, %d
  ret i32 %x
}
define internal i32 @caller(i32 %a) {
  %x = call i32 @callee(i32 %a, i32 17)
  ret i32 %x
}
define internal i32 @callee(i32 %a, i32 %b) {
  %x = mul i32 %a, 3
  %y = xor i32 %x, %b
  ret i32 %y
}
define internal i32 @one(i32 %a) {
  %x = sub i32 %a, 5
  ret i32 %x
}
";

#[test]
fn a_calling_convention_that_has_changed_on_both_sides_is_right_as_a_whole_and_found_by_halves() {
    let bench = Bench::new();
    bench.write("module.ll", CALLS);
    // Caller and callee agree: nothing is wrong as a whole.
    let both = "caller:calls,callee:params";
    let (status, output) = bench.pexe(both, &["--fresh", "--reduce-seconds", "0"]);
    assert!(status == 1 && output.contains("neither fails"), "{output}");
    // One side of it alone is wrong.
    for side in ["caller:calls", "callee:params"] {
        let (status, output) = bench.pexe(side, &["--fresh", "--reduce-seconds", "0"]);
        assert_eq!((status, sets(&output)), (0, vec![side.split(':').next().unwrap()]), "{output}");
    }
    // With something else that is wrong, the halves show when each function is tested alone.
    let faults = format!("{both},one:sub");
    let (_, output) = bench.pexe(&faults, &["--fresh", "--reduce-seconds", "0"]);
    assert!(sets(&output).contains(&"one"), "{output}");
    let (status, output) = bench.pexe(&faults, &["--fresh", "--reduce-seconds", "0", "--each"]);
    assert_eq!((status, sets(&output)), (0, vec!["callee", "caller", "one"]), "{output}");
}

#[test]
fn a_report_names_what_is_guilty_and_holds_a_regression_test_that_fails() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    for target in ["x8632", "arm32"] {
        let (status, output) = bench.pexe("two:sub", &["--target", target, "--fresh"]);
        assert_eq!(status, 0, "{output}");
        assert!(output.contains("two: pass simplify; the transformation: pass simplify in two, "), "{output}");
        let (markdown, html, reduced) =
            (bench.read("out/report.md"), bench.read("out/report.html"), bench.read("out/reduced.ll"));
        assert!(markdown.contains("\n> ") && html.contains("class=\"f\""), "the first difference is marked: {markdown}");
        assert!(markdown.contains(" -o bad.o -O2 ") && markdown.contains(&reduced));
        assert!(reduced.contains("; run: @two(") && reduced.matches("\n  %").count() <= 2, "{reduced}");
        // It fails with the fault, and only with it.
        bench.write("reduced.ll", &reduced);
        let bad = faulty_sz().display().to_string();
        let again = ["pexe", "reduced.ll", "--bad-translator", &bad, "--out", "again", "--fresh", "--target", target];
        assert_eq!(bench.run("two:sub", &again).0, 0);
        let (status, output) = bench.run("", &again);
        assert!(status == 1 && output.contains("neither fails"), "{output}");
    }
}

/// Translators of other make: one lays out data in its own way, refers to sections and has a symbol that
/// nobody else has (an assembler resolves calls of local functions itself: they are global here); the
/// other is LLVM. Of each, one function is wrong.
#[test]
fn objects_of_unrelated_translators_are_mixed() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let sz = faulty_sz().display().to_string();
    let other_layout = format!(
        "f() {{ {sz} -O2 -target=$1 -filetype=asm -o $2.s $3 && {{ printf '.data\\n.space 32\\n.bss\\n.space 64\\n'; cat $2.s; printf \
         '.data\\n.globl extra\\nextra: .long 7\\n'; sed -n 's/^\t*\\.type[ \t]*\\([^,]*\\), *[@%]function/.globl \\1/p' $2.s; }} > $2.t && as --32 -o $2 $2.t; }}; f {{isa}} {{out}} {{in}}"
    );
    let llc = "sed -i 's/= shl i32/= add i32/' {ll} && llc-14 -mtriple={triple} {flags} -O{level} -filetype=obj -relocation-model=static \
               -opaque-pointers -o {out} {ll}";
    let has_llc = Command::new("llc-14").arg("--version").output().is_ok();
    if !has_llc {
        eprintln!("skipped: no llc-14 (Debian: llvm-14)");
    }
    for (faults, command) in [("one:sub", &*other_layout)].into_iter().chain(has_llc.then_some(("", llc))) {
        let args = ["pexe", "module.ll", "--bad-translator", command, "--out", "out", "--fresh"];
        let (status, output) = bench.run(faults, &args);
        assert_eq!((status, sets(&output)), (0, vec!["one"]), "{output}");
        let reduced = bench.read("out/reduced.ll");
        assert!(reduced.contains("; run: @one(") && reduced.matches("\n  %").count() <= 3, "{reduced}");
        // The good side may be the foreign one, too.
        let args = ["pexe", "module.ll", "--good-translator", command, "--bad", "O2", "--out", "other", "--fresh"];
        let (status, output) = bench.run("", &args);
        assert!(status == 1 && output.contains(if faults.is_empty() { "both fail" } else { "neither fails" }), "{output}");
    }
}

#[test]
fn a_translator_that_knows_no_passes_is_bisected_by_functions() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let made = Command::new(faulty_sz())
        .args(["-O2", "-o", "bad.o", "module.ll"])
        .current_dir(&bench.dir)
        .env("FAULTS", "one:sub")
        .status();
    assert!(made.unwrap().success());
    let bad = "f() { cp bad.o $3; }; f";
    let (status, output) = bench.run("", &["pexe", "module.ll", "--bad-translator", bad, "--reduce-seconds", "0"]);
    assert_eq!((status, sets(&output)), (0, vec!["one"]), "{output}");
    assert!(output.contains("one: which pass is not known: f() { cp bad.o $3; }; f -O2 ignores -disable-pass"), "{output}");
}

#[test]
fn an_interrupted_bisection_goes_on() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let faults = "one:sub,left:sub,right:sub";
    let (status, output) = bench.pexe(faults, &["--reduce-seconds", "0", "--budget", "4"]);
    assert!(status == 3 && output.contains("The budget is spent"), "{output}");
    let journal = bench.read("out/journal");
    let (status, output) = bench.pexe(faults, &["--reduce-seconds", "0"]);
    assert_eq!((status, sets(&output)), (0, vec!["left + right", "one"]), "{output}");
    let after = bench.read("out/journal");
    assert!(after.starts_with(&journal) && after.len() > journal.len(), "{after}");
    let (_, again) = bench.pexe(faults, &["--reduce-seconds", "0"]);
    assert!(again.contains("0 tests were made."), "{again}");
    let (status, output) = bench.pexe("two:sub", &["--reduce-seconds", "0"]);
    assert!(status == 1 && output.contains("this journal is of another bisection"), "{output}");
}

#[test]
fn crashes_and_hangs_of_a_translator_are_reduced() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let bad = faulty_sz().display().to_string();
    let reduce = ["reduce", "module.ll", "--bad-translator", &bad, "-o", "small.ll", "--timeout", "2", "--undefined"];
    let (status, output) = bench.run("crash:or", &reduce);
    assert_eq!(status, 0, "{output}");
    let text = bench.read("small.ll");
    assert!(text.contains(" or i32 ") && text.matches("\n  %").count() <= 1, "{text}");
    let (status, output) = bench.run("", &["reduce", "module.ll"]);
    assert!(status == 1 && output.contains("the module does not fail"), "{output}");
    // A hang, by a script that translates.
    let command = format!("f() {{ {} -O2 -o /dev/null \"$1\"; }}; f", faulty_sz().display());
    let args = ["reduce", "module.ll", "--test", &command, "--hangs", "--timeout", "1", "-o", "hangs.ll", "--seconds", "12"];
    let (_, output) = bench.run("hang:xor", &args);
    let text = bench.read("hangs.ll");
    assert!(text.contains(" xor i32 ") && text.lines().count() < MODULE.lines().count(), "{output}: {text}");
}

#[test]
fn a_module_is_reduced_by_a_script_and_stays_well_defined() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let (status, output) = bench.run("", &["reduce", "module.ll", "--test", "! grep -q 'icmp slt'", "-o", "small.ll"]);
    assert_eq!(status, 0, "{output}");
    let text = bench.read("small.ll");
    assert!(text.contains("icmp slt") && text.contains("; run: @main(") && text.matches("\n  %").count() <= 2, "{text}");
    let (status, output) = bench.run("", &["reduce", "small.ll", "--test", "true"]);
    assert!(status == 1 && output.contains("status 0, which means good"), "{output}");
    let (status, output) = bench.run("", &["reduce", "small.ll", "--test", "sleep 9;", "--timeout", "1"]);
    assert!(status == 1 && output.contains("raise --timeout, or give --hangs"), "{output}");
}

#[test]
fn what_cannot_be_bisected_is_said_with_what_to_do() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    let check = |args: &[&str], faults: &str, expected: &str| {
        let (status, output) = bench.run(faults, args);
        assert!(status == 1 && output.contains(expected), "{args:?}: {status}: {output}");
    };
    let sz = faulty_sz().display().to_string();
    check(&["pexe", "module.ll", "--fresh"], "", "neither fails: the program is right with -O2 as well as with -Om1");
    check(&["pexe", "module.ll", "--good-translator", &sz, "--fresh"], "one:sub", "both fail");
    check(&["pexe", "module.ll", "--bad-translator", "exit 7;", "--fresh"], "", "bisect reduce module.ll");
    check(&["pexe", "module.ll", "--bad", "O9"], "", "unknown option -O9");
    check(&["pexe", "absent.ll"], "", "absent.ll: No such file");
    bench.write("idle.ll", "define internal void @f() {\n  ret void\n}\n");
    check(&["pexe", "idle.ll"], "", "nothing to run");
    check(&["bundle", "."], "", "this is no bundle");
    assert_eq!(bench.run("", &["pexe", "module.ll", "--target", "z80"]).0, 2);
}

#[test]
fn a_bundle_with_a_description_is_bisected_as_it_says() {
    let bench = Bench::new();
    let dir = bench.path("add-1a2b3c4d");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("module.ll"), MODULE.replace("; run: @main(i32 9, i32 4)\n", "")).unwrap();
    let description = r#"{"format": "crosstest bundle", "version": 1, "tool": "0.1.0", "test": "module.ll", "module": "module.ll",
        "run": {"call": "@main(i32 9, i32 4)"}, "fuel": 1000000, "executions": ["x8632/Om1", "arm32/O2+seed=7"], "outcomes": [],
        "agreement": [["interp", "x8632/Om1"], ["arm32/O2+seed=7"]], "first": []}"#;
    fs::write(dir.join("bundle.json"), description).unwrap();
    let (status, output) = bench.run("", &["bundle", "add-1a2b3c4d", "--fresh"]);
    let expected = "the program is right with -O2 -randomize-regalloc -sz-seed=7 as well as with -Om1";
    assert!(status == 1 && output.contains(expected), "{output}");
    fs::write(dir.join("bundle.json"), "{}").unwrap();
    let (status, output) = bench.run("", &["bundle", "add-1a2b3c4d", "--fresh"]);
    assert!(status == 1 && output.contains("bundle.json: not a bundle"), "{output}");
}

#[test]
fn a_bundle_is_bisected_on_the_target_that_it_names() {
    let bench = Bench::new();
    fs::create_dir(bench.path("finding")).unwrap();
    fs::write(bench.path("finding/test.ll"), MODULE).unwrap();
    fs::write(bench.path("finding/report.txt"), "original:\n  arm32/O2: result: 5 instead of 6\n").unwrap();
    let (status, output) = bench.run("", &["bundle", "finding", "--fresh"]);
    assert!(status == 1 && output.contains("the program is right with -O2 as well as with -Om1"), "{output}");
}

const C_SOURCE: &str = "\
#include <stdio.h>
#ifdef __clang__
#define APART __attribute__((noinline, optnone))
#else
#define APART __attribute__((noinline, noipa))
#endif
static APART int scale(int x) { return x * SCALE; }
APART int offset(int x) { return x + OFFSET; }
APART int unused(int x) { return x - 1; }
volatile int seven = 7;
int main(void) { printf(\"%d\\n\", offset(scale(seven))); return 0; }
";

fn compile(bench: &Bench, compiler: &str, name: &str, flags: &[&str]) {
    compile_text(bench, C_SOURCE, compiler, name, &[flags, &["-ffunction-sections", "-fdata-sections"]].concat());
}

fn compile_text(bench: &Bench, source: &str, compiler: &str, name: &str, flags: &[&str]) {
    bench.write("source.c", source);
    let common = ["-c", "source.c", "-o", name];
    let status = Command::new(compiler).args(flags).args(common).current_dir(&bench.dir).status().unwrap();
    assert!(status.success());
}

#[test]
fn two_c_objects_with_one_deliberate_change() {
    let bench = Bench::new();
    compile(&bench, "gcc", "good.o", &["-O1", "-DSCALE=3", "-DOFFSET=1"]);
    let mut others = vec!["gcc"];
    let is_there = |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    match ["clang", "clang-14", "clang-15", "clang-16", "clang-18", "clang-19"].iter().find(is_there) {
        Some(clang) => others.push(clang),
        None => {
            eprintln!("SKIPPED: there is no clang, so that only objects of gcc were bisected; on Debian: apt-get install clang")
        }
    }
    for compiler in others {
        let link = ["--link", "gcc $OBJECT -o $PROGRAM", "--test", "test $($PROGRAM) = 22;", "--fresh", "--out", "out"];
        for (flags, expected) in [
            (&["-O2", "-fno-ipa-ra", "-DSCALE=4", "-DOFFSET=1"][..], &["scale"][..]),
            (&["-O0", "-DSCALE=3", "-DOFFSET=2"], &["offset"]),
            (&["-O2", "-fno-ipa-ra", "-DSCALE=4", "-DOFFSET=2"], &["offset", "scale"]),
        ] {
            // What the functions of two of gcc's objects need to be exchangeable, clang does
            // without.
            let flags: Vec<&str> =
                flags.iter().copied().filter(|flag| compiler == "gcc" || !flag.starts_with("-fno-ipa")).collect();
            compile(&bench, compiler, "bad.o", &flags);
            let (status, output) = bench.run("", &[&["objects", "good.o", "bad.o"][..], &link].concat());
            assert_eq!((status, sets(&output)), (0, expected.to_vec()), "{compiler}: {output}");
            let report = bench.read("out/report.md");
            assert!(expected.iter().all(|name| report.contains(&format!("## {name} ("))) && report.contains("\n> "), "{report}");
        }
    }
}

#[test]
fn commands_that_do_not_work_are_said_with_what_to_do() {
    let bench = Bench::new();
    compile(&bench, "gcc", "good.o", &["-O1", "-DSCALE=3", "-DOFFSET=1"]);
    compile(&bench, "gcc", "bad.o", &["-O1", "-DSCALE=3", "-DOFFSET=2"]);
    let link = "gcc $OBJECT -o $PROGRAM";
    for (link, test, expected) in [
        ("gcc $OBJECT -lno_such_library -o $PROGRAM", "true;", "the link command exited with status 1 with the good object"),
        (link, "true;", "neither fails"),
        (link, "false;", "both fail"),
        (link, "exit 125;", "the test cannot tell with the good object"),
        (link, "sleep 30;", "the test takes longer than 1 s with the good object"),
        (link, "kill -SEGV $$;", "was killed by signal 11"),
    ] {
        let start = Instant::now();
        let args = ["objects", "good.o", "bad.o", "--link", link, "--test", test, "--timeout", "1", "--fresh"];
        let (status, output) = bench.run("", &args);
        assert!(status == 1 && output.contains(expected), "{test}: {status}: {output}");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
    let same = ["objects", "good.o", "good.o", "--link", link, "--test", "true;", "--fresh"];
    assert!(bench.run("", &same).1.contains("do not differ in any function"));
}

#[test]
fn objects_that_cannot_be_mixed_are_said_with_what_to_do() {
    let bench = Bench::new();
    let sectioned = ["-O1", "-ffunction-sections", "-fdata-sections"];
    let check = |good: &str, bad: &str, expected: [&str; 2]| {
        let args = ["objects", good, bad, "--link", "gcc $OBJECT -o $PROGRAM", "--test", "true;", "--fresh"];
        let (status, output) = bench.run("", &args);
        let lines = output.lines().filter(|line| line.starts_with("bisect: ")).count();
        assert!(status == 1 && lines == 1 && expected.iter().all(|part| output.contains(part)), "{good} {bad}: {output}");
    };
    let two = |x: &str| format!("int f(int a) {{ return a + {x}; }}\nint g(int a) {{ return a - {x}; }}\n");
    compile_text(&bench, &two("1"), "gcc", "good.o", &sectioned);
    compile_text(&bench, &two("2"), "gcc", "bad.o", &sectioned);
    // A symbol that is missing on either side.
    compile_text(&bench, "int f(int a) { return a; }\n", "gcc", "less.o", &sectioned);
    check("good.o", "less.o", ["the good object defines g, the bad object does not", "from the same source"]);
    check("less.o", "good.o", ["the bad object defines g, the good object does not", "from the same source"]);
    // One that is there twice.
    for (name, body) in [("a", "1"), ("b", "2")] {
        let source = format!(
            "static __attribute__((noinline)) int s(int a) {{ return a * {body}7; }}\nint {name}(int x) {{ return s(x); }}\n"
        );
        compile_text(&bench, &source, "gcc", &format!("{name}.o"), &sectioned);
    }
    let joined = Command::new("ld").args(["-r", "a.o", "b.o", "-o", "joined.o"]).current_dir(&bench.dir).status().unwrap();
    assert!(joined.success());
    check("joined.o", "joined.o", ["the good object defines s twice", "rename one of them"]);
    // Functions that share a section, a local one among them.
    let shared = "static __attribute__((noinline)) int s(int a) { return a * 3; }\nint f(int x) { return s(x) + 1; }\n";
    compile_text(&bench, shared, "gcc", "shared.o", &["-O1"]);
    check("shared.o", "shared.o", ["2 functions in the section .text", "compile both objects with -ffunction-sections"]);
    // What is no object, and what is none for this machine.
    bench.write("text.o", "no object");
    check("text.o", "good.o", ["text.o: ", ""]);
    compile_text(&bench, &two("1"), "gcc", "small.o", &[&sectioned[..], &["-m32"]].concat());
    check("good.o", "small.o", ["the two objects are for different machines", "same target"]);
    check("absent.o", "good.o", ["absent.o: No such file", ""]);
}

#[test]
fn a_flaky_test_is_reported_as_flaky() {
    let bench = Bench::new();
    compile(&bench, "gcc", "good.o", &["-O1", "-DSCALE=3", "-DOFFSET=1"]);
    compile(&bench, "gcc", "bad.o", &["-O1", "-DSCALE=4", "-DOFFSET=2"]);
    // The answer for one of the mixes alternates.
    let test = "case $($PROGRAM) in 22) true;; 23) if test -e flip; then rm flip; else touch flip; false; fi;; *) false;; esac;";
    let link = "gcc $OBJECT -o $PROGRAM";
    let args = ["objects", "good.o", "bad.o", "--link", link, "--test", test, "--repeats", "2", "--jobs", "1", "--fresh"];
    let (status, output) = bench.run("", &args);
    assert!(
        status == 3 && output.contains("Flaky: 1 sets did not answer the same each time, the first of them offset."),
        "{output}"
    );
}

#[test]
fn another_translator_gets_the_recipe_and_may_be_named_beside_it() {
    let bench = Bench::new();
    bench.write("module.ll", MODULE);
    // It notes with which options it is called.
    let noting = format!("f() {{ echo \"$@\" >> calls; {} \"$@\"; }}; f", faulty_sz().display());
    for (options, recipe) in [(&[][..], " -O2 "), (&["--bad", "Om1", "--good", "O2"], " -Om1 ")] {
        let args = ["pexe", "module.ll", "--bad-translator", &noting, "--reduce-seconds", "0", "--fresh"];
        let (status, output) = bench.run("one:sub", &[&args[..], options].concat());
        assert_eq!((status, sets(&output)), (0, vec!["one"]), "{output}");
        let calls = bench.read("calls");
        assert!(calls.lines().all(|line| line.contains(recipe)), "{calls}");
        fs::remove_file(bench.path("calls")).unwrap();
    }
}

#[test]
fn the_command_in_a_report_survives_quotes_and_spaces() {
    let bench = Bench::new();
    bench.write("it's a \"module\".ll", MODULE);
    let bad = format!("x='a b'; {}", faulty_sz().display());
    let args = ["pexe", "it's a \"module\".ll", "--bad-translator", &bad, "--call", "@main(i32 9, i32 4)"];
    let (status, output) = bench.run("one:sub", &[&args[..], &["--reduce-seconds", "0"]].concat());
    assert_eq!((status, sets(&output)), (0, vec!["one"]), "{output}");
    let report = bench.read("bisect-out/report.md");
    let command = report.lines().find(|line| line.starts_with("bisect pexe ")).unwrap_or_else(|| panic!("{report}"));
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bisect"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let again = format!("{command} --reduce-seconds 0");
    let shell =
        Command::new("sh").args(["-c", &again]).env("PATH", path).env("FAULTS", "one:sub").current_dir(&bench.dir).output();
    let shell = shell.unwrap();
    let said = String::from_utf8([shell.stdout, shell.stderr].concat()).unwrap();
    // The same bisection: its journal has all answers.
    assert!(shell.status.success() && said.contains("0 tests were made."), "{command}: {said}");
    // So does the command that translates.
    let translate = report.lines().find(|line| line.contains(" -o bad.o ")).unwrap();
    let made = Command::new("sh").args(["-c", translate]).current_dir(&bench.dir).status().unwrap();
    assert!(made.success() && bench.path("bad.o").exists(), "{translate}");
}

#[test]
fn a_mistake_in_the_layout_of_data_is_bisected_by_variable() {
    let bench = Bench::new();
    let variables = "@text = internal global [5 x i8] c\"text\\00\", align 1\n\
        @words = internal global [8 x i8] c\"12345678\", align 8\n@more = internal global [4 x i8] c\"more\", align 4\n";
    bench.write("module.ll", &MODULE.replace("@log =", &format!("{variables}@log =")));
    let (status, output) = bench.pexe("words:align", &["--fresh"]);
    assert_eq!((status, sets(&output)), (0, vec!["words"]), "{output}");
    assert!(output.contains("There are no others."), "{output}");
    let guilt = "words: what the object says of data, no pass: words: its place: .data+0x5 instead of .data+0x8";
    assert!(output.contains(guilt) && bench.read("out/report.md").contains(guilt), "{output}");
    let reduced = bench.read("out/reduced.ll");
    assert!(reduced.contains("@words") && !reduced.contains("@more") && reduced.matches("\n  %").count() == 0, "{reduced}");
    // With a function that is wrong besides, there are two sets.
    let (status, output) = bench.pexe("words:align,one:sub", &["--fresh", "--reduce-seconds", "0"]);
    assert_eq!((status, sets(&output)), (0, vec!["one", "words"]), "{output}");
}
