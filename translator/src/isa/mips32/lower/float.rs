//! Scalar floating point: arithmetic, comparison, square root, signs.

use super::super::op::Op;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, FloatCond, Type, Value};
use crate::isa::common::lower::operations::{Sign, pick};
use crate::isa::common::lower::{FloatCode, ValueCode};
use crate::lir::Var;
use crate::mc::{Helper, Label};

/// How a predicate is read off a comparison.
struct Test {
    /// The comparison.
    op: Op,
    /// Whether the predicate holds when the comparison does.
    sense: bool,
}

/// The comparison for a predicate, or its value if it has the same for all operands.
fn test_of(ty: Type, cond: FloatCond) -> Result<Test, bool> {
    use FloatCond::*;
    let (single, double, sense) = match cond {
        False => return Err(false),
        True => return Err(true),
        Oeq => (Op::CEqS, Op::CEqD, true),
        Une => (Op::CEqS, Op::CEqD, false),
        Ueq => (Op::CUeqS, Op::CUeqD, true),
        One => (Op::CUeqS, Op::CUeqD, false),
        Uno => (Op::CUnS, Op::CUnD, true),
        Ord => (Op::CUnS, Op::CUnD, false),
        Olt => (Op::COltS, Op::COltD, true),
        Uge => (Op::COltS, Op::COltD, false),
        Ole => (Op::COleS, Op::COleD, true),
        Ugt => (Op::COleS, Op::COleD, false),
        Ult => (Op::CUltS, Op::CUltD, true),
        Oge => (Op::CUltS, Op::CUltD, false),
        Ule => (Op::CUleS, Op::CUleD, true),
        Ogt => (Op::CUleS, Op::CUleD, false),
    };
    Ok(Test { op: pick(ty, single, double), sense })
}

/// Whether a predicate depends on its operands.
pub(super) fn is_test(cond: FloatCond) -> bool {
    test_of(Type::F64, cond).is_ok()
}

impl FloatCode for Lower<'_> {
    fn float_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let Some(machine_op) = float_op(ty, op) else {
            let helper = if ty == Type::F64 { Helper::Fmod } else { Helper::Fmodf };
            return self.helper_call(helper, &[lhs, rhs], Some(result));
        };
        let left = self.fpr_of(lhs);
        // A square reads one copy twice.
        let right = if rhs == lhs { left } else { self.fpr_of(rhs) };
        let temp = self.fpr();
        self.op(machine_op, temp, left, right);
        self.define(result, temp);
    }

    fn scalar_fcmp(&mut self, result: Value, ty: Type, cond: FloatCond, lhs: Value, rhs: Value) {
        let (left, right) = (self.fpr_of(lhs), self.fpr_of(rhs));
        let truth = self.float_compare(ty, cond, left, right, 1);
        self.define(result, truth);
    }

    fn float_bits(&mut self, value: Value) -> Var {
        let float = self.fpr_of(value);
        self.new_op(Op::Mfc1, float, Opnd::None)
    }

    fn sqrt(&mut self, result: Value, ty: Type, src: Value) {
        let (source, temp) = (self.fpr_of(src), self.fpr());
        self.op(pick(ty, Op::SqrtS, Op::SqrtD), temp, source, Opnd::None);
        self.define(result, temp);
    }

    fn with_sign(&mut self, result: Value, ty: Type, src: Value, sign: Sign) {
        let (single, double) = match sign {
            Sign::Cleared => (Op::AbsS, Op::AbsD),
            Sign::Turned => (Op::NegS, Op::NegD),
        };
        if ty.is_vector() {
            return self.lanes_with_sign(result, single, src);
        }
        let (source, temp) = (self.fpr_of(src), self.fpr());
        self.op(pick(ty, single, double), temp, source, Opnd::None);
        self.define(result, temp);
    }
}

impl Lower<'_> {
    /// Goes to a label if a predicate holds that is not a constant.
    pub(super) fn branch_on_floats(&mut self, cond: FloatCond, lhs: Value, rhs: Value, to: Label) {
        let ty = self.func.ty(lhs);
        let Ok(Test { op, sense }) = test_of(ty, cond) else { unreachable!("{cond} is no test") };
        let (left, right) = (self.fpr_of(lhs), self.fpr_of(rhs));
        self.effect_op(op, left, right);
        self.before_jumps();
        self.branch_if(if sense { Op::Bc1t } else { Op::Bc1f }, Opnd::None, Opnd::None, to);
    }

    /// A temporary that is `holds` if a predicate holds, and 0 if not.
    pub(super) fn float_compare(&mut self, ty: Type, cond: FloatCond, left: Var, right: Var, holds: i32) -> Var {
        match test_of(ty, cond) {
            Err(constant) => self.load_gpr(Opnd::Imm(if constant { holds } else { 0 })),
            Ok(Test { op, sense }) => {
                let truth = self.load_gpr(Opnd::Imm(holds));
                self.effect_op(op, left, right);
                // Zero where the predicate does not hold.
                self.op(if sense { Op::Movf } else { Op::Movt }, truth, Opnd::Imm(0), Opnd::None);
                truth
            }
        }
    }

    /// `dst` = the upper half of a double's bits.
    pub(super) fn read_upper(&mut self, dst: Var, double: Var) {
        self.push(Inst::new(Opcode::FromUpper, dst.into(), double.into(), Opnd::None));
    }

    /// The upper half of a double's bits = `src`, a register operand; the lower half is there
    /// already.
    pub(super) fn write_upper(&mut self, double: Var, src: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::ToUpper, double.into(), src.into(), Opnd::None));
    }
}

/// The machine's operation for an operator, if there is one: remainders are calls.
pub(super) const fn float_op(ty: Type, op: BinOp) -> Option<Op> {
    Some(match op {
        BinOp::FAdd => pick(ty, Op::AddS, Op::AddD),
        BinOp::FSub => pick(ty, Op::SubS, Op::SubD),
        BinOp::FMul => pick(ty, Op::MulS, Op::MulD),
        BinOp::FDiv => pick(ty, Op::DivS, Op::DivD),
        _ => return None,
    })
}
