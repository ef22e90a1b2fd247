//! Operations with a constant on one side, as texts: immediates of every size, and every constant
//! near a power of two that multiplications, divisions and remainders are made cheaper by.

use std::fmt::Write;

use super::Made;
use super::width::Width;
use crate::case::Case;

/// Constants in a function that mixes their results.
const CHUNK: usize = 48;
/// What results are mixed by.
const PRIME: u32 = 16_777_619;
/// Functions in a line of edges.
const EDGES_PER_LINE: usize = 6;

/// Arithmetic with constants.
pub fn immediates() -> Vec<Made> {
    made("int_const", "arithmetic", immediates_of)
}

/// Products, quotients and remainders.
pub fn near_powers() -> Vec<Made> {
    made("constants", "strength", near_powers_of)
}

fn made(stem: &str, suite: &'static str, text: fn(Width) -> String) -> Vec<Made> {
    let one = |width: Width| {
        let name = format!("{stem}_{}", width.ty());
        Made::new(name.clone(), move || Case::parse(&text(width), &format!("{suite}/{name}")))
    };
    Width::ALL.into_iter().map(one).collect()
}

/// The constants of arithmetic.
fn immediate_constants(width: Width) -> Vec<i128> {
    let mut all = vec![0, 1, -1, 2, 3, 7, 10, width.max().min(255), width.max(), width.min(), 1 << (width.0 - 2)];
    match width.0 {
        32 => all.extend([0xffff, 0x1234_5678]),
        64 => all.extend([1 << 31, 1 << 32, -(1 << 31) - 1, 0x0123_4567_89ab_cdef]),
        _ => {}
    }
    all
}

/// The amounts by which is shifted.
fn amounts(width: Width) -> &'static [u32] {
    match width.0 {
        8 => &[0, 1, 3, 4, 5, 7],
        16 => &[0, 1, 7, 8, 9, 15],
        32 => &[0, 1, 7, 8, 15, 16, 17, 31],
        _ => &[0, 1, 7, 8, 31, 32, 33, 63],
    }
}

fn immediates_of(width: Width) -> String {
    let constants = immediate_constants(width);
    let last = constants.len() - 2;
    let swapped = [&constants[..3], &constants[last..]].concat();
    let mut functions = Vec::new();
    for op in ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor"] {
        let is_division = op.ends_with("div") || op.ends_with("rem");
        // Division by 0 traps, and one of the least number by -1 has no result.
        let is_harmless =
            |constant: i128| !(is_division && constant == 0 || op.starts_with('s') && is_division && constant == -1);
        for (index, constant) in constants.iter().enumerate().filter(|(_, constant)| is_harmless(**constant)) {
            functions.push((format!("{op}_c{index}"), op, "%", constant.to_string()));
        }
        if is_division || op == "sub" {
            let swapped = swapped.iter().enumerate();
            functions.extend(swapped.map(|(index, constant)| (format!("{op}_k{index}"), op, "", constant.to_string())));
        }
    }
    for op in ["shl", "lshr", "ashr"] {
        functions.extend(amounts(width).iter().map(|amount| (format!("{op}_by{amount}"), op, "%", amount.to_string())));
    }
    let names: Vec<String> = functions.iter().map(|(name, ..)| format!("@{name}")).collect();
    let mut text = format!(
        "; Arithmetic of {} bits with a constant on one side: immediates of every size, powers of two, both orders.\n; edges: {}\n\n",
        width.0,
        names.join(" ")
    );
    let (ty, passed) = (width.ty(), width.passed());
    let (narrow, a) = width.narrowed("a", "an");
    let (wide, result) =
        if width.is_narrow() { (format!("  %wide = sext {ty} %r to i32\n"), "wide") } else { (String::new(), "r") };
    for (name, op, variable_first, constant) in functions {
        let operands = if variable_first.is_empty() { format!("{constant}, %{a}") } else { format!("%{a}, {constant}") };
        let _ = write!(
            text,
            "define {passed} @{name}({passed} %a) {{\n{narrow}  %r = {op} {ty} {operands}\n{wide}  ret {passed} %{result}\n}}\n"
        );
    }
    text
}

/// The constants near powers of two, and a few others: those with a sign bit last, none of them 0.
fn near_power_constants(width: Width) -> Vec<i128> {
    // Of 64 bits, some: each is code for a pair of registers on most targets.
    let powers: Vec<u32> =
        if width.0 == 64 { vec![1, 2, 3, 5, 8, 15, 16, 31, 32, 33, 47, 62, 63] } else { (1..width.0).collect() };
    let near = powers.iter().flat_map(|&power| [(1 << power) - 1, 1 << power, (1 << power) + 1]);
    let both = near.flat_map(|constant: i128| [constant, -constant]);
    let others = [6, 10, 25, 45, 100, 125, 641, 1000, -10];
    let mut all: Vec<i128> = both.chain(others).map(|constant| width.unsigned(constant)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|constant| width.signed(constant)).collect()
}

/// What of an operation and a constant has a result for every number.
fn has_results(op: &str, constant: i128) -> bool {
    !(op.starts_with('s') && constant == -1)
}

/// Operations by one constant, whose results are known.
fn singles(width: Width) -> [(&'static str, i128); 9] {
    [
        ("udiv", 7),
        ("urem", 10),
        ("sdiv", -7),
        ("srem", 10),
        ("sdiv", 16),
        ("srem", 16),
        ("sdiv", -16),
        ("udiv", -width.min() + 1),
        ("sdiv", width.min()),
    ]
}

/// The name of such an operation's function.
fn single_name((op, constant): (&str, i128)) -> String {
    format!("one_{op}_{}", constant.to_string().replace('-', "m"))
}

fn near_powers_of(width: Width) -> String {
    let mut functions = String::new();
    let mut names = Vec::new();
    for op in ["mul", "udiv", "urem", "sdiv", "srem"] {
        let constants: Vec<i128> =
            near_power_constants(width).into_iter().filter(|&constant| has_results(op, constant)).collect();
        for (number, chunk) in constants.chunks(CHUNK).enumerate() {
            names.push(format!("{op}_{number}"));
            functions += &mixing(width, op, number, chunk);
        }
    }
    let mut runs = String::new();
    for single in singles(width) {
        names.push(single_name(single));
        runs += &single_runs(width, single);
        functions += &single_function(width, single);
    }
    let ty = width.ty();
    let mut text = format!(
        "; Products, quotients and remainders of {ty} with every constant near a power of two, and a few others, on edge values: each function\n\
         ; mixes the results of all of its constants. The last ones are of one constant each.\n{runs}"
    );
    for line in names.chunks(EDGES_PER_LINE) {
        let line: Vec<String> = line.iter().map(|name| format!("@{name}")).collect();
        let _ = writeln!(text, "; edges: {}", line.join(" "));
    }
    text + "\n" + &functions
}

/// How a result is made as wide as it is passed.
fn extension(op: &str) -> &'static str {
    if op.starts_with('s') { "sext" } else { "zext" }
}

/// A function that mixes the results of an operation with several constants.
fn mixing(width: Width, op: &str, number: usize, constants: &[i128]) -> String {
    let (ty, passed) = (width.ty(), width.passed());
    let (narrow, x) = width.narrowed("a", "x");
    let mut text = format!("define {passed} @{op}_{number}({passed} %a) {{\n{narrow}");
    let mut mixed = "0".to_string();
    for (index, constant) in constants.iter().enumerate() {
        let _ = writeln!(text, "  %q{index} = {op} {ty} %{x}, {constant}");
        if width.is_narrow() {
            let _ = writeln!(text, "  %e{index} = {} {ty} %q{index} to i32", extension(op));
        }
        let result = if width.is_narrow() { 'e' } else { 'q' };
        let _ = writeln!(text, "  %x{index} = xor {passed} {mixed}, %{result}{index}");
        let _ = writeln!(text, "  %h{index} = mul {passed} %x{index}, {PRIME}");
        mixed = format!("%h{index}");
    }
    text + &format!("  ret {passed} {mixed}\n}}\n")
}

fn single_function(width: Width, single @ (op, constant): (&str, i128)) -> String {
    let (ty, passed) = (width.ty(), width.passed());
    let (narrow, x) = width.narrowed("a", "x");
    let (extend, result) =
        if width.is_narrow() { (format!("  %e = {} {ty} %q to i32\n", extension(op)), 'e') } else { (String::new(), 'q') };
    let constant = width.signed(constant);
    format!(
        "define {passed} @{}({passed} %a) {{\n{narrow}  %q = {op} {ty} %{x}, {constant}\n{extend}  ret {passed} %{result}\n}}\n",
        single_name(single)
    )
}

/// What a function of one constant makes of some numbers.
fn single_runs(width: Width, single @ (op, constant): (&str, i128)) -> String {
    let (passed, mut text) = (Width(width.0.max(32)), String::new());
    for number in [0, 1, -1, width.max(), width.min(), -6, 100, 20] {
        let argument = passed.signed(width.unsigned(number));
        let (number, constant) = match extension(op) {
            "sext" => (number, constant),
            _ => (width.unsigned(number), width.unsigned(constant)),
        };
        let result = if op.ends_with("div") { number / constant } else { number % constant };
        let (ty, result) = (passed.ty(), passed.signed(result));
        let _ = writeln!(text, "; run: @{}({ty} {argument}) -> {ty} {result}", single_name(single));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_result_is_left_out() {
        for text in Width::ALL.into_iter().flat_map(|width| [immediates_of(width), near_powers_of(width)]) {
            for line in text.lines().filter(|line| line.contains(" = ") && (line.contains("div ") || line.contains("rem "))) {
                let has_none = line.ends_with(", 0") || (line.contains("= s") && line.ends_with(", -1"));
                assert!(!has_none, "{line}");
            }
        }
    }

    #[test]
    fn known_results_are_those_of_the_width() {
        let text = near_powers_of(Width(8));
        for expected in ["one_udiv_7(i32 255) -> i32 36", "one_sdiv_m7(i32 128) -> i32 18", "one_udiv_129(i32 250) -> i32 1"] {
            assert!(text.contains(expected), "{expected}");
        }
        assert!(near_powers_of(Width(64)).contains("one_udiv_7(i64 -1) -> i64 2635249153387078802"));
    }
}
