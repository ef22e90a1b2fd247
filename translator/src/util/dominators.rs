//! The dominator tree of a graph: a node dominates another if every path from the root to the other
//! passes through it.
//!
//! In: a [`Graph`] and a [`DepthFirst`] search of it. Out: immediate dominators, and dominance
//! queries in constant time by intervals of the dominator tree. Nodes that the search did not reach
//! have no dominator and dominate nothing.
//!
//! The algorithm is the simple version of Lengauer and Tarjan's ([LENGAUER-1979]): path compression
//! without balancing. The iterative algorithms that compilers like for their brevity are quadratic
//! on graphs that an input can be made of; this one is O(edges * log nodes) whatever the graph.
//! Everything works on preorder numbers, and nothing recurses. A refilled tree allocates nothing
//! once it has seen the largest graph.

use super::entity::Entity;
use super::graph::{DepthFirst, Graph};

/// End of a bucket's list.
const NONE: u32 = u32::MAX;

/// A dominator tree. All arrays but `numbers` are indexed by preorder number.
#[derive(Clone, Debug)]
pub struct DomTree<N> {
    preorder: Vec<N>,
    /// Preorder number by node; `NONE` if unreached.
    numbers: Vec<u32>,
    idoms: Vec<u32>,
    /// A node's place in a preorder of the dominator tree, and the size of its subtree: its
    /// descendants are an interval.
    tree_starts: Vec<u32>,
    tree_sizes: Vec<u32>,
    scratch: Scratch,
}

impl<N> Default for DomTree<N> {
    fn default() -> Self {
        Self {
            preorder: Vec::new(),
            numbers: Vec::new(),
            idoms: Vec::new(),
            tree_starts: Vec::new(),
            tree_sizes: Vec::new(),
            scratch: Scratch::default(),
        }
    }
}

/// The forest of nodes already processed, in the paper's words: `ancestor`, `label`, `semi` and
/// `bucket`.
#[derive(Clone, Default, Debug)]
struct Scratch {
    ancestors: Vec<u32>,
    labels: Vec<u32>,
    semis: Vec<u32>,
    bucket_heads: Vec<u32>,
    bucket_nexts: Vec<u32>,
    path: Vec<u32>,
    cursors: Vec<u32>,
}

fn fill(array: &mut Vec<u32>, values: impl Iterator<Item = u32>) {
    array.clear();
    array.extend(values);
}

impl Scratch {
    fn reset(&mut self, count: u32) {
        fill(&mut self.ancestors, (0..count).map(|_| NONE));
        fill(&mut self.labels, 0..count);
        fill(&mut self.semis, 0..count);
        fill(&mut self.bucket_heads, (0..count).map(|_| NONE));
        fill(&mut self.bucket_nexts, (0..count).map(|_| NONE));
    }

    /// The node with the least semidominator on the forest path from `node` up to, not including,
    /// its root.
    fn eval(&mut self, node: u32) -> u32 {
        if self.ancestors[node as usize] == NONE {
            return node;
        }
        self.compress(node);
        self.labels[node as usize]
    }

    /// Hangs every node of the path below the path's top, carrying the best label down.
    fn compress(&mut self, node: u32) {
        let mut current = node;
        while self.ancestors[self.ancestors[current as usize] as usize] != NONE {
            self.path.push(current);
            current = self.ancestors[current as usize];
        }
        while let Some(below) = self.path.pop() {
            let above = self.ancestors[below as usize];
            let best_above = self.labels[above as usize];
            if self.semis[best_above as usize] < self.semis[self.labels[below as usize] as usize] {
                self.labels[below as usize] = best_above;
            }
            self.ancestors[below as usize] = self.ancestors[above as usize];
        }
    }
}

impl<N: Entity> DomTree<N> {
    /// Computes the tree for the nodes that `search` reached in `graph`.
    pub fn compute(&mut self, graph: &Graph<N>, search: &DepthFirst<N>) {
        self.preorder.clear();
        self.preorder.extend_from_slice(search.preorder());
        fill(&mut self.numbers, (0..graph.nodes()).map(|node| search.number(N::from_index(node)).unwrap_or(NONE)));
        self.find_idoms(graph, search.parents());
        self.number_tree();
    }

    fn find_idoms(&mut self, graph: &Graph<N>, parents: &[u32]) {
        let count = self.preorder.len() as u32;
        self.scratch.reset(count);
        fill(&mut self.idoms, (0..count).map(|_| 0));
        for node in (1..count).rev() {
            let parent = parents[node as usize];
            let semi = self.semidominator(graph, node);
            self.scratch.semis[node as usize] = semi;
            let head = std::mem::replace(&mut self.scratch.bucket_heads[semi as usize], node);
            self.scratch.bucket_nexts[node as usize] = head;
            self.scratch.ancestors[node as usize] = parent;
            self.empty_bucket(parent);
        }
        for node in 1..count as usize {
            if self.idoms[node] != self.scratch.semis[node] {
                self.idoms[node] = self.idoms[self.idoms[node] as usize];
            }
        }
    }

    fn semidominator(&mut self, graph: &Graph<N>, node: u32) -> u32 {
        let mut semi = self.scratch.semis[node as usize];
        for pred in graph.preds(self.preorder[node as usize]) {
            let pred = self.numbers[pred.index()];
            if pred != NONE {
                let best = self.scratch.eval(pred);
                semi = semi.min(self.scratch.semis[best as usize]);
            }
        }
        semi
    }

    /// Settles the nodes whose semidominator is `parent`: immediately, or through another node that
    /// comes earlier in preorder.
    fn empty_bucket(&mut self, parent: u32) {
        let mut next = std::mem::replace(&mut self.scratch.bucket_heads[parent as usize], NONE);
        while next != NONE {
            let best = self.scratch.eval(next);
            let earlier = self.scratch.semis[best as usize] < self.scratch.semis[next as usize];
            self.idoms[next as usize] = if earlier { best } else { parent };
            next = self.scratch.bucket_nexts[next as usize];
        }
    }

    /// Gives every subtree of the dominator tree an interval. An immediate dominator precedes its
    /// children in preorder, so two sweeps do what a second search would.
    fn number_tree(&mut self) {
        let count = self.preorder.len();
        fill(&mut self.tree_sizes, (0..count).map(|_| 1));
        for node in (1..count).rev() {
            self.tree_sizes[self.idoms[node] as usize] += self.tree_sizes[node];
        }
        fill(&mut self.tree_starts, (0..count).map(|_| 0));
        // Where the next child of each node starts.
        let cursors = &mut self.scratch.cursors;
        fill(cursors, (0..count).map(|_| 1));
        for node in 1..count {
            let parent = self.idoms[node] as usize;
            self.tree_starts[node] = cursors[parent];
            cursors[parent] += self.tree_sizes[node];
            cursors[node] = self.tree_starts[node] + 1;
        }
    }

    fn number(&self, node: N) -> Option<usize> {
        Some(self.numbers[node.index()]).filter(|&number| number != NONE).map(|number| number as usize)
    }

    /// The immediate dominator; `None` for the root and for nodes that were not reached.
    pub fn idom(&self, node: N) -> Option<N> {
        let number = self.number(node).filter(|&number| number != 0)?;
        Some(self.preorder[self.idoms[number] as usize])
    }

    /// Whether every path from the root to `b` passes through `a`; true for `a == b`. False if
    /// either was not reached.
    #[inline]
    pub fn dominates(&self, a: N, b: N) -> bool {
        match (self.number(a), self.number(b)) {
            (Some(a), Some(b)) => self.tree_starts[b].wrapping_sub(self.tree_starts[a]) < self.tree_sizes[a],
            _ => false,
        }
    }

    /// Whether the search reached the node.
    pub fn is_reachable(&self, node: N) -> bool {
        self.number(node).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::tests::{Node, graph, node};
    use super::*;
    use proptest::prelude::*;

    fn tree(graph: &Graph<Node>) -> DomTree<Node> {
        let (mut search, mut tree) = (DepthFirst::default(), DomTree::default());
        search.compute(graph, Some(node(0)));
        tree.compute(graph, &search);
        tree
    }

    /// Which nodes a walk from the root reaches without stepping on `avoided`.
    fn reached_without(graph: &Graph<Node>, avoided: Option<Node>) -> Vec<bool> {
        let mut reached = vec![false; graph.nodes()];
        let mut work = vec![node(0)];
        while let Some(next) = work.pop() {
            if Some(next) != avoided && !std::mem::replace(&mut reached[next.index()], true) {
                work.extend_from_slice(graph.succs(next));
            }
        }
        reached
    }

    /// Dominance by its definition: `b` is reachable, but not around `a`.
    fn check_against_definition(graph: &Graph<Node>, tree: &DomTree<Node>) {
        let reachable = reached_without(graph, None);
        for a in (0..graph.nodes()).map(node) {
            let around = reached_without(graph, Some(a));
            assert_eq!(tree.is_reachable(a), reachable[a.index()]);
            for b in (0..graph.nodes()).map(node) {
                let expected = reachable[a.index()] && reachable[b.index()] && !around[b.index()];
                assert_eq!(tree.dominates(a, b), expected, "{a} dominates {b}");
            }
        }
        for b in (0..graph.nodes()).map(node) {
            // The immediate dominator is the strict dominator that all other strict dominators
            // dominate.
            let strict = |a: &Node| *a != b && tree.dominates(*a, b);
            let nearest = (0..graph.nodes())
                .map(node)
                .filter(strict)
                .find(|&a| (0..graph.nodes()).map(node).filter(strict).all(|c| tree.dominates(c, a)));
            assert_eq!(tree.idom(b), nearest, "idom of {b}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn random_graphs_agree_with_the_definition(
            (nodes, edges) in (1usize..14).prop_flat_map(|nodes| (Just(nodes), prop::collection::vec((0..nodes, 0..nodes), 0..36)))
        ) {
            let graph = graph(nodes, &edges);
            check_against_definition(&graph, &tree(&graph));
        }

        #[test]
        fn a_refilled_tree_is_the_tree(
            first in prop::collection::vec((0usize..12, 0usize..12), 0..30),
            second in prop::collection::vec((0usize..7, 0usize..7), 0..20),
        ) {
            let (mut search, mut reused) = (DepthFirst::default(), DomTree::default());
            for graph in [graph(12, &first), graph(7, &second)] {
                search.compute(&graph, Some(node(0)));
                reused.compute(&graph, &search);
                check_against_definition(&graph, &reused);
            }
        }
    }

    #[test]
    fn an_irreducible_loop_is_dominated_by_its_common_entry() {
        let graph = graph(5, &[(0, 1), (0, 2), (1, 2), (2, 1), (1, 3), (2, 3), (4, 3)]);
        let tree = tree(&graph);
        for join in [1, 2, 3] {
            assert_eq!(tree.idom(node(join)), Some(node(0)));
        }
        assert_eq!(tree.idom(node(0)), None);
        assert_eq!(tree.idom(node(4)), None);
        assert!(!tree.dominates(node(4), node(4)));
        check_against_definition(&graph, &tree);
    }

    /// The shapes on which simpler algorithms recurse too deep or go quadratic.
    #[test]
    fn large_graphs_are_handled() {
        const COUNT: usize = 100_000;
        let chain = |from: usize| (from + 1 < COUNT).then(|| node(from + 1));
        let shapes: [&dyn Fn(usize) -> Vec<Node>; 3] = [
            // A chain.
            &|from| chain(from).into_iter().collect(),
            // A chain that goes back to the middle of itself from everywhere: irreducible, deep,
            // with far back edges.
            &|from| chain(from).into_iter().chain([node(1 + (from * 7919) % (COUNT - 1))]).collect(),
            // A ladder: forward edges from the front to every node from the back, backwards edges
            // along the chain.
            &|from| {
                chain(from).into_iter().chain((from > 1).then(|| node(from - 1))).chain([node(COUNT - 1 - from / 2)]).collect()
            },
        ];
        for shape in shapes {
            let mut graph = Graph::default();
            graph.build(COUNT, (0..COUNT).map(|from| (node(from), shape(from))));
            let tree = tree(&graph);
            assert!(tree.dominates(node(0), node(COUNT - 1)));
            assert!(!tree.dominates(node(COUNT - 1), node(1)));
        }
    }
}
