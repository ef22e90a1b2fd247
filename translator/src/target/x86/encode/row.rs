//! The shape of the encoding table: what a row is, which operands it accepts, and how its text in the manual's notation is read.
//!
//! A row is one line of an instruction page in the Intel SDM, volume 2. Its opcode column is kept as the manual writes it and read at
//! compile time ([`Row::new`]), so a misspelt row does not compile. Which operands a row takes is one mask over operand classes, sizes
//! and modes; an instruction sets one bit of each field, and a row accepts it if it has all of them. Complexity of a test: one AND.
//!
//! Source: SDM volume 2, sections 2.1 (format), 3.1.1.1 (opcode column), 3.1.1.4 (operand encoding column).

use super::{Cc, Mode, Op, Operand, PhysInst, Size};

/// Set of operand classes. An operand belongs to exactly one.
pub(super) type Classes = u16;

/// No operand.
pub(super) const NO: Classes = 1;
/// eax in any size: the accumulator, for which short forms exist.
pub(super) const ACC: Classes = 1 << 1;
/// ecx in any size: the shift count cl.
pub(super) const CL: Classes = 1 << 2;
const OTHER_GPR: Classes = 1 << 3;
/// A vector register.
pub(super) const X: Classes = 1 << 4;
const OTHER_MEM: Classes = 1 << 5;
/// In 32-bit mode, memory at an address without registers (the manual's moffs); in 64-bit mode nothing.
pub(super) const ABS: Classes = 1 << 15;
/// Memory.
pub(super) const MEM: Classes = OTHER_MEM | ABS;
/// The immediate 1.
pub(super) const ONE: Classes = 1 << 6;
const OTHER_COUNT: Classes = 1 << 7;
const NEGATIVE_I8: Classes = 1 << 8;
const LARGE_U8: Classes = 1 << 9;
const WIDE: Classes = 1 << 10;
/// The address of a symbol.
pub(super) const SYM: Classes = 1 << 11;
/// A label.
pub(super) const LABEL: Classes = 1 << 12;
/// What no row accepts.
const INVALID: Classes = 1 << 13;
/// In a row: its register operand is a byte whatever the operand size.
const BYTE_REG: Classes = 1 << 14;

/// A general register.
pub(super) const R: Classes = ACC | CL | OTHER_GPR;
/// The manual's r/m: a general register or memory.
pub(super) const R_M: Classes = R | MEM;
/// The manual's r/m8 in a row whose other operand is not a byte.
pub(super) const R_M8: Classes = R_M | BYTE_REG;
/// A vector register or memory.
pub(super) const X_M: Classes = X | MEM;
/// An immediate from 0 to 127: a shift count.
pub(super) const COUNT: Classes = ONE | OTHER_COUNT;
/// An immediate that sign extension of its low byte restores.
pub(super) const I8: Classes = COUNT | NEGATIVE_I8;
/// An immediate of which one byte matters.
pub(super) const BYTE: Classes = I8 | LARGE_U8;
/// Any immediate.
pub(super) const IMM: Classes = BYTE | WIDE;

/// Set of operand sizes, by [`Size`] number.
pub(super) type Sizes = u8;

/// Bytes only.
pub(super) const B: Sizes = 1;
/// 64 bits only.
pub(super) const Q: Sizes = 8;
/// 16 and 32 bits.
pub(super) const WD: Sizes = 6;
/// 8 to 32 bits.
pub(super) const BWD: Sizes = 7;
/// 32 and 64 bits.
pub(super) const DQ: Sizes = 12;
/// All but bytes.
pub(super) const WDQ: Sizes = 14;
/// All.
pub(super) const BWDQ: Sizes = 15;
/// The instruction's size does not matter: the row has a fixed one, and no prefix depends on it.
pub(super) const ANY: Sizes = 15 | UNSIZED;
const UNSIZED: Sizes = 16;

/// The manual's operand encoding: which operand goes where. An immediate may follow any of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum En {
    /// No operand but immediates is encoded (the manual's ZO and I).
    Zo,
    /// ModRM.rm is dst, ModRM.reg is src.
    Mr,
    /// ModRM.reg is dst, ModRM.rm is src.
    Rm,
    /// ModRM.rm is dst, ModRM.reg extends the opcode.
    M,
    /// ModRM.rm is src, ModRM.reg extends the opcode.
    S,
    /// The opcode's low bits are dst.
    O,
    /// The opcode's low bits are src.
    Os,
    /// dst is the accumulator, src an address that follows the opcode.
    Fd,
    /// dst is an address that follows the opcode, src the accumulator.
    Td,
    /// src is a code address relative to the end of the instruction.
    D,
}

/// Effect of a size: 1 is added to the opcode of a row with `+w`.
const OPCODE_1: u8 = 1;
/// Effect of a size: REX.W, at its place in the prefix.
pub(super) const REX_W: u8 = 8;
/// Effect of a size: the prefix 66.
pub(super) const PREFIX_66: u8 = 0x10;
/// Effect of a size: registers are bytes, of which some need a REX prefix.
pub(super) const BYTES: u8 = 0x20;
/// The REX prefix without its bits.
pub(super) const REX: u8 = 0x40;

/// The effects of each [`Size`].
static EFFECTS: [u8; 4] = [BYTES, OPCODE_1 | PREFIX_66, OPCODE_1, OPCODE_1 | REX_W];

/// A line of the table.
#[derive(Copy, Clone, Debug)]
pub(super) struct Row {
    pub(super) op: Op,
    /// Mandatory prefix (66, f2, f3) or lock (f0); 0 is none.
    pub(super) prefix: u8,
    /// 0 or 1.
    pub(super) prefix_len: u8,
    /// Length of `lead` in bytes.
    pub(super) lead_len: u8,
    /// Escape bytes and opcode, the first byte lowest.
    lead: u32,
    /// What ModRM.reg holds when no operand does.
    pub(super) digit: u8,
    pub(super) en: En,
    /// Whether there is a ModRM byte.
    pub(super) has_modrm: bool,
    /// Whether ModRM.rm is src, not dst.
    pub(super) rm_is_src: bool,
    /// Whether ModRM.reg is the digit, not an operand.
    pub(super) has_digit: bool,
    /// Length of the immediate field: four bits for each size.
    imm_lens: u16,
    /// Whether the immediate is the operand src, not the third operand.
    pub(super) imm_is_src: bool,
    /// Which effects the operand size has: of [`OPCODE_1`], [`REX_W`], [`PREFIX_66`] and [`BYTES`].
    size_effects: u8,
    /// +cc: the condition's bits that are added to the opcode, all or none.
    cc_bits: u8,
    /// Whether the operand size chooses prefix 66 and REX.W.
    pub(super) sized: bool,
    /// Whether a register in ModRM.rm is a byte although the operand size is not.
    pub(super) byte_rm: bool,
    /// What it accepts, laid out as in [`shape`].
    pub(super) accepts: u64,
}

const SRC_SHIFT: u32 = 16;
const IMM_SHIFT: u32 = 32;
const SIZE_SHIFT: u32 = 48;

/// The fields of the mask: what an instruction sets one bit of each.
const fn mask(dst: Classes, src: Classes, imm: Classes, sizes: Sizes) -> u64 {
    dst as u64 | (src as u64) << SRC_SHIFT | (imm as u64) << IMM_SHIFT | (sizes as u64 & 15) << SIZE_SHIFT
}

/// The bits of an instruction: the class of each operand, and its size.
#[inline]
pub(super) fn shape(mode: Mode, inst: &PhysInst<'_>) -> u64 {
    let imm = match inst.imm {
        None => NO,
        Some(value) => imm_class(value, inst.size),
    };
    mask(class(mode, inst.dst, inst.size), class(mode, inst.src, inst.size), imm, 1 << inst.size as u8)
}

/// The class of each register.
static REGISTER_CLASSES: [Classes; 32] = {
    let mut classes = [X; 32];
    classes[0] = ACC;
    classes[1] = CL;
    let mut other = 2;
    while other < 16 {
        classes[other] = OTHER_GPR;
        other += 1;
    }
    classes
};

/// The class of an operand. Registers and memory are by far the most frequent, so they are asked for before the others.
#[inline]
pub(super) fn class(mode: Mode, operand: &Operand, size: Size) -> Classes {
    if let Operand::Reg(reg) = *operand {
        return REGISTER_CLASSES[usize::from(reg.0 & 31)];
    }
    if let Operand::Mem(ref mem) = *operand {
        let absolute = mode == Mode::X8632 && mem.base.is_none() && mem.index.is_none();
        return if absolute { ABS } else { OTHER_MEM };
    }
    match *operand {
        Operand::Imm(value) => imm_class(value, size),
        Operand::Symbol(..) if size >= Size::B4 => SYM,
        Operand::Label(_) => LABEL,
        Operand::None => NO,
        _ => INVALID,
    }
}

/// The class of an immediate, which may be written as a signed or an unsigned number of its size.
pub(super) fn imm_class(value: i32, size: Size) -> Classes {
    let (fits, value) = match size {
        Size::B1 => ((-0x80..=0xff).contains(&value), i32::from(value as i8)),
        Size::B2 => ((-0x8000..=0xffff).contains(&value), i32::from(value as i16)),
        Size::B4 | Size::B8 => (true, value),
    };
    match value {
        _ if !fits => INVALID,
        1 => ONE,
        0..0x80 => OTHER_COUNT,
        -0x80..0 => NEGATIVE_I8,
        0x80..0x100 => LARGE_U8,
        _ => WIDE,
    }
}

/// What an operand is, for questions about the table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the variants of Operand, with registers by file")]
pub enum OperandKind {
    None,
    Gpr,
    Xmm,
    Mem,
    Imm,
    Symbol,
    Label,
}

impl OperandKind {
    /// Every kind.
    pub const ALL: [OperandKind; 7] = [
        OperandKind::None,
        OperandKind::Gpr,
        OperandKind::Xmm,
        OperandKind::Mem,
        OperandKind::Imm,
        OperandKind::Symbol,
        OperandKind::Label,
    ];

    const fn classes(self) -> Classes {
        match self {
            OperandKind::None => NO,
            OperandKind::Gpr => R,
            OperandKind::Xmm => X,
            OperandKind::Mem => MEM,
            OperandKind::Imm => IMM,
            OperandKind::Symbol => SYM,
            OperandKind::Label => LABEL,
        }
    }
}

impl Row {
    /// Reads a line: the opcode column in the manual's notation, the operand encoding, the classes of dst, src and the third operand,
    /// and the operand sizes.
    ///
    /// Beyond the manual's notation, `+w` after an opcode stands for the two rows of bytes and of wider operands, which differ in the
    /// opcode's low bit, `+cc` for the sixteen rows of the conditions, and `iz` for the immediate of the operand size.
    pub(super) const fn new(op: Op, text: &str, en: En, dst: Classes, src: Classes, imm: Classes, sizes: Sizes) -> Row {
        let accepts = mask(dst & !BYTE_REG, src & !BYTE_REG, imm, sizes);
        let mut row = Row {
            op,
            prefix: 0,
            prefix_len: 0,
            lead_len: 0,
            lead: 0,
            digit: 0,
            en,
            has_modrm: matches!(en, En::Mr | En::Rm | En::M | En::S),
            rm_is_src: matches!(en, En::Rm | En::S),
            has_digit: matches!(en, En::M | En::S),
            imm_lens: 0,
            imm_is_src: src & (IMM | SYM) != 0,
            size_effects: if sizes & UNSIZED == 0 { REX_W | PREFIX_66 | BYTES } else { 0 },
            cc_bits: 0,
            sized: sizes & UNSIZED == 0,
            byte_rm: (dst | src) & BYTE_REG != 0,
            accepts,
        };
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b' ' => at += 1,
                b'/' => {
                    if text[at + 1] != b'r' {
                        row.digit = hex(text[at + 1]);
                    }
                    at += 2;
                }
                b'+' => {
                    match text[at + 1] {
                        b'w' => row.size_effects |= OPCODE_1,
                        b'c' => row.cc_bits = 15,
                        b'r' => assert!(matches!(en, En::O | En::Os)),
                        _ => panic!("unknown opcode suffix"),
                    }
                    at += if text[at + 1] == b'c' { 3 } else { 2 };
                }
                b'i' => {
                    row.imm_lens = match text[at + 1] {
                        b'b' => 0x1111,
                        b'd' => 0x4444,
                        b'z' => 0x4421,
                        _ => panic!("unknown immediate"),
                    };
                    at += 2;
                }
                b'c' => at += 2, // cd: what En::D implies
                high => {
                    row.add_byte(hex(high) << 4 | hex(text[at + 1]));
                    at += 2;
                }
            }
        }
        assert!(row.lead_len != 0, "no opcode");
        row
    }

    /// Takes the next byte of the opcode column.
    const fn add_byte(&mut self, byte: u8) {
        if self.lead_len == 0 && matches!(byte, 0x66 | 0xf2 | 0xf3 | 0xf0) {
            self.prefix = byte;
            self.prefix_len = 1;
        } else {
            self.lead |= (byte as u32) << (8 * self.lead_len);
            self.lead_len += 1;
        }
    }

    /// What the operand size does to the encoding.
    #[inline]
    pub(super) fn effects(&self, size: Size) -> u8 {
        self.size_effects & EFFECTS[size as usize]
    }

    /// Escape bytes and opcode, with what the condition, the size's effects and `add` add to the opcode.
    #[inline]
    pub(super) fn lead(&self, cc: Cc, effects: u8, add: u8) -> u32 {
        let add = (cc as u8 & self.cc_bits) + (effects & OPCODE_1) + add;
        self.lead + (u32::from(add) << (8 * self.lead_len - 8))
    }

    /// Whether the opcode names a condition.
    #[cfg(test)]
    pub(super) fn has_condition(&self) -> bool {
        self.cc_bits != 0
    }

    /// The length of the immediate field in bytes.
    #[inline]
    pub(super) const fn imm_len(&self, size: Size) -> u32 {
        (self.imm_lens >> (4 * size as u32)) as u32 & 15
    }

    /// Whether some operands of these kinds, and some or no third operand, can be encoded.
    pub(super) const fn accepts_kinds(&self, mode: Mode, size: Size, dst: OperandKind, src: OperandKind) -> bool {
        let has_dst = self.accepts & mask(dst.classes(), 0, 0, 0) != 0;
        let has_src = self.accepts & mask(0, src.classes(), 0, 0) != 0;
        let has_size = self.accepts & mask(0, 0, 0, 1 << size as u8) != 0;
        let small_symbol = matches!(src, OperandKind::Symbol) && matches!(size, Size::B1 | Size::B2);
        let wide = self.sized && matches!(size, Size::B8) && matches!(mode, Mode::X8632);
        has_dst && has_src && has_size && !small_symbol && !wide
    }
}

const fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'A'..=b'F' => digit - b'A' + 10,
        _ => panic!("not a hexadecimal digit"),
    }
}
