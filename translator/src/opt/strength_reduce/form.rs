//! Integers as sums of multiples: what an address is made of.
//!
//! In: a value of 32 bits. Out: a [`Form`], which is equal to it modulo 2^32 wherever the value is used. Sums, differences,
//! products with constants and shifts by constants are looked into; all else is a term. Looks at a limited number of instructions.

use crate::ice::{BinOp, Function, Inst, InstData, Value, ValueDef, ValueRef};

/// The most terms of a form.
const MAX_TERMS: usize = 5;

/// The most operations that are looked into.
const MAX_STEPS: usize = 24;

/// `constant` and the sum of the terms, each a value and its factor, in order of the values.
#[derive(Copy, Clone, Debug)]
pub struct Form {
    terms: [(Value, u32); MAX_TERMS],
    len: usize,
    pub constant: u32,
}

impl Form {
    /// What a value is the sum of; `is_open` says which instructions may be looked into.
    pub fn of(func: &Function, value: Value, is_open: impl Fn(Inst) -> bool) -> Option<Form> {
        let mut form = Form { terms: [(value, 0); MAX_TERMS], len: 0, constant: 0 };
        let (mut todo, mut left) = ([(value, 1); MAX_TERMS + 1], 1);
        for _ in 0..MAX_STEPS {
            if left == 0 {
                return Some(form);
            }
            left -= 1;
            let (value, factor) = todo[left];
            let parts = match func.def(value) {
                Some(ValueDef::Int(bits)) => {
                    form.constant = form.constant.wrapping_add((bits as u32).wrapping_mul(factor));
                    continue;
                }
                Some(ValueDef::Undef | ValueDef::Forward) => return None,
                Some(ValueDef::Inst(inst)) if is_open(inst) => parts(func, inst),
                _ => None,
            };
            match parts {
                None => form.add(value, factor)?,
                Some(parts) => {
                    for (part, by) in parts.into_iter().filter(|part| part.1 != 0) {
                        *todo.get_mut(left)? = (part, factor.wrapping_mul(by));
                        left += 1;
                    }
                }
            }
        }
        None
    }

    fn add(&mut self, value: Value, factor: u32) -> Option<()> {
        let at = self.terms().partition_point(|term| term.0 < value);
        if self.terms().get(at).is_some_and(|term| term.0 == value) {
            self.terms[at].1 = self.terms[at].1.wrapping_add(factor);
        } else if self.len == MAX_TERMS {
            return None;
        } else {
            self.terms.copy_within(at..self.len, at + 1);
            self.terms[at] = (value, factor);
            self.len += 1;
        }
        if self.terms[at].1 == 0 {
            self.remove(at);
        }
        Some(())
    }

    fn remove(&mut self, at: usize) {
        self.terms.copy_within(at + 1..self.len, at);
        self.len -= 1;
    }

    /// The terms.
    pub fn terms(&self) -> &[(Value, u32)] {
        &self.terms[..self.len]
    }

    /// Takes out the address of a symbol, if there is one, and once.
    pub fn take_symbol(&mut self) -> Option<Value> {
        let is_symbol = |&(value, factor): &(Value, u32)| factor == 1 && !matches!(value.unpack(), ValueRef::Local(_));
        let at = self.terms().iter().position(is_symbol)?;
        let (symbol, _) = self.terms[at];
        self.remove(at);
        Some(symbol)
    }

    /// Whether two forms differ by a constant.
    pub fn has_terms_of(&self, other: &Form) -> bool {
        self.terms() == other.terms()
    }
}

/// The operands that an instruction adds up, with their factors.
fn parts(func: &Function, inst: Inst) -> Option<[(Value, u32); 2]> {
    let InstData::Binary { op, lhs, rhs } = *func.inst(inst) else { return None };
    match (op, func.int_const(rhs)) {
        (BinOp::Add, _) => Some([(lhs, 1), (rhs, 1)]),
        (BinOp::Sub, _) => Some([(lhs, 1), (rhs, u32::MAX)]),
        (BinOp::Mul, Some(bits)) => Some([(lhs, bits as u32), (rhs, 0)]),
        (BinOp::Shl, Some(by @ 0..32)) => Some([(lhs, 1 << by), (rhs, 0)]),
        _ => None,
    }
}
