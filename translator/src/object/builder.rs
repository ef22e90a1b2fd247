//! Builds an object file function by function.
//!
//! [`ObjectBuilder::new`] numbers the symbols and lays out the globals,
//! [`ObjectBuilder::add_function`] appends code and its relocations in their final form,
//! [`ObjectBuilder::finish`] writes the symbol table and puts the file together. A relocation costs
//! a table lookup; names are hashed once for each external symbol, constants once for each function
//! that uses them.

use std::io::{self, Write};

use super::data::{DataLayout, DataSection};
use super::elf::reloc::RelocTable;
use super::elf::section::{self, Content, Section, write_file};
use super::elf::strtab::StringTable;
use super::elf::symtab::{Binding, Kind, SHN_UNDEF, Symbol};
use super::file::Contents;
use super::pool::{MergedPool, SECTIONS, SIZES, TABLES, TABLES_NAME};
use super::symbols::{Entity, Symbols, module_error, no_code};
use super::{CodeStore, ElfTarget, ObjectFile, Orders, data};
use crate::error::TranslateError;
use crate::ice::{FuncId, GlobalInit, Module};
use crate::mc::{FuncCode, SymbolRef};
use crate::util::entity::EntityVec;
use crate::util::rng::Rng;

/// Where a function's code lies in `.text`.
#[derive(Copy, Clone, Debug)]
struct CodePlace {
    offset: u32,
    size: u32,
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
    /// The binding of the functions that are defined and exported.
    exported: Binding,
    pool: MergedPool,
    /// Where the order of the pool comes from, if not from the code.
    pool_order: Option<Rng>,
    /// Merged numbers of the constants of the function being added.
    pool_numbers: Vec<u32>,
    /// The same for its jump tables.
    table_numbers: Vec<u32>,
    text_relocs: RelocTable,
    rodata_relocs: RelocTable,
    data_relocs: RelocTable,
    table_relocs: RelocTable,
}

impl<'m> ObjectBuilder<'m> {
    /// Starts the object file of a module. Fails on a module that no object file can hold: see
    /// [`data`] for its limits, and external symbols with the same name.
    pub fn new(module: &'m Module, target: ElfTarget, orders: &Orders) -> Result<Self, TranslateError> {
        assert!(target.text_align.is_power_of_two(), "function alignment {}", target.text_align);
        let relocs = RelocTable::new(target.class, target.rela);
        let mut code = EntityVec::new();
        code.resize(module.funcs.len(), None);
        let mut builder = Self {
            module,
            target,
            layout: DataLayout::new(module, orders.globals.clone())?,
            symbols: Symbols::new(module)?,
            text: Box::new(Vec::new()),
            code,
            exported: Binding::Global,
            pool: MergedPool::default(),
            pool_order: orders.pooled_constants.clone(),
            pool_numbers: Vec::new(),
            table_numbers: Vec::new(),
            text_relocs: relocs.clone(),
            rodata_relocs: relocs.clone(),
            data_relocs: relocs.clone(),
            table_relocs: relocs,
        };
        builder.relocate_initial_values();
        Ok(builder)
    }

    fn relocate_initial_values(&mut self) {
        for &id in self.layout.order() {
            let global = &self.module.globals[id];
            let Some(place) = self.layout.place_of(id) else { continue };
            let relocs = match place.section {
                DataSection::Rodata => &mut self.rodata_relocs,
                DataSection::Data => &mut self.data_relocs,
                DataSection::Bss => continue,
            };
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
        self.code[func] = Some(CodePlace { offset: start as u32, size: code.bytes.len() as u32 });

        self.pool_numbers.clear();
        self.pool_numbers.extend(code.pool.iter().map(|&constant| self.pool.intern(constant)));
        self.add_tables(func, code);
        for reloc in &code.relocs {
            let symbol = match reloc.target {
                SymbolRef::Func(func) => self.symbols.func(func),
                SymbolRef::Global(global) => self.symbols.global(global),
                SymbolRef::Pool(id) => self.symbols.constant(self.pool_numbers[id.as_u32() as usize]),
                SymbolRef::Table(id) => self.symbols.constant(self.table_numbers[id.as_u32() as usize]),
                SymbolRef::Helper(helper) => self.symbols.helper(helper),
            };
            self.text_relocs.push(start as u32 + reloc.offset, symbol, reloc.kind, reloc.addend);
        }
        Ok(())
    }

    /// Appends a function's jump tables: each entry is the function's address plus an offset.
    fn add_tables(&mut self, func: FuncId, code: &FuncCode) {
        self.table_numbers.clear();
        for table in code.tables.iter() {
            let start = self.pool.section(TABLES).len() as u32;
            let in_place = |&offset: &u32| if self.target.rela { 0 } else { offset };
            self.table_numbers.push(self.pool.add_table(table.iter().map(in_place)));
            let symbol = self.symbols.func(func);
            for (index, &offset) in table.iter().enumerate() {
                self.table_relocs.push(start + 4 * index as u32, symbol, self.target.abs32_reloc, offset as i32);
            }
        }
    }

    /// Puts the file together. Fails if a defined function has no code, if there are more symbols
    /// than relocations can number, or if the file would have 4 GiB or more.
    pub fn finish(mut self) -> Result<ObjectFile, TranslateError> {
        self.pool_order.take().into_iter().for_each(|mut rng| self.pool.reorder(&mut rng));
        if let Some((func, _)) = self.module.funcs.iter().find(|&(id, decl)| decl.defined && self.code[id].is_none()) {
            return Err(no_code(self.module, func));
        }
        let mapping = usize::from(self.mapping_symbol().is_some());
        let first_global = 1 + self.symbols.local_entities.len() + self.pool.places().len() + mapping;
        let symbol_count = first_global + self.symbols.global_entities.len();
        if symbol_count > self.target.class.max_symbols() {
            return Err(module_error(format!("{symbol_count} symbols are more than relocations can number")));
        }
        let first_global = first_global as u32;
        let sections = ContentSections::new(&self);
        let (symtab, strtab) = self.symbol_table(&sections, symbol_count);
        let sections = sections.with_tables(&self, first_global, symtab.len(), strtab.bytes().len());
        let (layout, module, in_place) = (&self.layout, self.module, !self.target.rela);
        let pieces = write_file(self.target.class, self.target.machine, self.target.flags, &sections, |section, out| {
            layout.write_section(module, section, in_place, out);
        });
        let pieces = pieces.ok_or_else(|| module_error("the object file takes more than 4 GiB".into()))?;
        // What is apart, in the order of the sections.
        let mut apart: Vec<Box<dyn Contents>> = vec![self.text];
        let relocs = [self.text_relocs, self.rodata_relocs, self.data_relocs, self.table_relocs];
        for table in relocs.into_iter().filter(|table| !table.is_empty()) {
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

    /// The symbol that says that `.text` holds instructions, from its start to its end.
    fn mapping_symbol(&self) -> Option<&'static str> {
        self.target.mapping_symbol.filter(|_| self.text.size() > 0)
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
            let pool = usize::from(place.class);
            Symbol {
                name: strtab.add_numbered(".LC", number as u32),
                value: place.offset,
                size: place.size,
                binding: Binding::Local,
                kind: Kind::Object,
                section: sections.pools[pool],
            }
            .write(class, &mut symtab);
        }
        if let Some(name) = self.mapping_symbol() {
            Symbol { name: strtab.add(name), section: sections.text, ..Symbol::NULL }.write(class, &mut symtab);
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
                    Some(CodePlace { offset, size }) => {
                        let binding = if binding == Binding::Global { self.exported } else { binding };
                        Symbol { name, value: offset, size, binding, kind: Kind::Func, section: sections.text }
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

/// The sections that hold code and data, and their indices; [`SHN_UNDEF`] for those that are left
/// out.
struct ContentSections<'b> {
    list: Vec<Section<'b, DataSection>>,
    text: u16,
    data: [u16; 3],
    pools: [u16; SECTIONS],
}

impl<'b> ContentSections<'b> {
    fn new(builder: &'b ObjectBuilder<'_>) -> Self {
        let mut sections = Self { list: Vec::with_capacity(16), text: 0, data: [SHN_UNDEF; 3], pools: [SHN_UNDEF; SECTIONS] };
        let (text, align) = (Content::Apart(builder.text.size()), builder.target.text_align);
        sections.text = sections.push(Section::new(".text", section::PROGBITS, section::ALLOC | section::EXEC, align, text));
        for which in DataSection::ALL {
            // A section of nothing but globals of size 0 exists: their symbols need a home.
            if builder.layout.globals_in(which).next().is_none() {
                continue;
            }
            let extent = builder.layout.extent(which);
            let (name, kind, flags) = match which {
                DataSection::Rodata => (".rodata", section::PROGBITS, section::ALLOC),
                DataSection::Data => (".data", section::PROGBITS, section::ALLOC | section::WRITE),
                DataSection::Bss => (".bss", section::NOBITS, section::ALLOC | section::WRITE),
            };
            let content = match which {
                DataSection::Bss => Content::NoBits(extent.size),
                _ => Content::Deferred(extent.size, which),
            };
            sections.data[which as usize] = sections.push(Section::new(name, kind, flags, extent.align, content));
        }
        for (class, name) in [".rodata.cst4", ".rodata.cst8", ".rodata.cst16"].into_iter().enumerate() {
            let (bytes, size) = (builder.pool.section(class), SIZES[class] as u32);
            if !bytes.is_empty() {
                let (flags, content) = (section::ALLOC | section::MERGE, Content::Bytes(bytes));
                let section = Section { entry_size: size, ..Section::new(name, section::PROGBITS, flags, size, content) };
                sections.pools[class] = sections.push(section);
            }
        }
        let tables = builder.pool.section(TABLES);
        if !tables.is_empty() {
            let section = Section::new(TABLES_NAME, section::PROGBITS, section::ALLOC, 4, Content::Bytes(tables));
            sections.pools[TABLES] = sections.push(section);
        }
        sections.push(Section::new(".note.GNU-stack", section::PROGBITS, 0, 1, Content::Bytes(&[])));
        for extra in builder.target.extra_sections {
            let section = Section::new(extra.name, extra.kind, extra.flags, extra.align, Content::Bytes(extra.bytes));
            sections.push(Section { entry_size: extra.entry_size, ..section });
        }
        sections
    }

    /// Appends a section and returns its index.
    fn push(&mut self, section: Section<'b, DataSection>) -> u16 {
        self.list.push(section);
        self.list.len() as u16
    }

    /// The complete list: relocations, symbols and names added.
    fn with_tables(
        self,
        builder: &'b ObjectBuilder<'_>,
        first_global: u32,
        symtab_size: usize,
        strtab_size: usize,
    ) -> Vec<Section<'b, DataSection>> {
        let [rodata, data, _] = self.data;
        let tables = [
            (&builder.text_relocs, self.text, ".rel.text", ".rela.text"),
            (&builder.rodata_relocs, rodata, ".rel.rodata", ".rela.rodata"),
            (&builder.data_relocs, data, ".rel.data", ".rela.data"),
            (&builder.table_relocs, self.pools[TABLES], ".rel.rodata.tables", ".rela.rodata.tables"),
        ];
        let mut list = self.list;
        let table_align = builder.target.class.word_size();
        let present = || tables.iter().filter(|(relocs, ..)| !relocs.is_empty());
        let symtab_index = (list.len() + present().count() + 1) as u32;
        for &(relocs, applies_to, rel_name, rela_name) in present() {
            let (name, kind) = if builder.target.rela { (rela_name, section::RELA) } else { (rel_name, section::REL) };
            list.push(Section {
                link: symtab_index,
                info: u32::from(applies_to),
                entry_size: relocs.entry_size(),
                ..Section::new(name, kind, section::INFO_LINK, table_align, Content::Apart(relocs.size()))
            });
        }
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
