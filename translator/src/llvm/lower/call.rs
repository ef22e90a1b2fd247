//! Calls, and how functions take and give: parts narrower than 32 bits widened, several results
//! through an address passed first, arguments by value as addresses of copies, arguments behind
//! `...` in a buffer.
//!
//! Source: [PNACL-ABI] "Function types" for what calls can carry.

use super::super::ast::{Call, Const, Function, Operand, Value as Callee};
use super::super::link::{Place, Program};
use super::super::types::{Ty, TypeKind};
use super::Result;
use super::function::{Lowering, Parts};
use super::shape::part_types;
use crate::ice::{CastOp, Intrinsic, Type, Value};

/// How a function is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Convention {
    /// Whether the results go to an address that comes first.
    by_address: bool,
    /// The result.
    pub(super) result: Type,
    /// The parameters, the hidden ones included.
    pub(super) params: Vec<Type>,
}

/// The type in which a part is passed.
fn widened(ty: Type) -> Type {
    if matches!(ty, Type::I1 | Type::I8 | Type::I16) { Type::I32 } else { ty }
}

/// How a function of this type is called.
pub(super) fn convention(program: &Program, result: Ty, params: impl Iterator<Item = Ty>, variadic: bool) -> Result<Convention> {
    let results = part_types(program, result)?;
    let by_address = results.len() > 1;
    let mut list = Vec::new();
    if by_address {
        list.push(Type::I32);
    }
    for param in params {
        list.extend(part_types(program, param)?.into_iter().map(widened));
    }
    if variadic {
        list.push(Type::I32);
    }
    let result = match results[..] {
        [one] => widened(one),
        _ => Type::Void,
    };
    Ok(Convention { by_address, result, params: list })
}

/// How a function that is defined or declared is called.
pub(super) fn convention_of(program: &Program, function: &Function) -> Result<Convention> {
    convention(program, function.result, function.params.iter().map(|param| param.ty), function.variadic)
}

/// Where parts lie that are passed in memory, and the size of all.
fn places(types: &[Type]) -> (Vec<u64>, u64) {
    let mut size = 0u64;
    let mut places = Vec::new();
    for ty in types {
        let own = u64::from(ty.bits().div_ceil(8).max(8));
        size = size.next_multiple_of(own);
        places.push(size);
        size += own;
    }
    (places, size)
}

impl Lowering<'_, '_> {
    /// Gives the parameters their parts.
    pub(super) fn arguments(&mut self, function: &Function) -> Result<()> {
        let convention = convention_of(self.program, function)?;
        let mut next = 0;
        if convention.by_address {
            self.result_addr = Some(self.b.arg(0));
            next = 1;
        }
        for param in &function.params {
            let mut parts = Vec::new();
            for ty in self.part_types(param.ty)? {
                let passed = self.b.arg(next);
                parts.push(self.narrowed(passed, ty));
                next += 1;
            }
            self.define(param.local, Some(param.ty), parts);
        }
        if function.variadic {
            self.more_args = Some(self.b.arg(next));
        }
        Ok(())
    }

    fn narrowed(&mut self, passed: Value, ty: Type) -> Value {
        if widened(ty) == ty { passed } else { self.cast(CastOp::Trunc, passed, ty) }
    }

    fn widen(&mut self, part: Value, signed: bool) -> Value {
        let ty = self.ty(part);
        let op = if signed && ty != Type::I1 { CastOp::SExt } else { CastOp::ZExt };
        if widened(ty) == ty { part } else { self.cast(op, part, Type::I32) }
    }

    pub(super) fn ret(&mut self, value: Option<&Operand>) -> Result<()> {
        let parts = match value {
            Some(value) => self.operand(value)?,
            None => Vec::new(),
        };
        match (parts.as_slice(), self.result_addr) {
            ([], _) => self.b.ret(None),
            (&[part], None) => {
                let part = self.widen(part, false);
                self.b.ret(Some(part));
            }
            (parts, Some(addr)) => {
                let parts = parts.to_vec();
                self.store_parts(&parts, addr)?;
                self.b.ret(None);
            }
            _ => return Err("a result of another type than the function's".into()),
        }
        Ok(())
    }

    fn store_parts(&mut self, parts: &[Value], addr: Value) -> Result<()> {
        let types: Vec<Type> = parts.iter().map(|&part| self.ty(part)).collect();
        for (&part, place) in parts.iter().zip(places(&types).0) {
            let addr = self.offset(addr, place);
            let part = self.stored_form(part)?;
            self.b.store(part, addr);
        }
        Ok(())
    }

    /// A part in a form that memory has.
    fn stored_form(&mut self, part: Value) -> Result<Value> {
        match self.ty(part) {
            Type::I1 => Ok(self.resize(part, Type::I8)),
            Type::V4I1 => Ok(self.b.cast(CastOp::ZExt, part, Type::V4I32)),
            Type::V8I1 => Ok(self.b.cast(CastOp::ZExt, part, Type::V8I16)),
            Type::V16I1 => Ok(self.b.cast(CastOp::ZExt, part, Type::V16I8)),
            _ => Ok(part),
        }
    }

    fn load_parts(&mut self, types: &[Type], addr: Value) -> Parts {
        let mut parts = Vec::new();
        for (&ty, place) in types.iter().zip(places(types).0) {
            let addr = self.offset(addr, place);
            let stored = match ty {
                Type::I1 => Type::I8,
                Type::V4I1 => Type::V4I32,
                Type::V8I1 => Type::V8I16,
                Type::V16I1 => Type::V16I8,
                other => other,
            };
            let value = self.b.load(stored, addr);
            parts.push(if stored == ty { value } else { self.b.cast(CastOp::Trunc, value, ty) });
        }
        parts
    }

    pub(super) fn call(&mut self, call: &Call) -> Result<Option<Parts>> {
        match &call.callee {
            Callee::Asm(text, constraints) => self.empty_assembly(call, text, constraints),
            Callee::Const(Const::Symbol(symbol)) => {
                let mentioned = Place { module: self.place.module, symbol: *symbol };
                let program = self.program;
                let name = &program.data(mentioned).name;
                if name.starts_with("llvm.") {
                    return self.intrinsic_call(name, call);
                }
                let target = self.globals.resolve(mentioned)?;
                if target.addend == 0 && super::body_of(program, target.place).is_some() {
                    return self.direct_call(call, target.place);
                }
                match self.library_call(&program.data(target.place).name, call)? {
                    Some(parts) => Ok(Some(parts)),
                    None => self.call_address(call),
                }
            }
            _ => self.call_address(call),
        }
    }

    fn call_address(&mut self, call: &Call) -> Result<Option<Parts>> {
        // The type matters to numbers only, and an address is none.
        let parts = match &call.callee {
            Callee::Const(Const::Zero | Const::Undef) => vec![self.i32(0)],
            Callee::Local(local) => self.local_parts(*local)?,
            callee => self.parts(call.result, callee)?,
        };
        let &[address] = &parts[..] else { return Err("a call of something that is no address".into()) };
        let (convention, args, results) = self.outgoing(call)?;
        let sig = self.b.module().intern_sig(convention.result, &convention.params);
        let result = self.b.call_indirect(address, sig, &args);
        self.incoming(call, results, result)
    }

    fn direct_call(&mut self, call: &Call, target: Place) -> Result<Option<Parts>> {
        let (convention, args, results) = self.outgoing(call)?;
        let (id, own) = self.globals.function(self.b.module(), target)?;
        if own == convention {
            let result = self.b.call(id, &args);
            return self.incoming(call, results, result);
        }
        // Called as another type than it has: C without prototypes. What fits is passed.
        let mut passed = Vec::new();
        for (index, &ty) in own.params.iter().enumerate() {
            let arg = match args.get(index) {
                Some(&arg) if self.ty(arg) == ty => arg,
                Some(&arg) if self.ty(arg).is_scalar_int() && ty.is_scalar_int() => self.resize(arg, ty),
                _ => self.zero(ty),
            };
            passed.push(arg);
        }
        let result = self.b.call(id, &passed);
        let result = match (result, convention.result) {
            (_, Type::Void) => None,
            (Some(value), ty) if self.ty(value) == ty => Some(value),
            (Some(value), ty) if self.ty(value).is_scalar_int() && ty.is_scalar_int() => Some(self.resize(value, ty)),
            (_, ty) => Some(self.zero(ty)),
        };
        self.incoming(call, results, result)
    }

    /// How a call passes what: the convention, the arguments, and the address for results.
    fn outgoing(&mut self, call: &Call) -> Result<(Convention, Vec<Value>, Option<Value>)> {
        let (fixed, variadic) = match call.signature.map(|ty| self.kind(ty)) {
            Some(TypeKind::Function { params, variadic: true, .. }) => (params.len().min(call.args.len()), true),
            _ => (call.args.len(), false),
        };
        let types = call.args[..fixed].iter().map(|(arg, _)| arg.ty);
        let convention = convention(self.program, call.result, types, variadic)?;
        let mut args = Vec::new();
        let mut results = None;
        if convention.by_address {
            let (_, size) = places(&self.part_types(call.result)?);
            let slot = self.slot(size, 16);
            results = Some(slot);
            args.push(slot);
        }
        for (arg, attrs) in &call.args[..fixed] {
            if let Some(ty) = attrs.byval {
                let from = self.single(arg)?;
                let size = self.program.types.size(ty)?;
                let align = attrs.align.map_or(self.program.types.align(ty)?, u64::from);
                let copy = self.slot(size.max(1), align as u32);
                self.copy(copy, from, size);
                args.push(copy);
                continue;
            }
            for part in self.operand(arg)? {
                args.push(self.widen(part, attrs.signext));
            }
        }
        if variadic {
            args.push(self.argument_buffer(&call.args[fixed..])?);
        }
        Ok((convention, args, results))
    }

    fn incoming(&mut self, call: &Call, results: Option<Value>, result: Option<Value>) -> Result<Option<Parts>> {
        let types = self.part_types(call.result)?;
        if let Some(addr) = results {
            return Ok(Some(self.load_parts(&types, addr)));
        }
        Ok(match (&types[..], result) {
            (&[ty], Some(value)) => Some(vec![self.narrowed(value, ty)]),
            _ if *self.kind(call.result) == TypeKind::Void => None,
            _ => Some(Vec::new()),
        })
    }

    /// Assembly without instructions: a barrier, or a value that the compiler shall not look through.
    fn empty_assembly(&mut self, call: &Call, text: &str, constraints: &str) -> Result<Option<Parts>> {
        if text.lines().any(|line| !line.trim().is_empty() && !line.trim().starts_with('#')) {
            return Err(format!("inline assembly {:?} cannot be PNaCl", text.trim()));
        }
        if constraints.contains("~{memory}") {
            self.effect(Intrinsic::AtomicFenceAll, &[]);
        }
        let all: Vec<&str> = constraints.split(',').collect();
        let outputs = all.iter().filter(|c| c.starts_with('=') && !c.contains('*')).count();
        let addresses = all.iter().filter(|c| c.starts_with('=') && c.contains('*')).count();
        let inputs: Vec<&str> =
            all.iter().copied().filter(|c| !c.starts_with('=') && !c.starts_with('~') && !c.starts_with('!')).collect();
        let mut parts = Vec::new();
        for output in 0..outputs {
            let ty = if outputs == 1 {
                call.result
            } else {
                self.program.types.element(call.result, output as u64).ok_or("inline assembly with malformed outputs")?
            };
            let tied = inputs.iter().position(|input| *input == output.to_string());
            match tied.and_then(|index| call.args.get(addresses + index)) {
                Some((arg, _)) if arg.ty == ty => parts.extend(self.operand(arg)?),
                _ => parts.extend(self.zeros(ty)?),
            }
        }
        Ok((*self.kind(call.result) != TypeKind::Void).then_some(parts))
    }
}
