//! The moves of one edge in the plainest way: what bisection compares [`super::edge_moves`] with.
//!
//! In: the phis of an edge. Out: moves that have the effect of all at once. Every value goes to a
//! slot of its own first, and from there to where it belongs, so that no order matters. A value on
//! its way from one slot to another goes through a register that is saved in the frame meanwhile,
//! whether a variable is in it or not. Nothing is decided, and nothing is shared with the moves
//! that are usually made. Linear.

use super::rewrite::Allocation;
use crate::lir::{Code, MachInst, Mover, RegClass, Var, VarKind};

/// A constant of some code.
type ConstOf<M> = <<M as Mover>::Inst as MachInst>::Const;

/// What an edge carries from variable to variable, and the constants that it carries: the
/// destination first.
type Carried<'e, M> = (&'e [(Var, Var)], &'e [(Var, ConstOf<M>)]);

/// Appends what an edge does. `sets` gets the instructions that set something to a constant: from
/// which index to before which, and the constant.
pub(super) fn append<M: Mover>(
    mover: &M,
    code: &mut Code<M::Inst>,
    allocation: Allocation<'_>,
    (moves, constants): Carried<'_, M>,
    sets: &mut Vec<(u32, u32, ConstOf<M>)>,
) where
    ConstOf<M>: Copy,
{
    let mut plain = Plain { mover, code, allocation };
    let slots: Vec<Var> = moves.iter().map(|&(_, src)| plain.slot_like(src)).collect();
    let all = || slots.iter().copied().zip(moves.iter().copied());
    // What is in registers first: a register that is saved may be one of them.
    for (slot, (_, src)) in all() {
        if plain.has_register(src) {
            mover.copy(plain.code, slot, src);
        }
    }
    for (slot, (_, src)) in all() {
        if !plain.has_register(src) {
            plain.through_register(slot, |plain, through| mover.copy(plain.code, through, src));
        }
    }
    for (slot, (dst, _)) in all() {
        if !plain.has_register(dst) {
            plain.through_register(dst, |plain, through| mover.copy(plain.code, through, slot));
        }
    }
    for &(dst, constant) in constants {
        if plain.has_register(dst) {
            continue;
        }
        match mover.needs_register(plain.code, constant) {
            true => plain.through_register(dst, |plain, through| plain.set(through, constant, sets)),
            false => plain.set(dst, constant, sets),
        }
    }
    // What belongs in registers last: none is saved any more.
    for (slot, (dst, _)) in all() {
        if plain.has_register(dst) {
            mover.copy(plain.code, dst, slot);
        }
    }
    for &(dst, constant) in constants {
        if plain.has_register(dst) {
            plain.set(dst, constant, sets);
        }
    }
}

struct Plain<'a, M: Mover> {
    mover: &'a M,
    code: &'a mut Code<M::Inst>,
    allocation: Allocation<'a>,
}

impl<M: Mover> Plain<'_, M> {
    fn has_register(&self, var: Var) -> bool {
        self.code.var(var).reg.is_some()
    }

    fn slot_like(&mut self, var: Var) -> Var {
        let data = *self.code.var(var);
        self.code.make_var(data.class, data.bytes, VarKind::Memory)
    }

    /// Fills a register and copies it to a variable in the frame; the register is the same
    /// afterwards.
    fn through_register(&mut self, dst: Var, fill: impl FnOnce(&mut Self, Var)) {
        let data = *self.code.var(dst);
        let reg = self.some_register(data.class);
        let bytes = self.allocation.table.class_bytes[usize::from(data.class.0)];
        let whole = self.code.make_var(data.class, bytes, VarKind::Fixed(reg));
        let saved = self.code.make_var(data.class, bytes, VarKind::Memory);
        let through = self.code.make_var(data.class, data.bytes, VarKind::Fixed(reg));
        self.mover.copy(self.code, saved, whole);
        fill(self, through);
        self.mover.copy(self.code, dst, through);
        self.mover.copy(self.code, whole, saved);
    }

    /// A register of a class that the function may change.
    fn some_register(&self, class: RegClass) -> u8 {
        let Allocation { table, usable, .. } = self.allocation;
        let is_usable = |reg: &u8| table.units[usize::from(*reg)].without(usable).is_empty();
        table.classes[usize::from(class.0)].iter().copied().find(is_usable).expect("a class has a register that may be used")
    }

    fn set(&mut self, dst: Var, constant: ConstOf<M>, sets: &mut Vec<(u32, u32, ConstOf<M>)>) {
        let start = self.code.insts.len() as u32;
        self.mover.set(self.code, dst, constant);
        sets.push((start, self.code.insts.len() as u32, constant));
    }
}
