//! What a translation is asked to do: plain data, passed down. Parsing a command line is the `driver` room's.

use std::fmt;

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
    /// The architectures that can be translated to today. MIPS32's back end is written and passes the shared programs, but the corpus still
    /// crashes the emulator on it, so it is refused by name until that is understood.
    pub const BUILT: [Isa; 3] = [Isa::X8632, Isa::X8664, Isa::Arm32];

    /// The command line's name for it.
    pub const fn name(self) -> &'static str {
        match self {
            Isa::X8632 => "x8632",
            Isa::X8664 => "x8664",
            Isa::Arm32 => "arm32",
            Isa::Mips32 => "mips32",
        }
    }

    /// The architecture with this command-line name.
    pub fn from_name(name: &str) -> Option<Isa> {
        Isa::ALL.into_iter().find(|isa| isa.name() == name)
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
    /// All optimisations.
    O2,
}

impl OptLevel {
    /// The recipes that are built today.
    pub const BUILT: [OptLevel; 1] = [OptLevel::Om1];

    /// The command line's name for it.
    pub const fn name(self) -> &'static str {
        match self {
            OptLevel::Om1 => "Om1",
            OptLevel::O2 => "O2",
        }
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Optional instruction-set features.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features {
    /// x86: SSE4.1 may be used. Without it the base is SSE2.
    pub sse41: bool,
    /// ARM: the integer divisions `sdiv` and `udiv` may be used.
    pub hwdiv_arm: bool,
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
    /// Run the verifiers after each pass.
    pub verify_each: bool,
}

impl Options {
    /// The given architecture at the given recipe, everything else at its default.
    pub fn new(isa: Isa, opt: OptLevel) -> Self {
        Self { isa, opt, features: Features::default(), verify_each: false }
    }
}
