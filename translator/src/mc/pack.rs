//! Which pieces of code share a bundle, so that filling costs as little as can be.
//!
//! In: the pieces of a function in order: how long each is, by how much it may be longer, how often it is executed and how often control
//! goes on behind it. Out: where each lies and how much longer it becomes. Every bundle begins with a piece or with a gap, a call
//! ends its bundle, and what an indirect jump goes to begins one.
//!
//! A bundle's cost depends on the pieces in it alone, so the cheapest way to the end of each piece is found by dynamic programming over
//! where its bundle begins. What fills a bundle is free if the pieces in it can take it, or where control never comes, behind a jump;
//! otherwise it stands where it is executed least: before a loop, not in it. A bundle itself costs a little, too: it is fetched.
//!
//! Complexity: linear in the pieces, times the pieces of a bundle.

use super::bundle::{Place, split, together};

/// What an instruction that fills costs, where a bundle costs one.
const NOP: u64 = 4;
/// More pieces than a bundle has: all have a byte, but the first and one more.
const MOST: usize = 36;
/// More than any cost.
const NEVER: u64 = u64::MAX;

/// A piece, as it is packed.
#[derive(Copy, Clone, Debug)]
pub(super) struct Item {
    pub(super) len: u32,
    pub(super) place: Place,
    /// By how many bytes it may be longer: a bit for each number, that of 0 always.
    pub(super) rooms: u32,
    /// How often it is executed.
    pub(super) often: u32,
    /// How often control goes from it to what follows.
    pub(super) falls: u32,
}

/// Where pieces lie.
#[derive(Clone, Default, Debug)]
pub(super) struct Packed {
    /// Where each piece lies, and behind them the end.
    pub(super) places: Vec<u32>,
    /// By how much each is longer.
    pub(super) more: Vec<u8>,
    /// For the pieces before each, and all: the cost of the cheapest way, and where its last bundle begins.
    best: Vec<(u64, u32)>,
    /// While placing: where bundles begin, the last first.
    starts: Vec<u32>,
}

/// Bundles of some size.
#[derive(Copy, Clone, Debug)]
pub(super) struct Bundle {
    pub(super) size: u32,
    /// Bytes of the longest instruction that fills.
    pub(super) longest: u32,
}

impl Bundle {
    /// How many bytes of a gap pieces take that can take `rooms`, and how many instructions fill the rest.
    fn filled(self, gap: u32, rooms: u32) -> (u32, u32) {
        if rooms.checked_shr(gap).is_some_and(|rooms| rooms & 1 != 0) {
            return (gap, 0);
        }
        // The least that saves an instruction.
        let nops = gap.div_ceil(self.longest);
        let taken = (gap - (nops - 1) * self.longest..gap).find(|&taken| nops > 1 && rooms >> taken & 1 != 0);
        taken.map_or((0, nops), |taken| (taken, nops - 1))
    }
}

impl Packed {
    /// Packs pieces as cheaply as can be. Those before `first` are as they were the last time.
    pub(super) fn pack(&mut self, items: &[Item], first: usize, bundle: Bundle) {
        debug_assert!(bundle.size <= u32::BITS);
        self.best.truncate(first + 1);
        if self.best.is_empty() {
            self.best.push((0, 0));
        }
        for end in self.best.len()..=items.len() {
            let best = self.cheapest(&items[..end], bundle);
            self.best.push(best);
        }
        self.starts.clear();
        let mut end = items.len() as u32;
        while end > 0 {
            end = self.best[end as usize].1;
            self.starts.push(end);
        }
        self.place(items, bundle);
    }

    /// Packs pieces as fast as can be: each bundle has as many as there is room for.
    pub(super) fn pack_in_order(&mut self, items: &[Item], bundle: Bundle) {
        self.starts.clear();
        let mut len = 0;
        for (index, item) in items.iter().enumerate() {
            let is_new =
                item.place == Place::Start || index.checked_sub(1).is_none_or(|before| items[before].place == Place::End);
            len += item.len;
            let is_too_long = len > bundle.size && !fault!(X86SandboxCrossing, len == bundle.size + 1);
            if is_new || is_too_long {
                self.starts.push(index as u32);
                len = item.len;
            }
        }
        self.starts.reverse();
        self.place(items, bundle);
    }

    /// The cheapest way to the end of some pieces.
    fn cheapest(&self, items: &[Item], bundle: Bundle) -> (u64, u32) {
        let (mut len, mut rooms, mut often, mut best) = (0, 1, 0, (NEVER, 0));
        let mut least = behind_last(items);
        for start in (0..items.len()).rev() {
            let item = items[start];
            let is_last = start + 1 == items.len();
            len += item.len;
            let is_too_long = len > bundle.size && !fault!(X86SandboxCrossing, len == bundle.size + 1);
            if is_too_long || !is_last && item.place == Place::End {
                break;
            }
            if !is_last {
                least = least.min(item.falls);
            }
            let free = bundle.size.saturating_sub(len);
            // What takes every gap that there may be takes them with more pieces, too.
            let all = u32::MAX >> (u32::BITS - 1).saturating_sub(free);
            let nops = if rooms & all == all {
                0
            } else {
                rooms = together(item.rooms, rooms);
                bundle.filled(free, rooms).1
            };
            often = often.max(item.often);
            let gap = if item.place == Place::Start { least } else { least.min(before(items, start)) };
            let cost = self.best[start].0 + u64::from(nops) * u64::from(gap) * NOP + u64::from(often);
            if cost <= best.0 {
                best = (cost, start as u32);
            }
            if item.place == Place::Start {
                break;
            }
        }
        debug_assert!(best.0 != NEVER, "a piece of {len} bytes");
        best
    }

    /// Places all pieces in the bundles that were found.
    fn place(&mut self, items: &[Item], bundle: Bundle) {
        self.places.clear();
        self.more.clear();
        let mut at = 0_u32;
        while let Some(start) = self.starts.pop() {
            let end = self.starts.last().map_or(items.len(), |&next| next as usize);
            at = at.next_multiple_of(bundle.size);
            at = self.place_bundle(items, start as usize..end, at, bundle);
        }
        self.places.push(at.next_multiple_of(bundle.size));
    }

    /// Places the pieces of a bundle that begins at an address. Returns where the last ends.
    fn place_bundle(&mut self, items: &[Item], range: std::ops::Range<usize>, mut at: u32, bundle: Bundle) -> u32 {
        let mut rooms = [1; MOST];
        for (room, item) in rooms.iter_mut().zip(&items[range.clone()]) {
            *room = item.rooms;
        }
        let rooms = &rooms[..range.len()];
        let len: u32 = items[range.clone()].iter().map(|item| item.len).sum();
        let gap = bundle.size.saturating_sub(len);
        let (taken, nops) = bundle.filled(gap, rooms.iter().fold(1, |sums, &rooms| together(rooms, sums)));
        split(rooms, taken, |more| self.more.push(more as u8));
        let mut fill = if nops > 0 { gap - taken } else { 0 };
        let gap_before = gap_before(items, &range);
        for index in range {
            if gap_before == index {
                at += std::mem::take(&mut fill);
            }
            self.places.push(at);
            at += items[index].len + u32::from(self.more[index]);
        }
        at
    }
}

/// How often control comes to what fills the end of the bundle that ends with the last of some pieces; it may not stand there behind a call.
fn behind_last(items: &[Item]) -> u32 {
    let last = items[items.len() - 1];
    if last.place == Place::End && !fault!(X86SandboxCallEnd, last.len < 8) { u32::MAX } else { last.falls }
}

/// How often control falls into a piece.
fn before(items: &[Item], index: usize) -> u32 {
    index.checked_sub(1).map_or(items[0].often, |before| items[before].falls)
}

/// The piece before which a gap among some costs least; the end of the range, if that is behind them.
fn gap_before(items: &[Item], range: &std::ops::Range<usize>) -> usize {
    let mut best = (range.end, behind_last(&items[..range.end]));
    for index in range.clone().rev() {
        let is_start = items[index].place == Place::Start;
        if before(items, index) < best.1 && !(is_start && index == range.start) {
            best = (index, before(items, index));
        }
    }
    best.0
}
