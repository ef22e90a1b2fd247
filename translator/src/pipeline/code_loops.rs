//! The loops of the IR as those of the code that it was lowered to: the label of a block has its number.
//!
//! In: what is known of control flow, loops among it. Out: answers for passes over lowered code.

use crate::analysis::{ControlFlow, Loop};
use crate::ice::Block;
use crate::lir::Label;
use crate::opt::symbols::runs_each_round;
use crate::regalloc::loop_constants::CodeLoops;
use crate::util::entity::Entity;

/// The loops of the function that was lowered.
pub(super) struct Loops<'a>(pub &'a ControlFlow);

fn block(label: Label) -> Block {
    Block::from_u32(label.as_u32())
}

fn number(which: usize) -> Loop {
    Loop::from_u32(which as u32)
}

impl CodeLoops for Loops<'_> {
    fn count(&self) -> usize {
        self.0.loops.len()
    }

    fn each_round_of(&self, label: Label) -> Option<usize> {
        let innermost = self.0.loops.innermost(block(label))?;
        runs_each_round(self.0, innermost, block(label)).then(|| innermost.index())
    }

    fn innermost(&self, label: Label) -> Option<usize> {
        self.0.loops.innermost(block(label)).map(Entity::index)
    }

    fn parent(&self, which: usize) -> Option<usize> {
        self.0.loops.parent(number(which)).map(Entity::index)
    }

    fn preheader(&self, which: usize) -> Option<Label> {
        let Self(flow) = self;
        flow.loops.preheader(&flow.cfg, number(which)).map(|block| Label::from_u32(block.as_u32()))
    }
}
