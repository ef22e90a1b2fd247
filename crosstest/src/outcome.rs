//! What one execution did: everything that the comparison looks at (`translator/docs/meaning.md`,
//! "When two runs agree").

use crate::value::Value;

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The entry function returned.
    Returned,
    /// The program called exit with this status.
    Exited(i32),
    /// It trapped. The text is for people; all traps compare equal.
    Trapped(String),
    /// It ran out of fuel.
    OutOfFuel,
    /// Its behaviour is not defined from here on, so that nothing can be compared (branched on an
    /// Unspecified value, wrote outside of every object, ...). Only the interpreter finds this.
    Undefined(String),
    /// All threads wait for ever.
    Deadlock,
}

/// A call that left the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallEvent {
    /// The called function: an interface function such as `fdio.write`, or an external symbol.
    pub name: String,
    /// The arguments.
    pub args: Vec<Value>,
    /// The result, if the call returned one.
    pub result: Option<Value>,
    /// What left the module through pointers: bytes written, paths, times. (`crate::process` says
    /// what else is traced, and how.)
    pub sent: Vec<u8>,
}

/// Bytes of an object or of a mapped range at the end of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// What it is: the symbol of a global, or `heap`.
    pub name: String,
    /// Guest address.
    pub addr: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// A mask of Unspecified bits, as long as `bytes`; empty means that all are specified.
    pub unspecified: Vec<u8>,
}

/// What one execution did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What the entry function returned.
    pub result: Option<Value>,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// The calls that left the module, in order.
    pub calls: Vec<CallEvent>,
    /// Globals and allocated memory at the end.
    pub memory: Vec<Region>,
}
