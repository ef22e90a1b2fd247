//! Functions whose size is the point, as texts: code beyond the reach of a branch, a table of more
//! than 256 cases.

use std::fmt::Write;

use super::Made;
use crate::case::Case;

/// Values that are computed before the switch of the large function, and used behind it: so many
/// that its code has more than 128 KiB, and a branch across them has to reach that far.
const FAR: usize = 1100;
/// Calls of the large function: an argument and the result.
const FAR_RESULTS: [(u32, i32); 4] = [(1, -1_167_909_563), (2, -568_925_808), (3, 1_316_985_259), (4, 38_787_152)];

/// Cases of the table, which lead to this many blocks.
const CASES: u32 = 300;
const TARGETS: u32 = 7;

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |name: &'static str, text: fn() -> String| {
        Made::new(name.into(), move || Case::parse(&text(), &format!("unseen/{name}")))
    };
    vec![one("unseen_large", far), one("unseen_table256", table)]
}

/// The function whose branches reach far.
pub(crate) fn far() -> String {
    let mut text = String::from("; A function of more than 128 KiB, with far branches both ways.\n");
    for (argument, result) in FAR_RESULTS {
        let _ = writeln!(text, "; run: @f(i32 {argument}, i32 5) -> i32 {result}");
    }
    text += "define i32 @f(i32 %x, i32 %y) {\nentry:\n";
    for index in 0..FAR {
        let _ = writeln!(text, "  %v{index} = mul i32 %y, {}", 1001 + 2 * index);
    }
    text += "  switch i32 %x, label %d [ i32 1, label %a\n    i32 2, label %b\n    i32 3, label %c ]\n";
    ["a", "b", "c", "d"].iter().enumerate().for_each(|(index, block)| text += &arm(block, index));
    text += "j:\n  %s = phi i32 [ %qa6, %a ], [ %qb6, %b ], [ %qc6, %c ], [ %qd6, %d ]\n";
    for index in 0..FAR {
        let (op, before) = (["xor", "add"][index % 2], if index == 0 { "s".into() } else { format!("t{}", index - 1) });
        let _ = writeln!(text, "  %t{index} = {op} i32 %{before}, %v{index}");
    }
    text + &format!("  ret i32 %t{}\n}}\n", FAR - 1)
}

/// A block that the switch leads to, with work of its own.
fn arm(block: &str, index: usize) -> String {
    let q = format!("%q{block}");
    let m = format!("%m{block}");
    format!(
        "{block}:\n  {m} = mul i32 %x, {}\n  {q}1 = mul i32 {m}, {m}\n  {q}2 = mul i32 {q}1, {}\n  {q}3 = xor i32 {q}2, {q}1\n  \
         {q}4 = mul i32 {q}3, {q}2\n  {q}5 = xor i32 {q}4, {q}1\n  {q}6 = mul i32 {q}5, {m}\n  br label %j\n",
        77 + index,
        5 + index
    )
}

/// What a case of the table returns.
fn case_result(case: u32) -> u32 {
    if case < CASES { 100 + 13 * (case % TARGETS) } else { 1 }
}

/// The function with the long table.
pub(crate) fn table() -> String {
    let mut text = String::from("; A switch of more than 256 cases.\n");
    for argument in [0, 1, 5, 255, 256, 257, 299, 300] {
        let _ = writeln!(text, "; run: @f(i32 {argument}) -> i32 {}", case_result(argument));
    }
    let cases: Vec<String> = (0..CASES).map(|case| format!("    i32 {case}, label %b{}", case % TARGETS)).collect();
    let _ = writeln!(text, "define i32 @f(i32 %x) {{\n  switch i32 %x, label %d [{} ]", cases.join("\n"));
    for target in 0..TARGETS {
        let _ = write!(text, "b{target}:\n  ret i32 {}\n", case_result(target));
    }
    text + "d:\n  ret i32 1\n}\n"
}
