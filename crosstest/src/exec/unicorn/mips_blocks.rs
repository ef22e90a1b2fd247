//! Long basic blocks of MIPS code, cut into pieces that the emulator can translate.
//!
//! Unicorn 2.1.5 loses one of its 512 temporaries with each MIPS instruction that it translates (`dyn_is_slot` in `mips_tr_translate_insn`),
//! and writes beyond their array in a block of some 350. Here two instructions in every [`PIECE`] of a straight line move to a trampoline,
//! and a jump there and a `nop` take their place: every path executes the same instructions in the same order, two jumps apart.
//!
//! In: the executable chunks of an image. Out: words to change, and the trampolines. The first of the two instructions may be a branch
//! target, the second may not; neither is a branch or its delay slot. Linear in the code.

use rustc_hash::FxHashSet;

use crate::load::Chunk;

/// Instructions between two cuts.
const PIECE: usize = 128;

/// Where trampolines lie: unused by everybody, and in reach of a jump from code below 256 MiB.
pub(super) const TRAMPOLINES: u32 = 0x0e00_0000;

/// What has to change.
#[derive(Default, Debug, PartialEq, Eq)]
pub(super) struct Cuts {
    /// Addresses and the two words there.
    pub patches: Vec<(u32, [u32; 2])>,
    /// The code at [`TRAMPOLINES`].
    pub trampolines: Vec<u8>,
}

/// How an instruction continues.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Flow {
    /// With the next one.
    Straight,
    /// After its delay slot, somewhere unknown.
    Leaves,
    /// After its delay slot, perhaps at this address.
    Branches(u32),
}

fn flow(pc: u32, word: u32) -> Flow {
    let next = pc.wrapping_add(4);
    let relative = || Flow::Branches(next.wrapping_add(((word as u16 as i16) as u32) << 2));
    match (word >> 26, word & 0x3f, word >> 16 & 0x1f, word >> 21 & 0x1f) {
        (0, 8 | 9, ..) => Flow::Leaves,
        (1, _, 0..=3 | 16..=19, _) | (4..=7 | 20..=23, ..) | (17, _, _, 8) => relative(),
        (2 | 3, ..) => Flow::Branches(next & 0xf000_0000 | (word & 0x03ff_ffff) << 2),
        _ => Flow::Straight,
    }
}

fn words(chunk: &Chunk) -> impl Iterator<Item = (u32, u32)> {
    let word = |(index, bytes): (usize, &[u8; 4])| (chunk.addr + 4 * index as u32, u32::from_le_bytes(*bytes));
    chunk.bytes.as_chunks().0.iter().enumerate().map(word)
}

/// Cuts the blocks of these chunks.
pub(super) fn cut<'c>(code: impl Iterator<Item = &'c Chunk> + Clone) -> Cuts {
    let mut targets = FxHashSet::default();
    for (pc, word) in code.clone().flat_map(words) {
        if let Flow::Branches(target) = flow(pc, word) {
            targets.insert(target);
        }
    }
    let mut cuts = Cuts::default();
    for chunk in code.filter(|chunk| chunk.addr < TRAMPOLINES && chunk.addr.is_multiple_of(4)) {
        cut_chunk(chunk, &targets, &mut cuts);
    }
    cuts
}

fn cut_chunk(chunk: &Chunk, targets: &FxHashSet<u32>, cuts: &mut Cuts) {
    let words: Vec<_> = words(chunk).collect();
    let straight = |index: usize| words.get(index).is_some_and(|&(pc, word)| flow(pc, word) == Flow::Straight);
    let (mut index, mut run) = (0, 0);
    while index + 1 < words.len() {
        if !straight(index) {
            // The delay slot belongs to the branch.
            (index, run) = (index + 2, 0);
        } else if run >= PIECE && straight(index + 1) && !targets.contains(&words[index + 1].0) {
            let pc = words[index].0;
            let trampoline = TRAMPOLINES + cuts.trampolines.len() as u32;
            cuts.patches.push((pc, [jump(trampoline), 0]));
            let moved = [words[index].1, words[index + 1].1, jump(pc + 8), 0];
            cuts.trampolines.extend(moved.map(u32::to_le_bytes).as_flattened());
            (index, run) = (index + 2, 0);
        } else {
            (index, run) = (index + 1, run + 1);
        }
    }
}

fn jump(target: u32) -> u32 {
    2 << 26 | target >> 2 & 0x03ff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDIU: u32 = 0x2442_0001;

    fn chunk(words: &[u32]) -> Chunk {
        Chunk { addr: 0x2_0000, bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect() }
    }

    #[test]
    fn a_long_line_is_cut_where_nobody_jumps_between_the_two() {
        let mut code = vec![ADDIU; 2 * PIECE];
        let first = cut([&chunk(&code)].into_iter());
        assert_eq!(first.patches, [(0x2_0000 + 4 * PIECE as u32, [jump(TRAMPOLINES), 0])]);
        let back = jump(0x2_0000 + 4 * PIECE as u32 + 8);
        assert_eq!(first.trampolines, [ADDIU, ADDIU, back, 0].map(u32::to_le_bytes).concat());
        // A branch at the end to what would be the second of the two.
        let distance = PIECE as i32 + 1 - code.len() as i32 - 1;
        code.extend([0x1000_0000 | distance as u32 & 0xffff, 0]);
        let second = cut([&chunk(&code)].into_iter());
        assert_eq!(second.patches[0].0, 0x2_0000 + 4 * (PIECE as u32 + 1));
    }

    #[test]
    fn short_blocks_stay() {
        let block: Vec<u32> = [vec![ADDIU; 100], vec![0x03e0_0008, ADDIU]].concat();
        assert_eq!(cut([&chunk(&block.repeat(5))].into_iter()), Cuts::default());
    }
}
