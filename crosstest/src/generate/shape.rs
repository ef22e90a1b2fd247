//! The control-flow graph of a function, before it has instructions.
//!
//! In: decisions. Out: a [`Shape`]: nodes in layout order with their successors, predecessors and
//! immediate dominators. Any graph may come out, reducible or not. What makes every run end:
//!
//! - an edge that leads back (to the same node or one before it) starts at a [`Role::Guard`], whose
//!   counter lets it be taken a few times in a run and then sends control forward instead, or at a
//!   [`Role::Count`], whose counter lets it be taken a few times for each time that its loop is
//!   entered, or at a [`Role::Step`], after which the loop's header, a [`Role::Test`], leaves the
//!   loop when there were enough; every cycle contains such an edge;
//! - every function but the first, and but a [`Role::Leaf`], which calls nothing, starts with a [`Role::Budget`] that counts calls and returns at
//!   once when there were enough.
//!
//! Invariants: node 0 is the entry and has no predecessors; every other node has a predecessor
//! before it, and its dominator before it; so nodes can be filled in layout order. Quadratic in the
//! number of nodes, which is small.

use super::config::Config;
use super::source::Source;
use super::structured;

/// What a node is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// Any instructions and any terminator.
    Plain,
    /// A few instructions that call nothing and take no memory of the stack, and a return: a function of its own.
    Leaf,
    /// Counts calls: to its first successor while there are calls left, to the second when not.
    Budget,
    /// Returns without doing anything.
    Return,
    /// To its first successor, back, a few times; then to its second one. The number is that of its
    /// counter.
    Guard(usize),
    /// To its first successor, the header of a loop that it is in, back while the loop's counter says so; then to its
    /// second one.
    Count(usize),
    /// The header of a loop that is left there: to its first successor while its counter says so, then to its second one.
    Test,
    /// To the header of its loop, which counts on.
    Step(usize),
    /// Does nothing but branch on a phi of its own, a constant on some of the ways there.
    Decide,
    /// To its first successor never, to its second one always, but no translator can know.
    Never,
    /// Never reached.
    Dead,
    /// Calls setjmp: to its first successor when that returns the first time, to the second the
    /// second time.
    SetJump,
    /// Jumps back to where setjmp was called.
    LongJump,
}

/// A node of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is for.
    pub role: Role,
    /// Successors, distinct.
    pub succs: Vec<usize>,
    /// Predecessors, distinct.
    pub preds: Vec<usize>,
    /// Immediate dominator; the entry's is itself.
    pub idom: usize,
}

/// A control-flow graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The nodes in layout order.
    pub nodes: Vec<Node>,
}

/// A graph that is being made: nodes by number, and their order.
pub(super) struct Draft {
    pub roles: Vec<Role>,
    pub succs: Vec<Vec<usize>>,
    pub order: Vec<usize>,
}

impl Shape {
    /// Draws a graph. `counters` is the number of counters that other functions use; those of this
    /// one are added to it.
    pub fn draw(source: &mut Source<'_, '_>, config: &Config, is_main: bool, counters: &mut usize) -> Shape {
        let mut draft = if config.structured > 0 && source.chance(config.structured) {
            structured::draft(source, config)
        } else {
            Self::draw_any(source, config, counters)
        };
        if !is_main {
            let first = draft.order[0];
            let (budget, early) = (draft.add(Role::Budget), draft.add(Role::Return));
            draft.order.insert(0, budget);
            draft.order.insert(1, early);
            draft.succs[budget] = vec![first, early];
        }
        let mut shape = draft.finish();
        if config.counted > 0 {
            shape.count_loops(source, config);
        }
        shape
    }

    /// The graph of a function that calls nothing.
    pub fn leaf() -> Shape {
        Draft { roles: vec![Role::Leaf], succs: vec![Vec::new()], order: vec![0] }.finish()
    }

    /// Any graph.
    fn draw_any(source: &mut Source<'_, '_>, config: &Config, counters: &mut usize) -> Draft {
        let count = source.between(1, config.blocks);
        let mut draft = Draft::chain(source, count);
        for _ in 0..source.between(0, if count > 1 { config.extra_edges } else { 0 }) {
            let from = source.below(count);
            if source.chance(128) && from > 0 {
                draft.back_edge(source, from, count, counters);
            } else if from + 1 < count {
                let to = source.between(from + 1, count - 1);
                draft.connect(from, to);
            }
        }
        for (share, role) in [(24, Role::Never), (20, Role::SetJump)] {
            if source.chance(share) && count > 1 {
                let from = source.below(count - 1);
                draft.detour(source, from, role);
            }
        }
        draft
    }

    /// Lets loops count: edges back to a node that dominates them, as many as do not make runs long where one loop is in another.
    fn count_loops(&mut self, source: &mut Source<'_, '_>, config: &Config) {
        let mut left = 3;
        for at in 0..self.nodes.len() {
            let Node { role: Role::Guard(_), ref succs, .. } = self.nodes[at] else { continue };
            let header = succs[0];
            let may = matches!(self.nodes[header].role, Role::Plain | Role::Guard(_) | Role::Count(_) | Role::Never);
            if may && left > 0 && self.dominates(header, at) && source.chance(config.counted) {
                self.nodes[at].role = Role::Count(header);
                left -= 1;
            }
        }
    }

    /// Whether every way to `other` leads through `node`.
    pub fn dominates(&self, node: usize, mut other: usize) -> bool {
        while other > node {
            other = self.nodes[other].idom;
        }
        other == node
    }

    /// The nodes in another order, the first one in its place: as compilers put them that rotate loops and move what is seldom
    /// out of the way, or in no order at all.
    pub fn other_order(&self, source: &mut Source<'_, '_>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        let last = order.len() - 1;
        if last < 2 {
            return order;
        }
        match source.below(4) {
            0 => order[1..].reverse(),
            1 => (2..=last).rev().for_each(|end| order.swap(end, source.between(1, end))),
            2 => {
                for _ in 0..source.between(1, 3) {
                    order[source.between(1, last)..].rotate_left(1);
                }
            }
            _ => self.rotate_loops(source, &mut order),
        }
        order
    }

    /// Puts headers of loops behind an end of their loop.
    fn rotate_loops(&self, source: &mut Source<'_, '_>, order: &mut [usize]) {
        for (at, node) in self.nodes.iter().enumerate() {
            if !matches!(node.role, Role::Guard(_) | Role::Count(_) | Role::Step(_)) || source.chance(80) {
                continue;
            }
            let place = |order: &[usize], node: usize| order.iter().position(|&other| other == node);
            let (Some(header), Some(end)) = (place(order, node.succs[0]), place(order, at)) else { continue };
            if header < end {
                order[header..=end].rotate_left(1);
            }
        }
    }
}

impl Draft {
    /// `count` plain nodes, each with an edge from one before it.
    fn chain(source: &mut Source<'_, '_>, count: usize) -> Draft {
        let mut draft = Draft { roles: vec![Role::Plain; count], succs: vec![Vec::new(); count], order: (0..count).collect() };
        for node in 1..count {
            let parent = if source.chance(90) { source.between(node.saturating_sub(4), node - 1) } else { node - 1 };
            draft.connect(parent, node);
        }
        draft
    }

    pub(super) fn add(&mut self, role: Role) -> usize {
        self.roles.push(role);
        self.succs.push(Vec::new());
        self.roles.len() - 1
    }

    pub(super) fn connect(&mut self, from: usize, to: usize) {
        if !self.succs[from].contains(&to) {
            self.succs[from].push(to);
        }
    }

    /// Puts a node into the layout, right behind another one.
    fn place_after(&mut self, at: usize, node: usize) {
        let position = self.order.iter().position(|&other| other == at).map_or(self.order.len(), |position| position + 1);
        self.order.insert(position, node);
    }

    /// An edge back from a plain node, through a guard.
    fn back_edge(&mut self, source: &mut Source<'_, '_>, from: usize, count: usize, counters: &mut usize) {
        let low = if source.chance(90) { from } else { 1 };
        let to = source.between(low, from);
        let guard = self.add(Role::Guard(*counters));
        *counters += 1;
        let forward = if from + 1 < count { source.between(from + 1, count - 1) } else { self.add(Role::Return) };
        self.succs[guard] = vec![to, forward];
        self.succs[from].push(guard);
        self.place_after(from, guard);
        if forward >= count {
            self.place_after(guard, forward);
        }
    }

    /// Leads one of a node's edges forward through a node that could go elsewhere.
    fn detour(&mut self, source: &mut Source<'_, '_>, from: usize, role: Role) {
        let edges = self.succs[from].len();
        let Some(&to) = self.succs[from].get(source.below(edges)) else { return };
        let (fork, other) = (self.add(role), self.add(if role == Role::Never { Role::Dead } else { Role::LongJump }));
        self.succs[fork] = vec![other, to];
        if role == Role::Never && source.chance(128) {
            self.succs[other] = vec![to];
        }
        self.succs[from].iter_mut().filter(|succ| **succ == to).for_each(|succ| *succ = fork);
        self.place_after(from, fork);
        self.place_after(fork, other);
    }

    /// Numbers the nodes in layout order.
    fn finish(self) -> Shape {
        let mut numbers = vec![0; self.order.len()];
        self.order.iter().enumerate().for_each(|(position, &node)| numbers[node] = position);
        let node = |&old: &usize| Node {
            role: match self.roles[old] {
                Role::Count(header) => Role::Count(numbers[header]),
                Role::Step(header) => Role::Step(numbers[header]),
                role => role,
            },
            succs: self.succs[old].iter().map(|&succ| numbers[succ]).collect(),
            preds: Vec::new(),
            idom: 0,
        };
        let mut nodes: Vec<Node> = self.order.iter().map(node).collect();
        for at in 0..nodes.len() {
            for succ in nodes[at].succs.clone() {
                nodes[succ].preds.push(at);
            }
        }
        find_dominators(&mut nodes);
        Shape { nodes }
    }
}

/// Cooper, Harvey and Kennedy's algorithm ([COOPER-2001]), in layout order.
fn find_dominators(nodes: &mut [Node]) {
    let mut done = vec![false; nodes.len()];
    done[0] = true;
    loop {
        let mut changed = false;
        for at in 1..nodes.len() {
            let reached = nodes[at].preds.iter().copied().filter(|&pred| done[pred]);
            let Some(idom) = reached.reduce(|a, b| common(nodes, a, b)) else { continue };
            changed |= !done[at] || nodes[at].idom != idom;
            (nodes[at].idom, done[at]) = (idom, true);
        }
        if !changed {
            return;
        }
    }
}

/// The nearest common dominator.
fn common(nodes: &[Node], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b { a = nodes[a].idom } else { b = nodes[b].idom }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;

    fn shapes(count: usize) -> Vec<Shape> {
        let data: Vec<u8> = (0..400_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 9) as u8).collect();
        let mut bytes = Unstructured::new(&data);
        let mut source = Source::new(&mut bytes);
        let config = Config { blocks: 12, extra_edges: 10, counted: 160, structured: 100, ..Config::default() };
        (0..count).map(|index| Shape::draw(&mut source, &config, index % 2 == 0, &mut 0)).collect()
    }

    #[test]
    fn every_node_has_a_predecessor_and_its_dominator_before_it() {
        for shape in shapes(300) {
            assert!(shape.nodes[0].preds.is_empty());
            for (at, node) in shape.nodes.iter().enumerate().skip(1) {
                assert!(node.preds.iter().any(|&pred| pred < at), "{at} of {shape:?}");
                assert!(node.idom < at, "{at} of {shape:?}");
            }
        }
    }

    #[test]
    fn only_guards_lead_back() {
        let (mut back, mut counted) = (0, 0);
        for shape in shapes(300) {
            for (at, node) in shape.nodes.iter().enumerate() {
                for &succ in node.succs.iter().filter(|&&succ| succ <= at) {
                    let guarded = match node.role {
                        Role::Guard(_) => node.succs[1] > at,
                        Role::Count(header) => succ == header && shape.dominates(header, at) && node.succs[1] > at,
                        Role::Step(header) => {
                            succ == header && shape.dominates(header, at) && shape.nodes[header].role == Role::Test
                        }
                        _ => false,
                    };
                    assert!(guarded && succ == node.succs[0]);
                    back += 1;
                    counted += usize::from(matches!(node.role, Role::Count(_)));
                }
            }
        }
        assert!(back > 100 && counted > 50 && counted < back, "{counted} of {back}");
    }

    #[test]
    fn some_graphs_are_irreducible() {
        // A loop that is entered elsewhere than at its header: an edge back to a node that does not
        // dominate its source.
        let irreducible = shapes(300).into_iter().filter(|shape| {
            let mut edges = shape.nodes.iter().enumerate().flat_map(|(at, node)| node.succs.iter().map(move |&to| (at, to)));
            edges.any(|(from, to)| to <= from && !shape.dominates(to, from))
        });
        assert!(irreducible.count() > 20);
    }

    #[test]
    fn other_orders_have_every_node_once_and_the_entry_first() {
        let data: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 7) as u8).collect();
        let mut bytes = Unstructured::new(&data);
        let mut source = Source::new(&mut bytes);
        let mut others = 0;
        for shape in shapes(300) {
            let order = shape.other_order(&mut source);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(order[0] == 0 && sorted.iter().copied().eq(0..shape.nodes.len()), "{order:?}");
            others += usize::from(order != sorted);
        }
        assert!(others > 150, "{others}");
    }
}
