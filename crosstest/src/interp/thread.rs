//! The state of a guest thread: a stack of frames, their slots, and what it waits for.
//!
//! Frames are data, so that a thread can stop anywhere and be resumed, and so that the guest's
//! recursion never is the host's. The slots of the running frame are the last ones of `slots`.

use std::rc::Rc;
use translator::ice::Type;

use super::bits::Bits;
use super::code::Code;
use super::ops::vector::Wide;
use super::stack::{Mark, Stack};
use crate::guest::{HostFunc, Stop};
use crate::value::Value;

/// Most frames of a thread; one more is a stack overflow.
pub const FRAME_LIMIT: usize = 100_000;
/// Most slots of a thread (128 MiB).
pub const SLOT_LIMIT: usize = 8 << 20;

/// Where a call's result goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ResultSlot {
    /// What the caller takes it to be; `Void` for nothing.
    pub ty: Type,
    /// The slot in the caller's frame.
    pub dst: u32,
}

/// Where a `setjmp` can be returned from again.
#[derive(Debug)]
pub struct JumpPoint {
    /// The buffer's address.
    pub buffer: u32,
    /// Tells this call of `setjmp` from all others.
    pub serial: u64,
    /// The operation after the call.
    pub pc: u32,
    /// Where the result goes.
    pub dst: u32,
    /// The frame's slots at the call: a register may hold either these or the present values after
    /// the jump.
    pub slots: Vec<Bits>,
    /// The stack at the call.
    pub mark: Mark,
}

/// An activation of a function.
#[derive(Debug)]
pub struct Frame {
    /// The body.
    pub code: Rc<Code>,
    /// Index of its first slot.
    pub base: usize,
    /// The next operation.
    pub pc: u32,
    /// The stack when it was entered.
    pub mark: Mark,
    /// Bytes of the objects of constant size of this frame and of all below it.
    pub fixed: u64,
    /// Tells this activation from all others.
    pub serial: u64,
    /// Where the caller wants the result.
    pub result: ResultSlot,
    /// Its calls of `setjmp`, one for each buffer.
    pub jumps: Vec<JumpPoint>,
}

/// A host call that a thread waits for.
#[derive(Debug)]
pub struct Pending {
    /// What was called.
    pub func: HostFunc,
    /// With what.
    pub args: Vec<Value>,
    /// Where the result goes.
    pub result: ResultSlot,
}

/// A suspended thread.
#[derive(Debug)]
pub struct Thread {
    /// Frames, the running one last.
    pub(super) frames: Vec<Frame>,
    /// Slots of all frames.
    pub(super) slots: Vec<Bits>,
    /// Stack memory.
    pub(super) stack: Stack,
    /// Keeps a stack of the interpreter's own from being given to another thread.
    pub(super) _lease: Option<Rc<()>>,
    /// What `llvm.nacl.read.tp` gives.
    pub(super) thread_pointer: u32,
    /// The host call at which it stopped.
    pub(super) pending: Option<Pending>,
    /// The result of the entry function.
    pub(super) result: Option<Value>,
    /// How it ended.
    pub(super) ended: Option<Stop>,
}

impl Thread {
    /// A thread without a frame.
    pub(super) fn new(stack: Stack, lease: Option<Rc<()>>) -> Self {
        Self {
            frames: Vec::new(),
            slots: Vec::new(),
            stack,
            _lease: lease,
            thread_pointer: 0,
            pending: None,
            result: None,
            ended: None,
        }
    }

    /// Writes a result into the running frame.
    pub(super) fn set_result(&mut self, slot: ResultSlot, value: Wide) {
        let Some(frame) = self.frames.last() else { return };
        let at = frame.base + slot.dst as usize;
        match slot.ty.bits() {
            0 => {}
            128 => self.slots[at..at + 2].copy_from_slice(&value),
            _ => self.slots[at] = value[0],
        }
    }
}

/// The words of a value; a value of another type than `ty` gives nothing.
pub fn words_of(value: &Value, ty: Type) -> Option<Wide> {
    (value.ty == ty).then(|| {
        let word = |shift: u32| Bits { v: (value.bits >> shift) as u64, u: (value.unspecified >> shift) as u64 };
        [word(0), word(64)]
    })
}

/// The value with these words.
pub fn value_of(ty: Type, words: Wide) -> Value {
    let both = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
    let (low, high) = match ty.bits() {
        0 => (Bits::default(), Bits::default()),
        128 => (words[0], words[1]),
        width => (words[0].low(width), Bits::default()),
    };
    let (low, high) = (low.clean(), high.clean());
    Value { ty, bits: both(low.v, high.v), unspecified: both(low.u, high.u) }
}
