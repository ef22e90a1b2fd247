//! An engine for tests: guest code is a Rust closure that makes host calls on fake memory.
//!
//! Each guest thread is a host thread in lockstep with the engine: it runs between
//! [`VirtualMachine::run`] and the next host call, and waits otherwise, so that closures are
//! written straight down and still are coroutines. A failed assertion in guest code fails the test.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use translator::ice::Type;

use super::{AddressSpace, Options, run_program};
use crate::guest::{Fault, HostFunc, Memory, PAGE_SIZE, Rights, Stop, VirtualMachine};
use crate::irt::table;
use crate::layout::Span;
use crate::outcome::Outcome;
use crate::value::Value;

/// A mapped page of "globals", where guests keep what they pass by pointer. The page after it is
/// not mapped.
pub const DATA: u32 = 0x1100_0000;
/// A mapped page of "stack".
pub const STACK: u32 = 0x7000_0000;
/// The heap: 16 pages.
pub const HEAP: u32 = 0x2000_0000;
pub const HEAP_END: u32 = HEAP + 16 * PAGE_SIZE;
/// Where the entry function lies; [`Fake::add`] puts others behind it.
pub const ENTRY: u32 = 0x2_0000;

pub type Code = Arc<dyn Fn(&Cpu) + Send + Sync>;
type Pages = BTreeMap<u32, (Rights, Vec<u8>)>;

#[derive(Default)]
pub struct Fake {
    pages: Arc<Mutex<Pages>>,
    functions: HashMap<u32, Code>,
}

enum Event {
    Call(HostFunc, Vec<Value>),
    Returned,
    Trapped,
    Failed(String),
}

/// What guest code sees.
pub struct Cpu {
    pub args: Vec<Value>,
    pages: Arc<Mutex<Pages>>,
    events: Sender<Event>,
    replies: Receiver<Option<Value>>,
}

/// Unwinds a guest thread that will not be resumed.
struct Gone;
/// Unwinds a guest thread that trapped.
struct Trap;

impl Cpu {
    /// Makes a host call; what it returned.
    pub fn call_values(&self, function: HostFunc, args: Vec<Value>) -> Option<Value> {
        if self.events.send(Event::Call(function, args)).is_err() {
            resume_unwind(Box::new(Gone));
        }
        self.replies.recv().unwrap_or_else(|_| resume_unwind(Box::new(Gone)))
    }

    /// Calls an interface function.
    pub fn call(&self, name: &str, args: &[u64]) -> u32 {
        let function = table::function(name).expect(name);
        let row = table::function_of(function).expect(name);
        assert_eq!(row.params.len(), args.len(), "{name}");
        let args = row.params.iter().zip(args).map(|(param, arg)| Value::new(param.ty(), u128::from(*arg))).collect();
        self.call_values(function, args).map_or(0, |value| value.bits as u32)
    }

    pub fn trap(&self) {
        resume_unwind(Box::new(Trap));
    }

    pub fn write(&self, addr: u32, bytes: &[u8]) {
        write(&mut self.pages.lock().unwrap(), addr, bytes).expect("guest writes to mapped memory");
    }

    pub fn read(&self, addr: u32, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        read(&self.pages.lock().unwrap(), addr, &mut bytes).expect("guest reads mapped memory");
        bytes
    }

    pub fn put(&self, addr: u32, word: u32) {
        self.write(addr, &word.to_le_bytes());
    }

    pub fn get(&self, addr: u32) -> u32 {
        u32::from_le_bytes(self.read(addr, 4).try_into().unwrap())
    }

    pub fn get64(&self, addr: u32) -> u64 {
        u64::from_le_bytes(self.read(addr, 8).try_into().unwrap())
    }

    /// Writes a string; its address.
    pub fn text(&self, addr: u32, text: &str) -> u64 {
        self.write(addr, text.as_bytes());
        self.write(addr + text.len() as u32, &[0]);
        addr.into()
    }

    /// Writes to standard output.
    pub fn print(&self, text: &str) {
        let addr = DATA + 0xf000;
        self.write(addr, text.as_bytes());
        assert_eq!(self.call("fdio.write", &[1, addr.into(), text.len() as u64, u64::from(addr) + 0xf00]), 0);
        assert_eq!(self.get(addr + 0xf00) as usize, text.len());
    }
}

fn read(pages: &Pages, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
    for (addr, byte) in (addr..).zip(buffer) {
        match pages.get(&(addr / PAGE_SIZE)) {
            Some((Rights::Read | Rights::ReadWrite, bytes)) => *byte = bytes[(addr % PAGE_SIZE) as usize],
            _ => return Err(Fault { addr, write: false }),
        }
    }
    Ok(())
}

fn write(pages: &mut Pages, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
    for (offset, byte) in bytes.iter().enumerate() {
        let addr = addr.wrapping_add(offset as u32);
        match pages.get_mut(&(addr / PAGE_SIZE)) {
            Some((Rights::ReadWrite, bytes)) => bytes[(addr % PAGE_SIZE) as usize] = *byte,
            _ => return Err(Fault { addr, write: true }),
        }
    }
    Ok(())
}

impl Memory for Fake {
    fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        read(&self.pages.lock().unwrap(), addr, buffer)
    }

    fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
        write(&mut self.pages.lock().unwrap(), addr, bytes)
    }

    fn map(&mut self, addr: u32, len: u32, rights: Rights) -> Result<(), String> {
        assert_eq!((addr % PAGE_SIZE, len % PAGE_SIZE), (0, 0));
        let mut pages = self.pages.lock().unwrap();
        for page in addr / PAGE_SIZE..(addr + len) / PAGE_SIZE {
            pages.insert(page, (rights, vec![0; PAGE_SIZE as usize]));
        }
        Ok(())
    }

    fn unmap(&mut self, addr: u32, len: u32) {
        let mut pages = self.pages.lock().unwrap();
        for page in addr / PAGE_SIZE..(addr + len) / PAGE_SIZE {
            pages.remove(&page);
        }
    }

    fn protect(&mut self, addr: u32, len: u32, rights: Rights) {
        let mut pages = self.pages.lock().unwrap();
        for page in addr / PAGE_SIZE..(addr + len) / PAGE_SIZE {
            if let Some(page) = pages.get_mut(&page) {
                page.0 = rights;
            }
        }
    }
}

pub struct FakeThread {
    events: Receiver<Event>,
    replies: Sender<Option<Value>>,
    /// The arguments of the call at which it stopped; the thread starts by waiting for an empty
    /// reply.
    call: Vec<Value>,
    finished: Option<Option<Value>>,
    thread_pointer: u32,
}

impl Fake {
    /// Adds a function; its address.
    pub fn add(&mut self, code: Code) -> u32 {
        let addr = ENTRY + self.functions.len() as u32 * 16;
        self.functions.insert(addr, code);
        addr
    }

    fn start(&mut self, entry: u32, args: Vec<Value>) -> Result<FakeThread, String> {
        let code = Arc::clone(self.functions.get(&entry).ok_or("no function there")?);
        let ((events, from_guest), (replies, to_guest)) = (channel(), channel());
        let cpu = Cpu { args, pages: Arc::clone(&self.pages), events, replies: to_guest };
        thread::spawn(move || {
            if cpu.replies.recv().is_err() {
                return;
            }
            let event = match catch_unwind(AssertUnwindSafe(|| code(&cpu))) {
                Ok(()) => Event::Returned,
                Err(why) if why.is::<Gone>() => return,
                Err(why) if why.is::<Trap>() => Event::Trapped,
                Err(why) => Event::Failed(why.downcast_ref::<String>().cloned().unwrap_or_default()),
            };
            let _ = cpu.events.send(event);
        });
        Ok(FakeThread { events: from_guest, replies, call: Vec::new(), finished: Some(None), thread_pointer: 0 })
    }
}

impl VirtualMachine for Fake {
    type Thread = FakeThread;

    fn spawn(&mut self, entry: u32, args: &[Value], _result: Type) -> Result<FakeThread, String> {
        self.start(entry, args.to_vec())
    }

    fn spawn_on_stack(&mut self, entry: u32, _stack_top: u32) -> Result<FakeThread, String> {
        self.start(entry, Vec::new())
    }

    fn run(&mut self, thread: &mut FakeThread, fuel: &mut u64) -> Stop {
        if *fuel == 0 {
            return Stop::OutOfFuel;
        }
        let reply = thread.finished.take().expect("a call is finished before its thread runs again");
        thread.replies.send(reply).expect("the guest waits");
        match thread.events.recv().expect("the guest answers") {
            Event::Call(function, args) => {
                thread.call = args;
                Stop::HostCall(function)
            }
            Event::Returned => Stop::Returned,
            Event::Trapped => Stop::Trapped("trap".into()),
            Event::Failed(why) => panic!("guest: {why}"),
        }
    }

    fn call_args(&mut self, thread: &FakeThread, params: &[Type]) -> Result<Vec<Value>, Fault> {
        assert!(thread.call.iter().map(|arg| arg.ty).eq(params.iter().copied()), "arguments have the stated types");
        Ok(thread.call.clone())
    }

    fn finish_call(&mut self, thread: &mut FakeThread, result: Option<Value>) {
        assert!(thread.finished.replace(result).is_none(), "a call is finished once");
    }

    fn result(&mut self, _thread: &FakeThread) -> Option<Value> {
        Some(Value::new(Type::I32, 77))
    }

    fn set_thread_pointer(&mut self, thread: &mut FakeThread, value: u32) {
        thread.thread_pointer = value;
    }

    fn thread_pointer(&self, thread: &FakeThread) -> u32 {
        thread.thread_pointer
    }
}

/// Options for the fake address space.
pub fn options() -> Options {
    let heap = Span { start: HEAP, end: HEAP_END };
    let opaque = vec![Span { start: STACK, end: STACK + PAGE_SIZE }];
    Options { fuel: 100_000, ..Options::new(AddressSpace { heap, opaque }) }
}

/// An engine with data and stack mapped, and these functions.
pub fn engine(functions: Vec<Code>) -> Fake {
    let mut engine = Fake::default();
    engine.map(DATA, PAGE_SIZE, Rights::ReadWrite).expect("fake memory does not run out");
    engine.map(STACK, PAGE_SIZE, Rights::ReadWrite).expect("fake memory does not run out");
    for function in functions {
        engine.add(function);
    }
    engine
}

/// Runs guest code as a program.
pub fn run(code: impl Fn(&Cpu) + Send + Sync + 'static) -> Outcome {
    run_with(options(), code)
}

/// As [`run`], with options.
pub fn run_with(options: Options, code: impl Fn(&Cpu) + Send + Sync + 'static) -> Outcome {
    run_program(&mut engine(vec![Arc::new(code)]), ENTRY, options).expect("the program starts")
}

/// Runs a program whose threads run these functions; the first is the main one, and thread n starts
/// at `ENTRY + 16 * n`.
pub fn run_threads(functions: Vec<Code>) -> Outcome {
    run_program(&mut engine(functions), ENTRY, options()).expect("the program starts")
}
