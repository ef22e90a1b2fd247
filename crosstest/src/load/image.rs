//! A linked program: what to map where, and which symbol lies at which address.
//!
//! Invariants, which [`super::link`] establishes: segments are in address order, page-aligned and
//! do not overlap; every chunk lies within one segment; a symbol's address lies in a segment or is
//! what an object says it is (absolute symbols).

use rustc_hash::FxHashMap;

/// Access rights of a segment.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    /// May be written.
    pub write: bool,
    /// May be executed.
    pub execute: bool,
}

impl Access {
    /// Readable.
    pub const READ: Access = Access { write: false, execute: false };
    /// Readable and writable.
    pub const READ_WRITE: Access = Access { write: true, execute: false };
    /// Readable and executable.
    pub const READ_EXECUTE: Access = Access { write: false, execute: true };
}

/// A range of pages with the same rights, zero unless a chunk says otherwise.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// First address, a multiple of the page size.
    pub addr: u32,
    /// Length in bytes, a multiple of the page size.
    pub len: u32,
    /// Rights.
    pub access: Access,
}

/// Bytes at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Where they go.
    pub addr: u32,
    /// The bytes, relocated.
    pub bytes: Vec<u8>,
}

/// A symbol of a linked program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its address.
    pub addr: u32,
    /// Its size in bytes as its object states it; 0 if unknown.
    pub size: u32,
    /// The index of its object among those that were linked.
    pub object: usize,
    /// Whether it is what other objects find under its name.
    pub global: bool,
}

/// A linked program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Image {
    /// What to map.
    pub segments: Vec<Segment>,
    /// What to write there.
    pub chunks: Vec<Chunk>,
    /// Whether the objects say that the code is sandboxed: then all of it is in one segment, and that one is full.
    pub sandboxed: bool,
    symbols: Vec<Symbol>,
    by_name: FxHashMap<String, usize>,
    by_addr: Vec<usize>,
}

impl Image {
    /// Makes an image of parts that keep the invariants above. Of symbols with the same name, the
    /// global one goes first, then the one of the earliest object.
    pub fn new(segments: Vec<Segment>, chunks: Vec<Chunk>, symbols: Vec<Symbol>) -> Self {
        let mut by_name: FxHashMap<String, usize> = FxHashMap::default();
        for (index, symbol) in symbols.iter().enumerate() {
            match by_name.get_mut(&symbol.name) {
                Some(known) if symbol.global && !symbols[*known].global => *known = index,
                Some(_) => {}
                None => drop(by_name.insert(symbol.name.clone(), index)),
            }
        }
        let mut by_addr: Vec<usize> = (0..symbols.len()).collect();
        by_addr.sort_by_key(|&index| (symbols[index].addr, symbols[index].size));
        Self { segments, chunks, sandboxed: false, symbols, by_name, by_addr }
    }

    /// The address of a symbol: a global one, else a local one of the earliest object that has it.
    pub fn symbol(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).map(|&index| self.symbols[index].addr)
    }

    /// Every defined symbol of every object, in the objects' order.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The symbol at or before an address in the same segment, as `name+0x10`.
    pub fn symbolize(&self, addr: u32) -> Option<String> {
        self.symbol_at(addr).map(|(symbol, offset)| match offset {
            0 => symbol.name.clone(),
            offset => format!("{}+{offset:#x}", symbol.name),
        })
    }

    /// The symbol at or before an address in the same segment, and how far the address is behind
    /// it.
    pub fn symbol_at(&self, addr: u32) -> Option<(&Symbol, u32)> {
        let segment = self.segments.iter().find(|segment| addr.wrapping_sub(segment.addr) < segment.len)?;
        let after = self.by_addr.partition_point(|&index| self.symbols[index].addr <= addr);
        let symbol = &self.symbols[self.by_addr[after.checked_sub(1)?]];
        (symbol.addr >= segment.addr).then_some((symbol, addr - symbol.addr))
    }
}
