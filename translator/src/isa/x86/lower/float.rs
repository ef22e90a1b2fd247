//! Scalar floating point: arithmetic, comparison, select, square root, signs. SSE2 does
//! all of it as [IEEE-754] throughout has it.

use super::super::op::{Cc, Op, Size};
use super::arith::Decision;
use super::{Lower, Opnd, load_op};
use crate::ice::{BinOp, FloatCond, Type, Value};
use crate::isa::common::helpers;
use crate::isa::common::lower::operations::{Sign, pick};
use crate::isa::common::lower::{FloatCode, ValueCode};
use crate::lir::Var;

/// How a predicate is read off the flags of `ucomis`, which sets ZF, PF and CF when the operands
/// are unordered, CF when the first is less, ZF when they are equal, and clears all three when the
/// first is greater.
enum Flags {
    /// The same answer for all operands.
    Constant(bool),
    /// One condition code.
    One(Cc),
    /// One condition code with the operands swapped.
    Swapped(Cc),
    /// Equal and not unordered.
    EqualAndOrdered,
    /// Not equal or unordered.
    UnequalOrUnordered,
}

fn flags_of(cond: FloatCond) -> Flags {
    match cond {
        FloatCond::False => Flags::Constant(false),
        FloatCond::True => Flags::Constant(true),
        FloatCond::Oeq => Flags::EqualAndOrdered,
        FloatCond::Une if fault!(X86UneParity) => Flags::One(Cc::Ne),
        FloatCond::Une => Flags::UnequalOrUnordered,
        FloatCond::Ogt => Flags::One(Cc::A),
        FloatCond::Oge => Flags::One(Cc::Ae),
        FloatCond::Olt => Flags::Swapped(Cc::A),
        FloatCond::Ole => Flags::Swapped(Cc::Ae),
        FloatCond::One => Flags::One(Cc::Ne),
        FloatCond::Ord => Flags::One(Cc::Np),
        FloatCond::Uno => Flags::One(Cc::P),
        FloatCond::Ueq => Flags::One(Cc::E),
        FloatCond::Ugt if fault!(X86UgtOrdered) => Flags::One(Cc::A),
        FloatCond::Ugt => Flags::Swapped(Cc::B),
        FloatCond::Uge => Flags::Swapped(Cc::Be),
        FloatCond::Ult => Flags::One(Cc::B),
        FloatCond::Ule => Flags::One(Cc::Be),
    }
}

impl FloatCode for Lower<'_> {
    fn float_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let machine_op = match op {
            BinOp::FAdd => pick(ty, Op::Addss, Op::Addsd),
            BinOp::FSub => pick(ty, Op::Subss, Op::Subsd),
            BinOp::FMul => pick(ty, Op::Mulss, Op::Mulsd),
            BinOp::FDiv => pick(ty, Op::Divss, Op::Divsd),
            _ => return self.helper_call(helpers::remainder(ty), &[lhs, rhs], Some(result)),
        };
        let is_commutative = matches!(op, BinOp::FAdd | BinOp::FMul);
        let (lhs, rhs) = if is_commutative && self.is_better_left(rhs, lhs) { (rhs, lhs) } else { (lhs, rhs) };
        let temp = self.xmm_of(lhs);
        // A square reads the copy twice, so that the copied need not live on.
        let rhs = if rhs == lhs { Opnd::Var(temp) } else { self.operand(rhs) };
        self.sse(machine_op, temp, rhs);
        self.define(result, temp);
    }

    fn scalar_fcmp(&mut self, result: Value, ty: Type, cond: FloatCond, lhs: Value, rhs: Value) {
        match flags_of(cond) {
            Flags::Constant(truth) => {
                let home = self.home(result);
                self.op(Op::Mov, Size::B4, home, Opnd::Imm(i32::from(truth)));
            }
            Flags::One(cc) => self.fcmp_one(result, ty, cc, lhs, rhs),
            Flags::Swapped(cc) => self.fcmp_one(result, ty, cc, rhs, lhs),
            Flags::EqualAndOrdered => self.fcmp_two(result, ty, lhs, rhs, Cc::E, Cc::Np, Op::And),
            Flags::UnequalOrUnordered => self.fcmp_two(result, ty, lhs, rhs, Cc::Ne, Cc::P, Op::Or),
        }
    }

    fn float_bits(&mut self, value: Value) -> Var {
        let float = self.xmm_of(value);
        let temp = self.gpr();
        self.op(Op::Movd, Size::B4, temp, float);
        temp
    }

    fn sqrt(&mut self, result: Value, ty: Type, src: Value) {
        let operand = self.operand(src);
        let temp = self.xmm();
        self.sse(pick(ty, Op::Sqrtss, Op::Sqrtsd), temp, operand);
        self.define(result, temp);
    }

    fn with_sign(&mut self, result: Value, ty: Type, src: Value, sign: Sign) {
        let rest = match ty {
            Type::F64 => u128::from(u64::MAX >> 1) << 64 | u128::from(u64::MAX >> 1),
            _ => splat32(u32::MAX >> 1),
        };
        let temp = self.xmm_of(src);
        match sign {
            Sign::Cleared => self.mask(Op::Andps, temp, rest),
            Sign::Turned => self.mask(Op::Xorps, temp, !rest),
        }
        self.define(result, temp);
    }
}

impl Lower<'_> {
    fn fcmp_one(&mut self, result: Value, ty: Type, cc: Cc, lhs: Value, rhs: Value) {
        self.float_compare(ty, lhs, rhs);
        self.define_condition(result, cc);
    }

    /// Sets the flags for a predicate that depends on its operands.
    pub(super) fn float_decision(&mut self, cond: FloatCond, lhs: Value, rhs: Value) -> Decision {
        let ty = self.func.ty(lhs);
        let (decision, lhs, rhs) = match flags_of(cond) {
            Flags::Constant(_) => unreachable!("a constant predicate is not folded"),
            Flags::One(cc) => (Decision::One(cc), lhs, rhs),
            Flags::Swapped(cc) => (Decision::One(cc), rhs, lhs),
            Flags::EqualAndOrdered => (Decision::Both(Cc::E, Cc::Np), lhs, rhs),
            Flags::UnequalOrUnordered => (Decision::Either(Cc::Ne, Cc::P), lhs, rhs),
        };
        self.float_compare(ty, lhs, rhs);
        decision
    }

    #[allow(clippy::too_many_arguments, reason = "two conditions and how to join them")]
    fn fcmp_two(&mut self, result: Value, ty: Type, lhs: Value, rhs: Value, first: Cc, second: Cc, join: Op) {
        self.float_compare(ty, lhs, rhs);
        let (a, b) = (self.byte_gpr(), self.byte_gpr());
        self.set_if(first, a);
        self.set_if(second, b);
        self.op(join, Size::B4, a, b);
        self.define(result, a);
    }

    fn float_compare(&mut self, ty: Type, lhs: Value, rhs: Value) {
        let left = self.xmm_of(lhs);
        let right = self.operand(rhs);
        self.sse(pick(ty, Op::Ucomiss, Op::Ucomisd), left, right);
    }

    /// A select with a scalar condition of a floating-point or vector value. Moves leave the flags
    /// alone.
    pub(super) fn float_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        let ty = self.func.ty(result);
        let temp = self.xmm_of(on_true);
        let done = self.code.make_label();
        let cc = self.condition(cond);
        self.jump_if(cc, done);
        let otherwise = self.operand(on_false);
        self.sse(load_op(ty), temp, otherwise);
        self.bind(done);
        self.define(result, temp);
    }

    /// `temp op= constant`, all 128 bits.
    pub(super) fn mask(&mut self, op: Op, temp: Var, constant: u128) {
        let operand = self.constant(constant, 16);
        self.sse(op, temp, operand);
    }
}

/// A 128-bit constant of four equal lanes.
pub(super) const fn splat32(lane: u32) -> u128 {
    let pair = (lane as u64) << 32 | lane as u64;
    (pair as u128) << 64 | pair as u128
}

/// A 128-bit constant of eight equal lanes.
pub(super) const fn splat16(lane: u16) -> u128 {
    splat32((lane as u32) << 16 | lane as u32)
}

/// A 128-bit constant of sixteen equal lanes.
pub(super) const fn splat8(lane: u8) -> u128 {
    splat16((lane as u16) << 8 | lane as u16)
}
