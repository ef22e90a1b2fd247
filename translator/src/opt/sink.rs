//! Sinking: an addition that leads a phi to its loop's next round is made where its result is first
//! needed, if the phi is needed for the last time between the two. Then both can share a register,
//! and the edge that closes the loop has nothing to move.
//!
//! In: a function. Out: the same with some additions of a constant later in their block, or in the
//! block that leads to the next round, if nobody else uses the result and that block is entered from theirs alone, so
//! that other ways out of theirs do not make it, either, or the phi is read outside of theirs, from where
//! theirs is always passed, and no more often. Only additions and
//! subtractions of integers move, which nothing can observe, and only past instructions that do not
//! use the result.
//!
//! Each block that makes such an addition, or gets one, is walked once, backwards, and both are walked forwards before.
//! Linear, but for sorting these blocks.

use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Uses};
use crate::ice::{BinOp, Block, Function, Inst, InstData, Module, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// Where a block uses a value: instructions, and how many of the block's come after each.
#[derive(Copy, Clone, Debug)]
struct Places {
    /// The block, plus one.
    block: u32,
    first: (Inst, u32),
    last: (Inst, u32),
}

/// An addition that leads a phi to its loop's next round, and is made before the block that leads there.
#[derive(Copy, Clone, Debug)]
struct Early {
    inst: Inst,
    from: Block,
    latch: Block,
    /// Whether no block but the one that makes it reads the phi.
    stays: bool,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Sink {
    /// By value.
    places: Vec<Option<Places>>,
    /// The additions that lead a phi to its loop's next round, by block.
    steps: Vec<(Block, Inst)>,
    /// Those that are made in an earlier block.
    early: Vec<Early>,
    uses: Uses,
    /// By value, how often a block uses it that makes one or may get one: the block, plus one, and how often.
    used_there: Vec<(u32, u32)>,
}

impl IrPass for Sink {
    const PASS: Pass = Pass::Sink;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.find_steps(func);
        let mut changed = !self.early.is_empty() && self.place_early(flow, module, func, fuel);
        if self.steps.is_empty() {
            return false;
        }
        refill(&mut self.places, func.value_count(), None);
        let mut last = None;
        for index in 0..self.steps.len() {
            let block = self.steps[index].0;
            if last.replace(block) != Some(block) {
                changed |= self.block(module, func, fuel, block);
            }
        }
        changed
    }
}

impl Sink {
    fn find_steps(&mut self, func: &Function) {
        self.steps.clear();
        self.early.clear();
        for &block in func.block_order() {
            for phi in func.block_insts(block) {
                let InstData::Phi { args } = *func.inst(phi) else { break };
                for arg in func.phi_args(args) {
                    if let Some(ValueDef::Inst(inst)) = func.def(arg.value)
                        && step_of(func, inst).is_some_and(|stepped| func.result(phi) == Some(stepped))
                    {
                        match func.inst_block(inst) {
                            Some(from) if from != arg.block => {
                                self.early.push(Early { inst, from, latch: arg.block, stays: false });
                            }
                            _ => self.steps.push((arg.block, inst)),
                        }
                    }
                }
            }
        }
        self.sort_steps();
    }

    fn sort_steps(&mut self) {
        self.steps.sort_unstable();
        self.steps.dedup();
    }

    /// Makes early additions in the blocks that lead to the next rounds, or has them stay where they are made.
    fn place_early(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        self.uses.compute(func);
        refill(&mut self.used_there, func.value_count(), (0, 0));
        self.find_staying(flow, func);
        self.early.sort_unstable_by_key(|early| (early.latch, early.inst));
        let mut last = None;
        let mut changed = false;
        for index in 0..self.early.len() {
            let early = self.early[index];
            if last.replace(early.latch) != Some(early.latch) {
                self.count_uses(flow, func, early.latch);
            }
            if !self.may_move(flow, func, early) {
                self.steps.push((early.from, early.inst));
            } else if let Some(first) = first_behind_phis(func, early.latch)
                && fuel.spend(Self::PASS, module, func, early.inst)
            {
                debug_assert_ne!(early.from, early.latch, "it is an early one");
                func.move_inst_before(early.inst, first);
                self.steps.push((early.latch, early.inst));
                changed = true;
            }
        }
        self.sort_steps();
        changed
    }

    /// Finds the early additions whose phis no block but theirs reads.
    fn find_staying(&mut self, flow: &ControlFlow, func: &Function) {
        self.early.sort_unstable_by_key(|early| early.from);
        let mut last = None;
        for index in 0..self.early.len() {
            let early = self.early[index];
            if last.replace(early.from) != Some(early.from) {
                self.count_uses(flow, func, early.from);
            }
            self.early[index].stays = step_of(func, early.inst).is_some_and(|phi| self.is_used_only(early.from, phi));
        }
    }

    /// Whether an addition may be made where the next round begins: only that block uses it, and is entered from the one
    /// that makes it alone, or the phi, which is read elsewhere, takes a register until then anyway.
    fn may_move(&self, flow: &ControlFlow, func: &Function, Early { inst, from, latch, stays }: Early) -> bool {
        let (cfg, loops) = (&flow.cfg, &flow.loops);
        let follows = cfg.preds(latch) == [from]
            || !stays && flow.dominators.dominates(from, latch) && loops.innermost(from) == loops.innermost(latch);
        let only_there = func.result(inst).is_some_and(|result| self.is_used_only(latch, result));
        follows && (only_there || fault!(SinkUsedElsewhere))
    }

    /// Counts the uses of values by a block, and on the edges that leave it.
    fn count_uses(&mut self, flow: &ControlFlow, func: &Function, block: Block) {
        let stamp = block.as_u32() + 1;
        let used_there = &mut self.used_there;
        let mut count = |value: Value| {
            let Some((known, times)) = value.local_index().and_then(|index| used_there.get_mut(index)) else { return };
            *times = if std::mem::replace(known, stamp) == stamp { *times + 1 } else { 1 };
        };
        // Its own phis read on the edges that lead to it.
        for inst in func.block_insts(block).filter(|&inst| !matches!(func.inst(inst), InstData::Phi { .. })) {
            func.visit_operands(inst, &mut count);
        }
        for (index, &to) in flow.cfg.succs(block).iter().enumerate() {
            // Several edges to one block are an argument each; they are visited together.
            if flow.cfg.succs(block)[..index].contains(&to) {
                continue;
            }
            for phi in func.block_insts(to) {
                let InstData::Phi { args } = *func.inst(phi) else { break };
                func.phi_args(args).iter().filter(|arg| arg.block == block).for_each(|arg| count(arg.value));
            }
        }
    }

    /// Whether only the block that was counted last uses a value.
    fn is_used_only(&self, block: Block, value: Value) -> bool {
        let there = value.local_index().and_then(|index| self.used_there.get(index));
        there.is_some_and(|&(known, times)| known == block.as_u32() + 1 && times == self.uses.count(value))
    }

    fn block(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel, block: Block) -> bool {
        let mut changed = false;
        let mut next = func.last_inst(block);
        let mut place = 0;
        while let Some(inst) = next {
            next = func.prev_inst(inst);
            if matches!(func.inst(inst), InstData::Phi { .. }) {
                break;
            }
            if let Some(to) = self.destination(func, block, inst)
                && fuel.spend(Self::PASS, module, func, inst)
            {
                func.move_inst_before(inst, to);
                changed = true;
            } else {
                place += 1;
            }
            func.visit_operands(inst, |operand| self.note(block, operand, inst, place));
        }
        changed
    }

    /// Remembers a use; uses come last to first, but for those of instructions that have moved.
    fn note(&mut self, block: Block, value: Value, user: Inst, place: u32) {
        let Some(known) = value.local_index().and_then(|index| self.places.get_mut(index)) else { return };
        match known {
            Some(places) if places.block == block.as_u32() + 1 => places.first = (user, place),
            _ => *known = Some(Places { block: block.as_u32() + 1, first: (user, place), last: (user, place) }),
        }
    }

    fn places(&self, block: Block, value: Value) -> Option<Places> {
        let places = *self.places.get(value.local_index()?)?;
        places.filter(|places| places.block == block.as_u32() + 1)
    }

    /// The instruction to put an addition before: the first that reads it, if the phi is read after the addition, and not from
    /// there on.
    fn destination(&self, func: &Function, block: Block, inst: Inst) -> Option<Inst> {
        let phi = step_of(func, inst)?;
        self.steps.binary_search(&(block, inst)).ok()?;
        let (last, last_place) = self.places(block, phi)?.last;
        let Some(of_result) = self.places(block, func.result(inst)?) else { return behind_last_reader(func, block, last) };
        let (to, before) = of_result.first;
        // Places count down.
        let past = func.next_inst(to).filter(|_| fault!(SinkPastUse));
        (last_place > before).then_some(past.unwrap_or(to))
    }
}

/// The instruction to put an addition before whose result its block does not use, and whose phi it reads for the last time in the
/// given one. Right behind an access both can be one instruction; the work of others may be done further on, by what uses
/// their results. Before a branch that decides by a comparison steps are put when that is lowered (`late-steps`).
fn behind_last_reader(func: &Function, block: Block, reader: Inst) -> Option<Inst> {
    match *func.inst(reader) {
        InstData::Load { .. } | InstData::Store { .. } => func.next_inst(reader),
        InstData::Icmp { .. } => None,
        _ => func.last_inst(block).filter(|&last| matches!(func.inst(last), InstData::Br { .. })),
    }
}

/// The first instruction that is not a phi.
fn first_behind_phis(func: &Function, block: Block) -> Option<Inst> {
    func.block_insts(block).find(|&inst| !matches!(func.inst(inst), InstData::Phi { .. }))
}

/// The phi to which an instruction adds a constant.
fn step_of(func: &Function, inst: Inst) -> Option<Value> {
    let InstData::Binary { op: BinOp::Add | BinOp::Sub, lhs, rhs } = *func.inst(inst) else { return None };
    func.int_const(rhs)?;
    let Some(ValueDef::Inst(phi)) = func.def(lhs) else { return None };
    matches!(func.inst(phi), InstData::Phi { .. }).then_some(lhs)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, IntCond, Linkage, Type};
    use proptest::prelude::*;

    /// Copies memory down from one end of it and up from the other, until they meet; `late` reads
    /// an address after the comparison.
    fn sample(late: bool) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, exit) = (b.current(), b.block(), b.block());
        let (x, y, four) = (b.arg(0), b.arg(1), b.i32(4));
        b.br(head);
        b.switch_to(head);
        let up = b.phi(Type::I32, &[]);
        let down = b.phi(Type::I32, &[]);
        let up_next = b.binary(BinOp::Add, up, four);
        let down_next = b.binary(BinOp::Sub, down, four);
        let value = b.load(Type::I32, down);
        b.store(value, up);
        let more = b.icmp(IntCond::Ult, up_next, down_next);
        if late {
            b.store(value, up);
        }
        b.set_phi(up, &[(entry, x), (head, up_next)]);
        b.set_phi(down, &[(entry, y), (head, down_next)]);
        b.cond_br(more, head, exit);
        b.switch_to(exit);
        b.ret(None);
        let func = b.finish();
        (module, func)
    }

    fn opcodes(func: &Function) -> Vec<&'static str> {
        let name = |inst| match func.inst(inst) {
            InstData::Binary { op: BinOp::Add, .. } => "add",
            InstData::Binary { .. } => "sub",
            InstData::Load { .. } => "load",
            InstData::Store { .. } => "store",
            InstData::Icmp { .. } => "icmp",
            _ => "other",
        };
        func.block_insts(func.block_order()[1]).map(name).filter(|&name| name != "other").collect()
    }

    #[test]
    fn steps_sink_to_where_they_are_needed() {
        let (module, mut func) = sample(false);
        let mut fuel = Fuel::unlimited();
        assert!(Sink::default().run(&module, &mut func, &mut fuel));
        assert_eq!((fuel.spent(), opcodes(&func)), (2, vec!["load", "store", "sub", "add", "icmp"]));
        testing::verify(&module, &func);
        assert!(!Sink::default().run(&module, &mut func, &mut fuel));
    }

    #[test]
    fn a_step_whose_phi_is_read_later_stays() {
        let (module, mut func) = sample(true);
        let mut fuel = Fuel::unlimited();
        assert!(Sink::default().run(&module, &mut func, &mut fuel));
        assert_eq!((fuel.spent(), opcodes(&func)), (1, vec!["add", "load", "store", "sub", "icmp", "store"]));
        let (module, mut func) = sample(false);
        assert!(Sink::default().run(&module, &mut func, &mut Fuel::limited(1)));
        assert_eq!(opcodes(&func), ["add", "load", "store", "sub", "icmp"]);
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Sink::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}
