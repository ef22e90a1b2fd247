//! The differences of two texts, line by line: the only place that looks for them.
//!
//! In: two lists of lines. Out: one list with `-` and `+` before what is different ([`listed`]), or
//! rows of lines beside each other ([`beside`]); in both, long runs of equal lines are folded to a
//! few around each difference. The alignment is Myers' shortest edit script ([MYERS-1986]; the
//! crate `similar`); texts that are both so long and so different that finding it would take
//! seconds are taken to differ as a whole.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The most that the lengths of what differs may multiply to: the algorithm's worst case takes
/// about so many steps.
const MOST_STEPS: usize = 1 << 28;

/// What a row shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Equal lines.
    Same,
    /// Lines that differ, or that only one text has.
    Differs,
    /// The first ones that do.
    First,
    /// How many equal lines were left out.
    Folded,
}

/// Lines beside each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideBySide {
    /// The first text's line; empty where it has none. The number of lines, where they are folded.
    pub left: String,
    /// The second text's line.
    pub right: String,
    /// What it shows.
    pub kind: Kind,
}

/// Two texts beside each other, with so many equal lines around each difference. Equal texts are
/// folded to one row.
pub fn beside(left: &[&str], right: &[&str], context: usize) -> Vec<SideBySide> {
    let mut rows = Vec::new();
    let mut is_first = true;
    let ops = script(left, right);
    for (index, op) in ops.iter().enumerate() {
        let (a, b) = (&left[op.old_range()], &right[op.new_range()]);
        if matches!(op, DiffOp::Equal { .. }) {
            let same = |line: &&str| SideBySide { left: line.to_string(), right: line.to_string(), kind: Kind::Same };
            let (head, folded, tail) = fold(a.len(), context, [index > 0, index + 1 < ops.len()], 2);
            rows.extend(a[..head].iter().map(same));
            let text = format!("... {folded} equal lines");
            rows.extend((folded > 0).then_some(SideBySide { left: text, right: String::new(), kind: Kind::Folded }));
            rows.extend(a[a.len() - tail..].iter().map(same));
            continue;
        }
        for row in 0..a.len().max(b.len()) {
            let line = |lines: &[&str]| lines.get(row).map_or_else(String::new, ToString::to_string);
            let kind = if std::mem::take(&mut is_first) { Kind::First } else { Kind::Differs };
            rows.push(SideBySide { left: line(a), right: line(b), kind });
        }
    }
    rows
}

/// The lines of two texts, those that differ after `- ` (the first one's) or `+ `, the others after
/// blanks, so many around each difference.
pub fn listed(expected: &[&str], found: &[&str], context: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let ops = script(expected, found);
    for (index, op) in ops.iter().enumerate() {
        let (a, b) = (&expected[op.old_range()], &found[op.new_range()]);
        if matches!(op, DiffOp::Equal { .. }) {
            let is_between = index > 0 && index + 1 < ops.len();
            let least = if is_between { 2 } else { 1 };
            let (head, folded, tail) = fold(a.len(), context, [index > 0, index + 1 < ops.len()], least);
            lines.extend(a[..head].iter().map(|line| format!("  {line}")));
            lines.extend((folded > 0 && is_between).then(|| format!("  ... {folded} equal lines")));
            lines.extend(a[a.len() - tail..].iter().map(|line| format!("  {line}")));
            continue;
        }
        lines.extend(a.iter().map(|line| format!("- {line}")));
        lines.extend(b.iter().map(|line| format!("+ {line}")));
    }
    lines
}

/// Of so many equal lines: how many are shown at first, left out, and shown at last, given whether
/// something different is before and after them. At least so many are left out: where a line says
/// how many, it is not worth it for one.
fn fold(len: usize, context: usize, [before, after]: [bool; 2], least: usize) -> (usize, usize, usize) {
    let (head, tail) = (if before { context } else { 0 }, if after { context } else { 0 });
    match len.checked_sub(head + tail) {
        Some(folded) if folded >= least => (head, folded, tail),
        _ => (len, 0, 0),
    }
}

fn script(a: &[&str], b: &[&str]) -> Vec<DiffOp> {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_len, new_len) = (a.len() - head - tail, b.len() - head - tail);
    if old_len.saturating_mul(new_len) <= MOST_STEPS {
        return capture_diff_slices(Algorithm::Myers, a, b);
    }
    let equal = |old_index, new_index, len| DiffOp::Equal { old_index, new_index, len };
    let whole = DiffOp::Replace { old_index: head, old_len, new_index: head, new_len };
    let ops = [equal(0, 0, head), whole, equal(a.len() - tail, b.len() - tail, tail)];
    ops.into_iter().filter(|op| !op.old_range().is_empty() || !op.new_range().is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        text.lines().collect()
    }

    fn shown(left: &str, right: &str, context: usize) -> Vec<String> {
        let mark = |kind| match kind {
            Kind::Same => ' ',
            Kind::Differs => '*',
            Kind::First => '>',
            Kind::Folded => '.',
        };
        let rows = beside(&lines(left), &lines(right), context);
        rows.iter().map(|row| format!("{}{}|{}", mark(row.kind), row.left, row.right)).collect()
    }

    #[test]
    fn equal_lines_stand_beside_each_other() {
        assert_eq!(shown("a\nb\nc\nd\ne", "a\nc\nx\nd\ny\ne", 9), [" a|a", ">b|", " c|c", "*|x", " d|d", "*|y", " e|e"]);
        assert_eq!(shown("a\nb", "a\nc", 9), [" a|a", ">b|c"]);
        assert!(shown("", "", 1).is_empty());
    }

    #[test]
    fn runs_of_equal_lines_are_folded() {
        let numbers = |skip: usize| (0..20).filter(|number| *number != skip).map(|n| format!("{n}\n")).collect::<String>();
        assert_eq!(shown(&numbers(99), &numbers(7), 1), [".... 6 equal lines|", " 6|6", ">7|", " 8|8", ".... 11 equal lines|"]);
        // A line that would have to be replaced by one that says so stays.
        assert_eq!(shown("a\nb\nc", "a\nb\nd", 1), [" a|a", " b|b", ">c|d"]);
        assert_eq!(shown("a\nb\nc", "a\nb\nc", 1), [".... 3 equal lines|"]);
    }

    #[test]
    fn what_differs_is_listed_among_its_neighbours() {
        let (a, b) = (lines("1\n2\n3\n4\n5\n6\n7"), lines("1\n2\n3\nx\n5\ny\n6\n7"));
        assert_eq!(listed(&a, &b, 2), ["  2", "  3", "- 4", "+ x", "  5", "+ y", "  6", "  7"][..].to_vec());
        assert_eq!(listed(&[], &["a"], 2), ["+ a"]);
        let far: Vec<String> = (0..30).map(|number| number.to_string()).collect();
        let old: Vec<&str> = far.iter().map(String::as_str).collect();
        let new: Vec<&str> = old.iter().copied().filter(|line| !["3", "20"].contains(line)).collect();
        assert_eq!(listed(&old, &new, 1), ["  2", "- 3", "  4", "  ... 14 equal lines", "  19", "- 20", "  21"]);
    }

    #[test]
    fn long_texts_with_nothing_in_common_differ_as_a_whole() {
        let text = |letter: char| (0..20_000).map(|number| format!("{letter}{number}")).collect::<Vec<_>>();
        let (a, b) = (text('a'), text('b'));
        let framed = |lines: &[String]| -> Vec<String> { [&["head".to_string()], lines, &["tail".to_string()]].concat() };
        let (a, b) = (framed(&a), framed(&b));
        let (a, b): (Vec<&str>, Vec<&str>) = (a.iter().map(String::as_str).collect(), b.iter().map(String::as_str).collect());
        let rows = beside(&a, &b, 3);
        assert_eq!((rows.len(), rows[0].kind, rows[1].kind, rows[20_001].kind), (20_002, Kind::Same, Kind::First, Kind::Same));
    }
}
