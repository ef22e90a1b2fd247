//! The object file of the runtime: the helpers that are written in the intermediate representation,
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
use crate::ice::{FuncId, Linkage, Module};
use crate::mc::{FuncCode, Helper};
use crate::object::ObjectFile;
use crate::pipeline::{Body, Notes};
use crate::runtime;

/// Translates the runtime.
pub fn object<B: Backend>(backend: &B, report: &mut Report) -> Result<ObjectFile, Error> {
    let (mut module, bodies) = runtime::module(backend.locks_wide_atomics());
    let mut scratch = backend.scratch();
    let natives = native_helpers(backend, &mut module, &mut scratch);
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

/// The code of the native helpers, each declared as a function that the module defines.
fn native_helpers<B: Backend>(backend: &B, module: &mut Module, scratch: &mut B::Scratch) -> Vec<(FuncId, FuncCode)> {
    let mut natives = Vec::new();
    for &helper in Helper::ALL.iter().filter(|helper| !runtime::HELPERS.contains(helper)) {
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
            let bytes = object(&Pipeline::new(&options).unwrap(), &mut Report::default()).unwrap().into_bytes().unwrap();
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
}
