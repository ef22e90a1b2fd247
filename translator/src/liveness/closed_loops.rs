//! Loops that a variable lives through as a whole, however many others are in them, so that who
//! follows it backwards need not stop at each of their runs.
//!
//! In: the graph of runs. Out: *closed loops*, runs in a row of which each leads to each other without
//! leaving them, and which are entered by one of them only. What is live anywhere in a closed loop
//! that does not write it is live in all of it, and outside of it for that reason only where it is
//! entered from. Two are nested or have nothing in common.
//!
//! A candidate is what lies between the target of a backward edge and the last run from which there
//! is one; of two that overlap without being nested the one that begins later is none. Whether
//! each run leads to each other is seen in one walk over the edges: it is so if within the candidate,
//! with the loops in it taken as a whole, everything but the first run is reached from before, and
//! everything but the last leads on to what follows or back to the first. Loops of other forms, and
//! such as are entered in two places, are left alone, which costs time and not exactness.
//!
//! Loops are found by jumps along the chain of those around a run, which for each has a pointer to its
//! parent and one farther up ([MYERS-1983]): linear in runs and edges but for the logarithm of the
//! depth, for a question as for all.

use super::flow::Run;
use crate::util::graph::Graph;
use crate::util::refill;

const NONE: u32 = u32::MAX;

/// A closed loop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ClosedLoop {
    /// Its first run and its last.
    pub first: u32,
    pub last: u32,
    /// The run that it is entered by.
    pub entry: u32,
}

/// The closed loops of a function; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct ClosedLoops {
    loops: Nest,
    entries: Vec<u32>,
    candidates: Nest,
    facts: Vec<Facts>,
    runs: Vec<RunFacts>,
    open: Vec<u32>,
}

/// What is known of a candidate.
#[derive(Copy, Clone, Default, Debug)]
struct Facts {
    /// Whether all in it lead to each other.
    is_connected: bool,
    /// How it lies in the one around it.
    place: Place,
    /// How many runs enter it, and the sum of their numbers: while being counted, without those
    /// that candidates in it are entered by.
    entered_by: i32,
    entries: u32,
    /// The number of the loop that it is, or of the one around it.
    number: u32,
}

/// How a run or a candidate lies in the candidate around it.
#[derive(Copy, Clone, Default, Debug)]
struct Place {
    /// Something before it leads there.
    is_reached: bool,
    /// It leads to something after it, or to the first run of the candidate.
    leads_on: bool,
}

/// What is known of a run.
#[derive(Copy, Clone, Debug)]
struct RunFacts {
    /// The candidate around it; the closed loop, in the end.
    innermost: u32,
    place: Place,
    /// The outermost candidate that an edge enters by it.
    enters: u32,
}

impl ClosedLoops {
    /// Makes them the closed loops of `graph`.
    pub fn compute(&mut self, graph: &Graph<Run>) {
        self.find_candidates(graph);
        self.look_at_edges(graph);
        self.count_entries();
        self.connect();
        self.choose();
    }

    /// The outermost closed loop that a run is in, and that has no run up to `before` and none from
    /// `after` on.
    pub fn around(&self, run: u32, before: Option<u32>, after: Option<u32>) -> Option<ClosedLoop> {
        let nest = &self.loops;
        let (before, after) = (before.map_or(0, |before| before + 1), after.unwrap_or(u32::MAX));
        let number = nest.outermost(self.runs[run as usize].innermost, |first, last| before <= first && last < after)?;
        let Loop { first, last, .. } = nest.loops[number as usize];
        Some(ClosedLoop { first, last, entry: self.entries[number as usize] })
    }

    fn find_candidates(&mut self, graph: &Graph<Run>) {
        self.runs.clear();
        self.candidates.loops.clear();
        self.open.clear();
        for run in 0..graph.nodes() as u32 {
            while self.open.last().is_some_and(|&open| self.candidates.loops[open as usize].last < run) {
                self.open.pop();
            }
            let around = self.open.last().copied();
            let limit = around.map_or(NONE, |around| self.candidates.loops[around as usize].last);
            // Predecessors are sorted.
            let last = graph.preds(Run::from_u32(run)).last().map(|last| last.as_u32());
            if let Some(last) = last.filter(|&last| run <= last && last <= limit) {
                self.open.push(self.candidates.push(run, last, around));
            }
            let innermost = self.open.last().copied().unwrap_or(NONE);
            self.runs.push(RunFacts { innermost, place: Place::default(), enters: NONE });
        }
    }

    fn look_at_edges(&mut self, graph: &Graph<Run>) {
        let Self { candidates, facts, runs, .. } = self;
        refill(facts, candidates.loops.len(), Facts { is_connected: true, ..Facts::default() });
        for run in 0..runs.len() as u32 {
            for succ in graph.succs(Run::from_u32(run)).iter().map(|succ| succ.as_u32()) {
                let left = candidates.outermost(runs[run as usize].innermost, |first, last| succ < first || last < succ);
                let (around, last, place) = match left {
                    Some(left) => {
                        let Loop { last, parent, .. } = candidates.loops[left as usize];
                        (parent, last, &mut facts[left as usize].place)
                    }
                    None => (runs[run as usize].innermost, run, &mut runs[run as usize].place),
                };
                place.leads_on |= succ > last || candidates.loops.get(around as usize).is_some_and(|around| around.first == succ);
                let entered = candidates.outermost(runs[succ as usize].innermost, |first, last| run < first || last < run);
                match entered {
                    Some(entered) => {
                        facts[entered as usize].place.is_reached |= run < candidates.loops[entered as usize].first;
                        let enters = &mut runs[succ as usize].enters;
                        if candidates.is_around(entered, *enters) {
                            *enters = entered;
                        }
                    }
                    None => runs[succ as usize].place.is_reached |= run < succ,
                }
            }
        }
        // The function is entered by its first run.
        if let Some(first) = runs.first_mut() {
            first.enters = candidates.outermost(first.innermost, |_, _| true).unwrap_or(NONE);
        }
    }

    /// A run that an edge enters a candidate by counts for all around it up to that one.
    fn count_entries(&mut self) {
        let Self { candidates, facts, runs, .. } = self;
        for (number, run) in (0..).zip(&*runs).filter(|(_, run)| run.enters != NONE) {
            let mut count = |candidate: u32, by: i32, entry: u32| {
                if let Some(facts) = facts.get_mut(candidate as usize) {
                    facts.entered_by += by;
                    facts.entries = facts.entries.wrapping_add(entry);
                }
            };
            count(run.innermost, 1, number);
            count(candidates.loops[run.enters as usize].parent, -1, u32::wrapping_neg(number));
        }
        for number in (0..facts.len()).rev() {
            let Facts { entered_by, entries, .. } = facts[number];
            if let Some(around) = facts.get_mut(candidates.loops[number].parent as usize) {
                around.entered_by += entered_by;
                around.entries = around.entries.wrapping_add(entries);
            }
        }
    }

    fn connect(&mut self) {
        let Self { candidates, facts, runs, .. } = self;
        for (number, run) in (0..).zip(&*runs) {
            if let Some(around) = candidates.loops.get(run.innermost as usize) {
                facts[run.innermost as usize].is_connected &= around.holds(number, number, run.place);
            }
        }
        for number in (0..facts.len()).rev() {
            let Loop { first, last, parent, .. } = candidates.loops[number];
            if let Some(around) = candidates.loops.get(parent as usize) {
                let Facts { is_connected, place, .. } = facts[number];
                facts[parent as usize].is_connected &= is_connected && around.holds(first, last, place);
            }
        }
    }

    fn choose(&mut self) {
        let Self { loops, entries, candidates, facts, runs, .. } = self;
        loops.loops.clear();
        entries.clear();
        for number in 0..facts.len() {
            let Loop { first, last, parent, .. } = candidates.loops[number];
            let around = facts.get(parent as usize).map(|facts| facts.number).filter(|&number| number != NONE);
            let facts = &mut facts[number];
            facts.number = around.unwrap_or(NONE);
            if facts.is_connected && facts.entered_by == 1 {
                facts.number = loops.push(first, last, around);
                entries.push(facts.entries);
            }
        }
        for run in runs {
            run.innermost = facts.get(run.innermost as usize).map_or(NONE, |facts| facts.number);
        }
    }
}

/// Loops in one another, outer before inner.
#[derive(Clone, Default, Debug)]
struct Nest {
    loops: Vec<Loop>,
}

#[derive(Copy, Clone, Debug)]
struct Loop {
    first: u32,
    last: u32,
    /// The loop around it, and one that may be farther up; itself, if it is outermost.
    parent: u32,
    jump: u32,
    depth: u32,
}

impl Loop {
    /// Whether what lies in it from one run to another lies there as connected loops want it.
    fn holds(&self, first: u32, last: u32, place: Place) -> bool {
        (place.is_reached || first == self.first) && (place.leads_on || last == self.last)
    }
}

impl Nest {
    fn push(&mut self, first: u32, last: u32, parent: Option<u32>) -> u32 {
        let number = self.loops.len() as u32;
        let (jump, depth) = match parent {
            None => (number, 0),
            Some(parent) => {
                let above = self.loops[parent as usize];
                let jump = self.loops[above.jump as usize];
                let is_even = above.depth - jump.depth == jump.depth - self.loops[jump.jump as usize].depth;
                (if is_even { jump.jump } else { parent }, above.depth + 1)
            }
        };
        self.loops.push(Loop { first, last, parent: parent.unwrap_or(NONE), jump, depth });
        number
    }

    /// The outermost loop around one, itself included, for which something holds that holds for all
    /// inside of one for which it holds.
    fn outermost(&self, innermost: u32, holds: impl Fn(u32, u32) -> bool) -> Option<u32> {
        let holds = |number: u32| self.loops.get(number as usize).is_some_and(|around| holds(around.first, around.last));
        let mut number = innermost;
        if !holds(number) {
            return None;
        }
        loop {
            let Loop { parent, jump, .. } = self.loops[number as usize];
            number = match number {
                _ if jump != number && holds(jump) => jump,
                _ if holds(parent) => parent,
                _ => return Some(number),
            };
        }
    }

    /// Whether of two loops around the same run the first is around the second, or the second is none.
    fn is_around(&self, outer: u32, inner: u32) -> bool {
        self.loops.get(inner as usize).is_none_or(|inner| self.loops[outer as usize].depth <= inner.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(runs: usize, edges: &[(usize, usize)]) -> Graph<Run> {
        let mut graph = Graph::default();
        let succs = |run| edges.iter().filter(move |&&(from, _)| from == run).map(|&(_, to)| Run::from_u32(to as u32));
        graph.build(runs, (0..runs).map(|run| (Run::from_u32(run as u32), succs(run))));
        graph
    }

    fn loops_of(graph: &Graph<Run>) -> ClosedLoops {
        let mut loops = ClosedLoops::default();
        loops.compute(graph);
        loops
    }

    fn all(loops: &ClosedLoops) -> Vec<(u32, u32, u32)> {
        loops.loops.loops.iter().zip(&loops.entries).map(|(one, &entry)| (one.first, one.last, entry)).collect()
    }

    /// Whether a run leads to another without leaving what is between two.
    fn leads(graph: &Graph<Run>, within: (u32, u32), from: u32, to: u32) -> bool {
        let (mut seen, mut work) = (vec![false; graph.nodes()], vec![from]);
        while let Some(run) = work.pop() {
            for next in graph.succs(Run::from_u32(run)).iter().map(|next| next.as_u32()) {
                if within.0 <= next && next <= within.1 && !std::mem::replace(&mut seen[next as usize], true) {
                    work.push(next);
                }
            }
        }
        seen[to as usize]
    }

    /// Closed loops by their definition.
    fn check_against_definition(graph: &Graph<Run>, loops: &ClosedLoops) {
        for (first, last, entry) in all(loops) {
            for run in first..=last {
                assert!((first..=last).all(|other| leads(graph, (first, last), run, other)), "{first}..{last} from {run}");
                let is_inside = |pred: &Run| (first..=last).contains(&pred.as_u32());
                let is_entered = run == 0 || !graph.preds(Run::from_u32(run)).iter().all(is_inside);
                assert_eq!(is_entered, run == entry, "{first}..{last} at {run}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Mostly runs that lead to the next, as code has them, so that there are loops.
        #[test]
        fn random_graphs_agree_with_the_definition(
            (runs, falls, edges) in (1usize..9).prop_flat_map(|runs| {
                (Just(runs), prop::collection::vec(0..8u32, runs), prop::collection::vec((0..runs, 0..runs), 0..9))
            })
        ) {
            let next = (0..runs - 1).filter(|&run| falls[run] > 0).map(|run| (run, run + 1));
            let graph = graph(runs, &next.chain(edges).collect::<Vec<_>>());
            let loops = loops_of(&graph);
            check_against_definition(&graph, &loops);
            // The outermost one that holds a run and none of two others.
            for run in 0..runs as u32 {
                for before in (0..run).map(Some).chain([None]) {
                    for after in (run + 1..runs as u32).map(Some).chain([None]) {
                        let fits = |&&(first, last, _): &&(u32, u32, u32)| {
                            first <= run && run <= last && before.is_none_or(|it| it < first) && after.is_none_or(|it| last < it)
                        };
                        let expected = all(&loops);
                        let expected = expected.iter().filter(fits).min_by_key(|one| one.0);
                        let found = loops.around(run, before, after).map(|one| (one.first, one.last, one.entry));
                        prop_assert_eq!(found.as_ref(), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn loops_are_found_in_one_another_and_where_they_are_entered_in_the_middle() {
        // 1 to 6 with 2 to 3, and with 4 to 5, which is entered by its last run.
        let nest = [(0, 1), (1, 2), (2, 3), (3, 2), (3, 5), (4, 5), (5, 4), (5, 6), (6, 1), (6, 7)];
        let loops = loops_of(&graph(8, &nest));
        assert_eq!(all(&loops), [(1, 6, 1), (2, 3, 2), (4, 5, 5)]);
        let around = |run, before, after| loops.around(run, before, after).map(|one| one.first);
        assert_eq!(around(3, None, None), Some(1));
        assert_eq!(around(3, Some(1), None), Some(2));
        assert_eq!(around(3, Some(1), Some(3)), None);
        assert_eq!(around(6, None, Some(7)), Some(1));
        assert_eq!(around(7, None, None), None);
    }

    #[test]
    fn what_is_entered_twice_or_cannot_come_back_is_no_closed_loop() {
        // Entered by 1 and by 2.
        assert_eq!(all(&loops_of(&graph(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]))), []);
        // From 2 nothing leads on; then from 2 something leads back.
        assert_eq!(all(&loops_of(&graph(4, &[(0, 1), (1, 2), (1, 3), (3, 1)]))), []);
        assert_eq!(all(&loops_of(&graph(4, &[(0, 1), (1, 2), (1, 3), (3, 1), (2, 1)]))), [(1, 3, 1)]);
        // Nothing leads to 2.
        assert_eq!(all(&loops_of(&graph(4, &[(0, 1), (1, 3), (2, 3), (3, 1)]))), []);
    }
}
