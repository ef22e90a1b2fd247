//! Better forms of allocated instructions, chosen when registers are known.
//!
//! In: allocated code. Out: the same, encoded, with these replacements:
//! - a copy and an addition or small shift of the copy become one `lea`;
//! - clearing a register becomes `xor`, comparing one with zero becomes `test`, both two bytes
//!   long;
//! - a move between vector registers becomes `movaps`, which is shorter and does not wait for the
//!   old content.
//!
//! What changes the flags where the original did not, and the reverse, is replaced only where they
//! are dead. Flags are never read beyond a label, and never after a jump. One pass; looking ahead
//! is bounded by a constant.

use super::emit::Emitter;
use super::encode::{Mem, Operand};
use super::inst::{Opcode, Opnd};
use super::op::{Op, Size};
use super::regs::Reg;
use crate::lir::{Flow, FlowInst};

/// How many instructions are looked at to see whether the flags are read.
const LOOKAHEAD: usize = 8;

impl Emitter<'_> {
    /// Encodes the instructions from one on, up to another; perhaps what follows with the last.
    /// Returns the first that is left.
    pub(super) fn polished(&mut self, from: usize, end: usize) -> usize {
        let insts = &self.code.insts;
        let mut index = from;
        while index < end
            && let Some(inst) = insts.get(index)
        {
            index += self.fused(index).unwrap_or_else(|| {
                if !self.shorter(index) {
                    self.inst(inst);
                }
                1
            });
        }
        index
    }

    /// Encodes an instruction, and perhaps what follows it, in a better form, if it has one. Returns how many they were.
    /// For code in a sandbox alone: the usual walk has copies of the two of its own.
    #[inline(never)]
    pub(super) fn better(&mut self, index: usize) -> Option<usize> {
        self.fused(index).or_else(|| self.shorter(index).then_some(1))
    }

    /// The register of an operand.
    pub(super) fn reg(&self, operand: Opnd) -> Option<Reg> {
        match operand {
            Opnd::Var(var) => self.code.var(var).reg.map(Reg),
            _ => None,
        }
    }

    /// Whether the flags are dead after an instruction.
    pub(super) fn flags_are_dead(&self, index: usize) -> bool {
        for inst in self.code.insts[index + 1..].iter().take(LOOKAHEAD) {
            let effects = inst.effects();
            if effects.reads_flags && !fault!(PolishFlags) {
                return false;
            }
            if effects.writes_flags || !matches!(inst.flow(), Flow::Next) {
                return true;
            }
        }
        false
    }

    /// Encodes a copy together with what follows it. Returns the number of instructions encoded.
    #[inline(always)]
    fn fused(&mut self, index: usize) -> Option<usize> {
        let insts = &self.code.insts;
        let (copy, next) = (insts.get(index)?, insts.get(index + 1)?);
        let (Opcode::Real(Op::Mov), Opcode::Real(op)) = (copy.opcode, next.opcode) else { return None };
        let (dst, src) = (self.reg(copy.dst)?, self.reg(copy.src)?);
        if copy.size < Size::B4 || next.size != copy.size || self.reg(next.dst) != Some(dst) || dst == src || dst.is_xmm() {
            return None;
        }
        let base = Mem { base: Some(src), ..Mem::default() };
        let sum = match (op, next.src) {
            (Op::Add, Opnd::Imm(disp)) => Mem { disp, ..base },
            (Op::Sub, Opnd::Imm(disp)) => Mem { disp: disp.checked_neg()?, ..base },
            (Op::Add, other) => {
                let other = self.reg(other).filter(|&other| other != dst)?;
                Mem { index: Some(other), ..base }
            }
            (Op::Shl, Opnd::Imm(1)) => Mem { index: Some(src), ..base },
            (Op::Shl, Opnd::Imm(3)) if fault!(PolishScale) => Mem { index: Some(src), scale: 2, ..Mem::default() },
            (Op::Shl, Opnd::Imm(scale @ 2..=3)) => Mem { index: Some(src), scale: scale as u8, ..Mem::default() },
            _ => return None,
        };
        if !self.flags_are_dead(index + 1) {
            return None;
        }
        self.put(Op::Lea, copy.size, Operand::Reg(dst), Operand::Mem(sum));
        Some(2)
    }

    /// Encodes an instruction in a shorter form, if it has one.
    #[inline(always)]
    fn shorter(&mut self, index: usize) -> bool {
        let inst = &self.code.insts[index];
        let Opcode::Real(op) = inst.opcode else { return false };
        let Some(dst) = self.reg(inst.dst) else { return false };
        match (op, inst.src) {
            (Op::Mov, Opnd::Imm(0)) if inst.size >= Size::B4 && self.flags_are_dead(index) => {
                self.put(Op::Xor, Size::B4, Operand::Reg(dst), Operand::Reg(dst));
            }
            (Op::Cmp, Opnd::Imm(0)) => self.put(Op::Test, inst.size, Operand::Reg(dst), Operand::Reg(dst)),
            (Op::Movss | Op::Movsd | Op::Movups, Opnd::Var(_)) => match self.reg(inst.src) {
                Some(src) => self.put(Op::Movaps, Size::B4, Operand::Reg(dst), Operand::Reg(src)),
                None => return false,
            },
            _ => return false,
        }
        true
    }
}
