//! Loads, stores and `alloca`.
//!
//! The hardware faults on an access that is not aligned to its size. An access is made in one piece
//! only where its alignment is promised by the instruction (the ABI promises it for floating point
//! and vectors, not for integers) or follows from the address; words go through `lwl`/`lwr` and
//! `swl`/`swr` otherwise, halfwords byte by byte, floats and doubles through general registers.

use super::super::inst::Base;
use super::super::op::Op;
use super::lanes::Lanes;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{self, BinOp, InstData, Type, Value, ValueDef, ValueRef};
use crate::isa::common::facts;
use crate::isa::common::lower::{MemoryCode, ValueCode};
use crate::lir::{FrameObject, Var};
use crate::mc::SymbolRef;

/// Static stack objects are aligned to at most this.
const MAX_STATIC_ALIGN: u32 = 1 << 12;
/// What the stack pointer, and so every frame, is aligned to, in bytes; `alloca` aligns to at least
/// this.
const STACK_ALIGN: u32 = 8;
/// How many instructions back the alignment of an address is looked for.
const ALIGN_DEPTH: u32 = 6;
/// The most operands of a phi whose alignments are looked for; each counts as two instructions back.
const MAX_PHI_ARGS: usize = 4;

impl Lower<'_> {
    /// What a memory operand for an address starts from.
    pub(super) fn address(&mut self, addr: Value) -> Base {
        match addr.unpack() {
            ValueRef::Global(global) => Base::Other(SymbolRef::Global(global)),
            ValueRef::Func(func) => Base::Other(SymbolRef::Func(func)),
            ValueRef::Local(_) => Base::Var(self.word_of(addr)),
        }
    }

    /// The same with an offset: what the address adds, if an access can add that itself. Up to 16
    /// bytes are accessed.
    fn address_and_offset(&mut self, addr: Value) -> (Base, i32) {
        // Without allocation, the sum is in the frame anyway.
        let limits = if self.for_allocation { (-0x8000, 0x7ff0) } else { (0, 0) };
        let (base, offset) = facts::base_and_offset(self.func, addr, limits);
        match self.object_of(base) {
            Some(object) => (Base::Object(object), offset),
            None => (self.address(base), offset),
        }
    }

    /// What an address is known to be a multiple of.
    fn known_align(&self, addr: Value, depth: u32) -> u32 {
        let def = match addr.unpack() {
            ValueRef::Global(global) => return self.module.globals[global].align.max(1),
            ValueRef::Func(_) => return 4,
            ValueRef::Local(_) => self.func.def(addr),
        };
        match def {
            Some(ValueDef::Int(bits)) => 1 << (bits as u32 | 1 << 12).trailing_zeros(),
            Some(ValueDef::Inst(inst)) if depth > 0 => match *self.func.inst(inst) {
                InstData::Alloca { align, .. } => align.max(STACK_ALIGN),
                InstData::Binary { op: BinOp::Add | BinOp::Sub | BinOp::Or, lhs, rhs } => {
                    let step = self.known_align(rhs, depth - 1);
                    self.known_align(lhs, depth - 1).min(if fault!(Mips32KnownAlignment, step < 4) { 4 } else { step })
                }
                InstData::Binary { op: BinOp::And, lhs, rhs } => {
                    self.known_align(lhs, depth - 1).max(self.known_align(rhs, depth - 1))
                }
                InstData::Binary { op: BinOp::Shl, rhs, .. } => self.func.int_const(rhs).map_or(1, |amount| 1 << amount.min(12)),
                // What begins aligned, and is only added to, stays as aligned as what is added.
                InstData::Phi { args } if depth > 1 && self.func.phi_args(args).len() <= MAX_PHI_ARGS => {
                    let aligns = self.func.phi_args(args).iter().map(|arg| match self.step_from(addr, arg.value) {
                        Some(_) if fault!(Mips32StepAlignment) => 1 << 12,
                        Some(step) => self.known_align(step, 0),
                        None => self.known_align(arg.value, depth - 2),
                    });
                    aligns.min().unwrap_or(1)
                }
                _ => 1,
            },
            _ => 1,
        }
    }

    /// What a value adds to a phi, if it is such a sum.
    fn step_from(&self, phi: Value, value: Value) -> Option<Value> {
        let Some(ValueDef::Inst(sum)) = self.func.def(value) else { return None };
        let InstData::Binary { op: BinOp::Add, lhs, rhs } = *self.func.inst(sum) else { return None };
        (lhs == phi).then_some(rhs)
    }

    fn access_align(&self, addr: Value, promised: u32) -> u32 {
        promised.max(self.known_align(addr, ALIGN_DEPTH))
    }

    /// The word at an address that is a multiple of `align`.
    fn load_word(&mut self, base: Base, disp: i32, align: u32) -> Var {
        let temp = self.gpr();
        let memory = self.mem_at(base, disp);
        if align >= 4 || fault!(Mips32UnalignedLoad) {
            self.op(Op::Lw, temp, memory, Opnd::None);
        } else {
            let last = self.mem_at(base, disp.wrapping_add(3));
            self.op(Op::Lwl, temp, last, Opnd::None);
            self.op(Op::Lwr, temp, memory, Opnd::None);
        }
        temp
    }

    fn store_word(&mut self, base: Base, disp: i32, align: u32, value: Opnd) {
        let memory = self.mem_at(base, disp);
        if align >= 4 {
            self.store_op(Op::Sw, value, memory);
        } else {
            let last = self.mem_at(base, disp.wrapping_add(3));
            self.store_op(Op::Swl, value, last);
            self.store_op(Op::Swr, value, memory);
        }
    }

    fn load_half(&mut self, base: Base, disp: i32, align: u32) -> Var {
        let memory = self.mem_at(base, disp);
        if align >= 2 {
            return self.new_op(Op::Lhu, memory, Opnd::None);
        }
        let next = self.mem_at(base, disp + 1);
        let low = self.new_op(Op::Lbu, memory, Opnd::None);
        let high = self.new_op(Op::Lbu, next, Opnd::None);
        let high = self.new_op(Op::Sll, high, Opnd::Imm(8));
        self.new_op(Op::Or, low, high)
    }

    fn store_half(&mut self, base: Base, disp: i32, align: u32, value: Var) {
        let memory = self.mem_at(base, disp);
        if align >= 2 {
            return self.store_op(Op::Sh, value, memory);
        }
        let next = self.mem_at(base, disp + 1);
        self.store_op(Op::Sb, value, memory);
        let upper = self.new_op(Op::Srl, value, Opnd::Imm(8));
        self.store_op(Op::Sb, upper, next);
    }

    fn load_float_from(&mut self, ty: Type, base: Base, disp: i32, align: u32) -> Var {
        let temp = self.fpr();
        let memory = self.mem_at(base, disp);
        match ty {
            Type::F32 if align >= 4 => self.op(Op::Lwc1, temp, memory, Opnd::None),
            Type::F64 if align >= 8 => self.op(Op::Ldc1, temp, memory, Opnd::None),
            _ => {
                let low = self.load_word(base, disp, align);
                if ty == Type::F64 {
                    let high = self.load_word(base, disp + 4, align);
                    self.op(Op::Mtc1, temp, low, Opnd::None);
                    self.write_upper(temp, high);
                } else {
                    self.op(Op::Mtc1, temp, low, Opnd::None);
                }
            }
        }
        temp
    }

    fn store_float_to(&mut self, ty: Type, base: Base, disp: i32, align: u32, float: Var) {
        let memory = self.mem_at(base, disp);
        match ty {
            Type::F32 if align >= 4 => self.store_op(Op::Swc1, float, memory),
            Type::F64 if align >= 8 => self.store_op(Op::Sdc1, float, memory),
            _ => {
                let low = self.new_op(Op::Mfc1, float, Opnd::None);
                self.store_word(base, disp, align, low.into());
                if ty == Type::F64 {
                    let high = self.gpr();
                    self.read_upper(high, float);
                    self.store_word(base, disp + 4, align, high.into());
                }
            }
        }
    }

    fn store_vector(&mut self, base: Base, disp: i32, align: u32, lanes: Lanes) {
        for offset in (0..16).step_by(4) {
            let word = self.lane_word(lanes, offset);
            self.store_word(base, disp + offset, align, word);
        }
    }

    /// Rounds an address down to a multiple of a power of two.
    fn round_down(&mut self, temp: Var, align: u32) {
        let mask = self.load_gpr(Opnd::Imm((align as i32).wrapping_neg()));
        self.op(Op::And, temp, temp, mask);
    }

    /// The same address for several accesses: a symbol's, of which each would make the upper half, is made before them.
    fn once(&mut self, base: Base, disp: i32) -> (Base, i32) {
        if !self.for_allocation || !matches!(base, Base::Other(_)) {
            return (base, disp);
        }
        let (address, memory) = (self.gpr(), self.mem_at(base, disp));
        self.address_of(address, memory);
        (Base::Var(address), 0)
    }
}

impl MemoryCode for Lower<'_> {
    const MAX_OBJECT_ALIGN: u32 = MAX_STATIC_ALIGN;

    fn load(&mut self, _: ice::Inst, result: Value, ty: Type, addr: Value, promised: u32) {
        let align = self.access_align(addr, promised);
        let (base, disp) = self.address_and_offset(addr);
        match ty {
            Type::I64 => {
                let (low, high) = (self.load_word(base, disp, align), self.load_word(base, disp + 4, align));
                self.define_pair(result, low, high);
            }
            Type::F32 | Type::F64 => {
                let temp = self.load_float_from(ty, base, disp, align);
                self.define(result, temp);
            }
            Type::I16 => {
                let temp = self.load_half(base, disp, align);
                self.define(result, temp);
            }
            Type::I1 | Type::I8 => {
                let memory = self.mem_at(base, disp);
                let temp = self.new_op(Op::Lbu, memory, Opnd::None);
                self.define(result, temp);
            }
            _ if ty.is_vector() => {
                let home = self.home(result);
                let (base, disp) = self.once(base, disp);
                for offset in (0..16).step_by(4) {
                    let word = self.load_word(base, disp + offset, align);
                    self.write_lane(home, (offset, 4), word.into(), false);
                }
            }
            _ => {
                let temp = self.load_word(base, disp, align);
                self.define(result, temp);
            }
        }
    }

    fn store(&mut self, _: ice::Inst, addr: Value, value: Value, promised: u32) {
        let ty = self.func.ty(value);
        let align = self.access_align(addr, promised);
        match ty {
            Type::I64 => {
                let (low, high) = self.pair(value);
                let (low, high) = (self.register(low), self.register(high));
                let (base, disp) = self.address_and_offset(addr);
                self.store_word(base, disp, align, low);
                self.store_word(base, disp + 4, align, high);
            }
            Type::F32 | Type::F64 => {
                let temp = self.fpr_of(value);
                let (base, disp) = self.address_and_offset(addr);
                self.store_float_to(ty, base, disp, align, temp);
            }
            Type::I16 => {
                let temp = self.word_of(value);
                let (base, disp) = self.address_and_offset(addr);
                self.store_half(base, disp, align, temp);
            }
            _ if ty.is_vector() => {
                let lanes = self.lanes(value);
                let (base, disp) = self.address_and_offset(addr);
                let (base, disp) = self.once(base, disp);
                self.store_vector(base, disp, align, lanes);
            }
            _ => {
                let operand = self.operand(value);
                let operand = self.register(operand);
                let (base, disp) = self.address_and_offset(addr);
                if ty == Type::I32 {
                    return self.store_word(base, disp, align, operand);
                }
                let memory = self.mem_at(base, disp);
                self.store_op(Op::Sb, operand, memory);
            }
        }
    }

    /// The frame itself is aligned to 8 only: what wants more is aligned within a larger object.
    fn frame_object(&mut self, result: Value, bytes: u32, align: u32) -> Var {
        let slack = align.saturating_sub(STACK_ALIGN);
        let object = self.code.make_frame_object(bytes + slack, STACK_ALIGN);
        let temp = self.object_address(object, slack as i32);
        if slack == 0 {
            self.is_address_of(result, object);
        } else {
            self.round_down(temp, align);
        }
        temp
    }

    fn object_address(&mut self, object: FrameObject, offset: i32) -> Var {
        let (memory, temp) = (self.mem_at(Base::Object(object), offset), self.gpr());
        self.address_of(temp, memory);
        temp
    }

    fn take_below(&mut self, address: Var, size: Value, align: u32) {
        let size = self.operand(size);
        let size = self.register(size);
        self.op(Op::Subu, address, address, size);
        self.round_down(address, align.max(STACK_ALIGN));
    }

    fn stack_top(&mut self) -> Var {
        let top = self.mem_at(Base::StackTop, 0);
        let temp = self.gpr();
        self.address_of(temp, top);
        temp
    }

    fn set_stack_top(&mut self, address: Var) {
        self.push(Inst::new(Opcode::SetStackPointer, Opnd::None, address.into(), Opnd::None));
    }
}
