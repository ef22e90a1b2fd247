//! The order of instructions, for processors that execute them in order: list scheduling, stretch by stretch.
//!
//! In: code, allocated or not, and what its instructions say of their time ([`FlowInst::timing`]). Out: the same instructions; between two that
//! stay where they are (labels, branches, calls, what orders memory or moves the stack) those that others wait for come sooner. What
//! writes a place (a register, a variable, the flags, memory) stays on its side of what reads or writes the same; of memory nothing is known
//! but whether it is read or written, so that what may trap does so with memory as it was.
//!
//! **Before allocation** ([`Scheduler::early`]) the places are variables, and more can be moved, as no register is used again; but what is
//! made sooner holds a register for longer. Of the instructions that could begin, one is taken that leaves enough registers (`values`), and
//! an order that needs more than there are is dropped unless the code needed as many. Phis and what edges carry to them are one place: if
//! the next value were made while the present one is still read, the two would need two registers and a move. **Behind it**
//! ([`Scheduler::late`]) the places are registers.
//!
//! A stretch has at most [`WINDOW`] instructions, or before allocation [`WINDOW`] times what a temporary is alive between; longer ones are
//! cut; one is changed only if a processor that begins two instructions
//! in a cycle, one access to memory among them, should be done sooner. Linear in the code, times [`WINDOW`].
//!
//! Source: [PANDA-IR] "List of the optimizations" asks for a scheduler; how it is done is ours.

mod values;

use crate::lir::{Code, EdgeSource, Effects, FlowInst, RegMask, RegTable, Role, Timing, Var, VarKind};
use crate::liveness::{Mention, Mentions, Ranges};
use crate::util::refill;
use values::Values;

/// The most instructions of a stretch, and of what one may be moved past.
pub const WINDOW: usize = 64;

/// The most instructions of a stretch before allocation, whose places and values have to be less than 65,536: none mentions as many as 32.
const MOST_TOGETHER: usize = 2048;

/// How many instructions begin in a cycle.
const WIDTH: u32 = 2;

/// A set of a stretch's instructions.
type Set = u64;

const _: () = assert!(WINDOW <= Set::BITS as usize);

/// Working memory, reused from one function to the next.
#[derive(Clone, Debug)]
pub struct Scheduler<I> {
    nodes: Vec<Node>,
    /// Of the flags, of memory, and of each register unit or variable, who wrote it last and who has read it since.
    places: Vec<Place>,
    /// The places that an instruction reads, and those that it writes.
    read: Vec<u16>,
    written: Vec<u16>,
    order: Vec<u8>,
    insts: Vec<I>,
    names: Names,
    values: Values,
}

/// Instructions of a stretch that stay together: one, or before allocation those that a temporary is alive between.
#[derive(Copy, Clone, Default, Debug)]
struct Node {
    /// Index of the first instruction behind it.
    end: usize,
    /// How many begin one after the other; copies become nothing, if all goes well.
    width: u32,
    /// How many cycles from the begin of the first to the result of the last.
    latency: u32,
    /// Whether memory is accessed.
    accesses: bool,
    /// Whose results it waits for.
    waits: Set,
    /// What it has to come after besides.
    after: Set,
    /// Which have to come after it.
    before: Set,
    /// When what it waits for is there; once all that comes before it has begun.
    ready: u32,
    /// How many cycles from its begin to the end of the stretch, if nothing else is in the way.
    height: u32,
}

#[derive(Copy, Clone, Default, Debug)]
struct Place {
    writer: Option<u8>,
    readers: Set,
}

const FLAGS: u16 = 0;
const MEMORY: u16 = 1;
/// The first that is a register unit or a variable.
const OTHERS: u16 = 2;

/// Which variables are one place, before allocation.
#[derive(Clone, Default, Debug)]
struct Names {
    /// For each variable another one in whose place it is.
    leaders: Vec<u32>,
    /// For each leader the place, and the stretch that has it, plus one.
    places: Vec<(u32, u16)>,
}

impl<I> Default for Scheduler<I> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            places: Vec::new(),
            read: Vec::new(),
            written: Vec::new(),
            order: Vec::new(),
            insts: Vec::new(),
            names: Names::default(),
            values: Values::default(),
        }
    }
}

impl<I: FlowInst> Scheduler<I> {
    /// Reorders the instructions of code that is not allocated; `free` are the register units that there are. `may` is asked before each
    /// change, with the place of the stretch. Returns whether there is any: then mentions and ranges have to be computed again.
    pub fn early(
        &mut self,
        code: &mut Code<I>,
        (mentions, ranges): (&Mentions, &Ranges),
        (table, free): (&RegTable, RegMask),
        mut may: impl FnMut(usize) -> bool,
    ) -> bool {
        self.values.begin(code, ranges, (table, free));
        self.names.begin(code, ranges);
        let (mut from, mut changes) = (0, false);
        while from < code.insts.len() {
            let to = self.collect_early(code, mentions, from);
            if to - from > 1 {
                self.find_heights();
                let shortage = self.values.shortage(0..self.nodes.len() as u8);
                self.values.restart();
                let is_sooner = self.order_them(true) < self.cycles();
                let is_better = is_sooner && self.values.shortage(self.order.iter().copied()) <= shortage;
                if is_better && may(from) {
                    self.apply(code, from);
                    changes = true;
                }
            }
            from = to.max(from + 1);
        }
        changes
    }

    /// Reorders the instructions of allocated code; `may` is asked before each change, with the place of the stretch.
    pub fn late(&mut self, code: &mut Code<I>, table: &RegTable, mut may: impl FnMut(usize) -> bool) {
        let mut from = 0;
        while from < code.insts.len() {
            let to = self.collect_late(code, table, from);
            if to - from > 1 {
                self.find_heights();
                if self.order_them(false) < self.cycles() && may(from) {
                    self.apply(code, from);
                }
            }
            from = to.max(from + 1);
        }
    }

    /// Collects the stretch that begins at an instruction; where it ends. Before allocation one ends at what prescribes a register, too:
    /// between that and the call that it is for all others have one less.
    fn collect_early(&mut self, code: &Code<I>, mentions: &Mentions, from: usize) -> usize {
        self.begin_stretch(usize::from(OTHERS));
        self.values.begin_stretch(from);
        for (at, inst) in (from..).zip(&code.insts[from..]).take(MOST_TOGETHER) {
            let mentioned = mentions.by(at);
            let is_free = |mention: &Mention| !matches!(code.var(mention.var()).kind, VarKind::Fixed(_));
            let Some(timing) = inst.timing(&code.pools).filter(|_| mentioned.iter().all(is_free)) else { break };
            let begins = !self.values.temporaries_live_before(at);
            if begins && self.nodes.len() == WINDOW || !begins && self.nodes.is_empty() {
                break;
            }
            // What lies in the frame is memory.
            let (mut loads, mut stores) = (timing.loads, timing.stores);
            for mention in mentioned {
                if code.var(mention.var()).kind == VarKind::Memory {
                    loads |= mention.reads();
                    stores |= mention.writes();
                    continue;
                }
                let place = self.names.place(mention.var().as_u32(), from, &mut self.places);
                self.read.extend(mention.reads().then_some(place));
                self.written.extend(mention.writes().then_some(place));
            }
            if begins {
                self.begin_node();
            }
            self.values.add(begins, (at, from), mentioned, |var| *code.var(var));
            let copied = inst.copied(&code.pools).map(|copy| copy.src).filter(|&source| code.var(source).kind != VarKind::Memory);
            let effects = inst.effects();
            let reads_flags = effects.reads_flags && !fault!(ScheduleEarlyOverFlags);
            self.add(at + 1, Effects { reads_flags, ..effects }, Timing { loads, stores, ..timing }, copied.is_some());
            if let Some(source) = copied {
                let place = self.names.place(source.as_u32(), from, &mut self.places);
                self.follow_readers(place);
            }
        }
        // What the last ones leave alive, others have to find.
        let end = self.nodes.last().map_or(from, |node| node.end);
        if !self.nodes.is_empty() && self.values.temporaries_live_before(end) {
            self.drop_last_node();
        }
        self.nodes.last().map_or(from, |node| node.end)
    }

    /// The same behind allocation.
    fn collect_late(&mut self, code: &Code<I>, table: &RegTable, from: usize) -> usize {
        self.begin_stretch(usize::from(OTHERS) + RegMask::BITS);
        for (at, inst) in (from..).zip(&code.insts[from..]).take(WINDOW) {
            let Some(timing) = inst.timing(&code.pools) else { break };
            let (mut read, mut written) = (RegMask::EMPTY, RegMask::EMPTY);
            let (mut loads, mut stores) = (timing.loads, timing.stores);
            inst.visit(&code.pools, |var, role| {
                let is_read = role != Role::Def;
                let is_written = role != Role::Use;
                match code.var(var).reg {
                    Some(reg) => {
                        let units = table.units[usize::from(reg)];
                        read = if is_read { read.union(units) } else { read };
                        written = if is_written { written.union(units) } else { written };
                    }
                    None => {
                        loads |= is_read;
                        stores |= is_written;
                    }
                }
            });
            self.read.extend(read.iter().map(|unit| OTHERS + u16::from(unit)));
            self.written.extend(written.iter().map(|unit| OTHERS + u16::from(unit)));
            self.begin_node();
            self.add(at + 1, inst.effects(), Timing { loads, stores, ..timing }, false);
        }
        self.nodes.last().map_or(from, |node| node.end)
    }

    fn begin_stretch(&mut self, places: usize) {
        self.nodes.clear();
        refill(&mut self.places, places, Place::default());
    }

    fn begin_node(&mut self) {
        self.nodes.push(Node::default());
    }

    /// Takes back the last node, which nothing comes after.
    fn drop_last_node(&mut self) {
        self.nodes.pop();
        let this: Set = 1 << self.nodes.len();
        for node in &mut self.nodes {
            node.before &= !this;
        }
        self.values.drop_last();
    }

    /// Adds an instruction to the last node; what it reads and writes besides flags and memory stands in `read` and `written`, which are
    /// empty afterwards.
    fn add(&mut self, end: usize, effects: Effects, timing: Timing, is_copy: bool) {
        let index = self.nodes.len() - 1;
        let this: Set = 1 << index;
        let (mut waits, mut after): (Set, Set) = (0, 0);
        let others = self.read.len();
        self.read.extend(effects.reads_flags.then_some(FLAGS));
        self.read.extend(timing.loads.then_some(MEMORY));
        for &place in &self.read {
            let place = &mut self.places[usize::from(place)];
            waits |= place.writer.map_or(0, |writer| 1 << writer);
            place.readers |= this;
        }
        self.read.truncate(others);
        if timing.tests {
            self.join_flags();
        }
        let is_lost = fault!(ScheduleOverRead);
        self.written.extend(effects.writes_flags.then_some(FLAGS));
        self.written.extend(timing.stores.then_some(MEMORY));
        for &place in &self.written {
            let place = &mut self.places[usize::from(place)];
            let readers = if is_lost { 0 } else { place.readers };
            after |= place.writer.map_or(0, |writer| 1 << writer) | readers;
            *place = Place { writer: Some(index as u8), readers: 0 };
        }
        self.read.clear();
        self.written.clear();
        let node = &mut self.nodes[index];
        node.end = end;
        node.width += u32::from(!is_copy);
        node.latency += if is_copy { 0 } else { u32::from(timing.latency) };
        node.accesses |= timing.loads || timing.stores;
        node.waits |= waits & !this;
        self.come_after(index, after & !this);
        for other in members(waits & !this) {
            self.nodes[other].before |= this;
        }
    }

    fn come_after(&mut self, index: usize, others: Set) {
        self.nodes[index].after |= others;
        for other in members(others) {
            self.nodes[other].before |= 1 << index;
        }
    }

    /// The last instruction is a copy of what is in a place: if it came before others that read that, source and copy would need two
    /// registers where one may do.
    fn follow_readers(&mut self, place: u16) {
        let index = self.nodes.len() - 1;
        self.come_after(index, self.places[usize::from(place)].readers & !(1 << index));
    }

    /// What has made a value that is compared with zero now shall set the flags in the comparison's place: nothing that reads or writes
    /// them may come between the two, if nothing is there now.
    fn join_flags(&mut self) {
        let makers = self.read.iter().filter_map(|&place| self.places[usize::from(place)].writer);
        let Some(maker) = makers.max().filter(|&maker| usize::from(maker) + 1 < self.nodes.len()) else { return };
        let Place { writer, readers } = self.places[usize::from(FLAGS)];
        let users = readers | writer.map_or(0, |writer| 1 << writer);
        if users >> maker != 0 {
            return;
        }
        self.come_after(usize::from(maker), users);
        self.places[usize::from(FLAGS)] = Place { writer: Some(maker), readers: 0 };
    }

    fn find_heights(&mut self) {
        for index in (0..self.nodes.len()).rev() {
            let node = self.nodes[index];
            let height = node.height.max(node.latency);
            self.nodes[index].height = height;
            for other in members(node.waits) {
                let other = &mut self.nodes[other];
                other.height = other.height.max(height + other.latency);
            }
            for other in members(node.after & !node.waits) {
                let other = &mut self.nodes[other];
                other.height = other.height.max(height);
            }
        }
    }

    /// When the last result is there in the order that the instructions have.
    fn cycles(&self) -> u32 {
        let mut clock = Clock::default();
        let mut done = [0; WINDOW];
        for (index, node) in self.nodes.iter().enumerate() {
            done[index] = clock.begin(node, ready(node, &done)) + node.latency;
        }
        done.into_iter().max().unwrap_or(0)
    }

    /// Finds an order: at each time the instruction that the longest chain waits for, of those that could begin, and, `within` the
    /// registers that there are, of those that leave enough. Returns when the last result is there.
    fn order_them(&mut self, within: bool) -> u32 {
        self.order.clear();
        let mut clock = Clock::default();
        let mut done = [0; WINDOW];
        let mut begun: Set = 0;
        let mut open: Set = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            open |= Set::from(node.waits | node.after == 0) << index;
        }
        while open != 0 {
            let sooner = |&index: &usize| {
                let node = &self.nodes[index];
                let excess = if within { self.values.excess(index) } else { 0 };
                (excess, clock.could_begin(node, node.ready), std::cmp::Reverse(node.height), index)
            };
            let index = members(open).min_by_key(sooner).expect("one is open");
            let Node { ready: when, latency, before, .. } = self.nodes[index];
            done[index] = clock.begin(&self.nodes[index], when) + latency;
            begun |= 1 << index;
            open &= !(1 << index);
            self.order.push(index as u8);
            if within {
                self.values.take(index);
            }
            for other in members(before) {
                let node = &mut self.nodes[other];
                if (node.waits | node.after) & !begun == 0 {
                    node.ready = ready(node, &done);
                    open |= 1 << other;
                }
            }
        }
        done.into_iter().max().unwrap_or(0)
    }

    fn apply(&mut self, code: &mut Code<I>, from: usize) {
        let end = self.nodes.last().map_or(from, |node| node.end);
        self.insts.clear();
        self.insts.extend_from_slice(&code.insts[from..end]);
        let mut at = from;
        for &index in &self.order {
            let start = usize::from(index).checked_sub(1).map_or(from, |before| self.nodes[before].end);
            let moved = &self.insts[start - from..self.nodes[usize::from(index)].end - from];
            code.insts[at..at + moved.len()].copy_from_slice(moved);
            at += moved.len();
        }
    }
}

/// When the results that an instruction waits for are there.
fn ready(node: &Node, done: &[u32; WINDOW]) -> u32 {
    members(node.waits).map(|other| done[other]).max().unwrap_or(0)
}

/// The instructions of a set.
fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The cycle that instructions begin in, and what has begun in it.
#[derive(Copy, Clone, Default, Debug)]
struct Clock {
    cycle: u32,
    begun: u32,
    accesses: bool,
}

impl Clock {
    /// The cycle in which a node could begin next, if what it waits for is there by `ready`.
    fn could_begin(&self, node: &Node, ready: u32) -> u32 {
        let is_full = node.width > 0 && (self.begun == WIDTH || (self.accesses && node.accesses));
        ready.max(self.cycle + u32::from(is_full))
    }

    /// Begins a node, instruction by instruction; the cycle of the first.
    fn begin(&mut self, node: &Node, ready: u32) -> u32 {
        let cycle = self.could_begin(node, ready);
        if cycle > self.cycle {
            *self = Self { cycle, ..Self::default() };
        }
        self.begun += node.width;
        self.accesses |= node.accesses;
        if self.begun > WIDTH {
            self.cycle += (self.begun - 1) / WIDTH;
            self.begun = (self.begun - 1) % WIDTH + 1;
        }
        cycle
    }
}

impl Names {
    fn begin<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges) {
        self.leaders.clear();
        self.leaders.extend((0..code.vars.len() as u32).map(|var| leader(ranges, Var::from_u32(var))));
        for edge in code.edges.all() {
            if let EdgeSource::Var(source) = edge.source {
                let source = source.as_u32() as usize;
                if self.leaders[source] == source as u32 {
                    self.leaders[source] = leader(ranges, edge.dest);
                }
            }
        }
        // Backwards, so that what is copied several times ends where the last copy does.
        for copy in code.insts.iter().rev().filter_map(|inst| inst.copied(&code.pools)) {
            let source = copy.src.as_u32() as usize;
            if self.leaders[source] == source as u32 {
                self.leaders[source] = self.leaders[copy.dst.as_u32() as usize];
            }
        }
        refill(&mut self.places, code.vars.len(), (0, 0));
    }

    /// The place of a variable in the stretch that begins at an instruction; a new one if it has none there.
    fn place(&mut self, var: u32, from: usize, places: &mut Vec<Place>) -> u16 {
        let (stretch, place) = &mut self.places[self.leaders[var as usize] as usize];
        if *stretch != from as u32 + 1 {
            (*stretch, *place) = (from as u32 + 1, places.len() as u16);
            places.push(Place::default());
        }
        *place
    }
}

/// The variable that stands for a phi's web, or the variable itself.
fn leader(ranges: &Ranges, var: Var) -> u32 {
    ranges.web(var).unwrap_or(var).as_u32()
}
