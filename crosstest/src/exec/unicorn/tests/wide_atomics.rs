//! 64-bit atomics on MIPS32, which are functions of the runtime under one lock: a store-conditional
//! that fails, for no reason or because another processor took the lock, changed the object and
//! gave the lock back, as a hook plays it.

use std::cell::Cell;
use std::rc::Rc;

use translator::driver::{translate, translate_runtime};
use translator::options::{Isa, OptLevel, Options};
use unicorn_engine::{RegisterMIPS, Unicorn};

use super::*;
use crate::load::{Bases, Input, link};

/// The object before anything happens.
const BEFORE: u64 = 0x8442_21f0_9c3b_7a55;
/// What the other processor adds to it.
const STEP: u64 = 0x0103_0507_f00f_9bd1;
const OPERAND: u64 = 0x5a39_17c6_e2d4_0b8f;
/// Load-linkeds that find the lock taken by the other.
const WAIT: u32 = 5;
const LL: u32 = 0x30;
const SC: u32 = 0x38;

/// What disturbs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Other {
    Nobody,
    /// The first two store-conditionals fail.
    Chance,
    /// Another processor, between the first load-linked and its store-conditional.
    Processor,
}

fn source(body: &str) -> String {
    format!(
        "@cell = global [8 x i8] zeroinitializer, align 8
         declare i64 @llvm.nacl.atomic.load.i64(i64*, i32)
         declare void @llvm.nacl.atomic.store.i64(i64, i64*, i32)
         declare i64 @llvm.nacl.atomic.rmw.i64(i32, i64*, i64, i32)
         declare i64 @llvm.nacl.atomic.cmpxchg.i64(i64*, i64, i64, i32, i32)
         define i64 @f(i64 %x, i64 %expected) {{
           %p = bitcast [8 x i8]* @cell to i64*
           {body}
           ret i64 %r
         }}"
    )
}

/// What `f` returned, the object and the lock afterwards, and how many store-conditionals there
/// were.
fn run_disturbed(body: &str, expected: u64, other: Other) -> (u64, u64, u32, u32) {
    let options = Options::new(Isa::Mips32, OptLevel::Om1);
    let object = translate(source(body).as_bytes(), &options).unwrap();
    let runtime = translate_runtime(&options).unwrap();
    let bases = Bases { text: TEXT, rodata: 0x1000_0000, data: DATA, bss: 0x1200_0000, other: 0x0800_0000 };
    let inputs = [Input { name: "f.o", bytes: &object }, Input { name: "rt.o", bytes: &runtime }];
    let image = Arc::new(link(Isa::Mips32, &inputs, &bases, &crate::exec::builtin).unwrap());
    let (cell, lock) = (image.symbol("cell").unwrap(), image.symbol("__atomic_lock").unwrap());
    let mut engine = executor::<Mips32>(Arc::clone(&image));
    Memory::write(&mut engine, cell, &BEFORE.to_le_bytes()).unwrap();
    let (stores, waited) = (Rc::new(Cell::new(0)), Cell::new(0));
    let counted = Rc::clone(&stores);
    let hook = move |uc: &mut Unicorn<'_, Events>, pc: u64, _: u32| {
        let mut word = [0; 4];
        uc.mem_read(pc, &mut word).unwrap();
        let word = u32::from_le_bytes(word);
        let is_store = word >> 26 == SC;
        counted.set(counted.get() + u32::from(is_store));
        match other {
            Other::Chance if is_store && counted.get() <= 2 => {
                uc.reg_write(RegisterMIPS::ZERO as i32 + (word >> 16 & 31) as i32, 0).unwrap();
                uc.set_pc(pc + 4).unwrap();
            }
            Other::Processor if is_store && counted.get() == 1 => {
                uc.mem_write(u64::from(lock), &[1, 0, 0, 0]).unwrap();
                waited.set(1);
            }
            Other::Processor if word >> 26 == LL && waited.get() > 0 => {
                waited.set(waited.get() + 1);
                if waited.get() == WAIT {
                    uc.mem_write(u64::from(cell), &BEFORE.wrapping_add(STEP).to_le_bytes()).unwrap();
                    uc.mem_write(u64::from(lock), &[0; 4]).unwrap();
                    waited.set(0);
                }
            }
            _ => {}
        }
    };
    engine.cpu.uc.add_code_hook(u64::from(TEXT), 0x0fff_ffff, hook).unwrap();
    let args = [i64(OPERAND as i64), i64(expected as i64)];
    let result = call(&mut engine, image.symbol("f").unwrap(), &args, Type::I64).unwrap();
    let word = |addr, len| engine.cpu.read_le(addr, len).unwrap() as u64;
    (result.bits as u64, word(cell, 8), word(lock, 4) as u32, stores.get())
}

/// Runs a body with everything that may disturb: `then(seen)` is what it returns and leaves if it
/// finds `seen`.
fn check(body: &str, expected: u64, then: impl Fn(u64) -> (u64, u64)) {
    for (other, seen, stores) in
        [(Other::Nobody, BEFORE, 1), (Other::Chance, BEFORE, 3), (Other::Processor, BEFORE.wrapping_add(STEP), 2)]
    {
        let (result, left) = then(seen);
        let (got, cell, lock, met) = run_disturbed(body, expected, other);
        assert_eq!((got, cell), (result, left), "{other:?}: {body}");
        assert_eq!((lock, met), (0, stores), "{other:?}: the lock, and the store-conditionals, of {body}");
    }
}

#[test]
fn every_read_modify_write_waits_for_the_lock_and_sees_what_the_other_wrote() {
    let computations: [fn(u64, u64) -> u64; 6] =
        [u64::wrapping_add, u64::wrapping_sub, |a, b| a | b, |a, b| a & b, |a, b| a ^ b, |_, b| b];
    for (number, compute) in (1..).zip(computations) {
        let body = format!("%r = call i64 @llvm.nacl.atomic.rmw.i64(i32 {number}, i64* %p, i64 %x, i32 6)");
        check(&body, 0, |seen| (seen, compute(seen, OPERAND)));
    }
}

#[test]
fn loads_and_stores_take_the_lock_too() {
    check("%r = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 6)", 0, |seen| (seen, seen));
    let store = "call void @llvm.nacl.atomic.store.i64(i64 %x, i64* %p, i32 6)\n%r = add i64 %x, 0";
    check(store, 0, |_| (OPERAND, OPERAND));
}

#[test]
fn a_compare_and_exchange_compares_with_what_the_other_wrote() {
    let body = "%r = call i64 @llvm.nacl.atomic.cmpxchg.i64(i64* %p, i64 %expected, i64 %x, i32 6, i32 6)";
    for expected in [BEFORE, BEFORE.wrapping_add(STEP), BEFORE ^ 1 << 40] {
        check(body, expected, |seen| (seen, if seen == expected { OPERAND } else { seen }));
    }
}
