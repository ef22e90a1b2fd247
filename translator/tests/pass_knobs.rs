//! Options of Google's `pnacl-sz` that turn at passes or say how errors are met: each does what the page about options says, seen from
//! outside.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A loop with a product in it that stays the same, and a variable that lives across a call and is mentioned often in one stretch.
const PROGRAM: &str = "\
define internal void @callee(i32 %a) {
  ret void
}

define internal i32 @loop(i32 %n, i32 %a) {
entry:
  br label %next
next:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %s = phi i32 [ 0, %entry ], [ %t, %next ]
  %p = mul i32 %a, %n
  %t = add i32 %s, %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %next, label %done
done:
  ret i32 %t
}

define internal i32 @often(i32 %a) {
  %v = xor i32 %a, 12345
  call void @callee(i32 %v)
  %q = mul i32 %v, %v
  %r = sub i32 %q, %v
  %s = and i32 %r, %v
  %t = or i32 %s, %v
  %u = xor i32 %t, %v
  %w = add i32 %u, %v
  %x = mul i32 %w, %v
  call void @callee(i32 %x)
  %y = add i32 %x, %v
  ret i32 %y
}

define void @_start(i32 %a) {
  %x = call i32 @loop(i32 %a, i32 7)
  %y = call i32 @often(i32 %x)
  ret void
}
";

/// Two functions with mistakes, one between them without.
const BROKEN: &str = "\
define internal i32 @first(i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %x, label %y
x:
  %v = add i32 %a, 1
  br label %y
y:
  ret i32 %v
}

define void @_start(i32 %a) {
  ret void
}

define internal i32 @last(i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %x, label %y
x:
  %v = mul i32 %a, 3
  br label %y
y:
  ret i32 %v
}
";

/// Frozen bitcode, as records: of its three functions (none is `_start`) the first and the last have a mistake each, an operation and an abbreviation that
/// do not exist.
const BROKEN_RECORDS: &str = "\
1,65535,8,2;
3,1,1;
1,65535,17,3;
3,1,4;
3,7,32;
3,2;
3,21,0,0,0;
3,21,0,1,0;
0,65534;
3,8,2,0,0,3;
3,8,3,0,0,3;
3,8,2,0,0,3;
1,65535,12,4;
3,1,1;
3,2,1,1,99;
3,10,1;
0,65534;
1,65535,12,4;
3,1,1;
3,10;
0,65534;
1,65535,12,4;
3,1,1;
3,10,77;
0,65534;
0,65534;
";

fn workspace() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("good.ll", PROGRAM), ("broken.ll", BROKEN), ("broken.tbc", BROKEN_RECORDS)] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}

fn run(dir: &TempDir, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).current_dir(dir.path()).args(line.split_whitespace()).output().unwrap()
}

/// What a run prints that succeeds: the code, and what is said beside it.
#[track_caller]
fn prints(dir: &TempDir, options: &str) -> (String, String) {
    let output = run(dir, &format!("-O2 {options} -filetype=asm good.ll -o -"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{options}: {said}");
    (String::from_utf8(output.stdout).unwrap(), said)
}

#[test]
fn common_subexpressions_are_looked_for_so_often() {
    let dir = workspace();
    let times = |options: &str| {
        let said = prints(&dir, &format!("{options} -print-after=lcse -print-function=loop")).1;
        said.lines().filter(|line| line.contains("lcse")).count()
    };
    assert_eq!((times(""), times("-lcse-max-iters=1"), times("-lcse-max-iters 3")), (1, 1, 3));
    assert_eq!(prints(&dir, "-lcse-max-iters=0").0, prints(&dir, "-lcse=0").0);
}

#[test]
fn loops_keep_what_does_not_change_if_they_are_to() {
    let dir = workspace();
    let (on, off) = (prints(&dir, "-licm").0, prints(&dir, "-licm=0").0);
    assert_eq!(on, prints(&dir, "").0);
    assert_ne!(on, off);
    assert_eq!(off, prints(&dir, "-disable-pass=licm").0);
}

/// So few registers that splitting pays.
const FEW: &str = "-reg-exclude=ebx,esi,edi,ebp";

#[test]
fn variables_are_split_where_it_is_said() {
    let dir = workspace();
    let (none, all) = (prints(&dir, FEW).0, prints(&dir, &format!("{FEW} -split-local-vars")).0);
    assert_ne!(none, all);
    let at = |list: &str| prints(&dir, &format!("{FEW} -split-local-vars -split-inst={list}")).0;
    assert_eq!(at("100000"), none);
    let everywhere: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    assert_eq!(at(&everywhere.join(",")), all);
    let wrong = run(&dir, "-split-inst=1,x good.ll -o x.o");
    assert!(wrong.status.code() == Some(2), "{}", String::from_utf8_lossy(&wrong.stderr));
}

#[test]
fn all_functions_with_mistakes_are_named() {
    let dir = workspace();
    for threads in [0, 2] {
        for (input, mistakes) in
            [("broken.ll", ["function first: ", "function last: "]), ("-bitcode-as-text broken.tbc", [".tbc:15: ", ".tbc:24: "])]
        {
            let said = |options: &str| {
                let output = run(&dir, &format!("-threads={threads} {options} {input} -o x.o"));
                assert_eq!(output.status.code(), Some(1), "{input}");
                assert!(!dir.path().join("x.o").exists());
                String::from_utf8(output.stderr).unwrap()
            };
            let (first, all) = (said(""), said("-allow-pnacl-reader-error-recovery"));
            assert!(first.contains(mistakes[0]) && !first.contains(mistakes[1]), "{first}");
            assert!(mistakes.iter().all(|mistake| all.contains(mistake)), "{all}");
        }
    }
}

#[test]
fn names_are_printed() {
    let dir = workspace();
    assert_eq!(prints(&dir, "-dump-strings").1, "callee\nloop\noften\n_start\n");
    assert_eq!(prints(&dir, "-dump-strings -prefix=p_").1, "p_callee\np_loop\np_often\np__start\n");
}

#[test]
fn what_is_so_in_any_case_may_be_asked_for() {
    let dir = workspace();
    let usual = prints(&dir, "").0;
    for options in [
        "-regalloc-repeat",
        "-reg-reserve",
        "-phi-edge-split=0",
        "-aggressive-lea",
        "-abi=pnacl",
        "-nonsfi=0 -sandbox=0 -verbose-llvm-parse-errors=0",
    ] {
        assert!(prints(&dir, options).0 == usual, "{options}");
    }
}

#[test]
fn what_is_not_here_is_refused_with_what_to_do() {
    let dir = workspace();
    for (option, part) in [
        ("-regalloc-repeat=0", "nothing to leave out"),
        ("-abi=platform", "gcc -mx32"),
        ("-nonsfi", "non-SFI"),
        ("-verbose-llvm-parse-errors", "LLVM does not read the input"),
    ] {
        let output = run(&dir, &format!("{option} good.ll -o x.o"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && said.contains(part) && said.lines().count() == 1, "{option}: {said}");
    }
}
