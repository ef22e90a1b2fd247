//! Constants and operands in the text.

use super::super::ast::{Const, Expr, Operand, Value};
use super::super::lex::Token;
use super::super::types::{Ty, TypeKind};
use super::{Parser, Result};

impl Parser<'_, '_> {
    /// A type and a value of it.
    pub(super) fn operand(&mut self) -> Result<Operand> {
        let ty = self.ty()?;
        self.param_attrs()?;
        self.value(ty).map(|value| Operand { ty, value })
    }

    /// A value of a known type.
    pub(super) fn value(&mut self, ty: Ty) -> Result<Value> {
        // Before all else: a named type may follow, which looks like a value.
        if *self.types.kind(ty) == TypeKind::Metadata {
            return self.metadata();
        }
        if let Token::Local(name) = &self.token {
            let name = name.clone();
            self.next()?;
            return Ok(Value::Local(self.local(&name)));
        }
        if self.take_word("asm")? {
            return self.assembly();
        }
        self.constant(ty).map(Value::Const)
    }

    fn assembly(&mut self) -> Result<Value> {
        let mut texts = Vec::new();
        loop {
            match self.next()? {
                Token::Word("sideeffect" | "alignstack" | "inteldialect" | "unwind") | Token::Punct(',') => {}
                Token::Str(text) => texts.push(String::from_utf8_lossy(&text).into_owned()),
                _ => return Err("expected the text of inline assembly".into()),
            }
            if let [_, _] = &texts[..] {
                let constraints = texts.pop().unwrap_or_default();
                return Ok(Value::Asm(texts.pop().unwrap_or_default(), constraints));
            }
        }
    }

    fn metadata(&mut self) -> Result<Value> {
        if let Token::Meta(_) = self.token {
            self.next()?;
            if self.is('{') || self.is('(') {
                self.skip_balanced()?;
            }
        } else {
            self.operand()?;
        }
        Ok(Value::Metadata)
    }

    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Result<(Ty, Const)> {
        let ty = self.ty()?;
        Ok((ty, self.constant(ty)?))
    }

    pub(super) fn constant(&mut self, ty: Ty) -> Result<Const> {
        self.nested(|p| p.constant_inside(ty))
    }

    fn constant_inside(&mut self, ty: Ty) -> Result<Const> {
        let constant = match self.token.clone() {
            Token::Int(text) => self.integer(text, ty)?,
            Token::Float(number) => self.float(number.to_bits(), ty)?,
            Token::Hex(kind, digits) => self.hexadecimal(kind, digits, ty)?,
            Token::Bytes(bytes) => Const::Bytes(bytes),
            Token::Global(name) => Const::Symbol(self.symbol(&name)),
            Token::Punct('[') => return self.aggregate(']'),
            Token::Punct('{') => return self.aggregate('}'),
            Token::Punct('<') => {
                self.next()?;
                if self.is('{') {
                    let constant = self.aggregate('}')?;
                    self.expect('>')?;
                    return Ok(constant);
                }
                return self.elements('>');
            }
            Token::Word(word) => return self.constant_word(word, ty),
            _ => return Err(self.expected("a value")),
        };
        self.next()?;
        Ok(constant)
    }

    fn aggregate(&mut self, close: char) -> Result<Const> {
        self.next()?;
        self.elements(close)
    }

    fn elements(&mut self, close: char) -> Result<Const> {
        let mut elements = Vec::new();
        while !self.take(close)? {
            if !elements.is_empty() {
                self.expect(',')?;
            }
            elements.push(self.typed_constant()?);
        }
        Ok(Const::Aggregate(elements))
    }

    fn integer(&self, text: &str, ty: Ty) -> Result<Const> {
        let Some(bits) = self.types.int_bits(ty) else {
            return Err(format!("the number {text} is no {}", self.types.name(ty)));
        };
        let words = words_of_decimal(text, bits).ok_or_else(|| format!("{text} is no number"))?;
        Ok(if bits <= 64 { Const::Int(words[0]) } else { Const::Wide(words) })
    }

    /// A number given as a double's bits.
    fn float(&self, bits: u64, ty: Ty) -> Result<Const> {
        match self.types.kind(ty) {
            TypeKind::Double => Ok(Const::F64(bits)),
            TypeKind::Float => Ok(Const::F32(float_bits(bits))),
            // Refused where it is used.
            TypeKind::OtherFloat(_) => Ok(Const::Undef),
            _ => Err(format!("a floating-point number is no {}", self.types.name(ty))),
        }
    }

    fn hexadecimal(&self, kind: Option<char>, digits: &str, ty: Ty) -> Result<Const> {
        if kind.is_some() {
            return Ok(Const::Undef);
        }
        let bits = u64::from_str_radix(digits, 16).map_err(|_| format!("0x{digits} is no number"))?;
        self.float(bits, ty)
    }

    fn constant_word(&mut self, word: &str, ty: Ty) -> Result<Const> {
        let constant = match word {
            "true" => Const::Int(1),
            "false" => Const::Int(0),
            "null" | "zeroinitializer" | "none" => Const::Zero,
            "undef" | "poison" => Const::Undef,
            "dso_local_equivalent" | "no_cfi" => {
                self.next()?;
                return self.constant(ty);
            }
            "blockaddress" => return self.block_address(),
            "splat" => return self.splat(ty),
            _ => return Ok(Const::Expr(Box::new(Expr { op: self.expression()? }))),
        };
        self.next()?;
        Ok(constant)
    }

    fn block_address(&mut self) -> Result<Const> {
        self.next()?;
        self.expect('(')?;
        let Token::Global(function) = self.next()? else { return Err("expected a function".into()) };
        self.expect(',')?;
        let Token::Local(block) = self.next()? else { return Err("expected a block".into()) };
        self.expect(')')?;
        Ok(Const::Block(self.symbol(&function), block.into_owned()))
    }

    fn splat(&mut self, ty: Ty) -> Result<Const> {
        self.next()?;
        self.expect('(')?;
        let element = self.typed_constant()?;
        self.expect(')')?;
        let (lanes, _) = self.types.vector(ty).ok_or("splat of something that is no vector")?;
        Ok(Const::Aggregate(vec![element; lanes as usize]))
    }
}

/// The words of a decimal number of so many bits, the lowest first; at least one.
fn words_of_decimal(text: &str, bits: u32) -> Option<Vec<u64>> {
    let count = bits.div_ceil(64).max(1) as usize;
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut words = vec![0u64; count];
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(10)?);
        for word in &mut words {
            let next = u128::from(*word) * 10 + carry;
            *word = next as u64;
            carry = next >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
    }
    if !bits.is_multiple_of(64) {
        let last = words.last_mut()?;
        *last &= (1 << (bits % 64)) - 1;
    }
    Some(words)
}

/// The bits of the float with the value of a double; a NaN keeps its payload's top.
fn float_bits(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if !value.is_nan() {
        return (value as f32).to_bits();
    }
    let sign = (bits >> 63) as u32;
    let payload = ((bits >> 29) & 0x007f_ffff) as u32;
    sign << 31 | 0x7f80_0000 | if payload == 0 { 0x0040_0000 } else { payload }
}
