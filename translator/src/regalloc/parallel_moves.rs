//! Parallel moves in sequence: moves that happen at the same time, put in an order that has the
//! same effect.
//!
//! In: moves between places; a place is a set of register units, or a frame slot. No two
//! destinations overlap. Out: the moves in an order in which nothing is overwritten before it is
//! read; where they form cycles, a value is put aside first.
//!
//! A move is ready when no other waiting move reads what it writes. If none is ready, each that
//! remains waits for another one, and following that leads into a cycle, in which the source of one
//! move is put aside. Where registers of different sizes overlap in part, a move may be in several
//! cycles, or wait for one without being in it: the source put aside is the widest of the cycle,
//! which ends all cycles that its move is in. Without such overlap every remaining move is in one
//! cycle, so that everything is linear in moves and units.

use rustc_hash::FxHashMap;

use crate::lir::RegMask;
use crate::util::refill;

/// Where a value is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// In a register, which consists of these units.
    Units(RegMask),
    /// In the frame, at this offset.
    Frame(u32),
}

/// What is to be done next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Perform this move.
    Move(usize),
    /// Put the source of this move aside: the move reads it from there.
    PutAside(usize),
}

/// No entry of a list.
const END: u32 = u32::MAX;

/// A unit of a register, or a frame slot: the move that writes it, and the first entry of the list
/// of its readers.
#[derive(Copy, Clone, Debug)]
struct Cell {
    writer: u32,
    readers: u32,
}

const UNUSED: Cell = Cell { writer: END, readers: END };

/// Moves that nothing stands against. Those that leave registers free come first, those that fill them last: what goes from slot to slot
/// between them needs one.
#[derive(Clone, Default, Debug)]
struct Ready {
    from_registers: Vec<usize>,
    in_frame: Vec<usize>,
    to_registers: Vec<usize>,
}

impl Ready {
    fn push(&mut self, index: usize, (dst, src): (Location, Location)) {
        let list = match (dst, src) {
            (Location::Units(_), _) => &mut self.to_registers,
            (Location::Frame(_), Location::Units(_)) => &mut self.from_registers,
            (Location::Frame(_), Location::Frame(_)) => &mut self.in_frame,
        };
        list.push(index);
    }

    fn pop(&mut self) -> Option<usize> {
        self.from_registers.pop().or_else(|| self.in_frame.pop()).or_else(|| self.to_registers.pop())
    }

    fn clear(&mut self) {
        [&mut self.from_registers, &mut self.in_frame, &mut self.to_registers].into_iter().for_each(Vec::clear);
    }
}

/// Working memory, reused from one edge to the next.
#[derive(Clone, Default, Debug)]
pub struct Sequencer {
    units: Vec<Cell>,
    slots: FxHashMap<u32, Cell>,
    /// Entries of lists: a reader, and the next entry. Readers that no longer read are dropped when
    /// they come first.
    readers: Vec<(u32, u32)>,
    /// Whether a move waits, and will read its source.
    reads: Vec<bool>,
    done: Vec<bool>,
    ready: Ready,
    /// For each move the last search for a cycle that came by, and how many there were.
    seen: Vec<u32>,
    searches: u32,
}

impl Sequencer {
    /// Calls `emit` with the steps in order. Moves of a place to itself have been left out by the
    /// caller.
    pub fn run(&mut self, moves: &[(Location, Location)], mut emit: impl FnMut(Step)) {
        // On most edges there is nothing to put in order.
        if moves.len() == 1 {
            return emit(Step::Move(0));
        }
        self.prepare(moves);
        let mut next = 0;
        let mut left = moves.len();
        while left > 0 {
            let Some(index) = self.ready.pop() else {
                while !self.reads[next] {
                    next += 1;
                }
                let aside = self.widest_in_cycle(moves, next);
                emit(Step::PutAside(aside));
                self.stop_reading(moves, aside);
                continue;
            };
            if self.done[index] || self.reader(moves[index].0).is_some() && !fault!(RewriteMoveOrder) {
                continue;
            }
            self.done[index] = true;
            left -= 1;
            emit(Step::Move(index));
            if self.reads[index] {
                self.stop_reading(moves, index);
            }
        }
    }

    fn prepare(&mut self, moves: &[(Location, Location)]) {
        refill(&mut self.units, RegMask::BITS, UNUSED);
        self.slots.clear();
        self.readers.clear();
        self.ready.clear();
        self.searches = 0;
        for flags in [&mut self.reads, &mut self.done] {
            flags.clear();
        }
        self.reads.resize(moves.len(), true);
        self.done.resize(moves.len(), false);
        refill(&mut self.seen, moves.len(), 0);
        for (index, &(dst, src)) in moves.iter().enumerate() {
            self.each_cell(dst, |cell, _| cell.writer = index as u32);
            self.each_cell(src, |cell, readers| {
                readers.push((index as u32, cell.readers));
                cell.readers = readers.len() as u32 - 1;
            });
        }
        for (index, &(dst, _)) in moves.iter().enumerate().rev() {
            if self.reader(dst).is_none() || fault!(RewriteMoveOrder) {
                self.ready.push(index, moves[index]);
            }
        }
    }

    /// The cells of a place, each with the entries of all lists.
    fn each_cell(&mut self, place: Location, mut each: impl FnMut(&mut Cell, &mut Vec<(u32, u32)>)) {
        match place {
            Location::Units(units) => units.iter().for_each(|unit| each(&mut self.units[usize::from(unit)], &mut self.readers)),
            Location::Frame(offset) => each(self.slots.entry(offset).or_insert(UNUSED), &mut self.readers),
        }
    }

    /// A waiting move that will read a place, or a part of it.
    fn reader(&mut self, place: Location) -> Option<usize> {
        let reads = std::mem::take(&mut self.reads);
        let mut found = None;
        self.each_cell(place, |cell, readers| found = found.or_else(|| cell.first_reader(readers, &reads)));
        self.reads = reads;
        found
    }

    /// A move no longer reads its source: the move that writes there may be ready.
    fn stop_reading(&mut self, moves: &[(Location, Location)], index: usize) {
        self.reads[index] = false;
        let (reads, mut ready) = (std::mem::take(&mut self.reads), std::mem::take(&mut self.ready));
        self.each_cell(moves[index].1, |cell, readers| {
            if cell.writer != END && cell.first_reader(readers, &reads).is_none() {
                let writer = cell.writer as usize;
                ready.push(writer, moves[writer]);
            }
        });
        (self.reads, self.ready) = (reads, ready);
    }

    /// The move with the widest source of a cycle to which waiting leads from this move. None must
    /// be ready.
    fn widest_in_cycle(&mut self, moves: &[(Location, Location)], from: usize) -> usize {
        self.searches += 1;
        let mut at = from;
        while std::mem::replace(&mut self.seen[at], self.searches) != self.searches {
            at = self.reader(moves[at].0).expect("no move is ready");
        }
        let width = |index: usize| match moves[index].1 {
            Location::Units(units) => units.iter().count(),
            Location::Frame(_) => 1,
        };
        let (start, mut widest) = (at, at);
        loop {
            at = self.reader(moves[at].0).expect("no move is ready");
            if at == start {
                return widest;
            }
            if width(at) > width(widest) {
                widest = at;
            }
        }
    }
}

impl Cell {
    /// The first of its readers that still reads; those before it are dropped.
    fn first_reader(&mut self, readers: &[(u32, u32)], reads: &[bool]) -> Option<usize> {
        while let Some(&(index, next)) = readers.get(self.readers as usize) {
            if reads[index as usize] {
                return Some(index as usize);
            }
            self.readers = next;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// A place of the toy machine: three registers of one unit, two pairs over four more units,
    /// three frame slots.
    fn place(number: u8) -> Location {
        match number {
            0..3 => Location::Units(RegMask::of(number)),
            3..7 => Location::Units(RegMask::of(number)),
            7 => Location::Units(RegMask::from_bits(0b0001_1000)),
            8 => Location::Units(RegMask::from_bits(0b0110_0000)),
            _ => Location::Frame(u32::from(number)),
        }
    }

    fn cells(place: Location) -> Vec<usize> {
        match place {
            Location::Units(units) => units.iter().map(usize::from).collect(),
            Location::Frame(offset) => vec![offset as usize],
        }
    }

    fn overlap(a: Location, b: Location) -> bool {
        cells(a).iter().any(|cell| cells(b).contains(cell))
    }

    /// How many values are put aside.
    fn asides(moves: &[(Location, Location)]) -> usize {
        let mut count = 0;
        Sequencer::default().run(moves, |step| count += usize::from(matches!(step, Step::PutAside(_))));
        count
    }

    #[test]
    fn what_waits_for_a_cycle_is_not_put_aside() {
        let units = |units: u64| Location::Units(RegMask::from_bits(units));
        // The second and the third wait for each other, the first one only for the second.
        let moves = [(units(0b0011), Location::Frame(0)), (units(0xf0), units(0x0f)), (units(0b0100), units(0b1_0000))];
        assert_eq!(asides(&moves), 1);
    }

    #[test]
    fn a_move_in_two_cycles_is_put_aside_for_both() {
        let units = |units: u64| Location::Units(RegMask::from_bits(units));
        let mut moves = [(units(0b0011), units(0b1100)), (units(0b0100), units(0b0001)), (units(0b1000), units(0b0010))];
        for _ in 0..3 {
            assert_eq!(asides(&moves), 1, "{moves:?}");
            moves.rotate_left(1);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_sequence_does_what_the_moves_do_at_once(pairs in prop::collection::vec((0..12_u8, 0..12_u8), 0..10)) {
            let mut moves: Vec<(Location, Location)> = Vec::new();
            for (dst, src) in pairs {
                let (dst, src) = (place(dst), place(src));
                // Pairs to pairs, single cells to single cells, as variables of a class are moved.
                if dst != src && cells(dst).len() == cells(src).len() && !moves.iter().any(|&(other, _)| overlap(other, dst)) {
                    moves.push((dst, src));
                }
            }
            let before: Vec<usize> = (0..12).collect();
            let mut expected = before.clone();
            for &(dst, src) in &moves {
                for (to, from) in cells(dst).into_iter().zip(cells(src)) {
                    expected[to] = before[from];
                }
            }
            let mut state = before;
            let mut aside: HashMap<usize, Vec<usize>> = HashMap::new();
            let mut sequencer = Sequencer::default();
            sequencer.run(&moves, |step| match step {
                Step::PutAside(index) => {
                    let values = cells(moves[index].1).iter().map(|&cell| state[cell]).collect();
                    assert!(aside.insert(index, values).is_none());
                }
                Step::Move(index) => {
                    let (dst, src) = moves[index];
                    let values = aside.get(&index).cloned().unwrap_or_else(|| cells(src).iter().map(|&cell| state[cell]).collect());
                    cells(dst).into_iter().zip(values).for_each(|(cell, value)| state[cell] = value);
                }
            });
            prop_assert_eq!(state, expected);
            // A value is put aside only where moves wait for each other.
            prop_assert!(aside.len() <= moves.len() / 2);
        }
    }
}
