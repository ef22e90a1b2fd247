//! The reference interpreter: runs ICE and knows which bits of every value the program may rely on.
//!
//! In: a verified module with its bodies, a [`Layout`], and the outside world's functions by name.
//! Out: a [`VirtualMachine`] that runs guest threads, and a [`snapshot`](Interp::snapshot) of
//! memory. It is the oracle of the comparison: of the translator it uses the IR's definition only,
//! so that a wrong constant fold cannot agree with itself.
//!
//! What a program means is `translator/docs/meaning.md`, "Words" and all that follows. Each value
//! carries a mask of Unspecified bits, in registers and in memory ([`bits`]); an operation spreads
//! it as little as it soundly can ([`ops`]). A run ends with [`Stop::Undefined`] where control or
//! an address depends on such a bit, or where a write hits no object. Addresses of functions and of
//! allocas are this engine's own: see [`snapshot`](Interp::snapshot) for what that means to a
//! comparison.
//!
//! ```text
//! Function --code::decode--> Code --exec::run--> Exit --call, return, jumps--> next frame, or Stop
//! ```
//!
//! Invariants: a thread's frames are data ([`Thread`]), never host frames; a body is decoded once,
//! when it is first called; nothing here panics on a body that the verifier accepts, and a body
//! that it would refuse ends the run with a message.

pub mod bits;
mod code;
mod exec;
mod intrinsics;
mod jumps;
mod memory;
pub mod ops;
mod program;
mod snapshot;
mod stack;
mod thread;
mod watch;

#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod tests;

use std::rc::{Rc, Weak};
use translator::ice::{Block, FuncId, Function, Module, Type, print};

use crate::guest::{Fault, HostFunc, Memory, PAGE_SIZE, Rights, Stop, VirtualMachine};
use crate::layout::{Layout, RegionKind, STACK_LOW, STACK_TOP, Span};
use crate::value::Value;

use bits::Bits;
use code::{Callee, Code, Site, slots_of};
use exec::{Exit, Machine, Registers};
use memory::GuestMemory;
use ops::cast::format_of;
use ops::vector::{Denormals, Wide, unspecified};
use ops::{Halt, float};
use program::{Program, Target};
use stack::{Growth, Stack};
pub use thread::Thread;
use thread::{FRAME_LIMIT, Frame, Pending, ResultSlot, SLOT_LIMIT, value_of, words_of};
pub use watch::Upcoming;

/// Size of a stack that the interpreter makes, in bytes.
pub const STACK_SIZE: u32 = 8 << 20;
/// Distance between two such stacks: one page between them stays unmapped.
const STACK_STRIDE: u32 = STACK_SIZE + PAGE_SIZE;
/// How much lower a stack begins for each unit of displacement, in bytes within a page: few bits
/// are the same, and eight units give a word every place within 32 bytes.
const PAGE_DISPLACEMENT: u32 = 0x3a44;
/// How much larger the gaps between a stack's objects are for each unit of displacement, in bytes:
/// places within 32 bytes stay.
const GAP_DISPLACEMENT: u32 = 224;
/// A thread on the guest's own stack leaves bytes of every engine's own up to this far below its
/// top.
const FOREIGN_STACK: u32 = 0x1_0000;

/// What an interpreter may be told about the engines that it is compared with.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Config {
    /// How vectors treat denormals.
    pub denormals: Denormals,
    /// Any number but 0 puts stacks, their objects and functions where they are not otherwise: what
    /// an outcome makes of their addresses shows.
    pub displacement: u32,
}

/// An interpreter with its guest memory.
pub struct Interp<'m> {
    program: Program<'m>,
    config: Config,
    memory: GuestMemory,
    codes: Vec<Option<Rc<Code>>>,
    /// One for each stack of the interpreter's own; dead when the stack is free.
    leases: Vec<Weak<()>>,
    /// Ranges that hold stack addresses and what lay on stacks.
    stack_ranges: Vec<Span>,
    /// Stacks in memory that the guest mapped.
    foreign_stacks: Vec<Span>,
    next_serial: u64,
    executed: u64,
    /// Whether a call found no stack left.
    overflowed: bool,
    reach: Reach,
}

/// The most of everything that makes up a stack, of any thread at any time.
#[derive(Copy, Clone, Default)]
struct Reach {
    frames: usize,
    slots: usize,
    /// Bytes of the objects of constant size of all frames.
    fixed: u64,
    /// Bytes of all other objects.
    varying: u64,
}

/// Bytes of a frame of translated code besides values and objects: its return address, saved
/// registers, outgoing arguments.
const FRAME_COST: u64 = 128;
/// Bytes of a slot of a frame in translated code, which keeps some values in registers.
const SLOT_COST: u64 = 8;

impl<'m> Interp<'m> {
    /// Sets up guest memory. `resolve` names the outside world's function for an external symbol,
    /// if it provides it.
    pub fn new(
        module: &'m Module,
        bodies: &'m [Function],
        layout: Layout,
        config: Config,
        resolve: impl FnMut(&str) -> Option<HostFunc>,
    ) -> Result<Self, String> {
        let program = Program::new(module, bodies, layout, config.displacement, resolve)?;
        let mut interp = Self {
            codes: vec![None; module.funcs.len()],
            program,
            config,
            memory: GuestMemory::default(),
            leases: Vec::new(),
            stack_ranges: Vec::new(),
            foreign_stacks: Vec::new(),
            next_serial: 0,
            executed: 0,
            overflowed: false,
            reach: Reach::default(),
        };
        interp.load_globals()?;
        Ok(interp)
    }

    fn load_globals(&mut self) -> Result<(), String> {
        let layout = &self.program.layout;
        for kind in RegionKind::ALL {
            self.memory.map_image(layout.region(kind));
        }
        for id in self.program.module.globals.keys() {
            let (addr, bytes) = (layout.address(id), self.program.initial_bytes(id));
            let placed = self.memory.add_object(addr, bytes.len() as u32).is_ok() || bytes.is_empty();
            if !placed || self.memory.write(addr, &bytes).is_err() {
                return Err(format!("{} does not lie where the layout says", self.program.module.global_symbol(id)));
            }
        }
        let rodata = layout.rodata;
        self.memory.protect(rodata.start, rodata.len(), Rights::Read);
        Ok(())
    }

    /// The address of a function, for [`VirtualMachine::spawn`].
    pub fn func_address(&self, func: FuncId) -> u32 {
        self.program.func_address(func)
    }

    /// About how many bytes of stack translated code takes for the same run; rather more.
    pub fn stack_use(&self) -> u64 {
        self.reach.varying + self.reach.fixed + self.reach.frames as u64 * FRAME_COST + self.reach.slots as u64 * SLOT_COST
    }

    /// Whether calls nested so deeply that they trapped. How deeply they can is this engine's own:
    /// what they did until then says nothing.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// The fuel that all threads have used so far: about the number of executed instructions.
    pub fn executed(&self) -> u64 {
        self.executed
    }

    /// The plan of the globals.
    pub fn layout(&self) -> &Layout {
        &self.program.layout
    }

    fn code(&mut self, func: FuncId) -> Result<Rc<Code>, Halt> {
        let index = func.as_u32() as usize;
        if let Some(Some(code)) = self.codes.get(index) {
            return Ok(code.clone());
        }
        let body = self.program.body(func).ok_or_else(|| Halt::undefined(format!("{func} has no body")))?;
        let malformed = |message| Halt::undefined(format!("{}: {message}", self.program.module.func_symbol(func)));
        let code = Rc::new(code::decode(&self.program, body).map_err(malformed)?);
        self.codes[index] = Some(code.clone());
        Ok(code)
    }

    fn serial(&mut self) -> u64 {
        self.next_serial += 1;
        self.next_serial
    }
}

/// Calls and returns.
impl Interp<'_> {
    /// Enters a function. Arguments that the callee expects and the call does not pass are
    /// Unspecified; superfluous ones are dropped: C programs call functions so, and every calling
    /// convention here lets them.
    fn enter(
        &mut self,
        thread: &mut Thread,
        func: FuncId,
        args: impl Iterator<Item = (Type, Wide)>,
        result: ResultSlot,
    ) -> Result<(), Halt> {
        let code = self.code(func)?;
        let base = thread.slots.len();
        if thread.frames.len() >= FRAME_LIMIT || base + code.slots as usize > SLOT_LIMIT {
            self.overflowed = true;
            return Err(Halt::trap("stack overflow"));
        }
        thread.slots.resize(base + code.slots as usize, Bits::default());
        self.reach.frames = self.reach.frames.max(thread.frames.len() + 1);
        self.reach.slots = self.reach.slots.max(thread.slots.len());
        let fixed = thread.frames.last().map_or(0, |frame| frame.fixed) + code.fixed;
        self.reach.fixed = self.reach.fixed.max(fixed);
        let mut registers = Registers::new(&mut thread.slots[base..], &[]);
        let (mut slot, mut args) = (0, args);
        for &param in &self.program.module.func_sig(func).params {
            let value = match args.next() {
                Some((ty, value)) if ty == param => value,
                Some((ty, _)) => return Err(Halt::undefined(format!("argument of type {ty} where {param} is expected"))),
                None => unspecified(param),
            };
            registers.set_wide(slot, param, value);
            slot += slots_of(param);
        }
        let (mark, serial) = (thread.stack.mark(), self.serial());
        thread.frames.push(Frame { code, base, pc: 0, mark, fixed, serial, result, jumps: Vec::new() });
        Ok(())
    }

    /// Calls what the running frame asks for; a host function suspends the thread.
    fn call(&mut self, thread: &mut Thread, code: &Code, site: &Site) -> Result<Option<Stop>, Halt> {
        let base = thread.frames.last().map_or(0, |frame| frame.base);
        let registers = Registers::new(&mut thread.slots[base..], &code.consts);
        let target = match site.callee {
            Callee::Direct(func) => self.program.target(func),
            Callee::Indirect(src) => {
                let addr = registers.addr(src)?;
                self.program.target_at(addr).ok_or_else(|| Halt::trap(format!("call of {addr:#010x}, which is no function")))?
            }
            Callee::Intrinsic(_) => return Err(Halt::undefined("an intrinsic has no address")),
        };
        let result = ResultSlot { ty: site.result, dst: site.dst };
        let args = code.args_of(site).iter().map(|&(ty, src)| (ty, registers.wide(src, ty)));
        match target {
            Target::Defined(func) => {
                // The frame's slots move when the callee's are added, so the arguments are fetched
                // first.
                let mut buffer = [(Type::Void, Wide::default()); 8];
                if code.args_of(site).len() <= buffer.len() {
                    let count = code.args_of(site).len();
                    buffer.iter_mut().zip(args).for_each(|(place, arg)| *place = arg);
                    self.enter(thread, func, buffer.into_iter().take(count), result)?;
                } else {
                    let args: Vec<_> = args.collect();
                    self.enter(thread, func, args.into_iter(), result)?;
                }
                Ok(None)
            }
            Target::Host(func) => {
                let args = args.map(|(ty, words)| value_of(ty, words)).collect();
                thread.pending = Some(Pending { func, args, result });
                Ok(Some(Stop::HostCall(func)))
            }
            Target::Missing(func) => {
                Err(Halt::undefined(format!("call of {}, which nobody provides", self.program.module.func_symbol(func))))
            }
        }
    }

    /// Leaves the running frame with a value of type `ty`.
    fn leave(&mut self, thread: &mut Thread, ty: Type, value: Wide) -> Result<Option<Stop>, Halt> {
        let Some(frame) = thread.frames.pop() else { return Ok(Some(Stop::Returned)) };
        thread.stack.release(&mut self.memory, frame.mark);
        thread.slots.truncate(frame.base);
        let value = match (frame.result.ty, format_of(ty)) {
            (Type::Void, _) => Wide::default(),
            (expected, _) if ty == Type::Void => unspecified(expected),
            (expected, _) if expected != ty => {
                return Err(Halt::undefined(format!("result of type {ty} where {expected} is expected")));
            }
            (_, Some(format)) => [float::through_result(format, value[0]), value[1]],
            _ => value,
        };
        if thread.frames.is_empty() {
            thread.result = (frame.result.ty != Type::Void).then(|| value_of(frame.result.ty, value));
            return Ok(Some(Stop::Returned));
        }
        thread.set_result(frame.result, value);
        Ok(None)
    }

    /// Runs the running frame until it calls, returns, or ends.
    fn step(&mut self, thread: &mut Thread, fuel: &mut u64) -> Result<Option<Stop>, Halt> {
        let Some(frame) = thread.frames.last_mut() else { return Ok(Some(Stop::Returned)) };
        let code = frame.code.clone();
        let mut machine = Machine {
            memory: &mut self.memory,
            stack: &mut thread.stack,
            frame_mark: frame.mark,
            thread_pointer: thread.thread_pointer,
            denormals: self.config.denormals,
            extra_cost: 0,
        };
        match exec::run(&code, &mut thread.slots[frame.base..], &mut frame.pc, fuel, &mut machine)? {
            Exit::OutOfFuel => Ok(Some(Stop::OutOfFuel)),
            Exit::Return(ty, value) => self.leave(thread, ty, value),
            Exit::Call(site) => {
                let called = self.call(thread, &code, &code.sites[site as usize]);
                if called.is_err()
                    && let Some(frame) = thread.frames.last_mut()
                {
                    // The message is to name the call.
                    frame.pc -= 1;
                }
                called
            }
            Exit::Jump(site) => {
                let serial = self.serial();
                jumps::run(thread, &mut self.memory, &code, &code.sites[site as usize], serial)?;
                Ok(None)
            }
        }
    }

    /// How a run ends: what happened, and where.
    fn stop_for(&self, thread: &Thread, halt: Halt) -> Stop {
        let place = thread.frames.last().map_or(String::new(), |frame| self.place(&frame.code, frame.pc));
        match halt {
            Halt::Trap(message) => Stop::Trapped(format!("{place}{message}")),
            Halt::Undefined(message) => Stop::Undefined(format!("{place}{message}")),
        }
    }

    /// Function, block and instruction of an operation, for messages.
    fn place(&self, code: &Code, pc: u32) -> String {
        let symbol = self.program.module.func_symbol(code.func);
        let Some((body, &inst)) = self.program.body(code.func).zip(code.origin.get(pc as usize)) else {
            return format!("{symbol}: ");
        };
        let block = body.inst_block(inst).unwrap_or(Block::from_u32(0));
        format!("{symbol}: {block}: {inst}: `{}`: ", print::inst(body, Some(self.program.module), inst))
    }
}

/// Threads.
impl Interp<'_> {
    fn start(&mut self, mut thread: Thread, entry: u32, args: &[Value], result: Type) -> Result<Thread, String> {
        let Some(Target::Defined(func)) = self.program.target_at(entry) else {
            return Err(format!("no function of the module lies at {entry:#010x}"));
        };
        let words = |arg: &Value| words_of(arg, arg.ty).map(|words| (arg.ty, words));
        let args: Vec<_> = args.iter().filter_map(words).collect();
        match self.enter(&mut thread, func, args.into_iter(), ResultSlot { ty: result, dst: 0 }) {
            Ok(()) => Ok(thread),
            Err(Halt::Trap(message) | Halt::Undefined(message)) => Err(message.into()),
        }
    }

    /// A stack of the interpreter's own that no living thread uses.
    fn lease_stack(&mut self) -> Result<(Stack, Rc<()>), String> {
        let index = self.leases.iter().position(|lease| lease.strong_count() == 0).unwrap_or(self.leases.len());
        let displacement = self.config.displacement;
        let below = (index as u32).checked_add(displacement).and_then(|place| place.checked_mul(STACK_STRIDE));
        let top = below.and_then(|below| STACK_TOP.checked_sub(below));
        let top = top.filter(|&top| top >= STACK_LOW + STACK_SIZE).ok_or("too many threads")?;
        let (span, lease) = (Span { start: top - STACK_SIZE, end: top }, Rc::new(()));
        if index == self.leases.len() {
            self.leases.push(Weak::new());
            self.memory.reserve_stack(span);
        }
        self.leases[index] = Rc::downgrade(&lease);
        self.memory.reset_stack(span);
        // The place within a page shows in half an address, too; larger gaps show what reaches from
        // one object into another; and the other direction shows what is made of their order.
        let moved = displacement.wrapping_mul(PAGE_DISPLACEMENT) % PAGE_SIZE;
        let gap = displacement.saturating_mul(GAP_DISPLACEMENT).saturating_add(stack::GAP).min(PAGE_SIZE);
        let growth = if displacement.is_multiple_of(2) { Growth::Down } else { Growth::Up };
        Ok((Stack::new(growth, span.start + moved, span.end - moved, gap), lease))
    }

    /// Remembers which addresses a thread's stack used.
    fn note_stack(&mut self, thread: &Thread) {
        let touched = thread.stack.touched();
        self.reach.varying = self.reach.varying.max(thread.stack.most_varying());
        match self.stack_ranges.iter_mut().find(|span| span.start == touched.start || span.end == touched.end) {
            Some(span) => *span = Span { start: span.start.min(touched.start), end: span.end.max(touched.end) },
            None => self.stack_ranges.push(Span { start: touched.start, end: touched.end }),
        }
    }
}

impl VirtualMachine for Interp<'_> {
    type Thread = Thread;

    fn spawn(&mut self, entry: u32, args: &[Value], result: Type) -> Result<Thread, String> {
        let (stack, lease) = self.lease_stack()?;
        self.start(Thread::new(stack, Some(lease)), entry, args, result)
    }

    fn spawn_on_stack(&mut self, entry: u32, stack_top: u32) -> Result<Thread, String> {
        self.foreign_stacks.push(Span { start: stack_top.saturating_sub(FOREIGN_STACK), end: stack_top });
        self.start(Thread::new(Stack::new(Growth::Down, PAGE_SIZE, stack_top, stack::GAP), None), entry, &[], Type::Void)
    }

    fn run(&mut self, thread: &mut Thread, fuel: &mut u64) -> Stop {
        if let Some(stop) = &thread.ended {
            return stop.clone();
        }
        if let Some(pending) = &thread.pending {
            return Stop::HostCall(pending.func);
        }
        let before = *fuel;
        let stop = loop {
            if let Some(addr) = self.memory.take_stray_write() {
                break Stop::Undefined(format!("the outside world wrote to {addr:#010x}, which belongs to no object"));
            }
            match self.step(thread, fuel) {
                Ok(None) => {}
                Ok(Some(stop)) => break stop,
                Err(halt) => break self.stop_for(thread, halt),
            }
        };
        self.executed += before - *fuel;
        self.note_stack(thread);
        if !matches!(stop, Stop::HostCall(_) | Stop::OutOfFuel) {
            thread.ended = Some(stop.clone());
        }
        stop
    }

    /// Arguments of a type other than the expected one, and those that were not passed, are
    /// Unspecified.
    fn call_args(&mut self, thread: &Thread, params: &[Type]) -> Result<Vec<Value>, Fault> {
        let args = thread.pending.as_ref().map_or(&[][..], |pending| &pending.args);
        let arg = |(index, &ty): (usize, &Type)| match args.get(index) {
            Some(arg) if arg.ty == ty => *arg,
            _ => Value::unspecified(ty),
        };
        Ok(params.iter().enumerate().map(arg).collect())
    }

    fn finish_call(&mut self, thread: &mut Thread, result: Option<Value>) {
        let Some(Pending { result: slot, .. }) = thread.pending.take() else { return };
        let words = result.and_then(|value| words_of(&value, slot.ty)).unwrap_or(unspecified(slot.ty));
        thread.set_result(slot, words);
    }

    fn result(&mut self, thread: &Thread) -> Option<Value> {
        thread.result
    }

    fn set_thread_pointer(&mut self, thread: &mut Thread, value: u32) {
        thread.thread_pointer = value;
    }

    fn thread_pointer(&self, thread: &Thread) -> u32 {
        thread.thread_pointer
    }
}

impl Memory for Interp<'_> {
    fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        self.memory.read(addr, buffer)
    }

    fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.memory.write(addr, bytes)
    }

    fn unspecified(&self, addr: u32, mask: &mut [u8]) -> Result<(), Fault> {
        let (_, bits) = self.read_unspecified(addr, mask.len() as u32);
        if bits.len() != mask.len() {
            return Err(Fault { addr: u32::MAX, write: false });
        }
        mask.copy_from_slice(&bits);
        Ok(())
    }

    fn map(&mut self, addr: u32, len: u32, rights: Rights) -> Result<(), String> {
        self.memory.map(addr, len, rights)
    }

    fn unmap(&mut self, addr: u32, len: u32) {
        self.memory.unmap(addr, len);
    }

    fn protect(&mut self, addr: u32, len: u32, rights: Rights) {
        self.memory.protect(addr, len, rights);
    }
}
