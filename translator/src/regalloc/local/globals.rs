//! Registers for variables that several blocks mention: the heaviest have one wherever they live, and nobody else has it there.
//!
//! In: what was seen of the variables ([`Look`]), the nest. Out: `reg` of those that have one, and for each block the units that they take.
//! A variable lives from the first block that mentions it to the last, and through the stretches that it is live into
//! ([`Nest::lives_to`]). It takes one that no call and no given register takes in these blocks, and leaves
//! the first [`LEFT`] of each class to what lives within blocks.
//!
//! Complexity: linear in these variables, which are sorted by weight, coarsely; how many blocks are looked through for them is bounded by a multiple of the number
//! of blocks ([`LOOKS`]).

use super::look::Look;
use crate::lir::{Code, FlowInst, Home, Nest, RegMask, Var, VarKind};
use crate::regalloc::linear::Setup;
use crate::util::refill;

/// How many registers of each class, the first in the order of preference, no variable of several blocks has.
const LEFT: usize = 3;
/// What a variable has to weigh for a register that is not saved yet, and for one that is.
const WORTH_SAVING: u32 = 5;
const WORTH: u32 = 3;
/// What an argument that comes in memory has to weigh to be loaded; that it comes weighs 1, too.
const WORTH_LOADING: u32 = 7;
/// How many classes of registers there are at most.
const MAX_CLASSES: usize = 8;
/// How many times as many blocks are looked through as there are.
const LOOKS: usize = 32;

/// A variable, and the blocks that it lives in.
#[derive(Copy, Clone, Debug)]
struct Candidate {
    weight: u32,
    var: Var,
    first: u32,
    last: u32,
}

/// How many weights there are to sort by: for each power of two, a quarter of it more, and so on.
const RANKS: usize = 128;

/// The place of a weight among these. Weights of one rank differ by less than a quarter.
#[inline]
fn rank(weight: u32) -> usize {
    let log = weight.max(4).ilog2();
    4 * log as usize + (weight.max(4) >> (log - 2) & 3) as usize
}

/// See the module.
#[derive(Clone, Default, Debug)]
pub(super) struct Globals {
    candidates: Vec<Candidate>,
    /// Those before they are sorted.
    found: Vec<Candidate>,
    /// For each block the units that are taken; empty if none is anywhere.
    taken: Vec<RegMask>,
    /// For each block the units that are blocked somewhere in it, or taken.
    busy: Vec<RegMask>,
    /// All of them.
    used: RegMask,
    /// Whether an argument that comes in memory has a register.
    pub(super) loads: bool,
}

impl Globals {
    /// Forgets those of the function before.
    pub(super) fn clear(&mut self) {
        self.taken.clear();
        (self.used, self.loads) = (RegMask::EMPTY, false);
    }

    /// The units that are taken in a block.
    #[inline]
    pub(super) fn taken(&self, block: u32) -> RegMask {
        self.taken.get(block as usize).copied().unwrap_or(RegMask::EMPTY)
    }

    /// The units that are taken anywhere.
    pub(super) fn used(&self) -> RegMask {
        self.used
    }

    /// Gives registers, but for blocks that are `tight`.
    pub(super) fn place<I: FlowInst>(&mut self, code: &mut Code<I>, nest: &Nest, look: &Look, setup: Setup<'_>, tight: &[u32]) {
        self.clear();
        self.find(code, nest, look, setup);
        if self.candidates.is_empty() {
            return;
        }
        let blocks = nest.blocks() as usize;
        refill(&mut self.taken, blocks, RegMask::EMPTY);
        refill(&mut self.busy, blocks, RegMask::EMPTY);
        for blocked in &look.blocked {
            let busy = &mut self.busy[blocked.block as usize];
            *busy = busy.union(blocked.units);
        }
        tight.iter().for_each(|&block| self.busy[block as usize] = RegMask::ALL);
        // The units that these may be given, by class.
        let mut open = [RegMask::EMPTY; MAX_CLASSES];
        for (open, regs) in open.iter_mut().zip(&setup.table.classes) {
            *open = regs.iter().skip(LEFT).fold(RegMask::EMPTY, |all, &reg| all.union(setup.table.units[usize::from(reg)]));
            *open = open.without(setup.reserved).without(setup.scarce);
        }
        let mut looks = LOOKS * blocks;
        for index in 0..self.candidates.len() {
            let Candidate { weight, var, first, last } = self.candidates[index];
            let lives_in = first as usize..last as usize + 1;
            if looks < lives_in.len() {
                break;
            }
            looks -= lives_in.len();
            let wanted = open[usize::from(code.var(var).class.0)];
            let mut busy = RegMask::EMPTY;
            // Where everything is taken in some block already the others do not matter.
            let is_full = self.busy[lives_in.clone()].iter().any(|&block| {
                busy = busy.union(block);
                wanted.without(busy).is_empty()
            });
            if is_full {
                continue;
            }
            let Some((reg, units)) = self.free(code, var, weight, busy, setup) else { continue };
            code.var_mut(var).reg = Some(reg);
            self.loads |= code.var(var).home != Home::None;
            self.used = self.used.union(units);
            for taken in [&mut self.taken, &mut self.busy] {
                taken[lives_in.clone()].iter_mut().for_each(|taken| *taken = taken.union(units));
            }
        }
    }

    /// Finds the variables that may have one, the heaviest first.
    fn find<I: FlowInst>(&mut self, code: &Code<I>, nest: &Nest, look: &Look, setup: Setup<'_>) {
        let Self { candidates, found, .. } = self;
        found.clear();
        let mut starts = [0_u32; RANKS + 1];
        for &var in &look.global {
            let seen = &look.seen[var.as_u32() as usize];
            if !seen.is_sound() || !is_worth(code, var, seen.weight) || !setup.allows(var) {
                continue;
            }
            let last = if fault!(LocalLoop) { Some(seen.last) } else { nest.lives_to(seen.first, seen.last) };
            if let Some(last) = last {
                found.push(Candidate { weight: seen.weight, var, first: seen.first, last });
                starts[RANKS - rank(seen.weight)] += 1;
            }
        }
        candidates.clear();
        let Some(&any) = found.first() else { return };
        candidates.resize(found.len(), any);
        // Where those of each rank begin, and then where the next of them comes.
        let mut before = 0;
        for start in &mut starts {
            before += std::mem::replace(start, before);
        }
        for &candidate in &*found {
            let at = &mut starts[RANKS - rank(candidate.weight)];
            candidates[*at as usize] = candidate;
            *at += 1;
        }
    }

    /// A register that is free for a variable and worth it.
    fn free<I: FlowInst>(
        &self,
        code: &Code<I>,
        var: Var,
        weight: u32,
        taken: RegMask,
        setup: Setup<'_>,
    ) -> Option<(u8, RegMask)> {
        let Setup { table, reserved, scarce, saved, .. } = setup;
        let to_save = if weight < WORTH_SAVING { saved.without(self.used) } else { RegMask::EMPTY };
        let taken = taken.union(reserved).union(scarce).union(to_save);
        let class = table.classes[usize::from(code.var(var).class.0)].iter().skip(LEFT);
        class.map(|&reg| (reg, table.units[usize::from(reg)])).find(|(_, units)| units.intersection(taken).is_empty())
    }
}

/// Whether a variable that needs no register is worth one: of what a caller has put into memory, if it is worth a load.
fn is_worth<I: FlowInst>(code: &Code<I>, var: Var, weight: u32) -> bool {
    let data = code.var(var);
    let least = if data.home == Home::None { WORTH } else { WORTH_LOADING };
    data.kind == VarKind::Any && weight >= least
}
