//! Kinds of relocations: what each computes, and what field the result goes into.
//!
//! A kind is a row of its machine's table: number, name, formula, field, range. In the manuals'
//! terms, S is the symbol's address, A the addend and P the place. A further machine is a further
//! table, and a further [`Field`] for each shape of field that it needs; `crate::load` computes.

/// What is computed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// Nothing; the place stays as it is.
    Nothing,
    /// S + A.
    Absolute,
    /// S + A - P.
    Relative,
}

/// Where the result goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// Four bytes, little-endian.
    Word32,
    /// Eight bytes, little-endian.
    Word64,
    /// The low 26 bits of a word: a word address in the 256 MiB region of the next instruction.
    Jump26,
    /// The low 16 bits of a word: the upper half of the result, rounded for a signed lower half.
    Upper16,
    /// The low 16 bits of a word: the lower half of the result.
    Lower16,
    /// The low 24 bits of an ARM instruction: a distance in words.
    Words24,
    /// The immediate of an ARM `movw`, in 4 and 12 bits: the low half.
    LowHalf,
    /// The immediate of an ARM `movt`: the high half. An addend in it counts as a low half.
    HighHalf,
}

/// Which results fit the field.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// All: the machine computes addresses modulo the field's width.
    Wraps,
    /// Those that sign extension of the field gives back.
    Signed,
    /// Those that sign or zero extension of the field gives back.
    Either,
}

/// A relocation kind.
#[derive(Debug)]
pub struct Kind {
    /// Its number in the file.
    pub number: u32,
    /// The manual's name for it.
    pub name: &'static str,
    /// What is computed.
    pub formula: Formula,
    /// Where the result goes.
    pub field: Field,
    /// Which results fit.
    pub range: Range,
}

pub(super) const fn kind(number: u32, name: &'static str, formula: Formula, field: Field, range: Range) -> Kind {
    Kind { number, name, formula, field, range }
}
