//! Webs: phis that receive each other and never live at the same time, as one variable for a while.
//!
//! In: ranges, and what edges carry to phis. Out: for each web a leader, and what [`Ranges`] say of it while the webs stand in for their
//! members ([`Ranges::swap_webs`]): it lives wherever a member does, its mentions are theirs, and what edges move between them weighs
//! nothing, since it goes nowhere. The members do not live anywhere then. Outside of that the ranges are each variable's own.
//!
//! Variables that are placed one by one come to lie here and there: a value that goes round through several phis is then moved on each way
//! from one to the next. And each of them looks as if it were mentioned often, by moves that are none where all are in one place.
//!
//! Linear in the edges and the segments, but that a web that grows is copied: it has at most [`MOST_SEGMENTS`].

use super::{NONE, NOWHERE, Node, Ranges, Segment, VarState};
use crate::lir::{Code, EdgeSource, FlowInst, Label, Var, VarKind};
use crate::util::refill;

/// How many segments a web has at most.
const MOST_SEGMENTS: usize = 64;

/// See the module.
#[derive(Clone, Default, Debug)]
pub(super) struct Webs {
    /// For each phi another one of its web, or itself, plus one; zero for all others.
    parents: Vec<u32>,
    /// The members of webs, and what is said of them while webs stand in for members; the other way round in the meantime.
    others: Vec<(Var, VarState)>,
    /// For each member its place there.
    places: Vec<u32>,
    /// Where in the list of all segments those of webs begin.
    #[cfg(test)]
    pub(super) first_node: usize,
    /// Segments of the web that grows.
    segments: Vec<Segment>,
    are_in: bool,
}

impl Webs {
    fn root(&self, var: Var) -> Var {
        let mut var = var.as_u32();
        while let Some(parent) = self.parents[var as usize].checked_sub(1).filter(|&parent| parent != var) {
            var = parent;
        }
        Var::from_u32(var)
    }
}

impl Ranges {
    /// Finds the webs. Ranges are computed, and weighed.
    pub(super) fn find_webs<I: FlowInst>(&mut self, code: &Code<I>, frequency: impl Fn(Label) -> f32) {
        self.webs.others.clear();
        self.webs.are_in = false;
        #[cfg(test)]
        {
            self.webs.first_node = self.nodes.len();
        }
        refill(&mut self.webs.parents, code.vars.len(), 0);
        refill(&mut self.webs.places, code.vars.len(), NONE);
        // Phis are the roots of webs of one member.
        for edge in code.edges.all() {
            if code.var(edge.dest).kind == VarKind::Any {
                self.webs.parents[edge.dest.as_u32() as usize] = edge.dest.as_u32() + 1;
            }
        }
        for edge in code.edges.all() {
            let EdgeSource::Var(source) = edge.source else { continue };
            let (to, from) = (code.var(edge.dest), code.var(source));
            let are_phis = [edge.dest, source].iter().all(|var| self.webs.parents[var.as_u32() as usize] != 0);
            if are_phis && to.class == from.class && to.bytes == from.bytes {
                self.join(self.webs.root(edge.dest), self.webs.root(source));
            }
        }
        if self.webs.others.is_empty() {
            return;
        }
        // What members weigh, but for what they move to each other.
        for at in 0..self.webs.others.len() {
            let (var, root) = (self.webs.others[at].0, self.webs.root(self.webs.others[at].0));
            let weight = self.vars[var.as_u32() as usize].weight;
            self.of_web(root).weight += weight;
        }
        for block in (0..code.edges.blocks() as u32).map(Label::from_u32) {
            for edge in code.edges.leaving(block) {
                let EdgeSource::Var(source) = edge.source else { continue };
                let (to, from) = (self.webs.root(edge.dest), self.webs.root(source));
                if to == from && self.webs.places[to.as_u32() as usize] != NONE {
                    self.of_web(to).weight -= 2.0 * frequency(block);
                }
            }
        }
    }

    fn of_web(&mut self, root: Var) -> &mut VarState {
        &mut self.webs.others[self.webs.places[root.as_u32() as usize] as usize].1
    }

    /// What is said of a web, or of a phi alone.
    fn web_state(&self, root: Var) -> VarState {
        let place = self.webs.places[root.as_u32() as usize];
        self.webs.others.get(place as usize).map_or(self.vars[root.as_u32() as usize], |&(_, state)| state)
    }

    /// Makes one web of two, unless they are one, or live at the same time.
    fn join(&mut self, one: Var, other: Var) {
        let states = (self.web_state(one), self.web_state(other));
        if one == other || !states.0.first.is_somewhere() || !states.1.first.is_somewhere() || !self.merge(states) {
            return;
        }
        let (root, member, states) =
            if states.0.first.start < states.1.first.start { (one, other, states) } else { (other, one, (states.1, states.0)) };
        for var in [root, member] {
            if self.webs.places[var.as_u32() as usize] == NONE {
                self.webs.places[var.as_u32() as usize] = self.webs.others.len() as u32;
                self.webs.others.push((var, VarState::FRESH));
            }
        }
        let mut others = NONE;
        for &segment in self.webs.segments[1..].iter().rev() {
            self.nodes.push(Node { segment, next: others });
            others = self.nodes.len() as u32 - 1;
        }
        let length = self.webs.segments.iter().map(|segment| segment.end - segment.start).sum();
        *self.of_web(root) = VarState {
            first: self.webs.segments[0],
            others,
            defs: states.0.defs + states.1.defs,
            reads: states.0.reads + states.1.reads,
            written_at: states.0.written_at.max(states.1.written_at),
            weight: 0.0,
            length,
            wide: states.0.wide || states.1.wide,
            carried: true,
            ..states.0
        };
        *self.of_web(member) = VarState { first: NOWHERE, others: NONE, ..states.1 };
        self.webs.parents[member.as_u32() as usize] = root.as_u32() + 1;
    }

    /// Puts the segments of two together; whether they are apart, and few.
    fn merge(&mut self, (one, other): (VarState, VarState)) -> bool {
        let mut segments = std::mem::take(&mut self.webs.segments);
        segments.clear();
        segments.extend(self.segments_of(one).chain(self.segments_of(other)).take(MOST_SEGMENTS + 1));
        segments.sort_unstable_by_key(|segment| segment.start);
        let is_few = segments.len() <= MOST_SEGMENTS;
        let are_apart = segments.windows(2).all(|pair| pair[0].end <= pair[1].start) || fault!(WebsOverlap);
        self.webs.segments = segments;
        is_few && are_apart
    }

    /// Has webs stand in for their members; the next time, the other way round.
    pub fn swap_webs(&mut self) {
        self.webs.are_in = !self.webs.are_in;
        for (var, state) in &mut self.webs.others {
            std::mem::swap(state, &mut self.vars[var.as_u32() as usize]);
        }
    }

    /// Forgets the webs: each phi is a variable of its own.
    pub fn forget_webs(&mut self) {
        for (var, _) in self.webs.others.drain(..) {
            self.webs.parents[var.as_u32() as usize] = 0;
            self.webs.places[var.as_u32() as usize] = NONE;
        }
    }

    /// The variable that stands in for another one: itself, unless that is of a web, and webs stand in for their members.
    #[inline]
    pub fn stand_in(&self, var: Var) -> Var {
        if self.webs.are_in { self.webs.root(var) } else { var }
    }

    /// The members of webs.
    pub fn members(&self) -> impl Iterator<Item = Var> + '_ {
        self.webs.others.iter().map(|&(var, _)| var)
    }

    /// The leader of a variable's web; nothing if it is of none.
    #[inline]
    pub fn web(&self, var: Var) -> Option<Var> {
        let is_member = self.webs.places.get(var.as_u32() as usize).is_some_and(|&place| place != NONE);
        is_member.then(|| self.webs.root(var))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{EdgeMove, Role};
    use crate::regalloc::testing::ranges_of;
    use crate::regalloc::testing::toy::{CORE, Kind, Toy};

    fn label(block: u32) -> Label {
        Label::from_u32(block)
    }

    /// A loop of two blocks: the phi of the first goes to that of the second, and that back to the first. The second block reads the
    /// first one's phi, too, if `overlaps`. The phis, and the ranges.
    fn round(overlaps: bool) -> (Code<Toy>, [Var; 2]) {
        let mut code = Code::default();
        code.clear(4);
        let [start, header, latch] = [0; 3].map(|_| code.make_var(CORE, 4, VarKind::Any));
        let reads = |var| Toy::new(Kind::Plain(1), &[(var, Role::Use)]);
        code.insts = vec![Toy::bind(label(0)), Toy::new(Kind::Plain(0), &[(start, Role::Def)]), Toy::jump(label(1))];
        let leaves = Kind::Branch { id: 0, to: label(3), negated: false };
        code.insts.extend([Toy::bind(label(1)), reads(header), Toy::new(leaves, &[]), Toy::jump(label(2)), Toy::bind(label(2))]);
        code.insts.extend(overlaps.then(|| reads(header)));
        code.insts.extend([Toy::jump(label(1)), Toy::bind(label(3)), Toy::new(Kind::Exit, &[])]);
        let carries = |to, dest, source| EdgeMove { to: label(to), dest, source: EdgeSource::Var(source) };
        for (block, phi) in [(1, header), (2, latch)] {
            code.edges.set_phis(label(block), [phi]);
        }
        for (from, edge) in [(0, carries(1, header, start)), (1, carries(2, latch, header)), (2, carries(1, header, latch))] {
            code.edges.set_moves(label(from), [edge]);
        }
        (code, [header, latch])
    }

    #[test]
    fn phis_that_go_round_are_one_variable_for_a_while() {
        let (code, [header, latch]) = round(false);
        let mut ranges = ranges_of(&code);
        let own = [header, latch].map(|var| ranges.segments(var).collect::<Vec<_>>());
        assert_eq!([header, latch].map(|var| ranges.web(var)), [Some(header); 2]);
        ranges.swap_webs();
        assert_eq!((ranges.stand_in(latch), ranges.first(latch)), (header, None));
        assert_eq!(ranges.segments(header).collect::<Vec<_>>(), own.concat());
        // The first block runs 8 times, and reads it; the entry, which runs once, moves something to it.
        assert_eq!(ranges.weight(header).round(), 9.0);
        ranges.swap_webs();
        assert_eq!([header, latch].map(|var| ranges.segments(var).collect::<Vec<_>>()), own);
        assert_eq!(ranges.stand_in(latch), latch);
        ranges.forget_webs();
        ranges.swap_webs();
        assert_eq!((ranges.web(header), ranges.stand_in(latch)), (None, latch));
    }

    #[test]
    fn phis_that_live_at_the_same_time_are_two() {
        let (code, phis) = round(true);
        assert_eq!(phis.map(|var| ranges_of(&code).web(var)), [None; 2]);
    }
}
