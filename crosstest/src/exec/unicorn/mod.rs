//! Executors on the Unicorn emulator: one engine, generic over the ISA.
//!
//! An [`Executor`] maps an image with the rights of its segments, makes threads on stacks of their
//! own or of the guest's, and runs them one at a time. A thread's registers live in a saved context
//! between runs; memory is shared. Calls leave the program by fetching from a host function's
//! address, which is unmapped; a thread's entry function returns to an address that is unmapped
//! too.
//!
//! Fuel: one unit for each basic block entered, counted by a hook. The count depends on nothing but
//! the program, and so does the instruction at which fuel runs out; such a thread can be run on.
//! Unmetered, there is no hook, code runs about twice as fast, and nothing stops a loop.
//!
//! What the emulator does not see (`crosstest/docs/emulator.md`, "Blind spots"): misaligned
//! `movaps` and its like (hence [`Config::check_stack`]), and writes to code by the program, which
//! the rights of code segments rule out. An engine stays on the thread that made it: `Unicorn` is
//! not `Send`.

mod arm;
mod cpu;
mod f80;
mod host;
mod instruction_hooks;
mod isa;
mod mips;
mod mips_blocks;
mod pages;
mod regions;
mod stacks;
#[cfg(test)]
mod tests;
mod trap;
mod x86;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use translator::ice::Type;
use translator::options;
use unicorn_engine::{Context, UcHookId, uc_error};

use super::{Config, READ_TP, RETURN_ADDR, STACKS_BASE, STACKS_END, TP_SLOT};
use crate::exec::executed::Executed;
use crate::guest::{
    Fault, HOST_BASE, HOST_LIMIT, HOST_STRIDE, HostFunc, Memory, PAGE_SIZE, Rights as GuestRights, Stop, VirtualMachine,
};
use crate::load::{self, Image};
use crate::trace::Trace;
use crate::value::Value;
use cpu::{Cpu, Events};
use host::HostSegment;
use isa::IsaOps;
pub use isa::emulator;
use mips_blocks::{Cuts, TRAMPOLINES, TRAMPOLINES_END};
use pages::Pages;
use regions::{Region, Rights};
use stacks::{Lease, Stacks};

/// An ISA that executors exist for. Sealed: the ISAs are [`X8632`], [`X8664`], [`Arm32`] and
/// [`Mips32`].
pub trait Isa: IsaOps {
    /// Its name in the translator's options.
    const NAME: options::Isa;
}

impl<I: IsaOps> Isa for I {
    const NAME: options::Isa = I::ISA;
}

/// 32-bit x86.
pub type X8632 = x86::X86<false>;
/// ARMv7-A.
pub type Arm32 = arm::Arm;
/// 64-bit x86 with 32-bit pointers.
pub type X8664 = x86::X86<true>;
pub use mips::Mips32;

/// The version of the emulator's library.
pub fn version() -> String {
    let (major, minor, patch) = cpu::version();
    format!("{major}.{minor}.{patch}")
}

/// Runs an image under Unicorn.
pub struct Executor<I: Isa> {
    cpu: Cpu,
    config: Config,
    image: Arc<Image>,
    pages: Pages,
    /// The memory of the image's segments. Dropped after `cpu`, which has it mapped.
    segments: Vec<HostSegment>,
    /// Code that stands in for code of the image ([`mips_blocks`]). Dropped after `cpu`, too.
    trampolines: Option<HostSegment>,
    /// The memory of the first stack, which nearly every run uses and finds cleared: from this side
    /// that takes no copy. Dropped after `cpu`.
    first_stack: Option<HostSegment>,
    /// The hooks on single instructions of the image ([`instruction_hooks`]).
    hooks: Vec<UcHookId>,
    stacks: Stacks,
    /// Registers as a thread finds them at its start.
    fresh: Context,
    /// The thread whose registers the emulator holds.
    current: Option<u64>,
    next_thread: u64,
    /// Marks the threads of this engine and its present image: theirs is the same number.
    epoch: u64,
    /// What the thread pointer's slot holds.
    tp_slot: u32,
    /// Whether a fetch failed that the emulator does not survive ([`IsaOps::BREAKS_ON_FETCH`]).
    broken: bool,
    /// Whether pages are mapped otherwise than the image says, but for stacks.
    remapped: bool,
    isa: std::marker::PhantomData<I>,
}

/// An executor of whichever architecture.
pub trait Emulator: VirtualMachine<Thread = Thread> {
    /// Forgets the image, all memory and all threads, and maps another image. Cheaper than a new
    /// engine; its threads behave as a new engine's would. Threads made before must not be used any
    /// more: that panics.
    ///
    /// What both images map alike stays mapped, unless the program changed mappings itself or made
    /// several threads.
    fn reset(&mut self, image: Arc<Image>) -> Result<(), String>;

    /// Brings memory back to what the image says and forgets all threads, as [`reset`](Self::reset)
    /// with the same image does, but without mapping anything if the program did not either: ten
    /// times as fast.
    fn rewind(&mut self) -> Result<(), String>;

    /// Has what the program does noted from now on, until the engine is reset.
    fn watch(&mut self) -> Result<(), String>;

    /// What was noted since [`watch`](Self::watch).
    fn take_trace(&mut self) -> Trace<u32>;

    /// How many instructions were executed since it was asked last, if they are counted
    /// ([`Counting::Instructions`](super::Counting)).
    fn take_count(&mut self) -> u64;

    /// What was executed since it was asked last, if that is noted ([`Counting::Ways`](super::Counting)).
    fn take_executed(&mut self) -> Executed;
}

/// A suspended thread of an [`Executor`].
pub struct Thread {
    id: u64,
    epoch: u64,
    context: Context,
    /// The address to go on at.
    pc: u64,
    thread_pointer: u32,
    result: Type,
    /// The stack pointer at the entry of its function.
    entry_sp: u64,
    state: State,
    /// Held for its `Drop`, which gives the stack back.
    _stack: Option<Lease>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Ready,
    InHostCall,
    Ended(Stop),
}

/// A number that no engine has had before, in this process.
fn new_epoch() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn unicorn(error: uc_error) -> String {
    format!("Unicorn: {error}")
}

impl<I: Isa> Executor<I> {
    /// Makes an engine with an image mapped. An error says what could not be had; it is the
    /// machine's or the configuration's, never the program's.
    pub fn new(image: Arc<Image>, config: Config) -> Result<Self, String> {
        let cpu = Self::open(config)?;
        let fresh = cpu.uc.context_init().map_err(unicorn)?;
        let mut this = Self {
            cpu,
            config,
            image: Arc::default(),
            pages: Pages::new(config.memory_limit),
            segments: Vec::new(),
            trampolines: None,
            first_stack: None,
            hooks: Vec::new(),
            stacks: Stacks::new(config.stack_size),
            fresh,
            current: None,
            next_thread: 0,
            epoch: new_epoch(),
            tp_slot: 0,
            broken: false,
            remapped: false,
            isa: std::marker::PhantomData,
        };
        this.map_image(image)?;
        Ok(this)
    }

    fn open(config: Config) -> Result<Cpu, String> {
        let mut cpu = Cpu::open(cpu::Setup {
            arch: I::ARCH,
            model: I::MODEL,
            metered: config.metered,
            goes_on: I::GOES_ON_AFTER_WRITE,
            sp: config.check_reads.then_some(I::SP),
            counting: config.counting,
            uncounted: u64::from(TRAMPOLINES)..u64::from(TRAMPOLINES_END),
        })?;
        if let Some(halt) = I::HALT {
            let mut function = I::TRAP.repeat(HOST_STRIDE as usize / I::TRAP.len());
            function[..halt.len()].copy_from_slice(&halt);
            cpu.map_stubs(HOST_BASE, &function.repeat(HOST_LIMIT as usize))?;
        }
        I::set_up(&mut cpu);
        Ok(cpu)
    }

    /// Records that nothing is mapped any more.
    fn forget_mappings(&mut self) {
        self.segments.clear();
        self.trampolines = None;
        self.first_stack = None;
        self.stacks = Stacks::new(self.config.stack_size);
        self.tp_slot = 0;
        self.remapped = false;
    }

    /// The image that is mapped.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// Maps an image in place of the one that is mapped, if any.
    fn map_image(&mut self, image: Arc<Image>) -> Result<(), String> {
        self.image = Arc::clone(&image);
        let is_first = self.segments.is_empty();
        let (kept, old): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.segments).into_iter().partition(|host| image.segments.contains(&host.segment()));
        self.segments = kept;
        for host in &old {
            self.pages.unmap(&mut self.cpu, host.segment().addr, host.segment().len);
        }
        // What the emulator has translated of the old code must not be found again.
        self.cpu.uc.ctl_flush_tb().map_err(unicorn)?;
        for &segment in &image.segments {
            if !self.segments.iter().any(|host| host.segment() == segment) {
                let host = self.map_segment(segment)?;
                self.segments.push(host);
            }
        }
        let covered = |chunk: &load::Chunk| {
            image.segments.iter().any(|segment| {
                let offset = chunk.addr.wrapping_sub(segment.addr);
                offset < segment.len && chunk.bytes.len() as u64 <= u64::from(segment.len - offset)
            })
        };
        if let Some(chunk) = image.chunks.iter().find(|chunk| !chunk.bytes.is_empty() && !covered(chunk)) {
            return Err(format!("the image does not cover its content at {:#x}", chunk.addr));
        }
        for host in &mut self.segments {
            let background: &[u8] = if host.segment().access.execute { &I::TRAP } else { &[0] };
            host.fill(background, &image.chunks);
        }
        if let Some(cuts) = I::cut_blocks(&image)? {
            self.apply_cuts(cuts)?;
        }
        self.hook_instructions(&image)?;
        if !is_first {
            return Ok(());
        }
        self.map_code(Region { addr: READ_TP, len: PAGE_SIZE, rights: CODE }, &I::load_word_stub(TP_SLOT))?;
        self.map_pages(Region { addr: TP_SLOT, len: PAGE_SIZE, rights: Rights { execute: false, ..CODE } })
    }

    /// Maps memory of ours as a segment. It has to be kept until it is unmapped or the emulator is
    /// closed.
    fn map_segment(&mut self, segment: load::Segment) -> Result<HostSegment, String> {
        let rights = Rights { read: true, write: segment.access.write, execute: segment.access.execute };
        let host = HostSegment::new(segment)?;
        let region = Region { addr: segment.addr, len: segment.len, rights };
        // SAFETY: the memory is as long as the region, and lives in `segments`, `trampolines` or
        // `first_stack` until it is unmapped: `map_image`, `apply_cuts` and `reset` unmap it before
        // they drop it, and a dropped engine closes the emulator first.
        unsafe { self.pages.map_host(&mut self.cpu, region, host.memory()) }?;
        Ok(host)
    }

    /// Cuts the blocks that are too long for the emulator.
    fn apply_cuts(&mut self, cuts: Cuts) -> Result<(), String> {
        for (addr, words) in &cuts.patches {
            let bytes = words.map(u32::to_le_bytes);
            if !self.segments.iter_mut().any(|host| host.write(*addr, bytes.as_flattened())) {
                return Err(format!("a block to cut at {addr:#x} lies in no segment"));
            }
        }
        let len = (cuts.trampolines.len() as u32).next_multiple_of(PAGE_SIZE);
        if self.trampolines.as_ref().map_or(0, |host| host.segment().len) < len {
            if let Some(old) = self.trampolines.take() {
                self.pages.unmap(&mut self.cpu, old.segment().addr, old.segment().len);
            }
            let segment = load::Segment { addr: TRAMPOLINES, len, access: load::Access::READ_EXECUTE };
            self.trampolines = Some(self.map_segment(segment)?);
        }
        if let Some(host) = &mut self.trampolines {
            host.fill(&I::TRAP, &[load::Chunk { addr: TRAMPOLINES, bytes: cuts.trampolines }]);
        }
        Ok(())
    }

    /// Maps pages of code, and of traps behind it.
    fn map_code(&mut self, region: Region, code: &[u8]) -> Result<(), String> {
        self.map_pages(region)?;
        let mut bytes = I::TRAP.repeat(region.len as usize / I::TRAP.len());
        bytes[..code.len()].copy_from_slice(code);
        self.cpu.write(region.addr, &bytes).map_err(|fault| fault.to_string())
    }

    /// Maps zeroed pages in place of whatever is mapped there.
    fn map_pages(&mut self, region: Region) -> Result<(), String> {
        self.pages.map(&mut self.cpu, region)
    }

    /// Makes the emulator hold a thread's registers.
    ///
    /// # Panics
    /// Panics on a thread of another engine, or of an earlier image: a context holds the emulator's
    /// own pointers, too.
    fn load(&mut self, thread: &Thread) {
        assert_eq!(thread.epoch, self.epoch, "the thread belongs to another engine or an earlier image");
        if self.current != Some(thread.id) {
            self.cpu.uc.context_restore(&thread.context).expect("the context is of this engine's kind");
            self.current = Some(thread.id);
        }
    }

    /// Saves the registers of the thread that the emulator holds.
    fn save(&mut self, thread: &mut Thread) {
        self.cpu.uc.context_save(&mut thread.context).expect("the context is of this engine's kind");
    }

    /// Makes a thread that is about to call `entry` with its frame ending at `top`.
    fn start(&mut self, entry: u32, top: u32, args: &[Value], result: Type, stack: Option<Lease>) -> Result<Thread, String> {
        self.cpu.uc.context_restore(&self.fresh).map_err(unicorn)?;
        self.current = None;
        I::enter(&mut self.cpu, top, args, result, RETURN_ADDR).map_err(|fault| format!("no room on the stack: {fault}"))?;
        isa::set_at_entry::<I>(&mut self.cpu, self.image.sandboxed);
        let entry_sp = I::stack_pointer(&self.cpu);
        let context = self.cpu.uc.context_init().map_err(unicorn)?;
        let id = self.next_thread;
        self.next_thread += 1;
        self.current = Some(id);
        Ok(Thread {
            id,
            epoch: self.epoch,
            context,
            pc: u64::from(entry),
            thread_pointer: 0,
            result,
            entry_sp,
            state: State::Ready,
            _stack: stack,
        })
    }

    /// Tells why the emulator stopped.
    fn stopped(&self, ended: Result<(), uc_error>, pc: u64, entry_sp: u64) -> Stop {
        let events = self.cpu.uc.get_data();
        let in_table = u32::try_from(pc).ok();
        match ended {
            _ if events.out_of_fuel => Stop::OutOfFuel,
            _ if events.below.is_some() => {
                let (addr, sp) = events.below.unwrap_or_default();
                Stop::Trapped(format!("read of {addr:#x} below the stack pointer {sp:#x}"))
            }
            Ok(()) if events.exception.is_none() && pc == u64::from(RETURN_ADDR) => {
                match isa::not_restored::<I>(&self.cpu, entry_sp, self.image.sandboxed).filter(|_| self.config.check_stack) {
                    Some(what) => Stop::Trapped(what),
                    None => Stop::Returned,
                }
            }
            Ok(()) | Err(uc_error::FETCH_UNMAPPED) if events.exception.is_none() && in_table.and_then(HostFunc::at).is_some() => {
                let func = in_table.and_then(HostFunc::at).expect("the guard saw one");
                match I::misaligned_stack(&self.cpu).filter(|_| self.config.check_stack) {
                    Some(sp) => {
                        Stop::Trapped(format!("misaligned stack pointer {sp:#x} at the call of host function {}", func.0))
                    }
                    None => Stop::HostCall(func),
                }
            }
            _ => Stop::Trapped(trap::describe::<I>(&self.cpu, &self.image, ended, pc)),
        }
    }
}

/// The rights of code.
const CODE: Rights = Rights { read: true, write: false, execute: true };

/// The pages of a range that lie in the part of the address space that the program may map: first
/// address and length.
fn guest_pages(addr: u32, len: u32) -> (u32, u32) {
    let end = (u64::from(addr) + u64::from(len)).min(u64::from(STACKS_BASE)).next_multiple_of(u64::from(PAGE_SIZE)) as u32;
    let start = addr / PAGE_SIZE * PAGE_SIZE;
    (start, end.saturating_sub(start))
}

/// What the program's own mappings allow.
fn data_rights(rights: GuestRights) -> Rights {
    let (read, write) = (rights != GuestRights::None, rights == GuestRights::ReadWrite);
    Rights { read, write, execute: false }
}

impl<I: Isa> Emulator for Executor<I> {
    fn reset(&mut self, image: Arc<Image>) -> Result<(), String> {
        if self.broken {
            self.cpu = Self::open(self.config)?;
            self.fresh = self.cpu.uc.context_init().map_err(unicorn)?;
            self.pages = Pages::new(self.config.memory_limit);
            self.broken = false;
            self.hooks.clear();
            self.forget_mappings();
        } else if self.remapped || !self.stacks.is_as_new() {
            self.pages.unmap(&mut self.cpu, 0, u32::MAX);
            self.forget_mappings();
        }
        self.current = None;
        self.epoch = new_epoch();
        self.map_image(image)
    }

    fn rewind(&mut self) -> Result<(), String> {
        let image = Arc::clone(&self.image);
        if self.remapped || self.broken {
            return self.reset(image);
        }
        self.current = None;
        self.epoch = new_epoch();
        // Data holds no code, so that the emulator need not be told.
        for host in self.segments.iter_mut().filter(|host| host.segment().access.write) {
            host.fill(&[0], &image.chunks);
        }
        Ok(())
    }

    fn watch(&mut self) -> Result<(), String> {
        self.cpu.watch()
    }

    fn take_trace(&mut self) -> Trace<u32> {
        self.cpu.uc.get_data_mut().trace.take().map(|trace| *trace).unwrap_or_default()
    }

    fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.cpu.uc.get_data_mut().instructions)
    }

    fn take_executed(&mut self) -> Executed {
        let mut executed = self.cpu.uc.get_data_mut().executed.take().unwrap_or_default();
        // Where two instructions have moved away, two others stand that are executed as often.
        executed.counts.retain(|addr, _| !(TRAMPOLINES..TRAMPOLINES_END).contains(addr));
        *executed
    }
}

impl<I: Isa> Memory for Executor<I> {
    fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        self.pages.check(addr, buffer.len(), false)?;
        self.cpu.read(addr, buffer)
    }

    fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.pages.check(addr, bytes.len(), true)?;
        self.cpu.write(addr, bytes)
    }

    fn map(&mut self, addr: u32, len: u32, rights: GuestRights) -> Result<(), String> {
        if !addr.is_multiple_of(PAGE_SIZE) || !len.is_multiple_of(PAGE_SIZE) {
            return Err(format!("{addr:#x}+{len:#x} is not page-aligned"));
        }
        if u64::from(addr) + u64::from(len) > u64::from(STACKS_BASE) {
            return Err(format!("{addr:#x}+{len:#x} reaches into the executor's own pages"));
        }
        self.remapped = true;
        if len == 0 { Ok(()) } else { self.map_pages(Region { addr, len, rights: data_rights(rights) }) }
    }

    fn unmap(&mut self, addr: u32, len: u32) {
        let (addr, len) = guest_pages(addr, len);
        self.remapped = true;
        self.pages.unmap(&mut self.cpu, addr, len);
    }

    fn protect(&mut self, addr: u32, len: u32, rights: GuestRights) {
        let (addr, len) = guest_pages(addr, len);
        self.remapped = true;
        self.pages.protect(&mut self.cpu, addr, len, data_rights(rights));
    }
}

impl<I: Isa> VirtualMachine for Executor<I> {
    type Thread = Thread;

    fn spawn(&mut self, entry: u32, args: &[Value], result: Type) -> Result<Thread, String> {
        let (lease, reused) = self.stacks.take().ok_or("out of room for stacks")?;
        let len = self.stacks.size();
        let addr = lease.top - len;
        if reused && self.pages.check(addr, len as usize, true).is_ok() {
            match &mut self.first_stack {
                Some(host) if host.segment().addr == addr => host.fill(&[0], &[]),
                _ => self.cpu.write(addr, &vec![0; len as usize]).map_err(|fault| fault.to_string())?,
            }
        } else if lease.top == STACKS_END && self.first_stack.is_none() {
            let access = load::Access::READ_WRITE;
            let mut host = self.map_segment(load::Segment { addr, len, access })?;
            host.fill(&[0], &[]);
            self.first_stack = Some(host);
        } else {
            self.map_pages(Region { addr, len, rights: data_rights(GuestRights::ReadWrite) })?;
        }
        self.start(entry, lease.top, args, result, Some(lease))
    }

    fn spawn_on_stack(&mut self, entry: u32, stack_top: u32) -> Result<Thread, String> {
        // The word below the top is where the return address goes, wherever alignment puts it
        // exactly.
        let lowest = stack_top.checked_sub(32).ok_or("no room on the stack")?;
        self.pages.check(lowest, 32, true).map_err(|fault| format!("the stack is not usable: {fault}"))?;
        self.start(entry, stack_top, &[], Type::Void, None)
    }

    /// # Panics
    /// Panics on a thread that waits for [`finish_call`](VirtualMachine::finish_call).
    fn run(&mut self, thread: &mut Thread, fuel: &mut u64) -> Stop {
        match &thread.state {
            State::Ended(stop) => return stop.clone(),
            State::InHostCall => panic!("the thread waits for the end of a host call"),
            State::Ready if self.broken => {
                return Stop::Trapped("the engine stopped at another thread's fetch from nowhere".into());
            }
            State::Ready => {}
        }
        self.load(thread);
        if self.tp_slot != thread.thread_pointer {
            self.cpu.write(TP_SLOT, &thread.thread_pointer.to_le_bytes()).expect("the slot is mapped");
            self.tp_slot = thread.thread_pointer;
        }
        let events = self.cpu.uc.get_data_mut();
        let (trace, instructions, executed) = (events.trace.take(), events.instructions, events.executed.take());
        *events = Events { fuel: *fuel, trace, instructions, executed, ..Events::default() };
        let ended = self.cpu.uc.emu_start(thread.pc, u64::from(RETURN_ADDR), 0, 0);
        *fuel = self.cpu.uc.get_data().fuel;
        // A misaligned fetch looks like a misaligned load.
        let failed =
            Err(uc_error::READ_UNALIGNED) == ended || matches!(ended, Err(uc_error::FETCH_UNMAPPED | uc_error::FETCH_PROT));
        self.broken = I::BREAKS_ON_FETCH && failed;
        let refused = self.cpu.uc.get_data_mut().refused.take();
        thread.pc = refused.as_ref().and_then(|refused| refused.pc).unwrap_or_else(|| I::pc(&self.cpu));
        for (addr, bytes) in refused.into_iter().flat_map(|refused| refused.memory) {
            self.cpu.write(addr, &bytes).expect("it was mapped when the write was refused, and only the host unmaps");
        }
        let stop = self.stopped(ended, thread.pc, thread.entry_sp);
        if let (Stop::HostCall(_), Some(trace)) = (&stop, &mut self.cpu.uc.get_data_mut().trace) {
            trace.calls.extend(trace.last);
        }
        thread.state = match stop {
            Stop::HostCall(_) => State::InHostCall,
            Stop::OutOfFuel => State::Ready,
            _ => State::Ended(stop.clone()),
        };
        self.save(thread);
        stop
    }

    fn call_args(&mut self, thread: &Thread, params: &[Type]) -> Result<Vec<Value>, Fault> {
        self.load(thread);
        I::arguments(&self.cpu, params)
    }

    /// # Panics
    /// Panics on a thread that did not stop at a host call.
    fn finish_call(&mut self, thread: &mut Thread, result: Option<Value>) {
        assert_eq!(thread.state, State::InHostCall, "the thread is not in a host call");
        self.load(thread);
        match I::leave(&mut self.cpu, result) {
            Ok(pc) => {
                thread.pc = pc;
                thread.state = State::Ready;
            }
            Err(fault) => thread.state = State::Ended(Stop::Trapped(format!("return from a host function: {fault}"))),
        }
        self.save(thread);
    }

    fn result(&mut self, thread: &Thread) -> Option<Value> {
        if thread.state != State::Ended(Stop::Returned) {
            return None;
        }
        self.load(thread);
        I::result(&self.cpu, thread.result)
    }

    fn set_thread_pointer(&mut self, thread: &mut Thread, value: u32) {
        thread.thread_pointer = value;
    }

    fn thread_pointer(&self, thread: &Thread) -> u32 {
        thread.thread_pointer
    }
}
