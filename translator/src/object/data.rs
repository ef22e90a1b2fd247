//! Where global variables lie and what their sections contain.
//!
//! In: the module's globals. Out: a [`Placement`] for each defined one, the extent of each section,
//! and on demand a section's bytes.
//!
//! The rule, on which loaders and the interpreter rely: constant globals are in `.rodata`, writable
//! ones with an initial value that is not all zero in `.data`, the other writable ones in `.bss`;
//! each section holds its globals in module order, each at the next multiple of its alignment (at
//! least 1), and a section is aligned to the largest alignment in it. An external global (no
//! initial value, linkage External) has no place. If that is asked for, each global has a section of
//! its own instead, in the same order.
//!
//! Limits (a [`TranslateError`] each): a section has less than 4 GiB, and `.rodata` and `.data`
//! together at most [`MAX_INITIALISED`] bytes, because those bytes have to be written out.
//! Complexity: linear in globals, pieces and bytes.

use crate::error::TranslateError;
use crate::ice::{Global, GlobalInit, GlobalVar, Linkage, Module};
use crate::util::entity::EntityVec;
use crate::util::rng::Rng;

/// The most bytes that `.rodata` and `.data` may have together: what bounds the memory that a few
/// bytes of input can ask for.
pub const MAX_INITIALISED: u64 = 1 << 28;

/// A section of global variables.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DataSection {
    /// `.rodata`: constants.
    Rodata,
    /// `.data`: writable, not all zero.
    Data,
    /// `.bss`: writable, all zero.
    Bss,
}

impl DataSection {
    /// Every section of global variables, in the order in which they lie in the object file.
    pub const ALL: [DataSection; 3] = [DataSection::Rodata, DataSection::Data, DataSection::Bss];

    /// Its name, if all globals of the kind share it.
    pub const fn name(self) -> &'static str {
        match self {
            DataSection::Rodata => ".rodata",
            DataSection::Data => ".data",
            DataSection::Bss => ".bss",
        }
    }

    /// The section that a defined global belongs to.
    pub fn of(global: &GlobalVar) -> DataSection {
        if global.constant {
            DataSection::Rodata
        } else if global.is_zero() {
            DataSection::Bss
        } else {
            DataSection::Data
        }
    }
}

/// Where a global variable lies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Its section: a number for [`DataLayout::section`].
    pub section: u32,
    /// Bytes from the start of the section.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
}

/// Size and alignment of a section, in bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Size.
    pub size: u32,
    /// Alignment, a power of two.
    pub align: u32,
}

/// A section of globals.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LaidOut {
    /// What it is for.
    pub kind: DataSection,
    /// The only global in it, if it is one's own.
    pub own: Option<Global>,
    /// How large it is.
    pub extent: Extent,
}

/// The places of a module's globals.
#[derive(Clone, Debug)]
pub struct DataLayout {
    /// The globals, in the order in which they lie.
    order: Vec<Global>,
    places: EntityVec<Global, Option<Placement>>,
    /// Those that are shared come first, one of each kind, in the order of [`DataSection::ALL`].
    sections: Vec<LaidOut>,
}

impl DataLayout {
    /// Lays out a module's globals: in its order, or in one that comes from a generator; each in a
    /// section of its own, or all of a kind in one.
    pub fn new(module: &Module, random: Option<Rng>, own: bool) -> Result<Self, TranslateError> {
        let mut order: Vec<Global> = module.globals.keys().collect();
        random.into_iter().for_each(|mut rng| rng.shuffle(&mut order));
        let empty = |kind| LaidOut { kind, own: None, extent: Extent { size: 0, align: 1 } };
        let mut layout = Self { order: Vec::new(), places: EntityVec::new(), sections: DataSection::ALL.map(empty).to_vec() };
        layout.places.resize(module.globals.len(), None);
        for &id in &order {
            let global = &module.globals[id];
            let place = if is_external(global) {
                None
            } else {
                let own = own.then_some(id);
                Some(
                    layout
                        .place(global, own)
                        .ok_or_else(|| limit(module, id, "does not fit: a section of globals has at most 4 GiB"))?,
                )
            };
            if !global.align.max(1).is_power_of_two() {
                return Err(limit(module, id, "has an alignment that is not a power of two"));
            }
            layout.places[id] = place;
        }
        layout.order = order;
        let initialised = layout.sections.iter().filter(|section| section.kind != DataSection::Bss);
        let initialised: u64 = initialised.map(|section| u64::from(section.extent.size)).sum();
        if initialised > MAX_INITIALISED {
            let message = format!("initialised globals take {initialised} bytes; the limit is {MAX_INITIALISED}");
            return Err(TranslateError::limit("", message));
        }
        Ok(layout)
    }

    /// Puts a global at the end of its section, perhaps its own; `None` if the section outgrows 32
    /// bits.
    fn place(&mut self, global: &GlobalVar, own: Option<Global>) -> Option<Placement> {
        let kind = DataSection::of(global);
        let section = if own.is_some() {
            self.sections.push(LaidOut { kind, own, extent: Extent { size: 0, align: 1 } });
            self.sections.len() - 1
        } else {
            kind as usize
        };
        let extent = &mut self.sections[section].extent;
        let align = global.align.max(1);
        let offset = u64::from(extent.size).next_multiple_of(u64::from(align));
        let size = global.size();
        extent.size = u32::try_from(offset.checked_add(size)?).ok()?;
        extent.align = extent.align.max(align);
        Some(Placement { section: section as u32, offset: offset as u32, size: size as u32 })
    }

    /// Where a global lies; `None` if it is external.
    pub fn place_of(&self, global: Global) -> Option<Placement> {
        self.places[global]
    }

    /// All sections by their number, those without a global included.
    pub fn sections(&self) -> &[LaidOut] {
        &self.sections
    }

    /// The section with a number.
    pub fn section(&self, section: u32) -> LaidOut {
        self.sections[section as usize]
    }

    /// All globals, in the order in which they lie.
    pub fn order(&self) -> &[Global] {
        &self.order
    }

    /// The defined globals of a section with their offsets, in order.
    pub fn globals_in(&self, section: u32) -> impl Iterator<Item = (Global, u32)> {
        let candidates = match &self.sections[section as usize].own {
            Some(own) => std::slice::from_ref(own),
            None => &self.order[..],
        };
        candidates.iter().filter_map(move |&id| {
            let place = self.places[id]?;
            (place.section == section).then_some((id, place.offset))
        })
    }

    /// Appends the bytes of a section, `.bss` included. The words of addresses hold their addend if
    /// `addends_in_place`, else zero.
    pub fn write_section(&self, module: &Module, section: u32, addends_in_place: bool, out: &mut Vec<u8>) {
        let start = out.len();
        for (id, offset) in self.globals_in(section) {
            out.resize(start + offset as usize, 0);
            for piece in &module.globals[id].init {
                match *piece {
                    GlobalInit::Data(ref bytes) => out.extend_from_slice(bytes),
                    GlobalInit::Zero(count) => out.resize(out.len() + count as usize, 0),
                    GlobalInit::FuncAddr(_, addend) | GlobalInit::GlobalAddr(_, addend) => {
                        let addend = if fault!(DataAddend, addend != 0) { addend.wrapping_mul(2) } else { addend };
                        let word = if addends_in_place { addend } else { 0 };
                        out.extend_from_slice(&word.to_le_bytes());
                    }
                }
            }
        }
    }
}

/// Whether a global is declared here and defined elsewhere.
pub fn is_external(global: &GlobalVar) -> bool {
    global.init.is_empty() && global.linkage == Linkage::External
}

#[cold]
fn limit(module: &Module, global: Global, what: &str) -> TranslateError {
    TranslateError::limit("", format!("global {} {what}", module.global_symbol(global)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::FuncId;

    fn global(constant: bool, align: u32, init: Vec<GlobalInit>) -> GlobalVar {
        GlobalVar { name: String::new(), linkage: Linkage::Internal, constant, align, init }
    }

    fn layout_of(globals: Vec<GlobalVar>) -> (Module, Result<DataLayout, TranslateError>) {
        let mut module = Module::new();
        for global in globals {
            module.globals.push(global);
        }
        let layout = DataLayout::new(&module, None, false);
        (module, layout)
    }

    #[test]
    fn globals_are_in_module_order_at_multiples_of_their_alignment() {
        let (module, layout) = layout_of(vec![
            global(true, 1, vec![GlobalInit::Data(vec![1, 2, 3])]),
            global(false, 1, vec![GlobalInit::Data(vec![9])]),
            global(true, 8, vec![GlobalInit::FuncAddr(FuncId::from_u32(0), 5), GlobalInit::Zero(2)]),
            global(true, 0, vec![]),
            global(false, 16, vec![GlobalInit::Zero(3)]),
            global(true, 4, vec![GlobalInit::Data(vec![7])]),
            global(false, 2, vec![GlobalInit::Zero(0), GlobalInit::Zero(1)]),
        ]);
        let layout = layout.unwrap();
        let places: Vec<_> = module.globals.keys().map(|id| layout.place_of(id).unwrap()).collect();
        use DataSection::*;
        let expected = [(Rodata, 0, 3), (Data, 0, 1), (Rodata, 8, 6), (Rodata, 14, 0), (Bss, 0, 3), (Rodata, 16, 1), (Bss, 4, 1)];
        assert_eq!(places, expected.map(|(kind, offset, size)| Placement { section: kind as u32, offset, size }));
        assert_eq!(layout.section(Rodata as u32).extent, Extent { size: 17, align: 8 });
        assert_eq!(layout.section(Bss as u32).extent, Extent { size: 5, align: 16 });
        let mut bytes = vec![0xee];
        layout.write_section(&module, Rodata as u32, true, &mut bytes);
        assert_eq!(bytes, [0xee, 1, 2, 3, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 7]);
        bytes.clear();
        layout.write_section(&module, Rodata as u32, false, &mut bytes);
        assert_eq!(bytes, [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    }

    #[test]
    fn an_external_global_has_no_place_and_an_empty_internal_one_has() {
        let mut external = global(false, 4, vec![]);
        external.linkage = Linkage::External;
        let (_, layout) = layout_of(vec![external, global(false, 4, vec![])]);
        let layout = layout.unwrap();
        assert_eq!(layout.place_of(Global::from_u32(0)), None);
        assert_eq!(
            layout.place_of(Global::from_u32(1)),
            Some(Placement { section: DataSection::Bss as u32, offset: 0, size: 0 })
        );
    }

    #[test]
    fn each_global_may_have_a_section() {
        let (module, _) = layout_of(vec![
            global(true, 8, vec![GlobalInit::Data(vec![1, 2, 3])]),
            global(false, 4, vec![GlobalInit::Zero(5)]),
            global(true, 2, vec![GlobalInit::Data(vec![4])]),
        ]);
        let layout = DataLayout::new(&module, None, true).unwrap();
        let places: Vec<_> = module.globals.keys().map(|id| layout.place_of(id).unwrap()).collect();
        assert_eq!(places, [(3, 3), (4, 5), (5, 1)].map(|(section, size)| Placement { section, offset: 0, size }));
        let (kind, own) = (DataSection::Rodata, Some(Global::from_u32(2)));
        assert_eq!(layout.section(5), LaidOut { kind, own, extent: Extent { size: 1, align: 2 } });
        assert!((0..3).all(|shared| layout.globals_in(shared).next().is_none()));
        let mut bytes = Vec::new();
        layout.write_section(&module, 3, true, &mut bytes);
        assert_eq!(bytes, [1, 2, 3]);
    }

    #[test]
    fn sizes_beyond_the_limits_are_errors() {
        let message = |globals| layout_of(globals).1.unwrap_err().to_string();
        let zero = || global(false, 1, vec![GlobalInit::Zero(u32::MAX)]);
        assert!(layout_of(vec![zero()]).1.is_ok());
        assert_eq!(message(vec![zero(), zero()]), "global Global1 does not fit: a section of globals has at most 4 GiB");
        let data = global(false, 1, vec![GlobalInit::Data(vec![1]), GlobalInit::Zero(1 << 28)]);
        assert_eq!(message(vec![data]), "initialised globals take 268435457 bytes; the limit is 268435456");
        let pieces = vec![GlobalInit::Zero(u32::MAX); 9];
        assert!(message(vec![global(true, 1, pieces)]).contains("at most 4 GiB"));
        assert!(message(vec![global(true, 3, vec![])]).contains("power of two"));
    }
}
