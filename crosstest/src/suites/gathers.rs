//! Vectors put together lane by lane: what translators make with shuffles, constants and copies of one element; and shifts of all lanes
//! by as many bits.
//!
//! A module for each type. Its functions take two vectors and two elements, and return a vector.

use translator::ice::{BinOp, CastOp, FuncId, FunctionBuilder, Global, GlobalInit, GlobalVar, Linkage, Type, Value};

use super::Made;
use super::make::{Maker, Random};
use crate::case::Case;
use crate::value;

const TYPES: [Type; 4] = [Type::V16I8, Type::V8I16, Type::V4I32, Type::V4F32];

/// How many gathers of each type have lanes from anywhere.
const RANDOM: usize = 16;

/// How often each function is called.
const CALLS: usize = 5;

/// Where a lane comes from.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Lane {
    Any,
    Number(i64),
    /// A lane of one of the vectors.
    Of(usize, usize),
    /// One of the elements.
    Element(usize),
}

use Lane::{Any, Element, Number, Of};

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |ty: Type| {
        let name = format!("gathers of {ty}");
        Made::new(name.clone(), move || module(ty, format!("vectors/{name}")))
    };
    TYPES.into_iter().map(one).collect()
}

fn module(ty: Type, name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    let mut random = Random(u64::from(ty.lanes()));
    let element = if ty == Type::V4F32 { Type::F32 } else { Type::I32 };
    let params = [ty, ty, element, element];
    for (index, lanes) in gathers(ty.lanes() as usize, &mut random).into_iter().enumerate() {
        let way = Way { from_first: random.below(4) == 0, twice: random.below(4) == 0, order: order(lanes.len(), &mut random) };
        let func = maker.func(&format!("gather{index}"), ty, &params, |b| {
            let vector = gather(b, ty, &lanes, &way);
            b.ret(Some(vector));
        });
        call(&mut maker, func, &params);
    }
    if ty != Type::V4F32 {
        shifts(&mut maker, ty);
    }
    maker.finish(name)
}

/// Calls a function with vectors whose lanes are all different, and with others.
fn call(maker: &mut Maker, func: FuncId, params: &[Type]) {
    let mut random = Random(7);
    for round in 0..CALLS {
        let mut next = 0_u128;
        let mut bits = || match round {
            0 => {
                next += 0x10;
                (0..16).fold(0, |bits, index| bits | (next + index) << (8 * index))
            }
            1 => u128::MAX,
            _ => u128::from(random.next()) << 64 | u128::from(random.next()),
        };
        let args = params.iter().map(|&ty| value::Value::new(ty, bits() & (u128::MAX >> (128 - ty.bits()))));
        maker.call(func, args.collect());
    }
}

/// The lanes of the gathers, by rule, and some at random.
fn gathers(len: usize, random: &mut Random) -> Vec<Vec<Lane>> {
    let zero = Number(0);
    let first = |lane| Of(0, lane);
    let second = |lane| Of(1, lane);
    let half = len / 2;
    let mut all: Vec<Vec<Lane>> = Vec::new();
    let mut add = |lane: &dyn Fn(usize) -> Lane| all.push((0..len).map(lane).collect());
    // By turns, in groups, of the lower and the upper halves.
    let groups = [1, 2, 4, 8].into_iter().filter(|&group| group <= half);
    for (group, start) in groups.flat_map(|group| [(group, 0), (group, half)]) {
        let at = |lane: usize| start + lane / (2 * group) * group + lane % group;
        let is_odd = |lane: usize| lane / group % 2 == 1;
        add(&|lane| if is_odd(lane) { second(at(lane)) } else { first(at(lane)) });
        add(&|lane| if is_odd(lane) { first(at(lane)) } else { second(at(lane)) });
        add(&|lane| if is_odd(lane) { zero } else { first(at(lane)) });
        add(&|lane| if is_odd(lane) { first(at(lane)) } else { zero });
        add(&|lane| first(at(lane)));
    }
    for distance in 1..len {
        add(&|lane| if lane + distance < len { first(lane + distance) } else { zero });
        add(&|lane| lane.checked_sub(distance).map_or(zero, second));
        add(&|lane| if lane + distance < len { first(lane + distance) } else { second(lane + distance - len) });
    }
    // With zeros between them.
    for distance in [1, 2] {
        add(&|lane| if lane + distance < len && lane % 4 != 1 { first(lane + distance) } else { zero });
    }
    // Even and odd ones.
    for odd in 0..2 {
        let of = |lane: usize| 2 * (lane % half) + odd;
        add(&|lane| if lane < half { first(of(lane)) } else { second(of(lane)) });
        add(&|lane| if lane < half { first(of(lane)) } else { zero });
        add(&|lane| first(of(lane)));
    }
    add(&|lane| first(len - 1 - lane));
    add(&|lane| first(lane ^ 1));
    add(&|lane| if lane % 3 == 0 { zero } else { second(lane) });
    add(&|lane| if lane % 3 == 0 { first(lane) } else { second(lane) });
    add(&|lane| first(lane / half * half + (lane * 3 + 1) % half));
    add(&|_| first(len - 1));
    // Elements and numbers.
    add(&|lane| Number(lane as i64 * 7 - 9));
    add(&|_| Number(-1));
    add(&|_| Element(0));
    add(&|lane| Element(lane % 2));
    add(&|lane| if lane == 0 { Element(0) } else { zero });
    add(&|lane| if lane == len - 1 { Element(1) } else { Any });
    add(&|lane| if lane == 0 { Element(0) } else { Any });
    add(&|lane| if lane % 2 == 0 { Element(0) } else { Number(lane as i64 + 100) });
    add(&|lane| if lane < half { Element(lane % 2) } else { first(lane - half) });
    add(&|lane| if lane == 1 { Element(0) } else { first(lane) });
    for _ in 0..RANDOM {
        let kinds = random.below(5) + 1;
        let lanes = (0..len).map(|_| match random.below(kinds) {
            0 => first(random.below(len)),
            1 => second(random.below(len)),
            2 => zero,
            3 => Element(random.below(2)),
            _ => Number(random.next() as i8 as i64),
        });
        all.push(lanes.collect());
    }
    // And with lanes that may be anything.
    let holes =
        all.iter().step_by(3).map(|lanes| lanes.iter().map(|&lane| if random.below(4) == 0 { Any } else { lane }).collect());
    let holes: Vec<Vec<Lane>> = holes.collect();
    all.into_iter().chain(holes).collect()
}

/// In which order the lanes are put in: mostly one after the other.
fn order(len: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    if random.below(4) == 0 {
        (1..len).for_each(|index| order.swap(index, random.below(index + 1)));
    }
    order
}

/// In which way a vector is put together.
struct Way {
    /// Into the first one, of which the lanes stay that may be anything or are where they were; otherwise into nothing.
    from_first: bool,
    /// With another element in the last lane at first.
    twice: bool,
    order: Vec<usize>,
}

fn gather(b: &mut FunctionBuilder<'_>, ty: Type, lanes: &[Lane], way: &Way) -> Value {
    let &Way { from_first, twice, ref order } = way;
    let vectors = [b.arg(0), b.arg(1)];
    let elements = [2, 3].map(|index| {
        let element = b.arg(index);
        if matches!(ty.element(), Type::I8 | Type::I16) { b.cast(CastOp::Trunc, element, ty.element()) } else { element }
    });
    let mut vector = if from_first { vectors[0] } else { b.undef(ty) };
    if twice && let Some(&last) = order.last() {
        let index = b.i32(last as i32);
        vector = b.insert_element(vector, elements[1], index);
    }
    for &index in order {
        let element = match lanes[index] {
            Any => continue,
            Of(0, lane) if from_first && lane == index => continue,
            Of(of, lane) => {
                let lane = b.i32(lane as i32);
                b.extract_element(vectors[of], lane)
            }
            Element(element) => elements[element],
            Number(number) if ty == Type::V4F32 => b.f32(number as f32),
            Number(number) => b.int(ty.element(), number),
        };
        let index = b.i32(index as i32);
        vector = b.insert_element(vector, element, index);
    }
    vector
}

/// Shifts by one amount: put together, read from a constant, and known at run time only; and by different ones.
fn shifts(maker: &mut Maker, ty: Type) {
    let (lanes, width) = (ty.lanes() as usize, ty.element().bits());
    for op in [BinOp::Shl, BinOp::LShr, BinOp::AShr] {
        for amount in [0, 1, width / 2, width - 1] {
            let amounts = vec![Number(amount.into()); lanes];
            shift(maker, ty, op, &format!("{op}_by_{amount}"), move |b| {
                gather(b, ty, &amounts, &Way { from_first: false, twice: false, order: (0..lanes).collect() })
            });
        }
        for (about, step) in [("same", 0), ("different", 1)] {
            let amounts = constant(maker, &format!("{op}_{about}"), ty, |lane| (3 + step * lane) % width);
            shift(maker, ty, op, &format!("{op}_by_{about}"), move |b| b.load(ty, Value::global(amounts)));
        }
        shift(maker, ty, op, &format!("{op}_by_element"), move |b| {
            let (amount, mask) = (b.arg(2), b.i32(width as i32 - 1));
            let amount = b.binary(BinOp::And, amount, mask);
            let amount = if ty.element() == Type::I32 { amount } else { b.cast(CastOp::Trunc, amount, ty.element()) };
            let undef = b.undef(ty);
            (0..lanes).fold(undef, |vector, lane| {
                let lane = b.i32(lane as i32);
                b.insert_element(vector, amount, lane)
            })
        });
    }
}

fn shift(maker: &mut Maker, ty: Type, op: BinOp, name: &str, amounts: impl FnOnce(&mut FunctionBuilder<'_>) -> Value) {
    let func = maker.func(name, ty, &[ty, ty, Type::I32, Type::I32], |b| {
        let amounts = amounts(b);
        let vector = b.arg(0);
        let shifted = b.binary(op, vector, amounts);
        b.ret(Some(shifted));
    });
    call(maker, func, &[ty, ty, Type::I32, Type::I32]);
}

/// A constant vector in memory.
fn constant(maker: &mut Maker, name: &str, ty: Type, lane: impl Fn(u32) -> u32) -> Global {
    let bytes = ty.element().bits() as usize / 8;
    let data = (0..ty.lanes()).flat_map(|index| lane(index).to_le_bytes().into_iter().take(bytes)).collect();
    maker.global(GlobalVar {
        name: name.into(),
        linkage: Linkage::Internal,
        constant: true,
        align: 16,
        init: vec![GlobalInit::Data(data)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathers_have_each_lane_from_everywhere() {
        for ty in TYPES {
            let len = ty.lanes() as usize;
            let all = gathers(len, &mut Random(1));
            assert!(all.iter().all(|lanes| lanes.len() == len), "{ty}");
            for (index, of) in (0..len).flat_map(|index| [(index, 0), (index, 1)]) {
                assert!(
                    all.iter().any(|lanes| matches!(lanes[index], Of(vector, _) if vector == of)),
                    "{ty}: lane {index} of {of}"
                );
                assert!(all.iter().any(|lanes| lanes[index] == Any), "{ty}: lane {index}");
            }
        }
    }
}
