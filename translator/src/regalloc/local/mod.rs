//! Local allocation: registers for what lives within a block, given in one walk over the variables in the order in which they end, last to
//! first; the heaviest of the others have registers of their own, and the rest lives in the frame.
//!
//! In: lowered code whose phis are copies. Out: the code without what is dead; `reg` of the variables that have one, and the units that the
//! code writes; the code without the copies that have become nothing. What has no register lives in a slot of its own.
//!
//! The idea is the local register manager of [SUBZERO-LOOP] throughout: within a block a value stays in the register that it was made in
//! until its last use, and its home is memory for everything beyond the block. Met backwards, its last use comes first
//! ([TAMARIN-2008] "Register Allocation"): what is copied is met after what it is copied to, and takes the same register if it can; then the
//! copy is nothing. There, a value has a register, or a slot, or both in turn; here a variable has one place, decided where it ends, by the
//! one look at each instruction that finds where it begins (`look`). If another one needs the register, the variable is put into its slot
//! altogether, where the walk has been, too: instructions take operands from the frame themselves, or have a temporary for it, so that no
//! code is inserted anywhere.
//!
//! - A temporary that is a mere copy of a variable which lives on shares its register; so does one that a variable is a mere copy of.
//! - Variables of several blocks have registers only if they are mentioned often (`globals`): those that neither calls nor given
//!   registers take. Loops are known from a nest of stretches of blocks ([`Nest`]); there is no liveness analysis.
//!
//! If a temporary finds no register, all is begun again, and its block is left to what lives in it; in the end, registers are for
//! temporaries only: that is what the [minimal](super::minimal) allocator does.
//!
//! Correctness: the nest is not odd. A local variable is written before it is read, in one block, and in no loop within a sequence; so it
//! lives from its first mention to its last. `-verify-each` proves each allocation by the checker.
//!
//! Complexity: linear, but for sorting what is nearly in order; `MAX_LOOKED_AT` bounds what is looked through for one variable.

mod globals;
mod look;
mod place;
pub mod states;
#[cfg(test)]
mod tests;

use crate::lir::{Code, CopyOf, Flow, FlowInst, Home, Mover, Nest, RegMask, RegTable, Var, VarKind};
use crate::regalloc::linear::Setup;
use crate::regalloc::minimal::OutOfRegisters;
use crate::regalloc::rewrite::INSERTED;
use crate::util::drop_from;
use globals::Globals;
use look::Look;
use place::Placing;

/// In how many blocks temporaries may find no register before only they have any.
const MAX_TIGHT: usize = 6;

/// The allocator's working memory, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct Local {
    look: Look,
    globals: Globals,
    /// The blocks in which only what lives in them has registers.
    tight: Vec<u32>,
    /// The instructions that are dropped, ascending.
    dropped: Vec<u32>,
    /// Whether copies within a register are dropped in the end.
    drops_copies: bool,
    borrowed: u32,
}

impl Local {
    /// Looks at the code, and drops what is dead of it. `may_drop` is asked before. The first step.
    pub fn look<I: FlowInst>(&mut self, code: &mut Code<I>, nest: &Nest, table: &RegTable, may_drop: impl FnMut(&I) -> bool) {
        self.look.at(code, nest, table, may_drop);
        self.look.dead.reverse();
        drop_from(&mut code.insts, self.look.dead.iter().copied());
    }

    /// Allocates. Returns the units that the code writes, clobbers included. The second step. `drops_copies` says whether the third one may
    /// drop copies within a register; those that stay clear what is above their size.
    ///
    /// # Errors
    /// If a variable that must have a register finds none.
    pub fn run<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        nest: &Nest,
        setup: Setup<'_>,
        drops_copies: bool,
    ) -> Result<RegMask, OutOfRegisters> {
        self.drops_copies = drops_copies;
        self.tight.clear();
        let placed = loop {
            self.globals.place(code, nest, &self.look, setup, &self.tight);
            let OutOfRegisters { var } = match self.place(code, setup, false) {
                Ok(placed) => break placed,
                Err(lacking) => lacking,
            };
            // What was given registers left none for this temporary.
            forget_registers(code);
            let block = self.look.seen[var.as_u32() as usize].first;
            if self.tight.contains(&block) || self.tight.len() == MAX_TIGHT {
                self.globals.clear();
                break self.place(code, setup, true)?;
            }
            self.tight.push(block);
        };
        let written = placed.union(self.look.ever_blocked);
        Ok(if fault!(LocalNotWritten) { self.look.ever_blocked } else { written })
    }

    fn place<I: FlowInst>(
        &mut self,
        code: &mut Code<I>,
        setup: Setup<'_>,
        temporaries_only: bool,
    ) -> Result<RegMask, OutOfRegisters> {
        let mut placing = Placing::new(&self.look, &self.globals, setup, (temporaries_only, self.drops_copies));
        placing.run(code)?;
        self.borrowed = placing.borrowed();
        Ok(placing.used())
    }

    /// How often a variable got a register that options exclude.
    pub fn borrowed(&self) -> u32 {
        self.borrowed
    }

    /// Whether a variable needs a home if it has no register; valid after [`run`](Self::run).
    #[inline]
    pub fn is_read(&self, var: Var) -> bool {
        // What is not known are the places that arguments come in.
        self.look.seen.get(var.as_u32() as usize).is_none_or(|seen| seen.is_read)
    }

    /// Whether a variable is between its first and its last mention behind an instruction.
    pub(super) fn lives_behind(&self, var: Var, index: u32) -> bool {
        let span = self.look.seen[var.as_u32() as usize].span;
        // Positions count the dead instructions.
        let index = self.look.dead.iter().fold(index, |index, &dead| index + u32::from(dead <= index));
        span.start <= 2 * index + 1 && span.end > 2 * index
    }

    /// Drops the copies that leave everything as it is, and loads the arguments that come in memory and were given registers: the third step.
    /// `origins`, if they are asked for, become the old indices of what is left, or [`INSERTED`].
    pub fn rewrite<M: Mover>(&mut self, mover: &M, code: &mut Code<M::Inst>, mut origins: Option<&mut Vec<u32>>) {
        if let Some(origins) = &mut origins {
            origins.clear();
            origins.extend(0..code.insts.len() as u32);
        }
        if self.drops_copies {
            self.find_nothing(code);
            drop_from(&mut code.insts, self.dropped.iter().copied());
            if let Some(origins) = &mut origins {
                drop_from(origins, self.dropped.iter().copied());
            }
        }
        if self.globals.loads {
            load_arguments(mover, code, origins);
        }
    }

    fn find_nothing<I: FlowInst>(&mut self, code: &Code<I>) {
        let Self { look, dropped, .. } = self;
        let is_nothing = |copy: CopyOf| {
            let (dst, src) = (code.var(copy.dst), code.var(copy.src));
            dst.reg.is_some() && dst.reg == src.reg && look.is_exact(copy)
        };
        dropped.clear();
        // Indices of copies count the dead instructions.
        let mut before = 0;
        for copying in look.copies.iter().rev() {
            while look.dead.get(before).is_some_and(|&dead| dead < copying.index) {
                before += 1;
            }
            if is_nothing(copying.copy) {
                dropped.push(copying.index - before as u32);
            }
        }
    }
}

/// Loads the arguments that have registers where they arrive, which is before the second block begins.
fn load_arguments<M: Mover>(mover: &M, code: &mut Code<M::Inst>, mut origins: Option<&mut Vec<u32>>) {
    let mut blocks = 0;
    let mut index = 0;
    while let Some(inst) = code.insts.get(index) {
        if let Flow::Bind(label) = inst.flow() {
            blocks += u32::from(code.edges.is_block(label));
        }
        if blocks > 1 {
            return;
        }
        let data = inst.arrives().map(|var| (var, *code.var(var)));
        if let Some((var, data)) = data
            && data.reg.is_some()
            && data.home != Home::None
        {
            let memory = code.make_var(data.class, data.bytes, VarKind::Memory);
            code.var_mut(memory).home = data.home;
            let end = code.insts.len();
            mover.copy(code, var, memory);
            let added = code.insts.len() - end;
            code.insts[index..].rotate_right(added);
            if let Some(origins) = &mut origins {
                origins.splice(index..index, std::iter::repeat_n(INSERTED, added));
            }
            index += added;
        }
        index += 1;
    }
}

/// Takes all registers back.
fn forget_registers<I: FlowInst>(code: &mut Code<I>) {
    code.vars.iter_mut().filter(|data| !matches!(data.kind, VarKind::Fixed(_))).for_each(|data| data.reg = None);
}
