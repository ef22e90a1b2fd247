//! Where arguments lie, in the words that calling conventions share.

/// Where an argument lies; `R` is the architecture's registers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ArgLoc<R> {
    /// In a register; what needs two words of one register each, in this one and the next.
    Reg(R),
    /// At this byte offset into the argument area.
    Stack(u32),
}
