//! A thread's stack memory: what `alloca` takes and what gives it back.
//!
//! The stack grows down. Every alloca is an object of guest memory, with a gap above and below it, so that running over its end is seen, and
//! so that nothing is known of what a saved stack pointer points to. Its bytes are Unspecified until written and again once it is gone.
//! Frames themselves are not in guest memory.
//! Invariant: `objects` descend in address, and all lie at or above `pointer`. Taking and giving back is linear in the bytes concerned.

use super::memory::GuestMemory;
use super::ops::Halt;

/// Bytes between two objects, if nothing else is asked for.
pub const GAP: u32 = 16;

/// The stack memory of one thread.
#[derive(Debug)]
pub struct Stack {
    /// The lowest address that it may reach.
    low: u32,
    /// Where it started.
    top: u32,
    /// Bytes between two objects.
    gap: u32,
    pointer: u32,
    /// The lowest address that it reached.
    deepest: u32,
    objects: Vec<Object>,
    /// Bytes of objects that are not part of a frame, with what aligning them may take; now, and the most at any time.
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
}

impl Mark {
    /// The stack pointer.
    pub const fn pointer(self) -> u32 {
        self.pointer
    }
}

/// How much stack there is, is no part of what a program means.
#[cold]
fn overflow() -> Halt {
    Halt::undefined("stack overflow")
}

impl Stack {
    /// An empty stack from `top` down to `low`, with `gap` bytes between any two objects.
    pub const fn new(low: u32, top: u32, gap: u32) -> Self {
        Self { low, top, gap, pointer: top.saturating_sub(gap), deepest: top, objects: Vec::new(), varying: 0, most_varying: 0 }
    }

    /// The range that held objects at any time.
    pub const fn touched(&self) -> std::ops::Range<u32> {
        self.deepest..self.top
    }

    /// The most bytes that objects took at any time which are not part of a frame.
    pub const fn most_varying(&self) -> u64 {
        self.most_varying
    }

    /// The present state.
    #[inline]
    pub const fn mark(&self) -> Mark {
        Mark { pointer: self.pointer, objects: self.objects.len() as u32 }
    }

    /// Takes `size` bytes aligned to `align`; `in_frame` if translated code has them in the frame.
    pub fn alloca(&mut self, memory: &mut GuestMemory, size: u32, align: u32, in_frame: bool) -> Result<u32, Halt> {
        let align = u64::from(align.checked_next_power_of_two().unwrap_or(1 << 31));
        let addr = u64::from(self.pointer).saturating_sub(u64::from(size)) & !(align - 1);
        let pointer =
            addr.checked_sub(u64::from(self.gap)).filter(|&pointer| pointer >= u64::from(self.low)).ok_or_else(overflow)?;
        let addr = addr as u32;
        memory.add_object(addr, size).map_err(|_| overflow())?;
        self.pointer = pointer as u32;
        self.deepest = self.deepest.min(addr);
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
        while self.objects.len() > mark.objects as usize {
            if let Some(Object { addr, size, varying }) = self.objects.pop() {
                self.varying -= varying;
                memory.remove_object(addr, size);
            }
        }
    }

    /// Goes back to a saved stack pointer, if it lies between the present one and that of `frame`, where the function started.
    pub fn restore(&mut self, memory: &mut GuestMemory, pointer: u32, frame: Mark) -> Result<(), Halt> {
        if pointer < self.pointer || pointer > frame.pointer {
            return Err(Halt::undefined("stackrestore of a state that is gone"));
        }
        let kept = self.objects.iter().take_while(|object| object.addr >= pointer).count();
        self.release(memory, Mark { pointer, objects: kept as u32 });
        Ok(())
    }
}
