//! Instructions, blocks and functions in second copies: within a function, from one to another,
//! from one program to another.
//!
//! Copies read what the original read if they can, and else something of the same type. Nothing
//! here promises a valid function: the verifier decides.

use std::collections::HashMap;

use translator::ice::{
    Block, BlockCall, FuncId, Function, GlobalInit, GlobalVar, Inst, InstData, Linkage, Module, Signature, Type, Value, ValueDef,
    ValueRef,
};
use translator::util::rng::Rng;

use super::edits::{some_place, some_value};
use crate::program::{Program, is_valid, one_in, pick};

/// The most instructions that are copied at a time.
const MAX_RUN: usize = 6;

/// Copies the operand lists of an instruction into the pools of another function.
fn own_lists(from: &Function, data: InstData, into: &mut Function) -> InstData {
    match data {
        InstData::Call { func, args } => InstData::Call { func, args: into.make_values(from.values(args)) },
        InstData::CallIndirect { callee, sig, args } => {
            InstData::CallIndirect { callee, sig, args: into.make_values(from.values(args)) }
        }
        InstData::Switch { value, cases, default } => {
            InstData::Switch { value, cases: into.make_cases(from.cases(cases)), default }
        }
        InstData::Phi { args } => InstData::Phi { args: into.make_phi_args(from.phi_args(args)) },
        other => other,
    }
}

/// Copies some instructions that follow each other in one function to a place in another one of the
/// same module, or in itself.
pub(super) fn insert_run(from: &Function, into: &mut Function, rng: &mut Rng) -> Option<()> {
    let place = some_place(into, rng)?;
    let first = some_place(from, rng)?;
    let run = std::iter::successors(Some(first), |&inst| from.next_inst(inst));
    let run: Vec<Inst> = run.take_while(|&inst| !from.inst(inst).is_terminator()).take(1 + rng.below(MAX_RUN)).collect();
    if run.is_empty() {
        return None;
    }
    let mut copies: HashMap<Value, Value> = HashMap::new();
    for inst in run {
        let data = own_lists(from, *from.inst(inst), into);
        let ty = from.result(inst).map_or(Type::Void, |result| from.ty(result));
        let (made, result) = into.insert_before(place, data, ty);
        let mut operands = Vec::new();
        from.visit_operands(inst, |operand| operands.push(operand));
        // Operands are renamed by place, because names mean other values over there.
        let new: Vec<Value> = operands.into_iter().map(|operand| translated(from, operand, &copies, into, made, rng)).collect();
        let mut next = new.into_iter();
        into.map_operands(made, |operand| next.next().unwrap_or(operand));
        if let (Some(old), Some(result)) = (from.result(inst), result) {
            copies.insert(old, result);
        }
    }
    Some(())
}

/// What a copied instruction reads in the place of an operand.
fn translated(
    from: &Function,
    operand: Value,
    copies: &HashMap<Value, Value>,
    into: &mut Function,
    place: Inst,
    rng: &mut Rng,
) -> Value {
    if let Some(&copy) = copies.get(&operand) {
        return copy;
    }
    match from.def(operand) {
        // Addresses of symbols mean the same everywhere.
        None => operand,
        Some(def @ (ValueDef::Int(_) | ValueDef::F32(_) | ValueDef::F64(_) | ValueDef::Undef)) => {
            into.push_value(from.ty(operand), def)
        }
        Some(_) => some_value(into, place, rng, from.ty(operand)),
    }
}

/// Makes a copy of a block, to which `pred` goes in its place.
pub(super) fn copy_block(func: &mut Function, block: Block, pred: Block) {
    let original = func.clone();
    let copy = func.append_block();
    let mut copies: HashMap<Value, Value> = HashMap::new();
    let insts: Vec<Inst> = original.block_insts(block).collect();
    for &inst in &insts {
        let data = match *original.inst(inst) {
            InstData::Phi { args } => {
                let from_pred: Vec<BlockCall> = original.phi_args(args).iter().copied().filter(|arg| arg.block == pred).collect();
                InstData::Phi { args: func.make_phi_args(&from_pred) }
            }
            data => own_lists(&original, data, func),
        };
        let ty = original.result(inst).map_or(Type::Void, |result| original.ty(result));
        let (made, result) = func.append_inst(copy, data, ty);
        if !original.inst(inst).is_phi() {
            func.map_operands(made, |operand| copies.get(&operand).copied().unwrap_or(operand));
        }
        if let (Some(old), Some(result)) = (original.result(inst), result) {
            copies.insert(old, result);
        }
    }
    func.map_successors(pred, |to| if to == block { copy } else { to });
    let phis: Vec<Inst> = original
        .block_order()
        .iter()
        .flat_map(|&block| original.block_insts(block))
        .filter(|&inst| original.inst(inst).is_phi())
        .collect();
    for phi in phis {
        // The old block is no longer reached from there; what it leads to is reached from the copy,
        // too.
        let InstData::Phi { args } = *original.inst(phi) else { continue };
        let kept = original.phi_args(args).iter().copied();
        let mut all: Vec<BlockCall> =
            if original.inst_block(phi) == Some(block) { kept.filter(|arg| arg.block != pred).collect() } else { kept.collect() };
        let over_copy: Vec<BlockCall> = all.iter().filter(|arg| arg.block == block).copied().collect();
        all.extend(
            over_copy.iter().map(|arg| BlockCall { block: copy, value: copies.get(&arg.value).copied().unwrap_or(arg.value) }),
        );
        let args = func.make_phi_args(&all);
        *func.inst_mut(phi) = InstData::Phi { args };
    }
}

/// The first program with a function of the second, as bytes; `None` if one of them is no program
/// or nothing fits.
pub fn crossed(first: &[u8], second: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let (mut into, from) = (Program::new(first)?, Program::new(second)?);
    for _ in 0..4 {
        let mut trial = Program { module: into.module.clone(), bodies: into.bodies.clone(), ..into };
        if import(&from, &mut trial, rng).is_some() && is_valid(&trial.module, &trial.bodies) {
            into = trial;
            return into.to_bytes();
        }
    }
    None
}

/// Takes a function of one program into another: in the place of one with the same type, or as a
/// further one that is called.
fn import(from: &Program, into: &mut Program, rng: &mut Rng) -> Option<()> {
    if from.bodies.is_empty() || into.bodies.is_empty() {
        return None;
    }
    let mut body = from.bodies[rng.below(from.bodies.len())].clone();
    let sig = from.module.func_sig(body.id).clone();
    adopt(&from.module, &mut body, &mut into.module, rng)?;
    let same = |index: &usize| *into.module.func_sig(into.bodies[*index].id) == sig;
    let places: Vec<usize> = (0..into.bodies.len()).filter(same).collect();
    if !places.is_empty() && !one_in(rng, 3) {
        let index = pick(rng, &places);
        body.id = into.bodies[index].id;
        into.bodies[index] = body;
        return Some(());
    }
    let Signature { result, params } = sig;
    let id = into.module.define_func(&format!("spliced{}", into.module.funcs.len()), Linkage::Internal, result, &params);
    let caller = rng.below(into.bodies.len());
    call(&mut into.bodies[caller], id, result, &params, rng)?;
    body.id = id;
    into.bodies.push(body);
    Some(())
}

/// Inserts a call of a function.
fn call(func: &mut Function, callee: FuncId, result: Type, params: &[Type], rng: &mut Rng) -> Option<()> {
    let place = some_place(func, rng)?;
    let args: Vec<Value> = params.iter().map(|&ty| some_value(func, place, rng, ty)).collect();
    let args = func.make_values(&args);
    func.insert_before(place, InstData::Call { func: callee, args }, result);
    Some(())
}

/// Renames what a body names of its module: functions to others of the same type, intrinsics to
/// themselves, globals to copies.
fn adopt(home: &Module, body: &mut Function, into: &mut Module, rng: &mut Rng) -> Option<()> {
    let mut globals: HashMap<u32, Value> = HashMap::new();
    let insts: Vec<Inst> = body.block_order().iter().flat_map(|&block| body.block_insts(block)).collect();
    for inst in insts {
        match *body.inst(inst) {
            InstData::Call { func, args } => {
                let func = counterpart(home, func, into, rng)?;
                *body.inst_mut(inst) = InstData::Call { func, args };
            }
            InstData::CallIndirect { callee, sig, args } => {
                let Signature { result, params } = &home.sigs[sig];
                let sig = into.intern_sig(*result, params);
                *body.inst_mut(inst) = InstData::CallIndirect { callee, sig, args };
            }
            _ => {}
        }
        let mut missing = false;
        body.map_operands(inst, |value| match value.unpack() {
            ValueRef::Local(_) => value,
            ValueRef::Func(func) => match counterpart(home, func, into, rng) {
                Some(func) => Value::func(func),
                None => {
                    missing = true;
                    value
                }
            },
            ValueRef::Global(global) => *globals.entry(global.as_u32()).or_insert_with(|| {
                let GlobalVar { constant, align, ref init, .. } = home.globals[global];
                let init = init.iter().map(|piece| match piece {
                    GlobalInit::FuncAddr(..) | GlobalInit::GlobalAddr(..) => GlobalInit::Zero(4),
                    other => other.clone(),
                });
                let copy = GlobalVar { name: String::new(), linkage: Linkage::Internal, constant, align, init: init.collect() };
                Value::global(into.globals.push(copy))
            }),
        });
        if missing {
            return None;
        }
    }
    Some(())
}

/// A function of the same type in another module; intrinsics are declared there.
fn counterpart(home: &Module, func: FuncId, into: &mut Module, rng: &mut Rng) -> Option<FuncId> {
    if let Some(intrinsic) = home.funcs[func].intrinsic {
        return Some(into.declare_intrinsic(intrinsic));
    }
    let sig = home.func_sig(func);
    let same: Vec<FuncId> =
        into.funcs.iter().filter(|(id, decl)| decl.defined && into.func_sig(*id) == sig).map(|(id, _)| id).collect();
    (!same.is_empty()).then(|| pick(rng, &same))
}
