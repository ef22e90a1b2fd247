//! Operands for values that have no home yet, or do without one: constants, symbols, what is folded.

use super::{Lower, Opnd};
use crate::ice::{InstData, Type, Value, ValueDef, ValueRef};

impl Lower<'_> {
    /// See [`ValueCode::operand`].
    #[inline(never)]
    pub(super) fn any_operand(&mut self, value: Value) -> Opnd {
        let (ValueRef::Local(_), Some(def)) = (value.unpack(), self.func.def(value)) else { return self.word_operand(value) };
        let ty = self.func.ty(value);
        match def {
            ValueDef::Inst(inst) if self.scratch.isa.selection.is_folded(value) => {
                match self.scratch.isa.selection.address(value) {
                    Some(symbol) => self.symbol_plus(symbol),
                    None => match self.func.inst(inst) {
                        InstData::Load { .. } => self.folded_load(inst),
                        // Steps have a home; their uses come after the end of the block.
                        _ => Opnd::Var(self.home(value)),
                    },
                }
            }
            ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward => Opnd::Var(self.home(value)),
            ValueDef::Int(bits) if ty == Type::I64 => self.wide_constant(bits),
            ValueDef::Int(bits) => Opnd::Imm(bits as i32),
            ValueDef::F32(bits) => self.constant(u128::from(bits), 4),
            ValueDef::F64(bits) => self.constant(u128::from(bits), 8),
            // Any value will do; zero is the cheapest to make and the same on every run.
            ValueDef::Undef => match ty {
                Type::F32 => self.constant(0, 4),
                Type::F64 => self.constant(0, 8),
                _ if ty.is_vector() => self.constant(0, 16),
                _ => Opnd::Imm(0),
            },
        }
    }
}
