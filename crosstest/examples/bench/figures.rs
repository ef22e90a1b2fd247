//! Figures, and how they are written down: a flat list, of which tables, plots and comparisons are
//! views.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crosstest::report::origin::Origin;
use serde::{Deserialize, Serialize};

/// The name of the translator that is measured; the others are beside it.
pub const OURS: &str = "pnacl-sz";

/// One figure. Less is better in all of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The section that it belongs to.
    pub section: String,
    /// What is measured: a program, target and recipe, or the like.
    pub what: String,
    /// Whose figure it is.
    pub of: String,
    /// Its unit.
    pub unit: Unit,
    /// The figure; of several measurements the median.
    pub value: f64,
    /// The lower quartile of several measurements; the figure itself if it repeats exactly.
    pub low: f64,
    /// The upper quartile.
    pub high: f64,
}

/// What a figure counts.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Instructions executed.
    Instructions,
    /// Cycles of a processor, by its model.
    Cycles,
    /// Bytes.
    Bytes,
    /// Kibibytes of memory; they repeat but for a few pages.
    Kibibytes,
    /// Seconds of the clock.
    Seconds,
    /// A ratio of times.
    Ratio,
}

impl Unit {
    /// A figure with its unit, for people.
    pub fn text(self, value: f64) -> String {
        match self {
            Unit::Instructions | Unit::Cycles => format!("{:.2} M", value / 1e6),
            Unit::Bytes => format!("{value:.0}"),
            Unit::Kibibytes => format!("{:.1} MiB", value / 1024.0),
            Unit::Seconds => format!("{value:.3} s"),
            Unit::Ratio => format!("{value:.3}"),
        }
    }
}

impl Figure {
    /// A figure that repeats exactly.
    pub fn exact(section: &str, what: impl Into<String>, of: &str, unit: Unit, value: f64) -> Figure {
        Figure { section: section.into(), what: what.into(), of: of.into(), unit, value, low: value, high: value }
    }

    /// The median and the quartiles of measurements, of which there is at least one.
    pub fn spread(section: &str, what: impl Into<String>, of: &str, unit: Unit, mut values: Vec<f64>) -> Figure {
        values.sort_by(f64::total_cmp);
        let at = |part: f64| values[((values.len() - 1) as f64 * part).round() as usize];
        Figure { section: section.into(), what: what.into(), of: of.into(), unit, value: at(0.5), low: at(0.25), high: at(0.75) }
    }
}

/// All figures of a run.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Commit, machine, tools, time.
    pub origin: Origin,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Report {
    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is JSON") + "\n"
    }

    /// Reads what [`Report::to_json`] wrote.
    pub fn read(path: &Path) -> Result<Report, String> {
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| about(&error))?;
        serde_json::from_str(&text).map_err(|error| about(&error))
    }
}

/// The figures of one thing, by whose they are; ours come first.
pub type Row<'f> = (&'f str, Vec<&'f Figure>);

/// Figures of one section by what they are of, in their order, and whose there are.
pub fn rows(figures: &[Figure]) -> (Vec<Row<'_>>, Vec<&str>) {
    let (mut rows, mut owners): (Vec<Row<'_>>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut places = BTreeMap::new();
    for figure in figures {
        if !owners.contains(&&*figure.of) {
            owners.push(&figure.of);
        }
        let place = *places.entry(&*figure.what).or_insert_with(|| {
            rows.push((&*figure.what, Vec::new()));
            rows.len() - 1
        });
        rows[place].1.push(figure);
    }
    (rows, owners)
}

/// The geometric mean of ours over theirs, of what both have.
pub fn mean_ratio(rows: &[Row<'_>], theirs: &str) -> Option<f64> {
    let of = |row: &Row<'_>, name: &str| row.1.iter().find(|figure| figure.of == name).map(|figure| figure.value);
    let logs: Vec<f64> = rows.iter().filter_map(|row| Some((of(row, OURS)? / of(row, theirs)?).ln())).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

/// A section's figures as a table: a column for each translator, with the ratio of ours to it.
pub fn table(section: &str, figures: &[Figure]) -> String {
    let (rows, owners) = rows(figures);
    let mut out = format!("== {section}\n{:44}", "");
    for owner in &owners {
        let ratio = if *owner == OURS { "" } else { "ours/it" };
        write!(out, " {owner:>14} {ratio:>7}").expect("a string takes everything");
    }
    out.push('\n');
    for (what, row) in &rows {
        write!(out, "{what:44}").expect("a string takes everything");
        let ours = row.iter().find(|figure| figure.of == OURS);
        for owner in &owners {
            let figure = row.iter().find(|figure| figure.of == *owner);
            let text = figure.map_or("-".into(), |figure| figure.unit.text(figure.value));
            let ratio = match (ours, figure) {
                (Some(ours), Some(figure)) if *owner != OURS => format!("{:.3}", ours.value / figure.value),
                _ => String::new(),
            };
            write!(out, " {text:>14} {ratio:>7}").expect("a string takes everything");
        }
        out.push('\n');
    }
    for owner in owners.iter().filter(|owner| **owner != OURS) {
        if let Some(mean) = mean_ratio(&rows, owner) {
            writeln!(out, "geometric mean of ours/{owner}: {mean:.3}").expect("a string takes everything");
        }
    }
    out
}
