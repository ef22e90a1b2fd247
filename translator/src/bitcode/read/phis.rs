//! Checks that phis match the control flow: one operand for each incoming edge, no more and no
//! fewer.
//!
//! A block that reaches another over several edges (a switch) occurs that many times, with the same
//! value each time. Runs after the last block, and only if there are phis. Cost: linear in edges
//! and phi operands.
//!
//! Source: [PNACL-MANUAL] "Phi Instruction"; [LLVM-REF-3-3] "phi", for repeated edges.

use super::function::{BodyDecoder, PHI};
use crate::bitcode::records::ErrorPlace;
use crate::error::DecodeError;
use crate::ice::{Block, BlockCall, Function, InstData, Value};
use crate::util::entity::Entity;
use crate::util::refill;

/// Reused vectors: the predecessors of all blocks, and counters by block.
#[derive(Clone, Debug, Default)]
pub(super) struct PhiScratch {
    /// Where the predecessors of a block start in `preds`; one entry more than blocks.
    starts: Vec<u32>,
    preds: Vec<Block>,
    /// By predecessor, while a phi is checked: operands still expected, and the value of those
    /// seen.
    expected: Vec<(u32, Option<Value>)>,
}

impl PhiScratch {
    fn find_predecessors(&mut self, func: &Function) {
        let blocks = func.block_count();
        refill(&mut self.starts, blocks + 1, 0);
        for &block in func.block_order() {
            func.successors(block).for_each(|to| self.starts[to.index()] += 1);
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        refill(&mut self.preds, sum as usize, Block::from_u32(0));
        // Filling from the back turns each end into the start.
        for &block in func.block_order() {
            for to in func.successors(block) {
                self.starts[to.index()] -= 1;
                self.preds[self.starts[to.index()] as usize] = block;
            }
        }
        refill(&mut self.expected, blocks, (0, None));
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
                return Err(ErrorPlace { offset, code: Some(PHI), ..self.place }.error(message));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::bitcode::testing::{Record, TestBody, ty};

    /// Reads a body with an i32 argument (value 4) and the constants 7 (5), 8 (6) and true (7); the
    /// first result is 8.
    fn body(records: &[Record]) -> Result<String, String> {
        let constants: [Record; 5] = [(1, &[ty::I32]), (4, &[14]), (4, &[16]), (1, &[ty::I1]), (4, &[3])];
        TestBody { sig: &[ty::VOID, ty::I32], constants: &constants, records }.read()
    }

    /// The constants as operands of the first phi: the distance, shifted by its sign.
    const SEVEN: u64 = 6;
    const EIGHT: u64 = 4;

    const DIAMOND: [Record; 4] = [(1, &[4]), (11, &[1, 2, 1]), (11, &[3]), (11, &[3])];

    fn diamond(phi: &[u64]) -> Result<String, String> {
        body(&[&DIAMOND[..], &[(16, phi), (10, &[])]].concat())
    }

    #[test]
    fn one_operand_for_each_edge() {
        let text = diamond(&[ty::I32, SEVEN, 1, EIGHT, 2]).unwrap();
        assert!(text.contains("phi i32 [7, b1], [8, b2]"), "{text}");
        assert!(diamond(&[ty::I32, EIGHT, 2, SEVEN, 1]).is_ok());
        let error = |phi: &[u64]| diamond(phi).unwrap_err();
        assert!(error(&[ty::I32, SEVEN, 1]).contains("a phi with 1 operands; its block has 2 incoming edges"));
        assert!(error(&[ty::I32, SEVEN, 1, EIGHT, 2, EIGHT, 0]).contains("a phi with 3 operands"));
        assert!(error(&[ty::I32, SEVEN, 1, SEVEN, 1]).contains("names b1 too often; 1 edges"));
        assert!(error(&[ty::I32, SEVEN, 1, EIGHT, 0]).contains("names b0 too often; 0 edges"));
        assert!(error(&[ty::I32, SEVEN, 1, EIGHT, 4]).contains("phi names block 4"));
        assert!(error(&[ty::I32, SEVEN, 1, EIGHT]).contains("a phi with 3 values after its type"));
        assert!(error(&[ty::I32]).contains("a phi with 0 values after its type"));
        assert!(error(&[]).contains("a phi without a type"));
        assert!(error(&[ty::VOID, SEVEN, 1, EIGHT, 2]).contains("type 0 is not a type of values"));
        let message = error(&[ty::I32, SEVEN, 1]);
        assert!(message.contains("record 16"), "{message}");
    }

    #[test]
    fn repeated_edges_repeat_the_operand() {
        let switch: [Record; 2] = [(1, &[3]), (12, &[ty::I32, 4, 2, 3, 1, 1, 2, 1, 1, 1, 4, 1, 1, 1, 6, 2])];
        let with = |phi: &[u64]| body(&[&switch[..], &[(16, phi), (11, &[2]), (10, &[])]].concat());
        assert!(with(&[ty::I32, SEVEN, 0, SEVEN, 0]).is_ok());
        assert!(with(&[ty::I32, SEVEN, 0]).unwrap_err().contains("2 incoming edges"));
        assert!(with(&[ty::I32, SEVEN, 0, EIGHT, 0]).unwrap_err().contains("two different values for the edges from b0"));
    }

    #[test]
    fn a_forward_type_may_stand_before_a_phi() {
        assert!(body(&[(1, &[2]), (11, &[1]), (43, &[8, ty::I32]), (16, &[ty::I32, SEVEN, 0]), (10, &[])]).is_ok());
    }
}
