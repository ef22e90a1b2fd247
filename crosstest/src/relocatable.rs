//! ELF relocatable objects as plain tables: read, changed, written again.
//!
//! In: the bytes of an `ET_REL` file, 32 or 64 bits, of either byte order. Out: an [`Object`]:
//! sections with their bytes and relocations, symbols; or one line that says what is wrong. Tables
//! that only describe others (symbols, strings, relocations, groups) become part of what they
//! describe, and stand as empty sections so that indices stay the file's. [`Object::write`] makes a
//! file of it again. The file is untrusted. Time and space are linear in its length. Source:
//! [SYSV-GABI] "Object Files".

use object::Endianness;
use object::elf;
use object::read::elf::{FileHeader, Rel as _, Rela as _, SectionHeader as _, Sym as _};
use object::write::elf::{FileHeader as NewHeader, Rel, SectionHeader, SectionIndex, Sym, SymbolIndex, Writer};

/// A relocatable object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Whether it is of the 64-bit class.
    pub is_64: bool,
    /// Byte order.
    pub endian: Endianness,
    /// The machine, as the file's header says.
    pub machine: u16,
    /// Flags of the machine.
    pub flags: u32,
    /// Sections, by the file's index; the first stands for none.
    pub sections: Vec<Section>,
    /// Symbols, by the file's index; the first stands for none.
    pub symbols: Vec<Symbol>,
}

/// A section.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// `SHT_*`.
    pub kind: u32,
    /// `SHF_*`.
    pub flags: u64,
    /// Alignment, at least 1.
    pub align: u64,
    /// Size of an entry, for tables.
    pub entry_size: u64,
    /// Size in memory.
    pub size: u64,
    /// Content; empty if it takes no place in the file.
    pub data: Vec<u8>,
    /// Whether it was one of a group of which a program takes one: other objects may have it, too.
    /// Groups are not written again.
    pub grouped: bool,
    /// The section that it goes with, for `SHF_LINK_ORDER`.
    pub link: usize,
    /// Relocations of its content.
    pub relocs: Vec<Reloc>,
    /// Whether relocations state their addend.
    pub rela: bool,
}

/// A relocation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reloc {
    /// Offset in the section.
    pub offset: u64,
    /// Index of a symbol.
    pub symbol: usize,
    /// The machine's number for the kind.
    pub kind: u32,
    /// The addend, if it is stated.
    pub addend: i64,
}

/// Where a symbol is defined.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DefinedIn {
    /// Elsewhere.
    Undefined,
    /// In a section of this object.
    Section(usize),
    /// Nowhere in particular: `SHN_ABS`, `SHN_COMMON`.
    Special(u16),
}

/// A symbol.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name; may be empty.
    pub name: String,
    /// Where it is defined.
    pub defined_in: DefinedIn,
    /// Offset in the section, or what the place makes of it.
    pub value: u64,
    /// Size in bytes; 0 if unknown.
    pub size: u64,
    /// `STT_*`.
    pub kind: u8,
    /// `STB_*`.
    pub bind: u8,
    /// Visibility.
    pub other: u8,
}

impl Section {
    /// Whether it takes memory.
    pub fn is_alloc(&self) -> bool {
        self.flags & u64::from(elf::SHF_ALLOC) != 0
    }

    /// Whether it holds code.
    pub fn is_code(&self) -> bool {
        self.is_alloc() && self.flags & u64::from(elf::SHF_EXECINSTR) != 0
    }

    /// Whether the program may write to it.
    pub fn is_writable(&self) -> bool {
        self.flags & u64::from(elf::SHF_WRITE) != 0
    }
}

impl Symbol {
    /// The symbol that stands for none.
    pub fn null() -> Symbol {
        Symbol { name: String::new(), defined_in: DefinedIn::Undefined, value: 0, size: 0, kind: 0, bind: 0, other: 0 }
    }

    /// The section in which it is defined.
    pub fn section(&self) -> Option<usize> {
        match self.defined_in {
            DefinedIn::Section(index) => Some(index),
            _ => None,
        }
    }
}

impl Object {
    /// Reads an object. The error is one line that does not name the file.
    pub fn read(bytes: &[u8]) -> Result<Object, String> {
        match bytes.get(..5) {
            Some([0x7f, b'E', b'L', b'F', elf::ELFCLASS32]) => read::<elf::FileHeader32<Endianness>>(bytes, false),
            Some([0x7f, b'E', b'L', b'F', elf::ELFCLASS64]) => read::<elf::FileHeader64<Endianness>>(bytes, true),
            _ => Err("not an ELF file".into()),
        }
    }

    /// The object without the empty sections that stand for the file's tables, as [`write`](Self::write)
    /// wants it: the others have new indices.
    pub fn without_tables(mut self) -> Object {
        let is_kept = |section: &Section| !is_table(section.kind) || section.kind == elf::SHT_NULL;
        let mut next = 0;
        let now: Vec<usize> = self
            .sections
            .iter()
            .map(|section| {
                let place = next;
                next += usize::from(is_kept(section));
                if is_kept(section) { place } else { 0 }
            })
            .collect();
        self.sections.retain(is_kept);
        self.sections.iter_mut().for_each(|section| section.link = now.get(section.link).copied().unwrap_or(0));
        for symbol in &mut self.symbols {
            if let DefinedIn::Section(section) = &mut symbol.defined_in {
                *section = now[*section];
            }
        }
        self
    }

    /// The bytes of a symbol's definition, if it has any.
    pub fn bytes_of(&self, symbol: &Symbol) -> Option<&[u8]> {
        let section = &self.sections[symbol.section()?];
        let start = usize::try_from(symbol.value).ok()?;
        section.data.get(start..start.checked_add(usize::try_from(symbol.size).ok()?)?)
    }
}

fn read<H: FileHeader<Endian = Endianness>>(bytes: &[u8], is_64: bool) -> Result<Object, String> {
    let fail = |error: object::read::Error| error.to_string();
    let header = H::parse(bytes).map_err(fail)?;
    let endian = header.endian().map_err(fail)?;
    if header.e_type(endian) != elf::ET_REL {
        return Err("not a relocatable object (compile with -c and do not link)".into());
    }
    let table = header.sections(endian, bytes).map_err(fail)?;
    let mut sections: Vec<Section> = Vec::with_capacity(table.len());
    for (index, header) in table.enumerate() {
        let name = table.section_name(endian, header).map_err(fail)?;
        let kind = header.sh_type(endian);
        let mut section = Section { name: String::from_utf8_lossy(name).into_owned(), kind, align: 1, ..Section::default() };
        if index.0 != 0 && !is_table(kind) {
            let flags: u64 = header.sh_flags(endian).into();
            section.grouped = flags & u64::from(elf::SHF_GROUP) != 0;
            section.flags = flags & !u64::from(elf::SHF_GROUP);
            section.align = header.sh_addralign(endian).into().max(1);
            section.entry_size = header.sh_entsize(endian).into();
            section.size = header.sh_size(endian).into();
            section.data = header.data(endian, bytes).map_err(fail)?.to_vec();
            section.link = header.sh_link(endian) as usize;
        }
        sections.push(section);
    }
    let symtab = table.symbols(endian, bytes, elf::SHT_SYMTAB).map_err(fail)?;
    let mut symbols = vec![Symbol::null()];
    for (index, symbol) in symtab.enumerate().filter(|(index, _)| index.0 != 0) {
        let name = symtab.symbol_name(endian, symbol).map_err(fail)?;
        let section = symtab.symbol_section(endian, symbol, index).map_err(fail)?;
        let defined_in = match (section, symbol.st_shndx(endian)) {
            (Some(section), _) if section.0 < sections.len() => DefinedIn::Section(section.0),
            (Some(section), _) => return Err(format!("symbol {} lies in section {section}, which does not exist", index.0)),
            (None, elf::SHN_UNDEF) => DefinedIn::Undefined,
            (None, special) => DefinedIn::Special(special),
        };
        symbols.push(Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            defined_in,
            value: symbol.st_value(endian).into(),
            size: symbol.st_size(endian).into(),
            kind: symbol.st_type(),
            bind: symbol.st_bind(),
            other: symbol.st_other(),
        });
    }
    for header in table.iter() {
        let relocs: Option<(Vec<Reloc>, bool)> = if let Some((entries, _)) = header.rel(endian, bytes).map_err(fail)? {
            let reloc = |rel: &H::Rel| Reloc {
                offset: rel.r_offset(endian).into(),
                symbol: rel.r_sym(endian) as usize,
                kind: rel.r_type(endian),
                addend: 0,
            };
            Some((entries.iter().map(reloc).collect(), false))
        } else if let Some((entries, _)) = header.rela(endian, bytes).map_err(fail)? {
            let reloc = |rela: &H::Rela| Reloc {
                offset: rela.r_offset(endian).into(),
                symbol: rela.r_sym(endian, false) as usize,
                kind: rela.r_type(endian, false),
                addend: rela.r_addend(endian).into(),
            };
            Some((entries.iter().map(reloc).collect(), true))
        } else {
            None
        };
        let Some((relocs, rela)) = relocs else { continue };
        if let Some(reloc) = relocs.iter().find(|reloc| reloc.symbol >= symbols.len()) {
            return Err(format!("a relocation names symbol {}, which does not exist", reloc.symbol));
        }
        let target = header.sh_info(endian) as usize;
        let section = sections.get_mut(target).ok_or_else(|| format!("relocations of section {target}, which does not exist"))?;
        section.relocs.extend(relocs);
        section.rela = rela;
    }
    Ok(Object { is_64, endian, machine: header.e_machine(endian), flags: header.e_flags(endian), sections, symbols })
}

/// Whether a section only describes others.
fn is_table(kind: u32) -> bool {
    let tables = [elf::SHT_NULL, elf::SHT_SYMTAB, elf::SHT_STRTAB, elf::SHT_REL, elf::SHT_RELA, elf::SHT_GROUP];
    tables.contains(&kind) || kind == elf::SHT_SYMTAB_SHNDX
}

/// Where the parts of a section go in the file.
#[derive(Default)]
struct Offsets {
    data: usize,
    relocs: usize,
}

impl Object {
    /// Makes a file. Local symbols have to stand before the others, and sections that are mere
    /// tables must not be among the sections.
    pub fn write(&self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let mut out = Writer::new(self.endian, self.is_64, &mut bytes);
        let sections = &self.sections[1..];
        let reloc_names: Vec<String> =
            sections.iter().map(|section| format!("{}{}", if section.rela { ".rela" } else { ".rel" }, section.name)).collect();
        out.reserve_file_header();
        out.reserve_null_section_index();
        let names: Vec<_> = sections.iter().map(|section| out.add_section_name(section.name.as_bytes())).collect();
        for _ in sections {
            out.reserve_section_index();
        }
        let with_relocs = || sections.iter().enumerate().filter(|(_, section)| !section.relocs.is_empty());
        let mut reloc_ids = Vec::new();
        for (index, _) in with_relocs() {
            reloc_ids.push(out.add_section_name(reloc_names[index].as_bytes()));
            out.reserve_section_index();
        }
        let symtab = out.reserve_symtab_section_index();
        if self.sections.len() >= usize::from(elf::SHN_LORESERVE) {
            out.reserve_symtab_shndx_section_index();
        }
        out.reserve_strtab_section_index();
        out.reserve_shstrtab_section_index();
        out.reserve_null_symbol_index();
        let mut symbol_names = vec![None];
        for symbol in &self.symbols[1..] {
            symbol_names.push((!symbol.name.is_empty()).then(|| out.add_string(symbol.name.as_bytes())));
            out.reserve_symbol_index(symbol.section().map(|index| SectionIndex(index as u32)));
        }
        let mut offsets: Vec<Offsets> = Vec::new();
        for section in sections {
            let data = if section.data.is_empty() { 0 } else { out.reserve(section.data.len(), section.align as usize) };
            offsets.push(Offsets { data, relocs: 0 });
        }
        for (index, section) in with_relocs() {
            offsets[index].relocs = out.reserve_relocations(section.relocs.len(), section.rela);
        }
        out.reserve_symtab();
        out.reserve_symtab_shndx();
        out.reserve_strtab();
        out.reserve_shstrtab();
        out.reserve_section_headers();
        let header = NewHeader {
            os_abi: 0,
            abi_version: 0,
            e_type: elf::ET_REL,
            e_machine: self.machine,
            e_entry: 0,
            e_flags: self.flags,
        };
        out.write_file_header(&header).map_err(|error| error.to_string())?;
        for section in sections.iter().filter(|section| !section.data.is_empty()) {
            out.write_align(section.align as usize);
            out.write(&section.data);
        }
        for (_, section) in with_relocs() {
            out.write_align_relocation();
            for &Reloc { offset, symbol, kind, addend } in &section.relocs {
                let SymbolIndex(symbol) = SymbolIndex(symbol as u32);
                out.write_relocation(section.rela, &Rel { r_offset: offset, r_sym: symbol, r_type: kind, r_addend: addend });
            }
        }
        self.write_symbols(&mut out, &symbol_names);
        out.write_strtab();
        out.write_shstrtab();
        out.write_null_section_header();
        for ((section, name), offsets) in sections.iter().zip(names).zip(&offsets) {
            let is_linked = section.flags & u64::from(elf::SHF_LINK_ORDER) != 0;
            out.write_section_header(&SectionHeader {
                name: Some(name),
                sh_type: section.kind,
                sh_flags: section.flags,
                sh_addr: 0,
                sh_offset: offsets.data as u64,
                sh_size: section.size,
                sh_link: if is_linked { section.link as u32 } else { 0 },
                sh_info: 0,
                sh_addralign: section.align,
                sh_entsize: section.entry_size,
            });
        }
        for ((index, section), name) in with_relocs().zip(reloc_ids) {
            let target = SectionIndex(index as u32 + 1);
            let count = section.relocs.len();
            out.write_relocation_section_header(name, target, symtab, offsets[index].relocs, count, section.rela);
        }
        let locals = self.symbols.iter().take_while(|symbol| symbol.bind == elf::STB_LOCAL).count();
        out.write_symtab_section_header(locals as u32);
        out.write_symtab_shndx_section_header();
        out.write_strtab_section_header();
        out.write_shstrtab_section_header();
        Ok(bytes)
    }

    fn write_symbols(&self, out: &mut Writer<'_>, names: &[Option<object::write::StringId>]) {
        out.write_null_symbol();
        for (symbol, &name) in self.symbols.iter().zip(names).skip(1) {
            out.write_symbol(&Sym {
                name,
                section: symbol.section().map(|index| SectionIndex(index as u32)),
                st_info: symbol.bind << 4 | symbol.kind & 0xf,
                st_other: symbol.other,
                st_shndx: match symbol.defined_in {
                    DefinedIn::Special(special) => special,
                    _ => elf::SHN_UNDEF,
                },
                st_value: symbol.value,
                st_size: symbol.size,
            });
        }
        out.write_symtab_shndx();
    }
}
