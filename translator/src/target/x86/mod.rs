//! The x86 back end, for 32-bit mode (System V i386) and 64-bit mode with 32-bit pointers (x32). [`Mode`] holds every difference.

pub mod encode;
pub mod op;
pub mod print;
pub mod regs;

/// Which x86 the code is for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// 32-bit protected mode: eight general registers, eight vector registers.
    X8632,
    /// 64-bit mode: sixteen of each; addresses still have 32 significant bits.
    X8664,
}
