//! The value types of PNaCl bitcode.
//!
//! Source: [PNACL-ABI] "Type System". Pointers do not exist as a type of their own: the finalised
//! format has them as `i32`. `i1` vectors have no memory form; the other vectors are 128 bits wide.

use std::fmt;

/// A value type. `Void` only appears as a function's result.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Type {
    /// No value.
    Void,
    /// A truth value.
    I1,
    /// 8-bit integer.
    I8,
    /// 16-bit integer.
    I16,
    /// 32-bit integer; also every pointer.
    I32,
    /// 64-bit integer.
    I64,
    /// binary32 of [IEEE-754] 3.6.
    F32,
    /// binary64 of [IEEE-754] 3.6.
    F64,
    /// Four truth values: the result of comparing `V4I32` or `V4F32`.
    V4I1,
    /// Eight truth values.
    V8I1,
    /// Sixteen truth values.
    V16I1,
    /// Sixteen 8-bit integers.
    V16I8,
    /// Eight 16-bit integers.
    V8I16,
    /// Four 32-bit integers.
    V4I32,
    /// Four binary32.
    V4F32,
}

use Type::*;

impl Type {
    /// Every type but `Void`, in declaration order.
    pub const ALL: [Type; 14] = [I1, I8, I16, I32, I64, F32, F64, V4I1, V8I1, V16I1, V16I8, V8I16, V4I32, V4F32];

    /// The type with this discriminant.
    pub fn from_u8(discriminant: u8) -> Option<Type> {
        if discriminant == 0 { Some(Void) } else { Self::ALL.get(usize::from(discriminant) - 1).copied() }
    }

    /// Whether this is one of the vector types, `i1` vectors included.
    #[inline]
    pub const fn is_vector(self) -> bool {
        self as u8 >= V4I1 as u8
    }

    /// Whether this is a scalar integer, `i1` included.
    #[inline]
    pub const fn is_scalar_int(self) -> bool {
        self as u8 >= I1 as u8 && self as u8 <= I64 as u8
    }

    /// Whether this is `F32` or `F64`.
    #[inline]
    pub const fn is_scalar_float(self) -> bool {
        matches!(self, F32 | F64)
    }

    /// Whether elements are integers (`i1` included), scalar or vector.
    pub const fn is_int_or_int_vector(self) -> bool {
        !matches!(self, Void | F32 | F64 | V4F32)
    }

    /// Whether elements are floating-point, scalar or vector.
    pub const fn is_float_or_float_vector(self) -> bool {
        matches!(self, F32 | F64 | V4F32)
    }

    /// Whether this is `I1` or a vector of it.
    pub const fn is_bool_or_bool_vector(self) -> bool {
        matches!(self, I1 | V4I1 | V8I1 | V16I1)
    }

    /// The type of one lane; a scalar is its own element.
    pub const fn element(self) -> Type {
        match self {
            V4I1 | V8I1 | V16I1 => I1,
            V16I8 => I8,
            V8I16 => I16,
            V4I32 => I32,
            V4F32 => F32,
            scalar => scalar,
        }
    }

    /// Number of lanes: 1 for a scalar, 0 for `Void`.
    pub const fn lanes(self) -> u32 {
        match self {
            Void => 0,
            V4I1 | V4I32 | V4F32 => 4,
            V8I1 | V8I16 => 8,
            V16I1 | V16I8 => 16,
            _ => 1,
        }
    }

    /// Width of one value in bits, counting an `i1` as one bit: `V4I1` has 4, `V4I32` has 128.
    pub const fn bits(self) -> u32 {
        match self {
            Void => 0,
            I1 => 1,
            I8 => 8,
            I16 => 16,
            I32 | F32 => 32,
            I64 | F64 => 64,
            V4I1 => 4,
            V8I1 => 8,
            V16I1 => 16,
            V16I8 | V8I16 | V4I32 | V4F32 => 128,
        }
    }

    /// Size in memory in bytes, or `None` for a type that cannot be loaded or stored (`Void`, `i1`
    /// and its vectors).
    pub const fn memory_bytes(self) -> Option<u32> {
        match self {
            Void | I1 | V4I1 | V8I1 | V16I1 => None,
            _ => Some(self.bits() / 8),
        }
    }

    /// The type that comparing two values of this type gives: `I1`, or the `i1` vector with as many
    /// lanes.
    pub const fn comparison_result(self) -> Type {
        match self {
            V16I8 | V16I1 => V16I1,
            V8I16 | V8I1 => V8I1,
            V4I32 | V4F32 | V4I1 => V4I1,
            _ => I1,
        }
    }

    /// Whether a function may take or return it: [PNACL-ABI] "Scalar types" allows i32, i64, float,
    /// double and vectors.
    pub const fn is_argument(self) -> bool {
        !matches!(self, Void | I1 | I8 | I16)
    }

    /// The spelling in LLVM assembly.
    pub const fn name(self) -> &'static str {
        match self {
            Void => "void",
            I1 => "i1",
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            F32 => "float",
            F64 => "double",
            V4I1 => "<4 x i1>",
            V8I1 => "<8 x i1>",
            V16I1 => "<16 x i1>",
            V16I8 => "<16 x i8>",
            V8I16 => "<8 x i16>",
            V4I32 => "<4 x i32>",
            V4F32 => "<4 x float>",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discriminants_round_trip() {
        assert_eq!(Type::from_u8(0), Some(Void));
        for ty in Type::ALL {
            assert_eq!(Type::from_u8(ty as u8), Some(ty));
        }
        assert_eq!(Type::from_u8(15), None);
    }

    #[test]
    fn lanes_times_element_bits_is_the_width() {
        for ty in Type::ALL {
            assert_eq!(ty.lanes() * ty.element().bits(), ty.bits(), "{ty}");
            assert_eq!(ty.comparison_result().lanes(), ty.lanes(), "{ty}");
        }
    }
}
