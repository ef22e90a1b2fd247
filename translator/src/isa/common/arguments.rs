//! Where arguments lie: calling conventions as data, and the one assigner that reads them.
//!
//! A convention says for each class of types which registers there are, how many of them a value
//! takes, and how the argument area on the stack is laid out. The tables are in `abi` of each
//! architecture, with their sources.

use crate::ice::{Function, Type, Value};

/// Where an argument lies; `R` is the architecture's registers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ArgLoc<R> {
    /// In a register; what needs two words of one register each, in this one and the next.
    Reg(R),
    /// At this byte offset into the argument area.
    Stack(u32),
}

/// The classes of types that conventions tell apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Class {
    Integer,
    Float,
    Vector,
}

impl Class {
    fn of(ty: Type) -> Self {
        match ty {
            _ if ty.is_vector() => Self::Vector,
            _ if ty.is_scalar_float() => Self::Float,
            _ => Self::Integer,
        }
    }
}

/// Registers that arguments of one class, or of several, share.
pub struct RegisterFile<R: 'static> {
    /// How many units there are; at most 32.
    pub units: u8,
    /// Bytes of a unit. An argument takes as many units as its size needs, from a multiple of that
    /// number on.
    pub unit_bytes: u32,
    /// The register that consists of this many units from this one on.
    pub register: fn(first: u8, units: u8) -> R,
    /// Whether a later argument may take what alignment left free before an earlier one. Either
    /// way, none takes a register once one of this file lies on the stack.
    pub back_fills: bool,
}

/// A calling convention's arguments.
pub struct Convention<R: 'static> {
    /// The register files.
    pub files: &'static [RegisterFile<R>],
    /// Indices into `files`; none if such arguments lie in the argument area.
    pub integers: Option<u8>,
    /// The same for floating point.
    pub floats: Option<u8>,
    /// The same for vectors.
    pub vectors: Option<u8>,
    /// The registers of the first arguments, one each, as long as all are floating point. Their
    /// bytes in the argument area are reserved all the same.
    pub leading_floats: &'static [R],
    /// The least number of bytes of an argument in the area.
    pub slot_bytes: u32,
    /// Scalars lie in the area at a multiple of their size, but of no more than this.
    pub scalar_alignment: u32,
    /// The same for vectors.
    pub vector_alignment: u32,
    /// The least size of the area, in bytes: what callees may rely on.
    pub least_area: u32,
}

impl<R> Convention<R> {
    /// All arguments lie in the argument area, in slots of four bytes, to which they are aligned:
    /// what a table says otherwise stands before this.
    pub const STACK: Self = Self {
        files: &[],
        integers: None,
        floats: None,
        vectors: None,
        leading_floats: &[],
        slot_bytes: 4,
        scalar_alignment: 4,
        vector_alignment: 4,
        least_area: 0,
    };
}

/// How many register files a convention may have.
const MAX_FILES: usize = 2;

/// Hands out places for arguments in order.
pub struct ArgAssigner<R: 'static> {
    convention: &'static Convention<R>,
    /// Which units of each register file are taken.
    taken: [u32; MAX_FILES],
    /// Of `leading_floats`, those that the next argument may have.
    leading: &'static [R],
    /// Bytes of the argument area.
    area: u32,
    /// Where the last argument lies in it, or what is reserved for it.
    offset: u32,
}

impl<R: Copy> ArgAssigner<R> {
    /// Starts an argument list.
    pub fn new(convention: &'static Convention<R>) -> Self {
        Self { convention, taken: [0; MAX_FILES], leading: convention.leading_floats, area: 0, offset: 0 }
    }

    /// The place of the next argument. A value of two words where registers hold one takes two
    /// consecutive words from there.
    pub fn next(&mut self, ty: Type) -> ArgLoc<R> {
        let (class, bytes) = (Class::of(ty), bytes_of(ty));
        let convention = self.convention;
        let file = match class {
            Class::Integer => convention.integers,
            Class::Float => convention.floats,
            Class::Vector => convention.vectors,
        };
        if let Some(reg) = file.and_then(|file| self.in_file(usize::from(file), bytes)) {
            return ArgLoc::Reg(reg);
        }
        self.offset = self.in_area(class, bytes);
        match self.leading {
            [first, rest @ ..] if class == Class::Float => {
                self.leading = rest;
                ArgLoc::Reg(*first)
            }
            _ => {
                self.leading = &[];
                ArgLoc::Stack(self.offset)
            }
        }
    }

    fn in_file(&mut self, file: usize, bytes: u32) -> Option<R> {
        let (RegisterFile { units, unit_bytes, register, back_fills }, taken) =
            (&self.convention.files[file], &mut self.taken[file]);
        let count = bytes.div_ceil(*unit_bytes) as u8;
        let run = u32::MAX >> (32 - u32::from(count));
        let from = if *back_fills { 0 } else { (32 - taken.leading_zeros()) as u8 };
        let mut firsts = (from.next_multiple_of(count)..*units).step_by(usize::from(count));
        match firsts.find(|&first| first + count <= *units && *taken & run << first == 0) {
            Some(first) => {
                *taken |= run << first;
                Some(register(first, count))
            }
            None => {
                *taken = u32::MAX;
                None
            }
        }
    }

    fn in_area(&mut self, class: Class, bytes: u32) -> u32 {
        let Convention { slot_bytes, scalar_alignment, vector_alignment, .. } = *self.convention;
        let bytes = bytes.max(slot_bytes);
        let alignment = if class == Class::Vector { vector_alignment } else { scalar_alignment };
        let offset = self.area.next_multiple_of(alignment.min(bytes));
        self.area = offset + bytes;
        offset
    }

    /// The byte offset, in the argument area, of the last argument that has a place there: it lies
    /// there, or the place is reserved although the argument lies in one of `leading_floats`.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Bytes of the argument area so far.
    pub fn stack_bytes(&self) -> u32 {
        self.area.max(self.convention.least_area)
    }
}

/// The arguments of a function and their places, in order.
pub fn places<'a, R: Copy>(
    convention: &'static Convention<R>,
    func: &'a Function,
) -> impl Iterator<Item = (Value, ArgLoc<R>)> + use<'a, R> {
    let mut assigner = ArgAssigner::new(convention);
    func.args().map(move |arg| (arg, assigner.next(func.ty(arg))))
}

/// Bytes of an argument; vectors of `i1` travel as the masks of 128 bits that they are in registers.
fn bytes_of(ty: Type) -> u32 {
    if ty.is_vector() { 16 } else { ty.bits().div_ceil(8) }
}
