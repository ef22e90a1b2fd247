//! In what two objects differ: which names, sections and definitions are the same in both.

use object::elf;
use rustc_hash::FxHashMap;

use super::relay::Variable;
use super::{Element, Kind, Pair, Unmixable, is_named, is_private_part};
use crosstest::relocatable::{Object, Reloc, Section, Symbol};

/// For each section: the named symbol that is all of it.
pub(super) fn whole_sections(object: &Object) -> Vec<Option<usize>> {
    let mut whole: Vec<Option<usize>> = vec![None; object.sections.len()];
    let mut counts = vec![0; object.sections.len()];
    for (index, symbol) in object.symbols.iter().enumerate().filter(|(_, symbol)| is_named(object, symbol)) {
        let Some(section) = symbol.section() else { continue };
        // Two names for one place are one definition.
        let known = whole[section].map(|known| object.symbols[known].value);
        counts[section] += usize::from(known != Some(symbol.value));
        whole[section] = whole[section].or(Some(index));
    }
    let alone =
        |(index, whole): (usize, Option<usize>)| whole.filter(|&symbol| counts[index] == 1 && object.symbols[symbol].value == 0);
    whole.into_iter().enumerate().map(alone).collect()
}

fn is_code(object: &Object, symbol: &Symbol) -> bool {
    symbol.section().is_some_and(|section| object.sections[section].is_code())
}

/// The names that both objects define as the same kind of thing.
pub(super) fn common<'o>(pair: &Pair<'o>) -> Vec<&'o str> {
    let [good, bad] = pair.objects;
    let is_common = |&(index, symbol): &(usize, &'o Symbol)| {
        let Some(&other) = pair.names[1].get(symbol.name.as_str()) else { return false };
        let other = &bad.symbols[other];
        pair.names[0].get(symbol.name.as_str()) == Some(&index)
            && is_code(good, symbol) == is_code(bad, other)
            && !is_private_part(symbol)
            && !is_private_part(other)
    };
    good.symbols.iter().enumerate().filter(is_common).map(|(_, symbol)| symbol.name.as_str()).collect()
}

/// The named symbols of a section by place, name and size.
fn layout(object: &Object, section: usize) -> Vec<(u64, &str, u64)> {
    let inside = object.symbols.iter().filter(|symbol| symbol.section() == Some(section) && is_named(object, symbol));
    let mut layout: Vec<_> = inside.map(|symbol| (symbol.value, &*symbol.name, symbol.size)).collect();
    layout.sort_unstable();
    layout
}

/// For each section of the second object the data section of the first that is laid out in the same
/// way.
pub(super) fn shared_sections(pair: &Pair<'_>) -> Vec<Option<usize>> {
    let [good, bad] = pair.objects;
    let shared = |(index, section): (usize, &Section)| {
        let names = layout(bad, index);
        if !section.is_alloc() || section.is_code() || names.is_empty() {
            return None;
        }
        let same = |(other, candidate): &(usize, &Section)| {
            candidate.name == section.name
                && candidate.size == section.size
                && candidate.flags == section.flags
                && candidate.data.is_empty() == section.data.is_empty()
                && layout(good, *other) == names
        };
        good.sections.iter().enumerate().find(same).map(|(other, _)| other)
    };
    bad.sections.iter().enumerate().map(shared).collect()
}

/// Checks that each variable of the program can be made to exist once.
pub(super) fn check_variables(pair: &Pair<'_>) -> Result<(), Unmixable> {
    for &name in &pair.common {
        let symbols = pair.symbols(name);
        let sections = [0, 1].map(|side| symbols[side].section().unwrap_or(0));
        let is_writable = pair.objects[0].sections[sections[0]].is_writable();
        let is_alone = (0..2).all(|side| pair.whole[side][sections[side]].is_some());
        let is_shared = pair.shared[sections[1]] == Some(sections[0]);
        let is_relaid = pair.relaid.as_ref().is_some_and(|plan| plan.sections[0][sections[0]]);
        if is_writable && !is_alone && !is_shared && !is_relaid {
            return Err(format!(
                "the variable {name} shares its section with others, and the two objects order them differently; compile both with \
                 -fdata-sections"
            ));
        }
    }
    Ok(())
}

impl<'o> Pair<'o> {
    /// The two definitions of a common name.
    pub(super) fn symbols(&self, name: &str) -> [&'o Symbol; 2] {
        [0, 1].map(|side: usize| &self.objects[side].symbols[self.names[side][name]])
    }

    /// What a relocation refers to, in words that are the same for both objects if it is the same.
    fn target(&self, side: usize, reloc: &Reloc) -> Target<'o> {
        let object = self.objects[side];
        let symbol = &object.symbols[reloc.symbol];
        let Some(section) = symbol.section() else { return Target::Name(&symbol.name) };
        if is_named(object, symbol) && !is_private_part(symbol) {
            return Target::Name(&symbol.name);
        }
        if let Some(whole) = self.whole[side][section] {
            return Target::Within(&object.symbols[whole].name, symbol.value);
        }
        let shared =
            if side == 1 { self.shared[section] } else { self.shared.iter().flatten().copied().find(|&good| good == section) };
        if shared.is_some() {
            return Target::Within(&object.sections[section].name, symbol.value);
        }
        let content = &object.sections[section];
        match object.bytes_of(symbol) {
            Some(bytes) if symbol.size > 0 => Target::Bytes(&content.name, bytes, 0),
            _ => Target::Bytes(&content.name, &content.data, symbol.value),
        }
    }
}

/// What a relocation refers to.
#[derive(PartialEq)]
enum Target<'o> {
    Name(&'o str),
    Within(&'o str, u64),
    Bytes(&'o str, &'o [u8], u64),
}

/// The bytes of a definition, and its relocations.
fn content<'o>(object: &'o Object, symbol: &Symbol) -> (&'o [u8], Vec<&'o Reloc>) {
    let range = symbol.value..symbol.value.saturating_add(symbol.size);
    let relocs = symbol.section().map_or(&[][..], |section| &object.sections[section].relocs);
    let mut relocs: Vec<&Reloc> = relocs.iter().filter(|reloc| range.contains(&reloc.offset)).collect();
    relocs.sort_by_key(|reloc| reloc.offset);
    (object.bytes_of(symbol).unwrap_or_default(), relocs)
}

/// Whether two definitions differ.
fn differ(pair: &Pair<'_>, symbols: [&Symbol; 2]) -> bool {
    let [(good, good_relocs), (bad, bad_relocs)] = [0, 1].map(|side: usize| content(pair.objects[side], symbols[side]));
    let same_reloc = |(a, b): (&&Reloc, &&Reloc)| {
        a.offset - symbols[0].value == b.offset - symbols[1].value
            && a.kind == b.kind
            && a.addend == b.addend
            && pair.target(0, a) == pair.target(1, b)
    };
    symbols[0].size != symbols[1].size
        || good != bad
        || good_relocs.len() != bad_relocs.len()
        || !good_relocs.iter().zip(&bad_relocs).all(same_reloc)
}

/// The definitions in which the objects differ.
pub(super) fn elements(pair: &Pair<'_>) -> Vec<Element> {
    let mut elements = Vec::new();
    let variables = pair.relaid.iter().flat_map(|plan| &plan.variables);
    let moved: FxHashMap<&str, &Variable<'_>> =
        variables.filter(|variable| variable.is_moved).map(|variable| (variable.name, variable)).collect();
    for &name in &pair.common {
        let symbols = pair.symbols(name);
        let moved = moved.get(name);
        if moved.is_none() && !differ(pair, symbols) {
            continue;
        }
        let (kind, what) = match moved {
            Some(moved) => (Kind::Moved, moved.describe(pair)),
            None if is_code(pair.objects[0], symbols[0]) => (Kind::Function, "its code".into()),
            None => (Kind::Variable, "its content".into()),
        };
        elements.push(Element { name: name.into(), kind, sizes: symbols.map(|symbol| symbol.size), what });
    }
    elements
}

/// What the user should know.
pub(super) fn warnings(pair: &Pair<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    for (side, which) in ["good", "bad"].into_iter().enumerate() {
        let object = pair.objects[side];
        let is_own = |symbol: &&Symbol| {
            let in_variable = symbol.section().is_some_and(|section| object.sections[section].is_writable());
            in_variable && is_named(object, symbol) && symbol.kind != elf::STT_NOTYPE && !pair.common.contains(&&*symbol.name)
        };
        for symbol in object.symbols.iter().filter(is_own) {
            warnings.push(format!(
                "the variable {} exists in the {which} object only: in a mix, functions of the two objects do not share it (compilers name \
                 static variables in functions differently)",
                symbol.name
            ));
        }
    }
    warnings
}
