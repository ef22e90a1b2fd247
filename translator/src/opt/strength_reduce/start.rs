//! What a pointer is before its loop: a sum of multiples that is made there.

use super::super::loop_edit::combine;
use crate::ice::{BinOp, Block, Function, Inst, Type, Value, ValueDef};

/// The most parts of a start.
const MAX_PARTS: usize = 6;

/// What a phi starts from: `constant` and multiples.
#[derive(Copy, Clone, Debug)]
pub struct Start {
    parts: [(Value, u32); MAX_PARTS],
    len: usize,
    pub constant: u32,
}

impl Start {
    /// A constant; `filler` is any value.
    pub fn new(filler: Value, constant: u32) -> Self {
        Start { parts: [(filler, 0); MAX_PARTS], len: 0, constant }
    }

    /// Adds a multiple; `None` if there are too many.
    pub fn push(&mut self, value: Value, factor: u32) -> Option<()> {
        *self.parts.get_mut(self.len)? = (value, factor);
        self.len += 1;
        Some(())
    }

    fn parts(&self) -> &[(Value, u32)] {
        &self.parts[..self.len]
    }

    /// How many instructions make it; one for a constant alone, too.
    pub fn price(&self) -> i32 {
        let multiples = self.parts().iter().filter(|part| ![1, u32::MAX].contains(&part.1)).count();
        let constant = usize::from(self.constant != 0);
        (multiples + constant + self.len.saturating_sub(1)) as i32
    }

    /// Makes it at the end of a block.
    pub fn make(&self, func: &mut Function, block: Block) -> Value {
        let at = func.last_inst(block).expect("a terminator");
        let mut sum = None;
        for &(value, factor) in self.parts() {
            let constant = |func: &mut Function, bits: u32| func.push_value(Type::I32, ValueDef::Int(bits.into()));
            if factor == u32::MAX {
                let from = sum.unwrap_or_else(|| constant(func, 0));
                sum = Some(combine(func, at, BinOp::Sub, from, value));
                continue;
            }
            let multiple = match factor {
                1 => value,
                _ if factor.is_power_of_two() => {
                    let by = constant(func, factor.trailing_zeros());
                    combine(func, at, BinOp::Shl, value, by)
                }
                _ => {
                    let by = constant(func, factor);
                    combine(func, at, BinOp::Mul, value, by)
                }
            };
            sum = Some(sum.map_or(multiple, |sum| combine(func, at, BinOp::Add, sum, multiple)));
        }
        match sum {
            Some(sum) if self.constant == 0 => sum,
            Some(sum) => add(func, at, sum, self.constant),
            None => func.push_value(Type::I32, ValueDef::Int(self.constant.into())),
        }
    }
}

/// A sum with a constant, made before an instruction.
pub fn add(func: &mut Function, before: Inst, lhs: Value, constant: u32) -> Value {
    let rhs = func.push_value(Type::I32, ValueDef::Int(constant.into()));
    combine(func, before, BinOp::Add, lhs, rhs)
}
