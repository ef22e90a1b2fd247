//! Loops that count in variables, as programs do: what passes over loops look for.
//!
//! The variables are phis of the header. A [`Role::Count`] adds its step to each and goes back while the first is not yet at the end; every
//! other edge back hands them on as they are, and every edge from outside begins anew. So all ends of a loop see the same
//! counter, and none can miss the end. A loop that begins at a [`Role::Test`] is left there, and its last end, a [`Role::Step`], counts and
//! goes back whatever the counter is. The first one is a number, the others are pointers that step through objects side by
//! side. The number is a value like any other, or addresses are computed of it and nothing else.

use translator::ice::builder::abi_alignment;
use translator::ice::{BinOp, CastOp, IntCond, Type, Value};

use super::body::Body;
use super::objects::KnownAddress;
use super::shape::Role;

/// What a loop counts in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The phi.
    phi: Value,
    ty: Type,
    start: i64,
    step: i64,
    /// How often the loop is run through at most, from entering it on; at least once.
    trips: i64,
    /// What the counter is compared with, where no translator knows it.
    bound: Option<Value>,
    /// The same as a number, if there are as many rounds as can be: behind the last round, or in it if the loop is left where it begins.
    after: i64,
    /// Whether it is a value like any other.
    is_known: bool,
    pointers: Vec<Pointer>,
    /// Where the pointers lead, and addresses computed of the counter.
    places: Vec<KnownAddress>,
    /// What the phis are in the next round, if that is computed when the round begins: the counter, then the pointers.
    early: Option<Vec<Value>>,
    /// The ends of the loop, and what the phis are behind them: the counter, then the pointers.
    ends: Vec<(usize, Vec<Value>)>,
}

/// A pointer that a loop steps by.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Pointer {
    phi: Value,
    start: Value,
    /// What it is behind the last round, if there are as many as can be.
    end: Value,
    step: i64,
    /// The place that it is in the next round, but for the address, if there is room for that in the last round.
    behind: Option<KnownAddress>,
}

impl Counter {
    /// What the counter is in the last round, if there are as many as can be.
    fn last(&self) -> i64 {
        self.start + (self.trips - 1) * self.step
    }

    /// The lowest and the highest number that it is in the loop.
    fn range(&self) -> (i64, i64) {
        (self.start.min(self.last()), self.start.max(self.last()))
    }

    /// Comparisons that hold of a number in the loop and the one behind its end, and of no pair that is at its end.
    fn comparisons(&self) -> Vec<IntCond> {
        let end = self.last() + self.step;
        let (least, most) = (i128::from(self.start.min(end)), i128::from(self.start.max(end)));
        let half = 1_i128 << (self.ty.bits() - 1);
        let (signed, unsigned) = (-half <= least && most < half, least >= 0 && most < 2 * half);
        let mut conds = vec![IntCond::Ne];
        conds.extend(signed.then_some(if self.step > 0 { IntCond::Slt } else { IntCond::Sgt }));
        conds.extend(unsigned.then_some(if self.step > 0 { IntCond::Ult } else { IntCond::Ugt }));
        conds
    }
}

/// Starting.
impl Body<'_, '_, '_, '_, '_> {
    /// Gives the current node, if a loop that counts starts there, its counter.
    pub(super) fn start_counter(&mut self) {
        if !self.is_counted(self.node) {
            return;
        }
        let ty = self.generator.source.pick(&[Type::I32, Type::I32, Type::I32, Type::I64, Type::I16, Type::I8]);
        let most = self.most_trips();
        let source = &mut self.generator.source;
        let step = source.pick(&[1, 1, 1, -1, 2, 4, 3, -4]);
        let trips = source.between(1, most) as i64;
        let start = match source.below(4) {
            // Down to zero, or up from there.
            0 | 1 if step < 0 => -step * source.pick(&[trips, trips - 1]),
            0 | 1 => 0,
            2 => source.pick(&[1, -2, 5, 100]),
            // Any number; those of 64 bits not so near their ends that numbers here would not do.
            _ => {
                let unused = 64 - ty.bits();
                (source.int(ty.bits()).cast_signed() << unused >> unused) / (1 + i64::from(ty == Type::I64))
            }
        };
        let is_known = source.chance(160);
        // The round that finds that there were enough is none of those that the end is behind.
        let first = if self.shape.nodes[self.node].role == Role::Test { start } else { start + step };
        let (bound, trips) = self.bound(ty, first, step, trips);
        let phi = self.b.phi(ty, &[]);
        let mut counter = Counter {
            phi,
            ty,
            start,
            step,
            trips,
            bound,
            after: first + (trips - 1) * step,
            is_known,
            pointers: Vec::new(),
            places: Vec::new(),
            early: None,
            ends: Vec::new(),
        };
        // Those that are known before the loop.
        let places = self.places.clone();
        for _ in 0..self.generator.source.weighted(&[5, 2, 3]) {
            if let Some((pointer, place)) = self.pointer(&places, counter.trips) {
                counter.pointers.push(pointer);
                counter.places.push(place);
            }
        }
        self.counters[self.node] = Some(counter);
    }

    fn is_counted(&self, header: usize) -> bool {
        self.shape.nodes.iter().any(|node| matches!(node.role, Role::Count(to) | Role::Step(to) if to == header))
    }

    /// How often the loop of the current node may be run through: less often if there are others in it.
    fn most_trips(&mut self) -> usize {
        let has_inner =
            (self.node + 1..self.shape.nodes.len()).any(|node| self.shape.dominates(self.node, node) && self.is_counted(node));
        if has_inner { 3 } else { self.generator.source.pick(&[3, 9, 20]) }
    }

    /// The end of counting, computed before the loop: from where no translator knows it, or of a value, and then perhaps earlier.
    /// Gives how many rounds there are at most, too.
    fn bound(&mut self, ty: Type, first: i64, step: i64, trips: i64) -> (Option<Value>, i64) {
        if self.generator.source.chance(110) {
            return (None, trips);
        }
        let header = self.node;
        self.enter(self.shape.nodes[header].idom);
        let (bound, trips) = if self.generator.source.chance(100) {
            let most = trips.cast_unsigned().next_power_of_two().cast_signed();
            let value = self.variable(ty);
            let (mask, by, first) = (self.b.int(ty, most - 1), self.b.int(ty, step), self.b.int(ty, first));
            let rounds = self.b.binary(BinOp::And, value, mask);
            let distance = self.b.binary(BinOp::Mul, rounds, by);
            (self.b.binary(BinOp::Add, distance, first), most)
        } else {
            (self.hidden(ty, (first + (trips - 1) * step).cast_unsigned()), trips)
        };
        self.enter(header);
        (Some(bound), trips)
    }

    /// A pointer through an object that has room for so many rounds; it becomes a place.
    fn pointer(&mut self, places: &[KnownAddress], trips: i64) -> Option<(Pointer, KnownAddress)> {
        let place = self.generator.source.pick(places);
        let step = self.generator.source.pick(&[4, 1, 2, 8, -4, -1, 12]);
        let reach = (trips - 1).checked_mul(step)?;
        let room = u32::try_from(reach.abs()).ok().filter(|&reach| reach < place.size)?;
        // Downwards it starts where it has room below it.
        let first = if step < 0 { room } else { 0 };
        let start = if first == 0 { place.base } else { self.before_header(place.base, first) };
        let after = i64::from(first) + trips * step;
        let end = self.before_header(place.base, after as u32);
        let phi = self.b.phi(Type::I32, &[]);
        let align = place.align.min(1 << step.trailing_zeros());
        let residue = (place.residue + first) % align;
        let left = u32::try_from(after).ok().and_then(|after| place.size.checked_sub(after)).filter(|&left| step > 0 && left > 0);
        let behind = left.map(|size| KnownAddress { base: phi, size, align, residue, ..place });
        let place = KnownAddress { base: phi, size: place.size - room, align, residue, ..place };
        self.define_place(place);
        Some((Pointer { phi, start, end, step, behind }, place))
    }

    /// The address so many bytes further on, computed before the current node's loop.
    fn before_header(&mut self, base: Value, offset: u32) -> Value {
        let header = self.node;
        self.enter(self.shape.nodes[header].idom);
        let start = self.offset(base, offset);
        self.enter(header);
        start
    }
}

/// Counting.
impl Body<'_, '_, '_, '_, '_> {
    /// Makes the counter of the current node known, and an address that goes with it.
    pub(super) fn use_counter(&mut self) {
        let Some(mut counter) = self.counters[self.node].take() else { return };
        if counter.is_known {
            self.define(counter.ty, counter.phi);
        }
        for _ in 0..self.generator.source.between(usize::from(!counter.is_known), 2) {
            let place = self.counted_address(&counter);
            counter.places.extend(place);
        }
        if self.generator.source.chance(80) {
            counter.early = Some(self.nexts(&counter));
        }
        self.go_through(&counter.places);
        self.counters[self.node] = Some(counter);
    }

    /// Reads and writes where a round has come to.
    fn go_through(&mut self, places: &[KnownAddress]) {
        for &place in places {
            let ty = self.generator.source.pick(&[Type::I32, Type::I8, Type::I16, Type::I64, Type::F64]);
            let align = abi_alignment(ty);
            if place.offsets(ty.bits() / 8, align).is_none_or(|(first, _)| first != 0) {
                continue;
            }
            match self.generator.source.below(4) {
                0 => {}
                1 if place.writable => {
                    let value = self.operand(ty);
                    self.store_at(ty, value, place.base, align);
                }
                _ => {
                    let value = self.load_at(ty, place, align);
                    self.define(ty, value);
                }
            }
        }
    }

    /// An element of an object, by the counter, if the object has as many.
    fn counted_address(&mut self, counter: &Counter) -> Option<KnownAddress> {
        let (least, most) = counter.range();
        let place = self.generator.source.pick(&self.places);
        let scale = self.generator.source.pick(&[4, 1, 2, 8, 3, 12, 20]);
        let end = most.checked_mul(scale).filter(|&end| least >= 0 && end < i64::from(place.size))?;
        let mut index = counter.phi;
        match counter.ty {
            Type::I64 => index = self.b.cast(CastOp::Trunc, index, Type::I32),
            Type::I32 => {}
            ty => {
                let signed = most < 1 << (ty.bits() - 1) && self.generator.source.chance(128);
                index = self.b.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, index, Type::I32);
            }
        }
        let offset = if scale.count_ones() == 1 && self.generator.source.chance(160) {
            let amount = self.b.i32(scale.trailing_zeros() as i32);
            self.b.binary(BinOp::Shl, index, amount)
        } else {
            let scale = self.b.i32(scale as i32);
            self.b.binary(BinOp::Mul, index, scale)
        };
        let base = self.b.binary(BinOp::Add, place.base, offset);
        let align = place.align.min(1 << scale.trailing_zeros());
        let place = KnownAddress { base, size: place.size - end as u32, align, residue: place.residue % align, ..place };
        self.define_place(place);
        Some(place)
    }

    /// What the phis are in the next round: the counter, then the pointers.
    fn nexts(&mut self, counter: &Counter) -> Vec<Value> {
        let first = (counter.phi, counter.ty, counter.step);
        let pointers = counter.pointers.iter().map(|pointer| (pointer.phi, Type::I32, pointer.step));
        let steps = std::iter::once(first).chain(pointers).map(|(phi, ty, step)| {
            let by = self.b.int(ty, step);
            self.b.binary(BinOp::Add, phi, by)
        });
        steps.collect()
    }

    /// Counts on.
    pub(super) fn step(&mut self, header: usize) {
        let Some(mut counter) = self.counters[header].take() else { unreachable!("a header is before the ends of its loop") };
        self.go_through(&counter.places);
        let nexts = match &counter.early {
            Some(nexts) => nexts.clone(),
            None => self.nexts(&counter),
        };
        for (pointer, &next) in counter.pointers.iter().zip(&nexts[1..]) {
            if let Some(behind) = pointer.behind.filter(|_| self.generator.source.chance(128)) {
                self.define_place(KnownAddress { base: next, ..behind });
            }
        }
        if counter.is_known && self.generator.source.chance(128) {
            self.define(counter.ty, nexts[0]);
        }
        counter.ends.push((self.node, nexts));
        self.counters[header] = Some(counter);
    }

    /// Counts on, and gives whether the loop is run through once more.
    pub(super) fn count_on(&mut self, header: usize) -> Value {
        self.step(header);
        let Some(counter) = self.counters[header].clone() else { unreachable!("it was put back") };
        let Some((_, nexts)) = counter.ends.last() else { unreachable!("this node is an end") };
        let mut cond = self.generator.source.pick(&counter.comparisons());
        let by_pointer = nexts.get(1).zip(counter.pointers.first()).filter(|_| self.generator.source.chance(80));
        let is_behind = counter.after != counter.last();
        // Against the bound, or what is before it.
        let (tested, end) = match (counter.bound, by_pointer) {
            (Some(bound), _) => (nexts[0], bound),
            (None, Some((&next, pointer))) if is_behind => {
                cond = IntCond::Ne;
                (next, pointer.end)
            }
            (None, _) if is_behind && self.generator.source.chance(60) => (counter.phi, self.b.int(counter.ty, counter.last())),
            (None, _) => (nexts[0], self.b.int(counter.ty, counter.after)),
        };
        self.compared_with(cond, tested, end)
    }

    /// Whether a loop goes on that is left where it begins: the current node.
    pub(super) fn goes_on(&mut self) -> Value {
        let Some(counter) = self.counters[self.node].clone() else { unreachable!("the header of a loop that counts") };
        let cond = self.generator.source.pick(&counter.comparisons());
        let end = counter.bound.unwrap_or_else(|| self.b.int(counter.ty, counter.after));
        self.compared_with(cond, counter.phi, end)
    }

    /// A comparison, one way round or the other.
    fn compared_with(&mut self, cond: IntCond, tested: Value, end: Value) -> Value {
        let swap = self.generator.source.chance(60);
        if swap { self.b.icmp(cond.swap_operands(), end, tested) } else { self.b.icmp(cond, tested, end) }
    }

    /// Gives every counter its operands.
    pub(super) fn finish_counters(&mut self) {
        for header in 0..self.shape.nodes.len() {
            let Some(counter) = self.counters[header].take() else { continue };
            let first = (counter.phi, self.b.int(counter.ty, counter.start));
            let phis: Vec<(Value, Value)> =
                std::iter::once(first).chain(counter.pointers.iter().map(|pointer| (pointer.phi, pointer.start))).collect();
            for (index, &(phi, start)) in phis.iter().enumerate() {
                let mut operands = Vec::new();
                for &pred in &self.shape.nodes[header].preds {
                    let edges = self.terms[pred].iter().flat_map(|term| term.targets()).filter(|&to| to == header).count();
                    let end = counter.ends.iter().find(|(end, _)| *end == pred);
                    let value = match end {
                        Some((_, nexts)) => nexts[index],
                        None if self.shape.dominates(header, pred) => phi,
                        None => start,
                    };
                    operands.extend(std::iter::repeat_n((self.blocks[pred], value), edges));
                }
                self.b.set_phi(phi, &operands);
            }
        }
    }
}
