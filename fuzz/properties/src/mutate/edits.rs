//! Edits of a module: insert, delete, splice, retype, change a constant to an interesting value,
//! swap operands, duplicate a block, and what else keeps a module valid most of the time.
//!
//! In: a program and random numbers. Out: the program with one change, or as it was if no edit was
//! possible. An edit may break a rule (a value that does not dominate its new use, an alignment
//! that the ABI does not have): the verifier decides, and what it refuses is taken back. How many
//! it accepts is a test.

use translator::ice::function::ValueDef;
use translator::ice::verify::{Level, Verifier};
use translator::ice::{BinOp, Block, CastOp, FloatCond, Function, GlobalInit, Inst, InstData, IntCond, Module, Type, Value};
use translator::util::rng::Rng;

use super::splice;
use crate::program::{Program, one_in, pick};

/// An edit of a function: makes it, or gives `None` where it finds no opportunity.
type Edit = fn(&mut Module, &mut Function, &mut Rng) -> Option<()>;

/// The edits of a function's body.
const EDITS: [Edit; 9] =
    [insert, delete, duplicate_run, retype, change_width, change_constant, swap, duplicate_block, replace_operand];

/// How often an edit looks for an opportunity.
const TRIES: usize = 6;

/// What came of edits.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Made and valid.
    pub valid: usize,
    /// Made and taken back.
    pub invalid: usize,
}

/// Edits a program.
pub struct Editor<'p> {
    program: &'p mut Program,
    verifier: Verifier,
    /// What came of edits up to now.
    pub tally: Tally,
}

impl<'p> Editor<'p> {
    /// An editor of a program.
    pub fn new(program: &'p mut Program) -> Self {
        Self { program, verifier: Verifier::default(), tally: Tally::default() }
    }

    /// Makes one edit that leaves the program valid; none if none of some tries did.
    pub fn edit(&mut self, rng: &mut Rng) {
        for _ in 0..TRIES {
            let made = if one_in(rng, 10) { self.edit_global(rng) } else { self.edit_body(rng) };
            if made {
                return;
            }
        }
    }

    fn edit_body(&mut self, rng: &mut Rng) -> bool {
        let Program { module, bodies, .. } = &mut *self.program;
        if bodies.is_empty() {
            return false;
        }
        let index = rng.below(bodies.len());
        let (declarations, body) = (module.clone(), bodies[index].clone());
        let done = if bodies.len() > 1 && one_in(rng, 8) {
            let from = bodies[rng.below(bodies.len())].clone();
            splice::insert_run(&from, &mut bodies[index], rng)
        } else {
            pick(rng, &EDITS)(module, &mut bodies[index], rng)
        };
        if done.is_none() {
            // It may have got half way.
            (*module, bodies[index]) = (declarations, body);
            return false;
        }
        let valid = self.verifier.function(module, &bodies[index], Level::PnaclAbi).is_ok();
        if !valid {
            (*module, bodies[index]) = (declarations, body);
        }
        self.count(valid)
    }

    fn edit_global(&mut self, rng: &mut Rng) -> bool {
        let module = &mut self.program.module;
        if module.globals.is_empty() {
            return false;
        }
        let before = module.clone();
        let id = module.globals.keys().nth(rng.below(module.globals.len())).expect("there is one");
        let global = &mut module.globals[id];
        match rng.below(4) {
            0 => global.align = pick(rng, &[1, 2, 4, 8, 16, 64]),
            1 => global.constant = !global.constant,
            2 => global.init.push(GlobalInit::Zero(pick(rng, &[1, 3, 4, 16, 100]))),
            _ => {
                let all_bytes =
                    global.init.iter_mut().filter_map(|init| if let GlobalInit::Data(bytes) = init { Some(bytes) } else { None });
                let Some(bytes) = all_bytes.filter(|bytes| !bytes.is_empty()).last() else { return false };
                let at = rng.below(bytes.len());
                bytes[at] = pick(rng, &[0, 1, 0x7f, 0x80, 0xff, rng.clone().next_u64() as u8]);
            }
        }
        let valid = self.verifier.module(module, Level::PnaclAbi).is_ok();
        if !valid {
            *module = before;
        }
        self.count(valid)
    }

    fn count(&mut self, valid: bool) -> bool {
        *if valid { &mut self.tally.valid } else { &mut self.tally.invalid } += 1;
        valid
    }
}

/// The instructions that are laid out.
fn insts(func: &Function) -> Vec<Inst> {
    func.block_order().iter().flat_map(|&block| func.block_insts(block)).collect()
}

/// An instruction for which something holds.
fn some_inst(func: &Function, rng: &mut Rng, suits: impl Fn(&InstData) -> bool) -> Option<Inst> {
    let all: Vec<Inst> = insts(func).into_iter().filter(|&inst| suits(func.inst(inst))).collect();
    (!all.is_empty()).then(|| pick(rng, &all))
}

/// An instruction before which another one may stand.
pub(super) fn some_place(func: &Function, rng: &mut Rng) -> Option<Inst> {
    some_inst(func, rng, |data| !data.is_phi())
}

/// The only block that leads to a block.
fn only_pred(func: &Function, block: Block) -> Option<Block> {
    let mut preds = func.block_order().iter().copied().filter(|&pred| func.successors(pred).any(|to| to == block));
    let first = preds.next()?;
    (func.entry() != Some(block) && preds.next().is_none() && first != block).then_some(first)
}

/// Values of a type that are known before an instruction: arguments, what its block computed
/// before, and the blocks that alone lead to it.
fn known(func: &Function, place: Inst, ty: Type) -> Vec<Value> {
    let mut list: Vec<Value> = func.args().collect();
    let before = |inst: Inst| std::iter::successors(func.prev_inst(inst), |&inst| func.prev_inst(inst));
    list.extend(before(place).filter_map(|inst| func.result(inst)));
    let mut block = func.inst_block(place);
    // Chains of such blocks end, but for those that nothing reaches.
    for _ in 0..8 {
        let Some(pred) = block.and_then(|block| only_pred(func, block)) else { break };
        list.extend(func.block_insts(pred).filter_map(|inst| func.result(inst)));
        block = Some(pred);
    }
    list.retain(|&value| func.ty(value) == ty);
    list
}

/// A constant that is worth a try.
fn interesting(func: &mut Function, rng: &mut Rng, ty: Type) -> Value {
    let bits = ty.bits();
    let def = match ty {
        Type::F32 => ValueDef::F32(pick(
            rng,
            &[0, 1, 0x8000_0000, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000, 0x4f00_0000, 0xcf00_0000],
        )),
        Type::F64 => ValueDef::F64(pick(
            rng,
            &[
                0,
                1,
                1 << 63,
                0x3ff0_0000_0000_0000,
                0x7fef_ffff_ffff_ffff,
                0x7ff8_0000_0000_0000,
                0x41e0_0000_0000_0000,
                0xc3e0_0000_0000_0000,
            ],
        )),
        ty if ty.is_scalar_int() => {
            let base = match rng.below(4) {
                0 => pick(
                    rng,
                    &[0, 1, 2, 3, 5, 7, 8, 10, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 1000, 4095, 4096, 65535],
                ),
                1 => 1_u64 << rng.below(64),
                2 => u64::MAX >> rng.below(64),
                _ => rng.next_u64() >> rng.below(64),
            };
            let value = if one_in(rng, 3) { base.wrapping_neg() } else { base };
            ValueDef::Int(if bits >= 64 { value } else { value & ((1 << bits) - 1) })
        }
        _ => ValueDef::Undef,
    };
    func.push_value(ty, def)
}

/// A value of a type for use by an instruction: mostly one that is known there.
pub(super) fn some_value(func: &mut Function, place: Inst, rng: &mut Rng, ty: Type) -> Value {
    let list = known(func, place, ty);
    if list.is_empty() || one_in(rng, 5) { interesting(func, rng, ty) } else { pick(rng, &list) }
}

/// Replaces all uses of a value.
fn replace_uses(func: &mut Function, old: Value, new: Value) {
    for inst in insts(func) {
        func.map_operands(inst, |value| if value == old { new } else { value });
    }
}

/// Has a later instruction of the block use a value in place of one of its operands.
fn use_later(func: &mut Function, made: Inst, value: Value, rng: &mut Rng) {
    let ty = func.ty(value);
    let later: Vec<Inst> = std::iter::successors(func.next_inst(made), |&inst| func.next_inst(inst)).collect();
    let mut uses = Vec::new();
    for inst in later {
        let mut number = 0;
        func.visit_operands(inst, |operand| {
            if func.ty(operand) == ty && operand.local_index().is_some() {
                uses.push((inst, number));
            }
            number += 1;
        });
    }
    if !uses.is_empty() {
        let (inst, chosen) = pick(rng, &uses);
        let mut number = 0;
        func.map_operands(inst, |operand| {
            number += 1;
            if number - 1 == chosen { value } else { operand }
        });
    }
}

const SCALAR_INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const VALUES: [Type; 10] =
    [Type::I8, Type::I16, Type::I32, Type::I64, Type::F32, Type::F64, Type::V4I32, Type::V8I16, Type::V16I8, Type::V4F32];

/// Computes something anew and has another instruction use it.
fn insert(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let place = some_place(func, rng)?;
    let ty = pick(rng, &VALUES);
    let (data, ty) = match rng.below(6) {
        0 | 1 => {
            let op = pick(rng, BinOp::ALL);
            let (lhs, rhs) = (some_value(func, place, rng, ty), some_value(func, place, rng, ty));
            (op.accepts(ty).then_some(InstData::Binary { op, lhs, rhs })?, ty)
        }
        2 => {
            let from = pick(rng, &VALUES);
            let op = pick(rng, CastOp::ALL);
            (op.accepts(from, ty).then_some(InstData::Cast { op, src: some_value(func, place, rng, from) })?, ty)
        }
        3 => {
            let (lhs, rhs) = (some_value(func, place, rng, ty), some_value(func, place, rng, ty));
            let data = match ty.is_float_or_float_vector() {
                true => InstData::Fcmp { cond: pick(rng, FloatCond::ALL), lhs, rhs },
                false => InstData::Icmp { cond: pick(rng, IntCond::ALL), lhs, rhs },
            };
            (data, ty.comparison_result())
        }
        4 => {
            let [on_true, on_false] = [(); 2].map(|()| some_value(func, place, rng, ty));
            (InstData::Select { cond: some_value(func, place, rng, Type::I1), on_true, on_false }, ty)
        }
        _ => {
            // Where something is read or written, something else may be.
            let addresses = insts(func).into_iter().filter_map(|inst| match *func.inst(inst) {
                InstData::Load { addr, .. } | InstData::Store { addr, .. } => Some((inst, addr)),
                _ => None,
            });
            let addresses: Vec<(Inst, Value)> = addresses.collect();
            if addresses.is_empty() {
                return None;
            }
            let (place, addr) = pick(rng, &addresses);
            if one_in(rng, 2) {
                let value = some_value(func, place, rng, ty);
                func.insert_before(place, InstData::Store { addr, value, align: 1 }, Type::Void);
                return Some(());
            }
            let (made, result) = func.insert_before(place, InstData::Load { addr, align: 1 }, ty);
            use_later(func, made, result?, rng);
            return Some(());
        }
    };
    let (made, result) = func.insert_before(place, data, ty);
    use_later(func, made, result?, rng);
    Some(())
}

/// Deletes an instruction; the users of its result use something else.
fn delete(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let inst = some_inst(func, rng, |data| !data.is_terminator())?;
    if let Some(result) = func.result(inst) {
        let value = some_value(func, inst, rng, func.ty(result));
        replace_uses(func, result, value);
    }
    func.remove_inst(inst);
    Some(())
}

/// Repeats some instructions of this function elsewhere in it.
fn duplicate_run(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let from = func.clone();
    splice::insert_run(&from, func, rng)
}

/// Another operation on the same operands.
fn retype(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let inst = some_inst(func, rng, |data| {
        matches!(data, InstData::Binary { .. } | InstData::Icmp { .. } | InstData::Fcmp { .. } | InstData::Cast { .. })
    })?;
    let ty = func.result(inst).map(|result| func.ty(result))?;
    let new = match *func.inst(inst) {
        InstData::Binary { lhs, rhs, .. } => {
            let ops: Vec<BinOp> = BinOp::ALL.iter().copied().filter(|op| op.accepts(ty)).collect();
            InstData::Binary { op: pick(rng, &ops), lhs, rhs }
        }
        InstData::Icmp { lhs, rhs, .. } => InstData::Icmp { cond: pick(rng, IntCond::ALL), lhs, rhs },
        InstData::Fcmp { lhs, rhs, .. } => InstData::Fcmp { cond: pick(rng, FloatCond::ALL), lhs, rhs },
        InstData::Cast { src, .. } => {
            let from = func.ty(src);
            let ops: Vec<CastOp> = CastOp::ALL.iter().copied().filter(|op| op.accepts(from, ty)).collect();
            InstData::Cast { op: pick(rng, &ops), src }
        }
        other => other,
    };
    let changed = *func.inst(inst) != new;
    *func.inst_mut(inst) = new;
    changed.then_some(())
}

/// The same operation, or the same load, at another width, between conversions.
fn change_width(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let inst = some_inst(func, rng, |data| matches!(data, InstData::Binary { .. } | InstData::Load { .. }))?;
    let result = func.result(inst)?;
    let (old, new) = (func.ty(result), pick(rng, &SCALAR_INTS));
    if old == new || !old.is_scalar_int() || old == Type::I1 {
        return None;
    }
    let (widen, narrow) = (pick(rng, &[CastOp::ZExt, CastOp::SExt]), CastOp::Trunc);
    let (into, back) = if new.bits() > old.bits() { (widen, narrow) } else { (narrow, widen) };
    let data = match *func.inst(inst) {
        InstData::Binary { op, lhs, rhs } => {
            let mut convert = |src: Value| func.insert_before(inst, InstData::Cast { op: into, src }, new).1;
            let (lhs, rhs) = (convert(lhs)?, convert(rhs)?);
            InstData::Binary { op, lhs, rhs }
        }
        InstData::Load { addr, .. } => InstData::Load { addr, align: 1 },
        _ => return None,
    };
    let (_, computed) = func.insert_before(inst, data, new);
    let (_, converted) = func.insert_before(inst, InstData::Cast { op: back, src: computed? }, old);
    replace_uses(func, result, converted?);
    func.remove_inst(inst);
    Some(())
}

/// Another constant in the place of one.
fn change_constant(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let is_constant =
        |func: &Function, value: Value| matches!(func.def(value), Some(ValueDef::Int(_) | ValueDef::F32(_) | ValueDef::F64(_)));
    let mut uses = Vec::new();
    for inst in insts(func) {
        // What of a call must be constant is the intrinsic's affair.
        let is_call =
            matches!(func.inst(inst), InstData::Call { .. } | InstData::InsertElement { .. } | InstData::ExtractElement { .. });
        let mut number = 0;
        func.visit_operands(inst, |operand| {
            if is_constant(func, operand) && !is_call {
                uses.push((inst, number, func.ty(operand)));
            }
            number += 1;
        });
    }
    if uses.is_empty() {
        return None;
    }
    let (inst, chosen, ty) = pick(rng, &uses);
    let new = interesting(func, rng, ty);
    let mut number = 0;
    func.map_operands(inst, |operand| {
        number += 1;
        if number - 1 == chosen { new } else { operand }
    });
    Some(())
}

/// Two operands, or two targets, in each other's place.
fn swap(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let inst = some_inst(func, rng, |data| {
        use InstData::*;
        matches!(data, Binary { .. } | Icmp { .. } | Fcmp { .. } | Select { .. } | CondBr { .. } | Phi { .. })
    })?;
    match func.inst_mut(inst) {
        InstData::Binary { lhs, rhs, .. } | InstData::Icmp { lhs, rhs, .. } | InstData::Fcmp { lhs, rhs, .. } => {
            std::mem::swap(lhs, rhs)
        }
        InstData::Select { on_true, on_false, .. } => std::mem::swap(on_true, on_false),
        InstData::CondBr { on_true, on_false, .. } => std::mem::swap(on_true, on_false),
        // Phis of one block exchange what they take over each edge: cycles come of it.
        InstData::Phi { .. } => {
            let block = func.inst_block(inst)?;
            let phis = func.block_insts(block).filter(|&other| other != inst && func.inst(other).is_phi());
            let ty = func.ty(func.result(inst)?);
            let same: Vec<Inst> = phis.filter(|&other| func.result(other).is_some_and(|value| func.ty(value) == ty)).collect();
            let other = if same.is_empty() { return None } else { pick(rng, &same) };
            let [first, second] = [inst, other].map(|phi| func.result(phi));
            let (first, second) = (first?, second?);
            func.map_operands(inst, |value| if value == first { second } else { value });
            func.map_operands(other, |value| if value == second { first } else { value });
        }
        _ => return None,
    }
    Some(())
}

/// One operand is another value of its type.
fn replace_operand(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let inst = some_place(func, rng)?;
    let mut operands = Vec::new();
    func.visit_operands(inst, |operand| operands.push(operand));
    if operands.is_empty() {
        return None;
    }
    let chosen = rng.below(operands.len());
    // Arguments of calls that must be constants stay.
    if matches!(func.inst(inst), InstData::Call { .. }) && func.int_const(operands[chosen]).is_some() {
        return None;
    }
    let new = some_value(func, inst, rng, func.ty(operands[chosen]));
    let mut number = 0;
    func.map_operands(inst, |operand| {
        number += 1;
        if number - 1 == chosen { new } else { operand }
    });
    Some(())
}

/// A second copy of a block, to which one of its predecessors goes. What the block computes must
/// not be used elsewhere but by phis.
fn duplicate_block(_: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<()> {
    let entry = func.entry()?;
    let candidates: Vec<Block> =
        func.block_order().iter().copied().filter(|&block| block != entry && is_closed(func, block)).collect();
    let block = if candidates.is_empty() { return None } else { pick(rng, &candidates) };
    let preds: Vec<Block> =
        func.block_order().iter().copied().filter(|&pred| func.successors(pred).any(|to| to == block)).collect();
    // The old block keeps at least one.
    let pred = if preds.len() < 2 { return None } else { pick(rng, &preds) };
    if pred == block {
        return None;
    }
    splice::copy_block(func, block, pred);
    Some(())
}

/// Whether nothing outside of a block uses what it computes, but for phis on its edges.
fn is_closed(func: &Function, block: Block) -> bool {
    let results: Vec<Value> = func.block_insts(block).filter_map(|inst| func.result(inst)).collect();
    insts(func).into_iter().filter(|&inst| func.inst_block(inst) != Some(block)).all(|inst| match *func.inst(inst) {
        InstData::Phi { args } => func.phi_args(args).iter().all(|arg| arg.block == block || !results.contains(&arg.value)),
        _ => {
            let mut uses = false;
            func.visit_operands(inst, |operand| uses |= results.contains(&operand));
            !uses
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::ice::equality;

    fn program(seed: u64) -> Program {
        let mut rng = Rng::new(seed);
        let bytes: Vec<u8> = (0..800).map(|_| rng.next_u64() as u8).collect();
        Program::new(&bytes).unwrap()
    }

    /// Each kind of edit finds opportunities, changes something, and leaves a valid function in
    /// most cases.
    #[test]
    fn most_edits_are_valid() {
        let mut rng = Rng::new(1);
        let mut shares = Vec::new();
        for (kind, edit) in EDITS.iter().enumerate() {
            let (mut tally, mut changed) = (Tally::default(), 0);
            for seed in 0..500 {
                let Program { mut module, mut bodies, .. } = program(seed);
                let index = rng.below(bodies.len());
                let before = bodies[index].clone();
                if edit(&mut module, &mut bodies[index], &mut rng).is_none() {
                    continue;
                }
                let valid = Verifier::default().function(&module, &bodies[index], Level::PnaclAbi).is_ok();
                *if valid { &mut tally.valid } else { &mut tally.invalid } += 1;
                changed +=
                    usize::from(valid && equality::body_difference((&module, &before), (&module, &bodies[index])).is_some());
            }
            shares.push((kind, tally, changed));
        }
        for (kind, Tally { valid, invalid }, changed) in &shares {
            assert!(valid + invalid >= 25, "edit {kind} finds too few opportunities: {shares:?}");
            assert!(valid * 100 >= (valid + invalid) * 85, "edit {kind} breaks too much: {shares:?}");
            assert!(changed * 2 > *valid, "edit {kind} changes too little: {shares:?}");
        }
    }

    #[test]
    fn what_an_editor_leaves_is_valid() {
        let mut rng = Rng::new(2);
        let mut tally = Tally::default();
        for seed in 0..40 {
            let mut program = program(seed);
            let mut editor = Editor::new(&mut program);
            (0..20).for_each(|_| editor.edit(&mut rng));
            tally.valid += editor.tally.valid;
            tally.invalid += editor.tally.invalid;
            assert!(crate::program::is_valid(&program.module, &program.bodies), "seed {seed}");
        }
        let Tally { valid, invalid } = tally;
        assert!(valid >= 780, "only {valid} of 800 edits were made");
        assert!(invalid * 10 < valid, "{invalid} edits were taken back, {valid} were not");
    }
}
