//! Real mistakes of the translator, made on purpose in real modules:
//! `cargo test -p bisect --features faults`.
#![cfg(feature = "faults")]

use std::fs;
use std::process::Command;

/// A program that calls `@work` and exits with what that leaves. Only functions of `WORK` matter:
/// nothing lives across the call.
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

/// What `bisect pexe` says of a program, translated with these faults, and the reduced module if
/// there was time for one.
fn bisect(program: &str, faults: &str, seconds: &str) -> (i32, String, String) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("program.ll"), program).unwrap();
    let bad = format!("O2 -inject-fault={faults}");
    let output = Command::new(env!("CARGO_BIN_EXE_bisect"))
        .args(["pexe", "program.ll", "--bad", &bad, "--reduce-seconds", seconds])
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    let reduced = fs::read_to_string(dir.path().join("bisect-out/reduced.ll")).unwrap_or_default();
    (output.status.code().unwrap_or(-1), text, reduced)
}

fn sets(output: &str) -> Vec<&str> {
    let mut sets: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    sets.sort_unstable();
    sets
}

#[test]
fn independent_mistakes_one_that_takes_caller_and_callee_and_both_at_once_are_found_exactly() {
    // The callee does not restore a register; that shows in a caller that keeps something in it,
    // which code of Om1 does not.
    let broken = "x86-epilogue-forgets@callee";
    let halve = "simplify-signed-division@halve";
    let add = "x86-epilogue-forgets@absent";
    for (faults, expected) in [
        (halve.to_string(), &["halve"][..]),
        (format!("{halve},read-sub-as-add@callee"), &["callee", "halve"]),
        (format!("{broken},{add}"), &["caller + callee"]),
        (format!("{broken},{halve}"), &["caller + callee", "halve"]),
    ] {
        let (status, output, _) = bisect(START, &faults, "0");
        assert_eq!((status, sets(&output)), (0, expected.to_vec()), "{faults}: {output}");
        assert!(output.contains("There are no others."), "{output}");
    }
}

#[test]
fn a_register_that_is_not_restored_is_blamed_on_saving_it_and_reduced_with_both_functions() {
    let (_, output, reduced) = bisect(START, "x86-epilogue-forgets@callee", "120");
    let line = output.lines().find(|line| line.starts_with("caller + callee: ")).unwrap_or_else(|| panic!("{output}"));
    assert!(line.contains(": pass saved-registers; the transformation: pass saved-registers in "), "{line}");
    assert!(line.contains("; only with t") && line.contains("(ebx)"), "{line}");
    // The caller is called directly: nothing else of the program is left.
    assert!(reduced.contains("\n; run: @caller(") && !reduced.contains("@_start"), "{output}{reduced}");
    assert!(reduced.matches("\n  ").count() <= 10, "{reduced}");
}

/// Two values change places in a loop, among functions that have nothing to do with it.
const EXCHANGE: &str = "\
; run: @main(i32 5)
define i32 @main(i32 %n) {
  %a = call i32 @exchange(i32 %n, i32 3)
  %b = call i32 @other(i32 %a)
  ret i32 %b
}
define internal i32 @exchange(i32 %n, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %n, %entry ], [ %y, %loop ]
  %y = phi i32 [ %k, %entry ], [ %x, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %shifted = shl i32 %x, 4
  %both = or i32 %shifted, %y
  ret i32 %both
}
define internal i32 @other(i32 %a) {
  %x = mul i32 %a, 7
  %y = xor i32 %x, %a
  ret i32 %y
}
";

#[test]
fn a_mistake_in_the_moves_of_an_edge_is_blamed_on_them_and_on_the_edge() {
    for fault in ["rewrite-cycle", "rewrite-move-order"] {
        let (status, output, reduced) = bisect(EXCHANGE, &format!("{fault}@exchange"), "120");
        assert_eq!((status, sets(&output)), (0, vec!["exchange"]), "{fault}: {output}");
        let named = "exchange: pass edge-moves; the transformation: pass edge-moves in exchange, the moves from L";
        assert!(output.contains(named), "{fault}: {output}");
        assert!(reduced.contains("; run: @exchange(") && reduced.matches("\n  ").count() <= 12, "{fault}: {reduced}");
    }
}

#[test]
fn a_mistake_in_the_places_of_a_frame_is_blamed_on_packing_it() {
    let objects = "\
; run: @overlap(i32 5)
define i32 @overlap(i32 %n) {
  %p = alloca i8, i32 40, align 4
  %q = alloca i8, i32 40, align 4
  %pi = ptrtoint i8* %p to i32
  %last = add i32 %pi, 36
  %at = inttoptr i32 %last to i32*
  %first = bitcast i8* %q to i32*
  store i32 %n, i32* %at, align 1
  store i32 7, i32* %first, align 1
  %r = load i32* %at, align 1
  ret i32 %r
}
";
    let (status, output, _) = bisect(objects, "frame-objects-overlap@overlap", "0");
    assert!(
        status == 0 && output.contains("overlap: pass pack-frame; the transformation: pass pack-frame in overlap"),
        "{output}"
    );
}
