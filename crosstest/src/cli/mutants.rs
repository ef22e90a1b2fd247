//! `crosstest mutants`: measures what notices mutants of the translator's source. Only a build with
//! the feature `mutants` can.

use super::args::MutantsArgs;
use super::{USAGE, complain};

/// Runs the command; the exit status.
#[cfg(not(feature = "mutants"))]
pub fn main(_: &MutantsArgs) -> u8 {
    complain(
        "this build cannot make mutants; build one that can: cargo run --release -p crosstest --features mutants -- mutants",
    );
    USAGE
}

/// Runs the command; the exit status: 0 if the goal is met, 1 if not, 2 if it cannot be measured,
/// 130 if it was interrupted.
#[cfg(feature = "mutants")]
pub fn main(args: &MutantsArgs) -> u8 {
    with_mutants::run(args).unwrap_or_else(|message| {
        complain(&message);
        USAGE
    })
}

#[cfg(feature = "mutants")]
mod with_mutants {
    use std::collections::BTreeMap;
    use std::io::Write;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use translator::options::Isa;

    use super::{MutantsArgs, complain};
    use crate::files;
    use crate::mutants::baseline::Baseline;
    use crate::mutants::channels::Channel;
    use crate::mutants::measure::Measurement;
    use crate::mutants::mutate::{Mutant, rooms};
    use crate::mutants::records::File;
    use crate::mutants::report::{self, About, Fate, Measured};
    use crate::mutants::workspace::{self, Build};
    use crate::mutants::{own_tests, probe, stats, survivors};
    use crate::probes::watch::{self, Limits, Watched};
    use crate::report::origin;
    use crate::repository;
    use crate::signals::{INTERRUPTED, Requests};

    /// Bytes of memory that a probe may have.
    const MEMORY: u64 = 6 << 30;

    pub fn run(args: &MutantsArgs) -> Result<u8, String> {
        if args.probe.is_some() || args.record.is_some() {
            return child(args);
        }
        let target = target_dir()?;
        let dir = args.dir.clone().unwrap_or_else(|| target.join("mutants"));
        let channels = channels(&args.channel)?;
        if args.list || !args.room.is_empty() {
            let (mutants, is_settled) = workspace::list(&dir)?;
            check_rooms(&args.room, &mutants)?;
            if args.list {
                list(args, &mutants, is_settled);
                return Ok(0);
            }
        }
        let stop = Requests::listen().map_err(|error| format!("signals: {error}"))?;
        let build = if args.report { workspace::built(&dir)? } else { workspace::build(&dir, &target, &|what| complain(what))? };
        let measurement = Measurement {
            program: build.program(),
            workspace: build.workspace(),
            seconds: args.seconds,
            isas: if args.isa.is_empty() { Isa::ALL.to_vec() } else { args.isa.clone() },
            // A run that only reports what is known needs none.
            channels: channels
                .iter()
                .filter(|_| !args.report)
                .map(|&channel| Ok((channel, baseline(&build, channel)?)))
                .collect::<Result<_, String>>()?,
        };
        measure(args, &build, &measurement, &stop)
    }

    /// Prints the mutants that would be measured.
    fn list(args: &MutantsArgs, mutants: &[Mutant], is_settled: bool) {
        if !is_settled {
            complain("nothing has been built of this source: mutants that the compiler refuses are among these");
        }
        for mutant in chosen(args, mutants) {
            print(&format!(
                "{:>6} {}:{} {} in {}: {} -> {}\n",
                mutant.id,
                report::place(mutant),
                mutant.column,
                mutant.operator.name(),
                mutant.place,
                mutant.original,
                mutant.mutated
            ));
        }
    }

    fn measure(args: &MutantsArgs, build: &Build, measurement: &Measurement, stop: &Requests) -> Result<u8, String> {
        let chosen = chosen(args, &build.mutants);
        let path = args.records.clone().unwrap_or_else(|| build.dir.join(format!("records-{}", build.source)));
        let file = Mutex::new(File::open(&path, &build.source)?);
        let by_id: BTreeMap<u32, &Mutant> = chosen.iter().map(|mutant| (mutant.id, *mutant)).collect();
        let names: Vec<&str> = measurement.channels.iter().map(|(channel, _)| channel.name()).collect();
        let is_known = |mutant: &&&Mutant| file.lock().is_ok_and(|file| file.known(mutant.id, args.seconds).has(&names));
        let todo = chosen.iter().filter(|mutant| !args.report && !is_known(mutant)).map(|mutant| mutant.id);
        let todo: Vec<u32> = todo.collect();
        let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let (started, count) = (Instant::now(), todo.len());
        let result = measurement.run(&todo, jobs, &file, &|| stop.have_come(), &|record| {
            if let Some(mutant) = by_id.get(&record.mutant) {
                print(&report::line(mutant, record));
            }
        });
        let elapsed = started.elapsed();
        let file = file.into_inner().map_err(|_| "a thread that measured has panicked")?;
        let measured: Vec<Measured<'_>> =
            chosen.iter().filter_map(|mutant| Some((*mutant, file.records.get(&mutant.id)?))).collect();
        print(&format!("\n{}{}", report::summary(&measured), report::ways(&measured)));
        print(&format!("{count} mutants in {:.0} s\n", elapsed.as_secs_f64()));
        let first = survivors(build, measurement, &measured)?;
        let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let about = About {
            command: origin::command(&words),
            commit: commit(),
            built: [build.mutants.len(), build.refused],
            seconds: args.seconds,
        };
        let text = report::markdown(&measured, &about, &|id| first.get(&id).cloned());
        files::replace(&build.dir.join("survivors.md"), &text)?;
        if is_all(args) && measured.len() == chosen.len() {
            repository::write_measured("mutants.md", &text)?;
        }
        result?;
        if stop.have_come() {
            return Ok(INTERRUPTED);
        }
        let score = report::score(&measured);
        Ok(u8::from(score.part * 100 < score.of * 95))
    }

    /// Whether nothing is left out.
    fn is_all(args: &MutantsArgs) -> bool {
        args.room.is_empty() && args.isa.is_empty() && args.channel.is_empty() && args.only.is_empty()
    }

    /// The commit that this is, as far as git knows.
    fn commit() -> String {
        let (commit, dirty) = origin::commit();
        let changed = if dirty { " with changes" } else { "" };
        commit.map_or("an unknown commit".into(), |commit| format!("commit {commit}{changed}"))
    }

    /// What each survivor changes first; and files that show it.
    fn survivors(build: &Build, measurement: &Measurement, measured: &[Measured<'_>]) -> Result<BTreeMap<u32, String>, String> {
        let mut first: BTreeMap<u32, String> = BTreeMap::new();
        for (mutant, record) in measured.iter().filter(|(_, record)| report::fate(record) == Fate::Survived) {
            let dir = build.dir.join("survivors").join(mutant.id.to_string());
            if !dir.join("first.txt").exists() {
                let changed = record.outcomes.iter().find_map(|(channel, outcome)| Some((channel, outcome.changed.first()?)));
                let Some((channel, changed)) = changed.filter(|(channel, _)| *channel != "links") else { continue };
                let execution = changed.executions.first().map_or("", String::as_str);
                let mut command = Measurement::command(&measurement.program, &measurement.workspace);
                command.args(["mutants", "--record", &format!("{channel}:{}:{execution}", changed.item), "--dir"]);
                command.arg(&dir).args(["--only", &mutant.id.to_string()]);
                let limits = Limits { time: Duration::from_secs(60), silence: Duration::from_secs(60) };
                let _ = Watched::start(command, "", limits)?.finish(drop);
            }
            if let Ok(text) = std::fs::read_to_string(dir.join("first.txt")) {
                first.insert(mutant.id, text);
            }
        }
        Ok(first)
    }

    fn channels(names: &[String]) -> Result<Vec<Channel>, String> {
        let find = |name: &String| Channel::from_name(name).ok_or_else(|| format!("there is no channel {name}"));
        if names.is_empty() { Ok(Channel::ALL.to_vec()) } else { names.iter().map(find).collect() }
    }

    /// Whether a mutant is in a room, a directory of the translator's source or a file there, with or without its `.rs`.
    fn is_in(mutant: &Mutant, place: &str) -> bool {
        let rest = mutant.file.strip_prefix(place.trim_end_matches('/'));
        mutant.room == place || rest.is_some_and(|rest| rest.is_empty() || rest == ".rs" || rest.starts_with('/'))
    }

    /// Checks that each place has mutants.
    fn check_rooms(places: &[String], mutants: &[Mutant]) -> Result<(), String> {
        match places.iter().find(|place| !mutants.iter().any(|mutant| is_in(mutant, place))) {
            None => Ok(()),
            Some(unknown) => Err(format!(
                "no mutant is in {unknown}: neither a part of the translator ({}) nor a directory or file of its source that is mutated",
                rooms::all().join(", ")
            )),
        }
    }

    /// The mutants that are asked for: those that are named, or a sample.
    fn chosen<'m>(args: &MutantsArgs, mutants: &'m [Mutant]) -> Vec<&'m Mutant> {
        let by_id: BTreeMap<u32, &Mutant> = mutants.iter().map(|mutant| (mutant.id, mutant)).collect();
        if !args.only.is_empty() {
            return args.only.iter().filter_map(|id| by_id.get(id).copied()).collect();
        }
        let wanted = mutants.iter().filter(|mutant| args.room.is_empty() || args.room.iter().any(|place| is_in(mutant, place)));
        let ids = stats::sample(wanted.map(|mutant| mutant.id).collect(), args.sample, args.seed);
        ids.iter().filter_map(|id| by_id.get(id).copied()).collect()
    }

    /// What a channel is without mutants: recorded if it has not been.
    fn baseline(build: &Build, channel: Channel) -> Result<Baseline, String> {
        let path = build.baseline(channel.name());
        if !path.exists() {
            complain(&format!("recording what {} reaches", channel.name()));
            if channel == Channel::Tests {
                let programs = own_tests::programs(&build.tests()?);
                own_tests::record(&programs, &build.workspace(), &build.dir, &|what| complain(what))?.save(&path)?;
                return Baseline::load(&path);
            }
            let mut command = Measurement::command(&build.program(), &build.workspace());
            command.args(["mutants", "--record", channel.name(), "--dir"]).arg(&build.dir);
            let limits = Limits { time: Duration::from_secs(3600), silence: Duration::from_secs(120) };
            let mut recording = Watched::start(command, "", limits)?;
            let ending = recording.finish(drop);
            if !path.exists() {
                return Err(format!("recording {} ended ({ending:?}) at {}", channel.name(), recording.at));
            }
        }
        Baseline::load(&path)
    }

    /// What a probe or a recording does, in the mutated program.
    fn child(args: &MutantsArgs) -> Result<u8, String> {
        watch::limit_self(MEMORY);
        // Panics of the translator are findings and are reported as such.
        std::panic::set_hook(Box::new(|_| {}));
        let mutant = args.only.first().copied().unwrap_or(0);
        let find = |name: &str| Channel::from_name(name).ok_or_else(|| format!("there is no channel {name}"));
        if let Some(name) = &args.probe {
            probe::run(mutant, find(name)?, Duration::from_secs(args.seconds), &args.isa)?;
        }
        let dir = args.dir.clone().unwrap_or_default();
        match args.record.as_deref().map(|text| text.split(':').collect::<Vec<_>>()).as_deref() {
            Some([name]) => probe::record(find(name)?, &dir.join(format!("baseline-{name}")))?,
            Some([name, item, execution]) => {
                let item = item.parse().map_err(|_| "no number")?;
                let first = survivors::show(mutant, find(name)?, item, execution, &dir)?;
                std::fs::write(dir.join("first.txt"), first).map_err(|error| format!("{}: {error}", dir.display()))?;
            }
            _ => {}
        }
        Ok(0)
    }

    /// The target directory that this program lies in.
    fn target_dir() -> Result<PathBuf, String> {
        let program = std::env::current_exe().map_err(|error| format!("the program itself: {error}"))?;
        let dir = program.parent().and_then(Path::parent).ok_or("this program lies in no target directory; name --dir")?;
        Ok(dir.to_path_buf())
    }

    /// With its output closed there is nobody left to tell.
    fn print(text: &str) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::mutants::mutate::operators::Operator;

        fn mutant(file: &str) -> Mutant {
            Mutant {
                id: 1,
                file: file.into(),
                line: 1,
                column: 1,
                room: rooms::room(file).unwrap_or_default().into(),
                operator: Operator::Comparison,
                place: String::new(),
                original: String::new(),
                mutated: String::new(),
            }
        }

        #[test]
        fn a_place_is_a_room_a_directory_or_a_file() {
            let (file, other) = (mutant("regalloc/local/mod.rs"), mutant("regalloc/locals.rs"));
            for place in ["regalloc", "regalloc/local", "regalloc/local/", "regalloc/local/mod.rs", "regalloc/local/mod"] {
                assert!(is_in(&file, place), "{place}");
            }
            assert!(!is_in(&other, "regalloc/local") && is_in(&other, "regalloc/locals"));
            let error = check_rooms(&["regalloc".into(), "regallok".into()], &[file, other]).unwrap_err();
            assert!(error.starts_with("no mutant is in regallok: ") && error.contains("isa/x86"), "{error}");
        }

        #[test]
        fn all_channels_are_measured_unless_some_are_named() {
            assert_eq!(channels(&[]), Ok(Channel::ALL.to_vec()));
            assert_eq!(channels(&["tests".into()]), Ok(vec![Channel::Tests]));
            assert!(channels(&["luck".into()]).is_err());
        }
    }
}
