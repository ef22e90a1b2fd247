//! The lowered ARM instruction: an operation with up to four operands that are variables, address
//! modes, numbers, symbols or labels.
//!
//! Operands come in the order of the assembler's text, as in the instruction's row
//! ([`super::op::Row`]), which also says which are written. An instruction with a condition leaves
//! its destination alone where the condition does not hold, and so reads it. Hardware operations
//! want their variables in registers; only [`Opcode::Move`] and what makes an address cope with
//! variables that live in the frame.

use std::convert::Infallible;

use super::description::is_dear;
use super::op::{Cond, Op, Writes};
use super::regs::CALL_CLOBBERS;
use crate::isa::common::operand::{self, Address, Index};
use crate::lir::{CopyOf, Effects, Flow, FlowInst, MachInst, Note, RegMask, Role, Timing, Var};
use crate::mc::{Label, SymbolRef};

/// What an instruction does: a hardware operation or a pseudo-instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// A hardware operation.
    Real(Op),
    /// `a = b` for variables of one size, wherever they live; at most one of them in the frame.
    Move,
    /// `a = number`: the bits of a single-precision variable, of both halves of a double-precision
    /// one, of each lane of a vector.
    LoadNumber,
    /// `a = address of symbol`.
    LoadSymbol,
    /// `a` = the constant at a symbol's address; `a` is a double-precision variable.
    LoadConstant,
    /// `a = address`.
    LoadAddress,
    /// `a` = whether the condition holds that `control` is the number of; `b` is a register to make
    /// it in. Nothing, if `a` has no uses.
    SetFlag,
    /// Lane `control` of `a` divided by that of `b`, as floats.
    DivideLane,
    /// Goes to the label of the table `a` whose index is `b`.
    JumpTable,
    /// Binds the label in `a`.
    Bind,
    /// Reads `b` and does nothing: keeps it alive up to here.
    FakeUse,
    /// Writes `a` with something unspecified.
    FakeDef,
    /// Leaves the function: the epilogue and the return. `d` lists the result registers.
    Return,
    /// Moves the stack pointer so that the first byte above the outgoing argument area is at the
    /// address in `b`.
    SetStackPointer,
}

/// An operand.
pub type Opnd = operand::Opnd<u32>;

/// What the instructions of a function refer to.
pub type Pools = operand::Pools<Amode, SymbolRef>;

/// What an address mode starts from; nothing but what all architectures have.
pub type Base = operand::Base<Infallible>;

/// An address: base plus displacement or index.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amode {
    /// What it starts from.
    pub base: Base,
    /// A variable in a register, and by how many bits it is shifted left. Then there is no
    /// displacement.
    pub index: Index,
    /// Displacement in bytes.
    pub disp: i32,
}

impl Address for Amode {
    #[inline(always)]
    fn visit(&self, mut visit: impl FnMut(Var)) {
        self.base.visit(&mut visit);
        self.index.visit(&mut visit);
    }

    fn renamed(self, map: impl Fn(Var) -> Var) -> Self {
        Self { base: self.base.renamed(&map), index: self.index.renamed(&map), ..self }
    }
}

/// A lowered instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// What it does.
    pub opcode: Opcode,
    /// When it does it.
    pub cond: Cond,
    /// The shift of a flexible operand, or a lane.
    pub control: u8,
    /// First operand.
    pub a: Opnd,
    /// Second operand.
    pub b: Opnd,
    /// Third operand.
    pub c: Opnd,
    /// Fourth operand, or a list.
    pub d: Opnd,
}

impl Inst {
    /// An unconditional instruction with two operands.
    #[inline]
    pub const fn new(opcode: Opcode, a: Opnd, b: Opnd) -> Self {
        Self { opcode, cond: Cond::Al, control: 0, a, b, c: Opnd::None, d: Opnd::None }
    }

    /// The same with a third operand.
    #[inline]
    pub const fn third(self, c: Opnd) -> Self {
        Self { c, ..self }
    }

    /// The same with a fourth operand.
    #[inline]
    pub const fn fourth(self, d: Opnd) -> Self {
        Self { d, ..self }
    }

    /// The same under a condition.
    #[inline]
    pub const fn when(self, cond: Cond) -> Self {
        Self { cond, ..self }
    }

    /// The same with a shift or lane.
    #[inline]
    pub const fn control(self, control: u8) -> Self {
        Self { control, ..self }
    }

    /// Whether it accesses memory, if it is a hardware operation.
    pub(super) fn has_memory_operand(&self) -> bool {
        let is_memory = |operand: Opnd| matches!(operand, Opnd::Mem(_));
        is_memory(self.a) | is_memory(self.b) | is_memory(self.c) | is_memory(self.d)
    }

    /// The roles of the first two operands.
    #[inline]
    fn roles(&self) -> (Role, Role) {
        let writes = match self.opcode {
            Opcode::Real(op) => op.row().writes,
            Opcode::Move
            | Opcode::LoadNumber
            | Opcode::LoadSymbol
            | Opcode::LoadConstant
            | Opcode::LoadAddress
            | Opcode::FakeDef => Writes::First,
            Opcode::DivideLane => Writes::FirstAndRead,
            Opcode::SetFlag => Writes::FirstTwo,
            Opcode::Bind | Opcode::JumpTable | Opcode::FakeUse | Opcode::Return | Opcode::SetStackPointer => Writes::Nothing,
        };
        let written = if self.cond == Cond::Al { Role::Def } else { Role::UseDef };
        match writes {
            Writes::Nothing => (Role::Use, Role::Use),
            Writes::First => (written, Role::Use),
            Writes::FirstAndRead => (Role::UseDef, Role::Use),
            Writes::FirstTwo => (written, written),
        }
    }
}

impl MachInst for Inst {
    type Pools = Pools;
    type Const = Opnd;

    #[inline]
    fn visit(&self, pools: &Pools, mut visit: impl FnMut(Var, Role)) {
        let (first, second) = self.roles();
        pools.visit(&self.c, Role::Use, &mut visit);
        pools.visit_any(&self.d, Role::Use, &mut visit);
        pools.visit(&self.b, second, &mut visit);
        pools.visit(&self.a, first, &mut visit);
    }

    #[inline]
    fn clobbers(&self, _pools: &Pools) -> RegMask {
        match self.opcode {
            Opcode::Real(Op::Bl | Op::Blx) => CALL_CLOBBERS,
            _ => RegMask::EMPTY,
        }
    }

    fn immediates(&self) -> usize {
        operand::count_numbers([self.a, self.b, self.c, self.d])
    }
}

impl FlowInst for Inst {
    #[inline]
    fn flow(&self) -> Flow {
        match (self.opcode, self.a) {
            (Opcode::Bind, Opnd::Label(label)) => Flow::Bind(label),
            (Opcode::Real(Op::B), _) if self.cond != Cond::Al => Flow::Branch,
            (Opcode::Real(Op::B) | Opcode::JumpTable, _) => Flow::Jump,
            (Opcode::Return | Opcode::Real(Op::Bx | Op::Udf), _) => Flow::Exit,
            _ => Flow::Next,
        }
    }

    fn targets(&self, pools: &Pools, visit: impl FnMut(Label)) {
        if let Opcode::Real(Op::B) | Opcode::JumpTable = self.opcode {
            pools.targets(self.a, visit);
        }
    }

    fn retarget(&mut self, pools: &mut Pools, map: impl FnMut(Label) -> Label) {
        pools.retarget(&mut self.a, map);
    }

    fn rename(&mut self, pools: &mut Pools, map: impl Fn(Var) -> Var) {
        for operand in [&mut self.a, &mut self.b, &mut self.c, &mut self.d] {
            *operand = pools.renamed(*operand, &map);
        }
    }

    fn constant_to(&self, pools: &Pools, dst: Var) -> Option<Self> {
        let is_constant = match (self.opcode, self.a, self.b) {
            (
                Opcode::LoadNumber | Opcode::LoadSymbol | Opcode::LoadConstant | Opcode::Real(Op::VmovNumberF64),
                Opnd::Var(_),
                _,
            ) => true,
            (Opcode::LoadAddress, Opnd::Var(_), Opnd::Mem(amode)) => {
                let Amode { base, index, .. } = pools.amodes[amode];
                index.is_none() && matches!(base, Base::Object(_))
            }
            _ => false,
        };
        (is_constant && self.cond == Cond::Al).then_some(Self { a: Opnd::Var(dst), ..*self })
    }

    fn is_quick(&self) -> bool {
        match (self.opcode, self.b) {
            (Opcode::LoadNumber, Opnd::Imm(number)) => !is_dear(number),
            (opcode, _) => opcode == Opcode::LoadAddress,
        }
    }

    fn negated(&self) -> Option<Self> {
        (self.flow() == Flow::Branch).then(|| self.when(self.cond.negate()))
    }

    fn jump(target: Label) -> Self {
        Inst::new(Opcode::Real(Op::B), Opnd::Label(target), Opnd::None)
    }

    fn bind(label: Label) -> Self {
        Inst::new(Opcode::Bind, Opnd::Label(label), Opnd::None)
    }

    #[inline]
    fn effects(&self) -> Effects {
        let conditional = self.cond != Cond::Al;
        match self.opcode {
            Opcode::Real(op) => {
                // A load whose result is unused may still trap.
                let (reads_flags, writes_flags) = flags(op);
                let pinned = self.has_memory_operand() || has_effect(op);
                Effects { pinned, reads_flags: reads_flags || conditional, writes_flags }
            }
            Opcode::SetFlag => Effects { reads_flags: true, ..Effects::default() },
            Opcode::Bind | Opcode::JumpTable | Opcode::FakeUse | Opcode::Return | Opcode::SetStackPointer => {
                Effects { pinned: true, ..Effects::default() }
            }
            _ => Effects { reads_flags: conditional, ..Effects::default() },
        }
    }

    #[inline]
    fn copied(&self, _: &Pools) -> Option<CopyOf> {
        if self.opcode != Opcode::Move || self.cond != Cond::Al {
            return None;
        }
        let (dst, src) = self.a.and_other(self.b)?;
        Some(CopyOf { dst, src, narrows: false })
    }

    #[inline]
    fn note(&self, _: &Pools) -> Note {
        let is_conditional = self.cond != Cond::Al;
        if let Opcode::Real(op) = self.opcode {
            let accesses = self.has_memory_operand();
            return NOTES[op as usize].and_if(Note::PINNED, accesses).and_if(Note::READS_FLAGS, is_conditional);
        }
        match self.opcode {
            Opcode::Move => {
                let copies = self.a.and_other(self.b).is_some() && !is_conditional;
                Note::NOTHING.and_if(Note::COPIES, copies).and_if(Note::READS_FLAGS, is_conditional)
            }
            Opcode::SetFlag => Note::READS_FLAGS,
            Opcode::FakeDef => Note::ARRIVES.and_if(Note::READS_FLAGS, is_conditional),
            Opcode::Bind | Opcode::JumpTable | Opcode::Return => Note::FLOWS.and(Note::PINNED),
            Opcode::FakeUse | Opcode::SetStackPointer => Note::PINNED,
            _ => Note::NOTHING.and_if(Note::READS_FLAGS, is_conditional),
        }
    }

    fn timing(&self, _: &Pools) -> Option<Timing> {
        super::timing::timing(self)
    }

    fn arrives(&self) -> Option<Var> {
        match (self.opcode, self.a) {
            (Opcode::FakeDef, Opnd::Var(var)) => Some(var),
            _ => None,
        }
    }
}

/// Whether an operation does more than access memory and write its operands and the flags.
const fn has_effect(op: Op) -> bool {
    use Op::*;
    matches!(op, B | Bl | Blx | Bx | Udf | Dmb | Push | Pop | Stm | Ldm | Vpush | Vpop | Vstm | Vldm)
}

/// Whether an operation reads the flags, and whether it sets all of them. A floating-point
/// comparison sets flags of its own that only the `vmrs` after it reads, so that they count as the
/// same.
const fn flags(op: Op) -> (bool, bool) {
    use Op::*;
    match op {
        Adc | Sbc | Rsc => (true, false),
        Sbcs | Vmrs => (true, true),
        // Logical operations, moves and shifts leave V alone, and may leave C: neither is read after them.
        Adds | Subs | Rsbs | Ands | Orrs | Eors | Bics | Movs | Mvns | LslsImm | LsrsImm | AsrsImm | Tst | Cmp | Cmn
        | VcmpF32 | VcmpF64 | VcmpZeroF32 | VcmpZeroF64 | Bl | Blx => (false, true),
        _ => (false, false),
    }
}

/// What each operation does if it accesses no memory and has no condition.
static NOTES: [Note; Op::ALL.len()] = {
    let mut table = [Note::NOTHING; Op::ALL.len()];
    let mut index = 0;
    while index < table.len() {
        let op = Op::ALL[index];
        let (reads_flags, writes_flags) = flags(op);
        table[op as usize] = Note::NOTHING
            .and_if(Note::FLOWS, matches!(op, Op::B | Op::Bx | Op::Udf))
            .and_if(Note::PINNED, has_effect(op))
            .and_if(Note::READS_FLAGS, reads_flags)
            .and_if(Note::WRITES_FLAGS, writes_flags)
            .and_if(Note::CLOBBERS, matches!(op, Op::Bl | Op::Blx));
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn var(number: u32) -> Opnd {
        Opnd::Var(Var::from_u32(number))
    }

    fn real(op: Op) -> Inst {
        Inst::new(Opcode::Real(op), var(0), var(1))
    }

    #[test]
    fn a_condition_reads_the_flags_and_what_it_may_leave_alone() {
        let inst = real(Op::Add).third(var(2)).when(Cond::Eq);
        let mut seen = Vec::new();
        inst.visit(&Pools::default(), |var, role| seen.push((var.as_u32(), role)));
        assert_eq!(seen, [(2, Role::Use), (1, Role::Use), (0, Role::UseDef)]);
        assert!(inst.effects().reads_flags && !real(Op::Add).effects().reads_flags);
    }

    #[test]
    fn only_whole_unconditional_moves_are_copies() {
        let pools = Pools::default();
        let copy = Inst::new(Opcode::Move, var(0), var(1));
        assert!(copy.copied(&pools).is_some());
        assert!(copy.when(Cond::Ne).copied(&pools).is_none());
        assert!(real(Op::Mvn).copied(&pools).is_none());
    }

    #[test]
    fn what_may_trap_or_be_seen_is_pinned() {
        let access = Inst::new(Opcode::Real(Op::Ldr), var(0), Opnd::Mem(operand::AmodeId::from_u32(0)));
        assert!(access.effects().pinned && real(Op::Bl).effects().pinned && real(Op::Udf).effects().pinned);
        assert!(!real(Op::Sdiv).effects().pinned && !real(Op::Cmp).effects().pinned);
        assert!(!Inst::new(Opcode::LoadAddress, var(0), Opnd::Mem(operand::AmodeId::from_u32(0))).effects().pinned);
    }

    #[test]
    fn flags_pass_from_a_floating_point_comparison_through_the_transfer() {
        let (compare, transfer) = (real(Op::VcmpF64).effects(), real(Op::Vmrs).effects());
        assert!(compare.writes_flags && transfer.reads_flags && transfer.writes_flags);
        assert!(real(Op::Adc).effects().reads_flags && !real(Op::Adc).effects().writes_flags);
        assert!(Inst::new(Opcode::SetFlag, var(0), var(1)).effects().reads_flags);
    }

    #[test]
    fn a_conditional_branch_turns_round() {
        let label = Label::from_u32(3);
        let branch = Inst::jump(label).when(Cond::Lt);
        assert_eq!((branch.flow(), Inst::jump(label).flow()), (Flow::Branch, Flow::Jump));
        assert_eq!(branch.negated().map(|inst| inst.cond), Some(Cond::Ge));
        assert!(Inst::jump(label).negated().is_none());
        assert_eq!((real(Op::Udf).flow(), Inst::bind(label).flow()), (Flow::Exit, Flow::Bind(label)));
    }
}
