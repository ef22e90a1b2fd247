//! Code in bundles, for a sandbox: no instruction, and no sequence that has to stay together, crosses a multiple of the bundle's size.
//!
//! In: the code of a function in a [`CodeBuffer`], without gaps and with all branches long, and where each of its *pieces* begins: an
//! instruction, or several that stay together. Out: the same with gaps filled by instructions that do nothing, and branches in the
//! form that reaches. Labels, marks and relocations move with the piece that they are at.
//!
//! A gap may also go into the pieces before it, if the architecture has a byte that changes nothing ([`Wider`]): an instruction that
//! does nothing costs as much as any other. That is done where it takes one such instruction away.
//!
//! Branches begin short and grow until all reach: with gaps, code can come to lie farther apart when a branch shrinks, so that the
//! other direction need not end. One that has grown stays long, and after a bounded number of rounds all others grow, so that this
//! ends. Linear in the code for each round.

use super::buffer::{Branch, CodeBuffer, UNBOUND};

/// Where a piece of code has to lie, beside within one bundle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Anywhere.
    Any,
    /// At the beginning of a bundle: what an indirect jump goes to.
    Start,
    /// At the end of a bundle: a call, which returns to what follows.
    End,
}

/// A piece: where it begins in the code without gaps, and where it has to lie.
#[derive(Copy, Clone, Debug)]
struct Piece {
    offset: u32,
    place: Place,
}

/// A byte that the first instruction of a piece may have more, without a change of what it does.
#[derive(Copy, Clone, Debug)]
pub struct Wider {
    /// The byte.
    pub byte: u8,
    /// Where in the instruction it goes, if it can have it.
    pub place: fn(&[u8]) -> Option<usize>,
    /// The longest instruction that does nothing.
    pub longest: u32,
}

/// How code lies in bundles.
#[derive(Clone, Default, Debug)]
pub(super) struct Bundles {
    /// Bytes of a bundle, a power of two; 0 if there are none.
    size: u32,
    /// Appends so many bytes that do nothing.
    fill: Option<fn(&mut CodeBuffer, usize)>,
    wider: Option<Wider>,
    pieces: Vec<Piece>,
    /// While finishing: where in each piece a byte may be put in, and whether one is.
    rooms: Vec<Option<u8>>,
    is_wider: Vec<bool>,
    /// While finishing: where each piece lies, and behind them the end.
    places: Vec<u32>,
}

impl Bundles {
    pub(super) fn clear(&mut self) {
        self.size = 0;
        self.wider = None;
        self.pieces.clear();
    }

    pub(super) fn is_used(&self) -> bool {
        self.size != 0
    }

    /// Where an offset into the code without gaps lies: it is a piece's beginning or the end.
    fn place_of(&self, offset: u32) -> u32 {
        let index = self.pieces.partition_point(|piece| piece.offset < offset);
        debug_assert!(self.pieces.get(index).is_none_or(|piece| piece.offset == offset), "a label within a piece");
        self.places[index]
    }

    /// Where any offset lies.
    fn place_within(&self, offset: u32) -> u32 {
        let index = self.pieces.partition_point(|piece| piece.offset <= offset) - 1;
        let within = offset - self.pieces[index].offset;
        // The piece itself begins with the byte, if that comes first.
        let is_behind = within > 0 && self.is_wider[index] && within >= u32::from(self.rooms[index].unwrap_or(0));
        self.places[index] + within + u32::from(is_behind)
    }

    /// Finds out which pieces of the code may have a byte more.
    fn find_rooms(&mut self, code: &[u8]) {
        self.rooms.clear();
        let Self { pieces, rooms, wider, .. } = self;
        let room = |(index, piece): (usize, &Piece)| {
            let end = pieces.get(index + 1).map_or(code.len(), |next| next.offset as usize);
            (wider.as_ref()?.place)(&code[piece.offset as usize..end]).map(|at| at as u8)
        };
        rooms.extend(pieces.iter().enumerate().map(room));
    }

    /// Puts bytes of a gap of `gap` bytes before an offset into the pieces that were laid out last, if that takes an instruction away. Returns
    /// how many.
    fn widen(&mut self, at: u32, gap: u32) -> u32 {
        let Some(Wider { longest, .. }) = self.wider else { return 0 };
        let behind = at % self.size;
        if gap == 0 || behind == 0 {
            return 0;
        }
        // What is filled in this bundle.
        let here = gap.min(self.size - behind);
        let first = self.places.partition_point(|&place| place < at - behind);
        let rooms = (first..self.places.len()).filter(|&index| self.rooms[index].is_some()).count() as u32;
        // All of it, or what is more than a number of the longest.
        let Some(wanted) = [here, here % longest].into_iter().find(|&wanted| wanted > 0 && wanted <= rooms) else { return 0 };
        // The last ones take them.
        let mut left = wanted;
        for index in (first..self.places.len()).rev() {
            self.is_wider[index] = self.rooms[index].is_some() && left > 0;
            left -= u32::from(self.is_wider[index]);
            self.places[index] += left;
        }
        wanted
    }

    /// Gives each piece a place, with the branches as long as they are.
    fn lay_out(&mut self, branches: &[Branch], end: u32) {
        self.places.clear();
        self.is_wider.clear();
        self.is_wider.resize(self.pieces.len(), false);
        let (mut at, mut branches) = (0, branches.iter().peekable());
        for index in 0..self.pieces.len() {
            let piece = self.pieces[index];
            let next = self.pieces.get(index + 1).map_or(end, |next| next.offset);
            let mut len = next - piece.offset;
            while let Some(branch) = branches.next_if(|branch| branch.offset < next) {
                len -= branch.saving();
            }
            let gap = gap(at, len, piece.place, self.size);
            self.widen(at, gap);
            at += gap;
            self.places.push(at);
            at += len;
        }
        self.places.push(at);
    }
}

/// Bytes to leave out at an offset, so that a piece lies as it has to.
fn gap(at: u32, len: u32, place: Place, size: u32) -> u32 {
    debug_assert!(len <= size, "a piece of {len} bytes");
    let behind = at % size;
    match place {
        Place::Start => (size - behind) % size,
        Place::End if fault!(X86SandboxCallEnd, behind + len < size) => 0,
        Place::End => (2 * size - behind - len) % size,
        Place::Any if behind + len > size && !fault!(X86SandboxCrossing, behind + len == size + 1) => size - behind,
        Place::Any => 0,
    }
}

/// Rounds after which branches that might still be short become long.
const MAX_ROUNDS: usize = 16;

impl CodeBuffer {
    /// Lets the code lie in bundles of `size` bytes, with gaps made by `fill`. For an empty buffer, whose content from now on comes in
    /// [pieces](Self::begin_piece).
    pub fn use_bundles(&mut self, size: u32, fill: fn(&mut CodeBuffer, usize)) {
        debug_assert!(size.is_power_of_two() && self.offset() == 0);
        (self.bundles.size, self.bundles.fill) = (size, Some(fill));
    }

    /// Lets gaps go into the pieces before them.
    pub fn widen_pieces(&mut self, wider: Wider) {
        self.bundles.wider = Some(wider);
    }

    /// Whether it does.
    pub fn has_bundles(&self) -> bool {
        self.bundles.is_used()
    }

    /// Begins a piece of code that stays together; the one before ends here.
    pub fn begin_piece(&mut self, place: Place) {
        let offset = self.offset();
        self.bundles.pieces.push(Piece { offset, place });
    }

    /// Bytes of the piece that has begun.
    pub fn piece_len(&self) -> u32 {
        self.bundles.pieces.last().map_or(0, |piece| self.offset() - piece.offset)
    }

    /// [`finish`](Self::finish) for code in bundles: the last is filled, too.
    pub(super) fn finish_bundles(&mut self) {
        self.begin_piece(Place::Start);
        let mut bundles = std::mem::take(&mut self.bundles);
        bundles.find_rooms(self.bytes());
        self.choose_forms(&mut bundles);
        self.move_to(&bundles);
        self.bundles = bundles;
        self.write_displacements();
    }

    /// Chooses the form of every branch.
    fn choose_forms(&mut self, bundles: &mut Bundles) {
        let (end, mut round) = (self.offset(), 0);
        self.branches.iter_mut().for_each(|branch| branch.short = true);
        loop {
            bundles.lay_out(&self.branches, end);
            let mut has_grown = false;
            for index in 0..self.branches.len() {
                let branch = self.branches[index];
                let target = bundles.place_of(self.labels[branch.target.as_u32() as usize].offset);
                let behind = bundles.place_within(branch.offset) + Branch::SHORT_LEN;
                let reaches = i8::try_from(i64::from(target) - i64::from(behind)).is_ok() && round < MAX_ROUNDS;
                if branch.short && !reaches {
                    self.branches[index].short = false;
                    has_grown = true;
                }
            }
            if !has_grown {
                return;
            }
            round += 1;
        }
    }

    /// Moves everything to the places of its pieces. The displacements of branches are written afterwards.
    fn move_to(&mut self, bundles: &Bundles) {
        let old = self.bytes()[..].to_vec();
        self.reset();
        let mut branches = self.branches.iter().copied().peekable();
        let fill = bundles.fill.expect("comes with the size");
        let moved: Vec<(usize, usize)> = bundles
            .pieces
            .iter()
            .enumerate()
            .map(|(index, piece)| {
                let next = bundles.pieces.get(index + 1).map_or(old.len(), |next| next.offset as usize);
                let mut len = next - piece.offset as usize;
                while let Some(branch) = branches.next_if(|branch| (branch.offset as usize) < next) {
                    len -= branch.saving() as usize;
                }
                (piece.offset as usize, len)
            })
            .collect();
        for (index, ((offset, len), &place)) in moved.into_iter().zip(&bundles.places).enumerate() {
            // What fills a gap lies within bundles, too.
            while self.offset() < place {
                let room = bundles.size - self.offset() % bundles.size;
                fill(self, room.min(place - self.offset()) as usize);
            }
            let more = bundles.wider.filter(|_| bundles.is_wider[index]).zip(bundles.rooms[index]);
            let split = offset + more.map_or(0, |(_, room)| usize::from(room));
            self.put(&old[offset..split]);
            more.iter().for_each(|(wider, _)| self.put(&[wider.byte]));
            self.put(&old[split..offset + len]);
        }
        for label in self.labels.iter_mut().filter(|label| label.offset != UNBOUND.offset) {
            label.offset = bundles.place_of(label.offset);
        }
        // An instruction of the lowering that has become a part of a piece is marked within it.
        self.marks.iter_mut().for_each(|(_, mark)| mark.offset = bundles.place_within(mark.offset));
        self.relocs.iter_mut().for_each(|reloc| reloc.offset = bundles.place_within(reloc.offset));
        self.branches.iter_mut().for_each(|branch| branch.offset = bundles.place_within(branch.offset));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mc::{BranchKind, Helper, Label, SymbolRef};

    const JMP: BranchKind = BranchKind { short_opcode: 0xeb, long_opcode: [0xe9, 0], long_opcode_len: 1 };

    fn nops(buffer: &mut CodeBuffer, count: usize) {
        buffer.put(&vec![0x90; count]);
    }

    fn in_bundles(labels: usize) -> CodeBuffer {
        let mut code = CodeBuffer::default();
        code.use_bundles(32, nops);
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
        for (place, len) in
            [(Place::Any, 30), (Place::Any, 2), (Place::Any, 31), (Place::Any, 2), (Place::End, 5), (Place::Any, 1)]
        {
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
    const WIDER: Wider = Wider { byte: 2, place: |code| (code.first() == Some(&1)).then_some(1), longest: 9 };

    /// The code of pieces of some lengths, each of which may have a byte more.
    fn widened(pieces: &[(Place, usize)]) -> Vec<u8> {
        let mut code = in_bundles(0);
        code.widen_pieces(WIDER);
        pieces.iter().for_each(|&(place, len)| piece(&mut code, place, len));
        code.finish();
        code.bytes().to_vec()
    }

    #[test]
    fn gaps_go_into_the_pieces_before_them_if_that_saves_an_instruction() {
        let wider = |count: usize| [&[1, 2][..], &vec![1; count - 1]].concat();
        let next = (Place::Any, 32);
        // Two bytes, and two pieces that take one each.
        assert_eq!(widened(&[(Place::Any, 14), (Place::Any, 16), next])[..32], [wider(14), wider(16)].concat());
        // One, which the last takes. Three are too many.
        assert_eq!(widened(&[(Place::Any, 14), (Place::Any, 17), next])[..32], [vec![1; 14], wider(17)].concat());
        assert_eq!(widened(&[(Place::Any, 14), (Place::Any, 15), next])[..32], [vec![1; 29], vec![0x90; 3]].concat());
        // 18 before a call are two of the longest, 19 are one byte more.
        assert_eq!(widened(&[(Place::Any, 5), (Place::End, 9)])[..23], [vec![1; 5], vec![0x90; 18]].concat());
        assert_eq!(widened(&[(Place::Any, 4), (Place::End, 9)])[..23], [wider(4), vec![0x90; 18]].concat());
        // What lies in another bundle takes nothing.
        assert_eq!(widened(&[(Place::Any, 32), (Place::End, 5)])[..32], [1; 32]);
    }

    #[test]
    fn an_instruction_that_begins_with_the_byte_is_marked_at_it() {
        let mut code = in_bundles(1);
        code.widen_pieces(Wider { place: |_| Some(0), ..WIDER });
        piece(&mut code, Place::Any, 15);
        code.mark(7);
        code.begin_piece(Place::Any);
        code.put(&[1; 11]);
        code.mark(8);
        code.put(&[1; 4]);
        piece(&mut code, Place::Any, 32);
        code.finish();
        assert_eq!(code.bytes()[16], WIDER.byte);
        assert_eq!(code.marks().collect::<Vec<_>>(), [(7, 16), (8, 28)]);
    }

    #[test]
    fn what_is_behind_the_byte_moves_with_it() {
        let mut code = in_bundles(1);
        code.widen_pieces(WIDER);
        piece(&mut code, Place::Any, 15);
        code.bind(Label::from_u32(0));
        code.begin_piece(Place::Any);
        code.put(&[1; 11]);
        code.reloc_here(1, SymbolRef::Helper(Helper::Memcpy), 0);
        code.put(&[1; 4]);
        piece(&mut code, Place::Any, 32);
        code.finish();
        assert_eq!((code.label_offset(Label::from_u32(0)), code.relocs()[0].offset), (Some(16), 28));
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
}
