//! MIPS code, rewritten where the emulator cannot run it as it is: long basic blocks, and memory
//! accesses in delay slots (`crosstest/docs/emulator.md`, "Mistakes").
//!
//! **Long blocks.** Unicorn 2.1.5 loses one of its 512 temporaries with each MIPS instruction that
//! it translates (`dyn_is_slot` in `mips_tr_translate_insn`), and writes beyond their array in a
//! block of some 350. Here two instructions in every [`PIECE`] of a straight line move to a
//! trampoline, and a jump there and a `nop` take their place: every path executes the same
//! instructions in the same order, two jumps apart.
//!
//! **Delay slots.** At a memory access whose page's translation is not cached, Unicorn 2.1.5
//! restores the state of the instruction (`unicorn_fill_tlb`), marks itself as being in a delay
//! slot by that, and goes on at address zero after the branch. So a branch with a memory access in
//! its slot moves to a trampoline, too, in the order in which the two take effect: the access, then
//! the branch with a `nop` behind it. What the access writes the branch does not read, and a call's
//! return address is not read or written by it: no compiler may put anything else into a slot.
//!
//! In: the chunks of an image. Out: words to change, and the trampolines. The first of the two
//! instructions may be a branch target, the second may not: neither of a branch (the long ones of
//! functions beyond 128 KiB included), nor of a call or a jump through a register, whose targets
//! are symbols or stand in the data. Neither is a branch, its delay slot or an `sc`. Code in which the
//! emulator's limit cannot be kept that way is refused. What lies between the chunks is for the
//! executor to fill with traps ([`super::isa::IsaOps::TRAP`]): zeros are `nop`s, and a page of them
//! is too long a line, too. Linear in the image.

use rustc_hash::FxHashSet;

use crate::load::{Chunk, Image};

/// Instructions between two cuts.
const PIECE: usize = 128;
/// Instructions in a line that the emulator surely bears.
const LIMIT: usize = 300;

/// Where trampolines lie: used for nothing else, and in reach of a jump from code below 256 MiB.
pub(super) const TRAMPOLINES: u32 = 0x0e00_0000;

/// Where they end at the latest: what a jump can reach.
pub(super) const TRAMPOLINES_END: u32 = 0x1000_0000;

/// What has to change.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Cuts {
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
    /// Nowhere.
    Ends,
}

fn flow(pc: u32, word: u32) -> Flow {
    let next = pc.wrapping_add(4);
    let relative = || Flow::Branches(next.wrapping_add(((word as u16 as i16) as u32) << 2));
    match (word >> 26, word & 0x3f, word >> 16 & 0x1f, word >> 21 & 0x1f) {
        (0, 8 | 9, ..) => Flow::Leaves,
        // break, and teq of a register with itself.
        (0, 13, ..) => Flow::Ends,
        (0, 52, rt, rs) if rs == rt => Flow::Ends,
        (1, _, 0..=3 | 16..=19, _) | (4..=7 | 20..=23, ..) | (17, _, _, 8) => relative(),
        (2 | 3, ..) => Flow::Branches(next & 0xf000_0000 | (word & 0x03ff_ffff) << 2),
        _ => Flow::Straight,
    }
}

/// Where a long branch goes: `bal` to the word after its delay slot, with the distance from there
/// in the two words behind the `bal`.
fn far_target(three: &[(u32, u32)]) -> Option<u32> {
    let &[(pc, bal), (_, lui), (_, ori)] = three else { return None };
    let distance = lui << 16 | ori & 0xffff;
    (bal == 0x0411_0001 && lui >> 16 == 0x3c01 && ori >> 16 == 0x3421).then(|| pc.wrapping_add(8).wrapping_add(distance))
}

fn words(chunk: &Chunk) -> impl Iterator<Item = (u32, u32)> {
    let word = |(index, bytes): (usize, &[u8; 4])| (chunk.addr + 4 * index as u32, u32::from_le_bytes(*bytes));
    chunk.bytes.as_chunks().0.iter().enumerate().map(word)
}

/// Cuts the blocks of an image.
pub(super) fn cut(image: &Image) -> Result<Cuts, String> {
    let (code, data): (Vec<&Chunk>, Vec<&Chunk>) = image.chunks.iter().partition(|chunk| {
        image.segments.iter().any(|segment| segment.access.execute && chunk.addr.wrapping_sub(segment.addr) < segment.len)
    });
    let mut targets: FxHashSet<u32> = image.symbols().iter().map(|symbol| symbol.addr).collect();
    let in_code = |addr: u32| code.iter().any(|chunk| addr.wrapping_sub(chunk.addr) < chunk.bytes.len() as u32);
    targets.extend(data.into_iter().flat_map(words).map(|(_, word)| word).filter(|&word| in_code(word)));
    for (pc, word) in code.iter().copied().flat_map(words) {
        if let Flow::Branches(target) = flow(pc, word) {
            targets.insert(target);
        }
    }
    for chunk in &code {
        targets.extend(words(chunk).collect::<Vec<_>>().windows(3).filter_map(far_target));
    }
    let mut cuts = Cuts::default();
    for chunk in code {
        cut_chunk(chunk, &targets, &mut cuts)?;
    }
    Ok(cuts)
}

fn cut_chunk(chunk: &Chunk, targets: &FxHashSet<u32>, cuts: &mut Cuts) -> Result<(), String> {
    let words: Vec<_> = words(chunk).collect();
    let straight = |index: usize| words.get(index).is_some_and(|&(pc, word)| flow(pc, word) == Flow::Straight);
    let reachable = chunk.addr < TRAMPOLINES && chunk.addr.is_multiple_of(4);
    let (mut index, mut run) = (0, 0);
    while index < words.len() {
        let (pc, word) = words[index];
        match flow(pc, word) {
            Flow::Straight => {}
            Flow::Ends => {
                (index, run) = (index + 1, 0);
                continue;
            }
            // The delay slot belongs to the branch.
            Flow::Leaves | Flow::Branches(_) => {
                if let Some(&(_, slot)) = words.get(index + 1).filter(|&&(_, slot)| reachable && accesses_memory(slot)) {
                    let trampoline = TRAMPOLINES + cuts.trampolines.len() as u32;
                    if let Some(moved) = unslotted(pc, word, slot) {
                        cuts.patches.push((pc, [jump(trampoline), 0]));
                        cuts.trampolines.extend(moved.iter().flat_map(|word| word.to_le_bytes()));
                    }
                }
                (index, run) = (index + 2, 0);
                continue;
            }
        }
        let may_move = |index: usize| straight(index) && !is_exclusive_store(words[index].1);
        if run >= PIECE && reachable && may_move(index) && may_move(index + 1) && !targets.contains(&words[index + 1].0) {
            let trampoline = TRAMPOLINES + cuts.trampolines.len() as u32;
            cuts.patches.push((pc, [jump(trampoline), 0]));
            let moved = [word, words[index + 1].1, jump(pc + 8), 0];
            cuts.trampolines.extend(moved.map(u32::to_le_bytes).as_flattened());
            (index, run) = (index + 2, 0);
        } else if run >= LIMIT {
            return Err(format!("the emulator cannot run the code at {pc:#010x}: {LIMIT} instructions without a branch"));
        } else {
            (index, run) = (index + 1, run + 1);
        }
    }
    Ok(())
}

/// Whether an instruction is `sc`: who makes it fail looks for it at its own address.
fn is_exclusive_store(word: u32) -> bool {
    word >> 26 == 0x38
}

/// Whether an instruction is a load or a store, of whatever registers.
fn accesses_memory(word: u32) -> bool {
    matches!(word >> 26, 32..=46 | 49 | 53 | 57 | 61)
}

/// A branch at `pc` with an access in its delay slot, as instructions that have the same effect
/// anywhere: the access, then the branch. `None` for what no compiler ends a block with.
fn unslotted(pc: u32, branch: u32, slot: u32) -> Option<Vec<u32>> {
    const RA: u32 = 31;
    let (rs, rt) = (branch >> 21 & 31, branch >> 16 & 31);
    let after = pc.wrapping_add(8);
    // What a call leaves in its register: `lui` and `ori`.
    let link = |rd: u32| [15 << 26 | rd << 16 | after >> 16, 13 << 26 | rd << 21 | rd << 16 | after & 0xffff];
    let return_to = |rs: u32| [rs << 21 | 8, 0];
    let words = match (branch >> 26, branch & 0x3f) {
        (0, 8) => return_to(rs).to_vec(),
        (0, 9) => [link(branch >> 11 & 31), return_to(rs)].concat(),
        (2, _) => vec![branch, 0],
        (3, _) => [&link(RA)[..], &[2 << 26 | branch & 0x03ff_ffff, 0]].concat(),
        // A branch that links computes its target from where it is.
        (1, _) if rt > 3 => return None,
        // Taken, it leads to the second jump.
        (1 | 4..=7 | 17, _) => {
            let Flow::Branches(target) = flow(pc, branch) else { return None };
            vec![branch & 0xffff_0000 | 3, 0, jump(after), 0, jump(target), 0]
        }
        _ => return None,
    };
    Some([&[slot], &words[..]].concat())
}

fn jump(target: u32) -> u32 {
    2 << 26 | target >> 2 & 0x03ff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Access, Segment, Symbol};

    const ADDIU: u32 = 0x2442_0001;

    const TEXT: u32 = 0x2_0000;

    /// An image of code, its entry points, and words of data.
    fn image(code: &[u32], entries: &[u32], data: &[u32]) -> Image {
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let segment = |addr, access| Segment { addr, len: 0x1_0000, access };
        let segments = vec![segment(TEXT, Access::READ_EXECUTE), segment(0x1000_0000, Access::READ)];
        let chunks = vec![Chunk { addr: TEXT, bytes: bytes(code) }, Chunk { addr: 0x1000_0000, bytes: bytes(data) }];
        let symbol = |&addr: &u32| Symbol { name: format!("f{addr}"), addr, size: 0, object: 0, global: true };
        Image::new(segments, chunks, entries.iter().map(symbol).collect())
    }

    const FIRST: u32 = TEXT + 4 * PIECE as u32;

    #[test]
    fn a_long_line_is_cut_where_nobody_jumps_between_the_two() {
        let mut code = vec![ADDIU; 2 * PIECE];
        let first = cut(&image(&code, &[], &[])).unwrap();
        assert_eq!(first.patches, [(FIRST, [jump(TRAMPOLINES), 0])]);
        assert_eq!(first.trampolines, [ADDIU, ADDIU, jump(FIRST + 8), 0].map(u32::to_le_bytes).concat());
        for (entries, data) in [(&[FIRST + 4][..], &[][..]), (&[], &[7, FIRST + 4])] {
            let moved = cut(&image(&code, entries, data)).unwrap();
            assert_eq!(moved.patches[0].0, FIRST + 4, "a symbol {entries:x?} or a jump table's entry {data:x?}");
        }
        // A branch at the end to what would be the second of the two.
        let distance = PIECE as i32 + 1 - code.len() as i32 - 1;
        code.extend([0x1000_0000 | distance as u32 & 0xffff, 0]);
        assert_eq!(cut(&image(&code, &[], &[])).unwrap().patches[0].0, FIRST + 4);
        // An exclusive store, as either of the two.
        for index in [PIECE, PIECE + 1] {
            let mut code = vec![ADDIU; 2 * PIECE];
            code[index] = 0xe085_0000;
            assert_eq!(cut(&image(&code, &[], &[])).unwrap().patches[0].0, TEXT + 4 * (index as u32 + 1));
        }
        // A long one.
        code.truncate(2 * PIECE);
        let distance = -4 * (PIECE as i32 - 1) - 8;
        let far = [0x0411_0001, 0x3c01_ffff, 0x3421_0000 | distance as u32 & 0xffff, 0x003f_0821, 0x0020_0008, 0];
        code.extend(far);
        assert_eq!(cut(&image(&code, &[], &[])).unwrap().patches[0].0, FIRST + 4);
    }

    #[test]
    fn an_access_in_a_delay_slot_comes_before_the_branch() {
        const LW: u32 = 0x8c82_0004;
        let moved = |branch: u32| {
            let cuts = cut(&image(&[ADDIU, branch, LW, ADDIU], &[], &[])).unwrap();
            assert_eq!(cuts.patches, [(TEXT + 4, [jump(TRAMPOLINES), 0])]);
            cuts.trampolines.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect::<Vec<_>>()
        };
        // bne $v0, $zero, one instruction back; bc1t; jr $ra; jalr $t9; j; jal.
        let (back, after) = (TEXT, TEXT + 12);
        assert_eq!(moved(0x1440_fffe), [LW, 0x1440_0003, 0, jump(after), 0, jump(back), 0]);
        assert_eq!(moved(0x4501_fffe), [LW, 0x4501_0003, 0, jump(after), 0, jump(back), 0]);
        assert_eq!(moved(0x03e0_0008), [LW, 0x03e0_0008, 0]);
        let link = [0x3c1f_0002, 0x37ff_000c];
        assert_eq!(moved(0x0320_f809), [LW, link[0], link[1], 0x0320_0008, 0]);
        assert_eq!(moved(jump(TEXT)), [LW, jump(TEXT), 0]);
        assert_eq!(moved(0x0c00_8000), [LW, link[0], link[1], jump(TEXT), 0]);
        // Nothing but accesses.
        assert_eq!(cut(&image(&[ADDIU, 0x1440_fffe, ADDIU, ADDIU], &[], &[])).unwrap(), Cuts::default());
    }

    #[test]
    fn short_blocks_stay() {
        for end in [0x03e0_0008, 0x0000_0034, 0x0000_000d] {
            let block: Vec<u32> = [vec![ADDIU; 100], vec![end, ADDIU]].concat();
            assert_eq!(cut(&image(&block.repeat(5), &[], &[])).unwrap(), Cuts::default(), "{end:#x}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_cut_is_refused() {
        let code = vec![ADDIU; 2 * LIMIT];
        let everywhere: Vec<u32> = (0..code.len() as u32).map(|index| TEXT + 4 * index).collect();
        let error = cut(&image(&code, &[], &everywhere)).unwrap_err();
        assert!(error.contains("0x000204b0"), "{error}");
    }
}
