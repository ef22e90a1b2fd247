//! An independent reader (`object`) accepts the object file, and two linkers make the same bytes of
//! it. The case is a [`Translation`](crate::program::Translation).
//!
//! The first linker is the runner's, `crosstest::load`. The second is here, written from the
//! processor supplements and over another reader: it takes the addresses of sections as given,
//! finds symbols by name, and computes each field by the formula of its relocation. Names that are
//! not defined get made-up addresses in reach of every call.

use std::collections::HashMap;

use crosstest::load::{self, Bases, Image, Input};
use object::read::elf::ElfFile32;
use object::{
    Architecture, LittleEndian, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionKind, SymbolIndex,
};
use translator::driver::translate_module;
use translator::options::Isa;

/// Where sections go. All calls are within reach of each other, so that no linker makes veneers.
const BASES: Bases = Bases { text: 0x0002_0000, rodata: 0x1000_0000, data: 0x2000_0000, bss: 0x3000_0000, other: 0x4000_0000 };
/// Where undefined names go.
const OUTSIDE: u32 = 0x0100_0000;

pub use crate::program::Translation as TestCase;

crate::run!();

/// The address of a name that the object does not define.
fn outside(name: &str) -> u32 {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    OUTSIDE + (hash & 0xff_fff0)
}

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let TestCase { program, options } = case;
    let Ok(object) = translate_module(&program.module, &program.bodies, options) else { return };
    let inputs = [Input { name: "the module", bytes: &object }];
    // Globals may be larger than the space for them.
    let image = match load::link(options.isa, &inputs, &BASES, &|name| Some(outside(name))) {
        Ok(image) => image,
        Err(error) if error.message.contains("run past") || error.message.contains("runs into") => return,
        Err(error) => panic!("{}: the object cannot be linked: {error}", options.isa),
    };
    let file = ElfFile32::<LittleEndian>::parse(&*object).unwrap_or_else(|error| panic!("the object cannot be read: {error}"));
    Second { isa: options.isa, file: &file, image: &image, addrs: addresses(&file, &image) }.check();
}

type File<'data> = ElfFile32<'data, LittleEndian>;

/// The addresses of sections: those of the four that [`BASES`] names, and of others by what the
/// image says of their symbols.
fn addresses(file: &File<'_>, image: &Image) -> HashMap<usize, u32> {
    let known = [(".text", BASES.text), (".rodata", BASES.rodata), (".data", BASES.data), (".bss", BASES.bss)];
    let mut addrs: HashMap<usize, u32> = HashMap::new();
    for section in file.sections() {
        let name = section.name().unwrap_or_else(|error| panic!("a section's name: {error}"));
        if let Some((_, addr)) = known.iter().find(|(known, _)| *known == name) {
            addrs.insert(section.index().0, addr.next_multiple_of(section.align() as u32));
        }
    }
    for symbol in file.symbols() {
        let (Some(section), Ok(name)) = (symbol.section_index(), symbol.name()) else { continue };
        if let Some(addr) = image.symbol(name).filter(|_| !name.is_empty() && !addrs.contains_key(&section.0)) {
            addrs.insert(section.0, addr.wrapping_sub(symbol.address() as u32));
        }
    }
    addrs
}

/// The second linker, and its comparison with the first one's image.
struct Second<'f> {
    isa: Isa,
    file: &'f File<'f>,
    image: &'f Image,
    addrs: HashMap<usize, u32>,
}

/// A relocation: where, its number, the symbol's address, the explicit addend.
#[derive(Copy, Clone)]
struct Reloc {
    offset: usize,
    number: u32,
    symbol: SymbolIndex,
    target: u32,
    addend: Option<i64>,
}

impl Second<'_> {
    fn check(&self) {
        for symbol in self.file.symbols() {
            symbol.name().unwrap_or_else(|error| panic!("a symbol's name: {error}"));
        }
        for section in self.file.sections() {
            let name = section.name().unwrap_or("");
            let data = section.data().unwrap_or_else(|error| panic!("section {name}: {error}"));
            let Some(&addr) = self.addrs.get(&section.index().0).filter(|_| !data.is_empty()) else { continue };
            if matches!(section.kind(), SectionKind::Metadata | SectionKind::Other) {
                continue;
            }
            let mut bytes = data.to_vec();
            self.relocate(addr, &section, &mut bytes);
            self.compare(name, addr, &bytes);
        }
    }

    fn compare(&self, name: &str, addr: u32, bytes: &[u8]) {
        for (index, byte) in bytes.iter().enumerate() {
            let at = addr + index as u32;
            let chunk = self.image.chunks.iter().find(|chunk| at.wrapping_sub(chunk.addr) < chunk.bytes.len() as u32);
            let other = chunk.map(|chunk| chunk.bytes[(at - chunk.addr) as usize]);
            let place = self.image.symbolize(at).unwrap_or_default();
            assert_eq!(Some(*byte), other, "{}: {name}+{index:#x} ({place}): by this linker, and by `load`", self.isa);
        }
    }

    /// The address of a symbol.
    fn address(&self, index: SymbolIndex) -> u32 {
        let symbol = self.file.symbol_by_index(index).unwrap_or_else(|error| panic!("a relocation's symbol: {error}"));
        match symbol.section_index() {
            Some(section) => {
                let base = self.addrs.get(&section.0);
                base.unwrap_or_else(|| panic!("a symbol in section {section} without address")) + symbol.address() as u32
            }
            None if symbol.is_weak() => 0,
            None => outside(symbol.name().unwrap_or("")),
        }
    }

    fn relocations(&self, section: &impl ObjectSectionRelocs) -> Vec<Reloc> {
        let list = section.list().into_iter().map(|(offset, relocation)| {
            let RelocationFlags::Elf { r_type, .. } = relocation.flags() else { panic!("an ELF object has ELF relocations") };
            let RelocationTarget::Symbol(symbol) = relocation.target() else {
                panic!("a relocation at {offset:#x} without symbol")
            };
            let addend = (!relocation.has_implicit_addend()).then(|| relocation.addend());
            Reloc { offset: offset as usize, number: number(r_type), symbol, target: self.address(symbol), addend }
        });
        list.collect()
    }

    fn relocate(&self, addr: u32, section: &impl ObjectSectionRelocs, bytes: &mut [u8]) {
        let relocs = self.relocations(section);
        let original = bytes.to_vec();
        for (index, reloc) in relocs.iter().enumerate() {
            let place = addr.wrapping_add(reloc.offset as u32);
            let word = u32::from_le_bytes(field(&original, reloc.offset));
            let value = match self.file.architecture() {
                Architecture::I386 => i386(*reloc, word, place),
                Architecture::X86_64_X32 => x32(*reloc, place),
                Architecture::Arm => arm(*reloc, word, place),
                Architecture::Mips => {
                    let partner = relocs[index..].iter().find(|other| other.number == 6 && other.symbol == reloc.symbol);
                    let low = partner.map(|other| u32::from_le_bytes(field(&original, other.offset)) as i16);
                    mips(*reloc, word, low)
                }
                other => panic!("an object for {other:?}"),
            };
            bytes[reloc.offset..reloc.offset + 4].copy_from_slice(&value.to_le_bytes());
        }
    }
}

fn number(r_type: impl Into<u32>) -> u32 {
    r_type.into()
}

fn field(bytes: &[u8], offset: usize) -> [u8; 4] {
    let field =
        bytes.get(offset..offset + 4).unwrap_or_else(|| panic!("a relocation at {offset:#x} lies outside of its section"));
    field.try_into().expect("four bytes")
}

/// [SYSV-I386] table 2.10: S + A, S + A - P.
fn i386(reloc: Reloc, word: u32, place: u32) -> u32 {
    assert_eq!(reloc.addend, None, "i386 has addends in fields");
    match reloc.number {
        1 => reloc.target.wrapping_add(word),
        2 | 4 => reloc.target.wrapping_add(word).wrapping_sub(place),
        other => panic!("relocation {other} on i386"),
    }
}

/// [SYSV-AMD64] table 4.10.
fn x32(reloc: Reloc, place: u32) -> u32 {
    let addend = reloc.addend.expect("AMD64 has explicit addends");
    let absolute = i64::from(reloc.target) + addend;
    match reloc.number {
        2 | 4 => i32::try_from(absolute - i64::from(place)).expect("a call in reach") as u32,
        10 => absolute as u32,
        11 => i32::try_from(absolute).expect("a sign-extended address in reach") as u32,
        other => panic!("relocation {other} on AMD64"),
    }
}

/// ELF for the ARM architecture, table 4-9: calls count from two instructions on, in words; halves
/// are in two pieces.
fn arm(reloc: Reloc, word: u32, place: u32) -> u32 {
    let half = || i32::from(((word >> 16 & 0xf) << 12 | word & 0xfff) as u16 as i16);
    let put = |half: u32| word & !0x000f_0fff | (half >> 12 & 0xf) << 16 | half & 0xfff;
    match reloc.number {
        2 => reloc.target.wrapping_add(word),
        28 | 29 => {
            let addend = ((word << 8) as i32) >> 6;
            let distance = reloc.target.wrapping_add_signed(addend).wrapping_sub(place) as i32;
            assert!(distance % 4 == 0 && (-(1 << 25)..1 << 25).contains(&distance), "a call out of reach: {distance:#x}");
            word & 0xff00_0000 | distance as u32 >> 2 & 0x00ff_ffff
        }
        43 => put(reloc.target.wrapping_add_signed(half()) & 0xffff),
        44 => put(reloc.target.wrapping_add_signed(half()) >> 16),
        other => panic!("relocation {other} on ARM"),
    }
}

/// MIPS supplement, table 4-11: `AHL` is the upper half of the first field and the lower one, with
/// its sign, of the second.
fn mips(reloc: Reloc, word: u32, low: Option<i16>) -> u32 {
    match reloc.number {
        2 => reloc.target.wrapping_add(word),
        4 => word & 0xfc00_0000 | reloc.target.wrapping_add((word & 0x03ff_ffff) << 2) >> 2 & 0x03ff_ffff,
        5 => {
            let low = low.expect("an upper half is followed by its lower half");
            let ahl = (word << 16).wrapping_add_signed(i32::from(low));
            let value = reloc.target.wrapping_add(ahl);
            word & 0xffff_0000 | value.wrapping_sub(value as i16 as u32) >> 16
        }
        6 => word & 0xffff_0000 | reloc.target.wrapping_add(word as i16 as u32) & 0xffff,
        other => panic!("relocation {other} on MIPS"),
    }
}

/// Relocations of a section, whatever its type is called.
trait ObjectSectionRelocs {
    fn list(&self) -> Vec<(u64, object::Relocation)>;
}

impl<'data, T: ObjectSection<'data>> ObjectSectionRelocs for T {
    fn list(&self) -> Vec<(u64, object::Relocation)> {
        self.relocations().collect()
    }
}
