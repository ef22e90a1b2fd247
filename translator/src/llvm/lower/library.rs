//! Functions that a program calls and nobody defines, which PNaCl has itself: `setjmp`, `memcpy` and
//! its kind, `sqrt`, clang's `__atomic_…`.
//!
//! clang for the PNaCl target takes no size to be free of locks, and calls the library for every
//! atomic operation; here they become what the SDK's compiler made of them. Source: [PNACL-ABI]
//! "Atomic intrinsics"; [PNACL-LANG] "Memory Model and Atomics".

use super::super::ast::{Call, Operand, Rmw};
use super::super::types::TypeKind;
use super::Result;
use super::function::{Lowering, Parts};
use super::memory::SEQ_CST;
use super::shape::Shape;
use crate::ice::{BinOp, Intrinsic, Type, Value};

impl Lowering<'_, '_> {
    /// The result of a call of a function that is not defined, if it is one of those.
    pub(super) fn library_call(&mut self, name: &str, call: &Call) -> Result<Option<Parts>> {
        let args: Vec<&Operand> = call.args.iter().map(|(arg, _)| arg).collect();
        match (name, &args[..]) {
            ("setjmp" | "_setjmp" | "nacl_setjmp", [buffer, ..]) => {
                let buffer = self.word(buffer)?;
                Ok(Some(vec![self.intrinsic(Intrinsic::Setjmp, &[buffer])]))
            }
            ("longjmp" | "_longjmp" | "nacl_longjmp", [buffer, value]) => {
                let (buffer, value) = (self.word(buffer)?, self.word(value)?);
                self.effect(Intrinsic::Longjmp, &[buffer, value]);
                Ok(Some(Vec::new()))
            }
            ("memcpy" | "memmove" | "memset", [to, from, size]) => {
                let (to, from, size) = (self.word(to)?, self.word(from)?, self.word(size)?);
                let from = if name == "memset" { self.resize(from, Type::I8) } else { from };
                self.block_operation(name, to, from, size);
                Ok(Some(vec![to]))
            }
            ("sqrt" | "sqrtf" | "fabs" | "fabsf", [value]) => {
                let value = self.single(value)?;
                let ty = self.ty(value);
                let intrinsic = if name.starts_with("sqrt") { Intrinsic::Sqrt(ty) } else { Intrinsic::Fabs(ty) };
                Ok(Some(vec![self.intrinsic(intrinsic, &[value])]))
            }
            ("fmod" | "fmodf", [value, by]) => {
                let (value, by) = (self.single(value)?, self.single(by)?);
                Ok(Some(vec![self.bin(BinOp::FRem, value, by)]))
            }
            _ => match name.strip_prefix("__atomic_") {
                Some(operation) => self.atomic_call(operation, call, &args),
                None => Ok(None),
            },
        }
    }

    /// A memory order as C numbers them; one that is not known becomes the strongest.
    fn c_order(&mut self, order: &Operand) -> Result<u32> {
        let order = self.word(order)?;
        Ok(self.known(order).filter(|&order| order < 6).map_or(SEQ_CST, |order| order as u32 + 1))
    }

    fn atomic_call(&mut self, operation: &str, call: &Call, args: &[&Operand]) -> Result<Option<Parts>> {
        if operation == "is_lock_free" {
            let [size, _] = args else { return Ok(None) };
            let size = self.word(size)?;
            let free = self.known(size).is_some_and(|size| matches!(size, 1 | 2 | 4 | 8));
            return self.truth_result(call, free).map(Some);
        }
        if let Some((operation, size)) = operation.rsplit_once('_')
            && let Some(bits) = bits_of(size.parse().ok())
        {
            return self.sized_atomic(operation, bits, call, args);
        }
        let Some((size, rest)) = args.split_first() else { return Ok(None) };
        let size = self.word(size)?;
        let Some(bits) = bits_of(self.known(size)) else {
            return Err(format!("__atomic_{operation} of a size that is not 1, 2, 4 or 8 bytes"));
        };
        self.unsized_atomic(operation, bits, call, rest)
    }

    fn truth_result(&mut self, call: &Call, holds: bool) -> Result<Parts> {
        match self.shape(call.result)? {
            Shape::Int(bits) => Ok(self.int_small(bits, u64::from(holds))),
            _ => Ok(Vec::new()),
        }
    }

    /// A truth value as the call's result.
    fn flag(&mut self, call: &Call, flag: Value) -> Result<Parts> {
        match self.shape(call.result)? {
            Shape::Int(bits) => Ok(self.int_resize(1, bits, false, &[flag])),
            _ => Ok(Vec::new()),
        }
    }

    /// Those whose name says the size: values are arguments and results.
    fn sized_atomic(&mut self, operation: &str, bits: u32, call: &Call, args: &[&Operand]) -> Result<Option<Parts>> {
        let shape = Shape::Int(bits);
        let parts = match (operation, args) {
            ("load", [addr, order]) => {
                let (addr, order) = (self.word(addr)?, self.c_order(order)?);
                self.atomic_load(shape, addr, for_load(order))?
            }
            ("store", [addr, value, order]) => {
                let (addr, value, order) = (self.word(addr)?, self.operand(value)?, self.c_order(order)?);
                self.atomic_store(shape, &value, addr, for_store(order))?;
                Vec::new()
            }
            ("compare_exchange", [addr, expected, desired, success, failure]) => {
                let (addr, at, desired) = (self.word(addr)?, self.word(expected)?, self.operand(desired)?);
                let orders = (self.c_order(success)?, for_load(self.c_order(failure)?));
                self.exchange_at(bits, call, addr, at, &desired, orders)?
            }
            (_, [addr, value, order]) => {
                let Some((op, wants_new)) = rmw_of(operation) else { return Ok(None) };
                let (addr, value, order) = (self.word(addr)?, self.operand(value)?, self.c_order(order)?);
                let old = self.rmw(op, shape, addr, &value, order)?;
                if wants_new { self.after(op, bits, &old, &value)? } else { old }
            }
            _ => return Ok(None),
        };
        Ok(Some(if *self.kind(call.result) == TypeKind::Void { Vec::new() } else { parts }))
    }

    /// What a read-modify-write left in memory.
    fn after(&mut self, op: Rmw, bits: u32, old: &[Value], value: &[Value]) -> Result<Parts> {
        let op = match op {
            Rmw::Add => BinOp::Add,
            Rmw::Sub => BinOp::Sub,
            Rmw::And | Rmw::Nand => BinOp::And,
            Rmw::Or => BinOp::Or,
            _ => BinOp::Xor,
        };
        self.int_binary(op, bits, old, value)
    }

    /// Exchanges if memory holds what lies at `at`, and otherwise writes there what it holds.
    fn exchange_at(
        &mut self,
        bits: u32,
        call: &Call,
        addr: Value,
        at: Value,
        desired: &[Value],
        orders: (u32, u32),
    ) -> Result<Parts> {
        let ty = super::int::container(bits);
        let expected = self.b.load(ty, at);
        let result = self.exchange_if(Shape::Int(bits), addr, &[expected], desired, orders)?;
        // Where they are equal this writes what is there.
        self.b.store(result[0], at);
        self.flag(call, result[1])
    }

    /// Those that get the size as an argument: values lie in memory.
    fn unsized_atomic(&mut self, operation: &str, bits: u32, call: &Call, args: &[&Operand]) -> Result<Option<Parts>> {
        let (shape, ty) = (Shape::Int(bits), super::int::container(bits));
        let mut words = Vec::new();
        for arg in args {
            words.push(self.word(arg)?);
        }
        let parts = match (operation, args, &words[..]) {
            ("load", [.., order], &[addr, to, _]) => {
                let order = for_load(self.c_order(order)?);
                let value = self.atomic_load(shape, addr, order)?;
                self.b.store(value[0], to);
                Vec::new()
            }
            ("store", [.., order], &[addr, from, _]) => {
                let order = for_store(self.c_order(order)?);
                let value = self.b.load(ty, from);
                self.atomic_store(shape, &[value], addr, order)?;
                Vec::new()
            }
            ("exchange", [.., order], &[addr, from, to, _]) => {
                let order = self.c_order(order)?;
                let value = self.b.load(ty, from);
                let old = self.rmw(Rmw::Xchg, shape, addr, &[value], order)?;
                self.b.store(old[0], to);
                Vec::new()
            }
            ("compare_exchange", [.., success, failure], &[addr, at, from, _, _]) => {
                let orders = (self.c_order(success)?, for_load(self.c_order(failure)?));
                let desired = self.b.load(ty, from);
                self.exchange_at(bits, call, addr, at, &[desired], orders)?
            }
            _ => return Ok(None),
        };
        Ok(Some(parts))
    }
}

fn bits_of(bytes: Option<u64>) -> Option<u32> {
    bytes.filter(|bytes| matches!(bytes, 1 | 2 | 4 | 8)).map(|bytes| 8 * bytes as u32)
}

/// A load cannot release.
fn for_load(order: u32) -> u32 {
    if matches!(order, 4 | 5) { SEQ_CST } else { order }
}

/// A store cannot acquire.
fn for_store(order: u32) -> u32 {
    if matches!(order, 2 | 3 | 5) { SEQ_CST } else { order }
}

/// The computation of `fetch_add` and its kind, and whether the new value is the result.
fn rmw_of(name: &str) -> Option<(Rmw, bool)> {
    if name == "exchange" {
        return Some((Rmw::Xchg, false));
    }
    let (word, wants_new) = match name.strip_prefix("fetch_") {
        Some(word) => (word, false),
        None => (name.strip_suffix("_fetch")?, true),
    };
    let op = match word {
        "add" => Rmw::Add,
        "sub" => Rmw::Sub,
        "and" => Rmw::And,
        "or" => Rmw::Or,
        "xor" => Rmw::Xor,
        "nand" if !wants_new => Rmw::Nand,
        _ => return None,
    };
    Some((op, wants_new))
}
