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
use crate::isa::common::arguments::{self, Convention};

/// Where an argument lies. Of the argument area, the words below [`REGISTER_BYTES`] are in
/// [`ARG_REGS`].
pub type ArgLoc = arguments::ArgLoc<Reg>;
/// Hands out places for arguments in order.
pub type ArgAssigner = arguments::ArgAssigner<Reg>;

/// The bytes of arguments that travel in registers.
pub const REGISTER_BYTES: u32 = 16;

/// The registers of the first four words.
pub const ARG_REGS: [Reg; 4] = [gpr::A0, gpr::A1, gpr::A2, gpr::A3];
/// The registers that an integer vector returns in.
pub const VECTOR_RESULT: [Reg; 4] = [gpr::V0, gpr::V1, gpr::A0, gpr::A1];

static O32: Convention<Reg> = Convention {
    leading_floats: &[Reg::fpr(12), Reg::fpr(14)],
    scalar_alignment: 8,
    vector_alignment: 8,
    least_area: REGISTER_BYTES,
    ..Convention::STACK
};

/// Starts the argument list of a function with this result.
pub fn arguments_of(result: Type) -> ArgAssigner {
    let mut assigner = ArgAssigner::new(&O32);
    if returns_in_memory(result) {
        assigner.next(Type::I32);
    }
    assigner
}

/// Whether a result of this type lies in memory that the caller provides.
pub const fn returns_in_memory(ty: Type) -> bool {
    matches!(ty, Type::V4F32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Type::*;

    fn places(result: Type, types: &[Type]) -> (Vec<(ArgLoc, u32)>, u32) {
        let mut assigner = arguments_of(result);
        (types.iter().map(|&ty| (assigner.next(ty), assigner.offset())).collect(), assigner.stack_bytes())
    }

    fn words(offset: u32) -> (ArgLoc, u32) {
        (ArgLoc::Stack(offset), offset)
    }

    fn float(reg: u8, offset: u32) -> (ArgLoc, u32) {
        (ArgLoc::Reg(Reg::fpr(reg)), offset)
    }

    #[test]
    fn words_are_counted_and_pairs_aligned() {
        assert_eq!(places(Void, &[I32, I64, I32]), (vec![words(0), words(8), words(16)], 20));
        assert_eq!(places(Void, &[I32, F64]), (vec![words(0), words(8)], 16));
        assert_eq!(places(Void, &[F32, F32, F32]), (vec![float(12, 0), float(14, 4), words(8)], 16));
        assert_eq!(places(Void, &[F32, F64, F64]), (vec![float(12, 0), float(14, 8), words(16)], 24));
        assert_eq!(places(Void, &[F64, I32, F32]), (vec![float(12, 0), words(8), words(12)], 16));
        assert_eq!(places(Void, &[]), (vec![], 16));
    }

    #[test]
    fn vectors_are_four_words_and_float_ones_return_in_memory() {
        assert_eq!(places(V4I32, &[I32, V4I32, I32]), (vec![words(0), words(8), words(24)], 28));
        assert_eq!(places(V4F32, &[F32, V4F32, F32]), (vec![words(4), words(8), words(24)], 28));
        assert_eq!(places(Void, &[F32, V4F32, F32]), (vec![float(12, 0), words(8), words(24)], 28));
    }
}
