//! Pointers that step through a loop side by side become one pointer and a distance.
//!
//! In: a function. Out: the same in which, of several phis of an innermost loop to which it adds the same constant, one that does
//! nothing but address memory is the sum of another one and of what lies between them, which is made before the loop. Accesses of the
//! target take that sum in ([`ParallelPointers::is_wanted`]), so that each round makes one addition less; the distance takes the
//! register of the pointer that goes. Sums go round at 32 bits, so that the pointer is what it was in every round; that it does nothing
//! else is asked for because it would have to be computed if it did.
//!
//! `*to++ = *from++` is the usual case. Loops with one entry and one edge back are looked at, before they are unrolled: afterwards, pointers
//! go from one loop to the next.
//!
//! Linear in the function: at most eight phis of a loop are looked at, and each at most once for all instructions of it.
//!
//! How it is done is ours.

use super::counters::{Counter, Counters};
use super::loop_edit::{Frame, Innermost, combine};
use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Uses};
use crate::ice::{BinOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// The most values that one pointer has in a round: itself, and itself plus constants.
const MAX_VALUES: usize = 16;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct ParallelPointers {
    /// Whether accesses of the target add up two registers and a constant, whatever their type.
    pub is_wanted: bool,
    innermost: Innermost,
    counters: Counters,
    /// Use counts of the function; [`counted`](Self::counted) says whether they are.
    uses: Uses,
    counted: bool,
    /// A pointer, and what a round adds to it: each with the number of its uses that are known to be addresses or such sums.
    values: Vec<(Value, u32)>,
    replacements: Replacements,
}

impl IrPass for ParallelPointers {
    const PASS: Pass = Pass::ParallelPointers;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if !self.is_wanted {
            return false;
        }
        flow.with_loops(func);
        self.innermost.find(flow);
        self.counted = false;
        self.replacements.clear();
        let (mut changed, mut splits) = (false, false);
        for index in 0..self.innermost.loops.len() {
            let Some(mut frame) = Frame::find(flow, func, self.innermost.loops[index]) else { continue };
            self.counters.find(flow, func, frame);
            for at in (0..self.counters.all.len()).rev() {
                let follower = self.counters.all[at];
                let Some(leader) = self.leader_of(func, follower, at) else { continue };
                if !self.only_addresses(flow, func, frame, follower) {
                    continue;
                }
                let Some(ValueDef::Inst(phi)) = func.def(follower.phi) else { continue };
                if !fuel.spend(Self::PASS, module, func, phi) {
                    break;
                }
                splits |= frame.make_preheader(func, &mut self.counters.order);
                self.follow(func, frame, phi, leader, follower);
                changed = true;
            }
        }
        self.replacements.apply(func);
        if splits {
            flow.forget();
        }
        changed
    }
}

impl ParallelPointers {
    /// A phi that takes the same steps as the one at an index, before it in the list: the last one that is followed is the first.
    fn leader_of(&self, func: &Function, follower: Counter, at: usize) -> Option<Counter> {
        let is_number = |value: Value| func.int_const(value).is_some();
        let steps_alike =
            |other: &&Counter| (other.step == follower.step || fault!(ParallelPointersStep)) && !is_number(other.start);
        self.counters.all[..at].iter().find(steps_alike).copied().filter(|_| !is_number(follower.start))
    }

    /// Whether nothing asks for a pointer but accesses within the loop, for it or for it and a constant, and its next round.
    fn only_addresses(&mut self, flow: &ControlFlow, func: &Function, frame: Frame, pointer: Counter) -> bool {
        if !std::mem::replace(&mut self.counted, true) {
            self.uses.compute(func);
        }
        self.values.clear();
        self.values.push((pointer.phi, 0));
        for &block in flow.loops.blocks(frame.which) {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    InstData::Load { addr, .. } => _ = self.meet(addr),
                    InstData::Store { addr, value, .. } if value != addr => _ = self.meet(addr),
                    InstData::Binary { op: BinOp::Add, lhs, rhs } if func.int_const(rhs).is_some() => {
                        if !self.meet(lhs) {
                            continue;
                        }
                        if self.values.len() == MAX_VALUES {
                            return false;
                        }
                        self.values.extend(func.result(inst).map(|sum| (sum, 0)));
                    }
                    _ => {}
                }
            }
        }
        // The next round's value is the phi's operand.
        self.meet(pointer.next);
        self.values.iter().all(|&(value, met)| self.uses.count(value) == met)
    }

    /// Counts a use of a value, if it is one of the pointer's; whether it is.
    fn meet(&mut self, value: Value) -> bool {
        match self.values.iter_mut().find(|known| known.0 == value) {
            Some((_, met)) => {
                *met += 1;
                true
            }
            None => false,
        }
    }

    /// Has one pointer be the sum of another one and their distance.
    fn follow(&mut self, func: &mut Function, frame: Frame, phi: Inst, leader: Counter, follower: Counter) {
        let end = func.last_inst(frame.before).expect("a terminator");
        let (from, to) = if fault!(ParallelPointersDistance) { (follower, leader) } else { (leader, follower) };
        let op = if fault!(ParallelPointersDown, (to.step as i32) < 0) { BinOp::Add } else { BinOp::Sub };
        let distance = combine(func, end, op, to.start, from.start);
        let first = func.block_insts(frame.header).find(|&inst| !func.inst(inst).is_phi()).expect("a terminator");
        let sum = func.insert_before(first, InstData::Binary { op: BinOp::Add, lhs: leader.phi, rhs: distance }, Type::I32).1;
        self.replacements.replace(follower.phi, sum.expect("a sum has a result"));
        func.remove_inst(phi);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{Block, FunctionBuilder, IntCond, Linkage};
    use proptest::prelude::*;

    fn pass() -> ParallelPointers {
        ParallelPointers { is_wanted: true, ..ParallelPointers::default() }
    }

    /// Copies words from its first argument to its second one, as many as the third says; `step` is what is added to the target each
    /// time, and `after` returns the target.
    fn copies(step: i32, after: bool) -> (Module, Function, Block) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, exit) = (b.current(), b.block(), b.block());
        let [from, to, count, zero, one, four, step] = [b.arg(0), b.arg(1), b.arg(2), b.i32(0), b.i32(-1), b.i32(4), b.i32(step)];
        b.br(head);
        b.switch_to(head);
        let [source, target, left] = [b.phi(Type::I32, &[]), b.phi(Type::I32, &[]), b.phi(Type::I32, &[])];
        let word = b.load(Type::I32, source);
        b.store(word, target);
        let [next_source, next_target, next_left] =
            [(source, four), (target, step), (left, one)].map(|(value, by)| b.binary(BinOp::Add, value, by));
        b.set_phi(source, &[(entry, from), (head, next_source)]);
        b.set_phi(target, &[(entry, to), (head, next_target)]);
        b.set_phi(left, &[(entry, count), (head, next_left)]);
        let more = b.icmp(IntCond::Ne, next_left, zero);
        b.cond_br(more, head, exit);
        b.switch_to(exit);
        b.ret(Some(if after { next_target } else { zero }));
        let func = b.finish();
        testing::verify(&module, &func);
        (module, func, head)
    }

    #[test]
    fn pointers_that_step_alike_become_one_and_a_distance() {
        for (step, after, phis) in [(4, false, 2), (8, false, 3), (4, true, 3)] {
            let (module, mut func, head) = copies(step, after);
            assert_eq!(pass().run(&module, &mut func, &mut Fuel::unlimited()), phis == 2, "{step} {after}");
            testing::verify(&module, &func);
            let found = func.block_insts(head).filter(|&inst| func.inst(inst).is_phi()).count();
            assert_eq!(found, phis, "{step} {after}");
        }
        let (module, mut func, _) = copies(4, false);
        assert!(!ParallelPointers::default().run(&module, &mut func, &mut Fuel::unlimited()), "the target adds up less");
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = pass();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}
