//! The module's globals, and what is known of an address.
//!
//! In: decisions. Out: global variables of the module, and the [`KnownAddress`]s that code may
//! access. Besides the objects that code is free to use there are those with a purpose: sinks
//! (written, never read), the checksum, counters, cells for atomic operations, constants that
//! vectors are loaded from.
//!
//! What lies in memory that code reads is specified and holds no NaN that came out of arithmetic:
//! code that reads it as integers may branch on it.

use translator::ice::{Global, GlobalInit, GlobalVar, Linkage, Module, Type, Value};

use super::config::Config;
use super::source::Source;

/// Memory at a known distance from the ends of its object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct KnownAddress {
    /// The address, an i32.
    pub base: Value,
    /// Bytes from there to the end of the object, at least.
    pub size: u32,
    /// The address is `residue` modulo this power of two.
    pub align: u32,
    /// See `align`.
    pub residue: u32,
    /// Whether code may write there.
    pub writable: bool,
}

impl KnownAddress {
    /// The offsets, from the first on, in steps of `align`, at which an access of `size` bytes that
    /// must be aligned to `align` fits. Gives the first and their number.
    pub fn offsets(&self, size: u32, align: u32) -> Option<(u32, u32)> {
        let first = if align > 1 {
            if self.align < align {
                return None;
            }
            (align - self.residue % align) % align
        } else {
            0
        };
        let room = self.size.checked_sub(size)?.checked_sub(first)?;
        Some((first, room / align.max(1) + 1))
    }

    /// The place `offset` bytes further on, whose address is `base`.
    pub fn at(&self, base: Value, offset: u32) -> KnownAddress {
        KnownAddress { base, size: self.size.saturating_sub(offset), residue: (self.residue + offset) % self.align, ..*self }
    }
}

/// The globals of a module.
pub struct Objects {
    /// What code may access as it likes.
    pub places: Vec<KnownAddress>,
    /// Written, never read.
    pub sink: Global,
    /// Bytes of the sink that are in use.
    pub sunk: u32,
    /// A word that every checked value goes into.
    pub checksum: Global,
    /// Eight aligned bytes each, for atomic operations.
    pub cells: Global,
    /// Zero, though nothing says so.
    pub zero: Global,
    /// Vectors: [`CONSTANTS`] times 16 random bytes, then as many times four moderate binary32.
    pub constants: Global,
    /// The calls left in a run.
    pub budget: Global,
    /// How often an edge back may still be taken: eight bytes for each
    /// [`super::shape::Role::Guard`].
    pub counters: Global,
    /// Values that no translator knows: the constants of the code and their neighbours. Eight bytes
    /// each.
    pub near: Global,
    /// What it holds; decided while code is made.
    hidden: Vec<u8>,
    /// The arguments of the next longjmp: the buffer's address, twice.
    pub jumps: Global,
}

/// Size of the sink. Later values overwrite the first when it is full.
pub const SINK_SIZE: u32 = 2048;
/// Number of cells.
pub const CELLS: u32 = 4;
/// Number of vectors of either kind.
pub const CONSTANTS: u32 = 6;

/// Offset in the constants of a vector that keeps signs, mantissas and the low half of exponents.
pub const KEEP_MASK: u32 = 32 * CONSTANTS;
/// Offset of a vector that sets the high half of exponents so that all are moderate.
pub const SET_MASK: u32 = KEEP_MASK + 16;

impl Objects {
    /// Adds the globals to a module.
    pub fn draw(source: &mut Source<'_, '_>, config: &Config, module: &mut Module) -> Objects {
        let zero_init = |size| vec![GlobalInit::Zero(size)];
        let sink = add(module, "sink", false, 16, zero_init(SINK_SIZE));
        let checksum = add(module, "checksum", false, 8, zero_init(8));
        let cells = add(module, "cells", false, 8, vec![bytes(source, 8 * CELLS)]);
        let zero = add(module, "zero", false, 4, zero_init(8));
        let constants = add(module, "constants", true, 16, vector_constants(source));
        let budget = (config.calls as u32).to_le_bytes().to_vec();
        let budget = add(module, "budget", false, 4, vec![GlobalInit::Data(budget)]);
        let counters = add(module, "counters", false, 8, zero_init(8));
        let jumps = add(module, "jumps", false, 4, zero_init(8));
        let near = add(module, "near", false, 8, zero_init(8));
        let mut objects = Objects {
            places: Vec::new(),
            sink,
            sunk: 0,
            checksum,
            cells,
            zero,
            constants,
            budget,
            counters,
            near,
            hidden: Vec::new(),
            jumps,
        };
        for index in 0..source.between(2, 6) {
            objects.add_object(source, module, index);
        }
        if config.large_globals {
            let size = source.pick(&[40_000, 70_000, 65_536, 65_535, 131_072]);
            let align = source.pick(&[16, 1, 4]);
            // Zeros alone, or between bytes that are not.
            let init = if source.chance(128) {
                zero_init(size)
            } else {
                vec![bytes(source, 12), GlobalInit::Zero(size), bytes(source, 16), GlobalInit::Zero(size), bytes(source, 5)]
            };
            let global = add(module, "large", false, align, init);
            objects.places.push(place(module, global));
        }
        objects
    }

    fn add_object(&mut self, source: &mut Source<'_, '_>, module: &mut Module, index: usize) {
        let (constant, align) = (source.chance(40), source.pick(&[4, 1, 2, 8, 16, 32, 64, 128, 4096]));
        let size = source.pick(&[32, 8, 17, 64, 100, 300, 4200]);
        let mut init = match source.below(3) {
            0 => vec![bytes(source, size.min(64))],
            1 => vec![GlobalInit::Zero(size)],
            _ => vec![bytes(source, size.min(16)), GlobalInit::Zero(size), bytes(source, 3)],
        };
        if source.chance(60) {
            let other = source.pick(&self.targets());
            init.push(GlobalInit::GlobalAddr(other, source.pick(&[0, 4, 1, -4, 70_000])));
        }
        let global = add(module, &format!("g{index}"), constant, align, init);
        self.places.push(place(module, global));
    }

    fn targets(&self) -> Vec<Global> {
        let global = |place: &KnownAddress| match place.base.unpack() {
            translator::ice::ValueRef::Global(global) => Some(global),
            _ => None,
        };
        self.places.iter().filter_map(global).chain([self.sink]).collect()
    }

    /// Gives the counters of `count` guards their initial values.
    pub fn set_counters(&self, source: &mut Source<'_, '_>, config: &Config, module: &mut Module, count: usize) {
        let counters = (0..count).flat_map(|_| (source.between(1, config.trips) as u64).to_le_bytes());
        let data: Vec<u8> = counters.collect();
        if !data.is_empty() {
            module.globals[self.counters].init = vec![GlobalInit::Data(data)];
        }
    }

    /// Hides the lowest `size` bytes of a value, at most eight, in `near`. Gives their offset
    /// there.
    pub fn hide(&mut self, bits: u64, size: u32) -> u32 {
        let known = self.hidden.chunks_exact(8).position(|slot| slot[..size as usize] == bits.to_le_bytes()[..size as usize]);
        let slot = known.unwrap_or_else(|| {
            self.hidden.extend(bits.to_le_bytes());
            self.hidden.len() / 8 - 1
        });
        8 * slot as u32
    }

    /// Gives `near` its bytes.
    pub fn set_hidden(&self, module: &mut Module) {
        if !self.hidden.is_empty() {
            module.globals[self.near].init = vec![GlobalInit::Data(self.hidden.clone())];
        }
    }

    /// Bytes of the sink for a value of this size, somewhat aligned.
    pub fn sink_slot(&mut self, size: u32) -> u32 {
        let start = self.sunk.next_multiple_of(size.min(8));
        let start = if start + size > SINK_SIZE { 0 } else { start };
        self.sunk = start + size;
        start
    }
}

fn add(module: &mut Module, name: &str, constant: bool, align: u32, init: Vec<GlobalInit>) -> Global {
    module.globals.push(GlobalVar { name: name.into(), linkage: Linkage::Internal, constant, align, init })
}

fn place(module: &Module, global: Global) -> KnownAddress {
    let var = &module.globals[global];
    KnownAddress { base: Value::global(global), size: var.size() as u32, align: var.align, residue: 0, writable: !var.constant }
}

fn bytes(source: &mut Source<'_, '_>, count: u32) -> GlobalInit {
    let mut data = Vec::with_capacity(count as usize);
    while data.len() < count as usize {
        let word = source.int(64);
        data.extend(word.to_le_bytes());
    }
    data.truncate(count as usize);
    GlobalInit::Data(data)
}

fn vector_constants(source: &mut Source<'_, '_>) -> Vec<GlobalInit> {
    let mut data = Vec::new();
    for _ in 0..CONSTANTS {
        let element = source.pick(&[Type::I32, Type::I8, Type::I16]);
        for _ in 0..128 / element.bits() {
            let lane = source.int(element.bits());
            data.extend(&lane.to_le_bytes()[..element.bits() as usize / 8]);
        }
    }
    for _ in 0..4 * CONSTANTS {
        data.extend(source.moderate_float().to_le_bytes());
    }
    data.extend([0x87ff_ffff_u32, 0x3800_0000].iter().flat_map(|mask| [mask.to_le_bytes(); 4]).flatten());
    vec![GlobalInit::Data(data)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_aligned_and_inside() {
        let place = KnownAddress { base: Value::local(0), size: 20, align: 8, residue: 3, writable: true };
        assert_eq!(place.offsets(4, 1), Some((0, 17)));
        assert_eq!(place.offsets(4, 4), Some((1, 4)));
        assert_eq!(place.offsets(8, 8), Some((5, 1)));
        assert_eq!(place.offsets(16, 16), None, "the address is not known that well");
        assert_eq!(place.offsets(21, 1), None);
        assert_eq!(place.at(Value::local(1), 7), KnownAddress { base: Value::local(1), size: 13, residue: 2, ..place });
    }
}
