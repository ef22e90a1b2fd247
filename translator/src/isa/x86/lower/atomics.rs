//! Atomic intrinsics: loads are plain moves, and so are stores, but for those that no later load may
//! overtake, which exchange; the rest is locked. The processor makes all other accesses in order
//! (SDM volume 3, section 9.2.2), so that a fence that is not sequentially consistent is none.
//!
//! 64-bit atomics in 32-bit mode: loads and stores go through a vector register, whose aligned
//! 8-byte accesses are atomic (SDM volume 3, section 9.1.1); everything else loops around
//! `cmpxchg8b`. In a loop, what it reads again in each round stays alive past its end by a fake
//! use.

use super::super::inst::Base;
use super::super::op::{Cc, Op, Size};
use super::super::regs::gpr;
use super::memory::memory_size;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::intrinsics::AtomicRmwOp;
use crate::ice::{Type, Value};
use crate::isa::common::lower::{AtomicCode, Barriers, ValueCode};
use crate::lir::{Role, Var};

const B4: Size = Size::B4;

impl AtomicCode for Lower<'_> {
    const LOCK_FREE: &'static [u64] = &[1, 2, 4, 8];

    fn fence(&mut self) {
        self.bare(Op::Mfence);
    }

    fn weaker_fence(&mut self) {}

    fn atomic_load(&mut self, ty: Type, _: Barriers, addr: Value, result: Value) {
        if self.is_pair(ty) {
            let memory = self.address(addr, 0);
            let wide = self.xmm();
            self.sse(Op::Movq, wide, memory);
            let (low, high) = (self.gpr(), self.gpr());
            self.op(Op::Movd, B4, low, wide);
            self.sse(Op::Psrlq, wide, Opnd::Imm(32));
            self.op(Op::Movd, B4, high, wide);
            self.define_pair(result, low, high);
        } else {
            let memory = self.address(addr, 0);
            self.load_from(memory, result, ty);
        }
    }

    fn atomic_store(&mut self, ty: Type, barriers: Barriers, value: Value, addr: Value) {
        if self.is_pair(ty) {
            let (low, high) = self.pair(value);
            let (low, high) = (self.load_gpr(B4, low), self.load_gpr(B4, high));
            let (wide, upper) = (self.xmm(), self.xmm());
            self.op(Op::Movd, B4, wide, low);
            self.op(Op::Movd, B4, upper, high);
            self.sse(Op::Punpckldq, wide, upper);
            let memory = self.address(addr, 0);
            self.op_any(Op::Movq, B4, memory, wide);
            self.barrier_if(barriers.after);
        } else if !barriers.after {
            let memory = self.address(addr, 0);
            self.store_int(memory, value, ty);
        } else {
            let temp = self.value_register(ty, value);
            let memory = self.address(addr, 0);
            self.op_any(Op::Xchg, memory_size(ty), memory, temp);
        }
    }

    fn atomic_rmw(&mut self, ty: Type, _: Barriers, op: AtomicRmwOp, addr: Value, value: Value, result: Value) {
        if self.is_pair(ty) {
            return self.pair_rmw(op, addr, value, result);
        }
        let size = memory_size(ty);
        let machine_op = match op {
            AtomicRmwOp::Exchange => Op::Xchg,
            AtomicRmwOp::Add | AtomicRmwOp::Sub => Op::LockXadd,
            AtomicRmwOp::And => return self.rmw_loop(ty, Op::And, addr, value, result),
            AtomicRmwOp::Or => return self.rmw_loop(ty, Op::Or, addr, value, result),
            AtomicRmwOp::Xor => return self.rmw_loop(ty, Op::Xor, addr, value, result),
        };
        let temp = self.value_register(ty, value);
        if op == AtomicRmwOp::Sub {
            self.one(Op::Neg, self.int_size(ty), temp);
        }
        let memory = self.address(addr, 0);
        self.op_any(machine_op, size, memory, temp);
        self.define(result, temp);
    }

    fn atomic_cmpxchg(&mut self, ty: Type, _: Barriers, addr: Value, [expected, new]: [Value; 2], result: Value) {
        let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
        if self.is_pair(ty) {
            let (expected_low, expected_high) = self.pair(expected);
            let (new_low, new_high) = self.pair(new);
            let memory = self.address(addr, 0);
            let (ebx, ecx) = (self.fixed(gpr::EBX), self.fixed(gpr::ECX));
            self.op(Op::Mov, B4, eax, expected_low);
            self.op(Op::Mov, B4, edx, expected_high);
            self.op(Op::Mov, B4, ebx, new_low);
            self.op(Op::Mov, B4, ecx, new_high);
            self.cmpxchg8b(memory, [eax, edx], [ebx, ecx]);
            return self.define_pair(result, eax, edx);
        }
        let temp = self.value_register(ty, new);
        let memory = self.address(addr, 0);
        let expected = self.operand(expected);
        self.op(Op::Mov, self.int_size(ty), eax, expected);
        self.push(Inst::new(Opcode::Real(Op::LockCmpxchg), memory_size(ty), memory, Opnd::Var(temp)).with(Opnd::Var(eax)));
        self.define(result, eax);
    }
}

impl Lower<'_> {
    /// An integer in a register with a form of the type's size.
    fn value_register(&mut self, ty: Type, value: Value) -> Var {
        let temp = self.sized_register(ty);
        let operand = self.operand(value);
        self.op(Op::Mov, self.int_size(ty), temp, operand);
        temp
    }

    fn sized_register(&mut self, ty: Type) -> Var {
        if ty == Type::I8 { self.byte_gpr() } else { self.gpr() }
    }

    /// Computes from the value last seen and tries to replace it, until no other access came
    /// between.
    fn rmw_loop(&mut self, ty: Type, op: Op, addr: Value, value: Value, result: Value) {
        let size = memory_size(ty);
        let operand = self.operand(value);
        let memory = self.address(addr, 0);
        let eax = self.fixed(gpr::EAX);
        self.op(Op::Mov, size, eax, memory);
        let again = self.code.make_label();
        self.bind(again);
        let temp = self.sized_register(ty);
        self.op(Op::Mov, self.int_size(ty), temp, eax);
        self.op(op, self.int_size(ty), if fault!(X86AtomicClobbersExpected) { eax } else { temp }, operand);
        self.push(Inst::new(Opcode::Real(Op::LockCmpxchg), size, memory, Opnd::Var(temp)).with(Opnd::Var(eax)));
        self.jump_if(Cc::Ne, again);
        self.keep_base(memory);
        self.define(result, eax);
    }

    fn pair_rmw(&mut self, op: AtomicRmwOp, addr: Value, value: Value, result: Value) {
        let (value_low, value_high) = self.pair(value);
        let memory = self.address(addr, 0);
        let high_memory = self.offset_by_4(memory);
        let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
        let (ebx, ecx) = (self.fixed(gpr::EBX), self.fixed(gpr::ECX));
        self.op(Op::Mov, B4, eax, memory);
        self.op(Op::Mov, B4, edx, high_memory);
        let again = self.code.make_label();
        self.bind(again);
        if op != AtomicRmwOp::Exchange {
            self.op(Op::Mov, B4, ebx, eax);
            self.op(Op::Mov, B4, ecx, edx);
        }
        let (low_op, high_op) = match op {
            AtomicRmwOp::Add => (Op::Add, Op::Adc),
            AtomicRmwOp::Sub => (Op::Sub, Op::Sbb),
            AtomicRmwOp::And => (Op::And, Op::And),
            AtomicRmwOp::Or => (Op::Or, Op::Or),
            AtomicRmwOp::Xor => (Op::Xor, Op::Xor),
            AtomicRmwOp::Exchange => (Op::Mov, Op::Mov),
        };
        self.op(low_op, B4, ebx, value_low);
        self.op(high_op, B4, ecx, value_high);
        self.cmpxchg8b(memory, [eax, edx], [ebx, ecx]);
        self.jump_if(Cc::Ne, again);
        self.keep_base(memory);
        self.define_pair(result, eax, edx);
    }

    /// Compares memory with edx:eax; if equal writes ecx:ebx, otherwise loads edx:eax.
    fn cmpxchg8b(&mut self, memory: Opnd, expected: [Var; 2], new: [Var; 2]) {
        self.scratch.list.clear();
        self.scratch.list.extend(expected.map(|var| (var, Role::UseDef)));
        self.scratch.list.extend(new.map(|var| (var, Role::Use)));
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Real(Op::LockCmpxchg8b), Size::B8, memory, Opnd::None).with(list));
    }

    /// Keeps the base register of an address alive up to here.
    fn keep_base(&mut self, memory: Opnd) {
        if let Opnd::Mem(id) = memory
            && let Base::Var(base) = self.code.pools.amodes[id].base
        {
            self.fake_use(base);
        }
    }
}
