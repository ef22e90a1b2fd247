//! What the validator says: a [`Summary`] of valid code, or [`Violations`].

use std::fmt;

use super::rules::Rule;

/// What valid code consists of.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Bundles.
    pub bundles: u64,
    /// Instructions.
    pub instructions: u64,
    /// Instructions that are harmless only behind the one before them, and that no branch leads to.
    pub guarded: u64,
    /// Bundles of data (ARM).
    pub data_bundles: u64,
    /// Direct branches.
    pub branches: u64,
    /// Of those, the ones that lead to other objects: who links them validates again.
    pub branches_elsewhere: u64,
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.bundles += other.bundles;
        self.instructions += other.instructions;
        self.guarded += other.guarded;
        self.data_bundles += other.data_bundles;
        self.branches += other.branches;
        self.branches_elsewhere += other.branches_elsewhere;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bundles, instructions, guarded, data_bundles, branches, branches_elsewhere } = self;
        write!(
            f,
            "{bundles} bundles, {instructions} instructions, {guarded} guarded by the one before, {branches} direct branches"
        )?;
        if *data_bundles != 0 {
            write!(f, ", {data_bundles} data bundles")?;
        }
        if *branches_elsewhere != 0 {
            write!(f, ", {branches_elsewhere} branches to other objects")?;
        }
        Ok(())
    }
}

/// A place that breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Where the instruction would lie.
    pub address: u32,
    /// Its bytes, as far as they are known.
    pub bytes: Vec<u8>,
    /// What they mean.
    pub instruction: String,
    /// The rule.
    pub rule: Rule,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: Vec<String> = self.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let Self { address, instruction, rule, .. } = self;
        write!(f, "{address:08x}: {}: {instruction}: {}: {}", bytes.join(" "), rule.id(), rule.sentence())
    }
}

/// All places that break rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violations {
    /// How many there are.
    pub count: u64,
    /// The first of them, by ascending addresses: at most [`Violations::KEPT`].
    pub first: Vec<Violation>,
}

impl Violations {
    /// How many are described.
    pub const KEPT: usize = 300;
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for violation in &self.first {
            writeln!(f, "{violation}")?;
        }
        match self.count - self.first.len() as u64 {
            0 => Ok(()),
            more => writeln!(f, "and {more} more"),
        }
    }
}
