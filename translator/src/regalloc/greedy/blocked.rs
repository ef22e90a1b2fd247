//! What is taken no matter what the allocator does: by calls, and by variables whose register is given.

use crate::lir::{Code, FlowInst, Note, RegMask, RegTable, Var, VarKind};
use crate::liveness::{Mentions, Ranges, Segment};

/// How many stretches are looked at for one variable. For longer ranges everything that is ever taken counts as taken.
pub const MAX_LOOKED_AT: usize = 48;

/// Units that are taken for a while.
#[derive(Copy, Clone, Debug)]
struct Stretch {
    segment: Segment,
    units: RegMask,
}

/// What is taken, and up to where the walk has come.
#[derive(Clone, Default, Debug)]
pub(super) struct Blocked {
    /// By where they end.
    stretches: Vec<Stretch>,
    /// How many of these end at the present position or before it.
    ahead: usize,
    /// Those around the present position.
    around: Vec<Stretch>,
    all: RegMask,
}

impl Blocked {
    /// Notes what is taken anywhere in some code.
    pub(super) fn find<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, ranges: &Ranges, table: &RegTable) {
        self.stretches.clear();
        self.around.clear();
        for index in mentions.those(Note::clobbers) {
            let units = if fault!(GreedyOverCalls) { RegMask::EMPTY } else { code.insts[index].clobbers(&code.pools) };
            let start = 2 * index as u32 + 1;
            self.stretches.push(Stretch { segment: Segment { start, end: start + 1 }, units });
        }
        for (index, data) in code.vars.iter().enumerate() {
            if let VarKind::Fixed(reg) = data.kind
                && let Some(segment) = ranges.first(Var::from_u32(index as u32))
            {
                self.stretches.push(Stretch { segment, units: table.units[usize::from(reg)] });
            }
        }
        self.stretches.sort_unstable_by_key(|stretch| (stretch.segment.end, stretch.segment.start));
        self.ahead = self.stretches.len();
        self.all = self.stretches.iter().fold(RegMask::EMPTY, |all, stretch| all.union(stretch.units));
    }

    /// Everything that is ever taken.
    pub(super) fn all(&self) -> RegMask {
        self.all
    }

    /// What is taken somewhere in a segment. Those that it is called with end at ever lower positions.
    pub(super) fn within(&mut self, segment: Segment) -> RegMask {
        while let Some(&stretch) = self.stretches[..self.ahead].last().filter(|stretch| stretch.segment.end > segment.end) {
            self.around.push(stretch);
            self.ahead -= 1;
        }
        self.around.retain(|stretch| stretch.segment.start < segment.end);
        let mut units = self.around.iter().fold(RegMask::EMPTY, |units, stretch| units.union(stretch.units));
        for (count, stretch) in self.stretches[..self.ahead].iter().rev().enumerate() {
            if stretch.segment.end <= segment.start {
                break;
            }
            if count == MAX_LOOKED_AT {
                return self.all;
            }
            units = units.union(stretch.units);
        }
        units
    }
}
