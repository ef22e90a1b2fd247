//! What comes after the scan: second chances for evicted variables, and the gaps that are left in
//! the end.
//!
//! In: allocated variables. Out: more of them in registers. What the timelines have put aside as the
//! scan moved on comes back for it: linear in segments.

use super::{LinearScan, Setup, Timeline};
use crate::lir::{Code, FlowInst, RegClass, RegMask, RegTable, Var};
use crate::liveness::{Mentions, Ranges, Segment};

/// How often evicted variables are tried again, at most.
const MAX_ROUNDS: u32 = 4;

/// Second chances.
impl LinearScan {
    /// Tries again to place evicted variables: by now it is known which gaps remain, and which
    /// variables weigh less. Repeated for those that find nothing, and for those evicted meanwhile,
    /// until a round evicts none. Whatever is evicted weighs less than what takes its place, so
    /// that the rounds come to an end; [`MAX_ROUNDS`] bounds what they cost.
    pub(super) fn second_chance<I: FlowInst>(&mut self, code: &mut Code<I>, ranges: &Ranges, setup: &Setup<'_>) {
        if self.revoked.is_empty() {
            return;
        }
        self.restore(code, ranges, setup);
        let mut waiting = std::mem::take(&mut self.waiting);
        for _ in 0..MAX_ROUNDS {
            std::mem::swap(&mut waiting, &mut self.revoked);
            waiting.sort_unstable_by(|&a, &b| {
                let by_weight = ranges.weight(b).total_cmp(&ranges.weight(a));
                by_weight.then_with(|| a.as_u32().cmp(&b.as_u32()))
            });
            waiting.retain(|&var| !self.place_again(code, ranges, setup, var));
            if self.revoked.is_empty() {
                // Nothing has become free: a variable that has found nothing would find nothing
                // again.
                break;
            }
            self.revoked.append(&mut waiting);
        }
        waiting.clear();
        self.waiting = waiting;
    }

    /// Gives a register to an evicted variable, if one is free or held by what weighs less. Whether
    /// it was given.
    fn place_again<I: FlowInst>(&mut self, code: &mut Code<I>, ranges: &Ranges, setup: &Setup<'_>, var: Var) -> bool {
        let forbidden = setup.reserved.union(setup.scarce).union(self.clobbered(ranges, var));
        let reg = self.free_register(code, ranges, setup, var, forbidden);
        let reg = reg.or_else(|| self.evict_others(code, ranges, setup, var, forbidden));
        if let Some(reg) = reg {
            self.give(code, ranges, setup, var, reg);
        }
        reg.is_some()
    }

    /// Makes the timelines complete again, from the first position on, unless they are.
    fn restore<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, setup: &Setup<'_>) {
        if std::mem::replace(&mut self.is_again, true) {
            return;
        }
        self.next_clobber = 0;
        self.position = 0;
        self.forget_held();
        self.coalesced.clear();
        for (unit, timeline) in (0..).zip(&mut *self.timelines.0) {
            // Who was evicted has no register, or another.
            timeline.restore(|var| code.var(var).reg.is_some_and(|reg| setup.table.units[usize::from(reg)].contains(unit)));
        }
        self.add_left_members(code, ranges, setup);
    }

    /// A member that had ended when its leader was evicted has kept the register, which was the
    /// leader's there.
    fn add_left_members<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, setup: &Setup<'_>) {
        for (index, &leader) in self.leader_of.iter().enumerate() {
            let (Some(leader), var) = (leader.checked_sub(1).map(Var::from_u32), Var::from_u32(index as u32)) else { continue };
            let Some(reg) = code.var(var).reg.filter(|_| code.var(leader).reg != code.var(var).reg) else { continue };
            for unit in setup.table.units[usize::from(reg)].iter() {
                ranges.segments(var).for_each(|segment| self.timelines[unit].want(segment, var));
            }
        }
        self.timelines.0.iter_mut().for_each(Timeline::fill);
    }
}

/// Gaps that are left when all is placed.
impl LinearScan {
    /// Prepares for [`gap`](Self::gap), after [`run`](Self::run).
    pub fn find_gaps<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, setup: Setup<'_>) {
        self.restore(code, ranges, &setup);
        for &var in &self.handed {
            let Some(reg) = code.var(var).reg else { continue };
            for unit in setup.table.units[usize::from(reg)].iter() {
                ranges.segments(var).for_each(|segment| self.timelines[unit].want(segment, var));
            }
        }
        self.timelines.0.iter_mut().for_each(Timeline::fill);
    }

    /// A register of a class that is free in a segment and that the function changes anyway, or
    /// need not save.
    pub fn gap(&self, setup: Setup<'_>, class: RegClass, segment: Segment) -> Option<u8> {
        let first = self.clobbers.partition_point(|&(position, _)| position < segment.start);
        let clobbers = self.clobbers[first..].iter().take_while(|&&(position, _)| position < segment.end);
        let clobbered = clobbers.fold(RegMask::EMPTY, |mask, &(_, clobbered)| mask.union(clobbered));
        let unsaved = setup.saved.without(self.used);
        let forbidden = setup.reserved.union(setup.scarce).union(clobbered).union(unsaved);
        let regs = &setup.table.classes[usize::from(class.0)];
        regs.iter().copied().find(|&reg| {
            let units = setup.table.units[usize::from(reg)];
            units.intersection(forbidden).is_empty() && units.iter().all(|unit| self.timelines[unit].is_free(segment))
        })
    }

    /// Takes such a register, for `var` in the segment.
    pub fn take_gap(&mut self, setup: Setup<'_>, reg: u8, segment: Segment, var: Var) {
        let units = setup.table.units[usize::from(reg)];
        units.iter().for_each(|unit| self.timelines[unit].insert_one(segment, var));
        self.used = self.used.union(units);
    }

    /// Finds out again what is moved where, when the code has changed after it was allocated.
    /// Returns what [`run`](Self::run) does.
    pub fn renew<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, ranges: &Ranges, table: &RegTable) -> RegMask {
        self.hints.compute(code, mentions, ranges);
        self.written_units(code, ranges, table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{Label, Role, VarKind};
    use crate::regalloc::testing::ranges_of;
    use crate::regalloc::testing::toy::{Kind, Toy};

    /// Two registers: of three classes, one has the first only, and one prefers the second.
    fn table() -> RegTable {
        let units = vec![RegMask::of(0), RegMask::of(1)];
        RegTable { units, classes: vec![vec![0, 1], vec![0], vec![1, 0]], class_bytes: vec![4; 3] }
    }

    /// Allocates registers of a table, all of which are free. Returns the units that are used.
    fn allocate(code: &mut Code<Toy>, table: &RegTable) -> RegMask {
        let (mentions, mut ranges) = (Mentions::of(code), ranges_of(code));
        let none = RegMask::EMPTY;
        let setup = Setup { table, reserved: none, scarce: none, saved: none, only: None, turns: false };
        LinearScan::default().run(code, &mentions, &mut ranges, setup).expect("nothing must have a register")
    }

    /// `outer` is evicted from the first register by `inner`, which can be in no other, and finds
    /// `late` in the second one, which weighs less. In the next round `late` goes to the first,
    /// which `inner` has left by then.
    #[test]
    fn who_was_put_out_takes_the_place_of_who_weighs_less_and_that_one_moves_on() {
        let mut code = Code::default();
        code.clear(1);
        let [outer, inner, late] = [0, 1, 2].map(|class| code.make_var(RegClass(class), 4, VarKind::Any));
        let plain = |var, role| Toy::new(Kind::Plain(1), &[(var, role)]);
        let reads = |var, count| std::iter::repeat_n(plain(var, Role::Use), count);
        code.insts = vec![Toy::bind(Label::from_u32(0)), plain(outer, Role::Def), plain(inner, Role::Def)];
        code.insts.extend(reads(inner, 8).chain([plain(late, Role::Def)]).chain(reads(late, 2)).chain(reads(outer, 6)));
        code.insts.push(Toy::new(Kind::Exit, &[]));
        let used = allocate(&mut code, &table());
        let regs = [outer, inner, late].map(|var| code.var(var).reg);
        assert_eq!((regs, used), ([Some(1), Some(0), Some(0)], RegMask::from_bits(0b11)));
    }

    /// `inner` shares the only register of `outer`, which it copies, and has it to itself where `outer` has a hole. There `third` copies it.
    /// When `heavy` has put `outer` out, `lost`, which `held` had put out of its register, may not have the register where `inner` lives.
    #[test]
    fn a_copy_that_is_copied_itself_keeps_its_register() {
        let mut code = Code::default();
        code.clear(3);
        let [first, both, second] = [0, 1, 2].map(RegClass);
        let classes = [first, first, first, first, both, second];
        let [outer, inner, third, heavy, lost, held] = classes.map(|class| code.make_var(class, 4, VarKind::Any));
        let plain = |var, role| Toy::new(Kind::Plain(1), &[(var, role)]);
        let reads = |var, count| std::iter::repeat_n(plain(var, Role::Use), count);
        let [start, hole, end] = [0, 1, 2].map(Label::from_u32);
        let copies = [Toy::copy(&code, inner, outer), Toy::copy(&code, third, inner)];
        code.insts = vec![Toy::bind(start), plain(outer, Role::Def), copies[0], plain(lost, Role::Def), plain(held, Role::Def)];
        code.insts.extend(reads(held, 8).chain(reads(lost, 2)).chain(reads(outer, 1)));
        code.insts.extend([Toy::new(Kind::Branch { id: 0, to: end, negated: false }, &[]), Toy::bind(hole), copies[1]]);
        code.insts.extend(reads(third, 1).chain(reads(inner, 8)).chain([Toy::new(Kind::Exit, &[]), Toy::bind(end)]));
        code.insts.extend([plain(heavy, Role::Def)].into_iter().chain(reads(heavy, 12)).chain(reads(outer, 1)));
        code.insts.push(Toy::new(Kind::Exit, &[]));
        let units = vec![RegMask::of(0), RegMask::of(1)];
        let table = RegTable { units, classes: vec![vec![0], vec![1, 0], vec![1]], class_bytes: vec![4; 3] };
        allocate(&mut code, &table);
        let regs = [outer, inner, heavy, held, lost].map(|var| code.var(var).reg);
        assert_eq!(regs, [None, Some(0), Some(0), Some(1), None]);
    }
}
