//! A directed graph in compressed form, and the order in which a depth-first search from one node
//! sees it.
//!
//! In: the successors of each node, as an iterator. Out: [`Graph::succs`] and [`Graph::preds`] as
//! slices, parallel edges included, and from [`DepthFirst`] the preorder with its tree parents and
//! the reverse postorder. Nodes are entities, so that a graph of blocks hands out blocks.
//!
//! Invariants: every edge target is below the node count (the caller checks; an out-of-range target
//! panics). Nothing recurses, so a chain of a million nodes needs no more machine stack than one of
//! ten. Both structs are made to be refilled: once they have seen the largest graph, refilling
//! allocates nothing. Complexity: linear in nodes and edges.

use super::entity::Entity;
use super::refill;

/// Where a node's neighbours lie in the edge array.
#[derive(Copy, Clone, Default, Debug)]
struct Run {
    start: u32,
    len: u32,
}

impl Run {
    fn slice<T>(self, items: &[T]) -> &[T] {
        &items[self.start as usize..][..self.len as usize]
    }
}

/// A directed graph with its edges in both directions.
#[derive(Clone, Debug)]
pub struct Graph<N> {
    succ_runs: Vec<Run>,
    succs: Vec<N>,
    pred_runs: Vec<Run>,
    preds: Vec<N>,
}

impl<N> Default for Graph<N> {
    fn default() -> Self {
        Self { succ_runs: Vec::new(), succs: Vec::new(), pred_runs: Vec::new(), preds: Vec::new() }
    }
}

impl<N: Entity> Graph<N> {
    /// Makes it the graph over nodes `0..nodes` with the given successor lists, at most one list
    /// for a node; a node without one has no successors.
    pub fn build<S: IntoIterator<Item = N>>(&mut self, nodes: usize, successors: impl IntoIterator<Item = (N, S)>) {
        refill(&mut self.succ_runs, nodes, Run::default());
        refill(&mut self.pred_runs, nodes, Run::default());
        self.succs.clear();
        for (node, targets) in successors {
            let start = self.succs.len();
            self.succs.extend(targets);
            debug_assert_eq!(self.succ_runs[node.index()].len, 0, "two successor lists for {node}");
            self.succ_runs[node.index()] = Run { start: start as u32, len: (self.succs.len() - start) as u32 };
        }
        self.transpose();
    }

    /// Counting sort of the edges by target; a node's predecessors come out in ascending order.
    fn transpose(&mut self) {
        for target in &self.succs {
            self.pred_runs[target.index()].len += 1;
        }
        let mut start = 0;
        for run in &mut self.pred_runs {
            run.start = start;
            start += run.len;
            run.len = 0;
        }
        refill(&mut self.preds, self.succs.len(), N::from_index(0));
        for (node, run) in self.succ_runs.iter().enumerate() {
            for target in run.slice(&self.succs) {
                let run = &mut self.pred_runs[target.index()];
                self.preds[(run.start + run.len) as usize] = N::from_index(node);
                run.len += 1;
            }
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.succ_runs.len()
    }

    /// The targets of a node's outgoing edges, in the order given to [`build`](Self::build).
    #[inline]
    pub fn succs(&self, node: N) -> &[N] {
        self.succ_runs[node.index()].slice(&self.succs)
    }

    /// The sources of a node's incoming edges, ascending; a source with several edges appears
    /// several times, consecutively.
    #[inline]
    pub fn preds(&self, node: N) -> &[N] {
        self.pred_runs[node.index()].slice(&self.preds)
    }
}

/// Marks a node that the search did not reach.
const UNREACHED: u32 = u32::MAX;

/// A depth-first search from one node.
///
/// Successors are explored from the last to the first, which makes the reverse postorder follow the
/// first successor where it can: code laid out in reverse postorder falls through to it.
#[derive(Clone, Debug)]
pub struct DepthFirst<N> {
    preorder: Vec<N>,
    parents: Vec<u32>,
    numbers: Vec<u32>,
    reverse_postorder: Vec<N>,
    /// The path from the root: a node and how many of its successors are still unexplored.
    path: Vec<(N, u32)>,
}

impl<N> Default for DepthFirst<N> {
    fn default() -> Self {
        Self { preorder: Vec::new(), parents: Vec::new(), numbers: Vec::new(), reverse_postorder: Vec::new(), path: Vec::new() }
    }
}

impl<N: Entity> DepthFirst<N> {
    /// Searches `graph` from `root`; without a root nothing is reached.
    pub fn compute(&mut self, graph: &Graph<N>, root: Option<N>) {
        self.preorder.clear();
        self.parents.clear();
        refill(&mut self.numbers, graph.nodes(), UNREACHED);
        self.reverse_postorder.clear();
        self.path.clear();
        if let Some(root) = root {
            self.enter(graph, root, 0);
        }
        while let Some((node, left)) = self.path.last_mut() {
            if *left == 0 {
                self.reverse_postorder.push(*node);
                self.path.pop();
                continue;
            }
            *left -= 1;
            let (parent, next) = (*node, graph.succs(*node)[*left as usize]);
            if self.numbers[next.index()] == UNREACHED {
                self.enter(graph, next, self.numbers[parent.index()]);
            }
        }
        self.reverse_postorder.reverse();
    }

    fn enter(&mut self, graph: &Graph<N>, node: N, parent: u32) {
        self.numbers[node.index()] = self.preorder.len() as u32;
        self.preorder.push(node);
        self.parents.push(parent);
        self.path.push((node, graph.succs(node).len() as u32));
    }

    /// The reached nodes in preorder; the root is first.
    pub fn preorder(&self) -> &[N] {
        &self.preorder
    }

    /// The preorder number of the tree parent of each node in [`preorder`](Self::preorder); the
    /// root is its own.
    pub fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// A node's position in [`preorder`](Self::preorder), or `None` if the search did not reach it.
    #[inline]
    pub fn number(&self, node: N) -> Option<u32> {
        Some(self.numbers[node.index()]).filter(|&number| number != UNREACHED)
    }

    /// The reached nodes in reverse postorder: every node after its predecessors, but for the edges
    /// that close a cycle.
    pub fn reverse_postorder(&self) -> &[N] {
        &self.reverse_postorder
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    crate::entities! {
        /// A node of a test graph.
        pub Node = "n";
    }

    pub(crate) fn node(index: usize) -> Node {
        Node::from_u32(index as u32)
    }

    /// The graph over `0..nodes` with these edges.
    pub(crate) fn graph(nodes: usize, edges: &[(usize, usize)]) -> Graph<Node> {
        let targets = |from| edges.iter().filter(move |edge| edge.0 == from).map(|edge| node(edge.1));
        let mut graph = Graph::default();
        graph.build(nodes, (0..nodes).map(|from| (node(from), targets(from))));
        graph
    }

    fn indices(nodes: &[Node]) -> Vec<usize> {
        nodes.iter().map(|node| node.as_u32() as usize).collect()
    }

    #[test]
    fn edges_are_kept_in_both_directions_with_duplicates() {
        let graph = graph(4, &[(0, 2), (0, 2), (0, 1), (1, 2), (3, 2)]);
        assert_eq!(indices(graph.succs(node(0))), [2, 2, 1]);
        assert_eq!(indices(graph.preds(node(2))), [0, 0, 1, 3]);
        assert_eq!(indices(graph.preds(node(0))), []);
    }

    #[test]
    fn a_refilled_graph_forgets_the_old_one() {
        let mut reused = graph(4, &[(0, 1), (1, 2), (2, 3), (3, 1)]);
        reused.build(2, [(node(1), [node(0)])]);
        assert_eq!(reused.nodes(), 2);
        assert_eq!(indices(reused.succs(node(0))), []);
        assert_eq!(indices(reused.preds(node(0))), [1]);
        assert_eq!(indices(reused.preds(node(1))), []);
    }

    #[test]
    fn the_search_numbers_parents_before_children() {
        let graph = graph(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 1), (5, 3)]);
        let mut search = DepthFirst::default();
        search.compute(&graph, Some(node(0)));
        assert_eq!(indices(search.preorder()), [0, 2, 3, 1]);
        assert_eq!(search.parents(), [0, 0, 1, 2]);
        assert_eq!(indices(search.reverse_postorder()), [0, 2, 3, 1]);
        assert_eq!(search.number(node(3)), Some(2));
        assert_eq!(search.number(node(4)), None);
        assert_eq!(search.number(node(5)), None);
        search.compute(&graph, None);
        assert_eq!(search.number(node(0)), None);
        assert!(search.reverse_postorder().is_empty());
    }

    #[test]
    fn reverse_postorder_follows_the_first_successor() {
        let graph = graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let mut search = DepthFirst::default();
        search.compute(&graph, Some(node(0)));
        assert_eq!(indices(search.reverse_postorder()), [0, 1, 2, 3]);
    }
}
