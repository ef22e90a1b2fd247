//! The ends of blocks: jumps, branches, switches, returns.

use super::calls::CallCode;
use super::values::ValueCode;
use super::{Backend, InstCode, Lower, block_label};
use crate::ice::inst::CaseList;
use crate::ice::{Block, InstData, Type, Value};
use crate::isa::common::switch::SwitchOptions;
use crate::isa::common::switch_code::{Labels, SwitchCode, write_switch};
use crate::lir::{Label, Var};
use crate::mc::tables::TableId;
use crate::options::Pass;

/// What a switch tests, zero-extended.
#[derive(Copy, Clone, Debug)]
pub struct Tested {
    /// The type of the whole.
    pub ty: Type,
    /// The value, or the lower half of a pair.
    pub low: Var,
    /// The upper half of a pair.
    pub high: Option<Var>,
}

/// What an architecture has to end blocks with.
pub trait ControlCode: SwitchCode<Value = Tested> {
    /// Goes to one of two blocks; `next` follows in the layout, if jumps to it are to be left out.
    fn branch(&mut self, block: Block, cond: Value, on_true: Block, on_false: Block, next: Option<Block>);

    /// Leaves the function.
    fn ret(&mut self, value: Option<Value>);
}

impl<B: Backend> Labels for Lower<'_, B> {
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
}

impl<B: Backend> Lower<'_, B> {
    pub(in crate::isa) fn jump_unless_next(&mut self, target: Block, next: Option<Block>) {
        if next != Some(target) {
            self.jump(block_label(target));
        }
    }

    /// Goes to one of two blocks: `jump_if` writes the jump to a label that is taken if the condition
    /// is as it is told.
    pub(in crate::isa) fn either(
        &mut self,
        (on_true, on_false): (Block, Block),
        next: Option<Block>,
        jump_if: impl FnOnce(&mut Self, bool, Label),
    ) {
        if next == Some(on_true) {
            return jump_if(self, false, block_label(on_false));
        }
        jump_if(self, true, block_label(on_true));
        self.jump_unless_next(on_false, next);
    }

    /// Whether a transformation that lowering makes with a value is paid for.
    pub(in crate::isa) fn may_transform(&mut self, pass: Pass, what: impl FnOnce() -> String) -> bool {
        let (module, func) = (self.module, self.func);
        self.for_allocation && self.fuel.spend_on(pass, module, func.id, what)
    }
}

impl<B: Backend> Lower<'_, B>
where
    Self: InstCode + ValueCode<B> + ControlCode + CallCode<B>,
{
    /// Lowers a block's last instruction; `next` is the block that follows in the layout.
    pub(super) fn terminator(&mut self, block: Block, data: InstData, next: Option<Block>) {
        match data {
            InstData::Br { target } => self.jump_unless_next(target, next),
            InstData::CondBr { cond, on_true, on_false } => self.branch(block, cond, on_true, on_false, next),
            InstData::Switch { value, cases, default } => self.switch(value, cases, default, next),
            InstData::Ret { value } => self.ret(value),
            InstData::Unreachable => self.trap(),
            _ => unreachable!("not a terminator"),
        }
    }

    /// A table of the addresses of blocks.
    pub(in crate::isa) fn jump_table(&mut self, blocks: &[Block]) -> TableId {
        self.code.pools.tables.add(blocks.iter().map(|&block| block_label(block)))
    }

    /// Ranges, bit tests, jump tables and binary search, by a [`SwitchPlan`](crate::isa::common::switch).
    fn switch(&mut self, value: Value, cases: CaseList, default: Block, next: Option<Block>) {
        let ty = self.func.ty(value);
        let mut plan = std::mem::take(&mut self.scratch.switch_plan);
        let pays = self.may_transform(Pass::Switch, || format!("the switch on {value}"));
        let options = if pays { SwitchOptions::for_word(32) } else { SwitchOptions::search_only() };
        plan.compute(self.func.cases(cases), default, ty.bits(), &options);
        let tested = if self.is_pair(ty) {
            let (low, high) = self.load_pair(value);
            Tested { ty, low, high: Some(high) }
        } else {
            Tested { ty, low: self.extended_word(value, false), high: None }
        };
        write_switch(&plan, tested, default, next, self);
        self.scratch.switch_plan = plan;
    }
}
