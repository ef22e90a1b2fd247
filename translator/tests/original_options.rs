//! Options that `pnacl-sz` has because Google's had them: each does what the page
//! about options says, seen from outside.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

/// `Function0` has no name; `h` is for others to call, `ext` for others to define.
const PROGRAM: &str = "\
declare i32 @ext(i32)

define internal i32 @f(i32 %a) {
  %x = add i32 %a, %a
  %y = mul i32 %x, %a
  ret i32 %y
}

define i32 @h(i32 %a) {
  %r = call i32 @f(i32 %a)
  %s = call i32 @ext(i32 %r)
  ret i32 %s
}
";

/// The same with nothing that others define or call but `_start`.
const CLOSED: &str = "\
define internal i32 @f(i32 %a) {
  ret i32 %a
}

define void @_start(i32 %a) {
  %r = call i32 @f(i32 %a)
  ret void
}
";

struct Workspace(TempDir);

impl Workspace {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("open.ll"), PROGRAM).unwrap();
        fs::write(dir.path().join("closed.ll"), CLOSED).unwrap();
        Self(dir)
    }

    fn run(&self, line: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).current_dir(self.0.path()).args(line.split_whitespace()).output().unwrap()
    }

    /// What a run prints that succeeds: the output, and what is said beside it.
    #[track_caller]
    fn prints(&self, line: &str) -> (String, String) {
        let output = self.run(line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{line}: {said}");
        (String::from_utf8(output.stdout).unwrap(), said)
    }

    fn asm(&self, options: &str) -> String {
        self.prints(&format!("{options} -filetype=asm open.ll -o -")).0
    }
}

/// The lines of a function.
fn code<'a>(asm: &'a str, name: &str) -> &'a str {
    let start = asm.find(&format!("\n{name}:\n")).unwrap_or_else(|| panic!("no {name} in\n{asm}"));
    &asm[start..start + asm[start..].find(".size").unwrap()]
}

#[test]
fn functions_that_are_not_chosen_are_for_the_linker_to_find() {
    let workspace = Workspace::new();
    for chosen in ["h", "2:", "-f", "-1"] {
        let asm = workspace.asm(&format!("-O2 -translate-only={chosen}"));
        assert!(asm.contains("\nh:\n") && !asm.contains("\nf:\n") && asm.contains("call f\n"), "{chosen}: {asm}");
    }
    let only_f = workspace.asm("-translate-only=1:2 -externalize");
    assert!(only_f.contains("\nf:\n") && !only_f.contains("\nh:\n") && only_f.contains(".globl\tf"), "{only_f}");
    let none = workspace.asm("-notranslate");
    assert!(!none.contains("\nf:\n") && !none.contains("\nh:\n"), "{none}");
    let threads = |n: usize| workspace.asm(&format!("-translate-only=h -threads={n}"));
    assert_eq!(threads(0), threads(3));
}

#[test]
fn chosen_functions_are_optimised() {
    let workspace = Workspace::new();
    let (om1, o2) = (workspace.asm("-Om1"), workspace.asm("-O2"));
    assert_ne!(code(&om1, "f"), code(&o2, "f"));
    for threads in [0, 2] {
        let mixed = workspace.asm(&format!("-Om1 -force-O2=f -threads={threads}"));
        assert_eq!((code(&mixed, "f"), code(&mixed, "h")), (code(&o2, "f"), code(&om1, "h")));
    }
    assert_eq!(workspace.asm("-Om1 -force-O2=0:"), o2);
}

#[test]
fn definitions_get_a_prefix_and_what_is_defined_elsewhere_does_not() {
    let workspace = Workspace::new();
    for option in ["-prefix=my_", "-test-prefix my_"] {
        let asm = workspace.asm(option);
        assert!(
            asm.contains("\nmy_f:\n") && asm.contains("call my_f\n") && asm.contains("\nmy_h:\n") && asm.contains("call ext\n"),
            "{asm}"
        );
    }
}

#[test]
fn functions_and_variables_have_sections_of_their_own() {
    let workspace = Workspace::new();
    let asm = workspace.asm("-ffunction-sections");
    assert!(asm.contains("\t.section\t.text.f, \"ax\", %progbits\n") && asm.contains("\t.section\t.text.h,"), "{asm}");
    assert!(!workspace.asm("-ffunction-sections=0 -fdata-sections").contains(".text."));
    fs::write(workspace.0.path().join("data.ll"), "@v = global [2 x i8] c\"ab\", align 1\n").unwrap();
    let data = workspace.prints("-fdata-sections -filetype=iasm data.ll -o -").0;
    assert!(data.contains("\t.section\t.data.v, \"aw\", %progbits\n"), "{data}");
    assert!(workspace.prints("-help").0.contains("-ffunction-sections") && !workspace.asm("").contains(".text."));
}

/// Without the comments the text is what it is without the option.
#[test]
fn text_says_what_lives_where() {
    let workspace = Workspace::new();
    let comments = |target: &str, options: &str| {
        let asm = workspace.asm(&format!("-O2 -asm-verbose -target={target} {options}"));
        code(&asm, "f").lines().filter_map(|line| line.split_once("/* ")).map(|(_, rest)| rest.replace(" */", "")).collect()
    };
    let x8632: Vec<String> = comments("x8632", "");
    assert_eq!(
        x8632,
        ["Block=b0", "LiveIn=", "END=args+0", "LiveOut=eax", "LiveIn=eax", "END=eax", "END=ecx", "END=eax", "LiveOut="]
    );
    let arm32: Vec<String> = comments("arm32", "");
    assert_eq!(arm32, ["Block=b0", "LiveIn=r0", "END=r1", "END=r0", "LiveOut="]);
    let om1: Vec<String> = comments("mips32", "-Om1");
    assert!(om1.contains(&"LiveIn=$a0".into()) && om1.iter().any(|it| it.contains("END=frame+")), "{om1:?}");
    assert!(!workspace.asm("-asm-verbose=0").contains("/*"));
    workspace.prints("-O2 open.ll -o plain.o");
    workspace.prints("-O2 -asm-verbose open.ll -o verbose.o");
    let bytes = |name: &str| fs::read(workspace.0.path().join(name)).unwrap();
    assert_eq!(bytes("plain.o"), bytes("verbose.o"));
}

/// The innermost of two loops is marked on every architecture, and only if that is asked for.
#[test]
fn text_marks_innermost_loops() {
    const NESTED: &str = "define i32 @f(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %after ]
  %s = phi i32 [ 0, %entry ], [ %t2, %after ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j2, %inner ]
  %t = phi i32 [ %s, %outer ], [ %t2, %inner ]
  %t2 = xor i32 %t, %j
  %j2 = mul i32 %j, 77
  %more = icmp ult i32 %j2, %n
  br i1 %more, label %inner, label %after
after:
  %i2 = add i32 %i, 1
  %again = icmp ult i32 %i2, %n
  br i1 %again, label %outer, label %end
end:
  ret i32 %t2
}
";
    let workspace = Workspace::new();
    fs::write(workspace.0.path().join("nested.ll"), NESTED).unwrap();
    for (target, inner, outer) in
        [("x8632", "imul", "add"), ("x8664", "imul", "add"), ("arm32", "mul", "add"), ("mips32", "mul", "jr")]
    {
        let text = |options: &str| workspace.prints(&format!("-O2 {options} -target={target} nested.ll -filetype=asm -o -")).0;
        let asm = text("-allow-iaca-marks");
        let marked =
            asm.split_once("/* LLVM-MCA-BEGIN loop").expect("a mark").1.split_once("/* LLVM-MCA-END loop").expect("its end").0;
        let has = |word: &str| marked.split_whitespace().any(|it| it == word);
        assert!(has(inner) && !has(outer), "{asm}");
        assert!(marked.lines().count() < 10 && asm.matches("LLVM-MCA-BEGIN").count() == 1, "{asm}");
        assert!(!asm.contains("LiveIn=") && !text("").contains("/*"));
        let both = text("-allow-iaca-marks -asm-verbose");
        assert!(both.contains("LLVM-MCA-END") && both.contains("LiveIn="), "{both}");
    }
}

#[test]
fn programs_compare_addresses_to_no_end() {
    let workspace = Workspace::new();
    let source = "define i32 @f(i32 %a) {\n  %p = inttoptr i32 %a to i32*\n  %v = load i32, i32* %p, align 1\n  ret i32 %v\n}\n";
    fs::write(workspace.0.path().join("load.ll"), source).unwrap();
    for (target, compares) in [
        ("x8632", ["test eax, eax", "cmp eax, 1"]),
        ("x8664", ["test", "cmp"]),
        ("arm32", ["cmp", "cmp"]),
        ("mips32", ["beq", "beq"]),
    ] {
        for recipe in ["-O2", "-Om1"] {
            let asm =
                |option: &str| workspace.prints(&format!("{recipe} -target={target} {option} -filetype=asm load.ll -o -")).0;
            let (plain, mocked) = (asm(""), asm("-mock-bounds-check"));
            let count = |asm: &str| asm.lines().filter(|line| ["\tb", "\tj"].iter().any(|start| line.starts_with(start))).count();
            assert!(count(&mocked) >= count(&plain) + 2, "{target} {recipe}: {mocked}");
            assert!(recipe == "-Om1" || compares.iter().all(|compare| mocked.contains(compare)), "{target}: {mocked}");
        }
    }
}

#[test]
fn what_is_printed_goes_to_a_log() {
    let workspace = Workspace::new();
    let log = |name: &str| fs::read_to_string(workspace.0.path().join(name)).unwrap();
    let said = workspace.prints("-O2 -print-after=lcse -stats open.ll -o x.o").1;
    let logged = workspace.prints("-O2 -print-after=lcse -stats -log=dump.txt open.ll -o x.o").1;
    assert_eq!((&*logged, &*log("dump.txt")), ("", &*said));
    assert!(said.contains("; after lcse") && said.contains("code bytes"));
    assert_eq!(workspace.prints("-O2 -print-after=lcse -stats -log - open.ll -o x.o").0, said);
    // What failed has its log, and what is wrong is said all the same.
    fs::write(workspace.0.path().join("bad.ll"), "define i32 @f() {\n  ret void\n}\n").unwrap();
    let failed = workspace.run("-stats -log=failed.txt bad.ll -o y.o");
    assert!(failed.status.code() == Some(1) && !failed.stderr.is_empty());
    assert_eq!(log("failed.txt"), "");
    let same = workspace.run("-log=x.o open.ll -o x.o");
    assert_eq!(same.status.code(), Some(2));
    assert!(String::from_utf8(same.stderr).unwrap().contains("-log and -o name the same file"));
    assert_eq!(workspace.run("-log=no/such/file open.ll -o x.o").status.code(), Some(1));
}

#[test]
fn objects_say_who_made_them() {
    let workspace = Workspace::new();
    for input in ["open.ll", "frozen.pexe"] {
        if input == "frozen.pexe" {
            let mut freeze = Command::new(env!("CARGO_BIN_EXE_pnacl-freeze"));
            let frozen = freeze.current_dir(workspace.0.path()).args(["closed.ll", "-o", input]).output().unwrap();
            assert!(frozen.status.success(), "{}", String::from_utf8_lossy(&frozen.stderr));
        }
        let asm = |option: &str| workspace.prints(&format!("{option} -O2 -filetype=asm {input} -o -")).0;
        let (plain, signed) = (asm(""), asm("-emit-revision"));
        let version = concat!("pnacl-sz ", env!("CARGO_PKG_VERSION"));
        assert!(signed.contains("\t.globl\t__Sz_revision\n") && signed.contains(version), "{signed}");
        assert!(!plain.contains("__Sz_revision") && !asm("-emit-revision=0").contains("__Sz_revision"));
        let code = |asm: &str| asm[..asm.find(".section").unwrap()].to_owned();
        assert_eq!(code(&plain), code(&signed), "{input}: the code is the same");
    }
}

#[test]
fn programs_may_be_held_to_being_whole() {
    let workspace = Workspace::new();
    workspace.prints("-allow-externally-defined-symbols open.ll -o x.o");
    workspace.prints("-allow-externally-defined-symbols=0 closed.ll -o x.o");
    let output = workspace.run("-allow-externally-defined-symbols=0 open.ll -o y.o");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("ext") && !workspace.0.path().join("y.o").exists(), "{said}");
}

#[test]
fn words_of_verbose_say_after_which_passes_functions_are_printed() {
    let workspace = Workspace::new();
    let said = |options: &str| workspace.prints(&format!("{options} open.ll -o x.o")).1;
    assert_eq!(said("-O2 -verbose=none"), "");
    assert_eq!(said("-O2 -verbose=regalloc"), said("-O2 -print-after=allocate"));
    assert_eq!(said("-O2 -verbose inst"), said("-O2 -print-after-all"));
    assert_eq!(
        said("-O2 -verbose=liveness,split -verbose-focus=f"),
        said("-O2 -print-after=liveness,split-local,split-global -print-function=f")
    );
    assert!(said("-verbose=time").contains("total (wall clock)"));
    let wrong = workspace.run("-verbose=insts open.ll -o x.o");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("it is one of inst, deleted"));
}

#[test]
fn functions_are_counted_and_timed_one_by_one() {
    let workspace = Workspace::new();
    let (_, sizes) = workspace.prints("-O2 -szstats -target=arm32 open.ll -o x.o");
    let lines: Vec<Vec<&str>> = sizes.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0].last(), Some(&"function"));
    assert_eq!(lines[1..].iter().map(|line| line[9]).collect::<Vec<_>>(), ["f", "h", "(all)"]);
    let column = |name: &str, line: usize| -> u64 {
        lines[line][lines[0].iter().position(|head| *head == name).unwrap()].parse().unwrap()
    };
    // `f` is an addition, a multiplication and a return; `h` makes two calls.
    assert_eq!((column("code", 1), column("relocs", 1), column("relocs", 2), column("spills", 1)), (12, 0, 2, 0));
    for name in ["frame", "insts", "spills", "fills", "saved", "imms", "relocs", "consts", "code"] {
        assert_eq!(column(name, 1) + column(name, 2), column(name, 3), "{name}");
    }
    // At Om1 all values live in the frame.
    let (_, om1) = workspace.prints("-Om1 -szstats -target=arm32 open.ll -o x.o");
    let f: Vec<&str> = om1.lines().nth(1).unwrap().split_whitespace().collect();
    assert!(f[0] != "0" && f[2] != "0" && f[3] != "0", "{om1}");

    let (_, times) = workspace.prints("-timing-funcs open.ll -o x.o");
    assert!(times.contains("ms") && times.contains("function f\n") && times.contains("function h\n"), "{times}");
    let translated = |options: &str| {
        let said = workspace.prints(&format!("-O2 -timing {options} open.ll -o x.o")).1;
        said.lines().any(|line| line.ends_with("pass lower"))
    };
    assert!(translated("-timing-focus=f") && !translated("-timing-focus=g"));
}

#[test]
fn scripts_learn_what_is_built() {
    let words = Workspace::new().prints("-build-atts").0;
    for word in ["target_X8632", "target_X8664", "target_ARM32", "target_MIPS32", "allow_dump", "no_minimal_build"] {
        assert!(words.lines().any(|line| line == word), "{words}");
    }
}

#[test]
fn lists_of_functions_that_make_no_sense_are_refused() {
    let workspace = Workspace::new();
    for (line, part) in
        [("-translate-only=a,,b", "an empty part in the list"), ("-force-O2=3:x", "3:x is no range of numbers like 3:9")]
    {
        let output = workspace.run(&format!("{line} open.ll -o x.o"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(part), "{said}");
    }
}
