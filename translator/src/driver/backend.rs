//! The seam between the driver and the translation proper.

use crate::error::TranslateError;
use crate::ice::{Function, Module};
use crate::mc::FuncCode;
use crate::object::ElfTarget;
use crate::options::Options;

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

    /// What the object file has to say about the target.
    fn elf_target(&self) -> ElfTarget;
}

/// The back end that the options choose.
#[derive(Copy, Clone, Debug)]
pub struct Pipeline<'o> {
    options: &'o Options,
}

impl<'o> Pipeline<'o> {
    /// The back end for these options.
    pub fn new(options: &'o Options) -> Self {
        Self { options }
    }
}

impl Backend for Pipeline<'_> {
    type Scratch = ();

    fn scratch(&self) {}

    fn translate(&self, module: &Module, func: &Function, (): &mut (), _: &mut FuncCode) -> Result<(), TranslateError> {
        let function = module.func_symbol(func.id).into_owned();
        Err(TranslateError { function, message: format!("no back end for {} in this build", self.options.isa) })
    }

    fn elf_target(&self) -> ElfTarget {
        ElfTarget { machine: 0, flags: 0, rela: false, abs32_reloc: 0, text_align: 16, text_pad: 0 }
    }
}
