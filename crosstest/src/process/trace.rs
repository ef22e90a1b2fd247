//! The trace of calls that left the module, in a form that is the same for every engine.
//!
//! Arguments are traced as they are, except for addresses that differ from one engine to the next,
//! which become wholly Unspecified values ("some pointer"), so that a comparison skips them:
//! - an i32 in one of the address space's opaque ranges (stacks, code), be it declared as a pointer
//!   or not: a number that falls there by chance does so in every engine;
//! - the address of a function of the program (`Param::Code`);
//! - a pointer into the heap once a second thread exists: the program's own thread stacks lie
//!   there.
//!
//! What goes out through pointers is traced as bytes, next to the arguments; what comes in follows
//! from the calls and is not traced. The trace keeps a stated number of events and bytes; past
//! that, one last event named `(more)` counts what is missing.

use translator::ice::Type;

use super::AddressSpace;
use crate::irt::table::Param;
use crate::layout::Span;
use crate::outcome::CallEvent;
use crate::value::Value;

/// How much of the trace to keep.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TraceLimits {
    /// Most events.
    pub events: usize,
    /// Most bytes that went out through pointers, over all events; the event in which they run out
    /// keeps the first of its own.
    pub bytes: usize,
}

impl TraceLimits {
    /// No trace.
    pub const NONE: TraceLimits = TraceLimits { events: 0, bytes: 0 };
}

impl Default for TraceLimits {
    fn default() -> Self {
        TraceLimits { events: 1 << 18, bytes: 16 << 20 }
    }
}

pub(super) struct Trace {
    events: Vec<CallEvent>,
    /// What may still be kept.
    left: TraceLimits,
    dropped: u64,
    opaque: Vec<Span>,
    heap: Span,
    /// Whether a second thread was ever made.
    pub threaded: bool,
}

impl Trace {
    pub fn new(limits: TraceLimits, space: AddressSpace) -> Trace {
        let AddressSpace { opaque, heap } = space;
        Trace { events: Vec::new(), left: limits, dropped: 0, opaque, heap, threaded: false }
    }

    /// The address ranges that are traced as "some pointer".
    pub fn opaque(&self) -> &[Span] {
        &self.opaque
    }

    /// Number of calls so far.
    pub fn count(&self) -> u64 {
        self.events.len() as u64 + self.dropped
    }

    /// An argument of unknown meaning, as it is traced.
    pub fn argument(&self, value: Value) -> Value {
        let is_opaque = value.ty == Type::I32 && self.opaque.iter().any(|range| range.contains(value.bits as u32));
        if is_opaque { Value::unspecified(Type::I32) } else { value }
    }

    /// An argument of an interface function, as it is traced.
    pub fn parameter(&self, param: Param, value: Value) -> Value {
        let addr = value.bits as u32;
        match param {
            Param::Ignored | Param::Code => Value::unspecified(value.ty),
            Param::Int | Param::Offset => value,
            _ if self.threaded && self.heap.contains(addr) => Value::unspecified(Type::I32),
            _ => self.argument(value),
        }
    }

    /// Records a call; the event, unless the trace is full.
    pub fn begin(&mut self, name: &str, args: Vec<Value>) -> Option<usize> {
        if self.left.events == 0 {
            self.dropped += 1;
            return None;
        }
        self.left.events -= 1;
        self.events.push(CallEvent { name: name.into(), args, result: None, sent: Vec::new() });
        Some(self.events.len() - 1)
    }

    /// Records what went out.
    pub fn sent(&mut self, event: Option<usize>, mut bytes: Vec<u8>) {
        if let Some(event) = event {
            bytes.truncate(self.left.bytes);
            self.left.bytes -= bytes.len();
            self.events[event].sent = bytes;
        }
    }

    /// Records the result.
    pub fn returned(&mut self, event: Option<usize>, result: Option<Value>) {
        if let Some(event) = event {
            self.events[event].result = result;
        }
    }

    /// The events.
    pub fn finish(mut self) -> Vec<CallEvent> {
        if self.dropped > 0 {
            let count = Value::new(Type::I64, self.dropped.into());
            self.events.push(CallEvent { name: "(more)".into(), args: vec![count], result: None, sent: Vec::new() });
        }
        self.events
    }
}
