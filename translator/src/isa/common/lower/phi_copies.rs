//! Simple phi lowering: which copies each block makes before it ends ([SUBZERO-DESIGN] "Basic phi
//! lowering").
//!
//! Every phi gets a temporary. Each predecessor copies its operand into the temporary before its
//! terminator; the phi's block copies the temporary into the result at its start. Temporaries are
//! written only by these copies, so neither the order of copies nor a cycle among the phis matters,
//! and copies for an edge that is not taken are harmless.
//!
//! The plan is computed in one walk over the phis, linear in their operands, and linked by
//! predecessor.

use crate::ice::{Block, Function, InstData, Value};
use crate::util::entity::Entity;
use crate::util::refill;

/// One copy: `source` into the temporary of the phi that defines `phi`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PhiCopy {
    /// The phi's block.
    pub to: Block,
    /// The phi's result.
    pub phi: Value,
    /// The operand.
    pub source: Value,
}

/// The copies of a function: a list for each predecessor block, in the order of the phis.
#[derive(Clone, Default, Debug)]
pub struct PhiCopies {
    lists: Vec<List>,
    copies: Vec<Link>,
}

/// The first and the last copy of a list.
#[derive(Copy, Clone, Debug)]
struct List {
    first: u32,
    last: u32,
}

/// A copy and the next one of its list.
#[derive(Copy, Clone, Debug)]
struct Link {
    copy: PhiCopy,
    next: u32,
}

/// In place of a copy's index: there is none.
const NONE: u32 = u32::MAX;

/// A place in a list of copies.
#[derive(Copy, Clone, Debug)]
pub struct Place(u32);

impl PhiCopies {
    /// Computes the copies of a function.
    pub fn compute(&mut self, func: &Function) {
        self.copies.clear();
        refill(&mut self.lists, func.block_count(), List { first: NONE, last: NONE });
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let InstData::Phi { args } = *func.inst(inst) else { break };
                let Some(phi) = func.result(inst) else { continue };
                for arg in func.phi_args(args) {
                    self.add(arg.block, PhiCopy { to: block, phi, source: arg.value });
                }
            }
        }
    }

    /// Appends a copy to a block's list, unless it is for the repeated operand of a parallel edge:
    /// then the list ends in a copy for the same phi.
    fn add(&mut self, from: Block, copy: PhiCopy) {
        let index = self.copies.len() as u32;
        let list = &mut self.lists[from.index()];
        match self.copies.get_mut(list.last as usize) {
            Some(last) if last.copy.phi == copy.phi => return,
            Some(last) => last.next = index,
            None => list.first = index,
        }
        list.last = index;
        self.copies.push(Link { copy, next: NONE });
    }

    /// Where the list of the copies to make at the end of a block begins.
    #[inline]
    pub fn of(&self, block: Block) -> Place {
        Place(self.lists[block.index()].first)
    }

    /// The copy at a place, which moves on. `None` at the end.
    #[inline]
    pub fn next(&self, place: &mut Place) -> Option<PhiCopy> {
        let link = self.copies.get(place.0 as usize)?;
        place.0 = link.next;
        Some(link.copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, Module, Type};

    #[test]
    fn copies_are_filed_by_predecessor_and_parallel_edges_count_once() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, middle, exit) = (b.current(), b.block(), b.block());
        let (one, two) = (b.i32(1), b.i32(2));
        b.switch(b.arg(0), middle, &[(1, exit), (2, exit)]);
        b.switch_to(middle);
        b.br(exit);
        b.switch_to(exit);
        let x = b.phi(Type::I32, &[(entry, one), (middle, two), (entry, one)]);
        let y = b.phi(Type::I32, &[(middle, one), (entry, two), (entry, two)]);
        b.ret(Some(x));
        let func = b.finish();
        let mut plan = PhiCopies::default();
        for _ in 0..2 {
            plan.compute(&func);
            let list = |block| {
                let mut place = plan.of(block);
                std::iter::from_fn(|| plan.next(&mut place)).collect::<Vec<_>>()
            };
            assert_eq!(list(entry), [PhiCopy { to: exit, phi: x, source: one }, PhiCopy { to: exit, phi: y, source: two }]);
            assert_eq!(list(middle), [PhiCopy { to: exit, phi: x, source: two }, PhiCopy { to: exit, phi: y, source: one }]);
            assert_eq!(list(exit), []);
        }
    }
}
