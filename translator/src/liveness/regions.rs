//! Regions: stretches of runs in emission order that branches backward close, each from the run that such a branch leads to, to the last
//! run that leads there.
//!
//! In: the runs of lowered code. Out: the regions, nested like brackets; for each run the innermost one that it lies in; and which regions
//! are *odd*. That is all of the loops that [`Ranges::compute_coarse`](super::Ranges) asks about: no dominators, no search. In code whose
//! loops are laid out in one piece, header first, a region is a loop.
//!
//! A run is *anchored* if control can come to it from the entry by branches forward alone: then no run behind it dominates it. In most code
//! all are. A region is odd if there is a run in it that is not, and control enters it elsewhere than through its first run (`while` with
//! its test at the end, a loop's block that was moved before the loop). Two regions that overlap without nesting are made one, which is
//! called *joined*, and counts as entered everywhere. Linear in runs and edges.

use super::flow::{FlowGraph, Run};
use crate::util::refill;

/// A region, by number: outer ones come before those in them.
pub(super) type RegionId = u32;

/// No region.
const NONE: RegionId = u32::MAX;

/// A stretch of runs.
#[derive(Copy, Clone, Debug)]
pub(super) struct Region {
    /// The run that branches backward lead to.
    pub first: u32,
    /// The last run from which one does.
    pub last: u32,
    /// See above.
    pub odd: bool,
    /// See above.
    pub joined: bool,
    /// Whether this one is odd or joined, or one around it.
    pub special_around: bool,
    parent: RegionId,
    depth: u32,
    /// The first and the last run from which control comes to a run of it, but for its first.
    from: (u32, u32),
}

/// The regions of a function; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Regions {
    all: Vec<Region>,
    /// For each run the innermost region.
    of_run: Vec<RegionId>,
    /// For each run the last one that leads back to it, plus one.
    back_from: Vec<u32>,
    /// The regions that the run at hand lies in.
    open: Vec<RegionId>,
    /// For each run how many before it are not anchored, and one more.
    adrift: Vec<u32>,
    has_odd: bool,
}

/// How often a run at each depth of regions is taken to run, relative to the entry.
const FREQUENCIES: [f32; 6] = [1.0, 8.0, 64.0, 512.0, 4096.0, 32768.0];

impl Regions {
    /// Makes them the regions of some code.
    pub fn compute(&mut self, graph: &FlowGraph) {
        self.all.clear();
        self.open.clear();
        self.has_odd = false;
        let runs = graph.runs().len();
        refill(&mut self.of_run, runs, NONE);
        refill(&mut self.back_from, runs, 0);
        let mut any = false;
        for run in 0..runs as u32 {
            for succ in graph.succs(Run::from_u32(run)).iter().map(|succ| succ.as_u32()).filter(|&succ| succ <= run) {
                self.back_from[succ as usize] = run + 1;
                any = true;
            }
        }
        if any {
            (0..runs as u32).for_each(|run| self.place(run));
            self.find_adrift(graph);
            self.find_odd(graph);
        }
    }

    /// Opens and closes regions at a run.
    fn place(&mut self, run: u32) {
        while self.open.last().is_some_and(|&open| self.all[open as usize].last < run) {
            self.open.pop();
        }
        if let Some(last) = self.back_from[run as usize].checked_sub(1) {
            self.open(run, last);
        }
        self.of_run[run as usize] = self.open.last().copied().unwrap_or(NONE);
    }

    fn open(&mut self, first: u32, last: u32) {
        let mut joined = None;
        while let Some(&open) = self.open.last().filter(|&&open| self.all[open as usize].last < last) {
            self.open.pop();
            joined = Some(open);
        }
        if let Some(open) = joined {
            let region = &mut self.all[open as usize];
            (region.last, region.joined) = (last, true);
            self.open.push(open);
            return;
        }
        let parent = self.open.last().copied().unwrap_or(NONE);
        let depth = self.region(parent).map_or(1, |region| region.depth + 1);
        self.open.push(self.all.len() as RegionId);
        let from = (u32::MAX, 0);
        self.all.push(Region { first, last, odd: false, joined: false, special_around: false, parent, depth, from });
    }

    /// Counts the runs that are not anchored.
    fn find_adrift(&mut self, graph: &FlowGraph) {
        let runs = self.of_run.len() as u32;
        self.adrift.clear();
        self.adrift.push(0);
        for run in 0..runs {
            let adrift = &self.adrift;
            let is_anchored =
                |pred: &Run| pred.as_u32() < run && adrift[pred.as_u32() as usize] == adrift[pred.as_u32() as usize + 1];
            let is_adrift = run > 0 && !graph.preds(Run::from_u32(run)).iter().any(is_anchored);
            let before = self.adrift[run as usize];
            self.adrift.push(before + u32::from(is_adrift));
        }
    }

    /// Finds out which regions are odd.
    fn find_odd(&mut self, graph: &FlowGraph) {
        for run in 0..self.of_run.len() as u32 {
            let mut id = self.of_run[run as usize];
            if self.region(id).is_some_and(|region| region.first == run) {
                id = self.all[id as usize].parent;
            }
            let Some(region) = self.all.get_mut(id as usize) else { continue };
            for pred in graph.preds(Run::from_u32(run)).iter().map(|pred| pred.as_u32()) {
                region.from = (region.from.0.min(pred), region.from.1.max(pred));
            }
        }
        for id in (0..self.all.len()).rev() {
            let Region { first, last, from, parent, joined, .. } = self.all[id];
            let is_entered = joined || from.0 < first || from.1 > last;
            self.all[id].odd = is_entered && self.adrift[first as usize] < self.adrift[last as usize + 1];
            self.has_odd |= self.all[id].odd;
            if let Some(parent) = self.all.get_mut(parent as usize) {
                parent.from = (parent.from.0.min(from.0), parent.from.1.max(from.1));
            }
        }
        for id in 0..self.all.len() {
            let around = self.region(self.all[id].parent).is_some_and(|parent| parent.special_around);
            let Region { odd, joined, .. } = self.all[id];
            self.all[id].special_around = around || odd || joined;
        }
    }

    fn region(&self, id: RegionId) -> Option<&Region> {
        self.all.get(id as usize)
    }

    /// The regions that a run lies in, from the innermost.
    pub(super) fn around(&self, run: u32) -> impl Iterator<Item = &Region> {
        std::iter::successors(self.region(self.of_run[run as usize]), |region| self.region(region.parent))
    }

    /// Whether there is any.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether any is odd.
    pub fn has_odd(&self) -> bool {
        self.has_odd
    }

    /// How often a run is taken to run, relative to the function's entry.
    #[inline]
    pub fn frequency(&self, run: u32) -> f32 {
        let depth = self.region(self.of_run[run as usize]).map_or(0, |region| region.depth as usize);
        FREQUENCIES[depth.min(FREQUENCIES.len() - 1)]
    }
}
