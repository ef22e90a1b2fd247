//! Counters: phis of a loop's header that take constant steps.
//!
//! In: a loop with one entry and one edge back ([`Frame`]). Out: the counter that a phi is, or that a value is in this round or the next
//! one; or the first few of 32 bits. Numbers go round in their types: no counter is known to stop at the last one.
//!
//! Constant time for each phi.

use super::facts::all_ones;
use super::loop_edit::{Frame, is_in};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Block, Function, Inst, InstData, Type, Value, ValueDef};

/// The most phis of a loop that are looked at.
const MAX_COUNTERS: usize = 8;

/// A phi to which its loop adds a constant.
#[derive(Copy, Clone, Debug)]
pub struct Counter {
    pub phi: Value,
    /// What it is in the first round.
    pub start: Value,
    /// What is added, in the type.
    pub step: u64,
    /// The sum, which is the phi in the next round.
    pub next: Value,
    pub ty: Type,
}

impl Counter {
    /// The counter that a phi of the header is.
    pub fn of(flow: &ControlFlow, func: &Function, frame: &Frame, phi: Inst) -> Option<Counter> {
        let (InstData::Phi { args }, Some(result)) = (*func.inst(phi), func.result(phi)) else { return None };
        let arg = |from: Block| func.phi_args(args).iter().find(|arg| arg.block == from).map(|arg| arg.value);
        let (start, next) = (arg(frame.before)?, arg(frame.latch)?);
        let Some(ValueDef::Inst(sum)) = func.def(next) else { return None };
        let step = step_of(func, sum).filter(|&(from, _)| from == result)?.1;
        func.inst_block(sum).filter(|&block| is_in(flow, frame.which, block))?;
        // What comes in from outside was made there; each mention of it has to be the same.
        let is_one_value = !matches!(func.def(start), Some(ValueDef::Undef));
        is_one_value.then_some(Counter { phi: result, start, step, next, ty: func.ty(result) })
    }

    /// The counter that a value is, and whether it is what the counter is in the next round.
    pub fn with(flow: &ControlFlow, func: &Function, frame: &Frame, value: Value) -> Option<(Counter, bool)> {
        let Some(ValueDef::Inst(inst)) = func.def(value) else { return None };
        let phi = match step_of(func, inst).map(|(from, _)| func.def(from)) {
            Some(Some(ValueDef::Inst(phi))) => phi,
            Some(_) => return None,
            None => inst,
        };
        func.inst_block(phi).filter(|&block| block == frame.header)?;
        let counter = Counter::of(flow, func, frame, phi)?;
        (value == counter.phi || value == counter.next).then_some((counter, value == counter.next))
    }

    /// How many values it has before the first one comes back, as the power of two that it is; none, if it does not change.
    pub fn values_log2(&self) -> Option<u32> {
        (self.step != 0).then(|| self.ty.bits() - self.step.trailing_zeros())
    }
}

/// What an instruction adds a constant to, and the constant.
fn step_of(func: &Function, inst: Inst) -> Option<(Value, u64)> {
    let InstData::Binary { op, lhs, rhs } = *func.inst(inst) else { return None };
    let bits = func.int_const(rhs)?;
    match op {
        BinOp::Add => Some((lhs, bits)),
        BinOp::Sub => Some((lhs, in_type(func.ty(lhs), bits.wrapping_neg()))),
        _ => None,
    }
}

/// The bits that a number has in a type.
pub fn in_type(ty: Type, bits: u64) -> u64 {
    bits & all_ones(ty)
}

/// The counters of a loop that have 32 bits, with working memory.
#[derive(Clone, Default, Debug)]
pub struct Counters {
    pub all: Vec<Counter>,
    /// For [`Frame::make_preheader`].
    pub order: Vec<Block>,
}

impl Counters {
    /// Finds those of a loop.
    pub fn find(&mut self, flow: &ControlFlow, func: &Function, frame: Frame) {
        self.all.clear();
        let phis = func.block_insts(frame.header).take_while(|&inst| func.inst(inst).is_phi());
        let words = phis.filter(|&phi| func.result(phi).is_some_and(|result| func.ty(result) == Type::I32));
        self.all.extend(words.filter_map(|phi| Counter::of(flow, func, &frame, phi)).take(MAX_COUNTERS));
    }
}
