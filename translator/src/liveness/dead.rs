//! Dead code elimination on lowered code: drops instructions that write nothing that is read.
//!
//! In: lowered code. Out: the same without them. The moves on edges stay, those to phis without
//! uses too, and count as uses of what they read. Comparisons whose flags are dead go too: flags
//! are followed in emission order, and are taken to be read by every branch and jump.
//!
//! Uses are counted once; one walk backwards drops what has none and takes back the uses of what it
//! drops. A value that is used before its definition in emission order, or only by itself around a
//! loop, may stay: the IR's own pass finds those. Linear.

use crate::lir::{Code, EdgeSource, Flow, FlowInst, Role, Var};

/// Working memory, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct DeadCode {
    /// For each variable how many instructions and edges read it.
    uses: Vec<u32>,
    keep: Vec<bool>,
}

impl DeadCode {
    /// Drops those dead instructions that `may_drop` agrees to. Returns how many.
    pub fn run<I: FlowInst>(&mut self, code: &mut Code<I>, may_drop: impl FnMut(&I) -> bool) -> usize {
        self.count(code);
        self.mark(code, may_drop);
        let before = code.insts.len();
        let mut keep = self.keep.iter();
        code.insts.retain(|_| *keep.next().expect("a mark for each instruction"));
        before - code.insts.len()
    }

    fn count<I: FlowInst>(&mut self, code: &Code<I>) {
        self.uses.clear();
        self.uses.resize(code.vars.len(), 0);
        for inst in &code.insts {
            inst.visit(&code.pools, |var, role| self.uses[var.as_u32() as usize] += u32::from(role != Role::Def));
        }
        for edge in code.edges.all() {
            if let EdgeSource::Var(var) = edge.source {
                self.uses[var.as_u32() as usize] += 1;
            }
        }
    }

    fn mark<I: FlowInst>(&mut self, code: &Code<I>, mut may_drop: impl FnMut(&I) -> bool) {
        self.keep.clear();
        self.keep.resize(code.insts.len(), true);
        let mut flags_read = true;
        for (index, inst) in code.insts.iter().enumerate().rev() {
            let effects = inst.effects();
            let needed = effects.pinned || (effects.writes_flags && flags_read) || self.writes_what_is_read(inst, code);
            if needed || !may_drop(inst) {
                flags_read = effects.reads_flags
                    || (flags_read && !effects.writes_flags && !fault!(DeadComparison))
                    || matches!(inst.flow(), Flow::Branch | Flow::Jump);
                continue;
            }
            self.keep[index] = false;
            inst.visit(&code.pools, |var, role| {
                self.uses[var.as_u32() as usize] -= u32::from(role != Role::Def);
            });
        }
    }

    /// A variable that is changed rather than written counts as read by others only if others read
    /// it.
    fn writes_what_is_read<I: FlowInst>(&self, inst: &I, code: &Code<I>) -> bool {
        let mut read = false;
        inst.visit(&code.pools, |var: Var, role| {
            let own = u32::from(role == Role::UseDef);
            read |= role != Role::Use && self.uses[var.as_u32() as usize] > own;
        });
        read
    }
}
