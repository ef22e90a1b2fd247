//! What each operation computes: pure functions from operands to a result, one file for each kind
//! of value.
//!
//! Nothing here knows frames, memory or control flow. Every function takes and gives partly
//! specified values ([`Bits`](super::bits::Bits)) and is total: where the program's behaviour ends,
//! the result is a [`Halt`].

pub mod cast;
pub mod float;
pub mod int;
pub mod vector;

#[cfg(test)]
mod golden;
#[cfg(test)]
mod soundness;

/// Why execution cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The program traps.
    Trap(Box<str>),
    /// From here on the program's behaviour is not defined.
    Undefined(Box<str>),
}

impl Halt {
    /// A trap.
    #[cold]
    pub fn trap(message: impl Into<Box<str>>) -> Self {
        Halt::Trap(message.into())
    }

    /// Undefined behaviour.
    #[cold]
    pub fn undefined(message: impl Into<Box<str>>) -> Self {
        Halt::Undefined(message.into())
    }
}
