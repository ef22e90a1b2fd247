//! Links relocatable objects into an [`Image`] that an executor maps.
//!
//! In: the module's object, further objects (the runtime), the addresses where things go, and the
//! addresses of host functions. Out: an [`Image`], relocated. Steps: read every object (`elf`),
//! give every section an address (`place`), resolve symbols (here), copy and relocate (`reloc`).
//! Objects are untrusted: the outcome is an image or one [`LoadError`], in time and space linear in
//! the inputs. As in every static linker, a global symbol has one definition, a weak one yields to
//! it, and a reference to a weak symbol that no object defines is address 0.

mod elf;
mod image;
pub mod nexe;
mod place;
mod reloc;
mod stubs;
#[cfg(test)]
mod tests;
mod veneer;

use std::fmt;

use rustc_hash::FxHashMap;
use translator::options::Isa;

use crate::layout::STACK_LOW;

use elf::{Definition, Object};
pub use image::{Access, Chunk, Image, Segment, Symbol};
use place::Placement;
use stubs::Stubs;

/// The first address that no section may reach: what lies above belongs to executors.
pub const END: u32 = STACK_LOW;

/// How the names begin of the sections by which objects say that their code is sandboxed ([NACL-NOTES] throughout).
pub const SANDBOX_NOTE: &str = ".note.NaCl.ABI.";

/// An object to link.
#[derive(Copy, Clone, Debug)]
pub struct Input<'data> {
    /// What messages call it.
    pub name: &'data str,
    /// The file.
    pub bytes: &'data [u8],
}

/// Where things go. All are multiples of the page size.
///
/// `rodata`, `data` and `bss` are those of the layout that the interpreter uses too. `other` must
/// leave room for the heap, which starts behind `bss`: 0x0800_0000 lies between the code and the
/// constants.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bases {
    /// The module object's `.text`.
    pub text: u32,
    /// The module object's `.rodata`.
    pub rodata: u32,
    /// The module object's `.data`.
    pub data: u32,
    /// The module object's `.bss`.
    pub bss: u32,
    /// The module object's other sections and all sections of the other objects.
    pub other: u32,
}

/// Why objects could not be linked: one line, where and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// The object, with the section, symbol or offset at fault.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

impl LoadError {
    #[cold]
    pub(super) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names come from untrusted files: whatever they hold, a message stays one line.
        for c in format!("{}: {}", self.place, self.message).chars() {
            if c.is_control() { write!(f, "{}", c.escape_default())? } else { write!(f, "{c}")? }
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

/// Links objects; the first is the module. Symbols that none of them defines are looked up in
/// `host`.
pub fn link(isa: Isa, inputs: &[Input<'_>], bases: &Bases, host: &dyn Fn(&str) -> Option<u32>) -> Result<Image, LoadError> {
    let objects = inputs.iter().map(|input| elf::parse(isa, input)).collect::<Result<Vec<_>, _>>()?;
    let sandboxed = objects.iter().any(Object::is_sandboxed);
    let mut placement = place::place(&objects, bases, sandboxed)?;
    let globals = define(&objects, &placement)?;
    check_undefined(&objects, &globals, host)?;
    let mut stubs = Stubs::default();
    if sandboxed {
        let end = placement.end_of_code(&objects);
        stubs = Stubs::new(isa, &objects, (&globals, host), end, &mut placement.segments)?;
    }
    let host = |name: &str| stubs.get(name).or_else(|| host(name));
    let mut chunks: Vec<Chunk> = stubs.chunk.iter().cloned().collect();
    for (index, object) in objects.iter().enumerate() {
        let resolve = |symbol: u32| resolve(object, symbol, &placement.addrs[index], &globals, &host);
        copy_sections(isa, object, &placement.addrs[index], &resolve, &mut chunks)?;
    }
    let symbols = list_symbols(&objects, &placement, &globals);
    if sandboxed {
        chunks = without_gaps(isa, &placement.segments, chunks);
    }
    let mut image = Image::new(placement.segments, chunks, symbols);
    image.sandboxed = sandboxed;
    Ok(image)
}

/// Lets each page of code be full: what is between functions and behind them is code, too, and must stop whoever comes there.
fn without_gaps(isa: Isa, segments: &[Segment], chunks: Vec<Chunk>) -> Vec<Chunk> {
    let stop = crate::isa::facts(isa).stop;
    let is_code = |segment: &&Segment| segment.access.execute;
    let code_of = |addr: u32| segments.iter().filter(is_code).find(|code| code.addr <= addr && addr - code.addr < code.len);
    let mut codes: Vec<Chunk> = segments
        .iter()
        .filter(is_code)
        .map(|code| Chunk { addr: code.addr, bytes: stop.repeat(code.len as usize / stop.len()) })
        .collect();
    let mut others = Vec::new();
    for chunk in chunks {
        match code_of(chunk.addr).and_then(|code| codes.iter_mut().find(|whole| whole.addr == code.addr)) {
            Some(whole) => whole.bytes[(chunk.addr - whole.addr) as usize..][..chunk.bytes.len()].copy_from_slice(&chunk.bytes),
            None => others.push(chunk),
        }
    }
    codes.append(&mut others);
    codes
}

/// A definition that other objects see.
struct Global<'data> {
    addr: u32,
    weak: bool,
    object: &'data str,
}

type Globals<'data> = FxHashMap<&'data str, Global<'data>>;

/// The address of a symbol's own definition, given those of its object's sections.
fn address(place: Definition, addrs: &[Option<u32>]) -> Option<u32> {
    match place {
        Definition::Absolute(addr) => Some(addr),
        // No overflow: the section ends below END, and the reader checked that the symbol lies
        // within it.
        Definition::Section(section, offset) => addrs[section as usize].map(|addr| addr + offset),
        Definition::Undefined | Definition::Unusable => None,
    }
}

/// Collects the global definitions of all objects.
fn define<'data>(objects: &[Object<'data>], placement: &Placement) -> Result<Globals<'data>, LoadError> {
    let mut globals = Globals::default();
    for (index, object) in objects.iter().enumerate() {
        for symbol in object.symbols.iter().filter(|symbol| symbol.global) {
            let Some(addr) = address(symbol.definition, &placement.addrs[index]) else { continue };
            match globals.get(symbol.name) {
                Some(known) if !known.weak && !symbol.weak => {
                    let place = format!("{}: symbol {}", object.name, symbol.name);
                    return Err(LoadError::new(place, format!("already defined in {}", known.object)));
                }
                Some(known) if !known.weak || symbol.weak => {}
                _ => drop(globals.insert(symbol.name, Global { addr, weak: symbol.weak, object: object.name })),
            }
        }
    }
    Ok(globals)
}

/// Checks that every symbol is defined, and names all that are not.
fn check_undefined(objects: &[Object<'_>], globals: &Globals<'_>, host: &dyn Fn(&str) -> Option<u32>) -> Result<(), LoadError> {
    let missing = |object: &Object<'_>| -> Vec<String> {
        let undefined =
            object.symbols.iter().filter(|symbol| symbol.named && !symbol.weak && symbol.definition == Definition::Undefined);
        let unknown = undefined.filter(|symbol| !globals.contains_key(symbol.name) && host(symbol.name).is_none());
        unknown.map(|symbol| symbol.name.to_string()).collect()
    };
    let mut names: Vec<String> = objects.iter().flat_map(missing).collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        return Ok(());
    }
    let among: Vec<&str> = objects.iter().map(|object| object.name).collect();
    Err(LoadError::new(among.join(", "), format!("undefined: {}", names.join(", "))))
}

/// The address that a reference to a symbol means.
fn resolve(
    object: &Object<'_>,
    symbol: u32,
    addrs: &[Option<u32>],
    globals: &Globals<'_>,
    host: &dyn Fn(&str) -> Option<u32>,
) -> Result<u32, String> {
    // Symbol 0 stands for no symbol: its address is 0.
    if symbol == 0 {
        return Ok(0);
    }
    let symbol = &object.symbols[symbol as usize];
    if !symbol.global {
        return address(symbol.definition, addrs).ok_or_else(|| "the symbol has no address".into());
    }
    match globals.get(symbol.name) {
        Some(global) => Ok(global.addr),
        None if symbol.definition == Definition::Unusable => Err("the symbol has no address".into()),
        None => Ok(host(symbol.name).unwrap_or(0)),
    }
}

/// Copies the content of an object's sections and relocates it.
fn copy_sections(
    isa: Isa,
    object: &Object<'_>,
    addrs: &[Option<u32>],
    resolve: &dyn Fn(u32) -> Result<u32, String>,
    chunks: &mut Vec<Chunk>,
) -> Result<(), LoadError> {
    for (section, addr) in object.sections.iter().zip(addrs) {
        let Some(addr) = *addr else { continue };
        let mut bytes = section.data.to_vec();
        if !bytes.is_empty() {
            bytes.resize(section.size as usize, 0);
        }
        let upper_addends = reloc::upper_addends(isa, section.data, &section.relocs);
        for (index, reloc) in section.relocs.iter().enumerate() {
            let fail = |kind: &str, message: String| {
                let name = object.symbols.get(reloc.symbol as usize).map_or("", |symbol| symbol.name);
                LoadError::new(
                    format!("{}: {}+{:#x}", object.name, section.name, reloc.offset),
                    format!("{kind} {name}: {message}"),
                )
            };
            let kind = reloc::lookup(isa, reloc.kind).map_err(|message| fail("reference to", message))?;
            let symbol = if kind.uses_symbol() { resolve(reloc.symbol).map_err(|message| fail(kind.name, message))? } else { 0 };
            let symbol = veneer::redirect(isa, section, addr, &mut bytes, reloc, symbol);
            let addend = reloc.addend.or(upper_addends.get(&index).copied());
            kind.apply(&mut bytes, addr, reloc.offset, symbol, addend).map_err(|message| fail(kind.name, message))?;
        }
        if !bytes.is_empty() {
            chunks.push(Chunk { addr, bytes });
        }
    }
    Ok(())
}

/// Every named symbol that an object defines. A weak one that yielded to another definition counts
/// as local.
fn list_symbols(objects: &[Object<'_>], placement: &Placement, globals: &Globals<'_>) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        for symbol in object.symbols.iter().filter(|symbol| symbol.named) {
            if let Some(addr) = address(symbol.definition, &placement.addrs[index]) {
                symbols.push(Symbol {
                    name: symbol.name.to_string(),
                    addr,
                    size: symbol.size,
                    object: index,
                    global: symbol.global && globals.get(symbol.name).is_some_and(|global| global.addr == addr),
                });
            }
        }
    }
    symbols
}
