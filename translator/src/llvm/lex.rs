//! Words of LLVM assembly. In: text. Out: one [`Token`] after another, each with its line.
//!
//! Source: [LLVM-REF-14] "Identifiers", "Constants".

use std::borrow::Cow;

/// A word.
#[derive(Clone, PartialEq, Debug)]
pub enum Token<'a> {
    /// A keyword, a type's name, an attribute.
    Word(&'a str),
    /// `name:` at the start of a block.
    Label(Cow<'a, str>),
    /// `%name`.
    Local(Cow<'a, str>),
    /// `@name`.
    Global(Cow<'a, str>),
    /// `!name`, `!12`; `!` alone is empty.
    Meta(&'a str),
    /// `#12`, `#dbg_value`.
    Hash(&'a str),
    /// `$name`.
    Comdat,
    /// A decimal integer, with its sign.
    Int(&'a str),
    /// A decimal floating-point number.
    Float(f64),
    /// The digits of `0x…`, with the letter that says which format, if any.
    Hex(Option<char>, &'a str),
    /// `"…"`.
    Str(Vec<u8>),
    /// `c"…"`.
    Bytes(Vec<u8>),
    /// One of `( ) [ ] { } < > , = * |`.
    Punct(char),
    /// `...`.
    Dots,
    /// The end of the text.
    End,
}

/// A text being cut into words.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The line of the word that comes next, from 1.
    pub line: u32,
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_') || byte >= 0x80
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// Starts in the middle of a text.
    pub fn inside(text: &'a str, at: usize, line: u32) -> Self {
        Self { text, at, line }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        loop {
            match self.byte(0) {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    let rest = &self.text[self.at..];
                    self.at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    /// The rest of the line, which is skipped.
    pub fn rest_of_line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn name(&mut self) -> &'a str {
        let start = self.at;
        while is_name(self.byte(0)) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    /// A name after a sigil, plain or in quotes.
    fn identifier(&mut self) -> Result<Cow<'a, str>, String> {
        self.at += 1;
        if self.byte(0) != b'"' {
            return Ok(Cow::Borrowed(self.name()));
        }
        let bytes = self.string()?;
        Ok(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The bytes between quotes, escapes resolved.
    fn string(&mut self) -> Result<Vec<u8>, String> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let end = rest.iter().position(|&byte| byte == b'"').ok_or("a string does not end")?;
        let raw = &rest[..end];
        self.at += end + 2;
        self.line += raw.iter().filter(|&&byte| byte == b'\n').count() as u32;
        let mut bytes = Vec::with_capacity(raw.len());
        let digit = |at: usize| raw.get(at).and_then(|&byte| (byte as char).to_digit(16));
        let mut at = 0;
        while at < raw.len() {
            match (raw[at], digit(at + 1), digit(at + 2)) {
                (b'\\', Some(high), Some(low)) => {
                    bytes.push((high * 16 + low) as u8);
                    at += 3;
                }
                (b'\\', ..) if raw.get(at + 1) == Some(&b'\\') => {
                    bytes.push(b'\\');
                    at += 2;
                }
                (byte, ..) => {
                    bytes.push(byte);
                    at += 1;
                }
            }
        }
        Ok(bytes)
    }

    /// The next word.
    pub fn next(&mut self) -> Result<Token<'a>, String> {
        self.skip_space();
        match self.byte(0) {
            0 if self.at >= self.text.len() => Ok(Token::End),
            b'%' => self.identifier().map(Token::Local),
            b'@' => self.identifier().map(Token::Global),
            b'$' => self.identifier().map(|_| Token::Comdat),
            b'!' => {
                self.at += 1;
                Ok(Token::Meta(self.name()))
            }
            b'#' => {
                self.at += 1;
                Ok(Token::Hash(self.name()))
            }
            b'"' => {
                let bytes = self.string()?;
                if self.byte(0) == b':' {
                    self.at += 1;
                    return Ok(Token::Label(String::from_utf8_lossy(&bytes).into_owned().into()));
                }
                Ok(Token::Str(bytes))
            }
            b'c' if self.byte(1) == b'"' => {
                self.at += 1;
                self.string().map(Token::Bytes)
            }
            b'.' if self.byte(1) == b'.' && self.byte(2) == b'.' => {
                self.at += 3;
                Ok(Token::Dots)
            }
            byte if is_name(byte) || byte == b'+' => self.word(),
            byte => {
                let c = self.text[self.at..].chars().next().unwrap_or('\0');
                if !matches!(
                    byte,
                    b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b'=' | b'*' | b'|' | b':' | b'/'
                ) {
                    return Err(format!("unexpected character {c:?}"));
                }
                self.at += 1;
                Ok(Token::Punct(c))
            }
        }
    }

    fn word(&mut self) -> Result<Token<'a>, String> {
        let start = self.at;
        let name = self.name();
        if self.byte(0) == b':' && self.byte(1) != b':' {
            self.at += 1;
            return Ok(Token::Label(name.into()));
        }
        let first = name.as_bytes().first().copied().unwrap_or(b'+');
        let starts_number = first.is_ascii_digit() || matches!(first, b'-' | b'+');
        if !starts_number {
            return Ok(Token::Word(name));
        }
        if let Some(digits) = name.strip_prefix("0x") {
            return Ok(match digits.chars().next() {
                Some(kind @ ('K' | 'L' | 'M' | 'H' | 'R')) => Token::Hex(Some(kind), &digits[1..]),
                _ => Token::Hex(None, digits),
            });
        }
        if name.contains('.') || name.contains('e') {
            // The exponent's plus sign is no part of a name.
            if self.byte(0) == b'+' && name.ends_with('e') {
                self.at += 1;
                self.name();
            }
            let text = &self.text[start..self.at];
            return text.parse().map(Token::Float).map_err(|_| format!("{text:?} is no number"));
        }
        if self.at == start {
            self.at += 1;
            return Err("unexpected character '+'".into());
        }
        Ok(Token::Int(name))
    }
}
