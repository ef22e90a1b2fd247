//! Which operand of an operation that commutes goes left, where the result takes its register.
//!
//! In: the two operands of the instruction that is lowered. Out: whether they had better change places. The left one is changed in place,
//! so it should be one that is in a register and not needed afterwards, the phi whose next value the result is before all others; the right one may
//! be read from memory, or be a number. Constant time, but for counting a few phis.

use super::Lower;
use crate::ice::{CastOp, InstData, Type, Value, ValueDef};

impl Lower<'_> {
    /// Whether the first operand of a commutative operation, whose register the result takes, had
    /// better be `value` than `other`.
    pub(super) fn is_better_left(&self, value: Value, other: Value) -> bool {
        if !self.for_allocation {
            return self.is_fresh(value);
        }
        match (self.ends_in_result(value), self.ends_in_result(other)) {
            (true, false) => return true,
            (false, true) => return false,
            _ => {}
        }
        let selection = &self.scratch.isa.selection;
        let is_shared = |value| !selection.is_single(value) || self.is_in_register_of_shared(value);
        // What is in a register still, and needed afterwards, would have to be copied all the same.
        let is_free = |value| self.is_fresh(value) && !is_shared(value);
        if is_free(value) {
            return true;
        }
        // What is in memory is better on the right; so is what is needed afterwards.
        let price = |value| (selection.is_folded(value), self.func.int_const(value).is_some(), is_shared(value));
        !is_free(other) && price(value) < price(other)
    }

    /// Whether a value is the extension of one whose upper half is clear, and which is needed elsewhere: on the right it costs nothing, as
    /// the allocator gives both one register, and on the left a copy.
    fn is_in_register_of_shared(&self, value: Value) -> bool {
        let Some(ValueDef::Inst(inst)) = self.func.def(value) else { return false };
        let InstData::Cast { op: CastOp::ZExt, src } = *self.func.inst(inst) else { return false };
        let is_half = self.isa.is_64 && self.func.ty(src) == Type::I32 && self.func.ty(value) == Type::I64;
        is_half && !self.scratch.isa.selection.is_single(src)
    }

    /// Whether a value is a phi that the current instruction's result becomes, as a sum's in a loop, perhaps by operations that
    /// change nothing else, and nothing needs it afterwards: in its register the result is where it is wanted. One of so many that they
    /// hardly have registers is none.
    fn ends_in_result(&self, value: Value) -> bool {
        const MANY: usize = 9;
        const CHAIN: usize = 3;
        let Some((ValueDef::Inst(phi), inst)) = self.func.def(value).zip(self.inst) else { return false };
        let InstData::Phi { args, .. } = *self.func.inst(phi) else { return false };
        let Some(result) = self.func.result(inst) else { return false };
        let is_carried = |result: &Value| self.func.phi_args(args).iter().any(|arg| arg.value == *result);
        self.scratch.isa.selection.uses().last_user(value) == Some(inst)
            && std::iter::successors(Some(result), |&result| self.changed_to(result))
                .take(CHAIN)
                .any(|result| is_carried(&result))
            && self.func.inst_block(phi).is_some_and(|block| {
                let is_phi = |&inst: &crate::ice::Inst| matches!(self.func.inst(inst), InstData::Phi { .. });
                self.func.block_insts(block).take_while(is_phi).take(MANY).count() < MANY
            })
    }

    /// What the only user of a value makes of it in its register, in the block that the current instruction is in.
    fn changed_to(&self, value: Value) -> Option<Value> {
        let user = self.scratch.isa.selection.uses().single_user(value)?;
        let InstData::Binary { op, lhs, .. } = *self.func.inst(user) else { return None };
        let in_place = (op.is_commutative() || lhs == value) && self.func.inst_block(user) == self.func.inst_block(self.inst?);
        self.func.result(user).filter(|_| in_place)
    }
}
