//! The ways in which emission can differ: nops, equal forms of instructions, hidden constants.
//!
//! In: allocated code, and what is drawn. Out: bytes. Forms that leave other flags are taken only
//! where the flags are dead, and those that write a register again only where they write all of it.
//! The bytes of a nop are none of a return's. Source: [INTEL-SDM] volume 2, "NOP".

use super::Mode;
use super::emit::Emitter;
use super::encode::{Mem, Operand};
use super::inst::{Inst, Opcode, Opnd};
use super::op::{Op, Size};
use super::regs::{Reg, gpr};
use crate::diversify::Hiding;
use crate::isa::common::diversify::{Diversified, two_terms};
use crate::mc::CodeBuffer;
use crate::util::rng::Rng;

impl Diversified for Emitter<'_> {
    fn usual(&mut self, index: usize) -> usize {
        self.instructions(index, index + 1) - index
    }

    fn buffer(&mut self) -> &mut CodeBuffer {
        self.buffer_mut()
    }

    fn equal(&mut self, index: usize, rng: &mut Rng) -> Option<usize> {
        let inst = self.code.insts[index];
        let Opcode::Real(op) = inst.opcode else { return None };
        let is_variable = matches!(inst.dst, Opnd::Var(_));
        if is_variable
            && is_zero_test(op, &inst)
            && (op == Op::Test || self.reg(inst.dst).is_none())
            && !fault!(X86SelectionAnswered)
        {
            // What would answer it may have been made in a form that leaves other flags, or none.
            let place = self.physical(inst.dst);
            let other = if op == Op::Test { place } else { Operand::Imm(0) };
            self.put(op, inst.size, place, other);
            return Some(1);
        }
        let dst = self.reg(inst.dst).filter(|dst| !dst.is_xmm())?;
        let is_done = match inst.src {
            Opnd::Var(_) => self.equal_of_registers(op, &inst, dst, rng),
            Opnd::Imm(value) => self.equal_of_number(op, index, (dst, value), rng),
            _ => false,
        };
        is_done.then_some(1)
    }

    fn hidden(&mut self, index: usize, hiding: Hiding) -> Option<usize> {
        let Inst { opcode: Opcode::Real(Op::Mov), size, dst, src: Opnd::Imm(value), .. } = self.code.insts[index] else {
            return None;
        };
        let Opnd::Var(var) = dst else { return None };
        if size < Size::B2 || !hiding.hides(value) {
            return None;
        }
        match self.reg(dst) {
            Some(reg) => self.make(size, reg, value, hiding),
            None => {
                self.home(self.code.var(var))?;
                self.make_in_frame(index, value, hiding);
            }
        }
        Some(1)
    }

    fn nop(&mut self, rng: &mut Rng) {
        // Not edi: its move is a byte of an indirect jump.
        let reg = Reg(rng.below(gpr::EDI.number() as usize) as u8);
        // In a sandbox nothing writes the stack or frame pointer, not even with what it holds.
        let reg = if self.code.sandboxed && matches!(reg, gpr::ESP | gpr::EBP) { gpr::EAX } else { reg };
        let base = Mem { base: Some(reg), ..Mem::default() };
        let far = Mem { disp: 1 + rng.below(0x7f) as i32, ..base };
        let indexed = Mem { index: Some(gpr::ECX), scale: rng.below(4) as u8, ..far };
        let (word, reg) = (self.word(), Operand::Reg(reg));
        let (op, size, dst, src) = match rng.below(7) {
            0 => (Op::Nop, Size::B4, Operand::None, Operand::None),
            1 => (Op::Mov, word, reg, reg),
            2 => (Op::Lea, word, reg, Operand::Mem(base)),
            3 => (Op::Nop, Size::B4, Operand::Mem(base), Operand::None),
            4 => (Op::Nop, Size::B4, Operand::Mem(far), Operand::None),
            5 => (Op::Nop, Size::B4, Operand::Mem(indexed), Operand::None),
            _ => (Op::Nop, Size::B2, Operand::Mem(far), Operand::None),
        };
        if fault!(X86NopFlags, op == Op::Mov) {
            return self.put(Op::Test, word, reg, reg);
        }
        self.put(op, size, dst, src);
    }
}

/// Whether an instruction compares with zero.
fn is_zero_test(op: Op, inst: &Inst) -> bool {
    match op {
        Op::Cmp => inst.src == Opnd::Imm(0),
        Op::Test => inst.src == inst.dst,
        _ => false,
    }
}

/// Forms.
impl Emitter<'_> {
    /// An operation on two registers with either of them in the place of memory; a move as an
    /// address.
    fn equal_of_registers(&mut self, op: Op, inst: &Inst, dst: Reg, rng: &mut Rng) -> bool {
        use Op::*;
        let Some(src) = self.reg(inst.src).filter(|src| !src.is_xmm()) else { return false };
        if inst.size < Size::B4 || !matches!(op, Mov | Add | Or | Adc | Sbb | And | Sub | Xor | Cmp) {
            return false;
        }
        match rng.below(if op == Mov { 3 } else { 2 }) {
            0 => false,
            1 => self.put_registers(op, inst.size, dst, src),
            _ => {
                let there = Operand::Mem(Mem { base: Some(src), ..Mem::default() });
                self.put(Lea, inst.size, Operand::Reg(dst), there);
                true
            }
        }
    }

    /// Comparisons with zero, cleared registers, sums with a number, doubling.
    fn equal_of_number(&mut self, op: Op, index: usize, (reg, value): (Reg, i32), rng: &mut Rng) -> bool {
        let size = self.code.insts[index].size;
        let dst = Operand::Reg(reg);
        if is_zero_test(op, &self.code.insts[index]) {
            // Writing a register's lower half clears the upper.
            let is_whole = self.mode == Mode::X8632 || size == Size::B8;
            match rng.below(if is_whole { 4 } else { 2 }) {
                0 => self.put(Op::Cmp, size, dst, Operand::Imm(0)),
                1 => self.put(Op::Test, size, dst, dst),
                2 => self.put(Op::Or, size, dst, dst),
                _ => self.put(Op::And, size, dst, dst),
            }
            return true;
        }
        let is_one_of_these = matches!((op, value), (Op::Mov, 0) | (Op::Shl, 1) | (Op::Add | Op::Sub, _));
        if size < Size::B4 || !is_one_of_these || !(self.flags_are_dead(index) || fault!(X86SelectionFlags)) {
            return false;
        }
        let Some(negative) = value.checked_neg() else { return false };
        let base = Mem { base: Some(reg), ..Mem::default() };
        let sum = |disp| Operand::Mem(Mem { disp, ..base });
        match (op, rng.below(3)) {
            (_, 0) => return false,
            (Op::Mov, 1) => self.put(Op::Xor, Size::B4, dst, dst),
            (Op::Mov, _) => self.put(Op::Sub, Size::B4, dst, dst),
            (Op::Shl, 1) => self.put(Op::Add, size, dst, dst),
            (Op::Shl, _) => self.put(Op::Lea, size, dst, Operand::Mem(Mem { index: Some(reg), ..base })),
            (Op::Add, 1) => self.put(Op::Sub, size, dst, Operand::Imm(negative)),
            (Op::Add, _) => self.put(Op::Lea, size, dst, sum(value)),
            (_, 1) => self.put(Op::Add, size, dst, Operand::Imm(negative)),
            _ => self.put(Op::Lea, size, dst, sum(negative)),
        }
        true
    }
}

/// Hidden constants.
impl Emitter<'_> {
    /// Makes a constant in a register.
    fn make(&mut self, size: Size, reg: Reg, value: i32, hiding: Hiding) {
        let (first, second) = two_terms(value, hiding);
        let first = if size == Size::B2 { i32::from(first as i16) } else { first };
        self.put(Op::Mov, size, Operand::Reg(reg), Operand::Imm(first));
        if !fault!(HiddenCookie, value > 0) {
            let sum = Mem { base: Some(reg), disp: second, ..Mem::default() };
            self.put(Op::Lea, size, Operand::Reg(reg), Operand::Mem(sum));
        }
    }

    /// Makes a constant in the frame, which nobody else looks at meanwhile. Where the flags are alive,
    /// in pieces, because nothing adds to memory without them.
    fn make_in_frame(&mut self, index: usize, value: i32, hiding: Hiding) {
        let Inst { size, dst, .. } = self.code.insts[index];
        let Operand::Mem(home) = self.physical(dst) else { return };
        let narrow = |value: i32, size| if size == Size::B2 { i32::from(value as i16) } else { value };
        if self.flags_are_dead(index) {
            let (cookie, home) = (narrow(hiding.cookie as i32, size), Operand::Mem(home));
            self.put(Op::Mov, size, home, Operand::Imm(narrow(value, size) ^ cookie));
            if !fault!(HiddenCookie, value > 0) {
                self.put(Op::Xor, size, home, Operand::Imm(cookie));
            }
            return;
        }
        let (piece, bytes) = if size == Size::B2 { (Size::B1, 1) } else { (Size::B2, 2) };
        for at in (0..size.bytes()).step_by(bytes as usize) {
            let rest = i64::from(value) >> (8 * at);
            let number = if piece == Size::B1 { i32::from(rest as i8) } else { i32::from(rest as i16) };
            let place = Mem { disp: home.disp + at as i32, ..home };
            self.put(Op::Mov, piece, Operand::Mem(place), Operand::Imm(number));
        }
    }
}
