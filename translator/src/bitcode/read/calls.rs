//! Calls: direct, of intrinsics, and through an address.
//!
//! Arguments are checked against the callee's signature; arguments of intrinsics that steer the
//! translation must be constants in range. A call through an address names its result type and
//! takes the rest of its signature from its arguments; that signature must stand in the types
//! block, where the SDK's tools put it (the manual would let it be absent).
//!
//! Source: [PNACL-MANUAL] "Call Instructions"; [PNACL-ABI] "Intrinsic Functions".

use super::function::BodyDecoder;
use crate::error::DecodeError;
use crate::ice::inst::InstData;
use crate::ice::intrinsics::{AtomicRmwOp, Constant, MEMORY_ORDERS};
use crate::ice::{FuncId, Intrinsic, Type};

impl BodyDecoder<'_> {
    pub(super) fn call(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [convention, callee, args @ ..] = operands else {
            return Err(self.error(format!("the record has {} values; expected at least 2", operands.len())));
        };
        self.check_convention(*convention)?;
        let number = self.numbering.absolute(*callee, &self.place)?;
        let func = FuncId::from_u32(number);
        let module = self.module;
        let Some(decl) = module.funcs.get(func) else {
            return Err(self.error(format!("a direct call of value {number}; there are {} functions", module.funcs.len())));
        };
        let sig = &module.sigs[decl.sig];
        if args.len() != sig.params.len() {
            return Err(self.error(format!(
                "a call with {} arguments; the callee has {} parameters",
                args.len(),
                sig.params.len()
            )));
        }
        self.lists.values.clear();
        for (&arg, &ty) in args.iter().zip(&sig.params) {
            let value = self.operand_of(arg, ty, "argument")?;
            self.lists.values.push(value);
        }
        if let Some(intrinsic) = decl.intrinsic {
            self.check_constant_arguments(intrinsic)?;
        }
        let args = self.func.make_values(&self.lists.values);
        let data = InstData::Call { func, args };
        if sig.result == Type::Void { self.effect(data) } else { self.define(data, sig.result) }
    }

    pub(super) fn call_indirect(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [convention, callee, result, args @ ..] = operands else {
            return Err(self.error(format!("the record has {} values; expected at least 3", operands.len())));
        };
        self.check_convention(*convention)?;
        let callee = self.operand_of(*callee, Type::I32, "callee")?;
        let Some(result) = self.shared.value_type(*result).filter(|&ty| ty == Type::Void || ty.is_argument()) else {
            return Err(self.error(format!("a call cannot return type {result}")));
        };
        self.lists.values.clear();
        self.lists.types.clear();
        self.lists.types.push(result as u8);
        for &arg in args {
            let (value, ty) = self.operand(arg)?;
            if !ty.is_argument() {
                return Err(self.error(format!("an argument of type {ty}; expected i32, i64, float, double or a vector")));
            }
            self.lists.values.push(value);
            self.lists.types.push(ty as u8);
        }
        let Some(&sig) = self.shared.sigs.get(self.lists.types.as_slice()) else {
            return Err(self.error("the types block has no function type for this indirect call's result and arguments"));
        };
        let args = self.func.make_values(&self.lists.values);
        let data = InstData::CallIndirect { callee, sig, args };
        if result == Type::Void { self.effect(data) } else { self.define(data, result) }
    }

    /// The lowest bit marks a tail call, which is a hint; the rest is the calling convention, C
    /// only.
    fn check_convention(&self, convention: u64) -> Result<(), DecodeError> {
        if convention > 1 {
            return Err(self.error(format!("calling convention {convention}; expected 0 (C) or 1 (C, tail call)")));
        }
        Ok(())
    }

    /// Checks the arguments in `lists.values` that an intrinsic needs as constants.
    fn check_constant_arguments(&self, intrinsic: Intrinsic) -> Result<(), DecodeError> {
        for (index, constant) in intrinsic.constants() {
            let Some(bits) = self.func.int_const(self.lists.values[index]) else {
                return Err(self.error(format!("argument {index} of {} must be a constant", intrinsic.name())));
            };
            if let Some(expected) = out_of_range(constant, bits) {
                return Err(self.error(format!("argument {index} of {} is {bits}; expected {expected}", intrinsic.name())));
            }
        }
        Ok(())
    }
}

/// What was expected, if a constant argument of an intrinsic is not in its range.
fn out_of_range(constant: Constant, bits: u64) -> Option<&'static str> {
    let (in_range, expected) = match constant {
        Constant::Alignment => (bits == 0 || bits.is_power_of_two(), "an alignment"),
        Constant::Computation => (AtomicRmwOp::from_number(bits).is_some(), "a computation, 1 to 6"),
        Constant::Order(_) => (MEMORY_ORDERS.contains(&bits), "a memory order, 1 to 6"),
        // Flags have all values of their type; the byte size of a lock-free query may be any.
        Constant::Flag | Constant::ByteSize => (true, ""),
    };
    (!in_range).then_some(expected)
}

#[cfg(test)]
mod tests {
    use crate::bitcode::testing::{Record, TestBody, one_block, standard_types, ty};

    /// Constants: i32 0 (value 5), i32 1 (6), i32 6 (7), i32 7 (8), i1 false (9). Value 4 is an i32
    /// argument; 10 comes next.
    const CONSTANTS: [Record; 7] = [(1, &[ty::I32]), (4, &[0]), (4, &[2]), (4, &[12]), (4, &[14]), (1, &[ty::I1]), (4, &[0])];
    const SIG: [u64; 2] = [ty::I32, ty::I32];

    fn call(operands: &[u64]) -> Result<String, String> {
        one_block(&SIG, &CONSTANTS, &[(34, operands), (10, &[6])])
    }

    #[test]
    fn direct_calls_and_intrinsics() {
        let text = call(&[0, 10, 6]).unwrap();
        assert!(text.contains("v6 = call i32 @Function0(i32 v0)"), "{text}");
        assert!(call(&[1, 10, 6]).is_ok());
        let text = call(&[0, 8, 6, 3]).unwrap();
        assert!(text.contains("call i32 @llvm.nacl.atomic.load.i32(i32 v0, i32 6)"), "{text}");
        let text = call(&[0, 9, 6, 6, 6, 4, 1]).unwrap();
        assert!(text.contains("call void @llvm.memcpy.p0i8.p0i8.i32(i32 v0, i32 v0, i32 v0, i32 1, i1 false)"), "{text}");
    }

    #[test]
    fn computations_are_checked() {
        use super::*;
        let of = |intrinsic: Intrinsic, position, bits| {
            let (_, constant) = intrinsic.constants().find(|(index, _)| *index == position).expect("a constant");
            out_of_range(constant, bits)
        };
        assert_eq!(of(Intrinsic::AtomicRmw(Type::I32), 0, 6), None);
        assert!(of(Intrinsic::AtomicRmw(Type::I32), 0, 7).is_some());
        assert!(of(Intrinsic::AtomicRmw(Type::I32), 3, 0).is_some());
        assert!(of(Intrinsic::AtomicCmpxchg(Type::I8), 4, 7).is_some());
        assert_eq!(of(Intrinsic::AtomicIsLockFree, 0, 3), None);
        assert_eq!(of(Intrinsic::Ctlz(Type::I64), 1, 1), None);
    }

    #[test]
    fn indirect_calls() {
        let call = |operands: &[u64]| one_block(&SIG, &CONSTANTS, &[(44, operands), (10, &[6])]);
        let text = call(&[0, 6, ty::I32, 6]).unwrap();
        assert!(text.contains("v6 = call i32 v0 [sig0](i32 v0)"), "{text}");
    }

    #[test]
    fn a_call_without_a_result_takes_no_number() {
        let result = crate::bitcode::testing::read(|bits| {
            standard_types(bits, &[&[ty::VOID]]);
            bits.record(8, &[ty::SIG, 0, 0, 3]);
            bits.block(12, &[(1, &[1]), (34, &[0, 1]), (44, &[0, 1, ty::VOID]), (2, &[1, 1, 0]), (10, &[])]);
        });
        assert_eq!(result.map(|(_, functions)| functions[0].value_count()), Ok(1));
        let body = TestBody { sig: &[ty::VOID], constants: &[], records: &[(1, &[1]), (34, &[0, 4]), (10, &[1])] };
        assert!(body.error().contains("a return value in a function of type void"));
    }
}
