//! What an engine offers to the code that plays the outside world: guest memory, threads, and calls
//! that leave the module.
//!
//! The interface functions (`crate::irt`) are written once against these traits; the interpreter
//! and every executor implement them. The driver of a run owns the engine and its threads: it picks
//! a thread, lets the engine run it until something happens ([`Stop`]), serves the call, and goes
//! on. Threads are coroutines: one runs at a time and is switched only at such a stop, so that
//! every engine sees the same schedule.

use std::fmt;
use translator::ice::Type;

use crate::value::Value;

/// An access that the guest's memory does not allow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The first address that could not be accessed.
    pub addr: u32,
    /// Whether it was a write.
    pub write: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of unmapped or protected address {:#010x}", if self.write { "write" } else { "read" }, self.addr)
    }
}

impl std::error::Error for Fault {}

/// Access rights of mapped memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rights {
    /// Mapped, but not accessible.
    None,
    /// Readable.
    Read,
    /// Readable and writable.
    ReadWrite,
}

/// Size and alignment of a page, in bytes: the granularity that PNaCl programs see.
pub const PAGE_SIZE: u32 = 0x1_0000;

/// Guest memory as the outside world sees it.
pub trait Memory {
    /// Reads bytes. Unspecified bytes read as whatever the engine has there.
    fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault>;
    /// Writes bytes; they become specified.
    fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault>;
    /// Maps zeroed pages. `addr` and `len` are multiples of [`PAGE_SIZE`]; what was mapped there is
    /// replaced. Fails when memory runs out.
    fn map(&mut self, addr: u32, len: u32, rights: Rights) -> Result<(), String>;
    /// Unmaps pages; unmapped ones are skipped.
    fn unmap(&mut self, addr: u32, len: u32);
    /// Changes the rights of mapped pages, keeping their content. Unmapped pages are skipped.
    fn protect(&mut self, addr: u32, len: u32, rights: Rights);

    /// Tells which bits of memory are Unspecified, as ones in a mask. Only the interpreter knows;
    /// for others all are specified.
    fn unspecified(&self, addr: u32, mask: &mut [u8]) -> Result<(), Fault> {
        let _ = addr;
        mask.fill(0);
        Ok(())
    }

    /// Reads a little-endian 32-bit word.
    fn read_u32(&self, addr: u32) -> Result<u32, Fault> {
        let mut buffer = [0; 4];
        self.read(addr, &mut buffer)?;
        Ok(u32::from_le_bytes(buffer))
    }

    /// Writes a little-endian 32-bit word.
    fn write_u32(&mut self, addr: u32, word: u32) -> Result<(), Fault> {
        self.write(addr, &word.to_le_bytes())
    }

    /// Reads a zero-terminated string of at most `limit` bytes.
    fn read_c_string(&self, addr: u32, limit: u32) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        for offset in 0..limit {
            let mut byte = [0];
            self.read(addr.wrapping_add(offset), &mut byte)?;
            if byte[0] == 0 {
                break;
            }
            bytes.push(byte[0]);
        }
        Ok(bytes)
    }
}

/// From here to where constants begin the address space belongs to the engine.
pub const ENGINE_BASE: u32 = 0x0d00_0000;

/// Host functions lie at fixed guest addresses, in pages that cannot be read or written: calling
/// one stops the engine. They are where sandboxed code may jump on every architecture: in the lowest 256 MB.
pub const HOST_BASE: u32 = 0x0d10_0000;
/// Distance between two host functions, in bytes.
pub const HOST_STRIDE: u32 = 32;
/// Number of addresses reserved for host functions.
pub const HOST_LIMIT: u32 = 4096;

/// A function of the outside world, by its index; the meaning is the driver's.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HostFunc(pub u32);

impl HostFunc {
    /// The guest address that calls it.
    pub const fn address(self) -> u32 {
        HOST_BASE + self.0 * HOST_STRIDE
    }

    /// The host function at a guest address.
    pub fn at(addr: u32) -> Option<HostFunc> {
        let offset = addr.checked_sub(HOST_BASE)?;
        (offset % HOST_STRIDE == 0 && offset / HOST_STRIDE < HOST_LIMIT).then_some(HostFunc(offset / HOST_STRIDE))
    }
}

/// Why an engine stopped running a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The thread called a host function and waits for [`VirtualMachine::finish_call`].
    HostCall(HostFunc),
    /// The thread's entry function returned.
    Returned,
    /// The thread trapped: a fault, a division by zero, a trap instruction, an unreachable
    /// instruction.
    Trapped(String),
    /// Fuel ran out.
    OutOfFuel,
    /// What the program did has no defined meaning (interpreter only).
    Undefined(String),
}

/// Runs guest threads.
pub trait VirtualMachine: Memory {
    /// The state of a suspended thread.
    type Thread;

    /// Makes a thread that will call the function at `entry` with these arguments on a stack of the
    /// engine's own. `result` is the type that the function returns.
    fn spawn(&mut self, entry: u32, args: &[Value], result: Type) -> Result<Self::Thread, String>;

    /// As [`spawn`](Self::spawn), for a function `void(void)` on the guest's own stack: the stack
    /// pointer starts at `stack_top`, which the guest has mapped. (The interpreter keeps frames
    /// outside of guest memory except for what `alloca` takes.)
    fn spawn_on_stack(&mut self, entry: u32, stack_top: u32) -> Result<Self::Thread, String>;

    /// Runs a thread until something happens. `fuel` is decreased by what it used; its unit is the
    /// engine's own.
    fn run(&mut self, thread: &mut Self::Thread, fuel: &mut u64) -> Stop;

    /// The arguments of the host call at which a thread stopped, as the types in `params` say.
    fn call_args(&mut self, thread: &Self::Thread, params: &[Type]) -> Result<Vec<Value>, Fault>;

    /// Completes the host call at which a thread stopped.
    fn finish_call(&mut self, thread: &mut Self::Thread, result: Option<Value>);

    /// The value that a thread's entry function returned, after [`Stop::Returned`].
    fn result(&mut self, thread: &Self::Thread) -> Option<Value>;

    /// Sets what `llvm.nacl.read.tp` gives in this thread.
    fn set_thread_pointer(&mut self, thread: &mut Self::Thread, value: u32);

    /// What `llvm.nacl.read.tp` gives in this thread.
    fn thread_pointer(&self, thread: &Self::Thread) -> u32;
}
