//! Scalar floating point: arithmetic, comparison, square root, signs. VFP does all of it
//! as [IEEE-754] throughout has it.

use super::super::op::{Cond, Op};
use super::{Lower, Opnd};
use crate::ice::{BinOp, FloatCond, Type, Value, ValueDef};
use crate::isa::common::helpers;
use crate::isa::common::lower::operations::{Sign, pick};
use crate::isa::common::lower::{FloatCode, ValueCode};
use crate::lir::Var;
use crate::options::Pass;

/// Which conditions say that a predicate holds, after `vcmp` and `vmrs`: less sets N, equal sets Z
/// and C, greater sets C, unordered sets C and V.
fn conditions(cond: FloatCond) -> &'static [Cond] {
    use Cond::*;
    match cond {
        FloatCond::False => &[],
        FloatCond::True => &[Al],
        FloatCond::Oeq => &[Eq],
        FloatCond::Ogt => &[Gt],
        FloatCond::Oge => &[Ge],
        FloatCond::Olt => &[Mi],
        FloatCond::Ole => &[Ls],
        FloatCond::One => &[Mi, Gt],
        FloatCond::Ord => &[Vc],
        FloatCond::Uno => &[Vs],
        FloatCond::Ueq => &[Eq, Vs],
        FloatCond::Ugt => &[Hi],
        FloatCond::Uge => &[Pl],
        FloatCond::Ult => &[Lt],
        FloatCond::Ule if fault!(Arm32UleOrdered) => &[Ls],
        FloatCond::Ule => &[Le],
        FloatCond::Une => &[Ne],
    }
}

impl Lower<'_> {
    fn float_unary(&mut self, result: Value, ops: (Op, Op), src: Value) {
        let ty = self.func.ty(src);
        let (source, temp) = (self.value(src), self.temp_for(ty));
        self.op2(pick(ty, ops.0, ops.1), temp, source);
        self.define(result, temp);
    }

    /// A sum or difference where one of the two is a product of this block for nobody else; `None` if neither is. The product is
    /// rounded, as if it were made apart.
    fn with_float_product(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Option<Var> {
        let is_right = self.float_product_of(rhs).is_some();
        let (joined, product, other) = match op {
            BinOp::FAdd if is_right => (pick(ty, Op::VmlaF32, Op::VmlaF64), rhs, lhs),
            BinOp::FAdd => (pick(ty, Op::VmlaF32, Op::VmlaF64), lhs, rhs),
            BinOp::FSub if is_right => (pick(ty, Op::VmlsF32, Op::VmlsF64), rhs, lhs),
            BinOp::FSub if fault!(Arm32ProductLess) => (pick(ty, Op::VmlsF32, Op::VmlsF64), lhs, rhs),
            BinOp::FSub => (pick(ty, Op::VnmlsF32, Op::VnmlsF64), lhs, rhs),
            _ => return None,
        };
        let (left, right) = self.float_product_of(product)?;
        if !self.may_fold(Pass::JoinedOperands, product) {
            return None;
        }
        let left_factor = self.value(left);
        let right_factor = if left == right { left_factor } else { self.value(right) };
        let result = self.value(other);
        self.op3(joined, result, left_factor, right_factor);
        Some(result)
    }

    fn float_product_of(&self, value: Value) -> Option<(Value, Value)> {
        let (op, lhs, rhs) = self.binary_here(value, 1)?;
        (op == BinOp::FMul).then_some((lhs, rhs))
    }
}

impl FloatCode for Lower<'_> {
    fn float_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        if let Some(joined) = self.with_float_product(ty, op, lhs, rhs) {
            return self.define(result, joined);
        }
        let machine_op = match op {
            BinOp::FAdd => pick(ty, Op::VaddF32, Op::VaddF64),
            BinOp::FSub => pick(ty, Op::VsubF32, Op::VsubF64),
            BinOp::FMul => pick(ty, Op::VmulF32, Op::VmulF64),
            BinOp::FDiv => pick(ty, Op::VdivF32, Op::VdivF64),
            _ => return self.helper_call(helpers::remainder(ty), &[lhs, rhs], Some(result)),
        };
        let left = self.value(lhs);
        // A square reads one copy twice.
        let right = if rhs == lhs { left } else { self.value(rhs) };
        let temp = self.temp_for(ty);
        self.op3(machine_op, temp, left, right);
        self.define(result, temp);
    }

    fn scalar_fcmp(&mut self, result: Value, ty: Type, cond: FloatCond, lhs: Value, rhs: Value) {
        let left = self.value(lhs);
        let is_zero = |bits: u64| bits == 0 || fault!(Arm32CompareZero, bits << 12 == 0);
        if matches!(self.func.def(rhs), Some(ValueDef::F32(0)))
            || matches!(self.func.def(rhs), Some(ValueDef::F64(bits)) if is_zero(bits))
        {
            self.op2(pick(ty, Op::VcmpZeroF32, Op::VcmpZeroF64), left, Opnd::Imm(0));
        } else {
            let right = self.value(rhs);
            self.op2(pick(ty, Op::VcmpF32, Op::VcmpF64), left, right);
        }
        self.op0(Op::Vmrs);
        self.define_flag(result, conditions(cond));
    }

    fn float_bits(&mut self, value: Value) -> Var {
        let temp = self.core();
        match self.func.def(value) {
            Some(ValueDef::F32(bits)) => self.number(temp, bits),
            Some(ValueDef::Undef) => self.number(temp, 0),
            _ => {
                let home = self.home(value);
                self.mov(temp, home);
            }
        }
        temp
    }

    fn sqrt(&mut self, result: Value, _: Type, src: Value) {
        self.float_unary(result, (Op::VsqrtF32, Op::VsqrtF64), src);
    }

    fn with_sign(&mut self, result: Value, ty: Type, src: Value, sign: Sign) {
        match (sign, ty.is_vector()) {
            (Sign::Cleared, true) => self.vector_with_sign(result, Op::VqabsF32, src),
            (Sign::Turned, true) => self.vector_with_sign(result, Op::VqnegF32, src),
            (Sign::Cleared, false) => self.float_unary(result, (Op::VabsF32, Op::VabsF64), src),
            (Sign::Turned, false) => self.float_unary(result, (Op::VnegF32, Op::VnegF64), src),
        }
    }
}
