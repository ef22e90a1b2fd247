//! Operands of lowered instructions, and the pools that hold what does not fit into one: address
//! modes, symbols, lists of variables, jump tables.
//!
//! An architecture says what its numbers, address modes and symbols are; everything that visits or
//! changes operands without knowing what they mean is here. Visiting takes constant time an operand
//! (a list: its length) and allocates nothing.

use crate::lir::{EdgeSource, FrameObject, Role, Var, VarListId, VarLists};
use crate::mc::{Label, LabelTables, TableId};
use crate::util::entity::EntityVec;

crate::entities! {
    /// An address mode of the pools.
    pub AmodeId = "m";
    /// A symbol's address of the pools.
    pub SymbolId = "s";
}

/// An operand of a lowered instruction; `N` is what the architecture calls a number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opnd<N> {
    /// No operand.
    None,
    /// A variable: a register, or its home in the frame.
    Var(Var),
    /// Memory at an address mode of the pools.
    Mem(AmodeId),
    /// A number.
    Imm(N),
    /// The address of a symbol.
    Sym(SymbolId),
    /// A label.
    Label(Label),
    /// A list of variables of the pools.
    List(VarListId),
    /// A jump table of the pools.
    Table(TableId),
}

impl<N> From<Var> for Opnd<N> {
    fn from(var: Var) -> Self {
        Opnd::Var(var)
    }
}

/// How many operands are numbers.
pub fn count_numbers<N, const COUNT: usize>(operands: [Opnd<N>; COUNT]) -> usize {
    operands.iter().filter(|operand| matches!(operand, Opnd::Imm(_))).count()
}

impl<N> Opnd<N> {
    /// This operand and another, if they are two different variables.
    #[inline]
    pub fn and_other(self, other: Self) -> Option<(Var, Var)> {
        match (self, other) {
            (Opnd::Var(one), Opnd::Var(other)) if one != other => Some((one, other)),
            _ => None,
        }
    }

    /// What a phi receives: a variable, or a constant.
    pub fn edge_source(self) -> EdgeSource<Self> {
        match self {
            Opnd::Var(var) => EdgeSource::Var(var),
            constant => EdgeSource::Const(constant),
        }
    }
}

/// A number of 32 bits, whether the architecture's manuals print it with a sign or without.
pub trait Number: Copy + PartialEq {
    /// The number with these bits.
    fn from_bits(bits: u32) -> Self;

    /// Its bits.
    fn bits(self) -> u32;
}

impl Number for u32 {
    #[inline]
    fn from_bits(bits: u32) -> Self {
        bits
    }

    #[inline]
    fn bits(self) -> u32 {
        self
    }
}

impl Number for i32 {
    #[inline]
    fn from_bits(bits: u32) -> Self {
        bits as i32
    }

    #[inline]
    fn bits(self) -> u32 {
        self as u32
    }
}

/// What an address mode starts from; `X` is what the architecture has besides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Base<X> {
    /// A variable in a register.
    Var(Var),
    /// The outgoing argument area: the stack pointer.
    Outgoing,
    /// The first byte above the outgoing argument area: what `alloca` moves and what a saved stack
    /// state means.
    StackTop,
    /// The home in memory of a variable that is never given a register.
    Home(Var),
    /// A static stack object.
    Object(FrameObject),
    /// Something else, which mentions no variable.
    Other(X),
}

impl<X> Address for Base<X>
where
    X: Copy + PartialEq,
{
    #[inline(always)]
    fn visit(&self, mut visit: impl FnMut(Var)) {
        if let Base::Var(var) | Base::Home(var) = *self {
            visit(var);
        }
    }

    #[inline(always)]
    fn renamed(self, map: impl Fn(Var) -> Var) -> Self {
        if let Base::Var(var) = self { Base::Var(map(var)) } else { self }
    }
}

/// A variable in a register that is added to an address, and a logarithm of a factor.
pub type Index = Option<(Var, u8)>;

impl Address for Index {
    #[inline(always)]
    fn visit(&self, mut visit: impl FnMut(Var)) {
        if let Some((var, _)) = *self {
            visit(var);
        }
    }

    #[inline(always)]
    fn renamed(self, map: impl Fn(Var) -> Var) -> Self {
        self.map(|(var, scale)| (map(var), scale))
    }
}

/// An architecture's address modes: which variables they mention.
pub trait Address: Copy + PartialEq {
    /// Calls `visit` with every variable that makes up the address. All are read.
    fn visit(&self, visit: impl FnMut(Var));

    /// The same with other variables in registers; the home of one that lives in memory stays.
    fn renamed(self, map: impl Fn(Var) -> Var) -> Self;
}

/// What the instructions of a function refer to: address modes `A`, symbols `S`, and `M`, what the
/// architecture's instructions do not say themselves of the mode that they are for.
#[derive(Clone, Debug)]
pub struct Pools<A, S, M = ()> {
    /// Address modes.
    pub amodes: EntityVec<AmodeId, A>,
    /// Symbols.
    pub symbols: EntityVec<SymbolId, S>,
    /// Lists of variables.
    pub lists: VarLists,
    /// Jump tables.
    pub tables: LabelTables,
    /// The mode.
    pub mode: M,
}

impl<A, S, M: Default> Default for Pools<A, S, M> {
    fn default() -> Self {
        Self {
            amodes: EntityVec::new(),
            symbols: EntityVec::new(),
            lists: VarLists::default(),
            tables: LabelTables::default(),
            mode: M::default(),
        }
    }
}

impl<A: Address, S, M> Pools<A, S, M> {
    /// Empties them, keeping the allocations.
    pub fn clear(&mut self) {
        self.amodes.clear();
        self.symbols.clear();
        self.lists.clear();
        self.tables.clear();
    }

    /// Visits the variables of an operand that is no list: a variable with its role, those of an
    /// address as read.
    #[inline(always)]
    pub fn visit<N>(&self, operand: &Opnd<N>, role: Role, visit: &mut impl FnMut(Var, Role)) {
        if let Opnd::Var(var) = *operand {
            visit(var, role);
        } else if let Opnd::Mem(amode) = *operand {
            self.amodes[amode].visit(|var| visit(var, Role::Use));
        }
    }

    /// Visits the variables of any operand; those of a list have roles of their own.
    #[inline(always)]
    pub fn visit_any<N>(&self, operand: &Opnd<N>, role: Role, visit: &mut impl FnMut(Var, Role)) {
        // Most often there is none.
        if matches!(operand, Opnd::None) {
            return;
        }
        if let Opnd::List(list) = *operand {
            self.lists.get(list).iter().for_each(|&(var, role)| visit(var, role));
        } else {
            self.visit(operand, role, visit);
        }
    }

    /// An operand with other variables. Pools may be shared by instructions: what changes is added.
    pub fn renamed<N>(&mut self, operand: Opnd<N>, map: &impl Fn(Var) -> Var) -> Opnd<N> {
        match operand {
            Opnd::Var(var) => Opnd::Var(map(var)),
            Opnd::Mem(id) => {
                let old = self.amodes[id];
                let new = old.renamed(map);
                if new == old { operand } else { Opnd::Mem(self.amodes.push(new)) }
            }
            Opnd::List(id) if self.lists.get(id).iter().any(|&(var, _)| map(var) != var) => {
                Opnd::List(self.lists.add_mapped(id, |&(var, role)| (map(var), role)))
            }
            _ => operand,
        }
    }

    /// The labels that control may go to by a label or a table.
    pub fn targets<N>(&self, operand: Opnd<N>, mut visit: impl FnMut(Label)) {
        match operand {
            Opnd::Label(label) => visit(label),
            Opnd::Table(table) => self.tables.get(table).iter().copied().for_each(visit),
            _ => {}
        }
    }

    /// A label, or the labels of a table, with others in their places.
    pub fn retarget<N>(&mut self, operand: &mut Opnd<N>, mut map: impl FnMut(Label) -> Label) {
        match operand {
            Opnd::Label(label) => *label = map(*label),
            Opnd::Table(table) => self.tables.get_mut(*table).iter_mut().for_each(|label| *label = map(*label)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two variables.
    #[derive(Copy, Clone, PartialEq, Debug)]
    struct Sum(Var, Var);

    impl Address for Sum {
        fn visit(&self, mut visit: impl FnMut(Var)) {
            visit(self.0);
            visit(self.1);
        }

        fn renamed(self, map: impl Fn(Var) -> Var) -> Self {
            Sum(map(self.0), map(self.1))
        }
    }

    type Operand = Opnd<i32>;

    fn var(number: u32) -> Var {
        Var::from_u32(number)
    }

    fn seen(pools: &Pools<Sum, ()>, operand: Operand) -> Vec<(u32, Role)> {
        let mut seen = Vec::new();
        pools.visit_any(&operand, Role::Def, &mut |var, role| seen.push((var.as_u32(), role)));
        seen
    }

    #[test]
    fn what_an_address_mentions_is_read_and_lists_have_their_own_roles() {
        let mut pools: Pools<Sum, ()> = Pools::default();
        let memory = Operand::Mem(pools.amodes.push(Sum(var(1), var(2))));
        let list = Operand::List(pools.lists.add([(var(3), Role::UseDef), (var(4), Role::Use)]));
        assert_eq!(seen(&pools, Opnd::Var(var(7))), [(7, Role::Def)]);
        assert_eq!(seen(&pools, memory), [(1, Role::Use), (2, Role::Use)]);
        assert_eq!(seen(&pools, list), [(3, Role::UseDef), (4, Role::Use)]);
        assert!(seen(&pools, Opnd::Imm(5)).is_empty() && seen(&pools, Opnd::None).is_empty());
    }

    #[test]
    fn renaming_leaves_what_other_instructions_share() {
        let mut pools: Pools<Sum, ()> = Pools::default();
        let memory = Operand::Mem(pools.amodes.push(Sum(var(1), var(2))));
        let list = Operand::List(pools.lists.add([(var(2), Role::Use)]));
        let map = |v: Var| if v == var(2) { var(9) } else { v };
        let (new_memory, new_list) = (pools.renamed(memory, &map), pools.renamed(list, &map));
        assert_eq!(seen(&pools, memory), [(1, Role::Use), (2, Role::Use)]);
        assert_eq!(seen(&pools, new_memory), [(1, Role::Use), (9, Role::Use)]);
        assert_eq!((seen(&pools, list), seen(&pools, new_list)), (vec![(2, Role::Use)], vec![(9, Role::Use)]));
        let identity = |v: Var| v;
        assert_eq!((pools.renamed(memory, &identity), pools.renamed(list, &identity)), (memory, list));
    }

    #[test]
    fn tables_and_labels_lead_elsewhere() {
        let mut pools: Pools<Sum, ()> = Pools::default();
        let label = Label::from_u32;
        let table = Operand::Table(pools.tables.add([label(1), label(2)]));
        let mut single = Operand::Label(label(1));
        let next = |old: Label| label(old.as_u32() + 1);
        pools.retarget(&mut single, next);
        pools.retarget(&mut { table }, next);
        let mut found = Vec::new();
        pools.targets(single, |label| found.push(label.as_u32()));
        pools.targets(table, |label| found.push(label.as_u32()));
        assert_eq!(found, [2, 2, 3]);
    }
}
