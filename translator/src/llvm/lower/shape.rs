//! How types are represented: their parts, without any values.

use super::super::link::Program;
use super::super::types::{Ty, TypeKind};
use super::Result;
use super::function::Lowering;
use super::int::int_parts;
use crate::ice::Type;

/// How a type is represented.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// An integer of so many bits; an address is one of 32.
    Int(u32),
    /// A float or a double.
    Float(Type),
    /// A vector that PNaCl has.
    Vector(Type),
    /// A vector that it does not have: its lanes.
    Lanes(u32, Ty),
    /// A structure or an array: its elements.
    Aggregate,
    /// No value.
    Nothing,
}

/// The most parts that a value may have: beyond, it is no value but memory.
const MOST_PARTS: u64 = 100_000;

/// How a type is represented.
pub(super) fn shape(program: &Program, ty: Ty) -> Result<Shape> {
    Ok(match program.types.kind(ty) {
        TypeKind::Int(bits) => Shape::Int(*bits),
        TypeKind::Ptr => Shape::Int(32),
        TypeKind::Float => Shape::Float(Type::F32),
        TypeKind::Double => Shape::Float(Type::F64),
        TypeKind::Array(..) | TypeKind::Struct { .. } => Shape::Aggregate,
        TypeKind::Vector(count, element) => vector_shape(program, *count, *element),
        TypeKind::Void | TypeKind::Token | TypeKind::Metadata | TypeKind::Label => Shape::Nothing,
        TypeKind::OtherFloat(name) => return Err(format!("a value of type {name}: PNaCl has float and double")),
        TypeKind::Opaque => return Err("a value of a type that is not defined".into()),
        TypeKind::Function { .. } => return Err("a function as a value".into()),
    })
}

fn vector_shape(program: &Program, count: u32, element: Ty) -> Shape {
    let legal = match (program.types.kind(element), count) {
        (TypeKind::Int(32) | TypeKind::Ptr, 4) => Type::V4I32,
        (TypeKind::Int(16), 8) => Type::V8I16,
        (TypeKind::Int(8), 16) => Type::V16I8,
        (TypeKind::Float, 4) => Type::V4F32,
        (TypeKind::Int(1), 4) => Type::V4I1,
        (TypeKind::Int(1), 8) => Type::V8I1,
        (TypeKind::Int(1), 16) => Type::V16I1,
        _ => return Shape::Lanes(count, element),
    };
    Shape::Vector(legal)
}

/// The types of the parts of a type.
pub(super) fn part_types(program: &Program, ty: Ty) -> Result<Vec<Type>> {
    let mut list = Vec::new();
    add_part_types(program, ty, &mut list)?;
    Ok(list)
}

fn add_part_types(program: &Program, ty: Ty, list: &mut Vec<Type>) -> Result<()> {
    match shape(program, ty)? {
        Shape::Int(bits) => list.extend(int_parts(bits)),
        Shape::Float(ty) | Shape::Vector(ty) => list.push(ty),
        Shape::Lanes(..) | Shape::Aggregate => {
            let count = program.types.element_count(ty);
            if list.len() as u64 + count > MOST_PARTS {
                return Err(format!("a value of type {}: too large to be in registers", program.types.name(ty)));
            }
            for index in 0..count {
                let element = program.types.element(ty, index).ok_or("an element that is not there")?;
                add_part_types(program, element, list)?;
            }
        }
        Shape::Nothing => {}
    }
    Ok(())
}

impl<'p> Lowering<'p, '_> {
    pub(super) fn kind(&self, ty: Ty) -> &'p TypeKind {
        self.program.types.kind(ty)
    }

    pub(super) fn shape(&self, ty: Ty) -> Result<Shape> {
        shape(self.program, ty)
    }

    pub(super) fn part_types(&self, ty: Ty) -> Result<Vec<Type>> {
        part_types(self.program, ty)
    }

    /// Where the parts of an element begin in the parts of its aggregate, and its type.
    pub(super) fn element_parts(&self, ty: Ty, indices: &[u64]) -> Result<(usize, Ty)> {
        let (mut at, mut ty) = (0, ty);
        for &index in indices {
            for before in 0..index {
                let element = self.program.types.element(ty, before).ok_or("an element that is not there")?;
                at += self.part_types(element)?.len();
            }
            ty = self.program.types.element(ty, index).ok_or("an element that is not there")?;
        }
        Ok((at, ty))
    }
}
