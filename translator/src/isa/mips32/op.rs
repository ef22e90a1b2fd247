//! The MIPS32 instructions that lowering can emit, by the mnemonics of [MIPS32-VOL2] chapter 3. How
//! each is encoded is the table in [`super::encode`].

use crate::ice::opcode::named_enum;

named_enum! {
    /// An instruction. Operands are named as in [`super::inst::Inst`]: what is written is `dst`,
    /// whatever the assembler's order.
    #[allow(missing_docs, reason = "the manual's mnemonics; MIPS32 architecture volume II")]
    Op {
        // dst = a op b, registers.
        Addu = "addu", Subu = "subu", And = "and", Or = "or", Xor = "xor", Nor = "nor", Slt = "slt", Sltu = "sltu",
        /// dst = low half of a * b; leaves HI and LO unpredictable.
        Mul = "mul",
        // dst = a if b is zero (movz) or not (movn).
        Movz = "movz", Movn = "movn",
        // dst = a shifted by the constant b, or by the low five bits of the register b.
        Sll = "sll", Srl = "srl", Sra = "sra", Rotr = "rotr", Sllv = "sllv", Srlv = "srlv", Srav = "srav",
        // HI and LO from a and b.
        Mult = "mult", Multu = "multu", Div = "div", Divu = "divu", Mfhi = "mfhi", Mflo = "mflo",
        // dst from a.
        Clz = "clz", Seb = "seb", Seh = "seh", Wsbh = "wsbh",
        // dst = a op the 16-bit constant b: sign-extended in the first three, zero-extended in the
        // others.
        Addiu = "addiu", Slti = "slti", Sltiu = "sltiu", Andi = "andi", Ori = "ori", Xori = "xori",
        /// dst = the constant a in the upper half.
        Lui = "lui",
        // dst from memory a. lwl writes its bytes and reads the others; it comes before lwr here,
        // so that only lwr counts as reading.
        Lb = "lb", Lbu = "lbu", Lh = "lh", Lhu = "lhu", Lw = "lw", Lwl = "lwl", Lwr = "lwr", Ll = "ll", Lwc1 = "lwc1", Ldc1 = "ldc1",
        // dst, which is read, to memory a.
        Sb = "sb", Sh = "sh", Sw = "sw", Swl = "swl", Swr = "swr", Swc1 = "swc1", Sdc1 = "sdc1",
        /// As `sw` if nothing wrote there since the `ll`; dst becomes 1 or 0.
        Sc = "sc",
        // To the label dst if a and b compare so, or a and zero. A delay slot follows every branch
        // and jump.
        Beq = "beq", Bne = "bne", Blez = "blez", Bgtz = "bgtz", Bltz = "bltz", Bgez = "bgez",
        /// Branch always, linking; the operand is a number of words.
        Bal = "bal",
        // To the label dst if the floating-point condition is false or true.
        Bc1f = "bc1f", Bc1t = "bc1t",
        J = "j", Jal = "jal", Jr = "jr", Jalr = "jalr",
        /// Traps if a equals b.
        Teq = "teq",
        /// Orders all loads and stores.
        Sync = "sync",
        Nop = "nop",
        // Floating point: dst = a op b.
        AddS = "add.s", SubS = "sub.s", MulS = "mul.s", DivS = "div.s", AddD = "add.d", SubD = "sub.d", MulD = "mul.d", DivD = "div.d",
        // dst from a.
        MovS = "mov.s", MovD = "mov.d", AbsS = "abs.s", AbsD = "abs.d", NegS = "neg.s", NegD = "neg.d", SqrtS = "sqrt.s", SqrtD = "sqrt.d",
        CvtDS = "cvt.d.s", CvtSD = "cvt.s.d", CvtSW = "cvt.s.w", CvtDW = "cvt.d.w", TruncWS = "trunc.w.s", TruncWD = "trunc.w.d",
        // The floating-point condition from a and b: u, unordered; o, ordered.
        CUnS = "c.un.s", CEqS = "c.eq.s", CUeqS = "c.ueq.s", COltS = "c.olt.s", CUltS = "c.ult.s", COleS = "c.ole.s", CUleS = "c.ule.s",
        CUnD = "c.un.d", CEqD = "c.eq.d", CUeqD = "c.ueq.d", COltD = "c.olt.d", CUltD = "c.ult.d", COleD = "c.ole.d", CUleD = "c.ule.d",
        // Between a floating-point register and a general one.
        Mfc1 = "mfc1", Mtc1 = "mtc1",
        // dst = a if the floating-point condition is false or true.
        Movf = "movf", Movt = "movt",
    }
}
