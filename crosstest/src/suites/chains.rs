//! Sequences of three operations, each on the result of the one before, as texts: what lowering and later passes join (sums and
//! shifts to addresses, operations and what compares their result, masks and extensions), whether they should or not.
//!
//! The number at the beginning is needed afterwards, so that something has to be copied; of some chains what is in between is, too.

use super::Made;
use super::mixed::Mixed;
use super::width::Width;
use crate::case::Case;

/// What is computed with.
const NUMBERS: [u64; 9] = [
    0,
    u64::MAX,
    0x80,
    0x8000_0000_8000_8000,
    0x7fff_ffff_7fff_ff7f,
    0x0123_4567_89ab_cdef,
    0xffff_ffff_0000_0000,
    0x0000_0001_ffff_ff00,
    0x0000_0000_0001_0000,
];

/// Constants, of which each place of a chain has its own.
const CONSTANTS: [i64; 7] = [1, -1, 7, 255, -128, 0x7fff, -0x8000];

/// Of narrow numbers the sequences of one part of so many, and of wide ones those of another: all of them take long.
const PARTS: usize = 3;

/// An operation: of a number, the other one and a constant, all of a type and named; into a name, whose number begins other names.
type Step = fn(&Place<'_>) -> String;

/// Where an operation stands.
struct Place<'p> {
    ty: &'p str,
    width: Width,
    from: &'p str,
    to: &'p str,
    other: &'p str,
    constant: i64,
}

impl Place<'_> {
    fn binary(&self, op: &str, rhs: impl std::fmt::Display) -> String {
        format!("  {} = {op} {} {}, {rhs}\n", self.to, self.ty, self.from)
    }

    fn reversed(&self, op: &str, lhs: impl std::fmt::Display) -> String {
        format!("  {} = {op} {} {lhs}, {}\n", self.to, self.ty, self.from)
    }

    /// One of two by what a comparison says.
    fn chosen(&self, predicate: &str, bound: impl std::fmt::Display, otherwise: &str) -> String {
        let Place { ty, from, to, .. } = self;
        format!("  {to}c = icmp {predicate} {ty} {from}, {bound}\n  {to} = select i1 {to}c, {ty} {from}, {ty} {otherwise}\n")
    }

    /// Cut off to so many bits, and extended again.
    fn narrowed(&self, bits: u32, extend: &str) -> String {
        let Place { ty, from, to, .. } = self;
        format!("  {to}t = trunc {ty} {from} to i{bits}\n  {to} = {extend} i{bits} {to}t to {ty}\n")
    }
}

const STEPS: [(&str, Step); 21] = [
    ("plus", |at| at.binary("add", at.constant)),
    ("sum", |at| at.binary("add", at.other)),
    ("twice", |at| at.binary("add", at.from)),
    ("less", |at| at.binary("sub", at.other)),
    ("from", |at| at.reversed("sub", at.constant)),
    ("shl1", |at| at.binary("shl", 1)),
    ("shl3", |at| at.binary("shl", 3)),
    ("shl4", |at| at.binary("shl", 4)),
    ("lshr", |at| at.binary("lshr", 3)),
    ("ashr", |at| at.binary("ashr", at.width.0 - 1)),
    ("mask", |at| at.binary("and", at.constant)),
    ("common", |at| at.reversed("and", at.other)),
    ("either", |at| at.binary("or", at.other)),
    ("not", |at| at.binary("xor", -1)),
    ("product", |at| at.binary("mul", 5)),
    ("zero", |at| at.chosen("eq", 0, at.other)),
    ("negative", |at| at.chosen("slt", 0, at.other)),
    ("positive", |at| at.chosen("sgt", 0, &at.constant.to_string())),
    ("below", |at| at.chosen("ult", at.constant, at.other)),
    ("byte", |at| at.narrowed(if at.width.0 == 8 { 1 } else { 8 }, "sext")),
    ("short", |at| at.narrowed(if at.width.0 > 16 { 16 } else { 1 }, "zext")),
];

/// The suite's modules: one for each width and first operation.
pub fn made() -> Vec<Made> {
    let one = |width: Width, first: usize| {
        let name = format!("chains of {} from {}", width.ty(), STEPS[first].0);
        Made::new(name.clone(), move || Case::parse(&module(width, first), &format!("limits/{name}")))
    };
    Width::ALL.into_iter().flat_map(|width| (0..STEPS.len()).map(move |first| one(width, first))).collect()
}

fn module(width: Width, first: usize) -> String {
    let numbers = NUMBERS.iter().map(|&number| width.signed(number.into()) as i64).collect();
    let mut module = Mixed::new(width, numbers);
    for (second, (name, _)) in STEPS.iter().enumerate() {
        let is_made = |third: &usize| (first + second + third) % PARTS == usize::from(width.is_narrow());
        let thirds = (0..STEPS.len()).filter(is_made).enumerate();
        let chains = thirds.map(|(number, third)| chain(width, number, [first, second, third]));
        module.add(&format!("{}_{name}", STEPS[first].0), chains);
    }
    module.finish(&format!("Three operations on {}, the first one `{}`.", width.ty(), STEPS[first].0), "")
}

/// The lines that make the result with a number.
fn chain(width: Width, number: usize, steps: [usize; 3]) -> String {
    let ty = width.ty();
    let other = if width.is_narrow() { format!("%o{number}") } else { "%all".to_string() };
    let mut text = if width.is_narrow() { format!("  {other} = trunc i32 %all to {ty}\n") } else { String::new() };
    // Of each third chain the second result is needed, too.
    let keeps = number.is_multiple_of(3);
    let names = [
        "%x".to_string(),
        format!("%a{number}"),
        format!("%b{number}"),
        if keeps { format!("%d{number}") } else { format!("%r{number}") },
    ];
    for (place, &step) in steps.iter().enumerate() {
        let constant = CONSTANTS[(steps[0] + 3 * steps[1] + 5 * number + place) % CONSTANTS.len()];
        let constant = width.signed(constant.into()) as i64;
        let (from, to) = (&names[place], &names[place + 1]);
        text += &STEPS[step].1(&Place { ty: &ty, width, from, to, other: &other, constant });
    }
    if keeps {
        text += &format!("  %r{number} = add {ty} %d{number}, %b{number}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_at_every_place() {
        for width in Width::ALL {
            let text = module(width, 0);
            assert_eq!(text.matches("define ").count(), STEPS.len());
            let results = text.matches(&format!(" = mul {} %x", width.passed())).count();
            assert!((STEPS.len() * STEPS.len()).abs_diff(PARTS * results) < STEPS.len());
        }
    }
}
