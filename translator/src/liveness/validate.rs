//! The live-range validator: checks [`Ranges`] against an independent computation.
//!
//! In: lowered code and its ranges, before allocation. Out: nothing, or the first difference with
//! its variable, position and instruction.
//!
//! The computation is the classic one and shares nothing with [`super::ranges`] or [`super::flow`]:
//! stretches of code between labels and jumps, found here; bit sets of what is live at the start of
//! each, iterated until nothing changes; then a walk over the instructions that notes from where to
//! where each variable is live. Only a variable that some stretch reads before it writes it, or
//! that an edge carries to a phi, can be live where a stretch begins; the others need no bit. A
//! definition without uses takes one position. Nothing but arguments that stay in the caller's
//! frame and what lives in memory only may be live where the function begins: it would be read without having been written. What the allocator is told of how variables are
//! written (how often, and whether widely) is recounted too.
//!
//! Complexity: stretches times the variables that are live across their borders, by 64, times the
//! depth of loops; n log n in segments.

use std::ops::Range;

use super::ranges::{Ranges, Segment};
use crate::lir::{Code, EdgeSource, Flow, FlowInst, Home, Label, Role, Var, VarData, VarKind};

/// What is wrong: one line.
pub type Problem = String;

/// Checks that `ranges` are the ranges of `code`, and that no variable is read before it is written:
/// none at least that may be in a register, of kind [`VarKind::Any`] only if `may_be_in_registers`.
///
/// # Errors
/// If they are not: says which variable is live where it should not be, or the reverse.
pub fn validate<I: FlowInst>(code: &Code<I>, ranges: &Ranges, may_be_in_registers: bool) -> Result<(), Problem> {
    let liveness = Liveness::new(code);
    if let Some(var) = liveness.unwritten(may_be_in_registers) {
        return Err(format!("{var} is read, and on a way from the entry nothing writes it"));
    }
    let mut expected = liveness.segments();
    // Stable: the segments of a variable were found in order.
    expected.sort_by_key(|&(var, _)| var.as_u32());
    let mut expected = expected.into_iter().peekable();
    for var in (0..code.vars.len() as u32).map(Var::from_u32) {
        let mut found = ranges.segments(var);
        loop {
            let want = expected.next_if(|&(owner, _)| owner == var).map(|(_, segment)| segment);
            let got = found.next();
            if want != got {
                return Err(difference(code, var, want, got));
            }
            if got.is_none() {
                break;
            }
        }
        let length: u32 = ranges.segments(var).map(|segment| segment.end - segment.start).sum();
        if ranges.length(var) != length {
            return Err(format!("{var} is said to live at {} positions, and its segments have {length}", ranges.length(var)));
        }
    }
    check_reads(code, ranges)?;
    check_writes(code, ranges)
}

/// Describes the first position where two segments differ.
fn difference<I: FlowInst>(code: &Code<I>, var: Var, want: Option<Segment>, got: Option<Segment>) -> Problem {
    let (position, live) = match (want, got) {
        (Some(want), Some(got)) if want.start != got.start => (want.start.min(got.start), want.start < got.start),
        (Some(want), Some(got)) => (want.end.min(got.end), want.end > got.end),
        (Some(want), None) => (want.start, true),
        (_, got) => (got.map_or(0, |got| got.start), false),
    };
    let is = if live { "is live there, but its range leaves it out" } else { "is dead there, but its range says it lives" };
    let inst = code.insts.get(position as usize / 2);
    let show =
        |segment: Option<Segment>| segment.map_or("nothing".into(), |segment| format!("{}..{}", segment.start, segment.end));
    format!("live range of {var}, position {position}, {inst:?}: {var} {is} (segment {}, expected {})", show(got), show(want))
}

/// What counts as unread must not be read; what instructions read is counted again.
fn check_reads<I: FlowInst>(code: &Code<I>, ranges: &Ranges) -> Result<(), Problem> {
    let mut outcome = Ok(());
    let mut counts = vec![0; code.vars.len()];
    let mut read = |var: Var| {
        if ranges.is_unread(var) {
            outcome = Err(format!("{var} is read, but it counts as unread"));
        }
    };
    for inst in &code.insts {
        inst.visit(&code.pools, |var, role| {
            if role != Role::Def {
                read(var);
                counts[var.as_u32() as usize] += 1;
            }
        });
    }
    for block in (0..code.edges.blocks() as u32).map(Label::from_u32) {
        // Edges to phis that are unread themselves carry too.
        for edge in code.edges.leaving(block) {
            if let EdgeSource::Var(var) = edge.source {
                read(var);
            }
        }
    }
    let differs = |&(var, count): &(Var, u32)| ranges.reads(var) != count;
    if let Some((var, count)) = (0..).map(Var::from_u32).zip(counts).find(differs) {
        return Err(format!("{var} is read {count} times, but {} are counted", ranges.reads(var)));
    }
    outcome
}

/// Recounts how variables are written.
fn check_writes<I: FlowInst>(code: &Code<I>, ranges: &Ranges) -> Result<(), Problem> {
    let mut writes = vec![(0, false); code.vars.len()];
    for inst in &code.insts {
        let wide = inst.is_wide(&code.pools);
        inst.visit(&code.pools, |var, role| {
            if role != Role::Use {
                let (count, is_wide) = &mut writes[var.as_u32() as usize];
                *count += 1;
                *is_wide |= wide;
            }
        });
        if let Flow::Bind(label) = inst.flow() {
            code.edges.phis(label).iter().for_each(|phi| writes[phi.as_u32() as usize].0 += 1);
        }
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for edge in code.edges.all() {
            let wide = match edge.source {
                EdgeSource::Var(source) => writes[source.as_u32() as usize].1,
                EdgeSource::Const(_) => code.var(edge.dest).bytes > 4,
            };
            if wide && !writes[edge.dest.as_u32() as usize].1 {
                writes[edge.dest.as_u32() as usize].1 = true;
                changed = true;
            }
        }
    }
    for (index, (count, wide)) in writes.into_iter().enumerate() {
        let var = Var::from_u32(index as u32);
        if ranges.defs(var) != count {
            return Err(format!("{var} is written {count} times, but {} are counted", ranges.defs(var)));
        }
        if ranges.is_wide(var) != wide {
            return Err(format!("whether {var} may be wide: {wide}, but it counts as the opposite"));
        }
    }
    Ok(())
}

/// No stretch begins there.
const NOWHERE: u32 = u32::MAX;

/// A stretch of code.
struct Stretch {
    insts: Range<usize>,
    /// The block of the IR that it belongs to: whose edges leave it.
    block: Label,
    succs: Vec<u32>,
}

/// The computation.
struct Liveness<'a, I: FlowInst> {
    code: &'a Code<I>,
    stretches: Vec<Stretch>,
    /// The column of each variable that has one.
    column: Vec<Option<u32>>,
    /// The variables that have columns.
    wide_lived: Vec<Var>,
    /// For each stretch a row of bits.
    live_in: Vec<u64>,
    words: usize,
}

impl<'a, I: FlowInst> Liveness<'a, I> {
    fn new(code: &'a Code<I>) -> Self {
        let column = vec![None; code.vars.len()];
        let mut this = Self { code, stretches: Vec::new(), column, wide_lived: Vec::new(), live_in: Vec::new(), words: 0 };
        this.split();
        this.find_columns();
        this.iterate();
        this
    }

    /// Cuts the code into stretches and connects them.
    fn split(&mut self) {
        let code = self.code;
        let mut begins = vec![NOWHERE; code.label_count()];
        let (mut start, mut block) = (0, Label::from_u32(0));
        for (index, inst) in code.insts.iter().enumerate() {
            if let Flow::Bind(label) = inst.flow() {
                self.cut(&mut start, index, block);
                begins[label.as_u32() as usize] = self.stretches.len() as u32;
                if code.edges.is_block(label) {
                    block = label;
                }
            }
            if matches!(inst.flow(), Flow::Branch | Flow::Jump | Flow::Exit) {
                self.cut(&mut start, index + 1, block);
            }
        }
        self.cut(&mut start, code.insts.len(), block);
        let count = self.stretches.len() as u32;
        for (number, stretch) in self.stretches.iter_mut().enumerate() {
            let last = &code.insts[stretch.insts.end - 1];
            last.targets(&code.pools, |label| stretch.succs.push(begins[label.as_u32() as usize]));
            if !matches!(last.flow(), Flow::Jump | Flow::Exit) {
                stretch.succs.push(number as u32 + 1);
            }
            stretch.succs.retain(|&succ| succ < count);
        }
    }

    fn cut(&mut self, start: &mut usize, end: usize, block: Label) {
        if *start < end {
            self.stretches.push(Stretch { insts: *start..end, block, succs: Vec::new() });
            *start = end;
        }
    }

    /// Gives columns to the variables that can be live where a stretch begins.
    fn find_columns(&mut self) {
        let code = self.code;
        let mut written_in = vec![NOWHERE; code.vars.len()];
        for number in 0..self.stretches.len() {
            for index in self.stretches[number].insts.clone() {
                let inst = &code.insts[index];
                inst.visit(&code.pools, |var, role| {
                    if role != Role::Def && written_in[var.as_u32() as usize] != number as u32 {
                        self.give_column(var);
                    }
                });
                inst.visit(&code.pools, |var, role| {
                    if role != Role::Use {
                        written_in[var.as_u32() as usize] = number as u32;
                    }
                });
            }
        }
        for edge in code.edges.all() {
            if let EdgeSource::Var(var) = edge.source {
                self.give_column(var);
            }
        }
        self.words = self.wide_lived.len().div_ceil(64);
        self.live_in.resize(self.words * self.stretches.len(), 0);
    }

    fn give_column(&mut self, var: Var) {
        let column = &mut self.column[var.as_u32() as usize];
        if column.is_none() {
            *column = Some(self.wide_lived.len() as u32);
            self.wide_lived.push(var);
        }
    }

    fn set(&self, row: &mut [u64], var: Var, live: bool) {
        if let Some(column) = self.column[var.as_u32() as usize] {
            let bit = 1 << (column % 64);
            let word = &mut row[column as usize / 64];
            *word = if live { *word | bit } else { *word & !bit };
        }
    }

    /// What is live at the end of a stretch.
    fn live_out(&self, number: usize) -> Vec<u64> {
        let mut row = vec![0; self.words];
        let stretch = &self.stretches[number];
        for &succ in &stretch.succs {
            let live_in = &self.live_in[succ as usize * self.words..][..self.words];
            row.iter_mut().zip(live_in).for_each(|(word, more)| *word |= more);
        }
        for &succ in &stretch.succs {
            let first = &self.code.insts[self.stretches[succ as usize].insts.start];
            let Flow::Bind(label) = first.flow() else { continue };
            for edge in self.code.edges.on_edge(stretch.block, label) {
                if let EdgeSource::Var(var) = edge.source {
                    self.set(&mut row, var, true);
                }
            }
        }
        row
    }

    /// What is live at the start of a stretch.
    fn transfer(&self, number: usize) -> Vec<u64> {
        let mut row = self.live_out(number);
        for index in self.stretches[number].insts.clone().rev() {
            let inst = &self.code.insts[index];
            if let Flow::Bind(label) = inst.flow() {
                self.code.edges.phis(label).iter().for_each(|&phi| self.set(&mut row, phi, false));
            }
            for live in [false, true] {
                inst.visit(&self.code.pools, |var, role| {
                    if (role != Role::Def) == live {
                        self.set(&mut row, var, live);
                    }
                });
            }
        }
        row
    }

    fn iterate(&mut self) {
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); self.stretches.len()];
        for (number, stretch) in self.stretches.iter().enumerate() {
            stretch.succs.iter().for_each(|&succ| preds[succ as usize].push(number as u32));
        }
        let mut work: Vec<u32> = (0..self.stretches.len() as u32).collect();
        let mut waits = vec![true; self.stretches.len()];
        while let Some(number) = work.pop() {
            let number = number as usize;
            waits[number] = false;
            let row = self.transfer(number);
            let old = &mut self.live_in[number * self.words..][..self.words];
            if *old != *row {
                old.copy_from_slice(&row);
                for &pred in &preds[number] {
                    if !std::mem::replace(&mut waits[pred as usize], true) {
                        work.push(pred);
                    }
                }
            }
        }
    }

    /// A variable that is live where the function begins although nobody has written it there. An
    /// argument in a register is written by an instruction; one that stays in the caller's frame is
    /// there from the start. What lives in memory only is written piece by piece, through its address:
    /// its range begins with the function.
    fn unwritten(&self, may_be_in_registers: bool) -> Option<Var> {
        let row = self.live_in.get(..self.words)?;
        let is_live = |index: usize| row[index / 64] >> (index % 64) & 1 != 0;
        let is_there = |var| {
            let VarData { home, kind, .. } = *self.code.var(var);
            let in_memory = kind == VarKind::Memory || kind == VarKind::Any && !may_be_in_registers;
            in_memory || matches!(home, Home::Incoming(_))
        };
        (0..self.wide_lived.len()).filter(|&index| is_live(index)).map(|index| self.wide_lived[index]).find(|&var| !is_there(var))
    }

    /// The segments, ascending for each variable.
    fn segments(&self) -> Vec<(Var, Segment)> {
        let mut all: Vec<(Var, Segment)> = Vec::new();
        // For each variable its latest segment.
        let mut latest: Vec<Option<usize>> = vec![None; self.code.vars.len()];
        let mut until = vec![None; self.code.vars.len()];
        let mut pieces = Vec::new();
        for number in 0..self.stretches.len() {
            self.pieces(number, &mut until, &mut pieces);
            pieces.sort_unstable_by_key(|&(var, segment): &(Var, Segment)| (var.as_u32(), segment.start));
            for (var, piece) in pieces.drain(..) {
                let before = &mut latest[var.as_u32() as usize];
                match before.filter(|&before| all[before].1.end == piece.start) {
                    Some(before) => all[before].1.end = piece.end,
                    None => {
                        *before = Some(all.len());
                        all.push((var, piece));
                    }
                }
            }
        }
        all
    }

    /// The segments of one stretch in any order. `until` says where the open ones end; it comes and
    /// goes empty.
    fn pieces(&self, number: usize, until: &mut [Option<u32>], pieces: &mut Vec<(Var, Segment)>) {
        let Range { start, end } = self.stretches[number].insts;
        let mut open = Vec::new();
        for (word, bits) in self.live_out(number).into_iter().enumerate() {
            for bit in (0..64).filter(|bit| bits >> bit & 1 != 0) {
                let var = self.wide_lived[word * 64 + bit];
                until[var.as_u32() as usize] = Some(2 * end as u32);
                open.push(var);
            }
        }
        for index in (start..end).rev() {
            let (read, written) = (2 * index as u32, 2 * index as u32 + 1);
            let inst = &self.code.insts[index];
            let before = pieces.len();
            let mut define = |var: Var, starts: bool| {
                // An instruction may name what it writes twice.
                if pieces[before..].iter().any(|&(other, _)| other == var) {
                    return;
                }
                let end = until[var.as_u32() as usize].unwrap_or(written + 1);
                until[var.as_u32() as usize] = (!starts).then_some(end);
                if starts {
                    pieces.push((var, Segment { start: written, end }));
                } else {
                    open.push(var);
                }
            };
            if let Flow::Bind(label) = inst.flow() {
                self.code.edges.phis(label).iter().for_each(|&phi| define(phi, true));
            }
            inst.visit(&self.code.pools, |var, role| {
                if role != Role::Use {
                    define(var, role == Role::Def);
                }
            });
            inst.visit(&self.code.pools, |var, role| {
                if role == Role::Use {
                    until[var.as_u32() as usize].get_or_insert(read + 1);
                    open.push(var);
                }
            });
        }
        for var in open {
            if let Some(end) = until[var.as_u32() as usize].take() {
                pieces.push((var, Segment { start: 2 * start as u32, end }));
            }
        }
    }
}
