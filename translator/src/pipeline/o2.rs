//! The recipes O2 and O3 for one target, with its working memory: the passes over the IR, selection, and
//! full allocation ([`back`](super::back)).
//!
//! In: a verified function, which is copied and optimised. Out: its code. Every pass is near
//! linear, but where its header says otherwise ([`liveness`](crate::liveness)). The two that split
//! variables run if they are asked for.

use std::ops::Range;
#[cfg(feature = "o3")]
use std::sync::Arc;

use super::back::Back;
use super::plans;
use super::step::{Halt, Steps, broken};
use super::{Body, Job, Recipe, Task};
use crate::analysis::{ControlFlow, Known};
use crate::ice::{Function, Module};
use crate::isa::{Target, describe};
use crate::lir::{FlowInst, Mover};
use crate::mc::{FuncCode, Helper};
#[cfg(feature = "o3")]
use crate::opt::Inlinable;
use crate::opt::IrPasses;
#[cfg(feature = "o3")]
use crate::opt::bases::{Places, Reach};
use crate::opt::contract::contract;
use crate::opt::cse::Scope;
#[cfg(feature = "o3")]
use crate::options::OwnSections;
use crate::options::{Features, Item, Options, Pass, Plan};
#[cfg(feature = "o3")]
use crate::{diversify::Variety, object::DataLayout};

/// The passes over the IR, with their working memory.
struct Passes {
    /// Those that run, in order.
    plan: Plan,
    /// Whether no pass of it is in a loop, so that nobody asks whether one changed anything.
    is_list: bool,
    /// The function that they change.
    func: Function,
    passes: IrPasses,
    /// What is known of its control flow.
    flow: ControlFlow,
}

impl Passes {
    fn new(options: &Options) -> Self {
        let controls = &options.controls;
        let mut passes = IrPasses::default();
        passes.mem_intrin.pieces = describe(options.isa).copies;
        passes.addresses.in_block = describe(options.isa).sums_in_block;
        passes.licm.folds_symbols = describe(options.isa).dear.is_none();
        passes.conditions.integers = describe(options.isa).decided;
        passes.conditions.wide = describe(options.isa).has_wide_integers;
        passes.count_down.wanted = describe(options.isa).compares_sums;
        #[cfg(feature = "o3")]
        {
            passes.if_convert.selects = Some(describe(options.isa).selects);
            passes.if_convert.has_wide_integers = describe(options.isa).has_wide_integers;
            passes.vectorise.unit = describe(options.isa).vectors;
            let steps = describe(options.isa).steps;
            passes.strength_reduce.machine = Some(steps);
            let plain = describe(options.isa).plain_numbers.filter(|_| describe(options.isa).dear.is_some());
            passes.bases.reach = plain.map(|plain| Reach { adds: steps.adds, plain });
            passes.parallel_pointers.is_wanted = steps.adds == crate::opt::strength_reduce::cost::Adds::All;
        }
        passes.symbols.dear = describe(options.isa).dear;
        passes.symbols.plain = describe(options.isa).plain_numbers;
        passes.symbols.floats = describe(options.isa).dear_floats;
        passes.cse.scope = if controls.lcse_in_blocks { Scope::Block } else { Scope::Dominating };
        let plan = plans::plan(options);
        let is_list = plan.items().iter().all(|item| matches!(item, Item::Pass(_)));
        Self { plan, is_list, func: Function::default(), passes, flow: ControlFlow::default() }
    }

    /// Optimises a function: a copy, or the function itself, which is taken in exchange for the last
    /// one.
    fn run(&mut self, steps: &mut Steps, module: &Module, body: Body<'_>) -> Result<(), Halt> {
        match body {
            Body::Shared(shared) => self.func.clone_from(shared),
            Body::Own(own) => std::mem::swap(&mut self.func, own),
        }
        self.flow.forget();
        if (plans::IS_BUILT && !self.is_list) || steps.verifies() {
            return self.run_items(steps, module, 0..self.plan.items().len()).map(|_| ());
        }
        let Self { plan, func, passes, flow, .. } = self;
        for &item in plan.items() {
            let Item::Pass(pass) = item else { continue };
            steps.ir(pass, module, func, |func, fuel| {
                passes.run(pass, flow, module, func, fuel);
            })?;
        }
        Ok(())
    }

    /// Runs a part of the plan; whether anything changed.
    fn run_items(&mut self, steps: &mut Steps, module: &Module, mut range: Range<usize>) -> Result<bool, Halt> {
        let mut changed = false;
        while let Some(at) = range.next() {
            match self.plan.items()[at] {
                Item::Pass(pass) => changed |= self.run_pass(steps, module, pass)?,
                Item::Loop { len, rounds, settles } if plans::IS_BUILT => {
                    let inner = at + 1..at + 1 + len as usize;
                    range.start = inner.end;
                    for _ in 0..rounds {
                        let round = self.run_items(steps, module, inner.clone())?;
                        changed |= round;
                        if settles && !round {
                            break;
                        }
                    }
                }
                Item::Loop { .. } => {}
            }
        }
        Ok(changed)
    }

    #[inline]
    fn run_pass(&mut self, steps: &mut Steps, module: &Module, pass: Pass) -> Result<bool, Halt> {
        let Self { func, passes, flow, .. } = self;
        let (known, mut changed) = (flow.known(), false);
        steps.ir(pass, module, func, |func, fuel| changed = passes.run(pass, flow, module, func, fuel))?;
        if steps.verifies() {
            check_flow(pass, known, flow, func)?;
        }
        Ok(changed)
    }

    /// Finds out how often each block runs.
    fn estimate(&mut self) {
        self.flow.with_frequencies(&self.func);
    }
}

/// Checks that what a pass left known of control flow is right, that it asked for no more than it said, and that it forgot no more.
#[cold]
fn check_flow(pass: Pass, before: Known, flow: &ControlFlow, func: &Function) -> Result<(), Halt> {
    let row = contract(pass);
    let after = flow.known();
    match () {
        () if !flow.is_right(func) => Err(broken(pass, "what is known of control flow is wrong")),
        () if after > before.max(row.needs) => {
            Err(broken(pass, format_args!("{after:?} was asked for, and {:?} allowed", row.needs)))
        }
        () if after < before.min(row.keeps) => {
            Err(broken(pass, format_args!("{after:?} is known, and {:?} was to be kept", row.keeps)))
        }
        () => Ok(()),
    }
}

/// Where variables lie, if they lie as the module has them: with sections of their own, or in random order, others decide.
#[cfg(feature = "o3")]
fn places(module: &Module, options: &Options, into: &mut Places) {
    if options.own_sections != OwnSections::default() || Variety::of(&options.controls).globals().is_some() {
        return;
    }
    let Ok(layout) = DataLayout::new(module, None, false) else { return };
    into.extend(module.globals.keys().map(|global| layout.place_of(global).map(|place| (place.section, place.offset))));
}

/// See the module.
pub(super) struct O2<T: Target> {
    passes: Passes,
    back: Back<T>,
}

impl<T> O2<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    pub(super) fn new(target: T, options: &Options) -> Result<Box<Self>, String> {
        Ok(Box::new(Self { passes: Passes::new(options), back: Back::new(target, options)? }))
    }
}

impl<T> Recipe for O2<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    fn translate(&mut self, steps: &mut Steps, task: Task<'_>, out: &mut FuncCode) -> Result<(), Halt> {
        let Task { features, module, body } = task;
        let origins = self.back.origins(body.func());
        self.passes.run(steps, module, body)?;
        self.passes.estimate();
        let Self { passes, back } = self;
        if let Some(origins) = origins {
            back.block_names = origins.names(&passes.func);
        }
        back.work(&passes.flow, Job { features, module, func: &passes.func }).run(steps, out)
    }

    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        self.back.native_helper(helper, features, out)
    }

    #[cfg(feature = "o3")]
    fn begin_module(&mut self, module: &Module, options: &Options, inlinable: &Arc<Inlinable>) {
        let Passes { plan, passes, .. } = &mut self.passes;
        passes.inline.bodies = inlinable.clone();
        if plan.contains(Pass::CoalesceMemory) {
            passes.coalesce_memory.begin_module(module);
        }
        passes.bases.places.clear();
        if plan.contains(Pass::Bases) && passes.bases.reach.is_some() {
            places(module, options, &mut passes.bases.places);
        }
    }
}
