//! The rules for Unspecified bits against their definition: an operation on partly specified
//! operands is compared with the same operation on their completions. Sound: a bit called specified
//! is the same for all of them. Exact, where so stated: a bit called Unspecified differs between
//! two of them.

use proptest::prelude::*;
use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Type};

use super::float::Format;
use super::vector::{Denormals, Wide, lane};
use super::{Halt, cast, float, int, vector};
use crate::interp::bits::{Bits, mask};

/// All completions of a value with few Unspecified bits.
fn completions(value: Bits) -> Vec<u64> {
    let mut all = vec![value.min()];
    for bit in (0..64).filter(|bit| value.u >> bit & 1 == 1) {
        let with: Vec<u64> = all.iter().map(|v| v | 1 << bit).collect();
        all.extend(with);
    }
    all
}

/// The most that can be said about an operation's result; `None` if a completion halts.
fn ideal(operands: &[Bits], f: &dyn Fn(&[Bits]) -> Result<Bits, Halt>) -> Option<Bits> {
    let mut choices = vec![Vec::new()];
    for &operand in operands {
        let extended = choices.iter().flat_map(|prefix: &Vec<Bits>| {
            completions(operand).into_iter().map(move |v| [prefix.as_slice(), &[Bits::known(v)]].concat())
        });
        choices = extended.collect();
    }
    let results: Option<Vec<Bits>> = choices.iter().map(|choice| f(choice).ok()).collect();
    results?.into_iter().reduce(Bits::join)
}

/// Checks one operation on some operands. Returns what it gave and the ideal.
fn check(operands: &[Bits], f: &dyn Fn(&[Bits]) -> Result<Bits, Halt>) -> Result<(Bits, Bits), TestCaseError> {
    let (found, ideal) = (f(operands), ideal(operands, f));
    let Some(ideal) = ideal else {
        prop_assert!(found.is_err(), "{operands:x?} gives {found:x?}, although a completion halts");
        return Ok((Bits::default(), Bits::default()));
    };
    let Ok(found) = found else { return Err(TestCaseError::fail(format!("{operands:x?} halts, but no completion does"))) };
    prop_assert_eq!(ideal.u & !found.u, 0, "{:x?} gives {:x?}, but at most {:x?} can be said", operands, found, ideal);
    prop_assert_eq!((ideal.v ^ found.v) & !found.u, 0, "{:x?} gives {:x?} instead of {:x?}", operands, found, ideal);
    Ok((found, ideal))
}

fn width() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![1, 8, 16, 32, 64])
}

/// A number that is often near an edge.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), 0..20u64, (0..20u64).prop_map(|n| n.wrapping_neg()), (0..64u32).prop_map(|bit| 1 << bit)]
}

/// Masks of at most five bits: scattered, or a run.
fn few_bits() -> impl Strategy<Value = u64> {
    let scattered = prop::collection::vec(0..64u32, 0..5).prop_map(|bits| bits.iter().fold(0, |mask, bit| mask | 1 << bit));
    let low = prop::collection::vec(0..8u32, 0..5).prop_map(|bits| bits.iter().fold(0, |mask, bit| mask | 1 << bit));
    let run = (0..60u32, 0..6u32).prop_map(|(at, len)| ((1 << len) - 1) << at);
    prop_oneof![scattered, low, run]
}

/// A partly specified value of a width.
fn partial(width: u32) -> impl Strategy<Value = Bits> {
    (number(), few_bits()).prop_map(move |(v, u)| Bits { v, u }.clean().low(width))
}

fn operands() -> impl Strategy<Value = (u32, Bits, Bits)> {
    width().prop_flat_map(|width| (Just(width), partial(width), partial(width)))
}

proptest! {
    #[test]
    fn bitwise_sums_and_shifts_by_known_amounts_are_exact((width, a, b) in operands(), amount in 0..64u64) {
        for op in [BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Add, BinOp::Sub] {
            let (found, ideal) = check(&[a, b], &|x| int::binary(op, width, x[0], x[1]))?;
            prop_assert_eq!(found, ideal, "{} i{} {:x?}, {:x?}", op, width, a, b);
        }
        let amount = Bits::known(amount % u64::from(width));
        for op in [BinOp::Shl, BinOp::LShr, BinOp::AShr] {
            let (found, ideal) = check(&[a, amount], &|x| int::binary(op, width, x[0], x[1]))?;
            prop_assert_eq!(found, ideal, "{} i{} {:x?}, {:x?}", op, width, a, amount);
        }
    }

    #[test]
    fn products_and_shifts_are_sound((width, a, b) in operands(), amount in (0..70u64, 0..64u64)) {
        check(&[a, b], &|x| int::binary(BinOp::Mul, width, x[0], x[1]))?;
        let amount = Bits { v: amount.0, u: amount.1 & 0x25 }.clean().low(width);
        for op in [BinOp::Shl, BinOp::LShr, BinOp::AShr] {
            check(&[a, amount], &|x| int::binary(op, width, x[0], x[1]))?;
        }
    }

    #[test]
    fn divisions_halt_where_a_completion_does_and_else_are_sound((width, a, b) in operands()) {
        for op in [BinOp::UDiv, BinOp::URem, BinOp::SDiv, BinOp::SRem] {
            check(&[a, b], &|x| int::binary(op, width, x[0], x[1]))?;
        }
    }

    #[test]
    fn comparisons_are_exact((width, a, b) in operands()) {
        for &cond in IntCond::ALL {
            let (found, ideal) = check(&[a, b], &|x| Ok(int::compare(cond, width, x[0], x[1])))?;
            prop_assert_eq!(found, ideal, "{} i{} {:x?}, {:x?}", cond, width, a, b);
        }
    }

    #[test]
    fn counts_swaps_and_selects_are_sound((width, a, b) in operands(), cond in 0..4u64) {
        for zero_is_undef in [false, true] {
            check(&[a], &|x| Ok(int::leading_zeros(width, x[0], zero_is_undef)))?;
            check(&[a], &|x| Ok(int::trailing_zeros(width, x[0], zero_is_undef)))?;
        }
        check(&[a], &|x| Ok(int::count_ones(x[0])))?;
        if width >= 8 {
            let (found, ideal) = check(&[a], &|x| Ok(int::byte_swap(width, x[0])))?;
            prop_assert_eq!(found, ideal);
        }
        let cond = Bits { v: cond & 1, u: cond >> 1 }.clean();
        let (found, ideal) = check(&[cond, a, b], &|x| Ok(int::select(x[0], x[1], x[2])))?;
        prop_assert_eq!(found, ideal);
    }

    #[test]
    fn conversions_are_sound_and_those_of_integers_exact(a in partial(64), from in 0..4usize, to in 0..5usize) {
        let types = [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64];
        let (from, to) = (types[from], types[to]);
        let a = a.low(from.bits());
        let op = if to.bits() < from.bits() { [CastOp::Trunc; 2] } else { [CastOp::ZExt, CastOp::SExt] };
        for op in op {
            let (found, ideal) = check(&[a], &|x| cast::cast(op, from, to, x[0]))?;
            prop_assert_eq!(found, ideal, "{} {} to {} {:x?}", op, from, to, a);
        }
        for op in [CastOp::SiToFp, CastOp::UiToFp] {
            check(&[a], &|x| cast::cast(op, from, Type::F32, x[0]))?;
            check(&[a], &|x| cast::cast(op, from, Type::F64, x[0]))?;
        }
    }

    #[test]
    fn float_operations_are_sound(a in partial(64), b in partial(64), exponents in any::<[bool; 2]>()) {
        for (format, ty, other) in [(Format::Single, Type::F32, Type::F64), (Format::Double, Type::F64, Type::F32)] {
            // Half of the operands are infinities and NaNs.
            let special = if format == Format::Single { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 };
            let make = |x: Bits, is_special| Bits { v: x.v | if is_special { special } else { 0 }, u: x.u }.clean().low(format.width());
            let (a, b) = (make(a, exponents[0]), make(b, exponents[1]));
            for op in [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv, BinOp::FRem] {
                check(&[a, b], &|x| float::binary(op, format, x[0], x[1]))?;
            }
            for &cond in FloatCond::ALL {
                check(&[a, b], &|x| Ok(float::compare(cond, format, x[0], x[1])))?;
            }
            check(&[a], &|x| Ok(float::square_root(format, x[0])))?;
            check(&[a], &|x| Ok(float::absolute(format, x[0])))?;
            check(&[a], &|x| Ok(float::through_result(format, x[0])))?;
            for to in [Type::I8, Type::I64] {
                check(&[a], &|x| cast::cast(CastOp::FpToSi, ty, to, x[0]))?;
                check(&[a], &|x| cast::cast(CastOp::FpToUi, ty, to, x[0]))?;
            }
            let convert = if ty == Type::F64 { CastOp::FpTrunc } else { CastOp::FpExt };
            check(&[a], &|x| cast::cast(convert, ty, other, x[0]))?;
        }
    }

    #[test]
    fn vectors_are_their_lanes(words in any::<[u64; 4]>(), masks in (few_bits(), few_bits()), ty in 0..3usize, index in 0..16u64) {
        let ty = [Type::V16I8, Type::V8I16, Type::V4I32][ty];
        let width = ty.element().bits();
        let a: Wide = [Bits { v: words[0], u: masks.0 }.clean(), Bits::known(words[1])];
        let b: Wide = [Bits::known(words[2]), Bits { v: words[3], u: masks.1 }.clean()];
        for op in [BinOp::Add, BinOp::Mul, BinOp::AShr, BinOp::Xor] {
            let result = vector::binary(op, ty, &a, &b, Denormals::Kept).unwrap();
            for at in 0..ty.lanes() {
                let expected = int::binary(op, width, lane(&a, width, at), lane(&b, width, at));
                prop_assert_eq!(Ok(lane(&result, width, at)), expected, "{} {} lane {}", op, ty, at);
            }
        }
        let index = Bits::known(index % u64::from(ty.lanes()));
        let element = Bits { v: words[2], u: masks.1 }.clean().low(width);
        let inserted = vector::insert(ty, &a, element, index);
        for at in 0..ty.lanes() {
            let expected = if u64::from(at) == index.v { element } else { lane(&a, width, at) };
            prop_assert_eq!(vector::extract(ty, &inserted, Bits::known(u64::from(at))), expected);
        }
        prop_assert_eq!(vector::extract(ty, &a, Bits::known(u64::from(ty.lanes()))), Bits::unspecified(width));
    }
}

#[test]
fn what_the_house_rules_name_is_specified() {
    let unknown = Bits::unspecified(32);
    let known = |op, a, b| int::binary(op, 32, a, b).unwrap();
    assert_eq!(known(BinOp::And, unknown, Bits::known(0)), Bits::known(0));
    assert_eq!(known(BinOp::Or, unknown, Bits::known(mask(32))), Bits::known(mask(32)));
    assert_eq!(known(BinOp::Mul, unknown, Bits::known(0)), Bits::known(0));
    assert_eq!(known(BinOp::Xor, unknown, unknown), unknown, "two reads of one value need not agree");
    assert_eq!(known(BinOp::Add, Bits { v: 0x12, u: 0xff00 }, Bits::known(0xff)), Bits { v: 0x11, u: 0x1_ff00 });
    assert_eq!(known(BinOp::Mul, Bits { v: 3, u: 0x100 }, Bits::known(5)).low(8), Bits::known(15));
    assert_eq!(known(BinOp::Shl, unknown, Bits::known(24)), Bits { v: 0, u: 0xff00_0000 });
    assert_eq!(known(BinOp::LShr, unknown, Bits::known(24)), Bits::unspecified(8));
    // The test for a zero byte that word-wise string functions make, with rubbish behind the end.
    let word = Bits { v: 0x0000_0061, u: 0xffff_0000 };
    let borrow = known(BinOp::Sub, word, Bits::known(0x0101_0101));
    let low = known(BinOp::And, borrow, known(BinOp::Xor, word, Bits::known(0xffff_ffff)));
    let test = known(BinOp::And, low, Bits::known(0x8080_8080));
    assert_eq!(int::compare(IntCond::Ne, 32, test, Bits::known(0)), Bits::known(1));
}

#[test]
fn a_made_nan_is_a_nan_whatever_its_bits() {
    for format in [Format::Single, Format::Double] {
        let (nan, one) = (float::nan(format), Bits::known(if format == Format::Single { 0x3f80_0000 } else { 0x3ff << 52 }));
        assert_eq!(float::is_nan(format, nan), Some(true));
        assert_eq!(float::is_nan(format, nan.clean()), None, "without the marker it may be an infinity");
        assert_eq!(float::binary(BinOp::FAdd, format, nan, one), Ok(nan));
        assert_eq!(float::binary(BinOp::FMul, format, Bits::unspecified(format.width()), nan), Ok(nan));
        assert_eq!(float::compare(FloatCond::Une, format, nan, nan), Bits::known(1));
        assert_eq!(float::compare(FloatCond::Olt, format, one, nan), Bits::known(0));
        let sum = int::binary(BinOp::Add, format.width(), nan, Bits::known(0)).unwrap();
        assert_eq!(sum, nan.clean(), "integer operations see plain bits");
        assert_eq!(int::select(Bits::unspecified(1), nan, nan), nan);
    }
}

#[test]
fn what_may_be_a_signalling_nan_loses_its_quiet_bit_in_a_result() {
    let through = |v, u| float::through_result(Format::Single, Bits { v, u });
    assert_eq!(through(0x7f00_0001, 0x0080_0000), Bits { v: 0x7f00_0001, u: 0x00c0_0000 });
    assert_eq!(through(0x7fc0_0001, 0), Bits::known(0x7fc0_0001));
    assert_eq!(through(0x7f80_0000, 0), Bits::known(0x7f80_0000), "an infinity is none");
    let nan = float::nan(Format::Single);
    assert_eq!(float::through_result(Format::Single, nan), nan);
}

#[test]
fn flushed_lanes_are_unspecified_when_asked() {
    let (denormal, two, one): (Wide, Wide, Wide) = (
        [Bits::known(0x3f80_0000_0000_0001); 2],
        [Bits::known(0x4000_0000_4000_0000); 2],
        [Bits::known(0x3f80_0000_3f80_0000); 2],
    );
    let product = |denormals| vector::binary(BinOp::FMul, Type::V4F32, &denormal, &two, denormals).unwrap();
    assert_eq!(product(Denormals::Kept), [Bits::known(0x4000_0000_0000_0002); 2]);
    assert_eq!(product(Denormals::Unspecified), [Bits { v: 0x4000_0000_0000_0000, u: 0xffff_ffff }; 2]);
    let above = vector::compare_float(FloatCond::Olt, Type::V4F32, &denormal, &one, Denormals::Unspecified);
    assert_eq!(above[0], Bits { v: 0, u: 0b0101 });
}
