//! Instructions that are one word: tables of patterns, as the architectures' manuals print encodings.
//!
//! A pattern has 32 characters besides blanks: `0` and `1` are fixed, `.` is anything, and letters are fields, whose meaning is the table's;
//! but a field `c` is not all ones, as ARM's conditions are not.
//! A word that no pattern matches is no instruction to the validator.

/// A field: its letter, its lowest bit, and how many it has.
pub type Field = (u8, u32, u32);

/// A row of a table.
#[derive(Debug)]
pub struct Row<K: 'static> {
    mask: u32,
    value: u32,
    fields: Vec<Field>,
    /// What the table says of it.
    pub kind: K,
}

/// A row without what the table says of it.
#[cfg(feature = "emulator")]
#[derive(Copy, Clone, Debug)]
pub struct Outline<'t> {
    /// The fixed bits.
    pub mask: u32,
    /// Their values.
    pub value: u32,
    /// The others that have a meaning.
    pub fields: &'t [Field],
}

/// A table, with an index by the bits that tell most.
#[derive(Debug)]
pub struct Table<K: 'static> {
    rows: Vec<Row<K>>,
    index: Vec<Vec<usize>>,
    shift: u32,
}

/// A word with the row that it matches.
#[derive(Debug)]
pub struct Inst<'t, K: 'static> {
    /// The word.
    pub word: u32,
    row: &'t Row<K>,
}

impl<K: Copy> Table<K> {
    /// Reads patterns; the first that matches counts. The index is by the `bits` bits from `shift` up.
    ///
    /// # Panics
    /// If a pattern has not 32 characters: tables are constants, and tests read all of them.
    pub fn new(patterns: &[(&str, K)], shift: u32, bits: u32) -> Self {
        let rows: Vec<_> = patterns.iter().map(|&(pattern, kind)| Row::new(pattern, kind)).collect();
        let fits = |row: &Row<K>, key: u32| (key << shift ^ row.value) & row.mask & (((1 << bits) - 1) << shift) == 0;
        let of_key = |key| (0..rows.len()).filter(|&row| fits(&rows[row], key)).collect();
        Self { index: (0..1 << bits).map(of_key).collect(), rows, shift }
    }

    /// The rows.
    #[cfg(feature = "emulator")]
    pub fn outlines(&self) -> Vec<Outline<'_>> {
        self.rows.iter().map(|row| Outline { mask: row.mask, value: row.value, fields: &row.fields }).collect()
    }

    /// What a word is.
    pub fn find(&self, word: u32) -> Option<Inst<'_, K>> {
        let key = (word >> self.shift) as usize % self.index.len();
        let rows = self.index[key].iter().map(|&row| &self.rows[row]);
        rows.into_iter().find(|row| row.matches(word)).map(|row| Inst { word, row })
    }
}

impl<K> Row<K> {
    fn new(pattern: &str, kind: K) -> Self {
        let letters: Vec<u8> = pattern.bytes().filter(|&byte| byte != b' ').collect();
        assert_eq!(letters.len(), 32, "{pattern}");
        let mut row = Self { mask: 0, value: 0, fields: Vec::new(), kind };
        for (index, &letter) in letters.iter().enumerate() {
            let bit = 31 - index as u32;
            match letter {
                b'0' | b'1' => {
                    row.mask |= 1 << bit;
                    row.value |= u32::from(letter - b'0') << bit;
                }
                b'.' => {}
                _ => match row.fields.last_mut() {
                    Some((last, shift, width)) if *last == letter && *shift == bit + 1 => (*shift, *width) = (bit, *width + 1),
                    _ => row.fields.push((letter, bit, 1)),
                },
            }
        }
        row
    }
}

impl<K> Row<K> {
    fn matches(&self, word: u32) -> bool {
        let is_ones = |&(letter, shift, width): &Field| letter == b'c' && !(word >> shift) & ((1 << width) - 1) == 0;
        word & self.mask == self.value && !self.fields.iter().any(is_ones)
    }
}

impl<K: Copy> Inst<'_, K> {
    /// What the table says of it.
    pub fn kind(&self) -> K {
        self.row.kind
    }

    /// The first field with this letter.
    pub fn field(&self, letter: u8) -> Option<u32> {
        self.fields().find(|&(found, _)| found == letter).map(|(_, value)| value)
    }

    /// All fields, from the top.
    pub fn fields(&self) -> impl Iterator<Item = (u8, u32)> {
        self.row.fields.iter().map(|&(letter, shift, width)| (letter, self.word >> shift & ((1 << width) - 1)))
    }
}
