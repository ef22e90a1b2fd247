//! The control-flow graph of lowered code: runs of instructions that are entered at the top and
//! left at the bottom.
//!
//! In: lowered code. Out: the runs in emission order, their successors and predecessors, and the
//! block of the IR that each belongs to. A lowering may contain labels and branches of its own, so
//! that a block is one run or several.
//!
//! Complexity: linear in instructions and edges.

use super::mentions::Mentions;
use crate::lir::{Code, Flow, FlowInst, Label, Note};
use crate::util::graph::Graph;
use crate::util::refill;

crate::entities! {
    /// A run of instructions without control flow inside.
    pub Run = "run";
}

/// Where a run lies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RunData {
    /// Index of its first instruction.
    pub start: u32,
    /// Index after its last instruction.
    pub end: u32,
    /// The block of the IR that it belongs to.
    pub block: Label,
}

/// The graph; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct FlowGraph {
    runs: Vec<RunData>,
    graph: Graph<Run>,
    /// For each label the run that it begins.
    run_of_label: Vec<Run>,
    edges: Vec<Run>,
    edge_ends: Vec<u32>,
}

impl FlowGraph {
    /// Makes it the graph of `code`.
    pub fn compute<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions) {
        self.find_runs(code, mentions);
        self.find_edges(code);
        let Self { runs, graph, edges, edge_ends, .. } = self;
        let mut start = 0;
        let successors = edge_ends.iter().enumerate().map(|(run, &end)| {
            let targets = edges[start..end as usize].iter().copied();
            start = end as usize;
            (Run::from_u32(run as u32), targets)
        });
        graph.build(runs.len(), successors);
    }

    fn find_runs<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions) {
        self.runs.clear();
        refill(&mut self.run_of_label, code.label_count(), Run::from_u32(0));
        let mut start = 0;
        let mut block = Label::from_u32(0);
        for index in mentions.those(Note::flows) {
            let flow = code.insts[index].flow();
            let index = index as u32;
            match flow {
                Flow::Next => {}
                Flow::Bind(label) => {
                    if index > start {
                        self.runs.push(RunData { start, end: index, block });
                        start = index;
                    }
                    if code.edges.is_block(label) {
                        block = label;
                    }
                    self.run_of_label[label.as_u32() as usize] = Run::from_u32(self.runs.len() as u32);
                }
                Flow::Branch | Flow::Jump | Flow::Exit => {
                    self.runs.push(RunData { start, end: index + 1, block });
                    start = index + 1;
                }
            }
        }
        let end = code.insts.len() as u32;
        if end > start {
            self.runs.push(RunData { start, end, block });
        }
    }

    fn find_edges<I: FlowInst>(&mut self, code: &Code<I>) {
        self.edges.clear();
        self.edge_ends.clear();
        for (number, run) in self.runs.iter().enumerate() {
            let last = &code.insts[run.end as usize - 1];
            let flow = last.flow();
            if matches!(flow, Flow::Branch | Flow::Jump) {
                last.targets(&code.pools, |label| self.edges.push(self.run_of_label[label.as_u32() as usize]));
            }
            // Falling off the end of a function happens only in code that is not reached.
            if matches!(flow, Flow::Next | Flow::Bind(_) | Flow::Branch) && number + 1 < self.runs.len() {
                self.edges.push(Run::from_u32(number as u32 + 1));
            }
            self.edge_ends.push(self.edges.len() as u32);
        }
    }

    /// The runs, in emission order.
    pub fn runs(&self) -> &[RunData] {
        &self.runs
    }

    /// A run.
    pub fn run(&self, run: Run) -> RunData {
        self.runs[run.as_u32() as usize]
    }

    /// Where control goes.
    pub fn graph(&self) -> &Graph<Run> {
        &self.graph
    }

    /// Where control can go from a run.
    pub fn succs(&self, run: Run) -> &[Run] {
        self.graph.succs(run)
    }

    /// Where control can come from.
    pub fn preds(&self, run: Run) -> &[Run] {
        self.graph.preds(run)
    }

    /// The run that a label begins.
    pub fn at_label(&self, label: Label) -> Run {
        self.run_of_label[label.as_u32() as usize]
    }
}
