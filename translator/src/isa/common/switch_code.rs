//! Writes the code of a switch by its [`SwitchPlan`], in terms of what a target can test.
//!
//! In: a plan, the value, and the target's [`SwitchCode`]. Out: code that leaves to a block on
//! every path. All comparisons are unsigned and of the whole value. Nodes are written in the plan's
//! order, in which the part below a pivot follows the comparison, so that only the other part needs
//! a label. Linear in the plan.

use super::switch::{Cluster, Dispatch, Node, SwitchPlan, Trial};
use crate::ice::Block;
use crate::lir::Label;

/// What code can do with labels.
pub trait Labels {
    /// The label of a block.
    fn label_of(&self, block: Block) -> Label;

    /// A new label.
    fn make_label(&mut self) -> Label;

    /// Binds a label here.
    fn bind(&mut self, label: Label);

    /// Goes to a label.
    fn jump(&mut self, to: Label);
}

/// What a target can do with the value of a switch, or with its distance from a number.
pub trait SwitchCode: Labels {
    /// A value in registers, zero-extended. It is not changed.
    type Value: Copy;

    /// Goes to a label if the value is this number.
    fn branch_if_equal(&mut self, value: Self::Value, number: u64, to: Label);

    /// Goes to a label if the value is below a bound, or if `below` is false, if it is not. The
    /// bound is not zero.
    fn branch_by_bound(&mut self, value: Self::Value, bound: u64, below: bool, to: Label);

    /// The value less a number.
    fn minus(&mut self, value: Self::Value, number: u64) -> Self::Value;

    /// Goes to a label if the mask has the bit whose number is the value, which is below the width
    /// of a word.
    fn branch_by_mask(&mut self, value: Self::Value, mask: u32, to: Label);

    /// Goes to the block in the table whose index is the value, which is below the length of the
    /// table.
    fn jump_by_table(&mut self, value: Self::Value, table: &[Block]);
}

/// How many comparisons there may be above one another: the tree is balanced, and a switch has fewer
/// than 2^32 cases.
const MAX_DEPTH: usize = 40;

/// Writes a switch. `next` is the block whose code follows, if jumps to it are to be left out.
pub fn write_switch<C: SwitchCode>(plan: &SwitchPlan, value: C::Value, default: Block, next: Option<Block>, code: &mut C) {
    let mut writer = Writer { plan, value, default: code.label_of(default), code };
    // The labels of parts that are not below their pivot, innermost last.
    let (mut pending, mut depth) = ([None; MAX_DEPTH], 0);
    for node in plan.nodes() {
        match *node {
            Node::Split { pivot, .. } => {
                let not_below = writer.code.make_label();
                writer.code.branch_by_bound(value, pivot, false, not_below);
                pending[depth] = Some(not_below);
                depth += 1;
            }
            Node::Leaf(ref leaf) => {
                let may_fall_through = depth == 0 && next == Some(default);
                writer.leaf(plan.trials(leaf), may_fall_through);
                if let Some(above) = depth.checked_sub(1) {
                    depth = above;
                    writer.code.bind(pending[above].expect("each comparison has left its label"));
                }
            }
        }
    }
}

struct Writer<'a, C: SwitchCode> {
    plan: &'a SwitchPlan,
    value: C::Value,
    default: Label,
    code: &'a mut C,
}

impl<C: SwitchCode> Writer<'_, C> {
    fn leaf(&mut self, trials: &[Trial], may_fall_through: bool) {
        for (index, &trial) in trials.iter().enumerate() {
            let cluster = &self.plan.clusters()[trial.cluster as usize];
            let is_decided = match cluster.dispatch {
                Dispatch::Range(target) => self.range(cluster, trial, target),
                Dispatch::BitTest(_) | Dispatch::Table(_) => self.lookup(cluster, trial, index + 1 == trials.len()),
            };
            if is_decided {
                return;
            }
        }
        if !may_fall_through {
            self.code.jump(self.default);
        }
    }

    /// Values in a row that have one target. Returns whether that is all there can be.
    fn range(&mut self, cluster: &Cluster, trial: Trial, target: Block) -> bool {
        let &Cluster { low, high, .. } = cluster;
        let (value, to) = (self.value, self.code.label_of(target));
        match (trial.check_low, trial.check_high) {
            (false, false) => {
                self.code.jump(to);
                return true;
            }
            _ if low == high => self.code.branch_if_equal(value, low, to),
            (true, false) => self.code.branch_by_bound(value, low, false, to),
            (false, true) => self.code.branch_by_bound(value, high + 1, true, to),
            (true, true) => {
                let offset = self.offset(low);
                self.code.branch_by_bound(offset, high - low + 1, true, to);
            }
        }
        false
    }

    /// A bit test or a table. Returns whether control never comes here.
    fn lookup(&mut self, cluster: &Cluster, trial: Trial, is_last: bool) -> bool {
        let &Cluster { low, high, .. } = cluster;
        let offset = self.offset(low);
        let outside = if is_last { self.default } else { self.code.make_label() };
        if trial.check_low || trial.check_high {
            self.code.branch_by_bound(offset, high - low + 1, false, outside);
        }
        match &cluster.dispatch {
            Dispatch::BitTest(masks) => {
                for &(mask, target) in self.plan.masks(masks) {
                    let to = self.code.label_of(target);
                    self.code.branch_by_mask(offset, mask as u32, to);
                }
                self.code.jump(self.default);
            }
            Dispatch::Table(entries) => {
                self.code.jump_by_table(offset, self.plan.table(entries));
            }
            Dispatch::Range(_) => unreachable!("a range is not looked up"),
        }
        if !is_last {
            self.code.bind(outside);
        }
        is_last
    }

    fn offset(&mut self, low: u64) -> C::Value {
        if low == 0 { self.value } else { self.code.minus(self.value, low) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::SwitchCase;
    use crate::isa::common::switch::SwitchOptions;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// What a switch is made of, to be run. Values are expressions: the switch's value less a
    /// number.
    #[derive(Debug)]
    enum Step {
        Bind(Label),
        Jump(Label),
        Equal(u64, u64, Label),
        Bound(u64, u64, bool, Label),
        Mask(u64, u32, Label),
        Table(u64, Vec<Label>),
    }

    struct Recorder {
        steps: Vec<Step>,
        labels: u32,
        greatest: u64,
    }

    impl Labels for Recorder {
        fn label_of(&self, block: Block) -> Label {
            Label::from_u32(block.as_u32())
        }

        fn make_label(&mut self) -> Label {
            self.labels += 1;
            Label::from_u32(self.labels)
        }

        fn bind(&mut self, label: Label) {
            self.steps.push(Step::Bind(label));
        }

        fn jump(&mut self, to: Label) {
            self.steps.push(Step::Jump(to));
        }
    }

    impl SwitchCode for Recorder {
        type Value = u64;

        fn branch_if_equal(&mut self, value: u64, number: u64, to: Label) {
            self.steps.push(Step::Equal(value, number, to));
        }

        fn branch_by_bound(&mut self, value: u64, bound: u64, below: bool, to: Label) {
            assert!(bound != 0 && bound <= self.greatest, "{bound} is no number of this width");
            self.steps.push(Step::Bound(value, bound, below, to));
        }

        fn minus(&mut self, value: u64, number: u64) -> u64 {
            assert!(number != 0);
            value + number
        }

        fn branch_by_mask(&mut self, value: u64, mask: u32, to: Label) {
            self.steps.push(Step::Mask(value, mask, to));
        }

        fn jump_by_table(&mut self, value: u64, table: &[Block]) {
            self.steps.push(Step::Table(value, table.iter().map(|&block| self.label_of(block)).collect()));
        }
    }

    const FIRST_LABEL: u32 = 1 << 16;

    /// The label of a block that a value leads to.
    fn run(code: &Recorder, input: u64) -> Label {
        let bound = code.steps.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Bind(label) => Some((*label, at)),
            _ => None,
        });
        let places: HashMap<Label, usize> = bound.collect();
        let mut at = 0;
        loop {
            let less = |number: &u64| input.wrapping_sub(*number) & code.greatest;
            let to = match &code.steps[at] {
                Step::Jump(to) => Some(*to),
                Step::Equal(value, number, to) => (less(value) == *number).then_some(*to),
                Step::Bound(value, bound, below, to) => ((less(value) < *bound) == *below).then_some(*to),
                Step::Mask(value, mask, to) => {
                    assert!(less(value) < 32);
                    (mask >> less(value) & 1 != 0).then_some(*to)
                }
                Step::Table(value, table) => Some(table[less(value) as usize]),
                Step::Bind(_) => None,
            };
            match to {
                Some(to) if to.as_u32() < FIRST_LABEL => return to,
                Some(to) => at = places[&to],
                None => at += 1,
            }
        }
    }

    fn check(cases: &[(u64, u32)], bits: u32, inputs: &[u64]) {
        let greatest = u64::MAX >> (64 - bits);
        let mut targets = HashMap::new();
        for &(value, target) in cases {
            targets.entry(value & greatest).or_insert(target);
        }
        let mut list: Vec<SwitchCase> =
            targets.iter().map(|(&value, &target)| SwitchCase { value, target: Block::from_u32(target) }).collect();
        list.sort_by_key(|case| case.value);
        let default = Block::from_u32(0);
        let mut plan = SwitchPlan::default();
        plan.compute(&list, default, bits, &SwitchOptions::for_word(32));
        let mut code = Recorder { steps: Vec::new(), labels: FIRST_LABEL, greatest };
        write_switch(&plan, 0, default, None, &mut code);
        let near = list.iter().flat_map(|case| [case.value, case.value.wrapping_add(1), case.value.wrapping_sub(1)]);
        for input in inputs.iter().copied().chain(near).map(|input| input & greatest) {
            let expected = targets.get(&input).copied().unwrap_or(0);
            assert_eq!(run(&code, input).as_u32(), expected, "{input} of {list:?}: {:?}", code.steps);
        }
    }

    proptest! {
        #[test]
        fn every_value_goes_where_it_should(
            cases in prop::collection::vec(((0u64..40, 0u32..4).prop_map(|(low, gap)| low << (8 * gap)), 0u32..5), 0..60),
            base in prop_oneof![Just(0u64), any::<u64>()],
            width in 0usize..4,
            inputs in prop::collection::vec(any::<u64>(), 0..20),
        ) {
            let bits = [8, 16, 32, 64][width];
            let cases: Vec<(u64, u32)> = cases.into_iter().map(|(value, target)| (value.wrapping_add(base), target)).collect();
            check(&cases, bits, &inputs);
        }
    }

    #[test]
    fn whole_ranges_and_ends_of_ranges() {
        let all: Vec<(u64, u32)> = (0..256).map(|value| (value, 1 + value as u32 / 100)).collect();
        check(&all, 8, &[]);
        check(&[(0, 1), (1, 2)], 1, &[]);
        check(&[], 32, &[0, 1, u64::MAX]);
        check(&[(u64::MAX, 1), (0, 2)], 64, &[]);
    }
}
