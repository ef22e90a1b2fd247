//! Stores side by side, as one.
//!
//! A walk over each block gathers stores to objects of known size, which cannot trap. They wait for others until something may read what
//! they write, write there, or trap; what is there then is joined where the last of them was. A constant of eight bytes is one store only
//! where its upper half repeats the sign of the lower, which an instruction has room for.

use super::super::facts::{Effects, effects};
use super::super::memory::{Place, access, are_apart, is_inside};
use super::super::{Fuel, IrPass};
use super::CoalesceMemory;
use crate::ice::{BinOp, CastOp, Function, Inst, InstData, Module, Type, Value, ValueDef};

/// The most stores that wait.
const MAX_WAITING: usize = 32;

/// What is stored.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stored {
    /// A constant, zero-extended.
    Constant(u64),
    /// Bits of a number, from one on: those at the low end of `shifted`.
    Part { of: Value, from: u32, shifted: Value },
}

/// A store that waits for others.
#[derive(Copy, Clone, Debug)]
struct Waiting {
    store: Inst,
    addr: Value,
    place: Place,
    stored: Stored,
    /// Its place among those that wait.
    order: usize,
}

/// The stores of a function.
#[derive(Clone, Default, Debug)]
pub struct Stores {
    waiting: Vec<Waiting>,
}

impl Stores {
    /// Joins stores.
    pub fn join(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let mut changed = false;
        for index in 0..func.block_order().len() {
            let mut next = func.first_inst(func.block_order()[index]);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                match self.meets(module, func, inst) {
                    Meeting::Nothing => {}
                    Meeting::Ends => changed |= self.end(module, func, fuel),
                    Meeting::Joins(waiting) => {
                        let is_in_the_way = |other: &Waiting| !are_apart(module, func, other.place, waiting.place);
                        if self.waiting.len() == MAX_WAITING || self.waiting.iter().any(is_in_the_way) {
                            changed |= self.end(module, func, fuel);
                        }
                        self.waiting.push(Waiting { order: self.waiting.len(), ..waiting });
                    }
                }
            }
            changed |= self.end(module, func, fuel);
        }
        changed
    }

    /// What an instruction means for those that wait.
    fn meets(&self, module: &Module, func: &Function, inst: Inst) -> Meeting {
        if let InstData::Store { addr, value, .. } = *func.inst(inst) {
            let Some((place, ty)) = access(func, inst) else { return Meeting::Ends };
            let is_piece = ty.is_scalar_int() && ty.bits() == 8 * place.bytes && is_inside(module, func, place);
            return match stored(func, value).filter(|_| is_piece) {
                Some(stored) => Meeting::Joins(Waiting { store: inst, addr, place, stored, order: 0 }),
                None => Meeting::Ends,
            };
        }
        if self.waiting.is_empty() {
            return Meeting::Nothing;
        }
        let may_read =
            |(place, _): (Place, Type)| self.waiting.iter().any(|waiting| !are_apart(module, func, waiting.place, place));
        let is_seen = match effects(module, func, inst) {
            Effects::None | Effects::Guarded => false,
            Effects::Reads => access(func, inst).is_some_and(may_read) && !fault!(CoalesceMemoryUnseen),
            Effects::Trap | Effects::Effect => true,
        };
        if is_seen { Meeting::Ends } else { Meeting::Nothing }
    }

    /// Joins those that wait, as far as they lie side by side; nobody waits any more.
    fn end(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable_by_key(|it| (it.place.base, it.place.offset));
        let (mut rest, mut changed) = (&waiting[..], false);
        while let [first, others @ ..] = rest {
            let found = [8, 4, 2].into_iter().find_map(|bytes| {
                let count = side_by_side(rest, bytes)?;
                Some((count, value_of(func, &rest[..count], bytes)?))
            });
            match found {
                Some((count, value)) if fuel.spend(CoalesceMemory::PASS, module, func, first.store) => {
                    join(func, &rest[..count], value);
                    (rest, changed) = (&rest[count..], true);
                }
                _ => rest = others,
            }
        }
        waiting.clear();
        self.waiting = waiting;
        changed
    }
}

/// What an instruction means for the stores that wait.
enum Meeting {
    /// Nothing.
    Nothing,
    /// It may see whether they were made.
    Ends,
    /// It is one more.
    Joins(Waiting),
}

/// What a value is, if stores of such can be joined.
fn stored(func: &Function, value: Value) -> Option<Stored> {
    if let Some(bits) = func.int_const(value) {
        return Some(Stored::Constant(bits));
    }
    let shifted = match func.def(value) {
        Some(ValueDef::Inst(inst)) => match *func.inst(inst) {
            InstData::Cast { op: CastOp::Trunc, src } => src,
            _ => value,
        },
        _ => value,
    };
    let part = match func.def(shifted) {
        Some(ValueDef::Inst(inst)) => match *func.inst(inst) {
            InstData::Binary { op: BinOp::LShr | BinOp::AShr, lhs, rhs } => {
                let from = func.int_const(rhs).and_then(|from| u32::try_from(from).ok());
                let from = from.filter(|from| from.saturating_add(func.ty(value).bits()) <= func.ty(lhs).bits());
                from.map(|from| Stored::Part { of: lhs, from, shifted })
            }
            _ => None,
        },
        _ => None,
    };
    Some(part.unwrap_or(Stored::Part { of: shifted, from: 0, shifted }))
}

/// How many of these, which are sorted, fill so many bytes from a multiple of that on without gaps; at least two.
fn side_by_side(sorted: &[Waiting], bytes: u32) -> Option<usize> {
    let first = sorted[0].place;
    let mut end = 0;
    for (index, waiting) in sorted.iter().enumerate() {
        if waiting.place.base != first.base || waiting.place.offset != first.offset + end {
            return None;
        }
        end += waiting.place.bytes;
        if end >= bytes {
            return (end == bytes && index > 0 && first.offset.is_multiple_of(bytes)).then_some(index + 1);
        }
    }
    None
}

/// What stores that fill so many bytes, and that are all of these, store together.
#[derive(Copy, Clone, Debug)]
enum Whole {
    Constant(Type, u64),
    Value(Value),
    /// The low end of a value.
    Low(Type, Value),
}

fn value_of(func: &Function, parts: &[Waiting], bytes: u32) -> Option<Whole> {
    let ty = match bytes {
        8 => Type::I64,
        4 => Type::I32,
        _ => Type::I16,
    };
    let first = parts[0];
    let parts = parts.iter().map(|part| (part, 8 * (part.place.offset - first.place.offset)));
    match first.stored {
        Stored::Constant(_) => {
            let mut whole = 0;
            for (part, at) in parts {
                let Stored::Constant(bits) = part.stored else { return None };
                whole |= bits << at;
            }
            let is_short = bytes < 8 || i32::try_from(whole as i64).is_ok();
            is_short.then_some(Whole::Constant(ty, whole))
        }
        Stored::Part { of, from, shifted } => {
            for (part, at) in parts {
                let is_next =
                    matches!(part.stored, Stored::Part { of: other, from: begin, .. } if other == of && begin == from + at);
                if !is_next && !fault!(CoalesceMemoryPart, at > 0 && matches!(part.stored, Stored::Part { .. })) {
                    return None;
                }
            }
            let width = func.ty(shifted).bits();
            match width.cmp(&ty.bits()) {
                std::cmp::Ordering::Less => None,
                std::cmp::Ordering::Equal => Some(Whole::Value(shifted)),
                std::cmp::Ordering::Greater => Some(Whole::Low(ty, shifted)),
            }
        }
    }
}

/// Makes one store of several, where the last of them is.
fn join(func: &mut Function, parts: &[Waiting], value: Whole) {
    let last = parts.iter().max_by_key(|part| part.order).expect("there are several").store;
    let value = match value {
        Whole::Constant(ty, bits) => func.push_value(ty, ValueDef::Int(bits)),
        Whole::Value(value) => value,
        Whole::Low(ty, src) => {
            let (_, low) = func.insert_before(last, InstData::Cast { op: CastOp::Trunc, src }, ty);
            low.expect("a truncation has a result")
        }
    };
    func.insert_before(last, InstData::Store { addr: parts[0].addr, value, align: 1 }, Type::Void);
    parts.iter().for_each(|part| func.remove_inst(part.store));
}
