//! Gives every section of every object an address.
//!
//! The module object's `.text` (or that of the next one, if the code has an object of its own),
//! `.rodata`, `.data` and `.bss`, and what functions and variables have in their place (`.data.NAME`), go to the bases that the layout shared with the interpreter fixes,
//! so that globals lie at the same addresses in every engine. Everything else goes behind the base
//! `other`: code, then constants, then data, then zeroed data, each on pages of its own with a page
//! between that nothing is mapped on, so that running off the end faults. In a sandbox all code lies together at the module's base,
//! because direct branches must not leave what is validated. (Whether the module's own
//! regions have such a page between them is up to the shared layout.) Linear time but for one sort
//! of at most eight segments.

use super::elf::{Object, Section};
use super::image::{Access, Segment};
use super::{Bases, END, LoadError};
use crate::guest::PAGE_SIZE;

/// Where sections go. The order is that in which `other` ones follow each other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Region {
    Text,
    Rodata,
    Data,
    Bss,
    OtherText,
    OtherRodata,
    OtherData,
    OtherBss,
}

impl Region {
    const ALL: [Region; 8] = [
        Region::Text,
        Region::Rodata,
        Region::Data,
        Region::Bss,
        Region::OtherText,
        Region::OtherRodata,
        Region::OtherData,
        Region::OtherBss,
    ];

    fn access(self) -> Access {
        match self {
            Region::Text | Region::OtherText => Access::READ_EXECUTE,
            Region::Rodata | Region::OtherRodata => Access::READ,
            Region::Data | Region::Bss | Region::OtherData | Region::OtherBss => Access::READ_WRITE,
        }
    }

    /// Where a section goes, given the number of its object and that of the one whose code is the
    /// module's.
    fn of(object: usize, code: usize, together: bool, section: &Section<'_>) -> Region {
        if together && section.access.execute && !section.access.write {
            return Region::Text;
        }
        let kind = if section.own { section.name[1..].split('.').next() } else { section.name.get(1..) };
        let named = match kind {
            Some("text") => Some(Region::Text),
            Some("rodata") => Some(Region::Rodata),
            Some("data") => Some(Region::Data),
            Some("bss") => Some(Region::Bss),
            _ => None,
        };
        let is_modules = |region: &Region| object == if *region == Region::Text { code } else { 0 };
        match named.filter(|region| is_modules(region) && region.access() == section.access) {
            Some(region) => region,
            None if section.access.execute => Region::OtherText,
            None if !section.access.write => Region::OtherRodata,
            None if section.data.is_empty() => Region::OtherBss,
            None => Region::OtherData,
        }
    }
}

/// The addresses of all sections.
pub(super) struct Placement {
    /// By object and section index; sections without memory have none.
    pub addrs: Vec<Vec<Option<u32>>>,
    /// What to map, in address order.
    pub segments: Vec<Segment>,
}

impl Placement {
    /// Where the last section of code ends.
    pub fn end_of_code(&self, objects: &[Object<'_>]) -> u32 {
        let sections = objects.iter().zip(&self.addrs).flat_map(|(object, addrs)| object.sections.iter().zip(addrs));
        let code = sections.filter(|(section, _)| section.access.execute);
        code.filter_map(|(section, addr)| addr.map(|addr| addr + section.size)).max().unwrap_or(0)
    }
}

/// Gives every section of every object an address; the first object is the module, but for its code
/// that may be the next one's. `together`: all code lies in one region.
pub(super) fn place(objects: &[Object<'_>], bases: &Bases, together: bool) -> Result<Placement, LoadError> {
    let mut addrs: Vec<Vec<Option<u32>>> = objects.iter().map(|object| vec![None; object.sections.len()]).collect();
    let mut segments = Vec::new();
    let code = code_object(objects);
    let mut other = u64::from(bases.other);
    for region in Region::ALL {
        let start = match region {
            Region::Text => u64::from(bases.text),
            Region::Rodata => u64::from(bases.rodata),
            Region::Data => u64::from(bases.data),
            Region::Bss => u64::from(bases.bss),
            _ => other,
        };
        if start % u64::from(PAGE_SIZE) != 0 {
            return Err(LoadError::new(format!("{region:?} base {start:#x}"), "not page-aligned"));
        }
        let is_here = |at: usize, section: &Section<'_>| section.alloc && Region::of(at, code, together, section) == region;
        let (start, end) = fill(start, objects, &is_here, &mut addrs)?;
        if end == start {
            continue;
        }
        let end = end.next_multiple_of(u64::from(PAGE_SIZE));
        segments.push(Segment { addr: start as u32, len: (end - start) as u32, access: region.access() });
        if matches!(region, Region::OtherText | Region::OtherRodata | Region::OtherData) {
            other = end + u64::from(PAGE_SIZE);
        }
    }
    segments.sort_by_key(|segment| segment.addr);
    check_overlaps(&segments)?;
    Ok(Placement { addrs, segments })
}

/// The first object with a `.text`, or one of a function, that holds something, among all but the last: that is the
/// runtime. Else the first one.
fn code_object(objects: &[Object<'_>]) -> usize {
    let is_code = |section: &Section<'_>| section.access.execute && (section.name == ".text" || section.own);
    let has_code = |object: &Object<'_>| object.sections.iter().any(|section| is_code(section) && section.size > 0);
    let modules = objects.len().saturating_sub(1);
    objects[..modules].iter().position(has_code).unwrap_or(0)
}

/// Places the sections of a region from `start` on, further up if they are aligned to more than a
/// page, and gives the region's start and its end, at most [`END`].
fn fill(
    start: u64,
    objects: &[Object<'_>],
    is_here: &dyn Fn(usize, &Section<'_>) -> bool,
    addrs: &mut [Vec<Option<u32>>],
) -> Result<(u64, u64), LoadError> {
    let aligns = objects.iter().enumerate().flat_map(|(at, object)| {
        object.sections.iter().filter(move |section| is_here(at, section)).map(|section| u64::from(section.align))
    });
    let start = start.next_multiple_of(aligns.max().unwrap_or(1).max(1));
    let mut cursor = start;
    for (object_index, object) in objects.iter().enumerate() {
        for (index, section) in object.sections.iter().enumerate() {
            if !is_here(object_index, section) {
                continue;
            }
            let fail = |message: String| LoadError::new(format!("{}: section {}", object.name, section.name), message);
            let addr = cursor.next_multiple_of(u64::from(section.align));
            // An empty section takes nothing, not even a page: in the shared layout the next region
            // may start at the same address.
            cursor = addr + u64::from(section.size);
            if cursor > u64::from(END) {
                return Err(fail(format!("{:#x} bytes at {addr:#x} run past {END:#x}", section.size)));
            }
            addrs[object_index][index] = Some(addr as u32);
        }
    }
    Ok((start, cursor))
}

/// Checks that no two segments share a page.
fn check_overlaps(segments: &[Segment]) -> Result<(), LoadError> {
    for pair in segments.windows(2) {
        let end = u64::from(pair[0].addr) + u64::from(pair[0].len);
        if end > u64::from(pair[1].addr) {
            let place = format!("segment {:#x}..{end:#x}", pair[0].addr);
            return Err(LoadError::new(place, format!("runs into the one at {:#x}", pair[1].addr)));
        }
    }
    Ok(())
}
