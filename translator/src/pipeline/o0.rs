//! The O0 recipe for one target, with its working memory: between Om1 and O2 in what it costs and in what it makes.
//!
//! In: a verified function, which is copied, or changed if it may be. Out: its code. Two walks over the IR have the shape of a tracing
//! compiler's assembler ([TAMARIN-2008] "Assembly"): forward ([`opt::forward`](crate::opt::forward): constants, common subexpressions), and
//! backward ([`opt::backward`](crate::opt::backward): what nobody asks for, stores that nobody sees). Then it is lowered as for Om1, but that
//! what folds is folded, as for O2; and registers are given as by the local register manager of [SUBZERO-LOOP] throughout
//! ([`regalloc::local`](crate::regalloc::local)).
//!
//! Where it differs from these documents, and why:
//! - instructions are selected forward, because that is what the selection of all targets does. So there is lowered code, no encoder
//!   is there twice, and the checker sees O0's allocation as it sees the others';
//! - a variable has a register or a slot, and not both in turn: nothing is spilled and restored. What has a slot is read from there by the
//!   instructions that can, and through a temporary by the others;
//! - there is no liveness analysis: what one block mentions lives between its mentions; what several do has a register of its own if it is
//!   mentioned often, or a slot;
//! - names are sent through a table as the forward walk goes, and operands renamed in place.
//!
//! What is open: branches on constants stay; expressions are shaped by one rule each; what it costs beside Om1 says
//! `translator/docs/cost.md`, "O0".
//!
//! Linear, but where the headers of the rooms that it uses say otherwise.

use super::plain::{How, Plain};
use super::step::{Halt, Steps};
use super::{Body, Job, Recipe, Task};
use crate::analysis::ControlFlow;
use crate::ice::{Block, Function};
use crate::isa::Target;
use crate::lir::{FlowInst, Label, Mover, Nest};
use crate::mc::{FuncCode, Helper};
use crate::opt::{Backward, Forward, IrPass};
use crate::options::{Features, Options, Pass};
use crate::util::entity::Entity;
use crate::util::refill;

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
    nest: Nest,
    anchors: Anchors,
    plain: Plain<T>,
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
            nest: Nest::default(),
            anchors: Anchors::default(),
            plain: Plain::new(target, options)?,
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
        let Self { func, forward, backward, flow, nest, anchors, plain } = self;
        let origins = plain.origins(body.func());
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
            plain.block_names = origins.names(func);
        }
        find_nest(nest, func);
        if nest.is_odd() && !fault!(LocalOddNest) {
            anchors.run(func);
            find_nest(nest, func);
            debug_assert!(!nest.is_odd(), "each block comes behind one that leads to it");
        }
        plain.work(Job { features, module, func }, How::Local(nest)).run(steps, out)
    }

    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        self.plain.native_helper(helper, features, out)
    }
}

/// Computes the nest of a function's blocks. Lowering keeps their order.
fn find_nest(nest: &mut Nest, func: &Function) {
    let label = |block: Block| Label::from_u32(block.as_u32());
    let order = func.block_order().iter().copied().map(label);
    nest.compute(func.block_count(), order, |from| func.successors(Block::from_u32(from.as_u32())).map(label));
}

/// Puts blocks behind one that leads to each.
///
/// In: a function whose nest is odd. Out: the same with its blocks in an order in which control can come to each of those that it comes to
/// at all by branches forward alone. Who waits for a block that leads to it comes directly behind that one; the others keep their order.
/// Linear.
#[derive(Clone, Default, Debug)]
struct Anchors {
    order: Vec<Block>,
    /// For each block whether one that leads to it has its place; whether it had its turn before; whether it has its place.
    is_led_to: Vec<bool>,
    waits: Vec<bool>,
    is_placed: Vec<bool>,
    next: Vec<Block>,
}

impl Anchors {
    fn run(&mut self, func: &mut Function) {
        let Self { order, is_led_to, waits, is_placed, next } = self;
        order.clear();
        for flags in [&mut *is_led_to, &mut *waits, &mut *is_placed] {
            refill(flags, func.block_count(), false);
        }
        if let Some(entry) = func.entry() {
            is_led_to[entry.index()] = true;
        }
        for &block in func.block_order() {
            if !is_led_to[block.index()] {
                waits[block.index()] = true;
                continue;
            }
            next.push(block);
            while let Some(block) = next.pop() {
                if std::mem::replace(&mut is_placed[block.index()], true) {
                    continue;
                }
                order.push(block);
                for succ in func.successors(block) {
                    is_led_to[succ.index()] = true;
                    if waits[succ.index()] && !is_placed[succ.index()] {
                        next.push(succ);
                    }
                }
            }
        }
        // Those that control never comes to.
        order.extend(func.block_order().iter().copied().filter(|block| !is_placed[block.index()]));
        func.set_block_order(order);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_module;

    /// A loop whose test is laid out behind its body, and entered first, with a loop in it of the same kind.
    #[test]
    fn each_block_comes_behind_one_that_leads_to_it() {
        let text = "
define void @f(i32 %n, i1 %again) {
entry:
  br label %test
dead:
  br label %inner
inner:
  br i1 %again, label %step, label %more
more:
  br label %inner
step:
  br label %test
body:
  br label %more
test:
  br i1 %again, label %body, label %exit
exit:
  ret void
}";
        let (_, bodies) = parse_module(text, "f.ll").unwrap();
        let mut func = bodies[0].clone();
        let mut nest = Nest::default();
        find_nest(&mut nest, &func);
        assert!(nest.is_odd());
        let was = func.block_order().to_vec();
        Anchors::default().run(&mut func);
        find_nest(&mut nest, &func);
        assert!(!nest.is_odd());
        let [entry, dead, inner, more, step, body, test, exit] = was[..] else { panic!("{was:?}") };
        assert_eq!(func.block_order(), [entry, test, body, more, inner, step, exit, dead]);
    }
}
