//! Constants outside of functions: what they are worth, and the bytes of initial values.

use super::super::ast::{Cast, Const, Op, Operand, Value as Source};
use super::super::link::{Place, Program};
use super::super::types::{Ty, TypeKind};
use super::Result;
use super::shape::{Shape, shape};
use crate::ice::{BinOp, GlobalInit, IntCond, Value, ValueRef};

/// What a constant is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// A number's bits.
    Number(u64),
    /// An address: a symbol's, and a distance from it.
    Address(Place, i64),
}

/// The bytes of a variable, and the addresses in them.
pub(super) struct Image<'p> {
    program: &'p Program,
    /// The module whose symbols constants name.
    pub(super) module: usize,
    pub(super) bytes: Vec<u8>,
    /// Where which address stands, in ascending order.
    pub(super) addresses: Vec<(u64, Place, i64)>,
}

/// A run of zeros that is worth a piece of its own.
const LONG_ZEROS: usize = 64;

impl<'p> Image<'p> {
    pub(super) fn new(program: &'p Program, module: usize) -> Self {
        Self { program, module, bytes: Vec::new(), addresses: Vec::new() }
    }

    /// Appends a value, with the padding behind it.
    pub(super) fn write(&mut self, ty: Ty, constant: &Const) -> Result<()> {
        let start = self.bytes.len();
        let size = self.program.types.size(ty)? as usize;
        self.write_value(ty, constant)?;
        if self.bytes.len() > start + size {
            return Err("an initial value larger than its type".into());
        }
        self.bytes.resize(start + size, 0);
        Ok(())
    }

    fn write_value(&mut self, ty: Ty, constant: &Const) -> Result<()> {
        match constant {
            Const::Zero | Const::Undef => Ok(()),
            Const::Bytes(bytes) => {
                self.bytes.extend_from_slice(bytes);
                Ok(())
            }
            Const::Aggregate(elements) => self.write_elements(ty, elements),
            Const::Wide(words) => {
                let size = self.program.types.store_size(ty)? as usize;
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take(size).collect();
                self.bytes.extend_from_slice(&bytes);
                Ok(())
            }
            _ => {
                let size = self.program.types.store_size(ty)? as usize;
                match evaluate(self.program, self.module, constant)? {
                    Known::Number(bits) => self.bytes.extend_from_slice(&bits.to_le_bytes()[..size.min(8)]),
                    Known::Address(place, addend) if size == 4 => {
                        self.addresses.push((self.bytes.len() as u64, place, addend));
                        self.bytes.extend_from_slice(&[0; 4]);
                    }
                    Known::Address(..) => return Err("an address in an integer that is not 32 bits wide".into()),
                }
                Ok(())
            }
        }
    }

    fn write_elements(&mut self, ty: Ty, elements: &[(Ty, Const)]) -> Result<()> {
        let start = self.bytes.len() as u64;
        if let TypeKind::Vector(_, element) = self.program.types.kind(ty)
            && let Some(bits) = self.program.types.int_bits(*element).filter(|bits| !bits.is_multiple_of(8))
        {
            return self.write_bits(bits, elements);
        }
        for (index, (element, constant)) in elements.iter().enumerate() {
            let at = start + self.program.types.offset(ty, index as u64)?;
            self.bytes.resize(at as usize, 0);
            let is_vector = matches!(self.program.types.kind(ty), TypeKind::Vector(..));
            if is_vector {
                self.write_value(*element, constant)?;
                let end = at + self.program.types.store_size(*element)?;
                self.bytes.resize(end as usize, 0);
            } else {
                self.write(*element, constant)?;
            }
        }
        Ok(())
    }

    /// Lanes that lie bit after bit.
    fn write_bits(&mut self, bits: u32, elements: &[(Ty, Const)]) -> Result<()> {
        let start = self.bytes.len();
        let total = bits as usize * elements.len();
        self.bytes.resize(start + total.div_ceil(8), 0);
        for (index, (_, constant)) in elements.iter().enumerate() {
            let Known::Number(value) = evaluate(self.program, self.module, constant)? else {
                return Err("an address in a vector of bits".into());
            };
            for bit in 0..bits.min(64) as usize {
                let at = index * bits as usize + bit;
                self.bytes[start + at / 8] |= ((value >> bit & 1) as u8) << (at % 8);
            }
        }
        Ok(())
    }

    /// The pieces of the initial value, given what the addresses turned out to be.
    pub(super) fn pieces(&self, addresses: &[(u64, Option<Value>, i64)]) -> Vec<GlobalInit> {
        let mut pieces = Vec::new();
        let mut at = 0usize;
        for &(place, value, addend) in addresses {
            add_bytes(&mut pieces, &self.bytes[at..place as usize]);
            let addend = addend as i32;
            pieces.push(match value.map(Value::unpack) {
                Some(ValueRef::Func(func)) => GlobalInit::FuncAddr(func, addend),
                Some(ValueRef::Global(global)) => GlobalInit::GlobalAddr(global, addend),
                _ => GlobalInit::Data(addend.to_le_bytes().to_vec()),
            });
            at = place as usize + 4;
        }
        add_bytes(&mut pieces, &self.bytes[at..]);
        if pieces.is_empty() {
            // No object is empty: it would have no address of its own.
            pieces.push(GlobalInit::Zero(1));
        }
        pieces
    }
}

/// Appends bytes, long runs of zeros as such.
fn add_bytes(pieces: &mut Vec<GlobalInit>, bytes: &[u8]) {
    let mut rest = bytes;
    while !rest.is_empty() {
        let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
        if zeros >= LONG_ZEROS || zeros == rest.len() {
            pieces.push(GlobalInit::Zero(zeros as u32));
            rest = &rest[zeros..];
            continue;
        }
        // Up to the next long run of zeros.
        let (mut end, mut run) = (rest.len(), 0);
        for (index, &byte) in rest.iter().enumerate() {
            run = if byte == 0 { run + 1 } else { 0 };
            if run == LONG_ZEROS && index + 1 > LONG_ZEROS {
                end = index + 1 - LONG_ZEROS;
                break;
            }
        }
        pieces.push(GlobalInit::Data(rest[..end].to_vec()));
        rest = &rest[end..];
    }
}

/// What a constant of a module is worth, if it is a number of at most 64 bits or an address.
pub(super) fn evaluate(program: &Program, module: usize, constant: &Const) -> Result<Known> {
    match constant {
        Const::Int(bits) | Const::F64(bits) => Ok(Known::Number(*bits)),
        Const::F32(bits) => Ok(Known::Number(u64::from(*bits))),
        Const::Zero | Const::Undef => Ok(Known::Number(0)),
        Const::Symbol(symbol) => Ok(Known::Address(Place { module, symbol: *symbol }, 0)),
        Const::Block(function, block) => {
            let place = program.resolve(Place { module, symbol: *function });
            super::number_of_block(program, place, block).map(|number| Known::Number(u64::from(number)))
        }
        Const::Expr(expr) => evaluate_expression(program, module, &expr.op),
        _ => Err("a constant expression that is neither a number nor an address".into()),
    }
}

fn operand(program: &Program, module: usize, operand: &Operand) -> Result<Known> {
    value(program, module, &operand.value)
}

fn value(program: &Program, module: usize, value: &Source) -> Result<Known> {
    match value {
        Source::Const(constant) => evaluate(program, module, constant),
        _ => Err("a constant expression of something that is not constant".into()),
    }
}

fn bits_of(program: &Program, ty: Ty) -> Result<u32> {
    match shape(program, ty)? {
        Shape::Int(bits) if bits <= 64 => Ok(bits),
        Shape::Float(float) => Ok(float.bits()),
        _ => Err(format!("a constant expression of type {}", program.types.name(ty))),
    }
}

fn cut(bits: u32, number: u64) -> u64 {
    if bits >= 64 { number } else { number & ((1 << bits) - 1) }
}

fn sign_extended(bits: u32, number: u64) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (number << unused) as i64 >> unused
}

fn evaluate_expression(program: &Program, module: usize, op: &Op) -> Result<Known> {
    match op {
        Op::Gep { source, base, indices } => address(program, module, *source, base, indices),
        Op::Cast { op, src, to } => cast(program, module, *op, src, *to),
        Op::Binary { op, lhs, rhs } => {
            let bits = bits_of(program, lhs.ty)?;
            binary(*op, bits, operand(program, module, lhs)?, value(program, module, rhs)?)
        }
        Op::Icmp { cond, lhs, rhs } => {
            let bits = bits_of(program, lhs.ty)?;
            compare(*cond, bits, operand(program, module, lhs)?, value(program, module, rhs)?)
        }
        Op::Select { cond, on_true, on_false } => match operand(program, module, cond)? {
            Known::Number(0) => operand(program, module, on_false),
            Known::Number(_) => operand(program, module, on_true),
            Known::Address(..) => Err("a constant choice by an address".into()),
        },
        _ => Err("a constant expression that is not known when the program is linked".into()),
    }
}

fn cast(program: &Program, module: usize, op: Cast, src: &Operand, to: Ty) -> Result<Known> {
    let known = operand(program, module, src)?;
    let (from, to) = (bits_of(program, src.ty)?, bits_of(program, to)?);
    match known {
        Known::Number(number) => match op {
            Cast::SExt => Ok(Known::Number(cut(to, sign_extended(from, number) as u64))),
            Cast::Trunc | Cast::ZExt | Cast::Bitcast | Cast::PtrToInt | Cast::IntToPtr => Ok(Known::Number(cut(to, number))),
            _ => Err("a constant conversion of floating-point numbers".into()),
        },
        Known::Address(..) if to == 32 => Ok(known),
        Known::Address(..) => Err("an address in an integer that is not 32 bits wide".into()),
    }
}

fn address(program: &Program, module: usize, source: Ty, base: &Operand, indices: &[Operand]) -> Result<Known> {
    let (mut ty, mut distance) = (source, 0i64);
    for (number, index) in indices.iter().enumerate() {
        let bits = bits_of(program, index.ty)?;
        let Known::Number(value) = operand(program, module, index)? else { return Err("an index that is an address".into()) };
        let value = sign_extended(bits, value);
        if number == 0 {
            distance = distance.wrapping_add(value.wrapping_mul(program.types.size(ty)? as i64));
        } else if let TypeKind::Struct { .. } = program.types.kind(ty) {
            distance = distance.wrapping_add(program.types.offset(ty, value as u64)? as i64);
            ty = program.types.element(ty, value as u64).ok_or("a field that is not there")?;
        } else {
            let (TypeKind::Array(_, element) | TypeKind::Vector(_, element)) = *program.types.kind(ty) else {
                return Err(format!("an element of a {}", program.types.name(ty)));
            };
            ty = element;
            distance = distance.wrapping_add(value.wrapping_mul(program.types.size(ty)? as i64));
        }
    }
    Ok(match operand(program, module, base)? {
        Known::Number(number) => Known::Number(cut(32, number.wrapping_add(distance as u64))),
        Known::Address(place, addend) => Known::Address(place, addend.wrapping_add(distance)),
    })
}

fn binary(op: BinOp, bits: u32, lhs: Known, rhs: Known) -> Result<Known> {
    let unknown = || Err(format!("{op} of addresses is not known when the program is linked"));
    let (a, b) = match (lhs, rhs) {
        (Known::Number(a), Known::Number(b)) => (a, b),
        (Known::Address(place, addend), Known::Number(b)) => {
            let by = sign_extended(bits, b);
            return match op {
                BinOp::Add => Ok(Known::Address(place, addend.wrapping_add(by))),
                BinOp::Sub => Ok(Known::Address(place, addend.wrapping_sub(by))),
                BinOp::Or if b == 0 => Ok(Known::Address(place, addend)),
                _ => unknown(),
            };
        }
        (Known::Number(a), Known::Address(place, addend)) if op == BinOp::Add => {
            return Ok(Known::Address(place, addend.wrapping_add(sign_extended(bits, a))));
        }
        (Known::Address(one, a), Known::Address(other, b)) if op == BinOp::Sub && one == other => {
            return Ok(Known::Number(cut(bits, a.wrapping_sub(b) as u64)));
        }
        _ => return unknown(),
    };
    let (sa, sb) = (sign_extended(bits, a), sign_extended(bits, b));
    let result = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl if b < u64::from(bits) => a << b,
        BinOp::LShr if b < u64::from(bits) => a >> b,
        BinOp::AShr if b < u64::from(bits) => (sa >> b) as u64,
        BinOp::UDiv if b != 0 => a / b,
        BinOp::URem if b != 0 => a % b,
        BinOp::SDiv if b != 0 => sa.wrapping_div(sb) as u64,
        BinOp::SRem if b != 0 => sa.wrapping_rem(sb) as u64,
        _ => return Err(format!("{op} of constants that has no value")),
    };
    Ok(Known::Number(cut(bits, result)))
}

/// Whether a comparison holds of two numbers, given without and with a sign.
pub(super) fn holds<U: PartialOrd, S: PartialOrd>(cond: IntCond, (a, b): (U, U), (sa, sb): (S, S)) -> bool {
    match cond {
        IntCond::Eq => a == b,
        IntCond::Ne => a != b,
        IntCond::Ugt => a > b,
        IntCond::Uge => a >= b,
        IntCond::Ult => a < b,
        IntCond::Ule => a <= b,
        IntCond::Sgt => sa > sb,
        IntCond::Sge => sa >= sb,
        IntCond::Slt => sa < sb,
        IntCond::Sle => sa <= sb,
    }
}

fn compare(cond: IntCond, bits: u32, lhs: Known, rhs: Known) -> Result<Known> {
    let holds = match (lhs, rhs) {
        (Known::Number(a), Known::Number(b)) => {
            let (sa, sb) = (sign_extended(bits, a), sign_extended(bits, b));
            holds(cond, (a, b), (sa, sb))
        }
        (Known::Address(..), Known::Number(0)) | (Known::Number(0), Known::Address(..)) if cond == IntCond::Eq => false,
        (Known::Address(..), Known::Number(0)) | (Known::Number(0), Known::Address(..)) if cond == IntCond::Ne => true,
        (Known::Address(one, a), Known::Address(other, b)) if one == other => match cond {
            IntCond::Eq => a == b,
            IntCond::Ne => a != b,
            IntCond::Ult => a < b,
            IntCond::Ugt => a > b,
            IntCond::Ule => a <= b,
            IntCond::Uge => a >= b,
            _ => return Err("a signed comparison of addresses".into()),
        },
        _ => return Err("a comparison of addresses that is not known when the program is linked".into()),
    };
    Ok(Known::Number(u64::from(holds)))
}
