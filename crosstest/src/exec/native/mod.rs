//! Programs run directly on this machine's processor, in this process, with real threads and real time.
//!
//! In: an [`Image`] for x86, linked as for the emulator, with the address of `_start` ([`Code`]), [`Options`]. Out: nothing: the process ends
//! with the program. Guest addresses are addresses of the process ([`memory`]); calls of interfaces switch to the host's stack
//! ([`gate`]; for code of 32 bits [`compat`]; which of the two, [`mode`]) and are served by the same code as in every engine (`crate::irt`), under a lock ([`threads`]); faults are reported with
//! the calls that led there ([`faults`], [`report`]), and the blocks of the program that these are in ([`blocks`]).
//!
//! Sandboxed code has been validated when it comes here, so that it stays within the addresses that are the program's; what is not
//! sandboxed is as trusted as any program that one runs. What the process may do to the system is bounded from outside ([`wall`]).

pub mod blocks;
pub mod compat;
pub mod faults;
pub mod gate;
pub mod memory;
pub mod mode;
pub mod report;
mod segments;
pub mod threads;
mod unwind;
pub mod wall;

use std::sync::Arc;

use translator::options::Isa;

use crate::guest::{Memory, PAGE_SIZE, Rights};
use crate::irt::{Chance, Files, Heap, Tree, Waits, World};
use crate::layout::{STACK_TOP, Span};
use crate::load::Image;
use crate::process::{Options, write_info};
use blocks::Blocks;
use memory::Pages;
use mode::Mode;
use threads::{Ended, Shared, Start};

/// Bytes of the first thread's stack, as much as an ordinary program has.
const STACK: u32 = 8 << 20;

/// A program's code.
pub struct Code {
    /// What it is for.
    pub isa: Isa,
    /// Code and data.
    pub image: Arc<Image>,
    /// Where `_start` lies.
    pub start: u32,
    /// What tells its blocks, if it is known what it was made of.
    pub blocks: Option<Blocks>,
}

/// A program that is mapped and has not begun.
pub struct Ready {
    shared: Arc<Shared>,
    start: Start,
}

/// Maps a program for a run with these options, which `ended` ends the process with. It gets at most `memory` bytes, code and stack
/// included. Of the options those count that are about the program and not about watching it: neither time nor chance is made up, and
/// nothing is traced or observed.
///
/// # Errors
/// If it does not fit, or the system refuses.
pub fn prepare(code: Code, options: Options, memory: u64, ended: Ended) -> Result<Ready, String> {
    let Code { isa, image, start, blocks } = code;
    let mut pages = Pages::reserve(memory, mode::reach(isa, image.sandboxed))?;
    let mode = Mode::new(isa, image.sandboxed, &pages)?;
    pages.load(&image)?;
    gate::write_stubs(&mut pages, mode.stubs(), options.browser.is_some())?;
    pages.map(STACK_TOP - STACK, STACK, Rights::ReadWrite)?;
    faults::install()?;
    let Span { start: low, end } = options.space.heap;
    // What lies between the heap that the other engines have and the stack is free here.
    let end = end.max(STACK_TOP - STACK - PAGE_SIZE);
    let mut heap = Heap::new(Span { start: low, end });
    let info = write_info(&mut heap, &mut pages, &options.argv, &options.env)?;
    let files = Files::new(options.stdin, options.stdout, options.stderr);
    let (tree, processors) =
        (Tree::of_the_system(&options.dirs)?, std::thread::available_parallelism().map_or(1, |n| n.get() as u32));
    let world = World {
        files,
        tree,
        heap,
        chance: Chance::of_the_system(),
        waits: Waits::default(),
        processors,
        browser: options.browser,
    };
    let shared = Shared::new((image, blocks, mode), world, pages, ended);
    Ok(Ready { shared, start: Start { entry: start, stack: STACK_TOP, argument: info, thread_pointer: 0 } })
}

impl Ready {
    /// Runs it; the process ends with it.
    pub fn run(self) -> ! {
        self.shared.run(self.start)
    }
}
