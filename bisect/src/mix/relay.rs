//! Sections of variables that the two objects lay out differently: laid out again in each mix, one
//! decision for each variable.
//!
//! In: a pair of objects whose code refers to each variable by its symbol. Out: [`Relaid`]. What an
//! object decides about a variable is in which section it lies and how far behind the one before
//! it. A good object aligns: a variable begins at the next multiple of some power of two. Where the
//! same power explains both objects, they decide the same, although one variable that lies
//! elsewhere has moved all that follow; where none does, the variable is an element. A mix makes
//! the decisions of one object or the other for each variable in turn, in the objects' own order,
//! so that what is wrong about one moves those behind it as it does in the bad object. Overlaps
//! stay what they are. Linear in variables and bytes.

use object::elf;

use super::{Pair, Unmixable};
use crate::search::Set;
use crosstest::relocatable::{DefinedIn, Object, Reloc, Symbol};

/// How far behind the end of the one before it a variable begins.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Gap {
    /// At the next multiple.
    Aligned(u64),
    /// So many bytes: fewer than none if they overlap.
    Exact(i64),
}

impl Gap {
    /// Where the variable begins, given where the one before it ends.
    fn after(self, end: u64) -> u64 {
        match self {
            Gap::Aligned(align) => end.checked_next_multiple_of(align).unwrap_or(end),
            Gap::Exact(gap) => end.saturating_add_signed(gap),
        }
    }
}

/// A definition in one of the objects.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// Index of the section in its object.
    pub(super) section: usize,
    /// Index of the symbol in its object.
    pub(super) symbol: usize,
    gap: Gap,
}

/// A variable with its definitions: good, bad.
#[derive(Clone, Debug)]
pub(crate) struct Variable<'o> {
    pub(super) name: &'o str,
    pub(super) sides: [Option<Definition>; 2],
    /// Whether the objects decide differently about its place.
    pub(super) is_moved: bool,
}

/// Which sections are laid out again, by side and index, and their variables in order.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'o> {
    pub(super) sections: [Vec<bool>; 2],
    pub(super) variables: Vec<Variable<'o>>,
}

/// Plans the sections that the objects lay out differently; `None` if there are none.
pub(super) fn plan<'o>(pair: &Pair<'o>) -> Result<Option<Plan<'o>>, Unmixable> {
    let named: [Vec<usize>; 2] = [0, 1].map(|side| variables(pair, side));
    let mut sections = [0, 1].map(|side: usize| vec![false; pair.objects[side].sections.len()]);
    for side in 0..2 {
        for &symbol in &named[side] {
            let section = pair.objects[side].symbols[symbol].section().unwrap_or(0);
            let is_shared = if side == 0 { pair.shared.contains(&Some(section)) } else { pair.shared[section].is_some() };
            // One that is all of its section can lie anywhere.
            sections[side][section] |= !is_shared && pair.whole[side][section].is_none();
        }
    }
    if !sections.iter().flatten().any(|&relaid| relaid) {
        return Ok(None);
    }
    close(pair, &mut sections);
    for side in 0..2 {
        check_references(pair.objects[side], &sections[side])?;
        check_bounds(pair.objects[side], &named[side])?;
    }
    let mut all: Vec<Variable<'o>> = Vec::new();
    for symbol in in_order(pair.objects[0], &named[0]) {
        let name = pair.objects[0].symbols[symbol].name.as_str();
        all.push(variable(pair, &sections, name, [Some(symbol), pair.names[1].get(name).copied()]));
    }
    for &symbol in &named[1] {
        let name = pair.objects[1].symbols[symbol].name.as_str();
        if !pair.names[0].contains_key(name) {
            all.push(variable(pair, &sections, name, [None, Some(symbol)]));
        }
    }
    all.retain(|variable| variable.sides.iter().any(Option::is_some));
    decide(pair, &mut all);
    Ok(Some(Plan { sections, variables: all }))
}

/// Where a variable's section is laid out again in one object, that in the other one is, too.
fn close(pair: &Pair<'_>, sections: &mut [Vec<bool>; 2]) {
    loop {
        let mut is_closed = true;
        for &name in &pair.common {
            let own = pair.symbols(name).map(|symbol| symbol.section().unwrap_or(0));
            if sections[0][own[0]] != sections[1][own[1]] {
                (sections[0][own[0]], sections[1][own[1]]) = (true, true);
                is_closed = false;
            }
        }
        if is_closed {
            return;
        }
    }
}

/// The named variables of an object.
fn variables(pair: &Pair<'_>, side: usize) -> Vec<usize> {
    let object = pair.objects[side];
    let is_data = |symbol: &Symbol| symbol.section().is_some_and(|section| !object.sections[section].is_code());
    let mut all: Vec<usize> = pair.names[side].values().copied().filter(|&symbol| is_data(&object.symbols[symbol])).collect();
    all.sort_unstable();
    all
}

/// In the order of the symbols, if that is the one in which they lie in their sections; else in the
/// latter.
fn in_order(object: &Object, variables: &[usize]) -> Vec<usize> {
    let place = |symbol: usize| {
        let symbol = &object.symbols[symbol];
        (symbol.section(), symbol.value, symbol.value + symbol.size)
    };
    let mut by_place = variables.to_vec();
    by_place.sort_by_key(|&symbol| (place(symbol), symbol));
    let ascend = |pair: &[usize]| pair[0] < pair[1] || place(pair[0]).0 != place(pair[1]).0;
    if by_place.windows(2).all(ascend) { variables.to_vec() } else { by_place }
}

/// Checks that nothing refers to such a section but by the symbols of its variables.
fn check_references(object: &Object, relaid: &[bool]) -> Result<(), Unmixable> {
    for section in &object.sections {
        for reloc in &section.relocs {
            let symbol = &object.symbols[reloc.symbol];
            let target = symbol.section().filter(|&target| relaid[target]);
            if let Some(target) = target.filter(|_| symbol.kind == elf::STT_SECTION || symbol.name.is_empty()) {
                return Err(format!(
                    "{} refers to {} as a whole, which the two objects lay out differently; compile both with -fdata-sections",
                    section.name, object.sections[target].name
                ));
            }
        }
    }
    Ok(())
}

/// Checks that variables lie in their sections.
fn check_bounds(object: &Object, variables: &[usize]) -> Result<(), Unmixable> {
    for symbol in variables.iter().map(|&symbol| &object.symbols[symbol]) {
        let section = &object.sections[symbol.section().unwrap_or(0)];
        if symbol.value.checked_add(symbol.size).is_none_or(|end| end > section.size) {
            return Err(format!("the variable {} reaches beyond its section {}", symbol.name, section.name));
        }
    }
    Ok(())
}

fn variable<'o>(pair: &Pair<'o>, relaid: &[Vec<bool>; 2], name: &'o str, symbols: [Option<usize>; 2]) -> Variable<'o> {
    let definition = |side: usize| {
        let symbol = symbols[side]?;
        let section = pair.objects[side].symbols[symbol].section()?;
        relaid[side][section].then_some(Definition { section, symbol, gap: Gap::Exact(0) })
    };
    Variable { name, sides: [definition(0), definition(1)], is_moved: false }
}

/// Finds out what each object decides about each variable.
fn decide(pair: &Pair<'_>, variables: &mut [Variable<'_>]) {
    // By side and section the end of the variable before.
    let mut ends = [0, 1].map(|side: usize| vec![0u64; pair.objects[side].sections.len()]);
    for variable in variables {
        // Its offset, the end before it, and the section's name.
        let found = [0, 1].map(|side: usize| {
            let definition = variable.sides[side].as_ref()?;
            let symbol = &pair.objects[side].symbols[definition.symbol];
            let end = std::mem::replace(&mut ends[side][definition.section], symbol.value.saturating_add(symbol.size));
            Some((symbol.value, end, pair.objects[side].sections[definition.section].name.as_str()))
        });
        let aligned = |(offset, end, _): (u64, u64, &str), align: u64| Gap::Aligned(align).after(end) == offset;
        let aligns = || (0..=31).map(|log| 1u64 << log);
        let both = match found {
            [Some(good), Some(bad)] if good.2 == bad.2 => aligns().find(|&align| aligned(good, align) && aligned(bad, align)),
            _ => None,
        };
        variable.is_moved = both.is_none() && found.iter().all(Option::is_some);
        for (side, (definition, found)) in variable.sides.iter_mut().zip(found).enumerate() {
            let (Some(definition), Some(found)) = (definition, found) else { continue };
            let own = both.or_else(|| aligns().find(|&align| side == 0 && aligned(found, align)));
            definition.gap = own.map_or(Gap::Exact(found.0.wrapping_sub(found.1) as i64), Gap::Aligned);
        }
    }
}

/// A definition as the mix has it.
#[derive(Clone, Debug)]
struct Part {
    section: usize,
    gap: Gap,
    size: u64,
    bytes: Vec<u8>,
    /// With offsets in the variable.
    relocs: Vec<Reloc>,
}

/// The variables of sections that are laid out again, as the mix has them.
#[derive(Clone, Debug, Default)]
pub(super) struct Relaid {
    sections: Vec<usize>,
    variables: Vec<Laid>,
}

#[derive(Clone, Debug)]
struct Laid {
    symbol: usize,
    element: Option<u32>,
    sides: [Option<Part>; 2],
}

impl Variable<'_> {
    /// What the objects decide about its place, in words.
    pub(super) fn describe(&self, pair: &Pair<'_>) -> String {
        let place = |side: usize| {
            let Some(definition) = &self.sides[side] else { return "nowhere".to_string() };
            let object = pair.objects[side];
            format!("{}+{:#x}", object.sections[definition.section].name, object.symbols[definition.symbol].value)
        };
        let behind = match &self.sides[1] {
            Some(Definition { gap: Gap::Exact(gap), .. }) if *gap < 0 => format!(", overlapping the one before it by {}", -gap),
            Some(Definition { gap: Gap::Exact(gap), .. }) => format!(", {gap} bytes behind the one before it"),
            _ => String::new(),
        };
        format!("its place: {} instead of {}{behind}", place(1), place(0))
    }
}

impl Relaid {
    /// Adds a variable: its symbol in the mix, the element that it is, and how its definitions get
    /// there: section and relocation of the mix.
    pub(super) fn add(
        &mut self,
        pair: &Pair<'_>,
        variable: &Variable<'_>,
        (symbol, element): (usize, Option<u32>),
        mut place: impl FnMut(usize, usize) -> usize,
        mut relocate: impl FnMut(usize, usize, &Reloc) -> Result<Reloc, Unmixable>,
    ) -> Result<(), Unmixable> {
        let mut sides = [None, None];
        for (side, definition) in variable.sides.iter().enumerate() {
            let Some(definition) = definition else { continue };
            let object = pair.objects[side];
            let own = &object.symbols[definition.symbol];
            let range = own.value..own.value.saturating_add(own.size);
            let inside = object.sections[definition.section].relocs.iter().filter(|reloc| range.contains(&reloc.offset));
            let relocs = inside.map(|reloc| {
                let reloc = relocate(side, definition.section, reloc)?;
                Ok(Reloc { offset: reloc.offset - own.value, ..reloc })
            });
            let section = place(side, definition.section);
            if !self.sections.contains(&section) {
                self.sections.push(section);
            }
            sides[side] = Some(Part {
                section,
                gap: definition.gap,
                size: own.size,
                bytes: object.bytes_of(own).unwrap_or_default().to_vec(),
                relocs: relocs.collect::<Result<_, Unmixable>>()?,
            });
        }
        self.variables.push(Laid { symbol, element, sides });
        Ok(())
    }

    /// Lays the sections out, with what the bad object decides about these elements.
    pub(super) fn lay_out(&self, object: &mut Object, from_bad: &Set) {
        for &section in &self.sections {
            let section = &mut object.sections[section];
            section.data.clear();
            section.relocs.clear();
            section.size = 0;
        }
        let mut ends = vec![0u64; object.sections.len()];
        for Laid { symbol, element, sides: [good, bad] } in &self.variables {
            let is_bad = element.is_some_and(|element| from_bad.binary_search(&element).is_ok());
            let Some(part) = (if is_bad { bad.as_ref() } else { good.as_ref() }).or(bad.as_ref()).or(good.as_ref()) else {
                continue;
            };
            let start = part.gap.after(ends[part.section]);
            let end = start.saturating_add(part.size);
            ends[part.section] = end;
            let section = &mut object.sections[part.section];
            section.size = section.size.max(end);
            if section.kind != elf::SHT_NOBITS {
                section.data.resize(section.data.len().max(end as usize), 0);
                let bytes = &mut section.data[start as usize..][..part.bytes.len()];
                bytes.copy_from_slice(&part.bytes);
            }
            section.relocs.extend(part.relocs.iter().map(|reloc| Reloc { offset: reloc.offset + start, ..*reloc }));
            let symbol = &mut object.symbols[*symbol];
            (symbol.defined_in, symbol.value, symbol.size) = (DefinedIn::Section(part.section), start, part.size);
        }
    }
}
