//! What is run: the target that a module is translated for, where a run starts, and a run with its
//! options. Values alone, which `crate::exec` runs.

use std::fmt;

use translator::ice::FuncId;
use translator::options::{Isa, OptLevel, Options};

use crate::outcome::Region;
use crate::process;
use crate::value::Value;

/// What a module is translated for: an architecture and a recipe.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Target {
    /// The architecture.
    pub isa: Isa,
    /// The recipe.
    pub opt: OptLevel,
}

impl Target {
    /// Every architecture with the recipes that are tested unless others are asked for.
    pub fn all() -> Vec<Target> {
        let with = |isa| OptLevel::USUAL.map(|opt| Target { isa, opt });
        Isa::ALL.into_iter().flat_map(with).collect()
    }

    /// Every architecture with every recipe.
    pub fn every() -> Vec<Target> {
        let with = |isa| OptLevel::ALL.map(|opt| Target { isa, opt });
        Isa::ALL.into_iter().flat_map(with).collect()
    }

    /// The translator's options for it, as they come.
    pub fn options(self) -> Options {
        Options::new(self.isa, self.opt)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.isa, self.opt))
    }
}

/// Where a run starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// `_start(info)`: a program.
    Program(FuncId),
    /// A function with its arguments.
    Call(FuncId, Vec<Value>),
}

impl Entry {
    /// The function.
    pub const fn func(&self) -> FuncId {
        let (Entry::Program(func) | Entry::Call(func, _)) = self;
        *func
    }
}

/// A run of translated code.
pub struct Job<'a> {
    /// Where it starts.
    pub entry: Entry,
    /// How it runs.
    pub options: process::Options,
    /// The ranges that the outcome shows, as the interpreter found them.
    pub memory: &'a [Region],
}
