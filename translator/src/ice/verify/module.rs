//! Declarations: signatures, functions and globals refer to what exists, symbols are unique,
//! intrinsics have their own signatures.
//!
//! Linear in the module, but for hashing symbols.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::Report;
use super::types::is_alignment;
use crate::ice::{FuncId, Global, GlobalInit, Intrinsic, Module, Type};

/// Checks everything of a module but its bodies.
pub(super) fn check(module: &Module, report: &mut Report) {
    for (sig, signature) in module.sigs.iter() {
        if signature.params.contains(&Type::Void) {
            report.add(|| format!("{sig}: a parameter of type void"));
        }
    }
    let mut symbols = FxHashSet::default();
    for func in module.funcs.keys() {
        check_symbol(report, &mut symbols, module.func_symbol(func));
        check_func(module, report, func);
    }
    for global in module.globals.keys() {
        check_symbol(report, &mut symbols, module.global_symbol(global));
        check_global(module, report, global);
    }
}

fn check_symbol<'m>(report: &mut Report, symbols: &mut FxHashSet<Cow<'m, str>>, symbol: Cow<'m, str>) {
    if symbols.contains(&symbol) {
        report.add(|| format!("{symbol}: two declarations have this symbol"));
    } else {
        symbols.insert(symbol);
    }
}

fn check_func(module: &Module, report: &mut Report, func: FuncId) {
    let decl = &module.funcs[func];
    let Some(sig) = module.sigs.get(decl.sig) else {
        return report.add(|| format!("{}: there is no signature {}", module.func_symbol(func), decl.sig));
    };
    if let Some(intrinsic) = decl.intrinsic {
        check_intrinsic(module, report, func, intrinsic, (sig.result, &sig.params));
    }
}

fn check_intrinsic(module: &Module, report: &mut Report, func: FuncId, intrinsic: Intrinsic, sig: (Type, &Vec<Type>)) {
    let decl = &module.funcs[func];
    if decl.defined {
        report.add(|| format!("{}: an intrinsic with a body", module.func_symbol(func)));
    }
    if decl.name != intrinsic.name() {
        report.add(|| format!("{}: is not the name of the intrinsic {intrinsic:?}", module.func_symbol(func)));
    }
    let (result, params) = intrinsic.signature();
    if (result, &params) != sig {
        report.add(|| format!("{}: an intrinsic with another signature than its own", module.func_symbol(func)));
    }
}

fn check_global(module: &Module, report: &mut Report, global: Global) {
    let var = &module.globals[global];
    let mut problem = |text: &str| report.add(|| format!("{}: {text}", module.global_symbol(global)));
    if !is_alignment(var.align) {
        problem(&format!("{} is not an alignment", var.align));
    }
    if var.size() > u64::from(u32::MAX) {
        problem("larger than the address space");
    }
    for piece in &var.init {
        match *piece {
            GlobalInit::Data(_) | GlobalInit::Zero(_) => {}
            GlobalInit::FuncAddr(func, _) => match module.funcs.get(func) {
                None => problem(&format!("its initial value names {func}, which does not exist")),
                Some(decl) if decl.intrinsic.is_some() => {
                    problem(&format!("its initial value is the address of the intrinsic {func}"))
                }
                Some(_) => {}
            },
            GlobalInit::GlobalAddr(other, _) if module.globals.get(other).is_none() => {
                problem(&format!("its initial value names {other}, which does not exist"));
            }
            GlobalInit::GlobalAddr(..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::super::testing::module_problems;
    use super::*;
    use crate::ice::{GlobalVar, Linkage, Sig};

    fn sample() -> Module {
        let mut module = Module::new();
        let func = module.define_func("f", Linkage::Internal, Type::Void, &[]);
        module.declare_intrinsic(Intrinsic::Memcpy);
        let init = vec![GlobalInit::FuncAddr(func, 0), GlobalInit::GlobalAddr(Global::from_u32(0), 4), GlobalInit::Zero(3)];
        module.globals.push(GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: false, align: 4, init });
        module
    }

    #[track_caller]
    fn expect(text: &str, break_it: impl FnOnce(&mut Module)) {
        let mut module = sample();
        break_it(&mut module);
        let problems = module_problems(&module, Level::Structure);
        assert!(problems.len() == 1 && problems[0].contains(text), "expected {text:?} in {problems:#?}");
    }

    const F: FuncId = FuncId::from_u32(0);
    const MEMCPY: FuncId = FuncId::from_u32(1);
    const G: Global = Global::from_u32(0);

    #[test]
    fn declarations_are_sound() {
        assert!(module_problems(&sample(), Level::Structure).is_empty());
        expect("sig2: a parameter of type void", |m| {
            m.intern_sig(Type::I32, &[Type::Void]);
        });
        expect("f: there is no signature sig7", |m| m.funcs[F].sig = Sig::from_u32(7));
        expect("llvm.memcpy.p0i8.p0i8.i32: an intrinsic with a body", |m| m.funcs[MEMCPY].defined = true);
        expect("is not the name of the intrinsic Trap", |m| {
            let sig = m.intern_sig(Type::Void, &[]);
            (m.funcs[MEMCPY].intrinsic, m.funcs[MEMCPY].sig) = (Some(Intrinsic::Trap), sig);
        });
        expect("another signature than its own", |m| m.funcs[MEMCPY].sig = m.funcs[F].sig);
    }

    #[test]
    fn symbols_are_unique() {
        expect("g: two declarations have this symbol", |m| m.funcs[F].name = "g".into());
        expect("Function0: two declarations have this symbol", |m| {
            m.funcs[F].name = String::new();
            m.globals[G].name = "Function0".into();
        });
    }

    #[test]
    fn globals_are_sound() {
        expect("g: 3 is not an alignment", |m| m.globals[G].align = 3);
        expect("g: larger than the address space", |m| m.globals[G].init = vec![GlobalInit::Zero(u32::MAX); 2]);
        expect("names f9, which does not exist", |m| m.globals[G].init = vec![GlobalInit::FuncAddr(FuncId::from_u32(9), 0)]);
        expect("names g9, which does not exist", |m| m.globals[G].init = vec![GlobalInit::GlobalAddr(Global::from_u32(9), 0)]);
        expect("the address of the intrinsic f1", |m| m.globals[G].init = vec![GlobalInit::FuncAddr(MEMCPY, 0)]);
    }
}
