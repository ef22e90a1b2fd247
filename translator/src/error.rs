//! The errors that leave the translator. Each displays as one line that says what, where and, where
//! possible, what to do.

use std::fmt;

/// A violation of the bitcode format or the PNaCl ABI, found while reading.
///
/// Boxed because the error path is cold and the reader's results are returned by value millions of
/// times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError(Box<DecodeErrorData>);

/// The parts of a [`DecodeError`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeErrorData {
    /// Byte offset into the file of the record or field at fault.
    pub byte: u64,
    /// Bit within that byte, 0 to 7.
    pub bit: u8,
    /// The innermost block being read, e.g. `function block 3`; empty outside of any.
    pub block: String,
    /// The record's code, if the violation lies in one.
    pub record: Option<u64>,
    /// What was found and what was expected.
    pub message: String,
}

impl DecodeError {
    /// Makes an error at a bit offset from the start of the file.
    #[cold]
    pub fn new(bit_offset: u64, block: impl Into<String>, record: Option<u64>, message: impl Into<String>) -> Self {
        let (byte, bit) = (bit_offset / 8, (bit_offset % 8) as u8);
        Self(Box::new(DecodeErrorData { byte, bit, block: block.into(), record, message: message.into() }))
    }

    /// Where in the file, in bits.
    pub fn bit_offset(&self) -> u64 {
        self.0.byte * 8 + u64::from(self.0.bit)
    }

    /// The parts.
    pub fn data(&self) -> &DecodeErrorData {
        &self.0
    }
}

impl DecodeErrorData {
    /// Everything but the byte and the bit, for a caller that has a better place to name.
    pub fn what(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| {
            if !self.block.is_empty() {
                write!(f, "{}: ", self.block)?;
            }
            if let Some(code) = self.record {
                write!(f, "record {code}: ")?;
            }
            f.write_str(&self.message)
        })
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecodeErrorData { byte, bit, .. } = &*self.0;
        write!(f, "{byte}:{bit}: {}", self.0.what())
    }
}

impl std::error::Error for DecodeError {}

/// What the verifier found wrong with a function or module: all of it, not just the first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerifyErrors {
    /// One line each, with the printed instruction where there is one.
    pub problems: Vec<String>,
}

impl fmt::Display for VerifyErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for VerifyErrors {}

/// Why a verified function could not be translated: a stated limit of the translator, or a bug of
/// it that one of its checks found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TranslateError {
    /// The function's symbol, empty for a module-level limit.
    pub function: String,
    /// Which limit, or what the check found.
    pub message: String,
    /// Whether it is a bug of the translator.
    pub internal: bool,
}

impl TranslateError {
    /// The input exceeds a limit.
    #[cold]
    pub fn limit(function: impl Into<String>, message: impl Into<String>) -> Self {
        Self { function: function.into(), message: message.into(), internal: false }
    }

    /// The translator has a bug.
    #[cold]
    pub fn internal(function: impl Into<String>, message: impl Into<String>) -> Self {
        Self { function: function.into(), message: message.into(), internal: true }
    }
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.function.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "function {}: {}", self.function, self.message)
        }
    }
}

impl std::error::Error for TranslateError {}

/// The longest stretch of a source line that an error quotes, in characters.
const MAX_QUOTED: usize = 120;

/// Why a text is not a module: one line with file, line and column, the source line, and a caret
/// under the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(Box<ParseErrorData>);

/// The parts of a [`ParseError`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseErrorData {
    /// The name under which the text was given.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What was found and what was expected.
    pub message: String,
    /// The source line, shortened around the place if it is long.
    pub quoted: String,
    /// Number of characters of `quoted` before the place.
    pub caret: u32,
}

impl ParseError {
    /// An error at a byte offset of the source.
    #[cold]
    pub fn new(source: &str, file: &str, offset: usize, message: String) -> Self {
        let offset = (0..=offset.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0);
        let line_start = source[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = source[offset..].find('\n').map_or(source.len(), |length| offset + length);
        let line = source[..offset].bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
        let before = source[line_start..offset].chars().count();
        let skipped = before.saturating_sub(MAX_QUOTED / 2);
        let quoted = source[line_start..line_end].chars().skip(skipped).take(MAX_QUOTED);
        let quoted = quoted.map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
        let caret = (before - skipped) as u32;
        let (column, quoted) = (before as u32 + 1, quoted.trim_end().into());
        Self(Box::new(ParseErrorData { file: file.into(), line, column, message, quoted, caret }))
    }

    /// The parts.
    pub fn data(&self) -> &ParseErrorData {
        &self.0
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseErrorData { file, line, column, message, quoted, caret } = &*self.0;
        writeln!(f, "{file}:{line}:{column}: {message}")?;
        writeln!(f, "  {quoted}")?;
        write!(f, "  {:width$}^", "", width = *caret as usize)
    }
}

impl std::error::Error for ParseError {}
