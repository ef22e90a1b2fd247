//! The O0 recipe for one target, with its working memory: between Om1 and O2 in what it costs and in what it makes.
//!
//! In: a verified function, which is copied, or changed if it may be. Out: its code.
//!
//! Linear, but where the headers of the rooms that it uses say otherwise.

use super::back::{Back, How};
use super::step::{Halt, Steps};
use super::{Job, Recipe, Task};
use crate::analysis::ControlFlow;
use crate::isa::Target;
use crate::lir::{FlowInst, Mover};
use crate::mc::{FuncCode, Helper};
use crate::options::{Features, Options};

/// Whether this build has the recipe.
pub(super) const IS_BUILT: bool = cfg!(feature = "o0");

/// See the module.
pub(super) struct O0<T: Target> {
    flow: ControlFlow,
    back: Back<T>,
}

impl<T> O0<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    pub(super) fn new(target: T, options: &Options) -> Result<Box<Self>, String> {
        Ok(Box::new(Self { flow: ControlFlow::default(), back: Back::new(target, options)? }))
    }
}

impl<T> Recipe for O0<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    fn translate(&mut self, steps: &mut Steps, task: Task<'_>, out: &mut FuncCode) -> Result<(), Halt> {
        let Task { features, module, body } = task;
        let func = body.func();
        self.back.work(&self.flow, Job { features, module, func }, How::Greedy).run(steps, out)
    }

    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        self.back.native_helper(helper, features, out)
    }
}
