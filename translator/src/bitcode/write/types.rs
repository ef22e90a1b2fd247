//! Type numbers, and the types block.
//!
//! The value types that the module uses come first, most used first, so that the common ones fit
//! the narrow fields of loads; then the function types in the order of the module's signatures,
//! each once. A vector's element stands before the vector, used or not. Linear in the module and
//! its bodies.
//!
//! Source: [PNACL-MANUAL] "Types Block".

use std::collections::HashMap;

use super::WriteError;
use super::blocks::BlockWriter;
use crate::bitcode::records::BlockId;
use crate::ice::{Function, InstData, Module, Sig, Type};

const COUNT: u64 = 1;
const VOID: u64 = 2;
const FLOAT: u64 = 3;
const DOUBLE: u64 = 4;
const INTEGER: u64 = 7;
const VECTOR: u64 = 12;
const FUNCTION: u64 = 21;

/// Number of [`Type`]s, `Void` included.
const TYPES: usize = Type::ALL.len() + 1;

/// The numbering of a module's types.
#[derive(Debug)]
pub(super) struct TypeTable {
    /// The value types in the order of their numbers.
    values: Vec<Type>,
    /// By discriminant.
    numbers: [u64; TYPES],
    /// The signatures in the order of their numbers, without repetitions.
    functions: Vec<Sig>,
    /// By signature.
    sig_numbers: Vec<u64>,
}

impl TypeTable {
    /// Numbers the types of a module with these bodies.
    pub(super) fn new(module: &Module, bodies: &[&Function]) -> Self {
        let (functions, positions) = distinct_signatures(module);
        let mut uses = Uses::default();
        for sig in functions.iter().map(|&id| &module.sigs[id]) {
            uses.name(sig.result);
            sig.params.iter().for_each(|&ty| uses.name(ty));
        }
        bodies.iter().for_each(|func| uses.body(func));
        let values = uses.order();
        let mut numbers = [0; TYPES];
        for (number, &ty) in values.iter().enumerate() {
            numbers[ty as usize] = number as u64;
        }
        let sig_numbers = positions.iter().map(|&position| (values.len() + position) as u64).collect();
        Self { values, numbers, functions, sig_numbers }
    }

    /// The number of a value type or `Void`.
    pub(super) fn number(&self, ty: Type) -> u64 {
        debug_assert!(self.values.contains(&ty), "{ty} has no number");
        self.numbers[ty as usize]
    }

    /// The number of a function type.
    pub(super) fn sig_number(&self, sig: Sig) -> u64 {
        self.sig_numbers[sig.as_u32() as usize]
    }

    fn count(&self) -> u64 {
        (self.values.len() + self.functions.len()) as u64
    }

    /// The bits that type numbers take in abbreviations: enough for the count itself, as in the
    /// SDK's files.
    ///
    /// # Errors
    /// If there are more types than the format's widest field can number.
    pub(super) fn width(&self) -> Result<u32, WriteError> {
        match self.count() {
            count if count > u64::from(u32::MAX) => {
                Err(WriteError::new(format!("{count} types; the format numbers at most 2^32")))
            }
            count => Ok((64 - count.leading_zeros()).max(1)),
        }
    }

    /// Writes the types block.
    pub(super) fn write(&self, module: &Module, out: &mut BlockWriter) {
        out.enter(BlockId::Types);
        out.define(super::abbrevs::shapes(BlockId::Types));
        out.record(COUNT, [self.count()].into_iter());
        for &ty in &self.values {
            self.write_value_type(ty, out);
        }
        let mut operands = Vec::new();
        for &id in &self.functions {
            let sig = &module.sigs[id];
            operands.clear();
            operands.extend([0, self.number(sig.result)]);
            operands.extend(sig.params.iter().map(|&ty| self.number(ty)));
            out.record(FUNCTION, operands.iter().copied());
        }
        out.end();
    }

    fn write_value_type(&self, ty: Type, out: &mut BlockWriter) {
        match ty {
            Type::Void => out.record(VOID, [].into_iter()),
            Type::F32 => out.record(FLOAT, [].into_iter()),
            Type::F64 => out.record(DOUBLE, [].into_iter()),
            vector if vector.is_vector() => {
                out.record(VECTOR, [u64::from(vector.lanes()), self.number(vector.element())].into_iter());
            }
            integer => out.record(INTEGER, [u64::from(integer.bits())].into_iter()),
        }
    }
}

/// The signatures without repetitions, and by signature its position among them.
fn distinct_signatures(module: &Module) -> (Vec<Sig>, Vec<usize>) {
    let (mut distinct, mut positions, mut known) = (Vec::new(), Vec::new(), HashMap::new());
    for (id, sig) in module.sigs.iter() {
        let position = *known.entry(sig).or_insert(distinct.len());
        if position == distinct.len() {
            distinct.push(id);
        }
        positions.push(position);
    }
    (distinct, positions)
}

/// How often each type is named by a record, and whether it is used at all.
#[derive(Debug, Default)]
struct Uses {
    named: [u64; TYPES],
    used: [bool; TYPES],
}

impl Uses {
    fn name(&mut self, ty: Type) {
        self.named[ty as usize] += 1;
        self.used[ty as usize] = true;
    }

    /// Counts the records of a body that name types, and notes the types of its operands and
    /// results. What only the value table knows of is not written and does not count.
    fn body(&mut self, func: &Function) {
        for inst in func.block_order().iter().flat_map(|&block| func.block_insts(block)) {
            func.visit_operands(inst, |value| self.used[func.ty(value) as usize] |= value.local_index().is_some());
            let result = func.result(inst).map(|value| func.ty(value));
            self.used[result.unwrap_or(Type::Void) as usize] |= result.is_some();
            match *func.inst(inst) {
                InstData::Load { .. } | InstData::Cast { .. } | InstData::Phi { .. } | InstData::CallIndirect { .. } => {
                    self.name(result.unwrap_or(Type::Void));
                }
                InstData::Switch { value, .. } => self.name(func.ty(value)),
                _ => {}
            }
        }
    }

    /// The used types, most named first, elements before their vectors.
    fn order(&self) -> Vec<Type> {
        let all = std::iter::once(Type::Void).chain(Type::ALL);
        let mut by_use: Vec<Type> = all.filter(|&ty| self.used[ty as usize]).collect();
        by_use.sort_by_key(|&ty| (std::cmp::Reverse(self.named[ty as usize]), ty));
        let mut order = Vec::new();
        for ty in by_use {
            for part in [ty.element(), ty] {
                if !order.contains(&part) {
                    order.push(part);
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, Signature};

    #[test]
    fn elements_come_before_vectors_and_frequent_types_first() {
        let mut uses = Uses::default();
        (0..3).for_each(|_| uses.name(Type::V4F32));
        (0..2).for_each(|_| uses.name(Type::I32));
        uses.name(Type::V8I1);
        uses.used[Type::Void as usize] = true;
        let order = [Type::F32, Type::V4F32, Type::I32, Type::I1, Type::V8I1, Type::Void];
        assert_eq!(uses.order(), order);
    }

    #[test]
    fn equal_signatures_share_a_number() {
        let mut module = Module::new();
        let sig = |result, params: &[Type]| Signature { result, params: params.to_vec() };
        let ids = [sig(Type::Void, &[]), sig(Type::I32, &[]), sig(Type::Void, &[])].map(|sig| module.sigs.push(sig));
        let table = TypeTable::new(&module, &[]);
        assert_eq!(ids.map(|id| table.sig_number(id)), [2, 3, 2]);
        assert_eq!((table.count(), table.width().unwrap()), (4, 3));
    }

    #[test]
    fn every_type_of_a_body_has_a_number() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[]);
        let mut builder = FunctionBuilder::new(&mut module, id);
        let float = builder.f32(1.0);
        builder.fcmp(crate::ice::FloatCond::Oeq, float, float);
        builder.ret(None);
        let func = builder.finish();
        let table = TypeTable::new(&module, &[&func]);
        assert_eq!(table.values, [Type::Void, Type::I1, Type::F32]);
    }

    #[test]
    fn an_empty_module_has_type_numbers_of_a_bit() {
        assert_eq!(TypeTable::new(&Module::new(), &[]).width().unwrap(), 1);
    }
}
