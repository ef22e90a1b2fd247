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
use crate::isa::common::arguments;
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
#[derive(Clone, Debug, Default)]
pub struct ArgAssigner {
    /// How many core registers are taken.
    cores: u8,
    /// Which single-precision registers are taken.
    singles: u32,
    stack: u32,
}

const CORE_ARGS: u8 = 4;
const SINGLE_ARGS: u8 = 16;

impl ArgAssigner {
    /// The place of the next argument.
    pub fn next(&mut self, ty: Type) -> ArgLoc {
        let words = if ty.is_vector() { 4 } else { (ty.bits() / 32).max(1) as u8 };
        if ty.is_scalar_int() { self.next_core(words) } else { self.next_float(words) }
    }

    fn next_core(&mut self, words: u8) -> ArgLoc {
        let first = self.cores.next_multiple_of(words);
        if first + words > CORE_ARGS {
            self.cores = CORE_ARGS;
            return self.next_stack(words);
        }
        self.cores = first + words;
        ArgLoc::Reg(Reg::core(first))
    }

    fn next_float(&mut self, words: u8) -> ArgLoc {
        let run = (1u32 << words) - 1;
        let first = (0..SINGLE_ARGS).step_by(usize::from(words)).find(|&first| self.singles & run << first == 0);
        let Some(first) = first else {
            // No back-filling once an argument lies on the stack.
            self.singles = u32::MAX;
            return self.next_stack(words);
        };
        self.singles |= run << first;
        ArgLoc::Reg(match words {
            1 => Reg::single(first),
            2 => Reg::double(first / 2),
            _ => Reg::quad(first / 4),
        })
    }

    fn next_stack(&mut self, words: u8) -> ArgLoc {
        if words > 1 {
            self.stack = self.stack.next_multiple_of(8);
        }
        let offset = self.stack;
        self.stack += 4 * u32::from(words);
        ArgLoc::Stack(offset)
    }

    /// Bytes of stack arguments so far.
    pub fn stack_bytes(&self) -> u32 {
        self.stack
    }
}

/// The register of a result; an `i64` lies in this one and the next.
pub fn result_reg(ty: Type) -> Option<Reg> {
    match ArgAssigner::default().next(ty) {
        ArgLoc::Reg(reg) if ty != Type::Void => Some(reg),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Type::*;
    use arguments::ArgLoc::{Reg as R, Stack};

    fn places(types: &[Type]) -> (Vec<ArgLoc>, u32) {
        let mut assigner = ArgAssigner::default();
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
