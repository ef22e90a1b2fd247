//! Operators and predicates, with the names LLVM assembly gives them.
//!
//! The numeric encodings of the bitcode live with the reader and the writer; this file holds
//! meaning only. Source: [PNACL-ABI] "List of allowed instructions"; [LLVM-REF-3-3] "Instruction
//! Reference" for what they mean.

use super::types::Type;

/// Declares a field-less enum with its spelling in LLVM assembly.
macro_rules! named_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Every variant, in declaration order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The spelling in LLVM assembly.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result { f.write_str(self.name()) }
        }
    };
}

pub(crate) use named_enum;

named_enum! {
    /// A binary operator: both operands and the result have one type.
    BinOp {
        /// Integer addition, wrapping.
        Add = "add",
        /// Integer subtraction, wrapping.
        Sub = "sub",
        /// Integer multiplication, wrapping.
        Mul = "mul",
        /// Unsigned division; by zero traps.
        UDiv = "udiv",
        /// Signed division, truncating; by zero traps.
        SDiv = "sdiv",
        /// Unsigned remainder; by zero traps.
        URem = "urem",
        /// Signed remainder, sign of the dividend; by zero traps.
        SRem = "srem",
        /// Shift left.
        Shl = "shl",
        /// Logical shift right.
        LShr = "lshr",
        /// Arithmetic shift right.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point multiplication.
        FMul = "fmul",
        /// Floating-point division.
        FDiv = "fdiv",
        /// Floating-point remainder: C's `fmod`.
        FRem = "frem",
    }
}

impl BinOp {
    /// Whether this operates on floating-point values.
    pub const fn is_float(self) -> bool {
        self as u8 >= BinOp::FAdd as u8
    }

    /// Whether this is one of the three shifts.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::LShr | BinOp::AShr)
    }

    /// Whether this is an integer division or remainder, which traps on a zero divisor.
    pub const fn is_int_division(self) -> bool {
        matches!(self, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
    }

    /// Whether swapping the operands leaves the result unchanged.
    pub const fn is_commutative(self) -> bool {
        use BinOp::*;
        matches!(self, Add | Mul | And | Or | Xor | FAdd | FMul)
    }

    /// Whether the bitcode ABI allows it on values of type `ty`.
    pub const fn accepts(self, ty: Type) -> bool {
        match self {
            BinOp::And | BinOp::Or | BinOp::Xor => ty.is_int_or_int_vector(),
            _ if self.is_float() => ty.is_float_or_float_vector(),
            _ => ty.is_int_or_int_vector() && !ty.is_bool_or_bool_vector(),
        }
    }
}

named_enum! {
    /// A conversion; the result type is the type of the instruction's value.
    CastOp {
        /// To a narrower integer, dropping high bits.
        Trunc = "trunc",
        /// To a wider integer, filling with zeros.
        ZExt = "zext",
        /// To a wider integer, filling with the sign.
        SExt = "sext",
        /// Floating point to unsigned integer, toward zero.
        FpToUi = "fptoui",
        /// Floating point to signed integer, toward zero.
        FpToSi = "fptosi",
        /// Unsigned integer to floating point, to nearest even.
        UiToFp = "uitofp",
        /// Signed integer to floating point, to nearest even.
        SiToFp = "sitofp",
        /// Double to float, to nearest even.
        FpTrunc = "fptrunc",
        /// Float to double.
        FpExt = "fpext",
        /// Same bits, other type.
        Bitcast = "bitcast",
    }
}

impl CastOp {
    /// Whether the bitcode ABI allows converting `from` into `to`.
    pub fn accepts(self, from: Type, to: Type) -> bool {
        let same_lanes = from.lanes() == to.lanes() && from.is_vector() == to.is_vector();
        let ints = from.is_int_or_int_vector() && to.is_int_or_int_vector();
        let element_bits = (from.element().bits(), to.element().bits());
        match self {
            CastOp::Trunc => same_lanes && ints && element_bits.0 > element_bits.1,
            CastOp::ZExt | CastOp::SExt => same_lanes && ints && element_bits.0 < element_bits.1,
            CastOp::FpToUi | CastOp::FpToSi => same_lanes && from.is_float_or_float_vector() && to.is_int_or_int_vector(),
            CastOp::UiToFp | CastOp::SiToFp => same_lanes && from.is_int_or_int_vector() && to.is_float_or_float_vector(),
            CastOp::FpTrunc => from == Type::F64 && to == Type::F32,
            CastOp::FpExt => from == Type::F32 && to == Type::F64,
            CastOp::Bitcast => from.bits() == to.bits() && from != Type::Void,
        }
    }
}

named_enum! {
    /// An integer comparison predicate.
    IntCond {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

impl IntCond {
    /// The predicate that holds exactly when this one does not.
    pub const fn negate(self) -> Self {
        use IntCond::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// The predicate that holds of `(b, a)` exactly when this one holds of `(a, b)`.
    pub const fn swap_operands(self) -> Self {
        use IntCond::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
        }
    }

    /// Whether the operands are compared as signed numbers.
    pub const fn is_signed(self) -> bool {
        self as u8 >= IntCond::Sgt as u8
    }
}

named_enum! {
    /// A floating-point comparison predicate: `O…` is false and `U…` true when an operand is a NaN.
    FloatCond {
        /// Always false.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and greater or equal.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and less or equal.
        Ole = "ole",
        /// Ordered and not equal.
        One = "one",
        /// Neither operand is a NaN.
        Ord = "ord",
        /// An operand is a NaN.
        Uno = "uno",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered or greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered or less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// Always true.
        True = "true",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_involutions() {
        for &cond in IntCond::ALL {
            assert_eq!(cond.negate().negate(), cond);
            assert_eq!(cond.swap_operands().swap_operands(), cond);
            assert_ne!(cond.negate(), cond);
        }
    }
}
