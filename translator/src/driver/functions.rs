//! What a run did to each function: the lines of `-szstats` and `-timing-funcs`.
//!
//! In: a line for each function, in their order. Out: text. Sizes depend on the input and the options
//! only; times are sorted, the longest first.

use std::fmt::Write;
use std::time::Duration;

use crate::pipeline::Sizes;

/// What is known of a function that was translated.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FunctionReport {
    /// Its symbol.
    pub name: String,
    /// What it takes after allocation.
    pub sizes: Sizes,
    /// Bytes of machine code.
    pub code_bytes: u64,
    /// Relocations of the code.
    pub relocations: u64,
    /// Constants that it has in memory.
    pub constants: u64,
    /// How long reading and translating it took.
    pub time: Duration,
}

/// The columns of `-szstats`.
const COLUMNS: &str = "   frame    insts   spills    fills    saved     imms   relocs   consts     code  function";

/// The table of `-szstats`.
pub fn sizes(functions: &[FunctionReport]) -> String {
    let mut text = format!("{COLUMNS}\n");
    let mut total = FunctionReport { name: "(all)".into(), ..FunctionReport::default() };
    for function in functions {
        text += &line(function);
        total.sizes.add(&function.sizes);
        total.code_bytes += function.code_bytes;
        total.relocations += function.relocations;
        total.constants += function.constants;
    }
    text + &line(&total)
}

fn line(function: &FunctionReport) -> String {
    let FunctionReport { name, sizes, code_bytes, relocations, constants, .. } = function;
    let Sizes { frame, instructions, spills, fills, saved, immediates } = *sizes;
    let numbers = [frame, instructions, spills, fills, saved, immediates, *relocations, *constants, *code_bytes];
    numbers.iter().fold(String::new(), |line, number| format!("{line}{number:>8} ")) + &format!(" {name}\n")
}

/// A time in milliseconds with three decimal places, in 12 columns; without floating-point numbers, whose formatting alone is
/// 13 KB of the smallest program.
pub fn millis(time: Duration) -> String {
    let micros = (time.as_nanos() + 500) / 1000;
    format!("{:>8}.{:03}", micros / 1000, micros % 1000)
}

/// The list of `-timing-funcs`.
pub fn times(functions: &[FunctionReport]) -> String {
    let total: Duration = functions.iter().map(|function| function.time).sum();
    let mut sorted: Vec<&FunctionReport> = functions.iter().collect();
    // Of two with the same time the first is first: the sort is stable.
    sorted.sort_by_key(|function| std::cmp::Reverse(function.time));
    let mut text = String::new();
    for function in sorted {
        let share = 10_000 * function.time.as_nanos() / total.as_nanos().max(1);
        let (percent, hundredths) = (share / 100, share % 100);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} ms {percent:>3}.{hundredths:02} %  function {}", millis(function.time), function.name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, frame: u64, code_bytes: u64, millis: u64) -> FunctionReport {
        let sizes = Sizes { frame, instructions: 7, ..Sizes::default() };
        FunctionReport { name: name.into(), sizes, code_bytes, time: Duration::from_millis(millis), ..FunctionReport::default() }
    }

    #[test]
    fn sizes_are_lines_and_their_sum() {
        let text = sizes(&[function("f", 16, 100, 1), function("g", 0, 23, 3)]);
        let expected = "      16        7        0        0        0        0        0        0      100  f\n";
        assert!(text.contains(expected), "{text}");
        assert!(
            text.ends_with("      16       14        0        0        0        0        0        0      123  (all)\n"),
            "{text}"
        );
    }

    #[test]
    fn times_are_sorted() {
        let text = times(&[function("f", 0, 0, 1), function("g", 0, 0, 3)]);
        assert_eq!(text, "       3.000 ms  75.00 %  function g\n       1.000 ms  25.00 %  function f\n");
    }
}
