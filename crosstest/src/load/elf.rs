//! ELF relocatable objects, read into the few tables that linking needs.
//!
//! In: the bytes of an `ET_REL` file, `ELFCLASS32`, little-endian, for a known machine. Out: an
//! [`Object`] that borrows from them, in which every index and every range has been checked: a
//! symbol's section exists, its value lies within that section, a relocation's section and symbol
//! exist. Sections that take no memory (no `SHF_ALLOC`) are kept as empty places so that indices
//! stay the file's. The file is untrusted: whatever it says gives an [`Object`] or a [`LoadError`].
//! Time and space are linear in the file's length: what sections hold and how many relocations
//! there are is bounded by that length, which only overlapping sections exceed. Source: [SYSV-GABI]
//! "Object Files"; `translator/docs/abi.md`, "Object files".

use object::LittleEndian as LE;
use object::elf;
use object::read::elf::{FileHeader, Rel, Rela, SectionHeader, SectionTable, Sym, SymbolTable};
use translator::options::Isa;

use super::veneer::{self, Veneers};
use super::{Access, Input, LoadError};
use crate::isa::facts;

type Header = elf::FileHeader32<LE>;

/// A relocatable object.
pub(super) struct Object<'data> {
    /// What messages call it.
    pub name: &'data str,
    /// All sections of the file, by their index there.
    pub sections: Vec<Section<'data>>,
    /// All symbols of the file, by their index there.
    pub symbols: Vec<Symbol<'data>>,
}

impl Object<'_> {
    /// Whether it says that its code is sandboxed.
    pub fn is_sandboxed(&self) -> bool {
        self.sections.iter().any(|section| section.name.starts_with(super::SANDBOX_NOTE))
    }
}

/// A section.
pub(super) struct Section<'data> {
    /// Its name.
    pub name: &'data str,
    /// Whether it takes memory. Of one that does not, nothing below is set.
    pub alloc: bool,
    /// Access rights.
    pub access: Access,
    /// Whether it is one function's or variable's own, and named for it.
    pub own: bool,
    /// Alignment, a power of two.
    pub align: u32,
    /// Size in memory.
    pub size: u32,
    /// Content: as long as `size` without veneers, or empty if all of it is zero.
    pub data: &'data [u8],
    /// Relocations, in the file's order.
    pub relocs: Vec<Reloc>,
    /// Detours for far calls, within `size` and past `data`.
    pub veneers: Veneers,
}

/// A relocation.
#[derive(Copy, Clone)]
pub(super) struct Reloc {
    /// Offset in the section; whether the field fits there is not checked.
    pub offset: u32,
    /// Index of an existing symbol.
    pub symbol: u32,
    /// The machine's number for the kind.
    pub kind: u32,
    /// The addend, unless it lies in the field (`SHT_REL`).
    pub addend: Option<i32>,
}

/// Where a symbol is defined.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Definition {
    /// Elsewhere.
    Undefined,
    /// At an address that no relocation changes.
    Absolute(u32),
    /// In a section of this object, at an offset.
    Section(u32, u32),
    /// Nowhere: names a file, or is of a kind that cannot be linked. Using it is an error.
    Unusable,
}

/// A symbol.
pub(super) struct Symbol<'data> {
    /// Its name; may be empty.
    pub name: &'data str,
    /// Definition.
    pub definition: Definition,
    /// Size in bytes.
    pub size: u32,
    /// Whether other objects see it.
    pub global: bool,
    /// Whether another definition may replace it, or none exist.
    pub weak: bool,
    /// Whether it names a function, an object or nothing particular, rather than a section or a
    /// file.
    pub named: bool,
}

/// Reads an object.
pub(super) fn parse<'data>(isa: Isa, input: &Input<'data>) -> Result<Object<'data>, LoadError> {
    let fail = |error: object::read::Error| LoadError::new(input.name, error.to_string());
    // The class decides the layout of all that follows, so it comes first.
    if input.bytes.get(..4) != Some(&elf::ELFMAG[..]) {
        return Err(LoadError::new(input.name, "not an ELF file"));
    }
    if input.bytes.get(4..6) != Some(&[elf::ELFCLASS32, elf::ELFDATA2LSB][..]) {
        return Err(LoadError::new(input.name, "not a 32-bit little-endian ELF file"));
    }
    let header = Header::parse(input.bytes).map_err(fail)?;
    if header.e_type(LE) != elf::ET_REL {
        return Err(LoadError::new(input.name, format!("ELF file type {}, not a relocatable object", header.e_type(LE))));
    }
    if header.e_machine(LE) != facts(isa).machine {
        let message = format!("machine {} where {isa} needs {}", header.e_machine(LE), facts(isa).machine);
        return Err(LoadError::new(input.name, message));
    }
    let table = header.sections(LE, input.bytes).map_err(fail)?;
    let mut sections = read_sections(input, &table)?;
    let symtab = table.symbols(LE, input.bytes, elf::SHT_SYMTAB).map_err(fail)?;
    let symbols = read_symbols(input, &sections, &symtab)?;
    mark_own(&symbols, &mut sections);
    read_relocations(input, &table, &symtab, &mut sections)?;
    let mut object = Object { name: input.name, sections, symbols };
    veneer::reserve(isa, &mut object);
    Ok(object)
}

/// Finds the sections that are one function's or variable's own: its name is in theirs.
fn mark_own(symbols: &[Symbol<'_>], sections: &mut [Section<'_>]) {
    for symbol in symbols.iter().filter(|symbol| !symbol.name.is_empty()) {
        if let Definition::Section(index, 0) = symbol.definition {
            let section = &mut sections[index as usize];
            let kind = section.name.strip_suffix(symbol.name);
            section.own |= kind.is_some_and(|kind| [".text.", ".rodata.", ".data.", ".bss."].contains(&kind));
        }
    }
}

fn text<'data>(input: &Input<'data>, bytes: &'data [u8]) -> Result<&'data str, LoadError> {
    std::str::from_utf8(bytes)
        .map_err(|_| LoadError::new(input.name, format!("name {:?} is not UTF-8", String::from_utf8_lossy(bytes))))
}

fn read_sections<'data>(input: &Input<'data>, table: &SectionTable<'data, Header>) -> Result<Vec<Section<'data>>, LoadError> {
    let mut sections = Vec::with_capacity(table.len());
    let mut left = input.bytes.len();
    for header in table.iter() {
        let name = table.section_name(LE, header).map_err(|error| LoadError::new(input.name, error.to_string()))?;
        let section = read_section(input, text(input, name)?, header)?;
        left = left
            .checked_sub(section.data.len())
            .ok_or_else(|| LoadError::new(input.name, format!("section {} overlaps others in the file", section.name)))?;
        sections.push(section);
    }
    Ok(sections)
}

fn read_section<'data>(
    input: &Input<'data>,
    name: &'data str,
    header: &elf::SectionHeader32<LE>,
) -> Result<Section<'data>, LoadError> {
    let flags = header.sh_flags(LE);
    let mut section = Section {
        name,
        alloc: false,
        access: Access::READ,
        own: false,
        align: 1,
        size: 0,
        data: &[],
        relocs: Vec::new(),
        veneers: Veneers::default(),
    };
    // Nothing unwinds ARM's stack.
    if flags & elf::SHF_ALLOC == 0 || header.sh_type(LE) == elf::SHT_ARM_EXIDX {
        return Ok(section);
    }
    let fail = |message: String| LoadError::new(format!("{}: section {name}", input.name), message);
    section.alloc = true;
    section.access = match (flags & elf::SHF_WRITE != 0, flags & elf::SHF_EXECINSTR != 0) {
        (false, false) => Access::READ,
        (true, false) => Access::READ_WRITE,
        (false, true) => Access::READ_EXECUTE,
        (true, true) => return Err(fail("writable and executable".into())),
    };
    if flags & (elf::SHF_TLS | elf::SHF_COMPRESSED) != 0 {
        return Err(fail(format!("flags {flags:#x} (thread-local or compressed) are not supported")));
    }
    section.align = header.sh_addralign(LE).max(1);
    if !section.align.is_power_of_two() {
        return Err(fail(format!("alignment {} is not a power of two", section.align)));
    }
    section.size = header.sh_size(LE);
    section.data = header.data(LE, input.bytes).map_err(|error| fail(error.to_string()))?;
    Ok(section)
}

fn read_symbols<'data>(
    input: &Input<'data>,
    sections: &[Section<'data>],
    symtab: &SymbolTable<'data, Header>,
) -> Result<Vec<Symbol<'data>>, LoadError> {
    let mut symbols = Vec::with_capacity(symtab.len());
    for (index, symbol) in symtab.enumerate() {
        let fail = |message: String| LoadError::new(format!("{}: symbol {}", input.name, index.0), message);
        let name = match index.0 {
            0 => "",
            _ => text(input, symtab.symbol_name(LE, symbol).map_err(|error| fail(error.to_string()))?)?,
        };
        let section = symtab.symbol_section(LE, symbol, index).map_err(|error| fail(error.to_string()))?;
        let definition = match symbol.st_shndx(LE) {
            _ if matches!(symbol.st_type(), elf::STT_FILE | elf::STT_TLS | elf::STT_GNU_IFUNC) => Definition::Unusable,
            elf::SHN_ABS => Definition::Absolute(symbol.st_value(LE)),
            elf::SHN_COMMON => return Err(fail(format!("{name} is common: compile with -fno-common"))),
            elf::SHN_UNDEF => Definition::Undefined,
            other => {
                let section = section.ok_or_else(|| fail(format!("{name} has the special section {other:#x}")))?;
                place_in(sections, section.0, symbol.st_value(LE)).map_err(|message| fail(format!("{name} {message}")))?
            }
        };
        // ARM's `$a` and `$d` tell code from data and name nothing.
        let mapping = symbol.st_type() == elf::STT_NOTYPE && symbol.st_bind() == elf::STB_LOCAL && name.starts_with('$');
        let nameable = matches!(symbol.st_type(), elf::STT_NOTYPE | elf::STT_OBJECT | elf::STT_FUNC);
        let named = nameable && !mapping && !name.is_empty();
        let (global, weak) = match symbol.st_bind() {
            elf::STB_LOCAL => (false, false),
            elf::STB_GLOBAL => (true, false),
            elf::STB_WEAK => (true, true),
            other => return Err(fail(format!("{name} has the unknown binding {other}"))),
        };
        symbols.push(Symbol { name, definition, size: symbol.st_size(LE), global, weak, named });
    }
    Ok(symbols)
}

/// A place in a section. One past the section's end is a place too: that is what an end symbol
/// names.
fn place_in(sections: &[Section<'_>], index: usize, value: u32) -> Result<Definition, String> {
    match sections.get(index) {
        None => Err(format!("lies in section {index}, which does not exist")),
        Some(section) if !section.alloc => Ok(Definition::Unusable),
        Some(section) if value > section.size => {
            Err(format!("lies {value:#x} bytes into section {} of {:#x}", section.name, section.size))
        }
        Some(_) => Ok(Definition::Section(index as u32, value)),
    }
}

fn read_relocations(
    input: &Input<'_>,
    table: &SectionTable<'_, Header>,
    symtab: &SymbolTable<'_, Header>,
    sections: &mut [Section<'_>],
) -> Result<(), LoadError> {
    let mut left = input.bytes.len();
    for header in table.iter() {
        let target = header.sh_info(LE);
        let fail = |message: String| LoadError::new(format!("{}: relocations of section {target}", input.name), message);
        let Some(relocs) = relocations_of(input, header, symtab).map_err(fail)? else { continue };
        let section = sections.get_mut(target as usize).ok_or_else(|| fail("the section does not exist".into()))?;
        if !section.alloc {
            continue;
        }
        left = left.checked_sub(relocs.len()).ok_or_else(|| fail("they overlap others in the file".into()))?;
        section.relocs.extend(relocs);
    }
    Ok(())
}

/// The relocations of a `SHT_REL` or `SHT_RELA` section; `None` for any other.
fn relocations_of(
    input: &Input<'_>,
    header: &elf::SectionHeader32<LE>,
    symtab: &SymbolTable<'_, Header>,
) -> Result<Option<Vec<Reloc>>, String> {
    let (relocs, link) = if let Some((entries, link)) = header.rel(LE, input.bytes).map_err(|error| error.to_string())? {
        (entries.iter().map(|rel| reloc(rel.r_offset(LE), rel.r_sym(LE), rel.r_type(LE), None)).collect::<Vec<_>>(), link)
    } else if let Some((entries, link)) = header.rela(LE, input.bytes).map_err(|error| error.to_string())? {
        let of = |rela: &elf::Rela32<LE>| {
            reloc(rela.r_offset(LE), Rela::r_sym(rela, LE, false), Rela::r_type(rela, LE, false), Some(rela.r_addend(LE)))
        };
        (entries.iter().map(of).collect(), link)
    } else {
        return Ok(None);
    };
    if link != symtab.section() && !relocs.is_empty() {
        return Err(format!("they use symbol table {}, the file has {}", link.0, symtab.section().0));
    }
    match relocs.iter().find(|reloc| reloc.symbol as usize >= symtab.len().max(1)) {
        Some(reloc) => Err(format!("symbol {} at offset {:#x} does not exist", reloc.symbol, reloc.offset)),
        None => Ok(Some(relocs)),
    }
}

fn reloc(offset: u32, symbol: u32, kind: u32, addend: Option<i32>) -> Reloc {
    Reloc { offset, symbol, kind, addend }
}
