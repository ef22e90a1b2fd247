//! The moves of one edge, as instructions.
//!
//! In: the phis of an edge and where their variables live. Out: moves in an order that has the
//! effect of all at once ([`super::parallel_moves`]). Constants come last, when every destination
//! may be written: first those that go to the frame. A value that has to be put aside, and a value
//! on its way from one slot to another, goes through a register that holds nothing just then: that
//! no variable is in behind the edge, or one of the edge's own before it is written and after it is
//! read. Where there is none, a value is put aside in the frame, and a register is saved in the
//! frame for the time of as many moves as follow each other.

use super::parallel_moves::{Location, Sequencer, Step};
use super::plain_moves;
use super::rewrite::Allocation;
use crate::lir::{Code, EdgeSource, FlowInst, Label, MachInst, Mover, RegClass, RegMask, Var, VarKind};
use crate::liveness::{FlowGraph, Run};
use crate::util::refill;

/// Working memory, reused from one edge to the next.
#[derive(Clone, Debug)]
pub struct Edges<C> {
    sequencer: Sequencer,
    moves: Vec<(Var, Var)>,
    places: Vec<(Location, Location)>,
    constants: Vec<(Var, C)>,
    /// The units that are written.
    written: RegMask,
    /// Whether places in the frame are, too.
    sets_slots: bool,
    /// How many moves have still to read each unit.
    readers: Vec<u32>,
    steps: Vec<Step>,
    /// Where the source of a move was put.
    aside: Vec<Option<Var>>,
    /// Units that no value may go through on its way, besides.
    pub avoided: RegMask,
    /// For each run the units that hold something at its start; empty until it is needed.
    entered: Vec<RegMask>,
    /// For each instruction its run, if that is filled.
    run_of: Vec<u32>,
    /// Slots to save a register of each class in.
    saves: Vec<Option<Var>>,
    /// The instructions that set something to a constant: from which index to before which, and the
    /// constant.
    sets: Vec<(u32, u32, C)>,
}

impl<C> Default for Edges<C> {
    fn default() -> Self {
        Self {
            sequencer: Sequencer::default(),
            moves: Vec::new(),
            places: Vec::new(),
            constants: Vec::new(),
            written: RegMask::EMPTY,
            sets_slots: false,
            readers: Vec::new(),
            steps: Vec::new(),
            aside: Vec::new(),
            avoided: RegMask::EMPTY,
            entered: Vec::new(),
            run_of: Vec::new(),
            saves: Vec::new(),
            sets: Vec::new(),
        }
    }
}

impl<C: Copy> Edges<C> {
    /// Forgets the function before.
    pub fn reset(&mut self) {
        self.entered.clear();
        self.saves.clear();
        self.sets.clear();
    }

    /// The instructions that set something to a constant: from which index to before which, and the
    /// constant.
    pub fn sets(&self) -> &[(u32, u32, C)] {
        &self.sets
    }

    /// Finds what is to be moved on an edge.
    pub fn collect<I: FlowInst<Const = C>>(&mut self, code: &Code<I>, allocation: Allocation<'_>, from: Label, to: Label) {
        self.moves.clear();
        self.places.clear();
        self.constants.clear();
        self.written = RegMask::EMPTY;
        self.sets_slots = false;
        for edge in code.edges.on_edge(from, to) {
            // A phi without uses lives nowhere.
            if allocation.ranges.is_unread(edge.dest) {
                continue;
            }
            match edge.source {
                EdgeSource::Const(constant) => {
                    self.constants.push((edge.dest, constant));
                    match code.var(edge.dest).reg {
                        Some(reg) => self.written = self.written.union(allocation.table.units[usize::from(reg)]),
                        None => self.sets_slots = true,
                    }
                }
                EdgeSource::Var(source) => {
                    let (dst, src) = (place(code, allocation, edge.dest), place(code, allocation, source));
                    if dst != src {
                        self.written = self.written.union(units(dst));
                        self.moves.push((edge.dest, source));
                        self.places.push((dst, src));
                    }
                }
            }
        }
    }

    /// Whether nothing is to be done on the edge that was last collected.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.constants.is_empty()
    }

    /// Appends the moves of the edge that was last collected; `to` is the run that it leads to.
    pub fn append<M>(&mut self, mover: &M, code: &mut Code<M::Inst>, graph: &FlowGraph, allocation: Allocation<'_>, to: Run)
    where
        M: Mover,
        M::Inst: FlowInst<Const = C>,
    {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.sequencer.run(&self.places, |step| steps.push(step));
        refill(&mut self.aside, self.moves.len(), None);
        refill(&mut self.readers, RegMask::BITS, 0);
        self.places.iter().for_each(|&(_, src)| units(src).iter().for_each(|unit| self.readers[usize::from(unit)] += 1));
        let mut appender = Appender { mover, code, graph, allocation, to, filled: self.avoided, saved: None, set_last: None };
        for &step in &steps {
            match step {
                Step::Move(index) => {
                    let (dst, src) = self.moves[index];
                    appender.transfer(self, dst, self.aside[index].unwrap_or(src));
                    appender.filled = appender.filled.union(units(self.places[index].0));
                    if self.aside[index].is_none() {
                        self.was_read(index);
                    }
                }
                Step::PutAside(index) => {
                    let src = self.moves[index].1;
                    let aside = appender.put_aside(self, src);
                    self.aside[index] = Some(aside).filter(|_| !fault!(RewriteCycle));
                    self.was_read(index);
                }
            }
        }
        for to_registers in [false, true] {
            for index in 0..self.constants.len() {
                let (dst, constant) = self.constants[index];
                if appender.code.var(dst).reg.is_some() == to_registers {
                    appender.set(self, dst, constant);
                }
            }
        }
        appender.restore();
        self.steps = steps;
    }

    /// A move has read its source.
    fn was_read(&mut self, index: usize) {
        units(self.places[index].1).iter().for_each(|unit| self.readers[usize::from(unit)] -= 1);
    }

    /// The same in the plainest way ([`plain_moves`]).
    pub fn append_plainly<M>(&mut self, mover: &M, code: &mut Code<M::Inst>, allocation: Allocation<'_>)
    where
        M: Mover,
        M::Inst: FlowInst<Const = C>,
    {
        plain_moves::append(mover, code, allocation, (&self.moves, &self.constants), &mut self.sets);
    }

    /// The units that the edge that was last collected writes.
    pub fn written(&self) -> RegMask {
        self.written
    }

    /// The units that the edge that was last collected reads.
    pub fn read_units(&self) -> RegMask {
        self.places.iter().fold(RegMask::EMPTY, |read, &(_, src)| read.union(units(src)))
    }

    /// The units that moves have still to read.
    fn to_be_read(&self) -> RegMask {
        let read = (0..).zip(&self.readers).filter(|&(_, &readers)| readers > 0);
        read.fold(RegMask::EMPTY, |units, (unit, _)| units.union(RegMask::of(unit)))
    }

    /// The units that the edge that was last collected writes; `None` if it writes to the frame, too.
    pub fn written_registers(&self) -> Option<RegMask> {
        let writes_slot = self.sets_slots || self.places.iter().any(|&(dst, _)| matches!(dst, Location::Frame(_)));
        (!writes_slot).then(|| self.written())
    }

    /// The units that hold something at the start of a run.
    pub fn entered<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, allocation: Allocation<'_>, run: Run) -> RegMask {
        if self.entered.is_empty() {
            self.find_entered(code, graph, allocation);
        }
        self.entered[run.as_u32() as usize]
    }

    fn find_entered<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, allocation: Allocation<'_>) {
        self.entered.resize(graph.runs().len(), RegMask::EMPTY);
        self.run_of.clear();
        for (number, run) in (0..).zip(graph.runs()) {
            self.run_of.resize(run.end as usize, number);
        }
        // Variables that the rewriting has made hold nothing from one edge to the next.
        for (index, data) in code.vars.iter().enumerate().take(allocation.slots.len()) {
            let Some(reg) = data.reg else { continue };
            let units = allocation.table.units[usize::from(reg)];
            for segment in allocation.ranges.segments(Var::from_u32(index as u32)) {
                let first = self.run_of[segment.start as usize / 2] as usize;
                for (number, run) in graph.runs().iter().enumerate().skip(first) {
                    if 2 * run.start >= segment.end {
                        break;
                    }
                    // A run's first instruction may be what writes it.
                    if segment.start <= 2 * run.start + 1 {
                        self.entered[number] = self.entered[number].union(units);
                    }
                }
            }
        }
    }
}

/// The units of a place; none if it is in the frame.
fn units(place: Location) -> RegMask {
    match place {
        Location::Units(units) => units,
        Location::Frame(_) => RegMask::EMPTY,
    }
}

/// Where a variable is.
fn place<I: MachInst>(code: &Code<I>, allocation: Allocation<'_>, var: Var) -> Location {
    match code.var(var).reg {
        Some(reg) => Location::Units(allocation.table.units[usize::from(reg)]),
        None => Location::Frame(allocation.slots.leader(var).unwrap_or(var).as_u32()),
    }
}

/// A register that is saved for the time being.
struct Saved {
    class: RegClass,
    reg: u8,
    slot: Var,
}

/// Moves being appended on one edge.
struct Appender<'a, M: Mover> {
    mover: &'a M,
    code: &'a mut Code<M::Inst>,
    graph: &'a FlowGraph,
    allocation: Allocation<'a>,
    /// Where the edge leads.
    to: Run,
    /// Units that hold what must stay: what moves have put there, and what must not be touched at all.
    filled: RegMask,
    /// The register that moves from slot to slot go through where none is free.
    saved: Option<Saved>,
    /// The constant that went to a slot last, and the register that it went through.
    set_last: Option<(<M::Inst as MachInst>::Const, Var)>,
}

impl<M: Mover> Appender<'_, M> {
    fn transfer(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, dst: Var, src: Var) {
        if self.code.var(dst).reg.is_some() || self.code.var(src).reg.is_some() {
            self.restore();
            return self.mover.copy(self.code, dst, src);
        }
        let data = *self.code.var(dst);
        let through = self.register(edges, data.class, data.bytes);
        self.mover.copy(self.code, through, src);
        self.mover.copy(self.code, dst, through);
    }

    fn set(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, dst: Var, constant: <M::Inst as MachInst>::Const) {
        let data = *self.code.var(dst);
        if data.reg.is_some() || !self.mover.needs_register(self.code, constant) {
            self.restore();
            return self.set_to(edges, dst, constant);
        }
        let through = match self.set_last {
            Some((known, through)) if known == constant && self.is_like(through, dst) => through,
            _ => {
                let through = self.register(edges, data.class, data.bytes);
                self.set_to(edges, through, constant);
                through
            }
        };
        self.mover.copy(self.code, dst, through);
        self.set_last = Some((constant, through));
    }

    fn is_like(&self, one: Var, other: Var) -> bool {
        let [one, other] = [one, other].map(|var| self.code.var(var));
        (one.class, one.bytes) == (other.class, other.bytes)
    }

    fn set_to(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, dst: Var, constant: <M::Inst as MachInst>::Const) {
        let start = self.code.insts.len() as u32;
        self.mover.set(self.code, dst, constant);
        edges.sets.push((start, self.code.insts.len() as u32, constant));
    }

    /// A variable of so many bytes in a register of a class that may be overwritten, if only until another place than one in the frame is
    /// written or read.
    fn register(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, class: RegClass, bytes: u8) -> Var {
        if let Some(reg) = self.free_register(edges, class, RegMask::EMPTY) {
            return self.code.make_var(class, bytes, VarKind::Fixed(reg));
        }
        self.set_last = None;
        if self.saved.as_ref().is_none_or(|saved| saved.class != class) {
            self.restore();
            self.save(edges, class);
        }
        let reg = self.saved.as_ref().map(|saved| saved.reg).expect("one is saved");
        self.code.make_var(class, bytes, VarKind::Fixed(reg))
    }

    fn save(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, class: RegClass) {
        let bytes = self.allocation.table.class_bytes[usize::from(class.0)];
        let reg = self.allocation.table.classes[usize::from(class.0)]
            .iter()
            .copied()
            .find(|&reg| self.allocation.table.units[usize::from(reg)].without(self.allocation.usable).is_empty())
            .expect("a class has a register that may be used");
        let slot = self.save_slot(edges, class, bytes);
        let victim = self.code.make_var(class, bytes, VarKind::Fixed(reg));
        self.mover.copy(self.code, slot, victim);
        self.saved = Some(Saved { class, reg, slot });
    }

    /// Gives a register that is saved its content back.
    fn restore(&mut self) {
        self.set_last = None;
        if let Some(Saved { class, reg, slot }) = self.saved.take() {
            let bytes = self.allocation.table.class_bytes[usize::from(class.0)];
            let victim = self.code.make_var(class, bytes, VarKind::Fixed(reg));
            self.mover.copy(self.code, victim, slot);
        }
    }

    fn save_slot(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, class: RegClass, bytes: u8) -> Var {
        let index = usize::from(class.0);
        if edges.saves.len() <= index {
            edges.saves.resize(index + 1, None);
        }
        *edges.saves[index].get_or_insert_with(|| self.code.make_var(class, bytes, VarKind::Memory))
    }

    fn put_aside(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, src: Var) -> Var {
        let data = *self.code.var(src);
        let written = edges.written();
        let aside = match self.free_register(edges, data.class, written) {
            Some(reg) => {
                self.filled = self.filled.union(self.allocation.table.units[usize::from(reg)]);
                self.code.make_var(data.class, data.bytes, VarKind::Fixed(reg))
            }
            None => self.code.make_var(data.class, data.bytes, VarKind::Memory),
        };
        self.transfer(edges, aside, src);
        aside
    }

    /// A register of a class that holds nothing just now, and is not `avoided`.
    fn free_register(
        &mut self,
        edges: &mut Edges<<M::Inst as MachInst>::Const>,
        class: RegClass,
        avoided: RegMask,
    ) -> Option<u8> {
        let Allocation { table, usable, .. } = self.allocation;
        let entered = edges.entered(self.code, self.graph, self.allocation, self.to);
        let entered = if fault!(RewriteScratchRegister, !entered.is_empty()) { RegMask::EMPTY } else { entered };
        // What the edge has still to write holds nothing that is wanted behind it.
        let to_be_read = if fault!(EdgeMovesUnread) { RegMask::EMPTY } else { edges.to_be_read() };
        let filled = if fault!(EdgeMovesFilled) { RegMask::EMPTY } else { self.filled };
        let taken = entered.without(edges.written()).union(to_be_read).union(filled).union(avoided);
        table.classes[usize::from(class.0)].iter().copied().find(|&reg| {
            let units = table.units[usize::from(reg)];
            units.without(usable).is_empty() && units.intersection(taken).is_empty()
        })
    }
}
