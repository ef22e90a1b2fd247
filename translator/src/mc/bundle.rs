//! Code in bundles, for a sandbox: no instruction, and no sequence that has to stay together, crosses a multiple of the bundle's size.
//!
//! In: the code of a function in a [`CodeBuffer`], without gaps and with all branches long, and where each of its *pieces* begins: an
//! instruction, or several that stay together. Out: the same with gaps filled by instructions that do nothing, and branches in the
//! form that reaches. Labels, marks and relocations move with the piece that they are at.
//!
//! Where gaps are is decided by what they cost (`pack`): an instruction that does nothing costs as much as any other, and in a loop many
//! times as much. So a gap goes into the pieces of its bundle, if the architecture has longer forms of them ([`Longer`]), a short
//! branch becomes long, and what is left stands where control comes seldom or never.
//!
//! Branches begin short and grow until all reach: with gaps, code can come to lie farther apart when a branch shrinks, so that the
//! other direction need not end. One that has grown stays long, and after a bounded number of rounds all others grow, so that this
//! ends. Linear in the code for each round.

use super::buffer::{Branch, CodeBuffer, UNBOUND};
use super::pack::{Bundle, Item, Packed};

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

/// A piece: where it begins in the code without gaps, where it has to lie, and whether control never goes on behind it.
#[derive(Copy, Clone, Debug)]
struct Piece {
    offset: u32,
    place: Place,
    leaves: bool,
}

/// Instructions that do nothing.
#[derive(Copy, Clone, Debug)]
pub struct Filler {
    /// Appends so many bytes of them.
    pub fill: fn(&mut CodeBuffer, usize),
    /// How long one can be.
    pub longest: u32,
}

/// Longer forms of the first instruction of a piece.
#[derive(Copy, Clone, Debug)]
pub struct Longer {
    /// By how many bytes it can be longer: a bit for each number, that of 0 always.
    pub rooms: fn(&[u8]) -> u32,
    /// Appends a piece that is longer by so many bytes.
    pub put: fn(&mut CodeBuffer, &[u8], u32),
    /// Where an offset into a piece is then.
    pub moved: fn(&[u8], u32, u32) -> u32,
}

/// The sums of a number of each of two sets below 32, as a bit for each number.
pub fn together(mut rooms: u32, others: u32) -> u32 {
    let mut sums = 0;
    while rooms != 0 {
        sums |= others << rooms.trailing_zeros();
        rooms &= rooms - 1;
    }
    sums
}

/// Makes a sum of a number of each of some sets, fewer than 40. Takes them in the order of the sets; the first are as small as can be.
pub fn split(sets: &[u32], mut sum: u32, mut take: impl FnMut(u32)) {
    let mut rests = [1; 40];
    for (index, &set) in sets.iter().enumerate().rev() {
        rests[index] = together(set, rests[index + 1]);
    }
    for (index, set) in sets.iter().enumerate() {
        let fits = |&number: &u32| set >> number & 1 != 0 && rests[index + 1] >> (sum - number) & 1 != 0;
        let number = (0..=sum).find(fits).expect("it is a sum of theirs");
        sum -= number;
        take(number);
    }
}

/// How code lies in bundles.
#[derive(Clone, Default, Debug)]
pub(super) struct Bundles {
    /// Bytes of a bundle, a power of two; 0 if there are none.
    size: u32,
    filler: Option<Filler>,
    longer: Option<Longer>,
    pieces: Vec<Piece>,
    /// While finishing: the pieces as they are packed, and where they lie.
    items: Vec<Item>,
    packed: Packed,
    /// While finishing: where loops begin and end, and the piece of each branch.
    loops: Vec<(u32, u32)>,
    branches: Vec<u32>,
}

/// How often a loop is taken to go round, and in how many loops code is at most.
const ROUNDS: u32 = 8;
const DEPTH: u32 = 5;

impl Bundles {
    pub(super) fn clear(&mut self) {
        self.size = 0;
        self.longer = None;
        self.pieces.clear();
    }

    pub(super) fn is_used(&self) -> bool {
        self.size != 0
    }

    /// The piece that has the byte at an offset into the code without gaps.
    fn piece_of(&self, offset: u32) -> usize {
        self.pieces.partition_point(|piece| piece.offset <= offset) - 1
    }

    /// The first piece at or behind an offset into the code without gaps: what is bound there is bound at it.
    fn piece_at(&self, offset: u32) -> usize {
        self.pieces.partition_point(|piece| piece.offset < offset)
    }

    /// Where an offset into the code without gaps lies: it is a piece's beginning or the end.
    fn place_of(&self, offset: u32) -> u32 {
        let index = self.piece_at(offset);
        debug_assert!(self.pieces.get(index).is_none_or(|piece| piece.offset == offset), "a label within a piece");
        self.packed.places[index]
    }

    /// Where any offset into the code without gaps lies.
    fn place_within(&self, code: &[u8], offset: u32) -> u32 {
        if offset as usize == code.len() {
            return self.packed.places[self.pieces.len()];
        }
        let index = self.piece_of(offset);
        let (within, more) = (offset - self.pieces[index].offset, u32::from(self.packed.more[index]));
        let moved = match self.longer {
            Some(longer) if within > 0 && more > 0 => (longer.moved)(self.piece(code, index), more, within),
            _ => within,
        };
        self.packed.places[index] + moved
    }

    /// The bytes of a piece in the code without gaps.
    fn piece<'c>(&self, code: &'c [u8], index: usize) -> &'c [u8] {
        let end = self.pieces.get(index + 1).map_or(code.len(), |next| next.offset as usize);
        &code[self.pieces[index].offset as usize..end]
    }

    /// Describes the pieces for packing, with all branches as they are.
    fn describe(&mut self, buffer: &CodeBuffer) {
        let code = buffer.bytes();
        let mut items = std::mem::take(&mut self.items);
        items.clear();
        items.extend(self.pieces.iter().enumerate().map(|(index, piece)| {
            let bytes = self.piece(code, index);
            let rooms = self.longer.map_or(1, |longer| (longer.rooms)(bytes));
            Item { len: bytes.len() as u32, place: piece.place, rooms, often: 1, falls: 1 }
        }));
        self.items = items;
        let mut branches = std::mem::take(&mut self.branches);
        branches.clear();
        branches.extend(buffer.branches.iter().map(|branch| self.piece_of(branch.offset) as u32));
        self.branches = branches;
        self.describe_branches(&buffer.branches);
        self.find_frequencies(buffer);
    }

    /// Says again how long the branches are.
    fn describe_branches(&mut self, branches: &[Branch]) {
        for (branch, &index) in branches.iter().zip(&self.branches) {
            let item = &mut self.items[index as usize];
            item.len = branch.len();
            item.rooms = if self.longer.is_some() { 1 | 1 << branch.saving() } else { 1 };
        }
    }

    /// Guesses how often pieces are executed, from the branches that go back.
    fn find_frequencies(&mut self, buffer: &CodeBuffer) {
        self.loops.clear();
        for (branch, &end) in buffer.branches.iter().zip(&self.branches) {
            let start = self.piece_at(buffer.labels[branch.target.as_u32() as usize].offset) as u32;
            if start <= end {
                self.loops.push((start, end));
            }
        }
        self.loops.sort_unstable();
        // What begins at one place is one loop, up to the last branch.
        self.loops.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 = if is_same { next.1 } else { kept.1 };
            is_same
        });
        let mut ends: Vec<u32> = self.loops.iter().map(|&(_, end)| end).collect();
        ends.sort_unstable();
        let (mut begun, mut ended) = (0, 0);
        for (index, item) in self.items.iter_mut().enumerate() {
            begun += self.loops[begun..].iter().take_while(|&&(start, _)| start as usize <= index).count();
            ended += ends[ended..].iter().take_while(|&&end| (end as usize) < index).count();
            item.often = ROUNDS.pow(((begun - ended) as u32).min(DEPTH));
        }
        for index in 0..self.items.len() {
            // Nothing comes behind the last.
            let next = self.items.get(index + 1).map_or(0, |next| next.often);
            self.items[index].falls = if self.pieces[index].leaves { 0 } else { next.min(self.items[index].often) };
        }
    }

    /// Finds a place for every piece. Those before `first` are as they were the last time.
    fn pack(&mut self, first: usize) {
        let longest = self.filler.map_or(1, |filler| filler.longest);
        let bundle = Bundle { size: self.size, longest };
        match self.longer {
            Some(_) => self.packed.pack(&self.items, first, bundle),
            None => self.packed.pack_in_order(&self.items, bundle),
        }
    }

    /// Places the pieces without gaps.
    fn place_closely(&mut self) {
        self.packed.places.clear();
        let mut at = 0;
        for item in &self.items {
            self.packed.places.push(at);
            at += item.len;
        }
        self.packed.places.push(at);
    }
}

/// Rounds after which branches that might still be short become long.
const MAX_ROUNDS: usize = 16;

impl CodeBuffer {
    /// Lets the code lie in bundles of `size` bytes. For an empty buffer, whose content from now on comes in [pieces](Self::begin_piece).
    pub fn use_bundles(&mut self, size: u32, filler: Filler) {
        debug_assert!(size.is_power_of_two() && self.offset() == 0);
        (self.bundles.size, self.bundles.filler) = (size, Some(filler));
    }

    /// Lets gaps go into the pieces and branches of their bundle.
    pub fn lengthen_pieces(&mut self, longer: Longer) {
        self.bundles.longer = Some(longer);
    }

    /// Whether it does.
    pub fn has_bundles(&self) -> bool {
        self.bundles.is_used()
    }

    /// Begins a piece of code that stays together; the one before ends here.
    pub fn begin_piece(&mut self, place: Place) {
        let offset = self.offset();
        self.bundles.pieces.push(Piece { offset, place, leaves: false });
    }

    /// Control does not go on behind the piece that was begun last.
    pub fn leave_piece(&mut self) {
        if let Some(piece) = self.bundles.pieces.last_mut() {
            piece.leaves = true;
        }
    }

    /// Bytes of the piece that has begun.
    pub fn piece_len(&self) -> u32 {
        self.bundles.pieces.last().map_or(0, |piece| self.offset() - piece.offset)
    }

    /// [`finish`](Self::finish) for code in bundles: the last is filled, too.
    pub(super) fn finish_bundles(&mut self) {
        let mut bundles = std::mem::take(&mut self.bundles);
        self.branches.iter_mut().for_each(|branch| branch.short = true);
        bundles.describe(self);
        self.choose_forms(&mut bundles);
        self.move_to(&bundles);
        self.bundles = bundles;
        self.write_displacements();
    }

    /// Chooses the form of every branch.
    fn choose_forms(&mut self, bundles: &mut Bundles) {
        // What does not even reach without gaps need not be tried.
        bundles.place_closely();
        self.grow_branches(bundles, true);
        let mut first = 0;
        for round in 0.. {
            bundles.describe_branches(&self.branches);
            bundles.pack(first as usize);
            match self.grow_branches(bundles, round < MAX_ROUNDS) {
                Some(grown) => first = grown,
                None => break,
            }
        }
        // Some are long to fill their bundle.
        for (branch, &index) in self.branches.iter_mut().zip(&bundles.branches) {
            branch.short &= bundles.packed.more[index as usize] == 0;
        }
    }

    /// Makes the short branches long that do not reach where everything lies; or all, if none `may` stay. Returns the piece of the first.
    fn grow_branches(&mut self, bundles: &Bundles, may: bool) -> Option<u32> {
        let mut first = None;
        for (branch, &piece) in self.branches.iter_mut().zip(&bundles.branches).filter(|(branch, _)| branch.short) {
            let target = bundles.place_of(self.labels[branch.target.as_u32() as usize].offset);
            let behind = bundles.packed.places[piece as usize] + Branch::SHORT_LEN;
            if !may || i8::try_from(i64::from(target) - i64::from(behind)).is_err() {
                branch.short = false;
                first = first.or(Some(piece));
            }
        }
        first
    }

    /// Moves everything to the places of its pieces. The displacements of branches are written afterwards.
    fn move_to(&mut self, bundles: &Bundles) {
        let old = self.bytes().to_vec();
        self.reset();
        let mut branch = 0;
        for index in 0..bundles.pieces.len() {
            self.fill_to(bundles, bundles.packed.places[index]);
            let piece = bundles.piece(&old, index);
            match (bundles.longer, bundles.packed.more[index]) {
                _ if bundles.branches.get(branch) == Some(&(index as u32)) => {
                    self.put(&piece[..self.branches[branch].len() as usize]);
                    branch += 1;
                }
                (Some(longer), more @ 1..) => (longer.put)(self, piece, u32::from(more)),
                _ => self.put(piece),
            }
        }
        self.fill_to(bundles, bundles.packed.places[bundles.pieces.len()]);
        for label in self.labels.iter_mut().filter(|label| label.offset != UNBOUND.offset) {
            label.offset = bundles.place_of(label.offset);
        }
        // An instruction of the lowering that has become a part of a piece is marked within it.
        self.marks.iter_mut().for_each(|(_, mark)| mark.offset = bundles.place_within(&old, mark.offset));
        self.relocs.iter_mut().for_each(|reloc| reloc.offset = bundles.place_within(&old, reloc.offset));
        self.branches.iter_mut().for_each(|branch| branch.offset = bundles.place_within(&old, branch.offset));
    }

    /// Fills up to an address. What fills lies within bundles, too.
    fn fill_to(&mut self, bundles: &Bundles, place: u32) {
        let fill = bundles.filler.expect("comes with the size").fill;
        while self.offset() < place {
            let room = bundles.size - self.offset() % bundles.size;
            fill(self, room.min(place - self.offset()) as usize);
        }
    }
}
