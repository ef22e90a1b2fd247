//! Atomic intrinsics: the accesses with the barriers, `sync`, that their orders ask for.
//!
//! Words use `ll` and `sc` on themselves, bytes and halfwords on the word around them, of which a
//! mask selects the part. Between the two there is no other access to memory, as the architecture
//! wants: only registers are worked on. In a loop, what it reads again in each round stays alive
//! past its end by a fake use.
//!
//! 64-bit atomics, which 32-bit hardware lacks, are calls of the C standard library's lock-based
//! functions (`__atomic_load_8` and its family), so that they exclude C code's. The platform has
//! them in libatomic; the translator's runtime has its own.

use super::super::inst::Base;
use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::intrinsics::AtomicRmwOp;
use crate::ice::{Type, Value};
use crate::isa::common::lower::{AtomicCode, Barriers, CallCode, ValueCode};
use crate::lir::Var;
use crate::mc::{Helper, SymbolRef};

/// The number of sequential consistency in C.
const SEQ_CST: Opnd = Opnd::Imm(5);

/// A byte or halfword within an aligned word.
struct Part {
    /// The word's address.
    word: Var,
    /// How far above the word's lowest bit it lies.
    shift: Var,
    /// Ones where it lies, and where it does not.
    mask: Var,
    rest: Var,
}

impl AtomicCode for Lower<'_> {
    /// 64 bits go through a lock, which a program that asks wants to know.
    const LOCK_FREE: &'static [u64] = &[1, 2, 4];

    fn fence(&mut self) {
        self.effect_op(Op::Sync, Opnd::None, Opnd::None);
    }

    fn atomic_load(&mut self, ty: Type, barriers: Barriers, addr: Value, result: Value) {
        if ty == Type::I64 {
            self.wide_arguments(addr, None);
            return self.wide_call(Helper::AtomicLoad8, Some(result));
        }
        let base = self.address(addr);
        let memory = self.mem_at(base, 0);
        let op = match ty {
            Type::I8 => Op::Lbu,
            Type::I16 => Op::Lhu,
            _ => Op::Lw,
        };
        let temp = self.new_op(op, memory, Opnd::None);
        self.barrier_if(barriers.after);
        self.define(result, temp);
    }

    fn atomic_store(&mut self, ty: Type, barriers: Barriers, value: Value, addr: Value) {
        if ty == Type::I64 {
            self.wide_arguments(addr, Some(value));
            return self.wide_call(Helper::AtomicStore8, None);
        }
        let operand = self.operand(value);
        let operand = self.register(operand);
        let base = self.address(addr);
        let memory = self.mem_at(base, 0);
        let op = match ty {
            Type::I8 => Op::Sb,
            Type::I16 => Op::Sh,
            _ => Op::Sw,
        };
        self.barrier_if(barriers.before);
        self.store_op(op, operand, memory);
        self.barrier_if(barriers.after);
    }

    fn atomic_rmw(&mut self, ty: Type, barriers: Barriers, op: AtomicRmwOp, addr: Value, value: Value, result: Value) {
        match ty {
            Type::I64 => {
                self.wide_arguments(addr, Some(value));
                self.wide_call(wide_helper(op), Some(result));
            }
            _ => {
                self.barrier_if(barriers.before);
                match ty {
                    Type::I32 => self.word_rmw(op, addr, value, barriers, result),
                    _ => self.part_rmw(ty, op, [addr, value], barriers, result),
                }
            }
        }
    }

    fn atomic_cmpxchg(&mut self, ty: Type, barriers: Barriers, addr: Value, [expected, new]: [Value; 2], result: Value) {
        if ty == Type::I64 {
            return self.wide_cmpxchg(addr, expected, new, result);
        }
        self.barrier_if(barriers.before);
        match ty {
            Type::I32 => self.word_cmpxchg(addr, expected, new, barriers, result),
            _ => self.part_cmpxchg(ty, [addr, expected, new], barriers, result),
        }
    }
}

impl Lower<'_> {
    fn word_rmw(&mut self, op: AtomicRmwOp, addr: Value, value: Value, barriers: Barriers, result: Value) {
        let operand = self.word_of(value);
        let address = self.word_of(addr);
        let memory = self.mem_at(Base::Var(address), 0);
        let (old, new, again) = (self.gpr(), self.gpr(), self.code.make_label());
        self.bind(again);
        self.op(Op::Ll, old, memory, Opnd::None);
        self.combine(op, new, old, operand);
        self.store_conditionally(new, memory, again);
        self.barrier_if(barriers.after);
        self.fake_use(address);
        self.fake_use(operand);
        self.define(result, if fault!(Mips32AtomicResult) { new } else { old });
    }

    /// `new = old op operand`.
    fn combine(&mut self, op: AtomicRmwOp, new: Var, old: Var, operand: Var) {
        let machine_op = match op {
            AtomicRmwOp::Add => Op::Addu,
            AtomicRmwOp::Sub => Op::Subu,
            AtomicRmwOp::And => Op::And,
            AtomicRmwOp::Or => Op::Or,
            AtomicRmwOp::Xor => Op::Xor,
            AtomicRmwOp::Exchange => return self.move_operand(new, operand),
        };
        self.op(machine_op, new, old, operand);
    }

    /// Stores unless another access came between; then starts again.
    fn store_conditionally(&mut self, new: Var, memory: Opnd, again: crate::mc::Label) {
        self.store_op(Op::Sc, new, memory);
        self.branch_if(Op::Beq, new, Opnd::Imm(0), again);
    }

    /// Where in its word a byte or halfword lies. It does not cross into the next: atomics are
    /// aligned.
    fn part(&mut self, ty: Type, addr: Value) -> Part {
        let address = self.word_of(addr);
        let shift = self.new_op(Op::Andi, address, Opnd::Imm(3));
        self.op(Op::Sll, shift, shift, Opnd::Imm(3));
        let word = self.load_gpr(Opnd::Imm(-4));
        self.op(Op::And, word, word, address);
        let mask = self.load_gpr(Opnd::Imm(if ty == Type::I8 { 0xff } else { 0xffff }));
        self.op(Op::Sllv, mask, mask, shift);
        let rest = self.new_op(Op::Nor, mask, Opnd::Imm(0));
        Part { word, shift, mask, rest }
    }

    /// A byte or halfword where it lies in its word, with zeros around it.
    fn in_place(&mut self, part: &Part, value: Value) -> Var {
        let temp = self.extended_word(value, false);
        self.op(Op::Sllv, temp, temp, part.shift);
        temp
    }

    fn keep(&mut self, part: &Part) {
        for var in [part.word, part.shift, part.mask, part.rest] {
            self.fake_use(var);
        }
    }

    fn part_rmw(&mut self, ty: Type, op: AtomicRmwOp, [addr, value]: [Value; 2], barriers: Barriers, result: Value) {
        let part = self.part(ty, addr);
        let operand = self.in_place(&part, value);
        let memory = self.mem_at(Base::Var(part.word), 0);
        let (old, new, again) = (self.gpr(), self.gpr(), self.code.make_label());
        self.bind(again);
        self.op(Op::Ll, old, memory, Opnd::None);
        self.combine(op, new, old, operand);
        // A carry, or the neighbours that an `and` cleared, must not change the rest of the word.
        self.op(Op::And, new, new, part.mask);
        let others = self.new_op(Op::And, old, part.rest);
        self.op(Op::Or, new, new, others);
        self.store_conditionally(new, memory, again);
        self.barrier_if(barriers.after);
        self.fake_use(operand);
        self.keep(&part);
        self.op(Op::And, old, old, part.mask);
        self.op(Op::Srlv, old, old, part.shift);
        self.define(result, old);
    }

    fn word_cmpxchg(&mut self, addr: Value, expected: Value, desired: Value, barriers: Barriers, result: Value) {
        let (expected, desired) = (self.word_of(expected), self.word_of(desired));
        let address = self.word_of(addr);
        let memory = self.mem_at(Base::Var(address), 0);
        let (old, new) = (self.gpr(), self.gpr());
        let (again, done) = (self.code.make_label(), self.code.make_label());
        self.bind(again);
        self.op(Op::Ll, old, memory, Opnd::None);
        self.branch_if(Op::Bne, old, expected, done);
        self.move_operand(new, desired);
        self.store_conditionally(new, memory, again);
        self.bind(done);
        self.barrier_if(barriers.after);
        for var in [expected, desired, address] {
            self.fake_use(var);
        }
        self.define(result, old);
    }

    fn part_cmpxchg(&mut self, ty: Type, [addr, expected, desired]: [Value; 3], barriers: Barriers, result: Value) {
        let part = self.part(ty, addr);
        let (expected, desired) = (self.in_place(&part, expected), self.in_place(&part, desired));
        let memory = self.mem_at(Base::Var(part.word), 0);
        let (old, new, current) = (self.gpr(), self.gpr(), self.gpr());
        let (again, done) = (self.code.make_label(), self.code.make_label());
        self.bind(again);
        self.op(Op::Ll, old, memory, Opnd::None);
        self.op(Op::And, current, old, part.mask);
        self.branch_if(Op::Bne, current, expected, done);
        self.op(Op::And, new, old, part.rest);
        self.op(Op::Or, new, new, desired);
        self.store_conditionally(new, memory, again);
        self.bind(done);
        self.barrier_if(barriers.after);
        for var in [expected, desired] {
            self.fake_use(var);
        }
        self.keep(&part);
        self.op(Op::Srlv, current, current, part.shift);
        self.define(result, current);
    }

    /// The address and, in the next even pair of words, the value of a 64-bit atomic. What follows
    /// is on the stack.
    fn wide_arguments(&mut self, addr: Value, value: Option<Value>) {
        self.scratch.list.clear();
        let address = self.operand(addr);
        self.pass_word(address, 0);
        match value {
            Some(value) => {
                let (low, high) = self.pair(value);
                self.pass_word(low, 8);
                self.pass_word(high, 12);
                self.pass_word(SEQ_CST, 16);
            }
            None => self.pass_word(SEQ_CST, 4),
        }
    }

    fn wide_call(&mut self, helper: Helper, result: Option<Value>) {
        self.reserve_outgoing(24);
        let target = self.callee(SymbolRef::Helper(helper));
        self.finish_call(target, result);
    }

    /// The function returns whether it was equal; what it saw is in memory afterwards in either
    /// case.
    fn wide_cmpxchg(&mut self, addr: Value, expected: Value, desired: Value, result: Value) {
        let object = self.code.make_frame_object(8, 8);
        let (low, high) = self.pair(expected);
        for (half, disp) in [(low, 0), (high, 4)] {
            let (half, memory) = (self.register(half), self.mem_at(Base::Object(object), disp));
            self.store_op(Op::Sw, half, memory);
        }
        self.wide_arguments(addr, Some(desired));
        let memory = self.mem_at(Base::Object(object), 0);
        let pointer = self.gpr();
        self.address_of(pointer, memory);
        self.pass_word(pointer.into(), 4);
        self.pass_word(SEQ_CST, 20);
        self.wide_call(Helper::AtomicCompareExchange8, None);
        let halves = [0, 4].map(|disp| {
            let memory = self.mem_at(Base::Object(object), disp);
            self.new_op(Op::Lw, memory, Opnd::None)
        });
        self.define_pair(result, halves[0], halves[1]);
    }
}

fn wide_helper(op: AtomicRmwOp) -> Helper {
    match op {
        AtomicRmwOp::Add => Helper::AtomicFetchAdd8,
        AtomicRmwOp::Sub => Helper::AtomicFetchSub8,
        AtomicRmwOp::And => Helper::AtomicFetchAnd8,
        AtomicRmwOp::Or => Helper::AtomicFetchOr8,
        AtomicRmwOp::Xor => Helper::AtomicFetchXor8,
        AtomicRmwOp::Exchange => Helper::AtomicExchange8,
    }
}
