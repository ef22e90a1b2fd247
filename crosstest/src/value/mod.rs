//! Values as they cross the boundary of an engine: arguments going in, results coming out.

pub mod text;

use std::fmt;
use translator::ice::Type;

/// A value with a mask of the bits that have no specified value.
///
/// Lanes of a vector lie in memory order, lane 0 in the low bits. A lane of an `i1` vector takes
/// one bit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// The type.
    pub ty: Type,
    /// The bits; those above the type's width are zero.
    pub bits: u128,
    /// A one for each bit that is Unspecified; such bits are zero in `bits`.
    pub unspecified: u128,
}

impl Value {
    /// A fully specified value; bits above the type's width are dropped.
    pub fn new(ty: Type, bits: u128) -> Self {
        Self { ty, bits: bits & mask(ty), unspecified: 0 }
    }

    /// A value of which nothing is specified.
    pub fn unspecified(ty: Type) -> Self {
        Self { ty, bits: 0, unspecified: mask(ty) }
    }
}

/// All ones in the width of a type.
pub fn mask(ty: Type) -> u128 {
    match ty.bits() {
        0 => 0,
        width => u128::MAX >> (128 - width),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:#x}", self.ty, self.bits)?;
        if self.unspecified != 0 {
            write!(f, " (unspecified: {:#x})", self.unspecified)?;
        }
        Ok(())
    }
}
