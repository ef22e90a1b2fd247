//! Veneers: short detours for calls that do not reach their target.
//!
//! An ARM `bl` reaches 32 MiB; the shared layout puts the module's code, other code and host
//! functions further apart than that. As a linker does, the loader gives each executable section
//! some room at its end, one veneer for each symbol that it calls, and sends a call there that
//! would not reach. A veneer changes `ip` alone, which the ABI leaves to it. Other machines need
//! none. Source: [ARM-AAPCS] 5.3.1.1.

use translator::options::Isa;

use super::elf::{Object, Reloc, Section};
use crate::isa::facts;

/// `movw ip, #low; movt ip, #high; bx ip`.
const BYTES: u32 = 12;

/// The veneers of a section: where they start in it, and for which symbol each is.
#[derive(Clone, Default, Debug)]
pub(super) struct Veneers {
    start: u32,
    symbols: Vec<u32>,
}

fn is_call(isa: Isa, reloc: &Reloc) -> bool {
    facts(isa).calls_with_veneers.contains(&reloc.kind)
}

/// Makes room for veneers at the ends of an object's executable sections. At most one for each
/// relocation: linear in the file's size.
pub(super) fn reserve(isa: Isa, object: &mut Object<'_>) {
    for section in object.sections.iter_mut().filter(|section| section.access.execute) {
        let mut symbols: Vec<u32> = section.relocs.iter().filter(|reloc| is_call(isa, reloc)).map(|reloc| reloc.symbol).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let Some(start) = section.size.checked_next_multiple_of(4).filter(|_| !symbols.is_empty()) else { continue };
        // Too large a section is refused when it is placed.
        section.size = start.saturating_add(BYTES.saturating_mul(symbols.len() as u32));
        section.veneers = Veneers { start, symbols };
    }
}

/// Where a relocation at `place` has to lead that is meant for `target`: there, or to a veneer,
/// which is written into `bytes`.
pub(super) fn redirect(isa: Isa, section: &Section<'_>, addr: u32, bytes: &mut [u8], reloc: &Reloc, target: u32) -> u32 {
    let distance = i64::from(target) - i64::from(addr) - i64::from(reloc.offset) - 8;
    if !is_call(isa, reloc) || (-(1 << 25)..1 << 25).contains(&distance) {
        return target;
    }
    let Ok(index) = section.veneers.symbols.binary_search(&reloc.symbol) else { return target };
    let offset = section.veneers.start + BYTES * index as u32;
    let half = |value: u32| (value & 0xf000) << 4 | value & 0xfff;
    let words = [0xe300_c000 | half(target & 0xffff), 0xe340_c000 | half(target >> 16), 0xe12f_ff1c];
    let veneer: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    match bytes.get_mut(offset as usize..offset as usize + veneer.len()) {
        Some(room) => {
            room.copy_from_slice(&veneer);
            addr + offset
        }
        // A section without content: what relocates it will say so.
        None => target,
    }
}
