//! What assembly text says beside allocated code, if that is asked for: which registers are live where a
//! block begins and where it ends, and what ends at each instruction; which code is an innermost loop; and which blocks of the program
//! it was made of. [SUBZERO-DESIGN] "Debugging support" describes the first for the original.
//!
//! In: the code as it was emitted, and where each instruction lies. Out: comments. What is live is computed anew
//! and of places: units of registers and slots of the frame. A block is a run of instructions that is entered
//! at the top and left at the bottom, as in the text; one without a byte has no comment.
//!
//! Complexity: a few rounds over instructions and places, as control flow asks for.

use rustc_hash::FxHashMap;

use crate::lir::{Code, FlowInst, Home, RegMask, RegTable, Var};
use crate::liveness::flow::{FlowGraph, Run, RunData};
use crate::liveness::mentions::{Mention, Mentions};
use crate::mc::{Comment, CommentPlace};
use crate::options::Remarks;

/// What a comment on blocks begins with; their names follow.
pub const BLOCK: &str = "Block=";

/// A set of places: units of registers, and slots by number.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Places {
    units: RegMask,
    slots: Vec<u64>,
}

impl Places {
    fn none(slots: usize) -> Self {
        Self { units: RegMask::EMPTY, slots: vec![0; slots.div_ceil(64)] }
    }

    fn add_all(&mut self, other: &Places) {
        self.units = self.units.union(other.units);
        self.slots.iter_mut().zip(&other.slots).for_each(|(word, other)| *word |= other);
    }
}

/// Where a variable is.
#[derive(Copy, Clone, Debug)]
enum Place {
    Register(RegMask),
    Slot(usize),
    Nowhere,
}

/// What is asked about.
struct Liveness<'a, I: FlowInst> {
    code: &'a Code<I>,
    table: &'a RegTable,
    mentions: Mentions,
    graph: FlowGraph,
    slots: FxHashMap<(bool, u32), usize>,
    /// What is live where a run begins.
    at_start: Vec<Places>,
}

impl<'a, I: FlowInst> Liveness<'a, I> {
    fn of(code: &'a Code<I>, table: &'a RegTable) -> Self {
        let (mentions, mut graph, mut slots) = (Mentions::of(code), FlowGraph::default(), FxHashMap::default());
        graph.compute(code, &mentions);
        for data in &code.vars {
            if let Some(slot) = slot_of(data.home).filter(|_| data.reg.is_none()) {
                let next = slots.len();
                slots.entry(slot).or_insert(next);
            }
        }
        let at_start = vec![Places::none(slots.len()); graph.runs().len()];
        let mut this = Self { code, table, mentions, graph, slots, at_start };
        while this.round() {}
        this
    }

    /// Goes over all runs once, backwards; whether anything is live that was not before.
    fn round(&mut self) -> bool {
        let mut is_new = false;
        for number in (0..self.graph.runs().len()).rev() {
            let run = self.graph.runs()[number];
            let mut live = self.at_end(number);
            (run.start..run.end).rev().for_each(|index| self.step(index, &mut live));
            is_new |= live != self.at_start[number];
            self.at_start[number] = live;
        }
        is_new
    }

    /// What is live where a run ends.
    fn at_end(&self, run: usize) -> Places {
        let mut live = Places::none(self.slots.len());
        let succs = self.graph.succs(Run::from_u32(run as u32));
        succs.iter().for_each(|succ| live.add_all(&self.at_start[succ.as_u32() as usize]));
        live
    }

    fn place(&self, var: Var) -> Place {
        let data = self.code.var(var);
        match (data.reg, slot_of(data.home)) {
            (Some(reg), _) => Place::Register(self.table.units[usize::from(reg)]),
            (None, Some(slot)) => Place::Slot(self.slots[&slot]),
            (None, None) => Place::Nowhere,
        }
    }

    /// Makes what is live after an instruction what is live before it.
    fn step(&self, index: u32, live: &mut Places) {
        let index = index as usize;
        let mentions = self.mentions.by(index);
        mentions.iter().filter(|mention| mention.writes()).for_each(|mention| self.set(*mention, live, false));
        let clobbers = self.code.insts[index].clobbers(&self.code.pools);
        live.units = live.units.without(clobbers);
        mentions.iter().filter(|mention| mention.reads()).for_each(|mention| self.set(*mention, live, true));
    }

    fn set(&self, mention: Mention, live: &mut Places, is_live: bool) {
        match self.place(mention.var()) {
            Place::Register(units) if is_live => live.units = live.units.union(units),
            Place::Register(units) => live.units = live.units.without(units),
            Place::Slot(slot) if is_live => live.slots[slot / 64] |= 1 << (slot % 64),
            Place::Slot(slot) => live.slots[slot / 64] &= !(1 << (slot % 64)),
            Place::Nowhere => {}
        }
    }

    /// The variables that an instruction reads in places that hold nothing after it, given what is live then;
    /// one for each place.
    fn ended(&self, index: u32, after: &Places) -> Vec<Var> {
        let mut seen = Places::none(self.slots.len());
        let mut ended = Vec::new();
        for mention in self.mentions.by(index as usize).iter().filter(|mention| mention.reads()) {
            let is_last = match self.place(mention.var()) {
                Place::Register(units) => {
                    let held = after.units.union(seen.units);
                    held.intersection(units).is_empty()
                }
                Place::Slot(slot) => (after.slots[slot / 64] | seen.slots[slot / 64]) >> (slot % 64) & 1 == 0,
                Place::Nowhere => false,
            };
            if is_last {
                self.set(*mention, &mut seen, true);
                ended.push(mention.var());
            }
        }
        ended
    }
}

fn slot_of(home: Home) -> Option<(bool, u32)> {
    match home {
        Home::Incoming(offset) => Some((true, offset)),
        Home::Frame(offset) => Some((false, offset)),
        Home::None => None,
    }
}

/// The comments on a function's code. `marks` are numbers of instructions and where these lie, in order; the last
/// one is the end of the code; `blocks` are the names of the function's blocks, if they are asked for.
pub(super) fn of<I: FlowInst>(
    code: &Code<I>,
    (table, reg_name): (&RegTable, impl Fn(u8) -> String),
    marks: impl Iterator<Item = (u32, u32)>,
    (remarks, blocks): (Remarks, &[String]),
) -> Vec<Comment> {
    let liveness = Liveness::of(code, table);
    let offsets = Offsets(marks.collect());
    let mut comments = if remarks.loops { on_loops(&liveness.graph, &offsets) } else { Vec::new() };
    if remarks.blocks {
        on_blocks(&liveness.graph, &offsets, blocks, &mut comments);
    }
    if remarks.liveness {
        on_liveness(&liveness, &reg_name, &offsets, &mut comments);
    }
    // The sort is stable: of those on loops, an end comes before what begins there.
    comments.sort_by_key(|comment| (comment.offset, comment.place));
    comments
}

/// Where each instruction lies, in bytes from the beginning of the function.
struct Offsets(Vec<(u32, u32)>);

impl Offsets {
    /// Where the instruction with a number begins; of those that were emitted together, all of them.
    fn of(&self, index: u32) -> u32 {
        self.0[self.0.partition_point(|mark| mark.0 <= index).saturating_sub(1)].1
    }

    /// Where it ends.
    fn end_of(&self, index: u32) -> u32 {
        self.0[self.0.partition_point(|mark| mark.0 <= index).min(self.0.len() - 1)].1
    }

    /// Where a run begins and ends.
    fn of_run(&self, run: RunData) -> (u32, u32) {
        (self.of(run.start), self.end_of(run.end - 1))
    }
}

/// Which blocks of the program code was made of, where other code begins.
fn on_blocks(graph: &FlowGraph, offsets: &Offsets, names: &[String], comments: &mut Vec<Comment>) {
    let mut last = None;
    for run in graph.runs() {
        let (start, end) = offsets.of_run(*run);
        let name = names.get(run.block.as_u32() as usize);
        if start < end && name != last {
            let text = format!("{BLOCK}{}", name.map_or("", String::as_str));
            comments.push(Comment { offset: start, place: CommentPlace::Below, text });
            last = name;
        }
    }
}

/// What lives where a block begins and ends, and what ends at each instruction.
fn on_liveness<I: FlowInst>(
    liveness: &Liveness<'_, I>,
    reg_name: &impl Fn(u8) -> String,
    offsets: &Offsets,
    comments: &mut Vec<Comment>,
) {
    let Liveness { code, table, .. } = *liveness;
    for (number, run) in liveness.graph.runs().iter().enumerate() {
        let (start, end) = offsets.of_run(*run);
        if start == end {
            continue;
        }
        let registers = |units| register_names(units, table, reg_name);
        let mut live = liveness.at_end(number);
        let text = format!("LiveOut={}", registers(live.units));
        comments.push(Comment { offset: end, place: CommentPlace::Above, text });
        let mut at_first = live.units;
        for index in (run.start..run.end).rev() {
            let names: Vec<String> = liveness.ended(index, &live).into_iter().map(|var| name(code, var, reg_name)).collect();
            if !names.is_empty() {
                let text = format!("END={}", names.join(","));
                comments.push(Comment { offset: offsets.end_of(index), place: CommentPlace::Behind, text });
            }
            liveness.step(index, &mut live);
            if offsets.end_of(index) > start {
                at_first = live.units;
            }
        }
        // Arguments are there before the first instruction that has a byte, whatever says that they come.
        let text = format!("LiveIn={}", registers(at_first));
        comments.push(Comment { offset: start, place: CommentPlace::Below, text });
    }
}

/// Where the innermost loops begin and end, in the words of `llvm-mca` ("USING MARKERS TO ANALYZE SPECIFIC CODE BLOCKS" in
/// its manual). A loop is here what lies between the target of a branch backwards and that branch, as the text has it.
fn on_loops(graph: &FlowGraph, offsets: &Offsets) -> Vec<Comment> {
    let mut comments = Vec::new();
    // The targets of branches backwards from what came so far: of several loops with one end the shortest is innermost,
    // and one that begins before the last one that was marked contains that.
    let mut marked_to = None;
    for (number, run) in graph.runs().iter().enumerate() {
        let succs = graph.succs(Run::from_u32(number as u32));
        let backwards = succs.iter().map(|succ| succ.as_u32()).filter(|succ| *succ as usize <= number).max();
        let Some(first) = backwards.filter(|first| marked_to.is_none_or(|last| *first > last)) else { continue };
        let (start, end) = (offsets.of(graph.runs()[first as usize].start), offsets.of_run(*run).1);
        if start < end {
            marked_to = Some(number as u32);
            let text = |word| format!("LLVM-MCA-{word} loop{number}");
            comments.push(Comment { offset: end, place: CommentPlace::Above, text: text("END") });
            comments.push(Comment { offset: start, place: CommentPlace::Below, text: text("BEGIN") });
        }
    }
    comments
}

/// The names of registers that consist of these units: the widest that do.
fn register_names(mut units: RegMask, table: &RegTable, reg_name: &impl Fn(u8) -> String) -> String {
    let mut wide: Vec<usize> = (0..table.units.len()).collect();
    wide.sort_by_key(|&reg| std::cmp::Reverse(table.units[reg].len()));
    let mut found: Vec<usize> = Vec::new();
    for reg in wide {
        let own = table.units[reg];
        if !own.is_empty() && own.without(units).is_empty() {
            units = units.without(own);
            found.push(reg);
        }
    }
    found.sort_unstable();
    found.into_iter().map(|reg| reg_name(reg as u8)).collect::<Vec<_>>().join(",")
}

/// Where a variable is, as `-print-after` has it.
fn name<I: FlowInst>(code: &Code<I>, var: Var, reg_name: &impl Fn(u8) -> String) -> String {
    let data = code.var(var);
    match (data.reg, data.home) {
        (Some(reg), _) => reg_name(reg),
        (None, Home::Incoming(offset)) => format!("args+{offset}"),
        (None, Home::Frame(offset)) => format!("frame+{offset}"),
        (None, Home::None) => String::new(),
    }
}
