//! A fifth architecture, for tests only: it shows what adding one takes, and that no generic code
//! knows how many there are or how wide they are. The worked example of `translator/docs/extending.md`,
//! "How to add an ISA".
//!
//! A small part of A64 with its real encodings ([ARM-A64] throughout): integers and pointers, an
//! `i64` in one register. Floats, vectors, atomics and `setjmp` it has none. Instructions work on 64 bits; what is
//! narrower has garbage above its width, also above 32 bits in a register, and is extended where that
//! matters. Pointers have 32 bits, as everywhere in the IR: an address is extended before it is used.

mod emit;
mod inst;
mod lower;
mod tests;

use super::{EmitInput, Limit, LowerInput, Lowered, Target, common};
use crate::lir::{Code, Mover, RegClass, RegMask, RegTable, Var};
use crate::mc::{CodeBuffer, Helper};
use crate::options::Features;
use inst::{Inst, Opcode, Opnd};

/// The only class: a general register.
const GPR: RegClass = RegClass(0);
/// What a call may change of what the allocator hands out: `x0` to `x15`.
const CALLER_SAVED: RegMask = RegMask::from_bits(0xffff);
/// What a call preserves: `x19` to `x28`.
const CALLEE_SAVED: RegMask = RegMask::from_bits(0x1ff8_0000);
/// Scratch register of emission: addresses and constants that a field cannot hold.
const SCRATCH: u8 = 16;
/// The frame pointer, for frames that change size.
const FP: u8 = 29;
/// The return address.
const LR: u8 = 30;
/// The stack pointer, or zero: that depends on the instruction.
const SP: u8 = 31;

/// The target.
#[derive(Copy, Clone, Debug)]
struct Toy;

impl Mover for Toy {
    type Inst = Inst;

    fn copy(&self, code: &mut Code<Inst>, dst: Var, src: Var) {
        code.insts.push(Inst::new(Opcode::Move, dst, src, Opnd::None));
    }

    fn set(&self, code: &mut Code<Inst>, dst: Var, constant: Opnd) {
        code.insts.push(Inst::new(Opcode::Move, dst, constant, Opnd::None));
    }
}

impl Target for Toy {
    type Inst = Inst;
    type LowerScratch = common::lower::Scratch<lower::State>;

    fn reg_table(self) -> RegTable {
        let class = CALLER_SAVED.iter().chain(CALLEE_SAVED.iter()).collect();
        RegTable { units: (0..32).map(RegMask::of).collect(), classes: vec![class], class_bytes: vec![8] }
    }

    fn reg_name(self, reg: u8) -> String {
        format!("x{reg}")
    }

    fn callee_saved(self) -> RegMask {
        CALLEE_SAVED
    }

    fn lower(self, input: LowerInput<'_>, scratch: &mut Self::LowerScratch, out: Lowered<'_, Inst>) -> Result<(), Limit> {
        common::lower::lower(lower::State, input, scratch, out)
    }

    fn reserved(self, _: &Code<Inst>) -> RegMask {
        // What the frame takes is in no class.
        RegMask::EMPTY
    }

    fn emit(self, input: EmitInput<'_, Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
        emit::emit(input, buffer)
    }

    fn native_helper(self, _: Helper, _: Features, _: &mut CodeBuffer) -> bool {
        false
    }
}
