//! Calling conventions: where arguments and results lie.
//!
//! 32-bit mode: System V i386 cdecl. Arguments lie on the stack in 4-byte slots, 64-bit ones in
//! two; the first three vectors in xmm0 to xmm2, further ones on the stack, 16-aligned. Integers
//! return in eax (edx:eax), floating point in st(0), vectors in xmm0. 64-bit mode: System V AMD64
//! with 32-bit pointers: rdi rsi rdx rcx r8 r9, xmm0 to xmm7, then 8-byte stack slots (vectors
//! 16-aligned). Sources: [SYSV-I386] 2.2.3; [SYSV-AMD64] 3.2.3; `translator/docs/abi.md`, "x86-32",
//! "x86-64", "Departures".
//!
//! An `i1` vector travels as the 128-bit mask that it is in registers.

use super::Mode;
use super::regs::{Reg, gpr};
use crate::isa::common::arguments::{self, Convention, RegisterFile};

/// Where an argument lies.
pub type ArgLoc = arguments::ArgLoc<Reg>;
/// Hands out places for arguments in order.
pub type ArgAssigner = arguments::ArgAssigner<Reg>;

/// The convention of a mode.
pub const fn convention(mode: Mode) -> &'static Convention<Reg> {
    match mode {
        Mode::X8632 => &I386,
        Mode::X8664 => &AMD64,
    }
}

static I386: Convention<Reg> = Convention {
    files: &[RegisterFile { units: 3, unit_bytes: 16, register: |first, _| Reg::xmm(first), back_fills: false }],
    vectors: Some(0),
    vector_alignment: 16,
    ..Convention::STACK
};

const GPR_ARGS: [Reg; 6] = [gpr::EDI, gpr::ESI, gpr::EDX, gpr::ECX, gpr::R8, gpr::R9];

static AMD64: Convention<Reg> = Convention {
    files: &[
        RegisterFile { units: 6, unit_bytes: 8, register: |first, _| GPR_ARGS[usize::from(first)], back_fills: false },
        RegisterFile { units: 8, unit_bytes: 16, register: |first, _| Reg::xmm(first), back_fills: false },
    ],
    integers: Some(0),
    floats: Some(1),
    vectors: Some(1),
    slot_bytes: 8,
    scalar_alignment: 8,
    vector_alignment: 16,
    ..Convention::STACK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::Type::{self, *};

    fn places(mode: Mode, types: &[Type]) -> (Vec<ArgLoc>, u32) {
        let mut assigner = ArgAssigner::new(convention(mode));
        (types.iter().map(|&ty| assigner.next(ty)).collect(), assigner.stack_bytes())
    }

    #[test]
    fn i386_passes_scalars_on_the_stack() {
        let (locs, bytes) = places(Mode::X8632, &[I32, F64, I64, F32, V4F32, V4F32, V4F32, V4I32, I32]);
        let xmm = |n| ArgLoc::Reg(Reg::xmm(n));
        use arguments::ArgLoc::Stack;
        assert_eq!(locs, [Stack(0), Stack(4), Stack(12), Stack(20), xmm(0), xmm(1), xmm(2), Stack(32), Stack(48)]);
        assert_eq!(bytes, 52);
    }

    #[test]
    fn amd64_counts_integer_and_vector_registers_apart() {
        let (locs, bytes) = places(Mode::X8664, &[I32, F64, I64, F32, I32, I32, I32, I32, I32, V4I32]);
        use arguments::ArgLoc::{Reg as R, Stack};
        let x = Reg::xmm;
        let expected =
            [R(gpr::EDI), R(x(0)), R(gpr::ESI), R(x(1)), R(gpr::EDX), R(gpr::ECX), R(gpr::R8), R(gpr::R9), Stack(0), R(x(2))];
        assert_eq!(locs, expected);
        assert_eq!(bytes, 8);
    }
}
