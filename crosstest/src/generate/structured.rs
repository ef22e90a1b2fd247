//! Control flow as compilers of structured languages make it: branches that meet again, loops that count, within each other, with
//! ways out of the middle and with several ends.
//!
//! In: decisions. Out: a [`Draft`], in the order in which a compiler would lay it out. Every loop counts ([`super::counted`]).

use super::config::Config;
use super::shape::{Draft, Role};
use super::source::Source;

/// How deep loops and branches are within each other.
const DEPTH: usize = 3;

/// A part of a graph: where it begins and ends. Its last node has no successors yet.
#[derive(Copy, Clone)]
struct Part {
    first: usize,
    last: usize,
}

/// A graph of at least one node.
pub(super) fn draft(source: &mut Source<'_, '_>, config: &Config) -> Draft {
    let draft = Draft { roles: Vec::new(), succs: Vec::new(), order: Vec::new() };
    let mut parts = Parts { draft, most: 2 * config.blocks, leaving: Vec::new() };
    let entry = parts.node(Role::Plain);
    let mut last = entry;
    for _ in 0..source.between(1, 3) {
        let part = parts.part(source, DEPTH);
        parts.draft.connect(last, part.first);
        last = part.last;
    }
    parts.leave_early(last);
    parts.draft
}

struct Parts {
    draft: Draft,
    /// The most nodes, about.
    most: usize,
    /// Nodes from which control leaves the function.
    leaving: Vec<usize>,
}

impl Parts {
    fn node(&mut self, role: Role) -> usize {
        let node = self.draft.add(role);
        self.draft.order.push(node);
        node
    }

    fn part(&mut self, source: &mut Source<'_, '_>, depth: usize) -> Part {
        if depth == 0 || self.draft.order.len() >= self.most {
            return self.single();
        }
        match source.weighted(&[3, 2, 2, 6, 5, 2]) {
            0 => self.single(),
            1 => self.branch(source, depth, false),
            2 => self.branch(source, depth, true),
            3 => self.short_loop(),
            4 => self.long_loop(source, depth),
            _ => self.choice(source, depth),
        }
    }

    fn single(&mut self) -> Part {
        let node = self.node(Role::Plain);
        Part { first: node, last: node }
    }

    /// One way or two, which meet, unless one leaves the function; perhaps with a second branch where they meet, decided by the
    /// way there.
    fn branch(&mut self, source: &mut Source<'_, '_>, depth: usize, both: bool) -> Part {
        let first = self.node(Role::Plain);
        let mut ways = vec![self.part(source, depth - 1)];
        if both {
            ways.push(self.part(source, depth - 1));
        }
        let decides = source.chance(80);
        let mut last = self.node(if decides { Role::Decide } else { Role::Plain });
        for (index, way) in ways.into_iter().enumerate() {
            self.draft.connect(first, way.first);
            if index == 0 && source.chance(50) {
                self.leaving.push(way.last);
            } else {
                self.draft.connect(way.last, last);
            }
        }
        if !both {
            self.draft.connect(first, last);
        }
        if decides {
            let (way, meet) = (self.part(source, depth - 1), self.node(Role::Plain));
            self.draft.connect(last, way.first);
            self.draft.connect(last, meet);
            self.draft.connect(way.last, meet);
            last = meet;
        }
        Part { first, last }
    }

    /// Several ways, which meet.
    fn choice(&mut self, source: &mut Source<'_, '_>, depth: usize) -> Part {
        let first = self.node(Role::Plain);
        let ways: Vec<Part> = (0..source.between(2, 4)).map(|_| self.part(source, depth - 1)).collect();
        let last = self.node(Role::Plain);
        for way in ways {
            self.draft.connect(first, way.first);
            self.draft.connect(way.last, last);
        }
        self.draft.connect(first, last);
        Part { first, last }
    }

    /// A loop of one block.
    fn short_loop(&mut self) -> Part {
        let first = self.draft.roles.len();
        self.node(Role::Count(first));
        let last = self.node(Role::Plain);
        self.draft.succs[first] = vec![first, last];
        Part { first, last }
    }

    /// A loop with other things in it, tested where it begins or where it ends: perhaps a second end, a way to its end, and one out of it.
    fn long_loop(&mut self, source: &mut Source<'_, '_>, depth: usize) -> Part {
        let tests_first = source.chance(100);
        let header = self.node(if tests_first { Role::Test } else { Role::Plain });
        let (mut at, mut inside) = (header, if tests_first { Vec::new() } else { vec![header] });
        for _ in 0..source.between(1, 2) {
            let part = self.part(source, depth - 1);
            self.draft.connect(at, part.first);
            at = part.last;
            inside.push(at);
            if source.chance(50) {
                // Goes on from here, or to what comes next.
                let end = self.node(Role::Count(header));
                self.draft.connect(at, end);
                at = self.node(Role::Plain);
                self.draft.succs[end] = vec![header, at];
            }
        }
        let end = self.node(if tests_first { Role::Step(header) } else { Role::Count(header) });
        self.draft.connect(at, end);
        let last = self.node(Role::Plain);
        self.draft.connect(end, header);
        self.draft.connect(if tests_first { header } else { end }, last);
        for (share, to) in [(60, end), (90, last)] {
            if source.chance(share) {
                let from = source.pick(&inside);
                self.draft.connect(from, to);
            }
        }
        Part { first: header, last }
    }

    /// Leads what leaves the function, and what comes last, to one node, if there is more than that.
    fn leave_early(&mut self, last: usize) {
        if self.leaving.is_empty() {
            return;
        }
        let end = self.node(Role::Return);
        self.leaving.push(last);
        for from in std::mem::take(&mut self.leaving) {
            self.draft.connect(from, end);
        }
    }
}
