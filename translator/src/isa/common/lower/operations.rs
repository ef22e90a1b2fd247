//! The operations of the IR that compute a value: which of an architecture's sequences each is for.

use super::calls::CallCode;
use super::gathers::Gather;
use super::pairs::PairOps;
use super::values::ValueCode;
use super::{Backend, Lower};
use crate::ice::intrinsics::{AtomicRmwOp, MemoryOrder};
use crate::ice::{BinOp, CastOp, FloatCond, Inst, InstData, IntCond, Type, Value, ValueDef, ValueRef};
use crate::isa::common::facts;
use crate::lir::{FrameObject, Var};
use crate::options::Pass;

/// Static stack objects beyond this size, in bytes, are allocated at run time: a frame must stay
/// addressable.
const MAX_STATIC_ALLOCA: u64 = 1 << 24;

/// Scalar integers that one variable holds.
pub trait WordCode {
    /// A binary operator.
    fn word_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value);

    /// An integer of at least 32 bits, rotated to the left by less than its width, in a register temporary; none if the architecture
    /// has no such instruction.
    fn rotated_left(&mut self, _ty: Type, _source: Value, _by: u8) -> Option<Var> {
        None
    }
}

/// What depends on conditions, but for branches.
pub trait ConditionCode {
    /// A comparison of scalar integers of a type.
    fn scalar_icmp(&mut self, result: Value, ty: Type, cond: IntCond, lhs: Value, rhs: Value);

    /// A choice of one of two values of any type, by one truth value.
    fn scalar_select(&mut self, result: Value, ty: Type, cond: Value, on_true: Value, on_false: Value);
}

/// Four single-precision minus zeros.
const MINUS_ZEROS: u128 = 0x8000_0000_8000_0000_8000_0000_8000_0000;

/// What becomes of the sign of a float.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sign {
    /// It is cleared.
    Cleared,
    /// It is turned over.
    Turned,
}

/// Scalar floating point.
pub trait FloatCode {
    /// A binary operator.
    fn float_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value);

    /// A comparison.
    fn scalar_fcmp(&mut self, result: Value, ty: Type, cond: FloatCond, lhs: Value, rhs: Value);

    /// The square root.
    fn sqrt(&mut self, result: Value, ty: Type, src: Value);

    /// The bits of a float in a register temporary for integers.
    fn float_bits(&mut self, value: Value) -> Var;

    /// With another sign, in each lane of a vector.
    fn with_sign(&mut self, result: Value, ty: Type, src: Value, sign: Sign);
}

/// Vectors, whose masks have lanes of all zeros or all ones.
pub trait VectorCode {
    /// A binary operator.
    fn vector_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value);

    /// A comparison of vectors of a type.
    fn vector_icmp(&mut self, result: Value, ty: Type, cond: IntCond, lhs: Value, rhs: Value);

    /// A comparison of four floats.
    fn vector_fcmp(&mut self, result: Value, cond: FloatCond, lhs: Value, rhs: Value);

    /// A choice lane by lane.
    fn vector_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value);

    /// A cast that is no bitcast.
    fn vector_cast(&mut self, result: Value, to: Type, from: Type, op: CastOp, src: Value);

    /// A vector with another element in one lane.
    fn insert_element(&mut self, result: Value, ty: Type, vector: Value, element: Value, lane: u8);

    /// The element in one lane of a vector of a type.
    fn extract_element(&mut self, result: Value, ty: Type, vector: Value, lane: u8);
}

/// Lanes of vectors by an index that is only known when the code runs, or out of range.
pub trait LaneCode {
    /// A vector with another element.
    fn insert_by_index(&mut self, result: Value, ty: Type, vector: Value, element: Value, index: Value);

    /// An element of a vector of a type.
    fn extract_by_index(&mut self, result: Value, ty: Type, vector: Value, index: Value);

    /// Whether a vector that is put together is better made at once.
    fn makes_at_once(&self, _ty: Type, _gather: &Gather) -> bool {
        false
    }

    /// Makes it.
    fn gather(&mut self, _result: Value, _ty: Type, gather: &Gather) {
        unreachable!("{gather:?} is not made at once");
    }
}

/// Casts.
pub trait CastCode {
    /// An integer without its upper bits: a copy of the low part, as narrow values carry garbage
    /// above their width.
    fn truncate(&mut self, result: Value, from: Type, src: Value);

    /// An integer with more bits, in one variable.
    fn extend(&mut self, result: Value, to: Type, src: Value, signed: bool);

    /// A float as a double, or a double as a float.
    fn convert_float(&mut self, result: Value, to: Type, src: Value);

    /// An integer as floating point.
    fn int_to_float(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool);

    /// Floating point as an integer, rounded toward zero.
    fn float_to_int(&mut self, result: Value, to: Type, from: Type, src: Value, signed: bool);

    /// The same bits as another type.
    fn bitcast(&mut self, result: Value, to: Type, from: Type, src: Value);
}

/// Memory. Alignments are in bytes.
pub trait MemoryCode {
    /// The largest alignment that an object of the frame can have.
    const MAX_OBJECT_ALIGN: u32;

    /// A load.
    fn load(&mut self, inst: Inst, result: Value, ty: Type, addr: Value, align: u32);

    /// A store.
    fn store(&mut self, inst: Inst, addr: Value, value: Value, align: u32);

    /// The address of a new object of the frame, in a register temporary: the value of `result`.
    fn frame_object(&mut self, result: Value, bytes: u32, align: u32) -> Var;

    /// The address of an object of the frame plus an offset, in a register temporary.
    fn object_address(&mut self, object: FrameObject, offset: i32) -> Var;

    /// Takes a size from an address in place, and rounds it down to a multiple of `align` or of what
    /// the stack pointer is aligned to.
    fn take_below(&mut self, address: Var, size: Value, align: u32);

    /// The address of the first byte above the outgoing arguments, in a register temporary.
    fn stack_top(&mut self) -> Var;

    /// Moves the stack pointer so that this is the first byte above the outgoing arguments.
    fn set_stack_top(&mut self, address: Var);
}

/// Between which accesses of memory and an atomic access there must be a barrier.
///
/// The table, `b` for a barrier before and `a` for one after the access (- where an order makes no sense, and is taken for the next
/// stronger that does):
///
/// |                      | relaxed | consume, acquire | release | acq_rel | seq_cst |
/// |----------------------|---------|------------------|---------|---------|---------|
/// | load                 |         | a                | - a     | - a     | a       |
/// | store                |         | - b a            | b       | - b a   | b a     |
/// | read, modify, write  |         | a                | b       | b a     | b a     |
///
/// A load that is sequentially consistent needs none before it, because every store that is has one after it. x86 makes all
/// accesses in order but that a load may be made before an earlier store: there only a store's `a` is anything.
///
/// Source: [ISO-C11] 7.17.3; [SEWELL-MAPPINGS] "C/C++11 to x86 mapping" and "ARMv7 mapping", of the alternatives those with a barrier
/// before each store and behind each load.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Barriers {
    /// Between what comes earlier and the access.
    pub before: bool,
    /// Between the access and what comes later.
    pub after: bool,
}

impl Barriers {
    /// Those of a load.
    pub fn of_load(order: MemoryOrder) -> Barriers {
        Barriers { before: false, after: !order.is_relaxed() }
    }

    /// Those of a store.
    pub fn of_store(order: MemoryOrder) -> Barriers {
        Barriers { before: !order.is_relaxed(), after: order.acquires() }
    }

    /// Those of an access that does both.
    pub fn of_both(order: MemoryOrder) -> Barriers {
        Barriers { before: order.releases(), after: order.acquires() }
    }

    /// Those of an exchange that may fail, and then is only a load.
    pub fn of_exchange(success: MemoryOrder, failure: MemoryOrder) -> Barriers {
        let both = Barriers::of_both(success);
        Barriers { before: both.before, after: both.after || Barriers::of_load(failure).after }
    }
}

/// Atomic accesses; the type is an integer's. Each is made with the barriers that its order asks for, or with what is as good.
pub trait AtomicCode {
    /// The sizes, in bytes, of the accesses that need no lock: what `atomic.is.lock.free` says of
    /// this platform ([PNACL-LANG] "Memory Model for Concurrent Operations").
    const LOCK_FREE: &'static [u64];

    /// All accesses before are made before any after.
    fn fence(&mut self);

    /// A fence that acquires or releases, and is not sequentially consistent.
    fn weaker_fence(&mut self) {
        self.fence();
    }

    /// A load.
    fn atomic_load(&mut self, ty: Type, barriers: Barriers, addr: Value, result: Value);

    /// A store.
    fn atomic_store(&mut self, ty: Type, barriers: Barriers, value: Value, addr: Value);

    /// A computation with what is in memory, to memory. The result is what was there before.
    fn atomic_rmw(&mut self, ty: Type, barriers: Barriers, op: AtomicRmwOp, addr: Value, value: Value, result: Value);

    /// An exchange if memory holds the first of two values; the second is what it holds then. The result is what was there before.
    fn atomic_cmpxchg(&mut self, ty: Type, barriers: Barriers, addr: Value, values: [Value; 2], result: Value);

    /// A barrier, if one is asked for.
    fn barrier_if(&mut self, wanted: bool) {
        if wanted {
            self.fence();
        }
    }
}

/// Operations on the bits of integers.
pub trait BitCode {
    /// Bytes in the opposite order.
    fn bswap(&mut self, result: Value, ty: Type, src: Value);

    /// Leading zeros; the width for zero.
    fn ctlz(&mut self, result: Value, ty: Type, src: Value);

    /// Trailing zeros; the width for zero.
    fn cttz(&mut self, result: Value, ty: Type, src: Value);

    /// How many bits are set.
    fn ctpop(&mut self, result: Value, ty: Type, src: Value);
}

/// All of these.
pub trait Operations:
    WordCode + PairOps + ConditionCode + FloatCode + VectorCode + LaneCode + CastCode + MemoryCode + AtomicCode + BitCode
{
}

impl<T> Operations for T where
    T: WordCode + PairOps + ConditionCode + FloatCode + VectorCode + LaneCode + CastCode + MemoryCode + AtomicCode + BitCode
{
}

impl<B: Backend> Lower<'_, B>
where
    Self: ValueCode<B> + CallCode<B> + Operations,
{
    /// The sequence of an instruction that has a result, is no phi and calls nothing.
    pub(super) fn compute(&mut self, inst: Inst, data: InstData, result: Value) {
        let ty = self.func.ty(result);
        match data {
            InstData::Binary { op, lhs, rhs } => self.binary(result, ty, op, lhs, rhs),
            InstData::Cast { op, src } => self.cast(result, ty, op, src),
            InstData::Icmp { cond, lhs, rhs } => match self.func.ty(lhs) {
                ty if ty.is_vector() => self.vector_icmp(result, ty, cond, lhs, rhs),
                ty => self.scalar_icmp(result, ty, cond, lhs, rhs),
            },
            InstData::Fcmp { cond, lhs, rhs } => match self.func.ty(lhs) {
                ty if ty.is_vector() => self.vector_fcmp(result, cond, lhs, rhs),
                ty => self.scalar_fcmp(result, ty, cond, lhs, rhs),
            },
            InstData::Select { cond, on_true, on_false } if self.func.ty(cond).is_vector() => {
                self.vector_select(result, cond, on_true, on_false);
            }
            InstData::Select { cond, on_true, on_false } => self.scalar_select(result, ty, cond, on_true, on_false),
            InstData::Load { addr, align } => self.load(inst, result, ty, addr, align),
            InstData::Alloca { size, align } => self.alloca(result, size, align),
            InstData::InsertElement { vector, element, index } => match self.constant_lane(ty, index) {
                _ if let Some(gather) = self.scratch.gathers.of(result) => self.gather(result, ty, &gather),
                Some(lane) => self.insert_element(result, ty, vector, element, lane),
                None => self.insert_by_index(result, ty, vector, element, index),
            },
            InstData::ExtractElement { vector, index } => {
                let ty = self.func.ty(vector);
                match self.constant_lane(ty, index) {
                    Some(lane) => self.extract_element(result, ty, vector, lane),
                    None => self.extract_by_index(result, ty, vector, index),
                }
            }
            _ => unreachable!("{data:?} computes nothing"),
        }
    }

    pub(in crate::isa) fn binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        if self.is_negation(op, lhs) && self.may_transform(Pass::Strength, || format!("a difference from -0.0, {result}")) {
            self.with_sign(result, ty, rhs, Sign::Turned);
        } else if ty.is_vector() {
            self.vector_binary(result, ty, op, lhs, rhs);
        } else if op.is_float() {
            self.float_binary(result, ty, op, lhs, rhs);
        } else if self.is_pair(ty) {
            self.pair_binary(result, op, lhs, rhs);
        } else if op == BinOp::Add && self.is_made_value(lhs, rhs) {
            // An address or a number that is a value on purpose.
            let address = self.word_of(lhs);
            self.define(result, address);
        } else if op == BinOp::Add
            && let Some(object) = self.object_of(lhs)
            && let Some(offset) = self.func.int_const(rhs).filter(|&offset| offset <= MAX_STATIC_ALLOCA)
        {
            let address = self.object_address(object, offset as i32);
            self.define(result, address);
        } else if self.for_allocation
            && let Some((source, by)) = facts::rotation(self.func, op, lhs, rhs)
            && self.may_transform(Pass::Strength, || format!("a rotation of {source}"))
            && let Some(rotated) = self.rotated_left(ty, source, by)
        {
            self.define(result, rotated);
        } else {
            self.word_binary(result, ty, op, lhs, rhs);
        }
    }

    /// Whether an operation is a difference from minus zero, which turns the sign of everything but a NaN, whose sign is Unspecified.
    fn is_negation(&self, op: BinOp, lhs: Value) -> bool {
        op == BinOp::FSub
            && self.for_allocation
            && match self.func.def(lhs) {
                Some(ValueDef::F32(bits)) => bits == (-0.0_f32).to_bits() || fault!(NegationOfZero, bits == 0),
                Some(ValueDef::F64(bits)) => bits == (-0.0_f64).to_bits(),
                Some(ValueDef::Inst(_)) if self.func.ty(lhs).is_vector() => {
                    self.scratch.gathers.constant(self.module, self.func, lhs) == Some(MINUS_ZEROS)
                }
                _ => false,
            }
    }

    /// Whether zero is added to what is no variable.
    fn is_made_value(&self, lhs: Value, rhs: Value) -> bool {
        let is_fixed = || !matches!(lhs.unpack(), ValueRef::Local(_)) || self.func.int_const(lhs).is_some();
        self.for_allocation && self.func.int_const(rhs) == Some(0) && is_fixed()
    }

    /// Stack memory. A constant size in the entry block gets a place in the frame; everything else
    /// moves the stack pointer.
    fn alloca(&mut self, result: Value, size: Value, align: u32) {
        let is_static = self.in_entry && align <= <Self as MemoryCode>::MAX_OBJECT_ALIGN;
        let address = match self.func.int_const(size) {
            Some(bytes) if is_static && bytes <= MAX_STATIC_ALLOCA => self.frame_object(result, bytes as u32, align),
            _ => {
                self.code.dynamic_frame = true;
                let address = self.stack_top();
                self.take_below(address, size, align);
                self.set_stack_top(address);
                address
            }
        };
        self.define(result, address);
    }

    fn cast(&mut self, result: Value, to: Type, op: CastOp, src: Value) {
        let from = self.func.ty(src);
        match op {
            CastOp::Bitcast => self.bitcast(result, to, from, src),
            _ if from.is_vector() => self.vector_cast(result, to, from, op, src),
            CastOp::Trunc if self.share_truncation(result, src) => {}
            CastOp::Trunc => self.truncate(result, from, src),
            CastOp::ZExt | CastOp::SExt if self.is_pair(to) => self.extend_to_pair(result, src, op == CastOp::SExt),
            CastOp::ZExt | CastOp::SExt => self.extend(result, to, src, op == CastOp::SExt),
            CastOp::FpTrunc | CastOp::FpExt => self.convert_float(result, to, src),
            CastOp::SiToFp | CastOp::UiToFp => self.int_to_float(result, to, from, src, op == CastOp::SiToFp),
            CastOp::FpToSi | CastOp::FpToUi => self.float_to_int(result, to, from, src, op == CastOp::FpToSi),
        }
    }
}

impl<B: Backend> Lower<'_, B>
where
    Self: ValueCode<B> + FloatCode,
{
    /// An element of a vector as it lies in a lane, in a register for integers: floats by their
    /// bits, truth values as masks.
    pub(in crate::isa) fn element_register(&mut self, ty: Type, element: Value) -> Var {
        match ty.element() {
            Type::F32 => self.float_bits(element),
            Type::I1 => self.extended_word(element, true),
            _ => self.word_of(element),
        }
    }
}

impl<B: Backend> Lower<'_, B> {
    /// Remembers that a value is the address of a static stack object, which accesses name themselves: then they need no register for it.
    pub(in crate::isa) fn is_address_of(&mut self, value: Value, object: FrameObject) {
        if self.may_transform(Pass::AddressModes, || format!("{value}"))
            && let Some(known) = value.local_index().and_then(|index| self.scratch.objects.get_mut(index))
        {
            *known = object.as_u32() + 1;
        }
    }

    /// The static stack object that a value is the address of, with allocation.
    pub(in crate::isa) fn object_of(&self, value: Value) -> Option<FrameObject> {
        let object = self.scratch.objects.get(value.local_index()?)?.checked_sub(1)?;
        Some(FrameObject::from_u32(if fault!(AddressModesObject) { object.saturating_sub(1) } else { object }))
    }

    /// The lane that a constant index names. A constant out of range is unspecified; it is treated
    /// as a variable one.
    fn constant_lane(&self, ty: Type, index: Value) -> Option<u8> {
        self.func.int_const(index).filter(|&index| index < u64::from(ty.lanes())).map(|index| index as u8)
    }

    /// Two areas of the frame for work lane by lane, as large as a vector, that all of a function's
    /// sequences share; each is live only within one. Made on first use, aligned to so many bytes.
    pub(in crate::isa) fn lane_areas(&mut self, align: u32) -> [FrameObject; 2] {
        *self.scratch.lane_areas.get_or_insert_with(|| [(); 2].map(|()| self.code.make_frame_object(16, align)))
    }
}

/// Width of the lanes that a vector occupies in a register, in bits: an `i1` vector is as wide as
/// what it selects.
pub(in crate::isa) const fn lane_bits(ty: Type) -> u32 {
    128 / ty.lanes()
}

/// What there is for 8-, 16- or 32-bit lanes.
pub(in crate::isa) fn by_lane<T: Copy>(ty: Type, each: [T; 3]) -> T {
    match lane_bits(ty) {
        8 => each[0],
        16 => each[1],
        _ => each[2],
    }
}

/// What there is for floats or for doubles.
pub(in crate::isa) const fn pick<T: Copy>(ty: Type, single: T, double: T) -> T {
    if matches!(ty, Type::F64) { double } else { single }
}
