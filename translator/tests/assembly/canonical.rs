//! An object file without what an assembler is free to choose: how a reference is written down.
//!
//! In: a relocatable ELF32 file. Out: its sections with all relocated fields cleared, what each
//! field refers to, its symbols. A reference to something that the file defines is one to a place
//! in a section, whether it names a symbol or the section; a distance within one section is filled
//! in, as assemblers do. Both is what the linker would do, so equal canonical forms link to equal
//! programs.

use std::collections::{BTreeMap, BTreeSet};

use object::read::elf::ElfFile32;
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _, RelocationFlags, RelocationTarget, SectionFlags};
use object::{SectionKind, SymbolKind, SymbolSection};

/// Where a reference leads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Referent {
    /// To a symbol of another file.
    Symbol(String),
    /// Into a section of this one.
    Section(String),
}

/// A relocation: its type, where it leads and how far beyond that.
pub type Reference = (u32, Referent, i64);

/// A section's content and header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub bytes: Vec<u8>,
    pub size: u64,
    pub align: u64,
    pub flags: u32,
    /// By offset.
    pub references: BTreeMap<u64, Reference>,
}

/// The canonical form of an object file.
#[derive(Debug)]
pub struct Canonical {
    pub machine: u16,
    pub flags: u32,
    pub sections: BTreeMap<String, Section>,
    /// Name, section, value, size, type, whether it is local.
    pub symbols: BTreeSet<(String, String, u64, u64, String, bool)>,
}

type File<'d> = ElfFile32<'d, Endianness>;

pub fn canonical(bytes: &[u8]) -> Canonical {
    let file = File::parse(bytes).expect("an ELF32 file");
    let machine = file.elf_header().e_machine.get(Endianness::Little);
    let flags = file.elf_header().e_flags.get(Endianness::Little);
    let sections = file.sections().filter(|section| matters(&file, section));
    let sections = sections.map(|section| (section.name().expect("a name").to_owned(), read_section(&file, machine, &section)));
    Canonical { machine, flags, sections: sections.collect(), symbols: symbols(&file) }
}

/// What ends up in a program, and what linkers check. Not `.reginfo`, for which assemblers count
/// registers and the translator does not.
fn matters<'d>(_: &File<'d>, section: &object::read::elf::ElfSection32<'d, '_, Endianness>) -> bool {
    let name = section.name().expect("a name");
    let SectionFlags::Elf { sh_flags } = section.flags() else { panic!("an ELF section") };
    let allocated = sh_flags & 2 != 0 && section.size() != 0 && name != ".reginfo";
    allocated || [".ARM.attributes", ".MIPS.abiflags", ".note.GNU-stack"].contains(&name)
}

fn read_section<'d>(file: &File<'d>, machine: u16, section: &object::read::elf::ElfSection32<'d, '_, Endianness>) -> Section {
    let SectionFlags::Elf { sh_flags } = section.flags() else { panic!("an ELF section") };
    let bytes = if section.kind() == SectionKind::UninitializedData { &[][..] } else { section.data().expect("content") };
    let name = section.name().expect("a name");
    let mut found = Section {
        bytes: bytes.to_vec(),
        size: section.size(),
        align: section.align(),
        flags: sh_flags as u32,
        references: BTreeMap::new(),
    };
    let relocs: Vec<_> = section.relocations().collect();
    for (index, (offset, reloc)) in relocs.iter().enumerate() {
        let RelocationFlags::Elf { r_type } = reloc.flags() else { panic!("an ELF relocation") };
        // For a function that the file defines a call through a table is a call: `R_X86_64_PC32` says it so.
        let r_type = if (machine, r_type) == (62, 2) { 4 } else { r_type };
        let field = Field::of(machine, r_type);
        let mut addend = if reloc.has_implicit_addend() { field.addend(&found.bytes, *offset) } else { reloc.addend() };
        if field == Field::MipsHigh {
            // The lower half is in the field of the next relocation.
            let (next, _) = relocs[index + 1];
            addend += i64::from(i16::from_le_bytes([bytes[next as usize], bytes[next as usize + 1]]));
        }
        let RelocationTarget::Symbol(symbol) = reloc.target() else { panic!("a relocation without a symbol") };
        let symbol = file.symbol_by_index(symbol).expect("a symbol");
        let referent = match symbol.section() {
            SymbolSection::Section(index) => {
                addend += symbol.address() as i64;
                Referent::Section(file.section_by_index(index).expect("a section").name().expect("a name").to_owned())
            }
            _ => Referent::Symbol(symbol.name().expect("a name").to_owned()),
        };
        if field == Field::MipsLow {
            // Which multiple of 64 KiB is the upper half's business.
            addend &= 0xffff;
        }
        if field.is_relative() && referent == Referent::Section(name.to_owned()) {
            field.write(&mut found.bytes, *offset, addend - *offset as i64);
        } else {
            field.write(&mut found.bytes, *offset, 0);
            found.references.insert(*offset, (r_type, referent, addend));
        }
    }
    found
}

/// The field of a relocation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Field {
    /// A word, absolute.
    Word,
    /// A word, relative to its place.
    RelativeWord,
    /// The 24 bits of an ARM branch.
    ArmBranch,
    /// The 16 bits of an ARM `movw` or `movt`.
    ArmHalf,
    /// The 26 bits of a MIPS jump.
    MipsJump,
    MipsHigh,
    MipsLow,
}

impl Field {
    fn of(machine: u16, r_type: u32) -> Field {
        match (machine, r_type) {
            (3, 1) | (62, 10 | 11) | (40, 2) | (8, 2) => Field::Word,
            (3, 2) | (62, 4) => Field::RelativeWord,
            (40, 28 | 29) => Field::ArmBranch,
            (40, 43 | 44) => Field::ArmHalf,
            (8, 4) => Field::MipsJump,
            (8, 5) => Field::MipsHigh,
            (8, 6) => Field::MipsLow,
            _ => panic!("relocation type {r_type} of machine {machine} is not known here"),
        }
    }

    fn is_relative(self) -> bool {
        matches!(self, Field::RelativeWord | Field::ArmBranch)
    }

    /// The bits of the word that it takes.
    fn mask(self) -> u32 {
        match self {
            Field::Word | Field::RelativeWord => u32::MAX,
            Field::ArmBranch => 0x00ff_ffff,
            Field::ArmHalf => 0x000f_0fff,
            Field::MipsJump => 0x03ff_ffff,
            Field::MipsHigh | Field::MipsLow => 0xffff,
        }
    }

    fn addend(self, bytes: &[u8], offset: u64) -> i64 {
        let word = word(bytes, offset);
        let value = match self {
            Field::Word | Field::RelativeWord => word as i32,
            Field::ArmBranch => (word << 8) as i32 >> 6,
            Field::ArmHalf => i32::from((word >> 4 & 0xf000 | word & 0xfff) as i16),
            Field::MipsJump => ((word & self.mask()) << 2) as i32,
            Field::MipsHigh => (word << 16) as i32,
            Field::MipsLow => i32::from(word as i16),
        };
        value.into()
    }

    fn write(self, bytes: &mut [u8], offset: u64, value: i64) {
        let bits = if self == Field::ArmBranch { value >> 2 } else { value } as u32;
        let filled = word(bytes, offset) & !self.mask() | bits & self.mask();
        bytes[offset as usize..][..4].copy_from_slice(&filled.to_le_bytes());
    }
}

fn word(bytes: &[u8], offset: u64) -> u32 {
    u32::from_le_bytes(*bytes[offset as usize..].first_chunk().expect("a relocated field lies in its section"))
}

/// The symbols that a linker or debugger sees: not those of sections, not the assembler's own
/// (`.L…`), and of the mapping symbols those of code: in data they are the assembler's habit.
fn symbols(file: &File<'_>) -> BTreeSet<(String, String, u64, u64, String, bool)> {
    let mut found = BTreeSet::new();
    for symbol in file.symbols() {
        // A mapping symbol may have more behind a dot, which LLVM's assembler uses to tell them apart.
        let name = symbol.name().expect("a name");
        let name = if name.starts_with('$') { name.split('.').next().unwrap_or(name) } else { name }.to_owned();
        let section = match symbol.section() {
            SymbolSection::Section(index) => file.section_by_index(index).expect("a section").name().expect("a name").to_owned(),
            _ => String::new(),
        };
        let is_mapping = name.starts_with('$');
        if symbol.kind() == SymbolKind::Section || name.starts_with(".L") || is_mapping && !section.starts_with(".text") {
            continue;
        }
        let kind = if is_mapping { String::new() } else { format!("{:?}", symbol.kind()) };
        found.insert((name, section, symbol.address(), symbol.size(), kind, symbol.is_local()));
    }
    found
}
