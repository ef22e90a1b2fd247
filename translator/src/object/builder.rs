//! Builds an object file function by function.
//!
//! [`ObjectBuilder::new`] numbers the symbols and lays out the globals, [`ObjectBuilder::add_function`] appends code and its
//! relocations in their final form, [`ObjectBuilder::finish`] writes the symbol table and puts the file together. A relocation costs
//! a table lookup; names are hashed once for each external symbol, constants once for each function that uses them.
//!
//! Names: external symbols have to be distinct, since they meet in the linker; internal ones may repeat each other and may look like
//! generated names. A reference to a helper or to an undeclared function goes to the external definition of that name in this module
//! if there is one (the runtime defines `memcpy` and calls it), else to one undefined symbol, however many declarations share the name.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::data::{DataLayout, DataSection, is_external};
use super::elf::reloc::RelocTable;
use super::elf::section::{self, Content, Section, write_file};
use super::elf::strtab::StringTable;
use super::elf::symtab::{Binding, Kind, MAX_SYMBOLS, SHN_UNDEF, SYM_SIZE, Symbol, SymbolId};
use super::pool::{MergedPool, SIZES};
use super::{ElfTarget, data};
use crate::error::TranslateError;
use crate::ice::{FuncId, Global, GlobalInit, Linkage, Module};
use crate::mc::{FuncCode, Helper, SymbolRef};
use crate::util::entity::EntityVec;

/// Where a function's code lies in `.text`.
#[derive(Copy, Clone, Debug)]
struct CodePlace {
    offset: u32,
    size: u32,
}

/// What a symbol of the table stands for.
#[derive(Copy, Clone, Debug)]
enum Entity {
    Func(FuncId),
    Global(Global),
    Helper(Helper),
}

/// Every symbol's number, and what has to be written for each number.
struct Symbols<'m> {
    module: &'m Module,
    funcs: EntityVec<FuncId, SymbolId>,
    globals: EntityVec<Global, SymbolId>,
    helpers: [SymbolId; Helper::ALL.len()],
    /// Local symbols of functions and globals, in table order from index 1.
    local_entities: Vec<Entity>,
    /// Global symbols in table order, undefined ones included.
    global_entities: Vec<Entity>,
    /// The global symbols by name.
    by_name: FxHashMap<Cow<'m, str>, SymbolId>,
}

impl<'m> Symbols<'m> {
    fn new(module: &'m Module) -> Result<Self, TranslateError> {
        let mut symbols = Self {
            module,
            funcs: EntityVec::new(),
            globals: EntityVec::new(),
            helpers: [SymbolId::UNASSIGNED; Helper::ALL.len()],
            local_entities: Vec::with_capacity(module.funcs.len() + module.globals.len()),
            global_entities: Vec::new(),
            by_name: FxHashMap::default(),
        };
        for (id, decl) in module.funcs.iter() {
            check_name(&decl.name)?;
            let symbol = match (decl.defined, decl.linkage) {
                (false, _) => SymbolId::UNASSIGNED,
                (true, Linkage::Internal) => symbols.define_local(Entity::Func(id)),
                (true, Linkage::External) => symbols.define_global(module.func_symbol(id), Entity::Func(id))?,
            };
            symbols.funcs.push(symbol);
        }
        for (id, global) in module.globals.iter() {
            check_name(&global.name)?;
            let symbol = match global.linkage {
                _ if is_external(global) => SymbolId::UNASSIGNED,
                Linkage::Internal => symbols.define_local(Entity::Global(id)),
                Linkage::External => symbols.define_global(module.global_symbol(id), Entity::Global(id))?,
            };
            symbols.globals.push(symbol);
        }
        Ok(symbols)
    }

    fn define_local(&mut self, entity: Entity) -> SymbolId {
        self.local_entities.push(entity);
        SymbolId::local(self.local_entities.len() as u32)
    }

    fn define_global(&mut self, name: Cow<'m, str>, entity: Entity) -> Result<SymbolId, TranslateError> {
        let symbol = self.append_global(entity);
        match self.by_name.insert(name, symbol) {
            None => Ok(symbol),
            Some(_) => {
                let name = match entity {
                    Entity::Func(id) => self.module.func_symbol(id),
                    Entity::Global(id) => self.module.global_symbol(id),
                    Entity::Helper(helper) => helper.name().into(),
                };
                Err(module_error(format!("two external symbols of the module have the name {name}")))
            }
        }
    }

    fn append_global(&mut self, entity: Entity) -> SymbolId {
        self.global_entities.push(entity);
        SymbolId::global(self.global_entities.len() as u32 - 1)
    }

    /// The symbol for something that the module does not define itself: by name.
    #[cold]
    fn refer(&mut self, name: Cow<'m, str>, entity: Entity) -> SymbolId {
        if let Some(&symbol) = self.by_name.get(&name) {
            return symbol;
        }
        let symbol = self.append_global(entity);
        self.by_name.insert(name, symbol);
        symbol
    }

    #[inline]
    fn func(&mut self, id: FuncId) -> SymbolId {
        if self.funcs[id] == SymbolId::UNASSIGNED {
            self.funcs[id] = self.refer(self.module.func_symbol(id), Entity::Func(id));
        }
        self.funcs[id]
    }

    #[inline]
    fn global(&mut self, id: Global) -> SymbolId {
        if self.globals[id] == SymbolId::UNASSIGNED {
            self.globals[id] = self.refer(self.module.global_symbol(id), Entity::Global(id));
        }
        self.globals[id]
    }

    #[inline]
    fn helper(&mut self, helper: Helper) -> SymbolId {
        if self.helpers[helper as usize] == SymbolId::UNASSIGNED {
            self.helpers[helper as usize] = self.refer(helper.name().into(), Entity::Helper(helper));
        }
        self.helpers[helper as usize]
    }

    /// The symbol of the merged constant with this number.
    #[inline]
    fn constant(&self, number: u32) -> SymbolId {
        SymbolId::local(1 + self.local_entities.len() as u32 + number)
    }
}

/// An object file under construction.
pub struct ObjectBuilder<'m> {
    module: &'m Module,
    target: ElfTarget,
    layout: DataLayout,
    symbols: Symbols<'m>,
    text: Vec<u8>,
    code: EntityVec<FuncId, Option<CodePlace>>,
    pool: MergedPool,
    /// Merged numbers of the constants of the function being added.
    pool_numbers: Vec<u32>,
    text_relocs: RelocTable,
    rodata_relocs: RelocTable,
    data_relocs: RelocTable,
}

impl<'m> ObjectBuilder<'m> {
    /// Starts the object file of a module. Fails on a module that no object file can hold: see [`data`] for its limits, and external
    /// symbols with the same name.
    pub fn new(module: &'m Module, target: ElfTarget) -> Result<Self, TranslateError> {
        assert!(target.text_align.is_power_of_two(), "function alignment {}", target.text_align);
        let relocs = RelocTable::new(target.rela);
        let mut code = EntityVec::new();
        code.resize(module.funcs.len(), None);
        let mut builder = Self {
            module,
            target,
            layout: DataLayout::new(module)?,
            symbols: Symbols::new(module)?,
            text: Vec::new(),
            code,
            pool: MergedPool::default(),
            pool_numbers: Vec::new(),
            text_relocs: relocs.clone(),
            rodata_relocs: relocs.clone(),
            data_relocs: relocs,
        };
        builder.relocate_initial_values();
        Ok(builder)
    }

    fn relocate_initial_values(&mut self) {
        for (id, global) in self.module.globals.iter() {
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
                        relocs.push(offset, self.symbols.global(global), self.target.abs32_reloc, addend);
                    }
                    GlobalInit::Data(_) | GlobalInit::Zero(_) => {}
                }
                offset += piece.size() as u32;
            }
        }
    }

    /// Appends the code of a defined function. Functions lie in the order of these calls. Fails when `.text` outgrows 32 bits.
    pub fn add_function(&mut self, func: FuncId, code: &FuncCode) -> Result<(), TranslateError> {
        assert!(self.module.funcs[func].defined, "code for the undefined function {func}");
        assert!(self.code[func].is_none(), "two codes for {func}");
        let start = self.text.len().next_multiple_of(self.target.text_align as usize);
        if u32::try_from(start + code.bytes.len()).is_err() {
            return Err(module_error("the code takes more than 4 GiB".into()));
        }
        self.text.resize(start, self.target.text_pad);
        self.text.extend_from_slice(&code.bytes);
        self.code[func] = Some(CodePlace { offset: start as u32, size: code.bytes.len() as u32 });

        self.pool_numbers.clear();
        self.pool_numbers.extend(code.pool.iter().map(|&constant| self.pool.intern(constant)));
        for reloc in &code.relocs {
            let symbol = match reloc.target {
                SymbolRef::Func(func) => self.symbols.func(func),
                SymbolRef::Global(global) => self.symbols.global(global),
                SymbolRef::Pool(id) => self.symbols.constant(self.pool_numbers[id.as_u32() as usize]),
                SymbolRef::Helper(helper) => self.symbols.helper(helper),
            };
            self.text_relocs.push(start as u32 + reloc.offset, symbol, reloc.kind, reloc.addend);
        }
        Ok(())
    }

    /// Puts the file together. Fails if a defined function has no code, if there are more symbols than relocations can number, or if
    /// the file would have 4 GiB or more.
    pub fn finish(mut self) -> Result<Vec<u8>, TranslateError> {
        if let Some((func, _)) = self.module.funcs.iter().find(|&(id, decl)| decl.defined && self.code[id].is_none()) {
            let function = self.module.func_symbol(func).into_owned();
            return Err(TranslateError { function, message: "is defined, but there is no code for it".into() });
        }
        let first_global = 1 + self.symbols.local_entities.len() + self.pool.places().len();
        let symbol_count = first_global + self.symbols.global_entities.len();
        if symbol_count > MAX_SYMBOLS {
            return Err(module_error(format!("{symbol_count} symbols are more than relocations of ELF32 can number")));
        }
        for relocs in [&mut self.text_relocs, &mut self.rodata_relocs, &mut self.data_relocs] {
            relocs.complete(first_global as u32);
        }
        let sections = ContentSections::new(&self);
        let (symtab, strtab) = self.symbol_table(&sections, symbol_count);
        let sections = sections.with_tables(&self, first_global as u32, &symtab, strtab.bytes());
        let (layout, module, in_place) = (&self.layout, self.module, !self.target.rela);
        write_file(self.target.machine, self.target.flags, &sections, |section, out| {
            layout.write_section(module, section, in_place, out);
        })
        .ok_or_else(|| module_error("the object file takes more than 4 GiB".into()))
    }

    fn symbol_table(&self, sections: &ContentSections<'_>, symbol_count: usize) -> (Vec<u8>, StringTable) {
        let mut symtab = Vec::with_capacity(symbol_count * SYM_SIZE as usize);
        let mut strtab = StringTable::with_capacity(symbol_count * 16);
        Symbol::NULL.write(&mut symtab);
        for &entity in &self.symbols.local_entities {
            self.symbol(entity, Binding::Local, sections, &mut strtab).write(&mut symtab);
        }
        for (number, place) in self.pool.places().iter().enumerate() {
            let class = usize::from(place.class);
            Symbol {
                name: strtab.add_numbered(".LC", number as u32),
                value: place.offset,
                size: SIZES[class] as u32,
                binding: Binding::Local,
                kind: Kind::Object,
                section: sections.pools[class],
            }
            .write(&mut symtab);
        }
        for &entity in &self.symbols.global_entities {
            self.symbol(entity, Binding::Global, sections, &mut strtab).write(&mut symtab);
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
                        Symbol { name, value: offset, size, binding, kind: Kind::Func, section: sections.text }
                    }
                }
            }
            Entity::Global(id) => {
                let name = named(&self.module.globals[id].name, "Global", id.as_u32());
                match self.layout.place_of(id) {
                    None => Symbol { name, binding, ..Symbol::NULL },
                    Some(data::Place { section, offset, size }) => {
                        let section = sections.data[section as usize];
                        Symbol { name, value: offset, size, binding, kind: Kind::Object, section }
                    }
                }
            }
            Entity::Helper(helper) => Symbol { name: strtab.add(helper.name()), binding, ..Symbol::NULL },
        }
    }
}

/// The sections that hold code and data, and their indices; [`SHN_UNDEF`] for those that are left out.
struct ContentSections<'b> {
    list: Vec<Section<'b, DataSection>>,
    text: u16,
    data: [u16; 3],
    pools: [u16; 3],
}

impl<'b> ContentSections<'b> {
    fn new(builder: &'b ObjectBuilder<'_>) -> Self {
        let mut sections = Self { list: Vec::with_capacity(16), text: 0, data: [SHN_UNDEF; 3], pools: [SHN_UNDEF; 3] };
        let (text, align) = (Content::Bytes(&builder.text), builder.target.text_align);
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
        symtab: &'b [u8],
        strtab: &'b [u8],
    ) -> Vec<Section<'b, DataSection>> {
        let [rodata, data, _] = self.data;
        let tables = [
            (&builder.text_relocs, self.text, ".rel.text", ".rela.text"),
            (&builder.rodata_relocs, rodata, ".rel.rodata", ".rela.rodata"),
            (&builder.data_relocs, data, ".rel.data", ".rela.data"),
        ];
        let mut list = self.list;
        let present = || tables.iter().filter(|(relocs, ..)| !relocs.bytes().is_empty());
        let symtab_index = (list.len() + present().count() + 1) as u32;
        for &(relocs, applies_to, rel_name, rela_name) in present() {
            let (name, kind) = if builder.target.rela { (rela_name, section::RELA) } else { (rel_name, section::REL) };
            list.push(Section {
                link: symtab_index,
                info: u32::from(applies_to),
                entry_size: relocs.entry_size(),
                ..Section::new(name, kind, section::INFO_LINK, 4, Content::Bytes(relocs.bytes()))
            });
        }
        list.push(Section {
            link: symtab_index + 1,
            info: first_global,
            entry_size: SYM_SIZE,
            ..Section::new(".symtab", section::SYMTAB, 0, 4, Content::Bytes(symtab))
        });
        list.push(Section::new(".strtab", section::STRTAB, 0, 1, Content::Bytes(strtab)));
        list.push(Section::new(".shstrtab", section::STRTAB, 0, 1, Content::SectionNames));
        list
    }
}

/// A symbol's name has to be representable: string tables end a name at its first zero byte.
fn check_name(name: &str) -> Result<(), TranslateError> {
    if name.as_bytes().contains(&0) {
        return Err(module_error(format!("the symbol name {name:?} contains a zero byte")));
    }
    Ok(())
}

#[cold]
fn module_error(message: String) -> TranslateError {
    TranslateError { function: String::new(), message }
}
