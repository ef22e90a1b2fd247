//! Collects the bytes of one instruction: a head and a tail, which then go to the code buffer together.
//!
//! The head (prefixes, opcode, ModRM, SIB) has at most 8 bytes and the tail (displacement, immediate) too, so each is an integer that
//! bytes are shifted into; no instruction is longer than 15 bytes. Everything here is inlined into the encoder, so that both stay in
//! registers.
//!
//! Source: Intel SDM volume 2, section 2.1.5 (ModRM and SIB) and 2.2.1 (REX); i386 and x86-64 psABIs, relocation types.

use super::{Mem, Mode};
use crate::mc::CodeBuffer;

/// The relocations of the two psABIs.
pub(super) mod reloc {
    use super::Mode;

    const R_386_32: u8 = 1;
    const R_386_PC32: u8 = 2;
    const R_X86_64_PLT32: u8 = 4;
    const R_X86_64_32: u8 = 10;
    const R_X86_64_32S: u8 = 11;

    /// For an address in 32 bits, which the processor may sign-extend to 64 bits.
    pub(in super::super) fn absolute(mode: Mode, sign_extended: bool) -> u8 {
        match mode {
            Mode::X8632 => R_386_32,
            Mode::X8664 if sign_extended => R_X86_64_32S,
            Mode::X8664 => R_X86_64_32,
        }
    }

    /// For the distance of a function.
    pub(in super::super) fn relative(mode: Mode) -> u8 {
        match mode {
            Mode::X8632 => R_386_PC32,
            Mode::X8664 => R_X86_64_PLT32,
        }
    }

    /// What the relocated field holds: the addend where relocation sections have none.
    #[inline]
    pub(in super::super) fn field(mode: Mode, addend: i32) -> i32 {
        match mode {
            Mode::X8632 => addend,
            Mode::X8664 => 0,
        }
    }
}

/// Up to 8 bytes, the first lowest. Bytes above `len` are zero.
#[derive(Copy, Clone, Default)]
pub(super) struct Bytes {
    word: u64,
    len: u32,
}

impl Bytes {
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        self.len
    }

    #[inline(always)]
    pub(super) fn push(&mut self, byte: u8) {
        self.push_bytes(u32::from(byte), 1);
    }

    /// Pushes the low `len` bytes of `bytes`; the others are zero.
    #[inline(always)]
    pub(super) fn push_bytes(&mut self, bytes: u32, len: u32) {
        self.word |= u64::from(bytes) << (8 * self.len);
        self.len += len;
    }
}

/// Appends an instruction.
#[inline(always)]
pub(super) fn append(buffer: &mut CodeBuffer, head: Bytes, tail: Bytes) {
    let bytes = u128::from(head.word) | u128::from(tail.word) << (8 * head.len);
    buffer.put_short(&bytes.to_le_bytes(), (head.len + tail.len) as usize);
}

/// ModRM, SIB and displacement of a memory operand; `reg` is in its place in ModRM.
#[inline(always)]
pub(super) fn memory(head: &mut Bytes, tail: &mut Bytes, mode: Mode, mem: &Mem, reg: u8) {
    const SIB: u8 = 4;
    const NO_INDEX: u8 = 4 << 3;
    const NO_BASE: u8 = 5;
    debug_assert!(mem.scale < 4 && mem.index.is_none_or(|index| !index.is_xmm()) && mem.base.is_none_or(|base| !base.is_xmm()));
    let index = match mem.index {
        Some(index) => {
            debug_assert_ne!(index.number(), 4, "the stack pointer is no index");
            mem.scale << 6 | (index.number() & 7) << 3
        }
        None => NO_INDEX,
    };
    let Some(base) = mem.base else {
        if mem.index.is_none() && mode == Mode::X8632 {
            head.push(reg | NO_BASE);
        } else {
            // In 64-bit mode, ModRM alone would mean rip-relative.
            head.push(reg | SIB);
            head.push(index | NO_BASE);
        }
        return displacement(tail, mode, mem);
    };
    let base = base.number() & 7;
    let form = match mem.disp {
        _ if mem.symbol.is_some() => 0x80,
        // ebp and r13 as base without displacement would mean no base.
        0 if base != NO_BASE => 0,
        -0x80..0x80 => 0x40,
        _ => 0x80,
    };
    // esp and r12 as base would mean that a SIB byte follows.
    if mem.index.is_some() || base == SIB {
        head.push(form | reg | SIB);
        head.push(index | base);
    } else {
        head.push(form | reg | base);
    }
    match form {
        0 => {}
        0x40 => tail.push(mem.disp as u8),
        _ => displacement(tail, mode, mem),
    }
}

/// A 32-bit displacement.
#[inline(always)]
pub(super) fn displacement(tail: &mut Bytes, mode: Mode, mem: &Mem) {
    let value = if mem.symbol.is_some() { reloc::field(mode, mem.disp) } else { mem.disp };
    tail.push_bytes(value as u32, 4);
}
