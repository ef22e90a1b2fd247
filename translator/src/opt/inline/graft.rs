//! A block's instructions copied into another function.
//!
//! In: a block without phis that ends in a return, and what its function's arguments are in the other one. Out: copies of the
//! instructions before the return, and what the returned value is. Constants get values of their own in the other function, once for
//! each copy of the block. Linear in the values of the piece.

use super::inlinable::Piece;
use crate::ice::{Function, Inst, InstData, Type, Value, ValueDef};
use crate::util::refill;

/// What values are in the other function.
#[derive(Clone, Default, Debug)]
pub(super) struct Graft {
    /// By value of the piece.
    map: Vec<Option<Value>>,
    /// The number of the first of them.
    first: u32,
}

impl Graft {
    /// Copies a piece of a function; `put` adds an instruction to the other one where it belongs. `args` is what stands for each
    /// parameter.
    pub(super) fn copy(
        &mut self,
        (from, piece): (&Function, Piece),
        to: &mut Function,
        args: impl Iterator<Item = Value>,
        mut put: impl FnMut(&mut Function, InstData, Type) -> (Inst, Option<Value>),
    ) -> Option<Value> {
        if fault!(InlineStale) {
            self.map.resize(piece.values as usize, None);
        } else {
            refill(&mut self.map, piece.values as usize, None);
        }
        self.first = piece.first;
        for (place, arg) in self.map.iter_mut().zip(args) {
            *place = Some(arg);
        }
        for inst in from.block_insts(piece.block) {
            if fault!(
                InlineStores,
                matches!(from.inst(inst), InstData::Store { .. } if from.block_insts(piece.block).next() != Some(inst))
            ) {
                continue;
            }
            from.visit_operands(inst, |operand| self.make_constant(from, to, operand));
            let mut data = *from.inst(inst);
            match &mut data {
                InstData::Ret { value: Some(value) } if fault!(InlineResult, before(from, inst, *value).is_some()) => {
                    return before(from, inst, *value).map(|value| self.get(value));
                }
                InstData::Ret { value } => return value.map(|value| self.get(value)),
                InstData::Call { args, .. } => *args = to.make_values(from.values(*args)),
                _ => {}
            }
            let ty = from.result(inst).map_or(Type::Void, |result| from.ty(result));
            let (copy, made) = put(to, data, ty);
            to.map_operands(copy, |operand| self.get(operand));
            if let (Some(result), Some(made)) = (from.result(inst), made) {
                self.set(result, made);
            }
        }
        None
    }

    /// Gives a constant a value in the other function, if it has none.
    fn make_constant(&mut self, from: &Function, to: &mut Function, operand: Value) {
        let Some(def @ (ValueDef::Int(_) | ValueDef::F32(_) | ValueDef::F64(_) | ValueDef::Undef)) = from.def(operand) else {
            return;
        };
        if self.place(operand) == Some(&mut None) {
            let made = to.push_value(from.ty(operand), def);
            self.set(operand, made);
        }
    }

    fn place(&mut self, value: Value) -> Option<&mut Option<Value>> {
        let index = value.local_index()?.checked_sub(self.first as usize)?;
        self.map.get_mut(index)
    }

    fn set(&mut self, value: Value, is: Value) {
        if let Some(place) = self.place(value) {
            *place = Some(is);
        }
    }

    /// What a value is in the other function; the address of a symbol is what it was.
    fn get(&self, value: Value) -> Value {
        let Some(index) = value.local_index() else { return value };
        self.map[index - self.first as usize].expect("what a block uses is there before it")
    }
}

/// What the instruction before a return gives, if that is not what is returned, but of the same type.
fn before(from: &Function, ret: Inst, value: Value) -> Option<Value> {
    let last = from.prev_inst(ret).and_then(|last| from.result(last));
    last.filter(|&last| last != value && from.ty(last) == from.ty(value))
}
