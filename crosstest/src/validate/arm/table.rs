//! The instructions of ARM (A32) that are allowed, with the registers that they read and write.
//!
//! Letters: `c` the condition, which is not 1111; `d` and `e` registers that are written; `n`, `m`, `a` and `x` ones that are read, and that are
//! not pc; capitals the same, but 15 is allowed: it is read as an address, or means that there is no such register. `b` is a base, `l` a
//! list of registers, `s` whether flags are set, `w` whether the base is written back, `i` what does not matter here. Should-be-zero and
//! should-be-one bits are fixed, so that what is unpredictable for their sake is refused.
//!
//! Source: [ARM-ARM] chapters A5 and A7 (what the bits are), A8 (each instruction). Left out are what [NACL-SFI-ARM] "Forbidden Instructions"
//! has, and what compilers do not need.

use std::sync::LazyLock;

use crate::validate::words::Table;

/// What an instruction is to the rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Registers in, registers out.
    Plain,
    /// Two different registers are written.
    Long,
    /// A bit field of width, or up to bit, `i`, from bit `j`.
    Extract,
    Insert,
    /// An access to memory.
    Access {
        store: bool,
        unit: Unit,
        back: Back,
    },
    /// An access whose address is the sum of two registers.
    RegisterOffset,
    /// A direct branch; a call.
    Branch {
        link: bool,
    },
    /// An indirect branch; a call.
    Exchange {
        link: bool,
    },
}

/// What an access transfers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Unit {
    /// What one register holds, or a floating-point one; its base may be pc.
    One,
    /// Two registers, an even one and the next; its base may be pc.
    Pair,
    /// Core registers of a list.
    List,
    /// Floating-point registers: `i` words.
    Floats,
    /// Elements of vectors.
    Vectors,
    /// For exclusive access.
    Exclusive,
    /// The same, two registers.
    ExclusivePair,
}

/// Whether the base changes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Back {
    Never,
    /// Bit `w` says it.
    Bit,
    Always,
    /// Unless field `o` is 15; a register is added unless it is 13.
    ByRegister,
}

use Back::{Always, Bit, ByRegister, Never};
use Kind::{Extract, Insert, Long, Plain, RegisterOffset};
use Unit::{Exclusive, ExclusivePair, Floats, List, One, Pair, Vectors};

const fn load(unit: Unit, back: Back) -> Kind {
    Kind::Access { store: false, unit, back }
}

const fn store(unit: Unit, back: Back) -> Kind {
    Kind::Access { store: true, unit, back }
}

/// The allowed instructions.
pub static TABLE: LazyLock<Table<Kind>> = LazyLock::new(|| Table::new(ROWS, 20, 8));

#[rustfmt::skip]
const ROWS: &[(&str, Kind)] = &[
    // A5.2.3, data processing with an immediate: and eor sub rsb add adc sbc rsc, orr, bic, mov, mvn; tst teq cmp cmn; movw, movt.
    ("cccc 0010 ...s NNNN dddd iiii iiii iiii", Plain),
    ("cccc 0011 100s NNNN dddd iiii iiii iiii", Plain),
    ("cccc 0011 110s NNNN dddd iiii iiii iiii", Plain),
    ("cccc 0011 101s 0000 dddd iiii iiii iiii", Plain),
    ("cccc 0011 111s 0000 dddd iiii iiii iiii", Plain),
    ("cccc 0011 0..1 NNNN 0000 iiii iiii iiii", Plain),
    ("cccc 0011 0000 iiii dddd iiii iiii iiii", Plain),
    ("cccc 0011 0100 iiii dddd iiii iiii iiii", Plain),
    // A5.2.1, with a register that a constant shifts.
    ("cccc 0000 ...s NNNN dddd iiii i..0 MMMM", Plain),
    ("cccc 0001 100s NNNN dddd iiii i..0 MMMM", Plain),
    ("cccc 0001 110s NNNN dddd iiii i..0 MMMM", Plain),
    ("cccc 0001 101s 0000 dddd iiii i..0 MMMM", Plain),
    ("cccc 0001 111s 0000 dddd iiii i..0 MMMM", Plain),
    ("cccc 0001 0..1 NNNN 0000 iiii i..0 MMMM", Plain),
    // A5.2.2, with a register that a register shifts.
    ("cccc 0000 ...s nnnn dddd xxxx 0..1 mmmm", Plain),
    ("cccc 0001 100s nnnn dddd xxxx 0..1 mmmm", Plain),
    ("cccc 0001 110s nnnn dddd xxxx 0..1 mmmm", Plain),
    ("cccc 0001 101s 0000 dddd xxxx 0..1 mmmm", Plain),
    ("cccc 0001 111s 0000 dddd xxxx 0..1 mmmm", Plain),
    ("cccc 0001 0..1 nnnn 0000 xxxx 0..1 mmmm", Plain),
    // A5.2.5, A5.2.7: mul, mla, umaal, mls, umull umlal smull smlal; smlaxy, smlawy, smulwy, smlalxy, smulxy.
    ("cccc 0000 000s dddd 0000 mmmm 1001 nnnn", Plain),
    ("cccc 0000 001s dddd aaaa mmmm 1001 nnnn", Plain),
    ("cccc 0000 0100 dddd eeee mmmm 1001 nnnn", Long),
    ("cccc 0000 0110 dddd aaaa mmmm 1001 nnnn", Plain),
    ("cccc 0000 1..s dddd eeee mmmm 1001 nnnn", Long),
    ("cccc 0001 0000 dddd aaaa mmmm 1..0 nnnn", Plain),
    ("cccc 0001 0010 dddd aaaa mmmm 1.00 nnnn", Plain),
    ("cccc 0001 0010 dddd 0000 mmmm 1.10 nnnn", Plain),
    ("cccc 0001 0100 dddd eeee mmmm 1..0 nnnn", Long),
    ("cccc 0001 0110 dddd 0000 mmmm 1..0 nnnn", Plain),
    // A5.2.6, A5.2.12: saturating sums, clz, bx, blx; nop, yield.
    ("cccc 0001 0..0 nnnn dddd 0000 0101 mmmm", Plain),
    ("cccc 0001 0110 1111 dddd 1111 0001 mmmm", Plain),
    ("cccc 0001 0010 1111 1111 1111 0001 mmmm", Kind::Exchange { link: false }),
    ("cccc 0001 0010 1111 1111 1111 0011 mmmm", Kind::Exchange { link: true }),
    ("1110 0011 0010 0000 1111 0000 0000 000.", Plain),
    // A5.4, media: pkh, sel, extensions with and without a sum, rev rev16 rbit revsh, ssat, usat, smlad and its kind, smmla, smmls, sdiv, udiv.
    ("cccc 0110 1000 nnnn dddd iiii i.01 mmmm", Plain),
    ("cccc 0110 1000 nnnn dddd 1111 1011 mmmm", Plain),
    ("cccc 0110 1.00 NNNN dddd ii00 0111 mmmm", Plain),
    ("cccc 0110 1.1. NNNN dddd ii00 0111 mmmm", Plain),
    ("cccc 0110 1011 1111 dddd 1111 .011 mmmm", Plain),
    ("cccc 0110 1111 1111 dddd 1111 .011 mmmm", Plain),
    ("cccc 0110 1.1i iiii dddd iiii i.01 nnnn", Plain),
    ("cccc 0111 0000 dddd AAAA mmmm 0..1 nnnn", Plain),
    ("cccc 0111 0101 dddd AAAA mmmm 00.1 nnnn", Plain),
    ("cccc 0111 0101 dddd aaaa mmmm 11.1 nnnn", Plain),
    ("cccc 0111 00.1 dddd 1111 mmmm 0001 nnnn", Plain),
    // sbfx, ubfx; bfi and bfc; udf, which traps.
    ("cccc 0111 1.1i iiii dddd jjjj j101 nnnn", Extract),
    ("cccc 0111 110i iiii dddd jjjj j001 NNNN", Insert),
    ("1110 0111 1111 iiii iiii iiii 1111 iiii", Plain),
    // A5.2.10, ldrex and strex of words, pairs, bytes, halves.
    ("cccc 0001 1001 bbbb dddd 1111 1001 1111", load(Exclusive, Never)),
    ("cccc 0001 1011 bbbb dddd 1111 1001 1111", load(ExclusivePair, Never)),
    ("cccc 0001 11.1 bbbb dddd 1111 1001 1111", load(Exclusive, Never)),
    ("cccc 0001 1000 bbbb dddd 1111 1001 nnnn", store(Exclusive, Never)),
    ("cccc 0001 1010 bbbb dddd 1111 1001 nnnn", store(ExclusivePair, Never)),
    ("cccc 0001 11.0 bbbb dddd 1111 1001 nnnn", store(Exclusive, Never)),
    // A5.3, words and bytes: pre-indexed or not, post-indexed.
    ("cccc 0101 ..w1 bbbb dddd iiii iiii iiii", load(One, Bit)),
    ("cccc 0100 ..01 bbbb dddd iiii iiii iiii", load(One, Always)),
    ("cccc 0101 ..w0 bbbb nnnn iiii iiii iiii", store(One, Bit)),
    ("cccc 0100 ..00 bbbb nnnn iiii iiii iiii", store(One, Always)),
    ("cccc 011. .... .... .... .... ...0 ....", RegisterOffset),
    // A5.2.8, halves and signed bytes, pairs.
    ("cccc 0001 .1w1 bbbb dddd iiii 1011 iiii", load(One, Bit)),
    ("cccc 0000 .101 bbbb dddd iiii 1011 iiii", load(One, Always)),
    ("cccc 0001 .1w1 bbbb dddd iiii 11.1 iiii", load(One, Bit)),
    ("cccc 0000 .101 bbbb dddd iiii 11.1 iiii", load(One, Always)),
    ("cccc 0001 .1w0 bbbb nnnn iiii 1011 iiii", store(One, Bit)),
    ("cccc 0000 .100 bbbb nnnn iiii 1011 iiii", store(One, Always)),
    ("cccc 0001 .1w0 bbbb dddd iiii 1101 iiii", load(Pair, Bit)),
    ("cccc 0000 .100 bbbb dddd iiii 1101 iiii", load(Pair, Always)),
    ("cccc 0001 .1w0 bbbb nnnn iiii 1111 iiii", store(Pair, Bit)),
    ("cccc 0000 .100 bbbb nnnn iiii 1111 iiii", store(Pair, Always)),
    ("cccc 000. .0.. .... .... 0000 1011 ....", RegisterOffset),
    ("cccc 000. .0.. .... .... 0000 11.1 ....", RegisterOffset),
    // A5.5, lists, and branches.
    ("cccc 100. .0w1 bbbb llll llll llll llll", load(List, Bit)),
    ("cccc 100. .0w0 bbbb llll llll llll llll", store(List, Bit)),
    ("cccc 1010 iiii iiii iiii iiii iiii iiii", Kind::Branch { link: false }),
    ("cccc 1011 iiii iiii iiii iiii iiii iiii", Kind::Branch { link: true }),
    // A7.6, A7.8, A7.9: vldr, vstr; vldm, vstm; two core registers from and to floating-point ones.
    ("cccc 1101 ..01 bbbb .... 101. .... ....", load(One, Never)),
    ("cccc 1101 ..00 bbbb .... 101. .... ....", store(One, Never)),
    ("cccc 1100 1vw1 bbbb vvvv 101z iiii iiii", load(Floats, Bit)),
    ("cccc 1101 0v11 bbbb vvvv 101z iiii iiii", load(Floats, Always)),
    ("cccc 1100 1vw0 bbbb vvvv 101z iiii iiii", store(Floats, Bit)),
    ("cccc 1101 0v10 bbbb vvvv 101z iiii iiii", store(Floats, Always)),
    ("cccc 1100 0100 nnnn mmmm 101. 00.1 ....", Plain),
    ("cccc 1100 0101 dddd eeee 101. 00.1 ....", Long),
    // A7.5: whatever computes with floating-point registers only.
    ("cccc 1110 .... .... .... 101. ...0 ....", Plain),
    // A7.8: core registers and single ones, parts of others, all parts; flags; the status register.
    ("cccc 1110 0000 .... nnnn 1010 .001 0000", Plain),
    ("cccc 1110 0001 .... dddd 1010 .001 0000", Plain),
    ("cccc 1110 0..0 .... nnnn 1011 ...1 0000", Plain),
    ("cccc 1110 ...1 .... dddd 1011 ...1 0000", Plain),
    ("cccc 1110 1..0 .... nnnn 1011 .0.1 0000", Plain),
    ("cccc 1110 1111 0001 1111 1010 0001 0000", Plain),
    ("cccc 1110 1111 0001 dddd 1010 0001 0000", Plain),
    ("cccc 1110 1110 0001 nnnn 1010 0001 0000", Plain),
    // A7.4, A7.7: whatever computes with vectors only; elements of vectors.
    ("1111 001. .... .... .... .... .... ....", Plain),
    ("1111 0100 ..10 bbbb .... .... .... oooo", load(Vectors, ByRegister)),
    ("1111 0100 ..00 bbbb .... .... .... oooo", store(Vectors, ByRegister)),
    // A5.7.1: clrex, dsb, dmb, isb.
    ("1111 0101 0111 1111 1111 0000 0001 1111", Plain),
    ("1111 0101 0111 1111 1111 0000 010. ....", Plain),
    ("1111 0101 0111 1111 1111 0000 0110 ....", Plain),
];
