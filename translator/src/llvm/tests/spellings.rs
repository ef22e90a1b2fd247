//! The same module as LLVM 14 and as LLVM 19 print it, and constructs of all kinds.

use super::sound;
use crate::text::print_module;

#[test]
fn typed_and_opaque_pointers_are_the_same() {
    let typed = "%struct.node = type { i32, %struct.node* }\n\
        define dso_local i32 @f(%struct.node* nocapture noundef readonly %0) local_unnamed_addr #0 {\n\
        \x20 %2 = getelementptr inbounds %struct.node, %struct.node* %0, i32 0, i32 1\n\
        \x20 %3 = load %struct.node*, %struct.node** %2, align 4, !tbaa !3\n\
        \x20 %4 = bitcast %struct.node* %3 to i32*\n\
        \x20 %5 = load i32, i32* %4, align 4\n\
        \x20 ret i32 %5\n}\nattributes #0 = { nounwind }\n!3 = !{!4, !4, i64 0}\n";
    let opaque = "%struct.node = type { i32, ptr }\n\
        define dso_local noundef range(i32 0, 5) i32 @f(ptr noundef readonly captures(none) dead_on_unwind %0) local_unnamed_addr #0 {\n\
        \x20   #dbg_value(ptr %0, !12, !DIExpression(), !13)\n\
        \x20 %2 = getelementptr inbounds nuw %struct.node, ptr %0, i32 0, i32 1\n\
        \x20 %3 = load ptr, ptr %2, align 4, !tbaa !3\n\
        \x20 %4 = load i32, ptr %3, align 4\n\
        \x20 ret i32 %4\n}\nattributes #0 = { nounwind memory(argmem: read) }\n";
    let [typed, opaque] = [typed, opaque].map(|text| {
        let (module, bodies) = sound(&[text]);
        print_module(&module, &bodies)
    });
    assert_eq!(typed, opaque);
}

#[test]
fn a_function_may_return_a_pointer_to_one_that_returns_nothing() {
    sound(&["define void (i32)* @f(void (i32)* %a) {\n  ret void (i32)* %a\n}\ndefine void @g() {\n  ret void\n}\n"]);
}

#[test]
fn a_pointer_to_debug_information_has_a_type() {
    sound(&[
        "define void @f(i8** %a) {\n  call void @llvm.dbg.value(metadata i8** %a, metadata !1, metadata !DIExpression()), !dbg !2\n\
        \x20 call void @llvm.dbg.value(metadata %struct.s** null, metadata !1, metadata !DIExpression())\n\
        \x20 call void @llvm.dbg.value(metadata void (i8*)* null, metadata !1, metadata !DIExpression())\n  ret void\n}\n\
        %struct.s = type { i32 }\ndeclare void @llvm.dbg.value(metadata, metadata, metadata)\n!1 = !{}\n!2 = !{}\n",
    ]);
}

#[test]
fn types_may_point_at_those_that_hold_them() {
    // `inner` is asked for first, and points at `outer`, which holds it; each is laid out as a whole.
    let (module, bodies) = sound(&["%inner = type { i32, %outer*, %outer (%outer*, %other)* }\n%outer = type { %inner, i64 }\n\
        %other = type { %outer }\n\
        define %outer* @f(%inner* %a, %outer* %b) {\n  %c = getelementptr %inner, %inner* %a, i32 1\n\
        \x20 %d = getelementptr %outer, %outer* %b, i32 1\n  store %inner* %c, %inner** null\n  ret %outer* %d\n}\n"]);
    let text = print_module(&module, &bodies);
    assert!(text.contains(", 12\n") && text.contains(", 24\n"), "{text}");
}

#[test]
fn metadata_as_an_argument_begins_with_a_type() {
    sound(&["declare void @llvm.dbg.declare(metadata, metadata, metadata)\ndefine void @f() {\n  %x = alloca i32*\n\
        \x20 call void @llvm.dbg.declare(metadata i32** %x, metadata !3, metadata !DIExpression()), !dbg !4\n\
        \x20 call void @llvm.dbg.declare(metadata i32 0, metadata !3, metadata !DIExpression(DW_OP_deref)), !dbg !4\n  ret void\n}\n"]);
}

#[test]
fn flags_of_newer_versions_are_skipped() {
    sound(&["define i64 @f(i32 %a, i32 %b) {\n\
        \x20 %c = zext nneg i32 %a to i64\n  %d = or disjoint i32 %a, %b\n  %e = trunc nuw nsw i64 %c to i32\n\
        \x20 %f = icmp samesign ult i32 %d, %e\n  %g = uitofp nneg i32 %a to double\n\
        \x20 %h = getelementptr nusw i8, ptr null, i32 %a\n  %i = select i1 %f, i64 %c, i64 1\n  ret i64 %i\n}\n"]);
    sound(&[
        "@v = global <4 x i32> splat (i32 7)\ndefine <4 x i32> @f() {\n  %v = load <4 x i32>, ptr @v\n  %s = add <4 x i32> %v, splat (i32 3)\n  ret <4 x i32> %s\n}\n",
    ]);
}

#[test]
fn numbers_keep_their_bits() {
    let (module, _) = sound(&[
        "@a = global i128 -1\n@b = global float 0x3FB99999A0000000\n@c = global [3 x i8] c\"a\\00\\FF\"\n@d = global { i8, i64 } { i8 1, i64 -2 }\n\
         @e = global ptr getelementptr (i8, ptr @c, i32 2)\n@f = global <8 x i1> <i1 1, i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0>\n",
    ]);
    let bytes = |name: &str| match &module.globals[module.global_by_name(name).unwrap()].init[..] {
        [crate::ice::GlobalInit::Data(bytes)] => bytes.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(bytes("a"), [0xff; 16]);
    assert_eq!(bytes("b"), 0.1f32.to_bits().to_le_bytes());
    assert_eq!(bytes("c"), [b'a', 0, 0xff]);
    assert_eq!(bytes("d"), [1, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    assert_eq!(bytes("f"), [9]);
    let e = &module.globals[module.global_by_name("e").unwrap()].init;
    assert!(matches!(e[..], [crate::ice::GlobalInit::GlobalAddr(_, 2)]), "{e:?}");
}

#[test]
fn blocks_without_names_are_numbered() {
    sound(&[
        "define i32 @f(i1 %0) {\n  br i1 %0, label %2, label %3\n\n2:\n  br label %3\n\n3:\n  %4 = phi i32 [ 1, %1 ], [ 2, %2 ]\n  ret i32 %4\n}\n",
    ]);
}

#[test]
fn names_of_other_alphabets_become_ones_that_a_symbol_table_can_hold() {
    let (module, bodies) = sound(&["@\"\\C3\\A9\" = internal global i32 5\n@\"$ue9\" = internal global i32 6\n\
        define internal i32 @\"two words\"() {\n  %a = load i32, i32* @\"\\C3\\A9\"\n  %b = load i32, i32* @\"$ue9\"\n\
        \x20 %c = add i32 %a, %b\n  ret i32 %c\n}\ndefine i32 @f() {\n  %a = call i32 @\"two words\"()\n  ret i32 %a\n}\n"]);
    let names: Vec<&str> = module.globals.values().map(|global| &*global.name).collect();
    assert_eq!(names, ["$ue9", "$ue9.1"]);
    assert!(module.func_by_name("two$u20words").is_some());
    crate::bitcode::write_module_with(&module, &bodies, crate::bitcode::WriteOptions { externals: true }).unwrap();
}
