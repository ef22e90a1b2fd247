//! Attacks on the sandboxes, as data: assembly text that a rule has to refuse, and next to it harmless text of almost the same form.
//!
//! A file for each architecture, in the syntax of LLVM's assembler: `== NAME: RULE`, lines of an attack, `-- sibling`, lines of what is
//! harmless. Lines that start with `#` are comments. The text is assembled to the start of a bundle, and what is missing of the last
//! bundle is filled with traps.

use translator::options::Isa;

use super::isa::facts;
use super::rules::Rule;

/// An attack.
#[derive(Copy, Clone, Debug)]
pub struct Attack {
    /// What it tries.
    pub name: &'static str,
    /// The rule that refuses it: no other does.
    pub rule: Rule,
    /// Its code.
    pub attack: &'static str,
    /// Code that is accepted.
    pub sibling: &'static str,
}

/// The attacks on an architecture's sandbox; an error names the entry that cannot be read.
pub fn attacks(isa: Isa) -> Result<Vec<Attack>, String> {
    let (_, entries) = facts(isa).attacks.split_once("\n== ").unwrap_or_default();
    entries.split("\n== ").filter(|entry| !entry.is_empty()).map(parse).collect()
}

/// What the assembler makes of all attacks and siblings: lines of an architecture's name and bytes. `BLESS=1 cargo test -p crosstest --test
/// validate` writes it.
const ASSEMBLED: &str = include_str!("assembled.txt");

/// The code of all attacks and siblings on an architecture, as assembled: seeds for [`super::escape`].
pub fn assembled(isa: Isa) -> Vec<Vec<u8>> {
    let lines = ASSEMBLED.lines().filter_map(|line| line.strip_prefix(isa.name())?.strip_prefix(' '));
    let byte =
        |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok()).unwrap_or_default();
    lines.map(|line| line.as_bytes().chunks(2).map(byte).collect()).collect()
}

fn parse(entry: &'static str) -> Result<Attack, String> {
    let parts = || {
        let (head, code) = entry.split_once('\n')?;
        let (name, id) = head.rsplit_once(": ")?;
        let (attack, sibling) = code.split_once("-- sibling\n")?;
        let rule = *Rule::ALL.iter().find(|rule| rule.id() == id)?;
        Some(Attack { name, rule, attack, sibling })
    };
    parts().ok_or_else(|| format!("cannot be read: {entry}"))
}

/// The options by which LLVM's assembler knows an architecture, in Native Client's form where it has one.
pub const fn llvm_mc(isa: Isa) -> &'static [&'static str] {
    facts(isa).llvm_mc
}
