//! Live ranges: for each variable the segments of positions at which it holds a value that is still
//! read.
//!
//! In: lowered code and its [`FlowGraph`]. Out: [`Ranges`]. Three steps: which runs read a variable
//! before writing it, and which edges carry it; from these, backwards along the graph to the runs
//! that write it, which gives the ends and starts of runs at which its liveness ends and starts,
//! seen backwards; then one walk over all instructions, last to first, that opens a segment at a
//! last use and closes it at a definition. A variable that lives through many runs in a row stays
//! open.
//!
//! The same walk adds up what each variable's mentions weigh, by the frequency of the run that they
//! stand in.

mod webs;

use super::closed_loops::{ClosedLoop, ClosedLoops};
use super::flow::{FlowGraph, Run, RunData};
use super::mentions::Mentions;
use super::passages::Passages;
use super::sets::Sets;
use crate::lir::{Code, EdgeSource, Flow, FlowInst, Label, Var, VarKind};
use crate::util::refill;
use webs::Webs;

/// A stretch of positions, from `start` to before `end`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// First position.
    pub start: u32,
    /// Position after the last.
    pub end: u32,
}

/// Ends a list.
const NONE: u32 = u32::MAX;

/// Stands for no segment.
const NOWHERE: Segment = Segment { start: u32::MAX, end: u32::MAX };

impl Segment {
    #[inline]
    fn is_somewhere(self) -> bool {
        self.start != NOWHERE.start
    }
}

/// A segment and the one that follows it in its variable's list.
#[derive(Copy, Clone, Debug)]
struct Node {
    segment: Segment,
    next: u32,
}

/// An element of a list that is built from the back.
#[derive(Copy, Clone, Debug)]
struct Link {
    item: u32,
    next: u32,
}

/// What is known of a variable.
#[derive(Copy, Clone, Debug)]
struct VarState {
    /// Its first segment; [`NOWHERE`] if it is not mentioned.
    first: Segment,
    /// The list of the others.
    others: u32,
    /// The run that it was last seen in, plus one, in the first step; where the open segment ends,
    /// in the third.
    mark: u32,
    /// The only run that writes it before it reads it; [`MANY`] if there are several.
    writer: u32,
    /// How often it is written.
    defs: u32,
    /// How many mentions of instructions read it.
    reads: u32,
    /// Index of the last instruction that writes it, plus one.
    written_at: u32,
    /// Sum over its mentions of the frequency of their runs.
    weight: f32,
    /// The positions that its segments have together, if there are several.
    length: u32,
    /// Whether something that writes it may leave more than its size in a register.
    wide: bool,
    /// Whether an edge carries it to a phi.
    carried: bool,
}

impl VarState {
    /// Of one that is not mentioned.
    const FRESH: VarState = VarState {
        first: NOWHERE,
        others: NONE,
        mark: 0,
        writer: NONE,
        defs: 0,
        reads: 0,
        written_at: 0,
        weight: 0.0,
        length: 0,
        wide: false,
        carried: false,
    };
}

const MANY: u32 = u32::MAX - 1;
/// Variables are followed by sets as long as all sets together have no more words than this for
/// each mention, so that their cost is linear in the code; otherwise one by one.
const WORDS_PER_MENTION: usize = 10;
/// No segment is open.
const CLOSED: u32 = 0;

/// The live ranges of a function; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Ranges {
    nodes: Vec<Node>,
    vars: Vec<VarState>,
    work: Work,
    webs: Webs,
}

/// Working memory of the computation.
#[derive(Clone, Default, Debug)]
struct Work {
    /// Variables that are live at the start or the end of some run, and for each variable its place
    /// among these, plus one.
    crossing: Vec<Var>,
    place: Vec<u32>,
    /// Runs that read variables before they write them, and runs that variables leave over an edge
    /// that carries them to a phi: (place in `crossing`, run).
    exposed: Vec<(u32, u32)>,
    carried: Vec<(u32, u32)>,
    /// Runs that write variables of several writers before they read them: (variable, run), sorted.
    writers: Vec<(u32, u32)>,
    /// What is live where runs begin and end: here, if few variables are.
    sets: Sets,
    by_sets: bool,
    /// Otherwise here: by run, and one more.
    borders: Vec<Borders>,
    links: Vec<Link>,
    passages: Passages,
    loops: ClosedLoops,
    /// Whether all variables are followed one by one: for tests.
    one_by_one: bool,
    /// The runs at whose start the variable at hand is live, and those at whose end it is; and from
    /// the start of which run to that of which later one it lives in all runs, which need not be
    /// among these.
    entered: Vec<u32>,
    left: Vec<u32>,
    passed: Vec<(u32, u32)>,
    widening: Widening,
}

/// Working memory of [`Ranges::widen_phis`].
#[derive(Clone, Default, Debug)]
struct Widening {
    /// The edges from variables to phis, sorted.
    edges: Vec<(u32, u32)>,
    /// Variables that are wide, and whose phis have not been looked at.
    work: Vec<u32>,
}

/// What is live where a run begins and ends.
#[derive(Copy, Clone, Debug)]
struct Borders {
    /// The last variable that was found live at its start, and at its end, plus one.
    entered_by: u32,
    left_by: u32,
    /// Lists of the variables that are live at its start and not at the end of the run before it,
    /// and at its end and not at the start of the next.
    starts: u32,
    ends: u32,
}

impl Ranges {
    /// Makes them the ranges of `code`; `frequency` is how often a block of the IR runs, relative
    /// to the function's entry.
    pub fn compute<I: FlowInst>(
        &mut self,
        code: &Code<I>,
        mentions: &Mentions,
        graph: &FlowGraph,
        frequency: impl Fn(Label) -> f32,
    ) {
        refill(&mut self.vars, code.vars.len(), VarState::FRESH);
        self.nodes.clear();
        self.work.reset(code.vars.len());
        self.find_seeds(code, mentions, graph);
        self.widen_phis(code);
        self.spread(graph, mentions.all().len());
        self.build(code, mentions, graph, &frequency);
        self.weigh_edges(code, &frequency);
        self.find_webs(code, &frequency);
    }

    /// The same, which never uses sets.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn one_by_one() -> Self {
        Self { work: Work { one_by_one: true, ..Work::default() }, ..Self::default() }
    }

    /// The segments of a variable, ascending. None if it is not mentioned.
    #[inline]
    pub fn segments(&self, var: Var) -> impl Iterator<Item = Segment> + Clone + '_ {
        self.segments_of(self.vars[var.as_u32() as usize])
    }

    #[inline]
    fn segments_of(&self, state: VarState) -> impl Iterator<Item = Segment> + Clone + '_ {
        let VarState { first: mut next, others: mut rest, .. } = state;
        std::iter::from_fn(move || {
            let segment = next.is_somewhere().then_some(next)?;
            next = match self.nodes.get(rest as usize) {
                Some(node) => {
                    rest = node.next;
                    node.segment
                }
                None => NOWHERE,
            };
            Some(segment)
        })
    }

    /// All segments, to be damaged.
    #[cfg(test)]
    pub(crate) fn segments_mut(&mut self) -> impl Iterator<Item = &mut Segment> {
        let first = self.vars.iter_mut().map(|state| &mut state.first).filter(|first| first.is_somewhere());
        // Behind these lie those of webs.
        first.chain(self.nodes[..self.webs.first_node].iter_mut().map(|node| &mut node.segment))
    }

    /// The first segment of a variable.
    #[inline]
    pub fn first(&self, var: Var) -> Option<Segment> {
        Some(self.vars[var.as_u32() as usize].first).filter(|first| first.is_somewhere())
    }

    /// Whether a variable has one segment only.
    #[inline]
    pub fn is_single(&self, var: Var) -> bool {
        let VarState { first, others, .. } = self.vars[var.as_u32() as usize];
        others == NONE && first.is_somewhere()
    }

    /// Whether a variable is only ever written.
    pub fn is_unread(&self, var: Var) -> bool {
        // A definition without uses occupies one position; so does one at the end of a run from
        // which an edge carries it.
        !self.vars[var.as_u32() as usize].carried
            && self.first(var).is_none_or(|first| self.is_single(var) && first.start % 2 == 1 && first.end == first.start + 1)
    }

    /// How much a variable's mentions weigh.
    #[inline]
    pub fn weight(&self, var: Var) -> f32 {
        self.vars[var.as_u32() as usize].weight
    }

    /// At how many positions a variable lives.
    #[inline]
    pub fn length(&self, var: Var) -> u32 {
        let VarState { first, others, length, .. } = self.vars[var.as_u32() as usize];
        if others == NONE { first.end.saturating_sub(first.start) } else { length }
    }

    /// How often instructions read a variable.
    #[inline]
    pub fn reads(&self, var: Var) -> u32 {
        self.vars[var.as_u32() as usize].reads
    }

    /// Whether an edge carries a variable to a phi.
    #[inline]
    pub fn is_carried(&self, var: Var) -> bool {
        self.vars[var.as_u32() as usize].carried
    }

    /// How often a variable is written, phis counting once.
    #[inline]
    pub fn defs(&self, var: Var) -> u32 {
        self.vars[var.as_u32() as usize].defs
    }

    /// Index of the last instruction that writes a variable, plus one; 0 if none does.
    #[inline]
    pub fn written_at(&self, var: Var) -> u32 {
        self.vars[var.as_u32() as usize].written_at
    }

    /// Whether a variable's register may hold more than its size.
    #[inline]
    pub fn is_wide(&self, var: Var) -> bool {
        self.vars[var.as_u32() as usize].wide
    }
}

impl Work {
    fn reset(&mut self, vars: usize) {
        self.crossing.clear();
        refill(&mut self.place, vars, 0);
        self.exposed.clear();
        self.carried.clear();
        self.writers.clear();
        self.links.clear();
    }

    /// The place of a variable that is live at the start or the end of some run.
    fn crosses(&mut self, var: Var) -> u32 {
        let place = &mut self.place[var.as_u32() as usize];
        if *place == 0 {
            self.crossing.push(var);
            *place = self.crossing.len() as u32;
        }
        *place - 1
    }
}

/// The first step: which runs read and write which variables.
impl Ranges {
    fn find_seeds<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, graph: &FlowGraph) {
        for (number, run) in (0..).zip(graph.runs()) {
            // Only the first instruction of a run may bind a label.
            if let Flow::Bind(label) = code.insts[run.start as usize].flow() {
                for &phi in code.edges.phis(label) {
                    self.written(phi, number, run.start, false);
                }
            }
            // What an instruction reads comes before what it writes.
            for mention in mentions.between(run.start, run.end) {
                let var = mention.var();
                if mention.reads() {
                    let state = &mut self.vars[var.as_u32() as usize];
                    state.reads += 1;
                    if state.mark != number + 1 {
                        state.mark = number + 1;
                        let place = self.work.crosses(var);
                        self.work.exposed.push((place, number));
                    }
                }
                if mention.writes() {
                    self.written(var, number, mention.inst, mention.is_wide());
                }
            }
            self.find_carried(code, graph, number);
        }
        self.work.writers.sort_unstable();
    }

    #[inline]
    fn written(&mut self, var: Var, run: u32, index: u32, wide: bool) {
        let state = &mut self.vars[var.as_u32() as usize];
        state.defs += 1;
        state.written_at = index + 1;
        state.wide |= wide;
        if state.mark == run + 1 {
            return;
        }
        state.mark = run + 1;
        if state.writer == NONE {
            state.writer = run;
            return;
        }
        if state.writer != MANY {
            self.work.writers.push((var.as_u32(), state.writer));
            state.writer = MANY;
        }
        self.work.writers.push((var.as_u32(), run));
    }

    /// What the edges from a run carry to phis.
    fn find_carried<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, number: u32) {
        let block = graph.runs()[number as usize].block;
        if code.edges.leaving(block).is_empty() {
            return;
        }
        for &target in graph.succs(Run::from_u32(number)) {
            let data = graph.run(target);
            let Flow::Bind(label) = code.insts[data.start as usize].flow() else { continue };
            for edge in code.edges.on_edge(block, label) {
                if let EdgeSource::Var(var) = edge.source {
                    self.vars[var.as_u32() as usize].carried = true;
                    if !fault!(LivenessPhiOperand) {
                        let place = self.work.crosses(var);
                        self.work.carried.push((place, number));
                    }
                }
            }
        }
    }

    /// A phi may be wide if anything that it receives may, or if it receives a constant of more
    /// than 32 bits.
    fn widen_phis<I: FlowInst>(&mut self, code: &Code<I>) {
        for edge in code.edges.all().iter().filter(|edge| matches!(edge.source, EdgeSource::Const(_))) {
            self.vars[edge.dest.as_u32() as usize].wide |= code.var(edge.dest).bytes > 4;
        }
        if !self.vars.iter().any(|state| state.wide) {
            return;
        }
        let sourced = code.edges.all().iter().filter_map(|edge| match edge.source {
            EdgeSource::Var(source) => Some((source.as_u32(), edge.dest.as_u32())),
            EdgeSource::Const(_) => None,
        });
        let Widening { edges, work } = &mut self.work.widening;
        edges.clear();
        edges.extend(sourced);
        edges.sort_unstable();
        work.clear();
        work.extend(edges.iter().map(|&(source, _)| source).filter(|&var| self.vars[var as usize].wide));
        while let Some(var) = work.pop() {
            let first = edges.partition_point(|&(source, _)| source < var);
            for &(_, phi) in edges[first..].iter().take_while(|&&(source, _)| source == var) {
                if !std::mem::replace(&mut self.vars[phi as usize].wide, true) {
                    work.push(phi);
                }
            }
        }
    }

    /// The last run before a given one that writes a variable before it reads it, and the first
    /// after it.
    fn writers_around(&self, var: Var, run: u32) -> (Option<u32>, Option<u32>) {
        match self.vars[var.as_u32() as usize].writer {
            MANY => {
                let writers = &self.work.writers;
                let after = writers.partition_point(|&writer| writer < (var.as_u32(), run));
                let of_this = |&(written, writer): &(u32, u32)| (written == var.as_u32()).then_some(writer);
                (writers[..after].last().and_then(of_this), writers[after..].first().and_then(of_this))
            }
            NONE => (None, None),
            writer => (Some(writer).filter(|&writer| writer < run), Some(writer).filter(|&writer| run < writer)),
        }
    }

    fn writes(&self, var: Var, run: u32) -> bool {
        match self.vars[var.as_u32() as usize].writer {
            MANY => self.work.writers.binary_search(&(var.as_u32(), run)).is_ok(),
            writer => writer == run,
        }
    }
}

/// The second step: backwards from uses to definitions.
impl Ranges {
    fn spread(&mut self, graph: &FlowGraph, mentions: usize) {
        let words = self.work.crossing.len().div_ceil(64) * graph.runs().len();
        self.work.by_sets = words <= WORDS_PER_MENTION * mentions && !self.work.one_by_one;
        if self.work.by_sets { self.solve_sets(graph) } else { self.follow(graph) }
    }

    fn solve_sets(&mut self, graph: &FlowGraph) {
        let Self { vars, work, .. } = self;
        let Work { crossing, place, exposed, carried, writers, sets, .. } = work;
        sets.reset(graph.runs().len(), crossing.len());
        exposed.iter().for_each(|&(place, run)| sets.add_exposed(run, place));
        carried.iter().for_each(|&(place, run)| sets.add_carried(run, place));
        for (place, var) in (0..).zip(&*crossing) {
            let writer = vars[var.as_u32() as usize].writer;
            if writer != NONE && writer != MANY {
                sets.add_written(writer, place);
            }
        }
        for &(var, run) in &*writers {
            if let Some(place) = place[var as usize].checked_sub(1) {
                sets.add_written(run, place);
            }
        }
        sets.solve(graph);
    }

    /// Follows variables one by one.
    fn follow(&mut self, graph: &FlowGraph) {
        let Work { exposed, carried, borders, passages, loops, .. } = &mut self.work;
        exposed.sort_unstable();
        carried.sort_unstable();
        passages.compute(graph);
        loops.compute(graph.graph());
        refill(borders, graph.runs().len() + 1, Borders { entered_by: 0, left_by: 0, starts: NONE, ends: NONE });
        let (mut next_exposed, mut next_carried) = (0, 0);
        for index in 0..self.work.crossing.len() {
            let var = self.work.crossing[index];
            self.work.entered.clear();
            self.work.left.clear();
            self.work.passed.clear();
            while let Some(&(_, run)) = self.work.carried.get(next_carried).filter(|&&(place, _)| place == index as u32) {
                self.leaves(var, run);
                next_carried += 1;
            }
            while let Some(&(_, run)) = self.work.exposed.get(next_exposed).filter(|&&(place, _)| place == index as u32) {
                self.work.enters(var, run);
                next_exposed += 1;
            }
            let mut next = 0;
            while let Some(&run) = self.work.entered.get(next) {
                self.goes_back(graph, var, run);
                next += 1;
            }
            self.work.note_borders(var);
        }
    }

    /// From the start of a run, where a variable is live, to where else it therefore is.
    fn goes_back(&mut self, graph: &FlowGraph, var: Var, run: u32) {
        let (before, after) = self.writers_around(var, run);
        let around = self.work.loops.around(run, before, after);
        if let Some(ClosedLoop { first, last, entry }) = around {
            if entry != run {
                // All else is done there, once.
                return self.work.enters(var, entry);
            }
            self.work.passed.push((first, last));
            self.work.enters(var, first);
            self.leaves(var, last);
        }
        let from = self.work.passages.start(run, before);
        if from < run {
            self.work.passed.push((from, run));
            self.work.enters(var, from);
        }
        for pred in graph.preds(Run::from_u32(run)).iter().map(|pred| pred.as_u32()) {
            let is_passed =
                (from <= pred && pred < run) || around.is_some_and(|around| around.first <= pred && pred <= around.last);
            if !is_passed && !fault!(LivenessBackEdge, pred > run) {
                self.leaves(var, pred);
            }
        }
    }

    /// A variable is live at the end of a run, and if the run does not write it, at its start.
    #[inline]
    fn leaves(&mut self, var: Var, run: u32) {
        let left_by = &mut self.work.borders[run as usize].left_by;
        if *left_by != var.as_u32() + 1 {
            *left_by = var.as_u32() + 1;
            self.work.left.push(run);
            if !self.writes(var, run) {
                self.work.enters(var, run);
            }
        }
    }
}

impl Work {
    /// A variable is live at the start of a run.
    #[inline]
    fn enters(&mut self, var: Var, run: u32) {
        let entered_by = &mut self.borders[run as usize].entered_by;
        if *entered_by != var.as_u32() + 1 {
            *entered_by = var.as_u32() + 1;
            self.entered.push(run);
        }
    }

    /// Notes where the liveness of a variable begins and ends between runs.
    fn note_borders(&mut self, var: Var) {
        let Self { borders, links, entered, left, passed, .. } = self;
        let mut add = |head: &mut u32| {
            links.push(Link { item: var.as_u32(), next: *head });
            *head = links.len() as u32 - 1;
        };
        join(passed);
        let is_passed = |run: u32| {
            let after = passed.partition_point(|&(from, _)| from <= run);
            after.checked_sub(1).is_some_and(|last| run < passed[last].1)
        };
        for &run in &*left {
            if borders[run as usize + 1].entered_by != var.as_u32() + 1 && !is_passed(run) {
                add(&mut borders[run as usize].ends);
            }
        }
        for &run in &*entered {
            if run == 0 || (borders[run as usize - 1].left_by != var.as_u32() + 1 && !is_passed(run - 1)) {
                add(&mut borders[run as usize].starts);
            }
        }
    }
}

/// Sorts stretches and makes one of those that overlap.
fn join(stretches: &mut Vec<(u32, u32)>) {
    stretches.sort_unstable();
    stretches.dedup_by(|next, joined| {
        let overlaps = next.0 <= joined.1;
        if overlaps {
            joined.1 = joined.1.max(next.1);
        }
        overlaps
    });
}

/// The third step: segments.
impl Work {
    /// The variables that are live at the end of a run and not at the start of the next.
    #[inline]
    fn ends(&self, run: u32, mut act: impl FnMut(Var)) {
        if self.by_sets {
            self.sets.ends(run, |place| act(self.crossing[place as usize]));
        } else {
            self.linked(self.borders[run as usize].ends).for_each(act);
        }
    }

    /// The variables that are live at the start of a run and not at the end of the one before it.
    #[inline]
    fn starts(&self, run: u32, mut act: impl FnMut(Var)) {
        if self.by_sets {
            self.sets.starts(run, |place| act(self.crossing[place as usize]));
        } else {
            self.linked(self.borders[run as usize].starts).for_each(act);
        }
    }

    fn linked(&self, head: u32) -> impl Iterator<Item = Var> + '_ {
        let mut link = head;
        std::iter::from_fn(move || {
            let Link { item, next } = *self.links.get(link as usize)?;
            link = next;
            Some(Var::from_u32(item))
        })
    }
}

impl Ranges {
    fn build<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, graph: &FlowGraph, frequency: &impl Fn(Label) -> f32) {
        for state in &mut self.vars {
            state.mark = CLOSED;
        }
        let work = std::mem::take(&mut self.work);
        for (number, run) in graph.runs().iter().enumerate().rev() {
            let end = 2 * run.end - 2 * u32::from(fault!(LivenessEndsEarly, run.end > run.start + 1));
            work.ends(number as u32, |var| self.open(var, end));
            self.run(code, mentions, run, frequency(run.block));
            work.starts(number as u32, |var| self.close(var, 2 * run.start));
        }
        self.work = work;
    }

    /// One run, at whose end everything is open that is live there.
    #[inline]
    fn run<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, run: &RunData, weight: f32) {
        // What is written comes after what is changed, and that after what is read.
        for mention in mentions.between(run.start, run.end).iter().rev() {
            let var = mention.var();
            self.vars[var.as_u32() as usize].weight += weight;
            if mention.reads() {
                self.open(var, 2 * mention.inst + 1 + u32::from(mention.writes()));
            } else {
                self.define(var, 2 * mention.inst + 1);
            }
        }
        // Only the first instruction of a run may bind a label.
        if let Flow::Bind(label) = code.insts[run.start as usize].flow() {
            for &phi in code.edges.phis(label) {
                self.define(phi, 2 * run.start + 1);
            }
        }
    }

    /// What edges move counts like what instructions mention.
    fn weigh_edges<I: FlowInst>(&mut self, code: &Code<I>, frequency: impl Fn(Label) -> f32) {
        for block in (0..code.edges.blocks() as u32).map(Label::from_u32) {
            let weight = frequency(block);
            for edge in code.edges.leaving(block) {
                self.vars[edge.dest.as_u32() as usize].weight += weight;
                if let EdgeSource::Var(source) = edge.source {
                    self.vars[source.as_u32() as usize].weight += weight;
                }
            }
        }
    }

    /// Opens a segment that ends at a position, unless one is open.
    #[inline]
    fn open(&mut self, var: Var, end: u32) {
        let state = &mut self.vars[var.as_u32() as usize];
        if state.mark == CLOSED {
            state.mark = end;
        }
    }

    /// Ends liveness at a definition. A definition without uses still occupies its place where it
    /// is written.
    #[inline]
    fn define(&mut self, var: Var, position: u32) {
        let state = &mut self.vars[var.as_u32() as usize];
        if state.mark == CLOSED {
            if state.first.start == position {
                // An instruction may name what it writes twice.
                return;
            }
            state.mark = position + 1;
        }
        self.close(var, position);
    }

    #[inline]
    fn close(&mut self, var: Var, start: u32) {
        let state = &mut self.vars[var.as_u32() as usize];
        let end = std::mem::replace(&mut state.mark, CLOSED);
        state.length += end - start;
        if state.first.start == end {
            state.first.start = start;
            return;
        }
        if state.first.is_somewhere() {
            self.nodes.push(Node { segment: state.first, next: state.others });
            state.others = self.nodes.len() as u32 - 1;
        }
        state.first = Segment { start, end };
    }
}

/// Whether a kind of variable is placed by the allocator.
pub fn is_placed(kind: VarKind) -> bool {
    matches!(kind, VarKind::Any | VarKind::Register)
}

/// Whether a variable lives only where another one does.
pub fn is_within(ranges: &Ranges, var: Var, other: Var) -> bool {
    let mut others = ranges.segments(other).peekable();
    ranges.segments(var).all(|segment| {
        while others.next_if(|other| other.end < segment.end).is_some() {}
        others.peek().is_some_and(|other| other.start <= segment.start)
    })
}
