//! Vectors, and how values become their lanes.
//!
//! In: an operation on elements. Out: whether a target has it for vectors at a good price. Values are put into all lanes before a loop
//! ([`splat`]), and lanes are joined behind it ([`fold`]).
//!
//! Constant time, or linear in the lanes.

use super::super::loop_edit::Maker;
use crate::ice::{BinOp, Block, CastOp, FloatCond, Function, InstData, Type, Value};

/// What a target's vectors can do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct VectorUnit {
    /// Whether floats in lanes are computed as others are, denormals included.
    pub floats: bool,
    /// Whether lanes are shifted by instructions.
    pub shifts: bool,
}

/// The vector of as many lanes of a type, if there is one.
pub fn vector_of(ty: Type, lanes: u32) -> Option<Type> {
    match (ty, lanes) {
        (Type::I8, 16) => Some(Type::V16I8),
        (Type::I16, 8) => Some(Type::V8I16),
        (Type::I32, 4) => Some(Type::V4I32),
        (Type::F32, 4) => Some(Type::V4F32),
        (Type::I1, 4 | 8 | 16) => Some([Type::V4I1, Type::V8I1, Type::V16I1][lanes.trailing_zeros() as usize - 2]),
        _ => None,
    }
}

impl VectorUnit {
    /// Whether an operation on elements with a result of a type has a form for lanes that is as good.
    pub fn has(self, func: &Function, data: InstData, result: Type) -> bool {
        match data {
            InstData::Binary { op, .. } => self.has_operator(op),
            InstData::Icmp { .. } | InstData::Select { .. } => true,
            InstData::Fcmp { .. } => self.floats,
            InstData::Cast { op, src } => match op {
                CastOp::ZExt | CastOp::SExt => func.ty(src) == Type::I1,
                CastOp::SiToFp => self.floats && func.ty(src) == Type::I32 && result == Type::F32,
                CastOp::Bitcast => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn has_operator(self, op: BinOp) -> bool {
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => true,
            BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv => self.floats || fault!(VectoriseDenormals),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.shifts,
            _ => false,
        }
    }
}

/// A vector with a value in all lanes, made at the end of a block.
pub fn splat(func: &mut Function, block: Block, value: Value) -> Value {
    match func.ty(value) {
        ty @ (Type::I32 | Type::F32) => {
            let vector = vector_of(ty, 4).expect("words fill vectors");
            fill(&mut Maker::at_end(func, block, Type::I32), vector, value)
        }
        // A word of several is made first: that takes fewer instructions than putting each in its place.
        ty => {
            let (times, vector) = if ty == Type::I8 { (0x0101_0101, Type::V16I8) } else { (0x0001_0001, Type::V8I16) };
            let known = func.int_const(value);
            let mut maker = Maker::at_end(func, block, Type::I32);
            let word = match known {
                Some(bits) => maker.constant(bits * times),
                None => {
                    let wide = maker.inst(InstData::Cast { op: CastOp::ZExt, src: value }, Type::I32);
                    maker.with(BinOp::Mul, wide, times)
                }
            };
            let words = fill(&mut maker, Type::V4I32, word);
            maker.inst(InstData::Cast { op: CastOp::Bitcast, src: words }, vector)
        }
    }
}

/// A vector of four lanes with a value in all.
fn fill(maker: &mut Maker<'_>, vector: Type, element: Value) -> Value {
    let nothing = maker.undef(vector);
    (0..4).fold(nothing, |vector_so_far, lane| {
        let index = maker.word(lane);
        maker.inst(InstData::InsertElement { vector: vector_so_far, element, index }, vector)
    })
}

/// A vector of zeros, or of ones, made at the end of a block: what an operator leaves everything as it is with. Targets make it of a comparison that
/// always says the same in one instruction.
pub fn neutral(func: &mut Function, block: Block, op: BinOp, element: Type) -> Value {
    let cond = if op == BinOp::And { FloatCond::True } else { FloatCond::False };
    let mut maker = Maker::at_end(func, block, Type::I32);
    let (lhs, rhs) = (maker.undef(Type::V4F32), maker.undef(Type::V4F32));
    let truths = maker.inst(InstData::Fcmp { cond, lhs, rhs }, Type::V4I1);
    let words = maker.inst(InstData::Cast { op: CastOp::SExt, src: truths }, Type::V4I32);
    match vector_of(element, 16 / element.memory_bytes().unwrap_or(4)) {
        Some(vector) if vector != Type::V4I32 => maker.inst(InstData::Cast { op: CastOp::Bitcast, src: words }, vector),
        _ => words,
    }
}

/// What an operator makes of a value and all lanes of a vector, at the end of a block.
pub fn fold(func: &mut Function, block: Block, op: BinOp, first: Value, vector: Value) -> Value {
    let element = func.ty(first);
    let is_bitwise = op != BinOp::Add;
    // Bits do not mind in which lane they are: those of words are fewer.
    let (joined, piece) = if is_bitwise { (Type::V4I32, Type::I32) } else { (func.ty(vector), element) };
    let is_joined = func.ty(vector) == joined;
    let mut maker = Maker::at_end(func, block, piece);
    let vector = if is_joined { vector } else { maker.inst(InstData::Cast { op: CastOp::Bitcast, src: vector }, joined) };
    let lane = |maker: &mut Maker<'_>, lane: u32| {
        let index = maker.word(lane);
        maker.inst(InstData::ExtractElement { vector, index }, piece)
    };
    let mut sum = lane(&mut maker, 0);
    for index in 1..joined.lanes() - u32::from(fault!(VectoriseLastLane)) {
        let more = lane(&mut maker, index);
        sum = maker.binary(op, sum, more);
    }
    let mut bits = piece.bits();
    while bits > element.bits() {
        bits /= 2;
        let upper = maker.with(BinOp::LShr, sum, bits.into());
        sum = maker.binary(op, sum, upper);
    }
    if piece != element {
        sum = maker.inst(InstData::Cast { op: CastOp::Trunc, src: sum }, element);
    }
    Maker::at_end(func, block, element).binary(op, first, sum)
}
