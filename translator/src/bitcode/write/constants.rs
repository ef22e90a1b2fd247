//! The constants of a function: which are used, their order, their records.
//!
//! Equal constants become one, unused ones none. The order depends on nothing but types, values and
//! numbers of uses, so that it does not matter how the function's value table was built: types
//! together, and the more often something is used the later it comes, because operands are
//! distances back from the instruction. Sorting aside, linear in the function.
//!
//! Source: [PNACL-MANUAL] "Constants Blocks", "SignRotate".

use super::blocks::BlockWriter;
use super::types::TypeTable;
use crate::bitcode::records::BlockId;
use crate::ice::{Function, Type, Value, ValueDef};

const SET_TYPE: u64 = 1;
const UNDEF: u64 = 3;
const INTEGER: u64 = 4;
const FLOAT: u64 = 6;

/// What a constant is, and how to compare it: undef before the others.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Constant {
    ty: Type,
    /// The bits; `None` is undef.
    bits: Option<u64>,
}

impl Constant {
    fn new(ty: Type, def: ValueDef) -> Option<Self> {
        let bits = match def {
            ValueDef::Int(bits) | ValueDef::F64(bits) => Some(bits),
            ValueDef::F32(bits) => Some(u64::from(bits)),
            ValueDef::Undef => None,
            ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward => return None,
        };
        Some(Self { ty, bits })
    }
}

/// The constants of one function in the order of their numbers. Reused from function to function.
#[derive(Debug, Default)]
pub(super) struct Constants {
    /// How often each local value is an operand.
    uses: Vec<u32>,
    /// Used constants of the value table: constant and index.
    entries: Vec<(Constant, u32)>,
    /// Distinct constants: uses of the type, of the constant, the constant, and where its entries
    /// are.
    distinct: Vec<Distinct>,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Distinct {
    type_uses: u64,
    ty: Type,
    uses: u64,
    constant: Constant,
    first: u32,
    last: u32,
}

impl Constants {
    /// Finds the constants of a function, gives them numbers from `*next` on in `numbers` (by index
    /// into the value table), and moves `*next` past them.
    pub(super) fn number(&mut self, func: &Function, numbers: &mut [u32], next: &mut u32) {
        self.collect(func);
        self.merge();
        for distinct in &self.distinct {
            for entry in &self.entries[distinct.first as usize..distinct.last as usize] {
                numbers[entry.1 as usize] = *next;
            }
            *next += 1;
        }
    }

    fn collect(&mut self, func: &Function) {
        self.uses.clear();
        self.uses.resize(func.value_count(), 0);
        for inst in func.block_order().iter().flat_map(|&block| func.block_insts(block)) {
            func.visit_operands(inst, |value| {
                if let Some(index) = value.local_index() {
                    self.uses[index] = self.uses[index].saturating_add(1);
                }
            });
        }
        self.entries.clear();
        for (index, _) in self.uses.iter().enumerate().filter(|(_, uses)| **uses > 0) {
            let value = Value::local(index as u32);
            let constant = func.def(value).and_then(|def| Constant::new(func.ty(value), def));
            self.entries.extend(constant.map(|constant| (constant, index as u32)));
        }
        self.entries.sort_unstable();
    }

    fn merge(&mut self) {
        self.distinct.clear();
        let mut type_uses = [0; Type::ALL.len() + 1];
        let mut start = 0;
        for equal in self.entries.chunk_by(|left, right| left.0 == right.0) {
            let constant = equal[0].0;
            let uses = equal.iter().map(|entry| u64::from(self.uses[entry.1 as usize])).sum();
            let end = start + equal.len() as u32;
            type_uses[constant.ty as usize] += uses;
            self.distinct.push(Distinct { type_uses: 0, ty: constant.ty, uses, constant, first: start, last: end });
            start = end;
        }
        for distinct in &mut self.distinct {
            distinct.type_uses = type_uses[distinct.ty as usize];
        }
        self.distinct.sort_unstable();
    }

    /// Writes the constants block, if there are any.
    pub(super) fn write(&self, types: &TypeTable, out: &mut BlockWriter) {
        if self.distinct.is_empty() {
            return;
        }
        out.enter(BlockId::Constants);
        for same_type in self.distinct.chunk_by(|left, right| left.ty == right.ty) {
            out.record(SET_TYPE, [types.number(same_type[0].ty)].into_iter());
            for distinct in same_type {
                write_constant(distinct.constant, out);
            }
        }
        out.end();
    }
}

fn write_constant(constant: Constant, out: &mut BlockWriter) {
    match constant.bits {
        None => out.record(UNDEF, [].into_iter()),
        Some(bits) if constant.ty.is_scalar_int() => out.record(INTEGER, [rotated(bits, constant.ty)].into_iter()),
        Some(bits) => out.record(FLOAT, [bits].into_iter()),
    }
}

/// The sign-rotated form of an integer whose bits are zero-extended from the width of `ty`: twice
/// the magnitude, the sign lowest.
pub(super) fn rotated(bits: u64, ty: Type) -> u64 {
    let unused = 64 - ty.bits();
    let value = ((bits << unused) as i64) >> unused;
    // The magnitude of the least 64-bit integer does not fit beside its sign; the manual gives it
    // the otherwise useless -0.
    if value < 0 { (value.unsigned_abs() << 1) | 1 } else { (value as u64) << 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage, Module};
    use proptest::prelude::*;

    /// The value of a rotated integer, as the manual defines it.
    fn unrotated(rotated: u64) -> i128 {
        match rotated {
            1 => -(1 << 63),
            _ if rotated & 1 == 1 => -i128::from(rotated >> 1),
            _ => i128::from(rotated >> 1),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rotation_can_be_undone(bits: u64) {
            for ty in Type::ALL.into_iter().filter(|ty| ty.is_scalar_int()) {
                let mask = u64::MAX >> (64 - ty.bits());
                prop_assert_eq!(unrotated(rotated(bits & mask, ty)) as u64 & mask, bits & mask);
            }
        }
    }

    #[test]
    fn corners_are_rotated() {
        assert_eq!(rotated(1, Type::I1), 3);
        assert_eq!(rotated(1, Type::I32), 2);
        assert_eq!(rotated(0xffff_ffff, Type::I32), 3);
        assert_eq!(rotated(1 << 31, Type::I32), (1 << 32) + 1);
        assert_eq!(rotated(1 << 63, Type::I64), 1);
    }

    /// The numbers of all values of a body without parameters.
    fn numbers(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<u32> {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[]);
        let mut builder = FunctionBuilder::new(&mut module, id);
        build(&mut builder);
        let func = builder.finish();
        let mut numbers = vec![u32::MAX; func.value_count()];
        let mut next = 10;
        Constants::default().number(&func, &mut numbers, &mut next);
        numbers.push(next);
        numbers
    }

    const NONE: u32 = u32::MAX;

    #[test]
    fn equal_constants_are_one_and_unused_ones_none() {
        let found = numbers(|b| {
            let (one, _unused, same) = (b.i32(1), b.i32(2), b.i32(1));
            b.binary(BinOp::Add, one, same);
        });
        assert_eq!(found, [10, NONE, 10, NONE, 11]);
    }

    #[test]
    fn the_most_used_comes_last_and_types_stay_together() {
        let found = numbers(|b| {
            let (often, wide, once) = (b.i32(7), b.i64(7), b.i32(9));
            b.binary(BinOp::Add, often, often);
            b.binary(BinOp::Add, often, once);
            b.binary(BinOp::Add, wide, wide);
        });
        assert_eq!(found[..3], [12, 10, 11]);
    }

    #[test]
    fn zero_and_negative_zero_and_undef_are_told_apart() {
        let found = numbers(|b| {
            let values = [b.f64(0.0), b.f64(-0.0), b.undef(Type::F64), b.f64(0.0)];
            b.binary(BinOp::FAdd, values[0], values[1]);
            b.binary(BinOp::FAdd, values[2], values[3]);
        });
        // Undef is least, then -0.0 used once, then 0.0 used twice.
        assert_eq!(found[..4], [12, 11, 10, 12]);
    }
}
