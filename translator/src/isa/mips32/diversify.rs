//! The ways in which emission can differ: nops, equal forms of instructions, hidden constants.
//!
//! In: allocated code, and what is drawn. Out: words. What writes `$zero` does nothing. A nop may be
//! moved into the delay slot of the branch after it like any other instruction. Source: [MIPS32-VOL2]
//! chapter 3.

use super::emit::Emitter;
use super::encode::{NO_REG, PhysInst};
use super::inst::{Inst, Opcode, Opnd};
use super::op::Op;
use super::regs::{Reg, gpr};
use crate::diversify::Hiding;
use crate::isa::common::diversify::Diversified;
use crate::mc::CodeBuffer;
use crate::util::rng::Rng;

impl Diversified for Emitter<'_> {
    fn usual(&mut self, index: usize) -> usize {
        let code = self.code;
        self.instructions(&code.insts[index..=index]);
        if fault!(Mips32NopDelay, code.insts[index].is_branch()) {
            self.delay_by_a_nop();
        }
        1
    }

    fn buffer(&mut self) -> &mut CodeBuffer {
        self.asm.buffer
    }

    fn equal(&mut self, index: usize, rng: &mut Rng) -> Option<usize> {
        let inst = self.code.insts[index];
        match (inst.opcode, inst.a, inst.b) {
            (Opcode::Real(Op::Addu | Op::And | Op::Or | Op::Xor | Op::Nor | Op::Mul), Opnd::Var(_), Opnd::Var(_))
                if rng.below(2) == 1 =>
            {
                self.instructions(&[Inst { a: inst.b, b: inst.a, ..inst }]);
                Some(1)
            }
            (Opcode::Move, ..) => self.moved_otherwise(inst, rng),
            _ => None,
        }
    }

    fn hidden(&mut self, index: usize, hiding: Hiding) -> Option<usize> {
        let Inst { opcode: Opcode::Move, dst, a: Opnd::Imm(value), .. } = self.code.insts[index] else { return None };
        let to = self.register(dst).filter(|_| hiding.hides(value))?;
        // A cookie without zeros in its halves, so that each is changed.
        let cookie = hiding.cookie | 0x0001_0001;
        self.asm.constant(to, value ^ cookie as i32);
        self.asm.constant(gpr::AT, cookie as i32);
        if !fault!(HiddenCookie, value > 0) {
            self.asm.put(PhysInst::rrr(Op::Xor, to, to, gpr::AT));
        }
        Some(1)
    }

    fn nop(&mut self, rng: &mut Rng) {
        let mut reg = || Reg(rng.below(32) as u8);
        let (a, b) = (reg(), reg());
        let to = if fault!(NopRegister, a == Reg(16)) { a } else { gpr::ZERO };
        let op = match rng.below(6) {
            0 => return self.asm.nop(),
            1 => Op::Addu,
            2 => Op::Or,
            3 => Op::And,
            4 => Op::Xor,
            _ => Op::Sltu,
        };
        self.asm.put(PhysInst::rrr(op, to, a, b));
    }
}

impl Emitter<'_> {
    /// A mistake: a nop between a branch and what is in its delay slot.
    fn delay_by_a_nop(&mut self) {
        let filler = self.asm.buffer.bytes().last_chunk().map(|word| u32::from_le_bytes(*word));
        self.asm.buffer.take_out(self.asm.buffer.offset() - 4, 4);
        self.asm.nop();
        filler.into_iter().for_each(|word| self.asm.buffer.put_word(word));
    }

    /// The register that a variable is in.
    fn register(&self, operand: Opnd) -> Option<Reg> {
        let Opnd::Var(var) = operand else { return None };
        self.code.var(var).reg.map(Reg)
    }

    /// A move to a register, from another one or of a small number.
    fn moved_otherwise(&mut self, inst: Inst, rng: &mut Rng) -> Option<usize> {
        let to = self.register(inst.dst)?;
        if let Opnd::Imm(value @ 0..0x8000) = inst.a {
            let op = if rng.below(2) == 0 { Op::Addiu } else { Op::Ori };
            self.asm.put(PhysInst { b: NO_REG, ..PhysInst::rri(op, to, gpr::ZERO, value) });
            return Some(1);
        }
        let from = self.register(inst.a).filter(|from| *from != to)?;
        let op = if rng.below(2) == 0 { Op::Addu } else { Op::Or };
        let (a, b) = if rng.below(2) == 0 { (from, gpr::ZERO) } else { (gpr::ZERO, from) };
        self.asm.put(PhysInst::rrr(op, to, a, b));
        Some(1)
    }
}
