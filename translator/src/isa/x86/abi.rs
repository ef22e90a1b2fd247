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
use crate::ice::Type;
use crate::isa::common::arguments;

/// Where an argument lies.
pub type ArgLoc = arguments::ArgLoc<Reg>;

/// Hands out places for arguments in order.
#[derive(Clone, Debug)]
pub struct ArgAssigner {
    mode: Mode,
    gprs: usize,
    xmms: u8,
    stack: u32,
}

const GPR_ARGS: [Reg; 6] = [gpr::EDI, gpr::ESI, gpr::EDX, gpr::ECX, gpr::R8, gpr::R9];

impl ArgAssigner {
    /// Starts an argument list.
    pub fn new(mode: Mode) -> Self {
        Self { mode, gprs: 0, xmms: 0, stack: 0 }
    }

    /// The place of the next argument. A 64-bit integer in 32-bit mode takes two consecutive words
    /// from there.
    pub fn next(&mut self, ty: Type) -> ArgLoc {
        match self.mode {
            Mode::X8632 if ty.is_vector() && self.xmms < 3 => self.next_xmm(),
            Mode::X8632 => self.next_stack(ty, 4),
            Mode::X8664 if ty.is_scalar_int() => match GPR_ARGS.get(self.gprs) {
                Some(&reg) => {
                    self.gprs += 1;
                    ArgLoc::Reg(reg)
                }
                None => self.next_stack(ty, 8),
            },
            Mode::X8664 if self.xmms < 8 => self.next_xmm(),
            Mode::X8664 => self.next_stack(ty, 8),
        }
    }

    fn next_xmm(&mut self) -> ArgLoc {
        self.xmms += 1;
        ArgLoc::Reg(Reg::xmm(self.xmms - 1))
    }

    fn next_stack(&mut self, ty: Type, slot: u32) -> ArgLoc {
        let size = if ty.is_vector() { 16 } else { (ty.bits() / 8).max(slot) };
        if ty.is_vector() {
            self.stack = self.stack.next_multiple_of(16);
        }
        let offset = self.stack;
        self.stack += size;
        ArgLoc::Stack(offset)
    }

    /// Bytes of stack arguments so far.
    pub fn stack_bytes(&self) -> u32 {
        self.stack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Type::*;

    fn places(mode: Mode, types: &[Type]) -> (Vec<ArgLoc>, u32) {
        let mut assigner = ArgAssigner::new(mode);
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
