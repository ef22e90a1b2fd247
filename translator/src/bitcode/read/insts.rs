//! The instruction records of a function block, calls excepted: operands resolved, types checked,
//! ICE appended.
//!
//! Source: [PNACL-MANUAL] from "Terminator Instructions" to "Select Instruction", and "Memory
//! Blocks and Alignment"; [PNACL-ABI] "List of allowed instructions". Where the two differ: the
//! comparison record is 28 as in the manual's examples; a scalar condition may select between
//! vectors; a vector index may be a variable; case ranges of a switch (which the record's form has
//! room for, and no released tool wrote) are refused.

use super::constants::integer;
use super::function::BodyDecoder;
use super::{MAX_LOG_ALIGN, alignment};
use crate::error::DecodeError;
use crate::ice::inst::{BlockCall, InstData, SwitchCase};
use crate::ice::opcode::{BinOp, CastOp, FloatCond, IntCond};
use crate::ice::{Block, Type, Value};

const BINARY: u64 = 2;
const CAST: u64 = 3;
const EXTRACT_ELEMENT: u64 = 6;
const INSERT_ELEMENT: u64 = 7;
const RET: u64 = 10;
const BR: u64 = 11;
const SWITCH: u64 = 12;
const UNREACHABLE: u64 = 15;
const ALLOCA: u64 = 19;
const LOAD: u64 = 20;
const STORE: u64 = 24;
const COMPARE: u64 = 28;
const SELECT: u64 = 29;
const CALL: u64 = 34;
const CALL_INDIRECT: u64 = 44;

/// Predicates of integer comparisons are numbered from here, in the order of [`IntCond::ALL`].
const FIRST_INT_COND: u64 = 32;

impl BodyDecoder<'_> {
    /// Any instruction but a phi.
    #[inline]
    pub(super) fn instruction(&mut self, code: u64, operands: &[u64]) -> Result<(), DecodeError> {
        match code {
            BINARY => self.binary(operands),
            CAST => self.cast(operands),
            EXTRACT_ELEMENT => self.extract_element(operands),
            INSERT_ELEMENT => self.insert_element(operands),
            RET => self.ret(operands),
            BR => self.br(operands),
            SWITCH => self.switch(operands),
            UNREACHABLE => {
                let [] = self.exactly(operands)?;
                self.terminate(InstData::Unreachable)
            }
            ALLOCA => self.alloca(operands),
            LOAD => self.load(operands),
            STORE => self.store(operands),
            COMPARE => self.compare(operands),
            SELECT => self.select(operands),
            CALL => self.call(operands),
            CALL_INDIRECT => self.call_indirect(operands),
            _ => Err(self.error("unknown record code; expected an instruction of PNaCl")),
        }
    }

    fn binary(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [lhs, rhs, number] = self.exactly(operands)?;
        let (lhs, ty) = self.operand(lhs)?;
        let rhs = self.operand_of(rhs, ty, "right operand")?;
        let Some(op) = binary_operator(number, ty.is_float_or_float_vector()) else {
            return Err(self.error(format!("unknown binary operator {number} for type {ty}")));
        };
        if !op.accepts(ty) {
            return Err(self.error(format!("{op} is not allowed for type {ty}")));
        }
        self.define(InstData::Binary { op, lhs, rhs }, ty)
    }

    fn cast(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [src, to, number] = self.exactly(operands)?;
        let (src, from) = self.operand(src)?;
        let to = self.value_type(to)?;
        let Some(op) = cast_operator(number) else {
            return Err(self.error(format!("unknown conversion {number}")));
        };
        if !op.accepts(from, to) {
            return Err(self.error(format!("{op} cannot convert {from} to {to}")));
        }
        self.define(InstData::Cast { op, src }, to)
    }

    fn compare(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [lhs, rhs, number] = self.exactly(operands)?;
        let (lhs, ty) = self.operand(lhs)?;
        let rhs = self.operand_of(rhs, ty, "right operand")?;
        let number = if fault!(ReadSleAsSlt, number == 41) { 40 } else { number };
        let at = |index: u64| usize::try_from(index).unwrap_or(usize::MAX);
        let data = if ty.is_float_or_float_vector() {
            FloatCond::ALL.get(at(number)).map(|&cond| InstData::Fcmp { cond, lhs, rhs })
        } else {
            IntCond::ALL.get(at(number.wrapping_sub(FIRST_INT_COND))).map(|&cond| InstData::Icmp { cond, lhs, rhs })
        };
        match data {
            Some(data) => self.define(data, ty.comparison_result()),
            None => Err(self.error(format!("comparison predicate {number} for type {ty}; expected 0 to 15 or 32 to 41"))),
        }
    }

    fn select(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [on_true, on_false, cond] = self.exactly(operands)?;
        let (on_true, ty) = self.operand(on_true)?;
        let on_false = self.operand_of(on_false, ty, "second value of the select")?;
        let (cond, cond_type) = self.operand(cond)?;
        if cond_type != Type::I1 && !(ty.is_vector() && cond_type == ty.comparison_result()) {
            return Err(self.error(format!("select between values of type {ty} by a condition of type {cond_type}")));
        }
        let (on_true, on_false) = if fault!(ReadSelectSwapped) { (on_false, on_true) } else { (on_true, on_false) };
        self.define(InstData::Select { cond, on_true, on_false }, ty)
    }
}

/// Vectors.
impl BodyDecoder<'_> {
    fn extract_element(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [vector, index] = self.exactly(operands)?;
        let (vector, ty) = self.vector(vector)?;
        let index = self.lane(index, ty)?;
        self.define(InstData::ExtractElement { vector, index }, ty.element())
    }

    fn insert_element(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [vector, element, index] = self.exactly(operands)?;
        let (vector, ty) = self.vector(vector)?;
        let element = self.operand_of(element, ty.element(), "the inserted element")?;
        let index = self.lane(index, ty)?;
        self.define(InstData::InsertElement { vector, element, index }, ty)
    }

    fn vector(&self, distance: u64) -> Result<(Value, Type), DecodeError> {
        let (value, ty) = self.operand(distance)?;
        if ty.is_vector() { Ok((value, ty)) } else { Err(self.error(format!("operand of type {ty}; expected a vector"))) }
    }

    fn lane(&self, distance: u64, vector: Type) -> Result<Value, DecodeError> {
        let index = self.operand_of(distance, Type::I32, "lane index")?;
        match self.func.int_const(index) {
            Some(lane) if lane >= u64::from(vector.lanes()) => {
                Err(self.error(format!("lane {lane} of a vector with {} lanes", vector.lanes())))
            }
            _ => Ok(index),
        }
    }
}

/// Memory.
impl BodyDecoder<'_> {
    fn alloca(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [size, align] = self.exactly(operands)?;
        let size = self.operand_of(size, Type::I32, "size")?;
        let align = self.alignment(align)?;
        self.define(InstData::Alloca { size, align }, Type::I32)
    }

    fn load(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [addr, align, ty] = self.exactly(operands)?;
        let addr = self.operand_of(addr, Type::I32, "address")?;
        let ty = self.value_type(ty)?;
        let align = self.access(align, ty)?;
        self.define(InstData::Load { addr, align }, ty)
    }

    fn store(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [addr, value, align] = self.exactly(operands)?;
        let addr = self.operand_of(addr, Type::I32, "address")?;
        let (value, ty) = self.operand(value)?;
        let align = self.access(align, ty)?;
        self.effect(InstData::Store { addr, value, align })
    }

    fn alignment(&self, encoded: u64) -> Result<u32, DecodeError> {
        alignment(encoded)
            .ok_or_else(|| self.error(format!("alignment {encoded}; expected 0 to {MAX_LOG_ALIGN} (logarithm plus one)")))
    }

    /// The alignment of a load or store, which depends on the type.
    #[inline]
    fn access(&self, encoded: u64, ty: Type) -> Result<u32, DecodeError> {
        let align = self.alignment(encoded)?;
        let allowed = match ty {
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => align == 1,
            Type::F32 => matches!(align, 1 | 4),
            Type::F64 => matches!(align, 1 | 8),
            _ => match ty.memory_bytes() {
                Some(_) => align == ty.element().bits() / 8,
                None => return Err(self.error(format!("type {ty} cannot be loaded or stored"))),
            },
        };
        if allowed { Ok(align) } else { Err(self.error(format!("alignment {align} is not allowed for type {ty}"))) }
    }
}

/// Terminators.
impl BodyDecoder<'_> {
    fn ret(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let value = match *operands {
            [] if self.result == Type::Void => None,
            [] => return Err(self.error(format!("return without a value; expected {}", self.result))),
            [_] if self.result == Type::Void => return Err(self.error("a return value in a function of type void")),
            [value] => Some(self.operand_of(value, self.result, "return value")?),
            _ => return Err(self.error(format!("the record has {} values; expected 0 or 1", operands.len()))),
        };
        self.terminate(InstData::Ret { value })
    }

    fn br(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        match *operands {
            [target] => {
                let target = self.target(target)?;
                self.terminate(InstData::Br { target })
            }
            [on_true, on_false, cond] => {
                let (on_true, on_false) = (self.target(on_true)?, self.target(on_false)?);
                let cond = self.operand_of(cond, Type::I1, "condition")?;
                self.terminate(InstData::CondBr { cond, on_true, on_false })
            }
            _ => Err(self.error(format!("the record has {} values; expected 1 or 3", operands.len()))),
        }
    }

    fn switch(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [ty, value, default, count, cases @ ..] = operands else {
            return Err(self.error(format!("the record has {} values; expected at least 4", operands.len())));
        };
        let ty = self.value_type(*ty)?;
        if !ty.is_scalar_int() || ty == Type::I1 {
            return Err(self.error(format!("switch on type {ty}; expected i8, i16, i32 or i64")));
        }
        let value = self.operand_of(*value, ty, "switched value")?;
        let default = self.target(*default)?;
        if count.checked_mul(4) != Some(cases.len() as u64) {
            return Err(self.error(format!("{count} cases in {} values; expected 4 values each", cases.len())));
        }
        self.lists.cases.clear();
        for case in cases.chunks_exact(4) {
            let case = self.case(case, ty)?;
            self.lists.cases.push(case);
        }
        self.check_distinct_cases()?;
        let cases = self.func.make_cases(&self.lists.cases);
        self.terminate(InstData::Switch { value, cases, default })
    }

    fn case(&self, case: &[u64], ty: Type) -> Result<SwitchCase, DecodeError> {
        let &[1, 1, rotated, target] = case else {
            return Err(self.error("a switch case with a range or several values; expected one value for each case"));
        };
        let rotated = if fault!(ReadCaseSign, rotated & 1 == 1 && rotated < 256) { rotated - 1 } else { rotated };
        match integer(rotated, ty) {
            Some(value) => Ok(SwitchCase { value, target: self.target(target)? }),
            None => Err(self.error(format!("switch case (rotated) {rotated} does not fit {ty}"))),
        }
    }

    fn check_distinct_cases(&mut self) -> Result<(), DecodeError> {
        let values = &mut self.lists.case_values;
        values.clear();
        values.extend(self.lists.cases.iter().map(|case| case.value));
        values.sort_unstable();
        match values.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(self.place.error(format!("switch case {} occurs twice", pair[0]))),
            None => Ok(()),
        }
    }
}

/// Phis.
impl BodyDecoder<'_> {
    pub(super) fn phi(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [ty, incoming @ ..] = operands else {
            return Err(self.error("a phi without a type"));
        };
        let ty = self.value_type(*ty)?;
        if incoming.is_empty() || !incoming.len().is_multiple_of(2) {
            return Err(self.error(format!("a phi with {} values after its type; expected pairs", incoming.len())));
        }
        let room = self.room();
        self.lists.phi_args.clear();
        for pair in incoming.chunks_exact(2) {
            if pair[1] >= u64::from(self.blocks) {
                return Err(self.error(format!("phi names block {}; the function has {} blocks", pair[1], self.blocks)));
            }
            let value = self.numbering.phi_operand(self.func, self.module, pair[0], ty, room, &self.place)?;
            self.lists.phi_args.push(BlockCall { block: Block::from_u32(pair[1] as u32), value });
        }
        let args = self.func.make_phi_args(&self.lists.phi_args);
        let block = Block::from_u32(self.current);
        let inst = self.numbering.define(self.func, block, InstData::Phi { args }, ty, &self.place)?;
        self.lists.phis.push((inst, self.place.offset));
        Ok(())
    }
}

fn binary_operator(number: u64, float: bool) -> Option<BinOp> {
    use BinOp::*;
    Some(match (number, float) {
        (0, false) => Add,
        (1, false) if fault!(ReadSubAsAdd) => Add,
        (1, false) => Sub,
        (2, false) => Mul,
        (3, false) => UDiv,
        (4, false) => SDiv,
        (5, false) => URem,
        (6, false) => SRem,
        (7, false) => Shl,
        (8, false) => LShr,
        (9, false) if fault!(ReadAshrAsLshr) => LShr,
        (9, false) => AShr,
        (10, false) => And,
        (11, false) => Or,
        (12, false) => Xor,
        (0, true) => FAdd,
        (1, true) => FSub,
        (2, true) => FMul,
        (4, true) => FDiv,
        (6, true) => FRem,
        _ => return None,
    })
}

fn cast_operator(number: u64) -> Option<CastOp> {
    use CastOp::*;
    Some(match number {
        0 => Trunc,
        1 => ZExt,
        2 if fault!(ReadSextAsZext) => ZExt,
        2 => SExt,
        3 => FpToUi,
        4 => FpToSi,
        5 => UiToFp,
        6 => SiToFp,
        7 => FpTrunc,
        8 => FpExt,
        11 => Bitcast,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::bitcode::testing::{Record, TestBody, one_block, ty};

    /// Parameters of every kind; values 4 to 13. Constants: i32 0 (14), i32 4 (15). 16 comes next.
    const SIG: [u64; 8] = [ty::VOID, ty::I32, ty::I64, ty::F32, ty::F64, ty::V4I32, ty::V4F32, ty::V4I1];
    const CONSTANTS: [Record; 7] = [(1, &[ty::I32]), (4, &[0]), (4, &[8]), (1, &[ty::I1]), (4, &[3]), (1, &[ty::I8]), (4, &[2])];
    /// Distances from the first instruction to the values.
    const I32: u64 = 11;
    const I64: u64 = 10;
    const F32: u64 = 9;
    const F64: u64 = 8;
    const V4I32: u64 = 7;
    const V4F32: u64 = 6;
    const V4I1: u64 = 5;
    const ZERO: u64 = 4;
    const FOUR: u64 = 3;
    const I1: u64 = 2;
    const I8: u64 = 1;

    fn inst(code: u64, operands: &[u64]) -> Result<String, String> {
        let text = one_block(&SIG, &CONSTANTS, &[(code, operands), (10, &[])])?;
        let line = text.lines().nth(2).unwrap_or_default().trim();
        Ok(line.split(" = ").last().unwrap_or_default().to_string())
    }

    fn check(cases: &[(u64, &[u64], &str)]) {
        for (code, operands, expected) in cases {
            assert_eq!(inst(*code, operands).as_deref(), Ok(*expected), "{code} {operands:?}");
        }
    }

    #[test]
    fn binary_operators() {
        let names = ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"];
        for (number, name) in names.iter().enumerate() {
            assert_eq!(inst(2, &[I32, I32, number as u64]), Ok(format!("{name} i32 v0, v0")));
        }
        for (number, name) in [(0, "fadd"), (1, "fsub"), (2, "fmul"), (4, "fdiv"), (6, "frem")] {
            assert_eq!(inst(2, &[V4F32, V4F32, number]), Ok(format!("{name} <4 x float> v5, v5")));
        }
        check(&[(2, &[V4I1, V4I1, 12], "xor <4 x i1> v6, v6")]);
    }

    #[test]
    fn conversions() {
        check(&[
            (3, &[I32, ty::I8, 0], "trunc i32 v0 to i8"),
            (3, &[I8, ty::I64, 1], "zext i8 1 to i64"),
            (3, &[I1, ty::I16, 2], "sext i1 true to i16"),
            (3, &[V4F32, ty::V4I32, 3], "fptoui <4 x float> v5 to <4 x i32>"),
            (3, &[F64, ty::I16, 4], "fptosi double v3 to i16"),
            (3, &[I1, ty::F64, 5], "uitofp i1 true to double"),
            (3, &[I64, ty::F32, 6], "sitofp i64 v1 to float"),
            (3, &[F64, ty::F32, 7], "fptrunc double v3 to float"),
            (3, &[F32, ty::F64, 8], "fpext float v2 to double"),
            (3, &[F32, ty::I32, 11], "bitcast float v2 to i32"),
        ]);
    }

    #[test]
    fn comparisons_and_selects() {
        check(&[
            (28, &[I32, ZERO, 32], "icmp eq i32 v0, 0"),
            (28, &[I1, I1, 41], "icmp sle i1 true, true"),
            (28, &[V4I32, V4I32, 34], "icmp ugt <4 x i32> v4, v4"),
            (28, &[F32, F32, 0], "fcmp false float v2, v2"),
            (28, &[F64, F64, 15], "fcmp true double v3, v3"),
            (29, &[I64, I64, I1], "select i1 true, i64 v1, i64 v1"),
            (29, &[V4F32, V4F32, V4I1], "select <4 x i1> v6, <4 x float> v5, <4 x float> v5"),
            (29, &[V4F32, V4F32, I1], "select i1 true, <4 x float> v5, <4 x float> v5"),
        ]);
    }

    #[test]
    fn vector_elements() {
        check(&[
            (6, &[V4I32, ZERO], "extractelement <4 x i32> v4, i32 0"),
            (6, &[V4I1, I32], "extractelement <4 x i1> v6, i32 v0"),
            (7, &[V4F32, F32, ZERO], "insertelement <4 x float> v5, float v2, i32 0"),
        ]);
    }

    #[test]
    fn memory_access() {
        check(&[
            (19, &[I32, 0], "alloca i32 v0, align 0"),
            (19, &[FOUR, 30], "alloca i32 4, align 536870912"),
            (20, &[I32, 1, ty::I64], "load i64, v0, align 1"),
            (20, &[I32, 4, ty::F64], "load double, v0, align 8"),
            (20, &[I32, 3, ty::V4I32], "load <4 x i32>, v0, align 4"),
            (24, &[I32, F32, 3], "store float v2, v0, align 4"),
        ]);
    }

    #[test]
    fn switches() {
        let switch = |operands: &[u64]| {
            TestBody { sig: &[ty::VOID], constants: &CONSTANTS, records: &[(1, &[2]), (12, operands), (10, &[])] }.read()
        };
        let text = switch(&[ty::I8, I8, 1, 2, 1, 1, 3, 1, 1, 1, 4, 1]).unwrap();
        assert!(text.contains("switch i8 1, default b1 [-1: b1, 2: b1]"), "{text}");
        assert!(switch(&[ty::I8, I8, 1, 0]).is_ok());
    }
}
