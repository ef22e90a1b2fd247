//! The instruction records of a function block.
//!
//! One record an instruction. Operands are announced and turned into distances in the order of the
//! record; the numbers of operators are the manual's. Nothing can fail here: what the format lacks,
//! [`check`](super::check) has refused.
//!
//! Source: [PNACL-MANUAL] from "Terminator Instructions" to "Call Instructions"; the comparison
//! record is 28, as in the manual's examples.

use super::alignment;
use super::blocks::BlockWriter;
use super::constants::rotated;
use super::function::BodyWriter;
use crate::ice::inst::{CaseList, PhiList, ValueList};
use crate::ice::opcode::{BinOp, CastOp};
use crate::ice::{Block, Function, Inst, InstData, Sig, Type, Value};

const BINARY: u64 = 2;
const CAST: u64 = 3;
const EXTRACT_ELEMENT: u64 = 6;
const INSERT_ELEMENT: u64 = 7;
const RET: u64 = 10;
const BR: u64 = 11;
const SWITCH: u64 = 12;
const UNREACHABLE: u64 = 15;
const PHI: u64 = 16;
const ALLOCA: u64 = 19;
const LOAD: u64 = 20;
const STORE: u64 = 24;
const COMPARE: u64 = 28;
const SELECT: u64 = 29;
const CALL: u64 = 34;
const CALL_INDIRECT: u64 = 44;

/// The C calling convention, without the hint that marks tail calls.
const C_CONVENTION: u64 = 0;

/// Predicates of integer comparisons are numbered from here, in the order of `IntCond::ALL`.
const FIRST_INT_COND: u64 = 32;

impl BodyWriter<'_> {
    /// Writes an instruction.
    pub(super) fn instruction(&mut self, func: &Function, inst: Inst, out: &mut BlockWriter) {
        let ty = func.result(inst).map_or(Type::Void, |value| func.ty(value));
        match *func.inst(inst) {
            InstData::Alloca { size, align } => self.fixed(func, ALLOCA, [size], [alignment(align)], out),
            InstData::Binary { op, lhs, rhs } => self.fixed(func, BINARY, [lhs, rhs], [binary_number(op)], out),
            InstData::Cast { op, src } => self.fixed(func, CAST, [src], [self.types.number(ty), cast_number(op)], out),
            InstData::Icmp { cond, lhs, rhs } => self.fixed(func, COMPARE, [lhs, rhs], [FIRST_INT_COND + cond as u64], out),
            InstData::Fcmp { cond, lhs, rhs } => self.fixed(func, COMPARE, [lhs, rhs], [cond as u64], out),
            InstData::Select { cond, on_true, on_false } => self.fixed(func, SELECT, [on_true, on_false, cond], [], out),
            InstData::Load { addr, align } => self.fixed(func, LOAD, [addr], [alignment(align), self.types.number(ty)], out),
            InstData::Store { addr, value, align } => self.fixed(func, STORE, [addr, value], [alignment(align)], out),
            InstData::InsertElement { vector, element, index } => {
                self.fixed(func, INSERT_ELEMENT, [vector, element, index], [], out);
            }
            InstData::ExtractElement { vector, index } => self.fixed(func, EXTRACT_ELEMENT, [vector, index], [], out),
            InstData::Phi { args } => self.phi(func, ty, args, out),
            InstData::Call { func: callee, args } => {
                let callee = self.callee(callee);
                self.operands.clear();
                self.operands.extend([C_CONVENTION, callee]);
                self.arguments(func, CALL, args, out);
            }
            InstData::CallIndirect { callee, sig, args } => self.call_indirect(func, callee, sig, args, out),
            InstData::Br { target } => out.record(BR, [self.block(target)].into_iter()),
            InstData::CondBr { cond, on_true, on_false } => {
                let cond = self.operand(func, cond, out);
                out.record(BR, [self.block(on_true), self.block(on_false), cond].into_iter());
            }
            InstData::Switch { value, cases, default } => self.switch(func, value, cases, default, out),
            InstData::Ret { value: Some(value) } => self.fixed(func, RET, [value], [], out),
            InstData::Ret { value: None } => out.record(RET, [].into_iter()),
            InstData::Unreachable => out.record(UNREACHABLE, [].into_iter()),
        }
    }

    /// A record of some values and then some numbers.
    fn fixed<const V: usize, const N: usize>(
        &mut self,
        func: &Function,
        code: u64,
        values: [Value; V],
        numbers: [u64; N],
        out: &mut BlockWriter,
    ) {
        let mut record = [0; 4];
        for (slot, value) in record.iter_mut().zip(values) {
            *slot = self.operand(func, value, out);
        }
        record[V..V + N].copy_from_slice(&numbers);
        out.record(code, record[..V + N].iter().copied());
    }

    fn phi(&mut self, func: &Function, ty: Type, args: PhiList, out: &mut BlockWriter) {
        self.operands.clear();
        self.operands.push(self.types.number(ty));
        for arg in func.phi_args(args) {
            let (value, block) = (self.phi_operand(func, arg.value, out), self.block(arg.block));
            self.operands.extend([value, block]);
        }
        out.record(PHI, self.operands.iter().copied());
    }

    fn call_indirect(&mut self, func: &Function, callee: Value, sig: Sig, args: ValueList, out: &mut BlockWriter) {
        let callee = self.operand(func, callee, out);
        let result = self.types.number(self.module.sigs[sig].result);
        self.operands.clear();
        self.operands.extend([C_CONVENTION, callee, result]);
        self.arguments(func, CALL_INDIRECT, args, out);
    }

    /// Completes and writes the record of a call.
    fn arguments(&mut self, func: &Function, code: u64, args: ValueList, out: &mut BlockWriter) {
        for &arg in func.values(args) {
            let arg = self.operand(func, arg, out);
            self.operands.push(arg);
        }
        out.record(code, self.operands.iter().copied());
    }

    /// A switch. Each case is a list of one range of one value, a form that has room for more than
    /// any tool wrote.
    fn switch(&mut self, func: &Function, value: Value, cases: CaseList, default: Block, out: &mut BlockWriter) {
        let ty = func.ty(value);
        let value = self.operand(func, value, out);
        let (cases, default) = (func.cases(cases), self.block(default));
        self.operands.clear();
        self.operands.extend([self.types.number(ty), value, default, cases.len() as u64]);
        for case in cases {
            let target = self.block(case.target);
            self.operands.extend([1, 1, rotated(case.value, ty), target]);
        }
        out.record(SWITCH, self.operands.iter().copied());
    }
}

const fn binary_number(op: BinOp) -> u64 {
    match op {
        BinOp::Add | BinOp::FAdd => 0,
        BinOp::Sub | BinOp::FSub => 1,
        BinOp::Mul | BinOp::FMul => 2,
        BinOp::UDiv => 3,
        BinOp::SDiv | BinOp::FDiv => 4,
        BinOp::URem => 5,
        BinOp::SRem | BinOp::FRem => 6,
        BinOp::Shl => 7,
        BinOp::LShr => 8,
        BinOp::AShr => 9,
        BinOp::And => 10,
        BinOp::Or => 11,
        BinOp::Xor => 12,
    }
}

const fn cast_number(op: CastOp) -> u64 {
    match op {
        CastOp::Trunc => 0,
        CastOp::ZExt => 1,
        CastOp::SExt => 2,
        CastOp::FpToUi => 3,
        CastOp::FpToSi => 4,
        CastOp::UiToFp => 5,
        CastOp::SiToFp => 6,
        CastOp::FpTrunc => 7,
        CastOp::FpExt => 8,
        CastOp::Bitcast => 11,
    }
}
