//! The guest's threads, each on a thread of its own, and the world outside, which they share behind a lock.
//!
//! A thread takes the lock to make a call and holds it until it is served; guest code runs without it. A call that waits parks its
//! thread: whoever ends the wait leaves the result and unparks it. Time is the system's; a thread that waits wakes at the earliest
//! deadline of all, since the one it belongs to may be parked for longer. If all threads wait and none has a deadline, the program is
//! at its end, as elsewhere. The process ends with the program, whichever thread ends it, and whatever the others do.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use super::blocks::Blocks;
use super::faults::HandlerStack;
use super::gate::{Context, ENDED, FAULTED, Parts, Reply};
use super::memory::Pages;
use super::mode::Mode;
use super::report;
use crate::guest::{HostFunc, Memory};
use crate::irt::abi::Errno;
use crate::irt::{Answer, Call, ThreadId, World, browser, table};
use crate::load::Image;
use crate::outcome::End;
use crate::value::Value;
use translator::driver::error::panic_message;

/// Most threads at a time.
pub const THREAD_LIMIT: usize = 256;
/// Bytes of a host thread's stack: host functions run on it, guest code does not.
const HOST_STACK: usize = 512 << 10;
/// The first thread.
const MAIN: ThreadId = 0;

/// How a program ended, for who started it.
pub struct Ending<'e> {
    /// The end.
    pub end: &'e End,
    /// Whether it asked for the browser.
    pub wants_browser: bool,
}

/// What is done when the program has ended; never returns.
pub type Ended = Box<dyn Fn(Ending<'_>) + Send + Sync>;

/// What all threads share.
pub struct Shared {
    /// The program.
    pub image: Arc<Image>,
    blocks: Option<Blocks>,
    mode: Mode,
    state: Mutex<State>,
    ended: Ended,
}

struct State {
    world: World,
    pages: Pages,
    threads: BTreeMap<ThreadId, Parked>,
    next_id: ThreadId,
    /// Whether the program has ended.
    is_over: bool,
    wants_browser: bool,
}

/// How a thread is woken.
#[derive(Default)]
struct Parked {
    /// The host's thread, once it runs.
    handle: Option<Thread>,
    waits: bool,
    /// What the call that it waits in returns.
    result: Option<u32>,
}

/// A thread of the guest, as its context knows it.
pub struct Guest {
    shared: Arc<Shared>,
    id: ThreadId,
}

/// Where a thread begins.
#[derive(Copy, Clone, Debug)]
pub struct Start {
    /// The function.
    pub entry: u32,
    /// The end of its stack.
    pub stack: u32,
    /// Its argument.
    pub argument: u32,
    /// Its thread pointer.
    pub thread_pointer: u32,
}

impl Shared {
    /// Nothing runs yet.
    pub fn new(
        (image, blocks, mode): (Arc<Image>, Option<Blocks>, Mode),
        world: World,
        pages: Pages,
        ended: Ended,
    ) -> Arc<Shared> {
        let state = State { world, pages, threads: BTreeMap::new(), next_id: MAIN, is_over: false, wants_browser: false };
        Arc::new(Shared { image, blocks, mode, state: Mutex::new(state), ended })
    }

    /// Runs the first thread on this one. The program ends in it or in another thread.
    pub fn run(self: &Arc<Self>, start: Start) -> ! {
        let id = self.lock().admit();
        self.thread(id, start);
        // It ended itself: the others go on.
        loop {
            thread::park();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic ends the process before anybody else gets the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the program, if no other thread has; this one goes no further.
    pub fn end(&self, end: &End) -> ! {
        let mut state = self.lock();
        let (was_over, wants_browser) = (std::mem::replace(&mut state.is_over, true), state.wants_browser);
        drop(state);
        if !was_over {
            (self.ended)(Ending { end, wants_browser });
        }
        loop {
            thread::park();
        }
    }

    /// Runs a thread of the guest on this one, until it ends.
    fn thread(self: &Arc<Self>, id: ThreadId, start: Start) {
        let guest = Guest { shared: Arc::clone(self), id };
        let installed = self.mode.install(Parts { serve, owner: &raw const guest });
        let mut home = installed.unwrap_or_else(|why| self.end(&End::Trapped(why)));
        home.thread_pointer = start.thread_pointer;
        let handlers = HandlerStack::install(&home).unwrap_or_else(|why| self.end(&End::Trapped(why)));
        let prepared = home.prepare(&mut self.lock().pages, start);
        let stack = prepared.unwrap_or_else(|fault| self.end(&End::Trapped(format!("a thread's stack: {fault}"))));
        // SAFETY: the context was installed for this thread just now; the image is mapped, and the stack is what the program gave.
        let how = unsafe { home.enter(start, stack) };
        match how {
            ENDED => {
                // Another thread may have its place as soon as this one is not counted any more.
                drop(handlers);
                drop(home);
                let mut state = self.lock();
                state.threads.remove(&id);
                // Whoever still waits, waits for ever if there was only this thread to end it.
                if state.is_dead() {
                    drop(state);
                    self.end(&End::Deadlock);
                }
            }
            FAULTED => {
                // The lock is free again when the program ends.
                let text = report::describe((&self.image, self.blocks.as_ref()), &self.lock().pages, &home.trap);
                self.end(&End::Trapped(text));
            }
            _ if id == MAIN => self.end(&End::Returned),
            _ => self.end(&End::Trapped("a thread's function returned".into())),
        }
    }

    /// Starts another thread; false if there are too many.
    fn spawn(self: &Arc<Self>, state: &mut State, start: Start) -> bool {
        if state.threads.len() >= THREAD_LIMIT {
            return false;
        }
        let (id, shared) = (state.admit(), Arc::clone(self));
        let spawned = thread::Builder::new().stack_size(HOST_STACK).spawn(move || shared.thread(id, start));
        if spawned.is_err() {
            state.threads.remove(&id);
        }
        spawned.is_ok()
    }
}

impl State {
    fn admit(&mut self) -> ThreadId {
        let id = self.next_id;
        self.next_id += 1;
        self.threads.insert(id, Parked::default());
        id
    }

    /// Gives results to the threads whose wait is over.
    fn deliver(&mut self) {
        for (id, result) in self.world.waits.woken() {
            if let Some(parked) = self.threads.get_mut(&id) {
                parked.result = Some(result);
                parked.handle.iter().for_each(Thread::unpark);
            }
        }
    }

    /// Whether all threads wait, and for nothing that comes by itself.
    fn is_dead(&self) -> bool {
        let waits = |parked: &Parked| parked.waits && parked.result.is_none();
        self.world.waits.next_deadline().is_none() && self.threads.values().all(waits)
    }
}

/// How a call goes on.
enum Flow {
    Return(u32),
    EndThread,
}

/// A call of a host function: from the gate.
extern "C" fn serve(context: *mut Context, number: u32) -> Reply {
    // SAFETY: the gate passes the context of this thread, which nobody else uses while the thread is in the host; its owner outlives it.
    let (context, guest) = unsafe { (&mut *context, &*(*context).owner) };
    match catch_unwind(AssertUnwindSafe(|| guest.call(context, HostFunc(number)))) {
        Ok(Flow::Return(word)) => Reply { value: word.into(), leaves: 0 },
        Ok(Flow::EndThread) => Reply { value: ENDED, leaves: 1 },
        Err(payload) => {
            let message = format!("internal error: {}", panic_message(&*payload));
            guest.shared.end(&End::Trapped(message))
        }
    }
}

impl Guest {
    fn call(&self, context: &mut Context, function: HostFunc) -> Flow {
        let state = self.shared.lock();
        let row = browser::row_of(state.world.browser.as_deref(), function).or_else(|| table::function_of(function));
        let args = row.map_or(Ok(Vec::new()), |row| context.arguments(&state.pages, row.params));
        drop(state);
        let Some(row) = row else {
            self.trap(format!("call of {:#010x}, where no function is", function.address()));
        };
        let args = args.unwrap_or_else(|fault| self.trap(format!("the arguments of {}: {fault}", row.name)));
        let mut state = self.wait_for_input(row, &args);
        let State { world, pages, wants_browser, .. } = &mut *state;
        if function == table::QUERY {
            let asks = |name: Vec<u8>| name.starts_with(browser::HOOK) && world.browser.is_none();
            *wants_browser |= pages.read_c_string(args[0].bits as u32, 64).is_ok_and(asks);
        }
        let mut call = Call { world, memory: pages, thread: self.id, function, args: &args, sent: Vec::new(), work: 0 };
        let answer = (row.serve)(&mut call).unwrap_or_else(|Errno(number)| Answer::Return(number));
        state.deliver();
        match answer {
            Answer::Return(word) => Flow::Return(word),
            Answer::Yield => {
                drop(state);
                thread::yield_now();
                Flow::Return(0)
            }
            Answer::Wait => Flow::Return(self.wait(state)),
            Answer::Exit(status) => {
                drop(state);
                self.shared.end(&End::Exited(status))
            }
            Answer::EndThread => Flow::EndThread,
            Answer::Spawn { entry, stack, thread_pointer } => {
                // What the program gives as a stack is looked at here, so that a bad one is told from other faults.
                let lowest = stack.wrapping_sub(32);
                if state.pages.read(lowest, &mut [0; 32]).is_err() {
                    drop(state);
                    self.trap(format!("a thread's stack at {stack:#010x} is not mapped"));
                }
                let start = Start { entry, stack, argument: 0, thread_pointer };
                let started = self.shared.spawn(&mut state, start);
                Flow::Return(if started { 0 } else { Errno::EAGAIN.0 })
            }
            Answer::SetThreadPointer(value) => {
                context.thread_pointer = value;
                Flow::Return(0)
            }
            Answer::GetThreadPointer => Flow::Return(context.thread_pointer),
        }
    }

    fn trap(&self, why: String) -> ! {
        self.shared.end(&End::Trapped(why))
    }

    /// The state, as soon as a call that reads standard input would not keep the others waiting.
    fn wait_for_input(&self, row: &table::IrtFunction, args: &[Value]) -> MutexGuard<'_, State> {
        let state = self.shared.lock();
        let reads = row.name == "fdio.read" && state.threads.len() > 1;
        if !reads || !state.world.files.is_live_input(args[0].bits as u32) {
            return state;
        }
        drop(state);
        let mut input = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
        // SAFETY: one structure is passed, valid for writing. Whatever the result, reading is right.
        unsafe { libc::poll(&raw mut input, 1, -1) };
        self.shared.lock()
    }

    /// Waits until the call's wait is over; its result.
    fn wait<'s>(&'s self, mut state: MutexGuard<'s, State>) -> u32 {
        let mine = |state: &mut State, waits: bool| {
            let parked = state.threads.entry(self.id).or_default();
            parked.waits = waits;
            parked.handle.get_or_insert_with(thread::current);
        };
        mine(&mut state, true);
        loop {
            let now = state.world.chance.now();
            state.world.waits.expire(now);
            state.deliver();
            if let Some(result) = state.threads.entry(self.id).or_default().result.take() {
                mine(&mut state, false);
                return result;
            }
            if state.is_dead() {
                drop(state);
                self.shared.end(&End::Deadlock);
            }
            let deadline = state.world.waits.next_deadline();
            drop(state);
            match deadline {
                Some(deadline) => thread::park_timeout(Duration::from_nanos(deadline.saturating_sub(now))),
                None => thread::park(),
            }
            state = self.shared.lock();
        }
    }
}
