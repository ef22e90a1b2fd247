//! Writes to homes that are owed: not made yet, because the next sequence is likely to take the
//! register that the result was computed in, and nobody else asks for it.
//!
//! In: a write that a sequence ends with ([`Lower::owe`]). Out: nothing, if the next sequence takes
//! the result from its register ([`Lower::forgive`]); otherwise the write, where it was due
//! ([`Lower::settle`]).
//!
//! Invariant: a write is owed only for a result with one use, by the next instruction, which reads
//! it in one place: what has taken the register once does not ask for the home afterwards. Who
//! looks through instructions at their operands reads values that others use, or says so
//! ([`Gathers::reads_again`](super::gathers::Gathers::reads_again), [`Lower::masked_amount`]).

use super::{Backend, Lower};
use crate::analysis::Uses;
use crate::ice::{BinOp, Inst, InstData, Value};
use crate::lir::{MachInst, Role, Var};

/// A write that is owed.
#[derive(Copy, Clone, Debug)]
pub(super) struct Owed<I> {
    /// The index of the instruction that it comes before.
    at: usize,
    /// What it writes.
    home: Var,
    /// The write.
    inst: I,
}

/// Places in the code that sequences remember, as numbers of instructions before them. They move
/// when a write that was owed comes before them.
#[derive(Copy, Clone, Default, Debug)]
pub(in crate::isa) struct Places {
    /// Where a sequence has last written its result.
    pub(in crate::isa) written: usize,
    /// Up to where the flags are known to hold a truth value, if they hold one.
    pub(in crate::isa) flags: usize,
}

/// What the sequence at hand owes, and the one before it.
#[derive(Clone, Debug)]
pub(super) struct Debts<I> {
    before: Option<Owed<I>>,
    own: Option<Owed<I>>,
}

impl<I> Default for Debts<I> {
    fn default() -> Self {
        Self { before: None, own: None }
    }
}

impl<B: Backend> Lower<'_, B> {
    /// The next instruction of the block, if only that one uses a result.
    #[inline]
    pub(in crate::isa) fn user_if_next(&self, uses: &Uses, result: Value) -> Option<Inst> {
        let is_next = |&user: &Inst| self.inst.and_then(|inst| self.func.next_inst(inst)) == Some(user);
        let reads_again = |user: Inst| self.scratch.gathers.reads_again(result) || self.masked_amount(user).is_some();
        uses.single_user(result).filter(|user| is_next(user) && !reads_again(*user))
    }

    /// What an instruction takes modulo 32 or 64, and which of them: such an amount may be read again where something is shifted by it
    /// ([`Lower::shift_amount`]).
    #[inline]
    pub(in crate::isa) fn masked_amount(&self, inst: Inst) -> Option<(Value, u32)> {
        let InstData::Binary { op: BinOp::And, lhs, rhs } = *self.func.inst(inst) else { return None };
        let mask = self.func.int_const(rhs).filter(|mask| [31, 63].contains(mask))?;
        Some((lhs, mask as u32 + 1))
    }

    /// Owes the write of a home, which would be the next instruction.
    pub(in crate::isa) fn owe(&mut self, home: Var, inst: B::Inst) {
        // One at a time: what the sequence owes already is written where it was due.
        if let Some(earlier) = self.debts.own.take() {
            self.insert(earlier);
        }
        self.debts.own = Some(Owed { at: self.code.insts.len(), home, inst });
    }

    /// What a home would have held was taken from its register.
    #[inline]
    pub(in crate::isa) fn forgive(&mut self, home: Var) {
        let forgiven = self.debts.before.take_if(|owed| owed.home == home);
        if cfg!(debug_assertions) && forgiven.is_some() {
            self.scratch.forgiven.push(home);
        }
    }

    /// All is lowered. In builds with debug assertions: nothing reads a home that was not written.
    pub(super) fn settle_all(&mut self) {
        self.settle();
        if cfg!(debug_assertions) {
            self.scratch.forgiven.sort_unstable();
            for inst in &self.code.insts {
                inst.visit(&self.code.pools, |var, role| {
                    let is_lost = role != Role::Def && self.scratch.forgiven.binary_search(&var).is_ok();
                    assert!(!is_lost, "{inst:?} reads {var}, whose write was owed and forgiven");
                });
            }
        }
    }

    /// A new sequence begins.
    #[inline]
    pub(super) fn pass_debts_on(&mut self) {
        self.settle();
        if self.debts.own.is_some() {
            self.debts.before = self.debts.own.take();
        }
    }

    /// Makes the write that the sequence before owes.
    #[inline]
    pub(super) fn settle(&mut self) {
        if self.debts.before.is_some()
            && let Some(owed) = self.debts.before.take()
        {
            self.insert(owed);
        }
    }

    #[inline(never)]
    fn insert(&mut self, owed: Owed<B::Inst>) {
        self.code.insts.insert(owed.at, owed.inst);
        // What the sequence at hand owes comes after what the one before does.
        if let Some(own) = &mut self.debts.own {
            own.at += 1;
        }
        let Places { written, flags } = &mut self.places;
        for place in [written, flags] {
            *place += usize::from(*place > owed.at);
        }
    }
}
