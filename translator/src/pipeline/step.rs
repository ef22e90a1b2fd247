//! One step: how every pass of every recipe runs.
//!
//! In: a pass and the function or code that it changes. The step leaves the pass out if it is
//! switched off, counts and times it, prints what it starts from and what it leaves, verifies that,
//! and stops the translation if this was the last pass to run. Unless any of this is asked for, a
//! step is a test of one flag around the pass: no clock is read, nothing is formatted or allocated.
//!
//! Clock and standard error are the driver's: [`Watch`] has what stands for them.

use std::fmt::Display;
use std::sync::Arc;

use crate::ice::verify::{Level, Verifier};
use crate::ice::{FuncId, Function, Module, print};
use crate::isa::Limit;
use crate::opt::{Fuel, fuel::LastStep};
use crate::options::{Options, Pass, PassSet};
use crate::pipeline::Sizes;
use crate::pipeline::observe::{Observer, State, Step, When};

/// What the pipeline uses of the outside world.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Nanoseconds since some moment: if times are wanted.
    pub now: Option<fn() -> u64>,
    /// Whether passes are counted.
    pub count: bool,
    /// What is told of the steps that the options print.
    pub observer: Option<Arc<dyn Observer>>,
}

/// What one pass did.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct PassNote {
    /// How often it ran.
    pub runs: u64,
    /// How many transformations it made.
    pub changes: u64,
    /// How long it took, in nanoseconds.
    pub nanos: u64,
}

/// What the passes did, if that was asked for: otherwise empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// By [`Pass::index`]; empty, or one for each.
    pub passes: Vec<PassNote>,
    /// How often a variable got a register that the options exclude, because an instruction needs
    /// more than they leave.
    pub borrowed: u64,
    /// How large the function is; of the last function, in sums.
    pub sizes: Sizes,
    /// With limited fuel: how many transformations there were up to now.
    pub fuel_spent: u64,
    /// With limited fuel: the transformation that used it up, if it was in this function.
    pub last_step: Option<LastStep>,
}

impl Notes {
    /// Adds what was noted for the next function.
    pub fn add(&mut self, other: &Notes) {
        if self.passes.len() < other.passes.len() {
            self.passes.resize(other.passes.len(), PassNote::default());
        }
        for (sum, note) in self.passes.iter_mut().zip(&other.passes) {
            sum.runs += note.runs;
            sum.changes += note.changes;
            sum.nanos += note.nanos;
        }
        self.borrowed += other.borrowed;
        self.fuel_spent = self.fuel_spent.max(other.fuel_spent);
        if other.last_step.is_some() {
            self.last_step.clone_from(&other.last_step);
        }
    }
}

/// Why a recipe goes no further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// It was asked to stop here.
    Stopped,
    /// A limit of the translator.
    Limit(Limit),
    /// A check found what a pass left wrong.
    Broken(Pass, String),
    /// The allocator found no register for a variable that needs one: a mistake of the translator.
    NoRegister(String),
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Halt::Limit(limit)
    }
}

impl From<&str> for Halt {
    fn from(limit: &str) -> Self {
        Halt::Limit(limit.into())
    }
}

/// What a translation found wrong with its own work.
#[cold]
pub(super) fn broken(pass: Pass, problem: impl Display) -> Halt {
    Halt::Broken(pass, problem.to_string())
}

/// Runs the steps of one worker.
pub(super) struct Steps {
    /// Whether a step is more than its pass.
    watched: bool,
    verify: bool,
    disabled: PassSet,
    print_before: PassSet,
    print_after: PassSet,
    print_function: Option<String>,
    stop_after: Option<Pass>,
    watch: Watch,
    /// What transformations cost.
    pub fuel: Fuel,
    limited: bool,
    /// See [`Notes::borrowed`]; of the present function.
    pub borrowed: u32,
    notes: Vec<PassNote>,
    sizes: Sizes,
    /// What each pass had spent before the present function.
    spent: [u64; Pass::COUNT],
    verifier: Verifier,
    /// The present function's symbol, if an observer is told of its steps.
    observed: Option<String>,
}

impl Steps {
    pub(super) fn new(options: &Options, watch: Watch) -> Self {
        let controls = &options.controls;
        let notes = watch.count || watch.now.is_some();
        let limit = controls.fuel.unwrap_or(u64::MAX);
        Self {
            watched: notes || options.verify_each || controls.prints() || !controls.disabled.is_empty(),
            verify: options.verify_each,
            disabled: controls.disabled,
            print_before: controls.print_before,
            print_after: controls.print_after,
            print_function: controls.print_function.clone(),
            stop_after: controls.stop_after,
            watch,
            fuel: Fuel::limited(limit).without(controls.disabled),
            limited: controls.fuel.is_some(),
            borrowed: 0,
            sizes: Sizes::default(),
            notes: if notes { vec![PassNote::default(); Pass::COUNT] } else { Vec::new() },
            spent: [0; Pass::COUNT],
            verifier: Verifier::default(),
            observed: None,
        }
    }

    /// Whether a step is more than its pass; never in a build without such.
    #[inline]
    fn is_watched(&self) -> bool {
        cfg!(feature = "dumps") && self.watched
    }

    /// Whether what passes leave is verified.
    #[inline]
    pub(super) fn verifies(&self) -> bool {
        cfg!(feature = "dumps") && self.verify
    }

    /// Begins a function.
    pub(super) fn begin(&mut self, module: &Module, func: FuncId) {
        if self.is_watched() {
            let symbol = module.func_symbol(func);
            let is_observed = self.watch.observer.is_some() && self.print_function.as_ref().is_none_or(|name| *name == symbol);
            self.observed = is_observed.then(|| symbol.into_owned());
            self.notes.fill(PassNote::default());
            self.spent = *self.fuel.by_pass();
        }
    }

    /// Ends a function: adds what was noted.
    pub(super) fn end(&mut self, module: &Module, func: FuncId, notes: &mut Notes) {
        if !self.notes.is_empty() {
            for (index, note) in self.notes.iter_mut().enumerate() {
                note.changes = self.fuel.by_pass()[index] - self.spent[index];
            }
            notes.passes.clone_from(&self.notes);
            notes.sizes = self.sizes;
            notes.borrowed = std::mem::take(&mut self.borrowed).into();
        }
        if self.limited {
            notes.fuel_spent = self.fuel.spent();
            // Only the function in which the fuel ran out names the last step; later ones could not
            // change anything.
            let here = |step: &&LastStep| step.function == module.func_symbol(func);
            notes.last_step = self.fuel.last().filter(here).cloned();
        }
    }

    /// Runs a pass over the IR.
    #[inline]
    pub(super) fn ir(
        &mut self,
        pass: Pass,
        module: &Module,
        func: &mut Function,
        run: impl FnOnce(&mut Function, &mut Fuel),
    ) -> Result<(), Halt> {
        if !self.is_watched() {
            run(func, &mut self.fuel);
            return Ok(());
        }
        if self.disabled.contains(pass) {
            return self.stop(pass);
        }
        self.tell(When::Before, pass, &Ir { module, func });
        let start = self.now();
        run(func, &mut self.fuel);
        self.note(pass, start);
        self.tell(When::After, pass, &Ir { module, func });
        if self.verify {
            let checked = self.verifier.function(module, func, Level::Structure);
            checked.map_err(|errors| broken(pass, errors))?;
        }
        self.stop(pass)
    }

    /// Runs a pass that makes lowered code, or changes it, or is about it. `state` has the code.
    #[inline]
    pub(super) fn lir<S: HasCode>(
        &mut self,
        pass: Pass,
        state: &mut S,
        run: impl FnOnce(&mut S, &mut Fuel) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        if !self.is_watched() {
            return run(state, &mut self.fuel);
        }
        if self.disabled.contains(pass) {
            return self.stop(pass);
        }
        if pass != Pass::Lower {
            self.tell(When::Before, pass, state);
        }
        let start = self.now();
        run(state, &mut self.fuel)?;
        self.note(pass, start);
        self.tell(When::After, pass, state);
        if pass == Pass::Frame && !self.notes.is_empty() {
            self.sizes = state.sizes();
        }
        if self.verify {
            state.check(pass)?;
        }
        self.stop(pass)
    }

    fn now(&self) -> u64 {
        self.watch.now.map_or(0, |now| now())
    }

    fn note(&mut self, pass: Pass, start: u64) {
        let end = self.now();
        if let Some(note) = self.notes.get_mut(pass.index()) {
            note.runs += 1;
            note.nanos += end - start;
        }
    }

    /// Tells the observer of a step, if it is one that the options print.
    fn tell(&self, when: When, pass: Pass, state: &dyn State) {
        let is_printed = match when {
            When::Before => self.print_before.contains(pass),
            When::After => self.print_after.contains(pass) || self.stop_after == Some(pass),
        };
        if let (Some(observer), Some(function), true) = (&self.watch.observer, &self.observed, is_printed) {
            observer.step(&Step { when, pass, function, state });
        }
    }

    /// Tells the observer what a check found, and says what that means for the translation.
    #[cold]
    pub(super) fn broken(&self, function: &str, pass: Pass, problem: &str) -> String {
        if let Some(observer) = &self.watch.observer {
            observer.broken(function, pass, problem);
        }
        format!("after pass {pass}: {problem}")
    }

    fn stop(&self, pass: Pass) -> Result<(), Halt> {
        if self.stop_after == Some(pass) { Err(Halt::Stopped) } else { Ok(()) }
    }
}

/// A recipe in the middle of a function.
pub(super) trait HasCode: State {
    /// Checks what a pass left, as far as there is something to check it against.
    fn check(&mut self, pass: Pass) -> Result<(), Halt>;

    /// How large it is, once its frame is laid out.
    fn sizes(&self) -> Sizes;
}

/// A function in the IR.
struct Ir<'a> {
    module: &'a Module,
    func: &'a Function,
}

impl State for Ir<'_> {
    fn text(&self) -> String {
        print::function(self.func, Some(self.module)).to_string()
    }

    fn instructions(&self) -> usize {
        self.func.block_order().iter().map(|&block| self.func.block_insts(block).count()).sum()
    }
}

#[cfg(test)]
mod tests {
    use crate::ice::{Linkage, Module, Type};
    use crate::mc::FuncCode;
    use crate::options::{Isa, OptLevel, Options};
    use crate::pipeline::Scratch;

    /// A function that was not verified stands for one that a pass has broken: the first check
    /// after it says so.
    #[test]
    fn what_a_pass_leaves_wrong_is_a_bug_of_ours() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::Void, &[]);
        let broken = crate::ice::Function::new(id, &[Type::I64]);
        let options = Options { verify_each: true, ..Options::new(Isa::X8632, OptLevel::O2) };
        let mut scratch = Scratch::new(&options).unwrap();
        let error = scratch.translate_function(&module, &broken, &options, &mut FuncCode::default()).unwrap_err();
        assert!(error.internal && error.to_string().starts_with("function f: after pass mem-intrin: "), "{error}");
    }
}
