//! The walk over the variables, by where they end, last to first: see [`super`].

use super::globals::Globals;
use super::look::{Look, Seen, Span};
use crate::lir::{Code, FlowInst, Home, RegMask, Var, VarKind};
use crate::regalloc::linear::Setup;
use crate::regalloc::minimal::OutOfRegisters;

/// How many stretches are looked at for one variable. For longer ones everything that is ever blocked counts as blocked.
const MAX_LOOKED_AT: usize = 48;
/// What a variable has to weigh for a register that must be saved and restored for it.
const WORTH_SAVING: u32 = 4;

/// How many registers there are at most, those that overlap included.
const MAX_REGISTERS: usize = 128;

/// Whether a variable may be in a register or in the frame, and no caller has put it into memory.
fn is_open<I: FlowInst>(code: &Code<I>, var: Var) -> bool {
    let data = code.var(var);
    data.kind == VarKind::Any && data.home == Home::None
}

/// Who is in a unit.
#[derive(Copy, Clone, Debug)]
struct Holder {
    var: Var,
    /// Where it begins.
    start: u32,
    /// Where the first temporary begins that shares the register with it.
    shared_from: u32,
}

/// The walk.
pub(super) struct Placing<'a> {
    look: &'a Look,
    globals: &'a Globals,
    setup: Setup<'a>,
    temporaries_only: bool,
    /// Whether a temporary may be where a copy of it is: not if the copy stays.
    inherits: bool,
    /// By register the set of its classes.
    classes: [u8; MAX_REGISTERS],
    /// The units that somebody is in, and who.
    active: RegMask,
    holders: [Holder; RegMask::BITS],
    /// The last of what is blocked that begins no later than where the walk has come to, and where it ends.
    first_blocked: usize,
    next_blocked: u32,
    used: RegMask,
    borrowed: u32,
}

impl<'a> Placing<'a> {
    pub(super) fn new(
        look: &'a Look,
        globals: &'a Globals,
        setup: Setup<'a>,
        (temporaries_only, inherits): (bool, bool),
    ) -> Self {
        let nobody = Holder { var: Var::from_u32(0), start: 0, shared_from: u32::MAX };
        let holders = [nobody; RegMask::BITS];
        let mut classes = [0; MAX_REGISTERS];
        for (class, regs) in setup.table.classes.iter().enumerate() {
            regs.iter().for_each(|&reg| classes[usize::from(reg)] |= 1_u8 << class);
        }
        let next_blocked = look.blocked.first().map_or(0, |blocked| blocked.span.end);
        Self {
            look,
            globals,
            setup,
            temporaries_only,
            inherits,
            classes,
            active: RegMask::EMPTY,
            holders,
            first_blocked: 0,
            next_blocked,
            used: globals.used(),
            borrowed: 0,
        }
    }

    /// The units that were given, to variables of several blocks, too.
    pub(super) fn used(&self) -> RegMask {
        self.used
    }

    /// How often a variable got a register that options exclude.
    pub(super) fn borrowed(&self) -> u32 {
        self.borrowed
    }

    pub(super) fn run<I: FlowInst>(&mut self, code: &mut Code<I>) -> Result<(), OutOfRegisters> {
        for &var in &self.look.order {
            let seen = &self.look.seen[var.as_u32() as usize];
            if code.var(var).kind == VarKind::Register {
                self.temporary(code, var, seen)?;
            } else if seen.is_local() && seen.is_sound() && !self.temporaries_only && is_open(code, var) && self.setup.allows(var)
            {
                self.variable(code, var, seen);
            }
        }
        Ok(())
    }

    /// Gives a temporary a register.
    fn temporary<I: FlowInst>(&mut self, code: &mut Code<I>, var: Var, seen: &Seen) -> Result<(), OutOfRegisters> {
        self.expire(seen.span.end);
        if let Some(reg) = self.shared(code, var, seen) {
            code.var_mut(var).reg = Some(reg);
            for unit in self.setup.table.units[usize::from(reg)].intersection(self.active).iter() {
                let holder = &mut self.holders[usize::from(unit)];
                holder.shared_from = holder.shared_from.min(seen.span.start);
            }
            return Ok(());
        }
        let blocked = self.blocked(seen);
        let taken = blocked.union(self.setup.scarce);
        if let Some(reg) = self.inherited(code, var, seen, taken) {
            self.give(code, var, reg, seen.span);
            return Ok(());
        }
        let found = self.wished(code, var, seen, taken).or_else(|| self.free(code, var, taken));
        let found = found.or_else(|| self.vacated(code, var, taken, Span { start: u32::MAX, ..seen.span }));
        if let Some(reg) = found {
            self.give(code, var, reg, seen.span);
            return Ok(());
        }
        let reg = self.free(code, var, blocked).ok_or(OutOfRegisters { var })?;
        self.borrowed += 1;
        self.give(code, var, reg, seen.span);
        Ok(())
    }

    /// Gives a variable that needs none a register, if that is easy.
    fn variable<I: FlowInst>(&mut self, code: &mut Code<I>, var: Var, seen: &Seen) {
        self.expire(seen.span.end);
        let Setup { saved, scarce, .. } = self.setup;
        let to_save = if seen.weight < WORTH_SAVING { saved.without(self.used) } else { RegMask::EMPTY };
        let taken = self.blocked(seen).union(scarce).union(to_save);
        let found = self.wished(code, var, seen, taken).or_else(|| self.free(code, var, taken));
        let found = found.or_else(|| self.vacated(code, var, taken, seen.span));
        if let Some(reg) = found {
            self.give(code, var, reg, seen.span);
        }
    }

    /// Those leave who begin behind a position.
    #[inline]
    fn expire(&mut self, end: u32) {
        for unit in self.active.iter() {
            if self.holders[usize::from(unit)].start > end {
                self.active = self.active.without(RegMask::of(unit));
            }
        }
    }

    /// What a variable can not have, besides what others are in.
    #[inline]
    fn blocked(&mut self, seen: &Seen) -> RegMask {
        let taken = self.setup.reserved.union(self.globals.taken(seen.first));
        if self.next_blocked < seen.span.start { taken } else { taken.union(self.blocked_in(seen.span)) }
    }

    /// The units that are blocked somewhere in a span.
    #[inline(never)]
    fn blocked_in(&mut self, span: Span) -> RegMask {
        let all = &self.look.blocked;
        while all.get(self.first_blocked).is_some_and(|blocked| blocked.span.start > span.end) {
            self.first_blocked += 1;
        }
        self.next_blocked = all.get(self.first_blocked).map_or(0, |blocked| blocked.span.end);
        let mut units = RegMask::EMPTY;
        for (count, blocked) in all[self.first_blocked..].iter().enumerate() {
            if blocked.span.end < span.start {
                break;
            }
            if count == MAX_LOOKED_AT {
                return self.look.ever_blocked;
            }
            if blocked.span.start <= span.end {
                units = units.union(blocked.units);
            }
        }
        units
    }

    /// The register of the variable that a temporary is a mere copy of, if that one stays there as long.
    #[inline]
    fn shared<I: FlowInst>(&self, code: &Code<I>, var: Var, seen: &Seen) -> Option<u8> {
        if !self.look.is_mere_copy(seen) {
            return None;
        }
        let from = seen.from()?;
        let source = &self.look.seen[from.as_u32() as usize];
        let reg = code.var(from).reg?;
        // One of several blocks has its register in all of this one; another that has one already ends no earlier.
        debug_assert!(!source.is_local() || source.span.end >= seen.span.end);
        self.suits(code, var, reg).then_some(reg)
    }

    /// Whether a register is of a variable's class.
    #[inline]
    fn suits<I: FlowInst>(&self, code: &Code<I>, var: Var, reg: u8) -> bool {
        self.classes[usize::from(reg)] >> code.var(var).class.0 & 1 != 0
    }

    /// The register of the variable that is a mere copy of a temporary which is read behind it, too: both have the same value, and the
    /// temporary is there before the copy, so that nobody puts it out.
    #[inline]
    fn inherited<I: FlowInst>(&self, code: &Code<I>, var: Var, seen: &Seen, taken: RegMask) -> Option<u8> {
        let to = seen.to().filter(|_| self.inherits)?;
        let copy = &self.look.seen[to.as_u32() as usize];
        let reg = code.var(to).reg?;
        let is_copy =
            copy.is_local() && copy.from() == Some(var) && self.look.is_mere_copy(copy) && copy.span.start <= seen.span.end;
        let units = self.setup.table.units[usize::from(reg)];
        let holds = |unit: u8| {
            let holder = &self.holders[usize::from(unit)];
            self.active.contains(unit) && holder.var == to && holder.shared_from == u32::MAX
        };
        let is_free = units.intersection(taken).is_empty() || fault!(LocalInherits);
        (is_copy && is_free && units.iter().all(holds) && self.suits(code, var, reg)).then_some(reg)
    }

    /// A register that would make a copy nothing, if it is free.
    #[inline]
    fn wished<I: FlowInst>(&self, code: &Code<I>, var: Var, seen: &Seen, taken: RegMask) -> Option<u8> {
        let to = seen.to().and_then(|to| code.var(to).reg);
        let taken = taken.union(self.active);
        let is_free =
            |reg: &u8| self.suits(code, var, *reg) && self.setup.table.units[usize::from(*reg)].intersection(taken).is_empty();
        to.filter(is_free).or_else(|| seen.wish().filter(is_free))
    }

    /// The first register that is free.
    #[inline]
    fn free<I: FlowInst>(&self, code: &Code<I>, var: Var, taken: RegMask) -> Option<u8> {
        let table = self.setup.table;
        let taken = taken.union(self.active);
        let class = &table.classes[usize::from(code.var(var).class.0)];
        class.iter().copied().find(|&reg| table.units[usize::from(reg)].intersection(taken).is_empty())
    }

    /// The register of those that begin first, and before a span, if they need none: they are put into their slots.
    #[inline(never)]
    fn vacated<I: FlowInst>(&mut self, code: &mut Code<I>, var: Var, taken: RegMask, span: Span) -> Option<u8> {
        let table = self.setup.table;
        let Span { start, end } = span;
        let mut best = None;
        for &reg in &table.classes[usize::from(code.var(var).class.0)] {
            let units = table.units[usize::from(reg)];
            if !units.intersection(taken).is_empty() {
                continue;
            }
            let mut first = start;
            let may_leave = units.intersection(self.active).iter().all(|unit| {
                let holder = &self.holders[usize::from(unit)];
                first = first.min(holder.start);
                let is_alone = holder.shared_from > end || fault!(LocalPutsOutShared);
                code.var(holder.var).kind == VarKind::Any && is_alone
            });
            if may_leave && first < best.map_or(start, |(_, first)| first) {
                best = Some((reg, first));
            }
        }
        let (reg, _) = best?;
        for unit in table.units[usize::from(reg)].intersection(self.active).iter() {
            let var = self.holders[usize::from(unit)].var;
            if let Some(reg) = code.var_mut(var).reg.take() {
                self.active = self.active.without(table.units[usize::from(reg)]);
            }
        }
        Some(reg)
    }

    #[inline]
    fn give<I: FlowInst>(&mut self, code: &mut Code<I>, var: Var, reg: u8, span: Span) {
        code.var_mut(var).reg = Some(reg);
        let units = self.setup.table.units[usize::from(reg)];
        self.active = self.active.union(units);
        self.used = self.used.union(units);
        let holder = Holder { var, start: span.start, shared_from: u32::MAX };
        units.iter().for_each(|unit| self.holders[usize::from(unit)] = holder);
    }
}
