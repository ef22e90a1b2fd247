//! Bitcode with some of its records changed at random: well formed as bits, and for the rest whatever
//! comes out. For tests of readers.
//!
//! In: a `.pexe`, a seed, how many records to change. Out: a `.pexe` without abbreviations: its blocks are those
//! of the input, and their records have been inserted, removed, replaced or swapped. The same seed
//! gives the same bytes. Linear in the input.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::text_records::{self, DEFINE, END, ENTER, visit};
use crate::error::DecodeError;
use crate::util::rng::Rng;

/// What may be done to a record.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edit {
    /// Another one is put before it.
    Insert,
    /// It goes.
    Remove,
    /// One of its values, or its code, is another.
    Replace,
    /// It and another one of its block change places.
    Swap,
}

impl Edit {
    const ALL: [Edit; 4] = [Edit::Insert, Edit::Remove, Edit::Replace, Edit::Swap];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Edit::Insert => "insert",
            Edit::Remove => "remove",
            Edit::Replace => "replace",
            Edit::Swap => "swap",
        }
    }
}

/// What was done, to how many records of which block and code.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Distribution {
    /// By kind of edit.
    pub edits: BTreeMap<Edit, u64>,
    /// By block and code.
    pub records: BTreeMap<(u64, u64), u64>,
}

/// A line of the file: a record, or a block's start or end.
#[derive(Clone, Debug)]
struct Row {
    block: u64,
    values: Vec<u64>,
}

impl Row {
    /// Whether it starts or ends a block, and stays where it is.
    fn is_frame(&self) -> bool {
        matches!(self.values[0], ENTER | END)
    }
}

/// A `.pexe` whose records can be changed.
#[derive(Clone, Debug)]
pub struct Mutator {
    rows: Vec<Row>,
}

/// The block of abbreviations.
const BLOCK_INFO: u64 = 0;

impl Mutator {
    /// Reads a `.pexe`.
    ///
    /// # Errors
    /// If it is not whole bitcode.
    pub fn new(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rows = Vec::new();
        visit(bytes, |line| {
            if line.block != BLOCK_INFO && line.values[0] != DEFINE {
                rows.push(Row { block: line.block, values: line.values.to_vec() });
            }
        })?;
        Ok(Self { rows })
    }

    /// A changed copy: each record is edited with a probability of `percentage` in `base`, and one is in any case. Adds to
    /// `done` what was done.
    ///
    /// # Panics
    /// If `base` is 0.
    pub fn mutate(&self, seed: u64, percentage: u64, base: u64, done: &mut Distribution) -> Vec<u8> {
        let mut rng = Rng::new(seed);
        let mut rows = self.rows.clone();
        let records: Vec<usize> = (0..rows.len()).filter(|&place| !rows[place].is_frame()).collect();
        let mut chosen: Vec<usize> = records.iter().copied().filter(|_| rng.next_u64() % base < percentage).collect();
        if chosen.is_empty() && !records.is_empty() {
            chosen.push(records[rng.below(records.len())]);
        }
        // From behind, so that places before stay what they are.
        for &place in chosen.iter().rev() {
            let edit = Edit::ALL[rng.below(Edit::ALL.len())];
            *done.edits.entry(edit).or_default() += 1;
            *done.records.entry((rows[place].block, rows[place].values[0])).or_default() += 1;
            self.edit(&mut rows, place, edit, &mut rng);
        }
        bytes_of(&rows)
    }

    fn edit(&self, rows: &mut Vec<Row>, place: usize, edit: Edit, rng: &mut Rng) {
        let block = rows[place].block;
        match edit {
            Edit::Insert => {
                // Another record of such a block, or one of nowhere.
                let alike: Vec<&Row> = self.rows.iter().filter(|row| row.block == block && !row.is_frame()).collect();
                let mut values = alike[rng.below(alike.len())].values.clone();
                if rng.below(2) == 0 {
                    values = (0..1 + rng.below(6)).map(|_| value(rng, 0)).collect();
                    values[0] %= 64;
                }
                rows.insert(place, Row { block, values });
            }
            Edit::Remove => drop(rows.remove(place)),
            Edit::Replace => {
                let values = &mut rows[place].values;
                let at = rng.below(values.len());
                let other = value(rng, values[at]);
                // Codes from 65532 on would be the frame of a block.
                values[at] = if at == 0 { other % 64 } else { other };
            }
            Edit::Swap => {
                let near = |other: &usize| rows[*other].block == block && !rows[*other].is_frame();
                let places: Vec<usize> = (place.saturating_sub(8)..(place + 9).min(rows.len())).filter(near).collect();
                let other = places[rng.below(places.len())];
                rows.swap(place, other);
            }
        }
    }
}

/// A value in the place of another: a near one, a small one, or any.
fn value(rng: &mut Rng, old: u64) -> u64 {
    match rng.below(6) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1) & u64::from(u32::MAX),
        2 | 3 => rng.next_u64() % 16,
        4 => rng.next_u64() & u64::from(u32::MAX),
        _ => rng.next_u64(),
    }
}

fn bytes_of(rows: &[Row]) -> Vec<u8> {
    let mut text = String::new();
    for row in rows {
        for (index, value) in row.values.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = write!(text, "{}{value}", if index == 0 { "" } else { "," });
        }
        text.push_str(";\n");
    }
    text_records::assemble(&text).expect("blocks are whole, and without abbreviations every value has bits").bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::read_module;
    use crate::bitcode::write::write_module;
    use crate::text::parse_module;

    fn program() -> Vec<u8> {
        let text = "@a = internal global [4 x i8] zeroinitializer, align 4\ndefine void @_start(i32 %p) {\n  %x = add i32 %p, 1\n  %y = mul i32 %x, %p\n  ret void\n}\n";
        let (module, bodies) = parse_module(text, "a.ll").unwrap();
        write_module(&module, &bodies).unwrap()
    }

    #[test]
    fn seeds_make_different_files_that_are_whole() {
        let (program, mut done) = (program(), Distribution::default());
        let mutator = Mutator::new(&program).unwrap();
        let made: Vec<Vec<u8>> = (0..200).map(|seed| mutator.mutate(seed, 10, 100, &mut done)).collect();
        assert!(made.iter().all(|bytes| text_records::disassemble(bytes).is_ok()));
        assert_eq!(made[7], mutator.mutate(7, 10, 100, &mut Distribution::default()));
        let distinct: std::collections::BTreeSet<_> = made.iter().collect();
        assert!(distinct.len() > 150, "{}", distinct.len());
        assert_eq!(done.edits.len(), 4, "{done:?}");
        // Most mean nothing any more, some something else.
        let read = made.iter().filter(|bytes| read_module(bytes).is_ok()).count();
        assert!((10..190).contains(&read), "{read}");
    }

    #[test]
    fn nothing_else_changes() {
        let mutator = Mutator::new(&program()).unwrap();
        let (same, _) = read_module(&bytes_of(&mutator.rows)).unwrap();
        assert_eq!(same.funcs.len(), 1);
        let mut done = Distribution::default();
        mutator.mutate(1, 0, 100, &mut done);
        assert_eq!(done.edits.values().sum::<u64>(), 1);
        mutator.mutate(1, 100, 100, &mut done);
        assert!(done.edits.values().sum::<u64>() > 10);
    }
}
