//! Every kind of operation, through whole functions: that operands, types and slots reach the
//! operation they belong to.

use super::*;
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{BinOp, CastOp, FloatCond, GlobalInit, GlobalVar, IntCond, Intrinsic};

fn vector(b: &mut FunctionBuilder<'_>, ty: Type, lanes: &[i64]) -> Operand {
    let mut vector = b.undef(ty);
    for (index, &lane) in lanes.iter().enumerate() {
        let element = match ty.element() {
            Type::F32 => b.f32(lane as f32),
            element => b.int(element, lane),
        };
        let index = b.i32(index as i32);
        vector = b.insert_element(vector, element, index);
    }
    vector
}

#[test]
fn vectors_are_built_changed_and_read() {
    let bits = eval_known(Type::V4I32, |b| {
        let (x, y) = (vector(b, Type::V4I32, &[1, -2, 3, 4]), vector(b, Type::V4I32, &[10, 20, 30, -5]));
        b.binary(BinOp::Mul, x, y)
    });
    assert_eq!(bits, 0xffff_ffec_0000_005a_ffff_ffd8_0000_000a);
    let lane = eval_known(Type::I32, |b| {
        let x = vector(b, Type::V16I8, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, -1]);
        let last = b.i32(15);
        let lane = b.extract_element(x, last);
        b.cast(CastOp::SExt, lane, Type::I32)
    });
    assert_eq!(lane, 0xffff_ffff);
    let beyond = eval(Type::I32, |b| {
        let x = vector(b, Type::V4I32, &[1, 2, 3, 4]);
        let four = b.i32(4);
        b.extract_element(x, four)
    });
    assert_eq!(beyond, Ok(Value::unspecified(Type::I32)));
}

#[test]
fn vector_selects_choose_by_lane_or_as_a_whole() {
    let by_lane = eval_known(Type::V8I16, |b| {
        let (x, y) = (vector(b, Type::V8I16, &[1, 2, 3, 4, 5, 6, 7, 8]), vector(b, Type::V8I16, &[8, 7, 6, 5, 4, 3, 2, 1]));
        let less = b.icmp(IntCond::Slt, x, y);
        b.select(less, x, y)
    });
    assert_eq!(by_lane, 0x0001_0002_0003_0004_0004_0003_0002_0001);
    for (choice, expected) in [(1, 7.0f32), (0, 9.0)] {
        let whole = eval_known(Type::V4F32, |b| {
            let (x, y, choice) = (vector(b, Type::V4F32, &[7; 4]), vector(b, Type::V4F32, &[9; 4]), b.int(Type::I1, choice));
            b.select(choice, x, y)
        });
        assert_eq!(whole >> 96, u128::from(expected.to_bits()));
    }
}

#[test]
fn vector_conversions_and_comparisons_work_by_lane() {
    let bits = eval_known(Type::V4I32, |b| {
        let (x, y) = (vector(b, Type::V4F32, &[1, -2, 3, 100]), vector(b, Type::V4F32, &[1, 2, 2, 1]));
        let above = b.fcmp(FloatCond::Ogt, x, y);
        let mask = b.cast(CastOp::SExt, above, Type::V4I32);
        let ints = b.cast(CastOp::FpToSi, x, Type::V4I32);
        b.binary(BinOp::And, mask, ints)
    });
    assert_eq!(bits, 0x0000_0064_0000_0003_0000_0000_0000_0000);
    let bits = eval_known(Type::I32, |b| {
        let (x, y) = (vector(b, Type::V16I8, &[1, -1, 3]), vector(b, Type::V16I8, &[1, 2, -3]));
        let (x, y) = (b.select_undef_as_zero(x), b.select_undef_as_zero(y));
        let above = b.icmp(IntCond::Ugt, x, y);
        let packed = b.cast(CastOp::Bitcast, above, Type::I16);
        b.cast(CastOp::ZExt, packed, Type::I32)
    });
    assert_eq!(bits, 0b010);
}

/// Replaces Unspecified lanes 3 to 15 of a byte vector by zeros.
trait Fill {
    fn select_undef_as_zero(&mut self, vector: Operand) -> Operand;
}

impl Fill for FunctionBuilder<'_> {
    fn select_undef_as_zero(&mut self, vector: Operand) -> Operand {
        let zero = self.int(Type::I8, 0);
        (3..16).fold(vector, |vector, index| {
            let index = self.i32(index);
            self.insert_element(vector, zero, index)
        })
    }
}

#[test]
fn scalars_of_every_width_convert() {
    let chain = |value: i64, via: Type, op: CastOp| {
        eval_known(Type::I64, |b| {
            let value = b.i64(value);
            let narrow = b.cast(CastOp::Trunc, value, via);
            b.cast(op, narrow, Type::I64)
        }) as u64 as i64
    };
    assert_eq!(chain(0x180, Type::I8, CastOp::SExt), -128);
    assert_eq!(chain(0x180, Type::I8, CastOp::ZExt), 128);
    assert_eq!(chain(-1, Type::I1, CastOp::ZExt), 1);
    assert_eq!(chain(3, Type::I1, CastOp::SExt), -1);
    assert_eq!(chain(0x1_8000_0001, Type::I32, CastOp::SExt), -0x7fff_ffff);
    assert_eq!(chain(0x12_fffe, Type::I16, CastOp::SExt), -2);
}

#[test]
fn floats_move_through_integers_and_memory_with_their_bits() {
    let bits = eval_known(Type::I64, |b| {
        let (x, y, size) = (b.f64(0.1), b.f64(0.2), b.i32(8));
        let sum = b.binary(BinOp::FAdd, x, y);
        let slot = b.alloca(size, 8);
        b.store(sum, slot);
        b.load(Type::I64, slot)
    });
    assert_eq!(bits as u64, 0x3fd3_3333_3333_3334);
    // A NaN that is only moved keeps its bits; one that arithmetic made does not.
    let moved = eval_known(Type::I32, |b| {
        let (nan, size) = (b.f32(f32::from_bits(0xffa1_2345)), b.i32(4));
        let slot = b.alloca(size, 4);
        b.store(nan, slot);
        let nan = b.load(Type::F32, slot);
        b.cast(CastOp::Bitcast, nan, Type::I32)
    });
    assert_eq!(moved, 0xffa1_2345);
    let made = eval(Type::I32, |b| {
        let (zero, size) = (b.f32(0.0), b.i32(4));
        let nan = b.binary(BinOp::FDiv, zero, zero);
        let slot = b.alloca(size, 4);
        b.store(nan, slot);
        b.load(Type::I32, slot)
    });
    assert_eq!(made, Ok(Value { ty: Type::I32, bits: 0x7f80_0000, unspecified: 0x807f_ffff }));
}

#[test]
fn a_made_nan_stays_a_nan_through_memory() {
    let unordered = eval_known(Type::I32, |b| {
        let (inf, size) = (b.f64(f64::INFINITY), b.i32(8));
        let nan = b.binary(BinOp::FSub, inf, inf);
        let slot = b.alloca(size, 8);
        b.store(nan, slot);
        let nan = b.load(Type::F64, slot);
        let sum = b.binary(BinOp::FAdd, nan, inf);
        let is_nan = b.fcmp(FloatCond::Une, sum, sum);
        b.cast(CastOp::ZExt, is_nan, Type::I32)
    });
    assert_eq!(unordered, 1);
}

#[test]
fn intrinsics_compute() {
    let scalar = |intrinsic: Intrinsic, ty: Type, args: &[i64]| {
        eval(ty, |b| {
            let args: Vec<_> = args.iter().enumerate().map(|(index, &arg)| b.int(intrinsic.signature().1[index], arg)).collect();
            b.intrinsic(intrinsic, &args).unwrap()
        })
    };
    let known = |ty, bits| Ok(Value::new(ty, bits));
    assert_eq!(scalar(Intrinsic::Bswap(Type::I32), Type::I32, &[0x1122_3344]), known(Type::I32, 0x4433_2211));
    assert_eq!(scalar(Intrinsic::Ctlz(Type::I64), Type::I64, &[1, 0]), known(Type::I64, 63));
    assert_eq!(scalar(Intrinsic::Ctlz(Type::I32), Type::I32, &[0, 0]), known(Type::I32, 32));
    assert_eq!(scalar(Intrinsic::Cttz(Type::I32), Type::I32, &[0, 1]), Ok(Value::unspecified(Type::I32)));
    assert_eq!(scalar(Intrinsic::Cttz(Type::I32), Type::I32, &[0x50, 1]), known(Type::I32, 4));
    assert_eq!(scalar(Intrinsic::Ctpop(Type::I64), Type::I64, &[-1]), known(Type::I64, 64));
    let lock_free = |size| {
        eval(Type::I32, |b| {
            let (size, addr) = (b.i32(size), b.i32(0));
            let free = b.intrinsic(Intrinsic::AtomicIsLockFree, &[size, addr]).unwrap();
            b.cast(CastOp::SExt, free, Type::I32)
        })
    };
    for (size, free) in [(1, u32::MAX), (2, u32::MAX), (4, u32::MAX), (3, 0), (16, 0)] {
        assert_eq!(lock_free(size), known(Type::I32, free.into()), "{size} bytes");
    }
    assert_eq!(lock_free(8), Ok(Value::unspecified(Type::I32)), "the platform's business");
    let root = eval_known(Type::F64, |b| {
        let two = b.f64(2.0);
        b.intrinsic(Intrinsic::Sqrt(Type::F64), &[two]).unwrap()
    });
    assert_eq!(root as u64, 0x3ff6_a09e_667f_3bcd);
    let absolute = eval_known(Type::V4F32, |b| {
        let x = vector(b, Type::V4F32, &[-1, 2, -3, 0]);
        b.intrinsic(Intrinsic::Fabs(Type::V4F32), &[x]).unwrap()
    });
    assert_eq!(absolute, 0x0000_0000_4040_0000_4000_0000_3f80_0000);
}

#[test]
fn atomics_give_the_old_value_and_store_the_new() {
    for (ty, size) in [(Type::I8, 1), (Type::I16, 2), (Type::I32, 4), (Type::I64, 8)] {
        let mask = u64::MAX >> (64 - 8 * size);
        let expected = |op| match op {
            AtomicRmwOp::Add => 0x63u64.wrapping_add(0xf1),
            AtomicRmwOp::Sub => 0x63u64.wrapping_sub(0xf1),
            AtomicRmwOp::Or => 0xf3,
            AtomicRmwOp::And => 0x61,
            AtomicRmwOp::Xor => 0x92,
            AtomicRmwOp::Exchange => 0xf1,
        };
        for op in AtomicRmwOp::ALL {
            let run = |give_old: bool| {
                eval_known(Type::I64, |b| {
                    let (bytes, order, number) = (b.i32(size), b.i32(6), b.i32(op as i32));
                    let (before, value) = (b.int(ty, 0x63), b.int(ty, 0xf1));
                    let slot = b.alloca(bytes, 8);
                    b.intrinsic(Intrinsic::AtomicStore(ty), &[before, slot, order]);
                    let old = b.intrinsic(Intrinsic::AtomicRmw(ty), &[number, slot, value, order]).unwrap();
                    b.intrinsic(Intrinsic::AtomicFenceAll, &[]);
                    let new = b.intrinsic(Intrinsic::AtomicLoad(ty), &[slot, order]).unwrap();
                    let result = if give_old { old } else { new };
                    if ty == Type::I64 { result } else { b.cast(CastOp::ZExt, result, Type::I64) }
                }) as u64
            };
            assert_eq!((run(true), run(false)), (0x63, expected(op) & mask), "{op:?} {ty}");
        }
    }
}

#[test]
fn compare_exchange_stores_on_equality_only() {
    for (expected, after) in [(5, 9), (6, 5)] {
        let both = eval_known(Type::I32, |b| {
            let (size, order, five, nine, want) = (b.i32(4), b.i32(6), b.i32(5), b.i32(9), b.i32(expected));
            let slot = b.alloca(size, 4);
            b.store(five, slot);
            let old = b.intrinsic(Intrinsic::AtomicCmpxchg(Type::I32), &[slot, want, nine, order, order]).unwrap();
            let new = b.load(Type::I32, slot);
            let shift = b.i32(8);
            let old = b.binary(BinOp::Shl, old, shift);
            b.binary(BinOp::Or, old, new)
        });
        assert_eq!(both, 0x500 | after);
    }
    // 5 lies where nothing can be written: to store traps everywhere, and not to store here and
    // there.
    for (expected, traps) in [(5, true), (6, false)] {
        let mut unit = Unit::default();
        let bytes = GlobalInit::Data(5_u32.to_le_bytes().into());
        let (name, linkage) = ("constant".into(), Linkage::Internal);
        let constant = unit.module.globals.push(GlobalVar { name, linkage, constant: true, align: 4, init: vec![bytes] });
        let id = unit.define("exchange", Type::I32, &[], |b| {
            let (place, order, want, nine) = (Operand::global(constant), b.i32(6), b.i32(expected), b.i32(9));
            let old = b.intrinsic(Intrinsic::AtomicCmpxchg(Type::I32), &[place, want, nine, order, order]);
            b.ret(old);
        });
        match unit.run(id, &[]).0 {
            Stop::Trapped(_) => assert!(traps, "{expected}"),
            stop => assert_undefined(&stop, &["cmpxchg that fails", "cannot be written"]),
        }
    }
    let torn = eval(Type::I32, |b| {
        let (size, order, one) = (b.i32(4), b.i32(6), b.i32(1));
        let slot = b.alloca(size, 4);
        b.intrinsic(Intrinsic::AtomicCmpxchg(Type::I32), &[slot, one, one, order, order]).unwrap()
    });
    assert_undefined(&torn.unwrap_err(), &["cmpxchg depends on Unspecified"]);
    let misaligned = eval(Type::I32, |b| {
        let (size, order, one) = (b.i32(8), b.i32(6), b.i32(1));
        let slot = b.alloca(size, 4);
        let slot = b.binary(BinOp::Add, slot, one);
        b.intrinsic(Intrinsic::AtomicLoad(Type::I32), &[slot, order]).unwrap()
    });
    assert_undefined(&misaligned.unwrap_err(), &["misaligned"]);
}

#[test]
fn malformed_bodies_end_with_a_message() {
    let mut unit = Unit::default();
    let open = unit.define("open", Type::I32, &[], |b| {
        b.i32(1);
    });
    let gone = unit.define("gone", Type::I32, &[], |b| b.ret(Some(Operand::local(99))));
    let empty = unit.declare("empty", Type::I32, &[]);
    unit.bodies.push(Function::new(empty, &[]));
    let mut interp = unit.interp();
    for (id, word) in [(open, "terminator"), (gone, "v99"), (empty, "empty")] {
        let entry = interp.func_address(id);
        let error = interp.spawn(entry, &[], Type::I32).unwrap_err();
        assert!(error.contains(word), "{error}");
    }
}
