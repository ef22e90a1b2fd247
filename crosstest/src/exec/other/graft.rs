//! A foreign object made one of ours: its code, and the translator's data.
//!
//! In: a module, the names by which an object calls its functions, that object: with whatever sections
//! it has, variables in any order, symbols of its own. Out: an object with the translator's sections of
//! globals, laid out as everybody expects them, and all of the foreign code. A variable is reached by
//! its name: what the foreign object says of a global of the module now means the translator's. Its
//! constant pools, jump tables and other nameless data stay with the code that refers to them. That a
//! global has the content that the module gives it is checked.
//!
//! A reference to a section that holds globals, instead of to a global (`.data + 8`, as assemblers make it
//! of a local symbol), is one to the translator's section if the globals lie there as far from one
//! another. If they do not, nothing can be done: nobody knows which one a negative index is meant from.
//! Linear in the objects.

use object::elf;
use rustc_hash::FxHashMap;
use translator::driver;
use translator::ice::{Linkage, Module};
use translator::options::Options;

use super::super::execution::Share;
use super::super::llvm::without_share;
use crate::layout::Layout;
use crate::relocatable::{DefinedIn, Object, Reloc, Section, Symbol};
use crate::subject::guarded;

/// The names of a module's functions in objects made of its bitcode.
pub fn symbols(module: &Module) -> Vec<String> {
    module.funcs.keys().map(|id| module.func_symbol(id).into_owned()).collect()
}

/// Grafts an object's code on the translator's data. `names` are those by which it calls the module's
/// functions.
///
/// # Errors
/// If it is not an object for this target, lacks a function, gives a global another content, or refers
/// to a section of globals as a whole.
pub fn graft(module: &Module, options: &Options, names: &[String], foreign: &[u8]) -> Result<Vec<u8>, String> {
    let own_names = symbols(module);
    let data = without_share(module, Share::All, &own_names);
    let data = guarded(|| driver::translate_module(&data, &[], options).map_err(|error| error.to_string()))?;
    let (own, foreign) = (Object::read(&data)?.without_tables(), Object::read(foreign)?);
    if (own.machine, own.is_64, own.endian) != (foreign.machine, foreign.is_64, foreign.endian) {
        return Err(format!(
            "it is for machine {} ({}), {} is machine {} ({})",
            foreign.machine,
            bits(&foreign),
            options.isa,
            own.machine,
            bits(&own)
        ));
    }
    let layout = Layout::of(module)?;
    let addresses = module.globals.keys().map(|id| (module.global_symbol(id).into_owned(), layout.address(id))).collect();
    let mut grafting = Grafting {
        addresses,
        symbols: vec![0; foreign.symbols.len()],
        sections: Vec::new(),
        functions: FxHashMap::default(),
        foreign: &foreign,
        out: own,
    };
    for ((_, decl), (name, own)) in module.funcs.iter().zip(names.iter().zip(&own_names)) {
        if decl.defined && decl.intrinsic.is_none() {
            let bind = if decl.linkage == Linkage::External { elf::STB_GLOBAL } else { elf::STB_LOCAL };
            grafting.functions.insert(name, Wanted { own, bind, found: false, is_own: false });
        }
    }
    grafting.run()
}

fn bits(object: &Object) -> &'static str {
    if object.is_64 { "64-bit class" } else { "32-bit class" }
}

/// A function that the module defines.
struct Wanted<'m> {
    /// Its name in the translator's objects, and its binding there.
    own: &'m str,
    bind: u8,
    found: bool,
    /// Whether the foreign object has it for itself: what it asks others for by the same name is another one, as a helper is.
    is_own: bool,
}

struct Grafting<'a> {
    foreign: &'a Object,
    /// Where globals are, by name.
    addresses: FxHashMap<String, u32>,
    /// By foreign name.
    functions: FxHashMap<&'a str, Wanted<'a>>,
    out: Object,
    /// For each foreign section that of the result, or 0.
    sections: Vec<usize>,
    /// For each foreign symbol that of the result, or 0.
    symbols: Vec<usize>,
}

impl Grafting<'_> {
    fn run(mut self) -> Result<Vec<u8>, String> {
        self.add_sections();
        self.add_symbols()?;
        let mut missing: Vec<&str> = self.functions.iter().filter(|(_, wanted)| !wanted.found).map(|(name, _)| *name).collect();
        missing.sort_unstable();
        if let Some(first) = missing.first() {
            return Err(format!("it does not define the function {first} ({} are missing)", missing.len()));
        }
        self.add_relocations()?;
        sort_symbols(&mut self.out);
        self.out.write()
    }

    fn add_sections(&mut self) {
        // What describes the file or its stack frames is nothing that a run needs.
        let is_code_or_data = |section: &Section| {
            let describes = [".eh_frame", ".gcc_except_table", ".ARM.ex", ".reginfo", ".MIPS.abiflags", ".note"];
            section.is_alloc() && !describes.iter().any(|name| section.name.starts_with(name))
        };
        for section in &self.foreign.sections {
            let number = if is_code_or_data(section) { self.out.sections.len() } else { 0 };
            if number != 0 {
                // The names of the translator's sections say where they go.
                let is_own = [".rodata", ".data", ".bss"].contains(&&*section.name);
                let name = if is_own { format!(".foreign{}", section.name) } else { section.name.clone() };
                self.out.sections.push(Section { name, relocs: Vec::new(), link: 0, ..section.clone() });
            }
            self.sections.push(number);
        }
    }

    fn add_symbols(&mut self) -> Result<(), String> {
        let named =
            |symbol: &Symbol| [elf::STT_NOTYPE, elf::STT_OBJECT, elf::STT_FUNC].contains(&symbol.kind) && !symbol.name.is_empty();
        // The translator's: variables, and functions that initial values refer to.
        let mut own: FxHashMap<String, usize> = FxHashMap::default();
        for (index, symbol) in self.out.symbols.iter().enumerate().filter(|(_, symbol)| named(symbol)) {
            own.entry(symbol.name.clone()).or_insert(index);
        }
        for (index, symbol) in self.foreign.symbols.iter().enumerate().skip(1) {
            let section = match symbol.defined_in {
                DefinedIn::Section(section) => self.sections[section],
                _ => 0,
            };
            let is_function = section != 0 && self.out.sections[section].is_code();
            let known = own.get(&symbol.name).copied().filter(|_| named(symbol));
            self.symbols[index] = match (self.functions.get_mut(symbol.name.as_str()).filter(|_| named(symbol)), known) {
                (Some(wanted), _) if is_function && !wanted.found => {
                    wanted.found = true;
                    wanted.is_own = symbol.bind == elf::STB_LOCAL;
                    let defined = Symbol {
                        name: wanted.own.into(),
                        defined_in: DefinedIn::Section(section),
                        bind: wanted.bind,
                        ..symbol.clone()
                    };
                    let place =
                        own.get(wanted.own).copied().filter(|&place| self.out.symbols[place].defined_in == DefinedIn::Undefined);
                    let place = place.unwrap_or_else(|| push(&mut self.out, Symbol::null()));
                    self.out.symbols[place] = defined;
                    own.insert(wanted.own.into(), place);
                    place
                }
                // Symbols of its own stand before all others.
                (Some(wanted), _) if symbol.defined_in == DefinedIn::Undefined && wanted.is_own => {
                    push(&mut self.out, symbol.clone())
                }
                // It stands before its definition, or that is missing.
                (Some(wanted), _) if symbol.defined_in == DefinedIn::Undefined => *own
                    .entry(wanted.own.into())
                    .or_insert_with(|| push(&mut self.out, Symbol { name: wanted.own.into(), ..symbol.clone() })),
                (_, Some(known)) if section != 0 && self.out.symbols[known].section().is_some() => {
                    same_content(&self.out, &self.out.symbols[known], self.foreign, symbol)?;
                    known
                }
                (_, Some(known)) if symbol.defined_in == DefinedIn::Undefined => known,
                _ => match symbol.defined_in {
                    DefinedIn::Undefined if named(symbol) => {
                        let place = push(&mut self.out, symbol.clone());
                        own.insert(symbol.name.clone(), place);
                        place
                    }
                    DefinedIn::Section(_) if section != 0 => push(
                        &mut self.out,
                        Symbol { defined_in: DefinedIn::Section(section), bind: elf::STB_LOCAL, ..symbol.clone() },
                    ),
                    DefinedIn::Special(elf::SHN_ABS) if symbol.kind != elf::STT_FILE => {
                        push(&mut self.out, Symbol { bind: elf::STB_LOCAL, ..symbol.clone() })
                    }
                    DefinedIn::Special(elf::SHN_COMMON) => {
                        return Err(format!("{} is common; compile with -fno-common", symbol.name));
                    }
                    _ => 0,
                },
            };
        }
        Ok(())
    }

    fn add_relocations(&mut self) -> Result<(), String> {
        let places = self.places();
        let mut bases: Vec<Option<usize>> = vec![None; self.foreign.sections.len()];
        for (index, section) in self.foreign.sections.iter().enumerate().filter(|&(index, _)| self.sections[index] != 0) {
            let mut relocs = Vec::with_capacity(section.relocs.len());
            for reloc in &section.relocs {
                let mut symbol = self.symbols[reloc.symbol];
                let target = &self.foreign.symbols[reloc.symbol];
                let as_a_whole = target.section().filter(|_| target.kind == elf::STT_SECTION || target.name.is_empty());
                match as_a_whole.and_then(|target| Some((target, places[target]?))) {
                    None => {}
                    Some((target, Place::As { base })) => {
                        let absolute =
                            Symbol { defined_in: DefinedIn::Special(elf::SHN_ABS), value: u64::from(base), ..Symbol::null() };
                        symbol = *bases[target].get_or_insert_with(|| push(&mut self.out, absolute));
                    }
                    // Among variables that are nobody's any more.
                    Some((_, Place::Scattered { .. })) if places[index].is_some() => continue,
                    Some((_, Place::Scattered { symbol })) => {
                        return Err(format!(
                            "{} refers to the section of the variable {} and not to a variable, and the variables there are in \
                             another order; compile with -fdata-sections",
                            section.name, self.foreign.symbols[symbol].name
                        ));
                    }
                }
                relocs.push(Reloc { symbol, ..*reloc });
            }
            let out = &mut self.out.sections[self.sections[index]];
            (out.relocs, out.rela) = (relocs, section.rela);
        }
        Ok(())
    }

    /// Of each foreign section with globals of the module, where these are in the result.
    fn places(&self) -> Vec<Option<Place>> {
        let mut places: Vec<Option<Place>> = Vec::new();
        places.resize_with(self.foreign.sections.len(), || None);
        for (index, (symbol, &own)) in self.foreign.symbols.iter().zip(&self.symbols).enumerate() {
            let (Some(section), Some(in_own)) = (symbol.section(), self.out.symbols[own].section()) else { continue };
            let Some(&address) = self.addresses.get(self.out.symbols[own].name.as_str()) else { continue };
            if symbol.kind == elf::STT_SECTION || in_own == self.sections[section] {
                continue;
            }
            let base = address.wrapping_sub(symbol.value as u32);
            places[section] = match &places[section] {
                None => Some(Place::As { base }),
                Some(Place::As { base: known }) if *known == base => continue,
                Some(_) => Some(Place::Scattered { symbol: index }),
            };
        }
        places
    }
}

/// Where the globals of a foreign section are now.
#[derive(Copy, Clone)]
enum Place {
    /// As far from one another as in that section: it would begin at this address.
    As {
        /// The address.
        base: u32,
    },
    /// In another order or at other distances: this one is where those before it do not tell.
    Scattered {
        /// Its foreign symbol.
        symbol: usize,
    },
}

fn push(object: &mut Object, symbol: Symbol) -> usize {
    object.symbols.push(symbol);
    object.symbols.len() - 1
}

/// Checks that a variable is initialised as the translator does it. Fields that are relocated are left
/// out: what they refer to has other numbers in each object.
fn same_content(own: &Object, of_own: &Symbol, foreign: &Object, symbol: &Symbol) -> Result<(), String> {
    if symbol.size != 0 && symbol.size != of_own.size {
        return Err(format!("the variable {} has {} bytes instead of {}", symbol.name, symbol.size, of_own.size));
    }
    let bytes = |object: &Object, symbol: &Symbol| -> Option<Vec<u8>> {
        let section = &object.sections[symbol.section()?];
        let start = usize::try_from(symbol.value).ok()?;
        let range = start..start.checked_add(usize::try_from(of_own.size).ok()?)?;
        // What takes no place in the file is zero.
        if section.data.is_empty() && range.end as u64 <= section.size {
            Some(vec![0; range.len()])
        } else {
            section.data.get(range).map(<[u8]>::to_vec)
        }
    };
    let relocated = |object: &Object, symbol: &Symbol| -> Vec<u64> {
        let relocs = symbol.section().map_or(&[][..], |section| &object.sections[section].relocs);
        let inside = relocs.iter().filter(|reloc| (symbol.value..symbol.value + of_own.size).contains(&reloc.offset));
        let mut offsets: Vec<u64> = inside.map(|reloc| reloc.offset - symbol.value).collect();
        offsets.sort_unstable();
        offsets
    };
    let (Some(mut ours), Some(mut theirs)) = (bytes(own, of_own), bytes(foreign, symbol)) else {
        return Err(format!("the variable {} reaches beyond its section", symbol.name));
    };
    let fields = [relocated(own, of_own), relocated(foreign, symbol)];
    if fields[0] != fields[1] {
        return Err(format!("the variable {} has addresses at {:?} instead of {:?}", symbol.name, fields[1], fields[0]));
    }
    for &offset in &fields[0] {
        for content in [&mut ours, &mut theirs] {
            content.iter_mut().skip(offset as usize).take(4).for_each(|byte| *byte = 0);
        }
    }
    match ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs) {
        Some(at) => Err(format!("byte {at} of the variable {} is {:#04x} instead of {:#04x}", symbol.name, theirs[at], ours[at])),
        None => Ok(()),
    }
}

/// Puts local symbols before the others, as the format wants it.
fn sort_symbols(object: &mut Object) {
    let mut order: Vec<usize> = (0..object.symbols.len()).collect();
    // Stable, and the null symbol is local.
    order.sort_by_key(|&index| object.symbols[index].bind != elf::STB_LOCAL);
    let mut now = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &index)| now[index] = place);
    object.symbols = order.iter().map(|&index| object.symbols[index].clone()).collect();
    for section in &mut object.sections {
        section.relocs.iter_mut().for_each(|reloc| reloc.symbol = now[reloc.symbol]);
    }
}
