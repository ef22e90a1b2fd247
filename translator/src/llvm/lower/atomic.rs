//! Atomic accesses to PNaCl's intrinsics: 8, 16, 32 and 64 bits. What they do not compute is computed
//! in a loop around a compare-exchange.
//!
//! Source: [PNACL-ABI] "Atomic intrinsics".

use super::super::ast::{Operand, Rmw};
use super::Result;
use super::function::{Lowering, Parts};
use super::int::container;
use super::memory::SEQ_CST;
use super::shape::Shape;
use crate::ice::intrinsics::AtomicRmwOp;
use crate::ice::{BinOp, CastOp, IntCond, Intrinsic, Type, Value};

impl Lowering<'_, '_> {
    /// The integer type of a value that is accessed at once.
    fn atomic_type(&self, shape: Shape) -> Result<Type> {
        match shape {
            Shape::Int(bits) if bits <= 64 => Ok(container(bits.max(2))),
            Shape::Float(Type::F32) => Ok(Type::I32),
            Shape::Float(_) => Ok(Type::I64),
            _ => Err("an atomic access of a size that PNaCl does not have: it has 8, 16, 32 and 64 bits".into()),
        }
    }

    fn lockable(&mut self, shape: Shape, parts: &[Value]) -> Result<Value> {
        let int = self.atomic_type(shape)?;
        let is_float = self.ty(parts[0]).is_scalar_float();
        Ok(if is_float { self.cast(CastOp::Bitcast, parts[0], int) } else { self.resize(parts[0], int) })
    }

    fn unlocked(&mut self, shape: Shape, value: Value) -> Result<Parts> {
        Ok(vec![match shape {
            Shape::Float(float) => self.cast(CastOp::Bitcast, value, float),
            Shape::Int(bits) => {
                let narrow = self.resize(value, container(bits));
                self.normal(bits, narrow)
            }
            _ => value,
        }])
    }

    pub(super) fn atomic_load(&mut self, shape: Shape, addr: Value, order: u32) -> Result<Parts> {
        let int = self.atomic_type(shape)?;
        let order = self.i32(u64::from(order));
        let value = self.intrinsic(Intrinsic::AtomicLoad(int), &[addr, order]);
        self.unlocked(shape, value)
    }

    pub(super) fn atomic_store(&mut self, shape: Shape, parts: &[Value], addr: Value, order: u32) -> Result<()> {
        let int = self.atomic_type(shape)?;
        let value = self.lockable(shape, parts)?;
        let order = self.i32(u64::from(order));
        self.effect(Intrinsic::AtomicStore(int), &[value, addr, order]);
        Ok(())
    }

    pub(super) fn fence(&mut self, order: u32) {
        let order = self.i32(u64::from(order));
        self.effect(Intrinsic::AtomicFence, &[order]);
    }

    /// The old value, and whether it was exchanged.
    pub(super) fn compare_exchange(
        &mut self,
        addr: &Operand,
        expected: &Operand,
        desired: &Operand,
        orders: (u32, u32),
    ) -> Result<Parts> {
        let at = self.single(addr)?;
        let (expect, new) = (self.operand(expected)?, self.operand(desired)?);
        self.exchange_if(self.shape(expected.ty)?, at, &expect, &new, orders)
    }

    pub(super) fn exchange_if(
        &mut self,
        shape: Shape,
        addr: Value,
        expected: &[Value],
        desired: &[Value],
        orders: (u32, u32),
    ) -> Result<Parts> {
        let int = self.atomic_type(shape)?;
        let expect = self.lockable(shape, expected)?;
        let new = self.lockable(shape, desired)?;
        let old = self.exchange(int, addr, expect, new, orders);
        let same = self.compare(IntCond::Eq, old, expect);
        let mut parts = self.unlocked(shape, old)?;
        parts.push(same);
        Ok(parts)
    }

    fn exchange(&mut self, int: Type, addr: Value, expected: Value, desired: Value, (success, failure): (u32, u32)) -> Value {
        let (success, failure) = (self.i32(u64::from(success)), self.i32(u64::from(failure)));
        self.intrinsic(Intrinsic::AtomicCmpxchg(int), &[addr, expected, desired, success, failure])
    }

    pub(super) fn atomic_rmw(&mut self, op: Rmw, addr: &Operand, value: &Operand, order: u32) -> Result<Parts> {
        let (addr, parts) = (self.single(addr)?, self.operand(value)?);
        self.rmw(op, self.shape(value.ty)?, addr, &parts, order)
    }

    pub(super) fn rmw(&mut self, op: Rmw, shape: Shape, addr: Value, parts: &[Value], order: u32) -> Result<Parts> {
        let int = self.atomic_type(shape)?;
        let value = self.lockable(shape, parts)?;
        let number = match op {
            Rmw::Xchg => AtomicRmwOp::Exchange,
            Rmw::Add => AtomicRmwOp::Add,
            Rmw::Sub => AtomicRmwOp::Sub,
            Rmw::And => AtomicRmwOp::And,
            Rmw::Or => AtomicRmwOp::Or,
            Rmw::Xor => AtomicRmwOp::Xor,
            _ => return self.rmw_loop(op, shape, int, addr, parts),
        };
        let (number, order) = (self.i32(number as u64), self.i32(u64::from(order)));
        let old = self.intrinsic(Intrinsic::AtomicRmw(int), &[number, addr, value, order]);
        self.unlocked(shape, old)
    }

    /// Reads, computes and exchanges until nobody else wrote between.
    fn rmw_loop(&mut self, op: Rmw, shape: Shape, int: Type, addr: Value, parts: &[Value]) -> Result<Parts> {
        let order = self.i32(u64::from(SEQ_CST));
        let first = self.intrinsic(Intrinsic::AtomicLoad(int), &[addr, order]);
        let before = self.b.current();
        let (head, after) = (self.b.block(), self.b.block());
        self.b.br(head);
        self.b.switch_to(head);
        let old = self.b.phi(int, &[]);
        let old_parts = self.unlocked(shape, old)?;
        let new = self.computed(op, shape, &old_parts, parts)?;
        let new = self.lockable(shape, &new)?;
        let seen = self.exchange(int, addr, old, new, (SEQ_CST, SEQ_CST));
        let same = self.compare(IntCond::Eq, seen, old);
        let end = self.b.current();
        self.b.cond_br(same, after, head);
        self.b.set_phi(old, &[(before, first), (end, seen)]);
        self.b.switch_to(after);
        Ok(old_parts)
    }

    fn computed(&mut self, op: Rmw, shape: Shape, old: &[Value], value: &[Value]) -> Result<Parts> {
        let cond = match op {
            Rmw::Max => IntCond::Sgt,
            Rmw::Min => IntCond::Slt,
            Rmw::UMax => IntCond::Ugt,
            Rmw::UMin => IntCond::Ult,
            Rmw::FAdd => return Ok(vec![self.bin(BinOp::FAdd, old[0], value[0])]),
            Rmw::FSub => return Ok(vec![self.bin(BinOp::FSub, old[0], value[0])]),
            _ => {
                let Shape::Int(bits) = shape else { return Err("nand of something that is no integer".into()) };
                let both = self.int_binary(BinOp::And, bits, old, value)?;
                let ones = self.int_ones(bits);
                return self.int_binary(BinOp::Xor, bits, &both, &ones);
            }
        };
        let Shape::Int(bits) = shape else { return Err("the maximum of something that is no integer".into()) };
        let wins = self.int_compare(cond, bits, old, value);
        Ok(self.choose_parts(wins, old, value))
    }
}
