//! The loop nest: which blocks form which loops, how deep they are nested, and where a loop is
//! entered and left.
//!
//! In: a [`Cfg`] and its [`Dominators`]. Out: a forest of natural loops. A *natural loop* has a
//! header, which dominates every block of the loop, and consists of the blocks from which a *back
//! edge* to the header can be reached without passing through the header; loops that share a header
//! are one loop. Two loops are nested or disjoint.
//!
//! A cycle that can be entered in more than one block is *irreducible* and has no header. It is
//! recognised ([`Loops::irreducible_edges`] counts the edges that close one) and left alone: its
//! blocks count as blocks of the natural loop around it, if any, and nothing is hoisted out of it.
//! A header still dominates everything in its loop, so passes need not care.
//!
//! Loops are numbered in preorder of the nest, outer before inner, so that the loops within one are
//! an interval and containment is a comparison of numbers. The blocks of each loop, those of inner
//! loops included, are a slice. Unreachable blocks are in no loop.
//!
//! Algorithm: back edges are collected for one header after the other, inner ones first (they have
//! the greater reverse postorder numbers); the search walks predecessors and steps over inner loops
//! as wholes. Union-find with path halving finds the outermost loop around a block, so that the
//! whole is O(edges * log blocks) however deep the nest.

use super::{Cfg, Dominators};
use crate::ice::{Block, Function};
use crate::util::entity::Entity;
use crate::util::refill;

crate::entities! {
    /// A natural loop of a function.
    pub Loop = "loop";
}

const NONE: u32 = u32::MAX;

#[derive(Copy, Clone, Debug)]
struct LoopData {
    header: Block,
    parent: u32,
    depth: u32,
    /// One past the last loop nested within this one.
    end: u32,
    /// Where this loop's blocks start and end.
    blocks: (u32, u32),
}

/// A function's loop nest; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Loops {
    loops: Vec<LoopData>,
    /// By block: the innermost loop, or `NONE`.
    innermost: Vec<u32>,
    blocks: Vec<Block>,
    irreducible_edges: usize,
    scratch: Scratch,
}

/// Loops in order of discovery, inner before outer.
#[derive(Clone, Default, Debug)]
struct Scratch {
    headers: Vec<Block>,
    parents: Vec<u32>,
    /// Union-find over loops: towards the outermost loop found so far.
    outer: Vec<u32>,
    first_child: Vec<u32>,
    next_sibling: Vec<u32>,
    /// The preorder number of each.
    numbers: Vec<u32>,
    work: Vec<Block>,
    stack: Vec<u32>,
    cursors: Vec<u32>,
}

impl Scratch {
    fn clear(&mut self) {
        for list in [&mut self.parents, &mut self.outer, &mut self.first_child, &mut self.next_sibling, &mut self.numbers] {
            list.clear();
        }
        self.headers.clear();
    }

    fn outermost(&mut self, mut index: u32) -> u32 {
        while self.outer[index as usize] != index {
            let above = self.outer[index as usize];
            self.outer[index as usize] = self.outer[above as usize];
            index = self.outer[index as usize];
        }
        index
    }
}

impl Loops {
    /// Makes it the loop nest of the function that `cfg` and `dominators` were computed for.
    pub fn compute(&mut self, cfg: &Cfg, dominators: &Dominators) {
        let order = cfg.reverse_postorder();
        self.scratch.clear();
        self.irreducible_edges = 0;
        refill(&mut self.innermost, cfg.block_count(), NONE);
        for &header in order.iter().rev() {
            self.collect_latches(cfg, dominators, header);
            if !self.scratch.work.is_empty() {
                self.discover(cfg, header);
            }
        }
        self.number();
        self.sort_blocks(order);
    }

    /// Puts the sources of back edges to `header` on the work list, and counts edges that close an
    /// irreducible cycle there.
    fn collect_latches(&mut self, cfg: &Cfg, dominators: &Dominators, header: Block) {
        let header_number = cfg.rpo_number(header);
        for &pred in cfg.preds(header) {
            let number = cfg.rpo_number(pred);
            if number.is_none() || number < header_number {
                continue;
            }
            if dominators.dominates(header, pred) {
                self.scratch.work.push(pred);
            } else {
                self.irreducible_edges += 1;
            }
        }
    }

    /// Walks back from the latches on the work list to the header.
    fn discover(&mut self, cfg: &Cfg, header: Block) {
        let this = self.scratch.headers.len() as u32;
        self.scratch.headers.push(header);
        self.scratch.parents.push(NONE);
        self.scratch.outer.push(this);
        self.innermost[header.index()] = this;
        while let Some(block) = self.scratch.work.pop() {
            let entry = match self.innermost[block.index()] {
                NONE => {
                    self.innermost[block.index()] = this;
                    block
                }
                known => {
                    let outermost = self.scratch.outermost(known);
                    if outermost == this {
                        continue;
                    }
                    self.scratch.parents[outermost as usize] = this;
                    self.scratch.outer[outermost as usize] = this;
                    self.scratch.headers[outermost as usize]
                }
            };
            let preds = cfg.preds(entry).iter().copied().filter(|&pred| cfg.is_reachable(pred));
            self.scratch.work.extend(preds);
        }
    }

    /// Numbers the loops in preorder of the nest. Among siblings the one discovered last, first in
    /// reverse postorder, comes first.
    fn number(&mut self) {
        let scratch = &mut self.scratch;
        let count = scratch.headers.len();
        for list in [&mut scratch.first_child, &mut scratch.next_sibling, &mut scratch.numbers] {
            list.resize(count, NONE);
        }
        scratch.stack.clear();
        for index in 0..count as u32 {
            match scratch.parents[index as usize] {
                NONE => scratch.stack.push(index),
                parent => {
                    scratch.next_sibling[index as usize] = scratch.first_child[parent as usize];
                    scratch.first_child[parent as usize] = index;
                }
            }
        }
        self.loops.clear();
        while let Some(index) = scratch.stack.pop() {
            let number = self.loops.len() as u32;
            scratch.numbers[index as usize] = number;
            let parent = scratch.parents[index as usize];
            let (parent, depth) = if parent == NONE {
                (NONE, 1)
            } else {
                let parent = scratch.numbers[parent as usize];
                (parent, self.loops[parent as usize].depth + 1)
            };
            let header = scratch.headers[index as usize];
            self.loops.push(LoopData { header, parent, depth, end: number + 1, blocks: (0, 0) });
            // Pushed in list order and popped in reverse: the list starts with the last discovered,
            // so reverse it once more.
            let children = scratch.stack.len();
            let mut child = scratch.first_child[index as usize];
            while child != NONE {
                scratch.stack.push(child);
                child = scratch.next_sibling[child as usize];
            }
            scratch.stack[children..].reverse();
        }
        for number in (0..self.loops.len()).rev() {
            let LoopData { parent, end, .. } = self.loops[number];
            if parent != NONE {
                self.loops[parent as usize].end = self.loops[parent as usize].end.max(end);
            }
        }
    }

    /// Sorts the blocks by loop number, within a loop by reverse postorder: a loop's own blocks and
    /// those of inner loops are then a run.
    fn sort_blocks(&mut self, order: &[Block]) {
        let cursors = &mut self.scratch.cursors;
        refill(cursors, self.loops.len() + 1, 0);
        for &block in order {
            let innermost = &mut self.innermost[block.index()];
            if *innermost != NONE {
                *innermost = self.scratch.numbers[*innermost as usize];
                cursors[*innermost as usize + 1] += 1;
            }
        }
        for index in 1..cursors.len() {
            cursors[index] += cursors[index - 1];
        }
        for data in 0..self.loops.len() {
            self.loops[data].blocks = (cursors[data], cursors[self.loops[data].end as usize]);
        }
        let total = cursors[self.loops.len()] as usize;
        refill(&mut self.blocks, total, Block::from_u32(0));
        for &block in order {
            let innermost = self.innermost[block.index()];
            if innermost != NONE {
                let cursor = &mut cursors[innermost as usize];
                self.blocks[*cursor as usize] = block;
                *cursor += 1;
            }
        }
    }

    fn data(&self, which: Loop) -> &LoopData {
        &self.loops[which.index()]
    }

    /// Number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether the function has no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// All loops, outer before inner.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Loop> + ExactSizeIterator + use<> {
        (0..self.loops.len()).map(Loop::from_index)
    }

    /// The innermost loop around a block.
    #[inline]
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        let index = self.innermost[block.index()];
        (index != NONE).then(|| Loop::from_u32(index))
    }

    /// In how many loops a block lies.
    #[inline]
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |innermost| self.loop_depth(innermost))
    }

    /// In how many loops a loop lies, itself included.
    #[inline]
    pub fn loop_depth(&self, which: Loop) -> u32 {
        self.data(which).depth
    }

    /// The block through which a loop is entered, and only through it.
    #[inline]
    pub fn header(&self, which: Loop) -> Block {
        self.data(which).header
    }

    /// The loop immediately around a loop.
    #[inline]
    pub fn parent(&self, which: Loop) -> Option<Loop> {
        let parent = self.data(which).parent;
        (parent != NONE).then(|| Loop::from_u32(parent))
    }

    /// The blocks of a loop and of the loops within; the header is first.
    pub fn blocks(&self, which: Loop) -> &[Block] {
        let (start, end) = self.data(which).blocks;
        &self.blocks[start as usize..end as usize]
    }

    /// Whether a block lies in a loop or in one within.
    #[inline]
    pub fn contains(&self, which: Loop, block: Block) -> bool {
        let innermost = self.innermost[block.index()];
        // `NONE` is greater than the end of any loop.
        innermost >= which.as_u32() && innermost < self.data(which).end
    }

    /// The edges that leave a loop, each once for each time that it exists.
    pub fn exits<'a>(&'a self, cfg: &'a Cfg, which: Loop) -> impl Iterator<Item = (Block, Block)> + 'a {
        let edges = |&from: &'a Block| cfg.succs(from).iter().map(move |&to| (from, to));
        self.blocks(which).iter().flat_map(edges).filter(move |&(_, to)| !self.contains(which, to))
    }

    /// The block outside of the loop from which alone the header is entered and which leads nowhere
    /// else: code put at its end runs once each time the loop is entered.
    pub fn preheader(&self, cfg: &Cfg, which: Loop) -> Option<Block> {
        let header = self.header(which);
        let outside = |pred: &&Block| cfg.is_reachable(**pred) && !self.contains(which, **pred);
        let mut preds = cfg.preds(header).iter().filter(outside);
        let &only = preds.next()?;
        (preds.next().is_none() && cfg.succs(only).len() == 1).then_some(only)
    }

    /// How many edges close a cycle without a header.
    pub fn irreducible_edges(&self) -> usize {
        self.irreducible_edges
    }

    /// Takes in a block that a pass has made and put into `innermost`, so that
    /// [`innermost`](Self::innermost), [`depth`](Self::depth) and [`contains`](Self::contains) know
    /// it. [`blocks`](Self::blocks) does not.
    pub fn add_block(&mut self, func: &Function, block: Block, innermost: Option<Loop>) {
        self.innermost.resize(func.block_count(), NONE);
        self.innermost[block.index()] = innermost.map_or(NONE, Loop::as_u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, Module, Type};
    use proptest::prelude::*;

    /// A function over `blocks` blocks with these edges, made of switches.
    fn func(blocks: usize, edges: &[(usize, usize)]) -> Function {
        let mut edges = edges.to_vec();
        edges.sort();
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let all: Vec<_> = (0..blocks).map(|index| if index == 0 { b.current() } else { b.block() }).collect();
        for (index, &block) in all.iter().enumerate() {
            b.switch_to(block);
            let start = edges.partition_point(|edge| edge.0 < index);
            let targets: Vec<_> = edges[start..].iter().take_while(|edge| edge.0 == index).map(|edge| all[edge.1]).collect();
            match targets[..] {
                [] => b.ret(None),
                [target] => b.br(target),
                [default, ref rest @ ..] => {
                    let arg = b.arg(0);
                    b.switch(arg, default, &rest.iter().enumerate().map(|(value, &to)| (value as u64, to)).collect::<Vec<_>>());
                }
            }
        }
        b.finish()
    }

    fn analyse(func: &Function) -> (Cfg, Dominators, Loops) {
        let (mut cfg, mut dominators, mut loops) = Default::default();
        Cfg::compute(&mut cfg, func);
        Dominators::compute(&mut dominators, &cfg);
        Loops::compute(&mut loops, &cfg, &dominators);
        (cfg, dominators, loops)
    }

    fn block(index: usize) -> Block {
        Block::from_index(index)
    }

    /// Compares with the definition: for each header the blocks that reach a latch without passing
    /// the header.
    fn check_against_definition(cfg: &Cfg, dominators: &Dominators, loops: &Loops) {
        let reachable = cfg.reverse_postorder();
        let mut expected = Vec::new();
        for &header in reachable {
            let back_edge = |&&pred: &&Block| dominators.dominates(header, pred);
            let mut work: Vec<_> = cfg.preds(header).iter().filter(back_edge).copied().collect();
            if work.is_empty() {
                continue;
            }
            let mut body = vec![header];
            while let Some(block) = work.pop() {
                if !body.contains(&block) {
                    body.push(block);
                    work.extend(cfg.preds(block).iter().filter(|&&pred| cfg.is_reachable(pred)));
                }
            }
            body.sort();
            expected.push((header, body));
        }
        assert_eq!(loops.len(), expected.len());
        for which in loops.iter() {
            let mut body = loops.blocks(which).to_vec();
            assert_eq!(body[0], loops.header(which));
            body.sort();
            let (_, expected) =
                expected.iter().find(|(header, _)| *header == loops.header(which)).expect("a loop of the definition");
            assert_eq!(&body, expected);
            for &block in reachable {
                assert_eq!(loops.contains(which, block), expected.contains(&block));
            }
            if let Some(parent) = loops.parent(which) {
                assert!(parent < which && expected.iter().all(|&block| loops.contains(parent, block)));
                assert_eq!(loops.loop_depth(which), loops.loop_depth(parent) + 1);
            }
            assert!(loops.exits(cfg, which).all(|(from, to)| expected.contains(&from) && !expected.contains(&to)));
        }
        for &block in reachable {
            let depth = expected.iter().filter(|(_, body)| body.contains(&block)).count();
            assert_eq!(loops.depth(block) as usize, depth);
        }
    }

    proptest! {
        #[test]
        fn loops_are_what_they_are_defined_to_be(edges in prop::collection::vec((0usize..10, 1usize..10), 0..24)) {
            let (cfg, dominators, loops) = analyse(&func(10, &edges));
            check_against_definition(&cfg, &dominators, &loops);
        }

        #[test]
        fn a_refilled_nest_is_the_nest(
            first in prop::collection::vec((0usize..12, 1usize..12), 0..30),
            second in prop::collection::vec((0usize..7, 1usize..7), 0..14),
        ) {
            let (_, _, mut reused) = analyse(&func(12, &first));
            let (cfg, dominators, _) = analyse(&func(7, &second));
            reused.compute(&cfg, &dominators);
            check_against_definition(&cfg, &dominators, &reused);
        }
    }

    #[test]
    fn a_nest_with_a_break() {
        // 1 is the outer header, 2 the inner one; 3 leaves both to 5.
        let (cfg, _, loops) = analyse(&func(6, &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 5), (2, 4), (4, 1), (1, 5)]));
        assert_eq!(loops.len(), 2);
        let inner = loops.innermost(block(3)).unwrap();
        let outer = loops.parent(inner).unwrap();
        assert_eq!((loops.header(inner), loops.header(outer)), (block(2), block(1)));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|index| loops.depth(block(index))), [0, 1, 2, 2, 1, 0]);
        assert_eq!(loops.preheader(&cfg, outer), Some(block(0)));
        assert_eq!(loops.preheader(&cfg, inner), None, "the outer header also leaves the loop");
        let mut exits: Vec<_> = loops.exits(&cfg, outer).collect();
        exits.sort();
        assert_eq!(exits, [(block(1), block(5)), (block(3), block(5))]);
    }

    #[test]
    fn an_irreducible_cycle_is_no_loop() {
        let (_, _, loops) = analyse(&func(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]));
        assert!(loops.is_empty());
        assert_eq!(loops.irreducible_edges(), 1);
        assert_eq!(loops.depth(block(1)), 0);
    }

    /// A nest so deep that climbing it for each block would take for ever.
    #[test]
    fn a_deep_nest_is_handled() {
        const DEPTH: usize = 20_000;
        // Headers 1..=DEPTH in a chain; the end of the chain branches back to every header.
        let mut edges: Vec<_> = (0..=DEPTH).map(|index| (index, index + 1)).collect();
        edges.extend((1..=DEPTH).map(|header| (DEPTH + 1, header)));
        let (_, _, loops) = analyse(&func(DEPTH + 2, &edges));
        assert_eq!(loops.len(), DEPTH);
        assert_eq!(loops.depth(block(DEPTH + 1)) as usize, DEPTH);
    }
}
