//! Random damage: whatever the public interface makes of a body, the verifier answers, and what it
//! accepts the analyses can walk.
//!
//! A body with every kind of instruction is damaged in a few places: operands and lists swapped
//! between instructions, values redefined, blocks dropped from the layout, instructions removed.
//! Most results are rejected; none may panic.

use proptest::prelude::*;

use super::testing::{body, expect_sound, inst};
use super::{Level, Verifier};
use crate::analysis::{Cfg, Dominators};
use crate::ice::{
    BinOp, Block, CastOp, FloatCond, FuncId, Function, Global, Inst, InstData, IntCond, Intrinsic, Module, Type, Value, ValueDef,
    print,
};

/// A body with at least one instruction of each kind, sound at both levels.
fn rich() -> (Module, Function) {
    body(Type::I32, |b| {
        let (entry, head, side, exit, lost) = (b.current(), b.block(), b.block(), b.block(), b.block());
        let (narrow, wide, one, lane) = (b.arg(0), b.arg(1), b.i32(1), b.i32(0));
        let (float, vector) = (b.f64(0.5), b.undef(Type::V4I32));
        let memory = b.alloca(one, 8);
        b.store(narrow, memory);
        let loaded = b.load(Type::I64, memory);
        let sum = b.binary(BinOp::Add, wide, loaded);
        let half = b.cast(CastOp::Trunc, sum, Type::I32);
        let cond = b.icmp(IntCond::Slt, half, narrow);
        let other = b.fcmp(FloatCond::Une, float, float);
        let chosen = b.select(other, half, narrow);
        let vector = b.insert_element(vector, chosen, lane);
        let lane = b.extract_element(vector, lane);
        b.cond_br(cond, head, side);
        b.switch_to(head);
        let phi = b.phi(Type::I32, &[(entry, lane), (head, one)]);
        let sig = b.module().intern_sig(Type::I32, &[Type::I32, Type::I64]);
        let called = b.call_indirect(phi, sig, &[phi, wide]).unwrap();
        let own = FuncId::from_u32(0);
        b.call(own, &[called, wide]);
        b.switch(phi, side, &[(1, head), (9, exit)]);
        b.switch_to(side);
        b.intrinsic(Intrinsic::AtomicFence, &[one]);
        b.br(exit);
        b.switch_to(exit);
        let result = b.phi(Type::I32, &[(head, phi), (side, narrow)]);
        b.ret(Some(result));
        b.switch_to(lost);
        b.unreachable();
    })
}

/// One piece of damage; numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Damage {
    Copy { from: u32, to: u32 },
    Redefine { value: u32, ty: u8, def: u8, bits: u64 },
    Reorder { blocks: Vec<u32> },
    Remove { inst: u32 },
    Insert { next: u32, from: u32, ty: u8 },
    Operand { inst: u32, kind: u8, index: u32 },
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (0u32..40, 0u32..40).prop_map(|(from, to)| Damage::Copy { from, to }),
        (0u32..40, 0u8..15, 0u8..8, prop_oneof![0u64..20, any::<u64>()]).prop_map(|(value, ty, def, bits)| Damage::Redefine {
            value,
            ty,
            def,
            bits
        }),
        prop::collection::vec(0u32..6, 0..7).prop_map(|blocks| Damage::Reorder { blocks }),
        (0u32..40).prop_map(|inst| Damage::Remove { inst }),
        (0u32..40, 0u32..40, 0u8..15).prop_map(|(next, from, ty)| Damage::Insert { next, from, ty }),
        (0u32..40, 0u8..4, 0u32..50).prop_map(|(inst, kind, index)| Damage::Operand { inst, kind, index }),
    ]
}

fn apply(func: &mut Function, damage: &Damage) {
    let at = |index: u32| inst(index % func.inst_count() as u32);
    let laid_out = |inst: Inst| func.inst_block(inst).is_some();
    let ty = |ty: u8| Type::from_u8(ty).expect("a number of a type");
    match *damage {
        Damage::Copy { from, to } => *func.inst_mut(at(to)) = *func.inst(at(from)),
        Damage::Redefine { value, ty: number, def, bits } => {
            let value = Value::local(value % func.value_count() as u32);
            let def = match def {
                0 => ValueDef::Arg(bits as u32),
                1 => ValueDef::Int(bits),
                2 => ValueDef::F32(bits as u32),
                3 => ValueDef::F64(bits),
                4 => ValueDef::Undef,
                5 => ValueDef::Forward,
                _ => ValueDef::Inst(inst(bits as u32)),
            };
            func.set_def(value, ty(number), def);
        }
        Damage::Reorder { ref blocks } => {
            let order: Vec<_> = blocks.iter().map(|&block| Block::from_u32(block)).collect();
            func.set_block_order(&order);
        }
        Damage::Remove { inst } if laid_out(at(inst)) => func.remove_inst(at(inst)),
        Damage::Insert { next, from, ty: number } if laid_out(at(next)) => {
            let data = *func.inst(at(from));
            func.insert_before(at(next), data, ty(number));
        }
        Damage::Operand { inst, kind, index } => {
            let value = match kind {
                0 | 1 => Value::local(index),
                2 => Value::func(FuncId::from_u32(index)),
                _ => Value::global(Global::from_u32(index)),
            };
            replace_operand(func.inst_mut(at(inst)), value, index);
        }
        Damage::Remove { .. } | Damage::Insert { .. } => {}
    }
}

fn replace_operand(data: &mut InstData, new: Value, number: u32) {
    match data {
        InstData::Binary { rhs: value, .. }
        | InstData::Cast { src: value, .. }
        | InstData::Load { addr: value, .. }
        | InstData::Store { value, .. }
        | InstData::Select { on_true: value, .. }
        | InstData::InsertElement { index: value, .. }
        | InstData::ExtractElement { index: value, .. }
        | InstData::CallIndirect { callee: value, .. }
        | InstData::CondBr { cond: value, .. }
        | InstData::Switch { value, .. }
        | InstData::Ret { value: Some(value) } => *value = new,
        InstData::Call { func, .. } => *func = FuncId::from_u32(number),
        InstData::Br { target } => *target = Block::from_u32(number),
        _ => {}
    }
}

#[test]
fn the_undamaged_body_is_sound() {
    let (module, func) = rich();
    expect_sound(&module, &func);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn damage_is_survived(pieces in prop::collection::vec(damage(), 1..5)) {
        let (module, mut func) = rich();
        for piece in &pieces {
            apply(&mut func, piece);
        }
        let mut verifier = Verifier::default();
        let abi = verifier.function(&module, &func, Level::PnaclAbi);
        let structure = verifier.function(&module, &func, Level::Structure);
        prop_assert!(abi.is_err() || structure.is_ok(), "the stricter level accepts what the other does not");
        if structure.is_ok() {
            let (mut cfg, mut dominators) = (Cfg::default(), Dominators::default());
            cfg.compute(&func);
            dominators.compute(&cfg);
            prop_assert!(!print::function(&func, Some(&module)).to_string().is_empty());
        }
    }
}
