//! Globals, allocas, mapped memory, memory intrinsics, snapshots.

use super::*;
use crate::guest::{Memory, PAGE_SIZE, Rights};
use translator::ice::{BinOp, CastOp, Global, GlobalInit, GlobalVar, IntCond, Intrinsic};

fn global(unit: &mut Unit, name: &str, constant: bool, init: Vec<GlobalInit>) -> Operand {
    let global = GlobalVar { name: name.into(), linkage: Linkage::Internal, constant, align: 4, init };
    Operand::global(unit.module.globals.push(global))
}

#[test]
fn globals_start_with_their_initialisers() {
    let mut unit = Unit::default();
    let table = vec![GlobalInit::Data(vec![1, 2]), GlobalInit::Zero(2), GlobalInit::GlobalAddr(Global::from_u32(1), -1)];
    let table = global(&mut unit, "table", true, table);
    global(&mut unit, "word", false, vec![GlobalInit::Data(vec![9, 8, 7, 6])]);
    let id = unit.define("f", Type::I64, &[], |b| {
        let value = b.load(Type::I64, table);
        b.ret(Some(value));
    });
    assert_eq!(unit.run(id, &[]).1, Some(Value::new(Type::I64, 0x10ff_ffff_0000_0201)));
}

#[test]
fn constants_are_not_written_and_gaps_belong_to_nobody() {
    let mut unit = Unit::default();
    let constant = global(&mut unit, "constant", true, vec![GlobalInit::Zero(4)]);
    let three = global(&mut unit, "three", false, vec![GlobalInit::Zero(3)]);
    let mut store = |name: &str, target: Operand, offset: i32, ty: Type| {
        let id = unit.define(name, ty, &[], |b| {
            let (offset, value) = (b.i32(offset), b.int(ty, 0x55));
            let addr = b.binary(BinOp::Add, target, offset);
            b.store(value, addr);
            let back = b.load(ty, addr);
            b.ret(Some(back));
        });
        unit.run(id, &[])
    };
    assert_trapped(&store("a", constant, 0, Type::I32).0, "write");
    assert_eq!(store("b", three, 1, Type::I16).1, Some(Value::new(Type::I16, 0x55)));
    assert_undefined(&store("c", three, 0, Type::I32).0, &["0x11000003", "no object"]);
    assert_undefined(&store("d", three, 100, Type::I32).0, &["no object"]);
    assert_trapped(&store("e", three, PAGE_SIZE as i32, Type::I32).0, "write");
    // Reading beyond is what word-wise string functions do.
    let id = unit.define("read", Type::I32, &[], |b| {
        let value = b.load(Type::I32, three);
        b.ret(Some(value));
    });
    assert_eq!(unit.run(id, &[]).1, Some(Value { ty: Type::I32, bits: 0, unspecified: 0xff00_0000 }));
}

#[test]
fn allocas_are_fresh_aligned_apart_and_end_with_their_function() {
    let mut unit = Unit::default();
    let leak = unit.define("leak", Type::I32, &[Type::I32], |b| {
        let slot = b.alloca(b.arg(0), 256);
        let value = b.i32(3);
        b.store(value, slot);
        b.ret(Some(slot));
    });
    let (_, address) = unit.run(leak, &[Value::new(Type::I32, 5)]);
    assert_eq!(address.unwrap().bits % 256, 0);
    assert_undefined(&unit.run(leak, &[Value::new(Type::I32, 3)]).0, &["no object"]);
    assert_undefined(&unit.run(leak, &[Value::unspecified(Type::I32)]).0, &["alloca"]);
    assert_undefined(&unit.run(leak, &[Value::new(Type::I32, 0xffff_0000)]).0, &["stack overflow"]);
    let reader = unit.define("reader", Type::I32, &[], |b| {
        let size = b.i32(4);
        let dead = b.call(leak, &[size]).unwrap();
        let value = b.load(Type::I32, dead);
        b.ret(Some(value));
    });
    assert_undefined(&unit.run(reader, &[]).0, &["reader", "no object"]);
    let writer = unit.define("writer", Type::Void, &[], |b| {
        let size = b.i32(4);
        let dead = b.call(leak, &[size]).unwrap();
        b.store(size, dead);
        b.ret(None);
    });
    assert_undefined(&unit.run(writer, &[]).0, &["writer", "no object"]);
}

#[test]
fn stackrestore_frees_what_came_after_stacksave() {
    let mut unit = Unit::default();
    let mut build = |name: &str, use_inner: bool| {
        unit.define(name, Type::I32, &[], |b| {
            let (four, value) = (b.i32(4), b.i32(77));
            let outer = b.alloca(four, 4);
            b.store(value, outer);
            let saved = b.intrinsic(Intrinsic::StackSave, &[]).unwrap();
            let inner = b.alloca(four, 4);
            b.store(value, inner);
            b.intrinsic(Intrinsic::StackRestore, &[saved]);
            let value = b.load(Type::I32, if use_inner { inner } else { outer });
            b.ret(Some(value));
        })
    };
    let (outer, inner) = (build("outer", false), build("inner", true));
    assert_eq!(unit.run(outer, &[]).1, Some(Value::new(Type::I32, 77)));
    assert_undefined(&unit.run(inner, &[]).0, &["no object"]);
    let id = unit.define("bad", Type::Void, &[], |b| {
        let low = b.i32(0x1000);
        b.intrinsic(Intrinsic::StackRestore, &[low]);
        b.ret(None);
    });
    assert_undefined(&unit.run(id, &[]).0, &["stackrestore"]);
}

#[test]
fn stackrestore_takes_what_stacksave_gave_in_this_function_and_nothing_else() {
    let mut unit = Unit::default();
    let same = unit.define("same", Type::Void, &[], |b| {
        let saved = b.intrinsic(Intrinsic::StackSave, &[]).unwrap();
        b.intrinsic(Intrinsic::StackRestore, &[saved]);
        b.ret(None);
    });
    let inner = unit.define("inner", Type::Void, &[Type::I32], |b| {
        b.intrinsic(Intrinsic::StackRestore, &[b.arg(0)]);
        b.ret(None);
    });
    // What is gone back to: the first state, the second, an object between them, the second after
    // the first, the first in another function.
    let mut build = |name: &str, order: &[usize], elsewhere: bool| {
        unit.define(name, Type::Void, &[], |b| {
            let four = b.i32(4);
            let first = b.intrinsic(Intrinsic::StackSave, &[]).unwrap();
            b.call(same, &[]);
            let object = b.alloca(four, 4);
            let second = b.intrinsic(Intrinsic::StackSave, &[]).unwrap();
            b.alloca(four, 4);
            let places = [first, second, object];
            for &place in order {
                b.intrinsic(Intrinsic::StackRestore, &[places[place]]);
            }
            if elsewhere {
                b.call(inner, &[first]);
            }
            b.ret(None);
        })
    };
    let right = [build("first", &[0], false), build("both", &[1, 1, 0, 0], false)];
    let wrong = [build("object", &[2], false), build("gone", &[0, 1], false), build("elsewhere", &[0], true)];
    for id in right {
        assert_eq!(unit.run(id, &[]).0, Stop::Returned);
    }
    for id in wrong {
        assert_undefined(&unit.run(id, &[]).0, &["stackrestore"]);
    }
}

#[test]
fn loops_that_save_and_restore_do_not_grow_the_stack() {
    let mut unit = Unit::default();
    let leaf = unit.define("leaf", Type::Void, &[], |b| {
        let size = b.i32(1 << 20);
        b.alloca(size, 16);
        b.ret(None);
    });
    let id = unit.define("f", Type::Void, &[], |b| {
        for _ in 0..40 {
            b.call(leaf, &[]);
        }
        b.ret(None);
    });
    assert_eq!(unit.run(id, &[]).0, Stop::Returned);
}

#[test]
fn memory_intrinsics_move_bits_and_masks() {
    let run_with = |intrinsic: Intrinsic, offset: i32, length: i32| {
        let mut unit = Unit::default();
        let bytes = global(&mut unit, "bytes", false, vec![GlobalInit::Data((1..=16).collect())]);
        let id = unit.define("f", Type::V16I8, &[], |b| {
            let (offset, length, align, plain) = (b.i32(offset), b.i32(length), b.i32(1), b.int(Type::I1, 0));
            let target = b.binary(BinOp::Add, bytes, offset);
            let source = if intrinsic == Intrinsic::Memset { b.int(Type::I8, 0xee) } else { bytes };
            b.intrinsic(intrinsic, &[target, source, length, align, plain]);
            let all = b.load(Type::V16I8, bytes);
            b.ret(Some(all));
        });
        unit.run(id, &[])
    };
    let bytes = |bytes: [u8; 16]| Some(Value::new(Type::V16I8, u128::from_le_bytes(bytes)));
    let moved = [1, 2, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16];
    assert_eq!(run_with(Intrinsic::Memmove, 2, 5).1, bytes(moved));
    assert_eq!(run_with(Intrinsic::Memcpy, 12, 4).1, bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4]));
    assert_eq!(run_with(Intrinsic::Memset, 1, 2).1, bytes([1, 0xee, 0xee, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]));
    assert_undefined(&run_with(Intrinsic::Memcpy, 2, 5).0, &["overlap"]);
    assert_undefined(&run_with(Intrinsic::Memset, 1, 16).0, &["no object"]);
    assert_trapped(&run_with(Intrinsic::Memmove, 0x4000_0000, 1).0, "write");
    assert_eq!(run_with(Intrinsic::Memcpy, 0x4000_0000, 0).0, Stop::Returned, "no byte, no access");
}

#[test]
fn what_a_vector_store_that_traps_leaves_is_unspecified() {
    let mut unit = Unit::default();
    let id = unit.define("f", Type::Void, &[Type::I32], |b| {
        let value = b.undef(Type::V4I32);
        b.store(value, b.arg(0));
        b.ret(None);
    });
    let mut interp = unit.interp();
    interp.map(0x2000_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    let (stop, _) = run(&mut interp, id, &[Value::new(Type::I32, 0x2000_fff8)]);
    assert_trapped(&stop, "0x20010000");
    assert_eq!(interp.snapshot()[0].unspecified[0xfff6..], [[0; 2].as_slice(), &[0xff; 8]].concat());
    assert_eq!(run(&mut interp, id, &[Value::new(Type::I32, 0x2000_fff0)]).0, Stop::Returned);
    assert_eq!(interp.snapshot()[0].unspecified[0xffee..], [[0; 2].as_slice(), &[0xff; 16]].concat());
}

#[test]
fn snapshots_mask_this_engines_addresses() {
    let mut unit = Unit::default();
    let place = global(&mut unit, "place", false, vec![GlobalInit::Zero(16)]);
    let id = unit.declare("f", Type::Void, &[]);
    global(&mut unit, "pointer", true, vec![GlobalInit::FuncAddr(id, 0)]);
    unit.body(id, |b| {
        let four = b.i32(4);
        let slot = b.alloca(four, 4);
        b.store(slot, place);
        let other = b.binary(BinOp::Add, place, four);
        b.store(four, other);
        b.ret(None);
    });
    let mut interp = unit.interp();
    interp.map(0x2000_0000, PAGE_SIZE, Rights::ReadWrite).unwrap();
    interp.map(0x2001_0000, PAGE_SIZE, Rights::Read).unwrap();
    run(&mut interp, id, &[]);
    let regions = interp.snapshot();
    let names: Vec<_> = regions.iter().map(|region| (region.name.as_str(), region.addr, region.bytes.len())).collect();
    assert_eq!(names, [("place", 0x1100_0000, 16), ("pointer", 0x1000_0000, 4), ("heap", 0x2000_0000, 0x2_0000)]);
    assert_eq!(regions[0].bytes, [0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(regions[0].unspecified, [[0xff; 4].as_slice(), &[0; 12]].concat());
    assert_eq!(regions[1].unspecified, [0xff; 4]);
    assert!(regions[2].unspecified.is_empty());
}

/// No engine can be asked for memory that nobody may read.
#[test]
fn protected_memory_is_not_shown() {
    let mut unit = Unit::default();
    unit.define("f", Type::Void, &[], |b| b.ret(None));
    let mut interp = unit.interp();
    interp.map(0x2000_0000, 4 * PAGE_SIZE, Rights::ReadWrite).unwrap();
    interp.protect(0x2001_0000, PAGE_SIZE, Rights::None);
    interp.protect(0x2002_0000, PAGE_SIZE, Rights::Read);
    let shown: Vec<_> = interp.snapshot().iter().map(|region| (region.addr, region.bytes.len())).collect();
    assert_eq!(shown, [(0x2000_0000, 0x1_0000), (0x2002_0000, 0x2_0000)]);
}

#[test]
fn threads_may_use_the_guests_stack() {
    let mut unit = Unit::default();
    let host = unit.module.declare_func("host1", Type::Void, &[Type::I32]);
    let id = unit.define("f", Type::Void, &[], |b| {
        let (size, value) = (b.i32(8), b.i32(5));
        let slot = b.alloca(size, 8);
        b.store(value, slot);
        let tp = b.intrinsic(Intrinsic::ReadTp, &[]).unwrap();
        b.store(tp, slot);
        b.call(host, &[slot]);
        b.ret(None);
    });
    let mut interp = unit.interp();
    interp.map(0x2000_0000, 4 * PAGE_SIZE, Rights::ReadWrite).unwrap();
    let mut thread = interp.spawn_on_stack(interp.func_address(id), 0x2003_0000).unwrap();
    interp.set_thread_pointer(&mut thread, 0x1234);
    assert_eq!(interp.run(&mut thread, &mut 100), Stop::HostCall(HostFunc(1)));
    let slot = interp.call_args(&thread, &[Type::I32]).unwrap()[0].bits as u32;
    assert!((0x2002_0000..0x2003_0000).contains(&slot));
    assert_eq!(interp.read_u32(slot), Ok(0x1234));
    interp.finish_call(&mut thread, None);
    assert_eq!(interp.run(&mut thread, &mut 100), Stop::Returned);
    let heap = &interp.snapshot()[0];
    assert!(heap.unspecified[..0x2_0000].iter().all(|&mask| mask == 0), "far below the stack");
    assert!(heap.unspecified[0x2_0000..0x3_0000].iter().all(|&mask| mask == 0xff), "the stack");
    // A stack that is not mapped overflows at once.
    let mut thread = interp.spawn_on_stack(interp.func_address(id), 0x3003_0000).unwrap();
    assert_undefined(&interp.run(&mut thread, &mut 100), &["stack overflow"]);
}

#[test]
fn nothing_is_known_of_what_lies_around_stacks() {
    let mut unit = Unit::default();
    let reader = unit.define("reader", Type::I32, &[Type::I32], |b| {
        let size = b.i32(4);
        b.alloca(size, 4);
        let saved = b.intrinsic(Intrinsic::StackSave, &[]).unwrap();
        let place = b.binary(BinOp::Add, saved, b.arg(0));
        let value = b.load(Type::I32, place);
        b.ret(Some(value));
    });
    // An engine that runs machine code has its frame at the saved stack pointer, and its caller's
    // further up.
    assert_undefined(&unit.run(reader, &[Value::new(Type::I32, 0)]).0, &["no object"]);
    assert_undefined(&unit.run(reader, &[Value::new(Type::I32, 64)]).0, &["unmapped", "engines"]);
}

#[test]
fn displaced_stacks_and_functions_lie_elsewhere_and_work_the_same() {
    let mut unit = Unit::default();
    let five = unit.define("five", Type::I32, &[], |b| {
        let value = b.i32(5);
        b.ret(Some(value));
    });
    let sig = unit.module.intern_sig(Type::I32, &[]);
    let places = unit.define("places", Type::I32, &[], |b| {
        let (size, pointer) = (b.i32(4), Operand::func(five));
        let slot = b.alloca(size, 4);
        let value = b.call_indirect(pointer, sig, &[]).unwrap();
        b.store(value, slot);
        let sum = b.binary(BinOp::Add, slot, pointer);
        let again = b.load(Type::I32, slot);
        let sum = b.binary(BinOp::Add, sum, again);
        b.ret(Some(sum));
    });
    let order = unit.define("order", Type::I32, &[], |b| {
        let size = b.i32(4);
        let (first, second) = (b.alloca(size, 4), b.alloca(size, 4));
        b.store(size, first);
        b.store(size, second);
        let rises = b.icmp(IntCond::Ult, first, second);
        let rises = b.cast(CastOp::ZExt, rises, Type::I32);
        b.ret(Some(rises));
    });
    let results = |func| {
        [0, 1, 2].map(|displacement| {
            let layout = Layout::of(&unit.module).unwrap();
            let config = Config { displacement, ..Config::default() };
            let mut interp = Interp::new(&unit.module, &unit.bodies, layout, config, |_| None).unwrap();
            let (stop, result) = run(&mut interp, func, &[]);
            assert_eq!(stop, Stop::Returned);
            result.unwrap().bits
        })
    };
    let places = results(places);
    assert!(places[0] != places[1] && places[1] != places[2], "{places:x?}");
    // Which of two objects lies lower, each engine decides, too.
    assert_eq!(results(order), [0, 1, 0]);
}

#[test]
fn stacks_are_given_out_again() {
    let mut unit = Unit::default();
    let id = unit.define("f", Type::I32, &[], |b| {
        let size = b.i32(4);
        let slot = b.alloca(size, 4);
        let before = b.load(Type::I32, slot);
        b.store(size, slot);
        b.ret(Some(before));
    });
    let mut interp = unit.interp();
    for _ in 0..100 {
        assert_eq!(run(&mut interp, id, &[]), (Stop::Returned, Some(Value::unspecified(Type::I32))));
    }
    let entry = interp.func_address(id);
    let threads: Vec<_> = (0..40).map_while(|_| interp.spawn(entry, &[], Type::I32).ok()).collect();
    assert!((20..40).contains(&threads.len()), "{}", threads.len());
}
