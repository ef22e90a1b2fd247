//! The uses of each value: how many operands name it, and the instruction if there is only one.
//!
//! In: a function. Out: for each local value the number of operands that name it and one of the
//! instructions they belong to. An instruction that names a value twice counts twice. Blocks that
//! are not laid out count for nothing; unreachable ones that are, do. Complexity: linear in
//! operands.

use crate::ice::{Function, Inst, Value};
use crate::util::refill;

/// Use counts of a function; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Uses {
    /// By local value: number of uses, and the last user seen.
    uses: Vec<(u32, u32)>,
}

impl Uses {
    /// Makes it the use counts of `func`.
    pub fn compute(&mut self, func: &Function) {
        refill(&mut self.uses, func.value_count(), (0, 0));
        let uses = self.uses.as_mut_slice();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                func.visit_operands(inst, |value| {
                    if let Some((count, last)) = value.local_index().and_then(|index| uses.get_mut(index)) {
                        *count += 1;
                        *last = inst.as_u32();
                    }
                });
            }
        }
    }

    /// Counts one more use. A value that was made since [`compute`](Self::compute) is taken in.
    #[inline]
    pub fn add(&mut self, value: Value, user: Inst) {
        if let Some(index) = value.local_index() {
            if index >= self.uses.len() {
                self.uses.resize(index + 1, (0, 0));
            }
            let (count, last) = &mut self.uses[index];
            *count += 1;
            *last = user.as_u32();
        }
    }

    /// Counts one use less.
    #[inline]
    pub fn remove(&mut self, value: Value) {
        if let Some((count, _)) = value.local_index().and_then(|index| self.uses.get_mut(index)) {
            *count = count.saturating_sub(1);
        }
    }

    /// Every use of `old` has become one of `new`.
    pub fn transfer(&mut self, old: Value, new: Value) {
        let Some(index) = old.local_index().filter(|&index| index < self.uses.len()) else { return };
        let (count, user) = std::mem::take(&mut self.uses[index]);
        if count > 0 {
            self.add(new, Inst::from_u32(user));
            if let Some((total, _)) = new.local_index().and_then(|index| self.uses.get_mut(index)) {
                *total += count - 1;
            }
        }
    }

    /// How many operands name a value; `u32::MAX` for the address of a symbol, which is not
    /// counted.
    #[inline]
    pub fn count(&self, value: Value) -> u32 {
        value.local_index().map_or(u32::MAX, |index| self.uses.get(index).map_or(0, |uses| uses.0))
    }

    /// The same for each local value that there was when they were computed.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.uses.iter().map(|&(count, _)| count)
    }

    /// Whether exactly one operand names a local value.
    #[inline]
    pub fn is_single(&self, value: Value) -> bool {
        self.count(value) == 1
    }

    /// The instruction that uses a value last, in the order of the blocks. Only meaningful as long as nothing was counted by hand.
    pub fn last_user(&self, value: Value) -> Option<Inst> {
        let &(count, user) = self.uses.get(value.local_index()?)?;
        (count > 0).then(|| Inst::from_u32(user))
    }

    /// The instruction that a value's only use belongs to. Only meaningful as long as nothing was
    /// counted by hand.
    pub fn single_user(&self, value: Value) -> Option<Inst> {
        let (count, user) = *self.uses.get(value.local_index()?)?;
        (count == 1).then(|| Inst::from_u32(user))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage, Module, Type};

    #[test]
    fn operands_are_counted_one_by_one() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let exit = b.block();
        let arg = b.arg(0);
        let double = b.binary(BinOp::Add, arg, arg);
        let entry = b.current();
        b.br(exit);
        b.switch_to(exit);
        let phi = b.phi(Type::I32, &[(entry, double)]);
        let unused = b.binary(BinOp::Add, phi, arg);
        b.ret(Some(phi));
        let func = b.finish();
        let mut uses = Uses::default();
        for _ in 0..2 {
            uses.compute(&func);
            assert_eq!([arg, double, phi, unused].map(|value| uses.count(value)), [3, 1, 2, 0]);
        }
        assert_eq!(uses.single_user(double), func.first_inst(exit));
        assert_eq!(uses.single_user(arg), None);
        uses.remove(phi);
        assert!(uses.is_single(phi));
        assert!(!uses.is_single(Value::func(id)));
        uses.transfer(arg, unused);
        assert_eq!([arg, unused].map(|value| uses.count(value)), [0, 3]);
    }
}
