//! Values as text: `i32 -5`, `i64 0x8000000000000000`, `float 1.5`, `double -inf`, `float nan`,
//! `<4 x i32> <1, 2, 3, 4>`.
//!
//! Integers are decimal, with a sign or without, or hexadecimal; they must fit the type signed or
//! unsigned. Floating-point numbers are decimal, `inf` or `nan` with a sign or without, or their
//! bits in hexadecimal. Vectors list their lanes. Printing gives a text that parses to the same
//! bits; a NaN with other than the usual payload is printed as bits. `?` stands for a scalar or a
//! lane that is Unspecified.

use std::fmt::Write;

use translator::ice::Type;

use super::Value;

/// A cursor over a piece of text.
pub struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    /// Starts at the first word.
    pub fn new(text: &'t str) -> Self {
        Self { rest: text.trim_start() }
    }

    /// What has not been read.
    pub fn rest(&self) -> &'t str {
        self.rest
    }

    /// Whether all has been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes these characters, if they come next.
    pub fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Takes these characters, which must come next.
    pub fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(format!("expected `{token}`, found `{}`", self.shown())) }
    }

    /// Takes the longest run of characters that a number, a name or a keyword may have.
    pub fn word(&mut self) -> &'t str {
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || "_.$+-".contains(c))).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    /// What comes next, for messages.
    fn shown(&self) -> String {
        if self.rest.is_empty() { "the end".into() } else { self.rest.chars().take(24).collect() }
    }

    /// Takes a type.
    pub fn ty(&mut self) -> Result<Type, String> {
        let mut types = Type::ALL.into_iter();
        let found = types.find(|ty| {
            let after = self.rest.strip_prefix(ty.name());
            after.is_some_and(|after| ty.is_vector() || !after.starts_with(|c: char| c.is_alphanumeric()))
        });
        let ty = found.ok_or_else(|| format!("expected a type, found `{}`", self.shown()))?;
        self.eat(ty.name());
        Ok(ty)
    }

    /// Takes a value, with its type before it or without. The type must be the expected one.
    pub fn value(&mut self, expected: Type) -> Result<Value, String> {
        let starts_typed = self.rest.starts_with(['i', 'f', 'd']) && !self.rest.starts_with("inf");
        let vector_type = expected.is_vector() && self.rest.starts_with('<') && self.ty_follows();
        if starts_typed || vector_type {
            let ty = self.ty()?;
            if ty != expected {
                return Err(format!("{ty} where {expected} is expected"));
            }
        }
        if !expected.is_vector() {
            let (bits, unspecified) = self.lane(expected)?;
            return Ok(Value { unspecified, ..Value::new(expected, bits) });
        }
        self.expect("<")?;
        let (element, mut bits, mut unspecified) = (expected.element(), 0, 0);
        for lane in 0..expected.lanes() {
            if lane > 0 {
                self.expect(",")?;
            }
            let (lane_bits, lane_unspecified) = self.lane(element)?;
            bits |= lane_bits << (lane * element.bits());
            unspecified |= lane_unspecified << (lane * element.bits());
        }
        self.expect(">")?;
        Ok(Value { unspecified, ..Value::new(expected, bits) })
    }

    /// Takes a scalar: its bits, and which of them are Unspecified.
    fn lane(&mut self, ty: Type) -> Result<(u128, u128), String> {
        if self.eat("?") { Ok((0, crate::value::mask(ty))) } else { Ok((scalar(ty, self.word())?, 0)) }
    }

    fn ty_follows(&self) -> bool {
        Type::ALL.iter().any(|ty| ty.is_vector() && self.rest.starts_with(ty.name()))
    }
}

/// The bits of a scalar.
fn scalar(ty: Type, word: &str) -> Result<u128, String> {
    let bad = || format!("`{word}` is no {ty}");
    let bits = match (word.strip_prefix("0x"), ty) {
        (Some(digits), _) => u128::from_str_radix(digits, 16).map_err(|_| bad())?,
        (None, Type::F32) => word.parse::<f32>().map_err(|_| bad())?.to_bits().into(),
        (None, Type::F64) => word.parse::<f64>().map_err(|_| bad())?.to_bits().into(),
        (None, _) => {
            let number: i128 = word.parse().map_err(|_| bad())?;
            if number < -(1 << (ty.bits() - 1)) {
                return Err(format!("{word} does not fit {ty}"));
            }
            if number < 0 { number as u128 & crate::value::mask(ty) } else { number as u128 }
        }
    };
    if bits & !crate::value::mask(ty) != 0 { Err(format!("{word} does not fit {ty}")) } else { Ok(bits) }
}

/// A value with its type, as [`Scanner::value`] reads it. Unspecified lanes are shown as `?` and
/// the mask is added.
pub fn show(value: &Value) -> String {
    let (ty, element) = (value.ty, value.ty.element());
    let width = element.bits();
    let lane = |index: u32| {
        let mask = crate::value::mask(element);
        let (bits, unspecified) = (value.bits >> (index * width) & mask, value.unspecified >> (index * width) & mask);
        match unspecified {
            0 => show_scalar(element, bits),
            all if all == mask => "?".into(),
            some => format!("{bits:#x} (but {some:#x} unspecified)"),
        }
    };
    let mut text = format!("{ty} ");
    if ty.is_vector() {
        let lanes: Vec<String> = (0..ty.lanes()).map(lane).collect();
        let _ = write!(text, "<{}>", lanes.join(", "));
    } else if ty != Type::Void {
        text += &lane(0);
    }
    text
}

fn show_scalar(ty: Type, bits: u128) -> String {
    match ty {
        Type::F32 => {
            let (number, hex) = (f32::from_bits(bits as u32), format!("{bits:#010x}"));
            if number.is_nan() { show_nan(number.to_bits() == f32::NAN.to_bits(), hex) } else { format!("{number:?}") }
        }
        Type::F64 => {
            let (number, hex) = (f64::from_bits(bits as u64), format!("{bits:#018x}"));
            if number.is_nan() { show_nan(number.to_bits() == f64::NAN.to_bits(), hex) } else { format!("{number:?}") }
        }
        Type::I1 => bits.to_string(),
        _ => {
            let unused = 128 - ty.bits();
            ((bits << unused) as i128 >> unused).to_string()
        }
    }
}

fn show_nan(usual: bool, hex: String) -> String {
    if usual { "nan".into() } else { hex }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(ty: Type, text: &str) -> Result<u128, String> {
        let mut scanner = Scanner::new(text);
        let value = scanner.value(ty)?;
        if scanner.is_empty() { Ok(value.bits) } else { Err(format!("left: {}", scanner.rest())) }
    }

    #[test]
    fn scalars_in_every_spelling() {
        assert_eq!(parse(Type::I32, "i32 -1"), Ok(0xffff_ffff));
        assert_eq!(parse(Type::I32, "4294967295"), Ok(0xffff_ffff));
        assert_eq!(parse(Type::I64, "i64 0x8000000000000000"), Ok(1 << 63));
        assert_eq!(parse(Type::F32, "float 1.5"), Ok(0x3fc0_0000));
        assert_eq!(parse(Type::F32, "0x7fc00001"), Ok(0x7fc0_0001));
        assert_eq!(parse(Type::F64, "double -inf"), Ok(0xfff0_0000_0000_0000));
        assert_eq!(parse(Type::F64, "inf"), Ok(0x7ff0_0000_0000_0000));
        assert_eq!(parse(Type::F64, "1e-5"), Ok(1e-5f64.to_bits().into()));
    }

    #[test]
    fn vectors_with_and_without_their_type() {
        let bits = 1 | 2 << 32 | 0xffff_ffff << 64 | 4 << 96;
        assert_eq!(parse(Type::V4I32, "<4 x i32> <1, 2, -1, 4>"), Ok(bits));
        assert_eq!(parse(Type::V4I32, "<1,2,-1,4>"), Ok(bits));
        assert_eq!(parse(Type::V4I1, "<1, 0, 1, 1>"), Ok(0b1101));
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for (ty, text) in [
            (Type::I32, "i64 1"),
            (Type::I32, "4294967296"),
            (Type::I32, "-2147483649"),
            (Type::I32, ""),
            (Type::I32, "0x1ffffffff"),
            (Type::F32, "one"),
            (Type::V4I32, "<1, 2, 3>"),
            (Type::V4I32, "<8 x i16> <1, 2, 3>"),
        ] {
            assert!(parse(ty, text).is_err(), "{ty} {text}");
        }
    }

    #[test]
    fn what_is_shown_parses_to_the_same_bits() {
        for ty in Type::ALL {
            for seed in [0u128, 1, u128::MAX, 0x7fc0_0000, 0x3ff0_0000_0000_0000, 0x0123_4567_89ab_cdef_8000_0000_ff80_0000] {
                let value = Value::new(ty, seed);
                assert_eq!(parse(ty, &show(&value)), Ok(value.bits), "{}", show(&value));
            }
        }
        assert_eq!(show(&Value::unspecified(Type::V4I1)), "<4 x i1> <?, ?, ?, ?>");
        let partly = Value { unspecified: 0xffff_ffff << 32, ..Value::new(Type::V4I32, 7) };
        assert_eq!(Scanner::new("<7, ?, 0, 0>").value(Type::V4I32), Ok(partly));
        assert_eq!(Scanner::new("i64 ?").value(Type::I64), Ok(Value::unspecified(Type::I64)));
    }
}
