//! The parser: tokens in, ICE out, in two steps. [`module`] reads all declarations, headers and
//! initialisers and skips over the bodies; [`function`] then reads the bodies, when every symbol is
//! known. [`inst`] has one function for each family of instructions, [`constant`] reads constants,
//! [`types`] reads types, [`attributes`] skips what carries nothing. This file holds the cursor
//! over the tokens.
//!
//! Invariant: the last token is [`TokenKind::End`] and the cursor never moves past it.

mod attributes;
mod constant;
mod function;
mod inst;
mod module;
mod types;

use super::lexer::{Token, TokenKind, name_bytes, tokenize};
use super::{MAX_NESTING, ParseError};
use crate::ice::{FuncId, Function, Module, Sig, Signature, Type, Value, ValueRef};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Parses a module. Bodies come in the order of definition; `file_name` is only for messages.
///
/// ```
/// let text = "define i32 @twice(i32 %x) {\n  %y = add i32 %x, %x\n  ret i32 %y\n}";
/// let (module, bodies) = translator::text::parse_module(text, "twice.ll").unwrap();
/// assert_eq!(module.func_symbol(bodies[0].id), "twice");
/// ```
pub fn parse_module(source: &str, file_name: &str) -> Result<(Module, Vec<Function>), ParseError> {
    let mut parser = Parser::new(source, file_name)?;
    parser.module()?;
    let mut bodies = Vec::with_capacity(parser.bodies.len());
    for (func, header) in std::mem::take(&mut parser.bodies) {
        parser.at = header;
        bodies.push(function::body(&mut parser, func)?);
    }
    Ok((parser.module, bodies))
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

/// A name or a number after `%` or `@`, or before `:`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Name<'s> {
    Text(Cow<'s, str>),
    Number(u32),
}

struct Parser<'s> {
    source: &'s str,
    file: &'s str,
    tokens: Vec<Token>,
    /// Index of the next token.
    at: usize,
    /// Levels of nesting that the parser is inside of.
    depth: u32,
    module: Module,
    symbols: HashMap<Name<'s>, Value>,
    sigs: HashMap<Signature, Sig>,
    /// The bodies to come, each with the token index of its parameter list.
    bodies: Vec<(FuncId, usize)>,
    /// Memory intrinsics declared without the alignment argument that ICE's have.
    without_align: HashSet<FuncId>,
}

impl<'s> Parser<'s> {
    fn new(source: &'s str, file: &'s str) -> Result<Self> {
        Ok(Self {
            source,
            file,
            tokens: tokenize(source, file)?,
            at: 0,
            depth: 0,
            module: Module::new(),
            symbols: HashMap::new(),
            sigs: HashMap::new(),
            bodies: Vec::new(),
            without_align: HashSet::new(),
        })
    }

    /// An error at a token.
    #[cold]
    fn error<T>(&self, at: Token, message: impl Into<String>) -> Result<T> {
        Err(ParseError::new(self.source, self.file, at.start as usize, message.into()))
    }

    /// An error at the next token, saying what should have been there.
    #[cold]
    fn expected<T>(&self, what: &str) -> Result<T> {
        let token = self.peek();
        let text: String = self.text(token).chars().take(40).collect();
        let found = if token.kind == TokenKind::End { "the end of the text".into() } else { format!("`{text}`") };
        self.error(token, format!("expected {what}, found {found}"))
    }

    fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    fn peek_second(&self) -> Token {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn text(&self, token: Token) -> &'s str {
        &self.source[token.start as usize..token.end as usize]
    }

    /// The next token's text if it is a word, else an empty string.
    fn peek_word(&self) -> &'s str {
        let token = self.peek();
        if token.kind == TokenKind::Word { self.text(token) } else { "" }
    }

    fn at_punct(&self, punct: u8) -> bool {
        self.peek().kind == TokenKind::Punct(punct)
    }

    fn eat_punct(&mut self, punct: u8) -> bool {
        let found = self.at_punct(punct);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        self.at += usize::from(found);
        found
    }

    fn expect_punct(&mut self, punct: u8) -> Result<()> {
        if self.eat_punct(punct) { Ok(()) } else { self.expected(&format!("`{}`", char::from(punct))) }
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Runs a parser one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_NESTING {
            return self.error(self.peek(), format!("nested deeper than {MAX_NESTING} levels"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// The name or number that a `%`, `@` or label token stands for.
    fn name(&self, token: Token) -> Result<Name<'s>> {
        let text = self.text(token);
        if matches!(token.kind, TokenKind::LocalNumber | TokenKind::GlobalNumber | TokenKind::LabelNumber) {
            let digits = text.trim_start_matches(['%', '@']).trim_end_matches(':');
            return match digits.parse() {
                Ok(number) if number < 1 << 31 => Ok(Name::Number(number)),
                _ => self.error(token, "this number is too large"),
            };
        }
        let name = match name_bytes(text) {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        };
        match name {
            Some(name) if !name.is_empty() => Ok(Name::Text(name)),
            Some(_) => self.error(token, "an empty name"),
            None => self.error(token, "this name is not UTF-8"),
        }
    }

    /// A decimal number in `0..=max`.
    fn number(&mut self, what: &str, max: u64) -> Result<u64> {
        let token = self.peek();
        if token.kind != TokenKind::Int {
            return self.expected(what);
        }
        match self.text(token).parse::<u64>() {
            Ok(number) if number <= max => {
                self.next();
                Ok(number)
            }
            _ => self.error(token, format!("{what} must be a number up to {max}")),
        }
    }

    /// The number of an `align N` or `align(N)` whose keyword is the next token.
    fn align(&mut self) -> Result<u32> {
        self.expect_word("align")?;
        let parenthesised = self.eat_punct(b'(');
        let token = self.peek();
        let align = self.number("an alignment", 1 << 29)? as u32;
        if !align.is_power_of_two() {
            return self.error(token, "an alignment must be a power of two");
        }
        if parenthesised {
            self.expect_punct(b')')?;
        }
        Ok(align)
    }

    /// Skips a bracketed group whose opening bracket is the next token. Any bracket closes any
    /// other: only the count matters.
    fn skip_group(&mut self) -> Result<()> {
        let open = self.peek();
        let mut level = 0u32;
        loop {
            let token = self.next();
            match token.kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => level += 1,
                TokenKind::Punct(b')' | b']' | b'}') => level -= 1,
                TokenKind::End => return self.error(open, "this bracket is never closed"),
                _ => {}
            }
            if level == 0 {
                return Ok(());
            }
        }
    }

    /// The symbol with a name.
    fn symbol(&self, token: Token) -> Result<Value> {
        match self.symbols.get(&self.name(token)?) {
            Some(&value) => Ok(value),
            None => self.error(token, format!("`{}` is not defined or declared in this module", self.text(token))),
        }
    }

    /// The signature, made if it does not exist yet.
    fn intern_sig(&mut self, result: Type, params: &[Type]) -> Sig {
        let signature = Signature { result, params: params.to_vec() };
        *self.sigs.entry(signature.clone()).or_insert_with(|| self.module.sigs.push(signature))
    }

    /// The function whose address a value is.
    fn as_func(value: Value) -> Option<FuncId> {
        match value.unpack() {
            ValueRef::Func(func) => Some(func),
            _ => None,
        }
    }
}
