//! Tests of the text form: spellings, numbering, constants, globals, errors, identity, and
//! robustness against damaged texts.

mod identity;
mod robustness;
mod spellings;

use super::{parse_module, print_module};
use crate::ice::{FuncId, Global, Type};
use crate::ice::{Function, GlobalInit, InstData, Linkage, Module, Value, ValueDef, verify};

#[track_caller]
fn parse(text: &str) -> (Module, Vec<Function>) {
    parse_module(text, "test.ll").unwrap_or_else(|error| panic!("{error}"))
}

/// Parses, verifies, and prints without the header; tests the identity on the way.
#[track_caller]
fn normal_form(text: &str) -> String {
    let (module, bodies) = parse(text);
    verify::module(&module).unwrap_or_else(|errors| panic!("{errors}"));
    for body in &bodies {
        verify::function(&module, body).unwrap_or_else(|errors| panic!("{errors}"));
    }
    let printed = print_module(&module, &bodies);
    assert_same(&module, &bodies, &printed);
    printed.splitn(3, '\n').nth(2).unwrap_or_default().trim_start().into()
}

/// The printed text reads back to the same module and prints the same again.
#[track_caller]
fn assert_same(module: &Module, bodies: &[Function], printed: &str) {
    let (module_again, bodies_again) = parse(printed);
    assert_eq!(module.globals, module_again.globals);
    let decl = |module: &Module, id: FuncId| {
        let decl = &module.funcs[id];
        (decl.name.clone(), module.func_sig(id).clone(), decl.linkage, decl.defined, decl.intrinsic)
    };
    let decls = |module: &Module| module.funcs.keys().map(|id| decl(module, id)).collect::<Vec<_>>();
    assert_eq!(decls(module), decls(&module_again));
    assert_eq!(bodies.iter().map(|f| f.id).collect::<Vec<_>>(), bodies_again.iter().map(|f| f.id).collect::<Vec<_>>());
    assert_eq!(print_module(&module_again, &bodies_again), printed);
}

/// The message of the error that a text gives, with line and column.
#[track_caller]
fn error(text: &str) -> String {
    let error = parse_module(text, "test.ll").expect_err("a text with an error");
    format!("{}:{}: {}", error.data().line, error.data().column, error.data().message)
}

/// `instructions` as the body of a function `@f(i32 %x, i64 %y, float %z, <4 x i32> %v)` that may
/// call some others.
fn with_body(result: &str, instructions: &str) -> String {
    format!(
        "@g = internal global [8 x i8] zeroinitializer\n\
         declare i32 @ext(i32)\n\
         define {result} @f(i32 %x, i64 %y, float %z, <4 x i32> %v) {{\n{instructions}\n}}\n"
    )
}

/// The printed instructions of such a body, one line each, without blocks and casts to pointers.
#[track_caller]
fn body_of(result: &str, instructions: &str) -> Vec<String> {
    let printed = normal_form(&with_body(result, instructions));
    let lines = printed.lines().skip_while(|line| !line.starts_with("define")).skip(1).take_while(|line| *line != "}");
    lines.map(|line| line.trim().to_string()).filter(|line| !line.contains("= inttoptr")).collect()
}

#[test]
fn the_spellings_of_all_versions_agree() {
    let llvm3 = "
        define internal i32 @f(i32 %p, i32 %q) {
        entry:
          %p.asptr = inttoptr i32 %p to i32*
          %0 = load i32* %p.asptr, align 1
          %q.asptr = inttoptr i32 %q to float*
          store float 1.0, float* %q.asptr, align 4
          %fp = inttoptr i32 %q to i32 (i32)*
          %r = call i32 %fp(i32 %0)
          %buf = alloca i8, i32 16, align 8
          %buf.asint = ptrtoint i8* %buf to i32
          %buf.bc = bitcast i8* %buf to i64*
          store i64 0, i64* %buf.bc, align 1
          %s = add i32 %r, %buf.asint
          ret i32 %s
        }";
    let typed = llvm3.replace("load i32* ", "load i32, i32* ").replace("call i32 %fp", "tail call fastcc i32 (i32) %fp");
    let opaque = typed
        .replace("i32 (i32)*", "ptr")
        .replace("float*", "ptr")
        .replace("i32*", "ptr")
        .replace("i8*", "ptr")
        .replace("i64*", "ptr")
        .replace("%buf = alloca i8, i32 16, align 8", "%buf = alloca [16 x i8], align 8");
    let expected = "define internal i32 @f(i32 %v0, i32 %v1) {
b0:
  %p0 = inttoptr i32 %v0 to ptr
  %v2 = load i32, ptr %p0, align 1
  %p1 = inttoptr i32 %v1 to ptr
  store float 1.0, ptr %p1, align 4
  %p2 = inttoptr i32 %v1 to ptr
  %v3 = call i32 %p2(i32 %v2)
  %p3 = alloca i8, i32 16, align 8
  %v4 = ptrtoint ptr %p3 to i32
  %p4 = inttoptr i32 %v4 to ptr
  store i64 0, ptr %p4, align 1
  %v5 = add i32 %v3, %v4
  ret i32 %v5
}
";
    for text in [llvm3, &typed, &opaque] {
        assert_eq!(normal_form(text), expected, "{text}");
    }
}

#[test]
fn pointer_casts_are_copies() {
    let (_, bodies) = parse(
        "define i32 @f(i32 %x) {\n%p = inttoptr i32 %x to i8*\n%q = bitcast i8* %p to i64*\n%y = ptrtoint i64* %q to i32\nret i32 %y\n}",
    );
    assert_eq!(bodies[0].inst_count(), 1);
    assert_eq!(*bodies[0].inst(crate::ice::Inst::from_u32(0)), InstData::Ret { value: Some(Value::local(0)) });
}

#[test]
fn values_and_blocks_without_names_share_one_numbering() {
    let text = "
        define i32 @f(i32, i1) {
          br i1 %1, label %3, label %5

          %4 = add i32 %0, 1
          br label %7

        5:
          %6 = call i32 @f(i32 %0, i1 true)
          br label %7

        7:
          %8 = phi i32 [ %4, %3 ], [ %6, %5 ]
          call i32 @f(i32 %8, i1 false)
          ret i32 %9
        }";
    // The entry block is 2, the call without a name is 9.
    let printed = normal_form(text);
    assert!(printed.contains("br i1 %v1, label %b1, label %b2"), "{printed}");
    assert!(printed.contains("%v4 = phi i32 [ %v2, %b1 ], [ %v3, %b2 ]"), "{printed}");
    assert!(printed.contains("ret i32 %v5"), "{printed}");
}

#[test]
fn names_need_not_be_identifiers() {
    let text = "@\"a b\" = global i8 1\n@0 = internal constant [2 x i8] c\"\\22\\\\\"\n\
                define i32 @\"\\C3\\A9\"(i32 %\"1\", i32 %-x) {\n\"the entry\":\n %\"q\\22\" = add i32 %\"1\", %-x\n br label %\"b\"\nb:\n ret i32 %\"q\\22\"\n}\n\
                define internal i32 @1() {\n ret i32 ptrtoint ([2 x i8]* @0 to i32)\n}";
    let (module, _) = parse(text);
    assert!(module.func_by_name("é").is_some() && module.global_by_name("a b").is_some());
    let printed = normal_form(text);
    for expected in [
        "@\"a b\" = global",
        "@0 = internal constant [2 x i8] c\"\\22\\5C\"",
        "@\"\\C3\\A9\"",
        "define internal i32 @1()",
        "ptr @0 ",
    ] {
        assert!(printed.contains(expected), "{expected} in {printed}");
    }
}

#[test]
fn constants_in_every_spelling() {
    let table: &[(Type, &str, ValueDef)] = &[
        (Type::I32, "-1", ValueDef::Int(0xffff_ffff)),
        (Type::I32, "4294967295", ValueDef::Int(0xffff_ffff)),
        (Type::I32, "u0xfF", ValueDef::Int(255)),
        (Type::I32, "null", ValueDef::Int(0)),
        (Type::I32, "add (i32 2, i32 -3)", ValueDef::Int(0xffff_ffff)),
        (Type::I32, "inttoptr (i32 7 to i8*)", ValueDef::Int(7)),
        (Type::I64, "-9223372036854775808", ValueDef::Int(1 << 63)),
        (Type::I64, "18446744073709551615", ValueDef::Int(u64::MAX)),
        (Type::I64, "bitcast (double 1.0 to i64)", ValueDef::Int(0x3ff0_0000_0000_0000)),
        (Type::I64, "zeroinitializer", ValueDef::Int(0)),
        (Type::I64, "undef", ValueDef::Undef),
        (Type::F64, "1.5", ValueDef::F64(1.5f64.to_bits())),
        (Type::F64, "-0.0", ValueDef::F64(1 << 63)),
        (Type::F64, "1.e+2", ValueDef::F64(100f64.to_bits())),
        (Type::F64, "0x7FF0000000000001", ValueDef::F64(0x7ff0_0000_0000_0001)),
        (Type::F32, "0.1", ValueDef::F32(0.1f32.to_bits())),
        (Type::F32, "0x36A0000000000000", ValueDef::F32(1)),
        (Type::F32, "0xFFF0000020000000", ValueDef::F32(0xff80_0001)),
        (Type::F32, "0x7FF0000000000000", ValueDef::F32(0x7f80_0000)),
        (Type::F32, "bitcast (i32 1 to float)", ValueDef::F32(1)),
        (Type::V4F32, "undef", ValueDef::Undef),
    ];
    for &(ty, text, expected) in table {
        let (module, bodies) = parse(&format!("define {ty} @f() {{ ret {ty} {text} }}"));
        let InstData::Ret { value: Some(value) } = *bodies[0].inst(crate::ice::Inst::from_u32(0)) else { panic!("{text}") };
        assert_eq!((bodies[0].ty(value), bodies[0].def(value)), (ty, Some(expected)), "{text}");
        assert_same(&module, &bodies, &print_module(&module, &bodies));
    }
    assert_eq!(
        body_of("i1", "%a = xor i1 true, false\n%b = xor i1 %a, -1\nret i1 %b")[1..3],
        ["%v4 = xor i1 true, false", "%v5 = xor i1 %v4, true"]
    );
}

#[test]
fn constants_that_do_not_fit_are_errors() {
    for (ty, text) in [
        ("i64", "99999999999999999999999999999999999999999999999999"),
        ("double", "0xFFF00000000000001"),
        ("float", "1"),
        ("float", "0x3FF0000000000001"),
        ("float", "0x7FF0000000000001"),
        ("float", "0x7FF8000000000001"),
        ("i32", "1.0"),
        ("i32", "true"),
        ("i64", "null"),
        ("i32", "<i32 1>"),
        ("<4 x i32>", "<i32 1, i32 2>"),
        ("<4 x i32>", "<i64 1, i64 1, i64 1, i64 1>"),
        ("i64", "ptrtoint (i8* null to i64)"),
        ("i32", "add (i32 ptrtoint (i8* null to i32), i64 1)"),
        ("i32", "mul (i32 1, i32 2)"),
    ] {
        assert!(parse_module(&format!("define {ty} @f() {{ ret {ty} {text} }}"), "").is_err(), "{ty} {text}");
    }
}

#[test]
fn vector_constants_become_insertions() {
    let lines = body_of(
        "<4 x i32>",
        "%a = add <4 x i32> %v, <i32 1, i32 undef, i32 -3, i32 %x.is.not.constant>\nret <4 x i32> %a"
            .replace("i32 %x.is.not.constant", "i32 4")
            .as_str(),
    );
    let expected = [
        "b0:",
        "%v4 = insertelement <4 x i32> undef, i32 1, i32 0",
        "%v5 = insertelement <4 x i32> %v4, i32 -3, i32 2",
        "%v6 = insertelement <4 x i32> %v5, i32 4, i32 3",
        "%v7 = add <4 x i32> %v3, %v6",
        "ret <4 x i32> %v7",
    ];
    assert_eq!(lines, expected);
    assert_eq!(body_of("<16 x i1>", "ret <16 x i1> zeroinitializer").len(), 18);
}

#[test]
fn operands_of_phis_are_computed_in_the_predecessor() {
    let text = "
        entry:
          %c = icmp eq i32 %x, 0
          switch i32 %x, label %done [ i32 1, label %done i32 2, label %other ]
        other:
          br label %done
        done:
          %p = phi <4 x i32> [ <i32 7, i32 undef, i32 undef, i32 undef>, %entry ],
                             [ <i32 7, i32 undef, i32 undef, i32 undef>, %entry ], [ %v, %other ]
          %q = phi i32 [ add (i32 ptrtoint ([8 x i8]* @g to i32), i32 4), %entry ],
                       [ add (i32 ptrtoint ([8 x i8]* @g to i32), i32 4), %entry ], [ %x, %other ]
          ret i32 %q";
    let lines = body_of("i32", text);
    assert_eq!(lines[2], "%v5 = insertelement <4 x i32> undef, i32 7, i32 0");
    assert_eq!(lines[3], "%v6 = add i32 ptrtoint (ptr @g to i32), 4");
    assert!(lines[4].starts_with("switch"));
    assert_eq!(lines[8], "%v7 = phi <4 x i32> [ %v5, %b0 ], [ %v5, %b0 ], [ %v3, %b1 ]");
}

#[test]
fn a_copy_can_be_used_before_it_is_defined() {
    let text = "
        entry:
          br label %loop
        loop:
          %i = phi i32 [ 0, %entry ], [ %next.asint, %loop ]
          %j = phi i32 [ %x, %entry ], [ %second, %loop ]
          %next = add i32 %i, 1
          %next.asptr = inttoptr i32 %next to i8*
          %next.asint = ptrtoint i8* %next.asptr to i32
          %second = ptrtoint i8* %next.asptr to i32
          %c = icmp ult i32 %next.asint, %j
          br i1 %c, label %loop, label %out
        out:
          ret i32 %j";
    let lines = body_of("i32", text);
    assert_eq!(lines[3], "%v4 = phi i32 [ 0, %b0 ], [ %v6, %b1 ]");
    assert_eq!(lines[4], "%v5 = phi i32 [ %v0, %b0 ], [ %v6, %b1 ]");
    let cycle = "%a = ptrtoint i8* %b to i32\n%c = inttoptr i32 %a to i8*\n%b = bitcast i8* %c to i8*\nret void";
    assert_eq!(error(&with_body("void", cycle)), "6:1: this value is defined as a copy of itself");
}

#[test]
fn every_instruction() {
    let text = "
        declare void @llvm.memcpy.p0i8.p0i8.i32(i8* nocapture, i8* nocapture, i32, i32, i1)
        declare void @llvm.memset.p0.i32(ptr writeonly, i8, i32, i1 immarg)
        declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
        declare i8* @llvm.stacksave()
        declare void @llvm.dbg.value(metadata, i64, metadata)
        declare i32 @ext(i32) nounwind readnone
        define void @f(i32 %x, i64 %y, float %z, <4 x i32> %v, i1 %c) nounwind \"a\"=\"b\" #0 {
        entry:
          %p = inttoptr i32 %x to i8*
          call void @llvm.memcpy.p0i8.p0i8.i32(i8* %p, i8* null, i32 4, i32 1, i1 false), !dbg !3
          call void @llvm.memset.p0.i32(ptr align 4 %p, i8 0, i32 %x, i1 false)
          call void @llvm.dbg.value(metadata !{i32 %x}, i64 0, metadata !5)
          %old = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* inttoptr (i32 64 to i32*), i32 %x, i32 6)
          %sp = call i8* @llvm.stacksave()
          %n = alloca i8, i32 %x, align 4
          %sum = add nuw nsw i32 %x, 1
          %wide = zext nneg i32 %sum to i64
          %quick = fmul nnan ninf fast float %z, %z
          %neg = fneg float %quick
          %lt = fcmp reassoc olt float %neg, 0.0
          %eq = icmp samesign eq i64 %wide, %y
          %both = select i1 %lt, i1 %eq, i1 %c
          %lanes = icmp sgt <4 x i32> %v, zeroinitializer
          %picked = select <4 x i1> %lanes, <4 x i32> %v, <4 x i32> undef
          %lane = extractelement <4 x i32> %picked, i64 2
          %set = insertelement <4 x i32> %picked, i32 %lane, i32 %x
          %bits = bitcast <4 x i32> %set to <4 x float>
          %r1 = call i32 @ext(i32 zeroext %lane) #2
          %r2 = call i32 bitcast (i32 (i32)* @ext to i32 (i32)*)(i32 %r1)
          call void bitcast (i32 (i32)* @ext to void ()*)()
          switch i64 %y, label %a [
            i64 -1, label %b
            i64 5, label %a
          ]
        a:
          %ph = phi i32 [ %r2, %entry ], [ 5, %entry ]
          br i1 %both, label %b, label %b
        b:
          unreachable
        }
        attributes #0 = { nounwind }
        !llvm.ident = !{!0}
        !0 = metadata !{metadata !\"x\"}";
    let printed = normal_form(&text.replace("[ 5, %entry ]", "[ %r2, %entry ]"));
    for expected in [
        "call void @llvm.memcpy.p0i8.p0i8.i32(ptr %p0, ptr inttoptr (i32 0 to ptr), i32 4, i32 1, i1 false)",
        "call void @llvm.memset.p0i8.i32(ptr %p1, i8 0, i32 %v0, i32 4, i1 false)",
        "call i32 @llvm.nacl.atomic.rmw.i32(i32 1, ptr inttoptr (i32 64 to ptr), i32 %v0, i32 6)",
        "= call ptr @llvm.stacksave()",
        "= alloca i8, i32 %v0, align 4",
        "= xor i32 %v11, -2147483648",
        "= extractelement <4 x i32> %v22, i32 2",
        "= bitcast <4 x i32> %v24 to <4 x float>",
        "= call i32 @ext(i32 %v23)",
        "= call i32 inttoptr (i32 ptrtoint (ptr @ext to i32) to ptr)(i32 %v26)",
        "call void inttoptr (i32 ptrtoint (ptr @ext to i32) to ptr)()",
        "switch i64 %v1, label %b1 [ i64 -1, label %b2 i64 5, label %b1 ]",
        "unreachable",
    ] {
        assert!(printed.contains(expected), "{expected}\nin\n{printed}");
    }
}

#[test]
fn allocas_are_measured_in_bytes() {
    let lines = body_of(
        "void",
        "%a = alloca i32\n%b = alloca [3 x i16], align 8\n%c = alloca double, i32 %x, align 16\n%d = alloca i8, i32 9\nret void",
    );
    let allocas: Vec<_> = lines.iter().filter(|line| !line.contains("ptrtoint")).collect();
    let expected = [
        "%p0 = alloca i8, i32 4, align 4",
        "%p1 = alloca i8, i32 6, align 8",
        "%v6 = mul i32 %v0, 8",
        "%p2 = alloca i8, i32 %v6, align 16",
        "%p3 = alloca i8, i32 9, align 1",
        "ret void",
    ];
    assert_eq!(allocas[1..], expected);
}

#[test]
fn globals_and_their_initial_values() {
    use GlobalInit::{Data, FuncAddr, GlobalAddr, Zero};
    let (f, g) = (FuncId::from_u32(0), Global::from_u32(0));
    let table: &[(&str, Vec<GlobalInit>, u32)] = &[
        ("internal global [3 x i8] c\"a\\00\\FF\"", vec![Data(b"a\0\xff".to_vec())], 1),
        ("constant [4 x i8] zeroinitializer, align 8", vec![Zero(4)], 8),
        ("global [4294967295 x i8] undef", vec![Zero(u32::MAX)], 1),
        ("global [0 x i8] zeroinitializer", vec![Zero(0)], 1),
        ("global <{}> <{}>", vec![Zero(0)], 1),
        ("external global [4 x i8]", vec![], 1),
        ("global i32 ptrtoint (void ()* @f to i32)", vec![FuncAddr(f, 0)], 4),
        ("global i32 add (i32 ptrtoint ([4 x i8]* @first to i32), i32 -5), align 1", vec![GlobalAddr(g, -5)], 1),
        ("global i32 sub (i32 ptrtoint ([4 x i8]* @first to i32), i32 5)", vec![GlobalAddr(g, -5)], 4),
        ("global void ()* @f", vec![FuncAddr(f, 0)], 4),
        ("global [2 x i16] [i16 1, i16 -1]", vec![Data(vec![1, 0, 255, 255])], 2),
        ("global double 1.0", vec![Data(1f64.to_le_bytes().to_vec())], 8),
        ("global <4 x i32> <i32 1, i32 0, i32 0, i32 undef>", vec![Data(vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), Zero(4)], 16),
        ("global { i8, i32 } { i8 1, i32 2 }", vec![Data(vec![1]), Zero(3), Data(vec![2, 0, 0, 0])], 4),
        (
            "global <{ [1 x i8], [1 x i8], i32, [2 x i8] }> <{ [1 x i8] c\"x\", [1 x i8] c\"y\", i32 ptrtoint ([4 x i8]* @first to i32), \
             [2 x i8] zeroinitializer }>",
            vec![Data(b"x".to_vec()), Data(b"y".to_vec()), GlobalAddr(g, 0), Zero(2)],
            1,
        ),
        (
            "global [2 x { i8, i8* }] [{ i8, i8* } { i8 1, i8* null }, { i8, i8* } zeroinitializer]",
            vec![Data(vec![1]), Zero(15)],
            4,
        ),
    ];
    for (text, init, align) in table {
        let text = format!("@first = global [4 x i8] zeroinitializer\n@x = {text}\ndefine void @f() {{ ret void }}");
        let (module, bodies) = parse(&text);
        let global = &module.globals[Global::from_u32(1)];
        assert_eq!((&global.init, global.align), (init, *align), "{text}");
        assert_eq!(global.linkage == Linkage::Internal, text.contains("internal"), "{text}");
        assert_eq!(global.constant, text.contains("constant"), "{text}");
        assert_same(&module, &bodies, &print_module(&module, &bodies));
    }
}

#[test]
fn bad_globals_are_errors() {
    for text in [
        "[2 x i8] c\"abc\"",
        "[2 x i16] c\"ab\"",
        "[2 x i8] [i8 1]",
        "[1 x i8] [i8 1, i8 2]",
        "[1 x i8] [i16 1]",
        "<{ i8 }> <{ i8 1, i8 2 }>",
        "<{ i8, i8 }> <{ i8 1 }>",
        "[4294967296 x i8] zeroinitializer",
        "[65536 x [65536 x i8]] zeroinitializer",
        "<{ [4294967295 x i8], i8 }> zeroinitializer",
        "void zeroinitializer",
        "i32 @unknown",
        "i32 ptrtoint (i8* @unknown to i32)",
        "i32 add (i32 1, i64 1)",
        "<4 x i1> <i1 1, i1 0, i1 1, i1 0>",
        "i32 0, align 3",
        "i32 0, align 1073741824",
        "%struct.s zeroinitializer",
        "i32 getelementptr (i32* null, i32 1)",
    ] {
        assert!(parse_module(&format!("@x = global {text}\n"), "").is_err(), "{text}");
    }
    assert!(parse_module("@x = weak global i8 0", "").is_err());
    assert!(parse_module("@x = global i8 0\n@x = global i8 0", "").is_err());
}

#[test]
fn an_error_shows_the_place() {
    let text = "define i32 @f(i32 %x) {\n\t%y = add i32 %x, 1 ; \u{e9}\n\tret i64 %y\n}\n";
    let error = parse_module(text, "dir/a.ll").unwrap_err();
    assert_eq!(error.to_string(), "dir/a.ll:3:10: `%y` has type i32, not i64\n   ret i64 %y\n           ^");
    let error = parse_module(&format!("; {}\n;\n{}oops", "é".repeat(500), " ".repeat(500)), "a.ll").unwrap_err();
    assert_eq!((error.data().line, error.data().column), (3, 501));
    let shown = error.to_string();
    let lines: Vec<_> = shown.lines().collect();
    assert!(lines[1].len() < 130 && lines[1][lines[2].find('^').unwrap()..].starts_with("oops"), "{shown}");
}

#[test]
fn samples_are_valid() {
    for text in robustness::SAMPLES {
        normal_form(text);
    }
    let (module, bodies) = crate::runtime::module(true);
    assert_same(&module, &bodies, &print_module(&module, &bodies));
}
