//! Atomic intrinsics: the accesses with the barriers that their orders ask for.
//!
//! Read-modify-write loops around the exclusive load and store of the size: the store says by 1
//! that another access came between, or that it failed for no reason at all. 64 bits take a
//! consecutive pair of registers whose first is even. Nothing is stored or loaded between the two
//! exclusive accesses, as that could make them fail for ever: what a round reads is in registers
//! from before, and stays alive past the loop's end by a fake use. Source: [ARM-ARM] A3.4.

use super::super::inst::Base;
use super::super::op::{Cond, Op};
use super::super::regs::Reg;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::intrinsics::AtomicRmwOp;
use crate::ice::{Type, Value};
use crate::isa::common::lower::{AtomicCode, Barriers, ValueCode};
use crate::lir::Var;

/// The exclusive load and store of a type's size.
fn exclusive(ty: Type) -> (Op, Op) {
    match ty {
        Type::I8 => (Op::Ldrexb, Op::Strexb),
        Type::I16 => (Op::Ldrexh, Op::Strexh),
        Type::I64 => (Op::Ldrexd, Op::Strexd),
        _ => (Op::Ldrex, Op::Strex),
    }
}

impl AtomicCode for Lower<'_> {
    const LOCK_FREE: &'static [u64] = &[1, 2, 4, 8];

    fn fence(&mut self) {
        self.op0(Op::Dmb);
    }

    fn atomic_load(&mut self, ty: Type, barriers: Barriers, addr: Value, result: Value) {
        if ty == Type::I64 {
            // The exclusive load is the one 64-bit load that every ARMv7 makes at once.
            let address = self.word_of(addr);
            let (low, high) = (self.fixed(Reg::core(0)), self.fixed(Reg::core(1)));
            self.load_pair_exclusive(low, high, address);
            self.define_pair(result, low, high);
        } else {
            self.load_value(result, ty, addr, ty.bits() / 8);
        }
        self.barrier_if(barriers.after);
    }

    fn atomic_store(&mut self, ty: Type, barriers: Barriers, value: Value, addr: Value) {
        self.barrier_if(barriers.before && !fault!(Arm32Barrier));
        if ty == Type::I64 {
            let address = self.word_of(addr);
            let old = (self.fixed(Reg::core(0)), self.fixed(Reg::core(1)));
            let new = self.fixed_pair(value);
            let again = self.code.make_label();
            self.bind(again);
            self.load_pair_exclusive(old.0, old.1, address);
            self.store_exclusive(Op::Strexd, new.0, Some(new.1), address, again);
            self.keep(&[address, new.0, new.1]);
        } else {
            self.store_value(addr, value, ty.bits() / 8);
        }
        self.barrier_if(barriers.after);
    }

    fn atomic_rmw(&mut self, ty: Type, barriers: Barriers, op: AtomicRmwOp, addr: Value, value: Value, result: Value) {
        self.barrier_if(barriers.before);
        if ty == Type::I64 {
            self.pair_rmw(op, addr, value, result);
        } else {
            let (load, store) = exclusive(ty);
            let (address, operand) = (self.word_of(addr), self.word_of(value));
            let (old, new) = (self.core(), self.core());
            let again = self.code.make_label();
            self.bind(again);
            let memory = self.mem_at(Base::Var(address), 0);
            self.op2(load, old, memory);
            match machine_ops(op) {
                Some((machine_op, _)) => self.op3(plain(machine_op), new, old, operand),
                None => self.mov(new, operand),
            }
            self.store_exclusive(store, new, None, address, again);
            self.keep(&[address, operand, old]);
            let old = if fault!(Arm32AtomicResult) { new } else { old };
            self.define(result, old);
        }
        self.barrier_if(barriers.after);
    }

    fn atomic_cmpxchg(&mut self, ty: Type, barriers: Barriers, addr: Value, [expected, new]: [Value; 2], result: Value) {
        self.barrier_if(barriers.before);
        let (again, done) = (self.code.make_label(), self.code.make_label());
        let address = self.word_of(addr);
        if ty == Type::I64 {
            let (low, high) = self.load_pair(expected);
            let old = (self.fixed(Reg::core(0)), self.fixed(Reg::core(1)));
            let new = self.fixed_pair(new);
            self.bind(again);
            self.load_pair_exclusive(old.0, old.1, address);
            self.op2(Op::Cmp, old.0, low);
            self.push(Inst::new(Opcode::Real(Op::Cmp), Opnd::Var(old.1), Opnd::Var(high)).when(Cond::Eq));
            self.jump_if(Cond::Ne, done);
            self.store_exclusive(Op::Strexd, new.0, Some(new.1), address, again);
            self.bind(done);
            self.keep(&[address, low, high, old.0, old.1, new.0, new.1]);
            self.define_pair(result, old.0, old.1);
        } else {
            let (load, store) = exclusive(ty);
            // The exclusive load extends with zeros.
            let expected = self.extended_word(expected, false);
            let new = self.word_of(new);
            let old = self.core();
            self.bind(again);
            let memory = self.mem_at(Base::Var(address), 0);
            self.op2(load, old, memory);
            self.op2(Op::Cmp, old, expected);
            self.jump_if(Cond::Ne, done);
            self.store_exclusive(store, new, None, address, again);
            self.bind(done);
            self.keep(&[address, expected, new, old]);
            self.define(result, old);
        }
        self.barrier_if(barriers.after);
    }
}

impl Lower<'_> {
    fn load_pair_exclusive(&mut self, low: Var, high: Var, address: Var) {
        let memory = self.mem_at(Base::Var(address), 0);
        self.op3(Op::Ldrexd, low, high, memory);
    }

    /// Tries to store; goes back to `again` if that failed. `address` and the values must be read
    /// after this.
    fn store_exclusive(&mut self, op: Op, value: Var, high: Option<Var>, address: Var, again: crate::mc::Label) {
        let failed = self.core();
        let memory = self.mem_at(Base::Var(address), 0);
        let store = Inst::new(Opcode::Real(op), Opnd::Var(failed), Opnd::Var(value));
        self.push(match high {
            Some(high) => store.third(Opnd::Var(high)).fourth(memory),
            None => store.third(memory),
        });
        // The result register must differ from all others, which is why they live on past it.
        self.fake_use(value);
        if let Some(high) = high {
            self.fake_use(high);
        }
        self.fake_use(address);
        self.op2(Op::Cmp, failed, Opnd::Imm(0));
        self.jump_if(Cond::Ne, again);
    }

    /// A 64-bit value in r2 and r3.
    fn fixed_pair(&mut self, value: Value) -> (Var, Var) {
        let (low, high) = self.pair(value);
        let new = (self.fixed(Reg::core(2)), self.fixed(Reg::core(3)));
        self.put_int(new.0, low);
        self.put_int(new.1, high);
        new
    }

    fn keep(&mut self, vars: &[Var]) {
        for &var in vars {
            self.fake_use(var);
        }
    }

    fn pair_rmw(&mut self, op: AtomicRmwOp, addr: Value, value: Value, result: Value) {
        let address = self.word_of(addr);
        let (low, high) = self.load_pair(value);
        let old = (self.fixed(Reg::core(0)), self.fixed(Reg::core(1)));
        let new = (self.fixed(Reg::core(2)), self.fixed(Reg::core(3)));
        let again = self.code.make_label();
        self.bind(again);
        self.load_pair_exclusive(old.0, old.1, address);
        match machine_ops(op) {
            Some((low_op, high_op)) => {
                self.op3(low_op, new.0, old.0, low);
                self.op3(high_op, new.1, old.1, high);
            }
            None => {
                self.mov(new.0, low);
                self.mov(new.1, high);
            }
        }
        self.store_exclusive(Op::Strexd, new.0, Some(new.1), address, again);
        self.keep(&[address, low, high, old.0, old.1]);
        self.define_pair(result, old.0, old.1);
    }
}

/// The operations on the low and the high half; none for an exchange.
fn machine_ops(op: AtomicRmwOp) -> Option<(Op, Op)> {
    Some(match op {
        AtomicRmwOp::Add => (Op::Adds, Op::Adc),
        AtomicRmwOp::Sub => (Op::Subs, Op::Sbc),
        AtomicRmwOp::And => (Op::And, Op::And),
        AtomicRmwOp::Or => (Op::Orr, Op::Orr),
        AtomicRmwOp::Xor => (Op::Eor, Op::Eor),
        AtomicRmwOp::Exchange => return None,
    })
}

/// The operation without a carry for the high half.
fn plain(op: Op) -> Op {
    match op {
        Op::Adds => Op::Add,
        Op::Subs => Op::Sub,
        other => other,
    }
}
