//! Rewriting allocated code: what the allocation made of moves and phis.
//!
//! In: code whose variables have registers or homes. Out: the same code, with moves of a place to
//! itself dropped, phis realised as moves on their edges, edges split where the moves belong to
//! neither end, and jumps to the next instruction dropped.
//!
//! The moves of an edge stand before the jump that takes it; a branch that takes an edge with moves
//! is turned round, so that the moves follow it, or goes to a block of its own: before the block
//! that the edge leads to, where nothing falls into that one, or else behind all code. Those of an edge that
//! closes a loop stand before the branch that decides whether to take it, if they do no harm on the other
//! way (`early`), or else before the loop's first block (`turned`). A move
//! between two slots goes through a register that is free on the edge; if none is, through one that
//! is saved in the frame meanwhile ([SUBZERO-REGALLOC] "Delayed Phi lowering").
//!
//! Complexity: linear in instructions and moves, but for sorting the targets of jumps through
//! tables.

mod early;
mod turned;

use std::fmt;

use super::constants::{Rematerialised, Replaced};
use super::edge_moves::Edges;
use super::reloads::Reloads;
use super::slots::Slots;
use crate::lir::{Code, CopyOf, Flow, FlowInst, Home, Label, MachInst, Mover, RegMask, RegTable, Var, VarKind};
use crate::liveness::{FlowGraph, Mention, Mentions, Ranges, Run};
use crate::options::Pass;
use crate::util::{make_room, refill};

/// What the allocation decided.
#[derive(Copy, Clone, Debug)]
pub struct Allocation<'a> {
    /// The registers.
    pub table: &'a RegTable,
    /// Where the variables in the frame live.
    pub slots: &'a Slots,
    /// The variables that live nowhere, because they are rematerialised where they are used.
    pub rematerialised: &'a Rematerialised,
    /// The live ranges.
    pub ranges: &'a Ranges,
    /// Units that may be used where no variable is in them.
    pub usable: RegMask,
}

/// The bytes of a register that may hold more than a variable's size: see [`FlowInst::is_wide`].
const WIDE: u8 = 8;

/// An edge whose moves stand in a block of their own.
#[derive(Copy, Clone, Debug)]
struct Detour {
    label: Label,
    run: Run,
    to: Label,
    /// The one to the same label that was made before, plus one; 0 ends the list.
    before: u32,
    /// Whether it has been appended.
    placed: bool,
}

/// What a rewriting asks about, before it does it in the better way.
#[derive(Copy, Clone, Debug)]
pub enum What<'a, I> {
    /// This instruction.
    Inst(&'a I),
    /// The moves on the edge between these labels.
    Edge(Label, Label),
    /// The moves of the lower half of a register to itself that would clear what is clear, all of
    /// them.
    Copies,
}

impl<I: fmt::Debug> fmt::Display for What<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Inst(inst) => write!(f, "{inst:?}"),
            What::Edge(from, to) => write!(f, "the moves from {from:?} to {to:?}"),
            What::Copies => f.write_str("its moves of lower halves of registers to themselves"),
        }
    }
}

/// The origin of an instruction that was not there before.
pub const INSERTED: u32 = u32::MAX;

/// Working memory, reused from one function to the next.
#[derive(Clone, Debug)]
pub struct Rewriter<I: MachInst> {
    edges: Edges<I::Const>,
    detours: Vec<Detour>,
    /// For each label the last detour to it, plus one; 0 if there is none.
    detour_to: Vec<u32>,
    reloads: Reloads,
    /// For each new instruction the index of the old one, or [`INSERTED`]; `None` if they are not
    /// recorded.
    origins: Option<Vec<u32>>,
    /// The instructions that are rewritten; between two functions empty.
    old: Vec<I>,
    /// The targets of one jump, while it is rewritten, and where it goes instead.
    targets: Vec<(Label, Label)>,
}

impl<I: MachInst> Default for Rewriter<I> {
    fn default() -> Self {
        Self {
            edges: Edges::default(),
            detours: Vec::new(),
            detour_to: Vec::new(),
            reloads: Reloads::default(),
            origins: None,
            old: Vec::new(),
            targets: Vec::new(),
        }
    }
}

/// A rewriting in progress.
struct Rewriting<'a, M: Mover, P> {
    mover: &'a M,
    /// Whether something may be done that does not have to be.
    may: P,
    /// Whether moves of the lower half of a register to itself that would clear what is clear are
    /// left out.
    drops_copies: bool,
    code: &'a mut Code<M::Inst>,
    mentions: &'a Mentions,
    graph: &'a FlowGraph,
    allocation: Allocation<'a>,
    old: &'a [M::Inst],
    targets: &'a mut Vec<(Label, Label)>,
    edges: &'a mut Edges<<M::Inst as MachInst>::Const>,
    detours: &'a mut Vec<Detour>,
    detour_to: &'a mut Vec<u32>,
    reloads: &'a mut Reloads,
    origins: &'a mut Option<Vec<u32>>,
}

impl<I: FlowInst> Rewriter<I> {
    /// Rewrites. `code.insts` are replaced. `may` is asked, in the name of a pass, before a jump is
    /// dropped that leads nowhere else than going on does, or a load of what is in its register
    /// already; for the moves of each edge that has some, and once for all moves of the lower half
    /// of a register to itself.
    pub fn run<M, P>(
        &mut self,
        mover: &M,
        code: &mut Code<I>,
        (mentions, graph): (&Mentions, &FlowGraph),
        allocation: Allocation<'_>,
        mut may: P,
    ) where
        M: Mover<Inst = I>,
        P: FnMut(Pass, What<'_, I>) -> bool,
    {
        let drops_copies = may(Pass::Copies, What::Copies);
        self.detours.clear();
        refill(&mut self.detour_to, code.label_count(), 0);
        self.edges.reset();
        let Self { edges, detours, detour_to, reloads, origins, old, targets } = self;
        old.clear();
        std::mem::swap(old, &mut code.insts);
        make_room(&mut code.insts, old.len());
        if let Some(origins) = origins {
            origins.clear();
        }
        let rewriting = Rewriting {
            mover,
            may,
            drops_copies,
            code,
            mentions,
            graph,
            allocation,
            old,
            targets,
            edges,
            detours,
            detour_to,
            reloads,
            origins,
        };
        rewriting.function();
    }

    /// From now on remembers where instructions come from.
    pub fn record_origins(&mut self) {
        self.origins = Some(Vec::new());
    }

    /// Where each instruction of the last function comes from: the index of an old one, or
    /// [`INSERTED`]. Empty unless recorded.
    pub fn origins(&self) -> &[u32] {
        self.origins.as_deref().unwrap_or_default()
    }

    /// The inserted instructions that set a phi to a constant: from which index to before which,
    /// and the constant.
    pub fn sets(&self) -> &[(u32, u32, I::Const)] {
        self.edges.sets()
    }
}

impl<M: Mover, P: FnMut(Pass, What<'_, M::Inst>) -> bool> Rewriting<'_, M, P> {
    fn function(mut self) {
        let mut number = 0;
        while number < self.graph.runs().len() {
            number += self.run(Run::from_u32(number as u32));
        }
        for index in 0..self.detours.len() {
            let Detour { label, run, to, placed, .. } = self.detours[index];
            if placed {
                continue;
            }
            self.code.insts.push(M::Inst::bind(label));
            self.moves(run, to);
            self.code.insts.push(M::Inst::jump(to));
        }
        if let Some(origins) = self.origins {
            origins.resize(self.code.insts.len(), INSERTED);
        }
    }

    /// Appends what has become of the old instruction with this index.
    #[inline]
    fn keep(&mut self, inst: M::Inst, index: u32) {
        if let Some(origins) = self.origins {
            origins.resize(self.code.insts.len(), INSERTED);
            origins.push(index);
        }
        self.code.insts.push(inst);
    }

    /// Takes back the last instructions, so that `len` are left.
    fn take_back(&mut self, len: usize) {
        self.code.insts.truncate(len);
        if let Some(origins) = self.origins {
            origins.truncate(len);
        }
    }

    /// Rewrites a run. Returns by how many runs to go on.
    fn run(&mut self, run: Run) -> usize {
        let data = self.graph.run(run);
        let last = self.old[data.end as usize - 1];
        let is_end = matches!(last.flow(), Flow::Branch | Flow::Jump);
        if !self.goes_on_in(run) {
            self.reloads.forget();
        }
        for index in data.start as usize..data.end as usize - usize::from(is_end) {
            if self.mentions.notes()[index].is_plain() {
                self.plain(index);
            } else {
                self.inst(index);
            }
        }
        if !is_end {
            // Only a label stands between this run and the next: moves of the edge come before it.
            if let Some(label) = self.falls_to(run) {
                self.moves(run, label);
            }
            return 1;
        }
        self.changes(data.end as usize - 1);
        match self.single_target(&last) {
            Some(to) if last.flow() == Flow::Jump => {
                self.moves(run, to);
                // A jump through a table with one target only: the moves may have overwritten what
                // it reads.
                let mut reads = false;
                last.visit(&self.code.pools, |_, _| reads = true);
                if reads {
                    self.code.insts.push(M::Inst::jump(to));
                } else {
                    self.keep(last, data.end - 1);
                }
                1
            }
            Some(to) => self.branch(run, last, to),
            None => {
                self.table(run, last);
                1
            }
        }
    }

    /// Whether control comes to a run only from the one that was rewritten before it, which a lone jump may follow, so that what was known
    /// at that one's end is known still. Moves on the edge forget it.
    fn goes_on_in(&self, run: Run) -> bool {
        let Some(mut before) = run.as_u32().checked_sub(1) else { return false };
        let preds = self.graph.preds(run);
        let data = self.graph.run(Run::from_u32(before));
        let is_lone_jump = data.end - data.start == 1 && self.old[data.start as usize].flow() == Flow::Jump;
        if is_lone_jump && before > 0 && !preds.contains(&Run::from_u32(before)) {
            before -= 1;
        }
        !preds.is_empty() && (preds.iter().all(|pred| pred.as_u32() == before) || fault!(ReloadsJoin))
    }

    /// The label that a run falls through to.
    fn falls_to(&self, run: Run) -> Option<Label> {
        let next = self.graph.runs().get(run.as_u32() as usize + 1)?;
        match (self.old[self.graph.run(run).end as usize - 1].flow(), self.old[next.start as usize].flow()) {
            (Flow::Exit, _) => None,
            (_, Flow::Bind(label)) => Some(label),
            _ => None,
        }
    }

    /// The label that a branch or jump goes to, if there is only one.
    fn single_target(&self, inst: &M::Inst) -> Option<Label> {
        let (mut first, mut others) = (None, false);
        inst.targets(&self.code.pools, |label| {
            others |= first.is_some_and(|first| first != label);
            first = Some(label);
        });
        first.filter(|_| !others)
    }

    /// An instruction that stays, unless it is idle.
    #[inline]
    fn plain(&mut self, index: usize) {
        if !self.allocation.rematerialised.is_idle(index as u32) {
            let inst = self.reading_registers(index);
            self.changes(index);
            self.keep(inst, index as u32);
        }
    }

    /// An old instruction, reading the register that holds the value of a variable in the frame, if there is one, in place of that.
    #[inline]
    fn reading_registers(&mut self, index: usize) -> M::Inst {
        let inst = self.old[index];
        if self.reloads.is_empty() || self.code.returns_twice {
            return inst;
        }
        let reads = |mention: &Mention| {
            let var = mention.var();
            let data = self.code.var(var);
            if mention.writes() || data.reg.is_some() || data.kind != VarKind::Any {
                return None;
            }
            let class = &self.allocation.table.classes[usize::from(data.class.0)];
            inst.reading(var, self.reloads.holder(self.slot(var), |reg| class.contains(&reg))?)
        };
        let other = self.mentions.by(index).iter().find_map(reads);
        other.filter(|_| (self.may)(Pass::Reloads, What::Inst(&inst))).unwrap_or(inst)
    }

    /// Any other instruction that does not end a run.
    fn inst(&mut self, index: usize) {
        let inst = self.old[index];
        if let Flow::Bind(label) = inst.flow() {
            self.drop_jumps_to(label);
            self.place_detour(label);
            self.turn_loop(label);
        }
        if let Some(var) = inst.arrives() {
            self.arrive(var);
        }
        let rematerialised = self.allocation.rematerialised;
        let copy = inst.copied(&self.code.pools);
        match copy.map(|copy| rematerialised.replaced(self.code, self.old, copy)) {
            None => return self.plain(index),
            Some(Replaced::Same) => {}
            Some(Replaced::Dropped) => return,
            Some(Replaced::By(again)) => return self.make_again(&again, copy, index),
        }
        if copy.is_some_and(|copy| self.is_nothing(copy)) {
            return;
        }
        match copy.and_then(|copy| self.between_register_and_slot(copy)) {
            Some((there, slot)) => self.load_or_store(&inst, there, slot, index as u32),
            None => {
                self.changes(index);
                self.keep(inst, index as u32);
            }
        }
    }

    /// An instruction makes a constant anew where it was copied, unless the register holds it.
    fn make_again(&mut self, again: &M::Inst, copy: Option<CopyOf>, index: usize) {
        let is_whole = |copy: &CopyOf| self.code.var(copy.dst).bytes == self.code.var(copy.src).bytes;
        let to = copy.filter(is_whole).and_then(|copy| Some((self.code.var(copy.dst).reg?, copy.dst, copy.src)));
        let holds = |(reg, _, made)| self.reloads.holds(if fault!(RematerialiseHeld, reg > 0) { reg - 1 } else { reg }, made);
        if to.is_some_and(holds) && (self.may)(Pass::Reloads, What::Inst(again)) {
            return;
        }
        // It writes what the copy does.
        self.changes(index);
        self.keep(*again, index as u32);
        if let Some((reg, var, made)) = to {
            self.reloads.copied((reg, var), self.allocation.table.units[usize::from(reg)], made);
        }
    }

    /// The register, with the variable in it, and the slot between which a whole value is moved.
    fn between_register_and_slot(&self, copy: CopyOf) -> Option<((u8, Var), Var)> {
        let (dst, src) = (self.code.var(copy.dst), self.code.var(copy.src));
        let (there, var, data) = match (dst.reg, src.reg) {
            (Some(reg), None) => ((reg, copy.dst), copy.src, src),
            (None, Some(reg)) => ((reg, copy.src), copy.dst, dst),
            _ => return None,
        };
        // A call that returns twice brings back old registers, and not old slots.
        let is_known = data.kind == VarKind::Any && !self.code.returns_twice;
        // Where a register may hold more than its variable's size, the slot has all of it only if it is as wide.
        let is_wide = self.allocation.ranges.is_wide(copy.src);
        let is_whole = !is_wide || (!copy.narrows && data.bytes >= WIDE && self.code.var(there.1).bytes >= data.bytes);
        (is_known && is_whole).then(|| (there, self.slot(var)))
    }

    /// A move between a register and a slot, unless it loads what is there.
    fn load_or_store(&mut self, inst: &M::Inst, (reg, held): (u8, Var), slot: Var, index: u32) {
        if self.reloads.holds(reg, slot) && (self.may)(Pass::Reloads, What::Inst(inst)) {
            return;
        }
        let inst = self.reading_registers(index as usize);
        self.changes(index as usize);
        self.keep(inst, index);
        self.reloads.copied((reg, held), self.allocation.table.units[usize::from(reg)], slot);
    }

    /// Forgets what registers hold that an old instruction writes, or whose slots it writes.
    #[inline]
    fn changes(&mut self, index: usize) {
        if self.reloads.passes() {
            self.forget_changed(index);
        }
    }

    fn forget_changed(&mut self, index: usize) {
        let Self { code, allocation, reloads, mentions, old, .. } = self;
        if mentions.notes()[index].clobbers() {
            reloads.units_written(old[index].clobbers(&code.pools));
        }
        for var in mentions.by(index).iter().filter(|mention| mention.writes()).map(|mention| mention.var()) {
            match code.var(var).reg {
                Some(reg) => reloads.units_written(allocation.table.units[usize::from(reg)]),
                None if fault!(ReloadsKeepWritten) => {}
                None => reloads.slot_written(allocation.slots.leader(var).unwrap_or(var)),
            }
        }
    }

    /// Puts a detour to the block that begins here before it, if nothing else falls into the block.
    fn place_detour(&mut self, to: Label) {
        let Some(index) = self.detour_to[to.as_u32() as usize].checked_sub(1) else { return };
        if self.falls_in() || !(self.may)(Pass::Branches, What::Inst(&M::Inst::jump(to))) {
            return;
        }
        let Detour { label, run, before, .. } = self.detours[index as usize];
        self.detours[index as usize].placed = true;
        self.detour_to[to.as_u32() as usize] = before;
        self.code.insts.push(M::Inst::bind(label));
        self.moves(run, to);
    }

    /// Whether control comes to the instruction that follows from the one before it.
    fn falls_in(&self) -> bool {
        self.code.insts.last().is_none_or(|last| !matches!(last.flow(), Flow::Jump | Flow::Exit))
    }

    /// Whether a copy leaves everything as it is.
    fn is_nothing(&self, copy: CopyOf) -> bool {
        let narrows = copy.narrows && self.allocation.ranges.is_wide(copy.src);
        let exact = !narrows || fault!(RewriteNarrowingCopy);
        let (dst, src) = (self.code.var(copy.dst), self.code.var(copy.src));
        exact
            && match (dst.reg, src.reg) {
                // One that does not narrow must go: another variable may be in the upper half of
                // its register.
                (Some(dst), Some(src)) => dst == src && (self.drops_copies || !copy.narrows),
                (None, None) => self.slot(copy.dst) == self.slot(copy.src),
                _ => false,
            }
    }

    fn slot(&self, var: Var) -> Var {
        self.allocation.slots.leader(var).unwrap_or(var)
    }

    /// An argument that came in memory and was given a register is loaded.
    fn arrive(&mut self, var: Var) {
        let data = *self.code.var(var);
        if data.reg.is_some() && data.home != Home::None {
            let memory = self.code.make_var(data.class, data.bytes, VarKind::Memory);
            self.code.var_mut(memory).home = data.home;
            self.mover.copy(self.code, var, memory);
            self.reloads.forget();
        }
    }

    /// Drops jumps to what follows, and turns round a branch over one.
    fn drop_jumps_to(&mut self, label: Label) {
        loop {
            let insts = &self.code.insts;
            let Some(last) = insts.last().filter(|last| last.flow() == Flow::Jump) else { return };
            let mut only = true;
            last.targets(&self.code.pools, |target| only &= target == label);
            if only {
                if !(self.may)(Pass::Branches, What::Inst(last)) {
                    return;
                }
                self.take_back(self.code.insts.len() - 1);
                continue;
            }
            let last = *last;
            let Some(&before) = insts.iter().rev().nth(1).filter(|before| before.flow() == Flow::Branch) else { return };
            let (Some(over), Some(to), Some(mut turned)) =
                (self.single_target(&before), self.single_target(&last), before.negated())
            else {
                return;
            };
            if over != label || !(self.may)(Pass::Branches, What::Inst(&last)) {
                return;
            }
            turned = if fault!(BranchesCondition) { before } else { turned };
            turned.retarget(&mut self.code.pools, |_| to);
            let at = self.code.insts.len() - 2;
            let origin = self.origins.as_ref().and_then(|origins| origins.get(at)).copied();
            self.take_back(at);
            self.keep(turned, origin.unwrap_or(INSERTED));
            return;
        }
    }

    /// A branch to `to`, and the jump after it if there is one.
    fn branch(&mut self, run: Run, branch: M::Inst, to: Label) -> usize {
        let taken = self.has_moves(run, to);
        let Some((jump_run, jump, other)) = self.jump_after(run) else {
            let target = if taken { self.detour(run, to) } else { to };
            self.branch_to(run, branch, to, target);
            if let Some(label) = self.falls_to(run) {
                self.moves(run, label);
            }
            return 1;
        };
        let not_taken = self.has_moves(jump_run, other);
        let (taken, not_taken) = match (taken, not_taken) {
            both if self.is_turned(run, to) || self.is_turned(jump_run, other) => both,
            (true, leaving) if self.moves_early(run, &branch, to, (jump_run, other)) => (false, leaving),
            (leaving, true) if self.moves_early(run, &branch, other, (run, to)) => (leaving, false),
            both => both,
        };
        // What closes a loop is to be reached by one jump if there is nothing to move, and without
        // a detour if there is.
        let turn = match (taken, not_taken) {
            _ if self.is_turned(run, to) => false,
            _ if self.is_turned(jump_run, other) => true,
            (true, false) => true,
            (false, true) => false,
            (true, true) => self.is_behind(run, to) || (!self.is_behind(run, other) && self.falls_to(jump_run) == Some(to)),
            // Of two loops that it closes the inner one.
            (false, false) => self.is_behind(run, other) && (!self.is_behind(run, to) || self.is_before(to, other)),
        };
        match branch.negated().filter(|_| turn) {
            Some(negated) => {
                let target = if not_taken { self.detour(jump_run, other) } else { other };
                self.branch_to(run, negated, to, target);
                if taken {
                    self.moves(run, to);
                }
                self.code.insts.push(M::Inst::jump(to));
            }
            None => {
                let target = if taken { self.detour(run, to) } else { to };
                self.branch_to(run, branch, to, target);
                if not_taken {
                    self.moves(jump_run, other);
                }
                self.keep(jump, self.graph.run(jump_run).end - 1);
            }
        }
        2
    }

    fn branch_to(&mut self, run: Run, mut branch: M::Inst, from: Label, to: Label) {
        if from != to {
            branch.retarget(&mut self.code.pools, |_| to);
        }
        self.keep(branch, self.graph.run(run).end - 1);
    }

    /// The run after this one if it is nothing but a jump to one target, and is entered from this
    /// one only.
    fn jump_after(&self, run: Run) -> Option<(Run, M::Inst, Label)> {
        let next = Run::from_u32(run.as_u32() + 1);
        let data = *self.graph.runs().get(next.as_u32() as usize)?;
        let jump = self.old[data.start as usize];
        (jump.flow() == Flow::Jump && data.end == data.start + 1).then_some(())?;
        Some((next, jump, self.single_target(&jump)?))
    }

    /// Whether a label is bound before a run: the edge closes a loop.
    fn is_behind(&self, run: Run, label: Label) -> bool {
        self.graph.at_label(label).as_u32() <= run.as_u32()
    }

    /// Whether a label is bound before another.
    fn is_before(&self, label: Label, other: Label) -> bool {
        self.graph.at_label(label).as_u32() < self.graph.at_label(other).as_u32()
    }

    /// A jump with several targets.
    fn table(&mut self, run: Run, mut jump: M::Inst) {
        self.targets.clear();
        jump.targets(&self.code.pools, |label| self.targets.push((label, label)));
        self.targets.sort_unstable();
        self.targets.dedup();
        let mut changes = false;
        for index in 0..self.targets.len() {
            let (to, _) = self.targets[index];
            if self.has_moves(run, to) {
                self.targets[index].1 = self.detour(run, to);
                changes = true;
            }
        }
        if changes {
            let now = |to| self.targets.binary_search_by_key(&to, |&(old, _)| old).map_or(to, |index| self.targets[index].1);
            jump.retarget(&mut self.code.pools, now);
        }
        self.keep(jump, self.graph.run(run).end - 1);
    }

    fn detour(&mut self, run: Run, to: Label) -> Label {
        if let Some(label) = self.turned(run, to) {
            return label;
        }
        let label = self.code.make_label();
        let last = &mut self.detour_to[to.as_u32() as usize];
        self.detours.push(Detour { label, run, to, before: *last, placed: false });
        *last = self.detours.len() as u32;
        label
    }

    /// Whether the edge from a run to a label has moves that do something.
    fn has_moves(&mut self, run: Run, to: Label) -> bool {
        let from = self.graph.run(run).block;
        if self.code.edges.leaving(from).is_empty() {
            return false;
        }
        self.edges.collect(self.code, self.allocation, from, to);
        !self.edges.is_empty()
    }

    /// Appends the moves of an edge.
    fn moves(&mut self, run: Run, to: Label) {
        if !self.has_moves(run, to) {
            return;
        }
        self.reloads.forget();
        let from = self.graph.run(run).block;
        let behind = self.graph.at_label(to);
        match (self.may)(Pass::EdgeMoves, What::Edge(from, to)) {
            true => self.edges.append(self.mover, self.code, self.graph, self.allocation, behind),
            false => self.edges.append_plainly(self.mover, self.code, self.allocation),
        }
    }
}
