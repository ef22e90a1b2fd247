//! The lowered x86 instruction: an operation with up to three operands that are variables, address
//! modes, immediates or labels.
//!
//! The form is uniform so that everything about an operation is data: which operands it reads and
//! writes (`roles`), how it is encoded ([`super::encode`]). Registers that the hardware fixes (ecx
//! of a shift, eax and edx of a division) appear as pre-coloured variables.

use super::op::{Cc, Op, Size};
use super::regs::gpr;
use crate::isa::common::operand::{self, Address, Index};
use crate::lir::{CopyOf, Effects, Flow, FlowInst, MachInst, Note, RegMask, Role, Var};
use crate::mc::{Label, SymbolRef};

/// What an instruction does: a hardware operation or a pseudo-instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// A hardware operation.
    Real(Op),
    /// Binds the label in `dst`.
    Bind,
    /// Reads `src` and does nothing: keeps it alive up to here.
    FakeUse,
    /// Writes `dst` with something unspecified.
    FakeDef,
    /// Leaves the function: the epilogue and the return. `aux` lists the result registers.
    Return,
    /// Moves the stack pointer so that the first byte above the outgoing argument area is at the
    /// address in `src`.
    SetStackPointer,
}

/// An operand: immediates are sign-extended.
pub type Opnd = operand::Opnd<i32>;

/// What the instructions of a function refer to; a symbol has an addend in bytes.
pub type Pools = operand::Pools<Amode, (SymbolRef, i32), ModeFacts>;

/// What an address starts from that starts from nothing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Absolute;

/// What an address mode starts from.
pub type Base = operand::Base<Absolute>;

/// An address: `base + index * 2^scale + disp + symbol`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amode {
    /// What it starts from.
    pub base: Base,
    /// A variable in a register, and the logarithm of its factor.
    pub index: Index,
    /// Displacement in bytes.
    pub disp: i32,
    /// A symbol whose address is added.
    pub symbol: Option<SymbolRef>,
    /// 64-bit mode: the sum may exceed 32 bits, of which the lower count.
    pub wraps: bool,
}

impl Amode {
    /// `base + disp`.
    pub const fn new(base: Base, disp: i32) -> Self {
        Self { base, index: None, disp, symbol: None, wraps: false }
    }
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

/// What instructions do not say themselves of the mode that they are for.
#[derive(Copy, Clone, Default, Debug)]
pub struct ModeFacts {
    /// What a call may change.
    pub call_clobbers: RegMask,
    /// 64-bit mode: a general register can hold more than a 32-bit variable.
    pub is_64: bool,
}

/// A lowered instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// What it does.
    pub opcode: Opcode,
    /// Operand size of an integer operation.
    pub size: Size,
    /// Condition of a conditional operation.
    pub cc: Cc,
    /// 8-bit immediate that is not an operand: shuffle control, predicate, lane.
    pub imm: u8,
    /// First operand in Intel order.
    pub dst: Opnd,
    /// Second operand.
    pub src: Opnd,
    /// What does not fit: the accumulator pair's other half, a list, the third operand of `imul`,
    /// the table of a jump.
    pub aux: Opnd,
}

impl Inst {
    /// An instruction with two operands.
    #[inline]
    pub const fn new(opcode: Opcode, size: Size, dst: Opnd, src: Opnd) -> Self {
        Self { opcode, size, cc: Cc::O, imm: 0, dst, src, aux: Opnd::None }
    }

    /// Whether the only effect is a new value of `dst`, whatever its old one.
    pub fn only_defines(&self) -> bool {
        roles(self.opcode).dst == Role::Def
    }

    /// Whether the flags, and the place in the code, are the same before and after; `false` if in
    /// doubt.
    pub fn leaves_flags(&self) -> bool {
        use Op::*;
        let Opcode::Real(op) = self.opcode else { return false };
        matches!(op, Mov | Movzx8 | Movzx16 | Movsx8 | Movsx16 | Movsx32 | Lea | Setcc | Cmovcc | Movss | Movsd | Movups)
    }

    /// The same with a condition.
    #[inline]
    pub const fn when(self, cc: Cc) -> Self {
        Self { cc, ..self }
    }

    /// The same with a control byte.
    #[inline]
    pub const fn control(self, imm: u8) -> Self {
        Self { imm, ..self }
    }

    /// The same with a third operand.
    #[inline]
    pub const fn with(self, aux: Opnd) -> Self {
        Self { aux, ..self }
    }
}

/// What an operation does to its operands. Memory and immediates are always only read or written as
/// such; the roles matter for variables.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Roles {
    dst: Role,
    src: Role,
    aux: Role,
}

/// The roles of the operands of each hardware operation.
static ROLES: [Roles; Op::ALL.len()] = {
    let mut table = [Roles { dst: Role::UseDef, src: Role::Use, aux: Role::Use }; Op::ALL.len()];
    let mut index = 0;
    while index < table.len() {
        let op = Op::ALL[index];
        table[op as usize] = Roles { dst: dst_role(op), src: src_role(op), aux: aux_role(op) };
        index += 1;
    }
    table
};

const fn dst_role(op: Op) -> Role {
    use Op::*;
    match op {
        Cmp | Test | Bt | Ucomiss | Ucomisd | Push | Mul | ImulWide | Div | Idiv | Call | Jmp | Jcc | LockXadd | LockCmpxchg
        | LockCmpxchg8b => Role::Use,
        Mov | Movzx8 | Movzx16 | Movsx8 | Movsx16 | Movsx32 | Lea | ImulImm | Cdq | Setcc | Bsf | Bsr | Pop | Movaps | Movups
        | Movd | Movq | Movss | Movsd | Sqrtss | Sqrtsd | Cvtss2sd | Cvtsd2ss | Cvtsi2ss | Cvtsi2sd | Cvttss2si | Cvttsd2si
        | Cvtdq2ps | Cvttps2dq | Movmskps | Pshufd | Pshuflw | Pshufhw | Pmovmskb | Pextrw | Pextrb | Pextrd => Role::Def,
        // Not `Fstps` and `Fstpd`: they pop the x87 stack, whether or not the result is read, and
        // need a place for it.
        _ => Role::UseDef,
    }
}

/// Exchanges write their source too; for the one-operand multiplications and divisions it is the
/// accumulator.
const fn src_role(op: Op) -> Role {
    match op {
        Op::Xchg | Op::LockXadd | Op::Mul | Op::ImulWide | Op::Div | Op::Idiv => Role::UseDef,
        _ => Role::Use,
    }
}

/// For multiplications and divisions, `aux` is the upper half of the accumulator pair.
const fn aux_role(op: Op) -> Role {
    match op {
        Op::Mul | Op::ImulWide => Role::Def,
        Op::Div | Op::Idiv | Op::LockCmpxchg => Role::UseDef,
        _ => Role::Use,
    }
}

/// The roles of an opcode's operands.
#[inline]
fn roles(opcode: Opcode) -> Roles {
    match opcode {
        Opcode::Real(op) => ROLES[op as usize],
        // The other pseudo-instructions have no variable in `dst`.
        _ => Roles { dst: Role::Def, src: Role::Use, aux: Role::Use },
    }
}

impl MachInst for Inst {
    type Pools = Pools;
    type Const = Opnd;

    #[inline]
    fn visit(&self, pools: &Pools, mut visit: impl FnMut(Var, Role)) {
        let roles = roles(self.opcode);
        pools.visit(&self.src, roles.src, &mut visit);
        pools.visit_any(&self.aux, roles.aux, &mut visit);
        pools.visit(&self.dst, roles.dst, &mut visit);
    }

    #[inline]
    fn clobbers(&self, pools: &Pools) -> RegMask {
        if matches!(self.opcode, Opcode::Real(op) if op.is_call()) { pools.mode.call_clobbers } else { RegMask::EMPTY }
    }

    fn immediates(&self) -> usize {
        operand::count_numbers([self.dst, self.src, self.aux])
    }
}

impl FlowInst for Inst {
    #[inline]
    fn flow(&self) -> Flow {
        match (self.opcode, self.dst, self.src) {
            (Opcode::Bind, Opnd::Label(label), _) => Flow::Bind(label),
            (Opcode::Real(Op::Jmp), ..) if matches!(self.aux, Opnd::Table(_)) => Flow::Jump,
            (Opcode::Real(Op::Jcc), ..) => Flow::Branch,
            (Opcode::Real(Op::Jmp), _, Opnd::Label(_)) => Flow::Jump,
            (Opcode::Return | Opcode::Real(Op::Ud2 | Op::Ret | Op::Jmp), ..) => Flow::Exit,
            _ => Flow::Next,
        }
    }

    fn targets(&self, pools: &Pools, visit: impl FnMut(Label)) {
        if let Opcode::Real(Op::Jcc | Op::Jmp) = self.opcode {
            pools.targets(if matches!(self.aux, Opnd::Table(_)) { self.aux } else { self.src }, visit);
        }
    }

    fn retarget(&mut self, pools: &mut Pools, map: impl FnMut(Label) -> Label) {
        pools.retarget(if matches!(self.aux, Opnd::Table(_)) { &mut self.aux } else { &mut self.src }, map);
    }

    fn rename(&mut self, pools: &mut Pools, map: impl Fn(Var) -> Var) {
        for operand in [&mut self.dst, &mut self.src, &mut self.aux] {
            *operand = pools.renamed(*operand, &map);
        }
    }

    fn reading(&self, from: Var, to: Var) -> Option<Self> {
        let Opcode::Real(op) = self.opcode else { return None };
        let (from, to) = (Opnd::Var(from), Opnd::Var(to));
        let mentions = [self.dst, self.src, self.aux].into_iter().filter(|&operand| operand == from).count();
        if mentions != 1 || !op.reads_either() {
            return None;
        }
        if self.src == from {
            return Some(Self { src: to, ..*self });
        }
        (self.dst == from && op.only_reads()).then_some(Self { dst: to, ..*self })
    }

    fn constant_to(&self, pools: &Pools, dst: Var) -> Option<Self> {
        let is_constant = match (self.opcode, self.dst, self.src) {
            (Opcode::Real(Op::Mov), Opnd::Var(_), Opnd::Imm(_) | Opnd::Sym(_)) => self.size == Size::B4,
            (Opcode::Real(Op::Lea), Opnd::Var(_), Opnd::Mem(amode)) => {
                let Amode { base, index, .. } = pools.amodes[amode];
                self.size == Size::B4 && index.is_none() && matches!(base, Base::Other(Absolute) | Base::Object(_))
            }
            _ => false,
        };
        is_constant.then_some(Self { dst: Opnd::Var(dst), ..*self })
    }

    fn negated(&self) -> Option<Self> {
        (self.opcode == Opcode::Real(Op::Jcc)).then(|| self.when(self.cc.negate()))
    }

    fn jump(target: Label) -> Self {
        Inst::new(Opcode::Real(Op::Jmp), Size::B4, Opnd::None, Opnd::Label(target))
    }

    fn bind(label: Label) -> Self {
        Inst::new(Opcode::Bind, Size::B4, Opnd::Label(label), Opnd::None)
    }

    #[inline]
    fn effects(&self) -> Effects {
        let Opcode::Real(op) = self.opcode else {
            return Effects { pinned: self.opcode != Opcode::FakeDef, ..Effects::default() };
        };
        // A load whose result is unused may still trap (a comparison reads its first operand), and
        // so may a division.
        let accesses_memory = matches!(self.dst, Opnd::Mem(_)) || (matches!(self.src, Opnd::Mem(_)) && op != Op::Lea);
        let divides = matches!(op, Op::Div | Op::Idiv);
        let (reads_flags, writes_flags) = FLAGS[op as usize];
        Effects { pinned: accesses_memory || divides || has_effect(op), reads_flags, writes_flags }
    }

    #[inline]
    fn copied(&self, pools: &Pools) -> Option<CopyOf> {
        let Opcode::Real(op @ (Op::Mov | Op::Movss | Op::Movsd | Op::Movups | Op::Movaps)) = self.opcode else { return None };
        let (Opnd::Var(dst), Opnd::Var(src)) = (self.dst, self.src) else { return None };
        let (copies, narrows) = match op {
            Op::Mov => (self.size >= Size::B4, pools.mode.is_64 && self.size == Size::B4 && self.imm != UPPER_IS_FREE),
            _ => (true, false),
        };
        (copies && dst != src).then_some(CopyOf { dst, src, narrows })
    }

    fn arrives(&self) -> Option<Var> {
        match (self.opcode, self.dst) {
            (Opcode::FakeDef, Opnd::Var(var)) => Some(var),
            _ => None,
        }
    }

    #[inline]
    fn note(&self, _: &Pools) -> Note {
        let Opcode::Real(op) = self.opcode else {
            return match self.opcode {
                Opcode::FakeDef => Note::ARRIVES,
                Opcode::Bind | Opcode::Return => Note::FLOWS.and(Note::PINNED),
                _ => Note::PINNED,
            };
        };
        let note = NOTES[op as usize];
        if let (Opnd::Var(dst), Opnd::Var(src)) = (self.dst, self.src) {
            let is_no_copy = dst == src || (op == Op::Mov && self.size < Size::B4);
            return if is_no_copy { note.but(Note::COPIES) } else { note };
        }
        // `lea` reads no memory.
        let accesses = matches!(self.dst, Opnd::Mem(_)) || (matches!(self.src, Opnd::Mem(_)) && op != Op::Lea);
        note.but(Note::COPIES).and_if(Note::PINNED, accesses)
    }

    #[inline]
    fn is_wide(&self, pools: &Pools) -> bool {
        pools.mode.is_64
            && match self.opcode {
                Opcode::Real(op) => self.size == Size::B8 || (op == Op::Call && self.imm != UPPER_IS_FREE),
                opcode => opcode == Opcode::FakeDef && self.imm != UPPER_IS_FREE,
            }
    }
}

/// The `imm` of a call, of what defines an argument, or of a copy of 32 bits whose result has an upper half that nobody asks for: it counts
/// as clear, and the copy need not clear it.
pub const UPPER_IS_FREE: u8 = 1;

/// Whether an operation does more than write its operands and the flags.
const fn has_effect(op: Op) -> bool {
    use Op::*;
    matches!(op, Push | Pop | Call | Jmp | Jcc | Ret | Ud2 | Nop | Mfence | Xchg | LockXadd | LockCmpxchg | LockCmpxchg8b)
        || is_x87(op)
}

/// Whether an operation works on the x87 stack.
const fn is_x87(op: Op) -> bool {
    use Op::*;
    matches!(op, Flds | Fldd | Fstps | Fstpd)
}

/// For each operation whether it reads the flags, and whether it sets them.
static FLAGS: [(bool, bool); Op::ALL.len()] = {
    let mut table = [(false, false); Op::ALL.len()];
    let mut index = 0;
    while index < table.len() {
        let op = Op::ALL[index];
        table[op as usize] = (reads_flags(op), writes_flags(op));
        index += 1;
    }
    table
};

/// What each operation does if it accesses no memory; those that may be copies, as copies.
static NOTES: [Note; Op::ALL.len()] = {
    let mut table = [Note::NOTHING; Op::ALL.len()];
    let mut index = 0;
    while index < table.len() {
        let op = Op::ALL[index];
        table[op as usize] = Note::NOTHING
            .and_if(Note::FLOWS, matches!(op, Op::Jmp | Op::Jcc | Op::Ret | Op::Ud2))
            .and_if(Note::PINNED, has_effect(op) || matches!(op, Op::Div | Op::Idiv))
            .and_if(Note::READS_FLAGS, reads_flags(op))
            .and_if(Note::WRITES_FLAGS, writes_flags(op))
            .and_if(Note::COPIES, matches!(op, Op::Mov | Op::Movss | Op::Movsd | Op::Movups | Op::Movaps))
            .and_if(Note::CLOBBERS, matches!(op, Op::Call));
        index += 1;
    }
    table
};

const fn reads_flags(op: Op) -> bool {
    matches!(op, Op::Adc | Op::Sbb | Op::Setcc | Op::Cmovcc | Op::Jcc)
}

const fn writes_flags(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Add | Or
            | Adc
            | Sbb
            | And
            | Sub
            | Xor
            | Cmp
            | Test
            | Imul
            | ImulImm
            | ImulWide
            | Mul
            | Div
            | Idiv
            | Neg
            | Shl
            | Shr
            | Sar
            | Shld
            | Shrd
            | Bt
            | Bsf
            | Bsr
            | LockXadd
            | LockCmpxchg
            | LockCmpxchg8b
            | Ucomiss
            | Ucomisd
            | Call
    )
}

/// The registers that a System V call may change: i386 and AMD64 differ in esi and edi.
pub const fn caller_saved(is_64: bool) -> RegMask {
    let mut mask = 1 << gpr::EAX.0 | 1 << gpr::ECX.0 | 1 << gpr::EDX.0 | 0xffff_u64 << 16;
    if is_64 {
        mask |= 1 << gpr::ESI.0 | 1 << gpr::EDI.0 | 0b1111 << 8;
    }
    RegMask::from_bits(mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_trap_or_be_seen_is_pinned() {
        let pinned = |op, dst, src| Inst::new(Opcode::Real(op), Size::B4, dst, src).effects().pinned;
        let (var, memory) = (Opnd::Var(Var::from_u32(0)), Opnd::Mem(operand::AmodeId::from_u32(0)));
        assert!(pinned(Op::Mov, memory, var) && pinned(Op::Mov, var, memory) && pinned(Op::Add, var, memory));
        assert!(pinned(Op::Cmp, memory, Opnd::Imm(1)) && pinned(Op::Test, memory, var) && pinned(Op::Cmp, var, memory));
        assert!(pinned(Op::Div, Opnd::None, var));
        assert!(!pinned(Op::Lea, var, memory) && !pinned(Op::Cmp, var, var) && !pinned(Op::Add, var, var));
    }
}
