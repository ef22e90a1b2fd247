//! Constants inside of functions, as parts.

use super::super::ast::{Const, Op};
use super::super::types::{Ty, TypeKind};
use super::Result;
use super::function::{Lowering, Parts};
use super::shape::Shape;
use crate::ice::{Intrinsic, Type, Value};

impl Lowering<'_, '_> {
    pub(super) fn constant_parts(&mut self, ty: Ty, constant: &Const) -> Result<Parts> {
        match constant {
            Const::Zero | Const::Undef => self.zeros(ty),
            Const::Int(bits) => self.number(ty, &[*bits]),
            Const::Wide(words) => self.number(ty, words),
            Const::F32(bits) => Ok(vec![self.float(Type::F32, u64::from(*bits))]),
            Const::F64(bits) => Ok(vec![self.float(Type::F64, *bits)]),
            Const::Symbol(symbol) => Ok(vec![self.symbol_address(*symbol)?]),
            Const::Block(function, block) => {
                let number = self.globals.block_number(self.place.module, *function, block)?;
                Ok(vec![self.i32(u64::from(number))])
            }
            Const::Bytes(bytes) => Ok(bytes.iter().map(|&byte| self.int(Type::I8, u64::from(byte))).collect()),
            Const::Aggregate(elements) => self.aggregate(ty, elements),
            Const::Expr(expr) => self.expression(&expr.op),
        }
    }

    fn expression(&mut self, op: &Op) -> Result<Parts> {
        self.operation(op)?.ok_or_else(|| "a constant expression without a value".into())
    }

    fn number(&mut self, ty: Ty, words: &[u64]) -> Result<Parts> {
        match self.shape(ty)? {
            Shape::Int(bits) => Ok(self.int_constant(bits, words)),
            _ => Err(format!("a number as a {}", self.program.types.name(ty))),
        }
    }

    /// Zeros of any type.
    pub(super) fn zeros(&mut self, ty: Ty) -> Result<Parts> {
        Ok(self.part_types(ty)?.into_iter().map(|ty| self.zero(ty)).collect())
    }

    fn aggregate(&mut self, ty: Ty, elements: &[(Ty, Const)]) -> Result<Parts> {
        if let Shape::Vector(vector) = self.shape(ty)? {
            let known: Option<Vec<u64>> = elements.iter().map(|(_, element)| lane_bits(element)).collect();
            if let Some(lanes) = known.filter(|lanes| lanes.len() == vector.lanes() as usize) {
                return Ok(vec![self.vector_constant(vector, &lanes)]);
            }
        }
        let mut lanes = Vec::new();
        for (ty, element) in elements {
            lanes.push(self.constant_parts(*ty, element)?);
        }
        match self.kind(ty) {
            TypeKind::Vector(..) => self.joined(ty, &lanes),
            _ => Ok(lanes.concat()),
        }
    }

    /// A vector whose lanes have these bits: loaded from a constant variable, or made lane by lane
    /// if it has no form in memory.
    pub(super) fn vector_constant(&mut self, ty: Type, lanes: &[u64]) -> Value {
        let element = ty.element();
        if ty.memory_bytes().is_none() {
            let mut vector = self.b.undef(ty);
            for (index, &lane) in lanes.iter().enumerate() {
                let (lane, index) = (self.int(element, lane), self.i32(index as u64));
                vector = self.b.insert_element(vector, lane, index);
            }
            return vector;
        }
        let width = (element.bits() / 8) as usize;
        let bytes: Vec<u8> = lanes.iter().flat_map(|lane| lane.to_le_bytes()[..width].to_vec()).collect();
        let global = self.globals.vector_constant(self.b.module(), bytes);
        self.b.load(ty, Value::global(global))
    }

    /// The address of a symbol, wherever it turns out to lie.
    fn symbol_address(&mut self, symbol: super::super::ast::Symbol) -> Result<Value> {
        let place = super::super::link::Place { module: self.place.module, symbol };
        let target = self.globals.resolve(place)?;
        if let Some(offset) = self.globals.thread_offset(target.place)? {
            let base = self.intrinsic(Intrinsic::ReadTp, &[]);
            return Ok(self.offset(base, (offset + target.addend) as u64));
        }
        let (base, distance) = match self.globals.address(self.b.module(), target.place)? {
            Some(known) => known,
            None => (self.i32(0), 0),
        };
        Ok(self.offset(base, (distance + target.addend) as u64))
    }
}

/// The bits of a lane that is a plain number.
fn lane_bits(constant: &Const) -> Option<u64> {
    match constant {
        Const::Int(bits) => Some(*bits),
        Const::F32(bits) => Some(u64::from(*bits)),
        Const::Zero | Const::Undef => Some(0),
        _ => None,
    }
}
