//! Whether two executions agree, and if not, where they differ first (`translator/docs/meaning.md`,
//! "When two runs agree").
//!
//! In: the reference's [`Outcome`] and another engine's. Out: a [`Comparison`]. Compared are the
//! end, the output, the calls that left the module with arguments and what they sent, the returned
//! value, and memory. All traps are equal; all NaNs are equal; bits that either side calls
//! Unspecified are ignored and counted. Nothing can be compared when the reference found that the
//! program's behaviour is not defined, or when one side ran out of fuel.
//!
//! The differences come in the order in which they say most: output, calls, end, result, memory, at
//! most one of each kind. Linear in the outcomes.

use std::fmt;

use translator::ice::Type;

use crate::outcome::{CallEvent, End, Outcome, Region};
use crate::value::Value;
use crate::value::text::show;

/// The greatest share of compared bits that may have been Unspecified: one in this many.
pub const LEAST_SPECIFIED: u64 = 2;

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// They agree.
    Agree(Extent),
    /// They differ; there is at least one difference.
    Differ(Vec<Difference>),
    /// Nothing can be said, for this reason.
    Incomparable(String),
}

/// How much was compared, in bits of results, arguments, output and memory.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// Bits that were equal.
    pub compared: u64,
    /// Bits that were ignored because they are Unspecified.
    pub ignored: u64,
}

impl Extent {
    /// Adds another extent.
    pub fn add(&mut self, other: Extent) {
        self.compared += other.compared;
        self.ignored += other.ignored;
    }

    /// Whether so much was Unspecified that the agreement means little.
    pub fn is_mostly_unspecified(self) -> bool {
        self.ignored * LEAST_SPECIFIED > self.compared + self.ignored
    }
}

/// One thing that differs: the reference's side first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// How they ended.
    End(End, End),
    /// What was returned.
    Result(Option<Value>, Option<Value>),
    /// The output.
    Stream {
        /// `stdout` or `stderr`.
        name: &'static str,
        /// The first byte that differs, or that one side lacks.
        offset: usize,
        /// Both outputs around it.
        context: [Excerpt; 2],
    },
    /// A call that left the module; `None` if there was none.
    Call {
        /// Its number, from 0.
        index: usize,
        /// What of it differs.
        what: String,
        /// Both calls.
        calls: [Option<CallEvent>; 2],
    },
    /// Memory.
    Memory {
        /// The object.
        name: String,
        /// The object's address.
        addr: u32,
        /// The first byte that differs.
        offset: usize,
        /// Both contents around it, or `None` where the memory is not accessible.
        context: [Option<Excerpt>; 2],
        /// How many bytes of all objects differ.
        total: usize,
    },
}

/// Some bytes out of many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The offset of the first.
    pub start: usize,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How many bytes there are in all.
    pub len: usize,
}

/// Bytes shown before and after the place of a difference.
const CONTEXT: usize = 24;

impl Excerpt {
    fn around(bytes: &[u8], offset: usize) -> Self {
        let start = offset.saturating_sub(CONTEXT).min(bytes.len());
        let end = (offset + CONTEXT).min(bytes.len());
        Excerpt { start, bytes: bytes[start..end].to_vec(), len: bytes.len() }
    }
}

/// Compares an outcome with the reference's.
pub fn compare(reference: &Outcome, other: &Outcome) -> Comparison {
    if let Some(why) = incomparable(reference, other) {
        return Comparison::Incomparable(why);
    }
    let mut compare = Comparer::default();
    compare.stream("stdout", &reference.stdout, &other.stdout);
    compare.stream("stderr", &reference.stderr, &other.stderr);
    compare.calls(&reference.calls, &other.calls);
    if !same_end(&reference.end, &other.end) {
        compare.differences.push(Difference::End(reference.end.clone(), other.end.clone()));
    } else {
        compare.result(reference.result, other.result);
        compare.memory(&reference.memory, &other.memory);
    }
    if compare.differences.is_empty() { Comparison::Agree(compare.extent) } else { Comparison::Differ(compare.differences) }
}

fn incomparable(reference: &Outcome, other: &Outcome) -> Option<String> {
    match (&reference.end, &other.end) {
        (End::Undefined(why), _) => Some(format!("the program's behaviour is not defined: {why}")),
        (End::OutOfFuel, _) => Some("the reference ran out of fuel".into()),
        (_, End::OutOfFuel) => Some("ran out of fuel, and the reference did not".into()),
        _ => None,
    }
}

/// Whether two ends are the same one. What a trap is about does not matter.
fn same_end(a: &End, b: &End) -> bool {
    match (a, b) {
        (End::Trapped(_), End::Trapped(_)) => true,
        _ => a == b,
    }
}

#[derive(Default)]
struct Comparer {
    differences: Vec<Difference>,
    extent: Extent,
}

impl Comparer {
    fn stream(&mut self, name: &'static str, a: &[u8], b: &[u8]) {
        match first_difference(a, b) {
            None => self.extent.compared += a.len() as u64 * 8,
            Some(offset) => {
                let context = [Excerpt::around(a, offset), Excerpt::around(b, offset)];
                self.differences.push(Difference::Stream { name, offset, context });
            }
        }
    }

    fn calls(&mut self, a: &[CallEvent], b: &[CallEvent]) {
        for index in 0..a.len().max(b.len()) {
            let calls = [a.get(index), b.get(index)];
            let what = match calls {
                [Some(a), Some(b)] => self.call(a, b),
                _ => Some("one side makes no further call".into()),
            };
            if let Some(what) = what {
                self.differences.push(Difference::Call { index, what, calls: calls.map(|call| call.cloned()) });
                return;
            }
        }
    }

    /// What of two calls differs. Results come from outside and need not be looked at.
    fn call(&mut self, a: &CallEvent, b: &CallEvent) -> Option<String> {
        if a.name != b.name {
            return Some("another function is called".into());
        }
        if a.args.len() != b.args.len() {
            return Some("the number of arguments differs".into());
        }
        if let Some(index) = a.args.iter().zip(&b.args).position(|(a, b)| !self.value(*a, *b)) {
            return Some(format!("argument {index} differs"));
        }
        let offset = first_difference(&a.sent, &b.sent);
        self.extent.compared += a.sent.len() as u64 * 8;
        offset.map(|offset| format!("byte {offset} of what is passed through pointers differs"))
    }

    fn result(&mut self, a: Option<Value>, b: Option<Value>) {
        let same = match (a, b) {
            (Some(a), Some(b)) => self.value(a, b),
            _ => a == b,
        };
        if !same {
            self.differences.push(Difference::Result(a, b));
        }
    }

    /// Whether two values are equal in what is specified of both.
    fn value(&mut self, a: Value, b: Value) -> bool {
        let (ignored, payload) = (a.unspecified | b.unspecified, nan_bits(a) & nan_bits(b));
        self.extent.ignored += u64::from((ignored | payload).count_ones());
        self.extent.compared += u64::from(a.ty.bits() - (ignored | payload).count_ones().min(a.ty.bits()));
        a.ty == b.ty && (a.bits ^ b.bits) & !ignored & !payload == 0
    }

    fn memory(&mut self, a: &[Region], b: &[Region]) {
        let (mut first, mut total) = (None, 0);
        for region in a {
            let same = b.iter().find(|other| other.addr == region.addr && other.name == region.name);
            let offset = match same {
                Some(other) => self.region(region, other, &mut total),
                None => {
                    total += region.bytes.len();
                    Some(0)
                }
            };
            if let (None, Some(offset)) = (&first, offset) {
                first = Some((region, same, offset));
            }
        }
        if let Some((region, same, offset)) = first {
            let context = [Some(region), same].map(|side| side.map(|region| Excerpt::around(&region.bytes, offset)));
            let Region { name, addr, .. } = region.clone();
            self.differences.push(Difference::Memory { name, addr, offset, context, total });
        }
    }

    /// The first byte of two regions that differs; adds how many do.
    fn region(&mut self, a: &Region, b: &Region, total: &mut usize) -> Option<usize> {
        let len = a.bytes.len().min(b.bytes.len());
        let mut first = (a.bytes.len() != b.bytes.len()).then_some(len);
        let mut ignored = 0;
        let mask = |region: &Region, index: usize| region.unspecified.get(index).copied().unwrap_or(0);
        let masked = !a.unspecified.is_empty() || !b.unspecified.is_empty();
        // Most regions are large and equal.
        if masked || a.bytes[..len] != b.bytes[..len] {
            for index in 0..len {
                let skip = mask(a, index) | mask(b, index);
                ignored += u64::from(skip.count_ones());
                if (a.bytes[index] ^ b.bytes[index]) & !skip != 0 {
                    first = Some(first.map_or(index, |first| first.min(index)));
                    *total += 1;
                }
            }
        }
        self.extent.ignored += ignored;
        self.extent.compared += len as u64 * 8 - ignored;
        first
    }
}

fn first_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    if a == b {
        return None;
    }
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    Some(common)
}

/// All bits of the lanes that are NaN.
fn nan_bits(value: Value) -> u128 {
    let (width, lane_mask) = match value.ty.element() {
        Type::F32 => (32, u128::from(u32::MAX)),
        Type::F64 => (64, u128::from(u64::MAX)),
        _ => return 0,
    };
    let is_nan =
        |bits: u128| if width == 32 { f32::from_bits(bits as u32).is_nan() } else { f64::from_bits(bits as u64).is_nan() };
    (0..value.ty.lanes()).map(|lane| lane * width).fold(0, |all, shift| {
        let nan = is_nan(value.bits >> shift & lane_mask);
        all | if nan { lane_mask << shift } else { 0 }
    })
}

impl fmt::Display for Excerpt {
    /// As an escaped string with marks where it was cut off.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cut = |cut: bool| if cut { "…" } else { "" };
        let end = self.start + self.bytes.len();
        write!(f, "{}\"{}\"{}", cut(self.start > 0), self.bytes.escape_ascii(), cut(end < self.len))
    }
}

impl Excerpt {
    /// As hexadecimal bytes with marks where it was cut off.
    pub fn hex(&self) -> String {
        let cut = |cut: bool| if cut { "…" } else { "" };
        let bytes: Vec<String> = self.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}{}{}", cut(self.start > 0), bytes.join(" "), cut(self.start + self.bytes.len() < self.len))
    }
}

/// How an end is called in reports.
pub fn show_end(end: &End) -> String {
    match end {
        End::Returned => "returned".into(),
        End::Exited(status) => format!("exited with status {status}"),
        End::Trapped(why) => format!("trapped: {why}"),
        End::OutOfFuel => "ran out of fuel".into(),
        End::Undefined(why) => format!("undefined behaviour: {why}"),
        End::Deadlock => "all threads wait for ever".into(),
    }
}

/// How a call is shown in reports.
pub fn show_call(call: &CallEvent) -> String {
    let args: Vec<String> = call.args.iter().map(show).collect();
    let result = call.result.map_or(String::new(), |result| format!(" -> {}", show(&result)));
    let sent = match first_difference(&call.sent, &[]) {
        None => String::new(),
        Some(_) => format!(", sending {}", Excerpt::around(&call.sent, 0)),
    };
    format!("{}({}){result}{sent}", call.name, args.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome() -> Outcome {
        let region = |name: &str, addr| Region { name: name.into(), addr, bytes: vec![1, 2, 3, 4], unspecified: vec![] };
        let call = |name: &str| CallEvent {
            name: name.into(),
            args: vec![Value::new(Type::I32, 7)],
            result: Some(Value::new(Type::I32, 0)),
            sent: b"hello".to_vec(),
        };
        Outcome {
            end: End::Returned,
            result: Some(Value::new(Type::I64, 5)),
            stdout: b"some output".to_vec(),
            stderr: Vec::new(),
            calls: vec![call("one"), call("two")],
            memory: vec![region("@a", 0x1000), region("heap", 0x2000)],
        }
    }

    fn differences(change: impl FnOnce(&mut Outcome)) -> Vec<Difference> {
        let mut other = outcome();
        change(&mut other);
        match compare(&outcome(), &other) {
            Comparison::Differ(differences) => differences,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn equal_outcomes_agree_and_bits_are_counted() {
        let bits = (8 + 2 * (4 + 5) + 11 + 8) * 8;
        assert_eq!(compare(&outcome(), &outcome()), Comparison::Agree(Extent { compared: bits, ignored: 0 }));
    }

    #[test]
    fn each_kind_of_difference_is_found() {
        assert!(matches!(&differences(|o| o.result = Some(Value::new(Type::I64, 4)))[..], [Difference::Result(..)]));
        assert!(matches!(&differences(|o| o.result = None)[..], [Difference::Result(Some(_), None)]));
        let found = differences(|o| o.stdout = b"some outer".to_vec());
        assert!(matches!(&found[..], [Difference::Stream { name: "stdout", offset: 8, .. }]), "{found:?}");
        let found = differences(|o| o.stdout.truncate(3));
        assert!(matches!(&found[..], [Difference::Stream { offset: 3, .. }]), "{found:?}");
        assert!(matches!(&differences(|o| o.stderr.push(0))[..], [Difference::Stream { name: "stderr", offset: 0, .. }]));
        let found = differences(|o| o.calls[1].args[0].bits = 6);
        assert!(matches!(&found[..], [Difference::Call { index: 1, what, .. }] if what == "argument 0 differs"), "{found:?}");
        let found = differences(|o| o.calls[1].sent[2] = 0);
        assert!(matches!(&found[..], [Difference::Call { index: 1, what, .. }] if what.starts_with("byte 2 ")), "{found:?}");
        assert!(matches!(&differences(|o| o.calls[0].name = "x".into())[..], [Difference::Call { index: 0, .. }]));
        let found = differences(|o| drop(o.calls.pop()));
        assert!(matches!(&found[..], [Difference::Call { index: 1, calls: [Some(_), None], .. }]), "{found:?}");
        let found = differences(|o| o.memory[1].bytes[2] = 9);
        assert!(matches!(&found[..], [Difference::Memory { name, offset: 2, total: 1, .. }] if name == "heap"), "{found:?}");
        let found = differences(|o| drop(o.memory.remove(0)));
        assert!(matches!(&found[..], [Difference::Memory { offset: 0, context: [Some(_), None], .. }]), "{found:?}");
        assert!(matches!(&differences(|o| o.end = End::Exited(1))[..], [Difference::End(End::Returned, End::Exited(1))]));
    }

    #[test]
    fn traps_are_equal_and_nothing_else_is_a_trap() {
        let trapped = |why: &str| Outcome { end: End::Trapped(why.into()), result: None, ..outcome() };
        assert!(matches!(compare(&trapped("a"), &trapped("b")), Comparison::Agree(_)));
        assert!(matches!(compare(&trapped("a"), &outcome()), Comparison::Differ(_)));
        let exited = |status| Outcome { end: End::Exited(status), ..outcome() };
        assert!(matches!(compare(&exited(1), &exited(2)), Comparison::Differ(_)));
    }

    #[test]
    fn unspecified_bits_of_either_side_are_ignored_and_counted() {
        let mut reference = outcome();
        reference.memory[0].unspecified = vec![0, 0xff, 0, 0x0f];
        reference.memory[0].bytes[1] = 0;
        reference.result = Some(Value { ty: Type::I64, bits: 0, unspecified: 0xff });
        let Comparison::Agree(extent) = compare(&reference, &outcome()) else { panic!() };
        assert_eq!(extent.ignored, 8 + 12);
        assert_eq!(compare(&outcome(), &reference), Comparison::Agree(extent));
        reference.result = Some(Value { ty: Type::I64, bits: 0x100, unspecified: 0xff });
        assert!(matches!(compare(&reference, &outcome()), Comparison::Differ(_)));
    }

    #[test]
    fn any_nan_equals_any_nan_lane_by_lane() {
        let with = |bits| Outcome { result: Some(Value::new(Type::V4F32, bits)), ..outcome() };
        let (quiet, negative, one) = (0x7fc0_0000u128, 0xffff_ffffu128, 0x3f80_0000u128);
        assert!(matches!(compare(&with(quiet << 32 | one), &with(negative << 32 | one)), Comparison::Agree(_)));
        assert!(matches!(compare(&with(quiet << 32 | one), &with(one << 32 | one)), Comparison::Differ(_)));
        assert!(matches!(compare(&with(0), &with(0x8000_0000)), Comparison::Differ(_)), "-0.0 is not 0.0");
    }

    #[test]
    fn without_a_defined_reference_nothing_is_compared() {
        for end in [End::Undefined("x".into()), End::OutOfFuel] {
            let reference = Outcome { end, ..outcome() };
            assert!(matches!(compare(&reference, &outcome()), Comparison::Incomparable(_)));
        }
        let other = Outcome { end: End::OutOfFuel, ..outcome() };
        assert!(matches!(compare(&outcome(), &other), Comparison::Incomparable(_)));
    }

    #[test]
    fn an_extent_is_mostly_unspecified_beyond_half() {
        assert!(!Extent { compared: 0, ignored: 0 }.is_mostly_unspecified());
        assert!(!Extent { compared: 8, ignored: 8 }.is_mostly_unspecified());
        assert!(Extent { compared: 7, ignored: 8 }.is_mostly_unspecified());
    }
}
