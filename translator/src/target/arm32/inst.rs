//! The lowered ARM instruction: an operation with up to four operands that are variables, address modes, numbers, symbols or labels.
//!
//! Operands come in the order of the assembler's text, as in the instruction's row ([`super::op::Row`]), which also says which are written.
//! An instruction with a condition leaves its destination alone where the condition does not hold, and so reads it. Hardware operations
//! want their variables in registers; only [`Opcode::Move`] and what makes an address cope with variables that live in the frame.

use super::op::{Cond, Op, Writes};
use super::regs::CALL_CLOBBERS;
use crate::lir::{FrameObject, MachInst, RegMask, Role, Var};
use crate::mc::{Label, SymbolRef};

/// What an instruction does: a hardware operation or a pseudo-instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// A hardware operation.
    Real(Op),
    /// `a = b` for variables of one size, wherever they live; at most one of them in the frame.
    Move,
    /// `a = number`.
    LoadNumber,
    /// `a = address of symbol`.
    LoadSymbol,
    /// `a = address`.
    LoadAddress,
    /// `a` = whether the condition holds that `control` is the number of; `b` is a register to make it in. Nothing, if nobody reads `a`.
    SetFlag,
    /// Lane `control` of `a` divided by that of `b`, as floats.
    DivideLane,
    /// Binds the label in `a`.
    Bind,
    /// Reads `b` and does nothing: keeps it alive up to here.
    FakeUse,
    /// Writes `a` with something unspecified.
    FakeDef,
    /// Leaves the function: the epilogue and the return. `d` lists the result registers.
    Return,
    /// Moves the stack pointer so that the first byte above the outgoing argument area is at the address in `b`.
    SetStackPointer,
}

/// An operand of a lowered instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opnd {
    /// No operand.
    None,
    /// A variable.
    Var(Var),
    /// Memory at an address mode of the pools.
    Mem(u32),
    /// A number.
    Imm(u32),
    /// The address of a symbol, an index into the pools.
    Sym(u32),
    /// A label.
    Label(Label),
    /// A list of variables with roles: an index into the pools.
    List(u32),
}

/// What an address mode starts from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// A variable in a register.
    Var(Var),
    /// The outgoing argument area: the stack pointer.
    Outgoing,
    /// The first byte above the outgoing argument area: what `alloca` moves and what a saved stack state means.
    StackTop,
    /// A static stack object.
    Object(FrameObject),
}

/// An address: base plus displacement.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amode {
    /// What it starts from.
    pub base: Base,
    /// Displacement in bytes.
    pub disp: i32,
}

/// What the instructions of a function refer to.
#[derive(Clone, Default, Debug)]
pub struct Pools {
    /// Address modes.
    pub amodes: Vec<Amode>,
    /// Symbols.
    pub symbols: Vec<SymbolRef>,
    /// Entries of variable lists.
    pub lists: Vec<(Var, Role)>,
    /// Start and length of each list.
    pub list_spans: Vec<(u32, u32)>,
}

impl Pools {
    /// Empties them, keeping the allocations.
    pub fn clear(&mut self) {
        self.amodes.clear();
        self.symbols.clear();
        self.lists.clear();
        self.list_spans.clear();
    }

    /// The variables of a list.
    pub fn list(&self, list: u32) -> &[(Var, Role)] {
        let (start, len) = self.list_spans[list as usize];
        &self.lists[start as usize..][..len as usize]
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

    /// The roles of the first two operands.
    #[inline]
    fn roles(&self) -> (Role, Role) {
        let writes = match self.opcode {
            Opcode::Real(op) => op.row().writes,
            Opcode::Move | Opcode::LoadNumber | Opcode::LoadSymbol | Opcode::LoadAddress | Opcode::FakeDef => Writes::First,
            Opcode::DivideLane => Writes::FirstAndRead,
            Opcode::SetFlag => Writes::FirstTwo,
            Opcode::Bind | Opcode::FakeUse | Opcode::Return | Opcode::SetStackPointer => Writes::Nothing,
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

    #[inline]
    fn visit(&self, pools: &Pools, mut visit: impl FnMut(Var, Role)) {
        let (first, second) = self.roles();
        visit_operand(pools, self.c, Role::Use, &mut visit);
        match self.d {
            Opnd::None => {}
            Opnd::List(list) => pools.list(list).iter().for_each(|&(var, role)| visit(var, role)),
            operand => visit_operand(pools, operand, Role::Use, &mut visit),
        }
        visit_operand(pools, self.b, second, &mut visit);
        visit_operand(pools, self.a, first, &mut visit);
    }

    #[inline]
    fn clobbers(&self, _pools: &Pools) -> RegMask {
        match self.opcode {
            Opcode::Real(Op::Bl | Op::Blx) => CALL_CLOBBERS,
            _ => RegMask::EMPTY,
        }
    }
}

#[inline(always)]
fn visit_operand(pools: &Pools, operand: Opnd, role: Role, visit: &mut impl FnMut(Var, Role)) {
    if let Opnd::Var(var) = operand {
        visit(var, role);
    } else if let Opnd::Mem(amode) = operand
        && let Base::Var(var) = pools.amodes[amode as usize].base
    {
        visit(var, Role::Use);
    }
}
