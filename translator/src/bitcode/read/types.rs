//! The abbreviations block and the types block.
//!
//! Out come [`SharedTables`] and the module's signatures. Value types are interned into [`Type`];
//! every type number must be new (the manual: "each type must be unique"), parameters and results
//! must be value types. Linear in the block's size.
//!
//! Source: [PNACL-MANUAL] "Abbreviations Block", "Types Block".

use super::tables::{SharedTables, TypeEntry};
use crate::bitcode::abbrev::AbbrevTable;
use crate::bitcode::cursor::Cursor;
use crate::bitcode::records::{BlockHeader, BlockId, BlockName, Item, Records};
use crate::error::DecodeError;
use crate::ice::{Module, Signature, Type};

const SET_BLOCK_ID: u64 = 1;

/// The most parameters a function type may have. A signature is repeated by every body that has it,
/// so a limit is needed to keep the work linear; C asks for 127.
pub const MAX_PARAMS: usize = 1024;

/// Reads an abbreviations block, whose body is `cursor`. Abbreviations for kinds of blocks that
/// PNaCl does not have are read and dropped.
pub(super) fn read_block_info(
    records: &mut Records,
    header: BlockHeader,
    cursor: &mut Cursor<'_>,
    tables: &mut SharedTables,
) -> Result<(), DecodeError> {
    let none = tables.abbrevs(BlockId::BlockInfo).clone();
    records.enter(BlockName::module_level(BlockId::BlockInfo), header.width, cursor.position(), &none)?;
    let (mut target, mut unused): (Option<Option<BlockId>>, _) = (None, AbbrevTable::new());
    loop {
        match records.next(cursor, &none)? {
            Item::End => return Ok(()),
            Item::Block => return Err(records.error("a block inside the abbreviations block")),
            Item::Define => match target {
                Some(known) => {
                    unused.clear();
                    records.define(cursor, known.map_or(&mut unused, |block| tables.abbrevs_mut(block)))?;
                }
                None => return Err(records.error("an abbreviation before the record that says for which block")),
            },
            Item::Record if records.code() == SET_BLOCK_ID => {
                let [number] = records.exactly("set block")?;
                target = Some(BlockId::from_number(number));
            }
            Item::Record => return Err(records.unknown_code("set block (1)")),
        }
    }
}

const COUNT: u64 = 1;
const VOID: u64 = 2;
const FLOAT: u64 = 3;
const DOUBLE: u64 = 4;
const INTEGER: u64 = 7;
const VECTOR: u64 = 12;
const FUNCTION: u64 = 21;

/// Reads the types block, whose body is `cursor`.
pub(super) fn read_types(
    records: &mut Records,
    header: BlockHeader,
    cursor: &mut Cursor<'_>,
    tables: &mut SharedTables,
    module: &mut Module,
) -> Result<(), DecodeError> {
    let abbrevs = tables.abbrevs(BlockId::Types).clone();
    records.enter(BlockName::module_level(BlockId::Types), header.width, cursor.position(), &abbrevs)?;
    let mut expected = None;
    let mut seen = [false; 16];
    loop {
        match records.next(cursor, &abbrevs)? {
            Item::Record if records.code() == COUNT => {
                let [count] = records.exactly("type count")?;
                if expected.replace(count).is_some() || !tables.types.is_empty() {
                    return Err(records.error("the type count must be the first record, and the only count"));
                }
            }
            Item::Record if expected.is_none_or(|count| tables.types.len() as u64 >= count) => {
                return Err(records.error(match expected {
                    Some(count) => format!("more types than the announced {count}"),
                    None => "expected the type count (1) first".into(),
                }));
            }
            Item::Record if records.code() == FUNCTION => add_function_type(records, tables, module)?,
            Item::Record => {
                let ty = value_type(records, tables)?;
                if std::mem::replace(&mut seen[ty as usize], true) {
                    return Err(records.error(format!("type {ty} is defined twice")));
                }
                tables.types.push(TypeEntry::Value(ty));
            }
            Item::Block | Item::Define => return Err(records.error("a block inside the types block")),
            Item::End if expected.is_some_and(|count| count != tables.types.len() as u64) => {
                let count = expected.unwrap_or_default();
                return Err(records.error(format!("{} types, but {count} are announced", tables.types.len())));
            }
            Item::End => return Ok(()),
        }
    }
}

fn value_type(records: &Records, tables: &SharedTables) -> Result<Type, DecodeError> {
    match records.code() {
        VOID => records.exactly::<0>("void type").map(|_| Type::Void),
        FLOAT => records.exactly::<0>("float type").map(|_| Type::F32),
        DOUBLE => records.exactly::<0>("double type").map(|_| Type::F64),
        INTEGER => {
            let [bits] = records.exactly("integer type")?;
            let found = Type::ALL.into_iter().find(|ty| ty.is_scalar_int() && u64::from(ty.bits()) == bits);
            found.ok_or_else(|| records.error(format!("i{bits} is not a PNaCl type; expected i1, i8, i16, i32 or i64")))
        }
        VECTOR => {
            let [lanes, number] = records.exactly("vector type")?;
            let element = tables.value_type(number);
            let is_it = |ty: &Type| ty.is_vector() && Some(ty.element()) == element && u64::from(ty.lanes()) == lanes;
            Type::ALL.into_iter().find(is_it).ok_or_else(|| {
                let element = element.map_or_else(|| format!("type {number}"), |ty| ty.to_string());
                records.error(format!("<{lanes} x {element}> is not a PNaCl type"))
            })
        }
        _ => Err(records.unknown_code("void (2), float (3), double (4), integer (7), vector (12) or function (21)")),
    }
}

fn add_function_type(records: &Records, tables: &mut SharedTables, module: &mut Module) -> Result<(), DecodeError> {
    let [vararg, result, params @ ..] = records.operands() else {
        return Err(records.error("function type record has no result type"));
    };
    if *vararg != 0 {
        return Err(records.error("functions with a variable number of arguments are not allowed"));
    }
    if params.len() > MAX_PARAMS {
        return Err(records.error(format!("{} parameters; at most {MAX_PARAMS} are supported", params.len())));
    }
    let type_at = |number: u64| {
        tables
            .value_type(number)
            .ok_or_else(|| records.error(format!("type {number} is not a value type that is defined so far")))
    };
    let result = type_at(*result)?;
    let params = params.iter().map(|&number| type_at(number)).collect::<Result<Vec<_>, _>>()?;
    if params.contains(&Type::Void) {
        return Err(records.error("a parameter of type void"));
    }
    let key = std::iter::once(result).chain(params.iter().copied()).map(|ty| ty as u8).collect();
    let sig = module.sigs.push(Signature { result, params });
    if tables.sigs.insert(key, sig).is_some() {
        return Err(records.error("this function type is defined twice"));
    }
    tables.types.push(TypeEntry::Func(sig));
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::bitcode::testing::{BitWriter, Enc, read, ty};

    fn block_info(write: impl FnOnce(&mut BitWriter)) -> Result<(), String> {
        let module = read(|bits| {
            bits.enter(0, 2);
            write(bits);
            bits.end();
            bits.enter(17, 3);
            bits.record(1, &[1]);
            bits.fixed(4, 3);
            bits.end();
        });
        module.map(|_| ())
    }

    #[test]
    fn abbreviations_apply_to_their_kind_of_block() {
        let set = |number: u64| {
            move |bits: &mut BitWriter| {
                bits.record(1, &[number]);
                bits.define(&[Enc::Lit(2)]);
            }
        };
        assert_eq!(block_info(set(17)), Ok(()));
        assert!(block_info(set(19)).unwrap_err().contains("abbreviation 4 is not defined"));
        assert!(block_info(set(9)).unwrap_err().contains("abbreviation 4 is not defined"));
        assert!(block_info(set(0)).unwrap_err().contains("abbreviation 4 is not defined"));
    }

    #[test]
    fn all_types_are_read() {
        let (module, _) = read(|bits| crate::bitcode::testing::standard_types(bits, &[&[ty::V4F32, ty::V4I1, ty::F64]])).unwrap();
        let sig = module.sigs.values().next().unwrap();
        assert_eq!(format!("{} {:?}", sig.result, sig.params), "<4 x float> [V4I1, F64]");
    }
}
