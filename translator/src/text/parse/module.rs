//! The top level: globals with their initial values, declarations, and the headers of definitions,
//! whose bodies are skipped.
//!
//! Functions and globals get their numbers in the order of the text. Symbols may be used before
//! they are defined, so addresses in initial values are filled in at the end.

use super::attributes::is_hint;
use super::constant::{Initializer, is_constant_word};
use super::{Name, Parser, Result};
use crate::ice::intrinsics::Constant;
use crate::ice::{FuncDecl, FuncId, Global, GlobalInit, GlobalVar, Intrinsic, Linkage, Type, Value};
use crate::text::lexer::{Token, TokenKind};

/// A parameter: its type and the token of its name, if it has one.
pub(super) type Param = (Type, Option<Token>);

/// Whether a word begins a top-level item.
pub(super) fn is_item_word(word: &str) -> bool {
    matches!(
        word,
        "define" | "declare" | "target" | "source_filename" | "attributes" | "uselistorder" | "uselistorder_bb" | "module"
    )
}

impl Parser<'_> {
    /// Reads everything but the bodies.
    pub(super) fn module(&mut self) -> Result<()> {
        let mut waiting = Vec::new();
        while self.peek().kind != TokenKind::End {
            let token = self.peek();
            match (token.kind, self.peek_word()) {
                (TokenKind::Global | TokenKind::GlobalNumber, _) => self.global(&mut waiting)?,
                (_, "define") => self.define()?,
                (_, "declare") => self.declare()?,
                (_, "target") => self.target()?,
                (_, "source_filename" | "attributes" | "uselistorder" | "uselistorder_bb")
                | (TokenKind::Meta | TokenKind::Comdat, _) => self.skip_line()?,
                (_, "module") => return self.error(token, "module-level assembly is not in the PNaCl subset"),
                (TokenKind::Local | TokenKind::LocalNumber, _) => {
                    return self.error(token, "named types are not in the PNaCl subset");
                }
                _ => return self.expected("`define`, `declare` or a global"),
            }
        }
        for (global, init) in &waiting {
            self.resolve_initializer(*global, init)?;
        }
        Ok(())
    }

    /// `target datalayout` and `target triple`: skipped, unless the layout is not PNaCl's.
    fn target(&mut self) -> Result<()> {
        self.next();
        let is_layout = self.eat_word("datalayout");
        if !is_layout && !self.eat_word("triple") {
            return self.expected("`datalayout` or `triple`");
        }
        self.expect_punct(b'=')?;
        let token = self.peek();
        if token.kind != TokenKind::Str {
            return self.expected("a string");
        }
        let other = |part: &str| match part.split(':').next() {
            Some("E") => Some("big-endian data"),
            Some("p" | "p0") if part.split(':').nth(1) != Some("32") => Some("a pointer size other than 32 bits"),
            _ => None,
        };
        let layout = if is_layout { self.text(token).trim_matches('"') } else { "" };
        if let Some(what) = layout.split('-').find_map(other) {
            return self.error(token, format!("{what} is not in the PNaCl subset"));
        }
        self.next();
        Ok(())
    }

    /// Skips a definition that carries nothing: the rest of the line, and bracketed groups that
    /// start on it.
    fn skip_line(&mut self) -> Result<()> {
        self.next();
        while !self.peek().line_start && self.peek().kind != TokenKind::End {
            match self.peek().kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => self.skip_group()?,
                _ => {
                    self.next();
                }
            }
        }
        Ok(())
    }

    fn global(&mut self, waiting: &mut Vec<(Global, Initializer)>) -> Result<()> {
        let token = self.next();
        self.expect_punct(b'=')?;
        let (linkage, external) = self.global_linkage()?;
        let constant = match self.peek_word() {
            "constant" => true,
            "global" => false,
            _ => return self.expected("`global` or `constant`"),
        };
        self.next();
        let ty_token = self.peek();
        let ty = self.ty()?;
        let mut init = Initializer::default();
        if !external {
            self.initializer(&ty, &mut init)?;
            if init.pieces.is_empty() {
                init.pieces.push(GlobalInit::Zero(0));
            }
        }
        if init.size() > u64::from(u32::MAX) {
            return self.error(ty_token, "this global is larger than 4 GiB");
        }
        let mut align = ty.layout().map_or(1, |(_, align)| align);
        while self.eat_punct(b',') {
            match (self.peek().kind, self.peek_word()) {
                (TokenKind::Meta, _) => self.skip_metadata().and_then(|()| self.skip_metadata())?,
                (TokenKind::Word, _) => align = self.skip_attribute()?.unwrap_or(align),
                _ => return self.expected("`align`, `section` or metadata"),
            }
        }
        self.skip_trailing_attributes()?;
        let name = self.symbol_name(token)?;
        let pieces = std::mem::take(&mut init.pieces);
        let global = self.module.globals.push(GlobalVar { name, linkage, constant, align, init: pieces });
        self.define_symbol(token, Value::global(global))?;
        if init.has_addresses() {
            waiting.push((global, init));
        }
        Ok(())
    }

    /// Linkage and the other words before `global` or `constant`. The flag says that the global is
    /// defined elsewhere.
    fn global_linkage(&mut self) -> Result<(Linkage, bool)> {
        let (mut linkage, mut external) = (Linkage::External, false);
        while self.peek().kind == TokenKind::Word && !matches!(self.peek_word(), "global" | "constant") {
            external |= self.peek_word() == "external";
            if self.linkage_word()? == Linkage::Internal {
                linkage = Linkage::Internal;
            }
        }
        Ok((linkage, external))
    }

    /// One word of linkage, visibility and the like.
    fn linkage_word(&mut self) -> Result<Linkage> {
        if matches!(self.peek_word(), "internal" | "private") {
            self.next();
            return Ok(Linkage::Internal);
        }
        self.skip_attribute()?;
        Ok(Linkage::External)
    }

    fn define(&mut self) -> Result<()> {
        self.next();
        let mut linkage = Linkage::External;
        while self.peek().kind == TokenKind::Word && !super::types::is_type_word(self.peek_word()) {
            if self.linkage_word()? == Linkage::Internal {
                linkage = Linkage::Internal;
            }
        }
        let (token, result) = self.result_and_name()?;
        let header = self.at;
        let params = self.params()?;
        let types: Vec<Type> = params.iter().map(|param| param.0).collect();
        self.skip_to_body()?;
        self.skip_group()?;
        let sig = self.intern_sig(result, &types);
        let name = self.symbol_name(token)?;
        let id = self.add_func(token, FuncDecl { name, sig, linkage, defined: true, intrinsic: None })?;
        self.bodies.push((id, header));
        Ok(())
    }

    /// Skips what may stand between the parameters and the body.
    pub(super) fn skip_to_body(&mut self) -> Result<()> {
        while !self.at_punct(b'{') {
            match self.peek().kind {
                TokenKind::Word | TokenKind::Str | TokenKind::AttrGroup => {
                    self.skip_attribute()?;
                }
                TokenKind::Meta => self.skip_metadata()?,
                _ => return self.expected("`{`"),
            }
        }
        Ok(())
    }

    fn declare(&mut self) -> Result<()> {
        self.next();
        while self.peek().kind == TokenKind::Meta {
            self.skip_metadata()?;
        }
        while self.peek().kind == TokenKind::Word && !super::types::is_type_word(self.peek_word()) {
            self.linkage_word()?;
        }
        let (token, result) = self.result_and_name()?;
        if is_hint(self.text(token)) {
            self.skip_group()?;
            return self.skip_trailing_attributes();
        }
        let params: Vec<Type> = self.params()?.iter().map(|param| param.0).collect();
        self.skip_trailing_attributes()?;
        let name = canonical_intrinsic_name(self.symbol_name(token)?);
        let intrinsic = Intrinsic::from_name(&name);
        if intrinsic.is_none() && name.starts_with("llvm.") {
            return self.error(token, format!("`{}` is not an intrinsic of PNaCl", self.text(token)));
        }
        let params = self.check_intrinsic(token, intrinsic, result, params)?;
        let with_align = intrinsic.is_none_or(|intrinsic| intrinsic.signature().1.len() == params.len());
        let params = if with_align { params } else { intrinsic.map_or(params, |intrinsic| intrinsic.signature().1) };
        let sig = self.intern_sig(result, &params);
        let decl = FuncDecl { name, sig, linkage: Linkage::External, defined: false, intrinsic };
        let id = self.add_func(token, decl)?;
        if !with_align {
            self.without_align.insert(id);
        }
        Ok(())
    }

    /// Checks an intrinsic's signature. The memory intrinsics may come without their alignment
    /// parameter.
    fn check_intrinsic(&self, at: Token, found: Option<Intrinsic>, result: Type, params: Vec<Type>) -> Result<Vec<Type>> {
        let Some(intrinsic) = found else { return Ok(params) };
        let expected = intrinsic.signature();
        let mut without_align = expected.1.clone();
        if let Some((position, _)) = intrinsic.constants().find(|(_, constant)| *constant == Constant::Alignment) {
            without_align.remove(position);
        }
        if result == expected.0 && (params == expected.1 || params == without_align) {
            return Ok(params);
        }
        let list = expected.1.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(", ");
        self.error(at, format!("this intrinsic's type is {} ({list}), pointers counted as i32", expected.0))
    }

    /// The result type and the name of a function.
    fn result_and_name(&mut self) -> Result<(Token, Type)> {
        self.skip_result_words()?;
        let token = self.peek();
        let Some(result) = self.ty()?.value_type() else { return self.error(token, "no function can return this type") };
        let token = self.peek();
        if !matches!(token.kind, TokenKind::Global | TokenKind::GlobalNumber) {
            return self.expected("the function's name");
        }
        self.next();
        Ok((token, result))
    }

    /// A parenthesised parameter list.
    pub(super) fn params(&mut self) -> Result<Vec<Param>> {
        self.expect_punct(b'(')?;
        let mut params = Vec::new();
        while !self.eat_punct(b')') {
            if !params.is_empty() {
                self.expect_punct(b',')?;
            }
            if self.peek().kind == TokenKind::Ellipsis {
                return self.error(self.peek(), "functions with variable arguments are not in the PNaCl subset");
            }
            let ty = self.value_type()?;
            self.skip_value_attributes()?;
            let token = self.peek();
            let named = matches!(token.kind, TokenKind::Local | TokenKind::LocalNumber);
            self.at += usize::from(named);
            params.push((ty, named.then_some(token)));
        }
        Ok(params)
    }

    /// Skips the attributes between a type and a value; the result is the alignment that they
    /// state.
    pub(super) fn skip_value_attributes(&mut self) -> Result<Option<u32>> {
        let mut align = None;
        while matches!(self.peek().kind, TokenKind::Word | TokenKind::Str) && !is_constant_word(self.peek_word()) {
            align = self.skip_attribute()?.or(align);
        }
        Ok(align)
    }

    fn add_func(&mut self, token: Token, decl: FuncDecl) -> Result<FuncId> {
        let id = self.module.funcs.push(decl);
        self.define_symbol(token, Value::func(id))?;
        Ok(id)
    }

    /// The name that the module keeps: none for a numbered symbol.
    fn symbol_name(&self, token: Token) -> Result<String> {
        Ok(match self.name(token)? {
            Name::Text(text) => text.into_owned(),
            Name::Number(_) => String::new(),
        })
    }

    fn define_symbol(&mut self, token: Token, value: Value) -> Result<()> {
        if self.module.funcs.len().max(self.module.globals.len()) > Value::LIMIT {
            return self.error(token, "too many symbols");
        }
        let name = self.name(token)?;
        match self.symbols.insert(name, value) {
            None => Ok(()),
            Some(_) => self.error(token, format!("`{}` is defined twice", self.text(token))),
        }
    }
}

/// The name that ICE knows a memory or stack intrinsic by, from the one that opaque pointers give
/// it.
fn canonical_intrinsic_name(name: String) -> String {
    match name.as_str() {
        "llvm.memcpy.p0.p0.i32" => "llvm.memcpy.p0i8.p0i8.i32".into(),
        "llvm.memmove.p0.p0.i32" => "llvm.memmove.p0i8.p0i8.i32".into(),
        "llvm.memset.p0.i32" => "llvm.memset.p0i8.i32".into(),
        "llvm.stacksave.p0" => "llvm.stacksave".into(),
        "llvm.stackrestore.p0" => "llvm.stackrestore".into(),
        _ => name,
    }
}
