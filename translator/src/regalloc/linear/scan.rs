//! The scan itself: see the essay in [`super`].

mod again;
mod inherit;
mod turns;

use turns::Turns;

use super::hints::Hints;
use super::timeline::Timeline;
use crate::lir::{Code, FlowInst, Note, RegMask, RegTable, Var, VarKind};
use crate::liveness::ranges::is_placed;
use crate::liveness::{Mentions, Ranges, Segment};
use crate::regalloc::minimal::OutOfRegisters;
use crate::util::refill;
use std::ops::{Index, IndexMut};

/// What the scan may use.
#[derive(Copy, Clone, Debug)]
pub struct Setup<'a> {
    /// The registers.
    pub table: &'a RegTable,
    /// Units that are never handed out.
    pub reserved: RegMask,
    /// Units that are handed out only to variables that must have a register and find no other:
    /// options exclude them.
    pub scarce: RegMask,
    /// Units that the function has to save before it may use them.
    pub saved: RegMask,
    /// If it is said: the only variables, by number and in ascending order, that may have registers
    /// without need.
    pub only: Option<&'a [u32]>,
    /// Whether temporaries take turns with registers.
    pub turns: bool,
}

impl Setup<'_> {
    /// Whether a variable that needs no register may have one.
    pub fn allows(&self, var: Var) -> bool {
        self.only.is_none_or(|only| only.binary_search(&var.as_u32()).is_ok())
    }
}

/// A variable that lives in the register of the variable that it copies, at present.
#[derive(Copy, Clone, Debug)]
struct Coalesced {
    var: Var,
    /// The variable that the register was given to: no member itself.
    leader: Var,
    /// Where the member's range ends.
    end: u32,
}

/// One timeline for each unit.
#[derive(Clone, Debug)]
struct Timelines(Box<[Timeline; RegMask::BITS]>);

impl Default for Timelines {
    fn default() -> Self {
        Self(Box::new(std::array::from_fn(|_| Timeline::default())))
    }
}

impl Index<u8> for Timelines {
    type Output = Timeline;

    #[inline]
    fn index(&self, unit: u8) -> &Timeline {
        &self.0[usize::from(unit)]
    }
}

impl IndexMut<u8> for Timelines {
    #[inline]
    fn index_mut(&mut self, unit: u8) -> &mut Timeline {
        &mut self.0[usize::from(unit)]
    }
}

/// The allocator's working memory, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct LinearScan {
    hints: Hints,
    timelines: Timelines,
    /// How far the scan has come.
    position: u32,
    /// Some of the units that are taken at `position`, and up to where it may go before that is to
    /// be found out again.
    held: RegMask,
    held_until: u32,
    /// Calls and what they clobber, by position.
    clobbers: Vec<(u32, RegMask)>,
    /// Everything that any of them clobbers.
    all_clobbers: RegMask,
    /// The first clobber that has not passed.
    next_clobber: usize,
    /// The variables in the order of the scan: for each position the head of a list through
    /// `next_at`.
    first_at: Vec<u32>,
    next_at: Vec<u32>,
    coalesced: Vec<Coalesced>,
    /// For each variable that was ever a member its leader, plus one; for one that was ever a
    /// leader, itself plus one.
    leader_of: Vec<u32>,
    /// Whether all variables have been placed, and this is the second chance.
    is_again: bool,
    revoked: Vec<Var>,
    /// The temporaries that were given the register of their heirs, when the timelines were not looked at any more.
    handed: Vec<Var>,
    /// The evicted variables of one round.
    waiting: Vec<Var>,
    used: RegMask,
    /// The variables by the start of their ranges, which stands beside each.
    order: Vec<(u32, Var)>,
    borrowed: u32,
    turns: Turns,
    takes_turns: bool,
}

const NONE: u32 = u32::MAX;
/// What a variable that must have a register weighs.
const INFINITE: f32 = f32::INFINITY;
/// How many variables are hints of which each is moved to the next: what a variable is moved to,
/// what that is moved to ... After these comes what it is moved from, and what that is also moved
/// to: the other operands of a phi.
const WISHES: usize = 3;
/// What a variable has to weigh for a register that must be saved and restored for it: the entry's
/// mentions weigh 1 each.
const WORTH_SAVING: f32 = 3.0;
/// Among variables that live for less positions than about so many, it hardly counts for how long.
const SHORT: f32 = 20.0;

impl LinearScan {
    /// Allocates, webs as if they were one variable. Returns the units that the code writes, clobbers included.
    ///
    /// # Errors
    /// If a variable that must have a register finds none: the lowering needs more registers than
    /// there are.
    pub fn run<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        mentions: &Mentions,
        ranges: &mut Ranges,
        setup: Setup<'_>,
    ) -> Result<RegMask, OutOfRegisters> {
        self.borrowed = 0;
        self.hints.compute(code, mentions, ranges);
        self.find_clobbers(code, mentions);
        ranges.swap_webs();
        self.takes_turns = setup.turns;
        if setup.turns {
            self.turns.start(code.vars.len(), setup.table);
        }
        self.prepare(code, ranges, setup.table);
        let placed = self.place_all(code, ranges, &setup);
        if placed.is_ok() {
            self.second_chance(code, ranges, &setup);
        }
        for var in ranges.members() {
            code.var_mut(var).reg = code.var(ranges.stand_in(var)).reg;
        }
        ranges.swap_webs();
        placed?;
        self.rejoin(code, mentions, ranges, setup.table);
        self.hand_down(code, mentions, ranges, setup.table);
        Ok(self.written_units(code, ranges, setup.table))
    }

    /// Places all variables, by the start of their ranges.
    fn place_all<I: FlowInst>(&mut self, code: &mut Code<I>, ranges: &Ranges, setup: &Setup<'_>) -> Result<(), OutOfRegisters> {
        let mut order = std::mem::take(&mut self.order);
        let mut index = 0;
        while let Some(&(start, var)) = order.get(index) {
            let others = order[index + 1..].iter().take_while(|&&(other, _)| other == start).count();
            if others > 0 {
                // Of the phis of a block those choose first that can save a move.
                let group = &mut order[index..=index + others];
                group.sort_by_key(|&(_, var)| !self.has_wish(code, ranges, var));
                group.iter().try_for_each(|&(_, var)| self.place(code, ranges, setup, var, start))?;
            } else {
                self.place(code, ranges, setup, var, start)?;
            }
            index += 1 + others;
        }
        self.order = order;
        Ok(())
    }

    /// How many variables that must have a register found none but scarce ones ([`Setup::scarce`]).
    pub fn borrowed(&self) -> u32 {
        self.borrowed
    }

    /// The moves that the allocation tried to save.
    pub fn hints(&self) -> &Hints {
        &self.hints
    }

    fn written_units<I: FlowInst>(&self, code: &Code<I>, ranges: &Ranges, table: &RegTable) -> RegMask {
        let placed = code.vars.iter().enumerate().filter(|&(index, _)| ranges.first(Var::from_u32(index as u32)).is_some());
        let regs = placed.filter_map(|(_, data)| data.reg);
        regs.fold(self.all_clobbers, |units, reg| units.union(table.units[usize::from(reg)]))
    }

    /// Fills the timelines with what cannot move, and sorts the variables by the start of their
    /// ranges.
    fn prepare<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, table: &RegTable) {
        self.timelines.0.iter_mut().for_each(Timeline::clear);
        self.coalesced.clear();
        refill(&mut self.leader_of, code.vars.len(), 0);
        self.is_again = false;
        self.position = 0;
        self.forget_held();
        self.revoked.clear();
        self.handed.clear();
        self.used = self.all_clobbers;
        refill(&mut self.first_at, code.insts.len() * 2 + 2, NONE);
        refill(&mut self.next_at, code.vars.len(), NONE);
        for (index, data) in code.vars.iter().enumerate() {
            let var = Var::from_u32(index as u32);
            let Some(first) = ranges.first(var) else { continue };
            if let VarKind::Fixed(reg) = data.kind {
                self.used = self.used.union(table.units[usize::from(reg)]);
                for unit in table.units[usize::from(reg)].iter() {
                    for segment in ranges.segments(var) {
                        self.timelines[unit].push_unsorted(segment, var);
                    }
                }
            } else if is_placed(data.kind) {
                self.next_at[index] = self.first_at[first.start as usize];
                self.first_at[first.start as usize] = index as u32;
            }
        }
        self.timelines.0.iter_mut().for_each(Timeline::sort);
        self.order.clear();
        for (start, &head) in self.first_at.iter().enumerate() {
            let mut index = head;
            while index != NONE {
                self.order.push((start as u32, Var::from_u32(index)));
                index = self.next_at[index as usize];
            }
        }
    }

    fn find_clobbers<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions) {
        self.clobbers.clear();
        self.all_clobbers = RegMask::EMPTY;
        self.next_clobber = 0;
        for index in mentions.those(Note::clobbers) {
            let mask = code.insts[index].clobbers(&code.pools);
            self.clobbers.push((2 * index as u32 + 1, mask));
            self.all_clobbers = self.all_clobbers.union(mask);
        }
    }

    /// What the calls within a range clobber.
    #[inline]
    fn clobbered(&self, ranges: &Ranges, var: Var) -> RegMask {
        let Some(first) = ranges.first(var) else { return RegMask::EMPTY };
        // Most variables live between two calls.
        let is_past = |index: usize| self.clobbers.get(index).is_none_or(|&(position, _)| position >= first.end);
        if is_past(self.next_clobber) && ranges.is_single(var) {
            return RegMask::EMPTY;
        }
        self.clobbered_within(ranges, var, first)
    }

    fn clobbered_within(&self, ranges: &Ranges, var: Var, first: Segment) -> RegMask {
        let index = self.next_clobber + self.clobbers_before(self.next_clobber, first.start);
        let (mut mask, mut index) = (RegMask::EMPTY, index);
        for segment in ranges.segments(var) {
            index += self.clobbers_before(index, segment.start);
            while let Some(&(position, clobbered)) = self.clobbers.get(index)
                && position + 2 * u32::from(fault!(AllocateClobber, position + 2 >= segment.end)) < segment.end
                && mask != self.all_clobbers
            {
                mask = mask.union(clobbered);
                index += 1;
            }
        }
        mask
    }

    /// How many clobbers from an index on come before a position.
    #[inline]
    fn clobbers_before(&self, index: usize, position: u32) -> usize {
        let is_before = |&(clobber, _): &(u32, RegMask)| clobber < position;
        if self.clobbers.get(index).is_some_and(is_before) { self.clobbers[index..].partition_point(is_before) } else { 0 }
    }

    fn place<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        var: Var,
        start: u32,
    ) -> Result<(), OutOfRegisters> {
        if code.var(var).kind == VarKind::Any && (!setup.allows(var) || self.hints.is_better_at_home(code, ranges, var)) {
            return Ok(());
        }
        self.advance(start);
        let clobbered = setup.reserved.union(self.clobbered(ranges, var));
        let forbidden = clobbered.union(setup.scarce);
        if let Some(reg) = self.coalesce(code, ranges, setup, var, forbidden) {
            code.var_mut(var).reg = Some(reg);
            return Ok(());
        }
        let reg = self.free_register(code, ranges, setup, var, forbidden);
        let reg = reg.or_else(|| self.evict_others(code, ranges, setup, var, forbidden));
        let reg = reg.or_else(|| self.make_room(code, ranges, setup, var, forbidden));
        match reg {
            Some(reg) => self.give(code, ranges, setup, var, reg),
            None if code.var(var).kind == VarKind::Register => {
                self.borrowed += 1;
                let reg = self.free_register(code, ranges, setup, var, clobbered);
                let reg = reg.or_else(|| self.evict_others(code, ranges, setup, var, clobbered));
                let reg = reg.or_else(|| self.make_room(code, ranges, setup, var, clobbered));
                self.give(code, ranges, setup, var, reg.ok_or(OutOfRegisters { var })?);
            }
            None => {}
        }
        Ok(())
    }

    /// Moves on to a position. Timelines follow when they are looked at.
    fn advance(&mut self, position: u32) {
        self.position = position;
        if position >= self.held_until {
            self.forget_held();
        }
        while self.clobbers.get(self.next_clobber).is_some_and(|&(clobber, _)| clobber < position) {
            self.next_clobber += 1;
            if self.takes_turns {
                self.turns.forget();
            }
        }
        if !self.coalesced.is_empty() {
            self.coalesced.retain(|member| member.end > position);
        }
    }

    #[inline]
    fn forget_held(&mut self) {
        self.held = RegMask::EMPTY;
        self.held_until = u32::MAX;
    }

    fn give<I: FlowInst>(&mut self, code: &mut Code<I>, ranges: &Ranges, setup: &Setup<'_>, var: Var, reg: u8) {
        code.var_mut(var).reg = Some(reg);
        if self.takes_turns {
            self.note_kept(code, ranges, var, reg);
        }
        let units = setup.table.units[usize::from(reg)];
        self.used = self.used.union(units);
        let units = if fault!(AllocateAliases, units.len() > 1) { units.without_first() } else { units };
        for unit in units.iter() {
            let timeline = &mut self.timelines[unit];
            match ranges.first(var) {
                Some(segment) if ranges.is_single(var) => timeline.insert_one(segment, var),
                _ => timeline.insert(ranges.segments(var), var),
            }
        }
    }
}

/// Choosing among free registers.
impl LinearScan {
    /// The register of the variable that this one copies, if both can be in it.
    fn coalesce<I: FlowInst>(
        &mut self,
        code: &Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        var: Var,
        forbidden: RegMask,
    ) -> Option<u8> {
        // A copy that lives on into another phi of its original's web is refused below, as one that a hole of its leader's is in: it lives
        // where that phi is written, and no phi of the web does right before.
        let copied = ranges.stand_in(self.hints.copy_of(var)?);
        let reg = code.var(copied).reg?;
        let segment = ranges.first(var)?;
        let units = setup.table.units[usize::from(reg)];
        if !units.intersection(forbidden).is_empty() || !is_of_class(code, setup.table, copied, var) {
            return None;
        }
        // The copied variable holds its register itself, or is a member of the one that does.
        let occupant = self.timelines[units.first()?].overlapping(segment).next()?.var;
        let leader = Some(occupant)
            .filter(|&leader| leader == copied || self.leader_of[copied.as_u32() as usize] == leader.as_u32() + 1)?;
        // A member may have the register to itself, in a hole of its leader's: it has to stay known as that one's member.
        let its_leader = self.leader_of[leader.as_u32() as usize];
        if its_leader != 0 && its_leader != leader.as_u32() + 1 && !fault!(AllocateMemberLeads) {
            return None;
        }
        let leader_end = self.end_of_leader(units, leader, segment)?;
        // From where the leader has ended, and after any hole, the member has the register to
        // itself.
        let alone_from = leader_end.min(segment.end);
        let later = |segment| units.iter().all(|unit| self.timelines[unit].is_free(segment));
        if !ranges.segments(var).skip(1).all(later) {
            return None;
        }
        let rest = Segment { start: alone_from, end: segment.end };
        for unit in units.iter() {
            let timeline = &mut self.timelines[unit];
            if rest.start < rest.end {
                timeline.insert_one(rest, var);
            }
            if !ranges.is_single(var) {
                timeline.insert(ranges.segments(var).skip(1), var);
            }
        }
        let end = ranges.segments(var).last().map_or(segment.end, |last| last.end);
        self.leader_of[var.as_u32() as usize] = leader.as_u32() + 1;
        self.leader_of[leader.as_u32() as usize] = leader.as_u32() + 1;
        self.coalesced.push(Coalesced { var, leader, end });
        Some(reg)
    }

    /// Where a leader leaves its register to a member that lives in `segment`; `None` if it does
    /// not live where the member begins, or if another variable is in the way.
    fn end_of_leader(&self, units: RegMask, leader: Var, segment: Segment) -> Option<u32> {
        let mut end = 0;
        for unit in units.iter() {
            end = segment.start;
            for taken in self.timelines[unit].overlapping(segment) {
                if taken.var != leader || taken.segment.start > end {
                    return None;
                }
                end = taken.segment.end;
            }
        }
        (end > segment.start).then_some(end)
    }

    /// Whether units are free wherever a variable lives, first in `first`.
    #[inline(always)]
    fn are_free(&mut self, ranges: &Ranges, var: Var, first: Segment, units: RegMask) -> bool {
        units.iter().all(|unit| self.is_free(unit, first))
            && (ranges.is_single(var) || fault!(AllocateHoles) || self.are_free_later(ranges, var, units))
    }

    /// Whether a unit is free in a segment.
    fn is_free(&mut self, unit: u8, segment: Segment) -> bool {
        let timeline = &mut self.timelines[unit];
        timeline.advance(self.position);
        let Some(next) = timeline.next() else { return true };
        if segment.end <= next.start {
            return true;
        }
        if next.start <= self.position {
            self.held = self.held.union(RegMask::of(unit));
            self.held_until = self.held_until.min(next.end);
        }
        next.end <= segment.start && timeline.is_free(segment)
    }

    /// Whether units are free in all segments of a variable but the first.
    fn are_free_later(&self, ranges: &Ranges, var: Var, units: RegMask) -> bool {
        let mut later = ranges.segments(var).skip(1);
        later.all(|segment| units.iter().all(|unit| self.timelines[unit].is_free(segment)))
    }

    fn free_register<I: FlowInst>(
        &mut self,
        code: &Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        var: Var,
        forbidden: RegMask,
    ) -> Option<u8> {
        let first = ranges.first(var)?;
        let forbidden = if first.start == self.position { forbidden.union(self.held) } else { forbidden };
        let class = &setup.table.classes[usize::from(code.var(var).class.0)];
        let (mut friend, mut further) = (self.hints.to(var), 0);
        loop {
            if friend.is_none() || further == WISHES {
                further = WISHES;
                friend = self.hints.from(var);
            }
            let Some(wished) = friend else { break };
            let there = code.var(ranges.stand_in(wished)).reg;
            if let Some(reg) = if self.takes_turns { there.or_else(|| self.kept_in(wished)) } else { there } {
                let units = setup.table.units[usize::from(reg)];
                let is_free = units.intersection(forbidden).is_empty() && self.are_free(ranges, var, first, units);
                if is_free && class.contains(&reg) {
                    return Some(reg);
                }
            }
            if further == WISHES {
                break;
            }
            friend = self.hints.to(wished);
            further += 1;
        }
        // Saving a register is not worth it for a variable that is hardly used.
        let is_rare = code.var(var).kind == VarKind::Any && self.price(code, ranges, var) < WORTH_SAVING;
        let dear = if is_rare { setup.saved.without(self.used) } else { RegMask::EMPTY };
        let forbidden = forbidden.union(dear);
        let heir = self.heir(code, ranges, setup, var);
        let mut found = None;
        for &reg in class {
            let units = setup.table.units[usize::from(reg)];
            if units.intersection(forbidden).is_empty() && self.are_free(ranges, var, first, units) {
                let Some((heir, range, unfit)) = heir else {
                    found = Some(reg);
                    break;
                };
                if units.intersection(unfit).is_empty() && self.are_free(ranges, heir, range, units) {
                    return Some(reg);
                }
                found = found.or(Some(reg));
            }
        }
        found.filter(|_| self.takes_turns).and_then(|_| self.next_in_turn(code, ranges, setup, (var, forbidden))).or(found)
    }

    /// Whether any of the variables that a variable is moved to or from has a register.
    fn has_wish<I: FlowInst>(&self, code: &Code<I>, ranges: &Ranges, var: Var) -> bool {
        let has_register = |friend: Var| code.var(ranges.stand_in(friend)).reg.is_some();
        let to = std::iter::successors(self.hints.to(var), |&friend| self.hints.to(friend)).take(WISHES);
        to.chain(self.hints.from(var)).any(has_register)
    }
}

/// Eviction.
impl LinearScan {
    /// What it costs that a variable has no register.
    #[inline]
    fn price<I: FlowInst>(&self, code: &Code<I>, ranges: &Ranges, var: Var) -> f32 {
        if code.var(var).kind == VarKind::Any { self.hints.price(ranges, var) } else { INFINITE }
    }

    /// What a variable is worth to keep where others want its register: less if it lives long, as many others could have it after each
    /// other.
    #[inline]
    fn worth<I: FlowInst>(&self, code: &Code<I>, ranges: &Ranges, var: Var) -> f32 {
        self.price(code, ranges, var) / (ranges.length(var) as f32 + SHORT).sqrt()
    }

    /// The register whose occupants are the cheapest to evict for a variable, cleared.
    fn evict_others<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        var: Var,
        forbidden: RegMask,
    ) -> Option<u8> {
        let own = self.worth(code, ranges, var);
        let class = &setup.table.classes[usize::from(code.var(var).class.0)];
        let mut best = None;
        for &reg in class {
            let units = setup.table.units[usize::from(reg)];
            if !units.intersection(forbidden).is_empty() {
                continue;
            }
            let limit = best.map_or(own, |(_, price)| price);
            let cost = self.cost_of(code, ranges, var, units, limit);
            if cost < limit {
                best = Some((reg, cost));
            }
        }
        let (reg, _) = best?;
        self.clear(code, ranges, setup, var, reg);
        Some(reg)
    }

    /// What the occupants of some units are worth that are in a variable's way; at least `limit`
    /// if they are worth that much or more.
    fn cost_of<I: FlowInst>(&self, code: &Code<I>, ranges: &Ranges, var: Var, units: RegMask, limit: f32) -> f32 {
        let mut total = 0.0;
        let mut last = None;
        for unit in units.iter() {
            for segment in ranges.segments(var) {
                for taken in self.timelines[unit].overlapping(segment) {
                    if last == Some(taken.var) {
                        continue;
                    }
                    last = Some(taken.var);
                    if self.is_again && self.leader_of[taken.var.as_u32() as usize] != 0 {
                        // Which other variables are in the register is not known any more.
                        return INFINITE;
                    }
                    total += self.worth(code, ranges, taken.var);
                    let others = self.coalesced.iter().filter(|member| member.leader == taken.var);
                    total += others.map(|member| self.worth(code, ranges, member.var)).sum::<f32>();
                    if total >= limit {
                        return total;
                    }
                }
            }
        }
        total
    }

    /// Evicts all variables that are in a variable's way in a register.
    fn clear<I: FlowInst>(&mut self, code: &mut Code<I>, ranges: &Ranges, setup: &Setup<'_>, var: Var, reg: u8) {
        for unit in setup.table.units[usize::from(reg)].iter() {
            for segment in ranges.segments(var) {
                loop {
                    let occupant = self.timelines[unit].overlapping(segment).next();
                    let Some(taken) = occupant else { break };
                    self.revoke(code, ranges, setup, taken.var);
                }
            }
        }
    }

    /// Evicts a variable, and its members.
    fn revoke<I: FlowInst>(&mut self, code: &mut Code<I>, ranges: &Ranges, setup: &Setup<'_>, var: Var) {
        let reg = code.var_mut(var).reg.take().expect("who occupies a register has one");
        self.forget_held();
        for unit in setup.table.units[usize::from(reg)].iter() {
            let timeline = &mut self.timelines[unit];
            for var in self.coalesced.iter().filter(|member| member.leader == var).map(|member| member.var).chain([var]) {
                if let Some(last) = ranges.segments(var).last() {
                    timeline.remove(var, last.end);
                }
            }
        }
        self.revoked.push(var);
        for index in (0..self.coalesced.len()).rev() {
            let member = self.coalesced[index];
            if member.leader == var && !fault!(AllocateGuestStays) {
                code.var_mut(member.var).reg = None;
                self.revoked.push(member.var);
            }
            if member.leader == var || member.var == var {
                self.coalesced.swap_remove(index);
            }
        }
    }
}

/// Moving others.
impl LinearScan {
    /// A register for a variable that must have one, where all that suit it hold others that must
    /// have one: one of these moves to a register that suits only itself.
    fn make_room<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        var: Var,
        forbidden: RegMask,
    ) -> Option<u8> {
        if code.var(var).kind != VarKind::Register {
            return None;
        }
        let class = &setup.table.classes[usize::from(code.var(var).class.0)];
        for &reg in class {
            let units = setup.table.units[usize::from(reg)];
            let Some(occupant) = self.only_occupant(ranges, var, units).filter(|_| units.intersection(forbidden).is_empty())
            else {
                continue;
            };
            // The occupant may borrow a register where the variable itself might.
            let others = units.union(setup.scarce.intersection(forbidden));
            if let Some(other) = self.another_register(code, ranges, setup, occupant, others) {
                self.revoke(code, ranges, setup, occupant);
                self.revoked.pop();
                // It might come back.
                units.iter().for_each(|unit| self.timelines[unit].forget(occupant));
                self.give(code, ranges, setup, occupant, other);
                return Some(reg);
            }
        }
        None
    }

    /// The one variable that is in a variable's way in some units, if there is just one, and it has
    /// neither member nor leader.
    fn only_occupant(&self, ranges: &Ranges, var: Var, units: RegMask) -> Option<Var> {
        let mut found = None;
        for unit in units.iter() {
            for segment in ranges.segments(var) {
                for taken in self.timelines[unit].overlapping(segment) {
                    if found.is_some_and(|found| found != taken.var) {
                        return None;
                    }
                    found = Some(taken.var);
                }
            }
        }
        found.filter(|&found| self.coalesced.iter().all(|member| member.var != found && member.leader != found))
    }

    /// A register outside some units that is free wherever a variable lives, which has begun
    /// already.
    fn another_register<I: FlowInst>(
        &mut self,
        code: &Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        var: Var,
        units: RegMask,
    ) -> Option<u8> {
        if code.var(var).kind != VarKind::Register {
            return None;
        }
        let first = ranges.first(var)?;
        let start = first.start;
        // Clobbers that have passed are not looked at; a register that no call clobbers is safe.
        let clobbers = self.clobbers[..self.next_clobber].iter().rev().take_while(|&&(position, _)| position >= start);
        let passed = clobbers.fold(RegMask::EMPTY, |mask, &(_, clobbered)| mask.union(clobbered));
        let forbidden = setup.reserved.union(self.clobbered(ranges, var)).union(passed).union(units);
        let class = &setup.table.classes[usize::from(code.var(var).class.0)];
        class.iter().copied().find(|&reg| {
            let units = setup.table.units[usize::from(reg)];
            let known = units.iter().all(|unit| {
                let timeline = &mut self.timelines[unit];
                timeline.advance(self.position);
                timeline.is_known_from(start)
            });
            known && units.intersection(forbidden).is_empty() && self.are_free(ranges, var, first, units)
        })
    }
}

/// Whether the register of one variable suits another.
#[inline]
fn is_of_class<I: FlowInst>(code: &Code<I>, table: &RegTable, holder: Var, var: Var) -> bool {
    let (holder, class) = (code.var(holder), code.var(var).class);
    let was_chosen = !matches!(holder.kind, VarKind::Fixed(_));
    (was_chosen && holder.class == class) || holder.reg.is_some_and(|reg| table.classes[usize::from(class.0)].contains(&reg))
}
