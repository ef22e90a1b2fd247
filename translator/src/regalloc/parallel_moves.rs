//! Parallel moves in sequence: moves that happen at the same time, put in an order that has the same effect.
//!
//! In: moves between places; a place is a set of register units, or a frame slot. No two destinations overlap. Out: the moves in an order in
//! which nothing is overwritten before it is read; where they form cycles, a value is put aside first.
//!
//! A move is ready when no other waiting move reads what it writes. If none is ready, all that remain wait for each other in cycles: the
//! source of one of them is put aside, which makes the move that writes that source ready. Registers of different sizes overlap
//! in part; the argument is the same by units. Linear in moves and units.

use std::collections::HashMap;

use crate::lir::RegMask;

/// Where a value is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
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

/// Working memory, reused from one edge to the next.
#[derive(Clone, Default, Debug)]
pub struct Sequencer {
    /// For each unit how many waiting moves read it, and which waiting move writes it, plus one.
    unit_readers: Vec<u32>,
    unit_writer: Vec<u32>,
    frame_readers: HashMap<u32, u32>,
    frame_writer: HashMap<u32, usize>,
    ready: Vec<usize>,
    done: Vec<bool>,
    /// Whether a move's source was put aside.
    aside: Vec<bool>,
}

impl Sequencer {
    /// Calls `emit` with the steps in order. Moves of a place to itself have been left out by the caller.
    pub fn run(&mut self, moves: &[(Place, Place)], mut emit: impl FnMut(Step)) {
        self.prepare(moves);
        let mut next = 0;
        let mut left = moves.len();
        while left > 0 {
            let Some(index) = self.ready.pop() else {
                // All that wait are in cycles.
                while self.done[next] || self.aside[next] {
                    next += 1;
                }
                emit(Step::PutAside(next));
                self.aside[next] = true;
                self.stop_reading(moves[next].1);
                continue;
            };
            if self.done[index] || self.is_read(moves[index].0) && !fault!(RewriteMoveOrder) {
                continue;
            }
            self.done[index] = true;
            left -= 1;
            emit(Step::Move(index));
            if !self.aside[index] {
                self.stop_reading(moves[index].1);
            }
        }
    }

    fn prepare(&mut self, moves: &[(Place, Place)]) {
        self.unit_readers.clear();
        self.unit_readers.resize(RegMask::BITS, 0);
        self.unit_writer.clear();
        self.unit_writer.resize(RegMask::BITS, 0);
        self.frame_readers.clear();
        self.frame_writer.clear();
        self.ready.clear();
        self.done.clear();
        self.done.resize(moves.len(), false);
        self.aside.clear();
        self.aside.resize(moves.len(), false);
        for (index, &(dst, src)) in moves.iter().enumerate() {
            match dst {
                Place::Units(units) => units.iter().for_each(|unit| self.unit_writer[usize::from(unit)] = index as u32 + 1),
                Place::Frame(offset) => _ = self.frame_writer.insert(offset, index),
            }
            match src {
                Place::Units(units) => units.iter().for_each(|unit| self.unit_readers[usize::from(unit)] += 1),
                Place::Frame(offset) => *self.frame_readers.entry(offset).or_default() += 1,
            }
        }
        for (index, &(dst, _)) in moves.iter().enumerate().rev() {
            if !self.is_read(dst) || fault!(RewriteMoveOrder) {
                self.ready.push(index);
            }
        }
    }

    fn is_read(&self, place: Place) -> bool {
        match place {
            Place::Units(units) => units.iter().any(|unit| self.unit_readers[usize::from(unit)] > 0),
            Place::Frame(offset) => self.frame_readers.get(&offset).is_some_and(|&readers| readers > 0),
        }
    }

    /// A waiting move no longer reads a place: whoever writes it may be ready.
    fn stop_reading(&mut self, place: Place) {
        match place {
            Place::Units(units) => {
                for unit in units.iter() {
                    let unit = usize::from(unit);
                    self.unit_readers[unit] -= 1;
                    if let Some(writer) = self.unit_writer[unit].checked_sub(1).filter(|_| self.unit_readers[unit] == 0) {
                        self.ready.push(writer as usize);
                    }
                }
            }
            Place::Frame(offset) => {
                let readers = self.frame_readers.get_mut(&offset).expect("a waiting move reads it");
                *readers -= 1;
                if let Some(&writer) = self.frame_writer.get(&offset).filter(|_| *readers == 0) {
                    self.ready.push(writer);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A place of the toy machine: three registers of one unit, two pairs over four more units, three frame slots.
    fn place(number: u8) -> Place {
        match number {
            0..3 => Place::Units(RegMask::of(number)),
            3..7 => Place::Units(RegMask::of(number)),
            7 => Place::Units(RegMask(0b0001_1000)),
            8 => Place::Units(RegMask(0b0110_0000)),
            _ => Place::Frame(u32::from(number)),
        }
    }

    fn cells(place: Place) -> Vec<usize> {
        match place {
            Place::Units(units) => units.iter().map(usize::from).collect(),
            Place::Frame(offset) => vec![offset as usize],
        }
    }

    fn overlap(a: Place, b: Place) -> bool {
        cells(a).iter().any(|cell| cells(b).contains(cell))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_sequence_does_what_the_moves_do_at_once(pairs in prop::collection::vec((0..12_u8, 0..12_u8), 0..10)) {
            let mut moves: Vec<(Place, Place)> = Vec::new();
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
