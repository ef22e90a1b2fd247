//! Which results are asked for: sums that are nothing but the addresses of accesses which add up
//! themselves need no code, and a value that somebody reads through the instruction that uses it is
//! read more often than it is used.
//!
//! In: a function. Out: for each local value how many accesses add it up themselves, and whether it
//! is read through its user ([`super::shifted`], [`super::memory`]). Errs on the side of being
//! asked for. Linear.

use super::memory::{base_and_offset, load_op, store_op};
use crate::analysis::Uses;
use crate::ice::{BinOp, CastOp, Function, Inst, InstData, Type, Value, ValueDef};
use crate::util::refill;

/// Set where a value may be read through its user; below it the number of accesses.
const READ_AGAIN: u32 = 1 << 31;

/// The demand of a function; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Demand {
    values: Vec<u32>,
}

impl Demand {
    /// Makes it the demand of `func`, whose uses are known.
    pub(super) fn compute(&mut self, func: &Function, uses: &Uses) {
        refill(&mut self.values, func.value_count(), 0);
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    InstData::Load { addr, align } => {
                        let ty = func.result(inst).map_or(Type::I32, |result| func.ty(result));
                        self.access(func, addr, base_and_offset(func, addr, load_op(ty, align, true)));
                    }
                    InstData::Store { addr, value, align } => {
                        self.access(func, addr, base_and_offset(func, addr, store_op(func, value, align, true)));
                    }
                    // Atomic accesses.
                    InstData::Call { args, .. } => {
                        func.values(args).iter().for_each(|&addr| self.is_sum_read_through(func, addr))
                    }
                    InstData::Binary { op: BinOp::Shl | BinOp::LShr | BinOp::AShr, lhs, rhs } => {
                        self.is_read_through(lhs);
                        self.is_read_through(rhs);
                    }
                    InstData::Binary { op: BinOp::And, lhs, rhs } if matches!(func.int_const(rhs), Some(0xff | 0xffff)) => {
                        self.is_read_through(lhs)
                    }
                    InstData::Binary { op: BinOp::Mul | BinOp::FMul, lhs, rhs } => {
                        self.is_read_through(lhs);
                        self.is_read_through(rhs);
                    }
                    InstData::Cast { op: CastOp::ZExt | CastOp::SExt, src } => self.is_read_through(src),
                    // Complements that an `and` takes.
                    InstData::Binary { op: BinOp::Xor, lhs, rhs } if func.int_const(rhs).is_some() => self.is_read_through(lhs),
                    // Each that asks for the truth value may compare anew.
                    InstData::Icmp { lhs, rhs, .. } if func.result(inst).is_none_or(|truth| uses.count(truth) > 1) => {
                        self.is_read_through(lhs);
                        self.is_read_through(rhs);
                    }
                    // An operation is made where it is chosen.
                    InstData::Select { on_true, on_false, .. } => {
                        self.is_sum_read_through(func, on_true);
                        self.is_sum_read_through(func, on_false);
                    }
                    _ => {}
                }
            }
        }
    }

    /// An access whose address starts from a base.
    fn access(&mut self, func: &Function, addr: Value, (base, _): (Value, i32)) {
        self.is_sum_read_through(func, addr);
        if base != addr
            && let Some(index) = addr.local_index()
        {
            self.values[index] += 1;
        }
    }

    /// Who uses a value may do itself the operation that makes it.
    fn is_sum_read_through(&mut self, func: &Function, addr: Value) {
        if let Some(ValueDef::Inst(sum)) = func.def(addr)
            && let InstData::Binary { lhs, rhs, .. } = *func.inst(sum)
        {
            self.is_read_through(lhs);
            self.is_read_through(rhs);
        }
    }

    fn is_read_through(&mut self, value: Value) {
        if let Some(known) = value.local_index().and_then(|index| self.values.get_mut(index)) {
            *known |= READ_AGAIN;
        }
    }

    /// Whether a value may be read by others than its users.
    #[inline]
    pub(super) fn is_read_again(&self, value: Value) -> bool {
        value.local_index().is_some_and(|index| self.values[index] & READ_AGAIN != 0)
    }

    /// Whether all users of a sum add it up themselves.
    #[inline]
    pub(super) fn is_folded(&self, func: &Function, uses: &Uses, inst: Inst, result: Value) -> bool {
        let accesses = value_accesses(&self.values, result);
        accesses > 0 && accesses == uses.count(result) && matches!(func.inst(inst), InstData::Binary { .. })
    }
}

fn value_accesses(values: &[u32], value: Value) -> u32 {
    value.local_index().map_or(0, |index| values[index] & !READ_AGAIN)
}
