//! The seam between the driver and the translation proper: statically dispatched, so that the driver's own tests need no real back end
//! and `pnacl-sz` pays nothing for it.

use super::error::Error;
use crate::error::TranslateError;
use crate::ice::{Function, Module};
use crate::mc::{FuncCode, Helper};
use crate::object::ElfTarget;
use crate::options::{Isa, OptLevel, Options};
use crate::pipeline;

/// Translates functions, one at a time, on several threads at once.
pub trait Backend: Sync {
    /// Everything that translating a function allocates, reused from one function to the next by one thread.
    type Scratch;

    /// Makes a thread's scratch.
    fn scratch(&self) -> Self::Scratch;

    /// Translates a function into an empty `out`. What comes out depends on the module and the function only, not on what the scratch
    /// was used for before.
    fn translate(
        &self,
        module: &Module,
        func: &Function,
        scratch: &mut Self::Scratch,
        out: &mut FuncCode,
    ) -> Result<(), TranslateError>;

    /// Writes a helper that no intermediate representation can express (`setjmp`) into an empty `out`; `false` if this is not such a one.
    fn native_helper(&self, helper: Helper, scratch: &mut Self::Scratch, out: &mut FuncCode) -> bool;

    /// What the object file has to say about the target.
    fn elf_target(&self) -> ElfTarget;

    /// Whether 64-bit atomics are calls of lock-based functions, which the runtime then defines.
    fn locks_wide_atomics(&self) -> bool {
        false
    }
}

/// The translator's own back end: [`pipeline`] under some options.
#[derive(Copy, Clone, Debug)]
pub struct Pipeline<'o> {
    options: &'o Options,
}

impl<'o> Pipeline<'o> {
    /// The back end for these options. Fails if they name an architecture or a recipe that is not built.
    pub fn new(options: &'o Options) -> Result<Self, Error> {
        if !Isa::BUILT.contains(&options.isa) {
            return Err(Error::NotBuilt(format!("target {} is not built yet", options.isa)));
        }
        if !OptLevel::BUILT.contains(&options.opt) {
            return Err(Error::NotBuilt(format!("recipe {} is not built yet", options.opt)));
        }
        Ok(Self { options })
    }
}

impl Backend for Pipeline<'_> {
    type Scratch = pipeline::Scratch;

    fn scratch(&self) -> pipeline::Scratch {
        pipeline::Scratch::new(self.options).expect("the pipeline builds what `Isa::BUILT` and `OptLevel::BUILT` list")
    }

    fn translate(
        &self,
        module: &Module,
        func: &Function,
        scratch: &mut pipeline::Scratch,
        out: &mut FuncCode,
    ) -> Result<(), TranslateError> {
        scratch.translate_function(module, func, self.options, out)
    }

    fn native_helper(&self, helper: Helper, scratch: &mut pipeline::Scratch, out: &mut FuncCode) -> bool {
        scratch.native_helper(helper, out)
    }

    fn elf_target(&self) -> ElfTarget {
        pipeline::elf_target(self.options.isa)
    }

    fn locks_wide_atomics(&self) -> bool {
        pipeline::locks_wide_atomics(self.options.isa)
    }
}
