//! Arguments behind `...`: the caller writes them one after the other into a buffer and passes its
//! address as the last argument; a `va_list` holds the address of the next one.
//!
//! Each argument takes whole words of four bytes, vectors begin at multiples of 16: the layout that
//! clang's own expansion of `va_arg` for i386 assumes, so that IR with and without it may be mixed.

use super::super::ast::{Operand, ParamAttrs};
use super::super::types::{Ty, TypeKind};
use super::Result;
use super::function::{Lowering, Parts};
use crate::ice::{Type, Value};

impl Lowering<'_, '_> {
    /// The bytes that an argument takes, and its alignment.
    fn place_of(&self, ty: Ty) -> Result<(u64, u64)> {
        let size = self.program.types.size(ty)?.next_multiple_of(4);
        let align = if matches!(self.kind(ty), TypeKind::Vector(..)) && size >= 16 { 16 } else { 4 };
        Ok((size, align))
    }

    /// Writes arguments to a buffer; its address.
    pub(super) fn argument_buffer(&mut self, args: &[(Operand, ParamAttrs)]) -> Result<Value> {
        let (mut size, mut places) = (0u64, Vec::new());
        for (arg, attrs) in args {
            // A copy of something in memory is a structure, even where an optimisation has made
            // its type a vector: only its size counts.
            let (own, align) = match attrs.byval {
                Some(ty) => (self.place_of(ty)?.0, 4),
                None => self.place_of(arg.ty)?,
            };
            size = size.next_multiple_of(align);
            places.push(size);
            size += own;
        }
        if size == 0 {
            return Ok(self.i32(0));
        }
        let buffer = self.slot(size, 16);
        for ((arg, attrs), place) in args.iter().zip(places) {
            let to = self.offset(buffer, place);
            match attrs.byval {
                Some(ty) => {
                    let from = self.single(arg)?;
                    let size = self.program.types.size(ty)?;
                    self.copy(to, from, size);
                }
                None => {
                    let parts = self.operand(arg)?;
                    self.store(arg.ty, &parts, to, super::memory::align_at(16, place))?;
                }
            }
        }
        Ok(buffer)
    }

    /// `va_start`: the list begins at the caller's buffer.
    pub(super) fn start_arguments(&mut self, list: Value) -> Result<()> {
        let buffer = self.more_args.ok_or("va_start in a function without `...`")?;
        self.b.store(buffer, list);
        Ok(())
    }

    /// `va_copy`.
    pub(super) fn copy_arguments(&mut self, to: Value, from: Value) {
        let next = self.b.load(Type::I32, from);
        self.b.store(next, to);
    }

    /// `va_arg`: the next argument, as a value of a type.
    pub(super) fn next_argument(&mut self, list: &Operand, ty: Ty) -> Result<Parts> {
        let list = self.single(list)?;
        let (size, align) = self.place_of(ty)?;
        let mut at = self.b.load(Type::I32, list);
        if align > 4 {
            at = self.offset(at, align - 1);
            let whole = self.i32(!(align - 1));
            at = self.and(at, whole);
        }
        let next = self.offset(at, size);
        self.b.store(next, list);
        self.load(ty, at, 4.max(align))
    }
}
