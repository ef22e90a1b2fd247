//! The recipes: which passes run, in which order. Nothing else in the crate orders passes.
//!
//! `om1`: plan the phi copies, lower, give registers to the variables that must have one, lay out
//! the frame, encode. `o0`: two walks over the IR, lower, drop dead instructions, compute coarse live
//! ranges, allocate in one walk, realise phis, lay out the frame, encode. `o2`: the passes over the IR, lower, drop dead instructions, compute live
//! ranges, allocate registers and slots, realise phis, lay out the frame, encode. Each of these
//! runs as a `step`, which is where passes are timed, printed, verified and switched off.

mod back;
#[cfg(feature = "o3")]
mod code_loops;
mod comments;
mod o0;
mod o2;
mod observe;
mod om1;
mod origins;
mod plain;
mod plans;
mod registers;
mod sizes;
mod step;

use std::sync::Arc;

use crate::diversify::{IS_BUILT, Variety, blocks};
use crate::error::TranslateError;
use crate::ice::{FuncId, Function, Module};
pub use crate::isa::is_built;
use crate::isa::{Lowered, Target, describe};
use crate::lir::{Code, FlowInst, Mover, RegTable};
use crate::mc::{CodeBuffer, Comment, FuncCode, Helper};
use crate::object::FileTarget;
use crate::opt::{Fuel, Inlinable};
use crate::options::{
    Controls, Diversity, Features, FileType, Functions, Instruments, Isa, OptLevel, Options, Pass, RegisterChoice,
};
pub use comments::BLOCK;
use o0::O0;
use o2::O2;
pub use observe::{Observer, State, Step, Variable, When};
use om1::Om1;
pub use plans::{check_plan, inlines, plan, with_callees};
pub use sizes::Sizes;
use step::{Halt, Steps};
pub use step::{Notes, PassNote, Watch};

/// Why no translation is possible with some options.
pub type Unsupported = String;

/// The working memory of one translation thread, reused from one function to the next.
pub struct Scratch {
    steps: Steps,
    recipe: Box<dyn Recipe>,
    /// The recipe for the functions that options say are translated at O2, if the others are not.
    o2: Option<Box<dyn Recipe>>,
}

/// A recipe for one architecture.
trait Recipe {
    fn translate(&mut self, steps: &mut Steps, task: Task<'_>, out: &mut FuncCode) -> Result<(), Halt>;
    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool;

    /// Takes note of where the variables of the module lie that functions are of from here on, and of bodies of its functions.
    fn begin_module(&mut self, _module: &Module, _options: &Options, _inlinable: &Arc<Inlinable>) {}
}

/// The recipe that options ask for.
fn recipe(options: &Options) -> Result<Box<dyn Recipe>, Unsupported> {
    match options.isa {
        #[cfg(feature = "target-x8632")]
        Isa::X8632 => recipe_for(crate::isa::x86::Mode::X8632, options),
        #[cfg(feature = "target-x8664")]
        Isa::X8664 => recipe_for(crate::isa::x86::Mode::X8664, options),
        #[cfg(feature = "target-arm32")]
        Isa::Arm32 => recipe_for(crate::isa::arm32::Arm32, options),
        #[cfg(feature = "target-mips32")]
        Isa::Mips32 => recipe_for(crate::isa::mips32::Mips32, options),
        #[allow(unreachable_patterns, reason = "some build has no code for it")]
        isa => Err(not_built(&format!("-target={isa}"), &format!("target-{isa}"))),
    }
}

fn recipe_for<T>(target: T, options: &Options) -> Result<Box<dyn Recipe>, Unsupported>
where
    T: Target + Mover<Inst = <T as Target>::Inst> + 'static,
    <T as Target>::Inst: FlowInst,
{
    Ok(match options.opt {
        OptLevel::Om1 => Om1::new(target, options)?,
        OptLevel::O0 if !o0::IS_BUILT => return Err(not_built("-O0", "o0")),
        OptLevel::O0 => O0::new(target, options)?,
        OptLevel::O3 if !plans::IS_BUILT => return Err(not_built("-O3", "o3")),
        OptLevel::O2 | OptLevel::O3 => O2::new(target, options)?,
    })
}

/// A function that is to be translated.
pub enum Body<'f> {
    /// It stays as it is: passes over the IR change a copy.
    Shared(&'f Function),
    /// It may be changed: what it is afterwards means nothing.
    Own(&'f mut Function),
}

impl Body<'_> {
    /// The function.
    pub fn func(&self) -> &Function {
        match self {
            Body::Shared(func) => func,
            Body::Own(func) => func,
        }
    }
}

/// What a recipe translates.
#[derive(Copy, Clone)]
struct Job<'a> {
    features: Features,
    module: &'a Module,
    func: &'a Function,
}

/// What a recipe is given to translate.
struct Task<'a> {
    features: Features,
    module: &'a Module,
    body: Body<'a>,
}

impl Scratch {
    /// Working memory for translations with these options, or why there can be none.
    pub fn new(options: &Options) -> Result<Self, Unsupported> {
        Self::watched(options, Watch::default())
    }

    /// The same, with its passes watched.
    pub fn watched(options: &Options, watch: Watch) -> Result<Self, Unsupported> {
        let o2 = match &options.controls.force_o2 {
            Some(_) if cfg!(feature = "dumps") && options.opt != OptLevel::O2 => {
                Some(recipe(&Options { opt: OptLevel::O2, ..options.clone() })?)
            }
            _ => None,
        };
        Ok(Self { steps: Steps::new(options, watch), recipe: recipe(options)?, o2 })
    }

    /// Has the functions that come be of a module, and of an object that the options describe: what depends on where variables lie, and
    /// the bodies that may stand in place of calls, may be used from here on. Without this call they are not.
    pub fn begin_module(&mut self, module: &Module, options: &Options, inlinable: &Arc<Inlinable>) {
        let Self { recipe, o2, .. } = self;
        recipe.begin_module(module, options, inlinable);
        if let Some(o2) = o2 {
            o2.begin_module(module, options, inlinable);
        }
    }

    /// Translates one verified function into `out`, which is overwritten.
    ///
    /// # Errors
    /// If the function exceeds a limit of the translator: a frame or an argument area that cannot
    /// be addressed. Or if a check found that the translator has a bug
    /// ([`TranslateError::internal`]).
    pub fn translate_function(
        &mut self,
        module: &Module,
        func: &Function,
        options: &Options,
        out: &mut FuncCode,
    ) -> Result<(), TranslateError> {
        self.translate_watched(module, Body::Shared(func), options, out, &mut Notes::default())
    }

    /// The same for a function that may be the caller's no more, and writes down what the passes did
    /// if that was asked for.
    ///
    /// # Errors
    /// As [`translate_function`](Self::translate_function).
    pub fn translate_watched(
        &mut self,
        module: &Module,
        body: Body<'_>,
        options: &Options,
        out: &mut FuncCode,
        notes: &mut Notes,
    ) -> Result<(), TranslateError> {
        let id = body.func().id;
        faults_in!(module.func_symbol(id).into_owned());
        let task = Task { features: options.features, module, body };
        let Self { steps, recipe, o2 } = self;
        let is_forced = |choice: &Functions| choice.contains(&module.func_symbol(id), id.as_u32());
        let recipe = match o2 {
            Some(o2) if options.controls.force_o2.as_ref().is_some_and(is_forced) => o2,
            _ => recipe,
        };
        steps.begin(module, id);
        let outcome = recipe.translate(steps, task, out);
        steps.end(module, id, notes);
        match outcome {
            Ok(()) | Err(Halt::Stopped) => Ok(()),
            Err(Halt::Limit(message)) => Err(TranslateError::limit(module.func_symbol(id), message)),
            Err(Halt::Broken(pass, problem)) => {
                let function = module.func_symbol(id);
                let message = steps.broken(&function, pass, &problem);
                Err(TranslateError::internal(function, message))
            }
            Err(Halt::NoRegister(message)) => Err(TranslateError::internal(module.func_symbol(id), message)),
        }
    }

    /// Writes the native code of a runtime function that IR cannot express. `false` if the helper
    /// is not one of those.
    pub fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        self.recipe.native_helper(helper, features, out)
    }
}

/// Hides the large constants of a function's lowered code.
fn hide_constants<T: Target>(
    target: T,
    variety: Variety,
    (module, func): (&Module, FuncId),
    out: Lowered<'_, T::Inst>,
    fuel: &mut Fuel,
) {
    if let Some(hiding) = variety.hiding(func) {
        let mut may = || fuel.spend_on(Pass::HideConstants, module, func, || "a constant".into());
        target.hide_constants(out, hiding, &mut may);
    }
}

/// What text says beside emitted code, if anything is asked for.
fn comment<T: Target>(
    target: T,
    (variety, blocks): (Variety, &[String]),
    table: &RegTable,
    code: &Code<T::Inst>,
    buffer: &CodeBuffer,
) -> Vec<Comment>
where
    T::Inst: FlowInst,
{
    if !variety.marks() {
        return Vec::new();
    }
    comments::of(code, (table, |reg| target.reg_name(reg)), buffer.marks(), (variety.remarks(), blocks))
}

/// Puts the blocks of a function's allocated code in random order.
fn reorder_blocks<I: FlowInst>(variety: Variety, (module, func): (&Module, FuncId), code: &mut Code<I>, fuel: &mut Fuel) {
    if fuel.spend_on(Pass::ReorderBlocks, module, func, || "all of its blocks".into()) {
        blocks::reorder(code, &mut variety.blocks(func));
    }
}

/// What this build lacks to follow some options, if it does.
pub fn check_built(options: &Options) -> Result<(), Unsupported> {
    if !is_built(options.isa) {
        return Err(not_built(&format!("-target={}", options.isa), &format!("target-{}", options.isa)));
    }
    if options.opt == OptLevel::O0 && !o0::IS_BUILT {
        return Err(not_built("-O0", "o0"));
    }
    if options.opt == OptLevel::O3 && !plans::IS_BUILT {
        return Err(not_built("-O3", "o3"));
    }
    if options.controls.besides.contains(Pass::ScheduleEarly) && !plans::IS_BUILT {
        return Err(not_built("-schedule-early", "o3"));
    }
    if options.file_type != FileType::Object && !cfg!(feature = "asm") {
        return Err(not_built("assembly text", "asm"));
    }
    if options.verify_each && !cfg!(feature = "dumps") {
        return Err(not_built("-verify-each", "dumps"));
    }
    if !IS_BUILT && options.controls.diversity != Diversity::default() {
        return Err(not_built("an option of diversification", "diversify"));
    }
    if options.features.sandbox && !cfg!(feature = "sandbox") {
        return Err(not_built("-sandbox", "sandbox"));
    }
    if options.features.sandbox && !describe(options.isa).has_sandbox {
        return Err(format!("-sandbox: there is no sandboxed code for {} yet", options.isa));
    }
    if options.instruments != Instruments::default() && !crate::instrument::IS_BUILT {
        return Err(not_built("an option of instrumentation", "instrument"));
    }
    if options.controls.remarks.any() && !IS_BUILT {
        return Err(not_built("-asm-verbose and -allow-iaca-marks", "diversify"));
    }
    if !cfg!(feature = "dumps") && options.controls != Controls::default() {
        return Err(not_built("an option about passes", "dumps"));
    }
    Ok(())
}

/// What to say of something that this build leaves out.
#[cold]
pub fn not_built(what: &str, feature: &str) -> Unsupported {
    format!("{what} is not in this build of the translator, which was made without the feature `{feature}`")
}

/// Why options cannot be followed, if they cannot: register names that do not exist, or too few
/// registers.
pub fn check_options(options: &Options) -> Result<(), Unsupported> {
    // Without register names there is nothing to be wrong.
    if options.controls.registers == RegisterChoice::default() { Ok(()) } else { Scratch::new(options).map(|_| ()) }
}

/// What the file that is asked for has to say about the architecture.
pub fn file_target(options: &Options) -> FileTarget {
    match options.file_type {
        #[cfg(feature = "asm")]
        FileType::Asm => FileTarget::Asm(crate::isa::assembly(options.isa, options.features)),
        #[cfg(feature = "asm")]
        FileType::Iasm => {
            let form = crate::mc::listing::Form::Bytes;
            FileTarget::Asm(crate::object::AsmTarget { form, ..crate::isa::assembly(options.isa, options.features) })
        }
        _ => FileTarget::Object((describe(options.isa).elf)(options.features)),
    }
}

/// Translates a function, with every step checked, for a target that no option names: for tests of
/// what a further target takes.
#[cfg(test)]
pub(crate) fn translate_for<T>(target: T, options: &Options, module: &Module, func: &Function) -> Result<FuncCode, String>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    let options = Options { verify_each: true, ..options.clone() };
    let (mut steps, mut out) = (Steps::new(&options, Watch::default()), FuncCode::default());
    steps.begin(module, func.id);
    let task = Task { features: options.features, module, body: Body::Shared(func) };
    let outcome = match options.opt {
        OptLevel::Om1 => Om1::new(target, &options)?.translate(&mut steps, task, &mut out),
        OptLevel::O0 => O0::new(target, &options)?.translate(&mut steps, task, &mut out),
        OptLevel::O2 | OptLevel::O3 => O2::new(target, &options)?.translate(&mut steps, task, &mut out),
    };
    outcome.map_err(|halt| format!("{halt:?}"))?;
    Ok(out)
}
