//! Results that still are in the registers they were computed in.
//!
//! In: what a sequence writes, or owes, to a home as the last thing it does ([`Lower::leave`]). Out:
//! for the next sequence the temporary that it was written from ([`Lower::take_fresh`]), which spares
//! loading the home, and the write itself if that was owed.
//!
//! Invariant: a temporary that is taken is taken once, and then nothing else refers to it, so that
//! it may be changed. It is there from the end of the sequence that left it to the end of the next
//! one, and at most up to a label, which control may reach without passing the definition, or a call,
//! across which the register would have to be kept: [`Lower::bind`] and [`Lower::call_list`] are the
//! only ways to make these, and forget it.

use super::{Backend, Lower, OpndOf, ValueCode};
use crate::ice::Value;
use crate::lir::{Var, VarData, VarKind};

/// A result that still is in a register.
#[derive(Copy, Clone, Debug)]
struct Fresh {
    /// The result's home.
    home: Var,
    /// The temporary.
    temp: Var,
}

/// What the sequence at hand leaves, and what the one before has left.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Results {
    own: Option<Fresh>,
    before: Option<Fresh>,
}

impl<B: Backend> Lower<'_, B> {
    /// The sequence has just written, or owes, a temporary to a home. One that is in a register of the convention is no such
    /// temporary: others may need the register.
    #[inline]
    pub(in crate::isa) fn leave(&mut self, home: Var, temp: Var) {
        if self.code.var(temp).kind == VarKind::Register {
            self.results.own = Some(Fresh { home, temp });
            self.places.written = self.code.insts.len();
        }
    }

    /// A new sequence begins: what the last one has written since is not the last thing it did.
    #[inline]
    pub(super) fn pass_results_on(&mut self) {
        let is_last = self.places.written == self.code.insts.len();
        self.results.before = self.results.own.take().filter(|_| is_last);
    }

    /// The temporary that still holds what a home does, if the two fit, as the architecture sees it; it is the caller's from now on.
    #[inline]
    pub(in crate::isa) fn take_fresh(&mut self, home: Var, fit: impl FnOnce(&VarData, &VarData) -> bool) -> Option<Var> {
        let Fresh { temp, .. } = self.results.before.filter(|fresh| fresh.home == home)?;
        if !fit(self.code.var(home), self.code.var(temp)) {
            return None;
        }
        self.forget_fresh();
        self.forgive(home);
        Some(temp)
    }

    /// The sequence is to load what it reads from where it is kept.
    #[inline]
    pub(in crate::isa) fn forget_fresh(&mut self) {
        self.results.before = None;
    }

    /// The variables collected, as the operand of a call.
    pub(in crate::isa) fn call_list(&mut self) -> OpndOf<B> {
        self.forget_fresh();
        self.finish_list()
    }
}

impl<B: Backend> Lower<'_, B>
where
    Self: ValueCode<B>,
{
    /// Whether a value is in a register still.
    pub(in crate::isa) fn is_fresh(&self, value: Value) -> bool {
        self.results.before.is_some_and(|fresh| self.known_home(value) == Some(fresh.home))
    }
}
