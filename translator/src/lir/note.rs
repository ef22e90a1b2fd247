//! What an instruction does, in one byte: what the passes ask of every instruction, so that they
//! need not ask it twice.
//!
//! In: an instruction. Out: its [`Note`]. An architecture makes it from a table
//! ([`FlowInst::note`]); [`Note::derived`] says what it has to be.

use super::{Flow, FlowInst};

/// What an instruction does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Note(u8);

macro_rules! bits {
    ($($(#[$about:meta])* $name:ident = $bit:ident;)*) => {
        impl Note {
            $(
                $(#[$about])*
                #[inline]
                pub fn $name(self) -> bool {
                    self.0 & $bit != 0
                }
            )*
        }
    };
}

const FLOWS: u8 = Note::FLOWS.0;
const PINNED: u8 = Note::PINNED.0;
const READS_FLAGS: u8 = Note::READS_FLAGS.0;
const WRITES_FLAGS: u8 = Note::WRITES_FLAGS.0;
const COPIES: u8 = Note::COPIES.0;
const CLOBBERS: u8 = Note::CLOBBERS.0;
const ARRIVES: u8 = Note::ARRIVES.0;

bits! {
    /// Whether control may come from or go to elsewhere: its flow is not [`Flow::Next`].
    flows = FLOWS;
    /// See [`Effects`](crate::lir::Effects).
    is_pinned = PINNED;
    /// See [`Effects`](crate::lir::Effects).
    reads_flags = READS_FLAGS;
    /// See [`Effects`](crate::lir::Effects).
    writes_flags = WRITES_FLAGS;
    /// Whether it is a copy of a variable.
    copies = COPIES;
    /// Whether it clobbers registers.
    clobbers = CLOBBERS;
    /// See [`FlowInst::arrives`].
    arrives = ARRIVES;
}

impl Note {
    /// None of the others.
    pub const NOTHING: Note = Note(0);
    /// See [`flows`](Self::flows); so on for the others.
    pub const FLOWS: Note = Note(1 << 0);
    /// See above.
    pub const PINNED: Note = Note(1 << 1);
    /// See above.
    pub const READS_FLAGS: Note = Note(1 << 2);
    /// See above.
    pub const WRITES_FLAGS: Note = Note(1 << 3);
    /// See above.
    pub const COPIES: Note = Note(1 << 4);
    /// See above.
    pub const CLOBBERS: Note = Note(1 << 5);
    /// See above.
    pub const ARRIVES: Note = Note(1 << 6);

    /// What either says.
    #[inline]
    pub const fn and(self, other: Note) -> Note {
        Note(self.0 | other.0)
    }

    /// What another says, too, if something holds.
    #[inline]
    pub const fn and_if(self, other: Note, holds: bool) -> Note {
        Note(self.0 | if holds { other.0 } else { 0 })
    }

    /// All but what another says.
    #[inline]
    pub const fn but(self, other: Note) -> Note {
        Note(self.0 & !other.0)
    }

    /// Whether it neither copies, nor arrives, nor has to do with control flow.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.0 & (FLOWS | COPIES | ARRIVES) == 0
    }

    /// What the other methods of an instruction say.
    pub fn derived<I: FlowInst>(inst: &I, pools: &I::Pools) -> Self {
        let effects = inst.effects();
        let facts = [
            (inst.flow() != Flow::Next, FLOWS),
            (effects.pinned, PINNED),
            (effects.reads_flags, READS_FLAGS),
            (effects.writes_flags, WRITES_FLAGS),
            (inst.copied(pools).is_some(), COPIES),
            (!inst.clobbers(pools).is_empty(), CLOBBERS),
            (inst.arrives().is_some(), ARRIVES),
        ];
        Self(facts.into_iter().fold(0, |bits, (holds, bit)| bits | (u8::from(holds) * bit)))
    }
}
