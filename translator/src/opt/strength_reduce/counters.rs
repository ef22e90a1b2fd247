//! Loops with one entry and one edge back, and the phis of them that take constant steps.

use super::super::loop_edit::{lay_out_before, split_edge};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{BinOp, Block, Function, InstData, Type, Value, ValueDef};
use crate::util::entity::Entity;

/// The most phis of a loop that are looked at.
const MAX_COUNTERS: usize = 8;

/// A loop with one entry and one edge back.
#[derive(Copy, Clone, Debug)]
pub struct Frame {
    pub which: Loop,
    pub header: Block,
    /// The only block outside that leads there, and the one inside.
    pub before: Block,
    pub latch: Block,
}

/// A phi to which its loop adds a constant.
#[derive(Copy, Clone, Debug)]
pub struct Counter {
    pub phi: Value,
    pub start: Value,
    pub step: u32,
    /// The sum, which is the phi in the next round.
    pub next: Value,
}

/// The counters of a loop, with working memory.
#[derive(Clone, Default, Debug)]
pub struct Counters {
    pub all: Vec<Counter>,
    /// For [`Frame::make_preheader`].
    pub order: Vec<Block>,
}

impl Frame {
    /// The loop, if it is one.
    pub fn find(flow: &ControlFlow, func: &Function, which: Loop) -> Option<Frame> {
        let header = flow.loops.header(which);
        let [first, second] = *flow.cfg.preds(header) else { return None };
        let (before, latch) = if flow.loops.contains(which, first) { (second, first) } else { (first, second) };
        let is_entered_once = !flow.loops.contains(which, before) && flow.cfg.is_reachable(before);
        (is_entered_once && func.last_inst(latch).is_some()).then_some(Frame { which, header, before, latch })
    }

    /// Sees to it that the block before the loop leads nowhere else; whether that took a new one.
    pub fn make_preheader(&mut self, func: &mut Function, order: &mut Vec<Block>) -> bool {
        let splits = func.successors(self.before).count() > 1;
        if splits {
            self.before = split_edge(func, self.before, self.header);
            lay_out_before(func, &[self.before], self.header, order);
        }
        splits
    }
}

/// Whether a block, which may be new, lies in a loop.
pub fn is_in(flow: &ControlFlow, which: Loop, block: Block) -> bool {
    block.index() < flow.cfg.block_count() && flow.loops.contains(which, block)
}

impl Counters {
    /// Finds those of a loop.
    pub fn find(&mut self, flow: &ControlFlow, func: &Function, frame: Frame) {
        self.all.clear();
        let phis = func.block_insts(frame.header).take_while(|&inst| func.inst(inst).is_phi());
        let counters = phis.filter_map(|phi| {
            let (InstData::Phi { args }, Some(result)) = (*func.inst(phi), func.result(phi)) else { return None };
            let arg = |from: Block| func.phi_args(args).iter().find(|arg| arg.block == from).map(|arg| arg.value);
            let (start, next) = (arg(frame.before)?, arg(frame.latch)?);
            let Some(ValueDef::Inst(sum)) = func.def(next).filter(|_| func.ty(result) == Type::I32) else { return None };
            let InstData::Binary { op: BinOp::Add, lhs, rhs } = *func.inst(sum) else { return None };
            let step = func.int_const(rhs).filter(|_| lhs == result && !matches!(func.def(start), Some(ValueDef::Undef)))?;
            func.inst_block(sum).filter(|&block| is_in(flow, frame.which, block))?;
            Some(Counter { phi: result, start, step: step as u32, next })
        });
        self.all.extend(counters.take(MAX_COUNTERS));
    }
}
