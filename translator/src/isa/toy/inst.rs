//! The lowered instruction, in the form that its siblings have: an opcode and three operands.
//!
//! The flags are no variables: an opcode that sets them reads them, too.

use crate::ice::IntCond;
use crate::isa::common::operand::{self, Address, Number};
use crate::lir::{CopyOf, Effects, Flow, FlowInst, MachInst, RegMask, Role, Var};
use crate::mc::{Label, SymbolRef};

/// Operations on registers, by their encoding with zeros for operands ([ARM-A64] C6.2).
#[allow(missing_docs, reason = "A64's mnemonics")]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Op {
    Add = 0x8b00_0000,
    Sub = 0xcb00_0000,
    And = 0x8a00_0000,
    Orr = 0xaa00_0000,
    Eor = 0xca00_0000,
    Mul = 0x9b00_7c00,
    Udiv = 0x9ac0_0800,
    Sdiv = 0x9ac0_0c00,
    Lslv = 0x9ac0_2000,
    Lsrv = 0x9ac0_2400,
    Asrv = 0x9ac0_2800,
}

/// Loads and stores with an unsigned offset, by their encodings; the upper two bits are the
/// logarithm of the size.
#[allow(missing_docs, reason = "A64's mnemonics, with the register's width")]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Access {
    Ldrb = 0x3940_0000,
    Ldrh = 0x7940_0000,
    LdrW = 0xb940_0000,
    LdrX = 0xf940_0000,
    Strb = 0x3900_0000,
    Strh = 0x7900_0000,
    StrW = 0xb900_0000,
    StrX = 0xf900_0000,
}

impl Access {
    /// The access of so many bytes.
    pub fn of(bytes: u32, stores: bool) -> Self {
        use Access::{LdrW, LdrX, Ldrb, Ldrh, StrW, StrX, Strb, Strh};
        let [load, store] = [[Ldrb, Strb], [Ldrh, Strh], [LdrW, StrW], [LdrX, StrX]][bytes.ilog2() as usize];
        if stores { store } else { load }
    }

    /// Whether it writes memory.
    pub const fn stores(self) -> bool {
        self as u32 & 1 << 22 == 0
    }
}

/// What an instruction does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// `dst = a op b`, registers.
    Real(Op),
    /// A load of `dst`, or a store, at the memory operand `a`.
    Access(Access),
    /// `dst` = the low bits of `a`, as many as the number `b` says; with the sign or without.
    Extend(bool),
    /// `dst` = whether a condition holds for `a` and `b`.
    Compare(IntCond),
    /// `dst = b` unless bit 0 of `a` is set.
    Select,
    /// Goes to the label in `dst` if bit 0 of `a` is set, or if it is not.
    TestBit(bool),
    /// Traps if `a` is zero.
    TrapIfZero,
    /// Traps.
    Trap,
    /// `dst = a`; one of them is a register. `a` may be a number or the address of a symbol if `dst` is.
    Move,
    /// `dst` = the address of the memory operand `a`.
    AddressOf,
    /// Binds the label in `dst`.
    Bind,
    /// Goes to the label in `dst`.
    Jump,
    /// Goes to the label of the table `dst` with the index `a`.
    JumpTable,
    /// Calls the symbol or the address in `a`; `b` lists argument and result registers.
    Call,
    /// Writes `dst` with something unspecified.
    FakeDef,
    /// Leaves the function; `b` lists the result register.
    Return,
    /// Moves the stack pointer so that the first byte above the outgoing arguments is at `a`.
    SetStackPointer,
}

/// An operand.
pub type Opnd = operand::Opnd<u64>;
/// What the instructions of a function refer to.
pub type Pools = operand::Pools<Amode, SymbolRef>;
/// What an address mode starts from.
pub type Base = operand::Base<()>;

/// Generic code makes and reads numbers of words; wider ones are made here.
impl Number for u64 {
    fn from_bits(bits: u32) -> Self {
        bits.into()
    }

    fn bits(self) -> u32 {
        self as u32
    }
}

/// An address: `base + disp`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amode {
    /// What it starts from.
    pub base: Base,
    /// Displacement in bytes.
    pub disp: i32,
}

impl Address for Amode {
    fn visit(&self, visit: impl FnMut(Var)) {
        self.base.visit(visit);
    }

    fn renamed(self, map: impl Fn(Var) -> Var) -> Self {
        Self { base: self.base.renamed(map), ..self }
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
    /// An instruction.
    pub fn new(opcode: Opcode, dst: impl Into<Opnd>, a: impl Into<Opnd>, b: impl Into<Opnd>) -> Self {
        Self { opcode, dst: dst.into(), a: a.into(), b: b.into() }
    }
}

impl MachInst for Inst {
    type Pools = Pools;
    type Const = Opnd;

    fn visit(&self, pools: &Pools, mut visit: impl FnMut(Var, Role)) {
        pools.visit(&self.a, Role::Use, &mut visit);
        pools.visit_any(&self.b, Role::Use, &mut visit);
        let role = match self.opcode {
            Opcode::Access(access) if access.stores() => Role::Use,
            Opcode::Select => Role::UseDef,
            _ => Role::Def,
        };
        pools.visit(&self.dst, role, &mut visit);
    }

    fn clobbers(&self, _: &Pools) -> RegMask {
        if self.opcode == Opcode::Call { super::CALLER_SAVED } else { RegMask::EMPTY }
    }
}

impl FlowInst for Inst {
    fn flow(&self) -> Flow {
        match (self.opcode, self.dst) {
            (Opcode::Bind, Opnd::Label(label)) => Flow::Bind(label),
            (Opcode::TestBit(_), _) => Flow::Branch,
            (Opcode::Jump | Opcode::JumpTable, _) => Flow::Jump,
            (Opcode::Return | Opcode::Trap, _) => Flow::Exit,
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

    fn constant_to(&self, _: &Pools, dst: Var) -> Option<Self> {
        let is_constant = self.opcode == Opcode::Move && matches!(self.a, Opnd::Imm(_) | Opnd::Sym(_));
        is_constant.then_some(Self { dst: dst.into(), ..*self })
    }

    fn negated(&self) -> Option<Self> {
        let Opcode::TestBit(when) = self.opcode else { return None };
        Some(Self { opcode: Opcode::TestBit(!when), ..*self })
    }

    fn jump(target: Label) -> Self {
        Inst::new(Opcode::Jump, Opnd::Label(target), Opnd::None, Opnd::None)
    }

    fn bind(label: Label) -> Self {
        Inst::new(Opcode::Bind, Opnd::Label(label), Opnd::None, Opnd::None)
    }

    fn effects(&self) -> Effects {
        use Opcode::{AddressOf, Compare, Extend, FakeDef, Move, Real, Select};
        let pinned = !matches!(self.opcode, Real(_) | Extend(_) | Compare(_) | Select | Move | AddressOf | FakeDef);
        Effects { pinned, ..Effects::default() }
    }

    fn copied(&self, _: &Pools) -> Option<CopyOf> {
        match (self.opcode, self.dst, self.a) {
            (Opcode::Move, Opnd::Var(dst), Opnd::Var(src)) if dst != src => Some(CopyOf { dst, src, narrows: false }),
            _ => None,
        }
    }

    fn arrives(&self) -> Option<Var> {
        match (self.opcode, self.dst) {
            (Opcode::FakeDef, Opnd::Var(var)) => Some(var),
            _ => None,
        }
    }
}
