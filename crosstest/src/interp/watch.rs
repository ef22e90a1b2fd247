//! What a thread is about to do: for code that runs it step by step to find out where a mistake
//! shows first.
//!
//! In: a suspended thread. Out: the place of its next operation, and the memory that the operation
//! will write if it writes any. Nothing is changed. What the outside world writes is not an
//! operation.

use translator::ice::intrinsics::Operand;

use super::code::{Callee, Code, Op, Src};
use super::thread::Frame;
use super::{Interp, Thread};
use crate::layout::Span;

/// A thread's next operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Upcoming {
    /// Function, block, instruction and its text.
    pub place: String,
    /// What it writes, if that is known before.
    pub write: Option<Span>,
}

impl Interp<'_> {
    /// What a thread will do next; `None` if it waits or has ended.
    pub fn upcoming(&self, thread: &Thread) -> Option<Upcoming> {
        let frame = thread.frames.last().filter(|_| thread.pending.is_none() && thread.ended.is_none())?;
        let place = self.place(&frame.code, frame.pc);
        let write = write_of(thread, frame, frame.code.ops.get(frame.pc as usize)?);
        Some(Upcoming { place: place.trim_end_matches(": ").into(), write })
    }
}

fn write_of(thread: &Thread, frame: &Frame, op: &Op) -> Option<Span> {
    let code: &Code = &frame.code;
    let word = |src: Src| -> Option<u32> {
        let bits = match src.0 & Src::CONSTANT {
            0 => thread.slots.get(frame.base + src.0 as usize)?,
            _ => code.consts.get((src.0 & !Src::CONSTANT) as usize)?,
        };
        bits.get().map(|word| word as u32)
    };
    let span = |addr: Src, len: u32| {
        let start = word(addr)?;
        Some(Span { start, end: start.checked_add(len)? })
    };
    match *op {
        Op::Store { ty, addr, .. } => span(addr, ty.memory_bytes()?),
        Op::Intrinsic { site } => {
            let site = &code.sites[site as usize];
            let arg = |index: usize| code.args_of(site).get(index).map(|&(_, src)| src);
            let Callee::Intrinsic(intrinsic) = site.callee else { return None };
            let place = |wanted| intrinsic.row().params.iter().position(|param| *param == wanted);
            let target = arg(place(Operand::Target)?)?;
            match place(Operand::Length) {
                Some(length) => span(target, word(arg(length)?)?),
                None => span(target, intrinsic.overload()?.memory_bytes()?),
            }
        }
        _ => None,
    }
}
