//! Large constants of lowered code, hidden.
//!
//! In: lowered code. Out: the same, with each large number that is the flexible operand of an
//! instruction in a register of its own, which is set to it before (emission hides that), or which is
//! loaded from the pool. Offsets of loads and stores are never large. Linear.

use super::classes;
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::{Cond, Op, Slot};
use crate::diversify::Hiding;
use crate::isa::Lowered;
use crate::isa::common::diversify::replace_each;
use crate::lir::{Code, VarKind};
use crate::mc::{ConstPool, SymbolRef};

/// Hides the constants of a function; `may` is asked for each.
pub fn hide(out: Lowered<'_, Inst>, hiding: Hiding, may: &mut dyn FnMut() -> bool) {
    let Lowered { code, pool } = out;
    let mut hides = |value: u32| hiding.hides(value as i32) && may();
    replace_each(code, |code, mut inst| {
        match inst {
            Inst { opcode: Opcode::Real(op), .. } => {
                let operands = [&mut inst.a, &mut inst.b, &mut inst.c, &mut inst.d];
                for (operand, slot) in operands.into_iter().zip(op.row().slots) {
                    if let (Opnd::Imm(value), Slot::Flexible) = (*operand, slot)
                        && hides(value)
                    {
                        let var = Opnd::Var(code.make_var(classes::CORE, 4, VarKind::Register));
                        set(code, pool, hiding, (var, value));
                        *operand = var;
                    }
                }
            }
            Inst { opcode: Opcode::LoadNumber, cond: Cond::Al, a: Opnd::Var(var), b: Opnd::Imm(value), .. }
                if hiding.is_pooled && code.var(var).class == classes::CORE && hides(value) =>
            {
                return set(code, pool, hiding, (inst.a, value));
            }
            _ => {}
        }
        code.insts.push(inst);
    });
}

/// Sets a core register to a constant.
fn set(code: &mut Code<Inst>, pool: &mut ConstPool, hiding: Hiding, (to, value): (Opnd, u32)) {
    if !hiding.is_pooled {
        return code.insts.push(Inst::new(Opcode::LoadNumber, to, Opnd::Imm(value)));
    }
    let address = code.make_var(classes::CORE, 4, VarKind::Register);
    let symbol = code.pools.symbols.push(SymbolRef::Pool(pool.intern(value.into(), 4)));
    let there = code.pools.amodes.push(Amode { base: Base::Var(address), index: None, disp: 0 });
    code.insts.push(Inst::new(Opcode::LoadSymbol, Opnd::Var(address), Opnd::Sym(symbol)));
    code.insts.push(Inst::new(Opcode::Real(Op::Ldr), to, Opnd::Mem(there)));
}
