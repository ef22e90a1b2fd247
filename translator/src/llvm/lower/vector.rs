//! Vectors: to lanes and back, lane by lane where PNaCl has no operation or no type for all at once.

use super::super::ast::{Const, Operand, Value as Source};
use super::super::types::Ty;
use super::Result;
use super::function::{Lowering, Parts};
use super::int::container;
use super::shape::Shape;
use crate::ice::{BinOp, IntCond, Type, Value};

impl Lowering<'_, '_> {
    /// The parts of each lane.
    pub(super) fn lanes(&mut self, ty: Ty, value: &[Value]) -> Result<Vec<Parts>> {
        match self.shape(ty)? {
            Shape::Vector(vector) => Ok((0..vector.lanes()).map(|lane| vec![self.lane(value[0], lane)]).collect()),
            Shape::Lanes(count, element) => {
                let width = self.part_types(element)?.len();
                Ok((0..count as usize).map(|lane| value[lane * width..(lane + 1) * width].to_vec()).collect())
            }
            _ => Err(format!("the lanes of a {}", self.program.types.name(ty))),
        }
    }

    fn lane(&mut self, vector: Value, lane: u32) -> Value {
        let index = self.i32(u64::from(lane));
        self.b.extract_element(vector, index)
    }

    /// The vector with these lanes.
    pub(super) fn joined(&mut self, ty: Ty, lanes: &[Parts]) -> Result<Parts> {
        match self.shape(ty)? {
            Shape::Vector(vector) => Ok(vec![self.vector_of(vector, lanes)]),
            _ => Ok(lanes.concat()),
        }
    }

    fn vector_of(&mut self, ty: Type, lanes: &[Parts]) -> Value {
        let known: Option<Vec<u64>> =
            lanes.iter().map(|lane| self.known(lane[0]).or_else(|| self.known_float(lane[0]))).collect();
        if let Some(known) = known
            && ty.memory_bytes().is_some()
        {
            return self.vector_constant(ty, &known);
        }
        let mut vector = self.b.undef(ty);
        for (index, lane) in lanes.iter().enumerate() {
            let index = self.i32(index as u64);
            vector = self.b.insert_element(vector, lane[0], index);
        }
        vector
    }

    /// Truth values as a vector of i1.
    pub(super) fn truths(&mut self, lanes: &[Parts]) -> Result<Parts> {
        let ty = match lanes.len() {
            4 => Type::V4I1,
            8 => Type::V8I1,
            16 => Type::V16I1,
            _ => return Ok(lanes.concat()),
        };
        Ok(vec![self.vector_of(ty, lanes)])
    }

    /// What an operation gives for each lane; it gets the lane's type and each operand's lane.
    pub(super) fn lane_results(
        &mut self,
        ty: Ty,
        operands: &[&[Value]],
        mut operation: impl FnMut(&mut Self, Ty, &[Parts]) -> Result<Parts>,
    ) -> Result<Vec<Parts>> {
        let element = self.program.types.scalar(ty);
        let mut columns = Vec::new();
        for operand in operands {
            columns.push(self.lanes(ty, operand)?);
        }
        let count = columns.first().map_or(0, Vec::len);
        let mut results = Vec::new();
        for index in 0..count {
            let lanes: Vec<Parts> = columns.iter().map(|column| column[index].clone()).collect();
            results.push(operation(self, element, &lanes)?);
        }
        Ok(results)
    }

    /// An operation lane by lane, from vectors of one type to one of another.
    pub(super) fn by_lane(
        &mut self,
        from: Ty,
        to: Ty,
        operands: &[&[Value]],
        operation: impl FnMut(&mut Self, Ty, &[Parts]) -> Result<Parts>,
    ) -> Result<Parts> {
        let results = self.lane_results(from, operands, operation)?;
        self.joined(to, &results)
    }

    /// An index that is known when the program is compiled.
    fn known_index(&mut self, index: &Operand) -> Option<u64> {
        match &index.value {
            Source::Const(Const::Int(index)) => Some(*index),
            Source::Const(Const::Zero | Const::Undef) => Some(0),
            _ => None,
        }
    }

    pub(super) fn extract_lane(&mut self, vector: &Operand, index: &Operand) -> Result<Parts> {
        let value = self.operand(vector)?;
        if let Some(index) = self.known_index(index) {
            if let Shape::Vector(ty) = self.shape(vector.ty)? {
                let lane = if index < u64::from(ty.lanes()) { index } else { 0 };
                return Ok(vec![self.lane(value[0], lane as u32)]);
            }
            let lanes = self.lanes(vector.ty, &value)?;
            return Ok(lanes.get(index as usize).or(lanes.first()).cloned().unwrap_or_default());
        }
        let lanes = self.lanes(vector.ty, &value)?;
        let (base, stride) = self.spill_lanes(&lanes)?;
        let addr = self.lane_address(base, stride, lanes.len(), index)?;
        self.reload_lane(&lanes[0], addr)
    }

    pub(super) fn insert_lane(&mut self, vector: &Operand, element: &Operand, index: &Operand) -> Result<Parts> {
        let (value, new) = (self.operand(vector)?, self.operand(element)?);
        if let Some(index) = self.known_index(index) {
            if let Shape::Vector(ty) = self.shape(vector.ty)? {
                let index = self.i32(if index < u64::from(ty.lanes()) { index } else { 0 });
                return Ok(vec![self.b.insert_element(value[0], new[0], index)]);
            }
            let mut lanes = self.lanes(vector.ty, &value)?;
            if let Some(lane) = lanes.get_mut(index as usize) {
                *lane = new;
            }
            return self.joined(vector.ty, &lanes);
        }
        let mut lanes = self.lanes(vector.ty, &value)?;
        let (base, stride) = self.spill_lanes(&lanes)?;
        let addr = self.lane_address(base, stride, lanes.len(), index)?;
        self.store_lane(&new, addr);
        for (number, lane) in lanes.iter_mut().enumerate() {
            let addr = self.offset(base, number as u64 * stride);
            *lane = self.reload_lane(&lane.clone(), addr)?;
        }
        self.joined(vector.ty, &lanes)
    }

    /// Lanes in memory, for an index that is not known: their address and distance.
    fn spill_lanes(&mut self, lanes: &[Parts]) -> Result<(Value, u64)> {
        let stride = 8 * lanes.first().map_or(1, Vec::len) as u64;
        let base = self.slot(stride * lanes.len() as u64, 8);
        for (index, lane) in lanes.iter().enumerate() {
            let addr = self.offset(base, index as u64 * stride);
            self.store_lane(lane, addr);
        }
        Ok((base, stride))
    }

    fn store_lane(&mut self, lane: &[Value], addr: Value) {
        for (index, &part) in lane.iter().enumerate() {
            let addr = self.offset(addr, 8 * index as u64);
            let part = if self.ty(part) == Type::I1 { self.resize(part, Type::I8) } else { part };
            self.b.store(part, addr);
        }
    }

    /// A lane of the same types as another one.
    fn reload_lane(&mut self, like: &[Value], addr: Value) -> Result<Parts> {
        let mut parts = Vec::new();
        for (index, &part) in like.iter().enumerate() {
            let addr = self.offset(addr, 8 * index as u64);
            let ty = self.ty(part);
            if ty == Type::I1 {
                let byte = self.b.load(Type::I8, addr);
                parts.push(self.resize(byte, Type::I1));
            } else {
                parts.push(self.b.load(ty, addr));
            }
        }
        Ok(parts)
    }

    /// The address of a lane; an index outside of the vector, which may give anything, stays inside.
    fn lane_address(&mut self, base: Value, stride: u64, count: usize, index: &Operand) -> Result<Value> {
        let index = self.word(index)?;
        let last = self.i32(count as u64 - 1);
        let inside = self.compare(IntCond::Ult, index, last);
        let index = self.choose(inside, index, last);
        let stride = self.i32(stride);
        let distance = self.bin(BinOp::Mul, index, stride);
        Ok(self.add(base, distance))
    }

    pub(super) fn shuffle(&mut self, left: &Operand, right: &Operand, mask: &Operand) -> Result<Parts> {
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        if left.ty != right.ty {
            return Err("a shuffle of two vectors of different types".into());
        }
        let count = self.program.types.element_count(left.ty);
        let Source::Const(mask_value) = &mask.value else { return Err("a shuffle with a mask that is not constant".into()) };
        let picks: Vec<Option<u64>> = match mask_value {
            Const::Aggregate(lanes) => lanes
                .iter()
                .map(|(_, lane)| match lane {
                    Const::Int(index) => Some(*index),
                    Const::Zero => Some(0),
                    _ => None,
                })
                .collect(),
            Const::Zero => vec![Some(0); self.program.types.element_count(mask.ty) as usize],
            _ => vec![None; self.program.types.element_count(mask.ty) as usize],
        };
        let element = self.program.types.scalar(left.ty);
        let mut lanes = Vec::new();
        for pick in &picks {
            lanes.push(match pick {
                Some(index) if *index < count => self.one_lane(left.ty, &a, *index as u32)?,
                Some(index) if *index < 2 * count => self.one_lane(left.ty, &b, (*index - count) as u32)?,
                _ => self.zeros(element)?,
            });
        }
        match legal(&self.part_types(element)?, lanes.len(), self.shape(element)?) {
            Some(vector) => Ok(vec![self.vector_of(vector, &lanes)]),
            None => Ok(lanes.concat()),
        }
    }

    fn one_lane(&mut self, ty: Ty, value: &[Value], index: u32) -> Result<Parts> {
        if let Shape::Vector(_) = self.shape(ty)? {
            return Ok(vec![self.lane(value[0], index)]);
        }
        Ok(self.lanes(ty, value)?[index as usize].clone())
    }
}

/// The vector of PNaCl with so many of these lanes.
pub(super) fn legal(element: &[Type], count: usize, shape: Shape) -> Option<Type> {
    let exact = match shape {
        Shape::Int(bits) => bits <= 64 && container(bits).bits() == bits,
        _ => true,
    };
    match (element, count) {
        ([Type::I32], 4) if exact => Some(Type::V4I32),
        ([Type::I16], 8) if exact => Some(Type::V8I16),
        ([Type::I8], 16) if exact => Some(Type::V16I8),
        ([Type::F32], 4) => Some(Type::V4F32),
        ([Type::I1], 4) => Some(Type::V4I1),
        ([Type::I1], 8) => Some(Type::V8I1),
        ([Type::I1], 16) => Some(Type::V16I1),
        _ => None,
    }
}
