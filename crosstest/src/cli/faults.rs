//! `crosstest faults`: measures what finds the translator's seeded faults. Only a build with the
//! feature `faults` can.

use super::USAGE;
use super::args::FaultsArgs;
use super::complain;

/// Runs the command; the exit status.
#[cfg(not(feature = "faults"))]
pub fn main(_: &FaultsArgs) -> u8 {
    complain("this build has no seeded faults; build one that has: cargo run --release -p crosstest --features faults -- faults");
    USAGE
}

/// Runs the command; the exit status: 0 if the goal is met, 1 if not, 2 if it cannot be measured.
#[cfg(feature = "faults")]
pub fn main(args: &FaultsArgs) -> u8 {
    with_faults::run(args).unwrap_or_else(|message| {
        complain(&message);
        USAGE
    })
}

#[cfg(feature = "faults")]
mod with_faults {
    use std::io::Write;
    use std::time::Duration;

    use translator::faults::Fault;

    use super::{FaultsArgs, complain};
    use crate::faults::Record;
    use crate::faults::measure::measure;
    use crate::faults::probe::{self, Detector};
    use crate::faults::records;
    use crate::faults::report::{self, Score};
    use crate::probes::watch;
    use crate::repository;

    /// Bytes of memory that a probe may have.
    const MEMORY: u64 = 6 << 30;

    pub fn run(args: &FaultsArgs) -> Result<u8, String> {
        let find = |name: &String| Fault::from_name(name).ok_or(format!("there is no fault {name}; see pnacl-sz -list-faults"));
        let chosen = args.fault.iter().map(find).collect::<Result<Vec<Fault>, String>>()?;
        let time = Duration::from_secs(args.seconds);
        if let Some(name) = &args.probe {
            let detector = Detector::from_name(name).ok_or_else(|| format!("there is no detector {name}"))?;
            watch::limit_self(MEMORY);
            // Panics of the translator are findings and are reported as such.
            std::panic::set_hook(Box::new(|_| {}));
            return probe::run(chosen.first().copied(), detector, time).map(|()| 0);
        }
        let faults = if chosen.is_empty() { Fault::all().collect() } else { chosen };
        let earlier = args.records.as_ref().map_or(Ok(Vec::new()), |path| records::load(path))?;
        let record_of = |fault: Option<Fault>| {
            if let Some(known) = records::known(&earlier, fault, time) {
                return Ok(known.clone());
            }
            let record = measure(fault, &Detector::ALL, time)?;
            args.records.iter().try_for_each(|path| records::append(path, &record))?;
            Ok::<Record, String>(record)
        };
        let sound = record_of(None)?;
        print(&report::line(&sound));
        if sound.first().is_some() {
            return Err("the tests fail without any fault: nothing can be measured".into());
        }
        let mut records: Vec<Record> = Vec::new();
        for &fault in &faults {
            let record = record_of(Some(fault))?;
            print(&report::line(&record));
            records.push(record);
        }
        let score = Score::of(&records);
        print(&score.text());
        if faults.len() == Fault::COUNT {
            repository::write_measured("faults.md", &report::markdown(&records, &sound, time))?;
        }
        for record in records.iter().filter(|record| record.first().is_none()) {
            if let Some(fault) = record.fault.filter(|&fault| report::explanation(fault).is_none()) {
                complain(&format!("{fault} was not detected, and crosstest/src/faults/explained.txt does not say why"));
            }
        }
        Ok(u8::from(!score.is_met()))
    }

    /// With its output closed there is nobody left to tell.
    fn print(text: &str) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}
