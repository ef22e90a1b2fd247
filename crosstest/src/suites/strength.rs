//! Operations by every constant near a power of two, of either sign: what a translator replaces by
//! shifts, additions and multiplications.
//!
//! A module for each operation and type. Its function takes a number and stores what the operation
//! makes of it with every constant.

use translator::ice::{BinOp, CastOp, FunctionBuilder, Type, Value};

use super::Made;
use super::make::{Maker, at};
use crate::case::Case;

const TYPES: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const OPS: [BinOp; 5] = [BinOp::Mul, BinOp::UDiv, BinOp::SDiv, BinOp::URem, BinOp::SRem];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |op: BinOp, ty: Type| {
        let name = format!("{op} {ty} by constants");
        Made::new(name.clone(), move || module(op, ty, format!("strength/{name}")))
    };
    TYPES.into_iter().flat_map(|ty| OPS.into_iter().map(move |op| one(op, ty))).collect()
}

/// Every power of two of a width, the numbers beside them, and their negatives, but for zero.
fn constants(width: u32) -> Vec<i64> {
    let mask = u64::MAX >> (64 - width);
    let near = |power: u64| [power.wrapping_sub(1), power, power.wrapping_add(1)];
    let mut all: Vec<u64> = (0..width).flat_map(|bit| near(1 << bit)).flat_map(|value| [value, value.wrapping_neg()]).collect();
    all.extend([3, 5, 7, 9, 10, 11, 12, 13, 25, 60, 100, 125, 625, 641, 1000, 10_000, 1_000_000_007]);
    all.iter_mut().for_each(|value| *value &= mask);
    all.retain(|&value| value != 0);
    all.sort_unstable();
    all.dedup();
    let shift = 64 - width;
    all.into_iter().map(|value| (value << shift) as i64 >> shift).collect()
}

fn module(op: BinOp, ty: Type, name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    let (constants, bytes) = (constants(ty.bits()), ty.bits() / 8);
    let out = maker.buffer("out", constants.len() as u32 * bytes, false);
    let param = if ty == Type::I64 { Type::I64 } else { Type::I32 };
    let func = maker.func("f", Type::Void, &[param], |b| {
        let x = narrow(b, ty);
        for (index, &constant) in constants.iter().enumerate() {
            let constant = b.int(ty, constant);
            let result = b.binary(op, x, constant);
            let place = at(b, out, index as u32 * bytes);
            b.store(result, place);
        }
        b.ret(None);
    });
    maker.call_with_edges(func);
    maker.finish(name)
}

/// The function's argument at a narrower type.
fn narrow(b: &mut FunctionBuilder<'_>, ty: Type) -> Value {
    let arg = b.arg(0);
    if b.func().ty(arg) == ty { arg } else { b.cast(CastOp::Trunc, arg, ty) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_near_powers_of_two_and_never_zero() {
        for width in [8, 16, 32, 64] {
            let found = constants(width);
            assert!(!found.contains(&0) && found.contains(&-1) && found.contains(&3), "{width}");
            assert!(found.contains(&(i64::MIN >> (64 - width))), "{width}");
            assert!(found.len() as u32 >= 4 * width, "{width}: {}", found.len());
        }
    }
}
