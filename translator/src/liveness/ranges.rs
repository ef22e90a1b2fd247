//! Live ranges: for each variable the segments of positions at which it holds a value that is still
//! read.
//!
//! In: lowered code and its [`FlowGraph`]. Out: [`Ranges`]. Three steps: which runs read a variable
//! before writing it, and which edges carry it; from these, backwards along the graph to the runs
//! that write it, where each variable is live at the end; then one walk over all instructions, last
//! to first, that opens a segment at a last use and closes it at a definition. Segments that touch
//! are joined, so that a variable that lives through many runs in a row has one.
//!
//! The same walk adds up what each variable's mentions weigh, by the frequency of the run that they
//! stand in.

use super::flow::{FlowGraph, Run};
use super::sets::Sets;
use crate::lir::{Code, EdgeSource, Flow, FlowInst, Label, Role, Var, VarKind};

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
    /// Its first segment.
    head: u32,
    /// The run that it was last seen written in, plus one, in the first step; where the open
    /// segment ends, in the third.
    mark: u32,
    /// The only run that writes it; [`MANY`] if there are several.
    writer: u32,
    /// How often it is written.
    defs: u32,
    /// How many mentions of instructions read it.
    reads: u32,
    /// Index of the last instruction that writes it, plus one.
    written_at: u32,
    /// Sum over its mentions of the frequency of their runs.
    weight: f32,
    /// Whether something that writes it may leave more than its size in a register.
    wide: bool,
    /// Whether an edge carries it to a phi.
    carried: bool,
}

const MANY: u32 = u32::MAX - 1;
/// As many variables that live in more than one run are followed by sets, and as large as this may
/// all sets be, in words; otherwise variables are followed one by one.
const MAX_IN_SETS: usize = 1024;
const MAX_WORDS: usize = 1 << 20;
/// No segment is open.
const CLOSED: u32 = 0;

/// The live ranges of a function; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Ranges {
    nodes: Vec<Node>,
    vars: Vec<VarState>,
    work: Work,
}

/// Working memory of the computation.
#[derive(Clone, Default, Debug)]
struct Work {
    /// Variables that are live at the start or the end of some run, with the lists of these runs.
    seeds: Vec<Seeds>,
    /// For each variable its place in `seeds`, plus one.
    seed_of: Vec<u32>,
    links: Vec<Link>,
    /// Runs that write variables of several writers: (variable, run), sorted.
    writers: Vec<(u32, u32)>,
    /// What is live at the end of each run: here, numbered as in `seeds`, if there are few enough
    /// of them.
    sets: Sets,
    by_sets: bool,
    /// Otherwise here: the head of a list in `links`.
    live_out: Vec<u32>,
    /// For each run the last variable that was found live at its end, plus one.
    visited: Vec<u32>,
    stack: Vec<u32>,
    open: Vec<Var>,
    /// What is left to do for the instruction being looked at.
    later: Vec<Var>,
}

/// Where a variable's liveness starts from.
#[derive(Copy, Clone, Debug)]
struct Seeds {
    var: Var,
    /// Runs that read it before they write it.
    exposed: u32,
    /// Runs that it leaves over an edge that carries it to a phi.
    carried: u32,
}

impl Ranges {
    /// Makes them the ranges of `code`; `frequency` is how often a block of the IR runs, relative
    /// to the function's entry.
    pub fn compute<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, frequency: impl Fn(Label) -> f32) {
        let fresh = VarState {
            head: NONE,
            mark: 0,
            writer: NONE,
            defs: 0,
            reads: 0,
            written_at: 0,
            weight: 0.0,
            wide: false,
            carried: false,
        };
        self.vars.clear();
        self.vars.resize(code.vars.len(), fresh);
        self.nodes.clear();
        self.work.reset(code.vars.len());
        self.find_seeds(code, graph);
        self.widen_phis(code);
        self.spread(graph);
        self.build(code, graph, &frequency);
        self.weigh_edges(code, frequency);
    }

    /// The segments of a variable, ascending. None if it is not mentioned.
    pub fn segments(&self, var: Var) -> impl Iterator<Item = Segment> + Clone + '_ {
        let mut node = self.vars[var.as_u32() as usize].head;
        std::iter::from_fn(move || {
            let Node { segment, next } = *self.nodes.get(node as usize)?;
            node = next;
            Some(segment)
        })
    }

    /// All segments, to be damaged.
    #[cfg(test)]
    pub(crate) fn segments_mut(&mut self) -> impl Iterator<Item = &mut Segment> {
        self.nodes.iter_mut().map(|node| &mut node.segment)
    }

    /// The first segment of a variable.
    #[inline]
    pub fn first(&self, var: Var) -> Option<Segment> {
        self.nodes.get(self.vars[var.as_u32() as usize].head as usize).map(|node| node.segment)
    }

    /// Whether a variable has one segment only.
    #[inline]
    pub fn is_single(&self, var: Var) -> bool {
        self.nodes.get(self.vars[var.as_u32() as usize].head as usize).is_some_and(|node| node.next == NONE)
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
        self.seeds.clear();
        self.seed_of.clear();
        self.seed_of.resize(vars, 0);
        self.links.clear();
        self.writers.clear();
        self.stack.clear();
        self.open.clear();
    }

    fn seeds(&mut self, var: Var) -> &mut Seeds {
        let place = &mut self.seed_of[var.as_u32() as usize];
        if *place == 0 {
            self.seeds.push(Seeds { var, exposed: NONE, carried: NONE });
            *place = self.seeds.len() as u32;
        }
        &mut self.seeds[*place as usize - 1]
    }

    fn link(&mut self, item: u32, next: u32) -> u32 {
        self.links.push(Link { item, next });
        self.links.len() as u32 - 1
    }

    fn add_exposed(&mut self, var: Var, run: u32) {
        let head = self.seeds(var).exposed;
        if head == NONE || self.links[head as usize].item != run {
            let link = self.link(run, head);
            self.seeds(var).exposed = link;
        }
    }

    fn add_carried(&mut self, var: Var, run: u32) {
        let head = self.seeds(var).carried;
        let link = self.link(run, head);
        self.seeds(var).carried = link;
    }
}

/// The first step: which runs read and write which variables.
impl Ranges {
    fn find_seeds<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph) {
        for (number, run) in graph.runs().iter().enumerate() {
            let number = number as u32;
            for (index, inst) in (run.start..run.end).zip(&code.insts[run.start as usize..run.end as usize]) {
                // What an instruction reads it reads before it writes.
                inst.visit(&code.pools, |var, role| {
                    if role != Role::Def {
                        let state = &mut self.vars[var.as_u32() as usize];
                        state.reads += 1;
                        if state.mark != number + 1 {
                            self.work.add_exposed(var, number);
                        }
                    }
                    if role != Role::Use {
                        self.work.later.push(var);
                    }
                });
                if !self.work.later.is_empty() {
                    let wide = inst.is_wide(&code.pools);
                    while let Some(var) = self.work.later.pop() {
                        self.written(var, number, index, wide);
                    }
                }
                if let Flow::Bind(label) = inst.flow() {
                    for &phi in code.edges.phis(label) {
                        self.written(phi, number, index, false);
                    }
                }
            }
            self.find_carried(code, graph, number);
        }
        self.work.writers.sort_unstable();
    }

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
                        self.work.add_carried(var, number);
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
        let mut edges: Vec<(u32, u32)> = sourced.collect();
        edges.sort_unstable();
        let mut work: Vec<u32> = edges.iter().map(|&(source, _)| source).filter(|&var| self.vars[var as usize].wide).collect();
        while let Some(var) = work.pop() {
            let first = edges.partition_point(|&(source, _)| source < var);
            for &(_, phi) in edges[first..].iter().take_while(|&&(source, _)| source == var) {
                if !std::mem::replace(&mut self.vars[phi as usize].wide, true) {
                    work.push(phi);
                }
            }
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
    fn spread(&mut self, graph: &FlowGraph) {
        let runs = graph.runs().len();
        let vars = self.work.seeds.len();
        self.work.by_sets = vars <= MAX_IN_SETS && vars.div_ceil(64) * runs <= MAX_WORDS;
        if self.work.by_sets {
            return self.solve_sets(graph);
        }
        self.work.live_out.clear();
        self.work.live_out.resize(runs, NONE);
        self.work.visited.clear();
        self.work.visited.resize(runs, 0);
        for index in 0..self.work.seeds.len() {
            let Seeds { var, exposed, carried } = self.work.seeds[index];
            let mut link = carried;
            while link != NONE {
                let Link { item: run, next } = self.work.links[link as usize];
                self.leaves(var, run);
                link = next;
            }
            let mut link = exposed;
            while link != NONE {
                let Link { item: run, next } = self.work.links[link as usize];
                self.enters(var, run, graph);
                link = next;
            }
            while let Some(run) = self.work.stack.pop() {
                self.enters(var, run, graph);
            }
        }
    }

    /// The same with sets.
    fn solve_sets(&mut self, graph: &FlowGraph) {
        let Self { vars, work, .. } = self;
        let Work { seeds, seed_of, links, writers, sets, .. } = work;
        sets.reset(graph.runs().len(), seeds.len());
        for (number, &Seeds { var, exposed, carried }) in seeds.iter().enumerate() {
            let number = number as u32;
            let mut link = exposed;
            while link != NONE {
                sets.add_exposed(links[link as usize].item, number);
                link = links[link as usize].next;
            }
            let mut link = carried;
            while link != NONE {
                sets.add_carried(links[link as usize].item, number);
                link = links[link as usize].next;
            }
            let writer = vars[var.as_u32() as usize].writer;
            if writer != NONE && writer != MANY {
                sets.add_written(writer, number);
            }
        }
        for &(var, run) in &*writers {
            if let Some(number) = seed_of[var as usize].checked_sub(1) {
                sets.add_written(run, number);
            }
        }
        sets.solve(graph);
    }

    /// A variable is live at the start of a run, and so at the end of its predecessors.
    fn enters(&mut self, var: Var, run: u32, graph: &FlowGraph) {
        for pred in graph.preds(Run::from_u32(run)) {
            if fault!(LivenessBackEdge, pred.as_u32() > run) {
                continue;
            }
            self.leaves(var, pred.as_u32());
        }
    }

    /// A variable is live at the end of a run, and if the run does not write it, at its start.
    fn leaves(&mut self, var: Var, run: u32) {
        let visited = &mut self.work.visited[run as usize];
        if *visited == var.as_u32() + 1 {
            return;
        }
        *visited = var.as_u32() + 1;
        let head = self.work.live_out[run as usize];
        self.work.live_out[run as usize] = self.work.link(var.as_u32(), head);
        if !self.writes(var, run) {
            self.work.stack.push(run);
        }
    }
}

/// The third step: segments.
impl Ranges {
    fn build<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, frequency: &impl Fn(Label) -> f32) {
        for state in &mut self.vars {
            state.mark = CLOSED;
        }
        let sets = std::mem::take(&mut self.work.sets);
        for (number, run) in graph.runs().iter().enumerate().rev() {
            let weight = frequency(run.block);
            let end = 2 * run.end - 2 * u32::from(fault!(LivenessEndsEarly, run.end > run.start + 1));
            if self.work.by_sets {
                for live in sets.live_out(number as u32) {
                    self.open(self.work.seeds[live as usize].var, end);
                }
            } else {
                let mut link = self.work.live_out[number];
                while link != NONE {
                    let Link { item, next } = self.work.links[link as usize];
                    self.open(Var::from_u32(item), end);
                    link = next;
                }
            }
            for index in (run.start..run.end).rev() {
                self.instruction(code, index, weight);
            }
            while let Some(var) = self.work.open.pop() {
                if self.vars[var.as_u32() as usize].mark != CLOSED {
                    self.close(var, 2 * run.start);
                }
            }
        }
        self.work.sets = sets;
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

    // Its only caller is generic, so that the compiler sees several, and it is called for each
    // instruction of a function.
    #[inline(always)]
    fn instruction<I: FlowInst>(&mut self, code: &Code<I>, index: u32, weight: f32) {
        let inst = &code.insts[index as usize];
        if let Flow::Bind(label) = inst.flow() {
            for &phi in code.edges.phis(label) {
                self.define(phi, 2 * index + 1);
            }
            return;
        }
        inst.visit(&code.pools, |var, role| {
            self.vars[var.as_u32() as usize].weight += weight;
            match role {
                Role::Use => self.work.later.push(var),
                Role::Def => self.define(var, 2 * index + 1),
                Role::UseDef => self.open(var, 2 * index + 2),
            }
        });
        while let Some(var) = self.work.later.pop() {
            self.open(var, 2 * index + 1);
        }
    }

    /// Opens a segment that ends at a position, unless one is open.
    fn open(&mut self, var: Var, end: u32) {
        let state = &mut self.vars[var.as_u32() as usize];
        if state.mark == CLOSED {
            state.mark = end;
            self.work.open.push(var);
        }
    }

    /// Ends liveness at a definition. A definition without uses still occupies its place where it
    /// is written.
    fn define(&mut self, var: Var, position: u32) {
        let head = self.vars[var.as_u32() as usize].head;
        if self.nodes.get(head as usize).is_some_and(|node| node.segment.start == position) {
            // An instruction may name what it writes twice.
            return;
        }
        if self.vars[var.as_u32() as usize].mark == CLOSED {
            self.vars[var.as_u32() as usize].mark = position + 1;
        }
        self.close(var, position);
    }

    fn close(&mut self, var: Var, start: u32) {
        let state = &mut self.vars[var.as_u32() as usize];
        let end = state.mark;
        state.mark = CLOSED;
        if let Some(node) = self.nodes.get_mut(state.head as usize)
            && node.segment.start == end
        {
            node.segment.start = start;
            return;
        }
        self.nodes.push(Node { segment: Segment { start, end }, next: state.head });
        state.head = self.nodes.len() as u32 - 1;
    }
}

/// Whether a kind of variable is placed by the allocator.
pub fn is_placed(kind: VarKind) -> bool {
    matches!(kind, VarKind::Any | VarKind::Register)
}
