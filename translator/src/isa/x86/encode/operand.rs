//! Operands: as the back end speaks of them, and as the encoder writes them.
//!
//! [`Operand`] is what the emitter, the printer and the tests name operands by. [`Encoded`] is the
//! same operand with everything that depends on it alone already worked out: the classes by which
//! rows are chosen, and its ModRM, SIB and displacement should it become the r/m of an instruction.
//! The encoder then only puts parts together, whatever kind of operand they come from.
//!
//! Source: [INTEL-SDM] volume 2, 2.1.5 (ModRM and SIB) and 2.2.1 (REX); [SYSV-I386] "Relocation
//! Types"; [SYSV-AMD64] "Relocation Types".

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

/// An operand, ready to be written.
#[derive(Copy, Clone, Debug)]
pub struct Encoded {
    /// What rows ask for.
    pub(super) class: Classes,
    /// ModRM without its reg field, then SIB; zero unless this is a register or memory.
    pub(super) modrm: u16,
    /// Bytes of `modrm`.
    pub(super) modrm_len: u8,
    /// Bytes of the displacement.
    pub(super) disp_len: u8,
    /// REX.X and REX.B, should this be the r/m.
    pub(super) rex: u8,
    /// The hardware number, 0 to 15; zero unless this is a register.
    pub(super) number: u8,
    /// What displacement or immediate field holds; the number of a label.
    pub(super) value: i32,
    /// Added to the symbol's address.
    pub(super) addend: i32,
    /// The symbol in a memory operand or immediate.
    pub(super) symbol: Option<SymbolRef>,
    /// The address is cut to 32 bits.
    pub(super) narrow: bool,
}

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
        let reg = Reg(index as u8);
        let number = reg.number();
        let (class, modrm, rex) = (row::register_class(reg), 0xc0 | (number & 7) as u16, number >> 3);
        registers[index] = Encoded { class, modrm, modrm_len: 1, rex, number, ..Encoded::NONE };
        index += 1;
    }
    registers
};

impl Encoded {
    /// No operand.
    pub const NONE: Encoded = Encoded {
        class: row::NO,
        modrm: 0,
        modrm_len: 0,
        disp_len: 0,
        rex: 0,
        number: 0,
        value: 0,
        addend: 0,
        symbol: None,
        narrow: false,
    };

    /// Works out an operand of an instruction of this size.
    pub fn new(mode: Mode, operand: &Operand, size: Size) -> Self {
        let class = row::class(mode, operand, size);
        match *operand {
            Operand::None => Self::NONE,
            Operand::Reg(reg) => *Self::reg(reg),
            Operand::Mem(ref mem) => Self::memory(mode, class, mem),
            Operand::Imm(value) => Self { class, value, ..Self::NONE },
            Operand::Symbol(symbol, addend) => {
                Self { class, value: reloc::field(mode, addend), addend, symbol: Some(symbol), ..Self::NONE }
            }
            Operand::Label(label) => Self { class, value: label.as_u32() as i32, ..Self::NONE },
        }
    }

    /// A register.
    #[inline]
    pub fn reg(reg: Reg) -> &'static Self {
        &REGISTERS[usize::from(reg.0) % REGISTERS.len()]
    }

    /// The same memory operand with another displacement that takes as many bytes.
    #[inline]
    pub fn moved(&self, disp: i32) -> Self {
        Self { value: disp, addend: disp, ..*self }
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
            _ => (0x80, 4),
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
            if needs_sib { (u16::from_le_bytes([form | SIB, index | base]), 2) } else { (u16::from(form | base), 1) };
        let value = if mem.symbol.is_some() { reloc::field(mode, mem.disp) } else { mem.disp };
        let rex = if fault!(X8664RexX, rex_x != 0) { rex_b } else { rex_x | rex_b };
        Self {
            class,
            modrm,
            modrm_len,
            disp_len,
            rex,
            number: 0,
            value,
            addend: mem.disp,
            symbol: mem.symbol,
            narrow: mem.narrow,
        }
    }
}
