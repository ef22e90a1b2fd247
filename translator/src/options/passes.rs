//! The passes by name: what the command line, dumps, times and fuel reports call them. Which recipe
//! runs them when is [`pipeline`](crate::pipeline)'s affair.
//!
//! A pass is *optional* if the code is right without it: `-disable-pass` may name it, and every
//! change that it makes costs fuel. It is a *step* if it runs by itself: then there is something to
//! print before and after. The others are parts of a step.
//!
//! A pass is its row in the table below. All that lists passes is made from it.

use std::fmt;

/// What a pass is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// An optimisation of the IR, which runs by itself.
    Ir,
    /// An optimisation of lowered code that runs by itself.
    Optimisation,
    /// An optimisation that is part of a step.
    Part(Pass),
    /// What every translation needs.
    Stage,
}

macro_rules! passes {
    ($($(#[$doc:meta])* $pass:ident = $name:literal: $kind:ident $(of $step:ident)?;)*) => {
        /// A pass of the translation.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Pass {
            $($(#[$doc])* $pass,)*
        }

        const TABLE: &[(Pass, &str, Kind)] = &[$((Pass::$pass, $name, Kind::$kind $((Pass::$step))?),)*];
    };
}

passes! {
    /// Copies and fills of a few bytes without a call.
    MemIntrin = "mem-intrin": Ir;
    /// Simpler instructions for the same results.
    Simplify = "simplify": Ir;
    /// Fewer blocks and branches.
    Cfg = "cfg": Ir;
    /// Addresses of symbols in loops, as values.
    Symbols = "symbols": Ir;
    /// Common subexpressions.
    Lcse = "lcse": Ir;
    /// Loop-invariant code.
    Licm = "licm": Ir;
    /// Branches in place of `and` and `or` of conditions.
    ShortCircuit = "short-circuit": Ir;
    /// Sums that are only addresses, made in each block that uses them.
    Addresses = "addresses": Ir;
    /// Comparisons, made where they decide something.
    Conditions = "conditions": Ir;
    /// Unused instructions of the IR.
    Dce = "dce": Ir;
    /// Additions that lead to a loop's next round, made where they are needed.
    Sink = "sink": Ir;
    /// The order of blocks.
    Layout = "layout": Ir;
    /// Of O0, one walk forward: constants, repeated expressions.
    Forward = "forward": Ir;
    /// Of O0, one walk backward: unused instructions, redundant stores.
    Backward = "backward": Ir;
    /// Of O3: the instructions of small functions in place of calls.
    Inline = "inline": Ir;
    /// In plans only: branches whose condition another one has decided.
    KnownBranches = "known-branches": Ir;
    /// In plans only: loads of what is known, stores of what is there.
    Memory = "memory": Ir;
    /// In plans only: places in memory that a loop stores to, as values while it runs.
    PromoteStores = "promote-stores": Ir;
    /// In plans only: loops of which nothing is seen, left out.
    DeleteLoops = "delete-loops": Ir;
    /// In plans only: the first round of a loop before it, where the others are simpler then.
    Peel = "peel": Ir;
    /// In plans only: calls of itself whose result a function returns, as loops.
    TailRecursion = "tail-recursion": Ir;
    /// In plans only: one access for several side by side.
    CoalesceMemory = "coalesce-memory": Ir;
    /// In plans only: selects in place of branches around a few instructions.
    IfConvert = "if-convert": Ir;
    /// Of O3: small blocks that return or whose branch is decided, in those that jump to them.
    TailDuplicate = "tail-duplicate": Ir;
    /// In plans only: loops of one block whose memory is apart for certain, several rounds at a time in vectors.
    Vectorise = "vectorise": Ir;
    /// Of O3: pointers that step side by side, as one and a distance.
    ParallelPointers = "parallel-pointers": Ir;
    /// Of O3: several rounds of a loop without a test between them.
    Unroll = "unroll": Ir;
    /// Loops that count to zero.
    CountDown = "count-down": Ir;
    /// Of O3: pointers that step through loops in place of addresses made from counters.
    StrengthReduce = "strength-reduce": Ir;
    /// Of O3: variables that lie close together, as one and distances.
    Bases = "bases": Ir;
    /// Instruction selection: from the IR to the target's instructions.
    Lower = "lower": Stage;
    /// Sums that an address takes in.
    AddressModes = "address-modes": Part of Lower;
    /// Loads that the user of their result does.
    LoadFold = "load-fold": Part of Lower;
    /// Comparisons that the branch or select does that they decide.
    CompareFold = "compare-fold": Part of Lower;
    /// Additions that lead to a loop's next round, made last in it.
    LateSteps = "late-steps": Part of Lower;
    /// Jump tables and bit tests for switches.
    Switch = "switch": Part of Lower;
    /// Products, quotients and remainders with constants, without multiplying or dividing; differences from minus zero.
    Strength = "strength": Part of Lower;
    /// Shifts by constants that the instruction does that uses their result.
    ShiftedOperands = "shifted-operands": Part of Lower;
    /// Products and extensions that the addition or subtraction does that uses their result, or that need not be made.
    JoinedOperands = "joined-operands": Part of Lower;
    /// Vectors of a block in variables instead of memory, where vectors have no registers.
    Lanes = "lanes": Part of Lower;
    /// Vectors that are put together lane by lane, made at once, and shifts of all lanes by as many bits.
    Shuffles = "shuffles": Part of Lower;
    /// Loads and stores of one place, with an operation between, in one instruction.
    ReadModifyWrite = "read-modify-write": Part of Lower;
    /// Large constants, made or loaded instead of standing in instructions.
    HideConstants = "hide-constants": Optimisation;
    /// Unused instructions of the target.
    Dead = "dead": Optimisation;
    /// Live ranges.
    Liveness = "liveness": Stage;
    /// The order of instructions before allocation, on ARM.
    ScheduleEarly = "schedule-early": Optimisation;
    /// Variables of their own for what one stretch of code mentions often of a variable, before
    /// allocation.
    SplitLocal = "split-local": Optimisation;
    /// Constants of lowered code that loops set in each round, set before them, on ARM and MIPS.
    LoopConstants = "loop-constants": Optimisation;
    /// Registers.
    Allocate = "allocate": Stage;
    /// Constants and addresses in the frame that are computed again where they are used.
    Rematerialise = "rematerialise": Part of Allocate;
    /// Phis that receive each other, and never live at the same time, as one variable.
    PhiWebs = "phi-webs": Part of Allocate;
    /// Registers that temporaries take turns with, so that what is left in the frame is still in one.
    TakeTurns = "take-turns": Part of Allocate;
    /// Registers that a function has to save for its callers, in a function as a whole.
    SavedRegisters = "saved-registers": Part of Allocate;
    /// Variables in the frame that share a slot.
    ShareSlots = "share-slots": Part of Allocate;
    /// Registers, for stretches of code, for variables that have none.
    SplitGlobal = "split-global": Optimisation;
    /// What the allocation made of moves and phis.
    Rewrite = "rewrite": Stage;
    /// Moves that would clear the upper half of a register, where that is clear, left out in a
    /// function as a whole.
    Copies = "copies": Part of Rewrite;
    /// The moves of an edge in the best order and through registers that are free, instead of
    /// through a slot for each.
    EdgeMoves = "edge-moves": Part of Rewrite;
    /// Loads from the frame of what the register still holds.
    Reloads = "reloads": Part of Rewrite;
    /// Jumps to the next instruction, branches over a jump.
    Branches = "branches": Part of Rewrite;
    /// Places in the frame without gaps, in a function as a whole.
    PackFrame = "pack-frame": Part of Frame;
    /// Better forms of allocated instructions, in a function as a whole.
    Polish = "polish": Part of Encode;
    /// Places in the frame.
    Frame = "frame": Stage;
    /// The order of allocated instructions, on ARM.
    Schedule = "schedule": Optimisation;
    /// The order of blocks, at random.
    ReorderBlocks = "reorder-blocks": Optimisation;
    /// Machine code.
    Encode = "encode": Stage;
}

impl Pass {
    /// How many there are.
    pub const COUNT: usize = TABLE.len();

    /// All of them, about in the order in which they run.
    pub fn all() -> impl Iterator<Item = Pass> {
        TABLE.iter().map(|row| row.0)
    }

    /// A number below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The pass with this [`index`](Self::index).
    pub const fn from_index(index: usize) -> Pass {
        TABLE[index].0
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The pass with this name.
    pub fn from_name(name: &str) -> Option<Pass> {
        Pass::all().find(|pass| pass.name() == name)
    }

    /// Whether the code is right without it.
    pub const fn is_optional(self) -> bool {
        matches!(TABLE[self as usize].2, Kind::Ir | Kind::Optimisation | Kind::Part(_))
    }

    /// Whether it runs by itself.
    pub const fn is_step(self) -> bool {
        !matches!(TABLE[self as usize].2, Kind::Part(_))
    }

    /// Whether it runs by itself and changes the IR.
    pub const fn is_ir(self) -> bool {
        matches!(TABLE[self as usize].2, Kind::Ir)
    }

    /// Whether it can run besides a recipe's passes ([`Controls::besides`](super::Controls::besides)).
    pub const fn may_run_besides(self) -> bool {
        matches!(self, Pass::ScheduleEarly | Pass::SplitLocal | Pass::SplitGlobal)
    }

    /// Whether the recipes leave it out unless an option asks for it.
    pub const fn is_only_if_asked(self) -> bool {
        self.may_run_besides() || matches!(self, Pass::HideConstants | Pass::ReorderBlocks)
    }

    /// The step that it is, or is part of.
    pub const fn step(self) -> Pass {
        match TABLE[self as usize].2 {
            Kind::Part(step) => step,
            Kind::Ir | Kind::Optimisation | Kind::Stage => self,
        }
    }

    /// Whether the recipe with the fewest passes has it.
    pub const fn is_in_om1(self) -> bool {
        matches!(self, Pass::Lower | Pass::HideConstants | Pass::Allocate | Pass::Frame | Pass::ReorderBlocks | Pass::Encode)
    }

    /// Whether no recipe has it, as it does not pay on the programs that are measured: only plans that options give.
    pub const fn is_only_in_plans(self) -> bool {
        matches!(
            self,
            Pass::KnownBranches
                | Pass::Memory
                | Pass::PromoteStores
                | Pass::DeleteLoops
                | Pass::Peel
                | Pass::TailRecursion
                | Pass::IfConvert
                | Pass::Vectorise
        )
    }

    /// Whether it is for the recipe with most passes, and for plans.
    pub const fn is_only_in_o3(self) -> bool {
        self.is_only_in_plans()
            || matches!(
                self,
                Pass::Inline
                    | Pass::TailDuplicate
                    | Pass::ParallelPointers
                    | Pass::Unroll
                    | Pass::StrengthReduce
                    | Pass::CoalesceMemory
                    | Pass::Bases
                    | Pass::Schedule
                    | Pass::LoopConstants
                    | Pass::TakeTurns
            )
    }

    /// Whether a recipe has it.
    pub const fn is_in(self, opt: super::OptLevel) -> bool {
        use super::OptLevel;
        let is_of_o0 = matches!(self, Pass::Forward | Pass::Backward);
        // Of lowered code O0 has what selects, and what allocates without live ranges.
        let is_also_in_o0 = matches!(
            self,
            Pass::AddressModes
                | Pass::LoadFold
                | Pass::CompareFold
                | Pass::Switch
                | Pass::Strength
                | Pass::ShiftedOperands
                | Pass::JoinedOperands
                | Pass::Lanes
                | Pass::Shuffles
                | Pass::ReadModifyWrite
                | Pass::Dead
                | Pass::SavedRegisters
                | Pass::Rewrite
                | Pass::Copies
        );
        match opt {
            OptLevel::Om1 => self.is_in_om1(),
            OptLevel::O0 => is_of_o0 || is_also_in_o0 || self.is_in_om1(),
            OptLevel::O2 => !is_of_o0 && !self.is_only_in_o3(),
            OptLevel::O3 => !is_of_o0 && !self.is_only_in_plans(),
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of passes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct PassSet(u128);

const _: () = assert!(Pass::COUNT <= u128::BITS as usize, "a PassSet has a bit for each");

impl PassSet {
    /// No pass.
    pub const NONE: PassSet = PassSet(0);

    /// Every pass.
    pub const ALL: PassSet = PassSet(u128::MAX);

    /// Every pass that may be left out.
    pub fn optional() -> PassSet {
        Pass::all().filter(|pass| pass.is_optional()).collect()
    }

    /// Whether a pass is in it.
    #[inline]
    pub const fn contains(self, pass: Pass) -> bool {
        self.0 >> pass as u32 & 1 != 0
    }

    /// Adds a pass.
    pub fn insert(&mut self, pass: Pass) {
        self.0 |= 1 << pass as u32;
    }

    /// Takes a pass out.
    pub fn remove(&mut self, pass: Pass) {
        self.0 &= !(1 << pass as u32);
    }

    /// Its passes, in the order in which they run.
    pub fn iter(self) -> impl Iterator<Item = Pass> {
        Pass::all().filter(move |&pass| self.contains(pass))
    }

    /// Whether no pass is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Pass> for PassSet {
    fn from_iter<I: IntoIterator<Item = Pass>>(passes: I) -> Self {
        let mut set = PassSet::NONE;
        passes.into_iter().for_each(|pass| set.insert(pass));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_passes() {
        for (index, pass) in Pass::all().enumerate() {
            assert_eq!((pass.index(), Pass::from_name(pass.name())), (index, Some(pass)));
            assert!(pass.is_optional() || pass.is_step());
            assert!(pass.step().is_step() && (pass.step() == pass) == pass.is_step(), "{pass}");
        }
        assert_eq!(Pass::from_name("Simplify"), None);
    }

    #[test]
    fn a_set_has_what_was_put_in() {
        let set: PassSet = [Pass::Licm, Pass::Encode].into_iter().collect();
        assert!(set.contains(Pass::Licm) && set.contains(Pass::Encode) && !set.contains(Pass::Dce));
        assert!(Pass::all().all(|pass| PassSet::ALL.contains(pass) && !PassSet::NONE.contains(pass)));
        assert!(Pass::all().all(|pass| PassSet::optional().contains(pass) == pass.is_optional()));
        assert!(PassSet::NONE.is_empty() && !set.is_empty());
    }
}
