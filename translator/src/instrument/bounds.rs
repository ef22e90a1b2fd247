//! Compares before each load and store (`-mock-bounds-check`): what checking bounds would cost, without bounds.
//!
//! In: a body. Out: before each load and store whose address is computed, the address is compared with 0 and with 1, as
//! the original does, and where it is that, the function traps: so would the access, as nothing is mapped
//! there. Each access ends two blocks more. Linear in the instructions.

use super::link;
use crate::ice::{Block, Function, Inst, InstData, IntCond, Type, Value, ValueDef};

/// Puts the compares into a body.
pub fn instrument(body: &mut Function) {
    let accesses: Vec<(Inst, Value)> =
        link::all_insts(body).into_iter().filter_map(|inst| Some((inst, address(body, inst)?))).collect();
    if accesses.is_empty() {
        return;
    }
    let order = body.block_order().to_vec();
    let fail = body.append_block();
    body.append_inst(fail, InstData::Unreachable, Type::Void);
    // The blocks that lie behind others; accesses of one block come one after the other.
    let mut new_order = Vec::with_capacity(order.len() + 2 * accesses.len() + 1);
    let mut old = order.into_iter();
    for (inst, addr) in accesses {
        let block = body.inst_block(inst).expect("it is in a block");
        let (second, rest) = (body.append_block(), body.append_block());
        if new_order.last() != Some(&block) {
            let before = std::iter::from_fn(|| old.next()).take_while(|other| *other != block);
            new_order.extend(before);
            new_order.push(block);
        }
        new_order.extend([second, rest]);
        let old_succs: Vec<Block> = body.successors(block).collect();
        body.move_tail(inst, rest);
        for succ in old_succs {
            body.rename_phi_pred(succ, block, rest);
        }
        for (from, number, to) in [(block, 0, second), (second, 1, rest)] {
            let number = body.push_value(Type::I32, ValueDef::Int(number));
            let compare = InstData::Icmp { cond: IntCond::Eq, lhs: addr, rhs: number };
            let (_, cond) = body.append_inst(from, compare, Type::I1);
            let cond = cond.expect("a compare has a result");
            body.append_inst(from, InstData::CondBr { cond, on_true: fail, on_false: to }, Type::Void);
        }
    }
    new_order.extend(old);
    new_order.push(fail);
    body.set_block_order(&new_order);
}

/// The address of a load or store, if it is computed.
fn address(body: &Function, inst: Inst) -> Option<Value> {
    let (InstData::Load { addr, .. } | InstData::Store { addr, .. }) = *body.inst(inst) else { return None };
    addr.local_index().map(|_| addr)
}
