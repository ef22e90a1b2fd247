//! Vectors that are put together lane by lane, as whole ones.
//!
//! In: a function, its uses, and what a target can make at once. Out: for each insertion that ends a
//! chain of insertions, of which nobody else uses the others, where each lane comes from
//! ([`Gather`]); and the *folded* values, which need no code of their own: the other insertions of
//! the chain, and extractions that only such chains use. Frozen programs have neither shuffles nor
//! constants of vector types: these are such chains there, and loads from constants
//! (`Gathers::constant`).
//!
//! Invariant: a lane that is another vector's is read where the chain ends, from that vector, which
//! is a value and does not change.
//!
//! Linear in the instructions; nothing is walked in functions without vectors.

use crate::analysis::Uses;
use crate::ice::{Block, Function, GlobalInit, Inst, InstData, Module, Type, Value, ValueDef, ValueRef};
use crate::util::refill;

/// How many lanes a vector has at most.
pub(in crate::isa) const MOST: usize = 16;

/// Where a lane comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Anything will do.
    Any,
    /// These bits.
    Bits(u32),
    /// A lane of a vector of the same type.
    Of(Value, u8),
    /// A value.
    Scalar(Value),
}

/// A vector that is put together.
#[derive(Copy, Clone, Debug)]
pub struct Gather {
    lanes: [Lane; MOST],
    len: usize,
    /// How many insertions its chain has.
    pub(in crate::isa) inserted: usize,
}

impl Gather {
    /// Its lanes, the first one first.
    pub(in crate::isa) fn lanes(&self) -> &[Lane] {
        &self.lanes[..self.len]
    }

    /// Its bits, if they are known; zeros where anything will do.
    pub(in crate::isa) fn bits(&self) -> Option<u128> {
        let is_known = |lane: &Lane| matches!(lane, Lane::Any | Lane::Bits(_));
        self.lanes().iter().all(is_known).then(|| self.numbers())
    }

    /// The bits of its lanes that are known, and zeros elsewhere.
    pub(in crate::isa) fn numbers(&self) -> u128 {
        let width = 128 / self.len;
        let bits = |lane: &Lane| if let Lane::Bits(bits) = *lane { u128::from(bits) & (u128::MAX >> (128 - width)) } else { 0 };
        self.lanes().iter().enumerate().fold(0, |all, (index, lane)| all | bits(lane) << (index * width))
    }

    /// The element in all of its lanes, but for those where anything will do.
    pub(in crate::isa) fn element(&self) -> Option<Value> {
        let mut lanes = self.lanes().iter().filter(|&&lane| lane != Lane::Any);
        let &Lane::Scalar(first) = lanes.next()? else { return None };
        lanes.all(|&lane| lane == Lane::Scalar(first)).then_some(first)
    }
}

/// What is known of a value.
const NOTHING: u32 = 0;
const FOLDED: u32 = 1;
/// From here on: the number of its gather.
const GATHERS: u32 = 2;

/// A function's gathers; refilled for each.
#[derive(Clone, Default, Debug)]
pub(in crate::isa) struct Gathers {
    gathers: Vec<Gather>,
    /// By local value; empty if there are none.
    states: Vec<u32>,
    /// By local value, how many lanes of gathers it is, or are taken from it.
    taken: Vec<u32>,
    /// The ends of chains that can be made at once.
    found: Vec<(Block, Inst)>,
    /// The chain at hand, and all extractions that were met.
    links: Vec<Value>,
    extractions: Vec<Value>,
}

impl Gathers {
    /// Forgets all of them.
    pub(in crate::isa) fn clear(&mut self) {
        self.gathers.clear();
        self.states.clear();
    }

    /// Finds those of a function that a target makes at once; [`fold`](Self::fold) says which are.
    pub(super) fn find(&mut self, func: &Function, uses: &Uses, makes: impl Fn(Type, &Gather) -> bool) {
        refill(&mut self.states, func.value_count(), NOTHING);
        refill(&mut self.taken, func.value_count(), 0);
        self.extractions.clear();
        self.found.clear();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                if is_end(func, uses, block, inst)
                    && let Some(result) = func.result(inst)
                {
                    let gather = self.walk(func, uses, block, inst);
                    if makes(func.ty(result), &gather) {
                        self.found.push((block, inst));
                    }
                }
            }
        }
    }

    /// One of those that were found, and its result.
    pub(super) fn found(&self, func: &Function, index: usize) -> Option<Value> {
        self.found.get(index).and_then(|&(_, inst)| func.result(inst))
    }

    /// That one is made at once.
    pub(super) fn fold(&mut self, func: &Function, uses: &Uses, index: usize) {
        let (block, end) = self.found[index];
        let gather = self.walk(func, uses, block, end);
        let result = func.result(end).expect("an insertion has a result");
        self.set(result, GATHERS + self.gathers.len() as u32);
        for lane in gather.lanes() {
            if let Lane::Of(vector, _) = *lane
                && let Some(index) = vector.local_index()
            {
                self.taken[index] += 1;
            }
        }
        self.gathers.push(gather);
        self.links.push(result);
        let links = std::mem::take(&mut self.links);
        for &value in &links {
            if value != result {
                self.set(value, FOLDED);
            }
            // Each insertion's element counts, whether its lane is written over or not.
            let Some(ValueDef::Inst(inst)) = func.def(value) else { continue };
            let InstData::InsertElement { element, .. } = *func.inst(inst) else { continue };
            if extraction(func, func.ty(result), element).is_some() {
                self.taken[index_of(element)] += 1;
                self.extractions.push(element);
            }
        }
        self.links = links;
    }

    /// All are folded that are to be: then extractions that nobody else uses are, too.
    pub(super) fn finish(&mut self, uses: &Uses) {
        let extractions = std::mem::take(&mut self.extractions);
        for &value in &extractions {
            if self.taken[index_of(value)] == uses.count(value) || fault!(GatherOtherUse) {
                self.set(value, FOLDED);
            }
        }
        self.extractions = extractions;
    }

    fn set(&mut self, value: Value, state: u32) {
        self.states[index_of(value)] = state;
    }

    /// The lanes of a chain, from its end back; its other results are in `links` then.
    fn walk(&mut self, func: &Function, uses: &Uses, block: Block, end: Inst) -> Gather {
        let ty = func.result(end).map_or(Type::Void, |result| func.ty(result));
        let len = ty.lanes() as usize;
        let mut lanes = [None; MOST];
        self.links.clear();
        let mut inserted = 0;
        let mut next = end;
        let base = loop {
            let InstData::InsertElement { vector, element, index } = *func.inst(next) else {
                unreachable!("a chain is of insertions")
            };
            let index = func.int_const(index).expect("the chain has asked") as usize;
            inserted += 1;
            let lane = lane_of(func, ty, element);
            if fault!(GatherFirst, lanes[index].is_some()) {
                lanes[index] = Some(lane);
            }
            lanes[index].get_or_insert(lane);
            match link(func, uses, block, vector) {
                Some(before) => next = before,
                None => break vector,
            }
            self.links.push(vector);
        };
        let of_base = |lane| if matches!(func.def(base), Some(ValueDef::Undef)) { Lane::Any } else { Lane::Of(base, lane) };
        let lanes = std::array::from_fn(|index| lanes[index].unwrap_or_else(|| of_base(index as u8)));
        Gather { lanes, len, inserted }
    }

    /// Whether a value needs no code of its own.
    #[inline]
    pub(in crate::isa) fn is_folded(&self, value: Value) -> bool {
        !self.gathers.is_empty() && self.state(value) == Some(FOLDED)
    }

    /// Whether lanes are taken from a vector where a chain ends, whoever uses it otherwise: the extraction, which counts as its use, may
    /// have stood before.
    #[inline]
    pub(in crate::isa) fn reads_again(&self, vector: Value) -> bool {
        let taken = |index: usize| self.taken.get(index).is_some_and(|&lanes| lanes > 0);
        !self.gathers.is_empty() && vector.local_index().is_some_and(taken) && !fault!(GatherReadsOnce)
    }

    /// What a value is put together of, if it is made at once.
    pub(in crate::isa) fn of(&self, value: Value) -> Option<Gather> {
        let number = self.state(value)?.checked_sub(GATHERS)?;
        self.gathers.get(number as usize).copied()
    }

    fn state(&self, value: Value) -> Option<u32> {
        self.states.get(value.local_index()?).copied()
    }

    /// The bits of a vector that are known: it was put together of constants, or read from one.
    pub(in crate::isa) fn constant(&self, module: &Module, func: &Function, value: Value) -> Option<u128> {
        if let Some(gather) = self.of(value) {
            return gather.bits();
        }
        match func.def(value)? {
            ValueDef::Undef => Some(0),
            ValueDef::Inst(inst) => match *func.inst(inst) {
                InstData::Load { addr, .. } => constant_at(module, addr),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The first 16 bytes of a constant.
fn constant_at(module: &Module, addr: Value) -> Option<u128> {
    let ValueRef::Global(global) = addr.unpack() else { return None };
    let global = &module.globals[global];
    match global.init.first().filter(|_| global.constant)? {
        GlobalInit::Data(bytes) => bytes.first_chunk().map(|&bytes| u128::from_le_bytes(bytes)),
        GlobalInit::Zero(16..) => Some(0),
        _ => None,
    }
}

fn index_of(value: Value) -> usize {
    value.local_index().expect("an instruction's result is local")
}

/// Whether an instruction puts an element into a lane that is known, of a vector whose lanes are no truth values.
fn is_insertion(func: &Function, inst: Inst) -> bool {
    let InstData::InsertElement { vector, index, .. } = *func.inst(inst) else { return false };
    let ty = func.ty(vector);
    ty.element() != Type::I1 && func.int_const(index).is_some_and(|index| index < u64::from(ty.lanes()))
}

/// The insertion that makes a vector, if it is one of a chain that goes on in the same block.
fn link(func: &Function, uses: &Uses, block: Block, vector: Value) -> Option<Inst> {
    let Some(ValueDef::Inst(inst)) = func.def(vector) else { return None };
    (uses.is_single(vector) && func.inst_block(inst) == Some(block) && is_insertion(func, inst)).then_some(inst)
}

/// Whether a chain ends with an instruction.
fn is_end(func: &Function, uses: &Uses, block: Block, inst: Inst) -> bool {
    let goes_on = |result| {
        let Some(user) = uses.single_user(result) else { return false };
        let InstData::InsertElement { vector, .. } = *func.inst(user) else { return false };
        vector == result && func.inst_block(user) == Some(block) && is_insertion(func, user)
    };
    is_insertion(func, inst) && func.result(inst).is_some_and(|result| !goes_on(result))
}

fn lane_of(func: &Function, ty: Type, element: Value) -> Lane {
    match func.def(element) {
        Some(ValueDef::Undef) => Lane::Any,
        Some(ValueDef::Int(bits)) => Lane::Bits(bits as u32),
        Some(ValueDef::F32(bits)) => Lane::Bits(bits),
        _ => extraction(func, ty, element).map_or(Lane::Scalar(element), |(vector, lane)| Lane::Of(vector, lane)),
    }
}

/// The vector of a type and the lane that an element was taken from.
fn extraction(func: &Function, ty: Type, element: Value) -> Option<(Value, u8)> {
    let Some(ValueDef::Inst(inst)) = func.def(element) else { return None };
    let InstData::ExtractElement { vector, index } = *func.inst(inst) else { return None };
    let lane = func.int_const(index).filter(|&lane| lane < u64::from(ty.lanes()))?;
    (func.ty(vector) == ty).then_some((vector, lane as u8))
}
