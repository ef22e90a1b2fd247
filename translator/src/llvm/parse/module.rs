//! What stands at the top level of a module's text.

use super::super::ast::{Block, Body, Function, Linkage, Param, Place, Symbol, SymbolKind, Variable};
use super::super::lex::{Lexer, Token};
use super::super::types::TypeKind;
use super::{Parser, Result};

fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "external" | "dso_local" => Linkage::External,
        "private" | "internal" | "linker_private" => Linkage::Internal,
        "weak" | "weak_odr" | "extern_weak" => Linkage::Weak,
        "linkonce" | "linkonce_odr" => Linkage::LinkOnce,
        "common" => Linkage::Common,
        "appending" => Linkage::Appending,
        "available_externally" => Linkage::AvailableExternally,
        _ => return None,
    })
}

impl Parser<'_, '_> {
    pub(super) fn module(&mut self) -> Result<()> {
        self.find_types();
        self.next()?;
        loop {
            match self.token.clone() {
                Token::End => return Ok(()),
                Token::Word(word) => self.top_level_word(word)?,
                Token::Local(_) | Token::Comdat => self.skip_line()?,
                Token::Global(name) => self.global(&name)?,
                Token::Meta(name) => self.metadata_node(name)?,
                Token::Hash(_) => self.skip_line()?,
                _ => return Err(self.expected("a definition")),
            }
        }
    }

    /// Notes where types are defined: a definition may mention a later one.
    fn find_types(&mut self) {
        let text = self.lexer.text();
        let mut at = 0;
        for (number, line) in text.split('\n').enumerate() {
            if line.starts_with('%')
                && let Some(equals) = line.find(" = type ")
            {
                let mut name = Lexer::new(line);
                if let Ok(Token::Local(name)) = name.next() {
                    let definition = Lexer::inside(text, at + equals + 8, number as u32 + 1);
                    self.type_texts.insert(name.into_owned(), definition);
                }
            }
            at += line.len() + 1;
        }
    }

    fn skip_line(&mut self) -> Result<()> {
        self.lexer.rest_of_line();
        self.next()?;
        Ok(())
    }

    fn top_level_word(&mut self, word: &str) -> Result<()> {
        match word {
            "define" => self.define(),
            "declare" => self.declare(),
            "source_filename" | "attributes" | "uselistorder" | "uselistorder_bb" => self.skip_line(),
            "target" => self.target(),
            "module" => Err("assembly outside of functions (`module asm`) cannot be PNaCl".into()),
            _ => Err(self.expected("a definition")),
        }
    }

    /// The layout is checked: whatever was laid out for 64-bit pointers is wrong in every offset.
    fn target(&mut self) -> Result<()> {
        self.next()?;
        let what = self.word()?;
        self.expect('=')?;
        let Token::Str(value) = self.next()? else { return Err("expected a string".into()) };
        let value = String::from_utf8_lossy(&value).into_owned();
        if what == "datalayout" && !(value.starts_with("e-") && (value.contains("-p:32:32") || value == "e")) {
            return Err(format!(
                "the layout {value:?} is not one of 32 little-endian bits: compile with --target=le32-unknown-nacl"
            ));
        }
        Ok(())
    }

    /// A node of metadata, of which only places in the source are kept.
    fn metadata_node(&mut self, name: &str) -> Result<()> {
        let rest = self.lexer.rest_of_line();
        if let Ok(number) = name.parse()
            && ["!DILocation(", "!DISubprogram(", "!DILexicalBlock", "!DIFile("].iter().any(|kind| rest.contains(kind))
        {
            let field = |key: &str| {
                let value = &rest[rest.find(key)? + key.len()..];
                let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
                value[..end].parse().ok()
            };
            let name = rest.find("filename: \"").map(|at| {
                let value = &rest[at + 11..];
                value[..value.find('"').unwrap_or(value.len())].to_string()
            });
            let place = Place { line: field("line: "), scope: field("scope: !"), file: field("file: !"), name };
            self.module.places.insert(number, place);
        }
        self.next()?;
        Ok(())
    }

    fn set_symbol(&mut self, symbol: Symbol, linkage: Linkage, kind: SymbolKind) -> Result<()> {
        let data = &mut self.module.symbols[symbol.as_u32() as usize];
        let is_definition = |kind: &SymbolKind| match kind {
            SymbolKind::Unknown => false,
            SymbolKind::Variable(variable) => variable.init.is_some(),
            SymbolKind::Function(function) => function.body.is_some(),
            SymbolKind::Alias(_) => true,
        };
        if is_definition(&data.kind) {
            return Err(format!("@{} is defined twice", data.name));
        }
        (data.linkage, data.kind) = (linkage, kind);
        Ok(())
    }

    /// A variable or an alias.
    fn global(&mut self, name: &str) -> Result<()> {
        let symbol = self.symbol(name);
        self.next()?;
        self.expect('=')?;
        let (mut link, mut declared, mut thread_local) = (Linkage::External, false, false);
        loop {
            let word = self.word()?;
            match word {
                "global" | "constant" => return self.variable(symbol, link, declared, thread_local, word == "constant"),
                "alias" => return self.alias(symbol, link),
                "ifunc" => return Err(format!("@{name}: a function chosen at start-up (ifunc) cannot be PNaCl")),
                "external" | "extern_weak" => declared = true,
                "thread_local" => thread_local = true,
                _ => {}
            }
            if word != "dso_local"
                && let Some(found) = linkage(word)
            {
                link = found;
            }
            if self.is('(') {
                self.skip_balanced()?;
            }
        }
    }

    fn variable(&mut self, symbol: Symbol, linkage: Linkage, declared: bool, thread_local: bool, constant: bool) -> Result<()> {
        let ty = self.ty()?;
        let init = if declared { None } else { Some(self.constant(ty)?) };
        let mut align = None;
        while self.take(',')? {
            match self.token {
                Token::Word("align") => {
                    self.next()?;
                    align = Some(self.small_number()?);
                }
                Token::Word(_) => {
                    self.next()?;
                    if self.is('(') {
                        self.skip_balanced()?;
                    } else if matches!(self.token, Token::Str(_)) {
                        self.next()?;
                    }
                }
                _ => {
                    self.next()?;
                    self.next()?;
                }
            }
        }
        // Attribute groups.
        while matches!(self.token, Token::Hash(_)) {
            self.next()?;
        }
        self.set_symbol(symbol, linkage, SymbolKind::Variable(Variable { ty, init, constant, align, thread_local }))
    }

    fn alias(&mut self, symbol: Symbol, linkage: Linkage) -> Result<()> {
        self.ty()?;
        self.expect(',')?;
        let target = if self.at_expression() {
            let ptr = self.types.intern(TypeKind::Ptr);
            self.constant(ptr)?
        } else {
            self.typed_constant()?.1
        };
        while self.take(',')? {
            self.next()?;
            self.next()?;
        }
        self.set_symbol(symbol, linkage, SymbolKind::Alias(target))
    }

    /// Whether a constant expression comes next and no type.
    fn at_expression(&self) -> bool {
        matches!(self.token, Token::Word("bitcast" | "getelementptr" | "addrspacecast" | "inttoptr"))
    }

    /// From `define` or `declare` to the end of the parameters.
    fn header(&mut self) -> Result<(Symbol, Linkage, Function)> {
        self.locals.clear();
        self.blocks.clear();
        self.next()?;
        let words = self.words_before_type()?;
        let link = words.iter().filter(|word| **word != "dso_local").find_map(|word| linkage(word)).unwrap_or(Linkage::External);
        let result = self.ty()?;
        let Token::Global(name) = self.next()? else { return Err("expected a function's name".into()) };
        let symbol = self.symbol(&name);
        self.expect('(')?;
        let (mut params, mut variadic, mut unnamed) = (Vec::new(), false, 0);
        while !self.take(')')? {
            if variadic || !params.is_empty() {
                self.expect(',')?;
            }
            if self.token == Token::Dots {
                self.next()?;
                variadic = true;
                continue;
            }
            let ty = self.ty()?;
            let attrs = self.param_attrs()?;
            let name = match &self.token {
                Token::Local(name) => {
                    let name = name.clone();
                    self.next()?;
                    name.into_owned()
                }
                _ => unnamed.to_string(),
            };
            if name.parse::<u32>().is_ok() {
                unnamed += 1;
            }
            params.push(Param { ty, attrs, local: self.local(&name) });
        }
        let body = Some(Body::default());
        // The entry block's number, if it has no name, follows those of the parameters.
        self.block(&unnamed.to_string());
        Ok((symbol, link, Function { result, params, variadic, body }))
    }

    fn declare(&mut self) -> Result<()> {
        let (symbol, linkage, mut function) = self.header()?;
        function.body = None;
        loop {
            match self.token {
                Token::Word("define" | "declare" | "target" | "source_filename" | "attributes" | "module" | "uselistorder") => {
                    break;
                }
                Token::Word(_) => {
                    self.next()?;
                    if self.is('(') {
                        self.skip_balanced()?;
                    }
                }
                Token::Hash(_) | Token::Int(_) => {
                    self.next()?;
                }
                Token::Str(_) => {
                    self.next()?;
                    if self.take('=')? {
                        self.next()?;
                    }
                }
                _ => break,
            }
        }
        let data = &self.module.symbols[symbol.as_u32() as usize];
        if matches!(data.kind, SymbolKind::Unknown) {
            return self.set_symbol(symbol, linkage, SymbolKind::Function(Box::new(function)));
        }
        Ok(())
    }

    fn define(&mut self) -> Result<()> {
        let (symbol, linkage, mut function) = self.header()?;
        while !self.is('{') {
            match self.next()? {
                Token::Word("personality" | "prefix" | "prologue") => {
                    self.typed_constant()?;
                }
                Token::End => return Err("expected a function's body".into()),
                _ => {}
            }
        }
        self.expect('{')?;
        function.body = Some(self.body()?);
        self.set_symbol(symbol, linkage, SymbolKind::Function(Box::new(function)))
    }

    fn body(&mut self) -> Result<Body> {
        let mut body = Body::default();
        let mut current = None;
        loop {
            if self.is('}') {
                break;
            }
            match self.token.clone() {
                Token::Label(name) => {
                    if current.is_none() && body.blocks.is_empty() {
                        // The entry block has a name of its own.
                        self.blocks.clear();
                    }
                    let block = self.block(&name);
                    reserve(&mut body.blocks, block.as_u32());
                    current = Some(block);
                    self.next()?;
                    continue;
                }
                Token::Hash(_) => {
                    self.next()?;
                    self.skip_balanced()?;
                    continue;
                }
                Token::Word("uselistorder" | "uselistorder_bb") => {
                    self.skip_line()?;
                    continue;
                }
                Token::End => return Err("expected '}' at the end of a function".into()),
                _ => {}
            }
            let block = *current.get_or_insert(super::super::ast::BlockId::from_u32(0));
            reserve(&mut body.blocks, block.as_u32());
            if let Some(inst) = self.inst()? {
                body.blocks[block.as_u32() as usize].insts.push(inst);
            }
        }
        self.next()?;
        for (name, block) in &self.blocks {
            if body.blocks.get(block.as_u32() as usize).is_none_or(|block| block.insts.is_empty()) {
                return Err(format!("the block %{name} is not defined"));
            }
        }
        body.local_count = self.locals.len() as u32;
        body.block_names = std::mem::take(&mut self.blocks);
        body.number_labels();
        Ok(body)
    }
}

/// Makes room for a block with this number.
fn reserve(blocks: &mut Vec<Block>, number: u32) {
    let count = number as usize + 1;
    if blocks.len() < count {
        blocks.resize_with(count, Block::default);
    }
}
