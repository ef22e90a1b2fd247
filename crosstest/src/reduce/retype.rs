//! Smaller types for values: as a single step of a reduction.
//!
//! In: a module and a [`Narrowing`]. Out: the module in which every value of a type has a smaller
//! one: constants lose bits, conversions that became none go, and so do insertions and extractions
//! of what are no vectors any more; functions that are defined change their types with their
//! values. Calls of what is declared only do not fit any more: the caller verifies the result.
//! Linear in the module.

use translator::ice::{FuncId, Function, Inst, InstData, Module, Type, Value, ValueDef};

use super::change::{Candidate, replace_uses};

/// Which types get smaller.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Narrowing {
    /// Vectors become their lanes.
    Vectors,
    /// An i64 becomes an i32.
    Long,
    /// An i16 becomes an i32: less common types are less simple.
    Short,
    /// An i8 becomes an i32.
    Byte,
    /// A double becomes a float.
    Double,
}

impl Narrowing {
    pub(crate) const ALL: [Narrowing; 5] =
        [Narrowing::Vectors, Narrowing::Long, Narrowing::Short, Narrowing::Byte, Narrowing::Double];

    fn of(self, ty: Type) -> Type {
        match (self, ty) {
            (Narrowing::Vectors, Type::V4I1 | Type::V8I1 | Type::V16I1) => Type::I1,
            (Narrowing::Vectors, Type::V4I32) => Type::I32,
            (Narrowing::Vectors, Type::V8I16) => Type::I16,
            (Narrowing::Vectors, Type::V16I8) => Type::I8,
            (Narrowing::Vectors, Type::V4F32) | (Narrowing::Double, Type::F64) => Type::F32,
            (Narrowing::Long, Type::I64) | (Narrowing::Short, Type::I16) | (Narrowing::Byte, Type::I8) => Type::I32,
            _ => ty,
        }
    }

    fn changes(self, ty: Type) -> bool {
        self.of(ty) != ty
    }

    /// Whether it would change a module, but no parameter of a function that is called from
    /// outside.
    pub(crate) fn concerns(self, candidate: &Candidate, roots: &[String]) -> bool {
        let Candidate { module, bodies } = candidate;
        let in_sig = |func: FuncId| {
            let sig = module.func_sig(func);
            self.changes(sig.result) || sig.params.iter().any(|&ty| self.changes(ty))
        };
        let has_param = |func: FuncId| module.func_sig(func).params.iter().any(|&ty| self.changes(ty));
        let is_fixed = |func: FuncId| roots.contains(&module.funcs[func].name) && has_param(func);
        let uses = |body: &Function| {
            let mut insts = body.block_order().iter().flat_map(|&block| body.block_insts(block));
            insts.any(|inst| body.result(inst).is_some_and(|result| self.changes(body.ty(result))))
        };
        !bodies.iter().any(|body| is_fixed(body.id)) && bodies.iter().any(|body| in_sig(body.id) || uses(body))
    }
}

/// Applies it.
pub(super) fn apply(module: &mut Module, bodies: &mut [Function], narrowing: Narrowing) {
    for body in bodies {
        let sig = module.func_sig(body.id).clone();
        let params: Vec<Type> = sig.params.iter().map(|&ty| narrowing.of(ty)).collect();
        module.funcs[body.id].sig = module.intern_sig(narrowing.of(sig.result), &params);
        for index in 0..body.value_count() as u32 {
            let value = Value::local(index);
            let ty = body.ty(value);
            if let (true, Some(def)) = (narrowing.changes(ty), body.def(value)) {
                body.set_def(value, narrowing.of(ty), constant(def, narrowing.of(ty)));
            }
        }
        let insts: Vec<Inst> = body.block_order().iter().flat_map(|&block| body.block_insts(block)).collect();
        for inst in insts {
            simplify(module, body, inst, narrowing);
        }
    }
}

/// A definition for a smaller type.
fn constant(def: ValueDef, ty: Type) -> ValueDef {
    match (def, ty) {
        (ValueDef::Int(bits), _) if ty.bits() < 64 => ValueDef::Int(bits & ((1 << ty.bits()) - 1)),
        (ValueDef::F64(bits), Type::F32) => ValueDef::F32((f64::from_bits(bits) as f32).to_bits()),
        _ => def,
    }
}

/// Takes out an instruction that has become nothing, and gives an indirect call its new type.
fn simplify(module: &mut Module, body: &mut Function, inst: Inst, narrowing: Narrowing) {
    let Some(result) = body.result(inst) else { return };
    let same = match *body.inst(inst) {
        InstData::Cast { src, .. } => src,
        InstData::ExtractElement { vector, .. } => vector,
        InstData::InsertElement { element, .. } => element,
        InstData::CallIndirect { callee, sig, args } => {
            let old = module.sigs[sig].clone();
            let params: Vec<Type> = old.params.iter().map(|&ty| narrowing.of(ty)).collect();
            let sig = module.intern_sig(narrowing.of(old.result), &params);
            *body.inst_mut(inst) = InstData::CallIndirect { callee, sig, args };
            return;
        }
        _ => return,
    };
    if body.ty(same) == body.ty(result) && same != result {
        replace_uses(body, result, same);
        body.remove_inst(inst);
    }
}
