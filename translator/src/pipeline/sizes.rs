//! How large a function's code is, and how much of it is for want of registers.
//!
//! In: allocated code whose frame is laid out. Out: numbers, for `-szstats`.

use crate::lir::{Code, FlowInst, FrameNeeds, Home, RegMask};
use crate::liveness::Mentions;

/// Sizes of a function after allocation.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Sizes {
    /// Bytes of the frame for variables, objects and arguments of calls; without saved registers.
    pub frame: u64,
    /// Instructions of lowered code.
    pub instructions: u64,
    /// How often an instruction writes a variable that lives in the frame.
    pub spills: u64,
    /// How often an instruction reads one.
    pub fills: u64,
    /// Registers that are saved for the caller.
    pub saved: u64,
    /// Operands that are numbers, which stand in the instruction; displacements of addresses do not count.
    pub immediates: u64,
}

impl Sizes {
    /// Those of a function; `used` are the registers that it changes, `callee_saved` those that a
    /// caller finds unchanged.
    pub fn of<I: FlowInst>(code: &Code<I>, needs: FrameNeeds, used: RegMask, callee_saved: RegMask) -> Self {
        let mut sizes = Self {
            frame: (needs.locals + needs.outgoing).into(),
            instructions: code.insts.len() as u64,
            saved: u64::from(used.without(callee_saved.complement()).len()),
            immediates: code.insts.iter().map(|inst| inst.immediates() as u64).sum(),
            ..Self::default()
        };
        for mention in Mentions::of(code).all() {
            let var = code.var(mention.var());
            if var.reg.is_none() && matches!(var.home, Home::Frame(_)) {
                sizes.spills += u64::from(mention.writes());
                sizes.fills += u64::from(mention.reads());
            }
        }
        sizes
    }

    /// Adds another function's.
    pub fn add(&mut self, other: &Sizes) {
        self.frame += other.frame;
        self.instructions += other.instructions;
        self.spills += other.spills;
        self.fills += other.fills;
        self.saved += other.saved;
        self.immediates += other.immediates;
    }
}
