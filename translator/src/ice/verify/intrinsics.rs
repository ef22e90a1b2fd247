//! Calls of intrinsics: arguments that the translator must know are constants, and in range.
//!
//! Types are checked like those of any other call; the declaration's signature is the module
//! check's. Constant for each call.
//!
//! Source: [PNACL-ABI] "Atomic intrinsics": computations and memory orders are compile-time
//! constants.

use super::Context;
use super::types::is_alignment;
use crate::ice::intrinsics::{AtomicRmwOp, Constant, MEMORY_ORDERS};
use crate::ice::{Inst, InstData, Intrinsic};

/// Checks a call of an intrinsic; other instructions pass.
pub(super) fn check(cx: &mut Context<'_>, inst: Inst) {
    let Some((intrinsic, args)) = called(cx, inst) else { return };
    for (position, constant) in intrinsic.constants() {
        // A wrong number of arguments was reported by their types.
        let Some(&arg) = args.get(position) else { continue };
        match cx.func.int_const(arg) {
            None => cx.inst_error(inst, format_args!("argument {position} is not a constant")),
            Some(bits) => {
                if let Some(problem) = out_of_range(constant, bits) {
                    cx.inst_error(inst, format_args!("argument {position}: {bits} is not {problem}"));
                }
            }
        }
    }
}

/// The intrinsic that an instruction calls, and the arguments.
pub(super) fn called<'a>(cx: &Context<'a>, inst: Inst) -> Option<(Intrinsic, &'a [crate::ice::Value])> {
    match *cx.func.inst(inst) {
        InstData::Call { func, args } => Some((cx.module.funcs[func].intrinsic?, cx.func.values(args))),
        _ => None,
    }
}

/// What a constant argument should have been, if it is not.
fn out_of_range(constant: Constant, bits: u64) -> Option<&'static str> {
    let (in_range, what) = match constant {
        Constant::Alignment => (bits == 0 || u32::try_from(bits).is_ok_and(is_alignment), "an alignment"),
        Constant::Computation => (AtomicRmwOp::from_number(bits).is_some(), "an atomic operation"),
        Constant::Order(_) => (MEMORY_ORDERS.contains(&bits), "a memory order"),
        // A flag is an i1, of which every value is in range; the size that a lock-free query asks
        // about may be any.
        Constant::Flag | Constant::ByteSize => (true, ""),
    };
    (!in_range).then_some(what)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{expect_problem, expect_sound, void_body};
    use super::*;
    use crate::ice::{Function, Module, Type, Value, ValueDef};

    /// A body that calls an intrinsic with ones for constants and undefined values for the rest.
    fn call(intrinsic: Intrinsic) -> (Module, Function) {
        void_body(|b| {
            let (_, params) = intrinsic.signature();
            let args: Vec<_> = params
                .iter()
                .enumerate()
                .map(
                    |(position, &ty)| {
                        if intrinsic.constant_arguments().contains(&position) { b.int(ty, 1) } else { b.undef(ty) }
                    },
                )
                .collect();
            b.intrinsic(intrinsic, &args);
            b.ret(None);
        })
    }

    fn argument(func: &Function, position: usize) -> Value {
        let InstData::Call { args, .. } = *func.inst(Inst::from_u32(0)) else {
            unreachable!("the first instruction is the call")
        };
        func.values(args)[position]
    }

    #[test]
    fn constants_are_constants() {
        for intrinsic in Intrinsic::all() {
            let (module, func) = call(intrinsic);
            expect_sound(&module, &func);
            for position in intrinsic.constant_arguments() {
                let mut broken = func.clone();
                let arg = argument(&func, position);
                broken.set_def(arg, func.ty(arg), ValueDef::Undef);
                expect_problem(&module, &broken, &format!("argument {position} is not a constant"));
            }
        }
    }

    #[test]
    fn constants_are_in_range() {
        for (intrinsic, position, bits, problem) in [
            (Intrinsic::Memcpy, 3, 3, "3 is not an alignment"),
            (Intrinsic::Memset, 3, 1 << 30, "is not an alignment"),
            (Intrinsic::AtomicRmw(Type::I8), 0, 0, "0 is not an atomic operation"),
            (Intrinsic::AtomicRmw(Type::I8), 0, 7, "7 is not an atomic operation"),
            (Intrinsic::AtomicRmw(Type::I64), 3, 0, "0 is not a memory order"),
            (Intrinsic::AtomicLoad(Type::I32), 1, 7, "7 is not a memory order"),
            (Intrinsic::AtomicStore(Type::I32), 2, 0, "0 is not a memory order"),
            (Intrinsic::AtomicCmpxchg(Type::I16), 3, 8, "8 is not a memory order"),
            (Intrinsic::AtomicCmpxchg(Type::I16), 4, 9, "9 is not a memory order"),
            (Intrinsic::AtomicFence, 0, 255, "255 is not a memory order"),
        ] {
            let (module, mut func) = call(intrinsic);
            let arg = argument(&func, position);
            func.set_def(arg, func.ty(arg), ValueDef::Int(bits));
            expect_problem(&module, &func, problem);
        }
    }

    #[test]
    fn missing_arguments_are_reported_not_read() {
        let (module, mut func) = call(Intrinsic::AtomicFence);
        let InstData::Call { func: callee, .. } = *func.inst(Inst::from_u32(0)) else { unreachable!("it is the call") };
        *func.inst_mut(Inst::from_u32(0)) = InstData::Call { func: callee, args: crate::ice::ValueList::default() };
        expect_problem(&module, &func, "0 arguments for 1 parameters");
    }
}
