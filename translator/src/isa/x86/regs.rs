//! The x86 registers, numbered as the allocator and the encoder see them.
//!
//! 0 to 15 are the general registers by their hardware number, 16 to 31 the vector registers. No
//! two of them share bits: the partial registers (al, ax, eax) are sizes of one register, and the
//! high-byte registers (ah to bh) are never used.

use std::fmt;

/// A physical register.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u8);

/// The general registers by their hardware number; names are those of the 32-bit registers.
pub mod gpr {
    use super::Reg;
    /// eax, rax.
    pub const EAX: Reg = Reg(0);
    /// ecx, rcx.
    pub const ECX: Reg = Reg(1);
    /// edx, rdx.
    pub const EDX: Reg = Reg(2);
    /// ebx, rbx.
    pub const EBX: Reg = Reg(3);
    /// esp, rsp: the stack pointer, never allocated.
    pub const ESP: Reg = Reg(4);
    /// ebp, rbp.
    pub const EBP: Reg = Reg(5);
    /// esi, rsi.
    pub const ESI: Reg = Reg(6);
    /// edi, rdi.
    pub const EDI: Reg = Reg(7);
    /// r8.
    pub const R8: Reg = Reg(8);
    /// r9.
    pub const R9: Reg = Reg(9);
    /// r11.
    pub const R11: Reg = Reg(11);
    /// r15.
    pub const R15: Reg = Reg(15);
}

impl Reg {
    /// The vector register with this hardware number.
    pub const fn xmm(number: u8) -> Reg {
        Reg(16 + number)
    }

    /// Whether this is a vector register.
    #[inline]
    pub const fn is_xmm(self) -> bool {
        self.0 >= 16
    }

    /// The hardware number, 0 to 15.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 & 15
    }

    /// Its name as the register of its low `bytes` bytes; vector registers have one name.
    pub fn named(self, bytes: u32) -> impl fmt::Display {
        const LEGACY: [&str; 8] = ["ax", "cx", "dx", "bx", "sp", "bp", "si", "di"];
        const BYTES: [&str; 8] = ["al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"];
        let number = self.number();
        let legacy = usize::from(number & 7);
        fmt::from_fn(move |f| match (self.is_xmm(), number < 8, bytes) {
            (true, ..) => write!(f, "xmm{number}"),
            (_, true, 1) => f.write_str(BYTES[legacy]),
            (_, true, 2) => f.write_str(LEGACY[legacy]),
            (_, true, 4) => write!(f, "e{}", LEGACY[legacy]),
            (_, true, _) => write!(f, "r{}", LEGACY[legacy]),
            (_, false, 1) => write!(f, "r{number}b"),
            (_, false, 2) => write!(f, "r{number}w"),
            (_, false, 4) => write!(f, "r{number}d"),
            (_, false, _) => write!(f, "r{number}"),
        })
    }
}

impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 8] = ["eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"];
        match self.0 {
            number @ 0..8 => f.write_str(NAMES[usize::from(number)]),
            number @ 8..16 => write!(f, "r{number}d"),
            number => write!(f, "xmm{}", number - 16),
        }
    }
}
