//! The ARM back end: ARMv7-A in A32 encoding, AAPCS with VFP registers, NEON vectors.
//!
//! [`lower`] turns a function into [`inst`]ructions over variables; the allocator gives variables
//! registers from the classes here; [`emit`] resolves the rest to frame addresses and encodes.
//! [`op`] is the table of instructions that all of them read.

pub mod abi;
#[cfg(feature = "asm")]
pub mod asm;
pub mod attributes;
pub mod description;
mod diversify;
pub mod emit;
pub mod encode;
mod hide;
pub mod inst;
pub mod lower;
pub mod native;
pub mod op;
mod polish;
#[cfg(feature = "asm")]
pub mod print;
pub mod regs;
mod sandbox;
mod timing;
mod updates;

use super::{EmitInput, Limit, LowerInput, Lowered, Target, common};
use crate::diversify::Hiding;
use crate::lir::{Code, Mover, RegMask, RegTable, Var};
use crate::mc::{CodeBuffer, Helper};
use crate::options::Features;
use inst::{Inst, Opcode, Opnd};
use regs::{CALLEE_SAVED, FP, LR, REG_COUNT, Reg};

/// ARM. There is one mode.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Arm32;

/// The register classes, indices into the table that [`Arm32`] hands to the allocator.
pub mod classes {
    use crate::lir::RegClass;
    /// A core register.
    pub const CORE: RegClass = RegClass(0);
    /// A single-precision register.
    pub const SINGLE: RegClass = RegClass(1);
    /// A double-precision register.
    pub const DOUBLE: RegClass = RegClass(2);
    /// A vector register.
    pub const QUAD: RegClass = RegClass(3);
    /// A vector register whose lanes are single-precision registers.
    pub const QUAD_OF_SINGLES: RegClass = RegClass(4);
}

/// The allocatable registers of each class, those that a call preserves last.
fn class_registers() -> Vec<Vec<u8>> {
    let by_preference = |regs: &mut dyn Iterator<Item = Reg>| {
        let (saved, free): (Vec<Reg>, Vec<Reg>) = regs.partition(|reg| !reg.units().intersection(CALLEE_SAVED).is_empty());
        free.into_iter().chain(saved).map(|reg| reg.0).collect()
    };
    vec![
        // r0 to r11, and lr, which is saved with the first that is: ip is the emission's.
        by_preference(&mut (0..12).map(Reg::core).chain([LR])),
        by_preference(&mut (0..32).map(Reg::single)),
        by_preference(&mut (0..32).map(Reg::double)),
        by_preference(&mut (0..16).map(Reg::quad)),
        by_preference(&mut (0..8).map(Reg::quad)),
    ]
}

impl Mover for Arm32 {
    type Inst = Inst;

    fn copy(&self, code: &mut Code<Inst>, dst: Var, src: Var) {
        code.insts.push(Inst::new(Opcode::Move, Opnd::Var(dst), Opnd::Var(src)));
    }

    fn set(&self, code: &mut Code<Inst>, dst: Var, constant: Opnd) {
        let opcode = match constant {
            Opnd::Sym(_) if code.var(dst).class == classes::DOUBLE => Opcode::LoadConstant,
            Opnd::Sym(_) => Opcode::LoadSymbol,
            _ => Opcode::LoadNumber,
        };
        code.insts.push(Inst::new(opcode, Opnd::Var(dst), constant));
    }
}

impl Target for Arm32 {
    type Inst = Inst;
    type LowerScratch = lower::LowerScratch;

    fn reg_table(self) -> RegTable {
        RegTable {
            units: (0..REG_COUNT).map(|reg| Reg(reg).units()).collect(),
            classes: class_registers(),
            class_bytes: vec![4, 4, 8, 16, 16],
        }
    }

    fn reg_name(self, reg: u8) -> String {
        Reg(reg).to_string()
    }

    fn callee_saved(self) -> RegMask {
        // Whoever changes lr has to save it for the way back.
        CALLEE_SAVED.union(LR.units())
    }

    fn lower(self, input: LowerInput<'_>, scratch: &mut lower::LowerScratch, out: Lowered<'_, Inst>) -> Result<(), Limit> {
        common::lower::lower(lower::State::new(input.features), input, scratch, out)
    }

    fn hide_constants(self, out: Lowered<'_, Inst>, hiding: Hiding, may: &mut dyn FnMut() -> bool) {
        hide::hide(out, hiding, may);
    }

    fn reserved(self, code: &Code<Inst>) -> RegMask {
        let reserved = if fault!(Arm32SandboxThread) { RegMask::EMPTY } else { sandbox::RESERVED };
        code.reserved(FP.units(), reserved)
    }

    fn emit(self, input: EmitInput<'_, Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
        emit::emit(input, buffer)
    }

    fn native_helper(self, helper: Helper, features: Features, buffer: &mut CodeBuffer) -> bool {
        native::emit_native(helper, features.is_sandboxed(), buffer)
    }
}
