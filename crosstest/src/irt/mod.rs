//! The interfaces through which a PNaCl program reaches the outside: descriptors, files, memory,
//! threads, time, random numbers.
//!
//! In: a host call's arguments, guest memory, and the [`World`], the state that lies outside the
//! program. Out: an [`Answer`], which `crate::process` carries out on the engine. Nothing here
//! knows an engine: the same code serves the interpreter and every executor, and all it does is a
//! function of the calls so far, so that all engines see the same numbers (time, random, addresses,
//! handles), unless the world is the system's ([`Chance::of_the_system`]).
//!
//! The interfaces are data: [`table`] has one row per function and one per interface; [`abi`] has
//! layouts and constants. No input can make the host panic, hang (it waits for inherited standard
//! input only) or take unbounded memory: transfers run in pieces of at most a page, tables have
//! limits. Source: [NACL-SOURCE] `src/untrusted/irt/{irt,irt_dev}.h`.

pub mod abi;
pub mod browser;
mod device;
mod fdio;
mod files;
mod memory;
mod misc;
mod sync;
pub mod table;
#[cfg(test)]
mod tests;
mod thread;
mod tree;

pub use browser::Browser;
pub use fdio::{Files, Sink, Source};
pub use memory::Heap;
pub use misc::Chance;
pub use sync::{ThreadId, Waits};
pub use tree::{MappedDir, Tree};

use abi::Errno;

use crate::guest::{HostFunc, Memory};
use crate::value::Value;

/// Longest path that a program may pass, its final zero included.
const PATH_LIMIT: u32 = 4096;

/// What a call does to the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It returns this.
    Return(u32),
    /// It returns zero, after every other thread that can run had a turn.
    Yield,
    /// The thread waits; `World::waits` says for what, and what the call will return.
    Wait,
    /// The process ends.
    Exit(i32),
    /// The thread ends.
    EndThread,
    /// Starts a thread, then returns zero, or `EAGAIN` if there are too many.
    Spawn {
        /// The function.
        entry: u32,
        /// Its stack's end.
        stack: u32,
        /// Its thread pointer.
        thread_pointer: u32,
    },
    /// Sets the thread pointer, then returns zero.
    SetThreadPointer(u32),
    /// Returns the thread pointer.
    GetThreadPointer,
}

/// What a function returns: an answer, or an error number, which the call then returns.
pub type Served = Result<Answer, Errno>;

/// Success, as most functions report it.
const OK: Served = Ok(Answer::Return(0));

/// The state outside of the program.
pub struct World {
    /// Open descriptors.
    pub files: Files,
    /// Directories that the program may see.
    pub tree: Tree,
    /// Guest pages that the program may allocate.
    pub heap: Heap,
    /// Time and random numbers.
    pub chance: Chance,
    /// Which threads wait for what, and the objects to wait for.
    pub waits: Waits,
    /// How many processors the program sees.
    pub processors: u32,
    /// The stub of the browser, for programs that ask for one.
    pub browser: Option<Box<Browser>>,
}

/// One call of an interface function.
pub struct Call<'a> {
    /// The state outside.
    pub world: &'a mut World,
    /// The program's memory.
    pub memory: &'a mut dyn Memory,
    /// The thread that calls.
    pub thread: ThreadId,
    /// What it calls.
    pub function: HostFunc,
    /// The arguments, of the types that the function's row states.
    pub args: &'a [Value],
    /// Collects what leaves the program through pointers (written bytes, paths), for the trace.
    pub sent: Vec<u8>,
    /// Counts what the call makes the host do, in bytes moved or the like; the program pays for it.
    pub work: u64,
}

impl Call<'_> {
    /// A 32-bit argument.
    fn arg(&self, index: usize) -> u32 {
        self.args[index].bits as u32
    }

    /// A 64-bit argument.
    fn arg64(&self, index: usize) -> i64 {
        self.args[index].bits as i64
    }

    /// Stores the word that a call returns through the pointer in argument `index`.
    fn put(&mut self, index: usize, word: u32) -> Result<(), Errno> {
        Ok(self.memory.write_u32(self.arg(index), word)?)
    }

    /// Stores a time through the pointer in argument `index`.
    fn put_time(&mut self, index: usize, seconds: u64, fraction: u32) -> Result<(), Errno> {
        Ok(self.memory.write(self.arg(index), &abi::encode_time(seconds, fraction))?)
    }

    /// The string that argument `index` points at.
    fn text(&mut self, index: usize) -> Result<Vec<u8>, Errno> {
        let text = self.memory.read_c_string(self.arg(index), PATH_LIMIT)?;
        if text.len() >= PATH_LIMIT as usize {
            return Err(Errno::ENAMETOOLONG);
        }
        self.sent.extend_from_slice(&text);
        self.sent.push(0);
        Ok(text)
    }

    /// The bytes that argument `index` points at.
    fn bytes<const N: usize>(&mut self, index: usize) -> Result<[u8; N], Errno> {
        let mut bytes = [0; N];
        self.memory.read(self.arg(index), &mut bytes)?;
        self.sent.extend_from_slice(&bytes);
        Ok(bytes)
    }
}
