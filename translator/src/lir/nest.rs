//! The nest: stretches of blocks, in emission order, that branches backward close, each from the block that such a branch leads to, to the
//! last block that leads there.
//!
//! In: the blocks in emission order, and those that each leads to. Out: the stretches, nested like brackets, and for each block the innermost
//! one around it. That is all of the loops that O0 asks about: no dominators, no search. Of two stretches that overlap without nesting the
//! first goes on to the end of the second, which is none then.
//!
//! A block is *anchored* if control can come to it from the entry by branches forward alone: then all blocks that dominate it come before
//! it. If control comes to one that is not, from one that is (`while` with its test at the end, where the loop is entered), the nest is
//! *odd*: a value may live in blocks before the one that makes it.
//!
//! Source: [TPDE-2025]: live ranges as stretches of a block order that keeps loops together. Linear in blocks and edges.

use super::Label;
use crate::util::refill;

/// No stretch.
const NONE: u32 = u32::MAX;
/// How often a block in so many stretches is taken to run, relative to the entry.
const FREQUENCIES: [u32; 5] = [1, 8, 64, 512, 4096];
/// In how many stretches a block may lie that a value is followed out of.
const MAX_DEPTH: usize = 64;
/// How many blocks are looked at for one that control comes back to.
const MAX_LOOKED_AT: usize = 64;

#[derive(Copy, Clone, Debug)]
struct Stretch {
    first: u32,
    last: u32,
    parent: u32,
    depth: u32,
    /// Whether branches from behind it, or from what it goes on to, lead back to other blocks than the first, too.
    joined: bool,
}

/// See the module; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Nest {
    all: Vec<Stretch>,
    /// For each label of a block its place in the order.
    places: Vec<u32>,
    /// For each block the innermost stretch.
    of_block: Vec<u32>,
    /// For each block the last one that leads back to it, plus one.
    back_from: Vec<u32>,
    is_anchored: Vec<bool>,
    /// The stretches that the block at hand lies in.
    open: Vec<u32>,
    is_odd: bool,
}

impl Nest {
    /// Makes it the nest of some blocks in their order, of `labels` blocks that there are; `successors` are those that one leads to.
    pub fn compute<S>(&mut self, labels: usize, order: impl Iterator<Item = Label> + Clone, successors: impl Fn(Label) -> S)
    where
        S: Iterator<Item = Label>,
    {
        refill(&mut self.places, labels, 0);
        let mut blocks = 0;
        for label in order.clone() {
            self.places[label.as_u32() as usize] = blocks;
            blocks += 1;
        }
        self.all.clear();
        self.open.clear();
        refill(&mut self.of_block, blocks as usize, NONE);
        refill(&mut self.back_from, blocks as usize, 0);
        refill(&mut self.is_anchored, blocks as usize, false);
        if let Some(entry) = self.is_anchored.first_mut() {
            *entry = true;
        }
        let mut goes_back = false;
        self.is_odd = false;
        for (from, label) in (0..).zip(order) {
            for to in successors(label).map(|label| self.places[label.as_u32() as usize]) {
                if to > from {
                    self.is_anchored[to as usize] |= self.is_anchored[from as usize];
                } else {
                    self.back_from[to as usize] = from + 1;
                    // All that leads forward to either of them has been looked at.
                    self.is_odd |= self.is_anchored[from as usize] && !self.is_anchored[to as usize];
                    goes_back = true;
                }
            }
        }
        if goes_back {
            // The innermost stretch, and where it ends.
            let (mut innermost, mut end) = (NONE, u32::MAX);
            for block in 0..blocks {
                if self.back_from[block as usize] > 0 || block > end {
                    (innermost, end) = self.nest(block);
                }
                self.of_block[block as usize] = innermost;
            }
        }
    }

    /// Opens and closes stretches at a block. Returns the innermost one around it, and where that ends, if there is one.
    fn nest(&mut self, block: u32) -> (u32, u32) {
        while self.open.last().is_some_and(|&open| self.all[open as usize].last < block) {
            self.open.pop();
        }
        if let Some(last) = self.back_from[block as usize].checked_sub(1) {
            self.open(block, last);
        }
        self.open.last().map_or((NONE, u32::MAX), |&open| (open, self.all[open as usize].last))
    }

    /// Opens a stretch. Those around that end before it does overlap with it, and control comes back into the middle of each: all are joined,
    /// and the outermost, in which the others lie, goes on to its end.
    fn open(&mut self, first: u32, last: u32) {
        let mut outermost = None;
        while let Some(&open) = self.open.last().filter(|&&open| self.all[open as usize].last < last) {
            self.open.pop();
            self.all[open as usize].joined = !fault!(NestOutermost);
            outermost = Some(open);
        }
        if let Some(open) = outermost {
            let stretch = &mut self.all[open as usize];
            (stretch.last, stretch.joined) = (last, true);
            self.open.push(open);
            return;
        }
        let parent = self.open.last().copied().unwrap_or(NONE);
        let depth = self.all.get(parent as usize).map_or(1, |around| around.depth + 1);
        self.open.push(self.all.len() as u32);
        self.all.push(Stretch { first, last, parent, depth, joined: false });
    }

    /// Whether a value may live in blocks before the one that makes it.
    pub fn is_odd(&self) -> bool {
        self.is_odd
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u32 {
        self.of_block.len() as u32
    }

    /// The place of a block in the order.
    #[inline]
    pub fn place(&self, block: Label) -> u32 {
        self.places[block.as_u32() as usize]
    }

    /// Whether control comes back from behind the block `last` to one from `after`, which does not count itself, to `last`. It does if
    /// these are too many to look at.
    pub fn comes_back_into(&self, after: u32, last: u32) -> bool {
        let blocks = &self.back_from[after as usize + 1..last as usize + 1];
        blocks.len() > MAX_LOOKED_AT || blocks.iter().any(|&back_from| back_from > last + 1)
    }

    /// How often the block at a place is taken to run, relative to the function's entry.
    #[inline]
    pub fn frequency(&self, place: u32) -> u32 {
        let innermost = self.of_block.get(place as usize).copied().unwrap_or(NONE);
        let depth = self.all.get(innermost as usize).map_or(0, |stretch| stretch.depth as usize);
        FREQUENCIES[depth.min(FREQUENCIES.len() - 1)]
    }

    /// The last block that a value lives in which is made in one block and mentioned in another, if the nest is not odd: the end of the
    /// outermost stretch that it is live into. `None` if there are too many of them.
    ///
    /// Why that covers it: what makes a value dominates all blocks that it lives in, so that they come behind it. From one behind the last
    /// that mentions it, control comes back by a branch to a block that it is live into. Where stretches were joined, that may be any.
    pub fn lives_to(&self, made: u32, mentioned: u32) -> Option<u32> {
        let mut last = mentioned;
        let mut id = self.of_block[mentioned as usize];
        for _ in 0..MAX_DEPTH {
            match self.all.get(id as usize) {
                Some(stretch) if stretch.first > made || (stretch.joined && !fault!(LocalJoined)) => {
                    last = last.max(stretch.last);
                    id = stretch.parent;
                }
                _ => return Some(last),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nest_of(edges: &[(u32, u32)], blocks: u32) -> Nest {
        let mut nest = Nest::default();
        nest.compute(blocks as usize, (0..blocks).map(Label::from_u32), |from| {
            edges.iter().filter(move |edge| edge.0 == from.as_u32()).map(|edge| Label::from_u32(edge.1))
        });
        nest
    }

    /// A loop of blocks 1 to 4 with one of block 2 alone, and one of 3 and 4.
    #[test]
    fn what_a_loop_is_entered_with_lives_to_its_end() {
        let edges = [(0, 1), (1, 2), (2, 2), (2, 3), (3, 4), (4, 3), (4, 1), (4, 5)];
        let nest = nest_of(&edges, 6);
        assert!(!nest.is_odd());
        assert_eq!((0..6).map(|block| nest.frequency(block)).collect::<Vec<_>>(), [1, 8, 64, 64, 64, 1]);
        assert_eq!(nest.lives_to(0, 2), Some(4));
        assert_eq!(nest.lives_to(1, 2), Some(2));
        assert_eq!(nest.lives_to(1, 3), Some(4));
        assert_eq!(nest.lives_to(2, 5), Some(5));
    }

    #[test]
    fn stretches_that_overlap_are_one() {
        let nest = nest_of(&[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 2), (4, 5)], 6);
        assert_eq!(nest.lives_to(0, 1), Some(4));
        assert_eq!(nest.frequency(2), 8);
        // Control comes back to block 2 without having been in 1.
        assert_eq!(nest.lives_to(1, 2), Some(4));
    }

    /// Three stretches end where a fourth begins, to which control comes back from behind: it comes back into all three.
    #[test]
    fn all_that_a_stretch_overlaps_go_on_to_its_end() {
        let chain = (0..18).map(|block| (block, block + 1));
        let edges: Vec<_> = chain.chain([(15, 7), (15, 2), (15, 1), (18, 12), (18, 15)]).collect();
        let nest = nest_of(&edges, 19);
        for (made, mentioned) in [(0, 9), (1, 9), (5, 9), (8, 9), (9, 13)] {
            assert_eq!(nest.lives_to(made, mentioned), Some(18), "made in {made}, mentioned in {mentioned}");
        }
    }

    #[test]
    fn who_comes_back_into_the_middle_of_a_loop_is_found() {
        // A loop of blocks 1 to 3, and one around it from 4, which goes on in the middle of it.
        let nest = nest_of(&[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 2), (4, 5)], 6);
        assert!(nest.comes_back_into(1, 3) && nest.comes_back_into(1, 2));
        // The loops themselves come back to what does not count, or from what is no place behind.
        assert!(!nest.comes_back_into(2, 3) && !nest.comes_back_into(0, 0) && !nest.comes_back_into(1, 4));
        let chain: Vec<_> = (0..100).map(|block| (block, block + 1)).collect();
        assert!(nest_of(&chain, 101).comes_back_into(0, 99));
    }

    /// The blocks that control can come to from one of these, which itself is among them only if control comes back, without passing another.
    fn reached(edges: &[(u32, u32)], from: u32, without: Option<u32>) -> Vec<u32> {
        let mut found = Vec::new();
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            for &(_, to) in edges.iter().filter(|edge| edge.0 == block) {
                if Some(to) != without && !found.contains(&to) {
                    found.push(to);
                    work.push(to);
                }
            }
        }
        found
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 4096 }))]

        /// Whatever the branches: a value lives nowhere behind where the nest says, where that says anything.
        #[test]
        fn values_live_no_longer_than_the_nest_says(
            forward in proptest::collection::vec((0_u32..11, 1_u32..5), 0..8),
            backward in proptest::collection::vec((0_u32..12, 0_u32..11), 0..7),
        ) {
            let blocks = 12;
            let mut edges: Vec<_> = (0..blocks - 1).map(|block| (block, block + 1)).collect();
            edges.extend(forward.iter().map(|&(from, by)| (from, (from + by).min(blocks - 1))));
            edges.extend(backward.iter().map(|&(from, back)| (from, (from - back.min(from)).max(1))).filter(|edge| edge.0 >= edge.1));
            // Some blocks end in a jump forward.
            for &(from, _) in forward.iter().filter(|(_, by)| *by == 4) {
                edges.retain(|&edge| edge != (from, from + 1));
            }
            let nest = nest_of(&edges, blocks);
            let reachable: Vec<u32> = [0].into_iter().chain(reached(&edges, 0, None)).collect();
            for made in reachable.iter().copied().filter(|_| !nest.is_odd()) {
                let without: Vec<u32> = if made == 0 { Vec::new() } else { reached(&edges, 0, Some(made)) };
                let is_dominated = |block: &u32| *block != made && !without.contains(block) && (made == 0 || *block != 0);
                for mentioned in reachable.iter().copied().filter(is_dominated) {
                    let Some(last) = nest.lives_to(made, mentioned) else { continue };
                    // It is live into each block from which control comes to the mention, not by way of its making.
                    let behind = (last + 1..blocks).filter(|block| reachable.contains(block) && is_dominated(block));
                    for block in behind {
                        let comes_back = reached(&edges, block, Some(made)).contains(&mentioned);
                        proptest::prop_assert!(!comes_back, "made in {made}, mentioned in {mentioned}, lives in {block}: {edges:?}");
                    }
                }
            }
        }
    }

    /// The test of a loop is laid out behind its body, and entered first.
    #[test]
    fn a_loop_that_is_entered_at_its_end_is_odd() {
        assert!(nest_of(&[(0, 2), (1, 2), (2, 1), (2, 3)], 4).is_odd());
        // What is never reached does not make it so.
        assert!(!nest_of(&[(0, 2), (1, 2), (2, 2), (2, 3)], 4).is_odd());
    }

    #[test]
    fn who_lies_in_too_many_lives_anywhere() {
        let depth = MAX_DEPTH as u32 + 1;
        let nested = |depth: u32| {
            let mut edges: Vec<(u32, u32)> = (0..depth).map(|block| (block, block + 1)).collect();
            edges.extend((1..=depth).map(|block| (depth, block)));
            nest_of(&edges, depth + 1)
        };
        assert_eq!(nested(depth).lives_to(0, depth), None);
        assert_eq!(nested(8).lives_to(0, 8), Some(8));
    }
}
