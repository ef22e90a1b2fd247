//! A file of records, so that a measurement can be interrupted and gone on with.
//!
//! A line each, with tabs between the fields: fault (`-` for none), reached, triggered, items,
//! milliseconds that each probe had, and what each detector found: milliseconds, how, by what, or
//! three times `-`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use translator::faults::{Count, Fault};

use super::Record;
use super::probe::Detector;
use crate::probes::{Finding, How};

fn write(record: &Record) -> String {
    let Record { fault, count, findings, items, time, .. } = record;
    let text = |finding: &Option<Finding>| match finding {
        Some(Finding { after, how, by }) => format!("{}\t{}\t{by}", after.as_millis(), how.name()),
        None => "-\t-\t-".into(),
    };
    let findings: Vec<String> = findings.iter().map(text).collect();
    let name = fault.map_or("-", Fault::name);
    let Count { reached, triggered } = count;
    format!("{name}\t{reached}\t{triggered}\t{items}\t{}\t{}\n", time.as_millis(), findings.join("\t"))
}

fn read(line: &str) -> Option<Record> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, reached, triggered, items, time, findings @ ..] = fields.as_slice() else { return None };
    let number = |text: &str| text.parse::<u64>().ok();
    let finding = |fields: &[&str]| {
        let &[after, how, by] = fields else { return None };
        Some(Finding { after: Duration::from_millis(number(after)?), how: How::from_name(how)?, by: by.into() })
    };
    Some(Record {
        fault: if *name == "-" { None } else { Some(Fault::from_name(name)?) },
        count: Count { reached: number(reached)?, triggered: number(triggered)? },
        items: number(items)?,
        time: Duration::from_millis(number(time)?),
        findings: findings.chunks_exact(3).map(finding).collect::<Vec<_>>(),
        skipped: Vec::new(),
    })
    .filter(|record| record.findings.len() == Detector::ALL.len())
}

/// The records in a file, none if there is no file. Lines about faults that are not there any more
/// are left out.
pub fn load(path: &Path) -> Result<Vec<Record>, String> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().filter_map(read).collect()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// The last record of a fault that is as good as measuring it again: found, or looked for at least
/// as long.
pub fn known(records: &[Record], fault: Option<Fault>, time: Duration) -> Option<&Record> {
    let last = records.iter().rev().find(|record| record.fault == fault)?;
    (last.first().is_some() || last.time >= time).then_some(last)
}

/// Appends a record to a file.
pub fn append(path: &Path, record: &Record) -> Result<(), String> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(write(record).as_bytes())).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_goes_on_from_its_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("records");
        assert_eq!(load(&path), Ok(Vec::new()));
        let finding = Finding { after: Duration::from_millis(70), how: How::Crash, by: "case 3".into() };
        let record = |fault, found: bool| Record {
            fault,
            count: Count { reached: 4, triggered: 2 },
            findings: vec![None, found.then(|| finding.clone()), None, None, None],
            skipped: Vec::new(),
            items: 9,
            time: Duration::from_secs(5),
        };
        let (sub, least) = (Some(Fault::ReadSubAsAdd), Some(Fault::ReadLeastI64));
        let records = [record(None, false), record(sub, true), record(least, false)];
        records.iter().for_each(|record| append(&path, record).unwrap());
        let read = load(&path).unwrap();
        assert_eq!(read, records);
        let more = Duration::from_secs(6);
        assert_eq!(known(&read, sub, more), Some(&records[1]), "found is found");
        assert_eq!(known(&read, least, Duration::from_secs(5)), Some(&records[2]));
        assert_eq!(known(&read, least, more), None, "looked for longer, it might be found");
        assert_eq!(known(&read, Some(Fault::ReadPhiSign), more), None);
    }
}
