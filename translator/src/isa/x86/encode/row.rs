//! The shape of the encoding table: what a row is, which operands it accepts, and how its text in
//! the manual's notation is read.
//!
//! A row is one line of an instruction page of Intel's manual, volume 2. Its opcode column is kept
//! as the manual writes it and read at compile time ([`Row::new`]), so a misspelt row does not
//! compile. Which operands a row takes is one mask over operand classes, sizes and modes; an
//! instruction sets one bit of each field, and a row accepts it if it has all of them. Complexity
//! of a test: one AND.
//!
//! Source: [INTEL-SDM] volume 2, 2.1 (format), 3.1.1.1 (opcode column), 3.1.1.4 (operand encoding
//! column).

use super::{Mem, Mode, Op, Operand, Reg, Size};

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
/// All other memory.
pub(super) const BASED: Classes = 1 << 5;
/// In 32-bit mode, memory at an address without registers (the manual's moffs); in 64-bit mode
/// nothing.
pub(super) const ABS: Classes = 1 << 15;
/// Memory.
pub(super) const MEM: Classes = BASED | ABS;
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

/// The REX prefix without its bits.
pub(super) const REX: u8 = 0x40;
/// REX.W.
const REX_W: u8 = 8;
/// In [`Form::rex`]: some register operand is a byte, for which some registers need a REX prefix.
pub(super) const BYTE_REGISTERS: u8 = 0x80;

/// What a row writes at one operand size.
#[derive(Copy, Clone, Debug)]
pub(super) struct Form {
    /// Prefixes, escape bytes and opcode, the first byte lowest; without REX.
    pub(super) lead: u32,
    /// Bytes of `lead`.
    pub(super) lead_len: u8,
    /// How many bytes of `lead` are prefixes, which REX follows.
    pub(super) prefix_len: u8,
    /// REX.W, or nothing; and [`BYTE_REGISTERS`].
    pub(super) rex: u8,
    /// Bytes of the immediate.
    pub(super) imm_len: u8,
}

/// A line of the table.
#[derive(Copy, Clone, Debug)]
pub struct Row {
    /// What it accepts, laid out as in [`shape`].
    pub(super) accepts: u64,
    /// What it writes, by [`Size`] number.
    forms: [Form; 4],
    pub(super) op: Op,
    /// What ModRM.reg holds when no operand does.
    pub(super) digit: u8,
    pub(super) en: En,
    /// Whether there is a ModRM byte.
    pub(super) has_modrm: bool,
    /// Whether ModRM.rm is src, not dst.
    pub(super) rm_is_src: bool,
    /// Whether ModRM.reg is the digit, not an operand.
    pub(super) has_digit: bool,
    /// Whether the immediate is the operand src, not the third operand.
    pub(super) imm_is_src: bool,
    /// +cc: whether the condition is added to the opcode.
    pub(super) has_condition: bool,
    /// Whether the operand size chooses prefix 66 and REX.W.
    pub(super) sized: bool,
    /// Whether a register in ModRM.rm is a byte although the operand size is not.
    pub(super) byte_rm: bool,
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
pub(super) fn shape(dst: Classes, src: Classes, imm: Option<i32>, size: Size) -> u64 {
    let imm = match imm {
        None => NO,
        Some(value) => imm_class(value, size),
    };
    mask(dst, src, imm, 1 << size as u8)
}

/// The class of a register.
pub(super) const fn register_class(reg: Reg) -> Classes {
    match reg.0 {
        0 => ACC,
        1 => CL,
        _ if reg.is_xmm() => X,
        _ => OTHER_GPR,
    }
}

/// The class of an operand of an instruction of this size.
pub(super) fn class(mode: Mode, operand: &Operand, size: Size) -> Classes {
    match *operand {
        Operand::None => NO,
        Operand::Reg(reg) => register_class(reg),
        Operand::Mem(ref mem) => memory_class(mode, mem),
        Operand::Imm(value) => imm_class(value, size),
        Operand::Symbol(..) if size >= Size::B4 => SYM,
        Operand::Symbol(..) => INVALID,
        Operand::Label(_) => LABEL,
    }
}

/// The class of memory.
#[inline]
pub(super) fn memory_class(mode: Mode, mem: &Mem) -> Classes {
    if mode == Mode::X8632 && mem.base.is_none() && mem.index.is_none() { ABS } else { BASED }
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
    /// Reads a line: the opcode column in the manual's notation, the operand encoding, the classes
    /// of dst, src and the third operand, and the operand sizes.
    ///
    /// Beyond the manual's notation, `+w` after an opcode stands for the two rows of bytes and of
    /// wider operands, which differ in the opcode's low bit, `+cc` for the sixteen rows of the
    /// conditions, and `iz` for the immediate of the operand size.
    pub(super) const fn new(op: Op, text: &str, en: En, dst: Classes, src: Classes, imm: Classes, sizes: Sizes) -> Row {
        let mut code = OpcodeColumn::read(text);
        assert!(!code.has_register || matches!(en, En::O | En::Os), "+r is for opcodes that name a register");
        code.sized = sizes & UNSIZED == 0;
        code.byte_rm = (dst | src) & BYTE_REG != 0;
        Row {
            accepts: mask(dst & !BYTE_REG, src & !BYTE_REG, imm, sizes),
            forms: [code.form(Size::B1), code.form(Size::B2), code.form(Size::B4), code.form(Size::B8)],
            op,
            digit: code.digit,
            en,
            has_modrm: matches!(en, En::Mr | En::Rm | En::M | En::S),
            rm_is_src: matches!(en, En::Rm | En::S),
            has_digit: matches!(en, En::M | En::S),
            imm_is_src: src & (IMM | SYM) != 0,
            has_condition: code.has_condition,
            sized: code.sized,
            byte_rm: code.byte_rm,
        }
    }

    /// What it writes at a size.
    #[inline]
    pub(super) fn form(&self, size: Size) -> &Form {
        &self.forms[size as usize]
    }

    /// Whether it consists of an opcode, a register in ModRM.reg that is dst, and src in ModRM.rm.
    pub(super) const fn is_simple_load(&self) -> bool {
        self.has_modrm && self.rm_is_src && !self.has_digit && !self.has_condition && !self.byte_rm
    }

    /// Whether it accepts some operands of these classes.
    pub(super) const fn accepts_any(&self, dst: Classes, src: Classes) -> bool {
        self.accepts & mask(dst, 0, 0, 0) != 0 && self.accepts & mask(0, src, 0, 0) != 0
    }

    /// Whether it accepts all operands of these classes, without a third, at 32 and 64 bits.
    pub(super) const fn accepts_all(&self, dst: Classes, src: Classes) -> bool {
        let wanted = mask(dst, src, NO, DQ);
        self.accepts & wanted == wanted
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

/// The opcode column of a line, taken apart.
struct OpcodeColumn {
    /// Mandatory prefix (66, f2, f3) or lock (f0); 0 is none.
    prefix: u8,
    /// Escape bytes and opcode, the first byte lowest.
    opcode: u32,
    /// Bytes of `opcode`.
    len: u8,
    digit: u8,
    /// Length of the immediate by [`Size`] number.
    imm_lens: [u8; 4],
    /// +w
    has_width_bit: bool,
    /// +cc
    has_condition: bool,
    /// +r
    has_register: bool,
    sized: bool,
    byte_rm: bool,
}

impl OpcodeColumn {
    const fn read(text: &str) -> Self {
        let mut column = Self {
            prefix: 0,
            opcode: 0,
            len: 0,
            digit: 0,
            imm_lens: [0; 4],
            has_width_bit: false,
            has_condition: false,
            has_register: false,
            sized: false,
            byte_rm: false,
        };
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b' ' => at += 1,
                b'/' => {
                    if text[at + 1] != b'r' {
                        column.digit = hex(text[at + 1]);
                    }
                    at += 2;
                }
                b'+' => {
                    match text[at + 1] {
                        b'w' => column.has_width_bit = true,
                        b'c' => column.has_condition = true,
                        b'r' => column.has_register = true,
                        _ => panic!("unknown opcode suffix"),
                    }
                    at += if text[at + 1] == b'c' { 3 } else { 2 };
                }
                b'i' => {
                    column.imm_lens = match text[at + 1] {
                        b'b' => [1; 4],
                        b'd' => [4; 4],
                        b'z' => [1, 2, 4, 4],
                        _ => panic!("unknown immediate"),
                    };
                    at += 2;
                }
                b'c' => at += 2, // cd: what En::D implies
                high => {
                    column.add_byte(hex(high) << 4 | hex(text[at + 1]));
                    at += 2;
                }
            }
        }
        assert!(column.len != 0, "no opcode");
        column
    }

    /// Takes the next byte of the opcode column.
    const fn add_byte(&mut self, byte: u8) {
        if self.len == 0 && matches!(byte, 0x66 | 0xf2 | 0xf3 | 0xf0) {
            self.prefix = byte;
        } else {
            self.opcode |= (byte as u32) << (8 * self.len);
            self.len += 1;
        }
    }

    /// What the row writes at one size.
    const fn form(&self, size: Size) -> Form {
        let mut form = Form {
            lead: 0,
            lead_len: 0,
            prefix_len: 0,
            rex: if self.sized && matches!(size, Size::B8) { REX_W } else { 0 },
            imm_len: self.imm_lens[size as usize],
        };
        if self.byte_rm || self.sized && matches!(size, Size::B1) {
            form.rex |= BYTE_REGISTERS;
        }
        // In the order in which assemblers write them.
        if self.sized && matches!(size, Size::B2) {
            form.lead = 0x66;
            form.prefix_len = 1;
        }
        if self.prefix != 0 {
            form.lead |= (self.prefix as u32) << (8 * form.prefix_len);
            form.prefix_len += 1;
        }
        let width_bit = (self.has_width_bit && !matches!(size, Size::B1)) as u32;
        form.lead |= (self.opcode + (width_bit << (8 * (self.len - 1)))) << (8 * form.prefix_len);
        form.lead_len = form.prefix_len + self.len;
        form
    }
}

const fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'A'..=b'F' => digit - b'A' + 10,
        _ => panic!("not a hexadecimal digit"),
    }
}
