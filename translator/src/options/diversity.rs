//! What of the code and of its places a seed decides: the options of diversification, as plain data.

/// What becomes of the constants of a program that are large.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Immediates {
    /// They stand in the code.
    #[default]
    None,
    /// Code makes them out of two numbers.
    Randomize,
    /// Code loads them from read-only data.
    Pool,
}

/// What is different with every seed. By default nothing is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diversity {
    /// Nops stand between instructions.
    pub nops: bool,
    /// How many at most before each.
    pub max_nops: u32,
    /// The probability of each, in percent.
    pub nop_percentage: u32,
    /// What becomes of large constants.
    pub immediates: Immediates,
    /// The constants from minus a half of this up to a half of it are not large.
    pub threshold: u32,
    /// The blocks of a function lie in random order.
    pub blocks: bool,
    /// Functions lie in random order.
    pub functions: bool,
    /// Among how many functions the next one is chosen.
    pub window: u32,
    /// Global variables lie in random order.
    pub globals: bool,
    /// The constants that code loads lie in random order.
    pub pooled_constants: bool,
    /// Instructions are chosen among those that do the same.
    pub selection: bool,
}

impl Default for Diversity {
    fn default() -> Self {
        Self {
            nops: false,
            max_nops: 1,
            nop_percentage: 10,
            immediates: Immediates::None,
            threshold: 0xffff,
            blocks: false,
            functions: false,
            window: 8,
            globals: false,
            pooled_constants: false,
            selection: false,
        }
    }
}

impl Diversity {
    /// All of it.
    pub fn all() -> Self {
        Self {
            nops: true,
            immediates: Immediates::Randomize,
            blocks: true,
            functions: true,
            globals: true,
            pooled_constants: true,
            selection: true,
            ..Self::default()
        }
    }
}
