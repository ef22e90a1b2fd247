//! More values alive at once than there are registers, of one type and of several, across calls;
//! and frames larger than an instruction's offset reaches.

use translator::ice::{BinOp, Intrinsic, Type, Value};

use super::Made;
use super::make::{Maker, at, i32_arg};
use crate::case::Case;

const TYPES: [Type; 7] = [Type::I32, Type::F64, Type::V4I32, Type::I64, Type::F32, Type::V4F32, Type::V16I8];
/// Bytes between values.
const STRIDE: u32 = 16;
/// How many values of each type.
const COUNTS: [u32; 6] = [3, 6, 10, 15, 20, 40];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let mixes: Vec<(String, Vec<Type>)> = TYPES
        .iter()
        .map(|ty| (ty.to_string(), vec![*ty]))
        .chain([("integers".into(), vec![Type::I32, Type::I64]), ("all types".into(), TYPES.to_vec())])
        .collect();
    let one = |(name, types): (String, Vec<Type>)| {
        COUNTS.map(|count| {
            let (name, types) = (format!("{count} of {name}"), types.clone());
            Made::new(name.clone(), move || module(count, &types, 0, format!("pressure/{name}")))
        })
    };
    mixes.into_iter().flat_map(one).collect()
}

/// Large frames.
pub fn frames() -> Vec<Made> {
    [900, 4000, 5000, 33_000, 70_000]
        .map(|bytes| {
            let name = format!("a frame of {bytes} bytes");
            Made::new(name.clone(), move || module(4, &TYPES, bytes, format!("stack/{name}")))
        })
        .into()
}

/// Loads `count` values of each type, calls a function with them alive, and stores each plus its
/// neighbour, last first. With `object`, the frame holds an object of so many bytes, of which the
/// ends are used.
fn module(count: u32, types: &[Type], object: u32, name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    let total = count * types.len() as u32;
    let (input, out) = (maker.buffer("in", total * STRIDE, true), maker.buffer("out", (total + 1) * STRIDE, false));
    let other = maker.func("other", Type::I32, &[Type::I32], |b| {
        let three = b.i32(3);
        let result = b.binary(BinOp::Mul, b.arg(0), three);
        b.ret(Some(result));
    });
    for (variant, with_call) in [("leaf", false), ("call", true)] {
        let func = maker.func(variant, Type::I32, &[Type::I32], |b| {
            let place = (object > 0).then(|| {
                let size = b.i32(object as i32);
                b.alloca(size, 16)
            });
            let values: Vec<Value> = (0..total)
                .map(|index| {
                    let place = at(b, input, index * STRIDE);
                    b.load(types[index as usize % types.len()], place)
                })
                .collect();
            let mut result = b.arg(0);
            if let Some(place) = place {
                let last = b.i32(object as i32 - 4);
                let last = b.binary(BinOp::Add, place, last);
                b.store(result, place);
                b.store(result, last);
            }
            if with_call {
                result = b.call(other, &[result]).expect("it has a result");
            }
            for (index, &value) in values.iter().enumerate().rev() {
                // The next value of the same type.
                let next = values[(index + types.len()) % values.len()];
                let ty = types[index % types.len()];
                let op = if ty.is_float_or_float_vector() { BinOp::FAdd } else { BinOp::Add };
                let (sum, place) = (b.binary(op, value, next), at(b, out, index as u32 * STRIDE));
                b.store(sum, place);
            }
            if let Some(place) = place {
                let last = b.i32(object as i32 - 4);
                let last = b.binary(BinOp::Add, place, last);
                let (a, c) = (b.load(Type::I32, place), b.load(Type::I32, last));
                let target = at(b, out, total * STRIDE);
                let (length, align, plain) = (b.i32(4), b.i32(1), b.int(Type::I1, 0));
                b.intrinsic(Intrinsic::Memcpy, &[target, last, length, align, plain]);
                let sum = b.binary(BinOp::Add, a, c);
                result = b.binary(BinOp::Add, result, sum);
            }
            b.ret(Some(result));
        });
        [0, 5, 0xffff_fff0].into_iter().for_each(|number| maker.call(func, vec![i32_arg(number)]));
    }
    maker.finish(name)
}
