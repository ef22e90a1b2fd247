//! The Om1 recipe for one target: the fastest translation.
//!
//! In: a verified function. Out: its code. Nothing is done to the IR; the rest is [`plain`](super::plain).

use super::plain::{How, Plain};
use super::step::{Halt, Steps};
use super::{Job, Recipe, Task};
use crate::isa::Target;
use crate::lir::{FlowInst, Mover};
use crate::mc::{FuncCode, Helper};
use crate::options::{Features, Options};

/// See the module.
pub(super) struct Om1<T: Target> {
    plain: Plain<T>,
}

impl<T> Om1<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    pub(super) fn new(target: T, options: &Options) -> Result<Box<Self>, String> {
        Ok(Box::new(Self { plain: Plain::new(target, options)? }))
    }
}

impl<T> Recipe for Om1<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    fn translate(&mut self, steps: &mut Steps, task: Task<'_>, out: &mut FuncCode) -> Result<(), Halt> {
        let func = task.body.func();
        let plain = &mut self.plain;
        plain.block_names = plain.origins(func).map_or(Vec::new(), |origins| origins.names(func));
        plain.work(Job { features: task.features, module: task.module, func }, How::Minimal).run(steps, out)
    }

    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        self.plain.native_helper(helper, features, out)
    }
}
