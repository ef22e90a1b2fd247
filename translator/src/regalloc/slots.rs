//! Frame slots for the variables that got no register: variables that never live at the same time
//! share one.
//!
//! In: allocated code and its live ranges. Out: for each variable that needs a slot the variable
//! that stands for the slot. A slot is busy from the first position of a variable's range to its
//! last, holes included. Where a call may return twice nothing is shared: after the second return a
//! variable is read that control flow had shown to be dead. Variables that are moved to one another
//! are coalesced into one slot if they can be, which makes the move nothing. A variable that is
//! nothing but a copy of another one in the frame is *linked* to it: they share a slot although
//! both live, as they hold the same value ([SUBZERO-REGALLOC] "Local live range splitting"). So are the
//! phis of a web, which never live at the same time.
//!
//! Complexity: n log n in the variables that need slots.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::constants::Rematerialised;
use super::linear::Hints;
use crate::lir::{Code, Home, MachInst, Var, VarData, VarKind};
use crate::liveness::ranges::is_within;
use crate::liveness::{Ranges, Segment};
use crate::util::refill;

/// Ends a list; no slot.
const NONE: u32 = u32::MAX;

/// A slot.
#[derive(Copy, Clone, Debug)]
struct Slot {
    /// The first variable in it, which stands for it.
    leader: Var,
    bytes: u8,
    busy: bool,
}

/// The slots of a function.
#[derive(Clone, Default, Debug)]
pub struct Slots {
    slots: Vec<Slot>,
    /// For each variable its slot.
    slot_of: Vec<u32>,
    /// Slots that are free, by size: 4, 8, 16 bytes.
    free: [Vec<u32>; 3],
    busy: BinaryHeap<Reverse<(u32, u32)>>,
    order: Vec<(u32, u32, Var)>,
    /// The variables that have no register.
    needing: Vec<Var>,
    /// For each web the first variable of it that is in the frame, plus one.
    first_of_web: Vec<u32>,
    /// Linked variables, with the one whose slot they share, and where they live from and to.
    links: Vec<(Var, Var, Segment)>,
}

/// Whether a variable lives in a slot of the frame.
pub fn needs_slot<I: MachInst>(code: &Code<I>, ranges: &Ranges, var: Var) -> bool {
    let data = code.var(var);
    let in_frame = matches!(data.kind, VarKind::Any | VarKind::Memory) && data.reg.is_none() && data.home == Home::None;
    in_frame && ranges.first(var).is_some()
}

/// The variable in the frame whose slot another one shares because it is a copy of it, or of a copy
/// of it.
fn linked_to<I: MachInst>(code: &Code<I>, ranges: &Ranges, hints: &Hints, var: Var) -> Option<Var> {
    let in_frame = |&source: &Var| {
        let data = code.var(source);
        data.bytes == code.var(var).bytes && (needs_slot(code, ranges, source) || is_argument(data))
    };
    let next = |&copy: &Var| hints.copy_of(copy).filter(in_frame);
    // Copies of copies are few; only in code that is never reached could they go round.
    let mut root = None;
    for copy in std::iter::successors(next(&var), next).take(MAX_COPIES) {
        root = Some(copy);
    }
    root.filter(|root| next(root).is_none())
}

/// Whether a variable is an argument that stays where it came.
fn is_argument(data: &VarData) -> bool {
    matches!(data.home, Home::Incoming(_)) && data.reg.is_none()
}

/// How many copies of copies are followed.
const MAX_COPIES: usize = 4;

impl Slots {
    /// Finds the variables that have no register, and need a slot unless they are rematerialised.
    /// The first step.
    pub fn find<I: MachInst>(&mut self, code: &Code<I>, ranges: &Ranges) -> &[Var] {
        self.needing.clear();
        let vars = (0..code.vars.len() as u32).map(Var::from_u32);
        self.needing.extend(vars.filter(|&var| needs_slot(code, ranges, var)));
        &self.needing
    }

    /// Gives slots to all variables that need one. `may_share` is asked before a variable gets a
    /// slot that another one has left. The second step.
    pub fn assign<I: MachInst>(
        &mut self,
        code: &Code<I>,
        ranges: &Ranges,
        hints: &Hints,
        rematerialised: &Rematerialised,
        mut may_share: impl FnMut(Var) -> bool,
    ) {
        self.slots.clear();
        refill(&mut self.slot_of, code.vars.len(), NONE);
        self.free.iter_mut().for_each(Vec::clear);
        self.busy.clear();
        self.order.clear();
        self.links.clear();
        refill(&mut self.first_of_web, code.vars.len(), 0);
        for index in 0..self.needing.len() {
            let var = self.needing[index];
            if rematerialised.is_rematerialised(var) {
                continue;
            }
            let start = ranges.first(var).map_or(0, |segment| segment.start);
            let end = ranges.segments(var).last().map_or(0, |segment| segment.end);
            let root = self.web_mate(ranges, var).or_else(|| {
                let root = linked_to(code, ranges, hints, var)?;
                // A phi's slot is another one's of its web where it does not live.
                let is_safe = ranges.web(root).is_none() || is_within(ranges, var, root) || fault!(WebsSlotStays);
                is_safe.then(|| self.web_mate(ranges, root).unwrap_or(root))
            });
            match root.filter(|_| !code.returns_twice) {
                Some(root) => self.links.push((var, root, Segment { start, end })),
                None => self.order.push((start, end, var)),
            }
        }
        self.widen();
        self.order.sort_unstable_by_key(|&(start, _, var)| (start, var.as_u32()));
        for index in 0..self.order.len() {
            let (start, end, var) = self.order[index];
            self.release(start);
            let bytes = code.var(var).bytes;
            let slot =
                if code.returns_twice && !fault!(SlotsSharedAfterSetjmp) { None } else { self.reusable(var, bytes, hints) };
            let slot = slot.filter(|_| may_share(var)).unwrap_or_else(|| {
                self.slots.push(Slot { leader: var, bytes, busy: true });
                self.slots.len() as u32 - 1
            });
            self.slots[slot as usize].busy = true;
            self.slot_of[var.as_u32() as usize] = slot;
            self.busy.push(Reverse((end, slot)));
        }
        for index in 0..self.links.len() {
            let (var, root, _) = self.links[index];
            self.slot_of[var.as_u32() as usize] = self.slot_of_root(code, root);
        }
    }

    /// The first variable of a web in the frame that another one of it is of; nothing for that one itself.
    fn web_mate(&mut self, ranges: &Ranges, var: Var) -> Option<Var> {
        let first = &mut self.first_of_web[ranges.web(var)?.as_u32() as usize];
        if *first == 0 {
            *first = var.as_u32() + 1;
        }
        Some(Var::from_u32(*first - 1)).filter(|&first| first != var)
    }

    /// Gives each variable that needs a slot one of its own. In place of both steps.
    pub fn keep_apart<I: MachInst>(&mut self, code: &Code<I>, ranges: &Ranges) {
        self.slots.clear();
        refill(&mut self.slot_of, code.vars.len(), NONE);
        for var in (0..code.vars.len() as u32).map(Var::from_u32).filter(|&var| needs_slot(code, ranges, var)) {
            self.slot_of[var.as_u32() as usize] = self.slots.len() as u32;
            self.slots.push(Slot { leader: var, bytes: code.var(var).bytes, busy: true });
        }
    }

    /// A slot is busy as long as any of the variables lives that share it.
    fn widen(&mut self) {
        if self.links.is_empty() {
            return;
        }
        // For the moment the places in the order.
        for (index, &(_, _, var)) in self.order.iter().enumerate() {
            self.slot_of[var.as_u32() as usize] = index as u32;
        }
        for &(_, root, segment) in &self.links {
            if let Some((start, end, _)) = self.order.get_mut(self.slot_of[root.as_u32() as usize] as usize) {
                *start = segment.start.min(*start);
                *end = segment.end.max(*end);
            }
        }
        self.slot_of.fill(NONE);
    }

    /// The slot of a variable that others are linked to.
    fn slot_of_root<I: MachInst>(&mut self, code: &Code<I>, root: Var) -> u32 {
        let slot = self.slot_of[root.as_u32() as usize];
        if slot != NONE {
            return slot;
        }
        // An argument: its home is the slot.
        self.slots.push(Slot { leader: root, bytes: code.var(root).bytes, busy: true });
        self.slot_of[root.as_u32() as usize] = self.slots.len() as u32 - 1;
        self.slots.len() as u32 - 1
    }

    fn release(&mut self, position: u32) {
        while let Some(&Reverse((end, slot))) = self.busy.peek()
            && (end <= position || fault!(SlotsReleasedEarly, end <= position + 4))
        {
            self.busy.pop();
            let data = &mut self.slots[slot as usize];
            data.busy = false;
            self.free[size_class(data.bytes)].push(slot);
        }
    }

    fn reusable(&mut self, var: Var, bytes: u8, hints: &Hints) -> Option<u32> {
        let wished = [hints.to(var), hints.from(var), hints.to(var).and_then(|to| hints.to(to))];
        for friend in wished.into_iter().flatten() {
            let slot = self.slot_of[friend.as_u32() as usize];
            if let Some(data) = self.slots.get(slot as usize)
                && !data.busy
                && data.bytes == bytes
            {
                return Some(slot);
            }
        }
        // Entries of slots that were reused by a hint since are stale.
        while let Some(slot) = self.free[size_class(bytes)].pop() {
            if !self.slots[slot as usize].busy {
                return Some(slot);
            }
        }
        None
    }

    /// Number of variables that there were when slots were assigned.
    #[allow(clippy::len_without_is_empty, reason = "it is not a collection of slots that one could ask to be empty")]
    pub fn len(&self) -> usize {
        self.slot_of.len()
    }

    /// The variable that stands for the slot of a variable; `None` if it has no slot.
    pub fn leader(&self, var: Var) -> Option<Var> {
        let slot = *self.slot_of.get(var.as_u32() as usize)?;
        self.slots.get(slot as usize).map(|slot| slot.leader)
    }

    /// Gives each variable the home of its slot's leader.
    pub fn spread_homes<I: MachInst>(&self, code: &mut Code<I>) {
        for index in 0..self.slot_of.len() {
            if let Some(leader) = self.leader(Var::from_u32(index as u32)) {
                code.vars[index].home = code.var(leader).home;
            }
        }
    }
}

fn size_class(bytes: u8) -> usize {
    match bytes {
        16 => 2,
        8 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{EdgeMove, EdgeSource, FlowInst, Label, Role};
    use crate::liveness::Mentions;
    use crate::regalloc::testing::ranges_of;
    use crate::regalloc::testing::toy::{CORE, Kind, Toy};

    /// A loop of two blocks, whose phis receive each other, and a copy of the first phi, which the second block reads.
    #[test]
    fn the_phis_of_a_web_share_a_slot_and_a_copy_that_outlives_one_has_its_own() {
        let label = Label::from_u32;
        let mut code = Code::default();
        code.clear(4);
        let [start, header, latch, copy] = [0; 4].map(|_| code.make_var(CORE, 4, VarKind::Any));
        let reads = |var| Toy::new(Kind::Plain(1), &[(var, Role::Use)]);
        code.insts = vec![Toy::bind(label(0)), Toy::new(Kind::Plain(0), &[(start, Role::Def)]), Toy::jump(label(1))];
        let copied = Toy::copy(&code, copy, header);
        let leaves = Toy::new(Kind::Branch { id: 0, to: label(3), negated: false }, &[]);
        code.insts.extend([Toy::bind(label(1)), copied, leaves, Toy::jump(label(2)), Toy::bind(label(2))]);
        code.insts.extend([reads(latch), reads(copy), Toy::jump(label(1)), Toy::bind(label(3)), Toy::new(Kind::Exit, &[])]);
        for (block, phi) in [(1, header), (2, latch)] {
            code.edges.set_phis(label(block), [phi]);
        }
        for (from, to, dest, source) in [(0, 1, header, start), (1, 2, latch, header), (2, 1, header, latch)] {
            code.edges.set_moves(label(from), [EdgeMove { to: label(to), dest, source: EdgeSource::Var(source) }]);
        }
        let (mentions, ranges) = (Mentions::of(&code), ranges_of(&code));
        let (mut hints, mut slots) = (Hints::default(), Slots::default());
        hints.compute(&code, &mentions, &ranges);
        assert_eq!((hints.copy_of(copy), ranges.web(latch)), (Some(header), Some(header)));
        slots.find(&code, &ranges);
        slots.assign(&code, &ranges, &hints, &Rematerialised::default(), |_| true);
        assert_eq!(slots.leader(latch), slots.leader(header));
        assert_ne!(slots.leader(copy), slots.leader(header), "the second phi is written while the copy lives");
    }
}
