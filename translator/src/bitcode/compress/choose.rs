//! Which abbreviations a kind of block is to have.
//!
//! In: the records of all its blocks. Out: abbreviations, the one that saves most first. Tried are, for
//! the records of a code with as many values, the best encoding of each value; the same for those of
//! them that have a frequent value in some place, which is then a literal; and for all records of a
//! code arrays, after some values of their own. One after the other the one is taken that saves most
//! beyond its definition, given those that were taken before. How many of these it is worth having
//! decides the width of an index, which every record pays.

use std::collections::BTreeMap;

use super::shape::{Field, Shape, unabbreviated_bits};

/// Abbreviations of a kind of block.
#[derive(Debug)]
pub struct Chosen {
    shapes: Vec<Shape>,
}

/// The most that are tried: an index has six bits then.
const MOST: usize = 60;
/// The abbreviation numbers that every block has.
const RESERVED: usize = 4;
/// Records of a code and length that have a value in common are looked at on their own if they are
/// at least so many, and the value is one of so many of its place.
const FEW: usize = 16;
const FREQUENT: usize = 6;
/// The longest record whose values have encodings of their own.
const LONGEST: usize = 12;
/// How many values before an array have encodings of their own, at most.
const BEFORE_ARRAY: usize = 4;

impl Chosen {
    /// The abbreviations.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Bits of an index.
    pub fn width(&self) -> u32 {
        width(self.shapes.len())
    }

    /// The abbreviation that holds a record in the fewest bits, if one takes fewer than none does.
    pub fn abbreviation(&self, values: &[u64]) -> Option<usize> {
        let sizes = self.shapes.iter().enumerate().filter_map(|(index, shape)| Some((shape.bits(values)?, index)));
        sizes.min().filter(|&(bits, _)| bits < unabbreviated_bits(values)).map(|(_, index)| index)
    }
}

fn width(abbreviations: usize) -> u32 {
    (abbreviations + RESERVED).next_power_of_two().ilog2()
}

/// An abbreviation that may be taken, with the records that it may be for.
struct Candidate {
    shape: Shape,
    code: u64,
    rows: Vec<u32>,
    /// What it would save, as of the last count.
    gain: i64,
}

/// Chooses abbreviations for records, each its code and its values.
pub fn choose(rows: &[&[u64]]) -> Chosen {
    let mut candidates = candidates(rows);
    let mut now: Vec<u64> = rows.iter().map(|row| unabbreviated_bits(row)).collect();
    candidates.iter_mut().for_each(|candidate| candidate.count(rows, &now));
    let (mut shapes, mut total) = (Vec::new(), now.iter().sum::<u64>() as i64);
    // What all of them take with the first so many, without indices.
    let mut totals = vec![total];
    while shapes.len() < MOST {
        // Of two that save the same the first.
        let Some(best) = (0..candidates.len()).rev().max_by_key(|&index| candidates[index].gain) else { break };
        let Candidate { shape, code, rows: of, gain } = candidates.swap_remove(best);
        if gain <= 0 {
            break;
        }
        for row in of {
            let bits = shape.bits(rows[row as usize]).unwrap_or(u64::MAX);
            now[row as usize] = now[row as usize].min(bits);
        }
        candidates.iter_mut().filter(|candidate| candidate.code == code).for_each(|candidate| candidate.count(rows, &now));
        shapes.push(shape);
        total -= gain;
        totals.push(total);
    }
    let with_indices = |count: usize| totals[count] + i64::from(width(count)) * rows.len() as i64;
    let count = (0..totals.len()).min_by_key(|&count| with_indices(count)).unwrap_or(0);
    shapes.truncate(count);
    Chosen { shapes }
}

impl Candidate {
    fn new(shape: Shape, code: u64, rows: Vec<u32>) -> Self {
        Self { shape, code, rows, gain: 0 }
    }

    fn count(&mut self, rows: &[&[u64]], now: &[u64]) {
        let saved = self.rows.iter().filter_map(|&row| {
            let bits = self.shape.bits(rows[row as usize])?;
            now[row as usize].checked_sub(bits)
        });
        self.gain = saved.sum::<u64>() as i64 - self.shape.definition_bits() as i64;
    }
}

fn candidates(rows: &[&[u64]]) -> Vec<Candidate> {
    let mut groups: BTreeMap<(u64, usize), Vec<u32>> = BTreeMap::new();
    let mut codes: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (number, row) in (0..).zip(rows) {
        groups.entry((row[0], row.len())).or_default().push(number);
        codes.entry(row[0]).or_default().push(number);
    }
    let mut out = Vec::new();
    for ((code, length), of) in groups.into_iter().filter(|((_, length), _)| *length <= LONGEST) {
        for place in 1..length {
            for common in frequent(rows, &of, place) {
                // Within these, too: two values in common, such as a type and an alignment.
                for other in place + 1..length {
                    for second in frequent(rows, &common, other) {
                        out.push(Candidate::new(fitted(rows, &second, length, None), code, second));
                    }
                }
                out.push(Candidate::new(fitted(rows, &common, length, None), code, common));
            }
        }
        out.push(Candidate::new(fitted(rows, &of, length, None), code, of));
    }
    for (code, of) in codes {
        for before in 1..=BEFORE_ARRAY {
            let long: Vec<u32> = of.iter().copied().filter(|&row| rows[row as usize].len() > before).collect();
            let values = long.iter().flat_map(|&row| &rows[row as usize][before..]).copied();
            if !long.is_empty() {
                let shape = fitted(rows, &long, before, Some(Field::best(values)));
                out.push(Candidate::new(shape, code, long));
            }
        }
    }
    out
}

/// The rows that have one of the most frequent values in a place, by the value.
fn frequent(rows: &[&[u64]], of: &[u32], place: usize) -> Vec<Vec<u32>> {
    let mut by_value: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    of.iter().for_each(|&row| by_value.entry(rows[row as usize][place]).or_default().push(row));
    if by_value.len() == 1 {
        // That is what all of them have: no choice.
        return Vec::new();
    }
    let mut sets: Vec<Vec<u32>> = by_value.into_values().filter(|set| set.len() >= FEW).collect();
    // Of two that are as frequent the smaller value first: the sort is stable.
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    sets.truncate(FREQUENT);
    sets
}

/// The best encodings of the first values of some rows.
fn fitted(rows: &[&[u64]], of: &[u32], length: usize, rest: Option<Field>) -> Shape {
    let field = |place| Field::best(of.iter().map(|&row| rows[row as usize][place]));
    // An array of elements without bits may be no longer than readers allow: it has a bit for each.
    let rest = rest.map(|rest| if matches!(rest, Field::Literal(_)) { Field::Vbr(2) } else { rest });
    Shape { fields: (0..length).map(field).collect(), rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_frequent_gets_an_abbreviation_and_what_is_rare_none() {
        let mut rows: Vec<Vec<u64>> = (0..1000).map(|number| vec![20, number % 30, 3, 8]).collect();
        rows.push(vec![99, 1 << 40]);
        let rows: Vec<&[u64]> = rows.iter().map(Vec::as_slice).collect();
        let chosen = choose(&rows);
        assert_eq!(chosen.shapes()[0].fields[0], Field::Literal(20));
        assert!(chosen.abbreviation(&[20, 5, 3, 8]).is_some());
        assert_eq!((chosen.abbreviation(&[99, 1 << 40]), chosen.abbreviation(&[20, 5, 4, 8])), (None, None));
        assert!(chosen.width() <= 3, "{:?}", chosen.shapes());
    }

    #[test]
    fn no_records_need_no_abbreviations() {
        let chosen = choose(&[]);
        assert_eq!((chosen.shapes().len(), chosen.width()), (0, 2));
    }
}
