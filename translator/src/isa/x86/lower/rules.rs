//! What x86 instructions can do for others: read an operand from memory, add up an address, branch
//! on a comparison.

use super::counted::leaves_carry;
use crate::ice::{BinOp, CastOp, FloatCond, Function, Inst, InstData, IntCond, Type, ValueDef};
use crate::isa::common::selection::{AddressMode, Rules, is_near_symbol};

/// The rules of one mode.
#[derive(Copy, Clone, Debug)]
pub struct X86Rules {
    /// 64-bit mode.
    pub is_64: bool,
    /// Whether steps may be made behind what the block carries to phis.
    pub steps_last: bool,
}

impl Rules for X86Rules {
    fn allows(&self, mode: &AddressMode, _: Type) -> bool {
        mode.symbol.is_none() || is_near_symbol(mode.disp)
    }

    fn may_read_memory(&self, user: &InstData) -> bool {
        use InstData::*;
        matches!(user, Binary { .. } | Icmp { .. } | Fcmp { .. } | Cast { .. } | Select { .. })
    }

    fn reads_memory(&self, func: &Function, user: Inst, operand: usize, ty: Type) -> bool {
        let is_word = ty == Type::I32 || (ty == Type::I64 && self.is_64);
        match *func.inst(user) {
            InstData::Binary { op, .. } => match op {
                BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Mul => is_word,
                BinOp::Sub => is_word && operand == 1,
                BinOp::FAdd | BinOp::FMul => ty.is_scalar_float(),
                BinOp::FSub | BinOp::FDiv => ty.is_scalar_float() && operand == 1,
                _ => false,
            },
            InstData::Icmp { .. } => is_word || matches!(ty, Type::I8 | Type::I16),
            InstData::Fcmp { .. } => ty.is_scalar_float(),
            InstData::Cast { op, .. } => match op {
                CastOp::FpExt | CastOp::FpTrunc => true,
                CastOp::ZExt | CastOp::SExt => matches!(ty, Type::I8 | Type::I16),
                CastOp::SiToFp => ty == Type::I32,
                CastOp::FpToSi => ty.is_scalar_float() && func.result(user).is_some_and(|result| func.ty(result) == Type::I32),
                _ => false,
            },
            InstData::Select { .. } => operand == 1 && is_word,
            _ => false,
        }
    }

    fn changes_memory(&self, op: BinOp, ty: Type) -> bool {
        let has_size = matches!(ty, Type::I8 | Type::I16 | Type::I32) || (ty == Type::I64 && self.is_64);
        has_size && matches!(op, BinOp::Add | BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor)
    }

    fn folds_addresses(&self) -> bool {
        true
    }

    fn steps_keep_flags(&self) -> bool {
        // lea does.
        self.steps_last
    }

    fn folds_compare(&self, func: &Function, compare: Inst) -> bool {
        match *func.inst(compare) {
            InstData::Icmp { lhs, .. } => !func.ty(lhs).is_vector(),
            InstData::Fcmp { cond, lhs, .. } => !func.ty(lhs).is_vector() && !matches!(cond, FloatCond::False | FloatCond::True),
            _ => false,
        }
    }

    fn compares_again(&self, func: &Function, compare: Inst) -> bool {
        match *func.inst(compare) {
            InstData::Icmp { lhs, .. } => self.is_64 || func.ty(lhs) != Type::I64,
            _ => false,
        }
    }

    fn tested(&self, func: &Function, compare: Inst) -> Option<Inst> {
        let InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, lhs, rhs } = *func.inst(compare) else { return None };
        let ty = func.ty(lhs);
        let has_size = matches!(ty, Type::I8 | Type::I16 | Type::I32) || (ty == Type::I64 && self.is_64);
        let Some(ValueDef::Inst(mask)) = func.def(lhs).filter(|_| func.int_const(rhs) == Some(0)) else { return None };
        let InstData::Binary { op: BinOp::And, lhs, rhs } = *func.inst(mask) else { return None };
        // Of a pair one half.
        let is_half = ty == Type::I64 && func.int_const(rhs).is_some_and(|mask| mask as u32 == 0 || mask >> 32 == 0);
        ((has_size || is_half) && func.int_const(lhs).is_none()).then_some(mask)
    }

    fn adds_compare(&self, func: &Function, compare: Inst, ty: Type) -> bool {
        (ty == Type::I32 || (ty == Type::I64 && self.is_64)) && leaves_carry(func, compare)
    }
}
