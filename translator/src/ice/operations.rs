//! The operations of the IR as a page for people: `translator/docs/operations.md`, "Instructions" and what follows, is what this prints.
//!
//! In: the rows that the verifier, the folder and the passes go by ([`super::inst`], [`super::opcode`], [`super::intrinsics`]). Out:
//! Markdown. Which types an operator takes is asked of the operator.

use std::fmt::Write as _;

use super::inst::INSTRUCTIONS;
use super::intrinsics::{Effect, Operand};
use super::{BinOp, CastOp, FloatCond, IntCond, Intrinsic, Type};

/// The page, all of it.
pub fn page() -> String {
    let mut out = String::from(INTRODUCTION);
    instructions(&mut out);
    operators(&mut out);
    conversions(&mut out);
    predicates(&mut out);
    intrinsics(&mut out);
    out
}

const INTRODUCTION: &str = "\
# The operations of the IR

What functions consist of, printed from the tables that the translator goes by:

<!-- run -->

    pnacl-sz -print-operations

<!-- prints -->

    # The operations of the IR
    ...

What they mean is said in `translator/docs/meaning.md`, \"Words\" and what follows, how a text is written in the comment of `translator/src/text/parse`. An operation that *computes* may
be left out if nobody uses its result, replaced by what an equal one gave, and made where the program does not make it; one that *observes* may be
left out; one that *acts* or *leaves* stays what and where it is. One that traps may be replaced by an equal one, and stays otherwise. What is known of operands can only free more (`translator/src/opt/facts.rs`).
";

fn row<const N: usize>(out: &mut String, cells: [&str; N]) {
    out.push('|');
    for cell in cells {
        write!(out, " {cell} |").expect("a string takes everything");
    }
    out.push('\n');
}

fn table<const N: usize>(out: &mut String, title: &str, heads: [&str; N]) {
    write!(out, "\n## {title}\n\n").expect("a string takes everything");
    row(out, heads);
    out.push_str(&"|---".repeat(N));
    out.push_str("|\n");
}

/// What is done besides giving a result, in a word.
fn effect(effect: Effect, traps: bool) -> &'static str {
    match (effect, traps) {
        (Effect::Computes, false) => "computes",
        (Effect::Computes, true) => "computes, traps",
        (Effect::Observes, false) => "observes",
        (Effect::Observes, true) => "observes, traps",
        (Effect::Acts, false) => "acts",
        (Effect::Acts, true) => "acts, traps",
        (Effect::ReturnsTwice, _) => "acts, returns twice",
        (Effect::Leaves, _) => "leaves",
    }
}

fn instructions(out: &mut String) {
    table(out, "Instructions", ["", "operands", "", "", "what it does"]);
    for inst in &INSTRUCTIONS {
        let end = if inst.ends_block { "ends its block" } else { "" };
        row(out, [&code(inst.name), inst.form, effect(inst.effect, inst.traps), end, inst.description]);
    }
}

fn code(text: &str) -> String {
    if text.starts_with('(') { text.into() } else { format!("`{text}`") }
}

/// Types in short: as they are, or what they have in common.
fn types(accepts: impl Fn(Type) -> bool) -> String {
    let names = Type::ALL.into_iter().filter(|&ty| accepts(ty)).map(|ty| format!("`{ty}`"));
    names.collect::<Vec<_>>().join(" ")
}

fn operators(out: &mut String) {
    table(out, "Operators", ["", "types of both operands and the result", "", "", "what it does"]);
    for &op in BinOp::ALL {
        let known = op.row();
        let commutes = if known.commutes { "commutes" } else { "" };
        row(
            out,
            [&code(op.name()), &types(|ty| op.accepts(ty)), effect(Effect::Computes, known.traps), commutes, &op.description()],
        );
    }
}

fn conversions(out: &mut String) {
    table(out, "Conversions", ["", "from: to", "what it does"]);
    for &op in CastOp::ALL {
        let from = Type::ALL.into_iter().filter_map(|from| {
            let to = types(|to| op.accepts(from, to) && from != to);
            (!to.is_empty()).then(|| format!("`{from}`: {to}"))
        });
        row(out, [&code(op.name()), &from.collect::<Vec<_>>().join("; "), &op.description()]);
    }
}

fn predicates(out: &mut String) {
    table(out, "Predicates of icmp", ["", "negated", "operands swapped", "what it says"]);
    for &cond in IntCond::ALL {
        let known = cond.row();
        row(out, [&code(cond.name()), &code(known.negated.name()), &code(known.swapped.name()), &cond.description()]);
    }
    table(out, "Predicates of fcmp", ["", "less", "equal", "greater", "with a NaN", "what it says"]);
    for &cond in FloatCond::ALL {
        let known = cond.row();
        let [less, equal, greater, unordered] =
            [known.less, known.equal, known.greater, known.unordered].map(|holds| if holds { "yes" } else { "" });
        row(out, [&code(cond.name()), less, equal, greater, unordered, &cond.description()]);
    }
}

fn intrinsics(out: &mut String) {
    table(out, "Intrinsics", ["", "parameters", "result", ""]);
    let operand = |it: Intrinsic, operand: &Operand| match operand {
        Operand::Overload => it.overload().map_or_else(String::new, |ty| ty.to_string()),
        Operand::Value(ty) => ty.to_string(),
        Operand::Length => "length".into(),
        Operand::Pointer => "address".into(),
        Operand::Target => "address (written)".into(),
        Operand::Constant(constant) => format!("constant {constant:?}").to_lowercase(),
    };
    for it in Intrinsic::all() {
        let known = it.row();
        let params = known.params.iter().map(|param| operand(it, param)).collect::<Vec<_>>().join(", ");
        let result = known.result.as_ref().map_or_else(String::new, |result| operand(it, result));
        row(out, [&code(&it.name()), &params, &result, effect(known.effect, false)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page in the repository is the one that is printed. `BLESS=1` writes it.
    #[test]
    fn the_page_is_what_is_printed() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operations.md");
        let page = page();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &page).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            written == page,
            "docs/operations.md is not what is printed: BLESS=1 cargo test -p translator --lib -- operations"
        );
    }
}
