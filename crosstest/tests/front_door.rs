//! What LLVM IR means is what the program does that it becomes: small functions, lowered by
//! `translator::llvm` and executed in the interpreter and on every target.

use crosstest::case::Overrides;
use crosstest::matrix::{self, Entry, Execution, Settings, Source};
use crosstest::report::{self, Report, Style};
use translator::llvm::{Exports, Linker, lower, parse};

/// The text form of what IR becomes.
fn lowered(ir: &str) -> String {
    let mut linker = Linker::default();
    let module = parse(ir, "test.ll", linker.types()).unwrap_or_else(|error| panic!("{error}"));
    linker.add(module).unwrap_or_else(|error| panic!("{error}"));
    let (module, bodies) = lower(&linker.finish(), Exports::All).unwrap_or_else(|error| panic!("{error}"));
    translator::text::print_module(&module, &bodies)
}

/// Calls functions of a module: each call is written `@f(i32 1) -> i32 2`.
#[track_caller]
fn expect(ir: &str, calls: &[&str]) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("test.ll");
    std::fs::write(&path, lowered(ir)).expect("a file");
    let calls = calls.iter().map(|call| (*call).to_string()).collect();
    let mut settings = Settings::new(Execution::all_plain(), 10_000_000);
    settings.overrides = Overrides { args: None, calls };
    let entries: Vec<Entry> = Source::files(&[path]).into_iter().map(Entry::from).collect();
    let matrix = matrix::run(&entries, &settings, &()).expect("a matrix");
    assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
}

#[test]
fn integers_of_odd_widths() {
    expect(
        "define i32 @f(i32 %x) {\n  %a = trunc i32 %x to i5\n  %b = mul i5 %a, 7\n  %c = sext i5 %b to i32\n  ret i32 %c\n}\n\
         define i64 @g(i64 %x, i64 %y) {\n  %a = trunc i64 %x to i37\n  %b = trunc i64 %y to i37\n  %c = sdiv i37 %a, %b\n  %d = sext i37 %c to i64\n  ret i64 %d\n}\n",
        &["@f(i32 3) -> i32 -11", "@f(i32 32) -> i32 0", "@g(i64 -100, i64 7) -> i64 -14", "@g(i64 100, i64 7) -> i64 14"],
    );
}

#[test]
fn integers_of_128_bits() {
    let wide = |op: &str| {
        format!(
            "define i64 @f(i64 %a, i64 %b, i64 %c, i32 %word) {{\n  %al = zext i64 %a to i128\n  %bh = zext i64 %b to i128\n  %bs = shl i128 %bh, 64\n\
             \x20 %x = or i128 %al, %bs\n  %y = sext i64 %c to i128\n  %r = {op} i128 %x, %y\n  %w = zext i32 %word to i128\n  %h = lshr i128 %r, %w\n\
             \x20 %t = trunc i128 %h to i64\n  ret i64 %t\n}}\n"
        )
    };
    expect(&wide("add"), &["@f(i64 -1, i64 0, i64 1, i32 64) -> i64 1", "@f(i64 -1, i64 5, i64 -1, i32 64) -> i64 5"]);
    expect(&wide("mul"), &["@f(i64 -1, i64 0, i64 10, i32 64) -> i64 9", "@f(i64 3, i64 2, i64 -5, i32 0) -> i64 -15"]);
    expect(
        &wide("udiv"),
        &["@f(i64 0, i64 10, i64 4, i32 0) -> i64 -9223372036854775808", "@f(i64 0, i64 10, i64 4, i32 64) -> i64 2"],
    );
    expect(&wide("srem"), &["@f(i64 -7, i64 -1, i64 5, i32 0) -> i64 -2", "@f(i64 17, i64 0, i64 -5, i32 0) -> i64 2"]);
}

#[test]
fn overflow_saturation_and_bits() {
    expect(
        "declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)\ndeclare i8 @llvm.uadd.sat.i8(i8, i8)\ndeclare i16 @llvm.bitreverse.i16(i16)\n\
         declare i24 @llvm.bswap.i24(i24)\ndeclare i32 @llvm.fshl.i32(i32, i32, i32)\ndeclare i8 @llvm.ctlz.i8(i8, i1)\n\
         define i32 @f(i32 %a, i32 %b) {\n  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)\n  %o = extractvalue { i32, i1 } %r, 1\n\
         \x20 %x = zext i1 %o to i32\n  ret i32 %x\n}\n\
         define i32 @g(i32 %a, i32 %b) {\n  %x = trunc i32 %a to i8\n  %y = trunc i32 %b to i8\n  %s = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)\n  %z = zext i8 %s to i32\n  ret i32 %z\n}\n\
         define i32 @h(i32 %a) {\n  %x = trunc i32 %a to i16\n  %r = call i16 @llvm.bitreverse.i16(i16 %x)\n  %z = zext i16 %r to i32\n  ret i32 %z\n}\n\
         define i32 @i(i32 %a, i32 %b, i32 %c) {\n  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %c)\n  ret i32 %r\n}\n\
         define i32 @j(i32 %a) {\n  %x = trunc i32 %a to i8\n  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)\n  %z = zext i8 %r to i32\n  ret i32 %z\n}\n",
        &[
            "@f(i32 65536, i32 32768) -> i32 1",
            "@f(i32 -65536, i32 32768) -> i32 0",
            "@g(i32 200, i32 100) -> i32 255",
            "@h(i32 1) -> i32 32768",
            "@i(i32 1, i32 -2147483648, i32 33) -> i32 3",
            "@i(i32 7, i32 9, i32 32) -> i32 7",
            "@j(i32 0) -> i32 8",
            "@j(i32 3) -> i32 6",
        ],
    );
}

#[test]
fn arguments_behind_dots_and_structures() {
    expect(
        "%s = type { i32, i64 }\ndeclare void @llvm.va_start(ptr)\n\
         define i64 @sum(i32 %n, ...) {\n  %list = alloca [4 x i32]\n  call void @llvm.va_start(ptr %list)\n  %a = va_arg ptr %list, i32\n  %b = va_arg ptr %list, i64\n\
         \x20 %s = va_arg ptr %list, %s\n  %x = extractvalue %s %s, 0\n  %y = extractvalue %s %s, 1\n  %1 = zext i32 %a to i64\n  %2 = zext i32 %x to i64\n\
         \x20 %3 = add i64 %1, %b\n  %4 = add i64 %3, %2\n  %5 = add i64 %4, %y\n  ret i64 %5\n}\n\
         define %s @pair(i32 %a) {\n  %p = insertvalue %s undef, i32 %a, 0\n  %q = insertvalue %s %p, i64 40000000000, 1\n  ret %s %q\n}\n\
         define i64 @f(i32 %a) {\n  %m = alloca %s\n  %p = call %s @pair(i32 %a)\n  store %s %p, ptr %m\n\
         \x20 %r = call i64 (i32, ...) @sum(i32 3, i32 1, i64 20, ptr byval(%s) %m)\n  ret i64 %r\n}\n",
        &["@f(i32 300) -> i64 40000000321"],
    );
}

#[test]
fn a_structure_behind_dots_that_became_a_vector() {
    expect(
        "%s = type { double, double }\ndeclare void @llvm.va_start(ptr)\n\
         define double @second(i32 %n, ...) {\n  %l = alloca ptr\n  call void @llvm.va_start(ptr %l)\n  %1 = va_arg ptr %l, i32\n\
         \x20 %2 = va_arg ptr %l, %s\n  %3 = extractvalue %s %2, 1\n  ret double %3\n}\n\
         define double @f(double %x) {\n  %m = alloca <2 x double>\n  %v = insertelement <2 x double> zeroinitializer, double %x, i32 1\n\
         \x20 store <2 x double> %v, ptr %m\n  %r = call double (i32, ...) @second(i32 3, i32 1, ptr byval(<2 x double>) align 8 %m)\n  ret double %r\n}\n",
        &["@f(double 2.5) -> double 2.5"],
    );
}

#[test]
fn computed_jumps_and_wide_switches() {
    expect(
        "define i32 @f(i32 %n) {\n  %t = icmp eq i32 %n, 0\n  %p = select i1 %t, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)\n  indirectbr ptr %p, [label %a, label %b]\n\
         a:\n  ret i32 10\nb:\n  ret i32 20\n}\n\
         define i32 @g(i64 %n) {\n  %w = zext i64 %n to i100\n  %x = shl i100 %w, 30\n  switch i100 %x, label %d [ i100 3221225472, label %a\n    i100 1073741824, label %b ]\n\
         a:\n  ret i32 3\nb:\n  ret i32 1\nd:\n  %r = phi i32 [ 9, %0 ]\n  ret i32 %r\n}\n",
        &["@f(i32 0) -> i32 10", "@f(i32 1) -> i32 20", "@g(i64 3) -> i32 3", "@g(i64 1) -> i32 1", "@g(i64 4) -> i32 9"],
    );
}

/// So that the switch which a computed jump becomes is a table, however many blocks lie between.
#[test]
fn labels_are_numbered_close_together() {
    expect(
        "define i32 @f(i32 %n) {\n  %p = inttoptr i32 %n to ptr\n  br label %x\nx:\n  br label %y\ny:\n  indirectbr ptr %p, [label %b, label %a, label %b]\n\
         a:\n  ret i32 10\nb:\n  ret i32 20\n}\n\
         define i32 @a(i32 %n) {\n  %r = ptrtoint ptr blockaddress(@f, %a) to i32\n  ret i32 %r\n}\n\
         define i32 @b(i32 %n) {\n  %r = ptrtoint ptr blockaddress(@f, %b) to i32\n  ret i32 %r\n}\n\
         define i32 @others(i32 %n) {\n  %x = ptrtoint ptr blockaddress(@f, %x) to i32\n  %y = ptrtoint ptr blockaddress(@f, %y) to i32\n\
         \x20 %c = icmp ugt i32 %x, 2\n  %d = icmp ugt i32 %y, 2\n  %e = icmp ne i32 %x, %y\n  %1 = and i1 %c, %d\n  %2 = and i1 %1, %e\n  %r = zext i1 %2 to i32\n  ret i32 %r\n}\n",
        &["@f(i32 1) -> i32 20", "@f(i32 2) -> i32 10", "@b(i32 0) -> i32 1", "@a(i32 0) -> i32 2", "@others(i32 0) -> i32 1"],
    );
}

#[test]
fn vectors_that_pnacl_does_not_have() {
    expect(
        "define i64 @f(i64 %a, i64 %b, i32 %i) {\n  %v = insertelement <2 x i64> undef, i64 %a, i32 0\n  %w = insertelement <2 x i64> %v, i64 %b, i32 1\n\
         \x20 %m = mul <2 x i64> %w, <i64 3, i64 5>\n  %c = icmp ugt <2 x i64> %m, %w\n  %s = select <2 x i1> %c, <2 x i64> %m, <2 x i64> %w\n\
         \x20 %r = shufflevector <2 x i64> %s, <2 x i64> poison, <2 x i32> <i32 1, i32 0>\n  %e = extractelement <2 x i64> %r, i32 %i\n  ret i64 %e\n}\n\
         define i32 @g(i32 %a) {\n  %v = insertelement <4 x i32> undef, i32 %a, i32 0\n  %w = shufflevector <4 x i32> %v, <4 x i32> undef, <4 x i32> zeroinitializer\n\
         \x20 %c = icmp sgt <4 x i32> %w, <i32 1, i32 2, i32 3, i32 4>\n  %m = bitcast <4 x i1> %c to i4\n  %r = zext i4 %m to i32\n  ret i32 %r\n}\n",
        &["@f(i64 2, i64 7, i32 0) -> i64 35", "@f(i64 2, i64 7, i32 1) -> i64 6", "@g(i32 3) -> i32 3", "@g(i32 9) -> i32 15"],
    );
}
