//! What the ABI of finalised PNaCl bitcode demands beyond what the translator needs.
//!
//! A layer of its own because ICE from other producers (tests, the runtime, modern LLVM) breaks
//! these rules with good reason: it exports several functions, states better alignments, or passes
//! an i8. Only sees instructions that the structural checks can read.
//!
//! Source: [PNACL-ABI] "Linkage Types", "Type System", "Instruction Reference" and "Atomic
//! intrinsics"; for element numbers [PNACL-MANUAL] "Vector Instructions". [ISO-C11] 7.17.7 says
//! which memory orders an atomic operation may have.

use super::intrinsics::called;
use super::{Context, Report};
use crate::ice::intrinsics::{Constant, Orders};
use crate::ice::{Inst, InstData, Intrinsic, Linkage, Module, Signature, Type, Value};

/// The numbers of the memory orders that some operations may not have.
mod order {
    pub(super) const CONSUME: u64 = 2;
    pub(super) const ACQUIRE: u64 = 3;
    pub(super) const RELEASE: u64 = 4;
    pub(super) const ACQ_REL: u64 = 5;
}

/// Checks linkage, signatures and initial values.
pub(super) fn check_module(module: &Module, report: &mut Report) {
    for (func, decl) in module.funcs.iter() {
        let mut problem = |text: &str| report.add(|| format!("{}: {text}", module.func_symbol(func)));
        if decl.intrinsic.is_some() {
            continue;
        }
        if !decl.defined {
            problem("declared, but neither defined nor an intrinsic");
        }
        let is_start = decl.name == "_start";
        match decl.linkage {
            Linkage::External if !is_start => problem("external, but only _start may be"),
            Linkage::Internal if is_start => problem("_start must be external"),
            _ => {}
        }
        if module.sigs.get(decl.sig).is_some_and(|sig| !is_abi_signature(sig)) {
            problem("takes or returns a type that only intrinsics may");
        }
    }
    for (global, var) in module.globals.iter() {
        let mut problem = |text: &str| report.add(|| format!("{}: {text}", module.global_symbol(global)));
        if var.linkage == Linkage::External {
            problem("an external global");
        }
        if var.init.is_empty() {
            problem("has no initial value");
        }
    }
}

/// Whether an ordinary function may have this signature.
fn is_abi_signature(sig: &Signature) -> bool {
    (sig.result == Type::Void || sig.result.is_argument()) && sig.params.iter().all(|param| param.is_argument())
}

/// Checks one instruction.
pub(super) fn check_inst(cx: &mut Context<'_>, inst: Inst) {
    match *cx.func.inst(inst) {
        InstData::Load { align, .. } => {
            let ty = cx.func.result(inst).map_or(Type::Void, |value| cx.func.ty(value));
            check_alignment(cx, inst, ty, align);
        }
        InstData::Store { value, align, .. } => check_alignment(cx, inst, cx.func.ty(value), align),
        InstData::InsertElement { index, .. } | InstData::ExtractElement { index, .. } if cx.func.int_const(index).is_none() => {
            cx.inst_error(inst, "the lane number is not a constant");
        }
        InstData::CallIndirect { sig, .. } if !is_abi_signature(&cx.module.sigs[sig]) => {
            cx.inst_error(inst, "calls through a type that only intrinsics may have");
        }
        InstData::Call { .. } => {
            if let Some((intrinsic, args)) = called(cx, inst) {
                check_intrinsic(cx, inst, intrinsic, args);
            }
        }
        _ => {}
    }
}

fn check_alignment(cx: &mut Context<'_>, inst: Inst, ty: Type, align: u32) {
    let allowed = match ty {
        Type::F32 | Type::F64 => align == 1 || align == ty.bits() / 8,
        _ if ty.is_vector() => align == ty.element().bits() / 8,
        _ => align == 1,
    };
    if !allowed {
        cx.inst_error(inst, format_args!("{ty} must not be accessed with alignment {align}"));
    }
}

fn check_intrinsic(cx: &mut Context<'_>, inst: Inst, intrinsic: Intrinsic, args: &[Value]) {
    for (position, constant) in intrinsic.constants() {
        let number = args.get(position).and_then(|&arg| cx.func.int_const(arg));
        if let Some(problem) = number.and_then(|number| objection(constant, number)) {
            cx.inst_error(inst, problem);
        }
    }
}

/// What the ABI has against a constant argument.
fn objection(constant: Constant, number: u64) -> Option<&'static str> {
    match constant {
        Constant::Alignment => (number != 1).then_some("the alignment must be 1"),
        Constant::Order(Orders::OfLoad) => releases(number).then_some("a load cannot release"),
        Constant::Order(Orders::OfStore) => acquires(number).then_some("a store cannot acquire"),
        Constant::Order(Orders::OfFailure) => releases(number).then_some("a failed exchange cannot release"),
        Constant::Order(Orders::Any) | Constant::Flag | Constant::Computation | Constant::ByteSize => None,
    }
}

/// Whether an order is good for writes only, or for both; sequential consistency is either.
fn releases(order: u64) -> bool {
    matches!(order, order::RELEASE | order::ACQ_REL)
}

fn acquires(order: u64) -> bool {
    matches!(order, order::CONSUME | order::ACQUIRE | order::ACQ_REL)
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::super::testing::{function_problems, module_problems, problems_at, void_body};
    use super::*;
    use crate::ice::{FuncId, FunctionBuilder, Global, GlobalInit, GlobalVar};

    /// Asserts that a body is structurally sound, and that the ABI has one objection, or none if
    /// `text` is empty.
    #[track_caller]
    fn expect(text: &str, build: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let (module, func) = void_body(|b| {
            build(b);
            b.ret(None);
        });
        assert_eq!(function_problems(&module, &func), Vec::<String>::new());
        let problems = problems_at(&module, &func, Level::PnaclAbi);
        let expected = usize::from(!text.is_empty());
        assert!(problems.len() == expected && problems.iter().all(|p| p.contains(text)), "expected {text:?} in {problems:#?}");
    }

    #[test]
    fn alignments_are_the_abis() {
        let cases: [(Type, &[u32]); 8] = [
            (Type::I8, &[1]),
            (Type::I16, &[1]),
            (Type::I32, &[1]),
            (Type::I64, &[1]),
            (Type::F32, &[1, 4]),
            (Type::F64, &[1, 8]),
            (Type::V8I16, &[2]),
            (Type::V4F32, &[4]),
        ];
        for (ty, allowed) in cases {
            for align in [1, 2, 4, 8, 16] {
                let problem = if allowed.contains(&align) {
                    String::new()
                } else {
                    format!("{ty} must not be accessed with alignment {align}")
                };
                expect(&problem, |b| {
                    let (addr, block) = (b.arg(0), b.current());
                    b.func().append_inst(block, InstData::Load { addr, align }, ty);
                });
                expect(&problem, |b| {
                    let (addr, value, block) = (b.arg(0), b.undef(ty), b.current());
                    b.func().append_inst(block, InstData::Store { addr, value, align }, Type::Void);
                });
            }
        }
    }

    #[test]
    fn lane_numbers_are_constants() {
        expect("the lane number is not a constant", |b| {
            let (vector, index) = (b.undef(Type::V4I32), b.arg(0));
            b.extract_element(vector, index);
        });
        expect("the lane number is not a constant", |b| {
            let (vector, index) = (b.undef(Type::V4I32), b.arg(0));
            b.insert_element(vector, index, index);
        });
    }

    #[test]
    fn indirect_calls_have_ordinary_types() {
        expect("calls through a type that only intrinsics may have", |b| {
            let sig = b.module().intern_sig(Type::Void, &[Type::I8]);
            let (callee, arg) = (b.arg(0), b.int(Type::I8, 0));
            b.call_indirect(callee, sig, &[arg]);
        });
    }

    #[test]
    fn memory_intrinsics_state_no_alignment() {
        for (align, problem) in [(1, ""), (0, "the alignment must be 1"), (4, "the alignment must be 1")] {
            expect(problem, |b| {
                let (addr, align, volatile) = (b.arg(0), b.i32(align), b.int(Type::I1, 0));
                b.intrinsic(Intrinsic::Memmove, &[addr, addr, addr, align, volatile]);
            });
        }
    }

    #[test]
    fn memory_orders_suit_their_operation() {
        let ty = Type::I32;
        for order in 1..=6 {
            let objection = |bad: &[i32], text| if bad.contains(&order) { text } else { "" };
            expect(objection(&[4, 5], "a load cannot release"), |b| {
                let (addr, order) = (b.arg(0), b.i32(order));
                b.intrinsic(Intrinsic::AtomicLoad(ty), &[addr, order]);
            });
            expect(objection(&[2, 3, 5], "a store cannot acquire"), |b| {
                let (addr, order) = (b.arg(0), b.i32(order));
                b.intrinsic(Intrinsic::AtomicStore(ty), &[addr, addr, order]);
            });
            expect(objection(&[4, 5], "a failed exchange cannot release"), |b| {
                let (addr, success, failure) = (b.arg(0), b.i32(6), b.i32(order));
                b.intrinsic(Intrinsic::AtomicCmpxchg(ty), &[addr, addr, addr, success, failure]);
            });
        }
    }

    #[test]
    fn only_start_is_external() {
        let module = || {
            let mut module = Module::new();
            module.define_func("_start", Linkage::External, Type::Void, &[Type::I32]);
            module.define_func("f", Linkage::Internal, Type::V4I1, &[Type::I64, Type::F32]);
            module.declare_intrinsic(Intrinsic::AtomicLoad(Type::I8));
            let init = vec![GlobalInit::Zero(1)];
            module.globals.push(GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: true, align: 1, init });
            module
        };
        let expect = |text: &str, break_it: &dyn Fn(&mut Module)| {
            let mut module = module();
            break_it(&mut module);
            let problems = module_problems(&module, Level::PnaclAbi);
            let expected = usize::from(!text.is_empty());
            assert!(
                problems.len() == expected && problems.iter().all(|p| p.contains(text)),
                "expected {text:?} in {problems:#?}"
            );
        };
        const START: FuncId = FuncId::from_u32(0);
        const F: FuncId = FuncId::from_u32(1);
        const G: Global = Global::from_u32(0);
        expect("", &|_| {});
        expect("_start: _start must be external", &|m| m.funcs[START].linkage = Linkage::Internal);
        expect("f: external, but only _start may be", &|m| m.funcs[F].linkage = Linkage::External);
        expect("f: declared, but neither defined nor an intrinsic", &|m| m.funcs[F].defined = false);
        expect("f: takes or returns a type that only intrinsics may", &|m| {
            m.funcs[F].sig = m.intern_sig(Type::I32, &[Type::I16]);
        });
        expect("f: takes or returns a type that only intrinsics may", &|m| m.funcs[F].sig = m.intern_sig(Type::I1, &[]));
        expect("g: an external global", &|m| m.globals[G].linkage = Linkage::External);
        expect("g: has no initial value", &|m| m.globals[G].init.clear());
    }
}
