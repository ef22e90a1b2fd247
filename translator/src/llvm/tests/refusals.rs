//! What cannot be said is refused in one line, with the place.

use super::refused;

#[test]
fn the_construct_the_function_and_the_line() {
    let asm = "define void @f() !dbg !3 {\n  call void asm sideeffect \"cpuid\", \"\"(), !dbg !4\n  ret void\n}\n\
        !1 = !DIFile(filename: \"x.c\", directory: \"/\")\n!3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 6)\n!4 = !DILocation(line: 7, column: 3, scope: !3)\n";
    assert_eq!(refused(asm), "x.c:7: function f: inline assembly \"cpuid\" cannot be PNaCl");
    let long = "define x86_fp80 @f() {\n  ret x86_fp80 0xK3FFF8000000000000000\n}\n";
    assert!(refused(long).contains("x86_fp80: PNaCl has float and double"), "{}", refused(long));
    let missing = "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n";
    assert_eq!(refused(missing), "0.ll:3: function f: the symbol g is not defined");
    let layout = "target datalayout = \"e-m:e-i64:64-f80:128-n8:16:32:64-S128\"\n";
    assert!(refused(layout).contains("is not one of 32 little-endian bits"), "{}", refused(layout));
}

#[test]
fn text_that_is_no_module() {
    for (text, message) in [
        ("define i32 @f() {\n  %x = frobnicate i32 1\n", "0.ll:2: unknown instruction 'frobnicate'"),
        ("define i32 @f(", "0.ll:1: expected a type, found the end of the text"),
        ("define void @f() {\n  br label %x\n}\n", "0.ll:4: the block %x is not defined"),
        ("define void @f() {\n  ret void\n}\ndefine void @f() {\n  ret void\n}\n", "@f is defined twice"),
        ("@x = global i32 \"abc", "a string does not end"),
        ("\u{1}", "unexpected character"),
        ("define <0 x float> @f() {\n", "0.ll:1: a vector has at least one element"),
        // Found by fuzzing: the mask picks a lane that one of the vectors does not have.
        (
            "define <4 x float> @f(<4 x float> %a) {\n  %b = shufflevector <4 x float> %a, <1 x float> zeroinitializer, \
             <4 x i32> <i32 0, i32 7, i32 1, i32 2>\n  ret <4 x float> %b\n}\n",
            "0.ll:2: function f: a shuffle of two vectors of different types",
        ),
    ] {
        let error = refused(text);
        assert!(error.contains(message), "{message:?} in {error:?}");
    }
    let deep = format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(5000), "]".repeat(5000));
    assert!(refused(&deep).contains("nested more than"));
}

/// Every beginning of a module is refused or accepted, and never more than that.
#[test]
fn half_a_module() {
    let text = "%t = type { i32, [2 x ptr] }\n@g = internal constant %t { i32 1, [2 x ptr] [ptr @f, ptr null] }, align 4\n\
        define i32 @f(i32 %a, ptr byval(%t) align 4 %b, ...) #0 {\nentry:\n  %p = getelementptr %t, ptr %b, i32 0, i32 1, i32 %a\n\
        \x20 %c = call i32 (i32, ptr, ...) @f(i32 1, ptr byval(%t) %b, double 1.5), !dbg !1\n  switch i32 %c, label %x [ i32 1, label %y ]\n\
        x:\n  ret i32 0\ny:\n  %z = phi i32 [ %c, %entry ]\n  ret i32 %z\n}\n!1 = !DILocation(line: 1, scope: !1)\n";
    super::sound(&[text]);
    for end in 0..text.len() {
        let _ = super::build(&[&text[..end]], super::super::Exports::All);
    }
}

#[test]
fn values_and_intrinsics_of_other_types_than_they_have() {
    let used = "define i64 @f(i32 %a) {\n  %b = add i64 %a, 1\n  ret i64 %b\n}\n";
    assert_eq!(refused(used), "0.ll:2: function f: a value is used as i64, which it is not");
    // As parts, these are the same.
    for (made, used) in
        [("add i37 %a, 1", "i64"), ("load i7, ptr @g", "i8"), ("trunc i37 %a to i17", "i32"), ("call i33 @h()", "i37")]
    {
        let text = format!(
            "@g = global i8 0\ndefine i33 @h() {{\n  ret i33 0\n}}\n\
            define void @f(i37 %a) {{\n  %b = {made}\n  %c = xor {used} %b, 1\n  ret void\n}}\n"
        );
        assert_eq!(refused(&text), format!("0.ll:7: function f: a value is used as {used}, which it is not"));
    }
    for call in [
        "i32 @llvm.ctpop.i32()",
        "i32 @llvm.smax.i32(i32 1)",
        "i32 @llvm.fshl.i32(i32 1, i64 2, i32 3)",
        "{ i32, i1 } @llvm.\u{e9}add.with.overflow.i32(i32 1, i32 2)",
    ] {
        let text = format!("define void @f() {{\n  %a = call {call}\n  ret void\n}}\n");
        let error = refused(&text.replace("@llvm.\u{e9}add.with.overflow.i32", "@\"llvm.\u{e9}add.with.overflow.i32\""));
        assert!(error.ends_with(" is called with other arguments than it has"), "{error}");
    }
}
