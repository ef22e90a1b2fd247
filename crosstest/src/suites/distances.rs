//! Branches over every number of bytes near what x86's short ones reach, forward and back, and over as many words as MIPS's reach and
//! one more, as texts.

use std::fmt::Write;

use super::Made;
use crate::case::Case;

/// How many bytes of x86's code are branched over, about.
const BYTES: std::ops::Range<u32> = 100..150;

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |name: &'static str, text: fn() -> String| {
        Made::new(name.into(), move || Case::parse(&text(), &format!("limits/{name}")))
    };
    vec![one("branches over so many bytes", module), one("branches over so many words", far)]
}

fn module() -> String {
    let mut text = "; Branches forward and back, over every number of bytes near 128.\n".to_string();
    for bytes in BYTES {
        let _ = write!(
            text,
            "; run: @over{bytes}(i32 5)\n; run: @over{bytes}(i32 500)\n; run: @back{bytes}(i32 1)\n; run: @back{bytes}(i32 4)\n"
        );
    }
    for bytes in BYTES {
        let (lines, result) = computation(bytes);
        let _ = write!(
            text,
            "define i32 @over{bytes}(i32 %x) {{\nentry:\n  %c = icmp ult i32 %x, 100\n  br i1 %c, label %end, label %body\nbody:\n\
             {lines}  br label %end\nend:\n  %r = phi i32 [ %x, %entry ], [ {result}, %body ]\n  ret i32 %r\n}}\n\
             define i32 @back{bytes}(i32 %n) {{\nentry:\n  br label %body\nbody:\n  %x = phi i32 [ 3, %entry ], [ {result}, %body ]\n  \
             %left = phi i32 [ %n, %entry ], [ %less, %body ]\n{lines}  %less = add i32 %left, -1\n  %c = icmp ne i32 %less, 0\n  \
             br i1 %c, label %body, label %end\nend:\n  ret i32 {result}\n}}\n"
        );
    }
    text
}

/// Lines that make a number of `%x` by so many bytes of instructions in registers, and the number's name.
fn computation(bytes: u32) -> (String, String) {
    let (mut left, mut text, mut value, mut count) = (bytes, String::new(), "%x".to_string(), 0);
    while left > 0 {
        let (line, len) = match left {
            // Six bytes, three, or two.
            6 | 9.. => (format!("mul i32 {value}, 1000003"), 6),
            3 | 5 | 7 | 8 => (format!("xor i32 {value}, 29"), 3),
            _ => (format!("sub i32 0, {value}"), 2.min(left)),
        };
        count += 1;
        let _ = writeln!(text, "  %v{count} = {line}");
        value = format!("%v{count}");
        left -= len;
    }
    (text, value)
}

/// How many words of MIPS's code are branched over: a branch reaches 32,767 words forward from its delay slot, and 32,768 back.
const WORDS: std::ops::Range<u32> = 32_765..32_770;

/// Functions of one branch forward and one back over so many words.
fn far() -> String {
    let mut text = "; Branches forward and back, as far as MIPS's reach.\n; targets: mips32\n; recipes: O2\n".to_string();
    for words in WORDS {
        let _ = write!(text, "; run: @over{words}(i32 0)\n; run: @over{words}(i32 3)\n; run: @back{words}(i32 2)\n");
    }
    for words in WORDS {
        let (lines, result) = of_words(words, "%v0");
        let _ = write!(
            text,
            "define i32 @over{words}(i32 %v0) {{\nentry:\n  %c = icmp eq i32 %v0, 0\n  br i1 %c, label %end, label %body\nbody:\n{lines}  \
             br label %end\nend:\n  %r = phi i32 [ 7, %entry ], [ {result}, %body ]\n  ret i32 %r\n}}\n"
        );
        let (lines, result) = of_words(words, "%n");
        let _ = write!(
            text,
            "define i32 @back{words}(i32 %n) {{\nentry:\n  br label %body\nbody:\n  %v0 = phi i32 [ 3, %entry ], [ {result}, %body ]\n  \
             %left = phi i32 [ %n, %entry ], [ %less, %body ]\n{lines}  %less = add i32 %left, -1\n  %c = icmp ne i32 %less, 0\n  \
             br i1 %c, label %body, label %end\nend:\n  ret i32 {result}\n}}\n"
        );
    }
    text
}

/// Lines that make a number of `%v0` and another, which is not 0, by so many instructions of MIPS, and the number's name. A quotient is
/// three, with a trap.
fn of_words(words: u32, other: &str) -> (String, String) {
    let (quotients, products) = (words / 3, words % 3);
    let op = |index: u32| if index <= quotients { "udiv" } else { "mul" };
    let line = |index: u32| format!("  %v{index} = {} i32 %v{}, {other}\n", op(index), index - 1);
    let count = quotients + products;
    ((1..=count).map(line).collect(), format!("%v{count}"))
}
