//! The order of allocated instructions, for processors that execute them in order: list scheduling, stretch by stretch.
//!
//! In: allocated code and what its instructions say of their time ([`FlowInst::timing`]). Out: the same instructions; between two that
//! stay where they are (labels, branches, calls, what orders memory or moves the stack) those that others wait for come sooner. What
//! writes a register, the flags or memory stays on its side of what reads or writes the same; of memory nothing is known but whether it is
//! read or written, so that what may trap does so with memory as it was.
//!
//! A stretch has at most [`WINDOW`] instructions, longer ones are cut; one is changed only if a processor that begins two instructions
//! in a cycle, one access to memory among them, should be done sooner. Linear in the code, times [`WINDOW`].
//!
//! Source: [PANDA-IR] "List of the optimizations" asks for a scheduler; how it is done is ours.

use crate::lir::{Code, FlowInst, RegMask, RegTable, Role, Timing};

/// The most instructions of a stretch, and of what one may be moved past.
pub const WINDOW: usize = 64;

/// How many instructions begin in a cycle.
const WIDTH: u32 = 2;

/// A set of a stretch's instructions.
type Set = u64;

const _: () = assert!(WINDOW <= Set::BITS as usize);

/// Working memory, reused from one function to the next.
#[derive(Clone, Debug)]
pub struct Scheduler<I> {
    nodes: Vec<Node>,
    /// Of each register unit, then of the flags, then of memory, who wrote it last and who has read it since.
    places: Vec<Place>,
    order: Vec<u8>,
    insts: Vec<I>,
}

/// An instruction of a stretch.
#[derive(Copy, Clone, Default, Debug)]
struct Node {
    timing: Timing,
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

const FLAGS: usize = RegMask::BITS;
const MEMORY: usize = RegMask::BITS + 1;

impl<I> Default for Scheduler<I> {
    fn default() -> Self {
        Self { nodes: Vec::new(), places: vec![Place::default(); RegMask::BITS + 2], order: Vec::new(), insts: Vec::new() }
    }
}

impl<I: FlowInst> Scheduler<I> {
    /// Reorders a function's instructions; `may` is asked before each change, with the place of the stretch.
    pub fn run(&mut self, code: &mut Code<I>, table: &RegTable, mut may: impl FnMut(usize) -> bool) {
        let mut from = 0;
        while from < code.insts.len() {
            let to = self.collect(code, table, from);
            if to - from > 1 {
                self.find_heights();
                let before = self.cycles((0..self.nodes.len()).map(|index| index as u8));
                if self.order_them() < before && may(from) {
                    self.apply(code, from);
                }
            }
            from = to.max(from + 1);
        }
    }

    /// Collects the stretch that begins at an instruction; where it ends.
    fn collect(&mut self, code: &Code<I>, table: &RegTable, from: usize) -> usize {
        self.nodes.clear();
        self.places.fill(Place::default());
        for inst in code.insts[from..].iter().take(WINDOW) {
            let Some(timing) = inst.timing(&code.pools) else { break };
            self.add(code, table, inst, timing);
        }
        from + self.nodes.len()
    }

    fn add(&mut self, code: &Code<I>, table: &RegTable, inst: &I, timing: Timing) {
        let index = self.nodes.len() as u8;
        let (mut read, mut written) = (RegMask::EMPTY, RegMask::EMPTY);
        // What lies in the frame is memory.
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
        let effects = inst.effects();
        let mut node = Node { timing: Timing { loads, stores, ..timing }, ..Node::default() };
        let reads = read.iter().map(usize::from).chain(effects.reads_flags.then_some(FLAGS)).chain(loads.then_some(MEMORY));
        for place in reads {
            let place = &mut self.places[place];
            node.waits |= place.writer.map_or(0, |writer| 1 << writer);
            place.readers |= 1 << index;
        }
        if timing.tests {
            self.join_flags(read);
        }
        let is_lost = fault!(ScheduleOverRead);
        let writes = written.iter().map(usize::from).chain(effects.writes_flags.then_some(FLAGS)).chain(stores.then_some(MEMORY));
        for place in writes {
            let place = &mut self.places[place];
            let readers = if is_lost { 0 } else { place.readers & !(1 << index) };
            node.after |= place.writer.map_or(0, |writer| 1 << writer) | readers;
            *place = Place { writer: Some(index), readers: 0 };
        }
        for other in members(node.waits | node.after) {
            self.nodes[other].before |= 1 << index;
        }
        self.nodes.push(node);
    }

    /// What has made a value that is compared with zero now shall set the flags in the comparison's place: nothing that reads or writes
    /// them may come between the two, if nothing is there now.
    fn join_flags(&mut self, read: RegMask) {
        let Some(maker) = read.iter().filter_map(|unit| self.places[usize::from(unit)].writer).max() else { return };
        let Place { writer, readers } = self.places[FLAGS];
        let users = readers | writer.map_or(0, |writer| 1 << writer);
        if users >> maker != 0 {
            return;
        }
        self.nodes[usize::from(maker)].after |= users;
        for other in members(users) {
            self.nodes[other].before |= 1 << maker;
        }
        self.places[FLAGS] = Place { writer: Some(maker), readers: 0 };
    }

    fn find_heights(&mut self) {
        for index in (0..self.nodes.len()).rev() {
            let node = self.nodes[index];
            let height = node.height.max(u32::from(node.timing.latency));
            self.nodes[index].height = height;
            for other in members(node.waits) {
                let other = &mut self.nodes[other];
                other.height = other.height.max(height + u32::from(other.timing.latency));
            }
            for other in members(node.after & !node.waits) {
                let other = &mut self.nodes[other];
                other.height = other.height.max(height);
            }
        }
    }

    /// When the last result of an order is there.
    fn cycles(&self, order: impl Iterator<Item = u8>) -> u32 {
        let mut clock = Clock::default();
        let mut done = [0; WINDOW];
        let mut end = 0;
        for index in order {
            let node = &self.nodes[usize::from(index)];
            clock.begin(node.timing, ready(node, &done));
            done[usize::from(index)] = clock.cycle + u32::from(node.timing.latency);
            end = end.max(done[usize::from(index)]);
        }
        end
    }

    /// Finds an order: at each time the instruction that the longest chain waits for, of those that could begin. Returns when the
    /// last result is there.
    fn order_them(&mut self) -> u32 {
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
                (clock.could_begin(node.timing, node.ready), std::cmp::Reverse(node.height), index)
            };
            let index = members(open).min_by_key(sooner).expect("one is open");
            let Node { timing, ready: when, before, .. } = self.nodes[index];
            clock.begin(timing, when);
            done[index] = clock.cycle + u32::from(timing.latency);
            begun |= 1 << index;
            open &= !(1 << index);
            self.order.push(index as u8);
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
        self.insts.clear();
        self.insts.extend_from_slice(&code.insts[from..from + self.order.len()]);
        for (at, &index) in self.order.iter().enumerate() {
            code.insts[from + at] = self.insts[usize::from(index)];
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
    /// The cycle in which an instruction could begin next.
    fn could_begin(&self, timing: Timing, ready: u32) -> u32 {
        let is_full = self.begun == WIDTH || (self.accesses && (timing.loads || timing.stores));
        ready.max(self.cycle + u32::from(is_full))
    }

    fn begin(&mut self, timing: Timing, ready: u32) {
        let cycle = self.could_begin(timing, ready);
        if cycle > self.cycle {
            *self = Self { cycle, ..Self::default() };
        }
        self.begun += 1;
        self.accesses |= timing.loads || timing.stores;
    }
}
