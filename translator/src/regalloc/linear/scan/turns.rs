//! Temporaries that take turns with registers, and those that are given the register in which their value still is.
//!
//! In: a temporary for which any free register would do. Out: the next free one in the order of preference behind the last that was
//! given in its class ([`LinearScan::next_in_turn`]). A value that a temporary leaves in the frame then stays in its register, too,
//! until all others have had their turn, and a temporary that loads it can be given that register
//! ([`LinearScan::kept_in`]): the load goes ([`reloads`](crate::regalloc::reloads)), and with it the time that the value takes through memory.
//! What is noted is a guess: nobody looks at labels, or at what else writes the register.
//!
//! Constant for each variable.

use super::{LinearScan, Setup};
use crate::lir::{Code, FlowInst, RegMask, RegTable, Var, VarKind};
use crate::liveness::Ranges;
use crate::util::refill;

/// How many registers take part, from the first in the order of preference.
const REGISTERS: usize = 8;

/// Whose turn it is, and what registers may hold.
#[derive(Clone, Default, Debug)]
pub(super) struct Turns {
    /// By class, where to begin in the order of preference.
    next: Vec<usize>,
    /// By register, the variable without one that it may hold the value of, plus one.
    holds: Vec<u32>,
    /// By variable, the register that held its value last, plus one.
    kept: Vec<u8>,
}

impl Turns {
    pub(super) fn start(&mut self, vars: usize, table: &RegTable) {
        refill(&mut self.next, table.classes.len(), 0);
        refill(&mut self.holds, table.units.len(), 0);
        refill(&mut self.kept, vars, 0);
    }

    /// Something clobbers registers.
    pub(super) fn forget(&mut self) {
        self.holds.fill(0);
    }
}

impl LinearScan {
    /// The free register for a temporary whose turn it is, of those that need not be saved.
    #[inline(never)]
    pub(super) fn next_in_turn<I: FlowInst>(
        &mut self,
        code: &Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        (var, forbidden): (Var, RegMask),
    ) -> Option<u8> {
        let first = ranges.first(var).filter(|_| code.var(var).kind == VarKind::Register)?;
        let class = usize::from(code.var(var).class.0);
        let regs = &setup.table.classes[class];
        let begin = self.turns.next[class];
        let count = regs.len().min(REGISTERS);
        for at in (begin..count).chain(0..begin) {
            let units = setup.table.units[usize::from(regs[at])];
            let may_be_given = units.intersection(forbidden.union(setup.saved)).is_empty();
            if may_be_given && (self.are_free(ranges, var, first, units) || fault!(TurnsTaken)) {
                self.turns.next[class] = (at + 1) % count;
                return Some(regs[at]);
            }
        }
        None
    }

    /// Notes what a register may hold that a variable is given: if that is a temporary which a variable in the frame is copied to,
    /// and it stays as it is, or which is copied to one.
    #[inline(never)]
    pub(super) fn note_kept<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, var: Var, reg: u8) {
        let from = self.hints.from(var).filter(|_| ranges.defs(var) == 1);
        let friend = self.hints.to(var).or(from).filter(|_| code.var(var).kind == VarKind::Register);
        self.turns.holds[usize::from(reg)] = friend.map_or(0, |friend| friend.as_u32() + 1);
        if let Some(friend) = friend {
            self.turns.kept[friend.as_u32() as usize] = reg + 1;
        }
    }

    /// The register that may still hold the value of a variable that has none.
    #[inline(never)]
    pub(super) fn kept_in(&self, var: Var) -> Option<u8> {
        let reg = self.turns.kept.get(var.as_u32() as usize)?.checked_sub(1)?;
        (self.turns.holds[usize::from(reg)] == var.as_u32() + 1).then_some(reg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{Label, RegClass, Role};
    use crate::liveness::Mentions;
    use crate::regalloc::testing::ranges_of;
    use crate::regalloc::testing::toy::{Kind, Toy};

    /// Three temporaries are stored in the frame, one after the other, and the first of the three is loaded again: with turns each has a
    /// register of its own, and the load is into the first one's. Without, all have the register that comes first.
    #[test]
    fn what_is_loaded_comes_to_where_it_has_stayed() {
        let all = RegMask::from_bits(0b1111);
        let units = (0..4).map(RegMask::of).collect();
        let table = RegTable { units, classes: vec![vec![0, 1, 2, 3]], class_bytes: vec![4] };
        for (turns, expected) in [(true, [0, 1, 2, 0]), (false, [0, 0, 0, 0])] {
            let mut code = Code::default();
            code.clear(1);
            let temps = [0; 4].map(|_| code.make_var(RegClass(0), 4, VarKind::Register));
            let in_frame = [0; 3].map(|_| code.make_var(RegClass(0), 4, VarKind::Any));
            let plain = |var, role| Toy::new(Kind::Plain(1), &[(var, role)]);
            code.insts.push(Toy::bind(Label::from_u32(0)));
            for (temp, var) in temps.into_iter().zip(in_frame) {
                let store = Toy::copy(&code, var, temp);
                code.insts.extend([plain(temp, Role::Def), store]);
            }
            let load = Toy::copy(&code, temps[3], in_frame[0]);
            code.insts.extend([load, plain(temps[3], Role::Use), Toy { clobbers: all, ..Toy::new(Kind::Plain(2), &[]) }]);
            code.insts.extend(in_frame.map(|var| plain(var, Role::Use)));
            code.insts.push(Toy::new(Kind::Exit, &[]));
            let (mentions, mut ranges) = (Mentions::of(&code), ranges_of(&code));
            let none = RegMask::EMPTY;
            let setup = Setup { table: &table, reserved: none, scarce: none, saved: none, only: None, turns };
            LinearScan::default().run(&mut code, &mentions, &mut ranges, setup).expect("there are enough registers");
            assert_eq!(temps.map(|temp| code.var(temp).reg), expected.map(Some), "{turns}");
            assert_eq!(in_frame.map(|var| code.var(var).reg), [None; 3]);
        }
    }
}
