//! Random modules through the bitcode writer: what the verifier accepts survives, what is damaged
//! is refused or survives, nothing panics.

mod generate;

use std::collections::HashSet;

use generate::Rng;
use proptest::prelude::*;
use translator::bitcode::{ReadOptions, WriteOptions, read_module, read_module_with, write_module, write_module_with};
use translator::ice::equality::difference;
use translator::ice::verify;
use translator::ice::{BinOp, Block, FuncId, Function, Global, GlobalInit, Inst, InstData, Linkage, Module, Sig, Type, Value};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_modules_survive(seed: u64, size in 0..30_usize) {
        let (module, functions) = generate::module(seed, size);
        prop_assert_eq!(verify::module(&module), Ok(()));
        for func in &functions {
            prop_assert_eq!(verify::function(&module, func), Ok(()));
        }
        let bytes = write_module(&module, &functions).unwrap();
        let (again, bodies) = read_module(&bytes).unwrap();
        prop_assert_eq!(difference((&module, &functions), (&again, &bodies)), None);
        for func in &bodies {
            prop_assert_eq!(verify::function(&again, func), Ok(()));
        }
        prop_assert!(write_module(&again, &bodies).as_ref() == Ok(&bytes), "writing what was read gives other bytes");
    }

    #[test]
    fn damaged_modules_are_refused_or_survive(seed: u64, size in 0..10_usize, damage in prop::collection::vec(any::<u64>(), 1..4)) {
        let (mut module, mut functions) = generate::module(seed, size);
        for seed in damage {
            apply(&mut Rng::new(seed), &mut module, &mut functions);
        }
        for externals in [false, true] {
            match write_module_with(&module, &functions, WriteOptions { externals }) {
                Ok(bytes) => {
                    let (again, bodies) = read_module_with(&bytes, ReadOptions { externals }).unwrap();
                    prop_assert_eq!(difference((&module, &functions), (&again, &bodies)), None);
                }
                Err(error) => {
                    let text = error.to_string();
                    prop_assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
                }
            }
        }
    }
}

/// Without this the properties above could hold of next to nothing.
#[test]
fn the_modules_are_worth_the_name() {
    let (mut kinds, mut refused, mut backwards) = (HashSet::new(), 0, 0);
    for seed in 0..400 {
        let (mut module, mut functions) = generate::module(seed, 20);
        for func in &functions {
            let insts = func.block_order().iter().flat_map(|&block| func.block_insts(block));
            kinds.extend(insts.map(|inst| std::mem::discriminant(func.inst(inst))));
            backwards += usize::from(!func.block_order().is_sorted());
        }
        apply(&mut Rng::new(seed), &mut module, &mut functions);
        refused += usize::from(write_module(&module, &functions).is_err());
    }
    assert_eq!(kinds.len(), 18, "kinds of instructions");
    assert!(backwards > 100, "{backwards} bodies are out of order");
    assert!((100..350).contains(&refused), "{refused} of 400 damaged modules are refused");
}

/// Changes something anywhere.
fn apply(rng: &mut Rng, module: &mut Module, functions: &mut Vec<Function>) {
    match rng.below(4) {
        0 => damage_declarations(rng, module),
        1 => damage_globals(rng, module),
        2 if !functions.is_empty() => {
            let index = rng.below(functions.len());
            damage_body(rng, &mut functions[index]);
        }
        _ if functions.is_empty() => {}
        _ => match rng.below(3) {
            0 => functions.reverse(),
            1 => _ = functions.swap_remove(0),
            _ => functions.push(functions[0].clone()),
        },
    }
}

fn damage_declarations(rng: &mut Rng, module: &mut Module) {
    let (count, sigs) = (module.funcs.len(), module.sigs.len());
    let decl = &mut module.funcs[FuncId::from_u32(rng.below(count) as u32)];
    match rng.below(8) {
        0 => decl.linkage = if decl.linkage == Linkage::External { Linkage::Internal } else { Linkage::External },
        1 => decl.defined = !decl.defined,
        2 => decl.name = ["", "_start", "llvm.trap", "llvm.cos", "a b", "é", "x\n", "Function1"][rng.below(8)].into(),
        3 => decl.sig = Sig::from_u32(rng.below(sigs + 1) as u32),
        4 => decl.intrinsic = None,
        _ => {
            let sig = &mut module.sigs[Sig::from_u32(rng.below(sigs) as u32)];
            match rng.below(4) {
                0 => sig.params.push(rng.of(&Type::ALL)),
                1 => sig.params.push(Type::Void),
                2 => sig.params.resize(1025, Type::I32),
                _ => sig.result = rng.of(&Type::ALL),
            }
        }
    }
}

fn damage_globals(rng: &mut Rng, module: &mut Module) {
    let count = module.globals.len();
    if count == 0 {
        return;
    }
    let variable = &mut module.globals[Global::from_u32(rng.below(count) as u32)];
    match rng.below(8) {
        0 => variable.linkage = Linkage::External,
        1 => variable.align = [0, 3, 1 << 29, 1 << 30, 1 << 31][rng.below(5)],
        2 => variable.init.clear(),
        3 => variable.init.push(GlobalInit::Zero(u32::MAX)),
        4 => variable.init.push(GlobalInit::Zero(1 << 30)),
        5 => variable.init.push(GlobalInit::FuncAddr(FuncId::from_u32(rng.below(8) as u32), 0)),
        6 => variable.init.push(GlobalInit::GlobalAddr(Global::from_u32(rng.below(8) as u32), -1)),
        _ => variable.name = ["_start", "\u{7f}", "Global0", ""][rng.below(4)].into(),
    }
}

fn damage_body(rng: &mut Rng, func: &mut Function) {
    let (insts, blocks) = (func.inst_count(), func.block_count());
    let inst = Inst::from_u32(rng.below(insts) as u32);
    let block = Block::from_u32(rng.below(blocks) as u32);
    let value = match rng.below(4) {
        0 => Value::func(FuncId::from_u32(rng.below(8) as u32)),
        1 => Value::global(Global::from_u32(rng.below(8) as u32)),
        _ => Value::local(rng.below(func.value_count() + 2) as u32),
    };
    match rng.below(7) {
        0 => func.id = FuncId::from_u32(rng.below(8) as u32),
        1 if func.inst_block(inst).is_some() => func.remove_inst(inst),
        2 => {
            let mut order = func.block_order().to_vec();
            match rng.below(3) {
                0 => order.push(block),
                1 => order.truncate(rng.below(order.len() + 1)),
                _ => order.rotate_left(1),
            }
            func.set_block_order(&order);
        }
        3 => {
            func.append_inst(block, InstData::Binary { op: BinOp::Add, lhs: value, rhs: value }, Type::I32);
        }
        _ => replace(rng, func, inst, block, value),
    }
}

/// Replaces something in an instruction, or all of it.
fn replace(rng: &mut Rng, func: &mut Function, inst: Inst, block: Block, new: Value) {
    let number = [0, 1, 2, 3, 4, 8, 1 << 29, 1 << 30, 1 << 31, u32::MAX][rng.below(10)];
    let copied = *func.inst(Inst::from_u32(rng.below(func.inst_count()) as u32));
    match func.inst_mut(inst) {
        InstData::Load { align, .. } | InstData::Store { align, .. } | InstData::Alloca { align, .. } if rng.once_in(2) => {
            *align = number;
        }
        InstData::Alloca { size: operand, .. }
        | InstData::Binary { rhs: operand, .. }
        | InstData::Icmp { lhs: operand, .. }
        | InstData::Fcmp { lhs: operand, .. }
        | InstData::Cast { src: operand, .. }
        | InstData::Select { cond: operand, .. }
        | InstData::Load { addr: operand, .. }
        | InstData::Store { addr: operand, .. }
        | InstData::InsertElement { index: operand, .. }
        | InstData::ExtractElement { index: operand, .. }
        | InstData::CallIndirect { callee: operand, .. }
        | InstData::CondBr { cond: operand, .. }
        | InstData::Switch { value: operand, .. }
        | InstData::Ret { value: Some(operand) } => *operand = new,
        InstData::Call { func, .. } => *func = FuncId::from_u32(number % 16),
        InstData::Br { target } => *target = block,
        other => *other = copied,
    }
}
