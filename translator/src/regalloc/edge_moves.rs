//! The moves of one edge, as instructions.
//!
//! In: the phis of an edge and where their variables live. Out: moves in an order that has the
//! effect of all at once ([`super::parallel_moves`]). Constants come last, when every destination
//! may be written. A value that has to be put aside, and a value on its way from one slot to
//! another, goes through a register that no variable occupies on the edge. Where there is none, a
//! value is put aside in the frame, and a register is saved in the frame for the time of the move.

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
    /// The units that are set to constants.
    constant_units: RegMask,
    /// Whether places in the frame are, too.
    sets_slots: bool,
    steps: Vec<Step>,
    /// Where the source of a move was put.
    aside: Vec<Option<Var>>,
    /// Units that no value may go through on its way, besides.
    pub avoided: RegMask,
    /// For each run the units that hold something at its end; empty until it is needed.
    occupied: Vec<RegMask>,
    /// The same at its start, if that is filled.
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
            constant_units: RegMask::EMPTY,
            sets_slots: false,
            steps: Vec::new(),
            aside: Vec::new(),
            avoided: RegMask::EMPTY,
            occupied: Vec::new(),
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
        self.occupied.clear();
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
        self.constant_units = RegMask::EMPTY;
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
                        Some(reg) => self.constant_units = self.constant_units.union(allocation.table.units[usize::from(reg)]),
                        None => self.sets_slots = true,
                    }
                }
                EdgeSource::Var(source) => {
                    let (dst, src) = (place(code, allocation, edge.dest), place(code, allocation, source));
                    if dst != src {
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

    /// Appends the moves of the edge that was last collected; `run` is where it starts.
    pub fn append<M>(&mut self, mover: &M, code: &mut Code<M::Inst>, graph: &FlowGraph, allocation: Allocation<'_>, run: Run)
    where
        M: Mover,
        M::Inst: FlowInst<Const = C>,
    {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.sequencer.run(&self.places, |step| steps.push(step));
        refill(&mut self.aside, self.moves.len(), None);
        let mut appender = Appender { mover, code, graph, allocation, run, busy: RegMask::EMPTY };
        appender.busy = self.targets().union(self.avoided);
        for &step in &steps {
            match step {
                Step::Move(index) => {
                    let (dst, src) = self.moves[index];
                    appender.transfer(self, dst, self.aside[index].unwrap_or(src));
                }
                Step::PutAside(index) => {
                    let src = self.moves[index].1;
                    let aside = appender.put_aside(self, src);
                    self.aside[index] = Some(aside).filter(|_| !fault!(RewriteCycle));
                }
            }
        }
        for index in 0..self.constants.len() {
            let (dst, constant) = self.constants[index];
            appender.set(self, dst, constant);
        }
        self.steps = steps;
    }

    /// The same in the plainest way ([`plain_moves`]).
    pub fn append_plainly<M>(&mut self, mover: &M, code: &mut Code<M::Inst>, allocation: Allocation<'_>)
    where
        M: Mover,
        M::Inst: FlowInst<Const = C>,
    {
        plain_moves::append(mover, code, allocation, (&self.moves, &self.constants), &mut self.sets);
    }

    /// The units that the edge writes or reads.
    fn targets(&self) -> RegMask {
        let moved = self.places.iter().flat_map(|&(dst, src)| [dst, src]);
        moved.fold(RegMask::EMPTY, |units, place| match place {
            Location::Units(more) => units.union(more),
            Location::Frame(_) => units,
        })
    }

    /// The units that the edge that was last collected writes; `None` if it writes to the frame, too.
    pub fn written_registers(&self) -> Option<RegMask> {
        let registers = |units: RegMask, &(dst, _): &(Location, Location)| match dst {
            Location::Units(more) => Some(units.union(more)),
            Location::Frame(_) => None,
        };
        self.places.iter().try_fold(self.constant_units, registers).filter(|_| !self.sets_slots)
    }

    /// The units that hold something at the start of a run.
    pub fn entered<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, allocation: Allocation<'_>, run: Run) -> RegMask {
        self.find_occupied(code, graph, allocation);
        self.entered[run.as_u32() as usize]
    }

    /// Fills what is known of each run, if it is not.
    fn find_occupied<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, allocation: Allocation<'_>) {
        if !self.occupied.is_empty() {
            return;
        }
        self.occupied.resize(graph.runs().len(), RegMask::EMPTY);
        refill(&mut self.entered, graph.runs().len(), RegMask::EMPTY);
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
                    if 2 * run.end <= segment.end {
                        self.occupied[number] = self.occupied[number].union(units);
                    }
                }
            }
        }
    }

    /// The units that hold something at the end of a run.
    fn occupied<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, allocation: Allocation<'_>, run: Run) -> RegMask {
        self.find_occupied(code, graph, allocation);
        let occupied = self.occupied[run.as_u32() as usize];
        if fault!(RewriteScratchRegister, !occupied.is_empty()) { RegMask::EMPTY } else { occupied }
    }
}

/// Where a variable is.
fn place<I: MachInst>(code: &Code<I>, allocation: Allocation<'_>, var: Var) -> Location {
    match code.var(var).reg {
        Some(reg) => Location::Units(allocation.table.units[usize::from(reg)]),
        None => Location::Frame(allocation.slots.leader(var).unwrap_or(var).as_u32()),
    }
}

/// Moves being appended on one edge.
struct Appender<'a, M: Mover> {
    mover: &'a M,
    code: &'a mut Code<M::Inst>,
    graph: &'a FlowGraph,
    allocation: Allocation<'a>,
    run: Run,
    /// Units that the edge itself uses.
    busy: RegMask,
}

impl<M: Mover> Appender<'_, M> {
    fn transfer(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, dst: Var, src: Var) {
        if self.code.var(dst).reg.is_some() || self.code.var(src).reg.is_some() {
            return self.mover.copy(self.code, dst, src);
        }
        let class = self.code.var(dst).class;
        self.with_register(edges, class, |this, _, through| {
            this.code.var_mut(through).bytes = this.code.var(dst).bytes;
            this.mover.copy(this.code, through, src);
            this.mover.copy(this.code, dst, through);
        });
    }

    fn set(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, dst: Var, constant: <M::Inst as MachInst>::Const) {
        if self.code.var(dst).reg.is_some() || !self.mover.needs_register(self.code, constant) {
            return self.set_to(edges, dst, constant);
        }
        let class = self.code.var(dst).class;
        self.with_register(edges, class, |this, edges, through| {
            this.code.var_mut(through).bytes = this.code.var(dst).bytes;
            this.set_to(edges, through, constant);
            this.mover.copy(this.code, dst, through);
        });
    }

    fn set_to(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, dst: Var, constant: <M::Inst as MachInst>::Const) {
        let start = self.code.insts.len() as u32;
        self.mover.set(self.code, dst, constant);
        edges.sets.push((start, self.code.insts.len() as u32, constant));
    }

    /// Calls `act` with a variable in a register of a class that may be overwritten.
    fn with_register(
        &mut self,
        edges: &mut Edges<<M::Inst as MachInst>::Const>,
        class: RegClass,
        act: impl FnOnce(&mut Self, &mut Edges<<M::Inst as MachInst>::Const>, Var),
    ) {
        let bytes = self.allocation.table.class_bytes[usize::from(class.0)];
        if let Some(reg) = self.free_register(edges, class) {
            let through = self.code.make_var(class, bytes, VarKind::Fixed(reg));
            return act(self, edges, through);
        }
        let reg = self.allocation.table.classes[usize::from(class.0)]
            .iter()
            .copied()
            .find(|&reg| self.allocation.table.units[usize::from(reg)].without(self.allocation.usable).is_empty())
            .expect("a class has a register that may be used");
        let saved = self.save_slot(edges, class, bytes);
        let victim = self.code.make_var(class, bytes, VarKind::Fixed(reg));
        let through = self.code.make_var(class, bytes, VarKind::Fixed(reg));
        self.mover.copy(self.code, saved, victim);
        act(self, edges, through);
        self.mover.copy(self.code, victim, saved);
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
        let aside = match self.free_register(edges, data.class) {
            Some(reg) => {
                self.busy = self.busy.union(self.allocation.table.units[usize::from(reg)]);
                self.code.make_var(data.class, data.bytes, VarKind::Fixed(reg))
            }
            None => self.code.make_var(data.class, data.bytes, VarKind::Memory),
        };
        self.transfer(edges, aside, src);
        aside
    }

    /// A register of a class that holds nothing on this edge.
    fn free_register(&mut self, edges: &mut Edges<<M::Inst as MachInst>::Const>, class: RegClass) -> Option<u8> {
        let Allocation { table, usable, .. } = self.allocation;
        // Constants come after all moves; no register that one has been set to may be taken for
        // another.
        let busy = self.busy.union(edges.constant_units);
        let taken = edges.occupied(self.code, self.graph, self.allocation, self.run).union(busy);
        table.classes[usize::from(class.0)].iter().copied().find(|&reg| {
            let units = table.units[usize::from(reg)];
            units.without(usable).is_empty() && units.intersection(taken).is_empty()
        })
    }
}
