//! What a translation is asked to do: plain data, passed down. Parsing a command line is the
//! `driver` room's.

mod diversity;
mod functions;
mod passes;
mod plan;

use std::fmt;

pub use diversity::{Diversity, Immediates};
pub use functions::Functions;
pub use passes::{Pass, PassSet};
pub use plan::{Item, Plan};

/// An instruction-set architecture.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Isa {
    /// 32-bit x86, System V i386 ABI.
    X8632,
    /// 64-bit x86 with 32-bit pointers (x32), System V AMD64 registers.
    X8664,
    /// ARMv7-A, A32.
    Arm32,
    /// MIPS32r2, little-endian.
    Mips32,
}

impl Isa {
    /// Every architecture that the command line can name.
    pub const ALL: [Isa; 4] = [Isa::X8632, Isa::X8664, Isa::Arm32, Isa::Mips32];

    /// The command line's name for it.
    pub const fn name(self) -> &'static str {
        match self {
            Isa::X8632 => "x8632",
            Isa::X8664 => "x8664",
            Isa::Arm32 => "arm32",
            Isa::Mips32 => "mips32",
        }
    }

    /// Other names for it, which the original and the SDK's tools have.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Isa::X8632 => &["x86-32", "x86_32", "i686", "i386", "ia32"],
            Isa::X8664 => &["x86-64", "x86_64", "amd64"],
            Isa::Arm32 => &["arm", "armv7"],
            Isa::Mips32 => &["mips", "mipsel"],
        }
    }

    /// The architecture with this command-line name.
    pub fn from_name(name: &str) -> Option<Isa> {
        Isa::ALL.into_iter().find(|isa| isa.name() == name || isa.aliases().contains(&name))
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A recipe: which passes run.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum OptLevel {
    /// As few passes as possible.
    Om1,
    /// One walk forward, one backward, and registers as they are met.
    O0,
    /// All optimisations that pay for their time.
    O2,
    /// Those, and what makes code larger or takes longer.
    O3,
}

impl OptLevel {
    /// All of them.
    pub const ALL: [OptLevel; 4] = [OptLevel::Om1, OptLevel::O0, OptLevel::O2, OptLevel::O3];

    /// Those that are tested unless others are asked for: the two that the original has.
    pub const USUAL: [OptLevel; 2] = [OptLevel::Om1, OptLevel::O2];

    /// The command line's name for it.
    pub const fn name(self) -> &'static str {
        match self {
            OptLevel::Om1 => "Om1",
            OptLevel::O0 => "O0",
            OptLevel::O2 => "O2",
            OptLevel::O3 => "O3",
        }
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What code may use of its architecture, and what it has to keep to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features {
    /// x86: SSE4.1 may be used. Without it the base is SSE2.
    pub sse41: bool,
    /// ARM: the integer divisions `sdiv` and `udiv` may be used.
    pub hwdiv_arm: bool,
    /// The rules of Native Client's sandbox hold, so that a validator can tell that the code does not leave it.
    pub sandbox: bool,
}

impl Features {
    /// Whether code is sandboxed, in a build that can do that.
    #[inline]
    pub fn is_sandboxed(self) -> bool {
        cfg!(feature = "sandbox") && self.sandbox
    }
}

/// What a translation writes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum FileType {
    /// A relocatable ELF object.
    #[default]
    Object,
    /// Assembly text for GNU as.
    Asm,
    /// The same with code as bytes and relocations.
    Iasm,
}

/// What gets sections of its own. By default nothing does.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OwnSections {
    /// Each function.
    pub functions: bool,
    /// Each variable.
    pub data: bool,
}

impl OwnSections {
    /// Whether functions do, in a build that has the option.
    #[inline]
    pub fn has_functions(self) -> bool {
        cfg!(feature = "dumps") && self.functions
    }

    /// Whether variables do, in such a build.
    #[inline]
    pub fn has_data(self) -> bool {
        cfg!(feature = "dumps") && self.data
    }
}

/// How a program is to watch itself. By default it does not.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Instruments {
    /// It counts how often each block runs, and prints that at its end.
    pub block_profile: bool,
    /// It checks its accesses to memory.
    pub sanitize_address: bool,
    /// It compares addresses before it uses them, to no end.
    pub mock_bounds_check: bool,
    /// It says who translated it.
    pub revision: bool,
}

impl Instruments {
    /// Whether nothing is asked for that this build can do.
    pub fn is_none(self) -> bool {
        !cfg!(feature = "instrument") || self == Self::default()
    }
}

/// Which registers the allocator may hand out: names as the target spells them, or nothing said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegisterChoice {
    /// In each register file of which one is named, only those that are named.
    pub only: Vec<String>,
    /// None of these.
    pub without: Vec<String>,
}

/// Which variables of a function may have registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarChoice {
    /// The function, by its symbol.
    pub function: String,
    /// Its variables, by the numbers that `-print-after=allocate` shows, in ascending order.
    pub vars: Vec<u32>,
}

/// What may be asked of the passes, to find a bug of theirs or to measure them. By default nothing
/// is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Controls {
    /// Passes that do nothing.
    pub disabled: PassSet,
    /// How many transformations may be made, in the whole module. It has to be translated by one
    /// thread then.
    pub fuel: Option<u64>,
    /// Passes before which a function is printed.
    pub print_before: PassSet,
    /// Passes after which a function is printed.
    pub print_after: PassSet,
    /// The only function that is printed, by its symbol.
    pub print_function: Option<String>,
    /// The last pass to run: each function is printed after it, and there is no code.
    pub stop_after: Option<Pass>,
    /// The passes over the IR, if not those of the recipe.
    pub plan: Option<Plan>,
    /// The functions that are translated at O2, if the others are not.
    pub force_o2: Option<Functions>,
    /// Common subexpressions are looked for in one block at a time.
    pub lcse_in_blocks: bool,
    /// How often that pass runs beyond the first time.
    pub lcse_again: u32,
    /// Passes over lowered code that run besides the recipe's: `split-local`, `split-global`, `schedule-early`.
    pub besides: PassSet,
    /// If there are any: variables are split only where one of the instructions with these numbers is.
    pub split_at: Vec<u32>,
    /// Which registers may be used.
    pub registers: RegisterChoice,
    /// In these functions variables that need no register live in the frame, but for those that are
    /// named.
    pub vars: Vec<VarChoice>,
    /// The allocator prefers registers in a random order, another one for each function.
    pub randomize_regalloc: bool,
    /// What text says beside the code.
    pub remarks: Remarks,
    /// What else is random.
    pub diversity: Diversity,
    /// Where randomness comes from.
    pub seed: u64,
    /// Bytes by which every stack frame is larger than it has to be.
    pub stack_extra: u32,
    /// Which mistakes to make, and where.
    #[cfg(feature = "faults")]
    pub faults: crate::faults::Plan,
}

impl Controls {
    /// Whether functions have to be translated one after the other.
    pub fn is_sequential(&self) -> bool {
        self.fuel.is_some() || self.prints()
    }

    /// Whether anything is printed while translating.
    pub fn prints(&self) -> bool {
        !self.print_before.is_empty() || !self.print_after.is_empty() || self.stop_after.is_some()
    }
}

/// What assembly text, and [`FuncCode::comments`](crate::mc::FuncCode::comments), say beside the code.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Remarks {
    /// Which registers are live, and what ends at each instruction.
    pub liveness: bool,
    /// Where innermost loops begin and end, as `llvm-mca` reads it.
    pub loops: bool,
    /// Which blocks of the program code was made of.
    pub blocks: bool,
}

impl Remarks {
    /// Whether anything is said.
    pub fn any(self) -> bool {
        self.liveness || self.loops || self.blocks
    }
}

/// Options of a translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// What to translate for.
    pub isa: Isa,
    /// Which recipe.
    pub opt: OptLevel,
    /// Which optional instructions may be used.
    pub features: Features,
    /// What to write.
    pub file_type: FileType,
    /// How the program is to watch itself.
    pub instruments: Instruments,
    /// What gets sections of its own in it.
    pub own_sections: OwnSections,
    /// Run the verifiers after each pass.
    pub verify_each: bool,
    /// What is asked of the passes.
    pub controls: Controls,
}

impl Options {
    /// The given architecture at the given recipe, everything else at its default.
    pub fn new(isa: Isa, opt: OptLevel) -> Self {
        Self {
            isa,
            opt,
            features: Features::default(),
            file_type: FileType::default(),
            instruments: Instruments::default(),
            own_sections: OwnSections::default(),
            verify_each: false,
            controls: Controls::default(),
        }
    }
}
