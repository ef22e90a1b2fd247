//! Types as the text spells them, and what they come to: a value type of ICE, or a size and
//! alignment in memory.
//!
//! Pointers are `i32`. Arrays and structs only occur as the types of globals and allocas.

use super::{Parser, Result};
use crate::ice::{Signature, Type};
use crate::text::lexer::TokenKind;

/// A type of the text.
pub(super) enum Ty {
    /// A value type, or `void`.
    Value(Type),
    /// `T*`, or `ptr` without `T`.
    Pointer(Option<Box<Ty>>),
    /// `[N x T]`.
    Array(u64, Box<Ty>),
    /// `{ ... }`, or `<{ ... }>` without padding.
    Struct { packed: bool, fields: Vec<Ty>, layout: Option<(u32, u32)> },
    /// `R (P, ...)`.
    Func(Box<Signature>),
}

/// Whether a word begins a type.
pub(super) fn is_type_word(word: &str) -> bool {
    let is_int =
        || word.strip_prefix('i').is_some_and(|width| !width.is_empty() && width.bytes().all(|byte| byte.is_ascii_digit()));
    matches!(word, "void" | "float" | "double" | "ptr" | "half" | "fp128" | "x86_fp80" | "metadata" | "label" | "opaque")
        || is_int()
}

impl Ty {
    /// The ICE type of values of this type; `Void` for `void`.
    pub(super) fn value_type(&self) -> Option<Type> {
        match self {
            Ty::Value(ty) => Some(*ty),
            Ty::Pointer(_) => Some(Type::I32),
            Ty::Array(..) | Ty::Struct { .. } | Ty::Func(_) => None,
        }
    }

    /// Size and alignment in memory in bytes: the layout of `e-p:32:32-i64:64`. `None` if it has
    /// none, or 4 GiB do not hold it.
    pub(super) fn layout(&self) -> Option<(u32, u32)> {
        match self {
            Ty::Value(Type::I1) => Some((1, 1)),
            Ty::Value(ty) => ty.memory_bytes().map(|bytes| (bytes, bytes)),
            Ty::Pointer(_) => Some((4, 4)),
            Ty::Array(count, element) => {
                let (size, align) = element.layout()?;
                Some((u32::try_from(u64::from(size).checked_mul(*count)?).ok()?, align))
            }
            Ty::Struct { layout, .. } => *layout,
            Ty::Func(_) => None,
        }
    }

    /// A struct type. Its layout is worked out here, once: it is asked for with every element of an
    /// initialiser.
    fn structure(packed: bool, fields: Vec<Ty>) -> Ty {
        let layout = struct_layout(packed, &fields);
        Ty::Struct { packed, fields, layout }
    }
}

fn struct_layout(packed: bool, fields: &[Ty]) -> Option<(u32, u32)> {
    let (mut size, mut align) = (0u32, 1);
    for field in fields {
        let (field_size, field_align) = field.layout()?;
        let field_align = if packed { 1 } else { field_align };
        size = size.checked_next_multiple_of(field_align)?.checked_add(field_size)?;
        align = align.max(field_align);
    }
    Some((size.checked_next_multiple_of(align)?, align))
}

impl Parser<'_> {
    /// Any type.
    pub(super) fn ty(&mut self) -> Result<Ty> {
        self.nested(|parser| {
            let mut ty = parser.base_type()?;
            for level in 0.. {
                if parser.peek_word() == "addrspace" {
                    return parser.error(parser.peek(), "address spaces are not in the PNaCl subset");
                }
                if parser.at_punct(b'*') && level < super::MAX_NESTING {
                    parser.next();
                    ty = Ty::Pointer(Some(Box::new(ty)));
                } else if parser.at_punct(b'(') && level < super::MAX_NESTING {
                    ty = parser.function_type(&ty)?;
                } else if parser.at_punct(b'*') {
                    return parser.error(parser.peek(), "a pointer nested too deeply");
                } else {
                    break;
                }
            }
            Ok(ty)
        })
    }

    /// A type that a value can have; pointers count as `i32`.
    pub(super) fn value_type(&mut self) -> Result<Type> {
        let token = self.peek();
        match self.ty()?.value_type() {
            Some(Type::Void) | None => self.error(token, "no value has this type"),
            Some(ty) => Ok(ty),
        }
    }

    fn base_type(&mut self) -> Result<Ty> {
        let token = self.peek();
        match token.kind {
            TokenKind::Word => self.named_type(),
            TokenKind::Punct(b'[') => {
                self.next();
                let count = self.number("a number of elements", u64::from(u32::MAX))?;
                self.expect_word("x")?;
                let element = self.ty()?;
                self.expect_punct(b']')?;
                Ok(Ty::Array(count, Box::new(element)))
            }
            TokenKind::Punct(b'<') if self.peek_second().kind == TokenKind::Punct(b'{') => {
                self.next();
                let fields = self.fields()?;
                self.expect_punct(b'>')?;
                Ok(Ty::structure(true, fields))
            }
            TokenKind::Punct(b'<') => self.vector_type(),
            TokenKind::Punct(b'{') => Ok(Ty::structure(false, self.fields()?)),
            TokenKind::Local | TokenKind::LocalNumber => self.error(token, "named types are not in the PNaCl subset"),
            _ => self.expected("a type"),
        }
    }

    fn named_type(&mut self) -> Result<Ty> {
        let token = self.peek();
        let ty = match self.text(token) {
            "void" => Type::Void,
            "i1" => Type::I1,
            "i8" => Type::I8,
            "i16" => Type::I16,
            "i32" => Type::I32,
            "i64" => Type::I64,
            "float" => Type::F32,
            "double" => Type::F64,
            "ptr" => {
                self.next();
                return Ok(Ty::Pointer(None));
            }
            word if is_type_word(word) => return self.error(token, format!("`{word}` is not in the PNaCl subset")),
            _ => return self.expected("a type"),
        };
        self.next();
        Ok(Ty::Value(ty))
    }

    fn vector_type(&mut self) -> Result<Ty> {
        let token = self.next();
        let lanes = self.number("a number of lanes", 16)?;
        self.expect_word("x")?;
        let element = self.value_type()?;
        self.expect_punct(b'>')?;
        let found = Type::ALL.into_iter().find(|ty| ty.is_vector() && u64::from(ty.lanes()) == lanes && ty.element() == element);
        match found {
            Some(ty) => Ok(Ty::Value(ty)),
            None => self.error(token, "this vector type is not in the PNaCl subset"),
        }
    }

    fn fields(&mut self) -> Result<Vec<Ty>> {
        self.expect_punct(b'{')?;
        let mut fields = Vec::new();
        while !self.eat_punct(b'}') {
            if !fields.is_empty() {
                self.expect_punct(b',')?;
            }
            fields.push(self.ty()?);
        }
        Ok(fields)
    }

    /// The parameter list after a result type.
    fn function_type(&mut self, result: &Ty) -> Result<Ty> {
        let token = self.next();
        let Some(result) = result.value_type() else { return self.error(token, "no function can return this type") };
        let mut params = Vec::new();
        while !self.eat_punct(b')') {
            if !params.is_empty() {
                self.expect_punct(b',')?;
            }
            if self.peek().kind == TokenKind::Ellipsis {
                return self.error(self.peek(), "functions with variable arguments are not in the PNaCl subset");
            }
            params.push(self.value_type()?);
        }
        Ok(Ty::Func(Box::new(Signature { result, params })))
    }
}
