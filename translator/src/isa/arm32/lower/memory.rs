//! Loads, stores and `alloca`.
//!
//! Which accesses may be unaligned ([ARM-ARM] A3.2.1, with SCTLR.A clear):
//! `ldr str ldrh strh ldrb strb` and the vector element forms with 8-bit elements. `vldr` and
//! `vstr` want an alignment of 4, so that a double with less goes through core registers; a float
//! always does, as its home is as easily reached from there.

use super::super::encode::modified_immediate;
use super::super::inst::Base;
use super::super::op::{Op, Slot};
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{self, Function, Type, Value, ValueDef};
use crate::isa::common::facts;
use crate::isa::common::lower::{FloatCode, MemoryCode, ValueCode};
use crate::lir::{FrameObject, Var};

/// What the stack pointer, and so every frame, is aligned to, in bytes.
const STACK_ALIGN: u32 = 8;

impl Lower<'_> {
    /// The memory `disp` bytes from a base.
    pub(super) fn load_at(&mut self, op: Op, to: Var, base: Base, disp: i32) {
        let memory = self.mem_at(base, disp);
        self.op2(op, to, memory);
    }

    /// Stores to the memory `disp` bytes from a base.
    pub(super) fn store_at(&mut self, op: Op, from: Var, base: Base, disp: i32) {
        let memory = self.mem_at(base, disp);
        self.op2(op, from, memory);
    }

    /// An address in a register temporary.
    pub(super) fn address_of(&mut self, base: Base, disp: i32) -> Var {
        let temp = self.core();
        let memory = self.mem_at(base, disp);
        self.push(Inst::new(Opcode::LoadAddress, Opnd::Var(temp), memory));
        temp
    }

    /// What an address that an operation accesses starts from, and the offset: at most what the
    /// operation's own offset can be.
    fn address(&mut self, addr: Value, op: Op) -> (Base, i32) {
        // Without allocation, what an addition has just computed is still in a register.
        let adds = self.for_allocation && !self.is_computed(addr);
        let (base, offset) = if adds { base_and_offset(self.func, addr, op) } else { (addr, 0) };
        // NEON's accesses have no offset: an address in a register serves several.
        match self.object_of(base).filter(|_| !matches!(op, Op::Vld1 | Op::Vst1)) {
            Some(object) => (Base::Object(object), offset),
            None => (Base::Var(self.word_of(base)), offset),
        }
    }

    /// Whether an address is a sum that its block computes all the same, because others need it, too: adding it up again would
    /// only keep what it is the sum of.
    fn is_computed(&self, addr: Value) -> bool {
        let (Some(ValueDef::Inst(sum)), Some(user)) = (self.func.def(addr), self.inst) else { return false };
        self.func.inst_block(sum) == self.func.inst_block(user)
            && !self.scratch.isa.is_folded(self.func, &self.scratch.uses, sum, addr)
    }

    pub(super) fn load_value(&mut self, result: Value, ty: Type, addr: Value, align: u32) {
        let op = load_op(ty, align, self.for_allocation);
        match ty {
            Type::I64 => {
                let (low, high) = self.load_words(addr);
                self.define_pair(result, low, high);
            }
            Type::F64 if op == Op::Ldr => {
                let (low, high) = self.load_words(addr);
                let temp = self.double();
                self.op3(Op::VmovFromPair, temp, low, high);
                self.define(result, temp);
            }
            _ => {
                let temp = match op {
                    Op::VldrD => self.double(),
                    Op::VldrS => self.single(),
                    Op::Vld1 => self.quad(),
                    _ => self.core(),
                };
                match self.indexed(addr, op, None) {
                    Some((op, memory)) => self.op2(op, temp, memory),
                    None => {
                        let (base, disp) = self.address(addr, op);
                        self.load_at(op, temp, base, disp);
                    }
                }
                self.define(result, temp);
            }
        }
    }

    pub(super) fn store_value(&mut self, addr: Value, value: Value, align: u32) {
        let op = store_op(self.func, value, align, self.for_allocation);
        match self.func.ty(value) {
            Type::I64 => {
                let (low, high) = match self.pair(value) {
                    // Where both halves of a number are the same, one register has them.
                    (low @ Opnd::Imm(_), high) if low == high => [self.load_int(low); 2].into(),
                    _ => self.load_pair(value),
                };
                self.store_words(addr, low, high);
            }
            Type::F64 if op == Op::Str => {
                let temp = self.value(value);
                let (low, high) = (self.core(), self.core());
                self.op3(Op::VmovToPair, low, high, temp);
                self.store_words(addr, low, high);
            }
            ty => {
                let temp = if ty == Type::F32 && op == Op::Str { self.float_bits(value) } else { self.value(value) };
                match self.indexed(addr, op, Some((value, temp))) {
                    Some((op, memory)) => self.op2(op, temp, memory),
                    None => {
                        let (base, disp) = self.address(addr, op);
                        self.store_at(op, temp, base, disp);
                    }
                }
            }
        }
    }

    fn load_words(&mut self, addr: Value) -> (Var, Var) {
        let (base, disp) = self.address(addr, Op::Ldr);
        let (low, high) = (self.core(), self.core());
        self.load_at(Op::Ldr, low, base, disp);
        self.load_at(Op::Ldr, high, base, disp + 4);
        (low, high)
    }

    fn store_words(&mut self, addr: Value, low: Var, high: Var) {
        let (base, disp) = self.address(addr, Op::Str);
        self.store_at(Op::Str, low, base, disp);
        self.store_at(Op::Str, high, base, disp + 4);
    }
}

impl MemoryCode for Lower<'_> {
    const MAX_OBJECT_ALIGN: u32 = STACK_ALIGN;

    fn load(&mut self, _: ice::Inst, result: Value, ty: Type, addr: Value, align: u32) {
        self.load_value(result, ty, addr, align);
    }

    fn store(&mut self, _: ice::Inst, addr: Value, value: Value, align: u32) {
        self.store_value(addr, value, align);
    }

    fn frame_object(&mut self, result: Value, bytes: u32, align: u32) -> Var {
        let object = self.code.make_frame_object(bytes, align.max(1));
        self.is_address_of(result, object);
        self.object_address(object, 0)
    }

    fn object_address(&mut self, object: FrameObject, offset: i32) -> Var {
        self.address_of(Base::Object(object), offset)
    }

    fn take_below(&mut self, address: Var, size: Value, align: u32) {
        let size = self.operand(size);
        let size = self.flexible(size);
        self.op3(Op::Sub, address, address, size);
        let low_bits = align.max(STACK_ALIGN) - 1;
        if modified_immediate(low_bits).is_some() {
            self.op3(Op::Bic, address, address, Opnd::Imm(low_bits));
        } else {
            let mask = self.load_int(Opnd::Imm(!low_bits));
            self.op3(Op::And, address, address, mask);
        }
    }

    fn stack_top(&mut self) -> Var {
        self.address_of(Base::StackTop, 0)
    }

    fn set_stack_top(&mut self, address: Var) {
        self.push(Inst::new(Opcode::SetStackPointer, Opnd::None, Opnd::Var(address)));
    }
}

/// The operation that loads a value of a type, or the words that it consists of: a float that may be
/// unaligned into a core register.
pub(super) fn load_op(ty: Type, align: u32, for_allocation: bool) -> Op {
    match ty {
        Type::I1 | Type::I8 => Op::Ldrb,
        Type::I16 => Op::Ldrh,
        Type::F64 if align >= 4 => Op::VldrD,
        Type::F32 if for_allocation && align >= 4 => Op::VldrS,
        _ if ty.is_vector() => Op::Vld1,
        _ => Op::Ldr,
    }
}

/// The operation that stores a value, or the words that it consists of: a float that is constant, or
/// may be unaligned, from a core register.
pub(super) fn store_op(func: &Function, value: Value, align: u32, for_allocation: bool) -> Op {
    let ty = func.ty(value);
    let is_constant = || !matches!(func.def(value), Some(ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward));
    match ty {
        Type::I1 | Type::I8 => Op::Strb,
        Type::I16 => Op::Strh,
        Type::F64 if align >= 4 => Op::VstrD,
        Type::F32 if for_allocation && align >= 4 && !is_constant() => Op::VstrS,
        _ if ty.is_vector() => Op::Vst1,
        _ => Op::Str,
    }
}

/// What an address that an operation accesses starts from, and the offset: at most what the
/// operation's own offset can be, and for the second word of a pair, too.
pub(super) fn base_and_offset(func: &Function, addr: Value, op: Op) -> (Value, i32) {
    let slot = op.row().slots.get(1);
    let limit = match slot {
        Some(Slot::Offset12) => 4095 - 4,
        Some(Slot::Offset8) => 255,
        Some(Slot::OffsetWords) => 1020,
        _ => 0,
    };
    let (base, offset) = facts::base_and_offset(func, addr, (-limit, limit));
    if slot == Some(&Slot::OffsetWords) && offset % 4 != 0 { (addr, 0) } else { (base, offset) }
}
