//! One object out of two translations of the same program: each function, and each variable that
//! differs, from either.
//!
//! In: two objects. Out: a [`Mixer`]: the elements in which they differ, and for any set of
//! elements the object that takes these from the second one and the rest from the first. Nothing is
//! cut out of code: the mixed object holds the sections of both, and every reference to a function,
//! from whichever side, leads to the definition that was chosen. So only the symbol table differs
//! from one mix to the next, and a mix costs a copy.
//!
//! What must hold is that each side's code refers to other functions by relocations only. In a
//! section with one function (`-ffunction-sections`) it does; where functions share a section, an
//! assembler relocates references to global functions, but may resolve those to local ones itself.
//! [`References`] says what may be assumed.
//!
//! *Variables* exist once in a program. Where both objects lay a section out alike, the first one's
//! serves both, and a variable whose content differs is an element whose content is exchanged.
//! Where they do not, and all references are relocated, the section is laid out again in each mix,
//! and a variable about whose place they decide differently is an element (`relay`). Otherwise each
//! variable needs a section of its own (`-fdata-sections`), unless it is constant. Constants
//! without a name (strings, jump tables, literal pools) stay with the side that uses them.
//!
//! *Parts of functions* that a compiler makes (`f.cold`, `f.part.0`, `f.constprop.0`: a dot in the
//! name of a local function) stay with their side: their interface is private. Reading and
//! comparing is near linear.

mod build;
mod compare;
mod relay;
#[cfg(test)]
mod tests;

use object::elf;
use rustc_hash::FxHashMap;

use crate::search::Set;
use build::Template;
use crosstest::relocatable::{Object, Symbol};

/// What may be assumed of references from one function to another.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum References {
    /// All are relocated, whatever the sections: true of this project's objects.
    AllRelocated,
    /// Those within a section may have been resolved if they are to local functions.
    MayBeResolved,
}

/// What an element is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A function.
    Function,
    /// The content of a variable.
    Variable,
    /// The place of a variable, and its content.
    Moved,
}

/// A piece of the program in which the two objects differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// The symbol.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its size in bytes in each object.
    pub sizes: [u64; 2],
    /// In what the objects differ, in words.
    pub what: String,
}

/// Why two objects cannot be mixed: one line with what to do about it.
pub type Unmixable = String;

/// Two objects, ready to be mixed.
pub struct Mixer {
    elements: Vec<Element>,
    warnings: Vec<String>,
    template: Template,
}

/// The two objects under comparison.
pub(crate) struct Pair<'o> {
    /// The objects: good, bad.
    pub objects: [&'o Object; 2],
    /// Named definitions: symbol indices by name.
    pub names: [FxHashMap<&'o str, usize>; 2],
    /// The names that both define as the same kind of thing, in the first object's order.
    pub common: Vec<&'o str>,
    /// For each section of the second object the one of the first that serves both.
    pub shared: Vec<Option<usize>>,
    /// For each object and section: the named symbol that is all of the section, if one is.
    pub whole: [Vec<Option<usize>>; 2],
    /// The sections that are laid out again.
    pub relaid: Option<relay::Plan<'o>>,
}

/// Whether a symbol is a definition that the other object may define as well.
fn is_named(object: &Object, symbol: &Symbol) -> bool {
    let Some(section) = symbol.section() else { return false };
    let is_label = symbol.bind == elf::STB_LOCAL && (symbol.name.starts_with(".L") || symbol.name.starts_with('$'));
    let kinds = [elf::STT_NOTYPE, elf::STT_OBJECT, elf::STT_FUNC, elf::STT_TLS];
    object.sections[section].is_alloc() && kinds.contains(&symbol.kind) && !symbol.name.is_empty() && !is_label
}

/// Whether a symbol is a part of a function that its compiler made.
fn is_private_part(symbol: &Symbol) -> bool {
    symbol.kind == elf::STT_FUNC && symbol.bind == elf::STB_LOCAL && symbol.name.contains('.')
}

impl Mixer {
    /// Compares two objects.
    pub fn new(good: &Object, bad: &Object, references: References) -> Result<Mixer, Unmixable> {
        if (good.machine, good.is_64, good.endian) != (bad.machine, bad.is_64, bad.endian) {
            return Err("the two objects are for different machines; both have to be compiled for the same target".into());
        }
        let mut pair = Pair {
            objects: [good, bad],
            names: [names(good, "the good object")?, names(bad, "the bad object")?],
            common: Vec::new(),
            shared: Vec::new(),
            whole: [compare::whole_sections(good), compare::whole_sections(bad)],
            relaid: None,
        };
        check_globals(&pair)?;
        pair.common = compare::common(&pair);
        pair.shared = compare::shared_sections(&pair);
        match references {
            References::AllRelocated => pair.relaid = relay::plan(&pair)?,
            References::MayBeResolved => {
                check_sections(good, "the good object")?;
                check_sections(bad, "the bad object")?;
            }
        }
        compare::check_variables(&pair)?;
        let elements = compare::elements(&pair);
        let warnings = compare::warnings(&pair);
        let template = build::template(&pair, &elements)?;
        Ok(Mixer { elements, warnings, template })
    }

    /// The elements, in the first object's order of symbols.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// What the user should know about mixes of these objects.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The object that takes these elements from the second object, and the others from the first.
    pub fn mix(&self, from_bad: &Set) -> Result<Vec<u8>, String> {
        self.template.object(from_bad).write()
    }
}

/// The named definitions of an object.
fn names<'o>(object: &'o Object, which: &str) -> Result<FxHashMap<&'o str, usize>, Unmixable> {
    let mut names: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, symbol) in object.symbols.iter().enumerate().filter(|(_, symbol)| is_named(object, symbol)) {
        if let Some(&other) = names.get(symbol.name.as_str()) {
            let other = &object.symbols[other];
            if (other.defined_in, other.value) == (symbol.defined_in, symbol.value) {
                continue;
            }
            return Err(format!(
                "{which} defines {} twice, so that its references cannot be told apart; rename one of them in the source (static \
                 functions of files that were joined with ld -r collide like this)",
                symbol.name
            ));
        }
        names.insert(&symbol.name, index);
    }
    Ok(names)
}

/// Checks that both objects define the same global names.
fn check_globals(pair: &Pair<'_>) -> Result<(), Unmixable> {
    let sides = ["the good object", "the bad object"];
    for (side, other) in [(0, 1), (1, 0)] {
        let is_missing = |symbol: &&Symbol| {
            symbol.bind == elf::STB_GLOBAL
                && !symbol.section().is_some_and(|section| pair.objects[side].sections[section].grouped)
                && is_named(pair.objects[side], symbol)
                && !pair.names[other].contains_key(symbol.name.as_str())
        };
        let missing: Vec<&str> = pair.objects[side].symbols.iter().filter(is_missing).map(|symbol| &*symbol.name).collect();
        if let Some(first) = missing.first() {
            let more = if missing.len() > 1 { format!(" (and {} others)", missing.len() - 1) } else { String::new() };
            return Err(format!(
                "{} defines {first}{more}, {} does not; both have to be compiled from the same source with the same macros",
                sides[side], sides[other]
            ));
        }
    }
    Ok(())
}

/// Checks that local functions have sections of their own.
fn check_sections(object: &Object, which: &str) -> Result<(), Unmixable> {
    let mut functions: FxHashMap<usize, Vec<&Symbol>> = FxHashMap::default();
    let is_function = |symbol: &&Symbol| symbol.kind == elf::STT_FUNC && is_named(object, symbol);
    for symbol in object.symbols.iter().filter(is_function) {
        functions.entry(symbol.section().unwrap_or(0)).or_default().push(symbol);
    }
    for (section, functions) in functions {
        if let Some(local) = functions.iter().find(|symbol| symbol.bind == elf::STB_LOCAL && functions.len() > 1) {
            return Err(format!(
                "{which} has {} functions in the section {}, among them the local one {}: calls of it may not be relocated; compile \
                 both objects with -ffunction-sections",
                functions.len(),
                object.sections[section].name,
                local.name
            ));
        }
    }
    Ok(())
}
