//! Checks that phis match the control flow: one operand for each incoming edge, no more and no fewer.
//!
//! A block that reaches another over several edges (a switch) occurs that many times, with the same value each time. Runs after the
//! last block, and only if there are phis. Cost: linear in edges and phi operands.
//!
//! Source: `pnacl-bitcode-manual.rst`, "Phi Instruction"; LLVM 3.3's language reference, "phi", for repeated edges.

use super::function::{BodyDecoder, PHI};
use crate::bitcode::records::Place;
use crate::error::DecodeError;
use crate::ice::{Block, BlockCall, Function, InstData, Value};
use crate::util::entity::Entity;

/// Reused vectors: the predecessors of all blocks, and counters by block.
#[derive(Clone, Debug, Default)]
pub(super) struct PhiScratch {
    /// Where the predecessors of a block start in `preds`; one entry more than blocks.
    starts: Vec<u32>,
    preds: Vec<Block>,
    /// By predecessor, while a phi is checked: operands still expected, and the value of those seen.
    expected: Vec<(u32, Option<Value>)>,
}

impl PhiScratch {
    fn find_predecessors(&mut self, func: &Function) {
        let blocks = func.block_count();
        self.starts.clear();
        self.starts.resize(blocks + 1, 0);
        for &block in func.block_order() {
            func.successors(block).for_each(|to| self.starts[to.index()] += 1);
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.preds.clear();
        self.preds.resize(sum as usize, Block::from_u32(0));
        // Filling from the back turns each end into the start.
        for &block in func.block_order() {
            for to in func.successors(block) {
                self.starts[to.index()] -= 1;
                self.preds[self.starts[to.index()] as usize] = block;
            }
        }
        self.expected.clear();
        self.expected.resize(blocks, (0, None));
    }

    /// Checks one phi of `block`. Leaves counters behind only after an error.
    fn check(&mut self, block: Block, args: &[BlockCall]) -> Result<(), String> {
        let range = self.starts[block.index()] as usize..self.starts[block.index() + 1] as usize;
        let preds = &self.preds[range];
        if preds.len() != args.len() {
            return Err(format!("a phi with {} operands; its block has {} incoming edges", args.len(), preds.len()));
        }
        for pred in preds {
            let entry = &mut self.expected[pred.index()];
            *entry = (entry.0 + 1, None);
        }
        // As many operands as edges: if none comes too often, none is missing.
        for arg in args {
            let (missing, seen) = &mut self.expected[arg.block.index()];
            if *missing == 0 {
                let count = preds.iter().filter(|&&pred| pred == arg.block).count();
                return Err(format!("a phi names {} too often; {count} edges come from there", arg.block));
            }
            *missing -= 1;
            if seen.replace(arg.value).is_some_and(|value| value != arg.value) {
                return Err(format!("a phi with two different values for the edges from {}", arg.block));
            }
        }
        Ok(())
    }
}

impl BodyDecoder<'_> {
    /// Checks all phis of the function, whose blocks are complete.
    pub(super) fn check_phis(&mut self) -> Result<(), DecodeError> {
        if self.lists.phis.is_empty() {
            return Ok(());
        }
        let scratch = &mut self.lists.phi_scratch;
        scratch.find_predecessors(self.func);
        for &(inst, offset) in &self.lists.phis {
            let InstData::Phi { args } = *self.func.inst(inst) else { continue };
            let Some(block) = self.func.inst_block(inst) else { continue };
            if let Err(message) = scratch.check(block, self.func.phi_args(args)) {
                return Err(Place { offset, code: Some(PHI), ..self.place }.error(message));
            }
        }
        Ok(())
    }
}
