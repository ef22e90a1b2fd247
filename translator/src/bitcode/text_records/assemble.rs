//! Record text to bits. In: a text of either form. Out: a `.pexe`, and where each of its records
//! stands in the text.
//!
//! Written is what the lines say, right or wrong: blocks out of order, unknown codes and blocks,
//! definitions that the format does not allow. Refused, with the line, is what has no bits: a value
//! that its abbreviation cannot hold, an abbreviation that does not exist, an end without a block,
//! a block without an end. Linear.

use super::parse::{Line, Lines};
use super::{DEFINE, END, ENTER, FILE_HEADER, HEADER, RecordTextError};
use crate::bitcode::records::fixed_count;
use crate::bitcode::write::bits::Bits;

/// The widest abbreviation index that can be written. The reader stops at 16.
const MAX_INDEX_WIDTH: u64 = 32;

/// The widest field of an abbreviation that values can be written to: the reader takes no wider
/// ones.
const MAX_FIELD_WIDTH: u64 = 32;

/// The `.pexe` that a text spells out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembled {
    /// The file.
    pub bytes: Vec<u8>,
    /// The first bit of each record, in ascending order, and its line.
    lines: Vec<(u64, u32)>,
}

impl Assembled {
    /// The line of the record that a bit of the file belongs to.
    pub fn line_of(&self, bit: u64) -> u32 {
        let after = self.lines.partition_point(|&(start, _)| start <= bit);
        self.lines.get(after.saturating_sub(1)).map_or(1, |&(_, line)| line)
    }
}

/// Makes a `.pexe` of a text.
pub fn assemble(text: &str) -> Result<Assembled, RecordTextError> {
    if text.len() >= u32::MAX as usize {
        return Err(RecordTextError { line: 1, message: "the text is longer than 4 GiB".into() });
    }
    let mut assembler =
        Assembler { bits: Bits::after(FILE_HEADER.to_vec()), open: Vec::new(), shared: Shared::default(), lines: Vec::new() };
    let (mut lines, mut values) = (Lines::new(text), Vec::new());
    while let Some(line) = lines.next(&mut values)? {
        assembler.lines.push((assembler.bits.position(), line.number));
        assembler.line(&line, &values).map_err(|message| RecordTextError { line: line.number, message })?;
    }
    match assembler.open.last() {
        None if assembler.lines.is_empty() => {
            Err(RecordTextError { line: 1, message: "a text without records; expected 65535,8,2; or 1,65535,8,2;".into() })
        }
        None => Ok(Assembled { bytes: assembler.bits.into_bytes(), lines: assembler.lines }),
        Some(block) => {
            let message = format!("block {} is entered here and never ends; expected 65534", block.id);
            Err(RecordTextError { line: block.line, message })
        }
    }
}

/// The encoding of one value, or the mark of an array, as a definition lists them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Op {
    Literal(u64),
    Fixed(u64),
    Vbr(u64),
    Array,
    Char6,
    /// A number that the format does not have.
    Unknown(u64),
}

/// The abbreviations that the abbreviations block has defined, by the number of the block that they
/// are for. Few: a list.
#[derive(Default)]
struct Shared(Vec<(u64, Vec<Vec<Op>>)>);

impl Shared {
    fn of(&self, block: u64) -> &[Vec<Op>] {
        self.0.iter().find(|(id, _)| *id == block).map_or(&[], |(_, abbrevs)| abbrevs)
    }

    fn add(&mut self, block: u64, ops: Vec<Op>) {
        match self.0.iter_mut().find(|(id, _)| *id == block) {
            Some((_, abbrevs)) => abbrevs.push(ops),
            None => self.0.push((block, vec![ops])),
        }
    }
}

/// A block that has been entered.
struct Open {
    id: u64,
    /// Bits of an abbreviation index.
    width: u32,
    /// How many abbreviations there were for blocks of its kind when it was entered; later ones are
    /// not for it.
    shared: usize,
    /// Abbreviations defined in the block itself.
    local: Vec<Vec<Op>>,
    /// In the abbreviations block: the block that definitions are for.
    target: Option<u64>,
    /// Byte offset of the contents.
    start: usize,
    /// Line of the text on which it is entered.
    line: u32,
}

impl Open {
    /// The abbreviation with an index of the bits.
    fn abbrev<'a>(&'a self, shared: &'a Shared, index: u64) -> Option<&'a [Op]> {
        let index = usize::try_from(index.checked_sub(4)?).ok()?;
        let shared = &shared.of(self.id)[..self.shared];
        shared.get(index).or_else(|| self.local.get(index.checked_sub(shared.len())?)).map(Vec::as_slice)
    }

    /// Takes in a definition that stands in this block.
    fn define(&mut self, shared: &mut Shared, ops: Vec<Op>) {
        match (self.id, self.target) {
            (0, Some(target)) => shared.add(target, ops),
            // Before any target the reader refuses the definition; nothing can use it.
            (0, None) => {}
            _ => self.local.push(ops),
        }
    }

    /// Takes note of a record: in the abbreviations block, code 1 says what block the definitions
    /// that follow are for.
    fn record(&mut self, code: u64, values: &[u64]) {
        if let (0, 1, Some([target])) = (self.id, code, fixed_count(values)) {
            self.target = Some(target);
        }
    }
}

struct Assembler {
    bits: Bits,
    open: Vec<Open>,
    shared: Shared,
    lines: Vec<(u64, u32)>,
}

impl Assembler {
    fn line(&mut self, line: &Line, values: &[u64]) -> Result<(), String> {
        let expected = match line.code {
            ENTER => 1,
            END => 0,
            DEFINE => 2,
            HEADER => return Err("the file header is not written down; leave 65532 out".into()),
            _ => return self.record(line, values),
        };
        if let Some(found) = line.abbrev.filter(|&found| found != expected) {
            return Err(format!("code {} has abbreviation {expected}, not {found}", line.code));
        }
        match line.code {
            ENTER => self.enter(line.number, values),
            END => self.end(values),
            _ if line.abbrev.is_none() => {
                Err("abbreviations cannot be defined in the form without an abbreviation column".into())
            }
            _ => self.define(values),
        }
    }

    /// Writes an abbreviation index of the innermost block.
    fn index(&mut self, index: u64) -> Result<(), String> {
        let width = self.open.last().map_or(2, |block| block.width);
        if index >> width != 0 {
            return Err(format!("abbreviation {index} does not fit into this block's indices of {width} bits"));
        }
        self.bits.fixed(index, width);
        Ok(())
    }

    fn enter(&mut self, line: u32, values: &[u64]) -> Result<(), String> {
        let &[id, width] = values else {
            return Err(format!(
                "65535 with {} values; expected a block number and the bits of an abbreviation index",
                values.len()
            ));
        };
        if width > MAX_INDEX_WIDTH {
            return Err(format!("abbreviation indices of {width} bits; expected 2 to 16"));
        }
        self.index(1)?;
        self.bits.vbr(id, 8);
        self.bits.vbr(width, 4);
        self.bits.align32();
        self.bits.fixed(0, 32);
        let start = self.bits.len();
        let shared = self.shared.of(id).len();
        self.open.push(Open { id, width: width as u32, shared, local: Vec::new(), target: None, start, line });
        Ok(())
    }

    fn end(&mut self, values: &[u64]) -> Result<(), String> {
        if !values.is_empty() {
            return Err("65534 has no values".into());
        }
        if self.open.is_empty() {
            return Err("no block to end here".into());
        }
        self.index(0)?;
        self.bits.align32();
        let block = self.open.pop().expect("the list is not empty");
        let words = (self.bits.len() - block.start) / 4;
        let words = u32::try_from(words).map_err(|_| "a block of more than 16 GiB".to_string())?;
        self.bits.patch(block.start - 4, words);
        Ok(())
    }

    fn record(&mut self, line: &Line, values: &[u64]) -> Result<(), String> {
        let Some(block) = self.open.last_mut() else {
            return Err("a record outside of any block; expected 65535,8,2; or 1,65535,8,2; first".into());
        };
        block.record(line.code, values);
        let index = line.abbrev.unwrap_or(3);
        match index {
            0..=2 => {
                let what = ["ends a block (code 65534)", "enters a block (code 65535)", "defines an abbreviation (code 65533)"];
                return Err(format!("abbreviation {index} {}; it is not for code {}", what[index as usize], line.code));
            }
            3 => {
                self.index(3)?;
                self.bits.vbr(line.code, 6);
                self.bits.vbr(values.len() as u64, 6);
                values.iter().for_each(|&value| self.bits.vbr(value, 6));
                return Ok(());
            }
            _ => self.index(index)?,
        }
        let block = self.open.last().expect("a record is in a block");
        match block.abbrev(&self.shared, index) {
            Some(ops) => abbreviated(&mut self.bits, ops, line.code, values)
                .map_err(|message| format!("abbreviation {index} does not hold this record: {message}")),
            None => {
                let count = block.shared + block.local.len();
                Err(format!("abbreviation {index} is not defined; this block has {count}, numbered from 4"))
            }
        }
    }

    fn define(&mut self, values: &[u64]) -> Result<(), String> {
        let Some((&count, mut rest)) = values.split_first() else {
            return Err("a definition without values; expected the number of encodings".into());
        };
        if self.open.is_empty() {
            return Err("a definition outside of any block".into());
        }
        self.index(2)?;
        self.bits.vbr(count, 5);
        let mut ops = Vec::new();
        while !rest.is_empty() {
            let (op, tail) = operation(rest)?;
            self.operation(op);
            ops.push(op);
            rest = tail;
        }
        if ops.len() as u64 != count {
            return Err(format!("{} encodings follow where {count} are announced", ops.len()));
        }
        let block = self.open.last_mut().expect("checked above");
        block.define(&mut self.shared, ops);
        Ok(())
    }

    fn operation(&mut self, op: Op) {
        let (literal, number, data) = match op {
            Op::Literal(value) => {
                self.bits.fixed(1, 1);
                return self.bits.vbr(value, 8);
            }
            Op::Fixed(width) => (0, 1, Some(width)),
            Op::Vbr(width) => (0, 2, Some(width)),
            Op::Array => (0, 3, None),
            Op::Char6 => (0, 4, None),
            Op::Unknown(number) => (0, number, None),
        };
        self.bits.fixed(literal, 1);
        self.bits.fixed(number, 3);
        data.into_iter().for_each(|data| self.bits.vbr(data, 5));
    }
}

/// The first encoding of a definition, and the rest of it.
fn operation(values: &[u64]) -> Result<(Op, &[u64]), String> {
    match values {
        [1, value, rest @ ..] => Ok((Op::Literal(*value), rest)),
        [0, 1, width, rest @ ..] => Ok((Op::Fixed(*width), rest)),
        [0, 2, width, rest @ ..] => Ok((Op::Vbr(*width), rest)),
        [0, 3, rest @ ..] => Ok((Op::Array, rest)),
        [0, 4, rest @ ..] => Ok((Op::Char6, rest)),
        [0, number @ (0 | 5..=7), rest @ ..] => Ok((Op::Unknown(*number), rest)),
        [0, 1 | 2] | [0] | [1] => Err("the definition ends within an encoding".into()),
        [0, number, ..] => Err(format!("encoding {number}; expected fixed (1), vbr (2), array (3) or char6 (4)")),
        _ => Err("an encoding starts with 1 (a literal) or 0".into()),
    }
}

/// Writes a record by an abbreviation.
fn abbreviated(bits: &mut Bits, ops: &[Op], code: u64, values: &[u64]) -> Result<(), String> {
    let mut rest = std::iter::once(code).chain(values.iter().copied());
    for (index, op) in ops.iter().enumerate() {
        if *op == Op::Array {
            let Some(&element) = ops.get(index + 1).filter(|_| index + 2 == ops.len()) else {
                return Err("its array is not the second to last encoding".into());
            };
            let count = (values.len() + 1).saturating_sub(index);
            bits.vbr(count as u64, 6);
            return rest.try_for_each(|value| scalar(bits, element, value));
        }
        let value = rest.next().ok_or_else(|| format!("it has {} values with the code, not {}", ops.len(), values.len() + 1))?;
        scalar(bits, *op, value)?;
    }
    match rest.next() {
        None => Ok(()),
        Some(_) => Err(format!("it has {} values with the code, not {}", ops.len(), values.len() + 1)),
    }
}

fn scalar(bits: &mut Bits, op: Op, value: u64) -> Result<(), String> {
    match op {
        Op::Literal(literal) if value == literal => {}
        Op::Literal(literal) => return Err(format!("{value} stands where the literal {literal} has to")),
        Op::Fixed(width) | Op::Vbr(width) if width > MAX_FIELD_WIDTH => {
            return Err(format!("it has a field of {width} bits; expected at most {MAX_FIELD_WIDTH}"));
        }
        Op::Fixed(width) if value >> width == 0 => bits.fixed(value, width as u32),
        // The reader takes a field without bits for a literal zero, and one chunk of one bit can
        // hold nothing else.
        Op::Vbr(width @ 0..=1) if value == 0 => bits.fixed(0, width as u32),
        Op::Vbr(width @ 2..) => bits.vbr(value, width as u32),
        Op::Fixed(width) | Op::Vbr(width) => return Err(format!("{value} does not fit into a field of {width} bits")),
        Op::Char6 => match char6(value) {
            Some(index) => bits.fixed(index, 6),
            None => return Err(format!("{value} is not a letter, a digit, `.` or `_`")),
        },
        Op::Array => return Err("its array is an array of arrays".into()),
        Op::Unknown(number) => return Err(format!("its encoding {number} means nothing")),
    }
    Ok(())
}

/// The six bits of a character.
fn char6(value: u64) -> Option<u64> {
    let byte = u8::try_from(value).ok()?;
    Some(u64::from(match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'.' => 62,
        b'_' => 63,
        _ => return None,
    }))
}
