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
use crate::isa::{Target, describe};
use crate::lir::{FlowInst, Mover};
use crate::mc::{FuncCode, Helper};
use crate::opt::IrPasses;
use crate::opt::cse::Scope;
use crate::options::{Features, Options, Pass};

/// The passes over the IR, in their order.
const IR_RECIPE: [Pass; 11] = [
    Pass::MemIntrin,
    Pass::Simplify,
    Pass::ShortCircuit,
    // Joins what short circuits leave in pieces, too.
    Pass::Cfg,
    Pass::Symbols,
    Pass::Lcse,
    Pass::Licm,
    Pass::Addresses,
    Pass::Dce,
    Pass::Sink,
    Pass::Layout,
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
        let wanted = IR_RECIPE.iter().flat_map(|&pass| std::iter::repeat_n(pass, times(pass)));
        let mut passes = IrPasses::default();
        passes.mem_intrin.pieces = describe(options.isa).copies;
        passes.addresses.wanted = describe(options.isa).sums_in_block;
        passes.symbols.dear = describe(options.isa).dear;
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
        for pass in Pass::all().filter(|pass| pass.is_ir() && pass.is_in(crate::options::OptLevel::O2)) {
            assert!(IR_RECIPE.contains(&pass), "no recipe runs {pass}: give it a place in IR_RECIPE");
            assert!(!pass.is_only_if_asked(), "{pass}: `Pass::is_only_if_asked` says otherwise");
        }
        assert!(IR_RECIPE.iter().all(|pass| pass.is_ir()));
    }
}
