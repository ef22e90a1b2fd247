//! The table of faults and the score.
//!
//! In: [`Record`]s. Out: text: a line for each fault as it is measured, the score, and
//! `measured/faults.md`. Why a fault is not found is said in `explained.txt`, a line for each: its
//! name, a colon, the reason.

use std::time::Duration;

use translator::faults::Fault;
use translator::options::{Isa, OptLevel};

use super::Record;
use super::probe::Detector;
use crate::probes::Finding;

/// Why faults are not found.
const EXPLAINED: &str = include_str!("explained.txt");

/// Why a fault is not found, if somebody has looked into it.
pub fn explanation(fault: Fault) -> Option<&'static str> {
    let mut lines = EXPLAINED.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(name, _)| *name == fault.name()).map(|(_, why)| why)
}

/// What all records come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// Faults measured.
    pub faults: usize,
    /// Those whose place was executed.
    pub reached: usize,
    /// Those that made a difference there.
    pub triggered: usize,
    /// Those that were found by anything.
    pub detected: usize,
    /// Those that each detector found.
    pub by: Vec<usize>,
    /// The median of the times to detection, over those that were found.
    pub median: Option<Duration>,
}

impl Score {
    /// The score of these records.
    pub fn of(records: &[Record]) -> Score {
        let count = |is: &dyn Fn(&Record) -> bool| records.iter().filter(|record| is(record)).count();
        let mut times: Vec<Duration> = records.iter().filter_map(|record| Some(record.first()?.after)).collect();
        times.sort();
        Score {
            faults: records.len(),
            reached: count(&|record| record.count.reached > 0),
            triggered: count(&|record| record.count.triggered > 0),
            detected: times.len(),
            by: (0..Detector::ALL.len()).map(|index| count(&|record| record.findings[index].is_some())).collect(),
            median: times.get(times.len() / 2).copied(),
        }
    }

    /// Whether the goal is met: all reached, at least 95 % found, half of them within 10 seconds.
    pub fn is_met(&self) -> bool {
        let median = self.median.is_some_and(|median| median <= Duration::from_secs(10));
        self.reached == self.faults && self.detected * 100 >= self.faults * 95 && median
    }

    /// In words.
    pub fn text(&self) -> String {
        let Score { faults, reached, triggered, detected, by, median } = self;
        let percent = 100.0 * *detected as f64 / (*faults).max(1) as f64;
        let median = median.map_or("-".into(), seconds);
        let by: Vec<String> =
            Detector::ALL.iter().zip(by).map(|(detector, count)| format!("{count} by {}", detector.name())).collect();
        format!(
            "{faults} faults: {reached} reached, {triggered} triggered, {detected} detected ({percent:.1} %; {}); \
             median time to detection {median} s\n",
            by.join(", ")
        )
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}

/// A line about one fault, for a terminal.
pub fn line(record: &Record) -> String {
    let name = record.fault.map_or("(no fault)", Fault::name);
    let found = match record.first() {
        Some(Finding { after, how, by }) => format!("{} s, {}: {by}", seconds(*after), how.name()),
        None => format!("not detected in {} items", record.items),
    };
    let count = record.count;
    let skipped = if record.skipped.is_empty() { String::new() } else { format!("; not tried: {}", record.skipped.join("; ")) };
    format!("{name:<30} reached {:>9}, triggered {:>8}; {found}{skipped}\n", count.reached, count.triggered)
}

/// `measured/faults.md`; `sound` is the run without a fault, `time` what each probe had.
pub fn markdown(records: &[Record], sound: &Record, time: Duration) -> String {
    let mut text = format!(
        "# Seeded faults and what finds them\n\n\
         Made by `crosstest faults --seconds {}` (see `crosstest/docs/measuring.md`); do not edit. Each fault was put into the \
         translator alone, and five processes looked for it at the same time: with the suites (the file tests, the corpus, modules that are made, \
         the shared programs), with generated modules (the cases of a campaign of seed 1), with calls between C and translated code, with \
         programs that the platforms' gcc links, and with translations on several threads. Once one had found it, the others had five \
         seconds of processor time more to find it. *Reached* and *triggered* say how often the fault's place was executed, and how often the fault made a difference \
         there, until then. Times are seconds of processor time that the process had taken when something disagreed; it runs every target and recipe.\n\n\
         Without a fault, they found nothing in {} items{}.\n\n**{}**\n",
        time.as_secs(),
        sound.items,
        if sound.skipped.is_empty() { String::new() } else { format!(" (not tried: {})", sound.skipped.join("; ")) },
        Score::of(records).text().trim_end()
    );
    text += "\n| fault | stage | can affect | what it does | reached | triggered |";
    Detector::ALL.iter().for_each(|detector| text += &format!(" {} | s |", detector.name()));
    text += "\n|---|---|---|---|---:|---:|";
    text += &"---|---:|".repeat(Detector::ALL.len());
    text += "\n";
    for record in records {
        let Some(fault) = record.fault else { continue };
        let row = fault.row();
        let cell = |finding: &Option<Finding>| match finding {
            Some(finding) => format!("{} ({}) | {}", finding.by.replace('|', "/"), finding.how.name(), seconds(finding.after)),
            None => "- | ".into(),
        };
        let findings: Vec<String> = record.findings.iter().map(cell).collect();
        let count = record.count;
        text += &format!(
            "| `{}` | {} | {} | {} | {} | {} | {} |\n",
            row.name,
            row.stage,
            affects(row.isas, row.recipes),
            row.what,
            count.reached,
            count.triggered,
            findings.join(" | ")
        );
    }
    text + &undetected(records)
}

fn affects(isas: &[Isa], recipes: &[OptLevel]) -> String {
    let isas = if isas.len() == Isa::ALL.len() {
        "all".into()
    } else {
        isas.iter().map(|isa| isa.name()).collect::<Vec<_>>().join(", ")
    };
    match recipes {
        [recipe] => format!("{isas} {recipe}"),
        _ => isas,
    }
}

fn undetected(records: &[Record]) -> String {
    let mut text = String::from("\n## Not detected\n\n");
    let undetected: Vec<Fault> =
        records.iter().filter(|record| record.first().is_none()).filter_map(|record| record.fault).collect();
    for &fault in &undetected {
        text += &format!("- `{fault}`: {}\n", explanation(fault).unwrap_or("nobody has looked into it yet"));
    }
    if undetected.is_empty() {
        text += "None.\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probes::How;
    use translator::faults::Count;

    fn record(fault: Fault, reached: u64, suites: Option<u64>, generator: Option<u64>) -> Record {
        let finding = |millis| Finding { after: Duration::from_millis(millis), how: How::Differs, by: "case 1".into() };
        Record {
            fault: Some(fault),
            count: Count { reached, triggered: reached / 2 },
            findings: vec![suites.map(finding), generator.map(finding), None, None, None],
            skipped: Vec::new(),
            items: 5,
            time: Duration::from_secs(1),
        }
    }

    #[test]
    fn the_score_counts_and_the_median_is_that_of_the_first_findings() {
        let (a, b, c) = (Fault::ReadSubAsAdd, Fault::ReadLeastI64, Fault::ReadPhiSign);
        let records = [record(a, 8, Some(900), Some(400)), record(b, 2, None, Some(3000)), record(c, 0, None, None)];
        let score = Score::of(&records);
        assert_eq!((score.faults, score.reached, score.triggered, score.detected), (3, 2, 2, 2));
        assert_eq!(score.by, [1, 2, 0, 0, 0]);
        assert_eq!(score.median, Some(Duration::from_millis(3000)));
        assert!(!score.is_met() && Score::of(&records[..2]).is_met());
        assert!(
            score
                .text()
                .starts_with("3 faults: 2 reached, 2 triggered, 2 detected (66.7 %; 1 by suites, 2 by generator, 0 by abi, ")
        );
        assert_eq!(Score::of(&[]).median, None);
    }

    #[test]
    fn the_table_has_a_row_for_each_fault_and_lists_what_was_not_found() {
        let sound = Record { fault: None, ..record(Fault::ReadSubAsAdd, 0, None, None) };
        let text = markdown(&[record(Fault::ReadPhiSign, 3, None, None)], &sound, Duration::from_secs(9));
        assert!(
            text.contains("| `read-phi-sign` | reader | all |")
                && text.contains("| 3 | 1 | - |  | - |  | - |  | - |  | - |  |\n"),
            "{text}"
        );
        assert!(text.ends_with("- `read-phi-sign`: nobody has looked into it yet\n"), "{text}");
    }

    #[test]
    fn only_faults_are_explained() {
        for line in EXPLAINED.lines() {
            let (name, why) = line.split_once(": ").unwrap_or_else(|| panic!("no colon: {line}"));
            assert!(Fault::from_name(name).is_some() && !why.is_empty(), "{line}");
        }
    }
}
