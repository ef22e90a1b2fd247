//! Memory: addresses, loads, stores, stack. Values of any type lie in memory as
//! [`layout`](crate::llvm) says; what PNaCl cannot load at once is put together.
//!
//! Integer accesses state an alignment of 1 and floating-point ones their own or 1, as the ABI asks
//! ([PNACL-ABI] "Memory Access"). Volatile accesses of a size that PNaCl has atomic ones for become
//! such, in the strongest order: that is how the SDK's compiler kept them where they are
//! ([PNACL-LANG] "Volatile Memory Accesses").

use super::super::ast::{Access, Operand};
use super::super::types::{Ty, TypeKind};
use super::Result;
use super::emit::signed;
use super::function::{Lowering, Parts};
use super::int::container;
use super::shape::Shape;
use crate::ice::{BinOp, CastOp, InstData, Intrinsic, Type, Value};

/// The strongest memory order.
pub(super) const SEQ_CST: u32 = 6;

impl Lowering<'_, '_> {
    /// `getelementptr`: base plus known and scaled distances.
    pub(super) fn element_address(&mut self, source: Ty, base: &Operand, indices: &[Operand]) -> Result<Parts> {
        let vectors = std::iter::once(base).chain(indices).find_map(|operand| self.program.types.vector(operand.ty));
        if let Some((count, _)) = vectors {
            return self.element_addresses(count, source, base, indices);
        }
        let addr = self.single(base)?;
        let mut values = Vec::new();
        for index in indices {
            values.push((index.ty, self.operand(index)?));
        }
        self.address_of(source, addr, &values).map(|addr| vec![addr])
    }

    /// Addresses lane by lane; operands that are no vectors count for every lane.
    fn element_addresses(&mut self, count: u32, source: Ty, base: &Operand, indices: &[Operand]) -> Result<Parts> {
        let mut columns = Vec::new();
        for operand in std::iter::once(base).chain(indices) {
            let parts = self.operand(operand)?;
            columns.push(match self.program.types.vector(operand.ty) {
                Some((_, element)) => (element, self.lanes(operand.ty, &parts)?),
                None => (operand.ty, vec![parts; count as usize]),
            });
        }
        let mut lanes = Vec::new();
        for lane in 0..count as usize {
            let values: Vec<(Ty, Parts)> = columns[1..].iter().map(|(ty, lanes)| (*ty, lanes[lane].clone())).collect();
            lanes.push(vec![self.address_of(source, columns[0].1[lane][0], &values)?]);
        }
        match super::vector::legal(&[Type::I32], count as usize, Shape::Int(32)) {
            Some(_) => {
                let known = self.vector_from(Type::V4I32, &lanes);
                Ok(vec![known])
            }
            None => Ok(lanes.concat()),
        }
    }

    fn vector_from(&mut self, ty: Type, lanes: &[Parts]) -> Value {
        let mut vector = self.b.undef(ty);
        for (index, lane) in lanes.iter().enumerate() {
            let index = self.i32(index as u64);
            vector = self.b.insert_element(vector, lane[0], index);
        }
        vector
    }

    fn address_of(&mut self, source: Ty, base: Value, indices: &[(Ty, Parts)]) -> Result<Value> {
        let (mut addr, mut distance, mut ty) = (base, 0u64, source);
        for (number, (index_ty, index)) in indices.iter().enumerate() {
            let bits = self.program.types.int_bits(*index_ty).ok_or("an index that is no integer")?;
            let index = self.int_resize(bits, 32, true, index)[0];
            let known = self.known(index).map(|bits| signed(bits, Type::I32));
            let size = if number == 0 {
                self.program.types.size(ty)?
            } else if let TypeKind::Struct { .. } = self.kind(ty) {
                let field = known.ok_or("the number of a field is not constant")? as u64;
                distance = distance.wrapping_add(self.program.types.offset(ty, field)?);
                ty = self.program.types.element(ty, field).ok_or("a field that is not there")?;
                continue;
            } else {
                ty = match self.kind(ty) {
                    TypeKind::Array(_, element) | TypeKind::Vector(_, element) => *element,
                    _ => return Err(format!("an element of a {}", self.program.types.name(ty))),
                };
                self.program.types.size(ty)?
            };
            match known {
                Some(known) => distance = distance.wrapping_add((known as u64).wrapping_mul(size)),
                None => {
                    let scaled = self.scaled(index, size);
                    addr = self.add(addr, scaled);
                }
            }
        }
        Ok(self.offset(addr, distance))
    }

    fn scaled(&mut self, index: Value, size: u64) -> Value {
        if size.is_power_of_two() && size < 1 << 31 {
            return self.shift(BinOp::Shl, index, size.trailing_zeros());
        }
        let size = self.i32(size);
        self.bin(BinOp::Mul, index, size)
    }

    pub(super) fn alloca(&mut self, ty: Ty, count: Option<&Operand>, align: Option<u32>) -> Result<Value> {
        let size = self.program.types.size(ty)?;
        let align = match align {
            Some(align) => align,
            None => self.program.types.align(ty)? as u32,
        };
        let size = match count {
            None => self.i32(size),
            Some(count) => {
                let count = self.word(count)?;
                self.scaled(count, size)
            }
        };
        // No object has the address of another one, not even an empty one.
        let size = if self.known(size) == Some(0) { self.i32(1) } else { size };
        Ok(self.b.alloca(size, align.clamp(1, 1 << 29)))
    }

    pub(super) fn load_operation(&mut self, ty: Ty, addr: &Operand, access: Access) -> Result<Parts> {
        let addr = self.single(addr)?;
        let align = self.alignment(ty, access)?;
        if let Some(order) = access.order {
            return self.atomic_load(self.shape(ty)?, addr, order);
        }
        if access.volatile && self.is_lockable(ty, align)? {
            return self.atomic_load(self.shape(ty)?, addr, SEQ_CST);
        }
        self.load(ty, addr, align)
    }

    pub(super) fn store_operation(&mut self, value: &Operand, addr: &Operand, access: Access) -> Result<()> {
        let (parts, addr) = (self.operand(value)?, self.single(addr)?);
        let align = self.alignment(value.ty, access)?;
        if let Some(order) = access.order {
            return self.atomic_store(self.shape(value.ty)?, &parts, addr, order);
        }
        if access.volatile && self.is_lockable(value.ty, align)? {
            return self.atomic_store(self.shape(value.ty)?, &parts, addr, SEQ_CST);
        }
        self.store(value.ty, &parts, addr, align)
    }

    fn alignment(&self, ty: Ty, access: Access) -> Result<u64> {
        match access.align {
            Some(align) => Ok(u64::from(align)),
            None => self.program.types.align(ty),
        }
    }

    /// Whether PNaCl has an atomic access of the type's size, aligned as it is.
    fn is_lockable(&self, ty: Ty, align: u64) -> Result<bool> {
        Ok(match self.shape(ty)? {
            Shape::Int(bits) => bits <= 64 && bits > 1 && container(bits).bits() == bits && align >= u64::from(bits / 8),
            Shape::Float(float) => align >= u64::from(float.bits() / 8),
            _ => false,
        })
    }

    /// Reads a value of any type.
    pub(super) fn load(&mut self, ty: Ty, addr: Value, align: u64) -> Result<Parts> {
        match self.shape(ty)? {
            Shape::Int(bits) => self.load_int(bits, addr),
            Shape::Float(float) => Ok(vec![self.load_float(float, addr, align)]),
            Shape::Vector(vector) if vector.memory_bytes().is_some() && align >= u64::from(vector.element().bits() / 8) => {
                Ok(vec![self.b.load(vector, addr)])
            }
            Shape::Vector(_) | Shape::Lanes(..) => self.load_lanes(ty, addr, align),
            Shape::Aggregate => {
                let mut parts = Vec::new();
                for index in 0..self.program.types.element_count(ty) {
                    let (element, offset) = self.element_place(ty, index)?;
                    let addr = self.offset(addr, offset);
                    parts.extend(self.load(element, addr, align_at(align, offset))?);
                }
                Ok(parts)
            }
            Shape::Nothing => Ok(Vec::new()),
        }
    }

    /// Writes a value of any type.
    pub(super) fn store(&mut self, ty: Ty, parts: &[Value], addr: Value, align: u64) -> Result<()> {
        match self.shape(ty)? {
            Shape::Int(bits) => self.store_int(bits, parts, addr),
            Shape::Float(_) => {
                self.store_float(parts[0], addr, align);
                Ok(())
            }
            Shape::Vector(vector) if vector.memory_bytes().is_some() && align >= u64::from(vector.element().bits() / 8) => {
                self.b.store(parts[0], addr);
                Ok(())
            }
            Shape::Vector(_) | Shape::Lanes(..) => self.store_lanes(ty, parts, addr, align),
            Shape::Aggregate => {
                let mut rest = parts;
                for index in 0..self.program.types.element_count(ty) {
                    let (element, offset) = self.element_place(ty, index)?;
                    let (own, others) = rest.split_at(self.part_types(element)?.len());
                    let addr = self.offset(addr, offset);
                    self.store(element, own, addr, align_at(align, offset))?;
                    rest = others;
                }
                Ok(())
            }
            Shape::Nothing => Ok(()),
        }
    }

    fn element_place(&self, ty: Ty, index: u64) -> Result<(Ty, u64)> {
        let element = self.program.types.element(ty, index).ok_or("an element that is not there")?;
        Ok((element, self.program.types.offset(ty, index)?))
    }

    /// The pieces in which an integer's bytes are accessed: offset, type, the part that it belongs to
    /// and its place in that part, in bits.
    fn pieces(bits: u32) -> Vec<(u32, Type, usize, u32)> {
        let bytes = bits.div_ceil(8);
        let (mut at, mut pieces) = (0, Vec::new());
        while at < bytes {
            // No piece crosses a part.
            let room = (bytes - at).min(8 - at % 8);
            let ty = [Type::I64, Type::I32, Type::I16, Type::I8].into_iter().find(|ty| ty.bits() / 8 <= room).unwrap_or(Type::I8);
            pieces.push((at, ty, (at / 8) as usize, at % 8 * 8));
            at += ty.bits() / 8;
        }
        pieces
    }

    fn load_int(&mut self, bits: u32, addr: Value) -> Result<Parts> {
        let mut parts = self.int_small(bits, 0);
        if bits == 1 {
            let byte = self.b.load(Type::I8, addr);
            return Ok(vec![self.cast(CastOp::Trunc, byte, Type::I1)]);
        }
        for (offset, ty, part, place) in Self::pieces(bits) {
            let addr = self.offset(addr, u64::from(offset));
            let piece = self.b.load(ty, addr);
            let word = self.ty(parts[part]);
            let piece = self.resize(piece, word);
            let piece = self.shift(BinOp::Shl, piece, place);
            parts[part] = self.or(parts[part], piece);
        }
        if !bits.is_multiple_of(8) {
            let last = parts.len() - 1;
            let own = if bits > 64 { (bits - 1) % 64 + 1 } else { bits };
            parts[last] = self.normal(own, parts[last]);
        }
        Ok(parts)
    }

    fn store_int(&mut self, bits: u32, parts: &[Value], addr: Value) -> Result<()> {
        if bits == 1 {
            let byte = self.resize(parts[0], Type::I8);
            self.b.store(byte, addr);
            return Ok(());
        }
        for (offset, ty, part, place) in Self::pieces(bits) {
            let addr = self.offset(addr, u64::from(offset));
            let piece = self.shift(BinOp::LShr, parts[part], place);
            let piece = self.resize(piece, ty);
            self.b.store(piece, addr);
        }
        Ok(())
    }

    fn load_float(&mut self, ty: Type, addr: Value, align: u64) -> Value {
        let own = ty.bits() / 8;
        let align = if align >= u64::from(own) { own } else { 1 };
        let block = self.b.current();
        let (_, value) = self.b.func().append_inst(block, InstData::Load { addr, align }, ty);
        value.unwrap_or_else(|| unreachable!("a load has a result"))
    }

    fn store_float(&mut self, value: Value, addr: Value, align: u64) {
        let own = self.ty(value).bits() / 8;
        let align = if align >= u64::from(own) { own } else { 1 };
        let block = self.b.current();
        self.b.func().append_inst(block, InstData::Store { addr, value, align }, Type::Void);
    }

    /// The width of a lane that is not whole bytes: such lanes lie bit after bit.
    fn bit_width(&self, element: Ty) -> Option<u32> {
        self.program.types.int_bits(element).filter(|bits| !bits.is_multiple_of(8))
    }

    fn load_lanes(&mut self, ty: Ty, addr: Value, align: u64) -> Result<Parts> {
        let (count, element) = self.program.types.vector(ty).ok_or("no vector")?;
        if let Some(width) = self.bit_width(element) {
            let bits = self.load_int(width * count, addr)?;
            return self.unpacked(ty, width * count, &bits);
        }
        let mut lanes = Vec::new();
        for index in 0..count {
            let offset = self.program.types.offset(ty, u64::from(index))?;
            let addr = self.offset(addr, offset);
            lanes.push(self.load(element, addr, align_at(align, offset))?);
        }
        self.joined(ty, &lanes)
    }

    fn store_lanes(&mut self, ty: Ty, parts: &[Value], addr: Value, align: u64) -> Result<()> {
        let (_, element) = self.program.types.vector(ty).ok_or("no vector")?;
        if self.bit_width(element).is_some() {
            let (bits, packed) = self.packed(ty, parts)?;
            return self.store_int(bits, &packed, addr);
        }
        for (index, lane) in self.lanes(ty, parts)?.iter().enumerate() {
            let offset = self.program.types.offset(ty, index as u64)?;
            let addr = self.offset(addr, offset);
            self.store(element, lane, addr, align_at(align, offset))?;
        }
        Ok(())
    }

    /// Copies a known number of bytes between places that do not overlap.
    pub(super) fn copy(&mut self, to: Value, from: Value, size: u64) {
        let (size, align, no) = (self.i32(size), self.i32(1), self.int(Type::I1, 0));
        self.effect(Intrinsic::Memcpy, &[to, from, size, align, no]);
    }
}

/// The alignment of what lies at an offset from something aligned.
pub(super) fn align_at(align: u64, offset: u64) -> u64 {
    if offset == 0 { align } else { align.min(1 << offset.trailing_zeros().min(31)) }
}
