//! Single steps that make a module smaller or simpler, as data.
//!
//! In: changes and a module. Out: the module changed, or unchanged where the change makes no sense
//! any more: changes are listed for a module and applied to what others have left of it. Nothing
//! here keeps a module valid; the caller verifies the result. Each is linear in the functions that
//! it touches.

use translator::ice::{
    Block, BlockCall, CastOp, FuncId, Function, FunctionBuilder, Global, GlobalInit, Inst, InstData, Module, Type, Value,
    ValueDef, ValueRef,
};
use translator::opt::{CfgCleanup, Dce, Fuel, IrPass};

use super::retype::{self, Narrowing};
use crate::interp::bits::Bits;
use crate::interp::ops;

/// A module with its bodies.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Declarations.
    pub module: Module,
    /// Bodies of the defined functions, in function order.
    pub bodies: Vec<Function>,
}

/// A step. Bodies are numbered by their place in the candidate.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// The body does nothing but return.
    Stub { body: usize },
    /// The block goes to this successor only.
    Straighten { body: usize, block: Block, target: Block },
    /// The block returns instead of going anywhere.
    Return { body: usize, block: Block },
    /// The function returns this instruction's result, right there, and has its type.
    ReturnResult { body: usize, inst: Inst },
    /// A switch loses the case with this number.
    DropCase { body: usize, block: Block, case: usize },
    /// The instruction goes, and its result is a constant.
    Drop { body: usize, inst: Inst },
    /// The instruction goes, and its result is its operand with this number.
    Forward { body: usize, inst: Inst, operand: usize },
    /// The operand with this number becomes a constant.
    Constant { body: usize, inst: Inst, operand: usize, bits: u64 },
    /// The operand with this number becomes the address of a variable.
    Address { body: usize, inst: Inst, operand: usize, global: Global },
    /// The operand with this number becomes another value of the function.
    Use { body: usize, inst: Inst, operand: usize, value: Value },
    /// An operation on constants becomes its result.
    Fold { body: usize, inst: Inst },
    /// Values of these types get smaller ones, in the whole module.
    Retype { narrowing: Narrowing },
    /// The function loses a parameter, and every direct call an argument.
    DropParameter { func: FuncId, index: usize },
    /// A call is replaced by the callee's only block.
    Inline { body: usize, inst: Inst },
    /// The variable is zero at first.
    Zero { global: Global },
    /// The store of a constant to the start of a variable goes, and the variable starts with the
    /// constant.
    Initialise { body: usize, inst: Inst },
    /// The variable loses its first bytes.
    Trim { global: Global, bytes: u32 },
    /// The variable has so many bytes.
    Shrink { global: Global, size: u32 },
    /// Blocks are joined.
    Join { body: usize },
    /// To the block is joined the one that it leads to, if no other leads there.
    Append { body: usize, block: Block },
    /// A loop is gone round once: its header goes on inside, and what led back leads out.
    Once { body: usize, latch: Block, header: Block, inside: Block, exit: Block },
    /// What is not used goes.
    DropUnused { body: usize },
}

/// Applies changes, and takes out what they cut off.
pub(crate) fn apply(candidate: &mut Candidate, changes: &[Change]) {
    let mut touched = Vec::new();
    for &change in changes {
        touched.extend(apply_one(candidate, change));
    }
    touched.sort_unstable();
    touched.dedup();
    for body in touched {
        drop_unreached(&mut candidate.bodies[body]);
    }
}

/// Applies a change; the bodies whose control flow may have changed.
fn apply_one(candidate: &mut Candidate, change: Change) -> Vec<usize> {
    let Candidate { module, bodies } = candidate;
    match change {
        Change::Stub { body } => stub(module, &mut bodies[body]),
        Change::Straighten { body, block, target } => {
            let func = &mut bodies[body];
            if is_laid_out(func, block)
                && func.successors(block).any(|succ| succ == target)
                && let Some(last) = func.last_inst(block)
            {
                *func.inst_mut(last) = InstData::Br { target };
                return vec![body];
            }
        }
        Change::Return { body, block } => {
            return end_here(module, &mut bodies[body], block).then_some(body).into_iter().collect();
        }
        Change::ReturnResult { body, inst } => {
            return return_result(module, &mut bodies[body], inst).then_some(body).into_iter().collect();
        }
        Change::DropCase { body, block, case } => {
            let func = &mut bodies[body];
            if let Some(last) = func.last_inst(block)
                && let InstData::Switch { value, cases, default } = *func.inst(last)
                && case < cases_len(func, last)
            {
                let mut left = func.cases(cases).to_vec();
                left.remove(case);
                let cases = func.make_cases(&left);
                *func.inst_mut(last) = InstData::Switch { value, cases, default };
                return vec![body];
            }
        }
        Change::Drop { body, inst } => drop_inst(&mut bodies[body], inst),
        Change::Forward { body, inst, operand } => forward(&mut bodies[body], inst, operand),
        Change::Constant { body, inst, operand, bits } => constant(&mut bodies[body], inst, operand, bits),
        Change::Address { body, inst, operand, global } => {
            if module.globals.iter().any(|(known, _)| known == global) {
                set_operand(&mut bodies[body], inst, operand, Type::I32, |_| Value::global(global));
            }
        }
        Change::Use { body, inst, operand, value } => {
            let ty = bodies[body].ty(value);
            set_operand(&mut bodies[body], inst, operand, ty, |_| value);
        }
        Change::Fold { body, inst } => fold(&mut bodies[body], inst),
        Change::Retype { narrowing } => retype::apply(module, bodies, narrowing),
        Change::DropParameter { func, index } => drop_parameter(module, bodies, func, index),
        Change::Inline { body, inst } => inline(bodies, body, inst),
        Change::Zero { global } => {
            let size = module.globals[global].size();
            if let (Ok(size @ 1..), false) = (u32::try_from(size), module.globals[global].is_zero()) {
                module.globals[global].init = vec![GlobalInit::Zero(size)];
            }
        }
        Change::Shrink { global, size } => {
            if module.globals[global].is_zero() && module.globals[global].size() > u64::from(size) {
                module.globals[global].init = vec![GlobalInit::Zero(size)];
            }
        }
        Change::Trim { global, bytes } => {
            let left = without_start(&module.globals[global].init, bytes.into()).filter(|left| !left.is_empty());
            if let Some(left) = left {
                module.globals[global].init = left;
            }
        }
        Change::Initialise { body, inst } => initialise(module, &mut bodies[body], inst),
        Change::Join { body } => {
            CfgCleanup::default().run(module, &mut bodies[body], &mut Fuel::unlimited());
        }
        Change::Append { body, block } => {
            CfgCleanup::default().append(&mut bodies[body], block);
        }
        Change::Once { body, latch, header, inside, exit } => {
            return once(&mut bodies[body], [latch, header], [inside, exit]).then_some(body).into_iter().collect();
        }
        Change::DropUnused { body } => {
            Dce::default().run(module, &mut bodies[body], &mut Fuel::unlimited());
        }
    }
    Vec::new()
}

fn is_laid_out(func: &Function, block: Block) -> bool {
    func.block_order().contains(&block)
}

fn cases_len(func: &Function, inst: Inst) -> usize {
    match *func.inst(inst) {
        InstData::Switch { cases, .. } => func.cases(cases).len(),
        _ => 0,
    }
}

/// What a value that says nothing is.
fn nothing(ty: Type) -> ValueDef {
    constant_of(ty, 1)
}

/// A constant of a type; vectors have none.
fn constant_of(ty: Type, bits: u64) -> ValueDef {
    match ty {
        Type::F32 => ValueDef::F32((bits as f32).to_bits()),
        Type::F64 => ValueDef::F64((bits as f64).to_bits()),
        _ if ty.is_vector() => ValueDef::Undef,
        Type::I64 => ValueDef::Int(bits),
        Type::I32 => ValueDef::Int(bits & 0xffff_ffff),
        Type::I16 => ValueDef::Int(bits & 0xffff),
        Type::I8 => ValueDef::Int(bits & 0xff),
        _ => ValueDef::Int(bits & 1),
    }
}

/// The variable to whose start an instruction stores a constant, and that constant as initial
/// content.
pub(super) fn stored_constant(func: &Function, inst: Inst) -> Option<(Global, GlobalInit)> {
    let InstData::Store { addr, value, .. } = *func.inst(inst) else { return None };
    let ValueRef::Global(global) = addr.unpack() else { return None };
    let content = match value.unpack() {
        ValueRef::Global(other) => GlobalInit::GlobalAddr(other, 0),
        ValueRef::Func(other) => GlobalInit::FuncAddr(other, 0),
        ValueRef::Local(_) => {
            let size = func.ty(value).memory_bytes()? as usize;
            let bits = match func.def(value)? {
                ValueDef::Int(bits) | ValueDef::F64(bits) => bits,
                ValueDef::F32(bits) => bits.into(),
                _ => return None,
            };
            GlobalInit::Data(bits.to_le_bytes().get(..size)?.to_vec())
        }
    };
    Some((global, content))
}

fn initialise(module: &mut Module, func: &mut Function, inst: Inst) {
    if func.inst_block(inst).is_none() {
        return;
    }
    let Some((global, content)) = stored_constant(func, inst) else { return };
    let Some(rest) = without_start(&module.globals[global].init, content.size()) else { return };
    module.globals[global].init = std::iter::once(content).chain(rest).collect();
    func.remove_inst(inst);
}

/// Initial content without its first bytes; nothing if it has fewer, or if they end within an
/// address.
fn without_start(init: &[GlobalInit], mut size: u64) -> Option<Vec<GlobalInit>> {
    let mut rest = Vec::new();
    for piece in init {
        let cut = size.min(piece.size());
        size -= cut;
        match piece {
            _ if cut == 0 => rest.push(piece.clone()),
            _ if cut == piece.size() => {}
            GlobalInit::Data(bytes) => rest.push(GlobalInit::Data(bytes[cut as usize..].to_vec())),
            GlobalInit::Zero(count) => rest.push(GlobalInit::Zero(count - cut as u32)),
            GlobalInit::FuncAddr(..) | GlobalInit::GlobalAddr(..) => return None,
        }
    }
    (size == 0).then_some(rest)
}

fn stub(module: &mut Module, body: &mut Function) {
    let id = body.id;
    let result = module.func_sig(id).result;
    let mut builder = FunctionBuilder::new(module, id);
    let value = (result != Type::Void).then(|| builder.func().push_value(result, nothing(result)));
    builder.ret(value);
    *body = builder.finish();
}

fn end_here(module: &Module, func: &mut Function, block: Block) -> bool {
    let result = module.func_sig(func.id).result;
    let Some(last) = func.last_inst(block).filter(|_| is_laid_out(func, block)) else { return false };
    if matches!(func.inst(last), InstData::Ret { .. }) {
        return false;
    }
    let value = (result != Type::Void).then(|| func.push_value(result, nothing(result)));
    *func.inst_mut(last) = InstData::Ret { value };
    true
}

/// Ends a block after an instruction by returning its result. Other returns get values of that
/// type.
fn return_result(module: &mut Module, func: &mut Function, inst: Inst) -> bool {
    let (Some(block), Some(result)) = (func.inst_block(inst), func.result(inst)) else { return false };
    if !is_laid_out(func, block) {
        return false;
    }
    let ty = func.ty(result);
    let sig = module.func_sig(func.id).clone();
    if sig.result != ty {
        module.funcs[func.id].sig = module.intern_sig(ty, &sig.params);
        for block in func.block_order().to_vec() {
            if let Some(last) = func.last_inst(block).filter(|&last| matches!(func.inst(last), InstData::Ret { .. })) {
                let value = Some(func.push_value(ty, nothing(ty)));
                *func.inst_mut(last) = InstData::Ret { value };
            }
        }
    }
    let all: Vec<Inst> = func.block_insts(block).collect();
    let after: Vec<Inst> = all.into_iter().skip_while(|&other| other != inst).skip(1).collect();
    let Some((&last, between)) = after.split_last() else { return false };
    // What follows may be used elsewhere, where nothing leads any more.
    between.iter().for_each(|&other| drop_inst(func, other));
    *func.inst_mut(last) = InstData::Ret { value: Some(result) };
    true
}

fn drop_inst(func: &mut Function, inst: Inst) {
    if func.inst_block(inst).is_none() || func.inst(inst).is_terminator() {
        return;
    }
    if let Some(result) = func.result(inst) {
        let ty = func.ty(result);
        func.set_def(result, ty, nothing(ty));
    }
    func.remove_inst(inst);
}

/// The operands of an instruction.
pub(crate) fn operands(func: &Function, inst: Inst) -> Vec<Value> {
    let mut all = Vec::new();
    func.visit_operands(inst, |value| all.push(value));
    all
}

/// Makes every use of one value a use of another.
pub(super) fn replace_uses(func: &mut Function, from: Value, to: Value) {
    let insts: Vec<Inst> = func.block_order().iter().flat_map(|&block| func.block_insts(block)).collect();
    for inst in insts {
        func.map_operands(inst, |value| if value == from { to } else { value });
    }
}

fn forward(func: &mut Function, inst: Inst, operand: usize) {
    let (Some(_), Some(result)) = (func.inst_block(inst), func.result(inst)) else { return };
    let Some(&value) = operands(func, inst).get(operand) else { return };
    if value != result && func.ty(value) == func.ty(result) {
        replace_uses(func, result, value);
        func.remove_inst(inst);
    }
}

fn constant(func: &mut Function, inst: Inst, operand: usize, bits: u64) {
    let Some(&old) = operands(func, inst).get(operand) else { return };
    let ty = func.ty(old);
    set_operand(func, inst, operand, ty, |func| func.push_value(ty, constant_of(ty, bits)));
}

/// Replaces an operand of a type.
fn set_operand(func: &mut Function, inst: Inst, operand: usize, ty: Type, new: impl FnOnce(&mut Function) -> Value) {
    let old = operands(func, inst).get(operand).copied();
    if func.inst_block(inst).is_none() || old.is_none_or(|old| func.ty(old) != ty) {
        return;
    }
    let new = new(func);
    let mut number = 0;
    func.map_operands(inst, |value| {
        number += 1;
        if number == operand + 1 { new } else { value }
    });
}

/// What an operation on integer constants gives, in the interpreter, if that is all specified.
pub(crate) fn folded(func: &Function, inst: Inst) -> Option<u64> {
    let ty = func.ty(func.result(inst)?);
    if !ty.is_scalar_int() {
        return None;
    }
    let known = |value| func.int_const(value).map(Bits::known);
    let bits = match *func.inst(inst) {
        InstData::Binary { op, lhs, rhs } => ops::int::binary(op, ty.bits(), known(lhs)?, known(rhs)?),
        InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt | CastOp::Trunc), src } => {
            ops::cast::cast(op, func.ty(src), ty, known(src)?)
        }
        _ => return None,
    };
    bits.ok()?.get()
}

fn fold(func: &mut Function, inst: Inst) {
    if func.inst_block(inst).is_some()
        && let (Some(bits), Some(result)) = (folded(func, inst), func.result(inst))
    {
        func.set_def(result, func.ty(result), ValueDef::Int(bits));
        func.remove_inst(inst);
    }
}

fn drop_parameter(module: &mut Module, bodies: &mut [Function], func: FuncId, index: usize) {
    let sig = module.func_sig(func).clone();
    if index >= sig.params.len() {
        return;
    }
    let mut params = sig.params;
    params.remove(index);
    module.funcs[func].sig = module.intern_sig(sig.result, &params);
    for body in bodies {
        if body.id == func {
            *body = without_argument(body, &params, index);
        }
        let calls: Vec<Inst> = body.block_order().iter().flat_map(|&block| body.block_insts(block)).collect();
        for inst in calls {
            if let InstData::Call { func: callee, args } = *body.inst(inst)
                && callee == func
            {
                let mut values = body.values(args).to_vec();
                values.remove(index);
                let args = body.make_values(&values);
                *body.inst_mut(inst) = InstData::Call { func: callee, args };
            }
        }
    }
}

/// A body made anew, with what an argument was turned into a constant.
fn without_argument(body: &Function, params: &[Type], index: usize) -> Function {
    let mut new = Function::new(body.id, params);
    let arguments: Vec<Value> = body.args().collect();
    let mut values = vec![None; body.value_count()];
    let mut kept = new.args().collect::<Vec<_>>().into_iter();
    for (number, &argument) in arguments.iter().enumerate() {
        let ty = body.ty(argument);
        let value = if number == index { Some(new.push_value(ty, nothing(ty))) } else { kept.next() };
        if let Some(place) = argument.local_index() {
            values[place] = value;
        }
    }
    let blocks: Vec<Block> = (0..body.block_count()).map(|_| new.append_block()).collect();
    copy_into(&mut new, body, &mut values, |block| blocks[block.as_u32() as usize], body.block_order());
    new.set_block_order(&body.block_order().iter().map(|block| blocks[block.as_u32() as usize]).collect::<Vec<_>>());
    new
}

/// Appends copies of blocks' instructions to the blocks that they are mapped to. `values` says what
/// values of `from` are, as far as it is known, and learns the rest.
fn copy_into(
    to: &mut Function,
    from: &Function,
    values: &mut [Option<Value>],
    block_of: impl Fn(Block) -> Block,
    blocks: &[Block],
) {
    for &block in blocks {
        for inst in from.block_insts(block) {
            // Results are numbered ahead, since phis use values before they are defined.
            let defines = from.result(inst).and_then(|result| Some((result.local_index()?, from.ty(result))));
            let result =
                defines.map(|(index, ty)| (*values[index].get_or_insert_with(|| to.push_value(ty, ValueDef::Forward)), ty));
            let data = copied(to, from, inst, values, &block_of);
            match result {
                Some((result, ty)) => drop(to.append_inst_defining(block_of(block), data, ty, result)),
                None => drop(to.append_inst(block_of(block), data, Type::Void)),
            }
        }
    }
}

/// The value of `to` that stands for a value of `from`.
fn mapped(to: &mut Function, from: &Function, values: &mut [Option<Value>], value: Value) -> Value {
    let Some(index) = value.local_index() else { return value };
    *values[index].get_or_insert_with(|| match from.def(value) {
        Some(ValueDef::Inst(_)) | None => to.push_value(from.ty(value), ValueDef::Forward),
        Some(def) => to.push_value(from.ty(value), def),
    })
}

/// A copy of an instruction, with lists of its own.
fn copied(
    to: &mut Function,
    from: &Function,
    inst: Inst,
    values: &mut [Option<Value>],
    block_of: &impl Fn(Block) -> Block,
) -> InstData {
    let mut data = *from.inst(inst);
    match &mut data {
        InstData::Phi { args } => {
            let new: Vec<BlockCall> = from
                .phi_args(*args)
                .iter()
                .map(|arg| BlockCall { block: block_of(arg.block), value: mapped(to, from, values, arg.value) })
                .collect();
            *args = to.make_phi_args(&new);
            return data;
        }
        InstData::Call { args, .. } | InstData::CallIndirect { args, .. } => {
            let new: Vec<Value> = from.values(*args).iter().map(|&value| mapped(to, from, values, value)).collect();
            *args = to.make_values(&new);
            if let InstData::CallIndirect { callee, .. } = &mut data {
                *callee = mapped(to, from, values, *callee);
            }
            return data;
        }
        InstData::Switch { cases, value, default } => {
            let mut new = from.cases(*cases).to_vec();
            new.iter_mut().for_each(|case| case.target = block_of(case.target));
            *cases = to.make_cases(&new);
            *value = mapped(to, from, values, *value);
            *default = block_of(*default);
            return data;
        }
        InstData::Br { target } => *target = block_of(*target),
        InstData::CondBr { on_true, on_false, .. } => {
            *on_true = block_of(*on_true);
            *on_false = block_of(*on_false);
        }
        _ => {}
    }
    // The operands are in the instruction itself: those of a scratch function can be mapped without
    // touching any pool.
    let mut scratch = Function::default();
    let block = scratch.append_block();
    let (copy, _) = scratch.append_inst(block, data, Type::Void);
    scratch.map_operands(copy, |value| mapped(to, from, values, value));
    *scratch.inst(copy)
}

fn inline(bodies: &mut [Function], body: usize, inst: Inst) {
    let InstData::Call { func, args } = *bodies[body].inst(inst) else { return };
    let Some(callee) = bodies.iter().find(|callee| callee.id == func && callee.id != bodies[body].id) else { return };
    let Some(block) = bodies[body].inst_block(inst).filter(|_| callee.block_order().len() == 1) else { return };
    let (callee, caller) = (callee.clone(), &mut bodies[body]);
    let mut values = vec![None; callee.value_count()];
    let arguments = caller.values(args).to_vec();
    for (parameter, &argument) in callee.args().zip(&arguments) {
        if let Some(index) = parameter.local_index() {
            values[index] = Some(argument);
        }
    }
    let entry = callee.block_order()[0];
    let after = caller.append_block();
    caller.move_tail(inst, after);
    let Some(end) = callee.last_inst(entry) else { return };
    copy_into(caller, &callee, &mut values, |_| block, &[entry]);
    let returned = match *callee.inst(end) {
        InstData::Ret { value } => value.map(|value| mapped(caller, &callee, &mut values, value)),
        _ => return,
    };
    if let Some(copied_end) = caller.last_inst(block) {
        caller.remove_inst(copied_end);
    }
    if let (Some(result), Some(value)) = (caller.result(inst), returned) {
        replace_uses(caller, result, value);
    }
    caller.remove_inst(inst);
    if let Some(first) = caller.first_inst(after) {
        caller.move_tail(first, block);
    }
    let order: Vec<Block> = caller.block_order().iter().copied().filter(|&other| other != after).collect();
    caller.set_block_order(&order);
}

/// Sends a loop out after its first round; whether it could be. Behind it, the header's phis are
/// what the latch would have brought them.
fn once(func: &mut Function, [latch, header]: [Block; 2], [inside, exit]: [Block; 2]) -> bool {
    let goes = |block: Block, to: Block| is_laid_out(func, block) && func.successors(block).any(|succ| succ == to);
    if !goes(latch, header) || !goes(header, inside) || !goes(header, exit) || inside == exit || latch == header {
        return false;
    }
    let (Some(back), Some(branch)) = (func.last_inst(latch), func.last_inst(header)) else { return false };
    if !matches!(func.inst(back), InstData::Br { .. }) {
        return false;
    }
    let mut brought: Vec<(Value, Value)> = Vec::new();
    for inst in func.block_insts(header) {
        let InstData::Phi { args } = *func.inst(inst) else { break };
        let value = func.phi_args(args).iter().find(|arg| arg.block == latch).map(|arg| arg.value);
        brought.extend(func.result(inst).zip(value));
    }
    *func.inst_mut(branch) = InstData::Br { target: inside };
    *func.inst_mut(back) = InstData::Br { target: exit };
    let later = |value: Value| brought.iter().find(|(phi, _)| *phi == value).map_or(value, |&(_, brought)| brought);
    change_phis(func, exit, |arg| BlockCall {
        block: if arg.block == header { latch } else { arg.block },
        value: if arg.block == header { later(arg.value) } else { arg.value },
    });
    let mut behind = vec![exit];
    let mut next = 0;
    while let Some(&block) = behind.get(next) {
        next += 1;
        let new: Vec<Block> = func.successors(block).filter(|succ| !behind.contains(succ)).collect();
        behind.extend(new);
        for inst in func.block_insts(block).collect::<Vec<_>>() {
            if !func.inst(inst).is_phi() {
                func.map_operands(inst, later);
            }
        }
    }
    true
}

/// Changes the operands of a block's phis.
fn change_phis(func: &mut Function, block: Block, change: impl Fn(BlockCall) -> BlockCall) {
    let phis: Vec<Inst> = func.block_insts(block).take_while(|&inst| func.inst(inst).is_phi()).collect();
    for inst in phis {
        let InstData::Phi { args } = *func.inst(inst) else { continue };
        let new: Vec<BlockCall> = func.phi_args(args).iter().map(|&arg| change(arg)).collect();
        let args = func.make_phi_args(&new);
        *func.inst_mut(inst) = InstData::Phi { args };
    }
}

/// Leaves out blocks that are not reached, and gives phis one operand for each edge that is left.
fn drop_unreached(func: &mut Function) {
    let Some(entry) = func.entry() else { return };
    let mut reached = vec![false; func.block_count()];
    let mut stack = vec![entry];
    let mut edges: Vec<(Block, Block)> = Vec::new();
    while let Some(block) = stack.pop() {
        if std::mem::replace(&mut reached[block.as_u32() as usize], true) {
            continue;
        }
        edges.extend(func.successors(block).map(|succ| (block, succ)));
        stack.extend(func.successors(block));
    }
    let order: Vec<Block> = func.block_order().iter().copied().filter(|block| reached[block.as_u32() as usize]).collect();
    func.set_block_order(&order);
    for block in order {
        let phis: Vec<Inst> = func.block_insts(block).take_while(|&inst| func.inst(inst).is_phi()).collect();
        let preds: Vec<Block> = edges.iter().filter(|(_, to)| *to == block).map(|(from, _)| *from).collect();
        for inst in phis {
            let InstData::Phi { args } = *func.inst(inst) else { continue };
            let old = func.phi_args(args).to_vec();
            let new: Vec<_> = preds.iter().filter_map(|pred| old.iter().find(|arg| arg.block == *pred).copied()).collect();
            let args = func.make_phi_args(&new);
            *func.inst_mut(inst) = InstData::Phi { args };
        }
    }
}
