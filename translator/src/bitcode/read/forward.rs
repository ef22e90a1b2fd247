//! Value numbers: relative and absolute, backward and forward.
//!
//! In a function body the numbers run through functions, globals, arguments, constants and results.
//! [`Numbering`] maps them to [`Value`]s. A number at or above the next result's is a forward
//! reference: it is legal once a forward type record or a phi has given it a type, and the result
//! that takes the number must have that type.
//!
//! Invariants: `func` holds every number below [`Numbering::next`], with its final type; beyond it,
//! up to the highest forward reference, placeholders of type `Void` (nothing known) or of the
//! announced type. The distance of a forward reference is held against the bits that are left in
//! the block, since each result needs a record.
//!
//! Source: [PNACL-MANUAL] "AbsoluteIndex", "RelativeIndex", "Forward Type Declaration", "Phi
//! Instruction".

use crate::error::DecodeError;
use crate::ice::inst::InstData;
use crate::ice::{Block, FuncId, Function, Global, Inst, Module, Type, Value, ValueDef};

use crate::bitcode::records::ErrorPlace;

/// The numbering of one function's values.
#[derive(Copy, Clone, Debug)]
pub(super) struct Numbering {
    funcs: u32,
    /// Number of functions and globals: the absolute number of the first argument.
    base: u32,
    /// Local number of the next value.
    next: u32,
}

impl Numbering {
    /// The numbering of a function whose arguments have been pushed.
    pub(super) fn new(module: &Module, func: &Function) -> Self {
        let funcs = module.funcs.len() as u32;
        Self { funcs, base: funcs + module.globals.len() as u32, next: func.value_count() as u32 }
    }

    /// The absolute numbers of the values defined so far.
    pub(super) fn locals(&self) -> std::ops::Range<u64> {
        u64::from(self.base)..u64::from(self.base) + u64::from(self.next)
    }

    /// The absolute number that is `distance` (modulo 2^32) before the next value's.
    #[inline]
    pub(super) fn absolute(&self, distance: u64, place: &ErrorPlace) -> Result<u32, DecodeError> {
        match u32::try_from(distance) {
            Ok(distance) => Ok((self.base + self.next).wrapping_sub(distance)),
            Err(_) => Err(place.error(format!("relative value number {distance}; expected 32 bits"))),
        }
    }

    /// The value with a relative number, and its type.
    #[inline(always)]
    pub(super) fn operand(
        &self,
        func: &Function,
        module: &Module,
        distance: u64,
        place: &ErrorPlace,
    ) -> Result<(Value, Type), DecodeError> {
        if distance.wrapping_sub(1) < u64::from(self.next) {
            let value = Value::local(self.next - distance as u32);
            return Ok((value, func.ty(value)));
        }
        self.other_operand(func, module, self.absolute(distance, place)?, place)
    }

    /// Symbols and forward references.
    #[inline(never)]
    fn other_operand(
        &self,
        func: &Function,
        module: &Module,
        number: u32,
        place: &ErrorPlace,
    ) -> Result<(Value, Type), DecodeError> {
        if number < self.base {
            return Ok((self.symbol(module, number, place)?, Type::I32));
        }
        let index = number - self.base;
        if (index as usize) < func.value_count() {
            let value = Value::local(index);
            match func.ty(value) {
                Type::Void => {}
                ty => return Ok((value, ty)),
            }
        }
        Err(place.error(format!(
            "value {number} is used before it is defined, and no forward type declares it; {} values are defined here",
            self.base + self.next
        )))
    }

    fn symbol(&self, module: &Module, number: u32, place: &ErrorPlace) -> Result<Value, DecodeError> {
        if number >= self.funcs {
            return Ok(Value::global(Global::from_u32(number - self.funcs)));
        }
        let func = FuncId::from_u32(number);
        if module.funcs[func].intrinsic.is_some() {
            let name = &module.funcs[func].name;
            return Err(place.error(format!("the address of the intrinsic `{name}` is taken; it can only be called")));
        }
        Ok(Value::func(func))
    }

    /// A phi's operand: a relative number whose lowest bit is the sign, of a known type.
    pub(super) fn phi_operand(
        &self,
        func: &mut Function,
        module: &Module,
        signed: u64,
        ty: Type,
        room: u64,
        place: &ErrorPlace,
    ) -> Result<Value, DecodeError> {
        let distance = if signed & 1 == 0 || fault!(ReadPhiSign) { (signed >> 1) as i64 } else { -((signed >> 1) as i64) };
        let number = i64::from(self.base + self.next).checked_sub(distance);
        let Some(number) = number.and_then(|number| u32::try_from(number).ok()) else {
            return Err(
                place.error(format!("phi operand {distance} values back; {} values are defined here", self.base + self.next))
            );
        };
        if number >= self.base + self.next {
            self.declare(func, number, ty, room, place)?;
        }
        let (value, found) = self.operand(func, module, u64::from((self.base + self.next).wrapping_sub(number)), place)?;
        if found != ty {
            return Err(place.error(format!("phi of type {ty} with an operand of type {found}")));
        }
        Ok(value)
    }

    /// Gives the type of a value that comes later. `room` is the most results that can still
    /// follow.
    pub(super) fn declare(
        &self,
        func: &mut Function,
        number: u32,
        ty: Type,
        room: u64,
        place: &ErrorPlace,
    ) -> Result<(), DecodeError> {
        let index = number.wrapping_sub(self.base);
        if number < self.base || index < self.next {
            return Err(place.error(format!("a forward type for value {number}, which is already defined")));
        }
        if u64::from(index - self.next) >= room || index as usize >= Value::LIMIT {
            return Err(place.error(format!("value {number} cannot be defined in the rest of this block")));
        }
        while func.value_count() <= index as usize {
            func.push_value(Type::Void, ValueDef::Forward);
        }
        let value = Value::local(index);
        match func.ty(value) {
            Type::Void => func.set_def(value, ty, ValueDef::Forward),
            known if known == ty => {}
            known => return Err(place.error(format!("value {number} was declared as {known} and now as {ty}"))),
        }
        Ok(())
    }

    /// Appends a constant.
    pub(super) fn constant(
        &mut self,
        func: &mut Function,
        ty: Type,
        def: ValueDef,
        place: &ErrorPlace,
    ) -> Result<(), DecodeError> {
        self.check_room(place)?;
        func.push_value(ty, def);
        self.next += 1;
        Ok(())
    }

    /// Appends an instruction that defines the next value.
    #[inline(always)]
    pub(super) fn define(
        &mut self,
        func: &mut Function,
        block: Block,
        data: InstData,
        ty: Type,
        place: &ErrorPlace,
    ) -> Result<Inst, DecodeError> {
        self.check_room(place)?;
        let index = self.next;
        self.next += 1;
        if index as usize == func.value_count() {
            return Ok(func.append_inst(block, data, ty).0);
        }
        let value = Value::local(index);
        match func.ty(value) {
            known if known == Type::Void || known == ty => Ok(func.append_inst_defining(block, data, ty, value)),
            known => Err(place.error(format!("value {} has type {ty}, but was declared as {known}", self.base + index))),
        }
    }

    #[inline]
    fn check_room(&self, place: &ErrorPlace) -> Result<(), DecodeError> {
        if self.next as usize >= Value::LIMIT { Err(place.error("too many values in one function")) } else { Ok(()) }
    }

    /// That no forward reference is left without a definition.
    pub(super) fn check_all_defined(&self, func: &Function, place: &ErrorPlace) -> Result<(), DecodeError> {
        let mut undefined = (self.next..func.value_count() as u32).filter(|&index| func.ty(Value::local(index)) != Type::Void);
        match undefined.next() {
            Some(index) => Err(place.error(format!("value {} is declared and used, but not defined", self.base + index))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::bitcode::testing::{Record, TestBody, ty};

    #[test]
    fn numbers_name_symbols_arguments_and_results() {
        // Value 4 is the argument, 5 the first result: 5 back is the function itself, 2 back the
        // global.
        let records: [Record; 4] = [(1, &[1]), (2, &[5, 2, 0]), (2, &[1, 2, 0]), (10, &[1])];
        let text = TestBody { sig: &[ty::I32, ty::I32], constants: &[], records: &records }.read().unwrap();
        assert!(text.contains("v1 = add i32 @Function0, @Global0"), "{text}");
        assert!(text.contains("v2 = add i32 v1, v0"), "{text}");
    }

    #[test]
    fn forward_types_and_phis_reach_ahead() {
        // Value 5 is the phi, 6 the sum: the phi's second operand is one ahead, and a forward type
        // says it again.
        let records: [Record; 6] =
            [(1, &[3]), (11, &[1]), (16, &[ty::I32, 2, 0, 3, 1]), (43, &[6, ty::I32]), (2, &[1, 0, 0]), (11, &[2, 1, 1])];
        let body = TestBody { sig: &[ty::VOID, ty::I32], constants: &[], records: &records };
        // The add uses its own result, which is well-typed and left to the verifier; the branch
        // wants an i1.
        assert!(body.error().contains("condition has type i32; expected i1"), "{}", body.error());
        let records: [Record; 7] = [
            (1, &[3]),
            (11, &[1]),
            (16, &[ty::I32, 2, 0, 3, 1]),
            (2, &[1, 2, 0]),
            (28, &[1, 2, 32]),
            (11, &[2, 1, 1]),
            (10, &[]),
        ];
        let body = TestBody { sig: &[ty::VOID, ty::I32], constants: &[], records: &records };
        let text = body.read().unwrap();
        assert!(text.contains("v1 = phi i32 [v0, b0], [v2, b1]"), "{text}");
    }
}
