//! The symbolic checker: proves that allocated and rewritten code reads, everywhere, what the
//! unallocated code named.
//!
//! In: the code as it was before allocation ([`Before`]), the code after rewriting and frame
//! layout, for each new instruction the old one that it comes from, and what the prologue will do.
//! Out: nothing, or the first error in one line: the new instruction, the variable, the place, and
//! what that place holds.
//!
//! Both codes are run side by side over *facts*: this word of a register or of memory holds that
//! part of the present value of the variable with this name (`facts`). Names come from the old
//! code, places from the new:
//! - an instruction that was kept reads each variable where the variable was put; the fact must be
//!   there. What it writes ends the facts about the variable and about all places that overlap the
//!   one written; then the new fact begins;
//! - a copy, kept or dropped, makes its destination a name of what its source names. A dropped copy
//!   does nothing else, so that the next reader sees whether dropping it was right. That a register
//!   holds more than a 32-bit variable is part of the fact;
//! - an instruction that makes a constant may stand for a copy of a variable that is only ever set
//!   to that constant, and may be missing: then nothing is known of what it would have set;
//! - an inserted instruction copies places and names nothing;
//! - a call ends the facts about what it clobbers;
//! - on an edge, all phis of the target become names of what their sources name, at once. This
//!   follows from the old code alone: in which order and through which places the moves went is the
//!   rewriting's business, if only the phi's place holds it in the end;
//! - where paths meet, a fact survives if it holds on all of them. Iterated until nothing changes.
//!
//! Control is checked by the same run: each position of the new code stands for one of the old,
//! dropped jumps are followed, and a branch must go where the old one went, or be its negation.
//!
//! Besides: which variable may be where (`places`); reserved registers are never written, registers
//! that the function must preserve only if the prologue saves them; flags are not changed by what
//! was inserted between the instructions that set them and those that read them.
//!
//! Source: [RIDEAU-2010] for the idea; forwards and with sets of names, as [REGALLOC2-DESIGN]
//! throughout and its checker have it. Complexity: linear in instructions and in the facts at
//! labels, times the depth of loops.

mod before;
mod facts;
mod places;
#[cfg(test)]
mod tests;
mod walk;

pub use before::Before;

use crate::lir::{Code, FlowInst, FrameLayout, FrameNeeds, MachInst, RegMask, RegTable};
use crate::liveness::Ranges;

/// What is wrong: one line.
pub type Problem = String;

/// What the checker compares.
pub struct Allocated<'a, I: MachInst> {
    /// The code before allocation.
    pub before: &'a Before<I>,
    /// Its live ranges.
    pub ranges: &'a Ranges,
    /// The code after rewriting, every variable with its register or home.
    pub code: &'a Code<I>,
    /// For each instruction of `code` the index of the old one or
    /// [`INSERTED`](super::rewrite::INSERTED).
    pub origins: &'a [u32],
    /// Which inserted instructions set what to which constant.
    pub sets: &'a [(u32, u32, I::Const)],
    /// The registers.
    pub table: &'a RegTable,
    /// Units that must never be written.
    pub reserved: RegMask,
    /// Units that the function must preserve.
    pub saved: RegMask,
    /// Units of which the prologue is told that they are written.
    pub used: RegMask,
    /// Where the static stack objects lie.
    pub layout: &'a FrameLayout,
    /// How large the frame is.
    pub needs: FrameNeeds,
}

/// Checks an allocation.
///
/// # Errors
/// If the new code does not do what the old code says.
pub fn check<I: FlowInst>(allocated: &Allocated<'_, I>) -> Result<(), Problem> {
    let places = places::Places::new(allocated)?;
    walk::Walk::new(allocated, places).run()
}
