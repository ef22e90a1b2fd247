//! Vectors that are put together lane by lane ([`Gather`]), with as few instructions as SSE2 allows:
//! constants, one element in all lanes, the lanes of one or two vectors in another order, and
//! everything else as a tree of unpacking.
//!
//! In: a gather. Out: its plan, which depends on nothing else; what single insertions do better has
//! none. The plan's code is [`shuffle`](super::shuffle)'s. Linear in the lanes.
//!
//! Source: [INTEL-SDM] volume 2, PSHUFD, PUNPCKL and the like, PACKUSWB, SHUFPS.

use super::super::op::Op;
use crate::ice::{Type, Value};
use crate::isa::common::lower::gathers::{Gather, Lane, MOST};
use crate::isa::common::lower::operations::lane_bits;
use crate::options::Features;

/// What a lane of a shuffle holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Src {
    Any,
    Zero,
    /// A lane of one of the sources.
    From(u8, u8),
}

/// A source of an instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Vector(Value),
    Zero,
}

/// How a gather is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// From memory.
    Constant(u128),
    /// One element in all lanes.
    Splat(Value),
    /// One source through one instruction with a control byte, or two; none at all is a copy.
    Permute(Value, [Option<(Op, u8)>; 2]),
    /// One source where the mask has ones.
    Keep(Value, u128),
    /// Two sources through one instruction.
    Join(Op, Source, Source),
    /// Two lanes of each of two sources, and then these in some order.
    Pick(Source, Source, u8, Option<u8>),
    /// The even lanes of two sources, or the odd ones.
    Pack(Source, Source, bool),
    /// Single elements into lanes of 16 bits of a vector, of which the others are known.
    Insert(u128),
    /// Unpacking, from the lanes on.
    Tree,
}

/// The lanes of a gather without single elements, from at most two sources.
struct Shuffle {
    lanes: [Src; MOST],
    len: usize,
    /// Bytes of a lane.
    bytes: usize,
    sources: [Option<Value>; 2],
}

/// The plan for a gather, if single insertions are no better.
pub(super) fn plan(ty: Type, features: Features, gather: &Gather) -> Option<Plan> {
    if let Some(bits) = gather.bits() {
        return Some(Plan::Constant(bits));
    }
    // In the first lane alone it is there once it is in a register.
    if let Some(value) = gather.element().filter(|_| gather.lanes()[1..].iter().any(|&lane| lane != Lane::Any)) {
        return Some(Plan::Splat(value));
    }
    if let Some(plan) = Shuffle::of(ty, gather).and_then(|shuffle| shuffle.plan()) {
        return Some(plan);
    }
    let cost = tree_cost(ty, gather);
    let is_taken = |lane: &Lane| matches!(lane, Lane::Of(..));
    let elements = gather.lanes().iter().filter(|lane| matches!(lane, Lane::Scalar(_))).count();
    if lane_bits(ty) == 16 && !gather.lanes().iter().any(is_taken) && cost > 1 + elements {
        return Some(Plan::Insert(gather.numbers()));
    }
    (cost < insertion_cost(ty, features, gather)).then_some(Plan::Tree)
}

/// How many instructions single insertions and extractions take, about.
fn insertion_cost(ty: Type, features: Features, gather: &Gather) -> usize {
    let (insertion, extraction) = match lane_bits(ty) {
        8 if features.sse41 => (1, 1),
        8 => (6, 2),
        16 => (1, 1),
        _ if features.sse41 => (1, 1),
        _ => (3, 2),
    };
    // What the vector has that they start from is extracted by nobody.
    let kept = gather.lanes().len() - gather.inserted.min(gather.lanes().len());
    let extracted = gather.lanes().iter().filter(|lane| matches!(lane, Lane::Of(..))).count().saturating_sub(kept);
    gather.inserted * insertion + extracted * extraction
}

impl Shuffle {
    fn of(ty: Type, gather: &Gather) -> Option<Self> {
        let (len, bytes) = (gather.lanes().len(), lane_bits(ty) as usize / 8);
        let mut shuffle = Shuffle { lanes: [Src::Any; MOST], len, bytes, sources: [None; 2] };
        for (index, lane) in gather.lanes().iter().enumerate() {
            shuffle.lanes[index] = match *lane {
                Lane::Any => Src::Any,
                Lane::Bits(0) => Src::Zero,
                Lane::Of(vector, lane) => Src::From(shuffle.source(vector)?, lane),
                Lane::Bits(_) | Lane::Scalar(_) => return None,
            };
        }
        Some(shuffle)
    }

    fn source(&mut self, vector: Value) -> Option<u8> {
        let index = self.sources.iter().position(|source| source.is_none_or(|source| source == vector))?;
        self.sources[index] = Some(vector);
        Some(index as u8)
    }

    fn plan(&self) -> Option<Plan> {
        self.keep()
            .or_else(|| [8, 4, 2, 1].into_iter().filter(|&bytes| bytes >= self.bytes).find_map(|bytes| self.coarse(bytes)?.one()))
            .or_else(|| self.pack())
    }

    /// The same with wider lanes, if what belongs together is together.
    fn coarse(&self, bytes: usize) -> Option<Self> {
        let group = bytes / self.bytes;
        let mut coarse = Shuffle { lanes: [Src::Any; MOST], len: self.len / group, bytes, sources: self.sources };
        for (index, lanes) in self.lanes[..self.len].chunks(group).enumerate() {
            let start = lanes.iter().enumerate().find_map(|(at, lane)| match *lane {
                Src::From(source, lane) => Some((source, usize::from(lane).checked_sub(at)?)),
                _ => None,
            });
            let is_together = |(at, lane): (usize, &Src)| match (start, *lane) {
                (_, Src::Any) | (None, Src::Zero) => true,
                (Some((source, first)), Src::From(from, lane)) => (from, usize::from(lane)) == (source, first + at),
                _ => false,
            };
            let is_aligned = start.is_none_or(|(_, first)| first.is_multiple_of(group));
            let has_start = start.is_some() || lanes.iter().all(|lane| !matches!(lane, Src::From(..)));
            if !is_aligned || !has_start || !lanes.iter().enumerate().all(is_together) {
                return None;
            }
            coarse.lanes[index] = match start {
                Some((source, first)) => Src::From(source, (first / group) as u8),
                None if lanes.contains(&Src::Zero) => Src::Zero,
                None => Src::Any,
            };
        }
        Some(coarse)
    }

    fn lanes(&self) -> &[Src] {
        &self.lanes[..self.len]
    }

    /// The only source, if there is one and nothing is zero.
    fn single(&self) -> Option<Value> {
        let is_single = self.sources[1].is_none() && !self.lanes().contains(&Src::Zero);
        self.sources[0].filter(|_| is_single)
    }

    /// Every lane where it is.
    fn keep(&self) -> Option<Plan> {
        let source = self.sources[0].filter(|_| self.sources[1].is_none())?;
        let stays = |(index, lane): (usize, &Src)| !matches!(*lane, Src::From(_, from) if usize::from(from) != index);
        if !self.lanes().iter().enumerate().all(stays) {
            return None;
        }
        let width = 8 * self.bytes;
        let kept = self.lanes().iter().enumerate().filter(|(_, lane)| !matches!(lane, Src::Zero));
        let mask = kept.fold(0, |mask, (index, _)| mask | (u128::MAX >> (128 - width)) << (index * width));
        Some(if mask == u128::MAX { Plan::Permute(source, [None; 2]) } else { Plan::Keep(source, mask) })
    }

    /// One instruction for lanes of this width, or two that permute.
    fn one(&self) -> Option<Plan> {
        let permuted = match self.bytes {
            4 => self.permuted_words(),
            2 => self.permuted_halves(),
            _ => None,
        };
        let picked = || if self.bytes == 4 { self.pick() } else { None };
        permuted.or_else(|| self.shifted()).or_else(|| self.unpacked()).or_else(picked)
    }

    /// Words of one source in any order.
    fn permuted_words(&self) -> Option<Plan> {
        Some(Plan::Permute(self.single()?, [Some((Op::Pshufd, control(self.lanes(), 0))), None]))
    }

    /// 16-bit lanes of one source, each in its half.
    fn permuted_halves(&self) -> Option<Plan> {
        let source = self.single()?;
        let (low, high) = self.lanes().split_at(4);
        let lies_in =
            |lanes: &[Src], start: u8| lanes.iter().all(|lane| !matches!(*lane, Src::From(_, from) if from & 4 != start));
        if !lies_in(low, 0) || !lies_in(high, 4) {
            return None;
        }
        let moves = |lanes: &[Src], start: u8| {
            let moves = |(index, lane): (usize, &Src)| matches!(*lane, Src::From(_, from) if usize::from(from - start) != index);
            lanes.iter().enumerate().any(moves)
        };
        let step = |op, lanes: &[Src], start| moves(lanes, start).then(|| (op, control(lanes, start)));
        Some(Plan::Permute(source, [step(Op::Pshuflw, low, 0), step(Op::Pshufhw, high, 4)]))
    }

    /// One source, all of it shifted by as many bytes, and zeros behind.
    fn shifted(&self) -> Option<Plan> {
        let source = self.sources[0].filter(|_| self.sources[1].is_none())?;
        let len = self.len as i32;
        let distance = self.lanes().iter().enumerate().find_map(|(index, lane)| match *lane {
            Src::From(_, from) => Some(i32::from(from) - index as i32),
            _ => None,
        })?;
        let fits = |(index, lane): (usize, &Src)| {
            let from = index as i32 + distance;
            match *lane {
                Src::Any => true,
                Src::Zero => !(0..len).contains(&from) || fault!(ShuffleZero),
                Src::From(_, lane) => i32::from(lane) == from,
            }
        };
        let (op, lanes) = if distance < 0 { (Op::Pslldq, -distance) } else { (Op::Psrldq, distance) };
        self.lanes()
            .iter()
            .enumerate()
            .all(fits)
            .then(|| Plan::Permute(source, [Some((op, lanes as u8 * self.bytes as u8)), None]))
    }

    /// The lower or the upper halves of two sources, by turns.
    fn unpacked(&self) -> Option<Plan> {
        let (low, high) = match self.bytes {
            1 => (Op::Punpcklbw, Op::Punpckhbw),
            2 => (Op::Punpcklwd, Op::Punpckhwd),
            4 => (Op::Punpckldq, Op::Punpckhdq),
            _ => (Op::Punpcklqdq, Op::Punpckhqdq),
        };
        let turns = |start: usize| {
            let start = if fault!(ShuffleHalf, start != 0) { 0 } else { start };
            let every = |odd: usize| self.strided(self.lanes().iter().skip(odd).step_by(2), |index| start + index);
            Some((every(0)?, every(1)?))
        };
        let joined = |op, (left, right): (Option<Source>, Option<Source>)| {
            // Where one side may be anything, the other is there already.
            Some(Plan::Join(op, left.or(right)?, right.or(left)?))
        };
        turns(0).and_then(|sides| joined(low, sides)).or_else(|| turns(self.len / 2).and_then(|sides| joined(high, sides)))
    }

    /// The one source of some lanes, if each is where it is expected; none if all may be anything.
    #[allow(clippy::option_option, reason = "whether it fits, and whether there is a source")]
    fn strided<'a>(&self, lanes: impl Iterator<Item = &'a Src>, expected: impl Fn(usize) -> usize) -> Option<Option<Source>> {
        let mut source = None;
        for (index, lane) in lanes.enumerate() {
            let found = match *lane {
                Src::Any => continue,
                Src::Zero => Source::Zero,
                Src::From(from, lane) if usize::from(lane) == expected(index) => Source::Vector(self.vector(from)),
                Src::From(..) => return None,
            };
            if source.is_some_and(|source| source != found) {
                return None;
            }
            source = Some(found);
        }
        Some(source)
    }

    fn vector(&self, source: u8) -> Value {
        self.sources[usize::from(source)].expect("a lane's source is one of them")
    }

    /// Words of two sources, or of one and zeros.
    fn pick(&self) -> Option<Plan> {
        let zero = Source::Zero;
        let sources = match (self.sources, self.lanes().contains(&Src::Zero)) {
            ([Some(first), Some(second)], false) => [Source::Vector(first), Source::Vector(second)],
            ([Some(first), None], true) => [Source::Vector(first), zero],
            _ => return None,
        };
        // Of a lane: which of the two, and which lane of that.
        let place = |lane: Src| match lane {
            Src::Any => None,
            Src::Zero => Some((1, 0)),
            Src::From(source, lane) => Some((source, lane)),
        };
        let side = |lanes: &[Src]| {
            let mut places = lanes.iter().filter_map(|&lane| place(lane));
            let first = places.next();
            places
                .all(|(source, _)| first.is_some_and(|(other, _)| source == other))
                .then(|| first.map_or(0, |(source, _)| source))
        };
        let (low, high) = self.lanes().split_at(2);
        if let (Some(left), Some(right)) = (side(low), side(high)) {
            let select = self.lanes().iter().map(|&lane| place(lane).map_or(0, |(_, lane)| lane));
            return Some(Plan::Pick(sources[usize::from(left)], sources[usize::from(right)], control_of(select), None));
        }
        // Two of each at most: these, and then their order.
        let mut picked = [[None; 2]; 2];
        let mut order = [0; 4];
        for (index, (source, lane)) in self.lanes().iter().enumerate().filter_map(|(index, &lane)| Some((index, place(lane)?))) {
            let picked = &mut picked[usize::from(source)];
            let at = picked.iter().position(|known| known.is_none_or(|known| known == lane))?;
            picked[at] = Some(lane);
            order[index] = 2 * source + at as u8;
        }
        let select = picked.as_flattened().iter().map(|lane| lane.unwrap_or(0));
        Some(Plan::Pick(sources[0], sources[1], control_of(select), Some(control_of(order.into_iter()))))
    }

    /// The even or the odd lanes of two sources.
    fn pack(&self) -> Option<Plan> {
        if self.bytes > 2 {
            return None;
        }
        let (low, high) = self.lanes().split_at(self.len / 2);
        let of_parity = |odd: usize| {
            let half = |lanes: &[Src]| self.strided(lanes.iter(), |index| 2 * index + odd);
            let (left, right) = (half(low)?, half(high)?);
            Some(Plan::Pack(left.or(right)?, right.or(left)?, odd == 1))
        };
        of_parity(0).or_else(|| of_parity(1))
    }
}

/// The control byte that selects lanes of two bits each; those that may be anything stay.
fn control(lanes: &[Src], start: u8) -> u8 {
    control_of(lanes.iter().enumerate().map(|(index, lane)| match *lane {
        Src::From(_, from) => from - start,
        _ => index as u8,
    }))
}

pub(super) fn control_of(lanes: impl Iterator<Item = u8>) -> u8 {
    lanes.enumerate().fold(0, |control, (index, lane)| control | (lane & 3) << (2 * index))
}

/// What a stretch of lanes is made of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// Anything will do.
    Any,
    /// Zeros; constants come last.
    Zero,
    /// An element.
    Element(Value),
    /// As many lanes of a vector, from this one on.
    Run(Value, u8),
    /// Its halves, unpacked.
    Halves,
}

pub(super) fn node(lanes: &[Lane]) -> Node {
    if lanes.iter().all(|lane| *lane == Lane::Any) {
        return Node::Any;
    }
    if lanes.iter().all(|lane| matches!(lane, Lane::Any | Lane::Bits(_))) {
        return Node::Zero;
    }
    if let &[Lane::Scalar(value)] = lanes {
        return Node::Element(value);
    }
    let start = lanes.iter().enumerate().find_map(|(at, lane)| match *lane {
        Lane::Of(vector, lane) => Some((vector, lane.checked_sub(at as u8)?)),
        _ => None,
    });
    if let Some((vector, first)) = start {
        let goes_on = |(at, lane): (usize, &Lane)| match *lane {
            Lane::Any => true,
            Lane::Of(other, lane) => (other, lane) == (vector, first + at as u8),
            _ => false,
        };
        if lanes.iter().enumerate().all(goes_on) {
            return Node::Run(vector, first);
        }
    }
    Node::Halves
}

/// How many instructions the tree takes, about.
fn tree_cost(ty: Type, gather: &Gather) -> usize {
    fn cost(bytes: usize, lanes: &[Lane]) -> usize {
        match node(lanes) {
            Node::Any => 0,
            Node::Zero | Node::Element(_) => 1,
            Node::Run(_, first) => 1 + usize::from(!(usize::from(first) * bytes).is_multiple_of(4)),
            Node::Halves => {
                let (left, right) = lanes.split_at(lanes.len() / 2);
                cost(bytes, left) + cost(bytes, right) + usize::from(node(right) != Node::Any)
            }
        }
    }
    let has_constants = gather.lanes().iter().any(|lane| matches!(lane, Lane::Bits(1..)));
    cost(lane_bits(ty) as usize / 8, gather.lanes()) + usize::from(has_constants)
}
