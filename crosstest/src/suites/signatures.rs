//! Functions that the harness calls itself, with every short sequence of argument types.
//!
//! Calls between two functions of the translator agree with themselves, whatever they agree on. The
//! harness passes arguments by the psABI, so a register pair that starts at an odd register, or a
//! stack slot at the wrong alignment, shows. Each function stores what it got, one argument after
//! the other, and returns the last one.

use translator::ice::{Global, Type};

use super::Made;
use super::make::{Maker, at};
use crate::case::Case;
use crate::value::Value;

/// Types of which there is every sequence of up to three.
const TYPES: [Type; 6] = [Type::I32, Type::I64, Type::F32, Type::F64, Type::V4I32, Type::V4F32];
/// Types of which there is every sequence of four and five: those that differ in how registers and
/// slots are aligned.
const SCALARS: [Type; 3] = [Type::I32, Type::I64, Type::F64];
/// Bytes between arguments in memory.
const STRIDE: u32 = 16;
/// The most arguments.
const MOST: u32 = 5;
/// Functions in a module.
const IN_A_MODULE: usize = 100;

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let parts: Vec<Vec<Vec<Type>>> = sequences().chunks(IN_A_MODULE).map(<[_]>::to_vec).collect();
    let made = parts.into_iter().enumerate().map(|(number, part)| {
        let name = format!("called from outside {}", number + 1);
        Made::new(name.clone(), move || module(&part, format!("unseen/{name}")))
    });
    made.collect()
}

fn sequences() -> Vec<Vec<Type>> {
    let short = (1..=3).flat_map(|len| all(&TYPES, len));
    short.chain((4..=MOST as usize).flat_map(|len| all(&SCALARS, len))).collect()
}

/// Every sequence of a length.
fn all(types: &[Type], len: usize) -> Vec<Vec<Type>> {
    let mut sequences = vec![Vec::new()];
    for _ in 0..len {
        let longer = |start: Vec<Type>| types.iter().map(move |&ty| [&start[..], &[ty]].concat()).collect::<Vec<_>>();
        sequences = sequences.into_iter().flat_map(longer).collect();
    }
    sequences
}

fn module(sequences: &[Vec<Type>], name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    let buffer = maker.buffer("arguments", STRIDE * MOST, false);
    for (number, params) in sequences.iter().enumerate() {
        let result = *params.last().ok_or("a sequence has at least one type")?;
        let func = maker.func(&format!("take{number}"), result, params, |b| {
            store_all(b, buffer, params.len());
            let last = b.arg(params.len() - 1);
            b.ret(Some(last));
        });
        maker.call(func, params.iter().enumerate().map(|(index, &ty)| argument(ty, index as u64)).collect());
    }
    maker.finish(name)
}

fn store_all(b: &mut translator::ice::FunctionBuilder<'_>, buffer: Global, count: usize) {
    for index in 0..count {
        let (value, place) = (b.arg(index), at(b, buffer, STRIDE * index as u32));
        b.store(value, place);
    }
}

/// A value of which every part differs from every part of the others, and which is no NaN.
fn argument(ty: Type, index: u64) -> Value {
    let lane = |lane: u64| u128::from(0x1122_3344_5566_7788_u64.wrapping_add((index * 4 + lane) * 0x0101_0101_0101_0101));
    let word = |number: u64| lane(number) & 0xffff_ffff;
    match ty {
        Type::I32 | Type::F32 => Value::new(ty, word(0)),
        Type::I64 | Type::F64 => Value::new(ty, lane(0)),
        _ => Value::new(ty, (0..4).fold(0, |bits, number| bits | word(number) << (32 * number))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_short_sequence_is_there_once() {
        let mut all = sequences();
        assert_eq!(all.len(), 6 + 36 + 216 + 81 + 243);
        all.sort_by_key(|types| types.iter().map(|&ty| ty as u8).collect::<Vec<_>>());
        all.dedup();
        assert_eq!(all.len(), 6 + 36 + 216 + 81 + 243);
    }
}
