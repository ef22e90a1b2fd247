//! The recipes: which passes run, in which order. Nothing else in the crate orders passes.
//!
//! `om1`: plan the phi copies, lower, give registers to the variables that must have one, lay out
//! the frame, encode. `o2`: the passes over the IR, lower, drop dead instructions, compute live
//! ranges, allocate registers and slots, realise phis, lay out the frame, encode. Each of these
//! runs as a `step`, which is where passes are timed, printed, verified and switched off.

mod o2;
mod observe;
mod om1;
mod registers;
mod step;

use crate::error::TranslateError;
use crate::ice::{Function, Module};
use crate::isa::{arm32, describe, mips32, x86};
use crate::mc::{FuncCode, Helper};
use crate::object::FileTarget;
use crate::options::{Features, FileType, Isa, OptLevel, Options, RegisterChoice};
use o2::O2;
pub use observe::{Observer, State, Step, Variable, When};
use om1::Om1;
use step::{Halt, Steps};
pub use step::{Notes, PassNote, Watch};

/// Why no translation is possible with some options.
pub type Unsupported = String;

/// The working memory of one translation thread, reused from one function to the next.
pub struct Scratch {
    steps: Steps,
    worker: Worker,
}

/// One instance for each recipe and architecture.
enum Worker {
    X86(Box<Om1<x86::Mode>>),
    Arm32(Box<Om1<arm32::Arm32>>),
    Mips32(Box<Om1<mips32::Mips32>>),
    X86O2(Box<O2<x86::Mode>>),
    Arm32O2(Box<O2<arm32::Arm32>>),
    Mips32O2(Box<O2<mips32::Mips32>>),
}

/// Calls a method of whatever recipe instance a worker holds.
macro_rules! dispatch {
    ($worker:expr, $recipe:ident => $call:expr) => {
        match $worker {
            Worker::X86($recipe) => $call,
            Worker::Arm32($recipe) => $call,
            Worker::Mips32($recipe) => $call,
            Worker::X86O2($recipe) => $call,
            Worker::Arm32O2($recipe) => $call,
            Worker::Mips32O2($recipe) => $call,
        }
    };
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
        let worker = match (options.opt, options.isa) {
            (OptLevel::Om1, Isa::X8632) => Worker::X86(Om1::new(x86::Mode::X8632, options)?),
            (OptLevel::Om1, Isa::X8664) => Worker::X86(Om1::new(x86::Mode::X8664, options)?),
            (OptLevel::Om1, Isa::Arm32) => Worker::Arm32(Om1::new(arm32::Arm32, options)?),
            (OptLevel::Om1, Isa::Mips32) => Worker::Mips32(Om1::new(mips32::Mips32, options)?),
            (OptLevel::O2, Isa::X8632) => Worker::X86O2(O2::new(x86::Mode::X8632, options)?),
            (OptLevel::O2, Isa::X8664) => Worker::X86O2(O2::new(x86::Mode::X8664, options)?),
            (OptLevel::O2, Isa::Arm32) => Worker::Arm32O2(O2::new(arm32::Arm32, options)?),
            (OptLevel::O2, Isa::Mips32) => Worker::Mips32O2(O2::new(mips32::Mips32, options)?),
        };
        Ok(Self { steps: Steps::new(options, watch), worker })
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
        let Self { steps, worker } = self;
        steps.begin(module, id);
        let outcome = dispatch!(worker, recipe => recipe.translate(steps, task, out));
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
    pub fn native_helper(&mut self, helper: Helper, out: &mut FuncCode) -> bool {
        dispatch!(&mut self.worker, recipe => recipe.native_helper(helper, out))
    }
}

/// Why options cannot be followed, if they cannot: register names that do not exist, or too few
/// registers.
pub fn check_options(options: &Options) -> Result<(), Unsupported> {
    // Without register names there is nothing to be wrong.
    if options.controls.registers == RegisterChoice::default() { Ok(()) } else { Scratch::new(options).map(|_| ()) }
}

/// What the file that is asked for has to say about the architecture.
pub fn file_target(options: &Options) -> FileTarget {
    let description = describe(options.isa);
    match options.file_type {
        FileType::Object => FileTarget::Object((description.elf)(options.features)),
        FileType::Asm => FileTarget::Asm((description.asm)(options.features)),
    }
}

/// Translates a function, with every step checked, for a target that no option names: for tests of
/// what a further target takes.
#[cfg(test)]
pub(crate) fn translate_for<T>(target: T, options: &Options, module: &Module, func: &Function) -> Result<FuncCode, String>
where
    T: crate::isa::Target + crate::lir::Mover<Inst = <T as crate::isa::Target>::Inst>,
    <T as crate::isa::Target>::Inst: crate::lir::FlowInst,
{
    let options = Options { verify_each: true, ..options.clone() };
    let (mut steps, mut out) = (Steps::new(&options, Watch::default()), FuncCode::default());
    steps.begin(module, func.id);
    let task = Task { features: options.features, module, body: Body::Shared(func) };
    let outcome = match options.opt {
        OptLevel::Om1 => Om1::new(target, &options)?.translate(&mut steps, task, &mut out),
        OptLevel::O2 => O2::new(target, &options)?.translate(&mut steps, task, &mut out),
    };
    outcome.map_err(|halt| format!("{halt:?}"))?;
    Ok(out)
}
