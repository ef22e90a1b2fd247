//! The ARM registers, numbered as the allocator and the encoder see them, and how they overlap.
//!
//! | numbers | registers | units |
//! |---|---|---|
//! | 0 to 15 | `r0` to `r15` (13 `sp`, 14 `lr`, 15 `pc`) | 0 to 15 |
//! | 16 to 47 | `s0` to `s31` | 16 to 47: one each |
//! | 48 to 79 | `d0` to `d31` | two halves of `s` each; 48 to 63 for `d16` to `d31`, which have none |
//! | 80 to 95 | `q0` to `q15` | those of their two `d` |
//!
//! Source: [ARM-ARM] A2.6.2; [ARM-AAPCS] 6.1.

use std::fmt;

use crate::lir::RegMask;

/// A physical register.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u8);

/// Which file a register belongs to, and its width there.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Bank {
    /// A core register: 32 bits.
    Core,
    /// A single-precision register: 32 bits.
    Single,
    /// A double-precision register: 64 bits.
    Double,
    /// A vector register: 128 bits.
    Quad,
}

/// How many registers there are.
pub const REG_COUNT: u8 = 96;

/// The frame pointer of a function whose frame changes size.
pub const FP: Reg = Reg(11);
/// The scratch register of emission: never allocated, free between any two lowered instructions.
pub const IP: Reg = Reg(12);
/// The stack pointer.
pub const SP: Reg = Reg(13);
/// The link register.
pub const LR: Reg = Reg(14);
/// The program counter.
pub const PC: Reg = Reg(15);

const SINGLES: u8 = 16;
const DOUBLES: u8 = 48;
const QUADS: u8 = 80;

impl Reg {
    /// Core register `number`, 0 to 15.
    pub const fn core(number: u8) -> Reg {
        Reg(number)
    }

    /// Single-precision register `number`, 0 to 31.
    pub const fn single(number: u8) -> Reg {
        Reg(SINGLES + number)
    }

    /// Double-precision register `number`, 0 to 31.
    pub const fn double(number: u8) -> Reg {
        Reg(DOUBLES + number)
    }

    /// Vector register `number`, 0 to 15.
    pub const fn quad(number: u8) -> Reg {
        Reg(QUADS + number)
    }

    /// The register's file.
    #[inline]
    pub const fn bank(self) -> Bank {
        match self.0 {
            0..SINGLES => Bank::Core,
            SINGLES..DOUBLES => Bank::Single,
            DOUBLES..QUADS => Bank::Double,
            _ => Bank::Quad,
        }
    }

    /// Its number within its file.
    #[inline]
    pub const fn number(self) -> u8 {
        match self.bank() {
            Bank::Core => self.0,
            Bank::Single => self.0 - SINGLES,
            Bank::Double => self.0 - DOUBLES,
            Bank::Quad => self.0 - QUADS,
        }
    }

    /// Half `index` (0 or 1) of a vector register.
    pub const fn half(self, index: u8) -> Reg {
        Reg::double(2 * self.number() + index)
    }

    /// What it occupies.
    pub const fn units(self) -> RegMask {
        let number = self.number();
        match self.bank() {
            Bank::Core => RegMask::from_bits(1 << number),
            Bank::Single => RegMask::from_bits(1 << (16 + number)),
            Bank::Double if number < 16 => RegMask::from_bits(0b11 << (16 + 2 * number)),
            Bank::Double => RegMask::from_bits(1 << (48 + number - 16)),
            Bank::Quad => self.half(0).units().union(self.half(1).units()),
        }
    }
}

/// The units that a call preserves: `r4` to `r11`, and `d8` to `d15`.
pub const CALLEE_SAVED: RegMask = RegMask::from_bits(0xff0 | 0xffff << 32);

/// The units that a call may change: the others, but `sp` and `pc`.
pub const CALL_CLOBBERS: RegMask = RegMask::from_bits(!CALLEE_SAVED.bits() & !(1 << 13) & !(1 << 15));

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.bank(), self.number()) {
            (Bank::Core, 13) => f.write_str("sp"),
            (Bank::Core, 14) => f.write_str("lr"),
            (Bank::Core, 15) => f.write_str("pc"),
            (Bank::Core, number) => write!(f, "r{number}"),
            (Bank::Single, number) => write!(f, "s{number}"),
            (Bank::Double, number) => write!(f, "d{number}"),
            (Bank::Quad, number) => write!(f, "q{number}"),
        }
    }
}

crate::debug_as_display!(Reg);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_are_those_of_the_manual() {
        let overlap = |a: Reg, b: Reg| !a.units().intersection(b.units()).is_empty();
        assert!(overlap(Reg::single(2), Reg::double(1)) && overlap(Reg::single(3), Reg::double(1)));
        assert!(!overlap(Reg::single(2), Reg::double(2)) && !overlap(Reg::single(0), Reg::core(0)));
        assert!(overlap(Reg::double(15), Reg::quad(7)) && !overlap(Reg::double(16), Reg::quad(7)));
        assert!(overlap(Reg::double(31), Reg::quad(15)) && !overlap(Reg::double(31), Reg::single(31)));
        let all = (0..REG_COUNT).fold(0, |all, reg| all | Reg(reg).units().bits());
        assert_eq!(all, u64::MAX);
        assert!(CALLEE_SAVED.intersection(CALL_CLOBBERS).is_empty());
        assert!(!overlap(Reg::double(16), Reg::double(15)));
        assert_eq!(Reg::double(8).units().without(CALLEE_SAVED), RegMask::EMPTY);
        assert_eq!(Reg::double(16).units().without(CALL_CLOBBERS), RegMask::EMPTY);
    }
}
