//! Targets: what turns ICE into machine code for one instruction-set architecture. Every ISA is a
//! folder with the same file names, and one implementation of [`Target`], through which
//! [`pipeline`](crate::pipeline) sees it.

#[cfg(feature = "target-arm32")]
pub mod arm32;
pub mod common;
pub mod description;
#[cfg(feature = "target-mips32")]
pub mod mips32;
#[cfg(test)]
mod toy;
#[cfg(any(feature = "target-x8632", feature = "target-x8664"))]
pub mod x86;

#[cfg(feature = "asm")]
pub use description::assembly;
pub use description::{Description, describe, is_built};

use crate::diversify::{Hiding, Plan};
use crate::ice::{Function, Module};
use crate::lir::{Code, FrameLayout, FrameNeeds, MachInst, Nest, RegMask, RegTable};
use crate::mc::{CodeBuffer, ConstPool, Helper};
use crate::opt::Fuel;
use crate::options::Features;

/// A function that cannot be translated: a limit of the translator. The text says which.
pub type Limit = String;

/// The limit of a frame's size.
const FRAME_TOO_LARGE: &str = "its stack frame would exceed 1 GiB";

/// Where the values of a lowered function will be: what the allocator leaves open.
#[derive(Copy, Clone, Debug)]
pub enum Values<'a> {
    /// For Om1: in the frame.
    InFrame,
    /// For O0: in registers or in the frame. Phis are copies, as for Om1. The nest is that of the function's blocks, and not odd.
    Local(&'a Nest),
    /// For O2: in registers or in the frame, phis are left to the allocator, and every block ends with its own jump.
    Allocated,
}

/// What a lowering reads.
pub struct LowerInput<'a> {
    /// Which optional instructions may be used.
    pub features: Features,
    /// The module.
    pub module: &'a Module,
    /// The function, verified.
    pub func: &'a Function,
    /// Where values will be.
    pub values: Values<'a>,
    /// What folding pays with: address modes, loads, comparisons.
    pub fuel: &'a mut Fuel,
}

/// Where a lowering writes.
pub struct Lowered<'a, I: MachInst> {
    /// The code.
    pub code: &'a mut Code<I>,
    /// The constants that it loads.
    pub pool: &'a mut ConstPool,
}

/// What an emission reads.
pub struct EmitInput<'a, I: MachInst> {
    /// Allocated code.
    pub code: &'a Code<I>,
    /// Where its variables and stack objects lie in the frame.
    pub layout: &'a FrameLayout,
    /// What the frame has to hold.
    pub needs: FrameNeeds,
    /// The registers that the code changes.
    pub used: RegMask,
    /// What is random in it, if anything is.
    pub plan: Option<Plan>,
}

/// An instruction-set architecture. Statically dispatched: a recipe is generic over it.
pub trait Target: Copy {
    /// Its lowered instructions.
    type Inst: MachInst;
    /// Working memory of its lowering, reused from one function to the next.
    type LowerScratch: Default;

    /// Its registers, as the allocator sees them.
    fn reg_table(self) -> RegTable;

    /// The name of a register, as options and dumps spell it.
    fn reg_name(self, reg: u8) -> String;

    /// The registers that a call preserves, and that a function has to save before it changes them.
    fn callee_saved(self) -> RegMask;

    /// Lowers a function; clears the code first.
    fn lower(self, input: LowerInput<'_>, scratch: &mut Self::LowerScratch, out: Lowered<'_, Self::Inst>) -> Result<(), Limit>;

    /// Hides the large constants of lowered code that does not set variables to them: what does,
    /// emission hides. `may` is asked for each.
    fn hide_constants(self, _out: Lowered<'_, Self::Inst>, _hiding: Hiding, _may: &mut dyn FnMut() -> bool) {}

    /// The registers that lowered code needs for its frame and that the allocator must leave alone.
    fn reserved(self, code: &Code<Self::Inst>) -> RegMask;

    /// Encodes allocated code into `buffer`, which it clears first.
    fn emit(self, input: EmitInput<'_, Self::Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit>;

    /// Writes the code of a helper that no IR can express (`setjmp`, `longjmp`) into `buffer`,
    /// which it clears first. `false` if the helper is not one of those.
    fn native_helper(self, helper: Helper, features: Features, buffer: &mut CodeBuffer) -> bool;
}
