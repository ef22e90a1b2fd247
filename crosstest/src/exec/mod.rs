//! Executors: engines that run translated code.
//!
//! [`run::jobs`] runs the code that an [`execution::Execution`] asks for, whatever engine that is.
//! An executor takes an [`Image`](crate::load::Image) and offers
//! [`VirtualMachine`](crate::guest::VirtualMachine). This file states what all of them share: the
//! part of the address space that is theirs, and their options.
//!
//! ```text
//! 0x0000_0000..0x3000_0000  the program's: sections where the loader puts them, and what it maps at run time; but
//! 0x0d00_0000               stub code (`__nacl_read_tp`), and behind it the slot that the stub reads
//! 0x0d0f_0000               the return address of a thread's entry function; nothing is mapped there
//! 0x0d10_0000               host functions; nothing is mapped there, or code that halts the emulator and cannot be read
//! 0x3000_0000..0x3e00_0000  stacks of threads, each below a page that nothing is mapped on
//! ```

pub mod child;
pub mod emulate;
pub mod executed;
pub mod execution;
pub mod link;
pub mod llvm;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod native;
pub mod other;
pub mod run;
pub mod scratch;
pub mod unicorn;

use std::process::{Command, Stdio};

use crate::guest::{ENGINE_BASE, HOST_BASE, PAGE_SIZE};
use crate::layout::STACK_TOP;
use crate::load;

/// Why there is no outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError {
    /// The engine is not installed, or cannot do this.
    NotRun(String),
    /// Linking or running failed.
    Error(String),
}

impl From<String> for RunError {
    fn from(why: String) -> RunError {
        RunError::Error(why)
    }
}

impl From<RunError> for String {
    fn from(error: RunError) -> String {
        let (RunError::NotRun(why) | RunError::Error(why)) = error;
        why
    }
}

/// The first line of what a program says of its version; `None` if it is not installed.
pub fn version_of(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(str::trim).find(|line| output.status.success() && !line.is_empty()).map(String::from)
}

/// Where thread stacks begin.
pub const STACKS_BASE: u32 = load::END;
/// Where thread stacks end.
pub const STACKS_END: u32 = STACK_TOP;
/// The stub that a call of `__nacl_read_tp` goes to.
pub const READ_TP: u32 = ENGINE_BASE;
/// The slot that holds the running thread's thread pointer; the program can read it only.
pub(crate) const TP_SLOT: u32 = ENGINE_BASE + PAGE_SIZE;
/// Where a thread's entry function returns to.
pub const RETURN_ADDR: u32 = HOST_BASE - PAGE_SIZE;

/// The address of a function that the executor itself provides, for [`load::link`]'s host
/// functions.
pub fn builtin(name: &str) -> Option<u32> {
    (name == "__nacl_read_tp").then_some(READ_TP)
}

/// Options of an executor.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Bytes of stack for each thread that [`spawn`](crate::guest::VirtualMachine::spawn) makes;
    /// rounded up to pages.
    pub stack_size: u32,
    /// Whether runs use up fuel, one unit for each basic block that is entered. Metered code runs
    /// at about half the speed. Unmetered code that loops for ever does so: only for code that is
    /// known to end.
    pub metered: bool,
    /// How many bytes may be mapped at a time, sections and stacks included.
    pub memory_limit: u64,
    /// Whether a host call with a misaligned stack traps, and a thread's function that returns with
    /// another stack pointer than it was entered with, or with a changed callee-saved register. The
    /// emulator does not fault where hardware does (`movaps`), so this is how a translator's mistake
    /// is found.
    pub check_stack: bool,
    /// Whether a function traps that reads a stack below the stack pointer: nothing overwrites what
    /// lies there as a signal handler would. The AMD64 ABI's red zone is below it, too: nothing that
    /// is translated here uses it, so it gets no exception. Every read leaves translated code for
    /// this, whatever it reads: code runs several times slower.
    pub check_reads: bool,
    /// Whether every other exclusive store (`strex` and its kind, `sc`) fails, the first one
    /// included.
    pub fail_stores: bool,
    /// What is noted of the instructions that are executed.
    pub counting: Counting,
}

/// What an executor notes of instructions as they are executed.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Counting {
    /// Nothing.
    #[default]
    Nothing,
    /// How many there are.
    Instructions,
    /// Each one, and the ways that control takes ([`executed::Executed`]).
    Ways,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            stack_size: 0x10_0000,
            metered: true,
            memory_limit: 0x4000_0000,
            check_stack: true,
            check_reads: true,
            fail_stores: false,
            counting: Counting::Nothing,
        }
    }
}
