//! A thread's stack memory: what `alloca` takes and what gives it back.
//!
//! The stack grows down, as everywhere; or up, where it is asked what an outcome makes of the order
//! of objects. Every alloca is an object of guest memory, with a gap above and below it, so that
//! running over its end is seen, and so that nothing is known of what a saved stack pointer points
//! to. Its bytes are Unspecified until written and again once it is gone. Frames themselves are not
//! in guest memory. Invariant: `objects` and `saved` are in the order in which they were made, and
//! `pointer` is past them all. Taking and giving back is linear in the bytes concerned.

use super::memory::GuestMemory;
use super::ops::Halt;

/// Bytes between two objects, if nothing else is asked for.
pub const GAP: u32 = 16;

/// Where an object lies, relative to those that were made before.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Growth {
    /// Below them.
    Down,
    /// Above them.
    Up,
}

/// The stack memory of one thread.
#[derive(Debug)]
pub struct Stack {
    growth: Growth,
    /// The addresses that it may reach.
    low: u32,
    top: u32,
    /// Bytes between two objects.
    gap: u32,
    pointer: u32,
    /// The address farthest from where it started that it reached.
    farthest: u32,
    objects: Vec<Object>,
    /// What `stacksave` gave and is not gone.
    saved: Vec<Mark>,
    /// Bytes of objects that are not part of a frame, with what aligning them may take; now, and
    /// the most at any time.
    varying: u64,
    most_varying: u64,
}

#[derive(Copy, Clone, Debug)]
struct Object {
    addr: u32,
    size: u32,
    /// What it adds to the bytes that are not part of a frame.
    varying: u64,
}

/// A state that a stack can be taken back to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pointer: u32,
    objects: u32,
    /// Number of saved states.
    saved: u32,
}

/// How much stack there is, is no part of what a program means.
#[cold]
fn overflow() -> Halt {
    Halt::undefined("stack overflow")
}

impl Stack {
    /// An empty stack between `low` and `top`, with `gap` bytes between any two objects.
    pub const fn new(growth: Growth, low: u32, top: u32, gap: u32) -> Self {
        let (farthest, pointer) = match growth {
            Growth::Down => (top, top.saturating_sub(gap)),
            Growth::Up => (low, low.saturating_add(gap)),
        };
        Self { growth, low, top, gap, pointer, farthest, objects: Vec::new(), saved: Vec::new(), varying: 0, most_varying: 0 }
    }

    /// The range that held objects at any time.
    pub const fn touched(&self) -> std::ops::Range<u32> {
        match self.growth {
            Growth::Down => self.farthest..self.top,
            Growth::Up => self.low..self.farthest,
        }
    }

    /// The most bytes that objects took at any time which are not part of a frame.
    pub const fn most_varying(&self) -> u64 {
        self.most_varying
    }

    /// The present state.
    #[inline]
    pub const fn mark(&self) -> Mark {
        Mark { pointer: self.pointer, objects: self.objects.len() as u32, saved: self.saved.len() as u32 }
    }

    /// Notes the present state as one to go back to in the function that started at `frame`: the
    /// stack pointer.
    pub fn save(&mut self, frame: Mark) -> u32 {
        let of_function = self.saved.get(frame.saved as usize..).unwrap_or_default();
        if of_function.last().is_none_or(|last| last.pointer != self.pointer) {
            let state = self.mark();
            self.saved.push(Mark { saved: state.saved + 1, ..state });
        }
        self.pointer
    }

    /// Takes `size` bytes aligned to `align`; `in_frame` if translated code has them in the frame.
    pub fn alloca(&mut self, memory: &mut GuestMemory, size: u32, align: u32, in_frame: bool) -> Result<u32, Halt> {
        let align = u64::from(align.checked_next_power_of_two().unwrap_or(1 << 31));
        let (from, bytes, gap) = (u64::from(self.pointer), u64::from(size), u64::from(self.gap));
        let (addr, pointer) = match self.growth {
            Growth::Down => {
                let addr = from.saturating_sub(bytes) & !(align - 1);
                (addr, addr.saturating_sub(gap))
            }
            Growth::Up => {
                let addr = from.next_multiple_of(align);
                (addr, addr + bytes + gap)
            }
        };
        if !(u64::from(self.low)..=u64::from(self.top)).contains(&pointer) {
            return Err(overflow());
        }
        let addr = addr as u32;
        memory.add_object(addr, size).map_err(|_| overflow())?;
        self.pointer = pointer as u32;
        self.farthest = match self.growth {
            Growth::Down => self.farthest.min(addr),
            Growth::Up => self.farthest.max(addr + size),
        };
        let varying = if in_frame { 0 } else { u64::from(size) + align.max(16) };
        self.varying += varying;
        self.most_varying = self.most_varying.max(self.varying);
        self.objects.push(Object { addr, size, varying });
        Ok(addr)
    }

    /// Gives back everything taken since `mark`.
    #[inline]
    pub fn release(&mut self, memory: &mut GuestMemory, mark: Mark) {
        self.pointer = mark.pointer;
        self.saved.truncate(mark.saved as usize);
        while self.objects.len() > mark.objects as usize {
            if let Some(Object { addr, size, varying }) = self.objects.pop() {
                self.varying -= varying;
                memory.remove_object(addr, size);
            }
        }
    }

    /// Goes back to a stack pointer that [`save`](Self::save) gave since `frame`, where the
    /// function started. No other address will do: an object may lie in the frame, and what
    /// translated code needs there below it.
    pub fn restore(&mut self, memory: &mut GuestMemory, pointer: u32, frame: Mark) -> Result<(), Halt> {
        let saved = self.saved.get(frame.saved as usize..).unwrap_or_default();
        let state = saved.iter().rev().find(|state| state.pointer == pointer).copied();
        let state = state.ok_or_else(|| Halt::undefined("stackrestore of a state that was not saved or is gone"))?;
        self.release(memory, state);
        Ok(())
    }
}
