//! Better forms of allocated instructions, chosen when registers are known.
//!
//! In: allocated code. Out: the same, encoded; an operation whose result is compared with zero soon after
//! sets the flags itself, if what reads them asks no more than whether the result is zero or negative,
//! and the comparison goes. Between the two nothing may read or set the flags or write the register, and
//! there may be no label. In a sandbox, where other instructions come between, nothing changes.
//!
//! One pass; looking ahead is bounded by a constant. Source: [ARM-ARM] A4.4.1: `adds`, `subs` and `ands`
//! set N and Z by their result.

use super::emit::Emitter;
use super::inst::{Inst, Opcode, Opnd};
use super::op::{Cond, Op};
use super::regs::Reg;
use crate::lir::{Flow, FlowInst, MachInst, Role};

/// How many instructions are looked at.
const LOOKAHEAD: usize = 8;

impl Emitter<'_> {
    /// Encodes all instructions.
    pub(super) fn function(&mut self) {
        let insts = &self.code.insts;
        if !self.code.polish || self.code.sandboxed {
            return self.instructions(insts);
        }
        let mut gone = usize::MAX;
        for (index, inst) in insts.iter().enumerate() {
            if index == gone {
                continue;
            }
            match self.compared(index) {
                Some((op, comparison)) => {
                    self.instructions(&[Inst { opcode: Opcode::Real(op), ..*inst }]);
                    gone = comparison;
                }
                None => self.instructions(std::slice::from_ref(inst)),
            }
        }
    }

    /// If an operation can make the comparison of its result with zero: how, and which comparison that is.
    fn compared(&self, index: usize) -> Option<(Op, usize)> {
        let inst = &self.code.insts[index];
        let op = match inst.opcode {
            Opcode::Real(Op::Add) => Op::Adds,
            Opcode::Real(Op::Sub) => Op::Subs,
            Opcode::Real(Op::And) => Op::Ands,
            _ => return None,
        };
        let reg = self.register(inst.a).filter(|_| inst.cond == Cond::Al)?;
        let behind = self.code.insts.iter().enumerate().skip(index + 1).take(LOOKAHEAD);
        for (at, next) in behind {
            let effects = next.effects();
            if effects.writes_flags {
                let is_comparison = next.opcode == Opcode::Real(Op::Cmp) && next.b == Opnd::Imm(0) && next.cond == Cond::Al;
                return (is_comparison && self.register(next.a) == Some(reg) && self.asks_for_zero(at)).then_some((op, at));
            }
            let is_plain = next.flow() == Flow::Next && next.cond == Cond::Al && !effects.reads_flags;
            if !is_plain || next.opcode == Opcode::SetFlag || self.writes(next, reg) {
                return None;
            }
        }
        None
    }

    /// Whether all that reads the flags of a comparison asks whether they say zero, or negative.
    fn asks_for_zero(&self, comparison: usize) -> bool {
        for next in self.code.insts[comparison + 1..].iter().take(LOOKAHEAD) {
            let effects = next.effects();
            let cond = if next.opcode == Opcode::SetFlag { Cond::ALL[usize::from(next.control)] } else { next.cond };
            if effects.reads_flags && !matches!(cond, Cond::Eq | Cond::Ne | Cond::Mi | Cond::Pl) && !fault!(Arm32PolishCarry) {
                return false;
            }
            if effects.writes_flags || !matches!(next.flow(), Flow::Next | Flow::Branch) {
                return true;
            }
        }
        false
    }

    fn register(&self, operand: Opnd) -> Option<Reg> {
        match operand {
            Opnd::Var(var) => self.code.var(var).reg.map(Reg),
            _ => None,
        }
    }

    /// Whether an instruction writes a register.
    fn writes(&self, inst: &Inst, reg: Reg) -> bool {
        let mut writes = inst.clobbers(&self.code.pools).contains(reg.0);
        inst.visit(&self.code.pools, |var, role| writes |= role != Role::Use && self.code.var(var).reg == Some(reg.0));
        writes
    }
}
