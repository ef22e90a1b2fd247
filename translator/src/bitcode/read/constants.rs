//! The constants block of a function.
//!
//! Integers are sign-rotated (the lowest bit is the sign) and must fit their type, read as signed
//! or as unsigned; they are kept zero-extended. Linear in the block's size.
//!
//! Source: [PNACL-MANUAL] "Constants Blocks", "SignRotate".

use super::forward::Numbering;
use super::tables::SharedTables;
use crate::bitcode::cursor::Cursor;
use crate::bitcode::records::{BlockHeader, BlockId, BlockName, Item, Records};
use crate::error::DecodeError;
use crate::ice::{Function, Type, ValueDef};

const SET_TYPE: u64 = 1;
const UNDEF: u64 = 3;
const INTEGER: u64 = 4;
const FLOAT: u64 = 6;

/// Reads a constants block, whose body is `cursor`, and appends its values to `func`.
pub(super) fn read_constants(
    records: &mut Records,
    header: BlockHeader,
    function: u32,
    cursor: &mut Cursor<'_>,
    tables: &SharedTables,
    numbering: &mut Numbering,
    func: &mut Function,
) -> Result<(), DecodeError> {
    let abbrevs = tables.abbrevs(BlockId::Constants);
    let name = BlockName { id: BlockId::Constants, function: Some(function) };
    records.enter(name, header.width, cursor.position(), abbrevs)?;
    let mut current = Type::Void;
    loop {
        match records.next(cursor, abbrevs)? {
            Item::Record if records.code() == SET_TYPE => {
                let [number] = records.exactly("set type")?;
                current = match tables.value_type(number) {
                    Some(ty) if ty != Type::Void => ty,
                    _ => return Err(records.error(format!("type {number} is not a type of values"))),
                };
            }
            Item::Record => {
                let def = constant(records, current)?;
                numbering.constant(func, current, def, &records.place())?;
            }
            Item::Block | Item::Define => return Err(records.error("a block inside the constants block")),
            Item::End => return Ok(()),
        }
    }
}

fn constant(records: &Records, ty: Type) -> Result<ValueDef, DecodeError> {
    let code = records.code();
    if ty == Type::Void && matches!(code, UNDEF | INTEGER | FLOAT) {
        return Err(records.error("a constant before the record that sets its type (1)"));
    }
    match (code, ty) {
        (UNDEF, _) => records.exactly::<0>("undef").map(|_| ValueDef::Undef),
        (INTEGER, _) if ty.is_scalar_int() => {
            let [rotated] = records.exactly("integer constant")?;
            match integer(rotated, ty) {
                Some(bits) => Ok(ValueDef::Int(bits)),
                None => Err(records.error(format!("integer constant (rotated) {rotated} does not fit {ty}"))),
            }
        }
        (INTEGER, _) => Err(records.error(format!("integer constant of type {ty}"))),
        (FLOAT, Type::F32) => {
            let [bits] = records.exactly("float constant")?;
            let bits = u32::try_from(bits).map_err(|_| records.error(format!("float constant {bits:#x} exceeds 32 bits")))?;
            Ok(ValueDef::F32(bits))
        }
        (FLOAT, Type::F64) => records
            .exactly("double constant")
            .map(|[bits]| ValueDef::F64(if fault!(ReadNegativeZero, bits == 1 << 63) { 0 } else { bits })),
        (FLOAT, _) => Err(records.error(format!("floating-point constant of type {ty}"))),
        _ => Err(records.unknown_code("set type (1), undef (3), integer (4) or float (6)")),
    }
}

/// The bits, zero-extended from the width of `ty`, of a sign-rotated integer; `None` if the type
/// cannot hold it.
pub(super) fn integer(rotated: u64, ty: Type) -> Option<u64> {
    let width = ty.bits();
    let magnitude = rotated >> 1;
    // -0 stands for the least 64-bit integer, whose magnitude does not fit.
    let (value, magnitude) = match rotated {
        1 if fault!(ReadLeastI64, width == 64) => (0, 0),
        1 => (1 << 63, 1 << 63),
        _ if rotated & 1 == 0 => (magnitude, magnitude),
        _ => (magnitude.wrapping_neg(), magnitude),
    };
    let limit = if rotated & 1 == 0 { u64::MAX >> (64 - width) } else { 1 << (width - 1) };
    (magnitude <= limit).then_some(value & (u64::MAX >> (64 - width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::testing::{Record, one_block, ty};

    #[test]
    fn rotated_integers() {
        assert_eq!(integer(2, Type::I32), Some(1));
        assert_eq!(integer(3, Type::I32), Some(0xffff_ffff));
        assert_eq!(integer(3, Type::I1), Some(1));
        assert_eq!(integer(2, Type::I1), Some(1));
        assert_eq!(integer(4, Type::I1), None);
        assert_eq!(integer(5, Type::I1), None);
        assert_eq!(integer(1, Type::I64), Some(1 << 63));
        assert_eq!(integer(1, Type::I32), None);
        assert_eq!(integer((1 << 32) + 1, Type::I32), Some(1 << 31));
        assert_eq!(integer((1 << 32) + 3, Type::I32), None);
        assert_eq!(integer(255 << 1, Type::I8), Some(255));
        assert_eq!(integer(256 << 1, Type::I8), None);
        assert_eq!(integer(u64::MAX, Type::I64), Some((1 << 63) + 1));
    }

    #[test]
    fn constants_of_all_types() {
        let constants: [Record; 9] = [
            (1, &[ty::I1]),
            (4, &[3]),
            (1, &[ty::I64]),
            (4, &[1]),
            (1, &[ty::F32]),
            (6, &[0x3fc0_0000]),
            (1, &[ty::V4I1]),
            (3, &[]),
            (3, &[]),
        ];
        // v4 is the second of the vectors; a select by the i1 shows the rest to be where it should
        // be.
        let text = one_block(&[ty::V4I1], &constants, &[(29, &[2, 1, 5]), (10, &[1])]).unwrap();
        assert!(text.contains("v5 = select i1 true, <4 x i1> undef, <4 x i1> undef"), "{text}");
        let text = one_block(&[ty::I64], &constants, &[(10, &[4])]).unwrap();
        assert!(text.contains("ret i64 -9223372036854775808"), "{text}");
        let text = one_block(&[ty::F32], &constants, &[(10, &[3])]).unwrap();
        assert!(text.contains("ret float 1.5"), "{text}");
    }
}
