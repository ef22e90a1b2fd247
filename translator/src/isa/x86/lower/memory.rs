//! Loads, stores and `alloca`.
//!
//! x86 accesses memory at any alignment with the same instructions; vectors use the unaligned
//! moves.

use super::super::inst::{Absolute, Base, UPPER_IS_FREE};
use super::super::op::{Op, Size};
use super::{Inst, Lower, Opcode, Opnd, load_op};
use crate::ice::{self, BinOp, InstData, Type, Value, ValueDef, ValueRef};
use crate::isa::common::lower::{MemoryCode, ValueCode};
use crate::lir::{FrameObject, Var, VarKind};
use crate::mc::SymbolRef;

/// What the stack pointer, and so every frame, is aligned to, in bytes.
const STACK_ALIGN: u32 = 16;

impl Lower<'_> {
    /// The memory that an address value points to, `disp` bytes on.
    pub(super) fn address(&mut self, addr: Value, disp: i32) -> Opnd {
        let symbol = match addr.unpack() {
            ValueRef::Global(global) => Some(SymbolRef::Global(global)),
            ValueRef::Func(func) => Some(SymbolRef::Func(func)),
            ValueRef::Local(_) => None,
        };
        match symbol {
            Some(_) => self.mem(super::Amode { symbol, ..super::Amode::new(Base::Other(Absolute), disp) }),
            None => {
                let base = self.word_of(addr);
                self.mem_at(Base::Var(base), disp)
            }
        }
    }

    /// The memory that a load or store accesses.
    pub(super) fn access(&mut self, inst: ice::Inst, addr: Value) -> Opnd {
        let Some(mode) = self.scratch.isa.selection.mode(inst) else {
            return if self.wraps(addr) { self.lower_half(addr) } else { self.address(addr, 0) };
        };
        let mut amode = super::Amode { symbol: mode.symbol, ..super::Amode::new(Base::Other(Absolute), mode.disp) };
        if let Some(base) = mode.base {
            amode.base = match self.object_of(base) {
                Some(object) => Base::Object(object),
                None => Base::Var(self.word_of(base)),
            };
        }
        if let Some((index, scale)) = mode.index {
            amode.index = Some((self.word_of(index), scale));
        }
        let is_base = amode.disp == 0 && amode.symbol.is_none();
        let is_plain = amode.index.is_none() && (is_base || !matches!(amode.base, Base::Var(_)));
        let is_plain = is_plain && !mode.base.is_some_and(|base| self.wraps(base));
        amode.wraps = self.isa.is_64 && !is_plain && !fault!(AddressModesWrap);
        self.mem(amode)
    }

    /// Whether a value's register may have anything above it ([`Uppers`](super::Uppers)).
    pub(super) fn has_free_upper(&self, value: Value) -> bool {
        self.isa.is_64 && self.scratch.isa.uppers.is_mixed(self.func, value)
    }

    /// Copies the lower half of a variable, whatever is above it, to a variable of 32 bits: one of 64 would count as a copy of all of it.
    pub(super) fn copy_half(&mut self, dst: Var, src: Var) {
        debug_assert_eq!(self.code.var(dst).bytes, 4, "a copy of half of {src:?} to {dst:?}");
        let half = |dst: Var, src: Var| Inst {
            imm: UPPER_IS_FREE,
            ..Inst::new(Opcode::Real(Op::Mov), Size::B4, Opnd::Var(dst), Opnd::Var(src))
        };
        // One of them has to be in a register.
        if [src, dst].iter().any(|&var| self.code.var(var).kind != VarKind::Any) {
            return self.push(half(dst, src));
        }
        let temp = self.half_gpr();
        self.push(half(temp, src));
        self.push(half(dst, temp));
    }

    /// Whether only the lower half of an address's register counts.
    fn wraps(&self, addr: Value) -> bool {
        self.has_free_upper(addr) && !fault!(X8664UpperHalf)
    }

    /// The memory at an address that is the lower half of a register.
    fn lower_half(&mut self, addr: Value) -> Opnd {
        let base = self.word_of(addr);
        self.mem(super::Amode { wraps: true, ..super::Amode::new(Base::Var(base), 0) })
    }

    /// The memory that a folded load reads.
    pub(super) fn folded_load(&mut self, inst: ice::Inst) -> Opnd {
        let InstData::Load { addr, .. } = *self.func.inst(inst) else {
            unreachable!("of what has its operand elsewhere only loads are folded")
        };
        self.access(inst, addr)
    }

    /// Loads what is at an address operand.
    pub(super) fn load_from(&mut self, memory: Opnd, result: Value, ty: Type) {
        if self.is_pair(ty) {
            let high = self.offset_by_4(memory);
            let (low, high) = (self.load_gpr(Size::B4, memory), self.load_gpr(Size::B4, high));
            self.define_pair(result, low, high);
        } else if ty.is_scalar_int() {
            let temp = self.gpr();
            match ty {
                Type::I8 => self.op(Op::Movzx8, Size::B4, temp, memory),
                Type::I16 => self.op(Op::Movzx16, Size::B4, temp, memory),
                _ => self.op(Op::Mov, self.int_size(ty), temp, memory),
            }
            self.define(result, temp);
        } else {
            let temp = self.xmm();
            self.sse(load_op(ty), temp, memory);
            self.define(result, temp);
        }
    }

    /// Stores the result of an operation that was left to the store: in place, if the load was,
    /// too. `false` if the value is there already.
    fn change_memory(&mut self, inst: ice::Inst, addr: Value, value: Value) -> bool {
        let Some(ValueDef::Inst(def)) = self.func.def(value).filter(|_| self.scratch.isa.selection.is_folded(value)) else {
            return false;
        };
        let InstData::Binary { op, lhs, rhs } = *self.func.inst(def) else { return false };
        let ty = self.func.ty(value);
        let Some((load, _, other)) = self.scratch.isa.selection.changed_load(self.func, addr, value) else { return false };
        let is_in_place = self.func.result(load).is_some_and(|loaded| self.scratch.isa.selection.is_folded(loaded));
        if !is_in_place {
            self.binary(value, ty, op, lhs, rhs);
            return false;
        }
        debug_assert_eq!(self.scratch.isa.selection.mode(load), self.scratch.isa.selection.mode(inst));
        let op = match op {
            BinOp::Add => Op::Add,
            BinOp::Sub => Op::Sub,
            BinOp::And => Op::And,
            BinOp::Or => Op::Or,
            _ => Op::Xor,
        };
        let memory = self.access(inst, addr);
        let size = memory_size(ty);
        let operand = match self.operand(other) {
            Opnd::Imm(number) if size == Size::B1 => Opnd::Imm(i32::from(number as i8)),
            Opnd::Imm(number) if size == Size::B2 => Opnd::Imm(i32::from(number as i16)),
            Opnd::Imm(number) => Opnd::Imm(number),
            symbol @ Opnd::Sym(_) => symbol,
            operand => Opnd::Var(self.register_of(ty, operand)),
        };
        self.op_any(op, size, memory, operand);
        true
    }

    fn store_to(&mut self, memory: Opnd, value: Value) {
        let ty = self.func.ty(value);
        if self.is_pair(ty) {
            let (low, high) = self.pair(value);
            let high_memory = self.offset_by_4(memory);
            self.store_operand(Size::B4, memory, low);
            self.store_operand(Size::B4, high_memory, high);
        } else if ty.is_scalar_int() {
            self.store_int(memory, value, ty);
        } else {
            let temp = self.xmm_of(value);
            self.op_any(load_op(ty), Size::B4, memory, temp);
        }
    }

    pub(super) fn store_int(&mut self, memory: Opnd, value: Value, ty: Type) {
        let size = memory_size(ty);
        let operand = self.operand(value);
        if let Opnd::Imm(_) | Opnd::Sym(_) = operand {
            self.op_any(Op::Mov, size, memory, operand);
            return;
        }
        let size = if fault!(X86StoreWidens, size == Size::B2) { Size::B4 } else { size };
        let temp = if size == Size::B1 {
            let temp = self.byte_gpr();
            self.op(Op::Mov, self.int_size(ty), temp, operand);
            temp
        } else {
            self.load_gpr(self.int_size(ty), operand)
        };
        self.op_any(Op::Mov, size, memory, temp);
    }

    /// The word after the one an address operand names.
    pub(super) fn offset_by_4(&mut self, memory: Opnd) -> Opnd {
        let Opnd::Mem(id) = memory else { unreachable!("an address is a memory operand") };
        let amode = self.code.pools.amodes[id];
        self.mem(super::Amode { disp: amode.disp.wrapping_add(4), ..amode })
    }
}

impl MemoryCode for Lower<'_> {
    const MAX_OBJECT_ALIGN: u32 = STACK_ALIGN;

    fn load(&mut self, inst: ice::Inst, result: Value, ty: Type, addr: Value, _: u32) {
        let memory = self.access(inst, addr);
        self.load_from(memory, result, ty);
    }

    fn store(&mut self, inst: ice::Inst, addr: Value, value: Value, _: u32) {
        if !self.change_memory(inst, addr, value) {
            let memory = self.access(inst, addr);
            self.store_to(memory, value);
        }
    }

    fn frame_object(&mut self, result: Value, bytes: u32, align: u32) -> Var {
        let object = self.code.make_frame_object(bytes, align.max(1));
        self.is_address_of(result, object);
        self.object_address(object, 0)
    }

    fn object_address(&mut self, object: FrameObject, offset: i32) -> Var {
        let (address, temp) = (self.mem_at(Base::Object(object), offset), self.gpr());
        self.op(Op::Lea, Size::B4, temp, address);
        temp
    }

    fn take_below(&mut self, address: Var, size: Value, align: u32) {
        let size = self.operand(size);
        self.op(Op::Sub, Size::B4, address, size);
        self.op(Op::And, Size::B4, address, Opnd::Imm(-(align.max(STACK_ALIGN) as i32)));
    }

    fn stack_top(&mut self) -> Var {
        let top = self.mem_at(Base::StackTop, 0);
        let temp = self.gpr();
        self.op(Op::Lea, Size::B4, temp, top);
        temp
    }

    fn set_stack_top(&mut self, address: Var) {
        self.push(Inst::new(Opcode::SetStackPointer, Size::B4, Opnd::None, Opnd::Var(address)));
    }
}

/// The size of an integer type in memory.
pub(super) fn memory_size(ty: Type) -> Size {
    match ty {
        Type::I1 | Type::I8 => Size::B1,
        Type::I16 => Size::B2,
        Type::I64 => Size::B8,
        _ => Size::B4,
    }
}
