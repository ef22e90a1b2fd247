//! Simple phi lowering: which copies each block makes before it ends ([SUBZERO-DESIGN] "Basic phi
//! lowering").
//!
//! Every phi gets a temporary. Each predecessor copies its operand into the temporary before its
//! terminator; the phi's block copies the temporary into the result at its start. Temporaries are
//! written only by these copies, so neither the order of copies nor a cycle among the phis matters,
//! and copies for an edge that is not taken are harmless.
//!
//! A phi needs no temporary where its operands may as well be copied into the result at once: if nothing reads the result any more
//! when a predecessor makes its copies, but for copies that come before the phi's own ([`PhiCopies::find_direct`]).
//!
//! The plan is computed in one walk over the phis, linear in their operands, and linked by
//! predecessor.

use super::super::facts::base_and_offset;
use crate::analysis::Uses;
use crate::ice::{Block, Function, InstData, Type, Value, ValueDef};
use crate::lir::{Label, Nest};
use crate::util::entity::Entity;
use crate::util::refill;

/// One copy: `source` into the temporary of the phi that defines `phi`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PhiCopy {
    /// The phi's block.
    pub to: Block,
    /// The phi's result.
    pub phi: Value,
    /// The operand.
    pub source: Value,
}

/// The copies of a function: a list for each predecessor block, in the order of the phis.
#[derive(Clone, Default, Debug)]
pub struct PhiCopies {
    lists: Vec<List>,
    copies: Vec<Link>,
    /// By value: whether it is a phi that has no temporary.
    direct: Vec<bool>,
    /// By value: the block, plus one, whose copies have overwritten it, of those that have been looked at.
    overwritten: Vec<u32>,
    /// By value: whether it is a phi that a block behind its own copies into.
    is_carried: Vec<bool>,
    /// By value: of such a phi, the place of the last block that reads it.
    last_read: Vec<u32>,
}

/// The first and the last copy of a list.
#[derive(Copy, Clone, Debug)]
struct List {
    first: u32,
    last: u32,
}

/// A copy and the next one of its list.
#[derive(Copy, Clone, Debug)]
struct Link {
    copy: PhiCopy,
    next: u32,
}

/// To which of the blocks that a block dominates, which are those that read its phis, control may go from one that leads back to it, before
/// it comes there. Who dominates a block comes before it ([`Nest`]).
#[derive(Copy, Clone, Debug)]
enum Leaves {
    /// To none.
    Nowhere,
    /// To none that comes before this place.
    To(u32),
    /// To any.
    Anywhere,
}

impl Leaves {
    /// That of a branch at the place `from`, back to the place `to` or else to the `other`.
    fn by_branch(nest: &Nest, (to, from): (u32, u32), other: u32) -> Self {
        if other <= to {
            // It is not dominated, nor is any that control comes to from there otherwise than by way of `to`.
            Leaves::Nowhere
        } else if other > from && !nest.comes_back_into(to, other - 1) {
            Leaves::To(other)
        } else {
            Leaves::Anywhere
        }
    }
}

/// In place of a copy's index: there is none.
const NONE: u32 = u32::MAX;

/// A place in a list of copies.
#[derive(Copy, Clone, Debug)]
pub struct Place(u32);

impl PhiCopies {
    /// Computes the copies of a function.
    pub fn compute(&mut self, func: &Function) {
        self.copies.clear();
        self.direct.clear();
        refill(&mut self.lists, func.block_count(), List { first: NONE, last: NONE });
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let InstData::Phi { args } = *func.inst(inst) else { break };
                let Some(phi) = func.result(inst) else { continue };
                for arg in func.phi_args(args) {
                    self.add(arg.block, PhiCopy { to: block, phi, source: arg.value });
                }
            }
        }
    }

    /// Appends a copy to a block's list, unless it is for the repeated operand of a parallel edge:
    /// then the list ends in a copy for the same phi.
    fn add(&mut self, from: Block, copy: PhiCopy) {
        let index = self.copies.len() as u32;
        let list = &mut self.lists[from.index()];
        match self.copies.get_mut(list.last as usize) {
            Some(last) if last.copy.phi == copy.phi => return,
            Some(last) => last.next = index,
            None => list.first = index,
        }
        list.last = index;
        self.copies.push(Link { copy, next: NONE });
    }

    /// Finds the phis without a temporary among those of some types: each whose result only its own block reads, and only before that
    /// block, if it leads back to itself, copies the phi's next operand. Two walks over the function, if there is such a phi.
    pub fn find_direct(&mut self, func: &Function, is_wanted: impl Fn(Type) -> bool) {
        let phi_of = |value: Value| {
            let Some(ValueDef::Inst(def)) = func.def(value) else { return None };
            (func.inst(def).is_phi() && is_wanted(func.ty(value))).then(|| func.inst_block(def)).flatten()
        };
        if !self.copies.iter().any(|link| is_wanted(func.ty(link.copy.phi))) {
            return;
        }
        refill(&mut self.direct, func.value_count(), false);
        refill(&mut self.overwritten, func.value_count(), 0);
        for &Link { copy, .. } in &self.copies {
            self.direct[index(copy.phi)] = is_wanted(func.ty(copy.phi));
        }
        for &block in func.block_order() {
            for inst in func.block_insts(block).filter(|&inst| !func.inst(inst).is_phi()) {
                func.visit_operands(inst, |operand| {
                    if phi_of(operand).is_some_and(|of| of != block) {
                        self.direct[index(operand)] = false;
                    }
                });
            }
            // What a copy reads must still be there: made in this block, and not yet overwritten by the copies before it.
            let mut place = self.of(block);
            while let Some(copy) = self.next(&mut place) {
                self.overwritten[index(copy.phi)] = block.as_u32() + 1;
                let Some(of) = phi_of(copy.source) else { continue };
                let is_lost = self.overwritten[index(copy.source)] == block.as_u32() + 1 && !fault!(PhisOverwritten);
                if of != block || is_lost {
                    self.direct[index(copy.source)] = false;
                }
            }
        }
    }

    /// Finds the phis without a temporary where a branch makes the copies behind what decides it: those whose result nobody reads any more
    /// when a block copies the next operand into it, on no way that leads from there.
    ///
    /// A block that comes before the phi's makes its copy where there is no result yet, or none that is read: it is not dominated by the
    /// phi's. Of those behind, one may copy that leads there alone, or otherwise to where the result is not read before the phi's block has
    /// come again (`Leaves`). Two walks over the copies, and a short look at each instruction from the first block on that is copied back
    /// to, if there is one: who uses a phi last is known.
    pub fn find_direct_in(&mut self, func: &Function, nest: &Nest, uses: &Uses) {
        if self.copies.is_empty() {
            return;
        }
        let place_of = |block: Block| nest.place(Label::from_u32(block.as_u32()));
        refill(&mut self.direct, func.value_count(), false);
        self.copies.iter().for_each(|link| self.direct[index(link.copy.phi)] = true);
        refill(&mut self.last_read, func.value_count(), 0);
        let last_user = |phi| uses.last_user(phi).and_then(|user| func.inst_block(user)).map_or(0, place_of);
        let Some(first) = self.find_carried(func, place_of, last_user) else { return };
        refill(&mut self.overwritten, func.value_count(), 0);
        for (place, &block) in (0..).zip(func.block_order()).skip(first as usize) {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    // An access may add up its address itself, and so read in its place what another block has added to.
                    InstData::Load { addr, .. } | InstData::Store { addr, .. } if !fault!(PhisAddressLater) => {
                        self.read(base_and_offset(func, addr, (i32::MIN, i32::MAX)).0, place, false);
                    }
                    InstData::CondBr { cond: decided, .. } | InstData::Switch { value: decided, .. } => {
                        self.read(decided, place, true);
                    }
                    _ => {}
                }
            }
            let mut next = self.of(block);
            while let Some(copy) = self.next(&mut next) {
                self.overwritten[index(copy.phi)] = block.as_u32() + 1;
                let is_lost = copy.source.local_index().is_some_and(|source| self.overwritten[source] == block.as_u32() + 1);
                self.read(copy.source, place, is_lost && !fault!(PhisOverwritten));
            }
        }
        for (place, &block) in (0..).zip(func.block_order()).skip(first as usize) {
            let mut next = self.of(block);
            // What was said of the block whose phis have come last: those of one come one after the other.
            let mut known = None;
            while let Some(copy) = self.next(&mut next) {
                let to = place_of(copy.to);
                if to > place {
                    continue;
                }
                let leaves = match known {
                    Some((known, leaves)) if known == to => leaves,
                    _ => match func.last_inst(block).map(|inst| *func.inst(inst)) {
                        Some(InstData::Br { .. }) => Leaves::Nowhere,
                        Some(InstData::CondBr { on_true, on_false, .. }) => {
                            let other = place_of(if on_true == copy.to { on_false } else { on_true });
                            Leaves::by_branch(nest, (to, place), other)
                        }
                        _ => Leaves::Anywhere,
                    },
                };
                known = Some((to, leaves));
                let may_copy = match leaves {
                    Leaves::Nowhere => true,
                    Leaves::To(first) => self.last_read[index(copy.phi)] < first || fault!(PhisReadLater),
                    Leaves::Anywhere => false,
                };
                if !may_copy {
                    self.direct[index(copy.phi)] = false;
                }
            }
        }
    }

    /// Finds the phis that blocks behind their own copy into, where the last instruction of each is that uses it, and where the first of
    /// these blocks is that are copied back to. An instruction that uses it may be another phi, which is not before the one that was sought.
    fn find_carried(
        &mut self,
        func: &Function,
        place_of: impl Fn(Block) -> u32,
        last_user: impl Fn(Value) -> u32,
    ) -> Option<u32> {
        let mut first = None;
        for (place, &block) in (0..).zip(func.block_order()) {
            let mut next = self.of(block);
            while let Some(copy) = self.next(&mut next) {
                let to = place_of(copy.to);
                if to > place {
                    continue;
                }
                if first.is_none() {
                    refill(&mut self.is_carried, func.value_count(), false);
                }
                self.is_carried[index(copy.phi)] = true;
                self.last_read[index(copy.phi)] = last_user(copy.phi);
                first = Some(first.map_or(to, |first: u32| first.min(to)));
            }
        }
        first
    }

    /// A value is read in the block at a place; if it may be `lost` before that, its phi needs a temporary.
    #[inline]
    fn read(&mut self, value: Value, place: u32, lost: bool) {
        if let Some(index) = value.local_index()
            && self.is_carried[index]
            && self.direct[index]
        {
            self.last_read[index] = self.last_read[index].max(place);
            self.direct[index] = !lost;
        }
    }

    /// Whether a phi has no temporary.
    #[inline]
    pub fn is_direct(&self, phi: Value) -> bool {
        phi.local_index().and_then(|index| self.direct.get(index)).is_some_and(|&direct| direct)
    }

    /// Where the list of the copies to make at the end of a block begins.
    #[inline]
    pub fn of(&self, block: Block) -> Place {
        Place(self.lists[block.index()].first)
    }

    /// The copy at a place, which moves on. `None` at the end.
    #[inline]
    pub fn next(&self, place: &mut Place) -> Option<PhiCopy> {
        let link = self.copies.get(place.0 as usize)?;
        place.0 = link.next;
        Some(link.copy)
    }
}

/// The index of a phi's result.
fn index(phi: Value) -> usize {
    phi.local_index().expect("a phi's result is a local value")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage, Module, Type};

    #[test]
    fn copies_are_filed_by_predecessor_and_parallel_edges_count_once() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, middle, exit) = (b.current(), b.block(), b.block());
        let (one, two) = (b.i32(1), b.i32(2));
        b.switch(b.arg(0), middle, &[(1, exit), (2, exit)]);
        b.switch_to(middle);
        b.br(exit);
        b.switch_to(exit);
        let x = b.phi(Type::I32, &[(entry, one), (middle, two), (entry, one)]);
        let y = b.phi(Type::I32, &[(middle, one), (entry, two), (entry, two)]);
        b.ret(Some(x));
        let func = b.finish();
        let mut plan = PhiCopies::default();
        for _ in 0..2 {
            plan.compute(&func);
            let list = |block| {
                let mut place = plan.of(block);
                std::iter::from_fn(|| plan.next(&mut place)).collect::<Vec<_>>()
            };
            assert_eq!(list(entry), [PhiCopy { to: exit, phi: x, source: one }, PhiCopy { to: exit, phi: y, source: two }]);
            assert_eq!(list(middle), [PhiCopy { to: exit, phi: x, source: two }, PhiCopy { to: exit, phi: y, source: one }]);
            assert_eq!(list(exit), []);
        }
    }

    /// A loop of one block with five phis: two that are exchanged, one that the third one of them follows, one that nothing else reads, and
    /// one that is read behind the loop.
    #[test]
    fn phis_whose_last_reader_comes_before_the_copies_need_no_temporary() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32, Type::I1]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, round, exit) = (b.current(), b.block(), b.block());
        let (n, again) = (b.arg(0), b.arg(1));
        b.br(round);
        b.switch_to(round);
        let [one, other, follows, alone, read] = [(); 5].map(|()| b.phi(Type::I32, &[]));
        let sum = b.binary(BinOp::Add, alone, follows);
        for (phi, next) in [(one, other), (other, one), (follows, other), (alone, sum), (read, sum)] {
            b.set_phi(phi, &[(entry, n), (round, next)]);
        }
        b.cond_br(again, round, exit);
        b.switch_to(exit);
        b.ret(Some(read));
        let func = b.finish();
        let mut plan = PhiCopies::default();
        plan.compute(&func);
        plan.find_direct(&func, |ty| ty == Type::I32);
        // The copy into the first comes before it is read, and so does that into the second, which the third one follows.
        let direct = [one, other, follows, alone, read].map(|phi| plan.is_direct(phi));
        assert_eq!(direct, [false, false, true, true, false]);
        plan.find_direct(&func, |ty| ty == Type::I64);
        plan.compute(&func);
        assert!(!plan.is_direct(alone));
    }

    fn uses(func: &Function) -> Uses {
        let mut uses = Uses::default();
        uses.compute(func);
        uses
    }

    fn nest(func: &Function) -> Nest {
        let label = |block: Block| Label::from_u32(block.as_u32());
        let mut nest = Nest::default();
        let order = func.block_order().iter().copied().map(label);
        nest.compute(func.block_count(), order, |from| func.successors(Block::from_u32(from.as_u32())).map(label));
        nest
    }

    /// What `find_direct_in` says of the phis of a loop of two blocks that is left by a branch, of which some are read behind it.
    fn direct_in_loop(read_behind: [bool; 3]) -> [bool; 3] {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32, Type::I1]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, latch, exit) = (b.current(), b.block(), b.block(), b.block());
        let (n, again) = (b.arg(0), b.arg(1));
        b.br(head);
        b.switch_to(head);
        let phis @ [alone, one, other] = [(); 3].map(|()| b.phi(Type::I32, &[]));
        b.br(latch);
        b.switch_to(latch);
        let next = b.binary(BinOp::Add, alone, n);
        // The second gives the third what it was before its own copy.
        for (phi, value) in [(alone, next), (one, next), (other, one)] {
            b.set_phi(phi, &[(entry, n), (latch, value)]);
        }
        b.cond_br(again, head, exit);
        b.switch_to(exit);
        let left = b.phi(Type::I32, &[(latch, n)]);
        let mut sum = left;
        for (phi, _) in phis.into_iter().zip(read_behind).filter(|(_, is_read)| *is_read) {
            sum = b.binary(BinOp::Add, sum, phi);
        }
        b.ret(Some(sum));
        let func = b.finish();
        let mut plan = PhiCopies::default();
        plan.compute(&func);
        plan.find_direct_in(&func, &nest(&func), &uses(&func));
        // The exit's phi comes behind all that lead to it.
        assert!(plan.is_direct(left));
        phis.map(|phi| plan.is_direct(phi))
    }

    #[test]
    fn what_an_access_behind_the_loop_adds_to_is_read_there() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::Void, &[Type::I32, Type::I1]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, round, exit) = (b.current(), b.block(), b.block());
        let (start, again, step) = (b.arg(0), b.arg(1), b.i32(4));
        b.br(round);
        b.switch_to(round);
        let [pointer, other] = [(); 2].map(|()| b.phi(Type::I32, &[]));
        let [next, more] = [pointer, other].map(|phi| b.binary(BinOp::Add, phi, step));
        for (phi, value) in [(pointer, next), (other, more)] {
            b.set_phi(phi, &[(entry, start), (round, value)]);
        }
        b.cond_br(again, round, exit);
        b.switch_to(exit);
        b.store(step, next);
        let sum = b.binary(BinOp::Mul, more, more);
        b.store(sum, start);
        b.ret(None);
        let func = b.finish();
        let mut plan = PhiCopies::default();
        plan.compute(&func);
        plan.find_direct_in(&func, &nest(&func), &uses(&func));
        assert_eq!([pointer, other].map(|phi| plan.is_direct(phi)), [false, true]);
    }

    /// Whether the phi of a loop needs no temporary of which one block is laid out behind its latch, or behind its exit: that reads it.
    fn is_direct_with_block_behind(is_behind_exit: bool) -> bool {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32, Type::I1]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, latch) = (b.current(), b.block(), b.block());
        let [third, fourth] = [(); 2].map(|()| b.block());
        let (behind, exit) = if is_behind_exit { (fourth, third) } else { (third, fourth) };
        let (n, again) = (b.arg(0), b.arg(1));
        b.br(head);
        b.switch_to(head);
        let phi = b.phi(Type::I32, &[]);
        b.cond_br(again, latch, behind);
        b.switch_to(latch);
        let next = b.binary(BinOp::Add, n, n);
        b.set_phi(phi, &[(entry, n), (latch, next)]);
        b.cond_br(again, head, exit);
        b.switch_to(behind);
        b.store(phi, n);
        b.br(latch);
        b.switch_to(exit);
        b.ret(Some(n));
        let func = b.finish();
        let mut plan = PhiCopies::default();
        plan.compute(&func);
        plan.find_direct_in(&func, &nest(&func), &uses(&func));
        plan.is_direct(phi)
    }

    #[test]
    fn a_loop_may_have_blocks_behind_the_one_that_closes_it() {
        assert!(is_direct_with_block_behind(false));
        assert!(!is_direct_with_block_behind(true));
    }

    /// A loop in a loop, which is left to the outer one's head alone: what that reads has come anew.
    #[test]
    fn a_branch_further_back_leads_to_no_reader() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32, Type::I1]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (outer, inner, latch) = (b.block(), b.block(), b.block());
        let (n, again) = (b.arg(0), b.arg(1));
        b.br(outer);
        b.switch_to(outer);
        b.br(inner);
        b.switch_to(inner);
        let phi = b.phi(Type::I32, &[]);
        b.br(latch);
        b.switch_to(latch);
        b.store(phi, n);
        let next = b.binary(BinOp::Add, n, n);
        b.set_phi(phi, &[(outer, n), (latch, next)]);
        b.cond_br(again, inner, outer);
        let func = b.finish();
        let mut plan = PhiCopies::default();
        plan.compute(&func);
        plan.find_direct_in(&func, &nest(&func), &uses(&func));
        assert!(plan.is_direct(phi));
    }

    #[test]
    fn phis_that_nobody_reads_behind_the_branch_need_no_temporary() {
        // The second has been overwritten when the third asks for it.
        assert_eq!(direct_in_loop([false; 3]), [true, false, true]);
        assert_eq!(direct_in_loop([true, false, true]), [false; 3]);
    }
}
