//! The ARM instructions that the back end uses, one row each: name, what it writes, fixed bits,
//! operands.
//!
//! A row is in the manual's own terms. Operands come in the order of the assembler's text; each
//! says where in the word it goes. Fixed bits whose top nibble is zero leave it to the condition.
//! Source: [ARM-ARM] chapter A8.

use Slot::*;
use Writes::{First, FirstAndRead, FirstTwo, Nothing};

/// A condition, by its encoding.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Cond {
    /// Equal: Z.
    Eq,
    /// Not equal, or unordered.
    Ne,
    /// Carry set: unsigned higher or same; greater, equal or unordered.
    Hs,
    /// Carry clear: unsigned lower; less.
    Lo,
    /// Negative; less.
    Mi,
    /// Positive or zero; greater, equal or unordered.
    Pl,
    /// Overflow; unordered.
    Vs,
    /// No overflow; ordered.
    Vc,
    /// Unsigned higher; greater or unordered.
    Hi,
    /// Unsigned lower or same; less or equal.
    Ls,
    /// Signed greater or equal.
    Ge,
    /// Signed less; less or unordered.
    Lt,
    /// Signed greater.
    Gt,
    /// Signed less or equal; less, equal or unordered.
    Le,
    /// Always.
    Al,
}

impl Cond {
    /// Every condition, by encoding.
    pub const ALL: [Cond; 15] = {
        use Cond::*;
        [Eq, Ne, Hs, Lo, Mi, Pl, Vs, Vc, Hi, Ls, Ge, Lt, Gt, Le, Al]
    };

    /// The condition that holds exactly when this one does not; none for `Al`, which is given back.
    pub const fn negate(self) -> Cond {
        // Opposites differ in the lowest bit.
        if matches!(self, Cond::Al) { self } else { Cond::ALL[self as usize ^ 1] }
    }

    /// The assembler's suffix.
    pub const fn suffix(self) -> &'static str {
        const NAMES: [&str; 15] = ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", ""];
        NAMES[self as usize]
    }
}

/// How the register of a second operand is shifted: type in bits 5 and 6 (0 `lsl`, 1 `lsr`, 2
/// `asr`, 3 `ror`), amount below.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shift(pub u8);

impl Shift {
    /// No shift.
    pub const NONE: Shift = Shift(0);

    /// Left by 1 to 31.
    pub const fn lsl(amount: u8) -> Shift {
        Shift(amount)
    }

    /// Right by 1 to 31, filling with zeros.
    pub const fn lsr(amount: u8) -> Shift {
        Shift(1 << 5 | amount)
    }

    /// Right by 1 to 31, filling with the sign.
    pub const fn asr(amount: u8) -> Shift {
        Shift(2 << 5 | amount)
    }

    /// Round to the right by 1 to 31.
    pub const fn ror(amount: u8) -> Shift {
        Shift(3 << 5 | amount)
    }

    /// The amount.
    pub const fn amount(self) -> u8 {
        self.0 & 31
    }

    /// The assembler's name of the type.
    pub const fn name(self) -> &'static str {
        ["lsl", "lsr", "asr", "ror"][(self.0 >> 5 & 3) as usize]
    }
}

/// One operand's place in the instruction word.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A core register in four bits from this one.
    Core(u8),
    /// The register after the first operand's: not encoded.
    Next,
    /// A single-precision register: its upper four bits from the first bit, its lowest at the
    /// second.
    Single(u8, u8),
    /// A double-precision register: its lower four bits from the first bit, its highest at the
    /// second.
    Double(u8, u8),
    /// A vector register, as the double-precision register of its lower half.
    Quad(u8, u8),
    /// One lane of so many bits of a vector register in the place of `Vd` or `Vn` at bits 16 and 7;
    /// the index is the control.
    Lane(u8),
    /// The flexible second operand: a modified immediate, or a register with a constant shift.
    Flexible,
    /// The register at bit 8 by which the operand before is shifted, with this type of shift.
    By(u8),
    /// A number in this many bits (second) from this one (first).
    Number(u8, u8),
    /// The same, one less.
    NumberLess1(u8, u8),
    /// 16 bits, in 12 and 4.
    Wide,
    /// `[rn, #±imm12]`.
    Offset12,
    /// `[rn, #±imm8]`, split.
    Offset8,
    /// `[rn], #±imm12`: at the register, which the number is then added to.
    After12,
    /// The same with eight bits, split.
    After8,
    /// `[rn, #±imm12]!`: at the sum, which the register then is.
    Before12,
    /// The same with eight bits, split.
    Before8,
    /// `[rn, #±imm8 * 4]`.
    OffsetWords,
    /// `[rn, rm, lsl #imm5]`.
    IndexedScaled,
    /// `[rn, rm]`.
    Indexed,
    /// `[rn]`, with the register in bits 16 to 19.
    Address,
    /// `rn!`, with the register in bits 16 to 19.
    Updated,
    /// A list of core registers.
    CoreList,
    /// Consecutive double-precision registers: the first, and how many as the control.
    DoubleList,
    /// A vector register as the list of its two halves.
    Halves,
    /// That half of a vector register, in the places of `Vd` and `Vm`: read as the latter, then written as the former.
    Half(u8),
    /// The first operand's half again: not encoded.
    HalfAgain(u8),
    /// A vector register as a table of its two halves, in the place of `Vn`.
    Table,
    /// A left shift of lanes of so many bits.
    LaneLeft(u8),
    /// A right shift of lanes of so many bits.
    LaneRight(u8),
    /// The eight bits of a vector immediate.
    LaneImmediate,
    /// The eight bits of a floating-point immediate.
    FloatImmediate,
    /// The zero that the instruction says itself.
    FloatZero,
    /// A branch's target: a word displacement of 24 bits.
    Target,
}

impl Slot {
    /// All bits of the word that the operand can set.
    pub fn bits(self) -> u32 {
        let bits = |lsb: u8, width: u8| (u32::MAX >> (32 - width)) << lsb;
        match self {
            Core(lsb) => bits(lsb, 4),
            By(_) => bits(8, 4),
            Next | FloatZero | HalfAgain(_) => 0,
            Single(high, low) | Double(high, low) => bits(high, 4) | bits(low, 1),
            Quad(high, low) => bits(high + 1, 3) | bits(low, 1),
            Lane(8) => bits(16, 4) | bits(7, 1) | bits(21, 1) | bits(5, 2),
            Lane(16) => bits(16, 4) | bits(7, 1) | bits(21, 1) | bits(6, 1),
            Lane(_) => bits(16, 4) | bits(7, 1) | bits(21, 1),
            Flexible => bits(25, 1) | bits(0, 12),
            Number(lsb, width) | NumberLess1(lsb, width) => bits(lsb, width),
            Wide => bits(16, 4) | bits(0, 12),
            Offset12 | After12 | Before12 => bits(16, 4) | bits(0, 12) | bits(23, 1),
            Offset8 | After8 | Before8 => bits(16, 4) | bits(8, 4) | bits(0, 4) | bits(23, 1),
            OffsetWords => bits(16, 4) | bits(0, 8) | bits(23, 1),
            IndexedScaled => bits(16, 4) | bits(7, 5) | bits(0, 4),
            Indexed => bits(16, 4) | bits(0, 4),
            Address | Updated => bits(16, 4),
            CoreList => bits(0, 16),
            DoubleList => bits(12, 4) | bits(22, 1) | bits(0, 8),
            Halves => bits(13, 3) | bits(22, 1),
            Half(_) => bits(12, 4) | bits(22, 1) | bits(0, 4) | bits(5, 1),
            Table => bits(17, 3) | bits(7, 1),
            LaneLeft(_) | LaneRight(_) => bits(16, 6),
            LaneImmediate => bits(24, 1) | bits(16, 3) | bits(0, 4),
            FloatImmediate => bits(16, 4) | bits(0, 4),
            Target => bits(0, 24),
        }
    }
}

/// What an instruction does to its first operands. All others are read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Writes {
    /// Reads all operands.
    Nothing,
    /// Writes the first.
    First,
    /// Reads and writes the first.
    FirstAndRead,
    /// Writes the first two.
    FirstTwo,
}

/// An instruction's row.
#[derive(Debug)]
pub struct Row {
    /// The assembler's name up to where the condition goes.
    pub name: &'static str,
    /// What follows the condition: data types.
    pub suffix: &'static str,
    /// Which operands it writes.
    pub writes: Writes,
    /// The fixed bits.
    pub bits: u32,
    /// The operands.
    pub slots: &'static [Slot],
}

const D: (u8, u8) = (12, 22);
const N: (u8, u8) = (16, 7);
const M: (u8, u8) = (0, 5);
const SD: Slot = Single(D.0, D.1);
const SN: Slot = Single(N.0, N.1);
const SM: Slot = Single(M.0, M.1);
const DD: Slot = Double(D.0, D.1);
const DN: Slot = Double(N.0, N.1);
const DM: Slot = Double(M.0, M.1);
const QD: Slot = Quad(D.0, D.1);
const QN: Slot = Quad(N.0, N.1);
const QM: Slot = Quad(M.0, M.1);
const RD: Slot = Core(12);
const RN: Slot = Core(16);
const RM: Slot = Core(0);
const RS: Slot = Core(8);

macro_rules! ops {
    ($($op:ident = $name:literal $suffix:literal $writes:ident $bits:literal [$($slot:expr),*];)+) => {
        /// An instruction, named as the assembler does, with its data type.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = concat!("`", $name, $suffix, "`")] $op),+
        }

        impl Op {
            /// Every instruction.
            pub const ALL: &'static [Op] = &[$(Op::$op),+];
        }

        static ROWS: &[Row] = &[$(Row { name: $name, suffix: $suffix, writes: $writes, bits: $bits, slots: &[$($slot),*] }),+];
    };
}

impl Op {
    /// The form of an operation that sets the flags by its result: negative and zero are that result's.
    pub const fn setting_flags(self) -> Option<Op> {
        use Op::*;
        Some(match self {
            Add => Adds,
            Sub => Subs,
            Rsb => Rsbs,
            And => Ands,
            Orr => Orrs,
            Eor => Eors,
            Bic => Bics,
            Mov => Movs,
            Mvn => Mvns,
            LslImm => LslsImm,
            LsrImm => LsrsImm,
            AsrImm => AsrsImm,
            _ => return None,
        })
    }

    /// The instruction's row.
    #[inline]
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

ops! {
    // Data processing.
    And = "and" "" First 0x0000_0000 [RD, RN, Flexible];
    Ands = "ands" "" First 0x0010_0000 [RD, RN, Flexible];
    Eor = "eor" "" First 0x0020_0000 [RD, RN, Flexible];
    Eors = "eors" "" First 0x0030_0000 [RD, RN, Flexible];
    Sub = "sub" "" First 0x0040_0000 [RD, RN, Flexible];
    Subs = "subs" "" First 0x0050_0000 [RD, RN, Flexible];
    Rsb = "rsb" "" First 0x0060_0000 [RD, RN, Flexible];
    Rsbs = "rsbs" "" First 0x0070_0000 [RD, RN, Flexible];
    Add = "add" "" First 0x0080_0000 [RD, RN, Flexible];
    Adds = "adds" "" First 0x0090_0000 [RD, RN, Flexible];
    Adc = "adc" "" First 0x00a0_0000 [RD, RN, Flexible];
    Sbc = "sbc" "" First 0x00c0_0000 [RD, RN, Flexible];
    Sbcs = "sbcs" "" First 0x00d0_0000 [RD, RN, Flexible];
    Rsc = "rsc" "" First 0x00e0_0000 [RD, RN, Flexible];
    Tst = "tst" "" Nothing 0x0110_0000 [RN, Flexible];
    Cmp = "cmp" "" Nothing 0x0150_0000 [RN, Flexible];
    Cmn = "cmn" "" Nothing 0x0170_0000 [RN, Flexible];
    Orr = "orr" "" First 0x0180_0000 [RD, RN, Flexible];
    OrrLsl = "orr" "" First 0x0180_0010 [RD, RN, RM, By(0)];
    OrrLsr = "orr" "" First 0x0180_0030 [RD, RN, RM, By(1)];
    Orrs = "orrs" "" First 0x0190_0000 [RD, RN, Flexible];
    Mov = "mov" "" First 0x01a0_0000 [RD, Flexible];
    Movs = "movs" "" First 0x01b0_0000 [RD, Flexible];
    Bic = "bic" "" First 0x01c0_0000 [RD, RN, Flexible];
    Bics = "bics" "" First 0x01d0_0000 [RD, RN, Flexible];
    Mvn = "mvn" "" First 0x01e0_0000 [RD, Flexible];
    Mvns = "mvns" "" First 0x01f0_0000 [RD, Flexible];
    Nop = "nop" "" Nothing 0x0320_f000 [];
    Movw = "movw" "" First 0x0300_0000 [RD, Wide];
    Movt = "movt" "" FirstAndRead 0x0340_0000 [RD, Wide];
    LslImm = "lsl" "" First 0x01a0_0000 [RD, RM, Number(7, 5)];
    LsrImm = "lsr" "" First 0x01a0_0020 [RD, RM, Number(7, 5)];
    AsrImm = "asr" "" First 0x01a0_0040 [RD, RM, Number(7, 5)];
    RorImm = "ror" "" First 0x01a0_0060 [RD, RM, Number(7, 5)];
    LslsImm = "lsls" "" First 0x01b0_0000 [RD, RM, Number(7, 5)];
    LsrsImm = "lsrs" "" First 0x01b0_0020 [RD, RM, Number(7, 5)];
    AsrsImm = "asrs" "" First 0x01b0_0040 [RD, RM, Number(7, 5)];
    Lsl = "lsl" "" First 0x01a0_0010 [RD, RM, RS];
    Lsr = "lsr" "" First 0x01a0_0030 [RD, RM, RS];
    Asr = "asr" "" First 0x01a0_0050 [RD, RM, RS];
    Mul = "mul" "" First 0x0000_0090 [RN, RM, RS];
    Mla = "mla" "" First 0x0020_0090 [RN, RM, RS, RD];
    Mls = "mls" "" First 0x0060_0090 [RN, RM, RS, RD];
    Umull = "umull" "" FirstTwo 0x0080_0090 [RD, RN, RM, RS];
    Smull = "smull" "" FirstTwo 0x00c0_0090 [RD, RN, RM, RS];
    Sdiv = "sdiv" "" First 0x0710_f010 [RN, RM, RS];
    Udiv = "udiv" "" First 0x0730_f010 [RN, RM, RS];
    Sxtab = "sxtab" "" First 0x06a0_0070 [RD, RN, RM];
    Sxtah = "sxtah" "" First 0x06b0_0070 [RD, RN, RM];
    Uxtab = "uxtab" "" First 0x06e0_0070 [RD, RN, RM];
    Uxtah = "uxtah" "" First 0x06f0_0070 [RD, RN, RM];
    Clz = "clz" "" First 0x016f_0f10 [RD, RM];
    Rbit = "rbit" "" First 0x06ff_0f30 [RD, RM];
    Rev = "rev" "" First 0x06bf_0f30 [RD, RM];
    Rev16 = "rev16" "" First 0x06bf_0fb0 [RD, RM];
    Sxtb = "sxtb" "" First 0x06af_0070 [RD, RM];
    Sxth = "sxth" "" First 0x06bf_0070 [RD, RM];
    Uxtb = "uxtb" "" First 0x06ef_0070 [RD, RM];
    Uxth = "uxth" "" First 0x06ff_0070 [RD, RM];
    Sbfx = "sbfx" "" First 0x07a0_0050 [RD, RM, Number(7, 5), NumberLess1(16, 5)];
    Ubfx = "ubfx" "" First 0x07e0_0050 [RD, RM, Number(7, 5), NumberLess1(16, 5)];
    // Memory.
    Ldr = "ldr" "" First 0x0510_0000 [RD, Offset12];
    Str = "str" "" Nothing 0x0500_0000 [RD, Offset12];
    Ldrb = "ldrb" "" First 0x0550_0000 [RD, Offset12];
    Strb = "strb" "" Nothing 0x0540_0000 [RD, Offset12];
    Ldrh = "ldrh" "" First 0x0150_00b0 [RD, Offset8];
    Strh = "strh" "" Nothing 0x0140_00b0 [RD, Offset8];
    Ldrsb = "ldrsb" "" First 0x0150_00d0 [RD, Offset8];
    Ldrsh = "ldrsh" "" First 0x0150_00f0 [RD, Offset8];
    // The same with their register changed, which polishing alone makes: no variable is written that way.
    LdrAfter = "ldr" "" First 0x0410_0000 [RD, After12];
    LdrBefore = "ldr" "" First 0x0530_0000 [RD, Before12];
    StrAfter = "str" "" Nothing 0x0400_0000 [RD, After12];
    StrBefore = "str" "" Nothing 0x0520_0000 [RD, Before12];
    LdrbAfter = "ldrb" "" First 0x0450_0000 [RD, After12];
    LdrbBefore = "ldrb" "" First 0x0570_0000 [RD, Before12];
    StrbAfter = "strb" "" Nothing 0x0440_0000 [RD, After12];
    StrbBefore = "strb" "" Nothing 0x0560_0000 [RD, Before12];
    LdrhAfter = "ldrh" "" First 0x0050_00b0 [RD, After8];
    LdrhBefore = "ldrh" "" First 0x0170_00b0 [RD, Before8];
    StrhAfter = "strh" "" Nothing 0x0040_00b0 [RD, After8];
    StrhBefore = "strh" "" Nothing 0x0160_00b0 [RD, Before8];
    LdrsbAfter = "ldrsb" "" First 0x0050_00d0 [RD, After8];
    LdrsbBefore = "ldrsb" "" First 0x0170_00d0 [RD, Before8];
    LdrshAfter = "ldrsh" "" First 0x0050_00f0 [RD, After8];
    LdrshBefore = "ldrsh" "" First 0x0170_00f0 [RD, Before8];
    LdrX = "ldr" "" First 0x0790_0000 [RD, IndexedScaled];
    StrX = "str" "" Nothing 0x0780_0000 [RD, IndexedScaled];
    LdrbX = "ldrb" "" First 0x07d0_0000 [RD, IndexedScaled];
    StrbX = "strb" "" Nothing 0x07c0_0000 [RD, IndexedScaled];
    LdrhX = "ldrh" "" First 0x0190_00b0 [RD, Indexed];
    StrhX = "strh" "" Nothing 0x0180_00b0 [RD, Indexed];
    Push = "push" "" Nothing 0x092d_0000 [CoreList];
    Pop = "pop" "" Nothing 0x08bd_0000 [CoreList];
    Stm = "stm" "" Nothing 0x08a0_0000 [Updated, CoreList];
    Ldm = "ldm" "" Nothing 0x08b0_0000 [Updated, CoreList];
    Ldrex = "ldrex" "" First 0x0190_0f9f [RD, Address];
    Ldrexb = "ldrexb" "" First 0x01d0_0f9f [RD, Address];
    Ldrexh = "ldrexh" "" First 0x01f0_0f9f [RD, Address];
    Ldrexd = "ldrexd" "" FirstTwo 0x01b0_0f9f [RD, Next, Address];
    Strex = "strex" "" First 0x0180_0f90 [RD, RM, Address];
    Strexb = "strexb" "" First 0x01c0_0f90 [RD, RM, Address];
    Strexh = "strexh" "" First 0x01e0_0f90 [RD, RM, Address];
    Strexd = "strexd" "" First 0x01a0_0f90 [RD, RM, Next, Address];
    Dmb = "dmb" "\tish" Nothing 0xf57f_f05b [];
    // Control.
    B = "b" "" Nothing 0x0a00_0000 [Target];
    Bl = "bl" "" Nothing 0x0b00_0000 [Target];
    Blx = "blx" "" Nothing 0x012f_ff30 [RM];
    Bx = "bx" "" Nothing 0x012f_ff10 [RM];
    Udf = "udf" "\t#0" Nothing 0xe7f0_00f0 [];
    // Scalar floating point.
    VaddF32 = "vadd" ".f32" First 0x0e30_0a00 [SD, SN, SM];
    VaddF64 = "vadd" ".f64" First 0x0e30_0b00 [DD, DN, DM];
    VmlaF32 = "vmla" ".f32" FirstAndRead 0x0e00_0a00 [SD, SN, SM];
    VmlaF64 = "vmla" ".f64" FirstAndRead 0x0e00_0b00 [DD, DN, DM];
    VmlsF32 = "vmls" ".f32" FirstAndRead 0x0e00_0a40 [SD, SN, SM];
    VmlsF64 = "vmls" ".f64" FirstAndRead 0x0e00_0b40 [DD, DN, DM];
    VnmlsF32 = "vnmls" ".f32" FirstAndRead 0x0e10_0a00 [SD, SN, SM];
    VnmlsF64 = "vnmls" ".f64" FirstAndRead 0x0e10_0b00 [DD, DN, DM];
    VsubF32 = "vsub" ".f32" First 0x0e30_0a40 [SD, SN, SM];
    VsubF64 = "vsub" ".f64" First 0x0e30_0b40 [DD, DN, DM];
    VmulF32 = "vmul" ".f32" First 0x0e20_0a00 [SD, SN, SM];
    VmulF64 = "vmul" ".f64" First 0x0e20_0b00 [DD, DN, DM];
    VdivF32 = "vdiv" ".f32" First 0x0e80_0a00 [SD, SN, SM];
    VdivF64 = "vdiv" ".f64" First 0x0e80_0b00 [DD, DN, DM];
    VsqrtF32 = "vsqrt" ".f32" First 0x0eb1_0ac0 [SD, SM];
    VsqrtF64 = "vsqrt" ".f64" First 0x0eb1_0bc0 [DD, DM];
    VabsF32 = "vabs" ".f32" First 0x0eb0_0ac0 [SD, SM];
    VabsF64 = "vabs" ".f64" First 0x0eb0_0bc0 [DD, DM];
    VnegF32 = "vneg" ".f32" First 0x0eb1_0a40 [SD, SM];
    VnegF64 = "vneg" ".f64" First 0x0eb1_0b40 [DD, DM];
    VmovF32 = "vmov" ".f32" First 0x0eb0_0a40 [SD, SM];
    VmovF64 = "vmov" ".f64" First 0x0eb0_0b40 [DD, DM];
    VcmpF32 = "vcmp" ".f32" Nothing 0x0eb4_0a40 [SD, SM];
    VcmpF64 = "vcmp" ".f64" Nothing 0x0eb4_0b40 [DD, DM];
    VcmpZeroF32 = "vcmp" ".f32" Nothing 0x0eb5_0a40 [SD, FloatZero];
    VcmpZeroF64 = "vcmp" ".f64" Nothing 0x0eb5_0b40 [DD, FloatZero];
    Vmrs = "vmrs" "\tapsr_nzcv, fpscr" Nothing 0x0ef1_fa10 [];
    VcvtF64F32 = "vcvt" ".f64.f32" First 0x0eb7_0ac0 [DD, SM];
    VcvtF32F64 = "vcvt" ".f32.f64" First 0x0eb7_0bc0 [SD, DM];
    VcvtF32S32 = "vcvt" ".f32.s32" First 0x0eb8_0ac0 [SD, SM];
    VcvtF32U32 = "vcvt" ".f32.u32" First 0x0eb8_0a40 [SD, SM];
    VcvtF64S32 = "vcvt" ".f64.s32" First 0x0eb8_0bc0 [DD, SM];
    VcvtF64U32 = "vcvt" ".f64.u32" First 0x0eb8_0b40 [DD, SM];
    VcvtS32F32 = "vcvt" ".s32.f32" First 0x0ebd_0ac0 [SD, SM];
    VcvtU32F32 = "vcvt" ".u32.f32" First 0x0ebc_0ac0 [SD, SM];
    VcvtS32F64 = "vcvt" ".s32.f64" First 0x0ebd_0bc0 [SD, DM];
    VcvtU32F64 = "vcvt" ".u32.f64" First 0x0ebc_0bc0 [SD, DM];
    VmovNumberF32 = "vmov" ".f32" First 0x0eb0_0a00 [SD, FloatImmediate];
    VmovNumberF64 = "vmov" ".f64" First 0x0eb0_0b00 [DD, FloatImmediate];
    VmovFromCore = "vmov" "" First 0x0e00_0a10 [SN, RD];
    VmovToCore = "vmov" "" First 0x0e10_0a10 [RD, SN];
    VmovFromPair = "vmov" "" First 0x0c40_0b10 [DM, RD, RN];
    VmovToPair = "vmov" "" FirstTwo 0x0c50_0b10 [RD, RN, DM];
    VldrS = "vldr" "" First 0x0d10_0a00 [SD, OffsetWords];
    VldrD = "vldr" "" First 0x0d10_0b00 [DD, OffsetWords];
    VstrS = "vstr" "" Nothing 0x0d00_0a00 [SD, OffsetWords];
    VstrD = "vstr" "" Nothing 0x0d00_0b00 [DD, OffsetWords];
    Vpush = "vpush" "" Nothing 0x0d2d_0b00 [DoubleList];
    Vpop = "vpop" "" Nothing 0x0cbd_0b00 [DoubleList];
    Vstm = "vstmia" "" Nothing 0x0ca0_0b00 [Updated, DoubleList];
    Vldm = "vldmia" "" Nothing 0x0cb0_0b00 [Updated, DoubleList];
    // Vectors.
    VaddI8 = "vadd" ".i8" First 0xf200_0840 [QD, QN, QM];
    VaddI16 = "vadd" ".i16" First 0xf210_0840 [QD, QN, QM];
    VaddI32 = "vadd" ".i32" First 0xf220_0840 [QD, QN, QM];
    VsubI8 = "vsub" ".i8" First 0xf300_0840 [QD, QN, QM];
    VsubI16 = "vsub" ".i16" First 0xf310_0840 [QD, QN, QM];
    VsubI32 = "vsub" ".i32" First 0xf320_0840 [QD, QN, QM];
    VmulI8 = "vmul" ".i8" First 0xf200_0950 [QD, QN, QM];
    VmulI16 = "vmul" ".i16" First 0xf210_0950 [QD, QN, QM];
    VmulI32 = "vmul" ".i32" First 0xf220_0950 [QD, QN, QM];
    Vand = "vand" "" First 0xf200_0150 [QD, QN, QM];
    Vorr = "vorr" "" First 0xf220_0150 [QD, QN, QM];
    Veor = "veor" "" First 0xf300_0150 [QD, QN, QM];
    Vbsl = "vbsl" "" FirstAndRead 0xf310_0150 [QD, QN, QM];
    VceqI8 = "vceq" ".i8" First 0xf300_0850 [QD, QN, QM];
    VceqI16 = "vceq" ".i16" First 0xf310_0850 [QD, QN, QM];
    VceqI32 = "vceq" ".i32" First 0xf320_0850 [QD, QN, QM];
    VcgtS8 = "vcgt" ".s8" First 0xf200_0340 [QD, QN, QM];
    VcgtS16 = "vcgt" ".s16" First 0xf210_0340 [QD, QN, QM];
    VcgtS32 = "vcgt" ".s32" First 0xf220_0340 [QD, QN, QM];
    VcgtU8 = "vcgt" ".u8" First 0xf300_0340 [QD, QN, QM];
    VcgtU16 = "vcgt" ".u16" First 0xf310_0340 [QD, QN, QM];
    VcgtU32 = "vcgt" ".u32" First 0xf320_0340 [QD, QN, QM];
    VcgeS8 = "vcge" ".s8" First 0xf200_0350 [QD, QN, QM];
    VcgeS16 = "vcge" ".s16" First 0xf210_0350 [QD, QN, QM];
    VcgeS32 = "vcge" ".s32" First 0xf220_0350 [QD, QN, QM];
    VcgeU8 = "vcge" ".u8" First 0xf300_0350 [QD, QN, QM];
    VcgeU16 = "vcge" ".u16" First 0xf310_0350 [QD, QN, QM];
    VcgeU32 = "vcge" ".u32" First 0xf320_0350 [QD, QN, QM];
    VshlS8 = "vshl" ".s8" First 0xf200_0440 [QD, QM, QN];
    VshlS16 = "vshl" ".s16" First 0xf210_0440 [QD, QM, QN];
    VshlS32 = "vshl" ".s32" First 0xf220_0440 [QD, QM, QN];
    VshlU8 = "vshl" ".u8" First 0xf300_0440 [QD, QM, QN];
    VshlU16 = "vshl" ".u16" First 0xf310_0440 [QD, QM, QN];
    VshlU32 = "vshl" ".u32" First 0xf320_0440 [QD, QM, QN];
    VqaddF32 = "vadd" ".f32" First 0xf200_0d40 [QD, QN, QM];
    VqsubF32 = "vsub" ".f32" First 0xf220_0d40 [QD, QN, QM];
    VqmulF32 = "vmul" ".f32" First 0xf300_0d50 [QD, QN, QM];
    VceqF32 = "vceq" ".f32" First 0xf200_0e40 [QD, QN, QM];
    VcgeF32 = "vcge" ".f32" First 0xf300_0e40 [QD, QN, QM];
    VcgtF32 = "vcgt" ".f32" First 0xf320_0e40 [QD, QN, QM];
    VnegS8 = "vneg" ".s8" First 0xf3b1_03c0 [QD, QM];
    VnegS16 = "vneg" ".s16" First 0xf3b5_03c0 [QD, QM];
    VnegS32 = "vneg" ".s32" First 0xf3b9_03c0 [QD, QM];
    VqabsF32 = "vabs" ".f32" First 0xf3b9_0740 [QD, QM];
    VqnegF32 = "vneg" ".f32" First 0xf3b9_07c0 [QD, QM];
    Vmvn = "vmvn" "" First 0xf3b0_05c0 [QD, QM];
    VqcvtF32S32 = "vcvt" ".f32.s32" First 0xf3bb_0640 [QD, QM];
    VqcvtF32U32 = "vcvt" ".f32.u32" First 0xf3bb_06c0 [QD, QM];
    VqcvtS32F32 = "vcvt" ".s32.f32" First 0xf3bb_0740 [QD, QM];
    VqcvtU32F32 = "vcvt" ".u32.f32" First 0xf3bb_07c0 [QD, QM];
    VpaddlU8 = "vpaddl" ".u8" First 0xf3b0_02c0 [QD, QM];
    VpaddlU16 = "vpaddl" ".u16" First 0xf3b4_02c0 [QD, QM];
    VpaddlU32 = "vpaddl" ".u32" First 0xf3b8_02c0 [QD, QM];
    VdpaddlU8 = "vpaddl" ".u8" First 0xf3b0_0280 [DD, DM];
    VdpaddlU16 = "vpaddl" ".u16" First 0xf3b4_0280 [DD, DM];
    VdpaddlU32 = "vpaddl" ".u32" First 0xf3b8_0280 [DD, DM];
    Vcnt8 = "vcnt" ".8" First 0xf3b0_0500 [DD, DM];
    VshlI8 = "vshl" ".i8" First 0xf280_0550 [QD, QM, LaneLeft(8)];
    VshlI16 = "vshl" ".i16" First 0xf280_0550 [QD, QM, LaneLeft(16)];
    VshlI32 = "vshl" ".i32" First 0xf280_0550 [QD, QM, LaneLeft(32)];
    VshrS8 = "vshr" ".s8" First 0xf280_0050 [QD, QM, LaneRight(8)];
    VshrS16 = "vshr" ".s16" First 0xf280_0050 [QD, QM, LaneRight(16)];
    VshrS32 = "vshr" ".s32" First 0xf280_0050 [QD, QM, LaneRight(32)];
    Vext = "vext" ".8" First 0xf2b0_0040 [QD, QN, QM, Number(8, 4)];
    VtblLow = "vtbl" ".8" FirstAndRead 0xf3b0_0900 [Half(0), Table, HalfAgain(0)];
    VtblHigh = "vtbl" ".8" FirstAndRead 0xf3b0_0900 [Half(1), Table, HalfAgain(1)];
    Vdup8 = "vdup" ".8" First 0x0ee0_0b10 [QN, RD];
    Vdup16 = "vdup" ".16" First 0x0ea0_0b30 [QN, RD];
    Vdup32 = "vdup" ".32" First 0x0ea0_0b10 [QN, RD];
    VinsertI8 = "vmov" ".8" FirstAndRead 0x0e40_0b10 [Lane(8), RD];
    VinsertI16 = "vmov" ".16" FirstAndRead 0x0e00_0b30 [Lane(16), RD];
    VinsertI32 = "vmov" ".32" FirstAndRead 0x0e00_0b10 [Lane(32), RD];
    VextractU8 = "vmov" ".u8" First 0x0ed0_0b10 [RD, Lane(8)];
    VextractU16 = "vmov" ".u16" First 0x0e90_0b30 [RD, Lane(16)];
    VextractI32 = "vmov" ".32" First 0x0e10_0b10 [RD, Lane(32)];
    VmovI8 = "vmov" ".i8" First 0xf280_0e50 [QD, LaneImmediate];
    VmovI16 = "vmov" ".i16" First 0xf280_0850 [QD, LaneImmediate];
    VmovI32 = "vmov" ".i32" First 0xf280_0050 [QD, LaneImmediate];
    Vld1 = "vld1" ".8" First 0xf420_0a0f [Halves, Address];
    Vst1 = "vst1" ".8" Nothing 0xf400_0a0f [Halves, Address];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_and_fixed_bits_do_not_overlap() {
        for op in Op::ALL {
            let row = op.row();
            let mut taken = row.bits;
            for &slot in row.slots {
                // A shift's amount is told from other instructions by its highest one, which the
                // fixed bits leave free.
                assert_eq!(taken & slot.bits(), 0, "{op:?} {slot:?}");
                taken |= slot.bits();
            }
        }
    }
}
