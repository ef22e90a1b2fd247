//! The O0 recipe for one target, with its working memory: between Om1 and O2 in what it costs and in what it makes.
//!
//! In: a verified function, which is copied, or changed if it may be. Out: its code. The shape is that of a tracing compiler's assembler
//! ([TAMARIN-2008] "Assembly") and of the local register manager of [SUBZERO-LOOP] throughout: one walk forward ([`opt::forward`](crate::opt::forward):
//! constants, common subexpressions), then what nobody asks for is dropped backwards, and registers are given backwards.
//!
//! Where it differs from that document, and why:
//! - the walk backward is three. The IR's drops instructions and stores ([`opt::backward`](crate::opt::backward)); selection walks
//!   forward, because it is the selection that O2 has, for all targets; the third gives registers to what was selected
//!   ([`regalloc::greedy`](crate::regalloc::greedy)). So there is lowered code, which is written forward in the end: no encoder is there
//!   twice, and the checker sees O0's allocation as it sees O2's;
//! - there is no liveness analysis: a variable lives from its first mention to its last, through the loops that it enters alive;
//! - a variable has a register or a slot, and not both in turn: nothing is spilled and restored. What has a slot is read from there by the
//!   instructions that can, and through a temporary by the others;
//! - names are sent through a table as the forward walk goes, and operands renamed in place.
//!
//! What is open: it was to cost no more than Om1, and costs about twice as much (`translator/docs/cost.md`, "O0"); branches on constants
//! stay; expressions are shaped by one rule each.
//!
//! Linear, but where the headers of the rooms that it uses say otherwise.

use super::back::{Back, How};
use super::step::{Halt, Steps};
use super::{Body, Job, Recipe, Task};
use crate::analysis::ControlFlow;
use crate::ice::Function;
use crate::isa::Target;
use crate::lir::{FlowInst, Mover};
use crate::mc::{FuncCode, Helper};
use crate::opt::{Backward, Forward, IrPass};
use crate::options::{Features, Options, Pass};

/// Whether this build has the recipe.
pub(super) const IS_BUILT: bool = cfg!(feature = "o0");

/// See the module.
pub(super) struct O0<T: Target> {
    /// The function that is translated.
    func: Function,
    forward: Forward,
    backward: Backward,
    /// Nothing is known of loops.
    flow: ControlFlow,
    back: Back<T>,
}

impl<T> O0<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    pub(super) fn new(target: T, options: &Options) -> Result<Box<Self>, String> {
        Ok(Box::new(Self {
            func: Function::default(),
            forward: Forward::default(),
            backward: Backward::default(),
            flow: ControlFlow::default(),
            back: Back::new(target, options)?,
        }))
    }
}

impl<T> Recipe for O0<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    fn translate(&mut self, steps: &mut Steps, task: Task<'_>, out: &mut FuncCode) -> Result<(), Halt> {
        let Task { features, module, body } = task;
        let Self { func, forward, backward, flow, back } = self;
        let origins = back.origins(body.func());
        match body {
            Body::Shared(shared) => func.clone_from(shared),
            Body::Own(own) => std::mem::swap(func, own),
        }
        steps.ir(Pass::Forward, module, func, |func, fuel| {
            forward.run_with(flow, module, func, fuel);
        })?;
        steps.ir(Pass::Backward, module, func, |func, fuel| {
            backward.run_with(flow, module, func, fuel);
        })?;
        flow.forget();
        if let Some(origins) = origins {
            back.block_names = origins.names(func);
        }
        back.work(flow, Job { features, module, func }, How::Greedy).run(steps, out)
    }

    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        self.back.native_helper(helper, features, out)
    }
}
