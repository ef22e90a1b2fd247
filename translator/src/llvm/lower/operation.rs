//! One instruction, or one constant expression: operands to parts, the operation on parts.

use super::super::ast::{Cast, Op, Operand};
use super::super::types::Ty;
use super::Result;
use super::function::{Lowering, Parts};
use super::shape::Shape;
use crate::ice::{BinOp, CastOp, FloatCond, IntCond, Type, Value};

impl Lowering<'_, '_> {
    /// The result's parts, if the instruction has a result.
    pub(super) fn operation(&mut self, op: &Op) -> Result<Option<Parts>> {
        let result = match op {
            Op::Binary { op, lhs, rhs } => {
                self.check_scalar(lhs.ty, op.is_float())?;
                let (a, b) = (self.operand(lhs)?, self.parts(lhs.ty, rhs)?);
                self.binary(*op, lhs.ty, &a, &b)?
            }
            Op::FNeg { src } => {
                self.check_scalar(src.ty, true)?;
                let parts = self.operand(src)?;
                parts.into_iter().map(|part| self.negated(part)).collect()
            }
            Op::Cast { op, src, to } => self.conversion(*op, src, *to)?,
            Op::Icmp { cond, lhs, rhs } => {
                self.check_scalar(lhs.ty, false)?;
                let (a, b) = (self.operand(lhs)?, self.parts(lhs.ty, rhs)?);
                self.int_comparison(*cond, lhs.ty, &a, &b)?
            }
            Op::Fcmp { cond, lhs, rhs } => {
                self.check_scalar(lhs.ty, true)?;
                let (a, b) = (self.operand(lhs)?, self.parts(lhs.ty, rhs)?);
                self.float_comparison(*cond, &a, &b, lhs.ty)?
            }
            Op::Select { cond, on_true, on_false } => self.selection(cond, on_true, on_false)?,
            Op::Freeze { src } => self.operand(src)?,
            Op::Gep { source, base, indices } => self.element_address(*source, base, indices)?,
            Op::ExtractValue { aggregate, indices } => {
                let parts = self.operand(aggregate)?;
                let (at, ty) = self.element_parts(aggregate.ty, indices)?;
                let count = self.part_types(ty)?.len();
                parts[at..at + count].to_vec()
            }
            Op::InsertValue { aggregate, element, indices } => {
                let mut parts = self.operand(aggregate)?;
                let new = self.operand(element)?;
                let (at, ty) = self.element_parts(aggregate.ty, indices)?;
                if self.part_types(ty)? != self.part_types(element.ty)? {
                    return Err(format!("a {} is inserted where a {} is", self.name(element.ty), self.name(ty)));
                }
                parts.splice(at..at + new.len(), new);
                parts
            }
            Op::ExtractElement { vector, index } => self.extract_lane(vector, index)?,
            Op::InsertElement { vector, element, index } => self.insert_lane(vector, element, index)?,
            Op::Shuffle { left, right, mask } => self.shuffle(left, right, mask)?,
            Op::Load { ty, addr, access } => self.load_operation(*ty, addr, *access)?,
            Op::VaArg { list, ty } => self.next_argument(list, *ty)?,
            Op::Alloca { ty, count, align } => vec![self.alloca(*ty, count.as_ref(), *align)?],
            Op::AtomicRmw { op, addr, value, order } => self.atomic_rmw(*op, addr, value, *order)?,
            Op::CmpXchg { addr, expected, desired, orders } => self.compare_exchange(addr, expected, desired, *orders)?,
            Op::Call(call) => return self.call(call),
            Op::Pad { ty } => self.zeros(*ty)?,
            _ => {
                self.effect_operation(op)?;
                return Ok(None);
            }
        };
        Ok(Some(result))
    }

    fn effect_operation(&mut self, op: &Op) -> Result<()> {
        match op {
            Op::Store { value, addr, access } => self.store_operation(value, addr, *access),
            Op::Fence { order } => {
                self.fence(*order);
                Ok(())
            }
            Op::Phi { .. } => Err("a phi that is not at the start of its block".into()),
            _ => self.terminator(op),
        }
    }

    /// A binary operator on values of any type that has it.
    pub(super) fn binary(&mut self, op: BinOp, ty: Ty, a: &[Value], b: &[Value]) -> Result<Parts> {
        match self.shape(ty)? {
            Shape::Int(bits) => self.int_binary(op, bits, a, b),
            Shape::Float(_) => Ok(vec![self.bin(op, a[0], b[0])]),
            Shape::Vector(vector) if op.accepts(vector) => Ok(vec![self.b.binary(op, a[0], b[0])]),
            Shape::Vector(_) | Shape::Lanes(..) => {
                self.by_lane(ty, ty, &[a, b], |l, element, lanes| l.binary(op, element, &lanes[0], &lanes[1]))
            }
            _ => Err(format!("{op} of a {}", self.program.types.name(ty))),
        }
    }

    /// The same magnitude with the other sign: for zeros and NaNs, too.
    pub(super) fn negated(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let zero = match ty {
            Type::F32 => self.float(ty, 0x8000_0000),
            Type::V4F32 => self.vector_constant(ty, &[0x8000_0000; 4]),
            _ => self.float(Type::F64, 1 << 63),
        };
        self.b.binary(BinOp::FSub, zero, value)
    }

    fn name(&self, ty: Ty) -> String {
        self.program.types.name(ty)
    }

    /// Refuses arithmetic on what is no number of its kind.
    fn check_scalar(&self, ty: Ty, is_float: bool) -> Result<()> {
        let fits = match self.shape(self.program.types.scalar(ty))? {
            Shape::Float(_) => is_float,
            Shape::Int(_) => !is_float,
            _ => false,
        };
        let kind = if is_float { "floating-point" } else { "integer" };
        if fits { Ok(()) } else { Err(format!("{kind} arithmetic on a {}", self.name(ty))) }
    }

    fn int_comparison(&mut self, cond: IntCond, ty: Ty, a: &[Value], b: &[Value]) -> Result<Parts> {
        match self.shape(ty)? {
            Shape::Int(bits) => Ok(vec![self.int_compare(cond, bits, a, b)]),
            Shape::Vector(vector) if !vector.is_bool_or_bool_vector() => Ok(vec![self.b.icmp(cond, a[0], b[0])]),
            Shape::Vector(_) | Shape::Lanes(..) => {
                let results =
                    self.lane_results(ty, &[a, b], |l, element, lanes| l.int_comparison(cond, element, &lanes[0], &lanes[1]))?;
                self.truths(&results)
            }
            _ => Err(format!("icmp of a {}", self.program.types.name(ty))),
        }
    }

    fn float_comparison(&mut self, cond: FloatCond, a: &[Value], b: &[Value], ty: Ty) -> Result<Parts> {
        match self.shape(ty)? {
            Shape::Float(_) | Shape::Vector(_) => Ok(vec![self.fcompare(cond, a[0], b[0])]),
            Shape::Lanes(..) => {
                let results =
                    self.lane_results(ty, &[a, b], |l, element, lanes| l.float_comparison(cond, &lanes[0], &lanes[1], element))?;
                self.truths(&results)
            }
            _ => Err(format!("fcmp of a {}", self.program.types.name(ty))),
        }
    }

    fn selection(&mut self, cond: &Operand, on_true: &Operand, on_false: &Operand) -> Result<Parts> {
        let ty = on_true.ty;
        if on_false.ty != ty {
            return Err(format!("select between a {} and a {}", self.name(ty), self.name(on_false.ty)));
        }
        let (c, a, b) = (self.operand(cond)?, self.operand(on_true)?, self.operand(on_false)?);
        if let Shape::Int(_) = self.shape(cond.ty)? {
            return Ok(self.choose_parts(c[0], &a, &b));
        }
        if let (Shape::Vector(condition), Shape::Vector(vector)) = (self.shape(cond.ty)?, self.shape(ty)?)
            && vector.comparison_result() == condition
            && !vector.is_bool_or_bool_vector()
        {
            return Ok(vec![self.b.select(c[0], a[0], b[0])]);
        }
        let (conditions, a, b) = (self.lanes(cond.ty, &c)?, self.lanes(ty, &a)?, self.lanes(ty, &b)?);
        let lanes: Vec<Parts> =
            conditions.iter().zip(a.iter().zip(&b)).map(|(c, (a, b))| self.choose_parts(c[0], a, b)).collect();
        self.joined(ty, &lanes)
    }

    fn conversion(&mut self, op: Cast, src: &Operand, to: Ty) -> Result<Parts> {
        let value = self.operand(src)?;
        self.convert(op, src.ty, to, &value)
    }

    pub(super) fn convert(&mut self, op: Cast, from: Ty, to: Ty, value: &[Value]) -> Result<Parts> {
        if op == Cast::Bitcast {
            return self.same_bits(from, to, value);
        }
        match (self.shape(from)?, self.shape(to)?) {
            (Shape::Int(a), Shape::Int(b)) => Ok(self.int_resize(a, b, op == Cast::SExt, value)),
            (Shape::Float(_), Shape::Float(ty)) => {
                let op = if op == Cast::FpTrunc { CastOp::FpTrunc } else { CastOp::FpExt };
                Ok(vec![self.cast(op, value[0], ty)])
            }
            (Shape::Float(_), Shape::Int(bits)) => self.float_to_int(bits, op == Cast::FpToSi, value[0]),
            (Shape::Int(bits), Shape::Float(ty)) => self.int_to_float(bits, op == Cast::SiToFp, value, ty),
            (Shape::Vector(a), Shape::Vector(b)) if direct(op).is_some_and(|op| op.accepts(a, b)) => {
                let op = direct(op).ok_or("a conversion")?;
                Ok(vec![self.cast(op, value[0], b)])
            }
            (Shape::Vector(a), Shape::Vector(b)) if a == b => Ok(value.to_vec()),
            (Shape::Vector(_) | Shape::Lanes(..), Shape::Vector(_) | Shape::Lanes(..)) => {
                let element = self.program.types.scalar(to);
                self.by_lane(from, to, &[value], |l, from, lanes| l.convert(op, from, element, &lanes[0]))
            }
            _ => Err(format!("a conversion from {} to {}", self.program.types.name(from), self.program.types.name(to))),
        }
    }

    pub(super) fn float_to_int(&mut self, bits: u32, sign: bool, value: Value) -> Result<Parts> {
        if bits > 64 {
            return self.float_to_wide(bits, sign, value);
        }
        // Narrow results by way of 32 bits: what does not fit is anything in any case.
        let ty = if bits <= 32 { Type::I32 } else { Type::I64 };
        let op = if sign || bits < ty.bits() { CastOp::FpToSi } else { CastOp::FpToUi };
        let wide = self.cast(op, value, ty);
        Ok(self.int_resize(ty.bits(), bits, false, &[wide]))
    }

    fn int_to_float(&mut self, bits: u32, sign: bool, value: &[Value], to: Type) -> Result<Parts> {
        if bits > 64 {
            return Ok(vec![self.wide_to_float(bits, sign, value, to)?]);
        }
        let wide = if bits <= 32 { 32 } else { 64 };
        let value = self.int_resize(bits, wide, sign, value)[0];
        let op = if sign || bits < wide { CastOp::SiToFp } else { CastOp::UiToFp };
        Ok(vec![self.cast(op, value, to)])
    }

    /// The same bits as another type.
    pub(super) fn same_bits(&mut self, from: Ty, to: Ty, value: &[Value]) -> Result<Parts> {
        if from == to {
            return Ok(value.to_vec());
        }
        match (self.shape(from)?, self.shape(to)?) {
            (Shape::Int(a), Shape::Int(b)) if a == b => return Ok(value.to_vec()),
            (Shape::Vector(_), Shape::Vector(ty)) if ty.bits() == 128 => {
                return Ok(vec![self.cast(CastOp::Bitcast, value[0], ty)]);
            }
            _ => {}
        }
        let (bits, packed) = self.packed(from, value)?;
        self.unpacked(to, bits, &packed)
    }

    /// All bits of a value as one integer: how many, and its parts.
    pub(super) fn packed(&mut self, ty: Ty, value: &[Value]) -> Result<(u32, Parts)> {
        match self.shape(ty)? {
            Shape::Int(bits) => Ok((bits, value.to_vec())),
            Shape::Float(float) => {
                let int = if float == Type::F32 { Type::I32 } else { Type::I64 };
                Ok((int.bits(), vec![self.cast(CastOp::Bitcast, value[0], int)]))
            }
            Shape::Vector(_) | Shape::Lanes(..) => {
                let element = self.program.types.scalar(ty);
                let lanes = self.lanes(ty, value)?;
                let mut packed: Vec<(u32, Parts)> = Vec::new();
                for lane in &lanes {
                    packed.push(self.packed(element, lane)?);
                }
                let width = packed.first().map_or(0, |(bits, _)| *bits);
                let total = width * packed.len() as u32;
                let mut all = self.int_small(total, 0);
                for (index, (bits, lane)) in packed.iter().enumerate() {
                    let lane = self.int_resize(*bits, total, false, lane);
                    let lane = self.int_shift(BinOp::Shl, total, &lane, width * index as u32)?;
                    all = self.int_binary(BinOp::Or, total, &all, &lane)?;
                }
                Ok((total, all))
            }
            _ => Err(format!("the bits of a {}", self.program.types.name(ty))),
        }
    }

    /// A value of a type with the bits of an integer.
    pub(super) fn unpacked(&mut self, ty: Ty, bits: u32, value: &[Value]) -> Result<Parts> {
        match self.shape(ty)? {
            Shape::Int(width) => Ok(self.int_resize(bits, width, false, value)),
            Shape::Float(float) => {
                let width = float.bits();
                let value = self.int_resize(bits, width, false, value)[0];
                Ok(vec![self.cast(CastOp::Bitcast, value, float)])
            }
            Shape::Vector(_) | Shape::Lanes(..) => {
                let (count, element) = self.program.types.vector(ty).ok_or("no vector")?;
                let width = bits / count;
                let mut lanes = Vec::new();
                for index in 0..count {
                    let lane = self.int_shift(BinOp::LShr, bits, value, width * index)?;
                    let lane = self.int_resize(bits, width, false, &lane);
                    lanes.push(self.unpacked(element, width, &lane)?);
                }
                self.joined(ty, &lanes)
            }
            _ => Err(format!("bits as a {}", self.program.types.name(ty))),
        }
    }
}

/// The conversion of ICE that does the same lane by lane.
fn direct(op: Cast) -> Option<CastOp> {
    Some(match op {
        Cast::Trunc => CastOp::Trunc,
        Cast::ZExt => CastOp::ZExt,
        Cast::SExt => CastOp::SExt,
        Cast::FpToUi => CastOp::FpToUi,
        Cast::FpToSi => CastOp::FpToSi,
        Cast::UiToFp => CastOp::UiToFp,
        Cast::SiToFp => CastOp::SiToFp,
        _ => return None,
    })
}
