//! Switches: ranges, bit tests, jump tables and binary search, by the plan of
//! [`crate::target::common::switch`].
//!
//! A jump table is a list of addresses in read-only data.

use super::super::op::Op;
use super::{Inst, Lower, Opcode, Opnd, block_label};
use crate::ice::inst::CaseList;
use crate::ice::{Block, Type, Value};
use crate::lir::{Label, Var};
use crate::options::Pass;
use crate::target::common::switch::SwitchOptions;
use crate::target::common::switch_code::{SwitchCode, write_switch};

/// What a switch tests.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Tested {
    low: Var,
    /// The upper half of a pair.
    high: Option<Var>,
}

impl Lower<'_> {
    pub(super) fn switch(&mut self, value: Value, cases: CaseList, default: Block, next: Option<Block>) {
        let ty = self.func.ty(value);
        let mut plan = std::mem::take(&mut self.scratch.switch_plan);
        plan.compute(self.func.cases(cases), default, ty.bits(), &self.switch_options(value));
        let tested = if ty == Type::I64 {
            let (low, high) = self.load_pair(value);
            Tested { low, high: Some(high) }
        } else {
            Tested { low: self.extended_gpr(value, false), high: None }
        };
        write_switch(&plan, tested, default, next, self);
        self.scratch.switch_plan = plan;
    }

    fn switch_options(&mut self, value: Value) -> SwitchOptions {
        let (module, func) = (self.module, self.func);
        let pays = self.for_allocation && self.fuel.spend_on(Pass::Switch, module, func.id, || format!("the switch on {value}"));
        if pays { SwitchOptions::for_word(32) } else { SwitchOptions::search_only() }
    }

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

    fn label_of(&self, block: Block) -> Label {
        block_label(block)
    }

    fn make_label(&mut self) -> Label {
        self.code.make_label()
    }

    fn bind(&mut self, label: Label) {
        Lower::bind(self, label);
    }

    fn jump(&mut self, to: Label) {
        Lower::jump(self, to);
    }

    fn branch_if_equal(&mut self, value: Tested, number: u64, to: Label) {
        let wanted = self.register(Opnd::Imm(number as i32));
        let Some(high) = value.high else { return self.branch(Op::Beq, value.low, wanted, to) };
        let unequal = self.code.make_label();
        self.branch(Op::Bne, value.low, wanted, unequal);
        let wanted = self.register(Opnd::Imm((number >> 32) as i32));
        self.branch(Op::Beq, high, wanted, to);
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
        self.branch(if below { Op::Bne } else { Op::Beq }, is_below, Opnd::Imm(0), to);
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
        Tested { low, high }
    }

    fn branch_by_mask(&mut self, value: Tested, mask: u32, to: Label) {
        let bits = self.register(Opnd::Imm(mask as i32));
        let shifted = self.new_op(Op::Srlv, bits, value.low);
        let bit = self.new_op(Op::Andi, shifted, Opnd::Imm(1));
        self.branch(Op::Bne, bit, Opnd::Imm(0), to);
    }

    fn jump_by_table(&mut self, value: Tested, table: impl Iterator<Item = Label>) {
        let table = self.code.pools.tables.add(table);
        let offset = self.new_op(Op::Sll, value.low, Opnd::Imm(2));
        self.push(Inst::new(Opcode::JumpTable, Opnd::Table(table), Opnd::Var(offset), Opnd::None));
    }
}
