//! The seam between the driver and the translation proper: statically dispatched, so that the
//! driver's own tests need no real back end and `pnacl-sz` pays nothing for it.

use std::borrow::Cow;
use std::sync::Arc;

use super::error::Error;
use crate::diversify::Variety;
use crate::error::TranslateError;
use crate::ice::Module;
use crate::isa::describe;
use crate::mc::{FuncCode, Helper};
use crate::object::FileTarget;
use crate::opt::Inlinable;
use crate::options::{Options, OwnSections};
use crate::pipeline::{self, Body, Notes, Watch};

/// Translates functions, one at a time, on several threads at once.
pub trait Backend: Sync {
    /// Everything that translating a function allocates, reused from one function to the next by
    /// one thread.
    type Scratch;

    /// Makes a thread's scratch for the functions of a module. `inlinable` has bodies of them if it [`inlines`](Self::inlines).
    fn scratch(&self, module: &Module, inlinable: &Arc<Inlinable>) -> Self::Scratch;

    /// A module with declarations of the intrinsics that translating calls, besides those that it has itself: that of which functions
    /// are translated.
    fn with_callees<'m>(&self, module: &'m Module) -> Cow<'m, Module> {
        Cow::Borrowed(module)
    }

    /// Whether it needs bodies of functions before it translates the first one.
    fn inlines(&self) -> bool {
        false
    }

    /// Translates a function into an empty `out`, and notes what the passes did if that was asked
    /// for. What comes out depends on the module and the function only, not on what the scratch was
    /// used for before.
    fn translate(
        &self,
        module: &Module,
        body: Body<'_>,
        scratch: &mut Self::Scratch,
        out: &mut FuncCode,
        notes: &mut Notes,
    ) -> Result<(), TranslateError>;

    /// Writes a helper that no intermediate representation can express (`setjmp`) into an empty
    /// `out`; `false` if this is not such a one.
    fn native_helper(&self, helper: Helper, scratch: &mut Self::Scratch, out: &mut FuncCode) -> bool;

    /// What kind of file to write, and what it has to say about the target.
    fn file_target(&self) -> FileTarget;

    /// What is random in a translation.
    fn variety(&self) -> Variety {
        Variety::default()
    }

    /// What gets sections of its own in the file.
    fn own_sections(&self) -> OwnSections {
        OwnSections::default()
    }

    /// Whether 64-bit atomics are calls of lock-based functions, which the runtime then defines.
    fn locks_wide_atomics(&self) -> bool {
        false
    }
}

/// The translator's own back end: [`pipeline`] under some options.
#[derive(Clone, Debug)]
pub struct Pipeline<'o> {
    options: &'o Options,
    watch: Watch,
}

impl<'o> Pipeline<'o> {
    /// The back end for these options. Fails if they name a register that is not there.
    pub fn new(options: &'o Options) -> Result<Self, Error> {
        Self::watched(options, Watch::default())
    }

    /// The same, with its passes watched.
    pub fn watched(options: &'o Options, watch: Watch) -> Result<Self, Error> {
        pipeline::check_built(options).map_err(Error::NotBuilt)?;
        pipeline::check_options(options).map_err(Error::Usage)?;
        Ok(Self { options, watch })
    }
}

impl Backend for Pipeline<'_> {
    type Scratch = pipeline::Scratch;

    fn scratch(&self, module: &Module, inlinable: &Arc<Inlinable>) -> pipeline::Scratch {
        let mut scratch = pipeline::Scratch::watched(self.options, self.watch.clone())
            .expect("`Pipeline::watched` has refused what the pipeline does not build");
        scratch.begin_module(module, self.options, inlinable);
        scratch
    }

    fn with_callees<'m>(&self, module: &'m Module) -> Cow<'m, Module> {
        pipeline::with_callees(module, self.options)
    }

    fn inlines(&self) -> bool {
        pipeline::inlines(self.options)
    }

    fn translate(
        &self,
        module: &Module,
        body: Body<'_>,
        scratch: &mut pipeline::Scratch,
        out: &mut FuncCode,
        notes: &mut Notes,
    ) -> Result<(), TranslateError> {
        scratch.translate_watched(module, body, self.options, out, notes)
    }

    fn native_helper(&self, helper: Helper, scratch: &mut pipeline::Scratch, out: &mut FuncCode) -> bool {
        scratch.native_helper(helper, self.options.features, out)
    }

    fn file_target(&self) -> FileTarget {
        pipeline::file_target(self.options)
    }

    fn variety(&self) -> Variety {
        Variety::of(&self.options.controls)
    }

    fn own_sections(&self) -> OwnSections {
        self.options.own_sections
    }

    fn locks_wide_atomics(&self) -> bool {
        describe(self.options.isa).locks_wide_atomics
    }
}
