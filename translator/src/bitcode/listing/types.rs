//! What a listing knows of types and values: names, as far as the records say.

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// One that values have, by its name.
    Plain(String),
    /// A function's: result and parameters, as indices.
    Function(u64, Vec<u64>),
}

/// The types of a module, by index.
#[derive(Clone, Default, Debug)]
pub struct Types(Vec<Ty>);

impl Types {
    /// Adds the next one.
    pub fn push(&mut self, ty: Ty) {
        self.0.push(ty);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The name of one that values have; of another one its number.
    pub fn name(&self, index: u64) -> String {
        match self.0.get(index as usize) {
            Some(Ty::Plain(name)) => name.clone(),
            _ => format!("@t{index}"),
        }
    }

    /// The result and the parameters of a function's type.
    pub fn signature(&self, index: u64) -> Option<(u64, &[u64])> {
        match self.0.get(index as usize) {
            Some(Ty::Function(result, params)) => Some((*result, params)),
            _ => None,
        }
    }

    /// The names of several.
    pub fn names(&self, indices: &[u64]) -> Vec<String> {
        indices.iter().map(|&index| self.name(index)).collect()
    }
}

/// What a value is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A function's address.
    Function,
    /// A global variable's.
    Global,
    /// A parameter.
    Param,
    /// A constant.
    Constant,
    /// The result of an instruction.
    Result,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// What it is.
    pub kind: Kind,
    /// Which one of its kind.
    pub number: usize,
    /// The name of its type; of a function that of its result.
    pub ty: String,
}

impl Value {
    /// How it is written.
    pub fn name(&self) -> String {
        let letter = match self.kind {
            Kind::Function => "@f",
            Kind::Global => "@g",
            Kind::Param => "%p",
            Kind::Constant => "%c",
            Kind::Result => "%v",
        };
        format!("{letter}{}", self.number)
    }
}

/// A number that is written with its sign in the lowest bit.
pub fn signed(value: u64) -> i64 {
    let magnitude = (value >> 1) as i64;
    if value & 1 == 0 { magnitude } else { magnitude.wrapping_neg() }
}
