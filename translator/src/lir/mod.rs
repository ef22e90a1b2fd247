//! LIR: the container for a target's own instructions, generic over the ISA.
//!
//! Lowering fills a [`Code`] block by block; the instructions lie in one vector in emission order,
//! blocks are runs of it that begin with a label. A *variable* is what the allocator places: in a
//! register, or in the stack frame. A lowered instruction tells all other code about itself through
//! one operand visitor ([`MachInst::visit`]); the allocator, the checker and the dumps see nothing
//! else of it.
//!
//! Invariants after lowering: every variable that is read was written before in emission order or
//! is an incoming argument; a variable of kind [`VarKind::Register`] lives within the lowering of
//! one ICE instruction, and where that lowering contains a loop, a use of it follows the loop's
//! backward branch (this is what lets the minimal allocator see one live interval from first to
//! last mention).

mod edges;
mod frame;
mod nest;
mod note;
pub mod print;
pub mod split;

use std::fmt::{self, Debug};

pub use crate::mc::Label;
use crate::util::lists::Lists;
pub use edges::{EdgeMove, EdgeMoves, EdgeSource};
pub use frame::{FrameLayout, FrameNeeds, Packing};
pub use nest::Nest;
pub use note::Note;

crate::entities! {
    /// A variable of the lowered code.
    pub Var = "t";
    /// An object of the frame that is not a variable: a static `alloca`.
    pub FrameObject = "fo";
    /// A list of variables with roles, that an instruction has for an operand.
    pub VarListId = "l";
}

/// The lists of variables of a function's instructions.
pub type VarLists = Lists<VarListId, (Var, Role)>;

/// The bits of a [`RegMask`]. A target with more than 64 units takes a wider integer here, and
/// nothing else changes: the feature `wide-registers` does, for the tests of the allocator.
#[cfg(not(feature = "wide-registers"))]
type Units = u64;
#[cfg(feature = "wide-registers")]
type Units = u128;

/// A set of physical registers, or of the units that they consist of ([`RegTable::units`]): one bit
/// each, by the target's numbering.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct RegMask(Units);

impl RegMask {
    /// The empty set.
    pub const EMPTY: RegMask = RegMask(0);
    /// The set of all that there can be.
    pub const ALL: RegMask = RegMask(Units::MAX);

    /// How many registers there can be.
    pub const BITS: usize = Units::BITS as usize;

    /// The set of the registers below 64 whose bits are set.
    #[inline]
    pub const fn from_bits(bits: u64) -> RegMask {
        RegMask(bits as Units)
    }

    /// The bits of the registers below 64.
    #[allow(clippy::unnecessary_cast, reason = "wide sets have more bits")]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The set with every number that much higher.
    #[inline]
    pub const fn shifted(self, by: u8) -> RegMask {
        RegMask(self.0 << by)
    }

    /// How many registers are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// What is not in it.
    #[inline]
    pub const fn complement(self) -> RegMask {
        RegMask(!self.0)
    }

    /// The set without the register with the lowest number; the empty one stays as it is.
    #[inline]
    pub const fn without_first(self) -> RegMask {
        RegMask(self.0 & self.0.wrapping_sub(1))
    }

    /// The set of one register.
    #[inline]
    pub const fn of(reg: u8) -> RegMask {
        RegMask(1 << reg)
    }

    /// Whether nothing is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a register is in it.
    #[inline]
    pub const fn contains(self, reg: u8) -> bool {
        self.0 >> reg & 1 != 0
    }

    /// Union.
    #[inline]
    pub const fn union(self, other: RegMask) -> RegMask {
        RegMask(self.0 | other.0)
    }

    /// Intersection.
    #[inline]
    pub const fn intersection(self, other: RegMask) -> RegMask {
        RegMask(self.0 & other.0)
    }

    /// What is here and not in the other.
    #[inline]
    pub const fn without(self, other: RegMask) -> RegMask {
        RegMask(self.0 & !other.0)
    }

    /// The register with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as u8) }
    }

    /// The registers, by ascending number.
    #[inline]
    pub fn iter(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            let reg = self.first()?;
            self.0 &= self.0 - 1;
            Some(reg)
        })
    }
}

impl fmt::LowerHex for RegMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

/// What the allocator knows of a target's registers.
///
/// A register is a number; what it occupies is a set of *units*, the smallest parts that can hold
/// different values. Registers overlap exactly if their sets do. Where no registers overlap, each
/// is one unit with its own number.
#[derive(Clone, Debug)]
pub struct RegTable {
    /// What each register occupies.
    pub units: Vec<RegMask>,
    /// The allocatable registers of each class, in order of preference: those that a call preserves
    /// cost a save and a restore, and come last.
    pub classes: Vec<Vec<u8>>,
    /// For each class the size in bytes of the widest value that its registers hold: 4, 8 or 16.
    pub class_bytes: Vec<u8>,
}

/// Which registers a variable may be given: an index into the target's table of classes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RegClass(pub u8);

/// Where a variable may live.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// In a register or in the frame, as the allocator likes. The minimal allocator chooses the
    /// frame.
    Any,
    /// In a register: infinite weight.
    Register,
    /// In this register: pre-coloured.
    Fixed(u8),
    /// In the frame: instructions mention it where only memory will do.
    Memory,
}

/// Where a variable lives in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Home {
    /// Nowhere (yet). After frame layout: it has no uses, so that what writes it has no effect.
    None,
    /// In the area of incoming stack arguments, at this byte offset.
    Incoming(u32),
    /// In the frame, at this byte offset from the frame's lowest variable.
    Frame(u32),
}

/// A variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct VarData {
    /// Which registers suit it.
    pub class: RegClass,
    /// Size in bytes: 4, 8 or 16; also its alignment in the frame.
    pub bytes: u8,
    /// Where it may live.
    pub kind: VarKind,
    /// The register it was given.
    pub reg: Option<u8>,
    /// Where it lives in memory.
    pub home: Home,
}

/// What an instruction does to a variable: bit 0 says whether it writes it, bit 1 whether it leaves
/// it unread.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// Reads it.
    Use = 0b00,
    /// Writes it, after all reads.
    Def = 0b11,
    /// Reads and then writes it.
    UseDef = 0b01,
}

/// Where control goes after an instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// To the next instruction, which can also be reached by this label: the instruction binds it.
    Bind(Label),
    /// To one of its targets or to the next instruction.
    Branch,
    /// To one of its targets.
    Jump,
    /// Nowhere in this function.
    Exit,
}

/// What a scheduler has to know of an instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Timing {
    /// After how many cycles its result may be read.
    pub latency: u8,
    /// Whether it reads memory.
    pub loads: bool,
    /// Whether it writes memory.
    pub stores: bool,
    /// Whether it compares what it reads with zero, so that it goes if the operation that makes that can set the flags.
    pub tests: bool,
}

/// What an instruction does besides writing the variables that it names.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// It must stay even if what it writes is not read.
    pub pinned: bool,
    /// It depends on the condition flags.
    pub reads_flags: bool,
    /// It sets all condition flags that any instruction reads.
    pub writes_flags: bool,
}

/// A move of one variable's whole value to another variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CopyOf {
    /// The variable that is written.
    pub dst: Var,
    /// The variable that is read.
    pub src: Var,
    /// In a register, the move also clears what the source's register may hold beyond the moved
    /// size: it is a copy only if nothing that writes the source is wide (`MachInst::is_wide`).
    /// Nothing is cleared in memory: the destination must be in a register if it is larger than the
    /// source.
    pub narrows: bool,
}

/// A lowered instruction, as all code but its target's sees it.
pub trait MachInst: Copy + Debug {
    /// What instructions refer to besides their own fields: address modes, operand lists.
    type Pools: Default;
    /// A constant that a phi can receive.
    type Const: Copy + PartialEq + Debug;

    /// Calls `visit` with every variable that the instruction mentions and what it does to it.
    fn visit(&self, pools: &Self::Pools, visit: impl FnMut(Var, Role));

    /// The registers whose content is lost, over and above those that the visitor names.
    fn clobbers(&self, pools: &Self::Pools) -> RegMask;

    /// How many of its operands are numbers that stand in the instruction, for statistics.
    fn immediates(&self) -> usize {
        0
    }
}

/// A lowered instruction as the passes of O2 see it: they follow control flow, drop and insert
/// instructions.
pub trait FlowInst: MachInst + PartialEq + Debug {
    /// Where control goes next.
    fn flow(&self) -> Flow;

    /// Calls `visit` with the label of every target of a branch or jump.
    fn targets(&self, pools: &Self::Pools, visit: impl FnMut(Label));

    /// Makes a branch or jump go to what `map` makes of each of its targets. `map` may be asked for
    /// one target several times.
    fn retarget(&mut self, pools: &mut Self::Pools, map: impl FnMut(Label) -> Label);

    /// Makes it mention other variables: what `map` makes of each. What it refers to may be shared
    /// with other instructions, and so is copied where it has to change.
    fn rename(&mut self, pools: &mut Self::Pools, map: impl Fn(Var) -> Var);

    /// The same with the second variable as the operand that is the first one: if it can read that in the frame or in a register
    /// alike, as one operand, and does not write it.
    fn reading(&self, _from: Var, _to: Var) -> Option<Self> {
        None
    }

    /// If all that it does is to set a variable to what is the same wherever the function does it
    /// (a number, the address of a symbol or of something in the frame): the instruction that sets
    /// another variable of the same class to that.
    fn constant_to(&self, pools: &Self::Pools, dst: Var) -> Option<Self>;

    /// Whether setting a variable to that constant ([`constant_to`](Self::constant_to)) takes no longer than loading it from the frame.
    fn is_quick(&self) -> bool {
        true
    }

    /// A branch with the opposite condition, if there is one.
    fn negated(&self) -> Option<Self>;

    /// An unconditional jump.
    fn jump(target: Label) -> Self;

    /// Binds a label.
    fn bind(label: Label) -> Self;

    /// What it does besides writing variables.
    fn effects(&self) -> Effects;

    /// Whether it only copies one variable to another.
    fn copied(&self, pools: &Self::Pools) -> Option<CopyOf>;

    /// The variable of which it says that its value is in its home already: an argument that came
    /// in memory.
    fn arrives(&self) -> Option<Var>;

    /// What a scheduler has to know of it; nothing, if it stays where it is, and what is before and behind it on its side.
    fn timing(&self, _pools: &Self::Pools) -> Option<Timing> {
        None
    }

    /// All of this in short: what [`Note::derived`] says, sooner.
    #[inline]
    fn note(&self, pools: &Self::Pools) -> Note {
        Note::derived(self, pools)
    }

    /// Whether it may leave more in a register that it writes than the variable's size: see
    /// [`CopyOf::narrows`].
    #[inline]
    fn is_wide(&self, _: &Self::Pools) -> bool {
        false
    }
}

/// What a target does for allocated code: the moves that the allocation asks for.
pub trait Mover {
    /// Its instructions.
    type Inst: FlowInst;

    /// Appends a move of a variable's whole value to another of its class; at most one of them
    /// lives in the frame.
    fn copy(&self, code: &mut Code<Self::Inst>, dst: Var, src: Var);

    /// Whether setting a variable that lives in the frame to a constant needs a register.
    fn needs_register(&self, _: &Code<Self::Inst>, _: <Self::Inst as MachInst>::Const) -> bool {
        true
    }

    /// Appends instructions that set a variable to a constant. It has a register, or none is
    /// needed.
    fn set(&self, code: &mut Code<Self::Inst>, dst: Var, constant: <Self::Inst as MachInst>::Const);
}

/// A function's lowered code.
#[derive(Clone, Debug)]
pub struct Code<I: MachInst> {
    /// The variables.
    pub vars: Vec<VarData>,
    /// The instructions, in emission order.
    pub insts: Vec<I>,
    /// What they refer to.
    pub pools: I::Pools,
    /// Static stack objects: size and alignment in bytes.
    pub frame_objects: Vec<(u32, u32)>,
    /// Bytes of outgoing stack arguments, the most of any call.
    pub outgoing: u32,
    /// Whether the frame changes size at run time (an `alloca` of variable size).
    pub dynamic_frame: bool,
    /// Whether anything is called.
    pub has_calls: bool,
    /// Whether a call may return twice (`setjmp`): what the frame holds then must outlive the last
    /// use that control flow shows.
    pub returns_twice: bool,
    /// Whether emission may spend time on better forms of what it is given.
    pub polish: bool,
    /// Whether the frame is addressed from a register of its own; only for targets where that is a
    /// choice.
    pub frame_pointer: bool,
    /// Whether emission keeps to the rules of a sandbox.
    pub sandboxed: bool,
    /// What the phis receive, if lowering leaves that to the allocator.
    pub edges: EdgeMoves<I::Const>,
    /// The variables that blocks write for others, perhaps for some that come before them: phis that are copies, but for Om1.
    pub carried: Vec<Var>,
    labels: u32,
}

impl<I: MachInst> Default for Code<I> {
    fn default() -> Self {
        Self {
            vars: Vec::new(),
            insts: Vec::new(),
            pools: I::Pools::default(),
            frame_objects: Vec::new(),
            outgoing: 0,
            dynamic_frame: false,
            has_calls: false,
            returns_twice: false,
            polish: false,
            frame_pointer: false,
            sandboxed: false,
            edges: EdgeMoves::default(),
            carried: Vec::new(),
            labels: 0,
        }
    }
}

impl<I: MachInst> Code<I> {
    /// Empties it; `labels` labels exist from the start (one for each block). The caller clears
    /// `pools`.
    pub fn clear(&mut self, labels: usize) {
        self.vars.clear();
        self.insts.clear();
        self.frame_objects.clear();
        self.outgoing = 0;
        self.dynamic_frame = false;
        self.has_calls = false;
        self.returns_twice = false;
        self.frame_pointer = false;
        self.polish = false;
        self.sandboxed = false;
        self.edges.clear(labels);
        self.carried.clear();
        self.labels = labels as u32;
    }

    /// The registers that the allocator must leave alone: `frame` addresses a frame whose size changes, `sandbox` are those of the
    /// sandbox's runtime.
    pub fn reserved(&self, frame: RegMask, sandbox: RegMask) -> RegMask {
        let of = |is_needed: bool, mask: RegMask| if is_needed { mask } else { RegMask::EMPTY };
        of(self.dynamic_frame, frame).union(of(self.sandboxed, sandbox))
    }

    /// Adds a variable.
    #[inline]
    pub fn make_var(&mut self, class: RegClass, bytes: u8, kind: VarKind) -> Var {
        let reg = if let VarKind::Fixed(reg) = kind { Some(reg) } else { None };
        self.vars.push(VarData { class, bytes, kind, reg, home: Home::None });
        Var::from_u32(self.vars.len() as u32 - 1)
    }

    /// A variable.
    #[inline]
    pub fn var(&self, var: Var) -> &VarData {
        &self.vars[var.as_u32() as usize]
    }

    /// A variable, to be changed.
    #[inline]
    pub fn var_mut(&mut self, var: Var) -> &mut VarData {
        &mut self.vars[var.as_u32() as usize]
    }

    /// Adds a label.
    pub fn make_label(&mut self) -> Label {
        self.labels += 1;
        Label::from_u32(self.labels - 1)
    }

    /// Number of labels.
    pub fn label_count(&self) -> usize {
        self.labels as usize
    }

    /// Adds a static stack object.
    pub fn make_frame_object(&mut self, size: u32, align: u32) -> FrameObject {
        self.frame_objects.push((size, align));
        FrameObject::from_u32(self.frame_objects.len() as u32 - 1)
    }
}
