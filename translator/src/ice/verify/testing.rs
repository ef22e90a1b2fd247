//! What the verifier's tests share: bodies made in a line, and the problems they have as text.
//!
//! A body starts out correct, made with the builder, and is then broken by hand in one place, so
//! that each test shows one check.

use super::{Level, Verifier};
use crate::ice::{Function, FunctionBuilder, Inst, Linkage, Module, Type};

/// A module with the function `f(i32, i64) -> result` and its body.
pub(super) fn body(result: Type, build: impl FnOnce(&mut FunctionBuilder<'_>)) -> (Module, Function) {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::Internal, result, &[Type::I32, Type::I64]);
    let mut builder = FunctionBuilder::new(&mut module, id);
    build(&mut builder);
    let func = builder.finish();
    (module, func)
}

/// A module with the function `f(i32, i64) -> void` and its body.
pub(super) fn void_body(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> (Module, Function) {
    body(Type::Void, build)
}

/// The instruction with this index in the order of creation.
pub(super) fn inst(index: u32) -> Inst {
    Inst::from_u32(index)
}

/// The problems of a body at the given level.
pub(super) fn problems_at(module: &Module, func: &Function, level: Level) -> Vec<String> {
    Verifier::default().function(module, func, level).err().map(|errors| errors.problems).unwrap_or_default()
}

/// The structural problems of a body.
pub(super) fn function_problems(module: &Module, func: &Function) -> Vec<String> {
    problems_at(module, func, Level::Structure)
}

/// The problems of a module's declarations at the given level.
pub(super) fn module_problems(module: &Module, level: Level) -> Vec<String> {
    Verifier::default().module(module, level).err().map(|errors| errors.problems).unwrap_or_default()
}

/// Asserts that a body has no problem at either level.
#[track_caller]
pub(super) fn expect_sound(module: &Module, func: &Function) {
    assert_eq!(problems_at(module, func, Level::PnaclAbi), Vec::<String>::new());
}

/// Asserts that some structural problem of a body contains `text`.
#[track_caller]
pub(super) fn expect_problem(module: &Module, func: &Function, text: &str) {
    let problems = function_problems(module, func);
    assert!(problems.iter().any(|problem| problem.contains(text)), "expected {text:?} in {problems:#?}");
}
