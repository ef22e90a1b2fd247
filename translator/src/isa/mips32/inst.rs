//! The lowered MIPS32 instruction: an operation with up to three operands that are variables,
//! memory, constants or labels.
//!
//! The form is uniform, so that everything about an operation is data: which operands it reads and
//! writes ([`dst_role`]) and how it is encoded ([`super::encode`]). An operand of a
//! [`Opcode::Real`] operation that is a variable is in a register; only the moves take a variable
//! wherever it lives. The constant zero as a register operand is register `$zero`.
//!
//! HI, LO and the floating-point condition are not variables: what writes them and what reads them
//! stand in the lowering of one ICE instruction with nothing between that changes them. The scratch
//! register `$at` belongs to emission.

use super::description::is_dear;
use super::op::Op;
use super::regs::gpr;
use crate::isa::common::operand::{self, Address};
use crate::lir::{CopyOf, Effects, Flow, FlowInst, MachInst, Note, RegMask, Role, Var};
use crate::mc::{Label, SymbolRef};

/// What an instruction does: a hardware operation or a pseudo-instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// A hardware operation.
    Real(Op),
    /// `dst = a`, 32 bits between general registers and homes; `a` may be a constant or the address
    /// of a symbol if `dst` is a register.
    Move,
    /// `dst = a`, a float. One of the two is a register.
    MoveS,
    /// `dst = a`, a double. One of the two is a register.
    MoveD,
    /// `dst` = the upper half of the double `a`.
    FromUpper,
    /// The upper half of the double `dst` = `a`.
    ToUpper,
    /// `dst` = the address of the memory operand `a`.
    Address,
    /// Binds the label in `dst`.
    Bind,
    /// Goes to the label in `dst`.
    Jump,
    /// Goes to the label of the table `dst` at the byte offset `a`.
    JumpTable,
    /// Calls the symbol or the address (in `$t9`) in `a`; `b` lists argument and result registers.
    Call,
    /// Reads `a` and does nothing: keeps it alive up to here.
    FakeUse,
    /// Writes `dst` with something unspecified.
    FakeDef,
    /// Leaves the function: the epilogue and the return. `b` lists the result registers.
    Return,
    /// Moves the stack pointer so that the first byte above the outgoing argument area is at the
    /// address in `a`.
    SetStackPointer,
}

/// An operand.
pub type Opnd = operand::Opnd<i32>;

/// What the instructions of a function refer to.
pub type Pools = operand::Pools<Amode, SymbolRef>;

/// What an address mode starts from; besides, a symbol's address.
pub type Base = operand::Base<SymbolRef>;

/// An address: `base + disp`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amode {
    /// What it starts from.
    pub base: Base,
    /// Displacement in bytes.
    pub disp: i32,
}

impl Address for Amode {
    #[inline(always)]
    fn visit(&self, mut visit: impl FnMut(Var)) {
        self.base.visit(&mut visit);
    }

    fn renamed(self, map: impl Fn(Var) -> Var) -> Self {
        Self { base: self.base.renamed(&map), ..self }
    }
}

/// A lowered instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// What it does.
    pub opcode: Opcode,
    /// What is written, or what a store reads.
    pub dst: Opnd,
    /// First source.
    pub a: Opnd,
    /// Second source.
    pub b: Opnd,
}

impl Inst {
    /// Whether it goes to a label, with a delay slot.
    pub const fn is_branch(&self) -> bool {
        matches!((self.opcode, self.dst), (Opcode::Jump | Opcode::Real(_), Opnd::Label(_)))
    }

    /// An instruction.
    #[inline]
    pub const fn new(opcode: Opcode, dst: Opnd, a: Opnd, b: Opnd) -> Self {
        Self { opcode, dst, a, b }
    }
}

/// What an opcode does to its `dst`. The other operands are read.
pub const fn dst_role(opcode: Opcode) -> Role {
    match opcode {
        Opcode::Real(op) => match op {
            Op::Sb | Op::Sh | Op::Sw | Op::Swl | Op::Swr | Op::Swc1 | Op::Sdc1 => Role::Use,
            Op::Sc | Op::Movz | Op::Movn | Op::Movf | Op::Movt | Op::Lwr => Role::UseDef,
            _ => Role::Def,
        },
        Opcode::ToUpper => Role::UseDef,
        _ => Role::Def,
    }
}

impl MachInst for Inst {
    type Pools = Pools;
    type Const = Opnd;

    #[inline]
    fn visit(&self, pools: &Pools, mut visit: impl FnMut(Var, Role)) {
        pools.visit(&self.a, Role::Use, &mut visit);
        pools.visit_any(&self.b, Role::Use, &mut visit);
        pools.visit(&self.dst, dst_role(self.opcode), &mut visit);
    }

    #[inline]
    fn clobbers(&self, _: &Pools) -> RegMask {
        if self.opcode == Opcode::Call { CALLER_SAVED } else { RegMask::EMPTY }
    }

    fn immediates(&self) -> usize {
        operand::count_numbers([self.dst, self.a, self.b])
    }
}

impl FlowInst for Inst {
    #[inline]
    fn flow(&self) -> Flow {
        match (self.opcode, self.dst) {
            (Opcode::Bind, Opnd::Label(label)) => Flow::Bind(label),
            (Opcode::Real(_), Opnd::Label(_)) => Flow::Branch,
            (Opcode::Jump | Opcode::JumpTable, _) => Flow::Jump,
            (Opcode::Return, _) => Flow::Exit,
            // Zero equals zero.
            (Opcode::Real(Op::Teq), _) if self.a == Opnd::Imm(0) && self.b == Opnd::Imm(0) => Flow::Exit,
            _ => Flow::Next,
        }
    }

    fn targets(&self, pools: &Pools, visit: impl FnMut(Label)) {
        if self.opcode != Opcode::Bind {
            pools.targets(self.dst, visit);
        }
    }

    fn retarget(&mut self, pools: &mut Pools, map: impl FnMut(Label) -> Label) {
        pools.retarget(&mut self.dst, map);
    }

    fn rename(&mut self, pools: &mut Pools, map: impl Fn(Var) -> Var) {
        for operand in [&mut self.dst, &mut self.a, &mut self.b] {
            *operand = pools.renamed(*operand, &map);
        }
    }

    fn constant_to(&self, pools: &Pools, dst: Var) -> Option<Self> {
        let is_constant = match (self.opcode, self.dst, self.a) {
            (Opcode::Move, Opnd::Var(_), Opnd::Imm(_) | Opnd::Sym(_)) => true,
            (Opcode::Address, Opnd::Var(_), Opnd::Mem(amode)) => {
                matches!(pools.amodes[amode].base, Base::Object(_) | Base::Other(_))
            }
            _ => false,
        };
        is_constant.then_some(Self { dst: Opnd::Var(dst), ..*self })
    }

    fn is_quick(&self) -> bool {
        match self.a {
            Opnd::Imm(number) => !is_dear(number as u32),
            Opnd::Mem(_) => true,
            _ => false,
        }
    }

    fn negated(&self) -> Option<Self> {
        match (self.opcode, self.dst) {
            (Opcode::Real(op), Opnd::Label(_)) => Some(Self { opcode: Opcode::Real(opposite(op)), ..*self }),
            _ => None,
        }
    }

    fn jump(target: Label) -> Self {
        Inst::new(Opcode::Jump, Opnd::Label(target), Opnd::None, Opnd::None)
    }

    fn bind(label: Label) -> Self {
        Inst::new(Opcode::Bind, Opnd::Label(label), Opnd::None, Opnd::None)
    }

    #[inline]
    fn effects(&self) -> Effects {
        use Opcode::*;
        let pinned = match self.opcode {
            // What writes no variable writes HI and LO, the condition or memory, or traps; a load
            // whose result is unused may still trap.
            Real(_) => !matches!(self.dst, Opnd::Var(_)) || matches!(self.a, Opnd::Mem(_)),
            Move | MoveS | MoveD | FromUpper | ToUpper | Address | FakeDef => false,
            Bind | Jump | JumpTable | Call | FakeUse | Return | SetStackPointer => true,
        };
        Effects { pinned, ..Effects::default() }
    }

    #[inline]
    fn copied(&self, _: &Pools) -> Option<CopyOf> {
        let moves = matches!(self.opcode, Opcode::Move | Opcode::MoveS | Opcode::MoveD);
        let (dst, src) = if moves { self.dst.and_other(self.a)? } else { return None };
        Some(CopyOf { dst, src, narrows: false })
    }

    #[inline]
    fn note(&self, _: &Pools) -> Note {
        use Opcode::*;
        if let Real(op) = self.opcode {
            let pinned = !matches!(self.dst, Opnd::Var(_)) || matches!(self.a, Opnd::Mem(_));
            let traps = op == Op::Teq && self.a == Opnd::Imm(0) && self.b == Opnd::Imm(0);
            let flows = matches!(self.dst, Opnd::Label(_)) || traps;
            return Note::NOTHING.and_if(Note::PINNED, pinned).and_if(Note::FLOWS, flows);
        }
        match self.opcode {
            Move | MoveS | MoveD => Note::NOTHING.and_if(Note::COPIES, self.dst.and_other(self.a).is_some()),
            Bind | Jump | JumpTable | Return => Note::PINNED.and(Note::FLOWS),
            Call => Note::PINNED.and(Note::CLOBBERS),
            FakeUse | SetStackPointer => Note::PINNED,
            FakeDef => Note::ARRIVES,
            Real(_) | FromUpper | ToUpper | Address => Note::NOTHING,
        }
    }

    fn arrives(&self) -> Option<Var> {
        match (self.opcode, self.dst) {
            (Opcode::FakeDef, Opnd::Var(var)) => Some(var),
            _ => None,
        }
    }
}

/// The branch that is taken exactly when this one is not.
pub const fn opposite(op: Op) -> Op {
    match op {
        Op::Beq => Op::Bne,
        Op::Bne => Op::Beq,
        Op::Blez => Op::Bgtz,
        Op::Bgtz => Op::Blez,
        Op::Bltz => Op::Bgez,
        Op::Bgez => Op::Bltz,
        Op::Bc1f => Op::Bc1t,
        Op::Bc1t => Op::Bc1f,
        _ => panic!("not a conditional branch"),
    }
}

/// The registers that an O32 call may change: `v0 v1 a0-a3 t0-t9` and `f0` to `f19`, of which the
/// even ones are allocatable.
pub const CALLER_SAVED: RegMask = {
    let integer = 0xfffc | 1 << 24 | 1 << gpr::T9.0;
    let float = 0x0005_5555_u64 << 32;
    RegMask::from_bits(integer | float)
};

/// The registers that an O32 call preserves and that code here may use: `s0-s7 fp` and the pairs
/// from `f20` on.
pub const CALLEE_SAVED: RegMask = {
    let integer = 0x00ff_0000 | 1 << gpr::FP.0;
    let float = 0x5550_0000_u64 << 32;
    RegMask::from_bits(integer | float)
};

#[cfg(test)]
mod tests {
    use super::*;

    fn var(number: u32) -> Opnd {
        Opnd::Var(Var::from_u32(number))
    }

    fn real(op: Op, dst: Opnd) -> Inst {
        Inst::new(Opcode::Real(op), dst, var(1), var(2))
    }

    #[test]
    fn what_writes_no_variable_stays() {
        for op in [Op::Mult, Op::Div, Op::COltD, Op::Teq, Op::Sync] {
            assert!(real(op, Opnd::None).effects().pinned, "{op}");
        }
        let access = Inst::new(Opcode::Real(Op::Lw), var(0), Opnd::Mem(operand::AmodeId::from_u32(0)), Opnd::None);
        assert!(access.effects().pinned, "a load that nobody needs may still trap");
        assert!(!real(Op::Mflo, var(0)).effects().pinned && !real(Op::Addu, var(0)).effects().pinned);
    }

    #[test]
    fn partial_writes_read_what_they_leave() {
        for op in [Op::Sc, Op::Movn, Op::Movz, Op::Movf, Op::Movt, Op::Lwr] {
            assert_eq!(dst_role(Opcode::Real(op)), Role::UseDef, "{op}");
        }
        assert_eq!(dst_role(Opcode::ToUpper), Role::UseDef);
        assert_eq!(dst_role(Opcode::FromUpper), Role::Def);
    }

    #[test]
    fn branches_turn_round_and_the_constant_trap_ends_the_code() {
        let label = Label::from_u32(4);
        let branch = real(Op::Beq, Opnd::Label(label));
        assert_eq!((branch.flow(), Inst::jump(label).flow()), (Flow::Branch, Flow::Jump));
        assert_eq!(branch.negated().map(|inst| inst.opcode), Some(Opcode::Real(Op::Bne)));
        assert!(Inst::jump(label).negated().is_none());
        let trap = Inst::new(Opcode::Real(Op::Teq), Opnd::None, Opnd::Imm(0), Opnd::Imm(0));
        assert_eq!((trap.flow(), real(Op::Teq, Opnd::None).flow()), (Flow::Exit, Flow::Next));
    }

    #[test]
    fn only_moves_between_variables_are_copies() {
        let pools = Pools::default();
        let of = |opcode, src| Inst::new(opcode, var(0), src, Opnd::None).copied(&pools).is_some();
        assert!(of(Opcode::Move, var(1)) && of(Opcode::MoveS, var(1)) && of(Opcode::MoveD, var(1)));
        assert!(!of(Opcode::Move, Opnd::Imm(1)) && !of(Opcode::FromUpper, var(1)) && !of(Opcode::Move, var(0)));
    }
}
