//! ARM: the lowest gigabyte, by masks ([NACL-SFI-ARM] throughout).
//!
//! An address is a masked register, sp or pc, and at most 4095 bytes away from it, or the at most 128 bytes that one instruction transfers;
//! the document has 8 KiB of nothing on each side. sp may leave the gigabyte by as much, in an access at its old or new value: then the
//! next that succeeds is at most as far again.

mod table;

use std::ops::Range;

use super::pass::Pass;
use super::rules::Rule;
use super::words;
use table::{Back, Kind, TABLE, Unit};

/// The bytes of a bundle.
const BUNDLE: usize = 16;
/// `bkpt #0x5BE0`: the rest of its bundle is data ("Data Bundles to the Rescue").
const POOL_HEAD: u32 = 0xE125_BE70;
/// What masks of addresses clear.
const OUTSIDE_DATA: u32 = 0xC000_0000;
/// What masks of branches' targets clear.
const OUTSIDE_CODE: u32 = 0xC000_000F;
const SP: u32 = 13;
const PC: u32 = 15;
/// The thread pointer.
const R9: u32 = 9;
const EQ: u32 = 0;
const AL: u32 = 14;

type Inst = words::Inst<'static, Kind>;

/// Checks all bundles.
pub fn check(pass: &mut Pass<'_>) {
    for place in pass.bundles() {
        let bytes = &pass.code.bytes[place.clone()];
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        if words.first() == Some(&POOL_HEAD) {
            pass.data_bundle(&place);
            continue;
        }
        let places: Vec<_> = (place.start..place.end).step_by(4).take(words.len()).map(|start| start..start + 4).collect();
        places.iter().for_each(|place| pass.instruction(place));
        let insts: Vec<Option<Inst>> = words.iter().map(|&word| TABLE.find(word)).collect();
        for index in 0..words.len() {
            match &insts[index] {
                Some(inst) => Look { pass, places: &places, words: &words, index, inst }.check(),
                _ if words[index] == POOL_HEAD => pass.violation(places[index].clone(), Rule::ARM_10),
                _ => pass.violation(places[index].clone(), Rule::ARM_2),
            }
        }
    }
}

/// An instruction with its neighbours.
struct Look<'p, 'a> {
    pass: &'p mut Pass<'a>,
    places: &'p [Range<usize>],
    words: &'p [u32],
    index: usize,
    inst: &'p Inst,
}

impl Look<'_, '_> {
    fn check(mut self) {
        if self.inst.kind() == Kind::RegisterOffset {
            return self.violation(Rule::ARM_4);
        }
        let (reads, writes) = registers(self.inst);
        if (reads | writes) >> R9 & 1 != 0 && !self.reads_thread_pointer() {
            return self.violation(Rule::ARM_6);
        }
        if writes >> PC & 1 != 0 {
            return self.violation(Rule::ARM_7A);
        }
        if !is_predictable(self.inst, writes) {
            return self.violation(Rule::ARM_2);
        }
        if writes >> SP & 1 != 0 {
            self.stack_pointer();
        }
        match self.inst.kind() {
            Kind::Access { store, unit, back } => self.access(store, unit, back),
            Kind::Branch { link } => self.branch(link),
            Kind::Exchange { link } => self.exchange(link),
            _ => {}
        }
    }

    fn violation(&mut self, rule: Rule) {
        self.pass.violation(self.places[self.index].clone(), rule);
    }

    /// The word before, of the same bundle.
    fn before(&self) -> Option<u32> {
        self.index.checked_sub(1).map(|before| self.words[before])
    }

    fn condition(&self) -> u32 {
        self.inst.field(b'c').unwrap_or(AL)
    }

    /// `ldr rN, [r9]` and `ldr rN, [r9, #4]`.
    fn reads_thread_pointer(&self) -> bool {
        let is_load = matches!(self.inst.word & 0x0FFF_0FFF, 0x0599_0000 | 0x0599_0004);
        is_load && self.inst.field(b'd') != Some(R9)
    }

    fn access(&mut self, store: bool, unit: Unit, back: Back) {
        let Some(base) = self.inst.field(b'b') else { return };
        if back == Back::ByRegister && !matches!(self.inst.field(b'o'), Some(SP | PC)) {
            return self.violation(Rule::ARM_4);
        }
        match base {
            SP | R9 => {}
            PC if store => self.violation(Rule::ARM_7A),
            PC if matches!(unit, Unit::One | Unit::Pair) && !writes_back(self.inst, back) => {}
            PC => self.violation(Rule::ARM_2),
            _ => {
                let before = self.before();
                let is_masked = before.is_some_and(|word| masks(word, self.condition(), base, OUTSIDE_DATA))
                    || before.is_some_and(|word| self.condition() == EQ && tests(word, base));
                match is_masked {
                    true => self.pass.guarded(&self.places[self.index]),
                    false => self.violation(Rule::ARM_3),
                }
            }
        }
    }

    /// A change of sp has its mask behind it, which happens whenever the change does.
    fn stack_pointer(&mut self) {
        if masks(self.inst.word, self.condition(), SP, OUTSIDE_DATA) {
            return;
        }
        let keeps_flags = self.condition() == AL || self.inst.field(b's') != Some(1);
        let next = self.words.get(self.index + 1);
        match next.is_some_and(|&word| masks(word, self.condition(), SP, OUTSIDE_DATA)) && keeps_flags {
            true => self.pass.guarded(&self.places[self.index + 1]),
            false => self.violation(Rule::ARM_5),
        }
    }

    fn branch(&mut self, link: bool) {
        if link && self.index + 1 != BUNDLE / 4 {
            self.violation(Rule::ARM_9);
        }
        let place = &self.places[self.index];
        let distance = (self.inst.word << 8) as i32 >> 6;
        let address = i64::from(self.pass.code.address) + place.start as i64;
        // Below 0 is as wrong as above the end.
        self.pass.branch(place, (address + 8 + i64::from(distance)) as u64);
    }

    fn exchange(&mut self, link: bool) {
        if link && self.index + 1 != BUNDLE / 4 {
            self.violation(Rule::ARM_9);
        }
        let target = self.inst.field(b'm').unwrap_or(PC);
        match self.before().is_some_and(|word| masks(word, self.condition(), target, OUTSIDE_CODE)) {
            true => self.pass.guarded(&self.places[self.index]),
            false => self.violation(Rule::ARM_7B),
        }
    }
}

/// Whether a word is `bic rA, rA, #mask` with this condition, which sets no flags.
fn masks(word: u32, condition: u32, register: u32, mask: u32) -> bool {
    word & 0xFFFF_F000 == condition << 28 | 0x03C0_0000 | register << 16 | register << 12 && immediate(word) == mask
}

/// Whether a word is `tst rA, #0xC0000000`, unconditional.
fn tests(word: u32, register: u32) -> bool {
    word & 0xFFFF_F000 == AL << 28 | 0x0310_0000 | register << 16 && immediate(word) == OUTSIDE_DATA
}

/// A modified immediate (A5.2.4).
fn immediate(word: u32) -> u32 {
    (word & 0xFF).rotate_right(word >> 7 & 0x1E)
}

fn writes_back(inst: &Inst, back: Back) -> bool {
    match back {
        Back::Never => false,
        Back::Bit => inst.field(b'w') == Some(1),
        Back::Always => true,
        Back::ByRegister => inst.field(b'o') != Some(15),
    }
}

/// The core registers that an instruction reads and writes, as sets. Not among the written ones is a base that an access writes back.
fn registers(inst: &Inst) -> (u32, u32) {
    let (mut reads, mut writes) = (0, 0);
    for (letter, value) in inst.fields() {
        match letter {
            b'd' | b'e' => writes |= 1 << value,
            b'n' | b'm' | b'a' | b'x' | b'N' | b'M' | b'A' | b'b' => reads |= 1 << value,
            _ => {}
        }
    }
    match inst.kind() {
        Kind::Access { store: true, .. } => reads |= transferred(inst, true),
        Kind::Access { store: false, .. } => writes |= transferred(inst, false),
        _ => {}
    }
    (reads, writes)
}

/// Whether the manual says what the instruction does, as far as the registers' numbers are concerned.
fn is_predictable(inst: &Inst, writes: u32) -> bool {
    let field = |letter| inst.field(letter).unwrap_or(0);
    let names_pc = [b'n', b'm', b'a', b'x'].into_iter().any(|letter| inst.field(letter) == Some(PC));
    let is_possible = match inst.kind() {
        Kind::Long => field(b'd') != field(b'e'),
        // The lowest bit and one less than the width; the lowest and the highest bit.
        Kind::Extract => field(b'i') + field(b'j') < 32,
        Kind::Insert => field(b'i') >= field(b'j'),
        Kind::Access { store, unit, back } => {
            let is_base_free = !writes_back(inst, back) || transferred(inst, store) >> field(b'b') & 1 == 0;
            is_base_free && is_unit_possible(inst, store, unit, writes)
        }
        _ => true,
    };
    !names_pc && is_possible
}

/// The core registers that an access stores or loads.
fn transferred(inst: &Inst, store: bool) -> u32 {
    let is_pair = matches!(inst.kind(), Kind::Access { unit: Unit::Pair | Unit::ExclusivePair, .. });
    let first =
        inst.field(if store { b'n' } else { b'd' }).map_or(0, |register| if is_pair { 3 << register } else { 1 << register });
    first | inst.field(b'l').unwrap_or(0)
}

fn is_unit_possible(inst: &Inst, store: bool, unit: Unit, writes: u32) -> bool {
    let field = |letter| inst.field(letter).unwrap_or(0);
    let is_even = |letter| field(letter) % 2 == 0 && field(letter) != 14;
    let first = if store { b'n' } else { b'd' };
    // The status goes to a register that is neither the base nor stored.
    let is_status_free = !store || writes & (transferred(inst, store) | 1 << field(b'b')) == 0;
    match unit {
        Unit::One => true,
        Unit::Pair => is_even(first),
        Unit::List => field(b'l') != 0 && field(b'b') != PC && (!store || field(b'l') >> PC == 0),
        Unit::Floats => is_float_range(inst),
        Unit::Vectors => field(b'b') != PC,
        Unit::Exclusive => field(b'b') != PC && is_status_free,
        Unit::ExclusivePair => field(b'b') != PC && is_status_free && is_even(first),
    }
}

/// vldm and vstm: at least one register, at most 16 double ones, all of which exist.
fn is_float_range(inst: &Inst) -> bool {
    let high = inst.fields().find(|&(letter, _)| letter == b'v').map_or(0, |(_, value)| value);
    let low = inst.word >> 12 & 15;
    let words = inst.field(b'i').unwrap_or(0);
    let is_double = inst.field(b'z') == Some(1);
    let (first, count) = if is_double { (high << 4 | low, words / 2) } else { (low << 1 | high, words) };
    let is_whole = !is_double || words.is_multiple_of(2) && count <= 16;
    inst.field(b'b') != Some(PC) && is_whole && count > 0 && first + count <= 32
}

/// The rows of the table.
#[cfg(feature = "emulator")]
pub fn rows() -> Vec<words::Outline<'static>> {
    TABLE.outlines()
}
