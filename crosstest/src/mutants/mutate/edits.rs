//! What is to be done to a file: alternatives that go in, doubles of what is `const`, names that
//! change with them.

use std::ops::Range;

use super::operators::Operator;

/// What is to be done to a piece of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes that it is about.
    pub range: Range<usize>,
    /// What is done.
    pub form: Form,
}

/// Kinds of edits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// An expression: another one if a mutant is on. Numbers of mutants within the file, with the
    /// text.
    Choice(Vec<(usize, String)>),
    /// A statement that is left out if the mutant is on.
    Unless(usize),
    /// A guard of an arm that has none: the arm is not taken if the mutant is on. Nothing is
    /// replaced.
    Guard(usize),
    /// A constant is asked for its mutable double.
    Use(String),
    /// A reference within a constant's double: its operand, which has to outlive the call.
    Leak(Range<usize>),
    /// A constant: its double follows it.
    Constant(ConstantParts),
    /// A `const fn`: its double, which is not, takes its name.
    Function(FunctionParts),
}

/// A constant's parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantParts {
    /// What it is visible to, as text.
    pub visibility: String,
    /// Its name.
    pub name: String,
    /// What names it where it stands: the name, or with `Self`.
    pub path: String,
    /// Its type, with lifetimes.
    pub ty: String,
    /// Where its value stands.
    pub value: Range<usize>,
    /// Whether the value is made anew at each use: it is small.
    pub is_small: bool,
}

/// A `const` function's parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionParts {
    /// Where `const` stands.
    pub constness: Range<usize>,
    /// Where its name stands.
    pub name: Range<usize>,
}

/// A call within what is evaluated by the compiler: it goes to the `const` double, whose name is
/// longer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rename {
    /// The name's bytes.
    pub range: Range<usize>,
    /// Whether the place is always evaluated by the compiler, rather than in one of two copies.
    pub everywhere: bool,
}

/// A mutant, before it has a number in the crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The bytes of what is changed.
    pub range: Range<usize>,
    /// The kind of mistake.
    pub operator: Operator,
    /// What it reads now.
    pub original: String,
    /// What it would read.
    pub mutated: String,
    /// The function that it is in, or the constant.
    pub place: String,
}

/// All that is to be done to a file.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    /// Edits, in no order; their ranges nest.
    pub edits: Vec<Edit>,
    /// Calls that change their names.
    pub renames: Vec<Rename>,
    /// The mutants that the edits name by index.
    pub mutants: Vec<Draft>,
}
