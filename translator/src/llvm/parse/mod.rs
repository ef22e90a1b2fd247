//! Text to [`ast::Module`](super::ast::Module). In: what clang 14 to 19, opt or llvm-dis print. Out:
//! a module, or the first thing that is not LLVM IR, with its line.
//!
//! Words that only promise something (attributes, flags, calling conventions, metadata) are skipped
//! whether they are known or not: that is what lets the text of a newer LLVM in. Words that say what
//! to compute must be known.
//!
//! Source: [LLVM-REF-14] throughout.

mod constant;
mod inst;
mod memory;
mod module;
mod types;

use super::Error;
use super::ast::{Local, Module, Symbol, SymbolData, SymbolKind};
use super::lex::{Lexer, Token};
use super::types::Types;
use rustc_hash::FxHashMap;

/// How deep types and constants may nest.
const MAX_NESTING: u32 = 200;

/// A failure inside the parser: what was found and what was expected.
type Result<T> = std::result::Result<T, String>;

/// Reads one module; `file` names it in messages.
pub fn parse(text: &str, file: &str, types: &mut Types) -> std::result::Result<Module, Error> {
    let mut parser = Parser::new(text, file, types);
    match parser.module() {
        Ok(()) => Ok(parser.module),
        Err(message) => Err(Error::at(file, parser.line, message)),
    }
}

/// A text being read.
struct Parser<'a, 't> {
    lexer: Lexer<'a>,
    /// The word that comes next, and its line.
    token: Token<'a>,
    line: u32,
    types: &'t mut Types,
    module: Module,
    symbols: FxHashMap<String, Symbol>,
    /// Where each named type is defined, until it is read.
    type_texts: FxHashMap<String, Lexer<'a>>,
    named_types: FxHashMap<String, Option<super::types::Ty>>,
    /// Whether the definition of a named type is being read, and there the signature of a function.
    in_definition: bool,
    in_signature: bool,
    nesting: u32,
    /// Of the function being read: values and blocks by name.
    locals: FxHashMap<String, Local>,
    blocks: FxHashMap<String, super::ast::BlockId>,
}

impl<'a, 't> Parser<'a, 't> {
    fn new(text: &'a str, file: &str, types: &'t mut Types) -> Self {
        Self {
            lexer: Lexer::new(text),
            token: Token::End,
            line: 1,
            types,
            module: Module { file: file.into(), ..Module::default() },
            symbols: FxHashMap::default(),
            type_texts: FxHashMap::default(),
            named_types: FxHashMap::default(),
            in_definition: false,
            in_signature: false,
            nesting: 0,
            locals: FxHashMap::default(),
            blocks: FxHashMap::default(),
        }
    }

    /// Goes on to the next word and returns the one before it.
    fn next(&mut self) -> Result<Token<'a>> {
        let token = self.lexer.next()?;
        self.line = self.lexer.line;
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// The word after the next one.
    fn peek_second(&self) -> Token<'a> {
        self.lexer.clone().next().unwrap_or(Token::End)
    }

    fn is(&self, punct: char) -> bool {
        self.token == Token::Punct(punct)
    }

    fn take(&mut self, punct: char) -> Result<bool> {
        let found = self.is(punct);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    fn expect(&mut self, punct: char) -> Result<()> {
        if self.take(punct)? { Ok(()) } else { Err(self.expected(&format!("'{punct}'"))) }
    }

    fn expected(&self, what: &str) -> String {
        format!("expected {what}, found {}", self.describe())
    }

    fn describe(&self) -> String {
        match &self.token {
            Token::Word(word) => format!("'{word}'"),
            Token::Label(name) => format!("'{name}:'"),
            Token::Local(name) => format!("'%{name}'"),
            Token::Global(name) => format!("'@{name}'"),
            Token::Meta(name) => format!("'!{name}'"),
            Token::Hash(name) => format!("'#{name}'"),
            Token::Int(text) => format!("'{text}'"),
            Token::Float(_) | Token::Hex(..) => "a number".into(),
            Token::Str(_) | Token::Bytes(_) => "a string".into(),
            Token::Punct(c) => format!("'{c}'"),
            Token::Comdat => "a comdat".into(),
            Token::Dots => "'...'".into(),
            Token::End => "the end of the text".into(),
        }
    }

    fn is_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    fn take_word(&mut self, word: &str) -> Result<bool> {
        let found = self.is_word(word);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.take_word(word)? { Ok(()) } else { Err(self.expected(&format!("'{word}'"))) }
    }

    /// Any keyword.
    fn word(&mut self) -> Result<&'a str> {
        match self.token {
            Token::Word(word) => {
                self.next()?;
                Ok(word)
            }
            _ => Err(self.expected("a word")),
        }
    }

    /// A number that fits 64 bits.
    fn number(&mut self) -> Result<u64> {
        let Token::Int(text) = self.token else { return Err(self.expected("a number")) };
        let number = text.parse().map_err(|_| format!("{text} is no number of this kind"))?;
        self.next()?;
        Ok(number)
    }

    fn small_number(&mut self) -> Result<u32> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| format!("{number} is too large"))
    }

    /// Skips what stands in brackets, the opening one next.
    fn skip_balanced(&mut self) -> Result<()> {
        let mut depth = 0u32;
        loop {
            match self.next()? {
                Token::Punct('(' | '[' | '{') => depth += 1,
                Token::Punct(')' | ']' | '}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Ok(());
                    }
                }
                Token::End => return Err("a bracket is not closed".into()),
                _ => {}
            }
        }
    }

    /// One level deeper, for what recurses.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            return Err(format!("nested more than {MAX_NESTING} levels deep"));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// The symbol with this name, made on its first mention.
    fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = Symbol::from_u32(self.module.symbols.len() as u32);
        let linkage = super::ast::Linkage::External;
        self.module.symbols.push(SymbolData { name: name.into(), linkage, kind: SymbolKind::Unknown });
        self.symbols.insert(name.into(), symbol);
        symbol
    }

    /// The value of the function with this name.
    fn local(&mut self, name: &str) -> Local {
        if let Some(&local) = self.locals.get(name) {
            return local;
        }
        let local = Local::from_u32(self.locals.len() as u32);
        self.locals.insert(name.into(), local);
        local
    }
}
