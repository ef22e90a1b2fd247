//! Tests of what a sequence takes over from the one before it. What lowered code computes is the cross tests' business.

use super::*;
use crate::ice::{BinOp, FunctionBuilder, Linkage};
use crate::lir::MachInst;

/// Lowers `f(i32, i32) -> i32` with this body, which returns what the function returns.
fn lower_body(mode: Mode, body: impl FnOnce(&mut FunctionBuilder<'_>) -> Value) -> Code<Inst> {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32, Type::I32]);
    let mut builder = FunctionBuilder::new(&mut module, id);
    let result = body(&mut builder);
    builder.ret(Some(result));
    let func = builder.finish();
    let mut code = Code::default();
    let input = LowerInput { features: Features::default(), module: &module, func: &func };
    lower(mode, input, &mut LowerScratch::default(), &mut code, &mut ConstPool::default()).expect("no limit is met");
    code
}

/// How often homes are read that the code has written: not the arguments' in 32-bit mode.
fn reloads(code: &Code<Inst>) -> usize {
    let mut written = Vec::new();
    let mut count = 0;
    for inst in &code.insts {
        let is_home = |var: Var| code.var(var).kind == VarKind::Any;
        inst.visit(&code.pools, |var, role| {
            count += usize::from(is_home(var) && role != Role::Def && written.contains(&var));
        });
        inst.visit(&code.pools, |var, role| {
            if is_home(var) && role != Role::Use {
                written.push(var);
            }
        });
    }
    count
}

#[test]
fn a_result_is_taken_from_its_register_by_the_next_sequence() {
    let code = lower_body(Mode::X8632, |b| {
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        let product = b.binary(BinOp::Mul, sum, b.arg(1));
        b.binary(BinOp::Sub, product, b.arg(0))
    });
    // Only the return reads a home.
    assert_eq!(reloads(&code), 1);
}

#[test]
fn operands_that_commute_change_places_for_it() {
    let last = |op| {
        lower_body(Mode::X8632, |b| {
            let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
            b.binary(op, b.arg(0), sum)
        })
    };
    assert_eq!(reloads(&last(BinOp::Xor)), 1);
    assert_eq!(reloads(&last(BinOp::Sub)), 2);
}

#[test]
fn a_register_is_taken_once() {
    let code = lower_body(Mode::X8632, |b| {
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        b.binary(BinOp::Mul, sum, sum)
    });
    assert_eq!(reloads(&code), 2);
}

#[test]
fn a_register_is_gone_after_another_sequence() {
    let code = lower_body(Mode::X8632, |b| {
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        let other = b.binary(BinOp::Add, b.arg(0), b.arg(0));
        b.binary(BinOp::Sub, sum, other)
    });
    assert_eq!(reloads(&code), 3);
}

#[test]
fn a_register_is_gone_after_a_label() {
    let code = lower_body(Mode::X8632, |b| {
        let next = b.block();
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        b.br(next);
        b.switch_to(next);
        b.binary(BinOp::Sub, sum, b.arg(0))
    });
    assert_eq!(reloads(&code), 2);
}

#[test]
fn a_register_that_the_hardware_fixes_is_not_kept() {
    let code = lower_body(Mode::X8632, |b| {
        let quotient = b.binary(BinOp::UDiv, b.arg(0), b.arg(1));
        b.binary(BinOp::UDiv, quotient, b.arg(1))
    });
    assert_eq!(reloads(&code), 2);
}
