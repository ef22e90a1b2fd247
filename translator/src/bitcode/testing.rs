//! Writes bit streams by hand, for the reader's tests. Shares no code with the reader.

/// An encoding in an abbreviation's definition.
#[derive(Copy, Clone)]
pub enum Enc {
    Lit(u64),
    Fixed(u64),
    Vbr(u64),
    Array,
    Char6,
    /// Any encoding number, without data.
    Number(u64),
}

/// Appends bits, least significant first.
#[derive(Clone)]
pub struct BitWriter {
    bits: Vec<bool>,
    width: u32,
    open: Vec<(usize, u32)>,
}

impl BitWriter {
    pub fn new() -> Self {
        Self { bits: Vec::new(), width: 2, open: Vec::new() }
    }

    /// The file header and the module block's start; `end` closes it.
    pub fn pexe() -> Self {
        let mut bits = Self::new();
        for byte in *b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0" {
            bits.fixed(u64::from(byte), 8);
        }
        bits.enter(8, 2);
        bits.record(1, &[1]);
        bits
    }

    pub fn set_width(&mut self, width: u32) {
        self.width = width;
    }

    pub fn position(&self) -> usize {
        self.bits.len()
    }

    pub fn fixed(&mut self, value: u64, width: u32) {
        self.bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
    }

    pub fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed(value % more | more, width);
            value /= more;
        }
        self.fixed(value, width);
    }

    pub fn align32(&mut self) {
        self.bits.resize(self.bits.len().next_multiple_of(32), false);
    }

    /// An unabbreviated record.
    pub fn record(&mut self, code: u64, operands: &[u64]) {
        self.fixed(3, self.width);
        self.vbr(code, 6);
        self.vbr(operands.len() as u64, 6);
        for &operand in operands {
            self.vbr(operand, 6);
        }
    }

    /// A record with a value of 65 bits.
    pub fn overlong_record(&mut self) {
        self.fixed(3, self.width);
        self.vbr(1, 6);
        self.vbr(1, 6);
        (0..14).for_each(|_| self.fixed(63, 6));
        self.fixed(1, 6);
    }

    /// The part of an abbreviation's definition after its index.
    pub fn define_body(&mut self, encodings: &[Enc]) {
        self.vbr(encodings.len() as u64, 5);
        for &encoding in encodings {
            self.fixed(u64::from(matches!(encoding, Enc::Lit(_))), 1);
            match encoding {
                Enc::Lit(value) => self.vbr(value, 8),
                Enc::Fixed(width) => self.numbered(1, Some(width)),
                Enc::Vbr(width) => self.numbered(2, Some(width)),
                Enc::Array => self.numbered(3, None),
                Enc::Char6 => self.numbered(4, None),
                Enc::Number(number) => self.numbered(number, None),
            }
        }
    }

    fn numbered(&mut self, number: u64, data: Option<u64>) {
        self.fixed(number, 3);
        data.into_iter().for_each(|data| self.vbr(data, 5));
    }

    pub fn define(&mut self, encodings: &[Enc]) {
        self.fixed(2, self.width);
        self.define_body(encodings);
    }

    /// A block header with any length.
    pub fn enter_raw(&mut self, id: u64, width: u64, words: u64) {
        self.fixed(1, self.width);
        self.vbr(id, 8);
        self.vbr(width, 4);
        self.align32();
        self.fixed(words, 32);
    }

    /// Opens a block; `end` fills in its length.
    pub fn enter(&mut self, id: u64, width: u32) {
        self.enter_raw(id, u64::from(width), 0);
        self.open.push((self.bits.len(), self.width));
        self.width = width;
    }

    /// Ends the innermost block.
    pub fn end(&mut self) {
        self.fixed(0, self.width);
        self.align32();
        if let Some((start, width)) = self.open.pop() {
            let words = (self.bits.len() - start) / 32;
            (0..32).for_each(|bit| self.bits[start - 32 + bit] = words >> bit & 1 == 1);
            self.width = width;
        }
    }

    /// A whole block of unabbreviated records.
    pub fn block(&mut self, id: u64, records: &[(u64, &[u64])]) {
        self.enter(id, 2);
        for (code, operands) in records {
            self.record(*code, operands);
        }
        self.end();
    }

    /// The bits, padded to whole bytes without adding any if they are whole.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |sum, &bit| sum << 1 | u8::from(bit))).collect()
    }

    /// Ends all open blocks and gives the bytes.
    pub fn finish(mut self) -> Vec<u8> {
        while !self.open.is_empty() {
            self.end();
        }
        self.into_bytes()
    }
}
