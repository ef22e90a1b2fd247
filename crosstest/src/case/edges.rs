//! Edge values: the arguments on which lowering most easily goes wrong, type by type.
//!
//! In: parameter types. Out: argument lists: every combination of the types' edge values, or an
//! even sample of them when there are more than [`LIMIT`], and [`RANDOM`] lists of random bits. All
//! are functions of the types alone. [`of`] is the one table of values for each type: zero, powers
//! of two and their neighbours, denormals, infinities, NaN.

use translator::ice::Type;

use crate::value::Value;

/// Most argument lists for one function.
pub const LIMIT: usize = 256;
/// Random argument lists besides.
pub const RANDOM: usize = 16;

/// The argument lists for these parameters.
pub fn tuples(params: &[Type]) -> Vec<Vec<Value>> {
    let edges: Vec<Vec<Value>> = params.iter().map(|&ty| of(ty)).collect();
    let total: u128 = edges.iter().map(|values| values.len() as u128).product();
    let count = total.min(LIMIT as u128);
    // The greatest step below the even one that shares no factor with the total visits distinct
    // combinations, spread over all of them.
    let step = (1..=(total / count.max(1)).max(1)).rev().find(|&step| gcd(step, total) == 1).unwrap_or(1);
    let tuple = |index: u128| {
        let mut rest = index * step % total.max(1);
        let pick = |values: &Vec<Value>| {
            let value = values[(rest % values.len() as u128) as usize];
            rest /= values.len() as u128;
            value
        };
        edges.iter().map(pick).collect()
    };
    let random = if params.is_empty() { 0 } else { RANDOM as u64 };
    (0..count).map(tuple).chain((0..random).map(|index| random_tuple(params, index))).collect()
}

/// Values of random bits (SplitMix64), the same for the same types and number.
fn random_tuple(params: &[Type], index: u64) -> Vec<Value> {
    let mut state =
        params.iter().fold(index.wrapping_mul(0xd134_2543_de82_ef95), |all, ty| all.wrapping_mul(31) + u64::from(ty.bits()));
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(mixed ^ mixed >> 31)
    };
    params.iter().map(|&ty| Value::new(ty, next() << 64 | next())).collect()
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The edge values of a type.
pub fn of(ty: Type) -> Vec<Value> {
    let bits: Vec<u128> = match ty {
        Type::F32 => FLOATS.iter().map(|&number| u128::from((number as f32).to_bits())).chain([1, 0x007f_ffff]).collect(),
        Type::F64 => FLOATS.iter().map(|&number| u128::from(number.to_bits())).chain([1, 0x000f_ffff_ffff_ffff]).collect(),
        _ if ty.is_vector() => vectors(ty),
        _ => integers(ty),
    };
    let mut values: Vec<Value> = Vec::new();
    for value in bits.into_iter().map(|bits| Value::new(ty, bits)) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Around the powers of two at which carries, signs and halves change, and a few with mixed bits.
fn integers(ty: Type) -> Vec<u128> {
    let (width, minus_one) = (ty.bits(), u128::MAX);
    let mut bits = vec![0, 1, minus_one, 2, minus_one - 1, 7, 10, 31, 100];
    for at in [7, 8, 15, 16, 31, 32, 33, 52, 53, 63].into_iter().filter(|&at| at < width) {
        let power = 1 << at;
        bits.extend([power, power - 1, 0u128.wrapping_sub(power)]);
    }
    bits.extend([0x0123_4567_89ab_cdef, 0xdead_beef_cafe_f00d, 0x5555_5555_aaaa_aaaa]);
    bits
}

/// Exact in both formats where it matters; the limits of integer types and what lies beside them.
const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.75,
    3.999,
    127.0,
    -128.0,
    255.5,
    32767.0,
    65535.0,
    8388607.5,
    16777217.0,
    2147483520.0,
    2147483647.0,
    2147483648.0,
    -2147483648.0,
    4294967040.0,
    4294967295.0,
    4294967296.0,
    9007199254740993.0,
    9223371487098961920.0,
    9223372036854774784.0,
    -9223372036854775808.0,
    18446742974197923840.0,
    1e-30,
    1e30,
    1.17549435e-38,
    3.4028234e38,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Vectors of the element's edge values: lane by lane different ones, and all lanes alike.
fn vectors(ty: Type) -> Vec<u128> {
    let (element, lanes) = (ty.element(), ty.lanes());
    let edges = of(element);
    let lane = |index: usize| edges[index % edges.len()].bits;
    let join = |at: &dyn Fn(u32) -> u128| (0..lanes).fold(0, |all, index| all | at(index) << (index * element.bits()));
    let mut bits: Vec<u128> = (0..edges.len().min(12)).map(|start| join(&|index| lane(start * 5 + index as usize * 3))).collect();
    bits.extend([0, 1, 2].map(|same| join(&|_| lane(same))));
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_edges_and_pairs_of_small_sets_are_complete() {
        for ty in Type::ALL {
            let values = of(ty);
            assert!(values.len() >= 2, "{ty}");
            assert!(values.contains(&Value::new(ty, 0)), "{ty}");
        }
        assert_eq!(tuples(&[]), [vec![]]);
        assert_eq!(tuples(&[Type::I8]).len(), of(Type::I8).len() + RANDOM);
    }

    #[test]
    fn a_sample_has_distinct_tuples_that_use_every_value() {
        let found = tuples(&[Type::I64, Type::I64, Type::I32]);
        assert_eq!(found.len(), LIMIT + RANDOM);
        assert_eq!(tuples(&[Type::I64, Type::I64, Type::I32]), found, "the same every time");
        let mut distinct: Vec<Vec<u128>> = found.iter().map(|tuple| tuple.iter().map(|value| value.bits).collect()).collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), LIMIT + RANDOM);
        for (index, ty) in [Type::I64, Type::I64, Type::I32].into_iter().enumerate() {
            for value in of(ty) {
                assert!(found.iter().any(|tuple| tuple[index] == value), "parameter {index} is never {value}");
            }
        }
    }
}
