//! Switches: ranges, bit tests, jump tables and binary search, by the plan of
//! [`crate::target::common::switch`].
//!
//! A jump table is a list of addresses in read-only data, of which one is loaded into the program
//! counter.

use super::super::op::{Cond, Op};
use super::{Inst, Int, Lower, Opcode, Opnd, block_label};
use crate::ice::inst::CaseList;
use crate::ice::{BinOp, Block, Type, Value};
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
            Tested { low: self.extended_core(value, false), high: None }
        };
        write_switch(&plan, tested, default, next, self);
        self.scratch.switch_plan = plan;
    }

    fn switch_options(&mut self, value: Value) -> SwitchOptions {
        let (module, func) = (self.module, self.func);
        let pays = self.for_allocation && self.fuel.spend_on(Pass::Switch, module, func.id, || format!("the switch on {value}"));
        if pays { SwitchOptions::for_word(32) } else { SwitchOptions::search_only() }
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
        match value.high {
            None => self.compare(value.low, Int::Number(number as u32)),
            Some(high) => self.compare_pair((value.low, high), number),
        }
        self.jump_if(Cond::Eq, to);
    }

    fn branch_by_bound(&mut self, value: Tested, bound: u64, below: bool, to: Label) {
        match value.high {
            None => self.compare(value.low, Int::Number(bound as u32)),
            Some(high) => self.compare_pair((value.low, high), bound),
        }
        self.jump_if(if below { Cond::Lo } else { Cond::Hs }, to);
    }

    fn minus(&mut self, value: Tested, number: u64) -> Tested {
        let low = self.core();
        let Some(value_high) = value.high else {
            let (op, operand) = self.with_inverse(Op::Sub, Int::Number(number as u32));
            self.op3(op, low, value.low, operand);
            return Tested { low, high: None };
        };
        let high = self.core();
        let (number_low, number_high) = (Int::Number(number as u32), Int::Number((number >> 32) as u32));
        let (number_low, number_high) = (self.flexible(number_low), self.flexible(number_high));
        self.op3(Op::Subs, low, value.low, number_low);
        self.op3(Op::Sbc, high, value_high, number_high);
        Tested { low, high: Some(high) }
    }

    fn branch_by_mask(&mut self, value: Tested, mask: u32, to: Label) {
        let bits = self.core();
        self.number(bits, mask);
        self.op3(super::arith::shift_op(BinOp::LShr), bits, bits, value.low);
        self.op2(Op::Tst, bits, Opnd::Imm(1));
        self.jump_if(Cond::Ne, to);
    }

    fn jump_by_table(&mut self, value: Tested, table: impl Iterator<Item = Label>) {
        let table = self.code.pools.tables.add(table);
        self.push(Inst::new(Opcode::JumpTable, Opnd::Table(table), Opnd::Var(value.low)));
    }
}

impl Lower<'_> {
    /// Sets the flags for equality and unsigned order: the low halves decide if the high ones are
    /// equal.
    fn compare_pair(&mut self, (low, high): (Var, Var), number: u64) {
        let (number_low, number_high) = (Int::Number(number as u32), Int::Number((number >> 32) as u32));
        let (number_low, number_high) = (self.flexible(number_low), self.flexible(number_high));
        self.op2(Op::Cmp, high, number_high);
        self.push(Inst::new(Opcode::Real(Op::Cmp), Opnd::Var(low), number_low).when(Cond::Eq));
    }
}
