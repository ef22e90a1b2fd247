//! ARM.
pub mod encode;
pub mod op;
pub mod print;
pub mod regs;
