//! Comparisons by every predicate, as texts: as a value, as a branch, as a select, of integers with
//! constants too.

use std::fmt::Write;

use super::Made;
use super::width::Width;
use crate::case::Case;

/// The predicates of integers.
pub const INTEGER: [&str; 10] = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];
/// Those of floating point, with when they hold: less, greater, equal, unordered.
pub const FLOATING: [(&str, [bool; 4]); 16] = [
    ("false", [false, false, false, false]),
    ("oeq", [false, false, true, false]),
    ("ogt", [false, true, false, false]),
    ("oge", [false, true, true, false]),
    ("olt", [true, false, false, false]),
    ("ole", [true, false, true, false]),
    ("one", [true, true, false, false]),
    ("ord", [true, true, true, false]),
    ("ueq", [false, false, true, true]),
    ("ugt", [false, true, false, true]),
    ("uge", [false, true, true, true]),
    ("ult", [true, false, false, true]),
    ("ule", [true, false, true, true]),
    ("une", [true, true, false, true]),
    ("uno", [false, false, false, true]),
    ("true", [true, true, true, true]),
];
/// Two numbers for each of less, greater, equal (zeros of either sign) and unordered.
const PAIRS: [(&str, &str); 4] = [("1.0", "2.0"), ("2.0", "1.0"), ("0.0", "-0.0"), ("nan", "1.0")];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let integer = |width: Width| made_of(format!("icmp_{}", width.ty()), move || integers(width));
    let floating = |ty: &'static str| made_of(format!("fcmp_{ty}"), move || floats(ty));
    Width::ALL.into_iter().map(integer).chain(["float", "double"].into_iter().map(floating)).collect()
}

fn made_of(name: String, text: impl Fn() -> String + Send + Sync + 'static) -> Made {
    Made::new(name.clone(), move || Case::parse(&text(), &format!("compare/{name}")))
}

/// What is compared: its type, the type in which it is passed, and the lines that make one of the
/// other with the names of both values.
struct Compared {
    inst: &'static str,
    ty: String,
    passed: String,
    narrow: [String; 2],
    names: [&'static str; 2],
}

impl Compared {
    /// The functions that compare two values by a predicate.
    fn functions(&self, predicate: &str) -> String {
        let Compared { inst, ty, passed, narrow, names: [a, b] } = self;
        let compare = format!("{}  %c = {inst} {predicate} {ty} %{a}, %{b}\n", narrow.concat());
        format!(
            "define i32 @value_{predicate}({passed} %a, {passed} %b) {{\n{compare}  %r = zext i1 %c to i32\n  ret i32 %r\n}}\n\
             define i32 @branch_{predicate}({passed} %a, {passed} %b) {{\n{compare}  br i1 %c, label %yes, label %no\n\
             yes:\n  ret i32 10\nno:\n  ret i32 20\n}}\n\
             define {passed} @select_{predicate}({passed} %a, {passed} %b) {{\n{compare}  \
             %r = select i1 %c, {passed} %a, {passed} %b\n  ret {passed} %r\n}}\n"
        )
    }
}

fn integers(width: Width) -> String {
    let (narrow_a, a) = width.narrowed("a", "x");
    let (narrow_b, b) = width.narrowed("b", "y");
    let (ty, passed) = (width.ty(), width.passed());
    let compared =
        Compared { inst: "icmp", ty: ty.clone(), passed: passed.clone(), narrow: [narrow_a.clone(), narrow_b], names: [a, b] };
    let constants = [0, 1, -1, width.max(), width.min()];
    let mut text = format!("; Every comparison of {ty} as a value, as a branch, as a select, and with constants.\n");
    for (predicate, holds) in [("ult", 1), ("slt", 0)] {
        let _ = writeln!(text, "; run: @value_{predicate}({passed} 1, {passed} -1) -> i32 {holds}");
    }
    let names = |predicate: &&str| {
        let with = (0..constants.len()).map(|index| format!(" @{predicate}_c{index}")).collect::<String>();
        format!(" @value_{predicate} @branch_{predicate} @select_{predicate}{with}")
    };
    let _ = writeln!(text, "; edges:{}\n", INTEGER.iter().map(names).collect::<String>());
    for predicate in INTEGER {
        text += &compared.functions(predicate);
        for (index, constant) in constants.iter().enumerate() {
            let _ = write!(
                text,
                "define i32 @{predicate}_c{index}({passed} %a) {{\n{narrow_a}  %c = icmp {predicate} {ty} %{a}, {constant}\n  \
                 %r = zext i1 %c to i32\n  ret i32 %r\n}}\n"
            );
        }
    }
    text
}

fn floats(ty: &str) -> String {
    let compared = Compared { inst: "fcmp", ty: ty.into(), passed: ty.into(), narrow: Default::default(), names: ["a", "b"] };
    let mut text = format!(
        "; Every comparison of {ty}: less, greater, equal (zeros of either sign) and unordered; then all pairs of edge values.\n"
    );
    for (predicate, holds) in FLOATING {
        for ((a, b), holds) in PAIRS.iter().zip(holds) {
            let _ = writeln!(text, "; run: @value_{predicate}({ty} {a}, {ty} {b}) -> i32 {}", u8::from(holds));
            let _ = writeln!(text, "; run: @branch_{predicate}({ty} {a}, {ty} {b}) -> i32 {}", if holds { 10 } else { 20 });
        }
    }
    let names = |(predicate, _): &(&str, _)| format!(" @value_{predicate} @branch_{predicate} @select_{predicate}");
    let _ = writeln!(text, "; edges:{}\n", FLOATING.iter().map(names).collect::<String>());
    FLOATING.iter().for_each(|(predicate, _)| text += &compared.functions(predicate));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_eight_predicates_are_the_opposites_of_the_last() {
        let holds = |name: &str| FLOATING.iter().find(|(known, _)| *known == name).unwrap().1;
        for (name, opposite) in [
            ("false", "true"),
            ("oeq", "une"),
            ("ogt", "ule"),
            ("oge", "ult"),
            ("olt", "uge"),
            ("ole", "ugt"),
            ("one", "ueq"),
            ("ord", "uno"),
        ] {
            assert_eq!(holds(name), holds(opposite).map(|holds| !holds), "{name}");
        }
    }
}
