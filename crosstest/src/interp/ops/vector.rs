//! Vector operations, lane by lane in terms of the scalar ones.
//!
//! A vector is a [`Wide`]: 128 bits as two words, lane 0 in the low bits; a vector of i1 has one
//! bit per lane, all in the low word. Linear in the number of lanes, at most 16.

use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Type};

use super::float::{self, Format};
use super::{Halt, cast, int};
use crate::interp::bits::{Bits, mask};

/// A value of up to 128 bits, the low word first. A scalar has its bits in the low word.
pub type Wide = [Bits; 2];

/// How the target's vector unit treats denormal lanes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Denormals {
    /// As [IEEE-754] 3.4 says.
    #[default]
    Kept,
    /// Perhaps replaced by zero: a lane that reads or yields one is Unspecified (ARM NEON).
    Unspecified,
}

/// Lane `index` of a vector whose lanes have `width` bits.
#[inline]
pub fn lane(vector: &Wide, width: u32, index: u32) -> Bits {
    let bit = width * index;
    let word = vector[(bit >= 64) as usize];
    let shift = bit % 64;
    Bits { v: (word.v >> shift) & mask(width), u: (word.u >> shift) & mask(width) }
}

/// Replaces lane `index` of a vector whose lanes have `width` bits.
#[inline]
pub fn set_lane(vector: &mut Wide, width: u32, index: u32, value: Bits) {
    let bit = width * index;
    let word = &mut vector[(bit >= 64) as usize];
    let (shift, hole) = (bit % 64, mask(width) << (bit % 64));
    word.v = (word.v & !hole) | (value.v & mask(width)) << shift;
    word.u = (word.u & !hole) | (value.u & mask(width)) << shift;
}

/// A value of which nothing is specified.
pub fn unspecified(ty: Type) -> Wide {
    match ty.bits() {
        0 => Wide::default(),
        128 => [Bits::unspecified(64); 2],
        width => [Bits::unspecified(width), Bits::default()],
    }
}

/// Builds a vector of type `ty` from its lanes.
fn build(ty: Type, mut f: impl FnMut(u32) -> Result<Bits, Halt>) -> Result<Wide, Halt> {
    let mut result = Wide::default();
    for index in 0..ty.lanes() {
        set_lane(&mut result, ty.element().bits(), index, f(index)?);
    }
    Ok(result)
}

/// `a op b` in each lane.
pub fn binary(op: BinOp, ty: Type, a: &Wide, b: &Wide, denormals: Denormals) -> Result<Wide, Halt> {
    let width = ty.element().bits();
    build(ty, |index| {
        let (a, b) = (lane(a, width, index), lane(b, width, index));
        if !op.is_float() {
            return int::binary(op, width, a, b);
        }
        let result = float::binary(op, Format::Single, a, b)?;
        Ok(if denormals == Denormals::Unspecified && any_denormal(&[a, b, result]) { Bits::unspecified(width) } else { result })
    })
}

fn any_denormal(lanes: &[Bits]) -> bool {
    lanes.iter().any(|&lane| float::is_denormal(Format::Single, lane))
}

/// Integer comparison in each lane.
pub fn compare_int(cond: IntCond, ty: Type, a: &Wide, b: &Wide) -> Wide {
    let width = ty.element().bits();
    let mut result = Wide::default();
    for index in 0..ty.lanes() {
        set_lane(&mut result, 1, index, int::compare(cond, width, lane(a, width, index), lane(b, width, index)));
    }
    result
}

/// Floating-point comparison in each lane.
pub fn compare_float(cond: FloatCond, ty: Type, a: &Wide, b: &Wide, denormals: Denormals) -> Wide {
    let mut result = Wide::default();
    for index in 0..ty.lanes() {
        let (a, b) = (lane(a, 32, index), lane(b, 32, index));
        let unknown = denormals == Denormals::Unspecified && any_denormal(&[a, b]);
        let holds = if unknown { Bits::unspecified(1) } else { float::compare(cond, Format::Single, a, b) };
        set_lane(&mut result, 1, index, holds);
    }
    result
}

/// `cond ? a : b` with a condition for each lane.
pub fn select(ty: Type, cond: &Wide, a: &Wide, b: &Wide) -> Wide {
    let width = ty.element().bits();
    let mut result = Wide::default();
    for index in 0..ty.lanes() {
        let chosen = int::select(lane(cond, 1, index), lane(a, width, index), lane(b, width, index));
        set_lane(&mut result, width, index, chosen);
    }
    result
}

/// Converts each lane; a bitcast keeps all bits where they are.
///
/// A denormal needs no care here: flushed or not, it truncates to zero.
pub fn cast(op: CastOp, from: Type, to: Type, x: &Wide) -> Result<Wide, Halt> {
    if op == CastOp::Bitcast {
        return Ok(*x);
    }
    let (from, element) = (from.element(), to.element());
    build(to, |index| cast::cast(op, from, element, lane(x, from.bits(), index)))
}

/// `vector` with one lane replaced; everything is Unspecified when the index is, or is out of
/// range.
pub fn insert(ty: Type, vector: &Wide, element: Bits, index: Bits) -> Wide {
    match index.get() {
        Some(index) if index < u64::from(ty.lanes()) => {
            let mut result = *vector;
            set_lane(&mut result, ty.element().bits(), index as u32, element);
            result
        }
        _ => unspecified(ty),
    }
}

/// One lane; Unspecified when the index is, or is out of range.
pub fn extract(ty: Type, vector: &Wide, index: Bits) -> Bits {
    let width = ty.element().bits();
    match index.get() {
        Some(index) if index < u64::from(ty.lanes()) => lane(vector, width, index as u32),
        _ => Bits::unspecified(width),
    }
}

/// Absolute value of each lane of a `<4 x float>`.
pub fn absolute(x: &Wide) -> Wide {
    let mut result = Wide::default();
    for index in 0..4 {
        set_lane(&mut result, 32, index, float::absolute(Format::Single, lane(x, 32, index)));
    }
    result
}
