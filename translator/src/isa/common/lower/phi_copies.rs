//! Simple phi lowering: which copies each block makes before it ends ([SUBZERO-DESIGN] "Basic phi
//! lowering").
//!
//! Every phi gets a temporary. Each predecessor copies its operand into the temporary before its
//! terminator; the phi's block copies the temporary into the result at its start. Temporaries are
//! written only by these copies, so neither the order of copies nor a cycle among the phis matters,
//! and copies for an edge that is not taken are harmless.
//!
//! The plan is computed in one walk over the phis, linear in their operands, and stored by
//! predecessor.

use crate::ice::{Block, Function, InstData, Value};
use crate::util::entity::Entity;

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

/// The copies of a function, by predecessor block.
#[derive(Clone, Default, Debug)]
pub struct PhiCopies {
    starts: Vec<u32>,
    copies: Vec<PhiCopy>,
    /// For each block the last phi that was seen with an operand from it, to skip the repeated
    /// operands of parallel edges.
    last_phi: Vec<u32>,
}

const NO_PHI: u32 = u32::MAX;

impl PhiCopies {
    /// Computes the copies of a function.
    pub fn compute(&mut self, func: &Function) {
        let blocks = func.block_count();
        self.starts.clear();
        self.starts.resize(blocks + 1, 0);
        self.copies.clear();
        let mut count = 0;
        self.for_each_operand(func, |plan, block, _| {
            plan.starts[block.index() + 1] += 1;
            count += 1;
        });
        if count == 0 {
            return;
        }
        for index in 0..blocks {
            self.starts[index + 1] += self.starts[index];
        }
        let placeholder = PhiCopy { to: Block::from_u32(0), phi: Value::local(0), source: Value::local(0) };
        self.copies.resize(count, placeholder);
        // Fills from the front of each run, moving the run's start; the starts are shifted back
        // afterwards.
        self.for_each_operand(func, |plan, block, copy| {
            let slot = &mut plan.starts[block.index()];
            plan.copies[*slot as usize] = copy;
            *slot += 1;
        });
        for index in (1..=blocks).rev() {
            self.starts[index] = self.starts[index - 1];
        }
        self.starts[0] = 0;
    }

    fn for_each_operand(&mut self, func: &Function, mut visit: impl FnMut(&mut Self, Block, PhiCopy)) {
        self.last_phi.clear();
        self.last_phi.resize(func.block_count(), NO_PHI);
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let InstData::Phi { args } = *func.inst(inst) else { break };
                let Some(phi) = func.result(inst) else { continue };
                for arg in func.phi_args(args) {
                    let last = &mut self.last_phi[arg.block.index()];
                    if *last != inst.as_u32() {
                        *last = inst.as_u32();
                        visit(self, arg.block, PhiCopy { to: block, phi, source: arg.value });
                    }
                }
            }
        }
    }

    /// The copies to make at the end of a block.
    pub fn of(&self, block: Block) -> &[PhiCopy] {
        if self.copies.is_empty() {
            return &[];
        }
        &self.copies[self.starts[block.index()] as usize..self.starts[block.index() + 1] as usize]
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
            assert_eq!(plan.of(entry), [PhiCopy { to: exit, phi: x, source: one }, PhiCopy { to: exit, phi: y, source: two }]);
            assert_eq!(plan.of(middle), [PhiCopy { to: exit, phi: x, source: two }, PhiCopy { to: exit, phi: y, source: one }]);
            assert_eq!(plan.of(exit), []);
        }
    }
}
