//! The instructions of MIPS that are allowed, with the registers that they read and write.
//!
//! Letters: `d` a register that is written, `e` the same one again, `s` and `t` ones that are read, `b` the base of an access, `o` its offset, `i`
//! what else there is.
//!
//! Source: [MIPS32-VOL2] chapter 3 (each instruction). Left out are what belongs to the system, what register-indexed addresses need, and the branches that annul their delay slot.

use std::sync::LazyLock;

use crate::validate::words::Table;

/// What an instruction is to the rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Registers in, registers out.
    Plain,
    /// An access to memory; the one that may read the thread pointer.
    Access,
    LoadWord,
    /// A branch by a distance; a call.
    Branch {
        link: bool,
    },
    /// A jump within the 256 MB around it; a call.
    Jump {
        link: bool,
    },
    /// A jump to where a register says; a call.
    Register {
        link: bool,
    },
}

use Kind::{Access, LoadWord, Plain};

/// The allowed instructions.
pub static TABLE: LazyLock<Table<Kind>> = LazyLock::new(|| Table::new(ROWS, 26, 6));

#[rustfmt::skip]
const ROWS: &[(&str, Kind)] = &[
    // SPECIAL: sll; srl and rotr; sra; by registers; movf and movt; movz, movn.
    ("000000 00000 ttttt ddddd iiiii 000000", Plain),
    ("000000 0000. ttttt ddddd iiiii 000010", Plain),
    ("000000 00000 ttttt ddddd iiiii 000011", Plain),
    ("000000 sssss ttttt ddddd 00000 000100", Plain),
    ("000000 sssss ttttt ddddd 0000. 000110", Plain),
    ("000000 sssss ttttt ddddd 00000 000111", Plain),
    ("000000 sssss iii0. ddddd 00000 000001", Plain),
    ("000000 sssss ttttt ddddd 00000 00101.", Plain),
    // mfhi and mflo; mthi and mtlo; mult multu div divu.
    ("000000 00000 00000 ddddd 00000 0100.0", Plain),
    ("000000 sssss 00000 00000 00000 0100.1", Plain),
    ("000000 sssss ttttt 00000 00000 0110..", Plain),
    // add addu sub subu and or xor nor; slt, sltu; tge tgeu tlt tltu; teq; tne; break; sync.
    ("000000 sssss ttttt ddddd 00000 100...", Plain),
    ("000000 sssss ttttt ddddd 00000 10101.", Plain),
    ("000000 sssss ttttt iiiii iiiii 1100..", Plain),
    ("000000 sssss ttttt iiiii iiiii 110100", Plain),
    ("000000 sssss ttttt iiiii iiiii 110110", Plain),
    ("000000 iiiii iiiii iiiii iiiii 001101", Plain),
    ("000000 00000 00000 00000 iiiii 001111", Plain),
    // jr, jalr.
    ("000000 sssss 00000 00000 00000 001000", Kind::Register { link: false }),
    ("000000 sssss 00000 ddddd 00000 001001", Kind::Register { link: true }),
    // REGIMM: bltz and bgez; bltzal and bgezal.
    ("000001 sssss 0000. iiiii iiiii iiiiii", Kind::Branch { link: false }),
    ("000001 sssss 1000. iiiii iiiii iiiiii", Kind::Branch { link: true }),
    // j; jal; beq bne; blez bgtz.
    ("000010 iiiii iiiii iiiii iiiii iiiiii", Kind::Jump { link: false }),
    ("000011 iiiii iiiii iiiii iiiii iiiiii", Kind::Jump { link: true }),
    ("00010. sssss ttttt iiiii iiiii iiiiii", Kind::Branch { link: false }),
    ("00011. sssss 00000 iiiii iiiii iiiiii", Kind::Branch { link: false }),
    // addiu slti sltiu andi ori xori; lui. (addi is a branch in release 6.)
    ("001001 sssss ddddd iiiii iiiii iiiiii", Plain),
    ("00101. sssss ddddd iiiii iiiii iiiiii", Plain),
    ("00110. sssss ddddd iiiii iiiii iiiiii", Plain),
    ("001110 sssss ddddd iiiii iiiii iiiiii", Plain),
    ("001111 00000 ddddd iiiii iiiii iiiiii", Plain),
    // COP1: mfc1 and mfhc1; cfc1 of the status; mtc1 and mthc1; ctc1; bc1f and bc1t; whatever computes with single, double, word and long.
    ("010001 00000 ddddd iiiii 00000 000000", Plain),
    ("010001 0001. ddddd iiiii 00000 000000", Plain),
    ("010001 00100 ttttt iiiii 00000 000000", Plain),
    ("010001 0011. ttttt iiiii 00000 000000", Plain),
    ("010001 01000 iii0. iiiii iiiii iiiiii", Kind::Branch { link: false }),
    ("010001 1000. iiiii iiiii iiiii iiiiii", Plain),
    ("010001 1010. iiiii iiiii iiiii iiiiii", Plain),
    // SPECIAL2: madd, maddu; mul; msub, msubu; clz, clo, whose target stands twice.
    ("011100 sssss ttttt 00000 00000 00000.", Plain),
    ("011100 sssss ttttt ddddd 00000 000010", Plain),
    ("011100 sssss ttttt 00000 00000 00010.", Plain),
    ("011100 sssss eeeee ddddd 00000 10000.", Plain),
    // SPECIAL3: ext and ins; wsbh, seb, seh.
    ("011111 sssss ddddd iiiii iiiii 000.00", Plain),
    ("011111 00000 ttttt ddddd 00010 100000", Plain),
    ("011111 00000 ttttt ddddd 1.000 100000", Plain),
    // lb lh lwl; lw; lbu lhu lwr; sb sh swl sw; swr; ll, sc; lwc1, ldc1, swc1, sdc1.
    ("10000. bbbbb ddddd iiiii iiiii iiiiii", Access),
    ("100010 bbbbb ddddd iiiii iiiii iiiiii", Access),
    ("100011 bbbbb ddddd oooooooooooooooo", LoadWord),
    ("10010. bbbbb ddddd iiiii iiiii iiiiii", Access),
    ("100110 bbbbb ddddd iiiii iiiii iiiiii", Access),
    ("1010.. bbbbb ttttt iiiii iiiii iiiiii", Access),
    ("101110 bbbbb ttttt iiiii iiiii iiiiii", Access),
    ("110000 bbbbb ddddd iiiii iiiii iiiiii", Access),
    ("111000 bbbbb ddddd iiiii iiiii iiiiii", Access),
    ("110001 bbbbb iiiii iiiii iiiii iiiiii", Access),
    ("110101 bbbbb iiiii iiiii iiiii iiiiii", Access),
    ("111001 bbbbb iiiii iiiii iiiii iiiiii", Access),
    ("111101 bbbbb iiiii iiiii iiiii iiiiii", Access),
];
