//! Operands: as the back end speaks of them, and as the encoder writes them.
//!
//! [`Operand`] is what the emitter, the printer and the tests name operands by. [`Encoded`] is the
//! same operand with everything that depends on it alone already worked out: the classes by which
//! rows are chosen, and its ModRM, SIB and displacement should it become the r/m of an instruction.
//! The encoder then only puts parts together, whatever kind of operand they come from.
//!
//! Source: [INTEL-SDM] volume 2, 2.1.5 (ModRM and SIB) and 2.2.1 (REX); [SYSV-I386] "Relocation
//! Types"; [SYSV-AMD64] "Relocation Types".

use std::fmt;

use super::row::{self, Classes};
use super::{Mode, Reg, Size, reloc};
use crate::mc::{Label, SymbolRef};

/// A memory operand: `[base + index * 2^scale + disp + symbol]`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Mem {
    /// Base register. In 64-bit mode the full 64-bit register is used.
    pub base: Option<Reg>,
    /// Index register, not the stack pointer.
    pub index: Option<Reg>,
    /// Logarithm of the index's factor: 0 to 3.
    pub scale: u8,
    /// Displacement in bytes; with a symbol, the addend.
    pub disp: i32,
    /// A symbol whose address is added.
    pub symbol: Option<SymbolRef>,
    /// 64-bit mode: the address is the lower 32 bits of the sum. Costs a prefix.
    pub narrow: bool,
}

/// An operand of a physical instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// No operand.
    None,
    /// A register.
    Reg(Reg),
    /// Memory.
    Mem(Mem),
    /// An immediate, sign-extended to the operand size; at 8 and 16 bits it may also be written
    /// unsigned.
    Imm(i32),
    /// The 32-bit address of a symbol plus an addend, as an immediate of at least 32 bits
    /// (sign-extended to 64).
    Symbol(SymbolRef, i32),
    /// A label of this function.
    Label(Label),
}

impl Operand {
    /// The symbol that it refers to, and what is added to the symbol's address.
    pub(super) fn symbol(&self) -> Option<(SymbolRef, i32)> {
        match *self {
            Operand::Symbol(symbol, addend) => Some((symbol, addend)),
            Operand::Mem(mem) => mem.symbol.map(|symbol| (symbol, mem.disp)),
            _ => None,
        }
    }
}

/// An operand, ready to be written: two words, so that it travels in registers. It does not say
/// which symbol it refers to, only whether there is one: what becomes a relocation is looked up in
/// the [`Operand`].
#[derive(Copy, Clone)]
pub struct Encoded {
    /// From the lowest bit: the class (16 bits), ModRM and SIB (16), their length in bytes (8), the
    /// displacement's (8), REX.X and REX.B (4), the register's number (4), [`NARROW`] and
    /// [`SYMBOLIC`].
    bits: u64,
    /// What displacement or immediate field holds; the number of a label.
    pub(super) value: i32,
}

const MODRM_SHIFT: u32 = 16;
const MODRM_LEN_SHIFT: u32 = 32;
const DISP_LEN_SHIFT: u32 = 40;
const REX_SHIFT: u32 = 48;
const NUMBER_SHIFT: u32 = 52;
/// The address is cut to 32 bits.
const NARROW: u64 = 1 << 62;
/// There is a symbol in the memory operand or immediate.
const SYMBOLIC: u64 = 1 << 63;

/// In ModRM.rm: a SIB byte follows. It is the number of esp and r12, which therefore need a SIB
/// byte as base.
const SIB: u8 = 4;
/// In SIB.index: no index.
const NO_INDEX: u8 = 4 << 3;
/// As base without a displacement: no base, but a displacement of 32 bits. It is the number of ebp
/// and r13.
const NO_BASE: u8 = 5;

/// Every register, by its number.
static REGISTERS: [Encoded; 32] = {
    let mut registers = [Encoded::NONE; 32];
    let mut index = 0;
    while index < registers.len() {
        registers[index] = Encoded::new_register(Reg(index as u8));
        index += 1;
    }
    registers
};

impl Encoded {
    /// No operand.
    pub const NONE: Encoded = Encoded::plain(row::NO, 0);

    /// Works out an operand of an instruction of this size.
    pub fn new(mode: Mode, operand: &Operand, size: Size) -> Self {
        let class = row::class(mode, operand, size);
        match *operand {
            Operand::None => Self::NONE,
            Operand::Reg(reg) => Self::reg(reg),
            Operand::Mem(ref mem) => Self::mem(mode, mem),
            Operand::Imm(value) => Self::plain(class, value),
            Operand::Symbol(_, addend) => Self { bits: u64::from(class) | SYMBOLIC, value: reloc::field(mode, addend) },
            Operand::Label(label) => Self::label(label),
        }
    }

    /// What is neither a register nor memory.
    const fn plain(class: Classes, value: i32) -> Self {
        Self { bits: class as u64, value }
    }

    const fn new_register(reg: Reg) -> Self {
        let number = reg.number() as u64;
        let bits = row::register_class(reg) as u64
            | (0xc0 | number & 7) << MODRM_SHIFT
            | 1 << MODRM_LEN_SHIFT
            | (number >> 3) << REX_SHIFT
            | number << NUMBER_SHIFT;
        Self { bits, value: 0 }
    }

    /// A register.
    #[inline]
    pub fn reg(reg: Reg) -> Self {
        Self { value: 0, ..REGISTERS[usize::from(reg.0) % REGISTERS.len()] }
    }

    /// An immediate of an instruction of this size.
    #[inline]
    pub fn immediate(value: i32, size: Size) -> Self {
        Self::plain(row::imm_class(value, size), value)
    }

    /// A label.
    #[inline]
    pub fn label(label: Label) -> Self {
        Self::plain(row::LABEL, label.as_u32() as i32)
    }

    /// Any memory.
    #[inline]
    pub fn mem(mode: Mode, mem: &Mem) -> Self {
        Self::memory(mode, row::memory_class(mode, mem), mem)
    }

    /// Whether it is memory that is addressed from a register, without a symbol and in full: what
    /// [`append_access`](super::append_access) takes.
    #[inline]
    pub fn is_plain_memory(self) -> bool {
        self.class() == row::BASED && self.bits & (NARROW | SYMBOLIC) == 0
    }

    /// The same memory operand with another displacement that takes as many bytes.
    #[inline]
    pub fn moved(&self, disp: i32) -> Self {
        Self { value: disp, ..*self }
    }

    /// The memory at a register plus a displacement.
    #[inline]
    pub fn base_disp(base: Reg, disp: i32) -> Self {
        // The mode matters only without a base.
        Self::memory(Mode::X8632, row::BASED, &Mem { base: Some(base), disp, ..Mem::default() })
    }

    /// Any memory.
    #[inline(always)]
    fn memory(mode: Mode, class: Classes, mem: &Mem) -> Self {
        debug_assert!(
            mem.scale < 4 && mem.index.is_none_or(|index| !index.is_xmm()) && mem.base.is_none_or(|base| !base.is_xmm())
        );
        let (base, rex_b) = mem.base.map_or((NO_BASE, 0), |base| (base.number() & 7, base.number() >> 3));
        let (form, disp_len) = match mem.disp {
            _ if mem.base.is_none() => (0, 4),
            _ if mem.symbol.is_some() => (0x80, 4),
            0 if base != NO_BASE || fault!(X86BaseWithoutDisplacement) => (0, 0),
            -0x80..0x80 => (0x40, 1),
            0x80..0x84 if fault!(X86ShortDisplacement) => (0x40, 1),
            _ => (0x80, 4_u64),
        };
        let (index, rex_x) = mem.index.map_or((NO_INDEX, 0), |index| {
            debug_assert_ne!(index.number(), 4, "the stack pointer is no index");
            let scale = if fault!(X86SibScale, mem.scale == 3) { 1 } else { mem.scale };
            (scale << 6 | (index.number() & 7) << 3, (index.number() & 8) >> 2)
        });
        // In 64-bit mode, ModRM alone without a base would mean rip-relative.
        let needs_sib =
            mem.index.is_some() || base == SIB && !fault!(X8664SibOfR12, rex_b != 0) || mem.base.is_none() && mode == Mode::X8664;
        let (modrm, modrm_len) =
            if needs_sib { (u16::from_le_bytes([form | SIB, index | base]), 2) } else { (u16::from(form | base), 1_u64) };
        let rex = if fault!(X8664RexX, rex_x != 0) { rex_b } else { rex_x | rex_b };
        let flags = if mem.narrow { NARROW } else { 0 } | if mem.symbol.is_some() { SYMBOLIC } else { 0 };
        let bits = u64::from(class)
            | u64::from(modrm) << MODRM_SHIFT
            | modrm_len << MODRM_LEN_SHIFT
            | disp_len << DISP_LEN_SHIFT
            | u64::from(rex) << REX_SHIFT
            | flags;
        Self { bits, value: if mem.symbol.is_some() { reloc::field(mode, mem.disp) } else { mem.disp } }
    }
}

/// What the encoder asks.
impl Encoded {
    /// What rows ask for.
    #[inline(always)]
    pub(super) fn class(self) -> Classes {
        self.bits as Classes
    }

    /// ModRM without its reg field, then SIB; zero unless this is a register or memory.
    #[inline(always)]
    pub(super) fn modrm(self) -> u16 {
        (self.bits >> MODRM_SHIFT) as u16
    }

    /// Bytes of [`modrm`](Self::modrm).
    #[inline(always)]
    pub(super) fn modrm_len(self) -> u8 {
        (self.bits >> MODRM_LEN_SHIFT) as u8
    }

    /// Bytes of the displacement.
    #[inline(always)]
    pub(super) fn disp_len(self) -> u32 {
        u32::from((self.bits >> DISP_LEN_SHIFT) as u8)
    }

    /// REX.X and REX.B, should this be the r/m.
    #[inline(always)]
    pub(super) fn rex(self) -> u8 {
        (self.bits >> REX_SHIFT) as u8 & 15
    }

    /// The hardware number, 0 to 15; zero unless this is a register.
    #[inline(always)]
    pub(super) fn number(self) -> u8 {
        (self.bits >> NUMBER_SHIFT) as u8 & 15
    }

    /// Whether it is an address that is cut to 32 bits.
    #[inline(always)]
    pub(super) fn is_narrow(self) -> bool {
        self.bits & NARROW != 0
    }

    /// Whether one of them needs a relocation.
    #[inline(always)]
    pub fn any_symbol(self, other: Self) -> bool {
        (self.bits | other.bits) & SYMBOLIC != 0
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x} ({})", self.bits, self.value)
    }
}
