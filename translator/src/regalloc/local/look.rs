//! One look at each instruction, last to first: which is dead, where each variable is first and last mentioned, what it weighs, what it is
//! copied from and to, and where calls and given registers leave none.
//!
//! In: lowered code, and its nest. Out: a [`Seen`] for each variable, those that want a register by where they end, the copies, what is
//! blocked, and the instructions that write nothing that is read. Position `2i` is where instruction `i` reads, `2i + 1` where it writes.
//!
//! Met last to first, what reads a variable comes before what writes it, so that the one who looks knows what nobody has asked for
//! ([TAMARIN-2008] "Dead Code Elimination"). That is not so for phis, and within loops of a sequence: there nothing is dead.
//!
//! Linear; what a loop within a sequence mentions is looked at twice.

use crate::lir::{Code, CopyOf, Flow, FlowInst, Label, Nest, RegMask, RegTable, Role, Var, VarKind};
use crate::util::refill;

/// The most that a variable weighs.
const MAX_WEIGHT: u32 = u32::MAX / 2;

/// Positions from the first to the last, both inclusive.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    const UNSEEN: Span = Span { start: u32::MAX, end: 0 };

    /// The positions of a mention by an instruction.
    #[inline(always)]
    fn of(index: u32, role: Role) -> Self {
        let position = 2 * index;
        Span { start: position + u32::from(role == Role::Def), end: position + u32::from(role != Role::Use) }
    }
}

/// What was seen of a variable.
#[derive(Copy, Clone, Debug)]
pub(super) struct Seen {
    /// Where it is mentioned; of a given register: the index of its entry in what is blocked, in place of a start.
    pub(super) span: Span,
    /// The first and the last block that mention it.
    pub(super) first: u32,
    pub(super) last: u32,
    /// How often it is mentioned, each time as often as the block is taken to run.
    pub(super) weight: u32,
    /// The first position at which it is written, of those seen.
    written_at: u32,
    /// The variable that it is copied from, and the one that it is copied to last, each plus one.
    from: u32,
    to: u32,
    /// The given register that it is copied to or from, plus one.
    wish: u8,
    pub(super) is_read: bool,
    /// Whether its register may hold more than its value.
    is_wide: bool,
    /// Whether it is written once, by that copy, and not mentioned after another write of what it copies.
    is_copy: bool,
    /// Whether it would have to be in the register wider than what it is copied from.
    narrows: bool,
    /// If its last mention is in a loop within a sequence: the position of the branch that closes that, otherwise 0.
    loop_end: u32,
    /// Whether a loop within a sequence mentions it, which would be entered with it.
    in_loop: bool,
}

impl Seen {
    const FRESH: Seen = Seen {
        span: Span::UNSEEN,
        first: 0,
        last: 0,
        weight: 0,
        written_at: u32::MAX,
        from: 0,
        to: 0,
        wish: 0,
        is_read: false,
        is_wide: false,
        is_copy: false,
        narrows: false,
        loop_end: 0,
        in_loop: false,
    };

    /// The variable that it is copied from.
    #[inline]
    pub(super) fn from(&self) -> Option<Var> {
        self.from.checked_sub(1).map(Var::from_u32)
    }

    /// The variable that it is copied to last.
    #[inline]
    pub(super) fn to(&self) -> Option<Var> {
        self.to.checked_sub(1).map(Var::from_u32)
    }

    /// The given register that it is copied to or from.
    #[inline]
    pub(super) fn wish(&self) -> Option<u8> {
        self.wish.checked_sub(1)
    }

    /// Whether it may have a register although it needs none: what is written before it is read, and read at all, in instructions one
    /// after the other.
    #[inline]
    pub(super) fn is_sound(&self) -> bool {
        self.is_read && !self.span.start.is_multiple_of(2) && !self.in_loop
    }

    /// Whether all that mention it are in one block.
    #[inline]
    pub(super) fn is_local(&self) -> bool {
        self.first == self.last
    }
}

/// Units that are taken for a while no matter what the allocator does.
#[derive(Copy, Clone, Debug)]
pub(super) struct Blocked {
    pub(super) units: RegMask,
    pub(super) block: u32,
    pub(super) span: Span,
}

/// A copy, and the instruction that makes it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Copying {
    pub(super) index: u32,
    pub(super) copy: CopyOf,
}

/// See the module.
#[derive(Clone, Default, Debug)]
pub(super) struct Look {
    pub(super) seen: Vec<Seen>,
    /// The variables that must or may have a register, by last mention, descending.
    pub(super) order: Vec<Var>,
    /// Those of kind `Any` that several blocks mention, by the last but one of them, descending.
    pub(super) global: Vec<Var>,
    /// By where it ends, descending.
    pub(super) blocked: Vec<Blocked>,
    /// All that is ever blocked.
    pub(super) ever_blocked: RegMask,
    /// By index, descending.
    pub(super) copies: Vec<Copying>,
    /// The indices of dead instructions, descending.
    pub(super) dead: Vec<u32>,
    /// For each label whether it is bound behind the instruction at hand.
    is_bound: Vec<bool>,
    /// The labels within blocks that branches behind lead back to.
    inner: Vec<Label>,
    /// Where the last variable of the order ends, and whether the order is by ends no more.
    last_end: u32,
    is_mixed: bool,
}

/// What is the same for all mentions by an instruction.
#[derive(Copy, Clone)]
struct Place {
    index: u32,
    block: u32,
    frequency: u32,
    is_wide: bool,
    /// If it is in a loop within a sequence: the position of the branch that closes that, otherwise 0.
    loop_end: u32,
}

impl Seen {
    /// Where it ends as far as a mention at a place says: where a loop within a sequence does that mentions it last, and is entered with it.
    /// What follows the loop may be dead.
    #[inline]
    fn end_at(&self, place: &Place) -> u32 {
        if place.loop_end == 0 && !fault!(LocalInnerLoop) { self.loop_end } else { 0 }
    }
}

impl Look {
    /// Looks at all instructions. `may_drop` is asked before one counts as dead.
    pub(super) fn at<I: FlowInst>(
        &mut self,
        code: &Code<I>,
        nest: &Nest,
        table: &RegTable,
        mut may_drop: impl FnMut(&I) -> bool,
    ) {
        self.clear(code);
        let block = nest.blocks().saturating_sub(1);
        let mut place = Place { index: 0, block, frequency: nest.frequency(block), is_wide: false, loop_end: 0 };
        let mut flags_read = true;
        for (index, inst) in code.insts.iter().enumerate().rev() {
            (place.index, place.is_wide) = (index as u32, inst.is_wide(&code.pools));
            // Half of all: what else they do is nothing.
            if let Some(copy) = inst.copied(&code.pools) {
                if place.loop_end > 0 || self.of(copy.dst).is_read || !may_drop(inst) {
                    self.copy(code, table, copy, &place);
                } else {
                    self.dead.push(index as u32);
                }
                continue;
            }
            let note = inst.note(&code.pools);
            let is_needed = note.is_pinned() || note.flows() || (note.writes_flags() && flags_read) || place.loop_end > 0;
            if !is_needed && !self.makes_what_is_read(code, inst) && may_drop(inst) {
                self.dead.push(index as u32);
                continue;
            }
            flags_read = note.reads_flags() || (flags_read && !note.writes_flags() && !fault!(LocalDeadComparison));
            if note.flows() {
                flags_read |= matches!(inst.flow(), Flow::Branch | Flow::Jump);
                self.flow(code, inst, &mut place);
            }
            inst.visit(&code.pools, |var, role| self.mention_any(code, table, (var, role), &place));
            if note.clobbers() {
                let units = if fault!(LocalOverCalls) { RegMask::EMPTY } else { inst.clobbers(&code.pools) };
                self.blocked.push(Blocked { units, block: place.block, span: Span::of(place.index, Role::Def) });
            }
            if place.block > 0
                && note.flows()
                && let Flow::Bind(label) = inst.flow()
                && code.edges.is_block(label)
            {
                place.block -= 1;
                place.frequency = nest.frequency(place.block);
            }
        }
        let Self { seen, order, blocked, .. } = self;
        // What one instruction, or a loop within a sequence, mentions may be out of order.
        if self.is_mixed {
            sort_nearly(order, |var| seen[var.as_u32() as usize].span.end);
        }
        debug_assert!(order.is_sorted_by_key(|var| std::cmp::Reverse(seen[var.as_u32() as usize].span.end)));
        sort_nearly(blocked, |blocked| blocked.span.end);
        self.ever_blocked = blocked.iter().fold(RegMask::EMPTY, |all, blocked| all.union(blocked.units));
    }

    fn clear<I: FlowInst>(&mut self, code: &Code<I>) {
        refill(&mut self.seen, code.vars.len(), Seen::FRESH);
        // What several blocks write for one that may come before them.
        for phi in &code.carried {
            self.seen[phi.as_u32() as usize].is_read = !fault!(LocalDeadPhi);
        }
        (self.last_end, self.is_mixed) = (u32::MAX, false);
        self.order.clear();
        self.order.reserve(code.vars.len());
        self.global.clear();
        self.blocked.clear();
        self.copies.clear();
        self.dead.clear();
        self.inner.clear();
        refill(&mut self.is_bound, code.label_count(), false);
    }

    /// Whether an instruction writes a variable that is read behind it.
    #[inline]
    fn makes_what_is_read<I: FlowInst>(&self, code: &Code<I>, inst: &I) -> bool {
        let mut is_read = false;
        inst.visit(&code.pools, |var, role| is_read |= role != Role::Use && self.of(var).is_read);
        is_read
    }

    /// Control may come from or go to elsewhere. Labels within blocks that branches lead back to close loops.
    #[inline(never)]
    fn flow<I: FlowInst>(&mut self, code: &Code<I>, inst: &I, place: &mut Place) {
        let Self { inner, is_bound, .. } = self;
        if let Flow::Bind(label) = inst.flow() {
            is_bound[label.as_u32() as usize] = true;
            if !inner.is_empty() {
                inner.retain(|&inner| inner != label);
            }
        } else {
            inst.targets(&code.pools, |target| {
                if !code.edges.is_block(target) && !is_bound[target.as_u32() as usize] && !inner.contains(&target) {
                    inner.push(target);
                }
            });
        }
        // A label itself is in the loop no more: it mentions nothing.
        place.loop_end = if inner.is_empty() { 0 } else { place.loop_end.max(2 * place.index + 1) };
    }

    /// As [`mention`](Self::mention).
    #[inline(never)]
    fn mention_any<I: FlowInst>(&mut self, code: &Code<I>, table: &RegTable, (var, role): (Var, Role), place: &Place) {
        self.mention(table, (var, code.var(var).kind), role, place);
    }

    /// Extends what is known of a variable by a mention of it.
    #[inline(always)]
    fn mention(&mut self, table: &RegTable, (var, kind): (Var, VarKind), role: Role, place: &Place) {
        let span = Span::of(place.index, role);
        let seen = &mut self.seen[var.as_u32() as usize];
        if role != Role::Use {
            seen.is_copy = seen.written_at == u32::MAX;
            seen.written_at = span.end;
            seen.is_wide |= place.is_wide;
        }
        if role != Role::Def {
            seen.is_read = true;
        }
        if let VarKind::Fixed(reg) = kind {
            return self.block(var, Blocked { units: table.units[usize::from(reg)], block: place.block, span }, place);
        }
        // Saturates at what no sum of two exceeds.
        seen.weight = (seen.weight + place.frequency).min(MAX_WEIGHT);
        seen.in_loop |= place.loop_end > 0;
        if seen.span.start == Span::UNSEEN.start {
            (seen.span, seen.first, seen.last, seen.loop_end) = (span, place.block, place.block, place.loop_end);
            if kind == VarKind::Memory {
                seen.is_read = true;
            } else if span.end > self.last_end {
                self.put_in_order(var, span.end);
            } else {
                self.last_end = span.end;
                self.order.push(var);
            }
            return;
        }
        seen.span.start = if fault!(LocalStartsLate) { seen.span.start } else { span.start.min(seen.span.start) };
        let end = span.end.max(seen.end_at(place));
        if end > seen.span.end {
            seen.span.end = end;
            self.is_mixed = true;
        }
        if seen.first != place.block {
            if seen.first == seen.last && kind == VarKind::Any {
                self.global.push(var);
            }
            seen.first = place.block;
        }
    }

    /// Puts a variable that ends behind the last of the order in its place there.
    #[cold]
    #[inline(never)]
    fn put_in_order(&mut self, var: Var, end: u32) {
        let before = self.order.iter().rposition(|&other| self.of(other).span.end >= end);
        self.order.insert(before.map_or(0, |before| before + 1), var);
    }

    /// Extends what a given register blocks to a mention of it.
    #[inline(never)]
    fn block(&mut self, var: Var, blocked: Blocked, place: &Place) {
        let seen = &mut self.seen[var.as_u32() as usize];
        if seen.span.start == Span::UNSEEN.start {
            (seen.span.start, seen.loop_end) = (self.blocked.len() as u32, place.loop_end);
            self.blocked.push(blocked);
        } else {
            let span = blocked.span;
            let known = &mut self.blocked[seen.span.start as usize].span;
            let start = if fault!(LocalFixedOverlap) { known.start } else { span.start.min(known.start) };
            *known = Span { start, end: span.end.max(known.end).max(seen.end_at(place)) };
        }
    }

    /// Extends what is known of two variables by a copy of one to the other, and notes it.
    #[inline(always)]
    fn copy<I: FlowInst>(&mut self, code: &Code<I>, table: &RegTable, copy: CopyOf, place: &Place) {
        let CopyOf { dst, src, narrows } = copy;
        let (to, of) = (code.var(dst), code.var(src));
        self.mention(table, (src, of.kind), Role::Use, place);
        self.mention(table, (dst, to.kind), Role::Def, place);
        if to.kind == VarKind::Memory || of.kind == VarKind::Memory {
            return;
        }
        self.copies.push(Copying { index: place.index, copy });
        let written_again = self.of(src).written_at;
        let seen = self.of_mut(dst);
        let ends_before = written_again > seen.span.end || fault!(LocalStaleCopy);
        seen.is_copy &= to.class == of.class && !matches!(of.kind, VarKind::Fixed(_)) && ends_before;
        (seen.from, seen.narrows) = (src.as_u32() + 1, narrows || to.bytes < of.bytes);
        if let VarKind::Fixed(reg) = of.kind {
            seen.wish = if seen.wish == 0 { reg + 1 } else { seen.wish };
        }
        let seen = self.of_mut(src);
        if let VarKind::Fixed(reg) = to.kind {
            seen.wish = if seen.wish == 0 { reg + 1 } else { seen.wish };
        } else if seen.to == 0 {
            seen.to = dst.as_u32() + 1;
        }
    }

    /// What was seen of a variable.
    #[inline(always)]
    fn of(&self, var: Var) -> &Seen {
        &self.seen[var.as_u32() as usize]
    }

    #[inline(always)]
    fn of_mut(&mut self, var: Var) -> &mut Seen {
        &mut self.seen[var.as_u32() as usize]
    }

    /// Whether a variable has nothing of its own as long as what it copies lives.
    #[inline]
    pub(super) fn is_mere_copy(&self, seen: &Seen) -> bool {
        seen.is_copy && seen.from > 0 && !(seen.narrows && self.seen[seen.from as usize - 1].is_wide)
    }

    /// Whether a copy within a register leaves it as it is.
    #[inline]
    pub(super) fn is_exact(&self, copy: CopyOf) -> bool {
        !copy.narrows || !self.seen[copy.src.as_u32() as usize].is_wide || fault!(LocalNarrowingCopy)
    }
}

/// Sorts items that are nearly in order by a key, descending.
fn sort_nearly<T: Copy>(items: &mut [T], key: impl Fn(&T) -> u32) {
    for end in 1..items.len() {
        let item = items[end];
        let mut at = end;
        while at > 0 && key(&items[at - 1]) < key(&item) {
            items[at] = items[at - 1];
            at -= 1;
        }
        items[at] = item;
    }
}
