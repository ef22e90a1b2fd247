//! In the steady state a translation asks for no memory: a worker that has translated a module's
//! functions a few times does it again without one request, reading included. The allocator of this
//! test program counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use translator::bitcode::{ModuleReader, ReadScratch, decode_body};
use translator::ice::Function;
use translator::mc::FuncCode;
use translator::options::{Isa, OptLevel, Options};
use translator::pipeline::Scratch;
use translator::testing::programs;

/// The system's allocator, which counts what the thread asks of it.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is being torn down counts nothing.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: every method hands its arguments on to the system's allocator, whose contract it thereby
// keeps, and gives back what that gives. Counting allocates nothing: the counter is a constant-
// initialised thread-local cell without a destructor.
unsafe impl GlobalAlloc for Counting {
    /// # Safety
    /// As of the trait's method: it is handed on.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `alloc`'s contract, which is the system's.
        unsafe { System.alloc(layout) }
    }

    /// # Safety
    /// As of the trait's method: it is handed on.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `alloc_zeroed`'s contract, which is the system's.
        unsafe { System.alloc_zeroed(layout) }
    }

    /// # Safety
    /// As of the trait's method: it is handed on.
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: `memory` was given by one of these methods, so by the system's allocator, and the
        // caller keeps the rest of the contract.
        unsafe { System.realloc(memory, layout, size) }
    }

    /// # Safety
    /// As of the trait's method: it is handed on.
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as for `realloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often memory is asked for while `run` runs.
fn asked(run: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    run();
    ASKED.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(asked(|| drop(std::hint::black_box(vec![1u8; 3]))), 1);
    assert_eq!(asked(|| ()), 0);
}

/// Rounds before the one that counts: vectors change places with one another, and each has to grow.
const WARM: usize = 4;

/// How often one more round over all functions of a program asks for memory.
fn asked_by_one_more_round(bytes: &[u8], options: &Options) -> u64 {
    let mut reader = ModuleReader::from_bytes(bytes).expect("a program");
    let mut bodies = Vec::new();
    while let Some(body) = reader.next_body().expect("a body") {
        bodies.push(body);
    }
    let (mut scratch, mut decoding) = (Scratch::new(options).expect("the target is built"), ReadScratch::default());
    let (mut func, mut code) = (Function::default(), FuncCode::default());
    let mut round = || {
        for body in &bodies {
            decode_body(reader.shared(), reader.module(), body, &mut decoding, &mut func).expect("a well-formed body");
            code.clear();
            scratch.translate_function(reader.module(), &func, options, &mut code).expect("no limit is exceeded");
        }
    };
    (0..WARM).for_each(|_| round());
    asked(round)
}

#[test]
fn the_steady_state_asks_for_no_memory() {
    let mut wrong = Vec::new();
    for program in programs() {
        let bytes = std::fs::read(&program).expect("a program");
        for (isa, opt) in Isa::ALL.into_iter().flat_map(|isa| OptLevel::ALL.map(|opt| (isa, opt))) {
            let asked = asked_by_one_more_round(&bytes, &Options::new(isa, opt));
            if asked > 0 {
                wrong.push(format!("{}: {isa} {opt}: {asked} times", program.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "memory was asked for in the steady state:\n{}", wrong.join("\n"));
}
