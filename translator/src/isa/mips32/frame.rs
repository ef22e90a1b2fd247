//! The stack frame: what lies where, and the prologue's and epilogue's part of it.
//!
//! From low to high addresses: outgoing arguments (with the 16 bytes that O32 reserves for the
//! first four words), variables and static objects, saved floating-point pairs, saved general
//! registers, then the caller's outgoing arguments. The stack pointer is a multiple of 8, as O32
//! has it. Everything is addressed from the stack pointer, or from the frame pointer, which keeps
//! the stack pointer's first value, if the frame's size changes at run time.

use super::inst::{CALLEE_SAVED, Inst};
use super::regs::{Reg, gpr};
use crate::lir::{Code, FrameNeeds, RegMask};

/// What the prologue makes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Registers that the function saves: callee-saved ones that it changes, and the return
    /// address.
    saved: RegMask,
    /// Size in bytes, a multiple of 8.
    pub size: u32,
    /// Bytes of outgoing arguments at the bottom.
    pub outgoing: u32,
    /// Whether the frame is addressed from the frame pointer.
    pub dynamic: bool,
}

/// A frame's size must stay well below what a displacement can say: a stated limit of the
/// translator.
const MAX_FRAME: u32 = 1 << 30;

impl Frame {
    /// The frame for what a function needs; `links` says whether it changes the return address.
    /// `None` if it is too large to address.
    pub fn new(needs: FrameNeeds, code: &Code<Inst>, used: RegMask, links: bool) -> Option<Self> {
        let mut saved = used.intersection(CALLEE_SAVED);
        if fault!(Mips32SavedForgotten, !saved.is_empty()) {
            saved = saved.without_first();
        }
        if code.dynamic_frame {
            saved = saved.union(RegMask::of(gpr::FP.0));
        }
        if links {
            saved = saved.union(RegMask::of(gpr::RA.0));
        }
        let bytes: u32 = saved.iter().map(|reg| slot_bytes(Reg(reg))).sum();
        let bytes = if fault!(Mips32SavesOverlap, bytes >= 8) { bytes - 8 } else { bytes };
        let size = needs.locals.checked_add(needs.outgoing)?.checked_add(bytes)?.checked_next_multiple_of(8)?;
        (size < MAX_FRAME).then_some(Self { saved, size, outgoing: needs.outgoing, dynamic: code.dynamic_frame })
    }

    /// The saved registers and their offsets from the frame's bottom: general registers from the
    /// top down, then pairs, from a multiple of 8 down.
    pub fn saves(&self) -> impl Iterator<Item = (Reg, u32)> + use<> {
        let mut top = self.size;
        let (general, float) =
            (RegMask::from_bits(self.saved.bits() & 0xffff_ffff), RegMask::from_bits(self.saved.bits() & !0xffff_ffff));
        let general_bytes = (general.len() * 4).next_multiple_of(8);
        let mut pair_top = self.size - general_bytes;
        let general = general.iter().map(move |reg| {
            top -= 4;
            (Reg(reg), top)
        });
        let float = float.iter().map(move |reg| {
            pair_top -= 8;
            (Reg(reg), pair_top)
        });
        general.chain(float)
    }

    /// The register that variables and incoming arguments are addressed from.
    pub fn base(&self) -> Reg {
        if self.dynamic { gpr::FP } else { gpr::SP }
    }
}

fn slot_bytes(reg: Reg) -> u32 {
    if reg.is_fpr() { 8 } else { 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_registers_lie_at_the_top_and_pairs_are_aligned() {
        let used = RegMask::from_bits(1 << 16 | 1 << 17 | 1 << (32 + 20) | 1 << 2);
        let needs = FrameNeeds { locals: 16, outgoing: 16 };
        let frame = Frame::new(needs, &Code::default(), used, true).unwrap();
        assert_eq!(frame.size, 56);
        let saves: Vec<_> = frame.saves().collect();
        assert_eq!(saves, [(gpr::S0, 52), (Reg(17), 48), (gpr::RA, 44), (Reg::fpr(20), 32)]);
    }

    #[test]
    fn a_frame_that_cannot_be_addressed_is_refused() {
        let needs = FrameNeeds { locals: 1 << 30, outgoing: 0 };
        assert_eq!(Frame::new(needs, &Code::default(), RegMask::EMPTY, false), None);
    }
}
