//! The x86 instructions that lowering can emit, by Intel's mnemonics.
//!
//! An operation says nothing about sizes: integer operations take a [`Size`], vector and scalar
//! floating-point operations have theirs in the mnemonic. How each is encoded is the table in
//! [`super::encode`].

use crate::ice::opcode::named_enum;

/// Operand size of an integer operation.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Size {
    /// 8 bits.
    B1,
    /// 16 bits.
    B2,
    /// 32 bits.
    B4,
    /// 64 bits; 64-bit mode only.
    B8,
}

impl Size {
    /// Size in bytes.
    pub const fn bytes(self) -> u32 {
        1 << self as u32
    }
}

/// A condition code, by its hardware number.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "Intel's names; SDM volume 1, appendix B")]
pub enum Cc {
    O,
    No,
    B,
    Ae,
    E,
    Ne,
    Be,
    A,
    S,
    Ns,
    P,
    Np,
    L,
    Ge,
    Le,
    G,
}

impl Cc {
    /// Every condition code, by hardware number.
    pub const ALL: [Cc; 16] =
        [Cc::O, Cc::No, Cc::B, Cc::Ae, Cc::E, Cc::Ne, Cc::Be, Cc::A, Cc::S, Cc::Ns, Cc::P, Cc::Np, Cc::L, Cc::Ge, Cc::Le, Cc::G];

    /// The opposite condition.
    pub const fn negate(self) -> Cc {
        Cc::ALL[(self as u8 ^ 1) as usize]
    }

    /// The mnemonic's suffix.
    pub const fn suffix(self) -> &'static str {
        ["o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"][self as usize]
    }
}

named_enum! {
    /// An instruction. "dst" and "src" name the operands in Intel order; "imm" is a third,
    /// immediate operand.
    #[allow(missing_docs, reason = "Intel's mnemonics; SDM volume 2")]
    Op {
        // Integer, dst op= src; src may be an immediate, either may be memory.
        Add = "add", Or = "or", Adc = "adc", Sbb = "sbb", And = "and", Sub = "sub", Xor = "xor", Cmp = "cmp",
        /// As the above, without a memory source other than dst.
        Test = "test",
        /// Moves between registers, memory and immediates.
        Mov = "mov",
        /// Zero-extends an 8-bit register or memory operand to Size.
        Movzx8 = "movzx8", Movzx16 = "movzx16", Movsx8 = "movsx8", Movsx16 = "movsx16",
        /// Sign-extends 32 to 64 bits (movsxd); 64-bit mode only.
        Movsx32 = "movsxd",
        /// dst = address of the memory operand src.
        Lea = "lea",
        /// dst *= src, low half; src register or memory, Size B2 to B8.
        Imul = "imul",
        /// dst = src * imm, low half; the immediate is the third operand, Size B2 to B8.
        ImulImm = "imul3",
        /// The accumulator pair = the accumulator * dst, signed.
        ImulWide = "imul1",
        // One operand in dst (register or memory); the accumulator pair is implicit.
        Mul = "mul", Div = "div", Idiv = "idiv", Neg = "neg", Not = "not",
        /// dst op= by src: an 8-bit immediate, or the register ecx (cl).
        Shl = "shl", Shr = "shr", Sar = "sar", Rol = "rol", Ror = "ror",
        /// Double shift of dst, bits coming from the register src; the amount is imm, or cl when
        /// there is none.
        Shld = "shld", Shrd = "shrd",
        /// Sign-extends the accumulator into edx: cwd, cdq, cqo by Size.
        Cdq = "cdq",
        /// Sets the byte dst (register or memory) to the condition.
        Setcc = "set",
        /// dst = src if the condition holds; Size B2 to B8.
        Cmovcc = "cmov",
        /// The carry flag = the bit of dst whose number the register src is.
        Bt = "bt",
        Bsf = "bsf", Bsr = "bsr", Bswap = "bswap", Xchg = "xchg",
        // With a lock prefix; dst is memory, src a register.
        LockXadd = "lock xadd", LockCmpxchg = "lock cmpxchg",
        /// 64-bit compare and exchange of memory dst with edx:eax and ecx:ebx.
        LockCmpxchg8b = "lock cmpxchg8b",
        /// Orders all loads and stores.
        Mfence = "mfence",
        /// src to the stack: a register, memory, immediate or symbol; always the mode's stack word,
        /// whatever the size.
        Push = "push",
        /// The stack's top to dst, a register or memory; the mode's stack word.
        Pop = "pop",
        /// Call of a symbol or of a register or memory operand in src; in 64-bit mode the operand
        /// has 64 bits.
        Call = "call",
        /// Jump to a label or symbol, or to a register or memory operand in src; in 64-bit mode the
        /// operand has 64 bits.
        Jmp = "jmp",
        /// Conditional jump to a label in src.
        Jcc = "j",
        Ret = "ret", Ud2 = "ud2", Nop = "nop",

        // Scalar and packed moves. dst and src are vector registers or memory, not both memory.
        Movss = "movss", Movsd = "movsd", Movaps = "movaps", Movups = "movups",
        /// Between a vector register and a general register or memory; Size B4 (movd) or B8 (movq
        /// with a general register; for 64 bits of memory, `Movq` is shorter).
        Movd = "movd",
        /// 64 bits between vector registers or memory, clearing the upper half of a destination
        /// register.
        Movq = "movq",
        // Scalar arithmetic, dst op= src.
        Addss = "addss", Addsd = "addsd", Subss = "subss", Subsd = "subsd", Mulss = "mulss", Mulsd = "mulsd",
        Divss = "divss", Divsd = "divsd", Sqrtss = "sqrtss", Sqrtsd = "sqrtsd", Ucomiss = "ucomiss", Ucomisd = "ucomisd",
        Cvtss2sd = "cvtss2sd", Cvtsd2ss = "cvtsd2ss",
        /// From a general register or memory of Size B4 or B8.
        Cvtsi2ss = "cvtsi2ss", Cvtsi2sd = "cvtsi2sd",
        /// To a general register of Size B4 or B8, truncating.
        Cvttss2si = "cvttss2si", Cvttsd2si = "cvttsd2si",
        /// All-ones or zero by the predicate in imm.
        Cmpss = "cmpss", Cmpsd = "cmpsd",
        // Packed floating point.
        Addps = "addps", Subps = "subps", Mulps = "mulps", Divps = "divps", Cmpps = "cmpps",
        Andps = "andps", Andnps = "andnps", Orps = "orps", Xorps = "xorps",
        Cvtdq2ps = "cvtdq2ps", Cvttps2dq = "cvttps2dq", Shufps = "shufps", Unpcklps = "unpcklps", Unpckhps = "unpckhps",
        /// The upper half of src to the lower half of dst, and the reverse; both are registers.
        Movhlps = "movhlps", Movlhps = "movlhps",
        Movmskps = "movmskps", Maxps = "maxps", Minps = "minps",
        // Packed integer.
        Pand = "pand", Pandn = "pandn", Por = "por", Pxor = "pxor",
        Paddb = "paddb", Paddw = "paddw", Paddd = "paddd", Paddq = "paddq",
        Psubb = "psubb", Psubw = "psubw", Psubd = "psubd", Psubq = "psubq",
        /// Saturating at zero; zero tells an unsigned "less or equal".
        Psubusb = "psubusb", Psubusw = "psubusw",
        Pminub = "pminub", Pmaxub = "pmaxub", Pminsw = "pminsw", Pmaxsw = "pmaxsw",
        Pmullw = "pmullw", Pmuludq = "pmuludq",
        Pcmpeqb = "pcmpeqb", Pcmpeqw = "pcmpeqw", Pcmpeqd = "pcmpeqd", Pcmpgtb = "pcmpgtb", Pcmpgtw = "pcmpgtw", Pcmpgtd = "pcmpgtd",
        // Packed shifts; src is a vector register, memory, or an 8-bit immediate.
        Psllw = "psllw", Pslld = "pslld", Psllq = "psllq", Psrlw = "psrlw", Psrld = "psrld", Psrlq = "psrlq", Psraw = "psraw", Psrad = "psrad",
        /// Byte shifts of the whole register by an 8-bit immediate.
        Pslldq = "pslldq", Psrldq = "psrldq",
        // Shuffles; imm selects.
        Pshufd = "pshufd", Pshuflw = "pshuflw", Pshufhw = "pshufhw",
        Punpcklbw = "punpcklbw", Punpcklwd = "punpcklwd", Punpckldq = "punpckldq", Punpcklqdq = "punpcklqdq",
        Punpckhbw = "punpckhbw", Punpckhwd = "punpckhwd", Punpckhdq = "punpckhdq", Punpckhqdq = "punpckhqdq",
        Packsswb = "packsswb", Packuswb = "packuswb", Packssdw = "packssdw",
        Pmovmskb = "pmovmskb",
        /// Lane to general register (32-bit destination); imm is the lane.
        Pextrw = "pextrw",
        /// Low 16 bits of a general register or memory into a lane; imm is the lane.
        Pinsrw = "pinsrw",
        // SSE4.1.
        Pmulld = "pmulld", Packusdw = "packusdw", Pextrb = "pextrb", Pextrd = "pextrd", Pinsrb = "pinsrb", Pinsrd = "pinsrd", Insertps = "insertps",
        /// Selects lanes of src by the sign bits in xmm0, which is implicit.
        Blendvps = "blendvps", Pblendvb = "pblendvb",

        // x87, for the i386 return convention; memory, loaded from src or stored to dst.
        Flds = "fld32", Fldd = "fld64", Fstps = "fstp32", Fstpd = "fstp64",
    }
}

impl Op {
    /// Whether its last operand, or either of those that are compared, may be in a register or in memory alike, and is all that it reads there.
    pub(super) fn reads_either(self) -> bool {
        use Op::*;
        let is_integer = matches!(self, Add | Adc | Sub | Sbb | And | Or | Xor | Imul | Movzx8 | Movzx16 | Movsx8 | Movsx16);
        let is_float = matches!(self, Addss | Addsd | Subss | Subsd | Mulss | Mulsd | Divss | Divsd | Sqrtss | Sqrtsd);
        let converts = matches!(self, Cvtss2sd | Cvtsd2ss | Cvtsi2ss | Cvtsi2sd | Cvttss2si | Cvttsd2si);
        let moves = matches!(self, Mov | Movss | Movsd | Movups);
        is_integer || is_float || converts || moves || self.only_reads()
    }

    /// Whether it only compares its operands.
    pub(super) fn only_reads(self) -> bool {
        matches!(self, Op::Cmp | Op::Test | Op::Ucomiss | Op::Ucomisd)
    }

    /// Whether it is a call. It takes one comparison to see that another operation is none.
    #[inline]
    pub(super) fn is_call(self) -> bool {
        if self == Op::Call {
            std::hint::cold_path();
        }
        self == Op::Call
    }
}
