//! The two kinds of code that this processor runs: of 64 bits ([`gate`]) and of 32 ([`compat`]).
//!
//! In: an architecture. Out: a [`Mode`], which knows how its stubs look, what threads need, and how to enter guest code.

use std::ops::{Deref, DerefMut};

use translator::options::Isa;

use super::compat::{self, Compat};
use super::gate::{self, Context, Parts, Stubs};
use super::memory::{Pages, SMALL_REACH, WIDE_REACH};
use super::threads::Start;
use crate::guest::{Fault, Memory};
use crate::isa::{OF_PROCESSES, OF_SMALL_PROCESSES};

/// How guest code runs.
pub enum Mode {
    /// As this process does.
    Wide {
        /// Whether it is sandboxed.
        sandboxed: bool,
    },
    /// In segments of 32 bits.
    Compat(Compat),
}

/// Whether it can run an architecture's code, if the system lets it.
pub fn runs(isa: Isa) -> bool {
    [OF_PROCESSES, OF_SMALL_PROCESSES].contains(&isa)
}

/// Where the addresses end that an architecture's code can form, as far as a sandbox is to see to it.
pub fn reach(isa: Isa, sandboxed: bool) -> usize {
    match isa {
        OF_SMALL_PROCESSES => SMALL_REACH,
        _ if sandboxed => WIDE_REACH,
        _ => 0,
    }
}

impl Mode {
    /// Of an architecture's code, in memory that was reserved up to its [`reach`].
    ///
    /// # Errors
    /// If this system does not run it.
    pub fn new(isa: Isa, sandboxed: bool, pages: &Pages) -> Result<Mode, String> {
        match isa {
            OF_PROCESSES => Ok(Mode::Wide { sandboxed }),
            OF_SMALL_PROCESSES => Compat::new(sandboxed, pages).map(Mode::Compat),
            isa => Err(format!("this machine's processor does not run code for {isa}")),
        }
    }

    /// The stubs by which the program comes to the host.
    pub fn stubs(&self) -> Stubs {
        match self {
            Mode::Wide { sandboxed } => gate::stubs(*sandboxed),
            Mode::Compat(compat) => compat.stubs(),
        }
    }

    /// Makes a context, for this thread.
    ///
    /// # Errors
    /// What the system says.
    pub fn install(&self, parts: Parts) -> Result<Home<'_>, String> {
        match self {
            Mode::Wide { sandboxed } => {
                let context = Context::boxed(parts, *sandboxed);
                context.install()?;
                Ok(Home::Anywhere(context))
            }
            Mode::Compat(compat) => {
                let place = compat.context(parts)?;
                place.install();
                Ok(Home::Low(place))
            }
        }
    }
}

/// Where a thread's context lies.
pub enum Home<'m> {
    /// Where the host's memory is.
    Anywhere(Box<Context>),
    /// Where code of 32 bits reaches.
    Low(compat::Place<'m>),
}

impl Home<'_> {
    /// Gets the thread's stack ready for [`enter`](Self::enter), and gives its end.
    ///
    /// # Errors
    /// If it is not there.
    pub fn prepare(&self, pages: &mut Pages, start: Start) -> Result<u32, Fault> {
        let end = start.stack & !15;
        match self {
            Home::Anywhere(_) => Ok(end),
            Home::Low(_) => {
                let words = compat::first_words(start.entry, start.argument);
                let at = end.wrapping_sub(size_of_val(&words) as u32);
                pages.write(at, words.map(u32::to_le_bytes).as_flattened())?;
                Ok(at)
            }
        }
    }

    /// Runs the thread, on the stack that was made ready; gives what [`gate::enter`] gives.
    ///
    /// # Safety
    /// The context was installed for this thread; the program is mapped.
    pub unsafe fn enter(&mut self, start: Start, stack: u32) -> u64 {
        // SAFETY: the caller promises what both ask for.
        unsafe {
            match self {
                Home::Anywhere(context) => {
                    gate::enter(&raw mut **context, start.entry.into(), stack.into(), start.argument.into())
                }
                Home::Low(place) => compat::enter(&raw mut **place, stack.into()),
            }
        }
    }
}

impl Deref for Home<'_> {
    type Target = Context;
    fn deref(&self) -> &Context {
        match self {
            Home::Anywhere(context) => context,
            Home::Low(place) => place,
        }
    }
}

impl DerefMut for Home<'_> {
    fn deref_mut(&mut self) -> &mut Context {
        match self {
            Home::Anywhere(context) => context,
            Home::Low(place) => place,
        }
    }
}
