//! The O2 recipe for one target, with its working memory: the passes over the IR, selection, and
//! full allocation ([`back`](super::back)).
//!
//! In: a verified function, which is copied and optimised. Out: its code. Every pass is near
//! linear, but where its header says otherwise ([`liveness`](crate::liveness)). The two that split
//! variables run if they are asked for.

use super::back::{Back, How};
use super::step::{Halt, Steps};
use super::{Body, Job, Recipe, Task};
use crate::analysis::ControlFlow;
use crate::ice::{Function, Module};
use crate::isa::Target;
use crate::lir::{FlowInst, Mover};
use crate::mc::{FuncCode, Helper};
use crate::opt::IrPasses;
use crate::opt::cse::Scope;
use crate::options::{Controls, Features, Options, Pass};

/// A step of the recipe over the IR.
struct IrStep {
    pass: Pass,
    /// The options that want it.
    when: fn(&Controls) -> bool,
}

const fn always(pass: Pass) -> IrStep {
    IrStep { pass, when: |_| true }
}

const fn if_short_circuit(pass: Pass) -> IrStep {
    IrStep { pass, when: |controls| controls.short_circuit }
}

/// The passes over the IR, in their order.
const IR_RECIPE: [IrStep; 9] = [
    always(Pass::Simplify),
    always(Pass::Cfg),
    always(Pass::Lcse),
    always(Pass::Licm),
    if_short_circuit(Pass::ShortCircuit),
    // Joins what short circuits leave in pieces.
    if_short_circuit(Pass::Cfg),
    always(Pass::Dce),
    always(Pass::Sink),
    always(Pass::Layout),
];

/// The passes over the IR, with their working memory.
struct Passes {
    /// Those that run, in order.
    recipe: Vec<Pass>,
    /// The function that they change.
    func: Function,
    passes: IrPasses,
    /// What is known of its control flow.
    flow: ControlFlow,
}

impl Passes {
    fn new(options: &Options) -> Self {
        let controls = &options.controls;
        let times = |pass| if pass == Pass::Lcse { 1 + controls.lcse_again as usize } else { 1 };
        let steps = IR_RECIPE.iter().filter(|step| (step.when)(controls));
        let wanted = steps.flat_map(|step| std::iter::repeat_n(step.pass, times(step.pass)));
        let mut passes = IrPasses::default();
        passes.cse.scope = if controls.lcse_in_blocks { Scope::Block } else { Scope::Dominating };
        Self { recipe: wanted.collect(), func: Function::default(), passes, flow: ControlFlow::default() }
    }

    /// Optimises a function: a copy, or the function itself, which is taken in exchange for the last
    /// one.
    fn run(&mut self, steps: &mut Steps, module: &Module, body: Body<'_>) -> Result<(), Halt> {
        let Self { recipe, func, passes, flow } = self;
        match body {
            Body::Shared(shared) => func.clone_from(shared),
            Body::Own(own) => std::mem::swap(func, own),
        }
        flow.forget();
        for &pass in &*recipe {
            steps.ir(pass, module, func, |func, fuel| {
                passes.run(pass, flow, module, func, fuel);
            })?;
        }
        Ok(())
    }

    /// Finds out how often each block runs.
    fn count_loops(&mut self) {
        self.flow.with_loops(&self.func);
    }
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
        self.passes.run(steps, module, body)?;
        self.passes.count_loops();
        let Self { passes, back } = self;
        back.work(&passes.flow, Job { features, module, func: &passes.func }, How::LinearScan).run(steps, out)
    }

    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        self.back.native_helper(helper, features, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_over_the_ir_has_a_place() {
        let options = Controls { short_circuit: true, ..Controls::default() };
        for pass in Pass::all().filter(|pass| pass.is_ir() && pass.is_in(crate::options::OptLevel::O2)) {
            let runs = |controls: &Controls| IR_RECIPE.iter().any(|step| step.pass == pass && (step.when)(controls));
            assert!(runs(&options), "no recipe runs {pass}: give it a place in IR_RECIPE");
            assert_eq!(runs(&Controls::default()), !pass.is_only_if_asked(), "{pass}: `Pass::is_only_if_asked` says otherwise");
        }
        assert!(IR_RECIPE.iter().all(|step| step.pass.is_ir()));
    }
}
