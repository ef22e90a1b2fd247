//! Edits that optimisation passes make: operands mapped in place, instructions moved, blocks split
//! and joined, edges and phi operands kept in step.
//!
//! In: a function, and what to change. Out: the function. Nothing here checks that the result is
//! well formed; what each edit leaves to its caller is said with it. An operand list is edited
//! where it lies in its pool, so it must belong to one instruction: true of what the readers, the
//! builder and the passes make. Complexity: constant, or linear in the operands of the instructions
//! that are named.

use super::{Function, InstNode, NONE, inst_or_none};
use crate::ice::inst::{BlockCall, InstData};
use crate::ice::{Block, Inst, Value};

impl Function {
    /// Replaces every value operand of an instruction, phi operands included, by what `map` makes
    /// of it.
    pub fn map_operands(&mut self, inst: Inst, mut map: impl FnMut(Value) -> Value) {
        let mut each = |operands: &mut [&mut Value]| operands.iter_mut().for_each(|operand| **operand = map(**operand));
        match &mut self.insts[inst] {
            InstData::Alloca { size, .. } => each(&mut [size]),
            InstData::Binary { lhs, rhs, .. } | InstData::Icmp { lhs, rhs, .. } | InstData::Fcmp { lhs, rhs, .. } => {
                each(&mut [lhs, rhs]);
            }
            InstData::Cast { src, .. } => each(&mut [src]),
            InstData::Select { cond, on_true, on_false } => each(&mut [cond, on_true, on_false]),
            InstData::Load { addr, .. } => each(&mut [addr]),
            InstData::Store { addr, value, .. } => each(&mut [addr, value]),
            InstData::InsertElement { vector, element, index } => each(&mut [vector, element, index]),
            InstData::ExtractElement { vector, index } => each(&mut [vector, index]),
            InstData::Phi { args } => {
                let args = &mut self.phi_pool[args.start as usize..][..args.len as usize];
                args.iter_mut().for_each(|arg| each(&mut [&mut arg.value]));
            }
            InstData::Call { args, .. } => {
                self.value_pool[args.start as usize..][..args.len as usize].iter_mut().for_each(|arg| each(&mut [arg]));
            }
            InstData::CallIndirect { callee, args, .. } => {
                each(&mut [callee]);
                self.value_pool[args.start as usize..][..args.len as usize].iter_mut().for_each(|arg| each(&mut [arg]));
            }
            InstData::CondBr { cond, .. } => each(&mut [cond]),
            InstData::Switch { value, .. } => each(&mut [value]),
            InstData::Ret { value } => value.iter_mut().for_each(|value| each(&mut [value])),
            InstData::Br { .. } | InstData::Unreachable => {}
        }
    }

    /// Replaces every successor of a block by what `map` makes of it. The phis of old and new
    /// successors are the caller's.
    pub fn map_successors(&mut self, block: Block, mut map: impl FnMut(Block) -> Block) {
        let Some(terminator) = self.last_inst(block) else { return };
        self.changes.count();
        match &mut self.insts[terminator] {
            InstData::Br { target } => *target = map(*target),
            InstData::CondBr { on_true, on_false, .. } => {
                *on_true = map(*on_true);
                *on_false = map(*on_false);
            }
            InstData::Switch { cases, default, .. } => {
                *default = map(*default);
                let cases = &mut self.case_pool[cases.start as usize..][..cases.len as usize];
                cases.iter_mut().for_each(|case| case.target = map(case.target));
            }
            _ => {}
        }
    }

    /// Changes the operands of a phi: each is replaced by what `map` makes of it, or dropped. Does
    /// nothing to another instruction.
    pub fn filter_phi_args(&mut self, phi: Inst, mut map: impl FnMut(BlockCall) -> Option<BlockCall>) {
        let InstData::Phi { args } = &mut self.insts[phi] else { return };
        let operands = &mut self.phi_pool[args.start as usize..][..args.len as usize];
        let mut kept = 0;
        for index in 0..operands.len() {
            if let Some(arg) = map(operands[index]) {
                operands[kept] = arg;
                kept += 1;
            }
        }
        args.len = kept as u32;
    }

    /// Drops one operand for an edge from `pred` from every phi of `block`: one edge between the
    /// two has gone.
    pub fn remove_phi_edge(&mut self, block: Block, pred: Block) {
        let mut next = self.first_inst(block);
        while let Some(inst) = next.filter(|&inst| self.inst(inst).is_phi()) {
            let mut dropped = false;
            self.filter_phi_args(inst, |arg| {
                let drop = !dropped && arg.block == pred;
                dropped |= drop;
                (!drop).then_some(arg)
            });
            next = self.next_inst(inst);
        }
    }

    /// Makes every phi operand of `block` that comes from `from` come from `to`.
    pub fn rename_phi_pred(&mut self, block: Block, from: Block, to: Block) {
        let mut next = self.first_inst(block);
        while let Some(inst) = next.filter(|&inst| self.inst(inst).is_phi()) {
            self.filter_phi_args(inst, |arg| {
                Some(BlockCall { block: if arg.block == from { to } else { arg.block }, value: arg.value })
            });
            next = self.next_inst(inst);
        }
    }

    /// Moves an instruction to the place before another one. Dominance is the caller's.
    pub fn move_inst_before(&mut self, inst: Inst, next: Inst) {
        if inst == next {
            return;
        }
        self.remove_inst(inst);
        self.link_before(inst, next);
    }

    /// Links an unlinked instruction before another one.
    pub(super) fn link_before(&mut self, inst: Inst, next: Inst) {
        self.count_change_of(inst);
        let InstNode { prev, block, .. } = self.inst_nodes[next.as_u32() as usize];
        let node = &mut self.inst_nodes[inst.as_u32() as usize];
        *node = InstNode { prev, next: next.as_u32(), block, result: node.result };
        self.inst_nodes[next.as_u32() as usize].prev = inst.as_u32();
        match inst_or_none(prev) {
            Some(prev) => self.inst_nodes[prev.as_u32() as usize].next = inst.as_u32(),
            None => self.block_nodes[Block::from_u32(block)].first = inst.as_u32(),
        }
    }

    /// Moves `first` and all instructions after it in its block to the end of another block.
    /// Terminators, layout and phis are the caller's. Linear in the instructions moved.
    pub fn move_tail(&mut self, first: Inst, to: Block) {
        self.changes.count();
        let node = self.inst_nodes[first.as_u32() as usize];
        let from = Block::from_u32(node.block);
        let last = self.block_nodes[from].last;
        match inst_or_none(node.prev) {
            Some(prev) => self.inst_nodes[prev.as_u32() as usize].next = NONE,
            None => self.block_nodes[from].first = NONE,
        }
        self.block_nodes[from].last = node.prev;
        let end = self.block_nodes[to].last;
        self.inst_nodes[first.as_u32() as usize].prev = end;
        match inst_or_none(end) {
            Some(end) => self.inst_nodes[end.as_u32() as usize].next = first.as_u32(),
            None => self.block_nodes[to].first = first.as_u32(),
        }
        self.block_nodes[to].last = last;
        let mut next = Some(first);
        while let Some(inst) = next {
            self.inst_nodes[inst.as_u32() as usize].block = to.as_u32();
            next = self.next_inst(inst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FuncId, Type};

    fn block_of(func: &mut Function, count: usize) -> (Block, Vec<Inst>) {
        let block = func.append_block();
        let arg = Value::local(0);
        let add = InstData::Binary { op: BinOp::Add, lhs: arg, rhs: arg };
        (block, (0..count).map(|_| func.append_inst(block, add, Type::I32).0).collect())
    }

    fn insts(func: &Function, block: Block) -> Vec<Inst> {
        let list: Vec<_> = func.block_insts(block).collect();
        assert!(list.iter().all(|&inst| func.inst_block(inst) == Some(block)));
        let backwards: Vec<_> = std::iter::successors(func.last_inst(block), |&inst| func.prev_inst(inst)).collect();
        assert!(backwards.iter().rev().eq(&list));
        list
    }

    #[test]
    fn a_tail_moves_behind_what_is_there() {
        let mut func = Function::new(FuncId::from_u32(0), &[Type::I32]);
        let (from, a) = block_of(&mut func, 3);
        let (to, b) = block_of(&mut func, 2);
        let empty = func.append_block();
        func.move_tail(a[1], to);
        assert_eq!(insts(&func, from), [a[0]]);
        assert_eq!(insts(&func, to), [b[0], b[1], a[1], a[2]]);
        func.move_tail(b[0], empty);
        assert_eq!(insts(&func, to), []);
        assert_eq!(insts(&func, empty), [b[0], b[1], a[1], a[2]]);
    }

    #[test]
    fn an_instruction_moves_within_and_between_blocks() {
        let mut func = Function::new(FuncId::from_u32(0), &[Type::I32]);
        let (from, a) = block_of(&mut func, 3);
        let (to, b) = block_of(&mut func, 1);
        func.move_inst_before(a[2], b[0]);
        assert_eq!(insts(&func, to), [a[2], b[0]]);
        func.move_inst_before(a[1], a[0]);
        func.move_inst_before(a[1], a[1]);
        assert_eq!(insts(&func, from), [a[1], a[0]]);
    }

    #[test]
    fn one_edge_takes_one_operand_along() {
        let mut func = Function::new(FuncId::from_u32(0), &[Type::I32]);
        let (pred, _) = block_of(&mut func, 0);
        let (other, _) = block_of(&mut func, 0);
        let join = func.append_block();
        let arg = |block| BlockCall { block, value: Value::local(0) };
        let args = func.make_phi_args(&[arg(pred), arg(other), arg(pred)]);
        let (phi, _) = func.append_inst(join, InstData::Phi { args }, Type::I32);
        func.remove_phi_edge(join, pred);
        let InstData::Phi { args } = *func.inst(phi) else { unreachable!("a phi") };
        assert_eq!(func.phi_args(args), [arg(other), arg(pred)]);
        func.rename_phi_pred(join, pred, join);
        assert_eq!(func.phi_args(args), [arg(other), arg(join)]);
    }
}
