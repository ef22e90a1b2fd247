//! The O32 calling convention: where arguments and results lie.
//!
//! Arguments form a sequence of words. The first four lie in `a0` to `a3`, with 16 bytes of the
//! outgoing area reserved for them all the same; the others at their offset in that area. 64-bit
//! scalars and vectors start at an even word. If the first argument is floating-point, it and, if
//! that is too, the second lie in `f12` and `f14` instead of the words that are counted for them.
//! Integers return in `v0` (`v0` and `v1` for 64 bits), floats and doubles in `f0`.
//!
//! Vectors follow gcc without MSA: an argument is four words, perhaps the first two in registers
//! and the others on the stack; integer vectors return in `v0 v1 a0 a1`, float vectors in memory
//! that the caller provides, whose address is a hidden first argument and is returned in `v0`. An
//! `i1` vector, which C does not have, travels as the integer vector that is its mask. Source:
//! [SYSV-MIPS] 3.2 "Function Calling Sequence"; gcc 12 `-march=mips32r2`, which the tests ask;
//! `translator/docs/abi.md`, "MIPS".

use super::regs::{Reg, gpr};
use crate::ice::Type;

/// Where a scalar argument, or the first word of another, lies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ArgLoc {
    /// In a floating-point register; the offset is that of the words which are counted for it.
    Float(Reg, u32),
    /// In words from this byte offset on: those below 16 in registers `a0` to `a3`.
    Words(u32),
}

/// The bytes of arguments that travel in registers.
pub const REGISTER_BYTES: u32 = 16;

/// The registers of the first four words.
pub const ARG_REGS: [Reg; 4] = [gpr::A0, gpr::A1, gpr::A2, gpr::A3];
/// The registers that an integer vector returns in.
pub const VECTOR_RESULT: [Reg; 4] = [gpr::V0, gpr::V1, gpr::A0, gpr::A1];

/// Hands out places for arguments in order.
#[derive(Clone, Debug, Default)]
pub struct ArgAssigner {
    /// Bytes handed out.
    bytes: u32,
    /// Arguments handed out, the hidden one included.
    count: u32,
    /// Whether something other than a floating-point argument has come.
    integer_seen: bool,
}

impl ArgAssigner {
    /// Starts the argument list of a function with this result.
    pub fn new(result: Type) -> Self {
        let mut assigner = Self::default();
        if returns_in_memory(result) {
            assigner.next(Type::I32);
        }
        assigner
    }

    /// The place of the next argument.
    pub fn next(&mut self, ty: Type) -> ArgLoc {
        let size = if ty.is_vector() { 16 } else { (ty.bits() / 8).max(4) };
        let offset = self.bytes.next_multiple_of(size.min(8));
        self.bytes = offset + size;
        self.integer_seen |= !ty.is_scalar_float();
        self.count += 1;
        match self.count {
            1 | 2 if !self.integer_seen => ArgLoc::Float(Reg::fpr([12, 14][self.count as usize - 1]), offset),
            _ => ArgLoc::Words(offset),
        }
    }

    /// Bytes of the argument area so far, the part for registers included.
    pub fn stack_bytes(&self) -> u32 {
        self.bytes.max(REGISTER_BYTES)
    }
}

/// Whether a result of this type lies in memory that the caller provides.
pub const fn returns_in_memory(ty: Type) -> bool {
    matches!(ty, Type::V4F32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Type::*;

    fn places(result: Type, types: &[Type]) -> (Vec<ArgLoc>, u32) {
        let mut assigner = ArgAssigner::new(result);
        (types.iter().map(|&ty| assigner.next(ty)).collect(), assigner.stack_bytes())
    }

    #[test]
    fn words_are_counted_and_pairs_aligned() {
        use ArgLoc::{Float, Words};
        assert_eq!(places(Void, &[I32, I64, I32]), (vec![Words(0), Words(8), Words(16)], 20));
        assert_eq!(places(Void, &[I32, F64]), (vec![Words(0), Words(8)], 16));
        let (f12, f14) = (Reg::fpr(12), Reg::fpr(14));
        assert_eq!(places(Void, &[F32, F32, F32]), (vec![Float(f12, 0), Float(f14, 4), Words(8)], 16));
        assert_eq!(places(Void, &[F32, F64, F64]), (vec![Float(f12, 0), Float(f14, 8), Words(16)], 24));
        assert_eq!(places(Void, &[F64, I32, F32]), (vec![Float(f12, 0), Words(8), Words(12)], 16));
        assert_eq!(places(Void, &[]), (vec![], 16));
    }

    #[test]
    fn vectors_are_four_words_and_float_ones_return_in_memory() {
        use ArgLoc::{Float, Words};
        assert_eq!(places(V4I32, &[I32, V4I32, I32]), (vec![Words(0), Words(8), Words(24)], 28));
        assert_eq!(places(V4F32, &[F32, V4F32, F32]), (vec![Words(4), Words(8), Words(24)], 28));
        assert_eq!(places(Void, &[F32, V4F32, F32]), (vec![Float(Reg::fpr(12), 0), Words(8), Words(24)], 28));
    }
}
