//! What could be changed in a module: lists of [`Change`]s, the most promising kind first.

use rustc_hash::FxHashSet;
use translator::ice::{Block, FuncId, Function, Global, GlobalInit, Inst, InstData, Type, Value, ValueDef};

use super::change::{Candidate, Change, folded, operands, stored_constant};
use super::retype::Narrowing;

/// Variables whose addresses are tried in place of operands, and in how small modules.
const ADDRESSES: usize = 4;
const FEW: usize = 60;
const ANY: usize = usize::MAX;

/// Values that are tried in place of an operand: so many of the first ones, and so many of the last
/// ones before it.
const VALUES: usize = 2;

/// A list of changes of a candidate.
pub(super) type Lister = fn(&Candidate, &[String]) -> Vec<Change>;

/// The lists, with what progress calls them and in how small modules they are tried, in the order
/// in which they are. The names are those of functions that have to stay as they are called from
/// outside.
pub(super) const LISTS: &[(&str, Lister, usize)] = &[
    ("functions", stubs, ANY),
    // Whole bodies at once, and what follows has less to try.
    ("unused results", unused, ANY),
    ("blocks", returns, ANY),
    ("results that are returned", return_results, ANY),
    ("branches", straighten, ANY),
    ("other branches", straighten_otherwise, ANY),
    ("switch cases", cases, ANY),
    ("unused results", unused, ANY),
    ("joined blocks", joins, ANY),
    ("instructions", instructions, ANY),
    ("results", forwards, ANY),
    ("calls", inlines, ANY),
    ("parameters", parameters, ANY),
    ("stores", stores, ANY),
    ("variables", zeros, ANY),
    ("sizes of variables", sizes, ANY),
    ("initial values", trims, FEW),
    ("constants", folds, ANY),
    ("types", types, ANY),
    ("operands", zero_operands, ANY),
    ("other operands", one_operands, ANY),
    ("negative operands", negative_operands, FEW),
    ("addresses", addresses, FEW),
    ("other values", values, FEW),
    ("single joined blocks", appends, ANY),
    ("loops", loops, ANY),
];

/// The instructions of a body with their blocks, last first: uses before definitions.
fn insts(body: &Function) -> Vec<Inst> {
    let mut all: Vec<Inst> = body.block_order().iter().flat_map(|&block| body.block_insts(block)).collect();
    all.reverse();
    all
}

fn each_inst(candidate: &Candidate, mut list: impl FnMut(usize, &Function, Inst)) {
    for (index, body) in candidate.bodies.iter().enumerate() {
        insts(body).into_iter().for_each(|inst| list(index, body, inst));
    }
}

/// Operands with their numbers.
fn each_operand(candidate: &Candidate, mut list: impl FnMut(usize, &Function, Inst, (usize, Value))) {
    each_inst(candidate, |body, func, inst| {
        operands(func, inst).into_iter().enumerate().for_each(|operand| list(body, func, inst, operand));
    });
}

fn each_block(candidate: &Candidate, mut list: impl FnMut(usize, &Function, Block)) {
    for (index, body) in candidate.bodies.iter().enumerate() {
        body.block_order().iter().for_each(|&block| list(index, body, block));
    }
}

fn is_stub(body: &Function) -> bool {
    body.block_order().len() == 1 && insts(body).len() < 2
}

fn stubs(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let bodies = candidate.bodies.iter().enumerate().filter(|(_, body)| !is_stub(body));
    bodies.map(|(body, _)| Change::Stub { body }).collect()
}

fn returns(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_block(candidate, |body, func, block| {
        if !matches!(func.last_inst(block).map(|last| func.inst(last)), Some(InstData::Ret { .. })) {
            list.push(Change::Return { body, block });
        }
    });
    list
}

/// In a function that nothing of the module calls, a result may be returned whatever its type is.
fn return_results(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut called: FxHashSet<FuncId> = FxHashSet::default();
    each_inst(candidate, |_, func, inst| {
        if let InstData::Call { func: callee, .. } = func.inst(inst) {
            called.insert(*callee);
        }
    });
    let mut list = Vec::new();
    for (index, body) in candidate.bodies.iter().enumerate() {
        let result = candidate.module.func_sig(body.id).result;
        let is_program = candidate.module.funcs[body.id].name == "_start";
        for block in body.block_order() {
            let insts: Vec<Inst> = body.block_insts(*block).collect();
            // What is returned at the end already needs no change.
            let skipped = if returns_it(body, &insts) { 2 } else { 1 };
            for &inst in insts.iter().rev().skip(skipped) {
                let Some(value) = body.result(inst) else { continue };
                if !is_program && !body.inst(inst).is_phi() && (body.ty(value) == result || !called.contains(&body.id)) {
                    list.push(Change::ReturnResult { body: index, inst });
                }
            }
        }
    }
    list
}

/// Whether the last instruction returns the result of the one before it.
fn returns_it(body: &Function, insts: &[Inst]) -> bool {
    let &[.., before, last] = insts else { return false };
    matches!(body.inst(last), InstData::Ret { value: Some(value) } if body.result(before) == Some(*value))
}

fn branches(candidate: &Candidate, pick: impl Fn(&[Block]) -> Vec<Block>) -> Vec<Change> {
    let mut list = Vec::new();
    each_block(candidate, |body, func, block| {
        if matches!(func.last_inst(block).map(|last| func.inst(last)), Some(InstData::Br { .. })) {
            return;
        }
        let mut targets: Vec<Block> = func.successors(block).collect();
        targets.sort_unstable();
        targets.dedup();
        list.extend(pick(&targets).into_iter().map(|target| Change::Straighten { body, block, target }));
    });
    list
}

fn straighten(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    branches(candidate, |targets| targets.last().copied().into_iter().collect())
}

fn straighten_otherwise(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    branches(candidate, |targets| targets[..targets.len().saturating_sub(1)].to_vec())
}

fn cases(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_block(candidate, |body, func, block| {
        if let Some(InstData::Switch { cases, .. }) = func.last_inst(block).map(|last| *func.inst(last)) {
            // From the last one, so that numbers stay what they are.
            list.extend((0..func.cases(cases).len()).rev().map(|case| Change::DropCase { body, block, case }));
        }
    });
    list
}

pub(super) fn instructions(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_inst(candidate, |body, func, inst| {
        if !func.inst(inst).is_terminator() {
            list.push(Change::Drop { body, inst });
        }
    });
    list
}

fn forwards(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_inst(candidate, |body, func, inst| {
        let Some(result) = func.result(inst) else { return };
        let fits = |value: &Value| func.ty(*value) == func.ty(result) && *value != result;
        let all = operands(func, inst);
        let fitting = all.iter().enumerate().filter(|(_, value)| fits(value));
        list.extend(fitting.map(|(operand, _)| Change::Forward { body, inst, operand }));
    });
    list
}

fn inlines(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    let small: FxHashSet<FuncId> =
        candidate.bodies.iter().filter(|body| body.block_order().len() == 1).map(|body| body.id).collect();
    each_inst(candidate, |body, func, inst| {
        if let InstData::Call { func: callee, .. } = func.inst(inst)
            && small.contains(callee)
        {
            list.push(Change::Inline { body, inst });
        }
    });
    list
}

/// Functions whose address is taken cannot change their type; neither can those that are called
/// from outside.
fn parameters(candidate: &Candidate, roots: &[String]) -> Vec<Change> {
    let mut fixed: FxHashSet<FuncId> = FxHashSet::default();
    each_inst(candidate, |_, func, inst| {
        for value in operands(func, inst) {
            if let translator::ice::ValueRef::Func(id) = value.unpack() {
                fixed.insert(id);
            }
        }
    });
    for global in candidate.module.globals.iter() {
        fixed.extend(global.1.init.iter().filter_map(|piece| match piece {
            GlobalInit::FuncAddr(id, _) => Some(*id),
            _ => None,
        }));
    }
    let mut list = Vec::new();
    for (func, decl) in candidate.module.funcs.iter() {
        if decl.defined && !fixed.contains(&func) && !roots.contains(&decl.name) {
            let count = candidate.module.func_sig(func).params.len();
            list.extend((0..count).rev().map(|index| Change::DropParameter { func, index }));
        }
    }
    list
}

fn stores(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_inst(candidate, |body, func, inst| {
        if stored_constant(func, inst).is_some() {
            list.push(Change::Initialise { body, inst });
        }
    });
    list
}

fn zeros(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let globals = candidate.module.globals.iter().filter(|(_, global)| !global.is_zero() && !global.init.is_empty());
    globals.map(|(global, _)| Change::Zero { global }).collect()
}

fn sizes(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    for (global, variable) in candidate.module.globals.iter().filter(|(_, variable)| variable.is_zero()) {
        let smaller = [4, 16, 64, 1024, 16384].into_iter().filter(|&size| u64::from(size) < variable.size());
        list.extend(smaller.map(|size| Change::Shrink { global, size }));
    }
    list
}

/// The beginnings of initial values, of which a half and a quarter, some words and single bytes may
/// not be needed, in modules that are small already.
fn trims(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    for (global, variable) in candidate.module.globals.iter().filter(|(_, variable)| !variable.is_zero()) {
        let Ok(size) = u32::try_from(variable.size()) else { continue };
        let mut sizes = [size / 2, size / 4, 4, 2, 1].map(|bytes| bytes.min(size.saturating_sub(1)));
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let trimmed = sizes.into_iter().filter(|&bytes| bytes > 0);
        list.extend(trimmed.map(|bytes| Change::Trim { global, bytes }));
    }
    list
}

fn constants(candidate: &Candidate, bits: u64) -> Vec<Change> {
    let mut list = Vec::new();
    each_operand(candidate, |body, func, inst, (operand, value)| {
        let is_plain = match func.def(value) {
            Some(ValueDef::Int(old)) => old <= 1,
            Some(ValueDef::Undef) => true,
            Some(ValueDef::F32(old)) => old == 0 || old == 1f32.to_bits(),
            Some(ValueDef::F64(old)) => old == 0 || old == 1f64.to_bits(),
            _ => func.ty(value).is_vector(),
        };
        if !is_plain {
            list.push(Change::Constant { body, inst, operand, bits });
        }
    });
    list
}

fn folds(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_inst(candidate, |body, func, inst| {
        if folded(func, inst).is_some() {
            list.push(Change::Fold { body, inst });
        }
    });
    // Definitions before uses: what has been folded is a constant.
    list.reverse();
    list
}

/// Functions that are called from outside keep their parameters.
fn types(candidate: &Candidate, roots: &[String]) -> Vec<Change> {
    let all = Narrowing::ALL.into_iter().filter(|narrowing| narrowing.concerns(candidate, roots));
    all.map(|narrowing| Change::Retype { narrowing }).collect()
}

/// Addresses of the first few variables, in modules that are small already.
fn addresses(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let globals: Vec<Global> = candidate.module.globals.iter().map(|(global, _)| global).take(ADDRESSES).collect();
    let mut list = Vec::new();
    each_operand(candidate, |body, func, inst, (operand, value)| {
        if func.ty(value) == Type::I32 && matches!(func.def(value), Some(ValueDef::Inst(_) | ValueDef::Arg(_))) {
            list.extend(globals.iter().map(|&global| Change::Address { body, inst, operand, global }));
        }
    });
    list
}

/// Parameters and results in place of later ones, in modules that are small already: what makes
/// those may go then.
fn values(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_operand(candidate, |body, func, inst, (operand, value)| {
        let Some(index) = value.local_index().filter(|_| matches!(func.def(value), Some(ValueDef::Inst(_)))) else {
            return;
        };
        let fits = |other: &Value| match func.def(*other) {
            Some(ValueDef::Arg(_)) => func.ty(*other) == func.ty(value),
            Some(ValueDef::Inst(def)) => func.ty(*other) == func.ty(value) && func.inst_block(def).is_some(),
            _ => false,
        };
        let earlier: Vec<Value> = (0..index as u32).map(Value::local).filter(fits).collect();
        let (first, rest) = earlier.split_at(earlier.len().min(VALUES));
        let tried = first.iter().chain(rest.iter().rev().take(VALUES));
        list.extend(tried.map(|&value| Change::Use { body, inst, operand, value }));
    });
    list
}

/// Blocks, one by one.
fn appends(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_block(candidate, |body, _, block| list.push(Change::Append { body, block }));
    list
}

/// Loops that a branch without a condition closes, with every way in and out of the block where
/// they begin.
fn loops(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_block(candidate, |body, func, latch| {
        let Some(InstData::Br { target: header }) = func.last_inst(latch).map(|last| *func.inst(last)) else { return };
        let mut ways: Vec<Block> = func.successors(header).collect();
        ways.sort_unstable();
        ways.dedup();
        for &inside in &ways {
            let exits = ways.iter().filter(|&&exit| exit != inside);
            list.extend(exits.map(|&exit| Change::Once { body, latch, header, inside, exit }));
        }
    });
    list
}

fn zero_operands(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    constants(candidate, 0)
}

fn one_operands(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    constants(candidate, 1)
}

/// All ones, in place of what is no constant.
fn negative_operands(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let mut list = Vec::new();
    each_operand(candidate, |body, func, inst, (operand, value)| {
        let is_local = matches!(func.def(value), Some(ValueDef::Inst(_) | ValueDef::Arg(_)));
        if is_local && !func.ty(value).is_vector() && func.ty(value) != Type::I1 {
            list.push(Change::Constant { body, inst, operand, bits: u64::MAX });
        }
    });
    list
}

fn unused(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    (0..candidate.bodies.len()).map(|body| Change::DropUnused { body }).collect()
}

fn joins(candidate: &Candidate, _: &[String]) -> Vec<Change> {
    let several = |&body: &usize| candidate.bodies[body].block_order().len() > 1;
    (0..candidate.bodies.len()).filter(several).map(|body| Change::Join { body }).collect()
}
