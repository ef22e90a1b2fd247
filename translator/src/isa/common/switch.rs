//! How to lower a switch: clusters of cases that one test decides, and the tree of comparisons that
//! leads to them, as data.
//!
//! In: the cases (value and target, values zero-extended and distinct), the default target, the
//! width, and what the target can do ([`SwitchOptions`]). Out: a [`SwitchPlan`]: a binary tree of
//! unsigned comparisons whose leaves are a few [`Cluster`]s to try in order:
//! - a *range* of values that go to one place;
//! - a *bit test*: values within one word's width that go to at most three places, each with a
//!   mask;
//! - a *jump table*, where at least [`SwitchOptions::density`] percent of the entries are cases.
//!
//! A value that no cluster of its leaf accepts goes to the default. Each cluster in a leaf says
//! which of its bounds remain to be checked; comparisons on the way have proved the others.
//!
//! Clusters are found by merging neighbours on a stack as long as the union is dense enough, which
//! takes linear time where the optimal partition takes quadratic, and finds it on inputs without
//! contrived gaps. Tables hold at most `100 / density` entries for a case. Complexity: n log n for
//! sorting; the tree is balanced, so that it recurses to depth log n.

use std::ops::Range;

use crate::ice::{Block, SwitchCase};

/// What a target can do with a switch.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SwitchOptions {
    /// Bits in a word whose bits can be tested; 0 for no bit tests.
    pub word_bits: u32,
    /// The least number of ranges that make a jump table worth its indirect branch; `usize::MAX`
    /// for no jump tables.
    pub min_table_ranges: usize,
    /// How many percent of a jump table's entries must be cases; at least 1.
    pub density: u32,
    /// How many clusters a leaf tries one after the other.
    pub leaf_clusters: usize,
}

impl SwitchOptions {
    /// The usual choice for a machine with words of this width.
    pub const fn for_word(word_bits: u32) -> Self {
        Self { word_bits, min_table_ranges: 4, density: 40, leaf_clusters: 3 }
    }

    /// Neither bit tests nor jump tables.
    pub const fn search_only() -> Self {
        Self { word_bits: 0, min_table_ranges: usize::MAX, density: 100, leaf_clusters: 3 }
    }
}

/// Where the cases of a cluster go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dispatch {
    /// All values to one target.
    Range(Block),
    /// Value `low + n` where bit `n` of a mask is set: see [`SwitchPlan::masks`].
    BitTest(Range<u32>),
    /// Value `low + n` to the `n`-th entry: see [`SwitchPlan::table`].
    Table(Range<u32>),
}

/// Cases that are decided together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// The least case value.
    pub low: u64,
    /// The greatest case value.
    pub high: u64,
    /// Where they go.
    pub dispatch: Dispatch,
}

/// A cluster to try in a leaf.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Index into [`SwitchPlan::clusters`].
    pub cluster: u32,
    /// Whether the value may be below the cluster.
    pub check_low: bool,
    /// Whether the value may be above the cluster.
    pub check_high: bool,
}

/// A node of the tree. The root is node 0; children follow their parent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// Values below `pivot`, unsigned, go to the next node, others to `not_below`.
    Split {
        /// What is compared with.
        pivot: u64,
        /// The node for values that are not below it.
        not_below: u32,
    },
    /// These trials in order, then the default.
    Leaf(Range<u32>),
}

#[derive(Copy, Clone, Debug)]
struct CaseRange {
    low: u64,
    high: u64,
    target: Block,
}

/// Neighbouring ranges on the stack.
#[derive(Copy, Clone, Debug)]
struct Segment {
    first: u32,
    end: u32,
    cases: u64,
}

/// A plan; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct SwitchPlan {
    nodes: Vec<Node>,
    trials: Vec<Trial>,
    clusters: Vec<Cluster>,
    tables: Vec<Block>,
    masks: Vec<(u64, Block)>,
    ranges: Vec<CaseRange>,
    segments: Vec<Segment>,
}

/// The most targets of a bit test.
const MAX_TEST_TARGETS: usize = 3;

impl SwitchPlan {
    /// Makes it the plan of a switch on a value of `bits` bits.
    pub fn compute(&mut self, cases: &[SwitchCase], default: Block, bits: u32, options: &SwitchOptions) {
        self.nodes.clear();
        self.trials.clear();
        self.clusters.clear();
        self.tables.clear();
        self.masks.clear();
        self.find_ranges(cases, default);
        self.find_segments(options);
        self.find_clusters(default, options);
        let greatest = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        self.build(0..self.clusters.len(), (0, greatest), options.leaf_clusters.max(1));
    }

    /// The tree.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// What a leaf tries.
    pub fn trials(&self, leaf: &Range<u32>) -> &[Trial] {
        &self.trials[leaf.start as usize..leaf.end as usize]
    }

    /// The clusters, by ascending value.
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// The entries of a [`Dispatch::Table`].
    pub fn table(&self, entries: &Range<u32>) -> &[Block] {
        &self.tables[entries.start as usize..entries.end as usize]
    }

    /// The masks of a [`Dispatch::BitTest`] and their targets. No two masks share a bit.
    pub fn masks(&self, masks: &Range<u32>) -> &[(u64, Block)] {
        &self.masks[masks.start as usize..masks.end as usize]
    }

    /// Sorts the cases and joins consecutive values with one target; cases that go where the
    /// default goes are no cases.
    fn find_ranges(&mut self, cases: &[SwitchCase], default: Block) {
        self.ranges.clear();
        let cases = cases.iter().filter(|case| case.target != default);
        self.ranges.extend(cases.map(|case| CaseRange { low: case.value, high: case.value, target: case.target }));
        self.ranges.sort_unstable_by_key(|range| range.low);
        self.ranges.dedup_by(|next, last| {
            let joins = last.target == next.target && last.high.checked_add(1) == Some(next.low);
            if joins {
                last.high = next.high;
            }
            joins
        });
    }

    /// Merges neighbouring ranges as long as the union is dense.
    fn find_segments(&mut self, options: &SwitchOptions) {
        self.segments.clear();
        for index in 0..self.ranges.len() as u32 {
            let range = self.ranges[index as usize];
            // A range of all 64-bit values would need 2^64 cases.
            let mut top = Segment { first: index, end: index + 1, cases: range.high - range.low + 1 };
            while let Some(&below) = self.segments.last() {
                let merged = Segment { first: below.first, end: top.end, cases: below.cases + top.cases };
                if !self.is_dense(merged, options) {
                    break;
                }
                self.segments.pop();
                top = merged;
            }
            self.segments.push(top);
        }
    }

    fn bounds(&self, ranges: Range<u32>) -> (u64, u64) {
        (self.ranges[ranges.start as usize].low, self.ranges[ranges.end as usize - 1].high)
    }

    fn is_dense(&self, segment: Segment, options: &SwitchOptions) -> bool {
        let (low, high) = self.bounds(segment.first..segment.end);
        let entries = u128::from(high - low) + 1;
        u128::from(segment.cases) * 100 >= entries * u128::from(options.density.max(1))
    }

    fn find_clusters(&mut self, default: Block, options: &SwitchOptions) {
        // Ranges since here are in no cluster yet.
        let mut pending = 0;
        for index in 0..self.segments.len() {
            let Segment { first, end, .. } = self.segments[index];
            let is_table = (end - first) as usize >= options.min_table_ranges && !self.suits_bit_test(first..end, options);
            if is_table {
                self.add_sparse(pending..first, options);
                self.add_table(first..end, default);
                pending = end;
            }
        }
        self.add_sparse(pending..self.ranges.len() as u32, options);
    }

    /// Whether one bit test for these ranges beats comparing with each.
    fn suits_bit_test(&self, ranges: Range<u32>, options: &SwitchOptions) -> bool {
        let (low, high) = self.bounds(ranges.clone());
        if high - low >= u64::from(options.word_bits) {
            return false;
        }
        let mut targets = Targets::default();
        let mut comparisons = 0;
        for range in &self.ranges[ranges.start as usize..ranges.end as usize] {
            comparisons += if range.low == range.high { 1 } else { 2 };
            if !targets.add(range.target) {
                return false;
            }
        }
        targets.pay(comparisons)
    }

    /// Ranges that no table takes: bit tests where as many as fit into a word pay, single ranges
    /// elsewhere.
    fn add_sparse(&mut self, ranges: Range<u32>, options: &SwitchOptions) {
        let mut first = ranges.start;
        while first < ranges.end {
            let low = self.ranges[first as usize].low;
            let mut targets = Targets::default();
            let (mut end, mut paying, mut comparisons) = (first, None, 0);
            while end < ranges.end {
                let range = self.ranges[end as usize];
                if range.high - low >= u64::from(options.word_bits) || !targets.add(range.target) {
                    break;
                }
                comparisons += if range.low == range.high { 1 } else { 2 };
                end += 1;
                if targets.pay(comparisons) {
                    paying = Some(end);
                }
            }
            match paying {
                Some(end) => {
                    self.add_bit_test(first..end);
                    first = end;
                }
                None => {
                    let CaseRange { low, high, target } = self.ranges[first as usize];
                    self.clusters.push(Cluster { low, high, dispatch: Dispatch::Range(target) });
                    first += 1;
                }
            }
        }
    }

    fn add_bit_test(&mut self, ranges: Range<u32>) {
        let (low, high) = self.bounds(ranges.clone());
        let start = self.masks.len();
        for index in ranges {
            let range = self.ranges[index as usize];
            let bits = (u64::MAX >> (63 - (range.high - range.low))) << (range.low - low);
            match self.masks[start..].iter_mut().find(|(_, target)| *target == range.target) {
                Some((mask, _)) => *mask |= bits,
                None => self.masks.push((bits, range.target)),
            }
        }
        let dispatch = Dispatch::BitTest(start as u32..self.masks.len() as u32);
        self.clusters.push(Cluster { low, high, dispatch });
    }

    fn add_table(&mut self, ranges: Range<u32>, default: Block) {
        let (low, high) = self.bounds(ranges.clone());
        let start = self.tables.len();
        for range in &self.ranges[ranges.start as usize..ranges.end as usize] {
            self.tables.resize(start + (range.low - low) as usize, default);
            self.tables.resize(start + (range.high - low) as usize + 1, range.target);
        }
        if fault!(SwitchTableEnd)
            && let Some(last) = self.tables.last_mut()
        {
            *last = default;
        }
        let dispatch = Dispatch::Table(start as u32..self.tables.len() as u32);
        self.clusters.push(Cluster { low, high, dispatch });
    }

    /// Builds the subtree for a run of clusters, where the value is known to lie within the bounds.
    fn build(&mut self, clusters: Range<usize>, (low, high): (u64, u64), leaf_clusters: usize) {
        if clusters.len() <= leaf_clusters {
            return self.build_leaf(clusters, low, high);
        }
        let middle = clusters.start + clusters.len() / 2;
        let pivot = self.clusters[middle].low;
        let split = self.nodes.len();
        self.nodes.push(Node::Split { pivot, not_below: 0 });
        self.build(clusters.start..middle, (low, pivot - 1), leaf_clusters);
        let not_below = self.nodes.len() as u32;
        self.nodes[split] = Node::Split { pivot, not_below };
        self.build(middle..clusters.end, (pivot, high), leaf_clusters);
    }

    fn build_leaf(&mut self, clusters: Range<usize>, mut low: u64, high: u64) {
        let start = self.trials.len() as u32;
        for index in clusters {
            let cluster = &self.clusters[index];
            let (check_low, check_high) = (cluster.low > low, cluster.high < high);
            // A value that fails a range with no room below it lies above. Holes in other clusters
            // lead to the default at once.
            if !check_low && check_high {
                low = cluster.high + 1;
            }
            self.trials.push(Trial { cluster: index as u32, check_low, check_high });
        }
        self.nodes.push(Node::Leaf(start..self.trials.len() as u32));
    }
}

/// The distinct targets of a bit test.
#[derive(Default)]
struct Targets {
    targets: [Option<Block>; MAX_TEST_TARGETS],
}

impl Targets {
    /// Adds a target; whether there was room.
    fn add(&mut self, target: Block) -> bool {
        for slot in &mut self.targets {
            if *slot.get_or_insert(target) == target {
                return true;
            }
        }
        false
    }

    /// Whether a subtraction, a bound, a shift and a test for each target beat so many comparisons.
    fn pay(&self, comparisons: u32) -> bool {
        let count = self.targets.iter().flatten().count();
        comparisons >= [u32::MAX, 3, 5, 6][count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn block(index: u64) -> Block {
        Block::from_u32(index as u32)
    }

    /// Where a value goes, and after how many comparisons with pivots. Checks that nothing that was
    /// left out was needed.
    fn follow(plan: &SwitchPlan, default: Block, value: u64) -> (Block, usize) {
        let (mut node, mut depth) = (0, 0);
        let leaf = loop {
            match &plan.nodes()[node] {
                Node::Split { pivot, not_below } => {
                    node = if value < *pivot { node + 1 } else { *not_below as usize };
                    depth += 1;
                }
                Node::Leaf(leaf) => break leaf,
            }
        };
        for trial in plan.trials(leaf) {
            let cluster = &plan.clusters()[trial.cluster as usize];
            let (below, above) = (value < cluster.low, value > cluster.high);
            assert!(!below || trial.check_low, "{value} is below {cluster:?}");
            assert!(!above || trial.check_high, "{value} is above {cluster:?}");
            if below || above {
                continue;
            }
            let offset = value - cluster.low;
            let target = match &cluster.dispatch {
                Dispatch::Range(target) => *target,
                Dispatch::Table(entries) => plan.table(entries)[offset as usize],
                Dispatch::BitTest(masks) => {
                    let mut hits = plan.masks(masks).iter().filter(|(mask, _)| mask >> offset & 1 != 0);
                    let hit = hits.next();
                    assert!(hits.next().is_none());
                    hit.map_or(default, |(_, target)| *target)
                }
            };
            return (target, depth);
        }
        (default, depth)
    }

    fn check(values: &[(u64, u64)], bits: u32, options: &SwitchOptions) -> SwitchPlan {
        let mut cases: Vec<_> = values.iter().map(|&(value, target)| SwitchCase { value, target: block(target) }).collect();
        cases.sort_by_key(|case| case.value);
        cases.dedup_by_key(|case| case.value);
        cases.reverse();
        let default = block(0);
        let mut plan = SwitchPlan::default();
        // Something else first, to be forgotten.
        plan.compute(&[SwitchCase { value: 7, target: block(9) }], block(8), bits, options);
        plan.compute(&cases, default, bits, options);
        let greatest = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        let around = cases.iter().flat_map(|case| [case.value.wrapping_sub(1), case.value, case.value.wrapping_add(1)]);
        for value in around.chain([0, 1, greatest, greatest / 2, greatest / 2 + 1]).map(|value| value & greatest) {
            let expected = cases.iter().find(|case| case.value == value).map_or(default, |case| case.target);
            let (found, depth) = follow(&plan, default, value);
            assert_eq!(found, expected, "{value} in {plan:?}");
            assert!(depth <= 1 + plan.clusters().len().next_power_of_two().trailing_zeros() as usize);
        }
        assert!(plan.tables.len() as u64 * u64::from(options.density) <= cases.len() as u64 * 100);
        plan
    }

    const WORD: SwitchOptions = SwitchOptions::for_word(32);

    fn kinds(plan: &SwitchPlan) -> String {
        let kind = |cluster: &Cluster| match cluster.dispatch {
            Dispatch::Range(_) => 'r',
            Dispatch::BitTest(_) => 'b',
            Dispatch::Table(_) => 't',
        };
        plan.clusters().iter().map(kind).collect()
    }

    #[test]
    fn shapes_get_the_cluster_that_suits_them() {
        let dense: Vec<_> = (10..60).map(|value| (value, 1 + value % 7)).collect();
        assert_eq!(kinds(&check(&dense, 32, &WORD)), "t");
        let vowels = [(97, 1), (101, 1), (105, 1), (111, 1), (117, 1)];
        assert_eq!(kinds(&check(&vowels, 32, &WORD)), "b");
        let sparse: Vec<_> = (1..9).map(|index| (index * 1000, index)).collect();
        assert_eq!(kinds(&check(&sparse, 32, &WORD)), "rrrrrrrr");
        let range: Vec<_> = (0..100).map(|value| (value, 1)).collect();
        assert_eq!(kinds(&check(&range, 32, &WORD)), "r");
        let mixed: Vec<_> = dense.iter().copied().chain([(5000, 3)]).chain(vowels.map(|(value, _)| (9000 + value, 1))).collect();
        assert_eq!(kinds(&check(&mixed, 32, &WORD)), "trb");
        assert_eq!(kinds(&check(&[], 32, &WORD)), "");
    }

    #[test]
    fn options_switch_kinds_off() {
        let dense: Vec<_> = (10..30).map(|value| (value, 1 + value % 7)).collect();
        let no_tables = SwitchOptions { min_table_ranges: usize::MAX, ..WORD };
        assert!(!kinds(&check(&dense, 8, &no_tables)).contains('t'));
        let only_ranges = SwitchOptions { word_bits: 0, ..no_tables };
        assert_eq!(kinds(&check(&dense, 8, &only_ranges)), "r".repeat(20));
    }

    #[test]
    fn the_ends_of_64_bits() {
        let ends = [(0, 1), (1, 1), (2, 2), (u64::MAX, 3), (u64::MAX - 1, 1), (1 << 63, 4), ((1 << 63) - 1, 4)];
        check(&ends, 64, &SwitchOptions::for_word(64));
        // All values of a type are cases: no bound is checked.
        let all: Vec<_> = (0..256).map(|value| (value, 1 + value % 5)).collect();
        let plan = check(&all, 8, &WORD);
        let Node::Leaf(leaf) = &plan.nodes()[0] else { panic!("one cluster needs no split") };
        assert_eq!(plan.trials(leaf), [Trial { cluster: 0, check_low: false, check_high: false }]);
    }

    proptest! {
        #[test]
        fn every_value_goes_where_its_case_says(
            values in prop::collection::vec((prop_oneof![0u64..80, any::<u64>(), (0u32..64).prop_map(|by| 1 << by)], 0u64..5), 0..60),
            width in 0usize..4,
            word in prop_oneof![Just(0u32), Just(32), Just(64)],
            min_table_ranges in 2usize..6,
            leaf_clusters in 1usize..4,
        ) {
            let bits = [8, 16, 32, 64][width];
            let values: Vec<_> = values.iter().map(|&(value, to)| (if bits == 64 { value } else { value & ((1 << bits) - 1) }, to)).collect();
            let options = SwitchOptions { word_bits: word, min_table_ranges, density: 40, leaf_clusters };
            check(&values, bits, &options);
        }
    }

    #[test]
    fn a_hundred_thousand_cases_are_planned_at_once() {
        let values: Vec<_> = (0..100_000u64).map(|index| (index * index, 1 + index % 3)).collect();
        let cases: Vec<_> = values.iter().map(|&(value, target)| SwitchCase { value, target: block(target) }).collect();
        let mut plan = SwitchPlan::default();
        plan.compute(&cases, block(0), 64, &WORD);
        assert!(plan.clusters().len() > 90_000);
    }
}
