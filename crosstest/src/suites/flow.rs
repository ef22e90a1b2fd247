//! Switches and loops in shapes that lowering treats differently.

use translator::ice::{BinOp, IntCond, Type};

use super::make::{Maker, Random, i32_arg};
use super::width::Width;
use super::{Made, immediates};
use crate::case::Case;
use crate::value::Value as Arg;

/// A switch's shape: its name, its type, its cases.
type Shape = (&'static str, Type, fn() -> Vec<i64>);

const SHAPES: &[Shape] = &[
    ("no case", Type::I32, Vec::new),
    ("one case", Type::I32, || vec![7]),
    ("dense", Type::I32, || (0..20).collect()),
    ("dense, not from zero", Type::I32, || (1000..1040).collect()),
    ("dense around zero", Type::I32, || (-10..10).collect()),
    ("at the ends", Type::I32, || vec![0, i64::from(i32::MAX), i64::from(i32::MIN), -1]),
    ("dense at the end", Type::I32, || (0..10).map(|n| i64::from(i32::MAX) - n).collect()),
    ("across the end", Type::I32, || (-6..6).map(|n| i64::from(i32::MIN) + n).map(|n| i64::from(n as i32)).collect()),
    ("sparse", Type::I32, || (0..24).map(|n: i64| n * n * 7919 - 100_000).collect()),
    ("clusters", Type::I32, || [(0..9), (500..509), (100_000..100_012)].into_iter().flatten().collect()),
    ("holes", Type::I32, || (0..60).filter(|n| n % 3 != 1).collect()),
    ("wide", Type::I64, || vec![0, 1, 1 << 32, (1 << 32) + 1, -1, i64::MIN, i64::MAX, 5, 6, 7, 8, 9]),
    ("wide and dense", Type::I64, || (0..30).map(|n| (1 << 40) + n).collect()),
    ("beside limits", Type::I32, || immediates::constants(Width(32))),
    ("wide, beside limits", Type::I64, || immediates::constants(Width(64))),
    ("half a word", Type::I16, || immediates::constants(Width(16))),
    ("dense at 127", Type::I32, || (127..140).collect()),
    ("dense at 128", Type::I32, || (128..140).collect()),
    ("dense at 256", Type::I32, || (256..270).collect()),
    ("dense at 257", Type::I32, || (257..270).collect()),
    ("dense at 32767", Type::I32, || (0x7fff..0x7fff + 12).collect()),
    ("dense at 32768", Type::I32, || (0x8000..0x8000 + 12).collect()),
    ("dense at 32769", Type::I32, || (0x8001..0x8001 + 12).collect()),
    ("dense at -32768", Type::I32, || (-0x8000..-0x8000 + 12).collect()),
    ("dense at -32767", Type::I32, || (-0x7fff..-0x7fff + 12).collect()),
    ("wide and dense at 32767", Type::I64, || (0x7fff..0x7fff + 12).collect()),
    ("wide and dense at 32768", Type::I64, || (0x8000..0x8000 + 12).collect()),
    ("wide and dense at 32769", Type::I64, || (0x8001..0x8001 + 12).collect()),
    ("wide and dense at -32768", Type::I64, || (-0x8000..-0x8000 + 12).collect()),
    ("wide and dense at -32767", Type::I64, || (-0x7fff..-0x7fff + 12).collect()),
    ("wide and dense across halves", Type::I64, || (-6..6).map(|n| (1 << 32) + n).collect()),
    ("31 bits of a word", Type::I32, || (0..31).step_by(2).chain([30]).collect()),
    ("32 bits of a word", Type::I32, || (0..32).filter(|n| n % 3 != 1).chain([31]).collect()),
    ("33 bits of a word", Type::I32, || (0..33).step_by(2).chain([31]).collect()),
];

/// Switches.
pub fn switches() -> Vec<Made> {
    let one = |&(name, ty, cases): &Shape| {
        Made::new(name.into(), move || {
            let mut cases = cases();
            let mut seen = Vec::new();
            cases.retain(|case| {
                !seen.contains(case) && {
                    seen.push(*case);
                    true
                }
            });
            switch(ty, &cases, format!("switch/{name}"))
        })
    };
    SHAPES.iter().map(one).collect()
}

/// A function that gives another number for each case: some from blocks of their own, some straight
/// from the switch.
fn switch(ty: Type, cases: &[i64], name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    let func = maker.func("f", Type::I32, &[ty], |b| {
        let (start, join) = (b.current(), b.block());
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for (index, &case) in cases.iter().enumerate() {
            // Every fourth case shares the block of the one before.
            let block = match targets.last() {
                Some(&(_, block)) if index % 4 == 3 => block,
                _ => b.block(),
            };
            targets.push((case as u64 & u64::MAX >> (64 - ty.bits()), block));
        }
        let otherwise = b.block();
        let value = b.arg(0);
        b.switch_to(start);
        b.switch(value, otherwise, &targets);
        let mut done = Vec::new();
        for (index, &(_, block)) in targets.iter().enumerate() {
            if done.contains(&block) {
                continue;
            }
            done.push(block);
            b.switch_to(block);
            let number = b.i32(1000 + index as i32);
            b.br(join);
            values.push((block, number));
        }
        b.switch_to(otherwise);
        let number = b.i32(-1);
        b.br(join);
        values.push((otherwise, number));
        b.switch_to(join);
        let result = b.phi(Type::I32, &values);
        b.ret(Some(result));
    });
    let near = cases.iter().flat_map(|case| [case.wrapping_sub(1), *case, case.wrapping_add(1)]);
    let mut args: Vec<Arg> = near.map(|number| Arg::new(ty, u128::from(number as u64))).collect();
    args.dedup();
    args.into_iter().for_each(|arg| maker.call(func, vec![arg]));
    maker.call_with_edges(func);
    maker.finish(name)
}

/// Loops.
pub fn loops() -> Vec<Made> {
    (1..=6)
        .map(|count| {
            let name = format!("{count} values around a loop");
            Made::new(name.clone(), move || rotation(count, format!("flow/{name}")))
        })
        .collect()
}

/// A loop whose phis exchange their values in every way: rotations, swaps, and copies of one to
/// several.
fn rotation(count: usize, name: String) -> Result<Case, String> {
    let mut maker = Maker::default();
    for (number, ty) in [Type::I32, Type::I64, Type::F64].into_iter().enumerate() {
        for shape in 0..4_usize {
            let mut random = Random(shape as u64 * 31 + count as u64);
            let func = maker.func(&format!("f{number}_{shape}"), ty, &[Type::I32], |b| {
                let (entry, head, exit) = (b.current(), b.block(), b.block());
                let starts: Vec<_> = (0..count)
                    .map(|index| if ty == Type::F64 { b.f64(index as f64 + 0.5) } else { b.int(ty, index as i64 * 100 + 1) })
                    .collect();
                let one = b.i32(1);
                b.br(head);
                b.switch_to(head);
                let left = b.phi(Type::I32, &[]);
                let phis: Vec<_> = (0..count).map(|_| b.phi(ty, &[])).collect();
                let op = if ty == Type::F64 { BinOp::FAdd } else { BinOp::Add };
                let mixed = b.binary(op, phis[0], phis[count - 1]);
                let next = b.binary(BinOp::Sub, left, one);
                let zero = b.i32(0);
                let more = b.icmp(IntCond::Sgt, next, zero);
                b.cond_br(more, head, exit);
                b.set_phi(left, &[(entry, b.arg(0)), (head, next)]);
                for (index, &phi) in phis.iter().enumerate() {
                    let from = match shape {
                        0 => phis[(index + 1) % count],
                        1 => phis[count - 1 - index],
                        2 if index == 0 => mixed,
                        2 => phis[index - 1],
                        _ => phis[random.below(count)],
                    };
                    b.set_phi(phi, &[(entry, starts[index]), (head, from)]);
                }
                b.switch_to(exit);
                let mut sum = phis[0];
                for &phi in &phis[1..] {
                    let doubled = b.binary(op, sum, sum);
                    sum = b.binary(op, doubled, phi);
                }
                b.ret(Some(sum));
            });
            (1..8).chain([20]).for_each(|rounds| maker.call(func, vec![i32_arg(rounds)]));
        }
    }
    maker.finish(name)
}
