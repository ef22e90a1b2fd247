//! How often blocks run, estimated without running anything.
//!
//! In: a function, its graph and its loops. Out: for each block how often it runs while the function runs once, for each
//! conditional branch how likely its first way is, and which blocks are *cold*: every path from them is known to end in `unreachable`.
//!
//! The rules for branches, each what such branches do in most programs (Ball and Larus, "Branch prediction for free", PLDI 1993):
//! - a way to a cold block is hardly ever taken;
//! - a branch with one way that stays in its innermost loop mostly stays;
//! - equality is rarer than its opposite, and so are negative numbers.
//!
//! All ways of a switch are equally likely. How often a loop goes round follows from how likely it is left, and what enters it leaves
//! it (Wu and Larus, "Static branch frequency and program profile analysis", MICRO 1994). Each region is looked at once, with the loops
//! in it as one block each, of which only is known how likely each way out is. An edge against reverse postorder that leads to no header
//! (of a cycle with several entries) carries nothing.
//!
//! Linear in blocks and edges, but for edges that leave several loops at once, which are looked at once for each.

use super::regions::{Part, Parts, Region};
use super::{Cfg, Loop, Loops};
use crate::ice::{Block, Function, InstData, IntCond, Value, ValueDef};
use crate::util::entity::Entity;
use crate::util::refill;

/// More often than this no loop goes round.
const MOST_ROUNDS: f32 = 64.0;

/// More often than this no block runs: products of loops in loops stay finite.
const MOST: f32 = 1e30;

/// How likely a way to a cold block is.
const COLD: f32 = 1.0 / 64.0;

/// How likely a branch is to leave its innermost loop.
const LEAVES: f32 = 1.0 / 8.0;

/// How likely a condition is that holds more seldom than not.
const SELDOM: f32 = 3.0 / 8.0;

/// What is known of a loop whose blocks have been looked at.
#[derive(Copy, Clone, Default, Debug)]
struct Around {
    /// How often it is entered while the region around it is.
    enters: f32,
    /// How often it goes round each time.
    rounds: f32,
    /// Its edges outwards, from the first one to before the last: see [`Frequencies::ways_out`].
    ways_out: (u32, u32),
}

/// See the module.
#[derive(Clone, Default, Debug)]
pub struct Frequencies {
    /// By block: how often it runs; before all regions are known, in one round of its region.
    runs: Vec<f32>,
    /// By block.
    cold: Vec<bool>,
    /// By block that ends in a conditional branch.
    likely: Vec<f32>,
    parts: Parts,
    /// By loop.
    loops: Vec<Around>,
    /// Where an edge out of a loop leads, and how likely the loop is left by it.
    ways_out: Vec<(Block, f32)>,
}

impl Frequencies {
    /// Estimates all of them. Blocks that the entry does not reach never run.
    pub fn compute(&mut self, func: &Function, cfg: &Cfg, loops: &Loops) {
        let order = cfg.reverse_postorder();
        refill(&mut self.cold, func.block_count(), false);
        for &block in order.iter().rev() {
            self.cold[block.index()] = self.ends_badly(func, cfg, block);
        }
        refill(&mut self.runs, func.block_count(), 0.0);
        self.likely.resize(func.block_count(), 0.0);
        refill(&mut self.loops, loops.len(), Around::default());
        self.ways_out.clear();
        self.parts.compute(order, loops);
        let mut part = 0;
        while let Some(region) = self.parts.region(part) {
            part = self.region(func, (cfg, loops), region, part);
        }
        for which in loops.iter() {
            let outer = loops.parent(which).map_or(1.0, |outer| self.loops[outer.index()].enters);
            let Around { enters, rounds, .. } = &mut self.loops[which.index()];
            // From here on: how often it goes round while the function runs.
            *enters = (*enters * *rounds * outer).min(MOST);
        }
        for &block in order {
            if let Some(which) = loops.innermost(block) {
                self.runs[block.index()] *= self.loops[which.index()].enters;
            }
        }
    }

    /// Estimates how often the parts of a region, of which `part` is the first, run in one round of it; returns the first one of the next.
    fn region(&mut self, func: &Function, (cfg, loops): (&Cfg, &Loops), region: Region, mut part: usize) -> usize {
        let order = cfg.reverse_postorder();
        let start = self.ways_out.len();
        let first = region.as_loop().map_or(order[0], |which| loops.header(which));
        self.runs[first.index()] = 1.0;
        while self.parts.region(part) == Some(region) {
            match self.parts.part(part, order, loops) {
                Part::Loop(inner) => {
                    let Around { enters, ways_out: (begin, end), .. } = self.loops[inner.index()];
                    for way in begin..end {
                        let (to, likely) = self.ways_out[way as usize];
                        self.flow(loops, region, loops.header(inner), to, enters * likely, cfg);
                    }
                }
                Part::Block(block) => {
                    let runs = self.runs[block.index()];
                    if let Some(&InstData::CondBr { cond, on_true, on_false }) = func.last_inst(block).map(|inst| func.inst(inst))
                    {
                        let likely = self.estimate(func, loops, (block, cond), (on_true, on_false));
                        self.likely[block.index()] = likely;
                        self.flow(loops, region, block, on_true, runs * likely, cfg);
                        self.flow(loops, region, block, on_false, runs * (1.0 - likely), cfg);
                    } else {
                        let ways = cfg.succs(block);
                        ways.iter().for_each(|&to| self.flow(loops, region, block, to, runs / ways.len() as f32, cfg));
                    }
                }
            }
            part += 1;
        }
        if let Some(which) = region.as_loop() {
            self.close(which, start);
        }
        part
    }

    /// Lets an edge from a part of a region run so often.
    fn flow(&mut self, loops: &Loops, region: Region, from: Block, to: Block, runs: f32, cfg: &Cfg) {
        let innermost = loops.innermost(to);
        if region.as_loop().is_some_and(|which| !loops.contains(which, to)) {
            self.ways_out.push((to, runs));
        } else if cfg.rpo_number(to) <= cfg.rpo_number(from) {
            // A loop comes round.
        } else if Region::of(innermost) == region {
            self.runs[to.index()] += runs;
        } else if let Some(inner) = innermost {
            self.loops[inner.index()].enters += runs;
        }
    }

    /// Sums up a loop whose edges outwards begin with `start`.
    fn close(&mut self, which: Loop, start: usize) {
        let leaves: f32 = self.ways_out[start..].iter().map(|way| way.1).sum();
        if leaves > 0.0 {
            self.ways_out[start..].iter_mut().for_each(|way| way.1 /= leaves);
        }
        let around = &mut self.loops[which.index()];
        around.rounds = if leaves * MOST_ROUNDS > 1.0 { 1.0 / leaves } else { MOST_ROUNDS };
        around.ways_out = (start as u32, self.ways_out.len() as u32);
    }

    /// How often a block runs while the function runs once.
    #[inline]
    pub fn runs(&self, block: Block) -> f32 {
        self.runs[block.index()]
    }

    /// Whether every path from a block is known to end in `unreachable`.
    #[inline]
    pub fn is_cold(&self, block: Block) -> bool {
        self.cold[block.index()]
    }

    /// How likely the first way of the conditional branch is that ends a block.
    pub fn likelihood(&self, block: Block) -> f32 {
        self.likely[block.index()]
    }

    fn estimate(
        &self,
        func: &Function,
        loops: &Loops,
        (block, cond): (Block, Value),
        (on_true, on_false): (Block, Block),
    ) -> f32 {
        let first_if = |first: bool, unlikely: f32| if first { unlikely } else { 1.0 - unlikely };
        if self.is_cold(on_true) != self.is_cold(on_false) {
            return first_if(self.is_cold(on_true), COLD);
        }
        if let Some(innermost) = loops.innermost(block) {
            let [leaves, other_leaves] = [on_true, on_false].map(|to| !loops.contains(innermost, to));
            if leaves != other_leaves {
                return first_if(leaves, LEAVES);
            }
        }
        holds(func, cond)
    }

    fn ends_badly(&self, func: &Function, cfg: &Cfg, block: Block) -> bool {
        match cfg.succs(block) {
            [] => matches!(func.last_inst(block).map(|inst| func.inst(inst)), Some(InstData::Unreachable)),
            succs => succs.iter().all(|&next| self.is_cold(next)),
        }
    }
}

/// How likely a condition holds.
fn holds(func: &Function, cond: Value) -> f32 {
    let Some(ValueDef::Inst(inst)) = func.def(cond) else { return 0.5 };
    let InstData::Icmp { cond, rhs, .. } = *func.inst(inst) else { return 0.5 };
    let number = func.int_const(rhs);
    match cond {
        IntCond::Eq => SELDOM,
        IntCond::Ne => 1.0 - SELDOM,
        IntCond::Slt if number == Some(0) => SELDOM,
        IntCond::Sge if number == Some(0) => 1.0 - SELDOM,
        IntCond::Sgt if number == Some(u64::MAX >> (64 - func.ty(rhs).bits())) => 1.0 - SELDOM,
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ControlFlow;
    use crate::ice::{FunctionBuilder, Linkage, Module, Type};

    /// How often each block of a function runs that `build` makes, and whether it is cold.
    fn frequencies(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<(f32, bool)> {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let func = b.finish();
        let mut flow = ControlFlow::default();
        flow.with_loops(&func);
        let mut frequencies = Frequencies::default();
        frequencies.compute(&func, &flow.cfg, &flow.loops);
        func.block_order().iter().map(|&block| (frequencies.runs(block), frequencies.is_cold(block))).collect()
    }

    fn runs(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<f32> {
        frequencies(build).into_iter().map(|block| block.0).collect()
    }

    /// Ends the block at hand by a branch on a comparison of the argument with zero.
    fn branch(b: &mut FunctionBuilder<'_>, cond: IntCond, on_true: Block, on_false: Block) {
        let (n, zero) = (b.arg(0), b.i32(0));
        let holds = b.icmp(cond, n, zero);
        b.cond_br(holds, on_true, on_false);
    }

    /// `while (n < 0) {}` around which another one is, and both exits of the inner one lead on.
    #[test]
    fn what_enters_a_loop_leaves_it_and_loops_in_loops_multiply() {
        let nested = |b: &mut FunctionBuilder<'_>| {
            let (outer, inner, latch, exit) = (b.block(), b.block(), b.block(), b.block());
            b.br(outer);
            b.switch_to(outer);
            b.br(inner);
            b.switch_to(inner);
            branch(b, IntCond::Slt, inner, latch);
            b.switch_to(latch);
            branch(b, IntCond::Slt, outer, exit);
            b.switch_to(exit);
            b.ret(None);
        };
        assert_eq!(runs(nested), [1.0, 8.0, 64.0, 8.0, 1.0]);
    }

    /// A loop with two exits goes round less often, and leaves by both.
    #[test]
    fn exits_share_what_enters() {
        let two_exits = |b: &mut FunctionBuilder<'_>| {
            let (head, latch, exit, other) = (b.block(), b.block(), b.block(), b.block());
            b.br(head);
            b.switch_to(head);
            branch(b, IntCond::Ult, latch, exit);
            b.switch_to(latch);
            branch(b, IntCond::Ult, head, other);
            b.switch_to(exit);
            b.ret(None);
            b.switch_to(other);
            b.ret(None);
        };
        let [entry, head, latch, exit, other] = runs(two_exits)[..] else { panic!("five blocks") };
        assert_eq!((entry, latch), (1.0, head * 7.0 / 8.0));
        assert!((exit - head / 8.0).abs() < 1e-5 && (other - latch / 8.0).abs() < 1e-5, "{exit} {other}");
        assert!((exit + other - 1.0).abs() < 1e-5, "{exit} {other}");
    }

    #[test]
    fn endless_and_unreachable_loops_have_numbers() {
        let endless = |b: &mut FunctionBuilder<'_>| {
            let head = b.block();
            b.br(head);
            b.switch_to(head);
            b.br(head);
        };
        assert_eq!(runs(endless), [1.0, MOST_ROUNDS]);
    }

    #[test]
    fn equality_is_rare_and_what_ends_in_unreachable_is_rarer() {
        let dead_end = |b: &mut FunctionBuilder<'_>| {
            let (equal, different, dead, exit) = (b.block(), b.block(), b.block(), b.block());
            branch(b, IntCond::Eq, equal, different);
            b.switch_to(equal);
            branch(b, IntCond::Ne, dead, exit);
            b.switch_to(different);
            branch(b, IntCond::Sge, exit, exit);
            b.switch_to(dead);
            b.unreachable();
            b.switch_to(exit);
            b.ret(None);
        };
        let found = frequencies(dead_end);
        assert_eq!(found.iter().map(|block| block.1).collect::<Vec<_>>(), [false, false, false, true, false]);
        assert_eq!([found[1].0, found[2].0, found[3].0], [SELDOM, 1.0 - SELDOM, SELDOM * COLD]);
    }
}
