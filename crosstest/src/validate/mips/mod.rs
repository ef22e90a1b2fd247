//! MIPS: masks in registers that only the runtime writes, t6 for targets and t7 for addresses, and the thread pointer in t8 (what LLVM's
//! `MipsNaClELFStreamer` arranges).
//!
//! An address is a masked register or sp, and at most 32 KiB away from it: so much has to be nothing on each side.

mod table;

use std::ops::Range;

use super::pass::Pass;
use super::rules::Rule;
use super::words;
use table::{Kind, TABLE};

/// The words of a bundle.
const WORDS: usize = 4;
/// The registers' numbers (O32).
const T6: u32 = 14;
const T7: u32 = 15;
const T8: u32 = 24;
const SP: u32 = 29;

type Inst = words::Inst<'static, Kind>;

/// Checks all bundles.
pub fn check(pass: &mut Pass<'_>) {
    let mut is_behind_branch = false;
    for place in pass.bundles() {
        let bytes = &pass.code.bytes[place.clone()];
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        let places: Vec<_> = (0..words.len()).map(|index| place.start + 4 * index).map(|start| start..start + 4).collect();
        places.iter().for_each(|place| pass.instruction(place));
        let insts: Vec<Option<Inst>> = words.iter().map(|&word| TABLE.find(word)).collect();
        for index in 0..words.len() {
            Look { pass, places: &places, words: &words, insts: &insts, index, is_behind_branch }.check();
        }
        is_behind_branch = insts.last().is_some_and(|inst| inst.as_ref().is_some_and(is_branch));
    }
}

/// An instruction with its neighbours.
struct Look<'p, 'a> {
    pass: &'p mut Pass<'a>,
    places: &'p [Range<usize>],
    words: &'p [u32],
    insts: &'p [Option<Inst>],
    index: usize,
    /// Whether the bundle before ends with a branch, so that this one begins with a delay slot.
    is_behind_branch: bool,
}

impl Look<'_, '_> {
    fn check(mut self) {
        let Some(inst) = &self.insts[self.index] else { return self.violation(Rule::MIPS_2) };
        let written = inst.field(b'd');
        let is_twice = |letter| inst.field(letter).is_some_and(|other| Some(other) == written);
        let is_link_target = inst.kind() == (Kind::Register { link: true }) && is_twice(b's');
        if is_link_target || inst.field(b'e').is_some() && !is_twice(b'e') {
            // Unpredictable.
            return self.violation(Rule::MIPS_2);
        }
        if matches!(written, Some(T6 | T7 | T8)) {
            return self.violation(Rule::MIPS_9);
        }
        if self.is_in_delay_slot() && (is_branch(inst) || written == Some(SP)) {
            return self.violation(Rule::MIPS_7B);
        }
        if written == Some(SP) {
            self.stack_pointer();
        }
        match inst.kind() {
            Kind::Access | Kind::LoadWord => self.access(inst),
            Kind::Branch { link } => self.branch(inst.word, link),
            Kind::Jump { link } => self.jump(inst.word, link),
            Kind::Register { link } => self.register(inst, link),
            Kind::Plain => {}
        }
    }

    fn violation(&mut self, rule: Rule) {
        self.pass.violation(self.places[self.index].clone(), rule);
    }

    /// The word before, of the same bundle.
    fn before(&self) -> Option<u32> {
        self.index.checked_sub(1).map(|before| self.words[before])
    }

    fn is_in_delay_slot(&self) -> bool {
        match self.index.checked_sub(1) {
            Some(before) => self.insts[before].as_ref().is_some_and(is_branch),
            None => self.is_behind_branch,
        }
    }

    fn access(&mut self, inst: &Inst) {
        match inst.field(b'b') {
            Some(SP) => {}
            Some(T8) if inst.kind() == Kind::LoadWord && matches!(inst.field(b'o'), Some(0 | 4)) => {}
            Some(T8) => self.violation(Rule::MIPS_4),
            Some(base) if self.before() == Some(and(base, T7)) => self.pass.guarded(&self.places[self.index]),
            _ => self.violation(Rule::MIPS_3),
        }
    }

    fn stack_pointer(&mut self) {
        if self.words[self.index] == and(SP, T7) {
            return;
        }
        match self.words.get(self.index + 1) == Some(&and(SP, T7)) {
            true => self.pass.guarded(&self.places[self.index + 1]),
            false => self.violation(Rule::MIPS_10),
        }
    }

    fn branch(&mut self, word: u32, link: bool) {
        self.delay_slot(link);
        let distance = i64::from((word << 16) as i32 >> 14);
        // Below 0 is as wrong as above the end.
        self.pass.branch(&self.places[self.index], (self.slot_address() as i64 + distance) as u64);
    }

    fn jump(&mut self, word: u32, link: bool) {
        self.delay_slot(link);
        let target = self.slot_address() & !0x0FFF_FFFF | u64::from(word << 6 >> 4);
        self.pass.branch(&self.places[self.index], target);
    }

    fn register(&mut self, inst: &Inst, link: bool) {
        self.delay_slot(link);
        match inst.field(b's').is_some_and(|target| self.before() == Some(and(target, T6))) {
            true => self.pass.guarded(&self.places[self.index]),
            false => self.violation(Rule::MIPS_5),
        }
    }

    /// The instruction behind a branch is code, too, and of a call it is the bundle's last. At the start of the next bundle it stands for
    /// itself: who comes there from elsewhere does no harm.
    fn delay_slot(&mut self, link: bool) {
        match self.places.get(self.index + 1) {
            Some(slot) => self.pass.guarded(slot),
            None if self.places[self.index].end == self.pass.code.bytes.len() => self.violation(Rule::MIPS_7A),
            None => {}
        }
        if link && self.index + 2 != WORDS {
            self.violation(Rule::MIPS_8);
        }
    }

    fn slot_address(&self) -> u64 {
        u64::from(self.pass.code.address) + self.places[self.index].start as u64 + 4
    }
}

/// `and register, register, mask`.
const fn and(register: u32, mask: u32) -> u32 {
    register << 21 | mask << 16 | register << 11 | 0x24
}

fn is_branch(inst: &Inst) -> bool {
    !matches!(inst.kind(), Kind::Plain | Kind::Access | Kind::LoadWord)
}

/// The rows of the table.
#[cfg(feature = "emulator")]
pub fn rows() -> Vec<words::Outline<'static>> {
    TABLE.outlines()
}
