//! Real mistakes of the translator, made on purpose in real modules: `cargo test -p bisect --features faults`.
#![cfg(feature = "faults")]

use std::fs;
use std::process::Command;

/// A program that calls `@work` and exits with what that leaves. Only functions of `WORK` matter: nothing lives across the call.
const START: &str = "\
@basic = internal constant [19 x i8] c\"nacl-irt-basic-0.1\\00\", align 1
@table = internal global [24 x i8] zeroinitializer, align 4
@result = internal global [4 x i8] zeroinitializer, align 4
define internal i32 @word(i32 %base, i32 %index) {
  %o = shl i32 %index, 2
  %a = add i32 %base, %o
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define internal i32 @query_function(i32 %info) {
entry:
  %envc = call i32 @word(i32 %info, i32 1)
  %argc = call i32 @word(i32 %info, i32 2)
  %both = add i32 %envc, %argc
  %first = add i32 %both, 5
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %more ]
  %key = call i32 @word(i32 %info, i32 %i)
  %at = add i32 %i, 1
  %value = call i32 @word(i32 %info, i32 %at)
  %found = icmp eq i32 %key, 32
  br i1 %found, label %end, label %more
more:
  %next = add i32 %i, 2
  br label %loop
end:
  ret i32 %value
}
define internal void @prepare(i32 %info) {
  %q = call i32 @query_function(i32 %info)
  %query = inttoptr i32 %q to i32 (i32, i32, i32)*
  %bn = ptrtoint [19 x i8]* @basic to i32
  %bt = ptrtoint [24 x i8]* @table to i32
  %size = call i32 %query(i32 %bn, i32 %bt, i32 24)
  ret void
}
define internal void @finish() {
  %t = ptrtoint [24 x i8]* @table to i32
  %e = inttoptr i32 %t to i32*
  %x = load i32* %e, align 1
  %exit = inttoptr i32 %x to void (i32)*
  %rp = ptrtoint [4 x i8]* @result to i32
  %rq = inttoptr i32 %rp to i32*
  %r = load i32* %rq, align 1
  %status = and i32 %r, 127
  call void %exit(i32 %status)
  unreachable
}
define void @_start(i32 %info) {
  call void @prepare(i32 %info)
  call void @work()
  call void @finish()
  unreachable
}
define internal void @work() {
  call void @first()
  call void @second()
  ret void
}
define internal void @first() {
  %c = call i32 @caller(i32 9, i32 4)
  %rp = ptrtoint [4 x i8]* @result to i32
  %rq = inttoptr i32 %rp to i32*
  store i32 %c, i32* %rq, align 1
  ret void
}
define internal void @second() {
  %h = call i32 @halve(i32 -7)
  %rp = ptrtoint [4 x i8]* @result to i32
  %rq = inttoptr i32 %rp to i32*
  %r = load i32* %rq, align 1
  %s = shl i32 %h, 3
  %x = xor i32 %r, %s
  store i32 %x, i32* %rq, align 1
  ret void
}
define internal i32 @halve(i32 %a) {
  %x = sdiv i32 %a, 2
  ret i32 %x
}
define internal i32 @caller(i32 %a, i32 %b) {
  %k = mul i32 %a, %b
  %c = call i32 @callee(i32 %b, i32 %a)
  %r = add i32 %k, %c
  ret i32 %r
}
define internal i32 @callee(i32 %a, i32 %b) {
  %k = xor i32 %a, %b
  %c = call i32 @leaf(i32 %a)
  %r = sub i32 %c, %k
  ret i32 %r
}
define internal i32 @leaf(i32 %a) {
  %x = add i32 %a, 11
  ret i32 %x
}
";

/// What `bisect pexe` says of the program, translated with these faults.
fn bisect(faults: &str) -> (i32, String) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("program.ll"), START).unwrap();
    let bad = format!("O2 -inject-fault={faults}");
    let output = Command::new(env!("CARGO_BIN_EXE_bisect"))
        .args(["pexe", "program.ll", "--bad", &bad, "--reduce-seconds", "0"])
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code().unwrap_or(-1), text)
}

fn sets(output: &str) -> Vec<&str> {
    let mut sets: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    sets.sort_unstable();
    sets
}

#[test]
fn independent_mistakes_one_that_takes_caller_and_callee_and_both_at_once_are_found_exactly() {
    // The callee does not restore a register; that shows in a caller that keeps something in it, which code of Om1 does not.
    let broken = "x86-epilogue-forgets@callee";
    let halve = "simplify-signed-division@halve";
    let add = "x86-epilogue-forgets@absent";
    for (faults, expected) in [
        (halve.to_string(), &["halve"][..]),
        (format!("{halve},read-sub-as-add@callee"), &["callee", "halve"]),
        (format!("{broken},{add}"), &["caller + callee"]),
        (format!("{broken},{halve}"), &["caller + callee", "halve"]),
    ] {
        let (status, output) = bisect(&faults);
        assert_eq!((status, sets(&output)), (0, expected.to_vec()), "{faults}: {output}");
        assert!(output.contains("There are no others."), "{output}");
    }
}

#[test]
fn what_a_register_was_needed_for_is_named() {
    let (_, output) = bisect("x86-epilogue-forgets@callee");
    let line = output.lines().find(|line| line.starts_with("caller + callee: ")).unwrap_or_else(|| panic!("{output}"));
    assert!(line.contains("no optional pass") && line.contains("; only with t") && line.contains("(ebx)"), "{line}");
}
