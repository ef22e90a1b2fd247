//! Registers for variables that several blocks mention: the heaviest have one wherever they live, and nobody else has it there.
//!
//! In: what was seen of the variables ([`Look`]), the nest. Out: `reg` of those that have one, and for each block the units that they take.
//! A variable lives from the first block that mentions it to the last, and through the stretches that it is live into
//! ([`Nest::lives_to`]). It takes one that no call and no given register takes in these blocks, and leaves
//! the first [`LEFT`] of each class to what lives within blocks.
//!
//! Complexity: n log n in these variables, for sorting; how many blocks are looked through for them is bounded by a multiple of the number
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

/// See the module.
#[derive(Clone, Default, Debug)]
pub(super) struct Globals {
    candidates: Vec<Candidate>,
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
        let mut looks = LOOKS * blocks;
        for index in 0..self.candidates.len() {
            let Candidate { weight, var, first, last } = self.candidates[index];
            let lives_in = first as usize..last as usize + 1;
            if looks < lives_in.len() {
                break;
            }
            looks -= lives_in.len();
            let busy = self.busy[lives_in.clone()].iter().fold(RegMask::EMPTY, |all, &busy| all.union(busy));
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
        self.candidates.clear();
        for (index, seen) in (0..).zip(&look.seen) {
            let var = Var::from_u32(index);
            if seen.is_local() || !seen.is_sound() || !is_worth(code, var, seen.weight) || !setup.allows(var) {
                continue;
            }
            let last = if fault!(LocalLoop) { Some(seen.last) } else { nest.lives_to(seen.first, seen.last) };
            if let Some(last) = last {
                self.candidates.push(Candidate { weight: seen.weight, var, first: seen.first, last });
            }
        }
        self.candidates.sort_unstable_by_key(|candidate| (std::cmp::Reverse(candidate.weight), candidate.var.as_u32()));
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
