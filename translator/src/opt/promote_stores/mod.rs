//! Store promotion: a place in memory that a loop stores to is a value while the loop runs. It is loaded before the loop, and stored
//! where the loop is left.
//!
//! In: a function. Out: the same with fewer loads and stores in innermost loops: a phi of the header is what the place holds, loads are
//! it, and stores make the value that the next ones see. Edges that leave the loop get the store, in blocks of their own where others
//! lead to the same block. A place is a base that the loop does not change, a constant, and a type; all accesses of the loop to its
//! bytes have to be to just it, and all others apart for certain ([`memory`](super::memory)).
//!
//! Nobody else may see or miss what memory holds meanwhile:
//! - an object of the stack whose address is only loaded from and stored to (`owned.rs`) is seen by nobody, whatever the loop calls.
//!   Functions that call setjmp or restore the stack have none: after a jump memory is as the program left it, and an object that
//!   is gone may be another's;
//! - for other memory the loop may do nothing that other threads or a trap would show: it calls nothing, none of its other
//!   accesses may trap, and it ends for certain (`ending.rs`). Each way out has to come by a store of the place, so that none is
//!   introduced. Where the place itself may trap, the first access did before; then nothing else may be stored in the loop, as it would be
//!   there when a constant place traps.
//!
//! A loop that waits for another thread stores nothing and is not looked at.
//!
//! Linear in the function, times [`MAX_PLACES`] and [`MAX_ACCESSES`]; new blocks are laid out in a walk each, of at most `MAX_LOOPS` loops.
//!
//! How it is done is ours.

mod owned;

use self::owned::Owned;
use super::ending::Ending;
use super::facts::effects;
use super::loop_edit::{Frame, Innermost, Maker, is_outside, lay_out_before, split_edge};
use super::memory::{Place, access, are_apart, is_inside};
use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{BinOp, Block, BlockCall, Function, Inst, InstData, Module, Type, Value, ValueDef, ValueRef};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The most accesses of a loop that are looked at.
pub const MAX_ACCESSES: usize = 32;

/// The most places of a loop that become values.
pub const MAX_PLACES: usize = 4;

/// The most loops of a function that are changed.
const MAX_LOOPS: usize = 64;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct PromoteStores {
    innermost: Innermost,
    owned: Owned,
    /// Those of the loop at hand.
    accesses: Vec<Access>,
    /// The edges that leave it.
    exits: Vec<(Block, Block)>,
    /// By block of the loop at hand: what the place at hand holds at its end.
    ends: Vec<Option<Value>>,
    args: Vec<BlockCall>,
    replacements: Replacements,
    order: Vec<Block>,
}

/// A load or store of a loop.
#[derive(Copy, Clone, Debug)]
struct Access {
    inst: Inst,
    block: Block,
    place: Place,
    ty: Type,
    align: u32,
    /// What it stores, if it does.
    stored: Option<Value>,
}

impl Access {
    fn of(func: &Function, inst: Inst, block: Block) -> Option<Access> {
        let (place, ty) = access(func, inst)?;
        let (align, stored) = match *func.inst(inst) {
            InstData::Store { align, value, .. } => (align, Some(value)),
            InstData::Load { align, .. } => (align, None),
            _ => return None,
        };
        Some(Access { inst, block, place, ty, align, stored })
    }

    fn is_like(&self, other: &Access) -> bool {
        self.place == other.place && self.ty == other.ty
    }

    /// Whether it cannot trap.
    fn is_safe(&self, module: &Module, func: &Function) -> bool {
        let is_constant = matches!(self.place.base.unpack(), ValueRef::Global(global) if module.globals[global].constant);
        is_inside(module, func, self.place) && (self.stored.is_none() || !is_constant)
    }
}

/// A loop, and what is known of it besides its accesses.
#[derive(Copy, Clone, Debug)]
struct Body {
    frame: Frame,
    /// Whether nothing but its accesses may trap or be seen.
    is_quiet: bool,
}

impl IrPass for PromoteStores {
    const PASS: Pass = Pass::PromoteStores;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        self.innermost.find(flow);
        if self.innermost.loops.is_empty() {
            return false;
        }
        self.owned.forget();
        self.replacements.clear();
        refill(&mut self.ends, flow.cfg.block_count(), None);
        let mut changed = 0;
        for index in 0..self.innermost.loops.len() {
            let Some(mut body) = self.look_at(flow, module, func, self.innermost.loops[index]) else { continue };
            changed += usize::from(self.promote_places(flow, module, func, fuel, &mut body));
            if changed == MAX_LOOPS {
                break;
            }
        }
        self.replacements.apply(func);
        if changed > 0 {
            flow.forget();
        }
        changed > 0
    }
}

impl PromoteStores {
    /// Collects the accesses and exits of a loop, if it stores something and has a form that can be changed.
    fn look_at(&mut self, flow: &ControlFlow, module: &Module, func: &Function, which: Loop) -> Option<Body> {
        let is_quiet = self.find_accesses(flow, module, func, which)?;
        let frame = Frame::find(flow, func, which)?;
        frame.find_exits(flow, func, &mut self.exits)?;
        (!self.exits.is_empty()).then_some(Body { frame, is_quiet })
    }

    /// Collects the accesses of a loop, and says whether nothing else in it may trap or be seen; `None` if nothing is stored.
    fn find_accesses(&mut self, flow: &ControlFlow, module: &Module, func: &Function, which: Loop) -> Option<bool> {
        self.accesses.clear();
        let (mut is_quiet, mut stores) = (true, false);
        for &block in flow.loops.blocks(which) {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    InstData::Load { .. } | InstData::Store { .. } => {
                        let access = Access::of(func, inst, block).filter(|_| self.accesses.len() < MAX_ACCESSES)?;
                        stores |= access.stored.is_some();
                        self.accesses.push(access);
                    }
                    data if data.is_terminator() => {}
                    _ => is_quiet &= effects(module, func, inst).may_delete(),
                }
            }
        }
        stores.then_some(is_quiet || fault!(PromoteStoresCalls))
    }

    /// Makes values of places; whether there was one.
    fn promote_places(
        &mut self,
        flow: &ControlFlow,
        module: &Module,
        func: &mut Function,
        fuel: &mut Fuel,
        body: &mut Body,
    ) -> bool {
        let mut promoted = 0;
        for index in 0..self.accesses.len() {
            let first = self.accesses[index];
            let is_known = self.accesses[..index].iter().any(|earlier| earlier.is_like(&first));
            if is_known || !self.is_promotable(flow, module, func, body, first) {
                continue;
            }
            if promoted == MAX_PLACES || !fuel.spend(Self::PASS, module, func, first.inst) {
                break;
            }
            if promoted == 0 {
                body.frame.make_preheader(func, &mut self.order);
                self.make_exits(flow, func);
            }
            self.promote(flow, func, body.frame, first);
            promoted += 1;
        }
        promoted > 0
    }

    fn is_promotable(&mut self, flow: &ControlFlow, module: &Module, func: &Function, body: &Body, first: Access) -> bool {
        // Each mention of an unspecified value may be another one.
        let is_undef = |value: Value| matches!(func.def(value), Some(ValueDef::Undef));
        let mut stored = self.accesses.iter().filter(|access| access.is_like(&first)).filter_map(|access| access.stored);
        let is_stored_to = stored.next().is_some_and(|value| !is_undef(value) && !stored.any(is_undef));
        if !is_stored_to || !is_outside(flow, func, body.frame.which, first.place.base) {
            return false;
        }
        let is_owned = self.owned.has(module, func, first.place);
        let is_apart = |other: &Access| {
            let (place, other) = (first.place, other.place);
            are_apart(module, func, place, other) || (is_owned && other.base != place.base) || fault!(PromoteStoresAlias)
        };
        self.accesses.iter().all(|other| other.is_like(&first) || is_apart(other))
            && (is_owned || self.is_unseen(flow, module, func, body, first))
    }

    /// Whether nobody sees what memory holds while the loop runs, and each way out has stored to the place.
    fn is_unseen(&self, flow: &ControlFlow, module: &Module, func: &Function, body: &Body, first: Access) -> bool {
        let like = || self.accesses.iter().filter(|access| access.is_like(&first));
        let mut others = self.accesses.iter().filter(|access| !access.is_like(&first));
        let is_safe = like().all(|access| access.is_safe(module, func));
        let stores_before =
            |access: &Access, from: Block| access.stored.is_some() && flow.dominators.dominates(access.block, from);
        body.is_quiet
            && others.all(|other| other.is_safe(module, func) && (is_safe || other.stored.is_none()))
            && self.exits.iter().all(|&(from, _)| like().any(|access| stores_before(access, from)))
            && Ending::find(flow, func, &body.frame).is_some()
    }

    /// Sees to it that each exit leads to a block that nothing else leads to.
    fn make_exits(&mut self, flow: &ControlFlow, func: &mut Function) {
        for index in 0..self.exits.len() {
            let (from, to) = self.exits[index];
            if flow.cfg.preds(to).len() > 1 {
                let block = split_edge(func, from, to);
                lay_out_before(func, &[block], to, &mut self.order);
                self.exits[index].1 = block;
            }
        }
    }

    /// Makes a place a value of a loop.
    fn promote(&mut self, flow: &ControlFlow, func: &mut Function, frame: Frame, first: Access) {
        let Access { place, ty, .. } = first;
        let align = self.accesses.iter().filter(|access| access.is_like(&first)).map(|access| access.align).min().unwrap_or(1);
        let mut maker = Maker::at_end(func, frame.before, Type::I32);
        let addr = if place.offset == 0 { place.base } else { maker.with(BinOp::Add, place.base, place.offset.into()) };
        let start = maker.inst(InstData::Load { addr, align }, ty);
        let held_first = make_phi(func, frame.header, &[], ty);
        for &block in flow.loops.blocks(frame.which) {
            let held = if block == frame.header { held_first } else { self.at_beginning(flow, func, block, ty) };
            self.ends[block.index()] = Some(self.replace(func, block, &first, held));
        }
        let args = [(frame.before, start), (frame.latch, self.end(frame.latch))];
        let args = func.make_phi_args(&args.map(|(block, value)| BlockCall { block, value }));
        let phi = func.first_inst(frame.header).expect("the phi");
        *func.inst_mut(phi) = InstData::Phi { args };
        for &(from, to) in &self.exits {
            let at = func.block_insts(to).find(|&inst| !func.inst(inst).is_phi()).expect("a terminator");
            if !fault!(PromoteStoresExit, from != self.exits[0].0) {
                func.insert_before(at, InstData::Store { addr, value: self.end(from), align }, Type::Void);
            }
        }
    }

    /// What the place holds at the end of a block that has been looked at.
    fn end(&self, block: Block) -> Value {
        self.ends[block.index()].expect("a value at the end of each block")
    }

    /// What the place holds at the beginning of a block that is no header: a phi, if blocks before it differ.
    fn at_beginning(&mut self, flow: &ControlFlow, func: &mut Function, block: Block, ty: Type) -> Value {
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        args.extend(flow.cfg.preds(block).iter().map(|&pred| BlockCall { block: pred, value: self.end(pred) }));
        let first = args[0].value;
        let held = if args.iter().all(|arg| arg.value == first) { first } else { make_phi(func, block, &args, ty) };
        self.args = args;
        held
    }

    /// Takes the accesses to a place out of a block at whose beginning it holds a value; what it holds at its end.
    fn replace(&mut self, func: &mut Function, block: Block, first: &Access, mut held: Value) -> Value {
        for access in self.accesses.iter().filter(|access| access.block == block && access.is_like(first)) {
            match access.stored {
                Some(value) => held = value,
                None => func.result(access.inst).into_iter().for_each(|result| self.replacements.replace(result, held)),
            }
            func.remove_inst(access.inst);
        }
        held
    }
}

/// Makes a phi at the beginning of a block.
fn make_phi(func: &mut Function, block: Block, args: &[BlockCall], ty: Type) -> Value {
    let at = func.first_inst(block).expect("a terminator");
    let args = func.make_phi_args(args);
    func.insert_before(at, InstData::Phi { args }, ty).1.expect("a phi has a result")
}

#[cfg(test)]
mod tests;
