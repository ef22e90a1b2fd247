//! A toy machine with everything that makes allocation hard: register files that overlap as ARM's
//! do, registers wider than some of their values as on x86-64, calls, given registers, jump tables,
//! and constants that only a register can take on their way to the frame.

use crate::lir::{
    Code, CopyOf, Effects, Flow, FlowInst, Home, Label, MachInst, Mover, RegClass, RegMask, RegTable, Role, Var, VarKind,
};

/// Six general registers of eight bytes; the last is reserved.
pub const CORE: RegClass = RegClass(0);
/// The first two of them.
pub const LOW: RegClass = RegClass(1);
/// Eight registers of four bytes.
pub const SINGLE: RegClass = RegClass(2);
/// Four of eight bytes, two singles each.
pub const DOUBLE: RegClass = RegClass(3);
/// Two of sixteen bytes, two doubles each.
pub const QUAD: RegClass = RegClass(4);

/// The number of the first double.
pub const FIRST_DOUBLE: u8 = 14;
/// The number of the first unit: with wide sets they lie across the 64th.
pub const FIRST_UNIT: u8 = if cfg!(feature = "wide-registers") { 58 } else { 0 };
/// Never handed out.
pub const RESERVED: RegMask = units(1 << 5);
/// What a function must preserve: two general registers, two singles.
pub const SAVED: RegMask = units(0b11 << 3 | 0b11 << 12);
/// What a call changes.
pub const CLOBBERED: RegMask = units(0b111 | 0b11_1111 << 6);

/// A set of units, by their bits from the first one on.
pub const fn units(bits: u64) -> RegMask {
    RegMask::from_bits(bits).shifted(FIRST_UNIT)
}

/// The registers.
pub fn table() -> RegTable {
    let core = (0..6).map(|number| units(1 << number));
    let files = [1_u8, 2, 4]
        .into_iter()
        .flat_map(|size| (0..8 / size).map(move |number| units(((1 << size) - 1) << (6 + number * size))));
    RegTable {
        units: core.chain(files).collect(),
        classes: vec![(0..6).collect(), vec![0, 1], (6..14).collect(), (14..18).collect(), (18..20).collect()],
        class_bytes: vec![8, 8, 4, 8, 16],
    }
}

/// What an instruction is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It computes something from what it reads. The number tells it from others.
    Plain(u32),
    /// It copies its second operand to its first.
    Copy,
    /// It sets its operand to a part of a constant; a general register to the lower half, unless
    /// the instruction is wide. Multiples of three take longer than loading.
    Set(i32),
    /// An argument has come.
    Arrive,
    /// A label.
    Bind(Label),
    /// Taken or not, by the flags; the number is like that of a plain one.
    Branch {
        /// Tells it from others.
        id: u32,
        /// Where it leads if taken.
        to: Label,
        /// Whether it is taken where it would not be.
        negated: bool,
    },
    /// Always taken.
    Jump(Label),
    /// By what it reads, to one of the labels of a table in the pools.
    Table(u32),
    /// The end of the function.
    Exit,
}

/// An instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Toy {
    /// What it is.
    pub kind: Kind,
    /// What it does to which variables.
    pub operands: [Option<(Var, Role)>; 4],
    /// Units that lose their contents.
    pub clobbers: RegMask,
    /// It may write all bytes of a general register; of a copy, that it does not clear the upper
    /// four.
    pub wide: bool,
    /// It sets what branches decide by.
    pub writes_flags: bool,
}

impl Toy {
    /// An instruction that clobbers nothing, is not wide and leaves the flags.
    pub fn new(kind: Kind, operands: &[(Var, Role)]) -> Self {
        let mut all = [None; 4];
        for (slot, &operand) in all.iter_mut().zip(operands) {
            *slot = Some(operand);
        }
        Self { kind, operands: all, clobbers: RegMask::EMPTY, wide: false, writes_flags: false }
    }

    /// A copy between variables; of the general registers, the smaller size is moved.
    pub fn copy(code: &Code<Toy>, dst: Var, src: Var) -> Self {
        let (to, from) = (code.var(dst), code.var(src));
        let narrow = to.class.0 <= LOW.0 && to.bytes.min(from.bytes) == 4;
        Self { wide: !narrow, ..Self::new(Kind::Copy, &[(dst, Role::Def), (src, Role::Use)]) }
    }
}

impl MachInst for Toy {
    /// The jump tables, and whether a general register is narrowed by a copy: always.
    type Pools = Vec<Vec<Label>>;
    type Const = i32;

    fn visit(&self, _: &Self::Pools, mut visit: impl FnMut(Var, Role)) {
        self.operands.into_iter().flatten().for_each(|(var, role)| visit(var, role));
    }

    fn clobbers(&self, _: &Self::Pools) -> RegMask {
        self.clobbers
    }
}

impl FlowInst for Toy {
    fn flow(&self) -> Flow {
        match self.kind {
            Kind::Plain(_) | Kind::Copy | Kind::Set(_) | Kind::Arrive => Flow::Next,
            Kind::Bind(label) => Flow::Bind(label),
            Kind::Branch { .. } => Flow::Branch,
            Kind::Jump(_) | Kind::Table(_) => Flow::Jump,
            Kind::Exit => Flow::Exit,
        }
    }

    fn targets(&self, pools: &Self::Pools, mut visit: impl FnMut(Label)) {
        match self.kind {
            Kind::Branch { to, .. } | Kind::Jump(to) => visit(to),
            Kind::Table(table) => pools[table as usize].iter().copied().for_each(visit),
            _ => {}
        }
    }

    fn retarget(&mut self, pools: &mut Self::Pools, mut map: impl FnMut(Label) -> Label) {
        match &mut self.kind {
            Kind::Branch { to: label, .. } | Kind::Jump(label) => *label = map(*label),
            Kind::Table(table) => pools[*table as usize].iter_mut().for_each(|label| *label = map(*label)),
            _ => {}
        }
    }

    fn rename(&mut self, _: &mut Self::Pools, map: impl Fn(Var) -> Var) {
        self.operands.iter_mut().flatten().for_each(|(var, _)| *var = map(*var));
    }

    fn reading(&self, from: Var, to: Var) -> Option<Self> {
        let is_there = |operand: &&Option<(Var, Role)>| operand.is_some_and(|(var, _)| var == from);
        if !matches!(self.kind, Kind::Plain(_) | Kind::Copy) || self.operands.iter().filter(is_there).count() != 1 {
            return None;
        }
        let at = self.operands.iter().position(|operand| *operand == Some((from, Role::Use)))?;
        let mut other = *self;
        other.operands[at] = Some((to, Role::Use));
        Some(other)
    }

    fn constant_to(&self, _: &Self::Pools, dst: Var) -> Option<Self> {
        let sets = matches!(self.kind, Kind::Set(_)) && matches!(self.operands[0], Some((_, Role::Def)));
        sets.then_some(Self { operands: [Some((dst, Role::Def)), None, None, None], ..*self })
    }

    fn is_quick(&self) -> bool {
        !matches!(self.kind, Kind::Set(constant) if constant % 3 == 0)
    }

    fn negated(&self) -> Option<Self> {
        // Some conditions have no opposite.
        let Kind::Branch { id, to, negated } = self.kind else { return None };
        (id % 4 != 0).then_some(Self { kind: Kind::Branch { id, to, negated: !negated }, ..*self })
    }

    fn jump(target: Label) -> Self {
        Self::new(Kind::Jump(target), &[])
    }

    fn bind(label: Label) -> Self {
        Self::new(Kind::Bind(label), &[])
    }

    fn effects(&self) -> Effects {
        let reads_flags = matches!(self.kind, Kind::Branch { .. });
        let pinned = !matches!(self.kind, Kind::Copy | Kind::Set(_));
        Effects { pinned, reads_flags, writes_flags: self.writes_flags }
    }

    fn copied(&self, _: &Self::Pools) -> Option<CopyOf> {
        let (Kind::Copy, [Some((dst, _)), Some((src, _)), ..]) = (self.kind, self.operands) else { return None };
        Some(CopyOf { dst, src, narrows: !self.wide })
    }

    fn arrives(&self) -> Option<Var> {
        self.operands[0].map(|(var, _)| var).filter(|_| self.kind == Kind::Arrive)
    }

    fn is_wide(&self, _: &Self::Pools) -> bool {
        self.wide
    }
}

/// The moves of the toy machine.
#[derive(Copy, Clone, Debug)]
pub struct ToyMover;

impl Mover for ToyMover {
    type Inst = Toy;

    fn copy(&self, code: &mut Code<Toy>, dst: Var, src: Var) {
        let inst = Toy::copy(code, dst, src);
        code.insts.push(inst);
    }

    fn needs_register(&self, _: &Code<Toy>, constant: i32) -> bool {
        constant % 2 != 0
    }

    fn set(&self, code: &mut Code<Toy>, dst: Var, constant: i32) {
        let data = *code.var(dst);
        let wide = data.class.0 <= LOW.0 && data.bytes == 8;
        code.insts.push(Toy { wide, ..Toy::new(Kind::Set(constant), &[(dst, Role::Def)]) });
        if data.reg.is_some() && constant % 3 == 0 {
            code.insts.push(Toy { wide, ..Toy::new(Kind::Set(constant), &[(dst, Role::UseDef)]) });
        }
    }
}

/// A variable that arrives in memory.
pub fn argument(code: &mut Code<Toy>, class: RegClass, bytes: u8, offset: u32) -> Var {
    let var = code.make_var(class, bytes, VarKind::Any);
    code.var_mut(var).home = Home::Incoming(offset);
    var
}
