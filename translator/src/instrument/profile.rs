//! Counts how often each block of a program runs (`-enable-block-profile`).
//!
//! In: a module with its bodies, as it was read. Out: each block adds one to a count of its own, atomically, before
//! anything else that it does but phis; tables of counts and names; for a program with a `_start` what prints them
//! at its end. No pass has run, so that counts are those of the program's own blocks, whatever the
//! recipe makes of them. As in the original the symbol `__Sz_block_profile_info` is the table: an array of addresses of
//! {count: 64 bits, address of the name}, which a null ends; and `__Sz_profile_summary` prints it.

use super::link::{self, Given};
use crate::ice::intrinsics::{AtomicRmwOp, Intrinsic};
use crate::ice::{
    BinOp, Block, FuncId, Function, Global, GlobalInit, GlobalVar, Inst, InstData, Linkage, Module, Type, Value, ValueDef,
};

/// The symbol of the table.
pub const TABLE: &str = "__Sz_block_profile_info";

/// Bytes of a count with the address of its name.
const ENTRY: u32 = 16;

/// The number of the order of atomics that all are given: sequential consistency.
const ORDER: i32 = 6;

/// Where the counts of an instrumented module are.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The variable with the counts: 16 bytes each, of which the first eight are the count.
    pub counts: Global,
    /// The names, in the order of the counts.
    pub names: Vec<String>,
}

/// Has every block of these functions count; `with_exit` has the program print the counts when it ends.
pub fn instrument(module: &mut Module, bodies: &mut Vec<Function>, count: usize, with_exit: bool) -> Profile {
    let names: Vec<String> = bodies[..count].iter().flat_map(|body| names_of(module, body)).collect();
    let text: Vec<u8> = names.iter().flat_map(|name| name.bytes().chain([0])).collect();
    let mut define = |name: &str, linkage, constant, init| {
        module.globals.push(GlobalVar { name: name.into(), linkage, constant, align: 8, init })
    };
    let text = define("__sz_block_names", Linkage::Internal, true, vec![GlobalInit::Data(text)]);
    let counts = define("__sz_block_counts", Linkage::Internal, false, entries(&names, text));
    let mut table: Vec<GlobalInit> =
        (0..names.len() as u32).map(|at| GlobalInit::GlobalAddr(counts, (ENTRY * at) as i32)).collect();
    table.push(GlobalInit::Zero(8));
    let table = define(TABLE, Linkage::External, true, table);
    let add = module.declare_intrinsic(Intrinsic::AtomicRmw(Type::I64));
    let mut next = 0;
    for body in &mut bodies[..count] {
        for block in body.block_order().to_vec() {
            count_block(body, block, (add, counts, next * ENTRY));
            next += 1;
        }
    }
    let start = if with_exit { link::take_start(module) } else { None };
    if let Some(start) = start {
        let given = Given { funcs: vec![("__sz_program", start)], globals: vec![(TABLE, table)] };
        let declared = format!("@{TABLE} = external constant [8 x i8]\n");
        link::add(module, bodies, &[&*declared, include_str!("program.ll"), include_str!("profile.ll")].concat(), &given);
    }
    Profile { counts, names }
}

/// The blocks of a function, as the text form has them.
fn names_of(module: &Module, body: &Function) -> Vec<String> {
    let symbol = module.func_symbol(body.id);
    body.block_order().iter().map(|block| format!("{symbol}:{block}")).collect()
}

fn entries(names: &[String], text: Global) -> Vec<GlobalInit> {
    let mut at = 0;
    let entry = |name: &String| {
        let address = GlobalInit::GlobalAddr(text, at);
        at += name.len() as i32 + 1;
        [GlobalInit::Zero(8), address, GlobalInit::Zero(ENTRY - 12)]
    };
    let mut entries: Vec<GlobalInit> = names.iter().flat_map(entry).collect();
    if entries.is_empty() {
        entries.push(GlobalInit::Zero(ENTRY));
    }
    entries
}

/// Has a block count, behind its phis and the objects that it makes, which have to come first.
fn count_block(body: &mut Function, block: Block, (add, counts, offset): (FuncId, Global, u32)) {
    let is_first = |inst: &Inst| matches!(body.inst(*inst), InstData::Phi { .. } | InstData::Alloca { .. });
    let Some(before) = body.block_insts(block).find(|inst| !is_first(inst)) else { return };
    let mut number = |ty, bits| body.push_value(ty, ValueDef::Int(bits));
    let (kind, one, order) = (number(Type::I32, AtomicRmwOp::Add as u64), number(Type::I64, 1), number(Type::I32, ORDER as u64));
    let offset = number(Type::I32, offset.into());
    let sum = InstData::Binary { op: BinOp::Add, lhs: Value::global(counts), rhs: offset };
    let (_, address) = body.insert_before(before, sum, Type::I32);
    let args = body.make_values(&[kind, address.expect("a sum has a result"), one, order]);
    body.insert_before(before, InstData::Call { func: add, args }, Type::I64);
}
