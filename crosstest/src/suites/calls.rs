//! Callers and callees over mixes of argument types and counts.
//!
//! A signature is a list of types: of every type alone up to twenty times, of every pair of types
//! in alternation, and random ones. Each has a callee that stores its arguments one by one, a
//! caller that passes numbers made from one argument, and a caller that does so through a pointer
//! after a call in between.

use translator::ice::{BinOp, CastOp, FuncId, FunctionBuilder, Type, Value};

use super::Made;
use super::make::{Maker, Random, at, i32_arg};
use crate::case::Case;

const TYPES: [Type; 8] = [Type::I32, Type::I64, Type::F32, Type::F64, Type::V4I32, Type::V4F32, Type::V8I16, Type::V16I8];
/// Arguments of the longest signature.
const MOST: usize = 20;
/// Random signatures.
const RANDOM: usize = 64;
/// Signatures in a module.
const IN_A_MODULE: usize = 8;
/// Bytes between arguments in the buffer.
const STRIDE: u32 = 16;

/// The suite's modules.
pub fn made() -> Vec<Made> {
    // Apart, because the second compiler passes vectors otherwise on some targets.
    let (vectors, scalars): (Vec<_>, Vec<_>) =
        signatures().into_iter().partition(|(result, params)| params.iter().chain([result]).any(|ty| ty.is_vector()));
    let parts = scalars.chunks(IN_A_MODULE).chain(vectors.chunks(IN_A_MODULE)).map(<[_]>::to_vec).enumerate();
    parts
        .map(|(number, part)| {
            let name = format!("signatures {}", number + 1);
            Made::new(name.clone(), move || module(&part, format!("calls/{name}")))
        })
        .collect()
}

/// A result and parameters.
type Signature = (Type, Vec<Type>);

fn signatures() -> Vec<Signature> {
    let mut all: Vec<Signature> = Vec::new();
    for ty in TYPES {
        all.extend([1, 5, 9, MOST].map(|count| (ty, vec![ty; count])));
    }
    for (index, a) in TYPES.into_iter().enumerate() {
        for b in TYPES.into_iter().skip(index + 1) {
            let alternate = |count: usize| (0..count).map(|index| if index % 2 == 0 { a } else { b }).collect::<Vec<_>>();
            all.extend([(a, alternate(7)), (b, alternate(12))]);
        }
    }
    let mut random = Random(7);
    for _ in 0..RANDOM {
        let count = random.below(MOST + 1);
        let params = (0..count).map(|_| TYPES[random.below(TYPES.len())]).collect();
        all.push((TYPES[random.below(TYPES.len())], params));
    }
    all
}

fn module(signatures: &[Signature], name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    let buffer = maker.buffer("arguments", STRIDE * (MOST as u32 + 2), false);
    for (number, (result, params)) in signatures.iter().enumerate() {
        let callee = maker.func(&format!("callee{number}"), *result, params, |b| {
            for (index, _) in params.iter().enumerate() {
                let (value, place) = (b.arg(index), at(b, buffer, STRIDE * index as u32));
                b.store(value, place);
            }
            let same = params.iter().rposition(|ty| ty == result);
            let value = match same {
                Some(index) => b.arg(index),
                None => {
                    let number = b.i32(number as i32 + 5);
                    made_from(b, number, *result, 3)
                }
            };
            b.ret(Some(value));
        });
        for (kind, indirect) in [("direct", false), ("indirect", true)] {
            let caller = maker.func(&format!("{kind}{number}"), Type::Void, &[Type::I32], |b| {
                caller(b, callee, (*result, params), indirect, at_result(buffer));
            });
            for seed in [0, 1, 0x7fff_fff0, 0xdead_beef] {
                maker.call(caller, vec![i32_arg(seed)]);
            }
        }
    }
    maker.finish(name)
}

/// Where the result goes.
fn at_result(buffer: translator::ice::Global) -> impl Fn(&mut FunctionBuilder<'_>) -> Value {
    move |b| at(b, buffer, STRIDE * MOST as u32)
}

fn caller(
    b: &mut FunctionBuilder<'_>,
    callee: FuncId,
    (result, params): (Type, &[Type]),
    indirect: bool,
    place: impl Fn(&mut FunctionBuilder<'_>) -> Value,
) {
    let seed = b.arg(0);
    let args: Vec<Value> = params.iter().enumerate().map(|(index, &ty)| made_from(b, seed, ty, index as i32)).collect();
    let value = if indirect {
        // All values live across the first call.
        b.call(callee, &args);
        let sig = b.module().intern_sig(result, params);
        b.call_indirect(Value::func(callee), sig, &args)
    } else {
        b.call(callee, &args)
    };
    let place = place(b);
    b.store(value.expect("every signature has a result"), place);
    b.ret(None);
}

/// A value of a type, made from a number; different for every `index`.
fn made_from(b: &mut FunctionBuilder<'_>, seed: Value, ty: Type, index: i32) -> Value {
    let factor = b.i32(2 * index + 3);
    let product = b.binary(BinOp::Mul, seed, factor);
    let offset = b.i32(index * 1001 + 17);
    let number = b.binary(BinOp::Add, product, offset);
    match ty {
        Type::I64 => {
            let (wide, shift) = (b.cast(CastOp::ZExt, number, Type::I64), b.int(Type::I64, 17));
            let shifted = b.binary(BinOp::Shl, wide, shift);
            b.binary(BinOp::Xor, wide, shifted)
        }
        Type::F32 | Type::F64 => b.cast(CastOp::SiToFp, number, ty),
        Type::V4I32 | Type::V4F32 | Type::V8I16 | Type::V16I8 => vector(b, number, ty),
        _ => number,
    }
}

fn vector(b: &mut FunctionBuilder<'_>, number: Value, ty: Type) -> Value {
    let element = ty.element();
    let mut vector = b.undef(ty);
    for lane in 0..ty.lanes() as i32 {
        let step = b.i32(lane * 77);
        let value = b.binary(BinOp::Add, number, step);
        let value = match element {
            Type::F32 => b.cast(CastOp::SiToFp, value, element),
            Type::I32 => value,
            _ => b.cast(CastOp::Trunc, value, element),
        };
        let lane = b.i32(lane);
        vector = b.insert_element(vector, value, lane);
    }
    vector
}
