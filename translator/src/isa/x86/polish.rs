//! Better forms of allocated instructions, chosen when registers are known.
//!
//! In: allocated code. Out: the same, encoded, with these replacements:
//! - a copy and an addition or small shift of the copy become one `lea`;
//! - clearing a register becomes `xor`, comparing one with zero becomes `test`, both two bytes
//!   long;
//! - a move between vector registers becomes `movaps`, which is shorter and does not wait for the
//!   old content;
//! - a comparison of a register with zero goes, if the flags say already what the instructions that
//!   read them ask: after an operation that gave the register its content ([`holds`](Emitter::holds)).
//!
//! What changes the flags where the original did not, and the reverse, is replaced only where they
//! are dead. Flags are never read beyond a label, and never after a jump. One pass; looking ahead
//! is bounded by a constant.

use super::emit::Emitter;
use super::encode::{Mem, Operand};
use super::inst::{Inst, Opcode, Opnd};
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use crate::lir::{Flow, FlowInst};

/// How many instructions are looked at to see whether the flags are read, or where they come from.
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

    /// Whether a comparison of a register with zero would leave the flags, as far as they are read, as they are.
    ///
    /// Sums, differences and shifts set the zero and the sign flag by their result, logical operations carry and overflow as well, as the
    /// comparison does. What stands between the operation and the comparison must keep flags and register, or copy all that is compared of
    /// it, and the operation must not be one that becomes `lea`. What a sandbox puts between leaves the flags alone, but where it
    /// changes the stack or frame pointer, which no variable's register is.
    fn holds(&self, index: usize, mut reg: Reg) -> bool {
        let insts = &self.code.insts;
        for at in (index.saturating_sub(LOOKAHEAD)..index).rev() {
            let inst = &insts[at];
            let Opcode::Real(op) = inst.opcode else { return false };
            let writes = self.reg(inst.dst) == Some(reg);
            if inst.effects().writes_flags {
                let after_copy = at
                    .checked_sub(1)
                    .and_then(|at| insts.get(at))
                    .is_some_and(|copy| copy.opcode == Opcode::Real(Op::Mov) && self.reg(copy.dst) == Some(reg));
                let may_be_lea = after_copy && matches!(op, Op::Add | Op::Sub | Op::Shl);
                return writes && !may_be_lea && self.says(index, at, op);
            }
            if writes
                && op == Op::Mov
                && inst.size >= self.code.insts[index].size.max(Size::B4)
                && !fault!(PolishStaleFlags)
                && let Some(source) = self.reg(inst.src).filter(|source| !source.is_xmm())
            {
                reg = source;
                continue;
            }
            let clears = op == Op::Mov && inst.src == Opnd::Imm(0);
            if !matches!(inst.flow(), Flow::Next) || clears || (writes && !fault!(PolishStaleFlags)) || !keeps_registers(op) {
                return false;
            }
        }
        false
    }

    /// Whether the flags of an operation say of its result all that is read of a comparison of it with zero.
    fn says(&self, comparison: usize, operation: usize, op: Op) -> bool {
        let (test, inst) = (&self.code.insts[comparison], &self.code.insts[operation]);
        let is_logical = matches!(op, Op::And | Op::Or | Op::Xor);
        let is_shift = matches!(op, Op::Shl | Op::Shr | Op::Sar) && matches!(inst.src, Opnd::Imm(1..=31));
        if !is_logical && !is_shift && !matches!(op, Op::Add | Op::Sub) {
            return false;
        }
        // A positive mask leaves nothing above a narrower comparison.
        let narrows = |bits: u32| op == Op::And && matches!(inst.src, Opnd::Imm(mask) if mask >= 0 && mask >> (bits - 1) == 0);
        let same = inst.size == test.size || (test.size < inst.size && narrows(8 * test.size.bytes()));
        same && self.code.insts[comparison + 1..].iter().take(LOOKAHEAD).find_map(|next| self.asks(next, is_logical))
            == Some(true)
    }

    /// What an instruction behind a comparison says about the flags: `Some(true)` if nothing reads them from here on, `Some(false)` if it
    /// asks for more than is known.
    fn asks(&self, inst: &Inst, all_known: bool) -> Option<bool> {
        let effects = inst.effects();
        if effects.reads_flags && !all_known && !matches!(inst.cc, Cc::E | Cc::Ne | Cc::S | Cc::Ns) {
            return Some(false);
        }
        let ends = !matches!(inst.flow(), Flow::Next | Flow::Branch) || effects.writes_flags;
        ends.then_some(true)
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
            (Op::Cmp, Opnd::Imm(0)) if self.holds(index, dst) => {}
            (Op::Test, Opnd::Var(_)) if self.reg(inst.src) == Some(dst) && self.holds(index, dst) => {}
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

/// Whether all that an operation may change is its first operand, and the flags are not.
fn keeps_registers(op: Op) -> bool {
    let extends = matches!(op, Op::Movzx8 | Op::Movzx16 | Op::Movsx8 | Op::Movsx16 | Op::Movsx32);
    let moves_vectors = matches!(op, Op::Movss | Op::Movsd | Op::Movaps | Op::Movups | Op::Movd | Op::Movq);
    matches!(op, Op::Mov | Op::Lea) || extends || moves_vectors
}
