//! Calling convention: where arguments and results lie (AAPCS, VFP variant).
//!
//! Integers go to r0 to r3, an `i64` to an even register and the next; once one of them lies on the
//! stack, all later ones do. Floating point and vectors go to the lowest free run of s0 to s15 that
//! suits them, back-filling what alignment left over, until one lies on the stack. The stack has
//! 4-byte slots; 64-bit values and vectors are 8-aligned there. Results lie where a first argument
//! would. Source: [ARM-AAPCS] 5.5 and 6.1.2; `translator/docs/abi.md`, "ARM".
//!
//! An `i1` vector travels as the 128-bit mask that it is in registers.

use super::regs::Reg;
use crate::ice::{FuncDecl, Linkage, Type};
use crate::isa::common::arguments::{self, Convention, RegisterFile};
use crate::mc::Helper;

/// The helpers that pass floating point in core registers although the platform passes it in VFP
/// registers: the run-time ABI's own, of which libgcc's and compiler-rt's names here are other
/// names. `fmod` is the C library's, and passes it as every function does. Source: [ARM-RTABI] 4.1.
const SOFT_FLOAT: [Helper; 8] = [
    Helper::FixSfDi,
    Helper::FixDfDi,
    Helper::FixUnsSfDi,
    Helper::FixUnsDfDi,
    Helper::FloatDiSf,
    Helper::FloatDiDf,
    Helper::FloatUnDiSf,
    Helper::FloatUnDiDf,
];

/// Whether a function is one of the helpers that pass floating point in core registers: the runtime
/// defines them.
pub fn is_soft_float(decl: &FuncDecl) -> bool {
    decl.linkage == Linkage::External
        && decl.name.starts_with("__f")
        && SOFT_FLOAT.iter().any(|helper| helper.name() == decl.name)
}

/// Where an argument lies.
pub type ArgLoc = arguments::ArgLoc<Reg>;

/// Hands out places for arguments in order.
pub type ArgAssigner = arguments::ArgAssigner<Reg>;

/// The VFP variant.
pub static AAPCS_VFP: Convention<Reg> = Convention {
    files: &[
        RegisterFile { units: 4, unit_bytes: 4, register: |first, _| Reg::core(first), back_fills: false },
        RegisterFile { units: 16, unit_bytes: 4, register: float_register, back_fills: true },
    ],
    integers: Some(0),
    floats: Some(1),
    vectors: Some(1),
    scalar_alignment: 8,
    vector_alignment: 8,
    ..Convention::STACK
};

/// The register that consists of so many single-precision ones from this one on.
fn float_register(first: u8, singles: u8) -> Reg {
    match singles {
        1 => Reg::single(first),
        2 => Reg::double(first / 2),
        _ => Reg::quad(first / 4),
    }
}

/// The register of a result; an `i64` lies in this one and the next.
pub fn result_reg(ty: Type) -> Option<Reg> {
    match ty {
        Type::Void => None,
        _ => match ArgAssigner::new(&AAPCS_VFP).next(ty) {
            ArgLoc::Reg(reg) => Some(reg),
            ArgLoc::Stack(_) => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Type::*;
    use arguments::ArgLoc::{Reg as R, Stack};

    fn places(types: &[Type]) -> (Vec<ArgLoc>, u32) {
        let mut assigner = ArgAssigner::new(&AAPCS_VFP);
        (types.iter().map(|&ty| assigner.next(ty)).collect(), assigner.stack_bytes())
    }

    #[test]
    fn long_integers_take_even_pairs_and_end_the_registers() {
        let (locs, bytes) = places(&[I32, I64, I32, I64]);
        assert_eq!(locs, [R(Reg::core(0)), R(Reg::core(2)), Stack(0), Stack(8)]);
        assert_eq!(bytes, 16);
        let (locs, _) = places(&[I32, I32, I32, I64, I32]);
        assert_eq!(locs[3..], [Stack(0), Stack(8)], "r3 stays empty");
    }

    #[test]
    fn floats_fill_the_gaps_that_doubles_leave() {
        let (locs, _) = places(&[F32, F64, V4F32, F32, F32, F32, F64, F64, F64, F32, F32, F64, F32]);
        let (s, d, q) = (Reg::single, Reg::double, Reg::quad);
        let expected = [s(0), d(1), q(1), s(1), s(8), s(9), d(5), d(6), d(7)].map(R);
        assert_eq!(locs[..9], expected);
        assert_eq!(locs[9..], [Stack(0), Stack(4), Stack(8), Stack(16)]);
        let (locs, bytes) = places(&[F64, F64, F64, F64, F64, F64, F64, F32, F64, F32, V4I32]);
        assert_eq!(locs[7..], [R(s(14)), Stack(0), Stack(8), Stack(16)], "s15 is not back-filled after a stack argument");
        assert_eq!(bytes, 32);
    }

    #[test]
    fn results_lie_where_a_first_argument_would() {
        assert_eq!(result_reg(I64), Some(Reg::core(0)));
        assert_eq!(result_reg(F64), Some(Reg::double(0)));
        assert_eq!(result_reg(V16I1), Some(Reg::quad(0)));
        assert_eq!(result_reg(Void), None);
    }
}
