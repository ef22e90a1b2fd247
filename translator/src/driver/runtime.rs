//! The object file of the runtime, or of a part of it: the helpers that are written in the intermediate representation,
//! translated like any program, and after them the native ones, which the back end writes itself.
//! `__nacl_read_tp` is not among them: where a thread keeps its pointer is the platform's business.
//! All are weak: libgcc, libm, libc and libatomic have most of them, too, and each definition of
//! libgcc's comes with others that a program may need. What that means for linking:
//! `translator/docs/abi.md`, "The runtime".

use super::backend::Backend;
use super::error::Error;
use super::place::Placing;
use super::report::Report;
use super::run::VERIFIES;
use crate::ice::verify::{Level, Verifier};
use crate::ice::{BinOp, FuncId, Function, Inst, InstData, Linkage, Module};
use crate::mc::{FuncCode, Helper};
use crate::object::ObjectFile;
use crate::pipeline::{Body, Notes};
use crate::runtime;

/// Translates the helpers of the runtime that are wanted, and those that they call.
pub fn object<B: Backend>(backend: &B, is_wanted: &dyn Fn(Helper) -> bool, report: &mut Report) -> Result<ObjectFile, Error> {
    let (mut module, bodies) = wanted(runtime::module(backend.locks_wide_atomics()), is_wanted);
    let mut scratch = backend.scratch(&module, &Default::default());
    let natives = native_helpers(backend, is_wanted, &mut module, &mut scratch);
    let mut object = Placing::new(&module, backend)?;
    object.file.make_functions_weak();
    let (mut code, mut notes, mut verifier) = (FuncCode::default(), Notes::default(), Verifier::default());
    for func in &bodies {
        // Always, if it can be: it is small, and it is ours to get right.
        if VERIFIES {
            let checked = verifier.function(&module, func, Level::Structure);
            checked.map_err(|errors| Error::Verify(module.func_symbol(func.id).into_owned(), errors))?;
        }
        code.clear();
        backend.translate(&module, Body::Shared(func), &mut scratch, &mut code, &mut notes)?;
        report.notes.add(&notes);
        object.add(func.id, &mut code)?;
    }
    for (id, mut code) in natives {
        object.add(id, &mut code)?;
    }
    Ok(object.finish()?)
}

/// The runtime's module without the bodies that nobody wants: their functions are declared only.
fn wanted((mut module, mut bodies): (Module, Vec<Function>), is_wanted: &dyn Fn(Helper) -> bool) -> (Module, Vec<Function>) {
    let named = Helper::ALL.iter().filter(|&&helper| is_wanted(helper)).filter_map(|helper| module.func_by_name(helper.name()));
    let mut kept: Vec<FuncId> = named.collect();
    let mut next = 0;
    while let Some(&func) = kept.get(next) {
        next += 1;
        for body in bodies.iter().filter(|body| body.id == func) {
            let insts = body.block_order().iter().flat_map(|&block| body.block_insts(block));
            for callee in insts.filter_map(|inst| called_by(&module, body, inst)) {
                if !kept.contains(&callee) {
                    kept.push(callee);
                }
            }
        }
    }
    bodies.retain(|body| {
        let is_kept = kept.contains(&body.id);
        module.funcs[body.id].defined = is_kept;
        is_kept
    });
    (module, bodies)
}

/// What an instruction of the runtime calls, or may become a call of: a division, where the target has none.
fn called_by(module: &Module, body: &Function, inst: Inst) -> Option<FuncId> {
    let helper = match *body.inst(inst) {
        InstData::Call { func, .. } => return Some(func),
        InstData::Binary { op: BinOp::UDiv, .. } => Helper::UDivSi3,
        InstData::Binary { op: BinOp::SDiv, .. } => Helper::DivSi3,
        InstData::Binary { op: BinOp::URem, .. } => Helper::UModSi3,
        InstData::Binary { op: BinOp::SRem, .. } => Helper::ModSi3,
        _ => return None,
    };
    module.func_by_name(helper.name())
}

/// The code of the native helpers that are wanted, each declared as a function that the module defines.
fn native_helpers<B: Backend>(
    backend: &B,
    is_wanted: &dyn Fn(Helper) -> bool,
    module: &mut Module,
    scratch: &mut B::Scratch,
) -> Vec<(FuncId, FuncCode)> {
    let mut natives = Vec::new();
    for &helper in Helper::ALL.iter().filter(|helper| !runtime::HELPERS.contains(helper) && is_wanted(**helper)) {
        let mut code = FuncCode::default();
        if backend.native_helper(helper, scratch, &mut code) {
            let (result, params) = runtime::signature(helper);
            natives.push((module.define_func(helper.name(), Linkage::External, result, params), code));
        }
    }
    natives
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Pipeline;
    use crate::options::{Isa, OptLevel, Options};
    use ::object::{Object, ObjectSymbol};

    #[test]
    fn the_runtime_defines_every_helper_but_the_platforms_own_and_needs_nothing() {
        for isa in Isa::ALL {
            let options = Options::new(isa, OptLevel::Om1);
            let bytes =
                object(&Pipeline::new(&options).unwrap(), &|_| true, &mut Report::default()).unwrap().into_bytes().unwrap();
            let file = ::object::read::elf::ElfFile32::<::object::Endianness>::parse(&*bytes).unwrap();
            let defined: Vec<_> =
                file.symbols().filter(|s| s.is_global() && s.is_definition()).map(|s| s.name().unwrap()).collect();
            let locked = crate::isa::describe(isa).locks_wide_atomics;
            for helper in Helper::ALL.iter().filter(|&&helper| helper != Helper::ReadTp) {
                let expected = locked || !runtime::ATOMIC_HELPERS.contains(helper);
                assert_eq!(defined.contains(&helper.name()), expected, "{isa}: {}", helper.name());
            }
            let undefined: Vec<_> =
                file.symbols().filter(|s| s.is_global() && s.is_undefined()).map(|s| s.name().unwrap()).collect();
            assert!(undefined.is_empty(), "{isa}: {undefined:?}");
            let strong: Vec<_> = file.symbols().filter(|s| s.is_global() && !s.is_weak()).map(|s| s.name().unwrap()).collect();
            assert!(strong.is_empty(), "{isa}: {strong:?}");
        }
    }

    #[test]
    fn a_part_of_it_is_what_is_asked_for_and_what_that_calls() {
        let calls: &[(Helper, &[Helper])] = &[
            (Helper::DivSi3, &[Helper::UDivSi3]),
            (Helper::UModSi3, &[Helper::UDivSi3]),
            (Helper::ModSi3, &[Helper::DivSi3, Helper::UDivSi3]),
            (Helper::UDivDi3, &[Helper::UDivSi3]),
            (Helper::DivDi3, &[Helper::UDivDi3, Helper::UDivSi3]),
            (Helper::UModDi3, &[Helper::UDivDi3, Helper::UModSi3, Helper::UDivSi3]),
            (Helper::ModDi3, &[Helper::UModDi3, Helper::UDivDi3, Helper::UModSi3, Helper::UDivSi3]),
            (Helper::FixSfDi, &[Helper::FixDfDi]),
            (Helper::FixUnsSfDi, &[Helper::FixUnsDfDi]),
        ];
        for (isa, opt) in Isa::ALL.into_iter().flat_map(|isa| [(isa, OptLevel::Om1), (isa, OptLevel::O2)]) {
            let options = Options::new(isa, opt);
            let pipeline = Pipeline::new(&options).unwrap();
            for &helper in Helper::ALL {
                let bytes = object(&pipeline, &|wanted| wanted == helper, &mut Report::default()).unwrap().into_bytes().unwrap();
                let file = ::object::read::elf::ElfFile32::<::object::Endianness>::parse(&*bytes).unwrap();
                let global: Vec<_> = file.symbols().filter(|s| s.is_global()).collect();
                assert!(global.iter().all(|s| s.is_definition()), "{isa} {opt}: {} leaves something undefined", helper.name());
                let names: Vec<_> = global.iter().map(|s| s.name().unwrap()).collect();
                let is_there = helper != Helper::ReadTp
                    && (crate::isa::describe(isa).locks_wide_atomics || !runtime::ATOMIC_HELPERS.contains(&helper));
                let called = calls.iter().find(|(caller, _)| *caller == helper).map_or(&[][..], |(_, called)| called);
                // A division counts as a call where it is none, too.
                assert!(names.len() <= if is_there { 5 } else { 0 }, "{isa} {opt}: {}: {names:?}", helper.name());
                let is_named = |helper: &Helper| names.contains(&helper.name());
                assert!(
                    is_named(&helper) == is_there && called.iter().all(is_named),
                    "{isa} {opt}: {}: {names:?}",
                    helper.name()
                );
            }
        }
    }
}
