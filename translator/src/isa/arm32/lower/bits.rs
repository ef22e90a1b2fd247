//! Bit counting and byte swapping on scalars.

use super::super::op::{Cond, Op};
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{Type, Value};
use crate::isa::common::lower::{BitCode, ValueCode};
use crate::lir::Var;

impl BitCode for Lower<'_> {
    fn bswap(&mut self, result: Value, ty: Type, src: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(src);
            self.op2(Op::Rev, low, low);
            self.op2(Op::Rev, high, high);
            return self.define_pair(result, high, low);
        }
        let temp = self.word_of(src);
        self.op2(if ty == Type::I16 { Op::Rev16 } else { Op::Rev }, temp, temp);
        self.define(result, temp);
    }

    fn ctlz(&mut self, result: Value, ty: Type, src: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(src);
            self.count_pair(result, low, high);
        } else {
            let temp = self.word_of(src);
            self.op2(Op::Clz, temp, temp);
            self.define(result, temp);
        }
    }

    /// Trailing zeros are the leading zeros of the reversed word.
    fn cttz(&mut self, result: Value, ty: Type, src: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(src);
            self.op2(Op::Rbit, low, low);
            self.op2(Op::Rbit, high, high);
            self.count_pair(result, high, low);
        } else {
            let temp = self.word_of(src);
            self.op2(Op::Rbit, temp, temp);
            self.op2(Op::Clz, temp, temp);
            self.define(result, temp);
        }
    }

    /// The vector unit counts the ones of bytes; pairwise additions sum them up.
    fn ctpop(&mut self, result: Value, ty: Type, src: Value) {
        let (low, high) = if ty == Type::I64 {
            self.load_pair(src)
        } else {
            let high = self.core();
            self.number(high, 0);
            (self.word_of(src), high)
        };
        let temp = self.double();
        self.op3(Op::VmovFromPair, temp, low, high);
        self.op2(Op::Vcnt8, temp, temp);
        self.op2(Op::VdpaddlU8, temp, temp);
        self.op2(Op::VdpaddlU16, temp, temp);
        self.op2(Op::VdpaddlU32, temp, temp);
        let (count, zero) = (self.core(), self.core());
        self.op3(Op::VmovToPair, count, zero, temp);
        if ty == Type::I64 {
            self.define_pair(result, count, zero);
        } else {
            self.define(result, count);
        }
    }
}

impl Lower<'_> {
    /// Leading zeros of `high`, and where it is zero those of `low` too.
    fn count_pair(&mut self, result: Value, low: Var, high: Var) {
        let count = self.core();
        self.op2(Op::Clz, count, high);
        self.op2(Op::Cmp, high, Opnd::Imm(0));
        self.push(Inst::new(Opcode::Real(Op::Clz), Opnd::Var(count), Opnd::Var(low)).when(Cond::Eq));
        let more = Inst::new(Opcode::Real(Op::Add), Opnd::Var(count), Opnd::Var(count)).third(Opnd::Imm(32));
        self.push(more.when(Cond::Eq));
        self.define_count(result, count);
    }

    /// Defines a 64-bit count: its high half is zero.
    fn define_count(&mut self, result: Value, count: Var) {
        let zero = self.core();
        self.number(zero, 0);
        self.define_pair(result, count, zero);
    }
}
