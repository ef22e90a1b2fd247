//! Expectations on texts: dumps and disassembly, as they stand or by patterns.
//!
//! In: what was expected and the text that came, as lines. Out: a [`Mismatch`], if they do not
//! agree. Lines are compared without what follows their last word.
//!
//! A pattern is found in a line that contains it; blanks stand for any number of blanks, and `...`
//! for any characters. The `check`s of one text are found in order, each below the one before; a
//! `check-not` must not be found between the `check`s around it. Cost: the product of text and
//! patterns for patterns, that of [`mod@crate::diff`] for texts.

use translator::options::{Isa, OptLevel};

use crate::diff::listed;
use crate::job::Target;

/// An architecture, perhaps with a recipe.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Where {
    /// The architecture.
    pub isa: Isa,
    /// The recipe; any if it is not said.
    pub opt: Option<OptLevel>,
}

impl Where {
    fn is(self, target: Target) -> bool {
        self.isa == target.isa && self.opt.is_none_or(|opt| opt == target.opt)
    }
}

/// Which text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Listing {
    /// The module as it was read.
    Module,
    /// A function of it.
    Function(String),
    /// A function's disassembled code.
    Code(Vec<Where>, String),
}

impl Listing {
    /// The function, if this is its code on the target.
    pub fn code_on(&self, target: Target) -> Option<&str> {
        match self {
            Listing::Code(places, function) if places.iter().any(|place| place.is(target)) => Some(function),
            _ => None,
        }
    }
}

/// A text that must come out as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The directive's line.
    pub line: usize,
    /// Which text.
    pub listing: Listing,
    /// Its lines.
    pub text: Vec<String>,
}

/// A pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The directive's line.
    pub line: usize,
    /// What about it.
    pub kind: CheckKind,
    /// Where to look.
    pub listing: Listing,
    /// What to look for.
    pub pattern: String,
}

/// What about a pattern.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CheckKind {
    /// It must be found.
    Found,
    /// It must not be found.
    Absent,
}

/// An expectation that was not met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The line of the expectation.
    pub line: usize,
    /// What it is about.
    pub what: String,
    /// Both sides, as lines that start with `-` (expected), `+` (found) or a blank.
    pub diff: Vec<String>,
}

/// Compares a text with what was expected.
pub fn compare(what: &str, line: usize, expected: &[String], found: &[String]) -> Option<Mismatch> {
    let [expected, found] = [expected, found].map(|text| text.iter().map(|line| line.trim_end()).collect::<Vec<_>>());
    (expected != found).then(|| Mismatch { line, what: what.into(), diff: listed(&expected, &found, CONTEXT) })
}

/// Equal lines shown around different ones.
const CONTEXT: usize = 2;

/// Looks for patterns in a text; `checks` are all about this text. The first one that does not hold
/// is reported.
pub fn check(what: &str, checks: &[&Check], found: &[String]) -> Option<Mismatch> {
    // The first line in which the next pattern may be found.
    let mut from = 0;
    for (index, check) in checks.iter().enumerate().filter(|(_, check)| check.kind == CheckKind::Found) {
        let Some(at) = (from..found.len()).find(|&at| matches(&check.pattern, &found[at])) else {
            return Some(missing(what, check, &found[from..]));
        };
        let before = checks[..index].iter().rev().take_while(|check| check.kind == CheckKind::Absent);
        if let Some(mismatch) = before.filter_map(|check| unwanted(what, check, &found[from..at])).last() {
            return Some(mismatch);
        }
        from = at + 1;
    }
    let last = checks.iter().rev().take_while(|check| check.kind == CheckKind::Absent);
    last.filter_map(|check| unwanted(what, check, &found[from..])).last()
}

fn missing(what: &str, check: &Check, searched: &[String]) -> Mismatch {
    let diff = [format!("- {}", check.pattern)].into_iter().chain(searched.iter().map(|line| format!("  {line}"))).collect();
    Mismatch { line: check.line, what: format!("{what}: the pattern is in none of these lines"), diff }
}

fn unwanted(what: &str, check: &Check, searched: &[String]) -> Option<Mismatch> {
    let line = searched.iter().find(|line| matches(&check.pattern, line))?;
    Some(Mismatch { line: check.line, what: format!("{what}: the pattern should not be here"), diff: vec![format!("+ {line}")] })
}

/// Whether a pattern is found in a line.
pub fn matches(pattern: &str, line: &str) -> bool {
    let single = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (pattern, line) = (single(pattern), single(line));
    let mut rest = &*line;
    pattern.split("...").map(str::trim).all(|piece| match rest.find(piece) {
        Some(at) => {
            rest = &rest[at + piece.len()..];
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(String::from).collect()
    }

    #[test]
    fn a_difference_is_shown_among_its_neighbours() {
        let (a, b) = (lines("1\n2\n3\n4\n5\n6\n7"), lines("1\n2\n3\nx\n5\ny\n6\n7"));
        let mismatch = compare("w", 9, &a, &b).unwrap();
        assert_eq!(mismatch.diff, ["  2", "  3", "- 4", "+ x", "  5", "+ y", "  6", "  7"]);
        assert_eq!(mismatch.line, 9);
        assert_eq!(compare("w", 9, &a, &a), None);
        assert_eq!(compare("w", 9, &lines("a"), &lines("a  ")), None);
        assert_eq!(compare("w", 9, &[], &lines("a")).unwrap().diff, ["+ a"]);
    }

    #[test]
    fn patterns_are_found_in_lines() {
        for (pattern, line, expected) in [
            ("add eax, 1", "  add   eax, 1", true),
            ("add ... 1", "add eax, 1", true),
            ("add ... 1 ... 2", "add eax, 1", false),
            ("...", "", true),
            ("1 ... add", "add 1", false),
            ("dd", "add", true),
        ] {
            assert_eq!(matches(pattern, line), expected, "{pattern} in {line}");
        }
    }

    #[test]
    fn patterns_are_found_in_order() {
        let find = |patterns: &[(CheckKind, &str)]| {
            let check = |(line, &(kind, pattern)): (usize, &(CheckKind, &str))| Check {
                line,
                kind,
                listing: Listing::Module,
                pattern: pattern.into(),
            };
            let checks: Vec<Check> = patterns.iter().enumerate().map(check).collect();
            let found = check_all(&checks);
            found.map(|mismatch| (mismatch.line, mismatch.diff.len()))
        };
        use CheckKind::{Absent, Found};
        assert_eq!(find(&[(Found, "a"), (Found, "c")]), None);
        assert_eq!(find(&[(Found, "c"), (Found, "a")]), Some((1, 1)));
        assert_eq!(find(&[(Found, "b"), (Found, "b")]), Some((1, 2)));
        assert_eq!(find(&[(Found, "a"), (Absent, "b"), (Found, "c")]), Some((1, 1)));
        assert_eq!(find(&[(Found, "b"), (Absent, "b"), (Found, "c")]), None);
        assert_eq!(find(&[(Absent, "c")]), Some((0, 1)));
        assert_eq!(find(&[(Found, "c"), (Absent, "c")]), None);
    }

    fn check_all(checks: &[Check]) -> Option<Mismatch> {
        check("w", &checks.iter().collect::<Vec<_>>(), &lines("a\nb\nc"))
    }
}
