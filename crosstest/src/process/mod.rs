//! Runs a program or a function on an engine, and plays the outside world for it.
//!
//! In: a [`VirtualMachine`] that has a module loaded, the guest address of a function, [`Options`].
//! Out: an [`Outcome`], which depends on nothing but these: time, random numbers, addresses and the
//! order of threads are functions of the calls that the program makes. Two ways in: [`run_program`]
//! builds the startup structure and calls `_start(info)`; [`run_function`] calls a function with
//! given arguments. In both, a call that leaves the module is an interface function (`crate::irt`)
//! or an [`Import`].
//!
//! Threads are coroutines. One runs until it waits, yields, sleeps or ends; then the next of the
//! ready queue runs, in order of arrival. When no thread is ready, time jumps to the earliest
//! deadline; without one, the run ends as a deadlock. The program ends when any thread calls `exit`
//! or traps, or when the first one returns.
//!
//! A run ends after `fuel` at the latest: engines charge what they execute, a call costs one more
//! and one per 64 bytes moved.

#[cfg(test)]
pub(crate) mod fake;
mod import;
mod observe;
mod startup;
#[cfg(test)]
mod tests;
mod trace;

pub use import::{Import, import_address};
pub use startup::write_info;
pub use trace::TraceLimits;

use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::rc::Rc;

use translator::ice::Type;

use crate::guest::{HostFunc, Stop, VirtualMachine};
use crate::irt::abi::Errno;
use crate::irt::{
    Answer, Browser, Call, Chance, Files, Heap, MappedDir, Sink, Source, ThreadId, Tree, Waits, World, browser, table,
};
use crate::layout::{Layout, RODATA_BASE, STACK_LOW, STACK_TOP, Span, TEXT_BASE};
use crate::outcome::{End, Outcome};
use crate::value::Value;
use trace::Trace;

/// Most bytes that a program may allocate.
const HEAP_LIMIT: u32 = 512 << 20;

/// What of the guest's addresses the outside has to know. It must be the same for all engines whose
/// outcomes are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressSpace {
    /// Free addresses, from which the program may allocate; the startup structure lies at their
    /// end.
    pub heap: Span,
    /// Addresses that mean something else in every engine: stacks, code. Such an address is traced
    /// as "some pointer".
    pub opaque: Vec<Span>,
}

impl AddressSpace {
    /// That of a module: the heap follows the globals; code lies below them, and stacks above the
    /// heap.
    pub fn of(layout: &Layout) -> AddressSpace {
        AddressSpace::behind(layout.heap_start)
    }

    /// That of a program whose data end before this address.
    pub fn behind(start: u32) -> AddressSpace {
        let heap = Span { start, end: start.saturating_add(HEAP_LIMIT).min(STACK_LOW) };
        let code = Span { start: TEXT_BASE, end: RODATA_BASE };
        let stacks = Span { start: STACK_LOW, end: STACK_TOP };
        AddressSpace { heap, opaque: vec![code, stacks] }
    }
}

/// How to run.
pub struct Options {
    /// The program's arguments, its name first.
    pub argv: Vec<Vec<u8>>,
    /// Its environment, as `NAME=value`.
    pub env: Vec<Vec<u8>>,
    /// Its standard input.
    pub stdin: Source,
    /// Its standard output.
    pub stdout: Sink,
    /// Its standard error.
    pub stderr: Sink,
    /// Directories that it may see.
    pub dirs: Vec<MappedDir>,
    /// How long it may run.
    pub fuel: u64,
    /// Where random numbers start.
    pub seed: u64,
    /// The address space.
    pub space: AddressSpace,
    /// External functions: the one at index `i` lies at [`import_address`]`(i)`.
    pub imports: Vec<Import>,
    /// How much of the call trace to keep.
    pub trace: TraceLimits,
    /// Memory that the outcome shall show: names and addresses of globals.
    pub observe: Vec<(String, Span)>,
    /// Whether the outcome shall show the heap as well.
    pub observe_heap: bool,
    /// Whether an executor that can looks at what code does with the stack
    /// ([`Config::check_stack`](crate::exec::Config::check_stack)).
    pub check_stack: bool,
    /// Whether it notes reads below the stack pointer
    /// ([`Config::check_reads`](crate::exec::Config::check_reads)).
    pub check_reads: bool,
    /// The stub of the browser, if the program is to have one.
    pub browser: Option<Box<Browser>>,
}

impl Options {
    /// No arguments, no input, no files, output captured (64 MiB), no imports, nothing observed.
    pub fn new(space: AddressSpace) -> Options {
        Options {
            argv: vec![b"program".to_vec()],
            env: Vec::new(),
            stdin: Source::Bytes(Vec::new()),
            stdout: Sink::Capture(64 << 20),
            stderr: Sink::Capture(64 << 20),
            dirs: Vec::new(),
            fuel: u64::MAX,
            seed: 0,
            space,
            imports: Vec::new(),
            trace: TraceLimits::default(),
            observe: Vec::new(),
            observe_heap: false,
            check_stack: true,
            check_reads: true,
            browser: None,
        }
    }
}

/// Runs a program from `_start(info)` at this address. Fails only if it cannot be started.
pub fn run_program<T>(engine: &mut dyn VirtualMachine<Thread = T>, start: u32, mut options: Options) -> Result<Outcome, String> {
    let (argv, env) = (mem::take(&mut options.argv), mem::take(&mut options.env));
    let mut process = Process::new(engine, options)?;
    let info = write_info(&mut process.world.heap, process.engine, &argv, &env)?;
    process.run(start, &[Value::new(Type::I32, info.into())], Type::Void)
}

/// Runs a function. Fails only if it cannot be started.
pub fn run_function<T>(
    engine: &mut dyn VirtualMachine<Thread = T>,
    entry: u32,
    args: &[Value],
    result: Type,
    options: Options,
) -> Result<Outcome, String> {
    Process::new(engine, options)?.run(entry, args, result)
}

/// Most threads at a time.
const THREAD_LIMIT: usize = 256;
/// How much of a call's work costs a unit of fuel.
const WORK_PER_FUEL: u64 = 64;
/// The first thread.
const MAIN: ThreadId = 0;

struct Process<'a, T> {
    engine: &'a mut dyn VirtualMachine<Thread = T>,
    world: World,
    threads: BTreeMap<ThreadId, Thread<T>>,
    /// Threads that can run, in the order in which they will.
    ready: VecDeque<ThreadId>,
    next_id: ThreadId,
    trace: Trace,
    fuel: u64,
    imports: Rc<[Import]>,
    observe: Vec<(String, Span)>,
    observe_heap: bool,
}

struct Thread<T> {
    state: T,
    /// The traced call that it waits in.
    pending: Option<usize>,
}

/// How to go on after a call.
enum Flow {
    /// With the same thread.
    Continue,
    /// With the next one.
    Switch,
    /// Not at all.
    End(End),
}

impl<'a, T> Process<'a, T> {
    fn new(engine: &'a mut dyn VirtualMachine<Thread = T>, options: Options) -> Result<Self, String> {
        let Span { start, end } = options.space.heap;
        let world = World {
            files: Files::new(options.stdin, options.stdout, options.stderr),
            tree: Tree::new(&options.dirs)?,
            heap: Heap::new(Span { start, end: end.min(STACK_LOW) }),
            chance: Chance::new(options.seed),
            waits: Waits::default(),
            processors: 1,
            browser: options.browser,
        };
        Ok(Process {
            engine,
            world,
            threads: BTreeMap::new(),
            ready: VecDeque::new(),
            next_id: MAIN,
            trace: Trace::new(options.trace, options.space),
            fuel: options.fuel,
            imports: options.imports.into(),
            observe: options.observe,
            observe_heap: options.observe_heap,
        })
    }

    fn run(mut self, entry: u32, args: &[Value], result: Type) -> Result<Outcome, String> {
        let thread = self.engine.spawn(entry, args, result)?;
        self.admit(thread);
        let end = self.schedule();
        let main = self.threads.get(&MAIN).filter(|_| end == End::Returned);
        let result = main.and_then(|thread| self.engine.result(&thread.state));
        // Where the program keeps its threads' stacks, engines differ.
        let heap = if self.observe_heap && !self.trace.threaded { self.world.heap.spans() } else { Vec::new() };
        let memory = observe::regions(self.engine, &self.observe, &heap, self.trace.opaque());
        let (stdout, stderr) = self.world.files.into_captured();
        Ok(Outcome { end, result, stdout, stderr, calls: self.trace.finish(), memory })
    }

    /// Adds a thread at the end of the ready queue.
    fn admit(&mut self, state: T) {
        self.threads.insert(self.next_id, Thread { state, pending: None });
        self.ready.push_back(self.next_id);
        self.next_id += 1;
    }

    fn schedule(&mut self) -> End {
        while let Some(id) = self.next_thread() {
            if let Some(end) = self.run_thread(id) {
                return end;
            }
        }
        End::Deadlock
    }

    /// The thread whose turn it is; lets time pass until there is one.
    fn next_thread(&mut self) -> Option<ThreadId> {
        loop {
            self.world.waits.expire(self.world.chance.now());
            self.resume_woken();
            if let Some(id) = self.ready.pop_front() {
                return Some(id);
            }
            let deadline = self.world.waits.next_deadline()?;
            self.world.chance.advance_to(deadline);
        }
    }

    /// Runs a thread until another one should run, or until the program ends.
    fn run_thread(&mut self, id: ThreadId) -> Option<End> {
        loop {
            let thread = self.threads.get_mut(&id)?;
            let flow = match self.engine.run(&mut thread.state, &mut self.fuel) {
                Stop::HostCall(function) => self.call(id, function),
                Stop::Returned if id == MAIN => Flow::End(End::Returned),
                Stop::Returned => Flow::End(End::Trapped("a thread's function returned".into())),
                Stop::Trapped(why) => Flow::End(End::Trapped(why)),
                Stop::OutOfFuel => Flow::End(End::OutOfFuel),
                Stop::Undefined(why) => Flow::End(End::Undefined(why)),
            };
            match flow {
                Flow::Continue if self.fuel == 0 => return Some(End::OutOfFuel),
                Flow::Continue => {}
                Flow::Switch => return None,
                Flow::End(end) => return Some(end),
            }
        }
    }

    /// Serves the call at which a thread stopped.
    fn call(&mut self, id: ThreadId, function: HostFunc) -> Flow {
        self.fuel = self.fuel.saturating_sub(1);
        let row = browser::row_of(self.world.browser.as_deref(), function);
        if let Some(row) = row.or_else(|| table::function_of(function)) {
            return self.call_interface(id, function, row);
        }
        let imports = Rc::clone(&self.imports);
        match import::index_of(function).and_then(|index| imports.get(index)) {
            Some(import) => self.call_import(id, import),
            None => Flow::End(End::Trapped(format!("call of {:#010x}, where no function is", function.address()))),
        }
    }

    fn args(&mut self, id: ThreadId, params: &[Type]) -> Result<Vec<Value>, Flow> {
        let trap = |why: String| Flow::End(End::Trapped(why));
        let thread = self.threads.get(&id).ok_or_else(|| trap("no such thread".into()))?;
        let args = self.engine.call_args(&thread.state, params).map_err(|fault| trap(fault.to_string()))?;
        if args.len() == params.len() { Ok(args) } else { Err(trap("a call without its arguments".into())) }
    }

    fn call_import(&mut self, id: ThreadId, import: &Import) -> Flow {
        let args = match self.args(id, &import.params) {
            Ok(args) => args,
            Err(flow) => return flow,
        };
        let traced: Vec<Value> = args.iter().map(|arg| self.trace.argument(*arg)).collect();
        let result = import.result(self.trace.count(), &traced);
        let event = self.trace.begin(&import.name, traced);
        self.finish(id, event, result);
        Flow::Continue
    }

    fn call_interface(&mut self, id: ThreadId, function: HostFunc, row: &'static table::IrtFunction) -> Flow {
        let types: Vec<Type> = row.params.iter().map(|param| param.ty()).collect();
        let args = match self.args(id, &types) {
            Ok(args) => args,
            Err(flow) => return flow,
        };
        let looks_at = |param: table::Param| param != table::Param::Ignored;
        if let Some(at) = (0..args.len()).find(|&at| looks_at(row.params[at]) && args[at].unspecified != 0) {
            return Flow::End(End::Undefined(format!("argument {at} of {} is Unspecified", row.name)));
        }
        let traced = row.params.iter().zip(&args).map(|(param, arg)| self.trace.parameter(*param, *arg)).collect();
        let event = self.trace.begin(row.name, traced);
        self.world.chance.tick();
        let (world, memory) = (&mut self.world, &mut *self.engine);
        let mut call = Call { world, memory, thread: id, function, args: &args, sent: Vec::new(), work: 0 };
        let served = (row.serve)(&mut call);
        let (sent, work) = (call.sent, call.work);
        self.fuel = self.fuel.saturating_sub(work / WORK_PER_FUEL);
        self.trace.sent(event, sent);
        let flow = self.carry_out(id, event, served.unwrap_or_else(|Errno(number)| Answer::Return(number)));
        self.resume_woken();
        flow
    }

    /// Does what a call is answered with.
    fn carry_out(&mut self, id: ThreadId, event: Option<usize>, answer: Answer) -> Flow {
        match answer {
            Answer::Return(word) => self.finish_word(id, event, word),
            Answer::Yield => {
                self.finish_word(id, event, 0);
                self.ready.push_back(id);
                return Flow::Switch;
            }
            Answer::Wait => {
                if let Some(thread) = self.threads.get_mut(&id) {
                    thread.pending = event;
                }
                return Flow::Switch;
            }
            Answer::Exit(status) => return Flow::End(End::Exited(status)),
            Answer::EndThread => {
                self.threads.remove(&id);
                return Flow::Switch;
            }
            Answer::Spawn { entry, stack, thread_pointer } => return self.spawn(id, event, entry, stack, thread_pointer),
            Answer::SetThreadPointer(value) => {
                if let Some(thread) = self.threads.get_mut(&id) {
                    self.engine.set_thread_pointer(&mut thread.state, value);
                }
                self.finish_word(id, event, 0);
            }
            Answer::GetThreadPointer => {
                let value = self.threads.get(&id).map_or(0, |thread| self.engine.thread_pointer(&thread.state));
                self.finish_word(id, event, value);
            }
        }
        Flow::Continue
    }

    fn spawn(&mut self, id: ThreadId, event: Option<usize>, entry: u32, stack: u32, thread_pointer: u32) -> Flow {
        if self.threads.len() >= THREAD_LIMIT {
            self.finish_word(id, event, Errno::EAGAIN.0);
            return Flow::Continue;
        }
        match self.engine.spawn_on_stack(entry, stack) {
            Ok(mut state) => {
                self.trace.threaded = true;
                self.engine.set_thread_pointer(&mut state, thread_pointer);
                self.admit(state);
                self.finish_word(id, event, 0);
                Flow::Continue
            }
            Err(why) => Flow::End(End::Trapped(why)),
        }
    }

    /// Threads whose wait is over become ready.
    fn resume_woken(&mut self) {
        for (id, result) in self.world.waits.woken() {
            let event = self.threads.get_mut(&id).and_then(|thread| thread.pending.take());
            self.finish_word(id, event, result);
            self.ready.push_back(id);
        }
    }

    fn finish_word(&mut self, id: ThreadId, event: Option<usize>, word: u32) {
        self.finish(id, event, Some(Value::new(Type::I32, word.into())));
    }

    /// Completes a call, in the engine and in the trace.
    fn finish(&mut self, id: ThreadId, event: Option<usize>, result: Option<Value>) {
        if let Some(thread) = self.threads.get_mut(&id) {
            self.engine.finish_call(&mut thread.state, result);
            self.trace.returned(event, result);
        }
    }
}
