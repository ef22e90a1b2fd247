//! Numbers that are put together of pieces which lie side by side in memory, as one load.
//!
//! A number is taken apart from the instruction that makes it: through `or` and `add`, shifts to the left and extensions, down to loads.
//! Only what has a piece that is shifted by whole bytes close by is tried. Each of these instructions must have no other user, so that
//! nothing of it is left. The pieces fill the number's low bits without gaps, and each lies in memory where its bits say, or, if all are
//! bytes, where they say the other way round: then what is loaded is turned round. All are loaded in one block, and nothing between the
//! first and the last may write.

use super::super::memory::{Place, access, writes_anything};
use super::super::rewrite::Replacements;
use super::super::{Fuel, IrPass};
use super::CoalesceMemory;
use crate::analysis::Uses;
use crate::ice::{BinOp, CastOp, FuncId, Function, Inst, InstData, Module, Type, Value, ValueDef};
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

/// What loads a number, and how.
#[derive(Copy, Clone, Debug)]
struct Whole {
    /// The type that is loaded.
    ty: Type,
    /// The last of the loads of its pieces.
    last: Inst,
    /// The piece that has the lowest address.
    start: Inst,
    /// What turns it round, if its highest byte has the lowest address.
    swap: Option<FuncId>,
}

/// The numbers of a function.
#[derive(Clone, Default, Debug)]
pub struct Loads {
    /// The declarations of what turns round 32 and 64 bits, where the module has them.
    pub swaps: [Option<FuncId>; 2],
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
            if let Some(whole) = self.whole(bits)
                && fuel.spend(CoalesceMemory::PASS, module, func, root)
            {
                let value = self.load(func, whole, func.ty(result));
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

    /// What loads a number of so many bits that the pieces are; `None` if they are none.
    fn whole(&mut self, bits: u32) -> Option<Whole> {
        self.pieces.sort_unstable_by_key(|piece| piece.shift);
        let (first, top) = (*self.pieces.first().filter(|first| first.shift == 0)?, *self.pieces.last()?);
        let stretch = |piece: &Piece| self.stretches[piece.load.as_u32() as usize];
        // Bytes, of which the one above has the lower address.
        let is_turned =
            top.place.bytes == 1 && first.place.bytes == 1 && first.place.offset == top.place.offset.wrapping_add(top.shift / 8);
        let mut end = 0;
        for piece in &self.pieces {
            let offset = piece.place.offset.wrapping_sub(first.place.offset);
            let offset = if is_turned { offset.wrapping_neg() } else { offset };
            let is_there = piece.shift == end && 8 * u64::from(offset) == u64::from(end) && !(is_turned && piece.place.bytes > 1);
            let follows = is_there || fault!(CoalesceMemoryOrder, end > 0);
            if piece.place.base != first.place.base || !follows || stretch(piece).0 != stretch(&first).0 {
                return None;
            }
            end += 8 * piece.place.bytes;
        }
        let (ty, swap) = match end {
            // To turn round two bytes takes as long as to put them together.
            16 if !is_turned => (Type::I16, None),
            32 => (Type::I32, self.swaps[0]),
            64 => (Type::I64, self.swaps[1]),
            _ => return None,
        };
        if self.pieces.len() == 1 || end > bits || is_turned && swap.is_none() {
            return None;
        }
        let last = self.pieces.iter().max_by_key(|piece| stretch(piece).1)?.load;
        let start = if is_turned { top.load } else { first.load };
        Some(Whole { ty, last, start, swap: swap.filter(|_| is_turned && !fault!(CoalesceMemoryTurned)) })
    }

    /// Makes the load, as a number of a type, where the last of the pieces was loaded; these are gone.
    fn load(&self, func: &mut Function, whole: Whole, number: Type) -> Value {
        let Whole { ty, last, start, swap } = whole;
        let InstData::Load { addr, .. } = *func.inst(start) else { unreachable!("pieces are loaded") };
        let insert = |func: &mut Function, data, ty| func.insert_before(last, data, ty).1.expect("it has a result");
        let mut value = insert(func, InstData::Load { addr, align: 1 }, ty);
        if let Some(swap) = swap {
            let args = func.make_values(&[value]);
            value = insert(func, InstData::Call { func: swap, args }, ty);
        }
        if ty != number {
            value = insert(func, InstData::Cast { op: CastOp::ZExt, src: value }, number);
        }
        debug_assert!(ty.bits() <= number.bits(), "a number has room for its pieces");
        self.nodes.iter().chain(self.pieces.iter().map(|piece| &piece.load)).for_each(|&inst| func.remove_inst(inst));
        value
    }
}
