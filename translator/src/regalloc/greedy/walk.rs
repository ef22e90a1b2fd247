//! The walk: see [`super`].

use super::blocked::Blocked;
use crate::lir::{Code, Flow, FlowInst, Home, RegMask, Var, VarKind};
use crate::liveness::{FlowGraph, Mentions, Ranges, Regions, Segment};
use crate::regalloc::linear::{Hints, Setup};
use crate::regalloc::minimal::OutOfRegisters;
use crate::util::refill;

/// Stands for no variable, and ends a list.
const NONE: u32 = u32::MAX;
/// What a variable has to weigh for a register that must be saved and restored for it.
const WORTH_SAVING: f32 = 3.0;
/// What an argument that comes in the frame has to weigh to be loaded: its arrival weighs 1, and so does a use that would do the same.
const WORTH_LOADING: f32 = 2.5;
/// How many variables each of which is moved to the next are asked for a register to wish for.
const WISHES: usize = 3;

/// The allocator's working memory, reused from one function to the next.
#[derive(Clone, Debug)]
pub struct Greedy {
    hints: Hints,
    blocked: Blocked,
    /// Who is in each unit.
    holders: [u32; RegMask::BITS],
    /// For each unit the first position from which a copy of its holder lives in it, too.
    lent_from: [u32; RegMask::BITS],
    /// For each unit who stays in it when its holder leaves: the variable of which the holder is a mere copy.
    heirs: [u32; RegMask::BITS],
    /// The units that somebody is in.
    held: RegMask,
    /// For each variable whether the walk has met it.
    is_met: Vec<bool>,
    /// For each run the first variable that lives to its end, and for each of these the next one.
    first_ending: Vec<u32>,
    next_ending: Vec<u32>,
    /// Registers to be saved that are worth it, because they are saved anyway.
    saved: RegMask,
    borrowed: u32,
}

impl Default for Greedy {
    fn default() -> Self {
        Self {
            hints: Hints::default(),
            blocked: Blocked::default(),
            holders: [NONE; RegMask::BITS],
            lent_from: [NONE; RegMask::BITS],
            heirs: [NONE; RegMask::BITS],
            held: RegMask::EMPTY,
            is_met: Vec::new(),
            first_ending: Vec::new(),
            next_ending: Vec::new(),
            saved: RegMask::EMPTY,
            borrowed: 0,
        }
    }
}

/// The code that is walked, and what is known of it.
#[derive(Copy, Clone)]
pub struct Walked<'a> {
    /// What it mentions.
    pub mentions: &'a Mentions,
    /// Its runs.
    pub graph: &'a FlowGraph,
    /// Its loops.
    pub regions: &'a Regions,
    /// Ranges of one segment.
    pub ranges: &'a Ranges,
}

/// A walk in progress.
struct Walk<'a, I: FlowInst> {
    greedy: &'a mut Greedy,
    code: &'a mut Code<I>,
    known: Walked<'a>,
    setup: Setup<'a>,
    temporaries_only: bool,
}

impl Greedy {
    /// Allocates. Returns the units that the code writes, clobbers included.
    ///
    /// # Errors
    /// If a variable that must have a register finds none.
    pub fn run<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        known: Walked<'_>,
        setup: Setup<'_>,
    ) -> Result<RegMask, OutOfRegisters> {
        let Walked { mentions, graph, ranges, .. } = known;
        self.hints.compute(code, mentions, ranges);
        self.find_ending(code, graph, ranges);
        match self.walk(code, known, setup, false) {
            // The first guess was wrong: what was met early is where nothing else can be. With temporaries alone there is room.
            Err(_) => self.walk(code, known, setup, true),
            allocated => allocated,
        }
    }

    /// One walk; with temporaries only, no other variable gets a register.
    fn walk<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        known: Walked<'_>,
        setup: Setup<'_>,
        temporaries_only: bool,
    ) -> Result<RegMask, OutOfRegisters> {
        let Walked { mentions, graph, ranges, .. } = known;
        self.blocked.find(code, mentions, ranges, setup.table);
        self.holders.fill(NONE);
        self.heirs.fill(NONE);
        (self.held, self.saved, self.borrowed) = (RegMask::EMPTY, RegMask::EMPTY, 0);
        refill(&mut self.is_met, code.vars.len(), false);
        if temporaries_only {
            code.vars.iter_mut().filter(|data| !matches!(data.kind, VarKind::Fixed(_))).for_each(|data| data.reg = None);
        }
        let mut walk = Walk { greedy: self, code, known, setup, temporaries_only };
        for run in (0..graph.runs().len() as u32).rev() {
            walk.run(run)?;
        }
        Ok(walk.written())
    }

    /// How often a variable got a register that options exclude.
    pub fn borrowed(&self) -> u32 {
        self.borrowed
    }

    /// Takes a variable out of the units that it is in.
    fn release(&mut self, units: RegMask, var: Var) {
        for unit in units.iter() {
            let index = usize::from(unit);
            if self.holders[index] != var.as_u32() {
                continue;
            }
            self.holders[index] = std::mem::replace(&mut self.heirs[index], NONE);
            self.lent_from[index] = NONE;
            if self.holders[index] == NONE {
                self.held = self.held.without(RegMask::of(unit));
            }
        }
    }

    /// Lists the variables that live to the end of each run.
    fn find_ending<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, ranges: &Ranges) {
        let runs = graph.runs();
        refill(&mut self.first_ending, runs.len(), NONE);
        refill(&mut self.next_ending, code.vars.len(), NONE);
        for index in 0..code.vars.len() as u32 {
            let Some(Segment { end, .. }) = ranges.first(Var::from_u32(index)) else { continue };
            // A read ends at an odd position.
            if end % 2 == 1 {
                continue;
            }
            let run = runs.partition_point(|run| 2 * run.end < end);
            if runs.get(run).is_some_and(|run| 2 * run.end == end) {
                self.next_ending[index as usize] = self.first_ending[run];
                self.first_ending[run] = index;
            }
        }
    }
}

impl<I: FlowInst> Walk<'_, I> {
    /// One run, last instruction to first.
    fn run(&mut self, number: u32) -> Result<(), OutOfRegisters> {
        let run = self.known.graph.runs()[number as usize];
        let mut ending = self.greedy.first_ending[number as usize];
        while ending != NONE {
            self.meet(Var::from_u32(ending))?;
            ending = self.greedy.next_ending[ending as usize];
        }
        for index in (run.start..run.end).rev() {
            self.inst(index)?;
        }
        if let Flow::Bind(label) = self.code.insts[run.start as usize].flow() {
            self.phis(label, 2 * run.start + 1)?;
        }
        if self.known.regions.has_odd() {
            self.leave_all(2 * run.start);
        }
        Ok(())
    }

    fn inst(&mut self, index: u32) -> Result<(), OutOfRegisters> {
        let mentions = self.known.mentions.by(index as usize);
        // What is read comes before what is changed, and that before what is written.
        for mention in mentions.iter().rev().filter(|mention| mention.writes()) {
            self.meet(mention.var())?;
        }
        for mention in mentions.iter().filter(|mention| mention.writes()) {
            self.leave_from(mention.var(), 2 * index + 1);
        }
        for mention in mentions.iter().filter(|mention| !mention.writes()) {
            self.meet(mention.var())?;
        }
        for mention in mentions.iter().filter(|mention| mention.reads()) {
            self.leave_from(mention.var(), 2 * index);
        }
        Ok(())
    }

    /// The phis of a block are written where it begins.
    fn phis(&mut self, label: crate::lir::Label, position: u32) -> Result<(), OutOfRegisters> {
        for index in 0..self.code.edges.phis(label).len() {
            let phi = self.code.edges.phis(label)[index];
            // One that nobody reads lives nowhere.
            if !self.known.ranges.is_unread(phi) {
                self.meet(phi)?;
            }
        }
        for index in 0..self.code.edges.phis(label).len() {
            self.leave_from(self.code.edges.phis(label)[index], position);
        }
        Ok(())
    }

    /// A variable's register is free before its range starts.
    #[inline]
    fn leave_from(&mut self, var: Var, position: u32) {
        if let (Some(reg), Some(segment)) = (self.code.var(var).reg, self.known.ranges.first(var))
            && (segment.start >= position || fault!(GreedyLeavesEarly, position % 2 == 1))
        {
            self.greedy.release(self.setup.table.units[usize::from(reg)], var);
        }
    }

    /// So are the registers of all whose ranges start at a position, or behind it.
    fn leave_all(&mut self, position: u32) {
        for unit in self.greedy.held.iter() {
            let holder = self.greedy.holders[usize::from(unit)];
            if holder != NONE {
                self.leave_from(Var::from_u32(holder), position);
            }
        }
    }

    /// Meets a variable: gives it a place, unless it has one.
    #[inline]
    fn meet(&mut self, var: Var) -> Result<(), OutOfRegisters> {
        if std::mem::replace(&mut self.greedy.is_met[var.as_u32() as usize], true) {
            return Ok(());
        }
        match self.code.var(var).kind {
            VarKind::Register => self.place(var),
            VarKind::Any if self.may_have_register(var) => self.place(var),
            VarKind::Any | VarKind::Memory | VarKind::Fixed(_) => Ok(()),
        }
    }

    /// Whether it is worth a register to a variable that needs none.
    fn may_have_register(&self, var: Var) -> bool {
        let Walked { ranges, .. } = self.known;
        let is_worth = !matches!(self.code.var(var).home, Home::Incoming(_)) || ranges.weight(var) >= WORTH_LOADING;
        is_worth && !self.temporaries_only && !ranges.is_unread(var) && self.setup.allows(var)
    }

    /// Gives a variable a register, or if it needs none, perhaps leaves it in its slot.
    fn place(&mut self, var: Var) -> Result<(), OutOfRegisters> {
        let Setup { table, reserved, scarce, saved, .. } = self.setup;
        let data = *self.code.var(var);
        let segment = self.known.ranges.first(var).expect("what is met is mentioned");
        let weight = if data.kind == VarKind::Any { self.known.ranges.weight(var) } else { f32::INFINITY };
        let is_temporary = data.kind == VarKind::Register;
        // Others stay apart, so that each can be put into its slot.
        if is_temporary && let Some(reg) = self.shared(var, segment, &table.classes[usize::from(data.class.0)]) {
            self.code.var_mut(var).reg = Some(reg);
            let units = table.units[usize::from(reg)];
            units.iter().map(usize::from).for_each(|unit| {
                self.greedy.lent_from[unit] = self.greedy.lent_from[unit].min(segment.start);
            });
            return Ok(());
        }
        let blocked = self.greedy.blocked.within(segment).union(reserved);
        if is_temporary && let Some(reg) = self.inherited(var, &table.classes[usize::from(data.class.0)], blocked.union(scarce)) {
            self.code.var_mut(var).reg = Some(reg);
            table.units[usize::from(reg)].iter().for_each(|unit| self.greedy.heirs[usize::from(unit)] = var.as_u32());
            return Ok(());
        }
        let to_save = if weight < WORTH_SAVING { saved.without(self.greedy.saved) } else { RegMask::EMPTY };
        let taken = blocked.union(self.greedy.held).union(scarce).union(to_save);
        let class = &table.classes[usize::from(data.class.0)];
        let is_free = |reg: u8| table.units[usize::from(reg)].intersection(taken).is_empty();
        let wished = self.wish(var, |reg| is_free(reg) && class.contains(&reg));
        if let Some(reg) = wished.or_else(|| class.iter().copied().find(|&reg| is_free(reg))) {
            self.give(var, reg);
            return Ok(());
        }
        if let Some(reg) = self.cheapest(class, blocked.union(scarce), weight, segment.end) {
            self.evict(reg);
            self.give(var, reg);
            return Ok(());
        }
        if data.kind == VarKind::Any {
            return Ok(());
        }
        let taken = blocked.union(self.greedy.held);
        let reg = class.iter().copied().find(|&reg| table.units[usize::from(reg)].intersection(taken).is_empty());
        let reg = reg.ok_or(OutOfRegisters { var })?;
        self.greedy.borrowed += 1;
        self.give(var, reg);
        Ok(())
    }

    /// The register of the variable that another one is a mere copy of, if that one lives in it all the time: then both do, and the copy
    /// is nothing.
    fn shared(&self, var: Var, segment: Segment, class: &[u8]) -> Option<u8> {
        let source = self.greedy.hints.copy_of(var).filter(|source| self.greedy.is_met[source.as_u32() as usize])?;
        let reg = self.code.var(source).reg.filter(|reg| class.contains(reg))?;
        let holds = |unit: u8| self.greedy.holders[usize::from(unit)] == source.as_u32();
        // The copy reads it.
        debug_assert!(self.known.ranges.first(source).is_some_and(|source| source.start <= segment.start));
        self.setup.table.units[usize::from(reg)].iter().all(holds).then_some(reg)
    }

    /// The register of a variable that is a mere copy of this one and lives on: both are in it, and this one stays in it before the copy.
    fn inherited(&self, var: Var, class: &[u8], blocked: RegMask) -> Option<u8> {
        let hints = &self.greedy.hints;
        let copy = hints.to(var).filter(|&copy| hints.copy_of(copy) == Some(var))?;
        let reg = self.code.var(copy).reg.filter(|reg| class.contains(reg))?;
        let units = self.setup.table.units[usize::from(reg)];
        let is_alone =
            |unit: u8| self.greedy.holders[usize::from(unit)] == copy.as_u32() && self.greedy.heirs[usize::from(unit)] == NONE;
        let Walked { ranges, .. } = self.known;
        let stays = ranges.first(copy)?.start > ranges.first(var)?.start;
        let is_free = units.intersection(blocked).is_empty();
        (stays && (is_free || fault!(GreedyInherits)) && units.iter().all(is_alone)).then_some(reg)
    }

    /// The first register that a variable wishes for and may have.
    fn wish(&self, var: Var, may: impl Fn(u8) -> bool) -> Option<u8> {
        let hints = &self.greedy.hints;
        let reg_of = |var: Var| self.code.var(var).reg.filter(|&reg| may(reg));
        let to = std::iter::successors(hints.to(var), |&to| hints.to(to)).take(WISHES);
        let from = hints.from(var);
        let siblings = from.and_then(|from| hints.to(from));
        to.chain(from).chain(siblings).find_map(reg_of)
    }

    /// The register of which those who are in it weigh least together, and less than `weight`.
    fn cheapest(&self, class: &[u8], blocked: RegMask, weight: f32, position: u32) -> Option<u8> {
        let mut cheapest = None;
        let mut least = weight;
        for &reg in class {
            let units = self.setup.table.units[usize::from(reg)];
            if !units.intersection(blocked).is_empty() {
                continue;
            }
            let cost = self.cost(units, position);
            if cost < least {
                (cheapest, least) = (Some(reg), cost);
            }
        }
        cheapest
    }

    /// What those weigh who are in some units at a position.
    fn cost(&self, units: RegMask, position: u32) -> f32 {
        let (mut cost, mut last) = (0.0, NONE);
        for unit in units.iter() {
            let holder = self.greedy.holders[usize::from(unit)];
            if holder == NONE || holder == last {
                continue;
            }
            last = holder;
            let var = Var::from_u32(holder);
            let is_shared = self.greedy.heirs[usize::from(unit)] != NONE || self.greedy.lent_from[usize::from(unit)] < position;
            let stays = is_shared && !fault!(GreedyLent) || self.code.var(var).kind != VarKind::Any;
            cost += if !stays { self.known.ranges.weight(var) } else { f32::INFINITY };
        }
        cost
    }

    /// Puts those who are in a register into their slots, altogether.
    fn evict(&mut self, reg: u8) {
        for unit in self.setup.table.units[usize::from(reg)].iter() {
            let holder = self.greedy.holders[usize::from(unit)];
            if holder == NONE {
                continue;
            }
            let var = Var::from_u32(holder);
            if let Some(reg) = self.code.var_mut(var).reg.take() {
                self.greedy.release(self.setup.table.units[usize::from(reg)], var);
            }
        }
    }

    fn give(&mut self, var: Var, reg: u8) {
        let units = self.setup.table.units[usize::from(reg)];
        self.code.var_mut(var).reg = Some(reg);
        for unit in units.iter().map(usize::from) {
            self.greedy.holders[unit] = var.as_u32();
            self.greedy.lent_from[unit] = NONE;
        }
        self.greedy.held = self.greedy.held.union(units);
        self.greedy.saved = self.greedy.saved.union(units);
    }

    /// The units that the code writes.
    fn written(&self) -> RegMask {
        let given = self.code.vars.iter().filter(|data| !matches!(data.kind, VarKind::Fixed(_))).filter_map(|data| data.reg);
        let given = given.filter(|_| !fault!(GreedyNotWritten));
        given.map(|reg| self.setup.table.units[usize::from(reg)]).fold(self.greedy.blocked.all(), RegMask::union)
    }
}
