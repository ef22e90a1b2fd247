//! Switches: ranges, bit tests, jump tables and binary search, by the plan of
//! [`crate::isa::common::switch`].
//!
//! A jump table is a list of branches behind the jump, or in a sandbox a list of addresses in read-only data, of which one is loaded into
//! the program counter.

use super::super::op::{Cond, Op};
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, Block};
use crate::isa::common::lower::Tested;
use crate::isa::common::switch_code::SwitchCode;
use crate::lir::{Label, Var};

impl SwitchCode for Lower<'_> {
    type Value = Tested;

    fn branch_if_equal(&mut self, value: Tested, number: u64, to: Label) {
        match value.high {
            None => self.compare(value.low, Opnd::Imm(number as u32)),
            Some(high) => self.compare_pair((value.low, high), number),
        }
        self.jump_if(Cond::Eq, to);
    }

    fn branch_by_bound(&mut self, value: Tested, bound: u64, below: bool, to: Label) {
        match value.high {
            None => self.compare(value.low, Opnd::Imm(bound as u32)),
            Some(high) => self.compare_pair((value.low, high), bound),
        }
        self.jump_if(if below { Cond::Lo } else { Cond::Hs }, to);
    }

    fn minus(&mut self, value: Tested, number: u64) -> Tested {
        let low = self.core();
        let Some(value_high) = value.high else {
            let (op, operand) = self.with_inverse(Op::Sub, Opnd::Imm(number as u32));
            self.op3(op, low, value.low, operand);
            return Tested { low, ..value };
        };
        let high = self.core();
        let (number_low, number_high) = (Opnd::Imm(number as u32), Opnd::Imm((number >> 32) as u32));
        let (number_low, number_high) = (self.flexible(number_low), self.flexible(number_high));
        self.op3(Op::Subs, low, value.low, number_low);
        self.op3(Op::Sbc, high, value_high, number_high);
        Tested { low, high: Some(high), ..value }
    }

    fn branch_by_mask(&mut self, value: Tested, mask: u32, to: Label) {
        let bits = self.core();
        self.number(bits, mask);
        self.op3(super::arith::shift_op(BinOp::LShr), bits, bits, value.low);
        self.op2(Op::Tst, bits, Opnd::Imm(1));
        self.jump_if(Cond::Ne, to);
    }

    fn jump_by_table(&mut self, value: Tested, table: &[Block]) {
        let table = self.jump_table(table);
        self.push(Inst::new(Opcode::JumpTable, Opnd::Table(table), Opnd::Var(value.low)));
    }
}

impl Lower<'_> {
    /// Sets the flags for equality and unsigned order: the low halves decide if the high ones are
    /// equal.
    fn compare_pair(&mut self, (low, high): (Var, Var), number: u64) {
        let (number_low, number_high) = (Opnd::Imm(number as u32), Opnd::Imm((number >> 32) as u32));
        let (number_low, number_high) = (self.flexible(number_low), self.flexible(number_high));
        self.op2(Op::Cmp, high, number_high);
        self.push(Inst::new(Opcode::Real(Op::Cmp), Opnd::Var(low), number_low).when(Cond::Eq));
    }
}
