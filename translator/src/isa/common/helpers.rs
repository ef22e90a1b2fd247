//! Which helper function stands in for an operation that an ISA has no instruction for.
//!
//! Source: [GCC-LIBGCC] throughout; `translator/docs/abi.md`, "Helpers".

use crate::ice::{BinOp, Type};
use crate::mc::Helper;

/// The helper for an integer division or remainder of 32 or 64 bits.
pub fn divide(op: BinOp, wide: bool) -> Helper {
    match (op, wide) {
        (BinOp::UDiv, false) => Helper::UDivSi3,
        (BinOp::SDiv, false) => Helper::DivSi3,
        (BinOp::URem, false) => Helper::UModSi3,
        (BinOp::SRem, false) => Helper::ModSi3,
        (BinOp::UDiv, true) => Helper::UDivDi3,
        (BinOp::SDiv, true) => Helper::DivDi3,
        (BinOp::URem, true) => Helper::UModDi3,
        (BinOp::SRem, true) => Helper::ModDi3,
        _ => unreachable!("{op} is not a division"),
    }
}

/// The helper that converts an `i64` to floating point of type `to`.
pub fn int_to_float(to: Type, signed: bool) -> Helper {
    match (to == Type::F64, signed) {
        (false, true) => Helper::FloatDiSf,
        (true, true) => Helper::FloatDiDf,
        (false, false) => Helper::FloatUnDiSf,
        (true, false) => Helper::FloatUnDiDf,
    }
}

/// The helper that converts floating point of type `from` to an `i64`.
pub fn float_to_int(from: Type, signed: bool) -> Helper {
    match (from == Type::F64, signed) {
        (false, true) => Helper::FixSfDi,
        (true, true) => Helper::FixDfDi,
        (false, false) => Helper::FixUnsSfDi,
        (true, false) => Helper::FixUnsDfDi,
    }
}

/// The helper for `frem`.
pub fn remainder(ty: Type) -> Helper {
    if ty == Type::F64 { Helper::Fmod } else { Helper::Fmodf }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_they_convert() {
        assert_eq!(divide(BinOp::SRem, false).name(), "__modsi3");
        assert_eq!(divide(BinOp::UDiv, true).name(), "__udivdi3");
        assert_eq!(int_to_float(Type::F32, false).name(), "__floatundisf");
        assert_eq!(float_to_int(Type::F64, true).name(), "__fixdfdi");
        assert_eq!(remainder(Type::F32).name(), "fmodf");
    }
}
