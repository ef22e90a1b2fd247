//! Code in bundles: where pieces come to lie, and what moves with them.

use super::bundle::{Filler, Longer};
use super::{BranchKind, CodeBuffer, Helper, Label, Place, SymbolRef};

const JMP: BranchKind = BranchKind { short_opcode: 0xeb, long_opcode: [0xe9, 0], long_opcode_len: 1 };

const NOPS: Filler = Filler { fill: |buffer, count| buffer.put(&vec![0x90; count]), longest: 9 };

fn in_bundles(labels: usize) -> CodeBuffer {
    let mut code = CodeBuffer::default();
    code.use_bundles(32, NOPS);
    code.reserve_labels(labels);
    code
}

fn piece(code: &mut CodeBuffer, place: Place, len: usize) {
    code.begin_piece(place);
    code.put(&vec![1; len]);
}

/// Where code that is no nop begins and ends.
fn runs(code: &CodeBuffer) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in code.bytes().iter().enumerate().filter(|(_, byte)| **byte != 0x90) {
        match runs.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

#[test]
fn nothing_crosses_and_calls_end_and_targets_begin_a_bundle() {
    let mut code = in_bundles(0);
    for (place, len) in [(Place::Any, 30), (Place::Any, 2), (Place::Any, 31), (Place::Any, 2), (Place::End, 5), (Place::Any, 1)] {
        piece(&mut code, place, len);
    }
    code.reloc_here(1, SymbolRef::Helper(Helper::Memcpy), 0);
    code.begin_piece(Place::Start);
    piece(&mut code, Place::Any, 4);
    code.finish();
    assert_eq!(runs(&code), [(0, 63), (64, 66), (91, 97), (128, 132)]);
    assert_eq!(code.bytes().len(), 160, "the last bundle is filled");
}

#[test]
fn a_call_that_just_fits_has_no_gap_and_one_that_does_not_begins_anew() {
    let mut code = in_bundles(0);
    piece(&mut code, Place::Any, 27);
    piece(&mut code, Place::End, 5);
    piece(&mut code, Place::Any, 28);
    piece(&mut code, Place::End, 5);
    code.finish();
    assert_eq!(runs(&code), [(0, 60), (91, 96)]);
}

#[test]
fn branches_are_short_where_they_reach_across_gaps() {
    for (gap, expected) in [(4, vec![0xeb, 126]), (5, vec![0xe9, 155, 0, 0, 0])] {
        let mut code = in_bundles(1);
        code.begin_piece(Place::Any);
        code.branch(JMP, Label::from_u32(0));
        for _ in 0..gap {
            piece(&mut code, Place::Any, 20);
        }
        code.bind(Label::from_u32(0));
        piece(&mut code, Place::Any, 20);
        code.finish();
        assert_eq!(code.bytes()[..expected.len()], expected, "{gap}");
        assert_eq!(code.label_offset(Label::from_u32(0)), Some(32 * gap as u32));
    }
}

#[test]
fn relocations_and_marks_move_with_their_piece() {
    let mut code = in_bundles(0);
    piece(&mut code, Place::Any, 30);
    code.mark(7);
    code.begin_piece(Place::Any);
    code.put(&[1, 1]);
    code.mark(8);
    code.reloc_here(1, SymbolRef::Helper(Helper::Memcpy), 0);
    code.put(&[1; 4]);
    code.mark(9);
    code.finish();
    assert_eq!(code.relocs()[0].offset, 34);
    assert_eq!(code.marks().collect::<Vec<_>>(), [(7, 32), (8, 34), (9, 64)]);
}

/// Each piece may have a byte more behind its first one.
const LONGER: Longer = Longer {
    rooms: |code| if code.first() == Some(&1) { 0b11 } else { 1 },
    put: |buffer, code, _| buffer.put(&[&[1, 2], &code[1..]].concat()),
    moved: |_, more, within| within + more,
};

/// Only branches may be longer.
const FIXED: Longer = Longer { rooms: |_| 1, ..LONGER };

/// The code of pieces of some lengths, each of which may have a byte more.
fn longer(pieces: &[(Place, usize)]) -> Vec<u8> {
    let mut code = in_bundles(0);
    code.lengthen_pieces(LONGER);
    pieces.iter().for_each(|&(place, len)| piece(&mut code, place, len));
    code.finish();
    code.bytes().to_vec()
}

#[test]
fn gaps_go_into_the_pieces_before_them_if_that_saves_an_instruction() {
    let wider = |count: usize| [&[1, 2][..], &vec![1; count - 1]].concat();
    let next = (Place::Any, 32);
    // Two bytes, and two pieces that take one each.
    assert_eq!(longer(&[(Place::Any, 14), (Place::Any, 16), next])[..32], [wider(14), wider(16)].concat());
    // One, which the last takes. Three are too many.
    assert_eq!(longer(&[(Place::Any, 14), (Place::Any, 17), next])[..32], [vec![1; 14], wider(17)].concat());
    assert_eq!(longer(&[(Place::Any, 14), (Place::Any, 15), next])[..32], [vec![1; 29], vec![0x90; 3]].concat());
    // 18 before a call are two of the longest, 19 are one byte more, which the call has.
    assert_eq!(longer(&[(Place::Any, 5), (Place::End, 9)])[..23], [vec![1; 5], vec![0x90; 18]].concat());
    assert_eq!(longer(&[(Place::Any, 4), (Place::End, 9)]), [vec![1; 4], vec![0x90; 18], wider(9)].concat());
}

#[test]
fn what_is_behind_the_byte_moves_with_it() {
    let mut code = in_bundles(1);
    code.lengthen_pieces(LONGER);
    piece(&mut code, Place::Any, 15);
    code.bind(Label::from_u32(0));
    code.begin_piece(Place::Any);
    code.put(&[1; 11]);
    code.mark(7);
    code.reloc_here(1, SymbolRef::Helper(Helper::Memcpy), 0);
    code.put(&[1; 4]);
    piece(&mut code, Place::Any, 32);
    code.finish();
    let moved = (code.label_offset(Label::from_u32(0)), code.marks().next(), code.relocs()[0].offset);
    assert_eq!(moved, (Some(16), Some((7, 28)), 28));
}

/// Appends a branch, in a piece of its own.
fn branch(code: &mut CodeBuffer, label: u32) {
    code.begin_piece(Place::Any);
    code.branch(JMP, Label::from_u32(label));
}

#[test]
fn a_gap_is_before_a_loop_and_not_in_it() {
    let mut code = in_bundles(1);
    code.lengthen_pieces(FIXED);
    piece(&mut code, Place::Any, 20);
    code.bind(Label::from_u32(0));
    (0..3).for_each(|_| piece(&mut code, Place::Any, 9));
    branch(&mut code, 0);
    code.finish();
    // The loop has 29 bytes, its branch 3 more, and a bundle of its own.
    assert_eq!(runs(&code), [(0, 20), (32, 64)]);
}

#[test]
fn a_gap_is_behind_what_leaves_if_it_can_be() {
    let mut code = in_bundles(1);
    code.lengthen_pieces(FIXED);
    piece(&mut code, Place::Any, 9);
    branch(&mut code, 0);
    code.leave_piece();
    piece(&mut code, Place::Any, 9);
    code.bind(Label::from_u32(0));
    piece(&mut code, Place::Any, 20);
    piece(&mut code, Place::Any, 12);
    code.finish();
    assert_eq!(runs(&code), [(0, 14), (23, 64)]);
}

#[test]
fn what_begins_a_bundle_may_be_a_branch() {
    let mut code = in_bundles(1);
    piece(&mut code, Place::Any, 4);
    code.begin_piece(Place::Start);
    code.bind(Label::from_u32(0));
    branch(&mut code, 0);
    code.finish();
    assert_eq!(runs(&code), [(0, 4), (32, 34)]);
    assert_eq!(code.bytes()[32..34], [0xeb, 0xfe]);
}

#[test]
fn a_branch_becomes_long_to_fill() {
    let mut code = in_bundles(1);
    code.lengthen_pieces(FIXED);
    branch(&mut code, 0);
    piece(&mut code, Place::Any, 27);
    code.bind(Label::from_u32(0));
    piece(&mut code, Place::Any, 32);
    code.finish();
    assert_eq!(code.bytes()[..5], [0xe9, 27, 0, 0, 0]);
}

#[test]
fn a_long_chain_of_dependent_branches_ends_and_all_reach() {
    let count = 2_000;
    let mut code = in_bundles(count);
    for index in 0..count {
        code.begin_piece(Place::Any);
        code.branch(JMP, Label::from_u32(index as u32));
        if index > 0 {
            code.bind(Label::from_u32(index as u32 - 1));
        }
        for _ in 0..5 {
            piece(&mut code, Place::Any, 24);
        }
    }
    code.bind(Label::from_u32(count as u32 - 1));
    code.finish();
    let long = code.bytes().iter().filter(|&&byte| byte == 0xe9).count();
    let short = code.bytes().iter().filter(|&&byte| byte == 0xeb).count();
    assert!(long + short >= count, "{long} {short}");
}
