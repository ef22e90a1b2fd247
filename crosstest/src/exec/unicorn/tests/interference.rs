//! Atomics whose exclusive store fails: another access writes between it and the load, or it fails
//! for no reason at all.
//!
//! The emulator never fails one by itself. A hook on every instruction finds the exclusive stores
//! and makes the first of each run fail, by changing the memory that the load had seen. What the
//! atomic returns, and what it leaves, must then take the change into account.

use std::sync::atomic::{AtomicU32, Ordering};

use translator::driver::translate_module;
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{Function, FunctionBuilder, Intrinsic, Linkage, Module};
use translator::options::{OptLevel, Options};
use unicorn_engine::{RegisterARM, Unicorn};

use super::*;
use crate::load::{Bases, Input, link};

/// Where the atomic's operand lies.
const CELL: u32 = DATA + 0x20;
const WORD_BYTES: u64 = 4;

/// Whether an instruction is `strex`, `strexb`, `strexh` or `strexd`.
fn is_exclusive_store(word: u32) -> bool {
    word & 0x0f90_0ff0 == 0x0180_0f90
}

/// One atomic of a width: a function of the address, the operand, and for a compare-and-exchange
/// the expected value.
fn function(module: &mut Module, ty: Type, op: Option<AtomicRmwOp>) -> Function {
    let wide = if ty == Type::I64 { Type::I64 } else { Type::I32 };
    let id = module.define_func("atomic", Linkage::External, wide, &[Type::I32, wide, wide]);
    let mut b = FunctionBuilder::new(module, id);
    let narrow = |b: &mut FunctionBuilder<'_>, value| match ty {
        Type::I8 | Type::I16 => b.cast(translator::ice::CastOp::Trunc, value, ty),
        _ => value,
    };
    let order = b.i32(6);
    let (addr, first, second) = (b.arg(0), b.arg(1), b.arg(2));
    let (operand, expected) = (narrow(&mut b, first), narrow(&mut b, second));
    let result = match op {
        Some(op) => {
            let op = b.i32(op as i32);
            b.intrinsic(Intrinsic::AtomicRmw(ty), &[op, addr, operand, order])
        }
        None => b.intrinsic(Intrinsic::AtomicCmpxchg(ty), &[addr, expected, operand, order, order]),
    };
    let result = result.expect("an atomic has a result");
    let result = if ty == wide { result } else { b.cast(translator::ice::CastOp::ZExt, result, wide) };
    b.ret(Some(result));
    b.finish()
}

fn engine(ty: Type, op: Option<AtomicRmwOp>) -> Executor<Arm32> {
    let mut module = Module::new();
    let body = function(&mut module, ty, op);
    let options = Options::new(options::Isa::Arm32, OptLevel::Om1);
    let object = translate_module(&module, &[body], &options).expect("the atomic translates");
    let bases = Bases { text: TEXT, rodata: 0x1000_0000, data: 0x1180_0000, bss: 0x1190_0000, other: 0x0800_0000 };
    let inputs = [Input { name: "module.o", bytes: &object }];
    let image = link(options::Isa::Arm32, &inputs, &bases, &|_| None).expect("the object links");
    let mut engine = executor::<Arm32>(Arc::new(image));
    engine.map(DATA, PAGE_SIZE, GuestRights::ReadWrite).expect("the page is free");
    engine
}

/// Makes the first exclusive store fail and counts them all in `met`: with `change`, the cell
/// becomes that before; without, the store is skipped and says 1.
fn interfere(engine: &mut Executor<Arm32>, met: Arc<AtomicU32>, change: Option<Vec<u8>>) {
    let hook = move |uc: &mut Unicorn<'_, Events>, address: u64, _: u32| {
        let mut word = [0; WORD_BYTES as usize];
        uc.mem_read(address, &mut word).expect("code is mapped");
        let word = u32::from_le_bytes(word);
        if !is_exclusive_store(word) || met.fetch_add(1, Ordering::Relaxed) != 0 {
            return;
        }
        match &change {
            Some(bytes) => uc.mem_write(u64::from(CELL), bytes).expect("the cell is mapped"),
            None => {
                uc.reg_write(RegisterARM::R0 as i32 + (word >> 12 & 15) as i32, 1).expect("a core register");
                uc.set_pc(address + WORD_BYTES).expect("the program counter");
            }
        }
    };
    engine.cpu.uc.add_code_hook(1, 0, hook).expect("the hook is taken");
}

fn apply(op: AtomicRmwOp, old: u64, operand: u64) -> u64 {
    match op {
        AtomicRmwOp::Add => old.wrapping_add(operand),
        AtomicRmwOp::Sub => old.wrapping_sub(operand),
        AtomicRmwOp::Or => old | operand,
        AtomicRmwOp::And => old & operand,
        AtomicRmwOp::Xor => old ^ operand,
        AtomicRmwOp::Exchange => operand,
    }
}

/// Runs an atomic on a cell that holds `before`, with the interference set up; gives its result and
/// what the cell holds then.
fn outcome(engine: &mut Executor<Arm32>, ty: Type, before: u64, args: [u64; 2]) -> (u64, u64) {
    let bytes = ty.bits() as usize / 8;
    engine.write(CELL, &before.to_le_bytes()[..bytes]).expect("the cell is mapped");
    let wide = if ty == Type::I64 { Type::I64 } else { Type::I32 };
    let args: Vec<Value> =
        [Value::new(Type::I32, u128::from(CELL))].into_iter().chain(args.map(|arg| Value::new(wide, u128::from(arg)))).collect();
    let entry = engine.image().symbol("atomic").expect("the function has a symbol");
    let result = call(engine, entry, &args, wide).expect("the atomic returns");
    let mut after = [0; 8];
    engine.read(CELL, &mut after[..bytes]).expect("the cell is mapped");
    (result.bits as u64, u64::from_le_bytes(after))
}

const SIZES: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const BEFORE: u64 = 0x1122_3344_5566_7788;
const CHANGED: u64 = 0x99aa_bbcc_ddee_ff10;
const OPERAND: u64 = 0x0f1e_2d3c_4b5a_6978;

fn low(ty: Type, value: u64) -> u64 {
    value & (u64::MAX >> (64 - ty.bits()))
}

#[test]
fn every_read_modify_write_survives_a_failed_store() {
    for (ty, op) in SIZES.into_iter().flat_map(|ty| AtomicRmwOp::ALL.map(|op| (ty, op))) {
        for change in [None, Some(low(ty, CHANGED))] {
            let mut engine = engine(ty, Some(op));
            let met = Arc::new(AtomicU32::new(0));
            interfere(&mut engine, Arc::clone(&met), change.map(|value| value.to_le_bytes()[..ty.bits() as usize / 8].to_vec()));
            let seen = change.unwrap_or(low(ty, BEFORE));
            let expected = (seen, low(ty, apply(op, seen, OPERAND)));
            assert_eq!(outcome(&mut engine, ty, BEFORE, [low(ty, OPERAND), 0]), expected, "{op:?} {ty} {change:x?}");
            assert_eq!(met.load(Ordering::Relaxed), 2, "{op:?} {ty} {change:x?}: one that fails and one that does not");
        }
    }
}

#[test]
fn every_compare_and_exchange_survives_a_failed_store() {
    for ty in SIZES {
        for change in [None, Some(low(ty, CHANGED))] {
            let mut engine = engine(ty, None);
            let met = Arc::new(AtomicU32::new(0));
            interfere(&mut engine, Arc::clone(&met), change.map(|value| value.to_le_bytes()[..ty.bits() as usize / 8].to_vec()));
            // A store that failed for no reason is tried again; a changed cell is not the expected
            // one any more, and stays.
            let expected = match change {
                None => (low(ty, BEFORE), low(ty, OPERAND)),
                Some(changed) => (changed, changed),
            };
            let args = [low(ty, OPERAND), low(ty, BEFORE)];
            assert_eq!(outcome(&mut engine, ty, BEFORE, args), expected, "{ty} {change:x?}");
            let stores = if change.is_none() { 2 } else { 1 };
            assert_eq!(met.load(Ordering::Relaxed), stores, "{ty} {change:x?}");
        }
    }
}
