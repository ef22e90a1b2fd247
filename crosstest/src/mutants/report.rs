//! The score, and the list of survivors.

use std::collections::BTreeMap;

use translator::options::Isa;

use super::channels::Channel;
use super::mutate::{Mutant, rooms};
use super::records::{Outcome, Record};
use super::stats::Share;

/// Why mutants survive: lines of the explanations' file.
const EXPLAINED: &str = include_str!("explained.txt");

/// A mutant with what is known of it.
pub type Measured<'m> = (&'m Mutant, &'m Record);

/// What became of a mutant.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// Something noticed it.
    Detected,
    /// What is emitted changed, and nothing noticed.
    Survived,
    /// Nothing changed on any module tried.
    Equivalent,
    /// No module tried reaches it.
    Unreached,
}

/// What became of a mutant.
pub fn fate(record: &Record) -> Fate {
    match (record.found().is_some(), record.is_visible(), record.is_reached()) {
        (true, ..) => Fate::Detected,
        (false, true, _) => Fate::Survived,
        (false, false, true) => Fate::Equivalent,
        (false, false, false) => Fate::Unreached,
    }
}

/// The detected among those that are not equivalent so far.
pub fn score<'m>(measured: impl IntoIterator<Item = &'m Measured<'m>>) -> Share {
    let mut share = Share::default();
    for (_, record) in measured {
        let fate = fate(record);
        share.of += usize::from(matches!(fate, Fate::Detected | Fate::Survived));
        share.part += usize::from(fate == Fate::Detected);
    }
    share
}

/// The detected that give more away than that their code is longer, among those that are not
/// equivalent so far.
fn score_by_results(measured: &[Measured<'_>]) -> Share {
    let by_size = |(_, record): &&Measured<'_>| record.found().is_some_and(|found| found.is_cost());
    let all = score(measured);
    Share { part: all.part - measured.iter().filter(by_size).count(), ..all }
}

/// The detected by one channel, among those that any channel made visible.
fn score_of_channel(measured: &[Measured<'_>], channel: &str) -> Share {
    // Of those only that it has looked for.
    let visible =
        |record: &Record| record.outcomes.contains_key(channel) && (record.is_visible() || record.found_by(channel).is_some());
    let all = measured.iter().filter(|(_, record)| visible(record));
    all.fold(Share::default(), |share, (_, record)| Share {
        part: share.part + usize::from(record.found_by(channel).is_some()),
        of: share.of + 1,
    })
}

/// The detected on an architecture, among those that change a byte there.
fn score_of_isa(measured: &[Measured<'_>], isa: &str) -> Share {
    let mut share = Share::default();
    for (_, record) in measured {
        let has = |list: fn(&Outcome) -> &Vec<String>| {
            record.outcomes.iter().any(|(_, outcome)| list(outcome).iter().any(|known| known == isa))
        };
        let (changed, found) = (has(|outcome| &outcome.changed_on), has(|outcome| &outcome.found_on));
        share.of += usize::from(changed || found);
        share.part += usize::from(found);
    }
    share
}

/// A line about a mutant.
pub fn line(mutant: &Mutant, record: &Record) -> String {
    let what = match (fate(record), record.found()) {
        (_, Some(found)) => format!("{:.1} s, {}: {}", found.millis as f64 / 1000.0, found.how, found.by),
        (Fate::Survived, _) => "SURVIVED".into(),
        (Fate::Equivalent, _) => "equivalent so far".into(),
        _ => "not reached".into(),
    };
    format!("{:>6} {:<34} {:<11} {what}\n", mutant.id, place(mutant), mutant.operator.name())
}

/// File and line.
pub fn place(mutant: &Mutant) -> String {
    format!("{}:{}", mutant.file, mutant.line)
}

/// The channels that were measured.
fn channels(measured: &[Measured<'_>]) -> impl Iterator<Item = Channel> {
    let is_measured = |channel: &Channel| measured.iter().any(|(_, record)| record.outcomes.contains_key(channel.name()));
    Channel::ALL.into_iter().filter(is_measured)
}

/// The numbers, for a terminal and for the report.
pub fn summary(measured: &[Measured<'_>]) -> String {
    let count = |wanted: Fate| measured.iter().filter(|(_, record)| fate(record) == wanted).count();
    let mut text = format!(
        "{} mutants: {} detected, {} survived, {} equivalent so far, {} not reached\n\nscore: {}\n\n",
        measured.len(),
        count(Fate::Detected),
        count(Fate::Survived),
        count(Fate::Equivalent),
        count(Fate::Unreached),
        score(measured)
    );
    text += "| | detected | of | % | 95 % interval | equivalent so far | not reached |\n|---|---:|---:|---:|---|---:|---:|\n";
    let mut row = |name: &str, share: Share, rest: Option<(usize, usize)>| {
        let (low, high) = share.interval();
        let (equivalent, unreached) = rest.map_or(("".into(), "".into()), |(a, b)| (a.to_string(), b.to_string()));
        text += &format!(
            "| {name} | {} | {} | {:.1} | {low:.1} to {high:.1} | {equivalent} | {unreached} |\n",
            share.part,
            share.of,
            share.percent()
        );
    };
    row("all", score(measured), Some((count(Fate::Equivalent), count(Fate::Unreached))));
    let wrong: Vec<Measured<'_>> = measured.iter().filter(|measured| !is_right_either_way(measured)).copied().collect();
    row("all that may be wrong", score(&wrong), None);
    row("all, by more than cost", score_by_results(measured), None);
    for channel in channels(measured) {
        row(&format!("by {}", channel.name()), score_of_channel(measured, channel.name()), None);
    }
    for isa in Isa::ALL {
        row(&format!("on {isa}"), score_of_isa(measured, isa.name()), None);
    }
    for room in rooms::all() {
        let of: Vec<Measured<'_>> = measured.iter().filter(|(mutant, _)| mutant.room == room).copied().collect();
        let count = |wanted: Fate| of.iter().filter(|(_, record)| fate(record) == wanted).count();
        if !of.is_empty() {
            row(&format!("in {room}"), score(&of), Some((count(Fate::Equivalent), count(Fate::Unreached))));
        }
    }
    text
}

/// In how many ways mutants were noticed.
pub fn ways(measured: &[Measured<'_>]) -> String {
    let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
    for found in measured.iter().filter_map(|(_, record)| record.found()) {
        *ways.entry(found.how.as_str()).or_default() += 1;
    }
    let list: Vec<String> = ways.iter().map(|(how, count)| format!("{how} {count}")).collect();
    format!("noticed by: {}\n", list.join(", "))
}

/// Why a mutant survives, if somebody has looked into it: the explanation whose pattern its line
/// has.
pub fn explanation(mutant: &Mutant) -> Option<&'static str> {
    let mut lines = EXPLAINED.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    lines.find(|(pattern, _)| explains(pattern, mutant)).map(|(_, why)| why)
}

/// How explanations begin of what changes the code, but not what it means: a choice between two
/// right ways.
const RIGHT_EITHER_WAY: &str = "Right either way";

/// Whether a mutant survives because there is nothing to notice but the code's quality.
fn is_right_either_way((mutant, record): &Measured<'_>) -> bool {
    fate(record) == Fate::Survived && explanation(mutant).is_some_and(|why| why.starts_with(RIGHT_EITHER_WAY))
}

/// A pattern is a file, a function behind `@`, an operator behind `!` and how the original begins
/// behind `~`; what is left out fits all.
fn explains(pattern: &str, mutant: &Mutant) -> bool {
    let (rest, original) = pattern.split_once('~').unwrap_or((pattern, ""));
    let (rest, operator) = rest.split_once('!').map_or((rest, None), |(rest, operator)| (rest, Some(operator)));
    let (file, place) = rest.split_once('@').map_or((rest, None), |(file, place)| (file, Some(place)));
    mutant.file.starts_with(file)
        && mutant.original.starts_with(original)
        && place.is_none_or(|place| mutant.place.split("::").any(|part| part == place))
        && operator.is_none_or(|operator| mutant.operator.name() == operator)
}

/// The survivors by explanation, each with what is known; `first` says what changes first.
pub fn survivors(measured: &[Measured<'_>], first: &dyn Fn(u32) -> Option<String>) -> String {
    let mut classes: BTreeMap<&str, Vec<&Measured<'_>>> = BTreeMap::new();
    for survivor in measured.iter().filter(|(_, record)| fate(record) == Fate::Survived) {
        classes.entry(explanation(survivor.0).unwrap_or(UNEXPLAINED)).or_default().push(survivor);
    }
    let mut text = String::new();
    for (why, mut of) in classes {
        text += &format!("### {why} ({})\n\n", of.len());
        // What changes few modules is more likely to be wrong and unseen.
        of.sort_by_key(|(_, record)| record.outcomes.values().map(|outcome| outcome.changed_items).sum::<u64>());
        of.iter().for_each(|(mutant, record)| text += &survivor(mutant, record, first(mutant.id)));
        text += "\n";
    }
    text
}

/// The class of what nobody has looked into.
const UNEXPLAINED: &str = "Not explained yet";

fn survivor(mutant: &Mutant, record: &Record, first: Option<String>) -> String {
    let Mutant { id, operator, place: function, original, mutated, .. } = mutant;
    let mut text = format!("- {id} `{}` ({} in `{function}`): `{original}` -> `{mutated}`\n", place(mutant), operator.name());
    let changed = record.outcomes.iter().filter_map(|(channel, outcome)| Some((channel, outcome, outcome.changed.first()?)));
    for (channel, outcome, changed) in changed {
        let executions: Vec<&str> = changed.executions.iter().map(String::as_str).take(MOST_EXECUTIONS).collect();
        let place = if executions.is_empty() { "reading".into() } else { executions.join(", ") };
        let Outcome { tried, reached, changed_items, .. } = outcome;
        text += &format!(
            "  - {channel}: {tried} of {reached} items tried, {changed_items} changed; first {}: {place}\n",
            changed.name
        );
    }
    first.into_iter().for_each(|first| text += &format!("  - {}\n", first.replace('\n', " ")));
    text
}

/// As many executions as a line has room for.
const MOST_EXECUTIONS: usize = 4;

/// What a report says of itself.
pub struct About {
    /// The command that made it.
    pub command: String,
    /// The commit, and whether the sources are those of it.
    pub commit: String,
    /// Mutants that the build has, and that the compiler refused.
    pub built: [usize; 2],
    /// Seconds of processor time that each channel had.
    pub seconds: u64,
}

/// `measured/mutants.md`.
pub fn markdown(measured: &[Measured<'_>], about: &About, first: &dyn Fn(u32) -> Option<String>) -> String {
    let About { command, commit, built: [built, refused], seconds } = about;
    let time: u64 = measured.iter().flat_map(|(_, record)| record.outcomes.values()).map(|outcome| outcome.millis).sum();
    format!(
        "# Mutants of the translator and what notices them\n\n\
         Made by `{command}` at {commit} (see `crosstest/docs/measuring.md`); do not edit. Of {} mutants that a program made of the \
         translator's source the compiler accepted {built}; {} of them, a plain random sample, were looked for, each for {seconds} seconds of \
         processor time in each of these ways: {}. Brackets and intervals are Wilson's, 95 %. A row *by* a channel counts what that channel alone \
         noticed among all that changed anything; *all that may be wrong* leaves out survivors that are explained as right either way: \
         other code of the same meaning; *all, by more than cost* what was noticed not only by code being longer or doing more; a row *on* an architecture what was noticed there among what changed a byte there; a row *in* \
         a room the mutants of that part. `tests` are the translator's own and do not count for the score. {:.1} seconds of processor time a \
         mutant on average.\n\n{}\n{}\n## Survivors\n\n{}",
        built + refused,
        measured.len(),
        channels(measured).map(Channel::name).collect::<Vec<_>>().join(", "),
        time as f64 / 1000.0 / measured.len().max(1) as f64,
        summary(measured),
        ways(measured),
        survivors(measured, first)
    )
}

#[cfg(test)]
mod tests {
    use super::super::mutate::operators::Operator;
    use super::super::records::{Changed, Found};
    use super::*;

    fn mutant(id: u32, file: &str) -> Mutant {
        Mutant {
            id,
            file: file.into(),
            line: 3,
            column: 5,
            room: rooms::room(file).unwrap_or_default().into(),
            operator: Operator::Constant,
            place: "Lower::shift".into(),
            original: "3".into(),
            mutated: "4".into(),
        }
    }

    fn record(mutant: u32, reached: u64, changed: bool, found: Option<&str>) -> Record {
        let found = found.map(|channel| (channel, Found { how: "differs".into(), by: "case 3".into(), millis: 70 }));
        let outcome = |channel: &str| {
            let found = found.as_ref().filter(|(by, _)| *by == channel).map(|(_, found)| found.clone());
            let list = |is: bool| if is { vec!["arm32".to_string()] } else { Vec::new() };
            let item = Changed { item: 1, name: "case 1".into(), executions: vec!["arm32/O2".into()] };
            let changed_items = if changed { vec![item] } else { Vec::new() };
            let (changed_on, found_on) = (list(changed), list(found.is_some()));
            (channel.to_string(), Outcome { reached, changed_on, found_on, found, changed: changed_items, ..Outcome::default() })
        };
        Record { mutant, seconds: 20, outcomes: ["suites", "generator"].map(outcome).into() }
    }

    #[test]
    fn the_score_is_of_what_changes_anything() {
        let mutants: Vec<Mutant> =
            (1..=5).map(|id| mutant(id, if id == 5 { "opt/fold.rs" } else { "isa/arm32/emit.rs" })).collect();
        let records = [
            record(1, 3, true, Some("suites")),
            record(2, 3, true, None),
            record(3, 3, false, None),
            record(4, 0, false, None),
            record(5, 3, true, Some("generator")),
        ];
        let measured: Vec<Measured<'_>> = mutants.iter().zip(&records).collect();
        assert_eq!(score(&measured), Share { part: 2, of: 3 });
        assert_eq!(score_of_channel(&measured, "suites"), Share { part: 1, of: 3 });
        assert_eq!(score_of_channel(&measured, "links"), Share { part: 0, of: 0 }, "nobody has looked");
        assert_eq!(score_of_isa(&measured, "arm32"), Share { part: 2, of: 3 });
        assert_eq!(score_of_isa(&measured, "x8632"), Share { part: 0, of: 0 });
        let text = summary(&measured);
        assert!(text.starts_with("5 mutants: 2 detected, 1 survived, 1 equivalent so far, 1 not reached"), "{text}");
        assert!(text.contains("| all | 2 | 3 |") && text.contains("| all that may be wrong | 2 | 3 |"), "{text}");
        assert!(text.contains("| in opt | 1 | 1 | 100.0 |") && text.contains("| in isa/arm32 | 1 | 2 | 50.0 |"), "{text}");
        let mut longer = records[4].clone();
        longer.outcomes.values_mut().filter_map(|outcome| outcome.found.as_mut()).for_each(|found| found.how = "larger".into());
        let with_longer: Vec<Measured<'_>> = mutants.iter().zip(records[..4].iter().chain([&longer])).collect();
        let text = summary(&with_longer);
        assert!(text.contains("| all | 2 | 3 |") && text.contains("| all, by more than cost | 1 | 3 |"), "{text}");
        let list = survivors(&measured, &|id| Some(format!("first of {id}")));
        assert!(list.starts_with("### Not explained yet (1)\n\n"), "{list}");
        assert!(list.contains("- 2 `isa/arm32/emit.rs:3` (constant in `Lower::shift`): `3` -> `4`\n"), "{list}");
        assert!(list.contains("first of 2") && list.matches("- generator").count() == 1, "{list}");
        let about = About { command: "crosstest mutants".into(), commit: "abc".into(), built: [90, 10], seconds: 20 };
        let text = markdown(&measured, &about, &|_| None);
        assert!(text.contains("Of 100 mutants") && text.contains("accepted 90; 5 of them"), "{text}");
        assert!(text.contains("each of these ways: suites, generator."), "{text}");
    }

    #[test]
    fn explanations_are_by_file_function_and_operator() {
        let mutant = mutant(1, "isa/arm32/emit.rs");
        for fits in ["isa/arm32/emit.rs", "isa/arm32/emit.rs@shift", "isa/@shift!constant", "!constant~3"] {
            assert!(explains(fits, &mutant), "{fits}");
        }
        for other in ["isa/x86", "isa/arm32/emit.rs@shifts", "isa/arm32!name", "!constant~4"] {
            assert!(!explains(other, &mutant), "{other}");
        }
        for line in EXPLAINED.lines().filter(|line| !line.starts_with('#')) {
            assert!(line.split_once(": ").is_some_and(|(_, why)| !why.is_empty()), "{line}");
        }
    }
}
