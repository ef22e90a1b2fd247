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

/// The same, each with a row of what is to be known of it besides; its comment is its description.
macro_rules! operations {
    ($(#[$meta:meta])* $name:ident: $row:ty {
        $($(#[doc = $doc:literal])+ $variant:ident = $text:literal: $known:expr),+ $(,)?
    }) => {
        named_enum! { $(#[$meta])* $name { $($(#[doc = $doc])+ $variant = $text),+ } }

        impl $name {
            /// What is to be known of it.
            #[inline]
            pub const fn row(self) -> $row {
                match self { $($name::$variant => const { $known }),+ }
            }

            /// What it does, in the words of its declaration.
            pub fn description(self) -> String {
                let lines: &[&str] = match self { $($name::$variant => &[$($doc),+]),+ };
                lines.concat().trim_start().trim_end_matches('.').to_string()
            }
        }
    };
}

/// What is to be known of a binary operator.
#[derive(Copy, Clone, Debug)]
pub struct Arithmetic {
    /// The types of its operands and result.
    pub takes: Takes,
    /// Whether swapping the operands leaves the result unchanged.
    pub commutes: bool,
    /// Whether it traps on a zero divisor.
    pub traps: bool,
    /// Whether its second operand is a number of bits.
    pub shifts: bool,
}

/// Which types a binary operator works on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Integers and vectors of them, but no truth values.
    Numbers,
    /// Integers and vectors of them, truth values too.
    Bits,
    /// Floating point and vectors of it.
    Floats,
}

const fn arithmetic(takes: Takes) -> Arithmetic {
    Arithmetic { takes, commutes: false, traps: false, shifts: false }
}

impl Arithmetic {
    const fn commutes(self) -> Self {
        Self { commutes: true, ..self }
    }

    const fn traps(self) -> Self {
        Self { traps: true, ..self }
    }

    const fn shifts(self) -> Self {
        Self { shifts: true, ..self }
    }
}

const NUMBERS: Arithmetic = arithmetic(Takes::Numbers);
const BITS: Arithmetic = arithmetic(Takes::Bits);
const FLOATS: Arithmetic = arithmetic(Takes::Floats);

operations! {
    /// A binary operator: both operands and the result have one type.
    BinOp: Arithmetic {
        /// Integer addition, wrapping.
        Add = "add": NUMBERS.commutes(),
        /// Integer subtraction, wrapping.
        Sub = "sub": NUMBERS,
        /// Integer multiplication, wrapping.
        Mul = "mul": NUMBERS.commutes(),
        /// Unsigned division; by zero traps.
        UDiv = "udiv": NUMBERS.traps(),
        /// Signed division, truncating; by zero traps.
        SDiv = "sdiv": NUMBERS.traps(),
        /// Unsigned remainder; by zero traps.
        URem = "urem": NUMBERS.traps(),
        /// Signed remainder, sign of the dividend; by zero traps.
        SRem = "srem": NUMBERS.traps(),
        /// Shift left.
        Shl = "shl": NUMBERS.shifts(),
        /// Logical shift right.
        LShr = "lshr": NUMBERS.shifts(),
        /// Arithmetic shift right.
        AShr = "ashr": NUMBERS.shifts(),
        /// Bitwise and.
        And = "and": BITS.commutes(),
        /// Bitwise or.
        Or = "or": BITS.commutes(),
        /// Bitwise exclusive or.
        Xor = "xor": BITS.commutes(),
        /// Floating-point addition.
        FAdd = "fadd": FLOATS.commutes(),
        /// Floating-point subtraction.
        FSub = "fsub": FLOATS,
        /// Floating-point multiplication.
        FMul = "fmul": FLOATS.commutes(),
        /// Floating-point division.
        FDiv = "fdiv": FLOATS,
        /// Floating-point remainder: C's `fmod`.
        FRem = "frem": FLOATS,
    }
}

impl BinOp {
    /// Whether this operates on floating-point values.
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self.row().takes, Takes::Floats)
    }

    /// Whether this is one of the three shifts.
    #[inline]
    pub const fn is_shift(self) -> bool {
        self.row().shifts
    }

    /// Whether this is an integer division or remainder, which traps on a zero divisor.
    #[inline]
    pub const fn is_int_division(self) -> bool {
        self.row().traps
    }

    /// Whether swapping the operands leaves the result unchanged.
    #[inline]
    pub const fn is_commutative(self) -> bool {
        self.row().commutes
    }

    /// Whether the bitcode ABI allows it on values of type `ty`.
    #[inline]
    pub const fn accepts(self, ty: Type) -> bool {
        match self.row().takes {
            Takes::Numbers => ty.is_int_or_int_vector() && !ty.is_bool_or_bool_vector(),
            Takes::Bits => ty.is_int_or_int_vector(),
            Takes::Floats => ty.is_float_or_float_vector(),
        }
    }
}

/// From what to what a conversion goes; lane by lane, of vectors.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// From integers to narrower ones.
    Narrows,
    /// From integers to wider ones.
    Widens,
    /// From floating point to integers.
    FloatToInt,
    /// From integers to floating point.
    IntToFloat,
    /// From `double` to `float`.
    ToFloat,
    /// From `float` to `double`.
    ToDouble,
    /// From any type to one of as many bits.
    SameBits,
}

operations! {
    /// A conversion; the result type is the type of the instruction's value.
    CastOp: Conversion {
        /// To a narrower integer, dropping high bits.
        Trunc = "trunc": Conversion::Narrows,
        /// To a wider integer, filling with zeros.
        ZExt = "zext": Conversion::Widens,
        /// To a wider integer, filling with the sign.
        SExt = "sext": Conversion::Widens,
        /// Floating point to unsigned integer, toward zero.
        FpToUi = "fptoui": Conversion::FloatToInt,
        /// Floating point to signed integer, toward zero.
        FpToSi = "fptosi": Conversion::FloatToInt,
        /// Unsigned integer to floating point, to nearest even.
        UiToFp = "uitofp": Conversion::IntToFloat,
        /// Signed integer to floating point, to nearest even.
        SiToFp = "sitofp": Conversion::IntToFloat,
        /// Double to float, to nearest even.
        FpTrunc = "fptrunc": Conversion::ToFloat,
        /// Float to double.
        FpExt = "fpext": Conversion::ToDouble,
        /// Same bits, other type.
        Bitcast = "bitcast": Conversion::SameBits,
    }
}

impl CastOp {
    /// Whether the bitcode ABI allows converting `from` into `to`.
    pub fn accepts(self, from: Type, to: Type) -> bool {
        let same_lanes = from.lanes() == to.lanes() && from.is_vector() == to.is_vector();
        let ints = from.is_int_or_int_vector() && to.is_int_or_int_vector();
        let element_bits = (from.element().bits(), to.element().bits());
        match self.row() {
            Conversion::Narrows => same_lanes && ints && element_bits.0 > element_bits.1,
            Conversion::Widens => same_lanes && ints && element_bits.0 < element_bits.1,
            Conversion::FloatToInt => same_lanes && from.is_float_or_float_vector() && to.is_int_or_int_vector(),
            Conversion::IntToFloat => same_lanes && from.is_int_or_int_vector() && to.is_float_or_float_vector(),
            Conversion::ToFloat => from == Type::F64 && to == Type::F32,
            Conversion::ToDouble => from == Type::F32 && to == Type::F64,
            Conversion::SameBits => from.bits() == to.bits() && from != Type::Void,
        }
    }
}

/// What is to be known of an integer comparison's predicate.
#[derive(Copy, Clone, Debug)]
pub struct IntPredicate {
    /// The predicate that holds exactly when this one does not.
    pub negated: IntCond,
    /// The predicate that holds of `(b, a)` exactly when this one holds of `(a, b)`.
    pub swapped: IntCond,
    /// Whether the operands are compared as signed numbers.
    pub is_signed: bool,
}

const fn predicate(negated: IntCond, swapped: IntCond, is_signed: bool) -> IntPredicate {
    IntPredicate { negated, swapped, is_signed }
}

operations! {
    /// An integer comparison predicate.
    IntCond: IntPredicate {
        /// Equal.
        Eq = "eq": predicate(IntCond::Ne, IntCond::Eq, false),
        /// Not equal.
        Ne = "ne": predicate(IntCond::Eq, IntCond::Ne, false),
        /// Unsigned greater.
        Ugt = "ugt": predicate(IntCond::Ule, IntCond::Ult, false),
        /// Unsigned greater or equal.
        Uge = "uge": predicate(IntCond::Ult, IntCond::Ule, false),
        /// Unsigned less.
        Ult = "ult": predicate(IntCond::Uge, IntCond::Ugt, false),
        /// Unsigned less or equal.
        Ule = "ule": predicate(IntCond::Ugt, IntCond::Uge, false),
        /// Signed greater.
        Sgt = "sgt": predicate(IntCond::Sle, IntCond::Slt, true),
        /// Signed greater or equal.
        Sge = "sge": predicate(IntCond::Slt, IntCond::Sle, true),
        /// Signed less.
        Slt = "slt": predicate(IntCond::Sge, IntCond::Sgt, true),
        /// Signed less or equal.
        Sle = "sle": predicate(IntCond::Sgt, IntCond::Sge, true),
    }
}

impl IntCond {
    /// The predicate that holds exactly when this one does not.
    #[inline]
    pub const fn negate(self) -> Self {
        self.row().negated
    }

    /// The predicate that holds of `(b, a)` exactly when this one holds of `(a, b)`.
    #[inline]
    pub const fn swap_operands(self) -> Self {
        self.row().swapped
    }

    /// Whether the operands are compared as signed numbers.
    #[inline]
    pub const fn is_signed(self) -> bool {
        self.row().is_signed
    }
}

/// In which of four cases a floating-point predicate holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Relations {
    /// The first operand is less.
    pub less: bool,
    /// They are equal.
    pub equal: bool,
    /// The first operand is greater.
    pub greater: bool,
    /// An operand is a NaN.
    pub unordered: bool,
}

operations! {
    /// A floating-point comparison predicate: `O…` is false and `U…` true when an operand is a NaN.
    FloatCond: Relations {
        /// Always false.
        False = "false": Relations { less: false, equal: false, greater: false, unordered: false },
        /// Ordered and equal.
        Oeq = "oeq": Relations { less: false, equal: true, greater: false, unordered: false },
        /// Ordered and greater.
        Ogt = "ogt": Relations { less: false, equal: false, greater: true, unordered: false },
        /// Ordered and greater or equal.
        Oge = "oge": Relations { less: false, equal: true, greater: true, unordered: false },
        /// Ordered and less.
        Olt = "olt": Relations { less: true, equal: false, greater: false, unordered: false },
        /// Ordered and less or equal.
        Ole = "ole": Relations { less: true, equal: true, greater: false, unordered: false },
        /// Ordered and not equal.
        One = "one": Relations { less: true, equal: false, greater: true, unordered: false },
        /// Neither operand is a NaN.
        Ord = "ord": Relations { less: true, equal: true, greater: true, unordered: false },
        /// An operand is a NaN.
        Uno = "uno": Relations { less: false, equal: false, greater: false, unordered: true },
        /// Unordered or equal.
        Ueq = "ueq": Relations { less: false, equal: true, greater: false, unordered: true },
        /// Unordered or greater.
        Ugt = "ugt": Relations { less: false, equal: false, greater: true, unordered: true },
        /// Unordered or greater or equal.
        Uge = "uge": Relations { less: false, equal: true, greater: true, unordered: true },
        /// Unordered or less.
        Ult = "ult": Relations { less: true, equal: false, greater: false, unordered: true },
        /// Unordered or less or equal.
        Ule = "ule": Relations { less: true, equal: true, greater: false, unordered: true },
        /// Unordered or not equal.
        Une = "une": Relations { less: true, equal: false, greater: true, unordered: true },
        /// Always true.
        True = "true": Relations { less: true, equal: true, greater: true, unordered: true },
    }
}

impl FloatCond {
    /// The predicate that holds exactly when this one does not.
    pub fn negate(self) -> Self {
        let Relations { less, equal, greater, unordered } = self.row();
        let opposite = Relations { less: !less, equal: !equal, greater: !greater, unordered: !unordered };
        let found = FloatCond::ALL.iter().find(|cond| cond.row() == opposite);
        *found.expect("there is a predicate for every set of cases")
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

    #[test]
    fn every_predicate_holds_in_other_cases() {
        let all: std::collections::BTreeSet<_> =
            FloatCond::ALL.iter().map(|cond| cond.row()).map(|row| (row.less, row.equal, row.greater, row.unordered)).collect();
        assert_eq!(all.len(), FloatCond::ALL.len());
        for &cond in FloatCond::ALL {
            assert_eq!(cond.negate().negate(), cond);
        }
        assert_eq!((FloatCond::Oge.negate(), FloatCond::Une.negate()), (FloatCond::Ult, FloatCond::Oeq));
    }
}
