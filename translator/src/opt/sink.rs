//! Sinking: an addition that leads a phi to its loop's next round is made where its result is first
//! needed, if the phi is needed for the last time between the two. Then both can share a register,
//! and the edge that closes the loop has nothing to move.
//!
//! In: a function. Out: the same with some additions of a constant later in their block. Only
//! additions and subtractions of integers move, which nothing can observe, and only past
//! instructions of their block that do not use the result.
//!
//! Each block that makes such an addition is walked once, backwards. Linear, but for sorting these
//! blocks.

use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Block, Function, Inst, InstData, Module, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// Where a block uses a value: instructions, and how many of the block's come after each.
#[derive(Copy, Clone, Debug)]
struct Places {
    /// The block, plus one.
    block: u32,
    first: (Inst, u32),
    last: u32,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Sink {
    /// By value.
    places: Vec<Option<Places>>,
    /// The additions that lead a phi to its loop's next round, by block.
    steps: Vec<(Block, Inst)>,
}

impl IrPass for Sink {
    const PASS: Pass = Pass::Sink;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.find_steps(func);
        if self.steps.is_empty() {
            return false;
        }
        refill(&mut self.places, func.value_count(), None);
        let mut changed = false;
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
        for &block in func.block_order() {
            for phi in func.block_insts(block) {
                let InstData::Phi { args } = *func.inst(phi) else { break };
                for arg in func.phi_args(args) {
                    if let Some(ValueDef::Inst(inst)) = func.def(arg.value)
                        && func.inst_block(inst) == Some(arg.block)
                        && step_of(func, inst).is_some_and(|stepped| func.result(phi) == Some(stepped))
                    {
                        self.steps.push((arg.block, inst));
                    }
                }
            }
        }
        self.steps.sort_unstable();
        self.steps.dedup();
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
                let past = func.next_inst(to).filter(|_| fault!(SinkPastUse));
                func.move_inst_before(inst, past.unwrap_or(to));
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
            _ => *known = Some(Places { block: block.as_u32() + 1, first: (user, place), last: place }),
        }
    }

    fn places(&self, block: Block, value: Value) -> Option<Places> {
        let places = *self.places.get(value.local_index()?)?;
        places.filter(|places| places.block == block.as_u32() + 1)
    }

    /// The instruction to put an addition before.
    fn destination(&self, func: &Function, block: Block, inst: Inst) -> Option<Inst> {
        let phi = step_of(func, inst)?;
        self.steps.binary_search(&(block, inst)).ok()?;
        let (to, before) = self.places(block, func.result(inst)?)?.first;
        // The phi is read after the addition, and not from where the result is read on. Places
        // count down.
        (self.places(block, phi)?.last > before).then_some(to)
    }
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
