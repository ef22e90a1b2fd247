//! The ways in which emission can differ: nops, equal forms of instructions, hidden constants.
//!
//! In: allocated code, and what is drawn. Out: words. No form changes the flags that the usual one
//! leaves. Source: [ARM-ARM] A8.8.

use super::emit::Emitter;
use super::encode::Operand;
use super::inst::{Inst, Opcode, Opnd};
use super::op::{Cond, Op};
use super::regs::{Bank, FP, IP, Reg};
use super::sandbox;
use crate::diversify::Hiding;
use crate::isa::common::diversify::Diversified;
use crate::mc::CodeBuffer;
use crate::util::rng::Rng;

impl Diversified for Emitter<'_> {
    fn usual(&mut self, index: usize) -> usize {
        if let Some(inst) = self.polished(index) {
            self.instructions(&[inst]);
        }
        1
    }

    fn buffer(&mut self) -> &mut CodeBuffer {
        self.buffer
    }

    fn equal(&mut self, index: usize, rng: &mut Rng) -> Option<usize> {
        // What answers a comparison keeps doing so.
        let inst = self.polished(index).filter(|polished| *polished == self.code.insts[index])?;
        match inst.opcode {
            Opcode::Real(Op::Add | Op::Adds | Op::And | Op::Orr | Op::Eor) if inst.control == 0 => self.swapped(inst, rng),
            Opcode::Real(Op::Mul) => self.swapped(inst, rng),
            Opcode::Move => self.copied_otherwise(inst, rng),
            _ => None,
        }
    }

    fn hidden(&mut self, index: usize, hiding: Hiding) -> Option<usize> {
        let Inst { opcode: Opcode::LoadNumber, cond, a, b: Opnd::Imm(value), .. } = self.code.insts[index] else {
            return None;
        };
        if !hiding.hides(value as i32) {
            return None;
        }
        let to = self.reg(a);
        if to.bank() == Bank::Core {
            self.make(cond, to, value, hiding);
        } else {
            self.make(cond, IP, value, hiding);
            self.spread(cond, to);
        }
        Some(1)
    }

    fn nop(&mut self, rng: &mut Rng) {
        let reg = Reg(rng.below(usize::from(FP.0)) as u8);
        // Not even with what it holds is the thread's register written in a sandbox.
        let reg = if self.code.sandboxed && reg == sandbox::THREAD { Reg(reg.0 - 1) } else { reg };
        let other = if fault!(NopRegister, reg.0 == 4) { Reg(reg.0 + 1) } else { reg };
        let (to, from) = (Operand::Reg(reg), Operand::Reg(other));
        match rng.below(4) {
            0 => self.put(Op::Nop, &[]),
            1 => self.put(Op::Mov, &[to, from]),
            2 => self.put(Op::Orr, &[to, from, from]),
            _ => self.put(Op::And, &[to, from, from]),
        }
    }
}

impl Emitter<'_> {
    /// An operation whose sources may change places.
    fn swapped(&mut self, inst: Inst, rng: &mut Rng) -> Option<usize> {
        let both = matches!((inst.b, inst.c), (Opnd::Var(_), Opnd::Var(_)));
        if !both || rng.below(2) == 0 {
            return None;
        }
        self.instructions(&[Inst { b: inst.c, c: inst.b, ..inst }]);
        Some(1)
    }

    /// A move between core registers.
    fn copied_otherwise(&mut self, inst: Inst, rng: &mut Rng) -> Option<usize> {
        let core = |operand| self.core_of(operand);
        let (to, from) = (core(inst.a)?, core(inst.b)?);
        if to == from {
            return None;
        }
        let (to, from, cond) = (Operand::Reg(to), Operand::Reg(from), inst.cond);
        match rng.below(5) {
            0 => return None,
            1 => self.put_if(cond, Op::Orr, &[to, from, from]),
            2 => self.put_if(cond, Op::And, &[to, from, from]),
            3 => self.put_if(cond, Op::Add, &[to, from, Operand::Imm(0)]),
            _ => self.put_if(cond, Op::Eor, &[to, from, Operand::Imm(0)]),
        }
        Some(1)
    }

    /// The core register that a variable is in.
    fn core_of(&self, operand: Opnd) -> Option<Reg> {
        let Opnd::Var(var) = operand else { return None };
        self.code.var(var).reg.map(Reg).filter(|reg| reg.bank() == Bank::Core)
    }

    /// Makes a constant in a core register: with eight bits of each of its halves changed, which two
    /// more instructions change back.
    fn make(&mut self, cond: Cond, reg: Reg, value: u32, hiding: Hiding) {
        let cookie = hiding.cookie;
        let byte = |bits: u32, up: u32| (bits & 0xff | 1) << (up + (bits >> 8 & 3) * 2);
        let (low, high) = (byte(cookie, 0), byte(cookie >> 16, 16));
        self.number(cond, reg, value ^ low ^ high);
        let to = Operand::Reg(reg);
        self.put_if(cond, Op::Eor, &[to, to, Operand::Imm(low)]);
        if !fault!(HiddenCookie, value as i32 > 0) {
            self.put_if(cond, Op::Eor, &[to, to, Operand::Imm(high)]);
        }
    }
}
