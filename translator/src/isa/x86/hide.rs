//! Large constants of lowered code, hidden: operands and displacements.
//!
//! In: lowered code. Out: the same, with each large immediate in a register of its own, which is set
//! to it before (emission hides that), or which is loaded from the pool; and with each large
//! displacement in two parts, of which the first is added by a `lea` before. An address that is
//! relative to a symbol stays: the linker decides what stands there. Bytes stay, too. No instruction
//! that is added changes the flags. Linear.

use super::classes;
use super::inst::{Absolute, Amode, Base, Inst, Opcode, Opnd};
use super::op::{Op, Size};
use crate::diversify::Hiding;
use crate::isa::Lowered;
use crate::isa::common::diversify::{replace_each, two_terms};
use crate::lir::{Code, Var, VarKind};
use crate::mc::{ConstPool, SymbolRef};

/// Hides the constants of a function; `may` is asked for each.
pub fn hide(out: Lowered<'_, Inst>, hiding: Hiding, may: &mut dyn FnMut() -> bool) {
    let Lowered { code, pool } = out;
    replace_each(code, |code, inst| Work { code, pool, hiding, may }.inst(inst));
}

struct Work<'a> {
    code: &'a mut Code<Inst>,
    pool: &'a mut ConstPool,
    hiding: Hiding,
    may: &'a mut dyn FnMut() -> bool,
}

impl Work<'_> {
    fn inst(&mut self, mut inst: Inst) {
        inst.dst = self.address(inst.dst);
        inst.src = self.address(inst.src);
        let Opcode::Real(op) = inst.opcode else { return self.code.insts.push(inst) };
        match (inst.src, inst.aux) {
            (Opnd::Imm(value), _) if takes_register(op) && self.hides(inst.size, value) && !self.is_left(op, inst.dst) => {
                inst.src = Opnd::Var(self.constant(inst.size, value));
            }
            (_, Opnd::Imm(value)) if op == Op::ImulImm && self.hides(inst.size, value) => return self.product(inst, value),
            _ => {}
        }
        self.code.insts.push(inst);
    }

    /// Whether an immediate is to be hidden.
    fn hides(&mut self, size: Size, value: i32) -> bool {
        size > Size::B1 && self.hiding.hides(value) && (self.may)()
    }

    /// Whether emission hides it: what sets a variable.
    fn is_left(&self, op: Op, dst: Opnd) -> bool {
        op == Op::Mov && matches!(dst, Opnd::Var(_)) && !self.hiding.is_pooled
    }

    /// A register with a constant, sign-extended to a size.
    fn constant(&mut self, size: Size, value: i32) -> Var {
        let size = size.max(Size::B4);
        let bytes = size.bytes() as u8;
        let var = self.code.make_var(classes::GPR, bytes, VarKind::Register);
        let source = if self.hiding.is_pooled {
            let bits = i64::from(value) as u64 & (u64::MAX >> (64 - 8 * u32::from(bytes)));
            let symbol = Some(SymbolRef::Pool(self.pool.intern(bits.into(), bytes)));
            Opnd::Mem(self.code.pools.amodes.push(Amode { symbol, ..Amode::new(Base::Other(Absolute), 0) }))
        } else {
            Opnd::Imm(value)
        };
        self.code.insts.push(Inst::new(Opcode::Real(Op::Mov), size, Opnd::Var(var), source));
        var
    }

    /// A product with a constant, made in the register of the constant.
    fn product(&mut self, inst: Inst, value: i32) {
        let product = Opnd::Var(self.constant(inst.size, value));
        self.code.insts.push(Inst::new(Opcode::Real(Op::Imul), inst.size, product, inst.src));
        self.code.insts.push(Inst::new(Opcode::Real(Op::Mov), inst.size, inst.dst, product));
    }

    /// An operand without its displacement, if that is large.
    fn address(&mut self, operand: Opnd) -> Opnd {
        let Opnd::Mem(id) = operand else { return operand };
        let amode = self.code.pools.amodes[id];
        if amode.symbol.is_some() || !self.hiding.hides(amode.disp) || !(self.may)() {
            return operand;
        }
        let wraps = self.code.pools.mode.is_64;
        let hidden = if amode.base == Base::Other(Absolute) {
            let base = self.constant(Size::B4, amode.disp);
            Amode { base: Base::Var(base), disp: 0, wraps: wraps && amode.index.is_some(), ..amode }
        } else {
            let (first, second) = two_terms(amode.disp, self.hiding);
            let sum = self.code.make_var(classes::GPR, 4, VarKind::Register);
            let part = self.code.pools.amodes.push(Amode { index: None, disp: first, ..amode });
            self.code.insts.push(Inst::new(Opcode::Real(Op::Lea), Size::B4, Opnd::Var(sum), Opnd::Mem(part)));
            let second = if fault!(X86HiddenDisplacement, amode.index.is_some()) { 0 } else { second };
            Amode { base: Base::Var(sum), disp: second, wraps, ..amode }
        };
        Opnd::Mem(self.code.pools.amodes.push(hidden))
    }
}

/// Whether an operation takes a register where it takes an immediate, and means the same.
fn takes_register(op: Op) -> bool {
    use Op::*;
    matches!(op, Mov | Add | Or | Adc | Sbb | And | Sub | Xor | Cmp | Test)
}
