//! Coarse live ranges, in two looks at each mention and none at the graph: a variable lives from its first mention in emission order to
//! its last, and where that lies in a region ([`Regions`]) that it entered alive, to the region's end.
//!
//! In: lowered code, its mentions, its regions. Out: [`Ranges`] of one segment for each variable, which covers the exact range (a test
//! and `-verify-each` compare them). For a variable of one run, which most are, it is the exact one.
//!
//! Why it covers. Say that `v` is live at a point `p` after its segment, and take the way from `p` to the use. It comes back by a branch
//! backward, to a run `t`. If `t` begins within the segment, the segment was extended to where the branch is. If `t` begins before it, `v`
//! is live before its first mention. There, code defines what it reads: on every way to `t` there is a definition, and all of them lie
//! behind `t`. So `t` is not anchored, and the region of the branch that led back over the first mention is odd, or lies in one that is;
//! the segment covers all of that. A temporary lives within the sequence of one instruction of the IR, whose loops are of the plain kind.
//!
//! Source: [TPDE-2025]: live ranges as stretches of a block order that keeps loops together. Linear; a variable whose ends lie
//! in more than [`MAX_STEPS`] regions is taken to live in all of the function.

use super::{CLOSED, NOWHERE, Ranges, Segment, VarState};
use crate::lir::{Code, EdgeSource, Flow, FlowInst, Var, VarKind};
use crate::liveness::flow::{FlowGraph, Run};
use crate::liveness::mentions::Mentions;
use crate::liveness::regions::Regions;
use crate::util::refill;

/// How many regions are looked at for one variable.
const MAX_STEPS: usize = 64;

/// A stretch of positions, and the runs that its ends lie in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Stretch {
    start: u32,
    first: u32,
    end: u32,
    last: u32,
}

impl Ranges {
    /// Makes them coarse ranges of `code`.
    pub fn compute_coarse<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, graph: &FlowGraph, regions: &Regions) {
        refill(&mut self.vars, code.vars.len(), VarState::FRESH);
        self.nodes.clear();
        for (number, run) in (0..).zip(graph.runs()) {
            let weight = regions.frequency(number);
            if let Flow::Bind(label) = code.insts[run.start as usize].flow() {
                for &phi in code.edges.phis(label) {
                    let state = self.mention(phi, number, (2 * run.start + 1, 2 * run.start + 2));
                    state.defs += 1;
                    state.written_at = run.start + 1;
                }
            }
            for mention in mentions.between(run.start, run.end) {
                let at = 2 * mention.inst;
                let span = (at + u32::from(!mention.reads()), at + 1 + u32::from(mention.writes()));
                let state = self.mention(mention.var(), number, span);
                state.weight += weight;
                state.reads += u32::from(mention.reads());
                if mention.writes() {
                    state.defs += 1;
                    state.written_at = mention.inst + 1;
                    state.wide |= mention.is_wide();
                }
            }
            self.mention_carried(code, graph, number, weight);
        }
        self.widen_phis(code);
        self.extend_all(code, graph, regions);
    }

    /// Checks that these ranges of some code cover others, for all variables but those that live in the frame anyway.
    ///
    /// # Errors
    /// Which variable lives where they say it does not.
    pub fn covers<I: FlowInst>(&self, exact: &Ranges, code: &Code<I>) -> Result<(), String> {
        let vars = (0..code.vars.len() as u32).map(Var::from_u32);
        for var in vars.filter(|&var| code.var(var).kind != VarKind::Memory) {
            let mut own = self.segments(var);
            let is_covered =
                |segment: Segment| own.clone().any(|coarse| coarse.start <= segment.start && segment.end <= coarse.end);
            if let Some(segment) = exact.segments(var).find(|&segment| !is_covered(segment)) {
                return Err(format!(
                    "{var} is live from position {} to {}, and coarsely {:?}",
                    segment.start,
                    segment.end,
                    own.next().map(|segment| (segment.start, segment.end))
                ));
            }
            if (self.is_wide(var), self.is_carried(var), self.defs(var))
                != (exact.is_wide(var), exact.is_carried(var), exact.defs(var))
            {
                return Err(format!("what is known of {var} differs from what its exact range says"));
            }
        }
        Ok(())
    }

    /// Extends a variable's stretch to a mention of it. Until all are known, `writer` is its first run, `mark` its last, plus one.
    #[inline]
    fn mention(&mut self, var: Var, run: u32, (start, end): (u32, u32)) -> &mut VarState {
        let state = &mut self.vars[var.as_u32() as usize];
        if state.first == NOWHERE {
            state.first = Segment { start, end };
            state.writer = run;
        } else {
            state.first.end = state.first.end.max(end);
        }
        state.mark = run + 1;
        state
    }

    /// What edges carry to phis is read where a run ends.
    fn mention_carried<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, number: u32, weight: f32) {
        let run = graph.runs()[number as usize];
        if code.edges.leaving(run.block).is_empty() {
            return;
        }
        for &target in graph.succs(Run::from_u32(number)) {
            let Flow::Bind(label) = code.insts[graph.run(target).start as usize].flow() else { continue };
            for edge in code.edges.on_edge(run.block, label) {
                self.vars[edge.dest.as_u32() as usize].weight += weight;
                if let EdgeSource::Var(var) = edge.source
                    && !fault!(CoarseCarried)
                {
                    let state = self.mention(var, number, (2 * run.end - 1, 2 * run.end));
                    state.carried = true;
                    state.weight += weight;
                }
            }
        }
    }

    /// Extends the stretches to where regions end.
    fn extend_all<I: FlowInst>(&mut self, code: &Code<I>, graph: &FlowGraph, regions: &Regions) {
        for (state, data) in self.vars.iter_mut().zip(&code.vars) {
            let last = std::mem::replace(&mut state.mark, CLOSED);
            if data.kind == VarKind::Memory && state.first.start % 2 == 0 {
                // A part of it is written while the others keep what they have, which is anything at first.
                (state.first.start, state.writer) = (0, 0);
            }
            if last == 0 || last == state.writer + 1 || regions.is_empty() || fault!(CoarseLoop) {
                continue;
            }
            let is_temporary = matches!(data.kind, VarKind::Register | VarKind::Fixed(_));
            let stretch = Stretch { start: state.first.start, first: state.writer, end: state.first.end, last: last - 1 };
            let Stretch { start, end, .. } = extended(stretch, graph, regions, is_temporary);
            state.first = Segment { start, end };
        }
    }
}

/// A stretch, extended over the regions that it is live into.
fn extended(mut stretch: Stretch, graph: &FlowGraph, regions: &Regions, is_temporary: bool) -> Stretch {
    let begin = |run: u32| 2 * graph.runs()[run as usize].start;
    let end = |run: u32| 2 * graph.runs()[run as usize].end;
    let mut steps = 0;
    loop {
        let before = stretch;
        for from in [before.last, before.first] {
            for region in regions.around(from) {
                steps += 1;
                if steps > MAX_STEPS {
                    let last = graph.runs().len() as u32 - 1;
                    return Stretch { start: 0, first: 0, end: end(last), last };
                }
                let is_live_into =
                    from == before.last && (stretch.start < begin(region.first) || (region.joined && !is_temporary));
                let is_odd = region.odd && !is_temporary;
                if is_live_into || is_odd {
                    if stretch.last <= region.last {
                        (stretch.last, stretch.end) = (region.last, stretch.end.max(end(region.last)));
                    }
                    if is_odd && region.first <= stretch.first {
                        (stretch.first, stretch.start) = (region.first, stretch.start.min(begin(region.first)));
                    }
                } else if !region.special_around {
                    break;
                }
            }
        }
        if stretch == before {
            return stretch;
        }
    }
}
