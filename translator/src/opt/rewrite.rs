//! What passes that replace values share: the map from replaced values to their replacements, and
//! interned constants.
//!
//! A pass walks a function in reverse postorder, sends the operands of each instruction through
//! [`Replacements::resolve`] when it gets there, and records replacements as it goes; in the end
//! [`Replacements::apply`] sends all operands through, for the phis that were passed before the
//! values of their back edges were replaced. A replacement must be available wherever the replaced
//! value is used. Chains are shortened as they are followed. Linear in operands, up to a logarithm,
//! as chains are not balanced.

use super::table::{Table, hash_of_words};
use crate::analysis::Cfg;
use crate::ice::{Function, Type, Value, ValueDef};

/// Replaced values and their replacements.
#[derive(Clone, Default, Debug)]
pub struct Replacements {
    /// By local value. Values that are not replaced map to themselves.
    map: Vec<Value>,
    any: bool,
}

impl Replacements {
    /// Forgets all replacements. Nothing is built until there is one.
    pub fn clear(&mut self) {
        self.map.clear();
        self.any = false;
    }

    /// Whether nothing was replaced.
    pub fn is_empty(&self) -> bool {
        !self.any
    }

    /// Uses of `old` become uses of `new`.
    pub fn replace(&mut self, old: Value, new: Value) {
        let new = self.resolve(new);
        let Some(index) = old.local_index().filter(|_| old != new) else { return };
        if index >= self.map.len() {
            let len = self.map.len() as u32;
            self.map.extend((len..=index as u32).map(Value::local));
        }
        self.map[index] = new;
        self.any = true;
    }

    /// What a value is replaced by in the end; itself if it is not.
    #[inline]
    pub fn resolve(&mut self, value: Value) -> Value {
        if self.any { self.follow(value) } else { value }
    }

    fn follow(&mut self, mut value: Value) -> Value {
        loop {
            let Some(index) = value.local_index().filter(|&index| index < self.map.len()) else { return value };
            let next = self.map[index];
            if next == value {
                return value;
            }
            let after = next.local_index().and_then(|index| self.map.get(index)).copied().unwrap_or(next);
            self.map[index] = after;
            value = after;
        }
    }

    /// Sends those operands through the map that a walk in reverse postorder, which sent each
    /// instruction's through it when it came by, could not: of phis, which may use what is defined
    /// after them, and of what it did not reach. All others have their definitions before them.
    pub fn apply_after_walk(&mut self, func: &mut Function, cfg: &Cfg) {
        if self.is_empty() {
            return;
        }
        for index in 0..func.block_order().len() {
            let block = func.block_order()[index];
            let is_reachable = cfg.is_reachable(block);
            let mut next = func.first_inst(block);
            while let Some(inst) = next.filter(|&inst| !is_reachable || func.inst(inst).is_phi()) {
                next = func.next_inst(inst);
                func.map_operands(inst, |operand| self.follow(operand));
            }
        }
    }

    /// Sends every operand of every laid-out instruction through the map.
    pub fn apply(&mut self, func: &mut Function) {
        if self.is_empty() {
            return;
        }
        for index in 0..func.block_order().len() {
            let mut next = func.first_inst(func.block_order()[index]);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                func.map_operands(inst, |operand| self.follow(operand));
            }
        }
    }
}

/// The constants of a function, one value for each.
#[derive(Clone, Default, Debug)]
pub struct Constants {
    table: Table,
}

/// A constant's bits, if it is one.
fn bits(def: ValueDef) -> Option<u64> {
    match def {
        ValueDef::Int(bits) | ValueDef::F64(bits) => Some(bits),
        ValueDef::F32(bits) => Some(u64::from(bits)),
        _ => None,
    }
}

#[inline]
fn hash(ty: Type, bits: u64) -> u32 {
    hash_of_words([ty as u64, bits])
}

impl Constants {
    /// Takes in the constants of a function; a second value for the same constant is replaced by
    /// the first.
    pub fn collect(&mut self, func: &Function, replacements: &mut Replacements) {
        self.table.clear_for(0);
        for index in 0..func.value_count() as u32 {
            let value = Value::local(index);
            let Some(def) = func.def(value) else { continue };
            if let Some(bits) = bits(def) {
                let ty = func.ty(value);
                let hash = hash(ty, bits);
                match self.find(func, ty, def, hash) {
                    Some(first) => replacements.replace(value, first),
                    None => self.table.insert(hash, index, |_| false),
                }
            }
        }
    }

    fn find(&self, func: &Function, ty: Type, def: ValueDef, hash: u32) -> Option<Value> {
        let same = |index| func.ty(Value::local(index)) == ty && func.def(Value::local(index)) == Some(def);
        self.table.find(hash, same).map(Value::local)
    }

    /// The value of a constant, made if the function has none.
    pub fn make(&mut self, func: &mut Function, ty: Type, def: ValueDef) -> Value {
        let Some(bits) = bits(def) else { return func.push_value(ty, def) };
        let hash = hash(ty, bits);
        if let Some(value) = self.find(func, ty, def, hash) {
            return value;
        }
        let value = func.push_value(ty, def);
        self.table.insert(hash, func.value_count() as u32 - 1, |_| false);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::FuncId;

    #[test]
    fn chains_lead_to_their_end() {
        let values: Vec<_> = (0..5).map(Value::local).collect();
        let mut replacements = Replacements::default();
        assert_eq!(replacements.resolve(values[4]), values[4]);
        replacements.replace(values[3], values[2]);
        replacements.replace(values[4], values[3]);
        replacements.replace(values[2], values[0]);
        let symbol = Value::func(FuncId::from_u32(1));
        for value in [values[2], values[3], values[4], values[0]] {
            assert_eq!(replacements.resolve(value), values[0]);
        }
        replacements.replace(values[0], symbol);
        assert_eq!(replacements.resolve(values[4]), symbol);
        assert_eq!(replacements.resolve(values[1]), values[1]);
        replacements.clear();
        assert_eq!(replacements.resolve(values[4]), values[4]);
    }

    #[test]
    fn equal_constants_are_one_value() {
        let mut func = Function::new(FuncId::from_u32(0), &[]);
        let one = func.push_value(Type::I32, ValueDef::Int(1));
        let byte = func.push_value(Type::I8, ValueDef::Int(1));
        let again = func.push_value(Type::I32, ValueDef::Int(1));
        let float = func.push_value(Type::F64, ValueDef::F64(1));
        let (mut constants, mut replacements) = (Constants::default(), Replacements::default());
        constants.collect(&func, &mut replacements);
        assert_eq!([one, byte, again, float].map(|value| replacements.resolve(value)), [one, byte, one, float]);
        assert_eq!(constants.make(&mut func, Type::I32, ValueDef::Int(1)), one);
        let two = constants.make(&mut func, Type::I32, ValueDef::Int(2));
        assert_eq!(constants.make(&mut func, Type::I32, ValueDef::Int(2)), two);
        assert_ne!(two, one);
    }
}
