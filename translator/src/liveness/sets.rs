//! Which variables are live at the end of each run, by sets of bits: for functions in which few
//! variables live in more than one run.
//!
//! In: for each run the variables (numbered from 0) that it reads before it writes them, that it
//! writes, and that an edge out of it carries to a phi. Out: where liveness changes between one run
//! and the next. A run is
//! looked at again when more has become live at the start of one that follows it.
//!
//! Complexity: linear in edges, times the words of a set, times how often a run is looked at: about
//! once more for each loop around it.

use super::flow::{FlowGraph, Run};
use crate::util::refill;

/// The sets of a function; refill with [`reset`](Self::reset).
#[derive(Clone, Default, Debug)]
pub struct Sets {
    /// Words of 64 variables in each set.
    words: usize,
    /// By run.
    live_in: Vec<u64>,
    live_out: Vec<u64>,
    written: Vec<u64>,
    /// Runs to look at, and whether each is among them.
    work: Vec<u32>,
    waits: Vec<bool>,
}

impl Sets {
    /// Makes all sets empty.
    pub fn reset(&mut self, runs: usize, vars: usize) {
        self.words = vars.div_ceil(64);
        for sets in [&mut self.live_in, &mut self.live_out, &mut self.written] {
            sets.clear();
            // After the last run nothing is live.
            sets.resize((runs + 1) * self.words, 0);
        }
    }

    #[inline]
    fn place(&self, run: u32, var: u32) -> (usize, u64) {
        (run as usize * self.words + var as usize / 64, 1 << (var % 64))
    }

    /// A run reads a variable before it writes it.
    #[inline]
    pub fn add_exposed(&mut self, run: u32, var: u32) {
        let (word, bit) = self.place(run, var);
        self.live_in[word] |= bit;
    }

    /// An edge out of a run carries a variable.
    #[inline]
    pub fn add_carried(&mut self, run: u32, var: u32) {
        let (word, bit) = self.place(run, var);
        self.live_out[word] |= bit;
    }

    /// A run writes a variable.
    #[inline]
    pub fn add_written(&mut self, run: u32, var: u32) {
        let (word, bit) = self.place(run, var);
        self.written[word] |= bit;
    }

    /// Finds what is live at the end of each run. Every run is looked at at least once, and so
    /// learns what those after it read first.
    pub fn solve(&mut self, graph: &FlowGraph) {
        let runs = graph.runs().len();
        self.work.clear();
        self.work.extend(0..runs as u32);
        refill(&mut self.waits, runs, true);
        while let Some(run) = self.work.pop() {
            self.waits[run as usize] = false;
            if self.look_at(graph, run) {
                for &pred in graph.preds(Run::from_u32(run)) {
                    if !std::mem::replace(&mut self.waits[pred.as_u32() as usize], true) {
                        self.work.push(pred.as_u32());
                    }
                }
            }
        }
    }

    /// Adds to what is live at a run's end and start; whether more is live at its start now.
    fn look_at(&mut self, graph: &FlowGraph, run: u32) -> bool {
        let own = run as usize * self.words;
        let own = own..own + self.words;
        for &succ in graph.succs(Run::from_u32(run)) {
            if fault!(LivenessBackEdge, succ.as_u32() < run) {
                continue;
            }
            let theirs = succ.as_u32() as usize * self.words;
            let theirs = &self.live_in[theirs..theirs + self.words];
            self.live_out[own.clone()].iter_mut().zip(theirs).for_each(|(out, more)| *out |= more);
        }
        let mut more = 0;
        let passed = self.live_out[own.clone()].iter().zip(&self.written[own.clone()]);
        for (live, (out, written)) in self.live_in[own].iter_mut().zip(passed) {
            more |= out & !written & !*live;
            *live |= out & !written;
        }
        more != 0
    }

    /// Calls `act` with what is live at the end of a run and not at the start of the next,
    /// ascending.
    #[inline]
    pub fn ends(&self, run: u32, act: impl FnMut(u32)) {
        let own = run as usize * self.words;
        let (live, next) = (&self.live_out[own..own + self.words], &self.live_in[own + self.words..]);
        each_member(live.iter().zip(next).map(|(live, next)| live & !next), act);
    }

    /// Calls `act` with what is live at the start of a run and not at the end of the one before it,
    /// ascending.
    #[inline]
    pub fn starts(&self, run: u32, act: impl FnMut(u32)) {
        let own = run as usize * self.words;
        let live = &self.live_in[own..own + self.words];
        match run {
            // Nothing comes before the first run.
            0 => each_member(live.iter().copied(), act),
            _ => each_member(live.iter().zip(&self.live_out[own - self.words..]).map(|(live, before)| live & !before), act),
        }
    }
}

/// Calls `act` with the members of a set, ascending.
#[inline]
fn each_member(words: impl Iterator<Item = u64>, mut act: impl FnMut(u32)) {
    for (first, mut bits) in (0..).zip(words) {
        while bits != 0 {
            act(64 * first + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}
