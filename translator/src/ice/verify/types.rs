//! Types: every operand and result has a type that its instruction accepts; alignments, lane
//! numbers and switch cases are in range.
//!
//! Only sees instructions whose operands exist. What an operator accepts is
//! [`opcode`](crate::ice::opcode)'s to say. One function for each family of instructions; linear in
//! operands, but for sorting a switch's cases to find duplicates.
//!
//! Source: [PNACL-MANUAL] "Constraints" of each instruction.

use super::Context;
use super::ssa::{check_result, fits};
use crate::ice::inst::{CaseList, PhiList, ValueList};
use crate::ice::{Inst, InstData, Signature, Type, Value};

/// The largest alignment, in bytes, that anything may ask for: LLVM's.
pub(super) const MAX_ALIGN: u32 = 1 << 29;

/// Checks one instruction. `case_values` is scratch space.
pub(super) fn check(cx: &mut Context<'_>, case_values: &mut Vec<u64>, inst: Inst) {
    check_result(cx, inst);
    let ty = |value| cx.func.ty(value);
    let result = cx.func.result(inst).map_or(Type::Void, ty);
    match *cx.func.inst(inst) {
        InstData::Alloca { size, align } => check_alloca(cx, inst, size, align, result),
        InstData::Binary { op, lhs, rhs } => {
            let (lhs, rhs) = (ty(lhs), ty(rhs));
            require(cx, inst, op.accepts(lhs), || format!("{op} does not operate on {lhs}"));
            require_equal(cx, inst, "the right operand", rhs, lhs);
            require_equal(cx, inst, "the result", result, lhs);
        }
        InstData::Cast { op, src } => {
            let src = ty(src);
            require(cx, inst, op.accepts(src, result), || format!("{op} does not convert {src} to {result}"));
        }
        InstData::Icmp { lhs, rhs, .. } => check_comparison(cx, inst, ty(lhs), ty(rhs), ty(lhs).is_int_or_int_vector(), result),
        InstData::Fcmp { lhs, rhs, .. } => {
            check_comparison(cx, inst, ty(lhs), ty(rhs), ty(lhs).is_float_or_float_vector(), result)
        }
        InstData::Select { cond, on_true, on_false } => check_select(cx, inst, ty(cond), [ty(on_true), ty(on_false)], result),
        InstData::Load { addr, align } => check_access(cx, inst, ty(addr), result, align),
        InstData::Store { addr, value, align } => {
            require_equal(cx, inst, "the result", result, Type::Void);
            check_access(cx, inst, ty(addr), ty(value), align);
        }
        InstData::InsertElement { vector, element, index } => {
            check_lane(cx, inst, ty(vector), index);
            require_equal(cx, inst, "the element", ty(element), ty(vector).element());
            require_equal(cx, inst, "the result", result, ty(vector));
        }
        InstData::ExtractElement { vector, index } => {
            check_lane(cx, inst, ty(vector), index);
            require_equal(cx, inst, "the result", result, ty(vector).element());
        }
        InstData::Phi { args } => check_phi(cx, inst, args, result),
        InstData::Call { func, args } => check_call(cx, inst, cx.module.func_sig(func), args, result),
        InstData::CallIndirect { callee, sig, args } => {
            require_equal(cx, inst, "the callee's address", ty(callee), Type::I32);
            check_call(cx, inst, &cx.module.sigs[sig], args, result);
        }
        _ => check_terminator(cx, case_values, inst, result),
    }
}

fn require(cx: &mut Context<'_>, inst: Inst, holds: bool, message: impl FnOnce() -> String) {
    if !holds {
        cx.inst_error(inst, message());
    }
}

fn require_equal(cx: &mut Context<'_>, inst: Inst, what: &str, found: Type, expected: Type) {
    require(cx, inst, found == expected, || format!("{what} is {found}, not {expected}"));
}

fn check_alloca(cx: &mut Context<'_>, inst: Inst, size: Value, align: u32, result: Type) {
    require_equal(cx, inst, "the size", cx.func.ty(size), Type::I32);
    require_equal(cx, inst, "the result", result, Type::I32);
    require(cx, inst, align == 0 || is_alignment(align), || format!("{align} is not an alignment"));
}

/// Whether this is a power of two within bounds.
pub(super) fn is_alignment(align: u32) -> bool {
    align.is_power_of_two() && align <= MAX_ALIGN
}

fn check_comparison(cx: &mut Context<'_>, inst: Inst, lhs: Type, rhs: Type, accepted: bool, result: Type) {
    require(cx, inst, accepted, || format!("does not compare {lhs}"));
    require_equal(cx, inst, "the right operand", rhs, lhs);
    require_equal(cx, inst, "the result", result, lhs.comparison_result());
}

/// The condition is an i1, or the i1 vector with the operands' lanes.
fn check_select(cx: &mut Context<'_>, inst: Inst, cond: Type, operands: [Type; 2], result: Type) {
    let by_lane = operands[0].is_vector() && cond == operands[0].comparison_result();
    require(cx, inst, cond == Type::I1 || by_lane, || format!("{cond} does not select {}", operands[0]));
    require_equal(cx, inst, "the second operand", operands[1], operands[0]);
    require_equal(cx, inst, "the result", result, operands[0]);
}

fn check_access(cx: &mut Context<'_>, inst: Inst, addr: Type, accessed: Type, align: u32) {
    require_equal(cx, inst, "the address", addr, Type::I32);
    require(cx, inst, accessed.memory_bytes().is_some(), || format!("{accessed} has no form in memory"));
    require(cx, inst, is_alignment(align), || format!("{align} is not an alignment"));
}

fn check_lane(cx: &mut Context<'_>, inst: Inst, vector: Type, index: Value) {
    require(cx, inst, vector.is_vector(), || format!("{vector} is not a vector"));
    require_equal(cx, inst, "the lane number", cx.func.ty(index), Type::I32);
    if let Some(lane) = cx.func.int_const(index) {
        require(cx, inst, lane < u64::from(vector.lanes()), || format!("{vector} has no lane {lane}"));
    }
}

fn check_phi(cx: &mut Context<'_>, inst: Inst, args: PhiList, result: Type) {
    let func = cx.func;
    require(cx, inst, result != Type::Void, || "a phi without a result".into());
    for arg in func.phi_args(args) {
        let found = func.ty(arg.value);
        require(cx, inst, found == result, || format!("the operand {} from {} is {found}, not {result}", arg.value, arg.block));
    }
}

fn check_call(cx: &mut Context<'_>, inst: Inst, sig: &Signature, args: ValueList, result: Type) {
    let args = cx.func.values(args);
    require_equal(cx, inst, "the result", result, sig.result);
    if args.len() != sig.params.len() {
        cx.inst_error(inst, format_args!("{} arguments for {} parameters", args.len(), sig.params.len()));
        return;
    }
    for (number, (&arg, &param)) in args.iter().zip(&sig.params).enumerate() {
        let found = cx.func.ty(arg);
        require(cx, inst, found == param, || format!("argument {number} is {found}, not {param}"));
    }
}

fn check_terminator(cx: &mut Context<'_>, case_values: &mut Vec<u64>, inst: Inst, result: Type) {
    require_equal(cx, inst, "the result", result, Type::Void);
    match *cx.func.inst(inst) {
        InstData::CondBr { cond, .. } => require_equal(cx, inst, "the condition", cx.func.ty(cond), Type::I1),
        InstData::Switch { value, cases, .. } => check_switch(cx, case_values, inst, value, cases),
        InstData::Ret { value } => {
            let found = value.map_or(Type::Void, |value| cx.func.ty(value));
            if let Some(sig) = cx.sig {
                require_equal(cx, inst, "the returned value", found, sig.result);
            }
        }
        _ => {}
    }
}

fn check_switch(cx: &mut Context<'_>, case_values: &mut Vec<u64>, inst: Inst, value: Value, cases: CaseList) {
    let ty = cx.func.ty(value);
    if !ty.is_scalar_int() || ty == Type::I1 {
        return cx.inst_error(inst, format_args!("does not switch on {ty}"));
    }
    case_values.clear();
    case_values.extend(cx.func.cases(cases).iter().map(|case| case.value));
    case_values.sort_unstable();
    if let Some(pair) = case_values.windows(2).find(|pair| pair[0] == pair[1]) {
        cx.inst_error(inst, format_args!("two cases for the bits {:#x}", pair[0]));
    }
    if let Some(&largest) = case_values.last() {
        require(cx, inst, fits(largest, ty), || format!("the case {largest:#x} does not fit {ty}"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{body, expect_problem, expect_sound, inst, void_body};
    use super::*;
    use crate::ice::{BinOp, CastOp, FloatCond, Function, FunctionBuilder, IntCond, Module, SwitchCase};

    /// One value of each type: undefined.
    fn undef(b: &mut FunctionBuilder<'_>, ty: Type) -> Value {
        b.undef(ty)
    }

    /// A body that consists of one instruction with the given result type, then `ret`.
    fn single(ty: Type, data: impl FnOnce(&mut FunctionBuilder<'_>) -> InstData) -> (Module, Function) {
        void_body(|b| {
            let (data, block) = (data(b), b.current());
            b.func().append_inst(block, data, ty);
            b.ret(None);
        })
    }

    #[track_caller]
    fn expect(problem: &str, ty: Type, data: impl FnOnce(&mut FunctionBuilder<'_>) -> InstData) {
        let (module, func) = single(ty, data);
        if problem.is_empty() {
            expect_sound(&module, &func);
        } else {
            expect_problem(&module, &func, problem);
        }
    }

    #[test]
    fn arithmetic() {
        let case = |problem, op, lhs, rhs, result| {
            expect(problem, result, |b| InstData::Binary { op, lhs: undef(b, lhs), rhs: undef(b, rhs) });
        };
        use Type::{F32, F64, I1, I8, I32, I64, V4I1, V4I32};
        case("", BinOp::Add, V4I32, V4I32, V4I32);
        case("", BinOp::Xor, I1, I1, I1);
        case("add does not operate on i1", BinOp::Add, I1, I1, I1);
        case("mul does not operate on <4 x i1>", BinOp::Mul, V4I1, V4I1, V4I1);
        case("add does not operate on float", BinOp::Add, F32, F32, F32);
        case("fadd does not operate on i32", BinOp::FAdd, I32, I32, I32);
        case("the right operand is i64, not i32", BinOp::Sub, I32, I64, I32);
        case("the result is i8, not i32", BinOp::Sub, I32, I32, I8);
        case("the result is void, not double", BinOp::FDiv, F64, F64, Type::Void);
    }

    #[test]
    fn conversions() {
        let case = |problem, op, from, to| expect(problem, to, |b| InstData::Cast { op, src: undef(b, from) });
        case("", CastOp::ZExt, Type::I1, Type::I64);
        case("", CastOp::Bitcast, Type::V16I1, Type::I16);
        case("trunc does not convert i32 to i64", CastOp::Trunc, Type::I32, Type::I64);
        case("sext does not convert <4 x i1> to <8 x i16>", CastOp::SExt, Type::V4I1, Type::V8I16);
        case("bitcast does not convert i32 to void", CastOp::Bitcast, Type::I32, Type::Void);
        case("fptoui does not convert i32 to i32", CastOp::FpToUi, Type::I32, Type::I32);
    }

    #[test]
    fn comparisons() {
        let icmp = |problem, lhs, rhs, result| {
            expect(problem, result, |b| InstData::Icmp { cond: IntCond::Eq, lhs: undef(b, lhs), rhs: undef(b, rhs) });
        };
        icmp("", Type::V8I16, Type::V8I16, Type::V8I1);
        icmp("does not compare float", Type::F32, Type::F32, Type::I1);
        icmp("the right operand is i8, not i32", Type::I32, Type::I8, Type::I1);
        icmp("the result is i1, not <4 x i1>", Type::V4I32, Type::V4I32, Type::I1);
        let fcmp = |problem, ty, result| {
            expect(problem, result, |b| InstData::Fcmp { cond: FloatCond::Oeq, lhs: undef(b, ty), rhs: undef(b, ty) });
        };
        fcmp("", Type::V4F32, Type::V4I1);
        fcmp("does not compare i32", Type::I32, Type::I1);
    }

    #[test]
    fn selects() {
        let case = |problem, cond, on_true, on_false, result| {
            expect(problem, result, |b| InstData::Select {
                cond: undef(b, cond),
                on_true: undef(b, on_true),
                on_false: undef(b, on_false),
            });
        };
        use Type::{I1, I32, I64, V4I1, V4I32, V8I1};
        case("", I1, V4I32, V4I32, V4I32);
        case("", V4I1, V4I32, V4I32, V4I32);
        case("", V4I1, V4I1, V4I1, V4I1);
        case("<8 x i1> does not select <4 x i32>", V8I1, V4I32, V4I32, V4I32);
        case("<4 x i32> does not select <4 x i32>", V4I32, V4I32, V4I32, V4I32);
        case("<4 x i1> does not select i32", V4I1, I32, I32, I32);
        case("the second operand is i64, not i32", I1, I32, I64, I32);
        case("the result is i64, not i32", I1, I32, I32, I64);
    }

    #[test]
    fn memory() {
        let load = |problem, addr, ty, align| expect(problem, ty, |b| InstData::Load { addr: undef(b, addr), align });
        load("", Type::I32, Type::F64, 8);
        load("the address is i64, not i32", Type::I64, Type::I32, 1);
        load("i1 has no form in memory", Type::I32, Type::I1, 1);
        load("<4 x i1> has no form in memory", Type::I32, Type::V4I1, 1);
        load("void has no form in memory", Type::I32, Type::Void, 1);
        load("3 is not an alignment", Type::I32, Type::I32, 3);
        load("0 is not an alignment", Type::I32, Type::I32, 0);
        load("1073741824 is not an alignment", Type::I32, Type::I32, 1 << 30);
        let store = |problem, addr, value, result| {
            expect(problem, result, |b| InstData::Store { addr: undef(b, addr), value: undef(b, value), align: 1 });
        };
        store("", Type::I32, Type::I8, Type::Void);
        store("the address is float, not i32", Type::F32, Type::I8, Type::Void);
        store("<16 x i1> has no form in memory", Type::I32, Type::V16I1, Type::Void);
        store("the result is i32, not void", Type::I32, Type::I8, Type::I32);
        let alloca = |problem, size, align, ty| expect(problem, ty, |b| InstData::Alloca { size: undef(b, size), align });
        alloca("", Type::I32, 0, Type::I32);
        alloca("the size is i64, not i32", Type::I64, 1, Type::I32);
        alloca("6 is not an alignment", Type::I32, 6, Type::I32);
        alloca("the result is i64, not i32", Type::I32, 1, Type::I64);
    }

    #[test]
    fn lanes() {
        let insert = |problem, vector, element, index, result| {
            expect(problem, result, |b| InstData::InsertElement {
                vector: undef(b, vector),
                element: undef(b, element),
                index: b.int(index, 3),
            });
        };
        use Type::{F32, I8, I32, I64, V4F32, V4I32};
        insert("", V4F32, F32, I32, V4F32);
        insert("the element is i8, not i32", V4I32, I8, I32, V4I32);
        insert("i32 is not a vector", I32, I32, I32, I32);
        insert("the lane number is i64, not i32", V4I32, I32, I64, V4I32);
        insert("the result is i32, not <4 x i32>", V4I32, I32, I32, I32);
        let extract = |problem, vector, index, result| {
            expect(problem, result, |b| InstData::ExtractElement { vector: undef(b, vector), index: b.i32(index) });
        };
        extract("", Type::V16I8, 15, I8);
        extract("<4 x i32> has no lane 4", V4I32, 4, I32);
        extract("<4 x i32> has no lane 4294967295", V4I32, -1, I32);
        extract("the result is i64, not i32", V4I32, 0, I64);
    }

    #[test]
    fn calls() {
        let case = |problem: &str, args: &[Type], result| {
            let (module, func) = void_body(|b| {
                let callee = b.module().declare_func("g", Type::I32, &[Type::I64, Type::F32]);
                let sig = b.module().funcs[callee].sig;
                let args: Vec<_> = args.iter().map(|&ty| b.undef(ty)).collect();
                let (args, block, address) = (b.func().make_values(&args), b.current(), Value::func(callee));
                b.func().append_inst(block, InstData::Call { func: callee, args }, result);
                b.func().append_inst(block, InstData::CallIndirect { callee: address, sig, args }, result);
                b.ret(None);
            });
            let problems = super::super::testing::function_problems(&module, &func);
            let expected = if problem.is_empty() { 0 } else { 2 };
            assert_eq!(problems.iter().filter(|text| text.contains(problem)).count(), expected, "{problems:#?}");
        };
        case("", &[Type::I64, Type::F32], Type::I32);
        case("1 arguments for 2 parameters", &[Type::I64], Type::I32);
        case("3 arguments for 2 parameters", &[Type::I64, Type::F32, Type::I32], Type::I32);
        case("argument 1 is double, not float", &[Type::I64, Type::F64], Type::I32);
        case("the result is i64, not i32", &[Type::I64, Type::F32], Type::I64);
        case("the result is void, not i32", &[Type::I64, Type::F32], Type::Void);
        let (module, func) = void_body(|b| {
            let sig = b.module().intern_sig(Type::Void, &[]);
            b.call_indirect(Value::local(1), sig, &[]);
            b.ret(None);
        });
        expect_problem(&module, &func, "the callee's address is i64, not i32");
    }

    #[test]
    fn phis() {
        let (module, mut func) = void_body(|b| {
            let (entry, next, arg) = (b.current(), b.block(), b.arg(0));
            b.br(next);
            b.switch_to(next);
            b.phi(Type::I32, &[(entry, arg)]);
            b.ret(None);
        });
        let args = func.make_phi_args(&[crate::ice::BlockCall { block: func.entry().unwrap(), value: Value::local(1) }]);
        *func.inst_mut(inst(1)) = InstData::Phi { args };
        expect_problem(&module, &func, "the operand v1 from b0 is i64, not i32");
        let next = func.block_order()[1];
        let first = func.first_inst(next).unwrap();
        func.insert_before(first, InstData::Phi { args }, Type::Void);
        expect_problem(&module, &func, "a phi without a result");
    }

    #[test]
    fn returns() {
        let (module, func) = body(Type::I32, |b| b.ret(None));
        expect_problem(&module, &func, "the returned value is void, not i32");
        let (module, func) = body(Type::I32, |b| b.ret(Some(Value::local(1))));
        expect_problem(&module, &func, "the returned value is i64, not i32");
        let (module, func) = void_body(|b| b.ret(Some(Value::local(0))));
        expect_problem(&module, &func, "the returned value is i32, not void");
    }

    #[test]
    fn conditions_and_terminator_results() {
        let (module, mut func) = void_body(|b| {
            let (exit, cond) = (b.block(), b.int(Type::I1, 0));
            b.cond_br(cond, exit, exit);
            b.switch_to(exit);
            b.unreachable();
        });
        expect_sound(&module, &func);
        let exit = func.block_order()[1];
        *func.inst_mut(inst(0)) = InstData::CondBr { cond: Value::local(0), on_true: exit, on_false: exit };
        expect_problem(&module, &func, "the condition is i32, not i1");
        func.append_inst(exit, InstData::Unreachable, Type::I32);
        expect_problem(&module, &func, "`v3 = unreachable`: the result is i32, not void");
    }

    #[test]
    fn switches() {
        let case = |problem: &str, ty, values: &[u64]| {
            let (module, func) = void_body(|b| {
                let (value, exit) = (b.undef(ty), b.block());
                let cases: Vec<_> = values.iter().map(|&value| SwitchCase { value, target: exit }).collect();
                let (cases, block) = (b.func().make_cases(&cases), b.current());
                b.func().append_inst(block, InstData::Switch { value, cases, default: exit }, Type::Void);
                b.switch_to(exit);
                b.ret(None);
            });
            if problem.is_empty() { expect_sound(&module, &func) } else { expect_problem(&module, &func, problem) }
        };
        case("", Type::I8, &[]);
        case("", Type::I64, &[u64::MAX, 0]);
        case("", Type::I8, &[255, 0]);
        // What the previous switch of a body had does not count.
        let (module, func) = void_body(|b| {
            let (value, next, exit) = (b.arg(0), b.block(), b.block());
            b.switch(value, next, &[(1, exit)]);
            b.switch_to(next);
            b.switch(value, exit, &[(1, exit)]);
            b.switch_to(exit);
            b.ret(None);
        });
        expect_sound(&module, &func);
        case("two cases for the bits 0x5", Type::I32, &[5, 1, 5]);
        case("the case 0x100 does not fit i8", Type::I8, &[1, 256, 2]);
        case("does not switch on i1", Type::I1, &[0]);
        case("does not switch on float", Type::F32, &[0]);
    }
}
