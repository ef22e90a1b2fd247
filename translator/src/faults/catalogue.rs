//! The catalogue: one row for each fault. The places are where `fault!` names it.
//!
//! The material is what real translators got wrong (Subzero, Cranelift, LLVM, TPDE, regalloc2), and
//! `fuzz/FINDINGS.md`; the classes are those of `crosstest/docs/faults.md`, "How compilers go
//! wrong". A row says at which stage the mistake is made, on which architectures and with which
//! recipes it can show, and what it does. Conditions are chosen so that most programs still run: a
//! fault that breaks everything measures nothing.

use std::fmt;

use crate::options::{Isa, OptLevel, Pass};

/// Where in the translation a fault is made.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Reading bitcode.
    Reader,
    /// A pass.
    Pass(Pass),
    /// Giving registers to variables.
    Allocation,
    /// Instruction selection.
    Lowering,
    /// Encoding instructions.
    Encoder,
    /// What a seed decides.
    Diversity,
    /// Recording relocations, and the data that they apply to.
    Relocation,
    /// What a sandbox wants of code.
    Sandbox,
    /// The stack frame: its layout, the prologue and epilogue, offsets in it.
    Frame,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Stage::Reader => "reader",
            Stage::Pass(pass) => pass.name(),
            Stage::Allocation => "allocation",
            Stage::Lowering => "lowering",
            Stage::Encoder => "encoder",
            Stage::Diversity => "diversity",
            Stage::Relocation => "relocation",
            Stage::Sandbox => "sandbox",
            Stage::Frame => "frame",
        })
    }
}

impl Stage {
    /// Whether only options of diversification lead to it.
    pub fn is_of_diversity(self) -> bool {
        matches!(self, Stage::Diversity | Stage::Pass(Pass::HideConstants | Pass::ReorderBlocks))
    }
}

/// What the catalogue says of a fault.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SeededFault {
    /// The command line's name for it.
    pub name: &'static str,
    /// Where it is made.
    pub stage: Stage,
    /// The architectures that it can affect.
    pub isas: &'static [Isa],
    /// The recipes that it can affect.
    pub recipes: &'static [OptLevel],
    /// What it does, in one line.
    pub what: &'static str,
}

const ALL: &[Isa] = &Isa::ALL;
const X86: &[Isa] = &[Isa::X8632, Isa::X8664];
const X86_AND_MIPS: &[Isa] = &[Isa::X8632, Isa::X8664, Isa::Mips32];
const X86_AND_ARM: &[Isa] = &[Isa::X8632, Isa::X8664, Isa::Arm32];
const X8632: &[Isa] = &[Isa::X8632];
const X8664: &[Isa] = &[Isa::X8664];
const ARM: &[Isa] = &[Isa::Arm32];
const MIPS: &[Isa] = &[Isa::Mips32];
const ARM_AND_MIPS: &[Isa] = &[Isa::Arm32, Isa::Mips32];
const NARROW: &[Isa] = &[Isa::X8632, Isa::Arm32, Isa::Mips32];
const BOTH: &[OptLevel] = &[OptLevel::Om1, OptLevel::O2];
const OM1: &[OptLevel] = &[OptLevel::Om1];
const O0: &[OptLevel] = &[OptLevel::O0];
const O2: &[OptLevel] = &[OptLevel::O2];
const O3: &[OptLevel] = &[OptLevel::O3];

macro_rules! catalogue {
    ($($fault:ident = $name:literal: $stage:expr, $isas:expr, $recipes:expr, $what:literal;)*) => {
        /// A mistake that the translator can be asked to make.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Fault {
            $(#[doc = $what] $fault,)*
        }

        const FAULTS: &[Fault] = &[$(Fault::$fault,)*];
        const ROWS: &[SeededFault] = &[$(SeededFault { name: $name, stage: $stage, isas: $isas, recipes: $recipes, what: $what },)*];
    };
}

#[rustfmt::skip]
catalogue! {
    ReadLeastI64 = "read-least-i64": Stage::Reader, ALL, BOTH, "the least i64 is read as zero";
    ReadNegativeZero = "read-negative-zero": Stage::Reader, ALL, BOTH, "the double -0.0 is read as 0.0";
    ReadSubAsAdd = "read-sub-as-add": Stage::Reader, ALL, BOTH, "`sub` is read as `add`";
    ReadAshrAsLshr = "read-ashr-as-lshr": Stage::Reader, ALL, BOTH, "`ashr` is read as `lshr`";
    ReadSextAsZext = "read-sext-as-zext": Stage::Reader, ALL, BOTH, "`sext` is read as `zext`";
    ReadSleAsSlt = "read-sle-as-slt": Stage::Reader, ALL, BOTH, "the predicate `sle` is read as `slt`";
    ReadSelectSwapped = "read-select-swapped": Stage::Reader, ALL, BOTH, "a select's values are swapped";
    ReadCaseSign = "read-case-sign": Stage::Reader, ALL, BOTH, "a small negative switch case loses its sign";
    ReadPhiSign = "read-phi-sign": Stage::Reader, ALL, BOTH, "a phi's operand that comes later is decoded without its sign";
    MemIntrinFill = "mem-intrin-fill": Stage::Pass(Pass::MemIntrin), ALL, O2, "a byte that is no constant is doubled where words are filled with it";
    MemIntrinTail = "mem-intrin-tail": Stage::Pass(Pass::MemIntrin), ALL, O2, "the last piece of a copy starts where the one before ends, though it is longer than what is left";
    MemIntrinMove = "mem-intrin-move": Stage::Pass(Pass::MemIntrin), ALL, O2, "a move stores pieces before it has loaded all";
    SimplifyRemainderMask = "simplify-remainder-mask": Stage::Pass(Pass::Simplify), ALL, O2, "the mask of an unsigned remainder by a power of two is the power itself";
    SimplifySignedDivision = "simplify-signed-division": Stage::Pass(Pass::Simplify), ALL, O2, "a signed division by a power of two becomes a logical shift";
    SimplifySetBits = "simplify-set-bits": Stage::Pass(Pass::Simplify), ALL, O2, "bits are set by a sum, although they may be set already";
    SimplifyCarry = "simplify-carry": Stage::Pass(Pass::Simplify), ALL, O2, "the bits that a sum may have are taken for those of its operands, whatever is carried";
    SimplifyLoopBits = "simplify-loop-bits": Stage::Pass(Pass::Simplify), ALL, O2, "a counter's lowest bits that may be set are taken for one more than its step leaves alone";
    SimplifyShiftSum = "simplify-shift-sum": Stage::Pass(Pass::Simplify), ALL, O2, "two arithmetic shifts become one by their sum modulo the width";
    SimplifyExtendedCompare = "simplify-extended-compare": Stage::Pass(Pass::Simplify), ALL, O2, "a signed comparison of a zero-extended number is made on the narrow one";
    SimplifyNegatedSelect = "simplify-negated-select": Stage::Pass(Pass::Simplify), ALL, O2, "a select on a negated condition loses the negation and keeps its values";
    SimplifyNegatedCompare = "simplify-negated-compare": Stage::Pass(Pass::Simplify), ALL, O2, "`not oge` becomes `olt` instead of `ult`";
    SimplifyFoldedShift = "simplify-folded-shift": Stage::Pass(Pass::Simplify), ALL, O2, "an arithmetic shift of a negative constant is folded as a logical one";
    SimplifyDivisibleLimit = "simplify-divisible-limit": Stage::Pass(Pass::Simplify), ALL, O2, "a remainder compared without dividing: one quotient too many counts as one";
    SimplifyDivisibleSign = "simplify-divisible-sign": Stage::Pass(Pass::Simplify), ALL, O2, "whether a signed number is divisible is asked as of an unsigned one";
    CfgForwardsToPhis = "cfg-forwards-to-phis": Stage::Pass(Pass::Cfg), ALL, O2, "an empty block is skipped although its target has phis";
    CfgKeepsOldPredecessor = "cfg-keeps-old-predecessor": Stage::Pass(Pass::Cfg), ALL, O2, "when blocks are merged, phis keep naming the block that is gone";
    LcseSubtraction = "lcse-subtraction": Stage::Pass(Pass::Lcse), ALL, O2, "subtraction is taken for commutative";
    LcseRemainder = "lcse-remainder": Stage::Pass(Pass::Lcse), ALL, O2, "what a quotient leaves is the dividend less the quotient";
    LcseSwappedCompare = "lcse-swapped-compare": Stage::Pass(Pass::Lcse), ALL, O2, "comparisons with swapped operands count as equal with the same predicate";
    LcseDominance = "lcse-dominance": Stage::Pass(Pass::Lcse), ALL, O2, "a result is reused in blocks that its own does not dominate";
    LcseLoads = "lcse-loads": Stage::Pass(Pass::Lcse), ALL, O2, "loads of one address are merged across stores";
    LicmDivisions = "licm-divisions": Stage::Pass(Pass::Licm), ALL, O2, "a division that may trap is moved before its loop";
    LicmLoads = "licm-loads": Stage::Pass(Pass::Licm), ALL, O2, "a load is moved before its loop, over stores in it";
    LicmLeavesOperand = "licm-leaves-operand": Stage::Pass(Pass::Licm), ALL, O2, "what an instruction needs stays in the loop that it is moved out of";
    SymbolsNumber = "symbols-number": Stage::Pass(Pass::Symbols), ARM_AND_MIPS, O2, "numbers that differ by bit 12 alone become one before a loop";
    AddressesTotal = "addresses-total": Stage::Pass(Pass::Addresses), ALL, O2, "a sum of a sum adds to what the inner one adds to, and loses that one's constant";
    ConditionsSign = "conditions-sign": Stage::Pass(Pass::Conditions), X86_AND_ARM, O2, "an unsigned comparison is made anew as a signed one";
    ConditionsMask = "conditions-mask": Stage::Pass(Pass::Conditions), X86_AND_ARM, O2, "a value is tested, and not the bits that are masked out of it";
    AddressesAnyBlock = "addresses-any-block": Stage::Pass(Pass::Addresses), ALL, O2, "a sum that was made anew for one block is used in others";
    DceTrappingLoads = "dce-trapping-loads": Stage::Pass(Pass::Dce), ALL, O2, "an unused load that may trap is deleted";
    SinkPastUse = "sink-past-use": Stage::Pass(Pass::Sink), ALL, O2, "an addition is moved past the first use of its sum";
    SinkUsedElsewhere = "sink-used-elsewhere": Stage::Pass(Pass::Sink), ALL, O2, "an addition is moved to a block although others use its sum, too";
    StrengthReduceStale = "strength-reduce-stale": Stage::Pass(Pass::StrengthReduce), ALL, O3, "a pointer starts from what another one is in the loop, of which it was made";
    StrengthReduceStart = "strength-reduce-start": Stage::Pass(Pass::StrengthReduce), ALL, O3, "a pointer starts as if the counter it stands for began at zero";
    StrengthReduceStep = "strength-reduce-step": Stage::Pass(Pass::StrengthReduce), ALL, O3, "a pointer takes half of each even step";
    StrengthReduceDistance = "strength-reduce-distance": Stage::Pass(Pass::StrengthReduce), ALL, O3, "an address far from its pointer is the pointer itself";
    BasesDistance = "bases-distance": Stage::Pass(Pass::Bases), ALL, O3, "a variable more than a word away from its base is one word nearer";
    BasesSection = "bases-section": Stage::Pass(Pass::Bases), ALL, O3, "variables of other sections count as close";
    PromoteStoresAlias = "promote-stores-alias": Stage::Pass(Pass::PromoteStores), ALL, O3, "a place becomes a value although others in the loop may be the same";
    PromoteStoresCalls = "promote-stores-calls": Stage::Pass(Pass::PromoteStores), ALL, O3, "a place becomes a value although the loop calls something or divides by what may be zero";
    PromoteStoresExit = "promote-stores-exit": Stage::Pass(Pass::PromoteStores), ALL, O3, "only the first edge out of a loop stores what a place holds";
    DeleteLoopsTraps = "delete-loops-traps": Stage::Pass(Pass::DeleteLoops), ALL, O3, "a loop is left out although it loads what may not be there";
    DeleteLoopsCounter = "delete-loops-counter": Stage::Pass(Pass::DeleteLoops), ALL, O3, "what a counter is behind a loop is what it was in the last round";
    DeleteLoopsEnters = "delete-loops-enters": Stage::Pass(Pass::DeleteLoops), ALL, O3, "a loop that its first round leaves counts as one that goes to its bound";
    CoalesceMemoryPastStore = "coalesce-memory-past-store": Stage::Pass(Pass::CoalesceMemory), ALL, O3, "pieces of a number are loaded at once although some are stored between";
    CoalesceMemoryOrder = "coalesce-memory-order": Stage::Pass(Pass::CoalesceMemory), ALL, O3, "pieces of a number are loaded at once in whatever order they lie";
    CoalesceMemoryTurned = "coalesce-memory-turned": Stage::Pass(Pass::CoalesceMemory), ALL, O3, "a number whose highest byte comes first in memory is not turned round";
    CoalesceMemorySign = "coalesce-memory-sign": Stage::Pass(Pass::CoalesceMemory), ALL, O3, "the sign of a piece counts as no part of the number";
    CoalesceMemoryUnseen = "coalesce-memory-unseen": Stage::Pass(Pass::CoalesceMemory), ALL, O3, "stores are made at once although something reads there before the last";
    CoalesceMemoryPart = "coalesce-memory-part": Stage::Pass(Pass::CoalesceMemory), ALL, O3, "whatever lies behind the low end of a number is stored as the rest of it";
    TailRecursionResult = "tail-recursion-result": Stage::Pass(Pass::TailRecursion), ALL, O3, "a call of itself before a return is a branch whatever is returned";
    TailRecursionStays = "tail-recursion-stays": Stage::Pass(Pass::TailRecursion), ALL, O3, "of what a function passes to itself only the first is another one in the next round";
    InlineArguments = "inline-arguments": Stage::Pass(Pass::Inline), ALL, O3, "arguments stand in place of parameters in reverse order";
    InlineResult = "inline-result": Stage::Pass(Pass::Inline), ALL, O3, "what an inlined body returns is what its last instruction gives, if that has the type";
    InlineStale = "inline-stale": Stage::Pass(Pass::Inline), ALL, O3, "constants of an inlined body are what those of the body before were";
    InlineStores = "inline-stores": Stage::Pass(Pass::Inline), ALL, O3, "of an inlined body a store that is not its first instruction is left out";
    PeelAgain = "peel-again": Stage::Pass(Pass::Peel), ALL, O3, "behind a round that was peeled the next one begins as the first one did";
    PeelDecided = "peel-decided": Stage::Pass(Pass::Peel), ALL, O3, "what is decided in a round that was peeled counts as the same in the others";
    PeelUnequal = "peel-unequal": Stage::Pass(Pass::Peel), ALL, O3, "in a round that was peeled a counter is not what it starts with";
    IfConvertSides = "if-convert-sides": Stage::Pass(Pass::IfConvert), ALL, O3, "where ways meet, the value of the other one is chosen";
    IfConvertTraps = "if-convert-traps": Stage::Pass(Pass::IfConvert), ALL, O3, "a load that may trap is executed whatever the branch says";
    IfConvertFirst = "if-convert-first": Stage::Pass(Pass::IfConvert), ALL, O3, "of several phis where ways meet only the first one chooses";
    VectoriseOrder = "vectorise-order": Stage::Pass(Pass::Vectorise), ALL, O3, "a loop becomes vectors although a later round loads what an earlier one stores";
    VectoriseObjects = "vectorise-objects": Stage::Pass(Pass::Vectorise), ALL, O3, "a pointer that nobody knows counts as one to an object of its own";
    VectoriseLastLane = "vectorise-last-lane": Stage::Pass(Pass::Vectorise), ALL, O3, "the last lane of a sum is left out";
    VectoriseDenormals = "vectorise-denormals": Stage::Pass(Pass::Vectorise), ALL, O3, "floats become lanes where these lose denormals";
    ParallelPointersDistance = "parallel-pointers-distance": Stage::Pass(Pass::ParallelPointers), X86, O3, "a pointer that steps beside another one lies on its other side";
    ParallelPointersDown = "parallel-pointers-down": Stage::Pass(Pass::ParallelPointers), X86, O3, "pointers that step down are as far apart as they are from zero together";
    ParallelPointersStep = "parallel-pointers-step": Stage::Pass(Pass::ParallelPointers), X86, O3, "pointers step side by side whatever their steps";
    TailDuplicatePhi = "tail-duplicate-phi": Stage::Pass(Pass::TailDuplicate), ALL, O3, "a copy of a block takes what its phis are from another way";
    TailDuplicateWay = "tail-duplicate-way": Stage::Pass(Pass::TailDuplicate), ALL, O3, "a decided branch goes where it does not lead";
    TailDuplicateLeaves = "tail-duplicate-leaves": Stage::Pass(Pass::TailDuplicate), ALL, O3, "where a decided branch leads, phis get what another way brings";
    UnrollTooFar = "unroll-too-far": Stage::Pass(Pass::Unroll), ALL, O3, "an unrolled loop takes for sure a round that is not";
    UnrollEnters = "unroll-enters": Stage::Pass(Pass::Unroll), ALL, O3, "an unrolled loop is entered although its condition does not hold at first";
    UnrollCounter = "unroll-counter": Stage::Pass(Pass::Unroll), ALL, O3, "the counter of an unrolled loop's second copy is that of the first";
    BranchesJoin = "branches-join": Stage::Pass(Pass::KnownBranches), ALL, O3, "a condition is taken for known where other ways lead, too";
    BranchesSigns = "branches-signs": Stage::Pass(Pass::KnownBranches), ALL, O3, "an unsigned order is taken for known where a signed one is";
    MemoryKeepsOverwritten = "memory-keeps-overwritten": Stage::Pass(Pass::Memory), ALL, O3, "a place is known to hold what another store has overwritten in part";
    MemoryKeepsAcrossLoop = "memory-keeps-across-loop": Stage::Pass(Pass::Memory), ALL, O3, "a place is known in a loop that stores to it";
    MemoryKeepsAcrossCall = "memory-keeps-across-call": Stage::Pass(Pass::Memory), ALL, O3, "a place is known to hold what it did before a call";
    ForwardAcrossBlocks = "forward-across-blocks": Stage::Pass(Pass::Forward), ALL, O0, "a result is reused in the blocks that follow";
    ForwardSubtraction = "forward-subtraction": Stage::Pass(Pass::Forward), ALL, O0, "the difference with a constant becomes the sum with it";
    ForwardExchanges = "forward-exchanges": Stage::Pass(Pass::Forward), ALL, O0, "a constant left operand is exchanged with the right one, whatever the operation";
    BackwardInPart = "backward-in-part": Stage::Pass(Pass::Backward), ALL, O0, "a store is dropped that a later one overwrites in part";
    BackwardReadObject = "backward-read-object": Stage::Pass(Pass::Backward), ALL, O0, "a store into an object of the frame is dropped although it is read before the function returns";
    BackwardOverReads = "backward-over-reads": Stage::Pass(Pass::Backward), ALL, O0, "an overwritten store is dropped although a load between the two reads it";
    BackwardOverCalls = "backward-over-calls": Stage::Pass(Pass::Backward), ALL, O0, "an overwritten store is dropped although a call or an unknown access stands between the two";
    BackwardLeaks = "backward-leaks": Stage::Pass(Pass::Backward), ALL, O0, "an object of the frame counts as private although its address goes elsewhere";
    LocalLoop = "local-loop": Stage::Allocation, ALL, O0, "what a loop is entered with lives to its last use in it, and not to its end";
    NestOutermost = "nest-outermost": Stage::Allocation, ALL, O0, "of several loops that overlap with one, only one goes on to its end";
    LocalJoined = "local-joined": Stage::Allocation, ALL, O0, "of two loops that overlap only the first one's entry counts";
    LocalOddNest = "local-odd-nest": Stage::Allocation, ALL, O0, "a loop that is laid out with its entry at the end counts as one that is entered first";
    LocalOverCalls = "local-over-calls": Stage::Allocation, ALL, O0, "calls take no register";
    LocalStartsLate = "local-starts-late": Stage::Allocation, ALL, O0, "a variable takes its register where it is mentioned last";
    LocalInnerLoop = "local-inner-loop": Stage::Allocation, ALL, O0, "what a loop within a sequence is entered with lives to its last use in it";
    LocalDeadPhi = "local-dead-phi": Stage::Pass(Pass::Dead), ALL, O0, "what a loop carries to its next round is dead if nothing behind reads it";
    LocalDeadComparison = "local-dead-comparison": Stage::Pass(Pass::Dead), ALL, O0, "a comparison is dead if something else comes between it and the branch that it decides";
    LocalFixedOverlap = "local-fixed-overlap": Stage::Allocation, ALL, O0, "a given register is free after its first mention";
    LocalStaleCopy = "local-stale-copy": Stage::Allocation, ALL, O0, "a copy shares a register with a variable that is written again";
    LocalNarrowingCopy = "local-narrowing-copy": Stage::Allocation, X8664, O0, "a move that clears the upper half of its register is nothing";
    LocalPutsOutShared = "local-puts-out-shared": Stage::Allocation, ALL, O0, "who has a copy in its register is put out of it";
    LocalInherits = "local-inherits": Stage::Allocation, ALL, O0, "what is copied is in the copy's register although that is taken before the copy";
    LocalNotWritten = "local-not-written": Stage::Allocation, ALL, O0, "registers that variables were given do not count as written";
    LayoutLosesBlock = "layout-loses-block": Stage::Pass(Pass::Layout), ALL, O2, "a block that is to go to the end gets no place there";
    LowerSumExtended = "lower-sum-extended": Stage::Lowering, ARM_AND_MIPS, BOTH, "a narrow sum is taken for zero-extended";
    RotationWidth = "rotation-width": Stage::Pass(Pass::Strength), ALL, O2, "two shifts by 31 bits together are taken for a rotation";
    PairZeroHalf = "pair-zero-half": Stage::Lowering, NARROW, O2, "the upper half of a left shift by 32 and more is taken for zero, and not the lower";
    AddressModesScale = "address-modes-scale": Stage::Pass(Pass::AddressModes), X86, O2, "an index times 8 is scaled by 4";
    AddressModesScaledOffset = "address-modes-scaled-offset": Stage::Pass(Pass::AddressModes), X86, O2, "a constant added to a scaled index is not scaled";
    AddressModesObject = "address-modes-object": Stage::Pass(Pass::AddressModes), ALL, O2, "an access names the stack object before the one that its address is of";
    AddressModesObjectSum = "address-modes-object-sum": Stage::Pass(Pass::AddressModes), X86, O2, "what is added to the address of a stack object is left out";
    AddressModesWrap = "address-modes-wrap": Stage::Pass(Pass::AddressModes), X8664, O2, "an address mode does not wrap around at 32 bits";
    LoadFoldPastStore = "load-fold-past-store": Stage::Pass(Pass::LoadFold), X86, O2, "a load is moved over a store to the instruction that reads it";
    LoadFoldPastCall = "load-fold-past-call": Stage::Pass(Pass::LoadFold), X86, O2, "a load is moved over a call to the instruction that reads it";
    LoadFoldSecondUse = "load-fold-second-use": Stage::Pass(Pass::LoadFold), X86, O2, "a load with a second use is folded into one of them";
    Arm32BitField = "arm32-bit-field": Stage::Pass(Pass::ShiftedOperands), ARM, O2, "a field of bits that is taken from the middle of a word has one bit too many";
    LoopConstantsEqual = "loop-constants-equal": Stage::Pass(Pass::LoopConstants), ARM_AND_MIPS, O3, "the fourth constant of a loop is taken for the first one";
    ScheduleEarlyOverFlags = "schedule-early-over-flags": Stage::Pass(Pass::ScheduleEarly), ARM, O3, "an instruction that reads flags is moved over one that sets others";
    ScheduleOverRead = "schedule-over-read": Stage::Pass(Pass::Schedule), ARM, O3, "what writes a register is moved before what reads it";
    X86ComparedOther = "x86-compared-other": Stage::Pass(Pass::CompareFold), X86, O2, "flags of a comparison are taken for those of one with something else";
    Arm32ComparedSign = "arm32-compared-sign": Stage::Pass(Pass::CompareFold), ARM, O2, "flags of a comparison of narrow integers without signs are taken for one with signs";
    Arm32MadeIf = "arm32-made-if": Stage::Pass(Pass::JoinedOperands), ARM, O2, "an operation that is chosen if a condition does not hold is made if it holds";
    Arm32Complement = "arm32-complement": Stage::Pass(Pass::JoinedOperands), ARM, O2, "a mask whose complement is taken is taken as it is";
    Arm32ReturnAlways = "arm32-return-always": Stage::Pass(Pass::Polish), ARM, O2, "a branch to a return that is one instruction returns whatever its condition";
    Arm32ComplementNarrow = "arm32-complement-narrow": Stage::Pass(Pass::JoinedOperands), ARM, O2, "a complement of a byte sets what lies above it";
    Arm32CountDown = "arm32-count-down": Stage::Pass(Pass::JoinedOperands), ARM, O2, "a truth value that is extended with its sign is added as one";
    LowerPhiExtended = "lower-phi-extended": Stage::Lowering, ALL, BOTH, "a narrow phi is taken for zero-extended if the first value that comes to it is";
    CompareFoldOtherUse = "compare-fold-other-use": Stage::Pass(Pass::CompareFold), X86, O2, "a comparison that decides two selects is left to them although its truth value is used otherwise, too";
    CompareFoldSecondUse = "compare-fold-second-use": Stage::Pass(Pass::CompareFold), ALL, O2, "a comparison with a second use is folded into a branch";
    LateStepsSecondUse = "late-steps-second-use": Stage::Pass(Pass::LateSteps), ALL, O2, "an addition with a second use is made last in its block";
    LateStepsFlags = "late-steps-flags": Stage::Pass(Pass::LateSteps), X86, O2, "an addition between a comparison and its branch changes the flags";
    SwitchTableEnd = "switch-table-end": Stage::Pass(Pass::Switch), ALL, O2, "the last entry of a jump table is the default";
    StrengthPreShift = "strength-pre-shift": Stage::Pass(Pass::Strength), ALL, O2, "the first shift of an unsigned division by an even constant is one bit short";
    Arm32ProductAdded = "arm32-product-added": Stage::Pass(Pass::JoinedOperands), ARM, O2, "what is to lose a product gains it";
    Arm32PairPart = "arm32-pair-part": Stage::Pass(Pass::ShiftedOperands), ARM, O2, "what crosses to the upper half of a sum brings the carry a second time";
    Arm32ShortCompareSigned = "arm32-short-compare-signed": Stage::Lowering, ARM, O2, "the low halves of two short 64-bit numbers are compared by their signs";
    Arm32BorrowLost = "arm32-borrow-lost": Stage::Lowering, ARM, BOTH, "the borrow between the halves of a difference from a number is lost";
    Arm32PairShiftFar = "arm32-pair-shift-far": Stage::Lowering, ARM, BOTH, "a logical 64-bit shift by 32 and more leaves what it did with less";
    Arm32ProductLess = "arm32-product-less": Stage::Pass(Pass::JoinedOperands), ARM, O2, "a floating-point product less another number is that number less the product";
    Arm32ExtensionSign = "arm32-extension-sign": Stage::Pass(Pass::JoinedOperands), ARM, O2, "what is extended by its sign in a sum is extended with zeros";
    Arm32FlagsLost = "arm32-flags-lost": Stage::Pass(Pass::CompareFold), ARM, O2, "flags that another comparison has written are taken for a comparison's";
    ShiftedOperandsRotation = "shifted-operands-rotation": Stage::Pass(Pass::ShiftedOperands), ARM, O2, "an operand that is rotated is rotated the other way";
    ShiftedOperandsSign = "shifted-operands-sign": Stage::Pass(Pass::ShiftedOperands), ARM, O2, "an arithmetic shift becomes a logical one in an operand";
    ReadModifyWritePastStore = "read-modify-write-past-store": Stage::Pass(Pass::ReadModifyWrite), X86, O2, "a load and what changes its value are moved over a store to the store of the result";
    RemainderOfOther = "remainder-of-other": Stage::Pass(Pass::Strength), X86_AND_MIPS, O2, "what any multiple of a quotient leaves of the dividend is taken for the remainder";
    RemainderKeepsNoProduct = "remainder-keeps-no-product": Stage::Pass(Pass::Strength), X86_AND_MIPS, O2, "the product of quotient and divisor is not computed, although it is needed elsewhere";
    NegationOfZero = "negation-of-zero": Stage::Pass(Pass::Strength), ALL, O2, "a difference from 0.0 is made by turning the sign, also that of 0.0";
    GatherOtherUse = "gather-other-use": Stage::Pass(Pass::Shuffles), X86_AND_ARM, O2, "a lane that is taken from a vector is not made, although others than what is put together use it";
    GatherReadsOnce = "gather-reads-once": Stage::Pass(Pass::Shuffles), X86_AND_ARM, O2, "a vector whose lanes are taken where a chain of insertions ends is not kept until then, if one extraction alone uses it";
    GatherFirst = "gather-first": Stage::Pass(Pass::Shuffles), X86_AND_ARM, O2, "of two elements that are put into one lane the first one stays";
    ShuffleHalf = "shuffle-half": Stage::Pass(Pass::Shuffles), X86, O2, "lanes by turns are those of the lower halves of two vectors, whichever are asked for";
    ShuffleZero = "shuffle-zero": Stage::Pass(Pass::Shuffles), X86, O2, "zeros between the lanes of a shifted vector may be anything";
    ShuffleAmount = "shuffle-amount": Stage::Pass(Pass::Shuffles), X86, O2, "all lanes are shifted by as many bits as the first one";
    ExtractPast = "extract-past": Stage::Pass(Pass::Simplify), ALL, O2, "an element is looked for past an insertion at an index that is not known";
    Arm32TableHalf = "arm32-table-half": Stage::Encoder, ARM, O2, "both halves of a vector are looked up by the indices of the lower one";
    Arm32WindowByte = "arm32-window-byte": Stage::Pass(Pass::Shuffles), ARM, O2, "a window of two vectors begins at a lane's number in bytes, however wide lanes are";
    DeadComparison = "dead-comparison": Stage::Pass(Pass::Dead), ALL, O2, "a comparison is dropped if another instruction stands before its branch";
    LivenessBackEdge = "liveness-back-edge": Stage::Pass(Pass::Liveness), ALL, O2, "liveness does not follow edges back to a loop's header";
    LivenessPhiOperand = "liveness-phi-operand": Stage::Pass(Pass::Liveness), ALL, O2, "what an edge carries to a phi is not live at the edge";
    LivenessEndsEarly = "liveness-ends-early": Stage::Pass(Pass::Liveness), ALL, O2, "ranges end one instruction before the end of a run";
    AllocateClobber = "allocate-clobber": Stage::Allocation, ALL, O2, "a call right before the end of a range is missed";
    AllocateHoles = "allocate-holes": Stage::Allocation, ALL, O2, "only the first segment of a range is held against a register's occupants";
    AllocateMemberLeads = "allocate-member-leads": Stage::Allocation, ALL, O2, "a variable in the register of the one that it copies gets members of its own, and is forgotten as one";
    AllocateGuestStays = "allocate-guest-stays": Stage::Allocation, ALL, O2, "a variable that shares an evicted variable's register keeps it";
    AllocateAliases = "allocate-aliases": Stage::Allocation, ARM, O2, "one of the units of a large register is not taken";
    AllocateModifiedCopy = "allocate-modified-copy": Stage::Allocation, ALL, O2, "a copy shares the register of what it copies although that is modified";
    MinimalEndsEarly = "minimal-ends-early": Stage::Allocation, ALL, OM1, "an interval ends one instruction early";
    MinimalFixedOverlap = "minimal-fixed-overlap": Stage::Allocation, ALL, OM1, "a pre-coloured variable blocks its register at its first mention only";
    AllocateHandedOver = "allocate-handed-over": Stage::Allocation, ALL, O2, "a temporary is made in the register of what it is copied to, although control may leave before the copy";
    AllocateHandedEarly = "allocate-handed-early": Stage::Allocation, ALL, O2, "a temporary is made in the register of what it is copied to, although another value there is read meanwhile";
    ReloadsOther = "reloads-other": Stage::Pass(Pass::Reloads), X86, O3, "a register that holds one value of the frame is read in place of another";
    ReloadsJoin = "reloads-join": Stage::Pass(Pass::Reloads), ALL, O2, "what registers hold at the end of a block they are thought to hold in the next one, wherever that is entered from";
    ReloadsKeepWritten = "reloads-keep-written": Stage::Pass(Pass::Reloads), ALL, O2, "a register is thought to hold what was in the frame before it was written";
    RematerialiseTemporary = "rematerialise-temporary": Stage::Pass(Pass::Rematerialise), ALL, O2, "what sets a constant goes, although the constant is read elsewhere, too";
    SlotsReleasedEarly = "slots-released-early": Stage::Pass(Pass::ShareSlots), ALL, O2, "a slot is given away two instructions too early";
    SlotsSharedAfterSetjmp = "slots-shared-after-setjmp": Stage::Pass(Pass::ShareSlots), ALL, O2, "slots are shared in a function that calls setjmp";
    RewriteCycle = "rewrite-cycle": Stage::Pass(Pass::Rewrite), ALL, O2, "a cycle of phi moves is broken, but the value put aside is not used";
    RewriteMoveOrder = "rewrite-move-order": Stage::Pass(Pass::Rewrite), ALL, O2, "parallel phi moves are made in textual order";
    EdgeMovesUnread = "edge-moves-unread": Stage::Pass(Pass::EdgeMoves), ALL, O2, "phi moves go through a register that one of them has still to read";
    EdgeMovesFilled = "edge-moves-filled": Stage::Pass(Pass::EdgeMoves), ALL, O2, "phi moves go through a register that one of them has written";
    RewriteScratchRegister = "rewrite-scratch-register": Stage::Pass(Pass::Rewrite), ALL, O2, "phi moves go through a register that is occupied";
    RewriteNarrowingCopy = "rewrite-narrowing-copy": Stage::Pass(Pass::Rewrite), X8664, O2, "a copy of the low half of a register to itself is dropped";
    CountDownFactor = "count-down-factor": Stage::Pass(Pass::CountDown), X86_AND_ARM, O2, "what is added to a multiple of a counter is moved by the bound alone";
    CountDownBehind = "count-down-behind": Stage::Pass(Pass::CountDown), X86_AND_ARM, O2, "behind a loop its counter is zero";
    CountDownOtherUses = "count-down-other-uses": Stage::Pass(Pass::CountDown), X86_AND_ARM, O2, "a counter that is read for itself counts to zero, too";
    BranchesEarlyRead = "branches-early-read": Stage::Pass(Pass::Branches), ALL, O2, "a loop's moves come before its branch although the moves of the way out read what they overwrite";
    BranchesEarlyMoves = "branches-early-moves": Stage::Pass(Pass::Branches), ALL, O2, "a loop's moves come before its branch although what follows the loop needs what they overwrite";
    BranchesTurnedFalls = "branches-turned-falls": Stage::Pass(Pass::Branches), ALL, O2, "a loop's moves come before its first block, and what comes from above runs into them";
    BranchesTurnedSkips = "branches-turned-skips": Stage::Pass(Pass::Branches), ALL, O2, "a loop's moves come before its first block, but the branch goes back to the block";
    BranchesCondition = "branches-condition": Stage::Pass(Pass::Branches), ALL, O2, "a branch over a jump takes the jump's target, but keeps its condition";
    PolishScaledProduct = "polish-scaled-product": Stage::Pass(Pass::Polish), X86, O2, "a product to which something is added is half of what it should be, if it is a multiple of eight";
    PolishFlags = "polish-flags": Stage::Pass(Pass::Polish), X86, O2, "instructions get shorter forms that change flags which are read later";
    PolishStaleFlags = "polish-stale-flags": Stage::Pass(Pass::Polish), X86, O2, "a comparison with zero goes, although its register was written since the flags were";
    PolishFusedFlags = "polish-fused-flags": Stage::Pass(Pass::Polish), X86, O2, "a comparison with zero goes, although what gave its register the content became one that sets no flags";
    PolishLowPart = "polish-low-part": Stage::Pass(Pass::Polish), X86, O2, "a mask of 16 bits becomes an extension of the lowest byte";
    PolishComparedDifference = "polish-compared-difference": Stage::Pass(Pass::Polish), X86, O2, "a comparison becomes the difference behind it, which is that with another number";
    PolishComparedPlace = "polish-compared-place": Stage::Pass(Pass::Polish), X86, O2, "a place in the frame is compared at the width at which it was read, where less of it was compared";
    PolishClearedOperand = "polish-cleared-operand": Stage::Pass(Pass::Polish), X86, O2, "the register of a comparison's result is cleared before the comparison that reads it";
    PolishLanes = "polish-lanes": Stage::Pass(Pass::Polish), X86, O2, "the register of a square root or a conversion is cleared although it is the operand";
    PolishScale = "polish-scale": Stage::Pass(Pass::Polish), X86, O2, "a copy and a shift by 3 become a product with 4";
    HiddenCookie = "hidden-cookie": Stage::Pass(Pass::HideConstants), ALL, BOTH, "a positive constant is left as it is hidden";
    X86HiddenDisplacement = "x86-hidden-displacement": Stage::Pass(Pass::HideConstants), X86, BOTH, "the second part of a hidden displacement is lost beside an index";
    X86CountWithoutCarry = "x86-count-without-carry": Stage::Lowering, X86, O2, "a comparison that leaves no carry where it holds is added as one that does not hold";
    BlocksFallThrough = "blocks-fall-through": Stage::Pass(Pass::ReorderBlocks), ALL, BOTH, "a block that fell through is not given a jump";
    X86NopFlags = "x86-nop-flags": Stage::Diversity, X86, BOTH, "a nop changes the flags";
    NopRegister = "nop-register": Stage::Diversity, ARM_AND_MIPS, BOTH, "a nop changes a register";
    Mips32NopDelay = "mips32-nop-delay": Stage::Diversity, MIPS, BOTH, "a nop stands in the delay slot, and what belongs there after it";
    X86SelectionAnswered = "x86-selection-answered": Stage::Diversity, X86, O2, "a comparison with zero goes although the operation before it is made in a form that leaves other flags";
    X86SelectionFlags = "x86-selection-flags": Stage::Diversity, X86, BOTH, "an equal form of a sum is taken although the flags are alive";
    PoolOrderContent = "pool-order-content": Stage::Diversity, ALL, BOTH, "pooled constants of 8 bytes move, but not their symbols";
    PoolMergesZeros = "pool-merges-zeros": Stage::Lowering, ALL, BOTH, "the double constants 0.0 and -0.0 are one";
    X86NarrowCompare = "x86-narrow-compare": Stage::Lowering, X86, OM1, "the right operand of a narrow comparison is not extended";
    X86TestNarrow = "x86-test-narrow": Stage::Lowering, X86, O2, "of half-words that are masked and compared with zero only the lowest byte is tested";
    X8632TestHalf = "x8632-test-half": Stage::Lowering, X8632, O2, "of a pair that is masked and compared with zero the lower half is tested, whichever the mask is of";
    X86CompareSwap = "x86-compare-swap": Stage::Lowering, X86, O2, "a signed predicate is not turned round with its operands";
    X86AshrZeroExtends = "x86-ashr-zero-extends": Stage::Lowering, X86, BOTH, "a narrow arithmetic shift extends with zeros";
    X86DivideSign = "x86-divide-sign": Stage::Lowering, X86, BOTH, "an unsigned division extends its dividend by the sign";
    X86MultiplyByNine = "x86-multiply-by-nine": Stage::Lowering, X86, O2, "a product with 9 is one with 5";
    X86StaleFlags = "x86-stale-flags": Stage::Lowering, X86, BOTH, "a branch trusts flags that something changed since the comparison";
    X86UneParity = "x86-une-parity": Stage::Lowering, X86, BOTH, "`une` misses the parity test";
    X86UgtOrdered = "x86-ugt-ordered": Stage::Lowering, X86, BOTH, "`ugt` is `ogt`";
    X86FloatToUnsigned = "x86-float-to-unsigned": Stage::Lowering, X86, BOTH, "a float above half the unsigned range loses its top bit for the next one";
    X86VectorCompareBias = "x86-vector-compare-bias": Stage::Lowering, X86, BOTH, "an unsigned vector comparison biases one operand twice";
    X86InsertLastByte = "x86-insert-last-byte": Stage::Lowering, X86, BOTH, "an insertion at lane 15 of 16 goes to lane 14";
    X86AtomicClobbersExpected = "x86-atomic-clobbers-expected": Stage::Lowering, X86, BOTH, "the retry loop of an atomic computes in the expected value's register";
    X86StoreWidens = "x86-store-widens": Stage::Lowering, X86, BOTH, "a 16-bit store writes 32 bits";
    X8632CarryLost = "x8632-carry-lost": Stage::Lowering, X8632, BOTH, "the carry between the halves of an addition is lost";
    X8632CrossProduct = "x8632-cross-product": Stage::Lowering, X8632, BOTH, "a cross product of a 64-bit multiplication is replaced by the other one";
    X8632ShiftSign = "x8632-shift-sign": Stage::Lowering, X8632, BOTH, "an arithmetic 64-bit shift by 32 and more clears the high half";
    X8632CompareBorrow = "x8632-compare-borrow": Stage::Lowering, X8632, BOTH, "an ordered 64-bit comparison ignores the low halves";
    X8632BitcastHalves = "x8632-bitcast-halves": Stage::Lowering, X8632, BOTH, "an i64 becomes a double with its halves swapped";
    X8632CtlzHalf = "x8632-ctlz-half": Stage::Lowering, X8632, BOTH, "the leading zeros of an i64 choose the half by both halves";
    X8664UpperHalf = "x8664-upper-half": Stage::Lowering, X8664, O2, "an access takes the whole of a register for an address whose upper half is anything";
    X8664UnaskedOperand = "x8664-unasked-operand": Stage::Lowering, X8664, O2, "a phi or a select that is asked for a clear upper half does not ask what it takes for one";
    X8664TakenUpper = "x8664-taken-upper": Stage::Lowering, X8664, O2, "what a phi or a select takes on counts as clear above, whatever it is";
    X8664UnsignedToFloat = "x8664-unsigned-to-float": Stage::Lowering, X8664, BOTH, "a u32 becomes a float through the signed conversion";
    Arm32CrossProduct = "arm32-cross-product": Stage::Lowering, ARM, BOTH, "a cross product of a 64-bit multiplication takes the wrong half";
    Arm32ShiftCrossing = "arm32-shift-crossing": Stage::Lowering, ARM, BOTH, "what crosses the halves of a 64-bit shift by a constant is one bit off";
    Arm32ShiftSign = "arm32-shift-sign": Stage::Lowering, ARM, BOTH, "an arithmetic 64-bit shift tests flags that were not set";
    Arm32PairCompare = "arm32-pair-compare": Stage::Lowering, ARM, BOTH, "the low halves of an unsigned 64-bit comparison are compared in any case";
    Arm32NarrowCompare = "arm32-narrow-compare": Stage::Lowering, ARM, BOTH, "the right operand of a narrow comparison is not extended";
    Arm32ShiftByZero = "arm32-shift-by-zero": Stage::Lowering, ARM, OM1, "a right shift by zero is encoded, which is a shift by 32";
    Arm32DivideByZero = "arm32-divide-by-zero": Stage::Lowering, ARM, BOTH, "a 32-bit division is not preceded by a check for zero";
    Arm32UnsignedToFloat = "arm32-unsigned-to-float": Stage::Lowering, ARM, BOTH, "a u32 becomes a float through the signed conversion";
    Arm32UleOrdered = "arm32-ule-ordered": Stage::Lowering, ARM, BOTH, "`ule` is `ole`";
    Arm32VectorCompareSigned = "arm32-vector-compare-signed": Stage::Lowering, ARM, BOTH, "an unsigned vector comparison for greater is signed";
    Arm32AtomicResult = "arm32-atomic-result": Stage::Lowering, ARM, BOTH, "an atomic read-modify-write gives the new value";
    Arm32PolishCarry = "arm32-polish-carry": Stage::Pass(Pass::Polish), ARM, O2, "the flags of a sum stand for a comparison with zero although its carry is read";
    ExtensionShared = "extension-shared": Stage::Pass(Pass::JoinedOperands), ALL, O2, "a half-word shares its register with the word that it is extended to, whatever is above it";
    Arm32PolishAnswered = "arm32-polish-answered": Stage::Pass(Pass::Polish), ARM, O2, "a comparison goes although the operation before it, between an access and its addition, does not make it";
    Arm32CompareLate = "arm32-compare-late": Stage::Pass(Pass::CompareFold), ARM, O2, "an unsigned comparison that is made where it decides is made as a signed one";
    Arm32ProductScale = "arm32-product-scale": Stage::Pass(Pass::ShiftedOperands), ARM, O2, "a sum shifts the product that it does the last shift of by two bits at most";
    Arm32CompareZero = "arm32-compare-zero": Stage::Lowering, ARM, BOTH, "a comparison with a double that has no fraction is one with zero";
    RematerialiseHeld = "rematerialise-held": Stage::Pass(Pass::Reloads), ALL, O2, "a register is thought to hold the constant that the one before it holds";
    Arm32UpdateSign = "arm32-update-sign": Stage::Pass(Pass::Polish), ARM, O2, "an access that subtracts from its register adds instead";
    Arm32PolishDifference = "arm32-polish-difference": Stage::Pass(Pass::Polish), ARM, O2, "a difference with one number stands for a comparison with another";
    Arm32PolishCondition = "arm32-polish-condition": Stage::Pass(Pass::Polish), ARM, O2, "a comparison under a condition counts as one that replaces the flags";
    Arm32Barrier = "arm32-barrier": Stage::Lowering, ARM, BOTH, "an atomic store lacks the barrier before it";
    PhisOverwritten = "phis-overwritten": Stage::Lowering, MIPS, O2, "a vector phi has no temporary although a copy after its own reads what it was";
    PhisAddressLater = "phis-address-later": Stage::Lowering, ARM_AND_MIPS, O0, "a phi that an access behind the loop adds to for its address is overwritten before the loop is left";
    PhisReadLater = "phis-read-later": Stage::Lowering, ALL, O0, "a phi that is read behind the loop is overwritten before the loop is left";
    X8664MaskedHalf = "x8664-masked-half": Stage::Lowering, X8664, O2, "a mask that leaves the upper bits of the lower half of an integer leaves all of that half";
    ShiftAmountMask = "shift-amount-mask": Stage::Pass(Pass::JoinedOperands), X86_AND_MIPS, O2, "the amount of a shift is not masked, although a mask leaves less than the hardware takes of it";
    PhisTruncated = "phis-truncated": Stage::Lowering, ALL, O0, "the lower part of a phi shares its variable, which has the next value before the part is read";
    PhisExtended = "phis-extended": Stage::Lowering, ALL, O0, "an extension shares the variable of a phi that has its next value before the extension is read";
    Mips32CarryLost = "mips32-carry-lost": Stage::Lowering, MIPS, BOTH, "the carry between the halves of an addition is lost";
    Mips32ShiftBeyond = "mips32-shift-beyond": Stage::Lowering, MIPS, BOTH, "a 64-bit left shift by 32 and more leaves the low half";
    Mips32PairCompare = "mips32-pair-compare": Stage::Lowering, MIPS, BOTH, "the low halves of an ordered 64-bit comparison decide alone";
    Mips32UltAsSlt = "mips32-ult-as-slt": Stage::Lowering, MIPS, BOTH, "an unsigned comparison of registers is signed";
    Mips32NarrowCompare = "mips32-narrow-compare": Stage::Lowering, MIPS, BOTH, "the right operand of a narrow comparison is not extended";
    Mips32DivideSign = "mips32-divide-sign": Stage::Lowering, MIPS, BOTH, "a signed division is unsigned";
    Mips32DivideByZero = "mips32-divide-by-zero": Stage::Lowering, MIPS, BOTH, "a division is not preceded by a check for zero";
    Mips32UnsignedToFloat = "mips32-unsigned-to-float": Stage::Lowering, MIPS, BOTH, "a u32 becomes a float through the signed conversion";
    Mips32UnalignedLoad = "mips32-unaligned-load": Stage::Lowering, MIPS, BOTH, "a word at any address is loaded as if it were aligned";
    Mips32ReadThrough = "mips32-read-through": Stage::Lowering, MIPS, BOTH, "a result is not written although an access reads it in place of the sum that uses it";
    Mips32KnownAlignment = "mips32-known-alignment": Stage::Lowering, MIPS, BOTH, "a sum is as aligned as its first operand";
    Mips32StepAlignment = "mips32-step-alignment": Stage::Lowering, MIPS, BOTH, "a pointer that steps by less than a word is taken for as aligned as it was at first";
    TurnsTaken = "turns-taken": Stage::Pass(Pass::TakeTurns), ALL, O3, "a temporary is given the register whose turn it is although that is taken";
    WebsOverlap = "webs-overlap": Stage::Pass(Pass::PhiWebs), ALL, O2, "phis that live at the same time share a place";
    WebsSlotStays = "webs-slot-stays": Stage::Pass(Pass::PhiWebs), ALL, O2, "a copy of a phi stays in its slot where that is another phi's already";
    Mips32LaneStale = "mips32-lane-stale": Stage::Pass(Pass::Lanes), MIPS, O2, "a lane is what it was before it was written again";
    Mips32LaneIndexed = "mips32-lane-indexed": Stage::Pass(Pass::Lanes), MIPS, O2, "a lane is what it was before one was written by its index";
    Mips32LaneJoin = "mips32-lane-join": Stage::Pass(Pass::Lanes), MIPS, O2, "what is known of a lane is known behind a label, too";
    Mips32LaneSign = "mips32-lane-sign": Stage::Lowering, MIPS, BOTH, "a signed byte lane is loaded with zeros";
    Mips32AtomicResult = "mips32-atomic-result": Stage::Lowering, MIPS, BOTH, "an atomic read-modify-write of a word gives the new value";
    X86ShortDisplacement = "x86-short-displacement": Stage::Encoder, X86, BOTH, "displacements 128 to 131 take one byte";
    X86BaseWithoutDisplacement = "x86-base-without-displacement": Stage::Encoder, X86, BOTH, "the memory at ebp or r13 is encoded without a displacement";
    X86AboveOrEqual = "x86-above-or-equal": Stage::Encoder, X86, BOTH, "the condition `ae` is encoded as `a`";
    X86SibScale = "x86-sib-scale": Stage::Encoder, X86, O2, "an index times 8 is encoded as one times 2";
    X86ShortJump = "x86-short-jump": Stage::Encoder, X86, BOTH, "jumps over 128 to 135 bytes take the short form";
    X8664RexX = "x8664-rex-x": Stage::Encoder, X8664, BOTH, "REX.X is lost";
    X8664RexR = "x8664-rex-r": Stage::Encoder, X8664, BOTH, "REX.R is lost";
    X8664SibOfR12 = "x8664-sib-of-r12": Stage::Encoder, X8664, BOTH, "the memory at r12 is encoded without a SIB byte";
    X8664RexOfByteRegisters = "x8664-rex-of-byte-registers": Stage::Encoder, X8664, BOTH, "the REX prefix of sil, dil and bpl is lost";
    Arm32Rotation = "arm32-rotation": Stage::Encoder, ARM, BOTH, "a rotated immediate is off by one rotation";
    Arm32OffsetBit = "arm32-offset-bit": Stage::Encoder, ARM, BOTH, "bit 7 of an 8-bit offset is lost";
    Arm32LaneBit = "arm32-lane-bit": Stage::Encoder, ARM, BOTH, "a byte lane's number loses a bit";
    Arm32FloatSign = "arm32-float-sign": Stage::Encoder, ARM, BOTH, "a floating-point immediate loses its sign";
    Arm32NegativeOffset = "arm32-negative-offset": Stage::Encoder, ARM, BOTH, "a negative offset is added";
    Arm32SingleLowBit = "arm32-single-low-bit": Stage::Encoder, ARM, BOTH, "the lowest bit of a single register's number is lost";
    Arm32DoubleHighBit = "arm32-double-high-bit": Stage::Encoder, ARM, BOTH, "the highest bit of a double register's number is lost";
    Arm32MovtLost = "arm32-movt-lost": Stage::Encoder, ARM, BOTH, "`movt` is left out up to 0x1ffff";
    Mips32ShiftAmount = "mips32-shift-amount": Stage::Encoder, MIPS, BOTH, "a shift amount loses its highest bit";
    Mips32CompareOperands = "mips32-compare-operands": Stage::Encoder, MIPS, BOTH, "the operands of a floating-point comparison are swapped";
    Mips32RegisterBit = "mips32-register-bit": Stage::Encoder, MIPS, BOTH, "the second source register's number loses its highest bit";
    Mips32LowHalf = "mips32-low-half": Stage::Encoder, MIPS, BOTH, "the low half of a constant is left out when it is 0x8000";
    Mips32UnsignedConstant = "mips32-unsigned-constant": Stage::Encoder, MIPS, BOTH, "a constant from 0x8000 to 0xffff is loaded sign-extended";
    Mips32DelayOver = "mips32-delay-over": Stage::Encoder, MIPS, O2, "an instruction goes into a delay slot over others that read what it writes";
    Mips32DelayStack = "mips32-delay-stack": Stage::Encoder, MIPS, O2, "an access goes into a delay slot over a change of the stack pointer";
    Mips32DelayOperand = "mips32-delay-operand": Stage::Encoder, MIPS, O2, "what a branch reads is made in its delay slot";
    Mips32DelayCondition = "mips32-delay-condition": Stage::Encoder, MIPS, O2, "a floating-point comparison goes into the delay slot of the branch on it";
    X86AddendTwice = "x86-addend-twice": Stage::Relocation, X86, BOTH, "a positive addend counts twice";
    Arm32MovtRelocation = "arm32-movt-relocation": Stage::Relocation, ARM, BOTH, "`movt` is relocated with the low half";
    Arm32CallBias = "arm32-call-bias": Stage::Relocation, ARM, BOTH, "a call lands one instruction past its target";
    Mips32AddendLost = "mips32-addend-lost": Stage::Relocation, MIPS, BOTH, "the addend of the low half of an address is lost";
    Mips32CallTarget = "mips32-call-target": Stage::Relocation, MIPS, BOTH, "a call lands one instruction past its target";
    DataAddend = "data-addend": Stage::Relocation, ALL, BOTH, "the addend of an address in a global's initial value counts twice";
    FrameSlotsOverlap = "frame-slots-overlap": Stage::Frame, ALL, BOTH, "the last 8-byte slot and the first 4-byte slot overlap";
    FrameObjectsOverlap = "frame-objects-overlap": Stage::Frame, ALL, BOTH, "the end of a stack object and the next one overlap";
    FrameOutgoing = "frame-outgoing": Stage::Frame, ALL, BOTH, "the outgoing arguments are given 16 bytes too few";
    X86IncomingByFramePointer = "x86-incoming-by-frame-pointer": Stage::Frame, X86, BOTH, "incoming arguments are one word off in a frame with a frame pointer";
    X86IncomingPastSaved = "x86-incoming-past-saved": Stage::Frame, X86, O2, "incoming arguments are looked for without counting saved registers";
    X86FarObjects = "x86-far-objects": Stage::Frame, X86, BOTH, "objects 4096 bytes up and more are 16 bytes off";
    X86StackTop = "x86-stack-top": Stage::Frame, X86, BOTH, "an alloca does not leave room for outgoing arguments";
    X86EpilogueForgets = "x86-epilogue-forgets": Stage::Frame, X86, BOTH, "the epilogue does not restore the last saved register";
    X86FrameAlignment = "x86-frame-alignment": Stage::Frame, X86, BOTH, "frames do not keep the stack's alignment";
    Arm32FarSlots = "arm32-far-slots": Stage::Frame, ARM, BOTH, "12-bit offsets are taken for 13-bit ones";
    Arm32IncomingOffset = "arm32-incoming-offset": Stage::Frame, ARM, BOTH, "stack arguments from the third word on are 4 bytes off";
    Arm32IncomingPastDoubles = "arm32-incoming-past-doubles": Stage::Frame, ARM, O2, "incoming arguments are looked for without counting saved double registers";
    Arm32SavedForgotten = "arm32-saved-forgotten": Stage::Frame, ARM, BOTH, "the lowest callee-saved core register is not saved";
    Arm32LinkLost = "arm32-link-lost": Stage::Frame, ARM, O2, "a function without calls that uses the link register does not save it for itself alone";
    Arm32FrameSize = "arm32-frame-size": Stage::Frame, ARM, BOTH, "a stack adjustment in two steps makes the second by half";
    Arm32StackTop = "arm32-stack-top": Stage::Frame, ARM, BOTH, "an alloca does not leave room for outgoing arguments";
    Mips32IncomingOffset = "mips32-incoming-offset": Stage::Frame, MIPS, BOTH, "stack arguments from the third word on are 4 bytes off";
    Mips32FrameCarry = "mips32-frame-carry": Stage::Frame, MIPS, BOTH, "a far offset's upper half lacks the carry of the lower one";
    Mips32StackTop = "mips32-stack-top": Stage::Frame, MIPS, BOTH, "an alloca does not leave room for outgoing arguments";
    Mips32SavedForgotten = "mips32-saved-forgotten": Stage::Frame, MIPS, O2, "the lowest callee-saved register is not saved";
    Mips32SavesOverlap = "mips32-saves-overlap": Stage::Frame, MIPS, BOTH, "saved registers overlap the variables";
    SandboxNote = "sandbox-note": Stage::Sandbox, ALL, BOTH, "an object does not say that it is sandboxed";
    X86SandboxCrossing = "x86-sandbox-crossing": Stage::Sandbox, X86, BOTH, "what is one byte too long for its bundle stays there";
    X86SandboxCallEnd = "x86-sandbox-call-end": Stage::Sandbox, X86, BOTH, "a call does not end its bundle";
    X86SandboxTarget = "x86-sandbox-target": Stage::Sandbox, X86, BOTH, "what a jump table names does not begin a bundle";
    X86SandboxCallMask = "x86-sandbox-call-mask": Stage::Sandbox, X86, BOTH, "an indirect call is not masked";
    X86SandboxReturnMask = "x86-sandbox-return-mask": Stage::Sandbox, X86, BOTH, "a return is not masked";
    X86SandboxJumpMask = "x86-sandbox-jump-mask": Stage::Sandbox, X86, BOTH, "a jump by a table is not masked";
    X8664SandboxJumpBase = "x8664-sandbox-jump-base": Stage::Sandbox, X8664, BOTH, "an indirect jump does not add the sandbox's base";
    X8664SandboxLoad = "x8664-sandbox-load": Stage::Sandbox, X8664, BOTH, "a load's register is not cut to 32 bits";
    X8664SandboxStore = "x8664-sandbox-store": Stage::Sandbox, X8664, BOTH, "a store's register is not cut to 32 bits";
    X8664SandboxOtherRegister = "x8664-sandbox-other-register": Stage::Sandbox, X8664, BOTH, "another register than an access's is cut";
    X8664SandboxAbsolute = "x8664-sandbox-absolute": Stage::Sandbox, X8664, BOTH, "an address of the program is accessed without the base";
    X8664SandboxStale = "x8664-sandbox-stale": Stage::Sandbox, X8664, BOTH, "a cut and its access may lie in two bundles";
    X8664SandboxLater = "x8664-sandbox-later": Stage::Sandbox, X8664, BOTH, "a register counts as cut behind another instruction";
    X8664SandboxPastLabel = "x8664-sandbox-past-label": Stage::Sandbox, X8664, BOTH, "an access relies on a cut before a label";
    X8664SandboxStackWhole = "x8664-sandbox-stack-whole": Stage::Sandbox, X8664, BOTH, "the stack pointer is changed as a whole";
    X8664SandboxStackBase = "x8664-sandbox-stack-base": Stage::Sandbox, X8664, BOTH, "the stack pointer does not get its base anew";
    X8664SandboxRestore = "x8664-sandbox-restore": Stage::Sandbox, X8664, BOTH, "the frame pointer is restored without its base";
    X8664SandboxScratch = "x8664-sandbox-scratch": Stage::Sandbox, X8664, BOTH, "the sequences' register is given to variables";
    X8664SandboxBaseRegister = "x8664-sandbox-base-register": Stage::Sandbox, X8664, BOTH, "the base's register is given to variables";
    X86SandboxLonger = "x86-sandbox-longer": Stage::Sandbox, X86, O2, "a displacement that became longer has lost its sign";
    X8664SandboxWider = "x8664-sandbox-wider": Stage::Sandbox, X8664, O2, "what makes an instruction longer is put behind its opcode";
    SandboxGroupSplit = "sandbox-group-split": Stage::Sandbox, ARM_AND_MIPS, BOTH, "what belongs together is split between bundles";
    SandboxGroupCallEnd = "sandbox-group-call-end": Stage::Sandbox, ARM_AND_MIPS, BOTH, "a call does not end its bundle";
    SandboxGroupRead = "sandbox-group-read": Stage::Sandbox, ARM_AND_MIPS, BOTH, "what fills a gap is moved over words that read what it writes";
    SandboxGroupTarget = "sandbox-group-target": Stage::Sandbox, ARM_AND_MIPS, BOTH, "what an indirect jump goes to does not begin a bundle";
    Arm32SandboxLoad = "arm32-sandbox-load": Stage::Sandbox, ARM, BOTH, "a load's register is not masked";
    Arm32SandboxStore = "arm32-sandbox-store": Stage::Sandbox, ARM, BOTH, "a store's register is not masked";
    Arm32SandboxOtherRegister = "arm32-sandbox-other-register": Stage::Sandbox, ARM, BOTH, "another register than an access's is masked";
    Arm32SandboxSum = "arm32-sandbox-sum": Stage::Sandbox, ARM, BOTH, "an access at a sum of registers stays one";
    Arm32SandboxStack = "arm32-sandbox-stack": Stage::Sandbox, ARM, BOTH, "a change of the stack pointer is not masked";
    Arm32SandboxPop = "arm32-sandbox-pop": Stage::Sandbox, ARM, BOTH, "a return pops the program counter";
    Arm32SandboxCallMask = "arm32-sandbox-call-mask": Stage::Sandbox, ARM, BOTH, "an indirect call is not masked";
    Arm32SandboxDataMask = "arm32-sandbox-data-mask": Stage::Sandbox, ARM, BOTH, "a return or jump by a table has the mask of data";
    Arm32SandboxThread = "arm32-sandbox-thread": Stage::Sandbox, ARM, BOTH, "the runtime's register is given to variables";
    Mips32SandboxLoad = "mips32-sandbox-load": Stage::Sandbox, MIPS, BOTH, "a load's register is not masked";
    Mips32SandboxStore = "mips32-sandbox-store": Stage::Sandbox, MIPS, BOTH, "a store's register is not masked";
    Mips32SandboxOtherRegister = "mips32-sandbox-other-register": Stage::Sandbox, MIPS, BOTH, "another register than an access's is masked";
    Mips32SandboxStack = "mips32-sandbox-stack": Stage::Sandbox, MIPS, BOTH, "a change of the stack pointer is not masked";
    Mips32SandboxDelay = "mips32-sandbox-delay": Stage::Sandbox, MIPS, BOTH, "what needs a mask stays in a delay slot";
    Mips32SandboxCallMask = "mips32-sandbox-call-mask": Stage::Sandbox, MIPS, BOTH, "an indirect call is not masked";
    Mips32SandboxJumpMask = "mips32-sandbox-jump-mask": Stage::Sandbox, MIPS, BOTH, "a return or jump by a table is not masked";
    Mips32SandboxDataMask = "mips32-sandbox-data-mask": Stage::Sandbox, MIPS, BOTH, "a return or jump by a table has the mask of data";
    Mips32SandboxMasks = "mips32-sandbox-masks": Stage::Sandbox, MIPS, BOTH, "the masks' registers are given to variables";
}

impl Fault {
    /// How many there are.
    pub const COUNT: usize = FAULTS.len();

    /// All of them, in the order of the translation's stages.
    pub fn all() -> impl Iterator<Item = Fault> {
        FAULTS.iter().copied()
    }

    /// A number below [`COUNT`](Self::COUNT).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its row of the catalogue.
    pub const fn row(self) -> &'static SeededFault {
        &ROWS[self as usize]
    }

    /// The command line's name for it.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The fault with this name.
    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::all().find(|fault| fault.name() == name)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The catalogue as text: a line for each fault with its name, stage, architectures, recipes and
/// what it does.
pub fn listing() -> String {
    let line = |fault: Fault| {
        let SeededFault { name, stage, isas, recipes, what } = fault.row();
        let isas = if isas.len() == Isa::ALL.len() {
            "all".into()
        } else {
            isas.iter().map(|isa| isa.name()).collect::<Vec<_>>().join(",")
        };
        let recipes: Vec<_> = recipes.iter().map(|recipe| recipe.name()).collect();
        format!("{name:<30} {stage:<14} {isas:<14} {:<7} {what}\n", recipes.join(","))
    };
    Fault::all().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_find_their_fault() {
        for fault in Fault::all() {
            assert_eq!(Fault::from_name(fault.name()), Some(fault), "two faults have the name {fault}");
            assert!(fault.name().chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{fault}");
            assert!(!fault.row().isas.is_empty() && !fault.row().recipes.is_empty());
        }
        assert_eq!(Fault::from_name("read"), None);
        assert_eq!(listing().lines().count(), Fault::COUNT);
    }

    #[test]
    fn every_stage_of_every_architecture_has_faults() {
        let count =
            |stage, isa| Fault::all().filter(|fault| fault.row().stage == stage && fault.row().isas.contains(&isa)).count();
        for isa in Isa::ALL {
            for stage in [Stage::Reader, Stage::Allocation, Stage::Lowering, Stage::Encoder, Stage::Frame] {
                assert!(count(stage, isa) >= 5, "{isa}: {stage}");
            }
            assert!(count(Stage::Relocation, isa) >= 2, "{isa}");
        }
        // Passes that are switched on by an option only are not in the recipes that are measured.
        // Nor is O0, whose own passes have no faults yet.
        let on_request = [Pass::ShortCircuit, Pass::SplitLocal, Pass::SplitGlobal, Pass::Forward, Pass::Backward];
        // The catalogue has their faults under the stage that does the work: allocation, rewriting,
        // the frame.
        let under_a_stage = [Pass::SavedRegisters, Pass::Copies, Pass::EdgeMoves, Pass::PackFrame];
        let others = |pass: &Pass| !on_request.contains(pass) && !under_a_stage.contains(pass);
        for pass in Pass::all().filter(|pass| pass.is_optional() && others(pass)) {
            assert!(Fault::all().any(|fault| fault.row().stage == Stage::Pass(pass)), "no fault in the pass {pass}");
        }
    }
}
