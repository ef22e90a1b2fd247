//! The x86 back end, for 32-bit mode (System V i386) and 64-bit mode with 32-bit pointers (x32). [`Mode`] holds every difference.
//!
//! [`lower`] turns a function into [`inst`]ructions over variables; the allocator gives variables registers from the classes here;
//! [`emit`] resolves the rest to frame addresses and encodes.

pub mod abi;
pub mod emit;
pub mod encode;
pub mod inst;
pub mod lower;
pub mod native;
pub mod op;
pub mod print;
pub mod regs;

use super::{Limit, LowerInput, Target};
use crate::lir::{Code, FrameLayout, FrameNeeds, RegMask, RegTable};
use crate::mc::{CodeBuffer, ConstPool, Helper};
use regs::gpr;

/// Which x86 the code is for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// 32-bit protected mode: eight general registers, eight vector registers.
    X8632,
    /// 64-bit mode: sixteen of each; addresses still have 32 significant bits.
    X8664,
}

/// The register classes, indices into [`class_masks`].
pub mod classes {
    use crate::lir::RegClass;
    /// Any general register but the stack pointer.
    pub const GPR: RegClass = RegClass(0);
    /// A general register with an 8-bit form.
    pub const BYTE: RegClass = RegClass(1);
    /// A vector register.
    pub const XMM: RegClass = RegClass(2);
}

/// The allocatable registers of each class.
pub fn class_masks(mode: Mode) -> [RegMask; 3] {
    match mode {
        Mode::X8632 => [RegMask(0xff & !(1 << gpr::ESP.0)), RegMask(0x0f), RegMask(0xff << 16)],
        Mode::X8664 => {
            let general = RegMask(0xffff & !(1 << gpr::ESP.0));
            [general, general, RegMask(0xffff << 16)]
        }
    }
}

/// The registers that a call preserves: ebx ebp esi edi in 32-bit mode, rbx rbp r12 to r15 in 64-bit mode.
pub fn callee_saved(mode: Mode) -> RegMask {
    let [general, _, _] = class_masks(mode);
    general.without(inst::caller_saved(mode == Mode::X8664))
}

impl Target for Mode {
    type Inst = inst::Inst;
    type LowerScratch = lower::LowerScratch;

    fn reg_table(self) -> RegTable {
        // No two registers overlap: each is a unit of its own.
        let saved = callee_saved(self);
        let by_preference = |class: RegMask| class.without(saved).iter().chain(class.intersection(saved).iter()).collect();
        RegTable { units: (0..32).map(RegMask::of).collect(), classes: class_masks(self).map(by_preference).to_vec() }
    }

    fn lower(
        self,
        input: LowerInput<'_>,
        scratch: &mut lower::LowerScratch,
        code: &mut Code<inst::Inst>,
        pool: &mut ConstPool,
    ) -> Result<(), Limit> {
        lower::lower(self, input, scratch, code, pool)
    }

    fn reserved(self, code: &Code<inst::Inst>) -> RegMask {
        if emit::has_frame_pointer(code) { RegMask::of(gpr::EBP.0) } else { RegMask::EMPTY }
    }

    fn emit(
        self,
        code: &Code<inst::Inst>,
        layout: &FrameLayout,
        needs: FrameNeeds,
        used: RegMask,
        buffer: &mut CodeBuffer,
    ) -> Result<(), Limit> {
        let frame = emit::Frame::new(self, needs, code, used).ok_or("its stack frame would exceed 1 GiB")?;
        emit::emit(self, code, layout, frame, buffer);
        Ok(())
    }

    fn native_helper(self, helper: Helper, buffer: &mut CodeBuffer) -> bool {
        native::emit_native(self, helper, buffer)
    }
}
