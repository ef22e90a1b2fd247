//! Constants: as operands, and as the initial values of globals.
//!
//! An operand's constant comes out as a [`Const`], which [`super::function`] turns into a value, by
//! instructions if it takes any. A global's initial value comes out as the pieces of
//! [`GlobalInit`]: each field of an outermost struct starts a piece of its own, so that printing
//! and parsing keep the pieces apart; within a field, neighbouring bytes are one piece.

use super::types::Ty;
use super::{Parser, Result};
use crate::ice::{Global, GlobalInit, Type, ValueRef};
use crate::text::lexer::{Token, TokenKind, name_bytes};

/// A constant operand. Addresses name their symbol by its token: it may be defined further down.
#[derive(Clone)]
pub(super) enum Const {
    /// An integer's bits, zero-extended.
    Int(Type, u64),
    /// The bits of a float.
    F32(u32),
    /// The bits of a double.
    F64(u64),
    /// Unspecified.
    Undef(Type),
    /// The address of a symbol, plus an addend.
    Addr(Token, i32),
    /// One scalar constant for each lane.
    Vector(Type, Vec<Const>),
}

impl Const {
    /// The constant of this type whose bits are all zero.
    fn zero(ty: Type) -> Const {
        match ty {
            Type::F32 => Const::F32(0),
            Type::F64 => Const::F64(0),
            vector if vector.is_vector() => Const::Vector(vector, vec![Const::zero(vector.element()); vector.lanes() as usize]),
            int => Const::Int(int, 0),
        }
    }

    /// The bits of a scalar number.
    fn bits(&self) -> Option<u64> {
        match *self {
            Const::Int(_, bits) | Const::F64(bits) => Some(bits),
            Const::F32(bits) => Some(u64::from(bits)),
            Const::Undef(_) | Const::Addr(..) | Const::Vector(..) => None,
        }
    }

    fn from_bits(ty: Type, bits: u64) -> Option<Const> {
        match ty {
            Type::F32 => Some(Const::F32(bits as u32)),
            Type::F64 => Some(Const::F64(bits)),
            _ if ty.is_scalar_int() => Some(Const::Int(ty, bits)),
            _ => None,
        }
    }
}

/// Whether a word begins a constant rather than being an attribute.
pub(super) fn is_constant_word(word: &str) -> bool {
    matches!(word, "true" | "false" | "undef" | "poison" | "null" | "zeroinitializer" | "none" | "splat")
        || is_expression_word(word)
}

fn is_expression_word(word: &str) -> bool {
    matches!(word, "ptrtoint" | "inttoptr" | "bitcast" | "add" | "sub" | "getelementptr" | "trunc" | "zext" | "sext" | "select")
}

/// The bits that hexadecimal digits spell. Of more than sixteen digits the last ones count, unless
/// they are fewer than what stood before them: LLVM 3's lexer notices an overflow by a sum that
/// became smaller, and files of the SDK have floats of seventeen digits.
fn float_bits(digits: &str) -> Option<u64> {
    digits.chars().try_fold(0_u64, |bits, digit| {
        let more = bits.wrapping_mul(16).wrapping_add(digit.to_digit(16)?.into());
        (more >= bits).then_some(more)
    })
}

/// The bits of the float whose value a double's bits spell, or `None` if no float has it. NaNs keep
/// sign and leading payload.
fn narrow_float(bits: u64) -> Option<u32> {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let payload = (bits >> 29) as u32 & 0x007f_ffff;
        let exact = bits & ((1 << 29) - 1) == 0 && payload != 0;
        return exact.then_some((bits >> 32) as u32 & 0x8000_0000 | 0x7f80_0000 | payload);
    }
    let narrow = value as f32;
    (f64::from(narrow).to_bits() == bits).then(|| narrow.to_bits())
}

impl Parser<'_> {
    /// A constant of type `ty`.
    pub(super) fn constant(&mut self, ty: Type) -> Result<Const> {
        let token = self.peek();
        match token.kind {
            TokenKind::Int | TokenKind::HexInt => self.int(ty),
            TokenKind::Decimal | TokenKind::HexFloat => self.float(ty),
            TokenKind::Punct(b'<') => self.vector(ty),
            TokenKind::Global | TokenKind::GlobalNumber if ty == Type::I32 => {
                self.next();
                Ok(Const::Addr(token, 0))
            }
            TokenKind::Word if is_expression_word(self.text(token)) => self.nested(|parser| parser.expression(ty)),
            TokenKind::Word if self.text(token) == "splat" => self.splat(ty),
            TokenKind::Word => self.constant_word(ty),
            _ => self.expected(&format!("a value of type {ty}")),
        }
    }

    fn constant_word(&mut self, ty: Type) -> Result<Const> {
        let token = self.peek();
        let constant = match (self.text(token), ty) {
            ("true", Type::I1) => Const::Int(ty, 1),
            ("false", Type::I1) => Const::Int(ty, 0),
            ("undef" | "poison", _) => Const::Undef(ty),
            ("null", Type::I32) => Const::Int(ty, 0),
            ("zeroinitializer", _) => Const::zero(ty),
            _ => return self.expected(&format!("a value of type {ty}")),
        };
        self.next();
        Ok(constant)
    }

    /// An integer of `ty`, signed or unsigned: `i8 255` and `i8 -1` are the same.
    fn int(&mut self, ty: Type) -> Result<Const> {
        let token = self.peek();
        if !ty.is_scalar_int() {
            return self.expected(&format!("a value of type {ty}"));
        }
        let text = self.text(token);
        let value = match text.strip_prefix("u0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse::<i128>(),
        };
        match value {
            // As LLVM 3's parser does, and the SDK's files need: of a number that is too large the
            // lowest bits are taken.
            Ok(value) => {
                self.next();
                Ok(Const::Int(ty, (value as u64) & (u64::MAX >> (64 - ty.bits()))))
            }
            Err(_) => self.error(token, "this number has more than 128 bits"),
        }
    }

    fn float(&mut self, ty: Type) -> Result<Const> {
        let token = self.peek();
        let text = self.text(token);
        let constant = match (ty, text.strip_prefix("0x")) {
            (Type::F64, Some(digits)) => float_bits(digits).map(Const::F64),
            (Type::F32, Some(digits)) => float_bits(digits).and_then(narrow_float).map(Const::F32),
            (Type::F64, None) => text.parse::<f64>().ok().map(|value| Const::F64(value.to_bits())),
            (Type::F32, None) => text.parse::<f32>().ok().map(|value| Const::F32(value.to_bits())),
            _ => return self.expected(&format!("a value of type {ty}")),
        };
        match constant {
            Some(constant) => {
                self.next();
                Ok(constant)
            }
            None => self.error(token, format!("no {ty} has exactly this value")),
        }
    }

    /// `<i32 1, i32 2, ...>`.
    fn vector(&mut self, ty: Type) -> Result<Const> {
        let token = self.peek();
        if !ty.is_vector() {
            return self.expected(&format!("a value of type {ty}"));
        }
        self.next();
        let mut lanes = Vec::new();
        while !self.eat_punct(b'>') {
            if !lanes.is_empty() {
                self.expect_punct(b',')?;
            }
            lanes.push(self.typed_constant_of(ty.element())?);
        }
        if lanes.len() != ty.lanes() as usize {
            return self.error(token, format!("{} lanes in a constant of type {ty}", lanes.len()));
        }
        Ok(Const::Vector(ty, lanes))
    }

    /// `splat (i32 7)`: the same in every lane.
    fn splat(&mut self, ty: Type) -> Result<Const> {
        if !ty.is_vector() {
            return self.expected(&format!("a value of type {ty}"));
        }
        self.next();
        self.expect_punct(b'(')?;
        let lane = self.typed_constant_of(ty.element())?;
        self.expect_punct(b')')?;
        Ok(Const::Vector(ty, vec![lane; ty.lanes() as usize]))
    }

    /// A type, which must be `ty`, and a constant of it.
    fn typed_constant_of(&mut self, ty: Type) -> Result<Const> {
        let token = self.peek();
        let found = self.value_type()?;
        if found != ty {
            return self.error(token, format!("expected type {ty}, found {found}"));
        }
        self.constant(ty)
    }

    /// `ptrtoint`, `inttoptr`, `bitcast`, `add` or `sub` with constant operands, as a constant of
    /// type `ty`.
    fn expression(&mut self, ty: Type) -> Result<Const> {
        let token = self.next();
        let word = self.text(token);
        while matches!(self.peek_word(), "nuw" | "nsw") {
            self.next();
        }
        if matches!(word, "ptrtoint" | "inttoptr" | "bitcast") {
            self.expect_punct(b'(')?;
            let from = self.value_type()?;
            let operand = self.constant(from)?;
            self.expect_word("to")?;
            let to = self.value_type()?;
            self.expect_punct(b')')?;
            let address = matches!(operand, Const::Addr(..)) || word != "bitcast";
            let fits = to == ty && if address { from == Type::I32 && to == Type::I32 } else { from.bits() == to.bits() };
            let folded = match operand.bits() {
                Some(bits) => Const::from_bits(to, bits),
                None if matches!(operand, Const::Undef(_)) => Some(Const::Undef(to)),
                None => (from == to).then_some(operand),
            };
            return match folded {
                Some(constant) if fits => Ok(constant),
                _ => self.error(token, format!("`{word}` cannot make a constant of type {ty} from one of type {from}")),
            };
        }
        if !matches!(word, "add" | "sub") {
            return self.error(token, format!("`{word}` of constants is not in the PNaCl subset"));
        }
        self.expect_punct(b'(')?;
        let lhs = self.typed_constant_of(ty)?;
        self.expect_punct(b',')?;
        let rhs = self.typed_constant_of(ty)?;
        self.expect_punct(b')')?;
        match add_constants(word == "sub", lhs, rhs) {
            Some(sum) => Ok(sum),
            None => self.error(token, format!("`{word}` needs integers, or one address and one integer")),
        }
    }

    /// The initial value of a global of type `ty`: appends pieces, and notes those that wait for
    /// their symbol.
    pub(super) fn initializer(&mut self, ty: &Ty, init: &mut Initializer) -> Result<()> {
        if let (Ty::Struct { packed: true, fields, .. }, TokenKind::Punct(b'<')) = (ty, self.peek().kind) {
            self.next();
            self.list(b'{', b'}', fields.len(), |parser, index| {
                init.mergeable = false;
                parser.typed_element(&fields[index], init)
            })?;
            return self.expect_punct(b'>');
        }
        self.element(ty, init)
    }

    /// A type, which must have the layout of `ty`, and an element of it.
    fn typed_element(&mut self, ty: &Ty, init: &mut Initializer) -> Result<()> {
        let token = self.peek();
        let found = self.ty()?;
        if found.layout() != ty.layout() {
            return self.error(token, "this element's type differs from the declared one");
        }
        self.element(&found, init)
    }

    fn element(&mut self, ty: &Ty, init: &mut Initializer) -> Result<()> {
        let token = self.peek();
        let Some((size, _)) = ty.layout() else { return self.error(token, "this type has no size, or one beyond 4 GiB") };
        if matches!(self.peek_word(), "zeroinitializer" | "undef" | "poison" | "null") {
            self.next();
            init.zero(size);
            return Ok(());
        }
        match ty {
            Ty::Value(value_type) => self.leaf(*value_type, init),
            Ty::Pointer(_) => self.leaf(Type::I32, init),
            Ty::Array(count, element) if token.kind == TokenKind::CStr => {
                let bytes = name_bytes(self.text(self.peek()));
                if bytes.len() as u64 != *count || element.layout() != Some((1, 1)) {
                    return self.error(token, format!("a string of {} bytes for an array of {count}", bytes.len()));
                }
                init.bytes(&bytes);
                self.next();
                Ok(())
            }
            Ty::Array(count, element) => {
                let count = usize::try_from(*count).unwrap_or(usize::MAX);
                self.list(b'[', b']', count, |parser, _| parser.typed_element(element, init))
            }
            Ty::Struct { packed, fields, .. } => self.fields_with_padding(*packed, fields, size, init),
            Ty::Func(_) => self.expected("a type with a size"),
        }
    }

    fn fields_with_padding(&mut self, packed: bool, fields: &[Ty], size: u32, init: &mut Initializer) -> Result<()> {
        if packed {
            self.expect_punct(b'<')?;
        }
        let mut offset = 0u32;
        self.list(b'{', b'}', fields.len(), |parser, index| {
            let (field_size, align) = fields[index].layout().expect("a struct with a layout has fields with a layout");
            let start = if packed { offset } else { offset.next_multiple_of(align) };
            init.padding(start - offset);
            offset = start + field_size;
            parser.typed_element(&fields[index], init)
        })?;
        init.padding(size - offset);
        if packed { self.expect_punct(b'>') } else { Ok(()) }
    }

    /// A bracketed list of exactly `count` elements.
    fn list(&mut self, open: u8, close: u8, count: usize, mut element: impl FnMut(&mut Self, usize) -> Result<()>) -> Result<()> {
        let token = self.peek();
        self.expect_punct(open)?;
        self.nested(|parser| {
            for index in 0..count {
                if index > 0 {
                    parser.expect_punct(b',')?;
                }
                if parser.at_punct(close) {
                    return parser.error(token, format!("{index} elements where the type has {count}"));
                }
                element(parser, index)?;
            }
            if parser.eat_punct(close) {
                Ok(())
            } else {
                parser.error(token, format!("not the {count} elements that the type has"))
            }
        })
    }

    fn leaf(&mut self, ty: Type, init: &mut Initializer) -> Result<()> {
        let token = self.peek();
        let constant = self.constant(ty)?;
        self.constant_bytes(token, &constant, ty, init)
    }

    fn constant_bytes(&mut self, at: Token, constant: &Const, ty: Type, init: &mut Initializer) -> Result<()> {
        match constant {
            Const::Addr(symbol, addend) => init.address(*symbol, *addend),
            Const::Undef(_) => init.zero(ty.bits().div_ceil(8)),
            Const::Vector(vector, _) if vector.element() == Type::I1 => return self.error(at, "i1 vectors have no memory form"),
            Const::Vector(vector, lanes) => {
                for lane in lanes {
                    self.constant_bytes(at, lane, vector.element(), init)?;
                }
            }
            number => {
                let bits = number.bits().expect("a constant that is no address, undef or vector has bits");
                init.bytes(&bits.to_le_bytes()[..ty.bits().div_ceil(8) as usize]);
            }
        }
        Ok(())
    }

    /// Fills in the addresses that an initialiser waits for.
    pub(super) fn resolve_initializer(&mut self, global: Global, init: &Initializer) -> Result<()> {
        for &(piece, symbol) in &init.addresses {
            let value = self.symbol(symbol)?;
            let GlobalInit::GlobalAddr(_, addend) = self.module.globals[global].init[piece] else { continue };
            self.module.globals[global].init[piece] = match value.unpack() {
                ValueRef::Func(func) => GlobalInit::FuncAddr(func, addend),
                ValueRef::Global(target) => GlobalInit::GlobalAddr(target, addend),
                ValueRef::Local(_) => unreachable!("a symbol is a function or a global"),
            };
        }
        Ok(())
    }
}

/// `lhs + rhs` or `lhs - rhs`, if a constant can hold it.
fn add_constants(subtract: bool, lhs: Const, rhs: Const) -> Option<Const> {
    let (lhs, rhs) = if matches!(lhs, Const::Addr(..)) || subtract { (lhs, rhs) } else { (rhs, lhs) };
    let Const::Int(ty, addend) = rhs else { return None };
    let addend = if subtract { addend.wrapping_neg() } else { addend };
    match lhs {
        Const::Int(_, bits) => Some(Const::Int(ty, bits.wrapping_add(addend) & (u64::MAX >> (64 - ty.bits())))),
        Const::Addr(symbol, offset) => Some(Const::Addr(symbol, offset.wrapping_add(addend as i32))),
        _ => None,
    }
}

/// A global's initial value under construction.
#[derive(Default)]
pub(super) struct Initializer {
    /// The pieces; an address is a `GlobalAddr` of global 0 until it is resolved.
    pub(super) pieces: Vec<GlobalInit>,
    /// The pieces that are addresses, with the token of their symbol.
    addresses: Vec<(usize, Token)>,
    /// Whether the last piece may be extended.
    mergeable: bool,
}

impl Initializer {
    fn bytes(&mut self, bytes: &[u8]) {
        match self.pieces.last_mut() {
            Some(GlobalInit::Data(data)) if self.mergeable => data.extend_from_slice(bytes),
            _ => self.pieces.push(GlobalInit::Data(bytes.to_vec())),
        }
        self.mergeable = true;
    }

    fn zero(&mut self, count: u32) {
        match self.pieces.last_mut() {
            _ if count == 0 && self.mergeable => {}
            Some(GlobalInit::Zero(zeros)) if self.mergeable && zeros.checked_add(count).is_some() => *zeros += count,
            _ => self.pieces.push(GlobalInit::Zero(count)),
        }
        self.mergeable = true;
    }

    fn padding(&mut self, count: u32) {
        if count > 0 {
            self.zero(count);
        }
    }

    fn address(&mut self, symbol: Token, addend: i32) {
        self.addresses.push((self.pieces.len(), symbol));
        self.pieces.push(GlobalInit::GlobalAddr(Global::from_u32(0), addend));
        self.mergeable = true;
    }

    /// Size in bytes.
    pub(super) fn size(&self) -> u64 {
        self.pieces.iter().map(GlobalInit::size).sum()
    }

    /// Whether any piece is an address.
    pub(super) fn has_addresses(&self) -> bool {
        !self.addresses.is_empty()
    }
}
