//! Large constants of lowered code, hidden.
//!
//! In: lowered code. Out: the same, with each large constant of an instruction in a register of its
//! own, which is set to it before (emission hides that), or which is loaded from the pool. Offsets of
//! loads and stores are parts of addresses in the frame or of a symbol. Linear.

use super::classes;
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::Op;
use crate::diversify::Hiding;
use crate::isa::Lowered;
use crate::isa::common::diversify::replace_each;
use crate::lir::{Code, VarKind};
use crate::mc::{ConstPool, SymbolRef};

/// Hides the constants of a function; `may` is asked for each.
pub fn hide(out: Lowered<'_, Inst>, hiding: Hiding, may: &mut dyn FnMut() -> bool) {
    let Lowered { code, pool } = out;
    let mut hides = |value| hiding.hides(value) && may();
    replace_each(code, |code, inst| match (inst.opcode, inst.a, inst.b) {
        (Opcode::Move, Opnd::Imm(value), _) if hiding.is_pooled && hides(value) => set(code, pool, hiding, (inst.dst, value)),
        (Opcode::Real(Op::Lui), Opnd::Imm(half), _) if hides(half << 16) => set(code, pool, hiding, (inst.dst, half << 16)),
        (Opcode::Real(op), _, Opnd::Imm(value)) => {
            let of_registers = of_registers(op).filter(|_| hides(value));
            let Some(op) = of_registers else { return code.insts.push(inst) };
            let b = Opnd::Var(code.make_var(classes::GPR, 4, VarKind::Register));
            set(code, pool, hiding, (b, value));
            code.insts.push(Inst { opcode: Opcode::Real(op), b, ..inst });
        }
        _ => code.insts.push(inst),
    });
}

/// Sets a general register to a constant.
fn set(code: &mut Code<Inst>, pool: &mut ConstPool, hiding: Hiding, (to, value): (Opnd, i32)) {
    let (opcode, source) = if hiding.is_pooled {
        let symbol = SymbolRef::Pool(pool.intern((value as u32).into(), 4));
        let there = code.pools.amodes.push(Amode { base: Base::Other(symbol), disp: 0 });
        (Opcode::Real(Op::Lw), Opnd::Mem(there))
    } else {
        (Opcode::Move, Opnd::Imm(value))
    };
    code.insts.push(Inst::new(opcode, to, source, Opnd::None));
}

/// The operation on registers that does what one with a constant does.
fn of_registers(op: Op) -> Option<Op> {
    Some(match op {
        Op::Addiu => Op::Addu,
        Op::Slti => Op::Slt,
        Op::Sltiu => Op::Sltu,
        Op::Andi => Op::And,
        Op::Ori => Op::Or,
        Op::Xori => Op::Xor,
        _ => return None,
    })
}
