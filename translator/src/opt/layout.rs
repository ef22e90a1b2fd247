//! Block layout: the order in which blocks stand, so that fewer jumps are taken where it matters.
//!
//! In: a function and its loop nest. Out: the same blocks, edges and instructions in another order.
//! Two changes, each paid for with fuel:
//! - blocks from which every path ends in `unreachable` go to the end, the entry excepted: what
//!   runs is together, and falls through;
//! - an innermost loop whose header decides whether to go on, and whose last block jumps back to
//!   it, gets its header last: the jump back becomes the header's own conditional branch, which
//!   saves a jump in each round for one at the entry.
//!
//! A loop is rotated only if it stands together with its header first, as front ends write loops.
//! Linear: innermost loops are disjoint, and coldness is found in two sweeps against the layout,
//! which may miss some of it in layouts that jump back and forth.

use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loops};
use crate::ice::{Block, Function, InstData, Module};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// How often the layout is swept for cold blocks.
const SWEEPS: usize = 2;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Layout {
    order: Vec<Block>,
    moved: Vec<Block>,
    /// By block.
    cold: Vec<bool>,
    /// By block: its place in `order`.
    places: Vec<u32>,
    /// By loop: whether another one lies in it.
    has_inner: Vec<bool>,
}

impl IrPass for Layout {
    const PASS: Pass = Pass::Layout;

    /// `flow` stays right but for the order of predecessors.
    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if func.block_order().len() < 3 {
            return false;
        }
        flow.with_loops(func);
        self.order.clear();
        self.order.extend_from_slice(func.block_order());
        // First, so that a loop with a dead end in it stands together then.
        let mut changed = self.move_cold(module, func, fuel);
        changed |= self.rotate_loops(&flow.loops, module, func, fuel);
        if changed {
            func.set_block_order(&self.order);
            flow.still_describes(func);
        }
        changed
    }
}

impl Layout {
    fn rotate_loops(&mut self, loops: &Loops, module: &Module, func: &Function, fuel: &mut Fuel) -> bool {
        if loops.is_empty() {
            return false;
        }
        refill(&mut self.places, func.block_count(), u32::MAX);
        for (place, block) in self.order.iter().enumerate() {
            self.places[block.as_u32() as usize] = place as u32;
        }
        refill(&mut self.has_inner, loops.len(), false);
        for outer in loops.iter().filter_map(|which| loops.parent(which)) {
            self.has_inner[outer.index()] = true;
        }
        let mut changed = false;
        for which in loops.iter() {
            if self.has_inner[which.index()] {
                continue;
            }
            let blocks = loops.blocks(which);
            let header = loops.header(which);
            let first = self.places[header.as_u32() as usize] as usize;
            if first == 0 || blocks.len() < 2 {
                continue;
            }
            let run = first..first + blocks.len();
            let is_together = blocks.iter().all(|&block| run.contains(&(self.places[block.as_u32() as usize] as usize)));
            if !is_together || !gains(func, loops, header, self.order[run.end - 1]) {
                continue;
            }
            let Some(branch) = func.last_inst(header) else { continue };
            if fuel.spend(Self::PASS, module, func, branch) {
                // No later loop shares a block with this one, so that its places are not asked for
                // again.
                self.order[run].rotate_left(1);
                changed = true;
            }
        }
        changed
    }

    fn move_cold(&mut self, module: &Module, func: &Function, fuel: &mut Fuel) -> bool {
        refill(&mut self.cold, func.block_count(), false);
        let mut any = false;
        for _ in 0..SWEEPS {
            for &block in self.order[1..].iter().rev() {
                let is_cold = self.is_cold(func, block);
                self.cold[block.as_u32() as usize] |= is_cold;
                any |= is_cold;
            }
        }
        let warm = self.order.iter().rposition(|&block| !self.cold[block.as_u32() as usize]).unwrap_or(0);
        if !any || self.order[..warm].iter().all(|&block| !self.cold[block.as_u32() as usize]) {
            return false;
        }
        self.moved.clear();
        let (order, moved, cold) = (&mut self.order, &mut self.moved, &self.cold);
        let mut place = 0;
        order.retain(|&block| {
            let goes = cold[block.as_u32() as usize]
                && place < warm
                && func.last_inst(block).is_some_and(|inst| fuel.spend(Self::PASS, module, func, inst));
            place += 1;
            if goes && !fault!(LayoutLosesBlock) {
                moved.push(block);
            }
            !goes
        });
        order.extend_from_slice(moved);
        !moved.is_empty()
    }

    /// Whether every path from a block is known to end in `unreachable`.
    fn is_cold(&self, func: &Function, block: Block) -> bool {
        match func.last_inst(block).map(|inst| func.inst(inst)) {
            Some(InstData::Unreachable) => true,
            Some(InstData::Ret { .. }) | None => false,
            Some(_) => func.successors(block).all(|next| self.cold[next.as_u32() as usize]),
        }
    }
}

/// Whether a loop of several blocks runs fewer jumps with its header last.
fn gains(func: &Function, loops: &Loops, header: Block, last: Block) -> bool {
    let terminator = |block: Block| func.last_inst(block).map(|inst| func.inst(inst));
    let jumps_back = matches!(terminator(last), Some(InstData::Br { target }) if *target == header);
    let Some(&InstData::CondBr { on_true, on_false, .. }) = terminator(header) else { return false };
    let stays = |block: Block| loops.innermost(block) == loops.innermost(header);
    jumps_back && stays(on_true) != stays(on_false)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, IntCond, Linkage, Type};
    use proptest::prelude::*;

    /// `while (n) { if (n == 9) abort(); n = n - 1; } return;` in the order in which it is written.
    fn sample() -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, body, dead, next, exit) = (b.current(), b.block(), b.block(), b.block(), b.block(), b.block());
        let (n, zero, one, nine) = (b.arg(0), b.i32(0), b.i32(1), b.i32(9));
        b.br(head);
        b.switch_to(head);
        let count = b.phi(Type::I32, &[]);
        let more = b.icmp(IntCond::Ne, count, zero);
        b.cond_br(more, body, exit);
        b.switch_to(body);
        let bad = b.icmp(IntCond::Eq, count, nine);
        b.cond_br(bad, dead, next);
        b.switch_to(dead);
        b.unreachable();
        b.switch_to(next);
        let less = b.binary(crate::ice::BinOp::Sub, count, one);
        b.br(head);
        b.set_phi(count, &[(entry, n), (next, less)]);
        b.switch_to(exit);
        b.ret(None);
        let func = b.finish();
        (module, func)
    }

    /// Lays out the sample with so much fuel.
    fn laid_out(fuel: u64) -> (u64, Vec<u32>) {
        let (module, mut func) = sample();
        let mut fuel = Fuel::limited(fuel);
        let changed = Layout::default().run(&module, &mut func, &mut fuel);
        testing::verify(&module, &func);
        assert_eq!(changed, fuel.spent() > 0);
        (fuel.spent(), func.block_order().iter().map(|block| block.as_u32()).collect())
    }

    #[test]
    fn dead_ends_go_last_and_so_do_headers_in_their_loop() {
        assert_eq!(laid_out(9), (2, vec![0, 2, 4, 1, 5, 3]));
        assert_eq!(laid_out(1), (1, vec![0, 1, 2, 4, 5, 3]));
        assert_eq!(laid_out(0), (0, vec![0, 1, 2, 3, 4, 5]));
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Layout::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}
