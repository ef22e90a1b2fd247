//! Splits LLVM assembly into tokens. In: the text. Out: all tokens with their byte ranges, closed
//! by one [`TokenKind::End`].
//!
//! Tokens are slices of the text; names and strings are unescaped on demand ([`name_bytes`]).
//! Linear: a run of identifier characters is looked at no more than twice. Source: [LLVM-REF-3-3]
//! "Identifiers", and "Constants" for numbers and strings.

use super::ParseError;
use std::borrow::Cow;

/// What a token is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// Keyword, opcode, type or attribute: `define`, `i32`, `x`.
    Word,
    /// `%name` or `%"name"`.
    Local,
    /// `%12`.
    LocalNumber,
    /// `@name` or `@"name"`.
    Global,
    /// `@12`.
    GlobalNumber,
    /// `name:` or `"name":`.
    Label,
    /// `12:`.
    LabelNumber,
    /// `12`, `-12`.
    Int,
    /// `u0x1f`.
    HexInt,
    /// `1.5e-3`.
    Decimal,
    /// `0x3FF0000000000000`: the bits of a double.
    HexFloat,
    /// `"text"`.
    Str,
    /// `c"bytes"`.
    CStr,
    /// `!name`, `!12` or `!`.
    Meta,
    /// `#12`.
    AttrGroup,
    /// `$name`.
    Comdat,
    /// `...`
    Ellipsis,
    /// One of `()[]{}<>,=*|`.
    Punct(u8),
    /// The end of the text.
    End,
}

/// A token: its kind and byte range.
#[derive(Copy, Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    /// Whether only white space precedes it on its line.
    pub line_start: bool,
    pub start: u32,
    pub end: u32,
}

/// All tokens of a text.
pub(super) fn tokenize(source: &str, file: &str) -> Result<Vec<Token>, ParseError> {
    if source.len() >= u32::MAX as usize {
        return Err(ParseError::new("", file, 0, "the text is longer than 4 GiB".into()));
    }
    let mut lexer = Lexer { bytes: source.as_bytes(), at: 0, line_start: true };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token().map_err(|(offset, message)| ParseError::new(source, file, offset, message.into()))?;
        tokens.push(token);
        if token.kind == TokenKind::End {
            return Ok(tokens);
        }
    }
}

/// The name in a `%`, `@` or label token, or the content of a string, unescaped.
pub(super) fn name_bytes(text: &str) -> Cow<'_, [u8]> {
    let text = text.strip_suffix(':').unwrap_or(text);
    let text = match text.as_bytes() {
        [b'%' | b'@', ..] | [b'c', b'"', ..] => &text[1..],
        _ => text,
    };
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(quoted) => unescape(quoted.as_bytes()),
        None => Cow::Borrowed(text.as_bytes()),
    }
}

/// Replaces `\XX` by the byte with that number and `\\` by a backslash; any other backslash stands
/// for itself.
fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\\') {
        return Cow::Borrowed(text);
    }
    let digit = |at: usize| text.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (byte, length) = match (text[at], digit(at + 1), digit(at + 2)) {
            (b'\\', Some(high), Some(low)) => ((high * 16 + low) as u8, 3),
            (b'\\', ..) if text.get(at + 1) == Some(&b'\\') => (b'\\', 2),
            (byte, ..) => (byte, 1),
        };
        bytes.push(byte);
        at += length;
    }
    Cow::Owned(bytes)
}

/// Whether a byte may stand in an unquoted name.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

type LexResult<T> = Result<T, (usize, &'static str)>;

struct Lexer<'s> {
    bytes: &'s [u8],
    at: usize,
    line_start: bool,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        while self.at < self.bytes.len() && accept(self.bytes[self.at]) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        while self.at < self.bytes.len() {
            match self.bytes[self.at] {
                b'\n' => self.line_start = true,
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
                b';' => {
                    self.skip_while(|byte| byte != b'\n');
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    fn token(&mut self) -> LexResult<Token> {
        self.skip_blanks();
        let (start, line_start) = (self.at, std::mem::take(&mut self.line_start));
        let kind = if start == self.bytes.len() { TokenKind::End } else { self.kind(start)? };
        Ok(Token { kind, line_start, start: start as u32, end: self.at as u32 })
    }

    fn kind(&mut self, start: usize) -> LexResult<TokenKind> {
        let first = self.bytes[start];
        match first {
            b'%' => self.sigil(TokenKind::Local, TokenKind::LocalNumber),
            b'@' => self.sigil(TokenKind::Global, TokenKind::GlobalNumber),
            b'$' if self.peek(1) == b'"' => self.sigil(TokenKind::Comdat, TokenKind::Comdat),
            b'"' => self.string(),
            b'c' if self.peek(1) == b'"' => {
                self.at += 1;
                self.quoted()?;
                Ok(TokenKind::CStr)
            }
            b'!' => {
                self.at += 1;
                self.skip_while(|byte| is_name_byte(byte) || byte == b'\\');
                Ok(TokenKind::Meta)
            }
            b'#' => {
                self.at += 1;
                self.skip_while(is_name_byte);
                Ok(TokenKind::AttrGroup)
            }
            b'.' if self.peek(1) == b'.' && self.peek(2) == b'.' => {
                self.at += 3;
                Ok(TokenKind::Ellipsis)
            }
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b'=' | b'*' | b'|' => {
                self.at += 1;
                Ok(TokenKind::Punct(first))
            }
            b'-' | b'+' if self.peek(1).is_ascii_digit() => self.number(),
            b'0'..=b'9' => self.number(),
            b'u' if self.peek(1) == b'0' && self.peek(2) == b'x' => self.number(),
            _ if is_name_byte(first) => Ok(self.word(first)),
            b':' => {
                self.at += 1;
                Ok(TokenKind::Punct(b':'))
            }
            _ => Err((start, "this character has no meaning here")),
        }
    }

    fn word(&mut self, first: u8) -> TokenKind {
        self.skip_while(is_name_byte);
        match self.peek(0) {
            b':' => {
                self.at += 1;
                TokenKind::Label
            }
            _ if first == b'$' => TokenKind::Comdat,
            _ => TokenKind::Word,
        }
    }

    /// After `%` or `@`: a name, a quoted name or a number.
    fn sigil(&mut self, named: TokenKind, numbered: TokenKind) -> LexResult<TokenKind> {
        self.at += 1;
        let start = self.at;
        if self.peek(0) == b'"' {
            return self.quoted().map(|()| named);
        }
        self.skip_while(is_name_byte);
        match self.bytes[start..self.at].first() {
            None => Err((start - 1, "expected a name or a number after this")),
            Some(byte) if !byte.is_ascii_digit() => Ok(named),
            Some(_) if self.bytes[start..self.at].iter().all(u8::is_ascii_digit) => Ok(numbered),
            Some(_) => Err((start, "a name that starts with a digit must be quoted")),
        }
    }

    /// From an opening quote to past the closing one.
    fn quoted(&mut self) -> LexResult<()> {
        let start = self.at;
        self.at += 1;
        self.skip_while(|byte| byte != b'"');
        if self.at == self.bytes.len() {
            return Err((start, "this quote is never closed"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> LexResult<TokenKind> {
        self.quoted()?;
        if self.peek(0) != b':' {
            return Ok(TokenKind::Str);
        }
        self.at += 1;
        Ok(TokenKind::Label)
    }

    fn number(&mut self) -> LexResult<TokenKind> {
        let start = self.at;
        let mut kind = self.number_kind();
        let end = self.at;
        self.skip_while(is_name_byte);
        if self.peek(0) == b':' {
            kind =
                if self.bytes[start..self.at].iter().all(u8::is_ascii_digit) { TokenKind::LabelNumber } else { TokenKind::Label };
            self.at += 1;
            return Ok(kind);
        }
        if end == self.at { Ok(kind) } else { Err((start, "malformed number")) }
    }

    fn number_kind(&mut self) -> TokenKind {
        for (prefix, kind) in [(&b"0x"[..], TokenKind::HexFloat), (b"u0x", TokenKind::HexInt)] {
            if self.bytes[self.at..].starts_with(prefix) && self.peek(prefix.len()).is_ascii_hexdigit() {
                self.at += prefix.len();
                self.skip_while(|byte| byte.is_ascii_hexdigit());
                return kind;
            }
        }
        self.at += usize::from(matches!(self.peek(0), b'-' | b'+' | b'u'));
        self.skip_while(|byte| byte.is_ascii_digit());
        if self.peek(0) != b'.' {
            return TokenKind::Int;
        }
        self.at += 1;
        self.skip_while(|byte| byte.is_ascii_digit());
        let sign = usize::from(matches!(self.peek(1), b'-' | b'+'));
        if matches!(self.peek(0), b'e' | b'E') && self.peek(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        TokenKind::Decimal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        tokenize(text, "t").unwrap().iter().map(|token| token.kind).collect()
    }

    #[test]
    fn every_kind_of_token() {
        let text = "define %a %\"b c\" %1 @f @2 l: \"q\": 3: 4 -5 u0x1f 1.5e+3 1. 0x7FF c\"x\" \"y\" !m !0 ! #1 $c ... ( ; no\n|";
        let expected = [
            Word,
            Local,
            Local,
            LocalNumber,
            Global,
            GlobalNumber,
            Label,
            Label,
            LabelNumber,
            Int,
            Int,
            HexInt,
            Decimal,
            Decimal,
            HexFloat,
            CStr,
            Str,
            Meta,
            Meta,
            Meta,
            AttrGroup,
            Comdat,
            Ellipsis,
            Punct(b'('),
            Punct(b'|'),
            End,
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn names_are_unescaped() {
        assert_eq!(name_bytes("%\"a\\22\\5C\\\\b\""), &b"a\"\\\\b"[..]);
        assert_eq!(name_bytes("c\"\\00\\ff\\x\""), &b"\0\xff\\x"[..]);
        assert_eq!(name_bytes("count:"), &b"count"[..]);
        assert_eq!(name_bytes("@count"), &b"count"[..]);
    }

    #[test]
    fn bad_tokens_are_errors() {
        for text in ["%", "@ x", "\"open", "c\"open", "12ab", "%1x", "\u{e9}", "&", "-5-5-5-5-5", "1.0.0"] {
            assert!(tokenize(text, "t").is_err(), "{text}");
        }
    }
}
