//! Where things lie in memory: sizes, alignments, offsets of fields.
//!
//! The layout is PNaCl's, `e-p:32:32-i64:64`: little-endian, addresses of 32 bits, everything
//! aligned to its size up to 8 bytes, vectors to theirs. Source: [PNACL-ABI] "Memory layout of
//! types"; [LLVM-REF-14] "Data Layout" for what is not said there.

use super::types::{Ty, TypeKind, Types};

/// The largest object: an address space.
const MAX_SIZE: u64 = 1 << 32;

impl Types {
    /// The bytes that a store of the type writes, and its alignment.
    fn measure(&self, ty: Ty) -> Result<(u64, u64), String> {
        let (size, align) = match self.kind(ty) {
            TypeKind::Int(bits) => (u64::from(*bits).div_ceil(8), int_align(*bits)),
            TypeKind::Float | TypeKind::Ptr => (4, 4),
            TypeKind::Double => (8, 8),
            TypeKind::Array(count, element) => {
                let (size, align) = (self.size(*element)?, self.align(*element)?);
                (size.checked_mul(*count).filter(|&size| size <= MAX_SIZE).ok_or("an array larger than memory")?, align)
            }
            TypeKind::Struct { packed, fields } => {
                let (mut size, mut align) = (0u64, 1);
                for &field in fields {
                    let own = if *packed { 1 } else { self.align(field)? };
                    size = size.next_multiple_of(own) + self.size(field)?;
                    align = align.max(own);
                }
                (size.next_multiple_of(align), align)
            }
            TypeKind::Vector(count, element) => {
                let size = match self.kind(*element) {
                    TypeKind::Int(bits) => (u64::from(*bits) * u64::from(*count)).div_ceil(8),
                    _ => self.measure(*element)?.0 * u64::from(*count),
                };
                (size, size.next_power_of_two().max(1))
            }
            _ => return Err(format!("a value of type {} has no size", self.name(ty))),
        };
        if size > MAX_SIZE { Err("an object larger than memory".into()) } else { Ok((size, align)) }
    }

    /// The distance between two such objects in an array.
    pub fn size(&self, ty: Ty) -> Result<u64, String> {
        self.measure(ty).map(|(size, align)| size.next_multiple_of(align))
    }

    /// The bytes that a store writes.
    pub fn store_size(&self, ty: Ty) -> Result<u64, String> {
        self.measure(ty).map(|(size, _)| size)
    }

    /// The alignment in bytes.
    pub fn align(&self, ty: Ty) -> Result<u64, String> {
        self.measure(ty).map(|(_, align)| align)
    }

    /// Where an element lies in an aggregate.
    pub fn offset(&self, ty: Ty, index: u64) -> Result<u64, String> {
        match self.kind(ty) {
            TypeKind::Struct { packed, fields } => {
                let mut at = 0u64;
                for (number, &field) in fields.iter().enumerate() {
                    at = at.next_multiple_of(if *packed { 1 } else { self.align(field)? });
                    if number as u64 == index {
                        return Ok(at);
                    }
                    at += self.size(field)?;
                }
                Err(format!("{} has no field {index}", self.name(ty)))
            }
            TypeKind::Array(_, element) => Ok(self.size(*element)?.wrapping_mul(index)),
            TypeKind::Vector(_, element) => Ok(self.store_size(*element)?.wrapping_mul(index)),
            _ => Err(format!("{} has no elements", self.name(ty))),
        }
    }
}

fn int_align(bits: u32) -> u64 {
    match bits {
        0..=8 => 1,
        9..=16 => 2,
        17..=32 => 4,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_pnacls() {
        let mut types = Types::new();
        let [i1, i8, i24, i37, i64, i100] = [1, 8, 24, 37, 64, 100].map(|bits| types.int(bits));
        let double = types.intern(TypeKind::Double);
        let fields = vec![i8, double, i8];
        let padded = types.intern(TypeKind::Struct { packed: false, fields: fields.clone() });
        let packed = types.intern(TypeKind::Struct { packed: true, fields });
        let bools = types.intern(TypeKind::Vector(4, i1));
        let lanes = types.intern(TypeKind::Vector(3, i24));
        for (ty, size, store, align) in [
            (i1, 1, 1, 1),
            (i24, 4, 3, 4),
            (i37, 8, 5, 8),
            (i64, 8, 8, 8),
            (i100, 16, 13, 8),
            (padded, 24, 24, 8),
            (packed, 10, 10, 1),
            (bools, 1, 1, 1),
            (lanes, 16, 9, 16),
        ] {
            assert_eq!(
                (types.size(ty), types.store_size(ty), types.align(ty)),
                (Ok(size), Ok(store), Ok(align)),
                "{}",
                types.name(ty)
            );
        }
        assert_eq!((types.offset(padded, 1), types.offset(packed, 1), types.offset(padded, 2)), (Ok(8), Ok(1), Ok(16)));
    }
}
