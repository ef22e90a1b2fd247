//! Vectors that are put together lane by lane ([`Gather`]), with as few instructions as NEON allows: constants, copies of one element, lanes of
//! a vector looked up in a table of bytes, and windows of two vectors side by side; elements are put into what these have made.
//!
//! In: a gather. Out: its plan, which depends on nothing else, and the code of the plan. What single insertions do better has none. Linear in
//! the lanes.
//!
//! Source: [ARM-ARM] A8.8, VDUP, VEXT, VTBL.

use super::super::op::Op;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{Type, Value};
use crate::isa::common::lower::ValueCode;
use crate::isa::common::lower::gathers::{Gather, Lane};
use crate::isa::common::lower::operations::{by_lane, lane_bits};
use crate::lir::Var;
use crate::mc::SymbolRef;

/// In a table's indices: a byte that is zero.
const ZERO: u8 = 0xff;

/// How a gather is made; elements, and with a table numbers, are put in afterwards.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// Numbers, and zeros where elements come.
    Constant(u128),
    /// One element in all lanes.
    Splat(Value),
    /// Sixteen bytes of two vectors side by side, from this one on.
    Window(Value, Value, u8),
    /// Bytes of one vector, by their indices.
    Table(Value, u128),
    /// Bytes of the one or the other.
    Tables([(Value, u128); 2]),
}

/// The plan for a gather, if single insertions are no better.
pub(super) fn plan(ty: Type, gather: &Gather) -> Option<Plan> {
    let lanes = gather.lanes();
    // In one lane alone it is inserted.
    if let Some(value) = gather.element().filter(|_| lanes.iter().filter(|&&lane| lane != Lane::Any).count() > 1) {
        return Some(Plan::Splat(value));
    }
    let bytes = lane_bits(ty) as usize / 8;
    // What insertions and extractions take, but for elements, which are inserted either way.
    let numbers = lanes.iter().filter(|lane| matches!(lane, Lane::Bits(_))).count();
    let kept = lanes.len() - gather.inserted.min(lanes.len());
    let moved = lanes.iter().filter(|lane| matches!(lane, Lane::Of(..))).count().saturating_sub(kept);
    let singly = 2 * (numbers + moved);
    let (constant, [first, second]) = (gather.numbers(), sources(lanes)?);
    let (plan, cost) = match (first, second) {
        (None, _) => (Plan::Constant(constant), constant_cost(constant)),
        (Some(first), _) if let Some((second, from)) = window(lanes, bytes, first, second) => {
            (Plan::Window(first, second, from), 1)
        }
        (Some(first), None) => (Plan::Table(first, indices(lanes, bytes, first)), 6 + 2 * nonzero(lanes)),
        (Some(first), Some(second)) => {
            let tables = [first, second].map(|source| (source, indices(lanes, bytes, source)));
            (Plan::Tables(tables), 12 + 2 * nonzero(lanes))
        }
    };
    (cost < singly).then_some(plan)
}

/// The vectors that lanes are of, if there are no more than two.
fn sources(lanes: &[Lane]) -> Option<[Option<Value>; 2]> {
    let mut sources = [None; 2];
    for lane in lanes {
        let &Lane::Of(vector, _) = lane else { continue };
        let place = sources.iter_mut().find(|source| source.is_none_or(|source| source == vector))?;
        *place = Some(vector);
    }
    Some(sources)
}

fn nonzero(lanes: &[Lane]) -> usize {
    lanes.iter().filter(|lane| matches!(lane, Lane::Bits(1..))).count()
}

/// How many instructions a constant takes.
fn constant_cost(bits: u128) -> usize {
    match repeated(bits) {
        Some(word) if short(word).is_some() => 1,
        _ => 3,
    }
}

/// The word that a vector is four of.
fn repeated(bits: u128) -> Option<u32> {
    let word = bits as u32;
    (bits == u128::from(word) * 0x1_0000_0001_0000_0001_0000_0001).then_some(word)
}

/// The instruction that makes four of a word of a number of eight bits, and that number.
fn short(word: u32) -> Option<(Op, u32)> {
    let (byte, half) = (word & 0xff, word & 0xffff);
    if word == byte * 0x0101_0101 {
        Some((Op::VmovI8, byte))
    } else if word == half * 0x0001_0001 && half == byte {
        Some((Op::VmovI16, byte))
    } else {
        (word == byte).then_some((Op::VmovI32, byte))
    }
}

/// The vector that comes behind the first one, and the byte that the window begins at, if lanes are of one.
fn window(lanes: &[Lane], bytes: usize, first: Value, second: Option<Value>) -> Option<(Value, u8)> {
    let len = lanes.len();
    // Of one vector alone it is a rotation; of two either may come first, but the plan names the first source first.
    let second = second.unwrap_or(first);
    let place = |vector: Value, lane: u8| if vector == first { usize::from(lane) } else { len + usize::from(lane) };
    let start = lanes.iter().enumerate().find_map(|(index, lane)| match *lane {
        Lane::Of(vector, lane) => Some((place(vector, lane) + 2 * len - index) % (2 * len)),
        _ => None,
    })?;
    let start = if second == first { start % len } else { start };
    let fits = |(index, lane): (usize, &Lane)| match *lane {
        Lane::Any => true,
        Lane::Of(vector, lane) if second == first => vector == first && (start + index) % len == usize::from(lane),
        Lane::Of(vector, lane) => place(vector, lane) == start + index,
        _ => false,
    };
    let bytes = if fault!(Arm32WindowByte, bytes > 1) { 1 } else { bytes };
    (start < len && lanes.iter().enumerate().all(fits)).then_some((second, (start * bytes) as u8))
}

/// The indices of the bytes of lanes in a vector; those of other lanes are zeros.
fn indices(lanes: &[Lane], bytes: usize, source: Value) -> u128 {
    let index = |at: usize| match lanes[at / bytes] {
        Lane::Of(vector, lane) if vector == source => lane * bytes as u8 + (at % bytes) as u8,
        _ => ZERO,
    };
    (0..16).fold(0, |all, at| all | u128::from(index(at)) << (8 * at))
}

impl Lower<'_> {
    pub(super) fn gather_lanes(&mut self, result: Value, ty: Type, gather: &Gather) {
        let lanes = gather.lanes();
        let plan = plan(ty, gather).expect("it was asked whether there is one");
        let (temp, has_numbers) = match plan {
            Plan::Constant(bits) => (self.constant_vector(bits), true),
            Plan::Splat(value) => {
                let element = self.element_register(ty, value);
                let temp = self.quad();
                self.op2(by_lane(ty, [Op::Vdup8, Op::Vdup16, Op::Vdup32]), temp, element);
                return self.define(result, temp);
            }
            Plan::Window(first, second, from) => {
                let left = self.value(first);
                let right = if first == second { left } else { self.value(second) };
                let temp = self.quad();
                self.push(
                    Inst::new(Opcode::Real(Op::Vext), Opnd::Var(temp), Opnd::Var(left))
                        .third(Opnd::Var(right))
                        .fourth(Opnd::Imm(from.into())),
                );
                (temp, true)
            }
            Plan::Table(source, indices) => (self.looked_up(source, indices), false),
            Plan::Tables([first, second]) => {
                let (left, right) = (self.looked_up(first.0, first.1), self.looked_up(second.0, second.1));
                self.op3(Op::Vorr, left, left, right);
                (left, false)
            }
        };
        let op = by_lane(ty, [Op::VinsertI8, Op::VinsertI16, Op::VinsertI32]);
        for (index, lane) in lanes.iter().enumerate() {
            let element = match *lane {
                Lane::Scalar(value) => self.element_register(ty, value),
                Lane::Bits(number @ 1..) if !has_numbers => {
                    let core = self.core();
                    self.number(core, number);
                    core
                }
                _ => continue,
            };
            self.insert_lane(op, temp, element, index as u8);
        }
        self.define(result, temp);
    }

    /// A constant in a register.
    fn constant_vector(&mut self, bits: u128) -> Var {
        let temp = self.quad();
        if let Some((op, number)) = repeated(bits).and_then(short) {
            self.op2(op, temp, Opnd::Imm(number));
            return temp;
        }
        let id = self.pool.intern(bits, 16);
        let symbol = self.symbol(SymbolRef::Pool(id));
        let address = self.load_int(symbol);
        self.load_at(Op::Vld1, temp, super::Base::Var(address), 0);
        temp
    }

    /// Bytes of a vector in the order of indices.
    fn looked_up(&mut self, source: Value, indices: u128) -> Var {
        let table = self.value(source);
        let temp = self.constant_vector(indices);
        for op in [Op::VtblLow, Op::VtblHigh] {
            self.op2(op, temp, table);
        }
        temp
    }
}
