//! Parallel moves in sequence do what they do at once. The bytes are moves: two bytes each,
//! destination and source.
//!
//! Places are registers of one, two and four units that overlap as ARM's do, up to the last unit
//! that a mask can have, and slots of one and two words in the frame. Moves of overlapping
//! destinations are left out, as no edge has them.

use translator::lir::RegMask;
use translator::regalloc::parallel_moves::{Location, Sequencer, Step};

/// Units of the machine.
const UNITS: u8 = 64;
/// The most moves of a case.
const MAX_MOVES: usize = 96;

/// Moves: destination and source.
pub struct TestCase(Vec<(Location, Location)>);

/// The place that a byte stands for, and how many units or words it has: a move is between places
/// of the same kind.
fn place(number: u8) -> (Location, u8) {
    let units = |first: u8, count: u8| RegMask::from_bits((((1_u128 << count) - 1) << first) as u64);
    match number {
        0..48 => (Location::Units(units(number, 1)), 1),
        48..96 => (Location::Units(units(UNITS - 2 - (number - 48) / 2 * 2, 2)), 2),
        96..128 => (Location::Units(units((number - 96) % 16 * 4, 4)), 4),
        _ => (Location::Frame(u32::from(number - 128) * 16), [1, 2, 4][usize::from(number % 3)]),
    }
}

/// The units and frame slots of a place, by number.
fn cells(place: Location) -> Vec<usize> {
    match place {
        Location::Units(units) => units.iter().map(usize::from).collect(),
        Location::Frame(offset) => vec![usize::from(UNITS) + offset as usize],
    }
}

fn overlap(a: Location, b: Location) -> bool {
    cells(a).iter().any(|cell| cells(b).contains(cell))
}

impl TestCase {
    /// All bytes are a case.
    pub fn new(data: &[u8]) -> Option<Self> {
        let mut moves: Vec<(Location, Location)> = Vec::new();
        let (pairs, _) = data.as_chunks::<2>();
        for &[dst, src] in pairs.iter().take(MAX_MOVES) {
            let ((dst, dst_size), (src, src_size)) = (place(dst), place(src));
            if dst != src && dst_size == src_size && !moves.iter().any(|&(other, _)| overlap(other, dst)) {
                moves.push((dst, src));
            }
        }
        Some(Self(moves))
    }
}

crate::run!();

/// What a place holds: for each of its units what that holds, or for the frame one thing.
type Contents = Vec<usize>;

/// A machine whose units and slots hold numbers.
struct Machine(Vec<usize>);

impl Machine {
    fn new() -> Self {
        Machine((0..usize::from(UNITS) + 128 * 16).collect())
    }

    fn read(&self, place: Location) -> Contents {
        cells(place).into_iter().map(|cell| self.0[cell]).collect()
    }

    /// Between registers unit by unit; a frame slot holds the first unit's number for all.
    fn write(&mut self, place: Location, contents: &Contents) {
        for (index, cell) in cells(place).into_iter().enumerate() {
            self.0[cell] = contents.get(index).copied().unwrap_or_else(|| contents[0].wrapping_add(index << 16));
        }
    }
}

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let moves = &case.0;
    let mut expected = Machine::new();
    let sources: Vec<Contents> = moves.iter().map(|&(_, src)| expected.read(src)).collect();
    for (&(dst, _), contents) in moves.iter().zip(&sources) {
        expected.write(dst, contents);
    }
    let mut machine = Machine::new();
    let mut aside: Vec<Option<Contents>> = vec![None; moves.len()];
    let mut done = vec![false; moves.len()];
    let mut sequencer = Sequencer::default();
    // The second run finds what the first one left behind.
    sequencer.run(&moves[..moves.len() / 2], |_| {});
    sequencer.run(moves, |step| match step {
        Step::PutAside(index) => {
            let contents = machine.read(moves[index].1);
            assert!(aside[index].replace(contents).is_none(), "move {index} is put aside twice: {moves:?}");
        }
        Step::Move(index) => {
            assert!(!std::mem::replace(&mut done[index], true), "move {index} is made twice: {moves:?}");
            let (dst, src) = moves[index];
            let contents = aside[index].clone().unwrap_or_else(|| machine.read(src));
            machine.write(dst, &contents);
        }
    });
    assert!(done.iter().all(|&done| done), "a move is not made: {moves:?}");
    assert!(machine.0 == expected.0, "moves in sequence do something else: {moves:?}");
    let put_aside = aside.iter().flatten().count();
    assert!(put_aside <= moves.len() / 2, "{put_aside} of {} moves are put aside: {moves:?}", moves.len());
}
