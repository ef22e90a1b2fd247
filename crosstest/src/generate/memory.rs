//! Memory: addresses, loads, stores, blocks of bytes, atomic operations, the stack.
//!
//! An address is a place and an offset, computed in one of the ways that address modes are made
//! for: constants that add up, an index that is masked, extended and scaled, a choice between two
//! objects, sums that wrap around. Every byte that is read was written before.

use translator::ice::builder::abi_alignment;
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{BinOp, CastOp, InstData, IntCond, Intrinsic, Type, Value};

use super::body::Body;
use super::objects::{CELLS, KnownAddress};

/// Types with a form in memory.
fn in_memory(ty: Type) -> bool {
    ty.memory_bytes().is_some()
}

/// Addresses.
impl Body<'_, '_, '_, '_, '_> {
    /// An address at which `size` bytes may be accessed, aligned to `align`; the place that it is
    /// in, seen from there.
    pub(super) fn address(&mut self, size: u32, align: u32, write: bool) -> Option<KnownAddress> {
        let fits = |place: &KnownAddress| (place.writable || !write) && place.offsets(size, align).is_some();
        let candidates: Vec<KnownAddress> = self.places.iter().copied().filter(fits).collect();
        if candidates.is_empty() {
            return None;
        }
        let mut place = self.generator.source.pick(&candidates);
        let share = self.generator.config.addressing;
        if self.generator.source.chance(share / 4) {
            let other = self.generator.source.pick(&candidates);
            place = self.either(place, other);
        }
        let (first, count) = place.offsets(size, align)?;
        let step = align.max(1);
        let complex = self.generator.source.chance(share);
        if complex && count > 2 && self.generator.source.chance(150) {
            return Some(self.indexed(place, first, count, step));
        }
        // The ends of an object more often than its middle.
        let at = match self.generator.source.below(8) {
            0 => 0,
            1 => count - 1,
            _ => self.generator.source.below(count as usize) as u32,
        };
        let offset = first + step * at;
        let base = if complex { self.long_sum(place, offset) } else { self.offset(place.base, offset) };
        Some(place.at(base, offset))
    }

    /// One of two places, decided at run time.
    fn either(&mut self, one: KnownAddress, other: KnownAddress) -> KnownAddress {
        if one.base == other.base {
            return one;
        }
        let cond = self.condition();
        let base = self.b.select(cond, one.base, other.base);
        let align = one.align.min(other.align);
        // What both addresses have in common.
        let align = if one.residue % align == other.residue % align { align } else { 1 };
        let writable = one.writable && other.writable;
        KnownAddress { base, size: one.size.min(other.size), align, residue: one.residue % align, writable }
    }

    /// `base + offset` in several steps.
    fn long_sum(&mut self, place: KnownAddress, offset: u32) -> Value {
        let base = place.base;
        match self.generator.source.below(5) {
            0 => {
                let part = self.generator.source.int(32) as u32;
                let sum = self.offset(base, part);
                self.offset(sum, offset.wrapping_sub(part))
            }
            4 => {
                // Before the object, and back by a distance that no translator knows.
                let back = self.generator.source.pick(&[1, 4, 8, 16, 32_768, 65_536]);
                let before = self.offset(base, offset.wrapping_sub(back));
                let back = self.hidden(Type::I32, back.into());
                self.b.binary(BinOp::Add, before, back)
            }
            1 => {
                let negative = self.b.i32((offset as i32).wrapping_neg());
                self.b.binary(BinOp::Sub, base, negative)
            }
            2 => {
                let offset = self.b.i32(offset as i32);
                self.b.binary(BinOp::Add, offset, base)
            }
            _ if place.residue == 0 && offset < place.align => {
                let offset = self.b.i32(offset as i32);
                self.b.binary(BinOp::Or, base, offset)
            }
            _ => {
                // A value that comes and goes.
                let noise = self.variable(Type::I32);
                let sum = self.b.binary(BinOp::Add, base, noise);
                let sum = self.b.binary(BinOp::Sub, sum, noise);
                self.offset(sum, offset)
            }
        }
    }

    /// `base + first + step * index`, in some order, with an index that is computed.
    fn indexed(&mut self, place: KnownAddress, first: u32, count: u32, step: u32) -> KnownAddress {
        let scale = self.generator.source.pick(&[1, 2, 4, 8, 3, 16, 5, 12]);
        let scale = if scale * 2 < count { scale } else { 1 };
        let indices = (count - 1) / scale + 1;
        // Indices that are masked have to be below a power of two.
        let mask = (1 << indices.ilog2()) - 1;
        let slack = (indices - 1 - mask) * scale;
        let extra = step * self.generator.source.below(slack as usize + 1) as u32;
        let index = self.index(mask);
        let factor = scale * step;
        // An index that starts at more than 0 makes the constant part of the address negative.
        let bias = if self.generator.source.chance(50) { self.generator.source.between(1, 9) as u32 } else { 0 };
        let index = self.offset(index, bias);
        let index = if factor.is_power_of_two() && self.generator.source.chance(180) {
            let shift = self.b.i32(factor.trailing_zeros() as i32);
            self.b.binary(BinOp::Shl, index, shift)
        } else {
            let factor = self.b.i32(factor as i32);
            self.b.binary(BinOp::Mul, index, factor)
        };
        let start = first + extra;
        let constant = start.wrapping_sub(bias * factor);
        let base = match self.generator.source.below(3) {
            0 => {
                let base = self.offset(place.base, constant);
                self.b.binary(BinOp::Add, base, index)
            }
            1 => {
                let sum = self.b.binary(BinOp::Add, index, place.base);
                self.offset(sum, constant)
            }
            _ => {
                let sum = self.offset(index, constant);
                self.b.binary(BinOp::Add, place.base, sum)
            }
        };
        let align = place.align.min(1 << factor.trailing_zeros().min(30));
        let last = start + mask * factor;
        KnownAddress { base, size: place.size - last, align, residue: (place.residue + start) % align, writable: place.writable }
    }

    /// An i32 of which only the bits of a mask may be set.
    fn index(&mut self, mask: u32) -> Value {
        let source = &mut self.generator.source;
        let narrow = source.pick(&[Type::I32, Type::I8, Type::I16, Type::I64]);
        let value = self.variable(narrow);
        if narrow == Type::I32 || narrow == Type::I64 {
            let value = if narrow == Type::I64 { self.b.cast(CastOp::Trunc, value, Type::I32) } else { value };
            if self.generator.source.chance(70) {
                return self.shifted_index(value, mask);
            }
            let mask = self.b.i32(mask as i32);
            return self.b.binary(BinOp::And, value, mask);
        }
        let mask = mask & ((1 << narrow.bits()) - 1);
        let before = self.generator.source.chance(128);
        let op = if self.generator.source.chance(128) && !before { CastOp::SExt } else { CastOp::ZExt };
        if before {
            let mask = self.b.int(narrow, mask.into());
            let value = self.b.binary(BinOp::And, value, mask);
            return self.b.cast(op, value, Type::I32);
        }
        let value = self.b.cast(op, value, Type::I32);
        let mask = self.b.i32(mask as i32);
        self.b.binary(BinOp::And, value, mask)
    }
}

/// Indices out of upper bits.
impl Body<'_, '_, '_, '_, '_> {
    /// The upper bits of a word, shifted down: as many as the mask has, or more that are masked
    /// off.
    fn shifted_index(&mut self, value: Value, mask: u32) -> Value {
        let bits = mask.count_ones();
        if bits == 0 {
            return self.b.i32(0);
        }
        if self.generator.source.chance(128) {
            let shift = self.b.i32(32 - bits as i32);
            return self.b.binary(BinOp::LShr, value, shift);
        }
        let shift = self.generator.source.between(1, 31) as i32;
        let op = self.generator.source.pick(&[BinOp::LShr, BinOp::AShr]);
        let (shift, mask) = (self.b.i32(shift), self.b.i32(mask as i32));
        let value = self.b.binary(op, value, shift);
        self.b.binary(BinOp::And, value, mask)
    }
}

/// Loads and stores.
impl Body<'_, '_, '_, '_, '_> {
    /// The alignment that an access states: the ABI's least, or for floats sometimes the natural
    /// one.
    pub(super) fn alignment(&mut self, ty: Type) -> u32 {
        let natural = ty.is_scalar_float() && self.generator.source.chance(128);
        if natural { ty.bits() / 8 } else { abi_alignment(ty) }
    }

    /// A load from some place.
    pub(super) fn load(&mut self) {
        let ty = self.ty(in_memory);
        let Some(value) = self.load_from_anywhere(ty) else { return };
        self.define(ty, value);
    }

    fn load_from_anywhere(&mut self, ty: Type) -> Option<Value> {
        let (size, align) = (ty.memory_bytes()?, self.alignment(ty));
        let place = self.address(size, align, false)?;
        Some(self.load_at(ty, place, align))
    }

    /// A load; a float is often made other than a NaN, a vector of them moderate, unless memory can
    /// hold no other.
    pub(super) fn load_at(&mut self, ty: Type, place: KnownAddress, align: u32) -> Value {
        if self.generator.source.chance(30) {
            self.define_place(place);
        }
        let value = self.raw_load(ty, place.base, align);
        match ty {
            Type::V4F32 => self.bits_moderated(value),
            // What it reads may be a signalling NaN, which not every machine moves unchanged: a
            // difference only to what looks at bits, and nothing looks at those of a NaN. Half of
            // the loads stay bare, for a code generator to make them part of what uses them.
            Type::F32 | Type::F64 if self.generator.source.chance(128) => self.without_nan(ty, value),
            _ => value,
        }
    }

    /// A load, of whatever is there.
    pub(super) fn raw_load(&mut self, ty: Type, addr: Value, align: u32) -> Value {
        let block = self.b.current();
        let (_, value) = self.b.func().append_inst(block, InstData::Load { addr, align }, ty);
        value.expect("a load has a result")
    }

    /// A store to some place.
    pub(super) fn store(&mut self) {
        let ty = self.ty(in_memory);
        let (Some(size), align) = (ty.memory_bytes(), self.alignment(ty)) else { return };
        let value = self.operand(ty);
        let Some(place) = self.address(size, align, true) else { return };
        if self.generator.source.chance(30) {
            self.define_place(place);
        }
        self.store_at(ty, value, place.base, align);
    }

    /// A store of a value that may be a NaN, but is stored as something else then.
    pub(super) fn store_at(&mut self, ty: Type, value: Value, addr: Value, align: u32) {
        let value = self.without_nan(ty, value);
        self.raw_store(value, addr, align);
    }

    pub(super) fn raw_store(&mut self, value: Value, addr: Value, align: u32) {
        let block = self.b.current();
        self.b.func().append_inst(block, InstData::Store { addr, value, align }, Type::Void);
    }

    /// memcpy, memmove or memset with a length that is constant or not.
    pub(super) fn block_memory(&mut self) {
        let most = self.generator.source.pick(&[16u32, 4, 1, 7, 31, 64, 200]);
        let Some(to) = self.address(most, 1, true) else { return };
        let length =
            if self.generator.source.chance(150) { self.b.i32(most as i32) } else { self.index((1 << most.ilog2()) - 1) };
        let (align, volatile) = (self.b.i32(1), self.b.int(Type::I1, 0));
        if self.generator.source.chance(90) {
            let byte = self.operand(Type::I8);
            self.b.intrinsic(Intrinsic::Memset, &[to.base, byte, length, align, volatile]);
            return;
        }
        let Some(from) = self.address(most, 1, false) else { return };
        // Ranges of a memcpy must not overlap: the constants overlap nothing.
        let (from, intrinsic) = if self.generator.source.chance(128) && most <= 64 {
            (Value::global(self.generator.objects.constants), Intrinsic::Memcpy)
        } else {
            (from.base, Intrinsic::Memmove)
        };
        self.b.intrinsic(intrinsic, &[to.base, from, length, align, volatile]);
    }
}

/// Atomic operations.
impl Body<'_, '_, '_, '_, '_> {
    /// An atomic operation on a cell, or a fence.
    pub(super) fn atomic(&mut self) {
        let ty = self.generator.source.pick(&[Type::I32, Type::I8, Type::I16, Type::I64]);
        let cell = 8 * self.generator.source.below(CELLS as usize) as u32;
        let within = ty.bits() / 8 * self.generator.source.below(64 / ty.bits() as usize) as u32;
        let base = Value::global(self.generator.objects.cells);
        match self.generator.source.below(9) {
            0 | 1 => {
                let addr = self.offset(base, cell + within);
                let order = self.order(&[6, 1, 2, 3]);
                let value = self.intrinsic(Intrinsic::AtomicLoad(ty), &[addr, order]);
                self.define(ty, value);
            }
            2 => {
                let (value, addr) = (self.operand(ty), self.offset(base, cell + within));
                let order = self.order(&[6, 1, 4]);
                self.b.intrinsic(Intrinsic::AtomicStore(ty), &[value, addr, order]);
            }
            3..=5 => {
                let op = self.generator.source.pick(&AtomicRmwOp::ALL);
                // Now and then something that has just been computed, whose flags say nothing of what is read.
                let is_new = self.generator.source.chance(60);
                let (op, value) = (self.b.i32(op as i32), if is_new { self.difference(ty) } else { self.operand(ty) });
                let (addr, order) = (self.offset(base, cell + within), self.order(&[6, 1, 2, 3, 4, 5]));
                let value = self.intrinsic(Intrinsic::AtomicRmw(ty), &[op, addr, value, order]);
                self.define(ty, value);
                if is_new {
                    self.against_zero(ty, value);
                }
            }
            6 | 7 => self.compare_exchange(ty, base, cell + within),
            _ => self.fence(),
        }
    }

    fn difference(&mut self, ty: Type) -> Value {
        let (lhs, rhs) = (self.operand(ty), self.operand(ty));
        self.b.binary(BinOp::Sub, lhs, rhs)
    }

    /// Compares a value with zero.
    fn against_zero(&mut self, ty: Type, value: Value) {
        let cond = self.generator.source.pick(IntCond::ALL);
        let zero = self.b.int(ty, 0);
        let test = self.b.icmp(cond, value, zero);
        self.define(Type::I1, test);
    }

    fn order(&mut self, orders: &[i32]) -> Value {
        let order = self.generator.source.pick(orders);
        self.b.i32(order)
    }

    fn compare_exchange(&mut self, ty: Type, base: Value, offset: u32) {
        let addr = self.offset(base, offset);
        // What is there, so that the exchange happens; or anything, so that it does not.
        let expected = if self.generator.source.chance(128) { self.b.load(ty, addr) } else { self.operand(ty) };
        let desired = self.operand(ty);
        let (success, failure) = (self.order(&[6, 1, 2, 3, 4, 5]), self.order(&[6, 1, 2, 3]));
        let value = self.intrinsic(Intrinsic::AtomicCmpxchg(ty), &[addr, expected, desired, success, failure]);
        self.define(ty, value);
    }

    fn fence(&mut self) {
        match self.generator.source.below(4) {
            0 => {
                let order = self.order(&[6, 3, 4, 5]);
                self.b.intrinsic(Intrinsic::AtomicFence, &[order]);
            }
            1 => {
                self.b.intrinsic(Intrinsic::AtomicFenceAll, &[]);
            }
            2 => {
                let bytes = self.generator.source.pick(&[1, 2, 4, 8]);
                let (size, addr) = (self.b.i32(bytes), Value::global(self.generator.objects.cells));
                let value = self.intrinsic(Intrinsic::AtomicIsLockFree, &[size, addr]);
                // Not every target has operations on eight bytes.
                if bytes < 8 { self.define(Type::I1, value) } else { self.sink(Type::I1, value) }
            }
            _ => {
                let value = self.intrinsic(Intrinsic::ReadTp, &[]);
                self.define(Type::I32, value);
            }
        }
    }
}

/// The stack.
impl Body<'_, '_, '_, '_, '_> {
    /// At the start of a function: perhaps a large frame, perhaps a stack to restore.
    pub(super) fn open_frame(&mut self) {
        if self.generator.source.chance(24) {
            let value = self.intrinsic(Intrinsic::StackSave, &[]);
            self.saved_stack = Some(value);
        }
        let share = self.generator.config.large_frames;
        if self.generator.source.chance(share) {
            // Not much larger than where the displacements of vector accesses end, or large.
            let small = self.generator.source.between(8, 160) as u32 * 8;
            let size = self.generator.source.pick(&[4096, 4100, 5000, 32768, 33000, small, small]);
            self.large_alloca(size);
        }
        // Memory of constant size in the first block: what compilers turn most variables into.
        while self.generator.config.weights.alloca > 0 && self.generator.source.chance(50) {
            let (size, align) =
                (self.generator.source.pick(&[8, 1, 4, 16, 30, 64]), self.generator.source.pick(&[4, 1, 8, 16, 2, 32]));
            self.new_alloca(size, None, align);
        }
    }

    /// Stack memory of constant or variable size; sometimes given back at once.
    pub(super) fn alloca(&mut self) {
        let size = self.generator.source.pick(&[16u32, 4, 8, 1, 24, 40, 100, 200]);
        let align = self.generator.source.pick(&[4, 0, 1, 2, 8, 16, 32, 64]);
        let variable = if self.generator.source.chance(90) { Some(self.index(63)) } else { None };
        if !self.generator.source.chance(50) {
            self.new_alloca(size, variable, align);
            return;
        }
        let (saved, places) = (self.intrinsic(Intrinsic::StackSave, &[]), self.place_count());
        self.new_alloca(size, variable, align);
        self.store();
        self.load();
        self.b.intrinsic(Intrinsic::StackRestore, &[saved]);
        self.forget_places(places);
    }

    /// Stack memory of which the two ends are used: filling all of it would take longer than
    /// everything else.
    fn large_alloca(&mut self, size: u32) {
        const USED: u32 = 48;
        let bytes = self.b.i32(size as i32);
        let base = self.b.alloca(bytes, 16);
        let whole = KnownAddress { base, size, align: 16, residue: 0, writable: true };
        let end = self.offset(base, size - USED);
        for place in [whole, whole.at(end, size - USED)] {
            let place = KnownAddress { size: USED, ..place };
            self.initialise(place);
            self.define_place(place);
            // A vector so far away, there and back.
            if self.generator.source.chance(100) {
                let ty = self.generator.source.pick(&[Type::V4I32, Type::V16I8, Type::V8I16]);
                let value = self.operand(ty);
                self.b.store(value, place.base);
                let value = self.b.load(ty, place.base);
                self.define(ty, value);
            }
        }
    }

    /// Stack memory of `size` bytes, or `variable` bytes more. Only the first `size` are used.
    pub(super) fn new_alloca(&mut self, size: u32, variable: Option<Value>, align: u32) -> KnownAddress {
        let bytes = match variable {
            None => self.b.i32(size as i32),
            Some(more) => {
                let size = self.b.i32(size as i32);
                self.b.binary(BinOp::Add, more, size)
            }
        };
        let base = self.b.alloca(bytes, align);
        let place = KnownAddress { base, size, align: align.max(1), residue: 0, writable: true };
        self.initialise(place);
        self.define_place(place);
        place
    }

    fn initialise(&mut self, place: KnownAddress) {
        let small = place.size <= 24;
        if small && self.generator.source.chance(128) {
            let mut at = 0;
            while at < place.size {
                let ty = if place.size - at >= 8 {
                    Type::I64
                } else if place.size - at >= 4 {
                    Type::I32
                } else {
                    Type::I8
                };
                let (value, addr) = (self.operand(ty), self.offset(place.base, at));
                self.b.store(value, addr);
                at += ty.bits() / 8;
            }
            return;
        }
        let (align, volatile, length) = (self.b.i32(1), self.b.int(Type::I1, 0), self.b.i32(place.size as i32));
        if place.size <= 128 && self.generator.source.chance(128) {
            let from = Value::global(self.generator.objects.constants);
            self.b.intrinsic(Intrinsic::Memcpy, &[place.base, from, length, align, volatile]);
        } else {
            let byte = self.operand(Type::I8);
            self.b.intrinsic(Intrinsic::Memset, &[place.base, byte, length, align, volatile]);
        }
    }
}
