//! Which definition counts.

use super::super::Exports;
use super::{build, sound};
use crate::ice::GlobalInit;

fn byte(texts: &[&str]) -> u8 {
    let (module, _) = sound(texts);
    match &module.globals[module.global_by_name("x").unwrap()].init[..] {
        [GlobalInit::Data(bytes)] => bytes[0],
        [GlobalInit::Zero(_)] => 0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn strong_beats_common_beats_weak() {
    let (strong, weak) = ("@x = global i8 1\n", "@x = weak global i8 2\n");
    let (once, common) = ("@x = linkonce_odr global i8 3\n", "@x = common global i8 0\n");
    assert_eq!(byte(&[weak, strong]), 1);
    assert_eq!(byte(&[strong, common]), 1);
    assert_eq!(byte(&[weak, common]), 0);
    assert_eq!(byte(&[once, weak]), 2);
    let error = build(&[strong, strong], Exports::All).unwrap_err();
    assert_eq!(error, "x is defined twice: in 0.ll and in 1.ll");
}

#[test]
fn what_is_internal_stays_apart_and_what_is_unreachable_stays_out() {
    let start = "declare i32 @f()\ndefine internal i32 @g() {\n  ret i32 1\n}\n\
        define void @_start(i32 %info) {\n  %a = call i32 @f()\n  %b = call i32 @g()\n  ret void\n}\n\
        define void @unused() {\n  call void asm \"nop\", \"\"()\n  ret void\n}\n";
    let other = "define internal i32 @g() {\n  ret i32 2\n}\ndefine i32 @f() {\n  %r = call i32 @g()\n  ret i32 %r\n}\n";
    let (module, bodies) = build(&[start, other], Exports::Start).unwrap();
    let mut names: Vec<&str> = module.funcs.iter().map(|(_, func)| func.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!((names, bodies.len()), (vec!["_start", "f", "g", "g.1"], 4));
    let error = build(&[start], Exports::Start).unwrap_err();
    assert_eq!(error, "0.ll:6: function _start: the symbol f is not defined");
}

#[test]
fn aliases_and_constructors() {
    let text = "@x = global i8 5\n@y = alias i8, ptr @x\n\
        @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 9, ptr @a, ptr null }, { i32, ptr, ptr } { i32 1, ptr @b, ptr null }]\n\
        @__init_array_start = external global ptr\n@__init_array_end = external global ptr\n@table = global [3 x ptr] [ptr @__init_array_start, ptr @__init_array_end, ptr @y]\n\
        define void @a() {\n  ret void\n}\ndefine void @b() {\n  ret void\n}\n";
    let (module, _) = sound(&[text]);
    let init = |name: &str| module.globals[module.global_by_name(name).unwrap()].init.clone();
    let [a, b] = ["a", "b"].map(|name| module.func_by_name(name).unwrap());
    assert_eq!(init("__init_array_start"), [GlobalInit::FuncAddr(b, 0), GlobalInit::FuncAddr(a, 0)]);
    let list = module.global_by_name("__init_array_start").unwrap();
    let x = module.global_by_name("x").unwrap();
    assert_eq!(init("table"), [GlobalInit::GlobalAddr(list, 0), GlobalInit::GlobalAddr(list, 8), GlobalInit::GlobalAddr(x, 0)]);
}
