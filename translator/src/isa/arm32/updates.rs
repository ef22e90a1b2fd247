//! Accesses that change the register of their address: an access and the addition of a constant to that register
//! become one instruction, when registers are known.
//!
//! In: allocated code. Out, for [`polish`](super::polish): `ldr r1, [r8]` … `add r8, r8, #4` is `ldr r1, [r8], #4`, and
//! `add r8, r8, #4` … `ldr r1, [r8]` is `ldr r1, [r8, #4]!`, where nothing between the two mentions the register. What is
//! accessed is not that register itself, for which the result would be unpredictable.
//!
//! Looking ahead is bounded by a constant. Source: [ARM-ARM] A8.8.63, A8.8.204 and their like.

use super::emit::Emitter;
use super::encode::{Operand, offset_fits};
use super::inst::{Base, Inst, Opcode, Opnd};
use super::op::{Cond, Op, Slot};
use super::regs::Reg;
use crate::lir::{Flow, FlowInst, MachInst};

/// How many instructions are looked at.
const LOOKAHEAD: usize = 8;

/// The forms of an access that change the register of its address, after it and before it.
const FORMS: [(Op, Op, Op); 8] = [
    (Op::Ldr, Op::LdrAfter, Op::LdrBefore),
    (Op::Str, Op::StrAfter, Op::StrBefore),
    (Op::Ldrb, Op::LdrbAfter, Op::LdrbBefore),
    (Op::Strb, Op::StrbAfter, Op::StrbBefore),
    (Op::Ldrh, Op::LdrhAfter, Op::LdrhBefore),
    (Op::Strh, Op::StrhAfter, Op::StrhBefore),
    (Op::Ldrsb, Op::LdrsbAfter, Op::LdrsbBefore),
    (Op::Ldrsh, Op::LdrshAfter, Op::LdrshBefore),
];

/// Whether an operation is one that [`Emitter::update`] may join with another.
#[inline]
pub(super) fn may_update(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::Ldr | Op::Str | Op::Ldrb | Op::Strb | Op::Ldrh | Op::Strh | Op::Ldrsb | Op::Ldrsh)
}

/// An access that does the work of an addition.
pub(super) struct Update {
    /// The later of the two, of which the one at hand is the first.
    pub(super) second: usize,
    /// Whether the access comes first.
    pub(super) is_after: bool,
    /// The access.
    pub(super) op: Op,
    /// Its operands.
    pub(super) operands: [Operand; 2],
}

impl Emitter<'_> {
    /// What an access or addition makes one instruction with, if there is such a one after it.
    pub(super) fn update(&self, first: usize) -> Option<Update> {
        let inst = &self.code.insts[first];
        if let Some((op, data, base)) = self.plain_access(inst) {
            let (second, step) = self.next_with(first, base, |inst| self.step(inst).filter(|&(reg, _)| reg == base))?;
            return self.joined(op, (data, base), step.1, true).map(|update| Update { second, ..update });
        }
        let (base, step) = self.step(inst)?;
        let is_base = |&(_, _, reg): &(Op, Reg, Reg)| reg == base;
        let (second, (op, data, _)) = self.next_with(first, base, |inst| self.plain_access(inst).filter(is_base))?;
        self.joined(op, (data, base), step, false).map(|update| Update { second, ..update })
    }

    fn joined(&self, op: Op, (data, base): (Reg, Reg), step: i32, is_after: bool) -> Option<Update> {
        let &(_, after, before) = FORMS.iter().find(|&&(plain, ..)| plain == op)?;
        let op = if is_after { after } else { before };
        let step = if fault!(Arm32UpdateSign, step < 0) { -step } else { step };
        offset_fits(op.row().slots[1], step).then_some(Update {
            second: 0,
            is_after,
            op,
            operands: [Operand::Reg(data), Operand::Mem(base, step)],
        })
    }

    /// The next instruction that mentions a register, if it is what `wanted` says, control does not part or join before it, and
    /// it is near.
    fn next_with<T>(&self, first: usize, reg: Reg, wanted: impl Fn(&Inst) -> Option<T>) -> Option<(usize, T)> {
        for (index, inst) in self.code.insts.iter().enumerate().skip(first + 1).take(LOOKAHEAD) {
            if inst.flow() != Flow::Next {
                return None;
            }
            let mut mentions = inst.clobbers(&self.code.pools).contains(reg.0);
            inst.visit(&self.code.pools, |var, _| mentions |= self.code.var(var).reg == Some(reg.0));
            if mentions {
                return wanted(inst).map(|found| (index, found));
            }
        }
        None
    }

    /// An access to what a register holds the address of: the operation, what it moves, and that register.
    fn plain_access(&self, inst: &Inst) -> Option<(Op, Reg, Reg)> {
        let (Opcode::Real(op), Opnd::Mem(id), Cond::Al) = (inst.opcode, inst.b, inst.cond) else { return None };
        let amode = &self.code.pools.amodes[id];
        let (Base::Var(base), None, 0) = (amode.base, amode.index, amode.disp) else { return None };
        if !matches!(op.row().slots, [_, Slot::Offset12 | Slot::Offset8]) {
            return None;
        }
        let (data, base) = (self.register(inst.a)?, Reg(self.code.var(base).reg?));
        (data != base).then_some((op, data, base))
    }

    /// The addition of a constant to a register: that, and the constant.
    fn step(&self, inst: &Inst) -> Option<(Reg, i32)> {
        let (Opcode::Real(op), Opnd::Imm(number), Cond::Al) = (inst.opcode, inst.c, inst.cond) else { return None };
        let (to, from) = (self.register(inst.a)?, self.register(inst.b)?);
        let number = i32::try_from(number).ok()?;
        match op {
            Op::Add if to == from => Some((to, number)),
            Op::Sub if to == from => Some((to, -number)),
            _ => None,
        }
    }
}
