//! Relocations: how each kind (`crate::isa::reloc`) is computed, and how the result goes into its
//! field.

use rustc_hash::FxHashMap;
use translator::options::Isa;

use super::elf::Reloc;
use crate::isa::facts;
use crate::isa::reloc::{Field, Field::*, Formula::*, Kind, Range::*};

/// The kind with this number; an error says that it is not supported.
pub(super) fn lookup(isa: Isa, number: u32) -> Result<&'static Kind, String> {
    let table = facts(isa).relocations;
    table.iter().find(|kind| kind.number == number).ok_or_else(|| format!("relocation type {number} of {isa} is not supported"))
}

impl Kind {
    /// Whether the symbol matters.
    pub(super) fn uses_symbol(&self) -> bool {
        self.formula != Nothing
    }

    /// Relocates the field at `offset` of a section's bytes, which lie at `address`. Without an
    /// explicit addend, it is in the field.
    pub(super) fn apply(
        &self,
        bytes: &mut [u8],
        address: u32,
        offset: u32,
        symbol: u32,
        addend: Option<i32>,
    ) -> Result<(), String> {
        if self.formula == Nothing {
            return Ok(());
        }
        let width = if self.field == Word64 { 8 } else { 4 };
        let field = (offset as usize)
            .checked_add(width)
            .and_then(|end| bytes.get_mut(offset as usize..end))
            .ok_or("the field lies outside of the section's content")?;
        let addend = addend.map_or_else(|| self.read(field), i64::from);
        let place = i64::from(address) + i64::from(offset);
        let absolute = i64::from(symbol).wrapping_add(addend);
        let value = if self.formula == Relative { absolute.wrapping_sub(place) } else { absolute };
        let fits = match (self.field, self.range) {
            (Jump26, _) => value & 3 == 0 && (value ^ (place + 4)) >> 28 == 0,
            (_, Wraps) | (Word64, _) => true,
            (Words24, _) => value % 4 == 0 && (-(1 << 25)..1 << 25).contains(&value),
            (_, Either) => i32::try_from(value).is_ok() || u32::try_from(value).is_ok(),
            (_, Signed) => i32::try_from(value).is_ok(),
        };
        if !fits {
            return Err(format!("out of range: {value:#x} does not fit {width} bytes"));
        }
        self.write(field, value);
        Ok(())
    }

    /// Puts a result that fits into the field, around which an instruction keeps its other bits.
    fn write(&self, field: &mut [u8], value: i64) {
        let (mask, bits) = match self.field {
            Word32 | Word64 => {
                let width = field.len();
                return field.copy_from_slice(&value.to_le_bytes()[..width]);
            }
            Words24 => (0x00ff_ffff, value as u32 >> 2 & 0x00ff_ffff),
            LowHalf => (0x000f_0fff, half_immediate(value as u32 & 0xffff)),
            HighHalf => (0x000f_0fff, half_immediate(value as u32 >> 16)),
            Jump26 => (0x03ff_ffff, value as u32 >> 2 & 0x03ff_ffff),
            Upper16 => (0xffff, (value as u32).wrapping_add(0x8000) >> 16),
            Lower16 => (0xffff, value as u32 & 0xffff),
        };
        let word = u32::from_le_bytes(field.try_into().expect("four bytes"));
        field.copy_from_slice(&(word & !mask | bits).to_le_bytes());
    }

    /// The addend that lies in the field.
    fn read(&self, field: &[u8]) -> i64 {
        let mut word = [0; 8];
        word[..field.len()].copy_from_slice(field);
        match self.field {
            Word32 => i64::from(i64::from_le_bytes(word) as i32),
            Word64 => i64::from_le_bytes(word),
            Jump26 => i64::from_le_bytes(word) << 38 >> 36,
            // Alone it stands for a multiple of 65536; with its lower half, see `upper_addends`.
            Upper16 => i64::from((i64::from_le_bytes(word) as i32) << 16),
            Lower16 => i64::from(i64::from_le_bytes(word) as i16),
            Words24 => (i64::from_le_bytes(word) << 40 >> 40) * 4,
            LowHalf | HighHalf => {
                let word = i64::from_le_bytes(word);
                i64::from(((word >> 4 & 0xf000) | (word & 0xfff)) as i16)
            }
        }
    }
}

/// The addends of upper halves in a section without explicit addends, by index of the relocation:
/// the upper half in their own field and the lower half in that of the next relocation of a lower
/// half against the same symbol. One without such a partner has none here.
pub(super) fn upper_addends(isa: Isa, data: &[u8], relocs: &[Reloc]) -> FxHashMap<usize, i32> {
    let mut addends = FxHashMap::default();
    let of = |field: Field| facts(isa).relocations.iter().find(|kind| kind.field == field).map(|kind| kind.number);
    let (Some(upper), Some(lower)) = (of(Upper16), of(Lower16)) else { return addends };
    let word = |reloc: &Reloc| {
        let field = data.get(reloc.offset as usize..)?.first_chunk()?;
        Some(i32::from_le_bytes(*field))
    };
    // From the back, so that the next lower half of each symbol is known.
    let mut lower_halves = FxHashMap::default();
    for (index, reloc) in relocs.iter().enumerate().rev().filter(|(_, reloc)| reloc.addend.is_none()) {
        match (reloc.kind, word(reloc)) {
            (kind, Some(word)) if kind == lower => drop(lower_halves.insert(reloc.symbol, i32::from(word as i16))),
            (kind, Some(word)) if kind == upper => {
                if let Some(lower) = lower_halves.get(&reloc.symbol) {
                    addends.insert(index, (word << 16).wrapping_add(*lower));
                }
            }
            _ => {}
        }
    }
    addends
}

/// 16 bits as ARM's `movw` and `movt` have them.
fn half_immediate(half: u32) -> u32 {
    (half & 0xf000) << 4 | half & 0xfff
}

#[cfg(test)]
mod tests {
    use object::elf::*;

    use super::*;

    fn applied(isa: Isa, number: u32, symbol: u32, addend: Option<i32>) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0xfc, 0xff, 0xff, 0xff, 0x11, 0x22, 0x33, 0x44];
        lookup(isa, number)?.apply(&mut bytes, 0x2_0000, 0, symbol, addend)?;
        Ok(bytes)
    }

    #[test]
    fn an_implicit_addend_is_read_from_the_field() {
        assert_eq!(applied(Isa::X8632, R_386_32, 0x1234, None).unwrap()[..5], [0x30, 0x12, 0, 0, 0x11]);
        assert_eq!(applied(Isa::X8632, R_386_PC32, 0x2_0104, None).unwrap()[..4], [0, 1, 0, 0]);
    }

    #[test]
    fn an_explicit_addend_replaces_the_field() {
        assert_eq!(applied(Isa::X8664, R_X86_64_PC32, 0x2_0000, Some(-4)).unwrap()[..5], [0xfc, 0xff, 0xff, 0xff, 0x11]);
        assert_eq!(applied(Isa::X8664, R_X86_64_64, 0x10, Some(-0x11)).unwrap(), [0xff; 8]);
    }

    #[test]
    fn arm_fields_keep_the_rest_of_their_instruction() {
        let relocate = |word: u32, number: u32, symbol: u32| {
            let mut bytes = word.to_le_bytes().to_vec();
            lookup(Isa::Arm32, number)?.apply(&mut bytes, 0x2_0000, 0, symbol, None)?;
            Ok::<_, String>(u32::from_le_bytes(bytes[..].try_into().unwrap()))
        };
        // bl with the addend -8 in its field.
        assert_eq!(relocate(0xebff_fffe, R_ARM_CALL, 0x2_0010), Ok(0xeb00_0002));
        assert_eq!(relocate(0xebff_fffe, R_ARM_CALL, 0x2_0000), Ok(0xebff_fffe));
        assert!(relocate(0xebff_fffe, R_ARM_CALL, 0x2_0000 + (32 << 20) + 8).unwrap_err().contains("out of range"));
        assert_eq!(relocate(0xe300_5000, R_ARM_MOVW_ABS_NC, 0x1234_abcd), Ok(0xe30a_5bcd));
        assert_eq!(relocate(0xe340_5000, R_ARM_MOVT_ABS, 0x1234_abcd), Ok(0xe341_5234));
        assert_eq!(relocate(0xe30f_5fff, R_ARM_MOVW_ABS_NC, 0x1234_0000), Ok(0xe30f_5fff), "addend -1");
        assert_eq!(relocate(0xe34f_5fff, R_ARM_MOVT_ABS, 0x1234_0000), Ok(0xe341_5233), "addend -1");
    }

    #[test]
    fn out_of_range_is_told() {
        let high = 0x7fff_fff0;
        assert!(applied(Isa::X8664, R_X86_64_32S, high, Some(0xf)).is_ok());
        assert!(applied(Isa::X8664, R_X86_64_32S, high, Some(0x10)).unwrap_err().contains("out of range"));
        assert!(applied(Isa::X8664, R_X86_64_32, high, Some(0x10)).is_ok(), "a pointer has 32 bits");
        assert!(applied(Isa::X8664, R_X86_64_32, 0, Some(i32::MIN)).is_ok(), "pointers wrap");
        assert!(applied(Isa::X8664, R_X86_64_PC32, 0, Some(i32::MIN)).unwrap_err().contains("out of range"));
        assert!(applied(Isa::X8632, R_386_PC32, 0, Some(i32::MIN)).is_ok(), "i386 wraps");
    }

    #[test]
    fn a_field_beyond_the_content_is_told() {
        let kind = lookup(Isa::X8632, R_386_32).unwrap();
        for offset in [1, 4, u32::MAX] {
            assert!(kind.apply(&mut [0; 4], 0, offset, 0, None).unwrap_err().contains("outside"), "{offset}");
        }
    }

    #[test]
    fn mips_halves_carry_and_share_their_addend() {
        let symbol = 0x1234_8000;
        let reloc = |offset, kind| Reloc { offset, symbol: 7, kind, addend: None };
        let relocs = [reloc(0, R_MIPS_HI16), reloc(4, R_MIPS_LO16)];
        // lui $at, 1; lw $v0, -4($at): the addend is 0xfffc.
        let mut bytes = [0x3c01_0001u32, 0x8c22_fffc].map(u32::to_le_bytes).concat();
        let addends = upper_addends(Isa::Mips32, &bytes, &relocs);
        assert_eq!(addends[&0], 0xfffc);
        for (index, reloc) in relocs.iter().enumerate() {
            let kind = lookup(Isa::Mips32, reloc.kind).unwrap();
            kind.apply(&mut bytes, 0x2_0000, reloc.offset, symbol, addends.get(&index).copied()).unwrap();
        }
        // 0x1234_8000 + 0xfffc = 0x1235_7ffc, which needs no carry.
        assert_eq!(bytes, [0x3c01_1235u32, 0x8c22_7ffc].map(u32::to_le_bytes).concat());
    }

    #[test]
    fn mips_jumps_stay_in_their_region() {
        let jump = |symbol| {
            let mut bytes = 0x0c00_0001u32.to_le_bytes();
            lookup(Isa::Mips32, R_MIPS_26)?.apply(&mut bytes, 0x2_0000, 0, symbol, None)?;
            Ok::<_, String>(u32::from_le_bytes(bytes))
        };
        assert_eq!(jump(0x0400_0000), Ok(0x0d00_0001));
        assert!(jump(0x1000_0000).unwrap_err().contains("out of range"));
        assert!(jump(0x0400_0002).unwrap_err().contains("out of range"));
    }

    #[test]
    fn unknown_kinds_are_told_by_number() {
        assert!(lookup(Isa::X8632, 10).unwrap_err().contains("type 10 of x8632"));
    }
}
