//! Types and attributes in the text.

use super::super::ast::ParamAttrs;
use super::super::lex::Token;
use super::super::types::{Ty, TypeKind};
use super::{Parser, Result};

/// Formats that PNaCl does not have.
const OTHER_FLOATS: [&str; 7] = ["half", "bfloat", "x86_fp80", "fp128", "ppc_fp128", "x86_mmx", "x86_amx"];

/// The words that begin a constant: after a type, whatever else stands there is an attribute.
const VALUE_WORDS: [&str; 54] = [
    "true",
    "false",
    "null",
    "undef",
    "poison",
    "zeroinitializer",
    "none",
    "blockaddress",
    "asm",
    "dso_local_equivalent",
    "no_cfi",
    "splat",
    "getelementptr",
    "bitcast",
    "inttoptr",
    "ptrtoint",
    "ptrtoaddr",
    "addrspacecast",
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fneg",
    "icmp",
    "fcmp",
    "select",
    "extractelement",
    "insertelement",
    "shufflevector",
    "extractvalue",
    "insertvalue",
];

impl<'a> Parser<'a, '_> {
    /// Whether a type comes next.
    fn at_type(&self) -> bool {
        match &self.token {
            Token::Word(word) => is_type_word(word),
            Token::Local(_) => true,
            Token::Punct(c) => matches!(c, '[' | '{' | '<'),
            _ => false,
        }
    }

    pub(super) fn ty(&mut self) -> Result<Ty> {
        self.nested(|p| {
            // A structure that is being read may be named inside itself only behind a pointer.
            let mut ty = p.first_type()?;
            loop {
                if p.is_word("addrspace") {
                    p.next()?;
                    p.skip_balanced()?;
                } else if p.take('*')? {
                    ty = p.types.intern(TypeKind::Ptr);
                } else if p.is('(') {
                    ty = p.function_type(ty)?;
                } else {
                    return Ok(ty);
                }
            }
        })
    }

    fn first_type(&mut self) -> Result<Ty> {
        let kind = match self.token.clone() {
            Token::Local(name) => {
                self.next()?;
                if self.is_behind_pointer() {
                    return Ok(self.types.intern(TypeKind::Opaque));
                }
                return self.named_type(&name);
            }
            Token::Punct('[') => {
                self.next()?;
                let count = self.number()?;
                self.expect_word("x")?;
                let element = self.ty()?;
                self.expect(']')?;
                TypeKind::Array(count, element)
            }
            Token::Punct('{') => {
                self.next()?;
                TypeKind::Struct { packed: false, fields: self.type_list('}')? }
            }
            Token::Punct('<') => {
                self.next()?;
                if self.take('{')? {
                    let fields = self.type_list('}')?;
                    self.expect('>')?;
                    TypeKind::Struct { packed: true, fields }
                } else {
                    if self.is_word("vscale") {
                        return Err("vectors of no fixed length cannot be PNaCl".into());
                    }
                    let count = self.small_number()?;
                    if count == 0 {
                        return Err("a vector has at least one element".into());
                    }
                    self.expect_word("x")?;
                    let element = self.ty()?;
                    self.expect('>')?;
                    TypeKind::Vector(count, element)
                }
            }
            Token::Word(word) => {
                let Some(kind) = simple_type(word) else { return Err(self.expected("a type")) };
                self.next()?;
                if word == "target" {
                    self.skip_balanced()?;
                }
                kind
            }
            _ => return Err(self.expected("a type")),
        };
        Ok(self.types.intern(kind))
    }

    fn type_list(&mut self, close: char) -> Result<Vec<Ty>> {
        let mut tys = Vec::new();
        while !self.take(close)? {
            if !tys.is_empty() {
                self.expect(',')?;
            }
            tys.push(self.ty()?);
        }
        Ok(tys)
    }

    fn function_type(&mut self, result: Ty) -> Result<Ty> {
        self.expect('(')?;
        let outer = std::mem::replace(&mut self.in_signature, self.in_definition);
        let (mut params, mut variadic) = (Vec::new(), false);
        while !self.take(')')? {
            if variadic || !params.is_empty() {
                self.expect(',')?;
            }
            if self.token == Token::Dots {
                self.next()?;
                variadic = true;
            } else {
                params.push(self.ty()?);
                self.param_attrs()?;
            }
        }
        self.in_signature = outer;
        Ok(self.types.intern(TypeKind::Function { result, params, variadic }))
    }

    /// Whether the named type before this token is one of which nothing has to be known. In a definition
    /// it must not be asked for: it may hold by value the type that is being defined.
    fn is_behind_pointer(&self) -> bool {
        self.is('*') || self.in_signature || (self.in_definition && self.is('('))
    }

    /// A type by its name, read from its definition the first time.
    fn named_type(&mut self, name: &str) -> Result<Ty> {
        if let Some(&known) = self.named_types.get(name) {
            // None while it is being read: a pointer to itself, or a mistake that the layout finds.
            return Ok(known.unwrap_or_else(|| self.types.intern(TypeKind::Opaque)));
        }
        let Some(definition) = self.type_texts.get(name).cloned() else {
            return Err(format!("the type %{name} is not defined"));
        };
        self.named_types.insert(name.into(), None);
        let lexer = std::mem::replace(&mut self.lexer, definition);
        let (token, line) = (std::mem::replace(&mut self.token, Token::End), self.line);
        let outer = (std::mem::replace(&mut self.in_definition, true), std::mem::replace(&mut self.in_signature, false));
        self.next()?;
        let ty = self.ty()?;
        (self.in_definition, self.in_signature) = outer;
        (self.lexer, self.token, self.line) = (lexer, token, line);
        self.named_types.insert(name.into(), Some(ty));
        Ok(ty)
    }

    /// Words before a type that only promise something: linkage apart, what stands between `define`
    /// or `call` and the result's type. Returns them.
    pub(super) fn words_before_type(&mut self) -> Result<Vec<&'a str>> {
        let mut words = Vec::new();
        loop {
            match self.token {
                Token::Word(_) if self.at_type() => return Ok(words),
                Token::Word(word) => {
                    words.push(word);
                    self.next()?;
                    self.attribute_value()?;
                }
                Token::Str(_) => self.string_attribute()?,
                Token::Meta(_) | Token::Int(_) => {
                    self.next()?;
                }
                _ => return Ok(words),
            }
        }
    }

    fn string_attribute(&mut self) -> Result<()> {
        self.next()?;
        if self.take('=')? {
            self.next()?;
        }
        Ok(())
    }

    fn attribute_value(&mut self) -> Result<()> {
        if self.is('(') {
            self.skip_balanced()?;
        }
        Ok(())
    }

    /// The attributes between a parameter's type and its value.
    pub(super) fn param_attrs(&mut self) -> Result<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            let word = match self.token {
                Token::Word(word) if !VALUE_WORDS.contains(&word) => word,
                Token::Str(_) => {
                    self.string_attribute()?;
                    continue;
                }
                Token::Hash(_) => {
                    self.next()?;
                    continue;
                }
                _ => return Ok(attrs),
            };
            self.next()?;
            match word {
                "byval" | "byref" | "inalloca" | "preallocated" if self.is('(') => {
                    self.next()?;
                    let ty = self.ty()?;
                    self.expect(')')?;
                    match word {
                        "byval" => attrs.byval = Some(ty),
                        "byref" => {}
                        _ => return Err(format!("an argument passed by {word} cannot be PNaCl")),
                    }
                }
                "byval" => return Err("byval without a type: written by an LLVM before 12".into()),
                "align" if !self.is('(') => attrs.align = Some(self.small_number()?),
                "signext" => attrs.signext = true,
                _ => self.attribute_value()?,
            }
        }
    }
}

fn is_type_word(word: &str) -> bool {
    simple_type(word).is_some()
}

fn simple_type(word: &str) -> Option<TypeKind> {
    Some(match word {
        "void" => TypeKind::Void,
        "float" => TypeKind::Float,
        "double" => TypeKind::Double,
        "ptr" => TypeKind::Ptr,
        "label" => TypeKind::Label,
        "metadata" => TypeKind::Metadata,
        "token" => TypeKind::Token,
        "opaque" | "target" => TypeKind::Opaque,
        _ => {
            if let Some(&name) = OTHER_FLOATS.iter().find(|name| **name == word) {
                return Some(TypeKind::OtherFloat(name));
            }
            let bits = word.strip_prefix('i')?.parse().ok()?;
            TypeKind::Int(bits)
        }
    })
}
