//! Bit streams written by hand: what the text of a test of malformed files says instead of a
//! module.
//!
//! In: words between blanks, with comments from `;` to the line's end. Out: the bytes, the last one
//! filled up with zeros.
//!
//! ```text
//! "PEXE"      the bytes of these characters
//! 5:3         the number 5 in 3 bits
//! 0x1f/6      the number 31 as a variable-width integer in pieces of 6 bits
//! align       zeros up to a multiple of 32 bits
//! ( … )       zeros up to a multiple of 32 bits, the length of … in words of 32 bits, and …, filled up with zeros: a block's body
//! ```
//!
//! Linear in the output; a number takes at most 64 bits and a piece at least 2, so the output is at
//! most 32 times as long as the text.

/// The bytes that a text stands for. An error names its line.
pub fn assemble(text: &str) -> Result<Vec<u8>, String> {
    let mut bits = Bits::default();
    for (index, line) in text.lines().enumerate() {
        let code = line.split(';').next().unwrap_or_default();
        for word in code.split_whitespace() {
            bits.word(word).map_err(|message| format!("line {}: {message}", index + 1))?;
        }
    }
    if bits.open.is_empty() { Ok(bits.bytes()) } else { Err("a `(` is never closed".into()) }
}

#[derive(Default)]
struct Bits {
    bits: Vec<bool>,
    /// Where the bodies of the open blocks start.
    open: Vec<usize>,
}

impl Bits {
    fn word(&mut self, word: &str) -> Result<(), String> {
        let bad = || format!("`{word}` is no number of bits; expected VALUE:WIDTH, VALUE/PIECE, \"text\", align, ( or )");
        if let Some(text) = word.strip_prefix('"').and_then(|word| word.strip_suffix('"')) {
            text.bytes().for_each(|byte| self.fixed(byte.into(), 8));
        } else if let Some((value, width)) = word.split_once(':') {
            let width = width.parse().ok().filter(|width| (1..=64).contains(width)).ok_or_else(bad)?;
            self.fixed(number(value).filter(|value| width == 64 || value >> width == 0).ok_or_else(bad)?, width);
        } else if let Some((value, piece)) = word.split_once('/') {
            let piece = piece.parse().ok().filter(|piece| (2..=32).contains(piece)).ok_or_else(bad)?;
            self.variable(number(value).ok_or_else(bad)?, piece);
        } else {
            match word {
                "align" => self.align(),
                "(" => {
                    self.align();
                    self.fixed(0, 32);
                    self.open.push(self.bits.len());
                }
                ")" => self.close()?,
                _ => return Err(bad()),
            }
        }
        Ok(())
    }

    fn fixed(&mut self, value: u64, width: u32) {
        self.bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
    }

    fn variable(&mut self, mut value: u64, piece: u32) {
        let more = 1 << (piece - 1);
        while value >= more {
            self.fixed((value % more) | more, piece);
            value /= more;
        }
        self.fixed(value, piece);
    }

    fn align(&mut self) {
        self.bits.resize(self.bits.len().next_multiple_of(32), false);
    }

    fn close(&mut self) -> Result<(), String> {
        let start = self.open.pop().ok_or("a `)` without a `(`")?;
        self.align();
        let words = (self.bits.len() - start) / 32;
        (0..32).for_each(|bit| self.bits[start - 32 + bit] = words >> bit & 1 == 1);
        Ok(())
    }

    fn bytes(self) -> Vec<u8> {
        self.bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |sum, &bit| sum << 1 | u8::from(bit))).collect()
    }
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_text_and_blocks() {
        assert_eq!(assemble("\"AB\" 1:1 0x3:3 0:4"), Ok(vec![0x41, 0x42, 0x07]));
        // 40 in pieces of 6 bits: 8 with the continuation bit, then 1.
        assert_eq!(assemble("40/6 ; the rest is a comment: 1:1"), Ok(vec![0b0110_1000, 0b0000]));
        assert_eq!(assemble("1:1 align 255:8"), Ok(vec![1, 0, 0, 0, 255]));
        assert_eq!(assemble("1:2 ( 7:8\n( 1:1 ) )"), Ok(vec![1, 0, 0, 0, 3, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]));
    }

    #[test]
    fn what_is_no_bits_is_refused() {
        for text in ["x", "8:3", "1:65", "1:0", "1/1", "1/33", "x:3", "\"a", ")", "\n("] {
            assert!(assemble(text).is_err(), "{text}");
        }
        assert!(assemble("1:1\nx").unwrap_err().starts_with("line 2: `x` is no number"));
    }
}
