//! Two runs side by side: what got worse, and what better.

use std::collections::BTreeMap;
use std::path::Path;

use crate::figures::{Figure, OURS, Report, Unit};

/// By how much a figure may grow that repeats exactly.
const EXACT: f64 = 0.005;
/// By how much memory may grow: the system's pages are not ours to count.
const MEMORY: f64 = 0.03;
/// By how much the median of times may grow, where the quartiles do not touch either.
const TIMED: f64 = 0.02;

/// How a figure has changed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Change {
    Worse,
    Better,
    None,
}

fn change(old: &Figure, new: &Figure) -> Change {
    let grown = |from: &Figure, to: &Figure| match from.unit {
        Unit::Instructions | Unit::Cycles | Unit::Bytes => to.value > from.value * (1.0 + EXACT),
        Unit::Kibibytes => to.value > from.value * (1.0 + MEMORY),
        Unit::Seconds | Unit::Ratio => to.value > from.value * (1.0 + TIMED) && to.low > from.high,
    };
    match (grown(old, new), grown(new, old)) {
        (true, _) => Change::Worse,
        (_, true) => Change::Better,
        _ => Change::None,
    }
}

/// Prints what differs between two runs beyond noise; `false` if something got worse.
///
/// # Errors
/// If a file cannot be read, or they have no figure in common.
pub fn compare(old: &Path, new: &Path) -> Result<bool, String> {
    let (before, after) = (Report::read(old)?, Report::read(new)?);
    let ours = |report: &Report| -> BTreeMap<(String, String), Figure> {
        let figures = report.figures.iter().filter(|figure| figure.of == OURS);
        figures.map(|figure| ((figure.section.clone(), figure.what.clone()), figure.clone())).collect()
    };
    let (before, after) = (ours(&before), ours(&after));
    let common: Vec<_> = after.iter().filter_map(|(key, new)| Some((key, before.get(key)?, new))).collect();
    if common.is_empty() {
        return Err(format!("{} and {} have no figure in common", old.display(), new.display()));
    }
    let mut counts = [0; 2];
    for ((section, what), old, new) in &common {
        let (word, place) = match change(old, new) {
            Change::Worse => ("worse", 0),
            Change::Better => ("better", 1),
            Change::None => continue,
        };
        counts[place] += 1;
        let percent = 100.0 * (new.value / old.value - 1.0);
        let (was, is) = (old.unit.text(old.value), new.unit.text(new.value));
        println!("{word:6} {section:8} {what:44} {was:>14} -> {is:>14} {percent:+.2} %");
    }
    let missing = before.keys().filter(|key| !after.contains_key(*key)).count();
    let [worse, better] = counts;
    println!("{} figures: {worse} worse, {better} better; {missing} of the old ones are missing", common.len());
    Ok(worse == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(unit: Unit, values: &[f64]) -> Figure {
        Figure::spread("s", "w", OURS, unit, values.to_vec())
    }

    #[test]
    fn counts_may_grow_by_half_a_percent() {
        let old = figure(Unit::Instructions, &[1000.0]);
        for (new, expected) in [(1004.0, Change::None), (1006.0, Change::Worse), (990.0, Change::Better)] {
            assert_eq!(change(&old, &figure(Unit::Instructions, &[new])), expected, "{new}");
        }
    }

    #[test]
    fn times_are_worse_only_beyond_their_spread() {
        let old = figure(Unit::Seconds, &[1.0, 1.1, 1.2, 1.3, 1.4]);
        let overlapping = figure(Unit::Seconds, &[1.1, 1.25, 1.3, 1.35, 1.4]);
        assert_eq!(change(&old, &overlapping), Change::None);
        let slower = figure(Unit::Seconds, &[1.3, 1.4, 1.5, 1.6, 1.7]);
        assert_eq!(change(&old, &slower), Change::Worse);
        assert_eq!(change(&slower, &old), Change::Better);
    }
}
