//! Abbreviations made for one file: what records of a kind have in common becomes literals and
//! narrow fields.

use std::collections::BTreeMap;

use super::tree::Block;

/// The encoding of one value; an array is the last of its abbreviation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Enc {
    Literal(u64),
    Fixed(u32),
    Vbr(u32),
    Array(Box<Enc>),
}

/// An abbreviation, the code first.
pub type Abbrev = Vec<Enc>;

/// Abbreviations by the number of the block that they are for.
pub type Abbrevs = BTreeMap<u64, Vec<Abbrev>>;

impl Enc {
    fn holds(&self, value: u64) -> bool {
        match *self {
            Enc::Literal(only) => value == only,
            Enc::Fixed(width) => value >> width == 0,
            Enc::Vbr(_) => true,
            Enc::Array(_) => false,
        }
    }

    /// As a definition of record text lists it.
    pub fn spell(&self, out: &mut Vec<u64>) {
        match self {
            Enc::Literal(value) => out.extend([1, *value]),
            Enc::Fixed(width) => out.extend([0, 1, u64::from(*width)]),
            Enc::Vbr(width) => out.extend([0, 2, u64::from(*width)]),
            Enc::Array(element) => {
                out.extend([0, 3]);
                element.spell(out);
            }
        }
    }

    /// How many encodings a definition counts it as.
    pub fn count(&self) -> u64 {
        1 + u64::from(matches!(self, Enc::Array(_)))
    }
}

/// How a record of a block is packed by an abbreviation: the number of zeros to be put behind its
/// values, if it can be.
pub fn padding(abbrev: &Abbrev, block: u64, code: u64, values: &[u64]) -> Option<usize> {
    let may_be_padded = has_fixed_count(block, code);
    let mut rest = std::iter::once(code).chain(values.iter().copied());
    let mut zeros = 0;
    for encoding in abbrev {
        if let Enc::Array(element) = encoding {
            return rest.all(|value| element.holds(value)).then_some(zeros);
        }
        match rest.next() {
            Some(value) if encoding.holds(value) => {}
            None if may_be_padded && *encoding == Enc::Literal(0) => zeros += 1,
            _ => return None,
        }
    }
    rest.next().is_none().then_some(zeros)
}

/// What to make of a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Style {
    /// For each code and length that occurs often, a field as wide as its values; arrays for the
    /// rest. As `pnacl-bccompress` does.
    Tight,
    /// One array for everything, code included, and abbreviations that nothing uses.
    Arrays,
    /// Variable-width fields; instructions with a fixed number of values get two zeros more.
    Padded,
}

/// The records of a kind of block, by code and number of values.
type Groups = BTreeMap<(u64, usize), Vec<Vec<u64>>>;

/// How many abbreviations a kind of block gets at most.
const MOST: usize = 24;

/// Whether a record is one of those instructions that have a fixed number of values: binary, cast,
/// load, store, compare, select.
fn has_fixed_count(block: u64, code: u64) -> bool {
    block == 12 && [2, 3, 20, 24, 28, 29].contains(&code)
}

/// The abbreviations of a style for a file.
pub fn abbreviations(module: &Block, style: Style) -> Abbrevs {
    let mut columns: BTreeMap<u64, Groups> = BTreeMap::new();
    module.for_each_record(&mut |block, code, values| {
        let group = columns.entry(block).or_default().entry((code, values.len())).or_default();
        group.push(values.to_vec());
    });
    columns.into_iter().map(|(block, groups)| (block, of_block(block, &groups, style))).collect()
}

fn of_block(block: u64, groups: &Groups, style: Style) -> Vec<Abbrev> {
    if style == Style::Arrays {
        let unused = vec![Enc::Literal(63), Enc::Array(Box::new(Enc::Literal(0)))];
        return vec![unused, vec![Enc::Array(Box::new(Enc::Vbr(6)))]];
    }
    let mut most: Vec<_> = groups.iter().filter(|((_, len), _)| *len < 12).collect();
    most.sort_by_key(|(key, records)| (std::cmp::Reverse(records.len()), **key));
    let tight = most.iter().take(MOST / 2).map(|(key, records)| {
        let column = |index: usize| records.iter().map(move |values| values[index]);
        let field = |index: usize| match style {
            Style::Tight => narrowest(column(index)),
            _ => Enc::Vbr(5),
        };
        let mut abbrev: Abbrev = std::iter::once(Enc::Literal(key.0)).chain((0..key.1).map(field)).collect();
        if style == Style::Padded && has_fixed_count(block, key.0) {
            abbrev.extend([Enc::Literal(0), Enc::Literal(0)]);
        }
        abbrev
    });
    let mut codes: Vec<u64> = groups.keys().map(|(code, _)| *code).collect();
    codes.dedup();
    let arrays = codes.into_iter().take(MOST / 2).map(|code| vec![Enc::Literal(code), Enc::Array(Box::new(Enc::Vbr(8)))]);
    tight.chain(arrays).collect()
}

/// A literal if all values are the same, bits if they are few, chunks otherwise.
fn narrowest(values: impl Iterator<Item = u64> + Clone) -> Enc {
    let (least, greatest) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    match u64::BITS - greatest.leading_zeros() {
        _ if least == greatest => Enc::Literal(least),
        bits @ ..=8 => Enc::Fixed(bits),
        bits => Enc::Vbr((bits / 2).clamp(4, 10)),
    }
}
