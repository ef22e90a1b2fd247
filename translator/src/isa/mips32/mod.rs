//! The MIPS32 back end: MIPS32r2, little-endian, O32, hard float with FR=0, not
//! position-independent.
//!
//! [`lower`] turns a function into [`inst`]ructions over variables; the allocator gives variables
//! registers from the classes here; [`emit`] resolves the rest to frame addresses and encodes.
//! There is no vector unit: vectors live in memory and are worked on lane by lane. A call to a
//! function of the module or a helper is a `jal`, which reaches the 256 MiB region around it; any
//! other goes through `$t9`, as callees in position-independent code want (the CPIC convention,
//! which the object's flags state).

pub mod abi;
#[cfg(feature = "asm")]
pub mod asm;
mod delay;
pub mod description;
mod diversify;
mod effects;
pub mod emit;
pub mod encode;
pub mod frame;
mod hide;
pub mod inst;
pub mod lower;
pub mod native;
pub mod op;
#[cfg(feature = "asm")]
pub mod print;
pub mod regs;
mod sandbox;
pub mod sections;

use super::{EmitInput, Limit, LowerInput, Lowered, Target, common};
use crate::diversify::Hiding;
use crate::lir::{Code, Mover, RegMask, RegTable, Var};
use crate::mc::{CodeBuffer, Helper};
use crate::options::Features;
use inst::{Inst, Opcode, Opnd};
use op::Op;
use regs::gpr;

/// The register classes, indices into [`CLASS_MASKS`].
pub mod classes {
    use crate::lir::RegClass;
    /// A general register.
    pub const GPR: RegClass = RegClass(0);
    /// A floating-point register with an even number.
    pub const FPR: RegClass = RegClass(1);
}

/// The allocatable registers of each class: `v0` to `t9` and `fp`; the even floating-point
/// registers.
pub const CLASS_MASKS: [RegMask; 2] = [RegMask::from_bits(0x03ff_fffc | 1 << gpr::FP.0), RegMask::from_bits(0x5555_5555 << 32)];

/// The target.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mips32;

impl Mover for Mips32 {
    type Inst = Inst;

    fn copy(&self, code: &mut Code<Inst>, dst: Var, src: Var) {
        let data = code.var(dst);
        let opcode = match (data.class, data.bytes) {
            (classes::FPR, 8) => Opcode::MoveD,
            (classes::FPR, _) => Opcode::MoveS,
            _ => Opcode::Move,
        };
        code.insts.push(Inst::new(opcode, Opnd::Var(dst), Opnd::Var(src), Opnd::None));
    }

    fn set(&self, code: &mut Code<Inst>, dst: Var, constant: Opnd) {
        let data = code.var(dst);
        let is_double = data.bytes == 8;
        let opcode = match constant {
            _ if data.class == classes::GPR => Opcode::Move,
            Opnd::Mem(_) => Opcode::Real(if is_double { Op::Ldc1 } else { Op::Lwc1 }),
            _ => Opcode::Real(Op::Mtc1),
        };
        code.insts.push(Inst::new(opcode, Opnd::Var(dst), constant, Opnd::None));
        if opcode == Opcode::Real(Op::Mtc1) && is_double {
            code.insts.push(Inst::new(Opcode::ToUpper, Opnd::Var(dst), constant, Opnd::None));
        }
    }
}

impl Target for Mips32 {
    type Inst = Inst;
    type LowerScratch = lower::LowerScratch;

    fn reg_table(self) -> RegTable {
        let units = (0..64).map(|reg| if reg < 32 { RegMask::of(reg) } else { RegMask::from_bits(3 << (reg & !1)) });
        let by_preference = |class: RegMask| {
            let saved = inst::CALLEE_SAVED;
            class.without(saved).iter().chain(class.intersection(saved).iter()).collect()
        };
        RegTable { units: units.collect(), classes: CLASS_MASKS.map(by_preference).to_vec(), class_bytes: vec![4, 8] }
    }

    fn reg_name(self, reg: u8) -> String {
        regs::Reg(reg).to_string()
    }

    fn callee_saved(self) -> RegMask {
        inst::CALLEE_SAVED
    }

    fn lower(self, input: LowerInput<'_>, scratch: &mut lower::LowerScratch, out: Lowered<'_, Inst>) -> Result<(), Limit> {
        common::lower::lower(lower::State::default(), input, scratch, out)
    }

    fn hide_constants(self, out: Lowered<'_, Inst>, hiding: Hiding, may: &mut dyn FnMut() -> bool) {
        hide::hide(out, hiding, may);
    }

    fn reserved(self, code: &Code<Inst>) -> RegMask {
        let reserved = if fault!(Mips32SandboxMasks) { RegMask::EMPTY } else { sandbox::RESERVED };
        code.reserved(RegMask::of(gpr::FP.0), reserved)
    }

    fn emit(self, input: EmitInput<'_, Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
        emit::emit(input, buffer)
    }

    fn native_helper(self, helper: Helper, features: Features, buffer: &mut CodeBuffer) -> bool {
        native::emit_native(helper, features, buffer)
    }
}
