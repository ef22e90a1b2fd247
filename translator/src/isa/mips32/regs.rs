//! The MIPS32 registers, numbered as the allocator and the encoder see them.
//!
//! 0 to 31 are the general registers by their hardware number, 32 to 63 the floating-point
//! registers. With FR=0 a double occupies an even register and the odd one after it (MIPS32
//! architecture volume I, section 5.5.2). Code here gives floats even registers too, as O32 does
//! for arguments and results, so that no two allocatable registers share bits: an odd register is
//! only ever the upper half of a double.

use std::fmt;

/// A physical register.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u8);

/// The general registers, by their O32 names.
#[allow(missing_docs, reason = "O32's names; System V ABI, MIPS supplement, figure 3-18")]
pub mod gpr {
    use super::Reg;
    pub const ZERO: Reg = Reg(0);
    /// The scratch register of emission: addresses and constants that an instruction's field cannot
    /// hold. Never allocated.
    pub const AT: Reg = Reg(1);
    pub const V0: Reg = Reg(2);
    pub const V1: Reg = Reg(3);
    pub const A0: Reg = Reg(4);
    pub const A1: Reg = Reg(5);
    pub const A2: Reg = Reg(6);
    pub const A3: Reg = Reg(7);
    pub const T0: Reg = Reg(8);
    pub const S0: Reg = Reg(16);
    pub const S7: Reg = Reg(23);
    /// Holds the callee's address in every call through a register: position-independent callees
    /// find their data with it.
    pub const T9: Reg = Reg(25);
    pub const SP: Reg = Reg(29);
    pub const FP: Reg = Reg(30);
    pub const RA: Reg = Reg(31);
}

/// Registers by hardware number.
const GPR_NAMES: [&str; 32] = [
    "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "s0", "s1", "s2", "s3",
    "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp", "ra",
];

impl Reg {
    /// The floating-point register with this hardware number.
    pub const fn fpr(number: u8) -> Reg {
        Reg(32 + number)
    }

    /// Whether this is a floating-point register.
    #[inline]
    pub const fn is_fpr(self) -> bool {
        self.0 >= 32
    }

    /// The hardware number, 0 to 31.
    #[inline]
    pub const fn number(self) -> u32 {
        (self.0 & 31) as u32
    }

    /// The register that holds the upper half of a double in this one.
    pub const fn upper_half(self) -> Reg {
        Reg(self.0 | 1)
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_fpr() { write!(f, "$f{}", self.number()) } else { write!(f, "${}", GPR_NAMES[self.number() as usize]) }
    }
}

crate::debug_as_display!(Reg);
