//! Results of specified operations against expectations that come from elsewhere: integers from
//! arithmetic in 128 bits, floats from exact rational arithmetic rounded by hand (the tables were
//! computed with Python's `Fraction`).

use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Type};

use super::float::Format;
use super::{Halt, cast, float, int};
use crate::interp::bits::{Bits, mask};

const WIDTHS: [u32; 5] = [1, 8, 16, 32, 64];

fn edges(width: u32) -> Vec<u64> {
    let all = mask(width);
    let mut edges =
        vec![0, 1, 2, 3, 5, 7, width as u64, width as u64 - 1, all, all - 1, all / 2, all / 2 + 1, all / 3, all ^ 0x0f];
    edges.iter_mut().for_each(|edge| *edge &= all);
    edges.sort_unstable();
    edges.dedup();
    edges
}

fn as_signed(v: u64, width: u32) -> i128 {
    let v = i128::from(v);
    if v >= 1 << (width - 1) { v - (1 << width) } else { v }
}

/// What [LLVM-REF-3-3] "Instruction Reference" says, in 128 bits; `None` for a trap or no defined
/// result.
fn expected(op: BinOp, width: u32, a: u64, b: u64) -> Option<u64> {
    let (ua, ub) = (i128::from(a), i128::from(b));
    let (sa, sb) = (as_signed(a, width), as_signed(b, width));
    let least = -(1i128 << (width - 1));
    let wide = match op {
        BinOp::Add => ua + ub,
        BinOp::Sub => ua - ub,
        BinOp::Mul => (a as u128).wrapping_mul(b as u128) as i128,
        BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem if b == 0 => return None,
        BinOp::SDiv | BinOp::SRem if sa == least && sb == -1 => return None,
        BinOp::UDiv => ua / ub,
        BinOp::URem => ua - ua / ub * ub,
        BinOp::SDiv => sa / sb,
        BinOp::SRem => sa - sa / sb * sb,
        BinOp::Shl | BinOp::LShr | BinOp::AShr if ub >= i128::from(width) => return None,
        BinOp::Shl => ua << ub,
        BinOp::LShr => ua.div_euclid(1 << ub),
        BinOp::AShr => sa.div_euclid(1 << ub),
        _ => (0..width).map(|bit| bitwise(op, a >> bit & 1, b >> bit & 1) << bit).sum(),
    };
    Some(wide as u64 & mask(width))
}

fn bitwise(op: BinOp, a: u64, b: u64) -> i128 {
    match op {
        BinOp::And => i128::from(a * b),
        BinOp::Or => i128::from(a.max(b)),
        _ => i128::from((a + b) % 2),
    }
}

#[test]
fn integer_arithmetic() {
    for op in BinOp::ALL.iter().copied().filter(|op| !op.is_float()) {
        for width in WIDTHS {
            for a in edges(width) {
                for b in edges(width) {
                    let result = int::binary(op, width, Bits::known(a), Bits::known(b));
                    let shown = format!("{op} i{width} {a:#x}, {b:#x}");
                    match (expected(op, width, a, b), result) {
                        (Some(expected), result) => assert_eq!(result, Ok(Bits::known(expected)), "{shown}"),
                        (None, result) if op.is_shift() => assert_eq!(result, Ok(Bits::unspecified(width)), "{shown}"),
                        (None, Err(Halt::Trap(_))) => assert_eq!(b, 0, "{shown}"),
                        (None, result) => assert!(b != 0 && matches!(result, Err(Halt::Undefined(_))), "{shown}"),
                    }
                }
            }
        }
    }
}

#[test]
fn integer_comparisons() {
    for width in WIDTHS {
        for a in edges(width) {
            for b in edges(width) {
                let (sa, sb) = (as_signed(a, width), as_signed(b, width));
                let table = [
                    (IntCond::Eq, a == b),
                    (IntCond::Ne, a != b),
                    (IntCond::Ugt, a > b),
                    (IntCond::Uge, a >= b),
                    (IntCond::Ult, a < b),
                    (IntCond::Ule, a <= b),
                    (IntCond::Sgt, sa > sb),
                    (IntCond::Sge, sa >= sb),
                    (IntCond::Slt, sa < sb),
                    (IntCond::Sle, sa <= sb),
                ];
                for (cond, expected) in table {
                    let result = int::compare(cond, width, Bits::known(a), Bits::known(b));
                    assert_eq!(result, Bits::bool(expected), "{cond} i{width} {a:#x}, {b:#x}");
                }
            }
        }
    }
}

#[test]
fn bit_counts() {
    for width in [8, 16, 32, 64] {
        for v in edges(width) {
            let digits = format!("{v:0width$b}", width = width as usize);
            let count = |text: &str| Bits::known(text.len() as u64);
            let x = Bits::known(v);
            assert_eq!(int::leading_zeros(width, x, false), count(&digits[..digits.find('1').unwrap_or(digits.len())]));
            let tail = digits.rfind('1').map_or(digits.as_str(), |at| &digits[at + 1..]);
            assert_eq!(int::trailing_zeros(width, x, false), count(tail), "{digits}");
            assert_eq!(int::count_ones(x), count(&digits.replace('0', "")));
            let hex = format!("{v:0width$x}", width = width as usize / 4);
            let swapped: String = hex.as_bytes().chunks(2).rev().map(|pair| str::from_utf8(pair).unwrap()).collect();
            assert_eq!(int::byte_swap(width, x), Bits::known(u64::from_str_radix(&swapped, 16).unwrap()));
        }
        assert_eq!(int::leading_zeros(width, Bits::known(0), true), Bits::unspecified(width));
        assert_eq!(int::trailing_zeros(width, Bits::known(0), true), Bits::unspecified(width));
    }
}

/// Operands, and their sum, difference, product, quotient and remainder.
type Sample = ([u64; 2], [u64; 5]);

#[rustfmt::skip]
const DOUBLE: [Sample; 9] = [
    ([0x3ff0000000000000, 0x3fb999999999999a], [0x3ff199999999999a, 0x3feccccccccccccd, 0x3fb999999999999a, 0x4024000000000000, 0x3fb9999999999996]),
    ([0x3fb999999999999a, 0x0000000000000001], [0x3fb999999999999a, 0x3fb999999999999a, 0x0000000000000000, 0x7ff0000000000000, 0x0000000000000000]),
    ([0xbfc999999999999a, 0x3ff0000000000000], [0x3fe999999999999a, 0xbff3333333333333, 0xbfc999999999999a, 0xbfc999999999999a, 0xbfc999999999999a]),
    ([0x7fefffffffffffff, 0x0010000000000000], [0x7fefffffffffffff, 0x7fefffffffffffff, 0x400fffffffffffff, 0x7ff0000000000000, 0x0000000000000000]),
    ([0x0010000000000000, 0x7e37e43c8800759c], [0x7e37e43c8800759c, 0xfe37e43c8800759c, 0x3e57e43c8800759c, 0x0000000000000000, 0x0010000000000000]),
    ([0x0000000000000001, 0x7fefffffffffffff], [0x7fefffffffffffff, 0xffefffffffffffff, 0x3ccfffffffffffff, 0x0000000000000000, 0x0000000000000001]),
    ([0x4340000000000001, 0xc00921fb54442d18], [0x433fffffffffffff, 0x4340000000000003, 0xc35921fb54442d1a, 0xc3245f306dc9c884, 0x3fcc9ac54e2ffd00]),
    ([0xc00921fb54442d18, 0xbfc999999999999a], [0xc00abb94edddc6b2, 0xc0078861baaa937e, 0x3fe41b2f769cf0e0, 0x402f6a7a2955385e, 0xbfc21fb54442d17a]),
    ([0x7e37e43c8800759c, 0x4340000000000001], [0x7e37e43c8800759c, 0x7e37e43c8800759c, 0x7ff0000000000000, 0x7ae7e43c8800759b, 0x4310f22001d66a08]),
];

#[rustfmt::skip]
const SINGLE: [Sample; 9] = [
    ([0x3f800000, 0x3dcccccd], [0x3f8ccccd, 0x3f666666, 0x3dcccccd, 0x41200000, 0x3dcccccb]),
    ([0x3dcccccd, 0x00000001], [0x3dcccccd, 0x3dcccccd, 0x00000000, 0x7f800000, 0x00000000]),
    ([0xbe4ccccd, 0x3f800000], [0x3f4ccccd, 0xbf99999a, 0xbe4ccccd, 0xbe4ccccd, 0xbe4ccccd]),
    ([0x7f7fffff, 0x00800000], [0x7f7fffff, 0x7f7fffff, 0x407fffff, 0x7f800000, 0x00000000]),
    ([0x00800000, 0x60ad78ec], [0x60ad78ec, 0xe0ad78ec, 0x21ad78ec, 0x00000000, 0x00800000]),
    ([0x00000001, 0x7f7fffff], [0x7f7fffff, 0xff7fffff, 0x34ffffff, 0x00000000, 0x00000001]),
    ([0x4b800001, 0xc0490fdb], [0x4b7fffff, 0x4b800003, 0xcc490fdd, 0xcaa2f984, 0x3f23a028]),
    ([0xc0490fdb, 0xbe4ccccd], [0xc055dca8, 0xc03c430e, 0x3f20d97c, 0x417b53d2, 0xbe10fdad]),
    ([0x60ad78ec, 0x4b800001], [0x60ad78ec, 0x60ad78ec, 0x6cad78ed, 0x54ad78eb, 0x4aab5e3c]),
];

const FLOAT_OPS: [BinOp; 5] = [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv, BinOp::FRem];

#[test]
fn float_arithmetic() {
    for (format, table) in [(Format::Double, DOUBLE), (Format::Single, SINGLE)] {
        for ([a, b], results) in table {
            for (op, expected) in FLOAT_OPS.into_iter().zip(results) {
                let result = float::binary(op, format, Bits::known(a), Bits::known(b));
                assert_eq!(result, Ok(Bits::known(expected)), "{op} {format:?} {a:#x}, {b:#x}");
            }
        }
    }
}

#[test]
fn float_arithmetic_at_infinity_and_zero() {
    let (inf, zero, one, minus) = (f64::INFINITY, 0.0f64, 1.0, -0.0f64);
    let known = |x: f64| Some(x);
    let table = [
        (BinOp::FAdd, inf, -inf, None),
        (BinOp::FSub, inf, inf, None),
        (BinOp::FMul, inf, zero, None),
        (BinOp::FDiv, zero, zero, None),
        (BinOp::FDiv, inf, inf, None),
        (BinOp::FRem, inf, one, None),
        (BinOp::FRem, one, zero, None),
        (BinOp::FRem, one, inf, known(1.0)),
        (BinOp::FRem, minus, one, known(-0.0)),
        (BinOp::FRem, -6.0, 3.0, known(-0.0)),
        (BinOp::FDiv, one, minus, known(-inf)),
        (BinOp::FSub, minus, zero, known(-0.0)),
        (BinOp::FSub, minus, minus, known(0.0)),
        (BinOp::FAdd, minus, minus, known(-0.0)),
        (BinOp::FMul, minus, one, known(-0.0)),
        (BinOp::FAdd, f64::NAN, one, None),
    ];
    for (op, a, b, expected) in table {
        let expected = expected.map_or(float::nan(Format::Double), |x: f64| Bits::known(x.to_bits()));
        let result = float::binary(op, Format::Double, Bits::known(a.to_bits()), Bits::known(b.to_bits()));
        assert_eq!(result, Ok(expected), "{op} {a}, {b}");
    }
}

#[test]
fn float_comparisons() {
    let values = [f64::NEG_INFINITY, -1.5, -0.0, 0.0, 5e-324, 1.0, f64::INFINITY, f64::NAN];
    for format in [Format::Double, Format::Single] {
        let bits = |x: f64| Bits::known(if format == Format::Double { x.to_bits() } else { u64::from((x as f32).to_bits()) });
        for a in values {
            for b in values {
                // binary32 has no 5e-324: it rounds to zero, as the comparison must see.
                let (x, y) = if format == Format::Double { (a, b) } else { (f64::from(a as f32), f64::from(b as f32)) };
                let unordered = x.is_nan() || y.is_nan();
                let table = [
                    (FloatCond::False, FloatCond::True, false),
                    (FloatCond::Oeq, FloatCond::Une, x == y),
                    (FloatCond::Ogt, FloatCond::Ule, x > y),
                    (FloatCond::Oge, FloatCond::Ult, x >= y),
                    (FloatCond::Olt, FloatCond::Uge, x < y),
                    (FloatCond::Ole, FloatCond::Ugt, x <= y),
                    (FloatCond::One, FloatCond::Ueq, !unordered && x != y),
                    (FloatCond::Ord, FloatCond::Uno, !unordered),
                ];
                for (cond, negated, expected) in table {
                    assert_eq!(float::compare(cond, format, bits(a), bits(b)), Bits::bool(expected), "{cond} {a}, {b}");
                    assert_eq!(float::compare(negated, format, bits(a), bits(b)), Bits::bool(!expected), "{negated} {a}, {b}");
                }
            }
        }
    }
}

/// An integer, and what it is as an unsigned and as a signed i64 in binary32 and binary64.
#[rustfmt::skip]
const FROM_INT: [(u64, u64, u64, u64, u64); 13] = [
    (0x0, 0x00000000, 0x0000000000000000, 0x00000000, 0x0000000000000000),
    (0x1, 0x3f800000, 0x3ff0000000000000, 0x3f800000, 0x3ff0000000000000),
    (0x1000001, 0x4b800000, 0x4170000010000000, 0x4b800000, 0x4170000010000000),
    (0x1000003, 0x4b800002, 0x4170000030000000, 0x4b800002, 0x4170000030000000),
    (0x7fffffff, 0x4f000000, 0x41dfffffffc00000, 0x4f000000, 0x41dfffffffc00000),
    (0xffffffff, 0x4f800000, 0x41efffffffe00000, 0x4f800000, 0x41efffffffe00000),
    (0x20000000000001, 0x5a000000, 0x4340000000000000, 0x5a000000, 0x4340000000000000),
    (0x20000000000003, 0x5a000000, 0x4340000000000002, 0x5a000000, 0x4340000000000002),
    (0x7fffffffffffffff, 0x5f000000, 0x43e0000000000000, 0x5f000000, 0x43e0000000000000),
    (0x8000000000000000, 0x5f000000, 0x43e0000000000000, 0xdf000000, 0xc3e0000000000000),
    (0x8000000000000400, 0x5f000000, 0x43e0000000000000, 0xdf000000, 0xc3dfffffffffffff),
    (0x8000008000000001, 0x5f000001, 0x43e0000010000000, 0xdeffffff, 0xc3dfffffe0000000),
    (0xffffffffffffffff, 0x5f800000, 0x43f0000000000000, 0xbf800000, 0xbff0000000000000),
];

#[test]
fn integers_become_floats() {
    for (v, unsigned32, unsigned64, signed32, signed64) in FROM_INT {
        let table = [
            (CastOp::UiToFp, Type::F32, unsigned32),
            (CastOp::UiToFp, Type::F64, unsigned64),
            (CastOp::SiToFp, Type::F32, signed32),
            (CastOp::SiToFp, Type::F64, signed64),
        ];
        for (op, to, expected) in table {
            assert_eq!(cast::cast(op, Type::I64, to, Bits::known(v)), Ok(Bits::known(expected)), "{op} {v:#x} to {to}");
        }
    }
    let small = |op, from, v| cast::cast(op, from, Type::F32, Bits::known(v)).unwrap().v as u32;
    assert_eq!(small(CastOp::SiToFp, Type::I1, 1), (-1f32).to_bits());
    assert_eq!(small(CastOp::UiToFp, Type::I8, 0x80), 128f32.to_bits());
    assert_eq!(small(CastOp::SiToFp, Type::I16, 0x8000), (-32768f32).to_bits());
}

#[test]
fn floats_become_integers_where_they_fit() {
    // The last value that fits and the first that does not, for each end of the range.
    for (to, width) in [(Type::I8, 8), (Type::I16, 16), (Type::I32, 32)] {
        let (top, half) = (2f64.powi(width), 2f64.powi(width - 1));
        let table = [
            (CastOp::FpToUi, 0.0, Some(0.0)),
            (CastOp::FpToUi, -0.9, Some(0.0)),
            (CastOp::FpToUi, -1.0, None),
            (CastOp::FpToUi, top - 0.5, Some(top - 1.0)),
            (CastOp::FpToUi, top, None),
            (CastOp::FpToSi, -half - 0.5, Some(-half)),
            (CastOp::FpToSi, -half - 1.0, None),
            (CastOp::FpToSi, half - 0.5, Some(half - 1.0)),
            (CastOp::FpToSi, half, None),
            (CastOp::FpToSi, f64::NAN, None),
            (CastOp::FpToUi, f64::INFINITY, None),
            (CastOp::FpToSi, -2.7, Some(-2.0)),
        ];
        for (op, x, expected) in table {
            let expected = expected
                .map_or(Bits::unspecified(width as u32), |whole: f64| Bits::known((whole as i64 as u64) & mask(width as u32)));
            assert_eq!(cast::cast(op, Type::F64, to, Bits::known(x.to_bits())), Ok(expected), "{op} {x} to {to}");
        }
    }
    let wide = |op, bits| cast::cast(op, Type::F32, Type::I64, Bits::known(bits)).unwrap();
    assert_eq!(wide(CastOp::FpToUi, 0x5f7fffff), Bits::known(0xffff_ff00_0000_0000));
    assert_eq!(wide(CastOp::FpToUi, 0x5f800000), Bits::unspecified(64));
    assert_eq!(wide(CastOp::FpToSi, 0xdf000000), Bits::known(1 << 63));
    assert_eq!(wide(CastOp::FpToSi, 0x5f000000), Bits::unspecified(64));
}

/// A binary64 and the nearest binary32.
const NARROWED: [(u64, u64); 10] = [
    (0x3fb999999999999a, 0x3dcccccd),
    (0x7fefffffffffffff, 0x7f800000),
    (0x47efffffe0000000, 0x7f7fffff),
    (0x47effffff0000000, 0x7f800000),
    (0x36a0000000000000, 0x00000001),
    (0x3690000000000000, 0x00000000),
    (0x3690000000000001, 0x00000001),
    (0x380fffffffffffff, 0x00800000),
    (0x3ff0000010000000, 0x3f800000),
    (0x3ff0000030000000, 0x3f800002),
];

#[test]
fn floats_change_format() {
    for (double, single) in NARROWED {
        let result = cast::cast(CastOp::FpTrunc, Type::F64, Type::F32, Bits::known(double));
        assert_eq!(result, Ok(Bits::known(single)), "{double:#x}");
    }
    let widen = |bits| cast::cast(CastOp::FpExt, Type::F32, Type::F64, bits).unwrap();
    assert_eq!(widen(Bits::known(1)), Bits::known(0x36a0000000000000));
    assert_eq!(widen(Bits::known(0xff800000)), Bits::known(0xfff0000000000000));
    assert_eq!(widen(Bits::known(0x7f800001)), float::nan(Format::Double));
    assert_eq!(widen(float::nan(Format::Single)), float::nan(Format::Double));
}

#[test]
fn roots_and_magnitudes() {
    let root = |format, bits| float::square_root(format, Bits::known(bits));
    assert_eq!(root(Format::Double, 0x4000000000000000), Bits::known(0x3ff6a09e667f3bcd));
    assert_eq!(root(Format::Single, 0x40000000), Bits::known(0x3fb504f3));
    assert_eq!(root(Format::Double, 1 << 63), Bits::known(1 << 63));
    assert_eq!(root(Format::Double, 0xbff0000000000000), float::nan(Format::Double));
    assert_eq!(float::absolute(Format::Single, Bits::known(0x80000000)), Bits::known(0));
    assert_eq!(float::absolute(Format::Double, Bits::known(0xfff0000000000000)), Bits::known(0x7ff0000000000000));
    let nan = float::absolute(Format::Single, Bits::known(0xffc00001));
    assert_eq!(nan, Bits { v: 0x7fc00001, u: 0x80000000 }, "the sign of a NaN means nothing");
}
