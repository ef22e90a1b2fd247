//! Numbers that are put together of pieces which lie side by side in memory, as one load.
//!
//! A number is taken apart from the instruction that makes it: through `or` and `add`, shifts to the left and extensions, down to loads.
//! Only what has a piece that is shifted by whole bytes close by is tried. Each of these instructions must have no other user, so that nothing of it is left. The pieces fill the number's low bits without gaps, and each lies
//! in memory where its bits say. All are loaded in one block, and nothing between the first and the last may write.

use super::super::memory::{Place, access, writes_anything};
use super::super::rewrite::Replacements;
use super::super::{Fuel, IrPass};
use super::CoalesceMemory;
use crate::analysis::Uses;
use crate::ice::{BinOp, CastOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::util::refill;

/// The most instructions that a number is taken apart into: eight bytes take eight loads and extensions and seven shifts and sums.
pub const MAX_NODES: usize = 32;

/// The most steps from what makes a number to the nearest of its pieces that is shifted: two halves of four bytes have two.
const MAX_STEPS: u32 = 2;

/// No stretch.
const NOWHERE: (u32, u32) = (0, 0);

/// A piece of a number.
#[derive(Copy, Clone, Debug)]
struct Piece {
    /// Where its bits begin, from the lowest of the number.
    shift: u32,
    load: Inst,
    place: Place,
}

/// The numbers of a function.
#[derive(Clone, Default, Debug)]
pub struct Loads {
    /// By instruction, of loads: the stretch without writes that it is in, from 1 on, and its place among all instructions.
    stretches: Vec<(u32, u32)>,
    /// What may make a number of pieces, the last first.
    roots: Vec<Inst>,
    /// Of the number at hand: what makes it, loads left out, and its pieces.
    nodes: Vec<Inst>,
    pieces: Vec<Piece>,
}

/// Whether a value is a number that was moved up by whole bytes, or is put together of such in so many steps.
fn is_shifted(func: &Function, value: Value, steps: u32) -> bool {
    let Some(ValueDef::Inst(inst)) = func.def(value) else { return false };
    match *func.inst(inst) {
        InstData::Binary { op: BinOp::Shl, rhs, .. } => {
            func.ty(value).is_scalar_int() && func.int_const(rhs).is_some_and(|by| by > 0 && by.is_multiple_of(8))
        }
        InstData::Binary { op: BinOp::Or, lhs, rhs } if steps > 0 => {
            is_shifted(func, lhs, steps - 1) || is_shifted(func, rhs, steps - 1)
        }
        _ => false,
    }
}

impl Loads {
    /// Finds what may be a number of pieces; whether there is anything.
    pub fn find(&mut self, module: &Module, func: &Function) -> bool {
        self.roots.clear();
        refill(&mut self.stretches, func.inst_count(), NOWHERE);
        let (mut stretch, mut order) = (1, 0);
        for &block in func.block_order() {
            stretch += 1;
            for inst in func.block_insts(block) {
                order += 1;
                match *func.inst(inst) {
                    InstData::Load { .. } => self.stretches[inst.as_u32() as usize] = (stretch, order),
                    InstData::Binary { op: BinOp::Or | BinOp::Add, lhs, rhs } => {
                        if is_shifted(func, lhs, MAX_STEPS) || is_shifted(func, rhs, MAX_STEPS) {
                            self.roots.push(inst);
                        }
                    }
                    _ => stretch += u32::from(writes_anything(module, func, inst) && !fault!(CoalesceMemoryPastStore)),
                }
            }
        }
        self.roots.reverse();
        !self.roots.is_empty()
    }

    /// Joins the loads of each number that is found. Uses are counted by those that were there before.
    pub fn join(
        &mut self,
        module: &Module,
        func: &mut Function,
        uses: &Uses,
        fuel: &mut Fuel,
        replacements: &mut Replacements,
    ) -> bool {
        let mut changed = false;
        for index in 0..self.roots.len() {
            let root = self.roots[index];
            let Some(result) = func.result(root).filter(|_| func.inst_block(root).is_some()) else { continue };
            let bits = func.ty(result).bits();
            self.nodes.clear();
            self.pieces.clear();
            if !self.take_apart(func, uses, root, 0, bits) {
                continue;
            }
            if let Some((ty, last)) = self.whole(bits)
                && fuel.spend(CoalesceMemory::PASS, module, func, root)
            {
                let value = self.load(func, ty, func.ty(result), last);
                replacements.replace(result, value);
                changed = true;
            }
        }
        changed
    }

    /// Takes apart what an instruction makes, of which bits from `shift` on belong to the number, below `limit`.
    fn take_apart(&mut self, func: &Function, uses: &Uses, inst: Inst, shift: u32, limit: u32) -> bool {
        if self.nodes.len() + self.pieces.len() == MAX_NODES {
            return false;
        }
        let of = |value: Value| match func.def(value) {
            // What was joined already is no more.
            Some(ValueDef::Inst(inst)) if uses.count(value) == 1 && func.inst_block(inst).is_some() => Some(inst),
            _ => None,
        };
        match *func.inst(inst) {
            InstData::Binary { op: BinOp::Or | BinOp::Add, lhs, rhs } => {
                self.nodes.push(inst);
                [lhs, rhs].into_iter().all(|side| of(side).is_some_and(|side| self.take_apart(func, uses, side, shift, limit)))
            }
            InstData::Binary { op: BinOp::Shl, lhs, rhs } => {
                self.nodes.push(inst);
                let by = func.int_const(rhs).filter(|&by| by < u64::from(limit - shift));
                by.zip(of(lhs)).is_some_and(|(by, lhs)| self.take_apart(func, uses, lhs, shift + by as u32, limit))
            }
            InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), src } => {
                self.nodes.push(inst);
                let end = shift + func.ty(src).bits();
                // What the sign is copied to has to be shifted out.
                let is_unsigned = op == CastOp::ZExt || end >= limit || fault!(CoalesceMemorySign);
                is_unsigned && of(src).is_some_and(|src| self.take_apart(func, uses, src, shift, limit.min(end)))
            }
            InstData::Load { .. } => {
                let Some((place, ty)) = access(func, inst) else { return false };
                let is_piece = ty.is_scalar_int() && ty.bits() == 8 * place.bytes && shift + ty.bits() <= limit;
                self.pieces.push(Piece { shift, load: inst, place });
                is_piece
            }
            _ => false,
        }
    }

    /// The type of the load that the pieces are, in a number of so many bits, and the last of their loads; `None` if they are none.
    fn whole(&mut self, bits: u32) -> Option<(Type, Inst)> {
        self.pieces.sort_unstable_by_key(|piece| piece.shift);
        let first = *self.pieces.first().filter(|first| first.shift == 0)?;
        let stretch = |piece: &Piece| self.stretches[piece.load.as_u32() as usize];
        let mut end = 0;
        for piece in &self.pieces {
            let offset = piece.place.offset.wrapping_sub(first.place.offset);
            let follows = piece.shift == end && 8 * u64::from(offset) == u64::from(end) || fault!(CoalesceMemoryOrder, end > 0);
            if piece.place.base != first.place.base || !follows || stretch(piece).0 != stretch(&first).0 {
                return None;
            }
            end += 8 * piece.place.bytes;
        }
        let ty = match end {
            16 => Type::I16,
            32 => Type::I32,
            64 => Type::I64,
            _ => return None,
        };
        let last = self.pieces.iter().max_by_key(|piece| stretch(piece).1)?.load;
        (self.pieces.len() > 1 && end <= bits).then_some((ty, last))
    }

    /// Makes the load, of a type, as a number of another, where the last of the pieces was loaded; these are gone.
    fn load(&self, func: &mut Function, ty: Type, number: Type, last: Inst) -> Value {
        let InstData::Load { addr, .. } = *func.inst(self.pieces[0].load) else { unreachable!("pieces are loaded") };
        let (_, value) = func.insert_before(last, InstData::Load { addr, align: 1 }, ty);
        let mut value = value.expect("a load has a result");
        if ty != number {
            let (_, extended) = func.insert_before(last, InstData::Cast { op: CastOp::ZExt, src: value }, number);
            value = extended.expect("an extension has a result");
        }
        debug_assert!(ty.bits() <= number.bits(), "a number has room for its pieces");
        self.nodes.iter().chain(self.pieces.iter().map(|piece| &piece.load)).for_each(|&inst| func.remove_inst(inst));
        value
    }
}
