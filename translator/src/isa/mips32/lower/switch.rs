//! Switches: ranges, bit tests, jump tables and binary search, by the plan of
//! [`crate::isa::common::switch`].
//!
//! A jump table is a list of addresses in read-only data.

use super::super::op::Op;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::Block;
use crate::isa::common::lower::Tested;
use crate::isa::common::switch_code::SwitchCode;
use crate::lir::{Label, Var};

impl Lower<'_> {
    /// A temporary that is 1 if a word is below a number, unsigned, and 0 if not.
    fn below(&mut self, word: Var, number: u32) -> Var {
        match number as i32 {
            // The constant is sign-extended and then compared without sign.
            small if small as i16 as i32 == small => self.new_op(Op::Sltiu, word, Opnd::Imm(small)),
            other => {
                let number = self.register(Opnd::Imm(other));
                self.new_op(Op::Sltu, word, number)
            }
        }
    }
}

impl SwitchCode for Lower<'_> {
    type Value = Tested;

    fn branch_if_equal(&mut self, value: Tested, number: u64, to: Label) {
        let wanted = self.register(Opnd::Imm(number as i32));
        let Some(high) = value.high else { return self.branch_if(Op::Beq, value.low, wanted, to) };
        let unequal = self.code.make_label();
        self.branch_if(Op::Bne, value.low, wanted, unequal);
        let wanted = self.register(Opnd::Imm((number >> 32) as i32));
        self.branch_if(Op::Beq, high, wanted, to);
        Lower::bind(self, unequal);
    }

    fn branch_by_bound(&mut self, value: Tested, bound: u64, below: bool, to: Label) {
        let is_below = self.below(value.low, bound as u32);
        if let Some(high) = value.high {
            // The high halves decide unless they are equal.
            let high_bound = (bound >> 32) as u32;
            let number = self.register(Opnd::Imm(high_bound as i32));
            let (high_below, differ) = (self.below(high, high_bound), self.new_op(Op::Xor, high, number));
            self.op(Op::Movn, is_below, high_below, differ);
        }
        self.branch_if(if below { Op::Bne } else { Op::Beq }, is_below, Opnd::Imm(0), to);
    }

    fn minus(&mut self, value: Tested, number: u64) -> Tested {
        let low = match number as i32 {
            small if (-0x7fff..=0x8000).contains(&small) => self.new_op(Op::Addiu, value.low, Opnd::Imm(-small)),
            other => {
                let number = self.register(Opnd::Imm(other));
                self.new_op(Op::Subu, value.low, number)
            }
        };
        let high = value.high.map(|high| {
            let borrow = self.below(value.low, number as u32);
            let number = self.register(Opnd::Imm((number >> 32) as i32));
            let difference = self.new_op(Op::Subu, high, number);
            self.new_op(Op::Subu, difference, borrow)
        });
        Tested { low, high, ..value }
    }

    fn branch_by_mask(&mut self, value: Tested, mask: u32, to: Label) {
        let bits = self.register(Opnd::Imm(mask as i32));
        let shifted = self.new_op(Op::Srlv, bits, value.low);
        let bit = self.new_op(Op::Andi, shifted, Opnd::Imm(1));
        self.branch_if(Op::Bne, bit, Opnd::Imm(0), to);
    }

    fn jump_by_table(&mut self, value: Tested, table: &[Block]) {
        let table = self.jump_table(table);
        let offset = self.new_op(Op::Sll, value.low, Opnd::Imm(2));
        self.push(Inst::new(Opcode::JumpTable, Opnd::Table(table), Opnd::Var(offset), Opnd::None));
    }
}
