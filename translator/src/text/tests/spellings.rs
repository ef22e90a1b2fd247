//! What of LLVM's syntax is skipped, what is refused and how, and the spellings of newer versions.

use super::{body_of, error, normal_form, parse};
use crate::text::parse_module;

#[test]
fn what_carries_nothing_is_skipped() {
    let plain = normal_form(
        "@g = internal constant [2 x i8] c\"ab\", align 2
         @h = global i32 7, align 4
         declare i32 @ext(i32)
         define internal i32 @f(i32 %x) {
           %y = add i32 %x, 1
           %z = call i32 @ext(i32 %y)
           ret i32 %z
         }",
    );
    let decorated = "; a comment
        source_filename = \"a.c\"
        target datalayout = \"e-m:e-p:32:32-p1:64:64-i64:64-n8:16:32:64-S128\"
        target triple = \"le32-unknown-nacl\"
        $c = comdat any
        @g = private unnamed_addr constant [2 x i8] c\"ab\", align 2, !dbg !0
        @h = dso_local local_unnamed_addr externally_initialized global i32 7, partition \"p\", code_model \"small\", align 4 #1
        declare !dbg !1 i32 @ext(i32 noundef signext range(i32 0, 5) captures(none)) local_unnamed_addr #0
        declare void @llvm.dbg.value(metadata, metadata, metadata)
        declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2
        declare void @llvm.assume(i1 noundef)
        define internal fastcc zeroext i32 @f(i32 inreg \"k\"=\"v\" %x) unnamed_addr nounwind memory(argmem: read) uwtable(sync) \"a\" \"b\"=\"c\" #0 align 16 !dbg !2 {
          call void @llvm.dbg.value(metadata i32 %x, metadata !3, metadata !DIExpression()), !dbg !4
            #dbg_value(i32 %x, !3, !DIExpression(), !4)
          %y = add nuw nsw i32 %x, 1, !dbg !4, !prof !{!\"x\", i32 1}
          call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %p) nounwind
          call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i32 4) ]
          %z = notail call fast fastcc noundef i32 @ext(i32 noundef zeroext %y) #1, !srcloc !5
          ret i32 %z, !dbg !4
        }
        attributes #0 = { nounwind readnone \"frame-pointer\"=\"all\" }
        attributes #1 = { cold }
        uselistorder i32 %x, { 1, 0 }
        !llvm.module.flags = !{!0}
        !0 = !{i32 1, !\"wchar_size\", i32 4}
        !1 = distinct !DISubprogram(name: \"ext\", scope: !2,
                                    line: 3)
        !2 = metadata !{metadata !\"x\", i32 (i32)* @f}
        ";
    // Assumptions come with operand bundles, which nothing else may have.
    let decorated = decorated.replace(" [ \"align\"(ptr %p, i32 4) ]", "");
    assert_eq!(normal_form(&decorated), plain);
}

#[test]
fn every_known_word_is_accepted_where_it_may_stand() {
    for word in
        "nounwind readnone noinline memory(none) allocsize(0) alignstack(4) alignstack 4 ssp uwtable \"key\" \"key\"=\"value\" #7"
            .split(' ')
    {
        if word != "4" && word != "alignstack" {
            parse(&format!("declare void @f() {word}\ndefine void @g() {word} {{\n call void @f() {word}\n ret void\n}}"));
        }
    }
    for word in ["signext", "noalias", "align 4", "align(8)", "dereferenceable(4)", "sret(i32)", "sret", "range(i8 1, 2)"] {
        parse(&format!(
            "declare void @f(i32 {word})\ndefine void @g(i32 {word} %x) {{\n call void @f(i32 {word} %x)\n ret void\n}}"
        ));
    }
    for flags in ["nuw", "nsw", "nuw nsw", "exact", "disjoint"] {
        body_of("void", &format!("%a = or {flags} i32 %x, 1\nret void"));
    }
    for flags in ["fast", "nnan ninf nsz arcp contract afn reassoc"] {
        body_of("void", &format!("%a = fadd {flags} float %z, %z\n%b = fcmp {flags} olt float %a, %z\nret void"));
    }
    body_of("void", "%a = zext nneg i32 %x to i64\n%b = icmp samesign ult i64 %a, %y\n%c = trunc nuw i64 %a to i8\nret void");
}

#[test]
fn what_would_change_the_meaning_is_refused_by_name() {
    let not_in_subset = [
        "@x = thread_local global i8 0",
        "@x = weak global i8 0",
        "@x = linkonce_odr constant i8 0",
        "@x = extern_weak global i8",
        "@x = internal addrspace(1) global i8 0",
        "@x = global i8 0, section \".init_array\"",
        "@x = global i8 0, comdat",
        "@x = alias i32, ptr @y",
        "@x = ifunc i32 (), ptr @y",
        "define void @f() section \"x\" { ret void }",
        "define void @f() gc \"x\" { ret void }",
        "define void @f() naked { ret void }",
        "define void @f() personality ptr @g { ret void }",
        "define void @f() prefix i32 1 { ret void }",
        "define void @f() comdat($f) { ret void }",
        "define swiftcc void @f() { ret void }",
        "define x86_fastcallcc void @f() { ret void }",
        "define cc 10 void @f() { ret void }",
        "define void @f(ptr byval(i32) %x) { ret void }",
        "define void @f(ptr nest %x) { ret void }",
        "define void @f(ptr addrspace(1) %x) { ret void }",
        "define void @f(i8 addrspace(1)* %x) { ret void }",
        "define void @f(half %x) { ret void }",
        "define void @f(i128 %x) { ret void }",
        "define void @f(x86_fp80 %x) { ret void }",
        "define void @f(<2 x i32> %x) { ret void }",
        "define void @f(...) { ret void }",
        "module asm \"nop\"",
        "%t = type { i32 }",
        "target datalayout = \"E-p:32:32\"",
        "target datalayout = \"e-m:e-p:64:64-i64:64\"",
        "@x = global i32 getelementptr (i32, ptr null, i32 1)",
    ];
    for text in not_in_subset {
        let message = error(text);
        assert!(message.ends_with(" not in the PNaCl subset"), "{text}: {message}");
    }
    for (instruction, part) in [
        ("%a = freeze i32 %x", "`freeze` is not an instruction of the PNaCl subset"),
        ("%a = shufflevector <4 x i32> %v, <4 x i32> %v, <4 x i32> %v", "`shufflevector` is not an instruction"),
        ("fence seq_cst", "`fence` is not an instruction"),
        ("%a = cmpxchg i32* null, i32 0, i32 1 seq_cst", "`cmpxchg` is not an instruction"),
        ("%a = load atomic i32, ptr null seq_cst, align 4", "`atomic` is spelled `llvm.nacl.atomic.*`"),
        ("store volatile i32 1, i32* null", "`volatile` is spelled `llvm.nacl.atomic.*`"),
        ("musttail call void @f()", "`musttail` is not in the PNaCl subset"),
        ("call void asm sideeffect \"nop\", \"\"()", "inline assembly is not in the PNaCl subset"),
        ("call void @f() [ \"deopt\"() ]", "operand bundles are not in the PNaCl subset"),
        ("call x86_stdcallcc void @f()", "`x86_stdcallcc` is not in the PNaCl subset"),
        ("invoke void @f() to label %a unwind label %a", "`invoke` is not an instruction"),
    ] {
        let message =
            error(&format!("declare void @f()\ndefine void @g(i32 %x, <4 x i32> %v) {{\n  {instruction}\n  ret void\n}}"));
        assert!(message.starts_with("3:") && message.contains(part), "{instruction}: {message}");
    }
}

#[test]
fn misspelt_words_do_not_vanish() {
    for (text, expected) in [
        ("@x = intrenal global i8 0", "1:6: `intrenal` is no attribute"),
        ("@x = global i8 0, algin 4", "1:19: `algin` is no attribute"),
        ("define fsatcc void @f() { ret void }", "1:8: `fsatcc` is not in the PNaCl subset"),
        ("define void @f() nounwnd { ret void }", "1:18: `nounwnd` is no attribute"),
        ("define void @f(i32 sginext %x) { ret void }", "1:20: `sginext` is no attribute"),
        ("define void @f() { %a = add nws i32 1, 1 ret void }", "1:29: `nws` is no flag of an instruction"),
        ("define void @f() { %a = add signext i32 1, 1 ret void }", "1:29: `signext` is no flag of an instruction"),
        ("define void @f() { %a = icmp eqq i32 1, 1 ret void }", "1:30: `eqq` is no flag of an instruction"),
        ("define void @f() { %a = icmp i32 1, 1 ret void }", "1:30: expected a predicate, found `i32`"),
        ("declare void @f(i32 nowhere)", "1:21: `nowhere` is no attribute"),
        ("target triplet = \"x\"", "1:8: expected `datalayout` or `triple`, found `triplet`"),
        ("target triple = x", "1:17: expected a string, found `x`"),
        ("declare i32 @llvm.sqrt.i32(i32)", "1:13: `@llvm.sqrt.i32` is not an intrinsic of PNaCl"),
        ("define void @f() \"a\"=b { ret void }", "1:22: expected the value of this attribute, found `b`"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn a_sign_is_flipped_exactly() {
    let lines = body_of("float", "%a = fneg fast float %z\nret float %a");
    let expected = [
        "b0:",
        "%v4 = bitcast float %v2 to i32",
        "%v5 = xor i32 %v4, -2147483648",
        "%v6 = bitcast i32 %v5 to float",
        "ret float %v6",
    ];
    assert_eq!(lines, expected);
    let lines = body_of("void", "%d = fpext float %z to double\n%a = fneg double %d\nret void");
    assert_eq!(lines[3], "%v6 = xor i64 %v5, -9223372036854775808");
    let lines = body_of("void", "%f = bitcast <4 x i32> %v to <4 x float>\n%a = fneg <4 x float> %f\nret void");
    assert_eq!((lines.len(), &*lines[7]), (10, "%v10 = xor <4 x i32> %v5, %v9"));
}

#[test]
fn splats_are_vectors() {
    let lines = body_of("<4 x i32>", "%a = add <4 x i32> %v, splat (i32 7)\nret <4 x i32> %a");
    assert_eq!(lines, body_of("<4 x i32>", "%a = add <4 x i32> %v, <i32 7, i32 7, i32 7, i32 7>\nret <4 x i32> %a"));
    for text in ["i32 splat (i32 7)", "<4 x i32> splat (i64 7)", "<4 x i32> splat i32 7", "<4 x i32> splat (i32 7"] {
        assert!(parse_module(&format!("define void @f() {{ ret {text} }}"), "").is_err(), "{text}");
    }
}

#[test]
fn names_of_every_kind() {
    let text = "define void @\"a b\"(i32 %\"c d\", i32 %-x, i32 %$._0) {\n\"x y\":\n  br label %\"1\"\n\"1\":\n  br label %.l\n.l:\n\
                \x20 %\"\\22q\\5C\" = add i32 %\"c d\", %-x\n  %0 = add i32 %\"\\22q\\5C\", %$._0\n  ret void\n}\n";
    let printed = normal_form(text);
    assert!(printed.starts_with("define void @\"a b\"(i32 %v0, i32 %v1, i32 %v2) {\nb0:\n  br label %b1\nb1:\n"), "{printed}");
    assert!(printed.contains("%v3 = add i32 %v0, %v1\n  %v4 = add i32 %v3, %v2\n"), "{printed}");
    assert_eq!(error("define void @\"\"() { ret void }"), "1:13: an empty name");
    assert_eq!(error("define void @\"\\FF\"() { ret void }"), "1:13: this name is not UTF-8");
    assert_eq!(error("define void @f(i32 %\"x) { ret void }"), "1:21: this quote is never closed");
}
