//! Builds an object file function by function.
//!
//! [`ObjectBuilder::new`] numbers the symbols and lays out the globals,
//! [`ObjectBuilder::add_function`] appends code and its relocations in their final form,
//! [`ObjectBuilder::finish`] writes the symbol table and puts the file together. A relocation costs
//! a table lookup; names are hashed once for each external symbol, constants once for each function
//! that uses them.

use std::io::{self, Write};
use std::ops::Range;

use super::data::{DataLayout, DataSection, LaidOut};
use super::elf::reloc::RelocTable;
use super::elf::section::{self, Content, Section, write_file};
use super::elf::strtab::StringTable;
use super::elf::symtab::{Binding, Kind, SHN_UNDEF, Symbol};
use super::file::Contents;
use super::own;
use super::pool::{MergedPool, SIZES, TABLES};
use super::symbols::{Entity, Symbols, module_error, no_code};
use super::{Arrangement, CodeStore, ElfTarget, ObjectFile, data};
use crate::error::TranslateError;
use crate::ice::{FuncId, GlobalInit, Module};
use crate::mc::{FuncCode, SymbolRef};
use crate::options::OwnSections;
use crate::util::entity::EntityVec;
use crate::util::rng::Rng;

/// Where a function's code lies among all code.
#[derive(Copy, Clone, Debug)]
struct CodePlace {
    offset: u32,
    size: u32,
    /// Which of the sections of code it is in.
    section: u32,
}

/// A section of code: its relocations, and of a function's own what else it has.
#[derive(Debug)]
struct CodeSection {
    /// The function, if it is one's own.
    own: Option<FuncId>,
    relocs: RelocTable,
    /// The jump tables: where they end among those of all functions.
    tables_end: u32,
    table_relocs: RelocTable,
}

/// A table of relocations and the number that it waited for.
#[derive(Debug)]
struct CompletedRelocs {
    table: RelocTable,
    first_global: u32,
}

impl Contents for CompletedRelocs {
    fn size(&self) -> u64 {
        self.table.size()
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.table.write_to(self.first_global, out)
    }
}

/// An object file under construction.
pub struct ObjectBuilder<'m> {
    module: &'m Module,
    target: ElfTarget,
    layout: DataLayout,
    symbols: Symbols<'m>,
    text: Box<dyn CodeStore>,
    code: EntityVec<FuncId, Option<CodePlace>>,
    /// One that functions share, or one for each that has been added.
    code_sections: Vec<CodeSection>,
    own: OwnSections,
    /// The binding of the functions that are defined and exported.
    exported: Binding,
    pool: MergedPool,
    /// Where the order of the pool comes from, if not from the code.
    pool_order: Option<Rng>,
    /// Merged numbers of the constants of the function being added.
    pool_numbers: Vec<u32>,
    /// The same for its jump tables.
    table_numbers: Vec<u32>,
    /// By section of globals.
    data_relocs: Vec<RelocTable>,
    /// What every table of relocations starts as.
    no_relocs: RelocTable,
}

impl<'m> ObjectBuilder<'m> {
    /// Starts the object file of a module. Fails on a module that no object file can hold: see
    /// [`data`] for its limits, and external symbols with the same name.
    pub fn new(module: &'m Module, target: ElfTarget, arrangement: &Arrangement) -> Result<Self, TranslateError> {
        assert!(target.text_align.is_power_of_two(), "function alignment {}", target.text_align);
        let no_relocs = RelocTable::new(target.class, target.rela);
        let own = arrangement.own;
        let layout = DataLayout::new(module, arrangement.globals.clone(), own.has_data())?;
        let mut code = EntityVec::new();
        code.resize(module.funcs.len(), None);
        let mut builder = Self {
            module,
            target,
            data_relocs: vec![no_relocs.clone(); layout.sections().len()],
            layout,
            symbols: Symbols::new(module)?,
            text: Box::new(Vec::new()),
            code,
            code_sections: Vec::new(),
            own,
            exported: Binding::Global,
            pool: MergedPool::default(),
            pool_order: arrangement.pooled_constants.clone(),
            pool_numbers: Vec::new(),
            table_numbers: Vec::new(),
            no_relocs,
        };
        if !own.has_functions() {
            builder.add_code_section(None);
        }
        builder.relocate_initial_values();
        Ok(builder)
    }

    fn add_code_section(&mut self, own: Option<FuncId>) {
        let (relocs, table_relocs) = (self.no_relocs.clone(), self.no_relocs.clone());
        self.code_sections.push(CodeSection { own, relocs, tables_end: 0, table_relocs });
    }

    fn relocate_initial_values(&mut self) {
        for &id in self.layout.order() {
            let global = &self.module.globals[id];
            let Some(place) = self.layout.place_of(id) else { continue };
            if self.layout.section(place.section).kind == DataSection::Bss {
                continue;
            }
            let relocs = &mut self.data_relocs[place.section as usize];
            let mut offset = place.offset;
            for piece in &global.init {
                match *piece {
                    GlobalInit::FuncAddr(func, addend) => {
                        relocs.push(offset, self.symbols.func(func), self.target.abs32_reloc, addend);
                    }
                    GlobalInit::GlobalAddr(global, addend) => {
                        let addend = if fault!(DataAddend, addend != 0) { addend.wrapping_mul(2) } else { addend };
                        relocs.push(offset, self.symbols.global(global), self.target.abs32_reloc, addend);
                    }
                    GlobalInit::Data(_) | GlobalInit::Zero(_) => {}
                }
                offset += piece.size() as u32;
            }
        }
    }

    /// Makes the functions that the file defines and exports weak (`STB_WEAK`).
    pub fn make_functions_weak(&mut self) {
        self.exported = Binding::Weak;
    }

    /// Says where the code is to be kept. To be called before any function is added.
    pub fn keep_code_in(&mut self, store: Box<dyn CodeStore>) {
        debug_assert_eq!((self.text.size(), store.size()), (0, 0), "code is there already");
        self.text = store;
    }

    /// Appends the code of a defined function. Functions lie in the order of these calls. Fails
    /// when `.text` outgrows 32 bits.
    pub fn add_function(&mut self, func: FuncId, code: &FuncCode) -> Result<(), TranslateError> {
        assert!(self.module.funcs[func].defined, "code for the undefined function {func}");
        assert!(self.code[func].is_none(), "two codes for {func}");
        let end = self.text.size();
        let start = end.next_multiple_of(self.target.text_align.into());
        if u32::try_from(start + code.bytes.len() as u64).is_err() {
            return Err(module_error("the code takes more than 4 GiB".into()));
        }
        self.text.fill((start - end) as usize, self.target.text_pad);
        self.text.extend(&code.bytes);
        if self.own.has_functions() {
            self.add_code_section(Some(func));
        }
        let section = self.code_sections.len() as u32 - 1;
        self.code[func] = Some(CodePlace { offset: start as u32, size: code.bytes.len() as u32, section });

        self.pool_numbers.clear();
        self.pool_numbers.extend(code.pool.iter().map(|&constant| self.pool.intern(constant)));
        self.add_tables(func, code);
        let base = if self.own.has_functions() { 0 } else { start as u32 };
        let relocs = &mut self.code_sections[section as usize].relocs;
        for reloc in &code.relocs {
            let symbol = match reloc.target {
                SymbolRef::Func(func) => self.symbols.func(func),
                SymbolRef::Global(global) => self.symbols.global(global),
                SymbolRef::Pool(id) => self.symbols.constant(self.pool_numbers[id.as_u32() as usize]),
                SymbolRef::Table(id) => self.symbols.constant(self.table_numbers[id.as_u32() as usize]),
                SymbolRef::Helper(helper) => self.symbols.helper(helper),
            };
            relocs.push(base + reloc.offset, symbol, reloc.kind, reloc.addend);
        }
        Ok(())
    }

    /// Appends a function's jump tables: each entry is the function's address plus an offset.
    fn add_tables(&mut self, func: FuncId, code: &FuncCode) {
        self.table_numbers.clear();
        let base = if self.own.has_functions() { self.pool.section(TABLES).len() as u32 } else { 0 };
        let section = self.code_sections.last_mut().expect("the function's own, or the one of all");
        for table in code.tables.iter() {
            let start = self.pool.section(TABLES).len() as u32 - base;
            let in_place = |&offset: &u32| if self.target.rela { 0 } else { offset };
            self.table_numbers.push(self.pool.add_table(table.iter().map(in_place)));
            let symbol = self.symbols.func(func);
            for (index, &offset) in table.iter().enumerate() {
                section.table_relocs.push(start + 4 * index as u32, symbol, self.target.abs32_reloc, offset as i32);
            }
        }
        section.tables_end = self.pool.section(TABLES).len() as u32;
    }

    /// Puts the file together. Fails if a defined function has no code, if there are more symbols
    /// than relocations can number, or if the file would have 4 GiB or more.
    pub fn finish(mut self) -> Result<ObjectFile, TranslateError> {
        self.pool_order.take().into_iter().for_each(|mut rng| self.pool.reorder(&mut rng));
        if let Some((func, _)) = self.module.funcs.iter().find(|&(id, decl)| decl.defined && self.code[id].is_none()) {
            return Err(no_code(self.module, func));
        }
        let mapping = self.mapping_symbols().count();
        let first_global = 1 + self.symbols.local_entities.len() + self.pool.places().len() + mapping;
        let symbol_count = first_global + self.symbols.global_entities.len();
        if symbol_count > self.target.class.max_symbols() {
            return Err(module_error(format!("{symbol_count} symbols are more than relocations can number")));
        }
        let first_global = first_global as u32;
        let sections = ContentSections::new(&self);
        own::check_count(sections.list.len() + self.reloc_tables().count() + 3)?;
        let (symtab, strtab) = self.symbol_table(&sections, symbol_count);
        let sections = sections.with_tables(&self, first_global, symtab.len(), strtab.bytes().len());
        let (layout, module, in_place) = (&self.layout, self.module, !self.target.rela);
        let pieces = write_file(self.target.class, self.target.machine, self.target.flags, &sections, |section, out| {
            layout.write_section(module, section, in_place, out);
        });
        let pieces = pieces.ok_or_else(|| module_error("the object file takes more than 4 GiB".into()))?;
        // What is apart, in the order of the sections.
        let mut apart: Vec<Box<dyn Contents>> = vec![self.text];
        let (text, tables): (Vec<_>, Vec<_>) =
            self.code_sections.into_iter().map(|section| (section.relocs, section.table_relocs)).unzip();
        let relocs = text.into_iter().chain(self.data_relocs).chain(tables);
        for table in relocs.filter(|table| !table.is_empty()) {
            apart.push(Box::new(CompletedRelocs { table, first_global }));
        }
        apart.push(Box::new(symtab));
        apart.push(Box::new(strtab.into_bytes()));
        let mut parts = Vec::with_capacity(2 * pieces.len());
        let mut apart = apart.into_iter();
        for piece in pieces {
            parts.push(Box::new(piece) as Box<dyn Contents>);
            parts.extend(apart.next());
        }
        debug_assert!(apart.next().is_none(), "a part of the file has no section");
        Ok(ObjectFile::of(parts))
    }

    /// The tables of relocations that are not empty, in the order in which they lie, and what each is about.
    fn reloc_tables(&self) -> impl Iterator<Item = (&RelocTable, Relocated)> {
        let code = || self.code_sections.iter().enumerate();
        let text = code().map(|(at, section)| (&section.relocs, Relocated::Code(at)));
        let data = self.data_relocs.iter().enumerate().map(|(at, relocs)| (relocs, Relocated::Data(at)));
        let tables = code().map(|(at, section)| (&section.table_relocs, Relocated::Tables(at)));
        text.chain(data).chain(tables).filter(|(relocs, _)| !relocs.is_empty())
    }

    /// The symbols that say that sections of code hold instructions, from start to end: a name, and the
    /// number of the section.
    fn mapping_symbols(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let name = self.target.mapping_symbol.filter(|_| self.text.size() > 0);
        name.into_iter().flat_map(|name| (0..self.code_sections.len()).map(move |section| (name, section)))
    }

    /// The section of code that a jump table belongs to.
    fn section_of_table(&self, offset: u32) -> usize {
        self.code_sections.partition_point(|section| section.tables_end <= offset)
    }

    /// Where the jump tables of a section of code lie among all.
    fn tables_of(&self, section: usize) -> Range<usize> {
        let start = section.checked_sub(1).map_or(0, |before| self.code_sections[before].tables_end);
        start as usize..self.code_sections[section].tables_end as usize
    }

    fn symbol_table(&self, sections: &ContentSections<'_>, symbol_count: usize) -> (Vec<u8>, StringTable) {
        let class = self.target.class;
        let mut symtab = Vec::with_capacity(symbol_count * class.symbol_size() as usize);
        let mut strtab = StringTable::with_capacity(symbol_count * 16);
        Symbol::NULL.write(class, &mut symtab);
        for &entity in &self.symbols.local_entities {
            self.symbol(entity, Binding::Local, sections, &mut strtab).write(class, &mut symtab);
        }
        for (number, place) in self.pool.places().iter().enumerate() {
            let (section, value) = match usize::from(place.class) {
                TABLES => {
                    let code = self.section_of_table(place.offset);
                    (sections.tables[code], place.offset - self.tables_of(code).start as u32)
                }
                pool => (sections.pools[pool], place.offset),
            };
            Symbol {
                name: strtab.add_numbered(".LC", number as u32),
                value,
                size: place.size,
                binding: Binding::Local,
                kind: Kind::Object,
                section,
            }
            .write(class, &mut symtab);
        }
        for (name, section) in self.mapping_symbols() {
            Symbol { name: strtab.add(name), section: sections.code[section], ..Symbol::NULL }.write(class, &mut symtab);
        }
        for &entity in &self.symbols.global_entities {
            self.symbol(entity, Binding::Global, sections, &mut strtab).write(class, &mut symtab);
        }
        (symtab, strtab)
    }

    fn symbol(&self, entity: Entity, binding: Binding, sections: &ContentSections<'_>, strtab: &mut StringTable) -> Symbol {
        let mut named = |name: &str, prefix, number| match name {
            "" => strtab.add_numbered(prefix, number),
            name => strtab.add(name),
        };
        match entity {
            Entity::Func(id) => {
                let name = named(&self.module.funcs[id].name, "Function", id.as_u32());
                match self.code[id] {
                    None => Symbol { name, binding, ..Symbol::NULL },
                    Some(CodePlace { offset, size, section }) => {
                        let binding = if binding == Binding::Global { self.exported } else { binding };
                        let (value, section) =
                            (if self.own.has_functions() { 0 } else { offset }, sections.code[section as usize]);
                        Symbol { name, value, size, binding, kind: Kind::Func, section }
                    }
                }
            }
            Entity::Global(id) => {
                let name = named(&self.module.globals[id].name, "Global", id.as_u32());
                match self.layout.place_of(id) {
                    None => Symbol { name, binding, ..Symbol::NULL },
                    Some(data::Placement { section, offset, size }) => {
                        let section = sections.data[section as usize];
                        Symbol { name, value: offset, size, binding, kind: Kind::Object, section }
                    }
                }
            }
            Entity::Helper(helper) => Symbol { name: strtab.add(helper.name()), binding, ..Symbol::NULL },
        }
    }
}

/// What relocations are about: the number of a section of code, of globals, or of code whose jump tables
/// they are about.
#[derive(Copy, Clone)]
enum Relocated {
    Code(usize),
    Data(usize),
    Tables(usize),
}

/// The sections that hold code and data, and their indices; [`SHN_UNDEF`] for those that are left
/// out.
struct ContentSections<'b> {
    list: Vec<Section<'b, u32>>,
    /// By section of code.
    code: Vec<u16>,
    /// By section of globals.
    data: Vec<u16>,
    /// By size of constants.
    pools: [u16; SIZES.len()],
    /// By section of code.
    tables: Vec<u16>,
}

impl<'b> ContentSections<'b> {
    fn new(builder: &'b ObjectBuilder<'_>) -> Self {
        let list = Vec::with_capacity(16);
        let mut sections = Self { list, code: Vec::new(), data: Vec::new(), pools: [SHN_UNDEF; SIZES.len()], tables: Vec::new() };
        sections.add_code(builder);
        sections.add_data(builder);
        for (class, name) in [".rodata.cst4", ".rodata.cst8", ".rodata.cst16"].into_iter().enumerate() {
            let (bytes, size) = (builder.pool.section(class), SIZES[class] as u32);
            if !bytes.is_empty() {
                let (flags, content) = (section::ALLOC | section::MERGE, Content::Bytes(bytes));
                let section = Section { entry_size: size, ..Section::new(name, section::PROGBITS, flags, size, content) };
                sections.pools[class] = sections.push(section);
            }
        }
        sections.add_tables(builder);
        sections.push(Section::new(".note.GNU-stack", section::PROGBITS, 0, 1, Content::Bytes(&[])));
        for extra in builder.target.extra_sections {
            let section = Section::new(extra.name, extra.kind, extra.flags, extra.align, Content::Bytes(extra.bytes));
            sections.push(Section { entry_size: extra.entry_size, ..section });
        }
        sections
    }

    /// There is always a `.text`, as assemblers make it: of all functions, or empty before theirs.
    fn add_code(&mut self, builder: &ObjectBuilder<'_>) {
        let align = builder.target.text_align;
        let mut add = |name, content| {
            let section = Section::new(name, section::PROGBITS, section::ALLOC | section::EXEC, align, content);
            self.push(section)
        };
        if !builder.own.has_functions() {
            let index = add(".text".into(), Content::Apart(builder.text.size()));
            return self.code.push(index);
        }
        add(".text".into(), Content::Apart(0));
        let functions = builder.code_sections.iter().filter_map(|section| section.own);
        let indices = functions.map(|func| {
            let size = builder.code[func].map_or(0, |place| place.size);
            add(own::code(builder.own, &builder.module.func_symbol(func)), Content::Continued(size.into()))
        });
        let indices = indices.collect();
        self.code = indices;
    }

    fn add_data(&mut self, builder: &ObjectBuilder<'_>) {
        for (number, laid_out) in builder.layout.sections().iter().enumerate() {
            // A section of nothing but globals of size 0 exists: their symbols need a home.
            if builder.layout.globals_in(number as u32).next().is_none() {
                self.data.push(SHN_UNDEF);
                continue;
            }
            let LaidOut { kind, own: variable, extent } = *laid_out;
            let name = own::data(kind, variable.map(|id| builder.module.global_symbol(id)).as_deref());
            let (kind, flags, content) = match kind {
                DataSection::Rodata => (section::PROGBITS, 0, Content::Deferred(extent.size, number as u32)),
                DataSection::Data => (section::PROGBITS, section::WRITE, Content::Deferred(extent.size, number as u32)),
                DataSection::Bss => (section::NOBITS, section::WRITE, Content::NoBits(extent.size)),
            };
            let index = self.push(Section::new(name, kind, section::ALLOC | flags, extent.align, content));
            self.data.push(index);
        }
    }

    fn add_tables(&mut self, builder: &'b ObjectBuilder<'_>) {
        for number in 0..builder.code_sections.len() {
            let tables = &builder.pool.section(TABLES)[builder.tables_of(number)];
            if tables.is_empty() {
                self.tables.push(SHN_UNDEF);
                continue;
            }
            let function = builder.code_sections[number].own.map(|func| builder.module.func_symbol(func)).unwrap_or_default();
            let name = own::tables(builder.own, &function);
            let index = self.push(Section::new(name, section::PROGBITS, section::ALLOC, 4, Content::Bytes(tables)));
            self.tables.push(index);
        }
    }

    /// Appends a section and returns its index.
    fn push(&mut self, section: Section<'b, u32>) -> u16 {
        self.list.push(section);
        self.list.len() as u16
    }

    fn index(&self, relocated: Relocated) -> u16 {
        match relocated {
            Relocated::Code(at) => self.code[at],
            Relocated::Data(at) => self.data[at],
            Relocated::Tables(at) => self.tables[at],
        }
    }

    /// The complete list: relocations, symbols and names added.
    fn with_tables(
        self,
        builder: &'b ObjectBuilder<'_>,
        first_global: u32,
        symtab_size: usize,
        strtab_size: usize,
    ) -> Vec<Section<'b, u32>> {
        let table_align = builder.target.class.word_size();
        let symtab_index = (self.list.len() + builder.reloc_tables().count() + 1) as u32;
        let (prefix, kind) = if builder.target.rela { (".rela", section::RELA) } else { (".rel", section::REL) };
        let tables: Vec<Section<'_, u32>> = builder
            .reloc_tables()
            .map(|(relocs, relocated)| {
                let applies_to = self.index(relocated);
                let name = format!("{prefix}{}", self.list[usize::from(applies_to) - 1].name);
                Section {
                    link: symtab_index,
                    info: u32::from(applies_to),
                    entry_size: relocs.entry_size(),
                    ..Section::new(name, kind, section::INFO_LINK, table_align, Content::Apart(relocs.size()))
                }
            })
            .collect();
        let mut list = self.list;
        list.extend(tables);
        list.push(Section {
            link: symtab_index + 1,
            info: first_global,
            entry_size: builder.target.class.symbol_size(),
            ..Section::new(".symtab", section::SYMTAB, 0, table_align, Content::Apart(symtab_size as u64))
        });
        list.push(Section::new(".strtab", section::STRTAB, 0, 1, Content::Apart(strtab_size as u64)));
        list.push(Section::new(".shstrtab", section::STRTAB, 0, 1, Content::SectionNames));
        list
    }
}
