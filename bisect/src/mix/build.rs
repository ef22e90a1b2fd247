//! The mixed object: everything that is the same in every mix is made once.
//!
//! In: the pair, and the elements. Out: a [`Template`]: an object with the sections of both sides
//! in which every reference to a common name goes through one symbol, and for each element what
//! choosing the second object's definition changes in it.

use object::elf;
use rustc_hash::FxHashMap;

use super::relay::Relaid;
use super::{Element, Pair, Unmixable, is_named};
use crate::search::Set;
use crosstest::relocatable::{DefinedIn, Object, Reloc, Section, Symbol};

/// What choosing an element of the second object changes.
enum Change {
    /// The symbol is defined elsewhere.
    Symbol { symbol: usize, place: DefinedIn, value: u64, size: u64 },
    /// The content of a part of a section.
    Content { section: usize, start: u64, bytes: Vec<u8>, relocs: Vec<Reloc> },
    /// What the layout of its section is decided by.
    Layout,
}

/// See the module.
pub(super) struct Template {
    object: Object,
    changes: Vec<Change>,
    relaid: Relaid,
}

impl Template {
    /// The mix with these elements from the second object.
    pub(super) fn object(&self, from_bad: &Set) -> Object {
        let mut object = self.object.clone();
        for &element in from_bad {
            match &self.changes[element as usize] {
                &Change::Symbol { symbol, place, value, size } => {
                    let symbol = &mut object.symbols[symbol];
                    (symbol.defined_in, symbol.value, symbol.size) = (place, value, size);
                }
                Change::Content { section, start, bytes, relocs } => {
                    let section = &mut object.sections[*section];
                    let range = *start..*start + bytes.len() as u64;
                    section.data[*start as usize..][..bytes.len()].copy_from_slice(bytes);
                    section.relocs.retain(|reloc| !range.contains(&reloc.offset));
                    section.relocs.extend(relocs);
                }
                Change::Layout => {}
            }
        }
        self.relaid.lay_out(&mut object, from_bad);
        object
    }
}

/// Sections whose references are to the code of their own side: they describe it.
fn describes_code(section: &Section) -> bool {
    [".eh_frame", ".gcc_except_table", ".ARM.ex"].iter().any(|name| section.name.starts_with(name))
}

/// Whether the mix has a section of this side: code, data, and of the first side also what goes
/// with the file as a whole.
fn is_kept(section: &Section, side: usize) -> bool {
    if section.kind == elf::SHT_NULL || section.kind == elf::SHT_GROUP {
        return false;
    }
    let of_the_file = section.kind == elf::SHT_NOTE || [".reginfo", ".MIPS.abiflags"].contains(&&*section.name);
    match section.is_alloc() {
        true => side == 0 || !of_the_file,
        false => {
            let is_table = [elf::SHT_SYMTAB, elf::SHT_STRTAB, elf::SHT_REL, elf::SHT_RELA, elf::SHT_SYMTAB_SHNDX];
            side == 0 && section.relocs.is_empty() && !is_table.contains(&section.kind) && !section.name.starts_with(".debug")
        }
    }
}

struct Builder<'p, 'o> {
    pair: &'p Pair<'o>,
    out: Object,
    /// For each side and section: the section of the mix.
    sections: [Vec<Option<usize>>; 2],
    /// For each side and symbol: the symbol of the mix.
    symbols: [Vec<usize>; 2],
    /// The symbols of the mix by common or undefined name.
    by_name: FxHashMap<&'o str, usize>,
    /// Those that are undefined and called like a local definition ([`is_outside`]).
    outside: FxHashMap<&'o str, usize>,
}

/// Whether a symbol is something of others that happens to have the name of a local definition: a function `memset` of the
/// program, and the helper `memset`. No reference to the one is answered by the other.
fn is_outside(pair: &Pair<'_>, side: usize, symbol: &Symbol) -> bool {
    let own = || pair.names[side].get(symbol.name.as_str()).map(|&own| &pair.objects[side].symbols[own]);
    symbol.defined_in == DefinedIn::Undefined && own().is_some_and(|own| own.bind == elf::STB_LOCAL)
}

/// Makes the template.
pub(super) fn template(pair: &Pair<'_>, elements: &[Element]) -> Result<Template, Unmixable> {
    let good = pair.objects[0];
    let out = Object { sections: vec![Section::default()], symbols: vec![Symbol::null()], ..good.clone() };
    let mut builder = Builder {
        pair,
        out,
        sections: [0, 1].map(|side: usize| vec![None; pair.objects[side].sections.len()]),
        symbols: [0, 1].map(|side: usize| vec![0; pair.objects[side].symbols.len()]),
        by_name: FxHashMap::default(),
        outside: FxHashMap::default(),
    };
    builder.add_sections();
    builder.add_symbols();
    builder.add_relocations()?;
    let relaid = builder.relay(elements)?;
    let changes = elements.iter().map(|element| builder.change(element)).collect::<Result<_, _>>()?;
    Ok(Template { object: builder.out, changes, relaid })
}

impl<'o> Builder<'_, 'o> {
    fn add_sections(&mut self) {
        for side in 0..2 {
            for (index, section) in self.pair.objects[side].sections.iter().enumerate() {
                if let Some(good) = (side == 1).then(|| self.counterpart(index)).flatten() {
                    self.sections[1][index] = self.sections[0][good];
                    let served = self.sections[0][good].map(|served| &mut self.out.sections[served]);
                    served.into_iter().for_each(|served| served.align = served.align.max(section.align));
                } else if is_kept(section, side) {
                    self.sections[side][index] = Some(self.out.sections.len());
                    self.out.sections.push(Section { relocs: Vec::new(), ..section.clone() });
                }
            }
        }
        // What a section goes with has another number now.
        for side in 0..2 {
            for &section in self.sections[side].iter().flatten() {
                let link = &mut self.out.sections[section].link;
                let is_own = self.pair.objects[side].sections.get(*link).is_some();
                *link = if is_own { self.sections[side][*link].unwrap_or(0) } else { 0 };
            }
        }
    }

    /// The section of the first object that serves for one of the second.
    fn counterpart(&self, index: usize) -> Option<usize> {
        let shared = self.pair.shared.get(index).copied().flatten();
        shared.or_else(|| {
            let plan = self.pair.relaid.as_ref().filter(|plan| plan.sections[1][index])?;
            let name = &self.pair.objects[1].sections[index].name;
            let of_good = self.pair.objects[0].sections.iter().enumerate();
            of_good.filter(|(good, _)| plan.sections[0][*good]).find(|(_, good)| good.name == *name).map(|(good, _)| good)
        })
    }

    /// Adds the symbols, the local ones first, as the format wants it.
    fn add_symbols(&mut self) {
        for is_local in [true, false] {
            for side in 0..2 {
                for (index, symbol) in self.pair.objects[side].symbols.iter().enumerate().skip(1) {
                    let bind = self.binding(side, symbol);
                    if (bind == elf::STB_LOCAL) == is_local {
                        self.symbols[side][index] = self.add_symbol(side, symbol, bind);
                    }
                }
            }
        }
    }

    /// A common symbol is bound as the first object has it. One of a group is weak: the groups are
    /// gone, and others may define it.
    fn binding(&self, side: usize, symbol: &Symbol) -> u8 {
        if is_outside(self.pair, side, symbol) {
            return symbol.bind;
        }
        let known = self.pair.names[0].get(symbol.name.as_str()).filter(|_| self.pair.common.contains(&symbol.name.as_str()));
        let bind = known.map_or(symbol.bind, |&good| self.pair.objects[0].symbols[good].bind);
        let is_grouped = symbol.section().is_some_and(|section| self.pair.objects[side].sections[section].grouped);
        if is_grouped && bind == elf::STB_GLOBAL { elf::STB_WEAK } else { bind }
    }

    fn add_symbol(&mut self, side: usize, symbol: &'o Symbol, bind: u8) -> usize {
        let object = self.pair.objects[side];
        let is_common = is_named(object, symbol) && self.pair.names[side].contains_key(symbol.name.as_str()) && {
            let named = self.pair.names[side][symbol.name.as_str()];
            object.symbols[named].value == symbol.value && self.pair.common.contains(&symbol.name.as_str())
        };
        let is_shared = is_common || bind != elf::STB_LOCAL;
        let is_outside = is_outside(self.pair, side, symbol);
        let known = if is_outside { &self.outside } else { &self.by_name };
        if is_shared && let Some(&known) = known.get(symbol.name.as_str()) {
            return known;
        }
        let defined_in = match symbol.defined_in {
            DefinedIn::Section(section) => match self.sections[side][section] {
                Some(section) => DefinedIn::Section(section),
                // It describes something that is not in the mix; nothing that is refers to it.
                None => return 0,
            },
            defined_in => defined_in,
        };
        // A file's name says nothing of a mix.
        if symbol.kind == elf::STT_FILE {
            return 0;
        }
        let index = self.out.symbols.len();
        self.out.symbols.push(Symbol { defined_in, bind, ..symbol.clone() });
        if is_shared {
            if is_outside { &mut self.outside } else { &mut self.by_name }.insert(&symbol.name, index);
        }
        index
    }

    fn add_relocations(&mut self) -> Result<(), Unmixable> {
        for side in 0..2 {
            for (index, section) in self.pair.objects[side].sections.iter().enumerate() {
                let is_shared = side == 1 && self.counterpart(index).is_some();
                let Some(out) = self.sections[side][index].filter(|_| !is_shared) else { continue };
                let relocs = section.relocs.iter().map(|reloc| self.reloc(side, section, reloc));
                self.out.sections[out].relocs = relocs.collect::<Result<_, _>>()?;
            }
        }
        Ok(())
    }

    /// A relocation of the mix.
    fn reloc(&self, side: usize, section: &Section, reloc: &Reloc) -> Result<Reloc, Unmixable> {
        let object = self.pair.objects[side];
        let symbol = &object.symbols[reloc.symbol];
        let own = Reloc { symbol: self.symbols[side][reloc.symbol], ..*reloc };
        let (Some(target), true) = (symbol.section(), symbol.kind == elf::STT_SECTION) else { return Ok(own) };
        let whole = self.pair.whole[side][target].map(|whole| object.symbols[whole].name.as_str());
        let Some(name) = whole.filter(|name| self.pair.common.contains(name)) else { return Ok(own) };
        let through = Reloc { symbol: self.by_name[name], ..*reloc };
        if !object.sections[target].is_code() {
            // All of the section is this variable.
            return Ok(through);
        }
        let within = object.sections.iter().position(|other| std::ptr::eq(other, section)) == Some(target);
        if within || describes_code(section) {
            return Ok(own);
        }
        let addend = if section.rela { Some(reloc.addend) } else { implicit_addend(object, section, reloc) };
        let Some(addend) = addend else {
            return Err(format!(
                "a reference from the section {} to the local function {name} has the kind {}, which is not known; make {name} global",
                section.name, reloc.kind
            ));
        };
        // Where the function starts; anything else is a place within it, which only its own side
        // knows.
        Ok(if addend == 0 || addend == bias(object, reloc) { through } else { own })
    }

    /// The variables of the sections that are laid out again.
    fn relay(&mut self, elements: &[Element]) -> Result<Relaid, Unmixable> {
        let mut relaid = Relaid::default();
        let Some(plan) = self.pair.relaid.as_ref() else { return Ok(relaid) };
        let numbers: FxHashMap<&str, u32> = (0..).zip(elements).map(|(number, element)| (&*element.name, number)).collect();
        for variable in &plan.variables {
            // It exists in one of the objects at least.
            let side = usize::from(variable.sides[0].is_none());
            let Some(definition) = &variable.sides[side] else { continue };
            let symbol = self.symbols[side][definition.symbol];
            let place = |side: usize, section: usize| self.sections[side][section].unwrap_or(0);
            let relocate =
                |side: usize, section: usize, reloc: &Reloc| self.reloc(side, &self.pair.objects[side].sections[section], reloc);
            let element = numbers.get(variable.name).copied();
            relaid.add(self.pair, variable, (symbol, element), place, relocate)?;
        }
        Ok(relaid)
    }

    /// Whether a variable's section is laid out again.
    fn is_relaid(&self, symbol: &Symbol) -> bool {
        let plan = self.pair.relaid.as_ref();
        plan.zip(symbol.section()).is_some_and(|(plan, section)| plan.sections[0][section])
    }

    /// What choosing the second object's definition changes.
    fn change(&self, element: &Element) -> Result<Change, Unmixable> {
        let [good, bad] = self.pair.symbols(&element.name);
        if self.is_relaid(good) {
            return Ok(Change::Layout);
        }
        let bad_section = bad.section().unwrap_or(0);
        if self.pair.shared[bad_section].is_some() && good.size == bad.size {
            let range = bad.value..bad.value + bad.size;
            let section = &self.pair.objects[1].sections[bad_section];
            let inside = section.relocs.iter().filter(|reloc| range.contains(&reloc.offset));
            let relocs = inside.map(|reloc| self.reloc(1, section, reloc)).collect::<Result<_, _>>()?;
            let bytes = self.pair.objects[1].bytes_of(bad).unwrap_or_default().to_vec();
            let section = self.sections[1][bad_section].unwrap_or(0);
            return Ok(Change::Content { section, start: good.value, bytes, relocs });
        }
        let place = DefinedIn::Section(self.sections[1][bad_section].unwrap_or(0));
        let symbol = self.by_name[element.name.as_str()];
        Ok(Change::Symbol { symbol, place, value: bad.value, size: bad.size })
    }
}

/// The addend that lies in the field, where its kind is known.
fn implicit_addend(object: &Object, section: &Section, reloc: &Reloc) -> Option<i64> {
    let bytes = section.data.get(usize::try_from(reloc.offset).ok()?..)?.get(..4)?;
    let word = u32::from_le_bytes(bytes.try_into().ok()?);
    match (object.machine, reloc.kind) {
        (elf::EM_386, elf::R_386_32 | elf::R_386_PC32 | elf::R_386_PLT32 | elf::R_386_GOTOFF) => Some(i64::from(word as i32)),
        (elf::EM_ARM, elf::R_ARM_ABS32 | elf::R_ARM_REL32 | elf::R_ARM_TARGET1) => Some(i64::from(word as i32)),
        // The distance counts words, from two words behind the instruction.
        (elf::EM_ARM, elf::R_ARM_CALL | elf::R_ARM_JUMP24) => Some((i64::from((word << 8) as i32 >> 8) + 2) * 4),
        (elf::EM_ARM, elf::R_ARM_MOVW_ABS_NC | elf::R_ARM_MOVT_ABS) => Some(i64::from(word & 0xfff | word >> 4 & 0xf000)),
        (elf::EM_MIPS, elf::R_MIPS_32) => Some(i64::from(word as i32)),
        (elf::EM_MIPS, elf::R_MIPS_26) => Some(i64::from(word & 0x03ff_ffff) << 2),
        (elf::EM_MIPS, elf::R_MIPS_HI16 | elf::R_MIPS_LO16 | elf::R_MIPS_GOT16) => Some(i64::from(word & 0xffff)),
        _ => None,
    }
}

/// The addend with which a reference relative to the place means the symbol itself.
fn bias(object: &Object, reloc: &Reloc) -> i64 {
    match (object.machine, reloc.kind) {
        (elf::EM_X86_64, elf::R_X86_64_PC32 | elf::R_X86_64_PLT32) => -4,
        (elf::EM_386, elf::R_386_PC32 | elf::R_386_PLT32) => -4,
        _ => 0,
    }
}
