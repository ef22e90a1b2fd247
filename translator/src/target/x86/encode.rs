//! The encoder: physical instructions in, bytes out.

use super::regs::Reg;
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
    /// An immediate.
    Imm(i32),
    /// The 32-bit address of a symbol plus an addend, as an immediate.
    Symbol(SymbolRef, i32),
    /// A label of this function.
    Label(Label),
}
