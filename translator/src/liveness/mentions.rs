//! What each instruction mentions and does, side by side, in the order of emission: asked of the
//! instructions once, read by everything up to the allocation.
//!
//! In: lowered code. Out: for each instruction a [`Note`] and its [`Mention`]s, those that are read
//! before those that are changed, and these before those that are written. An instruction answers
//! through matches over its opcode and its operands; a table answers by one load.
//!
//! Invariant: the table is about the instructions as they are. Who drops some tells it
//! ([`Mentions::drop`]); who changes others computes it anew. Linear.

use crate::lir::{Code, FlowInst, Note, Role, Var};
use crate::util::{drop_from, make_room};

/// A variable and what an instruction does to it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The index of the instruction.
    pub inst: u32,
    /// Variable and bits.
    packed: u32,
}

// A role's own bits come first.
const WRITES: u32 = 1 << 0;
const UNREAD: u32 = 1 << 1;
const LEAVES_MORE: u32 = 1 << 2;
const VAR_SHIFT: u32 = 3;

const _: () = {
    assert!(Role::Use as u32 == 0 && Role::UseDef as u32 == WRITES && Role::Def as u32 == WRITES | UNREAD);
};

impl Mention {
    #[inline]
    fn new(inst: u32, var: Var, role: Role, wide: u32) -> Self {
        Self { inst, packed: var.as_u32() << VAR_SHIFT | wide | role as u32 }
    }

    /// What is read comes before what is changed, and that before what is written.
    #[inline]
    fn order(self) -> u32 {
        self.packed & (WRITES | UNREAD)
    }

    /// The variable.
    #[inline]
    pub fn var(self) -> Var {
        Var::from_u32(self.packed >> VAR_SHIFT)
    }

    /// Whether it is read.
    #[inline]
    pub fn reads(self) -> bool {
        self.packed & UNREAD == 0
    }

    /// Whether it is written.
    #[inline]
    pub fn writes(self) -> bool {
        self.packed & WRITES != 0
    }

    /// Whether more than its size may be written to its register ([`FlowInst::is_wide`]).
    #[inline]
    pub fn is_wide(self) -> bool {
        self.packed & LEAVES_MORE != 0
    }
}

/// Sorts the mentions of an instruction, which are few; equal ones stay in their order.
fn sort(mentions: &mut [Mention]) {
    for end in 1..mentions.len() {
        let mut at = end;
        while at > 0 && mentions[at - 1].order() > mentions[at].order() {
            mentions.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// How many variables an instruction usually mentions, at most.
const USUAL: usize = 3;

/// The table; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Mentions {
    all: Vec<Mention>,
    /// Where the mentions of each instruction begin, and where those of the last one end.
    starts: Vec<u32>,
    notes: Vec<Note>,
}

impl Mentions {
    /// The table of some code.
    pub fn of<I: FlowInst>(code: &Code<I>) -> Self {
        let mut this = Self::default();
        this.compute(code);
        this
    }

    /// Makes it the table of `code`.
    pub fn compute<I: FlowInst>(&mut self, code: &Code<I>) {
        let Self { starts, notes, .. } = self;
        // In a variable of its own it is known not to change behind the loop's back.
        let mut all = std::mem::take(&mut self.all);
        all.clear();
        make_room(&mut all, USUAL * code.insts.len());
        starts.clear();
        make_room(starts, code.insts.len() + 1);
        starts.push(0);
        notes.clear();
        make_room(notes, code.insts.len());
        notes.extend(code.insts.iter().map(|inst| {
            let note = inst.note(&code.pools);
            debug_assert_eq!(note, Note::derived(inst, &code.pools), "{inst:?}");
            note
        }));
        starts.extend((0..).zip(&code.insts).map(|(index, inst)| {
            let (start, mut last, mut in_order) = (all.len(), 0, true);
            let wide = if inst.is_wide(&code.pools) { LEAVES_MORE } else { 0 };
            inst.visit(&code.pools, |var, role| {
                let mention = Mention::new(index, var, role, wide);
                in_order &= last <= mention.order();
                last = mention.order();
                all.push(mention);
            });
            if !in_order {
                sort(&mut all[start..]);
            }
            all.len() as u32
        }));
        self.all = all;
    }

    /// Drops some instructions; their indices ascend.
    pub fn drop(&mut self, dropped: impl Iterator<Item = u32> + Clone) {
        drop_from(&mut self.notes, dropped.clone());
        let mut dropped = dropped.map(|index| index as usize).peekable();
        // How many stay, and how many mentions of theirs.
        let Some(&(mut kept)) = dropped.peek() else { return };
        let mut kept_mentions = self.starts[kept] as usize;
        while let Some(index) = dropped.next() {
            let next = dropped.peek().copied().unwrap_or(self.starts.len() - 1);
            let (first, end) = (self.starts[index + 1] as usize, self.starts[next] as usize);
            let (stretch, count) = (next - index - 1, end - first);
            self.all.copy_within(first..end, kept_mentions);
            let by = (index + 1 - kept) as u32;
            self.all[kept_mentions..kept_mentions + count].iter_mut().for_each(|mention| mention.inst -= by);
            self.starts.copy_within(index + 1..next, kept);
            let by = (first - kept_mentions) as u32;
            self.starts[kept..kept + stretch].iter_mut().for_each(|start| *start -= by);
            kept += stretch;
            kept_mentions += count;
        }
        self.starts[kept] = kept_mentions as u32;
        self.starts.truncate(kept + 1);
        self.all.truncate(kept_mentions);
    }

    /// What each instruction does.
    #[inline]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Everything that is mentioned.
    #[inline]
    pub fn all(&self) -> &[Mention] {
        &self.all
    }

    /// The indices of the instructions of which something holds.
    #[inline]
    pub fn those(&self, holds: impl Fn(Note) -> bool) -> impl DoubleEndedIterator<Item = usize> {
        self.notes.iter().enumerate().filter(move |(_, note)| holds(**note)).map(|(index, _)| index)
    }

    /// What instructions from one index to before another mention, in their order.
    #[inline]
    pub fn between(&self, start: u32, end: u32) -> &[Mention] {
        &self.all[self.starts[start as usize] as usize..self.starts[end as usize] as usize]
    }

    /// What an instruction mentions.
    #[inline]
    pub fn by(&self, index: usize) -> &[Mention] {
        &self.all[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}
