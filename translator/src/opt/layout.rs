//! Block layout: the order in which blocks stand, so that few jumps are executed.
//!
//! In: a function, its loops, and how often its blocks run. Out: the same blocks, edges and instructions in another order: chains
//! of blocks that fall into each other (Pettis and Hansen, "Profile guided code positioning", PLDI 1990, the bottom-up algorithm).
//! What an edge is worth is how often a jump is executed if its ends do not stand together:
//! - a jump's edge saves it;
//! - of a conditional branch, one way has to follow, whichever it is: either saves a second jump, as often as the rarer way is taken.
//!
//! The edge that is worth most comes first, which turns loops as well: a loop whose header decides whether to go on, and whose
//! last block jumps back to it, gets its header last, for a jump at its entry. A loop's blocks stand together: its chains are made
//! one before the loop around it is looked at, because the allocator sees code in this order. For the same reason what stood together
//! stays together where nothing speaks against it, and chains stand where their first block stood.
//! Blocks from which every path ends in `unreachable` go to the end, the entry excepted.
//!
//! Each block that comes to stand where another one stood is paid for with fuel; without it the rest stays in its order.
//! Linear in blocks and edges, but for sorting them.

use super::{Fuel, IrPass};
use crate::analysis::regions::{Part, Parts, Region};
use crate::analysis::{ControlFlow, Loop, Loops};
use crate::ice::{Block, Function, InstData, Module};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The part of a conditional branch's worth that both ways have: less than a jump's, since its other way may follow as well.
const EITHER: f32 = 0.9;

/// The part that the likelier way has more: the one that follows is not taken, which processors prefer.
const LIKELIER: f32 = 1.0 / 1024.0;

/// The part that a way into a loop has more, as its phis are likely to want moves there: elsewhere these stand in a block of their own,
/// which jumps.
const CARRIED: f32 = 1.0 / 32.0;

/// The part that the default of a switch has: it may be reached by a jump at the end.
const DEFAULT: f32 = 0.25;

/// By how much an edge is worth more whose ends stand together before.
const STANDS: f32 = 1.0 + 1.0 / 64.0;

/// An edge that may fall through.
#[derive(Copy, Clone, Debug)]
struct Edge {
    from: Block,
    to: Block,
    /// In jumps for each run of the function.
    worth: f32,
}

/// A block in its chain.
#[derive(Copy, Clone, Debug)]
struct Link {
    /// What follows it.
    next: Option<Block>,
    /// Whether another one comes before it.
    follows: bool,
    /// If it begins or ends the chain: the other end.
    other_end: Block,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Layout {
    edges: Vec<Edge>,
    /// Their indices by the region in which both ends lie (bits 32 and up), and of the region at hand by what they are worth (likewise; the
    /// opposite of the number's bits, which are ordered as numbers are that are not negative).
    taken: Vec<u64>,
    /// In the order in which they stand.
    parts: Parts,
    /// By loop: the first block of its chain, once it has one.
    loop_first: Vec<Option<Block>>,
    /// The chains of the region at hand, by their first blocks.
    chains: Vec<Block>,
    /// By block.
    links: Vec<Link>,
    /// The order that is wanted.
    wanted: Vec<Block>,
    /// The order that fuel is paid for.
    order: Vec<Block>,
    /// By block: whether it has its place in `order`.
    placed: Vec<bool>,
}

impl IrPass for Layout {
    const PASS: Pass = Pass::Layout;

    /// `flow` stays right but for the order of predecessors.
    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if func.block_order().len() < 3 {
            return false;
        }
        flow.with_frequencies(func);
        self.find_edges(flow, func);
        self.parts.compute(func.block_order(), &flow.loops);
        self.begin(func, &flow.loops);
        let (mut edge, mut part) = (0, 0);
        while let Some(region) = self.parts.region(part) {
            edge = self.chain(region, edge);
            part = self.find_chains(&flow.loops, func, region, part);
            match region.as_loop() {
                Some(which) => self.join(flow, func, which),
                None => self.want(flow, func),
            }
        }
        let changed = self.wanted != func.block_order() && self.pay(module, func, fuel);
        if changed {
            func.set_block_order(&self.order);
            flow.still_describes(func);
        }
        changed
    }
}

impl Layout {
    /// Finds the edges that may fall through, and sorts them. None leads from a warm block to a cold one.
    fn find_edges(&mut self, flow: &ControlFlow, func: &Function) {
        let ControlFlow { frequencies, loops, .. } = flow;
        self.edges.clear();
        self.taken.clear();
        for (place, &from) in func.block_order().iter().enumerate() {
            let runs = frequencies.runs(from);
            let Some(&data) = func.last_inst(from).map(|inst| func.inst(inst)) else { continue };
            let at = (place, from);
            match data {
                InstData::Br { target } => self.edge(flow, func, at, target, runs),
                InstData::CondBr { on_true, on_false, .. } => {
                    let likely = frequencies.likelihood(from);
                    for (to, away, likely) in [(on_true, on_false, likely), (on_false, on_true, 1.0 - likely)] {
                        // A cold way does not follow.
                        let either = if frequencies.is_cold(away) { likely } else { likely.min(1.0 - likely) };
                        let enters =
                            loops.innermost(to).is_some_and(|which| loops.header(which) == to && !loops.contains(which, from));
                        let carried = if enters { likely * CARRIED } else { 0.0 };
                        self.edge(flow, func, at, to, runs * (either * EITHER + likely * LIKELIER + carried));
                    }
                }
                InstData::Switch { default, .. } => self.edge(flow, func, at, default, runs * DEFAULT),
                _ => {}
            }
        }
        if !loops.is_empty() {
            self.taken.sort_unstable();
        }
    }

    fn edge(&mut self, flow: &ControlFlow, func: &Function, (place, from): (usize, Block), to: Block, worth: f32) {
        if flow.frequencies.is_cold(to) && !flow.frequencies.is_cold(from) {
            return;
        }
        let stands = func.block_order().get(place + 1) == Some(&to);
        let worth = if stands { worth * STANDS } else { worth };
        let region = Region::around(&flow.loops, from, to);
        self.taken.push((u64::from(region.number()) << 32) | self.edges.len() as u64);
        self.edges.push(Edge { from, to, worth });
    }

    /// Makes each block a chain.
    fn begin(&mut self, func: &Function, loops: &Loops) {
        self.links.clear();
        let alone = |index| Link { next: None, follows: false, other_end: Block::from_index(index) };
        self.links.extend((0..func.block_count()).map(alone));
        refill(&mut self.loop_first, loops.len(), None);
        // Nothing comes before the entry.
        self.links[func.block_order()[0].index()].follows = true;
    }

    /// Joins chains by the edges of a region, of which `start` is the first; returns the first edge of the next region.
    fn chain(&mut self, region: Region, start: usize) -> usize {
        let rest = &mut self.taken[start..];
        let count = rest.iter().take_while(|&&key| (key >> 32) as u32 == region.number()).count();
        for key in &mut rest[..count] {
            let worth = self.edges[*key as u32 as usize].worth;
            *key = (u64::from(!worth.to_bits()) << 32) | u64::from(*key as u32);
        }
        rest[..count].sort_unstable();
        for at in start..start + count {
            let Edge { from, to, .. } = self.edges[self.taken[at] as u32 as usize];
            let (link, other) = (self.links[from.index()], self.links[to.index()]);
            if link.next.is_none() && !other.follows && link.other_end != to {
                self.link(from, to);
            }
        }
        start + count
    }

    /// Makes one chain of two: of the one that ends in `last` and the one that begins with `first`.
    fn link(&mut self, last: Block, first: Block) {
        let (begin, end) = (self.links[last.index()].other_end, self.links[first.index()].other_end);
        self.links[last.index()].next = Some(first);
        self.links[first.index()].follows = true;
        self.links[begin.index()].other_end = end;
        self.links[end.index()].other_end = begin;
    }

    /// Finds the chains of a region, of whose parts `part` is the first; returns the first part of the next one.
    fn find_chains(&mut self, loops: &Loops, func: &Function, region: Region, mut part: usize) -> usize {
        self.chains.clear();
        let entry = func.block_order()[0];
        while self.parts.region(part) == Some(region) {
            let first = match self.parts.part(part, func.block_order(), loops) {
                Part::Block(block) => block,
                Part::Loop(inner) => self.loop_first[inner.index()].expect("inner loops come first"),
            };
            if !self.links[first.index()].follows || first == entry {
                self.chains.push(first);
            }
            part += 1;
        }
        part
    }

    /// Makes one chain of those of a loop: the one that begins with the header first, one that ends in an exit last.
    fn join(&mut self, flow: &ControlFlow, func: &Function, which: Loop) {
        if let Some(first) = self.chains.iter().position(|&first| first == flow.loops.header(which)) {
            self.chains[..=first].rotate_right(1);
        }
        let leaves = |first: &Block| {
            let last = self.links[first.index()].other_end;
            flow.cfg.succs(last).iter().any(|&to| !flow.loops.contains(which, to))
        };
        if let Some(last) = self.chains[1..].iter().rposition(leaves) {
            self.chains[1 + last..].rotate_left(1);
        }
        let first = self.chains[0];
        for index in 1..self.chains.len() {
            self.link(self.links[first.index()].other_end, self.chains[index]);
        }
        self.loop_first[which.index()] = Some(first);
        self.turn(flow, func, which);
    }

    /// Has a loop begin with its header, for a jump less where it is entered, if the block before the header decides whether to go on: then
    /// its branch goes back, and the way out follows. The block that ends the loop now must not have a way out that would follow it.
    fn turn(&mut self, flow: &ControlFlow, func: &Function, which: Loop) {
        let (first, header) = (self.loop_first[which.index()].expect("it has a chain"), flow.loops.header(which));
        let last = self.links[first.index()].other_end;
        // Nobody walks along the chain, which may be long and turned once for each loop of a nest.
        let stands_before = |&block: &Block| flow.loops.contains(which, block) && self.links[block.index()].next == Some(header);
        let Some(before) = flow.cfg.preds(header).iter().copied().find(stands_before) else { return };
        let leaves = |block: Block| func.successors(block).any(|to| !flow.loops.contains(which, to));
        let Some(&InstData::CondBr { on_true, on_false, .. }) = func.last_inst(before).map(|inst| func.inst(inst)) else {
            return;
        };
        let way_out = if on_true == header { on_false } else { on_true };
        let is_free =
            !flow.loops.contains(which, way_out) && !flow.frequencies.is_cold(way_out) && !self.links[way_out.index()].follows;
        let is_entered =
            flow.cfg.preds(header).iter().any(|&pred| !flow.loops.contains(which, pred) && !flow.frequencies.is_cold(pred));
        if !is_free || !is_entered || leaves(last) {
            return;
        }
        self.links[before.index()] = Link { next: None, other_end: header, ..self.links[before.index()] };
        self.links[last.index()].next = Some(first);
        self.links[first.index()].follows = true;
        self.links[header.index()] = Link { follows: false, other_end: before, ..self.links[header.index()] };
        self.loop_first[which.index()] = Some(header);
    }

    /// Puts the chains of the function one behind the other, cold ones last.
    fn want(&mut self, flow: &ControlFlow, func: &Function) {
        self.wanted.clear();
        let entry = func.block_order()[0];
        for cold in [false, true] {
            for &first in &self.chains {
                if (first != entry && flow.frequencies.is_cold(first)) == cold {
                    let mut block = Some(first);
                    while let Some(at) = block {
                        self.wanted.push(at);
                        block = self.links[at.index()].next;
                    }
                }
            }
        }
    }

    /// Makes the order that is wanted as far as there is fuel; whether it is another one then.
    fn pay(&mut self, module: &Module, func: &Function, fuel: &mut Fuel) -> bool {
        refill(&mut self.placed, func.block_count(), false);
        self.order.clear();
        let mut changed = false;
        let mut rest = func.block_order().iter();
        let mut stands = rest.next();
        for &block in &self.wanted {
            while stands.is_some_and(|stands| self.placed[stands.index()]) {
                stands = rest.next();
            }
            let moves = stands != Some(&block);
            if moves && !func.last_inst(block).is_some_and(|inst| fuel.spend(Self::PASS, module, func, inst)) {
                break;
            }
            changed |= moves;
            self.placed[block.index()] = true;
            if !(moves && fault!(LayoutLosesBlock)) {
                self.order.push(block);
            }
        }
        let placed = &self.placed;
        self.order.extend(func.block_order().iter().filter(|block| !placed[block.index()]));
        changed
    }
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
        assert_eq!(laid_out(9), (3, vec![0, 2, 4, 1, 5, 3]));
        assert_eq!(laid_out(2), (2, vec![0, 2, 4, 1, 3, 5]));
        assert_eq!(laid_out(1), (1, vec![0, 2, 1, 3, 4, 5]));
        assert_eq!(laid_out(0), (0, vec![0, 1, 2, 3, 4, 5]));
    }

    /// The order of blocks that the pass makes of a function of an argument.
    fn order_of(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<u32> {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I1]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let mut func = b.finish();
        Layout::default().run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        func.block_order().iter().map(|block| block.as_u32()).collect()
    }

    /// `if (c) return; a; b; return`, of which the early return stands between, and the join before one of its sides.
    #[test]
    fn what_a_jump_leads_to_follows_it() {
        let returns = |b: &mut FunctionBuilder<'_>| {
            let cond = b.arg(0);
            let (early, join, side, last) = (b.block(), b.block(), b.block(), b.block());
            b.cond_br(cond, early, side);
            b.switch_to(early);
            b.ret(None);
            b.switch_to(join);
            b.br(last);
            b.switch_to(side);
            b.br(join);
            b.switch_to(last);
            b.ret(None);
        };
        assert_eq!(order_of(returns), [0, 1, 3, 2, 4]);
    }

    /// A loop with a way round a block of it, behind which the function goes on: what follows the loop does not come between.
    #[test]
    fn a_loop_stands_together() {
        let round = |b: &mut FunctionBuilder<'_>| {
            let cond = b.arg(0);
            let (head, one, other, latch, exit) = (b.block(), b.block(), b.block(), b.block(), b.block());
            b.br(head);
            b.switch_to(head);
            b.cond_br(cond, one, exit);
            b.switch_to(exit);
            b.ret(None);
            b.switch_to(one);
            b.cond_br(cond, other, latch);
            b.switch_to(other);
            b.br(latch);
            b.switch_to(latch);
            b.br(head);
        };
        // The header last, so that no round jumps to it, and behind it the exit.
        assert_eq!(order_of(round), [0, 2, 3, 4, 1, 5]);
    }

    /// A loop of four chains: cases of a switch, of which one leaves. That one stands last, so that the way out falls through.
    #[test]
    fn what_leaves_a_loop_stands_last_in_it() {
        let cases = |b: &mut FunctionBuilder<'_>| {
            let cond = b.arg(0);
            let number = b.cast(crate::ice::CastOp::ZExt, cond, Type::I32);
            let (head, one, leaves, two, rest, exit) = (b.block(), b.block(), b.block(), b.block(), b.block(), b.block());
            b.br(head);
            b.switch_to(head);
            b.switch(number, rest, &[(0, one), (1, leaves), (2, two)]);
            for case in [one, two, rest] {
                b.switch_to(case);
                b.br(head);
            }
            b.switch_to(leaves);
            b.cond_br(cond, exit, head);
            b.switch_to(exit);
            b.ret(None);
        };
        assert_eq!(order_of(cases), [0, 2, 1, 5, 4, 3, 6]);
    }

    /// The branch at a loop's end goes back to its header, which the way in leads to, and what is behind the loop follows it.
    #[test]
    fn a_loop_begins_with_its_header_where_its_end_decides() {
        let text = "
declare void @g(i32)
define void @mark(i32 %p) {
entry:
  %none = icmp eq i32 %p, 0
  br i1 %none, label %out, label %head
out:
  ret void
five:
  call void @g(i32 5)
  br label %end
end:
  %step = phi i32 [ 12, %five ], [ 16, %six ]
  %at = add i32 %now, %step
  %no = icmp eq i32 %at, 100
  br i1 %no, label %out, label %head
head:
  %now = phi i32 [ %p, %entry ], [ %at, %end ]
  %seen = icmp ult i32 %now, 7
  br i1 %seen, label %which, label %out
which:
  switch i32 %now, label %out [
    i32 5, label %five
    i32 6, label %six
  ]
six:
  call void @g(i32 6)
  br label %end
}";
        let (module, bodies) = crate::text::parse_module(text, "mark.ll").unwrap();
        let mut func = bodies[0].clone();
        let [entry, out, five, end, head, which, six] = func.block_order()[..] else { panic!("seven blocks") };
        Layout::default().run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        assert_eq!(func.block_order(), [entry, head, which, six, five, end, out]);
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Layout::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}
