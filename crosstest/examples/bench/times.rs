//! Processor time of what the recipes and another translator make of the same bitcode, on this machine's processor.
//!
//! In: programs with their arguments; without any, those of the repository, which do their work as often as their argument says: as often
//! as keeps O2's code busy for `--seconds`. Out: for each target a table of times, each with its ratio to the other translator's (without
//! one, to the first recipe's), their geometric mean and the worst. All run without the sandbox, as nobody sandboxes the other's code.
//! Translating is not in it: code comes from `pnacl-run`'s cache. Time is the process's with all its threads, the least of several runs,
//! taken in turns; runs count during which the core was the program's alone, as far as [`Quiet`] can tell. Where there was none, the ratio is
//! the median of the rounds. All print the same, or there is no figure.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crosstest::clock;
use crosstest::exec::native::mode;
use crosstest::quiet::Quiet;
use translator::options::{Isa, OptLevel};

use crate::or_all;
use crate::programs;
use crate::translators::built;

/// What is measured.
#[derive(clap::Args)]
pub struct Args {
    /// Targets: those that this machine runs (default: both)
    #[arg(long, value_delimiter = ',', value_name = "ISA,...", value_parser = crate::isa)]
    targets: Vec<Isa>,
    /// Recipes (default: all)
    #[arg(long, value_delimiter = ',', value_name = "RECIPE,...", value_parser = crate::recipe)]
    recipes: Vec<OptLevel>,
    /// Another translator, told to make O2's code: `llvm`, or as `--translator` of `crosstest run` says it
    #[arg(long, value_name = "llvm|NAME=COMMAND")]
    beside: Option<String>,
    /// How many runs of each count, of those that had their core for themselves; the least time is shown
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// How long to try for that with each program; a `?` is put behind the times of those that never had, and ratios are then medians
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
    /// For how long the repository's programs keep O2's code busy, about
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2)]
    seconds: f64,
    /// The pnacl-run to measure (default: the release build of this checkout, which is made)
    #[arg(long, value_name = "FILE")]
    pnacl_run: Option<PathBuf>,
    /// The folder that programs run in
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Programs, each with options of pnacl-run before it and its arguments behind it, as words of a shell without quotes; @FILE stands for
    /// the lines of a file
    #[arg(value_name = "\"[OPTION...] PEXE ARGUMENT...\"|@FILE", allow_hyphen_values = true)]
    programs: Vec<String>,
}

/// Whose code is run.
#[derive(Clone, PartialEq, Eq)]
enum Maker {
    Ours(OptLevel),
    Other(String),
}

/// What `pnacl-run` is told to run: options, a program, its arguments.
struct Task(Vec<String>);

/// How programs are run.
struct Setting<'a> {
    args: &'a Args,
    pnacl_run: PathBuf,
    cache: &'a Path,
    target: Isa,
    quiet: RefCell<Quiet>,
}

/// A program's times, in the order of the makers; nothing where it goes another way.
struct Row {
    name: String,
    times: Vec<Option<Time>>,
}

/// The times that a program took.
#[derive(Clone, Default)]
struct Time {
    /// In seconds, by round.
    rounds: Vec<f64>,
    /// The least of those that count, and how many do.
    alone: Option<f64>,
    counted: u32,
}

/// How long to wait for a quiet core before each run.
const AT_A_TIME: Duration = Duration::from_millis(100);
/// The exit status of `pnacl-run` for a program that cannot be read, translated or started.
const NOT_STARTED: i32 = 126;
/// How often at most a program of the repository does its work.
const MOST_ROUNDS: u32 = 4_000_000;

/// Prints the tables.
///
/// # Errors
/// If there is no `pnacl-run` or no such folder or file, or a program cannot be run by anybody.
pub fn main(args: &Args) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let own = |file: &PathBuf| std::fs::canonicalize(file).map_err(|error| format!("{}: {error}", file.display()));
    let pnacl_run = args
        .pnacl_run
        .as_ref()
        .map(own)
        .transpose()?
        .map_or_else(|| built("pnacl-run", &["-p", "crosstest", "--bin", "pnacl-run"]), Ok)?;
    if !args.folder.is_dir() {
        return Err(format!("--in: {} is no folder", args.folder.display()));
    }
    let runnable: Vec<Isa> = Isa::ALL.into_iter().filter(|&isa| mode::runs(isa)).collect();
    let mut lost = Vec::new();
    for target in or_all(args.targets.clone(), &runnable) {
        let setting = Setting { args, pnacl_run: pnacl_run.clone(), cache: dir.path(), target, quiet: RefCell::default() };
        let recipes = or_all(args.recipes.clone(), &OptLevel::ALL);
        let makers: Vec<Maker> =
            args.beside.clone().map(Maker::Other).into_iter().chain(recipes.into_iter().map(Maker::Ours)).collect();
        let tasks = setting.tasks()?;
        // What takes a minute is printed when it is known.
        print!("{}", header(target, &makers));
        let mut rows = Vec::new();
        for task in tasks {
            let row = setting.row(&task, &makers)?;
            println!("{}", line(&row));
            rows.push(row);
        }
        print!("{}", summary(&makers, &rows));
        lost.extend(rows.into_iter().filter(|row| row.times.iter().all(Option::is_none)).map(|row| row.name));
    }
    if lost.is_empty() { Ok(()) } else { Err(format!("nobody can run {}", lost.join(", "))) }
}

impl Setting<'_> {
    /// The programs of the command line, or those of the repository whose work grows with their argument.
    fn tasks(&self) -> Result<Vec<Task>, String> {
        if !self.args.programs.is_empty() {
            return Ok(lines(&self.args.programs)?.iter().map(|words| Task::of_words(words)).collect());
        }
        let mut tasks = Vec::new();
        for program in programs::programs(&[])? {
            // All of them in one.
            if program.name == "everything" {
                continue;
            }
            match self.rounds(&program.path)? {
                Some(rounds) => tasks.push(Task::of_repository(&program.path, rounds)),
                None => eprintln!("bench: {}: left out: its work does not grow with its argument", program.name),
            }
        }
        Ok(tasks)
    }

    /// How often a program is to do its work; nothing if it cannot be made to take long enough.
    fn rounds(&self, file: &Path) -> Result<Option<u32>, String> {
        let mut rounds = 20;
        while rounds <= MOST_ROUNDS {
            let (_, seconds) = self.run(&Task::of_repository(file, rounds), &Maker::Ours(OptLevel::O2))?;
            if seconds > 0.7 * self.args.seconds {
                return Ok(Some(rounds));
            }
            let times = (self.args.seconds / seconds).clamp(2.0, 20.0);
            rounds = (f64::from(rounds) * times) as u32;
        }
        Ok(None)
    }

    fn row(&self, task: &Task, makers: &[Maker]) -> Result<Row, String> {
        let name = task.name();
        // The first fills the cache, and says what is printed.
        let mut known: Option<Output> = None;
        let mut times = Vec::new();
        for maker in makers {
            let (output, _) = self.run(task, maker)?;
            let has_run = output.status.code() != Some(NOT_STARTED);
            let agrees =
                has_run && known.as_ref().is_none_or(|known| output.stdout == known.stdout && output.status == known.status);
            if !agrees {
                let said = String::from_utf8_lossy(&output.stderr);
                let said = said.lines().last().unwrap_or("it prints something else, or ends otherwise");
                eprintln!("bench: {name} on {}: no figure of {}: {said}", self.target, maker.name());
            }
            if has_run {
                known.get_or_insert(output);
            }
            times.push(agrees.then(Time::default));
        }
        let (start, patience) = (Instant::now(), Duration::from_secs(self.args.patience));
        let mut rounds = 0;
        while rounds < self.args.runs
            || (times.iter().flatten().any(|time| time.counted < self.args.runs) && start.elapsed() < patience)
        {
            for (maker, time) in makers.iter().zip(&mut times) {
                let Some(time) = time else { continue };
                let was_alone = self.quiet.borrow_mut().wait(AT_A_TIME);
                let (_, seconds) = self.run(task, maker)?;
                time.add(seconds, was_alone && self.quiet.borrow_mut().is_now());
            }
            rounds += 1;
        }
        Ok(Row { name, times })
    }

    /// Runs a program once. Exit statuses are the programs' own affair.
    fn run(&self, task: &Task, maker: &Maker) -> Result<(Output, f64), String> {
        let mut command = Command::new(&self.pnacl_run);
        command.args(["--unsafe-native", "--target", self.target.name()]).arg("--cache").arg(self.cache);
        match maker {
            Maker::Ours(recipe) => command.args(["--opt", recipe.name()]),
            Maker::Other(how) => command.args(["--opt", OptLevel::O2.name(), "--translator", how]),
        };
        command.args(&task.0).stdin(Stdio::null()).current_dir(&self.args.folder);
        let before = clock::of_children();
        let output = command.output().map_err(|error| format!("{}: {error}", self.pnacl_run.display()))?;
        Ok((output, (clock::of_children() - before).as_secs_f64()))
    }
}

/// The programs that the command line names, those of files among them.
fn lines(programs: &[String]) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for words in programs {
        let Some(file) = words.strip_prefix('@') else {
            lines.push(words.clone());
            continue;
        };
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        lines.extend(text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(str::to_string));
    }
    Ok(lines)
}

impl Row {
    /// A maker's time in terms of the first's.
    fn ratio(&self, maker: usize) -> Option<f64> {
        let [time, base] = [maker, 0].map(|index| self.times[index].as_ref());
        Some(time?.ratio(base?))
    }
}

impl Time {
    fn add(&mut self, seconds: f64, is_alone: bool) {
        self.rounds.push(seconds);
        if is_alone {
            self.alone = Some(self.alone.map_or(seconds, |least| least.min(seconds)));
            self.counted += 1;
        }
    }

    /// The least time of the runs that count, or of all.
    fn least(&self) -> f64 {
        self.alone.unwrap_or_else(|| self.rounds.iter().copied().fold(f64::INFINITY, f64::min))
    }

    /// In terms of another: of the least times, if both had the core for themselves; otherwise the median of the rounds, whose runs
    /// follow each other so closely that mostly they had the same company.
    fn ratio(&self, base: &Time) -> f64 {
        if let Some((own, base)) = self.alone.zip(base.alone) {
            return own / base;
        }
        let mut ratios: Vec<f64> = self.rounds.iter().zip(&base.rounds).map(|(own, base)| own / base).collect();
        ratios.sort_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    }
}

impl Task {
    fn of_words(words: &str) -> Task {
        Task(words.split_whitespace().map(str::to_string).collect())
    }

    fn of_repository(file: &Path, rounds: u32) -> Task {
        Task(vec![file.display().to_string(), rounds.to_string()])
    }

    /// The program's file and its arguments, without folders and without the options before.
    fn name(&self) -> String {
        let is_file = |word: &String| word.ends_with(".pexe") || word.ends_with(".ll");
        // Options before a program that is called otherwise have values.
        let otherwise = || self.0.chunks(2).take_while(|pair| pair[0].starts_with("--")).count() * 2;
        let start = self.0.iter().position(is_file).unwrap_or_else(otherwise);
        let words = self.0.iter().skip(start);
        words.map(|word| word.rsplit('/').next().unwrap_or(word)).collect::<Vec<_>>().join(" ")
    }
}

impl Maker {
    fn name(&self) -> &str {
        match self {
            Maker::Ours(recipe) => recipe.name(),
            Maker::Other(how) => how.split('=').next().unwrap_or(how),
        }
    }
}

fn header(target: Isa, makers: &[Maker]) -> String {
    let mut out = format!("== processor time of running, seconds, {target}\n{:36}", "");
    for (index, maker) in makers.iter().enumerate() {
        out += &format!(" {:>8} ", maker.name());
        if index > 0 {
            out += &format!(" {:>7}", format!("/{}", makers[0].name()));
        }
    }
    out + "\n"
}

/// A program's times, beside the first maker's.
fn line(row: &Row) -> String {
    let mut out = format!("{:36}", row.name);
    for (index, time) in row.times.iter().enumerate() {
        let mark = |time: &Time| if time.alone.is_some() { ' ' } else { '?' };
        out += &time.as_ref().map_or(format!(" {:>8} ", "-"), |time| format!(" {:8.3}{}", time.least(), mark(time)));
        if index > 0 {
            out += &row.ratio(index).map_or(format!(" {:>7}", "-"), |ratio| format!(" {ratio:7.3}"));
        }
    }
    out
}

/// The means of the ratios.
fn summary(makers: &[Maker], rows: &[Row]) -> String {
    let mut out = String::new();
    let base = makers[0].name();
    for (index, maker) in makers.iter().enumerate().skip(1) {
        let logs: Vec<f64> = rows.iter().filter_map(|row| row.ratio(index)).map(f64::ln).collect();
        if logs.is_empty() {
            continue;
        }
        let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
        let worst = logs.iter().copied().fold(f64::MIN, f64::max).exp();
        let (name, count) = (maker.name(), logs.len());
        out += &format!("{name}/{base}: geometric mean of {count} programs {mean:.3}, worst {worst:.3}\n");
    }
    let shared = rows.iter().flat_map(|row| row.times.iter().flatten()).filter(|time| time.alone.is_none()).count();
    if shared > 0 {
        out += &format!(
            "{shared} times with a `?`: the core was never quiet; ratios to and of them are medians of the rounds (--patience)\n"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of rounds, each with whether it had the core for itself.
    fn time(rounds: &[(f64, bool)]) -> Time {
        let mut time = Time::default();
        rounds.iter().for_each(|&(seconds, is_alone)| time.add(seconds, is_alone));
        time
    }

    #[test]
    fn runs_that_were_alone_count_and_otherwise_the_median_of_the_rounds() {
        let quiet = time(&[(1.0, false), (3.0, true), (2.0, true)]);
        assert_eq!((quiet.least(), quiet.counted), (2.0, 2), "the first had company, however short it was");
        assert_eq!(time(&[(4.0, true)]).ratio(&quiet), 2.0);
        let shared = time(&[(1.0, false), (9.0, false), (4.0, false)]);
        assert_eq!((shared.least(), shared.counted), (1.0, 0));
        // 1, 3 and 2 of the rounds.
        assert_eq!(shared.ratio(&quiet), 2.0);
        assert_eq!(quiet.ratio(&shared), 0.5);
    }

    #[test]
    fn rows_and_their_means() {
        let makers = [Maker::Other("llvm".into()), Maker::Ours(OptLevel::O2)];
        let row = |name: &str, times: [Option<Time>; 2]| Row { name: name.into(), times: times.into() };
        let rows = [
            row("a", [Some(time(&[(1.0, true)])), Some(time(&[(2.0, true)]))]),
            row("b", [Some(time(&[(1.0, true)])), Some(time(&[(0.5, false)]))]),
            row("c", [Some(time(&[(1.0, true)])), None]),
        ];
        let lines: Vec<String> = rows.iter().map(line).collect();
        let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        assert_eq!(words(&lines[0]), ["a", "1.000", "2.000", "2.000"]);
        assert_eq!(words(&lines[1]), ["b", "1.000", "0.500?", "0.500"]);
        assert_eq!(words(&lines[2]), ["c", "1.000", "-", "-"]);
        let said = summary(&makers, &rows);
        assert!(said.starts_with("O2/llvm: geometric mean of 2 programs 1.000, worst 2.000\n1 times with a `?`"), "{said}");
    }

    #[test]
    fn programs_are_called_by_their_file_and_arguments() {
        let name = |words: &str| Task::of_words(words).name();
        assert_eq!(name("--dir a:/ x/y.pexe 3 /z/w"), "y.pexe 3 w");
        assert_eq!(name("--dir a:/ --dir b:/in x/bzip2 -kc /in/c"), "bzip2 -kc c");
        assert_eq!(name("x/selftest"), "selftest");
    }

    #[test]
    fn a_file_of_programs_may_have_comments() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "# why\n\na.pexe 1\n  b.pexe\n").unwrap();
        let words = ["c.pexe 2".to_string(), format!("@{}", file.path().display())];
        assert_eq!(lines(&words).unwrap(), ["c.pexe 2", "a.pexe 1", "  b.pexe"]);
        assert!(lines(&["@/nowhere".into()]).unwrap_err().starts_with("/nowhere: "));
    }
}
