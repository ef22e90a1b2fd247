//! Stretches of runs that a variable lives through as a whole, so that who follows it backwards
//! need not stop at each.
//!
//! In: a [`FlowGraph`]. Out: for the start of a run, from which earlier run on all is live if
//! something is live there that nothing in between writes ([`Passages::start`]).
//!
//! A *joint* is a run that no edge leads past: forwards, control gets from what is before it to
//! what is not by entering it (edges to runs that nothing follows aside). Between one joint and the
//! next is a *passage* if every run there leads on to the next joint without leaving it, and is
//! entered from there only, or from before by its first run. What is live at a joint, and not
//! written in the passage before it, is live in all of that passage, at the joint that it begins
//! with, and nowhere else for that reason. Passages in a row are one.
//!
//! Linear in runs and edges.

use super::flow::{FlowGraph, Run};
use crate::util::refill;

/// The passages of a function; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Passages {
    /// For each run, and the end, the first joint that is not before it.
    joint_from: Vec<u32>,
    /// For each joint where the passages begin that end there; itself if there is none.
    begins: Vec<u32>,
    /// Whether a run leads on to the next joint without leaving what is between.
    leads_on: Vec<bool>,
}

impl Passages {
    /// Makes them the passages of `graph`.
    pub fn compute(&mut self, graph: &FlowGraph) {
        let runs = graph.runs().len() as u32;
        self.find_joints(graph, runs);
        self.begins.clear();
        self.begins.extend(0..=runs);
        refill(&mut self.leads_on, runs as usize, false);
        let mut first = 0;
        while first < runs {
            let next = self.joint_from[first as usize + 1];
            if self.is_passage(graph, first, next) {
                self.begins[next as usize] = self.begins[first as usize];
            }
            first = next;
        }
    }

    fn find_joints(&mut self, graph: &FlowGraph, runs: u32) {
        self.joint_from.clear();
        // First: whether each is one.
        let mut reached = 0;
        for run in 0..runs {
            self.joint_from.push(u32::from(reached <= run));
            let goes_on = |succ: &&Run| !graph.succs(**succ).is_empty();
            let farthest = graph.succs(Run::from_u32(run)).iter().filter(goes_on).map(|succ| succ.as_u32()).max();
            reached = reached.max(farthest.unwrap_or(0));
        }
        let mut next = runs;
        self.joint_from.push(next);
        for run in (0..runs).rev() {
            let joint = &mut self.joint_from[run as usize];
            next = if *joint == 1 { run } else { next };
            *joint = next;
        }
    }

    fn is_passage(&mut self, graph: &FlowGraph, first: u32, next: u32) -> bool {
        (first..next).rev().all(|run| {
            let mut succs = graph.succs(Run::from_u32(run)).iter().map(|succ| succ.as_u32());
            let leads_on = succs.any(|succ| succ == next || (run < succ && succ < next && self.leads_on[succ as usize]));
            self.leads_on[run as usize] = leads_on;
            let mut preds = graph.preds(Run::from_u32(run)).iter().map(|pred| pred.as_u32());
            leads_on && preds.all(|pred| pred < next && (first <= pred || run == first))
        })
    }

    /// The run from which on something lives in all runs before `run`, if it is live at the start
    /// of that one, and `written` is the last run before it that writes it. `run` itself if nothing
    /// is known.
    pub fn start(&self, run: u32, written: Option<u32>) -> u32 {
        let begin = self.begins[run as usize];
        written.map_or(begin, |written| begin.max(self.joint_from[written as usize + 1])).min(run)
    }
}
