//! Runs that are watched step by step, to find the first thing that two of them do differently.
//!
//! In: an engine that runs a module or its translation. Out: a [`Trace`]: every write to memory
//! outside of stacks in order, the place of each call that left the program, and where it ended.
//! The interpreter names places by instruction, an emulator by address. Watched runs are some
//! hundred times slower; what a trace keeps is bounded, and it says when it is cut.

use crate::guest::{Fault, HostFunc, Memory, Rights, Stop, VirtualMachine};
use crate::interp::Interp;
use crate::layout::{STACK_LOW, Span};
use crate::value::Value;
use translator::ice::Type;

/// Most writes that a trace keeps.
pub const MOST_WRITES: usize = 200_000;

/// A write to memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write<P> {
    /// What wrote.
    pub place: P,
    /// The first address.
    pub addr: u32,
    /// The bytes that lie there now.
    pub bytes: Vec<u8>,
    /// A mask of Unspecified bits, as long as `bytes`; empty means that all are specified.
    pub unspecified: Vec<u8>,
    /// Calls that left the program before.
    pub calls_before: usize,
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace<P> {
    /// Writes, in order.
    pub writes: Vec<Write<P>>,
    /// The place of each call that left the program.
    pub calls: Vec<P>,
    /// The last place.
    pub last: Option<P>,
    /// Whether there was more than is kept.
    pub cut: bool,
}

impl<P> Default for Trace<P> {
    fn default() -> Self {
        Trace { writes: Vec::new(), calls: Vec::new(), last: None, cut: false }
    }
}

impl<P> Trace<P> {
    /// Keeps a write, if there is room and it is not to a stack.
    pub fn note(&mut self, write: Write<P>) {
        if write.addr >= STACK_LOW {
            return;
        }
        if self.writes.len() < MOST_WRITES { self.writes.push(write) } else { self.cut = true }
    }
}

/// The interpreter, one operation at a time.
pub struct Stepping<'a, 'm> {
    interp: &'a mut Interp<'m>,
    /// What it did so far.
    pub trace: Trace<String>,
}

impl<'a, 'm> Stepping<'a, 'm> {
    /// Watches an interpreter.
    pub fn new(interp: &'a mut Interp<'m>) -> Self {
        Self { interp, trace: Trace::default() }
    }

    fn note_write(&mut self, place: &str, Span { start, end }: Span) {
        let (bytes, unspecified) = self.interp.read_unspecified(start, end - start);
        let calls_before = self.trace.calls.len();
        self.trace.note(Write { place: place.into(), addr: start, bytes, unspecified, calls_before });
    }
}

impl Memory for Stepping<'_, '_> {
    fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        self.interp.read(addr, buffer)
    }

    fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.interp.write(addr, bytes)
    }

    fn map(&mut self, addr: u32, len: u32, rights: Rights) -> Result<(), String> {
        self.interp.map(addr, len, rights)
    }

    fn unmap(&mut self, addr: u32, len: u32) {
        self.interp.unmap(addr, len);
    }

    fn protect(&mut self, addr: u32, len: u32, rights: Rights) {
        self.interp.protect(addr, len, rights);
    }

    fn unspecified(&self, addr: u32, mask: &mut [u8]) -> Result<(), Fault> {
        self.interp.unspecified(addr, mask)
    }
}

impl<'m> VirtualMachine for Stepping<'_, 'm> {
    type Thread = <Interp<'m> as VirtualMachine>::Thread;

    fn spawn(&mut self, entry: u32, args: &[Value], result: Type) -> Result<Self::Thread, String> {
        self.interp.spawn(entry, args, result)
    }

    fn spawn_on_stack(&mut self, entry: u32, stack_top: u32) -> Result<Self::Thread, String> {
        self.interp.spawn_on_stack(entry, stack_top)
    }

    fn run(&mut self, thread: &mut Self::Thread, fuel: &mut u64) -> Stop {
        loop {
            if *fuel == 0 {
                return Stop::OutOfFuel;
            }
            *fuel -= 1;
            let upcoming = self.interp.upcoming(thread);
            let stop = self.interp.run(thread, &mut 1);
            if let Some(upcoming) = upcoming {
                if let Some(span) = upcoming.write.filter(|_| !matches!(stop, Stop::Trapped(_) | Stop::Undefined(_))) {
                    self.note_write(&upcoming.place, span);
                }
                if matches!(stop, Stop::HostCall(HostFunc(_))) {
                    self.trace.calls.push(upcoming.place.clone());
                }
                self.trace.last = Some(upcoming.place);
            }
            if stop != Stop::OutOfFuel {
                return stop;
            }
        }
    }

    fn call_args(&mut self, thread: &Self::Thread, params: &[Type]) -> Result<Vec<Value>, Fault> {
        self.interp.call_args(thread, params)
    }

    fn finish_call(&mut self, thread: &mut Self::Thread, result: Option<Value>) {
        self.interp.finish_call(thread, result);
    }

    fn result(&mut self, thread: &Self::Thread) -> Option<Value> {
        self.interp.result(thread)
    }

    fn set_thread_pointer(&mut self, thread: &mut Self::Thread, value: u32) {
        self.interp.set_thread_pointer(thread, value);
    }

    fn thread_pointer(&self, thread: &Self::Thread) -> u32 {
        self.interp.thread_pointer(thread)
    }
}
