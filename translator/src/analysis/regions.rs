//! Regions: a function's loops, and the function around them, with what lies immediately in each.
//!
//! In: blocks in some order, and the loops. Out: [`Parts`]: by region, the innermost loops first, its own blocks and the loops that
//! lie in no other loop of it, in that order. So what is done region by region sees each block once, and each loop once more.
//! Sorts what lies in loops; linear otherwise.

use super::{Loop, Loops};
use crate::ice::Block;

/// A loop, or the function around all loops. A region is smaller than those that it lies in.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Region(u32);

impl Region {
    /// The function.
    pub const FUNCTION: Region = Region(u32::MAX);

    /// A loop's, or the function's.
    pub fn of(which: Option<Loop>) -> Self {
        // Loops are numbered from the outer to the inner ones.
        which.map_or(Self::FUNCTION, |which| Self(u32::MAX - 1 - which.as_u32()))
    }

    /// The loop that it is.
    pub fn as_loop(self) -> Option<Loop> {
        (self != Self::FUNCTION).then(|| Loop::from_u32(u32::MAX - 1 - self.0))
    }

    /// A number that is smaller than those of the regions that it lies in.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The innermost region in which two blocks lie.
    pub fn around(loops: &Loops, one: Block, other: Block) -> Self {
        let mut around = loops.innermost(one);
        while let Some(which) = around.filter(|&which| !loops.contains(which, other)) {
            around = loops.parent(which);
        }
        Self::of(around)
    }
}

/// What lies immediately in a region.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A block that lies in no loop of the region.
    Block(Block),
    /// A loop that lies in no other loop of the region.
    Loop(Loop),
}

/// See the module.
#[derive(Clone, Default, Debug)]
pub struct Parts {
    /// By region (bits 32 and up), and by a block's index in the order, twice that, and one more if it stands for the loop that it is the
    /// header of.
    parts: Vec<u64>,
}

impl Parts {
    /// Finds the parts of all regions, each in the order of its blocks, or of their headers.
    pub fn compute(&mut self, order: &[Block], loops: &Loops) {
        self.parts.clear();
        for (index, &block) in order.iter().enumerate() {
            let innermost = loops.innermost(block);
            let key = |region: Region| (u64::from(region.number()) << 32) | (2 * index as u64);
            self.parts.push(key(Region::of(innermost)));
            if let Some(which) = innermost.filter(|&which| loops.header(which) == block) {
                self.parts.push(key(Region::of(loops.parent(which))) + 1);
            }
        }
        if !loops.is_empty() {
            self.parts.sort_unstable();
        }
    }

    /// The region to which the part with an index belongs, if there are so many.
    pub fn region(&self, index: usize) -> Option<Region> {
        self.parts.get(index).map(|part| Region((part >> 32) as u32))
    }

    /// The part with an index. `order` and `loops` are those for which they were computed.
    pub fn part(&self, index: usize, order: &[Block], loops: &Loops) -> Part {
        let key = self.parts[index] as u32;
        let block = order[key as usize / 2];
        match loops.innermost(block) {
            Some(which) if key % 2 == 1 => Part::Loop(which),
            _ => Part::Block(block),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ControlFlow;
    use crate::ice::{FunctionBuilder, Linkage, Module, Type};

    #[test]
    fn inner_loops_come_first_and_stand_in_the_outer_ones_by_their_headers() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I1]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, outer, inner, latch, exit) = (b.current(), b.block(), b.block(), b.block(), b.block());
        let again = b.arg(0);
        b.br(outer);
        b.switch_to(outer);
        b.br(inner);
        b.switch_to(inner);
        b.cond_br(again, inner, latch);
        b.switch_to(latch);
        b.cond_br(again, outer, exit);
        b.switch_to(exit);
        b.ret(None);
        let func = b.finish();
        let mut flow = ControlFlow::default();
        flow.with_loops(&func);
        let order = func.block_order();
        let mut parts = Parts::default();
        parts.compute(order, &flow.loops);
        let [outside, inside] = [outer, inner].map(|block| flow.loops.innermost(block).expect("a loop"));
        let all: Vec<_> = (0..).map_while(|index| Some((parts.region(index)?, parts.part(index, order, &flow.loops)))).collect();
        let [function, of_outer, of_inner] = [None, Some(outside), Some(inside)].map(Region::of);
        let block = Part::Block;
        assert_eq!(
            all,
            [
                (of_inner, block(inner)),
                (of_outer, block(outer)),
                (of_outer, Part::Loop(inside)),
                (of_outer, block(latch)),
                (function, block(entry)),
                (function, Part::Loop(outside)),
                (function, block(exit)),
            ]
        );
        assert_eq!((Region::around(&flow.loops, inner, latch), Region::around(&flow.loops, latch, exit)), (of_outer, function));
        assert_eq!((of_inner.as_loop(), function.as_loop()), (Some(inside), None));
    }
}
